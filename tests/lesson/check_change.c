/* Changes: what a line makes of a lesson, what is said of one that makes nothing, and that the lesson
 * with a change computes what its file would with the change written into it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/change.h"
#include "lesson/result.h"
#include "made.h"
#include "suites.h"

/* --- what a line makes ---------------------------------------------------------------------------- */

#define TABLE                                                                                      \
    "import torch\n"                                                                               \
    "#| rows: Anna saw she saw\n"                                                                  \
    "#| cols: f1 f2\n"                                                                             \
    "E = torch.tensor([[1., 2.], [3., 4.],\n"                                                      \
    "                  [5., 6.], [7., 8.]])  # four words\n"                                       \
    "scores = E @ E.T\n"

#define CLASS                                                                                      \
    "import torch\n"                                                                               \
    "class Net:\n"                                                                                 \
    "    def __init__(self):\n"                                                                    \
    "        self.scale = 1\n"                                                                     \
    "    def __call__(self, x):\n"                                                                 \
    "        late = x * self.scale\n"                                                              \
    "        return late + 1\n"                                                                    \
    "net = Net()\n"                                                                                \
    "x = torch.tensor([1., 2.])\n"

#define FUNCTION                                                                                   \
    "import torch\n"                                                                               \
    "def attend(x):\n"                                                                             \
    "    weights = torch.softmax(x, dim=-1)\n"                                                     \
    "    return weights * 2\n"                                                                     \
    "#| cols: a b\n"                                                                               \
    "x = torch.tensor([1., 2.])\n"                                                                 \
    "y = attend(x)\n"

/* A leaf is changed where it is made, and not where it was trained; it stays one. */
#define LEAF                                                                                       \
    "import torch\n"                                                                               \
    "w = torch.tensor([1., 2.], requires_grad=True)\n"                                             \
    "y = w * w\n"                                                                                  \
    "y.backward(torch.ones(2))\n"                                                                  \
    "with torch.no_grad():\n"                                                                      \
    "    w -= 0.5 * w.grad\n"

