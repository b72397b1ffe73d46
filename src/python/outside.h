/* Effects of functions, methods, classes and packages that a statement did not get to, by their names alone. The lists
 * are in outside.txt; they are needed of what the lesson language has not, and of what it has alike. */
#ifndef PYTHON_OUTSIDE_H
#define PYTHON_OUTSIDE_H

#include "python/names.h"

/* Sets of these; 0 for what gives a value, and changes nothing. */
typedef enum Does {
    DOES_WRITE = 1,       /* changes what it gets                                        */
    DOES_DRAW = 2,        /* draws random numbers, or sets where they begin              */
    DOES_GRADIENTS = 4,   /* writes x.grad, or runs what is hooked                       */
    DOES_SETTINGS = 8,    /* changes what all tensors are and how they print             */
    DOES_SET = 16,        /* sets an attribute, perhaps of a class                       */
    DOES_KIND = 32,       /* reaches the class of an object: it is as if it were named   */
    DOES_CALL = 64,       /* calls objects that it is given or holds                     */
    DOES_CALL_ALL = 128,  /* calls methods whose names cannot be seen                    */
    DOES_MOVE = 256,      /* moves a module, which writes its parameters                 */
    DOES_REACH_ALL = 512, /* reaches any name of the program                             */
    DOES_QUIET = 1024,    /* effects that no lesson shows: plots, logs, clocks, settings */
    DOES_FILES = 2048,    /* writes into the folder of the lesson                        */
    DOES_UNKNOWN = DOES_WRITE | DOES_DRAW | DOES_GRADIENTS | DOES_CALL | DOES_CALL_ALL,
    DOES_ANYTHING = DOES_UNKNOWN | DOES_SETTINGS | DOES_SET | DOES_KIND | DOES_REACH_ALL |
                    DOES_FILES,
} Does;

/* A section of outside.txt: a blank stands before and after each word. The table ends with a row without one. */
typedef struct Words {
    const char *section, *words;
} Words;
extern const Words outside_words[];

/* Of a plain name, whatever it is of: "append"; and of a dotted one: "torch.special.i0". */
unsigned outside_does(const char *name);
unsigned outside_does_path(const char *path);
/* The last name of a path. */
const char *outside_last(const char *path);
/* True when the section has this name. */
bool outside_says(const char *section, const char *name);
/* True when it is quiet, or something in it is: np.random, for its seed. */
bool outside_leads_on(const char *path);

/* True when a name stands in a list of them with a blank between each. */
bool outside_is_one_of(const char *words, const char *name);

/* True for a package that is on every machine that has PyTorch, or that is known here. */
bool outside_is_there(const char *path);

/* The value of a call ("()") or an index ("[]") of something quiet. */
Value outside_result(Eval *e, const Namespace *space, const char *brackets);
/* Tells whether a value is something quiet, to which anything can be done. */
bool outside_is_quiet(const Value *v);
/* Refuses what stands for a module or a name that is not here, and what only something quiet could know (the time),
 * where it is looked at as a value. False after the error. */
bool outside_allows(Eval *e, const Value *v);

#endif
