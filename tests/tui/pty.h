/* A terminal for tests: runs a program in a pty and shows its output to libvterm, which keeps the
 * screen as a real terminal would. Every wait polls until the screen is as expected or a
 * minute has passed; then the test fails and the whole screen is printed. Nothing here ever just
 * sleeps. One at a time. */
#ifndef TESTS_TUI_PTY_H
#define TESTS_TUI_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Pty Pty;

typedef struct PtyCell {
    uint32_t character; /* the base; 0 when blank                                */
    uint32_t mark;      /* the first combining mark, or 0                        */
    int width;          /* 0 for the right half of a wide character              */
    bool bold, underline, reverse;
    int ink, paper; /* index of a palette colour; -1 is the terminal's own   */
} PtyCell;

/* $QKV_BIN, or build/qkv. */
const char *pty_program(void);
/* Goes where there are three lessons that stay as they are, whatever becomes of those that ship. */
void pty_go_to_lessons(void);

/* Runs `argv` (NULL at the end) in a window of that size, as a foreground job of its own, under
 * a stand-in for the shell. The environment is pinned: TERM=xterm-256color LC_ALL=C.UTF-8
 * TZ=UTC, HOME and XDG_STATE_HOME in a fresh folder, no ESCDELAY NO_COLOR LINES COLUMNS TMUX.
 * `changes` (may be NULL, NULL at the end) then sets "NAME=VALUE" or removes "NAME". */
Pty *pty_start(int width, int height, const char *const *argv, const char *const *changes);

/* Kills what is left of it, removes the folder. A test that fails before it comes here leaves
 * nothing behind either. */
void pty_end(Pty *p);

void pty_send(Pty *p, const char *bytes);
/* Writes on the screen behind the program's back. */
void pty_scribble(Pty *p, const char *bytes);
void pty_resize(Pty *p, int width, int height);
void pty_signal(Pty *p, int number);

/* Takes the terminal away, as when its window is closed. The screen is empty from then on. */
void pty_hang_up(Pty *p);

/* Wait until some row contains the text; row `row` is exactly the text; no row contains it. */
void pty_expect(Pty *p, const char *text);
void pty_expect_row(Pty *p, int row, const char *text);
void pty_expect_gone(Pty *p, const char *text);

/* Wait for something else; `what` is said when it does not come. */
typedef bool (*PtyTest)(Pty *p, const void *data);
void pty_until(Pty *p, PtyTest test, const void *data, const char *what);

/* A row without trailing blanks, good until the next call; a cell. */
const char *pty_row(Pty *p, int row);
PtyCell pty_cell(Pty *p, int row, int col);
void pty_cursor(Pty *p, int *row, int *col);
bool pty_cursor_visible(const Pty *p);
bool pty_alternate(const Pty *p);
bool pty_mouse(const Pty *p);
/* Tells whether the program has sent these bytes so far, and how often. */
bool pty_sent(const Pty *p, const char *bytes);
int pty_count(const Pty *p, const char *bytes);

/* Bytes that the program has sent so far, after it has been silent for `quiet` milliseconds. */
size_t pty_bytes(Pty *p, int quiet);
/* The same once there are more than `before`. */
size_t pty_more_bytes(Pty *p, size_t before, int quiet);
long pty_milliseconds(void);

/* Waits until the program stops, and makes it go on. */
void pty_expect_stopped(Pty *p);
void pty_continue(Pty *p);

/* Waits for the end: the status as waitpid gives it, and the terminal as it was at the start:
 * alternate screen and mouse off, cursor visible, echo and line mode on. */
int pty_wait(Pty *p);
void pty_expect_restored(Pty *p);
void pty_expect_exit(Pty *p, int status); /* the two above */
void pty_expect_killed(Pty *p, int number);

/* A file in the program's HOME: its text, or NULL; good until the next call. */
const char *pty_file(Pty *p, const char *name);

#endif
