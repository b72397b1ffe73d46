/* Matrices as tables. A product is drawn as a cross: the left operand at the left, the right one above, the result where
 * rows and columns meet. A cell tells by its classes what the number is: how long its bar is (b0 .. b32), below zero, changed,
 * hidden, pointed at. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "show/elements_internal.h"
#include "show/html.h"
#include "show/markup.h"
#include "show/matrix.h"
#include "tell/explain.h"

enum {
    MOST_ROWS = 48, /* of a matrix at once, and columns               */
    MOST_COLS = 32,
    MOST_CELLS = 700, /* of the blocks of a stack that are seen at once */
    BAR = 32
};

/* The part of a matrix that is seen. */
typedef struct Window {
    int64_t row, rows, col, cols;
} Window;

typedef struct CellGrid {
    const Elements *e;
    const Piece *p;
    const DocMatrix *of;
    Matrix m;
    Window at;
    int64_t first;       /* the cell in the corner of the matrix, not of the window */
    unsigned char *mark; /* of each cell of the window                           */
} CellGrid;

/* --- marks ---------------------------------------------------------------------------------------- */

/* The marks on a piece: those of the page that lies over this one, or its own. */
static const Piece *marks_of(const Elements *e, const Piece *p)
{
    const Piece *over = e->as->over ? doc_piece(e->as->over, PIECE_MATRICES) : NULL;
    return over && over->marks > 0 ? over : p;
}

static int64_t clamp_begin(int64_t at, int64_t most, int64_t size)
{
    return size <= most ? 0 : at / most * most;
}

/* The window that the number pointed at is in, or the first that takes part. */
static Window window_of(const CellGrid *t)
{
    const Piece *p = marks_of(t->e, t->p);
    const int64_t rows = matrix_rows(t->m.t), cols = matrix_cols(t->m.t), cells = rows * cols;
    int64_t seen = -1;
    for (int i = 0; i < p->marks; i++) {
        const DocMark *k = &p->mark[i];
        bool is_here = k->t == t->m.t && k->cell >= t->first && k->cell < t->first + cells;
        if (is_here && (seen < 0 || k->mark == MARK_RESULT))
            seen = k->cell - t->first;
    }
    seen = max_int64(seen, 0);
    Window w = {.row = clamp_begin(seen / max_int64(cols, 1), MOST_ROWS, rows),
                .col = clamp_begin(seen % max_int64(cols, 1), MOST_COLS, cols)};
    w.rows = min_int64(rows - w.row, MOST_ROWS);
    w.cols = min_int64(cols - w.col, MOST_COLS);
    return w;
}

static void mark_cells(CellGrid *t)
{
    const Piece *p = marks_of(t->e, t->p);
    const int64_t cols = matrix_cols(t->m.t);
    t->mark = arena_array(t->e->a, (size_t)(t->at.rows * t->at.cols) + 1, 1);
    for (int i = 0; i < p->marks; i++) {
        const DocMark *k = &p->mark[i];
        if (k->t != t->m.t || k->cell < t->first)
            continue;
        int64_t row = (k->cell - t->first) / cols - t->at.row,
                col = (k->cell - t->first) % cols - t->at.col;
        bool is_here = row >= 0 && row < t->at.rows && col >= 0 && col < t->at.cols;
        unsigned char *mark = is_here ? &t->mark[row * t->at.cols + col] : NULL;
        if (mark && k->mark > *mark)
            *mark = (unsigned char)k->mark;
    }
}

/* --- cells ---------------------------------------------------------------------------------------- */

/* How long the bar of a number is, in 32nds: at least one of a number that is a 64th of the largest. */
static void put_bar(const CellGrid *t, int64_t cell)
{
    Buf *out = t->e->out;
    double part = t->m.most > 0 ? lens_part(t->m.lens, t->m.t, cell, t->m.most) : 0;
    double away = fabs(part);
    int bar = away * 2 * BAR < 1 ? 0 : max_int((int)lround(away * BAR), 1);
    if (t->m.most <= 0)
        return;
    buf_printf(out, " b%d%s", bar, part < 0 ? " neg" : part > 0 ? " tint" : " z");
}

