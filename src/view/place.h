/* The place: all the state that a screen depends on besides the runs themselves. Two equal places
 * give the same screen. */
#ifndef VIEW_PLACE_H
#define VIEW_PLACE_H

#include "lesson/align.h"
#include "view/matrix.h"

typedef enum Page { PAGE_MENU, PAGE_STAGE, PAGE_CELL } Page;
typedef enum Overlay {
    OVERLAY_NONE,
    OVERLAY_CONTENTS,
    OVERLAY_HELP,
    OVERLAY_FILTER,
    OVERLAY_SEARCH,
    OVERLAY_HITS,
    OVERLAY_PREDICT,
    OVERLAY_CHANGES, /* the list of changes    */
    OVERLAY_TYPE,    /* a line of text: Typing */
    OVERLAY_USES,    /* reports: who uses the number in question */
    OVERLAY_INPUTS,  /* ... what it is made of in the end */
    OVERLAY_WHY,     /* all that it is made of, as a tree */
    OVERLAY_COMPARE, /* the list of the results of two runs */
    OVERLAY_VALUES,  /* ... the result with each of several values */
    OVERLAY_CODE,    /* ... the code of the stage, all of it */
    OVERLAY_NAMES,   /* the results so far      */
    OVERLAY_LINKS    /* queries joined to keys */
} Overlay;

enum {
    TRAIL_DEPTH = 32,
    FILTER_BYTES = 40,
    GUESS_BYTES = 80,
    SEEN_MOST = 16,
    TYPED_BYTES = 400,
    FAULT_BYTES = 160,
    OPENED_MOST = 120 /* nobody goes in farther; a place is copied with each key that is tried */
};

/* What the stage page is about. */
typedef struct Where {
    int lesson; /* in the library; on the menu, the one the cursor is on                         */
    int stage;
    int stop;      /* the stop of the stage, from 1: 0 is the stage's text alone                 */
    Detail detail; /* how closely every statement is looked at ...                               */
    int opens;     /* ... and one of them more closely: so many things in it are opened, each by */
    Inside opened[OPENED_MOST]; /* place_into, and each inside the one before; the innermost     */
} Where;

/* What the cell page is about. */
typedef struct Asked {
    int64_t cell; /* in question                                                                 */
    int step;     /* whose result it lies in                                                     */
    int pick;     /* which of the cells that made it Enter goes to                               */
} Asked;

/* What is seen of one stop; all zero again as soon as another is shown. */
typedef struct View {
    int64_t item;     /* which matrix of a result with more than two axes                        */
    int64_t row, col; /* first row and column shown of the focused matrix                        */
    int64_t hidden;   /* how many cells of the result the class does not see yet: all but ...    */
    Cells seen[SEEN_MOST]; /* ... these; none where all is seen. The latest last                 */
    int64_t aim;           /* the hidden cell that is guessed and hinted at                      */
    int seens;
    int aims;       /* 1: there is such a cell; 0: it would be the first of them               */
    int focus;      /* which matrix scrolling moves: 0 the result, 1 .. the operands           */
    int scroll;     /* lines of text scrolled away                                             */
    short hints;    /* given on that cell                                                      */
    short answered; /* before the first result: the answers are shown, with their questions */
    int seconds;    /* between steps that come by themselves; 0: none do                       */
} View;

/* Of two runs: the one, with the changes; the other one, at the same place; the difference; both. */
typedef enum Side { SIDE_NOW, SIDE_BEFORE, SIDE_DIFFERENCE, SIDE_BOTH, SIDES } Side;

/* How numbers look, on every page. */
typedef struct Look {
    int decimals;
    Side side;
    bool full;  /* all decimals instead                                                          */
    bool shade; /* numbers are shaded by their distance from 0                                   */
    bool sums;  /* beside and below the matrices                                                 */
} Look;

/* Teaching: all zero is a reader alone. */
typedef enum Unit { UNIT_ROW, UNIT_MATRIX, UNIT_CELL, UNITS } Unit;

