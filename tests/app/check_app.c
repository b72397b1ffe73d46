/* The app as a whole: opening, resuming, going to a place, lessons that are broken or not there. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

static Library *library;

static App *start(bool resume)
{
    library = library_open();
    return app_new(library, resume);
}

static void end(App *app)
{
    app_free(app);
    library_free(library);
}

/* The program ends and is begun again. */
static App *restart(App *app)
{
    app_save(app);
    end(app);
    return start(true);
}

static App *start_at(const char *where)
{
    Err err = {0};
    App *app = start(false);
    app_open(app, MADE_FIRST);
    ck_assert(!where || app_goto(app, where, &err));
    return app;
}

/* --- resuming ------------------------------------------------------------------------------- */

static const char resumed[] = "You were here. g goes to the start.";

START_TEST(r1_comes_back_to_the_same_step)
{
    App *app = start(true);
    made_press(app, "Enter n n Space Space");
    made_expect(app, "stage 2/4  step 2/5");
    app = restart(app);
    made_expect(app, " 4 stages  at 2\n");
    made_press(app, "Enter");
    made_expect(app, "stage 2/4  step 2/5");
    made_expect(app, resumed);
    made_press(app, "Space");
    made_expect_gone(app, resumed);
    end(app);
    app = start(true);
    app_open(app, MADE_FIRST);
    made_expect(app, "stage 2/4  step 2/5");
    end(app);
}
END_TEST

/* What else there was is kept, too: the number in question, how numbers looked, what was tried out. */
START_TEST(comes_back_to_the_same_number)
{
    App *app = start(true);
    made_press(app, "Enter 2 Enter Space Enter Right + +");
    made_expect(app, "q[x1][1] = -1");
    app = restart(app);
    made_press(app, "Enter");
    made_expect(app, "q[x1][1] = -1");
    made_expect(app, "You were here. q goes to stage 2.");
    ck_assert_int_eq(app_place(app)->look.decimals, NUMBER_DECIMALS + 2);
    app_teach(app);
    made_expect(app, "stage 2/4  step 1/5");
    made_expect(app, "???");
    app = restart(app);
    made_press(app, "Enter");
    made_expect(app, "stage 2/4  step 1/5");
    made_expect(app, resumed);
    made_press(app, "T T g / q [ x 1 ] [ 1 ] Enter"); /* asked from where the lesson begins */
    made_expect(app, "q[x1][1] = -1");
    app = restart(app);
    made_press(app, "Enter");
    made_expect(app, "q[x1][1] = -1");
    end(app);
}
END_TEST

/* ... and the way there, number by number. */
START_TEST(comes_back_with_the_way_to_the_number)
{
    App *app = start(true);
    made_press(app, "Enter 2 Enter Space Space Enter Enter Enter");
    made_expect(app, "scores > q > x");
    app = restart(app);
    made_press(app, "Enter");
    made_expect(app, "You were here.");
    made_press(app, "x");
    made_expect(app, "scores > q > x");
    made_press(app, "'");
    made_expect(app, "scores > q");
    made_press(app, "q Enter Down Right q"); /* Enter asks that again */
    made_expect(app, "stage 2/4  step 2/5");
    app = restart(app);
    made_press(app, "Enter");
    made_expect_gone(app, "CELL");
    made_expect(app, "You were here. g goes to the start.");
    made_press(app, "Enter");
    made_expect(app, "scores[x2][x2] = ");
    end(app);
}
END_TEST

/* A number is asked in its own lesson, and by its name in the lesson as it is without changes. */
START_TEST(comes_back_to_no_other_number)
{
    App *app = start(true);
    made_press(app, "Enter 2 . 2 Enter Enter Down Right q q");
    app_open(app, MADE_SECOND);
    app = restart(app);
    made_press(app, "q");
    app_open(app, MADE_SECOND);
    made_press(app, "1 . 2 Enter Enter");
    made_expect(app, "table[0][0] = 0");
    app_open(app, MADE_FIRST);
    made_press(app, "= End Space * Space 2 Enter");
    made_expect(app, "WHAT IF");
    made_press(app, "Enter Down q");
    app = restart(app);
    app_open(app, MADE_FIRST);
    made_press(app, "Enter");
    made_expect(app, "scores[日本][x2] = 65.625");
    end(app);
}
END_TEST

