/* Changes made on the screen: how they are typed, what they show, and the way back. */
#include <stdio.h>
#include <string.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

/* The first lesson: x (3 x 4), w, then q, scores, weights; see made.c. */
static App *start(Library **library, const char *where)
{
    Err err = {0};
    *library = library_open();
    App *app = app_new(*library, false);
    app_open(app, MADE_FIRST);
    ck_assert(!where || app_goto(app, where, &err));
    return app;
}

static void end(App *app, Library *library)
{
    app_free(app);
    library_free(library);
}

/* Types a text, key by key. */
static void type(App *app, const char *text)
{
    for (; *text; text++)
        app_key(app, *text);
}

static void change(App *app, const char *text)
{
    made_press(app, ":");
    type(app, text);
    made_press(app, "Enter");
}

/* --- what is shown ---------------------------------------------------------------------------- */

/* Where it begins, the change, keys after it, and what is on the screen then. */
static const struct {
    const char *where, *change, *keys, *shows;
} cases[] = {
    {"2.1", "x[x1, a] = 2", "", "WHAT IF (1 change)  stage 2/4  step 1/5"},
    {"2.1", "x[x1, a] = 2", "", "3 of 9 differ, most at [x1]["},
    {"2.1", "x[x1, a] = 2", "~", "WHAT IF (1 change): BEFORE"},
    {"2.1", "x[x1, a] = 2", "~", "As it was"},
    {"2.1", "x[x1, a] = 2", "~ ~", "WHAT IF (1 change): DIFFERENCE"},
    {"1.1", "x[x1, a] = 2", "*", "x1   *2    0    1    0"}, /* the list has the run that is shown */
    {"1.1", "x[x1, a] = 2", "~ *", "x1   *1    0    1    0"},
    {"1.1", "x[x1, a] = 2", "~ * Esc ~ ~ ~ *", "x1   *2    0    1    0"},
    {"2.1", "x[x1, a] = 2", "B Down Enter", "B goes back to the list."},
    {"2.1", "x[x1, a] = 2", "B g Enter B", "\n > x "},
    {"2.1", "x[x1, a] = 2", "~ ~ ~ ~", "With the changes"},
    {"1.1", "x[x1, a] = 2", "", " x1   *2    0    1    0"},
    {"1.1", "x[x1, a] = 2", "~", " x1   *1    0    1    0"},
    {"1.1", "x[x1, a] = 2", "~ ~", " x1   +1    =    =    ="},
    {"1.1", "x[x1, a] = 2", "Enter", " x1  > *2<    0     1     0"},
    {"2.1", "x[x1, a] = 2", "Enter", " x1  { *2} [  0] [  1] [  0]"},
    {"2.1", "x[x1, a] = 2", "Enter", "  ~ before"},
    {"2.1", "x[x1, a] = 2", "Enter ~", "  ~ difference"},
    {"2.1", "x[x1, a] = 2", "~ ~", "  ~ both"},
    {"2.1", "x[x1, a] = 2", "~ ~ ~", "  ~ after"},
    {"2.2", "scores[x1, x2] = 2", "", "scores before [3 x 3]"},
    {"2.2", "scores[x1, x2] = 2", "", "   scores after [3 x 3]"},
    {"2.2", "scores[x1, x2] = 2", "Enter", "   scores after [3 x 3]"},
    {"1.2", "x[x1, a] = 2", "",
     "These numbers are written or drawn, the same as without the changes."},
    {"3.1", "q[x1, 0] = 1, 2", "Esc Esc", "The same with the first of the values."},
    {"3.1", "q[x1, 0] = 2", "", "Nothing of the changes reaches this."},
    {"1.1", "x = x * 1", "f", "Nothing else is changed."},
    {"4.0", "x[x1, a] = 2", "f", "Nothing after this is changed; F goes back to what is."},
    {"3.5", "x[x1, a] = 2", "", "Computed anew from changed numbers, it came out the same."},
    {"1.1", "x = x * 1", "", "All "},
    {"1.1", "x[x1, a] = 2", "f", "stage 2/4  step 1/5"},
    {"1.1", "x[x1, a] = 2", "G F", "stage 3/4"},
    {"1.1", "x[x1, a] = 2", "Enter f", "stage 2/4  step 1/5"},
    {"3.4", "x[x1, a] = 2", "Enter F", "stage 3/4  step 3/5"},
    {"1.1", "x[x1, a] = 2", "Z", "All changes are gone: this is the lesson as it is."},
    {"1.1", "x[x1, a] = 2", "Z Z", "There is no change to undo."},
    {"1.1", "x[x1, a] = 2", "w", "> on    x[x1, a] = 2"},
    {"1.1", "x[x1, a] = 2", "w Space", "> off   x[x1, a] = 2"},
    {"1.1", "x[x1, a] = 2", "w Space", "WHAT IF (0 of 1 change)"},
    {"1.1", "x[x1, a] = 2", "w Space Esc", " x1   1   0   1   0"},
    {"3.1", "q[x1, 0] = 1, 2", "Esc C", "\n q close  ? help"}, /* C would close it: not "columns" */
    {"1.1", "x[x1, a] = 2", "w Space Space Esc", " x1   *2    0    1    0"},
    {"1.1", "x[x1, a] = 2", "w d", "none yet: = changes what is on the page"},
    {"1.1", "x[x1, a] = 2", "w d Z Esc", " x1   *2    0    1    0"},
    {"1.1", "x[x1, a] = 2", "w Enter Bksp 3 Enter Esc", " x1   *3    0    1    0"},
    {"1.1", "x[x1, a] = 2", "t", "contents: what changed"},
    {"1.1", "x[x1, a] = 2", "t", "1 changed  now"},
    {"1.1", "x[2, a] = 9", ": Esc", "WHAT IF (1 change)  stage 1/4"},
    {"2.3", "scores[0, 1] = 99", "", "row x1 is now largest at x2 (before: 日本)"},
    /* Reports. */
    {"2.3", "x[x1, a] = 2", "Enter D", "weights[x1][x1] = "},
    {"2.3", "x[x1, a] = 2", "Enter D", "all that this number is made of"},
    {"2.3", "x[x1, a] = 2", "Enter D Esc", "  CELL"},
    {"2.3", "x[x1, a] = 2", "Enter D", "\n+ scores[x1][x1] = "},
    {"2.3", "x[x1, a] = 2", "Enter D Down Enter", "\n- scores[x1][x1] = "},
    {"2.3", "x[x1, a] = 2", "Enter D Down Right Right", "\n| + q[x1]["},
    {"2.3", "x[x1, a] = 2", "Enter D Down Right Right Left Left Left", "\n+ scores[x1][x1] = "},
    {"2.3", "x[x1, a] = 2", "Enter D + End", "\n| | . "},
    {"2.3", "x[x1, a] = 2", "Enter D + -", "\n+ scores[x1][x1] = "},
    {"2.2", "scores[0, 0] = 9", "Enter", "It is the number that is written there: 9"},
    {"2.2", "scores[0, 0] = 9", "Enter D", ": the number as written"},
    {"2.2", "scores[0, 0] = 9", "Enter Right D", "\n+ q[x1][0] = "},
    {"2.1", "x[x1, a] = 2", "Enter U", "later results use it."},
    {"1.2", "n = len(x) + 2", "Enter U", "By how much each number moves"},
    {"1.2", "n = len(x) + 2", "Enter U", " x1   +0.1000        =        =   |#  |"},
    {"2.1", "x[x1, a] = 2", "C", "Columns are for changes with several values"},
    {"2.1", "x[x1, a] = 2, 3", "", "a result with each of the values"},
    {"2.1", "x[x1, a] = 2, 3", "", "x[x1, a] = 2, 3"},
    {"2.1", "x[x1, a] = 2, 3", "", " now [3 x 3]"},
    {"2.1", "x[x1, a] = 2, 3", "", " = 3 [3 x 3]"},
    {"2.1", "x[x1, a] = 2, 3", "Esc", "WHAT IF (= 2)"},
    {"2.1", "x[x1, a] = 2, 3", "Esc C", "a result with each of the values"},
    {"2.1", "x[x1, a] = 2, 3", "Esc Enter U C", "a result with each of the values"},
    {"2.1", "x[x1, a] = 2, 3", "Esc C C", "stage 2/4"},
    {"2.1", "x[x1, a] = 2, 3", "Esc T s Enter U", "Not in teacher mode"},
    /* Both runs. */
    {"2.1", "x[x1, a] = 2", ": x [ x 1 , Space a ] Space = Space 2 Enter",
     "this change is made already"},
    {"2.1", "x[x1, a] = 2", "B", "> x "},
    {"2.1", "x[x1, a] = 2", "B Z", "All changes are gone: this is the lesson as it is."},
    {"2.1", "x[x1, a] = 2", "B", "9 of 12 results differ; the first is number 1."},
    {"2.1", "x[x1, a] = 2", "B Down Down Enter", "WHAT IF (1 change): BEFORE  stage 2/4"},
    {"2.1", "x[x1, a] = 2", "B Down Down Enter", "3 of 9 differ"},
    {"2.1", "x[x1, a] = 2", "~ ~ ~", "Both: without the changes, and with them."},
    {"2.3", "weights = scores", "", "9 of 9 differ"},
    {"2.3", "weights = scores", "", "*"},
    {"2.3", "weights = scores", "~", "stage 2/4  step 3/5"},
    {"1.1", "weights = scores", "f", "stage 2/4  step 3/5"},
    /* Errors: the old run stays, and the text with a mark. */
    {"1.1", "x[x9, a] = 2", "", "no row is labelled 'x9'"},
    {"1.1", "x[x9, a] = 2", "", "   ^^"},
    {"1.1", "x[x9, a] = 2", "Esc", "stage 1/4  step 1/2"},
    {"1.1", "y = 2", "", "no statement makes 'y'"},
    {"1.1", "w = w[:2]", "", "then `q = x @ w` fails: "},
    {"1.1", "w=3@x", "",
     "\n '@' does not work between an int and a Tensor"}, /* of the change itself */
    {"1.1", "w = w[:2]", "Esc", " x1   1   0   1   0"},
    {"1.1", "x[x1, a] =", "", "^"},
};