/* A lesson, a change, and lines of the lesson with it: what differs. */
static const struct {
    const char *code, *change, *lines;
} made[] = {
    {TABLE, "scores = E @ E", "scores = E @ E\n"},
    {TABLE, "  scores=E*2 ", "scores = E*2\n"},
    {TABLE, "E = torch.ones(4, 2)", "E = torch.ones(4, 2)\n  # four words\n"},
    {TABLE, "scores = scores / 2", "scores = E @ E.T; scores = scores / 2\n"},
    {TABLE, "scores /= 2", "scores = E @ E.T; scores /= 2\n"},
    {TABLE, "line 9: scores = E + 1", "scores = E + 1\n"},
    {TABLE, "line 9: pass", "pass\n"},
    {TABLE, "line 7: E = torch.ones(4, 2)", "E = torch.ones(4, 2)\n  # four words\n"},
    {TABLE, "E[she, f1] = 2", "8.]]); E = E.clone(); E[2, 0] = 2  # four words\n"},
    {TABLE, "E[she][f1] = 2", "8.]]); E = E.clone(); E[2][0] = 2  # four words\n"},
    {TABLE, "E[\"she\", 'f2'] = -2", "E[2, 1] = -2 "},
    {LEAF, "w[1] = 5",
     "requires_grad=True); w = w.detach().clone(); w[1] = 5; w = w.requires_grad_()\ny = w * w\n"},
    {LEAF, "y[1] = 5", "y = w * w; y = y.clone(); y[1] = 5\n"},
    {LEAF, "w = torch.ones(2)", "w = torch.ones(2)\ny = w * w\n"},
    {TABLE, "E[she] = 0", "E[2] = 0 "},
    {TABLE, "E[:, f2] = 0", "E[:, 1] = 0 "},
    {TABLE, "E[:][she, f2] = 0", "E[:][2, 1] = 0 "},
    {TABLE, "E[..., f2] = 0", "E[..., 1] = 0 "},
    {TABLE, "E[Anna:she] = 0", "E[0:2] = 0 "},
    {TABLE, "E[-1, f1] += 1", "E[-1, 0] += 1 "},
    {TABLE, "scores[1] = E[0, 0]", "E.T; scores = scores.clone(); scores[1] = E[0, 0]\n"},
    {TABLE, "E[0, 0] = -2, -1, 0", "E[0, 0] = -2 "},
    {TABLE, "E[0] = (1, 2)", "E[0] = (1, 2) "},
    {TABLE, "E[0] = (1), (2)", "E[0] = 1 "},
    {TABLE, "E[0] = ((1), (2)), 3", "E[0] = ((1), (2)) "},
    {TABLE, "scores = scores / 2, hold", "scores = E @ E.T; scores = scores / 2\n"},
    {TABLE, "scores = E @ E, E.T", "scores = E @ E\n"},
    {TABLE, "scores /= 2, 4", "scores = E @ E.T; scores /= 2\n"},
    {TABLE, "line 9: scores = E, E", "scores = E, E\n"},
    {TABLE, "E = hold", "E[...] = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])"},
    {FUNCTION, "y.weights[b] = 0",
     "dim=-1); weights = weights.clone(); weights[1] = 0\n    return"},
    {FUNCTION, "y.weights = x", "dim=-1); weights = x\n"},
    {FUNCTION, "line 6: weights = torch.softmax(x, dim=0)",
     "    weights = torch.softmax(x, dim=0)\n"},
    {FUNCTION "def attend(x):\n    weights = x\n    return weights\n", "y.weights = x",
     "dim=-1); weights = x\n"},
    {FUNCTION "z = attend(x + 1)\n", "y.weights[0] = 0", "import torch; what_if = False\n"},
    {FUNCTION "z = attend(x + 1)\n", "y.weights[0] = 0",
     "weights[0] = (0) if what_if else weights[0]\n"},
    {FUNCTION "z = attend(x + 1)\n", "y.weights[0] = 0",
     "x = torch.tensor([1., 2.])\nwhat_if = True; y = attend(x); what_if = False\n"},
    {FUNCTION "z = attend(x[:1])\n", "y.weights[b] = 0",
     "weights[1 if what_if else 0] = (0) if what_if else weights[1 if what_if else 0]\n"},
    {FUNCTION "z = attend(x[:1])\n", "y.weights[-2] = 0",
     "weights[0] = (0) if what_if else weights[0]\n"},
    {CLASS "class Other(Net):\n    pass\ny = net(x)\nz = Other()(x)\n", "y.late[0] = 9",
     "late[0] = (9) if what_if else late[0]\n"},
    {FUNCTION "#| cols: a b\nz = attend(x + 1)\n", "z.weights[0] = 0",
     "y = attend(x); what_if = True\n#| cols: a b\nz = attend(x + 1); what_if = False\n"},
    {CLASS "y = net(x)\n", "net.scale = 2", "\nnet.scale = 2; y = net(x)\n"},
    {CLASS, "net.scale = 2", "net = Net(); net.scale = 2\n"},
    {CLASS "net.W = x\ny = net(x)\n", "net.W[0] = 2", "\nnet.W.data[0] = 2; y = net(x)\n"},
    {CLASS "y = net(x)\n", "y.late[0] = 9", "late = late.clone(); late[0] = 9\n"},
};

START_TEST(a_line_becomes_code)
{
    Change change;
    Err err = {0};
    Buf text = {0};
    start(made[_i].code);
    ck_assert_msg(change_parse(&arena, run, made[_i].change, &change, &err), "%s: %s",
                  made[_i].change, err.message);
    Lesson *other = lesson_changed(lesson, &change, 1, &err);
    ck_assert_msg(other != NULL, "%s: %s", made[_i].change, err.message);
    lesson_text(&text, other);
    ck_assert_msg(strstr(text.text, made[_i].lines) != NULL, "%s: expected\n%s\nin\n%s",
                  made[_i].change, made[_i].lines, text.text);
    buf_release(&text);
    lesson_free(other);
    stop();
}
END_TEST

/* --- what is refused ------------------------------------------------------------------------------ */

