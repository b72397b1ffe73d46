/* Modules: the layers against PyTorch, the tree, and how it prints. */
#include <string.h>

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

/* --- layers --------------------------------------------------------------------------------- */

static const QkvTensor *value(const QkvModule *m, const char *path)
{
    const QkvParameter *p = qkv_module_parameter(m, path);
    ck_assert_msg(p, "%s", path);
    return p->value;
}

START_TEST(linear_begins_as_in_pytorch)
{
    qkv_seed(q, 123);
    const QkvModule *m = qkv_linear_new(q, 3, 2, true);
    must_be(value(m, "weight"), golden_weight, COUNT(golden_weight));
    must_be(value(m, "bias"), golden_bias, COUNT(golden_bias));
}
END_TEST

/* One generator for all: what is made later depends on how much was drawn before. */
START_TEST(layers_draw_as_in_pytorch)
{
    uint32_t seed = (uint32_t)_i + 1;
    qkv_seed(q, seed);
    const QkvModule *linear = qkv_linear_new(q, 7, 5, true);
    const QkvTensor *drawn[] = {
        value(linear, "weight"),
        value(linear, "bias"),
        value(qkv_embedding_new(q, 5, 4, -1), "weight"),
        value(qkv_embedding_new(q, 6, 3, 2), "weight"),
        value(qkv_linear_new(q, 4, 3, false), "weight"),
        value(qkv_layer_norm_new(q, SHAPE(3), 1e-5, true), "weight"),
        qkv_forward(q, qkv_dropout_new(q, 0.4), sample(q, 'F', seed, SHAPE(4, 5))),
    };
    for (int i = 0; i < COUNT(drawn); i++)
        ck_assert_msg(sample_bits(drawn[i]) == golden_drawn[_i][i], "number %d", i);
}
END_TEST

START_TEST(calls_are_the_functions)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(4, 3)), *rows = sample(q, 'B', 2, SHAPE(2, 3));
    rows = qkv_to(q, rows, QKV_INT64);
    QkvModule *linear = qkv_linear_new(q, 3, 2, true);
    must_equal(qkv_forward(q, linear, x),
               qkv_linear(q, x, value(linear, "weight"), value(linear, "bias")));
    QkvModule *embedding = qkv_embedding_new(q, 5, 4, -1);
    must_equal(qkv_forward(q, embedding, rows), qkv_embedding(q, rows, value(embedding, "weight")));
    must_equal(qkv_forward(q, qkv_softmax_new(q, 0), x), qkv_softmax(q, x, 0));
    QkvModule *norm = qkv_layer_norm_new(q, SHAPE(3), 0.5, true);
    must_equal(qkv_forward(q, norm, x), qkv_layer_norm(q, x, SHAPE(3), NULL, NULL, 0.5));
    ck_assert_ptr_null(qkv_error(q));
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
    static const float y[] = {-0x1.194p-1f,   -0x1.0bef1p-2f, 0x1.33f3dap-1f, 0x1.aa1de4p-6f,
                              0x1.aa1de4p-6f, 0x1.33f3dap-1f, -0x1.0bef1p-2f, -0x1.194p-1f,
                              -0x1.0bef1p-2f, 0x1.33f3dap-1f, 0x1.aa1de4p-6f};
    const QkvTensor *row = qkv_floats(q, SHAPE(11), x);
    must_equal(qkv_layer_norm(q, row, SHAPE(11), NULL, NULL, 1e-5), qkv_floats(q, SHAPE(11), y));
}
END_TEST

/* A zero or twice the number; outside training nothing is drawn and x itself comes back. */
START_TEST(dropout_only_in_training)
{
    QkvModule *m = qkv_dropout_new(q, 0.5);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(20, 20));
    const QkvTensor *y = qkv_forward(q, m, x);
    int zeros = 0;
    for (int64_t i = 0; i < x->count; i++) {
        ck_assert(y->data.f[i] == 0 || y->data.f[i] == 2 * x->data.f[i]);
        zeros += y->data.f[i] == 0;
    }
    ck_assert_int_gt(zeros, 100);
    ck_assert_int_lt(zeros, 300);
    qkv_module_train(m, false);
    ck_assert_ptr_eq(qkv_forward(q, m, x), x);
    ck_assert_ptr_eq(qkv_dropout(q, x, 0, true), x);
}
END_TEST

