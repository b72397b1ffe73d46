/* Is a sentence about something that stands in an answer? Private to the judge.
 *
 * What is told of an answer was found by its numbers: a * 0 makes what where(c, a, 0.) with two arguments exchanged makes.
 * Who wrote no call cannot look for its arguments. */
#ifndef LESSON_JUDGE_ABOUT_H
#define LESSON_JUDGE_ABOUT_H

#include "base/arena.h"
#include "python/tree.h"

/* The operators with two sides, names and attributes of an answer between spaces, and "(,)" for a call of two or more. They live in `a`. */
const char *about_answer(Arena *a, const Program *program);

/* Tells whether what a sentence says was done is among them. A sentence of what is missing is about any answer. */
bool is_about(const char *sentence, const char *words);

#endif
