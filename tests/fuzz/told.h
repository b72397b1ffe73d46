/* A lesson, told in every way that the program has. */
#ifndef TESTS_FUZZ_TOLD_H
#define TESTS_FUZZ_TOLD_H

#include "app/app.h"
#include "fuzz/fuzz.h"
#include "lesson/library.h"

/* The lesson in a file: its transcripts, its handout, its pages on the screen, or what is wrong. */
void told_lesson(const char *path);

/* The screen: fit for a terminal, and no wider than it should be. */
void told_screen(App *app, int width, int height);

#endif
