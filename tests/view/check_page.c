/* Pages at every size: they stay inside their bars, show what they are about, and depend on nothing
 * but the place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "drawn.h"
#include "made.h"
#include "suites.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/page.h"

enum { LEAST_WIDTH = 40, LEAST_HEIGHT = 10 };

/* --- every page at every size --------------------------------------------------------------- */

static void expect_row_style(const Frame *f, int row, Style style)
{
    for (int c = 0; c < f->width; c++)
        if (f->glyph[row * f->width + c].style != style)
            ck_abort_msg("row %d of %dx%d is written over at column %d", row, f->width, f->height,
                         c);
}

/* Whole characters, nothing that controls a terminal. */
static void expect_whole(const Frame *f)
{
    for (int i = 0; i < f->width * f->height; i++) {
        const Glyph *g = &f->glyph[i];
        bool is_right = g->width == 0, after_wide = i % f->width > 0 && g[-1].width == 2;
        uint32_t c = ' ';
        if (!is_right)
            utf8_next(g->bytes, strlen(g->bytes), &c);
        if (is_right != after_wide || utf8_is_control(c) ||
            (g->width == 2 && i % f->width == f->width - 1))
            ck_abort_msg("a broken glyph in %dx%d at %d, %d", f->width, f->height, i / f->width,
                         i % f->width);
    }
}

static bool same_row(const Frame *a, const Frame *b, int row)
{
    return memcmp(&a->glyph[row * a->width], &b->glyph[row * b->width],
                  (size_t)a->width * sizeof *a->glyph) == 0;
}

/* Draws a place; once more with something to say, which may change the row of messages alone, and
 * where it takes more of them the rows above. */
static void expect_sound(Frame *f, const Scene *s, const Place *p)
{
    draw(f, s, p);
    expect_whole(f);
    if (p->width < LEAST_WIDTH || p->height < LEAST_HEIGHT)
        return;
    expect_row_style(f, 0, STYLE_TITLE);
    expect_row_style(f, p->height - 1, STYLE_BAR);
    Scene speaking = *s;
    speaking.message = "Nothing has been computed yet in this stage: Space shows the first result.";
    Frame *other = frame_new(p->width, p->height);
    int rows = (int)strlen(speaking.message) <= p->width - 2 ? 1 : 2;
    page_draw(other, &speaking, p);
    for (int r = 0; r < p->height; r++)
        if ((r < p->height - 1 - rows || r == p->height - 1) && !same_row(f, other, r))
            ck_abort_msg("a message changes row %d of %dx%d", r, p->width, p->height);
    if (!shows(other, "Nothing has been computed yet in t"))
        ck_abort_msg("a message is not seen in %dx%d", p->width, p->height);
    frame_free(other);
}

/* Any place of a lesson that keys could lead to, and some that they could not. */
static Place random_place(const Run *run)
{
    Place p = place_of(1 + made_random(made_random(2) ? 200 : 90),
                       1 + made_random(made_random(2) ? 60 : 26), (Page)made_random(3));
    p.where.stage = made_random(run->lesson->stages);
    p.where.stop = made_random(run_stops(run, p.where.stage) + 1);
    p.overlay = (Overlay)made_random(p.page == PAGE_MENU ? 1 : 3);
    if (p.page == PAGE_MENU && made_random(2))
        p.overlay = made_random(2) ? OVERLAY_HELP : OVERLAY_FILTER;
    p.choice = made_random(run->lesson->stages);
    p.view.scroll = made_random(4) ? 0 : made_random(40);
    p.view.item = made_random(5);
    p.view.focus = made_random(3);
    p.view.row = made_random(30);
    p.view.col = made_random(30);
    p.look.decimals = made_random(10);
    p.look.full = made_random(2);
    p.look.shade = made_random(2);
    p.look.sums = made_random(2);
    if (p.view.focus >= place_matrices(run, &p))
        p.view.focus = 0;
    do
        p.asked.step = made_random(run->tape->count);
    while (run->tape->step[p.asked.step].call.out->count == 0);
    p.asked.cell = made_random((int)run->tape->step[p.asked.step].call.out->count);
    Arena a = {0};
    QkvTerms t = qkv_terms(&run->tape->step[p.asked.step].call, p.asked.cell, &a);
    p.asked.pick = explain_picks(&t) > 0 ? made_random(explain_picks(&t)) : 0;
    arena_release(&a);
    return p;
}

START_TEST(r11_random_places_at_random_sizes)
{
    Library *library = _i ? library_open() : made_library(made_odd);
    Frame *f = frame_new(1, 1);
    for (int i = 0; i < library->count; i++)
        ck_assert(_i == 0 || library_load(&library->entry[i]));
    for (int round = 0; round < 700; round++) {
        int lesson = made_random(library->count);
        Scene s = scene_of(library, lesson);
        Place p = random_place(s.run);
        p.where.lesson = lesson;
        expect_sound(f, &s, &p);
    }
    frame_free(f);
    if (_i)
        library_free(library);
    else
        made_free(library);
}
END_TEST

