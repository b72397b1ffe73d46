/* The inspect page and its tabs. */
#ifndef APP_INSPECT_H
#define APP_INSPECT_H

#include "app/act.h"

/* Opens it for the number at hand, or turns its tabs by so many. */
void inspect_turn(Act *act, int by);
/* To a tab of the strip, from 0. */
void inspect_pick(Act *act, int which);
/* "sums", "made", "tree weights[x2, x2]", "weights[x2, x2]" or "". */
void inspect_run(Act *act, const char *words);
const char *inspect_no(const Act *act);
/* The word of the tab that i turns to; NULL without another. */
const char *inspect_hint(const Act *act);

#endif
