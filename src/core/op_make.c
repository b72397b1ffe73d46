/* Leaves: tensors from numbers that somebody gave. */
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/integer.h"
#include "core/rows.h"

/* params: at[0] is the type, at[1 ..] the sizes; data the numbers. */
static bool plan_given(Qkv *q, Call *c)
{
    const Params *p = &c->params;
    return qkv_shape(q, c->out, (DType)p->at[0], p->count - 1, p->at + 1);
}

static void copy_given(const Call *c)
{
    if (c->out->count > 0)
        memcpy(c->out->data.raw, c->params.data, (size_t)c->out->count * dtype_size(c->out->dtype));
}

const Op op_tensor = {.name = "tensor",
                      .formula = "the numbers as they are written",
                      .how = HOW_GIVEN,
                      .plan = plan_given,
                      .kernel = copy_given};

/* Leaves whose numbers follow a rule. */
const Op op_full = {.name = "full",
                    .formula = "the same number everywhere",
                    .how = HOW_GIVEN,
                    .plan = plan_given,
                    .kernel = copy_given};
const Op op_eye = {.name = "eye",
                   .formula = "1 where row and column are the same, 0 elsewhere",
                   .how = HOW_GIVEN,
                   .plan = plan_given,
                   .kernel = copy_given};
const Op op_arange = {.name = "arange",
                      .formula = "numbers at equal distances",
                      .how = HOW_GIVEN,
                      .plan = plan_given,
                      .kernel = copy_given};

static const Tensor *given(Qkv *q, const Op *op, DType dtype, int rank, const int64_t *size,
                           const void *data)
{
    if (rank < 0 || rank > QKV_MAX_RANK) {
        qkv_fail(q, "%d axes are too many: a tensor has at most %d", rank, QKV_MAX_RANK);
        return NULL;
    }
    Params p = {.count = 1 + rank, .at = {dtype}, .data = data};
    for (int d = 0; d < rank; d++)
        p.at[1 + d] = size[d];
    return qkv_apply(q, op, 0, NULL, &p);
}

const Tensor *qkv_floats(Qkv *q, int rank, const int64_t *size, const float *data)
{
    return given(q, &op_tensor, DTYPE_FLOAT32, rank, size, data);
}

const Tensor *qkv_ints(Qkv *q, int rank, const int64_t *size, const int64_t *data)
{
    return given(q, &op_tensor, DTYPE_INT64, rank, size, data);
}

const Tensor *qkv_bools(Qkv *q, int rank, const int64_t *size, const bool *data)
{
    return given(q, &op_tensor, DTYPE_BOOL, rank, size, data);
}

/* A rank-0 tensor outside the tape. */
static Tensor *number(Qkv *q, DType dtype)
{
    Tensor *t = arena_new(&q->arena, Tensor);
    *t = (Tensor){.dtype = dtype, .is_number = true, .count = 1, .step = -1};
    t->data.raw = arena_alloc(&q->arena, dtype_size(dtype));
    return t;
}

const Tensor *qkv_number(Qkv *q, double value)
{
    Tensor *t = number(q, DTYPE_FLOAT32);
    t->data.f[0] = (float)value;
    return t;
}

const Tensor *qkv_integer(Qkv *q, int64_t value)
{
    Tensor *t = number(q, DTYPE_INT64);
    t->data.i[0] = value;
    return t;
}

const Tensor *qkv_truth(Qkv *q, bool value)
{
    Tensor *t = number(q, DTYPE_BOOL);
    t->data.b[0] = value;
    return t;
}

/* A tensor whose cells are made by `fill`, which is told the cell. The numbers are made before the
 * row is applied, in memory that goes right after. */
typedef double Rule(int64_t cell, const double *of);

static const Tensor *ruled(Qkv *q, const Op *op, DType dtype, int rank, const int64_t *size,
                           Rule *rule, const double *of)
{
    Tensor shape = {0};
    if (!qkv_shape(q, &shape, dtype, rank, size))
        return NULL;
    Arena scratch = {0};
    shape.data.raw = arena_array(&scratch, (size_t)shape.count, dtype_size(dtype));
    for (int64_t i = 0; i < shape.count; i++) {
        double x = rule(i, of);
        if (dtype == DTYPE_FLOAT32)
            shape.data.f[i] = (float)x;
        else if (dtype == DTYPE_BOOL)
            shape.data.b[i] = x != 0;
        else
            shape.data.i[i] = integer_from(x);
    }
    const Tensor *t = given(q, op, dtype, rank, size, shape.data.raw);
    arena_release(&scratch);
    return t;
}

static double same(int64_t cell, const double *of)
{
    (void)cell;
    return of[0];
}

static double diagonal(int64_t cell, const double *of)
{
    int64_t cols = (int64_t)of[0];
    return cell / cols == cell % cols;
}

static double distant(int64_t cell, const double *of)
{
    return of[0] + of[1] * (double)cell;
}

const Tensor *qkv_full(Qkv *q, DType dtype, int rank, const int64_t *size, double value)
{
    if (dtype == DTYPE_INT64 && !integer_fits(value)) {
        qkv_fail(q, "full: the number does not fit in int64");
        return NULL;
    }
    return ruled(q, &op_full, dtype, rank, size, same, &value);
}

const Tensor *qkv_eye(Qkv *q, DType dtype, int64_t rows, int64_t cols)
{
    double of = (double)cols;
    return ruled(q, &op_eye, dtype, 2, (int64_t[]){rows, cols}, diagonal, &of);
}

const Tensor *qkv_arange(Qkv *q, DType dtype, double start, double stop, double step)
{
    if (step == 0 || !isfinite(start) || !isfinite(stop) || !isfinite(step)) {
        qkv_fail(q, "arange: the step must not be 0, and start, end and step must be finite");
        return NULL;
    }
    double count = ceil((stop - start) / step), of[] = {start, step};
    if (step > 0 ? stop < start : stop > start) {
        qkv_fail(q, "arange: the step leads away from the end");
        return NULL;
    }
    if (count > 1e15) {
        qkv_fail(q, "arange: too many numbers");
        return NULL;
    }
    return ruled(q, &op_arange, dtype, 1, (int64_t[]){(int64_t)count}, distant, of);
}
