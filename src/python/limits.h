/* How large a lesson may be. A lesson is not trusted: each bound is checked where the thing grows,
 * and passing one is an error with a place. */
#ifndef PYTHON_LIMITS_H
#define PYTHON_LIMITS_H

#include "base/sanitized.h"

/* Each bound, its value, and what it counts, as `qkv --limits` says it. */
/* clang-format off */
#define LIMITS(ROW) \
    ROW(LIMIT_BYTES, 1 << 20, "bytes of a lesson file") \
    ROW(LIMIT_STAGES, 500, "stages of a lesson") \
    ROW(LIMIT_PARTS, 20000, "paragraphs, blocks of code, expectations and notes of a lesson") \
    ROW(LIMIT_NOTEBOOK, 32 << 20, "bytes of a notebook, whose pictures are left out") \
    ROW(LIMIT_PROSE_DEPTH, 32, "lists and quotes inside each other") \
    ROW(LIMIT_WHAT_IFS, 16, "what-ifs of a lesson") \
    ROW(LIMIT_MISTAKES, 50, "mistakes told of one lesson; then it ends") \
    ROW(LIMIT_PARAGRAPH, 10000, "bytes of text without an empty line between them") \
    ROW(LIMIT_PREFIX, 100, "columns of blanks and marks before the text of a line") \
    ROW(LIMIT_NESTING, 64, "blocks, brackets, operators or f-strings inside each other") \
    ROW(LIMIT_HEIGHT, 500, "operations inside each other in one expression") \
    ROW(LIMIT_CALLS, 1000, "calls inside each other") \
    ROW(LIMIT_ARGUMENTS, 255, "arguments written out in one call") \
    ROW(LIMIT_TOKENS, 200000, "words and signs of code") \
    ROW(LIMIT_STEPS, 1 << 17, "operations that can be looked at") \
    ROW(LIMIT_LINES, 20000, "lines of the file's own code that can be stepped through") \
    ROW(LIMIT_ITEMS, 1 << 21, "items of one list, and characters of one text") \
    ROW(LIMIT_DEPTH, LIMIT_LISTS, "lists inside each other, compared or written") \
    ROW(LIMIT_EVALUATIONS, 16000000, "expressions evaluated, and items visited") \
    ROW(LIMIT_MEMORY, 384 << 20, "bytes of memory that a run keeps") \
    ROW(LIMIT_KEPT, 16 << 20, "bytes of them that are kept while a lesson is run again") \
    ROW(LIMIT_CELLS, 40 << 20, "numbers in one tensor") \
    ROW(LIMIT_ALL_CELLS, 3 << 25, "numbers in all tensors that a run keeps, views among them") \
    ROW(LIMIT_WORK, 100000, "million multiplications in matrix products of a run") \
    ROW(LIMIT_OUTPUT, 1 << 22, "bytes that a run prints") \
    ROW(LIMIT_LEAST_STACK, 1 << 20, "bytes of stack, without which the program does not begin")
/* clang-format on */

/* Of lists, less in a browser: it has little stack, and that is a part of it which nothing measures. */
#ifdef __EMSCRIPTEN__
#define LIMIT_LISTS 50
#else
#define LIMIT_LISTS 200
#endif

enum {
#define LIMIT_ROW(name, value, words) name = (value),
    LIMITS(LIMIT_ROW)
#undef LIMIT_ROW
};

/* A million of them. */
#define LIMIT_MULTIPLICATIONS (LIMIT_WORK * INT64_C(1000000))

/* Of the processor's time in one run: the last of the bounds, for whatever the others let through. A program
 * that is looked at, or not optimized, is many times as slow; where random programs are tried out, none is
 * waited for. */
#ifndef LIMIT_SECONDS
#if defined IS_SANITIZED || !defined __OPTIMIZE__
#define LIMIT_SECONDS 60
#else
#define LIMIT_SECONDS 2
#endif
#endif

#endif
