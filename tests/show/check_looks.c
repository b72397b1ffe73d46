/* Pictures of who looks at whom, and of how a row of weights forms: each bar on each screen, of all lessons, stands for
 * the number of the cell that a click there asks for; in a class, with changes, in windows of all sizes. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "lesson/change.h"
#include "lesson/reach.h"
#include "made.h"
#include "show/looks.h"
#include "show/show.h"
#include "suites.h"
#include "tell/axes.h"
#include "tell/forming.h"
#include "tell/inspect.h"

static const int sizes[][2] = {{200, 60}, {120, 40}, {100, 30}, {80, 24},
                               {60, 16},  {40, 12},  {30, 10},  {20, 8}};

static struct {
    int bars, masked, hidden, changed, was, sides, upright, cells, drawn;
} read_;

typedef struct Looked {
    const Lens *l;
    const Frame *f;
    const QkvTensor *t;
    int64_t cell;
    double most;
    const char *name;
} Looked;

/* --- what a screen says --------------------------------------------------------------------------- */

static uint32_t char_at(const Frame *f, int row, int col)
{
    uint32_t c = ' ';
    const char *bytes = f->glyph[row * f->width + col].bytes;
    if (row < f->height && col < f->width && *bytes)
        utf8_next(bytes, strlen(bytes), &c);
    return c;
}

/* The eighths of a bar in so many columns. */
static int eighths_at(const Frame *f, int row, int col, int columns)
{
    int eighths = 0;
    for (int i = 0; i < columns; i++) {
        uint32_t c = char_at(f, row, col + i);
        if (c > 0x2588 && c < 0x2590)
            eighths += 0x2590 - (int)c;
        else if (c > 0x2580 && c <= 0x2588)
            eighths += (int)c - 0x2580;
    }
    return eighths;
}

static void row_text(const Frame *f, int row, int from, int to, char out[256])
{
    size_t length = 0;
    for (int col = from; col < to && col < f->width && length + GLYPH_BYTES < 256; col++) {
        const char *bytes = f->glyph[row * f->width + col].bytes;
        memcpy(out + length, bytes, strlen(bytes));
        length += strlen(bytes);
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
}

#define EXPECT(k, condition, ...)                                                                  \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            Buf screen = {0};                                                                      \
            char what[300];                                                                        \
            snprintf(what, sizeof what, __VA_ARGS__);                                              \
            frame_text(&screen, (k)->f, false);                                                    \
            ck_abort_msg("%s, step %d: %s\n%.3500s", (k)->name, (k)->t->step, what,                \
                         buf_text(&screen));                                                       \
        }                                                                                          \
    } while (0)

/* --- what a run says ------------------------------------------------------------------------------ */

static int eighths_of(const Looked *k, double x, int columns)
{
    double part = fmax(0, fmin(x / k->most, 1));
    return (int)lround(part * 8 * columns);
}

static bool is_hidden(const Looked *k, int64_t cell)
{
    Buf text = {0};
    bool hidden = lens_cell(&text, k->l, k->t, cell, NULL) == LENS_HIDDEN;
    buf_release(&text);
    return hidden;
}

/* The name of what a row mostly looks at, where that is one alone; NULL: it is not. */
static const char *best_of(Arena *a, const Looked *k, int64_t first)
{
    int64_t cols = matrix_cols(k->t), best = -1, same = 0, rows = matrix_rows(k->t);
    for (int64_t c = 0; c < cols; c++) {
        double x = qkv_tensor_at(k->t, first + c);
        if (is_hidden(k, first + c))
            return LENS_LATER;
        best = !isnan(x) && (best < 0 || x > qkv_tensor_at(k->t, first + best)) ? c : best;
    }
    for (int64_t c = 0; c < cols && best >= 0; c++)
        same += qkv_tensor_at(k->t, first + c) >=
                qkv_tensor_at(k->t, first + best) * (1 - 2e-6) - 1e-30;
    int64_t item = first / matrix_cells(k->t) * matrix_cells(k->t), row = (first - item) / cols;
    if (same != 1)
        return NULL;
    const char *name = matrix_own_name(a, k->t, k->t->rank - 1, best, item);
    bool is_self = row == best && rows == cols &&
                   strcmp(name, matrix_own_name(a, k->t, k->t->rank - 2, row, item)) == 0;
    return is_self ? "itself" : name;
}

