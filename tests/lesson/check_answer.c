/* When an answer may be opened: after what it tells, and numbers as a text says them. */
#include <string.h>

#include "lesson/answer.h"
#include "lesson/said.h"
#include "made.h"
#include "suites.h"

/* --- numbers ---------------------------------------------------------------------------------------- */

static const struct {
    const char *text, *numbers; /* with a blank after each */
} texts[] = {
    {"", ""},
    {"It is 0.50, and 3.", "0.50 3.0 "},
    {"−1.5 or -2, 4 - 1, 4 − 1 and x-3", "-1.50 -2.0 4.0 1.0 4.0 1.0 3.0 "},
    {"about 160,000 of 1,234,567, and 1,2", "160000.0 1234567.0 1.0 2.0 "},
    {"x1, 2D, v1.5 and _3 are none", ""},
    {"In lesson 12, stage 3 and Lesson\n08 there are 4", "4.0 "},
    {"(−0.5)", "-0.50 "},
    {"98% and 6.3%, 5 %", "0.98 0.063 5.0 "},
};

START_TEST(numbers_are_read)
{
    Said said;
    Buf out = {.arena = &arena};
    const char *at = texts[_i].text, *end = at + strlen(at);
    while (said_next(&at, end, &said))
        buf_printf(&out, "%.*f ", said.decimals > 0 ? said.decimals + (said.decimals == 1) : 1,
                   said.number);
    ck_assert_str_eq(buf_text(&out), texts[_i].numbers);
}
END_TEST

START_TEST(numbers_are_rounded_as_they_are_said)
{
    ck_assert(said_is_cell(&(Said){.number = 0.5, .decimals = 1}, 0.4987));
    ck_assert(!said_is_cell(&(Said){.number = 0.5, .decimals = 3}, 0.4987));
    ck_assert(!said_is_cell(&(Said){.number = -0.5, .decimals = 1}, 0.5));
    ck_assert(said_is_cell(&(Said){.number = 16}, 15.9999));
    ck_assert(!said_is_cell(&(Said){.number = 1}, 0.9));
    ck_assert(said_in_text(&(Said){.number = 0.98, .decimals = 2}, "tea 0.9801"));
    ck_assert(!said_in_text(&(Said){.number = 0.98, .decimals = 2}, "tea 0.97"));
}
END_TEST

/* --- stops ------------------------------------------------------------------------------------------ */

#define CODE                                                                                       \
    "\n```python\na = torch.tensor([3., 5.])\nbb = a * 2\ncc = bb + 1\n"                           \
    "dd = (cc - bb) * 0.25\n```\n"
#define CALL                                                                                       \
    "\n```python\ndef f(x):\n    inner = x * 7\n    return inner + 0.5\n\n"                        \
    "a = torch.tensor([3., 5.])\nbb = f(a)\ncc = bb * 0\n```\n"
#define ASKED(question, answer, code)                                                              \
    "# T\n\n## s\n\n<details><summary>" question "</summary>\n\n" answer "\n\n</details>\n" code

static const struct {
    const char *text, *name; /* of the stop after which the answer comes */
} asked[] = {
    {ASKED("What?", "They are 6 and 10.", CODE), "bb"},
    {ASKED("What?", "They are 7 and 11, one more than 6.", CODE), "cc"},
    /* numbers that any result has, that the question says, or that are typed in do not tell which it is */
    {ASKED("What?", "It is 1, as always.", CODE), "dd"},
    {ASKED("From 6?", "It grows to more than 6.", CODE), "dd"},
    {ASKED("What?", "It comes from 3 and 5.", CODE), "dd"},
    {ASKED("What?", "In lesson 6 it is told.", CODE), "dd"},
    {ASKED("What?", "Nobody knows.", CODE), "dd"},
    /* a name alone does not, either; but what is named besides is seen first */
    {ASKED("What?", "Only `bb` has it.", CODE), "dd"},
    {ASKED("What?", "The 6 goes into `cc`.", CODE), "cc"},
    /* inside of a call */
    {ASKED("What?", "It is 21 and 35.", CALL), "inner"},
    {ASKED("What?", "They become 21.5 and 35.5.", CALL), "bb"},
    {ASKED("What?", "It is 0.", CALL), "cc"},
};

START_TEST(an_answer_comes_after_what_it_tells)
{
    start_text("x.md", asked[_i].text);
    const Stop *at = run_stop(run, 1, answer_stop(run, 1));
    ck_assert_ptr_nonnull(at);
    ck_assert_str_eq(at->name, asked[_i].name);
    stop();
}
END_TEST

START_TEST(without_results_it_comes_at_once)
{
    start_text("x.md", ASKED("What?", "It is 6.", ""));
    ck_assert_int_eq(answer_stop(run, 1), 0);
    stop();
}
END_TEST

Suite *answer_suite(void)
{
    Suite *s = suite_create("answer");
    TCase *t = suite_case(s, "answer");
    tcase_add_loop_test(t, numbers_are_read, 0, COUNT(texts));
    tcase_add_test(t, numbers_are_rounded_as_they_are_said);
    tcase_add_loop_test(t, an_answer_comes_after_what_it_tells, 0, COUNT(asked));
    tcase_add_test(t, without_results_it_comes_at_once);
    return s;
}
