/* The line mode: lines in, text out. What commands do is the model's; here is how it is told. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/plain.h"
#include "folder.h"
#include "made.h"
#include "suites.h"

/* Each text is in what is answered, after the one before. */
static void expect_told(int lesson, const char *lines, const char *const *says)
{
    char *text = made_talk_about(lesson, lines);
    const char *at = text;
    for (; *says; says++) {
        const char *found = strstr(at, *says);
        ck_assert_msg(found != NULL, "'%s' is not in\n%s", *says, at);
        at = found + 1;
    }
    free(text);
}

static const struct {
    int lesson;
    const char *lines;
    const char *says[6];
} talks[] = {
    {MADE_FIRST, "\n", {"First: by hand", "-- 0. next", "help --", "Inputs", "-- 1. next"}},
    {MADE_FIRST, "2.1\n", {"-- 2.1, made of x and w. next", "help --"}},
    {MADE_FIRST, "2.1\nread q\n", {"row x1: ", "-- 2.1"}},
    {MADE_FIRST, "2.1\nq\n", {"q is a result here: read q shows it.", "-- 2.1"}},
    {MADE_FIRST, "2.1\nopen [x2, 1]\nup\n", {"-- q[x2, 1], made of.", "-- 2.1"}},
    {MADE_FIRST, "contents\n3\n", {"rows.", "-- 2"}},
    {MADE_FIRST, "2.1\ncopy\n", {"tensor([[ 1.0000", "-- 2.1"}},
    {MADE_FIRST, "help\n", {"next", "whatif", "[PLACE]"}},
    {MADE_FIRST, "nonsense\n", {"nonsense", "-- 0."}},
    {MADE_FIRST, "guess\n", {"guess: there is no result", "-- 0."}},
    {MADE_FIRST, "\033[A\n", {"Arrows and function keys"}},
    {MADE_FIRST,
     "whatif x[0, 0] = 5\nundo\n",
     {"results differ", "Taken back: the change x[0, 0] = 5"}},
    {MADE_FIRST, "class on\n2.1\nguess q[x1, 0] = 1\n", {"-- 2.1", "Right"}},
    {MADE_FIRST, "class on\n2.1\nguess q[x2, 1] = 7\nhint\n", {"7: ", "q[x2, 1]: "}},
    /* A number of several is nobody's to choose. */
    {MADE_FIRST,
     "2.1\nguess q[x1] = 1\n",
     {"-- 2.1", "numbers: name one, such as q[x1, 0].", "-- 2.1"}},
    {MADE_FIRST,
     "class on\n2.1\nhint q\n",
     {"-- 2.1", "numbers: name one, such as q[x1, 0].", "-- 2.1"}},
    {MADE_FIRST,
     "2.1\nopen q[:, 1]\n",
     {"-- 2.1", "numbers: name one, such as q[x1, 1].", "-- 2.1"}},
    {MADE_FIRST, "2.1\ncopy q[x1]\n", {"-- 2.1", "numbers: name one, such as q[x1, 0].", "-- 2.1"}},
    {MADE_FIRST, "2.1\ncopy q[x1, 1]\n", {"-- 2.1", "--\n-1.0\n--"}},
    {-1, "1\n", {"lessons, 3 rows", "First: by hand", "-- 0."}},
    {-1, "quit\nnext\n", {"lessons, 3 rows"}},
};

START_TEST(r25_lines_are_answered)
{
    expect_told(talks[_i].lesson, talks[_i].lines, talks[_i].says);
}
END_TEST

/* Copies what is pointed at: a parameter as one, what was printed alone, a difference where that is shown,
 * and nothing of what a class has not seen. */
