#include "tell/beside.h"

#include <limits.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/axes.h"
#include "tell/number.h"

enum {
    GAP = 3,
    ALL_ROWS = 8,   /* of so many rows all are told, also those that are the same */
    MOST_ROWS = 40, /* of more so many that differ                                */
    MOST_COLUMNS = 64
};

typedef struct Table {
    Arena *a;
    const QkvTensor *t[2];
    const unsigned char *differs;
    const char *const *title;
    int64_t rows, cols;
    int told;
    int64_t row[MOST_ROWS]; /* the rows that are told */
    int64_t same, more;     /* rows that are not told: the same, or too many */
    NumberFormat format;
    int label, side;          /* columns of a row's name, and of its numbers   */
    int column[MOST_COLUMNS]; /* of a cell with its mark and a blank before it */
    int width, gap;           /* columns that there are; those between the numbers of both */
    bool is_beside;
    bool is_own; /* the second run has other labels: each side has its own */
    int second;  /* columns of a row's name before the numbers of the second run, then */
} Table;

/* The tensor that has the labels of an axis. */
static const QkvTensor *named_of(const Table *b, int side, int axis)
{
    return b->is_own ? b->t[side] : matrix_named(b->t[1], b->t[0], axis);
}

/* Other words stand in the place of those of the first run. */
static bool has_other_labels(const QkvTensor *const t[2])
{
    for (int d = 0; d < t[0]->rank; d++) {
        int64_t step = max_int64(qkv_tensor_pitch(t[0], d), 1);
        for (int64_t cell = 0; cell < t[0]->count; cell += step) {
            int64_t i = cell / step % t[0]->size[d];
            const char *one = qkv_tensor_label(t[0], d, i, cell);
            const char *other = qkv_tensor_label(t[1], d, i, cell);
            if (one && other && strcmp(one, other) != 0)
                return true;
        }
    }
    return false;
}

/* "s0 the": the places of a row on all axes but the last. */
static const char *row_name(const Table *b, int side, int64_t row)
{
    const QkvTensor *t = b->t[1];
    int64_t at[QKV_MAX_RANK], cell = row * b->cols;
    Buf name = {.arena = b->a};
    qkv_tensor_index(t, cell, at);
    for (int d = 0; d < t->rank - 1; d++)
        if (t->size[d] > 1)
            buf_printf(&name, "%s%s", name.length > 0 ? " " : "",
                       matrix_own_name(b->a, named_of(b, side, d), d, at[d], cell));
    return buf_text(&name);
}

static const char *column_name(const Table *b, int side, int64_t row, int64_t column)
{
    int axis = b->t[1]->rank - 1;
    return matrix_index_name(b->a, named_of(b, side, axis), axis, column, row * b->cols + column);
}

static bool has_column_names(const Table *b)
{
    int axis = b->t[1]->rank - 1;
    return named_of(b, 1, axis)->axis[axis].labels;
}

static bool row_differs(const Table *b, int64_t row)
{
    return memchr(b->differs + row * b->cols, 1, (size_t)b->cols) != NULL;
}

/* --- measuring ------------------------------------------------------------------------------------ */

enum { INDENT = 2 /* of the second run's title below a row's name */ };

/* Finds whether there is room for all columns with so many decimals. */
static bool table_fits(Table *b, int decimals)
{
    NumberRange left = number_range(b->t[0]), right = number_range(b->t[1]);
    NumberRange both = number_range_of_both(&left, &right);
    bool has_names = has_column_names(b);
    b->format = number_format_of(&both, b->t[0]->dtype, decimals);
    b->side = 0;
    for (int64_t c = 0; c < b->cols; c++) {
        int name = 0;
        ArenaMark mark = arena_mark(b->a);
        for (int i = 0; i < 2 * b->told && has_names; i++)
            name = max_int(name, utf8_columns(column_name(b, i % 2, b->row[i / 2], c)));
        arena_back(b->a, mark);
        b->column[c] = 1 + max_int(b->format.width + 1, name);
        b->side += b->column[c];
    }
    if (b->width <= 0)
        return true;
    b->gap = GAP + max_int(1 + utf8_columns(b->title[0]) - b->side, 0);
    b->is_beside = b->label + 2 * b->side + b->gap + b->second <= b->width;
    if (!b->is_beside && !b->is_own)
        b->label = max_int(b->label, INDENT + utf8_columns(b->title[1]));
    return b->is_beside || b->label + b->side <= b->width;
}

static bool measure_table(Table *b)
{
    for (int i = 0; i < b->told; i++) {
        b->label = max_int(b->label, utf8_columns(row_name(b, 0, b->row[i])));
        b->second = max_int(b->second, b->is_own ? utf8_columns(row_name(b, 1, b->row[i])) : 0);
    }
    for (int decimals = NUMBER_DECIMALS; decimals > 1; decimals--)
        if (table_fits(b, decimals))
            return true;
    return false;
}

/* --- writing -------------------------------------------------------------------------------------- */

static void put_right(Buf *out, const char *text, int columns)
{
    buf_fill(out, ' ', columns - utf8_columns(text));
    buf_puts(out, text);
}

static void put_left(Buf *out, const char *text, int columns)
{
    buf_puts(out, text);
    buf_fill(out, ' ', columns - utf8_columns(text));
}

