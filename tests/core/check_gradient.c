/* The way back: the example of qkv.h, a derivative by hand, and which operations have one. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "core/gradient.h"
#include "core/rows.h"
#include "suites.h"

static Qkv *q;

static void begin(void)
{
    q = qkv_new();
    qkv_record(q);
}

static void end(void)
{
    qkv_free(q);
}

/* loss = mean((x @ w - y)^2), by hand: 2 / n * x^T (x @ w - y). All numbers are exact. */
START_TEST(a_loss_by_hand)
{
    const QkvTensor *x = qkv_floats(q, 2, (int64_t[]){2, 2}, (float[]){1, 2, 3, 4});
    const QkvTensor *w = qkv_floats(q, 2, (int64_t[]){2, 1}, (float[]){1, -1});
    const QkvTensor *y = qkv_floats(q, 2, (int64_t[]){2, 1}, (float[]){1, 1});
    qkv_want_grad(w, true);
    const QkvTensor *loss = qkv_mse_loss(q, qkv_matmul(q, x, w), y, QKV_REDUCE_MEAN);
    ck_assert_str_eq(loss->grad_fn, "MseLossBackward0");
    ck_assert(qkv_backward(q, loss, NULL, false));
    ck_assert(!x->grad);
    ck_assert_str_eq(qkv_print(q, w->grad), "tensor([[ -8.],\n        [-12.]])");
    ck_assert(!w->grad->wants_grad);
}
END_TEST

/* A second pass over values that were given up is refused; of a kept way the leaf gets the sum. */
START_TEST(a_way_is_gone_once)
{
    const QkvTensor *x = qkv_floats(q, 0, NULL, (float[]){3});
    qkv_want_grad(x, true);
    const QkvTensor *y = qkv_mul(q, x, x);
    ck_assert(qkv_backward(q, y, NULL, true) && qkv_backward(q, y, NULL, false));
    ck_assert_str_eq(qkv_print(q, x->grad), "tensor(12.)");
    ck_assert(!qkv_backward(q, y, NULL, false));
    ck_assert_ptr_nonnull(strstr(qkv_error(q), "retain_graph=True"));
}
END_TEST

/* Results computed without gradients, and of what is detached, have no way back. */
START_TEST(nothing_leads_back)
{
    const QkvTensor *x = qkv_floats(q, 0, NULL, (float[]){3});
    qkv_want_grad(x, true);
    bool was = qkv_gradients(q, false);
    ck_assert(was && !qkv_mul(q, x, x)->wants_grad);
    qkv_gradients(q, was);
    const QkvTensor *apart = qkv_detach(q, x);
    ck_assert(!qkv_mul(q, apart, apart)->wants_grad);
    ck_assert(!qkv_backward(q, qkv_mul(q, apart, apart), NULL, false));
    ck_assert_ptr_nonnull(strstr(qkv_error_said(q), "does not require grad"));
}
END_TEST

static bool has_rule(const QkvOp *op)
{
    bool has = false;
    for (int i = 0; i < QKV_RULES; i++)
        has = has || op->rule[i];
    return has;
}

/* Operations that let no gradient through: those that give whole numbers and truths, those that PyTorch has none
 * for either, and those inside of layer_norm, whose way back is that of the whole. A new one needs a `back`, or a word here. */
static const char without[] =
    "floor_divide bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_not isnan isinf isfinite "
    "eq "
    "ne lt le gt ge layer_mean layer_var argmax argmin argmax argmin any all logical_not "
    "logical_and logical_or logical_xor argsort argsort heaviside ";

START_TEST(operations_without_a_gradient_are_known)
{
    int count;
    const QkvOp *const *op = qkv_ops(&count);
    Buf found = {0};
    for (int i = 0; i < count; i++)
        if (!op[i]->back && !has_rule(op[i]) && op[i]->how != QKV_HOW_GIVEN)
            buf_printf(&found, "%s ", op[i]->name);
    ck_assert_str_eq(buf_text(&found), without);
    buf_release(&found);
}
END_TEST

/* A matrix of numbers between low and low + 0.6, `more` of them being larger in the cell. */
static const QkvTensor *numbers(QkvDType type, double low, int cell, double more)
{
    const QkvTensor *t;
    double x[4];
    for (int i = 0; i < 4; i++)
        x[i] = low + 0.2 * ((3 * i) % 4) + (i == cell ? more : 0);
    t = qkv_given(q, QKV_FLOAT64, 2, (int64_t[]){2, 2}, x);
    return type == QKV_FLOAT64 ? t : qkv_to(q, t, type);
}

/* The operands of a row, one cell of one of them moved. Plain numbers stand where the row has no rule. */
static int operands_of(const QkvOp *op, QkvDType type, const QkvTensor **in, int moved, int cell,
                       double more)
{
    int count = 1;
    for (int i = 0; i < QKV_RULES; i++)
        count = op->rule[i] ? i + 1 : count;
    bool has_number = (op->signature && strstr(op->signature, "other")) || op == &op_pow_number;
    count = count == 1 && has_number ? 2 : count;
    for (int i = 0; i < count; i++)
        in[i] = op->rule[i] ? numbers(type, i == 1 ? 1.1 : 0.15, i == moved ? cell : -1, more)
                            : qkv_number(q, 1.5);
    if (op->how == QKV_HOW_CHOICE)
        in[0] = qkv_gt(q, numbers(type, 0, -1, 0), qkv_number(q, 0.3));
    return count;
}

