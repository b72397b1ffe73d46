/* The first screen: its numbers are those of a run with the changes that were made there, and nothing else knows of these. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "lesson/whatif.h"
#include "suites.h"
#include "tell/lens.h"
#include "web/web.h"

#define LEAST 0.001

enum { WORDS = 7, SHE = 4, TOM = 2, ANNA = 0 };

static char lessons[4096];

static void enter(void)
{
    ck_assert_ptr_nonnull(realpath("lessons", lessons));
    folder_enter();
    setenv("QKV_LESSONS", lessons, 1);
    setenv("HOME", folder_path(), 1);
    unsetenv("XDG_STATE_HOME");
}

static void leave(void)
{
    folder_leave();
    unsetenv("QKV_LESSONS");
}

static void expect_in(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "'%s' is not in '%s'", part, text);
}

static void expect_no(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) == NULL, "'%s' is in '%s'", part, text);
}

/* The text of the button with this data-f. */
static const char *button(const char *page, char kind, int at)
{
    static char text[200];
    char mark[40];
    snprintf(mark, sizeof mark, "data-f=\"%c%d\"", kind, at);
    const char *begin = strstr(page, mark);
    ck_assert_msg(begin != NULL, "no %s in %s", mark, page);
    begin = strstr(begin, "<span>") + strlen("<span>");
    snprintf(text, sizeof text, "%.*s", (int)strcspn(begin, "<"), begin);
    return text;
}

static const QkvTensor *tensor_of(const Run *run, const char *name)
{
    const QkvTensor *found = NULL;
    for (int i = 0; i < run->stops; i++)
        if (run->stop[i].name && run->stop[i].tensor && run->stop[i].in.kind == INSIDE_NOTHING &&
            strcmp(run->stop[i].name, name) == 0)
            found = run->stop[i].tensor;
    ck_assert_ptr_nonnull(found);
    return found;
}

static const char *cell_text(const Lens *l, const QkvTensor *t, int64_t cell)
{
    static char text[80];
    Buf buf = {0};
    const NumberFormat format = lens_format(l, t);
    lens_cell(&buf, l, t, cell, &format);
    const char *at = buf_text(&buf);
    snprintf(text, sizeof text, "%s%s", *at == '-' ? "\xE2\x88\x92" : "", at + (*at == '-'));
    buf_release(&buf);
    return text;
}

