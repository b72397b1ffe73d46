/* The terminal room in a real pty, driven through tests/tui/demo_app.c: taking the terminal, giving
 * it back, signals, sizes. The numbers M1 and so on name what plain curses was seen to do wrong. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/die.h"
#include "suites.h"
#include "tui/demo.h"
#include "tui/pty.h"

#define CTRL_C "\003"
#define CTRL_Z "\032"
#define CTRL_BACKSLASH "\034"

enum { STATUS_PLAIN = 3 };

/* Taking and leaving. */

START_TEST(takes_the_terminal_and_gives_it_back)
{
    Pty *p = start();
    ck_assert(pty_alternate(p));
    ck_assert(!pty_cursor_visible(p));
    ck_assert(!pty_mouse(p));
    pty_send(p, "q");
    pty_expect_exit(p, 0);
    ck_assert_str_eq(pty_file(p, "saved"), "1\n");
    expect_clean_end(p, 0);
}
END_TEST

START_TEST(ctrl_c_saves_and_ends_with_130)
{
    Pty *p = start();
    pty_send(p, "x");
    pty_expect(p, "count 1");
    pty_send(p, CTRL_C);
    pty_expect_exit(p, 130);
    ck_assert_str_eq(pty_file(p, "saved"), "1\n");
    expect_clean_end(p, 130);
}
END_TEST

static const int polite[] = {SIGTERM, SIGHUP};

START_TEST(saves_and_ends_by_the_very_signal)
{
    Pty *p = start();
    pty_send(p, "xx");
    pty_expect(p, "count 2");
    pty_signal(p, polite[_i]);
    pty_expect_killed(p, polite[_i]);
    ck_assert_str_eq(pty_file(p, "saved"), "2\n");
    pty_end(p);
}
END_TEST

static const int fatal[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,  SIGILL,  SIGQUIT, SIGXCPU,
                            SIGSYS,  SIGTRAP, SIGUSR1, SIGUSR2, SIGALRM, SIGPROF, SIGVTALRM};

START_TEST(r12_restores_before_a_fatal_signal)
{
    Pty *p = start();
    pty_signal(p, fatal[_i]);
    pty_expect_killed(p, fatal[_i]);
    pty_end(p);
}
END_TEST

/* Not every terminal shows its cursor again when the alternate screen is left. */
static const struct {
    const char *key;
    int number;
    const char *term;
} crashes[] = {
    {"S", SIGSEGV, "TERM=xterm-256color"}, {"A", SIGABRT, "TERM=xterm-256color"},
    {"O", SIGSEGV, "TERM=xterm-256color"}, {CTRL_BACKSLASH, SIGQUIT, "TERM=xterm-256color"},
    {"S", SIGSEGV, "TERM=linux"},
};

START_TEST(r12_restores_when_it_crashes_by_itself)
{
    Pty *p = start_with("--mouse", (const char *const[]){crashes[_i].term, NULL});
    ck_assert(pty_mouse(p) || strcmp(crashes[_i].term, "TERM=linux") == 0);
    ck_assert(!pty_cursor_visible(p));
    pty_send(p, crashes[_i].key);
    pty_expect_killed(p, crashes[_i].number);
    pty_end(p);
}
END_TEST

START_TEST(restores_before_base_die_speaks)
{
    Pty *p = start();
    pty_send(p, "D");
    pty_expect(p, "the demo was told to die");
    pty_expect_exit(p, 2);
    pty_end(p);
}
END_TEST

START_TEST(leaves_ignored_signals_ignored)
{
    Pty *p = start_command("trap '' TERM INT TSTP; exec \"$0\"");
    pty_expect(p, "#");
    pty_signal(p, SIGINT);
    pty_send(p, "z");
    pty_expect(p, "count 1");
    pty_send(p, CTRL_Z);
    pty_send(p, CTRL_C);
    pty_send(p, "x");
    pty_expect(p, "count 2");
    pty_send(p, "q");
    pty_expect_exit(p, 0);
    pty_end(p);
}
END_TEST

/* M11 was the loop that took a failed read for the end; the opposite is a loop that never ends. */
START_TEST(r16_ends_when_the_keyboard_does)
{
    Pty *p = start_command("trap '' HUP; \"$0\" 2>/dev/null >/dev/tty");
    pty_expect(p, "#");
    pty_hang_up(p);
    ck_assert_int_eq(pty_wait(p), 0);
    ck_assert_str_eq(pty_file(p, "saved"), "0\n");
    pty_end(p);
}
END_TEST

/* The terminals there are. */

static const struct {
    const char *change, *says;
    int status;
} terminals[] = {
    {"TERM=nosuch", "TERM is \"nosuch\", which this machine does not know; try TERM=xterm-256color",
     2},
    {"TERM=nosuch", "--plain", 2},
    {"TERM", "TERM is not set", 2},
    {"TERM", "TERM=xterm-256color", 2},
    {"TERM=", "TERM is not set", 2},
    {"TERM=dumb", "plain: TERM is \"dumb\"", STATUS_PLAIN},
};

