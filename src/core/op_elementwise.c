/* Operations that work cell by cell. A row names the arithmetic of one cell; broadcasting, the
 * types, the loop and the terms are the same for all.
 *
 * PyTorch's log, tanh, sin and cos come from Sleef, within one unit in the last place; here they are
 * computed in double and rounded, so that no libm's own last bit is seen. */
#include <math.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/half.h"
#include "core/integer.h"
#include "core/kinds.h"
#include "core/lanes.h"
#include "core/math32.h"
#include "core/walk.h"

/* "(3, 4) and (3,) and (2,)", for messages. */
static const char *shapes(Qkv *q, const QkvCall *c)
{
    Buf text = {.arena = qkv_arena(q)};
    for (int i = 0; i < c->count; i++)
        buf_printf(&text, "%s%s", i ? " and " : "", SIZES(c->in[i]));
    return buf_text(&text);
}

bool plan_broadcast(Qkv *q, QkvCall *c, QkvDType dtype)
{
    int rank = 0;
    for (int i = 0; i < c->count; i++)
        rank = c->in[i]->rank > rank ? c->in[i]->rank : rank;
    int64_t size[QKV_MAX_RANK];
    for (int d = 0; d < rank; d++) {
        size[d] = 1;
        for (int i = 0; i < c->count; i++) {
            int own = d - (rank - c->in[i]->rank);
            int64_t n = own < 0 ? 1 : c->in[i]->size[own];
            if (n != 1 && size[d] != 1 && n != size[d]) {
                FAULT_OF(q, c, QKV_FAULT_BROADCAST, size[d], n, d);
                return qkv_fail(q,
                                "%s: sizes do not fit: %s: counted from the right, axes must be "
                                "equal or 1, and %lld meets %lld",
                                qkv_written(c->op), shapes(q, c), (long long)size[d], (long long)n);
            }
            size[d] = n != 1 ? n : size[d];
        }
    }
    return qkv_shape(q, c->out, dtype, rank, size);
}

/* NumPy does not wrap a plain integer that the type of the result cannot hold. */
static bool numbers_fit(Qkv *q, const QkvCall *c, QkvDType type)
{
    for (int i = 0; i < c->count && are_arrays(c->count, c->in) && is_integer(type); i++) {
        const QkvTensor *t = c->in[i];
        int64_t x = t->is_number && is_integer(t->dtype) ? cell_integer(t, 0) : 0;
        if (integer_as(type, x) == x)
            continue;
        context_fault_bounds(q, x, type);
        return qkv_fail(q, "%s: %lld does not fit in %s", qkv_written(c->op), (long long)x,
                        qkv_dtype_name(type));
    }
    return true;
}

bool plan_arithmetic(Qkv *q, QkvCall *c)
{
    return numbers_fit(q, c, promoted(c)) && plan_broadcast(q, c, promoted(c)) &&
           qkv_spend(q, c->out->count);
}

bool makes_half(Qkv *q, const QkvCall *c)
{
    return are_arrays(c->count, c->in) && is_mask(promoted(c)) &&
           !qkv_lack(q, "%s: of %s NumPy makes float16, which is not here: use .astype(float)",
                     qkv_written(c->op), qkv_dtype_name(c->in[0]->dtype));
}

bool plan_float(Qkv *q, QkvCall *c)
{
    return !(c->count == 1 && makes_half(q, c)) && plan_broadcast(q, c, floating(c)) &&
           qkv_spend(q, c->out->count);
}

/* Of floats alone: PyTorch has no such function of integers. */
bool plan_float_only(Qkv *q, QkvCall *c)
{
    if (!qkv_is_float(c->in[0]->dtype))
        return qkv_fail(q, "%s: the numbers are %s and must be float32: use .float() first",
                        c->op->name, qkv_dtype_name(c->in[0]->dtype));
    return plan_float(q, c);
}

bool plan_comparison(Qkv *q, QkvCall *c)
{
    if (c->op->kernel == kernel_test && !c->op->test)
        return op_lacks(q, c->op, "test");
    return plan_broadcast(q, c, QKV_BOOL) && qkv_spend(q, c->out->count);
}

static bool plan_no_bool(Qkv *q, QkvCall *c)
{
    if (promoted(c) == QKV_BOOL) {
        FAULT_OF(q, c, QKV_FAULT_NEGATIVE, 0);
        return qkv_fail(
            q, "%s: bool tensors cannot be subtracted or negated: use ~ or ^, or .long() first",
            qkv_written(c->op));
    }
    return plan_arithmetic(q, c);
}

