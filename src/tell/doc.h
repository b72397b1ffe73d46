/* A document: what is said of a run at a spot. It says what, never where: show/ makes frames, speech, transcripts
 * and HTML of it. A document and all that is in it live in the arena that it was made in.
 *
 * A document is a list of pieces in the order in which they are read. Digits in it come from the lens (lens.h). */
#ifndef TELL_DOC_H
#define TELL_DOC_H

#include "lesson/lesson.h"
#include "tell/fact.h"
#include "tell/looks.h"
#include "tell/prose.h"
#include "tell/style.h"

/* How a page behaves: which keys mean what on it (app/command.h). */
typedef enum DocKind { DOC_STAGE, DOC_NUMBER, DOC_LIST, DOC_TEXT } DocKind;

/* Says what Enter, or a second click, opens. */
typedef enum TargetKind {
    TARGET_NONE,
    TARGET_SPOT,     /* `spot`; `of` 1: the pointer on cell `cell` of its result */
    TARGET_NUMBER,   /* cell `cell` of the result of step `of`       */
    TARGET_TERM,     /* the number's term `of`, counted as explain_source does */
    TARGET_CALL,     /* into call `of` of the line                   */
    TARGET_LESSON,   /* lesson `of` of the library; `cell` above 0: that stage of it */
    TARGET_WORD,     /* the word that stage `cell` of lesson `of` explains (lesson/glossary.h) */
    TARGET_CHANGE,   /* change `of` of the what-if                   */
    TARGET_SETTING,  /* setting `of` of the list: its next value     */
    TARGET_COMMAND,  /* the row's own text is a command: it is run   */
    TARGET_FOLD,     /* folds or unfolds row `of` of a tree          */
    TARGET_TAB,      /* tab `of`                                     */
    TARGET_PRACTICE, /* row `of` of an exercise; `cell` is what (practice.h) */
    TARGET_ROW,      /* row `of` of the list: it points there, or opens what the row has */
    TARGET_KEY       /* the word of the last line that begins at byte `of` of it */
} TargetKind;

typedef struct Target {
    TargetKind kind;
    int of;
    int64_t cell;
    Spot spot;
} Target;

/* A row of a list. */
typedef struct DocRow {
    const char *text;  /* columns parted by tabs, which are aligned with those of the other rows */
    const char *right; /* at the right edge, faint: a key, "made in 4.2"; NULL: none */
    Style style;
    bool is_heading; /* the cursor passes over it */
    bool is_code;    /* a line of code, or of numbers in columns */
    int depth; /* of a tree                                                                      */
    char fold; /* '+' folded, '-' unfolded, 0 nothing under it                                   */
    int line;  /* of a tree: which of its lines it is, for TARGET_FOLD               */
    Target target;
} DocRow;

/* A term in parts, for writers that have no columns: its place, "0", or NULL; its arithmetic, "7 * 8 = 56"; the names of its
 * numbers, of which the second may be NULL; and what is said of it, "this cell", or NULL. */
typedef struct DocTerm {
    const char *at, *told, *name[2], *mark;
} DocTerm;

/* A line of arithmetic. */
typedef struct DocLine {
    const char *text;
    Style style;
    int pick;     /* the term that it shows, for TARGET_TERM; -1: none               */
    int picks;    /* numbers that it shows, as explain_source counts: of a product 2 */
    DocTerm term; /* `told` NULL: it is none */
} DocLine;

typedef enum Mark {
    MARK_NONE,
    MARK_OPERAND, /* [x] takes part                         */
    MARK_PICKED,  /* {x} takes part, and Enter goes there   */
    MARK_RESULT   /* >x< the number pointed at, or in question */
} Mark;

typedef struct DocMark {
    const QkvTensor *t;
    int64_t cell;
    Mark mark;
} DocMark;

/* A cell of a table: a text, and where it is a number of the run, which. */
typedef struct DocCell {
    const char *text; /* NULL: empty                                      */
    const QkvTensor *t;
    int64_t cell;
    Mark mark;
    double part; /* of a share: how long a bar beside it is, 0 .. 1; else 0 */
} DocCell;

/* A table with names of columns and rows. */
typedef struct DocTable {
    int columns, rows;
    const char **column, **row;
    DocCell *cell;         /* rows of so many columns                                   */
    int at, in;            /* the row and the column pointed at                         */
    int64_t before, after; /* rows that are not told                                    */
} DocTable;

/* A tensor shown as matrices. Of its cells the lens tells more: which a mask hides (lens_masks), what they were in the
 * other run (lens_was). */
typedef struct DocMatrix {
    const QkvTensor *t;
    const char *name;
    int thing; /* 0 the result, 1 .. an operand, as spot_tensor counts; -1: pinned, a gradient      */
    int64_t item; /* the matrix of several that must be seen */
    Role role;    /* the part that it plays in attention     */
    bool shares;  /* rows are shares                         */
} DocMatrix;

/* A number in a row of them, and the one of the other run that stands in its place. */
typedef struct DocPoint {
    const char *label;        /* "pass 3", "she"; its short form begins at `brief`    */
    int brief;                /* bytes of the label before "3"                         */
    const QkvTensor *t, *was; /* NULL: there is none                                   */
    int64_t cell, was_cell;
} DocPoint;

