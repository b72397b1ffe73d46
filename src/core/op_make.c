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
                         .formula = "the numbers as written",
                         .how = QKV_HOW_GIVEN,
                         .is_typed = true,
                         .plan = plan_given,
                         .kernel = copy_given};

/* Memory that nobody has written to: every cell is a hole. */
static bool plan_empty(Qkv *q, QkvCall *c)
{
    if (!plan_given(q, c) || c->out->count == 0)
        return !q->err.set;
    bool *hole = arena_many(&q->arena, (size_t)c->out->count, bool);
    for (int64_t i = 0; hole && i < c->out->count; i++)
        hole[i] = true;
    c->out->hole = hole;
    q->writes++; /* so that whoever looks for what has changed finds it */
    return hole != NULL;
}

static void leave_holes(const QkvCall *c)
{
    (void)c;
}

const QkvOp op_empty = {.name = "empty",
                        .formula = "memory for numbers that are written later",
                        .how = QKV_HOW_GIVEN,
                        .plan = plan_empty,
                        .kernel = leave_holes};

const QkvOp op_triangle_places = {.name = "triangle_indices",
                                  .formula = "the row and column numbers of a triangle's cells",
                                  .how = QKV_HOW_GIVEN,
                                  .plan = plan_given,
                                  .kernel = copy_given};

/* Leaves whose numbers follow a rule: params.data of these rows. */
typedef struct Rule {
    double (*at)(int64_t cell, const double *of); /* NULL: start + step * cell in whole numbers */
    double of[3];
    int64_t start, step;
    const QkvTensor *like; /* how the result lies in memory; NULL: row after row */
} Rule;

static void follow_rule(const QkvCall *c)
{
    const Rule *rule = c->params.data;
    QkvTensor *t = c->out;
    for (int64_t i = 0; i < t->count; i++) {
        if (rule->at)
            put_number(t, i, rule->at(i, rule->of));
        else
            put_integer(t, i, wrap_add(rule->start, wrap_mul(rule->step, i)));
    }
}

static void stride_ruled(QkvCall *c)
{
    const Rule *rule = c->params.data;
    if (rule->like)
        stride_like(rule->like, c->out);
}

#define RULED                                                                                      \
    .how = QKV_HOW_GIVEN, .plan = plan_given, .kernel = follow_rule, .stride = stride_ruled

const QkvOp op_full = {.name = "full", .formula = "the same number everywhere", RULED};
const QkvOp op_eye = {.name = "eye", .formula = "1 where row and column agree, else 0", RULED};
const QkvOp op_arange = {.name = "arange", .formula = "evenly spaced numbers", RULED};

const QkvOp op_linspace = {
    .name = "linspace", .formula = "evenly spaced numbers, ends included", RULED};

static const QkvTensor *given(Qkv *q, const QkvOp *op, QkvDType dtype, int rank,
                              const int64_t *size, const void *data, const char *told)
{
    if (!q || rank < 0 || rank > QKV_MAX_RANK) {
        qkv_lack(q, "%d axes are too many: a tensor has at most %d", rank, QKV_MAX_RANK);
        return NULL;
    }
    QkvParams p = {.count = 1 + rank, .at = {dtype}, .data = data};
    for (int d = 0; d < rank; d++)
        p.at[1 + d] = size[d];
    if (told)
        p.text = arena_string(&q->arena, told);
    return qkv_apply(q, op, 0, NULL, &p);
}

const QkvTensor *qkv_floats(Qkv *q, int rank, const int64_t *size, const float *data)
{
    return given(q, &op_tensor, QKV_FLOAT32, rank, size, data, NULL);
}

const QkvTensor *qkv_ints(Qkv *q, int rank, const int64_t *size, const int64_t *data)
{
    return given(q, &op_tensor, QKV_INT64, rank, size, data, NULL);
}

const QkvTensor *qkv_bools(Qkv *q, int rank, const int64_t *size, const bool *data)
{
    return given(q, &op_tensor, QKV_BOOL, rank, size, data, NULL);
}

const QkvTensor *qkv_given(Qkv *q, QkvDType dtype, int rank, const int64_t *size, const void *data)
{
    return given(q, &op_tensor, dtype, rank, size, data, NULL);
}

const QkvTensor *qkv_loaded(Qkv *q, QkvDType dtype, int rank, const int64_t *size, const void *data,
                            const char *told)
{
    return given(q, &op_tensor, dtype, rank, size, data, told);
}

