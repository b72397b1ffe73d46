/* How large a lesson may be. A lesson is not trusted: each bound is checked where the thing grows,
 * and passing one is an error with a place. */
#ifndef PYTHON_LIMITS_H
#define PYTHON_LIMITS_H

#include "base/sanitized.h"

enum {
    LIMIT_BYTES = 1 << 20,        /* of a lesson file                                     */
    LIMIT_STAGES = 500,           /* `##` headings                                        */
    LIMIT_PARTS = 20000,          /* paragraphs, code blocks, expectations, notes         */
    LIMIT_NOTEBOOK = 32 << 20,    /* of a notebook, whose pictures are left out           */
    LIMIT_PROSE_DEPTH = 32,       /* lists and quotes inside each other                   */
    LIMIT_WHAT_IFS = 16,          /* of one lesson                                       */
    LIMIT_MISTAKES = 50,          /* told of one lesson: then it ends                     */
    LIMIT_PARAGRAPH = 10000,      /* bytes without an empty line between them             */
    LIMIT_PREFIX = 100,           /* columns of blanks and marks before a line's text     */
    LIMIT_NESTING = 64,           /* blocks; brackets, operators, f-strings in each other */
    LIMIT_HEIGHT = 500,           /* of a tree: what recursing over kids costs at most    */
    LIMIT_CALLS = 1000,           /* of functions inside each other                        */
    LIMIT_ARGUMENTS = 255,        /* written out in one call                              */
    LIMIT_TOKENS = 200000,        /* of code                                              */
    LIMIT_STEPS = 1 << 17,        /* operations on the tape                               */
    LIMIT_LINES = 20000,          /* of the reader's own code that can be stepped through */
    LIMIT_ITEMS = 1 << 21,        /* in one list, and characters in one text              */
    LIMIT_EVALUATIONS = 16000000, /* expressions evaluated, and items visited, in one run */
    LIMIT_MEMORY = 384 << 20,     /* bytes that a run may take                            */
    LIMIT_KEPT = 16 << 20,        /* of them, of what is kept while a lesson is run again */
    LIMIT_CELLS = 40 << 20,       /* in one tensor: the embedding of GPT-2 has 38.6 million */
    LIMIT_ALL_CELLS = 3 << 25,    /* in all tensors of a run, views among them            */
    LIMIT_OUTPUT = 1 << 22,       /* bytes that a run may print                           */
    LIMIT_LEAST_STACK = 1 << 20,  /* bytes of C's; with less the program does not begin   */
};

/* Lists in lists, when compared or written. A browser has little stack, and that is a part of it which nothing measures. */
#ifdef __EMSCRIPTEN__
enum { LIMIT_DEPTH = 50 };
#else
enum { LIMIT_DEPTH = 200 };
#endif

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

/* Multiply-adds in one run: a product of two matrices of 1024 x 1024, and some more. A few seconds. */
#define LIMIT_WORK INT64_C(1200000000)

#endif
