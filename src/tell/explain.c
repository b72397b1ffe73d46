/* Explaining a cell. The terms come from the operation's row; each way in which terms make a cell
 * has one writer, found in a table. */
#include "tell/explain.h"

#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "core/tensor.h"
#include "tell/arithmetic.h"
#include "tell/number.h"

/* --- writing -------------------------------------------------------------------------------- */

/* An explanation while it is written. */
typedef struct Explainer {
    Arena *a;
    const Lens *l;
    const Run *run;
    const QkvCall *call;
    int64_t cell;
    QkvTerms terms;
    int pick, width, decimals;
    Explanation out;
} Explainer;

static void push_line(Explainer *w, const char *text)
{
    arena_push(w->a, w->out.line, w->out.lines, text);
}

/* A line; what does not fit goes on in the next ones, broken at blanks where that can be. */
static void explain_add_line(Explainer *w, const char *text)
{
    int indent = 0;
    for (size_t length; (length = strlen(text)) > 0 || indent == 0; indent = EXPLAIN_INDENT) {
        size_t fits = utf8_fit(text, length, max_int(w->width - indent, 8)), end = fits;
        while (end > 0 && fits < length && text[end] != ' ')
            end--;
        end = end > 0 ? end : fits;
        push_line(w, arena_format(w->a, "%*s%.*s", indent, "", (int)end, text));
        text += end;
        text += strspn(text, " ");
    }
}

static void explain_put_number(Explainer *w, Buf *out, double x)
{
    number_short(out, x, w->decimals);
}

/* A negative number after a sign needs brackets: 2 * (-1). */
static void put_operand(Buf *out, const char *number)
{
    buf_printf(out, *number == '-' ? "(%s)" : "%s", number);
}

/* A number that goes in. */
static const char *number_of(const Explainer *w, QkvSource s)
{
    Buf text = {.arena = w->a};
    lens_cell(&text, w->l, w->call->in[s.operand], s.cell, NULL);
    return buf_text(&text);
}

static void put_result(const Explainer *w, Buf *out)
{
    lens_cell(out, w->l, w->call->out, w->cell, NULL);
}

/* --- terms, one below the other ------------------------------------------------------------- */

/* A long list of terms is shown this far on both sides of the picked one. */
enum { AROUND = 200 };

/* Opens the list: lines for the terms first .. last-1, those around the picked one. */
static void begin_terms(Explainer *w, int64_t picked)
{
    int64_t count = w->terms.count, first = picked > AROUND ? picked - AROUND : 0;
    int64_t last = first + 2 * AROUND < count ? first + 2 * AROUND : count;
    w->out.first = w->out.lines;
    w->out.last = w->out.lines + (int)(last - first);
    w->out.before = first;
    w->out.after = count - last;
    w->out.term = arena_many(w->a, (size_t)(last - first) + 1, DocTerm);
}

/* The term that the next line is about; false after the last one. */
static bool next_term(const Explainer *w, int64_t *term)
{
    *term = w->out.before + (w->out.lines - w->out.first);
    return w->out.lines < w->out.last;
}

/* The arithmetic of a term, in a line after its place; and where its numbers come from. */
static void add_term(Explainer *w, const char *text, bool is_picked, DocTerm term)
{
    const char *at = term.at ? arena_format(w->a, "%3s  ", term.at) : "";
    term.told = arena_string(w->a, text);
    w->out.term[w->out.lines - w->out.first] = term;
    if (is_picked)
        w->out.picked = w->out.lines;
    push_line(w, explain_cut(w->a, arena_format(w->a, "%s %s%s", is_picked ? ">" : " ", at, text),
                             w->width));
}

/* "scores[x1, x1]   this cell", "queries[x1, q1] * keys.T[k1, x1]". */
static const char *side_of(Explainer *w, const DocTerm *t)
{
    const char *side = t->mark ? arena_format(w->a, "%s   %s", t->name[0], t->mark) : t->name[0];
    return t->name[1] ? arena_format(w->a, "%s * %s", side, t->name[1]) : side;
}

/* Writes what stands beside the terms: in column `wanted`, or before it where the width is short. Nothing where it
 * would be cut. */
