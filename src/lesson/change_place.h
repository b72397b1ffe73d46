/* The places in a tensor that a change names by labels: E[she, f1]. */
#ifndef LESSON_CHANGE_PLACE_H
#define LESSON_CHANGE_PLACE_H

#include "lesson/run.h"

/* The target of an assignment, whose items are those of `t`, with numbers for the labels in it:
 * "E[2, 0]". While the name `guard` is False, unless it is NULL, it is a place that tensors of other
 * sizes have, too. NULL after setting *err. */
const char *change_place(Arena *a, const Run *run, const char *text, const Node *target,
                         const QkvTensor *t, const char *guard, Err *err);

/* A part of a result: all cells at these places. */
typedef struct PlacePart {
    const char *text; /* as it was written */
    const char *name;
    const QkvTensor *t;          /* the last result of that name   */
    int64_t index[QKV_MAX_RANK]; /* along each axis; -1: all of it */
} PlacePart;

/* Finds what "weights", "weights[she]" or "weights[:, she]" means. False after setting *err. */
bool place_part(Arena *a, const Run *run, const char *text, PlacePart *out, Err *err);
/* Finds what a text means where `own`, w.grad, stands for the tensor `t`, which has no name; NULL: nothing does. */
bool place_part_of(Arena *a, const Run *run, const char *text, const char *own, const QkvTensor *t,
                   PlacePart *out, Err *err);

#endif
