/* Finding a text in a lesson: in prose and code, and in all that pages show of results. */
#ifndef VIEW_SEARCH_H
#define VIEW_SEARCH_H

#include "view/memo.h"
#include "view/place.h"

/* A stop that has the text; stop 0 is what a stage says before its first one. */
typedef struct Hit {
    int stage, stop;
} Hit;

/* The stops that have p->search, in the order of the lesson: those that the place sees. A number is found
 * as the pages show it and with all its digits. `memo` may be NULL. */
Hit *search_hits(Arena *a, Memo *memo, const Run *run, const Place *p, int *count);
/* Where among them the reader is: the last one that is not beyond the place, or -1. */
int search_at(const Hit *hit, int count, const Place *p);

/* "5.1  weights = softmax(scores, dim=-1)": what there is, in a line. */
const char *search_line(Arena *a, const Run *run, const Place *p, Hit hit);

#endif
