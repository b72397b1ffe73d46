/* What a statement that did not come to its end may have changed: see reach.c. */
#ifndef PYTHON_REACH_H
#define PYTHON_REACH_H

#include "python/doubt.h"

typedef struct LostName {
    Scope *scope;
    const char *name;
} LostName;

typedef struct Reach {
    Heap values;     /* everything that hangs on the names in the code                    */
    Heap gradients;  /* the memory of all that there are, with UNSEEN_GRADIENTS           */
    Heap drawn;      /* what generators of random numbers hold, with UNSEEN_GENERATOR      */
    Places named;    /* classes that are values, and not only what an object is of        */
    bool writes;     /* the code names something that writes: all values are others       */
    bool sets;       /* .. an attribute of something that is not self                     */
    bool has_kinds;  /* .. the class of an object: it is as if it were named              */
    bool everything; /* .. what reaches any name of the program                           */
    bool unseen[UNSEEN_KINDS];
    LostName *name; /* those that the code binds */
    int names;
} Reach;

/* `n` is a statement, or NULL: then what can be done to these values is. All memory is the run's. */
void reach_find(Eval *e, const Node *n, Reach *r);
/* True for a class, or a function with attributes, that may have others now. */
bool reach_sets(const Reach *r, const Value *v);

#endif
