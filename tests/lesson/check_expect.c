/* Comparing an expected text with a computed one. */
#include "lesson/expect.h"
#include "lesson/printed.h"
#include "lesson/run.h"

#include <string.h>

#include "suites.h"

static const struct {
    const char *expected, *computed, *summary; /* NULL: they are equal */
} rows[] = {
    {"", "", NULL},
    {"a\n", "a", NULL},
    {"a  \nb\t\n", "a\nb", NULL},
    {"a\n\n\n", "a", NULL},
    {"a\r\nb\r\n", "a\nb\n", NULL},
    {"a\n\nb", "a\n\nb", NULL},
    {" a", "a", "the texts differ"},
    {"a\n\nb", "a\nb", "the texts differ"},
    {"a", "b", "the texts differ"},
    {"a", "", "the computed text is empty"},
    {"1", "", "the computed text is empty"},
    {"", "1", "0 numbers expected, and 1 computed"},
    {"1", "2", "1 of 1 number differs, by at most 1"},
    {"1 2 3", "1 2 4", "1 of 3 numbers differs, by at most 1"},
    {"1 2 3", "1 2.5 5", "2 of 3 numbers differ, by at most 2"},
    {"0.1000", "0.1001", "1 of 1 number differs, by at most 0.0001"},
    {"1e-05", "1.1e-05", "1 of 1 number differs, by at most 1e-06"},
    {"tensor([1, 2])", "tensor([1., 2.])",
     "the numbers are equal, but the text around them differs"},
    {"[1, 2]", "[1, 2, 3]", "2 numbers expected, and 3 computed"},
    {"[1]", "[]", "1 number expected, and 0 computed"},
    {"nan", "nan ", NULL},
    {"[nan, 1]", "[nan,  1]", "the numbers are equal, but the text around them differs"},
    {"inf", "-inf", "1 of 1 number differs, by at most inf"},
    {"nan", "1", "1 of 1 number differs, by at most 0"},
};

START_TEST(texts_are_compared)
{
    Buf summary = {0};
    bool equal = expect_equal(rows[_i].expected, rows[_i].computed);
    ck_assert_int_eq(equal, rows[_i].summary == NULL);
    ck_assert_int_eq(equal, expect_equal(rows[_i].computed, rows[_i].expected));
    expect_summary(&summary, rows[_i].expected, rows[_i].computed);
    if (!equal)
        ck_assert_str_eq(buf_text(&summary), rows[_i].summary);
    buf_release(&summary);
}
END_TEST

static const struct {
    const char *pasted, *computed, *clean;
} prints[] = {
    {"tensor([1.], grad_fn=<MulBackward0>)", "tensor([1.])", "tensor([1.])"},
    {"tensor([[1.],\n        [2.]],\n       grad_fn=<AddmmBackward0>)\n",
     "tensor([[1.],\n        [2.]])", "tensor([[1.],\n        [2.]])\n"},
    {"tensor([1.], requires_grad=True)", "tensor([1.])", "tensor([1.])"},
    {"Parameter containing:\ntensor([1.], requires_grad=True)",
     "Parameter containing:\ntensor([1.], requires_grad=True)",
     "Parameter containing:\ntensor([1.], requires_grad=True)"},
    {"tensor([1.], device='cuda:0', grad_fn=<A>)", "tensor([1.])", "tensor([1.])"},
    {"[tensor(1., device='cuda:0'), 'a']", "[tensor(1.), 'a']", "[tensor(1.), 'a']"},
    {"tensor([1., 2.])  # 1st, 2nd", "tensor([1., 2.])", "tensor([1., 2.])"},
    {"# before\ntensor([[1.],  # a\n        [2.]]) # b\n# 3 after\n", "",
     "tensor([[1.],\n        [2.]])\n"},
    {"# 1", "# 1", "# 1"},
    {"'#1' 'a # b'", "", "'#1' 'a # b'"},
    {"a#b", "", "a#b"},
    {"it's 1 # one\n'", "", "it's 1 # one\n'"},
    {"Out[3]: tensor([1.])", "", "tensor([1.])"},
    {"Out[12]:\ntensor([1.])", "", "tensor([1.])"},
    {"Out[]: 1\nOut[1] 2", "", "Out[]: 1\nOut[1] 2"},
    {"grad_fn=<A>", "", "grad_fn=<A>"},
    {"(1, grad_fn=<", "", "(1, grad_fn=<"},
    {"tensor([1.0001])", "tensor([1.])", "tensor([1.0001])"},
    {"", "1", ""},
};

