/* A second screen: what the leader writes, what the follower shows of it, and that nothing else is taken from the file. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/qkv.h"
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

/* The follower shows what the leader shows: the same screen but for the window, and with what is hidden. */
static void must_be_same(App *leader, App *follower)
{
    const Model *a = app_model(leader), *b = app_model(follower);
    const World *x = app_world(leader), *y = app_world(follower);
    ck_assert_msg(a->pages == b->pages, "%s\n%s\n%s", folder_read(now_file), a->said, b->said);
    for (int k = 1; k < a->pages; k++)
        ck_assert_mem_eq(&a->page[k], &b->page[k], sizeof a->page[k]);
    ck_assert_int_eq(a->class.on, b->class.on);
    ck_assert_int_eq(a->class.unit, b->class.unit);
    ck_assert_int_eq(a->look.decimals, b->look.decimals);
    ck_assert_int_eq(a->look.detail, b->look.detail);
    ck_assert_int_eq(a->side, b->side);
    ck_assert_int_eq(a->pins.count, b->pins.count);
    ck_assert_int_eq(x->whatif != NULL, y->whatif != NULL);
    for (int i = 0; x->whatif && i < x->whatif->lines; i++)
        ck_assert_str_eq(x->whatif->line[i].text, y->whatif->line[i].text);
    ck_assert_int_eq(x->reveal ? x->reveal->count : 0, y->reveal ? y->reveal->count : 0);
    ck_assert(y->lens.peeks || a->pages == 1);
    Buf screen = made_screen(follower);
    buf_release(&screen);
}

static void act_by_chance(App *app)
{
    static const char *const keys[] = {"Space", "Bksp", "n", "Enter", "Right", "Down", "q", "i",
                                       "]",     "s",    "g", "Esc",   "t",     "Tab",  "b", "v",
                                       "=",     "5",    "?", "G",     "u",     "/",    "Up"};
    static const char *const lines[] = {"whatif x[0, 0] = 5", "undo",  "with off", "class on",
                                        "view decimals 6",    "pin q", "notes",    "lesson 03",
                                        "lesson 01",          "again", "class new"};
    int what = made_random(16);
    if (what > 2)
        made_press(app, keys[made_random(COUNT(keys))]);
    else if (what == 2)
        app_click(app, made_random(24), made_random(80));
    else if (what == 1)
        app_line(app, lines[made_random(COUNT(lines))]);
    else
        app_wheel(app, made_random(5) - 2);
    if (!model_lesson(app_model(app)))
        app_open(app, MADE_FIRST);
}

/* The follower does what it likes, also settings, lines in prompts and changes, and comes back. */
static void look_around(Pair *p)
{
    for (int n = made_random(8); n > 0; n--)
        act_by_chance(p->follower);
    if (made_random(2))
        app_line(p->follower, "view decimals 3");
    made_press(p->follower, "Esc / 2 Enter Esc Esc q");
    if (app_world(p->follower)->is_away)
        made_press(p->follower, "q");
}

/* A follower is there, whatever the leader does, changes or shows, and sees what is hidden. */
START_TEST(r2_the_second_shows_what_the_first_shows)
{
    Pair p = open_pair();
    app_resize(p.app, 100, 30);
    app_open(p.app, MADE_FIRST);
    app_teach(p.app);
    for (int i = 0; i < 2000; i++) {
        act_by_chance(p.app);
        tick(&p);
        must_be_same(p.app, p.follower);
        if (made_random(10) == 0)
            look_around(&p);
    }
    close_pair(&p);
}
END_TEST

/* A follower that comes later, or has been elsewhere, does all that it has missed. */
START_TEST(r2_a_follower_that_comes_late)
{
    Pair p = open_pair();
    app_open(p.app, MADE_SECOND);
    for (int i = 0; i < 12; i++) {
        for (int n = 0; n < 40; n++)
            act_by_chance(p.app);
        app_tick(p.app, p.now += 200);
        Library *library = library_open();
        App *late = app_new(library, false);
        app_follow(late);
        app_tick(late, p.now);
        must_be_same(p.app, late);
        for (int n = 0; n < 10; n++)
            act_by_chance(late);
        made_press(late, "Esc Esc q");
        if (app_world(late)->is_away)
            made_press(late, "q");
        must_be_same(p.app, late);
        app_free(late);
        library_free(library);
    }
    close_pair(&p);
}
END_TEST