START_TEST(comes_back_to_what_was_tried_out)
{
    App *app = start(true);
    made_press(app, "Enter 1 Enter Space Enter = Bksp 7 Enter q");
    made_expect(app, "WHAT IF (1 change)");
    app = restart(app);
    made_press(app, "Enter");
    made_expect(app, "You were here. g goes to the start. w lists your 1 change, off now.");
    made_expect(app, "WHAT IF (0 of 1 change)");
    made_expect(app, " x1   1   0   1   0");
    made_press(app, "w Space Esc");
    made_expect(app, " x1   *7    0    1    0");
    made_press(app, "w d Esc");
    app = restart(app);
    made_press(app, "Enter");
    made_expect_gone(app, "WHAT IF");
    end(app);
}
END_TEST

/* A change that was taken back is gone, also where the place was saved in between. */
START_TEST(comes_back_without_what_was_undone)
{
    App *app = start(true);
    made_press(app, "Enter 1 Enter Space Enter = Bksp 7 Enter q Z");
    made_expect(app, "All changes are gone");
    made_expect_gone(app, "WHAT IF");
    made_press(app, "q");
    app_open(app, MADE_SECOND);
    app_open(app, MADE_FIRST);
    made_expect_gone(app, "WHAT IF");
    made_expect_gone(app, "off now");
    app = restart(app);
    made_press(app, "Enter");
    made_expect_gone(app, "WHAT IF");
    end(app);
}
END_TEST

START_TEST(comes_back_to_the_same_block)
{
    App *app = start(true);
    made_press(app, "Enter 3 Enter Space ] ]");
    ck_assert_int_eq(app_place(app)->view.item, 2);
    app = restart(app);
    made_press(app, "Enter");
    ck_assert_int_eq(app_place(app)->view.item, 2);
    end(app);
}
END_TEST

/* Who teaches comes back to a result that is still hidden, shown in the units that were chosen. */
START_TEST(comes_back_to_a_hidden_result)
{
    App *app = start(true);
    made_press(app, "Enter V 2 Enter Space Space");
    made_expect(app, "5.50");
    app = restart(app);
    app_open(app, MADE_FIRST);
    app_teach(app);
    made_expect(app, "stage 2/4  step 2/5");
    made_expect(app, "by matrix, 0 of 9 shown");
    made_expect_gone(app, "5.50");
    end(app);
    app = start(true); /* the same from the menu */
    made_press(app, "T Enter");
    made_expect(app, "by matrix, 0 of 9 shown");
    made_expect_gone(app, "5.50");
    end(app);
}
END_TEST

/* With colours numbers are shaded at once; without, strips say the same when they are asked for. */
START_TEST(shades_or_strips)
{
    App *app = start_at("1.1");
    made_expect_gone(app, "|");
    made_press(app, "m");
    made_expect(app, "|: : |");
    app_colors(app, true);
    made_expect_gone(app, "|");
    int shaded = 0;
    const Frame *f = app_frame(app);
    for (int i = 0; i < f->width * f->height; i++)
        shaded += f->glyph[i].shade > 0;
    ck_assert_int_eq(shaded, 8);
    made_press(app, "m");
    f = app_frame(app);
    for (int i = 0; i < f->width * f->height; i++)
        ck_assert_int_eq(f->glyph[i].shade, 0);
    end(app);
}
END_TEST

/* Which shade is which number, on both pages; not while that would tell what is hidden. */
START_TEST(a_scale_tells_the_shades)
{
    App *app = start_at("2.2");
    app_colors(app, true);
    made_expect(app, "shades of scores from  15  45  75  105");
    made_press(app, "Enter");
    made_expect(app, "shades of scores from  15  45  75  105");
    const Frame *f = app_frame(app);
    int shaded = 0;
    for (int i = 0; i < f->width * (f->height - 2); i++)
        shaded += f->glyph[i].shade != 0;
    ck_assert_int_gt(shaded, 0);
    app_colors(app, false);
    made_press(app, "m Esc Esc");
    made_expect(app, "shades of scores from  . 15  : 45  + 75  # 105");
    made_press(app, "T Space");
    made_expect(app, "???");
    made_expect_gone(app, "shades of");
    end(app);
}
END_TEST

