/* Doubt: a statement that was refused or failed leaves behind what PyTorch would have changed. All of that
 * is in doubt from then on, each thing with the line that is the reason:
 *
 *     names    that the statement binds: they are not there
 *     values   lists, objects, modules, parameters, the memory of tensors: by address, so that it does not
 *              matter by which name or view they are reached
 *     unseen   what no value holds: where the generator of random numbers stands, gradients, the type
 *              that new tensors get
 *
 * Code that reads any of it is refused in turn, and nothing catches that, so that no number in doubt comes into
 * a new value. Marks are set between the statements of a lesson alone: there everything that could be
 * read later is reached from the names of the lesson. effect.c finds what a statement could change. */
#ifndef PYTHON_DOUBT_H
#define PYTHON_DOUBT_H

#include "python/heap.h"
#include "python/parser.h"

typedef enum Unseen {
    UNSEEN_GENERATOR,
    UNSEEN_GRADIENTS, /* x.grad                            */
    UNSEEN_SETTINGS,  /* torch.set_default_dtype           */
    UNSEEN_KINDS
} Unseen;

/* A name that is not there, or the code between two bytes of the source, which could not be read and might
 * have bound anything that it mentions. */
typedef struct Lost {
    const char *name; /* NULL: the code */
    size_t start, end;
    int line;
    const Node *made_by; /* the function or class that it would have been, or NULL */
    List kept;           /* what its value would have been made of, and could change */
    bool draws;          /* using it may draw random numbers                         */
} Lost;

/* Why a statement was refused that is right by itself. */
typedef struct Doubt {
    const char *what; /* as it is written; NULL: the generator */
    int line;
    bool is_lost; /* a name that is not there */
} Doubt;

/* Keeps what a statement may have put into the things that it changed. */
typedef struct Put {
    int line;
    List kept;
} Put;

typedef struct Doubts {
    Places places;
    Lost *lost;
    int losts;
    Put *put;
    int puts;
    Heap all;                 /* room for a walk over everything */
    int unseen[UNSEEN_KINDS]; /* lines, or 0 */
    Doubt why;                /* of the error in hand; its line is 0 without one */
} Doubts;

/* A statement of the lesson did not come to its end, because of this line; or code could not be read. With an
 * error that Python has there, too, nothing unknown was left to be called. */
void doubt_statement(Eval *e, const Node *statement, int line, bool is_pythons);
void doubt_code(Eval *e, const Code *unread, int line);

/* Refuses to read a value in doubt, at a node: as a whole, or for the values in it alone, each of which is
 * asked about when it is taken out. False after the error. */
bool doubt_allows(Eval *e, const Node *n, const Value *v, bool is_whole);
/* The same for a name that is bound to nothing (`is_given`: Python or a package has one of that name), and
 * for what is unseen, told as `what`. */
bool doubt_allows_name(Eval *e, const Node *n, bool is_given);
bool doubt_allows_unseen(Eval *e, Unseen which, const char *what);

/* Takes note that the error in hand is core's about a lost generator. */
void doubt_missed(Eval *e);

/* The name that is not there because of a mistake, or NULL. */
const Lost *doubt_lost(const Eval *e, const char *name);

/* Adds what may lie in a value that is in doubt. */
void doubt_kept(Eval *e, const Value *v, Heap *to);

/* True when Python has the error in hand there, too, with any libraries. */
bool doubt_is_pythons(const Eval *e);

/* Why the error in hand is none of this statement's: NULL when it is. */
const Doubt *doubt_why(const Eval *e);

#endif