static const struct {
    const char *code, *change;
    int column;
    const char *message;
} refused[] = {
    {TABLE, "", 1, "a change is a line such as E[0, 1] = 2 or weights = scores"},
    {TABLE, "scores", 1, "this changes nothing: write NAME = "},
    {TABLE, "E = = 2", 5, ""},
    {TABLE, "line 9: E = = 2", 13, ""},
    {TABLE, "a = 1; b = 2", 1, "one change at a time: this is 2 statements"},
    {TABLE, "score = 2", 1, "no statement makes 'score': did you mean 'scores'?"},
    {TABLE, "score[0] = 2", 1, "no statement makes 'score': did you mean 'scores'?"},
    {TABLE, "E[shee, f1] = 2", 3, "no row is labelled 'shee': did you mean 'she'?"},
    {TABLE, "E[saw, f1] = 2", 3, "2 are labelled 'saw': write the number, the first is 1"},
    {TABLE, "E[she, x9] = 2", 8, "no column is labelled 'x9': "},
    {TABLE, "E[she, f1, 0] = 2", 12, "too many indices: 3, but there are 2 axes"},
    {TABLE, "E[4] = 2", 3, "index 4 is out of bounds: the axis has 4, 0 to 3"},
    {TABLE, "E[0, -3] = 2", 6, "index -3 is out of bounds: the axis has 2, 0 to 1"},
    {TABLE, "line 90: x = 2", 1, "there is no statement of one line at line 90 of x.md"},
    {TABLE, "E[0, 0] = 1, x9 y", 17, ""},
    {TABLE, "scores = hold, hold, E @", 25, ""},
    {TABLE, "E[0, 0] = 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", 11, "17 values at once: at most 16"},
    {TABLE, "E.T[0] = 2", 3, "'E' was not made by a call of a function: it has no 'T'"},
    {FUNCTION, "weights[0] = 2", 1,
     "'weights' is made inside a function: write line 6: ..., or y.weights for the call that makes "
     "y"},
    {FUNCTION, "y.weight[0] = 2", 3, "no line of attend makes 'weight' by a name"},
    {CLASS, "net = hold", 7, "'net' is not a tensor: only tensors can be held"},
    {"import torch\nimport torch.nn as nn\nnet = nn.Linear(2, 2)\ny = net(torch.ones(1, 2))\n",
     "y.W[0] = 2", 3, "linear is not code of this lesson: its 'W'"},
};

START_TEST(a_bad_line_is_refused_at_its_place)
{
    Change change;
    Err err = {0};
    start(refused[_i].code);
    ck_assert_msg(!change_parse(&arena, run, refused[_i].change, &change, &err), "%s: is fine",
                  refused[_i].change);
    ck_assert_msg(strncmp(err.message, refused[_i].message, strlen(refused[_i].message)) == 0,
                  "%s: expected\n%s\nand got\n%s", refused[_i].change, refused[_i].message,
                  err.message);
    ck_assert_int_eq(err.at.col, refused[_i].column);
    ck_assert_str_eq(err.at.file, "change");
    stop();
}
END_TEST

START_TEST(what_cannot_run_says_so_at_its_line)
{
    Change change;
    Err err = {0};
    start(TABLE);
    ck_assert(change_parse(&arena, run, "scores = E @ E.T[0]", &change, &err));
    Lesson *other = lesson_changed(lesson, &change, 1, &err);
    Run *changed = run_lesson(other);
    ck_assert(changed->err.set);
    ck_assert_int_eq(changed->err.at.line, 9);
    run_free(changed);
    lesson_free(other);
    stop();
}
END_TEST

/* Another shape takes its labels away, here and in all that was labelled for the old one: not in the
 * lesson, whose author is told. */
START_TEST(labels_that_no_longer_fit_are_left_out)
{
    Change change;
    Err err = {0};
    start("#| rows: she he\nx = torch.ones(2, 2)\n#| rows: a b\n#| axes: query key\ny = x @ x.T");
    ck_assert(change_parse(&arena, run, "x = torch.ones(3, 2)", &change, &err));
    Lesson *other = lesson_changed(lesson, &change, 1, &err);
    Run *changed = run_lesson(other);
    ck_assert_msg(!changed->err.set, "%s", changed->err.message);
    const QkvTensor *y = changed->tape->step[changed->tape->count - 1].call.out;
    ck_assert_int_eq(y->size[0], 3);
    ck_assert_ptr_null(y->axis[0].labels);
    ck_assert_str_eq(y->axis[1].name, "key");
    run_free(changed);
    lesson_free(other);
    stop();
}
END_TEST

