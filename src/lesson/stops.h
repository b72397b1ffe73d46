/* The stops of a run: what a reader comes by on the way through it. */
#ifndef LESSON_STOPS_H
#define LESSON_STOPS_H

#include "lesson/run.h"

/* Fills run->stop, run->stage_stop and the first_stop of each line from the lines, the beats and the
 * tape. A named result inside of a call is a stop of DETAIL_NORMAL, every other operation one of
 * DETAIL_EVERY; what a hidden statement does is none. Memory from `a`. */
void stops_make(Run *run, Arena *a);

#endif
