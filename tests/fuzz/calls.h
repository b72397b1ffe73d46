/* Calls of every function and method that a lesson can reach, with values of every kind in every place:
 * no accessor may trust a value that it has not looked at. */
#ifndef TESTS_FUZZ_CALLS_H
#define TESTS_FUZZ_CALLS_H

#include "python/eval.h"

enum { CALLS_VALUES = 80, CALLS_SOURCE = 1 << 20 };

typedef struct Calls {
    Qkv *q;
    Err err;
    Eval e;
    Value value[CALLS_VALUES]; /* values of every kind, and the odd ones of each */
    int values;
    const Function *const *function; /* of all tables, and of the rows of all classes */
    int functions;
    char *source; /* of all that was run, one after the other */
    size_t length;
    const Node *at; /* place that calls are said to be written at */
    bool is_over;   /* all that it may spend is spent: time for a new world */
} Calls;

/* A new world for calls. They change its values: it is to be renewed now and then. The evaluator stays
 * where it is. */
void calls_begin(Calls *c);
void calls_end(Calls *c);

/* Calls a function, writes and walks through what it gives. Returns what is wrong, or NULL: an error
 * that nobody set, or a result beside an error. */
const char *calls_make(Calls *c, const Function *f, int count, const int *values);
/* The same for an expression or a statement with holes: "{0} + {1}". */
const char *calls_statement(Calls *c, const char *form, const int *values);
extern const char *const calls_forms[];

/* How many arguments the function takes, at most 4. */
int calls_arguments(const Calls *c, const Function *f);

#endif
