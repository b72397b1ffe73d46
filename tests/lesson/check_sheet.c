/* Sheets that were handed out and come back: the solution holds in all parts, what is blank in none. */
#include <stdlib.h>
#include <string.h>

#include "lesson/sheet.h"
#include "made.h"
#include "suites.h"

static void judge(Worksheet *s, const Buf *text)
{
    sheet_judge(s, buf_text(text), text->length, true);
}

START_TEST(the_solution_holds_and_blanks_do_not)
{
    start_file(made_lessons[_i]);
    Worksheet *s = sheet_of(run);
    Buf blank = {0}, solved = {0};
    sheet_write(&blank, s, false);
    sheet_write(&solved, s, true);
    judge(s, &solved);
    const WorksheetPart *first = sheet_first(s);
    ck_assert_msg(!first, "%s: %s: %s", lesson->name, first ? first->x->name : "",
                  first ? first->said : "");
    judge(s, &blank);
    ck_assert_int_eq(s->held, 0);
    for (int i = 0; i < s->parts; i++) {
        ck_assert_str_eq(s->part[i].said, "still blank");
        const char *line = buf_text(&blank);
        for (int k = 1; k < s->part[i].at; k++)
            line = strchr(line, '\n') + 1;
        ck_assert_ptr_nonnull(strstr(arena_text(&arena, line, strcspn(line, "\n")), "___"));
    }
    buf_release(&blank);
    buf_release(&solved);
    sheet_free(s);
    stop();
}
END_TEST

#define CODE                                                                                       \
    "import torch\nx = torch.tensor([[1., 2.], [3., 5.]])\n"                                       \
    "def f(x):\n    y = x @ x.T\n    assert y.sum() > 0\n    z = y + 1\n    return z / 2\n"        \
    "out = f(x)\nlast = out.softmax(-1)\n"

/* Text of what each part asks: names with their shapes, of a function those of its first call. */
static const struct {
    const char *code, *sheet;
} handed[] = {
    {CODE "def g(x):\n    return x @ x.T\nagain = g(last)\nmore = again * 2\n",
     "import torch\n\n"
     "#: 1 f\n# Given: x (2, 2).\n# Wanted: what it returns (2, 2).\n"
     "def f(x):\n    y = ___\n    # ???\n    z = ___\n    return ___\n\n"
     "#: 2 g\n# It is used so: again = g(last) (2, 2).\ndef g(x):\n    ___\n\n"
     "#: 3 more\n# Given: out (2, 2).\n# Wanted: last (2, 2), again (2, 2), more (2, 2).\n"
     "last = ___\n# ???\n# ???\nmore = ___\n\n#: end\n"},
    {"import torch\nx = torch.arange(4.)\n#| blank 2, 2\ny = x.reshape(2, 2)\n",
     "import torch\n\n#: 1 y\n# Given: x (4,).\n# Wanted: y.\ny = x.reshape(___)\n\n#: end\n"},
};

START_TEST(a_sheet_says_what_is_there_and_what_is_wanted)
{
    start(handed[_i].code);
    Worksheet *s = sheet_of(run);
    Buf text = {0};
    sheet_write(&text, s, false);
    ck_assert_str_eq(strstr(buf_text(&text), "import"), handed[_i].sheet);
    buf_release(&text);
    sheet_free(s);
    stop();
}
END_TEST

/* Answers stand in the place of their blanks, one that is wrong, too; of lines that wait none are taken away but all. */
static const struct {
    ExerciseAnswer answer[3];
    const char *sheet;
    int held;
} filled[] = {
    {{{4, 4, "y = x @ x.T"}, {7, 7, "return z"}},
     "def f(x):\n    y = x @ x.T\n    # ???\n    z = ___\n    return z\n",
     0},
    {{{4, 4, "y = x @ x.T"}, {6, 6, "z = (y +\n     1)"}, {7, 7, "return z / 2"}},
     "def f(x):\n    y = x @ x.T\n    # ???\n    z = (y +\n         1)\n    return z / 2\n",
     1},
    {{{4, 4, "y = ("}, {4, 7, "y = x @ x.mT\nreturn (y + 1) / 2"}},
     "def f(x):\n    y = x @ x.mT\n    return (y + 1) / 2\n",
     1},
    {{{3, 7, "def f(x):\n    return (x @ x.T + 1) / 2"},
      {10, 11, "def g(y):\n\n    return y @ y.mT"}},
     "def f(x):\n    return (x @ x.T + 1) / 2\n\n#: 2 g\n# It is used so: again = g(last) (2, 2).\n"
     "def g(y):\n\n    return y @ y.mT\n",
     2},
    {{{99, 100, "nothing"}, {8, 8, "out = 1"}, {0, 0, NULL}},
     "def f(x):\n    y = ___\n    # ???\n    z = ___\n    return ___\n",
     0},
};

