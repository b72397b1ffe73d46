/* Explanations: every cell of every step has one, it agrees with the tensor, and some of them word
 * for word. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "made.h"
#include "shown.h"
#include "suites.h"
#include "tell/explain.h"
#include "tell/formula.h"
#include "tell/number.h"

/* --- every cell ----------------------------------------------------------------------------- */

static void expect_lines(const Explanation *e, int width)
{
    ck_assert_int_gt(e->lines, 0);
    for (int i = 0; i < e->lines; i++)
        if (utf8_columns(e->line[i]) > width || !*e->line[i])
            ck_abort_msg("'%s' is empty or wider than %d", e->line[i], width);
    ck_assert(e->picked >= -1 && e->picked < e->lines);
    if (e->picked >= 0)
        ck_assert_int_eq(e->line[e->picked][0], '>');
}

/* The cells that it names as its sources are cells of its operands, and make the value again. */
static void expect_sources(Arena *a, const QkvCall *c, int64_t cell)
{
    QkvTerms t = qkv_terms(c, cell, a);
    int picks = explain_picks(&t);
    for (int pick = 0; pick < picks; pick++) {
        QkvSource s = explain_source(&t, pick);
        if (s.operand < 0 || s.operand >= c->count || s.cell < 0 ||
            s.cell >= c->in[s.operand]->count)
            ck_abort_msg("%s: pick %d leads nowhere", c->op->name, pick);
        QkvTerm term = qkv_term(&t, pick * t.count / picks);
        bool is_second = picks > t.count && pick % 2 == 1;
        if (s.cell != (is_second ? term.b.cell : term.a.cell))
            ck_abort_msg("%s: pick %d is out of order", c->op->name, pick);
    }
    ck_assert_int_eq(explain_source(&t, picks).operand, -1);
    ck_assert_int_eq(explain_source(&t, -1).operand, -1);
    double again = qkv_recompute(c, cell, &t, a), value = qkv_tensor_at(c->out, cell);
    ck_assert(isnan(value) ? isnan(again) : again == value);
}

static void expect_explained(const Run *run, int step, int64_t cell)
{
    static const int widths[] = {20, 38, 78, 198};
    const QkvCall *c = &run->tape->step[step].call;
    Arena a = {0};
    QkvTerms t = qkv_terms(c, cell, &a);
    int picks = explain_picks(&t), width = widths[made_random(COUNT(widths))];
    int pick = picks > 0 ? made_random(picks) : 0;
    const Lens lens = {.run = run, .decimals = made_random(NUMBER_MOST_DECIMALS + 1)};
    Explanation e = explain(&a, &lens, step, cell, &t, (ExplainAs){pick, width});
    expect_lines(&e, width);
    expect_sources(&a, c, cell);
    arena_release(&a);
}

/* All cells of a small tensor; the first, the last and some others of a large one. */
static void explain_all(const Run *run)
{
    enum { SMALL = 40, SOME = 12 };
    for (int s = 0; s < run->tape->count; s++) {
        int64_t count = run->tape->step[s].call.out->count;
        for (int64_t i = 0; i < count && i < SMALL; i++)
            expect_explained(run, s, i);
        for (int i = 0; i < SOME && count > SMALL; i++)
            expect_explained(run, s, i ? made_random((int)count) : count - 1);
    }
}

START_TEST(every_cell_of_every_lesson)
{
    Library *library = library_open();
    ck_assert_int_gt(library->count, 0);
    for (int i = 0; i < library->count; i++) {
        ck_assert_msg(library_load(&library->entry[i]), "%s", library->entry[i].err.message);
        explain_all(library->entry[i].run);
    }
    library_free(library);
}
END_TEST

START_TEST(every_cell_of_odd_tensors)
{
    Library *library = made_library(made_odd);
    explain_all(made_run(library));
    made_free(library);
}
END_TEST

/* --- word for word -------------------------------------------------------------------------- */

