#include "show/looks.h"

#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "show/matrix.h"
#include "tell/explain_name.h"

enum {
    COUNT_NAMED = 64, /* matrices whose names are read */
    LOOKS_GAP = 3,
    LOOKS_TITLE = 12, /* of a matrix's title at least */
    LOOKS_LABEL = 9,  /* of a name at most            */
    LOOKS_SIDE = 18,  /* of what a row looks at       */
    LOOKS_BAR = 6,
    EIGHTHS = 8,
    ONE_HEAD = 2, /* rows above the bars: title, columns  */
    MORE_HEAD = 3 /* title, matrices, the column pointed at */
};

int looks_bar(Buf *out, double part, int columns)
{
    enum { FULL = 0x2588, LEAST = 0x2590, UPRIGHT = 0x2580 };
    int eighths = (int)lround(fmax(part, 0) * EIGHTHS * columns);
    char text[UTF8_MOST];
    for (int left = eighths; left > 0; left -= EIGHTHS) {
        uint32_t c = left >= EIGHTHS ? FULL
                     : columns > 1   ? LEAST - (uint32_t)left
                                     : UPRIGHT + (uint32_t)left;
        buf_add(out, text, utf8_put(text, c));
    }
    return eighths;
}

/* --- how much is seen ----------------------------------------------------------------------------- */

static int64_t items_of(const DocLooks *d)
{
    return d->t->rank > 2 ? matrix_items(d->t) : 1;
}

/* The columns that the names take, in some of the matrices. */
static int widest_name(const DocLooks *d, bool is_row)
{
    enum { MOST = 200, WAS = 3 };
    Arena a = {0};
    int widest = WAS;
    int64_t count = is_row ? matrix_rows(d->t) : matrix_cols(d->t);
    for (int64_t i = 0; i < count && i < MOST; i++)
        widest = max_int(widest, utf8_columns(looks_name(&a, d, is_row, i)));
    arena_release(&a);
    return min_int(widest, LOOKS_LABEL);
}

/* Looks at another of the matrices. */
static DocLooks looks_in(const DocLooks *d, int64_t item)
{
    DocLooks other = *d;
    other.cell = item * matrix_cells(d->t);
    return other;
}

/* Tells whether rows of the matrices have other names: words of other sentences. */
static bool has_own_names(const DocLooks *d)
{
    enum { MOST = 64 };
    Arena a = {0};
    bool differs = false;
    const DocLooks first = looks_in(d, 0);
    for (int64_t i = 1; i < items_of(d) && i < MOST && !differs; i++) {
        const DocLooks other = looks_in(d, i);
        for (int64_t r = 0; r < matrix_rows(d->t) && r < MOST && !differs; r++)
            differs = !same_text(looks_name(&a, &first, true, r), looks_name(&a, &other, true, r));
    }
    arena_release(&a);
    return differs;
}

/* Short title of a matrix among several: "[0][a]". */
static const char *short_title(Arena *a, const Lens *lens, const DocLooks *d, int64_t item)
{
    const Matrix m = {.lens = lens,
                      .t = d->t,
                      .name = "",
                      .item = item,
                      .head = HEAD_BLOCK,
                      .terse = TERSE_INDEX};
    return matrix_title(a, &m);
}

/* The columns that the shortest titles of the matrices take. */
static int title_columns(const Lens *lens, const DocLooks *d)
{
    Arena a = {0};
    int widest = 1;
    for (int64_t i = 0; i < items_of(d) && i < COUNT_NAMED; i++)
        widest = max_int(widest, utf8_columns(short_title(&a, lens, d, i)));
    arena_release(&a);
    return min_int(widest, LOOKS_TITLE);
}

/* The columns before the first matrix of a band. */
static int left_of(const LooksView *v)
{
    return v->own ? 0 : v->labels;
}

