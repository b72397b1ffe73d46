/* Code to tree.
 *
 * The grammar is Python's, as of 3.11, without yield, async, await, match, except*, bytes, complex
 * numbers and whole numbers beyond 64 bits: those are refused by name. A name, number or bracket
 * that is not expected is an error that says what was expected; a bracket that is never closed
 * names the line that opened it. What parses may still be no program, or one that the evaluator
 * does not run: check.h. */
#ifndef PYTHON_PARSER_H
#define PYTHON_PARSER_H

#include "base/arena.h"
#include "python/tree.h"

/* A run of code inside a source text: one fenced block. */
typedef struct Code {
    const char *file;   /* for errors                                                      */
    const char *source; /* the whole lesson                                                */
    size_t start, end;  /* the block's bytes in source                                     */
    int line;           /* of the block's first line                                       */
    int column;         /* how many columns the fence indents the block: stripped from lines that
                           have them                                                       */
    int col;            /* of its first character, where that is not the first of a line */
    bool is_lazy; /* bodies of functions are passed over: NODE_LATER. They are known to be fine */
} Code;

/* Parses one block. The tree and its texts live in `a`. Directives at the end of a block with no
 * statement after them are an error. False after setting *err. */
bool parse(Arena *a, const Code *code, Program *out, Err *err);

#endif
