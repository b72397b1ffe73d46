/* Pages of any size: all that is said can be read, the number pointed at is seen, and no digit of what is hidden is. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"
#include "show/show.h"
#include "suites.h"

static ShowAs show_as(int width, int height, int row, int scroll)
{
    return (ShowAs){.width = width,
                    .height = height,
                    .row = row,
                    .scroll = scroll,
                    .shade = made_random(2),
                    .sums = made_random(2),
                    .message = made_random(3) ? "weights[x1, x1]" : NULL,
                    .find = made_random(4) ? NULL : "a",
                    .keys = " Space next    Bksp back   Enter where from     q menu"};
}

static bool shows(const Frame *f, const char *text)
{
    Buf out = {0};
    frame_text(&out, f, false);
    bool found = strstr(buf_text(&out), text) != NULL;
    buf_release(&out);
    return found;
}

/* A frame is whole: wide characters have both halves, and the cursor is inside. */
static void expect_sound(const Frame *f, int width, int height)
{
    ck_assert_int_eq(f->width, width);
    ck_assert_int_eq(f->height, height);
    ck_assert_int_lt(f->cursor_row, height);
    ck_assert_int_lt(f->cursor_col, width);
    for (int i = 0; i < width * height; i++)
        if (f->glyph[i].width == 2)
            ck_assert(i % width < width - 1 && f->glyph[i + 1].width == 0);
}

/* --- any size ------------------------------------------------------------------------------------- */

typedef struct Scene {
    Library *library;
    Lens lens;
    StageAs as;
    Frame *f;
    Arena a;
} Scene;

static Scene scene_of(const char *text)
{
    Scene s = {.library = made_library(text), .f = frame_new(1, 1)};
    s.lens = (Lens){.run = made_run(s.library), .decimals = 4, .memo = memo_new()};
    s.as.as = (DocAs){80, 24};
    return s;
}

static void end_scene(Scene *s)
{
    memo_free(s->lens.memo);
    frame_free(s->f);
    arena_release(&s->a);
    made_free(s->library);
}

/* Each stop with everything in it open, one after the other: calls `each` at them. */
static void each_stop(Scene *s, void (*each)(Scene *s))
{
    const Run *run = s->lens.run;
    for (int stage = 0; stage < run->lesson->stages; stage++)
        for (int stop = 0; stop <= run_stops(run, stage); stop++) {
            s->as.spot = spot_at((Spot){.detail = DETAIL_BRIEF}, run, stage, stop);
            s->as.pointer = tell_pointer(&s->lens, &s->as.spot, NULL, NULL);
            each(s);
            arena_release(&s->a);
        }
}

static void expect_any_size(Scene *s)
{
    for (int i = 0; i < 6; i++) {
        int width = 1 + made_random(i % 2 ? 30 : 160), height = 1 + made_random(i % 2 ? 12 : 50);
        const QkvTensor *t = spot_tensor(s->lens.run, &s->as.spot, made_random(2));
        s->as.as = (DocAs){width, height};
        s->as.answers = made_random(2);
        s->as.notes = made_random(2);
        if (made_random(3) == 0)
            s->as.pointer = (Pointer){made_random(4) - 2, made_random(40)};
        if (t && t->count > 0 && made_random(2))
            s->as.pointer = (Pointer){0, made_random((int)t->count)};
        s->as.pins.count = made_random(2);
        strcpy(s->as.pins.name[0], "bad");
        Doc *d = tell_stage(&s->a, &s->lens, &s->as);
        ShowAs as = show_as(width, height, -1, made_random(20));
        Shown shown = show_page(s->f, d, &as);
        expect_sound(s->f, width, height);
        ck_assert(height < 24 || shown.window == 0 || shown.window >= 5);
        ck_assert(shown.scroll >= 0 && shown.scroll_most >= 0 && shown.page >= 1);
        Shown alone = show_page(NULL, d, &as);
        ck_assert(alone.scroll == shown.scroll && alone.scroll_most == shown.scroll_most);
        Buf told = {0};
        show_speech(&told, d, made_random(20));
        buf_release(&told);
    }
}

