/* What the files of plain mode share: plain.c has the table of commands and obeys lines, plain_tell.c tells
 * where the reader is, plain_told.c tells results by their names and keeps what was told last, plain_words.c
 * knows how people say things, plain_why.c tells what a number is made of, plain_do.c does the rest that is more
 * than a key. */
#ifndef APP_PLAIN_INTERNAL_H
#define APP_PLAIN_INTERNAL_H

#include "app/cell_words.h"
#include "app/plain.h"
#include "app/predict.h"

enum { OFFERED_MOST = 5 };
enum { PLAIN_BYTES = 1000 /* of a line */, ESCAPE = '\033' };

/* A cell that the next command is about, and where the reader was when it was told. */
typedef struct Told {
    Place from;
    int step;
    int64_t cell;
    bool is_line; /* it stands for its row or column, and not for all of its matrix */
    bool is_all;  /* ... and for those of the other matrices of its tensor, too */
    bool is_set;
} Told;

typedef struct Plain {
    App *app;
    Library *library;
    const char *rest; /* what follows the word of a command */
    Buf out;          /* the answer to one line             */
    Hinted hinted;
    bool guesses;      /* the line before was about it: a number is a guess */
    bool lists;        /* ... was a list of terms: a number is one of them */
    int told_in;       /* the statement whose inside was told last, from 1 on */
    Asked why;         /* the number that why was about last */
    int why_levels;    /* how far back; 0: none              */
    bool why_ends;     /* nothing is farther back            */
    Asked named;       /* the number that was asked by its name from a stage; step -1: none was */
    bool is_jump;      /* ... which was left for that */
    bool has_branches; /* ... was answered with a tree: a number is a line of it */
    bool had_branches; /* the same of this line */
    bool offers; /* ... with lessons: a number opens one, or its place among the first of them */
    int offered[OFFERED_MOST];
    char found_at[16];  /* "7.5", where what was looked for last is first; "" for nowhere */
    Told found;         /* the first number that was looked for */
    Told told;          /* the first cell of the matrix, row or column told last */
    int opened, before; /* the lesson that is open or was last, and the one before; -1: none */
    bool told_both;     /* that a result is called as a key or a command */
    bool quit;
} Plain;

/* --- telling: plain_tell.c -------------------------------------------------------------------- */

const Run *plain_run_of(const Plain *p);
/* The step whose result can be asked: on the cell page the one asked already. NULL for none. */
const QkvStep *plain_step(const Plain *p);

void plain_say(Plain *p, const char *text);
/* What the last key had to say, if anything. */
bool plain_message(Plain *p);
/* The lessons, a step, or a cell. */
void plain_tell(Plain *p);
/* That the place is kept, if it is. */
void plain_tell_kept(Plain *p);
void plain_tell_menu(Plain *p);
/* At the beginning: on the menu what this is, in short, and not all lessons. */
void plain_greet(Plain *p);
void plain_tell_contents(Plain *p);
/* What the changes do to a result; there are some. */
void plain_tell_changed(Plain *p, const Stop *stop);
/* What a number was without the changes that are on; false where there are none, or it is the same. */
bool plain_tell_before(Plain *p, const QkvTensor *t, int64_t cell);
/* A report over the page, by its key: told at once. */
void plain_report(Plain *p, int key);

/* --- what was told last, and results by their names: plain_told.c ------------------------------ */

/* Whether it is in the run still; and the reader where it was told. */
bool plain_is_there(const Plain *p, const Told *told);
bool plain_is_where(const Plain *p, const Told *told);
/* What was told last is what the next command means: a matrix from this cell on, or the line or number that it is in. */
void plain_keep_told(Plain *p, const QkvTensor *t, int64_t cell, bool is_line);
/* Where cells are named from: the matrix told last, or the place. */
CellHere plain_here(const Plain *p);
/* Whether words are the name of a cell, or of a matrix, as they stand. */
bool plain_is_place(const Plain *p, const char *words);
/* The tensor that a command is about: the one told last, or the one it names. NULL after saying why not. */
const QkvTensor *plain_tensor_meant(Plain *p);
/* Where a key is pressed that is about a result: goes to the one that the command names, or that was told last, if
 * that is another than the step's. False after saying that there is none. */
