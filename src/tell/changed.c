#include "tell/changed.h"

#include <math.h>
#include <string.h>

#include "base/common.h"
#include "tell/axes.h"
#include "tell/number.h"
#include "tell/report.h"

/* --- how many ------------------------------------------------------------------------------------- */

/* Tells whether all of what a stop of the run with the changes shows is seen, in both runs. */
static bool is_seen(const Lens *l, int stop)
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
    if (!is_seen(l, stop))
        return NULL;
    switch (align_state(k, stop)) {
    case ROW_SAME:
        if (now->kind == STOP_LINE)
            return NULL;
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
        if (stop->detail > DETAIL_NORMAL || !align_differs(k, i) || !is_seen(l, i))
            continue;
        bool is_cells = stop->kind == STOP_TENSOR;
        const CompareRow *row = is_cells ? align_shown(k, i) : NULL;
        count += row && row->state == ROW_CELLS ? row->differ : 1;
    }
    return count;
}

/* --- the largest of a row ------------------------------------------------------------------------- */

/* The column of the largest number of a row; -1 where none is larger than all others. */
static int64_t winner(const QkvTensor *t, int64_t row)
{
    int64_t cols = matrix_cols(t), best = -1;
    double most = -(double)INFINITY;
    for (int64_t c = 0; c < cols; c++) {
        double x = qkv_tensor_at(t, row * cols + c);
        if (isnan(x))
            return -1;
        best = x > most ? c : x == most ? -1 : best;
        most = x > most ? x : most;
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

static void put_move(Buf *out, Arena *a, const QkvTensor *t, int64_t row, int64_t before,
                     int64_t now)
{
    int last = t->rank - 1;
    int64_t first = row * matrix_cols(t);
    const char *to = name_at(a, t, last, first + now), *from = name_at(a, t, last, first + before);
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
        align_state(k, stop) != ROW_CELLS || shown->tensor->dtype == QKV_BOOL || !is_seen(l, stop))
        return NULL;
    const CompareRow *row = align_shown(k, stop);
    const QkvTensor *before = row->a->tensor, *now = row->b->tensor;
    int64_t rows = now->count / matrix_cols(now), moved = 0;
    Buf text = {.arena = a};
    for (int64_t r = 0; r < rows; r++) {
        int64_t was = winner(before, r), is = winner(now, r);
        if (was < 0 || is < 0 || was == is || moved++ >= TOLD)
            continue;
        buf_puts(&text, text.length ? ", " : "");
        put_move(&text, a, now, r, was, is);
    }
    if (moved > TOLD)
        buf_printf(&text, ", and %lld more row%s", (long long)(moved - TOLD), plural(moved - TOLD));
    return moved > 0 ? buf_text(&text) : NULL;
}
