/* An hour with a class: all lessons, stepping, asking, predicting, looking around and reading again.
 * No key takes longer than 5 ms of the program's own time, and nothing piles up. Only one that reads a
 * lesson may take longer: it runs the whole of it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

enum {
    MOST_KEY = 5000 /* microseconds */,
    MOST_LARGE = 20000, /* a first look at a million cells goes through them */
    MOST_READ = 100000,
    MOST_MEMORY = 41 << 10, /* KiB */
    AGAIN = 25
};

typedef struct Hour {
    App *app;
    long keys, total, slowest, reading; /* microseconds; reading is the slowest run */
    char slowest_at[160];
} Hour;

static long time_of_key(App *app, int key)
{
    long before = used_microseconds();
    app_key(app, key);
    app_frame(app);
    return used_microseconds() - before;
}

/* Presses a key and draws the page. A key that seems slow is tried again from the same place: the
 * machine may have had to do other things in its name. */
static void press(Hour *h, const char *name)
{
    int key = key_named(name, strlen(name));
    ck_assert_int_ne(key, K_NONE);
    const Model before = *app_model(h->app);
    const Spot at = model_spot(&before);
    long took = time_of_key(h->app, key);
    bool reads = model_spot(app_model(h->app)).lesson != at.lesson;
    for (int i = 0; is_timed() && i < AGAIN && took > (reads ? MOST_READ : MOST_KEY) / 2; i++) {
        app_put(h->app, &before);
        long again = time_of_key(h->app, key);
        took = again < took ? again : took;
    }
    h->keys++;
    h->total += took;
    if (reads) {
        h->reading = took > h->reading ? took : h->reading;
    } else if (took > h->slowest) {
        h->slowest = took;
        snprintf(h->slowest_at, sizeof h->slowest_at, "%s in lesson %d, stage %d, step %d", name,
                 at.lesson + 1, at.stage, at.stop);
    }
}

static void press_all(Hour *h, const char *keys)
{
    char name[16];
    for (keys += strspn(keys, " "); *keys; keys += strspn(keys, " ")) {
        size_t n = strcspn(keys, " ");
        snprintf(name, sizeof name, "%.*s", (int)n, keys);
        press(h, name);
        keys += n;
    }
}

/* Turns of a class with a result. */
static const char *const turns[] = {
    "Enter Right Down Tab Enter Space",
    "g 0 . 5 Enter Tab Tab Esc s Enter i i i i i i q",
    "Tab Tab ] [ Right Down End Home v Right Right Left q",
    "T Enter q Space Space Bksp Space s u",
    "t Down Down q ? r o Esc / 1 Enter q q",
    "a a n p Enter q i i I q c q w",
    "b b 5 Esc y = Tab Tab Esc",
    "Enter Tab Enter Tab Enter i Down Left Right q q q",
};

/* The run is asked for while its lesson is open alone: asked for afterwards it is run again, and nobody leaves it. */
static void go_through(Hour *h, Library *library, int lesson)
{
    int turn = 0;
    app_open(h->app, lesson);
    const Run *run = library_run(library, lesson);
    const int stages = run->lesson->stages;
    for (int s = 0; s < stages; s++)
        for (int b = 0, stops = 0; b <= stops; b++) {
            if (model_spot(app_model(h->app)).lesson != lesson || !model_lesson(app_model(h->app)))
                app_open(h->app, lesson);
            run = library_run(library, lesson); /* another one whenever the lesson was left */
            stops = run_stops(run, s);
            Model here = *app_model(h->app);
            Spot spot = {.lesson = lesson, .detail = here.look.detail};
            model_open(&here, app_world(h->app), spot_at(spot, run, s, b > 0 ? b - 1 : 0));
            app_put(h->app, &here);
            press(h, "Space");
            press_all(h, turns[turn++ % COUNT(turns)]);
        }
}

static void report(const Hour *h, const char *what, long most)
{
    struct rusage usage;
    ck_assert_int_eq(getrusage(RUSAGE_SELF, &usage), 0);
    printf("%s: %ld keys, %ld us each, the slowest %ld us (%s), reading a lesson %ld us; %ld KiB\n",
           what, h->keys, h->keys ? h->total / h->keys : 0, h->slowest, h->slowest_at, h->reading,
           usage.ru_maxrss);
    fflush(stdout);
    if (IS_MEASURED)
        ck_assert_int_le(usage.ru_maxrss, MOST_MEMORY);
    if (!is_timed())
        return;
    ck_assert_msg(h->slowest <= most, "%s takes %ld us", h->slowest_at, h->slowest);
    ck_assert_int_le(h->reading, MOST_READ);
}

