/* A diagnosis in words: which mistakes make the numbers, what can be seen in the numbers alone. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "core/tensor.h"
#include "tell/facts.h"
#include "tell/number.h"
#include "tell/report.h"

void report_wrapped(Buf *out, int indent, const char *text, int width)
{
    int column = indent;
    buf_fill(out, ' ', indent);
    while (*text) {
        size_t length = strcspn(text, " ");
        int columns = utf8_columns_n(text, length);
        if (column > indent && column + columns >= width) {
            buf_putc(out, '\n');
            buf_fill(out, ' ', indent);
            column = indent;
        } else if (column > indent) {
            buf_putc(out, ' ');
            column++;
        }
        buf_shown(out, text, length);
        column += columns;
        text += length + (text[length] == ' ');
    }
    buf_putc(out, '\n');
}

/* "3 x 4 numbers" */
static void put_shape(Buf *out, Fact *facts, const PrintoutBlock *b)
{
    Fact *numbers = fact_map(facts, "numbers"), *shape = fact_list(numbers, "shape");
    for (int i = 0; i < b->rank; i++) {
        buf_printf(out, "%s%lld", i ? " x " : "", (long long)b->size[i]);
        fact_whole(shape, NULL, b->size[i]);
    }
    buf_printf(out, "%s%s", b->rank ? " " : "", b->rank ? "" : "one ");
    buf_printf(out, "number%s", plural(b->count));
    if (b->decimals > 0)
        buf_printf(out, ", %d digit%s after the point", b->decimals, plural(b->decimals));
    fact_whole(numbers, "decimals", b->decimals);
}

/* Writes what can be seen in the numbers alone: all of it as facts, the first that says most as a sentence in brackets,
 * or nothing. A sum of 1 is a sign where the rows have it not. */
static void put_signs(Buf *out, Fact *facts, const Signs *s)
{
    const struct {
        const char *key;
        bool is_so;
        const char *sentence;
    } signs[] = {
        {"has_nan", s->has_nan,
         "there is a nan among them: a row was masked completely, or inf met inf"},
        {"has_inf", s->has_inf, "there is an inf among them"},
        {"all_are_1", s->ones,
         "every number is 1: softmax over an axis of size 1 gives that for any input"},
        {"rows_add_up_to_1", s->rows, NULL},
        {"columns_add_up_to_1", s->columns,
         s->rows ? NULL : "the printed columns add up to 1, not the rows"},
        {"all_add_up_to_1", s->all,
         s->rows ? NULL : "all the numbers together add up to 1, not each row"},
        {NULL, s->right_rows && !s->rows, "the printed rows do not add up to 1"},
        {"is_permuted", s->permuted, "these are the right numbers in another order"},
    };
    const bool has_ratio = fabs(s->ratio) > 0;
    Fact *f = fact_map(facts, "signs");
    Buf text = {0};
    for (int i = 0; i < COUNT(signs); i++) {
        if (signs[i].key)
            fact_truth(f, signs[i].key, signs[i].is_so);
        if (signs[i].is_so && signs[i].sentence && text.length == 0)
            buf_printf(&text, "(%s)", signs[i].sentence);
    }
    if (has_ratio)
        fact_real(f, "ratio", s->ratio);
    if (has_ratio && text.length == 0) {
        buf_puts(&text, "(every number is ");
        number_short(&text, s->ratio, 3);
        buf_puts(&text, " times the right one)");
    }
    if (text.length > 0)
        report_wrapped(out, 4, buf_text(&text), REPORT_WIDTH);
    buf_release(&text);
}

/* Code, and as it would read: the whole statement where there is one, or NULL. */
static void put_code(Buf *out, Fact *f, const char *old, const char *new, const char *statement)
{
    Buf line = {0};
    if (statement)
        buf_puts(&line, statement);
    else
        buf_printf(&line, "%s  ->  %s", old, new);
    report_wrapped(out, 6, buf_text(&line), REPORT_WIDTH);
    buf_release(&line);
    fact_text(f, "old", old);
    fact_text(f, "new", new);
}

/* The sentence, the code, and what goes with it elsewhere. */
static void put_mutation(Buf *out, Fact *f, const Diagnosis *d, const Mutation *m,
                         const char *statement, bool is_second)
{
    Buf line = {0};
    buf_puts(&line, is_second ? "and " : "");
    lesson_line(&line, d->lesson, m->line);
    buf_printf(&line, ": %s", m->sentence);
    report_wrapped(out, 2, buf_text(&line), REPORT_WIDTH);
    fact_text(f, "sentence", m->sentence);
    facts_place(f, d->lesson, m->line);
    put_code(out, f, m->old, m->new, statement);
    Fact *also = fact_list(f, "also");
    for (int i = 1; i < m->edits; i++) {
        const Edit *e = &m->edit[i];
        buf_clear(&line);
        buf_printf(&line, "%.*s", (int)(e->end - e->start), d->lesson->source + e->start);
        put_code(out, fact_map(also, NULL), buf_text(&line), e->text, NULL);
    }
    buf_release(&line);
}

static void put_fit(Buf *out, Fact *f, const Diagnosis *d, const Fit *fit, const char *statement)
{
    Fact *mistakes = fact_list(f, "mistakes");
    for (int i = 0; i < fit->mutations; i++)
        put_mutation(out, fact_map(mistakes, NULL), d, fit->mutation[i], statement, i > 0);
    fact_text(f, "change", fit->change);
    fact_whole(f, "differ", fit->differ);
}

