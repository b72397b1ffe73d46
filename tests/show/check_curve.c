/* Curves as a reader sees them: each column is as tall as its cells are, worked out here from the cells themselves, in all
 * lessons and windows of several sizes; of a class nothing that is hidden is seen. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "core/tensor.h"
#include "lesson/change.h"
#include "lesson/library.h"
#include "made.h"
#include "show/curve.h"
#include "show/handout.h"
#include "show/show.h"
#include "suites.h"
#include "tell/passes.h"

static const int sizes[][2] = {{80, 24},  {100, 30}, {120, 40}, {132, 43},
                               {160, 50}, {40, 12},  {80, 50},  {120, 24}};

enum { EIGHTHS = 8, DECIMALS = 4 };

/* --- what is drawn -------------------------------------------------------------------------------- */

/* A curve that was found on a frame. */
typedef struct Seen {
    int row, col, rows, columns; /* of the blocks                                */
    char high[32], low[32];      /* the ends of the axis                         */
} Seen;

static const char *bytes_at(const Frame *f, int row, int col)
{
    return row < f->height && col < f->width ? f->glyph[row * f->width + col].bytes : "";
}

static void read_label(const Frame *f, int row, int end, char label[32])
{
    int from = end;
    while (from > 0 && strcmp(bytes_at(f, row, from - 1), " ") != 0)
        from--;
    label[0] = '\0';
    for (; from < end; from++)
        strcat(label, bytes_at(f, row, from));
}

static bool is_number(const char *label)
{
    char *end;
    strtod(label, &end);
    return end > label && *end == '\0';
}

/* Finds the first axis of a frame: a line with a number before both of its ends. */
static bool find_curve(const Frame *f, Seen *seen)
{
    for (int at = 0; at < f->height * f->width; at++) {
        int row = at / f->width, col = at % f->width;
        *seen = (Seen){.row = row, .col = col + 1};
        while (strcmp(bytes_at(f, row + seen->rows, col), "│") == 0)
            seen->rows++;
        if (seen->rows < 2 || col < 3 || f->glyph[at].style != STYLE_FAINT)
            continue; /* a picture of the lesson's own */
        read_label(f, row, col - 1, seen->high);
        read_label(f, row + seen->rows - 1, col - 1, seen->low);
        if (is_number(seen->high) && is_number(seen->low))
            return true;
    }
    return false;
}

