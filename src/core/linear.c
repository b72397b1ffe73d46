/* The linear layer. It has no arithmetic of its own: three operations in a group, or all at once. */
#include <stdio.h>
#include <string.h>

#include "base/common.h"
#include "core/context.h"
#include "core/gradient.h"
#include "core/half.h"
#include "core/label.h"
#include "core/product.h"
#include "core/rows.h"

/* An error that shows the weight and what does not fit it. */
static bool fail_sizes(Qkv *q, const char *what, const QkvTensor *t, const QkvTensor *weight,
                       const char *why)
{
    return qkv_fail(q, "linear: sizes do not fit: %s %s, weight %s: %s", what, SIZES(t),
                    SIZES(weight), why);
}

static bool check_input(Qkv *q, const QkvTensor *x, const QkvTensor *weight)
{
    char why[120];
    if (x->rank == 0)
        return fail_sizes(q, "input", x, weight, "a single number has no features");
    long long found = x->size[x->rank - 1], wanted = weight->size[1];
    snprintf(why, sizeof why, "the last size of the input is %lld, but the weight takes %lld",
             found, wanted);
    return found == wanted || fail_sizes(q, "input", x, weight, why);
}

static bool check_bias(Qkv *q, const QkvTensor *weight, const QkvTensor *bias)
{
    char why[120];
    snprintf(why, sizeof why, "the weight has %lld rows, and the bias needs a number for each",
             (long long)weight->size[0]);
    if (bias->rank == 1 && bias->size[0] == weight->size[0])
        return true;
    bool is_spread = bias->rank != 1 || bias->size[0] == 1; /* PyTorch adds it, as + does */
    return (is_spread ? qkv_lack : qkv_fail)(q, "linear: sizes do not fit: bias %s, weight %s: %s",
                                             SIZES(bias), SIZES(weight), why);
}

static bool same_type(Qkv *q, const char *what, const QkvTensor *t, const QkvTensor *weight)
{
    return t->dtype == weight->dtype ||
           qkv_fail(q, "linear: the %s is %s and the weight %s: use .float() on one", what,
                    qkv_dtype_name(t->dtype), qkv_dtype_name(weight->dtype));
}

/* Refuses what the three operations would refuse, in words that name the layer's parts. */
static bool check_operands(Qkv *q, const QkvTensor *x, const QkvTensor *weight,
                           const QkvTensor *bias)
{
    if (weight->rank == 1 && !bias)
        return qkv_lack(q, "linear: a weight of one axis is not part of the lesson language: write "
                           "input @ weight");
    if (weight->rank != 2)
        return qkv_fail(q, "linear: a weight has the two axes (out, in), but this has %d",
                        weight->rank);
    return check_input(q, x, weight) && same_type(q, "input", x, weight) &&
           (!bias || (check_bias(q, weight, bias) && same_type(q, "bias", bias, weight)));
}

/* --- the same at once, when no tape wants the steps: the weight is read as it lies ------------------ */

enum { X, WEIGHT, BIAS };

static bool plan_at_once(Qkv *q, QkvCall *c)
{
    const QkvTensor *x = c->in[X], *weight = c->in[WEIGHT];
    int64_t size[QKV_MAX_RANK];
    memcpy(size, x->size, sizeof size);
    size[x->rank - 1] = weight->size[0];
    if (!qkv_shape(q, c->out, QKV_FLOAT32, x->rank, size))
        return false;
    int64_t work;
    bool countable = !__builtin_mul_overflow(c->out->count, weight->size[1], &work);
    return qkv_spend(q, countable ? work : INT64_MAX) && qkv_spend(q, c->out->count);
}

