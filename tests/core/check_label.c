/* Names and labels of axes on their way through operations. */
#include "case.h"
#include "sample.h"
#include "suites.h"

enum { ITEMS = 2, TOKENS = 3 };

/* Other words in each of two batch items. */
static const char *const words[] = {"the", "cat", "sat", "dogs", "bark", "[PAD]"};

/* A sample (2, 3, N) with tokens on axis 1. */
static const QkvTensor *sentences(uint32_t seed, int64_t size)
{
    const QkvTensor *t = sample(q, 'F', seed, SHAPE(ITEMS, TOKENS, size));
    ck_assert(qkv_label(q, t, 1, "token", ITEMS, COUNT(words), words));
    return t;
}

/* A sample (3, 3) with one token list for rows and another for columns. */
static const QkvTensor *table(void)
{
    const QkvTensor *t = sample(q, 'F', 1, SHAPE(3, 3));
    ck_assert(qkv_label(q, t, 0, "query", 1, 3, words));
    ck_assert(qkv_label(q, t, 1, "key", 1, 3, words + 3));
    return t;
}

/* The labels of an axis, batch item by batch item, and its name before them: "token: a b | c d". */
static void must_say(const QkvTensor *t, int axis, const char *text)
{
    ck_assert_ptr_nonnull(t);
    Buf out = {0};
    const QkvAxis *a = &t->axis[axis];
    buf_printf(&out, "%s:", a->name ? a->name : "");
    for (int64_t g = 0; a->labels && g < a->groups; g++)
        for (int64_t i = 0; i < t->size[axis]; i++) {
            const char *label = qkv_tensor_label(t, axis, i,
                                                 a->groups > 1 ? g * qkv_tensor_pitch(t, 0) : 0);
            buf_printf(&out, g > 0 && i == 0 ? " | %s" : " %s", label);
        }
    ck_assert_str_eq(buf_text(&out), text);
    buf_release(&out);
}

#define BOTH "token: the cat sat | dogs bark [PAD]"

START_TEST(labels_are_copied)
{
    char first[] = "one", second[] = "two";
    const char *two[] = {first, second};
    const QkvTensor *t = sample(q, 'F', 1, SHAPE(4, 2));
    ck_assert(qkv_label(q, t, -1, "pair", 1, 2, two));
    first[0] = 'x';
    two[1] = "y";
    must_say(t, 1, "pair: one two");
    must_say(t, 0, ":");
    ck_assert_str_eq(qkv_tensor_label(t, 1, 1, 7), "two");
    ck_assert_ptr_null(qkv_tensor_label(t, 0, 1, 7));
    ck_assert(qkv_label(q, t, 1, "other", 0, 0, NULL)); /* the name alone */
    must_say(t, 1, "other: one two");
    ck_assert(qkv_label(q, t, 1, NULL, 1, 2, words));
    must_say(t, 1, "other: the cat");
}
END_TEST

START_TEST(each_item_has_its_own)
{
    const QkvTensor *t = sentences(1, 4);
    must_say(t, 1, BOTH);
    ck_assert_str_eq(qkv_tensor_label(t, 1, 2, 11), "sat");
    ck_assert_str_eq(qkv_tensor_label(t, 1, 2, 12), "[PAD]");
}
END_TEST

START_TEST(scores_have_tokens_on_both_sides)
{
    const QkvTensor *x = sentences(1, 4);
    const QkvTensor *scores = qkv_matmul(q, x, qkv_transpose(q, x, -2, -1));
    must_say(scores, 0, ":");
    must_say(scores, 1, BOTH);
    must_say(scores, 2, BOTH);
    const QkvTensor *weights = qkv_softmax(q, qkv_div(q, scores, qkv_number(q, 2)), -1);
    must_say(weights, 2, BOTH);
    const QkvTensor *context = qkv_matmul(q, weights, x);
    must_say(context, 1, BOTH);
    must_say(context, 2, ":");
    must_say(qkv_matmul(q, x, sample(q, 'F', 2, SHAPE(4, 5))), 1, BOTH);
}
END_TEST

