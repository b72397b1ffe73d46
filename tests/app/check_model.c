/* Models: the stack of pages, and the reducer, which is pure: whatever key comes, the same outcome comes of it, and
 * something can be drawn. */
#include <string.h>

#include "app/command.h"
#include "checked.h"
#include "lesson/answer.h"
#include "lesson/reach.h"
#include "made.h"
#include "suites.h"

static const int every_key[] = {
    ' ',
    K_PAGE_DOWN,
    K_BACKSPACE,
    K_PAGE_UP,
    K_ENTER,
    'q',
    K_ESCAPE,
    K_UP,
    K_DOWN,
    K_LEFT,
    K_RIGHT,
    K_HOME,
    K_END,
    K_TAB,
    K_BACK_TAB,
    ']',
    '[',
    'n',
    'p',
    't',
    '5',
    '1',
    '.',
    '/',
    '?',
    'i',
    'I',
    'a',
    'g',
    '=',
    'w',
    'c',
    'u',
    'v',
    'T',
    's',
    'b',
    'y',
    ' ',
    ' ',
    K_ENTER,
    K_ENTER,
    K_DELETE,
    K_F1,
    'e',
    K_CONTROL('L'),
    K_CONTROL('U'),
    0x65e5,
    'x',
    ',',
    K_OTHER,
};

/* Two equal models give the same screen. */
static void expect_same_screen(const Model *a, const Model *b, const World *w)
{
    Frame *one = frame_new(1, 1), *other = frame_new(1, 1);
    Buf text = {0}, same = {0};
    pages_draw(one, a, w);
    pages_draw(other, b, w);
    frame_text(&text, one, true);
    frame_text(&same, other, true);
    made_expect_equal(&text, &same, "the same event");
    ck_assert_int_eq(a->pages, b->pages);
    buf_release(&text);
    buf_release(&same);
    frame_free(one);
    frame_free(other);
}

static void expect_pure(const Model *m, const World *w, Event e)
{
    Arena a = {0}, b = {0};
    Outcome x = step(&a, m, w, e), y = step(&b, m, w, e);
    expect_same_screen(&x.model, &y.model, w);
    ck_assert_int_eq(x.effect.kind, y.effect.kind);
    ck_assert_int_eq(x.effect.count, y.effect.count);
    ck_assert_int_ge(x.model.pages, 1);
    ck_assert_int_le(x.model.pages, PAGES_MOST);
    ck_assert_int_eq(x.model.page[0].name, PAGE_MENU);
    arena_release(&a);
    arena_release(&b);
}

/* Expects that the run has what the pages of a model ask about: the pointer is on a number, on a call of the line, or
 * on nothing, and a page of a number has one. */
static void expect_there(App *app, const char *after)
{
    const Model *m = app_model(app);
    const World *w = app_world(app);
    const Run *run = w->lens.run;
    int first = 1; /* pages below an exercise are of the lesson without blanks */
    for (int i = 1; i < m->pages; i++)
        first = m->page[i].name == PAGE_PRACTICE ? i : first;
    for (int i = first; i < m->pages && run; i++) {
        const Page *page = &m->page[i];
        const Pointer p = page->pointer;
        const QkvTensor *t = NULL;
        bool is_there = true;
        if (page->name == PAGE_STAGE && p.thing <= POINT_CALL) {
            is_there = POINT_CALL - p.thing < spot_calls(run, &page->spot);
        } else if (page->name == PAGE_STAGE && p.thing >= 0) {
            t = spot_tensor(run, &page->spot, p.thing);
            is_there = t && p.cell >= 0 && p.cell < t->count;
        } else if (page->name == PAGE_NUMBER) {
            t = page->step >= 0 && page->step < run->tape->count
                    ? run->tape->step[page->step].call.out
                    : NULL;
            is_there = t && page->cell >= 0 && page->cell < t->count && page->pick >= 0;
        }
        ck_assert_msg(is_there, "lesson %d, stage %d, stop %d, page %d: thing %d, cell %d after %s",
                      page->spot.lesson, page->spot.stage, page->spot.stop, i, p.thing,
                      (int)(page->name == PAGE_NUMBER ? page->cell : p.cell), after);
    }
}

