/* Facts of reports: every digit of a number, and the arithmetic as it can be done again. */
#include <stdlib.h>
#include <string.h>

#include "lesson/change_place.h"
#include "made.h"
#include "suites.h"
#include "tell/facts.h"
#include "tell/report.h"
#include "tell/tell.h"

static Arena arena;

/* --- digits ----------------------------------------------------------------------------------------- */

static const struct {
    const char *number, *digits;
} numbers[] = {
    {"0.1", "0.1"},
    {"0.9820078", "0.9820078"},
    {"1 / 3", "0.33333334"},
    {"16777217.", "16777216.0"},
    {"1e-45", "1e-45"},
    {"3.4028235e38", "3.4028235e+38"},
    {"-0.", "-0.0"},
    {"float('nan')", "nan"},
    {"-float('inf')", "-inf"},
    {"True", "true"},
    {"9007199254740993", "9007199254740993"},
};

START_TEST(a_number_has_its_digits)
{
    Library *library = made_library(
        arena_format(&arena, "x = torch.tensor([%s])\n", numbers[_i].number));
    Fact *all = fact_new(&arena);
    const QkvTensor *x = made_tensor(library, 0);
    facts_value(all, "x", x, 0);
    const Fact *value = fact_find(all, "x");
    ck_assert_str_eq(value->text, numbers[_i].digits);
    bool is_text = strstr("nan -inf", numbers[_i].digits) != NULL;
    ck_assert_int_eq(value->kind == FACT_TEXT, is_text);
    if (x->dtype == QKV_FLOAT32 && !is_text)
        ck_assert(strtof(value->text, NULL) == x->data.f[0]);
    made_free(library);
    arena_release(&arena);
}
END_TEST

START_TEST(a_float64_has_more)
{
    Library *library = made_library("x = torch.tensor([1 / 3], dtype=torch.float64)\n");
    Fact *all = fact_new(&arena);
    facts_value(all, "x", made_tensor(library, 0), 0);
    ck_assert_str_eq(fact_find(all, "x")->text, "0.3333333333333333");
    made_free(library);
    arena_release(&arena);
}
END_TEST

/* Any bits that a float32 may have: what is written reads back to them. */
START_TEST(any_float_reads_back)
{
    enum { TRIES = 20000 };
    Buf text = {0};
    float x;
    QkvTensor t = {.dtype = QKV_FLOAT32, .count = 1, .data.f = &x};
    for (int i = 0; i < TRIES; i++) {
        uint32_t bits = (uint32_t)made_random(1 << 16) << 16 | (uint32_t)made_random(1 << 16);
        if ((bits & 0x7f800000) == 0x7f800000)
            continue;
        memcpy(&x, &bits, sizeof x);
        buf_clear(&text);
        number_exact(&text, &t, 0);
        ck_assert_msg(strtof(buf_text(&text), NULL) == x, "%a is %s", (double)x, buf_text(&text));
        ck_assert_msg((float)strtod(buf_text(&text), NULL) == x, "%a", (double)x);
    }
    buf_release(&text);
}
END_TEST

/* --- numbers ---------------------------------------------------------------------------------------- */

#define WORDS                                                                                      \
    "#| rows: Anna she\n#| cols: f1 f2\nx = torch.tensor([[1., 2.], [3., 0.]])\n"                  \
    "scores = x @ x.T\ny = scores * 2\n"