/* The name is what it can do without; the digits never stand alone, nor after the words of a message. */
START_TEST(a_scale_in_a_narrow_window)
{
    App *app = start_at("1.1");
    app_colors(app, true);
    app_resize(app, 46, 24);
    made_expect(app, " shades of x from  0.25  0.75");
    app_resize(app, 42, 24);
    made_expect(app, " shades from  0.25  0.75");
    made_press(app, "X");
    made_expect(app, "X does nothing here: ? lists the keys.");
    made_expect_gone(app, "0.25");
    app_resize(app, 36, 24);
    made_expect_gone(app, "0.25");
    end(app);
}
END_TEST

START_TEST(restarts_and_marks_what_was_read)
{
    App *app = start(true);
    made_press(app, "Enter G q");
    made_expect(app, " 4 stages  end seen\n");
    made_press(app, "R");
    made_expect(app, "introduction");
    made_press(app, "q");
    made_expect(app, " 4 stages  end seen\n"); /* what was reached stays reached */
    made_press(app, "Enter");
    made_expect_gone(app, resumed); /* nothing to come back to */
    made_press(app, "( q j j Enter q");
    made_expect_gone(app, "at 0");
    end(app);
}
END_TEST

START_TEST(each_lesson_has_its_place)
{
    App *app = start(true);
    made_press(app, "Enter 2 Enter ) n Space q");
    app_save(app);
    end(app);
    ck_assert_str_eq(folder_read(".local/state/qkv/places"),
                     "in 03 second\n2 0 2 01-first\n1 1 1 03 second\n");
    app = start(true); /* the menu is where the reader was, and says where each goes on */
    made_expect(app, "> 03  Zweite Lektion");
    made_expect(app, "at 2");
    made_press(app, "Enter");
    made_expect(app, "stage 1/1  step 1/6");
    made_press(app, "(");
    made_expect(app, "stage 2/4  step 0/5");
    end(app);
}
END_TEST

/* Back from the end: where the lesson goes on is said, and not how far the reader ever came. */
START_TEST(the_menu_says_where_a_lesson_goes_on)
{
    folder_write(".local/state/qkv/places", "in 09 gone\n2 1 3 01-first\n");
    App *app = start(true);
    made_expect(app, "at 2");
    made_expect(app, "> 01  First");
    end(app);
    folder_write(".local/state/qkv/places", "0 0 3 01-first\n");
    app = start(true);
    made_expect(app, "begun");
    end(app);
}
END_TEST

START_TEST(without_resuming_nothing_is_read_or_written)
{
    folder_write(".local/state/qkv/places", "2 1 2 01-first\n");
    App *app = start(false);
    made_press(app, "Enter");
    made_expect(app, "introduction");
    made_press(app, "G");
    app_save(app);
    end(app);
    ck_assert_str_eq(folder_read(".local/state/qkv/places"), "2 1 2 01-first\n");
}
END_TEST

/* The lesson became shorter since. */
static const char *const beyond[] = {"99 0 99 01-first\n", "4 99 4 01-first\n",
                                     "2147483647 2147483647 1 01-first\n"};

START_TEST(a_place_beyond_the_end_is_the_end)
{
    folder_write(".local/state/qkv/places", beyond[_i]);
    App *app = start(true);
    app_open(app, MADE_FIRST);
    made_expect(app, "stage 4/4");
    end(app);
}
END_TEST

/* --- going to a place ----------------------------------------------------------------------- */

