/* Steps that the tape records, and that recording changes nothing. */
#include <string.h>

#include "case.h"
#include "sample.h"
#include "suites.h"

START_TEST(steps_in_order)
{
    ck_assert_ptr_null(qkv_tape(q));
    const QkvTensor *before = sample(q, 'F', 1, SHAPE(2, 2));
    qkv_record(q);
    qkv_tag(q, 7);
    const QkvTensor *x = sample(q, 'F', 2, SHAPE(2, 2));
    qkv_tag(q, 8);
    const QkvTensor *product = qkv_matmul(q, before, x);
    const QkvTensor *twice = qkv_mul(q, qkv_number(q, 2), product);
    const QkvTape *tape = qkv_tape(q);
    ck_assert_int_eq(tape->count, 3); /* a plain number is no step */
    ck_assert_int_eq(before->step, -1);
    ck_assert_int_eq(x->step, 0);
    ck_assert_int_eq(product->step, 1);
    ck_assert_int_eq(twice->step, 2);
    const QkvStep *step = tape->step;
    ck_assert_str_eq(step[0].call.op->name, "tensor");
    ck_assert_ptr_null(step[0].call.params.data); /* the numbers given may be gone */
    ck_assert_int_eq(step[0].tag, 7);
    ck_assert_int_eq(step[1].tag, 8);
    ck_assert_str_eq(step[1].call.op->name, "matmul");
    ck_assert_int_eq(step[1].call.count, 2);
    ck_assert_ptr_eq(step[1].call.in[0], before);
    ck_assert_ptr_eq(step[1].call.in[1], x);
    ck_assert_ptr_eq(step[1].call.out, product);
    ck_assert(step[2].call.in[0]->is_number);
    ck_assert_int_eq(depth_of(qkv_tape(q), 2), 0);
    ck_assert_int_eq(step[2].group, -1);
}
END_TEST

START_TEST(what_fails_is_no_step)
{
    qkv_record(q);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3));
    ck_assert_ptr_null(qkv_matmul(q, x, x));
    ck_assert_ptr_null(qkv_add(q, x, x)); /* the error stays */
    ck_assert_int_eq(qkv_tape(q)->count, 1);
    qkv_clear_error(q);
    ck_assert_ptr_nonnull(qkv_add(q, x, x));
    ck_assert_int_eq(qkv_tape(q)->count, 2);
}
END_TEST

START_TEST(the_first_name_stays)
{
    qkv_record(q);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2)), *sum = qkv_add(q, x, x);
    char name[] = "s", text[] = "x + x; more";
    qkv_name(q, sum, name);
    qkv_name(q, sum, "other");
    qkv_caption(q, sum, text, 5);
    qkv_caption(q, sum, "other", 5);
    name[0] = text[0] = '?';
    const QkvStep *step = &qkv_tape(q)->step[1];
    ck_assert_str_eq(step->name, "s");
    ck_assert_str_eq(step->text, "x + x");
    ck_assert_ptr_null(qkv_tape(q)->step[0].name);
    qkv_name(q, NULL, "nobody");
    qkv_name(q, qkv_number(q, 1), "nobody");
}
END_TEST

START_TEST(groups_nest)
{
    qkv_record(q);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2)); /* 0 */
    qkv_enter(q, "outer");
    x = qkv_exp(q, x); /* 1 */
    qkv_enter(q, "inner");
    x = qkv_exp(q, x); /* 2 */
    x = qkv_exp(q, x); /* 3 */
    qkv_leave(q);
    x = qkv_exp(q, x); /* 4 */
    qkv_leave(q);
    qkv_enter(q, "empty");
    qkv_leave(q);
    qkv_exp(q, x); /* 5 */

    const QkvTape *tape = qkv_tape(q);
    static const int depth[] = {0, 1, 2, 2, 1, 0}, group[] = {-1, 0, 1, 1, 0, -1};
    ck_assert_int_eq(tape->count, COUNT(depth));
    for (int i = 0; i < COUNT(depth); i++) {
        ck_assert_int_eq(depth_of(tape, i), depth[i]);
        ck_assert_int_eq(tape->step[i].group, group[i]);
    }
    static const QkvGroup expected[] = {{"outer", 1, 4, -1, NULL, NULL},
                                        {"inner", 2, 2, 0, NULL, NULL},
                                        {"empty", 5, 0, -1, NULL, NULL}};
    ck_assert_int_eq(tape->groups, COUNT(expected));
    for (int i = 0; i < COUNT(expected); i++) {
        ck_assert_str_eq(tape->group[i].name, expected[i].name);
        ck_assert_int_eq(tape->group[i].first, expected[i].first);
        ck_assert_int_eq(tape->group[i].count, expected[i].count);
        ck_assert_int_eq(tape->group[i].parent, expected[i].parent);
    }
}
END_TEST

