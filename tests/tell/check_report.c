/* The reports of the command line, as they are printed. */
#include <string.h>

#include "lesson/change.h"
#include "lesson/change_place.h"
#include "lesson/prepared.h"
#include "made.h"
#include "suites.h"
#include "tell/changed.h"
#include "tell/prepared.h"
#include "tell/report.h"
#include "tell/tell.h"

static Arena arena;

static void expect_text(const Buf *got, const char *text)
{
    ck_assert_msg(strcmp(buf_text(got), text) == 0, "expected\n%s\ngot\n%s", text, buf_text(got));
}

#define WORDS                                                                                      \
    "#| rows: Anna she\n#| cols: f1 f2\nx = torch.tensor([[1., 2.], [3., 0.]])\n"                  \
    "scores = x @ x.T\n#| cols: f1 f2\ny = x * 2\nprint(scores[0, 1].item())\n"

/* Books round numbers: 0.881 for the 0.8808 of the page. What begins with the word comes first, and before it what
 * has it as it is shown. */
static const struct {
    const char *word;
    int64_t first; /* -1: none is found */
    int more;      /* others            */
} rounded[] = {
    {"0.881", 0, 0}, {".881", 0, 0},       {"0.88", 0, 0},     {"0.87", 1, 0},  {"0.8", 0, 1},
    {"0.9", -1, 0},  {"6.0337e-06", 2, 0}, {"6.03e-06", 2, 0}, {"6e-06", 2, 0}, {"-3.0057", 3, 0},
    {"3.006", 3, 0}, {"-0.881", -1, 0},    {"8", -1, 0},       {"88", -1, 0},   {"0057", -1, 0},
    {"3", 3, 0},     {"1.99", 5, 2},
};

START_TEST(a_number_is_found_as_books_round_it)
{
    Library *library = made_library("x = torch.tensor([0.8808, 0.8749, 6.033664e-06, -3.00567, "
                                    "1.5, 1.99996, 1.9912, 1.9913])\n");
    const Lens lens = {.run = made_run(library), .decimals = 4};
    Doc *d = tell_found(&arena, &lens, &(Spot){0}, rounded[_i].word);
    const DocRow *found = NULL;
    for (int i = 0; i < doc_rows(d); i++)
        found = doc_row_at(d, i)->target.of == 1 ? doc_row_at(d, i) : found;
    ck_assert_int_eq(found ? found->target.cell : -1, rounded[_i].first);
    if (rounded[_i].more > 0)
        ck_assert_ptr_nonnull(
            strstr(found->text, arena_format(&arena, " +%d\t", rounded[_i].more)));
    arena_release(&arena);
    made_free(library);
}
END_TEST

/* A cell that a mask hid leads to the mask, which alone says why; what it let through does not. */
static const struct {
    const char *cell, *why, *inputs;
} masked[] = {
    {"hidden[0, 1]",
     "0 hidden[0, 1] = -inf\tTrue, so -inf\n1 hide[0, 1] = True\t0 == 0\n"
     "2 mask[0, 1] = 0\tstage 1, line 8: the numbers as written\n",
     "mask: 1 of 2 numbers, 1 time, stage 1, line 8\nmask[0, 1] = 0\t1 time\n"},
    {"hidden[0, 0]",
     "0 hidden[0, 0] = 5\tFalse, so 5\n1 x[0, 0] = 5\tstage 1, line 7: the numbers as written\n",
     "x: 1 of 2 numbers, 1 time, stage 1, line 7\nx[0, 0] = 5\t1 time\n"},
};

static const Piece *rows_of(const Lens *l, const QkvTensor *t, int64_t cell, Tab tab, Fact *facts)
{
    const Piece *rows = doc_piece(made_tab(&arena, l, t, cell, tab, facts), PIECE_ROWS);
    ck_assert_ptr_nonnull(rows);
    return rows;
}

