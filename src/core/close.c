/* Comparing whole tensors: one answer, and no step on the tape. */
#include <math.h>
#include <string.h>

#include "core/rows.h"
#include "core/storage.h"
#include "core/walk.h"

/* Rounded to float32 unless one of the two is float64. */
static double rounded_to_type(double x, bool is_double)
{
    return is_double ? x : (double)(float)x;
}

static bool is_double(const QkvTensor *a, const QkvTensor *b)
{
    return a->dtype == QKV_FLOAT64 || b->dtype == QKV_FLOAT64;
}

/* Integers are compared as integers, anything else as floats. */
static bool same_cell(const QkvTensor *a, int64_t i, const QkvTensor *b, int64_t j)
{
    bool in_double = is_double(a, b);
    if (qkv_is_long(a->dtype) && qkv_is_long(b->dtype))
        return a->data.i[i] == b->data.i[j];
    return rounded_to_type(qkv_tensor_at(a, i), in_double) ==
           rounded_to_type(qkv_tensor_at(b, j), in_double);
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

/* In the type of the tensors, as PyTorch: in float32 each part of the bound is rounded, too. (Of two
 * float32 a double rounds once what it then rounds again: the result is that of float32.) */
typedef struct Tolerance {
    double rtol, atol;
    bool equal_nan, in_double;
} Tolerance;

static bool is_close(const Tolerance *t, double x, double y)
{
    double a = rounded_to_type(x, t->in_double), b = rounded_to_type(y, t->in_double);
    if (a == b || (t->equal_nan && isnan(a) && isnan(b)))
        return true;
    double distance = rounded_to_type(fabs(a - b), t->in_double);
    double part = rounded_to_type(rounded_to_type(t->rtol, t->in_double) * b, t->in_double);
    double bound = rounded_to_type(rounded_to_type(t->atol, t->in_double) + fabs(part),
                                   t->in_double);
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
    const Tolerance t = {rtol, atol, equal_nan, is_double(a, b)};
    for (int64_t i = 0; i < shape.count; i++, walk_next(&w))
        if (!same_cell(a, w.cell[0], b, w.cell[1]) &&
            !is_close(&t, qkv_tensor_at(a, w.cell[0]), qkv_tensor_at(b, w.cell[1])))
            return false;
    return true;
}