/* How it stands with a screen that follows another. */
typedef enum Following {
    FOLLOWING_NOBODY,    /* there is none yet                          */
    FOLLOWING_SPEAKER,   /* this is what the other one shows           */
    FOLLOWING_PART,      /* this is as much of it as there is here     */
    FOLLOWING_AWAY,      /* the reader has gone elsewhere              */
    FOLLOWING_BEHIND,    /* ... and the other one has, too, since then */
    FOLLOWING_NO_LESSON, /* the other one is in none that is here      */
    FOLLOWING_UNREAD,    /* what the other one tells cannot be read    */
    FOLLOWING_NO_MORE    /* the other one has ended                    */
} Following;

typedef struct Teach {
    Following following;
    Unit unit;    /* how much of a hidden result a step shows                                    */
    bool on;      /* a result that is come to is hidden at first                                 */
    bool blank;   /* the screen                                                                  */
    bool follows; /* this is the speaker's own screen: what is hidden is only marked             */
    bool notes;   /* are shown                                                                   */
} Teach;

/* OVERLAY_WHY: of each line of the tree, a bit that says whether what lies under it is folded away. */
enum { TREE_LINES = 512 };

typedef struct Folds {
    unsigned char bit[TREE_LINES / 8];
} Folds;

enum { TYPED_MOST = 9999 /* a number that is typed to go to */ };

/* Results that are kept in sight, by name. */
enum { PINS_MOST = 4, PIN_BYTES = 32 };

typedef struct Pins {
    int count;
    char name[PINS_MOST][PIN_BYTES];
} Pins;

/* A line that is typed. */
typedef enum TypedKind { TYPED_CHANGE, TYPED_TITLE } TypedKind;

typedef struct Typing {
    TypedKind kind;
    int line;               /* TYPED_CHANGE: the change that it replaces; -1: it is a new one    */
    int at;                 /* bytes before the cursor                                           */
    int marked;             /* so many before it go with the first character that is typed       */
    int fault, faults;      /* the first character that is wrong, from 1, and how many; 0: none  */
    char said[FAULT_BYTES]; /* what is wrong with it                                          */
    char text[TYPED_BYTES];
} Typing;

/* Where a jump started, to come back to. */
typedef struct Trail {
    Page page;
    int stage, stop;
    Asked asked;
    int64_t item; /* the block chosen on the stage page */
    int chain;    /* of the cell page                   */
} Trail;

typedef struct Place {
    int width, height; /* of the window                                                          */
    Page page;
    Overlay overlay;
    Overlay under; /* OVERLAY_HELP, _SEARCH, _INPUTS: what comes back when that is closed        */
    Overlay below; /* ... and when that is closed, too: help on the inputs that lie over the tree */
    Where where;
    Asked asked; /* PAGE_CELL                                                                    */
    View view;
    Look look;
    Teach teach;
    int help_scroll;   /* OVERLAY_HELP: lines of it scrolled away                                */
    int report_scroll; /* the same of a report, which help may lie over                          */
    int choice;        /* where the cursor is. OVERLAY_CONTENTS: the stage; OVERLAY_HITS: the place;
                   OVERLAY_CHANGES: the change; OVERLAY_COMPARE: the row;
                   OVERLAY_LINKS: the query whose lines are seen, from 1; 0: all are */
    int filter_from; /* OVERLAY_FILTER: the lesson that the cursor was on before                  */
    int number;      /* digits typed so far; -1 for none                                          */
    int decimal;     /* the same after a point; -1: there is none                                 */
    bool resumed;    /* opened where the reader was last time                                     */
    bool retries;  /* until the next key a digit is a prediction: after one, or where none can be */
    int once_more; /* the key that does something else when it is pressed once more; 0: none    */
    char search[FILTER_BYTES]; /* PAGE_STAGE: what was last looked for                           */
    char filter[FILTER_BYTES]; /* PAGE_MENU: only lessons with this in their title, or a stage's */
    char guess[GUESS_BYTES];   /* OVERLAY_PREDICT: what is typed                                 */
    Typing typing;             /* OVERLAY_TYPE                                                   */
    Pins pins;
    Folds folds; /* OVERLAY_WHY; `choice` is the line with the cursor              */
    int chain;   /* PAGE_CELL: so many of the last jumps led from number to number */
    int trails;
    Trail trail[TRAIL_DEPTH]; /* the latest last                                                 */
} Place;

struct ShownResult {
    int lesson, stage, stop;
    int64_t cells;
    View view;
};

/* How much was seen of the results that were hidden once, when they were left. All zero: of none. */
typedef struct Shown {
    int count;
    struct ShownResult *item;
} Shown;

