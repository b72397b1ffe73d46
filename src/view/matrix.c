#include "view/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"

int64_t matrix_rows(const QkvTensor *t)
{
    return t->rank > 1 ? t->size[t->rank - 2] : 1;
}

int64_t matrix_cols(const QkvTensor *t)
{
    return t->rank > 0 ? t->size[t->rank - 1] : 1;
}

static int64_t cells_per_item(const QkvTensor *t)
{
    return matrix_rows(t) * matrix_cols(t);
}

int64_t matrix_items(const QkvTensor *t)
{
    int64_t cells = cells_per_item(t);
    return cells > 0 ? t->count / cells : 0;
}

int64_t matrix_item(const QkvTensor *t, int64_t cell)
{
    int64_t cells = cells_per_item(t);
    return cells > 0 ? cell / cells : 0;
}

const char *matrix_index_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    const char *label = qkv_tensor_label(t, axis, index, cell);
    return label ? label : arena_format(a, "%lld", (long long)index);
}

const char *matrix_own_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    const char *name = matrix_index_name(a, t, axis, index, cell);
    for (int64_t i = 0; i < t->size[axis] && t->axis[axis].labels; i++) {
        const char *label = i == index ? NULL : qkv_tensor_label(t, axis, i, cell);
        if (label && strcmp(label, name) == 0)
            return arena_format(a, "%s %lld", name, (long long)index);
    }
    return name;
}

const char *matrix_axis_name(const QkvTensor *t, int axis)
{
    return t->axis[axis].name ? t->axis[axis].name : "item";
}

const char *matrix_index_title(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    return arena_format(a, "%s %s", matrix_axis_name(t, axis),
                        matrix_index_name(a, t, axis, index, cell));
}

/* What heads a row or a column: its label; or the number with a colon, so that it does not look like
 * data, and nothing where there is only one. Where batch items have words of their own and each item
 * is one row, no word heads a whole column. */
static const char *head_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    bool has_words = t->rank != 2 || t->axis[axis].groups <= 1;
    const char *label = has_words ? qkv_tensor_label(t, axis, index, cell) : NULL;
    if (!label && t->size[axis] == 1)
        return "";
    return label ? label : arena_format(a, "%lld:", (long long)index);
}

/* The shape, with the names of the axes from one on. */
static const char *shape_text(Arena *a, const QkvTensor *t, int named)
{
    Buf text = {0};
    buf_putc(&text, '[');
    for (int d = 0; d < t->rank; d++) {
        buf_printf(&text, d ? " x %lld" : "%lld", (long long)t->size[d]);
        if (t->axis[d].name && d >= named)
            buf_printf(&text, " %s", t->axis[d].name);
    }
    buf_puts(&text, t->rank == 0 ? "one number]" : "]");
    if (t->dtype != QKV_FLOAT32)
        buf_printf(&text, " %s", qkv_dtype_name(t->dtype));
    return arena_keep(a, &text);
}

const char *matrix_shape(Arena *a, const QkvTensor *t)
{
    return shape_text(a, t, 0);
}

const char *matrix_sizes(Arena *a, const QkvTensor *t)
{
    return shape_text(a, t, t->rank);
}

/* The widest label along an axis, up to `most`, in all matrices of the tensor: they have the same columns. Numbers
 * where there are no labels. Of very many labels only the first are measured: longer ones are cut. */
static int label_width(const QkvTensor *t, int axis, int most)
{
    enum { MEASURED = 1 << 14 };
    Arena scratch = {0};
    int width = 0;
    bool has_labels = t->axis[axis].labels != NULL;
    int64_t size = t->size[axis], groups = has_labels ? max_int64(t->axis[axis].groups, 1) : 1;
    int64_t all = min_int64(groups * size, MEASURED);
    /* Without labels the last number is the widest. */
    for (int64_t i = has_labels ? 0 : size - 1; i < (has_labels ? all : size) && width < most;
         i++) {
        const char *name = head_name(&scratch, t, axis, i % size, i / size * (t->count / groups));
        width = max_int(width, utf8_columns(name));
    }
    arena_release(&scratch);
    return min_int(width, most);
}