static bool plan_sub(Qkv *q, QkvCall *c)
{
    bool are_all = are_arrays(c->count, c->in) && promoted(c) != QKV_BOOL;
    for (int i = 0; i < c->count && !are_all; i++)
        if (c->in[i]->dtype == QKV_BOOL) {
            FAULT_OF(q, c, QKV_FAULT_MINUS, 0);
            return qkv_fail(q,
                            "-: bool tensors cannot be subtracted: use ~ or ^, or .long() first");
        }
    return plan_arithmetic(q, c);
}

/* A bound that is a plain number is one of the type. */
static bool plan_bound(Qkv *q, QkvCall *c)
{
    const QkvTensor *bound = c->in[1];
    return (!bound->is_number || !qkv_is_float(promoted(c)) ||
            constant_fits(q, "clamp", promoted(c), cell_double(bound, 0))) &&
           plan_arithmetic(q, c);
}

/* A plain number divided by a tensor: PyTorch multiplies with the reciprocal. */
static bool plan_div(Qkv *q, QkvCall *c)
{
    if (c->in[0]->is_number && !c->in[1]->is_number)
        c->op = &op_div_number;
    return plan_float(q, c);
}

/* Tells whether an integer exponent is negative: PyTorch looks at a plain one alone, NumPy at all of them. */
static bool has_negative_power(const QkvCall *c)
{
    const QkvTensor *exponent = c->in[1];
    int64_t n = exponent->is_number || are_arrays(c->count, c->in) ? exponent->count : 0;
    for (int64_t i = 0; i < n; i++)
        if (qkv_tensor_at(exponent, i) < 0)
            return true;
    return false;
}

static bool plan_pow(Qkv *q, QkvCall *c)
{
    const QkvTensor *exponent = c->in[1];
    if (exponent->is_number)
        c->op = &op_pow_number;
    if (promoted(c) == QKV_BOOL || (c->in[0]->is_array && c->in[0]->dtype == QKV_BOOL))
        return qkv_fail(q, "**: bool tensors have no powers: use .long() first");
    if (is_integer(promoted(c)) && has_negative_power(c)) {
        FAULT_OF(q, c, QKV_FAULT_POWER, 0);
        return qkv_fail(q, "**: integers to a negative integer power are not integers: "
                           "use .float() first");
    }
    if (exponent->is_number && cell_double(exponent, 0) == -0.5 &&
        !half_knows_roots(q, "**", c->in[0]))
        return false;
    return (!exponent->is_number ||
            constant_fits(q, "**", promoted(c), cell_double(exponent, 0))) &&
           plan_arithmetic(q, c);
}

bool plan_number(Qkv *q, QkvCall *c)
{
    if (promoted(c) == QKV_BOOL)
        return qkv_fail(q, "%s: bool tensors are not numbers: use .long() first",
                        qkv_written(c->op));
    return plan_arithmetic(q, c);
}

static bool plan_bits(Qkv *q, QkvCall *c)
{
    for (int i = 0; i < c->count; i++)
        if (qkv_is_float(c->in[i]->dtype)) {
            FAULT_OF(q, c, QKV_FAULT_BITS, 0);
            return qkv_fail(
                q, "%s: floats have no bits to combine: compare them first, or use .long()",
                qkv_written(c->op));
        }
    return plan_arithmetic(q, c);
}

/* ~ of a truth is not, of an integer each bit turned round. */
static bool plan_not(Qkv *q, QkvCall *c)
{
    if (c->in[0]->dtype == QKV_BOOL)
        c->op = &op_not_truth;
    return plan_bits(q, c);
}

/* Whole numbers cannot be divided by 0; floats give inf or nan. */
bool plan_division(Qkv *q, QkvCall *c)
{
    if (!plan_number(q, c))
        return false;
    const QkvTensor *by = c->in[1];
    bool is_whole = is_integer(c->out->dtype) && c->out->count > 0;
    for (int64_t i = 0; is_whole && i < by->count; i++)
        if (integer_as(c->out->dtype, cell_integer(by, i)) == 0)
            return qkv_fail(q, "%s: a whole number is divided by zero", qkv_written(c->op));
    return true;
}

/* The arithmetic of one cell can take a quarter of a microsecond: the rest of 3e38 / 1e-38. Asked for
 * so many cells that are not computed in vectors. */
enum { LINE = 1024, WORK = 256 };

