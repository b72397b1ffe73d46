/* Modules that are written in Python: see library.c. */
#ifndef PYTHON_LIBRARY_H
#define PYTHON_LIBRARY_H

#include "python/names.h"

/* The names of a module, which runs now if it has not yet; NULL when there is none of this name. */
const Scope *library_module(Eval *e, const char *name);
/* The value of a name of a module, or of one of its parts: torch.nn offers what torch.nn.modules.linear
 * defines. A module is run for a name that it defines. NULL when there is none. */
const Value *library_value(Eval *e, const char *module, const char *name);
/* The file of `name` beside the lesson, name.py or name/__init__.py, which runs now if it has not yet, and before it the
 * packages that it lies in: its functions and classes are the lesson's, and none of them has what only the library may
 * do. NULL when there is none. After an error it may be one whose code ended there. */
const Module *library_helper(Eval *e, const char *name);
/* The package that the file of such a module lies in, or is the __init__.py of: "models", "" beside the lesson. */
const char *library_package(Eval *e, const Module *m);
/* "models/heads" and the ending, of "models.heads". */
const char *library_file(Eval *e, const char *name, const char *ending);
/* Runs a text as if its statements stood here, outside of all functions. */
bool library_exec(Eval *e, const Text *source);
/* Tells whether a name of the module was asked for. */
bool library_was_read(const Eval *e, const char *name);

/* Reads the body of a function of a module, which a NODE_LATER stands for. */
bool library_read_body(const Module *m, Node *body, Err *err);

/* Made from the files *.py of this folder: see embed.awk. */
extern const LibraryModule python_modules[];

#endif
