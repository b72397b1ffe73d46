/* Two results whose rows and columns have labels are compared by these: what was sorted, chosen or labelled anew stands at
 * other places, and is the same. */
#ifndef LESSON_PLACED_H
#define LESSON_PLACED_H

#include "base/arena.h"
#include "core/qkv_trace.h"

/* The tensor `a` with its cells at the places of `b`: each where that has the labels which the cell has in `a`, those that
 * only one of them has in their order, and several of one label likewise. `a` itself where the places are the same, or not
 * known: other shapes, axes without labels, or with other labels in each batch item. In `arena`; labels
 * that move keep their texts, which must live as long. */
const QkvTensor *tensor_placed(Arena *arena, const QkvTensor *a, const QkvTensor *b);

#endif
