/* Asking numbers, from page to page: what Enter goes to, how one comes back, and what is kept on the way. */
#include <string.h>

#include "lesson/library.h"
#include "made.h"
#include "suites.h"

static Library *library;

static App *start_at(const char *where)
{
    Err err = {0};
    library = library_open();
    App *app = app_new(library, false);
    app_open(app, MADE_FIRST);
    ck_assert_msg(app_goto(app, where, &err), "%s", err.message);
    return app;
}

static void end(App *app)
{
    app_free(app);
    library_free(library);
}

/* --- what is asked -------------------------------------------------------------------------------- */

START_TEST(enter_asks_in_the_matrix_that_tab_chose)
{
    App *app = start_at("3.3");
    app_resize(app, 80, 16);
    made_press(app, "Tab ]");
    made_expect(app, "blocks: item x2 (2 of 3). Enter asks in it.");
    made_press(app, "Enter");
    made_expect(app, "blocks[x2][0][a] = 0");
    made_press(app, "q");
    made_expect(app, "stage 3/4  step 3/5");
    made_press(app, "S-Tab [ Enter");
    made_expect(app, "total[0][a] = ");
    end(app);
}
END_TEST

/* --- and back ------------------------------------------------------------------------------------- */

START_TEST(leaving_a_number_of_another_stage_says_where_one_is)
{
    App *app = start_at("2.1");
    made_press(app, "Enter q");
    made_expect_gone(app, "where the question began");
    made_press(app, "Enter Enter Enter");
    made_expect(app, "stage 1/4  CELL");
    made_press(app, "q");
    made_expect(app, "stage 2/4  step 1/5");
    made_expect(app, "Back in stage 2, where the question began: the number was made in stage 1.");
    end(app);
}
END_TEST

START_TEST(coming_back_from_a_jump_keeps_the_block)
{
    App *app = start_at("3.1");
    made_press(app, "] g ' Enter");
    made_expect(app, "blocks[x2][0][a]");
    end(app);
}
END_TEST

/* --- how numbers look ----------------------------------------------------------------------------- */

START_TEST(more_decimals_are_never_fewer)
{
    static const struct {
        const char *keys;
        int decimals;
    } walk[] = {{"x", 9}, {"+", 9}, {"-", 8}, {"x", 9}, {"x", 8},
                {"+", 9}, {"x", 4}, {"+", 5}, {"x", 9}, {"x", 5}};
    App *app = start_at("2.3");
    for (int i = 0; i < COUNT(walk); i++) {
        made_press(app, walk[i].keys);
        ck_assert_int_eq(place_decimals(app_place(app)), walk[i].decimals);
    }
    made_expect(app, "Numbers with 5 decimals at most.");
    end(app);
}
END_TEST

Suite *ask_suite(void)
{
    Suite *s = suite_create("ask");
    TCase *c = tcase_create("ask");
    tcase_add_unchecked_fixture(c, made_enter, made_leave);
    tcase_add_checked_fixture(c, made_clear, NULL);
    tcase_add_test(c, enter_asks_in_the_matrix_that_tab_chose);
    tcase_add_test(c, more_decimals_are_never_fewer);
    tcase_add_test(c, leaving_a_number_of_another_stage_says_where_one_is);
    tcase_add_test(c, coming_back_from_a_jump_keeps_the_block);
    suite_add_tcase(s, c);
    return s;
}
