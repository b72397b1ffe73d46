/* Doubt: a statement that was refused or failed leaves behind what PyTorch would have changed. All of that
 * is in doubt from then on, each thing with the line that is the reason:
 *
 *     names    that the statement binds: they are not there
 *     values   lists, objects, modules, parameters, the memory of tensors: by address, so that it does not
 *              matter by which name or view they are reached
 *     unseen   what no value holds: where the generators of random numbers stand, gradients, the settings, files
 *
 * Code that reads any of it is refused in turn, and nothing catches that, so that no number in doubt comes into
 * a new value. Marks are set between the statements of a lesson alone: there everything that could be
 * read later is reached from the names of the lesson. reach.c finds what a statement could change. */
#ifndef PYTHON_DOUBT_H
#define PYTHON_DOUBT_H

#include "python/heap.h"
#include "python/parser.h"

typedef enum Unseen {
    UNSEEN_GENERATOR, /* PyTorch's                                                */
    UNSEEN_ARRAYS,    /* numpy.random                                             */
    UNSEEN_GRADIENTS, /* x.grad                                                   */
    UNSEEN_SETTINGS,  /* torch.set_default_dtype, print options, a patched library */
    UNSEEN_FILES,     /* files in the lesson's folder                              */
    UNSEEN_KINDS
} Unseen;

/* A statement that did not come to its end, or (NULL) code that could not be read. */
typedef struct Undone {
    const Node *node;
    int line;
} Undone;

/* A name that is not there. */
typedef struct Lost {
    const char
        *name; /* NULL: any that these bytes of the source mention; with no end, any at all */
    Scope *scope;
    size_t start, end;
    int line, failure; /* place and number */
    bool is_quiet;     /* for a plot */
} Lost;

/* Why a statement was refused that is right by itself. */
typedef struct Doubt {
    const char *what; /* as it is written; NULL: the generator */
    int line;
    bool is_lost; /* a name that is not there */
} Doubt;

typedef struct Doubts {
    Places places;
    Lost *lost;
    int losts;
    Scope latest; /* names, and where in `lost` the last that has each is */
    int *unread;  /* where those without a name are */
    int unreads;
    Undone *failure;
    int failures;
    Heap all;                 /* room for a walk over everything */
    int unseen[UNSEEN_KINDS]; /* lines, or 0 */
    Doubt why;                /* of the error in hand; its line is 0 without one */
} Doubts;

/* A statement of the lesson did not come to its end, because of this line; or code could not be read. An error
 * that Python has there, too, leaves nothing in doubt. */
void doubt_statement(Eval *e, const Node *statement, int line, bool is_pythons);
void doubt_code(Eval *e, const Code *unread, int line);

/* Refuses to read a value in doubt, at a node: as a whole, or for the values in it alone, each of which is
 * asked about when it is taken out. False after the error. */
bool doubt_allows(Eval *e, const Node *n, const Value *v, bool is_whole);
/* The same for a name that is bound to nothing (`is_given`: Python or a package has one of that name), and
 * for what is unseen, told as `what`. */
bool doubt_allows_name(Eval *e, const Node *n, bool is_given);
bool doubt_allows_unseen(Eval *e, Unseen which, const char *what);
/* A generator was seeded: what it draws is certain again. */
void doubt_seeded(Eval *e, Unseen which);

/* For both files of it: whether a name stands in these bytes; whether a value is code of the lesson. */
bool doubt_mentions(const char *source, size_t start, size_t end, const char *name);
bool doubt_is_code(const Value *v);

/* Takes note that the error in hand is core's about a lost generator. */
void doubt_missed(Eval *e);

/* The name that is not there because of a mistake, or NULL; the mark of a value, or NULL. */
const Lost *doubt_lost(Eval *e, const char *name);
const HeapPlace *doubt_place(const Eval *e, const Value *v);

/* Why the error in hand is none of this statement's: NULL when it is. */
const Doubt *doubt_why(const Eval *e);

#endif