/* Says what a cell was in the other run: to be heard, and by hovering. */
static void put_was(const CellGrid *t, int64_t cell)
{
    Buf text = {0};
    if (lens_was(&text, t->m.lens, t->m.t, cell, &t->m.format))
        html_element(t->e->out, "span", "vh", arena_format(t->e->a, ", was %s", buf_text(&text)));
    buf_release(&text);
}

static void put_cell(const CellGrid *t, int64_t row, int64_t col, bool is_stop, int number)
{
    static const char *const marks[] = {"", " part", " part picked", " at"};
    const int64_t cell = t->first + row * matrix_cols(t->m.t) + col;
    const Mark mark = (Mark)t->mark[(row - t->at.row) * t->at.cols + col - t->at.col];
    Buf text = {0}, *out = t->e->out;
    LensState state = lens_cell(&text, t->m.lens, t->m.t, cell, &t->m.format);
    bool is_tiny = strcmp(buf_text(&text), "~0") == 0 || strcmp(buf_text(&text), "0") == 0;
    buf_puts(out, "<td");
    if (number >= 0)
        buf_printf(out, " data-n=\"%d\" tabindex=\"%d\"", number, is_stop ? 0 : -1);
    buf_puts(out, " class=\"c");
    const bool is_masked = lens_masks(t->m.lens, t->m.t, cell);
    if (!is_masked)
        put_bar(t, cell);
    buf_printf(out, "%s%s%s%s\"><span>", is_masked ? " masked" : "", is_tiny ? " tiny" : "",
               marks[mark], matrix_state(state));
    markup_text(out, html_number(t->e->a, buf_text(&text)));
    buf_puts(out, "</span>");
    put_was(t, cell);
    if (is_masked)
        html_element(out, "span", "vh", ", hidden by the mask");
    if (*lens_mark(state) == '?')
        html_element(out, "span", "vh", ", hidden from the class");
    buf_puts(out, "</td>");
    buf_release(&text);
}

/* --- a table -------------------------------------------------------------------------------------- */

static void put_heading(const CellGrid *t, int axis, int64_t index, bool is_lit)
{
    const QkvTensor *of = t->m.t;
    const char *name = matrix_head_name(t->e->a, of, axis, index, t->first);
    const bool is_col = axis == of->rank - 1;
    const bool has_both = t->of->role == ROLE_SCORES || t->of->role == ROLE_WEIGHTS;
    buf_printf(t->e->out, "<th scope=\"%s\" class=\"%s%s\">", is_col ? "col" : "row",
               !has_both ? ""
               : is_col  ? "k"
                         : "q",
               is_lit ? " lit" : "");
    if (*name)
        html_element(t->e->out, "span", NULL, name);
    buf_puts(t->e->out, "</th>");
}

/* The row (or column) of the window that the number pointed at is in; -1: it is not here. */
static int64_t pointed(const CellGrid *t, bool is_row)
{
    for (int64_t i = 0; i < t->at.rows * t->at.cols; i++)
        if (t->mark[i] == MARK_RESULT)
            return is_row ? i / t->at.cols : i % t->at.cols;
    return -1;
}

static void put_heads(const CellGrid *t)
{
    const int64_t lit = pointed(t, false);
    if (t->m.t->rank == 0)
        return;
    buf_puts(t->e->out, t->m.t->rank > 1 ? "<thead><tr><td></td>" : "<thead><tr>");
    for (int64_t c = t->at.col; c < t->at.col + t->at.cols; c++)
        put_heading(t, t->m.t->rank - 1, c, lit == c - t->at.col);
    buf_puts(t->e->out, "</tr></thead>\n");
}

/* Writes the cells of a table: Tab reaches one of them, and arrows the others from there. */
static void put_cells(const CellGrid *t)
{
    const int64_t cols = matrix_cols(t->m.t), lit = pointed(t, true), at = pointed(t, false);
    const bool can = t->m.t->step >= 0 && t->e->as->deeds;
    for (int64_t r = t->at.row; r < t->at.row + t->at.rows; r++) {
        const bool is_row = lit < 0 ? r == t->at.row : r - t->at.row == lit;
        const Target first = {TARGET_NUMBER, t->m.t->step, t->first + r * cols + t->at.col, {0}};
        int number = can ? deeds_add(t->e->as->deeds, (int)t->at.cols,
                                     (Deed){.page = t->e->as->page, .target = first})
                         : -1;
        buf_puts(t->e->out, "<tr>");
        if (t->m.t->rank > 1)
            put_heading(t, t->m.t->rank - 2, r, lit == r - t->at.row);
        for (int64_t c = 0; c < t->at.cols; c++)
            put_cell(t, r, t->at.col + c, is_row && c == max_int64(at, 0),
                     can ? number + (int)c : -1);
        buf_puts(t->e->out, "</tr>\n");
    }
}

