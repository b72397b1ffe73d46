/* Two runs, or a run and printed numbers. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/facts.h"

/* --- compare ---------------------------------------------------------------------------------------- */

static const char *const states[] = {
    [ROW_SAME] = "same",   [ROW_BITS] = "bits",         [ROW_CELLS] = "numbers",
    [ROW_MOVED] = "order", [ROW_SHAPE] = "shape",       [ROW_TEXT] = "text",
    [ROW_KIND] = "kind",   [ROW_LEFT] = "only in left", [ROW_RIGHT] = "only in right"};

/* `run` is NULL of a printout, which counts no lines of a lesson. */
static void put_result(Fact *of, const char *key, const Run *run, const Result *r)
{
    enum { MOST_COLUMNS = 4096 };
    Fact *f = r ? fact_map(of, key) : NULL;
    if (!r) {
        fact_null(of, key);
        return;
    }
    if (run && r->line > 0)
        facts_place(f, run->lesson, r->line);
    if (r->kind == RESULT_TENSOR)
        facts_shape(f, r->tensor);
    else
        fact_text(f, "text",
                  arena_text(of->a, r->text, utf8_fit(r->text, strlen(r->text), MOST_COLUMNS)));
}

static void put_row(Fact *of, const Lens *l, const Comparison *c, const CompareRow *row)
{
    const Result *named = row->b ? row->b : row->a;
    const char *cause = report_cause(row);
    Fact *f = fact_map(of, NULL);
    fact_text(f, "name", *named->name ? named->name : NULL);
    if (!report_is_seen(l, row)) {
        fact_null(f, "state");
        return;
    }
    fact_text(f, "state", states[row->state]);
    fact_text(f, "cause", *cause ? cause : NULL);
    put_result(f, "left", c->a, row->a);
    put_result(f, "right", c->b, row->b);
    if (row->state != ROW_CELLS)
        return;
    fact_whole(f, "differ", row->differ);
    fact_whole(f, "of", row->a->tensor->count);
    Fact *most = fact_map(f, "most");
    facts_index(most, row->a->tensor, row->cell);
    facts_value(most, "left", row->a->tensor, row->cell);
    facts_value(most, "right", row->b->tensor, row->cell);
}

void facts_comparison(Fact *all, const Lens *l, const Comparison *c, const char *left,
                      const char *right)
{
    enum { MOST = 10000 };
    fact_text(all, "left", left);
    fact_text(all, "right", right);
    Fact *rows = fact_list(all, "results");
    for (int i = 0; i < c->rows && i < MOST; i++)
        put_row(rows, l, c, &c->row[i]);
    fact_whole(all, "left_out", max_int(c->rows - MOST, 0));
    if (c->first >= 0)
        fact_whole(all, "first", c->first);
    else
        fact_null(all, "first");
}

/* --- diagnose --------------------------------------------------------------------------------------- */

void facts_fit(Fact *of, const char *key, const Lesson *lesson, const Fit *fit)
{
    Fact *f = fact_map(of, key);
    Fact *mistakes = fact_list(f, "mistakes");
    for (int i = 0; i < fit->mutations; i++) {
        const Mutation *m = fit->mutation[i];
        Fact *one = fact_map(mistakes, NULL);
        fact_text(one, "sentence", m->sentence);
        facts_place(one, lesson, m->line);
        fact_text(one, "old", m->old);
        fact_text(one, "new", m->new);
        Fact *also = fact_list(one, "also"); /* what goes with it elsewhere */
        for (int k = 1; k < m->edits; k++) {
            const Edit *e = &m->edit[k];
            Buf old = {0};
            Fact *other = fact_map(also, NULL);
            buf_printf(&old, "%.*s", (int)(e->end - e->start), lesson->source + e->start);
            fact_text(other, "old", buf_text(&old));
            fact_text(other, "new", e->text);
            buf_release(&old);
        }
    }
    fact_text(f, "change", fit->change);
    fact_whole(f, "differ", fit->differ);
}

static void put_signs(Fact *of, const Signs *s)
{
    Fact *f = fact_map(of, "signs");
    fact_truth(f, "has_nan", s->has_nan);
    fact_truth(f, "has_inf", s->has_inf);
    fact_truth(f, "all_are_1", s->ones);
    fact_truth(f, "rows_add_up_to_1", s->rows);
    fact_truth(f, "columns_add_up_to_1", s->columns);
    fact_truth(f, "all_add_up_to_1", s->all);
    fact_truth(f, "is_permuted", s->permuted);
    if (fabs(s->ratio) > 0)
        fact_real(f, "ratio", s->ratio);
}

void facts_diagnosis(Fact *all, const Diagnosis *d)
{
    enum { MOST = 1000 };
    fact_text(all, "name", *d->name ? d->name : NULL);
    Fact *numbers = fact_map(all, "numbers");
    Fact *shape = fact_list(numbers, "shape");
    for (int i = 0; i < d->block->rank; i++)
        fact_whole(shape, NULL, d->block->size[i]);
    fact_whole(numbers, "decimals", d->block->decimals);
    fact_truth(all, "is_right", d->is_right);
    put_signs(all, &d->signs);
    Fact *fits = fact_list(all, "fits");
    for (int i = 0; i < d->fits && i < MOST; i++)
        facts_fit(fits, NULL, d->lesson, &d->fit[i]);
    fact_whole(all, "left_out", max_int(d->fits - MOST, 0));
    if (d->fits == 0 && d->nearest.mutations > 0)
        facts_fit(all, "nearest", d->lesson, &d->nearest);
    fact_whole(all, "tried", d->tried);
    fact_whole(all, "pairs_tried", d->pairs);
    fact_truth(all, "is_complete", !d->is_cut);
}
