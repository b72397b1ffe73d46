/* Labels from #| comments, as they arrive on tensors. What is wrong with one is in tests/errors. */
#include <string.h>

#include "lesson/run.h"
#include "shown.h"
#include "suites.h"

static void write_axes(Buf *out, const QkvTensor *t)
{
    for (int d = 0; d < t->rank; d++) {
        const QkvAxis *axis = &t->axis[d];
        buf_printf(out, "%s%s", d ? "; " : "", axis->name ? axis->name : "-");
        for (int64_t i = 0; axis->labels && i < axis->groups * t->size[d]; i++)
            buf_printf(out, "%s%s", i && i % t->size[d] == 0 ? " | " : " ", axis->labels[i]);
    }
}

/* The axes of x, after code. */
static const struct {
    const char *code, *axes;
} rows[] = {
    {"x = torch.tensor([[1., 2.], [3., 4.]])", "-; -"},
    {"#| rows: a b\nx = torch.tensor([[1., 2.], [3., 4.]])", "- a b; -"},
    {"#| cols: a b\nx = torch.tensor([[1., 2.], [3., 4.]])", "-; - a b"},
    {"#| axes: query key\nx = torch.tensor([[1., 2.], [3., 4.]])", "query; key"},
    {"#| rows: a b\n#| cols: c d\n#| axes: query key\nx = torch.tensor([[1., 2.], [3., 4.]])",
     "query a b; key c d"},
    {"#| axes: query key\n#| cols: c d\n#| hide\nx = torch.tensor([[1., 2.], [3., 4.]])",
     "query; key c d"},
    {"#| rows: \"have a\" \"nice day\"\nx = torch.tensor([[1.], [2.]])", "- have a nice day; -"},
    {"#| rows: \"a|b\" c\nx = torch.tensor([[1.], [2.]])", "- a|b c; -"},
    {"#| rows: \"\" c\nx = torch.tensor([[1.], [2.]])", "-  c; -"},
    {"#|   rows  :   a\t  b  \nx = torch.tensor([[1.], [2.]])", "- a b; -"},
    {"#| rows: [PAD] <s>\nx = torch.tensor([[1.], [2.]])", "- [PAD] <s>; -"},
    {"#| rows: 注意 力\nx = torch.tensor([[1.], [2.]])", "- 注意 力; -"},
    {"#| cols: a b c\nx = torch.tensor([1., 2., 3.])", "- a b c"},
    {"w = ['a', 'b c', '.']\n#| cols: = w\nx = torch.tensor([1., 2., 3.])", "- a b c ."},
    {"w = 'a b'.split()\n#| rows: =w\nx = torch.ones(2, 2)", "- a b; -"},
    {"def f(w):\n    #| rows: = w\n    y = torch.ones(2, 1)\n    return y\nx = f(('p', 'q'))",
     "- p q; -"},
    {"w = ['\\x1b[2J', 'b']\n#| rows: = w\nx = torch.ones(2, 1)", "- ?[2J b; -"},
    {"#| axes: feature\nx = torch.tensor([1., 2., 3.])", "feature"},
    {"#| rows: a b | c d\nx = torch.tensor([[[1.], [2.]], [[3.], [4.]]])", "-; - a b | c d; -"},
    {"#| rows: a b|c d\nx = torch.tensor([[[1.], [2.]], [[3.], [4.]]])", "-; - a b | c d; -"},
    {"#| rows: a b\nx = torch.tensor([[[1.], [2.]], [[3.], [4.]]])", "-; - a b; -"},
    {"#| items: a b\nx = torch.tensor([[[1.], [2.]], [[3.], [4.]]])", "- a b; -; -"},
    {"#| items: a b\n#| rows: c d\ny = torch.ones(2, 2, 2)\nx = torch.softmax(y @ y.mT, dim=-1)",
     "- a b; - c d; - c d"},
    {"#| items: a b | c d\nx = torch.ones(2, 2, 1, 1)", "-; - a b | c d; -; -"},
    {"#| rows: a b\nx, y = torch.tensor([[1.], [2.]]), torch.tensor([[3.], [4.]])", "- a b; -"},
    {"#| rows: a b\ny, x = torch.tensor([[1.], [2.]]), torch.tensor([[3.], [4.]])", "- a b; -"},
    {"#| rows: a b\nx = y = torch.tensor([[1.], [2.]])", "- a b; -"},
    {"#| rows: a b\n\n# a comment\nx = torch.tensor([[1.], [2.]])", "- a b; -"},
    {"#| rows: a b\ny = torch.tensor([[1.], [2.]])\nx = y * 2", "- a b; -"},
    {"#| rows: a b\ny = torch.tensor([[1.], [2.]])\n#| rows: c d\nx = y * 2", "- c d; -"},
    {"#| rows: a b\ny = torch.tensor([[1.], [2.]])\nx = y.T", "-; - a b"},
    {"#| rows: a b\ny = torch.tensor([[1.], [2.]])\nx = y @ y.T", "- a b; - a b"},
    {"x = torch.ones(1, 2)\n#| cols: a b\nx += 1", "-; - a b"},
    /* in functions and blocks, at each call; of an attribute, of what is returned, of what is hidden */
    {"def f(y):\n    #| rows: a b\n    z = y * 2\n    return z\nx = f(torch.ones(2, 2))",
     "- a b; -"},
    {"def f(y):\n    #| axes: p q\n    #| cols: a b\n    return y * 2\nf(torch.ones(1, 2))\n"
     "x = f(torch.ones(2, 2))",
     "p; q a b"},
    {"class A:\n    def __init__(self):\n        #| cols: a b\n        #| hide\n"
     "        self.w = torch.ones(2, 2)\nx = A().w * 1",
     "-; - a b"},
    {"for i in range(2):\n    if i:\n        #| rows: a b\n        x = torch.ones(2, 1) * i",
     "- a b; -"},
    {"def f():\n    for i in range(2):\n        #| cols: a b\n        y = torch.ones(2) * i\n"
     "        yield y\nx = list(f())[1]",
     "- a b"},
};

