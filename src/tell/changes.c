/* The list of what two runs compute: changes, then each result that is not the same. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/changed.h"
#include "tell/explain_name.h"
#include "tell/facts.h"
#include "tell/prepared.h"
#include "tell/report.h"
#include "tell/tell.h"
#include "tell/text.h"

static void tell_lines(Doc *d, const WhatIf *w)
{
    for (int i = 0; i < w->lines; i++) {
        DocRow *row = doc_row(d, (Target){.kind = TARGET_CHANGE, .of = i}, "%s", w->line[i].text);
        row->right = w->line[i].is_off ? "off" : "on";
        row->style = w->line[i].is_off ? STYLE_FAINT : STYLE_TEXT;
    }
}

/* The spot that shows a result of the run that is looked at. */
static bool spot_of_result(const Lens *l, const Result *r, Spot *spot)
{
    const Run *run = l->run;
    *spot = (Spot){.detail = DETAIL_NORMAL};
    if (r->step >= 0 && spot_of_step(spot, run, r->step))
        return true;
    const RunStatement *x = &run->statement[r->statement];
    for (int i = x->first_stop; i < x[1].first_stop; i++)
        if (run->stop[i].detail == DETAIL_BRIEF) {
            *spot = spot_at(*spot, run, x->stage, run_number_of_stop(run, &run->stop[i]));
            return true;
        }
    return false;
}

/* A statement that names its result nothing, as a line `x.grad`, is called by its code. */
static const char *result_name(Arena *a, const Run *run, const Result *r)
{
    return *r->name || r->kind != RESULT_TENSOR ? r->name : explain_name(a, run, r->tensor);
}

/* Tells whether what a row is about may be told: all of it is seen, in both runs. */
static bool is_seen(const Lens *l, const CompareRow *row)
{
    if (lens_shows_all(l))
        return true;
    const Lens other = lens_other(l);
    bool is_now = align_now(l->align) == l->run;
    const Result *a = is_now ? row->a : row->b, *b = is_now ? row->b : row->a;
    bool is_text = (a && a->kind == RESULT_TEXT) || (b && b->kind == RESULT_TEXT);
    return !is_text && (!a || lens_shows(&other, a->tensor)) && (!b || lens_shows(l, b->tensor));
}

static const char *cause_of(const CompareRow *row)
{
    static const char *const texts[] = {[CAUSE_NONE] = "",
                                        [CAUSE_OWN] = "its own",
                                        [CAUSE_INHERITED] = "inherited",
                                        [CAUSE_ALSO_OWN] = "also its own"};
    return texts[row->cause];
}

/* --- values --------------------------------------------------------------------------------------- */

static const char *const states[] = {
    [ROW_SAME] = "same",   [ROW_BITS] = "bits",         [ROW_CELLS] = "numbers",
    [ROW_MOVED] = "order", [ROW_SHAPE] = "shape",       [ROW_TEXT] = "text",
    [ROW_KIND] = "kind",   [ROW_LEFT] = "only in left", [ROW_RIGHT] = "only in right"};

/* `run` is NULL of a printout, which counts no lines of a lesson. */
static void put_side(Fact *of, const char *key, const Run *run, const Result *r)
{
    enum { MOST_COLUMNS = 4096 };
    if (!r) {
        fact_null(of, key);
        return;
    }
    Fact *f = fact_map(of, key);
    if (run && r->line > 0)
        facts_place(f, run->lesson, r->line);
    if (r->kind == RESULT_TENSOR)
        facts_shape(f, r->tensor);
    else
        fact_text(f, "text",
                  arena_text(of->a, r->text, utf8_fit(r->text, strlen(r->text), MOST_COLUMNS)));
}

static void put_values(Fact *f, const Comparison *c, const CompareRow *row)
{
    const char *cause = cause_of(row);
    fact_text(f, "state", states[row->state]);
    fact_text(f, "cause", *cause ? cause : NULL);
    put_side(f, "left", c->a, row->a);
    put_side(f, "right", c->b, row->b);
    if (row->state != ROW_CELLS)
        return;
    fact_whole(f, "differ", row->differ);
    fact_whole(f, "of", row->a->tensor->count);
    Fact *most = fact_map(f, "most");
    facts_index(most, row->a->tensor, row->cell);
    facts_value(most, "left", row->a->tensor, row->cell);
    facts_value(most, "right", row->b->tensor, row->cell);
}

