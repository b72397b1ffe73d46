/* Modules that are written in Python: see library.c. */
#ifndef PYTHON_LIBRARY_H
#define PYTHON_LIBRARY_H

#include "python/names.h"

/* The names of a module, which runs now if it has not yet; NULL when there is none of this name. */
const Scope *library_module(Eval *e, const char *name);
extern const LibraryModule python_modules[];

#endif