START_TEST(changes_and_what_they_show)
{
    Library *library;
    App *app = start(&library, cases[_i].where);
    change(app, cases[_i].change);
    made_press(app, cases[_i].keys);
    made_expect(app, cases[_i].shows);
    end(app, library);
}
END_TEST

/* A long change is cut at the left with a mark, and what is wrong with it is told whole. */
START_TEST(a_narrow_prompt_tells_all)
{
    Library *library;
    App *app = start(&library, "2.1");
    app_resize(app, 40, 12);
    change(app, "w = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8");
    made_expect(app, "\n what if<+ 2 + 3");
    made_expect(app, "\n then `q = x @ w` fails: ");
    made_expect(app, "between a Tensor and an int: use\n * instead");
    end(app, library);
}
END_TEST

/* The keys that are named beside what a half of the window cuts scroll it there. */
START_TEST(what_both_cut_is_scrolled)
{
    Library *library;
    App *app = start(&library, "1.1");
    app_resize(app, 44, 22);
    change(app, "x[x1, a] = 2");
    made_press(app, "~ ~ ~ j");
    made_expect(app, "\n scrolling in a small window. It goes on   ^\n");
    made_press(app, "k Space");
    made_expect(app, "BEFORE  stage 1/4\n");
    made_expect_gone(app, "A text that is long");
    made_press(app, "Bksp");
    made_expect(app, "A text that is long");
    end(app, library);
}
END_TEST