/* --- one screen ----------------------------------------------------------------------------------- */

static bool is_linked(const Looked *k, int row, int col, int64_t *cell)
{
    const Link link = frame_linked(k->f, row, col);
    *cell = link.cell;
    return link.kind == TARGET_NUMBER && link.of == k->t->step;
}

static void expect_bar(const Looked *k, int row, int col, int pitch, int64_t cell)
{
    int columns = pitch > 1 ? pitch - 2 : 1, at = col + (pitch > 1);
    double x = qkv_tensor_at(k->t, cell);
    uint32_t sign = char_at(k->f, row, at);
    int eighths = eighths_at(k->f, row, at, columns);
    bool changed = lens_state(k->l, k->t, cell) == LENS_CHANGED;
    read_.bars++;
    read_.upright += pitch == 1;
    if (is_hidden(k, cell) || k->most <= 0) {
        EXPECT(k, sign == '?', "cell %d is hidden", (int)cell);
        read_.hidden++;
        return;
    }
    if (sign == '.') {
        EXPECT(k, x <= 0 && !(x > -1e4 && x < 0), "cell %d is %g and not masked", (int)cell, x);
        read_.masked++;
    } else if (isnan(x)) {
        EXPECT(k, sign == 'n' || sign == '!', "cell %d is no number", (int)cell);
    } else {
        EXPECT(k, !(isinf(x) && x < 0), "cell %d is masked", (int)cell);
        EXPECT(k, (sign == '-') == (x < 0), "cell %d is %g", (int)cell, x);
        EXPECT(k, eighths == eighths_of(k, x, columns), "cell %d is %g: %d eighths", (int)cell, x,
               eighths);
    }
    uint32_t mark = char_at(k->f, row, col);
    EXPECT(k, pitch == 1 || (mark == '>') == (cell == k->cell), "cell %d is pointed at", (int)cell);
    EXPECT(k, pitch == 1 || cell == k->cell || (mark == '*') == changed, "cell %d changed",
           (int)cell);
    read_.changed += changed;
    char label[256];
    row_text(k->f, row + 1, 0, col, label);
    double was = lens_before(k->l, k->t, cell);
    if (strncmp(label, "  was", 5) != 0 || sign == '.' || isnan(was))
        return;
    EXPECT(k, eighths_at(k->f, row + 1, at, columns) == eighths_of(k, was, columns),
           "cell %d was %g", (int)cell, was);
    read_.was++;
}

/* Reads what stands at the right of the bars of a row. */
static void expect_side(const Looked *k, int row, int end, int64_t cell)
{
    Arena a = {0};
    char told[256];
    const char *best = best_of(&a, k, cell - cell % matrix_cols(k->t));
    row_text(k->f, row, end + 1, k->f->width, told);
    bool is_cut = *told && told[strlen(told) - 1] == '~';
    if (best && *told && !is_cut && matrix_items(k->t) == 1) {
        EXPECT(k, strcmp(told, best) == 0, "'%s' and not '%s'", told, best);
        read_.sides++;
    }
    arena_release(&a);
}

/* Reads what stands before the bars of a row of a matrix, if anything does: what that row is called there. */
static void expect_label(const Looked *k, int row, int from, int col, int64_t cell)
{
    Arena a = {0};
    char told[256];
    row_text(k->f, row, from, col, told);
    const char *label = told + strspn(told, " >");
    int64_t item = cell / matrix_cells(k->t) * matrix_cells(k->t);
    const char *name = matrix_own_name(&a, k->t, k->t->rank - 2, (cell - item) / matrix_cols(k->t),
                                       item);
    size_t length = strlen(label);
    bool is_cut = length > 0 && label[length - 1] == '~';
    bool is_named = is_cut ? strncmp(label, name, length - 1) == 0 : strcmp(label, name) == 0;
    EXPECT(k, (length == 0 && from > 0) || is_named, "'%s' and not '%s'", label, name);
    arena_release(&a);
}