/* Presses keys at random; what comes of each can be drawn, and told. */
static void press_at_random(App *app, int times)
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {40, 20}, {20, 5}, {1, 1}};
    for (int i = 0; i < times; i++) {
        int key = every_key[made_random(COUNT(every_key))];
        if (i % 97 == 96)
            app_resize(app, sizes[i % COUNT(sizes)][0], sizes[i % COUNT(sizes)][1]);
        expect_there(app, "a key");
        expect_pure(app_model(app), app_world(app), (Event){.kind = EVENT_KEY, .key = key});
        app_key(app, key);
        app_frame(app);
        if (made_random(8) == 0)
            app_click(app, made_random(24), made_random(80));
    }
}

START_TEST(any_keys_lead_somewhere)
{
    static const char *const scripts[] = {"tests/screens/heads.py", "tests/real/multi_head.py",
                                          "tests/real/errors.py", "tests/real/loops.py"};
    Library *library = library_open();
    for (int i = 0; i < COUNT(scripts); i++)
        ck_assert_int_ge(library_find(library, scripts[i], &(Err){0}), 0);
    App *app = app_new(library, false);
    for (int i = 0; i < library->count; i++) {
        app_open(app, i);
        press_at_random(app, 400);
    }
    app_free(app);
    library_free(library);
}
END_TEST

/* --- the pointer ------------------------------------------------------------------------------------ */

/* A change to a result that is shown before the place: of one number, of all its numbers, or of its size. */
static void make_change(App *app)
{
    const Run *run = app_world(app)->lens.run;
    const Spot *here = &model_page(app_model(app))->spot;
    int stage = made_random(here->stage + 1), stops = run_stops(run, stage);
    const Stop *stop = stops > 0 ? run_stop(run, stage, 1 + made_random(stops)) : NULL;
    if (!stop || stop->kind != STOP_TENSOR || !stop->name || stop->tensor->count == 0)
        return;
    Buf line = {0};
    Arena a = {0};
    const char *one = reach_change(&a, run, stop->tensor, made_random((int)stop->tensor->count));
    if (made_random(3) == 0)
        buf_printf(&line, "whatif %s = %s[:%d]", stop->name, stop->name, 1 + made_random(3));
    else
        buf_printf(&line, "whatif %s%s", one ? one : stop->name, made_random(2) ? ", 5" : "");
    app_line(app, buf_text(&line));
    buf_release(&line);
    arena_release(&a);
}

/* Does one event; a change leaves the pointer where it is, where what it is on has its size still. */
static void do_something(App *app)
{
    static const int keys[] = {' ',     ' ',        K_BACKSPACE, K_DOWN,     K_RIGHT, K_LEFT,
                               K_TAB,   K_BACK_TAB, ']',         K_END,      'n',     'p',
                               K_ENTER, 'q',        '.',         K_PAGE_DOWN};
    static const char *const lines[] = {"with", "without", "difference", "undo", "with 2"};
    static const int sizes[][2] = {{80, 24}, {120, 40}, {40, 20}, {20, 5}};
    const Model was = *app_model(app);
    const Page *before = &was.page[was.pages - 1];
    const Run *run = app_world(app)->lens.run;
    const int *size = sizes[made_random(COUNT(sizes))];
    QkvTensor on = {.count = -1};
    const QkvTensor *t = before->name == PAGE_STAGE && before->pointer.thing >= 0
                             ? spot_tensor(run, &before->spot, before->pointer.thing)
                             : NULL;
    on = t ? *t : on; /* keeps its shape: the run may go */
    switch (made_random(8)) {
    case 0:
        make_change(app);
        break;
    case 1:
        app_line(app, lines[made_random(COUNT(lines))]);
        break;
    case 2:
        app_resize(app, size[0], size[1]);
        break;
    default:
        app_key(app, keys[made_random(COUNT(keys))]);
        expect_there(app, "a key");
        return;
    }
    expect_there(app, "a change");
    const Page *now = model_page(app_model(app));
    t = t && now->name == PAGE_STAGE && spot_is_same(&now->spot, &before->spot)
            ? spot_tensor(app_world(app)->lens.run, &now->spot, before->pointer.thing)
            : NULL;
    if (t && qkv_tensor_same_shape(t, &on))
        ck_assert_msg(now->pointer.thing == before->pointer.thing &&
                          now->pointer.cell == before->pointer.cell,
                      "lesson %d, stage %d, stop %d: the pointer went from %d, %d to %d, %d",
                      now->spot.lesson, now->spot.stage, now->spot.stop, before->pointer.thing,
                      (int)before->pointer.cell, now->pointer.thing, (int)now->pointer.cell);
}

