/* Layouts never overlap, stay inside their space, and show what they say. */
#include <stdio.h>
#include <string.h>

#include "made.h"
#include "suites.h"
#include "view/layout.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void expect_apart(const Spot *a, const Spot *b)
{
    bool apart = a->row + a->height <= b->row || b->row + b->height <= a->row ||
                 a->col + a->width <= b->col || b->col + b->width <= a->col;
    ck_assert_msg(apart, "%d,%d %dx%d overlaps %d,%d %dx%d", a->row, a->col, a->width, a->height,
                  b->row, b->col, b->width, b->height);
}

/* The name of a tensor that stands apart, as a spot. */
static Spot title_of(const Spot *s)
{
    return (Spot){.row = s->title_row, .col = s->title_col, .height = 1, .width = s->title_width};
}

static void expect_sound(const Layout *l, int height, int width, int focus)
{
    int bottom = 0, count = l->operands + l->results;
    const Spot *first = NULL; /* of the tensor */
    for (int i = 0; i < count; i++) {
        const Spot *s = &l->spot[i];
        first = s->is_more ? first : s;
        if (s->is_shown && l->is_whole && s->is_more && s->matrix.pile == PILE_NONE &&
            s->row >= first->row + first->height)
            ck_assert_int_eq(first->title_col, 0); /* else it may stand under another name */
        ck_assert_int_eq(s->is_shown, l->is_whole || i == focus);
        if (!s->is_shown)
            continue;
        ck_assert(s->row >= 0 && s->col >= 0 && s->height >= 0);
        ck_assert_int_le(s->row + s->height, height < 0 ? 0 : height);
        ck_assert_int_le(s->col + s->width, width);
        bottom = s->row + s->height > bottom ? s->row + s->height : bottom;
        if (l->is_whole) {
            ck_assert_int_ge(s->width, matrix_width(&s->matrix));
            ck_assert_int_ge(s->height, matrix_height(&s->matrix));
        } else {
            ck_assert_int_eq(s->height, least(matrix_height(&s->matrix), height < 0 ? 0 : height));
        }
        Spot title = title_of(s);
        ck_assert_int_le(title.col + title.width, width);
        for (int k = 0; k < count; k++) {
            Spot other = title_of(&l->spot[k]);
            if (k < i && l->spot[k].is_shown)
                expect_apart(s, &l->spot[k]);
            if (title.width > 0 && l->spot[k].is_shown)
                expect_apart(&title, &l->spot[k]);
            if (title.width > 0 && other.width > 0 && k < i)
                expect_apart(&title, &other);
        }
    }
    ck_assert_int_eq(l->height, bottom);
}

static Layout some_layout(const Run *run)
{
    Layout l = {0};
    int count = 1 + made_random(made_random(3) ? 4 : LAYOUT_MOST);
    l.results = 1 + made_random(count);
    l.operands = count - l.results;
    for (int i = 0; i < count; i++) {
        const QkvTensor *t = run->tape->step[made_random(run->tape->count)].call.out;
        l.spot[i].matrix = made_matrix(t, i % 2 ? "y" : "a longer name", 0, made_random(10));
        bool is_more = i > 0 && i != l.operands && made_random(2);
        if (is_more)
            l.spot[i] = l.spot[i - 1];
        l.spot[i].is_more = is_more && matrix_is_block(&l.spot[i].matrix);
    }
    return l;
}

START_TEST(random_layouts_are_sound)
{
    Library *library = made_library(made_odd);
    int whole = 0, bands = 0;
    for (int round = 0; round < 3000; round++) {
        Layout l = some_layout(made_run(library));
        int height = made_random(60) - 3, width = 1 + made_random(200);
        int focus = made_random(l.operands + l.results);
        layout_arrange(&l, height, width, focus);
        expect_sound(&l, height, width, focus);
        whole += l.is_whole;
        bands += l.is_whole && l.spot[l.operands + l.results - 1].row > 0;
    }
    /* Each way was taken. */
    ck_assert_int_gt(whole, 100);
    ck_assert_int_gt(bands, 100);
    ck_assert_int_lt(whole, 2900);
    made_free(library);
}
END_TEST

START_TEST(nothing_to_lay_out)
{
    Layout l = {0};
    layout_arrange(&l, 20, 80, 0);
    ck_assert(!l.is_whole);
    ck_assert_int_eq(l.height, 0);
}
END_TEST

/* Three 3x3 matrices: 20 columns each with the full heading, 13 with the names of the axes left
 * out. */