/* Numbers in a row that are to be seen at once: a loss over passes, the shares of a row. */
typedef struct DocCurve {
    const char *name; /* words for them: "loss of each pass", "weights[she, :]"          */
    const char *all;  /* whole of which they are: "passes"                               */
    bool is_shares;   /* of a whole                                                      */
    bool is_rows;     /* each is a row of the list that comes after it */
    int points, at;   /* `at`: the one pointed at, -1: none, or as the list says         */
    DocPoint *point;
} DocCurve;

typedef enum PieceKind {
    PIECE_PROSE,    /* blocks: what the lesson says                                          */
    PIECE_QUESTION, /* blocks: what the stage asks                                          */
    PIECE_ANSWER,   /* blocks: the answers                                                  */
    PIECE_CODE,     /* lines of code; `at` is the one in hand, `calls` what can be entered    */
    PIECE_SAID,     /* `text`: a value, a print-out, an error, as it is                      */
    PIECE_FORMULA,  /* `text`; its second and later lines are indented                       */
    PIECE_MATRICES, /* a step: operands and result, or pinned results                         */
    PIECE_LOOKS,    /* bars of who looks at whom                                             */
    PIECE_TABLE,    /* numbers that are made of each other, a row for each                   */
    PIECE_TERMS,    /* lines of arithmetic                                                   */
    PIECE_ROWS,     /* of a list                                                             */
    PIECE_CURVE,    /* a curve; before the rows of a list, each of its points is one of them */
    PIECE_NOTE      /* `text`: one remark, a story, what a change did, that a text waits      */
} PieceKind;

typedef struct Piece {
    PieceKind kind;
    const char *heading; /* above it, or NULL                                                   */
    const char *text;
    bool is_known;  /* the page before this one had the piece already                            */
    bool is_keys;   /* a NOTE of keys, which the line mode does not have                         */
    bool guesses;   /* QUESTION: a result there can be guessed                                    */
    bool is_data;   /* CODE: nothing but the numbers of the result                              */
    bool is_peeked; /* hidden from the class: the speaker's screen marks it                       */
    int blocks;     /* PROSE, QUESTION, ANSWER */
    const Block *block;
    int stop; /* of a whole stage: the stop of the stage that it belongs to, 0: none; result and code */
    Prose lines;     /* CODE, laid out for the width that was asked for                       */
    int at;          /* CODE: the line in hand, -1: none                                          */
    int call, calls; /* CODE: the call pointed at, -1: none                                      */
    const char **call_name; /* "Head.forward"                                                 */
    const QkvStep *step; /* MATRICES, FORMULA                                                   */
    int matrices;
    DocMatrix *matrix;
    int marks;
    DocMark *mark;
    DocLooks looks;
    DocTable table;
    int terms; /* TERMS; terms that no line shows: before and after the lines */
    DocLine *term;
    int64_t before, after;
    int rows;
    DocRow *row;
    DocCurve *curve; /* CURVE */
} Piece;

enum { TABS_MOST = 10 };

typedef struct Doc {
    Arena *a;
    DocKind kind;
    const Lens *lens;  /* NULL: no tensor is shown                                               */
    const char *title; /* first row, left: "01 Attention by hand: three inputs"                   */
    const char *state; /* first row, right: "stage 5/11  step 1/2", "CLASS ...", or NULL          */
    const char *state2; /* second row, right: "3 of 9 numbers shown", or NULL */
    const char *head; /* second row: the stage's title, the way into the code, the number        */
    int at, of;       /* a bar "[==>...]" before the head, `at` of `of`; of 0: no bar             */
    int tabs, tab;    /* third row; tab -1: none is chosen                                      */
    const char *tab_name[TABS_MOST];
    int pieces, room;
    Piece *piece;
    int row;       /* LIST: the row to be marked when it is opened                               */
    bool is_error; /* the page shows why the statement went no further                           */
    Fact *facts;   /* values that the rows say, for other programs; NULL: nobody asks            */
} Doc;

/* How wide a document will be shown, for what breaks its own lines (code, arithmetic, trees). A report that is asked for
 * facts adds them to that map, and has rows for all of them, where a page has only the first. */
typedef struct DocAs {
    int width, height;
    Fact *facts;
} DocAs;

Doc *doc_new(Arena *a, DocKind kind, const Lens *lens, const char *title);
/* Adds a piece and returns it, to be filled in; it stays where it is until the next is added. */
Piece *doc_add(Doc *d, PieceKind kind);
Piece *doc_note(Doc *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
Piece *doc_said(Doc *d, const char *text);
/* Adds a row to the last piece, which becomes PIECE_ROWS if it is none. Returns it. */
DocRow *doc_row(Doc *d, Target target, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void doc_heading(Doc *d, const char *text);

/* A matrix for a piece, with what the lens of the document says of it. */
DocMatrix doc_matrix(const Doc *d, const QkvTensor *t, const char *name, int thing, int64_t item);

/* How many rows can be marked, and one of them; NULL beyond. Headings are passed over. */
int doc_rows(const Doc *d);
const DocRow *doc_row_at(const Doc *d, int row);
/* The first piece of a kind, or NULL. */
const Piece *doc_piece(const Doc *d, PieceKind kind);

#endif
