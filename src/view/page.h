/* The pages. Each is a function of runs and a place, and draws one frame. */
#ifndef VIEW_PAGE_H
#define VIEW_PAGE_H

#include "lesson/library.h"
#include "lesson/whatif.h"
#include "view/frame.h"
#include "view/matrix.h"
#include "view/memo.h"
#include "view/place.h"

/* A line of the help page: a heading when there are no keys. */
typedef struct HelpRow {
    const char *keys;
    const char *words;
} HelpRow;

/* What a place alone does not hold. Strings may be NULL. */
typedef struct Scene {
    Library *library;         /* its lessons are run when something asks for their runs     */
    const Run *run;           /* of place->lesson; NULL on the menu                      */
    Memo *memo;               /* of that run; changes nothing but the time it takes      */
    const WhatIf *whatif;     /* it is a variant of the lesson with these changes, or NULL */
    Align *align;             /* of it and the other run that it is seen beside, or NULL */
    Memo *other_memo;         /* of that one                                             */
    bool is_renewed;          /* that is the lesson as it was before it was read again */
    bool is_first;            /* of two pages: the other one says what differs           */
    bool has_colors;          /* shades are seen                                         */
    bool is_plain;            /* told line by line: messages name commands, not keys     */
    const Shown *shown;       /* how much was seen of results that were left             */
    const Shown *seen_before; /* the same before there were changes                     */
    const Shown *unchanged;   /* that, where the page shows the run without them, or NULL */
    const char *hints;        /* the keys that do something here                         */
    const char *message;      /* something to say about the last key                     */
    const char *const *seen;  /* per lesson: "at 3", "end seen", or NULL                 */
    const char *help_title;
    const HelpRow *help; /* OVERLAY_HELP                                            */
    int help_rows;
} Scene;

/* Draws the page of a place with its overlay over it. Any size from 1x1 on. */
void page_draw(Frame *f, const Scene *s, const Place *p);

/* The single pages; page_draw calls them. p->look.side says which of two runs they draw, and with it
 * the scene and the place are turned already. */
void page_menu(Frame *f, const Scene *s, const Place *p);
void page_stage(Frame *f, const Scene *s, const Place *p);
void page_cell(Frame *f, const Scene *s, const Place *p);
/* The left part of a wide page: what the lesson says at the place, and the names so far. */
void page_left(Frame *f, const Scene *s, const Place *p);
void page_contents(Frame *f, const Scene *s, const Place *p);
void page_names(Frame *f, const Scene *s, const Place *p);
void page_hits(Frame *f, const Scene *s, const Place *p);
void page_help(Frame *f, const Scene *s, const Place *p);
/* Lays over a page what teaching adds: at the right of the second row how it stands with class and speaker,
 * which is "" for a reader alone. */
void page_teach(Frame *f, const Scene *s, const Place *p);
const char *page_state(Arena *a, const Scene *s, const Place *p);
/* The notes for the speaker: below the page, which is so many rows less high; 0 for none. */
int page_notes_rows(const Scene *s, const Place *p);
void page_notes(Frame *f, const Scene *s, const Place *p);
/* The place without these rows: what is laid out is above them. */
Place page_above_notes(const Scene *s, const Place *p);
/* The list of changes, and the line in which one is typed. */
void page_changes(Frame *f, const Scene *s, const Place *p);
void page_typing(Frame *f, const Scene *s, const Place *p);
/* Two pages are beside each other from so many columns on, and above each other if they have so many rows
 * each. */
enum { PAGE_BESIDE = 120, PAGE_BOTH_HEIGHT = 11 };
/* The results of two runs as a list; and both runs at a place, with a page each. */
void page_compare(Frame *f, const Scene *s, const Place *p);
void page_both(Frame *f, const Scene *s, const Place *p);
/* The two of them, each with its part of the window. False where there are too few rows for both. */
typedef struct PageHalf {
    Scene scene;
    Place place;
} PageHalf;
bool page_halves(const Scene *s, const Place *p, PageHalf *before, PageHalf *now);
/* To the other of two runs, at the same place. */
void page_turn(Scene *s, Place *p);
/* A report, which has the page to itself, and how far it can be scrolled. */
bool page_is_report(const Place *p);
void page_report(Frame *f, const Scene *s, const Place *p);
void page_report_text(Buf *out, const Scene *s, const Place *p);
int page_report_most(const Scene *s, const Place *p);
/* The derivation of the cell in question as a tree whose branches can be folded away: which lines of it
 * are seen, one after the other, and whether there is something under a line. */
