/* One walk over the tape, forward: a cell is reached when one of its terms is. */
#include "lesson/reach.h"

#include <math.h>

enum { MOST_TERMS = 1 << 24 }; /* that are gone through */

/* --- the walk ------------------------------------------------------------------------------------- */

static bool is_reached(const Reach *r, const QkvCall *c, QkvSource s)
{
    int step = s.operand >= 0 ? c->in[s.operand]->step : -1;
    return step >= 0 && r->step[step].cell && r->step[step].cell[s.cell];
}

static bool uses(const Reach *r, const QkvCall *c, const QkvTerms *t)
{
    for (int64_t i = 0; i < t->count; i++)
        if (is_reached(r, c, qkv_term(t, i).a) || is_reached(r, c, qkv_term(t, i).b))
            return true;
    return false;
}

/* Whether any cell of an operand is reached: if not, no cell of the result is. */
static bool takes_any(const Reach *r, const QkvCall *c)
{
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->step >= 0 && r->step[c->in[i]->step].cells > 0)
            return true;
    return false;
}

/* Returns how many terms there were. */
static int64_t reach_step(Reach *r, int step, Arena *scratch)
{
    const QkvCall *c = &r->run->tape->step[step].call;
    bool *cell = arena_many(&r->arena, (size_t)c->out->count + 1, bool);
    int64_t cells = 0, terms = 0;
    for (int64_t i = 0; i < c->out->count && terms < MOST_TERMS; i++) {
        ArenaMark mark = arena_mark(scratch);
        QkvTerms t = qkv_terms(c, i, scratch);
        cell[i] = uses(r, c, &t);
        cells += cell[i];
        terms += t.count;
        arena_back(scratch, mark);
    }
    r->step[step] = (Reached){.cell = cells ? cell : NULL, .cells = cells};
    return terms;
}

Reach *reach_of(const Run *run, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0}, scratch = {0};
    Reach *r = arena_new(&arena, Reach);
    *r = (Reach){.arena = arena, .run = run, .from = t, .cell = cell};
    r->step = arena_many(&r->arena, (size_t)run->tape->count + 1, Reached);
    if (t->step < 0)
        return r;
    bool *own = arena_many(&r->arena, (size_t)t->count + 1, bool);
    own[cell] = true;
    r->step[t->step] = (Reached){.cell = own, .cells = 1};
    int64_t terms = 0;
    for (int i = t->step + 1; i < run->tape->count && terms < MOST_TERMS; i++)
        if (takes_any(r, &run->tape->step[i].call))
            terms += reach_step(r, i, &scratch);
    r->is_cut = terms >= MOST_TERMS;
    arena_release(&scratch);
    return r;
}

void reach_free(Reach *r)
{
    if (!r)
        return;
    Arena arena = r->arena;
    arena_release(&arena);
}

/* --- what moves ----------------------------------------------------------------------------------- */

/* A number near that of a cell, in few digits. What is not finite comes down to 0. */
static void put_near(Buf *out, const QkvTensor *t, int64_t cell)
{
    double x = qkv_tensor_at(t, cell);
    if (t->dtype == QKV_BOOL)
        buf_puts(out, x != 0 ? "False" : "True");
    else if (qkv_is_long(t->dtype))
        buf_printf(out, "%lld", (long long)t->data.i[cell] + 1);
    else
        buf_printf(out, "%.6g", isfinite(x) ? x + fmax(0.1, fabs(x) * 0.01) : 0);
}

const char *reach_change(Arena *a, const Run *run, const QkvTensor *t, int64_t cell)
{
    Results results = results_of(a, run);
    const char *name = NULL;
    for (int i = 0; i < results.count; i++)
        if (results.item[i].kind == RESULT_TENSOR && results.item[i].tensor == t)
            name = results.item[i].name;
    if (!name || !*name)
        return NULL;
    Buf out = {.arena = a};
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, cell, at);
    buf_printf(&out, "%s[%s", name, t->rank ? "" : "...");
    for (int d = 0; d < t->rank; d++)
        buf_printf(&out, "%s%lld", d ? ", " : "", (long long)at[d]);
    buf_puts(&out, "] = ");
    put_near(&out, t, cell);
    return buf_text(&out);
}

void reach_move(Reach *r, const Comparison *c)
{
    for (int i = 0; i < c->rows; i++) {
        const CompareRow *row = &c->row[i];
        if (row->a && row->b && row->state <= ROW_CELLS && row->a->step >= 0 &&
            row->a->kind == RESULT_TENSOR)
            r->step[row->a->step].moved = row->b->tensor;
    }
}

double reach_distance(const Reach *r, int step, int64_t cell)
{
    const QkvTensor *moved = r->step[step].moved;
    return moved ? compare_distance(r->run->tape->step[step].call.out, moved, cell) : 0;
}