START_TEST(products_keep_rows_and_columns)
{
    const QkvTensor *t = table(), *vector = sample(q, 'F', 2, SHAPE(3));
    must_say(qkv_matmul(q, t, t), 0, "query: the cat sat");
    must_say(qkv_matmul(q, t, t), 1, "key: dogs bark [PAD]");
    must_say(qkv_matmul(q, t, vector), 0, "query: the cat sat");
    must_say(qkv_matmul(q, vector, t), 0, "key: dogs bark [PAD]");
    const QkvTensor *x = sentences(1, 3);
    const QkvTensor *product = qkv_matmul(q, x, t);
    must_say(product, 1, BOTH);
    must_say(product, 2, "key: dogs bark [PAD]");
}
END_TEST

START_TEST(batch_axes_keep_theirs)
{
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 1, 3, 4)),
                    *b = sample(q, 'F', 2, SHAPE(3, 4, 2));
    ck_assert(qkv_label(q, a, 0, "batch", 1, 2, words));
    ck_assert(qkv_label(q, b, 0, "head", 1, 3, words + 3));
    const QkvTensor *product = qkv_matmul(q, a, b);
    must_say(product, 0, "batch: the cat");
    must_say(product, 1, "head: dogs bark [PAD]");
}
END_TEST

/* Item labels stay only where axis 0 still counts the same items. */
START_TEST(labels_of_items_need_the_items)
{
    const QkvTensor *x = sentences(1, 4);
    must_say(qkv_transpose(q, x, 1, 2), 2, BOTH);
    must_say(qkv_transpose(q, x, 0, 1), 0, "token:");
    must_say(qkv_transpose(q, x, 0, 2), 1, "token:");
    const QkvTensor *wide = qkv_add(q, sample(q, 'F', 1, SHAPE(5, 1, 1, 1)), x);
    must_say(wide, 2, "token:");
    must_say(qkv_matmul(q, sample(q, 'F', 1, SHAPE(5, 1, 2, 3)), x), 3, ":");
    must_say(qkv_matmul(q, x, sample(q, 'F', 1, SHAPE(2, 2, 4, 5))), 2, "token:");
    const QkvTensor *square = sample(q, 'F', 1, SHAPE(2, 2, 1));
    ck_assert(qkv_label(q, square, 2, "token", 2, 2, words));
    must_say(qkv_transpose(q, square, 0, 1), 2, "token:");
    must_say(qkv_transpose(q, square, 1, 2), 1, "token: the | cat");
    must_say(qkv_add(q, x, x), 1, BOTH);
    must_say(qkv_to(q, x, QKV_INT64), 1, BOTH);
    must_say(qkv_exp(q, x), 1, BOTH);
}
END_TEST

START_TEST(the_first_operand_that_has_some)
{
    const QkvTensor *bare = sample(q, 'F', 2, SHAPE(3, 3)), *t = table();
    must_say(qkv_add(q, bare, t), 0, "query: the cat sat");
    const QkvTensor *row = sample(q, 'F', 2, SHAPE(3));
    ck_assert(qkv_label(q, row, 0, "bias", 1, 3, words));
    must_say(qkv_add(q, bare, row), 1, "bias: the cat sat");
    must_say(qkv_add(q, t, row), 1, "key: dogs bark [PAD]");
    must_say(qkv_add(q, row, t), 1, "bias: the cat sat");
    /* An axis that was stretched is not the same axis. */
    const QkvTensor *one = sample(q, 'F', 2, SHAPE(1, 3));
    ck_assert(qkv_label(q, one, 0, "row", 1, 1, words));
    must_say(qkv_add(q, one, bare), 0, ":");
}
END_TEST

START_TEST(sums_keep_the_other_axes)
{
    const QkvTensor *t = table(), *x = sentences(1, 4);
    const int64_t first = 0, last = -1;
    must_say(qkv_sum(q, t, 1, &first, false), 0, "key: dogs bark [PAD]");
    must_say(qkv_sum(q, t, 1, &last, false), 0, "query: the cat sat");
    must_say(qkv_sum(q, t, 1, &last, true), 0, "query: the cat sat");
    must_say(qkv_sum(q, t, 1, &last, true), 1, ":");
    must_say(qkv_sum(q, x, 1, &last, false), 1, BOTH);
    must_say(qkv_sum(q, x, 1, &last, true), 1, BOTH);
    must_say(qkv_sum(q, x, 1, &first, false), 0, "token:");
    must_say(qkv_sum(q, x, 1, &first, true), 1, "token:");
    const int64_t middle = 1;
    must_say(qkv_sum(q, x, 1, &middle, false), 0, ":");
    /* As many items as tokens: the items went all the same. */
    const QkvTensor *square = sample(q, 'F', 1, SHAPE(2, 2, 3));
    qkv_label(q, square, 1, "token", 2, 4, words);
    must_say(qkv_sum(q, square, 1, &first, false), 0, "token:");
}
END_TEST

