/* The model: all that a screen depends on besides the lesson itself. Two equal models give the same screen.
 *
 *     Outcome o = step(&model, &world, event);     model.h, step.c: pure
 *     model = o.model; ... o.effect ...            app.c: does what a model cannot, and makes a new world
 *     Frame *f = pages_draw(...)                   draw.c
 *
 * Pages form a stack. At the bottom is the menu, on it the lesson, on that numbers, lists, texts and places that were
 * opened from them. Enter pushes, q pops; nothing else is to be remembered. */
#ifndef APP_MODEL_H
#define APP_MODEL_H

#include "show/show.h"
#include "tell/practice.h"
#include "tell/tell.h"

typedef enum PageName {
    PAGE_MENU,
    PAGE_STAGE,  /* the lesson, or a place of it that was jumped to */
    PAGE_NUMBER, /* the inspect page                               */
    PAGE_CONTENTS,
    PAGE_PASSES,  /* of a loop                   */
    PAGE_FOUND,   /* the places of a text        */
    PAGE_CHANGES, /* changes and results          */
    PAGE_VIEW,    /* settings                     */
    PAGE_CLASS,
    PAGE_ANSWERS,
    PAGE_NOTES,
    PAGE_SIGNS,
    PAGE_PRACTICE, /* an exercise: the world's lens looks at it */
    PAGE_EXERCISES,
    PAGE_WORDS, /* of the field: all of them */
    PAGE_WORD,  /* a word, and where it is shown */
    PAGE_NAMES  /* how many there are */
} PageName;

enum { TRAIL_MOST = 64, PAGES_MOST = 24, FIND_BYTES = 40, LINE_BYTES = 400, SAID_BYTES = 480 };

typedef struct Page {
    PageName name;
    Spot spot;       /* STAGE: what is shown; the others: where they were opened      */
    Pointer pointer; /* STAGE                                                         */
    bool
        is_jump; /* STAGE: opened from a list or a prompt: q goes back there, n and p to its neighbours */
    bool answers;   /* STAGE: the answers are open                                   */
    bool is_back;   /* STAGE: come to from behind, and nothing was shown since            */
    int answered;   /* STAGE: of this stage, + 1, they were opened by hand */
    int depth;      /* STAGE, is_jump: how deep inside of code the jump led */
    Tab tab;        /* NUMBER ...                                                    */
    int step, pick; /* WORD: the lesson and the stage that explain it are step and cell */
    int64_t cell;
    int folds, fold[FOLDS_MOST];
    int row, scroll;       /* lists and texts; of a stage the lines of its text scrolled away */
    char text[FIND_BYTES]; /* FOUND: what was looked for; MENU: the filter                 */
} Page;

/* With the changes: one of the values (0, 1 ..), without them, the difference. */
enum { SIDE_WITHOUT = -1, SIDE_DIFFERENCE = -2 };

typedef struct Look {
    int decimals;
    Detail detail;
    Shading shade;
    bool has_colors; /* of the window: without them bars are in the place of shades */
    bool full, sums, answers, notes, mouse; /* answers: they come by themselves     */
} Look;

/* The part of a hidden result that Space shows. */
typedef enum Unit { UNIT_ROW, UNIT_MATRIX, UNIT_CELL, UNITS } Unit;

typedef struct ClassState {
    bool on;
    Unit unit;
    int seconds; /* between steps that come by themselves; 0: none do */
} ClassState;

typedef enum PromptKind {
    PROMPT_NONE,
    PROMPT_COMMAND, /* the palette          */
    PROMPT_GOTO,    /* a digit was typed    */
    PROMPT_FIND,
    PROMPT_FILTER, /* the menu's lessons    */
    PROMPT_GUESS,
    PROMPT_CHANGE,   /* a what-if             */
    PROMPT_PRACTICE, /* an answer to an exercise */
    PROMPT_TITLE     /* of a what-if that is written out */
} PromptKind;

typedef struct Prompt {
    PromptKind kind;
    char line[LINE_BYTES];
    int caret;   /* bytes before it                                        */
    int marked;  /* the suggestion; -1: none                               */
    int earlier; /* number of the earlier line shown, from the last; 0: none */
    int hints;   /* GUESS: given so far; CHANGE: which proposal Tab has put */
    int change;  /* CHANGE: the change that is edited; -1: a new one       */
    int step;    /* GUESS: the number asked for                            */
    int64_t cell;
    char said[SAID_BYTES]; /* a verdict, or what is wrong; "" for nothing */
} Prompt;

