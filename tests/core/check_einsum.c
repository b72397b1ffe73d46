/* einsum and the products of one kind: against matmul and against each other; labels; refusals. */
#include <string.h>

#include "case.h"
#include "golden_einsum.h"
#include "sample.h"
#include "suites.h"

static void record(void)
{
    qkv_record(q);
}

static const QkvTensor *two(const char *equation, const QkvTensor *a, const QkvTensor *b)
{
    const QkvTensor *in[] = {a, b};
    return qkv_einsum(q, equation, 2, in);
}

static const QkvTensor *one(const char *equation, const QkvTensor *a)
{
    return qkv_einsum(q, equation, 1, &a);
}

START_TEST(products_of_one_kind_are_those_of_matmul)
{
    const QkvTensor *a = sample(q, 'S', 1, SHAPE(3, 4)), *b = sample(q, 'F', 2, SHAPE(4, 5));
    const QkvTensor *v = sample(q, 'F', 3, SHAPE(4)), *w = sample(q, 'F', 4, SHAPE(4));
    const QkvTensor *m = sample(q, 'F', 5, SHAPE(2, 9, 8)), *n = sample(q, 'F', 6, SHAPE(2, 8, 6));
    must_equal(qkv_mm(q, a, b), qkv_matmul(q, a, b));
    must_equal(qkv_mv(q, a, v), qkv_matmul(q, a, v));
    must_equal(qkv_dot(q, w, v), qkv_matmul(q, w, v));
    must_equal(qkv_bmm(q, m, n), qkv_matmul(q, m, n));
    must_equal(qkv_outer(q, v, w), qkv_mul(q, qkv_unsqueeze(q, v, 1), qkv_unsqueeze(q, w, 0)));
}
END_TEST

/* The two products of attention, and their spelling with '...': fused from 400 on, as a batch. */
START_TEST(attention_in_letters)
{
    for (int64_t size = 3; size < 12; size += 4) {
        const int64_t shape[] = {2, 3, size, size + 1};
        const QkvTensor *a = sample(q, 'F', 1, 4, shape), *b = sample(q, 'F', 2, 4, shape);
        const QkvTensor *scores = qkv_matmul(q, a, qkv_transpose(q, b, -2, -1));
        must_equal(two("bhid,bhjd->bhij", a, b), scores);
        must_equal(two("...id, ...jd -> ...ij", a, b), scores);
        must_equal(two("bhij,bhjd->bhid", scores, b), qkv_matmul(q, scores, b));
    }
}
END_TEST

START_TEST(one_operand)
{
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(3, 4)), *s = sample(q, 'I', 2, SHAPE(3, 3));
    const int64_t rows[] = {0};
    must_equal(one("ij->ji", a), qkv_transpose(q, a, 0, 1));
    must_equal(one("ba", a), qkv_transpose(q, a, 0, 1));
    must_equal(one("ij->", a), qkv_sum(q, a, 0, NULL, false));
    must_equal(one("i...->...", a), qkv_sum(q, a, 1, rows, false));
    must_equal(one("ij->ij", a), a);
    const int64_t diagonal[] = {s->data.i[0], s->data.i[4], s->data.i[8]};
    must_equal(one("ii->i", s), qkv_ints(q, SHAPE(3), diagonal));
    must_equal(one("ii", s), qkv_sum(q, qkv_ints(q, SHAPE(3), diagonal), 0, NULL, false));
}
END_TEST

/* A letter of one operand alone is summed there first, as a step of its own. */
START_TEST(own_letters_are_summed_first)
{
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(5, 4)), *b = sample(q, 'F', 2, SHAPE(4, 3));
    const int64_t rows[] = {0};
    int before = qkv_tape(q)->count;
    const QkvTensor *out = two("ij,jk->k", a, b);
    ck_assert_int_eq(qkv_tape(q)->count, before + 2);
    const QkvStep *steps = qkv_tape(q)->step + before;
    ck_assert_str_eq(qkv_formula(&steps[0].call), "out[j] = sum over i of a[i, j]");
    ck_assert_str_eq(qkv_formula(&steps[1].call), "out[k] = sum over j of a[j] * b[j, k]");
    must_equal(out, two("j,jk->k", qkv_sum(q, a, 1, rows, false), b));
}
END_TEST

