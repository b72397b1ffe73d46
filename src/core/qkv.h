/* libqkv: tensors and self-attention, with PyTorch's names, shapes and bits.
 *
 *     Qkv *q = qkv_new();
 *     int64_t size[] = {3, 4};
 *     const QkvTensor *x = qkv_floats(q, 2, size, numbers);
 *     const QkvTensor *scores = qkv_matmul(q, x, qkv_transpose(q, x, 0, 1));
 *     const QkvTensor *weights = qkv_softmax(q, scores, -1);
 *     if (!weights)
 *         fprintf(stderr, "%s\n", qkv_error(q));
 *     qkv_free(q);
 *
 * A context owns every tensor made in it; all go with it. A NULL operand gives NULL, so a formula
 * is written straight through and checked once at its end. The first error stays until cleared.
 * A context belongs to one thread at a time; contexts share nothing. The library does no I/O. */
#ifndef CORE_QKV_H
#define CORE_QKV_H

#include "core/attention.h"
#include "core/layer_norm.h"
#include "core/layers.h"
#include "core/linear.h"
#include "core/module.h"
#include "core/op.h"
#include "core/ops.h"
#include "core/random.h"
#include "core/switches.h"
#include "core/tape.h"
#include "core/tensor.h"
#include "core/variants.h"

/* NULL when there is no memory for one. */
Qkv *qkv_new(void);
void qkv_free(Qkv *q);

/* The first error since the last clear, one line, or NULL. Good until the next call. */
const char *qkv_error(const Qkv *q);
void qkv_clear_error(Qkv *q);

/* Sets the error unless there is one; returns false. For operations. */
bool qkv_fail(Qkv *q, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bounds for input that is not trusted: cells in one tensor, cells in all of them, multiply-adds in
 * all, steps, and bytes of memory in all. 0 leaves a bound as it is. Passing one is an error like
 * any other, as running out of memory is. */
typedef struct QkvLimits {
    int64_t cells;
    int64_t all_cells;
    int64_t work;
    int steps;
    size_t bytes;
} QkvLimits;
void qkv_limit(Qkv *q, QkvLimits limits);

/* A mark, and back to it: everything that was made since is freed, tensors, modules and the steps
 * of the tape, so that a context can run without end:
 *
 *     QkvMark *mark = qkv_mark(q);
 *     ... qkv_forward(q, net, x) ...
 *     qkv_release(q, mark);
 *
 * What was made before the mark must no longer hold what was made after it: a parameter that was
 * set, a name or a label that was given. A mark goes with its release, and with that of an earlier
 * one. The generator, the settings, the error and the count of the work stay as they are. qkv_mark
 * returns NULL after an error, and releasing that does nothing. */
typedef struct QkvMark QkvMark;
QkvMark *qkv_mark(Qkv *q);
void qkv_release(Qkv *q, const QkvMark *mark);

/* Attaches a tape: what is applied from now on is recorded. */
void qkv_record(Qkv *q);
/* The tape, or NULL. */
const QkvTape *qkv_tape(const Qkv *q);

/* A number of the caller's that the steps applied from now on carry. */
void qkv_tag(Qkv *q, int tag);
/* The name of a result ("Q") and the expression that made it ("x @ w_query"), on the step that made
 * `t`; copied. When that is the last step of a group that has been left, they are also what the
 * caller gives the group's result. The first one stays; without a tape nothing happens. */
void qkv_name(Qkv *q, const QkvTensor *t, const char *name);
void qkv_caption(Qkv *q, const QkvTensor *t, const char *text, size_t length);

/* Steps from here to the matching leave belong together, one level deeper. */
void qkv_enter(Qkv *q, const char *name);
void qkv_leave(Qkv *q);

/* Names and labels one axis (from the end when negative) of a tensor. `labels` may be NULL; else
 * there are groups * size of them, groups being 1 or the size of axis 0. All texts are copied.
 * False, with an error, when the axis or the count does not fit. */
bool qkv_label(Qkv *q, const QkvTensor *t, int axis, const char *name, int64_t groups,
               int64_t count, const char *const *labels);

/* For operations: memory that goes with the context, and counting work against the bounds. */
Arena *qkv_arena(Qkv *q);
bool qkv_spend(Qkv *q, int64_t work);
/* An axis counted from the front: -1 is the last. False, with PyTorch's range in the error. */
bool qkv_axis(Qkv *q, const char *op, int rank, int64_t axis, int *out);
/* Sets rank, sizes and count of a result, checking the bounds. */
bool qkv_shape(Qkv *q, QkvTensor *out, QkvDType dtype, int rank, const int64_t *size);

#endif