/* That a change is off stands in the bar, and is not said again at each step. */
START_TEST(what_is_off_is_told_once)
{
    Library *library;
    App *app = start(&library, "2.2");
    change(app, "scores[x1, x2] = 2");
    made_press(app, "w Space Esc");
    made_expect(app, "WHAT IF (0 of 1 change)");
    made_expect_gone(app, "switched off");
    end(app, library);
}
END_TEST

/* In a narrow window, too, the title says what runs, and in which stage. */
START_TEST(a_narrow_title_keeps_the_stage)
{
    static const char *const narrow[][2] = {{"", " WHAT IF  stage 2/4  step 1/5\n"},
                                            {"w Space Esc", " WHAT IF (0/1)  stage 2/4\n"},
                                            {"~", " WHAT IF: BEFORE  stage 2/4\n"},
                                            {"Enter", " WHAT IF  stage 2/4  CELL\n"}};
    Library *library;
    App *app = start(&library, "2.1");
    change(app, "x[x1, a] = 2");
    app_resize(app, 40, 12);
    made_press(app, narrow[_i][0]);
    made_expect(app, narrow[_i][1]);
    end(app, library);
}
END_TEST

/* Where the author wrote down a result by hand, a change goes no further. */
START_TEST(what_is_skipped_is_said)
{
    Library *library = NULL;
    folder_write("lessons/00-by-hand.md",
                 "# By hand\n\n## One\n\n```python\nimport torch\nx = torch.tensor([1.4, 2.])\n"
                 "y = x * 2\n```\n\n## Two\n\n```python\nrounded = torch.tensor([3., 4.])\n```\n\n"
                 "## Three\n\n```python\nz = rounded + 1\n```\n\n## Four\n\n```python\nw = y + 1\n"
                 "```\n");
    App *app = start(&library, "1.1");
    made_press(app, "Enter = Bksp 5 Enter q f");
    made_expect(app, "y = x * 2");
    made_expect_gone(app, "as it was");
    made_press(app, "f");
    made_expect(app, "w = y + 1");
    made_expect(app, "Stages 2 to 3 are as they were. rounded stays: its numbers");
    made_press(app, "F");
    made_expect(app, "Stages 2 to 3 are as they were.");
    end(app, library);
    folder_remove("lessons/00-by-hand.md");
}
END_TEST

