/* The real program in terminals of many kinds, with keys and sizes at random. */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "suites.h"
#include "tui/pty.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* Under the sanitizers, which take their time anyway, ten thousand keys; otherwise enough to notice. */
#ifdef IS_SANITIZED
enum { BURSTS = 200 };
#else
enum { BURSTS = 40 };
#endif
enum { WIDTH = 80, HEIGHT = 24, BURST = 50 };

static const char *const surroundings[][3] = {
    {"TERM=xterm"},
    {"TERM=screen-256color"},
    {"TERM=linux"},
    {"TERM=vt100"},
    {"TERM=screen-256color", "LC_ALL=C"},
    {"TERM=xterm-256color", "NO_COLOR=1"},
};

static int below(int n)
{
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (unsigned)n);
}

/* Sends all but leaving, the editor and Ctrl-Z, and now and then bytes that no key sends. */
static void send_random(Pty *p)
{
    static const char *const keys[] = {" ",
                                       " ",
                                       "\177",
                                       "\r",
                                       "\t",
                                       "\033[A",
                                       "\033[B",
                                       "\033[C",
                                       "\033[D",
                                       "\033OC",
                                       "\033[Z",
                                       "\033[5~",
                                       "n",
                                       "p",
                                       "g",
                                       "G",
                                       "t",
                                       "c",
                                       "h",
                                       "j",
                                       "k",
                                       "l",
                                       "H",
                                       "J",
                                       "K",
                                       "L",
                                       "[",
                                       "]",
                                       "{",
                                       "}",
                                       "+",
                                       "-",
                                       "x",
                                       "?",
                                       "'",
                                       "/",
                                       "T",
                                       "v",
                                       "V",
                                       "s",
                                       "z",
                                       "a",
                                       "i",
                                       "b",
                                       ".",
                                       "N",
                                       "P",
                                       "<",
                                       ">",
                                       "r",
                                       "R",
                                       "(",
                                       ")",
                                       "1",
                                       "5",
                                       "9",
                                       "\f",
                                       "\033[99~",
                                       "\xe6\x97\xa5",
                                       "\xff",
                                       "\001",
                                       "d",
                                       "D",
                                       ";",
                                       ",",
                                       "=",
                                       "U",
                                       "u",
                                       "m",
                                       "S"};
    char text[BURST * 8] = "";
    for (int i = 0; i < BURST; i++)
        strcat(text, keys[below(COUNT(keys))]);
    pty_send(p, text);
}

/* In each: it lives, answers, and gives the terminal back. */
START_TEST(random_keys_in_every_terminal)
{
    const char *const argv[] = {pty_program(), "1", "--no-resume", NULL};
    Pty *p = pty_start(WIDTH, HEIGHT, argv, surroundings[_i]);
    pty_expect(p, "introduction");
    for (int i = 0; i < BURSTS; i++) {
        send_random(p);
        if (below(4) == 0)
            pty_resize(p, 1 + below(160), 1 + below(50));
        pty_bytes(p, 5);
    }
    pty_resize(p, WIDTH, HEIGHT);
    pty_bytes(p, 100);
    pty_send(p, "\033");    /* a change that is none keeps its prompt until then */
    pty_bytes(p, 100);      /* bytes after an Esc by itself are no longer a part of it */
    pty_send(p, "\r\r\rQ"); /* prompts end with Enter, and so does a blank screen */
    pty_expect_exit(p, 0);
    pty_end(p);
}
END_TEST

/* The lessons that ship, each left for the next, take less than 64 MiB. */
START_TEST(memory_stays_small)
{
    enum { MOST_KILOBYTES = 64 << 10 };
    const char *const argv[] = {pty_program(), "1", "--no-resume", NULL};
    Pty *p = pty_start(WIDTH, HEIGHT, argv, NULL);
    pty_expect(p, "introduction");
    for (int i = 0; i < 100; i++)
        pty_send(p, " \r\t q n p");
    for (int i = 0; i < 40; i++)
        pty_send(p, "qj\rn ");
    pty_bytes(p, 100);
    pty_send(p, "\r\rQ");
    pty_expect_exit(p, 0);
    pty_end(p);
    struct rusage usage;
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &usage), 0);
#ifndef IS_SANITIZED
    ck_assert_int_lt(usage.ru_maxrss, MOST_KILOBYTES);
