#include "tell/changed.h"

#include <math.h>
#include <string.h>

#include "base/common.h"
#include "tell/axes.h"
#include "tell/number.h"
#include "tell/report.h"

/* --- how many ------------------------------------------------------------------------------------- */

/* Tells whether all of what a stop of the run with the changes shows is seen, in both runs. */
static bool is_stop_seen(const Lens *l, int stop)
{
    const Lens now = l->run == align_now(l->align) ? *l : lens_other(l);
    return lens_compares(&now, stop);
}

const char *changed_value(Arena *a, const Lens *l)
{
    const WhatIf *w = l->align ? l->whatif : NULL;
    for (int i = 0; w && w->several && i < w->variants; i++)
        if (w->variant[i].run == align_now(l->align))
            return arena_format(a, "with %s, value %d of %d", w->variant[i].value, i + 1,
                                w->variants);
    return NULL;
}

/* --- where a change ends -------------------------------------------------------------------------- */

/* Numbers that are written in the code. */
static bool is_typed(const Run *run, const Stop *stop)
{
    return stop->kind == STOP_TENSOR && stop->step >= 0 && stop->tensor->count > 1 &&
           qkv_is_float(stop->tensor->dtype) && run->tape->step[stop->step].call.op->is_typed;
}

/* Tells whether two tensors have the same rows and columns, by their labels. */
static bool same_places(const QkvTensor *a, const QkvTensor *b)
{
    bool labelled = false, same = a->dtype == b->dtype && qkv_tensor_same_shape(a, b);
    for (int d = 0; d < a->rank && same; d++)
        for (int64_t i = 0; i < a->size[d] && same; i++) {
            const char *label = qkv_tensor_label(a, d, i, 0);
            labelled = labelled || label;
            same = same_text(label, qkv_tensor_label(b, d, i, 0));
        }
    return same && labelled;
}

/* Tells whether a result before a stop is made another by the changes, and has the rows and columns of what the stop shows:
 * that was typed in its place. */
static bool stands_for_changed(Align *k, int stop)
{
    const Run *run = align_now(k);
    for (int i = stop - 1; i >= 0; i--) {
        const Stop *s = &run->stop[i];
        if (s->detail <= DETAIL_NORMAL && s->kind == STOP_TENSOR && s->step >= 0 &&
            same_places(s->tensor, run->stop[stop].tensor) && !is_typed(run, s) &&
            align_differs(k, i))
            return true;
    }
    return false;
}

/* Tells whether what is first made of a tensor is the same in both runs. */
static bool leads_to_the_same(Align *k, int stop)
{
    const Run *run = align_now(k);
    for (int i = stop + 1; i < run->stops; i++) {
        const Stop *s = &run->stop[i];
        const QkvCall *c = s->kind == STOP_TENSOR && s->step >= 0 ? &run->tape->step[s->step].call
                                                                  : NULL;
        for (int n = 0; c && n < c->count; n++)
            if (c->in[n] == run->stop[stop].tensor)
                return !align_differs(k, i);
    }
    return false;
}

/* Tells whether the changes end at a stop: its numbers are typed in, in the place of a result that they make another. *on is
 * the stop at which they go on; -1: none. */
static bool is_end(Align *k, int stop, int *on)
{
    const Run *run = align_now(k);
    if (!is_typed(run, &run->stop[stop]) || align_stop(k, run, stop) < 0 ||
        align_state(k, stop) != ROW_SAME || !stands_for_changed(k, stop) ||
        !leads_to_the_same(k, stop))
        return false;
    *on = -1;
    for (int i = stop + 1; i < run->stops && *on < 0; i++)
        if (run->stop[i].detail <= DETAIL_NORMAL && align_differs(k, i))
            *on = i;
    return true;
}

/* A class is not told: it would learn which of the results that it does not see differ. */
const char *changed_end(Arena *a, const Lens *l, int stop, const char *where)
{
    int on;
    Align *k = l->align;
    const Run *run = align_now(k);
    if (!lens_shows_all(l) || !is_end(k, stop, &on))
        return NULL;
    const char *name = run->stop[stop].name ? run->stop[stop].name : "this";
    const char *goes_on = on < 0 ? ""
                                 : arena_format(a, " and goes on in stage %d",
                                                run_stage_of_stop(run, &run->stop[on]));
    return arena_format(a, "%s is typed in: the change ends %s%s", name, where, goes_on);
}

static const char *told_of_row(Arena *a, const CompareRow *row)
{
    Buf text = {.arena = a};
    report_state(&text, row, false);
    return buf_text(&text);
}

