/* Lines of the reader's own code as they were run: what lies in what, what each binds, passes and
 * tests; and that there is an end to them. */
#include <string.h>

#include "lesson/run.h"
#include "made.h"
#include "shown.h"
#include "suites.h"

static int depth_of(int line)
{
    int depth = 0;
    for (int i = run->line[line].outer; i >= 0; i = run->line[i].outer)
        depth++;
    return depth;
}

/* A line as "5 pass 2 of 3 i=1": two blanks for each line around it. */
static void write_line(Buf *out, int i)
{
    const RunLine *line = &run->line[i];
    buf_fill(out, ' ', 2 * depth_of(i));
    buf_printf(out, "%d", line->first);
    if (line->kind == LINE_CALL)
        buf_printf(out, " %s", line->name);
    if (line->kind == LINE_PASS)
        buf_printf(out, " pass %d of %d", line->number, run_passes(run, i));
    if (line->kind == LINE_TEST || !line->truth)
        buf_puts(out, line->truth ? " true" : " false");
    if (line->is_heading)
        buf_puts(out, " head");
    for (int b = line->first_bound; b < line->first_bound + line->bounds; b++) {
        const RunBound *bound = &run->bound[b];
        buf_printf(out, " %s=%s", bound->name, bound->tensor ? "tensor" : bound->text);
    }
    buf_putc(out, '\n');
}

static const struct {
    const char *code, *lines;
} runs[] = {
    {"x = 1 + 1\nclass A:\n    y = 2\n    def f(self):\n        return 1\n", ""},
    {"def f(n, k=2):\n    'says what it does'\n    pass\n    if n <= 1:\n        return k\n"
     "    return n * f(n - 1)\nx = f(2)\n",
     "1 f n=2 k=2\n  4 head\n    4 false\n  6 return=4\n    1 f n=1 k=2\n      4 head\n        4 "
     "true\n"
     "        5 return=2\n"},
    {"for i, c in enumerate('ab'):\n    if i == 1:\n        x = c\n    else:\n        y = [c]\n",
     "1 pass 1 of 2 i=0 c='a'\n  2 head\n    2 false\n    5 y=['a']\n"
     "1 pass 2 of 2 i=1 c='b'\n  2 head\n    2 true\n    3 x='b'\n"},
    {"n = 2\nwhile n > 0:\n    n -= 1\nelse:\n    print('end')\n",
     "2 pass 1 of 2\n  3 n=1\n2 pass 2 of 2\n  3 n=0\n2 pass 3 of 2 false\n5\n"},
    {"class A:\n    def __init__(self, n):\n        self.n = n\n        self.d = {}\n"
     "        self.d['k'] = n\n    def grow(self):\n        self.n += 1\n        return self\n"
     "a = A(1)\nb = a.grow()\n",
     "2 A.__init__ n=1\n  3 self.n=1\n  4 self.d={}\n  5 self.d['k']=1\n"
     "6 A.grow\n  7 self.n=2\n  8 return=A\n"},
    {"def f(x):\n    y = x + 1\n    y[0] = 5\n    y.add_(1)\n    items = []\n    items.append(y)\n"
     "    a, (b, *c) = 1, (2, 3, 4)\n    return y\nz = f(torch.zeros(2))\n",
     "1 f x=tensor\n  2 y=tensor\n  3 y=tensor\n  4 y=tensor\n  5 items=[]\n  6 items=list of 1\n"
     "  7 a=1 b=2 c=[3, 4]\n  8 return=tensor\n"},
    {"def f():\n    for i in range(5):\n        if i < 2:\n            continue\n        break\n"
     "    return i\nf()\n",
     "1 f\n  2 head\n    2 pass 1 of 3 i=0\n      3 head\n        3 true\n        4\n"
     "    2 pass 2 of 3 i=1\n      3 head\n        3 true\n        4\n"
     "    2 pass 3 of 3 i=2\n      3 head\n        3 false\n      5\n  6 return=2\n"},
    /* methods that change what they are called on are told by their name, or by what they give */
    {"x = torch.zeros(2)\nn = 5\ndef f():\n    x.add_(1)\n    n.__add__(1)\n    x.sum()\nf()\n",
     "3 f\n  4 x=tensor\n  5 =6\n  6 =tensor\n"},
    /* an error that is caught leaves the lines that it went through */
    {"def f(n):\n    raise ValueError('no')\ntry:\n    x = f(1)\nexcept ValueError:\n    x = 2\n",
     "4 false\n  1 f n=1\n    2 false\n6 x=2\n"},
};