START_TEST(the_smallest_windows)
{
    Library *library = made_library(made_odd);
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int page = 0; page < 3; page++)
        for (int width = 1; width <= 44; width++)
            for (int height = 1; height <= 14; height += width % 4 ? 3 : 1) {
                Place p = place_of(width, height, (Page)page);
                p.where.stage = 2;
                p.where.stop = 1;
                p.asked.step = 1;
                expect_sound(f, &s, &p);
            }
    frame_free(f);
    made_free(library);
}
END_TEST

START_TEST(small_windows_say_where_they_are)
{
    Library *library = made_library("alpha = torch.tensor([1.])");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_of(39, 10, PAGE_STAGE);
    p.where.stage = 1;
    p.where.stop = 1;
    draw(f, &s, &p);
    Buf text = drawn_text(f);
    ck_assert_str_eq(buf_text(&text),
                     "stage 1/1  alpha\n\n\n\n\n\n\n\n\ntables need 40x10; ? lists the keys\n");
    buf_release(&text);
    p.height = 5;
    p.width = 20;
    draw(f, &s, &p);
    text = drawn_text(f);
    ck_assert_str_eq(buf_text(&text),
                     "stage 1/1  alpha\n\n\ntables need 40x10; ?\nlists the keys\n");
    buf_release(&text);
    p.height = 3;
    p.width = 12;
    draw(f, &s, &p);
    text = drawn_text(f);
    ck_assert_str_eq(buf_text(&text), "stage 1/1  ~\n\nneeds 40x10\n");
    buf_release(&text);
    p.height = 1;
    draw(f, &s, &p);
    text = drawn_text(f);
    ck_assert_str_eq(buf_text(&text), "stage 1/1  ~\n");
    buf_release(&text);
    frame_free(f);
    made_free(library);
}
END_TEST

/* --- the cell page -------------------------------------------------------------------------- */

/* The calculation is the answer: its end is always seen, the cell's own term and the picked one; of
 * other terms it is said how many are missing. */
static void expect_calculation(const Frame *f, const char *text, const Scene *s, const Place *p,
                               const QkvTerms *t)
{
    Arena a = {0};
    ExplainAs as = {.pick = p->asked.pick,
                    .width = page_cell_columns(f->width) - 2,
                    .decimals = p->look.decimals,
                    .is_list = strstr(text, "the sum of all ") != NULL};
    Explanation e = explain(&a, s->run, p->asked.step, p->asked.cell, t, as);
    int64_t seen = 0;
    for (int i = e.first; i < e.last; i++)
        seen += strstr(text, e.line[i]) != NULL;
    const int wanted[] = {e.lines - 1, e.own, e.picked};
    for (int i = 0; i < COUNT(wanted); i++)
        if (wanted[i] >= 0 && !strstr(text, e.line[wanted[i]]))
            ck_abort_msg("'%s' is not seen in %dx%d", e.line[wanted[i]], f->width, f->height);
    if (e.last > e.first && seen < e.before + e.after + e.last - e.first)
        ck_assert_msg(strstr(text, " more term"), "%s: terms are missing", e.what);
    arena_release(&a);
}

/* The cell in question is marked once, the picked one once if it has a matrix, and the value stands
 * below with all its digits. */
static void expect_cell(Frame *f, const Scene *s, const Place *p, bool is_large)
{
    const QkvCall *c = &s->run->tape->step[p->asked.step].call;
    Arena a = {0};
    QkvTerms t = qkv_terms(c, p->asked.cell, &a);
    QkvSource picked = explain_source(&t, p->asked.pick);
    bool has_matrix = picked.operand >= 0 && c->in[picked.operand]->step >= 0;
    draw(f, s, p);
    Buf full = {0};
    buf_puts(&full, "full value ");
    number_full(&full, c->out, p->asked.cell);
    const char *name = explain_name(&a, s->run, c->out);
    Buf text = drawn_text(f);
    if (!strstr(buf_text(&text), buf_text(&full)) || drawn_count(f, "<", STYLE_RESULT) != 1 ||
        drawn_count(f, ">", STYLE_RESULT) != 1)
        ck_abort_msg("%s, cell %d: not shown: %s", name, (int)p->asked.cell, buf_text(&full));
    /* Of several operands only the result may have room. */
    int braces = drawn_count(f, "{", STYLE_OTHER);
    if (braces != drawn_count(f, "}", STYLE_OTHER) || braces > 1 ||
        (p->width > 150 && !is_large && braces != has_matrix))
        ck_abort_msg("%s, cell %d, pick %d: %d cells are picked", name, (int)p->asked.cell,
                     p->asked.pick, braces);
    expect_calculation(f, buf_text(&text), s, p, &t);
    buf_release(&text);
    buf_release(&full);
    arena_release(&a);
}