/* What = begins with. */
static const struct {
    const char *where, *keys, *typed;
} begins[] = {
    {"1.1", "Enter =", "x[x1, a] = 1"},
    {"1.1", "Enter Down Down Right =", "x[\"日本\", b] = 1"},
    {"2.1", "=", "q = x @ w"},
    {"2.3", "=", "weights = softmax(scores, dim=-1)"},
    {"2.5", "=", "n = len(x) + 1"},
    {"3.1", "Enter =", "blocks[x1, 0, a] = 1"},
    {"3.4", "Enter =", "all[...] = "},
    {"1.1", "Enter = Ctrl-U x =", "x="},
    {"1.1", "Enter = 5", "x[x1, a] = 5\n"}, /* over the old number */
    {"1.1", "Enter = 5 7", "x[x1, a] = 57\n"},
    {"2.1", "= x", "q = x\n"},
    {"2.1", "= End Space + Space 1", "q = x @ w + 1\n"}, /* or it is edited */
    {"2.1", "= Right 2", "q = x @ w2\n"},
    {"2.1", "= Bksp v", "q = x @ v\n"},
    {"2.1", "= Left Del v", "q = x @ v\n"},
    {"1.1", "= Home Left Del End Bksp Ctrl-W Left Left a", ""},
};

START_TEST(what_is_there_is_changed)
{
    Library *library;
    App *app = start(&library, begins[_i].where);
    made_press(app, begins[_i].keys);
    Buf typed = {0};
    buf_printf(&typed, "%s\n", app_place(app)->typing.text);
    if (strncmp(buf_text(&typed), begins[_i].typed, strlen(begins[_i].typed)) != 0)
        ck_abort_msg("'%s' is typed, and not '%s'", buf_text(&typed), begins[_i].typed);
    buf_release(&typed);
    ck_assert_int_eq(app_place(app)->overlay, OVERLAY_TYPE);
    end(app, library);
}
END_TEST

/* A stage of the lesson that is a what-if: its changes are what = begins with, and it still tells of the
 * lesson as it is when they are made. */
START_TEST(a_prepared_change_is_made_everywhere)
{
    Library *library = NULL;
    folder_write("lessons/00-prepared.md",
                 "# Prepared\n\n## One\n\n```python\nimport torch\nx = torch.tensor([1., 2.])\n"
                 "y = x * 2\n```\n\n```what-if Others\nx[0] = 5\ny = x * 3\n```\n\n"
                 "```expect y\ntensor([15.,  6.])\n```\n");
    App *app = start(&library, "2");
    made_press(app, "=");
    ck_assert_str_eq(app_place(app)->typing.text, "x[0] = 5");
    made_press(app, "Enter =");
    ck_assert_str_eq(app_place(app)->typing.text, "y = x * 3");
    made_press(app, "Enter");
    made_expect(app, "WHAT IF (2 changes)");
    made_expect(app, "what if  x[0] = 5");
    made_expect(app, "tensor([2., 4.])   tensor([15.,  6.])");
    made_press(app, "=");
    made_expect(app, "This has no name to change it by: with : any change can be typed.");
    made_press(app, "F");
    made_expect(app, ">>> y = x * 3  # was: x * 2");
    end(app, library);
    folder_remove("lessons/00-prepared.md");
}
END_TEST

/* --- the way back ----------------------------------------------------------------------------- */

