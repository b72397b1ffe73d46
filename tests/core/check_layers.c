/* Layers with their weights in hand: layer norm and dropout. */
#include <math.h>

#include "golden_layers.h"
#include "sample.h"
#include "suites.h"

static Qkv *q;

static void setup(void)
{
    q = qkv_new();
}

static void teardown(void)
{
    qkv_free(q);
}

/* nn.Linear(3, 2) begins with these. */
START_TEST(uniform_numbers_are_those_of_a_layer)
{
    double bound = 1 / sqrt(3.0);
    qkv_seed(q, 123);
    must_be(qkv_uniform(q, SHAPE(2, 3), -bound, bound), golden_weight, COUNT(golden_weight));
    must_be(qkv_uniform(q, SHAPE(2), -bound, bound), golden_bias, COUNT(golden_bias));
}
END_TEST

/* Mean 0 and variance 1, as far as eps lets them, whatever the axes. */
START_TEST(layer_norm_normalizes)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3, 4));
    const QkvTensor *y = qkv_layer_norm(q, x, SHAPE(3, 4), NULL, NULL, 1e-12);
    for (int item = 0; item < 2; item++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < 12; i++) {
            double cell = qkv_tensor_at(y, item * 12 + i);
            sum += cell;
            squares += cell * cell;
        }
        ck_assert_double_eq_tol(sum, 0, 1e-5);
        ck_assert_double_eq_tol(squares, 12, 1e-5);
    }
}
END_TEST

/* Rows of any length: those that are taken in chunks, and in pairs of chunks, too. */
START_TEST(layer_norm_of_long_rows)
{
    for (int64_t n = 2; n < 3000; n += n < 40 ? 1 : 97) {
        const QkvTensor *y = qkv_layer_norm(q, sample(q, 'F', 1, SHAPE(n)), SHAPE(n), NULL, NULL,
                                            1e-12);
        double sum = 0, squares = 0;
        for (int64_t i = 0; i < n; i++) {
            sum += qkv_tensor_at(y, i);
            squares += qkv_tensor_at(y, i) * qkv_tensor_at(y, i);
        }
        ck_assert_double_eq_tol(sum / (double)n, 0, 1e-5);
        ck_assert_double_eq_tol(squares / (double)n, 1, 1e-5);
    }
}
END_TEST

/* Numbers that are nearly the same: what is left hangs on the order of the sums. The bits are
 * PyTorch's. */
/* With a tape there are steps, and without one it is done at once: the bits are the same. */
START_TEST(layer_norm_with_and_without_a_tape)
{
    static const int64_t lengths[] = {1, 3, 8, 20, 128, 129, 1000, 2500};
    for (int i = 0; i < COUNT(lengths); i++) {
        int64_t n = lengths[i];
        const QkvTensor *x = sample(q, 'F', 1, SHAPE(21, n));
        const QkvTensor *weight = sample(q, 'F', 2, SHAPE(n)), *bias = sample(q, 'S', 3, SHAPE(n));
        for (int given = 0; given < 4; given++) {
            const QkvTensor *w = given & 1 ? weight : NULL, *b = given & 2 ? bias : NULL;
            Qkv *other = qkv_new();
            qkv_record(other);
            const QkvTensor *plain = qkv_layer_norm(q, x, SHAPE(n), w, b, 1e-5);
            const QkvTensor *taped = qkv_layer_norm(other, x, SHAPE(n), w, b, 1e-5);
            must_equal(plain, taped);
            ck_assert_uint_eq(sample_bits(plain), sample_bits(taped));
            qkv_free(other);
        }
    }
}
END_TEST