/* Where the pointer was on a screen that was left. */
typedef struct Trail {
    Spot spot;
    Pointer pointer;
} Trail;

/* How a lesson was come to by Space. */
typedef struct Arrival {
    int from; /* the lesson at whose end it was; -1: none                                      */
    int path,
        leads; /* the path (lesson/path.h) and its stage that leads through this lesson; -1: none */
    int asked; /* not by Space: the lesson in which what this one shows was asked for; -1: none  */
} Arrival;

/* Where a lesson is opened. */
typedef struct Opening {
    bool is_fresh; /* at the beginning of the stage, and not where it was left */
    bool at_end;   /* is_fresh: at its last step                               */
    int stage;
} Opening;

typedef struct Model {
    int width, height;
    int pages;
    Page page[PAGES_MOST]; /* the last one is seen                                   */
    Look look;
    int side; /* the value shown, SIDE_WITHOUT, SIDE_DIFFERENCE                     */
    ClassState class;
    bool blank;
    bool is_plain;     /* told line by line                                              */
    bool is_whole;     /* left uncut: whatever shows it scrolls by itself                 */
    bool follows;      /* the speaker's own screen, which follows another               */
    bool knows_arrows; /* has seen a page of numbers                             */
    bool asks_again;   /* `a` was pressed where the answer gives numbers away    */
    bool has_back;     /* `back`: where one was before a jump became the place   */
    Spot back;
    Arrival way; /* how this lesson was come to */
    Tab tab;     /* of inspect pages, used last                            */
    Pins pins;
    int trails; /* the last screens, the last one last, each once                */
    Trail trail[TRAIL_MOST];
    Prompt prompt;
    char said[SAID_BYTES]; /* about the last event; "" for nothing                   */
} Model;

/* A line that was typed in a prompt before. */
typedef struct Earlier {
    PromptKind kind;
    char line[LINE_BYTES];
} Earlier;

/* The world is what a model does not hold, as it is now: made by the app, changed by nobody. */
typedef struct World {
    Library *library;
    Lens lens;            /* of the lesson of the model, through its side; run NULL on the menu */
    const WhatIf *whatif; /* the changes to it; NULL without any                      */
    const char *compared; /* of two lessons that are compared the other one's title; or NULL   */
    const Reveal *reveal; /* parts of the lesson shown to the class                   */
    const char *const *seen; /* per lesson, for the menu: "at 3", or NULL             */
    int earliers;
    const Earlier *earlier;   /* the last one last                                          */
    bool is_followed;         /* a second screen follows this one                        */
    bool is_away;             /* a follower looks around: what is seen is only here      */
    const Practice *practice; /* the exercise that is open; NULL: none */
    bool is_old;              /* the lesson's file is newer and broken, or gone          */
} World;

/* --- pages (page.c) --------------------------------------------------------------------------------- */

typedef Doc *TellPage(Arena *a, const Model *m, const World *w, const Page *page);

/* A page is a row. */
typedef struct PageRow {
    DocKind kind; /* meaning of keys on it */
    TellPage *tell;
    const char *place,
        *places; /* of a list that places are opened from: what n opens there, and where q comes back to */
    /* The number that the page has in question, and its tensor; NULL here or there: it has none. */
    const QkvTensor *(*where)(const Run *run, const Page *page, int64_t *cell);
    bool is_free; /* tells of no run, and is there without one */
} PageRow;

const PageRow *page_row(const Page *page);
/* The kind of a page, the same as its document has: of a number it depends on the tab. */
DocKind page_kind(const Page *page);
/* True for the page of a number, on each of its tabs. */
bool page_asks(const Page *page);
/* The document of any page of the stack, or of one that is to lie on it. */
TellPage page_tell;

/* --- events ------------------------------------------------------------------------------------------ */

