/* Where a number comes from, all the way back: a line for each cell, its sources indented under it.
 * Copies (a transposed or cut tensor without a name) are passed through. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/number.h"
#include "view/report.h"

/* A cell that has its line. */
typedef struct Told {
    const QkvTensor *t;
    int64_t cell;
} Told;

typedef struct Tree {
    Arena a;
    Buf *out;
    const Run *run;
    int lines, most, depth;
    int told;
    Told *tell;
    int64_t left_out; /* cells that no line was left for */
} Tree;

enum { DEEPEST = 24 };

static const QkvCall *call_of(const Tree *w, const QkvTensor *t)
{
    return &w->run->tape->step[t->step].call;
}

/* --- the arithmetic of a line --------------------------------------------------------------------- */

static void put_value(Buf *out, const QkvTensor *t, int64_t cell)
{
    double x = qkv_tensor_at(t, cell);
    if (t->dtype == QKV_BOOL)
        buf_puts(out, x != 0 ? "True" : "False");
    else
        number_short(out, x, NUMBER_DECIMALS);
}

static void put_operand(Buf *out, const QkvCall *c, QkvSource s)
{
    bool bracket = qkv_tensor_at(c->in[s.operand], s.cell) < 0;
    buf_puts(out, bracket ? "(" : "");
    put_value(out, c->in[s.operand], s.cell);
    buf_puts(out, bracket ? ")" : "");
}

/* So many terms are written; then "+ ...". */
enum { MOST_TERMS = 8 };

static void put_sum(Buf *out, const QkvCall *c, const QkvTerms *t)
{
    for (int64_t i = 0; i < t->count; i++) {
        buf_puts(out, i ? " + " : "");
        if (i == MOST_TERMS) {
            buf_printf(out, "... (%lld terms)", (long long)t->count);
            return;
        }
        put_operand(out, c, t->term[i].a);
        if (t->term[i].b.operand >= 0) {
            buf_putc(out, '*');
            put_operand(out, c, t->term[i].b);
        }
    }
}

static void put_power(Buf *out, const QkvCall *c, QkvSource s, double max)
{
    buf_puts(out, "exp(");
    put_value(out, c->in[s.operand], s.cell);
    buf_puts(out, max < 0 ? " - (" : " - ");
    number_short(out, max, NUMBER_DECIMALS);
    buf_puts(out, max < 0 ? "))" : ")");
}

static void put_softmax(Tree *w, Buf *out, const QkvCall *c, const QkvTerms *t)
{
    QkvSoftmaxParts parts = qkv_softmax_parts(c, t, &w->a);
    if (!isfinite(parts.max)) {
        buf_puts(out, "a share of a row with nothing to share");
        return;
    }
    buf_puts(out, c->op->is_log ? "log(" : "");
    put_power(out, c, t->term[t->self].a, parts.max);
    buf_puts(out, " / (");
    for (int64_t i = 0; i < t->count; i++) {
        buf_puts(out, i ? " + " : "");
        if (i == MOST_TERMS) {
            buf_printf(out, "... (%lld terms)", (long long)t->count);
            break;
        }
        put_power(out, c, t->term[i].a, parts.max);
    }
    buf_puts(out, c->op->is_log ? "))" : ")");
}

static void put_apply(Buf *out, const QkvCall *c, const QkvTerm *t)
{
    bool two = t->b.operand >= 0;
    if (two && c->op->symbol) {
        put_operand(out, c, t->a);
        buf_printf(out, " %s ", c->op->symbol);
        put_operand(out, c, t->b);
        return;
    }
    buf_printf(out, "%s(", qkv_written(c->op));
    put_value(out, c->in[t->a.operand], t->a.cell);
    if (two) {
        buf_puts(out, ", ");
        put_value(out, c->in[t->b.operand], t->b.cell);
    }
    buf_putc(out, ')');
}

static void put_arithmetic(Tree *w, Buf *out, const QkvTensor *t, const QkvTerms *terms)
{
    const QkvCall *c = call_of(w, t);
    const RunStatement *x = &w->run->statement[w->run->tape->step[t->step].tag];
    switch (terms->how) {
    case QKV_HOW_GIVEN:
        buf_printf(out, "line %d: %s", x->first, qkv_formula(c));
        break;
    case QKV_HOW_COPY:
        buf_puts(out, terms->count ? "a copy" : "put here: no copy of any cell");
        break;
    case QKV_HOW_CHOICE:
        put_value(out, c->in[terms->term[0].b.operand], terms->term[0].b.cell);
        buf_puts(out, ", so ");
        put_value(out, c->in[terms->term[0].a.operand], terms->term[0].a.cell);
        break;
    case QKV_HOW_APPLY:
        put_apply(out, c, &terms->term[0]);
        break;
    case QKV_HOW_SUM:
    case QKV_HOW_PRODUCTS:
        put_sum(out, c, terms);
        break;
    case QKV_HOW_SOFTMAX:
        put_softmax(w, out, c, terms);
        break;
    case QKV_HOW_EXTREME:
    case QKV_HOW_FOLD:
        buf_printf(out, "%s of %lld cells", qkv_written(c->op), (long long)terms->count);
        break;
    }
}

