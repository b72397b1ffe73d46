#include "show/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"

const char *matrix_head_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    bool has_words = t->rank != 2 || t->axis[axis].groups <= 1;
    const char *label = has_words ? qkv_tensor_label(t, axis, index, cell) : NULL;
    if (!label && t->size[axis] == 1)
        return "";
    return label ? label : arena_format(a, "%lld:", (long long)index);
}

/* The widest label along an axis, up to MATRIX_LABEL, in all matrices of the tensor: they have the same columns. Numbers
 * where there are no labels. Of very many labels only the first are measured: longer ones are cut. */
static int label_width(const QkvTensor *t, int axis)
{
    enum { MEASURED = 1 << 14 };
    Arena scratch = {0};
    int width = 0;
    bool has_labels = t->axis[axis].labels != NULL;
    int64_t size = t->size[axis], groups = has_labels ? max_int64(t->axis[axis].groups, 1) : 1;
    int64_t all = min_int64(groups * size, MEASURED);
    /* Without labels the last number is the widest. */
    for (int64_t i = has_labels ? 0 : size - 1;
         i < (has_labels ? all : size) && width < MATRIX_LABEL; i++) {
        const char *name = matrix_head_name(&scratch, t, axis, i % size,
                                            i / size * (t->count / groups));
        width = max_int(width, utf8_columns(name));
    }
    arena_release(&scratch);
    return min_int(width, MATRIX_LABEL);
}

Matrix matrix_of(const Lens *lens, const QkvTensor *t, const char *name, int64_t item)
{
    Matrix m = {.lens = lens, .t = t, .name = name, .item = item};
    m.format = lens_format(lens, t);
    if (t->rank > 1 && t->count > 0)
        m.label_width = label_width(t, t->rank - 2);
    if (t->rank > 0 && t->count > 0)
        m.format.width = max_int(m.format.width, label_width(t, t->rank - 1));
    return m;
}

void matrix_mark(Matrix *m, Arena *a, int64_t cell, Mark mark)
{
    int64_t cells = matrix_cells(m->t);
    if (cell >= m->item * cells && cell < (m->item + 1) * cells)
        arena_push(a, m->mark, m->marks, ((DocMark){m->t, cell, mark}));
}

static Mark mark_of(const Matrix *m, int64_t cell)
{
    Mark mark = MARK_NONE;
    for (int i = 0; i < m->marks; i++)
        if (m->mark[i].cell == cell && m->mark[i].mark > mark)
            mark = m->mark[i].mark;
    return mark;
}

static const char sum_label[] = "sum";

/* Sums have as many decimals as what they are sums of. */
static NumberFormat sum_format(const QkvTensor *sums, NumberRange range, int decimals)
{
    range.needs = decimals;
    range.shares = false; /* how a sum was rounded is not what it tells */
    return number_format_of(&range, sums->dtype, decimals);
}

void matrix_sum(Matrix *m, Arena *a)
{
    int decimals = m->format.decimals;
    m->sums = lens_sums(m->lens, m->t, a);
    if (m->sums.across)
        m->across_format = sum_format(m->sums.across, m->sums.across_range, decimals);
    if (m->sums.down) {
        m->down_format = sum_format(m->sums.down, m->sums.down_range, decimals);
        m->format.width = max_int(m->format.width, m->down_format.width);
        m->label_width = max_int(m->label_width, (int)strlen(sum_label));
    }
    if (m->sums.across)
        m->across_format.width = max_int(m->across_format.width, (int)strlen(sum_label));
}

bool matrix_is_heat(Shading shade, const QkvTensor *t, Role role, bool shares)
{
    bool is_of_weights = shares || role == ROLE_WEIGHTS || t->dtype == QKV_BOOL;
    return shade == SHADE_ALL || (shade == SHADE_WEIGHTS && is_of_weights);
}

void matrix_shaded(Matrix *m)
{
    m->most = lens_most(m->lens, m->t);
}

/* From one number to the next: two columns for marks, and one more between short numbers. */
static int pitch(const Matrix *m)
{
    enum { SHORT = 3 };
    return m->format.width + 2 + (m->format.width <= SHORT);
}

/* --- headings ------------------------------------------------------------------------------------- */