static void add_sides(Explainer *w, int wanted)
{
    enum { GAP = 2 };
    int longest = 0, widest = 0;
    for (int i = w->out.first; i < w->out.last; i++)
        longest = max_int(longest, utf8_columns(w->out.line[i]));
    for (int i = 0; i < w->out.last - w->out.first; i++)
        widest = max_int(widest, utf8_columns(side_of(w, &w->out.term[i])));
    int column = max_int(longest + GAP, min_int(wanted, w->width - widest));
    for (int i = w->out.first; i < w->out.last && column + widest <= w->width; i++) {
        const char *text = w->out.line[i];
        w->out.line[i] = arena_format(w->a, "%s%*s%s", text, column - utf8_columns(text), "",
                                      side_of(w, &w->out.term[i - w->out.first]));
    }
}

/* --- one writer for each way ---------------------------------------------------------------- */

/* Writes the whole arithmetic in one line: "3 / 2 = 1.5". */
static void explain_write_line(Explainer *w)
{
    enum { MOST = 8 };
    Buf text = {.arena = w->a};
    Arithmetic told = {.a = w->a, .l = w->l, .most = MOST, .to = &text};
    arithmetic(&told, w->call->out, w->cell, &w->terms);
    if (w->terms.how != QKV_HOW_GIVEN && w->terms.how != QKV_HOW_CHOICE) {
        buf_puts(&text, " = ");
        put_result(w, &text);
    }
    explain_add_line(w, buf_text(&text));
}

static const char *term_name(Explainer *w, QkvSource s)
{
    const QkvTensor *t = w->call->in[s.operand];
    return explain_cell(w->a, w->run, t, s.cell);
}

/* Writes what goes in, one below the other: "2 * 3 = 6", or a number; with a mark after the one at `self`, where there
 * is one. */
static void write_list(Explainer *w, int64_t self, const char *mark)
{
    bool is_pair = w->terms.count > 0 && qkv_term(&w->terms, 0).b.operand >= 0;
    int64_t picked = is_pair && w->pick >= 0 ? w->pick / 2 : w->pick, i;
    begin_terms(w, picked);
    while (next_term(w, &i)) {
        QkvTerm t = qkv_term(&w->terms, i);
        DocTerm term = {.at = arena_format(w->a, "%lld", (long long)i),
                        .name = {term_name(w, t.a)},
                        .mark = i == self ? mark : NULL};
        Buf text = {0};
        if (t.b.operand >= 0) {
            put_operand(&text, number_of(w, t.a));
            buf_puts(&text, " * ");
            put_operand(&text, number_of(w, t.b));
            buf_puts(&text, " = ");
            explain_put_number(w, &text, qkv_term_value(w->call, t));
            term.name[1] = term_name(w, t.b);
        } else {
            buf_puts(&text, number_of(w, t.a));
        }
        add_term(w, buf_text(&text), i == picked, term);
        buf_release(&text);
    }
    add_sides(w, is_pair ? 36 : 20);
}

static void write_sum(Explainer *w)
{
    Buf sum = {.arena = w->a};
    write_list(w, -1, NULL);
    buf_printf(&sum, "the sum of all %lld%s = ", (long long)w->terms.count,
               arithmetic_type(w->a, w->call, &w->terms));
    put_result(w, &sum);
    explain_add_line(w, buf_text(&sum));
}

/* The powers and their sum have two decimals more, so that a reader comes to the same share. */
static void put_fine(const Explainer *w, Buf *out, double x)
{
    number_short(out, x, min_int(w->decimals + 2, NUMBER_MOST_DECIMALS));
}

/* The columns of the longest number that a power is taken of. */
static int power_columns(const Explainer *w)
{
    int widest = 0;
    for (int64_t i = w->out.before; i < w->terms.count - w->out.after; i++)
        widest = max_int(widest, (int)strlen(number_of(w, qkv_term(&w->terms, i).a)));
    return widest;
}