START_TEST(pasted_text_is_cleaned)
{
    Buf clean = {0};
    printed_clean(&clean, prints[_i].pasted, prints[_i].computed);
    ck_assert_str_eq(buf_text(&clean), prints[_i].clean);
    buf_release(&clean);
}
END_TEST

static const struct {
    const char *a, *b;
    bool same;
} layouts[] = {
    {"[1,\n 2]", "[1, 2]", true},
    {"OrderedDict([('a',\n              tensor([1.]))])", "OrderedDict([('a', tensor([1.]))])",
     true},
    {"[ 1, 2 ]", "[1, 2]", true},
    {"[1, 2]", "[1, 3]", false},
    {"1 2", "12", false},
    {"[1, 2]", "[1, 2", false},
    {"a b ", "a b", true},
};

START_TEST(lines_break_where_they_like)
{
    ck_assert_int_eq(printed_same_words(layouts[_i].a, layouts[_i].b), layouts[_i].same);
    ck_assert_int_eq(printed_same_words(layouts[_i].b, layouts[_i].a), layouts[_i].same);
}
END_TEST

/* Code that is followed by an expectation, with the message; NULL where it holds. */
static const struct {
    const char *code, *name, *expected, *message;
} lessons[] = {
    {"x = torch.ones(2)", "x", "tensor([1., 1.], grad_fn=<A>) # ones", NULL},
    {"x = torch.ones(2)", "x.shape", "torch.Size([2])", NULL},
    {"x = torch.ones(2)", "x + 1", "tensor([2., 2.])", NULL},
    {"x = torch.ones(2)", "x[0]", "tensor(1.)", NULL},
    {"x = torch.ones(2)", "len(x)", "3", "expect len(x): 1 of 1 number differs, by at most 1"},
    {"x = torch.ones(2)", "(x)", "tensor([1., 1.])", NULL},
    {"m = nn.Linear(1, 1, bias=False)\nm.load_state_dict({'weight': torch.tensor([[2.]])})",
     "m.weight", "Parameter containing:\ntensor([[2.]], requires_grad=True)", NULL},
    {"m = nn.Linear(1, 1, bias=False)\nm.load_state_dict({'weight': torch.tensor([[2.]])})\n"
     "x = torch.ones(2, 1)",
     "m(x)[0]", "tensor([2.], grad_fn=<SelectBackward0>)", NULL},
    {"x = 'a'", "x", "a", NULL},
    {"x = 'a'\nx", "", "'a'", NULL},
    {"print(1)\nx = 'a'\nx", "", "1\nOut[3]: 'a'", NULL},
    {"print(1)\n2", "", "1", NULL},
    {"print(1)\n2", "", "1\n2", NULL},
    {"print(1)\n2", "", "1\n3", "expect: 1 of 2 numbers differs, by at most 1"},
    {"print(1)\nNone", "", "1\nNone",
     "expect: the numbers are equal, but the text around them differs"},
    {"[1, 2]", "", "[1,\n 2]", NULL},
    {"print([1, 2])", "", "[1,\n 2]",
     "expect: the numbers are equal, but the text around them differs"},
    {"torch.ones(1)", "", "tensor([1.],\n       grad_fn=<A>)", NULL},
    {"torch.ones(2)", "", "tensor([1.,\n        1.])",
     "expect: the numbers are equal, but the text around them differs"},
    {"type(1)", "", "int", NULL},
    {"type(1)", "", "in", "expect: the texts differ"},
};

