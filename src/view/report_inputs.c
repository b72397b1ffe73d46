/* The inputs of a number: the cells that are written in the lesson or drawn, and how often each goes into
 * it. Counted from the number back to them: a cell goes in as often as all the cells that it is a term of. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/arithmetic.h"
#include "view/explain.h"
#include "view/report.h"

/* Of larger derivations the rest is not gone through. */
enum { MOST_TERMS = 4 << 20 };

typedef struct Inputs {
    Arena *a;
    const Run *run;
    int decimals;
    double **times; /* of each step the cells of its result; NULL: none goes in */
    bool *is_input; /* of each step                                             */
    int64_t cells, terms;
    bool is_cut;
} Inputs;

static const QkvCall *call_of(const Inputs *in, int step)
{
    return &in->run->tape->step[step].call;
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
    Arena scratch = {0};
    const QkvCall *c = call_of(in, step);
    QkvTerms terms = qkv_terms(c, cell, &scratch);
    double times = in->times[step][cell];
    bool found = false, has_two = arithmetic_has_two(c, &terms);
    in->terms += terms.count;
    for (int64_t i = 0; i < terms.count; i++) {
        QkvTerm t = qkv_term(&terms, i);
        found = add_source(in, c, t.a, times) || found;
        found = (has_two && add_source(in, c, t.b, times)) || found;
    }
    arena_release(&scratch);
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

/* A line for the tensor; how many of its cells go in. */
static int64_t put_heading(Buf *out, Inputs *in, int step)
{
    const QkvTensor *t = call_of(in, step)->out;
    int64_t cells = 0;
    double all = 0;
    for (int64_t i = 0; i < t->count; i++) {
        cells += in->times[step][i] > 0;
        all += in->times[step][i];
    }
    buf_printf(out, "%s: %lld of %lld number%s, %s, %s\n", explain_name(in->a, in->run, t),
               (long long)cells, (long long)t->count, plural(t->count), times_text(in->a, all),
               explain_where(in->a, in->run, step));
    return cells;
}

/* A line for the tensor, and one for each of its cells that goes in. */
static void put_input(Buf *out, Inputs *in, int step, bool is_spoken)
{
    enum { MOST_LINES = 200, COLUMN = 26, GAP = 2 };
    const QkvTensor *t = call_of(in, step)->out;
    int64_t cells = put_heading(out, in, step), lines = 0;
    for (int64_t i = 0; i < t->count && lines < MOST_LINES; i++) {
        if (in->times[step][i] == 0)
            continue;
        Buf line = {.arena = in->a};
        buf_printf(&line, "  %s = ", explain_cell(in->a, in->run, t, i));
        arithmetic_value(&line, t, i, in->decimals);
        buf_puts(&line, is_spoken ? "," : "");
        buf_fill(&line, ' ', is_spoken ? 1 : max_int(GAP, COLUMN - utf8_columns(buf_text(&line))));
        buf_printf(out, "%s%s\n", buf_text(&line), times_text(in->a, in->times[step][i]));
        lines++;
    }
    if (lines < cells)
        buf_printf(out, "  ... and %lld more\n", (long long)(cells - lines));
}

static Inputs inputs_of(Arena *a, const Run *run, const QkvTensor *t, int64_t cell, int decimals)
{
    size_t steps = (size_t)t->step + 1;
    Inputs in = {.a = a, .run = run, .decimals = decimals};
    in.times = arena_many(a, steps, double *);
    in.is_input = arena_many(a, steps, bool);
    count_inputs(&in, t, cell);
    return in;
}

/* How many they are together. */
static void put_all(Buf *out, const Inputs *in, const QkvTensor *t, int64_t cell)
{
    buf_printf(out, "%s = ", explain_cell(in->a, in->run, t, cell));
    arithmetic_value(out, t, cell, in->decimals);
    buf_puts(out, in->is_cut ? " takes too much to go through all of it: at least" : " is made of");
    buf_printf(out, " %lld input%s; how often each goes in:\n", (long long)in->cells,
               plural(in->cells));
}

void report_inputs(Buf *out, const Run *run, const QkvTensor *t, int64_t cell, int decimals)
{
    Arena arena = {0};
    Inputs in = inputs_of(&arena, run, t, cell, decimals);
    put_all(out, &in, t, cell);
    for (int step = 0; step <= t->step; step++)
        if (in.is_input[step]) {
            buf_putc(out, '\n');
            put_input(out, &in, step, false);
        }
    arena_release(&arena);
}

bool report_inputs_group(Buf *out, const Run *run, const QkvTensor *t, int64_t cell, int decimals,
                         const char *group)
{
    Arena arena = {0};
    Inputs in = inputs_of(&arena, run, t, cell, decimals);
    const char *first = NULL;
    bool is_any = !*group;
    if (is_any)
        put_all(out, &in, t, cell);
    for (int step = 0; step <= t->step; step++) {
        const char *name = in.is_input[step] ? explain_name(&arena, run, call_of(&in, step)->out)
                                             : NULL;
        bool is_it = name && strcmp(name, group) == 0;
        first = first ? first : name;
        is_any = is_any || is_it;
        if (is_it)
            put_input(out, &in, step, true);
        else if (name && !*group)
            put_heading(out, &in, step);
    }
    if (first && !*group)
        buf_printf(out, "inspect inputs %s tells the numbers of one of them.\n", first);
    arena_release(&arena);
    return is_any;
}
