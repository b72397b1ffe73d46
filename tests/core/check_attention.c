/* Attention: the formula, its stages on the tape, its labels and its refusals. */
#include <math.h>
#include <string.h>

#include "sample.h"
#include "suites.h"

static Qkv *q;

static void setup(void)
{
    q = qkv_new();
    qkv_record(q);
}

static void teardown(void)
{
    qkv_free(q);
}

/* A stage of the last call. */
static const QkvTensor *stage(const char *name)
{
    const QkvTape *tape = qkv_tape(q);
    int group = tape->step[tape->count - 1].group;
    ck_assert_str_eq(tape->group[group].name, "scaled_dot_product_attention");
    return qkv_tape_stage(tape, group, name);
}

/* Of x over itself. */
static const QkvTensor *attend(const QkvTensor *x, QkvAttention with)
{
    return qkv_attention(q, x, x, x, &with);
}

static const QkvTensor *bools(const char *cells, int rank, const int64_t *size)
{
    bool data[16];
    for (int i = 0; cells[i]; i++)
        data[i] = cells[i] == '1';
    return qkv_bools(q, rank, size, data);
}

/* The formula, written out; heads and sentences are axes before the last two. */
START_TEST(attention_is_the_formula)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 2, 4)),
                    *key = sample(q, 'F', 2, SHAPE(3, 3, 4)),
                    *value = sample(q, 'F', 3, SHAPE(3, 3, 5));
    const QkvTensor *y = qkv_attention(q, x, key, value, NULL), *weights = stage("weights");
    const QkvTensor *scores = qkv_matmul(q, x, qkv_transpose(q, key, -2, -1));
    must_equal(weights, qkv_softmax(q, qkv_mul(q, scores, qkv_number(q, 0.5)), -1));
    must_equal(y, qkv_matmul(q, weights, value));
    const double quarter = 0.25;
    qkv_attention(q, x, key, value, &(QkvAttention){.scale = &quarter});
    const QkvTensor *scaled = stage("scaled");
    must_equal(scaled, qkv_mul(q, scores, qkv_number(q, 0.25)));
}
END_TEST

/* Each stage is a step of one group, in order, and each cell of each step comes out of its terms; without
 * a tape the bits are the same. */
START_TEST(stages_are_on_the_tape)
{
    static const char *const names[] = {"scores",  "scaled",  "mask",   "masked",
                                        "weights", "dropped", "context"};
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3, 4));
    const QkvAttention with = {.is_causal = true, .dropout = 0.5};
    Qkv *other = qkv_new();
    int at = -1, first = qkv_tape(q)->count;
    qkv_seed(q, 3);
    qkv_seed(other, 3);
    const QkvTensor *y = attend(x, with);
    for (int i = 0; i < COUNT(names); i++) {
        const QkvTensor *t = stage(names[i]);
        ck_assert_msg(t && t->step > at, "%s", names[i]);
        ck_assert_ptr_nonnull(qkv_tape(q)->step[t->step].text);
        at = t->step;
    }
    ck_assert_int_eq(y->step, at);
    for (int i = first; i < qkv_tape(q)->count; i++)
        must_recompute(&qkv_tape(q)->step[i].call);
    must_equal(qkv_attention(other, x, x, x, &with), y);
    qkv_free(other);
}
END_TEST

START_TEST(causal_attention_looks_back)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 4)), *key = sample(q, 'F', 2, SHAPE(4, 4));
    const QkvTensor *y = qkv_attention(q, x, key, key, &(QkvAttention){.is_causal = true});
    const QkvTensor *mask = stage("mask");
    must_equal(mask, bools("100011001110", SHAPE(3, 4)));
    must_equal(qkv_attention(q, x, key, key, &(QkvAttention){.mask = mask}), y);
}
END_TEST

/* A row without anything to look at has no softmax, and weights of 0; an added mask says itself how much. */
START_TEST(masks_hide_or_are_added)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 4)), *add = sample(q, 'F', 2, SHAPE(2, 2));
    const QkvTensor *y = attend(x, (QkvAttention){.mask = bools("1100", SHAPE(2, 2))});
    ck_assert(isnan(stage("softmax")->data.f[2]) && stage("softmax")->data.f[0] > 0);
    ck_assert(stage("weights")->data.f[2] == 0 && stage("weights")->data.f[0] > 0);
    ck_assert(y->data.f[4] == 0 && y->data.f[0] != 0);
    attend(x, (QkvAttention){.mask = add});
    const QkvTensor *masked = stage("masked"), *scaled = stage("scaled");
    must_equal(masked, qkv_add(q, scaled, add));
}
END_TEST