/* --- the tree ------------------------------------------------------------------------------- */

/* x @ q.weight^T + q.bias, times scale where it is given. */
static const QkvTensor *call_net(Qkv *c, const QkvModule *m, const QkvTensor *const in[],
                                 const QkvTensor **left)
{
    (void)left;
    const QkvTensor *y = qkv_forward(c, qkv_module_child(m, "q"), in[0]);
    return in[1] ? qkv_mul(c, y, in[1]) : y;
}

static bool net_setting(const QkvModule *m, int i, QkvSetting *out)
{
    (void)m;
    *out = (QkvSetting){.name = "heads", .kind = QKV_SETTING_INTEGER, .integer = 2};
    return i == 0;
}

static const QkvModuleKind net_kind = {
    .name = "Net", .inputs = "x scale=", .call = call_net, .setting = net_setting};
static const QkvModuleKind outer_kind = {.name = "Outer", .inputs = "x", .call = call_net};

/* Outer > inner: Net > q, drop. */
static QkvModule *outer(void)
{
    QkvModule *net = qkv_module_new(q, &net_kind, NULL, 0);
    qkv_add_child(q, net, "q", qkv_linear_new(q, 3, 2, true));
    qkv_add_child(q, net, "drop", qkv_dropout_new(q, 0.5));
    qkv_add_parameter(q, net, "scale", sample(q, 'F', 1, SHAPE(2)));
    qkv_add_parameter(q, net, "none", NULL);
    QkvModule *m = qkv_module_new(q, &outer_kind, NULL, 0);
    qkv_add_child(q, m, "inner", net);
    qkv_add_child(q, m, "norm", qkv_layer_norm_new(q, SHAPE(2), 1e-5, true));
    return m;
}

START_TEST(parameters_in_the_order_of_state_dict)
{
    const QkvModule *m = outer();
    static const char *const paths[] = {"inner.scale", "inner.q.weight", "inner.q.bias",
                                        "norm.weight", "norm.bias"};
    for (int i = 0; i < COUNT(paths); i++) {
        const char *path;
        const QkvParameter *p = qkv_module_parameter_at(q, m, i, &path);
        ck_assert_str_eq(path, paths[i]);
        ck_assert_ptr_nonnull(p);
        ck_assert_ptr_eq(p, qkv_module_parameter(m, paths[i]));
        ck_assert_ptr_eq(p, qkv_module_parameter_at(q, m, i, NULL));
    }
    ck_assert_ptr_null(qkv_module_parameter_at(q, m, COUNT(paths), NULL));
}
END_TEST

START_TEST(what_is_not_there_is_not_found)
{
    const QkvModule *m = outer();
    static const char *const paths[] = {
        "",           "inner",    "inner.",          "inner.q.",
        ".weight",    "q.weight", "inner.q.weigh",   "inner.q.weights",
        "inner.none", "inner..q", "inner.q.weight.x"};
    for (int i = 0; i < COUNT(paths); i++)
        ck_assert_ptr_null(qkv_module_parameter(m, paths[i]));
    ck_assert_ptr_nonnull(qkv_module_child(m, "inner.q"));
    ck_assert_ptr_null(qkv_module_child(m, "inner.scale"));
    ck_assert_ptr_null(qkv_module_child(m, "inner.q.weight"));
}
END_TEST

START_TEST(a_parameter_can_be_set)
{
    QkvModule *m = outer();
    const QkvParameter *bias = qkv_module_parameter(m, "inner.q.bias");
    const QkvTensor *ints = sample(q, 'I', 5, SHAPE(2));
    ck_assert(qkv_set_parameter(q, m, "inner.q.bias", ints));
    must_equal(bias->value, qkv_to(q, ints, QKV_FLOAT32));
    ck_assert(!qkv_set_parameter(q, m, "inner.q.bias", sample(q, 'F', 5, SHAPE(2, 1))));
    must_fail(q, NULL, "the shape of 'inner.q.bias' is (2,), and this is (2, 1)");
    ck_assert(!qkv_set_parameter(q, m, "inner.k.bias", ints));
    must_fail(q, NULL, "Outer has no parameter 'inner.k.bias'");
    must_equal(bias->value, qkv_to(q, ints, QKV_FLOAT32));
}
END_TEST

