/* Places as the fragments of links: each leads back, and no fragment does harm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "lesson/library.h"
#include "suites.h"
#include "web/place.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static Library *library;
static App *app;

/* The lessons of the program, which are read from where the test began; what is written goes to a fresh folder. */
static void enter(void)
{
    char lessons[4096];
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

static void begin(void)
{
    library = library_open();
    ck_assert_int_gt(library->count, 0);
    app = app_new(library, false);
}

static void end(void)
{
    app_free(app);
    library_free(library);
}

/* Words on going there; the caller frees it. */
static char *said_by(const char *fragment)
{
    Buf said = {0};
    bool ok = place_go(app, fragment, &said);
    ck_assert_msg(ok == (said.length == 0), "%s: %s", fragment, buf_text(&said));
    char *text = strdup(buf_text(&said));
    buf_release(&said);
    return text;
}

static void go(const char *fragment)
{
    char *said = said_by(fragment);
    ck_assert_msg(*said == '\0', "%s: %s", fragment, said);
    free(said);
}

static char *place(void)
{
    Buf text = {0};
    place_write(&text, app);
    char *copy = strdup(buf_text(&text));
    buf_release(&text);
    return copy;
}

static void expect_place(const char *expected)
{
    char *now = place();
    ck_assert_str_eq(now, expected);
    free(now);
}

static void show(int stage, int stop)
{
    Model m = *app_model(app);
    const Run *run = app_world(app)->lens.run;
    model_open(&m, app_world(app), spot_at(model_spot(&m), run, stage, stop));
    app_put(app, &m);
}

/* Away from where the app is, and back: the same step, page and number. */
static void expect_back(void)
{
    char *there = place();
    const Spot spot = model_spot(app_model(app));
    const Page page = *model_page(app_model(app));
    ck_assert_msg(*there, "no place");
    show(0, 0);
    go(there);
    const Spot now = model_spot(app_model(app));
    const Page *back = model_page(app_model(app));
    ck_assert_msg(now.lesson == spot.lesson && now.stage == spot.stage && now.stop == spot.stop,
                  "%s leads to stop %d of stage %d, not %d of %d", there, now.stop, now.stage,
                  spot.stop, spot.stage);
    ck_assert_msg(back->name == page.name && (page.name != PAGE_NUMBER || back->tab == page.tab),
                  "%s leads to another page", there);
    if (page.name == PAGE_NUMBER)
        ck_assert_msg(back->step == page.step && back->cell == page.cell,
                      "%s leads to cell %lld of %d, not %lld of %d", there, (long long)back->cell,
                      back->step, (long long)page.cell, page.step);
    expect_place(there);
    free(there);
}

static bool ask(int step, int64_t cell)
{
    const Target target = {.kind = TARGET_NUMBER, .of = step, .cell = cell};
    for (int i = 0; i < 2 && model_page(app_model(app))->name != PAGE_NUMBER; i++)
        app_target(app, target);
    const Page *page = model_page(app_model(app));
    return page->name == PAGE_NUMBER && page->step == step && page->cell == cell;
}

/* Every stop of a lesson, also those inside of code; of each result its first and last number and one between, and
 * from there a number that it is made of, which may be the result of any other step. */
static int walk(void)
{
    const Run *run = app_world(app)->lens.run;
    int asked = 0;
    for (int stage = 0; stage < run->lesson->stages; stage++)
        for (int stop = 0; stop <= run_stops(run, stage); stop++) {
            show(stage, stop);
            expect_back();
            const Spot spot = model_spot(app_model(app));
            const QkvTensor *t = spot_tensor(run, &spot, 0);
            for (int which = 0; t && t->step >= 0 && t->count > 0 && which < 3; which++) {
                show(stage, stop);
                if (!ask(t->step, which * (t->count - 1) / 2))
                    continue;
                asked++;
                expect_back();
                app_line(app, "open 1");
                expect_back();
            }
        }
    return asked;
}

START_TEST(every_place_leads_back)
{
    begin();
    ck_assert_int_lt(_i, library->count);
    app_open(app, _i);
    ck_assert_ptr_nonnull(app_world(app)->lens.run);
    ck_assert_int_gt(walk(), 10);
    end();
}
END_TEST

/* The tensor's step and the cell that the pointer of a stage is on. */
static void pointed_at(int *step, int64_t *cell)
{
    const Page *page = model_page(app_model(app));
    const QkvTensor *t = page_row(page)->where(app_world(app)->lens.run, page, cell);
    *step = t ? t->step : -1;
}

/* Pointers on all numbers of a step, each tab of a number, and what opens over the lesson. */
START_TEST(pointer_tab_and_page_come_along)
{
    static const char *const pages[] = {"contents", "changes", "signs", "notes"};
    static const char *const places[] = {"01/5.1", "09/6.1", "25/9.3"};
    begin();
    go(places[_i]);
    expect_place(places[_i]); /* a pointer that nobody moved is no part of it */
    const Run *run = app_world(app)->lens.run;
    const Spot spot = model_spot(app_model(app));
    for (int thing = 0; thing < 3; thing++) {
        const QkvTensor *t = spot_tensor(run, &spot, thing);
        for (int64_t cell = 0; t && t->step >= 0 && cell < t->count; cell += 1 + t->count / 5) {
            int step[2];
            int64_t at[2];
            go(places[_i]);
            pointed_at(&step[0], &at[0]);
            if (step[0] != t->step || at[0] != cell)
                app_target(app, (Target){.kind = TARGET_NUMBER, .of = t->step, .cell = cell});
            pointed_at(&step[0], &at[0]);
            ck_assert(step[0] == t->step && at[0] == cell);
            expect_back();
            pointed_at(&step[1], &at[1]);
            ck_assert(step[0] == step[1] && at[0] == at[1]);
        }
    }
    const QkvTensor *result = spot_tensor(run, &spot, 0);
    go(places[_i]);
    ck_assert(ask(result->step, result->count - 1));
    for (int tab = 0; tab < TABS; tab++) {
        char line[80];
        snprintf(line, sizeof line, "inspect %s", tell_tab_name((Tab)tab));
        app_line(app, line);
        expect_back();
    }
    for (int i = 0; i < COUNT(pages); i++) {
        go("01/5.1?change=x%5Bx1,%20f1%5D%20%3D%202");
        app_line(app, pages[i]);
        expect_back();
    }
    end();
}
END_TEST

/* A page is opened by a link only by the words that a link is written with. */
START_TEST(no_other_line_is_obeyed)
{
    begin();
    go("01/5.1?page=next");
    expect_place("01/5.1");
    go("01/5.1?page=write%20x");
    go("01/5.1?page=class%20on");
    go("01/5.1/x2,x2?page=inspect%20");
    expect_place("01/5.1/x2,x2");
    ck_assert(!app_model(app)->class.on);
    ck_assert_str_eq(folder_list("."), "");
    end();
}
END_TEST

/* With another detail pages count other steps: links do not. */
START_TEST(a_link_does_not_depend_on_the_detail)
{
    static const char *const details[] = {"named", "results", "operations"};
    static const Detail of[] = {DETAIL_NORMAL, DETAIL_BRIEF, DETAIL_EVERY};
    Spot first = {0};
    begin();
    go("25/9.3");
    for (int i = 0; i < COUNT(details); i++) {
        char line[40];
        snprintf(line, sizeof line, "view detail %s", details[i]);
        app_line(app, line);
        go("25/0");
        go("25/9.3");
        expect_place("25/9.3");
        const Spot now = model_spot(app_model(app));
        ck_assert_int_eq(now.detail, of[i]);
        first = i == 0 ? now : first;
        ck_assert_int_eq(now.stop, first.stop);
    }
    end();
}
END_TEST

START_TEST(changes_come_along)
{
    static const char link[] =
        "01/5.1/x2,x2?change=w_query%5Bf1,%20q2%5D%20%3D%205&change=x%5Bx1,%20f1%5D%20%3D%202";
    begin();
    go(link);
    expect_place(link);
    ck_assert_int_eq(app_world(app)->whatif->on, 2);
    /* without them it is the lesson as it is, and they are kept, off */
    go("01/5.1");
    ck_assert_int_eq(app_world(app)->whatif->lines, 2);
    ck_assert_int_eq(app_world(app)->whatif->on, 0);
    expect_place("01/5.1");
    go(link);
    expect_place(link);
    ck_assert_int_eq(app_world(app)->whatif->lines, 2);
    app_line(app, "with off");
    expect_place("01/5.1/x2,x2");
    end();
}
END_TEST

static const struct {
    const char *fragment, *said;
} refused[] = {
    {"77", "There is no lesson 77"},
    {"77/1.1/x", "There is no lesson 77"},
    {"..%2F..%2Fetc%2Fpasswd", "There is no lesson ../../etc/passwd"},
    {"-", "There is no lesson -"},
    {"%00", "There is no lesson"},
    {"%1B%5B2J/1", "There is no lesson ?[2J"},
    {"01/9.9", "There is no step 9.9: stage 9 has steps 0 to 5"},
    {"01/99", "There is no step 99: the lesson has stages 0 to 12"},
    {"01/99999999999999999999", "There is no step"},
    {"01/-1", "There is no step -1"},
    {"01/5:99", "There is no step 5:99"},
    {"01/99:1", "There is no step 99:1"},
    {"01/5.1/zz", "There is no query zz: 0 to 2, or x1, x2, x3."},
    {"01/5.1/x9,x9", "There is no query x9: 0 to 2"},
    {"01/5.1/zz%5Bx1%5D", "No result is called zz"},
    {"01/0/x1", "No result"},
    {"01/5.1/999999:0", "There is no number 999999:0"},
    {"01/5.1/0:999999999", "There is no number 0:999999999"},
    {"01/5.1?change=zz%20%3D%201", "The change of this link cannot be made:"},
    {"01/5.1?change=x%5B", "The change of this link cannot be made:"},
};

START_TEST(what_is_not_there_is_said)
{
    begin();
    go("03/2.1");
    char *said = said_by(refused[_i].fragment);
    ck_assert_msg(strncmp(said, refused[_i].said, strlen(refused[_i].said)) == 0, "%s", said);
    ck_assert_ptr_null(strchr(said, '\n'));
    free(said);
    go("03/2.1");
    expect_place("03/2.1");
    end();
}
END_TEST

START_TEST(a_link_may_not_be_endless)
{
    begin();
    Buf text = {0};
    buf_puts(&text, "01/5.1?");
    for (int i = 0; i < 40; i++)
        buf_printf(&text, "&change=x%%5Bx1,%%20f1%%5D%%20%%3D%%20%d", i);
    char *said = said_by(buf_text(&text));
    ck_assert_str_eq(said, "This link has more than 32 changes.");
    free(said);
    buf_clear(&text);
    buf_puts(&text, "01?change=");
    buf_fill(&text, 'x', 500);
    said = said_by(buf_text(&text));
    ck_assert_str_eq(said, "A change of this link is too long.");
    free(said);
    buf_clear(&text);
    buf_fill(&text, 'x', (1 << 16) - 1);
    said = said_by(buf_text(&text));
    ck_assert_uint_lt(strlen(said), 100);
    free(said);
    buf_clear(&text);
    buf_fill(&text, 'x', 1 << 17);
    said = said_by(buf_text(&text));
    ck_assert_str_eq(said, "This link is too long.");
    free(said);
    buf_release(&text);
    end();
}
END_TEST

static unsigned next(unsigned *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 16;
}

/* Signs of places in any order: nothing happens but a place, or a sentence about it; no file appears. */
START_TEST(any_fragment_does_no_harm)
{
    static const char *const piece[] = {"01",
                                        "/",
                                        "5.1",
                                        "5:2",
                                        ",",
                                        "x2",
                                        "?change=",
                                        "&change=",
                                        "%5B",
                                        "%5D",
                                        "%",
                                        "%0A",
                                        "#",
                                        "=",
                                        "[",
                                        "]",
                                        "x",
                                        "weights",
                                        "-1",
                                        "03",
                                        "..",
                                        "%C3%A9",
                                        "\xc3\x28",
                                        "17:",
                                        "3",
                                        " ",
                                        "line%202",
                                        "%20",
                                        "%3D",
                                        "5",
                                        "?page=contents",
                                        "&point=x2",
                                        "&page=inspect%20tree",
                                        "%2F",
                                        "~"};
    unsigned state = 5;
    begin();
    for (int i = 0; i < 1500; i++) {
        Buf text = {0}, said = {0};
        for (int n = (int)(next(&state) % 12); n >= 0; n--)
            buf_puts(&text, piece[next(&state) % COUNT(piece)]);
        if (i % 2)
            for (const char *head = "01/5.1/"; *head; head++)
                buf_putc(&said, *head);
        buf_puts(&said, buf_text(&text));
        free(said_by(buf_text(&said)));
        char *now = place();
        if (*now)
            go(now);
        free(now);
        buf_release(&text);
        buf_release(&said);
    }
    ck_assert_str_eq(folder_list("."), "");
    end();
}
END_TEST

Suite *place_suite(void)
{
    enum { LESSONS = 32 };
    Suite *s = suite_create("place");
    TCase *back = suite_case(s, "back");
    tcase_add_unchecked_fixture(back, enter, leave);
    tcase_set_timeout(back, 60);
    tcase_add_loop_test(back, every_place_leads_back, 0, LESSONS);
    tcase_add_loop_test(back, pointer_tab_and_page_come_along, 0, 3);
    tcase_add_test(back, no_other_line_is_obeyed);
    tcase_add_test(back, a_link_does_not_depend_on_the_detail);
    tcase_add_test(back, changes_come_along);
    TCase *strange = suite_case(s, "strange");
    tcase_add_unchecked_fixture(strange, enter, leave);
    tcase_add_loop_test(strange, what_is_not_there_is_said, 0, COUNT(refused));
    tcase_add_test(strange, a_link_may_not_be_endless);
    tcase_add_test(strange, any_fragment_does_no_harm);
    return s;
}
