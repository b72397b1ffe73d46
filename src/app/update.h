/* What keys do: update(place, key) -> place. Nothing else is changed, so every screen can be
 * reached again, and a step back undoes a step forward. */
#ifndef APP_UPDATE_H
#define APP_UPDATE_H

#include "app/app.h"
#include "app/keys.h"
#include "view/page.h"

/* An update while it happens. */
struct Update {
    Place place;
    const Scene *scene; /* the library, and the run of place.lesson */
    AppWish wish;
    bool again;          /* the key before was a step back from the beginning of the lesson */
    const char *message; /* something to say about this key, or NULL                        */
    char said[160];      /* the same, where it had to be written; "" for nothing            */
};

/* The context that the keys of a place belong to. */
KeyContext update_context(const Place *p);

/* A place at the beginning of a lesson, and the menu, for a window. */
Place place_menu(int width, int height);
Place place_start(Place from, int lesson);
/* The same place in a window of another size. */
Place place_resize(Place p, int width, int height);
/* A stage (and beat) of the open lesson, clamped to what there is. */
Place place_at(Place p, const Run *run, int stage, int beat);

/* The same place with block `item` shown of the tensor that [ and ] go through, or with one that it
 * has. */
Place place_block(Place p, const Run *run, int64_t item);

/* Applies a key. scene->run must be the run of place.lesson; when the lesson changed (or is
 * opened), the caller makes a new scene. */
Update update(Place place, const Scene *scene, int key);

/* Whether two places give the same screen; `resumed`, a request and no place, does not count. */
bool update_is_same(const Place *a, const Place *b);

/* Whether a row of the key table changes anything at a place: what the hints are about. */
bool update_can(const KeyRow *row, const Place *place, const Scene *scene);

/* Whether a text has a word in it, capitals or not. */
bool has_word(const char *text, size_t length, const char *word);

/* Typing in the filter, and in any text of FILTER_BYTES: characters, Backspace, Ctrl-U. */
void type_filter(Update *u, int key);
void type_text(char *text, int key);

/* Writes down where a jump starts. The oldest is forgotten when there are too many. */
void leave_trail(Place *p);

/* Into 0 .. most; 0 also when there is nothing, and `most` is -1. */
static inline int64_t clamp_to(int64_t x, int64_t most)
{
    return x < 0 || most < 0 ? 0 : x > most ? most : x;
}

/* Says what to do next: a message that names a key, or in plain mode one that names a command. */
void say_how(Update *u, const char *by_key, const char *by_command);
/* There is no result at this stop yet, or none in the whole stage. */
void say_nothing_yet(Update *u);

/* From the stage to the first cell of the matrix shown, or the last that is not hidden. */
void open_cell(Update *u);
/* On the cell page: the tensor it is about; another cell of it, if the class may see it. */
const QkvTensor *cell_tensor(const Update *u);
void go_to_cell(Update *u, int64_t cell);
/* Back to the stage; the jumps from cell to cell on the way are no places to come back to. */
void leave_cell(Place *p);

/* What the rows of the key table call. */
void do_step(Update *u, int by);
void do_stage(Update *u, int by);
void do_end(Update *u, int which);
void do_number(Update *u, int digit);
void do_into(Update *u, int unused);
void do_out(Update *u, int unused);
void do_detail(Update *u, int by);
void do_scroll(Update *u, int by);
void do_help_scroll(Update *u, int by);
void do_help_page(Update *u, int by);
void do_contents(Update *u, int unused);
void do_jump_back(Update *u, int unused);
void do_lesson(Update *u, int by);
void do_focus(Update *u, int by);
void do_pan(Update *u, int direction);
void do_item(Update *u, int by);
void do_batch(Update *u, int by);
void do_decimals(Update *u, int by);
void do_full(Update *u, int unused);
void do_shade(Update *u, int unused);
void do_sums(Update *u, int unused);
void do_enter(Update *u, int unused);
void do_move(Update *u, int direction);
void do_cell(Update *u, int by);
void do_cell_end(Update *u, int which);
void do_row_end(Update *u, int which);
void do_pick(Update *u, int by);
void do_dive(Update *u, int unused);
void do_cursor(Update *u, int by);
void do_cursor_end(Update *u, int which);
void do_page(Update *u, int by);
void do_open(Update *u, int restart);
void do_restart(Update *u, int unused);
void do_filter(Update *u, int unused);
void do_look_for(Update *u, int unused);
void do_looked_for(Update *u, int unused);
void do_find(Update *u, int by);
void do_help(Update *u, int unused);
void do_up(Update *u, int unused);
void do_close(Update *u, int unused);
void do_quit(Update *u, int unused);
void do_wish(Update *u, int wish);

/* Directions of do_pan, do_move and do_aim. */
enum { GO_UP, GO_DOWN, GO_LEFT, GO_RIGHT };
/* The same as steps along rows and columns. */
extern const int row_step[], col_step[];

#endif