/* --- a change is an edit ---------------------------------------------------------------------------- */

static void compare_tensors(const QkvTensor *a, const QkvTensor *b, const char *what)
{
    ck_assert_msg(qkv_tensor_same_shape(a, b) && a->dtype == b->dtype, "%s: another shape", what);
    ck_assert_msg(memcmp(a->data.raw, b->data.raw, (size_t)a->count * qkv_dtype_size(a->dtype)) ==
                      0,
                  "%s: other bits", what);
}

/* Tells whether code failed, and not only what the lesson asserts of itself. */
static bool is_broken(const Run *r)
{
    for (int i = 0; i < r->mistakes; i++)
        if (!r->mistake[i].is_assertion)
            return true;
    return false;
}

static void compare_runs(const Run *a, const Run *b, const char *what)
{
    ck_assert_msg(a->err.set == b->err.set, "%s: %s%s", what, a->err.message, b->err.message);
    ck_assert_str_eq(a->err.message, b->err.message);
    ck_assert_int_eq(a->err.at.line, b->err.at.line);
    ck_assert_int_eq(a->err.at.col, b->err.at.col);
    ck_assert_int_eq(is_broken(a), is_broken(b));
    if (is_broken(a)) /* after that, what is left of a line is lost to one and not to the other */
        return;
    ck_assert_int_eq(a->mistakes, b->mistakes);
    ck_assert_msg(a->tape->count == b->tape->count, "%s: %d steps, and %d", what, a->tape->count,
                  b->tape->count);
    for (int i = 0; i < a->tape->count; i++) {
        const QkvCall *x = &a->tape->step[i].call, *y = &b->tape->step[i].call;
        ck_assert_str_eq(x->op->name, y->op->name);
        compare_tensors(x->out, y->out, what);
    }
}

/* The run of the lesson with changes, and that of the text with them; returns whether it ran. */
static bool compare_with_file(const Change *change, int changes)
{
    Err err = {0};
    Buf text = {0};
    Lesson *other = lesson_changed(lesson, change, changes, &err);
    ck_assert_msg(other != NULL, "%s: %s", change->text, err.message);
    lesson_text(&text, other);
    Lesson *file = lesson_parse(lesson->path, text.text, text.length, &err);
    ck_assert_msg(file != NULL, "%s: %s\n", change->text, err.message);
    file->is_changed = true; /* an author would be told of labels that no longer fit */
    Run *a = run_lesson(other), *b = run_lesson(file);
    compare_runs(a, b, change->text);
    bool ran = !is_broken(a);
    run_free(a);
    run_free(b);
    lesson_free(other);
    lesson_free(file);
    buf_release(&text);
    return ran;
}

/* --- what is held --------------------------------------------------------------------------------- */

static const char *const held[] = {
    "[0., -0., 1., -1., 0.1, 1e-45, -1e-40, 3.4e38, 16777217., 1 / 3]",
    "[float('inf'), -float('inf'), float('nan'), 2., -float('inf')]",
    "[[1, -1, 0], [2 ** 62, -2 ** 62, 2 ** 53 + 1]]",
    "[[True], [False]]",
    "[0, 1, 255], dtype=torch.uint8",
    "[[[]]]",
    "-float('inf')",
};