Matrix matrix_of(const QkvTensor *t, const char *name, int64_t item, NumberFormat format)
{
    Matrix m = {.t = t, .name = name, .item = item, .format = format};
    if (t->rank > 1 && t->count > 0)
        m.label_width = label_width(t, t->rank - 2, MATRIX_LABEL);
    if (t->rank > 0 && t->count > 0)
        m.format.width = max_int(m.format.width, label_width(t, t->rank - 1, MATRIX_LABEL));
    return m;
}

/* Of millions of cells most often few are marked, and all of them lie in some blocks. */
enum { MARK_BLOCK = 4096 };

void matrix_mark(Matrix *m, Arena *a, int64_t cell, Mark mark)
{
    int64_t cells = cells_per_item(m->t), place = cell - m->item * cells;
    if (place < 0 || place >= cells)
        return;
    if (!m->marks) {
        m->marks = arena_many(a, (size_t)(cells / MARK_BLOCK) + 1, unsigned char *);
        m->first_marked = m->last_marked = place;
    }
    m->first_marked = min_int64(m->first_marked, place);
    m->last_marked = max_int64(m->last_marked, place);
    unsigned char **block = &m->marks[place / MARK_BLOCK];
    if (!*block)
        *block = arena_many(a, (size_t)min_int64(cells, MARK_BLOCK), unsigned char);
    unsigned char *now = &(*block)[place % MARK_BLOCK];
    *now = (unsigned char)max_int(*now, (int)mark);
}

Mark matrix_mark_of(const Matrix *m, int64_t cell)
{
    int64_t place = cell - m->item * cells_per_item(m->t);
    const unsigned char *block = m->marks ? m->marks[place / MARK_BLOCK] : NULL;
    return block ? (Mark)block[place % MARK_BLOCK] : MARK_NONE;
}

static const char sum_label[] = "sum";

bool matrix_widen_labels(Matrix *m)
{
    const QkvTensor *t = m->t;
    int rows = m->label_width, cols = m->format.width;
    if (t->count == 0)
        return false;
    if (t->rank > 1)
        m->label_width = max_int(rows, label_width(t, t->rank - 2, MATRIX_WIDE_LABEL));
    if (t->rank > 0)
        m->format.width = max_int(cols, label_width(t, t->rank - 1, MATRIX_WIDE_LABEL));
    return m->label_width > rows || m->format.width > cols;
}

/* Sums have as many decimals as what they are sums of. */
static NumberFormat sum_format(const QkvTensor *sums, NumberRange range, int decimals)
{
    range.needs = decimals;
    NumberFormat format = number_format_of(&range, sums->dtype, decimals);
    format.shares = false; /* how a sum was rounded is not what it tells */
    return format;
}

void matrix_sums(Matrix *m, const Sums *sums)
{
    int label = (int)strlen(sum_label), decimals = m->format.decimals;
    m->across = sums->across;
    m->down = sums->down;
    if (m->across) {
        m->across_format = sum_format(m->across, sums->across_range, decimals);
        m->across_format.width = max_int(m->across_format.width, label);
    }
    if (m->down) {
        m->down_format = sum_format(m->down, sums->down_range, decimals);
        m->format.width = max_int(m->format.width, m->down_format.width);
        m->label_width = max_int(m->label_width, label);
    }
}

/* What one of a pile is called: the labels, or the numbers, of the axes that have several. */
static const char *pile_name(Arena *a, const Matrix *m)
{
    const QkvTensor *t = m->t;
    Buf text = {.arena = a};
    int64_t at[QKV_MAX_RANK], cell = m->item * cells_per_item(t);
    qkv_tensor_index(t, cell, at);
    bool is_label = false;
    for (int d = 0; d < t->rank - 2; d++) {
        if (t->size[d] == 1)
            continue;
        is_label = qkv_tensor_label(t, d, at[d], cell) != NULL;
        buf_printf(&text, "%s%s", text.length > 0 ? " " : "",
                   matrix_index_name(a, t, d, at[d], cell));
    }
    buf_puts(&text, is_label ? "" : ":");
    return buf_text(&text);
}

static int pile_name_columns(const Matrix *m)
{
    Arena scratch = {0};
    int columns = utf8_columns(pile_name(&scratch, m));
    arena_release(&scratch);
    return columns;
}