static const char lesson[] =
    "# Made\n\n## First\n\n```python\nimport torch\n"
    "from torch.nn.functional import softmax\n"
    "#| rows: x1 x2\n"
    "#| cols: f1 f2 f3\n"
    "x = torch.tensor([[1., -2., 0.], [3., 0.1, 0.5]])\n"
    "turned = x.T\n"
    "scores = x @ turned\n"
    "total = x.sum(dim=1)\n"
    "halves = x / 2\n"
    "lower = -x\n"
    "large = x > 0\n"
    "shares = softmax(x, dim=-1)\n"
    "hidden = softmax(torch.tensor([float('-inf'), float('-inf')]), dim=0)\n"
    "spoilt = softmax(torch.tensor([1., float('nan')]), dim=0)\n"
    "endless = softmax(torch.tensor([1., float('inf')]), dim=0)\n"
    "nothing = torch.tensor([[], []]).sum(dim=1)\n"
    "ints = torch.tensor([2, -3]) * 4\n"
    "power = torch.tensor([2., 3.]) ** 2\n"
    "part = x[1]\n"
    "numbers = large.float()\n"
    "count = large.sum()\n"
    "wide = (x * 1.5).sum(dim=1)\n"
    "b = x.masked_fill(x == 0, -1e20)\n"
    "chosen = torch.where(x > 1, b, x)\n"
    "looked_up = torch.nn.functional.embedding(torch.tensor([1, 0]), x)\n"
    "pairs = torch.einsum('id,jd->ij', x, x)\n"
    "products = torch.outer(x[0], part)\n"
    "best, at = x.max(dim=1)\n"
    "lowest = x.argmin()\n"
    "same = large.any(dim=1)\n"
    "empty = torch.tensor([[], []]).all(dim=1)\n"
    "spread = x.std(dim=1)\n"
    "variance = x.var(dim=1, unbiased=False)\n"
    "length = x.norm(dim=1)\n"
    "logs = x.log_softmax(1)\n"
    "sums = x.cumsum(1)\n"
    "product = x.cumprod(1)\n"
    "curve = x.tan()\n"
    "even = F.layer_norm(x, (3,))\n"
    "padded = F.pad(x, (1, 1), value=-1)\n"
    "corner = x.tril()\n"
    "brain = x.bfloat16()\n"
    "third = brain[1] / 3\n"
    "whole = brain[0] * 2\n"
    "pieces = third @ third\n"
    "over = (x * 60000).half()\n"
    "```\n";