/* --- rows ----------------------------------------------------------------------------------------- */

static void tell_result(Doc *d, const Lens *l, const Comparison *c, const CompareRow *row,
                        Fact *list)
{
    const Result *r = l->run == c->b ? row->b : row->a;
    const Result *named = row->b ? row->b : row->a; /* a row has at least one */
    Buf state = {.arena = d->a};
    Target target = {0};
    Spot spot;
    const bool seen = is_seen(l, row);
    if (seen)
        report_state(&state, row, false);
    else
        buf_puts(&state, LENS_LATER);
    if (r && spot_of_result(l, r, &spot))
        target = (Target){.kind = TARGET_SPOT, .spot = spot};
    if (r && target.kind == TARGET_SPOT && seen && row->state == ROW_CELLS) {
        target.of = 1;
        target.cell = row->cell;
    }
    DocRow *added = doc_row(d, target, "%s\t%s\t%s", result_name(d->a, row->b ? c->b : c->a, named),
                            buf_text(&state), seen ? cause_of(row) : "");
    if (target.kind == TARGET_SPOT)
        added->right = spot_number(d->a, l->run, &spot);
    Fact *f = fact_map(list, NULL);
    fact_text(f, "name", *named->name ? named->name : NULL);
    if (f && seen)
        put_values(f, c, row);
    else
        fact_null(f, "state");
}

typedef struct Differ {
    int cells, bits, waits; /* to the printed digits, in others alone, not shown yet */
} Differ;

static const char *count_text(Arena *a, const Lens *l, const Comparison *c, Differ n)
{
    const char *value = changed_value(a, l);
    int shown = c->rows - n.waits;
    Buf head = {.arena = a};
    buf_printf(&head, "%s%s", value ? value : "", value ? ": " : "");
    if (n.cells + n.waits + n.bits == 0)
        buf_printf(&head, "all %d results are the same%s", c->rows, value ? " as without" : "");
    else if (shown > 0)
        buf_printf(&head, "%d of %d results %s", n.cells, shown,
                   n.cells == 1 ? "differs" : "differ");
    if (n.bits > 0)
        buf_printf(&head, ", %d more in digits that are not printed", n.bits);
    if (n.waits > 0)
        buf_printf(&head, shown > 0 ? ", %d " LENS_LATER : "%d results, " LENS_LATER, n.waits);
    return buf_text(&head);
}

/* Says where the changes end, of the results that all may see. */
static void tell_ends(Doc *d, const Lens *l)
{
    const Run *run = align_now(l->align);
    const Lens now = l->run == run ? *l : lens_other(l);
    for (int i = 0; i < run->stops; i++) {
        const Stop *stop = &run->stop[i];
        const Spot at = {.stage = run_stage_of_stop(run, stop),
                         .stop = run_number_of_stop(run, stop)};
        if (stop->detail > DETAIL_BRIEF || !lens_compares(&now, i))
            continue;
        const char *said = changed_end(d->a, l, i,
                                       arena_format(d->a, "in %s", spot_number(d->a, run, &at)));
        if (said)
            doc_note(d, "%s.", said);
    }
}

/* Says where the changes between two runs end, all of which may be seen. */
static void tell_ends_of(Doc *d, const Run *before, const Run *now)
{
    const Lens lens = {.run = now, .align = align_runs(before, now), .decimals = NUMBER_DECIMALS};
    tell_ends(d, &lens);
    align_free(lens.align);
}

