/* Search for what a statement could change: reach.c walks over values, reach_code.c over the code that could run. */
#ifndef PYTHON_REACH_H
#define PYTHON_REACH_H

#include "python/doubt.h"

typedef struct Touched {
    Heap values;   /* all that hangs on the names in the code: in doubt with DOES_WRITE */
    Heap sure;     /* in doubt without it, too: gradients, what generators hold         */
    Places named;  /* classes that are values, and not only what an object is of        */
    unsigned does; /* effects of all of the code, of Does                               */
    Lost *lost;    /* names that the code binds                                         */
    int losts;
    Scope quiet; /* .. that are for plots */
} Touched;

/* `n` is a statement, or NULL; what is there of `r` counts as found. All memory is the run's. */
void reach_find(Eval *e, const Node *n, Touched *r);
/* True for a class, or a function with attributes, that may have others now. */
bool reach_sets(const Touched *r, const Value *v);

/* --- between the two ----------------------------------------------------------------------------- */

typedef struct ReachWalk {
    Eval *e;
    Touched *r;
    const Closure *in;    /* the function whose code is walked, or NULL       */
    Places code;          /* functions, failures and definitions that were walked */
    Scope named, called;  /* names in the code, and methods by their names    */
    Scope taken;          /* names with a value, which the statement may define anew */
    const Node **defined; /* functions in the statement: they run when they are named */
    int defines;
    const Undone **failed; /* failures that are reached, and not walked yet */
    int failures;
    bool is_failure;    /* the code is that of a failure: what it defines may run now */
    unsigned if_called; /* effects of objects when called: Dropout                    */
    unsigned if_moved;  /* .. and modules that are moved                              */
} ReachWalk;

/* A value is reached, as one that has a name: a class that is may be called. */
void reach_take(Eval *e, void *walk, const Value *v);
/* True for the first time: each function, failure and definition is walked once. */
bool reach_is_new(ReachWalk *w, const void *code);
/* Adds what code names and does, in the function `in` of the walk; that of a statement that failed later: one may lead
 * to another, and so on through a whole lesson. */
void reach_code(ReachWalk *w, const Node *n);
void reach_failure(ReachWalk *w, int number);

#endif
