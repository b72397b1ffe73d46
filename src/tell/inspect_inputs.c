/* The tab "inputs" of a number: the cells that are written in the lesson or drawn, and how often each goes into
 * it. Counted from the number back to them: a cell goes in as often as all the cells that it is a term of. */
#include <string.h>

#include "base/common.h"
#include "tell/arithmetic.h"
#include "tell/explain_name.h"
#include "tell/facts.h"
#include "tell/inspect.h"

/* Of larger derivations the rest is not gone through. */
enum { MOST_TERMS = 4 << 20 };

/* The cells that a number is made of in the end, and how often each goes in. */
typedef struct Inputs {
    int steps; /* up to the one that made the number */
    /* Of each step the cells of its result: how often each goes in; NULL: none does. */
    double **times;
    bool *is_input; /* of each step: some of its cells are inputs               */
    int64_t cells;  /* how many cells are inputs                                 */
    bool is_cut;    /* there were too many terms to go through: there are more  */
} Inputs;

typedef struct InputsCount {
    Arena *a;
    Arena scratch; /* for the terms of one cell */
    const Lens *l;
    Inputs out;
    int64_t terms;
} InputsCount;

static const QkvCall *call_of(const Lens *l, int step)
{
    return &l->run->tape->step[step].call;
}

static void add(InputsCount *in, const QkvTensor *t, int64_t cell, double times)
{
    if (!in->out.times[t->step])
        in->out.times[t->step] = arena_many(in->a, (size_t)t->count, double);
    in->out.times[t->step][cell] += times;
}

/* Adds to a source of a cell; false where there is none, or a plain number. */
static bool add_source(InputsCount *in, const QkvCall *c, QkvSource s, double times)
{
    if (s.operand < 0 || c->in[s.operand]->step < 0)
        return false;
    add(in, c->in[s.operand], s.cell, times);
    return true;
}

/* From a cell to what it is made of: false where that is nothing that was made. */
static bool go_back(InputsCount *in, int step, int64_t cell)
{
    const QkvCall *c = call_of(in->l, step);
    ArenaMark mark = arena_mark(&in->scratch);
    QkvTerms terms = lens_terms(in->l, step, cell, &in->scratch);
    double times = in->out.times[step][cell];
    bool found = false, has_two = arithmetic_has_two(c, &terms);
    in->terms += terms.count;
    for (int64_t i = 0; i < terms.count; i++) {
        QkvTerm t = qkv_term(&terms, i);
        found = add_source(in, c, t.a, times) || found;
        found = (has_two && add_source(in, c, t.b, times)) || found;
    }
    arena_back(&in->scratch, mark);
    return found;
}

static void count_inputs(InputsCount *in, const QkvTensor *t, int64_t cell)
{
    Inputs *out = &in->out;
    add(in, t, cell, 1);
    for (int step = t->step; step >= 0; step--) {
        int64_t count = out->times[step] ? call_of(in->l, step)->out->count : 0;
        for (int64_t i = 0; i < count; i++) {
            if (out->times[step][i] == 0)
                continue;
            bool is_input = !out->is_cut && !go_back(in, step, i);
            out->is_input[step] = out->is_input[step] || is_input;
            out->cells += is_input;
            if (!is_input)
                out->times[step][i] = 0; /* made, and none of the inputs */
            out->is_cut = in->terms > MOST_TERMS;
        }
    }
}

static Inputs inputs_of(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell)
{
    InputsCount in = {.a = a, .l = l, .out.steps = t->step + 1};
    in.out.times = arena_many(a, (size_t)in.out.steps, double *);
    in.out.is_input = arena_many(a, (size_t)in.out.steps, bool);
    count_inputs(&in, t, cell);
    arena_release(&in.scratch);
    return in.out;
}

static const char *times_text(Arena *a, double times)
{
    return arena_format(a, times < 1e15 ? "%.0f time%s" : "%.3g time%s", times,
                        times == 1 ? "" : "s");
}

/* A count that is larger than integers are exact is told as far as it is. */
static void put_times(Fact *of, double times)
{
    if (times < 1e15)
        fact_whole(of, "times", (int64_t)times);
    else
        fact_real(of, "times", times);
}

/* A heading for the tensor; how many of its cells go in. */
static int64_t tell_tensor(Doc *d, const Lens *l, const Inputs *in, int step)
{
    const QkvTensor *t = call_of(l, step)->out;
    int64_t cells = 0;
    double all = 0;
    for (int64_t i = 0; i < t->count; i++) {
        cells += in->times[step][i] > 0;
        all += in->times[step][i];
    }
    doc_heading(d, arena_format(d->a, "%s: %lld of %lld number%s, %s, %s",
                                explain_name(d->a, l->run, t), (long long)cells,
                                (long long)t->count, plural(t->count), times_text(d->a, all),
                                explain_where(d->a, l->run, step)));
    return cells;
}

/* A row for each cell of the tensor that goes in, at most so many; returns how many. */
static int64_t tell_cells(Doc *d, const Lens *l, const Inputs *in, int step, int64_t most,
                          Fact *list)
{
    const QkvTensor *t = call_of(l, step)->out;
    int64_t cells = tell_tensor(d, l, in, step), rows = 0;
    for (int64_t i = 0; i < t->count && rows < most; i++) {
        if (in->times[step][i] == 0)
            continue;
        Buf number = {.arena = d->a};
        lens_marked(&number, l, t, i, NULL);
        doc_row(d, (Target){.kind = TARGET_NUMBER, .of = step, .cell = i}, "%s = %s\t%s",
                explain_cell(d->a, l->run, t, i), buf_text(&number),
                times_text(d->a, in->times[step][i]));
        Fact *f = fact_map(list, NULL);
        facts_cell(f, "cell", l, t, i);
        put_times(f, in->times[step][i]);
        rows++;
    }
    if (rows < cells)
        doc_row(d, (Target){0}, "... and %lld more", (long long)(cells - rows));
    return rows;
}

void inspect_inputs(const Inspect *x)
{
    enum { PAGE = 200 /* of each tensor */, ALL = 10000 };
    Arena arena = {0};
    Doc *d = x->d;
    const Lens *l = x->l;
    const Inputs in = inputs_of(&arena, l, x->t, x->cell);
    Buf number = {.arena = &arena};
    Fact *list = fact_list(d->facts, "inputs");
    int64_t told = 0;
    lens_marked(&number, l, x->t, x->cell, NULL);
    doc_note(d, "%s = %s%s %lld input%s; how often each goes in:",
             explain_cell(&arena, l->run, x->t, x->cell), buf_text(&number),
             in.is_cut ? " is too large to go through all of it: it has at least" : " is made of",
             (long long)in.cells, plural(in.cells));
    for (int step = 0; step < in.steps; step++)
        if (in.is_input[step])
            told += tell_cells(d, l, &in, step, list ? ALL - told : PAGE, list);
    fact_whole(d->facts, "left_out", in.cells - told);
    fact_truth(d->facts, "is_complete", !in.is_cut);
    arena_release(&arena);
}