static void expect_any_number(Scene *s)
{
    const QkvTensor *t = spot_tensor(s->lens.run, &s->as.spot, 0);
    for (int i = 0; i < 2 * TABS && t && t->count > 0; i++) {
        int width = 1 + made_random(i % 2 ? 40 : 140), height = 1 + made_random(i % 2 ? 14 : 40);
        NumberAs number = {.step = t->step,
                           .cell = made_random((int)t->count),
                           .pick = made_random(4),
                           .tab = (Tab)(i % TABS),
                           .from = s->as.spot,
                           .as = {width, height}};
        Doc *d = tell_number(&s->a, &s->lens, &number);
        ShowAs as = show_as(width, height, made_random(5) - 1, made_random(20));
        show_page(s->f, d, &as);
        expect_sound(s->f, width, height);
        for (int c = 0; c < width * height; c++) {
            Target to = show_target(s->f, c / width, c % width);
            ck_assert(to.kind != TARGET_TAB || to.of < d->tabs);
            ck_assert(to.kind != TARGET_ROW || to.of < doc_rows(d));
        }
        Buf told = {0};
        show_speech(&told, d, 0);
        buf_release(&told);
    }
}

START_TEST(any_size)
{
    Scene s = scene_of(made_odd);
    each_stop(&s, expect_any_size);
    each_stop(&s, expect_any_number);
    s.lens.differs = true;
    each_stop(&s, expect_any_size);
    end_scene(&s);
}
END_TEST

/* --- the pointer ---------------------------------------------------------------------------------- */

static void expect_pointed(Scene *s)
{
    int thing[64], things = tell_things(&s->lens, &s->as.spot, thing, 64);
    for (int i = 0; i < things; i++) {
        const QkvTensor *t = spot_tensor(s->lens.run, &s->as.spot, thing[i]);
        if (thing[i] < 0 || !t)
            continue;
        s->as.pointer = (Pointer){thing[i], made_random((int)t->count)};
        ShowAs as = show_as(40 + made_random(100), 14 + made_random(40), -1, 0);
        s->as.as = (DocAs){as.width, as.height};
        Doc *d = tell_stage(&s->a, &s->lens, &s->as);
        Shown shown = show_page(s->f, d, &as);
        if (s->f->cursor_row < 0) { /* words come first */
            ck_assert_int_gt(shown.scroll_most, 0);
            as.scroll = shown.scroll_most;
            show_page(s->f, d, &as);
        }
        ck_assert_int_ge(s->f->cursor_row, 0);
        Target at = show_target(s->f, s->f->cursor_row, s->f->cursor_col + 1);
        ck_assert(at.kind == TARGET_NUMBER && at.of == t->step && at.cell == s->as.pointer.cell);
        const Glyph *g = &s->f->glyph[s->f->cursor_row * s->f->width + s->f->cursor_col];
        ck_assert_str_eq(g->bytes, ">");
    }
}

START_TEST(the_number_pointed_at_is_seen)
{
    Scene s = scene_of(made_odd);
    each_stop(&s, expect_pointed);
    end_scene(&s);
}
END_TEST

/* --- words ---------------------------------------------------------------------------------------- */

static const char wordy[] =
    "# Wordy\n\n## Stage\n\nFirst w01 w02 w03 w04 w05 w06 w07 w08 w09 w10 w11 w12 w13 w14 w15 w16 "
    "w17 "
    "w18 w19 w20 w21 w22 w23 w24 w25 w26 w27 w28 w29 w30 w31 w32 w33 w34 w35 w36 w37 w38 w39 "
    "w40.\n\n"
    "```python\nimport torch\nx = torch.tensor([[1., 2.], [3., 4.]])\n```\n\n"
    "Then v01 v02 v03 v04 v05 v06 v07 v08 v09 v10 v11 v12 v13 v14 v15 v16 v17 v18 v19 v20 v21 v22 "
    "v23 v24 v25 v26 v27 v28 v29 v30 v31 v32 v33 v34 v35 v36 v37 v38 v39 v40.\n\n"
    "```python\ny = x @ x\n```\n\nLast u01 u02 u03 u04 u05 u06 u07 u08 u09 u10 u11 u12 u13 u14 u15 "
    "u16 u17 u18 u19 u20 u21 u22 u23 u24 u25 u26 u27 u28 u29 u30 u31 u32 u33 u34 u35 u36 u37 "
    "u38.\n";