static void expect_screen(const Looked *k)
{
    int64_t cell, next;
    bool points = false;
    int count = 0;
    for (int row = 2; row < k->f->height - 2; row++)
        for (int col = 0, before = 0; col < k->f->width; col++) {
            if (!is_linked(k, row, col, &cell))
                continue;
            if (col > before || before == 0)
                expect_label(k, row, before, col, cell);
            int end = col + 1;
            while (end < k->f->width && is_linked(k, row, end, &next) && next == cell)
                end++;
            bool is_last = end == k->f->width || !is_linked(k, row, end, &next);
            if (end < k->f->width || end - col == 1) { /* or it may be cut */
                expect_bar(k, row, col, end - col, cell);
                if (is_last && end < k->f->width)
                    expect_side(k, row, end, cell);
            }
            points = points || cell == k->cell;
            count++;
            before = end;
            col = end - 1;
        }
    EXPECT(k, points, "cell %d is not seen", (int)k->cell);
    bool fits = k->f->width >= 200 && matrix_rows(k->t) < 20 && matrix_cols(k->t) < 20;
    EXPECT(k, !fits || count >= matrix_cells(k->t), "%d bars", count);
}

/* --- a row of weights ----------------------------------------------------------------------------- */

/* The number that a click there asks for, as the page has it: "*0.5" without the marks of the pointer. */
static void expect_number(const Looked *k, int row, int from, int end, Link link)
{
    char told[256];
    Buf is = {0};
    const QkvTensor *t = k->l->run->tape->step[link.of].call.out;
    NumberFormat format = lens_format(k->l, t);
    row_text(k->f, row, from, end, told);
    size_t begin = strspn(told, " >{"), length = strlen(told);
    while (length > begin && strchr(" <}", told[length - 1]))
        length--;
    lens_marked(&is, k->l, t, link.cell, &format);
    if (length > begin && told[length - 1] != '~') {
        EXPECT(k,
               strlen(buf_text(&is)) == length - begin &&
                   strncmp(buf_text(&is), told + begin, length - begin) == 0,
               "'%.*s' and not '%s'", (int)(length - begin), told + begin, buf_text(&is));
        read_.cells++;
    }
    buf_release(&is);
}

static void expect_table(const Looked *k)
{
    bool points = false;
    int count = 0;
    for (int row = 2; row < k->f->height - 2; row++)
        for (int col = 0; col < k->f->width; col++) {
            const Link link = frame_linked(k->f, row, col);
            int end = col + 1;
            if (link.kind != TARGET_NUMBER)
                continue;
            for (Link next = link; end < k->f->width; end++) {
                next = frame_linked(k->f, row, end);
                if (next.kind != link.kind || next.of != link.of || next.cell != link.cell)
                    break;
            }
            if (end < k->f->width)
                expect_number(k, row, col, end, link);
            points = points || char_at(k->f, row, col) == '>' || char_at(k->f, row, col) == '{';
            count++;
            col = end - 1;
        }
    EXPECT(k, points && count > 0, "cell %d is not seen", (int)k->cell);
}

/* --- a picture of them ----------------------------------------------------------------------------- */

/* Each bar of the picture is as long as the number in its title, and there is one for each cell that no mask hides. */
static void expect_picture(const Looked *k)
{
    Buf svg = {0};
    const DocLooks d = looks_of(k->l, k->t, k->cell);
    int64_t bars = 0, first = k->cell - k->cell % matrix_cells(k->t), cells = matrix_cells(k->t);
    looks_svg(&svg, k->l, &d);
    for (const char *at = buf_text(&svg); (at = strstr(at, "<rect ")); at++) {
        double width = strtod(strstr(at, "width=\"") + 7, NULL);
        const char *end = strstr(at, "</title>"), *number = end;
        while (number[-1] != ' ' && number[-1] != '*')
            number--;
        double told = strncmp(number, "~0", 2) == 0   ? 0
                      : strncmp(number, "~1", 2) == 0 ? k->most
                                                      : strtod(number, NULL);
        double is = fmin(fabs(told) / k->most, 1) * 56;
        EXPECT(k, fabs(is - width) < 0.06 + 56 * 6e-5 / fmin(k->most, 1), "a bar of %g for %.*s",
               width, (int)(end - number), number);
        bars++;
    }
    for (int64_t i = first; i < first + cells; i++)
        bars += looks_cell(k->l, &d, i).kind != LOOK_BAR;
    EXPECT(k, bars == cells, "%d bars of %d", (int)bars, (int)cells);
    read_.drawn += (int)bars;
    buf_release(&svg);
}