static bool has_negative(const CellGrid *t)
{
    for (int64_t r = 0; r < t->at.rows; r++)
        for (int64_t c = 0; c < t->at.cols; c++) {
            int64_t cell = t->first + (t->at.row + r) * matrix_cols(t->m.t) + t->at.col + c;
            if (t->m.most > 0 && lens_part(t->m.lens, t->m.t, cell, t->m.most) < 0)
                return true;
        }
    return false;
}

/* A badge has a letter in a shape of its own, and the name of the part to be heard. */
static void put_badge(const CellGrid *t)
{
    static const char *const badges[] = {[ROLE_QUERY] = "q\">Q<",
                                         [ROLE_KEY] = "k\">K<",
                                         [ROLE_VALUE] = "v\">V<",
                                         [ROLE_SCORES] = "w\"><",
                                         [ROLE_WEIGHTS] = "w\"><"};
    if (t->of->role > ROLE_NONE && t->of->role < COUNT(badges))
        buf_printf(t->e->out, "<span aria-hidden=\"true\" class=\"badge %s/span>",
                   badges[t->of->role]);
}

static void put_caption(const CellGrid *t)
{
    Buf *out = t->e->out;
    const char *title = matrix_title(t->e->a, &t->m);
    size_t name = strlen(t->m.name);
    bool has_name = name > 0 && strncmp(title, t->m.name, name) == 0;
    buf_puts(out, "<figcaption>");
    put_badge(t);
    if (has_name)
        html_element(out, "b", NULL, t->m.name);
    html_element(out, "span", NULL, title + (has_name ? name : 0));
    buf_puts(out, "</figcaption>");
}

/* Says which part of a large matrix is seen. */
static void put_rest(const CellGrid *t)
{
    const int64_t rows = matrix_rows(t->m.t), cols = matrix_cols(t->m.t);
    if (t->at.rows == rows && t->at.cols == cols)
        return;
    const long long row = t->at.row, end = row + t->at.rows, col = t->at.col,
                    end_col = col + t->at.cols;
    html_element(t->e->out, "p", "small rest",
                 arena_format(t->e->a, "Rows %lld to %lld of %lld, columns %lld to %lld of %lld.",
                              row + 1, end, (long long)rows, col + 1, end_col, (long long)cols));
}

static void put_block(const Elements *e, const Piece *p, const DocMatrix *of, int64_t item,
                      Head head)
{
    enum { NARROW = 3, WIDE = 14 };
    CellGrid t = {.e = e, .p = p, .of = of};
    t.m = matrix_of(e->d->lens, of->t, of->name, item);
    t.m.head = head;
    t.m.most = qkv_is_float(of->t->dtype) ? lens_most(e->d->lens, of->t) : 0;
    if (of->shares && t.m.most > 0) /* the bar of a share is as long as the share */
        t.m.most = 1;
    t.first = item * matrix_cells(of->t);
    t.at = window_of(&t);
    mark_cells(&t);
    buf_puts(e->out, "<div class=\"block\">");
    put_caption(&t);
    buf_printf(e->out, "<div class=\"scroll\"><table class=\"mx w%d l%d%s%s\" role=\"grid\"",
               clamp_int(t.m.format.width, NARROW, WIDE), t.m.label_width,
               has_negative(&t) ? " signed" : "", of->shares ? " shares" : "");
    buf_puts(e->out, " aria-label=\"");
    markup_text(e->out, matrix_title(e->a, &t.m));
    buf_puts(e->out, "\">\n");
    put_heads(&t);
    buf_puts(e->out, "<tbody>");
    put_cells(&t);
    buf_puts(e->out, "</tbody></table></div>\n");
    put_rest(&t);
    buf_puts(e->out, "</div>\n");
}

/* --- the formula ------------------------------------------------------------------------------------ */