/* The text of the line of the source that a RunLine begins at. */
static void write_source(Buf *out, const RunLine *line)
{
    const char *at = line->library ? line->library->source : lesson->source;
    for (int i = 1; i < line->first; i++)
        at = strchr(at, '\n') + 1;
    at += strspn(at, " ");
    buf_add(out, at, strcspn(at, "\n"));
}

/* Going into a layer shows its forward; making one, and what Python does itself, are not told. */
START_TEST(lines_of_the_library)
{
    static const char code[] = "torch.manual_seed(1)\nnet = nn.Sequential(nn.Linear(3, 2))\n"
                               "y = net(torch.ones(1, 3))\nz = F.smooth_l1_loss(y, y)\n";
    static const char expected[] =
        "Sequential.forward: def forward(self, input):\nfor module in self:\n"
        "for module in self:\ninput = module(input)\n"
        "Linear.forward: def forward(self, input):\n"
        "return F.linear(input, self.weight, self.bias)\nreturn input\nsmooth_l1_loss: def ";
    Buf text = {0};
    Err err = {0};
    for (int tells = 0; tells < 2; tells++) {
        lesson = lesson_parse("x.py", code, strlen(code), &err);
        lesson->tells_library = tells;
        run = run_lesson(lesson);
        for (int i = 0; i < run->lines; i++) {
            const RunLine *line = &run->line[i];
            ck_assert(line->library);
            if (line->kind == LINE_CALL)
                buf_printf(&text, "%s: ", line->name);
            write_source(&text, line);
            buf_putc(&text, '\n');
        }
        ck_assert(tells || run->lines == 0);
        stop();
    }
    ck_assert_msg(strncmp(buf_text(&text), expected, strlen(expected)) == 0, "%s", buf_text(&text));
    buf_release(&text);
}
END_TEST

START_TEST(lines_as_they_were_run)
{
    Buf text = {0};
    start_text("x.py", runs[_i].code);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    for (int i = 0; i < run->lines; i++)
        write_line(&text, i);
    ck_assert_msg(strcmp(buf_text(&text), runs[_i].lines) == 0, "%s\nruns\n%sexpected\n%s",
                  runs[_i].code, buf_text(&text), runs[_i].lines);
    buf_release(&text);
    stop();
}
END_TEST

static const char nested[] =
    "import torch\nfrom torch import nn\n"
    "class Head(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.q = nn.Linear(2, 2)\n    def scale(self, t):\n        return t / t.shape[-1] ** "
    "0.5\n"
    "    def forward(self, x):\n        s = self.scale(self.q(x) @ x.T)\n"
    "        if s.sum() > 1000:\n            s = s * 0\n        return s.softmax(-1) @ x\n"
    "class Heads(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.heads = nn.ModuleList([Head() for _ in range(3)])\n    def forward(self, x):\n"
    "        out = []\n        for head in self.heads:\n            out.append(head(x))\n"
    "        return torch.cat(out, dim=-1)\n"
    "net = Heads()\nx = torch.ones(3, 2)\ny = net(x) + 1\nfor i in range(2):\n    y = y * 2\n"
    "a, b = net.heads[0](x), net.heads[1].scale(x)\n";

