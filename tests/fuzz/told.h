/* A lesson, told in every way that the program has. */
#ifndef TESTS_FUZZ_TOLD_H
#define TESTS_FUZZ_TOLD_H

#include "app/app.h"
#include "fuzz/fuzz.h"
#include "lesson/library.h"

/* The lesson in a file: its transcripts, its handout, its pages on the screen, or what is wrong. */
void told_lesson(const char *path);

/* The first lessons that ship. All have been run: what an execution keeps, the next would take for a leak. */
Library *told_library(int most);

/* The screen: fit for a terminal, and no wider than it should be. */
void told_screen(App *app, int width, int height);

#endif
