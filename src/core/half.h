/* Half types: computed in float32 and rounded once. Private to core and to the rooms that use it. */
#ifndef CORE_HALF_H
#define CORE_HALF_H

#include "core/qkv_trace.h"

/* The number that a cell of the type keeps: the nearest one, of two the even one, and inf beyond the largest. That of
 * float32 is x. */
float half_rounded(QkvDType type, float x);

/* The same call with half types as float32, for its kernel and its terms: c itself where there are none. Operands that a
 * row casts are rounded first. Memory that is needed comes from `memory`; c where it ends. */
const QkvCall *half_wide(const QkvCall *c, QkvCall *wide, QkvArena *memory);
/* Rounds what the kernel of such a call has put into the result. */
void half_round(const QkvCall *c);

/* The operands of a call of half types as PyTorch's kernel takes them: those of another type are cast by steps of their
 * own, and *in becomes a list of its own. False after an error. */
bool half_cast(Qkv *q, const QkvOp *op, int count, const QkvTensor *const **in);

/* The half type that the result of a call is kept in, also of one that half_wide made; else a type that rounds nothing. */
QkvDType half_kept(const QkvCall *c);

/* The call as float32 for a way back that is rounded once, with steps that widen what it reads; c itself where the way is
 * rounded at each step, and NULL after an error. */
const QkvCall *half_back(Qkv *q, const QkvCall *c);

/* The root below 1, as PyTorch's bfloat16 and rsqrt have it; and whether it is known of the numbers of `a`. */
float half_root_below(const QkvCall *c, int64_t cell, float a);
bool half_knows_roots(Qkv *q, const char *op, const QkvTensor *a);

/* Widens operands to float32, and narrows a result to the type of `like` again, for what PyTorch computes of half types
 * in one kernel, though it is several operations here; `name` is PyTorch's for its way back. NULL gives NULL. */
const QkvTensor *half_widened(Qkv *q, const QkvTensor *t);
const QkvTensor *half_narrowed(Qkv *q, const QkvTensor *t, const QkvTensor *like, const char *name);

/* a + alpha * b, where alpha is a number of their type: PyTorch rounds the product of cells that do not fill its vectors. */
const QkvTensor *half_add_scaled(Qkv *q, const QkvTensor *a, const QkvTensor *b, double alpha);

/* The type of half types that the operands decide on, or float32. */
QkvDType half_type(int count, const QkvTensor *const in[]);

#endif
