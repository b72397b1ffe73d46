/* Task of a part of a sheet, as comments above its lines: the words of the lesson that lead to them, what is there to
 * begin with, and what is to be made, with shapes. */
#ifndef LESSON_SHEET_TASK_H
#define LESSON_SHEET_TASK_H

#include "lesson/exercise.h"

/* Adds the task of an exercise of a run whose whole statements are the lines first .. last. Words that stand before part `from`
 * of its stage were said already. */
void sheet_task(Buf *out, const Run *run, const Exercise *x, int first, int last, int from);

/* Adds the imports of the lesson's code: the modules that a sheet may use. */
void sheet_imports(Buf *out, const Run *run);

#endif