static const struct {
    const char *where, *shows; /* the error when it begins with - */
} gotos[] = {
    {"2", "stage 2/4  step 0/5"},
    {"2.3", "stage 2/4  step 3/5"},
    {"0", "introduction"},
    {"4.0", "stage 4/4"},
    {"5", "--goto 5: the lesson has stages 0 to 4"},
    {"-1", "--goto -1: the lesson has stages 0 to 4"},
    {"2.6", "--goto 2.6: stage 2 has steps 0 to 5"},
    {"2.-1", "--goto 2.-1: stage 2 has steps 0 to 5"},
    {"", "--goto : expected a stage or a stage and a step, like 4 or 4.2"},
    {"x", "--goto x: expected a stage or a stage and a step, like 4 or 4.2"},
    {"2.", "--goto 2.: expected a stage or a stage and a step, like 4 or 4.2"},
    {"2.x", "--goto 2.x: expected a stage or a stage and a step, like 4 or 4.2"},
    {"2x", "--goto 2x: expected a stage or a stage and a step, like 4 or 4.2"},
    {"2.1x", "--goto 2.1x: expected a stage or a stage and a step, like 4 or 4.2"},
    {".2", "--goto .2: expected a stage or a stage and a step, like 4 or 4.2"},
};

START_TEST(goes_to_a_stage_and_a_step)
{
    Err err = {0};
    App *app = start_at(NULL);
    bool ok = app_goto(app, gotos[_i].where, &err);
    ck_assert_int_eq(ok, strncmp(gotos[_i].shows, "--", 2) != 0);
    if (ok)
        made_expect(app, gotos[_i].shows);
    else
        ck_assert_str_eq(err.message, gotos[_i].shows);
    end(app);
}
END_TEST

/* The number asked before is forgotten: what is written for newcomers holds for others, too. */
START_TEST(who_names_a_step_begins_there_anew)
{
    Err err = {0};
    App *app = start_at("2.1");
    made_press(app, "Enter Down Right q");
    ck_assert(app_goto(app, "2.1", &err));
    made_press(app, "Enter");
    made_expect(app, "q[x1][0] = 1");
    end(app);
}
END_TEST

START_TEST(going_somewhere_needs_a_lesson)
{
    Err err = {0};
    App *app = start(false);
    ck_assert(!app_goto(app, "2", &err));
    ck_assert_str_eq(err.message, "--goto 2: name a lesson, too");
    end(app);
}
END_TEST

/* --- lessons that do not work --------------------------------------------------------------- */

START_TEST(a_broken_lesson_says_why_and_does_not_open)
{
    App *app = start(false);
    made_expect(app, "\n ! 02  02-broken");
    made_expect(app, "broken, line 7\n");
    made_press(app, "j");
    made_expect(app, "\n >!02  02-broken");
    made_expect(app, "\n lessons/02-broken.md:7:");
    static const char *const keys[] = {"Enter", "Space", "Right", "l", "R"};
    for (int i = 0; i < COUNT(keys); i++) {
        made_press(app, keys[i]);
        made_expect(app, "This lesson is broken: it says why below its title.");
        ck_assert_int_eq(app_place(app)->page, PAGE_MENU);
    }
    made_press(app, "j");
    made_expect_gone(app, "This lesson is broken");
    end(app);
}
END_TEST

START_TEST(the_next_lesson_is_the_next_that_runs)
{
    App *app = start_at("1");
    made_press(app, ")");
    made_expect(app, "03 Zweite Lektion: 日本語");
    made_press(app, "(");
    made_expect(app, "01 First: by hand");
    end(app);
}
END_TEST

/* A lesson is run because it is opened, and not because it lies there; its run is kept as long as
 * something looks at it. */
START_TEST(lessons_run_when_they_are_opened)
{
    Err err = {0};
    const ChangeLine line = {"x[0, 0] = 2", false};
    App *app = start(false);
    const Entry *first = &library->entry[MADE_FIRST], *second = &library->entry[MADE_SECOND];
    ck_assert(first->lesson && !first->run && second->lesson && !second->run);
    app_frame(app);
    ck_assert(!first->run && !second->run);
    app_open(app, MADE_FIRST);
    made_expect(app, first->lesson->title);
    ck_assert(first->run && !second->run);
    app_open(app, MADE_SECOND);
    made_expect(app, second->lesson->title);
    ck_assert(!first->run && second->run);
    made_press(app, "Bksp Bksp"); /* back over the beginning: to the end of the one before */
    ck_assert(first->run && !second->run);
    ck_assert_msg(app_change(app, &line, 1, &err), "%s", err.message);
    app_open(app, MADE_SECOND);
    ck_assert(first->run && second->run);
    end(app);
}
END_TEST

