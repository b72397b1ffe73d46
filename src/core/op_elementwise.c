/* Operations that work cell by cell. A row names the arithmetic of one cell; broadcasting, the
 * types, the loop and the terms are the same for all. */
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/elementwise.h"
#include "core/integer.h"
#include "core/math32.h"
#include "core/rows.h"
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
            if (n != 1 && size[d] != 1 && n != size[d])
                return qkv_fail(q,
                                "%s: sizes do not fit: %s: counted from the right, axes must be "
                                "equal or 1, and %lld meets %lld",
                                qkv_written(c->op), shapes(q, c), (long long)size[d], (long long)n);
            size[d] = n != 1 ? n : size[d];
        }
    }
    return qkv_shape(q, c->out, dtype, rank, size);
}

bool plan_arithmetic(Qkv *q, QkvCall *c)
{
    return plan_broadcast(q, c, promoted(c)) && qkv_spend(q, c->out->count);
}

bool plan_float(Qkv *q, QkvCall *c)
{
    return plan_broadcast(q, c, QKV_FLOAT32) && qkv_spend(q, c->out->count);
}

bool plan_comparison(Qkv *q, QkvCall *c)
{
    return plan_broadcast(q, c, QKV_BOOL) && qkv_spend(q, c->out->count);
}

bool plan_no_bool(Qkv *q, QkvCall *c)
{
    if (promoted(c) == QKV_BOOL)
        return qkv_fail(
            q, "%s: bool tensors cannot be subtracted or negated: use ~ or ^, or .long() first",
            qkv_written(c->op));
    return plan_arithmetic(q, c);
}

static bool plan_sub(Qkv *q, QkvCall *c)
{
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->dtype == QKV_BOOL)
            return qkv_fail(q,
                            "-: bool tensors cannot be subtracted: use ~ or ^, or .long() first");
    return plan_arithmetic(q, c);
}

/* A plain number divided by a tensor: PyTorch multiplies with the reciprocal. */
static bool plan_div(Qkv *q, QkvCall *c)
{
    if (c->in[0]->is_number && !c->in[1]->is_number)
        c->op = &op_div_number;
    return plan_float(q, c);
}

static bool plan_pow(Qkv *q, QkvCall *c)
{
    const QkvTensor *exponent = c->in[1];
    if (exponent->is_number)
        c->op = &op_pow_number;
    if (promoted(c) == QKV_BOOL)
        return qkv_fail(q, "**: bool tensors have no powers: use .long() first");
    if (promoted(c) == QKV_INT64 && exponent->is_number && qkv_tensor_at(exponent, 0) < 0)
        return qkv_fail(q, "**: integers to a negative integer power are not integers: "
                           "use .float() first");
    return plan_arithmetic(q, c);
}

static void store_integer(QkvTensor *out, int64_t cell, int64_t value)
{
    if (out->dtype == QKV_BOOL)
        out->data.b[cell] = value != 0;
    else
        out->data.i[cell] = value;
}

void kernel_unary(const QkvCall *c)
{
    QkvTensor *out = c->out;
    const QkvTensor *a = c->in[0];
    for (int64_t i = 0; i < out->count; i++)
        if (out->dtype == QKV_FLOAT32)
            out->data.f[i] = c->op->f1(cell_float(a, i));
        else
            store_integer(out, i, c->op->i1(cell_integer(a, i)));
}

void kernel_binary(const QkvCall *c)
{
    kernel_binary_along(c, walk_operands(c->out, c->count, c->in));
}

void kernel_binary_along(const QkvCall *c, Walk w)
{
    QkvTensor *out = c->out;
    const QkvTensor *a = c->in[0], *b = c->in[1];
    for (int64_t i = 0; i < out->count; i++, walk_next(&w))
        if (out->dtype == QKV_FLOAT32)
            out->data.f[i] = c->op->f2(cell_float(a, w.cell[0]), cell_float(b, w.cell[1]));
        else
            store_integer(out, i,
                          c->op->i2(cell_integer(a, w.cell[0]), cell_integer(b, w.cell[1])));
}

void kernel_comparison(const QkvCall *c)
{
    const QkvTensor *a = c->in[0], *b = c->in[1];
    bool floats = promoted(c) == QKV_FLOAT32;
    Walk w = walk_operands(c->out, c->count, c->in);
    for (int64_t i = 0; i < c->out->count; i++, walk_next(&w))
        c->out->data.b[i] = floats ? c->op->compare_f(cell_float(a, w.cell[0]),
                                                      cell_float(b, w.cell[1]))
                                   : c->op->compare_i(cell_integer(a, w.cell[0]),
                                                      cell_integer(b, w.cell[1]));
}

void kernel_test(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count; i++)
        c->out->data.b[i] = c->op->test(cell_float(c->in[0], i));
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
static float add_f(float a, float b) { return a + b; }
static float sub_f(float a, float b) { return a - b; }
static float mul_f(float a, float b) { return a * b; }
static float div_f(float a, float b) { return a / b; }
static float div_number_f(float a, float b) { return a * (1.0f / b); }
static float neg_f(float a) { return -a; }
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

