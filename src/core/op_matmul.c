/* The matrix product, with PyTorch's rules for operands of one axis and for batches.
 *
 * Sizes: a (.., M, K) @ b (.., K, N) -> (.., M, N). An operand with one axis is a row on the
 * left or a column on the right, and its added axis goes away again. */
#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/integer.h"
#include "core/label.h"
#include "core/product.h"
#include "core/rows.h"

/* How both operands are read: cell (m, k) of a batch item of `a`, (k, n) of `b`. */
typedef struct MatmulShape {
    int64_t rows, inner, cols; /* M, K, N                                      */
    int64_t a_row, a_inner;    /* pitches                                      */
    int64_t b_inner, b_col;
    bool has_rows, has_cols; /* true if the result has these axes            */
    int batch_axes;
} MatmulShape;

static MatmulShape layout_of(const QkvTensor *a, const QkvTensor *b)
{
    MatmulShape l = {.has_rows = a->rank > 1, .has_cols = b->rank > 1, .a_inner = 1};
    l.inner = a->size[a->rank - 1];
    l.rows = l.has_rows ? a->size[a->rank - 2] : 1;
    l.a_row = l.has_rows ? qkv_tensor_pitch(a, a->rank - 2) : 0;
    l.cols = l.has_cols ? b->size[b->rank - 1] : 1;
    l.b_col = l.has_cols ? 1 : 0;
    l.b_inner = l.has_cols ? l.cols : 1;
    int a_batch = a->rank > 2 ? a->rank - 2 : 0, b_batch = b->rank > 2 ? b->rank - 2 : 0;
    l.batch_axes = a_batch > b_batch ? a_batch : b_batch;
    return l;
}

static bool fail_sizes(Qkv *q, const QkvCall *c, const char *why)
{
    return qkv_fail(q, "%s: sizes do not fit: %s @ %s: %s", c->op->name, SIZES(c->in[0]),
                    SIZES(c->in[1]), why);
}

/* The size of batch axis `d` (from the left of the result) of an operand, 1 where it has none. */
static int64_t batch_size(const QkvTensor *t, const MatmulShape *l, int d)
{
    int own = d - (l->batch_axes - (t->rank - 2));
    return t->rank > 2 && own >= 0 ? t->size[own] : 1;
}

static bool plan_batch(Qkv *q, const QkvCall *c, const MatmulShape *l, int64_t *size)
{
    for (int d = 0; d < l->batch_axes; d++) {
        int64_t m = batch_size(c->in[0], l, d), n = batch_size(c->in[1], l, d);
        if (m != n && m != 1 && n != 1) {
            FAULT_OF(q, c, QKV_FAULT_PRODUCT_BATCH, m, n, d);
            return fail_sizes(q, c, "the axes before the last two must be equal or 1");
        }
        size[d] = m != 1 ? m : n;
    }
    return true;
}

/* PyTorch multiplies with fused steps, but for small matrices of a batch, which it takes in a plain
 * loop, and for the products with a vector that it gives to dot and mv. */
static bool is_fused(const QkvTensor *a, const QkvTensor *b, const MatmulShape *l)
{
    if (b->rank == 1 || (a->rank == 1 && b->rank > 2))
        return false;
    bool is_batch = a->rank > 2 && b->rank > 2;
    return !is_batch || product_is_fused(l->rows, l->inner, l->cols);
}

bool product_is_fused(int64_t rows, int64_t inner, int64_t cols)
{
    return rows * inner * cols >= 400;
}

bool product_types(Qkv *q, const QkvCall *c)
{
    const QkvTensor *a = c->in[0], *b = c->in[1];
    if (a->dtype != b->dtype)
        return qkv_fail(q, "%s: %s @ %s: both sides must have the same type: use .float() on one",
                        c->op->name, qkv_dtype_name(a->dtype), qkv_dtype_name(b->dtype));
    if (is_mask(a->dtype))
        return qkv_fail(q, "%s: %s tensors have no product: use .float() first", c->op->name,
                        qkv_dtype_name(a->dtype));
    return true;
}