START_TEST(no_lessons_at_all)
{
    static Library empty;
    App *app = app_new(&empty, true);
    made_expect(app, "There are no lessons here.");
    made_press(app, "Enter Space j k g G PgDn PgUp R ? Esc / x Enter Esc M Ctrl-L 3");
    made_expect(app, "There are no lessons here.");
    made_expect_gone(app, "No lesson is chosen");
    app_save(app);
    app_resize(app, 1, 1);
    app_frame(app);
    ck_assert_int_eq(made_press(app, "q"), APP_QUIT);
    app_free(app);
    app_free(NULL);
}
END_TEST

/* --- the filter ----------------------------------------------------------------------------- */

START_TEST(filter)
{
    App *app = start(false);
    made_press(app, "/ Z W");
    made_expect(app, "filter: ZW_");
    made_expect(app, "03  Zweite Lektion");
    made_expect_gone(app, "First: by hand");
    made_press(app, "Enter");
    made_expect(app, "03 Zweite Lektion: 日本語");
    made_press(app, "q");
    made_expect(app, "filter: ZW\n");
    made_expect(app, "Esc show all");
    made_press(app, "Esc");
    made_expect(app, "First: by hand");
    made_expect_gone(app, "filter:");
    made_expect_gone(app, "Esc show all");
    made_press(app, "/ t Tab");
    made_expect(app, "filter: t\n");
    made_press(app, "/ x Esc");
    made_expect_gone(app, "filter:");
    end(app);
}
END_TEST

/* --- sizes ---------------------------------------------------------------------------------- */

START_TEST(sizes_below_one_are_one)
{
    App *app = start_at("2.1");
    app_resize(app, -5, 0);
    ck_assert_int_eq(app_frame(app)->width, 1);
    ck_assert_int_eq(app_frame(app)->height, 1);
    ck_assert_int_eq(app_place(app)->width, 1);
    app_resize(app, 80, 24);
    made_expect(app, "stage 2/4  step 1/5");
    end(app);
}
END_TEST

/* Another size and back again is the same screen. */
START_TEST(there_and_back_is_the_same_screen)
{
    App *app = start_at("3.2");
    Buf before = made_screen(app);
    for (int i = 0; i < 40; i++) {
        app_resize(app, 1 + made_random(200), 1 + made_random(60));
        app_frame(app);
    }
    app_resize(app, 80, 24);
    Buf after = made_screen(app);
    made_expect_equal(&before, &after, "80x24 before and after");
    buf_release(&before);
    buf_release(&after);
    end(app);
}
END_TEST

/* Letters that are pasted are no keys; where something is typed they are text. */
START_TEST(a_paste_is_text)
{
    App *app = start(false);
    made_press(app, "Enter n Space");
    Place before = *app_place(app);
    const int pasted[] = {K_PASTE, 'a', 'e', 'Q', ' ', K_ENTER, 'q', K_PASTED};
    for (int i = 0; i < COUNT(pasted); i++)
        ck_assert_int_eq(app_key(app, pasted[i]), APP_GO_ON);
    ck_assert(place_is_same(&before, app_place(app)));
    made_expect(app, "A paste does nothing here");
    made_press(app, "/");
    for (int i = 0; i < COUNT(pasted); i++)
        app_key(app, pasted[i]);
    made_expect(app, "find: aeQ q_");
    app_free(app);
    library_free(library);
}
END_TEST