/* How many eighths of blocks stand on each other in a column; -1: none, but a ?. */
static int eighths_at(const Frame *f, const Seen *seen, int col)
{
    static const char *const block[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int eighths = 0;
    for (int up = 0; up < seen->rows; up++) {
        const char *is = bytes_at(f, seen->row + seen->rows - 1 - up, seen->col + col);
        int part = 0;
        if (up == 0 && strcmp(is, "?") == 0)
            return -1;
        if (strcmp(is, "─") ==
            0) /* how high the other run was: over blocks it is the other way round */
            part = f->glyph[(seen->row + seen->rows - 1 - up) * f->width + seen->col + col].style ==
                           STYLE_SELECTED
                       ? EIGHTHS
                       : 0;
        while (strcmp(is, "─") != 0 && part < EIGHTHS && strcmp(is, block[part]) != 0)
            part++;
        eighths += part;
        if (part < EIGHTHS)
            break;
    }
    return eighths;
}

/* --- what it should be ---------------------------------------------------------------------------- */

/* The axis of numbers as it is told to be: 0 is on it, unless all are far apart above it; that of shares ends at 1. */
typedef struct Axis {
    double low, high;
    bool is_log;
} Axis;

static double cell_of(const Lens *l, const DocPoint *p, bool is_before)
{
    const QkvTensor *t = is_before ? (l->align ? p->was : NULL) : p->t;
    const Hidden *hidden = is_before ? l->other_hidden : l->hidden;
    int64_t cell = is_before ? p->was_cell : p->cell;
    if (!t || (hidden && !l->peeks && hidden_cell(hidden, t, cell)))
        return (double)NAN;
    return qkv_tensor_at(t, cell);
}

static Axis axis_of(const Lens *l, const DocCurve *c)
{
    double low = HUGE_VAL, high = -HUGE_VAL, least = HUGE_VAL;
    for (int i = 0; i < 2 * c->points; i++) {
        double x = cell_of(l, &c->point[i / 2], i % 2);
        if (!isfinite(x))
            continue;
        low = fmin(low, x);
        high = fmax(high, x);
        least = x > 0 ? fmin(least, x) : least;
    }
    bool is_log = low >= 0 && high > 1000 * least && !c->is_shares;
    return (Axis){is_log    ? least
                  : low < 0 ? low
                            : 0,
                  c->is_shares ? 1
                  : high < 0   ? 0
                               : high,
                  is_log};
}

static double height_of(const Axis *a, double x)
{
    if (!isfinite(x))
        return (double)NAN;
    if (a->is_log)
        return x <= a->low ? 0 : (log(x) - log(a->low)) / (log(a->high) - log(a->low));
    return a->high > a->low ? (x - a->low) / (a->high - a->low) : 0;
}

static void expect_label(const Lens *l, const char *label, double number)
{
    Buf text = {0};
    number_short(&text, number, l->decimals);
    ck_assert_str_eq(label, buf_text(&text));
    buf_release(&text);
}

/* The columns from one number to the next: where the second name stands, if all have room; else the last one ends where the
 * blocks end, of which there are no more than numbers. */
static int pitch_of(const Frame *f, const Seen *seen, const DocCurve *c, int *columns)
{
    int line = seen->row + seen->rows, end = f->width, at = seen->col;
    const char *second = c->point[1].label + c->point[1].brief;
    while (end > at && strcmp(bytes_at(f, line, end - 1), " ") == 0)
        end--;
    while (at < end && strcmp(bytes_at(f, line, at), " ") != 0)
        at++;
    while (at < end && strcmp(bytes_at(f, line, at), " ") == 0)
        at++;
    char name[64] = "";
    for (int i = at; i < end && strcmp(bytes_at(f, line, i), " ") != 0; i++)
        strcat(name, bytes_at(f, line, i));
    *columns = min_int(c->points, end - seen->col);
    return strcmp(name, second) == 0 ? at - seen->col : (end - seen->col) / *columns;
}

/* Each column is the mean of its points: an eighth at least where some is not 0. */
static void expect_columns(const Frame *f, const Seen *seen, const Lens *l, const DocCurve *c)
{
    const Axis a = axis_of(l, c);
    int columns, wide = pitch_of(f, seen, c, &columns);
    expect_label(l, seen->high, a.high);
    expect_label(l, seen->low, a.low);
    ck_assert(wide > 1 || columns < c->points || columns > f->width / 4);
    for (int k = 0; k < columns; k++) {
        int first = (int)((int64_t)k * c->points / columns);
        int end = (int)((int64_t)(k + 1) * c->points / columns), count = 0;
        double sum = 0, most = 0;
        for (int i = first; i < end; i++) {
            double height = height_of(&a, cell_of(l, &c->point[i], false));
            if (isnan(height))
                continue;
            most = fmax(most, fabs(cell_of(l, &c->point[i], false)));
            sum += height;
            count++;
        }
        int is = eighths_at(f, seen, k * wide);
        double due = count > 0 ? sum / count * seen->rows * EIGHTHS : 0;
        if (count == 0)
            ck_assert_int_le(is, 0);
        else if (most == 0 && due == 0)
            ck_assert_int_eq(is, 0);
        else
            ck_assert_msg(fabs(is - fmax(due, 1)) <= 0.5 + 1e-6, "column %d of %s: %d, due %g", k,
                          c->name, is, due);
    }
}

/* --- in all lessons ------------------------------------------------------------------------------- */

typedef struct Count {
    int curves, points;
} Count;

/* Draws a document in all sizes; its curve is seen where there is room for it. */
static void read_curve(const Lens *l,
                       Doc *(*tell)(Arena *a, const Lens *l, const Spot *at, DocAs as),
                       const Spot *at, Count *count)
{
    Arena a = {0};
    Frame *f = frame_new(1, 1);
    for (int i = 0; i < (int)COUNT(sizes); i++) {
        Seen seen;
        Doc *d = tell(&a, l, at, (DocAs){.width = sizes[i][0], .height = sizes[i][1]});
        const Piece *p = doc_piece(d, PIECE_CURVE);
        const ShowAs as = {.width = sizes[i][0], .height = sizes[i][1], .row = d->row};
        show_page(f, d, &as);
        if (!p) {
            ck_assert(!find_curve(f, &seen));
            continue;
        }
        ck_assert_msg(find_curve(f, &seen) || sizes[i][1] < 40, "no curve at %d lines",
                      sizes[i][1]);
        if (!find_curve(f, &seen))
            continue;
        expect_columns(f, &seen, l, p->curve);
        count->curves++;
        count->points += p->curve->points;
    }
    frame_free(f);
    arena_release(&a);
}

static Doc *list_of(Arena *a, const Lens *l, const Spot *at, DocAs as)
{
    (void)as;
    return tell_passes(a, l, at);
}

static Doc *stage_of(Arena *a, const Lens *l, const Spot *at, DocAs as)
{
    const StageAs stage = {.spot = *at, .pointer = {POINT_NOTHING, 0}, .as = as};
    return tell_stage(a, l, &stage);
}

/* All pages that can have a curve. */
static Count read_run(const Lens *l)
{
    Count count = {0, 0};
    const Run *run = l->run;
    for (int stage = 0; stage < run->lesson->stages; stage++)
        for (int stop = 1; stop <= run_stops(run, stage); stop++) {
            if (run_stop(run, stage, stop)->detail > DETAIL_BRIEF)
                continue;
            const Spot at = spot_at((Spot){.detail = DETAIL_BRIEF}, run, stage, stop);
            bool is_hidden;
            if (passes_before(l, &at, &is_hidden) > 0)
                read_curve(l, list_of, &at, &count);
            read_curve(l, stage_of, &at, &count);
        }
    return count;
}

START_TEST(every_column_is_as_tall_as_its_cells)
{
    Library *library = library_open();
    Count all = {0, 0};
    for (int i = 0; i < library->count; i++) {
        Lens lens = {.run = library_run(library, i), .decimals = DECIMALS, .memo = memo_new()};
        Count of = read_run(&lens);
        all.curves += of.curves;
        all.points += of.points;
        memo_free(lens.memo);
        library_unload(&library->entry[i]);
    }
    printf("%d curves, %d numbers\n", all.curves, all.points);
    ck_assert_int_gt(all.curves, 50);
    library_free(library);
}
END_TEST

/* --- changes and classes -------------------------------------------------------------------------- */

static const char training[] =
    "rate = torch.tensor(0.25)\nw = torch.tensor([4.], requires_grad=True)\n"
    "def learn():\n    for i in range(5):\n        loss = (w * w + 1).sum()\n"
    "        loss.backward()\n        with torch.no_grad():\n            w.sub_(rate * w.grad)\n"
    "        w.grad = None\n    return loss\nlast = learn()\n";

static Spot end_of(const Run *run)
{
    const int stage = run->lesson->stages - 1;
    return spot_at((Spot){.detail = DETAIL_BRIEF}, run, stage, run_stops(run, stage));
}

/* A single axis holds both runs; the list says how high each was, and so does the picture. */
START_TEST(a_change_is_seen_beside_what_was)
{
    Arena a = {0};
    Library *before = made_library(training);
    Change change;
    Err err = {0};
    const Run *run = made_run(before);
    ck_assert(change_parse(&a, run, "rate = 0.1", &change, &err));
    Lesson *lesson = lesson_changed(run->lesson, &change, 1, &err);
    ck_assert_ptr_nonnull(lesson);
    Run *now = run_lesson(lesson);
    Lens lens = {.run = now,
                 .align = align_runs(run, now),
                 .decimals = DECIMALS,
                 .memo = memo_new(),
                 .other_memo = memo_new()};
    ck_assert_int_gt(read_run(&lens).curves, 8);
    const Spot at = end_of(now);
    DocCurve *c = passes_curve(&a, &lens, &at);
    ck_assert_str_eq(curve_point_told(&a, &lens, c, 0), "i 1: 17");
    ck_assert_str_eq(curve_point_told(&a, &lens, c, 1), "i 2: *11.24, was 5");
    Buf svg = {0};
    curve_svg(&svg, &lens, c);
    ck_assert_ptr_nonnull(strstr(buf_text(&svg), "class=\"was\""));
    ck_assert_ptr_nonnull(strstr(buf_text(&svg), "<title>i 2: *11.24, was 5</title>"));
    buf_release(&svg);
    memo_free(lens.memo);
    memo_free(lens.other_memo);
    align_free(lens.align);
    run_free(now);
    lesson_free(lesson);
    made_free(before);
    arena_release(&a);
}
END_TEST

/* A class that was shown nothing sees no curve, and hears of none. */
START_TEST(a_class_sees_nothing_of_what_is_hidden)
{
    Arena a = {0};
    Library *library = made_library(training);
    const Run *run = made_run(library);
    Reveal nothing = {0};
    Hidden *hidden = hidden_of(run, &nothing);
    Lens lens = {.run = run, .hidden = hidden, .decimals = DECIMALS};
    ck_assert_int_eq(read_run(&lens).curves, 0);
    lens.peeks = true;
    ck_assert_int_gt(read_run(&lens).curves, 8);
    const Spot at = end_of(run);
    const Piece *p = doc_piece(tell_passes(&a, &lens, &at), PIECE_CURVE);
    ck_assert(p->is_peeked);
    hidden_free(hidden);
    made_free(library);
    arena_release(&a);
}
END_TEST

/* Of a row of shares a class sees those that it was shown, and a sign for the others. */
START_TEST(a_class_sees_the_shares_that_it_was_shown)
{
    Arena a = {0};
    Library *library = made_library("scores = torch.tensor([2., 1., 0., 3., -1., 0.5])\n"
                                    "p = torch.softmax(scores, dim=0)\n");
    const Run *run = made_run(library);
    Reveal some = {0};
    ck_assert(reveal_show(&some, run, run->lesson->stages - 1, 2, (Cells){0, 3}));
    Hidden *hidden = hidden_of(run, &some);
    Lens lens = {.run = run, .hidden = hidden, .decimals = DECIMALS};
    ck_assert_int_gt(read_run(&lens).curves, 6);
    const DocCurve *c = curve_of_shares(&a, &lens, made_tensor(library, 1), "p");
    ck_assert_str_eq(curve_told(&a, &lens, c),
                     "shares of p: most at 0: 0.2225; least at 2: 0.0301; 3 not shown yet.");
    Buf svg = {0};
    curve_svg(&svg, &lens, c);
    ck_assert(!strstr(buf_text(&svg), "0.6048"));
    ck_assert(!strstr(buf_text(&svg), "3: "));
    buf_release(&svg);
    reveal_release(&some);
    hidden_free(hidden);
    made_free(library);
    arena_release(&a);
}
END_TEST

/* --- SVG ------------------------------------------------------------------------------------------ */

/* Every point has its number, at its height: 118 units are from axis to end. */
START_TEST(a_picture_has_every_number_in_its_place)
{
    enum { BASE = 126, ALL = 118 };
    Arena a = {0};
    Library *library = made_library(training);
    const Run *run = made_run(library);
    const Lens lens = {.run = run, .decimals = DECIMALS};
    const Spot at = end_of(run);
    DocCurve *c = passes_curve(&a, &lens, &at);
    Buf svg = {0};
    curve_svg(&svg, &lens, c);
    const char *from = buf_text(&svg);
    ck_assert_ptr_nonnull(
        strstr(from, "aria-label=\"loss of each pass: falls from 17 to 1.0625 in 5 passes.\""));
    const Axis axis = axis_of(&lens, c);
    for (int i = 0; i < c->points; i++) {
        double x, y;
        from = strstr(from, "<circle");
        ck_assert_ptr_nonnull(from);
        ck_assert_int_eq(sscanf(from, "<circle class=\"point\" cx=\"%lf\" cy=\"%lf\"", &x, &y), 2);
        ck_assert(fabs(BASE - ALL * height_of(&axis, cell_of(&lens, &c->point[i], false)) - y) <
                  0.06);
        from++;
    }
    ck_assert(!strstr(from, "<circle"));
    Buf page = {0};
    handout(&page, run, false);
    ck_assert_ptr_nonnull(strstr(buf_text(&page), buf_text(&svg)));
    buf_release(&page);
    buf_release(&svg);
    made_free(library);
    arena_release(&a);
}
END_TEST

Suite *curve_suite(void)
{
    Suite *s = suite_create("curve");
    TCase *t = suite_case(s, "curves");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, every_column_is_as_tall_as_its_cells);
    tcase_add_test(t, a_change_is_seen_beside_what_was);
    tcase_add_test(t, a_class_sees_nothing_of_what_is_hidden);
    tcase_add_test(t, a_class_sees_the_shares_that_it_was_shown);
    tcase_add_test(t, a_picture_has_every_number_in_its_place);
    return s;
}