/* All words of a page are seen when one goes on as Space does, and so is the number. */
static void expect_read(Scene *s, int stop, const char *letters, int words, bool has_number)
{
    for (int i = 0; i < 60; i++) {
        bool seen[100] = {false}, number = false;
        ShowAs as = show_as(24 + made_random(120), 9 + made_random(30), -1, 0);
        as.find = NULL;
        s->as.as = (DocAs){as.width, as.height};
        s->as.spot = (Spot){.stage = 1, .stop = stop, .detail = DETAIL_BRIEF};
        s->as.pointer = tell_pointer(&s->lens, &s->as.spot, NULL, NULL);
        Doc *d = tell_stage(&s->a, &s->lens, &s->as);
        for (;;) {
            Shown shown = show_page(s->f, d, &as);
            number |= s->f->cursor_row >= 0;
            for (int w = 1; w <= words; w++)
                for (const char *c = letters; *c; c++) {
                    char word[8];
                    snprintf(word, sizeof word, "%c%02d", *c, w);
                    seen[w] |= shows(s->f, word);
                }
            if (shown.scroll >= shown.scroll_most)
                break;
            ck_assert(shows(s->f, "v "));
            as.scroll = shown.scroll + shown.page;
        }
        for (int w = 1; w <= words; w++)
            ck_assert_msg(seen[w], "%s%02d at %dx%d", letters, w, as.width, as.height);
        ck_assert(number == has_number);
    }
}

START_TEST(all_words_are_read)
{
    Scene s = scene_of(wordy);
    expect_read(&s, 0, "w", 40, false);
    expect_read(&s, 2, "v", 40, true);
    expect_read(&s, 2, "u", 38, true);
    end_scene(&s);
}
END_TEST

static const char literal[] =
    "# L\n\n## Numbers\n\nThese are given.\n\n```python\nimport torch\n"
    "x = torch.tensor([[0.],\n    [1.],\n    [2.],\n    [3.],\n    [4.],\n    [5.],\n    [6.],\n"
    "    [7.],\n    [8.]])\n```\n";

/* Where a page has no room for both, numbers that stand in the code and in the matrix are seen in the matrix. */
START_TEST(given_numbers_are_seen_once)
{
    Scene s = scene_of(literal);
    for (int height = 24; height < 40; height += 12) {
        ShowAs as = show_as(60, height, -1, 0);
        as.find = NULL;
        s.as.as = (DocAs){as.width, as.height};
        s.as.spot = (Spot){.stage = 1, .stop = 1, .detail = DETAIL_BRIEF};
        s.as.pointer = tell_pointer(&s.lens, &s.as.spot, NULL, NULL);
        Shown shown = show_page(s.f, tell_stage(&s.a, &s.lens, &s.as), &as);
        ck_assert_int_eq(shown.scroll_most, 0);
        ck_assert(shows(s.f, "These are given.") && shows(s.f, "torch.tensor([[0.],"));
        ck_assert(shows(s.f, "8: 8"));
        ck_assert(shows(s.f, "# 8 lines not shown: their numbers are below") == (height == 24));
        ck_assert(shows(s.f, "[8.]])") == (height > 24));
    }
    end_scene(&s);
}
END_TEST

/* --- what is hidden ------------------------------------------------------------------------------- */

static const char hidden_text[] = "# Hidden\n\n## One\n\nWords.\n\n```python\nimport torch\n"
                                  "x = torch.tensor([[1., 2.], [3., 4.]])\ny = x %s x\nz = y * 2\n"
                                  "print(z)\nw = float(z.sum())\nw\n```\n\nIt tells of z.\n";

static Buf hidden_page(const char *operator, int stop, ShowAs as, bool speaks)
{
    Buf text = {0}, out = {0};
    buf_printf(&text, hidden_text, operator);
    Scene s = scene_of(buf_text(&text));
    Reveal none = {0};
    Hidden *hidden = hidden_of(s.lens.run, &none);
    s.lens.hidden = hidden;
    s.as.as = (DocAs){as.width, as.height};
    s.as.spot = (Spot){.stage = 1, .stop = stop, .detail = DETAIL_BRIEF};
    s.as.pointer = tell_pointer(&s.lens, &s.as.spot, NULL, NULL);
    Doc *d = tell_stage(&s.a, &s.lens, &s.as);
    d->head = d->title = "";
    for (int i = 0; i < d->pieces; i++) /* the code is another, and so is its formula */
        if (d->piece[i].kind == PIECE_CODE || d->piece[i].kind == PIECE_FORMULA)
            d->piece[i].text = "code";
    show_page(s.f, d, &as);
    if (speaks)
        show_speech(&out, d, 0);
    else
        frame_text(&out, s.f, false);
    hidden_free(hidden);
    end_scene(&s);
    buf_release(&text);
    return out;
}