/* The window of `seen` that the one pointed at lies in, page by page. */
static int64_t first_seen(int64_t at, int64_t seen, int64_t all)
{
    seen = max_int64(seen, 1);
    return clamp_int64(at / seen * seen, 0, max_int64(all - seen, 0));
}

/* The columns that what the rows in sight look at takes, with a gap before it. */
static int side_of(const LooksView *v)
{
    Arena a = {0};
    int widest = 0;
    int64_t cols = matrix_cols(v->d->t), first = looks_first(v->d);
    for (int64_t r = v->row; r < v->row + v->rows; r++) {
        int64_t cell = first + r * cols;
        const char *was = looks_mostly_was(&a, v->lens, v->d, cell);
        const char *now = looks_mostly(&a, v->lens, v->d, cell);
        widest = max_int(widest, max_int(utf8_columns(now), was ? utf8_columns(was) : 0));
    }
    arena_release(&a);
    return min_int(widest + 2, LOOKS_SIDE);
}

/* The widest bars that there is room for beside what rows look at, or without that. */
static void fit_bars(LooksView *v, int width)
{
    int64_t cols = matrix_cols(v->d->t);
    bool is_one = items_of(v->d) == 1;
    int most = is_one ? clamp_int(widest_name(v->d, false) - 1, LOOKS_BAR, LOOKS_LABEL) : 1;
    const int sides[] = {is_one ? side_of(v) : 0, 0};
    v->bar = v->pitch = 1;
    for (int i = 0; i < COUNT(sides); i++)
        for (int bar = most; bar > 0; bar--) {
            int pitch = bar > 1 ? bar + 2 : 1;
            if (v->labels + cols * pitch + sides[i] > width)
                continue;
            v->bar = bar;
            v->pitch = pitch;
            v->side = sides[i];
            return;
        }
}

/* Tells whether some of a row of the matrix pointed at are other numbers in the other run. */
static bool is_row_changed(const LooksView *v, int64_t row)
{
    int64_t cols = matrix_cols(v->d->t), first = looks_first(v->d) + row * cols;
    bool is_changed = false;
    for (int64_t c = 0; v->lens->align && c < cols && !is_changed; c++)
        is_changed = looks_cell(v->lens, v->d, first + c).is_changed;
    return is_changed;
}

static int64_t changed_rows(const LooksView *v)
{
    int64_t changed = 0;
    for (int64_t r = 0; r < matrix_rows(v->d->t); r++)
        changed += is_row_changed(v, r);
    return changed;
}

/* Fits in a matrix: rows and columns that there is room for, and under those that changed what they were. */
static void fit_one(LooksView *v, int height)
{
    int64_t rows = matrix_rows(v->d->t);
    int64_t changed = v->bar > 1 && v->head + rows < height ? changed_rows(v) : 0;
    v->was = changed > 0 && v->head + rows + changed <= height;
    v->height = v->head + (int)v->rows + (v->was ? (int)changed : 0) + (v->rows < rows);
}

/* Several: as many beside and below each other as there is room for. */
static void fit_more(LooksView *v, int height, int width)
{
    int64_t items = items_of(v->d);
    int each = MORE_HEAD + (int)v->rows; /* a gap in the place of the title */
    v->across = max_int((width - left_of(v) + LOOKS_GAP) / (v->block + LOOKS_GAP), 1);
    v->across = (int)min_int64(v->across, items);
    v->bands = clamp_int((height - v->head - (int)v->rows) / each + 1, 1,
                         (int)((items + v->across - 1) / v->across));
    v->item = first_seen(matrix_item(v->d->t, v->d->cell), (int64_t)v->across * v->bands, items);
    v->height = v->head + (int)v->rows + (v->bands - 1) * each + (v->rows < matrix_rows(v->d->t));
}

