/* Links: into terminals that have them alone, and no file name says more than its name. */
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/links.h"
#include "folder.h"
#include "made.h"
#include "suites.h"

static const char *const variables[] = {
    "TERM",       "TERM_PROGRAM", "VTE_VERSION", "KONSOLE_VERSION",
    "WT_SESSION", "TMUX",         "STY",         "QKV_LINKS"};

static const struct {
    const char *set[3]; /* "NAME=VALUE" */
    bool wanted;
} terminals[] = {
    {{"TERM=xterm-256color"}, false},
    {{"TERM=xterm-256color", "VTE_VERSION=6800"}, true},
    {{"TERM=xterm-256color", "VTE_VERSION=4601"}, false},
    {{"TERM=xterm-256color", "KONSOLE_VERSION=220401"}, true},
    {{"TERM=xterm-256color", "TERM_PROGRAM=iTerm.app"}, true},
    {{"TERM=xterm-256color", "TERM_PROGRAM=Apple_Terminal"}, false},
    {{"TERM=xterm-kitty"}, true},
    {{"TERM=foot-extra"}, true},
    {{"TERM=linux", "VTE_VERSION=6800"}, false},
    {{"TERM=dumb", "TERM_PROGRAM=vscode"}, false},
    {{"VTE_VERSION=6800"}, false},
    {{"TERM=tmux-256color", "TERM_PROGRAM=WezTerm"}, false},
    {{"TERM=xterm-256color", "VTE_VERSION=6800", "TMUX=/tmp/x"}, false},
    {{"TERM=xterm-kitty", "QKV_LINKS=0"}, false},
    {{"TERM=xterm-kitty", "QKV_LINKS="}, true},
    {{"TERM=xterm-256color", "QKV_LINKS=1"}, true},
};

START_TEST(terminals_that_have_links)
{
    int pipes[2], master, slave;
    for (int i = 0; i < COUNT(variables); i++)
        unsetenv(variables[i]);
    for (int i = 0; i < 3 && terminals[_i].set[i]; i++)
        putenv((char *)terminals[_i].set[i]);
    ck_assert_int_eq(openpty(&master, &slave, NULL, NULL, NULL), 0);
    ck_assert_int_eq(pipe(pipes), 0);
    ck_assert_int_eq(links_wanted(slave), terminals[_i].wanted);
    ck_assert(!links_wanted(pipes[1]));
    close(master);
    close(slave);
    close(pipes[0]);
    close(pipes[1]);
}
END_TEST

/* Each lesson's text with its links as [address](text), the host left out. */
static void tell_links(Buf *out, const char *text, LinkKind kind)
{
    static const char opens[] = "\033]8;;file://", closes[] = "\033]8;;\033\\";
    Library *library = library_open();
    Buf linked = {0};
    buf_puts(&linked, text);
    links_add(&linked, library, kind);
    for (const char *at = buf_text(&linked); *at;) {
        if (strncmp(at, opens, strlen(opens)) == 0) {
            at = strchr(at + strlen(opens), '/');
            ck_assert_ptr_nonnull(at);
            size_t length = strcspn(at, "\033");
            const char *folder = strstr(at, "/lessons/");
            ck_assert(folder && folder < at + length && strncmp(at + length, "\033\\", 2) == 0);
            buf_printf(out, "[%.*s](", (int)(at + length - folder), folder);
            at += length + 2;
        } else if (strncmp(at, closes, strlen(closes)) == 0) {
            buf_putc(out, ')');
            at += strlen(closes);
        } else {
            ck_assert_int_ne(*at, '\033');
            buf_putc(out, *at++);
        }
    }
    buf_release(&linked);
    library_free(library);
}

static const struct {
    LinkKind kind;
    const char *text, *is;
} texts[] = {
    {LINK_NAMES, "01-first    First\n03 second   x\n",
     "[/lessons/01-first.md](01-first)    First\n[/lessons/03%20second.md](03 second)   x\n"},
    {LINK_NAMES, "01-first\n01-firsts x\n a 01-first \n", "01-first\n01-firsts x\n a 01-first \n"},
    {LINK_PLACES, "lessons/01-first.md:12:5: no\n  12 | lessons/01-first.md:3\n",
     "[/lessons/01-first.md#12](lessons/01-first.md:12:5): no\n  12 | lessons/01-first.md:3\n"},
    {LINK_PLACES, "lessons/01-first.md:12: no",
     "[/lessons/01-first.md#12](lessons/01-first.md:12): no"},
    {LINK_PLACES, "lessons/01-first.md: no\nlessons/nothing.md:1: x\n",
     "lessons/01-first.md: no\nlessons/nothing.md:1: x\n"},
    {LINK_PLACES, "lessons/a%;\"\\ä.md:1: x\n",
     "[/lessons/a%25%3B%22%5C%C3%A4.md#1](lessons/a%;\"\\ä.md:1): x\n"},
};

START_TEST(names_and_places_are_links)
{
    Buf out = {0};
    folder_write("lessons/a%;\"\\ä.md", "# A\n");
    tell_links(&out, texts[_i].text, texts[_i].kind);
    ck_assert_str_eq(buf_text(&out), texts[_i].is);
    unlink("lessons/a%;\"\\ä.md");
    buf_release(&out);
}
END_TEST

/* A file whose name a terminal would obey is nowhere a link. */
START_TEST(no_name_escapes)
{
    Buf out = {0};
    folder_write("lessons/b\033]8;;x\007.md", "# B\n");
    tell_links(&out, "lessons/b?]8;;x?.md:1: x\n", LINK_PLACES);
    ck_assert_str_eq(buf_text(&out), "lessons/b?]8;;x?.md:1: x\n");
    unlink("lessons/b\033]8;;x\007.md");
    buf_release(&out);
}
END_TEST

Suite *links_suite(void)
{
    Suite *s = suite_create("links");
    TCase *t = suite_case(s, "links");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_loop_test(t, terminals_that_have_links, 0, COUNT(terminals));
    tcase_add_loop_test(t, names_and_places_are_links, 0, COUNT(texts));
    tcase_add_test(t, no_name_escapes);
    return s;
}