/* The sizes that are summed over differ. Rows of queries and rows of keys meet like this. */
static bool fail_inner(Qkv *q, const QkvCall *c, int64_t left, int64_t right)
{
    const QkvTensor *a = c->in[0], *b = c->in[1];
    if (a->rank > 1 && b->rank == 2)
        context_say(q, "mat1 and mat2 shapes cannot be multiplied (%lldx%lld and %lldx%lld)",
                    (long long)(left ? a->count / left : 0), (long long)left, (long long)right,
                    (long long)b->size[1]);
    else if (a->rank == 3 && b->rank == 3)
        context_say(
            q,
            "Expected size for first two dimensions of batch2 tensor to be: [%lld, %lld] but "
            "got: [%lld, %lld].",
            (long long)a->size[0], (long long)left, (long long)b->size[0], (long long)right);
    FAULT_OF(q, c, QKV_FAULT_PRODUCT, left, right);
    bool is_matrix = b->rank > 1, is_turned = is_matrix && b->size[b->rank - 1] == left;
    char why[160];
    snprintf(why, sizeof why, "the last size of the left is %lld, the %s of the right is %lld%s",
             (long long)left, is_matrix ? "second-last" : "only one", (long long)right,
             is_turned ? ": the right side fits with .transpose(-2, -1)" : "");
    return fail_sizes(q, c, why);
}

static bool plan_product(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0], *b = c->in[1];
    if (a->rank == 0 || b->rank == 0) {
        FAULT_OF(q, c, QKV_FAULT_PRODUCT_NUMBER, a->rank > 0);
        return fail_sizes(q, c, "a single number has no rows or columns: use * instead");
    }
    if (!product_types(q, c))
        return false;
    MatmulShape l = layout_of(a, b);
    int64_t b_inner = b->size[b->rank > 1 ? b->rank - 2 : 0];
    if (l.inner != b_inner)
        return fail_inner(q, c, l.inner, b_inner);
    int64_t size[QKV_MAX_RANK + 2];
    if (!plan_batch(q, c, &l, size))
        return false;
    int rank = l.batch_axes;
    if (l.has_rows)
        size[rank++] = l.rows;
    if (l.has_cols)
        size[rank++] = l.cols;
    c->fused = is_fused(a, b, &l);
    if (!qkv_shape(q, c->out, a->dtype, rank, size))
        return false;
    bool countable = l.inner == 0 || c->out->count <= INT64_MAX / l.inner;
    return qkv_spend(q, countable ? c->out->count * l.inner : INT64_MAX);
}

static const char formula_product[] = "out[.., i, j] = sum over n of a[.., i, n] * b[.., n, j]";

/* A vector on the left has no axis i, one on the right no axis j. */
static const char *formula_of(const MatmulShape *l)
{
    if (l->has_rows)
        return l->has_cols ? formula_product : "out[.., i] = sum over n of a[.., i, n] * b[n]";
    return l->has_cols ? "out[.., j] = sum over n of a[n] * b[.., n, j]"
                       : "out = sum over n of a[n] * b[n]";
}

static bool plan_matmul(Qkv *q, QkvCall *c)
{
    if (!plan_product(q, c))
        return false;
    MatmulShape l = layout_of(c->in[0], c->in[1]);
    c->params.text = formula_of(&l);
    return true;
}

/* Where batch item `item` of the result begins in an operand. */
static int64_t item_start(const QkvTensor *t, const MatmulShape *l, const QkvTensor *out,
                          int64_t item)
{
    int64_t start = 0;
    for (int d = l->batch_axes - 1; d >= 0; d--) {
        int64_t at = item % out->size[d];
        item /= out->size[d];
        int own = d - (l->batch_axes - (t->rank - 2));
        if (t->rank > 2 && own >= 0 && t->size[own] > 1)
            start += at * qkv_tensor_pitch(t, own);
    }
    return start;
}

static void product_of_integers(const QkvCall *c, const MatmulShape *l, const int64_t *a,
                                const int64_t *b, int64_t *out)
{
    memset(out, 0, (size_t)(l->rows * l->cols) * sizeof *out);
    for (int64_t m = 0; m < l->rows && qkv_goes_on(c, l->inner * l->cols);
         m++, a += l->a_row, out += l->cols)
        for (int64_t k = 0; k < l->inner; k++)
            for (int64_t n = 0; n < l->cols; n++)
                out[n] = wrap_add(out[n], wrap_mul(a[k * l->a_inner], b[k * l->b_inner + n]));
}