/* An effect is what a model cannot do by itself. One event has at most one effect; the app does it, and then the next event comes. */
typedef enum EffectKind {
    EFFECT_NONE,
    EFFECT_LEAVE,
    EFFECT_REDRAW,
    EFFECT_SUSPEND,
    EFFECT_EDIT,
    EFFECT_MOUSE,
    EFFECT_RELOAD,
    EFFECT_COPY,      /* `text` to the clipboard (line mode: it is printed)              */
    EFFECT_OPEN,      /* lesson `index`, at `opening`                                     */
    EFFECT_REVEAL,    /* shows `shown` of so many stops; or hides it, with `hides`         */
    EFFECT_NEW_CLASS, /* shown nothing yet                                               */
    EFFECT_CHANGE,    /* the line `text` as change `index`, or a new one (-1); "" deletes it */
    EFFECT_SWITCH,    /* change `index` off, or on                                       */
    EFFECT_PRACTICE, /* the exercises: `text` is what to do (practice.c); `fresh`: an answer      */
    EFFECT_UNDO,     /* the last of: change, switch, new class, show, pin, setting       */
    EFFECT_WRITE,    /* the changes as a what-if stage with the title `text`              */
    EFFECT_TELL      /* line mode: `text` is told instead of the page; "": the page again     */
} EffectKind;

typedef struct EffectShown {
    int stage, stop;
    Cells cells;
} EffectShown;

typedef struct Effect {
    EffectKind kind;
    int index;
    bool fresh, hides;
    Opening opening;
    const char *text; /* in the arena of the event */
    int count;
    EffectShown *shown;
} Effect;

typedef enum EventKind {
    EVENT_KEY,    /* `key`, key.h                                                    */
    EVENT_TARGET, /* a click on what the page shows there                            */
    EVENT_PRESS, /* the same on any page of the stack, number `page`, and what it means is done at once */
    EVENT_POINT, /* the same, and nothing is done: it is pointed at                     */
    EVENT_WHEEL, /* `by` rows                                                       */
    EVENT_LINE,  /* `text`: a command with its arguments (line mode, palette, script) */
    EVENT_PASTE, /* `text` outside of a prompt                                      */
    EVENT_SIZE,  /* `width` x `height`                                              */
    EVENT_STEP   /* play: a step that comes by itself                               */
} EventKind;

typedef struct Event {
    EventKind kind;
    int key, by, width, height;
    int page; /* from the menu on, 0; -1: the prompt */
    Target target;
    const char *text;
} Event;

typedef struct Outcome {
    Model model;
    Effect effect;
} Outcome;

/* Pure: the same model, world and event give the same outcome. What it needs for longer lives in `a`, which the caller
 * empties before the next event. */
Outcome step(Arena *a, const Model *m, const World *w, Event e);

/* --- making and reading models (model.c) ---------------------------------------------------------- */

Model model_menu(int width, int height);
/* A lesson at a spot, on the menu alone. */
void model_open(Model *m, const World *w, Spot spot);
const Page *model_page(const Model *m);
/* The lesson at the bottom of the stack: its page; NULL while there is only the menu. */
const Page *model_lesson(const Model *m);
/* The spot of the topmost page of the lesson: what a page over it is about. */
Spot model_spot(const Model *m);
/* Pushes a page; the oldest that is neither menu nor lesson goes when there are too many. One of the same list is gone back
 * to instead. */
Page *model_push(Model *m, Page page);
void model_pop(Model *m);
/* Keeps where the pointer of a stage is; and puts it back there on a page at the same spot. */
void model_leaves(Model *m, const Page *page);
void model_returns(const Model *m, Page *page);
/* Shows another detail, the lesson and all pages; `run` is theirs, or NULL. */
void model_detail(Model *m, const Run *run, Detail detail);
/* After the run was replaced by another one, which is aligned with it: every page at the same thing there, or gone. */
void model_beside(Model *m, const Align *align, const Run *from);
/* The same when the lesson was read again, and nothing is aligned: spots are clamped, numbers gone. */
void model_renew(Model *m, const Run *run);

/* --- what is seen (pages.c; draw.c) ---------------------------------------------------------------- */

/* The document of the topmost page. */
Doc *pages_tell(Arena *a, const Model *m, const World *w);
/* Draws a document of the topmost page, with its two last lines; `f` NULL: is only laid out. */
Shown pages_show(Frame *f, const Model *m, const Doc *d, const char *message, const char *keys);
/* The whole screen: the page, prompt or palette over it, message and last line. `f` takes the model's size. */
void pages_draw(Frame *f, const Model *m, const World *w);
/* Returns the line below the page: what is to be said, or what is pointed at; NULL for nothing. */
const char *pages_message(Arena *a, const Model *m, const World *w);
/* The prompt that is open, without its last line. */
ShowPrompt pages_prompt(Arena *a, const Model *m, const World *w);

#endif
