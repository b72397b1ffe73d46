#include "view/spoken.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "core/qkv.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/memo.h"
#include "view/report.h"
#include "view/transcript.h"

enum { MOST_COLUMNS = 100, SOME_ROWS = 12 };

/* "row x2: ", or without labels "sentence 2: ", for a tensor that has rows. */
static void put_row_name(Buf *out, const QkvTensor *t, int64_t row, int64_t first)
{
    Arena arena = {0};
    int axis = t->rank - 2;
    if (t->rank > 1 && t->axis[axis].name && !t->axis[axis].labels)
        buf_printf(out, "%s: ", matrix_index_title(&arena, t, axis, row, first));
    else if (t->rank > 1)
        buf_printf(out, "row %s: ", matrix_own_name(&arena, t, axis, row, first));
    arena_release(&arena);
}

/* What comes before a number: its label, "x1 ", or where that is a number, too, "1 is ". A column alone needs
 * none. */
static void put_column_name(Buf *out, const QkvTensor *t, int64_t column, int64_t first)
{
    Arena arena = {0};
    int axis = t->rank - 1;
    const char *name = axis < 0 ? "" : matrix_own_name(&arena, t, axis, column, first);
    const char *last = strrchr(name, ' ');
    bool is_number = name[strspn(name, "0123456789.-")] == '\0';
    bool is_apart = is_number || (last && last[1 + strspn(last + 1, "0123456789.-")] == '\0');
    if (axis >= 0 && !(t->size[axis] == 1 && is_number))
        buf_printf(out, is_apart ? "%s is " : "%s ", name);
    arena_release(&arena);
}

/* The numbers of a row, each after its label: "x1 0.5, x2 0.25". */
static void put_row(Buf *out, const QkvTensor *t, const NumberFormat *format, int64_t start)
{
    int64_t cols = matrix_cols(t);
    for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
        buf_puts(out, c ? ", " : "");
        put_column_name(out, t, c, start);
        number_spoken(out, format, t, start + c);
    }
    if (cols > MOST_COLUMNS)
        buf_printf(out, ", and %lld more", (long long)(cols - MOST_COLUMNS));
}

/* One of the sums, in few digits. */
static void put_sum(Buf *out, const QkvTensor *sums, int64_t cell, int decimals)
{
    NumberFormat format = number_format(sums, decimals);
    number_spoken(out, &format, sums, cell);
}

static void put_column_sums(Buf *out, const QkvTensor *t, const QkvTensor *sums, int64_t item,
                            int decimals)
{
    int64_t cols = matrix_cols(t), first = item * matrix_rows(t) * cols;
    buf_puts(out, "sums of the columns: ");
    for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
        buf_puts(out, c ? ", " : "");
        put_column_name(out, t, c, first);
        put_sum(out, sums, item * cols + c, decimals);
    }
    buf_putc(out, '\n');
}

/* One matrix under its name and shape, or, as one of several of them, only under what tells it apart. */
static void put_matrix(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t item,
                       int64_t rows, Head head)
{
    Arena arena = {0};
    int decimals = place_decimals(p);
    NumberFormat format = number_format(t, decimals);
    int64_t all = matrix_rows(t), cols = matrix_cols(t);
    Matrix m = matrix_of(t, explain_name(&arena, run, t), item, format);
    m.head = head;
    buf_printf(out, "%s\n", matrix_title(&arena, &m));
    int64_t first = item * all * cols;
    Sums sums = p->look.sums ? memo_sums(NULL, run, t, &arena) : (Sums){0};
    for (int64_t r = 0; r < all && r < rows; r++) {
        put_row_name(out, t, r, first);
        put_row(out, t, &format, first + r * cols);
        buf_puts(out, sums.across ? "; sum " : "");
        if (sums.across)
            put_sum(out, sums.across, item * all + r, decimals);
        buf_putc(out, '\n');
    }
    if (all > rows)
        buf_printf(out, "and %lld more row%s\n", (long long)(all - rows), plural(all - rows));
    else if (sums.down)
        put_column_sums(out, t, sums.down, item, decimals);
    arena_release(&arena);
}

