/* Errors, NULL operands and bounds. */
#include <string.h>

#include "case.h"
#include "sample.h"
#include "suites.h"

START_TEST(the_first_error_stays)
{
    ck_assert_ptr_null(qkv_error(q));
    ck_assert(!qkv_fail(q, "first: %d", 1));
    ck_assert(!qkv_fail(q, "second"));
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3));
    ck_assert_ptr_null(x); /* no operation is applied any more */
    ck_assert_str_eq(qkv_error(q), "first: 1");
    qkv_clear_error(q);
    ck_assert_ptr_null(qkv_error(q));
    ck_assert_ptr_nonnull(sample(q, 'F', 1, SHAPE(2, 3)));
    qkv_fail(q, "third");
    ck_assert_str_eq(qkv_error(q), "third");
}
END_TEST

/* A context that there was no memory for: what a host goes on to do with it is nothing, and no crash. */
START_TEST(no_context_is_one_with_an_error)
{
    const QkvTensor *x = qkv_floats(NULL, SHAPE(2, 3), (float[6]){0}), *left = NULL;
    const bool truths[2] = {true};
    ck_assert_ptr_null(x);
    ck_assert_ptr_nonnull(qkv_error(NULL));
    ck_assert_ptr_null(qkv_error_said(NULL));
    ck_assert(!qkv_fault(NULL));
    qkv_clear_error(NULL);
    qkv_limit(NULL, (QkvLimits){.cells = 1});
    qkv_ask(NULL, NULL, NULL);
    qkv_seed(NULL, 1);
    qkv_lose_generator(NULL);
    ck_assert(!qkv_missed_generator(NULL));
    qkv_record(NULL);
    qkv_enter(NULL, "group");
    qkv_leave(NULL);
    qkv_name(NULL, NULL, "x");
    ck_assert_ptr_null(qkv_tape(NULL));
    ck_assert_ptr_null(qkv_mark(NULL));
    qkv_release(NULL, NULL);
    ck_assert(!qkv_fail(NULL, "%d", 1));
    ck_assert(!qkv_label(NULL, NULL, 0, "x", 1, 0, NULL));
    const QkvTensor *const none[] = {
        qkv_ints(NULL, SHAPE(1), (int64_t[1]){0}),
        qkv_bools(NULL, SHAPE(2), truths),
        qkv_number(NULL, 1),
        qkv_integer(NULL, 1),
        qkv_truth(NULL, true),
        qkv_full(NULL, QKV_FLOAT32, SHAPE(2), 1),
        qkv_full(NULL, QKV_INT64, SHAPE(2), 0.5),
        qkv_eye(NULL, QKV_FLOAT32, 2, 2),
        qkv_arange(NULL, QKV_FLOAT32, 0, 3, 1),
        qkv_arange_integers(NULL, 0, 3, 0),
        qkv_linspace(NULL, QKV_FLOAT32, 0, 3, 4),
        qkv_empty(NULL, QKV_FLOAT32, SHAPE(2)),
        qkv_triangle_places(NULL, 2, 2, 0, true),
        qkv_rand(NULL, SHAPE(2)),
        qkv_randn(NULL, SHAPE(2)),
        qkv_randint(NULL, 0, 3, SHAPE(2)),
        qkv_randperm(NULL, 3),
        qkv_add(NULL, x, x),
        qkv_exp(NULL, x),
        qkv_softmax(NULL, x, 0),
        qkv_sum(NULL, x, 0, NULL, false),
        qkv_matmul(NULL, x, qkv_transpose(NULL, x, 0, 1)),
        qkv_cosine_similarity(NULL, x, x, 0, 1e-8),
        qkv_normalize(NULL, x, 2, 0, 1e-8),
        qkv_logsumexp(NULL, x, 0, NULL, false),
        qkv_mse_loss(NULL, x, x, QKV_REDUCE_MEAN),
        qkv_cat(NULL, 1, &left, 0),
        qkv_stack(NULL, 1, &left, 0),
        qkv_write(NULL, x, x),
        qkv_index(NULL, x, 1, (QkvSubscript[]){AT(0)}),
        qkv_einsum(NULL, "ij->ji", 1, &left),
        qkv_linear(NULL, x, x, NULL),
        qkv_layer_norm(NULL, x, SHAPE(3), NULL, NULL, 1e-5),
        qkv_dropout(NULL, x, 0.5, true),
    };
    for (int i = 0; i < COUNT(none); i++)
        ck_assert_msg(!none[i], "%d", i);
    ck_assert_ptr_null(qkv_print(NULL, x));
    ck_assert_ptr_null(qkv_print_float(NULL, 1));
    qkv_free(NULL);
}
END_TEST

