/* One result in several runs, as a table: cells down, runs across. Runs that do not fit beside each other
 * come below. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/axes.h"
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
    const PlacePart *part;
    TrialTable table;
    NumberFormat format;
    bool is_numbered; /* columns are headed 1, 2, .. */
    bool largest;     /* rows are followed by where their largest number is */
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

static void put_label(TrialWriter *w, const char *text)
{
    put_padded(w->out, text, w->label, false);
}

static void put_entry(TrialWriter *w, const char *text)
{
    put_padded(w->out, text, w->width, true);
}

static bool is_shown(const TrialWriter *w, int64_t row)
{
    return w->table.moves[row] || w->table.t->size[0] <= FEW;
}

static void put_row(TrialWriter *w, int64_t row, int first, int end)
{
    const QkvTensor *t = w->table.t;
    Buf cell = {0};
    put_label(w, qkv_tensor_label(t, 0, row, 0));
    for (int i = first; i < end; i++) {
        buf_clear(&cell);
        if (w->table.result[i])
            number_cell(&cell, &w->format, t, row * t->size[1] + i);
        else
            buf_putc(&cell, '-');
        put_entry(w, buf_text(&cell));
    }
    end_line(w->out);
    buf_release(&cell);
}

/* Tells whether the largest of the row that a cell begins is elsewhere in one of the runs. */
static bool moves_largest(const TrialWriter *w, int64_t cell)
{
    int64_t now = trials_largest(&w->table, 0, cell);
    for (int i = 1; i < w->trials->count; i++) {
        int64_t place = trials_largest(&w->table, i, cell);
        if (w->table.result[i] && place != now)
            return true;
    }
    return false;
}

/* "largest [she]": of the row that a cell begins. */
static const char *largest_name(TrialWriter *w, int64_t cell)
{
    const QkvTensor *t = w->part->t;
    int64_t at[QKV_MAX_RANK];
    Buf name = {.arena = &w->a};
    qkv_tensor_index(t, cell, at);
    buf_puts(&name, "largest ");
    int told = 0;
    for (int d = 0; d + 1 < t->rank; d++)
        if (w->part->index[d] < 0)
            buf_printf(&name, "%s%s", told++ ? ", " : "[",
                       matrix_index_name(&w->a, t, d, at[d], cell));
    buf_puts(&name, told ? "]" : "");
    return buf_text(&name);
}

/* Tells whether rows whose cells are all in the table have their largest number elsewhere in a run: then that
 * is told. */
static bool tells_largest(TrialWriter *w)
{
    const PlacePart *part = w->part;
    int last = part->t->rank - 1;
    if (last < 0 || part->index[last] >= 0 || part->t->size[last] < 2)
        return false;
    bool tells = false;
    for (int64_t i = 0; i < w->table.t->size[0]; i += part->t->size[last]) {
        int64_t cell = w->table.cell[i];
        if (!moves_largest(w, cell))
            continue;
        w->label = max_int(w->label, utf8_columns(largest_name(w, cell)));
        tells = true;
    }
    return tells;
}

/* "largest [she]    Anna    Anna     she". */
static void put_largest(TrialWriter *w, int64_t cell, int first, int end)
{
    const QkvTensor *t = w->part->t;
    put_label(w, largest_name(w, cell));
    for (int i = first; i < end; i++) {
        int64_t place = trials_largest(&w->table, i, cell);
        const char *label = !w->table.result[i] ? "-"
                            : place < 0         ? "none" /* equals, or one that is no number */
                                        : matrix_index_name(&w->a, t, t->rank - 1, place, cell);
        put_entry(w, label);
    }
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
    const PlacePart *part = w->part;
    int lines = 0;
    int64_t rows = w->table.t->size[0];
    put_headings(w, first, end);
    for (int64_t i = 0; i < rows && lines < MOST_LINES; i++)
        if (is_shown(w, i)) {
            put_row(w, i, first, end);
            lines++;
        }
    for (int64_t i = 0; w->largest && i < rows && lines < MOST_LINES;
         i += part->t->size[part->t->rank - 1])
        if (moves_largest(w, w->table.cell[i])) {
            put_largest(w, w->table.cell[i], first, end);
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
    const QkvTensor *of = w->part->t;
    for (int64_t i = 0; of->rank > 0 && of->count > 0 && i < of->size[of->rank - 1]; i++)
        longest = max_int(
            longest,
            min_int(utf8_columns(matrix_index_name(&w->a, of, of->rank - 1, i, 0)), MOST_HEADING));
    w->width = max_int(longest, w->format.width) + GAP;
    for (int64_t i = 0; i < t->size[0]; i++)
        w->label = max_int(w->label, utf8_columns(qkv_tensor_label(t, 0, i, 0)));
    w->largest = tells_largest(w);
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
    TrialWriter w = {.out = out, .trials = t, .part = part, .table = trials_table(t, part)};
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
