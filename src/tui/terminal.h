/* The raw terminal: taking it, waiting for keys and signals, and giving it back whatever happens.
 * Private to the tui room. One terminal at a time: its state is the process's own. */
#ifndef TUI_TERMINAL_H
#define TUI_TERMINAL_H

#include <stdbool.h>

#include "tui/tui.h"

/* Events while waiting; several things can have happened at once. */
typedef struct Happening {
    bool keys;    /* keys were typed                                                 */
    bool closed;  /* the keyboard has come to its end                                */
    bool resized; /* the window has, or may have, another size                       */
    bool resumed; /* stopped and continued: what the screen shows is not known       */
    bool suspend; /* Ctrl-Z, or somebody sent SIGTSTP                                */
    int end;      /* SIGINT, SIGTERM or SIGHUP; 0 when none of them came             */
} Happening;

/* Enters full-screen mode, with handlers for every signal that ends or stops a program. False with
 * *err set, and nothing changed, when there is no usable terminal. */
bool terminal_open(const TuiOptions *options, Err *err);

/* Leaves full-screen mode; signals do again what they did before terminal_open. */
void terminal_close(void);

/* Sleeps until something happens, but at most so many milliseconds; -1: as long as it takes. */
Happening terminal_wait(int most);

/* The window's size now, always between 1 and a sane maximum. */
void terminal_size(int *width, int *height);

/* Gives the terminal back, stops, and posts a `resumed` event when the program goes on. The
 * whole process group stops with `group`: needed when no tty driver has told the others, such as
 * a make that waits for us. Where SIGTSTP was ignored at the start nothing happens and it
 * returns false. */
bool terminal_suspend(bool group);

/* Gives the terminal to another program for as long as it runs; terminal_retake comes next. */
bool terminal_lend(char **command);

/* Answers `resumed`: the next picture takes the terminal again, from the modes up. */
void terminal_retake(void);

/* True for a console: it would print a text for the clipboard, and its mouse is that of another program (gpm). */
bool terminal_is_console(void);

/* Puts a text on the clipboard, as far as the terminal lets programs do that (OSC 52): it never answers. NULL, or a
 * sentence that says why it was not sent, or on what it depends. */
const char *terminal_copy(const char *text);

/* Ends the process by a signal, so that the parent sees the true cause. */
_Noreturn void terminal_end_by(int number);

#endif
