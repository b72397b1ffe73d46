/* The tape: every operation applied, in order, with its operands and its result.
 *
 * A context without a tape runs the same kernels and keeps nothing of this. */
#ifndef CORE_TAPE_H
#define CORE_TAPE_H

#include "core/op.h"

typedef struct Step {
    Call call;        /* call.out is the result                                       */
    const char *name; /* what the author calls the result: "Q"; NULL when it has none */
    const char *text; /* the expression as written: "x @ w_key"; NULL when not known  */
    int tag;          /* the recorder's own number: a lesson keeps its statement here */
    int depth;        /* 0 outside any group, one more inside each                    */
    int group;        /* the innermost group it belongs to; -1 for none               */
} Step;

/* The steps of one call: first .. first+count-1, groups inside included. What the last of them made
 * is the group's result. The caller has a name and an expression for it ("y", "net(x)") beside
 * those that the step has inside ("context", "weights @ v"). */
typedef struct Group {
    const char *name; /* what was called: "SelfAttentionV1"                           */
    int first;
    int count;
    int parent;         /* -1 for none                                                */
    const char *result; /* as Step.name, by the caller                                */
    const char *text;   /* as Step.text, by the caller                                */
} Group;

typedef struct Tape {
    Step *step;
    int count;
    Group *group;
    int groups;
    int room, group_room; /* private */
} Tape;

#endif