START_TEST(optional_inputs_may_be_left_out)
{
    QkvModule *m = qkv_module_child(outer(), "inner");
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(4, 3)), *two = qkv_number(q, 2);
    const QkvTensor *y = qkv_forward(q, m, x);
    must_equal(qkv_call(q, m, 2, (const QkvTensor *[]){x, two}, NULL), qkv_mul(q, y, two));
    must_equal(qkv_call(q, m, 2, (const QkvTensor *[]){x, NULL}, NULL), y);
    must_fail(q, qkv_call(q, m, 0, NULL, NULL), "Net is called without its input 0");
    must_fail(q, qkv_call(q, m, 3, (const QkvTensor *[]){x, two, two}, NULL),
              "Net is called with at most 2 tensors, and here are 3");
}
END_TEST

START_TEST(the_mode_is_that_of_all_inside)
{
    QkvModule *m = outer();
    ck_assert(m->training);
    qkv_module_train(m, false);
    ck_assert(!m->training);
    ck_assert(!qkv_module_child(m, "inner.drop")->training);
    qkv_module_train(qkv_module_child(m, "inner"), true);
    ck_assert(qkv_module_child(m, "inner.drop")->training);
    ck_assert(!m->training);
}
END_TEST

/* --- printing ------------------------------------------------------------------------------- */

static void must_print(const QkvModule *m, const char *expected)
{
    Buf out = {0};
    module_print(&out, m);
    ck_assert_str_eq(buf_text(&out), expected);
    buf_release(&out);
}

START_TEST(modules_print_as_in_pytorch)
{
    must_print(qkv_linear_new(q, 3, 2, true), "Linear(in_features=3, out_features=2, bias=True)");
    must_print(qkv_linear_new(q, 4, 3, false), "Linear(in_features=4, out_features=3, bias=False)");
    must_print(qkv_embedding_new(q, 5, 4, -1), "Embedding(5, 4)");
    must_print(qkv_embedding_new(q, 10, 3, 2), "Embedding(10, 3, padding_idx=2)");
    must_print(qkv_dropout_new(q, 0.1), "Dropout(p=0.1, inplace=False)");
    must_print(qkv_dropout_new(q, 0), "Dropout(p=0.0, inplace=False)");
    must_print(qkv_dropout_new_integer(q, 0), "Dropout(p=0, inplace=False)");
    must_print(qkv_softmax_new(q, -1), "Softmax(dim=-1)");
    must_print(qkv_layer_norm_new(q, SHAPE(4), 1e-5, true),
               "LayerNorm((4,), eps=1e-05, elementwise_affine=True)");
    must_print(qkv_layer_norm_new(q, SHAPE(2, 3), 1e-6, false),
               "LayerNorm((2, 3), eps=1e-06, elementwise_affine=False)");
    must_print(outer(), "Outer(\n"
                        "  (inner): Net(\n"
                        "    heads=2\n"
                        "    (q): Linear(in_features=3, out_features=2, bias=True)\n"
                        "    (drop): Dropout(p=0.5, inplace=False)\n"
                        "  )\n"
                        "  (norm): LayerNorm((2,), eps=1e-05, elementwise_affine=True)\n"
                        ")");
}
END_TEST

START_TEST(settings_by_name)
{
    QkvSetting s;
    ck_assert(qkv_module_setting(qkv_linear_new(q, 3, 2, true), "out_features", &s));
    ck_assert_int_eq(s.kind, QKV_SETTING_INTEGER);
    ck_assert_int_eq(s.integer, 2);
    ck_assert(qkv_module_setting(qkv_embedding_new(q, 5, 4, -1), "padding_idx", &s));
    ck_assert_int_eq(s.kind, QKV_SETTING_NONE);
    ck_assert(!qkv_module_setting(qkv_dropout_new(q, 0.5), "q", &s));
    ck_assert(!qkv_module_setting(qkv_module_child(outer(), "norm"), "heads", &s));
}
END_TEST