static void expect_cells(Library *library, int lesson)
{
    enum { SMALL = 24, SOME = 4 };
    static const int sizes[][2] = {{80, 24}, {200, 60}, {60, 16}};
    Scene s = scene_of(library, lesson);
    Frame *f = frame_new(1, 1);
    for (int i = 0; i < s.run->tape->count; i++) {
        const QkvCall *c = &s.run->tape->step[i].call;
        bool is_large = c->out->count > SMALL || (c->count > 0 && c->in[0]->count > 1000);
        int64_t cells = is_large ? SOME : c->out->count;
        for (int64_t n = 0; n < cells; n++) {
            const int *size = sizes[made_random(2)];
            Place p = place_of(size[0], size[1], PAGE_CELL);
            Arena a = {0};
            p.where.lesson = lesson;
            p.asked.step = i;
            p.asked.cell = is_large ? made_random((int)c->out->count) : n;
            QkvTerms t = qkv_terms(c, p.asked.cell, &a);
            p.asked.pick = explain_picks(&t) > 0 ? made_random(explain_picks(&t)) : 0;
            arena_release(&a);
            expect_cell(f, &s, &p, is_large);
        }
    }
    frame_free(f);
}

START_TEST(every_cell_has_its_page)
{
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        ck_assert(library_load(&library->entry[i]));
        expect_cells(library, i);
    }
    library_free(library);
    library = made_library(made_odd);
    expect_cells(library, 0);
    made_free(library);
}
END_TEST

static bool heads_a_matrix(const Frame *f, int i)
{
    return f->glyph[i].style == STYLE_HEADING && i > 0 && f->glyph[i - 1].style != STYLE_HEADING;
}

/* From one cell to the next only numbers and marks change: every heading stays where it is. */
static void expect_calm(const Frame *before, const Frame *now, const char *name, int cell)
{
    for (int i = 0; i < now->width * now->height; i++)
        if (heads_a_matrix(before, i) != heads_a_matrix(now, i))
            ck_abort_msg("%s, cell %d in %dx%d: a matrix has moved", name, cell, now->width,
                         now->height);
}

START_TEST(nothing_moves_from_cell_to_cell)
{
    enum { CELLS = 10 };
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}};
    const int *window = sizes[_i];
    Library *library = library_open();
    Frame *f[] = {frame_new(1, 1), frame_new(1, 1)};
    for (int lesson = 0; lesson < library->count; lesson += 2) {
        ck_assert(library_load(&library->entry[lesson]));
        Scene s = scene_of(library, lesson);
        for (int i = made_random(3); i < s.run->tape->count; i += 3) {
            const QkvCall *call = &s.run->tape->step[i].call;
            int64_t size = matrix_rows(call->out) * matrix_cols(call->out);
            int64_t cells = size < call->out->count ? size : call->out->count;
            if (call->op->how == QKV_HOW_COPY && matrix_items(call->in[0]) > 1)
                continue; /* the next cell may be a copy from another matrix */
            Place p = place_of(window[0], window[1], PAGE_CELL);
            p.where.lesson = lesson;
            for (int c = 0; c < CELLS && c < cells; c++) {
                p.asked = place_ask(s.run, i, c);
                draw(f[c % 2], &s, &p);
                if (c > 0)
                    expect_calm(f[(c - 1) % 2], f[c % 2], call->op->name, c);
            }
        }
    }
    frame_free(f[0]);
    frame_free(f[1]);
    library_free(library);
}
END_TEST

/* In a low window the last line of the text stands where the scale of the shades would. */
START_TEST(the_scale_of_shades_covers_nothing)
{
    enum { X3_X2 = 7 };
    Library *library = library_open();
    Frame *f = frame_new(1, 1);
    ck_assert(library_load(&library->entry[1]));
    Scene s = scene_of(library, 1);
    s.has_colors = true;
    int found = 0;
    for (int i = 0; i < s.run->tape->count; i++) {
        Place p = place_of(40, 12, PAGE_CELL);
        if (s.run->tape->step[i].call.out->count <= X3_X2)
            continue;
        p.where.lesson = 1;
        p.look.shade = true;
        p.asked = place_ask(s.run, i, X3_X2);
        draw(f, &s, &p);
        if (!shows(f, " scores[x3][x2] = 12\n"))
            continue;
        found++;
        ck_assert(shows(f, "\n     in stage 3: Keys, queries and val~\n"));
    }
    ck_assert_int_eq(found, 1);
    frame_free(f);
    library_free(library);
}
END_TEST

/* Where not all fits, matrices and arithmetic share the page: from some height on the result is
 * seen, from another the picked operand, too; the terms have what is left. */
