/* The place: all the state that a screen depends on besides the runs themselves. Two equal places
 * give the same screen. */
#ifndef VIEW_PLACE_H
#define VIEW_PLACE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum Page { PAGE_MENU, PAGE_STAGE, PAGE_CELL } Page;
typedef enum Overlay { OVERLAY_NONE, OVERLAY_CONTENTS, OVERLAY_HELP, OVERLAY_FILTER } Overlay;

/* Where a jump started, to come back to. */
typedef struct Trail {
    Page page;
    int stage, beat, step, pick;
    int64_t cell;
} Trail;

enum { TRAIL_DEPTH = 32, FILTER_BYTES = 40 };

typedef struct Place {
    int width, height; /* of the window                                                           */
    Page page;
    Overlay overlay;
    int lesson; /* in the library; on the menu, the one the cursor is on                          */
    int stage;
    int beat;     /* how many beats of the stage are shown: 0 is the stage's text alone           */
    int step;     /* PAGE_CELL: the step whose result is asked about ...                          */
    int64_t cell; /* ... and the cell                                                             */
    int pick;     /* PAGE_CELL: which of the cells that made it Enter goes to                     */
    int64_t item; /* PAGE_STAGE: which matrix of a result with more than two axes                 */
    int focus;    /* PAGE_STAGE: which matrix scrolling moves: 0 the result, 1 .. the operands    */
    int64_t row, col; /* first row and column shown of the focused matrix                         */
    int scroll; /* lines of text scrolled away: prose, help                                     */
    int choice; /* OVERLAY_CONTENTS: the stage the cursor is on                                 */
    int number; /* digits typed so far; -1 for none                                             */
    int decimals;
    bool full;    /* all decimals instead                                                         */
    bool resumed; /* opened where the reader was last time                                        */
    char filter[FILTER_BYTES]; /* PAGE_MENU: only lessons with this in their title                */
    int trails;
    Trail trail[TRAIL_DEPTH]; /* the latest last                                                  */
} Place;

#endif