/* The numbers of a row; those of the second run that differ are marked. */
static void put_numbers(Buf *out, const Table *b, int side, int64_t row)
{
    for (int64_t c = 0; c < b->cols; c++) {
        int64_t cell = row * b->cols + c;
        Buf text = {0};
        buf_puts(&text, side == 1 && b->differs[cell] ? "*" : "");
        number_cell(&text, &b->format, b->t[side], cell);
        put_right(out, buf_text(&text), b->column[c]);
        buf_release(&text);
    }
}

static void end_table_line(Buf *out)
{
    while (out->length > 0 && out->text[out->length - 1] == ' ')
        buf_cut(out, out->length - 1);
    buf_putc(out, '\n');
}

static void put_column_names(Buf *out, const Table *b, int side, int64_t row)
{
    for (int64_t c = 0; c < b->cols; c++)
        put_right(out, column_name(b, side, row, c), b->column[c]);
}

/* The line of the columns' labels. */
static void put_columns(Buf *out, const Table *b, int side, int64_t row)
{
    if (!has_column_names(b))
        return;
    put_left(out, "", side == 0 ? b->label : b->second);
    put_column_names(out, b, side, row);
    if (b->is_beside) {
        buf_fill(out, ' ', b->gap + b->second);
        put_column_names(out, b, 1, row);
    }
    end_table_line(out);
}

static void put_titles(Buf *out, const Table *b)
{
    if (b->is_beside) {
        buf_fill(out, ' ', b->label + 1);
        put_left(out, b->title[0], b->side + b->gap + b->second);
        buf_puts(out, b->title[1]);
    } else {
        buf_printf(out, "%s, and below it %s", b->title[0], b->title[1]);
    }
    end_table_line(out);
}

static void put_table_row(Buf *out, const Table *b, int64_t row)
{
    put_left(out, row_name(b, 0, row), b->label);
    put_numbers(out, b, 0, row);
    if (b->is_beside) {
        buf_fill(out, ' ', b->gap);
        put_left(out, b->is_own ? row_name(b, 1, row) : "", b->second);
        put_numbers(out, b, 1, row);
    } else if (row_differs(b, row)) {
        end_table_line(out);
        buf_fill(out, ' ', INDENT);
        put_left(out, b->title[1], b->label - INDENT);
        put_numbers(out, b, 1, row);
    }
    end_table_line(out);
}

/* The columns of two rows may have other labels: those of another sentence. */
static bool same_names(const Table *b, int side, int64_t row, int64_t other)
{
    for (int64_t c = 0; c < b->cols; c++)
        if (!same_text(column_name(b, side, row, c), column_name(b, side, other, c)))
            return false;
    return true;
}

static void put_rows(Buf *out, const Table *b)
{
    for (int i = 0; i < b->told; i++) {
        ArenaMark mark = arena_mark(b->a);
        int64_t row = b->row[i], last = b->row[max_int(i - 1, 0)];
        bool is_same = i > 0 && same_names(b, 0, last, row);
        if (!is_same || (b->is_own && !same_names(b, 1, last, row)))
            put_columns(out, b, 0, row);
        put_table_row(out, b, row);
        arena_back(b->a, mark);
    }
}

/* Puts one side, which has labels of its own, where there is no room for both beside each other. */
static void put_side(Buf *out, const Table *b, int side)
{
    buf_printf(out, "%s\n", b->title[side]);
    for (int i = 0; i < b->told; i++) {
        ArenaMark mark = arena_mark(b->a);
        int64_t row = b->row[i];
        if (i == 0 || !same_names(b, side, b->row[i - 1], row))
            put_columns(out, b, side, row);
        put_left(out, row_name(b, side, row), side == 0 ? b->label : b->second);
        put_numbers(out, b, side, row);
        end_table_line(out);
        arena_back(b->a, mark);
    }
}

static void put_table(Buf *out, const Table *b)
{
    if (b->is_own && !b->is_beside) {
        put_side(out, b, 0);
        put_side(out, b, 1);
    } else {
        put_titles(out, b);
        put_rows(out, b);
    }
    if (b->more > 0)
        buf_printf(out, "(%lld more row%s differ%s)\n", (long long)b->more, plural(b->more),
                   b->more == 1 ? "s" : "");
    if (b->same > 0)
        buf_printf(out, "(%lld other row%s: the same)\n", (long long)b->same, plural(b->same));
}

static void choose_rows(Table *b)
{
    bool all = b->rows <= ALL_ROWS;
    for (int64_t r = 0; r < b->rows; r++)
        if (!all && !row_differs(b, r))
            b->same++;
        else if (b->told < MOST_ROWS)
            b->row[b->told++] = r;
        else
            b->more++;
}

bool beside_table(Buf *out, const CompareRow *row, const char *const title[2], int width)
{
    if (row->state != ROW_CELLS || row->a->tensor->rank < 1 || row->a->tensor->dtype == QKV_BOOL)
        return false;
    Arena a = {0};
    const QkvTensor *t[2] = {row->a->tensor, row->b->tensor};
    unsigned char *differs = arena_many(&a, (size_t)t[0]->count + 1, unsigned char);
    compare_cells(t[0], t[1], differs);
    Table b = {.a = &a,
               .t = {t[0], t[1]},
               .differs = differs,
               .title = title,
               .cols = matrix_cols(t[0]),
               .width = width,
               .is_own = has_other_labels(t)};
    b.rows = t[0]->count / max_int64(b.cols, 1);
    choose_rows(&b);
    bool ok = b.cols <= MOST_COLUMNS && measure_table(&b);
    if (ok)
        put_table(out, &b);
    arena_release(&a);
    return ok;
}
