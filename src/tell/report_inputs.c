/* The inputs of a number: the cells that are written in the lesson or drawn, and how often each goes into
 * it. Counted from the number back to them: a cell goes in as often as all the cells that it is a term of. */
#include <string.h>

#include "base/common.h"
#include "tell/arithmetic.h"
#include "tell/explain_name.h"
#include "tell/report.h"

/* Of larger derivations the rest is not gone through. */
enum { MOST_TERMS = 4 << 20 };

typedef struct Inputs {
    Arena *a;
    Arena scratch; /* for the terms of one cell */
    const Lens *l;
    double **times; /* of each step the cells of its result; NULL: none goes in */
    bool *is_input; /* of each step                                             */
    int64_t cells, terms;
    bool is_cut;
} Inputs;

static const QkvCall *call_of(const Inputs *in, int step)
{
    return &in->l->run->tape->step[step].call;
}

static void add(Inputs *in, const QkvTensor *t, int64_t cell, double times)
{
    if (!in->times[t->step])
        in->times[t->step] = arena_many(in->a, (size_t)t->count, double);
    in->times[t->step][cell] += times;
}

/* Adds to a source of a cell; false where there is none, or a plain number. */
static bool add_source(Inputs *in, const QkvCall *c, QkvSource s, double times)
{
    if (s.operand < 0 || c->in[s.operand]->step < 0)
        return false;
    add(in, c->in[s.operand], s.cell, times);
    return true;
}

/* From a cell to what it is made of: false where that is nothing that was made. */
static bool go_back(Inputs *in, int step, int64_t cell)
{
    const QkvCall *c = call_of(in, step);
    ArenaMark mark = arena_mark(&in->scratch);
    QkvTerms terms = lens_terms(in->l, step, cell, &in->scratch);
    double times = in->times[step][cell];
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

static void count_inputs(Inputs *in, const QkvTensor *t, int64_t cell)
{
    add(in, t, cell, 1);
    for (int step = t->step; step >= 0; step--) {
        int64_t count = in->times[step] ? call_of(in, step)->out->count : 0;
        for (int64_t i = 0; i < count; i++) {
            if (in->times[step][i] == 0)
                continue;
            bool is_input = !in->is_cut && !go_back(in, step, i);
            in->is_input[step] = in->is_input[step] || is_input;
            in->cells += is_input;
            if (!is_input)
                in->times[step][i] = 0; /* made, and none of the inputs */
            in->is_cut = in->terms > MOST_TERMS;
        }
    }
}

static const char *times_text(Arena *a, double times)
{
    return arena_format(a, times < 1e15 ? "%.0f time%s" : "%.3g time%s", times,
                        times == 1 ? "" : "s");
}

/* A heading for the tensor; how many of its cells go in. */
static int64_t tell_tensor(Doc *d, Inputs *in, int step)
{
    const QkvTensor *t = call_of(in, step)->out;
    int64_t cells = 0;
    double all = 0;
    for (int64_t i = 0; i < t->count; i++) {
        cells += in->times[step][i] > 0;
        all += in->times[step][i];
    }
    doc_heading(d, arena_format(d->a, "%s: %lld of %lld number%s, %s, %s",
                                explain_name(in->a, in->l->run, t), (long long)cells,
                                (long long)t->count, plural(t->count), times_text(in->a, all),
                                explain_where(in->a, in->l->run, step)));
    return cells;
}

/* A row for each of its cells that goes in. */
static void tell_cells(Doc *d, Inputs *in, int step)
{
    enum { MOST_LINES = 200 };
    const QkvTensor *t = call_of(in, step)->out;
    int64_t cells = tell_tensor(d, in, step), lines = 0;
    for (int64_t i = 0; i < t->count && lines < MOST_LINES; i++) {
        if (in->times[step][i] == 0)
            continue;
        Buf number = {.arena = in->a};
        lens_marked(&number, in->l, t, i, NULL);
        doc_row(d, (Target){.kind = TARGET_NUMBER, .of = step, .cell = i}, "%s = %s\t%s",
                explain_cell(in->a, in->l->run, t, i), buf_text(&number),
                times_text(in->a, in->times[step][i]));
        lines++;
    }
    if (lines < cells)
        doc_row(d, (Target){0}, "... and %lld more", (long long)(cells - lines));
}

void report_inputs(Doc *d, const Lens *l, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0};
    size_t steps = (size_t)t->step + 1;
    Inputs in = {.a = &arena, .l = l};
    in.times = arena_many(&arena, steps, double *);
    in.is_input = arena_many(&arena, steps, bool);
    count_inputs(&in, t, cell);
    Buf number = {.arena = &arena};
    lens_marked(&number, l, t, cell, NULL);
    doc_note(d, "%s = %s%s %lld input%s; how often each goes in:",
             explain_cell(&arena, l->run, t, cell), buf_text(&number),
             in.is_cut ? " is too large to go through all of it: it has at least" : " is made of",
             (long long)in.cells, plural(in.cells));
    for (int step = 0; step <= t->step; step++)
        if (in.is_input[step])
            tell_cells(d, &in, step);
    arena_release(&in.scratch);
    arena_release(&arena);
}
