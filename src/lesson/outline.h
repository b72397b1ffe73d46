/* Outline of a lesson for a list, without reading all of it. */
#ifndef LESSON_OUTLINE_H
#define LESSON_OUTLINE_H

#include "lesson/lesson.h"

/* Fills the title, how many stages there are, and what the introduction says of the lesson, from its source: the same as
 * markdown_read, and the stages are empty. False where lines do not tell all of that with certainty, or where the lesson may have a
 * mistake: then nothing is known. */
bool outline_read(Lesson *lesson);

#endif
