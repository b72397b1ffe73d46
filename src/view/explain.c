/* Explaining a cell. The terms come from the operation's row; each way in which terms make a cell
 * has one writer, found in a table. */
#include "view/explain.h"

#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/number.h"

/* --- writing -------------------------------------------------------------------------------- */

/* An explanation while it is written. */
typedef struct Writer {
    Arena *a;
    const Run *run;
    const QkvCall *call;
    int64_t cell;
    QkvTerms terms;
    int pick, width, decimals;
    bool rounded; /* a number was shown with fewer digits than it has */
    bool asks;    /* the result is not told, nor what gives it away   */
    bool is_list; /* a sum has a line for each term                   */
    Explanation out;
    int capacity;
    ExplainTerm *term; /* the terms that have a line: out.term */
} Writer;

/* A line that is cut says so. */
static const char *cut(const Writer *w, const char *text, int width)
{
    size_t length = strlen(text);
    if (utf8_fit(text, length, width) == length)
        return arena_text(w->a, text, length);
    return arena_format(w->a, "%.*s~", (int)utf8_fit(text, length, width - 1), text);
}

static void add_line(Writer *w, const char *text)
{
    Explanation *out = &w->out;
    if (out->lines == w->capacity) {
        int capacity = w->capacity ? w->capacity * 2 : 8;
        out->line = arena_grow(w->a, out->line, (size_t)out->lines, (size_t)capacity,
                               sizeof *out->line);
        w->capacity = capacity;
    }
    bool is_narrow = w->width < EXPLAIN_NARROW;
    out->line[out->lines++] = cut(w, text, is_narrow ? 2 * w->width - EXPLAIN_INDENT : w->width);
}

static void put_number(Writer *w, Buf *out, double x)
{
    number_short(out, x, w->decimals);
    w->rounded = w->rounded || !number_is_exact(x, w->decimals);
}

/* A negative number after a sign needs brackets: 2 * (-1). */
static void put_operand(Writer *w, Buf *out, double x)
{
    bool bracket = x < 0;
    buf_puts(out, bracket ? "(" : "");
    put_number(w, out, x);
    buf_puts(out, bracket ? ")" : "");
}

static double value_of(const Writer *w, QkvSource s)
{
    return qkv_tensor_at(w->call->in[s.operand], s.cell);
}

static double result_of(const Writer *w)
{
    return qkv_tensor_at(w->call->out, w->cell);
}

/* The result; in a question it is what is asked for. */
static void put_result(Writer *w, Buf *out)
{
    if (w->asks)
        buf_putc(out, '?');
    else
        put_number(w, out, result_of(w));
}

/* Puts a truth value or a number, as the tensor has it. */
static void put_cell(Writer *w, Buf *out, const QkvTensor *t, int64_t cell)
{
    if (t->dtype == QKV_BOOL)
        number_full(out, t, cell);
    else
        put_number(w, out, qkv_tensor_at(t, cell));
}

/* A cell that is the result, wherever it is taken from. */
static void put_told(Writer *w, Buf *out, const QkvTensor *t, int64_t cell)
{
    if (w->asks)
        buf_putc(out, '?');
    else
        put_cell(w, out, t, cell);
}

/* --- terms, one below the other ------------------------------------------------------------- */

/* Between the name of a term and its mark. */
static const char side_gap[] = "   ";

/* A long list of terms is shown this far on both sides of the picked one. */
enum { AROUND = 200 };

/* Opens the list: lines for the terms first .. last-1, those around the picked one. */
static void begin_terms(Writer *w, int64_t picked)
{
    int64_t count = w->terms.count, first = picked > AROUND ? picked - AROUND : 0;
    int64_t last = first + 2 * AROUND < count ? first + 2 * AROUND : count;
    w->out.first = w->out.lines;
    w->out.last = w->out.lines + (int)(last - first);
    w->out.before = first;
    w->out.after = count - last;
    w->out.term = w->term = arena_many(w->a, (size_t)(last - first) + 1, ExplainTerm);
}

/* The term that the next line is about; false after the last one. */
static bool next_term(const Writer *w, int64_t *term)
{
    *term = w->out.before + (w->out.lines - w->out.first);
    return w->out.lines < w->out.last;
}