static const struct {
    Tab tab;
    const char *cell, *says[12];
} answers[] = {
    {TAB_TREE,
     "scores[Anna, she]",
     {"cell.name scores[Anna, she]\n", "cell.index[0] 0\ncell.index[1] 1\n",
      "cell.labels[0] Anna\ncell.labels[1] she\ncell.value 3.0\n", "made_of[0].how products\n",
      "made_of[0].arithmetic 1*3 + 2*0\n", "made_of[0].terms[0].a.name x[Anna, f1]\n",
      "made_of[0].terms[0].a.value 1.0\n", "made_of[0].terms[0].b.value 3.0\n",
      "made_of[0].terms[1].a.value 2.0\n", "steps[0].operation tensor\n", "steps[2].name scores\n",
      "steps[2].line 10\n"}},
    {TAB_INPUTS,
     "scores[0, 0]",
     {"inputs[0].cell.name x[Anna, f1]\n", "inputs[0].cell.value 1.0\ninputs[0].times 2\n",
      "inputs[1].times 2\n", "left_out 0\nis_complete true\n"}},
    {TAB_LEADS,
     "x[she, f1]",
     {"later_results 2\n", "leads_to[0].name scores\n", "leads_to[0].cells 3\n",
      "leads_to[1].name y\n", "leads_to[1].cells 3\n", "left_out 0\nis_complete true\n"}},
};

START_TEST(a_number_is_told)
{
    Buf got = {.arena = &arena};
    Err err = {0};
    PlacePart part;
    Library *library = made_library(WORDS);
    const Lens lens = {.run = made_run(library), .decimals = NUMBER_DECIMALS};
    Fact *all = fact_new(&arena);
    ck_assert_msg(place_part(&arena, lens.run, answers[_i].cell, &part, &err), "%s", err.message);
    made_tab(&arena, &lens, part.t, qkv_tensor_cell(part.t, part.index), answers[_i].tab, all);
    made_facts(&got, all);
    const char *at = buf_text(&got);
    for (int i = 0; i < COUNT(answers[_i].says) && answers[_i].says[i]; i++) {
        const char *found = strstr(at, answers[_i].says[i]);
        ck_assert_msg(found != NULL, "'%s' is not in\n%s", answers[_i].says[i], at);
        at = found;
    }
    made_free(library);
    arena_release(&arena);
}
END_TEST

/* Every product of every cell of every lesson, added up again from what is told alone, is the cell. */
static double told(const Fact *term, const char *side)
{
    const Fact *cell = fact_find(term, side);
    return cell ? strtod(fact_find(cell, "value")->text, NULL) : 1;
}

START_TEST(the_terms_make_the_number)
{
    enum { MOST = 300 };
    Library *library = library_open();
    int sums = 0;
    for (int n = 0; n < library->count; n++) {
        ck_assert(library_load(&library->entry[n]));
        const Lens lens = {.run = library->entry[n].run, .decimals = NUMBER_DECIMALS};
        const QkvTape *tape = lens.run->tape;
        for (int tries = 0; tries < MOST && tape->count > 0; tries++) {
            int s = made_random(tape->count);
            const QkvTensor *t = tape->step[s].call.out;
            if (tape->step[s].call.op->how != QKV_HOW_PRODUCTS || t->count == 0 ||
                t->dtype != QKV_FLOAT32)
                continue;
            int64_t cell = made_random((int)t->count);
            Fact *all = fact_new(&arena);
            made_tab(&arena, &lens, t, cell, TAB_TREE, all);
            const Fact *line = fact_find(all, "made_of")->item[0];
            const Fact *terms = fact_find(line, "terms");
            double sum = 0, size = 1;
            for (int i = 0; i < terms->items; i++) {
                double product = told(terms->item[i], "a") * told(terms->item[i], "b");
                sum += product;
                size += product < 0 ? -product : product;
            }
            double value = strtod(fact_find(fact_find(line, "cell"), "value")->text, NULL);
            bool is_near = value - sum < size * 1e-5 && sum - value < size * 1e-5;
            ck_assert_msg(is_near || value != value, "%s step %d: %g, not %g",
                          library->entry[n].name, s, value, sum);
            sums += terms->items > 1;
            arena_release(&arena);
        }
        library_unload(&library->entry[n]);
    }
    ck_assert_int_gt(sums, 100);
    library_free(library);
}
END_TEST

/* --- rows ------------------------------------------------------------------------------------------- */