START_TEST(what_a_mask_hid_comes_from_the_mask)
{
    Buf why = {0}, inputs = {0};
    Err err = {0};
    PlacePart part;
    Library *library = made_library(
        "x = torch.tensor([[5., 6.]])\nmask = torch.tensor([[1, 0]])\n"
        "hide = mask == 0\nhidden = x.masked_fill(hide, float(\"-inf\"))\n");
    const Run *run = made_run(library);
    ck_assert_msg(place_part(&arena, run, masked[_i].cell, &part, &err), "%s", err.message);
    int64_t cell = qkv_tensor_cell(part.t, part.index);
    const Lens lens = {.run = run, .decimals = NUMBER_DECIMALS};
    const Piece *rows = rows_of(&lens, part.t, cell, TAB_TREE, NULL);
    for (int i = 0; i < rows->rows; i++)
        buf_printf(&why, "%d %s\n", rows->row[i].depth, rows->row[i].text);
    rows = rows_of(&lens, part.t, cell, TAB_INPUTS, NULL);
    for (int i = 0; i < rows->rows; i++)
        buf_printf(&inputs, "%s\n", rows->row[i].text);
    expect_text(&why, masked[_i].why);
    expect_text(&inputs, masked[_i].inputs);
    buf_release(&why);
    buf_release(&inputs);
    arena_release(&arena);
    made_free(library);
}
END_TEST

static const struct {
    const char *change, *part, *text;
} trials[] = {
    {"x[she, f2] = 0, 3", "y[she]",
     "x[she, f2] = 0, 3\n"
     "y[she]\n"
     "      now    0    3\n"
     "[f1]    6    6    6\n"
     "[f2]    0    0   *6\n"},
    {"x[she, f2] = 9, 0.5", "y[:, f2]",
     "x[she, f2] = 9, 0.5\n"
     "y[:, f2]\n"
     "        now    9  0.5\n"
     "[Anna]    4    4    4\n"
     "[she]     0  *18   *1\n"},
    {"x = x, x[0]", "y[Anna, f1]",
     "x = x, x[0]\n"
     "y[Anna, f1]\n"
     "   now     x  x[0]\n"
     "     2     2     -\n"
     "x[0]: line 10: T exchanges the two axes of a matrix, but this has 1: use transpose or "
     ".mT\n"},
    {"scores = torch.softmax(scores, dim=0), scores * 2", "scores[0]",
     "scores = torch.softmax(scores, dim=0), scores * 2\n"
     "scores[0]\n"
     "             now         1         2\n"
     "[Anna]    5.0000   *0.8808  *10.0000\n"
     "[she]     3.0000   *0.0025   *6.0000\n"
     "  1: torch.softmax(scores, dim=0)\n"
     "  2: scores * 2\n"},
    {"x[0, 0] = 5, 7", NULL,
     "x[0, 0] = 5, 7\n"
     "y\n"
     "            now    5    7\n"
     "[Anna, f1]    2  *10  *14\n"
     "[Anna, f2]    4    4    4\n"
     "[she, f1]     6    6    6\n"
     "[she, f2]     0    0    0\n"},
};

START_TEST(several_values_side_by_side)
{
    Buf got = {0};
    Err err = {0};
    Change change;
    PlacePart part;
    Library *library = made_library(WORDS);
    const Run *run = made_run(library);
    ck_assert_msg(change_parse(&arena, run, trials[_i].change, &change, &err), "%s", err.message);
    Trials *t = trials_of(run, &change, 1, &err);
    ck_assert_msg(t && trials_part(t, trials[_i].part, &part, &err), "%s", err.message);
    report_trials(&got, t, &part);
    expect_text(&got, trials[_i].text);
    trials_free(t);
    buf_release(&got);
    arena_release(&arena);
    made_free(library);
}
END_TEST

static const struct {
    int width;
    const char *text;
} prepared[] = {
    {60, "what if  x[she, f2] = 9\n\n"
         "y (2, 2)\n"
         "     as it is    what if\n"
         "      f1  f2      f1  f2\n"
         "Anna   2   4       2   4\n"
         "she    6   0       6 *18\n"
         "1 of 4 differ, most at [she][f2]: 0 -> 18\n\n"
         "4 of 4 results differ: x, scores, y, print\n"},
    {20, "what if  x[she, f2] = 9\n\n"
         "y (2, 2)\n"
         "as it is, and below it what if\n"
         "           f1  f2\n"
         "Anna        2   4\n"
         "she         6   0\n"
         "  what if   6 *18\n"
         "1 of 4 differ, most at [she][f2]: 0 -> 18\n\n"
         "4 of 4 results\n"
         "differ: x, scores,\n"
         "y, print\n"},
};