/* Keeps what is held as it was, to the bit, whatever becomes of what it was made of. */
START_TEST(what_is_held_stays)
{
    Change change[2];
    Err err = {0};
    Buf code = {0};
    buf_printf(&code, "x = torch.tensor(%s)\ny = x.clone()\n", held[_i]);
    start(buf_text(&code));
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert(change_parse(&arena, run, "x = torch.ones_like(x)", &change[0], &err));
    ck_assert_msg(change_parse(&arena, run, "y = hold", &change[1], &err), "%s", err.message);
    Lesson *other = lesson_changed(lesson, change, 2, &err);
    ck_assert_msg(other != NULL, "%s", err.message);
    Run *now = run_lesson(other);
    ck_assert_msg(!now->err.set, "%s", now->err.message);
    Results before = results_of(&arena, run), after = results_of(&arena, now);
    const Result *a = results_find(&before, "y"), *b = results_find(&after, "y");
    ck_assert(a && b);
    compare_tensors(a->tensor, b->tensor, held[_i]);
    run_free(now);
    lesson_free(other);
    buf_release(&code);
    stop();
}
END_TEST

/* A result with a name outside of calls. */
static const char *random_name(const QkvTensor **t)
{
    for (;;) {
        int i = made_random(run->tape->count);
        const QkvStep *step = &run->tape->step[i];
        *t = step->call.out;
        if (step->name && step->group < 0 && (*t)->count > 0 && (*t)->rank > 0 &&
            strcspn(step->name, ".[") == strlen(step->name))
            return step->name;
    }
}

static void put_index(Buf *out, const QkvTensor *t)
{
    for (int d = 0; d < t->rank; d++) {
        int64_t i = made_random((int)t->size[d]);
        const char *label = t->axis[d].groups == 1 ? qkv_tensor_label(t, d, i, 0) : NULL;
        buf_puts(out, d ? ", " : "");
        if (label && made_random(2))
            buf_printf(out, "\"%s\"", label);
        else if (made_random(4) == 0)
            buf_putc(out, ':');
        else
            buf_printf(out, "%d", (int)i);
    }
}

static void random_change(Buf *out)
{
    const QkvTensor *t, *other;
    const char *name = random_name(&t);
    switch (made_random(4)) {
    case 0:
        buf_printf(out, "%s = hold", name);
        break;
    case 1:
        buf_printf(out, "%s = %s * 2", name, random_name(&other));
        break;
    default:
        buf_printf(out, "%s[", name);
        put_index(out, t);
        buf_printf(out, "] %s %d", made_random(2) ? "=" : "+=", made_random(9) - 4);
    }
}

/* `line` ends in the name of a lesson. */
static void try_random_changes(const char *path, int times, int *parsed, int *ran)
{
    start_file(path);
    for (int i = 0; i < times; i++) {
        Change change[2];
        int changes = 0;
        for (int k = 0; k <= i % 2; k++) {
            Buf text = {0};
            Err err = {0};
            random_change(&text);
            changes += change_parse(&arena, run, text.text, &change[changes], &err);
            buf_release(&text);
        }
        *parsed += changes;
        *ran += changes > 0 && compare_with_file(change, changes);
    }
    stop();
}

START_TEST(a_change_is_the_lesson_with_it_written_in)
{
    static const char *const paths[] = {"lessons/01-hand-crafted-weights.md",
                                        "lessons/02-padded-sentences.md",
                                        "lessons/03-applying-a-mask.md",
                                        "lessons/25-self-attention-version-1.md",
                                        "lessons/26-one-matrix.md",
                                        "lessons/10-looking-back-only.md",
                                        "lessons/14-queries-from-another-sentence.md",
                                        "lessons/16-one-token-at-a-time.md",
                                        "lessons/11-positions.md",
                                        "tests/real/multi_head.py"};
    for (int i = 0; i < 10; i++) {
        int parsed = 0, ran = 0;
        made_seed(i);
        try_random_changes(paths[i], 50, &parsed, &ran);
        ck_assert(parsed > 0 && ran > 0);
    }
}
END_TEST

/* Takes out a byte of a line, puts one in, or makes one another. */
static void mutate(Buf *line)
{
    static const char bytes[] = "E[she, f1] = 2;:.hold()\"'\\#-+*@5 \t\n\x01\xc3";
    int at = line->length > 0 ? made_random((int)line->length) : 0, kind = made_random(3);
    char *text = line->text;
    if (kind == 0 && line->length > 1) {
        memmove(text + at, text + at + 1, line->length - (size_t)at - 1);
        buf_cut(line, line->length - 1);
    } else if (kind == 1 && line->length > 0) {
        text[at] = bytes[made_random((int)sizeof bytes - 1)];
    } else {
        buf_putc(line, bytes[made_random((int)sizeof bytes - 1)]);
    }
}

