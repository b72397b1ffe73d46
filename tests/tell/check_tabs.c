/* Text of the tabs of a number, read as a reader does, and computed again from the cells of the run: every tab of every
 * result in every lesson. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "lesson/result.h"
#include "look.h"
#include "made.h"
#include "suites.h"
#include "tell/axes.h"
#include "tell/tell.h"

enum { WIDE = 400, LANES = 16 };

typedef struct Start {
    const QkvTensor *t;
    int64_t cell;
} Start;

static long numbers; /* read and computed again */

static const QkvCall *call_of(const Look *k, int step)
{
    return &k->run->tape->step[step].call;
}

/* How far apart rounding to a half type moves a number, as a share of it; of the others 0. */
static double half_step(QkvDType dtype)
{
    return dtype == QKV_BFLOAT16 ? 0x1p-8 : dtype == QKV_FLOAT16 ? 0x1p-11 : 0;
}

/* The numbers that "256 + 1 in bfloat16" rounds to a value, half a step to each side: of others the value alone. */
static Bounds rounded_to(const char *text, double value)
{
    double share = half_step(strstr(text, " in bfloat16")  ? QKV_BFLOAT16
                             : strstr(text, " in float16") ? QKV_FLOAT16
                                                           : QKV_FLOAT32);
    double most = share > 0 && isfinite(value) ? 2 * share * fabs(value) + 0x1p-25 : 0;
    bool is_beyond = share > 0 && isinf(value); /* of what the type holds */
    return (Bounds){is_beyond && value > 0 ? 65504 : value - most,
                    is_beyond && value < 0 ? -65504 : value + most};
}

static double value_at(const Look *k, int step, int64_t cell)
{
    return qkv_tensor_at(call_of(k, step)->out, cell);
}

/* --- reading ---------------------------------------------------------------------------------------- */

const char *expect_value(const Look *k, const char *text, double value)
{
    const char *end;
    Bounds s = bounds_number(text, k->l->decimals, &end);
    EXPECT(k, end != text, "no number in '%s'", text);
    EXPECT(k, bounds_has(s, value), "'%s' is not %.9g", text, value);
    numbers++;
    return end;
}

/* Text after the last of these words, or NULL. */
static const char *after_last(const char *text, const char *word)
{
    const char *found = NULL;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
        found = at + strlen(word);
    return found;
}

/* Text after a word, which is there. */
static const char *after(const Look *k, const char *text, const char *word)
{
    const char *at = strstr(text, word);
    EXPECT(k, at, "no '%s' in '%s'", word, text);
    return at + strlen(word);
}

/* The number that stands before a word: the text goes back from it to a blank. */
static const char *before(const char *text, const char *word)
{
    const char *at = word;
    while (at > text && at[-1] != ' ')
        at--;
    return at;
}

/* A copy up to the first gap of two blanks. */
static const char *up_to_gap(Arena *a, const char *text)
{
    const char *gap = strstr(text, "  ");
    return arena_text(a, text, gap ? (size_t)(gap - text) : strlen(text));
}

static const char *row_text(const DocRow *row)
{
    const char *tab = strchr(row->text, '\t');
    return tab ? tab + 1 : "";
}

/* --- made of: the arithmetic ------------------------------------------------------------------------ */

/* The arithmetic of a cell as it is told on a page, of its own or of its gradient's. */
typedef struct Told {
    const Look *k;
    Arena *a;
    const QkvCall *c;
    int64_t cell;
    QkvTerms terms;
    const Piece *p;
    int lines;      /* but for what is said of its rounding                */
    int first, end; /* the lines that are terms */
    Bounds sum;     /* of what they say         */
    double most;
} Told;

static double told_value(const Told *w)
{
    return qkv_tensor_at(w->c->out, w->cell);
}

/* The lines but for "257 is kept as 256: bfloat16 has ..". */
static int lines_without_rounding(const Told *w)
{
    const char *last = w->p->terms > 0 ? w->p->term[w->p->terms - 1].text : "";
    const char *kept = after_last(last, " is kept as ");
    if (!kept)
        return w->p->terms;
    expect_value(w->k, kept, told_value(w));
    expect_value(w->k, last, qkv_unrounded(w->c, w->cell, &w->terms, w->a));
    return w->p->terms - 1;
}

/* "1 * 3 = 3": what is computed before the sign is what stands after it. Of what is no arithmetic, or not finite, the
 * number alone is looked at. */
static void expect_equation(const Told *w, const char *text, double value)
{
    const char *right = after_last(text, " = "), *end;
    EXPECT(w->k, right, "no result in '%s'", text);
    Bounds computed, printed = bounds_number(right, w->k->l->decimals, &end);
    const char *left = arena_text(w->a, text, (size_t)(right - text) - 3);
    EXPECT(w->k, bounds_has(printed, value), "'%s' is not %.9g", text, value);
    if (isfinite(value) && bounds_computed(left, w->k->l->decimals, &computed))
        EXPECT(w->k, bounds_meet(computed, printed), "'%s': it is from %.9g to %.9g", text,
               computed.low, computed.high);
    numbers++;
}