static void kernel_at_once(const QkvCall *c)
{
    const QkvTensor *weight = c->in[WEIGHT];
    int64_t inner = weight->size[1], cols = weight->size[0];
    int64_t rows = cols > 0 ? c->out->count / cols : 0;
    float *out = c->out->data.f;
    product32(c, out, rows, inner, cols, (MatrixView){c->in[X]->data.f, inner, 1},
              (MatrixView){weight->data.f, 1, inner}, true);
    for (int64_t i = 0; i < rows && c->count > BIAS; i++)
        op_add.f2_run(out + i * cols, out + i * cols, 1, c->in[BIAS]->data.f, 1, cols);
}

static void label_at_once(Qkv *q, QkvCall *c)
{
    (void)q;
    int last = c->out->rank - 1;
    for (int d = 0; d < last; d++)
        label_pass(c->out, d, c->in[X], d, true);
    label_pass(c->out, last, c->in[WEIGHT], 0, false);
    if (c->count > BIAS)
        label_pass(c->out, last, c->in[BIAS], 0, false);
}

static const QkvOp op_at_once = {.name = "linear",
                                 .plan = plan_at_once,
                                 .kernel = kernel_at_once,
                                 .label = label_at_once,
                                 .fills = true};

/* --- gradients: see QkvOp.back ---------------------------------------------------------------------- */

/* All rows of a batch are one matrix for the weight; the bias was added to each of them. */
BACK(linear)
{
    if (operand == BIAS)
        return g;
    if (operand == X)
        return qkv_matmul(q, g, c->in[WEIGHT]);
    const QkvTensor *x = product_rows(q, c->in[X]), *rows = product_rows(q, g);
    return qkv_matmul(q, rows ? qkv_transpose(q, rows, 0, 1) : NULL, x);
}

static const char *linear_name(const QkvTensor *x, bool has_bias)
{
    if (x->rank == 2)
        return has_bias ? "AddmmBackward0" : "MmBackward0";
    if (has_bias)
        return qkv_tensor_is_contiguous(x) ? "ViewBackward0" : "AddBackward0";
    return x->rank == 1 ? "SqueezeBackward4" : "UnsafeViewBackward0";
}

static const char *named_linear(const QkvCall *c)
{
    return linear_name(c->in[X], c->in[BIAS] != NULL);
}

static const QkvOp whole_linear = {.name = "linear", .named = named_linear, .back = back_linear};

const QkvTensor *qkv_linear(Qkv *q, const QkvTensor *x, const QkvTensor *weight,
                            const QkvTensor *bias)
{
    if (!x || !weight || !check_operands(q, x, weight, bias))
        return NULL;
    if (!q->recording && x->dtype == QKV_FLOAT32) {
        const QkvTensor *in[] = {x, weight, bias};
        return qkv_apply(q, &op_at_once, bias ? 3 : 2, in, NULL);
    }
    if (bias &&
        qkv_is_half(x->dtype)) { /* the bias is added to a product that is not rounded yet */
        qkv_enter(q, "linear");
        const QkvTensor *out = qkv_linear(q, half_widened(q, x), half_widened(q, weight),
                                          half_widened(q, bias));
        out = half_narrowed(q, out, x, linear_name(x, true));
        qkv_leave(q);
        return out;
    }
    qkv_enter(q, "linear");
    const QkvTensor *in[] = {qkv_now(q, x), qkv_now(q, weight), bias ? qkv_now(q, bias) : NULL};
    bool was = qkv_gradients(q, false);
    const QkvTensor *turned = qkv_transpose(q, in[WEIGHT], 0, 1);
    const QkvTensor *out = qkv_matmul(q, in[X], turned);
    qkv_caption(q, turned, "weight.T", strlen("weight.T"));
    if (bias) { /* otherwise the product is the result, which the caller puts in words */
        qkv_caption(q, out, "input @ weight.T", strlen("input @ weight.T"));
        out = qkv_add(q, out, in[BIAS]);
    }
    qkv_gradients(q, was);
    qkv_leave(q);
    return gradient_whole(q, out, &whole_linear, COUNT(in), in, NULL);
}