/* The arithmetic of a term, after its place in a list or ""; and where its numbers come from. */
static void add_term(Writer *w, const char *place, const char *text, bool is_picked,
                     const char *name, const char *mark)
{
    w->term[w->out.lines - w->out.first] = (ExplainTerm){arena_string(w->a, text), name, mark,
                                                         NULL};
    if (is_picked)
        w->out.picked = w->out.lines;
    add_line(w, arena_format(w->a, "%s %s%s", is_picked ? ">" : " ", place, text));
}

/* The names of the terms as far as they have room beside the longest line. */
static void fit_names(Writer *w, int longest)
{
    int widest = 0, terms = w->out.last - w->out.first;
    bool are_brief = true;
    for (int i = 0; i < terms; i++) {
        widest = max_int(widest, utf8_columns(w->term[i].name));
        are_brief = are_brief && w->term[i].brief;
    }
    for (int i = 0; i < terms && are_brief && longest + widest > w->width; i++)
        w->term[i].name = w->term[i].brief;
}

/* What stands beside a term in so many columns: where of "scores[x1][x1]   this cell's own" nothing of the mark
 * would be seen, the mark alone. */
static const char *side_in(const Writer *w, const ExplainTerm *t, int columns)
{
    enum { LEAST = 8 };
    bool is_seen = utf8_columns(t->name) + LEAST <= columns;
    return !*t->mark ? t->name
           : is_seen ? arena_format(w->a, "%s%s%s", t->name, side_gap, t->mark)
                     : t->mark;
}

/* Writes what stands beside the terms: in column `wanted`, or before it where the width is short, whichever of
 * the terms has a mark. */
static void add_sides(Writer *w, int wanted)
{
    enum { GAP = 2, LEAST = 12 };
    int longest = 0, widest = 0, marked = 0;
    for (int i = w->out.first; i < w->out.last; i++)
        longest = max_int(longest, utf8_columns(w->out.line[i]));
    fit_names(w, longest + GAP);
    for (int i = w->out.first; i < w->out.last; i++) {
        const ExplainTerm *t = &w->term[i - w->out.first];
        widest = max_int(widest, utf8_columns(t->name));
        if (*t->mark)
            marked = max_int(marked, utf8_columns(side_gap) + utf8_columns(t->mark));
    }
    widest += marked;
    int column = max_int(longest + GAP, min_int(wanted, w->width - widest));
    if (w->asks || (w->width - column < LEAST && column + widest > w->width))
        return;
    w->out.sides = column;
    for (int i = w->out.first; i < w->out.last; i++) {
        const char *text = w->out.line[i];
        int gap = column - utf8_columns(text);
        const char *side = side_in(w, &w->term[i - w->out.first], w->width - column);
        w->out.line[i] = cut(w, arena_format(w->a, "%s%*s%s", text, gap, "", side), w->width);
    }
}

/* --- one writer for each way ---------------------------------------------------------------- */

static void write_given(Writer *w)
{
    int step = w->call->out->step;
    const RunStatement *x = &w->run->statement[w->run->tape->step[step].tag];
    add_line(w,
             arena_format(w->a, "Nothing made it. Stage %d, %s of the file: %s.", x->stage,
                          lesson_line_text(w->a, w->run->lesson, x->first), qkv_formula(w->call)));
}

static void write_copy(Writer *w)
{
    Buf text = {0};
    if (w->terms.count == 0) {
        buf_puts(&text, "It is not a copy of any cell: ");
        buf_printf(&text, "%s put ", w->call->op->name);
        put_told(w, &text, w->call->out, w->cell);
        buf_puts(&text, " here.");
        add_line(w, buf_text(&text));
        buf_release(&text);
        return;
    }
    QkvSource s = qkv_term(&w->terms, 0).a;
    if (w->call->in[s.operand]->step < 0) {
        buf_puts(&text, "It is the number that is written there: ");
        put_told(w, &text, w->call->in[s.operand], s.cell);
        add_line(w, buf_text(&text));
        buf_release(&text);
        return;
    }
    buf_printf(&text,
               "It is a copy of %s = ", explain_cell(w->a, w->run, w->call->in[s.operand], s.cell));
    put_told(w, &text, w->call->in[s.operand], s.cell);
    add_line(w, buf_text(&text));
    buf_release(&text);
}

