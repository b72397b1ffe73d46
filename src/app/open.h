/* Enter, a click, and what rows open. */
#ifndef APP_OPEN_H
#define APP_OPEN_H

#include "app/act.h"

/* Opens what a target means: a place or a number is laid over the page. */
void open_target(Act *act, const DocRow *row, Target target);
/* Opens the marked row. */
void open_row(Act *act);
/* A click: points, or on what is pointed at does what Enter does. */
void open_click(Act *act, Target target);
/* Another row of the list that the place lies on; false: it lies on none. */
bool open_beside(Act *act, int by);
/* Names what Enter would go to: "where from", "into forward", "scores[x2, x2]", "open"; NULL: nothing. */
const char *open_hint(const Act *act, const Doc *d);

void open_run(Act *act, const char *place);
const char *open_no(const Act *act);

#endif