LooksView looks_view(const Lens *lens, const DocLooks *d, int height, int width)
{
    LooksView v = {.lens = lens, .d = d, .width = width, .across = 1, .bands = 1};
    int64_t rows = matrix_rows(d->t), cols = matrix_cols(d->t), at = d->cell % matrix_cells(d->t);
    bool is_one = items_of(d) == 1;
    v.labels = widest_name(d, true) + 2;
    v.own = has_own_names(d);
    for (int64_t i = 0; v.own && i < items_of(d) && i < COUNT_NAMED; i++) {
        const DocLooks other = looks_in(d, i);
        v.labels = max_int(v.labels, widest_name(&other, true) + 2);
    }
    v.head = is_one ? ONE_HEAD : MORE_HEAD;
    while (v.head > 0 && height < v.head + 2)
        v.head--;
    v.rows = min_int64(rows, max_int(height - v.head - (rows > height - v.head), 1));
    v.row = first_seen(at / cols, v.rows, rows);
    fit_bars(&v, width);
    v.cols = clamp_int64((width - v.labels - v.side) / v.pitch, 1, cols);
    v.col = first_seen(at % cols, v.cols, cols);
    v.block = max_int((int)v.cols * v.pitch, is_one ? 0 : title_columns(lens, d)) +
              (v.own ? v.labels : 0);
    if (is_one)
        fit_one(&v, height);
    else
        fit_more(&v, height, width);
    v.is_whole = v.rows == rows && v.cols == cols && v.height <= height &&
                 (int64_t)v.across * v.bands >= items_of(d);
    v.height = clamp_int(v.height, 0, max_int(height, 0));
    return v;
}

/* --- drawing -------------------------------------------------------------------------------------- */

typedef struct LooksDrawing {
    Frame *f;
    const LooksView *v;
    int row, col; /* of the corner */
    Arena a;
} LooksDrawing;

static int64_t cell_at(const LooksView *v, int64_t item, int64_t row, int64_t col)
{
    return item * matrix_cells(v->d->t) + row * matrix_cols(v->d->t) + col;
}

/* Puts a text where the view has room for it. */
static void put(const LooksDrawing *w, int row, int col, int columns, Style style, const char *text)
{
    int most = min_int(columns, w->v->width - col);
    if (row >= 0 && row < w->v->height && most > 0)
        frame_fit(w->f, w->row + row, w->col + col, most, style, text);
}

static const char *bar_text(Arena *a, const LooksView *v, const LookCell *look, double part)
{
    Buf text = {.arena = a};
    switch (look->kind) {
    case LOOK_MASKED:
        return ".";
    case LOOK_UNSEEN:
        return v->bar > 2 ? LENS_UNKNOWN : "?";
    case LOOK_NONE:
        return v->bar > 2 ? "nan" : "!";
    default:
        looks_bar(&text, part, v->bar);
        return part < 0 ? "-" : buf_text(&text);
    }
}

static void draw_cell(LooksDrawing *w, int row, int col, int64_t cell)
{
    const LooksView *v = w->v;
    const LookCell look = looks_cell(v->lens, v->d, cell);
    const char *text = bar_text(&w->a, v, &look, look.part);
    bool is_at = cell == v->d->cell, has_marks = v->bar > 1;
    Style style = is_at ? STYLE_RESULT : look.is_changed ? STYLE_OTHER : STYLE_TEXT;
    if (row >= v->height || col >= v->width)
        return;
    if (is_at)
        frame_fill(w->f, w->row + row, w->col + col, min_int(v->pitch, v->width - col), style);
    put(w, row, col + has_marks, v->bar, style, text);
    const char *mark = is_at ? ">" : look.is_changed ? lens_mark(LENS_CHANGED) : "";
    if (has_marks && *mark)
        put(w, row, col, 1, style, mark);
    if (has_marks && is_at)
        put(w, row, col + v->bar + 1, 1, style, look.is_changed ? lens_mark(LENS_CHANGED) : "<");
    if (is_at && w->f->cursor_row < 0) {
        w->f->cursor_row = w->row + row;
        w->f->cursor_col = min_int(w->col + col, w->f->width - 1);
    }
    if (v->d->t->step >= 0)
        frame_link(w->f, w->row + row, w->col + col, min_int(v->pitch, v->width - col),
                   (Link){TARGET_NUMBER, v->d->t->step, cell});
}