/* "name[i, j]" stays on one line. */
void elements_formula(const Elements *e, const Piece *p)
{
    buf_puts(e->out, "<p class=\"formula\">");
    for (const char *at = p->text; *at;) {
        size_t word = strcspn(at, " \n"), open = strcspn(at, "[");
        if (open < word && strchr(at, ']')) {
            word = (size_t)(strchr(at, ']') - at) + 1;
            html_element(e->out, "span", "nb", arena_text(e->a, at, word));
        } else {
            markup_text(e->out, arena_text(e->a, at, word));
        }
        at += word;
        buf_puts(e->out, *at == ' ' || *at == '\n' ? " " : "");
        at += strspn(at, " \n");
    }
    buf_puts(e->out, "</p>\n");
}

/* --- a piece -------------------------------------------------------------------------------------- */

static void put_block_keys(const Elements *e)
{
    buf_puts(e->out, "<p class=\"blocks act\"><button type=\"button\"");
    elements_key(e, "[");
    buf_puts(e->out, ">Block before</button><button type=\"button\"");
    elements_key(e, "]");
    buf_puts(e->out, ">Next block</button></p>\n");
}

/* Scores and weights are ink: they are what the others are for. */
static const char *const role_class[] = {
    [ROLE_NONE] = "",    [ROLE_QUERY] = " q", [ROLE_KEY] = " k",
    [ROLE_VALUE] = " v", [ROLE_SCORES] = "",  [ROLE_WEIGHTS] = ""};

/* All blocks of a stack, or of a large one that in hand. */
static void put_figure(const Elements *e, const Piece *p, const DocMatrix *of, const char *class)
{
    const int64_t items = matrix_items(of->t);
    const bool all = of->t->count <= MOST_CELLS;
    buf_printf(e->out, "<figure class=\"%s%s\">", class, role_class[of->role]);
    if (of->t->count == 0)
        html_element(e->out, "figcaption", NULL,
                     arena_format(e->a, "%s %s: no cells", of->name, matrix_shape(e->a, of->t)));
    for (int64_t i = 0; i < items && of->t->count > 0; i++)
        if (all || i == of->item)
            put_block(e, p, of, i, all && i > 0 ? HEAD_BLOCK : HEAD_ALL);
    if (!all && items > 1 && e->as->deeds)
        put_block_keys(e);
    buf_puts(e->out, "</figure>\n");
}

/* Two operands whose rows and columns meet in the result. */
static bool is_cross(const Piece *p)
{
    if (!p->step || p->matrices != 3 || p->matrix[0].thing != 0)
        return false;
    const QkvTensor *c = p->matrix[0].t, *a = p->matrix[1].t, *b = p->matrix[2].t;
    Arena scratch = {0};
    bool is_product = c->count > 0 &&
                      qkv_terms(&p->step->call, 0, &scratch).how == QKV_HOW_PRODUCTS;
    arena_release(&scratch);
    return is_product && c->rank == 2 && a->rank == 2 && b->rank == 2 && a->size[0] == c->size[0] &&
           b->size[1] == c->size[1] && a->size[1] == b->size[0];
}

/* True for a matrix that stands in the page beside this one. */
static bool is_there(const Elements *e, const QkvTensor *t)
{
    for (int i = 0; e->as->under && i < e->as->under->pieces; i++) {
        const Piece *p = &e->as->under->piece[i];
        for (int k = 0; p->kind == PIECE_MATRICES && k < p->matrices; k++)
            if (p->matrix[k].t == t)
                return true;
    }
    return false;
}

void elements_matrices(const Elements *e, const Piece *p, const Piece *formula)
{
    static const char *const parts[] = {"C", "A", "B"};
    bool crosses = is_cross(p), any = false;
    for (int i = 0; i < p->matrices; i++)
        any = any || !is_there(e, p->matrix[i].t);
    if (formula && !(any && crosses))
        elements_formula(e, formula);
    if (!any)
        return;
    buf_printf(e->out, "<div class=\"%s\">\n", crosses ? "cross" : "besides");
    if (formula && crosses)
        elements_formula(e, formula);
    for (int i = 1; i <= p->matrices; i++) { /* the result last */
        const DocMatrix *of = &p->matrix[i % p->matrices];
        if (!is_there(e, of->t))
            put_figure(e, p, of, crosses ? parts[i % 3] : of->thing == 0 ? "C" : "A");
    }
    buf_puts(e->out, "</div>\n");
}