static void kernel_matmul(const QkvCall *c)
{
    const QkvTensor *a = c->in[0], *b = c->in[1];
    MatmulShape l = layout_of(a, b);
    /* With one matrix on the right, the rows of all items are one matrix. */
    if (b->rank <= 2 && l.has_rows)
        l.rows = l.cols > 0 ? c->out->count / l.cols : 0;
    int64_t cells = l.rows * l.cols;
    for (int64_t i = 0; cells > 0 && i < c->out->count; i += cells) {
        int64_t from_a = item_start(a, &l, c->out, i / cells);
        int64_t from_b = item_start(b, &l, c->out, i / cells);
        if (c->out->dtype == QKV_FLOAT32)
            product32(c, c->out->data.f + i, l.rows, l.inner, l.cols,
                      (MatrixView){a->data.f + from_a, l.a_row, l.a_inner},
                      (MatrixView){b->data.f + from_b, l.b_inner, l.b_col}, c->fused);
        else {
            product_of_integers(c, &l, a->data.i + from_a, b->data.i + from_b, c->out->data.i + i);
            for (int64_t k = i; k < i + cells && c->out->dtype == QKV_INT32; k++)
                put_integer(c->out, k, c->out->data.i[k]);
        }
    }
}

static void terms_matmul(const QkvCall *c, int64_t cell, Arena *arena, QkvTerms *t)
{
    const QkvTensor *a = c->in[0], *b = c->in[1];
    MatmulShape l = layout_of(a, b);
    int64_t cells = l.rows * l.cols;
    int64_t item = cell / cells, m = cell % cells / l.cols, n = cell % l.cols;
    int64_t from_a = item_start(a, &l, c->out, item) + m * l.a_row;
    int64_t from_b = item_start(b, &l, c->out, item) + n * l.b_col;
    (void)arena;
    qkv_terms_along(t, (QkvTerm){.a = {0, from_a}, .b = {1, from_b}}, 1, &l.inner, &l.a_inner,
                    &l.b_inner);
}

static void label_matmul(Qkv *q, QkvCall *c)
{
    (void)q;
    const QkvTensor *a = c->in[0], *b = c->in[1];
    MatmulShape l = layout_of(a, b);
    QkvTensor *out = c->out;
    for (int d = 0; d < l.batch_axes; d++) {
        int a_own = d - (l.batch_axes - (a->rank - 2)), b_own = d - (l.batch_axes - (b->rank - 2));
        if (a->rank > 2 && a_own >= 0)
            label_pass(out, d, a, a_own, a_own == d);
        if (b->rank > 2 && b_own >= 0)
            label_pass(out, d, b, b_own, b_own == d);
    }
    if (l.has_rows)
        label_pass(out, l.batch_axes, a, a->rank - 2, a->rank - 2 == l.batch_axes && a->rank > 2);
    if (l.has_cols)
        label_pass(out, out->rank - 1, b, b->rank - 1, b->rank == out->rank && b->rank > 2);
}

/* --- gradients: see QkvOp.back ------------------------------------------------------------------ */

static const QkvTensor *turned(Qkv *q, const QkvTensor *t)
{
    return t ? qkv_transpose(q, t, -2, -1) : NULL;
}

const QkvTensor *product_rows(Qkv *q, const QkvTensor *t)
{
    if (!t || t->rank == 2)
        return t;
    int64_t last = t->rank ? t->size[t->rank - 1] : 1;
    return qkv_reshape(q, t, 2, (int64_t[]){last ? t->count / last : 0, last});
}

/* A vector on the right, once for each row of `a`. */
static const QkvTensor *back_right_vector(Qkv *q, const QkvTensor *a, const QkvTensor *b,
                                          int operand, const QkvTensor *g)
{
    if (a->rank == 1)
        return qkv_mul(q, g, operand ? a : b);
    if (operand == 0)
        return a->rank == 2 ? qkv_outer(q, g, b) : qkv_mul(q, qkv_unsqueeze(q, g, -1), b);
    return qkv_matmul(q, turned(q, product_rows(q, a)), qkv_flatten(q, g, 0, -1));
}

/* A vector on the left is a matrix of one row; beside a batch, the one on the right of its turned matrices. */
static const QkvTensor *back_left_vector(Qkv *q, const QkvTensor *a, const QkvTensor *b,
                                         int operand, const QkvTensor *g)
{
    if (b->rank == 2)
        return operand == 0 ? qkv_matmul(q, g, turned(q, b))
                            : qkv_matmul(q, qkv_unsqueeze(q, a, 1), qkv_unsqueeze(q, g, 0));
    if (operand == 1)
        return qkv_mul(q, qkv_unsqueeze(q, a, 1), qkv_unsqueeze(q, g, -2));
    const QkvTensor *rows = product_rows(q, turned(q, b));
    return qkv_matmul(q, turned(q, rows), qkv_flatten(q, g, 0, -1));
}