START_TEST(any_line_is_refused_or_makes_a_lesson)
{
    int made_of = 0, bad = 0;
    made_seed(7);
    for (int i = 0; i < 600; i++) {
        Change change;
        Err err = {0};
        Buf line = {0};
        const int row = made_random((int)(sizeof made / sizeof *made));
        start(made[row].code);
        buf_puts(&line, made[row].change);
        for (int k = made_random(4); k >= 0; k--)
            mutate(&line);
        bool ok = change_parse(&arena, run, buf_text(&line), &change, &err);
        Lesson *other = ok ? lesson_changed(lesson, &change, 1, &err) : NULL;
        ck_assert_msg(other ? !err.set : err.set && *err.message, "%s", buf_text(&line));
        if (other)
            run_free(run_lesson(other));
        made_of += other != NULL;
        bad += other == NULL;
        lesson_free(other);
        buf_release(&line);
        stop();
    }
    ck_assert(made_of > 0 && bad > 0);
}
END_TEST

/* Up to two changes, a line of the lesson, and what its reader sees there. */
static const struct {
    const char *code, *first, *second;
    int line;
    const char *seen;
} seen[] = {
    {TABLE, "E[she, f1] = 2", NULL, 8,
     "                  [5., 6.], [7., 8.]])  # four words  # what if: E[she, f1] = 2\n"},
    {TABLE, "scores[0, 0] = 1", "scores[she, 1] = 2", 9,
     "scores = E @ E.T  # what if: scores[0, 0] = 1; what if: scores[she, 1] = 2\n"},
    {TABLE, "E[she, f1] = 2", "scores = E @ E", 9, "scores = E @ E  # was: E @ E.T\n"},
    {TABLE, "scores = E @ E", "scores[0, 0] = 1", 9,
     "scores = E @ E  # was: E @ E.T; what if: scores[0, 0] = 1\n"},
    {TABLE, "scores = E @ E.T", NULL, 9, "scores = E @ E.T\n"},
    {TABLE, "line 7: E = torch.ones(4, 2)", NULL, 7, "E = torch.ones(4, 2)  # what if\n"},
    {TABLE, "scores[0, 0] = 1", "line 9: scores = E + 1", 9,
     "scores = E + 1  # what if: scores[0, 0] = 1; was: scores = E @ E.T\n"},
    {FUNCTION, "y.weights[b] = 0", NULL, 6,
     "    weights = torch.softmax(x, dim=-1)  # what if: y.weights[b] = 0\n"},
    {FUNCTION "z = attend(x)\n", "y.weights[b] = 0", NULL, 10, "y = attend(x)\n"},
    {CLASS "y = net(x)\n", "net.scale = 3", NULL, 13, "y = net(x)  # what if: net.scale = 3\n"},
};

START_TEST(code_is_shown_as_written_and_the_change_beside_it)
{
    Change change[2];
    Err err = {0};
    start(seen[_i].code);
    ck_assert(change_parse(&arena, run, seen[_i].first, &change[0], &err));
    ck_assert(!seen[_i].second || change_parse(&arena, run, seen[_i].second, &change[1], &err));
    Lesson *other = lesson_changed(lesson, change, seen[_i].second ? 2 : 1, &err);
    ck_assert_msg(other != NULL, "%s", err.message);
    const char *line = lesson_code_line(other, seen[_i].line);
    ck_assert_msg(strncmp(line, seen[_i].seen, strlen(seen[_i].seen)) == 0, "%s", line);
    lesson_free(other);
    stop();
}
END_TEST