START_TEST(answers_stand_in_the_place_of_blanks)
{
    start(handed[0].code);
    Worksheet *s = sheet_of(run);
    Buf text = {0};
    const int before = s->part[0].x->first - 3; /* lines of the lesson before the code */
    for (int i = 0; i < 3 && filled[_i].answer[i].text; i++) {
        ExerciseAnswer a = filled[_i].answer[i];
        sheet_answer(s, (ExerciseAnswer){a.first + before, a.last + before, a.text});
    }
    sheet_write(&text, s, false);
    const char *lines = strstr(buf_text(&text), "def f");
    ck_assert_msg(strncmp(lines, filled[_i].sheet, strlen(filled[_i].sheet)) == 0, "%s", lines);
    judge(s, &text);
    ck_assert_int_eq(s->held, filled[_i].held);
    buf_release(&text);
    sheet_free(s);
    stop();
}
END_TEST

/* The words above the lines have none of the code that is blank. */
START_TEST(the_words_of_a_sheet_give_nothing_away)
{
    enum { SHORT = 8 };
    start_file(made_lessons[_i]);
    Worksheet *s = sheet_of(run);
    Buf text = {0};
    sheet_write(&text, s, false);
    judge(s, &text);
    for (int i = 0; i < s->parts; i++) {
        const Exercise *x = s->part[i].x;
        for (int b = 0; b < x->blanks; b++)
            for (int k = 0; k < x->blank[b].cuts; k++) {
                size_t from = x->blank[b].cut[k].start, to = x->blank[b].cut[k].end;
                const char *code = arena_text(&arena, lesson->source + from, to - from);
                const char *at = s->part[i].text;
                if (strspn(code, "abcdefghijklmnopqrstuvwxyz_") == strlen(code))
                    continue; /* a name that is given */
                for (; *at == '#' && to - from >= SHORT; at += strcspn(at, "\n") + 1)
                    ck_assert_msg(!strstr(arena_text(&arena, at, strcspn(at, "\n")), code),
                                  "%s: %s gives away %s", lesson->name, x->name, code);
            }
    }
    buf_release(&text);
    sheet_free(s);
    stop();
}
END_TEST

/* A sheet that came back, how much of it holds, and of the first part that does not what is said and its line. */
static const struct {
    const char *text;
    int held, line;
    const char *said;
} returned[] = {
    {"", 0, 0, "the line #: 1 f before it is gone"},
    {"#: 1 f\ndef f(x):\n    a = x @ x.mT\n    return (a + 1) / 2\n#: 2 last\nlast = "
     "torch.softmax(out, 1)\n#: end\n",
     2, 0, NULL},
    {"#: 1 f\ndef f(x):\n    y = ___\n    # ???\n    return 1\n", 0, 3, "still blank"},
    {"\n#: 1 f\ndef f(x):\n    y = x @ x.T\n    # ???\n    z = y + 1\n    return z / 2\n", 1, 0,
     "the line #: 2 last before it is gone"},
    {"#: 2 last\nlast = out.softmax(\n#: 1 f\ndef f(x):\n    return (x @ x.T + 1) / 2\n", 1, 2, ""},
    {"  #:1 f\ndef f(x):\n    return (x @ x.T + 1) / 2\n#: last\nlast = out.softmax(1)", 2, 0,
     NULL},
    {"#: 1 g\ndef f(x):\n    return (x @ x.T + 1) / 2\n", 0, 0,
     "the line #: 1 f before it is gone"},
    {"#: 1 f\ndef f(x):\n    return (x @ x.T + 1) / 2\n#: 2 last\n\n\nout.softmax(1)\n", 1, 7,
     "this value gets no name: last = is missing before it"},
    {"#: 7 f\nnothing\n#: x\n#: 1", 0, 0, ""},
    {"#: 1 f\ndef f(x):\n    y = (x @ x.T\n    return (y\n", 0, 3,
     "'(' opened on line 3 is never closed"},
    {"#: 1 f\ndef f(x):\n    return x\n#: 1 f\ndef f(x):\n    return (x @ x.T + 1) / 2\n"
     "#: 2 last\nlast = out.softmax(1)\n",
     1, 3, ""},
    {"#: -2147483648 f\n#: 99999999999999999999 f\n#: 4294967297 f\nx", 0, 0,
     "the line #: 1 f before it is gone"},
    {"#: 1 f\ndef f(x):\n    return (x @ x.T + 1) / 2\n#: 2 last\nlast = out.softmax(1)", 2, 0,
     NULL},
};