static const struct {
    int terms, height;
    bool result, operand;
    int lines; /* so many of the terms */
} shares[] = {
    {120, 12, true, false, 2}, {120, 15, true, false, 5}, {120, 16, true, false, 2},
    {120, 19, true, false, 5}, {120, 20, true, true, 2},  {120, 24, true, true, 6},
    {120, 30, true, true, 12}, {10, 15, true, false, 5},  {10, 16, true, false, 2},
    {10, 19, true, false, 5},  {10, 20, true, true, 2},   {10, 25, true, true, 7},
    {10, 26, true, true, 4},   {10, 27, true, true, 10},  {10, 30, true, true, 10},
};

START_TEST(the_cell_page_is_shared)
{
    char code[100], result[40];
    snprintf(code, sizeof code, "v = torch.ones(1, %d) * 2\ny = v @ torch.ones(%d)",
             shares[_i].terms, shares[_i].terms);
    snprintf(result, sizeof result, ">%d<", 2 * shares[_i].terms);
    Library *library = made_library(code);
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_of(80, shares[_i].height, PAGE_CELL);
    p.where.stage = 1;
    p.asked.step = s.run->tape->count - 1;
    draw(f, &s, &p);
    Buf text = drawn_text(f);
    int lines = 0;
    for (const char *at = buf_text(&text); (at = strstr(at, " * 1 = 2 ")) != NULL; at++)
        lines++;
    ck_assert_msg(shows(f, result) == shares[_i].result &&
                      shows(f, " v [1 x ") == shares[_i].operand && lines == shares[_i].lines,
                  "%d lines of %d terms in %d rows:\n%s", lines, shares[_i].terms,
                  shares[_i].height, buf_text(&text));
    buf_release(&text);
    frame_free(f);
    made_free(library);
}
END_TEST

/* Row and column of a product are in sight together, however large the matrices are: of each factor the
 * cell that is picked or goes with it, and the one in question. */
START_TEST(row_and_column_are_seen_together)
{
    enum { SIDE = 9 };
    Library *library = made_library("#| axes: query number\nthe_first_factor = torch.rand(9, 9)\n"
                                    "#| axes: number key\nthe_second_factor = torch.rand(9, 9)\n"
                                    "y = the_first_factor @ the_second_factor");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    const int heights[] = {24, 30, 40};
    Place p = place_of(80, heights[_i], PAGE_CELL);
    p.where.stage = 1;
    p.asked.step = s.run->tape->count - 1;
    for (p.asked.cell = 0; p.asked.cell < SIDE * SIDE; p.asked.cell++)
        for (p.asked.pick = 0; p.asked.pick < 2 * SIDE; p.asked.pick++) {
            draw(f, &s, &p);
            bool picked = drawn_count(f, "{", STYLE_OTHER) == 1,
                 asked = drawn_count(f, ">", STYLE_RESULT) == 1;
            bool both = shows(f, " the_first_factor") && shows(f, " the_second_factor") &&
                        drawn_count(f, "[", STYLE_OPERAND) >= 4;
            ck_assert_msg(picked && asked && both, "cell %d, pick %d", (int)p.asked.cell,
                          p.asked.pick);
        }
    frame_free(f);
    made_free(library);
}
END_TEST