/* "exp( 4 - 16) = 0.000006144   x[a]" */
static void expect_power(Told *w, const char *text, int64_t i)
{
    const char *at = after(w->k, text, "exp("), *end;
    QkvSource s = qkv_term(&w->terms, i).a;
    double own = qkv_tensor_at(w->c->in[s.operand], s.cell);
    expect_value(w->k, at + strspn(at, " "), own);
    w->most = i == w->p->before ? own : fmax(w->most, own);
    text = after(w->k, up_to_gap(w->a, strchr(text, ')')), " = ");
    w->sum = bounds_sum(w->sum, bounds_number(text, w->k->l->decimals + 2, &end));
}

/* A line of a term: "> 12  2 * 3 = 6      x[a] * y[b]". The numbers are those of the cells, in the order of the terms. */
static void expect_term(Told *w, int line)
{
    const char *text = w->p->term[line].text + 2, *end;
    int64_t i = w->p->before + line - w->first;
    QkvTerm term = qkv_term(&w->terms, i);
    char *at;
    if (w->terms.how == QKV_HOW_SOFTMAX) {
        expect_power(w, text, i);
        return;
    }
    EXPECT(w->k, strtol(text, &at, 10) == i, "'%s' is not term %d", text, (int)i);
    text = up_to_gap(w->a, at + strspn(at, " "));
    double value = qkv_term_value(w->c, term);
    if (term.b.operand >= 0) {
        double own = qkv_tensor_at(w->c->in[term.a.operand], term.a.cell);
        expect_value(w->k, text + (*text == '('), own);
        expect_equation(w, text, value);
        text = after_last(text, " = ");
    }
    expect_value(w->k, text, value);
    w->sum = bounds_sum(w->sum, bounds_number(text, w->k->l->decimals, &end));
}

/* Enter on a term leads to a number that it shows. */
static void expect_way(const Told *w, int line)
{
    const DocLine *term = &w->p->term[line];
    int64_t i = w->p->before + line - w->first, cell;
    int step;
    for (int n = 0; n < term->picks; n++) {
        int pick = (int)i * term->picks + n;
        if (!tell_term(w->k->l, w->c->out->step, w->cell, TAB_MADE, pick, &step, &cell))
            continue;
        QkvTerm t = qkv_term(&w->terms, i);
        QkvSource s = n ? t.b : t.a;
        double there = value_at(w->k, step, cell),
               here = qkv_tensor_at(w->c->in[s.operand], s.cell);
        bool is_same = there == here || (isnan(there) && isnan(here));
        EXPECT(w->k, is_same, "term %d leads to %.9g, not %.9g", pick, there, here);
    }
}

static void expect_softmax(const Told *w)
{
    const Piece *p = w->p;
    if (w->lines == 1)
        return; /* there is an inf or nan in it */
    if (p->before + p->after == 0)
        expect_value(w->k, after(w->k, p->term[0].text, "max = "), w->most);
    EXPECT(w->k, w->end + 2 == w->lines, "it has %d lines", w->lines);
    const char *sum = after(w->k, p->term[w->end].text, "sum"), *end;
    Bounds printed = bounds_number(sum + strspn(sum, " "), w->k->l->decimals + 2, &end);
    if (p->before + p->after == 0)
        EXPECT(w->k, bounds_meet(printed, w->sum), "'%s' is not the sum", p->term[w->end].text);
    expect_equation(w, p->term[w->end + 1].text, told_value(w));
}

/* "the largest of 3: x[q1][k2] = 4", and below it all of them. */
static void expect_extreme(const Told *w)
{
    const char *line = w->p->term[0].text, *count = after(w->k, line, " of ");
    if (w->terms.count == 0)
        return;
    double own = qkv_tensor_at(w->c->in[0], qkv_term(&w->terms, w->terms.self).a.cell);
    EXPECT(w->k, atoll(count) == w->terms.count, "'%s': there are %d", line, (int)w->terms.count);
    const char *place = after_last(line, ", at position ");
    if (w->c->op->is_place)
        expect_value(w->k, place, told_value(w));
    const char *last = place ? arena_text(w->a, line, (size_t)(place - line) - 14) : line;
    expect_value(w->k, after_last(last, " = "), own);
    for (int i = w->first; i < w->end; i++) {
        const char *text = w->p->term[i].text;
        bool is_own = w->p->before + i - w->first == w->terms.self;
        EXPECT(w->k, (strstr(text, w->c->op->told) != NULL) == is_own, "'%s' is marked, or not",
               text);
    }
}

/* "the sum of all 3 = 2.8": of so many lines, which add up to it where all are there. */
static void expect_total(const Told *w, const char *last)
{
    const char *text = after(w->k, last, "the sum of all "), *end;
    EXPECT(w->k, atoll(text) == w->terms.count, "'%s': there are %d", last, (int)w->terms.count);
    text = after_last(last, " = ");
    expect_value(w->k, text, told_value(w));
    Bounds printed = bounds_number(text, w->k->l->decimals, &end);
    Bounds own = rounded_to(last, told_value(w));
    if (w->p->before + w->p->after == 0 && isfinite(w->sum.low))
        EXPECT(w->k, bounds_meet(w->sum, printed) || bounds_meet(w->sum, own),
               "'%s': they add up to %.9g to %.9g", last, w->sum.low, w->sum.high);
}

