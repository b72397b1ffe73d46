/* Where a number comes from, all the way back: a line for each cell, its sources indented under it.
 * Copies (a transposed or cut tensor without a name) are passed through; the cell that was asked for is told
 * if it has another name. */
#include <string.h>

#include "base/common.h"
#include "tell/arithmetic.h"
#include "tell/explain_name.h"
#include "tell/report.h"

/* A cell that has its line. */
typedef struct ToldCell {
    const QkvTensor *t;
    int64_t cell;
} ToldCell;

typedef struct WhyWriter {
    Arena *a;
    WhyTree out;
    const Lens *l;
    int most, depth; /* lines that are left to the branch in hand */
    int told;
    ToldCell *tell;
} WhyWriter;

static const QkvCall *call_of(const WhyWriter *w, const QkvTensor *t)
{
    return &w->l->run->tape->step[t->step].call;
}

/* --- lines ---------------------------------------------------------------------------------------- */

static void add_line(WhyWriter *w, const QkvTensor *t, int64_t cell, const QkvTerms *terms,
                     bool is_above)
{
    enum { MOST_TERMS = 8 };
    Buf name = {.arena = w->a}, text = {.arena = w->a};
    Arithmetic told = {.a = w->a, .l = w->l, .most = MOST_TERMS, .to = &text};
    buf_printf(&name, "%s = ", explain_cell(w->a, w->l->run, t, cell));
    lens_marked(&name, w->l, t, cell, NULL);
    if (is_above)
        buf_puts(&text, "(see above)");
    else
        arithmetic(&told, t, cell, terms);
    WhyLine line = {.depth = w->depth,
                    .step = t->step,
                    .cell = cell,
                    .name = buf_text(&name),
                    .text = buf_text(&text),
                    .is_above = is_above};
    arena_push(w->a, w->out.line, w->out.lines, line);
}

/* Tells whether a cell has a line; from now on it has. */
static bool is_told(WhyWriter *w, const QkvTensor *t, int64_t cell)
{
    for (int i = 0; i < w->told; i++)
        if (w->tell[i].t == t && w->tell[i].cell == cell)
            return true;
    arena_push(w->a, w->tell, w->told, ((ToldCell){t, cell}));
    return false;
}

static void tell(WhyWriter *w, const QkvTensor *t, int64_t cell);

/* The lines end at `most`, and `left` branches come after this one: one line is kept for each. */
static void tell_source(WhyWriter *w, const QkvCall *c, QkvSource s, int64_t left, int most)
{
    int64_t cell;
    const QkvTensor *t = arithmetic_origin(w->a, w->l->run, c, s, &cell);
    w->most = (int)clamp_int64(most - left, min_int(w->out.lines + 1, most), most);
    if (t)
        tell(w, t, cell);
    w->most = most;
}

/* How many sides of a term were made, and are no plain numbers of the code. */
static int sides_made(const QkvCall *c, QkvTerm t)
{
    return (t.a.operand >= 0 && c->in[t.a.operand]->step >= 0) +
           (t.b.operand >= 0 && c->in[t.b.operand]->step >= 0);
}

static void tell(WhyWriter *w, const QkvTensor *t, int64_t cell)
{
    if (w->out.lines >= w->most || w->depth > WHY_ALL) {
        w->out.left_out++;
        return;
    }
    QkvTerms terms = lens_terms(w->l, t->step, cell, w->a);
    bool is_above = is_told(w, t, cell) && terms.count > 0;
    add_line(w, t, cell, &terms, is_above);
    if (is_above)
        return;
    bool has_two = arithmetic_has_two(call_of(w, t), &terms);
    bool is_pair = has_two && terms.count > 0 && qkv_term(&terms, 0).b.operand >= 0;
    int64_t left = terms.count * (1 + is_pair) - 1;
    int most = w->most;
    w->depth++;
    for (int64_t i = 0; i < terms.count; i++, left -= 1 + is_pair) {
        if (w->out.lines >= most &&
            !terms.term) { /* on a walk all terms are of the same operands */
            w->out.left_out += (terms.count - i) * sides_made(call_of(w, t), qkv_term(&terms, i));
            break;
        }
        tell_source(w, call_of(w, t), qkv_term(&terms, i).a, left, most);
        if (has_two)
            tell_source(w, call_of(w, t), qkv_term(&terms, i).b, left - is_pair, most);
    }
    w->depth--;
}

WhyTree report_why(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell, int lines)
{
    WhyWriter w = {.a = a, .l = l, .most = lines};
    if (t->step >= 0) {
        int64_t from = cell;
        const QkvTensor *copied = arithmetic_copied(a, l->run, t, &from);
        bool is_same = strcmp(explain_cell(a, l->run, t, cell),
                              explain_cell(a, l->run, copied, from)) == 0;
        tell(&w, is_same ? copied : t, is_same ? from : cell);
    }
    return w.out;
}
