/* What is grammar and yet no program: a look over the whole tree after parsing.
 *
 * Both give false after setting *err to the first such place in the source. */
#ifndef PYTHON_CHECK_H
#define PYTHON_CHECK_H

#include "python/parser.h"

/* Whether the evaluator runs all of it: "while loops are not part of the lesson language". A row
 * of the table goes when the evaluator learns what is in it. */
bool check_supported(const Code *code, const Program *program, Err *err);

/* Whether return, break, continue and nonlocal stand where they mean something. */
bool check_places(const Code *code, const Program *program, Err *err);

#endif