/* The list that the rows of a tab tell. */
static const char *const lists[TABS] = {
    [TAB_TREE] = "made_of", [TAB_INPUTS] = "inputs", [TAB_LEADS] = "leads_to"};

/* A row "name = number\t.." and the cell of its values: the same name and place, and the number that the row writes out
 * short, or none where that is ???. */
static void expect_cell(const Run *run, const DocRow *row, const Fact *cell)
{
    Buf text = {.arena = &arena};
    const Fact *value = fact_find(cell, "value");
    const QkvTensor *t = run->tape->step[row->target.of].call.out;
    buf_printf(&text, "%s = ", fact_find(cell, "name")->text);
    if (value->kind == FACT_NULL)
        buf_puts(&text, LENS_UNKNOWN);
    else if (t->dtype == QKV_BOOL)
        buf_puts(&text, strcmp(value->text, "true") == 0 ? "True" : "False");
    else if (t->dtype == QKV_FLOAT32)
        number_short(&text, (double)strtof(value->text, NULL), NUMBER_DECIMALS);
    else
        number_short(&text, strtod(value->text, NULL), NUMBER_DECIMALS);
    buf_putc(&text, '\t');
    ck_assert_msg(strncmp(row->text, buf_text(&text), text.length) == 0, "a row says %s, facts %s",
                  row->text, buf_text(&text));
    Buf index = {.arena = &arena};
    const Fact *at = fact_find(cell, "index");
    int64_t place[QKV_MAX_RANK];
    for (int i = 0; i < at->items; i++)
        place[i] = atoi(at->item[i]->text);
    ck_assert_int_eq(at->items, t->rank);
    ck_assert_int_eq(qkv_tensor_cell(t, place), row->target.cell);
    buf_printf(&index, "%d", row->target.of);
    ck_assert_str_eq(fact_find(cell, "step")->text, buf_text(&index));
}

/* "x\t3 of 9 numbers" and its values. */
static void expect_lead(const DocRow *row, const Fact *lead)
{
    const Fact *name = fact_find(lead, "name"), *cells = fact_find(lead, "cells");
    const char *says = cells ? arena_format(&arena, "%s\t%s of ", name->text, cells->text)
                             : name->text;
    ck_assert_msg(strncmp(row->text, says, strlen(says)) == 0, "a row says %s, facts %s", row->text,
                  says);
    ck_assert_int_eq(atoi(fact_find(lead, "step")->text), row->target.of);
}

/* Each row that is no heading has its values in the list, in the order of the rows, and nothing else is there. */
static int expect_rows(const Lens *l, const QkvTensor *t, int64_t cell, Tab tab)
{
    Fact *facts = fact_new(&arena);
    const Piece *p = doc_piece(made_tab(&arena, l, t, cell, tab, facts), PIECE_ROWS);
    const Fact *list = fact_find(facts, lists[tab]);
    int told = 0;
    for (int i = 0; p && i < p->rows; i++) {
        const DocRow *row = &p->row[i];
        if (row->is_heading || row->target.kind == TARGET_NONE)
            continue;
        ck_assert_int_lt(told, list->items);
        const Fact *one = list->item[told++];
        if (tab == TAB_LEADS)
            expect_lead(row, one);
        else
            expect_cell(l->run, row, fact_find(one, "cell"));
    }
    ck_assert_int_eq(told, list->items);
    return told;
}

