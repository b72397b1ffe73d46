/* The way back: the example of qkv.h, a derivative by hand, and which operations have one. */
#include <string.h>

#include "base/common.h"
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

/* What is computed without gradients, and of what is detached, has no way back. */
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
        if (!op[i]->back && op[i]->how != QKV_HOW_GIVEN)
            buf_printf(&found, "%s ", op[i]->name);
    ck_assert_str_eq(buf_text(&found), without);
    buf_release(&found);
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
    return s;
}