START_TEST(says_what_is_wrong_with_term)
{
    const char *const changes[] = {terminals[_i].change, NULL};
    Pty *p = pty_start(200, 5, (const char *const[]){demo_program(), NULL}, changes);
    pty_expect(p, terminals[_i].says);
    pty_expect_exit(p, terminals[_i].status);
    ck_assert_ptr_null(pty_file(p, "saved"));
    pty_end(p);
}
END_TEST

static const char *const kinds[] = {
    "TERM=vt100", "TERM=xterm", "TERM=linux", "TERM=screen-256color", "TERM=tmux-256color",
};

/* Tells whether nothing of the page stands on in the line where the shell goes on. */
static bool ends_on_a_clear_line(Pty *p, const void *data)
{
    for (int row = 0; row < DEMO_HEIGHT; row++)
        if (strcmp(pty_row(p, row), data) == 0)
            return true;
    return false;
}

START_TEST(works_on_other_terminals)
{
    Pty *p = start_with(NULL, (const char *const[]){kinds[_i], NULL});
    pty_expect_row(p, DEMO_HEIGHT - 1,
                   "                                        "
                   "                                       #");
    pty_send(p, "\033[C\033OCx");
    pty_expect(p, "keys RIGHT RIGHT x");
    pty_send(p, "q");
    pty_until(p, ends_on_a_clear_line, "left with 0, handlers restored, point 0.5", "a clear line");
    expect_clean_end(p, 0);
}
END_TEST

START_TEST(output_to_a_file_gets_no_escape_codes)
{
    Pty *p = start_command("\"$0\" >$HOME/out; echo status $?");
    pty_expect(p, "status 3");
    pty_expect_exit(p, 0);
    const char *out = pty_file(p, "out");
    ck_assert_ptr_nonnull(strstr(out, "plain: standard output is not a terminal; use --plain\n"));
    ck_assert_ptr_null(strchr(out, '\033'));
    pty_end(p);
}
END_TEST

/* M12: what is piped in is a lesson, not keys. */
START_TEST(keys_come_from_the_terminal_when_input_is_piped)
{
    Pty *p = start_command("echo qqq | \"$0\"");
    pty_expect(p, "#");
    pty_send(p, "x");
    pty_expect(p, "keys x");
    pty_expect(p, "count 1");
    leave(p);
}
END_TEST

START_TEST(no_terminal_for_keys)
{
    Pty *p = start_command("exec setsid -w \"$0\" </dev/null");
    pty_expect(p, "plain: there is no terminal to read keys from; use --plain");
    pty_expect_exit(p, STATUS_PLAIN);
    pty_end(p);
}
END_TEST

/* Sizes, and Ctrl-Z. */

static const int sizes[][2] = {{3, 2},  {2, 1},    {1, 1},   {79, 1},
                               {1, 60}, {200, 60}, {80, 23}, {80, 24}};

static bool has_corner(Pty *p, const void *data)
{
    const int *size = data;
    return pty_cell(p, size[1] - 1, size[0] - 1).character == '#';
}

START_TEST(follows_every_size_without_a_key)
{
    Pty *p = start();
    for (int i = 0; i < COUNT(sizes); i++) {
        char title[32];
        pty_resize(p, sizes[i][0], sizes[i][1]);
        pty_until(p, has_corner, sizes[i], "the lower right corner");
        snprintf(title, sizeof title, "demo %dx%d", sizes[i][0], sizes[i][1]);
        if (sizes[i][0] >= 12 && sizes[i][1] >= 20)
            pty_expect_row(p, 0, title);
    }
    leave(p);
}
END_TEST

/* A terminal that folds its lines anew shows something else than what was sent. */
START_TEST(a_new_size_paints_everything)
{
    Pty *p = start();
    pty_scribble(p, "\033[2J");
    pty_signal(p, SIGWINCH);
    pty_expect(p, "demo 80x24");
    pty_expect(p, "signs");
    leave(p);
}
END_TEST

START_TEST(starts_in_a_tiny_window)
{
    for (int width = 1; width <= 3; width++) {
        Pty *p = pty_start(width, 1, (const char *const[]){demo_program(), NULL}, NULL);
        pty_expect(p, "#");
        pty_send(p, "q");
        pty_expect_exit(p, 0);
        pty_end(p);
    }
}
END_TEST

START_TEST(a_window_without_a_size_counts_as_80x24)
{
    Pty *p = start_command("stty rows 0 cols 0; \"$0\"");
    pty_expect(p, "demo 80x24");
    leave(p);
}
END_TEST

/* Forgets the size that the surroundings say, whatever it is. */
START_TEST(a_size_without_an_end_is_forgotten)
{
    Pty *p = start_command("stty rows 0 cols 0; LINES=99999999 COLUMNS=99999999 \"$0\"");
    pty_expect(p, "demo 80x24");
    leave(p);
}
END_TEST