/* Two lessons that differ in numbers that are hidden look the same. */
START_TEST(no_hidden_digit_is_told)
{
    for (int i = 0; i < 40; i++)
        for (int stop = 2; stop <= 5; stop++) {
            ShowAs as = show_as(20 + made_random(120), 8 + made_random(30), -1, made_random(4));
            Buf a = hidden_page("@", stop, as, i % 4 == 0),
                b = hidden_page("+", stop, as, i % 4 == 0);
            ck_assert_str_eq(buf_text(&a), buf_text(&b));
            buf_release(&a);
            buf_release(&b);
        }
}
END_TEST

/* A number for the ear: terms by the numbers that `open` takes, no matrix of the result, no keys. */
START_TEST(terms_are_numbered_for_the_ear)
{
    Scene s = scene_of(
        "x = torch.tensor([[1., 2.], [3., 4.]])\ny = x @ x\nz = torch.softmax(y, dim=-1)\n");
    for (int step = 1; step < s.lens.run->tape->count; step++) {
        Buf out = {0};
        NumberAs as = {.step = step, .as = {80, 24}};
        show_speech(&out, tell_number(&s.a, &s.lens, &as), 12);
        ck_assert_ptr_nonnull(strstr(buf_text(&out), step == 1 ? "\n3, 4. " : "\n2. "));
        ck_assert_int_eq(tell_terms(&s.lens, step, 0, TAB_MADE), step == 1 ? 4 : 2);
        ck_assert_ptr_null(strstr(buf_text(&out), "row "));
        ck_assert_ptr_null(strstr(buf_text(&out), "Arrows"));
        buf_release(&out);
    }
    end_scene(&s);
}
END_TEST

/* A page written only here, which knows nothing of classes: all results of the run, whatever they are. */
START_TEST(a_page_that_knows_of_no_class)
{
    Buf text = {0}, out = {0};
    buf_printf(&text, hidden_text, "@");
    Scene s = scene_of(buf_text(&text));
    Reveal none = {0};
    Hidden *hidden = hidden_of(s.lens.run, &none);
    s.lens.hidden = hidden;
    Doc *d = doc_new(&s.a, DOC_STAGE, &s.lens, "all");
    Piece *p = doc_add(d, PIECE_MATRICES);
    p->matrix = arena_many(&s.a, (size_t)s.lens.run->tape->count, DocMatrix);
    for (int i = 0; i < s.lens.run->tape->count; i++)
        p->matrix[p->matrices++] = (DocMatrix){s.lens.run->tape->step[i].call.out, "n", -1, 0};
    ShowAs as = {.width = 120, .height = 40, .row = -1, .shade = true, .sums = true};
    show_page(s.f, d, &as);
    frame_text(&out, s.f, false);
    show_speech(&out, d, 100);
    static const char *const digits[] = {"10", "15", "22", "14", "20", "30", "44", "108"};
    for (int i = 0; i < COUNT(digits); i++)
        ck_assert_msg(!strstr(buf_text(&out), digits[i]), "%s in %s", digits[i], buf_text(&out));
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "hidden"));
    hidden_free(hidden);
    buf_release(&out);
    buf_release(&text);
    end_scene(&s);
}
END_TEST

/* --- drawings ------------------------------------------------------------------------------------- */

static const char stage_5[] =
    " 01 Attention by hand: three inputs                        stage 5/12  step 1/2\n"
    " [=====>.......]  Softmax: from scores to weights\n"
    "\n"
    " Scores can be any numbers, but we want to divide a whole among the keys.\n"
    " Softmax takes e (about 2.7) to the power of each score, and divides each\n"
    " power by the sum of those in its row. The results, which are called attention\n"
    " weights, are positive and add up to 1 in every row. (`dim=-1` means along the\n"
    " last axis, which is the keys.) Only differences count, because e to the power\n"
    " of 5, divided by e to the power of 3, is e to the power of 2. A score that is\n"
    " ahead by a half gets 1.6 times as much weight, by 1 it is 2.7 times, by 2 it\n"
    " is 7.4, by 3 it is 20, and by 4 it is 55.\n"
    "\n"
    " >>> weights = softmax(scores, dim=-1)\n"
    "     weights[i, j] = exp(scores[i, j] - max) / their sum over j (key)\n"
    "\n"
    " scores [3 query x 3 key]   weights [3 query x 3 key]\n"
    "    x1   x2   x3                   x1      x2      x3\n"
    " x1  2    4    4            x1 0.0634  0.4683  0.4683\n"
    " x2  4   16   12            x2     ~0 >0.9820< 0.0180\n"
    " x3  4   12   10            x3 0.0003  0.8805  0.1192\n"
    "\n"
    "\n"
    " weights[x2, x2]\n"
    " Space next    Bksp back   Enter where from     q menu     = what if      ? keys\n";

