/* A result in several runs, as a table: cells down, runs across. Runs that do not fit beside each other
 * come below. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/number.h"
#include "tell/report.h"

enum {
    MOST_HEADING = 12, /* columns of a value above its numbers; longer ones are numbered         */
    MOST_LINES = 60,   /* of cells                                                               */
    FEW = 8            /* cells that are all shown; of more only those that are not all the same */
};

typedef struct TrialWriter {
    Arena a;
    Buf *out;
    Trials *trials;
    TrialTable table;
    NumberFormat format;
    bool is_numbered; /* columns are headed 1, 2, .. */
    int label, width; /* of the columns              */
} TrialWriter;

/* Tells what a column is called: its value, or a number for it. */
static const char *heading(TrialWriter *w, int trial)
{
    if (trial == 0 || !w->is_numbered)
        return w->trials->trial[trial].value;
    return arena_format(&w->a, "%d", trial);
}

static void put_padded(Buf *out, const char *text, int width, bool right)
{
    int columns = utf8_columns(text);
    buf_fill(out, ' ', right ? width - columns : 0);
    buf_puts(out, text);
    buf_fill(out, ' ', right ? 0 : width - columns);
}

/* A line without the blanks at its end. */
static void end_line(Buf *out)
{
    while (out->length > 0 && out->text[out->length - 1] == ' ')
        buf_cut(out, out->length - 1);
    buf_putc(out, '\n');
}

/* The number of a cell in a run; a * before one that is another than in the lesson as it is, to the printed digits. */
static const char *cell_text(TrialWriter *w, int64_t row, int trial)
{
    const QkvTensor *t = w->table.t;
    Buf now = {.arena = &w->a}, cell = {.arena = &w->a};
    if (!w->table.result[trial])
        return "-";
    number_cell(&cell, &w->format, t, row * t->size[1] + trial);
    if (w->table.result[0])
        number_cell(&now, &w->format, t, row * t->size[1]);
    bool is_changed = now.length > 0 && strcmp(buf_text(&now), buf_text(&cell)) != 0;
    return arena_format(&w->a, "%s%s", is_changed ? "*" : "", buf_text(&cell));
}

static void put_row(TrialWriter *w, int64_t row, int first, int end)
{
    put_padded(w->out, qkv_tensor_label(w->table.t, 0, row, 0), w->label, false);
    for (int i = first; i < end; i++)
        put_padded(w->out, cell_text(w, row, i), w->width, true);
    end_line(w->out);
}

static void put_headings(TrialWriter *w, int first, int end)
{
    put_padded(w->out, "", w->label, false);
    for (int i = first; i < end; i++)
        put_padded(w->out, heading(w, i), w->width, true);
    end_line(w->out);
}

/* The columns first .. end-1. */
static void put_block(TrialWriter *w, int first, int end)
{
    int lines = 0;
    int64_t rows = w->table.t->size[0];
    put_headings(w, first, end);
    for (int64_t i = 0; i < rows && lines < MOST_LINES; i++)
        if (w->table.moves[i] || rows <= FEW) {
            put_row(w, i, first, end);
            lines++;
        }
    if (lines == MOST_LINES)
        buf_puts(w->out, "...\n");
}

static void measure(TrialWriter *w)
{
    enum { GAP = 2 };
    const QkvTensor *t = w->table.t;
    int longest = 3;
    w->format = number_format(t, NUMBER_DECIMALS);
    for (int i = 0; i < w->trials->count; i++)
        w->is_numbered = w->is_numbered || utf8_columns(w->trials->trial[i].value) > MOST_HEADING;
    for (int i = 0; i < w->trials->count; i++)
        longest = max_int(longest, utf8_columns(heading(w, i)));
    w->width = max_int(longest, w->format.width + 1) + GAP; /* with its mark */
    for (int64_t i = 0; i < t->size[0]; i++)
        w->label = max_int(w->label, utf8_columns(qkv_tensor_label(t, 0, i, 0)));
}

/* Tells what the columns are, and why one is empty. */
static void put_notes(TrialWriter *w)
{
    for (int i = 1; i < w->trials->count; i++) {
        const Trial *x = &w->trials->trial[i];
        if (w->is_numbered)
            buf_printf(w->out, "%3d: %s\n", i, x->value);
        if (w->table.result[i])
            continue;
        buf_printf(w->out, "%s: ", heading(w, i));
        if (x->run->err.set)
            lesson_line(w->out, x->run->lesson, x->run->err.at.line);
        buf_printf(w->out, "%s%s\n", x->run->err.set ? ": " : "the result has another shape",
                   x->run->err.set ? x->run->err.message : "");
    }
}

void report_trials(Buf *out, Trials *t, const PlacePart *part)
{
    TrialWriter w = {.out = out, .trials = t, .table = trials_table(t, part)};
    int64_t rows = w.table.t->size[0];
    measure(&w);
    int most = max_int(1, (REPORT_WIDTH - w.label) / w.width);
    buf_printf(out, "%s\n%s\n", t->change->text, part->text);
    for (int first = 0; first < t->count; first += most) {
        buf_puts(out, first ? "\n" : "");
        put_block(&w, first, min_int(t->count, first + most));
    }
    if (rows > FEW && w.table.moving < rows)
        buf_printf(out, "(%lld of %lld cells are the same in all.)\n",
                   (long long)(rows - w.table.moving), (long long)rows);
    put_notes(&w);
    arena_release(&w.a);
}