/* Draws in each flavour a mask of its own. */
START_TEST(dropout_draws_in_both_flavours)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(4, 5, 3));
    for (int flavour = QKV_DROPOUT_TORCH; flavour <= QKV_DROPOUT_TORCH_MKL; flavour++) {
        qkv_dropout_flavour(q, (QkvDropoutFlavour)flavour);
        qkv_seed(q, 7);
        const QkvTensor *mask = qkv_dropout_mask(q, SHAPE(4, 5, 5), 0.5);
        qkv_seed(q, 7);
        attend(x, (QkvAttention){.dropout = 0.5});
        const QkvTensor *dropped = stage("dropped"), *weights = stage("weights");
        must_equal(dropped, qkv_mul(q, weights, mask));
    }
}
END_TEST

/* The scores have the tokens on both sides, and so has what is made of a mask; what is the caller's keeps
 * its names. */
START_TEST(tokens_stand_on_both_sides)
{
    static const char *const words[] = {"a", "b", "c"};
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 4)), *mask = bools("110", SHAPE(3));
    qkv_label(q, x, 0, NULL, 1, 3, words);
    attend(x, (QkvAttention){.mask = mask});
    const QkvTensor *scores = stage("scores");
    ck_assert_str_eq(scores->axis[0].name, "query");
    ck_assert_str_eq(scores->axis[1].name, "key");
    ck_assert_str_eq(qkv_tensor_label(scores, 0, 1, 0), "b");
    ck_assert_str_eq(qkv_tensor_label(scores, 1, 2, 0), "c");
    int step = scores->step;
    while (strcmp(qkv_tape(q)->step[step].call.op->name, "eq") != 0)
        step++;
    ck_assert_str_eq(qkv_tensor_label(qkv_tape(q)->step[step].call.out, 0, 2, 0), "c");
    ck_assert_ptr_null(mask->axis[0].labels);
    ck_assert_ptr_null(qkv_tape(q)->step[x->step].name);
    attend(x, (QkvAttention){.is_causal = true});
    ck_assert_str_eq(qkv_tensor_label(stage("mask"), 1, 1, 0), "b");
}
END_TEST

START_TEST(calls_that_do_not_fit)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 5, 4)),
                    *wide = sample(q, 'F', 2, SHAPE(3, 4, 5));
    const QkvTensor *keys = bools("111111111111111", SHAPE(3, 5)),
                    *ints = sample(q, 'I', 1, SHAPE(5, 5));
    must_fail(
        q, attend(x, (QkvAttention){.mask = keys}),
        "attention: the mask (3, 5) does not fit the scores (3, 5, 5), which are (batch, query, "
        "key): counted from the right, axes must be equal or 1, and 3 meets 5 query: "
        "mask.unsqueeze(1) gives every query of a sentence the same keys");
    must_fail(
        q, attend(x, (QkvAttention){.mask = bools("1", SHAPE(1, 1, 1, 1))}),
        "attention: the mask (1, 1, 1, 1) does not fit the scores (3, 5, 5), which are (batch, "
        "query, key): it has too many axes");
    must_fail(q, attend(x, (QkvAttention){.mask = keys, .is_causal = true}),
              "scaled_dot_product_attention: attn_mask and is_causal: give one of them");
    must_fail(
        q, attend(x, (QkvAttention){.mask = ints}),
        "scaled_dot_product_attention: attn_mask must be bool (True = look) or float32 (it is "
        "added to the scores), but it is int64");
    must_fail(q, attend(ints, (QkvAttention){0}),
              "scaled_dot_product_attention: query must be float32, but it is int64: use .float()");
    must_fail(
        q, qkv_attention(q, x, wide, wide, NULL),
        "attention: queries and keys need the same number of features: (3, 5, 4) and (3, 4, 5)");
    must_fail(q, qkv_attention(q, x, x, wide, NULL),
              "attention: there must be a value for each key: (3, 5, 4) and (3, 4, 5)");
    must_fail(q, attend(sample(q, 'F', 1, SHAPE(4)), (QkvAttention){0}),
              "attention: query needs the axes (token, feature) at its end, but it is (4,)");
    ck_assert_ptr_null(qkv_attention(q, x, NULL, x, NULL));
    ck_assert_ptr_null(qkv_error(q));
}
END_TEST

Suite *attention_suite(void)
{
    Suite *s = suite_create("attention");
    TCase *c = tcase_create("attention");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, attention_is_the_formula);
    tcase_add_test(c, stages_are_on_the_tape);
    tcase_add_test(c, causal_attention_looks_back);
    tcase_add_test(c, masks_hide_or_are_added);
    tcase_add_test(c, dropout_draws_in_both_flavours);
    tcase_add_test(c, tokens_stand_on_both_sides);
    tcase_add_test(c, calls_that_do_not_fit);
    suite_add_tcase(s, c);
    return s;
}