START_TEST(a_stage_as_it_is_drawn)
{
    Err err = {0};
    Library *library = library_open();
    int lesson = library_find(library, "01", &err);
    Arena a = {0};
    Lens lens = {.run = library_run(library, lesson), .decimals = 4};
    StageAs as = {.spot = {.lesson = lesson, .stage = 5, .stop = 1, .detail = DETAIL_BRIEF},
                  .pointer = {0, 4},
                  .as = {80, 24}};
    Frame *f = frame_new(80, 24);
    Doc *d = tell_stage(&a, &lens, &as);
    ShowAs how = {
        .width = 80,
        .height = 24,
        .row = -1,
        .message = tell_pointed(&a, &lens, &as.spot, as.pointer),
        .keys = " Space next    Bksp back   Enter where from     q menu     = what if      ? keys"};
    show_page(f, d, &how);
    Buf text = {0};
    frame_text(&text, f, false);
    ck_assert_str_eq(buf_text(&text), stage_5);
    ck_assert_int_eq(show_target(f, 23, 4).kind, TARGET_KEY);
    ck_assert_int_eq(show_target(f, 23, 30).of, 27);
    buf_release(&text);
    frame_free(f);
    arena_release(&a);
    library_free(library);
}
END_TEST

/* --- lists and prompts ---------------------------------------------------------------------------- */

static Doc *list_of(Arena *a, int rows)
{
    Doc *d = doc_new(a, DOC_LIST, NULL, "A list");
    d->head = "of rows";
    doc_heading(d, "rows");
    for (int i = 0; i < rows; i++)
        doc_row(d, (Target){.kind = TARGET_SETTING, .of = i}, "row %d\tsays %d\tand more", i, i * i)
            ->right = "right";
    return d;
}

/* In a narrow window the title says what matters most, in whole parts. */
START_TEST(a_narrow_title)
{
    static const struct {
        int width;
        const char *title;
    } titles[] = {{60, " A lesson of some length      WHAT IF  stage 5/11  step 1/2\n"},
                  {40, " A lesson of som~   WHAT IF  stage 5/11\n"},
                  {26, " A lesson of s~   WHAT IF\n"},
                  {20, " A lesso~   WHAT IF\n"},
                  {16, " A lesson of so~\n"}};
    Arena a = {0};
    Frame *f = frame_new(80, 24);
    Doc *d = doc_new(&a, DOC_TEXT, NULL, "A lesson of some length");
    d->state = "WHAT IF  stage 5/11  step 1/2";
    for (int i = 0; i < COUNT(titles); i++) {
        Buf text = {0};
        frame_resize(f, titles[i].width, 12);
        ShowAs as = show_as(titles[i].width, 12, -1, 0);
        show_page(f, d, &as);
        frame_text(&text, f, false);
        size_t line = strcspn(buf_text(&text), "\n") + 1;
        ck_assert_msg(line == strlen(titles[i].title) &&
                          strncmp(buf_text(&text), titles[i].title, line) == 0,
                      "%.*s", (int)line, buf_text(&text));
        buf_release(&text);
    }
    frame_free(f);
    arena_release(&a);
}
END_TEST

/* A text that is longer than its column keeps a gap from the next one. */
START_TEST(columns_keep_apart)
{
    Arena a = {0};
    Buf text = {0};
    Frame *f = frame_new(40, 12);
    Doc *d = doc_new(&a, DOC_LIST, NULL, "A list");
    doc_row(d, (Target){0}, "short\tsecond");
    doc_row(d, (Target){0}, "a first text that is long indeed\tsecond");
    ShowAs as = show_as(40, 12, -1, 0);
    show_page(f, d, &as);
    frame_text(&text, f, false);
    for (const char *at = buf_text(&text); (at = strstr(at, "second")) != NULL; at++)
        ck_assert_int_eq(strncmp(at - 2, "  ", 2), 0);
    buf_release(&text);
    frame_free(f);
    arena_release(&a);
}
END_TEST