void spoken_matrix(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t item,
                   int rows)
{
    put_matrix(out, run, p, t, item, rows, HEAD_ALL);
}

static void put_title(Buf *out, const Run *run, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0};
    Matrix m = matrix_of(t, explain_name(&arena, run, t), matrix_item(t, cell), (NumberFormat){0});
    buf_printf(out, "%s\n", matrix_title(&arena, &m));
    arena_release(&arena);
}

void spoken_row(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t cell)
{
    int64_t cols = matrix_cols(t), rows = matrix_rows(t), row = cell / cols % rows;
    NumberFormat format = number_format(t, place_decimals(p));
    put_title(out, run, t, cell);
    put_row_name(out, t, row, cell - cell % (rows * cols));
    put_row(out, t, &format, cell - cell % cols);
    buf_putc(out, '\n');
}

void spoken_column(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0};
    int64_t cols = matrix_cols(t), rows = matrix_rows(t), column = cell % cols;
    int64_t first = cell - cell % (rows * cols);
    NumberFormat format = number_format(t, place_decimals(p));
    put_title(out, run, t, cell);
    buf_printf(out, "column %s: ", matrix_own_name(&arena, t, t->rank - 1, column, first));
    for (int64_t r = 0; r < rows && r < MOST_COLUMNS; r++) {
        const char *name = matrix_own_name(&arena, t, t->rank - 2, r, first);
        buf_printf(out, name[strspn(name, "0123456789")] ? "%s%s " : "%s%s is ", r ? ", " : "",
                   name);
        number_spoken(out, &format, t, first + r * cols + column);
    }
    if (rows > MOST_COLUMNS)
        buf_printf(out, ", and %lld more", (long long)(rows - MOST_COLUMNS));
    buf_putc(out, '\n');
    arena_release(&arena);
}

/* "block b, block c": how the matrices that are not told are chosen. */
static void put_others(Buf *out, const QkvTensor *t, int64_t item)
{
    enum { MOST_NAMED = 8 };
    Arena arena = {0};
    int64_t items = matrix_items(t), size = matrix_rows(t) * matrix_cols(t), named = 0;
    buf_puts(out, "The other matrices:");
    for (int64_t i = 0; i < items && named < MOST_NAMED; i++) {
        int64_t at[QKV_MAX_RANK];
        if (i == item)
            continue;
        qkv_tensor_index(t, i * size, at);
        buf_puts(out, named++ ? ", block" : " block");
        for (int d = 0; d < t->rank - 2; d++)
            buf_printf(out, " %s", matrix_own_name(&arena, t, d, at[d], i * size));
    }
    buf_puts(out, items - 1 > named ? " and so on.\n" : ".\n");
    arena_release(&arena);
}

/* The matrices of a tensor: all of them if they have so few rows together, or one, with how to come to the
 * others. To a reader who cannot ask, as many as there is room for. */
static void put_matrices(Buf *out, const Run *run, const Place *p, const QkvTensor *t, bool whole)
{
    enum { ROWS_TOGETHER = 24, ROWS_WHOLE = 200 };
    int64_t items = matrix_items(t), rows = matrix_rows(t),
            here = p->view.item < items ? p->view.item : 0;
    int64_t most = whole ? ROWS_WHOLE : items > 1 ? ROWS_TOGETHER : SOME_ROWS;
    bool all = items * rows <= most;
    int64_t first = all || whole ? 0 : here, end = all     ? items
                                                   : whole ? max_int64(most / rows, 1)
                                                           : here + 1;
    for (int64_t i = first; i < end; i++)
        put_matrix(out, run, p, t, i, all || whole ? most : SOME_ROWS,
                   i > first ? HEAD_BLOCK : HEAD_ALL);
    if (whole && end < items)
        buf_printf(out, "and %lld more matrices\n", (long long)(items - end));
    if (whole)
        return;
    if (rows > SOME_ROWS && !all)
        buf_puts(out, "read tells all rows.\n");
    if (items > 1 && !all)
        put_others(out, t, here);
}