/* Undoing leads through the same screens as making. */
START_TEST(undo_is_the_way_back)
{
    static const char *const changes[] = {"x[x1, a] = 2", "scores = hold", "q[1] = 0", "w = w * 2"};
    Library *library;
    App *app = start(&library, "2.2");
    Buf screen[COUNT(changes)] = {0};
    for (int i = 0; i < COUNT(changes); i++) {
        Place here = *app_place(app);
        app_put(app, &here);
        screen[i] = made_screen(app);
        change(app, changes[i]);
    }
    for (int i = COUNT(changes) - 1; i >= 0; i--) {
        made_press(app, "Z");
        Place here = *app_place(app);
        memset(&here.typing, 0, sizeof here.typing);
        app_put(app, &here);
        Buf now = made_screen(app);
        made_expect_equal(&screen[i], &now, changes[i]);
        buf_release(&now);
        buf_release(&screen[i]);
    }
    end(app, library);
}
END_TEST

/* What the class does not see yet is not told by the other views either. */
START_TEST(hidden_numbers_stay_hidden)
{
    Library *library;
    App *app = start(&library, "2.1");
    made_press(app, "T z");
    change(app, "x[x1, a] = 2");
    made_expect(app, "???");
    for (int i = 0; i < SIDES; i++) {
        made_expect_gone(app, "most at");
        made_expect(app, "???");
        made_press(app, "~");
    }
    end(app, library);
}
END_TEST

/* A file that is written again keeps the changes that can still be made. */
START_TEST(reading_again_keeps_what_it_can)
{
    Library *library;
    folder_write("lessons/04-new.md", "# New\n\n## S\n\n```python\nimport torch\n"
                                      "a = torch.tensor([1., 2.])\nb = a * 2\n```\n");
    library = library_open();
    App *app = app_new(library, false);
    app_open(app, library->count - 1);
    change(app, "a[0] = 5");
    change(app, "b[1] = 0");
    folder_write("lessons/04-new.md", "# New\n\n## S\n\n```python\nimport torch\n"
                                      "a = torch.tensor([3., 2.])\nc = a * 2\n```\n");
    made_press(app, "r");
    made_expect(app, "Gone is b[1] = 0: no statement makes");
    made_expect(app, "WHAT IF (1 change)");
    ck_assert_int_eq(app_what_if(app)->lines, 1);
    /* What there was before can be had again, as far as it differs and still runs. */
    made_press(app, "Z");
    made_expect(app, "All changes are gone: this is the lesson as it is.");
    made_press(app, "Z");
    made_expect(app, "There is no change to undo.");
    change(app, "a[0] = 7");
    made_press(app, "r Z");
    made_expect(app, "All changes are gone: this is the lesson as it is.");
    end(app, library);
    folder_remove("lessons/04-new.md");
}
END_TEST

START_TEST(written_out_as_a_block)
{
    Library *library;
    App *app = start(&library, "1.1");
    change(app, "x[x1, a] = 2");
    change(app, "w = w * 2");
    made_press(app, "w Space W");
    type(app, "Twice");
    made_press(app, "Enter");
    made_expect(app, "Written to 01-first-what-if.md");
    const char *text = folder_read("01-first-what-if.md");
    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, "```what-if Twice\nx[x1, a] = 2\n```\n"
                           "\n```expect x\ntensor([[2., 0., 1., 0.],\n        [0., 2., 0., 2.],\n"
                           "        [1., 1., 1., 1.]])\n```\n"
                           "\n```expect all\ntensor(24.2500)\n```\n");
    folder_remove("01-first-what-if.md");
    end(app, library);
}
END_TEST

/* Two lessons; reading one of them again compares anew. */
START_TEST(two_lessons_side_by_side)
{
    Library *library;
    folder_write("lessons/04-new.md", "# New\n\n## S\n\n```python\nimport torch\n"
                                      "x = torch.ones(3, 4)\ny = x + 1\n```\n");
    App *app = start(&library, NULL);
    app_open(app, library->count - 1);
    app_compare(app, MADE_FIRST);
    ck_assert(app_differs(app));
    made_expect(app, "compare  01-first.md : 04-new.md");
    made_expect(app, "> x ");
    made_press(app, "Enter");
    made_expect(app, "FIRST  stage 1/4");
    made_expect(app, "SECOND  stage 1/1");
    made_press(app, "f");
    made_expect(app, "Only the second has this.");
    folder_write("lessons/04-new.md", "# New\n\n## S\n\n```python\nimport torch\n"
                                      "x = torch.zeros(3, 4)\n```\n");
    made_press(app, "r B");
    made_expect(app, "compare  01-first.md : 04-new.md");
    made_press(app, "Esc ( ( Space");
    made_expect_gone(app, "SECOND");
    end(app, library);
    folder_remove("lessons/04-new.md");
}
END_TEST