START_TEST(an_hour_with_a_class)
{
    Library *library = library_open();
    Hour h = {.app = app_new(library, false)};
    ck_assert_int_gt(library->count, 0);
    for (int i = 0; i < library->count; i++)
        if (!library->entry[i].err.set)
            go_through(&h, library, i);
    report(&h, "an hour", MOST_KEY);
    ck_assert_int_gt(h.keys, 3600);
    app_free(h.app);
    library_free(library);
}
END_TEST

/* A change runs the lesson, compares it and draws the page with it. */
START_TEST(a_change_is_seen_at_once)
{
    enum { MOST_CHANGE = 20000 /* microseconds */ };
    static const char text[] = "x[0, 0, 0] = 2";
    Library *library = library_open();
    Err err = {0};
    long least = LONG_MAX;
    for (int i = 0; i < AGAIN && least > MOST_CHANGE / 2; i++) {
        App *app = app_new(library, false);
        app_open(app, library_find(library, "30", &err));
        ck_assert(app_goto(app, "5.2", &err));
        app_paste(app, text);
        long took = time_of_key(app, K_ENTER);
        ck_assert_ptr_nonnull(app_world(app)->whatif);
        least = took < least ? took : least;
        app_free(app);
    }
    printf("a change of lesson 30: %ld us\n", least);
    fflush(stdout);
    if (is_timed())
        ck_assert_int_le(least, MOST_CHANGE);
    library_free(library);
}
END_TEST

/* A matrix of a million cells is as quick to move in as one of nine. */
START_TEST(large_matrices_are_as_quick)
{
    folder_enter();
    folder_write("lessons/1.md",
                 "# Large\n\n## S\n\n```python\nimport torch\n"
                 "a = torch.arange(1024)[:, None] * torch.ones(1024)[None] / 7\n```\n");
    Library *library = library_open();
    Hour h = {.app = app_new(library, false)};
    app_open(h.app, 0);
    library_load(&library->entry[0]);
    ck_assert_msg(!library->entry[0].err.set, "%s", library->entry[0].err.message);
    made_press(h.app, "n Space Enter Esc"); /* the range of the numbers is found once */
    app_frame(h.app);
    for (int i = 0; i < 30; i++) {
        press_all(&h, "Tab Right Down Left Down End Home Tab v Right Left q");
        press_all(&h, "Enter Right Down End Tab i i q Space Bksp");
    }
    report(&h, "a matrix of 1024x1024", MOST_LARGE);
    app_free(h.app);
    library_free(library);
    folder_leave();
}
END_TEST

/* A first look at a cell that millions of numbers made, and a pick among them. */
START_TEST(millions_of_terms_are_as_quick)
{
    folder_enter();
    folder_write("lessons/1.md", "# Large\n\n## S\n\n```python\nimport torch\n"
                                 "a = torch.arange(2000000) / 7\ns = a.sum()\nm = a @ a\n"
                                 "x = a.max()\n```\n");
    Library *library = library_open();
    Hour h = {.app = app_new(library, false)};
    app_open(h.app, 0);
    library_load(&library->entry[0]);
    ck_assert_msg(!library->entry[0].err.set, "%s", library->entry[0].err.message);
    made_press(h.app, "n Space"); /* the range of the numbers is found once */
    app_frame(h.app);
    Model at[3];
    long least[COUNT(at)] = {LONG_MAX, LONG_MAX, LONG_MAX};
    for (int i = 0; i < COUNT(at); i++) {
        made_press(h.app, "Space");
        at[i] = *app_model(h.app);
    }
    /* Each is the first look: the one before was at another. */
    for (int i = 0; i < AGAIN * COUNT(at); i++) {
        int k = i % COUNT(at);
        app_put(h.app, &at[k]);
        long took = time_of_key(h.app, K_ENTER);
        ck_assert_int_eq(model_page(app_model(h.app))->name, PAGE_NUMBER);
        least[k] = took < least[k] ? took : least[k];
        press_all(&h, "Tab Right q");
    }
    for (int k = 0; k < COUNT(at); k++)
        h.slowest = least[k] > h.slowest ? least[k] : h.slowest;
    report(&h, "a cell of 2,000,000 terms", MOST_KEY);
    app_free(h.app);
    library_free(library);
    folder_leave();
}
END_TEST

Suite *hour_suite(void)
{
    Suite *s = suite_create("hour");
    TCase *t = tcase_create("hour");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, an_hour_with_a_class);
    tcase_add_test(t, a_change_is_seen_at_once);
    tcase_add_test(t, large_matrices_are_as_quick);
    tcase_add_test(t, millions_of_terms_are_as_quick);
    suite_add_tcase(s, t);
    return s;
}
