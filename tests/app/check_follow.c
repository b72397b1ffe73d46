/* A second screen: what the leader writes, what the follower shows of it, and that nothing else is taken from the file. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/follow.h"
#include "folder.h"
#include "made.h"
#include "suites.h"

static const char now_file[] = ".local/state/qkv/now";

typedef struct Pair {
    Library *library, *other;
    App *app, *follower;
    int64_t now;
} Pair;

static Pair open_pair(void)
{
    Pair p = {.library = library_open(), .other = library_open(), .now = 1000};
    p.app = app_new(p.library, true);
    p.follower = app_new(p.other, false);
    app_follow(p.follower);
    return p;
}

static void close_pair(Pair *p)
{
    app_free(p->app);
    app_free(p->follower);
    library_free(p->library);
    library_free(p->other);
}

static void tick(Pair *p)
{
    app_tick(p->app, p->now += 200);
    app_tick(p->follower, p->now);
}

static bool is_same_page(const Page *a, const Page *b)
{
    return a->name == b->name && a->spot.lesson == b->spot.lesson &&
           a->spot.stage == b->spot.stage && a->spot.stop == b->spot.stop &&
           (a->name != PAGE_NUMBER ||
            (a->step == b->step && a->cell == b->cell && a->tab == b->tab));
}

/* Whatever the leader does, changes or shows, the follower is there, and sees what is hidden. */
START_TEST(r2_the_second_shows_what_the_first_shows)
{
    static const char *const keys[] = {"Space", "Bksp", "n", "Enter", "Right", "Down", "q", "i",
                                       "]",     "s",    "g", "Esc",   "t",     "Tab",  "b", "v"};
    static const char *const lines[] = {"whatif x[0, 0] = 5", "undo", "with off", "class on",
                                        "view decimals 6",    "pin q"};
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    app_teach(p.app);
    for (int i = 0; i < 400; i++) {
        if (made_random(8))
            made_press(p.app, keys[made_random(COUNT(keys))]);
        else
            app_line(p.app, lines[made_random(COUNT(lines))]);
        if (!model_lesson(app_model(p.app)))
            app_open(p.app, MADE_FIRST);
        tick(&p);
        const Model *a = app_model(p.app), *b = app_model(p.follower);
        if (a->pages != b->pages)
            fprintf(stderr, "%s\n%s\n%s\n", folder_read(now_file), a->said, b->said);
        ck_assert_int_eq(a->pages, b->pages);
        for (int k = 1; k < a->pages; k++)
            ck_assert(is_same_page(&a->page[k], &b->page[k]));
        ck_assert_int_eq(a->class.on, b->class.on);
        ck_assert_int_eq(a->look.decimals, b->look.decimals);
        ck_assert_int_eq(app_world(p.app)->whatif != NULL, app_world(p.follower)->whatif != NULL);
        ck_assert(app_world(p.follower)->lens.peeks);
        Buf screen = made_screen(p.follower);
        buf_release(&screen);
    }
    close_pair(&p);
}
END_TEST

START_TEST(r2_the_speaker_sees_what_is_hidden)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    app_teach(p.app);
    made_go(p.app, "2.1");
    tick(&p);
    made_expect(p.app, "???");
    made_expect_gone(p.follower, "???");
    made_expect(p.follower, "?10.00");
    app_line(p.app, "show");
    tick(&p);
    made_expect_gone(p.follower, "?10.00");
    close_pair(&p);
}
END_TEST