/* Terms go through the summed letters from A to Z and a to z, the last one fastest. */
START_TEST(terms_in_the_order_of_the_letters)
{
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 3)), *b = sample(q, 'F', 2, SHAPE(3, 2));
    const QkvTensor *out = two("bA,Ab->", a, b);
    const QkvCall *c = &qkv_tape(q)->step[out->step].call;
    Arena arena = {0};
    QkvTerms t = qkv_terms(c, 0, &arena);
    ck_assert_int_eq(t.count, 6);
    static const int64_t of_a[] = {0, 3, 1, 4, 2, 5};
    for (int k = 0; k < 6; k++) {
        ck_assert_int_eq(qkv_term(&t, k).a.cell, of_a[k]);
        ck_assert_int_eq(qkv_term(&t, k).b.cell, k);
    }
    must_recompute(c);
    arena_release(&arena);
}
END_TEST

static const struct {
    const char *equation, *formula;
} formulas[] = {
    {"bid,bjd->bij", "out[b, i, j] = sum over d of a[b, i, d] * b[b, j, d]"},
    {"...id,...jd->...ij", "out[..., i, j] = sum over d of a[..., i, d] * b[..., j, d]"},
    {"bid,bjd->", "out = sum over b, d of a[b, d] * b[b, d]"},
    {"bid,cje->bide", "out[b, i, d, e] = a[b, i, d] * b[e]"},
};

START_TEST(formula_of_an_equation)
{
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 3, 4));
    const QkvTensor *out = two(formulas[_i].equation, a, a);
    ck_assert_ptr_nonnull(out);
    ck_assert_str_eq(qkv_formula(&qkv_tape(q)->step[out->step].call), formulas[_i].formula);
}
END_TEST

START_TEST(letters_keep_labels)
{
    static const char *const words[] = {"the", "cat", "sat"}, *const keys[] = {"k1", "k2"};
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 3, 4)), *b = sample(q, 'F', 2, SHAPE(2, 2, 4));
    ck_assert(qkv_label(q, a, 1, "query", 1, 3, words) && qkv_label(q, b, 1, "key", 1, 2, keys));
    const QkvTensor *scores = two("bid,bjd->bji", a, b);
    ck_assert_str_eq(scores->axis[1].name, "key");
    ck_assert_str_eq(qkv_tensor_label(scores, 1, 1, 0), "k2");
    ck_assert_str_eq(qkv_tensor_label(scores, 2, 2, 0), "sat");
    const QkvTensor *turned = one("bij->jbi", a);
    ck_assert_str_eq(turned->axis[2].name, "query");
    ck_assert_ptr_null(turned->axis[0].name);
}
END_TEST

/* Labels that differ between batch items need the items to stay in front. */
START_TEST(labels_of_items)
{
    static const char *const words[] = {"a", "b", "c", "d", "e", "f"};
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 3, 4));
    ck_assert(qkv_label(q, a, 1, "token", 2, 6, words));
    const QkvTensor *scores = two("bid,bjd->bij", a, a);
    ck_assert_str_eq(qkv_tensor_label(scores, 1, 0, 9), "d");
    const QkvTensor *turned = one("bij->ibj", a);
    ck_assert_str_eq(turned->axis[0].name, "token");
    ck_assert_ptr_null(turned->axis[0].labels);
}
END_TEST

/* clang-format off */
static const struct {
    const char *equation;
    int count;
    const char *message;
} refusals[] = {
    {"ij->ik", 1, "einsum: the result has the letter 'k', but no operand has it"},
    {"ij->ii", 1, "einsum: the letter 'i' occurs twice in the result: each axis needs a letter of its own"},
    {"ii->i", 1, "einsum: the letter 'i' has the sizes 2 and 3: (2, 3) is not square there"},
    {"ij,ij->i", 2, "einsum: the letter 'i' has the sizes 2 and 3: (2, 3) and (3, 4) do not fit"},
    {"...j,...k", 2, "einsum: an axis that '...' covers has the sizes 2 and 3: (2, 3) and (3, 4) do not fit"},
    {"ijk->i", 1, "einsum: 3 letters for the first operand, and its shape is (2, 3): more letters than axes"},
    {"i->i", 1, "einsum: 1 letter for the first operand, and its shape is (2, 3): each axis needs a letter, or '...'"},
    {"...ijk->i", 1, "einsum: 3 letters for the first operand, and its shape is (2, 3): more letters than axes"},
    {"ij,jk->ik", 1, "einsum: the equation is about 2 operands, but there is 1"},
    {"ij->ij", 2, "einsum: the equation is about 1 operand, but there are 2"},
    {"ij,jk", 3, "einsum: the equation is about 2 operands, but there are 3"},
    {"i.j", 1, "einsum: a single '.' in the equation: the axes that have no letter are written '...'"},
    {"...i...", 1, "einsum: '...' can occur only once for each operand"},
    {"i1", 1, "einsum: character 2 of the equation is not a letter: expected letters, ',', '...' and one '->'"},
    {"ij->i->j", 1, "einsum: character 6 of the equation is not a letter: expected letters, ',', '...' and one '->'"},
    {"ij-ji", 1, "einsum: character 3 of the equation is not a letter: expected letters, ',', '...' and one '->'"},
    {"ij,\xc3\xa9", 2, "einsum: character 4 of the equation is not a letter: expected letters, ',', '...' and one '->'"},
    {"ij->abcdefg", 1, "einsum: the result has the letter 'a', but no operand has it"},
};
/* clang-format on */

