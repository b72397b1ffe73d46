/* A function for each way in which terms make a cell: see QkvHow. */
#include "tell/arithmetic.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "tell/explain_name.h"
#include "tell/number.h"

/* --- pieces --------------------------------------------------------------------------------------- */

static void write_piece(Arithmetic *w, const char *text, const QkvCall *c, QkvSource s)
{
    if (w->put)
        w->put(w->to, text, c, s);
    else
        buf_puts(w->to, text);
}

static void write_words(Arithmetic *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void write_words(Arithmetic *w, const char *format, ...)
{
    Buf text = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    write_piece(w, buf_text(&text), NULL, (QkvSource){-1, 0});
    buf_release(&text);
}

static void write_told_cell(Arithmetic *w, const QkvCall *c, QkvSource s)
{
    Buf text = {0};
    lens_cell(&text, w->l, c->in[s.operand], s.cell, NULL);
    write_piece(w, buf_text(&text), c, s);
    buf_release(&text);
}

/* A negative number after a sign needs brackets: 2*(-1). */
static void put_operand(Arithmetic *w, const QkvCall *c, QkvSource s)
{
    bool bracket = lens_value(w->l, c->in[s.operand], s.cell) < 0;
    write_words(w, "%s", bracket ? "(" : "");
    write_told_cell(w, c, s);
    write_words(w, "%s", bracket ? ")" : "");
}

/* Each term by `put_term` with `between` between them, as many as are written. */
static void write_terms(Arithmetic *w, const QkvCall *c, const QkvTerms *t, const char *between,
                        void (*put_term)(Arithmetic *w, const QkvCall *c, QkvTerm term))
{
    for (int64_t i = 0; i < t->count; i++) {
        write_words(w, "%s", i ? between : "");
        if (i == w->most) {
            write_words(w, "... (%lld terms)", (long long)t->count);
            return;
        }
        put_term(w, c, qkv_term(t, i));
    }
}

/* --- ways ----------------------------------------------------------------------------------------- */

static void put_given(Arithmetic *w, const QkvCall *c, const QkvTerms *t)
{
    (void)t;
    write_words(w, "%s: %s", explain_where(w->a, w->l->run, c->out->step), qkv_formula(c));
}

static void put_copy(Arithmetic *w, const QkvCall *c, const QkvTerms *t)
{
    if (t->count == 0) {
        write_words(w, "written by %s, not copied from a cell", c->op->name);
        return;
    }
    QkvSource s = qkv_term(t, 0).a;
    if (c->in[s.operand]->step < 0) {
        write_words(w, "%s: the number as written", explain_where(w->a, w->l->run, c->out->step));
        return;
    }
    write_words(w, "a copy of ");
    write_piece(w, explain_cell(w->a, w->l->run, c->in[s.operand], s.cell), c, s);
}

static void put_choice(Arithmetic *w, const QkvCall *c, const QkvTerms *t)
{
    write_told_cell(w, c, qkv_term(t, 0).b);
    write_words(w, ", so ");
    write_told_cell(w, c, qkv_term(t, 0).a);
}

static void put_apply(Arithmetic *w, const QkvCall *c, const QkvTerms *t)
{
    QkvTerm term = qkv_term(t, 0);
    bool two = term.b.operand >= 0;
    if (two && c->op->symbol) {
        put_operand(w, c, term.a);
        write_words(w, " %s ", c->op->symbol);
        put_operand(w, c, term.b);
        return;
    }
    write_words(w, "%s(", qkv_written(c->op));
    write_told_cell(w, c, term.a);
    if (two) {
        write_words(w, ", ");
        write_told_cell(w, c, term.b);
    }
    write_words(w, ")");
}

static void put_product(Arithmetic *w, const QkvCall *c, QkvTerm term)
{
    put_operand(w, c, term.a);
    if (term.b.operand >= 0) {
        write_words(w, "*");
        put_operand(w, c, term.b);
    }
}

static void put_sum(Arithmetic *w, const QkvCall *c, const QkvTerms *t)
{
    write_terms(w, c, t, " + ", put_product);
}

/* exp(x - max) */
static void put_power(Arithmetic *w, const QkvCall *c, QkvTerm term)
{
    Buf max = {0};
    write_words(w, "exp(");
    write_told_cell(w, c, term.a);
    number_short(&max, w->max, w->l->decimals);
    write_words(w, w->max < 0 ? " - (%s))" : " - %s)", buf_text(&max));
    buf_release(&max);
}

static void put_softmax(Arithmetic *w, const QkvCall *c, const QkvTerms *t)
{
    w->max = qkv_softmax_max(c, t, w->a);
    if (!isfinite(w->max)) {
        write_words(w, isinf(w->max) && w->max < 0 ? "no weights: all of it is -inf"
                                                   : "no weights: there is an inf or nan in it");
        return;
    }
    write_words(w, "%s", c->op->is_log ? "log(" : "");
    put_power(w, c, qkv_term(t, t->self));
    write_words(w, " / (");
    write_terms(w, c, t, " + ", put_power);
    write_words(w, c->op->is_log ? "))" : ")");
}

static void put_addend(Arithmetic *w, const QkvCall *c, QkvTerm term)
{
    write_told_cell(w, c, term.a);
}

static void put_fold(Arithmetic *w, const QkvCall *c, const QkvTerms *t)
{
    write_words(w, "%s of %lld cells: ", qkv_written(c->op), (long long)t->count);
    write_terms(w, c, t, ", ", put_addend);
}

static void (*const ways[])(Arithmetic *w, const QkvCall *c, const QkvTerms *t) = {
    [QKV_HOW_GIVEN] = put_given,     [QKV_HOW_COPY] = put_copy,    [QKV_HOW_CHOICE] = put_choice,
    [QKV_HOW_APPLY] = put_apply,     [QKV_HOW_SUM] = put_sum,      [QKV_HOW_PRODUCTS] = put_sum,
    [QKV_HOW_SOFTMAX] = put_softmax, [QKV_HOW_EXTREME] = put_fold, [QKV_HOW_FOLD] = put_fold,
};

const char *arithmetic_type(Arena *a, const QkvCall *c, const QkvTerms *t)
{
    bool is_same = t->how == QKV_HOW_COPY &&
                   (t->count == 0 || c->in[qkv_term(t, 0).a.operand]->dtype == c->out->dtype);
    bool is_kept = is_same || t->how == QKV_HOW_GIVEN || t->how == QKV_HOW_CHOICE ||
                   t->how == QKV_HOW_EXTREME;
    if (!qkv_is_half(c->out->dtype) || is_kept)
        return "";
    return arena_format(a, " in %s", qkv_dtype_name(c->out->dtype));
}

void arithmetic(Arithmetic *w, const QkvTensor *t, int64_t cell, const QkvTerms *terms)
{
    const QkvStep *step = &w->l->run->tape->step[t->step];
    if (!(w->asks ? lens_shows_terms : lens_tells)(w->l, t->step, cell)) {
        write_words(w, LENS_LATER);
        return;
    }
    ways[terms->how](w, &step->call, terms);
    write_words(w, "%s", arithmetic_type(w->a, &step->call, terms));
}

/* --- where a number comes from -------------------------------------------------------------------- */

/* Tells whether a tensor has no name of its own: none, or, once more, that of what it is copied from. */
static bool is_unnamed(const Run *run, const QkvTensor *t, const QkvTensor *copied)
{
    const char *name = run_name_of_step(run, t->step, false);
    const char *other = run_name_of_step(run, copied->step, false);
    return !name || (other && strcmp(name, other) == 0);
}

const QkvTensor *arithmetic_copied(Arena *a, const Run *run, const QkvTensor *t, int64_t *cell)
{
    for (;;) {
        const QkvCall *made = &run->tape->step[t->step].call;
        QkvTerms terms = qkv_terms(made, *cell, a);
        QkvSource s = terms.how == QKV_HOW_COPY && terms.count > 0 ? qkv_term(&terms, 0).a
                                                                   : (QkvSource){.operand = -1};
        const QkvTensor *copied = s.operand >= 0 ? made->in[s.operand] : NULL;
        bool is_rounded = copied && qkv_is_half(t->dtype) && copied->dtype != t->dtype;
        if (!copied || copied->step < 0 || is_rounded || !is_unnamed(run, t, copied))
            return t;
        *cell = s.cell;
        t = copied;
    }
}

bool arithmetic_has_two(const QkvCall *c, const QkvTerms *terms)
{
    if (terms->how != QKV_HOW_CHOICE || terms->count == 0)
        return true;
    QkvSource chosen = qkv_term(terms, 0).a;
    return chosen.operand < 0 || c->in[chosen.operand]->step < 0;
}

const QkvTensor *arithmetic_origin(Arena *a, const Run *run, const QkvCall *c, QkvSource s,
                                   int64_t *cell)
{
    if (s.operand < 0 || c->in[s.operand]->step < 0)
        return NULL;
    *cell = s.cell;
    return arithmetic_copied(a, run, c->in[s.operand], cell);
}
