/* A tensor as matrices: its last axis runs across, the one before it down, and those before these tell which
 * matrix it is; and what its axes, their places and its shape are called. */
#ifndef TELL_AXES_H
#define TELL_AXES_H

#include "base/arena.h"
#include "core/tensor.h"

/* How many rows and columns of numbers a matrix has, how many cells, and how many matrices its tensor. */
int64_t matrix_rows(const QkvTensor *t);
int64_t matrix_cols(const QkvTensor *t);
int64_t matrix_cells(const QkvTensor *t);
int64_t matrix_items(const QkvTensor *t);
/* The matrix that a cell lies in. */
int64_t matrix_item(const QkvTensor *t, int64_t cell);

/* Of two tensors of one shape the one whose labels an axis is told with: the first, if it has any. */
const QkvTensor *matrix_named(const QkvTensor *t, const QkvTensor *other, int axis);
/* Names what an index along an axis is called in a cell's batch item: its label, or the number. */
const char *matrix_index_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell);
/* Names an index along an axis so that no other has that name: a label that several have gets its number, "[PAD] 3". */
const char *matrix_own_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell);
/* Names an index after its axis, "sentence s0": in headings, messages and spoken text. */
const char *matrix_index_title(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell);
/* The name of an axis, or "item". */
const char *matrix_axis_name(const QkvTensor *t, int axis);
/* "[x1, x2]": a cell by the places of its axes, each told apart from the others; "" of a single number. */
const char *matrix_place(Arena *a, const QkvTensor *t, int64_t cell);

/* "[3 query x 3 key]". */
const char *matrix_shape(Arena *a, const QkvTensor *t);
/* "[3 x 3]". */
const char *matrix_sizes(Arena *a, const QkvTensor *t);
/* Sizes, with the names of the axes from axis `named` on: "[3 x 3 key]". */
const char *matrix_shape_from(Arena *a, const QkvTensor *t, int named);

#endif