/* Puts below a row what stood in it in the other run; returns how many rows that takes. */
static int draw_was(LooksDrawing *w, int row, int64_t of, int64_t item)
{
    const LooksView *v = w->v;
    if (!v->was || !is_row_changed(v, of))
        return 0;
    put(w, row, 1, v->labels - 2, STYLE_FAINT, "was");
    for (int64_t c = 0; c < v->cols; c++) {
        const LookCell look = looks_cell(v->lens, v->d, cell_at(v, item, of, v->col + c));
        const char *text = bar_text(&w->a, v, &look, look.was);
        put(w, row, v->labels + (int)c * v->pitch + 1, v->bar, STYLE_FAINT, text);
    }
    const char *mostly = looks_mostly_was(&w->a, v->lens, v->d, cell_at(v, item, of, 0));
    if (mostly && v->side > 0)
        put(w, row, v->labels + (int)v->cols * v->pitch + 1, v->side - 1, STYLE_FAINT, mostly);
    return 1;
}

/* The name of a row, as it is in one of the matrices. */
static void draw_label(LooksDrawing *w, int row, int col, int64_t item, int64_t of)
{
    const LooksView *v = w->v;
    const DocLooks here = looks_in(v->d, item);
    bool is_at = of == v->d->cell % matrix_cells(v->d->t) / matrix_cols(v->d->t) &&
                 item == matrix_item(v->d->t, v->d->cell);
    put(w, row, col, 1, STYLE_STRONG, is_at ? ">" : " ");
    put(w, row, col + 1, v->labels - 2, is_at ? STYLE_STRONG : STYLE_LABEL,
        looks_name(&w->a, &here, true, of));
}

/* Puts the bars of a row of one matrix at a column. */
static void draw_bars(LooksDrawing *w, int row, int col, int64_t item, int64_t of)
{
    for (int64_t c = 0; c < w->v->cols; c++)
        draw_cell(w, row, col + (int)c * w->v->pitch, cell_at(w->v, item, of, w->v->col + c));
}

static void draw_side(LooksDrawing *w, int row, int col, int64_t item, int64_t of)
{
    const LooksView *v = w->v;
    int64_t cell = cell_at(v, item, of, 0);
    bool is_at = v->d->cell >= cell && v->d->cell < cell + matrix_cols(v->d->t);
    if (v->side > 0)
        put(w, row, col + 1, v->side - 1, is_at ? STYLE_STRONG : STYLE_LABEL,
            looks_mostly(&w->a, v->lens, v->d, cell));
}

/* The names of the columns; of upright bars that of the one pointed at, with a sign over it. */
static void draw_columns(LooksDrawing *w, int row, int col, int64_t item)
{
    const LooksView *v = w->v;
    int64_t cols = matrix_cols(v->d->t), at = v->d->cell % cols;
    for (int64_t c = v->col; c < v->col + v->cols && v->bar > 1; c++)
        put(w, row, col + 1 + (int)(c - v->col) * v->pitch, v->pitch - 1,
            c == at ? STYLE_STRONG : STYLE_LABEL, looks_name(&w->a, v->d, false, c));
    if (v->bar > 1 || matrix_item(v->d->t, v->d->cell) != item || at < v->col ||
        at >= v->col + v->cols)
        return;
    const char *name = looks_name(&w->a, v->d, false, at);
    int x = col + (int)(at - v->col), columns = utf8_columns(name);
    put(w, row, x, 1, STYLE_STRONG, "v");
    if (x + 2 + columns <= v->width || x < columns + 1)
        put(w, row, x + 2, v->width, STYLE_STRONG, name);
    else
        put(w, row, x - columns - 1, columns, STYLE_STRONG, name);
}

