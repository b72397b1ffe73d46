/* The comments of a lesson that mean something: <!-- note: .. -->, track, minutes, needs, front, stages, words. */
#ifndef LESSON_COMMENT_H
#define LESSON_COMMENT_H

#include "lesson/lesson.h"
#include "lesson/source.h"

/* Reads the content of a comment, `length` bytes which begin in *line. A note is given in *note, and *line is then where
 * its text begins; what is about the lesson is set in it while it has one stage, its introduction. Any other comment is
 * dropped. False after setting *err. */
bool comment_read(Lesson *lesson, const Source *source, const char *text, size_t length, int *line,
                  const char **note, Err *err);

#endif