START_TEST(labels_arrive)
{
    Buf text = {0}, axes = {0};
    Err err = {0};
    const QkvTensor *x = NULL;
    buf_printf(&text, "## s\n\n```python\n%s\nx\n```\n", rows[_i].code);
    Lesson *lesson = lesson_parse("x.md", text.text, text.length, &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    Run *run = run_lesson(lesson);
    ck_assert_msg(!run->err.set, "%s: %s", rows[_i].code, run->err.message);
    x = shown(run, shown_count(run) - 1)->tensor;
    write_axes(&axes, x);
    ck_assert_msg(strcmp(buf_text(&axes), rows[_i].axes) == 0, "%s\ngives    %s\nexpected %s",
                  rows[_i].code, buf_text(&axes), rows[_i].axes);
    run_free(run);
    lesson_free(lesson);
    buf_release(&text);
    buf_release(&axes);
}
END_TEST

/* Seed 123, p = 0.5, ones(6, 6): what PyTorch prints without MKL, and with it on Intel. */
static const struct {
    const char *before, *kept;
} flavours[] = {
    {"", "110110000101111101011001010101011110"},
    {"#| dropout: torch\n", "110110000101111101011001010101011110"},
    {"#| dropout: torch-mkl\n", "111111010000001010110001100001010000"},
    {"#| dropout: torch-mkl\ny = 1\n#| dropout: torch\n", "110110000101111101011001010101011110"},
    {"#| dropout: torch-mkl\ny = 1\n", "111111010000001010110001100001010000"},
};

START_TEST(dropout_has_two_flavours)
{
    Buf text = {0};
    Err err = {0};
    buf_printf(&text,
               "## s\n\n```python\ntorch.manual_seed(123)\n%sx = F.dropout(torch.ones(6, 6))\n"
               "```\n",
               flavours[_i].before);
    Lesson *lesson = lesson_parse("x.md", text.text, text.length, &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    Run *run = run_lesson(lesson);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    const QkvTensor *x = shown(run, shown_count(run) - 1)->tensor;
    for (int i = 0; i < 36; i++)
        ck_assert_msg((x->data.f[i] == 2) == (flavours[_i].kept[i] == '1'), "cell %d", i);
    run_free(run);
    lesson_free(lesson);
    buf_release(&text);
}
END_TEST

/* A hidden statement of a function makes no stops, and neither do the calls in it; the others do. */
START_TEST(hidden_lines_are_no_steps)
{
    static const char text[] =
        "## s\n\n```python\ndef g(x):\n    seen = x * 2\n    return seen\n\n"
        "def f(x):\n    a = x + 1\n    #| hide\n    b = g(x) * 3\n    c = g(a)\n"
        "    return a + b + c\n\ny = f(torch.ones(2))\n```\n";
    Err err = {0};
    Lesson *lesson = lesson_parse("x.md", text, strlen(text), &err);
    Run *run = run_lesson(lesson);
    int seen = 0;
    for (int i = 1; i <= run_stops(run, 1); i++) {
        const Stop *stop = run_stop(run, 1, i);
        ck_assert_msg(!stop->name || strcmp(stop->name, "b") != 0, "b is shown");
        seen += stop->name && strcmp(stop->name, "seen") == 0;
    }
    ck_assert_int_eq(seen, 1);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

Suite *directive_suite(void)
{
    Suite *s = suite_create("directive");
    TCase *t = suite_case(s, "labels");
    tcase_add_loop_test(t, labels_arrive, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(t, hidden_lines_are_no_steps);
    tcase_add_loop_test(t, dropout_has_two_flavours, 0, sizeof flavours / sizeof flavours[0]);
    return s;
}
