/* The mouse: what is seen at a place of the screen is what a click there is about. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "made.h"
#include "suites.h"

static App *open_first(Library **library, const char *keys)
{
    *library = library_open();
    App *app = app_new(*library, false);
    app_open(app, MADE_FIRST);
    made_press(app, keys);
    return app;
}

static void close_app(App *app, Library *library)
{
    app_free(app);
    library_free(library);
}

/* Clicks on the n-th place, from 1, where the screen has a text. */
static void click(App *app, const char *text, int nth)
{
    const Frame *f = app_frame(app);
    Buf screen = {0};
    frame_text(&screen, f, false);
    int row = 0;
    for (const char *line = buf_text(&screen); *line; row++) {
        size_t length = strcspn(line, "\n");
        for (const char *at = strstr(line, text); at && at < line + length;
             at = strstr(at + 1, text))
            if (--nth == 0) {
                Arena arena = {0};
                int col = utf8_columns(arena_text(&arena, line, (size_t)(at - line)));
                arena_release(&arena);
                buf_release(&screen);
                app_click(app, row, col);
                return;
            }
        line += length + 1;
    }
    fputs(buf_text(&screen), stderr);
    ck_abort_msg("'%s' is not on the screen above", text);
}

START_TEST(a_number_is_asked)
{
    Library *library;
    App *app = open_first(&library, "2 Enter Space");
    click(app, "10.00", 1); /* q[x2][0] */
    made_expect(app, "CELL");
    made_expect(app, ">10.00<");
    click(app, "-2.00", 1); /* of w: an operand, on the cell page */
    made_expect(app, "w[0][1]");
    made_press(app, "'");
    made_expect(app, ">10.00<");
    made_press(app, "q");
    made_expect(app, "step 1/");
    click(app, "0.25", 1); /* an operand, on the page of the stage */
    made_expect(app, "w[1][1]");
    close_app(app, library);
}
END_TEST

START_TEST(a_term_is_followed)
{
    Library *library;
    App *app = open_first(&library, "2 . 3 Enter Enter");
    made_expect(app, "weights[x1][x1]");
    click(app, "exp(", 3); /* after the formula and the first term */
    made_expect(app, "scores[x1][x2] = ");
    made_press(app, "' S-Tab");
    click(app, "Enter goes to", 1);
    made_expect(app, "scores[x1][x1] = ");
    close_app(app, library);
}
END_TEST

START_TEST(the_last_line_is_pressed)
{
    Library *library;
    App *app = open_first(&library, "2 Enter");
    app_resize(app, 100, 24); /* room for the step back, too */
    click(app, "Space next", 1);
    made_expect(app, "step 1/");
    click(app, "back", 1); /* the words of a key count as well */
    made_expect(app, "step 0/");
    click(app, "t contents", 1);
    made_expect(app, "- contents -");
    click(app, "t close", 1);
    made_expect_gone(app, "- contents -");
    int width = app_place(app)->width, height = app_place(app)->height;
    app_click(app, height - 1, width - 1); /* after the last one */
    made_expect(app, "Nothing is to be had here");
    close_app(app, library);
}
END_TEST

START_TEST(rows_of_lists_open)
{
    Library *library;
    App *app = open_first(&library, "t");
    click(app, "Blocks", 1);
    made_expect(app, "stage 3/4");
    made_press(app, "/ x 2 Tab");
    click(app, "1.1", 1);
    made_expect(app, "stage 1/4");
    made_press(app, "q");
    click(app, "Zweite", 1);
    ck_assert_int_eq(app_place(app)->where.lesson, MADE_SECOND);
    ck_assert_int_eq(app_place(app)->page, PAGE_STAGE);
    close_app(app, library);
}
END_TEST

START_TEST(what_is_hidden_stays_hidden)
{
    Library *library;
    App *app = open_first(&library, "T 2 Enter Space");
    click(app, "???", 1);
    made_expect(app, "It is still hidden");
    ck_assert_int_eq(app_place(app)->page, PAGE_STAGE);
    close_app(app, library);
}
END_TEST

START_TEST(elsewhere_it_says_what_can_be_clicked)
{
    Library *library;
    App *app = open_first(&library, "2 Enter Space");
    click(app, "stage 2/4", 1);
    made_expect(app, "Nothing is to be had here: click a number");
    app_click(app, -1, 1000);
    made_expect(app, "Nothing is to be had here");
    close_app(app, library);
}
END_TEST

/* An arrow would go into the numbers. */
START_TEST(the_wheel_scrolls)
{
    Library *library;
    App *app = open_first(&library, "1 Enter");
    app_wheel(app, 1);
    ck_assert_int_eq(app_place(app)->view.scroll, 0);
    made_expect(app, "All of the text is seen.");
    app_resize(app, 40, 10);
    app_wheel(app, 1);
    ck_assert_int_eq(app_place(app)->view.scroll, 1);
    app_wheel(app, -1);
    ck_assert_int_eq(app_place(app)->view.scroll, 0);
    made_press(app, "t");
    app_wheel(app, 1);
    ck_assert_int_eq(app_place(app)->choice, 2);
    close_app(app, library);
}
END_TEST

/* Wherever one clicks, in all kinds of windows: the screen can be drawn. */
START_TEST(clicks_anywhere)
{
    static const char *const keys[] = {"Space", "t", "Enter", "?", "T", "D", "q", "Esc", "2 Enter"};
    Library *library;
    App *app = open_first(&library, "");
    for (int i = 0; i < 1500; i++) {
        if (made_random(5) == 0)
            app_resize(app, 1 + made_random(130), 1 + made_random(40));
        if (made_random(3) == 0)
            made_press(app, keys[made_random(COUNT(keys))]);
        app_click(app, made_random(app_place(app)->height), made_random(app_place(app)->width));
        Buf screen = made_screen(app);
        buf_release(&screen);
    }
    close_app(app, library);
}
END_TEST

Suite *click_suite(void)
{
    Suite *s = suite_create("click");
    TCase *t = tcase_create("click");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_test(t, a_number_is_asked);
    tcase_add_test(t, a_term_is_followed);
    tcase_add_test(t, the_last_line_is_pressed);
    tcase_add_test(t, rows_of_lists_open);
    tcase_add_test(t, what_is_hidden_stays_hidden);
    tcase_add_test(t, elsewhere_it_says_what_can_be_clicked);
    tcase_add_test(t, the_wheel_scrolls);
    tcase_add_test(t, clicks_anywhere);
    suite_add_tcase(s, t);
    return s;
}
