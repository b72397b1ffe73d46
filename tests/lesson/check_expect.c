/* Comparing an expected text with a computed one. */
#include "lesson/diff.h"

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
     "the numbers are equal, and the text around them differs"},
    {"[1, 2]", "[1, 2, 3]", "2 numbers expected, and 3 computed"},
    {"[1]", "[]", "1 number expected, and 0 computed"},
    {"nan", "nan ", NULL},
    {"[nan, 1]", "[nan,  1]", "the numbers are equal, and the text around them differs"},
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
    TCase *t = tcase_create("texts");
    tcase_add_loop_test(t, texts_are_compared, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(t, the_first_difference_is_marked);
    suite_add_tcase(s, t);
    return s;
}
