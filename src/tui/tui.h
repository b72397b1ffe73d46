/* The terminal: the only room that includes curses. Copies frames to the screen, turns what is typed
 * into keys, and gives the terminal back whatever happens. */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include "app/app.h"
#include "base/err.h"

typedef enum TuiColor { TUI_COLOR_AUTO, TUI_COLOR_ALWAYS, TUI_COLOR_NEVER } TuiColor;

typedef struct TuiOptions {
    TuiColor color;
    bool ascii;    /* also when the locale is not UTF-8                                  */
    bool mouse;    /* clicks are taken from the start                                */
    int esc_delay; /* milliseconds; 0: 25, or $ESCDELAY when that is set                 */
} TuiOptions;

/* Tells whether full screens are possible: both ends are terminals (or keys can come from /dev/tty) and
 * $TERM is known and can move the cursor. False with the reason and what to type in *err. */
bool tui_usable(Err *err);

/* Kinds of terminals that the program knows by itself, for machines without a database of them. */
typedef struct TuiKind {
    const char *name;  /* "xterm-256color"; NULL ends a table                 */
    const char *entry; /* "b64:..", as `infocmp -0 -Q2` writes it for $TERMINFO */
} TuiKind;
/* The table must live on. */
void tui_know(const TuiKind *table);

/* After tui_usable said no: whether the reader simply gets --plain, because there is no terminal
 * or it cannot move the cursor. False when $TERM is unset or unknown: that is to be told (status
 * 2). */
bool tui_plain_instead(void);

/* Runs until the reader leaves. The result is the exit status: 0, 2 when there is no usable
 * terminal (*err says why), 130 after Ctrl-C. SIGTERM and SIGHUP save, restore and end by that
 * signal. */
int tui_run(App *app, const TuiOptions *options, Err *err);

#endif