START_TEST(the_pointer_is_on_what_is_there)
{
    enum { TIMES = 60 };
    Library *library = library_open();
    App *app = app_new(library, false);
    for (int i = 0; i < library->count; i++) {
        app_resize(app, 80, 24);
        app_open(app, i);
        for (int k = 0; k < TIMES && app_world(app)->lens.run; k++)
            do_something(app);
    }
    app_free(app);
    library_free(library);
}
END_TEST

/* Another lesson comes next, or nothing more. */
static bool is_last_screen(App *app)
{
    Arena a = {0};
    Outcome o = step(&a, app_model(app), app_world(app), (Event){.kind = EVENT_KEY, .key = ' '});
    arena_release(&a);
    return o.effect.kind == EFFECT_OPEN || strstr(o.model.said, "the last step");
}

/* Screens forward up to the end of the lesson, and each of them again on the way back. */
static void walk(App *app)
{
    enum { SCREENS = 300 };
    static Page seen[SCREENS];
    int count = 0;
    for (; count < SCREENS && !is_last_screen(app); count++) {
        const Spot *at = &app_model(app)->page[1].spot;
        bool is_new = count == 0 || !spot_is_same(&seen[count - 1].spot, at);
        if (is_new && made_random(2)) /* the pointer goes back, too */
            app_key(app, K_RIGHT);
        seen[count] = app_model(app)->page[1];
        app_key(app, ' ');
    }
    const int far = count - TRAIL_MOST; /* of screens before no pointer is kept */
    while (count-- > 0) {
        app_key(app, K_BACKSPACE);
        const Page *was = &seen[count], *is = &app_model(app)->page[1];
        ck_assert_msg(spot_is_same(&was->spot, &is->spot) && was->answers == is->answers &&
                          was->scroll == is->scroll &&
                          (count < far || (was->pointer.thing == is->pointer.thing &&
                                           was->pointer.cell == is->pointer.cell)),
                      "lesson %d, screen %d: stage %d stop %d scroll %d answers %d, back at stage "
                      "%d stop %d scroll %d answers %d",
                      was->spot.lesson, count, was->spot.stage, was->spot.stop, was->scroll,
                      was->answers, is->spot.stage, is->spot.stop, is->scroll, is->answers);
    }
}

START_TEST(r4_a_step_back_undoes_a_step)
{
    static const int sizes[][2] = {{80, 24}, {120, 40}};
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        App *app = app_new(library, false);
        app_resize(app, sizes[_i][0], sizes[_i][1]);
        app_open(app, i);
        app_goto(app, "0", &(Err){0});
        walk(app);
        app_free(app);
    }
    library_free(library);
}
END_TEST

/* Space brings the answers of each stage that asks something, once, after all that they tell, and they are on the screen. (A
 * path leads to stages of other lessons in between: check_path.c.) */