static const struct {
    const char *name;
    int cell, pick, width;
    const char *text; /* the lines */
} texts[] = {
    {"x", 4, 0, 78, "stage 1, line 10: the numbers as written\n"},
    {"turned", 2, 0, 78, "a copy of x[x1, f2] = -2\n"},
    {"scores", 1, 3, 78,
     "    0  1 * 3 = 3                    x[x1, f1] * turned[f1, x2]\n"
     ">   1  (-2) * 0.1 = -0.2            x[x1, f2] * turned[f2, x2]\n"
     "    2  0 * 0.5 = 0                  x[x1, f3] * turned[f3, x2]\n"
     "the sum of all 3 = 2.8\n"},
    {"scores", 1, 3, 30,
     "    0  1 * 3 = 3\n"
     ">   1  (-2) * 0.1 = -0.2\n"
     "    2  0 * 0.5 = 0\n"
     "the sum of all 3 = 2.8\n"},
    {"total", 0, 0, 78,
     ">   0  1            x[x1, f1]\n"
     "    1  -2           x[x1, f2]\n"
     "    2  0            x[x1, f3]\n"
     "the sum of all 3 = -1\n"},
    {"product", 5, 1, 78,
     "    0  3            x[x2, f1]\n"
     ">   1  0.1          x[x2, f2]\n"
     "    2  0.5          x[x2, f3]\n"
     "the product of these, in order = 0.15\n"},
    {"curve", 1, 0, 78, "tan(-2) = 2.185\n"},
    {"halves", 3, 0, 78, "3 / 2 = 1.5\n"},
    {"lower", 1, 0, 78, "neg(-2) = 2\n"},
    {"large", 1, 0, 78, "(-2) > 0 = False\n"},
    {"shares", 1, 2, 78,
     "max = 1, the largest of the row, is subtracted first\n"
     "  exp( 1 - 1) = 1                   x[x1, f1]\n"
     "  exp(-2 - 1) = 0.049787            x[x1, f2]   this cell\n"
     "> exp( 0 - 1) = 0.367879            x[x1, f3]\n"
     "  sum           1.417666\n"
     "  0.049787 / 1.417666 = 0.0351\n"},
    {"hidden", 0, 0, 78, "no weights: all of it is -inf = nan\n"},
    {"spoilt", 0, 0, 78, "no weights: there is an inf or nan in it = nan\n"},
    {"endless", 0, 0, 78, "no weights: there is an inf or nan in it = nan\n"},
    {"nothing", 1, 0, 78, "the sum of all 0 = 0\n"},
    {"ints", 1, 0, 78, "(-3) * 4 = -12\n"},
    {"power", 1, 0, 78, "3 ** 2 = 9\n"},
    {"part", 2, 0, 78, "a copy of x[x2, f3] = 0.5\n"},
    {"numbers", 0, 0, 78, "a copy of large[x1, f1] = 1\n"},
    {"count", 0, 0, 78,
     ">   0  True         large[x1, f1]\n"
     "    1  False        large[x1, f2]\n"
     "    2  False        large[x1, f3]\n"
     "    3  True         large[x2, f1]\n"
     "    4  True         large[x2, f2]\n"
     "    5  True         large[x2, f3]\n"
     "the sum of all 6 = 4\n"},
    {"wide", 1, 0, 22,
     ">   0  4.5\n" /* there is no room for its name */
     "    1  0.15\n"
     "    2  0.75\n"
     "the sum of all 3 = 5.4\n"},
    {"pairs", 1, 0, 78,
     ">   0  1 * 3 = 3                    x[x1, f1] * x[x2, f1]\n"
     "    1  (-2) * 0.1 = -0.2            x[x1, f2] * x[x2, f2]\n"
     "    2  0 * 0.5 = 0                  x[x1, f3] * x[x2, f3]\n"
     "the sum of all 3 = 2.8\n"},
    {"best", 0, 1, 78,
     "the largest of 3: x[x1, f1] = 1\n"
     "    0  1            x[x1, f1]   the largest\n"
     ">   1  -2           x[x1, f2]\n"
     "    2  0            x[x1, f3]\n"},
    {"at", 1, 0, 78,
     "the largest of 3: x[x2, f1] = 3, at position 0\n"
     ">   0  3            x[x2, f1]   the largest\n"
     "    1  0.1          x[x2, f2]\n"
     "    2  0.5          x[x2, f3]\n"},
    {"lowest", 0, 2, 78,
     "the smallest of 6: x[x1, f2] = -2, at position 1\n"
     "    0  1            x[x1, f1]\n"
     "    1  -2           x[x1, f2]   the smallest\n"
     ">   2  0            x[x1, f3]\n"
     "    3  3            x[x2, f1]\n"
     "    4  0.1          x[x2, f2]\n"
     "    5  0.5          x[x2, f3]\n"},
    {"same", 0, 0, 78,
     "the deciding one of 3: large[x1, f1] = True\n"
     ">   0  True         large[x1, f1]   the deciding one\n"
     "    1  False        large[x1, f2]\n"
     "    2  False        large[x1, f3]\n"},
    {"empty", 0, 0, 78, "There are no cells, so none of them is false.\n"},
    {"spread", 1, 0, 78,
     ">   0  3            x[x2, f1]\n"
     "    1  0.1          x[x2, f2]\n"
     "    2  0.5          x[x2, f3]\n"
     "the distances from the mean are squared and added;\n"
     "the root of that sum / (3 - 1) = 1.5716\n"},
    {"variance", 0, 1, 78,
     "    0  1            x[x1, f1]\n"
     ">   1  -2           x[x1, f2]\n"
     "    2  0            x[x1, f3]\n"
     "the distances from the mean are squared and added;\n"
     "that sum / 3 = 1.5556\n"},
    {"length", 1, 0, 78,
     ">   0  3            x[x2, f1]\n"
     "    1  0.1          x[x2, f2]\n"
     "    2  0.5          x[x2, f3]\n"
     "the norm with p = 2 = 3.043\n"},
    {"logs", 1, 2, 78,
     "max = 1, the largest of the row, is subtracted first\n"
     "  exp( 1 - 1) = 1                   x[x1, f1]\n"
     "  exp(-2 - 1) = 0.049787            x[x1, f2]   this cell\n"
     "> exp( 0 - 1) = 0.367879            x[x1, f3]\n"
     "  sum           1.417666\n"
     "  -2 - 1 - log(1.417666) = -3.3490\n"},
    {"sums", 2, 0, 78,
     ">   0  1            x[x1, f1]\n"
     "    1  -2           x[x1, f2]\n"
     "    2  0            x[x1, f3]\n"
     "the sum of all 3 = -1\n"},
    {"even", 1, 2, 78,
     "    0  (-1.3363) * 1 = -1.3363      normalized[x1, f2] * 1\n"
     ">   1  0                            0\n"
     "the sum of all 2 = -1.3363\n"},
    {"even", 1, 2, 20,
     "    0  (-1.3363) * ~\n"
     ">   1  0\n"
     "the sum of all 2 =\n"
     "    -1.3363\n"},
    {"padded", 1, 0, 78, "a copy of x[x1, f1] = 1\n"},
    {"padded", 5, 0, 78, "written by pad, not copied from a cell = -1\n"},
    {"corner", 2, 0, 78, "written by tril, not copied from a cell = 0\n"},
    /* digits that a half type does not keep */
    {"brain", 4, 0, 78,
     "a copy of x[x2, f2] in bfloat16 = 0.1001\n"
     "0.1 is kept as 0.100097656: bfloat16 has 8 bits of precision\n"},
    {"third", 0, 0, 78, "3 / 3 in bfloat16 = 1\n"},
    {"third", 2, 0, 78,
     "0.5 / 3 in bfloat16 = 0.167\n"
     "0.16666667 is kept as 0.16699219: bfloat16 has 8 bits of precision\n"},
    {"whole", 1, 0, 78, "(-2) * 2 in bfloat16 = -4\n"},
    {"pieces", 0, 0, 78,
     ">   0  1 * 1 = 1                    third[f1] * third[f1]\n"
     "    1  0.0334 * 0.0334 = 0.0011     third[f2] * third[f2]\n"
     "    2  0.167 * 0.167 = 0.0279       third[f3] * third[f3]\n"
     "the sum of all 3 in bfloat16 = 1.0312\n"
     "1.029005 is kept as 1.03125: bfloat16 has 8 bits of precision\n"},
    {"over", 3, 0, 78,
     "a copy of (x * 60000)[x2, f1] in float16 = inf\n"
     "180000.0 is kept as inf: float16 ends at 65504\n"},
};