/* Whether the columns are called otherwise in each of a pile. */
static bool has_own_heads(const Matrix *m)
{
    return m->t->axis[m->t->rank - 1].groups > 1;
}

bool matrix_pile(Matrix *const *m, int count)
{
    const QkvTensor *t = m[0]->t;
    int names = 0, labels = 0;
    if (t->rank < 3 || t->count == 0)
        return false;
    for (int i = 0; i < count; i++) {
        names = max_int(names, m[i]->pile_names > 0 ? m[i]->pile_names : pile_name_columns(m[i]));
        labels = max_int(labels, m[i]->label_width);
    }
    for (int i = 0; i < count; i++) {
        m[i]->pile = i > 0 ? PILE_MORE : PILE_FIRST;
        m[i]->pile_names = names;
        m[i]->pile_labels = has_own_heads(m[i]) ? max_int(labels, names) : labels;
    }
    return names <= MATRIX_WIDE_LABEL;
}

/* The rows above the numbers, and the columns before them. */
static int head_rows(const Matrix *m)
{
    return m->pile != PILE_MORE ? MATRIX_HEAD : has_own_heads(m);
}

static int before_names(const Matrix *m)
{
    return m->pile == PILE_NONE || has_own_heads(m) ? 0 : m->pile_names + 1;
}

static int before_numbers(const Matrix *m)
{
    return m->pile == PILE_NONE ? m->label_width : before_names(m) + m->pile_labels;
}

/* From one number to the next: two columns for marks, or one, and one more between short numbers. */
static int pitch(const Matrix *m)
{
    enum { SHORT = 3 };
    return m->format.width + 2 - m->is_narrow + (m->format.width <= SHORT);
}

/* Whether an axis that is not drawn has a name. */
static bool has_names(const QkvTensor *t)
{
    for (int d = 0; d < t->rank - 2; d++)
        if (t->axis[d].name)
            return true;
    return false;
}

/* How many matrices of the tensor are not shown, "  +2" as at the edge of one. */
static const char *other_blocks(Arena *a, const Matrix *m)
{
    return arena_format(a, "  +%lld", (long long)(matrix_items(m->t) - m->blocks));
}

/* How many there are beside a word, "head b (2 of 8)"; beside an index, which begins with 0, the others: "head 1
 * (of 0-7)". */
static void put_count(Buf *out, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    if (qkv_tensor_label(t, axis, index, cell))
        buf_printf(out, " (%lld of %lld)", (long long)index + 1, (long long)t->size[axis]);
    else
        buf_printf(out, " (of 0-%lld)", (long long)t->size[axis] - 1);
}

/* Which of its tensor's matrices this is: "  batch 0  head 1", where axes have no names as an
 * index, "  [0][1]"; "" for the only one. A single one of several is counted: "  batch a (1 of 2)
 * head 1 (of 0-7)", or where that is too long the others are: "  batch 0  head 1  +15". */
static const char *which_item(Arena *a, const Matrix *m)
{
    const QkvTensor *t = m->t;
    Buf text = {0};
    int64_t at[QKV_MAX_RANK], cell = m->item * cells_per_item(t);
    qkv_tensor_index(t, cell, at);
    bool is_index = (t->rank > 3 && !has_names(t)) || m->terse >= TERSE_INDEX,
         is_counted = m->blocks == 1 && m->terse < TERSE_COUNT;
    buf_puts(&text, is_index ? "  " : "");
    for (int d = 0; d < t->rank - 2; d++) {
        buf_printf(&text, is_index ? "[%s]" : "  %s",
                   is_index ? matrix_index_name(a, t, d, at[d], cell)
                            : matrix_index_title(a, t, d, at[d], cell));
        if (is_counted && !is_index && t->size[d] > 1)
            put_count(&text, t, d, at[d], cell);
    }
    if (m->blocks == 1 && !is_counted)
        buf_puts(&text, other_blocks(a, m));
    else if (is_counted && is_index)
        buf_printf(&text, ", block %lld of %lld", (long long)m->item + 1,
                   (long long)matrix_items(t));
    return arena_keep(a, &text);
}

