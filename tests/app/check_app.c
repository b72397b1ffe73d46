/* The app beside its model: places that are kept, lessons that are opened and left, changes, what a class was shown, and
 * taking back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

static const char places[] = ".local/state/qkv/places";

static App *begin(int lesson, bool resume)
{
    App *app = app_new(library_open(), resume);
    if (lesson >= 0)
        app_open(app, lesson);
    return app;
}

static void end(App *app)
{
    Library *library = app_world(app)->library;
    app_end(app);
    app_free(app);
    library_free(library);
}

static const Spot *at(const App *app)
{
    const Page *page = model_lesson(app_model(app));
    ck_assert_ptr_nonnull(page);
    return &page->spot;
}

static void expect_said(const App *app, const char *text)
{
    const char *said = app_message(app);
    ck_assert_msg(said && strstr(said, text), "'%s' is not said, but '%s'", text,
                  said ? said : "nothing");
}

/* --- places --------------------------------------------------------------------------------------- */

START_TEST(r1_comes_back_to_the_same_step)
{
    App *app = begin(MADE_FIRST, true);
    made_go(app, "2.2");
    const Spot left = *at(app);
    end(app);
    app = begin(MADE_FIRST, true);
    ck_assert(spot_is_same(at(app), &left));
    expect_said(app, "You were here");
    end(app);
    ck_assert_ptr_nonnull(strstr(folder_read(places), "in 01-first\n"));
}
END_TEST

/* Changes become a block of a lesson: their lines that are on, and the first and last result that differ, of those
 * that a name means to the end; an expectation of a part of an object could not be read. */
START_TEST(changes_are_written_for_a_lesson)
{
    static const char lesson[] = "# Own\n\n## Stage\n\n```python\nimport torch\n\n\nclass Net:\n"
                                 "    pass\n\n\nx = torch.tensor([1., 2.])\ny = x * 2\nx = x + 1\n"
                                 "z = y + x\nnet = Net()\nnet.out = z * 2\n```\n";
    folder_write("lessons/03-own.md", lesson);
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    app_line(app, "whatif y[0] = 5");
    app_line(app, "write Mine");
    expect_said(app, "Written to 03-own-what-if.md");
    ck_assert_str_eq(folder_read("03-own-what-if.md"),
                     "```what-if Mine\ny[0] = 5\n```\n\n```expect y\ntensor([5., 4.])\n```\n\n"
                     "```expect z\ntensor([7., 7.])\n```\n");
    app_free(app);
    library_free(library);
    remove("lessons/03-own.md");
    remove("03-own-what-if.md");
}
END_TEST

/* Brings back what was tried out, switched off, and nothing that was deleted. */
START_TEST(comes_back_to_what_was_tried_out)
{
    App *app = begin(MADE_FIRST, true);
    app_line(app, "whatif x[0, 0] = 5");
    ck_assert_ptr_nonnull(app_world(app)->whatif);
    end(app);
    app = begin(MADE_FIRST, true);
    ck_assert_ptr_nonnull(app_world(app)->whatif);
    ck_assert_int_eq(app_world(app)->whatif->on, 0);
    expect_said(app, "your 1 change, off now");
    app_line(app, "remove 1");
    ck_assert_ptr_null(app_world(app)->whatif);
    end(app);
    app = begin(MADE_FIRST, true);
    ck_assert_ptr_null(app_world(app)->whatif);
    end(app);
}
END_TEST

START_TEST(without_resuming_nothing_is_read_or_written)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "2.1");
    end(app);
    ck_assert(!folder_has(places));
}
END_TEST

static const char *const beyond[] = {"99 0 99 01-first\n", "4 99 4 01-first\n",
                                     "2147483647 2147483647 1 01-first\n"};

START_TEST(a_place_beyond_the_end_is_the_end)
{
    folder_write(places, beyond[_i]);
    App *app = begin(MADE_FIRST, true);
    const Run *run = app_world(app)->lens.run;
    ck_assert_int_eq(at(app)->stage, run->lesson->stages - 1);
    app_frame(app);
    end(app);
}
END_TEST