/* Expects what stands before and after the terms. */
static void expect_rest(const Told *w)
{
    const char *last = w->p->term[w->lines - 1].text;
    switch (w->terms.how) {
    case QKV_HOW_SUM:
    case QKV_HOW_PRODUCTS:
        expect_total(w, last);
        break;
    case QKV_HOW_SOFTMAX:
        expect_softmax(w);
        break;
    case QKV_HOW_EXTREME:
        expect_extreme(w);
        break;
    case QKV_HOW_FOLD:
        expect_value(w->k, after_last(last, " = "), told_value(w));
        break;
    case QKV_HOW_APPLY:
        expect_equation(w, last, told_value(w));
        break;
    default:
        break;
    }
}

/* The arithmetic of `piece`, which is that of a cell of the result of `step`. */
static void expect_arithmetic(const Look *k, Arena *a, const Piece *piece, int step, int64_t cell)
{
    Told w = {k, a, call_of(k, step), cell, .p = piece};
    w.terms = qkv_terms(w.c, cell, a);
    w.lines = lines_without_rounding(&w);
    bool has_head = w.terms.how == QKV_HOW_SOFTMAX || w.terms.how == QKV_HOW_EXTREME;
    bool is_listed = w.terms.how == QKV_HOW_SUM || w.terms.how == QKV_HOW_PRODUCTS ||
                     w.terms.how == QKV_HOW_FOLD ||
                     (has_head && w.lines > 1); /* a single line: an inf or nan, or no cells */
    w.first = has_head;
    w.end = w.first + (is_listed ? (int)(w.terms.count - piece->before - piece->after) : 0);
    EXPECT(k, w.end <= w.lines, "%d lines of %d", w.lines, w.end);
    for (int i = w.first; i < w.end; i++) {
        expect_term(&w, i);
        if (w.c->out == k->t)
            expect_way(&w, i);
    }
    expect_rest(&w);
}

static void expect_made(const Look *k, Arena *a)
{
    const Piece *p = doc_piece(k->d, PIECE_TERMS);
    EXPECT(k, p || call_of(k, k->t->step)->op->how == QKV_HOW_GIVEN, "no arithmetic");
    if (p)
        expect_arithmetic(k, a, p, k->t->step, k->cell);
}

/* --- tree ------------------------------------------------------------------------------------------- */

/* Expects of a line of a tree what it says of its cell, "2*1 + 1*0": where it is cut, or a name, nothing is
 * computed. */
static void expect_line(const Look *k, Arena *a, const char *text, double value,
                        const DocRow *child)
{
    Bounds computed, own = rounded_to(text, value);
    const char *because = strstr(text, ", so "), *end,
               *type = strstr(text, "float16") ? strstr(text, " in ") : NULL;
    if (because) {
        expect_value(k, because + strlen(", so "), value);
    } else if (child && strncmp(text, "a copy of ", 10) == 0) {
        Bounds from = bounds_number(after_last(child->text, " = "), k->l->decimals, &end);
        EXPECT(k, bounds_has(from, value) || bounds_meet(from, own), "'%s', %s, is not %.9g",
               child->text, text, value);
        numbers++;
    } else if (isfinite(value) &&
               bounds_computed(type ? arena_text(a, text, (size_t)(type - text)) : text,
                               k->l->decimals, &computed)) {
        EXPECT(k, bounds_meet(computed, own) || bounds_has(computed, value),
               "'%s' is from %.9g to %.9g, not %.9g", text, computed.low, computed.high, value);
        numbers++;
    }
}

static void expect_tree(const Look *k, Arena *a)
{
    for (int i = 0; i < doc_rows(k->d); i++) {
        const DocRow *row = doc_row_at(k->d, i),
                     *next = i + 1 < doc_rows(k->d) ? doc_row_at(k->d, i + 1) : NULL;
        const char *name = arena_text(a, row->text, strcspn(row->text, "\t"));
        double value = value_at(k, row->target.of, row->target.cell);
        expect_value(k, after_last(name, " = "), value);
        QkvTerms terms = qkv_terms(call_of(k, row->target.of), row->target.cell, a);
        if (terms.how != QKV_HOW_GIVEN)
            expect_line(k, a, row_text(row), value, next && next->depth > row->depth ? next : NULL);
    }
    double value = value_at(k, k->t->step, k->cell);
    EXPECT(k, doc_rows(k->d) > 0, "no tree");
    expect_value(k,
                 after_last(arena_text(a, doc_row_at(k->d, 0)->text,
                                       strcspn(doc_row_at(k->d, 0)->text, "\t")),
                            " = "),
                 value);
}

/* --- inputs and what they lead to ------------------------------------------------------------------- */

/* For some numbers, one a lane, in how many ways each goes into every cell of the tape (a number that only chose one that
 * was made does not), and whether it takes part in it at all. */
typedef struct Ways {
    Arena arena;
    int starts;
    Start start[LANES];
    double (**times)[LANES];
    uint32_t **part;
    int64_t terms;
} Ways;

static void add_ways(Ways *w, int step, int64_t cell, const QkvCall *c, QkvSource s, bool counts)
{
    int from = s.operand >= 0 ? c->in[s.operand]->step : -1;
    if (from < 0 || !w->part[from])
        return;
    w->part[step][cell] |= w->part[from][s.cell];
    for (int i = 0; i < w->starts && counts; i++)
        w->times[step][cell][i] += w->times[from][s.cell][i];
}