/* Of any number of any lesson, all of it seen, or what a class has seen by chance. */
START_TEST(rows_and_facts_say_the_same)
{
    enum { TRIES = 12 };
    Library *library = library_open();
    int rows = 0, hidden = 0;
    for (int n = 0; n < library->count; n++) {
        ck_assert(library_load(&library->entry[n]));
        const Run *run = library->entry[n].run;
        Reveal reveal = {0};
        for (int s = 0; s < run->lesson->stages; s++)
            for (int stop = 0; stop <= run_stops(run, s); stop++)
                if (made_random(2) && reveal_cells(run, s, stop) > 0)
                    reveal_show(&reveal, run, s, stop, (Cells){0, reveal_cells(run, s, stop)});
        Hidden *h = hidden_of(run, &reveal);
        for (int i = 0; i < TRIES && run->tape->count > 0; i++) {
            const Lens lens = {.run = run, .hidden = i % 2 ? h : NULL, .decimals = NUMBER_DECIMALS};
            const QkvTensor *t = run->tape->step[made_random(run->tape->count)].call.out;
            int64_t cell = t->count > 0 ? made_random((int)t->count) : -1;
            for (Tab tab = TAB_TREE; tab <= TAB_LEADS && cell >= 0; tab++)
                rows += expect_rows(&lens, t, cell, tab);
            hidden += cell >= 0 && lens_state(&lens, t, cell) == LENS_HIDDEN;
            arena_release(&arena);
        }
        hidden_free(h);
        reveal_release(&reveal);
        library_unload(&library->entry[n]);
    }
    ck_assert_int_gt(rows, 1000);
    ck_assert_int_gt(hidden, 20);
    library_free(library);
}
END_TEST

/* The results of two lessons: those that a page lists are those whose facts are not "same", with the same cause. */
static int expect_comparison(const Lens *l, const Comparison *c)
{
    static const char *const title[] = {"a", "b"};
    Fact *facts = fact_new(&arena);
    Doc *page = tell_comparison(&arena, l, c, title, (DocAs){.width = 80});
    tell_comparison(&arena, l, c, title, (DocAs){.width = 80, .facts = facts});
    const Fact *list = fact_find(facts, "results");
    int row = 0;
    ck_assert_int_eq(list->items, c->rows);
    for (int i = 0; i < list->items; i++) {
        const Fact *one = list->item[i], *name = fact_find(one, "name"),
                   *cause = fact_find(one, "cause"), *differ = fact_find(one, "differ");
        if (strcmp(fact_find(one, "state")->text, "same") == 0)
            continue;
        const DocRow *says = doc_row_at(page, row++);
        const char *last = strrchr(says->text, '\t') + 1;
        if (name->text)
            ck_assert_int_eq(strncmp(says->text, name->text, strlen(name->text)), 0);
        ck_assert_str_eq(last, cause->text ? cause->text : "");
        ck_assert_msg(!differ ||
                          strstr(says->text, arena_format(&arena, "\t%s of %s differ", differ->text,
                                                          fact_find(one, "of")->text)),
                      "%s", says->text);
    }
    ck_assert_int_eq(row, doc_rows(page));
    return row;
}

START_TEST(a_comparison_is_told)
{
    Library *library = library_open();
    int rows = 0;
    for (int n = 1; n < library->count; n++) {
        ck_assert(library_load(&library->entry[n - 1]) && library_load(&library->entry[n]));
        const Lens lens = {.run = library->entry[n].run, .decimals = NUMBER_DECIMALS};
        Comparison *c = compare_runs(library->entry[n - 1].run, lens.run);
        rows += expect_comparison(&lens, c);
        compare_free(c);
        arena_release(&arena);
        library_unload(&library->entry[n - 1]);
    }
    ck_assert_int_gt(rows, 100);
    library_free(library);
}
END_TEST

Suite *facts_suite(void)
{
    Suite *s = suite_create("facts");
    TCase *t = suite_case(s, "digits");
    tcase_add_loop_test(t, a_number_has_its_digits, 0, COUNT(numbers));
    tcase_add_test(t, a_float64_has_more);
    tcase_add_test(t, any_float_reads_back);
    t = suite_case(s, "numbers");
    tcase_add_loop_test(t, a_number_is_told, 0, COUNT(answers));
    tcase_add_test(t, the_terms_make_the_number);
    t = suite_case(s, "rows");
    tcase_add_test(t, rows_and_facts_say_the_same);
    tcase_add_test(t, a_comparison_is_told);
    return s;
}