/* A rank-0 tensor outside the tape. */
static const QkvTensor *make_number(Qkv *q, QkvDType dtype, const void *value)
{
    if (!q)
        return NULL;
    QkvTensor *t = arena_new(&q->arena, QkvTensor);
    void *cell = arena_alloc(&q->arena, qkv_dtype_size(dtype));
    if (!t || !cell)
        return NULL;
    memcpy(cell, value, qkv_dtype_size(dtype));
    *t = (QkvTensor){.dtype = dtype, .is_number = true, .count = 1, .data.raw = cell, .step = -1};
    return t;
}

const QkvTensor *qkv_number(Qkv *q, double value)
{
    const QkvTensor *t = make_number(q, QKV_FLOAT32, &(float){(float)value});
    if (t)
        ((QkvTensor *)(uintptr_t)t)->number = value;
    return t;
}

const QkvTensor *qkv_integer(Qkv *q, int64_t value)
{
    return make_number(q, QKV_INT64, &value);
}

const QkvTensor *qkv_truth(Qkv *q, bool value)
{
    return make_number(q, QKV_BOOL, &(unsigned char){value});
}

static const QkvTensor *ruled(Qkv *q, const QkvOp *op, QkvDType dtype, int rank,
                              const int64_t *size, Rule rule)
{
    return given(q, op, dtype, rank, size, &rule, NULL);
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

/* `like` may be NULL. */
static const QkvTensor *full(Qkv *q, QkvDType dtype, int rank, const int64_t *size, double value,
                             const QkvTensor *like)
{
    if (!constant_fits(q, "full", dtype, value))
        return NULL;
    return ruled(q, &op_full, dtype, rank, size, (Rule){.at = same, .of = {value}, .like = like});
}

static const QkvTensor *full_integer(Qkv *q, QkvDType dtype, int rank, const int64_t *size,
                                     int64_t value, const QkvTensor *like)
{
    if (dtype == QKV_INT64)
        return ruled(q, &op_full, dtype, rank, size, (Rule){.start = value, .like = like});
    double x = stored_as(dtype) == QKV_FLOAT32 ? (double)(float)value : (double)value;
    return full(q, dtype, rank, size, dtype == QKV_BOOL ? value != 0 : x, like);
}

const QkvTensor *qkv_full(Qkv *q, QkvDType dtype, int rank, const int64_t *size, double value)
{
    return full(q, dtype, rank, size, value, NULL);
}

const QkvTensor *qkv_full_integer(Qkv *q, QkvDType dtype, int rank, const int64_t *size,
                                  int64_t value)
{
    return full_integer(q, dtype, rank, size, value, NULL);
}

const QkvTensor *qkv_full_like(Qkv *q, const QkvTensor *like, QkvDType dtype, double value)
{
    return like ? full(q, dtype, like->rank, like->size, value, like) : NULL;
}

const QkvTensor *qkv_full_like_integer(Qkv *q, const QkvTensor *like, QkvDType dtype, int64_t value)
{
    return like ? full_integer(q, dtype, like->rank, like->size, value, like) : NULL;
}

const QkvTensor *qkv_eye(Qkv *q, QkvDType dtype, int64_t rows, int64_t cols)
{
    return ruled(q, &op_eye, dtype, 2, (int64_t[]){rows, cols},
                 (Rule){.at = diagonal, .of = {(double)cols}});
}

static const QkvTensor *fail_step(Qkv *q)
{
    qkv_fail(q, "arange: the step leads away from the end");
    return NULL;
}

/* In whole numbers: in uint8 they wrap around. */
static const QkvTensor *count_up(Qkv *q, QkvDType dtype, int64_t start, int64_t stop, int64_t step)
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
        qkv_lack(q, "arange: too many numbers");
        return NULL;
    }
    return ruled(q, &op_arange, dtype, 1, (int64_t[]){(int64_t)count},
                 (Rule){.start = start, .step = step});
}

const QkvTensor *qkv_arange_integers(Qkv *q, int64_t start, int64_t stop, int64_t step)
{
    return count_up(q, QKV_INT64, start, stop, step);
}

