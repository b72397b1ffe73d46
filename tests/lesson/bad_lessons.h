/* The lessons with mistakes in tests/errors/NAME.txt, whose head explains how they are written. */
#ifndef TESTS_LESSON_BAD_LESSONS_H
#define TESTS_LESSON_BAD_LESSONS_H

#include "base/buf.h"

enum { BAD_NAME = 64, BAD_SAID = 4 };

/* Parts that must be said: where (line 0: nowhere), the kind, and facts between " | ". */
typedef struct BadSaid {
    int line, col, width;
    char kind[BAD_NAME];
    Buf facts;
} BadSaid;

typedef struct BadLesson {
    char name[BAD_NAME];
    const char *file;
    int at; /* line in the file */
    Buf text;
    BadSaid said[BAD_SAID];
    int count;
} BadLesson;

/* All of them; *count is how many. A file that cannot be read has none. */
BadLesson *bad_lessons(int *count);

/* Tells whether a message holds the facts, in their order. */
bool bad_lesson_tells(const char *message, const char *facts);

#endif
