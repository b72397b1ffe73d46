/* Exercises that were practised, and when they are asked again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/app_internal.h"
#include "app/practice_due.h"
#include "folder.h"
#include "made.h"
#include "suites.h"

static const char file[] = "state/qkv/practice";

static Due only(Arena *a)
{
    Due *due;
    ck_assert_int_eq(due_read(a, file, &due), 1);
    return due[0];
}

/* Right each time: 1, 3, 7 and 21 days, and every 21 from there; a wrong answer begins anew. */
START_TEST(days_grow_while_it_is_right)
{
    static const int after[] = {1, 3, 7, 21, 21};
    Arena a = {0};
    int64_t day = 20000;
    folder_write(file, "");
    for (int i = 0; i < COUNT(after); i++) {
        ck_assert(due_note(file, "01-x", "fill 1 y", true, day));
        ck_assert_int_eq((int)(only(&a).day - day), after[i]);
        day = only(&a).day;
    }
    ck_assert_int_eq(due_level(file, "01-x", "fill 1 y"), 4);
    ck_assert(due_note(file, "01-x", "fill 1 y", false, day));
    ck_assert_int_eq((int)(only(&a).day - day), 1);
    ck_assert_int_eq(due_level(file, "01-x", "fill 1 y"), 0);
    ck_assert_int_eq(due_level(file, "01-x", "fill 2 y"), 0);
    arena_release(&a);
}
END_TEST

START_TEST(the_file_is_readable_and_private)
{
    struct stat status;
    folder_write(file, "");
    ck_assert(due_note(file, "01-x", "order 0 a, b", true, 19723)); /* 2024-01-01 */
    ck_assert_str_eq(folder_read(file), "2024-01-02 1 01-x order 0 a, b\n");
    ck_assert_int_eq(stat(file, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    folder_write(file, "nonsense\n2024-13-01 1 a b\n2024-02-28 999 x fill 1 y\n2024-02-29 9 01-x "
                       "fill 1 z\n2024-01-02\n\n");
    Arena a = {0};
    ck_assert_str_eq(only(&a).exercise, "fill 1 z");
    ck_assert_int_eq((int)only(&a).day, 19723 + 31 + 28);
    ck_assert_int_eq(only(&a).level, 4);
    arena_release(&a);
}
END_TEST

/* The menu marks a lesson; and what is right on the screen is written down. */
START_TEST(the_menu_says_what_is_due)
{
    char path[200];
    Arena a = {0};
    snprintf(path, sizeof path, "%s", due_path(&a));
    saved_make_folders(path);
    ck_assert(due_note(path, "01-first", "fill 1 y", true, due_today() - 1));
    Library *library = library_open();
    App *app = app_new(library, true);
    made_expect(app, "1 done, due");
    ck_assert(due_note(path, "01-first", "fill 1 y", true, due_today()));
    app_key(app, K_DOWN);
    made_expect_gone(app, "due");
    app_free(app);
    library_free(library);
    arena_release(&a);
}
END_TEST

/* `practice` alone: how much was done in each lesson, what is due and when, and how to go on. */
START_TEST(what_was_done_is_told)
{
    Shell s = {0};
    const char *path = due_path(&s.arena);
    saved_make_folders(path);
    unlink(path);
    ck_assert_ptr_null(due_tell(&s));
    ck_assert_ptr_nonnull(strstr(buf_text(&s.out), "Nothing was practised yet.\nx on a step"));
    buf_clear(&s.out);
    ck_assert(due_note(path, "01-first", "fill 2 y", true, due_today()));
    ck_assert(due_note(path, "01-first", "order 0 a, b", true, due_today()));
    ck_assert(due_note(path, "02-second", "mend 0 z", true, due_today() - 1));
    ck_assert_str_eq(due_tell(&s)->exercise, "mend 0 z");
    ck_assert_str_eq(buf_text(&s.out), "01-first: 2 done, the next due in 1 day\n"
                                       "02-second: 1 done, 1 due today\n\n"
                                       "Due today:\n02-second: mend z\n"
                                       "The first is asked now, with other numbers.\n");
    ck_assert(due_note(path, "01-first", "fill 2 y", false, due_today() - 1));
    buf_clear(&s.out);
    due_tell(&s);
    ck_assert_ptr_nonnull(strstr(buf_text(&s.out), "01-first: fill in 2 lines, y\n"));
    buf_release(&s.out);
    arena_release(&s.arena);
}
END_TEST

/* Parts that are right at once are asked again later than those that were wrong before. One that held when the file
 * was opened was done another day, and one that is broken and mended is not done twice. */
START_TEST(a_file_that_is_filled_in_is_done)
{
    static const struct {
        const char *y, *z;
        int levels; /* of y, then of z: 9 for none */
    } saved[] = {{"___", "___", 99},
                 {"x * 2", "y.exp()", 91},
                 {"x @ x", "y.exp()", 1},
                 {"x @ x", "y * 2", 1},
                 {"x @ x", "y.exp()", 1}};
    Err err = {0};
    DuePart part[2] = {{false, false}};
    const char text[] = "## a\n\n```python\nx = torch.tensor([[1., 2.], [3., 5.]])\ny = x @ "
                        "x\n```\n\n## b\n\n```python\nz = y.exp()\n```\n";
    Lesson *lesson = lesson_parse("x.md", text, strlen(text), &err);
    Run *run = run_lesson(lesson);
    Worksheet *sheet = sheet_of(run);
    ck_assert_int_eq(sheet->parts, 2);
    folder_write(file, "");
    for (int i = 0; i < COUNT(saved); i++) {
        Arena a = {0};
        Due *due;
        const char *own = arena_format(&a, "#: 1 y\ny = %s\n#: 2 z\nz = %s\n#: end\n", saved[i].y,
                                       saved[i].z);
        sheet_judge(sheet, own, strlen(own), true);
        due_note_sheet(file, "x", sheet, part, i == 0, 20000);
        int count = due_read(&a, file, &due), levels = 0;
        for (int k = 0; k < 2; k++) {
            const Due *one = due_find(due, count, "x", due_name(&a, sheet->part[k].x));
            levels = 10 * levels + (one ? one->level : 9);
        }
        ck_assert_int_eq(levels, saved[i].levels);
        arena_release(&a);
    }
    part[0].held = part[1].held = false;
    due_note_sheet(file, "x", sheet, part, true, 20000);
    ck_assert_int_eq(due_level(file, "x", due_name(&sheet->arena, sheet->part[1].x)), 1);
    sheet_free(sheet);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

Suite *due_suite(void)
{
    Suite *s = suite_create("due");
    TCase *t = suite_case(s, "due");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_test(t, days_grow_while_it_is_right);
    tcase_add_test(t, the_menu_says_what_is_due);
    tcase_add_test(t, the_file_is_readable_and_private);
    tcase_add_test(t, what_was_done_is_told);
    tcase_add_test(t, a_file_that_is_filled_in_is_done);
    return s;
}