/* Each step lies in the lines that it was made in, and what a stop lies in leads to its statement. */
START_TEST(steps_and_stops_lie_in_lines)
{
    start_text("x.py", nested);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    for (int s = 0; s < run->tape->count; s++) {
        int innermost = -1;
        for (int i = 0; i < run->lines; i++)
            if (run->line[i].first_step <= s && s < run->line[i].end_step)
                innermost = i;
        ck_assert_int_eq(run_line_of_step(run, s), innermost);
    }
    for (int i = 0; i < run->lines; i++) {
        const RunLine *line = &run->line[i];
        int shown = 0;
        ck_assert_int_lt(line->outer, i);
        ck_assert(line->outer < 0 || line->end_line <= run->line[line->outer].end_line);
        for (int b = 0; b < run->stops; b++)
            shown += run->stop[b].line == i && run->stop[b].in.kind >= INSIDE_STATEMENT_CODE;
        ck_assert_int_eq(shown == 0, line->is_heading);
    }
    for (int b = 0; b < run->stops; b++) {
        const Stop *at = &run->stop[b];
        Inside in = at->in;
        ck_assert_int_eq(in.kind == INSIDE_NOTHING, at->detail == DETAIL_BRIEF);
        for (int n = 0; in.kind != INSIDE_NOTHING; n++) {
            ck_assert_int_lt(n, 100);
            bool is_code = in.kind == INSIDE_LINE || in.kind == INSIDE_LINE_CODE;
            ck_assert(!is_code || run->line[in.of].statement == at->statement);
            in = run_around(run, in);
        }
    }
    stop();
}
END_TEST

/* A write in place is a stop with the name that it was called on, and what a line only hands on is one
 * where it was made. */
START_TEST(writes_are_stops)
{
    static const struct {
        const char *name;
        int line;
    } expected[] = {{"y", 2}, {"y", 3}, {"z", 4}, {"a", 8}};
    int found = 0;
    start_text("x.py",
               "def f(x):\n    y = x + 1\n    y.mul_(2)\n    z = y * 3\n    z = z.to('cpu')\n"
               "    return z - y\n\na = f(torch.ones(2))\n");
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    for (int b = 0; b < run->stops; b++) {
        const Stop *at = &run->stop[b];
        if (at->detail > DETAIL_NORMAL)
            continue;
        ck_assert_int_lt(found, 4);
        ck_assert_str_eq(at->name, expected[found].name);
        int line = at->line >= 0 ? run->line[at->line].first : run->statement[at->statement].first;
        ck_assert_int_eq(line, expected[found].line);
        found++;
    }
    ck_assert_int_eq(found, 4);
    stop();
}
END_TEST

/* Lines that are not run after a test, by lines of the source. */
START_TEST(branches_that_are_not_taken)
{
    start_text(
        "x.py",
        "for i in range(3):\n    if i == 0:\n        x = 0\n    elif i == 1:\n        x = 1\n"
        "    else:\n        x = 2\n");
    static const int expected[][2] = {{4, 7}, {3, 3}, {6, 7}, {3, 3}, {5, 5}};
    int found = 0, first, last;
    for (int i = 0; i < run->lines; i++)
        if (run->line[i].kind == LINE_TEST && run_skips(&run->line[i], &first, &last)) {
            ck_assert_int_eq(first, expected[found][0]);
            ck_assert_int_eq(last, expected[found][1]);
            found++;
        }
    ck_assert_int_eq(found, 5);
    stop();
}
END_TEST

START_TEST(there_is_an_end_to_lines)
{
    start_text("x.py", "n = 0\nfor i in range(100000):\n    n += 1\nx = n + 0\n");
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert(run->is_cut);
    ck_assert_int_eq(run->lines, LIMIT_LINES);
    ck_assert_str_eq(shown(run, shown_count(run) - 1)->text, "100000");
    stop();
}
END_TEST

Suite *lines_suite(void)
{
    Suite *s = suite_create("lines");
    TCase *t = suite_case(s, "lines");
    tcase_add_test(t, lines_of_the_library);
    tcase_add_loop_test(t, lines_as_they_were_run, 0, sizeof runs / sizeof runs[0]);
    tcase_add_test(t, steps_and_stops_lie_in_lines);
    tcase_add_test(t, writes_are_stops);
    tcase_add_test(t, branches_that_are_not_taken);
    tcase_add_test(t, there_is_an_end_to_lines);
    return s;
}
