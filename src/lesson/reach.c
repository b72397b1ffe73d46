/* A single walk over the tape, forward: a cell is reached when one of its terms is. */
#include "lesson/reach.h"

#include <math.h>
#include <stdlib.h>

#include "lesson/align.h"
#include "lesson/change.h"
#include "lesson/placed.h"

enum { MOST_TERMS = 1 << 24, MOST_OF_STEP = 1 << 16 }; /* terms that are gone through */

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

/* Tells whether any cell of an operand is reached: if not, no cell of the result is. */
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

static bool is_cell(const QkvCall *c, QkvSource s, const QkvTensor *t, int64_t cell)
{
    return s.operand >= 0 && c->in[s.operand]->step == t->step && s.cell == cell;
}

Reached reach_next(Arena *a, const Run *run, int step, const QkvTensor *t, int64_t cell)
{
    const QkvCall *c = &run->tape->step[step].call;
    bool *own = arena_many(a, (size_t)c->out->count + 1, bool);
    int64_t terms = 0, cells = 0;
    Arena scratch = {0};
    for (int64_t i = 0; i < c->out->count && terms < MOST_OF_STEP; i++) {
        ArenaMark mark = arena_mark(&scratch);
        QkvTerms its = qkv_terms(c, i, &scratch);
        terms += its.count;
        for (int64_t k = 0; k < its.count && terms < MOST_OF_STEP && !own[i]; k++)
            own[i] = is_cell(c, qkv_term(&its, k).a, t, cell) ||
                     is_cell(c, qkv_term(&its, k).b, t, cell);
        cells += own[i];
        arena_back(&scratch, mark);
    }
    arena_release(&scratch);
    return terms < MOST_OF_STEP && cells > 0 ? (Reached){.cell = own, .cells = cells}
                                             : (Reached){0};
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

const char *reach_put(Arena *a, const Run *run, const QkvTensor *t, int64_t cell,
                      const char *number)
{
    Results results = results_of(a, run);
    const char *name = NULL;
    for (int i = 0; i < results.count; i++)
        if (results.item[i].kind == RESULT_TENSOR && results.item[i].step == t->step)
            name = results.item[i].name;
    if (!name || !*name)
        return NULL;
    Buf out = {.arena = a};
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, cell, at);
    buf_printf(&out, "%s[%s", name, t->rank ? "" : "...");
    for (int d = 0; d < t->rank; d++)
        buf_printf(&out, "%s%lld", d ? ", " : "", (long long)at[d]);
    buf_printf(&out, "] = %s", number);
    return buf_text(&out);
}

const char *reach_change(Arena *a, const Run *run, const QkvTensor *t, int64_t cell)
{
    Buf near = {.arena = a};
    put_near(&near, t, cell);
    return reach_put(a, run, t, cell, buf_text(&near));
}

/* Reads `from` in a run where a cell of t is x. */
static bool read_moved(const Run *run, const Run *moved, const ReachTry *try, const QkvTensor *from,
                       double *value)
{
    Align *pair = align_runs(run, moved);
    const QkvTensor *now = align_tensor(pair, run, from), *t = align_tensor(pair, run, try->t);
    bool is_there = now && t && qkv_tensor_same_shape(now, from) &&
                    qkv_tensor_same_shape(t, try->t) && qkv_tensor_at(t, try->cell) == try->to;
    *value = is_there ? reach_weigh(now, try->given) : 0;
    align_free(pair);
    return is_there;
}

double reach_weigh(const QkvTensor *t, const QkvTensor *weights)
{
    double sum = 0;
    for (int64_t i = 0; i < t->count; i++)
        sum += qkv_tensor_at(t, i) * (weights ? qkv_tensor_at(weights, i) : 1);
    return sum;
}

bool reach_try(const Run *run, ReachTry *try, const QkvTensor *from)
{
    Arena a = {0};
    Err err = {0};
    Change change;
    Lesson *lesson = NULL;
    const char *line = reach_put(&a, run, try->t, try->cell, try->number);
    double to = strtod(try->number, NULL);
    try->to = try->t->dtype == QKV_FLOAT64 ? to : (double)(float)to;
    if (line && change_parse(&a, run, line, &change, &err))
        lesson = lesson_changed(run->lesson, &change, 1, &err);
    Run *moved = lesson ? run_next(run, lesson) : NULL;
    bool found = moved && read_moved(run, moved, try, from, &try->value);
    run_free(moved);
    lesson_free(lesson);
    arena_release(&a);
    return found;
}

void reach_move(Reach *r, const Comparison *c)
{
    for (int i = 0; i < c->rows; i++) {
        const CompareRow *row = &c->row[i];
        if (row->a && row->b && row->state <= ROW_CELLS && row->a->step >= 0 &&
            row->a->kind == RESULT_TENSOR)
            r->step[row->a->step].moved = tensor_placed(&r->arena, row->b->tensor,
                                                        r->run->tape->step[row->a->step].call.out);
    }
}

double reach_distance(const Reach *r, int step, int64_t cell)
{
    const QkvTensor *moved = r->step[step].moved;
    return moved ? compare_distance(r->run->tape->step[step].call.out, moved, cell) : 0;
}