START_TEST(einsum_is_that_of_pytorch)
{
    uint32_t seed = (uint32_t)_i + 1;
    bool has_second = golden_einsum[_i].b_rank >= 0;
    const QkvTensor *in[] = {
        sample(q, 'F', seed, golden_einsum[_i].a_rank, golden_einsum[_i].a),
        has_second ? sample(q, 'F', seed + 1000, golden_einsum[_i].b_rank, golden_einsum[_i].b)
                   : NULL};
    const QkvTensor *t = qkv_einsum(q, golden_einsum[_i].equation, 1 + has_second, in);
    ck_assert_ptr_nonnull(t);
    ck_assert_msg(sample_bits(t) == golden_einsum[_i].bits, "%s", golden_einsum[_i].equation);
}
END_TEST

START_TEST(errors)
{
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 3)), *b = sample(q, 'F', 2, SHAPE(3, 4));
    const QkvTensor *in[] = {a, b, a};
    const char *message = refusals[_i].message;
    const char *equation = refusals[_i].equation;
    const QkvTensor *out = qkv_einsum(q, equation, refusals[_i].count, in);
    if (!out && strcmp(qkv_error(q), message) != 0)
        ck_abort_msg("'%s': '%s'", equation, qkv_error(q));
    must_fail(q, out, message);
}
END_TEST

START_TEST(more_errors)
{
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 2, 2, 2)), *i = sample(q, 'I', 1, SHAPE(2));
    const QkvTensor *t = sample(q, 'B', 1, SHAPE(2)), *v = sample(q, 'F', 1, SHAPE(2));
    must_fail(q, two("abcd,efgh", a, a),
              "einsum: the result would have 8 axes: a tensor has at most 6");
    must_fail(q, two("abcd,efgh->hgfedcb", a, a),
              "einsum: the result would have 7 axes: a tensor has at most 6");
    must_fail(q, two("i,i", v, i),
              "einsum: float32 @ int64: both sides must have the same type: use .float() on one");
    must_fail(q, two("i,i", t, t), "einsum: bool tensors have no product: use .float() first");
    must_fail(q, qkv_mm(q, v, a),
              "mm: sizes do not fit: (2,) @ (2, 2, 2, 2): mm takes two matrices: for others there "
              "is matmul");
    must_fail(q, qkv_dot(q, v, sample(q, 'F', 1, SHAPE(3))),
              "dot: sizes do not fit: (2,) @ (3,): the last size of the left is 2, the only one of "
              "the right is 3");
    must_fail(q, qkv_bmm(q, sample(q, 'F', 1, SHAPE(1, 2, 3)), sample(q, 'F', 1, SHAPE(2, 3, 2))),
              "bmm: sizes do not fit: (1, 2, 3) @ (2, 3, 2): the two batches must have the same "
              "number of matrices");
    must_fail(q, qkv_outer(q, v, a),
              "outer: the second operand has 4 axes, and outer takes two vectors");
    ck_assert_ptr_null(two("i,i", v, NULL));
}
END_TEST

Suite *einsum_suite(void)
{
    Suite *s = suite_create("einsum");
    TCase *c = case_with_context(s, "equations");
    tcase_add_checked_fixture(c, record, NULL);
    tcase_add_test(c, products_of_one_kind_are_those_of_matmul);
    tcase_add_test(c, attention_in_letters);
    tcase_add_test(c, one_operand);
    tcase_add_test(c, own_letters_are_summed_first);
    tcase_add_test(c, terms_in_the_order_of_the_letters);
    tcase_add_loop_test(c, formula_of_an_equation, 0, COUNT(formulas));
    tcase_add_test(c, letters_keep_labels);
    tcase_add_test(c, labels_of_items);
    tcase_add_loop_test(c, einsum_is_that_of_pytorch, 0, COUNT(golden_einsum));
    tcase_add_loop_test(c, errors, 0, COUNT(refusals));
    tcase_add_test(c, more_errors);
    return s;
}