/* What was seen of the result of a place; NULL: it was never hidden. */
struct ShownResult *place_shown(const Shown *shown, const Place *p);
/* The latest result that in teacher mode the class has not seen, or not all of, that the result of a step
 * is or was made of by operations whose results nobody sees: NULL for none. `behind`: or that was made of
 * what it was made of, and so on. *part, if not NULL: the cells of it that count, a row where only that was taken. */
const Stop *place_unseen(const Shown *shown, const Run *run, const Place *p, int step, bool behind,
                         Cells *part);

/* The latest result of the stage of a place, up to a stop, that a class has not seen, or not all of: a text that
 * follows may tell numbers of it. NULL where all was seen. What the text at the beginning of a stage tells of the
 * stages before is not asked: a class begins anywhere. */
const Stop *place_unseen_before(const Shown *shown, const Run *run, const Place *p, int stop);

/* A stage asks before its first result: the step of the stage which goes on from an earlier result that the class
 * has not seen, *unseen; the question may tell it. NULL for none, and once it was asked all the same: then that is
 * among what was shown, as a result without cells. */
const QkvStep *place_asks_early(const Shown *shown, const Run *run, const Place *p,
                                const Stop **unseen);

/* Which of the pins has a name: -1 for none. */
int place_pinned(const Place *p, const char *name);
/* Pins a name, or no more; false where there is no room for it. */
bool place_pin(Place *p, const char *name);

/* How many decimals of a number are shown. */
int place_decimals(const Place *p);

/* --- going somewhere -------------------------------------------------------------------------- */

/* The menu, for a window, and the beginning of a lesson. */
Place place_menu(int width, int height);
Place place_start(Place from, int lesson);
/* A stage (and stop) of the open lesson, clamped to what there is. */
Place place_at(Place p, const Run *run, int stage, int stop);
/* The same with all opened that the stop lies in. */
Place place_inside(Place p, const Run *run, int stage, int stop);
/* The same place with matrix `item` shown of the tensor that [ and ] go through, or with one that it
 * has. */
Place place_item(Place p, const Run *run, int64_t item);
/* The same place with all of its result hidden; and some of its cells, which are `all`, seen or hidden
 * again. */
Place place_hide(Place p, const Run *run);
void place_show(View *v, int64_t all, Cells cells);
void place_cover(View *v, int64_t all, Cells cells);

/* Lays an overlay over what is there; do_close goes back. What lies over help takes its place. */
void place_lay_over(Place *p, Overlay overlay);

/* Forgets what belongs to one screen only: another is shown. */
void place_reset_view(Place *p);

/* The question about a cell of a step's result: picked is the one of the cells that made it that is its own,
 * as the score of a weight, or else the first that is no plain number in the code. */
Asked place_ask(const Run *run, int step, int64_t cell);

/* How many numbers led from the stage to the one in question: the last of the trail. */
int place_chain(const Place *p);
/* Whether two places give the same screen; `resumed`, a request and no place, does not count. */
bool place_is_same(const Place *a, const Place *b);

/* The same place in the other of two runs: at the stop, and on the cell page at the cell, that stands
 * in its place there; where there is none, at the nearest before it. `from` is the run of the place. */
Place place_beside(Place p, const Align *align, const Run *from);

/* --- stops ------------------------------------------------------------------------------------ */

/* The stop that is shown, or NULL at the beginning of a stage. */
const Stop *place_stop(const Run *run, const Place *p);
/* Whether a stop of the stage, counted from 1, is seen from the place. */
bool place_sees(const Run *run, const Place *p, int number);
bool place_sees_stop(const Run *run, const Place *p, const Stop *stop);
/* The stop that is seen next (by 1) or before (by -1) in the stage: 0 before the first, and after
 * the last one more than there are stops. */
int place_next(const Run *run, const Place *p, int stop, int by);
/* The stop with a tensor that has cells that is seen next in the stage, or else the last one before; 0 for none. */
int place_numbers_near(const Run *run, const Place *p);
/* The stop that is seen as step number so-and-so of a stage, -1 for none; 0 is its beginning. */
int place_stop_of_step(const Run *run, const Place *p, int stage, int step);
/* How many stops of the stage are seen, and how many of them up to `stop`. */
int place_count(const Run *run, const Place *p, int stop);
/* The same place at a stop that is seen: the one after it if there is none here. */
Place place_settle(Place p, const Run *run);

