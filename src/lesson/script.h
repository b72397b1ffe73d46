/* Python files to stages. */
#ifndef LESSON_SCRIPT_H
#define LESSON_SCRIPT_H

#include "lesson/lesson.h"
#include "python/limits.h"

/* Fills title, stages and parts of `lesson` from its source, as markdown_read does. False after
 * setting *err. */
bool script_read(Lesson *lesson, Err *err);

/* The same lesson as Markdown. */
void script_markdown(Buf *out, const Lesson *lesson);

#endif