START_TEST(a_sheet_is_judged_part_by_part)
{
    start(CODE);
    Worksheet *s = sheet_of(run);
    Buf text = {0};
    ck_assert_int_eq(s->parts, 2);
    buf_puts(&text, returned[_i].text);
    judge(s, &text);
    const WorksheetPart *first = sheet_first(s);
    ck_assert_int_eq(s->held, returned[_i].held);
    ck_assert(!first == !returned[_i].said);
    if (first && *returned[_i].said)
        ck_assert_str_eq(first->said, returned[_i].said);
    ck_assert_int_eq(first ? first->at : 0, returned[_i].line);
    buf_release(&text);
    sheet_free(s);
    stop();
}
END_TEST

/* For a class's files only the first mistake of each is looked for, and what was right once is. */
START_TEST(the_first_mistake_alone_is_looked_for)
{
    static const char right[] = "#: 1 f\ndef f(x):\n    return (x @ x.T + 1) / 2\n",
                      wrong[] = "#: 2 last\nlast = out.softmax(0)\n";
    start(CODE);
    Worksheet *s = sheet_of(run);
    Buf text = {0};
    buf_printf(&text, "%s%s", right, wrong);
    for (int i = 0; i < 2; i++) {
        sheet_judge(s, buf_text(&text), text.length, false);
        ck_assert_int_eq(s->held, 1);
        ck_assert_int_eq(s->part[0].rights, 1);
        ck_assert_int_eq(s->part[1].rights, 0);
        ck_assert_ptr_nonnull(s->part[1].verdict->sentence);
    }
    buf_clear(&text);
    buf_printf(&text, "#: 1 f\ndef f(x):\n    return x\n%s", wrong);
    sheet_judge(s, buf_text(&text), text.length, false);
    ck_assert_int_eq(s->held, 0);
    ck_assert_ptr_nonnull(s->part[0].verdict);
    ck_assert_ptr_null(s->part[1].verdict);
    ck_assert_str_eq(s->part[1].said, "wrong");
    buf_release(&text);
    sheet_free(s);
    stop();
}
END_TEST

/* Of a class that was written from nothing it is said how many results hold. */
START_TEST(results_are_counted)
{
    start("import torch\nx = torch.tensor([[1., 2.], [3., 5.]])\n"
          "class F:\n    def __call__(self, x, n=1):\n        return (x @ x.T) / n\n"
          "one = F()(x)\ntwo = F()(x, n=2)\n");
    Worksheet *s = sheet_of(run);
    Buf text = {0};
    ck_assert_int_eq(s->parts, 1);
    buf_puts(&text, "#: 1 F\nclass F:\n    def __call__(self, x, n=1):\n        return x @ x.T\n");
    judge(s, &text);
    ck_assert_msg(strncmp(s->part[0].said, "1 of 2 results hold. ", 21) == 0, "%s",
                  s->part[0].said);
    buf_release(&text);
    sheet_free(s);
    stop();
}
END_TEST

Suite *sheet_suite(void)
{
    Suite *s = suite_create("sheet");
    TCase *t = suite_case(s, "sheets");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, the_solution_holds_and_blanks_do_not, 0, MADE_LESSONS);
    tcase_add_loop_test(t, a_sheet_says_what_is_there_and_what_is_wanted, 0, COUNT(handed));
    tcase_add_loop_test(t, answers_stand_in_the_place_of_blanks, 0, COUNT(filled));
    tcase_add_loop_test(t, the_words_of_a_sheet_give_nothing_away, 0, MADE_LESSONS);
    tcase_add_test(t, the_first_mistake_alone_is_looked_for);
    tcase_add_test(t, results_are_counted);
    tcase_add_loop_test(t, a_sheet_is_judged_part_by_part, 0, COUNT(returned));
    return s;
}
