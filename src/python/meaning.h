/* Values of names and expressions of code, as far as they are known without running it. */
#ifndef PYTHON_MEANING_H
#define PYTHON_MEANING_H

#include "python/doubt.h"

typedef struct Meaning {
    Eval *e;
    const Closure *in; /* the function that the code is of, or NULL: a statement of the lesson */
    Value self;        /* its first argument, or absent                                        */
    Locals inner;      /* the names that are bound in the code                                 */
    Locals quiet;      /* those of them that stand for plots and the like                      */
} Meaning;

/* Of a function with its first argument (NULL: any), or NULL for a statement. */
Meaning meaning_begin(Eval *e, const Closure *in, const Value *self);
/* Finds the names that are bound in some of its code, also inside of functions and comprehensions. */
void meaning_read(Meaning *m, const Node *n);

bool meaning_is_inner(const Meaning *m, const Node *name);
bool meaning_is_self(const Meaning *m, const Node *name);
/* The value that a name is bound to outside of the code, or NULL. */
const Value *meaning_outer(Meaning *m, const Node *name);
/* The value of a name, or of attributes of it: false when it is only known while the code runs. */
bool meaning_of(Meaning *m, const Node *n, Value *out);
/* An attribute of a value, without running a property. */
bool meaning_member(Meaning *m, const Value *v, const char *name, Value *out);
/* super(), in a method. */
bool meaning_is_super(const Meaning *m, const Node *n);
/* A plot, or part of one. */
bool meaning_is_quiet(Meaning *m, const Node *n);

/* A class that is written in Python. */
bool meaning_is_lesson_class(const Class *c);
/* Drops an error of a look-up: it is none of the lesson's. */
void meaning_forget_error(Eval *e);

#endif