/* Which blocks of the tensor are shown from this one on, if not all. */
static const char *which_blocks(Arena *a, const Matrix *m)
{
    long long first = m->item + 1, last = m->item + m->blocks, all = matrix_items(m->t);
    if (m->blocks <= 1)
        return "";
    if (m->terse >= TERSE_COUNT)
        return other_blocks(a, m);
    const char *blocks = m->terse >= TERSE_BLOCK ? "" : "blocks ";
    return arena_format(a, ", %s%lld-%lld of %lld", blocks, first, last, all);
}

bool matrix_is_block(const Matrix *m)
{
    return m->t->rank > 2 && matrix_items(m->t) > 1;
}

const char *matrix_title(Arena *a, const Matrix *m)
{
    bool is_block = matrix_is_block(m);
    const char *which = !is_block                ? ""
                        : m->head >= HEAD_TENSOR ? which_blocks(a, m)
                                                 : which_item(a, m);
    int told = is_block && m->head != HEAD_PILE ? m->t->rank - 2 : 0;
    if (m->head == HEAD_BLOCK)
        return which + strspn(which, " ");
    if (m->terse >= TERSE_SHAPE)
        return arena_format(a, "%s%s", m->name, which);
    int named = m->terse == TERSE_AXES ? m->t->rank : m->terse == TERSE_TOLD ? told : 0;
    return arena_format(a, "%s %s%s", m->name, shape_text(a, m->t, named), which);
}

const char *matrix_title_in(Arena *a, const Matrix *m, int width)
{
    int over = matrix_heading(m) - width, columns = utf8_columns(m->name) - over - 1;
    if (over <= 0 || columns < 1 || !matrix_is_block(m) || m->head == HEAD_BLOCK)
        return matrix_title(a, m);
    Matrix cut = *m;
    size_t length = utf8_fit(m->name, strlen(m->name), columns);
    cut.name = arena_format(a, "%.*s~", (int)length, m->name);
    return matrix_title(a, &cut);
}

/* The columns beside the numbers: for the sums of rows; for the strip, "  |.:+#|". */
static int sum_columns(const Matrix *m)
{
    return m->across ? m->across_format.width + 1 : 0;
}

static int strip_columns(const Matrix *m)
{
    enum { WIDEST = 64 };
    int64_t cols = matrix_cols(m->t);
    return m->strips && m->most > 0 && cols <= WIDEST ? (int)cols + 4 : 0;
}

int matrix_heading(const Matrix *m)
{
    Arena scratch = {0};
    int columns = utf8_columns(matrix_title(&scratch, m));
    arena_release(&scratch);
    return columns;
}

void matrix_fit_heading(Matrix *m, int width)
{
    for (m->terse = TERSE_NOT; m->terse < TERSES - 1; m->terse++)
        if (matrix_heading(m) <= width)
            break;
}

int matrix_width_under(const Matrix *m, int head)
{
    enum { MOST = 10000 };
    int64_t cols = matrix_cols(m->t);
    int numbers = cols > MOST ? MOST : before_numbers(m) + (int)cols * pitch(m);
    numbers += sum_columns(m) + strip_columns(m);
    if (m->t->rank == 0)
        return head + 2 + pitch(m);
    return numbers > head ? numbers : head;
}

int matrix_width(const Matrix *m)
{
    return matrix_width_under(m, matrix_heading(m));
}

int matrix_height(const Matrix *m)
{
    enum { MOST = 10000 };
    if (m->t->rank == 0)
        return 1;
    int64_t rows = matrix_rows(m->t);
    return head_rows(m) + (rows > MOST ? MOST : (int)rows) + (m->down != NULL);
}

bool matrix_conceals(const Sight *sight, int64_t cell)
{
    cell += sight->first;
    for (int i = 0; i < sight->seens; i++)
        if (cell >= sight->seen[i].from && cell < sight->seen[i].from + sight->seen[i].count)
            return false;
    return sight->hidden > 0;
}

/* The layout is that of the whole: what is shown later moves nothing. */
static bool is_hidden(const Matrix *m, int64_t cell)
{
    return matrix_conceals(&m->sight, cell);
}