static int step_named(const Run *run, const char *name)
{
    for (int b = 0; b < shown_count(run); b++)
        if (shown(run, b)->name && strcmp(shown(run, b)->name, name) == 0)
            return shown(run, b)->step;
    ck_abort_msg("nothing is called %s", name);
}

START_TEST(word_for_word)
{
    Library *library = made_library(lesson);
    Arena a = {0};
    Buf text = {0};
    int step = step_named(made_run(library), texts[_i].name);
    QkvTerms t = qkv_terms(&made_run(library)->tape->step[step].call, texts[_i].cell, &a);
    const Lens lens = {.run = made_run(library), .decimals = 4};
    Explanation e = explain(&a, &lens, step, texts[_i].cell, &t,
                            (ExplainAs){.pick = texts[_i].pick, .width = texts[_i].width});
    for (int i = 0; i < e.lines; i++)
        buf_printf(&text, "%s\n", e.line[i]);
    ck_assert_str_eq(buf_text(&text), texts[_i].text);
    buf_release(&text);
    arena_release(&a);
    made_free(library);
}
END_TEST

static const struct {
    const char *name, *formula;
} formulas[] = {
    {"scores", "scores[i, j] = sum over n of x[i, n] * turned[n, j]"},
    {"halves", "halves[i, j] = x[i, j] / 2"},
    {"pairs", "pairs[i, j] = sum over d of x[i, d] * x[j, d]"},
    {"products", "products[i, j] = x[0][i] * part[j]"},
    {"turned", "turned[j, i] = x[i, j]: two axes are exchanged"},
    {"wide", "wide[i] = sum over j of (x * 1.5)[i, j]"},
    {"b", "b[i, j] = -1e20 where (x == 0)[i, j] is True, else x[i, j]"},
    {"chosen", "chosen[i, j] = b[i, j] where (x > 1)[i, j] is True, else x[i, j]"},
    {"looked_up", "looked_up[i, j] = x[(torch.tensor([1, 0]))[i], j]: the row with this number"},
};

/* The axes that a call leaves to the formula: broadcast, reduced with and without a name, a batch,
 * vectors, and single numbers. */