/* Result that a what-if of `x[ROW, 1] = 9` makes of y: what its table has, and has not. */
static const struct {
    const char *code, *change, *has[5], *has_not;
} tables[] = {
    /* of many rows only those that differ */
    {"#| rows: a b c d e f g h i\nx = torch.zeros(9, 2)\ny = x * 2\n",
     "x[h, 1] = 9",
     {"h   0   0       0 *18\n", "(8 other rows: the same)\n"},
     "\na "},
    {"x = torch.zeros(50, 2)\ny = x + 0\n",
     "x = torch.ones(50, 2)",
     {"39  0  0", "(10 more rows differ)\n"},
     "\n40 "},
    /* labels of the columns that are those of one sentence */
    {"#| cols: a b | c d\nx = torch.zeros(2, 1, 2)\ny = x + 1\n",
     "x[1, 0, 1] = 9",
     {"    a   b       a   b\n", "0   1   1", "    c   d", "1   1   1       1 *10\n"},
     NULL},
    /* other words in the place of those of the first run: each side has its own */
    {"words = 'the cat'.split()\n#| rows: = words\n#| cols: long\n"
     "x = torch.tensor([[float(len(w))] for w in words])\ny = x * x.T\n",
     "words = 'a dog'.split()",
     {"    the cat          a dog\n", "the   9   9    a    *1  *3\n",
      "cat   9   9    dog  *3   9\n"},
     NULL},
    {"words = 'the cat'.split()\n#| rows: = words\n#| cols: u v w\n"
     "x = torch.tensor([[float(len(w) * 1000000)] * 3 for w in words])\ny = x / 7\n",
     "words = 'a dog'.split()",
     {"as it is\n", "the ", "cat ", "what if\n", "a   "},
     NULL},
    /* a number, and a truth, are as PyTorch prints them */
    {"x = torch.zeros(2, 2)\ny = x.sum()\n", "x[1, 1] = 9", {"tensor(9.)"}, "*"},
};

