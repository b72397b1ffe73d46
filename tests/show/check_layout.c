/* Layouts never overlap, stay inside their space, and show what they say. */
#include <stdio.h>
#include <string.h>

#include "made.h"
#include "show/layout.h"
#include "suites.h"
#include "tell/tell.h"

static void expect_apart(const Panel *a, const Panel *b)
{
    bool apart = a->row + a->height <= b->row || b->row + b->height <= a->row ||
                 a->col + a->width <= b->col || b->col + b->width <= a->col;
    ck_assert_msg(apart, "%d,%d %dx%d overlaps %d,%d %dx%d", a->row, a->col, a->width, a->height,
                  b->row, b->col, b->width, b->height);
}

/* The name of a tensor that stands above its blocks, as a panel. */
static Panel name_of(const Panel *p)
{
    return (Panel){.row = p->row - 1, .col = p->col, .height = p->is_named, .width = p->name_width};
}

static void expect_sound(const Layout *l, const LayoutAs *as, int matrices)
{
    int bottom = 0, count = l->operands + l->results, shown = 0;
    for (int i = 0; i < count; i++) {
        const Panel *p = &l->panel[i];
        Panel name = name_of(p);
        shown += !p->is_more;
        ck_assert(p->row >= 0 && p->col >= 0 && p->height >= 0);
        ck_assert_int_le(p->row + p->height, as->height < 0 ? 0 : as->height);
        ck_assert_int_le(p->col + p->width, as->width);
        bottom = p->row + p->height > bottom ? p->row + p->height : bottom;
        if (l->is_full) {
            ck_assert_int_ge(p->width, matrix_width(&p->matrix));
            ck_assert_int_ge(p->height, matrix_height(&p->matrix));
        }
        ck_assert(!p->is_named || (p->row > 0 && p->col + p->name_width <= as->width));
        for (int k = 0; k < count; k++) {
            Panel other = name_of(&l->panel[k]);
            if (k < i)
                expect_apart(p, &l->panel[k]);
            if (name.height > 0 && k != i)
                expect_apart(&name, &l->panel[k]);
            if (name.height > 0 && other.height > 0 && k < i)
                expect_apart(&name, &other);
        }
    }
    ck_assert_int_eq(l->height, bottom);
    ck_assert(!l->is_whole || (l->is_full && shown == matrices));
}

/* Some matrices of a run, a number of one of them pointed at. */
static Piece some_piece(Arena *a, const Run *run)
{
    int count = 1 + made_random(made_random(3) ? 4 : 40);
    Piece p = {.kind = PIECE_MATRICES, .matrices = count, .step = run->tape->step};
    p.matrix = arena_many(a, (size_t)count, DocMatrix);
    for (int i = 0; i < count; i++) {
        const QkvTensor *t = run->tape->step[made_random(run->tape->count)].call.out;
        p.matrix[i] = (DocMatrix){t, made_random(2) ? "y" : "a longer name", i, made_random(30)};
    }
    const DocMatrix *m = &p.matrix[made_random(count < 8 ? count : 8)];
    if (m->t->count > 0) {
        p.mark = arena_new(a, DocMark);
        *p.mark = (DocMark){m->t, made_random((int)m->t->count), MARK_RESULT};
        p.marks = 1;
    }
    return p;
}

START_TEST(random_layouts_are_sound)
{
    Library *library = made_library(made_odd);
    Lens lens = {.run = made_run(library), .decimals = 4, .memo = memo_new()};
    for (int i = 0; i < 1500; i++) {
        Arena a = {0};
        Piece p = some_piece(&a, lens.run);
        LayoutAs as = {.height = made_random(60) - 2,
                       .width = 1 + made_random(200),
                       .shade = made_random(2),
                       .sums = made_random(2)};
        Layout l = layout_of(&a, &lens, &p, &as);
        int distinct = p.matrices < LAYOUT_MOST ? p.matrices : LAYOUT_MOST;
        expect_sound(&l, &as, distinct);
        Frame *f = frame_new(as.width, as.height);
        layout_draw(f, 0, 0, &l);
        frame_free(f);
        arena_release(&a);
    }
    memo_free(lens.memo);
    made_free(library);
}
END_TEST

/* --- ways in order -------------------------------------------------------------------------------- */

static const char heads[] = "# Made\n\n## Stage\n\n```python\nimport torch\n"
                            "#| rows: x1 x2 x3\n#| cols: q1 q2\n#| axes: query number\n"
                            "q = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])\n"
                            "#| rows: x1 x2 x3\n#| cols: x1 x2 x3\n#| axes: query key\n"
                            "s = q @ q.T\n"
                            "#| items: a b\n#| axes: head query key\n"
                            "h = torch.stack([s, s + 1])\n"
                            "w = torch.softmax(h, dim=-1)\n```\n";

static const struct {
    int stop, height, width, operands, results;
    const char *first; /* row of the frame */
} ways[] = {
    {1, 12, 80, 2, 1, "q [3 query x 2 number]   q.T [2 number x 3 query]   s [3 query x 3 key]"},
    {1, 12, 60, 2, 1, "q [3 x 2]      q.T [2 x 3]         s [3 query x 3 key]"},
    {1, 12, 40, 2, 1, "q [3 x 2]      q.T [2 x 3]"},
    {1, 5, 20, 0, 1, "s [3 query x 3 key]"},
    {1, 4, 20, 0, 1, "s [3 query x 3 key]"},
    {3, 14, 80, 2, 2, "h [2 head x 3 query x 3 key]"},
    {3, 5, 80, 1, 1,
     "h [2 x 3 x 3]  head a (1 of 2)   w [2 head x 3 query x 3 key]  head a (1 of 2)"},
};

START_TEST(ways_in_order)
{
    Library *library = made_library(heads);
    Arena a = {0};
    Lens lens = {.run = made_run(library), .decimals = 4};
    StageAs stage = {.spot = {.stage = 1, .stop = 0, .detail = DETAIL_BRIEF}, .as = {80, 24}};
    for (int i = 0; i <= ways[_i].stop; i++)
        stage.spot.stop = spot_next(lens.run, &stage.spot, stage.spot.stop, 1);
    Doc *d = tell_stage(&a, &lens, &stage);
    LayoutAs as = {.height = ways[_i].height, .width = ways[_i].width};
    Layout l = layout_of(&a, &lens, doc_piece(d, PIECE_MATRICES), &as);
    Frame *f = frame_new(as.width, as.height);
    Buf text = {0};
    layout_draw(f, 0, 0, &l);
    frame_text(&text, f, false);
    ck_assert_str_eq(arena_text(&a, buf_text(&text), strcspn(buf_text(&text), "\n")),
                     ways[_i].first);
    ck_assert_int_eq(l.operands, ways[_i].operands);
    ck_assert_int_eq(l.results, ways[_i].results);
    buf_release(&text);
    frame_free(f);
    arena_release(&a);
    made_free(library);
}
END_TEST

Suite *layout_suite(void)
{
    Suite *s = suite_create("layout");
    TCase *t = tcase_create("layout");
    tcase_set_timeout(t, 20);
    tcase_add_test(t, random_layouts_are_sound);
    tcase_add_loop_test(t, ways_in_order, 0, COUNT(ways));
    suite_add_tcase(s, t);
    return s;
}