/* Space shows what the window cuts before it goes on, and Backspace goes the same way back. */
START_TEST(space_scrolls_first)
{
    App *app = start(false);
    app_resize(app, 60, 10);
    made_press(app, "Enter n");
    made_expect(app, ": j k");
    Buf first = made_screen(app);
    made_press(app, "Space");
    made_expect(app, "step 0/2");
    int pages = 1;
    for (; app_place(app)->where.stop == 0; pages++)
        made_press(app, "Space");
    for (; pages > 0; pages--)
        made_press(app, "Bksp");
    Buf last = made_screen(app);
    made_expect_equal(&first, &last, "back again");
    buf_release(&first);
    buf_release(&last);
    app_free(app);
    library_free(library);
}
END_TEST

/* Pinned in the list of names, a result stays in sight in a low window, too, until it is let go, and is
 * told of where there is no room. */
START_TEST(a_pinned_result_stays_in_sight)
{
    App *app = start(false);
    app_resize(app, 80, 24);
    made_press(app, "Enter 1 Enter Space *");
    made_expect(app, "1 name so far");
    made_expect(app, "x1   1   0   1   0");
    made_press(app, "Space");
    made_expect(app, "*x ");
    made_press(app, "Esc 2 Enter Space Space");
    made_expect(app, "pinned, and no room here: x (* shows it)");
    app_resize(app, 80, 26);
    made_expect(app, "*x [3 x 4]");
    made_press(app, "* g");
    made_expect(app, "Space unpin");
    made_press(app, "Space Esc");
    made_expect_gone(app, "*x ");
    made_press(app, "* g Enter");
    made_expect(app, "stage 1/4");
    app_free(app);
    library_free(library);
}
END_TEST

/* What a result was made of stands below it in a tall window, the nearest first to be there. */
START_TEST(earlier_results_stand_in_free_rows)
{
    App *app = start(false);
    app_resize(app, 80, 24);
    made_press(app, "Enter 2 Enter Space Space");
    made_expect_gone(app, "earlier");
    app_resize(app, 120, 40);
    made_expect(app, "earlier");
    app_resize(app, 200, 60);
    made_expect(app, "earlier");
    app_free(app);
    library_free(library);
}
END_TEST

/* A lesson with numbers that are not those it expects says so when it is opened, beside where one was. */
START_TEST(what_is_not_as_expected_is_told)
{
    static const char told[] =
        "Not as expected: line 9: expect x: 1 of 2 numbers differs, by at most 1. "
        "qkv check shows both.";
    folder_write("lessons/00-wrong.md",
                 "# W\n\n## S\n\n```python\nimport torch\n"
                 "x = torch.ones(2)\n```\n```expect x\ntensor([1., 2.])\n```\n");
    made_clear();
    App *app = start(true);
    app_resize(app, 160, 40);
    app_open(app, 0);
    made_expect(app, told);
    made_press(app, "1 Enter");
    made_expect_gone(app, "Not as expected");
    made_press(app, "Space");
    made_expect(app, "\n Not as expected: expect x: 1 of 2 numbers differs, by at most 1.\n");
    made_press(app, "z");
    made_expect_gone(app, "Not as expected");
    app = restart(app);
    app_resize(app, 160, 40);
    app_open(app, 0);
    made_expect(app, "You were here. g goes to the start. Not as expected: line 9");
    end(app);
    folder_remove("lessons/00-wrong.md");
}
END_TEST

/* The last lesson has no next one. */
START_TEST(the_last_step_offers_what_there_is)
{
    App *app = start(false);
    app_open(app, MADE_FIRST);
    made_press(app, "G Space Space Space Space Space");
    made_expect(app, "This was the last step. ) goes to the next lesson, q to the menu.");
    app_open(app, MADE_SECOND);
    made_press(app, "G Space Space Space Space Space Space Space Space");
    made_expect(app, "This was the last step. q goes to the menu.");
    end(app);
}
END_TEST

/* Of a number that is earlier than the page it was asked from. */
START_TEST(earlier_results_are_earlier_than_the_number)
{
    App *app = start(false);
    app_resize(app, 120, 40);
    made_press(app, "Enter 2 . 3 Enter Enter");
    made_expect(app, "earlier: what this is made of");
    made_press(app, "Enter");
    made_expect(app, " scores[x1][x1] = 4.25");
    made_expect_gone(app, " weights [");
    made_press(app, "Enter Enter");
    made_expect(app, "x[x1][a] = 1");
    made_expect_gone(app, "earlier");
    made_expect_gone(app, "scores [");
    app_free(app);
    library_free(library);
}
END_TEST