/* A matrix that met a batch met all of its rows as one matrix: its gradient is one sum over all of them. */
BACK(matmul)
{
    const QkvTensor *a = c->in[0], *b = c->in[1];
    if (b->rank == 1)
        return back_right_vector(q, a, b, operand, g);
    if (a->rank == 1)
        return back_left_vector(q, a, b, operand, g);
    if (operand == 0 && a->rank == 2 && b->rank > 2) {
        const QkvTensor *rows = product_rows(q, turned(q, b));
        return qkv_matmul(q, turned(q, product_rows(q, turned(q, g))), rows);
    }
    if (operand == 0)
        return qkv_matmul(q, g, turned(q, b));
    if (b->rank == 2)
        return qkv_matmul(q, turned(q, product_rows(q, a)), product_rows(q, g));
    return qkv_matmul(q, turned(q, a), g);
}

static const char *named_matmul(const QkvCall *c)
{
    const QkvTensor *a = c->in[0], *b = c->in[1];
    if (a->rank <= 2 && b->rank <= 2)
        return a->rank == 2   ? b->rank == 2 ? "MmBackward0" : "MvBackward0"
               : b->rank == 2 ? "SqueezeBackward4"
                              : "DotBackward0";
    if (a->rank != 2 || !a->wants_grad)
        return "UnsafeViewBackward0";
    bool is_copied = a->size[0] != 1 && b->size[b->rank - 1] != 1;
    return is_copied ? "CloneBackward0" : "TransposeBackward0";
}

/* Fields that the rows of matrix products have in common. */
#define MATRIX_PRODUCT                                                                             \
    .how = QKV_HOW_PRODUCTS, .fills = true, .kernel = kernel_matmul, .label = label_matmul,        \
    .terms = terms_matmul, .back = back_matmul, .rule = {"g @ b.T", "a.T @ g"}

const QkvOp op_matmul = {.name = "matmul",
                         .signature = "input:O other:O",
                         .homes = QKV_IN_BOTH,
                         .symbol = "@",
                         .formula = formula_product,
                         .plan = plan_matmul,
                         .named = named_matmul,
                         MATRIX_PRODUCT};

/* --- for operands of one kind alone ------------------------------------------------------------- */

/* As matmul, for operands with so many axes; `what` are such operands. */
static bool plan_ranks(Qkv *q, QkvCall *c, int a_rank, int b_rank, const char *what)
{
    char why[120];
    if (c->in[0]->rank == a_rank && c->in[1]->rank == b_rank)
        return plan_product(q, c);
    snprintf(why, sizeof why, "%s takes %s: for others there is matmul", c->op->name, what);
    return fail_sizes(q, c, why);
}

static bool plan_mm(Qkv *q, QkvCall *c)
{
    return plan_ranks(q, c, 2, 2, "two matrices");
}

static bool plan_mv(Qkv *q, QkvCall *c)
{
    return plan_ranks(q, c, 2, 1, "a matrix and a vector");
}

static bool plan_dot(Qkv *q, QkvCall *c)
{
    return plan_ranks(q, c, 1, 1, "two vectors");
}

/* matmul would repeat a batch of 1. */
static bool plan_bmm(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0], *b = c->in[1];
    if (a->rank == 3 && b->rank == 3 && a->size[0] != b->size[0])
        return fail_sizes(q, c, "the two batches must have the same number of matrices");
    return plan_ranks(q, c, 3, 3, "two batches of matrices, of three axes each");
}

const QkvOp op_mm = {.name = "mm",
                     .signature = "input:T mat2:T",
                     .homes = QKV_IN_BOTH,
                     .formula = "out[i, j] = sum over n of a[i, n] * b[n, j]",
                     .plan = plan_mm,
                     MATRIX_PRODUCT};
const QkvOp op_bmm = {.name = "bmm",
                      .signature = "input:T mat2:T",
                      .homes = QKV_IN_BOTH,
                      .formula = "out[m, i, j] = sum over n of a[m, i, n] * b[m, n, j]",
                      .plan = plan_bmm,
                      MATRIX_PRODUCT};
const QkvOp op_mv = {.name = "mv",
                     .signature = "input:T vec:T",
                     .homes = QKV_IN_BOTH,
                     .formula = "out[i] = sum over n of a[i, n] * b[n]",
                     .plan = plan_mv,
                     MATRIX_PRODUCT};
const QkvOp op_dot = {.name = "dot",
                      .signature = "input:T tensor:T",
                      .homes = QKV_IN_BOTH,
                      .formula = "out = sum over n of a[n] * b[n]",
                      .plan = plan_dot,
                      MATRIX_PRODUCT};
