/* The screen and the keys: how styles look, copying a Frame, decoding what is typed. Works between
 * terminal_open and terminal_close. Private to the tui room. */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include <stdbool.h>

#include "show/frame.h"
#include "tui/tui.h"

/* Settles colours, the character set and the key tables. */
void screen_open(const TuiOptions *options);

void screen_close(void);

/* Tells whether shades are seen: there are colours, and not all is to be told in ASCII. */
bool screen_has_colors(void);

/* Shows a frame with a single update that sends only what differs from the last; `anew` paints
 * every cell, for when the terminal no longer shows what was sent. */
void screen_show(const Frame *frame, bool anew);

/* Tells curses the size of the window. */
void screen_resize(int width, int height);

/* The next key that has been typed (app/keys.h); K_NONE when there is none, or only a part of
 * one. */
int screen_key(void);

/* Tells whether it is taken now. */
bool screen_toggle_mouse(void);
/* Where the last K_CLICK was. */
void screen_click(int *row, int *col);

#endif