/* Returns an error, or none, for what is not there. */
START_TEST(what_is_not_there_is_not_read)
{
    static const char *const labels[] = {"a", NULL, "c"};
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3));
    ck_assert_int_eq(qkv_tensor_pitch(x, -99), 3);
    ck_assert_int_eq(qkv_tensor_pitch(x, 99), 1);
    ck_assert_int_eq(qkv_tensor_pitch(NULL, 0), 1);
    ck_assert_ptr_null(qkv_tensor_label(NULL, 0, 0, 0));
    ck_assert(!qkv_label(q, x, 1, "n", 1, 3, labels));
    ck_assert_str_eq(qkv_error(q), "label 1 of 3 is none");
    qkv_clear_error(q);
    ck_assert(qkv_label(q, x, 1, "n", 1, 3, (const char *const[]){"a", "b", "c"}));
    static const int64_t places[][3] = {{-1, 0, 0}, {99, 0, 0}, {1, -1, 0}, {1, 3, 0}};
    for (int i = 0; i < COUNT(places); i++)
        ck_assert_ptr_null(qkv_tensor_label(x, (int)places[i][0], places[i][1], places[i][2]));
    ck_assert_str_eq(qkv_tensor_label(x, 1, 2, 0), "c");
    const QkvDType odd[] = {(QkvDType)77, (QkvDType)-1, QKV_DTYPES};
    for (int i = 0; i < COUNT(odd); i++) {
        ck_assert_str_eq(qkv_dtype_name(odd[i]), "no type");
        ck_assert_uint_eq(qkv_dtype_size(odd[i]), 0);
        ck_assert_ptr_null(qkv_full(q, odd[i], SHAPE(2), 1));
        ck_assert_ptr_nonnull(strstr(qkv_error(q), "is not a type of a tensor"));
        qkv_clear_error(q);
        ck_assert_ptr_null(qkv_to(q, x, odd[i]));
        ck_assert_ptr_null(qkv_given(q, odd[i], SHAPE(2), "01234567890123456"));
        ck_assert_ptr_null(qkv_arange(q, odd[i], 0, 3, 1));
        ck_assert_ptr_null(qkv_eye(q, odd[i], 2, 2));
        ck_assert_ptr_null(qkv_empty(q, odd[i], SHAPE(2)));
        qkv_clear_error(q);
    }
    ck_assert_ptr_null(qkv_floats(q, -1, (const int64_t[]){2}, (float[2]){0}));
    qkv_clear_error(q);
    ck_assert_ptr_null(qkv_reshape(q, x, -1, (const int64_t[]){2}));
}
END_TEST

START_TEST(long_messages_are_cut)
{
    char text[2000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    qkv_fail(q, "%s", text);
    ck_assert_uint_gt(strlen(qkv_error(q)), 500);
    ck_assert_uint_lt(strlen(qkv_error(q)), 1000);
}
END_TEST

/* A formula is written straight through. */
START_TEST(null_gives_null_without_an_error)
{
    typedef const QkvTensor *(*Binary)(Qkv *, const QkvTensor *, const QkvTensor *);
    static const Binary binaries[] = {qkv_matmul, qkv_add, qkv_sub, qkv_mul, qkv_div, qkv_pow,
                                      qkv_eq,     qkv_ne,  qkv_lt,  qkv_le,  qkv_gt,  qkv_ge};
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 2)), *n = qkv_number(q, 2);
    for (int i = 0; i < COUNT(binaries); i++) {
        ck_assert_ptr_null(binaries[i](q, x, NULL));
        ck_assert_ptr_null(binaries[i](q, NULL, x));
        ck_assert_ptr_null(binaries[i](q, n, NULL));
        ck_assert_ptr_null(binaries[i](q, NULL, n));
        ck_assert_ptr_null(binaries[i](q, NULL, NULL));
    }
    const QkvSubscript first = {.kind = QKV_SUBSCRIPT_AT};
    ck_assert_ptr_null(qkv_neg(q, NULL));
    ck_assert_ptr_null(qkv_exp(q, NULL));
    ck_assert_ptr_null(qkv_sum(q, NULL, 0, NULL, false));
    ck_assert_ptr_null(qkv_softmax(q, NULL, 0));
    ck_assert_ptr_null(qkv_transpose(q, NULL, 0, 1));
    ck_assert_ptr_null(qkv_index(q, NULL, 1, &first));
    ck_assert_ptr_null(qkv_to(q, NULL, QKV_INT64));
    ck_assert_ptr_null(qkv_error(q));
}
END_TEST