/* Title of a matrix among those of its tensor: "head b (2 of 8)", "head 1 of 8", without words "block 0 of 2"; shortly
 * "[1]", or "[b 1]" where another one is called b, too. */
static const char *which_item(Arena *a, const Matrix *m)
{
    const QkvTensor *t = m->t;
    Buf text = {.arena = a};
    int64_t at[QKV_MAX_RANK], cell = m->item * matrix_cells(t);
    qkv_tensor_index(t, cell, at);
    for (int d = 0; d < t->rank - 2; d++) {
        const char *label = qkv_tensor_label(t, d, at[d], cell), *axis = t->axis[d].name;
        long long index = at[d], size = t->size[d];
        if (m->terse == TERSE_INDEX) {
            buf_printf(&text, "[%s]", matrix_own_name(a, t, d, index, cell));
            continue;
        }
        buf_printf(&text, "%s%s ", text.length > 0 ? "  " : "", axis ? axis : "block");
        if (label)
            buf_printf(&text, size > 1 ? "%s (%lld of %lld)" : "%s", label, index + 1, size);
        else
            buf_printf(&text, size > 1 ? "%lld of %lld" : "%lld", index, size);
    }
    return buf_text(&text);
}

const char *matrix_title(Arena *a, const Matrix *m)
{
    bool is_block = m->t->rank > 2 && matrix_items(m->t) > 1 && m->head != HEAD_TENSOR;
    const char *which = is_block ? which_item(a, m) : "";
    if (m->head == HEAD_BLOCK && is_block)
        return which;
    enum { NAME_MOST = 24 };
    Buf text = {.arena = a};
    size_t length = strlen(m->name), fits = utf8_fit(m->name, length, NAME_MOST);
    bool is_cut = m->terse == TERSE_INDEX && fits < length;
    buf_add(&text, m->name, is_cut ? fits : length);
    buf_puts(&text, is_cut ? "~" : "");
    if (m->terse < TERSE_SHAPE || (m->terse == TERSE_SHAPE && !*m->name))
        buf_printf(&text, "%s%s", *m->name ? " " : "",
                   matrix_shape_from(a, m->t, m->terse == TERSE_NOT ? 0 : m->t->rank));
    buf_printf(&text, "%s%s", is_block ? "  " : "", which);
    return buf_text(&text);
}

int matrix_heading(const Matrix *m)
{
    Arena scratch = {0};
    int columns = utf8_columns(matrix_title(&scratch, m));
    arena_release(&scratch);
    return columns;
}

/* --- how large it is ------------------------------------------------------------------------------ */

/* The columns beside the numbers, for the sums of rows. */
static int sum_columns(const Matrix *m)
{
    return m->sums.across ? m->across_format.width + 1 : 0;
}

int matrix_width(const Matrix *m)
{
    enum { MOST = 10000 };
    int64_t cols = matrix_cols(m->t);
    int head = matrix_heading(m);
    if (m->t->rank == 0)
        return head + 2 + pitch(m);
    int numbers = cols > MOST ? MOST : m->label_width + (int)cols * pitch(m);
    return max_int(numbers + sum_columns(m), head);
}

int matrix_height(const Matrix *m)
{
    enum { MOST = 10000 };
    if (m->t->rank == 0)
        return 1;
    return MATRIX_HEAD + (int)min_int64(matrix_rows(m->t), MOST) + (m->sums.down != NULL);
}

/* --- numbers -------------------------------------------------------------------------------------- */

int matrix_shade(const Matrix *m, int64_t cell)
{
    if (m->most <= 0)
        return 0;
    return (int)lround(lens_part(m->lens, m->t, cell, m->most) * (double)SHADES);
}

bool matrix_is_pale(const Matrix *m, int64_t cell)
{
    return m->most > 0 && matrix_shade(m, cell) == 0 && isfinite(lens_value(m->lens, m->t, cell));
}