/* x of `sentences`; what axis `axis` of the result says. */
static const struct {
    int count;
    QkvSubscript subscript[3];
    int axis;
    const char *text;
} picks[] = {
    {1, {AT(0)}, 0, "token: the cat sat"},
    {1, {AT(-1)}, 0, "token: dogs bark [PAD]"},
    {2, {AT(1), FROM(1)}, 0, "token: bark [PAD]"},
    {2, {ALL, STEP(0, 2)}, 1, "token: the sat | dogs [PAD]"},
    {2, {FROM(1), FROM(1)}, 1, "token: bark [PAD]"},
    {1, {ALL}, 1, BOTH},
    {3, {ALL, ALL, AT(1)}, 1, BOTH},
    {3, {ALL, NEW, FROM(-2)}, 2, "token: cat sat | bark [PAD]"},
    {3, {ALL, NEW, FROM(-2)}, 1, ":"},
    {1, {NEW}, 2, "token:"},
    {2, {ALL, AT(2)}, 1, ":"},
    {3, {NEW, AT(1), ALL}, 1, "token: dogs bark [PAD]"},
};

START_TEST(labels_of_picked_cells)
{
    const QkvTensor *t = qkv_index(q, sentences(1, 4), picks[_i].count, picks[_i].subscript);
    must_say(t, picks[_i].axis, picks[_i].text);
}
END_TEST

/* Moves of x of `sentences`, cells and labels together. */
typedef const QkvTensor *Move(const QkvTensor *x);

static const QkvTensor *joined(const QkvTensor *x, int64_t axis)
{
    return qkv_cat(q, 2, (const QkvTensor *[]){x, qkv_flip(q, x, 1, (const int64_t[]){0})}, axis);
}

static const QkvTensor *joined_items(const QkvTensor *x)
{
    return joined(x, 0);
}

static const QkvTensor *joined_tokens(const QkvTensor *x)
{
    return joined(x, 1);
}

static const QkvTensor *joined_features(const QkvTensor *x)
{
    return joined(x, 2);
}

/* Sentences that were batches of one. */
static const QkvTensor *joined_sentences(const QkvTensor *x)
{
    return qkv_cat(q, 2,
                   (const QkvTensor *[]){qkv_narrow(q, x, 0, 1, 1), qkv_narrow(q, x, 0, 0, 1)}, 0);
}

static const QkvTensor *joined_twins(const QkvTensor *x)
{
    const QkvTensor *item = qkv_narrow(q, x, 0, 1, 1);
    return qkv_cat(q, 2, (const QkvTensor *[]){item, item}, 0);
}

static const QkvTensor *stacked_items(const QkvTensor *x)
{
    const QkvSubscript first = AT(0), second = AT(1);
    const QkvTensor *items[] = {qkv_index(q, x, 1, &second), qkv_index(q, x, 1, &first)};
    return qkv_stack(q, 2, items, 0);
}

static const QkvTensor *stacked_features(const QkvTensor *x)
{
    return qkv_stack(q, 2, (const QkvTensor *[]){x, x}, 3);
}

static const QkvTensor *stacked_batches(const QkvTensor *x)
{
    return qkv_stack(q, 2, (const QkvTensor *[]){x, x}, 0);
}

static const QkvTensor *padded_tokens(const QkvTensor *x)
{
    return qkv_pad(q, x, 4, (const int64_t[]){0, 0, 1, 2}, 0);
}

static const QkvTensor *padded_items(const QkvTensor *x)
{
    return qkv_pad(q, x, 6, (const int64_t[]){0, 0, 0, 0, 1, 0}, 0);
}

static const QkvTensor *padded_features(const QkvTensor *x)
{
    return qkv_pad(q, x, 2, (const int64_t[]){1, 1}, 0);
}