START_TEST(axes_count_from_both_ends)
{
    int d = 9;
    for (int rank = 1; rank <= QKV_MAX_RANK; rank++)
        for (int axis = -rank; axis < rank; axis++) {
            ck_assert(qkv_axis(q, "op", rank, axis, &d));
            ck_assert_int_eq(d, axis < 0 ? axis + rank : axis);
        }
    ck_assert(qkv_axis(q, "op", 0, -1, &d));
    ck_assert_int_eq(d, 0);
    ck_assert(!qkv_axis(q, "op", 3, INT64_MIN, &d));
    must_fail(q, NULL,
              "op: there is no axis -9223372036854775808: a tensor with 3 axes has -3 to 2");
}
END_TEST

START_TEST(cells_are_bounded)
{
    qkv_limit(q, (QkvLimits){.cells = 12});
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(4, 1)), *row = sample(q, 'F', 2, SHAPE(1, 4));
    ck_assert_ptr_nonnull(sample(q, 'F', 1, SHAPE(3, 4)));
    static const char message[] = "the result would have more than 12 cells: too many";
    must_fail(q, sample(q, 'F', 1, SHAPE(13)), message);
    must_fail(q, qkv_add(q, x, row), message);
    must_fail(q, qkv_matmul(q, x, row), message);
    /* Sizes whose product is no int64. */
    const int64_t huge[] = {INT64_MAX, INT64_MAX, 3};
    const float none[] = {0};
    must_fail(q, qkv_floats(q, 3, huge, none), message);
    qkv_limit(q, (QkvLimits){.cells = INT64_C(1) << 40});
    must_fail(q, qkv_floats(q, SHAPE(INT64_C(1) << 32, INT64_C(1) << 32), none),
              "the result would have more than 1099511627776 cells: too many");
}
END_TEST

START_TEST(empty_tensors_may_have_large_sizes)
{
    const float none[] = {0};
    const QkvTensor *x = qkv_floats(q, SHAPE(1 << 30, 0), none),
                    *y = qkv_floats(q, SHAPE(0, 1 << 30), none);
    ck_assert_ptr_nonnull(x);
    must_have_shape(qkv_matmul(q, y, x), "(0, 0)");
    qkv_limit(q, (QkvLimits){.cells = 100});
    must_fail(q, qkv_matmul(q, x, y), "the result would have more than 100 cells: too many");
}
END_TEST

START_TEST(all_cells_are_bounded)
{
    qkv_limit(q, (QkvLimits){.all_cells = 20});
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(8));
    ck_assert_ptr_nonnull(qkv_exp(q, x));
    must_fail(q, qkv_exp(q, x), "all tensors together would have more than 20 cells: too many");
    ck_assert_ptr_nonnull(sample(q, 'F', 1, SHAPE(4)));
    must_fail(q, sample(q, 'F', 1, 0, NULL),
              "all tensors together would have more than 20 cells: too many");
}
END_TEST