/* Beside numbers that are hidden a shade would tell how large they are. */
int matrix_shade(const Matrix *m, int64_t cell)
{
    double x = qkv_tensor_at(m->difference ? m->difference : m->t, cell);
    if (m->most <= 0 || !isfinite(x) || (m->sight.hidden > 0 && !m->peeks))
        return 0;
    double part = x / m->most;
    return (int)lround((part > 1 ? 1 : part < -1 ? -1 : part) * (double)SHADES);
}

/* Whether another number is written in the other run: with the digits that count, or with those shown. */
static bool is_other(const Matrix *m, int64_t cell)
{
    if (m->differs && m->differs[cell])
        return true;
    Buf here = {0}, there = {0};
    number_cell(&here, &m->format, m->t, cell);
    number_cell(&there, &m->format, m->other, cell);
    bool differs = strcmp(buf_text(&here), buf_text(&there)) != 0;
    buf_release(&here);
    buf_release(&there);
    return differs;
}

static bool is_changed(const Matrix *m, int64_t cell)
{
    return m->other && !m->difference && !(is_hidden(m, cell) && !m->peeks) && is_other(m, cell);
}

/* A difference has its sign even where its digits are those of 0: "-~0". */
static void put_number(Buf *out, const Matrix *m, int64_t cell)
{
    if (!m->difference) {
        number_cell(out, &m->format, m->t, cell);
        return;
    }
    double off = qkv_tensor_at(m->difference, cell);
    if (off == 0 || (m->other && !is_other(m, cell))) {
        buf_putc(out, '=');
        return;
    }
    Buf text = {0};
    number_cell(&text, &m->format, m->difference, cell);
    buf_puts(out, off > 0 ? "+" : off < 0 && *buf_text(&text) != '-' ? "-" : "");
    buf_puts(out, buf_text(&text));
    buf_release(&text);
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
    Mark mark = matrix_mark_of(m, cell);
    Buf text = {0};
    if (is_hidden(m, cell) && !m->peeks)
        buf_fill(&text, '?', min_int(m->format.width, 3));
    else
        put_number(&text, m, cell);
    int blanks = m->format.width - (int)text.length;
    bool changed = is_changed(m, cell);
    bool is_peeked = m->peeks && is_hidden(m, cell);
    bool is_apart = mark == MARK_NONE || blanks > 0; /* the star has a column of its own */
    const char *right = changed && !is_apart ? "*" : looks[mark].right;
    bool is_tight = is_peeked && (blanks == 0 || changed);
    const char *left = is_tight ? "?" : looks[mark].left;
    if (!m->is_narrow || *left != ' ') /* there may be the star of the number before */
        frame_put(f, row, col, looks[mark].style, left);
    frame_fill(f, row, col + 1, blanks, looks[mark].style);
    frame_put(f, row, col + 1 + blanks, looks[mark].style, buf_text(&text));
    frame_put(f, row, col + 1 + m->format.width, looks[mark].style, right);
    if ((changed && is_apart) || (is_peeked && blanks > 0))
        frame_put(f, row, col + blanks, looks[mark].style, changed ? "*" : "?");
    if (!m->strips && mark != MARK_RESULT)
        frame_shade(f, row, col + 1, m->format.width, matrix_shade(m, cell));
    if (m->t->step >= 0)
        frame_link(f, row, col, m->format.width + 2, (Link){LINK_CELL, m->t->step, cell});
    buf_release(&text);
}

/* What of a matrix is seen in a window: counts of rows and columns. */
typedef struct Window {
    int64_t rows, cols;
    bool more_rows, more_cols;
    int labels;                /* columns before the numbers                                     */
    int used;                  /* ... with the numbers, and the count of hidden ones             */
    bool across, down, strips; /* what else has room                                             */
} Window;

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
static Window window_of(const Matrix *m, int height, int width)
{
    int64_t rows = matrix_rows(m->t) - m->row, cols = matrix_cols(m->t) - m->col;
    int more = more_columns(matrix_cols(m->t)), scrolled = max_int(before_numbers(m), more);
    int side = sum_columns(m), head = head_rows(m);
    Window w = {.across = m->across && m->t->count > 0 &&
                          scrolled + more + pitch(m) + side <= width,
                .down = m->down && m->t->count > 0 && (m->pile == PILE_MORE || height > head + 2)};
    int space = width - (w.across ? side : 0);
    w.rows = height - head - w.down;
    w.labels = before_numbers(m);
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
    w.strips = strip_columns(m) > 0 && w.cols == matrix_cols(m->t) &&
               w.used + (w.across ? side : 0) + strip_columns(m) <= width;
    return w;
}

