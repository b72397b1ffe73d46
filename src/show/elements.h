/* A document as the elements of a page: prose that wraps, matrices as tables, lists as rows that can be pressed. It says what
 * a piece is by its class, and how that looks is the page's own (web/elements.css). Where a column of a terminal would say
 * something, an element does: a cell of a table, a bar of so many 32nds (b0 .. b32), a badge.
 *
 * What does something when it is pressed has a number, data-n, which is good until the next page is written: deeds_find says
 * what it means. No text of a lesson becomes markup, and nothing has a style or a script of its own. */
#ifndef SHOW_ELEMENTS_H
#define SHOW_ELEMENTS_H

#include "lesson/glossary.h"
#include "show/show.h"

/* Meaning of a number of elements: a target on a page of the stack, counted from the menu; DEED_PROMPT: a suggestion. Of cells
 * and rows that follow each other there is one deed: `count` of them. */
typedef struct Deed {
    int first, count;
    int page;
    const char *key; /* the name of a key that is pressed, and no target; NULL: none */
    Target target;   /* of the first */
} Deed;

enum { DEED_PROMPT = -1 };

typedef struct Deeds {
    Arena *a;
    int count, next;
    Deed *deed;
} Deeds;

/* Notes what the next `count` numbers mean, and returns the first. */
int deeds_add(Deeds *deeds, int count, Deed deed);
/* The deed of a number, its target that of this number alone; false where there is none. */
bool deeds_find(const Deeds *deeds, int number, Deed *deed);
/* The number of a cell on any page; -1: it is not there. */
int deeds_cell(const Deeds *deeds, const QkvTensor *t, int64_t cell);

typedef struct ElementsAs {
    Deeds *deeds; /* NULL: nothing can be pressed                                          */
    int page;     /* page of the document, for the deeds                                   */
    int row;      /* of a list: the one marked, as doc_row_at counts; -1: none             */
    const Doc *
        over; /* the page that lies over this one and stands beside it: what it marks is marked here; NULL */
    const Doc *
        under; /* the page that this one stands beside: matrices that are there are not here; NULL  */
    const Glossary *words; /* to be pressed where they first stand in the text; NULL: none */
} ElementsAs;

/* Adds what the lesson says, and the step with its numbers; of a page that is no stage all of it is the second. */
void elements_text(Buf *out, const Doc *d, const ElementsAs *as);
void elements_step(Buf *out, const Doc *d, const ElementsAs *as);
/* Tells whether a document has such a step. */
bool elements_has_step(const Doc *d);
/* Adds title, place and progress; and the tabs. */
void elements_head(Buf *out, const Doc *d);
void elements_tabs(Buf *out, const Doc *d, const ElementsAs *as);
/* Adds what tell_about says of a number, in one line; data-parts has the numbers of the cells that made it. */
void elements_about(Buf *out, const Doc *d, const Deeds *deeds);
/* Adds a prompt: a label for the field that the line is typed in (data-line, data-caret in bytes), what is said, and the
 * suggestions. */
void elements_prompt(Buf *out, const ShowPrompt *p, Deeds *deeds);

#endif