START_TEST(work_is_bounded)
{
    qkv_limit(q, (QkvLimits){.work = 30});
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 3));
    ck_assert_ptr_nonnull(qkv_matmul(q, x, x)); /* 27 */
    static const char message[] =
        "this needs more than 30 multiplications and additions in all: too many";
    must_fail(q, qkv_matmul(q, x, x), message);
    must_fail(q, qkv_add(q, x, x), message);
    const int64_t first = 0;
    must_fail(q, qkv_sum(q, x, 1, &first, false), message);
    must_fail(q, qkv_softmax(q, x, 0), message);
    must_fail(q, qkv_transpose(q, x, 0, 1), message);
    /* All of a mask is looked at, also when it picks nothing. */
    const bool none[9] = {false};
    const QkvSubscript mask = {.kind = QKV_SUBSCRIPT_TENSOR,
                               .tensor = qkv_bools(q, SHAPE(3, 3), none)};
    must_fail(q, qkv_index(q, x, 1, &mask), message);
    qkv_limit(q, (QkvLimits){.work = 100}); /* 0 leaves the others as they are */
    ck_assert_ptr_nonnull(qkv_add(q, x, x));
}
END_TEST

/* However often it is called, a module takes no memory that does not come back: with a tape that has
 * to grow, inside of a group, after an error. */
/* Lets whoever shares the memory go on where an operation found no more. */
START_TEST(operations_are_held_to_their_share)
{
    static const char refused[] = "this needs too much memory: more than 3 MiB in all";
    const QkvTensor *x = qkv_full(q, QKV_FLOAT32, 1, (int64_t[]){1 << 18}, 1);
    const QkvTensor *place = qkv_integer(q, 1), *number = qkv_number(q, 2);
    const QkvSubscript picked = {.kind = QKV_SUBSCRIPT_TENSOR, .tensor = place};
    qkv_share(q, 3 << 20);
    const QkvTensor *y = qkv_add(q, x, x);
    ck_assert_ptr_nonnull(y);
    ck_assert_ptr_null(qkv_add(q, y, y));
    ck_assert_str_eq(qkv_error(q), refused);
    qkv_clear_error(q);
    ck_assert_ptr_nonnull(arena_many(qkv_arena(q), 1 << 20, float));
    ck_assert_ptr_null(qkv_write_at(q, x, 1, &picked, number));
    ck_assert_str_eq(qkv_error(q), refused);
}
END_TEST

START_TEST(a_context_goes_back_to_a_mark)
{
    enum { CALLS = 300 };
    if (_i == 1)
        qkv_record(q);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 4));
    const QkvTensor *weight = qkv_uniform(q, SHAPE(2, 4), -1, 1);
    uint32_t bits = sample_bits(qkv_linear(q, x, weight, NULL));
    int steps = _i == 1 ? qkv_tape(q)->count : 0;
    size_t used = qkv_arena(q)->used;
    qkv_limit(q, (QkvLimits){.all_cells = 5000});
    for (int i = 0; i < CALLS; i++) {
        QkvMark *mark = qkv_mark(q);
        qkv_enter(q, "call");
        for (int k = 0; k < i % 50; k++) {
            QkvMark *inner = qkv_mark(q);
            qkv_name(q, qkv_softmax(q, x, -1), "weights");
            if (k % 2)
                qkv_release(q, inner);
        }
        ck_assert_uint_eq(sample_bits(qkv_linear(q, x, weight, NULL)), bits);
        ck_assert_ptr_null(qkv_matmul(q, x, x));
        ck_assert_ptr_null(qkv_mark(q));
        qkv_release(q, NULL);
        qkv_release(q, mark);
        qkv_clear_error(q);
        ck_assert_uint_eq(qkv_arena(q)->used, used);
        ck_assert(_i == 0 || qkv_tape(q)->count == steps);
    }
    ck_assert(_i == 0 || qkv_tape(q)->groups == 1);
    qkv_leave(q); /* of nothing */
    ck_assert_uint_eq(sample_bits(qkv_linear(q, x, weight, NULL)), bits);
}
END_TEST

static int times_asked, patience;

static const char *grow_impatient(void *data)
{
    ck_assert_ptr_eq(data, &patience);
    return ++times_asked > patience ? "enough" : NULL;
}