/* "line 12: weights = ..." without the line. */
static const char *statement_of(const Fit *fit)
{
    const char *colon = fit->change ? strchr(fit->change, ':') : NULL;
    return colon ? colon + 2 : NULL;
}

/* Words that tell the fits apart. */
static const char *apart(const Diagnosis *d)
{
    if (d->fits == 1)
        return "";
    if (d->kinds == 0)
        return "The numbers cannot tell these apart.\n";
    return d->kinds == 1 ? "With other inputs, too, these make the same numbers.\n"
                         : "These numbers cannot tell them apart: with other inputs they differ.\n";
}

/* `signs` are lines (put_signs). */
static void put_fits(Buf *out, Fact *facts, const Diagnosis *d, const char *lesson,
                     const char *signs)
{
    enum { MOST_TOLD = 8, ALL = 1000 };
    Fact *list = fact_list(facts, "fits");
    if (d->fits > 0)
        buf_puts(out, "The same numbers come out, to the last digit, when\n");
    for (int i = 0; i < d->fits && i < (facts ? ALL : MOST_TOLD); i++) {
        const Fit *fit = &d->fit[i];
        bool is_again = i > 0 && d->kinds > 0 && fit->kind == d->fit[i - 1].kind;
        if (i > 0)
            buf_puts(out, is_again ? "or, to the same end,\n" : "or\n");
        put_fit(out, fact_map(list, NULL), d, fit, statement_of(fit));
    }
    fact_whole(facts, "left_out", max_int(d->fits - ALL, 0));
    if (d->fits == 0)
        return;
    buf_puts(out, signs);
    if (d->fits > MOST_TOLD)
        buf_printf(out, "or in %d other ways. ", d->fits - MOST_TOLD);
    buf_puts(out, apart(d));
    if (d->fit[0].mutations == 1)
        buf_printf(out, "%d of %d single changes fit%s.", d->fits, d->tried,
                   d->fits == 1 ? "s" : "");
    else
        buf_printf(out, "None of %d single changes fits, and %d of %d pairs.", d->tried, d->fits,
                   d->pairs);
    if (d->fit[0].change)
        buf_printf(out, " To see it:\n  qkv compare %s --change \"%s\"", lesson, d->fit[0].change);
    buf_putc(out, '\n');
}

/* The nearest is worth a word where it makes more than half of the numbers. */
static void put_nearest(Buf *out, Fact *facts, const Diagnosis *d, const char *signs)
{
    Buf text = {0};
    buf_printf(&text, "None of %d single changes makes these numbers", d->tried);
    if (d->pairs > 0)
        buf_printf(&text, ", nor any of %d pairs", d->pairs);
    buf_printf(&text, ".%s",
               d->is_cut ? " (The search was not finished: --seconds gives it more time.)" : "");
    report_wrapped(out, 0, buf_text(&text), REPORT_WIDTH);
    buf_release(&text);
    buf_puts(out, signs);
    bool is_near = facts || d->nearest.differ * 2 < d->block->count;
    if (d->nearest.mutations == 0 || !is_near)
        return;
    buf_printf(out, "The nearest does not match: %lld of %lld numbers differ when\n",
               (long long)d->nearest.differ, (long long)d->block->count);
    put_fit(out, fact_map(facts, "nearest"), d, &d->nearest, NULL);
}

/* Writes what was printed, and which numbers of the lesson it should be. */
static void put_head(Buf *out, Fact *facts, const Diagnosis *d, const char *lesson,
                     const char *printout)
{
    Buf head = {0};
    fact_text(facts, "name", *d->name ? d->name : NULL);
    buf_printf(&head, "%s: ", printout);
    put_shape(&head, facts, d->block);
    buf_printf(&head, "%s what %s computes%s%s", d->is_right ? ":" : ": not", lesson,
               *d->name ? " for " : "", d->name);
    if (d->line > 0) {
        buf_puts(&head, " in ");
        lesson_line(&head, d->lesson, d->line);
    }
    if (!printout_fits(d->block, d->right))
        buf_printf(&head, ", which is %s", SIZES(d->right));
    buf_putc(&head, '.');
    report_wrapped(out, 0, buf_text(&head), REPORT_WIDTH);
    buf_release(&head);
    fact_truth(facts, "is_right", d->is_right);
}

void report_diagnosis(Buf *out, Fact *facts, const Diagnosis *d, const char *lesson,
                      const char *printout)
{
    Buf signs = {0};
    put_head(out, facts, d, lesson, printout);
    put_signs(&signs, facts, &d->signs);
    put_fits(out, facts, d, lesson, buf_text(&signs));
    if (d->fits == 0 && !d->is_right)
        put_nearest(out, facts, d, buf_text(&signs));
    fact_whole(facts, "tried", d->tried);
    fact_whole(facts, "pairs_tried", d->pairs);
    fact_truth(facts, "is_complete", !d->is_cut);
    buf_release(&signs);
}

void report_mistake(Buf *out, Fact *facts, const Diagnosis *d)
{
    put_fit(out, fact_map(facts, "fit"), d, &d->fit[0], statement_of(&d->fit[0]));
}