void kernel_unary(const QkvCall *c)
{
    const QkvOp *op = c->op;
    const QkvTensor *a = c->in[0];
    QkvTensor *out = c->out;
    const QkvDType type = out->dtype;
    bool is_half = op->h1 && qkv_is_half(c->kept);
    if (type == QKV_FLOAT32 && a->dtype == type && op->f1_run && !is_half) {
        op->f1_run(out->data.f, a->data.f, out->count);
        return;
    }
    for (int64_t i = 0; i < out->count && (i % LINE || qkv_goes_on(c, LINE * WORK)); i++)
        if (is_half)
            out->data.f[i] = op->h1(c, i, cell_float(a, i));
        else if (type == QKV_FLOAT32 && !op->f1)
            out->data.f[i] = (float)op->d1((double)cell_float(a, i));
        else if (type == QKV_FLOAT32)
            out->data.f[i] = op->f1(cell_float(a, i));
        else if (type == QKV_FLOAT64)
            out->data.d[i] = op->d1(cell_double(a, i));
        else
            put_integer(out, i, op->i1(cell_integer(a, i)));
}

/* Some cells of an operand as the arithmetic wants them, `step` apart: where they are, or put side by
 * side where they are of another type. */
typedef struct CellRow {
    int64_t step;
    union {
        const void *raw;
        const float *f;
        const double *d;
        const int64_t *i;
    } at;
    union {
        float f[LINE];
        double d[LINE];
        int64_t i[LINE];
    } own;
} CellRow;

static void line_read(CellRow *l, QkvDType type, const QkvTensor *t, int64_t cell, int64_t step,
                      int64_t n)
{
    bool is_whole = type == QKV_INT64 || qkv_is_float(type);
    if (t->dtype == type && is_whole) {
        l->step = step;
        l->at.raw = (const char *)t->data.raw + (size_t)cell * qkv_dtype_size(type);
        return;
    }
    l->step = step != 0;
    l->at.raw = &l->own;
    for (int64_t k = 0; k < (step ? n : 1); k++)
        if (type == QKV_FLOAT32)
            l->own.f[k] = cell_float(t, cell + k * step);
        else if (type == QKV_FLOAT64)
            l->own.d[k] = cell_double(t, cell + k * step);
        else
            l->own.i[k] = integer_as(type, cell_integer(t, cell + k * step));
}

typedef void Line(const QkvCall *c, int64_t to, const CellRow *a, const CellRow *b, int64_t n);

/* The loop over a line, which puts a cell of the result for the cells x and y of the operands. */
#define LINE_OF(name, type, field, put)                                                            \
    static void name(const QkvCall *c, int64_t to, const CellRow *a, const CellRow *b, int64_t n)  \
    {                                                                                              \
        const type *left = a->at.field, *right = b->at.field;                                      \
        const int64_t left_step = a->step, right_step = b->step;                                   \
        const QkvOp *op = c->op;                                                                   \
        for (int64_t k = 0; k < n; k++, left += left_step, right += right_step) {                  \
            type x = *left, y = *right;                                                            \
            put;                                                                                   \
        }                                                                                          \
    }
LINE_OF(of_floats, float, f, c->out->data.f[to + k] = op->f2(x, y))
LINE_OF(of_halves, float, f, c->out->data.f[to + k] = op->h2(c, to + k, x, y))
LINE_OF(of_rounded, float, f, c->out->data.f[to + k] = (float)op->d2((double)x, (double)y))
LINE_OF(of_doubles, double, d, c->out->data.d[to + k] = op->d2(x, y))
LINE_OF(of_integers, int64_t, i, put_integer(c->out, to + k, op->i2(x, y)))
LINE_OF(compared_f, float, f, c->out->data.b[to + k] = op->compare_f((double)x, (double)y))
LINE_OF(compared_d, double, d, c->out->data.b[to + k] = op->compare_f(x, y))
LINE_OF(compared_i, int64_t, i, c->out->data.b[to + k] = op->compare_i(x, y))

static void in_one_run(const QkvCall *c, int64_t to, const CellRow *a, const CellRow *b, int64_t n)
{
    c->op->f2_run(c->out->data.f + to, a->at.f, a->step, b->at.f, b->step, n);
}

/* Computes the result line by line, with the operands as cells of one type. */
static void by_lines(const QkvCall *c, Walk w, QkvDType type, Line *compute)
{
    CellRow a, b;
    walk_join(&w);
    int64_t run = walk_run(&w), a_step = walk_step(&w, 0), b_step = walk_step(&w, 1), n;
    for (int64_t i = 0; i < c->out->count; i += run, walk_next_run(&w))
        for (int64_t k = 0; k < run; k += n) {
            n = run - k < LINE ? run - k : LINE;
            if (!qkv_goes_on(c, n * WORK))
                return;
            line_read(&a, type, c->in[0], w.cell[0] + k * a_step, a_step, n);
            line_read(&b, type, c->in[1], w.cell[1] + k * b_step, b_step, n);
            compute(c, i + k, &a, &b, n);
        }
}

