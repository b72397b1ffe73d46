/* Teaching: what is hidden, what a step shows, predictions, and steps that come by themselves. */
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

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

static const struct {
    const char *keys, *shows;
} cases[] = {
    {"T 1 Enter", "teacher by cell"},
    {"T 1 Enter Space", "0 of 12 shown"},
    {"T 1 Enter Space Space", "1 of 12 shown"},
    {"T 1 Enter Space Space Bksp", "0 of 12 shown"},
    {"T V 1 Enter Space v", "4 of 12 shown"},
    {"T V V 1 Enter Space v Space", "w [4"},
    {"T 1 Enter Space s Space", "0 of 12 shown"}, /* the next result */
    {"T 1 Enter Space s z", "0 of 12 shown"},
    {"T 1 Enter Space v V v", "4 of 12 shown"}, /* what is left of the row */
    {"T 1 Enter Space Bksp n Bksp", "step 2/2"},
    {"1 Enter Space z", "0 of 12 shown"}, /* without teacher mode, too */
    {"1 Enter Space v", "Nothing is hidden here: z hides the result."},
    {"1 Enter Space a", "Nothing is hidden here"},
    {"1 Enter Space i", "Nothing is hidden here"},
    {"T 1 Enter Space Enter", "It is still hidden: s shows all, v a bit more."},
    {"T 1 Enter Space Space Space Enter", "x[x1][b] = 0"}, /* the one that was shown last */
    {"T 1 Enter Space Space Space Enter Right", "It is still hidden: Esc, then v shows more."},
    {"T 1 Enter Space Space Space Enter Down", ">0<  ?   ?"},
    {"T 1 Enter Space Space Space Enter Left", "x[x1][a] = 1"},
    {"T 1 Enter Space Space Space Enter Space", "2 of 12 shown"}, /* back to the stage */
    {"T 2 Enter Space v Enter Tab Enter ' Esc", "1 of 9 shown"},
    {"2 Enter Space z a Right Down", "Predict q[x2][1]:"},
    {"2 Enter Space z a Left Up", "Predict q[x1][0]:"},
    {"2 Enter Space z a Right - 1 Enter", "Right: q[x1][1] = -1"},
    {"2 Enter Space z a Right - 1 Enter v", "1 of 9 shown"},
    {"2 Enter Space z a", "Predict q[x1][0]:"},
    {"2 Enter Space z a 1 Enter", "Right: q[x1][0] = 1"},
    {"2 Enter Space z a 1 . 0 0 0 0 1 Enter", "Right: q[x1][0] = 1"}, /* as far as is shown */
    {"2 Enter Space z a 1 . 0 0 1 Enter", "1.001 is 0.001 too large. i gives a hint"},
    {"2 Enter Space z a - 2 Enter", "-2 is 3 too small."},
    {"2 Enter Space z a n a n Enter", "nan is not it."},
    {"2 Enter Space z a x 1 Enter", "That is no number: a tries again."},
    {"2 Enter Space z a 7 Bksp 1 Enter", "Right: "},
    {"2 Enter Space z a 7 Esc", "0 of 9 shown"},
    {"2 Enter Space z a Enter", "0 of 9 shown"},
    {"2 Enter Space z i", "q[i, j] = sum over n of x[i, n] * w[n, j]"},
    {"2 Enter Space z i i", "1 * 1 + 0 * 3 + 1 * 0 + 0 * 2 = ?"},
    {"2 Enter Space z v i i", "1 * (-2) + 0 * 0.25 + 1 * 1 + 0 * 2 = ?"},
    {"3 Enter Space Space Space Space Space z a t r u e Enter", "Right: "},
    {"N", "There are no notes in this stage."},
    {"P", "Playing"},
    {"P <", "A step every 6 seconds."},
    {"P > > > > > >", "A step every 1 second."},
    {"P P", "Stopped."},
    {"<", "Nothing is playing: P plays."},
};

START_TEST(r3_any_result_comes_bit_by_bit)
{
    made_press(app, cases[_i].keys);
    made_expect(app, cases[_i].shows);
}
END_TEST

