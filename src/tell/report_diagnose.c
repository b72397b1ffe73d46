/* A diagnosis in words: which mistakes make the numbers, what can be seen in the numbers alone. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "core/tensor.h"
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
static void put_shape(Buf *out, const PrintoutBlock *b)
{
    for (int i = 0; i < b->rank; i++)
        buf_printf(out, "%s%lld", i ? " x " : "", (long long)b->size[i]);
    buf_printf(out, "%s%s", b->rank ? " " : "", b->rank ? "" : "one ");
    buf_printf(out, "number%s", plural(b->count));
    if (b->decimals > 0)
        buf_printf(out, ", %d digit%s after the point", b->decimals, plural(b->decimals));
}

static void put_signs(Buf *out, const Signs *s)
{
    Buf text = {0};
    const char *said =
        s->has_nan   ? "there is a nan among them: a row was masked completely, or inf met inf"
        : s->has_inf ? "there is an inf among them"
        : s->ones    ? "every number is 1: softmax over an axis of size 1 gives that for any input"
        : s->columns && !s->rows    ? "the printed columns add up to 1, not the rows"
        : s->all && !s->rows        ? "all the numbers together add up to 1, not each row"
        : s->right_rows && !s->rows ? "the printed rows do not add up to 1"
        : s->permuted               ? "these are the right numbers in another order"
                                    : NULL;
    if (said) {
        buf_printf(&text, "(%s)", said);
    } else if (fabs(s->ratio) > 0) {
        buf_puts(&text, "(every number is ");
        number_short(&text, s->ratio, 3);
        buf_puts(&text, " times the right one)");
    }
    if (text.length > 0)
        report_wrapped(out, 4, buf_text(&text), REPORT_WIDTH);
    buf_release(&text);
}

/* The sentence, and the code as it would read; `statement` is the whole of it, or NULL. */
static void put_mutation(Buf *out, const Diagnosis *d, const Mutation *m, const char *statement,
                         bool is_second)
{
    Buf line = {0};
    buf_puts(&line, is_second ? "and " : "");
    lesson_line(&line, d->lesson, m->line);
    buf_printf(&line, ": %s", m->sentence);
    report_wrapped(out, 2, buf_text(&line), REPORT_WIDTH);
    buf_clear(&line);
    if (statement)
        buf_puts(&line, statement);
    else
        buf_printf(&line, "%s  ->  %s", m->old, m->new);
    report_wrapped(out, 6, buf_text(&line), REPORT_WIDTH);
    for (int i = 1; i < m->edits; i++) {
        const Edit *e = &m->edit[i];
        buf_clear(&line);
        buf_printf(&line, "%.*s  ->  %s", (int)(e->end - e->start), d->lesson->source + e->start,
                   e->text);
        report_wrapped(out, 6, buf_text(&line), REPORT_WIDTH);
    }
    buf_release(&line);
}

/* "line 12: weights = ..." without the line. */
static const char *statement_of(const Fit *fit)
{
    const char *colon = fit->change ? strchr(fit->change, ':') : NULL;
    return colon ? colon + 2 : NULL;
}

static void put_fits(Buf *out, const Diagnosis *d, const char *lesson)
{
    enum { MOST_TOLD = 8 };
    buf_puts(out, "The same numbers come out, to the last digit, when\n");
    for (int i = 0; i < d->fits && i < MOST_TOLD; i++) {
        const Fit *fit = &d->fit[i];
        bool is_again = i > 0 && d->kinds > 0 && fit->kind == d->fit[i - 1].kind;
        buf_puts(out, is_again ? "or, to the same end,\n" : i ? "or\n" : "");
        for (int k = 0; k < fit->mutations; k++)
            put_mutation(out, d, fit->mutation[k], statement_of(fit), k > 0);
    }
    put_signs(out, &d->signs);
    if (d->fits > MOST_TOLD)
        buf_printf(out, "or in %d other ways. ", d->fits - MOST_TOLD);
    if (d->fits > 1)
        buf_puts(out, d->kinds == 1 ? "With other inputs, too, these make the same numbers.\n"
                      : d->kinds > 1
                          ? "These numbers cannot tell them apart: with other inputs they differ.\n"
                          : "The numbers cannot tell these apart.\n");
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
static void put_nearest(Buf *out, const Diagnosis *d)
{
    Buf text = {0};
    buf_printf(&text, "None of %d single changes makes these numbers", d->tried);
    if (d->pairs > 0)
        buf_printf(&text, ", nor any of %d pairs", d->pairs);
    buf_printf(&text, ".%s",
               d->is_cut ? " (The search was not finished: --seconds gives it more time.)" : "");
    report_wrapped(out, 0, buf_text(&text), REPORT_WIDTH);
    buf_release(&text);
    put_signs(out, &d->signs);
    if (d->nearest.mutations == 0 || d->nearest.differ * 2 >= d->block->count)
        return;
    buf_printf(out, "The nearest does not match: %lld of %lld numbers differ when\n",
               (long long)d->nearest.differ, (long long)d->block->count);
    put_mutation(out, d, d->nearest.mutation[0], NULL, false);
}

void report_diagnosis(Buf *out, const Diagnosis *d, const char *lesson, const char *printout)
{
    Buf head = {0};
    buf_printf(&head, "%s: ", printout);
    put_shape(&head, d->block);
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
    if (d->fits > 0)
        put_fits(out, d, lesson);
    else if (!d->is_right)
        put_nearest(out, d);
}

void report_mistake(Buf *out, const Diagnosis *d)
{
    put_mutation(out, d, d->fit[0].mutation[0], statement_of(&d->fit[0]), false);
}