static const struct {
    int width, height;
    bool is_whole;
    int rows[3];
    Terse terse;
} ways[] = {
    {66, 5, true, {0, 0, 0}, TERSE_NOT},   /* one band                                     */
    {65, 20, true, {0, 0, 0}, TERSE_AXES}, /* one band without the names of the axes       */
    {45, 20, true, {0, 0, 0}, TERSE_AXES}, /* the last width for it                        */
    {44, 11, true, {0, 0, 6}, TERSE_NOT},  /* operands over result                         */
    {42, 20, true, {0, 6, 12}, TERSE_NOT}, /* each below the other                         */
    {42, 16, true, {0, 0, 6}, TERSE_AXES}, /* operands over result without names           */
    {44, 10, true, {0, 0, 0}, TERSE_AXES}, /* numbers closer together                      */
    {34, 10, false, {0, 0, 0}, TERSE_NOT}, /* the result alone                             */
    {9, 60, false, {0, 0, 0}, TERSE_NOT},  /* the same, and not all of it                  */
};

START_TEST(ways_in_order)
{
    Library *library = made_library(
        "# Made\n\n## Stage\n\n```python\nimport torch\n"
        "#| axes: row column\n#| rows: a b c\n#| cols: a b c\n"
        "x = torch.tensor([[1, 2, 3], [4, 5, 6], [7, 8, 9]]).float()\n```\n");
    Layout l = {.operands = 2, .results = 1};
    for (int i = 0; i < 3; i++)
        l.spot[i].matrix = made_matrix(made_tensor(library, 0), "x", 0, 4);
    layout_arrange(&l, ways[_i].height, ways[_i].width, 2);
    expect_sound(&l, ways[_i].height, ways[_i].width, 2);
    ck_assert_int_eq(l.is_whole, ways[_i].is_whole);
    for (int i = 0; i < 3 && l.is_whole; i++)
        ck_assert_int_eq(l.spot[i].row, ways[_i].rows[i]);
    ck_assert_int_eq(l.spot[0].matrix.terse, ways[_i].terse);
    made_free(library);
}
END_TEST

/* Before an axis of the result loses its name, those do that are told with each matrix; in a pile none is. */
static const struct {
    int blocks, height, width;
    const char *operand, *result;
} named[] = {
    {1, 6, 105, "weights [3 sentence x 2 head x 2 query x 2 key]",
     "w [3 sentence x 2 head x 2 query x 2 key]"},
    {1, 6, 80, "weights [3 x 2 x 2 query x 2 key]", "w [3 sentence x 2 head x 2 query x 2 key]"},
    {1, 6, 77, "weights [3 x 2 x 2 query x 2 key]", "w [3 x 2 x 2 query x 2 key]"},
    {6, 14, 67, "weights [3 x 2 x 2 x 2]", "w [3 sentence x 2 head x 2 query x 2 key]"},
    {6, 14, 65, "weights", "w [3 sentence x 2 head x 2 query x 2 key]"},
};

START_TEST(names_of_axes_are_the_last_to_go)
{
    Library *library = made_library("# Made\n\n## Stage\n\n```python\nimport torch\n"
                                    "#| axes: sentence head query key\n"
                                    "w = torch.arange(24).reshape(3, 2, 2, 2).float()\n```\n");
    int blocks = named[_i].blocks;
    Layout l = {.operands = blocks, .results = blocks};
    Arena a = {0};
    for (int i = 0; i < 2 * blocks; i++) {
        l.spot[i].matrix = made_matrix(made_tensor(library, 0), i < blocks ? "weights" : "w",
                                       i % blocks, 4);
        l.spot[i].matrix.blocks = blocks == 1;
        l.spot[i].is_more = i % blocks > 0;
    }
    layout_arrange(&l, named[_i].height, named[_i].width, 0);
    ck_assert(l.is_whole);
    for (int i = 0; i < 2; i++) {
        Matrix m = l.spot[i * blocks].matrix;
        m.head = m.pile == PILE_NONE ? HEAD_TENSOR : HEAD_PILE;
        m.blocks = 0;
        ck_assert_str_eq(matrix_title(&a, &m), i ? named[_i].result : named[_i].operand);
    }
    arena_release(&a);
    made_free(library);
}
END_TEST

