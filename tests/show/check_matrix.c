/* Matrices in windows of every size: they stay inside, and what they hide is counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "made.h"
#include "show/matrix.h"
#include "shown.h"
#include "suites.h"
#include "tell/memo.h"

enum { WIDEST = 60, TALLEST = 20, TOP = 2, LEFT = 3, LEAST_COUNTED = 22 };

/* The lens of the matrix that was made last. */
static Lens lens;

static Matrix matrix_in(const Library *library, const QkvTensor *t, const char *name, int64_t item,
                        int decimals)
{
    lens = (Lens){.run = made_run(library), .decimals = decimals};
    return matrix_of(&lens, t, name, item);
}

static Frame *canvas(void)
{
    return frame_new(WIDEST + 8, TALLEST + 5);
}

/* Fills the canvas with #, so that whatever is drawn can be told. */
static void prime(Frame *f)
{
    char row[WIDEST + 9];
    memset(row, '#', sizeof row - 1);
    row[sizeof row - 1] = '\0';
    for (int r = 0; r < f->height; r++)
        frame_put(f, r, 0, STYLE_TEXT, row);
}

static void expect_inside(const Frame *f, int height, int width, const char *what)
{
    for (int r = 0; r < f->height; r++)
        for (int c = 0; c < f->width; c++) {
            bool inside = r >= TOP && r < TOP + height && c >= LEFT && c < LEFT + width;
            if (!inside && strcmp(f->glyph[r * f->width + c].bytes, "#") != 0)
                ck_abort_msg("%s in %dx%d: something at row %d, column %d", what, width, height,
                             r - TOP, c - LEFT);
        }
}

static void mark_some(Matrix *m, Arena *a)
{
    int64_t size = matrix_rows(m->t) * matrix_cols(m->t);
    for (int i = 0; i < 4 && size > 0; i++)
        matrix_mark(m, a, m->item * size + made_random((int)size), (Mark)(i % 4));
}

/* Every tensor of a library, in windows of every size, scrolled anywhere. */
static void draw_everywhere(const Library *library, int stride)
{
    const Run *run = made_run(library);
    Frame *f = canvas();
    Arena a = {0};
    for (int s = 0; s < run->tape->count; s++) {
        const QkvTensor *t = run->tape->step[s].call.out;
        int64_t items = matrix_items(t);
        Matrix m = matrix_in(library, t, "a name 名", items > 0 ? made_random((int)items) : 0, 4);
        mark_some(&m, &a);
        if (made_random(2))
            matrix_sum(&m, &a);
        if (made_random(2))
            matrix_shaded(&m);
        m.bars = made_random(2);
        for (int i = made_random(stride); i < WIDEST * TALLEST; i += stride) {
            int width = 1 + i % WIDEST, height = 1 + i / WIDEST;
            m.row = made_random(2) ? 0 : made_random((int)matrix_rows(t) + 1);
            m.col = made_random(2) ? 0 : made_random((int)matrix_cols(t) + 1);
            m.head = (Head)made_random(HEADS);
            m.terse = (Terse)made_random(TERSES);
            prime(f);
            matrix_draw(f, TOP, LEFT, height, width, &m);
            expect_inside(f, height, width, m.name);
        }
    }
    arena_release(&a);
    frame_free(f);
}

START_TEST(stays_in_windows_of_every_size)
{
    Library *library = made_library(made_odd);
    draw_everywhere(library, 7);
    made_free(library);
}
END_TEST

/* --- what is seen, and what is said to be hidden -------------------------------------------- */

/* A text of one line of the window, blanks folded away at its ends. */
static void window_row(char *out, size_t room, const Frame *f, int row, int width)
{
    out[0] = '\0';
    for (int c = LEFT; c < LEFT + width; c++)
        snprintf(out + strlen(out), room - strlen(out), "%s", f->glyph[row * f->width + c].bytes);
}

/* The number behind the last + of a text; 0 without one. */
static int after_plus(const char *text)
{
    const char *plus = strrchr(text, '+');
    return plus ? atoi(plus + 1) : 0;
}