/* Computes in vectors where both operands are floats, and so is the result. */
static void in_vectors(const QkvCall *c, Walk w)
{
    const float *a = c->in[0]->data.f, *b = c->in[1]->data.f;
    walk_join(&w);
    int64_t n = walk_run(&w), a_step = walk_step(&w, 0), b_step = walk_step(&w, 1);
    for (int64_t i = 0; i < c->out->count; i += n, walk_next_run(&w))
        c->op->f2_run(c->out->data.f + i, a + w.cell[0], a_step, b + w.cell[1], b_step, n);
}

void kernel_binary_along(const QkvCall *c, Walk w)
{
    QkvDType type = qkv_is_float(c->out->dtype) ? c->out->dtype : promoted(c);
    bool is_float = type == QKV_FLOAT32;
    if (is_float && c->op->h2 && qkv_is_half(c->kept))
        by_lines(c, w, type, of_halves);
    else if (is_float && c->op->f2_run && c->in[0]->dtype == type && c->in[1]->dtype == type)
        in_vectors(c, w);
    else if (is_float)
        by_lines(c, w, type, c->op->f2_run ? in_one_run : c->op->f2 ? of_floats : of_rounded);
    else
        by_lines(c, w, type, type == QKV_FLOAT64 ? of_doubles : of_integers);
}

void kernel_binary(const QkvCall *c)
{
    kernel_binary_along(c, walk_operands(c->out, c->count, c->in));
}

void kernel_comparison(const QkvCall *c)
{
    QkvDType type = promoted(c);
    by_lines(c, walk_operands(c->out, c->count, c->in), type,
             type == QKV_FLOAT32   ? compared_f
             : type == QKV_FLOAT64 ? compared_d
                                   : compared_i);
}

void kernel_test(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count; i++)
        c->out->data.b[i] = c->op->test(qkv_tensor_at(c->in[0], i));
}

void terms_elementwise(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    Walk w = walk_operands(c->out, c->count, c->in);
    walk_to(&w, cell);
    QkvTerm term = {{0, w.cell[0]}, {-1, 0}};
    if (c->count > 1)
        term.b = (QkvSource){1, w.cell[1]};
    qkv_terms_new(a, t, 1, &term);
}

/* --- the arithmetic of one cell ------------------------------------------------------------- */

/* clang-format off */
/* NOLINTBEGIN(bugprone-macro-parentheses): a sign has none */
/* name_d: one cell. name_run: n of them, eight at a time where the operands lie side by side or are a
 * single number. */
#define ARITHMETIC(name, sign)                                                                     \
    static double name##_d(double a, double b) { return a sign b; }                                \
    CLONED static void name##_run(float *out, const float *a, int64_t a_step, const float *b,             \
                           int64_t b_step, int64_t n)                                              \
    {                                                                                              \
        int64_t i = 0;                                                                             \
        if (a_step == 1 && b_step == 1)                                                            \
            for (; i + LANES <= n; i += LANES)                                                     \
                lanes_put(out + i, lanes_at(a + i) sign lanes_at(b + i));                          \
        else if (a_step == 1 && b_step == 0)                                                       \
            for (; i + LANES <= n; i += LANES)                                                     \
                lanes_put(out + i, lanes_at(a + i) sign *b);                                       \
        for (; i < n; i++)                                                                         \
            out[i] = a[i * a_step] sign b[i * b_step];                                             \
    }
ARITHMETIC(add, +)
ARITHMETIC(sub, -)
ARITHMETIC(mul, *)
ARITHMETIC(div, /)
/* NOLINTEND(bugprone-macro-parentheses) */

static float div_number_f(float a, float b) { return a * (1.0f / b); }

/* The reciprocal is a number of the type of b. */
static float div_number_h(const QkvCall *c, int64_t cell, float a, float b)
{
    (void)cell;
    return a * half_rounded(c->kept, 1.0f / b);
}

static double div_number_d(double a, double b) { return a / b; }
static void exp_run(float *out, const float *a, int64_t n) { powers_run(out, a, 0, n, NULL); }
static double neg_d(double a) { return -a; }
static int64_t neg_i(int64_t a) { return wrap_sub(0, a); }

static int64_t pow_i(int64_t a, int64_t b)
{
    if (b < 0)
        return a == 1 ? 1 : a != -1 ? 0 : b % 2 ? -1 : 1;
    int64_t result = 1;
    for (; b > 0; b >>= 1, a = wrap_mul(a, a))
        if (b & 1)
            result = wrap_mul(result, a);
    return result;
}

/* Of bfloat16 PyTorch rounds the square in a cube and below a fraction, and some roots below one. */
static float pow_number_h(const QkvCall *c, int64_t cell, float a, float b)
{
    if (b == -0.5f && c->kept == QKV_BFLOAT16)
        return half_root_below(c, cell, a);
    float square = c->kept == QKV_BFLOAT16 ? half_rounded(c->kept, a * a) : a * a;
    return b == 3.0f ? square * a : b == -2.0f ? 1.0f / square : pow32_number(a, b);
}