static int count_in(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

/* Lines, weights and scores of the word picked, beside a run. */
static void expect_run(const char *page, const Run *run, const Lens *l, int row)
{
    const QkvTensor *weights = tensor_of(run, "weights"), *scores = tensor_of(run, "scores");
    int lines = 0;
    for (int i = 0; i < WORDS * WORDS; i++) {
        const double part = lens_value(l, weights, i);
        char line[200];
        snprintf(line, sizeof line, "data-from=\"%d\" data-to=\"%d\" data-part=\"%.6g\"", i / WORDS,
                 i % WORDS, part);
        if (part >= LEAST)
            expect_in(page, line);
        lines += part >= LEAST;
    }
    ck_assert_int_eq(count_in(page, "data-part="), lines);
    for (int i = 0; i < WORDS; i++) {
        ck_assert_str_eq(button(page, 'w', i), cell_text(l, weights, row * WORDS + i));
        ck_assert_str_eq(button(page, 's', i), cell_text(l, scores, row * WORDS + i));
    }
}

static void expect_change(const char *page, const char *change, int row)
{
    Err err = {0};
    char path[5000];
    snprintf(path, sizeof path, "%s/09-who-is-she.md", lessons);
    Lesson *lesson = lesson_read(path, &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    Run *run = run_lesson(lesson);
    const ChangeLine line = {change, false};
    WhatIf *w = change ? whatif_run(run, &line, 1, &err) : NULL;
    ck_assert_msg(!err.set, "%s", err.message);
    const Lens lens = {.run = w ? w->variant[0].run : run, .decimals = NUMBER_DECIMALS};
    expect_run(page, lens.run, &lens, row);
    whatif_free(w);
    run_free(run);
    lesson_free(lesson);
}

START_TEST(the_lesson_says_which_word)
{
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    const char *page = qkv_web_front();
    expect_in(page, "<h1>Who is she?</h1>");
    expect_in(page, "data-f=\"p4\" tabindex=\"0\" class=\"word\" aria-pressed=\"true\"");
    expect_in(page, "data-f=\"p0\" tabindex=\"-1\" class=\"word found\"");
    ck_assert_str_eq(button(page, 'w', ANNA), "0.9997");
    ck_assert_str_eq(button(page, 's', TOM), "\xE2\x88\x92"
                                             "14");
    expect_in(page, "says: Anna saw Tom and <mark>Anna</mark> helped <mark>Tom</mark></p>");
    expect_in(page, "class=\"button first\" href=\"#00\"><span>Begin at the beginning</span>");
    expect_in(page, "href=\"#09\"><span>Read this lesson</span><small>40 min</small>");
    expect_change(page, NULL, SHE);
    qkv_web_front_pick(6);
    page = qkv_web_front();
    expect_change(page, NULL, 6);
    expect_in(page, "<b class=\"q\">him</b> with <b class=\"k\">Tom</b>");
}
END_TEST

START_TEST(a_score_that_is_moved_is_a_change)
{
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    char *before = strdup(qkv_web_front());
    qkv_web_front_move(10);
    const char *page = qkv_web_front();
    expect_change(page, "scores[she, Anna] = 10", SHE);
    expect_in(page, "class=\"score changed\" aria-pressed=\"true\"");
    expect_in(page, "and <mark class=\"lost\">she</mark> helped <mark>Tom</mark>");
    qkv_web_front_move(30);
    expect_change(qkv_web_front(), "scores[she, Anna] = 30", SHE);
    qkv_web_front_hold(TOM);
    qkv_web_front_move(29.5);
    qkv_web_front_undo();
    qkv_web_front_hold(ANNA);
    ck_assert_str_eq(qkv_web_front(), before);
    qkv_web_front_move(10);
    ck_assert_str_eq(qkv_web_go("09/6.1"), "");
    ck_assert_str_eq(qkv_web_place(), "09/6.1");
    ck_assert_str_eq(qkv_web_front(), "");
    free(before);
}
END_TEST

START_TEST(a_weight_is_asked_beside_the_sentence)
{
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    qkv_web_elements(1);
    qkv_web_front();
    qkv_web_front_move(10);
    qkv_web_front_ask(SHE);
    ck_assert_int_eq(qkv_web_front_asked(), 1);
    qkv_web_page();
    expect_in(qkv_web_part("number"), "weights[she, she]");
    expect_in(qkv_web_part("number"), "0.997");
    ck_assert_str_eq(qkv_web_place(), "");
    qkv_web_key("q");
    ck_assert_int_eq(qkv_web_front_asked(), 0);
    qkv_web_page();
    expect_no(qkv_web_part("number"), "weights");
    expect_in(qkv_web_front(), "class=\"score changed\"");
}
END_TEST

START_TEST(numbers_that_are_none_do_nothing)
{
    qkv_web_front_pick(0);
    qkv_web_front_move(1);
    qkv_web_front_ask(0);
    ck_assert_int_eq(qkv_web_front_asked(), 0);
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    char *before = strdup(qkv_web_front());
    const int words[] = {-1, WORDS, 1 << 30};
    for (int i = 0; i < 3; i++) {
        qkv_web_front_pick(words[i]);
        qkv_web_front_hold(words[i]);
        qkv_web_front_ask(words[i]);
    }
    qkv_web_front_move((double)NAN);
    qkv_web_front_move((double)INFINITY);
    qkv_web_front_move(1e300);
    ck_assert_int_eq(qkv_web_front_asked(), 0);
    ck_assert_str_eq(qkv_web_front(), before);
    free(before);
}
END_TEST

/* Lessons that a folder has, and what of the first screen. */
static const struct {
    const char *front, *code, *part; /* NULL: there is no such screen */
} others[] = {
    {"", "w = torch.softmax(torch.eye(2), -1)", NULL},
    {"<!-- front: w[0, 1] -->", "w = torch.softmax(torch.eye(2), -1)", "data-f=\"w1\""},
    {"<!-- front: w[0, 9] -->", "w = torch.softmax(torch.eye(2), -1)", NULL},
    {"<!-- front: v[0, 1] -->", "w = torch.softmax(torch.eye(2), -1)", NULL},
    {"<!-- front: w[0, 1] -->", "w = torch.eye(2) + 1", NULL},
    {"<!-- front: w[0, 1] -->", "w = torch.softmax(torch.eye(13), -1)", NULL},
    {"<!-- front: w[0, 1] -->", "w = torch.softmax(torch.ones(2, 3), -1)", NULL},
    {"<!-- front: w[0, 1] -->",
     "#| rows: <b>a</b> <script>\nw = torch.softmax(torch.eye(2), -1)\nprint('<i>')",
     "<span>&lt;b&gt;a&lt;/b&gt;</span>"},
};

START_TEST(other_lessons)
{
    char text[500];
    snprintf(text, sizeof text, "# T <i>\n%s\n## S\n\n```python\nimport torch\n%s\n```\n",
             others[_i].front, others[_i].code);
    folder_clear();
    folder_write("lessons/01-one.md", text);
    unsetenv("QKV_LESSONS");
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    const char *page = qkv_web_front();
    if (others[_i].part)
        expect_in(page, others[_i].part);
    else
        ck_assert_str_eq(page, "");
    expect_no(page, "<script");
    expect_no(page, "<i>");
    expect_no(page, "<b>a");
}
END_TEST

Suite *front_suite(void)
{
    Suite *s = suite_create("front");
    TCase *c = tcase_create("front");
    tcase_add_checked_fixture(c, enter, leave);
    tcase_add_test(c, the_lesson_says_which_word);
    tcase_add_test(c, a_score_that_is_moved_is_a_change);
    tcase_add_test(c, a_weight_is_asked_beside_the_sentence);
    tcase_add_test(c, numbers_that_are_none_do_nothing);
    tcase_add_loop_test(c, other_lessons, 0, (int)(sizeof others / sizeof *others));
    suite_add_tcase(s, c);
    return s;
}