START_TEST(expectations_as_they_are_pasted)
{
    Err err = {0};
    Buf text = {0};
    buf_printf(&text, "## s\n\n```python\n%s\n```\n\n```expect %s\n%s\n```\n", lessons[_i].code,
               lessons[_i].name, lessons[_i].expected);
    Lesson *lesson = lesson_parse("x.md", text.text, text.length, &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    Run *run = run_lesson(lesson);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert_int_eq(run->expectations, 1);
    const char *message = run->failures ? run->failure[0].message : NULL;
    ck_assert_msg(
        !message == !lessons[_i].message && (!message || strcmp(message, lessons[_i].message) == 0),
        "%s%s: %s", text.text, message ? message : "holds", message ? run->failure[0].detail : "");
    run_free(run);
    lesson_free(lesson);
    buf_release(&text);
}
END_TEST

/* Expectations compute nothing that is part of the lesson: neither steps nor draws nor what it prints. */
START_TEST(expectations_leave_no_trace)
{
    Err err = {0};
    static const char text[] =
        "## s\n\n```python\ntorch.manual_seed(1)\nx = torch.zeros(2)\n```\n\n"
        "```expect torch.rand(2).shape\ntorch.Size([2])\n```\n\n```expect print(x)\nNone\n```\n\n"
        "```python\ny = torch.rand(1)\nprint(y)\n```\n\n```expect\ntensor([0.7576])\n```\n";
    Lesson *lesson = lesson_parse("x.md", text, strlen(text), &err);
    Run *run = run_lesson(lesson);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert_msg(run->failures == 0, "%s", run->failures ? run->failure[0].detail : "");
    ck_assert_int_eq(run->expectations, 3);
    ck_assert_int_eq(run->tape->count, 2);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* Expectations that cannot be read or computed, told at their place behind the fence. */
static const struct {
    const char *name, *message;
    int col;
} wrong[] = {
    {"a b", "expected an operator or the end of the line, found 'b'", 13},
    {"x = 1",
     "expect is followed by an expression such as x, net.weight or y.scores, or by nothing "
     "for what was printed",
     11},
    {"x +", "expected an expression, found the end of the line", 14},
    {"x.nothing()", "a Tensor has no 'nothing'", 13},
    {"x @ [1]", NULL, 11},
};

START_TEST(wrong_expectations_have_their_place)
{
    Err err = {0};
    Buf text = {0};
    buf_printf(&text, "## s\n\n```python\nx = torch.ones(2)\n```\n\n```expect %s\n1\n```\n",
               wrong[_i].name);
    Lesson *lesson = lesson_parse("x.md", text.text, text.length, &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    Run *run = run_lesson(lesson);
    ck_assert(run->err.set);
    ck_assert_int_eq(run->err.at.line, 7);
    ck_assert_int_eq(run->err.at.col, wrong[_i].col);
    if (wrong[_i].message)
        ck_assert_str_eq(run->err.message, wrong[_i].message);
    run_free(run);
    lesson_free(lesson);
    buf_release(&text);
}
END_TEST

START_TEST(the_first_difference_is_marked)
{
    Buf out = {0};
    expect_detail(&out, "a\nb\nc\n", "a\nx\ny\nz");
    ck_assert_str_eq(out.text, "  expected\n    a\n  > b\n    c\n"
                               "  computed\n    a\n  > x\n    y\n    z\n");
    buf_clear(&out);
    expect_detail(&out, "a\nb\n", "a\n");
    ck_assert_str_eq(out.text, "  expected\n    a\n  > b\n  computed\n    a\n  > (nothing more)\n");
    buf_clear(&out);
    expect_detail(&out, "", "\x1b[1mx\ty");
    ck_assert_str_eq(out.text, "  expected\n  > (nothing more)\n  computed\n  > ?[1mx   y\n");
    buf_release(&out);
}
END_TEST

Suite *expect_suite(void)
{
    Suite *s = suite_create("expect");
    TCase *t = suite_case(s, "texts");
    tcase_add_loop_test(t, texts_are_compared, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(t, the_first_difference_is_marked);
    tcase_add_loop_test(t, pasted_text_is_cleaned, 0, sizeof prints / sizeof prints[0]);
    tcase_add_loop_test(t, lines_break_where_they_like, 0, sizeof layouts / sizeof layouts[0]);
    tcase_add_loop_test(t, expectations_as_they_are_pasted, 0, sizeof lessons / sizeof lessons[0]);
    tcase_add_loop_test(t, wrong_expectations_have_their_place, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_test(t, expectations_leave_no_trace);
    return s;
}