/* Says what there is besides: columns and rows out of sight. */
static void draw_more(LooksDrawing *w)
{
    const LooksView *v = w->v;
    long long rows = matrix_rows(v->d->t) - v->rows, cols = matrix_cols(v->d->t) - v->cols;
    Buf text = {.arena = &w->a};
    if (rows > 0)
        buf_printf(&text, "+%lld more row%s", rows, plural(rows));
    if (cols > 0)
        buf_printf(&text, "%s+%lld more column%s", rows > 0 ? ", " : "", cols, plural(cols));
    if (v->height > v->head + (int)v->rows)
        put(w, v->height - 1, 0, v->width, STYLE_FAINT, buf_text(&text));
}

static void draw_one(LooksDrawing *w)
{
    const LooksView *v = w->v;
    int row = v->head;
    draw_columns(w, row - 1, v->labels, matrix_item(v->d->t, v->d->cell));
    for (int64_t r = v->row; r < v->row + v->rows; r++, row++) {
        int64_t item = matrix_item(v->d->t, v->d->cell);
        draw_label(w, row, 0, item, r);
        draw_bars(w, row, v->labels, item, r);
        draw_side(w, row, v->labels + (int)v->cols * v->pitch, item, r);
        row += draw_was(w, row + 1, r, item);
    }
    if (v->rows < matrix_rows(v->d->t))
        draw_more(w);
}

static void draw_block(LooksDrawing *w, int row, int col, int64_t item)
{
    const LooksView *v = w->v;
    const Matrix m = {.lens = v->lens, .t = v->d->t, .name = "", .item = item, .head = HEAD_BLOCK};
    const char *title = matrix_title(&w->a, &m);
    if (utf8_columns(title) > v->block)
        title = short_title(&w->a, v->lens, v->d, item);
    bool is_at = item == matrix_item(v->d->t, v->d->cell);
    put(w, row, col, v->block, is_at ? STYLE_STRONG : STYLE_HEADING, title);
    draw_columns(w, row + 1, col + v->labels - left_of(v), item);
    for (int64_t r = 0; r < v->rows; r++) {
        if (v->own)
            draw_label(w, row + 2 + (int)r, col, item, v->row + r);
        draw_bars(w, row + 2 + (int)r, col + v->labels - left_of(v), item, v->row + r);
    }
}

static void draw_many(LooksDrawing *w)
{
    const LooksView *v = w->v;
    int64_t item = v->item, items = items_of(v->d);
    int row = v->head - 2;
    for (int band = 0; band < v->bands; band++, row += MORE_HEAD + (int)v->rows) {
        for (int64_t r = 0; r < v->rows && !v->own; r++)
            draw_label(w, row + 2 + (int)r, 0, matrix_item(v->d->t, v->d->cell), v->row + r);
        for (int i = 0; i < v->across && item < items; i++, item++)
            draw_block(w, row, left_of(v) + i * (v->block + LOOKS_GAP), item);
    }
    if (v->rows < matrix_rows(v->d->t))
        draw_more(w);
}

void looks_draw(Frame *f, int row, int col, const LooksView *v)
{
    LooksDrawing w = {.f = f, .v = v, .row = row, .col = col};
    const Matrix m = {.lens = v->lens,
                      .t = v->d->t,
                      .name = explain_name(&w.a, v->lens->run, v->d->t),
                      .item = matrix_item(v->d->t, v->d->cell),
                      .head = items_of(v->d) > 1 ? HEAD_TENSOR : HEAD_ALL};
    bool is_one = items_of(v->d) == 1;
    if (v->head == (is_one ? ONE_HEAD : MORE_HEAD))
        put(&w, 0, 0, v->width, STYLE_HEADING, matrix_title(&w.a, &m));
    if (!is_one)
        draw_many(&w);
    else
        draw_one(&w);
    arena_release(&w.a);
}
