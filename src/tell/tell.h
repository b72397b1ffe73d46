/* Documents, page by page. Each function makes one in an arena. Files: stage.c, number.c's pages in
 * inspect*.c, lists.c, text.c. */
#ifndef TELL_TELL_H
#define TELL_TELL_H

#include "lesson/glossary.h"
#include "tell/doc.h"

/* The thing that the pointer of a stage page is on. */
typedef struct Pointer {
    int thing; /* 0 the result, 1 .. an operand (spot_tensor); POINT_CALL - n: call n of the line; POINT_NOTHING */
    int64_t cell; /* of that tensor */
} Pointer;

enum { POINT_NOTHING = -1, POINT_CALL = -2 };

enum { PINS_MOST = 4, PIN_BYTES = 32 };

/* Results that are kept in sight, by name. */
typedef struct Pins {
    int count;
    char name[PINS_MOST][PIN_BYTES];
} Pins;

typedef struct StageAs {
    Spot spot;
    Pointer pointer;
    bool answers; /* the answers of the stage are open                                */
    bool notes;   /* the speaker's notes are on this screen                            */
    Pins pins;
    DocAs as;
} StageAs;

/* The page of a spot: what the lesson says, the code, the formula, operands and result. */
Doc *tell_stage(Arena *a, const Lens *l, const StageAs *as);
/* True if the result of a spot, or before the first one the next, may be guessed: it was computed and not typed in. */
bool tell_guesses(const Lens *l, const Spot *spot);
/* A whole stage, all its stops seen at a detail, for transcripts, speech and HTML: pieces know their stop. */
Doc *tell_whole_stage(Arena *a, const Lens *l, int stage, Detail detail);
/* The pointer where a spot is come to (rule 5): the call of one's own code, or the result, at the labels that `before`
 * pointed at in `was`, or its first number; POINT_NOTHING for text and errors. */
Pointer tell_pointer(const Lens *l, const Spot *spot, const Pointer *before, const Spot *was);
/* The things that Tab goes through at a spot, in order: result, operands, calls. Returns how many; `thing` may be NULL. */
int tell_things(const Lens *l, const Spot *spot, int thing[], int room);
/* The message line about the thing pointed at: "weights[x2, x2]", "call Head.forward"; in `a`. */
const char *tell_pointed(Arena *a, const Lens *l, const Spot *spot, Pointer p);

/* --- one number: the inspect page ---------------------------------------------------------------- */

typedef enum Tab {
    TAB_MADE,
    TAB_TREE,
    TAB_INPUTS,
    TAB_LEADS,
    TAB_GRADIENT,
    TAB_ATTENTION,
    TAB_ROW,
    TAB_SUMS,
    TAB_RESULTS,
    TAB_VALUES,
    TABS
} Tab;

enum { FOLDS_MOST = 64 }; /* lines of a tree that were folded or unfolded by hand */

typedef struct NumberAs {
    int step;
    int64_t cell;
    int pick; /* the term marked: Enter goes there */
    Tab tab;
    Spot from; /* where one came from: what "results so far" means */
    int folds;
    int fold[FOLDS_MOST]; /* TAB_TREE: lines whose state is not what it is at first */
    bool is_unfolded;     /* TAB_TREE: unfolded down to the inputs */
    DocAs as;
} NumberAs;

Doc *tell_number(Arena *a, const Lens *l, const NumberAs *as);
/* Tells of a number that is only looked at: its name (title), all its digits (head), its arithmetic in one line as a
 * formula, and as marks of a piece of matrices, which has none, the cells that it is made of. */
Doc *tell_about(Arena *a, const Lens *l, int step, int64_t cell);
/* The tabs that have something to show, in order; returns how many. */
int tell_tabs(const Lens *l, const NumberAs *as, Tab tab[TABS]);
/* The word of a tab: "made of", "tree", "inputs", "leads to", "gradient", "attention", "row", "sums", "results", "values". */
const char *tell_tab_name(Tab tab);
/* Words for what a tab tells of a number: "who looks at whom". */
const char *tell_tab_help(Tab tab);
/* How many terms can be marked, and the number that one of them is: false for a plain number of the code. Some tabs go on to
 * others: that of gradients to the number's gradient and those of what uses it, that of attention to the number itself. */
bool tell_goes_on(Tab tab);
/* Tells whether what runs across in the tensor runs down on the tab: arrows turn with it. */
bool tell_turns(Tab tab);
/* The number that a change on the tab would be of: the number itself, of a row of weights the one marked. */
void tell_in_hand(const Lens *l, Tab tab, int pick, int *step, int64_t *cell);
int tell_terms(const Lens *l, int step, int64_t cell, Tab tab);
bool tell_term(const Lens *l, int step, int64_t cell, Tab tab, int pick, int *to_step,
               int64_t *to_cell);
/* The term marked first: the cell's own, or the first that was computed. */
int tell_first_term(const Lens *l, int step, int64_t cell, Tab tab);
/* A hint at a hidden number, `strength` from 1: what it is made of, its terms. NULL when there is no stronger one. */
const char *tell_hint(Arena *a, const Lens *l, int step, int64_t cell, int strength);

/* Judges a guess that is written so: NULL where it is right, else "too small", "too large", "close, right to two digits",
 * "not it". */
const char *tell_judge(const Lens *l, const QkvTensor *t, int64_t cell, const char *guess,
                       double number);

/* --- lists -------------------------------------------------------------------------------------- */

/* All lessons; `filter` "" or a text in title, stage or prose; `seen` a text for each lesson, or NULL. */
Doc *tell_menu(Arena *a, Library *library, const char *filter, const char *const *seen);
/* The stages of a lesson and, of a script, its functions, top-level statements and passes; `here` is its row to be marked. `back`: a first row "back to 2.3" to that spot, or NULL. */
Doc *tell_contents(Arena *a, const Lens *l, const Spot *here, const Spot *back);
/* The passes of a loop (spot_loop), each with its loss, and these as a curve; the pass of `here` is to be marked. Without
 * a loop, those of a training in hidden lines (spot_trained). No rows: there is neither. */
Doc *tell_passes(Arena *a, const Lens *l, const Spot *here);
/* The places of a text: words, labels, numbers; and where `here` is among them. */
Doc *tell_found(Arena *a, const Lens *l, const Spot *here, const char *text);
/* Changes, then each result that differs, its own or inherited (compare of two lessons: the latter alone). */
Doc *tell_changes(Arena *a, const Lens *l, const char *left, const char *right, bool is_unfolded);
/* The results of two runs, or of a run and a printout, and the first difference opened; `l` is of either run. */
Doc *tell_comparison(Arena *a, const Lens *l, const Comparison *c, const char *const title[2],
                     DocAs as);

/* Tells what a word of the field is, where it is shown, and the words in that. */
Doc *tell_word(Arena *a, Library *library, const Glossary *g, const GlossaryWord *w);
/* All words; before them those in the text of a page. `l` NULL, or without a run: there is none. */
Doc *tell_glossary(Arena *a, const Glossary *g, const Lens *l, const Spot *here);

/* --- texts --------------------------------------------------------------------------------------- */

Doc *tell_answers(Arena *a, const Lens *l, int stage);
Doc *tell_notes(Arena *a, const Lens *l, int stage);
/* Explains the signs on pages. */
Doc *tell_signs(Arena *a);
/* A text as it is. */
Doc *tell_text(Arena *a, const char *title, const char *text);

#endif