static const QkvTensor *long_operation(int which, const QkvTensor *x, const QkvTensor *ints)
{
    const QkvTensor *pair[] = {x, x};
    const int64_t rows = 0;
    switch (which) {
    case 0:
        return qkv_matmul(q, x, x);
    case 1:
        return qkv_matmul(q, ints, ints);
    case 2:
        return qkv_einsum(q, "ij,ij->j", 2, pair);
    case 3:
        return qkv_remainder(q, x, x);
    case 4:
        return qkv_erf(q, x);
    case 5:
        return qkv_argsort(q, x, -1, false);
    case 6:
        return qkv_sum(q, x, 1, &rows, false);
    default:
        return NULL;
    }
}

/* A long operation ends when the host has enough of it, at whatever point; and when it has not, the
 * result is as if nobody had been asked. */
START_TEST(a_host_can_stop_what_takes_long)
{
    enum { SIDE = 400, OFTEN = 1 << 30 };
    const QkvTensor *x = qkv_full(q, QKV_FLOAT32, SHAPE(SIDE, SIDE), 0.5),
                    *ints = qkv_to(q, x, QKV_INT64);
    x = _i == 6 ? qkv_repeat(q, x, 2, (const int64_t[]){4, 4}) : x;
    uint32_t bits = sample_bits(long_operation(_i, x, ints));
    patience = OFTEN;
    times_asked = 0;
    qkv_ask(q, grow_impatient, &patience);
    ck_assert_uint_eq(sample_bits(long_operation(_i, x, ints)), bits);
    int asked = times_asked;
    ck_assert_int_gt(asked, 1);
    for (patience = 0; patience < asked; patience += asked / 7 + 1) {
        times_asked = 0;
        must_fail(q, long_operation(_i, x, ints), "enough");
        ck_assert_int_eq(times_asked, patience + 1);
    }
    qkv_ask(q, NULL, NULL);
    ck_assert_uint_eq(sample_bits(long_operation(_i, x, ints)), bits);
}
END_TEST

START_TEST(contexts_share_nothing)
{
    Qkv *other = qkv_new();
    qkv_fail(q, "here");
    ck_assert_ptr_null(qkv_error(other));
    ck_assert_ptr_nonnull(sample(other, 'F', 1, SHAPE(2)));
    qkv_free(other);
    qkv_free(NULL);
}
END_TEST

START_TEST(a_seed_can_be_required)
{
    const int64_t four = 4;
    qkv_require_seed(q);
    ck_assert_ptr_null(qkv_rand(q, 1, &four));
    ck_assert(strstr(qkv_error(q), "torch.manual_seed") != NULL);
    qkv_clear_error(q);
    /* no number is taken from the generator */
    ck_assert_ptr_nonnull(qkv_dropout_mask(q, 1, &four, 0));
    ck_assert_ptr_nonnull(qkv_dropout_mask(q, 1, &four, 1));
    ck_assert_ptr_null(qkv_dropout_mask(q, 1, &four, 0.5));
    qkv_clear_error(q);
    qkv_seed(q, 1);
    ck_assert_ptr_nonnull(qkv_rand(q, 1, &four));
}
END_TEST

Suite *context_suite(void)
{
    Suite *s = suite_create("context");
    TCase *c = case_with_context(s, "errors and bounds");
    tcase_add_test(c, the_first_error_stays);
    tcase_add_test(c, long_messages_are_cut);
    tcase_add_test(c, no_context_is_one_with_an_error);
    tcase_add_test(c, what_is_not_there_is_not_read);
    tcase_add_test(c, null_gives_null_without_an_error);
    tcase_add_test(c, axes_count_from_both_ends);
    tcase_add_test(c, cells_are_bounded);
    tcase_add_test(c, empty_tensors_may_have_large_sizes);
    tcase_add_test(c, all_cells_are_bounded);
    tcase_add_test(c, work_is_bounded);
    tcase_add_test(c, operations_are_held_to_their_share);
    tcase_add_loop_test(c, a_context_goes_back_to_a_mark, 0, 2);
    tcase_add_loop_test(c, a_host_can_stop_what_takes_long, 0, 7);
    tcase_add_test(c, contexts_share_nothing);
    tcase_add_test(c, a_seed_can_be_required);
    return s;
}
