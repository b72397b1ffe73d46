/* Memory that ends: whichever allocation it is that fails, the result is NULL with an error, and the
 * context goes on afterwards. */
#include <string.h>

#include "core/print.h"
#include "sample.h"
#include "suites.h"

/* Some of everything that allocates. False after an error. */
static bool use(Qkv *q)
{
    static const char *const words[] = {"a", "b", "c", "d", "e", "f"};
    qkv_seed(q, 1);
    const QkvTensor *table = qkv_randn(q, SHAPE(5, 4)), *weight = qkv_randn(q, SHAPE(4, 4));
    const QkvTensor *ids = qkv_ints(q, SHAPE(2, 3), (const int64_t[]){1, 0, 2, 3, 4, 1});
    const QkvTensor *x = qkv_layer_norm(q, qkv_embedding(q, ids, table), SHAPE(4), NULL, NULL,
                                        1e-5);
    if (!x || !qkv_label(q, x, 1, "token", 2, 6, words))
        return false;
    qkv_name(q, x, "x");
    const QkvTensor *mask = qkv_bools(q, SHAPE(1, 1, 3), (const bool[]){true, false, true});
    const QkvAttention with = {.mask = mask, .dropout = 0.25};
    const QkvTensor *y = qkv_attention(q, qkv_linear(q, x, weight, NULL), x, x, &with);
    const QkvTensor *pair[] = {y, x};
    const QkvTensor *scores = qkv_einsum(q, "bid,bjd->bij", 2, pair);
    const QkvTensor *all[] = {qkv_log_softmax(q, scores, -1), qkv_sum(q, scores, 0, NULL, false),
                              qkv_std(q, scores, 0, NULL, 1, false)};
    const QkvTensor *in[] = {qkv_tril(q, all[0], 0), scores};
    const QkvTensor *joined = qkv_cat(q, 2, in, 0);
    QkvSubscript picks[] = {
        {.kind = QKV_SUBSCRIPT_TENSOR, .tensor = qkv_gt(q, joined, qkv_number(q, 0))}};
    return all[1] && all[2] && (!joined || qkv_index(q, joined, 1, picks)) && qkv_print(q, y) &&
           !qkv_error(q);
}

/* Every cell of every step explained, and told again as text. False after an error. */
static bool explain(Qkv *q)
{
    const QkvTape *tape = qkv_tape(q);
    for (int i = 0; i < tape->count; i++) {
        const QkvCall *c = &tape->step[i].call;
        for (int64_t cell = 0; cell < c->out->count; cell += 7) {
            QkvTerms t = qkv_terms(c, cell, qkv_arena(q));
            double x = qkv_recompute(c, cell, &t, qkv_arena(q));
            if (qkv_error(q))
                return false;
            ck_assert(x == qkv_tensor_at(c->out, cell) || x != x);
        }
    }
    return true;
}

/* The work is done with a little more memory each time, so that each allocation is the one that
 * fails once. */
START_TEST(any_allocation_may_fail)
{
    enum { STEP = _Alignof(max_align_t), ENOUGH = 1 << 26 };
    size_t least = 0, needed = 0;
    for (bool done = false; !done; needed += STEP) {
        Qkv *q = qkv_new();
        least = least ? least : qkv_arena(q)->used;
        qkv_limit(q, (QkvLimits){.bytes = least + needed});
        if (_i == 1)
            qkv_record(q);
        done = use(q);
        ck_assert(done == !qkv_error(q));
        ck_assert(done || strstr(qkv_error(q), "out of memory: ") == qkv_error(q));
        if (!done && needed % (61 * STEP) == 0) {
            qkv_clear_error(q);
            qkv_limit(q, (QkvLimits){.bytes = ENOUGH});
            ck_assert_msg(use(q), "%s", qkv_error(q));
            for (int g = 0; _i == 1 && g < qkv_tape(q)->groups; g++)
                ck_assert_int_lt(qkv_tape(q)->group[g].parent, g);
        }
        qkv_free(q);
    }
    ck_assert_uint_gt(needed, 1000);
}
END_TEST

START_TEST(an_explanation_may_fail)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    ck_assert(use(q));
    bool done = false;
    QkvMark *mark = qkv_mark(q);
    size_t used = qkv_arena(q)->used;
    for (size_t more = 1; !done; more += 160) {
        qkv_limit(q, (QkvLimits){.bytes = used + more});
        done = explain(q);
        qkv_release(q, mark);
        qkv_clear_error(q);
        ck_assert_uint_gt(used, qkv_arena(q)->used);
        mark = qkv_mark(q);
    }
    qkv_free(q);
}
END_TEST

Suite *memory_suite(void)
{
    Suite *s = suite_create("memory");
    TCase *c = suite_case(s, "memory");
    tcase_add_loop_test(c, any_allocation_may_fail, 0, 2);
    tcase_add_test(c, an_explanation_may_fail);
    return s;
}