/* A module names its steps; whoever called it names its result. */
START_TEST(a_group_has_the_name_that_its_caller_gives)
{
    qkv_record(q);
    qkv_enter(q, "net");
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2)); /* 0 */
    qkv_name(q, x, "weights");
    qkv_enter(q, "linear");
    const QkvTensor *y = qkv_exp(q, x); /* 1 */
    qkv_leave(q);
    qkv_name(q, y, "context");
    qkv_caption(q, y, "linear(weights)", 15);
    const QkvTape *tape = qkv_tape(q);
    ck_assert_ptr_null(tape->group[0].result); /* the last step so far, and it is not left */
    qkv_leave(q);
    qkv_name(q, x, "not the result");
    ck_assert_ptr_null(tape->group[0].result);
    for (int i = 0; i < 2; i++) {
        qkv_name(q, y, i ? "other" : "y");
        qkv_caption(q, y, i ? "other" : "net(x)", 5 + !i);
    }
    ck_assert_str_eq(tape->step[0].name, "weights");
    ck_assert_str_eq(tape->step[1].name, "context");
    ck_assert_str_eq(tape->step[1].text, "linear(weights)");
    ck_assert_str_eq(tape->group[1].result, "context");
    ck_assert_str_eq(tape->group[1].text, "linear(weights)");
    ck_assert_str_eq(tape->group[0].result, "y");
    ck_assert_str_eq(tape->group[0].text, "net(x)");
    qkv_enter(q, "another");
    qkv_name(q, y, "from a group that it is not in");
    qkv_exp(q, y);
    qkv_leave(q);
    ck_assert_ptr_null(tape->group[2].result);
}
END_TEST

/* From outside a group, the names of its own steps are found, and the results of groups in it. */
START_TEST(stages_of_a_group)
{
    qkv_record(q);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2)); /* 0 */
    qkv_enter(q, "net");
    const QkvTensor *a = qkv_exp(q, x); /* 1 */
    qkv_name(q, a, "a");
    qkv_enter(q, "linear");
    const QkvTensor *hidden = qkv_exp(q, a); /* 2 */
    qkv_name(q, hidden, "product");
    const QkvTensor *b = qkv_exp(q, hidden); /* 3 */
    qkv_leave(q);
    qkv_name(q, b, "b");
    qkv_leave(q);
    qkv_name(q, b, "y");
    const QkvTape *tape = qkv_tape(q);
    ck_assert_int_eq(qkv_tape_group(tape, x), -1);
    ck_assert_int_eq(qkv_tape_group(tape, a), -1);
    ck_assert_int_eq(qkv_tape_group(tape, hidden), -1);
    ck_assert_int_eq(qkv_tape_group(tape, b), 0);
    ck_assert_int_eq(qkv_tape_group(tape, qkv_number(q, 1)), -1);
    ck_assert_ptr_eq(qkv_tape_stage(tape, 0, "a"), a);
    ck_assert_ptr_eq(qkv_tape_stage(tape, 0, "b"), b);
    ck_assert_ptr_null(qkv_tape_stage(tape, 0, "product"));
    ck_assert_ptr_null(qkv_tape_stage(tape, 0, "y"));
    ck_assert_ptr_eq(qkv_tape_stage(tape, 1, "product"), hidden);
    ck_assert_str_eq(qkv_tape_stage_name(tape, 0, 3), "b");
    ck_assert_ptr_null(qkv_tape_stage_name(tape, 0, 2));
}
END_TEST

START_TEST(groups_without_a_tape)
{
    qkv_enter(q, "module");
    ck_assert_ptr_nonnull(sample(q, 'F', 1, SHAPE(2)));
    qkv_leave(q);
    qkv_record(q);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2));
    ck_assert_int_eq(depth_of(qkv_tape(q), x->step), 0);
    ck_assert_int_eq(qkv_tape(q)->groups, 0);
}
END_TEST

