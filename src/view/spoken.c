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

/* "head b" */
static const char *block_title(Arena *a, const QkvTensor *t, int64_t item)
{
    Matrix m = matrix_of(t, "", item, (NumberFormat){0});
    m.head = HEAD_BLOCK;
    return matrix_title(a, &m);
}

/* In which of the matrices that were told a cell is asked by row and column. */
static void put_here(Buf *out, const QkvTensor *t, int64_t item)
{
    Arena arena = {0};
    buf_printf(out,
               "-- %lld matrices; cell ROW COLUMN is about matrix %lld, %s; matrix N chooses --\n",
               (long long)matrix_items(t), (long long)item + 1, block_title(&arena, t, item));
    arena_release(&arena);
}

/* "2 is head b, 3 is head c": the matrices that are not told. */
static void put_others(Buf *out, const QkvTensor *t, int64_t item)
{
    enum { MOST_NAMED = 8 };
    Arena arena = {0};
    int64_t items = matrix_items(t), named = 0;
    buf_printf(out, "-- matrix %lld of %lld; matrix N tells another:", (long long)item + 1,
               (long long)items);
    for (int64_t i = 0; i < items && named < MOST_NAMED; i++) {
        if (i != item)
            buf_printf(out, "%s %lld is %s", named++ ? "," : "", (long long)i + 1,
                       block_title(&arena, t, i));
    }
    buf_puts(out, items - 1 > named ? ", and so on --\n" : " --\n");
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
        buf_puts(out, "-- read tells all rows --\n");
    if (items > 1 && all)
        put_here(out, t, here);
    else if (items > 1)
        put_others(out, t, here);
}

void spoken_result(Buf *out, const Run *run, const Place *p, bool whole)
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
        put_matrices(out, run, p, stop->tensor, whole);
    else
        buf_printf(out, "%s %s: no cells\n", explain_name(&arena, run, stop->tensor),
                   matrix_shape(&arena, stop->tensor));
    arena_release(&arena);
}