static bool eq_f(double a, double b) { return a == b; }
static bool ne_f(double a, double b) { return a != b; }
static bool lt_f(double a, double b) { return a < b; }
static bool le_f(double a, double b) { return a <= b; }
static bool gt_f(double a, double b) { return a > b; }
static bool ge_f(double a, double b) { return a >= b; }
static bool eq_i(int64_t a, int64_t b) { return a == b; }
static bool ne_i(int64_t a, int64_t b) { return a != b; }
static bool lt_i(int64_t a, int64_t b) { return a < b; }
static bool le_i(int64_t a, int64_t b) { return a <= b; }
static bool gt_i(int64_t a, int64_t b) { return a > b; }
static bool ge_i(int64_t a, int64_t b) { return a >= b; }

static float sigmoid_f(float a)
{
    float power = exp32(0.0f - a);
    return 1.0f / (1.0f + power);
}

static double sigmoid_d(double a) { return 1 / (1 + exp(-a)); }

static int64_t abs_i(int64_t a) { return a < 0 ? wrap_sub(0, a) : a; }

/* A NaN stays. */
static double relu_d(double a) { return a < 0 ? 0 : a; }
static int64_t relu_i(int64_t a) { return a < 0 ? 0 : a; }

/* A NaN wins; of 0 and -0 the first. */
static double maximum_d(double a, double b) { return isnan(b) || a < b ? (isnan(a) ? a : b) : a; }
static double minimum_d(double a, double b) { return isnan(b) || b < a ? (isnan(a) ? a : b) : a; }
static int64_t maximum_i(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t minimum_i(int64_t a, int64_t b) { return a < b ? a : b; }

/* The rest has the sign of the divisor, as in Python. */
static double remainder_d(double a, double b)
{
    double rest = fmod(a, b);
    return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
}

/* By way of the exact rest, so that the quotient is never one too large. */
static float floor_divide_f(float a, float b)
{
    if (b == 0)
        return a / b;
    float rest = fmodf(a, b), quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0))
        quotient -= 1.0f;
    if (quotient == 0)
        return copysignf(0.0f, a / b);
    float whole = floorf(quotient);
    return quotient - whole > 0.5f ? whole + 1.0f : whole;
}

/* Each step is rounded, but where the divisor is a plain number. */
static float floor_divide_h(const QkvCall *c, int64_t cell, float a, float b)
{
    const QkvDType kept = c->kept;
    (void)cell;
    if (c->in[1]->is_number || b == 0)
        return floor_divide_f(a, b);
    a = half_rounded(kept, a);
    float rest = half_rounded(kept, fmodf(a, b));
    float quotient = half_rounded(kept, half_rounded(kept, a - rest) / b);
    if (rest != 0 && (b < 0) != (rest < 0))
        quotient = half_rounded(kept, quotient - 1.0f);
    if (quotient == 0)
        return copysignf(0.0f, a / b);
    float whole = floorf(quotient);
    return half_rounded(kept, quotient - whole) > 0.5f ? half_rounded(kept, whole + 1.0f) : whole;
}

static double floor_divide_d(double a, double b)
{
    if (b == 0)
        return a / b;
    double rest = fmod(a, b), quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0))
        quotient -= 1;
    if (quotient == 0)
        return copysign(0, a / b);
    double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
}

