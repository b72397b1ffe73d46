/* A lesson for a test, and its run: one at a time. */
#ifndef TESTS_LESSON_MADE_H
#define TESTS_LESSON_MADE_H

#include "lesson/run.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* The paths of all lessons that come with the program and compute something; and how many compute nothing. */
enum { MADE_LESSONS = 43, MADE_PATHS = 2 };
extern const char *const made_lessons[MADE_LESSONS];

extern Arena arena;
extern Lesson *lesson;
extern Run *run;

/* A lesson "x.md" of one stage with this code. */
Lesson *made_lesson(const char *code);

/* The lesson at hand: such a one, which must run, or one of a file; and the end of it. */
void start(const char *code);
void start_text(const char *path, const char *text); /* of any file; it may have mistakes */
void start_file(const char *path);
void stop(void);

/* The line of the lesson in hand that reads so, blanks before it aside; 0 if none does. */
int made_line(const char *code);

/* The same numbers every time: 0 .. below-1. made_seed begins another row of them. */
void made_seed(int seed);
int made_random(int below);

#endif
