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

/* True when the last change is a new one, and the same as that which is made before it. */
static bool is_made(const Experiment *x, ChangeList list)
{
    int before = list.lines - 2;
    while (before >= 0 && list.line[before].is_off)
        before--;
    return list.lines > (x->now ? x->now->lines : 0) && before >= 0 &&
           strcmp(list.line[before].text, list.line[list.lines - 1].text) == 0;
}

bool experiment_set(Experiment *x, const Run *run, ChangeList list, WhatIf **before, Err *err)
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
    *x = (Experiment){0};
}

static void put_expectation(Buf *out, const Result *r)
{
    buf_printf(out, "\n```expect %s\n", r->name);
    print_tensor(out, r->tensor, &print_default);
    buf_puts(out, "\n```\n");
}

/* True when a name means this result to the end: it can be expected there. */
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
