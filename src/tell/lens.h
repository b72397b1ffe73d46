/* A lens: how a run is looked at. Digits of a tensor can only be had from here, so that no page, report, search,
 * hint or export can show a class what is hidden, or forget to mark what a change made another.
 *
 *     Lens lens = {.run = run, .hidden = hidden, .decimals = 4};
 *     LensState state = lens_cell(&out, &lens, t, cell, &format);    "0.9820", "???", "?0.9820"
 *
 * A lens is a value; what it points to must live as long. */
#ifndef TELL_LENS_H
#define TELL_LENS_H

#include "base/buf.h"
#include "lesson/hidden.h"
#include "lesson/library.h"
#include "lesson/whatif.h"
#include "tell/memo.h"
#include "tell/number.h"
#include "tell/spot.h"

typedef enum LensState {
    LENS_PLAIN,
    LENS_CHANGED, /* another number than in the other run, to the printed digits: marked * */
    LENS_HIDDEN,  /* "???"                                              */
    LENS_PEEKED,  /* hidden from the class, shown to the speaker: marked ? */
} LensState;

typedef struct Lens {
    const Run *run;       /* the run that is looked at; never NULL                    */
    Align *align;         /* of the run and another one, or NULL                      */
    const WhatIf *whatif; /* where the other run is the lesson without changes, or NULL */
    bool differs;         /* numbers are the difference from the other run            */
    const Hidden *hidden; /* of `run`; NULL: all is seen                              */
    const Hidden *
        other_hidden; /* of the other run: a difference, or that there is one, is told where both are seen */
    bool peeks; /* the speaker's own screen                                 */
    int decimals;
    Memo *memo, *other_memo; /* of the two runs; NULL: nothing is kept                */
} Lens;

#define LENS_UNKNOWN "???"
#define LENS_LATER "not shown yet"

/* Adds one cell, in a format of its tensor (lens_format), or without one (NULL) as number_short writes it: its number,
 * its difference from the other run, or ???. A peeked number has no ? before it: the state says so. */
LensState lens_cell(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell,
                    const NumberFormat *format);
/* Adds one cell as lens_cell does, with its mark before it: "*0.9820", "?0.9820". For text, where nothing else tells the
 * state. */
LensState lens_marked(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell,
                      const NumberFormat *format);
/* A state as that mark: "*", "?" or "". */
const char *lens_mark(LensState state);
/* Adds what a cell was in the other run, where it is another number; false: nothing is added. */
bool lens_was(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell,
              const NumberFormat *format);
/* The state of a cell, without its digits. */
LensState lens_state(const Lens *l, const QkvTensor *t, int64_t cell);
/* All the digits of a cell: as Python's repr of it. */
LensState lens_full(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell);
/* The tensor that has the number which a cell shows, at the same place, to be told with all its digits; NULL: it is
 * hidden. */
const QkvTensor *lens_exact(const Lens *l, const QkvTensor *t, int64_t cell);
/* The number of a cell for what is said of it: its sign, which is the largest. Of the run itself, also where differences
 * are shown; NaN where it is hidden. Nobody else in the rooms from here on reads cells (tests/rooms.sh). */
double lens_value(const Lens *l, const QkvTensor *t, int64_t cell);
/* The number that stands at a cell's place in the other run; NaN: none, or it may not be told. */
double lens_before(const Lens *l, const QkvTensor *t, int64_t cell);
/* All of a result as PyTorch prints it, where differences are shown its difference; false, and nothing is added, where some
 * of it may not be seen. */
bool lens_print(Buf *out, const Lens *l, const QkvTensor *t);
/* For the ear: as number_spoken, with its state after it: "0.5 (changed)", "hidden". */
void lens_spoken(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell,
                 const NumberFormat *format);

/* How the cells of a tensor are written: the same in both runs and for their difference. Made of what is seen alone, so
 * that the width of a column tells nothing. */
NumberFormat lens_format(const Lens *l, const QkvTensor *t);

/* How numbers are shaded: the largest distance from 0, of differences where these are shown; 0 where some are hidden
 * (lens_shows), or none is to be shaded. And a number as a part of it, -1 .. 1; 0 of one that is not finite. */
double lens_most(const Lens *l, const QkvTensor *t);
double lens_part(const Lens *l, const QkvTensor *t, int64_t cell, double most);
/* The sums of rows and columns (memo_sums); none where some of the numbers are hidden, or differences. */
Sums lens_sums(const Lens *l, const QkvTensor *t, Arena *a);