static void write_choice(Writer *w)
{
    QkvTerm t = qkv_term(&w->terms, 0);
    Buf text = {0};
    buf_printf(&text, "%s is ", explain_cell(w->a, w->run, w->call->in[t.b.operand], t.b.cell));
    put_cell(w, &text, w->call->in[t.b.operand], t.b.cell);
    buf_puts(&text, ", so it is ");
    if (w->call->in[t.a.operand]->step >= 0)
        buf_printf(&text, "%s = ", explain_cell(w->a, w->run, w->call->in[t.a.operand], t.a.cell));
    put_told(w, &text, w->call->in[t.a.operand], t.a.cell);
    add_line(w, buf_text(&text));
    buf_release(&text);
}

static void write_apply(Writer *w)
{
    const QkvOp *op = w->call->op;
    QkvTerm t = qkv_term(&w->terms, 0);
    Buf text = {0};
    if (t.b.operand < 0 && op->symbol) {
        buf_printf(&text, "%s ", op->symbol);
        put_cell(w, &text, w->call->in[t.a.operand], t.a.cell);
    } else if (t.b.operand < 0) {
        buf_printf(&text, "%s(", op->name);
        put_number(w, &text, value_of(w, t.a));
        buf_putc(&text, ')');
    } else if (op->symbol) {
        put_operand(w, &text, value_of(w, t.a));
        buf_printf(&text, " %s ", op->symbol);
        put_operand(w, &text, value_of(w, t.b));
    } else {
        buf_printf(&text, "%s(", op->name);
        put_number(w, &text, value_of(w, t.a));
        buf_puts(&text, ", ");
        put_number(w, &text, value_of(w, t.b));
        buf_putc(&text, ')');
    }
    buf_puts(&text, " = ");
    put_told(w, &text, w->call->out, w->cell);
    add_line(w, buf_text(&text));
    buf_release(&text);
}

static void put_term(Writer *w, Buf *out, QkvTerm t)
{
    put_operand(w, out, value_of(w, t.a));
    if (t.b.operand >= 0) {
        buf_puts(out, " * ");
        put_operand(w, out, value_of(w, t.b));
    }
}

/* All terms in a row: "1 * 0 + 0 * 1 + 2 * 1 = 2". False when that is too wide. */
static bool write_row(Writer *w)
{
    Buf text = {0};
    for (int64_t i = 0; i < w->terms.count && (int)text.length <= w->width; i++) {
        buf_puts(&text, i ? " + " : "");
        put_term(w, &text, qkv_term(&w->terms, i));
    }
    buf_puts(&text, w->terms.count ? " = " : "the sum of nothing is ");
    put_result(w, &text);
    bool fits = utf8_columns(buf_text(&text)) <= w->width;
    if (fits)
        add_line(w, buf_text(&text));
    buf_release(&text);
    return fits;
}

static const char *term_name(Writer *w, QkvSource s)
{
    const QkvTensor *t = w->call->in[s.operand];
    return explain_cell(w->a, w->run, t, s.cell);
}

static const char *term_indices(const Writer *w, QkvSource s)
{
    return explain_indices(w->a, w->call->in[s.operand], s.cell);
}

/* The place of a term, before its line. */
static const char *in_list(const Writer *w, int64_t i)
{
    return arena_format(w->a, "%3lld  ", (long long)i);
}

/* The terms one below the other. */
static void write_table(Writer *w)
{
    int per_term = w->terms.count > 0 && qkv_term(&w->terms, 0).b.operand >= 0 ? 2 : 1;
    int64_t picked = w->asks ? -1 : w->pick / per_term, i;
    begin_terms(w, picked);
    while (next_term(w, &i)) {
        QkvTerm t = qkv_term(&w->terms, i);
        const char *name = term_name(w, t.a), *brief = term_indices(w, t.a);
        Buf text = {0};
        put_term(w, &text, t);
        if (t.b.operand >= 0) {
            buf_puts(&text, " = ");
            put_number(w, &text, qkv_term_value(w->call, t));
            name = arena_format(w->a, "%s * %s", name, term_name(w, t.b));
            brief = arena_format(w->a, "%s * %s", brief, term_indices(w, t.b));
        }
        add_term(w, in_list(w, i), buf_text(&text), i == picked, name, "");
        w->term[i - w->out.before].brief = brief;
        buf_release(&text);
    }
    add_sides(w, 36);
    Buf sum = {0};
    buf_printf(&sum, "the sum of all %lld = ", (long long)w->terms.count);
    put_result(w, &sum);
    add_line(w, buf_text(&sum));
    buf_release(&sum);
}