/* Keys work there and do not reach the leader; q comes back, once more goes to the menu. */
START_TEST(the_follower_looks_around)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    made_go(p.app, "2.1");
    tick(&p);
    const Spot led = model_spot(app_model(p.app));
    made_press(p.follower, "Space Space Enter");
    tick(&p);
    Spot there = model_spot(app_model(p.app)), here = model_spot(app_model(p.follower));
    ck_assert(spot_is_same(&there, &led));
    ck_assert(!spot_is_same(&here, &led));
    made_press(p.app, "n");
    tick(&p); /* the follower stays where it looks */
    made_expect(p.follower, "The speaker has moved on: q goes there.");
    made_expect(p.follower, "only here");
    made_press(p.follower, "q");
    there = model_spot(app_model(p.app));
    here = model_spot(app_model(p.follower));
    ck_assert(spot_is_same(&here, &there));
    made_press(p.follower, "q");
    ck_assert_int_eq(app_model(p.follower)->pages, 1);
    made_expect(p.follower, "FOLLOW  only here");
    made_press(p.follower, "q"); /* one too many: back to the speaker */
    here = model_spot(app_model(p.follower));
    ck_assert(spot_is_same(&here, &there));
    made_expect(p.follower, "FOLLOW");
    made_expect_gone(p.follower, "only here");
    made_expect_gone(p.app, "FOLLOW");
    ck_assert_int_eq(made_press(p.follower, "Q"), APP_QUIT);
    close_pair(&p);
}
END_TEST

START_TEST(what_is_half_typed_stays)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    tick(&p);
    made_press(p.follower, "/ q");
    made_press(p.app, "n");
    tick(&p);
    ck_assert_int_eq(app_model(p.follower)->prompt.kind, PROMPT_FIND);
    ck_assert_str_eq(app_model(p.follower)->prompt.line, "q");
    made_press(p.follower, "Esc q");
    const Spot there = model_spot(app_model(p.app)), here = model_spot(app_model(p.follower));
    ck_assert(spot_is_same(&here, &there));
    close_pair(&p);
}
END_TEST

/* --- who is followed ------------------------------------------------------------------------------ */

static void write_speaker(int64_t process, bool teaches)
{
    Buf text = {0};
    Told told = {.speaker = process, .lesson = "03 second", .copy = "", .model = {.pages = 2}};
    told.model.page[1].name = PAGE_STAGE;
    told.model.class.on = teaches;
    follow_text(&text, &told);
    follow_write(now_file, &text);
    buf_release(&text);
}

static bool is_in_file(const char *text)
{
    const char *file = folder_read(now_file);
    return file && strstr(file, text);
}

/* A second qkv does not take the follower along while the first lives; but a teacher does from one who is none. */
START_TEST(one_speaks_at_a_time)
{
    Pair p = open_pair();
    write_speaker(getppid(), true);
    app_open(p.app, MADE_FIRST);
    app_teach(p.app);
    tick(&p);
    ck_assert(is_in_file("03 second"));
    app_end(p.app);
    ck_assert(is_in_file("03 second"));
    close_pair(&p);
    made_clear(); /* that a class is on was saved */
    p = open_pair();
    write_speaker(getppid(), false);
    app_open(p.app, MADE_FIRST);
    tick(&p);
    ck_assert(is_in_file("03 second"));
    app_teach(p.app);
    tick(&p);
    ck_assert(is_in_file("01-first"));
    app_end(p.app);
    ck_assert(!folder_has(now_file));
    close_pair(&p);
}
END_TEST

/* One that was killed leaves its file behind. */
START_TEST(a_speaker_who_is_gone_is_not_followed)
{
    Pair p = open_pair();
    pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    write_speaker(pid, false);
    app_tick(p.follower, p.now += 200);
    made_expect(p.follower, "Zweite Lektion");
    kill(pid, SIGKILL);
    ck_assert(waitpid(pid, NULL, 0) == pid);
    ck_assert(app_tick(p.follower, p.now += 200));
    made_expect(p.follower, "The speaker has left: this is what was shown last.");
    ck_assert(!app_tick(p.follower, p.now += 200));
    app_open(p.app, MADE_FIRST);
    tick(&p);
    made_expect(p.follower, "First: by hand");
    close_pair(&p);
}
END_TEST

START_TEST(the_leader_knows_that_it_is_followed)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    ck_assert(!app_world(p.app)->is_followed);
    tick(&p);
    made_press(p.app, "Space");
    ck_assert(app_world(p.app)->is_followed);
    close_pair(&p);
}
END_TEST

/* --- files that are not ours, or damaged ---------------------------------------------------------- */

#define HEAD "qkv model 1\nspeaker 1 -\nlesson 01-first\n"