/* --- all of them ---------------------------------------------------------------------------------- */

static void expect_tab(const Lens *l, const QkvTensor *t, int64_t cell, Tab tab, const char *name)
{
    Arena a = {0};
    Frame *f = frame_new(1, 1);
    bool is_full = lens_shares(l, t) || lens_role(l, t) == ROLE_WEIGHTS;
    for (int i = 0; i < COUNT(sizes); i++) {
        NumberAs as = {.step = t->step,
                       .cell = cell,
                       .tab = tab,
                       .pick = tell_first_term(l, t->step, cell, tab),
                       .as = {sizes[i][0], sizes[i][1]}};
        ShowAs show = {.width = sizes[i][0], .height = sizes[i][1], .row = -1};
        show_page(f, tell_number(&a, l, &as), &show);
        const Looked k = {l, f, t, cell, is_full ? 1 : lens_most(l, t), name};
        if (tab == TAB_ROW)
            expect_table(&k);
        else
            expect_screen(&k);
        if (i == 0 && tab == TAB_ATTENTION && qkv_is_float(t->dtype) && k.most > 1e-2 &&
            k.most < 1e4)
            expect_picture(&k);
    }
    frame_free(f);
    arena_release(&a);
}

/* Some of the results of a run that have the tab. */
static void expect_run(const Lens *l, const char *name)
{
    enum { MOST = 12 };
    const QkvTape *tape = l->run->tape;
    int step = 0;
    for (int told = 0; step < tape->count && told < MOST; step++) {
        const QkvTensor *t = tape->step[step].call.out;
        if (!looks_has(l, t) || made_random(3) == 0)
            continue;
        told++;
        for (Tab tab = TAB_ATTENTION; tab <= TAB_ROW; tab++) {
            if (tab == TAB_ROW && !forming_has(l, t))
                continue;
            expect_tab(l, t, 0, tab, name);
            expect_tab(l, t, made_random((int)t->count), tab, name);
        }
    }
}

static void reveal_some(Reveal *r, const Run *run)
{
    for (int s = 0; s < run->lesson->stages; s++)
        for (int n = 0; n <= run_stops(run, s); n++) {
            int64_t cells = reveal_cells(run, s, n);
            if (cells > 0 && made_random(3))
                reveal_show(r, run, s, n, (Cells){0, made_random(2) ? cells : 1 + cells / 2});
        }
}

static void expect_class(const Run *run, const char *name)
{
    Memo *memo = memo_new();
    Reveal r = {0};
    reveal_some(&r, run);
    Hidden *h = hidden_of(run, &r);
    Lens l = {.run = run, .hidden = h, .decimals = 4, .memo = memo};
    expect_run(&l, name);
    hidden_free(h);
    reveal_release(&r);
    memo_free(memo);
}

/* With a number of one of the first results made another. */
static void expect_changes(const Run *run, const char *name)
{
    Arena a = {0};
    Err err = {0};
    const char *text = NULL;
    for (int i = 0; i < run->tape->count && !text; i++) {
        const QkvTensor *t = run->tape->step[i].call.out;
        bool is_input = run->tape->step[i].call.op->how == QKV_HOW_GIVEN && t->count > 3 &&
                        qkv_is_float(t->dtype);
        text = is_input ? reach_put(&a, run, t, made_random((int)t->count), "1.75") : NULL;
    }
    ChangeLine line = {text ? text : "", false};
    WhatIf *w = text ? whatif_run(run, &line, 1, &err) : NULL;
    if (w) {
        Memo *memo = memo_new(), *before = memo_new();
        Lens l = {.run = w->variant[0].run,
                  .align = w->variant[0].align,
                  .whatif = w,
                  .decimals = 4,
                  .memo = memo,
                  .other_memo = before};
        expect_run(&l, name);
        memo_free(memo);
        memo_free(before);
        whatif_free(w);
    }
    arena_release(&a);
}