/* Marks need their columns; that of the one number that a class is asked for has room. */
START_TEST(marked_numbers_are_not_narrow)
{
    Library *library = made_library("x = torch.arange(9).reshape(3, 3).float() + 100");
    Arena a = {0};
    for (int hidden = 0; hidden < 2; hidden++) {
        Layout l = {.results = 1};
        Matrix *m = &l.spot[0].matrix;
        *m = made_matrix(made_tensor(library, 0), "x", 0, 4);
        int narrow = matrix_width(m) - 3;
        matrix_mark(m, &a, 4, MARK_RESULT);
        m->sight.hidden = hidden;
        layout_arrange(&l, 5, narrow, 0);
        ck_assert_int_eq(l.is_whole, hidden);
    }
    arena_release(&a);
    made_free(library);
}
END_TEST

/* --- blocks of one tensor ------------------------------------------------------------------- */

static const char of_blocks[] =
    "# Made\n\n## Stage\n\n```python\nimport torch\n"
    "#| axes: head query key\n#| rows: x1 x2\n#| cols: x1 x2\n"
    "scores = torch.tensor([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]).float()\n"
    "total = scores * 2\n```\n";

/* The names of tensors stand apart, and each label over the left edge of its own block. */
static const struct {
    int operands, results, height, width;
    const char *text;
} arranged[] = {
    {2, 2, 11, 40,
     "scores [2 head x 2 query x 2 key]\n"
     "head 0         head 1\n"
     "   x1   x2        x1   x2\n"
     "x1  1    2     x1  5    6\n"
     "x2  3    4     x2  7    8\n"
     "\n"
     "total [2 head x 2 query x 2 key]\n"
     "head 0         head 1\n"
     "   x1   x2        x1   x2\n"
     "x1  2    4     x1 10   12\n"
     "x2  6    8     x2 14   16\n"},
    {2, 2, 9, 40,
     "scores   head 0         head 1\n"
     "            x1   x2        x1   x2\n"
     "         x1  1    2     x1  5    6\n"
     "         x2  3    4     x2  7    8\n"
     "\n"
     "total   head 0         head 1\n"
     "           x1   x2        x1   x2\n"
     "        x1  2    4     x1 10   12\n"
     "        x2  6    8     x2 14   16\n"},
    /* What heads a single one is in one row as long as two of them fit beside each other. */
    {1, 1, 4, 60,
     "scores  head 0   total [2 head x 2 query x 2 key]  head 0\n"
     "   x1   x2          x1   x2\n"
     "x1  1    2       x1  2    4\n"
     "x2  3    4       x2  6    8\n"},
    {1, 1, 5, 40,
     "scores [2 x 2 x 2]   total [2 x 2 x 2]\n"
     "head 0               head 0\n"
     "   x1   x2              x1   x2\n"
     "x1  1    2           x1  2    4\n"
     "x2  3    4           x2  6    8\n"},
    /* Where they do not fit beside each other they lie in a pile. */
    {2, 2, 6, 40,
     "scores [2 x 2 x 2]   total [2 x 2 x 2]\n"
     "      x1   x2              x1   x2\n"
     "0: x1  1    2        0: x1  2    4\n"
     "   x2  3    4           x2  6    8\n"
     "1: x1  5    6        1: x1 10   12\n"
     "   x2  7    8           x2 14   16\n"},
};

START_TEST(blocks_have_labels_of_their_own)
{
    static const char *const names[] = {"scores", "total"};
    Library *library = made_library(of_blocks);
    Layout l = {.operands = arranged[_i].operands, .results = arranged[_i].results};
    for (int i = 0; i < l.operands + l.results; i++) {
        int which = i >= l.operands, item = i - (which ? l.operands : 0);
        l.spot[i].matrix = made_matrix(made_tensor(library, which), names[which], item, 4);
        l.spot[i].is_more = item > 0;
    }
    Frame *f = frame_new(arranged[_i].width, arranged[_i].height);
    Buf text = {0};
    layout_arrange(&l, f->height, f->width, 0);
    expect_sound(&l, f->height, f->width, 0);
    layout_draw(f, 0, 0, &l);
    frame_text(&text, f, false);
    ck_assert_str_eq(buf_text(&text), arranged[_i].text);
    buf_release(&text);
    frame_free(f);
    made_free(library);
}
END_TEST

Suite *layout_suite(void)
{
    Suite *s = suite_create("layout");
    TCase *t = tcase_create("layout");
    tcase_add_test(t, random_layouts_are_sound);
    tcase_add_test(t, nothing_to_lay_out);
    tcase_add_loop_test(t, ways_in_order, 0, COUNT(ways));
    tcase_add_loop_test(t, names_of_axes_are_the_last_to_go, 0, COUNT(named));
    tcase_add_test(t, marked_numbers_are_not_narrow);
    tcase_add_loop_test(t, blocks_have_labels_of_their_own, 0, COUNT(arranged));
    suite_add_tcase(s, t);
    return s;
}
