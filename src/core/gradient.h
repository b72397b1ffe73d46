/* The way back from a result to what it was computed from. Private to core. */
#ifndef CORE_GRADIENT_H
#define CORE_GRADIENT_H

#include "core/qkv_trace.h"

/* Says of a result just made whether it belongs to the way back, before it is recorded. */
void gradient_mark(Qkv *q, const QkvCall *c);
/* Gives a tensor that is made anew from the memory of another one the place of that one on the way back. */
void gradient_inherit(QkvTensor *to, const QkvTensor *from);
/* False, with PyTorch's words in the error, where `value` may not be written to t now; or to a view of it, whose way
 * back is called `part`. `value` can be NULL: nothing that wants a gradient. */
bool gradient_may_write(Qkv *q, const QkvTensor *t, const char *part, const QkvTensor *value);
/* False after a write to a tensor of inference mode outside of it, with the error. */
bool gradient_wrote(Qkv *q, const QkvTensor *t);
/* False, with PyTorch's words in the error, where an operation would keep a tensor of inference mode for the way
 * back. NULL among the operands: none. */
bool gradient_may_keep(Qkv *q, const QkvOp *op, int count, const QkvTensor *const in[]);
/* Takes over from another what a view is a view of, and how it was made. */
void gradient_view(QkvTensor *to, const QkvTensor *from);
/* Hands on to the newest value, after a write in place, the gradient that is kept and the one that is there. */
void gradient_moves(const QkvTensor *to, const QkvTensor *from);
/* Lets the steps that computed `result` from t read t after it was written over with it. */
void gradient_over(Qkv *q, const QkvTensor *t, const QkvTensor *result);
/* Looks at the operands of an operation during a pass: false after the error that one of them, which
 * the way back needs, was written since. */
bool gradient_may_read(Qkv *q, int count, const QkvTensor *const in[]);
/* PyTorch's name for the way back of what a group of operations made. Returns t. */
const QkvTensor *gradient_named(const QkvTensor *t, const char *name);
/* The way back of a whole group: where an operand wants it, the gradient of `out`, which is the last step of the
 * group, goes through op->back of this call. The steps of the group are made without gradients
 * (qkv_gradients), and its operands are those of qkv_now, or NULL where there is none. Returns out. */
const QkvTensor *gradient_whole(Qkv *q, const QkvTensor *out, const QkvOp *op, int count,
                                const QkvTensor *const in[], const QkvParams *params);
/* Gives a loss that was computed in other steps a way back of its own, from the input, the target, its weight and
 * that of the hits, which may be NULL: "binary_cross_entropy", "binary_cross_entropy_with_logits", "smooth_l1_loss". `value` is the
 * beta of the last. */
const QkvTensor *gradient_loss(Qkv *q, const char *name, const QkvTensor *loss,
                               const QkvTensor *const given[4], bool is_mean, double value);
/* t with the flags of `like`, which it is a newer value of and apart from; NULL when memory ends. */
const QkvTensor *gradient_alias(Qkv *q, const QkvTensor *t, const QkvTensor *like);

/* --- for the rows: see QkvOp.back -------------------------------------------------------------- */

#define BACK(name)                                                                                 \
    static const QkvTensor *back_##name(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g)

/* PyTorch's name of a way back that it does not know, and the error that says so. Returns NULL. */
#define NO_GRADIENT "NotImplemented"
const QkvTensor *gradient_unknown(Qkv *q, const QkvCall *c);

/* Gradient that a rule makes of g: see QkvOp.rule. NULL after an error. */
const QkvTensor *back_text(Qkv *q, const QkvCall *c, const char *text, const QkvTensor *g);
/* g as it is; reshaped to the sizes of the operand; nothing: zeros. */
const QkvTensor *back_same(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g);
const QkvTensor *back_shape(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g);
const QkvTensor *back_zero(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g);
/* Where each cell of the result is a copy of one cell of the operand, or of none: g put there. Several
 * are added in the order of the result's cells. */
const QkvTensor *back_copy(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g);
/* The same, and of several the sum begins with 0, as that of an index by tensors does. */
const QkvTensor *back_added(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g);
/* Puts each cell of g where `map` says in a tensor like `in`, -1 for nowhere; `from_0`: as back_added does
 * it. */
const QkvTensor *back_put(Qkv *q, const QkvTensor *in, const QkvTensor *g, const int64_t *map,
                          bool from_0);
/* The other way round: of these sizes, the cell map[i] of g at each place. */
const QkvTensor *back_taken(Qkv *q, const QkvTensor *g, const int64_t *map, int rank,
                            const int64_t *size);
/* Tells whether the positions or the mask by which cells were moved are unchanged since the forward step. */
bool back_knows(Qkv *q, const QkvTensor *places);

#endif
