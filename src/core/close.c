/* Comparing whole tensors: one answer, and no step on the tape. */
#include <math.h>
#include <string.h>

#include "core/rows.h"
#include "core/storage.h"
#include "core/walk.h"

/* Integers are compared as integers, anything else as floats. */
static bool same_cell(const QkvTensor *a, int64_t i, const QkvTensor *b, int64_t j)
{
    if (qkv_is_long(a->dtype) && qkv_is_long(b->dtype))
        return a->data.i[i] == b->data.i[j];
    return (float)qkv_tensor_at(a, i) == (float)qkv_tensor_at(b, j);
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

/* In float32, as PyTorch: the bound is rounded, too. */
static bool is_close(float a, float b, float rtol, float atol, bool equal_nan)
{
    if (a == b || (equal_nan && isnan(a) && isnan(b)))
        return true;
    float distance = fabsf(a - b), part = rtol * b, bound = atol + fabsf(part);
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
        return qkv_fail(q, "allclose: rtol and atol are 0 or more");
    if (!storage_written(q, "allclose", a) || !storage_written(q, "allclose", b) ||
        !plan_broadcast(q, &c, QKV_BOOL) || !qkv_spend(q, 3 * shape.count))
        return false;
    Walk w = walk_operands(&shape, c.count, c.in);
    for (int64_t i = 0; i < shape.count; i++, walk_next(&w))
        if (!same_cell(a, w.cell[0], b, w.cell[1]) &&
            !is_close((float)qkv_tensor_at(a, w.cell[0]), (float)qkv_tensor_at(b, w.cell[1]),
                      (float)rtol, (float)atol, equal_nan))
            return false;
    return true;
}
