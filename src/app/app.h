/* The program without a terminal: events in, frames out. The terminal, the line mode, --script and the tests all drive
 * this and nothing else. It does what the reducer (model.h) cannot: runs lessons and changes, keeps what a class was shown
 * and where the reader was, reads files again, lets another screen follow. */
#ifndef APP_APP_H
#define APP_APP_H

#include "app/key.h"
#include "app/model.h"
#include "base/err.h"

typedef struct App App;

/* An app over a library; lessons are read and run when they are needed. `resume`: places are read from the last time and
 * written down for the next. Begins on the menu, in a window of 80x24. The caller frees it; the library must live as
 * long. */
App *app_new(Library *library, bool resume);
void app_free(App *app);

/* Takes note that the terminal has colours, or not: with them weights are shaded from the beginning, if nothing else was
 * chosen. */
void app_colors(App *app, bool has_colors);
/* Switches to the line mode: messages name commands instead of keys. */
void app_plain(App *app);
/* Shows pages whole from now on, for a window that scrolls by itself; or cut again. */
void app_whole(App *app, bool is_whole);
/* Opens a lesson where the reader left it, or at a script's first result. */
void app_open(App *app, int lesson);
/* Shows what another qkv of the same user shows, from the next tick on, with the notes for the speaker. */
void app_follow(App *app);
/* A class is on from here: results come hidden. */
void app_teach(App *app);
/* Goes to "4", "4.2" or "line 19". False after an error when that is none. */
bool app_goto(App *app, const char *where, Err *err);
/* The list of what two runs compute, over the lesson that is open: with the changes and without them (first = -1), or
 * lesson `first` and the one that is open. */
void app_compare(App *app, int first);
/* Tells whether what is compared, or the lesson with its changes, differs anywhere. */
bool app_differs(const App *app);
/* Steps come by themselves, so many seconds apart; 0: no more. */
void app_play(App *app, int seconds);
/* Makes these changes to the lesson on the page, instead of those that there are. False after setting *err. */
bool app_change(App *app, const ChangeLine *line, int lines, Err *err);

/* Wishes of the app that the terminal fulfils after an event. */
typedef enum AppWish {
    APP_GO_ON,   /* show the frame                                             */
    APP_REDRAW,  /* the same, and paint every cell anew                        */
    APP_MOUSE,   /* turn the mouse on or off; then app_mouse                    */
    APP_SUSPEND, /* stop the process                                           */
    APP_EDIT,    /* open app_source in an editor, then app_edited               */
    APP_COPY, /* app_copied to the terminal's clipboard; line mode: it is told instead of the page */
    APP_BRING, /* bring the lesson app_wanted, of which only the headings are here; then app_brought */
    APP_QUIT /* the reader asked to leave: exit status 0                   */
} AppWish;

AppWish app_key(App *app, int key);
/* A click at a place of the frame, and the wheel. */
AppWish app_click(App *app, int row, int col);
/* Takes a click on something that has this meaning, wherever it is. */
AppWish app_target(App *app, Target target);
/* Does what a target on a page of the stack means (EVENT_PRESS); or only points at it (EVENT_POINT). */
AppWish app_press(App *app, Target target, int page, bool does);
AppWish app_wheel(App *app, int by);
/* Text pasted by the terminal: into a prompt, or as a what-if. */
AppWish app_paste(App *app, const char *text);
/* A line of the line mode: a command with its arguments. What it has to say is in app_message; what the page is,
 * app_told writes. */
AppWish app_line(App *app, const char *line);
void app_resize(App *app, int width, int height);

/* The time, in milliseconds since any beginning, for what happens without a key: a lesson whose file was changed is read
 * again, a play goes on, a follower follows. Call it at least every app_patience milliseconds; -1: no need to. Returns
 * whether there is something new to show. */
int app_patience(const App *app);
bool app_tick(App *app, int64_t now);

/* Before app_source is edited: a lesson that came with the program stays as it is, and the reader goes on in a copy of it in
 * the working folder. False when there can be none: app_message says why. */
bool app_copy_lesson(App *app);
/* The file that the reader looks at and the line of it; NULL when it came through standard input. */
const char *app_source(const App *app, int *line);
void app_edited(App *app, bool ran);
const char *app_copied(const App *app);
/* The lesson that the last event would have opened, if its file (base/file.h) is away; -1: none. When the file
 * has come, and the entry knows of it, app_brought opens it as that event would have done. */
int app_wanted(const App *app);
void app_brought(App *app);
/* Puts a message on the screen, or into what the line mode tells: a wish cannot be fulfilled. */
void app_say(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_mouse(App *app, bool is_taken);

/* The picture of the present state; owned by the app, good until the next call. */
const Frame *app_frame(App *app);
/* The page for the ear. */
void app_told(App *app, Buf *out);
/* Message about the last event, or NULL. */
const char *app_message(const App *app);

const Model *app_model(const App *app);
const World *app_world(App *app);
/* Another model, as it is: for tests and for what follows. */
void app_put(App *app, const Model *m);

/* Writes the place down for the next time; called on leaving, also on SIGTERM and SIGHUP. Whether it is kept. */
bool app_save(App *app);
/* The same at the end, which those who follow are told. */
void app_end(App *app);

#endif