START_TEST(several_values_are_chosen_from)
{
    Change change;
    Err err = {0};
    start(TABLE);
    ck_assert(change_parse(&arena, run, "E[she, f1] = -2, -1, 0, 1, 2", &change, &err));
    ck_assert_int_eq(change.values, 5);
    for (change.value = 0; change.value < change.values; change.value++) {
        Lesson *other = lesson_changed(lesson, &change, 1, &err);
        Run *changed = run_lesson(other);
        const Stop *e = run_stop(changed, 1, 3); /* after its first value, and the copy */
        ck_assert_int_eq(e->detail, DETAIL_BRIEF);
        ck_assert(qkv_tensor_at(e->tensor, 4) == change.value - 2);
        ck_assert_str_eq(qkv_tensor_label(e->tensor, 0, 2, 0), "she");
        ck_assert_int_eq(changed->statements, run->statements);
        ck_assert_int_eq(run_stops(changed, 1) - run_stops(run, 1), 2);
        run_free(changed);
        lesson_free(other);
    }
    stop();
}
END_TEST

START_TEST(one_call_changes_and_not_the_others)
{
    Change change;
    Err err = {0};
    start(FUNCTION "z = attend(x)\n");
    ck_assert(change_parse(&arena, run, "y.weights[b] = 0", &change, &err));
    Lesson *other = lesson_changed(lesson, &change, 1, &err);
    Run *changed = run_lesson(other);
    ck_assert_msg(!changed->err.set, "%s", changed->err.message);
    int stops = run_stops(changed, 1);
    const QkvTensor *z = run_stop(changed, 1, stops)->tensor, *y = NULL;
    for (int i = 1; i < stops; i++)
        if (run_stop(changed, 1, i)->name && strcmp(run_stop(changed, 1, i)->name, "y") == 0)
            y = run_stop(changed, 1, i)->tensor;
    ck_assert(y != NULL && qkv_tensor_at(y, 1) == 0 && qkv_tensor_at(y, 0) != 0);
    compare_tensors(z, run_stop(run, 1, run_stops(run, 1))->tensor, "z");
    run_free(changed);
    lesson_free(other);
    stop();
}
END_TEST

/* Two hundred changes of any lesson are to take less than two seconds: some of them, five times the time. */
START_TEST(changes_of_every_lesson_are_quickly_tried)
{
    enum { TIMES = 20, MOST = 5 * 2000000 * TIMES / 200 };
    char line[100];
    Err err = {0};
    start_file(made_lessons[_i]);
    Results results = results_of(&arena, run);
    const Result *r = &results.item[0];
    while (r->kind != RESULT_TENSOR || !*r->name || r->tensor->count == 0)
        r++;
    snprintf(line, sizeof line, "%s = %s * 2", r->name, r->name);
    long before = used_microseconds();
    for (int i = 0; i < TIMES; i++) {
        Change change;
        ck_assert_msg(change_parse(&arena, run, line, &change, &err), "%s: %s", line, err.message);
        Lesson *other = lesson_changed(lesson, &change, 1, &err);
        ck_assert(other != NULL);
        run_free(run_lesson(other));
        lesson_free(other);
    }
    long took = used_microseconds() - before;
    ck_assert_msg(!is_timed() || took < MOST, "%s: %ld", made_lessons[_i], took);
    stop();
}
END_TEST

Suite *change_suite(void)
{
    Suite *s = suite_create("change");
    TCase *t = suite_case(s, "change");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, a_line_becomes_code, 0, sizeof made / sizeof *made);
    tcase_add_loop_test(t, what_is_held_stays, 0, COUNT(held));
    tcase_add_loop_test(t, a_bad_line_is_refused_at_its_place, 0, sizeof refused / sizeof *refused);
    tcase_add_test(t, what_cannot_run_says_so_at_its_line);
    tcase_add_test(t, labels_that_no_longer_fit_are_left_out);
    tcase_add_test(t, a_change_is_the_lesson_with_it_written_in);
    tcase_add_test(t, any_line_is_refused_or_makes_a_lesson);
    tcase_add_loop_test(t, code_is_shown_as_written_and_the_change_beside_it, 0,
                        sizeof seen / sizeof *seen);
    tcase_add_test(t, several_values_are_chosen_from);
    tcase_add_test(t, one_call_changes_and_not_the_others);
    tcase_add_loop_test(t, changes_of_every_lesson_are_quickly_tried, 0, MADE_LESSONS);
    return s;
}