static const struct {
    const char *where, *wrong; /* NULL: it is there */
} gos[] = {
    {"0", NULL},
    {"2", NULL},
    {"2.1", NULL},
    {"line 15", NULL},
    {"4294967297", "--goto 4294967297: expected a stage"},
    {"2.4294967297", "--goto 2.4294967297: expected a stage"},
    {"9", "--goto 9: the lesson has stages 0 to 4"},
    {"-1", "--goto -1: expected a stage"},
    {"2.99", "--goto 2.99: stage 2 has steps 0 to"},
    {"x", "--goto x: expected a stage, a step or a line, like 4, 4.2 or line 19"},
    {"2.1x", "--goto 2.1x: expected"},
    {"line 999", "--goto line 999: there is no code"},
};

START_TEST(goes_to_a_place)
{
    Err err = {0};
    App *app = begin(MADE_FIRST, false);
    bool went = app_goto(app, gos[_i].where, &err);
    ck_assert_int_eq(went, gos[_i].wrong == NULL);
    if (!went)
        ck_assert_msg(strstr(err.message, gos[_i].wrong) != NULL, "%s", err.message);
    end(app);
}
END_TEST

/* --- lessons -------------------------------------------------------------------------------------- */

START_TEST(a_broken_lesson_says_why_and_does_not_open)
{
    App *app = begin(MADE_BROKEN, false);
    ck_assert_ptr_null(model_lesson(app_model(app)));
    expect_said(app, "02-broken is broken, line 7");
    end(app);
}
END_TEST

/* A lesson is read when it is opened, and no other. The list needs what stands in headings; of one with a mistake it has
 * to say so. */
START_TEST(lessons_are_read_when_they_are_opened)
{
    App *app = begin(MADE_FIRST, false);
    const Entry *entry = app_world(app)->library->entry;
    app_frame(app);
    for (int i = 0; i < MADE_COUNT; i++) {
        ck_assert((entry[i].lesson != NULL) == (i == MADE_FIRST));
        ck_assert(!entry[i].outline && !entry[i].err.set);
    }
    app_key(app, 'q');
    app_frame(app);
    ck_assert(entry[MADE_BROKEN].err.set);
    ck_assert_ptr_null(entry[MADE_SECOND].lesson);
    ck_assert_str_eq(entry[MADE_SECOND].outline->title, "Zweite Lektion: 日本語");
    end(app);
}
END_TEST

/* A lesson is run because it is opened; its run is given back when it is left, unless it was changed. */
START_TEST(lessons_run_when_they_are_opened)
{
    App *app = begin(-1, false);
    const Entry *entry = app_world(app)->library->entry;
    ck_assert_ptr_null(entry[MADE_FIRST].run);
    app_open(app, MADE_FIRST);
    ck_assert_ptr_nonnull(entry[MADE_FIRST].run);
    app_open(app, MADE_SECOND);
    ck_assert_ptr_null(entry[MADE_FIRST].run);
    app_open(app, MADE_FIRST);
    app_line(app, "whatif x[0, 0] = 5");
    app_open(app, MADE_SECOND);
    ck_assert_ptr_nonnull(entry[MADE_FIRST].run);
    app_frame(app);
    end(app);
}
END_TEST

START_TEST(a_script_opens_at_its_first_result_or_its_error)
{
    Err err = {0};
    folder_write("own.py", _i ? "import torch\nx = torch.ones(2)\ny = x @ nothing\n"
                              : "import torch\nx = torch.ones(2)\n");
    Library *library = library_open();
    int lesson = library_find(library, "own.py", &err);
    App *app = app_new(library, false);
    app_open(app, lesson);
    const Stop *stop = spot_stop(app_world(app)->lens.run, at(app));
    ck_assert_ptr_nonnull(stop);
    ck_assert_int_eq(stop->kind, _i ? STOP_ERROR : STOP_TENSOR);
    end(app);
}
END_TEST

START_TEST(no_lessons_at_all)
{
    folder_remove("lessons");
    App *app = begin(-1, true);
    app_frame(app);
    for (const char *key = " qnp=?cvT/\t"; *key; key++) {
        app_key(app, *key);
        app_frame(app);
    }
    app_tick(app, 0);
    end(app);
    made_lessons();
}
END_TEST

/* --- changes -------------------------------------------------------------------------------------- */