/* --- lines ---------------------------------------------------------------------------------------- */

/* A text in what is left of the width; a longer one ends in '~'. */
static void put_fitting(Buf *out, const char *text, int columns)
{
    size_t length = strlen(text), fits = utf8_fit(text, length, columns);
    if (fits < length)
        fits = utf8_fit(text, length, columns - 1);
    buf_add(out, text, fits);
    buf_puts(out, fits < length ? "~" : "");
}

static void put_line(Tree *w, const QkvTensor *t, int64_t cell, const QkvTerms *terms, bool again)
{
    enum { COLUMN = 32, GAP = 2, LEAST = 20 };
    Buf line = {0}, text = {0};
    for (int i = 1; i < w->depth; i++)
        buf_puts(&line, "| ");
    if (w->depth > 0)
        buf_puts(&line, terms->how == QKV_HOW_GIVEN ? ". " : "+ ");
    buf_printf(&line, "%s = ", explain_cell(&w->a, w->run, t, cell));
    put_value(&line, t, cell);
    buf_fill(&line, ' ', max_int(GAP, COLUMN - utf8_columns(buf_text(&line))));
    if (again)
        buf_puts(&text, "(see above)");
    else
        put_arithmetic(w, &text, t, terms);
    put_fitting(&line, buf_text(&text),
                max_int(LEAST, REPORT_WIDTH - utf8_columns(buf_text(&line))));
    buf_puts(w->out, buf_text(&line));
    buf_putc(w->out, '\n');
    buf_release(&line);
    buf_release(&text);
    w->lines++;
}

static bool was_told(Tree *w, const QkvTensor *t, int64_t cell)
{
    for (int i = 0; i < w->told; i++)
        if (w->tell[i].t == t && w->tell[i].cell == cell)
            return true;
    arena_push(&w->a, w->tell, w->told, ((Told){t, cell}));
    return false;
}

static void tell(Tree *w, const QkvTensor *t, int64_t cell);

/* Copies without a name of their own lead on to what they copy. */
static void tell_source(Tree *w, const QkvCall *c, QkvSource s)
{
    if (s.operand < 0 || c->in[s.operand]->step < 0)
        return; /* a plain number is there already */
    const QkvTensor *t = c->in[s.operand];
    int64_t cell = s.cell;
    while (!run_name_of_step(w->run, t->step, false)) {
        QkvTerms terms = qkv_terms(call_of(w, t), cell, &w->a);
        if (terms.how != QKV_HOW_COPY || terms.count == 0 || terms.term[0].a.operand < 0 ||
            call_of(w, t)->in[terms.term[0].a.operand]->step < 0)
            break;
        cell = terms.term[0].a.cell;
        t = call_of(w, t)->in[terms.term[0].a.operand];
    }
    tell(w, t, cell);
}

static void tell(Tree *w, const QkvTensor *t, int64_t cell)
{
    if (w->lines >= w->most || w->depth > DEEPEST) {
        w->left_out++;
        return;
    }
    QkvTerms terms = qkv_terms(call_of(w, t), cell, &w->a);
    bool again = was_told(w, t, cell);
    put_line(w, t, cell, &terms, again && terms.count > 0);
    if (again)
        return;
    w->depth++;
    for (int64_t i = 0; i < terms.count; i++) {
        tell_source(w, call_of(w, t), terms.term[i].a);
        if (terms.how != QKV_HOW_CHOICE)
            tell_source(w, call_of(w, t), terms.term[i].b);
    }
    w->depth--;
}

void report_why(Buf *out, const Run *run, const QkvTensor *t, int64_t cell, int lines)
{
    Tree w = {.out = out, .run = run, .most = lines};
    if (t->step < 0)
        return;
    tell(&w, t, cell);
    if (w.left_out > 0)
        buf_printf(out, "... %lld more branches are left out: ask for one of the cells above\n",
                   (long long)w.left_out);
    arena_release(&w.a);
}
