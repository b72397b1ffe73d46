/* Along a path, from lesson to lesson and back. */
#include <stdio.h>
#include <string.h>

#include "folder.h"
#include "made.h"
#include "suites.h"

static Library *library;
static App *app;

static void begin(void)
{
    made_enter();
    folder_write("lessons/04-other.md", "# Other\n\nIts introduction.\n\n## One\n\nA.\n\n## Two\n\n"
                                        "B.\n\n## Three\n\nC.\n\n## Four\n\nD.\n");
    folder_write("lessons/way.md", "# A way\n\n<!-- minutes: 9 -->\n\n## First\n\n"
                                   "<!-- stages: 04 0-1 4 -->\n\n## Second\n\n"
                                   "<!-- stages: 01 2 -->\n\n## End\n\nDone.\n");
    library = library_open();
    app = app_new(library, false);
}

static void end(void)
{
    app_free(app);
    library_free(library);
    remove("lessons/04-other.md");
    remove("lessons/way.md");
    made_leave();
}

static const char *here(Arena *a)
{
    const Spot s = model_spot(app_model(app));
    return s.lesson < 0 ? "menu"
                        : arena_format(a, "%.3s %d", library->entry[s.lesson].name, s.stage);
}

static void open_way(void)
{
    Err err = {0};
    app_open(app, library_find(library, "way", &err));
}

/* Space meets the stages that the path names, and no others; Backspace the same ones. */
START_TEST(space_follows_the_path)
{
    static const char *const stages[] = {"way 0", "way 1", "04- 0", "04- 1",
                                         "04- 4", "way 2", "01- 2", "way 3"};
    Arena a = {0};
    open_way();
    int at = 0;
    for (int presses = 0; at + 1 < COUNT(stages) && presses < 60; presses++) {
        made_press(app, "Space");
        at += strcmp(here(&a), stages[at]) != 0;
        ck_assert_str_eq(here(&a), stages[at]);
    }
    made_press(app, "Space");
    made_expect(app, "This is where the path ends.");
    for (int presses = 0; at > 0 && presses < 60; presses++) {
        made_press(app, "Bksp");
        at -= strcmp(here(&a), stages[at]) != 0;
        ck_assert_str_eq(here(&a), stages[at]);
    }
    ck_assert_int_eq(at, 0);
    arena_release(&a);
}
END_TEST

START_TEST(it_says_what_it_leaves_out)
{
    open_way();
    made_press(app, "Space");
    made_expect(app, "Next: lesson 04, introduction, stages 1 and 4.");
    made_press(app, "Space Space Space");
    made_expect(app, "Stages 2 and 3 are not on this path.");
}
END_TEST

/* n and p go by stages of the path, too. */
START_TEST(whole_stages)
{
    Arena a = {0};
    open_way();
    made_press(app, "Space Space Space n");
    ck_assert_str_eq(here(&a), "04- 4");
    made_press(app, "p");
    ck_assert_str_eq(here(&a), "04- 1");
    made_press(app, "n n");
    ck_assert_str_eq(here(&a), "way 2");
    arena_release(&a);
}
END_TEST

/* A lesson that is chosen is read as a whole. */
START_TEST(a_lesson_that_is_chosen_is_on_no_path)
{
    Arena a = {0};
    open_way();
    made_press(app, "Space Space Space");
    app_line(app, "lesson 04");
    made_press(app, "Space");
    ck_assert_str_eq(here(&a), "04- 2");
    arena_release(&a);
}
END_TEST

START_TEST(the_menu_begins_after_the_paths)
{
    made_expect(app, "A way");
    made_expect(app, "9 min");
    made_press(app, "Enter");
    Arena a = {0};
    ck_assert_str_eq(here(&a), "01- 0");
    arena_release(&a);
}
END_TEST

/* A path whose lesson is gone says so and stays. */
START_TEST(a_lesson_that_is_not_there)
{
    Err err = {0};
    Arena a = {0};
    folder_write("lessons/astray.md", "# Astray\n\n## One\n\n<!-- stages: 77 1 -->\n");
    Library *other = library_open();
    App *its = app_new(other, false);
    app_open(its, library_find(other, "astray", &err));
    made_press(its, "Space Space");
    made_expect(its, "There is no lesson 77 here.");
    ck_assert_int_eq(model_spot(app_model(its)).stage, 1);
    app_free(its);
    library_free(other);
    remove("lessons/astray.md");
    arena_release(&a);
}
END_TEST

Suite *walk_suite(void)
{
    Suite *s = suite_create("path");
    TCase *t = suite_case(s, "path");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, space_follows_the_path);
    tcase_add_test(t, it_says_what_it_leaves_out);
    tcase_add_test(t, whole_stages);
    tcase_add_test(t, a_lesson_that_is_chosen_is_on_no_path);
    tcase_add_test(t, the_menu_begins_after_the_paths);
    tcase_add_test(t, a_lesson_that_is_not_there);
    return s;
}