/* --- refusals ------------------------------------------------------------------------------- */

START_TEST(layers_that_cannot_be)
{
    ck_assert_ptr_null(qkv_dropout_new(q, 1.5));
    must_fail(q, NULL,
              "Dropout: p is the probability that a cell becomes 0: from 0 to 1, and not 1.5");
    ck_assert_ptr_null(qkv_linear_new(q, -1, 2, true));
    must_fail(q, NULL, "a size cannot be negative, and axis 1 would be -1");
    ck_assert_ptr_null(qkv_embedding_new(q, 3, 2, 3));
    must_fail(q, NULL, "Embedding: the padding row is 3, and there are 3 rows, from 0");
    ck_assert_ptr_null(qkv_layer_norm_new(q, 0, NULL, 1e-5, true));
    must_fail(q, NULL, "LayerNorm: it runs over 1 to 6 axes, and not 0");
}
END_TEST

START_TEST(inputs_that_do_not_fit)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3)), *ints = sample(q, 'I', 1, SHAPE(2, 3));
    QkvModule *norm = qkv_layer_norm_new(q, SHAPE(2), 1e-5, true);
    must_fail(q, qkv_forward(q, norm, x),
              "layer_norm: the input is (2, 3), and its last axes must have the sizes (2,)");
    must_fail(q, qkv_layer_norm(q, x, SHAPE(3, 3), NULL, NULL, 1),
              "layer_norm: the input is (2, 3), and its last axes must have the sizes (3, 3)");
    must_fail(q, qkv_layer_norm(q, x, SHAPE(3), ints, NULL, 1),
              "layer_norm: the weight is (2, 3), and it must have the sizes (3,)");
    must_fail(q, qkv_layer_norm(q, ints, SHAPE(3), NULL, NULL, 1),
              "layer_norm: the input is int64: use .float()");
    must_fail(q, qkv_dropout(q, ints, 0.5, true),
              "dropout: the cells that stay become larger, and this is int64: use .float()");
    must_fail(q, qkv_embedding(q, x, x),
              "embedding: rows are numbered by int64, and this is float32: use .long()");
    must_fail(q, qkv_embedding(q, ints, sample(q, 'F', 1, SHAPE(3))),
              "embedding: a table has the two axes (rows, features), and this has 1");
    const int64_t rows[] = {0, 2, -1};
    must_fail(q, qkv_embedding(q, qkv_ints(q, SHAPE(1), rows + 1), x),
              "embedding: there is no row 2: the table has 2 rows, from 0");
    must_fail(q, qkv_embedding(q, qkv_ints(q, SHAPE(1), rows + 2), x),
              "embedding: there is no row -1: the table has 2 rows, from 0");
}
END_TEST

Suite *module_suite(void)
{
    Suite *s = suite_create("module");
    TCase *c = tcase_create("modules");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, linear_begins_as_in_pytorch);
    tcase_add_loop_test(c, layers_draw_as_in_pytorch, 0, COUNT(golden_drawn));
    tcase_add_test(c, calls_are_the_functions);
    tcase_add_test(c, layer_norm_normalizes);
    tcase_add_test(c, layer_norm_of_long_rows);
    tcase_add_test(c, layer_norm_with_and_without_a_tape);
    tcase_add_test(c, layer_norm_of_a_nearly_constant_row);
    tcase_add_test(c, dropout_only_in_training);
    tcase_add_test(c, parameters_in_the_order_of_state_dict);
    tcase_add_test(c, what_is_not_there_is_not_found);
    tcase_add_test(c, a_parameter_can_be_set);
    tcase_add_test(c, optional_inputs_may_be_left_out);
    tcase_add_test(c, the_mode_is_that_of_all_inside);
    tcase_add_test(c, modules_print_as_in_pytorch);
    tcase_add_test(c, settings_by_name);
    tcase_add_test(c, layers_that_cannot_be);
    tcase_add_test(c, inputs_that_do_not_fit);
    suite_add_tcase(s, c);
    return s;
}
