/* Leaves: tensors from numbers that somebody gave. */
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/integer.h"
#include "core/rows.h"
#include "core/stride.h"

/* params: at[0] is the type, at[1 ..] the sizes; data the numbers. */
static bool plan_given(Qkv *q, QkvCall *c)
{
    const QkvParams *p = &c->params;
    return qkv_shape(q, c->out, (QkvDType)p->at[0], p->count - 1, p->at + 1);
}

static void copy_given(const QkvCall *c)
{
    if (c->out->count > 0)
        memcpy(c->out->data.raw, c->params.data,
               (size_t)c->out->count * qkv_dtype_size(c->out->dtype));
}

const QkvOp op_tensor = {.name = "tensor",
                         .formula = "the numbers as they are written",
                         .how = QKV_HOW_GIVEN,
                         .plan = plan_given,
                         .kernel = copy_given};

/* Leaves whose numbers follow a rule. */
const QkvOp op_full = {.name = "full",
                       .formula = "the same number everywhere",
                       .how = QKV_HOW_GIVEN,
                       .plan = plan_given,
                       .kernel = copy_given};
const QkvOp op_eye = {.name = "eye",
                      .formula = "1 where row and column are the same, 0 elsewhere",
                      .how = QKV_HOW_GIVEN,
                      .plan = plan_given,
                      .kernel = copy_given};
const QkvOp op_arange = {.name = "arange",
                         .formula = "numbers at equal distances",
                         .how = QKV_HOW_GIVEN,
                         .plan = plan_given,
                         .kernel = copy_given};

const QkvOp op_linspace = {.name = "linspace",
                           .formula = "numbers at equal distances, both ends included",
                           .how = QKV_HOW_GIVEN,
                           .plan = plan_given,
                           .kernel = copy_given};

static const QkvTensor *given(Qkv *q, const QkvOp *op, QkvDType dtype, int rank,
                              const int64_t *size, const void *data)
{
    if (rank < 0 || rank > QKV_MAX_RANK) {
        qkv_fail(q, "%d axes are too many: a tensor has at most %d", rank, QKV_MAX_RANK);
        return NULL;
    }
    QkvParams p = {.count = 1 + rank, .at = {dtype}, .data = data};
    for (int d = 0; d < rank; d++)
        p.at[1 + d] = size[d];
    return qkv_apply(q, op, 0, NULL, &p);
}

const QkvTensor *qkv_floats(Qkv *q, int rank, const int64_t *size, const float *data)
{
    return given(q, &op_tensor, QKV_FLOAT32, rank, size, data);
}

const QkvTensor *qkv_ints(Qkv *q, int rank, const int64_t *size, const int64_t *data)
{
    return given(q, &op_tensor, QKV_INT64, rank, size, data);
}

const QkvTensor *qkv_bools(Qkv *q, int rank, const int64_t *size, const bool *data)
{
    return given(q, &op_tensor, QKV_BOOL, rank, size, data);
}

/* A rank-0 tensor outside the tape. */
static QkvTensor *number(Qkv *q, QkvDType dtype)
{
    QkvTensor *t = arena_new(&q->arena, QkvTensor);
    *t = (QkvTensor){.dtype = dtype, .is_number = true, .count = 1, .step = -1};
    t->data.raw = arena_alloc(&q->arena, qkv_dtype_size(dtype));
    return t;
}

const QkvTensor *qkv_number(Qkv *q, double value)
{
    QkvTensor *t = number(q, QKV_FLOAT32);
    t->data.f[0] = (float)value;
    return t;
}

const QkvTensor *qkv_integer(Qkv *q, int64_t value)
{
    QkvTensor *t = number(q, QKV_INT64);
    t->data.i[0] = value;
    return t;
}

const QkvTensor *qkv_truth(Qkv *q, bool value)
{
    QkvTensor *t = number(q, QKV_BOOL);
    t->data.b[0] = value;
    return t;
}

/* A tensor whose cells are made by `fill`, which is told the cell. The numbers are made before the
 * row is applied, in memory that goes right after. */