/* "exp( 4 - 16) = 0.000006144": the number in so many columns. */
static void write_power(Explainer *w, const QkvSoftmaxParts *parts, int64_t i, int columns)
{
    QkvSource source = qkv_term(&w->terms, i).a;
    Buf text = {0}, max = {.arena = w->a};
    explain_put_number(w, &max, parts->max);
    buf_printf(&text, "exp(%*s - ", columns, number_of(w, source));
    put_operand(&text, buf_text(&max));
    buf_puts(&text, ") = ");
    put_fine(w, &text, qkv_softmax_power(w->call, &w->terms, parts->max, i));
    add_term(
        w, buf_text(&text), i == w->pick,
        (DocTerm){.name = {term_name(w, source)}, .mark = i == w->terms.self ? "this cell" : NULL});
    buf_release(&text);
}

/* The sum, under the powers; and the share, or its logarithm. */
static void write_share(Explainer *w, const QkvSoftmaxParts *parts, int columns)
{
    Buf text = {0}, number = {.arena = w->a}, max = {0};
    explain_put_number(w, &number, parts->max);
    put_operand(&max, buf_text(&number));
    buf_puts(&text, "  sum");
    buf_fill(&text, ' ', columns + (int)max.length + (int)strlen("exp( - ) = ") - 3);
    put_fine(w, &text, parts->sum);
    explain_add_line(w, buf_text(&text));
    buf_clear(&text);
    buf_puts(&text, "  ");
    if (w->call->op->is_log) {
        buf_printf(&text, "%s - %s - log(", number_of(w, qkv_term(&w->terms, w->terms.self).a),
                   buf_text(&max));
        put_fine(w, &text, parts->sum);
        buf_putc(&text, ')');
    } else {
        put_fine(w, &text, qkv_softmax_power(w->call, &w->terms, parts->max, w->terms.self));
        buf_puts(&text, " / ");
        put_fine(w, &text, parts->sum);
    }
    NumberFormat format = lens_format(w->l, w->call->out);
    buf_printf(&text, "%s = ", arithmetic_type(w->a, w->call, &w->terms));
    number_spoken(&text, &format, w->call->out, w->cell);
    explain_add_line(w, buf_text(&text));
    buf_release(&max);
    buf_release(&text);
}

/* The largest, the powers of e, their sum, the share. */
static void write_softmax(Explainer *w)
{
    QkvSoftmaxParts parts = qkv_softmax_parts(w->call, &w->terms, w->a);
    if (!isfinite(parts.max)) {
        explain_write_line(w);
        return;
    }
    int axes = w->call->in[0]->rank;
    Buf text = {0};
    buf_puts(&text, "max = ");
    explain_put_number(w, &text, parts.max);
    buf_printf(&text, ", the largest of %s, is subtracted first",
               axes > 0 && w->call->reduced[axes - 1] ? "the row" : "these");
    explain_add_line(w, buf_text(&text));
    buf_release(&text);
    int64_t i;
    begin_terms(w, w->pick);
    int columns = power_columns(w);
    while (next_term(w, &i))
        write_power(w, &parts, i, columns);
    add_sides(w, 36);
    write_share(w, &parts, columns);
}

/* "the largest of 3: x[q1][k2] = 4". */
static void write_extreme(Explainer *w)
{
    const char *words = w->call->op->told;
    if (w->terms.count == 0) {
        explain_add_line(w, w->call->op->of_nothing != 0
                                ? "There are no cells, so none of them is false."
                                : "There are no cells, so none of them is true.");
        return;
    }
    QkvSource self = qkv_term(&w->terms, w->terms.self).a;
    Buf text = {0};
    buf_printf(&text, "%s of %lld: %s = ", words, (long long)w->terms.count, term_name(w, self));
    buf_puts(&text, number_of(w, self));
    if (w->call->op->is_place) {
        buf_puts(&text, ", at position ");
        lens_full(&text, w->l, w->call->out, w->cell);
    }
    explain_add_line(w, buf_text(&text));
    buf_release(&text);
    write_list(w, w->terms.self, words);
}

/* "(3 - 1)", or "3" where nothing is taken off. */
static void put_divisor(const Explainer *w, Buf *out)
{
    long long count = w->terms.count, less = (long long)w->call->params.value;
    buf_printf(out, less != 0 ? "(%lld - %lld)" : "%lld", count, less);
}