static bool chose_made(const QkvCall *c, const QkvTerms *terms)
{
    return terms->how == QKV_HOW_CHOICE && terms->count > 0 &&
           c->in[qkv_term(terms, 0).a.operand]->step >= 0;
}

static void go_on(Ways *w, const Run *run, int step, Arena *scratch)
{
    const QkvCall *c = &run->tape->step[step].call;
    bool takes = false, starts = false;
    for (int i = 0; i < c->count; i++)
        takes = takes || (c->in[i]->step >= 0 && w->part[c->in[i]->step]);
    for (int i = 0; i < w->starts; i++)
        starts = starts || w->start[i].t->step == step;
    if (!takes && !starts)
        return;
    w->part[step] = arena_many(&w->arena, (size_t)c->out->count + 1, uint32_t);
    w->times[step] = arena_array(&w->arena, (size_t)c->out->count + 1, sizeof *w->times[step]);
    for (int64_t cell = 0; cell < c->out->count && takes; cell++) {
        ArenaMark mark = arena_mark(scratch);
        QkvTerms terms = qkv_terms(c, cell, scratch);
        bool second = !chose_made(c, &terms);
        w->terms += terms.count;
        for (int64_t i = 0; i < terms.count; i++) {
            add_ways(w, step, cell, c, qkv_term(&terms, i).a, true);
            add_ways(w, step, cell, c, qkv_term(&terms, i).b, second);
        }
        arena_back(scratch, mark);
    }
    for (int i = 0; i < w->starts; i++)
        if (w->start[i].t->step == step) {
            w->part[step][w->start[i].cell] |= 1u << i;
            w->times[step][w->start[i].cell][i] += 1;
        }
}

static void find_ways(Ways *w, const Run *run)
{
    Arena scratch = {0};
    w->times = arena_array(&w->arena, (size_t)run->tape->count, sizeof *w->times);
    w->part = arena_many(&w->arena, (size_t)run->tape->count, uint32_t *);
    for (int step = 0; step < run->tape->count; step++)
        go_on(w, run, step, &scratch);
    arena_release(&scratch);
}

/* "w: 3 of 6 numbers, 12 times, stage 2, line 8": its rows are as many, and their times add up. */
static void expect_input_heading(const Look *k, const Piece *p, int at, int64_t *inputs)
{
    const char *text = after_last(p->row[at].text, " numbers, ");
    const char *of = strstr(p->row[at].text, " of ");
    double times = 0;
    int rows = 0, i = at + 1;
    for (; i < p->rows && p->row[i].target.kind == TARGET_NUMBER; i++, rows++)
        times += strtod(row_text(&p->row[i]), NULL);
    text = text ? text : after(k, p->row[at].text, " number, ");
    while (of &&
           !(of > p->row[at].text && strtol(of + 4, NULL, 10) > 0 && strchr("0123456789", of[-1])))
        of = strstr(of + 1, " of ");
    EXPECT(k, of, "'%s' counts no numbers", p->row[at].text);
    long told = atol(before(p->row[at].text, of));
    *inputs += told;
    if (i < p->rows && strncmp(p->row[i].text, "... and ", 8) == 0)
        EXPECT(k, atol(p->row[i].text + 8) == told - rows, "'%s' under %d rows of %ld",
               p->row[i].text, rows, told);
    else
        EXPECT(k, told == rows && (times >= 1e15 || times == strtod(text, NULL)),
               "'%s' has %d rows, %.17g times", p->row[at].text, rows, times);
    numbers += 2;
}

static void expect_inputs(const Look *k)
{
    const Piece *p = doc_piece(k->d, PIECE_ROWS);
    const char *note = doc_piece(k->d, PIECE_NOTE)->text, *count = strstr(note, " is made of ");
    int64_t inputs = 0;
    for (int i = 0; p && i < p->rows; i++) {
        const DocRow *row = &p->row[i];
        if (row->is_heading)
            expect_input_heading(k, p, i, &inputs);
        if (row->target.kind != TARGET_NUMBER)
            continue;
        char name[300];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(row->text, "\t"), row->text);
        expect_value(k, after_last(name, " = "), value_at(k, row->target.of, row->target.cell));
    }
    if (count)
        EXPECT(k, atoll(after_last(note, " is made of ")) == inputs, "'%s', but %d are told", note,
               (int)inputs);
}

/* The row of an input; NULL: there is none. *all: all rows of its tensor are there. */
static const DocRow *row_of(const Doc *d, Start s, bool *all)
{
    const Piece *p = doc_piece(d, PIECE_ROWS);
    *all = true;
    for (int i = 0; p && i < p->rows; i++) {
        const Target *t = &p->row[i].target;
        *all = *all && strncmp(p->row[i].text, "... and ", 8) != 0;
        if (t->kind == TARGET_NUMBER && t->of == s.t->step && t->cell == s.cell)
            return &p->row[i];
    }
    return NULL;
}