START_TEST(a_table_of_two_runs)
{
    Buf got = {0}, text = {0};
    Err err = {0};
    buf_printf(&text,
               "## One\n\n```python\n%s```\n\n```what-if so\n%s\n```\n\n```expect y\n0\n```\n",
               tables[_i].code, tables[_i].change);
    Lesson *lesson = lesson_parse("x.md", buf_text(&text), text.length, &err);
    Run *run = run_lesson(lesson);
    prepared_run(run);
    const Lens lens = {.run = run, .decimals = NUMBER_DECIMALS};
    prepared_text(&got, &lens, 2, 60);
    const char *at = buf_text(&got);
    for (int i = 0; i < COUNT(tables[_i].has) && tables[_i].has[i]; i++) {
        const char *found = strstr(at, tables[_i].has[i]);
        ck_assert_msg(found != NULL, "'%s' is not in\n%s", tables[_i].has[i], at);
        at = found;
    }
    ck_assert_msg(!tables[_i].has_not || !strstr(buf_text(&got), tables[_i].has_not), "%s",
                  buf_text(&got));
    buf_release(&got);
    buf_release(&text);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* Where a change of x ends: at numbers that are typed in, in the place of a result that it makes another. */
#define AB "#| rows: a b\n#| cols: c d\n"
#define X AB "x = torch.tensor([[1., 2.], [3., 0.]])\ns = x * 2\n"
#define TYPED "r = torch.tensor([[2., 4.], [6., 0.]])\n"
static const struct {
    const char *code, *says;
} ends[] = {
    {X AB TYPED "y = r * 3\nz = s + 1\n",
     "r is typed in: the change ends here and goes on in stage 1"},
    {X AB TYPED "y = r * 3\n", "r is typed in: the change ends here"},
    {X TYPED "y = r * 3\n", NULL},
    {X "#| rows: a e\n" TYPED "y = r * 3\n", NULL},
    {X AB TYPED "y = r * s\n", NULL},
    {X AB TYPED, NULL},
    {X AB "r = s + 0\ny = r * 3\n", NULL},
    {AB TYPED X "y = r * 3\n", NULL},
};

START_TEST(a_change_ends_at_what_is_typed_in)
{
    Err err = {0};
    Library *library = made_library(ends[_i].code);
    const ChangeLine line = {"x[a, c] = 9", false};
    WhatIf *w = whatif_run(made_run(library), &line, 1, &err);
    ck_assert_msg(w != NULL, "%s", err.message);
    const Run *now = w->variant[0].run;
    const Lens lens = {
        .run = now, .align = w->variant[0].align, .whatif = w, .decimals = NUMBER_DECIMALS};
    const char *said = NULL;
    for (int i = 0; i < now->stops; i++)
        said = said ? said : changed_end(&arena, &lens, i, "here");
    ck_assert_msg(said && ends[_i].says ? strcmp(said, ends[_i].says) == 0
                                        : !said && !ends[_i].says,
                  "%s", said ? said : "nothing");
    Hidden *hidden = hidden_of(now, NULL);
    Lens of_class = lens;
    of_class.hidden = of_class.other_hidden = hidden;
    for (int i = 0; i < now->stops; i++)
        ck_assert_ptr_null(changed_end(&arena, &of_class, i, "here"));
    hidden_free(hidden);
    whatif_free(w);
    made_free(library);
}
END_TEST

START_TEST(a_what_if_as_text)
{
    Buf got = {0};
    Err err = {0};
    static const char text[] = "## One\n\n```python\n" WORDS "```\n\n```what-if so\n"
                               "x[she, f2] = 9\n```\n\n```expect y\ntensor([[ 2.,  4.],\n"
                               "        [ 6., 18.]])\n```\n";
    Lesson *lesson = lesson_parse("x.md", text, strlen(text), &err);
    Run *run = run_lesson(lesson);
    prepared_run(run);
    const Lens lens = {.run = run, .decimals = NUMBER_DECIMALS};
    prepared_text(&got, &lens, 2, prepared[_i].width);
    expect_text(&got, prepared[_i].text);
    buf_clear(&got);
    prepared_text(&got, &lens, 1, prepared[_i].width);
    expect_text(&got, "");
    buf_release(&got);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* A page's tree ends, and says how many branches are left out; one for a program goes on for longer. */
START_TEST(a_tree_ends)
{
    enum { PAGE = 200, NUMBERS = 400, ALL = 1 + 2 * NUMBERS };
    Library *library = made_library("x = torch.arange(400.)\ny = x * 2\nz = y.sum()");
    const Lens lens = {.run = made_run(library), .decimals = NUMBER_DECIMALS};
    const QkvTensor *z = made_tensor(library, 2);
    Doc *page = made_tab(&arena, &lens, z, 0, TAB_TREE, NULL);
    ck_assert_int_eq(doc_rows(page), PAGE);
    ck_assert_ptr_nonnull(strstr(doc_piece(page, PIECE_NOTE)->text, "more branches are left out"));
    Fact *facts = fact_new(&arena);
    ck_assert_int_eq(rows_of(&lens, z, 0, TAB_TREE, facts)->rows, ALL);
    ck_assert_int_eq(fact_find(facts, "made_of")->items, ALL);
    ck_assert_str_eq(fact_find(facts, "left_out")->text, "0");
    arena_release(&arena);
    made_free(library);
}
END_TEST

/* A line that names its result nothing is called by its code. */
START_TEST(what_has_no_name_is_called_by_its_code)
{
    Library *library = made_library("w = torch.ones(2, requires_grad=True)\n"
                                    "(w * w).sum().backward()\nw.grad\n");
    const Lens lens = {.run = made_run(library), .decimals = NUMBER_DECIMALS};
    const Piece *leads = rows_of(&lens, made_tensor(library, 0), 0, TAB_LEADS, NULL);
    const char *last = leads->row[leads->rows - 1].text;
    ck_assert_msg(strncmp(last, "w.grad[0]\t", strlen("w.grad[0]\t")) == 0, "%s", last);
    for (int i = 0; i < leads->rows; i++)
        ck_assert_ptr_null(strstr(leads->row[i].text, "no name"));
    arena_release(&arena);
    made_free(library);
}
END_TEST

/* Programs, what was printed instead of y, and how many changes together make it: 0 for none. */
static const struct {
    const char *code, *printed;
    int mutations;
} diagnosed[] = {
    {"y = torch.softmax(torch.tensor([[1., 2.], [3., 5.]]), dim=-1)\n",
     "tensor([[0.1192, 0.0474], [0.8808, 0.9526]])", 1},
    {"x = torch.tensor([[1., 2., 4.]])\ny = x * 2 + x\n", "tensor([[2., 4., 8.]])", 1},
    {"x = torch.tensor([1., 1.])\ny = x * 3\n", "tensor([4., 4.])", 1},
    {"x = torch.tensor([1, 1])\ny = x * 3\n", "tensor([4, 4])", 1},
    {"x = torch.tensor([[1., 2.], [3., 5.]])\ny = torch.softmax(x @ x.T / 2, dim=-1)\n",
     "tensor([[0.0000, 0.0000], [1.0000, 1.0000]])", 2},
    {"x = torch.tensor([[1., 2.], [3., 5.]])\ny = torch.softmax(x @ x.T / 2, dim=-1) * 3 + 5\n",
     "tensor([[4.9995, 4.0005], [5.9995, 5.0005]])", 0},
    {"x = torch.tensor([2., 5.])\ny = x * 3 - 4\n", "tensor([24., 36.])", 0},
    {"x = torch.tensor([2., 5.])\ny = x * 3 - 4\n", "tensor([0.1234, 77.])", 0},
    {"y = torch.tensor([2., 5.])\n", "tensor([0.1234, 77.])", 0},
    {"y = torch.tensor([1., 2., 3., 4.]) * 2\n", "tensor([3., 6., 123.45, 678.9])", 0},
    {"y = torch.tensor([1., 2., 3., 4.]) * 2\n", "tensor([3., 6., 9., 678.9])", 0},
};

static bool makes(const Run *run, const Edit *edit, int edits, const PrintoutBlock *b)
{
    Err err = {0};
    Lesson *other = lesson_edit(run->lesson, edit, edits, &err);
    Run *changed = other ? run_lesson(other) : NULL;
    Results results = {0};
    if (changed)
        results = results_of(&arena, changed);
    const Result *y = results_find(&results, "y");
    bool made = y && printout_fits(b, y->tensor) && printout_differ(b, y->tensor) == 0;
    run_free(changed);
    lesson_free(other);
    return made;
}

static int lines_with(const char *text, const char *begin)
{
    int count = strncmp(text, begin, strlen(begin)) == 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        count += strncmp(at + 1, begin, strlen(begin)) == 0;
    return count;
}

/* The last line against the list above it, and both against runs of all changes that there are. */
START_TEST(a_verdict_counts_what_was_tried)
{
    Library *library = made_library(diagnosed[_i].code);
    const Run *run = made_run(library);
    Printout printed;
    Err err = {0};
    Buf said = {.arena = &arena};
    const char *text = diagnosed[_i].printed;
    ck_assert(printout_read(&arena, text, strlen(text), &printed, &err));
    Diagnosis *d = diagnose(run, "y", &printed, (DiagnoseBounds){.seconds = 60}, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    report_diagnosis(&said, NULL, d, "x", "p");
    Mutations all = mutations_of(&arena, run->lesson, run, d->right->step);
    int fits = 0, told = lines_with(buf_text(&said), "  line ");
    for (int i = 0; i < all.count; i++)
        fits += makes(run, all.item[i].edit, all.item[i].edits, d->block);
    const char *verdict = diagnosed[_i].mutations == 1
                              ? arena_format(&arena, "%d of %d single changes fit%s.", told,
                                             d->tried, told == 1 ? "s" : "")
                          : diagnosed[_i].mutations == 2
                              ? arena_format(&arena,
                                             "None of %d single changes fits, and %d of %d pairs.",
                                             d->tried, told, d->pairs)
                              : arena_format(&arena,
                                             "None of %d single changes makes these numbers%s",
                                             d->tried, d->pairs ? ", nor any of" : ".");
    ck_assert_msg(strstr(buf_text(&said), verdict), "expected '%s' in\n%s", verdict,
                  buf_text(&said));
    ck_assert_int_eq(fits, diagnosed[_i].mutations == 1 ? told + all.count - d->tried : 0);
    bool near = d->fits == 0 && d->nearest.mutations && d->nearest.differ * 2 < d->block->count;
    ck_assert_int_eq(strstr(buf_text(&said), "The nearest does not match") != NULL, near);
    ck_assert_int_eq(told, d->fits + near);
    for (int i = 0; i < d->fits; i++)
        ck_assert_int_eq(d->fit[i].mutations, diagnosed[_i].mutations);
    diagnosis_free(d);
    arena_release(&arena);
    made_free(library);
}
END_TEST

Suite *report_suite(void)
{
    Suite *s = suite_create("report");
    TCase *t = tcase_create("report");
    tcase_add_loop_test(t, a_number_is_found_as_books_round_it, 0, COUNT(rounded));
    tcase_add_loop_test(t, what_a_mask_hid_comes_from_the_mask, 0, COUNT(masked));
    tcase_add_loop_test(t, several_values_side_by_side, 0, COUNT(trials));
    tcase_add_loop_test(t, a_change_ends_at_what_is_typed_in, 0, COUNT(ends));
    tcase_add_loop_test(t, a_table_of_two_runs, 0, COUNT(tables));
    tcase_add_loop_test(t, a_what_if_as_text, 0, COUNT(prepared));
    tcase_add_loop_test(t, a_verdict_counts_what_was_tried, 0, COUNT(diagnosed));
    tcase_add_test(t, what_has_no_name_is_called_by_its_code);
    tcase_add_test(t, a_tree_ends);
    suite_add_tcase(s, t);
    return s;
}
