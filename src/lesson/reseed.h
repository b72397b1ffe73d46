/* Other inputs of the same shapes for a lesson: other seeds, and other numbers where floats are typed in. What
 * two programs have in common only by chance is told apart so: no two numbers are equal, nothing is symmetric, and there
 * are no zeros.
 *
 *     Edit edit[RESEED_EDITS];
 *     int edits = reseed_edits(&arena, lesson, run, 1, edit);
 *     Lesson *other = lesson_edit(lesson, edit, edits, &err);
 *
 * Whole numbers stay, which are words, sizes and masks, and so do tensors of 0 and 1 that hide something. The first of
 * these inputs is near the lesson's own, so that what is largest mostly remains it; those after it are farther and
 * farther away. */
#ifndef LESSON_RESEED_H
#define LESSON_RESEED_H

#include "lesson/edit.h"
#include "lesson/run.h"

enum { RESEED_EDITS = 32, RESEED_SETS = 5 };

/* How many edits, of RESEED_EDITS at most; 0: nothing of the lesson is drawn or typed in. `lesson` is that of the run or
 * its beginning, `number` 1 .. RESEED_SETS. The texts live in `a`. */
int reseed_edits(Arena *a, const Lesson *lesson, const Run *run, int number, Edit *out);

#endif
