/* Functions that yield: see generator.c. */
#ifndef PYTHON_GENERATOR_H
#define PYTHON_GENERATOR_H

#include "python/eval.h"

typedef struct Generator Generator;

/* How far a statement has come that a generator yields inside of. */
typedef struct ResumePoint {
    int at;        /* the part that runs                                 */
    Iterator *it;  /* of `for` and `yield from`                          */
    Value value;   /* of `with` and `except`: the manager, the error     */
    void *pending; /* of `finally`: what it interrupted                  */
} ResumePoint;

/* Leaves a mark on the way out of a body that yields. */
void generator_leave(Eval *e, ResumePoint mark);
/* Takes the mark of this statement back: false, with nothing done, unless a generator is on its way
 * in to where it yielded. */
bool generator_back(const Eval *e, ResumePoint *mark);

/* A generator that will run the body of a function in this scope. */
bool generator_make(Eval *e, const Closure *f, Scope *scope, Value self, Value *out);
/* The generator behind an iterator, or NULL. */
Generator *generator_of(const Iterator *it);
/* The function that it runs; NULL for other iterators. */
const Closure *generator_function(const Iterator *it);
/* The error that there is no next item, unless there was another one. */
bool generator_end(Eval *e, const Iterator *it);

#endif
