/* The stage page before it is drawn, and how its matrices are arranged: as many blocks of each as fit
 * beside the text, the code and the formula. */
#ifndef VIEW_STAGE_PAGE_H
#define VIEW_STAGE_PAGE_H

#include "view/layout.h"
#include "view/page.h"
#include "view/prose.h"

enum { STAGE_LEFT = 1, STAGE_WIDE = 120, STAGE_NAMES = 36 /* columns */ };

/* A stage page before it is drawn. Rows count from the top of the frame. */
typedef struct StagePage {
    int rows;   /* between the bars                                   */
    Prose text; /* above the matrices, or alone                       */
    int text_row, text_rows;
    int known; /* the first lines of it, which have been on a page before this stop */
    /* In a window that has no row for them beside the matrices: new lines of it, which come before these,
     * and what the lesson says after the last result, which comes after these. */
    Prose reading, closing;
    Prose after; /* what the lesson says after the last result, and a result that is no tensor */
    int after_row, after_rows;
    Prose said;  /* in a wide window such a result stands below the code: it is seen whole */
    Prose code;  /* the statement, as written; or of one's own code the lines around that in hand */
    Prose names; /* beside it: what they are bound to                      */
    const Stop *inside;  /* whose code that is; NULL: it is the statement          */
    bool tells;          /* what the line in hand made is not hidden               */
    bool says_operation; /* below the code: it is one of several of the line       */
    int trace;           /* its first rows say that lines before it are not shown */
    int code_row, code_rows;
    const char *formula; /* NULL for none                                   */
    int formula_row, formula_rows;
    Layout layout;
    bool hides;    /* the result, and so what the lesson says after it */
    bool is_tight; /* no empty row above the matrices, and none between them */
    bool is_close; /* the last line of the text has the empty row above the code */
    bool may_pack; /* nothing stands in the row above, which the matrices may need, too */
    bool
        is_packed; /* ... and it is used: how much more text there is stands in the row of the note */
    int layout_row;
    int column;  /* where code, formula and matrices begin: in a wide window beside the text */
    bool is_cut; /* not all of the matrices is seen */
    const char *changed; /* what the changes do to the result, or NULL */
    const char *winners; /* ... and whose largest they move, or NULL, or in `changed` already */
    const char *note; /* what is not shown and how to see it, or what the numbers tell; or NULL */
} StagePage;

/* The rows that so many lines of text take: with an empty row, or how much more there is. */
int stage_rows_of_text(int lines);
/* The columns of one's own code: in a wide window names stand beside it. */
int stage_code_width(const Place *p);
/* Arranges the matrices of the step, and settles how many rows of code and of the texts are seen. */
void stage_arrange(StagePage *page, Arena *a, const Scene *s, const Place *p, int width);

#endif