START_TEST(a_change_keeps_the_place_and_is_taken_back)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "2.2");
    const Spot before = *at(app);
    app_line(app, "whatif x[0, 0] = 5");
    ck_assert_ptr_nonnull(app_world(app)->whatif);
    ck_assert_ptr_nonnull(app_world(app)->lens.align);
    ck_assert_int_eq(at(app)->stage, before.stage);
    ck_assert_int_eq(at(app)->stop, before.stop);
    expect_said(app, "results differ");
    app_line(app, "undo");
    ck_assert_ptr_null(app_world(app)->whatif);
    ck_assert(spot_is_same(at(app), &before));
    expect_said(app, "Taken back: the change x[0, 0] = 5");
    app_line(app, "undo");
    expect_said(app, "There is nothing to take back.");
    end(app);
}
END_TEST

START_TEST(sides_look_at_their_runs)
{
    App *app = begin(MADE_FIRST, false);
    const Run *own = app_world(app)->lens.run;
    app_line(app, "whatif x[0, 0] = 5, 6, 7");
    const WhatIf *w = app_world(app)->whatif;
    ck_assert_int_eq(w->variants, 3);
    Model m = *app_model(app);
    for (m.side = SIDE_DIFFERENCE; m.side < 3; m.side++) {
        app_put(app, &m);
        const Lens *l = &app_world(app)->lens;
        ck_assert_ptr_eq(l->run,
                         m.side == SIDE_WITHOUT ? own : w->variant[m.side < 0 ? 0 : m.side].run);
        ck_assert_int_eq(l->differs, m.side == SIDE_DIFFERENCE);
        app_frame(app);
    }
    end(app);
}
END_TEST

START_TEST(a_wrong_change_says_so)
{
    App *app = begin(MADE_FIRST, false);
    app_line(app, "whatif x[0, 0] = nothing");
    ck_assert_ptr_null(app_world(app)->whatif);
    ck_assert_ptr_nonnull(app_message(app));
    end(app);
}
END_TEST

/* --- what a class is shown ------------------------------------------------------------------------ */

static int64_t hides(App *app)
{
    const Spot *s = at(app);
    return lens_hides_stop(&app_world(app)->lens, s->stage, s->stop);
}

static App *begin_class(bool resume)
{
    App *app = begin(-1, resume);
    app_teach(app);
    app_open(app, MADE_FIRST);
    made_go(app, "2.1");
    return app;
}

START_TEST(a_class_sees_what_it_was_shown)
{
    App *app = begin_class(true);
    ck_assert_int_eq(hides(app), 9);
    app_line(app, "show");
    ck_assert_int_eq(hides(app), 0);
    end(app);
    app = begin(MADE_FIRST, true); /* at home: --teacher was of that run */
    ck_assert(!app_model(app)->class.on);
    end(app);
    app = begin(MADE_FIRST, true); /* the next day, with T */
    app_line(app, "class on");
    ck_assert_int_eq(hides(app), 0);
    end(app);
    app = begin(MADE_FIRST, true); /* stays */
    ck_assert(app_model(app)->class.on);
    ck_assert_int_eq(hides(app), 0);
    app_line(app, "class new");
    ck_assert_int_eq(hides(app), 9);
    app_line(app, "undo");
    ck_assert_int_eq(hides(app), 0);
    end(app);
}
END_TEST

/* Hides again what a change makes another; taken back, all is as it was seen. */
START_TEST(a_change_hides_what_it_changes)
{
    App *app = begin_class(false);
    app_line(app, "show");
    app_line(app, "whatif w[0, 0] = 5");
    ck_assert_int_eq(hides(app), 2); /* a column of q = x @ w, but x[x2, a] is 0 there */
    app_line(app, "undo");
    ck_assert_int_eq(hides(app), 0);
    end(app);
}
END_TEST

/* Taking a change back takes nothing away that the class has seen since. */
START_TEST(a_change_taken_back_leaves_what_was_shown)
{
    App *app = begin_class(false);
    app_line(app, "whatif w[0, 0] = 5");
    app_line(app, "with off");
    while (hides(app) > 0)
        made_press(app, "Space");
    app_line(app, "undo");
    ck_assert_ptr_null(app_world(app)->whatif);
    ck_assert_int_eq(hides(app), 0);
    end(app);
}
END_TEST

