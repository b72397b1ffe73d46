/* Teaching: results come hidden and are shown bit by bit, predicted before, or played by themselves. */
#ifndef APP_TEACH_H
#define APP_TEACH_H

#include "app/update.h"

/* A step that stays at its result: shows the next unit of it, or hides the last again. False when
 * there is none, and the step leads on. */
bool teach_step(Update *u, int by);
/* The reader came to another result by a step: in teacher mode it is hidden, or when it was a step
 * back, shown to its end. */
void teach_arrive(Update *u, int by);
/* Brings a blank screen back, whatever the key means. False when it was none. */
bool teach_wakes(Update *u);

#endif