static void put_made(Buf *out, const Run *run, const Place *p)
{
    Arena arena = {0};
    const Stop *stop = place_stop(run, p);
    const QkvStep *step = stop->step >= 0 ? &run->tape->step[stop->step] : NULL;
    if (step && step->call.count > 0)
        buf_printf(out, "%s\n", explain_formula_rows(&arena, run, -1, stop->step, 2, REPORT_WHOLE));
    for (int i = 0; step && i < step->call.count; i++) {
        const QkvTensor *in = step->call.in[i];
        if (in->step >= 0)
            buf_printf(out, "%s%s %s", i ? ", " : "made of ", explain_name(&arena, run, in),
                       matrix_shape(&arena, in));
    }
    if (step && step->call.count > 0 && step->call.in[0]->step >= 0)
        buf_putc(out, '\n');
    arena_release(&arena);
}

void spoken_task(Buf *out, const Run *run, const Place *p)
{
    Arena arena = {0};
    const Stop *stop = place_stop(run, p);
    buf_printf(out, "%s\n", explain_code(&arena, run, stop->statement, REPORT_WHOLE));
    put_made(out, run, p);
    buf_printf(out, "%s %s\n", explain_name(&arena, run, stop->tensor),
               matrix_shape(&arena, stop->tensor));
    arena_release(&arena);
}

void spoken_result(Buf *out, const Run *run, const Place *p, bool whole)
{
    Arena arena = {0};
    const Stop *stop = place_stop(run, p);
    put_made(out, run, p);
    if (stop->tensor->count > 0)
        put_matrices(out, run, p, stop->tensor, whole);
    else
        buf_printf(out, "%s %s: no cells\n", explain_name(&arena, run, stop->tensor),
                   matrix_shape(&arena, stop->tensor));
    arena_release(&arena);
}

/* --- lines -------------------------------------------------------------------------------- */

/* Code stays as it is: its lines begin with a prompt, or are indented. */
static bool is_code(const char *line)
{
    return *line == ' ' || strncmp(line, ">>> ", 4) == 0 || strncmp(line, "... ", 4) == 0;
}

/* True when a line may end at a blank: not beside an operator, but before a plus, and not before the mark that ends an
 * answer. */
static bool may_end(const char *line, size_t at)
{
    char last = at >= 2 && line[at - 2] == ' ' ? line[at - 1] : 'x', next = line[at + 1];
    bool before = next && strchr("-*/=", next) && line[at + 2] == ' ';
    bool is_end = strncmp(line + at, " --\n", 4) == 0;
    return line[at] == ' ' && !strchr("+-*/=", last) && !before && !is_end;
}

/* As many words as fit, a sum or a product not torn apart if that can be. */
static size_t broken_at(const char *line, size_t length)
{
    size_t fits = utf8_fit(line, length, TRANSCRIPT_WIDTH), end = fits;
    while (fits < length && end > 0 && !may_end(line, end))
        end--;
    return end > 0 ? end : utf8_fit_words(line, length, TRANSCRIPT_WIDTH);
}

void spoken_lines(Buf *out, const char *text)
{
    for (const char *line = text; *line;) {
        const char *end = line + strcspn(line, "\n");
        bool is_whole = is_code(line);
        do {
            size_t left = (size_t)(end - line), taken = left;
            if (!is_whole)
                taken = broken_at(line, left);
            buf_add(out, line, taken);
            buf_putc(out, '\n');
            line += taken + strspn(line + taken, " ");
        } while (line < end);
        line = end + (*end == '\n');
    }
}
