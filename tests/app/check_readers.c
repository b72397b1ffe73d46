/* What readers of programs like this one have missed, as the first of them would notice it here. The
 * numbers are those of tests/terminal.md. */
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"
#include "view/matrix.h"

static App *app;
static Library *library;

static void open_lesson(void)
{
    library = library_open();
    app = app_new(library, false);
    app_open(app, MADE_FIRST);
}

static void close_lesson(void)
{
    app_free(app);
    library_free(library);
}

/* The row of the screen that begins with a text, blanks before it aside; the caller frees it. */
static char *row_with(const char *start)
{
    Buf text = {0};
    frame_text(&text, app_frame(app), false);
    char *found = NULL;
    for (const char *line = buf_text(&text); *line && !found; line += strcspn(line, "\n") + 1)
        if (strncmp(line + strspn(line, " "), start, strlen(start)) == 0)
            found = strndup(line, strcspn(line, "\n"));
    buf_release(&text);
    ck_assert_msg(found != NULL, "no row begins with '%s'", start);
    return found;
}

/* A step, a stage and a cell, each on keys of its own, each with its opposite. */
START_TEST(r6_three_sizes_of_steps)
{
    made_press(app, "1 Enter Space");
    made_expect(app, "stage 1/4  step 1/2");
    made_press(app, "Space");
    made_expect(app, "stage 1/4  step 2/2");
    made_press(app, "n");
    made_expect(app, "stage 2/4");
    ck_assert_int_eq(app_place(app)->where.stop, 0);
    made_press(app, "p");
    made_expect(app, "stage 1/4");
    made_press(app, "Space Enter Space");
    made_expect(app, "x[x1][b] = 0");
    made_press(app, "Bksp");
    made_expect(app, "x[x1][a] = 1");
    /* Who wants more of it sees more steps in the same stage. */
    made_press(app, "Esc 2 Enter Space Space");
    made_expect(app, "stage 2/4  step 2/5");
    made_press(app, "D D");
    made_expect(app, "stage 2/4  step 3/7");
}
END_TEST

/* From the beginning of a lesson to the end of the one before; no other key in between. */
START_TEST(r7_back_to_the_lesson_before)
{
    made_press(app, ")");
    ck_assert_int_eq(app_place(app)->where.lesson, MADE_SECOND);
    made_press(app, "Bksp");
    made_expect(app, "Once more goes to the end of the lesson before.");
    made_press(app, "x Bksp");
    ck_assert_int_eq(app_place(app)->where.lesson, MADE_SECOND);
    made_press(app, "Bksp");
    ck_assert_int_eq(app_place(app)->where.lesson, MADE_FIRST);
    made_expect(app, "stage 4/4");
    made_press(app, "g Bksp Bksp Bksp");
    ck_assert_int_eq(app_place(app)->where.lesson, MADE_FIRST);
    made_press(app, ")");
    ck_assert_int_eq(app_place(app)->where.lesson, MADE_SECOND);
}
END_TEST

/* Wherever the numbers are scrolled to, the names of their rows and columns stand beside them. */
START_TEST(r8_labels_stay_when_scrolling)
{
    Buf number = {0};
    made_press(app, ") 1 Enter Space Space");
    for (int row = 0; row < 30; row++) {
        Buf label = {0};
        buf_printf(&label, "%d: ", row);
        for (int col = 0; col < 20; col += 7) {
            if (row == col) /* the row of the names begins with the same number */
                continue;
            app_resize(app, 80 + row % 3, 16);
            Place p = *app_place(app);
            p.view.row = row;
            p.view.col = col;
            app_put(app, &p);
            char *line = row_with(buf_text(&label)), *end;
            strtod(line, &end); /* the label, then the first number of the row */
            ck_assert_double_eq_tol(strtod(end + 1, NULL), row * col / 7.0, 1e-4);
            buf_clear(&number);
            buf_printf(&number, " %d: ", col + 1); /* the second column's name */
            made_expect(app, buf_text(&number));
            made_expect(app, " more row");
            free(line);
        }
        buf_release(&label);
    }
    buf_release(&number);
}
END_TEST

