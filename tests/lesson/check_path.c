/* Paths: lessons that lead through stages of others. */
#include "lesson/path.h"

#include <string.h>

#include "folder.h"
#include "made.h"
#include "suites.h"

static const struct {
    const char *text;
    bool is;
} texts[] = {
    {"01 1-5 9", true},   {"01 0", true},      {"one 3", true},   {"01", false},
    {"", false},          {"01 ", false},      {"01 5-1", false}, {"01 5 5", false},
    {"01 3 1", false},    {"01 1-3 2", false}, {"01 -3", false},  {"01 1-", false},
    {"01 1,2", false},    {"01 a", false},     {" 1", false},     {"01 12345", false},
    {"01  1   3 ", true},
};

START_TEST(what_leads)
{
    ck_assert_int_eq(path_is_leads(texts[_i].text), texts[_i].is);
}
END_TEST

/* Every stage is met once, in order, and backwards the same. */
START_TEST(stages_one_after_the_other)
{
    static const int all[] = {0, 1, 2, 5, 7, 8};
    static const char leads[] = "01 0-2 5 7-8";
    int at = -1;
    for (int i = 0; i < COUNT(all); i++)
        ck_assert_int_eq(at = path_beside(leads, at, 1), all[i]);
    ck_assert_int_eq(path_beside(leads, at, 1), -1);
    for (int i = COUNT(all) - 1; i-- > 0;)
        ck_assert_int_eq(at = path_beside(leads, at, -1), all[i]);
    ck_assert_int_eq(path_beside(leads, at, -1), -1);
    ck_assert_int_eq(path_beside(leads, 3, 1), 5); /* from a stage that is not on it */
    ck_assert_int_eq(path_beside(leads, 3, -1), 2);
}
END_TEST

static const struct {
    const char *leads, *text;
} said[] = {
    {"01 1-5 9", "lesson 01, stages 1 to 5 and 9"},
    {"16 0 3-4 7", "lesson 16, introduction, stages 3, 4 and 7"},
    {"01 0-1", "lesson 01, introduction, stage 1"},
    {"01 7", "lesson 01, stage 7"},
    {"01 0", "lesson 01, introduction"},
    {"15 0-2 12-13", "lesson 15, introduction, stages 1, 2, 12 and 13"},
};

START_TEST(what_is_said_of_it)
{
    ck_assert_str_eq(path_text(&arena, said[_i].leads), said[_i].text);
    arena_release(&arena);
}
END_TEST

static const struct {
    const char *text, *wrong; /* NULL: all is there */
} paths[] = {
    {"# P\n\n## A\n\n<!-- stages: 01 0-2 -->\n", NULL},
    {"# P\n\n## A\n\n## B\n\n<!-- stages: 01 0-3 -->\n",
     "stages: lesson 01 has stages 0 to 2, and no stage 3"},
    {"# P\n\n## A\n\n<!-- stages: 09 1 -->\n", "stages: there is no lesson 09 here"},
    {"# P\n\n## A\n\n<!-- stages: path 1 -->\n", "stages: path is a path, too"},
};

START_TEST(what_it_leads_to_is_there)
{
    Err err = {0};
    folder_enter();
    folder_write("lessons/01-one.md", "# One\n\n## A\n\n## B\n");
    folder_write("lessons/path.md", paths[_i].text);
    Library *library = library_open();
    int path = library_find(library, "path", &err);
    ck_assert(library_read(&library->entry[path]));
    ck_assert(library_is_path(&library->entry[path]));
    ck_assert_int_eq(path_check(library, library->entry[path].lesson, &err), !paths[_i].wrong);
    ck_assert_str_eq(err.set ? err.message : "", paths[_i].wrong ? paths[_i].wrong : "");
    ck_assert_int_eq(library_order(&arena, library)[0], path);
    arena_release(&arena);
    library_free(library);
    folder_leave();
}
END_TEST

Suite *path_suite(void)
{
    Suite *s = suite_create("path");
    TCase *t = suite_case(s, "path");
    tcase_add_loop_test(t, what_leads, 0, COUNT(texts));
    tcase_add_test(t, stages_one_after_the_other);
    tcase_add_loop_test(t, what_is_said_of_it, 0, COUNT(said));
    tcase_add_loop_test(t, what_it_leads_to_is_there, 0, COUNT(paths));
    return s;
}
