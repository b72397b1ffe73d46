#include "show/table.h"

#include "base/common.h"
#include "base/utf8.h"
#include "show/looks.h"

enum { TABLE_HEAD = 1, TABLE_LABEL = 9, TABLE_BAR = 6, TABLE_MARKS = 2 };

static const DocCell *cell_at(const DocTable *t, int row, int column)
{
    return &t->cell[row * t->columns + column];
}

/* Tells whether numbers of a column have bars: shares do. */
static bool has_bars(const DocTable *t, int column)
{
    for (int r = 0; r < t->rows; r++)
        if (cell_at(t, r, column)->part > 0)
            return true;
    return false;
}

/* The columns of the numbers alone, those of marks and bars come besides. */
static int number_width(const DocTable *t, int column)
{
    int widest = utf8_columns(t->column[column]);
    for (int r = 0; r < t->rows; r++) {
        const char *text = cell_at(t, r, column)->text;
        widest = max_int(widest, text ? utf8_columns(text) : 0);
    }
    return widest;
}

static int column_width(const DocTable *t, int column)
{
    return number_width(t, column) + TABLE_MARKS + (has_bars(t, column) ? TABLE_BAR : 0);
}

/* As many columns as fit from one on; one at least. */
static int columns_from(const TableView *v, int column)
{
    int used = v->labels, count = 0;
    while (column + count < v->table->columns) {
        used += column_width(v->table, column + count);
        if (used > v->width && count > 0)
            break;
        count++;
    }
    return count;
}

TableView table_view(const DocTable *table, int height, int width)
{
    TableView v = {.table = table, .width = width};
    for (int r = 0; r < table->rows; r++)
        v.labels = max_int(v.labels, min_int(utf8_columns(table->row[r]), TABLE_LABEL) + 2);
    while (v.column + columns_from(&v, v.column) <= table->in)
        v.column += columns_from(&v, v.column);
    while (v.column > 0 && v.column - 1 + columns_from(&v, v.column - 1) > table->in &&
           columns_from(&v, v.column) + v.column == table->columns)
        v.column--; /* no room is left empty at the end */
    v.columns = columns_from(&v, v.column);
    bool is_wide = v.columns == table->columns;
    bool has_all = is_wide && table->before + table->after == 0 &&
                   TABLE_HEAD + table->rows <= height;
    v.rows = clamp_int(height - TABLE_HEAD - !has_all, 1, table->rows);
    v.row = clamp_int(table->at / v.rows * v.rows, 0, table->rows - v.rows);
    v.is_whole = has_all;
    v.height = clamp_int(TABLE_HEAD + v.rows + !has_all, 0, max_int(height, 0));
    return v;
}

static void put(Frame *f, const TableView *v, int row, int col, int at, int columns, Style style,
                const char *text)
{
    int most = min_int(columns, v->width - at);
    if (most > 0)
        frame_fit(f, row, col + at, most, style, text);
}

static void draw_cell(Frame *f, const TableView *v, int row, int col, int at, int r, int column)
{
    static const struct {
        const char *left, *right;
        Style style;
    } looks[] = {[MARK_NONE] = {"", "", STYLE_TEXT},
                 [MARK_OPERAND] = {"[", "]", STYLE_OPERAND},
                 [MARK_PICKED] = {"{", "}", STYLE_OTHER},
                 [MARK_RESULT] = {">", "<", STYLE_RESULT}};
    const DocCell *c = cell_at(v->table, r, column);
    int width = number_width(v->table, column), columns = c->text ? utf8_columns(c->text) : 0;
    Style style = looks[c->mark].style;
    if (c->mark != MARK_NONE && v->width - at >= width + TABLE_MARKS)
        frame_fill(f, row, col + at, width + TABLE_MARKS, style);
    put(f, v, row, col, at + 1 + width - columns, columns, style, c->text ? c->text : "");
    put(f, v, row, col, at, 1, style, looks[c->mark].left);
    put(f, v, row, col, at + 1 + width, 1, style, looks[c->mark].right);
    if (c->t && c->t->step >= 0)
        frame_link(f, row, col + at, min_int(width + TABLE_MARKS, v->width - at),
                   (Link){TARGET_NUMBER, c->t->step, c->cell});
    if (r == v->table->at && column == v->table->in && f->cursor_row < 0) {
        f->cursor_row = row;
        f->cursor_col = min_int(col + at, f->width - 1);
    }
    Buf bar = {0};
    looks_bar(&bar, c->part, TABLE_BAR - 1);
    put(f, v, row, col, at + width + TABLE_MARKS, TABLE_BAR - 1, STYLE_TEXT, buf_text(&bar));
    buf_release(&bar);
}

/* The line below: rows and columns that are not seen. */
static void draw_more(Frame *f, const TableView *v, int row, int col)
{
    const DocTable *t = v->table;
    long long rows = t->before + t->after + t->rows - v->rows, columns = t->columns - v->columns;
    Buf text = {0};
    if (rows > 0)
        buf_printf(&text, "+%lld more row%s", rows, plural(rows));
    if (columns > 0)
        buf_printf(&text, "%s+%lld more column%s: Tab", rows > 0 ? ", " : "", columns,
                   plural(columns));
    put(f, v, row, col, 0, v->width, STYLE_FAINT, buf_text(&text));
    buf_release(&text);
}

void table_draw(Frame *f, int row, int col, const TableView *v)
{
    const DocTable *t = v->table;
    for (int c = v->column, at = v->labels; c < v->column + v->columns; c++) {
        int width = number_width(t, c), columns = utf8_columns(t->column[c]);
        put(f, v, row, col, at + 1 + width - columns, columns, STYLE_LABEL, t->column[c]);
        for (int r = 0; r < v->rows && TABLE_HEAD + r < v->height; r++)
            draw_cell(f, v, row + TABLE_HEAD + r, col, at, v->row + r, c);
        at += column_width(t, c);
    }
    for (int r = 0; r < v->rows && TABLE_HEAD + r < v->height; r++) {
        bool is_at = v->row + r == t->at;
        put(f, v, row + TABLE_HEAD + r, col, 0, 1, STYLE_STRONG, is_at ? ">" : " ");
        put(f, v, row + TABLE_HEAD + r, col, 1, v->labels - 2, is_at ? STYLE_STRONG : STYLE_LABEL,
            t->row[v->row + r]);
    }
    if (TABLE_HEAD + v->rows < v->height)
        draw_more(f, v, row + v->height - 1, col);
}