/* Tells of those that did not change in one row, which unfolds. */
static void tell_same(Doc *d, const Lens *l, const Comparison *c, int same, bool is_unfolded)
{
    DocRow *row = doc_row(d, (Target){.kind = TARGET_FOLD, .of = doc_rows(d)}, "%d more\tthe same",
                          same);
    row->fold = is_unfolded ? '-' : '+';
    for (int i = 0; i < c->rows && is_unfolded; i++)
        if (c->row[i].state == ROW_SAME)
            tell_result(d, l, c, &c->row[i], NULL);
}

/* Counts what differs as far as it is printed: the same number as a message after a change. Only what a class has seen in
 * both runs is counted; while there is more all results are listed, or those that are would be the ones that differ. */
static Differ tell_results(Doc *d, const Lens *l, const Comparison *c)
{
    enum { PAGE = 1000, ALL = 10000 };
    const int most = d->facts ? ALL : PAGE;
    Differ n = {0};
    for (int i = 0; i < c->rows; i++) {
        bool seen = is_seen(l, &c->row[i]);
        n.waits += !seen;
        n.bits += seen && c->row[i].state == ROW_BITS;
        n.cells += seen && c->row[i].state > ROW_BITS;
    }
    doc_heading(d, count_text(d->a, l, c, n));
    Fact *list = fact_list(d->facts, "results");
    for (int i = 0, told = 0; i < c->rows && told < most; i++)
        if (c->row[i].state != ROW_SAME || n.waits > 0 || list) {
            tell_result(d, l, c, &c->row[i], list);
            told++;
        }
    fact_whole(d->facts, "left_out", max_int(c->rows - ALL, 0));
    if (c->first >= 0)
        fact_whole(d->facts, "first", c->first);
    else
        fact_null(d->facts, "first");
    return n;
}

Doc *tell_changes(Arena *a, const Lens *l, const char *left, const char *right, bool is_unfolded)
{
    const WhatIf *w = left ? NULL : l->whatif;
    Doc *d = doc_new(a, DOC_LIST, l, l->run ? text_title(a, l->run->lesson) : "");
    d->head = left ? arena_format(a, "compare %s with %s", left, right) : "What if";
    if (w && w->lines > 0) {
        doc_heading(d, "changes");
        tell_lines(d, w);
    } else if (!left) {
        doc_note(d, "There are no changes. = makes one: scores[0, 0] = 5, or a line of code.");
    }
    if (l->align) {
        const Comparison *c = align_comparison(l->align);
        const Differ n = tell_results(d, l, c);
        int same = c->rows - n.cells - n.bits;
        if (n.waits == 0 && same > 0 && same < c->rows)
            tell_same(d, l, c, same, is_unfolded);
    }
    if (l->align && w)
        tell_ends(d, l);
    if (!l->align && w)
        doc_note(d, "All of them are off.");
    return d;
}

/* The first difference, opened. */
static void tell_first(Doc *d, const Comparison *c, const char *const title[2], int width)
{
    Buf text = {.arena = d->a};
    const CompareRow *row = &c->row[c->first];
    const Result *r = row->a ? row->a : row->b;
    const Run *run = row->a ? c->a : c->b; /* NULL: a printout */
    prepared_row(&text, row, title, width);
    Piece *said = doc_said(d, buf_text(&text));
    said->heading = "the first difference";
    if (run)
        said->heading = arena_format(d->a, "the first difference, %s",
                                     lesson_line_text(d->a, run->lesson, r->line));
}

Doc *tell_comparison(Arena *a, const Lens *l, const Comparison *c, const char *const title[2],
                     DocAs as)
{
    Doc *d = doc_new(a, DOC_LIST, l, "");
    const bool is_same = c->first < 0;
    d->head = arena_format(a, "compare %s with %s", title[0], title[1]);
    d->facts = as.facts;
    fact_text(d->facts, "left", title[0]);
    fact_text(d->facts, "right", title[1]);
    if (is_same)
        doc_note(d, "The results are the same, all %d.", c->rows);
    if (!is_same || d->facts)
        tell_results(d, l, c);
    if (!is_same && c->a && c->b && c->b->lesson->is_changed)
        tell_ends_of(d, c->a, c->b);
    if (!is_same)
        tell_first(d, c, title, as.width);
    return d;
}