const QkvTensor *qkv_arange(Qkv *q, QkvDType dtype, double start, double stop, double step)
{
    if (step == 0 || !isfinite(start) || !isfinite(stop) || !isfinite(step)) {
        qkv_fail(q, "arange: the step must not be 0, and start, end and step must be finite");
        return NULL;
    }
    if (dtype == QKV_BOOL) {
        qkv_fail(q, "arange: the dtype cannot be bool");
        return NULL;
    }
    if (step > 0 ? stop < start : stop > start)
        return fail_step(q);
    double count = ceil((stop - start) / step);
    bool is_whole = is_integer(dtype);
    if (count > 1e15 || (is_whole && !(integer_fits(start) && integer_fits(step)))) {
        qkv_lack(q, "arange: too many numbers");
        return NULL;
    }
    Rule rule = {.at = distant, .of = {start, step}};
    if (is_whole) /* PyTorch counts in the numbers as they are, and cuts what it writes */
        rule = (Rule){.start = (int64_t)start, .step = (int64_t)step};
    return ruled(q, &op_arange, dtype, 1, (int64_t[]){(int64_t)count}, rule);
}

const QkvTensor *qkv_empty(Qkv *q, QkvDType dtype, int rank, const int64_t *size)
{
    return given(q, &op_empty, dtype, rank, size, NULL, NULL);
}

/* Counts the places, and writes them down when there is `to`. */
static int64_t triangle(int64_t rows, int64_t cols, int64_t diagonal, bool upper, int64_t count,
                        int64_t *to)
{
    int64_t n = 0;
    for (int64_t row = 0; row < rows; row++)
        for (int64_t col = 0; col < cols; col++) {
            if (upper ? col - row < diagonal : col - row > diagonal)
                continue;
            if (to) {
                to[n] = row;
                to[count + n] = col;
            }
            n++;
        }
    return n;
}

const QkvTensor *qkv_triangle_places(Qkv *q, int64_t rows, int64_t cols, int64_t diagonal,
                                     bool upper)
{
    int64_t cells, work = 0;
    if (rows < 0 || cols < 0 || __builtin_mul_overflow(rows, cols, &cells) ||
        __builtin_mul_overflow(cells, 2, &work)) {
        qkv_fail(q, "a triangle of %lld rows and %lld columns cannot be", (long long)rows,
                 (long long)cols);
        return NULL;
    }
    if (!qkv_spend(q, work))
        return NULL;
    rows = cells > 0 ? rows : 0; /* as many rows as one likes have no cells: nothing bounds them */
    int64_t n = triangle(rows, cols, diagonal, upper, 0, NULL);
    int64_t *places = arena_many(&q->arena, 2 * (size_t)n + 1, int64_t);
    if (!places)
        return NULL;
    triangle(rows, cols, diagonal, upper, n, places);
    return given(q, &op_triangle_places, QKV_INT64, 2, (int64_t[]){2, n}, places, NULL);
}

/* --- linspace: PyTorch counts from the nearer end. of: start, stop and how many there are --------- */

static double spaced(int64_t i, const double *of)
{
    int64_t n = (int64_t)of[2];
    float start = (float)of[0], stop = (float)of[1], step = (stop - start) / (float)(n - 1);
    if (n == 1)
        return (double)start;
    return (double)(i < n / 2 ? fmaf(step, (float)i, start)
                              : fmaf(-step, (float)(n - 1 - i), stop));
}

/* As NumPy has it: the end is what was said. */
static double spaced_double(int64_t i, const double *of)
{
    int64_t n = (int64_t)of[2];
    double step = (of[1] - of[0]) / (double)(n - 1);
    return n == 1 ? of[0] : i == n - 1 ? of[1] : (double)i * step + of[0];
}

static double spaced_integer(int64_t i, const double *of)
{
    int64_t n = (int64_t)of[2];
    double start = trunc(of[0]), stop = trunc(of[1]), step = (stop - start) / (double)(n - 1);
    if (n == 1)
        return start;
    return trunc(i < n / 2 ? fma(step, (double)i, start) : fma(-step, (double)(n - 1 - i), stop));
}

const QkvTensor *qkv_linspace(Qkv *q, QkvDType dtype, double start, double stop, int64_t count)
{
    bool ok = true;
    if (count < 0)
        ok = qkv_fail(q, "linspace: the number of steps cannot be %lld", (long long)count);
    else if (is_mask(dtype) || qkv_is_half(dtype))
        ok = qkv_lack(q, "linspace: there are no steps in %s: use int64 or float32",
                      qkv_dtype_name(dtype));
    else
        ok = constant_fits(q, "linspace", dtype, start) &&
             constant_fits(q, "linspace", dtype, stop);
    return ok ? ruled(q, &op_linspace, dtype, 1, &count,
                      (Rule){.at = is_integer(dtype)      ? spaced_integer
                                   : dtype == QKV_FLOAT64 ? spaced_double
                                                          : spaced,
                             .of = {start, stop, (double)count}})
              : NULL;
}
