#include "view/memo.h"

#include <stdlib.h>

#include "base/err.h"

struct Memo {
    const Run *run;
    Arena ranges; /* what `range` points to                                            */
    const NumberRange **range; /* per step; NULL until asked for                       */
    Arena terms;               /* of one cell                                          */
    int step;                  /* -1: of none                                          */
    int64_t cell;
    Terms known;
};

Memo *memo_new(void)
{
    Memo *m = calloc(1, sizeof *m);
    if (!m)
        base_die("out of memory: a memo");
    m->step = -1;
    return m;
}

static void forget(Memo *m)
{
    arena_release(&m->ranges);
    arena_release(&m->terms);
    m->range = NULL;
    m->step = -1;
}

void memo_free(Memo *m)
{
    if (m)
        forget(m);
    free(m);
}

static void turn_to(Memo *m, const Run *run)
{
    if (m->run == run)
        return;
    forget(m);
    m->run = run;
    m->range = arena_many(&m->ranges, (size_t)run->tape->count, const NumberRange *);
}

NumberFormat memo_format(Memo *m, const Run *run, const Tensor *t, int decimals)
{
    if (!m || t->step < 0 || t->dtype == DTYPE_BOOL)
        return number_format(t, decimals);
    turn_to(m, run);
    if (!m->range[t->step]) {
        NumberRange *range = arena_new(&m->ranges, NumberRange);
        *range = number_range(t);
        m->range[t->step] = range;
    }
    return number_format_of(m->range[t->step], t->dtype, decimals);
}

Terms memo_terms(Memo *m, const Run *run, int step, int64_t cell, Arena *a)
{
    const Call *call = &run->tape->step[step].call;
    if (!m)
        return op_terms(call, cell, a);
    turn_to(m, run);
    if (m->step != step || m->cell != cell) {
        arena_release(&m->terms);
        m->known = op_terms(call, cell, &m->terms);
        m->step = step;
        m->cell = cell;
    }
    return m->known;
}
