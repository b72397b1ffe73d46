/* What drawing found out about a run and need not find out again: the range of a tensor's numbers, the sums of
 * its rows and columns, the terms and the tree of the cell last asked about, the last report, the last text
 * that was printed and the last texts of a stage. All of it follows from the run, so that pages with and
 * without a memo are the same; with one, a key does not cost a walk over every cell. */
#ifndef VIEW_MEMO_H
#define VIEW_MEMO_H

#include "lesson/align.h"
#include "view/frame.h"
#include "view/matrix.h"
#include "view/place.h"
#include "view/prose.h"
#include "view/report.h"

typedef struct Memo Memo;

/* The caller frees it. It forgets when it is asked about another run. */
Memo *memo_new(void);
void memo_free(Memo *m);

/* How the cells of a tensor of the run are written, the finite number farthest from 0, and the range
 * of all of them. `m` may be NULL. */
NumberFormat memo_format(Memo *m, const Run *run, const QkvTensor *t, int decimals);
double memo_most(Memo *m, const Run *run, const QkvTensor *t);
NumberRange memo_range(Memo *m, const Run *run, const QkvTensor *t);

/* The sums of a tensor's rows and columns, as core makes them: in the memo, or without one in `a`. */
Sums memo_sums(Memo *m, const Run *run, const QkvTensor *t, Arena *a);

/* A tensor beside the one that stands in its place in another run: NULL where there is none of its
 * shape. */
typedef struct Beside {
    const QkvTensor *other;
    const QkvTensor *difference;  /* this one less that one; NULL for truth values         */
    const unsigned char *differs; /* of each cell: to the printed digits                   */
    NumberRange range;            /* of the numbers of both, and of their difference       */
} Beside;
Beside memo_beside(Memo *m, const Run *run, const QkvTensor *t, const QkvTensor *other, Arena *a);

/* What made a cell of a step's result: in the memo, good until the next call, or without one
 * in `a`. */
QkvTerms memo_terms(Memo *m, const Run *run, int step, int64_t cell, Arena *a);

/* The derivation of that cell as a tree, in so many columns: kept in the same way. */
const WhyTree *memo_tree(Memo *m, const Run *run, const Place *p, Arena *a);

/* What a stop says that shows no tensor, a value or what was printed, in so many columns: it can be
 * megabytes. Kept in the same way. */
Prose memo_said(Memo *m, const Run *run, const Stop *stop, int width, Arena *a);

/* What a stage says from one part to before another, in so many columns: it can be a hundred pages. Kept
 * in the same way, and good for as long as one page is laid out. */
Prose memo_text(Memo *m, const Run *run, int stage, int first, int last, int width, Arena *a);

/* A report laid out to be scrolled through: what was asked for, and its rows. */
typedef struct Report {
    Overlay overlay;
    const QkvTensor *t;
    int64_t cell;
    int stage, stop;
    int width, decimals;
    bool has_colors;
    Frame *frame; /* NULL: none was laid; the memo frees it when it forgets */
    int rows;
} Report;

/* What was searched for, and found: see search.h. */
typedef struct Found {
    char word[FILTER_BYTES];
    Where seen; /* its detail, and what is opened */
    int decimals;
    Arena arena;        /* of what was found                              */
    struct Hit *hit;    /* NULL: nothing was searched for                 */
    struct HitRow *row; /* NULL: they were not wanted yet               */
    int hits, rows;
} Found;

/* The last search in the run, for the next one to look at and to replace. */
Found *memo_found(Memo *m, const Run *run);

/* The one of the run that was laid last, for the page to look at and to replace. */
Report *memo_report(Memo *m, const Run *run);

#endif