/* Brings back at both what was saved. */
START_TEST(the_follower_begins_where_the_leader_was)
{
    Pair p = open_pair();
    app_open(p.app, MADE_SECOND);
    app_line(p.app, "class on");
    made_press(p.app, "Space Space s");
    app_line(p.app, "view decimals 6");
    app_end(p.app);
    close_pair(&p);
    p = open_pair();
    app_open(p.app, MADE_FIRST);
    ChangeLine line[] = {{"x[0, 0] = 5", false}, {"x[0, 1] = 1, 2", false}};
    Err err = {0};
    ck_assert(app_change(p.app, line, COUNT(line), &err));
    made_go(p.app, "2.1");
    tick(&p);
    must_be_same(p.app, p.follower);
    app_open(p.app, MADE_SECOND);
    ck_assert_int_gt(model_spot(app_model(p.app)).stage, 0);
    tick(&p);
    must_be_same(p.app, p.follower);
    close_pair(&p);
}
END_TEST

/* A key that needs asking twice while nobody follows, and not while somebody does. */
START_TEST(what_the_leader_knew_of_the_follower)
{
    Err err = {0};
    folder_write("lessons/04-notes.md", "# Notes\n\n## One\n\n<!-- note: Wait. -->\n\n"
                                        "```python\nx = 1\n```\n");
    Pair p = open_pair();
    app_open(p.app, library_find(p.library, "04-notes", &err));
    app_teach(p.app);
    made_go(p.app, "1");
    app_line(p.app, "notes"); /* asks whether it is meant */
    const int pages = app_model(p.app)->pages;
    tick(&p); /* from here on it is followed */
    must_be_same(p.app, p.follower);
    app_line(p.app, "help");
    app_line(p.app, "notes");
    ck_assert_int_eq(app_model(p.app)->pages, pages + 1);
    tick(&p);
    must_be_same(p.app, p.follower);
    close_pair(&p);
    folder_remove("lessons/04-notes.md");
}
END_TEST