static double weighed(const QkvOp *op, int count, const QkvTensor *const in[])
{
    const QkvTensor *y = qkv_apply(q, op, count, in, &(QkvParams){.count = 1, .at = {1}});
    double sum = 0;
    for (int64_t i = 0; y && i < y->count; i++)
        sum += (double)(i + 1) * qkv_tensor_at(y, i);
    return sum;
}

/* Checks that what the text makes of a gradient 1, 2, .. is how much the sum of 1 * y[0] + 2 * y[1] + .. grows: where
 * it computes the gradient, and where it is only shown. */
static void must_be_a_derivative(const QkvOp *op, int operand, QkvDType type)
{
    const double step = type == QKV_FLOAT64 ? 1e-5 : 1e-2, near = type == QKV_FLOAT64 ? 1e-6 : 2e-3;
    const QkvTensor *in[QKV_RULES];
    int count = operands_of(op, type, in, -1, 0, 0);
    const QkvTensor *y = qkv_apply(q, op, count, in, &(QkvParams){.count = 1, .at = {1}});
    ck_assert_msg(y, "%s: %s", op->name, qkv_error(q));
    const QkvTensor *g = qkv_given(q, QKV_FLOAT64, 2, y->size, (double[]){1, 2, 3, 4});
    const QkvCall *c = &qkv_tape(q)->step[y->step].call;
    QkvCall call = *c;
    const QkvTensor *slope = back_text(q, &call, op->rule[operand], qkv_to(q, g, type));
    ck_assert_msg(slope, "%s: %s", op->name, qkv_error(q));
    for (int i = 0; i < 4; i++) {
        count = operands_of(op, type, in, operand, i, step);
        double more = weighed(op, count, in);
        count = operands_of(op, type, in, operand, i, -step);
        double less = weighed(op, count, in), grown = (more - less) / (2 * step);
        double told = qkv_tensor_at(slope, i);
        ck_assert_msg(fabs(told - grown) <= near * (1 + fabs(grown)),
                      "%s, operand %d, cell %d: '%s' is %g, but it grows by %g", op->name, operand,
                      i, op->rule[operand], told, grown);
    }
}

/* The type in which a row computes with these operands, float64 if it can; false where it takes no matrices. */
static bool takes_matrices(const QkvOp *op, QkvDType *type)
{
    static const QkvDType types[] = {QKV_FLOAT64, QKV_FLOAT32};
    const QkvTensor *in[QKV_RULES];
    bool is_made = false;
    for (int i = 0; i < COUNT(types) && !is_made; i++) {
        *type = types[i];
        int count = operands_of(op, *type, in, -1, 0, 0);
        is_made = qkv_apply(q, op, count, in, &(QkvParams){.count = 1, .at = {1}});
        qkv_clear_error(q);
    }
    return is_made;
}

START_TEST(a_rule_is_a_derivative)
{
    int count, rules = 0;
    const QkvOp *const *op = qkv_ops(&count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < QKV_RULES; k++) {
            QkvDType type;
            if (!op[i]->rule[k] || !takes_matrices(op[i], &type))
                continue;
            must_be_a_derivative(op[i], k, type);
            rules++;
        }
    ck_assert_int_ge(rules, 60);
}
END_TEST

/* Gives an error that says where for what cannot be read, and computes nothing. */
START_TEST(a_rule_that_cannot_be_read_is_refused)
{
    static const char *const wrong[] = {"g *", "g * (a", "h",     "g +* a", "nothing(g)",
                                        "g g", "g if a", "s = g", ""};
    const QkvTensor *x = numbers(QKV_FLOAT32, 0.1, -1, 0);
    QkvOp row = op_neg;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        row.rule[0] = wrong[i];
        qkv_want_grad(x, true);
        const QkvTensor *loss = qkv_sum(q, qkv_apply(q, &row, 1, &x, NULL), 0, NULL, false);
        ck_assert_msg(!qkv_backward(q, loss, NULL, false), "'%s' is read", wrong[i]);
        ck_assert_ptr_nonnull(strstr(qkv_error(q), "the rule of neg cannot be read at '"));
        qkv_clear_error(q);
    }
}
END_TEST

Suite *gradient_suite(void)
{
    Suite *s = suite_create("gradient");
    TCase *t = suite_case(s, "gradient");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, a_loss_by_hand);
    tcase_add_test(t, a_way_is_gone_once);
    tcase_add_test(t, nothing_leads_back);
    tcase_add_test(t, operations_without_a_gradient_are_known);
    tcase_add_test(t, a_rule_is_a_derivative);
    tcase_add_test(t, a_rule_that_cannot_be_read_is_refused);
    return s;
}
