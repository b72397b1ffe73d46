/* What the files of the line mode share: plain.c reads lines and obeys them, command.c has the table of commands,
 * plain_tell.c tells where the reader is, plain_go.c goes somewhere, plain_inspect.c tells what is known of a number
 * or a result, plain_change.c changes the lesson. */
#ifndef APP_PLAIN_INTERNAL_H
#define APP_PLAIN_INTERNAL_H

#include "app/command.h"
#include "app/guess_next.h"
#include "app/named.h"
#include "app/plain.h"

enum { PLAIN_BYTES = 1000 /* of a line */, ROWS_MOST = 300, LABEL_BYTES = 32 };

/* A row of a list: what open goes to. */
typedef enum RowKind {
    ROW_CELL,
    ROW_STEP,
    ROW_LESSON,
    ROW_CODE /* a number in the code: nothing */
} RowKind;

typedef struct Row {
    char label[LABEL_BYTES]; /* "3", "2.1" */
    RowKind kind;
    int step; /* ROW_CELL: of the tape ...                  */
    int64_t cell;
    int stage, stop; /* ROW_STEP                                   */
    int lesson;      /* ROW_LESSON                                 */
} Row;

typedef struct Rows {
    int count;
    Row row[ROWS_MOST];
} Rows;

struct Plain {
    App *app;
    Library *library;
    const char *rest; /* what follows the word of a command */
    Buf out;          /* the answer to one line             */
    Rows rows;        /* told last                          */
    Rows came;        /* the list that one came from ...    */
    int came_at;      /* ... by this row                    */
    Where landed;     /* where a jump went: up goes back from there alone */
    bool has_landed;
    const Run *told_in_run; /* the number in question: told last, in this run; NULL: none */
    int told_step;
    int64_t told_cell;
    Hinted hinted;
    int told_inside; /* the statement whose inside was told last, from 1 on */
    Asked tree;      /* the number whose tree was told last                 */
    int tree_levels; /* 0: none was                                         */
    bool quit;
};

/* --- telling: plain_tell.c -------------------------------------------------------------------- */

const Run *plain_run_of(const Plain *p);
bool plain_is_menu(const Plain *p);
/* The step whose result the page is about; NULL for none. */
const QkvStep *plain_step(const Plain *p);

void plain_say(Plain *p, const char *text);
/* What the last key had to say, if anything. */
bool plain_message(Plain *p);
/* The lessons, a step, or a number. */
void plain_tell(Plain *p);
/* At the beginning: on the menu what this is, in short, and not all lessons. */
void plain_greet(Plain *p);
/* That the place is kept, if it is. */
void plain_tell_kept(Plain *p);
/* The lessons with some words, or all of them. */
void plain_tell_lessons(Plain *p, const char *words);
/* What the changes do to a result; there are some. */
void plain_tell_changed(Plain *p, const Stop *stop);
/* "5.1", or "stage 5" where no step of the reader's shows a result. Memory from `a`. */
const char *plain_where_shown(Arena *a, const Plain *p, const QkvTensor *t);
const char *plain_step_name(Arena *a, const Plain *p, int stage, int stop);
/* The line at the end of each answer: where you are, and what can be typed. */
void plain_status(Plain *p);
/* That the reader is inside of a call now, or out of it again. */
void plain_tell_opened(Plain *p, const Place *before);

/* --- lists ------------------------------------------------------------------------------------ */

/* Adds a row, with the next number as its label unless it has one; returns the label, "" where there is no room. */
const char *plain_add_row(Plain *p, Row row);

/* --- obeying: plain.c ------------------------------------------------------------------------- */

/* A key of the screens: tells where it leads, or what it says. */
void plain_press(Plain *p, int key);
/* Where places are named: at what was told last, or at the page. */
NamedHere plain_here(const Plain *p);
void plain_keep_told(Plain *p, const QkvTensor *t, int64_t cell);
/* The row of the list told last that has a label; NULL for none. */
const Row *plain_row(const Plain *p, const char *label);
/* True when its number is in the run still: the lesson may have been read again since. */
bool plain_has_cell(const Run *run, const Row *row);
/* Reads a PLACE: such a row, or a part of a result. False after saying why it is none. */
bool plain_place(Plain *p, const char *text, NamedPart *part);
/* A result that a row or a number of it stands for: "scores[x1][x1]" of this page. Memory from `a`. */
const char *plain_example(Arena *a, const Plain *p);
/* "guess: which number? guess weights[x2][x2] = 0.5" */
void plain_ask(Plain *p, const char *word, const char *ask, const char *example);
bool plain_is_number(const char *text);

/* --- going: plain_go.c ------------------------------------------------------------------------ */

/* A jump led here: up goes back to where it began. */
void plain_land(Plain *p);
/* To a number; `follows`: it made the one at hand. */
void plain_go_to_cell(Plain *p, const QkvTensor *t, int64_t cell, bool follows);
/* To the number that the rest of the line names, or to the one in question; false after asking for it. */
bool plain_go_to_number(Plain *p, const char *word, const char *place);

void plain_next(Plain *p), plain_back(Plain *p), plain_open(Plain *p), plain_up(Plain *p),
    plain_quit(Plain *p), plain_point(Plain *p), plain_block(Plain *p), plain_skip(Plain *p),
    plain_previous(Plain *p), plain_pass(Plain *p), plain_goto(Plain *p), plain_contents(Plain *p),
    plain_lesson(Plain *p), plain_find(Plain *p), plain_help(Plain *p), plain_signs(Plain *p),
    plain_again(Plain *p), plain_answer(Plain *p), plain_view(Plain *p), plain_class(Plain *p),
    plain_notes(Plain *p), plain_edit(Plain *p);

/* --- what is known: plain_inspect.c ----------------------------------------------------------- */

/* The numbers that made the one in question, as rows: of more than `most` only how many. */
void plain_tell_sources(Plain *p, int most);

void plain_read(Plain *p), plain_inspect(Plain *p), plain_copy(Plain *p), plain_guess(Plain *p),
    plain_hint(Plain *p);

/* --- changes: plain_change.c ------------------------------------------------------------------ */

void plain_whatif(Plain *p), plain_with(Plain *p), plain_changes(Plain *p), plain_switch(Plain *p),
    plain_edit_change(Plain *p), plain_remove(Plain *p), plain_undo(Plain *p),
    plain_write(Plain *p);

#endif