/* Rows go to the edge of the window, on a page of text, too, and where there is one alone. */
START_TEST(a_row_is_laid_out_alike_in_any_list)
{
    static const int widths[] = {30, 80, 120, 200};
    Arena a = {0};
    Frame *one = frame_new(1, 1), *two = frame_new(1, 1);
    for (int i = 0; i < COUNT(widths); i++) {
        ShowAs as = show_as(widths[i], 24, 0, 0);
        Doc *d = doc_new(&a, DOC_TEXT, NULL, "A list");
        doc_row(d, (Target){0}, "first\tsays")->right = "right";
        show_page(one, d, &as);
        doc_row(d, (Target){0}, "first\tsays")->right = "right";
        show_page(two, d, &as);
        const size_t row = (size_t)(one->cursor_row * widths[i]);
        ck_assert_int_eq(one->cursor_row, two->cursor_row);
        for (int col = 0; col < widths[i]; col++) {
            const Glyph *x = &one->glyph[row + (size_t)col], *y = &two->glyph[row + (size_t)col];
            ck_assert_msg(strcmp(x->bytes, y->bytes) == 0 && x->style == y->style,
                          "column %d of %d", col, widths[i]);
        }
    }
    frame_free(one);
    frame_free(two);
    arena_release(&a);
}
END_TEST

START_TEST(the_row_marked_is_seen)
{
    Frame *f = frame_new(1, 1);
    for (int i = 0; i < 300; i++) {
        Arena a = {0};
        int rows = 1 + made_random(60), row = made_random(rows);
        ShowAs as = show_as(20 + made_random(80), 6 + made_random(30), row, made_random(80));
        as.find = NULL;
        Shown shown = show_page(f, list_of(&a, rows), &as);
        expect_sound(f, as.width, as.height);
        char name[32];
        snprintf(name, sizeof name, "row %d ", row);
        ck_assert_msg(shows(f, name), "row %d of %d at %dx%d", row, rows, as.width, as.height);
        ck_assert_int_ge(f->cursor_row, 0);
        Target t = show_target(f, f->cursor_row, 3);
        ck_assert(t.kind == TARGET_ROW && t.of == row);
        ck_assert(shown.scroll <= shown.scroll_most);
        arena_release(&a);
    }
    frame_free(f);
}
END_TEST

START_TEST(a_prompt_over_a_page)
{
    Frame *f = frame_new(1, 1);
    for (int i = 0; i < 400; i++) {
        Arena a = {0};
        ShowAs as = show_as(1 + made_random(90), 1 + made_random(30), -1, 0);
        show_page(f, tell_signs(&a), &as);
        int rows = made_random(30), marked = made_random(rows + 1) - 1;
        const char *line = made_random(2) ? "scores[x2, x2] = 0"
                                          : "日本語 and a line that is long enough "
                                            "for any window to be too narrow";
        ShowPrompt p = {.head = "what if ",
                        .line = line,
                        .caret = made_random((int)strlen(line) + 1),
                        .said = made_random(2) ? "0.9: too small.\nHint: more." : NULL,
                        .suggestions = made_random(4) ? list_of(&a, rows) : NULL,
                        .marked = marked,
                        .keys = " Enter run"};
        while (((unsigned char)line[p.caret] & 0xc0) == 0x80)
            p.caret--;
        int seen = show_prompt(f, &p);
        expect_sound(f, as.width, as.height);
        ck_assert_int_ge(f->cursor_row, 0);
        ck_assert_int_ge(f->cursor_col, 0);
        ck_assert(seen >= 0 && seen <= rows);
        if (as.height >= 12 && as.width >= 30 && marked >= 0 && p.suggestions) {
            char name[32];
            snprintf(name, sizeof name, "> row %d ", marked);
            ck_assert_msg(shows(f, name), "%s of %d at %dx%d", name, rows, as.width, as.height);
        }
        arena_release(&a);
    }
    frame_free(f);
}
END_TEST

Suite *page_suite(void)
{
    Suite *s = suite_create("page");
    TCase *t = tcase_create("page");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, any_size);
    tcase_add_test(t, the_number_pointed_at_is_seen);
    tcase_add_test(t, all_words_are_read);
    tcase_add_test(t, given_numbers_are_seen_once);
    tcase_add_test(t, no_hidden_digit_is_told);
    tcase_add_test(t, terms_are_numbered_for_the_ear);
    tcase_add_test(t, a_page_that_knows_of_no_class);
    tcase_add_test(t, a_stage_as_it_is_drawn);
    tcase_add_test(t, a_narrow_title);
    tcase_add_test(t, columns_keep_apart);
    tcase_add_test(t, a_row_is_laid_out_alike_in_any_list);
    tcase_add_test(t, the_row_marked_is_seen);
    tcase_add_test(t, a_prompt_over_a_page);
    suite_add_tcase(s, t);
    return s;
}