const char *changed_numbers(Arena *a, const Lens *l, int stop)
{
    Align *k = l->align;
    const WhatIf *w = l->whatif;
    const Stop *now = &align_now(k)->stop[stop];
    if (w && w->on == 0)
        return w->lines == 1 ? "The change is switched off." : "All changes are switched off.";
    if (!is_stop_seen(l, stop))
        return NULL;
    switch (align_state(k, stop)) {
    case ROW_SAME:
        if (now->kind == STOP_LINE)
            return NULL;
        if (w && changed_end(a, l, stop, "here"))
            return arena_format(a, "%s.", changed_end(a, l, stop, "here"));
        if (changed_value(a, l))
            return arena_format(a, "The same %s, as without the changes.", changed_value(a, l));
        return w ? "The same as without the changes." : "The same in both.";
    case ROW_RIGHT:
        return w ? "Without the changes there is no such result." : "Only the second has this.";
    case ROW_BITS:
        return "Only digits that are not printed differ.";
    case ROW_TEXT:
    case ROW_KIND:
        return w ? "This text is different without the changes." : "This text is different there.";
    default:
        return told_of_row(a, align_shown(k, stop));
    }
}

int64_t changed_count(const Lens *l, int stage)
{
    Align *k = l->align;
    const Run *run = align_now(k);
    int64_t count = 0;
    for (int i = run->stage_stop[stage]; i < run->stage_stop[stage + 1]; i++) {
        const Stop *stop = &run->stop[i];
        if (stop->detail > DETAIL_NORMAL || !align_differs(k, i) || !is_stop_seen(l, i))
            continue;
        bool is_cells = stop->kind == STOP_TENSOR;
        const CompareRow *row = is_cells ? align_shown(k, i) : NULL;
        count += row && row->state == ROW_CELLS ? row->differ : 1;
    }
    return count;
}

/* --- the largest of a row ------------------------------------------------------------------------- */

/* The column of the largest number of a row; -1 where none is larger than all others. */
static int64_t winner(const Lens *l, const QkvTensor *t, int64_t row)
{
    int64_t cols = matrix_cols(t), best = -1;
    double most = -(double)INFINITY;
    for (int64_t c = 0; c < cols; c++) {
        double x = lens_value(l, t, row * cols + c);
        if (isnan(x))
            return -1;
        if (x > most)
            best = c;
        else if (x == most)
            best = -1;
        most = fmax(x, most);
    }
    return best;
}

static bool is_named(const QkvTensor *t, int axis, const char *name)
{
    return t->axis[axis].name && strcmp(t->axis[axis].name, name) == 0;
}

/* The labels of a cell's row and column. */
static const char *name_at(Arena *a, const QkvTensor *t, int axis, int64_t cell)
{
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, cell, at);
    return matrix_index_name(a, t, axis, at[axis], cell);
}

static void put_move(Buf *out, Arena *a, const QkvTensor *was, const QkvTensor *t, int64_t row,
                     int64_t before, int64_t now)
{
    int last = t->rank - 1;
    int64_t first = row * matrix_cols(t);
    const char *to = name_at(a, t, last, first + now),
               *from = name_at(a, was, last, first + before);
    const char *name = name_at(a, t, last - 1, first);
    for (int d = 0; d < last - 1; d++)
        if (t->size[d] > 1)
            buf_printf(out, "%s %s: ", matrix_axis_name(t, d), name_at(a, t, d, first));
    if (is_named(t, last, "key") && is_named(t, last - 1, "query"))
        buf_printf(out, "%s now looks most at %s (before: %s)", name, to, from);
    else
        buf_printf(out, "row %s is now largest at %s (before: %s)", name, to, from);
}

const char *changed_winners(Arena *a, const Lens *l, int stop)
{
    enum { TOLD = 2 };
    Align *k = l->align;
    const Stop *shown = &align_now(k)->stop[stop];
    if (shown->kind != STOP_TENSOR || shown->step < 0 || shown->tensor->rank < 2 ||
        align_state(k, stop) != ROW_CELLS || shown->tensor->dtype == QKV_BOOL ||
        !is_stop_seen(l, stop))
        return NULL;
    const CompareRow *row = align_shown(k, stop);
    const QkvTensor *before = row->a->tensor, *now = row->b->tensor;
    const Lens other = lens_other(l);
    const Lens *of_now = l->run == align_now(k) ? l : &other, *of_before = of_now == l ? &other : l;
    int64_t rows = now->count / matrix_cols(now), moved = 0;
    Buf text = {.arena = a};
    for (int64_t r = 0; r < rows; r++) {
        int64_t was = winner(of_before, before, r), is = winner(of_now, now, r);
        if (was < 0 || is < 0 || was == is || moved++ >= TOLD)
            continue;
        buf_puts(&text, text.length ? ", " : "");
        put_move(&text, a, before, now, r, was, is);
    }
    if (moved > TOLD)
        buf_printf(&text, ", and %lld more row%s", (long long)(moved - TOLD), plural(moved - TOLD));
    return moved > 0 ? buf_text(&text) : NULL;
}
