/* Parts shared by all operations that work cell by cell. Private to core. */
#ifndef CORE_ELEMENTWISE_H
#define CORE_ELEMENTWISE_H

#include "core/label.h"
#include "core/qkv_trace.h"
#include "core/stride.h"
#include "core/walk.h"

/* The result has the broadcast shape of the operands, and: their promoted type; that of numbers, no truths; the same, and
 * no whole number is divided by 0; that or float32; of floats alone; bool. */
bool plan_arithmetic(Qkv *q, QkvCall *c);
bool plan_number(Qkv *q, QkvCall *c);
bool plan_division(Qkv *q, QkvCall *c);
bool plan_float(Qkv *q, QkvCall *c);
bool plan_float_only(Qkv *q, QkvCall *c);
/* True after the error that NumPy computes this in float16. */
bool makes_half(Qkv *q, const QkvCall *c);
bool plan_comparison(Qkv *q, QkvCall *c);

/* The loops, in the type of the result: one cell; two; compare_f or compare_i, by the promoted type; test. */
void kernel_unary(const QkvCall *c);
void kernel_binary(const QkvCall *c);
/* The same for operands that are not broadcast but walked over in another way. */
void kernel_binary_along(const QkvCall *c, Walk w);
void kernel_comparison(const QkvCall *c);
void kernel_test(const QkvCall *c);

void terms_elementwise(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t);

#endif