/* In a list of names what a literal holds is not cut in the middle. */
START_TEST(names_so_far_are_told_in_whole_words)
{
    App *app = start(false);
    app_resize(app, 110, 40);
    made_press(app, "Enter 2 Enter Space");
    made_expect(app, "torch.tensor(...)");
    app_free(app);
    library_free(library);
}
END_TEST

/* Another word may come after a blank: the lesson that was meant before it still is. */
START_TEST(a_blank_in_the_filter_means_no_other_lesson)
{
    folder_write("lessons/03 second.md", "# Many heads\n\n## A\n\nWords.\n");
    folder_write("lessons/04 third.md", "# Many heads with more\n\n## A\n\nWords.\n");
    Library *all = library_open();
    App *app = app_new(all, false);
    made_press(app, "/ h e a d s Space");
    ck_assert_int_eq(app_place(app)->where.lesson, MADE_SECOND);
    made_press(app, "w");
    ck_assert_int_eq(app_place(app)->where.lesson, MADE_SECOND + 1);
    app_free(app);
    library_free(all);
    folder_remove("lessons/04 third.md");
    made_lessons();
}
END_TEST

Suite *app_suite(void)
{
    Suite *s = suite_create("app");
    TCase *t = tcase_create("app");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_test(t, r1_comes_back_to_the_same_step);
    tcase_add_test(t, comes_back_to_the_same_number);
    tcase_add_test(t, comes_back_with_the_way_to_the_number);
    tcase_add_test(t, comes_back_to_no_other_number);
    tcase_add_test(t, comes_back_to_what_was_tried_out);
    tcase_add_test(t, comes_back_without_what_was_undone);
    tcase_add_test(t, comes_back_to_the_same_block);
    tcase_add_test(t, comes_back_to_a_hidden_result);
    tcase_add_test(t, shades_or_strips);
    tcase_add_test(t, a_scale_tells_the_shades);
    tcase_add_test(t, a_scale_in_a_narrow_window);
    tcase_add_test(t, restarts_and_marks_what_was_read);
    tcase_add_test(t, a_blank_in_the_filter_means_no_other_lesson);
    tcase_add_test(t, each_lesson_has_its_place);
    tcase_add_test(t, the_menu_says_where_a_lesson_goes_on);
    tcase_add_test(t, without_resuming_nothing_is_read_or_written);
    tcase_add_loop_test(t, a_place_beyond_the_end_is_the_end, 0, COUNT(beyond));
    tcase_add_loop_test(t, goes_to_a_stage_and_a_step, 0, COUNT(gotos));
    tcase_add_test(t, who_names_a_step_begins_there_anew);
    tcase_add_test(t, going_somewhere_needs_a_lesson);
    tcase_add_test(t, a_broken_lesson_says_why_and_does_not_open);
    tcase_add_test(t, the_next_lesson_is_the_next_that_runs);
    tcase_add_test(t, lessons_run_when_they_are_opened);
    tcase_add_test(t, no_lessons_at_all);
    tcase_add_test(t, filter);
    tcase_add_test(t, sizes_below_one_are_one);
    tcase_add_test(t, there_and_back_is_the_same_screen);
    tcase_add_test(t, a_paste_is_text);
    tcase_add_test(t, space_scrolls_first);
    tcase_add_test(t, names_so_far_are_told_in_whole_words);
    tcase_add_test(t, a_pinned_result_stays_in_sight);
    tcase_add_test(t, earlier_results_stand_in_free_rows);
    tcase_add_test(t, earlier_results_are_earlier_than_the_number);
    tcase_add_test(t, what_is_not_as_expected_is_told);
    tcase_add_test(t, the_last_step_offers_what_there_is);
    suite_add_tcase(s, t);
    return s;
}
