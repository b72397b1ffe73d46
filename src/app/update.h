/* What keys do: update(place, key) -> place. Nothing else is changed, so every screen can be
 * reached again, and a step back undoes a step forward. */
#ifndef APP_UPDATE_H
#define APP_UPDATE_H

#include "app/app.h"
#include "app/keys.h"
#include "view/page.h"

enum { SAID_BYTES = 480 };

/* An update while it happens. */
struct Update {
    Place place;
    const Scene *scene; /* the library, and the run of place.lesson */
    int by;             /* the number of the row of the key table: KeyRow.by */
    int key;            /* the first one of that row */
    AppWish wish;
    bool again;            /* the key before was of the same row, and said what it does once more */
    const char *message;   /* something to say about this key, or NULL                        */
    char said[SAID_BYTES]; /* the same, where it had to be written; "" for nothing          */
    bool among_changes;    /* from one result that differs to another */
    bool settled;          /* what is hidden where the key led to is settled already          */
    bool is_new_class;     /* what was shown is forgotten */
    bool hides;            /* the result was hidden again                                     */
    const QkvStep *shows;  /* the class sees from now on what this one was made of, or NULL   */
};

static inline const Run *update_run(const Update *u)
{
    return u->scene->run;
}

/* The context that the keys of a place belong to, and that which help there is about. */
KeyContext update_context(const Place *p);
KeyContext update_helped_context(const Place *p);

/* Applies a key. scene->run must be the run of place.lesson; when the lesson changed (or is
 * opened), the caller makes a new scene. */
Update update(const Place *place, const Scene *scene, int key);

/* The same of a click (click.c) on what the page shows there. */
Update update_click(Place place, const Scene *scene, Link link);

/* Whether a row of the key table changes anything at a place: what the hints are about. */
bool update_can(const KeyRow *row, const Place *place, const Scene *scene);

/* What the rows of the key table call. */
KeyAct do_step, do_stage, do_end, do_into, do_out, do_over, do_detail, do_enter, do_lesson,
    do_restart;
KeyAct do_answer, do_jump_back, do_look_for, do_looked_for, do_find, do_scroll, do_focus, do_pan,
    do_item;
KeyAct do_hits, do_hit, do_links, do_link, do_names, do_named, do_pin;
KeyAct do_batch, do_decimals, do_full, do_shade, do_sums;
KeyAct do_move, do_cell, do_cell_end, do_row_end, do_pick, do_dive;
KeyAct do_cursor, do_list_page, do_open, do_filter, do_keep, do_contents;
KeyAct do_help, do_help_scroll, do_help_page, do_up, do_close, do_quit, do_wish, do_edit;

/* Changes (whatif.c). */
void whatif_type(Place *p, int key);
/* To the next stop seen in a direction whose result differs; false for none. */
bool whatif_find_changed(Place *p, const Scene *s, int by);
KeyAct do_change, do_caret, do_caret_end, do_typed, do_changes, do_chosen, do_edit_change;
KeyAct do_write_changes, do_side, do_changed, do_report, do_compare, do_compared;
KeyAct do_fold, do_fold_all, do_branch, do_branch_page;

/* Whether the one chosen in the list of names is pinned (names.c). */
bool names_is_pinned(const Run *run, const Place *p);

/* There is no result at this stop yet, or none in the whole stage. */
void update_say_nothing_yet(Update *u);

/* The cell page (ask.c): the tensor that it is about, and another cell of it, if the class may see it. */
const QkvTensor *ask_tensor(const Update *u);
bool ask_may(const Update *u, const QkvTensor *t, int64_t cell);
void ask_cell(Update *u, int64_t cell);
/* From the stage to the first cell of the matrix chosen, of the result or with Tab of an operand, or to the
 * last that is not hidden; and back: the jumps from cell to cell on the way are no places to come back to. */
void ask_open(Update *u);
void ask_leave(Update *u);
/* To a cell of a tensor. From another number it is a jump to come back from, if that is in another tensor, or
 * `follows`. */
void ask_go(Place *p, const Run *run, const QkvTensor *t, int64_t cell, bool follows);
/* To the cell that words name, or says that it is hidden. False where they name none. */
bool ask_words(Update *u, const char *words);

/* To a stage, or after a number with a point to that step of it (jump.c). */
void jump_to_stage(Update *u, int stage);
/* To where a result is made, and the matrix with a cell of it; nowhere, if that is shown at no step. */
void jump_to_result(Place *place, const Run *run, const QkvTensor *t, int64_t cell);
/* Writes down where a jump starts. The oldest is forgotten when there are too many. */
void update_leave_trail(Place *p);

/* Teaching (teach.c): results come hidden and are shown bit by bit, predicted before, or played by
 * themselves. A step that stays at its result shows the next unit of it, or hides the last again;
 * false when there is none, and the step leads on. */
bool teach_step(Update *u, int by);
/* A step on from where a question waits, since it may tell what is hidden: asks it, if so. */
bool teach_ask(Update *u);
/* Whether the step back would hide something of the result. */
bool teach_covers(const Place *p, const Scene *s);
/* The reader came to a result. As much of it is seen as when it was left; if that is the first time, none
 * in teacher mode, unless its numbers stand in the code, and after a step back all. */
void teach_arrive(Update *u, int by);
/* The same of a place that no key led to. */
Place teach_hide(Place p, const Run *run, const Shown *shown);

/* Keeps what is seen at a place; and that what a step was made of is seen. Memory is from `a`. */
void teach_keep(Shown *shown, Arena *a, const Place *p, const Run *run);
void teach_show(Shown *shown, Arena *a, const Place *p, const Run *run, const QkvStep *step);
/* What of what a step was made of the class has not seen yet, the latest, or NULL. `behind`: or of what that was
 * made of. */
const Stop *teach_unseen(const Update *u, const QkvStep *step, bool behind);
/* Says that a key would show more than that. */
void teach_refuse(Update *u);
KeyAct do_teach, do_reveal, do_unit, do_hide, do_predict, do_aim, do_judge, do_hint, do_blank;
KeyAct do_notes_pane, do_play, do_tempo;

/* Directions: by / 2 is the step along the rows, by % 2 the one along the columns. */
enum { GO_LEFT = -1, GO_RIGHT = 1, GO_UP = -2, GO_DOWN = 2 };

#endif