/* Parts that were drawn of a matrix whose cells are numbered from 1000 on. */
typedef struct Seen {
    int first_row, rows, first_col, cols, hidden_rows, hidden_cols;
} Seen;

static Seen look(const Frame *f, int height, int width, int64_t cols)
{
    Seen seen = {.first_row = -1, .first_col = -1};
    char text[WIDEST * GLYPH_BYTES];
    for (int r = 0; r < height; r++) {
        window_row(text, sizeof text, f, TOP + r, width);
        int place, all;
        const char *one = strstr(text, "row ");
        if (r == 0 && one && sscanf(one, "row %d of %d", &place, &all) == 2) {
            seen.hidden_rows += all - place;
            continue;
        }
        const char sign = text[strspn(text, " ")];
        bool is_short = r > 1 && (sign == '<' || sign == '+'); /* where words have no room */
        if (r == 0 || is_short || strstr(text, "more row") || strstr(text, " above")) {
            const char *said = r == 0 ? strstr(text, "more row") ? text : "" : text;
            seen.hidden_rows += after_plus(said);
            continue;
        }
        if (r == 1) {
            seen.hidden_cols = after_plus(text);
            continue;
        }
        int in_row = 0;
        for (char *at = text; *at;) {
            long n = strspn(at, "0123456789") == 4 ? strtol(at, &at, 10) - 1000 : -1;
            if (n < 0) {
                at += *at >= '0' && *at <= '9' ? strspn(at, "0123456789") : 1;
                continue;
            }
            seen.first_row = seen.first_row < 0 ? (int)(n / cols) : seen.first_row;
            seen.first_col = seen.first_col < 0 ? (int)(n % cols) : seen.first_col;
            if (n != (seen.first_row + seen.rows) * cols + seen.first_col + in_row)
                ck_abort_msg("%ld is out of place", n + 1000);
            in_row++;
        }
        seen.rows += in_row > 0;
        seen.cols = in_row > seen.cols ? in_row : seen.cols;
    }
    return seen;
}

static Library *numbered(int rows, int cols)
{
    char text[200];
    snprintf(text, sizeof text,
             "x = torch.tensor([[1000 + i * %d + j for j in range(%d)] for i in range(%d)])", cols,
             cols, rows);
    return made_library(text);
}

static void expect_counted(Frame *f, const Matrix *m, int height, int width)
{
    int64_t rows = matrix_rows(m->t) - m->row, cols = matrix_cols(m->t) - m->col;
    prime(f);
    matrix_draw(f, TOP, LEFT, height, width, m);
    Seen seen = look(f, height, width, matrix_cols(m->t));
    if (seen.rows == 0 || width < LEAST_COUNTED)
        return; /* no number, or no room for the words of the count */
    ck_assert_int_eq(seen.first_row, m->row);
    ck_assert_int_eq(seen.first_col, m->col);
    ck_assert_msg(seen.rows + seen.hidden_rows == rows && seen.cols + seen.hidden_cols == cols,
                  "%dx%d: %d rows and %d hidden are not %d, or %d columns and %d not %d", width,
                  height, seen.rows, seen.hidden_rows, (int)rows, seen.cols, seen.hidden_cols,
                  (int)cols);
}

static const struct {
    int rows, cols;
} sizes[] = {{1, 1}, {3, 4}, {18, 7}, {40, 3}, {2, 30}, {25, 40}, {8, 1100}};