/* How often each of the starts that is an input goes into a number. */
static void expect_times(const Look *k, const Ways *w)
{
    if (!strstr(doc_piece(k->d, PIECE_NOTE)->text, " is made of "))
        return;
    for (int i = 0; i < w->starts; i++) {
        bool all, is_input = call_of(k, w->start[i].t->step)->op->how == QKV_HOW_GIVEN;
        const DocRow *row = row_of(k->d, w->start[i], &all);
        double told = row ? strtod(row_text(row), NULL) : 0;
        double times = w->times[k->t->step] ? w->times[k->t->step][k->cell][i] : 0;
        if (is_input && (row || all))
            EXPECT(k, told == times || (times >= 1e15 && fabs(told - times) <= 0.006 * times),
                   "cell %d of step %d goes in %.17g times, not %.17g", (int)w->start[i].cell,
                   w->start[i].t->step, times, told);
        numbers += is_input;
    }
}

/* "3 of 9 later results use it." */
static void expect_leads_note(const Look *k, int leads, int later)
{
    for (int i = 0; i < k->d->pieces; i++) {
        const char *text = k->d->piece[i].kind == PIECE_NOTE ? k->d->piece[i].text : "";
        if (!strstr(text, " later results use"))
            continue;
        EXPECT(k, atoi(text) == leads && atoi(after(k, text, " of ")) == later,
               "'%s', but %d of %d", text, leads, later);
    }
}

/* "y[b, :]\t2 of 6 numbers": of one result. */
static void expect_lead(const Look *k, const Ways *w, int lane, const DocRow *row, const Result *r,
                        int64_t cells)
{
    EXPECT(k, row && row->target.of == r->step, "no row of %s", r->name);
    const char *text = row_text(row);
    EXPECT(k, atoll(text) == cells && atoll(after(k, text, " of ")) == r->tensor->count,
           "'%s' of %d", row->text, (int)cells);
    EXPECT(k, w->part[r->step][row->target.cell] >> lane & 1, "'%s' begins elsewhere", row->text);
    numbers += 2;
}

static bool says(const Doc *d, const char *words)
{
    for (int i = 0; i < d->pieces; i++)
        if (d->piece[i].text && strstr(d->piece[i].text, words))
            return true;
    return false;
}

/* Each later result that a number takes part in has a row, with how many of its cells. */
static void expect_leads(const Look *k, const Ways *w, int lane)
{
    Arena a = {0};
    Results results = results_of(&a, k->run);
    int row = 0, later = 0;
    for (int i = 0; i < results.count && !says(k->d, "too large to go through"); i++) {
        const Result *r = &results.item[i];
        int64_t cells = 0;
        if (r->kind != RESULT_TENSOR || r->step <= k->t->step)
            continue;
        later++;
        for (int64_t c = 0; w->part[r->step] && c < r->tensor->count; c++)
            cells += w->part[r->step][c] >> lane & 1;
        if (cells > 0)
            expect_lead(k, w, lane, doc_row_at(k->d, row++), r, cells);
    }
    if (later > 0) {
        EXPECT(k, row == doc_rows(k->d), "%d rows of %d", doc_rows(k->d), row);
        expect_leads_note(k, row, later);
    }
    arena_release(&a);
}

/* --- gradient --------------------------------------------------------------------------------------- */

/* "w.grad[a] = 24: when w[a] grows by a little, loss grows by 24 times as much." */
static void expect_meaning(const Look *k, const char *text, double slope)
{
    const char *words[] = {": when ", ": the way back begins here"}, *at = NULL;
    for (int i = 0; i < COUNT(words) && !at; i++)
        at = strstr(text, words[i]);
    at = at ? at : text + strlen(text) - 1;
    expect_value(k, before(text, at), slope);
    const char *times = strstr(text, " times as much"), *by = after_last(text, " by as much");
    if (!times && !by) {
        EXPECT(k, slope == 0 || !strstr(text, " stays as it is"), "'%s' of %.9g", text, slope);
        return;
    }
    const char *last = by ? by - strlen(" by as much") : before(text, times) - strlen(" by ");
    bool grows = strncmp(last - 6, " grows", 6) == 0;
    EXPECT(k, grows == (slope > 0) && (grows || strncmp(last - 6, " falls", 6) == 0),
           "'%s' of %.9g", text, slope);
    expect_value(k, by ? "1" : before(text, times), fabs(slope));
}

/* How many cells of a step a number is a term of. */
static int64_t cells_with(const Look *k, int step)
{
    const QkvCall *c = call_of(k, step);
    int64_t cells = 0;
    Arena a = {0};
    for (int64_t cell = 0; cell < c->out->count; cell++) {
        QkvTerms terms = qkv_terms(c, cell, &a);
        bool has = false;
        for (int64_t i = 0; i < terms.count && !has; i++) {
            QkvTerm t = qkv_term(&terms, i);
            has = (t.a.operand >= 0 && c->in[t.a.operand]->step == k->t->step &&
                   t.a.cell == k->cell) ||
                  (t.b.operand >= 0 && c->in[t.b.operand]->step == k->t->step &&
                   t.b.cell == k->cell);
        }
        cells += has;
    }
    arena_release(&a);
    return cells;
}