/* Lists of steps and of groups outgrow their first room more than once. */
START_TEST(long_tapes)
{
    enum { MANY = 300 };
    qkv_record(q);
    const QkvTensor *x = sample(q, 'I', 1, SHAPE(1));
    int64_t cell = x->data.i[0];
    for (int i = 0; i < MANY; i++) {
        qkv_enter(q, "one");
        x = qkv_add(q, x, qkv_integer(q, 1));
        qkv_leave(q);
    }
    const QkvTape *tape = qkv_tape(q);
    ck_assert_int_eq(tape->count, MANY + 1);
    ck_assert_int_eq(tape->groups, MANY);
    for (int i = 0; i < MANY; i++) {
        ck_assert_int_eq(tape->step[i + 1].call.out->data.i[0], cell + i + 1);
        ck_assert_int_eq(tape->step[i + 1].call.in[0]->step, i);
        ck_assert_int_eq(tape->group[i].first, i + 1);
    }
}
END_TEST

START_TEST(steps_are_bounded)
{
    qkv_limit(q, (QkvLimits){.steps = 2});
    qkv_record(q);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2)), *y = qkv_exp(q, x);
    must_fail(q, qkv_exp(q, y), "more than 2 operations: too many");
    ck_assert_int_eq(qkv_tape(q)->count, 2);
}
END_TEST

/* Results that are groups of operations. */
static const QkvTensor *grouped(int which, const QkvTensor *x)
{
    const QkvTensor *numbers = qkv_to(q, x, QKV_INT64);
    const QkvTensor *shorter = qkv_narrow(q, x, 0, 0, 1);
    switch (which) {
    case 0:
        return qkv_mean(q, x, 0, NULL, false);
    case 1:
        return qkv_clamp(q, x, qkv_number(q, -1), qkv_number(q, 1));
    case 2:
        return qkv_dropout(q, x, 0.5, true);
    case 3:
        return qkv_layer_norm(q, x, 1, x->size + 1, NULL, NULL, 1e-5);
    case 4:
        return qkv_one_hot(q, qkv_mul(q, numbers, numbers), -1);
    case 5:
        return qkv_pad_sequence(q, 2, (const QkvTensor *[]){x, shorter}, true, 0);
    case 6:
        return qkv_linear(q, x, x, qkv_sum(q, x, 1, (const int64_t[]){1}, false));
    case 7:
        return qkv_attention(q, x, x, x, &(QkvAttention){.dropout = 0.1, .is_causal = true});
    default:
        return qkv_linear(q, x, qkv_uniform(q, SHAPE(2, 3), -1, 1), NULL);
    }
}

enum { GROUPED = 9 };

/* A group has been left, whichever of its steps fails: what comes next is outside of it. */
START_TEST(groups_are_left_after_an_error)
{
    enum { MANY = 1000 };
    bool done = false;
    for (int steps = 2; !done; steps++) {
        ck_assert_int_lt(steps, MANY);
        Qkv *other = q;
        q = qkv_new();
        qkv_record(q);
        qkv_limit(q, (QkvLimits){.steps = steps});
        done = grouped(_i, sample(q, 'F', 1, SHAPE(3, 3))) != NULL;
        ck_assert_msg(done || strstr(qkv_error(q), "operations: too many"), "%s", qkv_error(q));
        qkv_clear_error(q);
        qkv_limit(q, (QkvLimits){.steps = MANY});
        const QkvTensor *next = sample(q, 'F', 1, SHAPE(2));
        const QkvStep *step = &qkv_tape(q)->step[next->step];
        ck_assert_msg(step->group == -1, "after %d steps", steps);
        qkv_free(other);
    }
}
END_TEST

Suite *tape_suite(void)
{
    Suite *s = suite_create("tape");
    TCase *c = case_with_context(s, "steps and groups");
    tcase_add_test(c, steps_in_order);
    tcase_add_test(c, what_fails_is_no_step);
    tcase_add_test(c, the_first_name_stays);
    tcase_add_test(c, groups_nest);
    tcase_add_test(c, a_group_has_the_name_that_its_caller_gives);
    tcase_add_test(c, stages_of_a_group);
    tcase_add_test(c, groups_without_a_tape);
    tcase_add_test(c, long_tapes);
    tcase_add_test(c, steps_are_bounded);
    tcase_add_loop_test(c, groups_are_left_after_an_error, 0, GROUPED);
    return s;
}
