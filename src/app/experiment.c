#include "app/experiment.h"

#include <string.h>

#include "core/print.h"

static ChangeList copy_of(Arena *a, ChangeList list)
{
    ChangeList copy = {list.lines, arena_many(a, (size_t)list.lines + 1, ChangeLine)};
    for (int i = 0; i < list.lines; i++)
        copy.line[i] = (ChangeLine){arena_string(a, list.line[i].text), list.line[i].is_off};
    return copy;
}

ChangeList experiment_list(Arena *a, const Experiment *x)
{
    ChangeList list = {0};
    if (x->now)
        list = (ChangeList){x->now->lines, x->now->line};
    return copy_of(a, list);
}

/* Whether the last change is a new one, and the same as that which is made before it. */
static bool is_made(const Experiment *x, ChangeList list)
{
    int before = list.lines - 2;
    while (before >= 0 && list.line[before].is_off)
        before--;
    return list.lines > (x->now ? x->now->lines : 0) && before >= 0 &&
           strcmp(list.line[before].text, list.line[list.lines - 1].text) == 0;
}

/* Without changes there is no what-if. */
static bool turn_to(Experiment *x, const Run *run, ChangeList list, WhatIf **before, Err *err)
{
    if (is_made(x, list))
        return err_set(err, (Loc){0}, "this change is made already");
    WhatIf *next = list.lines > 0 ? whatif_run(run, list.line, list.lines, err) : NULL;
    if (err->set)
        return false;
    *before = x->now;
    x->now = next;
    return true;
}

bool experiment_set(Experiment *x, const Run *run, ChangeList list, WhatIf **before, Err *err)
{
    ChangeList last = experiment_list(&x->arena, x);
    if (!turn_to(x, run, list, before, err))
        return false;
    arena_push(&x->arena, x->list, x->past, last);
    return true;
}

static bool is_now(const Experiment *x, ChangeList list)
{
    bool same = list.lines == (x->now ? x->now->lines : 0);
    for (int i = 0; same && i < list.lines; i++)
        same = list.line[i].is_off == x->now->line[i].is_off &&
               strcmp(list.line[i].text, x->now->line[i].text) == 0;
    return same;
}

bool experiment_undo(Experiment *x, const Run *run, WhatIf **before)
{
    while (x->past > 0) {
        Err err = {0};
        ChangeList last = x->list[--x->past];
        if (!is_now(x, last) && turn_to(x, run, last, before, &err)) {
            x->is_undone = true;
            return true;
        }
    }
    return false;
}

static const ChangeLine *line_of(const WhatIf *w, int i)
{
    return w && i < w->lines ? &w->line[i] : NULL;
}

void experiment_tell_undone(Buf *out, const WhatIf *before, const WhatIf *now)
{
    for (int i = 0;; i++) {
        const ChangeLine *was = line_of(before, i), *is = line_of(now, i);
        if (!was && !is)
            return;
        bool is_same = was && is && strcmp(was->text, is->text) == 0;
        if (is_same && was->is_off == is->is_off)
            continue;
        if (is_same)
            buf_printf(out, "%s is %s again. ", is->text, is->is_off ? "off" : "on");
        else if (is) /* it was deleted, or written anew */
            buf_printf(out, "%s is back. ", is->text);
        else
            buf_printf(out, "%s is taken back. ", was->text);
        if (!is_same)
            return; /* those after it have moved */
    }
}

void experiment_renew(Experiment *x, const Run *run, WhatIf **before, Buf *lost)
{
    Arena a = {0};
    ChangeList old = experiment_list(&a, x), kept = experiment_list(&a, x);
    *before = x->now;
    x->now = NULL;
    kept.lines = 0;
    for (int i = 0; i < old.lines; i++) {
        Err err = {0};
        kept.line[kept.lines++] = old.line[i];
        WhatIf *next = whatif_run(run, kept.line, kept.lines, &err);
        if (next) {
            whatif_free(x->now);
            x->now = next;
        } else {
            kept.lines--;
            buf_printf(lost, " Gone is %s: %s.", old.line[i].text, err.message);
        }
    }
    arena_release(&a);
}

void experiment_release(Experiment *x)
{
    whatif_free(x->now);
    arena_release(&x->arena);
    *x = (Experiment){0};
}

static void put_expectation(Buf *out, const Result *r)
{
    buf_printf(out, "\n```expect %s\n", r->name);
    print_tensor(out, r->tensor, &print_default);
    buf_puts(out, "\n```\n");
}

/* Whether a name means this result to the end: it can be expected there. */
static bool is_kept(const Comparison *c, const CompareRow *row)
{
    bool is_tensor = row->b && row->b->kind == RESULT_TENSOR && *row->b->name;
    for (const CompareRow *later = row + 1; is_tensor && later < c->row + c->rows; later++)
        if (later->b && strcmp(later->b->name, row->b->name) == 0)
            return false;
    return is_tensor && !strchr(row->b->name, '.');
}

void experiment_write(Buf *out, const Experiment *x, const char *title)
{
    const WhatIf *w = x->now;
    const Result *first = NULL, *last = NULL;
    buf_printf(out, "```what-if%s%s\n", *title ? " " : "", title);
    for (int i = 0; w && i < w->lines; i++)
        if (!w->line[i].is_off)
            buf_printf(out, "%s\n", w->line[i].text);
    buf_puts(out, "```\n");
    const Comparison *c = w && !w->several ? align_comparison(w->variant->align) : NULL;
    for (int i = 0; c && i < c->rows; i++)
        if (c->row[i].state == ROW_CELLS && is_kept(c, &c->row[i])) {
            first = first ? first : c->row[i].b;
            last = c->row[i].b;
        }
    if (first)
        put_expectation(out, first);
    if (last != first)
        put_expectation(out, last);
}
