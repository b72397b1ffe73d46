/* Mistakes: one statement that fails does not hide the others. What it would have changed is in doubt
 * from then on (python/doubt.h); statements that need it are passed over with a word, and the rest runs. */
#ifndef LESSON_MISTAKE_H
#define LESSON_MISTAKE_H

#include "lesson/run.h"
#include "python/eval.h"

/* The error in hand as Python tells it: the way there and the place. `line` is that of the statement
 * of the lesson. */
const char *mistake_traceback(const Eval *e, const Lesson *lesson, int line);

/* The calls that led to it, one a line; "" without any. */
const char *mistake_calls(const Eval *e, const Lesson *lesson, int line);

#endif