/* "> y[b, :]   2 gradients", "y[b]   gradient 0.5". */
static void expect_way_back(const Look *k, const DocLine *line)
{
    int step;
    int64_t cell;
    EXPECT(k, tell_term(k->l, k->t->step, k->cell, TAB_GRADIENT, line->pick, &step, &cell),
           "%s leads nowhere", line->text);
    const char *one = after_last(line->text, "   gradient ");
    if (one)
        expect_value(k, one, value_at(k, step, cell));
    const char *many = strstr(line->text, " gradients"),
               *end = many ? many + strlen(" gradients") : "-";
    bool found = *end != '\0'; /* several results can have the same gradient */
    for (int i = k->t->step + 1; !found && i < k->run->tape->count; i++) {
        const QkvTensor *slope = call_of(k, i)->out->slope;
        found = slope && slope->step == step && atoll(before(line->text, many)) == cells_with(k, i);
    }
    EXPECT(k, found, "'%s' does not go into so many", line->text);
    numbers++;
}

/* "Tried out: with x = 1.001, loss is 3.02, 0.024 more: 24 for each 1.": so much more is it, and that is the gradient. */
static void expect_tried(const Look *k, const char *text, double slope)
{
    const char *each = strstr(text, " for each 1."), *end;
    if (!each)
        return;
    double told = strtod(before(text, each), NULL), more = 0;
    const char *words[] = {" more: ", " less: "};
    for (int i = 0; i < COUNT(words); i++)
        if (strstr(text, words[i]))
            more = strtod(before(text, strstr(text, words[i])), NULL) * (i ? -1 : 1);
    /* "Tried out: with NAME = ..", where NAME is in the head, too */
    size_t name = strlen("Tried out: with ") + (size_t)(after_last(k->d->head, " = ") - k->d->head);
    Bounds with = bounds_number(text + name, NUMBER_MOST_DECIMALS, &end);
    EXPECT(k, end != text + name && *end == ',', "no number in '%s'", text);
    double by = (with.low + with.high) / 2 - qkv_tensor_at(k->t, k->cell);
    EXPECT(k, fabs(told * by - more) <= 0.002 * fabs(more), "'%s', which is %.9g more", text, by);
    EXPECT(k, fabs(told - slope) <= 0.05 * fabs(slope) + 0.02, "'%s' of %.9g", text, slope);
    numbers += 3;
}

static void expect_gradient(const Look *k, Arena *a)
{
    const QkvTensor *g = NULL;
    for (int i = 0; i < k->d->pieces && !g; i++)
        g = k->d->piece[i].matrices == 2 ? k->d->piece[i].matrix[1].t : NULL;
    EXPECT(k, g && g->step >= 0, "no gradient");
    double slope = qkv_tensor_at(g, k->cell);
    expect_meaning(k, doc_piece(k->d, PIECE_NOTE)->text, slope);
    for (int i = 0; i < k->d->pieces; i++) {
        const Piece *p = &k->d->piece[i];
        if (p->kind == PIECE_TERMS && !p->heading)
            expect_arithmetic(k, a, p, g->step, k->cell);
        for (int n = 0; p->kind == PIECE_TERMS && p->heading && n < p->terms; n++)
            expect_way_back(k, &p->term[n]);
        if (p->kind == PIECE_NOTE && strncmp(p->text, "Tried out", 9) == 0)
            expect_tried(k, p->text, slope);
    }
}

/* --- attention, sums, results ----------------------------------------------------------------------- */

/* "> x1            3.5": the sum of so many cells from `first` on that lie apart; `label` is theirs, or NULL. */
static void expect_sum(const Look *k, const char *text, Cells cells, int64_t apart,
                       const char *label)
{
    double sum = 0, size = 0;
    for (int64_t c = 0; c < cells.count; c++) {
        double x = qkv_tensor_at(k->t, cells.from + c * apart);
        sum += x;
        size += fabs(x);
    }
    const char *end, *number = before(text, text + strlen(text));
    const double most = k->t->dtype == QKV_FLOAT16 ? 65504 + 16 : 3e38;
    const double off = 1e-6 * size +
                       half_step(k->t->dtype) * fabs(sum); /* a sum has the type of its cells */
    Bounds told = bounds_number(number, k->l->decimals, &end);
    EXPECT(k, end != number, "no number in '%s'", text);
    if (size < most || (k->t->dtype == QKV_FLOAT16 && fabs(sum) < most))
        EXPECT(k, told.low - off <= sum && sum <= told.high + off, "'%s' is %.9g", text, sum);
    else
        EXPECT(k, !isfinite(told.low), "'%s' is %.9g", text, sum);
    EXPECT(k, !label || strncmp(text + 2, label, strlen(label)) == 0, "'%s' is of %s", text, label);
    numbers++;
}

/* Expects the sums of rows, and of columns, in the matrix of the number; its own is marked. */
static void expect_sums(const Look *k)
{
    int64_t cols = matrix_cols(k->t), rows = matrix_rows(k->t);
    int64_t from = matrix_item(k->t, k->cell) * matrix_cells(k->t), at = k->cell - from;
    EXPECT(k, k->d->pieces == (k->t->rank > 1 ? 2 : 1), "%d lists", k->d->pieces);
    for (int i = 0; i < k->d->pieces; i++) {
        const Piece *p = &k->d->piece[i];
        int64_t own = i ? at % cols : at / cols;
        EXPECT(k, p->before + p->terms + p->after == (i ? cols : rows), "%d sums", p->terms);
        for (int n = 0; n < p->terms; n++) {
            int64_t line = p->before + n;
            Cells cells = {from + (i ? line : line * cols), i ? rows : cols};
            const char *text = p->term[n].text;
            int axis = k->t->rank - (i ? 1 : 2);
            const char *label = axis < 0 ? NULL : qkv_tensor_label(k->t, axis, line, cells.from);
            expect_sum(k, text, cells, i ? cols : 1, label);
            EXPECT(k, (*text == '>') == (line == own), "'%s' is marked, or not", text);
        }
    }
}