static const QkvTensor *cut_tokens(const QkvTensor *x)
{
    return qkv_pad(q, x, 4, (const int64_t[]){0, 0, -1, 0}, 0);
}

static const QkvTensor *turned_items(const QkvTensor *x)
{
    return qkv_flip(q, x, 1, (const int64_t[]){0});
}

static const QkvTensor *turned_tokens(const QkvTensor *x)
{
    return qkv_flip(q, x, 1, (const int64_t[]){1});
}

static const QkvTensor *repeated_items(const QkvTensor *x)
{
    return qkv_repeat(q, x, 3, (const int64_t[]){2, 1, 1});
}

static const QkvTensor *repeated_tokens(const QkvTensor *x)
{
    return qkv_repeat(q, x, 3, (const int64_t[]){1, 2, 1});
}

static const QkvTensor *repeated_batches(const QkvTensor *x)
{
    return qkv_repeat(q, x, 4, (const int64_t[]){2, 1, 1, 1});
}

static const QkvTensor *listed(const QkvTensor *x, int axis, const QkvTensor *positions)
{
    const QkvSubscript s[] = {ALL, {.kind = QKV_SUBSCRIPT_TENSOR, .tensor = positions}};
    return axis > 0 ? qkv_index(q, x, 2, s) : qkv_index(q, x, 1, s + 1);
}

static const QkvTensor *listed_items(const QkvTensor *x)
{
    return listed(x, 0, qkv_ints(q, SHAPE(3), (const int64_t[]){1, 0, 1}));
}

static const QkvTensor *listed_tokens(const QkvTensor *x)
{
    return listed(x, 1, qkv_ints(q, SHAPE(2), (const int64_t[]){2, 0}));
}

static const QkvTensor *masked_tokens(const QkvTensor *x)
{
    return listed(x, 1, qkv_bools(q, SHAPE(3), (const bool[]){true, false, true}));
}

static const QkvTensor *lower(const QkvTensor *x)
{
    return qkv_tril(q, x, 0);
}

static const struct {
    Move *move;
    int axis;
    const char *text;
} moves[] = {
    {joined_items, 1, BOTH " | dogs bark [PAD] | the cat sat"},
    {joined_tokens, 1, "token: the cat sat dogs bark [PAD] | dogs bark [PAD] the cat sat"},
    {joined_features, 1, BOTH},
    {joined_sentences, 1, "token: dogs bark [PAD] | the cat sat"},
    {joined_twins, 1, "token: dogs bark [PAD]"}, /* labels that need no item to be known */
    {stacked_items, 1, "token: dogs bark [PAD] | the cat sat"},
    {stacked_features, 1, BOTH},
    {stacked_batches, 2, "token:"},
    {padded_tokens, 1, "token: pad the cat sat pad pad | pad dogs bark [PAD] pad pad"},
    {padded_items, 1, "token: pad pad pad | the cat sat | dogs bark [PAD]"},
    {padded_features, 1, BOTH},
    {cut_tokens, 1, "token: cat sat | bark [PAD]"},
    {turned_items, 1, "token: dogs bark [PAD] | the cat sat"},
    {turned_tokens, 1, "token: sat cat the | [PAD] bark dogs"},
    {repeated_items, 1, BOTH " | the cat sat | dogs bark [PAD]"},
    {repeated_tokens, 1, "token: the cat sat the cat sat | dogs bark [PAD] dogs bark [PAD]"},
    {repeated_batches, 2, "token:"},
    {listed_items, 1, "token: dogs bark [PAD] | the cat sat | dogs bark [PAD]"},
    {listed_tokens, 1, "token: sat the | [PAD] dogs"},
    {masked_tokens, 1, "token: the sat | dogs [PAD]"},
    {lower, 1, BOTH},
};

START_TEST(labels_of_moved_cells)
{
    must_say(moves[_i].move(sentences(1, 4)), moves[_i].axis, moves[_i].text);
}
END_TEST

START_TEST(labels_do_not_change_numbers)
{
    const QkvTensor *bare = sample(q, 'F', 1, SHAPE(2, 3, 4)), *x = sentences(1, 4);
    must_equal(qkv_matmul(q, x, qkv_transpose(q, x, 1, 2)),
               qkv_matmul(q, bare, qkv_transpose(q, bare, 1, 2)));
}
END_TEST