static const char axes_lesson[] = "#| axes: query key\n"
                                  "x = torch.tensor([[1., -2., 0.], [3., 0.1, 0.5]])\n"
                                  "row = torch.tensor([1., 2., 3.])\n"
                                  "up = x[:, None]\n"
                                  "pair = row[:, None]\n"
                                  "two = torch.stack([x, x])\n"
                                  "number = row.sum()\n"
                                  "all_pairs = up * pair\n"
                                  "moved = two + x\n"
                                  "shifted = row + number\n"
                                  "along_keys = x.softmax(-1)\n"
                                  "along_queries = x.softmax(0)\n"
                                  "logs = row.log_softmax(0)\n"
                                  "kept = x.sum(dim=1, keepdim=True)\n"
                                  "gone = x.sum(dim=0)\n"
                                  "total = x.sum()\n"
                                  "largest, at = two.max(dim=2)\n"
                                  "place = x.argmax(dim=1)\n"
                                  "so_far = x.cumsum(dim=1)\n"
                                  "some = (x > 0).any(dim=0)\n"
                                  "spread = x.std(dim=1)\n"
                                  "single = kept.sum(dim=1)\n"
                                  "alone = number.sum()\n"
                                  "batch = two @ x.T\n"
                                  "both = two @ two.transpose(1, 2)\n"
                                  "left = row @ x.T\n"
                                  "right = two @ row\n"
                                  "inner = row @ row\n"
                                  "not_x = ~(x > 0)\n";

static const struct {
    const char *name, *formula;
} axes[] = {
    {"all_pairs", "all_pairs[b, i, j] = up[b, 0, j] * pair[i, 0]"},
    {"moved", "moved[b, i, j] = two[b, i, j] + x[i, j]"},
    {"shifted", "shifted[i] = row[i] + number"},
    {"along_keys", "along_keys[i, j] = exp(x[i, j] - max) / their sum over j (key)"},
    {"along_queries", "along_queries[i, j] = exp(x[i, j] - max) / their sum over i (query)"},
    {"logs", "logs[i] = row[i] - max - log(sum over i of exp(row[i] - max))"},
    {"kept", "kept[i, 0] = sum over j (key) of x[i, j]"},
    {"gone", "gone[j] = sum over i (query) of x[i, j]"},
    {"total", "total = sum over i, j of x[i, j]"},
    {"largest", "largest[b, i] = the largest over j (key) of two[b, i, j]"},
    {"place", "place[i] = the position of the largest over j (key) of x[i, j]"},
    {"so_far", "so_far[i, j] = x[i, j] and all before it over j (key), added up"},
    {"some", "some[j] = whether any over i (query) of (x > 0)[i, j] is not 0"},
    {"single", "single[i] = sum over j of kept[i, j]"},
    {"alone", "alone = sum of number"},
    {"batch", "batch[b, i, j] = sum over n of two[b, i, n] * x.T[n, j]"},
    {"left", "left[j] = sum over n of row[n] * x.T[n, j]"},
    {"right", "right[b, i] = sum over n of two[b, i, n] * row[n]"},
    {"inner", "inner = sum over n of row[n] * row[n]"},
    {"not_x", "not_x[i, j] = not (x > 0)[i, j]"},
};

static void expect_formula(const Library *library, const char *name, const char *formula)
{
    Arena a = {0};
    const Run *run = made_run(library);
    const Lens lens = {.run = run, .decimals = 4};
    ck_assert_str_eq(explain_formula(&a, &lens, step_named(run, name), 90), formula);
    arena_release(&a);
}

START_TEST(formulas_name_the_axes)
{
    Library *library = made_library(axes_lesson);
    expect_formula(library, axes[_i].name, axes[_i].formula);
    made_free(library);
}
END_TEST

START_TEST(formulas_with_names)
{
    Library *library = made_library(lesson);
    expect_formula(library, formulas[_i].name, formulas[_i].formula);
    made_free(library);
}
END_TEST

/* --- long sums ------------------------------------------------------------------------------ */

/* Of 1024 terms those around the picked one are shown, the picked one always. */
START_TEST(long_sums_show_the_picked_term)
{
    Library *library = made_library(made_odd);
    const Run *run = made_run(library);
    static const char *const names[] = {"total", "weights", "dot"};
    for (int n = 0; n < COUNT(names); n++) {
        int step = step_named(run, names[n]);
        for (int pick = 0; pick < 1024; pick += 31) {
            Arena a = {0};
            QkvTerms t = qkv_terms(&run->tape->step[step].call, 0, &a);
            const Lens lens = {.run = run, .decimals = 4};
            Explanation e = explain(&a, &lens, step, 0, &t, (ExplainAs){.pick = pick, .width = 78});
            ck_assert_int_ge(e.picked, 0);
            ck_assert_int_le(e.lines, 500);
            char label[24];
            snprintf(label, sizeof label, "long[%d]", n == 2 ? pick / 2 : pick);
            ck_assert_msg(n == 1 || strstr(e.line[e.picked], label), "%s is not in '%s'", label,
                          e.line[e.picked]);
            arena_release(&a);
        }
    }
    made_free(library);
}
END_TEST