START_TEST(space_brings_each_answer)
{
    static const int sizes[][2] = {{80, 24}, {160, 50}};
    enum { PRESSES = 400, STAGES = 64 };
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        int opened[STAGES] = {0};
        bool seen[STAGES] = {false};
        if (library_is_path(&library->entry[i]))
            continue;
        App *app = app_new(library, false);
        app_resize(app, sizes[_i][0], sizes[_i][1]);
        app_open(app, i);
        app_goto(app, "0", &(Err){0});
        const Run *run = app_world(app)->lens.run;
        for (int presses = 0; presses < PRESSES && !is_last_screen(app); presses++) {
            const Page was = *model_page(app_model(app));
            app_key(app, ' ');
            const Page *is = model_page(app_model(app));
            const int stage = is->spot.stage;
            bool goes_on = was.answers && spot_is_same(&was.spot, &is->spot);
            if (was.answers && !goes_on)
                ck_assert_msg(seen[was.spot.stage], "lesson %d, stage %d", i, was.spot.stage);
            if (!is->answers)
                continue;
            opened[stage] += !goes_on;
            seen[stage] = seen[stage] || made_shows(app, "Answer:");
            ck_assert_int_ge(is->spot.stop, answer_stop(run, stage));
        }
        for (int s = 0; s < run->lesson->stages; s++)
            ck_assert_msg(opened[s] == lesson_asks(&run->lesson->stage[s]),
                          "lesson %d, stage %d: its answers are opened %d times", i, s, opened[s]);
        app_free(app);
    }
    library_free(library);
}
END_TEST

/* A class that goes on by Space comes further each time: something more is shown, or the next screen; also inside of
 * calls, which Enter goes into. */
START_TEST(space_leads_a_class_on)
{
    enum { PRESSES = 1500 };
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        App *app = app_new(library, false);
        app_open(app, i);
        app_teach(app);
        Model m = *app_model(app);
        m.class.unit = (Unit)_i;
        app_put(app, &m);
        for (int presses = 0; presses < PRESSES && !is_last_screen(app); presses++) {
            const Page was = *model_page(app_model(app));
            const int64_t edition = app_world(app)->reveal->edition;
            app_key(app, presses % 2 && was.pointer.thing <= POINT_CALL ? K_ENTER : ' ');
            const Page *is = model_page(app_model(app));
            ck_assert_msg(!spot_is_same(&was.spot, &is->spot) || was.scroll != is->scroll ||
                              was.answers != is->answers ||
                              app_world(app)->reveal->edition != edition,
                          "lesson %d, stage %d, stop %d", i, was.spot.stage, was.spot.stop);
        }
        app_free(app);
    }
    library_free(library);
}
END_TEST

START_TEST(pages_are_a_stack)
{
    Model m = model_menu(80, 24);
    ck_assert_ptr_null(model_lesson(&m));
    model_pop(&m);
    ck_assert_int_eq(m.pages, 1);
    m.page[m.pages++] = (Page){.name = PAGE_STAGE};
    model_push(&m, (Page){.name = PAGE_CONTENTS, .row = 3});
    model_push(&m, (Page){.name = PAGE_STAGE, .is_jump = true});
    ck_assert_int_eq(m.pages, 4);
    model_push(&m, (Page){.name = PAGE_CONTENTS, .row = 5}); /* a list is never twice on it */
    ck_assert_int_eq(m.pages, 3);
    ck_assert_int_eq(model_page(&m)->row, 5);
    for (int i = 0; i < 3 * PAGES_MOST; i++)
        model_push(&m, (Page){.name = PAGE_NUMBER, .step = i});
    ck_assert_int_eq(m.pages, PAGES_MOST);
    ck_assert_int_eq(m.page[0].name, PAGE_MENU);
    ck_assert_int_eq(m.page[1].name, PAGE_STAGE);
    ck_assert_int_eq(model_page(&m)->step, 3 * PAGES_MOST - 1);
}
END_TEST

Suite *model_suite(void)
{
    Suite *suite = suite_create("model");
    TCase *all = tcase_create("models");
    tcase_set_timeout(all, 240);
    tcase_add_test(all, pages_are_a_stack);
    tcase_add_loop_test(all, r4_a_step_back_undoes_a_step, 0, 2);
    tcase_add_loop_test(all, space_brings_each_answer, 0, 2);
    tcase_add_loop_test(all, space_leads_a_class_on, 0, UNITS);
    tcase_add_test(all, the_pointer_is_on_what_is_there);
    tcase_add_test(all, any_keys_lead_somewhere);
    suite_add_tcase(suite, all);
    return suite;
}
