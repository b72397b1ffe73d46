/* Comparing whole tensors: one answer, and no step on the tape. */
#include <math.h>
#include <string.h>

#include "core/half.h"
#include "core/rows.h"
#include "core/storage.h"
#include "core/tensor.h"
#include "core/walk.h"

/* Rounded as the type has it, which is that of both operands. */
static double rounded_to_type(double x, QkvDType type)
{
    return type == QKV_FLOAT64 ? x : (double)half_rounded(type, (float)x);
}

/* Numbers that are none of float64 are compared as float32. */
static QkvDType type_of(const QkvTensor *a, const QkvTensor *b)
{
    QkvDType type = type_of_both(a->dtype, b->dtype);
    return qkv_is_float(type) ? type : QKV_FLOAT32;
}

/* Integers are compared as integers, anything else as floats. */
static bool same_cell(const QkvTensor *a, int64_t i, const QkvTensor *b, int64_t j)
{
    QkvDType type = type_of(a, b);
    if (qkv_is_long(a->dtype) && qkv_is_long(b->dtype))
        return a->data.i[i] == b->data.i[j];
    return rounded_to_type(qkv_tensor_at(a, i), type) == rounded_to_type(qkv_tensor_at(b, j), type);
}

bool qkv_equal(Qkv *q, const QkvTensor *a, const QkvTensor *b)
{
    if (!a || !b || a->rank != b->rank ||
        memcmp(a->size, b->size, (size_t)a->rank * sizeof *a->size) != 0 ||
        !storage_written(q, "equal", a) || !storage_written(q, "equal", b) ||
        !qkv_spend(q, 2 * a->count))
        return false;
    for (int64_t i = 0; i < a->count; i++)
        if (!same_cell(a, i, b, i))
            return false;
    return true;
}

/* In the type of the tensors, as PyTorch: in float32 and half types each part of the bound is rounded, too. (Of two
 * float32 a double rounds once what it then rounds again: the result is that of float32.) */
typedef struct Tolerance {
    double rtol, atol;
    bool equal_nan;
    QkvDType type;
} Tolerance;

static bool is_close(const Tolerance *t, double x, double y)
{
    double a = rounded_to_type(x, t->type), b = rounded_to_type(y, t->type);
    if (a == b || (t->equal_nan && isnan(a) && isnan(b)))
        return true;
    double distance = rounded_to_type(fabs(a - b), t->type);
    double part = rounded_to_type(rounded_to_type(t->rtol, t->type) * b, t->type);
    double bound = rounded_to_type(rounded_to_type(t->atol, t->type) + fabs(part), t->type);
    return isfinite(distance) && distance <= bound;
}

bool qkv_allclose(Qkv *q, const QkvTensor *a, const QkvTensor *b, double rtol, double atol,
                  bool equal_nan)
{
    static const QkvOp op = {.name = "allclose"};
    QkvTensor shape = {0};
    QkvCall c = {.op = &op, .count = 2, .in = (const QkvTensor *[]){a, b}, .out = &shape};
    if (!a || !b)
        return false;
    if (a->dtype != b->dtype)
        return qkv_fail(q, "allclose: one is %s and the other %s: use .float() on one",
                        qkv_dtype_name(a->dtype), qkv_dtype_name(b->dtype));
    if (!(rtol >= 0) || !(atol >= 0))
        return qkv_fail(q, "allclose: rtol and atol must be 0 or more");
    if (!storage_written(q, "allclose", a) || !storage_written(q, "allclose", b) ||
        !plan_broadcast(q, &c, QKV_BOOL) || !qkv_spend(q, 3 * shape.count))
        return false;
    Walk w = walk_operands(&shape, c.count, c.in);
    const Tolerance t = {rtol, atol, equal_nan, type_of(a, b)};
    for (int64_t i = 0; i < shape.count; i++, walk_next(&w))
        if (!same_cell(a, w.cell[0], b, w.cell[1]) &&
            !is_close(&t, qkv_tensor_at(a, w.cell[0]), qkv_tensor_at(b, w.cell[1])))
            return false;
    return true;
}
