/* The program without a terminal: keys in, frames out. The terminal, --script and the tests all
 * drive this and nothing else. */
#ifndef APP_APP_H
#define APP_APP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "lesson/whatif.h"
#include "view/frame.h"
#include "view/place.h"

typedef struct App App;
typedef struct Library Library; /* lesson/library.h */

/* An app over a library; all its lessons are read and run. `resume`: places are read from the
 * last time and written down for the next. Begins on the menu, in a window of 80x24. The caller
 * frees it; the library must live as long. */
App *app_new(Library *library, bool resume);
void app_free(App *app);

/* Whether the terminal has colours: then numbers are shaded from the beginning. */
void app_colors(App *app, bool has_colors);
/* From here on messages name the commands of the line mode (plain.h) instead of keys. */
void app_plain(App *app);
/* Opens a lesson where the reader left it. */
void app_open(App *app, int lesson);
/* Shows where another qkv is, from the next tick on, with the notes for the speaker. */
void app_follow(App *app);
/* Results come hidden from here on, that on the page, too. */
void app_teach(App *app);
/* Goes to "4" or "4.2": a stage, and a step of it. False after an error when that is none. */
bool app_goto(App *app, const char *where, Err *err);

/* What the terminal must do after a key. */
typedef enum AppWish {
    APP_GO_ON,         /* show the frame                                             */
    APP_REDRAW,        /* the same, and paint every cell anew (Ctrl-L)               */
    APP_MOUSE,         /* turn the mouse on or off                                   */
    APP_SUSPEND,       /* Ctrl-Z                                                    */
    APP_RELOAD,        /* for the app itself: read the lesson again                  */
    APP_CHANGE,        /* the same: the change that was typed                       */
    APP_CHANGE_SWITCH, /* ... the chosen one goes off, or on again                  */
    APP_CHANGE_DELETE, /* ... it goes                                               */
    APP_CHANGE_UNDO,   /* ... the last step is undone                               */
    APP_CHANGES_WRITE, /* ... all of them are written out                           */
    APP_EDIT,          /* open app_source in an editor, then app_edited              */
    APP_QUIT,          /* the reader asked to leave: exit status 0                   */
} AppWish;

/* Before app_source is edited: a lesson that came with the program stays as it is, and the reader goes on
 * in a copy of it in the working folder. False when there can be none: app_message says why. */
bool app_copy(App *app);
/* The file that the reader looks at and the line of it; NULL when it came through standard input. */
const char *app_source(const App *app, int *line);
/* The editor is done: what it changed is read again. Not `ran`: it could not be started. */
void app_edited(App *app, bool ran);

/* The time, in milliseconds since any beginning, for what happens without a key: a lesson whose file
 * was changed is read again. Call it at least every app_patience milliseconds; -1: no need to.
 * Returns whether there is something new to show. */
int app_patience(const App *app);
bool app_tick(App *app, int64_t now);

/* A key (keys.h) or a new size of the window. */
AppWish app_key(App *app, int key);
void app_resize(App *app, int width, int height);

/* Where the reader is, and going there directly: with the library it is all that a frame is made
 * of, but for what a key has to say. */
const Place *app_place(const App *app);
void app_put(App *app, const Place *place);
/* The run that is shown, of the lesson as it is or with changes; NULL on the menu. */
const Run *app_run(const App *app);
/* The list of what two runs compute, over the lesson that is open: those with changes and without
 * them, or, where `first` is a lesson, that one and the one that is open. */
void app_compare(App *app, int first);
/* Whether they differ. */
bool app_differs(const App *app);
/* The changes to the lesson of the place; NULL without any. */
const WhatIf *app_what_if(const App *app);
/* These instead. False after setting *err: one of them cannot be made, and all is as it was. */
bool app_change(App *app, const ChangeLine *line, int lines, Err *err);
/* Something to say about the last key, or NULL. */
const char *app_message(const App *app);

/* A click on the picture: asks a number, opens a row of a list, presses a key of the last line. */
AppWish app_click(App *app, int row, int col);
/* The wheel: scrolls what can be scrolled. */
AppWish app_wheel(App *app, int by);
/* APP_MOUSE is done: says what it means. */
void app_mouse(App *app, bool is_taken);

/* The picture of the present state; owned by the app, good until the next call. */
const Frame *app_frame(App *app);

/* Writes the place down for the next time; called on leaving, also on SIGTERM and SIGHUP. Whether it is kept. */
bool app_save(App *app);
/* The same at the end, which those who follow are told. */
void app_end(App *app);

#endif