/* A long line goes on in the next row while there are empty ones. */
START_TEST(the_way_back_is_told_to_its_end)
{
    Library *library = made_library("# L\n\n## A stage whose title is too long for one row "
                                    "with the cell\n\n```python\nimport torch\n"
                                    "alpha = torch.tensor([1., 2.])\n```\n\n## B\n\n"
                                    "```python\nbeta = alpha * 2\n```\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_of(60, 24, PAGE_CELL);
    p.where.stage = 2;
    p.asked.step = s.run->tape->count - 1;
    draw(f, &s, &p);
    ck_assert(shows(f, " Enter goes to {alpha[0]}, made in stage 1: A stage"));
    Buf text = drawn_text(f);
    ck_assert_msg(strstr(buf_text(&text), "with the cell\n") != NULL, "%s", buf_text(&text));
    buf_release(&text);
    frame_free(f);
    made_free(library);
}
END_TEST

/* Two matrices that are too wide to stand beside each other are seen whole one over the other. */
START_TEST(wide_matrices_stand_over_each_other)
{
    Library *library = made_library("x = torch.ones(10) * 1.2345\n"
                                    "y = torch.stack([x, x * 2, x * 3, x * 4, x * 5, x * 6])");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_of(118, 40, PAGE_CELL);
    p.asked.step = s.run->tape->count - 1;
    draw(f, &s, &p);
    ck_assert(shows(f, " x [10]\n") && shows(f, " y [6 x 10]\n"));
    ck_assert(!shows(f, " +"));
    frame_free(f);
    made_free(library);
}
END_TEST

/* A heading leaves the columns in which it is said which row is seen. */
START_TEST(a_heading_is_not_cut_by_the_row)
{
    Library *library = made_library("long_name = torch.ones(3, 2, 2)\n"
                                    "very_long_name = torch.softmax(long_name, dim=-1)");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    int rows = 0;
    for (int height = LEAST_HEIGHT; height < 30; height++) {
        Place p = place_of(LEAST_WIDTH, height, PAGE_CELL);
        p.asked = (Asked){.step = s.run->tape->count - 1, .cell = 2};
        draw(f, &s, &p);
        ck_assert_msg(!shows(f, "~ row "), "height %d", height);
        rows += shows(f, "row 2 of 2");
    }
    ck_assert_int_gt(rows, 0);
    frame_free(f);
    made_free(library);
}
END_TEST

/* A formula goes on in the next row, in a narrow window, too. */
START_TEST(a_formula_is_told_to_its_end)
{
    Library *library = made_library("scores = torch.ones(2, 3)\n"
                                    "weights = torch.softmax(scores, dim=-1)");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int height = 21; height < 30; height++) {
        Place p = place_of(40, height, PAGE_CELL);
        p.asked.step = s.run->tape->count - 1;
        draw(f, &s, &p);
        ck_assert_msg(shows(f, "\n weights[i, j] =\n     exp(scores[i, j] - max) / their\n"
                               "     sum over j\n"),
                      "40x%d", height);
        ck_assert(shows(f, "weights [2 x 3]") && shows(f, ">0.3333<"));
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* In a wide window the words stay beside a cell. */
START_TEST(words_stay_beside_a_cell)
{
    Library *library = made_library("# Made\n\n## S\n\nWords about it.\n\n```python\nimport torch\n"
                                    "x = torch.tensor([1000, 2000])\ny = x + 1\n```\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int width = 140; width <= 200; width += 20) {
        Place p = place_of(width, 40, PAGE_CELL);
        p.where.stage = 1;
        p.where.stop = 2;
        p.asked.step = 1;
        draw(f, &s, &p);
        ck_assert_msg(shows(f, "Words about it.") && shows(f, ">1001<"), "%d columns", width);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

START_TEST(the_way_back_names_the_stage)
{
    Library *library = made_library(
        "# Made\n\n## One\n\n```python\nimport torch\na = torch.tensor([1., 2.])\n```\n\n"
        "## Two\n\n```python\nb = a * 7\n```\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_of(80, 24, PAGE_CELL);
    p.where.stage = 2;
    p.asked.step = 1;
    p.asked.cell = 1;
    draw(f, &s, &p);
    ck_assert(shows(f, "Enter goes to {a[1]}, made in stage 1: One"));
    p.asked.pick = 1;
    draw(f, &s, &p);
    ck_assert(shows(f, "7 is a plain number, written in the code"));
    p.asked.step = 0;
    p.asked.pick = 0;
    draw(f, &s, &p);
    ck_assert(!shows(f, "Enter goes"));
    frame_free(f);
    made_free(library);
}
END_TEST

/* --- the stage page ------------------------------------------------------------------------- */

static const char wordy[] =
    "# Made\n\n## Numbers\n\nWords, and again words, and more words than fit into a small window: "
    "they go\n"
    "on and on and on, as if nobody wanted to see the numbers, which is not "
    "so.\n\n```python\nimport torch\n"
    "x = torch.tensor([[1000 + i * 3 + j for j in range(3)] for i in range(4)])\n"
    "y = x * 1\n"
    "z = (x[None] * 1)[:, :, None]\n"
    "```\n\nAnd words behind it.\n";

/* However small the window: a page about numbers shows some of them. */
START_TEST(r10_numbers_are_seen_at_every_size)
{
    Library *library = made_library(wordy);
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int width = LEAST_WIDTH; width < 120; width += 13)
        for (int height = LEAST_HEIGHT + 1; height < 40; height += height < 16 ? 1 : 3)
            for (int stop = 1; stop <= 3; stop++) {
                Place p = place_of(width, height, PAGE_STAGE);
                p.where.stage = 1;
                p.where.stop = stop;
                draw(f, &s, &p);
                ck_assert_msg(shows(f, " 1000 ") || shows(f, " 1000\n"),
                              "no numbers of step %d in %dx%d", stop, width, height);
                p.page = PAGE_CELL;
                p.asked.step = place_stop(s.run, &p)->step;
                draw(f, &s, &p);
                ck_assert_msg(height < LEAST_HEIGHT + 2 || shows(f, ">1000<"),
                              "no cell of step %d in %dx%d", stop, width, height);
            }
    frame_free(f);
    made_free(library);
}
END_TEST

/* Scrolling from the first line to the last shows every word of the text. */
START_TEST(scrolling_reaches_every_word)
{
    Library *library = made_library(wordy);
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int height = LEAST_HEIGHT; height < 30; height++) {
        Place p = place_of(44, height, PAGE_STAGE);
        p.where.stage = 1;
        bool first = false, last = false;
        int most = page_scroll_most(&s, &p);
        for (p.view.scroll = 0; p.view.scroll <= most; p.view.scroll++) {
            draw(f, &s, &p);
            first = first || shows(f, "Words, and");
            last = last || shows(f, "z = (x[None]");
            ck_assert_int_eq(shows(f, ": j k"), p.view.scroll < most);
        }
        ck_assert(first && last);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* Space by Space through a stage, every line of its text comes on a page once before something new must
 * be seen; and the same way back. */
START_TEST(a_step_pages_only_what_is_new)
{
    static const char lesson[] =
        "# Once\n\n## Stage\n\nalpha one\n\nalpha two\n\nalpha three\n\nalpha four\n\n"
        "```python\nimport torch\nx = torch.ones(2, 2)\ny = x + 1\n```\n\n"
        "beta one\n\nbeta two\n\nbeta three\n\nbeta four\n\n```python\nz = y * 2\nn = "
        "len(z)\n```\n\n"
        "gamma one\n\ngamma two\n\ngamma three\n\ngamma four\n";
    static const struct {
        int stop;
        bool pages;
        const char *last;
    } stops[] = {{0, true, "alpha four"},
                 {1, false, NULL},
                 {2, false, NULL},
                 {3, true, "beta four"},
                 {4, true, "gamma four"}};
    Library *library = made_library(lesson);
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int i = 0; i < COUNT(stops); i++) {
        Place p = place_of(60, 14, PAGE_STAGE);
        p.where.stage = 1;
        p.where.stop = stops[i].stop;
        int way[20], pages = 0;
        ck_assert_int_gt(page_scroll_most(&s, &p), 0);
        for (way[0] = 0; page_scroll_step(&s, &p, 1) > p.view.scroll; way[++pages] = p.view.scroll)
            p.view.scroll = page_scroll_step(&s, &p, 1);
        ck_assert_msg((pages > 0) == stops[i].pages, "stop %d: %d pages", stops[i].stop, pages);
        draw(f, &s, &p);
        ck_assert(!stops[i].last || shows(f, stops[i].last));
        ck_assert_int_eq(page_scroll_last(&s, &p), p.view.scroll);
        while (pages > 0) {
            ck_assert_int_eq(way[pages--], p.view.scroll);
            p.view.scroll = page_scroll_step(&s, &p, -1);
        }
        ck_assert_int_eq(p.view.scroll, 0);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

START_TEST(scrolling_help_reaches_every_row)
{
    Library *library = made_library(wordy);
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int height = LEAST_HEIGHT; height < 20; height++) {
        Place p = place_of(60, height, PAGE_STAGE);
        p.overlay = OVERLAY_HELP;
        ck_assert_int_eq(page_help_most(&s, &p),
                         height - 4 < s.help_rows ? s.help_rows - (height - 4) : 0);
        draw(f, &s, &p);
        ck_assert(shows(f, "a heading"));
        p.help_scroll = 1000;
        draw(f, &s, &p);
        ck_assert(shows(f, "8\n"));
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* In a wide window the keys stand in columns, and the contents over the words rather than the numbers. */
START_TEST(wide_windows_are_used)
{
    Library *library = made_library("# Made\n\n## A\n\nWords.\n\n```python\nimport torch\n"
                                    "x = torch.ones(2, 2) * 1234\n```\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_at(place_of(160, 10, PAGE_STAGE), s.run, 1, 1);
    p.overlay = OVERLAY_HELP;
    ck_assert_int_eq(page_help_most(&s, &p), 0);
    draw(f, &s, &p);
    ck_assert(shows(f, "\n  a heading ") && shows(f, "    f                     6\n"));
    p = place_at(place_of(200, 40, PAGE_STAGE), s.run, 1, run_stops(s.run, 1));
    p.overlay = OVERLAY_CONTENTS;
    draw(f, &s, &p);
    ck_assert(shows(f, "1234  1234") && shows(f, "\n +- contents -"));
    p.height = 20;
    p.width = 80;
    draw(f, &s, &p);
    ck_assert(!shows(f, "\n +- contents -"));
    frame_free(f);
    made_free(library);
}
END_TEST

/* What keys ask about a place. */
START_TEST(questions_about_places)
{
    Library *library = made_library(made_odd);
    const Run *run = made_run(library);
    int stops = 0, last = run->lesson->stages - 1;
    for (int s = 0; s <= last; s++) {
        Place p = place_of(80, 24, PAGE_STAGE);
        p.where.stage = s;
        ck_assert_ptr_null(place_stop(run, &p));
        ck_assert_int_eq(place_matrices(run, &p), 0);
        for (p.where.stop = 1; p.where.stop <= run_stops(run, s); p.where.stop++) {
            const Stop *stop = place_stop(run, &p);
            ck_assert_ptr_eq(stop, &run->stop[stops++]);
            ck_assert_ptr_eq(place_tensor(run, &p, 0), stop->tensor);
            int matrices = place_matrices(run, &p);
            ck_assert_int_eq(matrices > 0, stop->tensor != NULL);
            for (int i = 1; i < matrices; i++)
                ck_assert_int_ge(place_tensor(run, &p, i)->step, 0);
            ck_assert_ptr_null(place_tensor(run, &p, matrices > 0 ? matrices : 1));
        }
        ck_assert_ptr_null(place_stop(run, &p));
    }
    ck_assert_int_eq(stops, run->stops);
    made_free(library);
}
END_TEST

/* --- menu and contents ---------------------------------------------------------------------- */

static Library menu_library(Entry *entry, int lessons)
{
    static Lesson lesson[3] = {{.title = "Attention by HAND", .stages = 10},
                               {.title = "Zwei Köpfe", .stages = 3},
                               {.title = "Masks", .stages = 1}};
    static Stage stages[3][10];
    static const char *const names[] = {"01-hand", "02-heads", "masks"};
    for (int i = 0; i < lessons; i++) {
        lesson[i].name = names[i];
        lesson[i].source = i == 2 ? "float('-inf')" : "";
        for (int s = 0; s < lesson[i].stages; s++)
            stages[i][s].title = s == 2 && i == 1 ? "Scores of masks" : "x";
        lesson[i].stage = stages[i];
        entry[i] = (Entry){.path = names[i], .name = names[i], .lesson = &lesson[i]};
    }
    return (Library){.folder = "lessons", .count = lessons, .entry = entry};
}

static const struct {
    const char *filter;
    int count, first;
} filters[] = {{"", 3, 0},         {"hand", 1, 0},   {"HAND", 1, 0}, {"2", 1, 1},
               {"ä", 0, -1},       {"köpfe", 1, 1},  {"a", 3, 0},    {"mask", 2, 1},
               {"nothing", 0, -1}, {"SCORES", 1, 1}, {"-INF", 1, 2}};

START_TEST(menu_filter)
{
    Entry entry[3];
    Library library = menu_library(entry, 3);
    Scene s = {.library = &library};
    Place p = place_of(80, 24, PAGE_MENU);
    Arena arena = {0};
    snprintf(p.filter, sizeof p.filter, "%s", filters[_i].filter);
    int count, at, *index = menu_lessons(&arena, &s, &p, &count, &at);
    ck_assert_int_eq(count, filters[_i].count);
    ck_assert(count == 0 || index[0] == filters[_i].first);
    arena_release(&arena);
    Frame *f = frame_new(1, 1);
    draw(f, &s, &p);
    ck_assert_int_eq(shows(f, "No lesson has this in its text. "), filters[_i].count == 0);
    ck_assert_int_eq(shows(f, "filter: "), *filters[_i].filter != '\0');
    ck_assert_int_eq(shows(f, "  1 of 3 lessons"), filters[_i].count == 1);
    frame_free(f);
}
END_TEST

/* A lesson that has it in its title comes first to the cursor, not to the list. */
START_TEST(menu_means_titles)
{
    static const struct {
        const char *filter;
        int from, at, to; /* where the cursor was before the filter, and before its last letter */
    } means[] = {{"mask", 1, 1, 2}, {"a", 1, 2, 1}, {"zzz", 0, 1, 1}, {"x", 2, 1, 0}};
    Entry entry[3];
    Library library = menu_library(entry, 3);
    Scene s = {.library = &library};
    Place p = place_of(80, 24, PAGE_MENU);
    for (int i = 0; i < COUNT(means); i++) {
        p.filter_from = means[i].from;
        p.where.lesson = means[i].at;
        snprintf(p.filter, sizeof p.filter, "%s", means[i].filter);
        ck_assert_int_eq(menu_meant(&s, &p), means[i].to);
    }
}
END_TEST

START_TEST(menu_marks_the_chosen_the_seen_and_the_broken)
{
    Entry entry[3];
    const char *seen[3] = {"at 4", "done", NULL};
    Library library = menu_library(entry, 3);
    Scene s = {.library = &library, .seen = seen};
    entry[2].err = (Err){
        .set = true, .at = {.file = "masks.md", .line = 41}, .message = "it went wrong"};
    Place p = place_of(80, 24, PAGE_MENU);
    p.where.lesson = 2;
    Frame *f = frame_new(1, 1);
    draw(f, &s, &p);
    ck_assert(shows(f, "\n   01  Attention by HAND"));
    ck_assert(shows(f, " 9 stages  at 4\n"));
    ck_assert(shows(f, " 2 stages  done\n"));
    ck_assert(shows(f, "\n >!    Masks"));
    ck_assert(shows(f, "broken, line 41\n"));
    ck_assert(shows(f, "masks.md:41: it went wrong"));
    p.where.lesson = 0;
    draw(f, &s, &p);
    ck_assert(shows(f, "\n > 01  Attention by HAND"));
    ck_assert(shows(f, "\n !     Masks"));
    frame_free(f);
}
END_TEST

/* Two columns in a wide window, one in a narrow one; what is on no track stands last. */
START_TEST(menu_has_tracks)
{
    Entry entry[3];
    Library library = menu_library(entry, 3);
    Scene s = {.library = &library};
    entry[0].lesson->track = "Write it";
    entry[1].lesson->track = "Understand";
    entry[1].lesson->minutes = 15;
    entry[1].lesson->needs = "01";
    Place p = place_of(80, 24, PAGE_MENU);
    p.where.lesson = 1;
    Frame *f = frame_new(1, 1);
    draw(f, &s, &p);
    ck_assert(shows(
        f, "\n   Write it                                      Understand\n"
           "   01  Attention by HAND                       > 02  Zwei Köpfe\n"
           "\n"
           "                                                 Others\n"
           "                                                     Masks\n"
           "\n"
           "                                               15 minutes, 2 stages; needs 01\n"));
    p.width = 60;
    draw(f, &s, &p);
    ck_assert(shows(f, "\n   Write it\n   01  Attention by HAND"));
    ck_assert(shows(f, "\n\n   Understand\n > 02  Zwei Köpfe"));
    ck_assert(shows(f, "\n\n   Others\n       Masks"));
    ck_assert(shows(f, "\n 15 minutes, 2 stages; needs 01\n"));
    ck_assert(!shows(f, " more: Down"));
    p.height = 12;
    p.where.lesson = 0;
    draw(f, &s, &p);
    ck_assert(shows(f, "v  2 more: Down\n"));
    frame_free(f);
}
END_TEST

/* A low window is for lessons first; of an introduction it says where there is more. */
START_TEST(menu_in_a_low_window)
{
    Entry entry[3];
    Library library = menu_library(entry, 3), *odd = made_library(made_odd);
    Scene s = {.library = &library};
    Place p = place_of(40, 12, PAGE_MENU);
    Frame *f = frame_new(1, 1);
    draw(f, &s, &p);
    ck_assert(shows(f, "01  Att") && shows(f, "02  Zwei") && shows(f, "Masks"));
    s = scene_of(odd, 0);
    draw(f, &s, &p);
    ck_assert(shows(f, "\n ... Enter opens the lesson"));
    p.height = 40;
    draw(f, &s, &p);
    ck_assert(shows(f, "\n more.\n"));
    ck_assert(!shows(f, "... Enter"));
    frame_free(f);
    made_free(odd);
}
END_TEST

START_TEST(menu_without_lessons)
{
    Library library = {0};
    Scene s = {.library = &library};
    Place p = place_of(80, 24, PAGE_MENU);
    Frame *f = frame_new(1, 1);
    draw(f, &s, &p);
    ck_assert(shows(f, "There are no lessons here."));
    ck_assert(shows(f, "$QKV_LESSONS"));
    frame_free(f);
}
END_TEST

Suite *page_suite(void)
{
    Suite *s = suite_create("page");
    TCase *t = tcase_create("page");
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, r11_random_places_at_random_sizes, 0, 2);
    tcase_add_test(t, the_smallest_windows);
    tcase_add_test(t, small_windows_say_where_they_are);
    tcase_add_test(t, every_cell_has_its_page);
    tcase_add_loop_test(t, nothing_moves_from_cell_to_cell, 0, 3);
    tcase_add_test(t, the_scale_of_shades_covers_nothing);
    tcase_add_loop_test(t, the_cell_page_is_shared, 0, COUNT(shares));
    tcase_add_loop_test(t, row_and_column_are_seen_together, 0, 3);
    tcase_add_test(t, the_way_back_is_told_to_its_end);
    tcase_add_test(t, a_formula_is_told_to_its_end);
    tcase_add_test(t, wide_matrices_stand_over_each_other);
    tcase_add_test(t, a_heading_is_not_cut_by_the_row);
    tcase_add_test(t, words_stay_beside_a_cell);
    tcase_add_test(t, the_way_back_names_the_stage);
    tcase_add_test(t, r10_numbers_are_seen_at_every_size);
    tcase_add_test(t, scrolling_reaches_every_word);
    tcase_add_test(t, a_step_pages_only_what_is_new);
    tcase_add_test(t, scrolling_help_reaches_every_row);
    tcase_add_test(t, wide_windows_are_used);
    tcase_add_test(t, questions_about_places);
    tcase_add_loop_test(t, menu_filter, 0, COUNT(filters));
    tcase_add_test(t, menu_means_titles);
    tcase_add_test(t, menu_marks_the_chosen_the_seen_and_the_broken);
    tcase_add_test(t, menu_has_tracks);
    tcase_add_test(t, menu_in_a_low_window);
    tcase_add_test(t, menu_without_lessons);
    suite_add_tcase(s, t);
    return s;
}