START_TEST(layer_norm_of_a_nearly_constant_row)
{
    static const float x[] = {0x1.4p+2f,      0x1.401062p+2f, 0x1.40418ap+2f, 0x1.4020c4p+2f,
                              0x1.4020c4p+2f, 0x1.40418ap+2f, 0x1.401062p+2f, 0x1.4p+2f,
                              0x1.401062p+2f, 0x1.40418ap+2f, 0x1.4020c4p+2f};
    static const float y[] = {-0x1.1938b2p-1f, -0x1.0be076p-2f, 0x1.33fb26p-1f,  0x1.ab0794p-6f,
                              0x1.ab0794p-6f,  0x1.33fb26p-1f,  -0x1.0be076p-2f, -0x1.1938b2p-1f,
                              -0x1.0be076p-2f, 0x1.33fb26p-1f,  0x1.ab0794p-6f};
    const QkvTensor *row = qkv_floats(q, SHAPE(11), x);
    must_equal(qkv_layer_norm(q, row, SHAPE(11), NULL, NULL, 1e-5), qkv_floats(q, SHAPE(11), y));
}
END_TEST

/* A zero or twice the number; outside training nothing is drawn and x itself comes back. */
START_TEST(dropout_only_in_training)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(20, 20));
    const QkvTensor *y = qkv_dropout(q, x, 0.5, true);
    int zeros = 0;
    for (int64_t i = 0; i < x->count; i++) {
        ck_assert(y->data.f[i] == 0 || y->data.f[i] == 2 * x->data.f[i]);
        zeros += y->data.f[i] == 0;
    }
    ck_assert_int_gt(zeros, 100);
    ck_assert_int_lt(zeros, 300);
    ck_assert_ptr_eq(qkv_dropout(q, x, 0.5, false), x);
    ck_assert_ptr_eq(qkv_dropout(q, x, 0, true), x);
    must_fail(q, qkv_dropout(q, x, 1.5, true),
              "dropout: p is the probability that a cell becomes 0: from 0 to 1, not 1.5");
}
END_TEST

START_TEST(inputs_that_do_not_fit)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3)), *ints = sample(q, 'I', 1, SHAPE(2, 3));
    must_fail(q, qkv_layer_norm(q, x, SHAPE(2), NULL, NULL, 1),
              "layer_norm: the input is (2, 3), and its last axes must have the sizes (2,)");
    must_fail(q, qkv_layer_norm(q, x, SHAPE(3, 3), NULL, NULL, 1),
              "layer_norm: the input is (2, 3), and its last axes must have the sizes (3, 3)");
    must_fail(q, qkv_layer_norm(q, x, SHAPE(3), ints, NULL, 1),
              "layer_norm: the weight is (2, 3), and it must have the sizes (3,)");
    must_fail(q, qkv_layer_norm(q, ints, SHAPE(3), NULL, NULL, 1),
              "layer_norm: the input is int64: use .float()");
    must_fail(q, qkv_dropout(q, ints, 0.5, true),
              "dropout: the kept cells are scaled up, but this is int64: use .float()");
    must_fail(q, qkv_embedding(q, x, x),
              "embedding: rows are numbered by int64, but this is float32: use .long()");
    must_fail(q, qkv_embedding(q, ints, sample(q, 'F', 1, SHAPE(3))),
              "embedding: the weight matrix has the two axes (rows, features), but this has 1");
    const int64_t rows[] = {0, 2, -1};
    must_fail(q, qkv_embedding(q, qkv_ints(q, SHAPE(1), rows + 1), x),
              "embedding: there is no row 2: the weight matrix has 2 rows, from 0");
    must_fail(q, qkv_embedding(q, qkv_ints(q, SHAPE(1), rows + 2), x),
              "embedding: there is no row -1: the weight matrix has 2 rows, from 0");
}
END_TEST

Suite *layers_suite(void)
{
    Suite *s = suite_create("layers");
    TCase *c = tcase_create("layers");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, uniform_numbers_are_those_of_a_layer);
    tcase_add_test(c, layer_norm_normalizes);
    tcase_add_test(c, layer_norm_of_long_rows);
    tcase_add_test(c, layer_norm_with_and_without_a_tape);
    tcase_add_test(c, layer_norm_of_a_nearly_constant_row);
    tcase_add_test(c, dropout_only_in_training);
    tcase_add_test(c, inputs_that_do_not_fit);
    suite_add_tcase(s, c);
    return s;
}
