/* What numbers have to tell beyond their arithmetic, in one line: a row that is hidden everywhere,
 * weights whose rows no longer add up to 1, a mask that all heads share. Said only where it is sure:
 * each rule reads the operation that made the numbers, and the numbers. */
#ifndef VIEW_STORY_H
#define VIEW_STORY_H

#include "view/memo.h"

/* The story of a step's result, the first that holds; NULL for none. In `a`. */
const char *story_of(Arena *a, Memo *m, const Run *run, const QkvStep *step);

#endif
