/* Signatures of functions, and a call that is made by one. */
#ifndef PYTHON_SIGNATURE_H
#define PYTHON_SIGNATURE_H

#include "python/names.h"

enum { MAX_PARAMETERS = 24 };

struct Parameter {
    char name[32];
    char letter; /* kind that it takes: see names.h; 0 for any value                        */
    int operand; /* the digit after the letter, or -1                                       */
    bool is_optional, wants_tuple;
    bool is_self;       /* stands before the dot of a method: see receiver.c                      */
    const char *preset; /* default, of `preset_length` bytes                                */
    size_t preset_length;
    bool has_preset, is_none; /* true if there is one; if it is None                        */
    union {                   /* default, of a letter i, x or b                             */
        int64_t integer;
        double number;
        bool truth;
    };
};

typedef struct Signature {
    int count;
    Parameter parameter[MAX_PARAMETERS];
    int positions; /* how many can be given by position                       */
    int named;     /* the first that can be given by name                     */
    int rest;      /* the one that takes all further positions, -1 for none   */
    int names;     /* the one that takes all further names as a dict, or -1   */
} Signature;

/* A call that is being made, or whose function runs. */
struct Call {
    const Function *function;
    const Signature *params;
    Arg args[MAX_PARAMETERS];
    const Node *node[MAX_PARAMETERS]; /* where each is written; NULL when it is not */
    int positions;                    /* given so far                               */
    bool is_method;                   /* the first one stands before the dot        */
    bool has_more;                    /* keywords that every function of its package takes */
};

/* Tells whether Python's own function is called, whose errors are known: those of a package are the original's where it
 * says so. */
bool call_is_pythons(const Call *c);

/* The signature of a function, called with its first argument before the dot or not. */
Signature signature_of(const Function *f, bool is_method);
/* The same, read once only. */
const Signature *names_signature(Eval *e, const Function *f, bool is_method);

/* Writes it as Python's documentation does: "softmax(input, dim, dtype=None)". */
void args_write(Buf *out, const Function *f, bool is_method);

#endif