/* How many numbers of the result are marked as changed. */
static int marked(App *app)
{
    const Lens *l = &app_world(app)->lens;
    const QkvTensor *t = spot_tensor(l->run, at(app), 0);
    int count = 0;
    for (int64_t i = 0; i < t->count; i++)
        count += lens_state(l, t, i) == LENS_CHANGED;
    return count;
}

/* Cells shown with a change and not without it tell nothing of that, nor the other way. */
START_TEST(two_runs_hide_what_either_hides)
{
    static const char *const sides[] = {"with on", "with off", "with difference"};
    App *app = begin_class(false);
    app_line(app, "whatif w[0, 0] = 5");
    app_line(app, "show"); /* with the change alone */
    made_go(app, "2.2");
    app_line(app, "show");
    ck_assert_int_eq(hides(app), 0);
    for (int i = 0; i < COUNT(sides); i++) {
        app_line(app, sides[i]);
        ck_assert_int_eq(marked(app), 0);
        made_expect_gone(app, "most at");
        app_line(app, "changes");
        made_expect(app, "not shown yet");
        app_line(app, "up");
    }
    ck_assert_int_gt(hides(app), 0); /* of the difference */
    app_line(app, "with off");
    app_line(app, "show");
    ck_assert_int_gt(marked(app), 0);
    made_expect(app, "most at");
    app_line(app, "with difference");
    ck_assert_int_eq(hides(app), 0);
    end(app);
}
END_TEST

/* The message after a change and the list count alike, and name the value in view. */
START_TEST(one_count_of_what_differs)
{
    App *app = begin(MADE_FIRST, false);
    int differ, of, listed;
    app_line(app, "whatif x[0, 0] = 1.00000001, 5, 1");
    const Model *m = app_model(app);
    ck_assert_ptr_nonnull(strstr(m->said, "value 1 of 3"));
    made_press(app, "w c");
    made_expect(app, "with 5, value 2 of 3: ");
    made_press(app, "q w c");
    made_expect(app, "with 1, value 3 of 3: all");
    made_expect(app, "are the same as without");
    made_press(app, "q");
    app_line(app, "undo");
    app_line(app, "whatif x[0, 0] = 1.00004");
    ck_assert_int_eq(sscanf(m->said, "%d of %d", &differ, &of), 2);
    Buf screen = {0};
    made_press(app, "c");
    frame_text(&screen, app_frame(app), false);
    char *head = strstr(buf_text(&screen), " results differ");
    ck_assert_ptr_nonnull(head);
    while (head > buf_text(&screen) && head[-1] != '\n')
        head--;
    ck_assert_int_eq(sscanf(head, " %d of", &listed), 1);
    ck_assert_int_eq(listed, differ);
    made_expect(app, "more in digits that are not printed");
    buf_release(&screen);
    end(app);
}
END_TEST

static int rows_listed(App *app)
{
    Arena a = {0};
    int rows = doc_rows(pages_tell(&a, app_model(app), app_world(app)));
    arena_release(&a);
    return rows;
}

/* Results that a change leaves as they are have one row, which unfolds and folds; what is there listed opens as the others. */
START_TEST(what_is_the_same_unfolds)
{
    App *app = begin(MADE_FIRST, false);
    app_line(app, "whatif x[0, 0] = 5");
    made_press(app, "c End");
    const int folded = rows_listed(app), marked = model_page(app_model(app))->row;
    int same = 0;
    Buf screen = made_screen(app);
    const char *more = strstr(buf_text(&screen), " more ");
    ck_assert_ptr_nonnull(more);
    while (more[-1] != ' ')
        more--;
    ck_assert_int_eq(sscanf(more, "%d more", &same), 1);
    buf_release(&screen);
    made_press(app, "Enter");
    ck_assert_int_eq(rows_listed(app), folded + same);
    ck_assert_int_eq(model_page(app_model(app))->row, marked);
    made_press(app, "Enter");
    ck_assert_int_eq(rows_listed(app), folded);
    made_press(app, "Right Down Enter");
    made_expect(app, "The same as without the changes.");
    end(app);
}
END_TEST