static void draw_label(Frame *f, int row, int col, int width, bool right, const char *text)
{
    int columns = min_int(utf8_columns(text), width);
    frame_fit(f, row, right ? col + width - columns : col, columns, STYLE_LABEL, text);
}

/* Whether some of `count` cells that lie `apart` are hidden: their sum would tell it. */
static bool hides_some(const Matrix *m, int64_t from, int64_t count, int64_t apart)
{
    bool hides = false;
    for (int64_t i = 0; i < count && !hides && m->sight.hidden > 0; i++)
        hides = is_hidden(m, from + i * apart);
    return hides;
}

/* One sum, right-aligned; who peeks sees what is hidden, with a ? before it. */
static void draw_sum(Frame *f, int row, int col, const Matrix *m, const QkvTensor *sums,
                     int64_t cell, bool hides)
{
    const NumberFormat *format = sums == m->across ? &m->across_format : &m->down_format;
    Buf text = {0};
    if (hides && m->peeks)
        buf_putc(&text, '?');
    if (hides && !m->peeks)
        buf_fill(&text, '?', min_int(format->width, 3));
    else
        number_cell(&text, format, sums, cell);
    frame_put(f, row, col + format->width - (int)text.length, STYLE_LABEL, buf_text(&text));
    buf_release(&text);
}

static const char dense[SHADES + 1] = {' ', '.', ':', '+', '#'};

/* The strip of a row: a character for each number, the denser the farther from 0. */
static void draw_strip(Frame *f, int row, int col, const Matrix *m, int64_t first)
{
    int cols = (int)matrix_cols(m->t);
    frame_put(f, row, col, STYLE_FAINT, "|");
    for (int c = 0; c < cols; c++) {
        const char one[] = {dense[abs(matrix_shade(m, first + c))], '\0'};
        frame_put(f, row, col + 1 + c, STYLE_TEXT, one);
    }
    frame_put(f, row, col + 1 + cols, STYLE_FAINT, "|");
}

/* What stands beside the numbers of a row of the tensor, counted through all its matrices. */
static void draw_side(Frame *f, int line, int col, const Matrix *m, const Window *w, int64_t row)
{
    int64_t cols = matrix_cols(m->t);
    if (w->across)
        draw_sum(f, line, col + w->used + 1, m, m->across, row, hides_some(m, row * cols, cols, 1));
    if (w->strips)
        draw_strip(f, line, col + w->used + (w->across ? sum_columns(m) : 0) + 2, m, row * cols);
}

/* The sums below, and what heads those beside. */
static void draw_down(Frame *f, int line, int col, int width, const Matrix *m, const Window *w)
{
    const NumberFormat *format = &m->down_format;
    int names = before_names(m), numbers = w->labels + 1 + m->format.width - format->width;
    draw_label(f, line, col + names, min_int(m->label_width, width), false, sum_label);
    int64_t cols = matrix_cols(m->t), rows = matrix_rows(m->t);
    for (int64_t c = 0; c < w->cols; c++)
        draw_sum(f, line, col + numbers + (int)c * pitch(m), m, m->down,
                 m->item * cols + m->col + c,
                 hides_some(m, m->item * rows * cols + m->col + c, rows, cols));
}

static void draw_column_labels(Frame *f, int row, int col, const Matrix *m, const Window *w)
{
    const QkvTensor *t = m->t;
    Arena scratch = {0};
    for (int64_t c = 0; c < w->cols && t->rank > 0; c++)
        draw_label(f, row, col + w->labels + (int)c * pitch(m) + 1, m->format.width, true,
                   head_name(&scratch, t, t->rank - 1, m->col + c, m->item * cells_per_item(t)));
    if (w->across)
        draw_label(f, row, col + w->used + 1, m->across_format.width, true, sum_label);
    arena_release(&scratch);
}