bool plain_go_to_meant(Plain *p);

/* Whether a result that was told so far is called so. */
bool plain_is_seen(const Plain *p, const char *name);
/* Tells the matrix of the result that is chosen. */
void plain_tell_item(Plain *p);
/* Tells the next matrix, by 1, or the one before it, by -1. */
void plain_next_matrix(Plain *p, int by);
/* Tells the row or the column that words name; false for none. */
bool plain_tell_line(Plain *p, const char *words);

/* Tells the results of the lesson that have a row, a column or a matrix which words name; false for none. */
bool plain_tell_having(Plain *p, const char *words);

/* Of the table. */
void plain_matrix(Plain *p);
void plain_read(Plain *p);
void plain_as_printed(Plain *p);
void plain_shape(Plain *p);
void plain_names(Plain *p);

/* --- what a person says: plain_words.c --------------------------------------------------------- */

/* Whether a line begins with the first `length` bytes of some words, as whole words. */
bool plain_begins(const char *line, const char *words, size_t length);
/* Whether words mean the number at hand: "it", "this number". */
bool plain_is_it(const char *words);
/* Which of a list words mean, "the second one", from 1; 0 for none. */
int plain_ordinal(const char *words);
/* Whether a line gives a name another right side; the = of an argument, "y.sum(dim=1)[0]", does not. */
bool plain_is_change(const char *line);
/* The line as commands are written; memory from `a`, or the line itself. */
const char *plain_written(Arena *a, const Plain *p, const char *line);

/* --- keys: plain.c ---------------------------------------------------------------------------- */

void plain_press(Plain *p, int key);
bool plain_is_number(const char *text);
/* "4" or "4.2". */
bool plain_is_step(const char *text);

/* --- commands: plain_do.c --------------------------------------------------------------------- */

void plain_open(Plain *p, const char *lesson);
/* Goes to the cell that words name, "" the first; false after saying why not. `follows`: it made the one at hand. */
bool plain_ask(Plain *p, const char *words, bool follows);
/* A command alone is about what was found, where that was looked for and at its step: goes to it; or false. */
bool plain_ask_found(Plain *p);

/* Goes to the number that a command is about: the one its words name, or else the one asked before. False
 * after asking for it. */
bool plain_number(Plain *p, const char *command);
void plain_which(Plain *p, const char *command);

/* Of the table. */
void plain_stage(Plain *p);
void plain_go_to_step(Plain *p);
void plain_back(Plain *p);
void plain_return(Plain *p);
void plain_cell(Plain *p);
void plain_predict(Plain *p);
void plain_hint(Plain *p);
void plain_list(Plain *p);
void plain_search(Plain *p);
void plain_menu(Plain *p);
void plain_lesson(Plain *p);
void plain_columns(Plain *p);
void plain_what_if(Plain *p);
void plain_change(Plain *p);
void plain_changes(Plain *p);
void plain_switch(Plain *p);
void plain_delete(Plain *p);
void plain_decimals(Plain *p);
void plain_compare(Plain *p);
void plain_links(Plain *p);
void plain_code(Plain *p);
void plain_notes(Plain *p);

/* --- what a number is made of: plain_why.c ----------------------------------------------------- */

/* Whether a text may be the number of a line in the answer to why, "1.2.1"; and to that line, false for none. */
bool plain_is_label(const char *text);
bool plain_go_to_branch(Plain *p, const char *label);

/* To the first of the numbers that made the one at hand which is so large; false for none. */
bool plain_follow_value(Plain *p, double value);

/* Of the table. */
void plain_terms(Plain *p);
void plain_follow(Plain *p);
void plain_why(Plain *p);
void plain_more(Plain *p);
void plain_inputs(Plain *p);
void plain_uses(Plain *p);

#endif