typedef struct TreeView {
    int lines; /* of the whole tree */
    int rows, *row;
    int at;    /* the one with the cursor                 */
    int seen;  /* so many of the rows are on the page ... */
    int first; /* ... from this one on                    */
    bool *has_more;
    int *outer; /* of each line the one that it lies under; -1: none */
    const WhyTree *tree;
} TreeView;
TreeView page_tree_view(Arena *a, const Scene *s, const Place *p);
void page_tree(Frame *f, const Scene *s, const Place *p);
bool place_folds(const Place *p, int line);
void place_fold(Place *p, int line, bool is_folded);
/* Queries joined to keys by lines: how many queries there are, and what to say where there are none or
 * too many; NULL: there are. In words, for the line mode. */
void page_links(Frame *f, const Scene *s, const Place *p);
int page_links_most(const Run *run, const Place *p);
const char *page_links_missing(const Run *run, const Place *p);
void page_links_text(Buf *out, Arena *a, const Scene *s, const Place *p);
/* "WHAT IF (2 changes)": before the right part of the title, which lives in `a`; `right` itself
 * without changes. */
const char *page_what_if(Arena *a, const Scene *s, const Place *p, const char *right);

/* A matrix of a tensor of the run, as the place wants it: decimals, shades, sums. */
Matrix page_matrix(Arena *a, const Scene *s, const Place *p, const QkvTensor *t, int64_t item);

/* What of a tensor of the run may be seen: of that of the other of two runs what may be seen of its partner. */
Sight page_sight(const Scene *s, const Place *p, const QkvTensor *t);

/* Which matrix of an operand a matrix of the result was made from: by the first of its cells that was, for a mask
 * may have filled others. */
int64_t page_operand_item(const QkvCall *c, int operand, int64_t result_item);

/* The name over a matrix of a call, its result or an operand, which is called `name`: where the result is called
 * as an operand was, it says which is before and which after. */
const char *page_panel(Arena *a, const Run *run, const QkvCall *c, const QkvTensor *t,
                       const char *name);

/* The bars that all pages have: the title on the first row, keys and message on the last two. */
void page_title(Frame *f, const char *left, const char *right);
void page_foot(Frame *f, const Scene *s, const Place *p);

/* --- what keys need to know about a page ---------------------------------------------------- */

/* The columns of a window that the cell page has for itself: in a very wide one what the lesson says stays
 * beside it. */
int page_cell_columns(int window);

/* How many matrices a stage page shows of the tensor that [ and ] go through. */
int page_items_seen(const Scene *s, const Place *p);
/* Which matrix of the result or an operand it shows before [ and ] are pressed: of an operand the one that the
 * result was made from. Where they go through that tensor, the place counts on from there, around the end. */
int64_t page_items_first(const Scene *s, const Place *p, const QkvTensor *t);
/* How far the text of a page can be scrolled: 0 when all of it is seen. */
int page_scroll_most(const Scene *s, const Place *p);
/* How far the next step by `by` scrolls it, before it leads on: page by page down to the end, or back the
 * same way, and over what was on the pages before this one; where it is if there is nothing more in that
 * direction. And the last of these pages. */
int page_scroll_step(const Scene *s, const Place *p, int by);
int page_scroll_last(const Scene *s, const Place *p);
/* The same for the help over it, and how many rows of it are seen at once. */
int page_help_most(const Scene *s, const Place *p);
int page_help_rows(const Place *p);
/* How many rows of the list over it, or of the menu, are seen at once. */
int page_list_rows(const Scene *s, const Place *p);
/* The lessons that the menu's filter leaves, in order: `count` indices into the library, and at which
 * of them the cursor is, or -1. */
int *menu_lessons(Arena *a, const Scene *s, const Place *p, int *count, int *at);
int menu_meant(const Scene *s, const Place *p); /* where the cursor goes while a filter is typed */
extern const char menu_none[];                  /* what is said where there are none */

#endif