/* The rows of numbers from `row` on. */
static void draw_numbers(Frame *f, int row, int col, int width, const Matrix *m, const Window *w)
{
    const QkvTensor *t = m->t;
    Arena scratch = {0};
    int64_t first = m->item * cells_per_item(t);
    for (int64_t r = 0; r < w->rows; r++) {
        int line = row + (int)r;
        if (t->rank > 1)
            draw_label(f, line, col + before_names(m), min_int(m->label_width, width), false,
                       head_name(&scratch, t, t->rank - 2, m->row + r, first));
        for (int64_t c = 0; c < w->cols; c++)
            draw_cell(f, line, col + w->labels + (int)c * pitch(m), m,
                      first + (m->row + r) * matrix_cols(t) + m->col + c);
        draw_side(f, line, col, m, w, m->item * matrix_rows(t) + m->row + r);
    }
    if (w->down)
        draw_down(f, row + (int)w->rows, col, width, m, w);
    arena_release(&scratch);
}

/* One of several in a pile is named before its first row, or before the labels of its columns. */
static void draw_pile_name(Frame *f, int row, int col, const Matrix *m)
{
    Arena scratch = {0};
    frame_fit(f, row, col, m->pile_names, m->is_chosen ? STYLE_SELECTED : STYLE_HEADING,
              pile_name(&scratch, m));
    if (m->is_chosen && col > 0)
        frame_put(f, row, col - 1, STYLE_STRONG, ">");
    arena_release(&scratch);
}

/* The heading; where one row of numbers is all there is room for, it also counts the hidden ones: that is worth
 * more than the end of the name. */
static void draw_heading(Frame *f, int row, int col, int width, const Matrix *m, const char *more)
{
    Arena scratch = {0};
    int columns = min_int(utf8_columns(more), width);
    if (columns > 0) {
        frame_fit(f, row, col + width - columns, columns, STYLE_FAINT, more);
        width = max_int(width - columns - 1, 0);
    }
    const char *head = matrix_title_in(&scratch, m, width);
    bool is_chosen = m->is_chosen && m->pile == PILE_NONE;
    frame_fit(f, row, col, min_int(width, utf8_columns(head)),
              m->is_focus || is_chosen ? STYLE_SELECTED : STYLE_HEADING, head);
    if (is_chosen && col > 0)
        frame_put(f, row, col - 1, STYLE_STRONG, ">");
    arena_release(&scratch);
}

/* One number stands in a line with its heading: "mean [one number] = 2". */
static void draw_one(Frame *f, int row, int col, int width, const Matrix *m)
{
    Arena scratch = {0};
    const char *head = matrix_title(&scratch, m);
    int space = width - 2 - pitch(m), columns = min_int(utf8_columns(head), max_int(space, 0));
    int used = frame_fit(f, row, col, columns, m->is_focus ? STYLE_SELECTED : STYLE_HEADING, head);
    used += frame_fit(f, row, col + used, min_int(2, width - used), STYLE_TEXT, " =");
    if (used + pitch(m) <= width)
        draw_cell(f, row, col + used, m, 0);
    arena_release(&scratch);
}

/* What is said of the rows that are not seen, below and above; where there is no room for words with the signs that
 * columns have: "<3 +2". */
static const char *rows_out_of_sight(Arena *a, const Matrix *m, const Window *w, int width)
{
    long long above = m->row, below = matrix_rows(m->t) - above - w->rows;
    const char *first = above > 0 ? arena_format(a, "<%lld", above) : "",
               *rest = below > 0 ? arena_format(a, "+%lld", below) : "";
    const char *words = below <= 0  ? arena_format(a, "%lld row%s above", above, plural(above))
                        : above > 0 ? arena_format(a, "%s more row%s, %lld above", rest,
                                                   plural(below), above)
                                    : arena_format(a, "%s more row%s", rest, plural(below));
    const char *between = above > 0 && below > 0 ? " " : "";
    return utf8_columns(words) <= width ? words : arena_format(a, "%s%s%s", first, between, rest);
}