static void write_sum(Writer *w)
{
    if (w->is_list || !write_row(w))
        write_table(w);
}

static void write_power(Writer *w, const QkvSoftmaxParts *parts, int64_t i)
{
    QkvSource source = qkv_term(&w->terms, i).a;
    bool is_own = i == w->terms.self;
    Buf text = {0};
    buf_puts(&text, "exp(");
    put_number(w, &text, value_of(w, source));
    buf_puts(&text, " - ");
    put_operand(w, &text, parts->max);
    buf_puts(&text, ") = ");
    put_number(w, &text, qkv_softmax_power(w->call, &w->terms, parts->max, i));
    if (is_own)
        w->out.own = w->out.lines;
    add_term(w, "", buf_text(&text), i == w->pick, term_name(w, source),
             is_own ? "this cell's own" : "");
    buf_release(&text);
}

/* A row without a share to give: everything hidden, or spoilt by a nan or inf. */
static bool write_spoilt_row(Writer *w, const QkvSoftmaxParts *parts)
{
    if (isinf(parts->max) && parts->max < 0) {
        add_line(w, "Every number in this row is -inf: all of it is hidden.");
        add_line(w,
                 "max = -inf, and -inf - (-inf) is not a number: there is nothing to share out.");
        return true;
    }
    if (isfinite(parts->max))
        return false;
    add_line(w, isnan(parts->max) ? "There is a nan in this row, and it spoils every share of it."
                                  : "There is an inf in this row: inf - inf is not a number.");
    return true;
}

/* The largest, the powers of e, their sum, the share. */
static void write_softmax(Writer *w)
{
    QkvSoftmaxParts parts = qkv_softmax_parts(w->call, &w->terms, w->a);
    if (write_spoilt_row(w, &parts))
        return;
    Buf text = {0};
    buf_puts(&text, "max = ");
    put_number(w, &text, parts.max);
    buf_puts(&text, " is taken off first: no power of e becomes too large");
    add_line(w, buf_text(&text));
    int64_t i;
    begin_terms(w, w->pick);
    while (next_term(w, &i))
        write_power(w, &parts, i);
    add_sides(w, 36);
    buf_clear(&text);
    buf_puts(&text, "sum = ");
    put_number(w, &text, parts.sum);
    buf_puts(&text, ";   ");
    if (w->call->op->is_log) {
        put_number(w, &text, value_of(w, qkv_term(&w->terms, w->terms.self).a));
        buf_puts(&text, " - ");
        put_operand(w, &text, parts.max);
        buf_puts(&text, " - log(");
        put_number(w, &text, parts.sum);
        buf_putc(&text, ')');
    } else {
        put_number(w, &text, qkv_softmax_power(w->call, &w->terms, parts.max, w->terms.self));
        buf_puts(&text, " / ");
        put_number(w, &text, parts.sum);
    }
    buf_puts(&text, " = ");
    put_result(w, &text);
    add_line(w, buf_text(&text));
    buf_release(&text);
}

/* What goes in, one below the other, with a mark after the one at `self` (none when negative). */
static void write_list(Writer *w, int64_t self, const char *mark)
{
    int64_t i;
    begin_terms(w, w->pick);
    while (next_term(w, &i)) {
        QkvSource source = qkv_term(&w->terms, i).a;
        Buf text = {0};
        put_cell(w, &text, w->call->in[0], source.cell);
        if (i == self)
            w->out.own = w->out.lines;
        add_term(w, in_list(w, i), buf_text(&text), i == w->pick, term_name(w, source),
                 i == self ? mark : "");
        buf_release(&text);
    }
    add_sides(w, 20);
}

