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

ChangeList experiment_list(Arena *a, const WhatIf *w)
{
    return copy_of(a, w ? (ChangeList){w->lines, w->line} : (ChangeList){0});
}

/* True when the last change is a new one, and the same as that which is made before it. */
static bool is_made(const WhatIf *w, ChangeList list)
{
    int before = list.lines - 2;
    while (before >= 0 && list.line[before].is_off)
        before--;
    return list.lines > (w ? w->lines : 0) && before >= 0 &&
           strcmp(list.line[before].text, list.line[list.lines - 1].text) == 0;
}

WhatIf *experiment_make(const WhatIf *was, const Run *run, ChangeList list, Err *err)
{
    if (is_made(was, list))
        err_set(err, (Loc){0}, "this change is made already");
    return !err->set && list.lines > 0 ? whatif_run(run, list.line, list.lines, err) : NULL;
}

WhatIf *experiment_renew(const WhatIf *was, const Run *run, Buf *lost)
{
    Arena a = {0};
    ChangeList old = experiment_list(&a, was), kept = experiment_list(&a, was);
    WhatIf *now = NULL;
    kept.lines = 0;
    for (int i = 0; i < old.lines; i++) {
        Err err = {0};
        kept.line[kept.lines++] = old.line[i];
        WhatIf *next = whatif_run(run, kept.line, kept.lines, &err);
        if (next) {
            whatif_free(now);
            now = next;
        } else {
            kept.lines--;
            buf_printf(lost, " Gone is %s: %s.", old.line[i].text, err.message);
        }
    }
    arena_release(&a);
    return now;
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

void experiment_write(Buf *out, const WhatIf *w, const char *title)
{
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