static void stop_with(Pty *p, const char *keys, int number)
{
    if (keys)
        pty_send(p, keys);
    else
        pty_signal(p, number);
    pty_expect_stopped(p);
}

START_TEST(ctrl_z_gives_back_and_comes_back_at_the_new_size)
{
    static const char *const keys[] = {CTRL_Z, "z", NULL};
    Pty *p = start();
    for (int round = 0; round < 2; round++) {
        stop_with(p, keys[_i], SIGTSTP);
        pty_expect_restored(p);
        pty_resize(p, 70 + round, 20);
        pty_continue(p);
        pty_expect(p, round ? "demo 71x20" : "demo 70x20");
        pty_expect(p, "signs"); /* the rows below the title as well */
        ck_assert(pty_alternate(p));
        ck_assert(!pty_cursor_visible(p));
        pty_send(p, "x");
        pty_expect(p, _i == 1 ? (round ? "count 4" : "count 2") : (round ? "count 2" : "count 1"));
    }
    leave(p);
}
END_TEST

/* A key that means "suspend" must stop the make or the shell that waits for us as well. */
START_TEST(stops_with_those_who_wait_for_it)
{
    Pty *p = start_command("\"$0\"; exit $?");
    pty_expect(p, "#");
    stop_with(p, "z", 0);
    pty_expect_restored(p);
    pty_continue(p);
    pty_expect(p, "count 1 drawn 2");
    leave(p);
}
END_TEST

/* The kernel does not stop whom nobody could wake: then nothing must be waited for. */
START_TEST(suspending_an_orphan_does_nothing)
{
    Pty *p = start_command("\"$0\" & exit");
    pty_expect(p, "#");
    pty_wait(p);
    pty_send(p, "z");
    pty_expect(p, "count 1 drawn 2");
    pty_send(p, CTRL_Z "x");
    pty_expect(p, "count 2");
    pty_send(p, "q");
    pty_expect(p, "left with 0");
    pty_end(p);
}
END_TEST

/* SIGSTOP cannot be prepared for: the shell then writes over the screen and sets its own modes. */
START_TEST(repaints_after_a_hard_stop)
{
    Pty *p = start();
    stop_with(p, NULL, SIGSTOP);
    pty_scribble(p, "\033[2J\033[HPROMPT$ ");
    pty_expect(p, "PROMPT");
    pty_continue(p);
    pty_expect(p, "demo 80x24");
    pty_expect_gone(p, "PROMPT");
    leave(p);
}
END_TEST

static TCase *ends(void)
{
    TCase *t = tcase_create("ends");
    tcase_set_timeout(t, DEMO_TIMEOUT);
    tcase_add_test(t, takes_the_terminal_and_gives_it_back);
    tcase_add_test(t, ctrl_c_saves_and_ends_with_130);
    tcase_add_loop_test(t, saves_and_ends_by_the_very_signal, 0, COUNT(polite));
    tcase_add_loop_test(t, r12_restores_before_a_fatal_signal, 0, COUNT(fatal));
    tcase_add_loop_test(t, r12_restores_when_it_crashes_by_itself, 0, COUNT(crashes));
    tcase_add_test(t, restores_before_base_die_speaks);
    tcase_add_test(t, leaves_ignored_signals_ignored);
    tcase_add_test(t, r16_ends_when_the_keyboard_does);
    return t;
}

static TCase *kinds_of_terminal(void)
{
    TCase *t = tcase_create("kinds");
    tcase_set_timeout(t, DEMO_TIMEOUT);
    tcase_add_loop_test(t, says_what_is_wrong_with_term, 0, COUNT(terminals));
    tcase_add_loop_test(t, works_on_other_terminals, 0, COUNT(kinds));
    tcase_add_test(t, output_to_a_file_gets_no_escape_codes);
    tcase_add_test(t, keys_come_from_the_terminal_when_input_is_piped);
    tcase_add_test(t, no_terminal_for_keys);
    return t;
}

static TCase *windows(void)
{
    TCase *t = tcase_create("windows");
    tcase_set_timeout(t, DEMO_TIMEOUT);
    tcase_add_test(t, follows_every_size_without_a_key);
    tcase_add_test(t, a_new_size_paints_everything);
    tcase_add_test(t, starts_in_a_tiny_window);
    tcase_add_test(t, a_window_without_a_size_counts_as_80x24);
    tcase_add_test(t, a_size_without_an_end_is_forgotten);
    tcase_add_loop_test(t, ctrl_z_gives_back_and_comes_back_at_the_new_size, 0, 3);
    tcase_add_test(t, stops_with_those_who_wait_for_it);
    tcase_add_test(t, suspending_an_orphan_does_nothing);
    tcase_add_test(t, repaints_after_a_hard_stop);
    return t;
}

Suite *terminal_suite(void)
{
    Suite *s = suite_create("terminal");
    suite_add_tcase(s, ends());
    suite_add_tcase(s, kinds_of_terminal());
    suite_add_tcase(s, windows());
    return s;
}
