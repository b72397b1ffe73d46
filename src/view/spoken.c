#include "view/spoken.h"

#include "base/common.h"
#include "core/qkv.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/memo.h"

enum { MOST_COLUMNS = 100, COLUMNS = 78, SOME_ROWS = 12 };

/* "row x2: ", or without labels "sentence 2: ", for a tensor that has rows. */
static void put_row_name(Buf *out, const QkvTensor *t, int64_t row, int64_t first)
{
    Arena arena = {0};
    int axis = t->rank - 2;
    if (t->rank > 1 && t->axis[axis].name && !t->axis[axis].labels)
        buf_printf(out, "%s: ", matrix_index_title(&arena, t, axis, row, first));
    else if (t->rank > 1)
        buf_printf(out, "row %s: ", matrix_index_name(&arena, t, axis, row, first));
    arena_release(&arena);
}

/* The numbers of a row, each after its label: "x1 0.5, x2 0.25". */
static void put_row(Buf *out, const QkvTensor *t, const NumberFormat *format, int64_t start)
{
    Arena arena = {0};
    int64_t cols = matrix_cols(t);
    for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
        buf_puts(out, c ? ", " : "");
        if (t->rank > 0)
            buf_printf(out, "%s ", matrix_index_name(&arena, t, t->rank - 1, c, start));
        number_cell(out, format, t, start + c);
    }
    buf_puts(out, cols > MOST_COLUMNS ? ", and more" : "");
    arena_release(&arena);
}

/* One of the sums, in few digits. */
static void put_sum(Buf *out, const QkvTensor *sums, int64_t cell, int decimals)
{
    NumberFormat format = number_format(sums, decimals);
    number_cell(out, &format, sums, cell);
}

static void put_column_sums(Buf *out, const QkvTensor *t, const QkvTensor *sums, int64_t item,
                            int decimals)
{
    Arena arena = {0};
    int64_t cols = matrix_cols(t), first = item * matrix_rows(t) * cols;
    buf_puts(out, "sums of the columns: ");
    for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
        buf_printf(out, "%s%s ", c ? ", " : "",
                   matrix_index_name(&arena, t, t->rank - 1, c, first));
        put_sum(out, sums, item * cols + c, decimals);
    }
    buf_putc(out, '\n');
    arena_release(&arena);
}

void spoken_matrix(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t item,
                   int rows)
{
    Arena arena = {0};
    int decimals = place_decimals(p);
    NumberFormat format = number_format(t, decimals);
    int64_t all = matrix_rows(t), cols = matrix_cols(t), items = matrix_items(t);
    item = item < items ? item : 0;
    Matrix m = matrix_of(t, explain_name(&arena, run, t), item, format);
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

void spoken_result(Buf *out, const Run *run, const Place *p)
{
    Arena arena = {0};
    const Stop *stop = place_stop(run, p);
    const QkvStep *step = stop->step >= 0 ? &run->tape->step[stop->step] : NULL;
    if (step && step->call.count > 0)
        buf_printf(out, "%s\n", explain_formula_rows(&arena, run, -1, stop->step, 2, COLUMNS));
    for (int i = 0; step && i < step->call.count; i++) {
        const QkvTensor *in = step->call.in[i];
        if (in->step >= 0)
            buf_printf(out, "%s%s %s", i ? ", " : "made of ", explain_name(&arena, run, in),
                       matrix_shape(&arena, in));
    }
    if (step && step->call.count > 0 && step->call.in[0]->step >= 0)
        buf_putc(out, '\n');
    if (stop->tensor->count > 0)
        spoken_matrix(out, run, p, stop->tensor, p->view.item, SOME_ROWS);
    else
        buf_printf(out, "%s %s: no cells\n", explain_name(&arena, run, stop->tensor),
                   matrix_shape(&arena, stop->tensor));
    if (matrix_rows(stop->tensor) > SOME_ROWS)
        buf_puts(out, "-- read tells all rows --\n");
    if (matrix_items(stop->tensor) > 1)
        buf_puts(out, "-- ] and [ go to the other matrices of it --\n");
    arena_release(&arena);
}