/* The log has what was done, not what came of it. */
START_TEST(hidden_numbers_are_in_no_file)
{
    Pair p = open_pair();
    umask(0);
    app_open(p.app, MADE_FIRST);
    app_teach(p.app);
    made_go(p.app, "2.1");
    tick(&p);
    made_expect(p.follower, "?10.00");
    made_press(p.app, "g 9 Enter Tab Esc Enter");
    tick(&p);
    ck_assert(!strstr(folder_read(now_file), "10."));
    struct stat st;
    ck_assert_int_eq(stat(now_file, &st), 0);
    ck_assert_int_eq(st.st_mode & 0777, 0600);
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
    made_press(p.follower, "q"); /* a key too many: back to the speaker */
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
    buf_printf(&text, "qkv log " QKV_VERSION "\nspeaker %lld %d\n\nopen 03 second\n",
               (long long)process, teaches);
    folder_write(now_file, buf_text(&text));
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
    made_clear(); /* saved: a class is on */
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

/* A leader that was killed leaves its file behind. */
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

/* The menu, and a lesson that only the leader has. */
START_TEST(where_there_is_nothing_to_show)
{
    Pair p = open_pair();
    app_open(p.app, MADE_FIRST);
    tick(&p);
    made_press(p.app, "q");
    tick(&p);
    made_expect(p.follower, "The speaker is in the menu.");
    folder_write("elsewhere.md", "# Elsewhere\n\n## One\n\n```python\nx = 1\n```\n");
    app_free(p.app);
    Err err = {0};
    int there = library_find(p.library, "elsewhere.md", &err);
    p.app = app_new(p.library, true);
    app_open(p.app, there);
    made_press(p.app, "Space");
    tick(&p);
    made_expect(p.follower, "The speaker is in a lesson that is not here: elsewhere.");
    made_press(p.app, "q");
    tick(&p);
    made_expect(p.follower, "The speaker is in the menu.");
    app_open(p.app, MADE_SECOND);
    tick(&p);
    must_be_same(p.app, p.follower);
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

#define HEAD "qkv log " QKV_VERSION "\nspeaker 1 0\n"

static const char *const damaged[] = {
    "",
    "nonsense\n",
    "qkv log 0.0.1\nspeaker 1 0\n\nopen 03 second\n", /* another version */
    "qkv log " QKV_VERSION "\n",
    "qkv log " QKV_VERSION "\nspeaker -1 0\n\n",
    HEAD, /* ends before the events */
    HEAD "1 1 1 01-first\n",
    "\033[2J\n\033[2J\n",
    HEAD "\nunknown 1\n",
    HEAD "\nopen 01-first", /* a line without an end */
};
enum { GOOD_HEADS = 2 };

START_TEST(a_damaged_file_gives_a_message)
{
    Pair p = open_pair();
    app_open(p.follower, MADE_FIRST);
    const int pages = app_model(p.follower)->pages;
    folder_write(now_file, damaged[_i]);
    app_tick(p.follower, p.now += 200);
    made_expect(p.follower, "The speaker cannot be followed");
    if (_i < COUNT(damaged) - GOOD_HEADS)
        ck_assert_int_eq(app_model(p.follower)->pages, pages);
    made_press(p.follower, "q Down Enter Space");
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

/* The leader wrote a file, edited and left: the follower does not. */
START_TEST(nothing_is_done_twice)
{
    Pair p = open_pair();
    folder_write(now_file, HEAD "\nopen 01-first\nline whatif x[0, 0] = 5\nline write mine\n"
                                "line edit\nline copy\nline leave\nline next\n");
    app_tick(p.follower, p.now += 200);
    ck_assert_ptr_nonnull(app_world(p.follower)->whatif);
    ck_assert(!folder_has("01-first-what-if.md"));
    app_line(p.follower, "write mine");
    ck_assert(folder_has("01-first-what-if.md"));
    ck_assert_int_eq(unlink("01-first-what-if.md"), 0);
    close_pair(&p);
}
END_TEST

/* Any events: what they lead to exists, and nothing happens outside. */
START_TEST(any_events)
{
    static const char *const words[] = {
        "key",    "click", "wheel", "size", "step", "heard", "menu", "teach",  "plain", "detail",
        "reload", "key",   "line",  "line", "open", "begin", "goto", "change", "more",  "paste"};
    static const char *const texts[] = {"01-first", "03 second",  "nowhere",  "x[0, 0] = 1, 2",
                                        "4.2",      "write both", "x = (",    "open x[0, 0]",
                                        "edit",     "copy",       "class on", "leave",
                                        "",         "/dev/null",  "find 0.5", "again"};
    static const long long numbers[] = {0,  1,  2,  3,  7,       13,      32,       113,
                                        99, -1, -2, 50, INT_MAX, INT_MIN, LLONG_MAX};
    Pair p = open_pair();
    for (int i = 0; i < 200; i++) {
        Buf text = {0};
        buf_printf(&text, HEAD "%lld %lld 1 01-first\nif x[0, 0] = 3\nclass 2 1 9 0+%lld\n\n",
                   numbers[made_random(COUNT(numbers))], numbers[made_random(COUNT(numbers))],
                   numbers[made_random(COUNT(numbers))]);
        buf_printf(&text, "open %s\n", made_random(2) ? "01-first" : "03 second");
        for (int n = made_random(30); n > 0; n--) {
            const char *word = words[made_random(COUNT(words))];
            if (made_random(3))
                buf_printf(&text, "%s %lld %lld\n", word, numbers[made_random(COUNT(numbers))],
                           numbers[made_random(COUNT(numbers))]);
            else
                buf_printf(&text, "%s %s\n", word, texts[made_random(COUNT(texts))]);
        }
        folder_write(now_file, buf_text(&text));
        buf_release(&text);
        app_tick(p.follower, p.now += 200);
        Buf screen = made_screen(p.follower);
        buf_release(&screen);
        made_press(p.follower, "Right Enter Tab q");
        screen = made_screen(p.follower);
        buf_release(&screen);
    }
    ck_assert(!folder_has("01-first-what-if.md"));
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
    tcase_add_test(t, r2_a_follower_that_comes_late);
    tcase_add_test(t, the_follower_begins_where_the_leader_was);
    tcase_add_test(t, what_the_leader_knew_of_the_follower);
    tcase_add_test(t, hidden_numbers_are_in_no_file);
    tcase_add_test(t, r2_the_speaker_sees_what_is_hidden);
    tcase_add_test(t, the_follower_looks_around);
    tcase_add_test(t, what_is_half_typed_stays);
    tcase_add_test(t, one_speaks_at_a_time);
    tcase_add_test(t, a_speaker_who_is_gone_is_not_followed);
    tcase_add_test(t, where_there_is_nothing_to_show);
    tcase_add_test(t, the_leader_knows_that_it_is_followed);
    tcase_add_loop_test(t, a_damaged_file_gives_a_message, 0, COUNT(damaged));
    tcase_add_test(t, a_link_is_no_file);
    tcase_add_test(t, nothing_is_done_twice);
    tcase_add_test(t, any_events);
    suite_add_tcase(s, t);
    return s;
}
