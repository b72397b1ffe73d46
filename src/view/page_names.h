/* The results so far on pages. Private to them, and to the keys of their list. */
#ifndef VIEW_PAGE_NAMES_H
#define VIEW_PAGE_NAMES_H

#include "view/layout.h"
#include "view/page.h"

/* The names that results have at a place, its own among them, the latest of each, in order. */
typedef struct Names {
    int count;
    const Stop **stop;
} Names;

Names names_so_far(Arena *a, const Run *run, const Place *p);

/* The list of those before the place: what each has for a shape, and how it came about. */
void page_so_far(Frame *f, const Scene *s, const Place *p, int row, int rows, int width);

/* A part of a frame. */
typedef struct Box {
    int row, col, rows, width;
} Box;

/* As many matrices of them as fit into a part of the page that is free: the pinned ones, and in a tall
 * window the latest. `shown` is what the page shows already, or NULL. */
void page_earlier(Frame *f, const Scene *s, const Place *p, const Layout *shown, Box box);

#endif
