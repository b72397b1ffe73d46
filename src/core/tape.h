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

/* The group that a tensor is the result of, the outermost of several; -1 for none. */
int tape_group(const Tape *tape, const Tensor *t);
/* What is called `name` inside a group: the result of one of its own steps, or of a group directly
 * inside it. NULL when there is none. */
const Tensor *tape_stage(const Tape *tape, int group, const char *name);
/* The name of what step `i` made as the group that it lies in sees it, or NULL: steps of groups
 * further inside have none, but for the last of each. */
const char *tape_stage_name(const Tape *tape, int group, int i);

#endif