START_TEST(errors)
{
    const QkvTensor *t = sample(q, 'F', 1, SHAPE(2, 3)), *none = sample(q, 'F', 1, SHAPE(0, 3));
    ck_assert(!qkv_label(q, t, 2, "x", 0, 0, NULL));
    must_fail(q, NULL, "label: there is no axis 2: a tensor with 2 axes has -2 to 1");
    ck_assert(!qkv_label(q, sample(q, 'F', 1, 0, NULL), 0, "x", 0, 0, NULL));
    must_fail(q, NULL, "a single number has no axis to label");
    ck_assert(!qkv_label(q, t, 1, "x", 1, 2, words));
    must_fail(q, NULL, "2 labels, but the axis has 3");
    const QkvTensor *batch = sample(q, 'F', 1, SHAPE(2, 3, 1));
    ck_assert(!qkv_label(q, batch, 1, "x", 2, 3, words));
    must_fail(q, NULL, "3 labels, but the axis has 3 for each batch item");
    ck_assert(!qkv_label(q, batch, 1, "x", 3, 9, words));
    must_fail(q, NULL, "labels for 3 batch items, and there are 2");
    ck_assert(!qkv_label(q, t, 1, "x", 2, 6, words));
    must_fail(q, NULL, "labels for 2 batch items, and a tensor with 2 axes has no batch");
    ck_assert(!qkv_label(q, batch, 0, "x", 2, 4, words));
    must_fail(q, NULL, "labels for 2 batch items, and the first axis is the batch itself");
    ck_assert(!qkv_label(q, none, 1, "x", 0, 3, words));
    must_fail(q, NULL, "3 labels, but the axis has 3 for each batch item");
    ck_assert(!qkv_label(q, NULL, 0, "x", 0, 0, NULL));
    ck_assert_ptr_null(t->axis[1].name);
}
END_TEST

/* Cells that move along an axis take their labels with them, and what has no source is padding. */
START_TEST(cells_take_their_labels_along)
{
    static const int64_t ends[] = {1, 0, 0, 1}, above[] = {0, 0, 2, 0}, rows = 0;
    static const int64_t down[] = {1, 0}, along[] = {1};
    const QkvTensor *t = table();
    must_say(qkv_pad(q, t, 4, ends, 0), 0, "query: the cat sat pad");
    must_say(qkv_pad(q, t, 4, ends, 0), 1, "key: pad dogs bark [PAD]");
    must_say(qkv_pad(q, t, 4, above, 0), 0, "query: pad pad the cat sat");
    must_say(qkv_roll(q, t, 2, down), 0, "query: sat the cat");
    must_say(qkv_roll(q, t, 2, down), 1, "key: dogs bark [PAD]");
    must_say(qkv_roll(q, t, 1, along), 0, ":");
    must_say(qkv_argsort(q, t, 1, false), 0, "query: the cat sat");
    must_say(qkv_argsort(q, t, 1, false), 1, ":");
    must_say(qkv_repeat_interleave(q, t, qkv_integer(q, 2), &rows), 0,
             "query: the the cat cat sat sat");
}
END_TEST

Suite *label_suite(void)
{
    Suite *s = suite_create("label");
    TCase *c = case_with_context(s, "labels");
    tcase_add_test(c, labels_are_copied);
    tcase_add_test(c, cells_take_their_labels_along);
    tcase_add_test(c, each_item_has_its_own);
    tcase_add_test(c, scores_have_tokens_on_both_sides);
    tcase_add_test(c, products_keep_rows_and_columns);
    tcase_add_test(c, batch_axes_keep_theirs);
    tcase_add_test(c, labels_of_items_need_the_items);
    tcase_add_test(c, the_first_operand_that_has_some);
    tcase_add_test(c, sums_keep_the_other_axes);
    tcase_add_loop_test(c, labels_of_picked_cells, 0, COUNT(picks));
    tcase_add_loop_test(c, labels_of_moved_cells, 0, COUNT(moves));
    tcase_add_test(c, labels_do_not_change_numbers);
    tcase_add_test(c, errors);
    return s;
}