/* --- names ---------------------------------------------------------------------------------- */

START_TEST(names_of_cells)
{
    Library *library = made_library("a = torch.tensor([[1., 2.], [3., 4.]])\n"
                                    "(a +\n  1)[1]\n"
                                    "b = (a * 2).sum()\n"
                                    "a.sum(dim=0) / 7");
    const Run *run = made_run(library);
    Arena a = {0};
    const QkvTape *tape = run->tape;
    Buf all = {0};
    for (int s = 0; s < tape->count; s++)
        buf_printf(&all, "%s\n", explain_cell(&a, run, tape->step[s].call.out, 0));
    ck_assert_str_eq(buf_text(&all), "a[0, 0]\n"
                                     "(a + 1)[0, 0]\n"
                                     "((a + 1)[1])[0]\n"
                                     "(a * 2)[0, 0]\n"
                                     "b\n"
                                     "a.sum(dim=0)[0]\n"
                                     "(a.sum(dim=0) / 7)[0]\n");
    /* A plain number is called by its value. */
    ck_assert_str_eq(explain_name(&a, run, tape->step[6].call.in[1]), "7");
    buf_release(&all);
    arena_release(&a);
    made_free(library);
}
END_TEST

/* Gradients that came back to x went several ways: each part says which, and what nobody wrote is called by what it
 * does. */
START_TEST(names_of_gradients)
{
    Library *library = made_library("x = torch.tensor([1., 2.], requires_grad=True)\n"
                                    "key = x * 3\n"
                                    "value = x * x\n"
                                    "query = x + 1\n"
                                    "y = torch.tanh(query * key) * value\n"
                                    "y.sum().backward(retain_graph=True)\n"
                                    "(key.sum() * value.sum()).backward()\n"
                                    "x.grad");
    const Run *run = made_run(library);
    Arena a = {0};
    Buf all = {0};
    for (int s = 0; s < run->tape->count; s++)
        buf_printf(&all, "%s\n", explain_name(&a, run, run->tape->step[s].call.out));
    ck_assert_str_eq(buf_text(&all), "x\n"
                                     "key\n"
                                     "value\n"
                                     "query\n"
                                     "query * key\n"
                                     "torch.tanh(query * key)\n"
                                     "y\n"
                                     "y.sum()\n"
                                     "full\n"
                                     "y.grad\n"
                                     "gradient of torch.tanh(query * key)\n"
                                     "value.grad\n"
                                     "neg(torch.tanh(query * key))\n"
                                     "multiply_add(neg, torch.tanh(query * ke~\n"
                                     "gradient of query * key\n"
                                     "query.grad\n"
                                     "key.grad\n"
                                     "x.grad from value\n"
                                     "x.grad from query * key, value\n"
                                     "x.grad from value\n"
                                     "x.grad from query * key, value, value\n"
                                     "x.grad from key\n"
                                     "x.grad\n"
                                     "key.sum()\n"
                                     "value.sum()\n"
                                     "key.sum() * value.sum()\n"
                                     "full\n"
                                     "gradient of key.sum()\n"
                                     "gradient of value.sum()\n"
                                     "value.grad\n"
                                     "key.grad\n"
                                     "x.grad from value\n"
                                     "x.grad from value\n"
                                     "x.grad from value, value\n"
                                     "x.grad from key\n"
                                     "x.grad\n"
                                     "x.grad\n");
    buf_release(&all);
    arena_release(&a);
    made_free(library);
}
END_TEST