/* A reader alone can hide a result to guess it; nothing else is hidden. */
START_TEST(a_reader_alone_guesses)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "2.1");
    ck_assert_int_eq(hides(app), 0);
    made_press(app, "g Esc");
    ck_assert_int_eq(hides(app), 9);
    ck_assert(!lens_hides_stop(&app_world(app)->lens, 1, 1));
    app_line(app, "show");
    ck_assert_int_eq(hides(app), 0);
    ck_assert_ptr_null(app_world(app)->lens.hidden);
    end(app);
}
END_TEST

/* The result is shown by row, matrix or number, and nothing else on the screen moves. */
START_TEST(r3_a_result_comes_bit_by_bit)
{
    static const int presses[UNITS] = {[UNIT_ROW] = 3, [UNIT_MATRIX] = 1, [UNIT_CELL] = 9};
    App *app = begin_class(false);
    Model m = *app_model(app);
    m.class.unit = (Unit)_i;
    app_put(app, &m);
    int left = 9, count = 0;
    for (; left > 0 && count < 10; count++) {
        const Spot before = *at(app);
        made_press(app, "Space");
        ck_assert(spot_is_same(at(app), &before));
        ck_assert_int_lt(hides(app), left);
        left = (int)hides(app);
        made_expect(app, ">>> q = x @ w");
    }
    ck_assert_int_eq(count, presses[_i]);
    end(app);
}
END_TEST

/* A step, a stage, a number. */
START_TEST(r6_three_sizes_of_steps)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "2");
    made_press(app, "Space");
    ck_assert_int_eq(at(app)->stage, 2);
    ck_assert_int_gt(at(app)->stop, 0);
    made_press(app, "Right");
    ck_assert_int_eq(model_page(app_model(app))->pointer.cell, 1);
    made_press(app, "n");
    ck_assert_int_eq(at(app)->stage, 3);
    end(app);
}
END_TEST

/* Line 9 of a pass that was given back, from line 9 of one that is there: the lesson is run again for it. */
START_TEST(a_pass_that_was_given_back_is_come_to_at_the_same_line)
{
    folder_write("lessons/03 second.md",
                 "# Second\n\n## 1. Train\n\n```python\nimport torch\nfor step in range(400):\n"
                 "    a = torch.ones(2) * step\n    b = sum(a * k for k in range(60))\n```\n");
    App *app = begin(MADE_SECOND, false);
    made_go(app, "1");
    made_press(app, ": p a s s Space 2 Enter");
    made_expect(app, "step 2 of 400");
    made_press(app, "Space Space");
    made_expect(app, ">  9     b = sum(");
    made_press(app, ": p a s s Space 1 0 0 Enter");
    made_expect(app, "step 100 of 400");
    made_expect(app, ">  9     b = sum(");
    made_press(app, "n n n");
    made_expect(app, "step 103 of 400");
    made_expect(app, ">  9     b = sum(");
    end(app);
    made_lessons();
}
END_TEST

START_TEST(r7_back_to_the_lesson_before)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "4");
    for (int i = 0; i < 5 && at(app)->lesson == MADE_FIRST; i++)
        made_press(app, "Space");
    ck_assert_int_eq(at(app)->lesson, MADE_SECOND);
    made_press(app, "Bksp");
    ck_assert_int_eq(at(app)->lesson, MADE_FIRST);
    ck_assert_int_eq(at(app)->stage, 4);
    end(app);
}
END_TEST

START_TEST(r9_all_digits_of_a_number)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "2.3"); /* weights */
    made_press(app, "Enter");
    const Page *page = model_page(app_model(app));
    Buf digits = {0};
    const Run *run = app_world(app)->lens.run;
    lens_full(&digits, &app_world(app)->lens, run->tape->step[page->step].call.out, page->cell);
    made_expect(app, buf_text(&digits));
    buf_release(&digits);
    end(app);
}
END_TEST

/* --- the rest ------------------------------------------------------------------------------------- */

START_TEST(settings_and_pins_are_taken_back)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "2.2");
    app_line(app, "view decimals 6");
    ck_assert_int_eq(app_model(app)->look.decimals, 6);
    app_line(app, "pin q");
    ck_assert_int_eq(app_model(app)->pins.count, 1);
    app_line(app, "undo");
    ck_assert_int_eq(app_model(app)->pins.count, 0);
    ck_assert_int_eq(app_model(app)->look.decimals, 6);
    app_line(app, "undo");
    ck_assert_int_eq(app_model(app)->look.decimals, NUMBER_DECIMALS);
    expect_said(app, "Taken back: decimals 6");
    end(app);
}
END_TEST