/* "the largest of 3: x[q1][k2] = 4". */
static void write_extreme(Writer *w)
{
    const char *words = w->call->op->told;
    if (w->terms.count == 0) {
        add_line(w, w->call->op->of_nothing != 0 ? "There are no cells, so none of them is false."
                                                 : "There are no cells, so none of them is true.");
        return;
    }
    QkvSource self = qkv_term(&w->terms, w->terms.self).a;
    Buf text = {0};
    if (w->asks) {
        add_line(w, arena_format(w->a, "%s of %lld, %s = ?", words, (long long)w->terms.count,
                                 w->call->op->is_place ? "its place" : "the number itself"));
        write_list(w, -1, "");
        return;
    }
    buf_printf(&text, "%s of %lld: %s = ", words, (long long)w->terms.count, term_name(w, self));
    put_cell(w, &text, w->call->in[0], self.cell);
    if (w->call->op->is_place)
        buf_printf(&text, ", at place %lld", (long long)result_of(w));
    add_line(w, buf_text(&text));
    buf_release(&text);
    write_list(w, w->terms.self, words);
}

/* "(3 - 1)", or "3" where nothing is taken off. */
static void put_divisor(const Writer *w, Buf *out)
{
    long long count = w->terms.count, less = (long long)w->call->params.value;
    buf_printf(out, less != 0 ? "(%lld - %lld)" : "%lld", count, less);
}

/* What goes in, one below the other, and what is made of all of it, as the row tells it. */
static void write_fold(Writer *w)
{
    Buf text = {0};
    write_list(w, -1, "");
    for (const char *at = w->call->op->told; *at; at++) {
        if (*at == '\n') {
            add_line(w, buf_text(&text));
            buf_clear(&text);
        } else if (*at != '%') {
            buf_putc(&text, *at);
        } else if (*++at == 'n') {
            buf_printf(&text, "%lld", (long long)w->terms.count);
        } else if (*at == 'v') {
            put_number(w, &text, w->call->params.value);
        } else {
            put_divisor(w, &text);
        }
    }
    buf_puts(&text, " = ");
    put_result(w, &text);
    add_line(w, buf_text(&text));
    buf_release(&text);
}

static void (*const writers[])(Writer *w) = {
    [QKV_HOW_CHOICE] = write_choice,   [QKV_HOW_GIVEN] = write_given,
    [QKV_HOW_COPY] = write_copy,       [QKV_HOW_APPLY] = write_apply,
    [QKV_HOW_SUM] = write_sum,         [QKV_HOW_PRODUCTS] = write_sum,
    [QKV_HOW_SOFTMAX] = write_softmax, [QKV_HOW_EXTREME] = write_extreme,
    [QKV_HOW_FOLD] = write_fold,
};

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

static Writer write(Arena *a, const Run *run, int step, int64_t cell, const QkvTerms *terms,
                    ExplainAs as)
{
    Writer w = {.a = a,
                .run = run,
                .call = &run->tape->step[step].call,
                .cell = cell,
                .terms = *terms,
                .pick = as.pick,
                .width = as.width,
                .decimals = as.decimals,
                .asks = as.pick < 0,
                .is_list = as.is_list};
    w.out.picked = w.out.own = -1;
    writers[w.terms.how](&w);
    return w;
}

Explanation explain_question(Arena *a, const Run *run, int step, int64_t cell,
                             const QkvTerms *terms, int width, int decimals)
{
    ExplainAs as = {.pick = -1, .width = width, .decimals = decimals};
    return write(a, run, step, cell, terms, as).out;
}

Explanation explain(Arena *a, const Run *run, int step, int64_t cell, const QkvTerms *terms,
                    ExplainAs as)
{
    const QkvCall *call = &run->tape->step[step].call;
    Writer w = write(a, run, step, cell, terms, as);
    Buf text = {0};
    number_full(&text, call->out, cell);
    w.out.full = arena_format(a, "full value %s%s", buf_text(&text),
                              !w.rounded ? ""
                              : as.decimals == NUMBER_MOST_DECIMALS
                                  ? "   (32 bits hold 7 digits or so of each)"
                                  : "   (numbers above are rounded for reading)");
    buf_clear(&text);
    put_cell(&w, &text, call->out, cell);
    w.out.what = arena_format(a, "%s = %s", explain_cell(a, run, call->out, cell), buf_text(&text));
    buf_release(&text);
    return w.out;
}
