/* Markdown to stages: the one file that knows cmark. */
#ifndef LESSON_MARKDOWN_H
#define LESSON_MARKDOWN_H

#include "lesson/lesson.h"

/* Fills title, stages and parts of `lesson` from its source; the code is cut out, not yet parsed.
 * Everything lives in lesson->arena. False after setting *err. */
bool markdown_read(Lesson *lesson, Err *err);

#endif