START_TEST(each_bar_stands_for_its_number)
{
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        const Run *run = library_run(library, i);
        if (!run || run->err.set)
            continue;
        Memo *memo = memo_new();
        Lens l = {.run = run, .decimals = 4, .memo = memo};
        expect_run(&l, library->entry[i].name);
        memo_free(memo);
        expect_class(run, library->entry[i].name);
        expect_changes(run, library->entry[i].name);
    }
    library_free(library);
    printf("%d bars (%d upright): %d masked, %d hidden, %d changed, %d as they were, %d rows' "
           "names, %d numbers of rows\n",
           read_.bars, read_.upright, read_.masked, read_.hidden, read_.changed, read_.was,
           read_.sides, read_.cells);
    ck_assert(read_.masked > 100 && read_.hidden > 100 && read_.changed > 100 && read_.was > 100);
    ck_assert(read_.sides > 100 && read_.upright > 100 && read_.cells > 1000 && read_.drawn > 1000);
}
END_TEST

/* More rows and columns than any window has, several matrices of them, and tensors of every kind that is odd. */
START_TEST(what_is_pointed_at_is_seen_in_a_window_too_small)
{
    static const char *const made[] = {
        "x = (torch.arange(3600.) % 7).reshape(60, 60).softmax(-1)\n"
        "y = (torch.arange(7200.) % 11).reshape(6, 30, 40)[:, :, :30].softmax(-1)\n",
        made_odd};
    for (int i = 0; i < COUNT(made); i++) {
        Library *library = made_library(made[i]);
        const Lens l = {.run = made_run(library), .decimals = 4};
        for (int k = 0; k < 5; k++)
            expect_run(&l, "made");
        made_free(library);
    }
}
END_TEST

/* In words: a row a sentence, in a class, too; a key a line, with the names of what it went through. */
START_TEST(both_tabs_are_told_in_words)
{
    Library *library = made_library("#| rows: a b\nx = torch.tensor([[1., 2.], [3., 4.]])\n"
                                    "w = (x @ x.T / 10).softmax(-1)\ny = w @ x\n");
    const Run *run = made_run(library);
    const QkvTensor *w = run->tape->step[run->tape->count - 2].call.out;
    static const char *const told[2][3] = {
        {"a mostly looks at b", "b looks at: 0.8022 of b, 0.1978 of a.",
         "y of b [2.6044 3.6044] = 0.8022 x [3 4] + 0.1978 x [1 2]"},
        {"b: x @ x.T 25, x @ x.T / 10 2.5, - max 0, exp 1, w 0.8022, x 0 3, x 1 4",
         "max 2.5, sum of exp 1.2466", "y of b [2.6044 3.6044] = "}};
    for (int seen = 1; seen >= 0; seen--)
        for (Tab tab = TAB_ATTENTION; tab <= TAB_ROW; tab++) {
            Arena a = {0};
            Reveal none = {0};
            Buf out = {0};
            Hidden *h = seen ? NULL : hidden_of(run, &none);
            const Lens l = {.run = run, .hidden = h, .decimals = 4};
            NumberAs as = {.step = w->step, .cell = 3, .tab = tab, .as = {80, 24}};
            show_speech(&out, tell_number(&a, &l, &as), 0);
            for (int i = 0; i < 3; i++)
                ck_assert_msg((strstr(buf_text(&out), told[tab - TAB_ATTENTION][i]) != NULL) ==
                                  seen,
                              "%s in %s", told[tab - TAB_ATTENTION][i], buf_text(&out));
            ck_assert(seen || !strstr(buf_text(&out), "0.8"));
            ck_assert(seen ||
                      strstr(buf_text(&out), tab == TAB_ROW ? "w hidden" : "a: not shown yet"));
            hidden_free(h);
            buf_release(&out);
            arena_release(&a);
        }
    made_free(library);
}
END_TEST

Suite *looks_suite(void)
{
    Suite *s = suite_create("looks");
    TCase *t = suite_case(s, "looks");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, each_bar_stands_for_its_number);
    tcase_add_test(t, both_tabs_are_told_in_words);
    tcase_add_test(t, what_is_pointed_at_is_seen_in_a_window_too_small);
    return s;
}