/* A shade, or in its place a bar in the column that marks have: it takes no room. */
static void draw_shade(Frame *f, int row, int col, const Matrix *m, int64_t cell, Mark mark)
{
    static const char *const bar[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double part = m->most > 0 ? fabs(lens_part(m->lens, m->t, cell, m->most)) : 0;
    if (!m->bars && mark != MARK_RESULT)
        frame_shade(f, row, col + 1, m->format.width, matrix_shade(m, cell));
    if (m->bars && mark == MARK_NONE && part > 0)
        frame_put(f, row, col + 1 + m->format.width, STYLE_LABEL,
                  bar[max_int(1, (int)lround(part * 8))]);
}

static void draw_cell(Frame *f, int row, int col, const Matrix *m, int64_t cell)
{
    static const struct {
        const char *left, *right;
        Style style;
    } looks[] = {
        [MARK_NONE] = {" ", " ", STYLE_TEXT},
        [MARK_OPERAND] = {"[", "]", STYLE_OPERAND},
        [MARK_PICKED] = {"{", "}", STYLE_OTHER},
        [MARK_RESULT] = {">", "<", STYLE_RESULT},
    };
    Mark mark = mark_of(m, cell);
    Style style = mark == MARK_NONE && matrix_is_pale(m, cell) ? STYLE_FAINT : looks[mark].style;
    int width = m->format.width;
    Buf text = {0};
    LensState state = lens_cell(&text, m->lens, m->t, cell, &m->format);
    if (state == LENS_HIDDEN && (int)text.length > width) /* numbers shown later move nothing */
        buf_cut(&text, (size_t)width);
    const char *sign = lens_mark(state);
    int columns = utf8_columns(buf_text(&text)), blanks = max_int(width - columns, 0);
    int left = state == LENS_HIDDEN ? col + blanks : col; /* close to what has no digits */
    frame_put(f, row, left, style, looks[mark].left);
    frame_fill(f, row, left + 1, blanks - (left - col), style);
    frame_fit(f, row, col + 1 + blanks, width, style, buf_text(&text));
    frame_put(f, row, col + 1 + width, style, looks[mark].right);
    if (*sign) /* where there is no blank it stands in the place of the mark */
        frame_put(f, row, col + blanks, style, sign);
    draw_shade(f, row, col, m, cell, mark);
    if (mark == MARK_RESULT && f->cursor_row < 0) {
        f->cursor_row = row;
        f->cursor_col = min_int(left, f->width - 1);
    }
    if (m->t->step >= 0)
        frame_link(f, row, col, width + 2, (Link){TARGET_NUMBER, m->t->step, cell});
    buf_release(&text);
}

/* --- windows -------------------------------------------------------------------------------------- */

/* The part of a matrix that is seen: counts of rows and columns. */
typedef struct MatrixWindow {
    int64_t rows, cols;
    bool more_rows, more_cols;
    int labels;        /* columns before the numbers                                     */
    int used;          /* ... with the numbers, and the count of those out of sight      */
    bool across, down; /* the sums that have room                                        */
} MatrixWindow;

/* The columns that "+1046" takes. */
static int more_columns(int64_t hidden)
{
    int columns = 2;
    for (; hidden > 9; hidden /= 10)
        columns++;
    return columns;
}

/* The sums have room only beside a number at least, and below one. Where not all columns are seen there is room
 * before them to say how many come before, also where that is none: scrolling moves nothing. */
static MatrixWindow window_of(const Matrix *m, int height, int width)
{
    int64_t rows = matrix_rows(m->t) - m->row, cols = matrix_cols(m->t) - m->col;
    int more = more_columns(matrix_cols(m->t)), scrolled = max_int(m->label_width, more);
    int side = sum_columns(m);
    MatrixWindow w = {.across = side > 0 && m->t->count > 0 &&
                                scrolled + more + pitch(m) + side <= width,
                      .down = m->sums.down && m->t->count > 0 && height > MATRIX_HEAD + 2};
    int space = width - (w.across ? side : 0);
    w.rows = height - MATRIX_HEAD - w.down;
    w.labels = m->label_width;
    w.cols = (space - w.labels) / pitch(m);
    if ((w.cols < cols || m->col > 0) && scrolled + more + pitch(m) <= space) {
        w.labels = scrolled;
        w.cols = (space - w.labels) / pitch(m);
    }
    if (w.cols < cols) {
        w.cols = (space - w.labels - more_columns(cols)) / pitch(m);
        w.more_cols = true;
    }
    if (w.rows < rows || m->row > 0) {
        w.rows -= w.rows > 1; /* the only row of numbers is not given up for their count */
        w.more_rows = true;
    }
    w.rows = clamp_int64(w.rows, 0, rows);
    w.cols = clamp_int64(w.cols, 0, cols);
    w.used = w.labels + (int)w.cols * pitch(m) + (w.more_cols ? more_columns(cols) : 0);
    return w;
}

static void draw_label(Frame *f, int row, int col, int width, bool right, const char *text)
{
    int columns = min_int(utf8_columns(text), width);
    frame_fit(f, row, right ? col + width - columns : col, columns, STYLE_LABEL, text);
}

/* Draws a sum, right-aligned. */
static void draw_sum(Frame *f, int row, int col, const Matrix *m, const QkvTensor *sums,
                     const NumberFormat *format, int64_t cell)
{
    Buf text = {0};
    lens_cell(&text, m->lens, sums, cell, format);
    frame_put(f, row, col + format->width - (int)text.length, STYLE_LABEL, buf_text(&text));
    buf_release(&text);
}

/* The sums below. */
static void draw_down(Frame *f, int line, int col, int width, const Matrix *m,
                      const MatrixWindow *w)
{
    const NumberFormat *format = &m->down_format;
    int numbers = w->labels + 1 + m->format.width - format->width;
    draw_label(f, line, col, min_int(m->label_width, width), false, sum_label);
    for (int64_t c = 0; c < w->cols; c++)
        draw_sum(f, line, col + numbers + (int)c * pitch(m), m, m->sums.down, format,
                 m->item * matrix_cols(m->t) + m->col + c);
}

static void draw_column_labels(Frame *f, int row, int col, const Matrix *m, const MatrixWindow *w)
{
    const QkvTensor *t = m->t;
    Arena scratch = {0};
    for (int64_t c = 0; c < w->cols && t->rank > 0; c++)
        draw_label(
            f, row, col + w->labels + (int)c * pitch(m) + 1, m->format.width, true,
            matrix_head_name(&scratch, t, t->rank - 1, m->col + c, m->item * matrix_cells(t)));
    if (w->across)
        draw_label(f, row, col + w->used + 1, m->across_format.width, true, sum_label);
    arena_release(&scratch);
}

/* Tells whether a change made some number of a row another one, in sight or not. */
static bool row_differs(const Matrix *m, int64_t row)
{
    int64_t cols = matrix_cols(m->t), first = m->item * matrix_cells(m->t) + row * cols;
    for (int64_t c = 0; c < cols; c++)
        if (lens_state(m->lens, m->t, first + c) == LENS_CHANGED)
            return true;
    return false;
}

/* In a heat map the colours draw the eye, and not the mark of a number: a row in which some number was changed has it
 * at its label, too, which stands out. The column before the label is a margin or a gap. */
static void mark_label(Frame *f, int row, int col, int width, const Matrix *m, int64_t of)
{
    if (m->most <= 0 || !m->lens->align || col < 1 || !row_differs(m, of))
        return;
    frame_put(f, row, col - 1, STYLE_OTHER, lens_mark(LENS_CHANGED));
    frame_style(f, row, col, width, STYLE_OTHER);
}

/* The rows of numbers from `row` on. */
static void draw_numbers(Frame *f, int row, int col, int width, const Matrix *m,
                         const MatrixWindow *w)
{
    const QkvTensor *t = m->t;
    Arena scratch = {0};
    int64_t first = m->item * matrix_cells(t);
    for (int64_t r = 0; r < w->rows; r++) {
        int line = row + (int)r;
        if (t->rank > 1) {
            const char *name = matrix_head_name(&scratch, t, t->rank - 2, m->row + r, first);
            int columns = min_int(m->label_width, width);
            draw_label(f, line, col, columns, false, name);
            mark_label(f, line, col, min_int(utf8_columns(name), columns), m, m->row + r);
        }
        for (int64_t c = 0; c < w->cols; c++)
            draw_cell(f, line, col + w->labels + (int)c * pitch(m), m,
                      first + (m->row + r) * matrix_cols(t) + m->col + c);
        if (w->across)
            draw_sum(f, line, col + w->used + 1, m, m->sums.across, &m->across_format,
                     m->item * matrix_rows(t) + m->row + r);
    }
    if (w->down)
        draw_down(f, row + (int)w->rows, col, width, m, w);
    arena_release(&scratch);
}

/* Draws a single number in a line with its heading: "mean [one number] = 2". */
static void draw_one(Frame *f, int row, int col, int width, const Matrix *m)
{
    Arena scratch = {0};
    const char *head = matrix_title(&scratch, m);
    int space = width - 2 - pitch(m), columns = min_int(utf8_columns(head), max_int(space, 0));
    int used = frame_fit(f, row, col, columns, STYLE_HEADING, head);
    used += frame_fit(f, row, col + used, min_int(2, width - used), STYLE_TEXT, " =");
    if (used + pitch(m) <= width)
        draw_cell(f, row, col + used, m, 0);
    arena_release(&scratch);
}

/* Tells of the rows that are not seen, below and above. */
static const char *rows_out_of_sight(Arena *a, const Matrix *m, const MatrixWindow *w)
{
    long long above = m->row, below = matrix_rows(m->t) - above - w->rows;
    if (below <= 0)
        return arena_format(a, "%lld row%s above", above, plural(above));
    const char *more = arena_format(a, "+%lld more row%s", below, plural(below));
    return above > 0 ? arena_format(a, "%s, %lld above", more, above) : more;
}

void matrix_draw(Frame *f, int row, int col, int height, int width, const Matrix *m)
{
    if (height < 1 || width < 1)
        return;
    if (m->t->rank == 0) {
        draw_one(f, row, col, width, m);
        return;
    }
    Arena scratch = {0};
    MatrixWindow w = window_of(m, height, width);
    bool is_empty = m->t->count == 0;
    bool is_low = height == MATRIX_HEAD + 1 && w.more_rows; /* the heading tells which row it is */
    const char *which = is_low ? arena_format(&scratch, "row %lld of %lld", (long long)m->row + 1,
                                              (long long)matrix_rows(m->t))
                               : "";
    int columns = min_int(utf8_columns(which), width), title = width - columns - is_low;
    frame_fit(f, row, col + width - columns, columns, STYLE_FAINT, which);
    frame_fit(f, row, col, title, STYLE_HEADING, matrix_title(&scratch, m));
    if (height > 1 && is_empty)
        frame_fit(f, row + 1, col, width, STYLE_FAINT, "no cells");
    if (height > 1 && !is_empty) {
        draw_column_labels(f, row + 1, col, m, &w);
        draw_numbers(f, row + MATRIX_HEAD, col, width, m, &w);
        int used = w.labels + (int)w.cols * pitch(m);
        if (m->col > 0)
            frame_fit(f, row + 1, col, min_int(w.labels, width), STYLE_FAINT,
                      arena_format(&scratch, "<%lld", (long long)m->col));
        if (w.more_cols)
            frame_fit(
                f, row + 1, col + used, width - used, STYLE_FAINT,
                arena_format(&scratch, "+%lld", (long long)(matrix_cols(m->t) - m->col - w.cols)));
        if (w.more_rows && height > MATRIX_HEAD + 1)
            frame_fit(f, row + height - 1, col, width, STYLE_FAINT,
                      rows_out_of_sight(&scratch, m, &w));
    }
    arena_release(&scratch);
}

/* The first index to show so that `at` is among `seen` of `all`: page by page, so that most steps from one to the
 * next move nothing. */
static int64_t bring_in(int64_t at, int64_t seen, int64_t all)
{
    seen = max_int64(seen, 1);
    return clamp_int64(at / seen * seen, 0, max_int64(all - seen, 0));
}

void matrix_scroll_to(Matrix *m, int64_t cell, int height, int width)
{
    int64_t place = cell - m->item * matrix_cells(m->t);
    int64_t rows = matrix_rows(m->t), cols = matrix_cols(m->t);
    m->row = m->col = 0; /* where the most is out of sight */
    if (m->t->count == 0)
        return;
    MatrixWindow w = window_of(m, height, width);
    m->row = bring_in(place / cols, w.rows, rows);
    m->col = bring_in(place % cols, w.cols, cols);
}

const char *matrix_state(LensState state)
{
    static const char *const words[] = {[LENS_PLAIN] = "",
                                        [LENS_CHANGED] = " changed",
                                        [LENS_HIDDEN] = " hid",
                                        [LENS_PEEKED] = " peeked"};
    return words[state];
}