/* "scores\t[3 x 3]\t...": the shape of what stands there. */
static void expect_results(const Look *k)
{
    for (int i = 0; i < doc_rows(k->d); i++) {
        const DocRow *row = doc_row_at(k->d, i);
        const QkvTensor *t = spot_tensor(k->run, &row->target.spot, 0);
        const char *at = row_text(row);
        EXPECT(k, t, "'%s' leads to no result", row->text);
        for (int d = 0; d < t->rank; d++) {
            at += strcspn(at, "0123456789");
            while (d > 0 && at[-1] != ' ')
                at += 1 + strcspn(at + 1, "0123456789");
            char *end;
            EXPECT(k, strtoll(at, &end, 10) == t->size[d], "'%s': axis %d has %d", row->text, d,
                   (int)t->size[d]);
            at = end;
            numbers++;
        }
    }
}

/* --- all of them -------------------------------------------------------------------------------------- */

static void expect_tab(const Look *k, Arena *a, const Ways *w, int lane)
{
    switch (k->tab) {
    case TAB_MADE:
        expect_made(k, a);
        break;
    case TAB_TREE:
        expect_tree(k, a);
        break;
    case TAB_INPUTS:
        expect_inputs(k);
        if (lane >= 0)
            expect_times(k, w);
        break;
    case TAB_LEADS:
        if (lane >= 0)
            expect_leads(k, w, lane);
        break;
    case TAB_GRADIENT:
        expect_gradient(k, a);
        break;
    case TAB_ATTENTION:
        expect_attention(k, a);
        break;
    case TAB_ROW:
        expect_row(k, a);
        break;
    case TAB_SUMS:
        expect_sums(k);
        break;
    default:
        expect_results(k);
    }
}

/* All tabs of a number; `lane` -1: what leads to what is not looked at. */
static void expect_tabs(const Lens *l, const char *lesson, const Ways *w, int lane, Start s)
{
    Arena a = {0};
    Tab tab[TABS];
    NumberAs as = {.step = s.t->step, .cell = s.cell, .is_unfolded = true, .as = {WIDE, 24}};
    if (!spot_of_step(&as.from, l->run, s.t->step))
        as.from = (Spot){0};
    int tabs = tell_tabs(l, &as, tab);
    for (int i = 0; i < tabs; i++) {
        if (lane < 0 && (tab[i] == TAB_LEADS || tab[i] == TAB_INPUTS))
            continue;
        as.tab = tab[i];
        as.pick = tell_first_term(l, as.step, as.cell, tab[i]);
        Look k = {l->run, l, lesson, s.t, s.cell, tab[i], tell_number(&a, l, &as)};
        double value = qkv_tensor_at(s.t, s.cell);
        double head = strtod(after_last(k.d->head, " = "), NULL);
        if (s.t->dtype != QKV_BOOL)
            EXPECT(&k, head == value || (isnan(head) && isnan(value)), "%.17g", value);
        expect_tab(&k, &a, w, lane);
    }
    arena_release(&a);
}

/* The tensors that the stops of a run show, each once. */
static Start *starts_of(Arena *a, const Run *run, int *count)
{
    Start *start = arena_many(a, (size_t)run->stops * 2 + 1, Start);
    bool *seen = arena_many(a, (size_t)run->tape->count + 1, bool);
    *count = 0;
    for (int i = 0; i < run->stops; i++) {
        const QkvTensor *t = run->stop[i].kind == STOP_TENSOR ? run->stop[i].tensor : NULL;
        if (!t || t->step < 0 || seen[t->step] || t->count == 0)
            continue;
        seen[t->step] = true;
        t = run->tape->step[t->step].call.out;
        start[(*count)++] = (Start){t, made_random((int)t->count)};
    }
    return start;
}

static void expect_run(const Run *run, const char *lesson)
{
    enum { FOLLOWED = 2 * LANES };
    Arena a = {0};
    int count;
    Start *start = starts_of(&a, run, &count);
    Memo *memo = memo_new();
    for (int i = 0; i < count; i++) {
        const Lens l = {
            .run = run, .decimals = i % 2 ? NUMBER_MOST_DECIMALS : NUMBER_DECIMALS, .memo = memo};
        expect_tabs(&l, lesson, NULL, -1, start[i]);
    }
    for (int n = 0; n < FOLLOWED && count > 0; n += LANES) {
        Ways w = {.starts = LANES};
        for (int i = 0; i < LANES; i++)
            w.start[i] = start[made_random(count)];
        find_ways(&w, run);
        const Lens l = {.run = run, .decimals = NUMBER_DECIMALS, .memo = memo};
        for (int i = 0; i < LANES; i++)
            expect_tabs(&l, lesson, &w, i, w.start[i]);
        arena_release(&w.arena);
    }
    memo_free(memo);
    arena_release(&a);
}