/* Weights are shaded where there are colours, until something else is set, which is kept for both kinds of windows. */
START_TEST(how_numbers_are_shaded_is_kept)
{
    App *app = begin(MADE_FIRST, true);
    ck_assert_int_eq(app_model(app)->look.shade, SHADE_NONE);
    app_colors(app, true);
    ck_assert_int_eq(app_model(app)->look.shade, SHADE_WEIGHTS);
    app_colors(app, false);
    ck_assert_int_eq(app_model(app)->look.shade, SHADE_NONE);
    app_colors(app, true);
    end(app);
    app = begin(MADE_FIRST, true); /* no choice */
    ck_assert_int_eq(app_model(app)->look.shade, SHADE_NONE);
    app_line(app, "view shades on");
    end(app);
    app = begin(MADE_FIRST, true);
    ck_assert_int_eq(app_model(app)->look.shade, SHADE_ALL);
    app_colors(app, true);
    ck_assert_int_eq(app_model(app)->look.shade, SHADE_ALL);
    app_line(app, "view shades off");
    end(app);
    app = begin(MADE_FIRST, true);
    app_colors(app, true);
    ck_assert_int_eq(app_model(app)->look.shade, SHADE_NONE);
    end(app);
}
END_TEST

/* Pages see the detail that undo sets; a play goes on or is over as it was; pins are those of the lesson at hand. */
START_TEST(undo_leaves_the_rest_alone)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "2.2");
    const Detail before = at(app)->detail;
    app_line(app, "view detail operations");
    ck_assert_int_eq(at(app)->detail, DETAIL_EVERY);
    app_line(app, "undo");
    ck_assert_int_eq(at(app)->detail, before);
    app_play(app, 5);
    app_line(app, "view decimals 6");
    app_play(app, 0);
    app_line(app, "undo");
    ck_assert_int_eq(app_model(app)->class.seconds, 0);
    app_line(app, "view decimals 6");
    app_line(app, "pin q");
    app_open(app, MADE_SECOND);
    app_line(app, "undo");
    ck_assert_int_eq(app_model(app)->pins.count, 0);
    app_line(app, "open 1");
    app_line(app, "pin q");
    app_line(app, "open 3");
    app_line(app, "undo");
    ck_assert_int_eq(app_model(app)->pins.count, 0);
    ck_assert_ptr_null(strstr(app_model(app)->said, "unpinning"));
    end(app);
}
END_TEST

START_TEST(a_play_goes_on_and_ends)
{
    App *app = begin(MADE_FIRST, false);
    app_play(app, 2);
    ck_assert_int_ge(app_patience(app), 0);
    app_tick(app, 0);
    const Spot before = *at(app);
    ck_assert(!app_tick(app, 1999) || spot_is_same(at(app), &before));
    for (int64_t now = 2000; now < 400000 && app_model(app)->class.seconds > 0; now += 2000)
        app_tick(app, now);
    ck_assert_int_eq(app_model(app)->class.seconds, 0);
    end(app);
}
END_TEST

START_TEST(a_paste_is_a_change_and_no_keys)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "2.1");
    app_paste(app, "qqQ x[0, 0] = 5\033[2J");
    ck_assert_int_eq(app_model(app)->prompt.kind, PROMPT_CHANGE);
    ck_assert_ptr_nonnull(strstr(app_model(app)->prompt.line, "qqQ x[0, 0] = 5?[2J"));
    app_frame(app);
    end(app);
}
END_TEST

/* Clicks where a text stands on the screen. */
static AppWish click(App *app, const char *text)
{
    const Frame *f = app_frame(app);
    for (int row = 0; row < f->height; row++) {
        Buf line = {0};
        for (int col = 0; col < f->width; col++) /* all of it is ASCII */
            buf_putc(&line, f->glyph[row * f->width + col].bytes[0]);
        const char *at = strstr(buf_text(&line), text);
        int col = at ? (int)(at - line.text) : -1;
        buf_release(&line);
        if (at)
            return app_click(app, row, col);
    }
    ck_abort_msg("'%s' is not on the screen", text);
    return APP_GO_ON;
}

