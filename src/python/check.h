/* Look over the whole tree after parsing, for what is grammar and yet no program. */
#ifndef PYTHON_CHECK_H
#define PYTHON_CHECK_H

#include "python/parser.h"

/* Checks that return, break, continue and nonlocal stand where they mean something; false after setting *err to the
 * first place in the source where one does not. */
bool check_places(const Code *code, const Program *program, Err *err);

#endif