START_TEST(each_number_of_every_tab)
{
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        long used = used_microseconds(), had = numbers;
        ck_assert(library_load(&library->entry[i]));
        expect_run(library->entry[i].run, library->entry[i].name);
        ck_assert(numbers > had || library_is_path(&library->entry[i]));
        if (getenv("QKV_TEST_NUMBERS"))
            printf("%s: %ld numbers, %ld ms\n", library->entry[i].name, numbers - had,
                   (used_microseconds() - used) / 1000);
        library_unload(&library->entry[i]);
    }
    library_free(library);
    ck_assert_msg(rows_formed > 200 && contexts_formed > 500, "%d rows of weights, %d contexts",
                  rows_formed, contexts_formed);
}
END_TEST

START_TEST(and_of_odd_tensors)
{
    const char *made[] = {made_odd, made_trained};
    for (int i = 0; i < COUNT(made); i++) {
        Library *library = made_library(made[i]);
        expect_run(made_run(library), "made");
        made_free(library);
    }
}
END_TEST

/* --- values ------------------------------------------------------------------------------------------- */

static const char changed[] = "#| rows: x1 x2 x3\n"
                              "x = torch.tensor([[1., 0.5], [0., 2.], [-1., 1.]])\n"
                              "scores = x @ x.T\n"
                              "weights = torch.softmax(scores, dim=-1)\n"
                              "y = weights @ x\n"
                              "total = y.sum()\n";

/* "[x2]   4   *20   4": a cell of the row of the number, in the lesson as it is and with each value: where that is another
 * number, as it is written, it is marked. Returns the next line. */
static const char *expect_cells(const Look *k, Arena *a, const char *line,
                                const QkvTensor *const *in, int runs)
{
    const char *at = strchr(line, ']') + 1;
    const char *label = arena_text(a, line + 1, (size_t)(at - line) - 2);
    int64_t cols = matrix_cols(k->t), first = k->cell / cols * cols, cell = -1;
    for (int64_t c = 0; c < cols && cell < 0; c++)
        if (strcmp(label, matrix_index_name(a, k->t, k->t->rank - 1, c, first)) == 0)
            cell = first + c;
    EXPECT(k, cell >= 0, "'%s' is no label of the row", label);
    const char *now = at + strspn(at, " ");
    size_t length = strcspn(now, " \n");
    for (int i = 0; i < runs; i++) {
        at += strspn(at, " ");
        const char *number = at + (*at == '*');
        bool is_same = strcspn(number, " \n") == length && strncmp(number, now, length) == 0;
        EXPECT(k, (*at == '*') == !is_same, "'%.40s' is marked, or is not", at);
        at = expect_value(k, number, qkv_tensor_at(in[i], cell));
    }
    EXPECT(k, *at == '\n' || *at == '\0', "more stands in '%.40s'", line);
    return at + (*at == '\n');
}

static void expect_values(const WhatIf *w, const Result *r, int64_t cell)
{
    enum { RUNS = 4 };
    Arena a = {0};
    const Lens l = {.run = w->before, .whatif = w, .decimals = NUMBER_DECIMALS};
    const QkvTensor *in[RUNS] = {r->tensor};
    for (int i = 0; i < w->variants; i++) {
        Results other = results_of(&a, w->variant[i].run);
        in[i + 1] = results_find(&other, r->name)->tensor;
    }
    NumberAs as = {.step = r->step, .cell = cell, .tab = TAB_VALUES, .as = {WIDE, 24}};
    Look k = {w->before, &l, "made", r->tensor, cell, TAB_VALUES, tell_number(&a, &l, &as)};
    EXPECT(&k, strcmp(k.d->tab_name[k.d->tab], tell_tab_name(TAB_VALUES)) == 0, "no such tab");
    const char *text = doc_piece(k.d, PIECE_SAID)->text;
    int rows = 0;
    for (const char *line = strchr(text, '\n'); r->tensor->rank > 0 && line && line[1];) {
        if (line[1] == '[') {
            line = expect_cells(&k, &a, line + 1, in, w->variants + 1) - 1;
            rows++;
        } else {
            line = strchr(line + 1, '\n');
        }
    }
    EXPECT(&k, r->tensor->rank == 0 || rows == matrix_cols(r->tensor), "%d rows", rows);
    arena_release(&a);
}

START_TEST(each_value_of_a_change)
{
    Library *library = made_library(changed);
    Arena a = {0};
    Err err = {0};
    const ChangeLine line = {.text = "x[1, 0] = 5, -0.25, 6"};
    WhatIf *w = whatif_run(made_run(library), &line, 1, &err);
    ck_assert_msg(w && w->variants == 3, "%s", err.message);
    Results results = results_of(&a, w->before);
    for (int i = 0; i < results.count; i++)
        for (int64_t cell = 0; cell < results.item[i].tensor->count; cell++)
            expect_values(w, &results.item[i], cell);
    whatif_free(w);
    arena_release(&a);
    made_free(library);
}
END_TEST

Suite *tabs_suite(void)
{
    Suite *s = suite_create("tabs");
    TCase *t = suite_case(s, "lessons");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, each_number_of_every_tab);
    tcase_add_test(t, and_of_odd_tensors);
    tcase_add_test(t, each_value_of_a_change);
    return s;
}
