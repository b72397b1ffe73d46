/* Starting and ending tests/tui/demo_app.c in a pty. */
#ifndef TESTS_TUI_DEMO_H
#define TESTS_TUI_DEMO_H

#include "tui/pty.h"

enum {
    DEMO_WIDTH = 80,
    DEMO_HEIGHT = 24,
    DEMO_TIMEOUT = 60, /* s: for Check, more than one wait in vain takes */
};

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* $QKV_DEMO, or build/tests/demo_app. */
const char *demo_program(void);

/* Starts it with one option or NULL, and with changes of the environment (pty_start); waits
 * until its last cell is on the screen. */
Pty *start(void);
Pty *start_with(const char *option, const char *const *changes);

/* Starts a shell command in which "$0" is the demo; waits for nothing. */
Pty *start_command(const char *command);

/* Waits for what the demo says when it ends and has got everything back; ends the pty as well. */
void expect_clean_end(Pty *p, int status);

/* Types q, and the same: the program must still have been alive and well. */
void leave(Pty *p);

#endif
