/* The changes that a statement could make, read off its code and that of all functions that it may call: for one that
 * did not come to its end. Nothing is run; what is not known is taken to change all that it can reach. */
#ifndef PYTHON_EFFECT_H
#define PYTHON_EFFECT_H

#include "python/doubt.h"

/* A name that is bound elsewhere than in the statement itself: global, nonlocal. */
typedef struct EffectName {
    Scope *scope;
    const char *name;
} EffectName;

typedef struct StatementEffect {
    Heap deep;    /* what is changed with all that hangs on it */
    Heap only;    /* what is changed itself                    */
    bool classes; /* of `deep` also the classes: an attribute of something is set */
    EffectName *name;
    int names;
    bool unseen[UNSEEN_KINDS];
    List kept;           /* all values that the statement mentions               */
    const Node *defines; /* the statement, when it is `def` or `class`; or NULL */
    bool keeps_draws;    /* what it would have made may draw random numbers      */
} StatementEffect;

/* `is_known`: no unknown function was still to be called. All memory is the run's. */
StatementEffect effect_of(Eval *e, const Node *statement, bool is_known);
/* True when the function is known to change nothing and to draw nothing. */
bool effect_is_plain_callee(Eval *e, const Node *callee);

/* In doubt.c: puts into doubt what was found, and the names of the lesson that are bound. */
void doubt_apply(Eval *e, const StatementEffect *effect, const Locals *bound, int line);
/* A name that is not known may be one that these bytes of the source mention. */
void doubt_unread(Eval *e, size_t start, size_t end, int line);

#endif