/* Adds the sum of `count` cells that lie `apart` from each other, from `first` on, which is a cell of `sums`. */
void lens_sum(Buf *out, const Lens *l, const QkvTensor *t, Cells cells, int64_t apart,
              const QkvTensor *sums, int64_t sum);

/* --- a page that says nothing of a class: what may be told ------------------------------------------ */

/* A lens as the class has it: without what only a speaker sees. */
Lens lens_of_class(const Lens *l);
/* Tells whether all of a run may be seen. */
bool lens_shows_all(const Lens *l);
/* Tells whether cells of a tensor that lie one after the other may be seen. */
bool lens_shows_cells(const Lens *l, const QkvTensor *t, Cells cells);
/* Tells whether all of a tensor may be seen, and so its range, its largest number, its sums, a story about it. A tensor
 * that no step made may. */
bool lens_shows(const Lens *l, const QkvTensor *t);
/* Why the arithmetic of a cell is not told, as a sentence; NULL: it is. */
const char *lens_why(const Lens *l, int step, int64_t cell);
/* Tells whether the arithmetic of a cell is told to a speaker alone. */
bool lens_peeks(const Lens *l, int step, int64_t cell);
/* "2 of 6 numbers shown", "results hidden": how much of a stop is seen; NULL: all of it. */
const char *lens_progress(Arena *a, const Lens *l, int stage, int stop);
/* A text that a stop shows, or ??? in its place; *is_marked, which may be NULL, tells whether a class does not see it. */
const char *lens_text(const Lens *l, int stage, int stop, const char *text, bool *is_marked);
/* A plain number in the call of a step, as it is named in a formula, or ??? in its place. */
const char *lens_number(Arena *a, const Lens *l, int step, const QkvTensor *t);
/* A key of what is kept: of all that digits depend on besides the run. */
typedef struct LensKey {
    char text[64];
} LensKey;
LensKey lens_key(const Lens *l);
/* --- the commands of a class: what is hidden ------------------------------------------------------- */

/* How many cells of a tensor are hidden, also from a speaker who peeks. */
int64_t lens_hides(const Lens *l, const QkvTensor *t);
/* The first hidden cell from `from` on, around the end; -1 for none. */
int64_t lens_first_hidden(const Lens *l, const QkvTensor *t, int64_t from);
/* Tells whether the arithmetic of a cell may be told: it and all that it is made of are seen. */
bool lens_tells(const Lens *l, int step, int64_t cell);
/* Tells whether all that a cell is made of is seen, whether the cell is or not. */
bool lens_shows_terms(const Lens *l, int step, int64_t cell);
/* Tells whether a plain number in the call of a step may have been computed from what is hidden: something that comes
 * before is, and the number is neither written in the code nor made of such numbers alone. Never to a speaker who peeks, nor of what a step made. */
bool lens_hides_number(const Lens *l, int step, const QkvTensor *t);
/* Finds what made a cell, in `a`; no terms where these would tell which of several numbers was chosen by a hidden one. */
QkvTerms lens_terms(const Lens *l, int step, int64_t cell, Arena *a);

/* How much of what a stop shows is hidden (hidden_at), and whether its text or value may be told. */
int64_t lens_hides_stop(const Lens *l, int stage, int stop);
bool lens_shows_stop(const Lens *l, int stage, int stop);
/* Prose and answers can tell numbers, too. The first hidden result of a stage that a text after its stop `stop` may
 * give away: stage and stop in *first. False: the text may be told, as that before its first result (0) always may, and all
 * to a speaker. */
bool lens_withholds_text(const Lens *l, int stage, int stop, Spot *first);
/* Tells whether a text is withheld from the class, also to a speaker, whose page marks such a text. */
bool lens_marks_text(const Lens *l, int stage, int stop, Spot *first);

/* The other run through a lens of its own, at the same decimals; only with align. */
Lens lens_other(const Lens *l);
/* Tells whether it may be told how a stop of the run, counted through all stages, compares with its partner: both are
 * seen. Only with align. */
bool lens_compares(const Lens *l, int stop);
/* The partner of a tensor in the other run; NULL for none. */
const QkvTensor *lens_partner(const Lens *l, const QkvTensor *t);

#endif