/* What a table cuts, the cell page has whole: labels and digits. */
START_TEST(r9_a_cell_is_shown_in_full)
{
    folder_write("lessons/09-long.md",
                 "# Long\n\n## S\n\n```python\nimport torch\n#| rows: extraordinary plain\n"
                 "x = torch.tensor([[1., 2.], [3., 4.]])\ny = x / 3\n```\n");
    Library *fresh = library_open();
    App *one = app_new(fresh, false);
    app_open(one, fresh->count - 1);
    made_press(one, "n Space Space");
    made_expect(one, "extraordina~");
    made_expect_gone(one, "extraordinary");
    made_expect_gone(one, "0.3333333");
    made_press(one, "Enter");
    made_expect(one, "y[extraordinary][0]");
    made_expect(one, "full value 0.3333333");
    app_free(one);
    library_free(fresh);
    folder_remove("lessons/09-long.md");
}
END_TEST

/* In a low window words between two results come before the second, a prompt names its cell, and what
 * comes of a cell goes on in the next row. */
START_TEST(r10_a_low_window_says_it_all)
{
    folder_write("lessons/09-low.md",
                 "# Low\n\n## S\n\n```python\nimport torch\n"
                 "numbers = torch.tensor([[1., 2., 3., 4.], [5., 6., 7., 8.], [9., 1., 2., 3.]])\n"
                 "```\n\nNow halves.\n\n```python\nhalves = torch.softmax(numbers / 2, dim=-1)\n"
                 "```\n");
    Library *fresh = library_open();
    App *one = app_new(fresh, false);
    app_resize(one, 40, 12);
    app_open(one, fresh->count - 1);
    made_press(one, "1 . 2 Enter");
    made_expect(one, "Now halves.");
    made_expect_gone(one, ">>>");
    made_press(one, "Space");
    made_expect(one, "halves");
    made_expect_gone(one, "Now halves.");
    made_press(one, "Enter");
    made_expect(one, "sum = 2.1975;   0.2231 / 2.1975 =\n     0.1015\n");
    made_press(one, "Esc z a");
    made_expect(one, "Predict halves[0][0]:");
    app_free(one);
    library_free(fresh);
    folder_remove("lessons/09-low.md");
}
END_TEST

/* No window is refused: side by side, one over the other, one at a time, and a line. */
START_TEST(r10_no_window_is_too_small)
{
    made_press(app, "2 Enter Space");
    app_resize(app, 160, 50);
    made_expect(app, "x [3 x 4]              w [4 x 3]");
    app_resize(app, 40, 12);
    made_expect(app, "q [3 x 3]");
    made_expect_gone(app, "w [4 x 3]");
    made_press(app, "Tab Tab");
    made_expect(app, "w [4 x 3]");
    made_press(app, "Tab Enter");
    app_resize(app, 30, 5);
    made_expect(app, "stage 2/4  q[x1][0] = 1");
    app_resize(app, 60, 6);
    made_expect(app, "? lists the keys");
    made_press(app, "?");
    made_expect(app, "cell to the right");
    made_press(app, "Esc Esc Space");
    app_resize(app, 80, 24);
    made_expect(app, "stage 2/4  step 2/5");
}
END_TEST

/* Wide labels, and those of two characters on one place, push no number out of its column. */
START_TEST(r23_wide_labels_line_up)
{
    made_press(app, "1 Enter Space");
    static const char *const labels[] = {"x1", "x2", "日本"};
    for (int i = 0; i < COUNT(labels); i++) {
        char *line = row_with(labels[i]);
        size_t bytes = strlen(labels[i]), columns = i == 2 ? 4 : 2;
        const char *digit = strpbrk(line + strspn(line, " ") + bytes, "012");
        ck_assert_ptr_nonnull(digit);
        ck_assert_uint_eq((size_t)(digit - line) - bytes + columns, 6);
        free(line);
    }
}
END_TEST

Suite *readers_suite(void)
{
    Suite *s = suite_create("readers");
    TCase *t = tcase_create("readers");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, open_lesson, close_lesson);
    tcase_add_test(t, r6_three_sizes_of_steps);
    tcase_add_test(t, r7_back_to_the_lesson_before);
    tcase_add_test(t, r8_labels_stay_when_scrolling);
    tcase_add_test(t, r9_a_cell_is_shown_in_full);
    tcase_add_test(t, r10_no_window_is_too_small);
    tcase_add_test(t, r10_a_low_window_says_it_all);
    tcase_add_test(t, r23_wide_labels_line_up);
    suite_add_tcase(s, t);
    return s;
}