static int64_t remainder_i(int64_t a, int64_t b)
{
    int64_t rest = b == -1 ? 0 : a % b; /* the smallest integer % -1 would trap */
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static int64_t floor_divide_i(int64_t a, int64_t b)
{
    if (b == -1)
        return wrap_sub(0, a);
    int64_t rest = a % b;
    return a / b - (rest != 0 && (rest < 0) != (b < 0));
}

static int64_t and_i(int64_t a, int64_t b) { return a & b; }
static int64_t or_i(int64_t a, int64_t b) { return a | b; }
static int64_t xor_i(int64_t a, int64_t b) { return a ^ b; }
static int64_t invert_i(int64_t a) { return ~a; }
static int64_t not_i(int64_t a) { return !a; }
static bool is_nan(double a) { return isnan(a); }
static bool is_inf(double a) { return isinf(a); }
static bool is_finite(double a) { return isfinite(a); }

/* --- gradients: see QkvOp.back ---------------------------------------------------------------- */

static const QkvTensor *gradient_number(Qkv *q, double x) { return qkv_number(q, x); }
static bool is_number_tensor(const QkvTensor *t) { return t->is_number; }

static const QkvTensor *not_where(Qkv *q, const QkvTensor *condition, const QkvTensor *g)
{
    return qkv_where(q, condition, gradient_number(q, 0), g);
}

static const char *named_sub(const QkvCall *c) { return is_number_tensor(c->in[0]) ? "RsubBackward1" : "SubBackward0"; }

/* g * (n * a ** (n - 1)), and nothing where n is 0. */
BACK(pow_number)
{
    const QkvTensor *a = c->in[0], *n = c->in[1];
    double x = cell_double(n, 0);
    if (operand != 0 || x == 0)
        return back_zero(q, c, operand, g);
    if (x == 1)
        return g;
    return qkv_mul(q, g, qkv_mul(q, n, x == 2 ? a : qkv_pow(q, a, gradient_number(q, x - 1))));
}

/* The exponent's: g * (out * log a), and nothing where a is 0 and the exponent is not negative. */
static const QkvTensor *back_exponent(Qkv *q, const QkvCall *c, const QkvTensor *g)
{
    const QkvTensor *a = c->in[0], *zero = gradient_number(q, 0), *is_flat;
    double base = is_number_tensor(a) ? cell_double(a, 0) : 0;
    const QkvTensor *slope = qkv_mul(q, c->out, is_number_tensor(a) ? gradient_number(q, log(base)) : qkv_log(q, a));
    if (is_number_tensor(a) && base != 0)
        return qkv_mul(q, g, slope);
    is_flat = qkv_ge(q, c->in[1], zero);
    if (!is_number_tensor(a))
        is_flat = qkv_and(q, qkv_eq(q, a, zero), is_flat);
    return qkv_mul(q, g, qkv_where(q, is_flat, zero, slope));
}

BACK(pow)
{
    const QkvTensor *a = c->in[0], *b = c->in[1], *slope;
    if (operand == 1)
        return back_exponent(q, c, g);
    slope = qkv_mul(q, b, qkv_pow(q, a, qkv_sub(q, b, gradient_number(q, 1))));
    return not_where(q, qkv_eq(q, b, gradient_number(q, 0)), qkv_mul(q, g, slope));
}

static const char *named_pow(const QkvCall *c) { return is_number_tensor(c->in[0]) ? "PowBackward2" : "PowBackward1"; }

/* At a bound that is a number nothing has the gradient, and a tensor shares it. */
BACK(at_least) { return back_text(q, c, is_number_tensor(c->in[1]) ? "g if a > b else 0" : op_maximum.rule[operand], g); }
BACK(at_most) { return back_text(q, c, is_number_tensor(c->in[1]) ? "g if a < b else 0" : op_minimum.rule[operand], g); }

static const char *named_clamp(const QkvCall *c) { return is_number_tensor(c->in[1]) ? "ClampBackward1" : "ClampBackward0"; }

static const char *named_remainder(const QkvCall *c)
{
    return is_number_tensor(c->in[0]) ? NO_GRADIENT : is_number_tensor(c->in[1]) ? "RemainderBackward0" : "RemainderBackward1";
}

/* --- the rows ------------------------------------------------------------------------------- */

#define BITS .signature = "input:O other:O", .plan = plan_bits, OF_TWO

const QkvOp op_add = {.name = "add", .symbol = "+", .formula = "out[..] = a[..] + b[..]",
                      .plan = plan_arithmetic, .d2 = add_d, .f2_run = add_run, .i2 = wrap_add, .rule = {"g", "g"}, OPERATOR};
const QkvOp op_sub = {.name = "sub", .named = named_sub, .symbol = "-", .formula = "out[..] = a[..] - b[..]",
                      .plan = plan_sub, .d2 = sub_d, .f2_run = sub_run, .i2 = wrap_sub, .rule = {"g", "-g"}, OPERATOR};
const QkvOp op_mul = {.name = "mul", .symbol = "*", .formula = "out[..] = a[..] * b[..]",
                      .plan = plan_arithmetic, .d2 = mul_d, .f2_run = mul_run, .i2 = wrap_mul, .rule = {"g * b", "g * a"}, .keeps_number = true, .scales = true, OPERATOR};
const QkvOp op_div = {.name = "div", .symbol = "/", .formula = "out[..] = a[..] / b[..]",
                      .plan = plan_div, .d2 = div_d, .f2_run = div_run, .rule = {"g / b", "-g * (a / b / b)"}, .keeps_number = true, .scales = true, OPERATOR};
const QkvOp op_div_number = {.name = "div", .rule = {NULL, "s = reciprocal(b); -(g * a) * (s * s)"}, .grad_fn = "MulBackward0", .symbol = "/", .formula = "out[..] = a[..] * (1 / b[..])",
                          .plan = plan_float, .kernel = kernel_binary, .f2 = div_number_f, .h2 = div_number_h, .d2 = div_number_d, .scales = true, CELLWISE};
const QkvOp op_pow = {.name = "pow", .back = back_pow, .rule = {"g * (b * a ** (b - 1))", "g * (out * log(a))"}, .named = named_pow, .signature = "input:O exponent:O", .homes = QKV_IN_BOTH,
                   .symbol = "**", .formula = "out[..] = a[..] to the power b[..]",
                   .plan = plan_pow, .kernel = kernel_binary, .f2 = pow32, .d2 = pow, .i2 = pow_i, .casts = true, .is_near = true, CELLWISE};
/* The exponent is a plain number. */
const QkvOp op_pow_number = {.name = "pow", .back = back_pow_number, .rule = {"g * (b * a ** (b - 1))"}, .symbol = "**", .formula = "out[..] = a[..] to the power b[..]",
                          .plan = plan_pow, .kernel = kernel_binary,
                          .f2 = pow32_number, .h2 = pow_number_h, .d2 = pow, .i2 = pow_i, .casts = true, .is_near = true, CELLWISE};
const QkvOp op_neg = {.name = "neg", .rule = {"-g"}, .signature = "input:T", .homes = QKV_IN_BOTH,
                   .formula = "out[..] = -a[..]",
                   .plan = plan_no_bool, .kernel = kernel_unary, .d1 = neg_d, .i1 = neg_i, CELLWISE};
const QkvOp op_exp = {.name = "exp", .signature = "input:T", .homes = QKV_IN_BOTH,
                   .formula = "out[..] = e to the power a[..]",
                   .plan = plan_float, .kernel = kernel_unary, .f1 = exp32, .d1 = exp, .f1_run = exp_run, .rule = {"g * out"}, CELLWISE};
const QkvOp op_eq = {.name = "eq", .symbol = "==", .formula = "out[..] = whether a[..] equals b[..]", .compare_f = eq_f, .compare_i = eq_i, COMPARISON};
const QkvOp op_ne = {.name = "ne", .symbol = "!=", .formula = "out[..] = whether a[..] differs from b[..]", .compare_f = ne_f, .compare_i = ne_i, COMPARISON};
const QkvOp op_lt = {.name = "lt", .symbol = "<", .formula = "out[..] = whether a[..] < b[..]", .compare_f = lt_f, .compare_i = lt_i, COMPARISON};
const QkvOp op_le = {.name = "le", .symbol = "<=", .formula = "out[..] = whether a[..] <= b[..]", .compare_f = le_f, .compare_i = le_i, COMPARISON};
const QkvOp op_gt = {.name = "gt", .symbol = ">", .formula = "out[..] = whether a[..] > b[..]", .compare_f = gt_f, .compare_i = gt_i, COMPARISON};
const QkvOp op_ge = {.name = "ge", .symbol = ">=", .formula = "out[..] = whether a[..] >= b[..]", .compare_f = ge_f, .compare_i = ge_i, COMPARISON};

const QkvOp op_log = {.name = "log", .rule = {"g / a"}, .homes = QKV_IN_BOTH, .formula = "out[..] = the natural logarithm of a[..]", .d1 = log, .is_near = true, FLOATS};
const QkvOp op_sqrt = {.name = "sqrt", .rule = {"g / (2 * out)"}, .homes = QKV_IN_BOTH, .formula = "out[..] = the square root of a[..]", .d1 = sqrt, FLOATS};
const QkvOp op_tanh = {.at_once = QKV_AT_ONCE_RESULT, .name = "tanh", .rule = {"g * (1 - out * out)"}, .homes = QKV_IN_ALL, .formula = "out[..] = the hyperbolic tangent of a[..]", .d1 = tanh, .is_near = true, FLOATS};
const QkvOp op_sigmoid = {.at_once = QKV_AT_ONCE_RESULT | QKV_AT_ONCE_BFLOAT16, .name = "sigmoid", .rule = {"g * (1 - out) * out"}, .homes = QKV_IN_ALL, .formula = "out[..] = 1 / (1 + exp(-a[..]))", .f1 = sigmoid_f, .d1 = sigmoid_d, .is_near = true, FLOATS};
const QkvOp op_sin = {.name = "sin", .rule = {"g * cos(a)"}, .homes = QKV_IN_BOTH, .formula = "out[..] = the sine of a[..]", .d1 = sin, .is_near = true, FLOATS};
const QkvOp op_cos = {.name = "cos", .rule = {"g * -sin(a)"}, .homes = QKV_IN_BOTH, .formula = "out[..] = the cosine of a[..]", .d1 = cos, .is_near = true, FLOATS};
const QkvOp op_abs = {.name = "abs", .rule = {"g * sign(a)"}, .homes = QKV_IN_BOTH, .formula = "out[..] = a[..] without its sign", .d1 = fabs, .i1 = abs_i, NUMBERS};
const QkvOp op_relu = {.name = "relu", .rule = {"0 if out <= 0 else g"}, .homes = QKV_IN_ALL, .formula = "out[..] = a[..], or 0 where a[..] is negative",
                    .d1 = relu_d, .i1 = relu_i, NUMBERS};
const QkvOp op_maximum = {.name = "maximum", .rule = {"0 if a < b else g / 2 if a == b else g", "0 if a > b else g / 2 if a == b else g"}, .formula = "out[..] = the larger of a[..] and b[..]",
                       .d2 = maximum_d, .i2 = maximum_i, CHOICE};
const QkvOp op_minimum = {.name = "minimum", .rule = {"0 if a > b else g / 2 if a == b else g", "0 if a < b else g / 2 if a == b else g"}, .formula = "out[..] = the smaller of a[..] and b[..]",
                       .d2 = minimum_d, .i2 = minimum_i, CHOICE};
/* The bounds of clamp. */
const QkvOp op_at_least = {.name = "maximum", .signature = "input:T other:O", .back = back_at_least, .named = named_clamp,
                        .formula = "out[..] = the larger of a[..] and b[..]", .d2 = maximum_d, .i2 = maximum_i,
                        .plan = plan_bound, .kernel = kernel_binary, CELLWISE};
const QkvOp op_at_most = {.name = "minimum", .signature = "input:T other:O", .back = back_at_most, .named = named_clamp,
                       .formula = "out[..] = the smaller of a[..] and b[..]", .d2 = minimum_d, .i2 = minimum_i,
                       .plan = plan_bound, .kernel = kernel_binary, CELLWISE};
/* The quotient of torch.div, rounded down: unlike that of // it has a gradient, of zeros. */
const QkvOp op_div_floor = {.name = "floor_divide", .signature = "input:O other:O", .formula = "out[..] = a[..] / b[..], rounded down",
                         .back = back_zero, .grad_fn = "DivBackward2", .plan = plan_division, .kernel = kernel_binary,
                         .f2 = floor_divide_f, .h2 = floor_divide_h, .d2 = floor_divide_d, .i2 = floor_divide_i, .casts = true, .keeps_number = true, .symbol = "//", CELLWISE};
const QkvOp op_floor_divide = {.name = "floor_divide", .grad_fn = NO_GRADIENT, .symbol = "//", .formula = "out[..] = a[..] / b[..], rounded down",
                            .f2 = floor_divide_f, .h2 = floor_divide_h, .d2 = floor_divide_d, .i2 = floor_divide_i, .keeps_number = true, DIVISION};
const QkvOp op_remainder = {.name = "remainder", .rule = {"g", "-g * (a // b)"}, .named = named_remainder, .symbol = "%", .formula = "out[..] = the remainder of a[..] // b[..]",
                         .d2 = remainder_d, .i2 = remainder_i, DIVISION};
const QkvOp op_and = {.name = "bitwise_and", .symbol = "&", .formula = "out[..] = a[..] and b[..]", .i2 = and_i, BITS};
const QkvOp op_or = {.name = "bitwise_or", .symbol = "|", .formula = "out[..] = a[..] or b[..]", .i2 = or_i, BITS};
const QkvOp op_xor = {.name = "bitwise_xor", .symbol = "^", .formula = "out[..] = a[..] or b[..], but not both", .i2 = xor_i, BITS};
const QkvOp op_not = {.name = "bitwise_not", .formula = "out[..] = a[..] with each bit inverted",
                   .signature = "input:T", .plan = plan_not, .kernel = kernel_unary, .i1 = invert_i, CELLWISE};
const QkvOp op_not_truth = {.name = "bitwise_not", .symbol = "not", .formula = "out[..] = not a[..]",
                   .plan = plan_bits, .kernel = kernel_unary, .i1 = not_i, CELLWISE};
const QkvOp op_isnan = {.name = "isnan", .homes = QKV_IN_BOTH, .formula = "out[..] = whether a[..] is nan", .test = is_nan, TEST};
const QkvOp op_isinf = {.name = "isinf", .homes = QKV_IN_BOTH, .formula = "out[..] = whether a[..] is inf or -inf", .test = is_inf, TEST};
const QkvOp op_isfinite = {.name = "isfinite", .homes = QKV_IN_BOTH, .formula = "out[..] = whether a[..] is neither inf nor nan",
                        .test = is_finite, TEST};
/* clang-format on */