/* Other lessons are as they are, and the way back finds the changes. */
START_TEST(each_lesson_has_its_own)
{
    Library *library;
    App *app = start(&library, "1.1");
    change(app, "x[x1, a] = 2");
    made_press(app, ")");
    made_expect_gone(app, "WHAT IF");
    made_press(app, "(");
    made_expect(app, "WHAT IF (1 change)");
    made_press(app, "q");
    made_expect_gone(app, "WHAT IF");
    made_press(app, "Enter");
    made_expect(app, "WHAT IF (1 change)");
    end(app, library);
}
END_TEST

/* In the lesson that runs longest for what it shows it is to take 20 ms: it may take five times that. */
START_TEST(a_change_is_soon_on_the_screen)
{
    enum { TIMES = 10, MOST = 5 * 20000 * TIMES };
    static const ChangeLine lines[] = {{"x = x * 2", false}, {"x = x * 3", false}};
    Err err = {0};
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, library_find(library, "09", &err));
    ck_assert_msg(app_goto(app, "3", &err), "%s", err.message);
    app_frame(app);
    long before = used_microseconds();
    for (int i = 0; i < TIMES; i++) {
        ck_assert_msg(app_change(app, &lines[i % 2], 1, &err), "%s", err.message);
        app_frame(app);
    }
    long took = used_microseconds() - before;
    ck_assert_msg(!IS_MEASURED || took < MOST, "%ld microseconds for %d changes", took, TIMES);
    end(app, library);
}
END_TEST

/* --- long reports ----------------------------------------------------------------------------- */

/* A lesson of one number and `results` that use it; the report on who does, scrolled to its end. */
static void report_of_many(int results, const char *shows)
{
    Err err = {0};
    Buf text = {0};
    folder_enter();
    buf_puts(&text, "# Many\n\n## S\n\n```python\nimport torch\nx = torch.ones(1)\n");
    for (int i = 0; i < results; i++)
        buf_printf(&text, "y%d = x * %d\n%s", i, i, i % 50 == 0 ? "\n" : "");
    buf_puts(&text, "```\n");
    folder_write("lessons/1.md", buf_text(&text));
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 0);
    ck_assert_msg(!library->entry[0].err.set, "%s", library->entry[0].err.message);
    ck_assert_msg(app_goto(app, "1.1", &err), "%s", err.message);
    made_press(app, "Enter U");
    for (int i = 0; i < results; i++)
        made_press(app, "Space");
    made_expect(app, shows);
    end(app, library);
    folder_leave();
    buf_release(&text);
}

START_TEST(a_long_report_is_scrolled_to_its_end)
{
    report_of_many(700, "y699 [1]");
    report_of_many(2500, "More does not fit here: qkv uses prints it.");
}
END_TEST

Suite *whatif_suite(void)
{
    Suite *s = suite_create("whatif");
    TCase *t = tcase_create("whatif");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_loop_test(t, changes_and_what_they_show, 0, COUNT(cases));
    tcase_add_loop_test(t, what_is_there_is_changed, 0, COUNT(begins));
    tcase_add_test(t, what_is_off_is_told_once);
    tcase_add_loop_test(t, a_narrow_title_keeps_the_stage, 0, 4);
    tcase_add_test(t, what_both_cut_is_scrolled);
    tcase_add_test(t, a_narrow_prompt_tells_all);
    tcase_add_test(t, what_is_skipped_is_said);
    tcase_add_test(t, a_prepared_change_is_made_everywhere);
    tcase_add_test(t, undo_is_the_way_back);
    tcase_add_test(t, hidden_numbers_stay_hidden);
    tcase_add_test(t, reading_again_keeps_what_it_can);
    tcase_add_test(t, written_out_as_a_block);
    tcase_add_test(t, each_lesson_has_its_own);
    tcase_add_test(t, two_lessons_side_by_side);
    suite_add_tcase(s, t);
    TCase *own = tcase_create("of the lessons that come with the program");
    tcase_add_test(own, a_change_is_soon_on_the_screen);
    tcase_add_test(own, a_long_report_is_scrolled_to_its_end);
    suite_add_tcase(s, own);
    return s;
}