/* Inside of a function its own names are used, as they stood at the line. */
START_TEST(names_of_a_function)
{
    static const char *const expected[] = {"y[i] = torch.ones(2)[i] + 3", "y[i] = x[i] + 3",
                                           "z[i] = y[i] * 2", "y[i] = y[i] * 2"};
    Library *library = made_library("def f(x, b):\n    y = x + b\n    y = y * 2\n    return y\n"
                                    "z = f(torch.ones(2), 3)");
    const Run *run = made_run(library);
    const Lens lens = {.run = run, .decimals = 4};
    Arena a = {0};
    for (int s = 1; s <= 2; s++) {
        int line = run_line_of_step(run, s);
        ck_assert_int_ge(line, 0);
        ck_assert_str_eq(explain_formula(&a, &lens, s, 78), expected[2 * s - 2]);
        ck_assert_str_eq(explain_formula_rows(&a, &lens, line, s, 1, 78), expected[2 * s - 1]);
    }
    ck_assert_str_eq(explain_name_in(&a, run, -1, run->tape->step[0].call.out), "torch.ones(2)");
    arena_release(&a);
    made_free(library);
}
END_TEST

/* More rows are better than a name that is cut, and blanks outside of brackets better than those inside. */
START_TEST(long_formulas)
{
    static const struct {
        int rows, width;
        const char *formula;
    } cases[] = {
        {1, 80, "filled[i, j] = 9 where (masks * 2 == 1)[i, j] is True, else masks[i, j]"},
        {2, 80, "filled[i, j] = 9 where (masks * 2 == 1)[i, j] is True, else masks[i, j]"},
        {1, 66, "filled[i, j] = 9 where (masks *~)[i, j] is True, else masks[i, j]"},
        {2, 66, "filled[i, j] = 9 where (masks * 2 == 1)[i, j] is True, else\nmasks[i, j]"},
        {2, 40, "filled[i, j] = 9 where (masks * 2 ==\n1)[i, j] is True, else masks[i, j]"},
    };
    Library *library = made_library("masks = torch.ones(2, 2)\n"
                                    "filled = masks.masked_fill(masks * 2 == 1, 9)");
    const Run *run = made_run(library);
    const Lens lens = {.run = run, .decimals = 4};
    Arena a = {0};
    int step = step_named(run, "filled");
    for (int i = 0; i < COUNT(cases); i++)
        ck_assert_str_eq(explain_formula_rows(&a, &lens, -1, step, cases[i].rows, cases[i].width),
                         cases[i].formula);
    arena_release(&a);
    made_free(library);
}
END_TEST

/* The way to a step leads through the layers and functions that made it: the first one, too. */
START_TEST(ways_to_steps)
{
    Library *library = made_library(
        "x = torch.tensor([[1., 2.]])\n"
        "f = torch.nn.functional.scaled_dot_product_attention\ny = f(x, x, x) + f(x, x, x)");
    const Run *run = made_run(library);
    Arena a = {0};
    Buf all = {0};
    /* Where there is not room for all, where one is stays. */
    ck_assert_str_eq(explain_path(&a, run, 2, 64),
                     "y = f(x~ > scaled_dot_product_attention > scores, operation 2 of 11");
    ck_assert_int_eq(run->tape->step[2].group, 0);
    for (int s = 0; s < 3; s++)
        buf_printf(&all, "%s\n", explain_path(&a, run, s, 200));
    ck_assert_str_eq(buf_text(&all),
                     "x = torch.tensor([[1., 2.]]) > x, operation 1 of 1\n"
                     "y = f(x, x, x) + f(x, x, x) > scaled_dot_product_attention > transpose, "
                     "operation 1 of 11\n"
                     "y = f(x, x, x) + f(x, x, x) > scaled_dot_product_attention > scores, "
                     "operation 2 of 11\n");
    buf_release(&all);
    arena_release(&a);
    made_free(library);
}
END_TEST

Suite *explain_suite(void)
{
    Suite *s = suite_create("explain");
    TCase *t = tcase_create("explain");
    tcase_set_timeout(t, 30);
    tcase_add_test(t, every_cell_of_every_lesson);
    tcase_add_test(t, every_cell_of_odd_tensors);
    tcase_add_loop_test(t, word_for_word, 0, COUNT(texts));
    tcase_add_loop_test(t, formulas_with_names, 0, COUNT(formulas));
    tcase_add_loop_test(t, formulas_name_the_axes, 0, COUNT(axes));
    tcase_add_test(t, long_sums_show_the_picked_term);
    tcase_add_test(t, names_of_cells);
    tcase_add_test(t, names_of_gradients);
    tcase_add_test(t, names_of_a_function);
    tcase_add_test(t, long_formulas);
    tcase_add_test(t, ways_to_steps);
    suite_add_tcase(s, t);
    return s;
}