/* No digit of what is hidden is on the screen, whatever the layout. */
/* The result that was hidden is not seen any more, and the one after it is smaller. */
START_TEST(a_jump_back_hides_no_more_than_there_is)
{
    folder_write("lessons/03 second.md", "# T\n\n## A\n\n```python\nimport torch\n"
                                         "x = torch.ones(3, 3)\ny = (x * 2).sum()\n```\n\n"
                                         "## B\n\nWords.\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "n Space D D Space z");
    made_expect(app, "0 of 9 shown");
    made_press(app, "2 Enter '");
    made_expect(app, "0 of 9 shown");
    made_press(app, "v 2 Enter U U '");
    made_expect(app, "0 of 1 shown");
    made_press(app, "i i a 1 8 Enter");
    made_expect(app, "Right: y = 18");
    made_lessons();
}
END_TEST

START_TEST(hidden_is_hidden)
{
    for (int unit = 0; unit < 3; unit++) {
        made_press(app, unit ? "g V 1 Enter Space" : "g T 1 Enter Space");
        made_expect_gone(app, "2   0   2");
        made_expect(app, "?   ?");
        made_press(app, "s");
        made_expect_gone(app, "?   ?");
    }
    made_press(app, "2 Enter Space s Space s Space s Space");
    made_expect_gone(app, "tensor(["); /* what print wrote */
    made_expect(app, "???");
    made_press(app, "v");
    made_expect(app, "tensor([");
}
END_TEST

/* Space to the end and Backspace to the beginning pass the same screens. */
START_TEST(r4_steps_back_undo_steps_forward)
{
    enum { MOST = 3000 };
    Buf *screen = calloc(MOST, sizeof *screen);
    int count = 0;
    made_press(app, "T");
    for (int i = 0; i < _i; i++)
        made_press(app, "V");
    made_press(app, "Ctrl-L"); /* nothing to say */
    for (;;) {
        screen[count++] = made_screen(app);
        ck_assert_int_lt(count, MOST);
        Place before = *app_place(app);
        made_press(app, "Space");
        if (memcmp(&before, app_place(app), sizeof before) == 0)
            break;
    }
    ck_assert_int_gt(count, 25);
    /* A step back comes to results that are shown. */
    for (int i = count - 2; i >= 0; i--) {
        Place before = *app_place(app);
        made_press(app, "Bksp Ctrl-L");
        Buf now = made_screen(app);
        made_expect_equal(&screen[i], &now, "a step back");
        buf_release(&now);
        (void)before;
    }
    for (int i = 0; i < count; i++)
        buf_release(&screen[i]);
    free(screen);
}
END_TEST

/* What is hidden takes the room that it will need: showing it moves nothing. */
START_TEST(r3_showing_moves_nothing)
{
    made_press(app, "T 2 Enter Space Ctrl-L");
    Buf hidden = {0}, shown = {0};
    frame_text(&hidden, app_frame(app), false);
    made_press(app, "s Ctrl-L");
    frame_text(&shown, app_frame(app), false);
    const char *a = buf_text(&hidden), *b = buf_text(&shown);
    for (int row = 0; *a && *b; row++) {
        size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        for (size_t i = 0; i < n && i < m && row > 1; i++)
            ck_assert_msg(a[i] == b[i] || a[i] == '?' || a[i] == ' ', "row %d: '%.*s' '%.*s'", row,
                          (int)n, a, (int)m, b);
        a += n + 1;
        b += m + 1;
        if (row == 20)
            break;
    }
    buf_release(&hidden);
    buf_release(&shown);
}
END_TEST

START_TEST(a_blank_screen_comes_back_with_any_key)
{
    static const char *const keys[] = {"x", "q", "Space", "Esc", "."};
    made_press(app, "1 Enter Space Ctrl-L");
    Buf before = made_screen(app);
    for (int i = 0; i < COUNT(keys); i++) {
        made_press(app, i % 2 ? "." : "b");
        made_expect_gone(app, "x [3");
        made_expect_gone(app, "stage");
        ck_assert_int_eq(made_press(app, keys[i]), APP_GO_ON);
        Buf after = made_screen(app);
        made_expect_equal(&before, &after, keys[i]);
        buf_release(&after);
    }
    buf_release(&before);
}
END_TEST

START_TEST(steps_come_by_themselves)
{
    int64_t now = 1000;
    made_press(app, "1 Enter P");
    ck_assert_int_gt(app_patience(app), 0);
    for (int i = 0; i < 24; i++) /* not before its time */
        ck_assert(!app_tick(app, now += 200));
    for (int i = 0; i < 3; i++)
        app_tick(app, now += 200);
    made_expect(app, "step 1/2");
    made_press(app, "Space");
    made_expect(app, "step 2/2");
    for (int i = 0; i < 100; i++)
        ck_assert(!app_tick(app, now += 200)); /* a step stops it */
    made_press(app, "P > > > > >");
    for (int i = 0; i < 1000; i++)
        app_tick(app, now += 200);
    made_expect(app, "This was the last step.");
    ck_assert_int_eq(app_place(app)->view.seconds, 0);
}
END_TEST

Suite *teach_suite(void)
{
    Suite *s = suite_create("teach");
    TCase *t = tcase_create("teach");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, open_lesson, close_lesson);
    tcase_add_loop_test(t, r3_any_result_comes_bit_by_bit, 0, COUNT(cases));
    tcase_add_test(t, a_jump_back_hides_no_more_than_there_is);
    tcase_add_test(t, hidden_is_hidden);
    tcase_add_loop_test(t, r4_steps_back_undo_steps_forward, 0, 3);
    tcase_add_test(t, r3_showing_moves_nothing);
    tcase_add_test(t, a_blank_screen_comes_back_with_any_key);
    tcase_add_test(t, steps_come_by_themselves);
    suite_add_tcase(s, t);
    return s;
}