/* Which row the only one is that is seen; where that leaves no room for a name, shortly. */
static const char *which_row(Arena *a, const Matrix *m, int width)
{
    enum { LEAST_NAME = 8 };
    long long row = m->row + 1, all = matrix_rows(m->t);
    const char *whole = arena_format(a, "row %lld of %lld", row, all);
    bool fits = utf8_columns(whole) + min_int(LEAST_NAME, matrix_heading(m)) < width;
    return fits ? whole : arena_format(a, "%lld/%lld", row, all);
}

int matrix_heading_note(const Matrix *m, int height)
{
    enum { NOTE = 13 }; /* " row 12 of 34" */
    return height == MATRIX_HEAD + 1 && height < matrix_height(m) ? NOTE : 0;
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
    Window w = window_of(m, height, width);
    if (m->pile != PILE_NONE)
        draw_pile_name(f, row + head_rows(m) - has_own_heads(m), col, m);
    if (m->pile == PILE_MORE) {
        if (has_own_heads(m))
            draw_column_labels(f, row, col, m, &w);
        draw_numbers(f, row + head_rows(m), col, width, m, &w);
        return;
    }
    int64_t cols = matrix_cols(m->t) - m->col - w.cols;
    bool is_low = height == MATRIX_HEAD + 1;
    const char *more_rows = is_low ? which_row(&scratch, m, width)
                                   : rows_out_of_sight(&scratch, m, &w, width);
    const char *more_cols = arena_format(&scratch, "+%lld", (long long)cols);
    bool is_empty = m->t->count == 0;
    draw_heading(f, row, col, width, m, w.more_rows && is_low && !is_empty ? more_rows : "");
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
            frame_fit(f, row + 1, col + used, width - used, STYLE_FAINT, more_cols);
        if (w.more_rows && height > MATRIX_HEAD + 1)
            frame_fit(f, row + height - 1, col, width, STYLE_FAINT, more_rows);
    }
    arena_release(&scratch);
}

/* What the shades of a matrix are called, and each of them with where it begins. */
typedef struct Scale {
    const char *head;
    int levels, level[2 * SHADES];
    const char *from[2 * SHADES];
} Scale;

static Scale scale_of(Arena *a, const Matrix *m)
{
    Scale s = {.head = arena_format(a, "shades of %s from ", m->name)};
    int decimals = clamp_int(2 - (int)floor(log10(m->most)), 0, NUMBER_MOST_DECIMALS);
    for (int level = -SHADES; level <= SHADES; level++) {
        if (level == 0 || !(level < 0 ? m->is_below : m->is_above))
            continue;
        Buf text = {0};
        buf_printf(&text, m->strips ? " %c " : " ", dense[abs(level)]);
        number_short(&text, m->most * (level - (level < 0 ? -0.5 : 0.5)) / (double)SHADES,
                     decimals);
        buf_putc(&text, ' ');
        s.level[s.levels] = level;
        s.from[s.levels++] = arena_keep(a, &text);
    }
    return s;
}

void matrix_scale(Frame *f, int row, int end, int width, const Matrix *m)
{
    Arena scratch = {0};
    bool tells = m->most > 0 && m->t->dtype != QKV_BOOL &&
                 (m->sight.hidden == 0 || m->peeks); /* it would tell how large they are */
    Scale s = tells ? scale_of(&scratch, m) : (Scale){.head = ""};
    int all = utf8_columns(s.head);
    for (int i = 0; i < s.levels; i++)
        all += utf8_columns(s.from[i]);
    if (all > width) {
        all -= utf8_columns(s.head);
        s.head = "shades from ";
        all += utf8_columns(s.head);
    }
    int col = end - all;
    if (all <= width)
        col += frame_put(f, row, col, STYLE_FAINT, s.head);
    for (int i = 0; i < s.levels && all <= width; i++) {
        int columns = frame_put(f, row, col, STYLE_TEXT, s.from[i]);
        if (!m->strips)
            frame_shade(f, row, col, columns, s.level[i]);
        col += columns;
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
    int64_t place = cell - m->item * cells_per_item(m->t);
    int64_t rows = matrix_rows(m->t), cols = matrix_cols(m->t);
    m->row = m->col = 0; /* where the most is out of sight */
    Window w = window_of(m, height, width);
    m->row = bring_in(place / cols, w.rows, rows);
    m->col = bring_in(place % cols, w.cols, cols);
}
