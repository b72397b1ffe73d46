/* The text of a change: that of a number as it would be typed, "E[she, f1] = 2". */
#ifndef APP_CHANGE_TEXT_H
#define APP_CHANGE_TEXT_H

#include "lesson/result.h"
#include "tell/lens.h"

/* The result that a step made, as a change names it; NULL for none, or one that is made again. */
const Result *change_result(Arena *a, const Run *run, int step);
/* A number with its value, to be changed; NULL where it is hidden, or no change names it. */
const char *change_of_cell(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell);
/* "E[she, f1]", or where an index is -1 "E[she, :]", as a change names it; NULL where no change can. */
const char *change_of_place(Arena *a, const Run *run, const QkvTensor *t, const int64_t *index);

#endif