#endif
}
END_TEST

/* Surroundings of the program: a line of the shell before it, what is set for it, and what holds after it.
 * HOME is a folder of the test's own, and its state stands in $HOME/qkv. */
static const struct {
    const char *before, *changes[4], *after;
} around[] = {
    {":", {NULL}, "grep -q '^1 0 1 01-' $HOME/qkv/places"},
    {":", {"XDG_STATE_HOME"}, "test -f $HOME/.local/state/qkv/places"},
    {":",
     {"XDG_STATE_HOME=relative"},
     "test -f $HOME/.local/state/qkv/places && test ! -e relative"},
    {":", {"HOME", "XDG_STATE_HOME"}, "test ! -e .local"},
    {":", {"HOME=/proc/self/none", "XDG_STATE_HOME"}, ":"},
    {"chmod 555 $HOME", {NULL}, "chmod 755 $HOME"},
    {"mkdir -p $HOME/qkv/places", {NULL}, "rmdir $HOME/qkv/places"},
    {"touch $HOME/qkv", {NULL}, "test -f $HOME/qkv"},
    {"mkdir $HOME/qkv; mkfifo $HOME/qkv/places", {NULL}, "test -p $HOME/qkv/places"},
    {"mkdir $HOME/qkv; ln -s /dev/full $HOME/qkv/places", {NULL}, "test -L $HOME/qkv/places"},
    {"mkdir $HOME/qkv; ln -s $HOME/none $HOME/qkv/places", {NULL}, "test ! -e $HOME/none"},
#ifndef IS_THREAD_SANITIZED /* writes a file of its own before the program begins */
    {"mkdir $HOME/qkv; echo '0 0 0 kept' >$HOME/qkv/places; ulimit -f 0",
     {NULL},
     "test \"$(ls $HOME/qkv; cat $HOME/qkv/places)\" = \"$(printf 'places\\n0 0 0 kept')\""},
#endif
    {"cp -r lessons $HOME/l; QKV_LESSONS=$HOME/l; export QKV_LESSONS; mkdir $HOME/d; cd $HOME/d; "
     "rmdir $HOME/d",
     {NULL},
     "grep -q '^1 0 1 01-' $HOME/qkv/places"},
    {"ulimit -S -s 64", {NULL}, "test -f $HOME/qkv/places"},
    {"exec 2>&-", {NULL}, "test -f $HOME/qkv/places"},
    {"exec 2>/dev/full", {NULL}, "test -f $HOME/qkv/places"},
    {":", {"LC_ALL=C", "TERM=screen-256color"}, "test -f $HOME/qkv/places"},
    {":", {"LC_ALL", "LANG=none", "TERM=screen-256color"}, "test -f $HOME/qkv/places"},
};

/* In each: it is there, answers, ends well, gives the terminal back, and nothing is lost. */
START_TEST(surroundings_do_no_harm)
{
    char line[600];
    snprintf(line, sizeof line, "(%s\n\"$0\" 1; echo status $?); %s && echo held",
             around[_i].before, around[_i].after);
    Pty *p = pty_start(WIDTH, HEIGHT, (const char *const[]){"sh", "-c", line, pty_program(), NULL},
                       around[_i].changes);
    pty_expect(p, "introduction");
    pty_send(p, "n");
    pty_expect(p, "stage 1/");
    pty_send(p, "Q");
    pty_expect(p, "status 0");
    pty_expect(p, "held");
    pty_expect_exit(p, 0);
    pty_end(p);
}
END_TEST

Suite *robust_suite(void)
{
    Suite *s = suite_create("robust");
    TCase *t = tcase_create("robust");
    tcase_add_checked_fixture(t, pty_go_to_lessons, NULL);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, random_keys_in_every_terminal, 0, COUNT(surroundings));
    tcase_add_loop_test(t, surroundings_do_no_harm, 0, COUNT(around));
    suite_add_tcase(s, t);
    t = tcase_create("memory");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, memory_stays_small);
    suite_add_tcase(s, t);
    return s;
}