/* One step further in: opens what the stop shows the result of, and goes to its first operation.
 * What was opened elsewhere is closed. False when nothing more would be seen. */
bool place_into(Place *p, const Run *run);
/* Out again, to the result. False when the place is not inside of anything. */
bool place_out(Place *p, const Run *run);
/* On in the code that the stop lies in, stepping over the rest: to the end of the function, to the
 * next pass of the loop, past the loop. False when there is no such place. */
typedef enum Over { OVER_FUNCTION, OVER_PASS, OVER_LOOP } Over;
bool place_over(Place *p, const Run *run, Over over);
/* Which pass of a loop the stop lies in, from 1; 0: in none. And to the same line of another pass of that loop; false
 * where there is no such pass. */
int place_pass_number(const Run *run, const Place *p);
bool place_pass(Place *p, const Run *run, int number);
/* Whether a stop of the stage is seen for what is opened, or because everything is. */
bool place_opens(const Run *run, const Place *p, int number);
/* Where the stop lies: "y = net(x) > weights, operation 12 of 20", in `width` columns if that can be;
 * NULL for what a statement shows. */
const char *place_path(Arena *a, const Run *run, const Place *p, int width);

/* The step whose result a stop shows, and the one whose matrices the stage page shows; NULL without a tensor. */
const QkvStep *place_step_of(const Run *run, const Stop *stop);
const QkvStep *place_step(const Run *run, const Place *p);
/* How many matrices a stage page can focus: the result and its operands. 0 without a tensor. */
int place_matrices(const Run *run, const Place *p);
/* The result (0) or an operand (1 ..) of the stop shown. */
const QkvTensor *place_tensor(const Run *run, const Place *p, int which);
/* How many cells of the stop's result can be hidden: a result that is no tensor counts as one, and
 * what comes out of a stage that is a what-if. */
int64_t place_cells(const Run *run, const Place *p);
/* Whether a class looks at this screen, and may not see all. */
bool place_has_class(const Place *p);
/* The same place as the class sees it that a screen follows. */
Place place_as_class(Place p);
/* What may be seen of a tensor: of the result of the stop what is not hidden, and of any other what the
 * class has seen where it was made. */
Sight place_sight(const Shown *shown, const Run *run, const Place *p, const QkvTensor *t);
/* The same of the result of a stop, also where nobody has come to it: not even as a part of what was shown. */
Sight place_stop_sight(const Shown *shown, const Run *run, const Place *p, const Stop *stop);
/* What may be seen of the result of the stop, and whether one cell of it is hidden. */
Sight place_seen(const View *v);
bool place_hides(const View *v, int64_t cell);
/* The cells of the matrix of a result that is chosen. */
Cells place_chosen(const View *v, const QkvTensor *t);
/* The first hidden cell of the matrix of a result that is chosen, or of the next one that has any. */
int64_t place_first_hidden(const View *v, const QkvTensor *t);
/* The cell that is guessed and hinted at: if none was chosen the first hidden one, after the last guess. */
int64_t place_aim(const View *v, const QkvTensor *t);
/* The cell of the chosen matrix that was seen last; -1: all of it is hidden. */
int64_t place_last_seen(const View *v, const QkvTensor *t);
/* Whether the result of the stop stands as it is in the code. */
bool place_is_written(const Run *run, const Place *p);
/* The same, and a class sees it at once: there is nothing to predict. It is hidden where a tensor of its stage before
 * it is, of which it may be a copy, unless the code at the beginning of the stage has told it. */
bool place_is_open(const Shown *shown, const Run *run, const Place *p);
/* Whether the numbers in the code of a statement are hidden because its result is; and its code as the place may see
 * it, with a ? for each of them then: as written, or by a number of columns in one line. */
bool place_hides_code(const Shown *shown, const Run *run, const Place *p, int statement);
const char *place_code(Arena *a, const Shown *shown, const Run *run, const Place *p, int statement,
                       int columns);
/* The tensor whose matrices [ and ] go through: the result, or the operand with the most of them
 * when the result has only one. NULL without a tensor. */
const QkvTensor *place_items(const Run *run, const Place *p);

#endif
