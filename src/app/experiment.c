#include "app/experiment.h"

#include <string.h>

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

/* Without changes there is no what-if. */
static bool turn_to(Experiment *x, const Run *run, ChangeList list, WhatIf **before, Err *err,
                    int *at)
{
    WhatIf *next = list.lines > 0 ? whatif_run(run, list.line, list.lines, err, at) : NULL;
    if (err->set)
        return false;
    *before = x->now;
    x->now = next;
    return true;
}

bool experiment_set(Experiment *x, const Run *run, ChangeList list, WhatIf **before, Err *err,
                    int *at)
{
    ChangeList last = experiment_list(&x->arena, x);
    if (!turn_to(x, run, list, before, err, at))
        return false;
    arena_push(&x->arena, x->list, x->past, last);
    return true;
}

bool experiment_undo(Experiment *x, const Run *run, WhatIf **before)
{
    Err err = {0};
    if (x->past == 0 || !turn_to(x, run, x->list[x->past - 1], before, &err, NULL))
        return false;
    x->past--;
    return true;
}

void experiment_renew(Experiment *x, const Run *run, WhatIf **before, Buf *lost)
{
    Arena a = {0};
    ChangeList old = experiment_list(&a, x), kept = experiment_list(&a, x);
    *before = x->now;
    x->now = NULL;
    x->past = 0;
    kept.lines = 0;
    for (int i = 0; i < old.lines; i++) {
        Err err = {0};
        kept.line[kept.lines++] = old.line[i];
        WhatIf *next = whatif_run(run, kept.line, kept.lines, &err, NULL);
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