START_TEST(r8_counts_what_is_hidden)
{
    Library *library = numbered(sizes[_i].rows, sizes[_i].cols);
    Frame *f = canvas();
    Matrix m = matrix_in(library, made_tensor(library, 0), "a long enough name for all", 0, 4);
    for (int i = 0; i < WIDEST * TALLEST; i += 3) {
        m.row = i % 2 ? made_random(sizes[_i].rows) : 0;
        m.col = i % 5 ? made_random(sizes[_i].cols) : 0;
        expect_counted(f, &m, 1 + i / WIDEST, 1 + i % WIDEST);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* A window that has room for a heading, the labels and one number shows one. */
START_TEST(shows_a_number_wherever_one_fits)
{
    Library *library = numbered(sizes[_i].rows, sizes[_i].cols);
    Frame *f = canvas();
    Matrix m = matrix_in(library, made_tensor(library, 0), "x", 0, 4);
    for (int height = MATRIX_HEAD + 1; height <= TALLEST; height++)
        for (int width = m.label_width + m.format.width + 8; width <= WIDEST; width += 5) {
            prime(f);
            matrix_draw(f, TOP, LEFT, height, width, &m);
            Seen seen = look(f, height, width, sizes[_i].cols);
            ck_assert_msg(seen.rows > 0 && seen.cols > 0, "no number in %dx%d", width, height);
        }
    frame_free(f);
    made_free(library);
}
END_TEST

START_TEST(scrolling_to_a_cell_makes_it_seen)
{
    Library *library = numbered(sizes[_i].rows, sizes[_i].cols);
    const QkvTensor *t = made_tensor(library, 0);
    Frame *f = canvas();
    Matrix m = matrix_in(library, t, "x", 0, 4);
    for (int i = 0; i < 400; i++) {
        int height = MATRIX_HEAD + 2 + made_random(TALLEST - MATRIX_HEAD - 1);
        int width = m.label_width + m.format.width + 8 + made_random(30);
        int64_t cell = made_random((int)t->count);
        char number[16], text[WIDEST * GLYPH_BYTES];
        bool found = false;
        matrix_scroll_to(&m, cell, height, width);
        prime(f);
        matrix_draw(f, TOP, LEFT, height, width, &m);
        snprintf(number, sizeof number, "%d", 1000 + (int)cell);
        for (int r = MATRIX_HEAD; r < height; r++) {
            window_row(text, sizeof text, f, TOP + r, width);
            found = found || strstr(text, number);
        }
        ck_assert_msg(found, "%s is not seen in %dx%d at %d, %d", number, width, height, (int)m.row,
                      (int)m.col);
        expect_counted(f, &m, height, width);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* Scrolling moves no further than it must: a cell that is seen stays where it is. */
START_TEST(scrolling_to_a_seen_cell_moves_nothing)
{
    Library *library = numbered(30, 30);
    Matrix m = matrix_in(library, made_tensor(library, 0), "x", 0, 4);
    matrix_scroll_to(&m, 15 * 30 + 15, 10, 40);
    Matrix before = m;
    matrix_scroll_to(&m, 15 * 30 + 15, 10, 40);
    ck_assert_int_eq(m.row, before.row);
    ck_assert_int_eq(m.col, before.col);
    matrix_scroll_to(&m, 14 * 30 + 14, 10, 40);
    ck_assert_int_eq(m.row, before.row);
    matrix_scroll_to(&m, 0, 10, 40);
    ck_assert_int_eq(m.row + m.col, 0);
    made_free(library);
}
END_TEST

/* --- exact pictures ------------------------------------------------------------------------- */

static const char labelled[] = "# Made\n\n## Stage\n\n```python\nimport torch\n"
                               "#| rows: 日本語の文 é\n"
                               "#| cols: a 長い much_too_long\n"
                               "#| axes: query key\n"
                               "x = torch.tensor([[1., -2.5, float('nan')], [0.25, -0.0, 100.]])\n"
                               "y = x[None] * torch.tensor([[[1.]], [[2.]]])\n"
                               "z = x.sum()\n"
                               "#| cols: a b | c d\n"
                               "w = torch.tensor([[[1., 2.]], [[3., 4.]]])\n"
                               "v = w.sum(dim=1)\n```\n";

static const struct {
    int stop, item, height, width, row, col;
    Terse terse;
    const char *text;
} pictures[] = {
    {0, 0, 4, 50, 0, 0, TERSE_NOT,
     "x [2 query x 3 key]\n"
     "                  a       長い  much_too~\n"
     "日本語の~[     1.00]{    -2.50}       nan\n"
     "é              0.25       0.00 >   100.00<\n"},
    {0, 0, 4, 26, 0, 1, TERSE_AXES,
     "x [2 x 3]\n"
     "<1             長い +1\n"
     "日本語の~{    -2.50}\n"
     "é              0.00\n"},
    {0, 0, 3, 37, 0, 0, TERSE_AXES,
     "x [2 x 3]                  row 1 of 2\n"
     "                  a       長い +1\n"
     "日本語の~[     1.00]{    -2.50}\n"},
    {0, 0, 2, 15, 0, 0, TERSE_NOT, "x [2 query x 3~\n         +3\n"},
    {1, 1, 4, 50, 0, 0, TERSE_SHAPE,
     "y  block 1 of 2\n"
     "                  a       長い  much_too~\n"
     "日本語の~      2.00      -5.00        nan\n"
     "é              0.50       0.00     200.00\n"},
    {2, 0, 1, 40, 0, 0, TERSE_NOT, "z [one number] = nan\n"},
    /* Each row is an item with words of its own: none of them heads a column. */
    {4, 0, 4, 40, 0, 0, TERSE_NOT,
     "v [2 x 2]\n"
     "   0:   1:\n"
     "0:  1    2\n"
     "1:  3    4\n"},
};

START_TEST(r23_pictures_of_matrices)
{
    Library *library = made_library(labelled);
    Frame *f = frame_new(pictures[_i].width, pictures[_i].height);
    Arena a = {0};
    Buf text = {0};
    const Run *run = made_run(library);
    Matrix m = matrix_in(library, made_tensor(library, pictures[_i].stop),
                         shown(run, pictures[_i].stop)->name, pictures[_i].item, 4);
    m.row = pictures[_i].row;
    m.col = pictures[_i].col;
    m.terse = pictures[_i].terse;
    if (pictures[_i].stop == 0) {
        matrix_mark(&m, &a, 0, MARK_OPERAND);
        matrix_mark(&m, &a, 1, MARK_PICKED);
        matrix_mark(&m, &a, 1, MARK_OPERAND);
        matrix_mark(&m, &a, 5, MARK_RESULT);
    }
    matrix_draw(f, 0, 0, f->height, f->width, &m);
    frame_text(&text, f, false);
    ck_assert_str_eq(buf_text(&text), pictures[_i].text);
    buf_release(&text);
    arena_release(&a);
    frame_free(f);
    made_free(library);
}
END_TEST

/* --- sums and shades ------------------------------------------------------------------------ */

static const char shares[] = "# Made\n\n## Stage\n\n```python\nimport torch\n"
                             "#| rows: x1 x2\n"
                             "w = torch.tensor([[0.1, -0.2, float('-inf')], [0.3, 0.7, 0.05]])\n"
                             "a = w.sum(dim=-1)\n"
                             "d = w.sum(dim=-2)\n```\n";

static void expect_bits(const QkvTensor *a, const QkvTensor *b)
{
    ck_assert_int_eq(a->count, b->count);
    ck_assert_mem_eq(a->data.raw, b->data.raw, (size_t)a->count * qkv_dtype_size(a->dtype));
}

static void expect_picture(const Matrix *m, int height, int width, const char *picture)
{
    Frame *f = frame_new(width, height);
    Buf text = {0};
    matrix_draw(f, 0, 0, height, width, m);
    frame_text(&text, f, false);
    ck_assert_str_eq(buf_text(&text), picture);
    buf_release(&text);
    frame_free(f);
}

START_TEST(sums_are_those_of_the_lesson)
{
    Library *library = made_library(shares);
    Arena a = {0};
    Matrix m = matrix_in(library, made_tensor(library, 0), "w", 0, 2);
    matrix_sum(&m, &a);
    expect_bits(m.sums.across, made_tensor(library, 1));
    expect_bits(m.sums.down, made_tensor(library, 2));
    matrix_shaded(&m);
    ck_assert_int_eq(matrix_width(&m), 29);
    ck_assert_int_eq(matrix_height(&m), 5);
    expect_picture(&m, 5, 36,
                   "w [2 x 3]\n"
                   "       0:     1:     2:   sum\n"
                   "x1   0.10  -0.20   -inf  -inf\n"
                   "x2   0.30   0.70   0.05  1.05\n"
                   "sum  0.40   0.50   -inf\n");
    expect_picture(&m, 5, 20,
                   "w [2 x 3]\n"
                   "       0: +2  sum\n"
                   "x1   0.10    -inf\n"
                   "x2   0.30    1.05\n"
                   "sum  0.40\n");
    /* Numbers come before their sums. */
    expect_picture(&m, 4, 15,
                   "w [2 x 3]\n"
                   "       0: +2\n"
                   "x1   0.10\n"
                   "x2   0.30\n");
    arena_release(&a);
    made_free(library);
}
END_TEST

/* The digits alone are shaded, by their distance from 0. */
START_TEST(shades_lie_behind_the_digits)
{
    static const int shade[2][3] = {{1, -1, 0}, {2, 4, 0}};
    Library *library = made_library(shares);
    Frame *f = frame_new(40, 4);
    Matrix m = matrix_in(library, made_tensor(library, 0), "w", 0, 2);
    matrix_shaded(&m);
    matrix_draw(f, 0, 0, 4, 40, &m);
    for (int cell = 0; cell < 6; cell++) {
        const Glyph *g = &f->glyph[(MATRIX_HEAD + cell / 3) * 40 + 3 + cell % 3 * 7];
        ck_assert_int_eq(g[-1].shade, 0);
        ck_assert_int_eq(g[0].shade, shade[cell / 3][cell % 3]);
        ck_assert_int_eq(g[4].shade, shade[cell / 3][cell % 3]);
        ck_assert_int_eq(g[5].shade, 0);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* Without colours a bar stands in the place of a mark: no number moves, and one that is marked has none. */
START_TEST(bars_stand_where_marks_do)
{
    Library *library = made_library(shares);
    Arena a = {0};
    Matrix m = matrix_in(library, made_tensor(library, 0), "w", 0, 2);
    const char *plain = "w [2 x 3]\n      0:     1:     2:\nx1  0.10  -0.20   -inf\n"
                        "x2> 0.30<  0.70   0.05\n";
    matrix_mark(&m, &a, 3, MARK_RESULT);
    expect_picture(&m, 4, 36, plain);
    m.bars = true;
    expect_picture(&m, 4, 36, plain);
    matrix_shaded(&m);
    expect_picture(&m, 4, 36,
                   "w [2 x 3]\n      0:     1:     2:\nx1  0.10▁ -0.20▂  -inf\n"
                   "x2> 0.30<  0.70█  0.05▁\n");
    arena_release(&a);
    made_free(library);
}
END_TEST

/* Numbers near 0 are pale, whatever the ground is; what is no number is not near it. */
START_TEST(small_numbers_are_pale_in_a_heat_map)
{
    static const Style style[2][3] = {{STYLE_TEXT, STYLE_TEXT, STYLE_TEXT},
                                      {STYLE_TEXT, STYLE_TEXT, STYLE_FAINT}};
    Library *library = made_library(shares);
    Frame *f = frame_new(40, 4);
    for (int shaded = 0; shaded < 2; shaded++) {
        Matrix m = matrix_in(library, made_tensor(library, 0), "w", 0, 2);
        if (shaded)
            matrix_shaded(&m);
        matrix_draw(f, 0, 0, 4, 40, &m);
        for (int cell = 0; cell < 6; cell++)
            ck_assert_int_eq(f->glyph[(MATRIX_HEAD + cell / 3) * 40 + 7 + cell % 3 * 7].style,
                             shaded ? style[cell / 3][cell % 3] : STYLE_TEXT);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* From the beginning weights and masks are a heat map, also weights that were dropped; scores and inputs are not. */
START_TEST(weights_and_masks_are_heat_maps)
{
    static const bool heat[] = {false, false, true, false, true, true, false};
    Library *library = made_library("x = torch.tensor([[1., 2.], [3., 4.]])\n"
                                    "scores = x @ x.T\n"
                                    "mask = scores > 11\n"
                                    "hidden = scores.masked_fill(mask, float('-inf'))\n"
                                    "weights = torch.softmax(hidden, dim=-1)\n"
                                    "doubled = weights * 2\n"
                                    "context = doubled @ x\n");
    lens = (Lens){.run = made_run(library), .decimals = 2};
    for (int i = 0; i < (int)COUNT(heat); i++) {
        const QkvTensor *t = made_tensor(library, i);
        Role role = lens_role(&lens, t);
        bool splits = lens_shares(&lens, t);
        ck_assert_int_eq(matrix_is_heat(SHADE_WEIGHTS, t, role, splits), heat[i]);
        ck_assert(matrix_is_heat(SHADE_ALL, t, role, splits));
        ck_assert(!matrix_is_heat(SHADE_NONE, t, role, splits));
    }
    made_free(library);
}
END_TEST

/* --- what the lens says --------------------------------------------------------------------- */

/* In a heat map a row with a changed number is marked at its label, whether that number is in sight or not. */
START_TEST(a_heat_map_marks_the_rows_that_changed)
{
    static const char *const text =
        "#| rows: a b c\nx = torch.tensor([[1., 2., 3.], [4., 5., 6.], [7., 8., 9.]])";
    static const char *const other =
        "#| rows: a b c\nx = torch.tensor([[1., 2., 3.], [4., 5., 6.], [7., 8., 0.]])";
    Library *before = made_library(text), *now = made_library(other);
    Align *align = align_runs(made_run(before), made_run(now));
    Frame *f = frame_new(40, 5);
    Lens l = {.run = made_run(now), .align = align, .decimals = 4};
    for (int width = 9; width <= 30; width += 21)
        for (int shaded = 0; shaded < 2; shaded++) {
            Matrix m = matrix_of(&l, made_tensor(now, 0), "x", 0);
            if (shaded)
                matrix_shaded(&m);
            frame_clear(f);
            matrix_draw(f, 0, 2, 5, width, &m);
            for (int row = 0; row < 3; row++) {
                const Glyph *g = &f->glyph[(MATRIX_HEAD + row) * 40];
                bool is_marked = shaded && row == 2;
                ck_assert_str_eq(g[1].bytes, is_marked ? "*" : " ");
                ck_assert_int_eq(g[2].style, is_marked ? STYLE_OTHER : STYLE_LABEL);
            }
        }
    frame_free(f);
    align_free(align);
    made_free(before);
    made_free(now);
}
END_TEST

/* Of what a class sees a row of nothing is shaded or summed; the speaker's screen has a sign at what is hidden. */
START_TEST(what_is_hidden_has_signs)
{
    Library *library = made_library("x = torch.tensor([[1., 2.], [3., 4.]])\ny = x @ x");
    const Run *run = made_run(library);
    Reveal shown = {0};
    Arena a = {0};
    ck_assert(reveal_show(&shown, run, 1, 2, (Cells){0, 2}));
    Hidden *hidden = hidden_of(run, &shown);
    Matrix m = matrix_in(library, made_tensor(library, 1), "y", 0, 4);
    lens.hidden = hidden;
    m = matrix_of(&lens, m.t, "y", 0);
    matrix_sum(&m, &a);
    matrix_shaded(&m);
    matrix_mark(&m, &a, 2, MARK_RESULT);
    expect_picture(&m, 4, 30,
                   "y [2 x 2]\n"
                   "    0:    1:\n"
                   "0:   7    10\n"
                   "1:>??"
                   "?<  ??"
                   "?\n");
    lens.peeks = true;
    m = matrix_of(&lens, m.t, "y", 0);
    matrix_mark(&m, &a, 2, MARK_RESULT);
    Frame *f = frame_new(30, 4);
    Buf text = {0};
    matrix_draw(f, 0, 0, 4, 30, &m);
    frame_text(&text, f, false);
    ck_assert_msg(strstr(buf_text(&text), "?15") && strstr(buf_text(&text), "?22"), "%s",
                  buf_text(&text));
    buf_release(&text);
    frame_free(f);
    hidden_free(hidden);
    reveal_release(&shown);
    arena_release(&a);
    made_free(library);
}
END_TEST

START_TEST(shapes_and_items)
{
    static const struct {
        const char *name, *shape;
        int rows, cols, items;
    } table[] = {
        {"bad", "[3 問い x 3 key]", 3, 3, 1},
        {"empty", "[0]", 1, 0, 0},
        {"rows", "[2 x 0]", 2, 0, 0},
        {"scalar", "[one number]", 1, 1, 1},
        {"ints", "[3] int64", 1, 3, 1},
        {"truth", "[3] bool", 1, 3, 1},
        {"deep", "[1 x 1 x 2 x 1 x 1 x 2]", 1, 2, 2},
        {"turned", "[1 x 1 x 2 x 1 x 1 x 2]", 1, 2, 2},
        {"items", "[20 x 2 x 3]", 2, 3, 20},
    };
    Library *library = made_library(made_odd);
    const Run *run = made_run(library);
    Arena a = {0};
    int found = 0;
    for (int b = 0; b < shown_count(run); b++)
        for (int i = 0; i < COUNT(table); i++) {
            if (!shown(run, b)->name || strcmp(shown(run, b)->name, table[i].name) != 0)
                continue;
            const QkvTensor *t = shown(run, b)->tensor;
            ck_assert_str_eq(matrix_shape(&a, t), table[i].shape);
            ck_assert_int_eq(matrix_rows(t), table[i].rows);
            ck_assert_int_eq(matrix_cols(t), table[i].cols);
            ck_assert_int_eq(matrix_items(t), table[i].items);
            for (int64_t c = 0; c < t->count; c++)
                ck_assert_int_eq(matrix_item(t, c), c / (table[i].rows * table[i].cols));
            found++;
        }
    ck_assert_int_eq(found, COUNT(table));
    arena_release(&a);
    made_free(library);
}
END_TEST

/* All of a matrix is seen in a window of the size that it says it takes, and not in a smaller
 * one. */
START_TEST(its_size_is_what_it_takes)
{
    Library *library = numbered(sizes[_i].rows, sizes[_i].cols);
    Matrix m = matrix_in(library, made_tensor(library, 0), "x", 0, 4);
    int width = matrix_width(&m), height = matrix_height(&m);
    ck_assert_int_eq(height, sizes[_i].rows + MATRIX_HEAD);
    if (width <= WIDEST && height <= TALLEST) {
        Frame *f = canvas();
        prime(f);
        matrix_draw(f, TOP, LEFT, height, width, &m);
        expect_inside(f, height, width, "x");
        Seen seen = look(f, height, width, sizes[_i].cols);
        ck_assert_int_eq(seen.rows, sizes[_i].rows);
        ck_assert_int_eq(seen.cols, sizes[_i].cols);
        frame_free(f);
    }
    made_free(library);
}
END_TEST

Suite *matrix_suite(void)
{
    Suite *s = suite_create("matrix");
    TCase *t = tcase_create("matrix");
    tcase_set_timeout(t, 20);
    tcase_add_test(t, stays_in_windows_of_every_size);
    tcase_add_test(t, sums_are_those_of_the_lesson);
    tcase_add_test(t, a_heat_map_marks_the_rows_that_changed);
    tcase_add_test(t, what_is_hidden_has_signs);
    tcase_add_test(t, shades_lie_behind_the_digits);
    tcase_add_test(t, bars_stand_where_marks_do);
    tcase_add_test(t, small_numbers_are_pale_in_a_heat_map);
    tcase_add_test(t, weights_and_masks_are_heat_maps);
    tcase_add_loop_test(t, r8_counts_what_is_hidden, 0, COUNT(sizes));
    tcase_add_loop_test(t, shows_a_number_wherever_one_fits, 0, COUNT(sizes));
    tcase_add_loop_test(t, scrolling_to_a_cell_makes_it_seen, 0, COUNT(sizes));
    tcase_add_test(t, scrolling_to_a_seen_cell_moves_nothing);
    tcase_add_loop_test(t, r23_pictures_of_matrices, 0, COUNT(pictures));
    tcase_add_test(t, shapes_and_items);
    tcase_add_loop_test(t, its_size_is_what_it_takes, 0, COUNT(sizes));
    suite_add_tcase(s, t);
    return s;
}
