/* Other inputs of the same shapes for a lesson: other seeds, and other numbers where floats are typed in. What
 * two programs have in common only by chance is told apart so.
 *
 *     Edit edit[RESEED_EDITS];
 *     int edits = reseed_edits(&arena, lesson, edit);
 *     Lesson *other = lesson_edit(lesson, edit, edits, &err);
 *
 * Whole numbers stay, which are words, sizes and masks, and so do lists of nothing but 0 and 1. */
#ifndef LESSON_RESEED_H
#define LESSON_RESEED_H

#include "lesson/edit.h"

enum { RESEED_EDITS = 16 };

/* How many edits, of RESEED_EDITS at most; 0: nothing of the lesson is drawn or typed in. The texts live in
 * `a`. */
int reseed_edits(Arena *a, const Lesson *lesson, Edit *out);

#endif