static const struct {
    const char *lines;
    const char *says[6];
} copies[] = {
    {"1.1\ncopy\n", {"Parameter containing:\ntensor([1., 2.], requires_grad=True)\n--"}},
    {"1.2\ncopy\n", {"-- 1.2", "tensor([2., 4.], grad_fn=<MulBackward0>)\n--"}},
    {"1.3\ncopy\n", {"-- 1.3", "--\nsum 6.0\n--"}},
    {"1.2\nwhatif y[0] = 5\nwith difference\ncopy\n",
     {"The difference:", "tensor([3., 0.], grad_fn=<CopySlices>)\n--"}},
    {"1.2\nopen y[0]\ncopy\n", {"-- y[0]", "--\n2.0\n--"}},
    {"class on\n1.2\ncopy\nopen y[0]\ncopy\n", {"y is hidden.", "The number is hidden."}},
    {"class on\n1.3\ncopy\n", {"The result is hidden."}},
};

START_TEST(what_is_pointed_at_is_copied)
{
    folder_write("lessons/04-own.md", "# Own\n\n## Stage\n\n```python\nimport torch\n"
                                      "w = torch.nn.Parameter(torch.tensor([1., 2.]))\ny = w * 2\n"
                                      "print('sum', y.sum().item())\n```\n");
    expect_told(MADE_COUNT, copies[_i].lines, copies[_i].says);
    unlink("lessons/04-own.md");
}
END_TEST

/* Each answer ends in one status line, and no line is longer than a terminal. */
START_TEST(answers_have_a_shape)
{
    char *text = made_talk_about(MADE_SECOND, "\n\n\n\nread\nopen\ncontents\nhelp\nsigns\n");
    int status = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1) {
        ck_assert_uint_le(strcspn(at, "\n"), 200);
        status += strncmp(at, "-- ", 3) == 0;
    }
    ck_assert_int_eq(status, 10);
    ck_assert_ptr_null(strchr(text, '\033'));
    free(text);
}
END_TEST

START_TEST(a_lesson_is_told_as_a_whole)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    char *text;
    size_t length;
    app_open(app, MADE_FIRST);
    FILE *out = open_memstream(&text, &length);
    ck_assert(plain_print(app, library, out));
    fclose(out);
    static const char *const says[] = {"Inputs", "Products", "scores", "Blocks", "Words only"};
    const char *at = text;
    for (int i = 0; i < COUNT(says); i++) {
        at = strstr(at, says[i]);
        ck_assert_msg(at != NULL, "%s is missing in\n%s", says[i], text);
    }
    free(text);
    app_free(app);
    library_free(library);
}
END_TEST

/* Any words in any order. */
START_TEST(random_lines)
{
    static const char *const words[] = {
        "next",   "back",           "open",   "up",   "skip",    "read",   "guess", "=",
        "q",      "[0, 0]",         "scores", "1",    "2.1",     "view",   "class", "on",
        "whatif", "x[0, 0] = 3, 4", "undo",   "find", "inspect", "tree",   "with",  "off",
        "hint",   "show",           "hide",   "pin",  "goto",    "lesson", "pass",  "notes",
        "again",  "copy",           "help",   "]"};
    Buf lines = {0};
    for (int i = 0; i < 600; i++)
        buf_printf(&lines, "%s%s", words[made_random(COUNT(words))], made_random(2) ? "\n" : " ");
    buf_putc(&lines, '\n');
    char *text = made_talk_about(_i % 2 ? MADE_FIRST : MADE_SECOND, buf_text(&lines));
    free(text);
    buf_release(&lines);
}
END_TEST

Suite *plain_suite(void)
{
    Suite *s = suite_create("plain");
    TCase *t = tcase_create("plain");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, r25_lines_are_answered, 0, COUNT(talks));
    tcase_add_loop_test(t, what_is_pointed_at_is_copied, 0, COUNT(copies));
    tcase_add_test(t, answers_have_a_shape);
    tcase_add_test(t, a_lesson_is_told_as_a_whole);
    tcase_add_loop_test(t, random_lines, 0, 4);
    suite_add_tcase(s, t);
    return s;
}
