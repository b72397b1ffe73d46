/* The tape: every operation applied, in order, with its operands and its result.
 *
 * A context without a tape runs the same kernels and keeps nothing of this. */
#ifndef CORE_TAPE_H
#define CORE_TAPE_H

#include "core/op.h"

typedef struct QkvStep {
    QkvCall call;     /* call.out is the result                                       */
    const char *name; /* what the author calls the result: "Q"; NULL when it has none */
    const char *text; /* the expression as written: "x @ w_key"; NULL when not known  */
    int tag;          /* the recorder's own number: a lesson keeps its statement here */
    int group;        /* the innermost group it belongs to; -1 for none               */
} QkvStep;

/* The steps of one call: first .. first+count-1, groups inside included. What the last of them made
 * is the group's result. The caller has a name and an expression for it ("y", "net(x)") beside
 * those that the step has inside ("context", "weights @ v"). */
typedef struct QkvGroup {
    const char *name; /* what was called: "SelfAttentionV1"                           */
    int first;
    int count;
    int parent;         /* -1 for none                                                */
    const char *result; /* as Step.name, by the caller                                */
    const char *text;   /* as Step.text, by the caller                                */
} QkvGroup;

typedef struct QkvTape {
    QkvStep *step;
    int count;
    QkvGroup *group;
    int groups;
    int capacity, group_capacity; /* private */
} QkvTape;

/* The group that a tensor is the result of, the outermost of several; -1 for none. */
int qkv_tape_group(const QkvTape *tape, const QkvTensor *t);
/* What is called `name` inside a group: the result of one of its own steps, or of a group directly
 * inside it. NULL when there is none. */
const QkvTensor *qkv_tape_stage(const QkvTape *tape, int group, const char *name);
/* The name of what step `i` made as the group that it lies in sees it, or NULL: steps of groups
 * further inside have none, but for the last of each. */
const char *qkv_tape_stage_name(const QkvTape *tape, int group, int i);

#endif