typedef double Rule(int64_t cell, const double *of);

static const QkvTensor *ruled(Qkv *q, const QkvOp *op, QkvDType dtype, int rank,
                              const int64_t *size, Rule *rule, const double *of)
{
    QkvTensor shape = {0};
    if (!qkv_shape(q, &shape, dtype, rank, size))
        return NULL;
    Arena scratch = {0};
    shape.data.raw = arena_array(&scratch, (size_t)shape.count, qkv_dtype_size(dtype));
    for (int64_t i = 0; i < shape.count; i++) {
        double x = rule(i, of);
        if (dtype == QKV_FLOAT32)
            shape.data.f[i] = (float)x;
        else if (dtype == QKV_BOOL)
            shape.data.b[i] = x != 0;
        else
            shape.data.i[i] = integer_from(x);
    }
    const QkvTensor *t = given(q, op, dtype, rank, size, shape.data.raw);
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

const QkvTensor *qkv_full(Qkv *q, QkvDType dtype, int rank, const int64_t *size, double value)
{
    if (dtype == QKV_INT64 && !integer_fits(value)) {
        qkv_fail(q, "full: the number does not fit in int64");
        return NULL;
    }
    return ruled(q, &op_full, dtype, rank, size, same, &value);
}

const QkvTensor *qkv_eye(Qkv *q, QkvDType dtype, int64_t rows, int64_t cols)
{
    double of = (double)cols;
    return ruled(q, &op_eye, dtype, 2, (int64_t[]){rows, cols}, diagonal, &of);
}

/* start, start + step, ... in whole numbers. */
static const QkvTensor *counted(Qkv *q, const QkvOp *op, int rank, const int64_t *size,
                                int64_t start, int64_t step)
{
    QkvTensor shape = {0};
    if (!qkv_shape(q, &shape, QKV_INT64, rank, size))
        return NULL;
    Arena scratch = {0};
    int64_t *cell = arena_many(&scratch, (size_t)shape.count, int64_t);
    for (int64_t i = 0; i < shape.count; i++)
        cell[i] = wrap_add(start, wrap_mul(step, i));
    const QkvTensor *t = given(q, op, QKV_INT64, rank, size, cell);
    arena_release(&scratch);
    return t;
}

const QkvTensor *qkv_full_integer(Qkv *q, QkvDType dtype, int rank, const int64_t *size,
                                  int64_t value)
{
    if (dtype == QKV_INT64)
        return counted(q, &op_full, rank, size, value, 0);
    return qkv_full(q, dtype, rank, size, dtype == QKV_BOOL ? value != 0 : (double)(float)value);
}

/* Lets a tensor that was just made lie in memory as `like` does. Its cells are all the same, so none
 * of them moves. */
static const QkvTensor *laid_out(const QkvTensor *t, const QkvTensor *like)
{
    if (t)
        stride_like(like, (QkvTensor *)(uintptr_t)t);
    return t;
}

const QkvTensor *qkv_full_like(Qkv *q, const QkvTensor *like, QkvDType dtype, double value)
{
    return like ? laid_out(qkv_full(q, dtype, like->rank, like->size, value), like) : NULL;
}

const QkvTensor *qkv_full_like_integer(Qkv *q, const QkvTensor *like, QkvDType dtype, int64_t value)
{
    return like ? laid_out(qkv_full_integer(q, dtype, like->rank, like->size, value), like) : NULL;
}

static const QkvTensor *fail_step(Qkv *q)
{
    qkv_fail(q, "arange: the step leads away from the end");
    return NULL;
}

const QkvTensor *qkv_arange_integers(Qkv *q, int64_t start, int64_t stop, int64_t step)
{
    if (step == 0) {
        qkv_fail(q, "arange: the step must not be 0");
        return NULL;
    }
    if (step > 0 ? stop < start : stop > start)
        return fail_step(q);
    uint64_t from = (uint64_t)start, to = (uint64_t)stop, by = (uint64_t)step;
    uint64_t span = step > 0 ? to - from : from - to, size = step > 0 ? by : 0 - by;
    uint64_t count = span / size + (span % size != 0);
    if (count > (uint64_t)INT64_MAX) {
        qkv_fail(q, "arange: too many numbers");
        return NULL;
    }
    return counted(q, &op_arange, 1, (int64_t[]){(int64_t)count}, start, step);
}

const QkvTensor *qkv_arange(Qkv *q, QkvDType dtype, double start, double stop, double step)
{
    if (step == 0 || !isfinite(start) || !isfinite(stop) || !isfinite(step)) {
        qkv_fail(q, "arange: the step must not be 0, and start, end and step must be finite");
        return NULL;
    }
    if (dtype == QKV_BOOL) {
        qkv_fail(q, "arange: there is no counting in bool");
        return NULL;
    }
    if (dtype == QKV_INT64 && integer_fits(start) && integer_fits(stop) && integer_fits(step))
        return qkv_arange_integers(q, (int64_t)start, (int64_t)stop, (int64_t)step);
    double count = ceil((stop - start) / step), of[] = {start, step};
    if (step > 0 ? stop < start : stop > start)
        return fail_step(q);
    if (count > 1e15 || dtype == QKV_INT64) {
        qkv_fail(q, "arange: too many numbers");
        return NULL;
    }
    return ruled(q, &op_arange, dtype, 1, (int64_t[]){(int64_t)count}, distant, of);
}

/* --- linspace: PyTorch counts from the nearer end, and as long as there is room for two of its
 * vectors it makes numbers a vector at a time: the first of each from the end, the others from the
 * first. Number i of n, with vectors of `lanes`: -------------------------------------------------- */

typedef struct Spot {
    int64_t first; /* of its vector                        */
    int64_t steps; /* from the end that is nearer to first */
    bool from_start;
    int64_t lane;
} Spot;

static Spot spot_of(int64_t i, int64_t n, int64_t lanes)
{
    Spot s = {.first = i < n / (2 * lanes) * (2 * lanes) ? i / lanes * lanes : i};
    s.from_start = s.first < n / 2;
    s.steps = s.from_start ? s.first : n - 1 - s.first;
    s.lane = i - s.first;
    return s;
}

enum { FLOAT_LANES = 8, INTEGER_LANES = 4 };

static double spaced(int64_t i, const double *of)
{
    int64_t n = (int64_t)of[2];
    float start = (float)of[0], stop = (float)of[1], step = (stop - start) / (float)(n - 1);
    if (n == 1)
        return (double)start;
    Spot s = spot_of(i, n, FLOAT_LANES);
    float base = s.from_start ? fmaf(step, (float)s.steps, start)
                              : fmaf(-step, (float)s.steps, stop);
    float further = (float)s.lane * step;
    return (double)(s.lane == 0 ? base : base + further);
}

static double spaced_integer(int64_t i, const double *of)
{
    int64_t n = (int64_t)of[2];
    double start = trunc(of[0]), stop = trunc(of[1]), step = (stop - start) / (double)(n - 1);
    if (n == 1)
        return start;
    Spot s = spot_of(i, n, INTEGER_LANES);
    double base = s.from_start ? fma(step, (double)s.steps, start)
                               : fma(-step, (double)s.steps, stop);
    double further = (double)s.lane * step;
    return s.lane == 0 ? base : trunc(base) + further;
}

const QkvTensor *qkv_linspace(Qkv *q, QkvDType dtype, double start, double stop, int64_t count)
{
    const double of[] = {start, stop, (double)count};
    bool ok = true;
    if (count < 0)
        ok = qkv_fail(q, "linspace: the number of steps cannot be %lld", (long long)count);
    else if (dtype == QKV_BOOL)
        ok = qkv_fail(q, "linspace: there is nothing between two bools");
    else
        ok = constant_fits(q, "linspace", dtype, start) &&
             constant_fits(q, "linspace", dtype, stop);
    return ok ? ruled(q, &op_linspace, dtype, 1, &count,
                      dtype == QKV_INT64 ? spaced_integer : spaced, of)
              : NULL;
}