static bool eq_f(float a, float b) { return a == b; }
static bool ne_f(float a, float b) { return a != b; }
static bool lt_f(float a, float b) { return a < b; }
static bool le_f(float a, float b) { return a <= b; }
static bool gt_f(float a, float b) { return a > b; }
static bool ge_f(float a, float b) { return a >= b; }
static bool eq_i(int64_t a, int64_t b) { return a == b; }
static bool ne_i(int64_t a, int64_t b) { return a != b; }
static bool lt_i(int64_t a, int64_t b) { return a < b; }
static bool le_i(int64_t a, int64_t b) { return a <= b; }
static bool gt_i(int64_t a, int64_t b) { return a > b; }
static bool ge_i(int64_t a, int64_t b) { return a >= b; }

/* --- the rows ------------------------------------------------------------------------------- */

const QkvOp op_add = {.name = "add", .signature = "input:O other:O", .homes = QKV_IN_BOTH,
                   .symbol = "+", .formula = "out[..] = a[..] + b[..]",
                   .plan = plan_arithmetic, .kernel = kernel_binary, .f2 = add_f, .i2 = wrap_add, CELLWISE};
const QkvOp op_sub = {.name = "sub", .signature = "input:O other:O", .homes = QKV_IN_BOTH,
                   .symbol = "-", .formula = "out[..] = a[..] - b[..]",
                   .plan = plan_sub, .kernel = kernel_binary, .f2 = sub_f, .i2 = wrap_sub, CELLWISE};
const QkvOp op_mul = {.name = "mul", .signature = "input:O other:O", .homes = QKV_IN_BOTH,
                   .symbol = "*", .formula = "out[..] = a[..] * b[..]",
                   .plan = plan_arithmetic, .kernel = kernel_binary, .f2 = mul_f, .i2 = wrap_mul, .scales = true, CELLWISE};
const QkvOp op_div = {.name = "div", .signature = "input:O other:O", .homes = QKV_IN_BOTH,
                   .symbol = "/", .formula = "out[..] = a[..] / b[..]",
                   .plan = plan_div, .kernel = kernel_binary, .f2 = div_f, .scales = true, CELLWISE};
const QkvOp op_div_number = {.name = "div", .symbol = "/", .formula = "out[..] = a[..] * (1 / b[..])",
                          .plan = plan_float, .kernel = kernel_binary, .f2 = div_number_f, .scales = true, CELLWISE};
const QkvOp op_pow = {.name = "pow", .signature = "input:O exponent:O", .homes = QKV_IN_BOTH,
                   .symbol = "**", .formula = "out[..] = a[..] to the power b[..]",
                   .plan = plan_pow, .kernel = kernel_binary, .f2 = pow32, .i2 = pow_i, .is_near = true, CELLWISE};
/* The exponent is a plain number. */
const QkvOp op_pow_number = {.name = "pow", .symbol = "**", .formula = "out[..] = a[..] to the power b[..]",
                          .plan = plan_pow, .kernel = kernel_binary,
                          .f2 = pow32_number, .i2 = pow_i, .is_near = true, CELLWISE};
const QkvOp op_neg = {.name = "neg", .signature = "input:T", .homes = QKV_IN_BOTH,
                   .formula = "out[..] = -a[..]",
                   .plan = plan_no_bool, .kernel = kernel_unary, .f1 = neg_f, .i1 = neg_i, CELLWISE};
const QkvOp op_exp = {.name = "exp", .signature = "input:T", .homes = QKV_IN_BOTH,
                   .formula = "out[..] = e to the power a[..]",
                   .plan = plan_float, .kernel = kernel_unary, .f1 = exp32, CELLWISE};
const QkvOp op_eq = {.name = "eq", .signature = "input:T other:O", .homes = QKV_IN_BOTH,
                  .symbol = "==", .formula = "out[..] = whether a[..] equals b[..]",
                  .plan = plan_comparison, .kernel = kernel_comparison,
                  .compare_f = eq_f, .compare_i = eq_i, CELLWISE};
const QkvOp op_ne = {.name = "ne", .signature = "input:T other:O", .homes = QKV_IN_BOTH,
                  .symbol = "!=", .formula = "out[..] = whether a[..] differs from b[..]",
                  .plan = plan_comparison, .kernel = kernel_comparison,
                  .compare_f = ne_f, .compare_i = ne_i, CELLWISE};
const QkvOp op_lt = {.name = "lt", .signature = "input:T other:O", .homes = QKV_IN_BOTH,
                  .symbol = "<", .formula = "out[..] = whether a[..] < b[..]",
                  .plan = plan_comparison, .kernel = kernel_comparison,
                  .compare_f = lt_f, .compare_i = lt_i, CELLWISE};
const QkvOp op_le = {.name = "le", .signature = "input:T other:O", .homes = QKV_IN_BOTH,
                  .symbol = "<=", .formula = "out[..] = whether a[..] <= b[..]",
                  .plan = plan_comparison, .kernel = kernel_comparison,
                  .compare_f = le_f, .compare_i = le_i, CELLWISE};
const QkvOp op_gt = {.name = "gt", .signature = "input:T other:O", .homes = QKV_IN_BOTH,
                  .symbol = ">", .formula = "out[..] = whether a[..] > b[..]",
                  .plan = plan_comparison, .kernel = kernel_comparison,
                  .compare_f = gt_f, .compare_i = gt_i, CELLWISE};
const QkvOp op_ge = {.name = "ge", .signature = "input:T other:O", .homes = QKV_IN_BOTH,
                  .symbol = ">=", .formula = "out[..] = whether a[..] >= b[..]",
                  .plan = plan_comparison, .kernel = kernel_comparison,
                  .compare_f = ge_f, .compare_i = ge_i, CELLWISE};
/* clang-format on */