/* A click points, a click on what is pointed at is Enter, and words of the last line are buttons. */
START_TEST(clicks_point_and_open)
{
    App *app = begin(MADE_FIRST, false);
    made_go(app, "2.1");
    click(app, "10.00");
    ck_assert_int_eq(model_page(app_model(app))->name, PAGE_STAGE);
    made_expect(app, ">10.00<");
    click(app, "10.00");
    ck_assert_int_eq(model_page(app_model(app))->name, PAGE_NUMBER);
    click(app, "tree");
    ck_assert_int_eq(model_page(app_model(app))->tab, TAB_TREE);
    click(app, "q back");
    ck_assert_int_eq(model_page(app_model(app))->name, PAGE_STAGE);
    click(app, "q menu");
    ck_assert_int_eq(app_model(app)->pages, 1);
    click(app, "Zweite");
    click(app, "Zweite");
    ck_assert_int_eq(app_model(app)->page[1].spot.lesson, MADE_SECOND);
    app_wheel(app, 1);
    app_wheel(app, -1);
    app_frame(app);
    end(app);
}
END_TEST

/* Any size, and any keys at it. */
START_TEST(r10_any_keys_at_any_size)
{
    App *app = begin(_i % 2 ? MADE_FIRST : MADE_SECOND, false);
    for (int i = 0; i < 400; i++) {
        if (made_random(12) == 0)
            app_resize(app, made_random(100) + 1, made_random(30) + 1);
        int key = made_random(3) ? made_random(95) + ' ' : K_SPECIAL + 1 + made_random(18);
        if (key == 'e' || key == 'Q' || app_key(app, key) == APP_QUIT)
            continue;
        app_frame(app);
    }
    end(app);
}
END_TEST

Suite *app_suite(void)
{
    Suite *s = suite_create("app");
    TCase *t = tcase_create("app");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, r1_comes_back_to_the_same_step);
    tcase_add_test(t, changes_are_written_for_a_lesson);
    tcase_add_test(t, comes_back_to_what_was_tried_out);
    tcase_add_test(t, without_resuming_nothing_is_read_or_written);
    tcase_add_loop_test(t, a_place_beyond_the_end_is_the_end, 0, COUNT(beyond));
    tcase_add_loop_test(t, goes_to_a_place, 0, COUNT(gos));
    tcase_add_test(t, a_broken_lesson_says_why_and_does_not_open);
    tcase_add_test(t, lessons_are_read_when_they_are_opened);
    tcase_add_test(t, lessons_run_when_they_are_opened);
    tcase_add_loop_test(t, a_script_opens_at_its_first_result_or_its_error, 0, 2);
    tcase_add_test(t, no_lessons_at_all);
    tcase_add_test(t, a_change_keeps_the_place_and_is_taken_back);
    tcase_add_test(t, sides_look_at_their_runs);
    tcase_add_test(t, a_wrong_change_says_so);
    tcase_add_test(t, a_class_sees_what_it_was_shown);
    tcase_add_test(t, a_change_hides_what_it_changes);
    tcase_add_test(t, a_change_taken_back_leaves_what_was_shown);
    tcase_add_test(t, two_runs_hide_what_either_hides);
    tcase_add_test(t, one_count_of_what_differs);
    tcase_add_test(t, what_is_the_same_unfolds);
    tcase_add_test(t, a_reader_alone_guesses);
    tcase_add_loop_test(t, r3_a_result_comes_bit_by_bit, 0, UNITS);
    tcase_add_test(t, r6_three_sizes_of_steps);
    tcase_add_test(t, a_pass_that_was_given_back_is_come_to_at_the_same_line);
    tcase_add_test(t, r7_back_to_the_lesson_before);
    tcase_add_test(t, r9_all_digits_of_a_number);
    tcase_add_test(t, settings_and_pins_are_taken_back);
    tcase_add_test(t, how_numbers_are_shaded_is_kept);
    tcase_add_test(t, undo_leaves_the_rest_alone);
    tcase_add_test(t, a_play_goes_on_and_ends);
    tcase_add_test(t, a_paste_is_a_change_and_no_keys);
    tcase_add_test(t, clicks_point_and_open);
    tcase_add_loop_test(t, r10_any_keys_at_any_size, 0, 8);
    suite_add_tcase(s, t);
    return s;
}