/* Lists what goes in, one below the other, and what is made of all of it, as the row tells it. */
static void write_fold(Explainer *w)
{
    Buf text = {0};
    write_list(w, -1, NULL);
    for (const char *at = w->call->op->told; *at; at++) {
        if (*at == '\n') {
            explain_add_line(w, buf_text(&text));
            buf_clear(&text);
        } else if (*at != '%') {
            buf_putc(&text, *at);
        } else if (*++at == 'n') {
            buf_printf(&text, "%lld", (long long)w->terms.count);
        } else if (*at == 'v') {
            explain_put_number(w, &text, w->call->params.value);
        } else {
            put_divisor(w, &text);
        }
    }
    buf_puts(&text, " = ");
    put_result(w, &text);
    explain_add_line(w, buf_text(&text));
    buf_release(&text);
}

static void (*const writers[])(Explainer *w) = {
    [QKV_HOW_CHOICE] = explain_write_line,
    [QKV_HOW_GIVEN] = explain_write_line,
    [QKV_HOW_COPY] = explain_write_line,
    [QKV_HOW_APPLY] = explain_write_line,
    [QKV_HOW_SUM] = write_sum,
    [QKV_HOW_PRODUCTS] = write_sum,
    [QKV_HOW_SOFTMAX] = write_softmax,
    [QKV_HOW_EXTREME] = write_extreme,
    [QKV_HOW_FOLD] = write_fold,
};

/* --- half types ----------------------------------------------------------------------------- */

static void put_exact(Buf *out, double x)
{
    float number = (float)x;
    number_exact(out, &(QkvTensor){.dtype = QKV_FLOAT32, .count = 1, .data.f = &number}, 0);
}

/* Tells what was rounded, where a half type does not keep the number that came out. */
static void write_rounding(Explainer *w)
{
    const QkvTensor *out = w->call->out;
    if (!qkv_is_half(out->dtype) || w->terms.how == QKV_HOW_GIVEN)
        return;
    double came = qkv_unrounded(w->call, w->cell, &w->terms, w->a);
    double kept = lens_value(w->l, out, w->cell);
    if (came == kept || isnan(came))
        return;
    Buf text = {0};
    const char *name = qkv_dtype_name(out->dtype);
    put_exact(&text, came);
    buf_puts(&text, " is kept as ");
    put_exact(&text, kept);
    if (isinf(kept))
        buf_printf(&text, ": %s ends at %g", name, type_most(out->dtype));
    else
        buf_printf(&text, ": %s has %d bits of precision", name, type_bits(out->dtype));
    explain_add_line(w, buf_text(&text));
    buf_release(&text);
}

/* --- the whole ------------------------------------------------------------------------------ */

int explain_picks(const QkvTerms *t)
{
    if (t->count == 0)
        return 0;
    int per_term = qkv_term(t, 0).b.operand >= 0 ? 2 : 1;
    bool ends_alone = qkv_term(t, t->count - 1).b.operand < 0; /* a * b + c */
    return (int)t->count * per_term - (per_term == 2 && ends_alone);
}

QkvSource explain_source(const QkvTerms *t, int pick)
{
    int picks = explain_picks(t);
    if (pick < 0 || pick >= picks)
        return (QkvSource){-1, 0};
    if (qkv_term(t, 0).b.operand < 0)
        return qkv_term(t, pick).a;
    return pick % 2 ? qkv_term(t, pick / 2).b : qkv_term(t, pick / 2).a;
}

Explanation explain(Arena *a, const Lens *l, int step, int64_t cell, const QkvTerms *terms,
                    ExplainAs as)
{
    const QkvCall *call = &l->run->tape->step[step].call;
    Lens own = *l; /* shows what it is made of, not how far that is from another run */
    own.differs = false;
    Explainer w = {.a = a,
                   .l = &own,
                   .run = l->run,
                   .call = call,
                   .cell = cell,
                   .terms = *terms,
                   .pick = as.pick,
                   .width = as.width,
                   .decimals = l->decimals};
    w.out.picked = -1;
    if (lens_tells(l, step, cell)) {
        writers[w.terms.how](&w);
        write_rounding(&w);
    }
    return w.out;
}
