/* What the lesson language has not: packages by their dotted names, functions, methods and classes by their
 * plain ones, and what is known of them all the same. The lists are in outside.txt. */
#ifndef PYTHON_OUTSIDE_H
#define PYTHON_OUTSIDE_H

#include "python/names.h"

typedef enum Outside {
    OUTSIDE_UNKNOWN, /* may do anything with what it gets                                    */
    OUTSIDE_QUIET,   /* changes nothing that a lesson shows: plots, logs, clocks, settings   */
    OUTSIDE_READS,   /* gives a value, and changes nothing                                   */
    OUTSIDE_WRITES,  /* changes what it gets, and draws nothing                              */
    OUTSIDE_DRAWS,   /* gives a value, and draws random numbers, or sets where they begin    */
    OUTSIDE_SETS,    /* changes what all tensors are and how they print                      */
    OUTSIDE_GRADIENTS,
    OUTSIDE_ANYTHING, /* reaches any name of the program                                     */
} Outside;

/* A section of outside.txt: a blank stands before and after each word. The table ends with a row without one. */
typedef struct Words {
    const char *section, *words;
} Words;
extern const Words outside_words[];

Outside outside_kind(const char *path);
/* True when the section of plain names has this one: "writing". */
bool outside_says(const char *section, const char *name);
bool outside_draws(const char *name);
bool outside_changes(const char *name); /* a method, what stands before it */
/* True when it is quiet, or something in it is: np.random, for its seed. */
bool outside_leads_on(const char *path);

/* True when a name stands in a list of them with a blank between each. */
bool outside_is_one_of(const char *words, const char *name);

/* True for a package that is on every machine that has PyTorch, or that is known here. */
bool outside_is_there(const char *path);

/* Calls a quiet function, or one that sets the generator; *done is false for all others. */
bool outside_call(Eval *e, const Namespace *space, const Given *given, Value *out, bool *done);
/* The value of a call ("()") or an index ("[]") of something quiet. */
Value outside_result(Eval *e, const Namespace *space, const char *brackets);
/* Something quiet, to which anything can be done. */
bool outside_is_quiet(const Value *v);
/* Refuses what stands for a module or a name that is not here, and what only something quiet could know (the time),
 * where it is looked at as a value. False after the error. */
bool outside_allows(Eval *e, const Value *v);

#endif