static const char *const damaged[] = {
    "",
    "nonsense\n",
    "qkv model 2\n",
    "qkv model 1\n",
    HEAD, /* a lesson without a page */
    HEAD "page 1 2\n",
    HEAD "page 99 x\n",
    HEAD "page 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0\nunknown 1\n",
    HEAD "page 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0\npin a name that is much longer than pins can be\n",
    HEAD "page 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0\nsaid a line without an end",
    "\033[2J\n\033[2J\n",
};

START_TEST(a_damaged_file_gives_a_message)
{
    Pair p = open_pair();
    app_open(p.follower, MADE_FIRST);
    const int pages = app_model(p.follower)->pages;
    folder_write(now_file, damaged[_i]);
    app_tick(p.follower, p.now += 200);
    made_expect(p.follower, "The speaker cannot be followed");
    ck_assert_int_eq(app_model(p.follower)->pages, pages);
    close_pair(&p);
}
END_TEST

START_TEST(a_link_is_no_file)
{
    Pair p = open_pair();
    write_speaker(getppid(), false);
    ck_assert_int_eq(rename(now_file, "elsewhere"), 0);
    ck_assert_int_eq(symlink("../../../elsewhere", now_file), 0);
    app_tick(p.follower, p.now += 200);
    ck_assert_int_eq(app_model(p.follower)->pages, 1);
    unlink(now_file);
    ck_assert_int_eq(mkfifo(now_file, 0600), 0); /* nor is it waited for */
    app_tick(p.follower, p.now += 200);
    close_pair(&p);
}
END_TEST

/* Any numbers: the place is one that exists. */
START_TEST(numbers_out_of_range)
{
    static const long long numbers[] = {0, 1, 2, 3, 7, -1, -2, -3, 99, INT_MAX, INT_MIN, LLONG_MAX};
    Pair p = open_pair();
    for (int i = 0; i < 300; i++) {
        Buf text = {0};
        buf_printf(&text, "qkv model 1\nspeaker 1 -\nlesson %s\nside %lld\n",
                   made_random(2) ? "01-first" : "03 second", numbers[made_random(COUNT(numbers))]);
        if (made_random(3) == 0)
            buf_puts(&text, "change on x[0, 0] = 1, 2\n");
        if (made_random(4) == 0)
            buf_puts(&text, "change on x = torch.zeros(1, 1\n"); /* it cannot be made */
        for (int pages = 1 + made_random(3), k = 0; k < pages; k++) {
            buf_printf(&text, "page %lld", k == 0 ? 1LL : (long long)made_random(PAGE_NAMES));
            for (int n = 0; n < 14; n++)
                buf_printf(&text, " %lld", numbers[made_random(COUNT(numbers))]);
            buf_printf(&text, "\nfold %lld\n", numbers[made_random(COUNT(numbers))]);
        }
        buf_printf(&text, "look 99 1 1 1\nclass 1 %lld\nshown 2 1 9 0+%lld\n",
                   numbers[made_random(COUNT(numbers))], numbers[made_random(COUNT(numbers))]);
        folder_write(now_file, buf_text(&text));
        buf_release(&text);
        app_tick(p.follower, p.now += 200);
        Buf screen = made_screen(p.follower);
        buf_release(&screen);
        made_press(p.follower, "Right Enter Tab q");
        screen = made_screen(p.follower);
        buf_release(&screen);
    }
    close_pair(&p);
}
END_TEST

Suite *follow_suite(void)
{
    Suite *s = suite_create("follow");
    TCase *t = tcase_create("follow");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, r2_the_second_shows_what_the_first_shows);
    tcase_add_test(t, r2_the_speaker_sees_what_is_hidden);
    tcase_add_test(t, the_follower_looks_around);
    tcase_add_test(t, what_is_half_typed_stays);
    tcase_add_test(t, one_speaks_at_a_time);
    tcase_add_test(t, a_speaker_who_is_gone_is_not_followed);
    tcase_add_test(t, the_leader_knows_that_it_is_followed);
    tcase_add_loop_test(t, a_damaged_file_gives_a_message, 0, COUNT(damaged));
    tcase_add_test(t, a_link_is_no_file);
    tcase_add_test(t, numbers_out_of_range);
    suite_add_tcase(s, t);
    return s;
}
