/* Paths: lessons whose stages name stages of other lessons, which are read after them:
 *
 *     ## By hand
 *     Three inputs, and all that attention does with them.
 *     <!-- stages: 01 1-5 9 -->
 *
 * Nothing is copied: the other lesson is opened there, and the path is where one comes back to. */
#ifndef LESSON_PATH_H
#define LESSON_PATH_H

#include "lesson/library.h"

/* Tells whether a text is a lesson and stages of it in order: "01 1-5 9"; 0 is the introduction. */
bool path_is_leads(const char *text);
/* Tells whether a stage of the lesson leads to others. */
bool path_is(const Lesson *lesson);
/* Of such a text: the lesson that it names, and the next of its stages after one, or before it (by -1); -1 for none. */
const char *path_lesson(Arena *a, const char *leads);
int path_beside(const char *leads, int stage, int by);
/* "lesson 01, introduction, stages 1 to 5 and 9". */
const char *path_text(Arena *a, const char *leads);
/* Checks that all lessons and stages that it leads to are there. False after setting *err. */
bool path_check(Library *library, const Lesson *lesson, Err *err);

#endif
