/* Finding a text in a lesson: in prose and code, and in all that pages show of results. */
#ifndef VIEW_SEARCH_H
#define VIEW_SEARCH_H

#include "view/page.h"

/* A stop that has the text; stop 0 is what a stage says before its first one. */
typedef struct Hit {
    int stage, stop;
} Hit;

/* Whether the first `length` bytes of a text have a word, ASCII capitals or not; digits are found from where a
 * number begins: 16 is in 162 and -16, not in 0.316. */
bool search_finds(const char *text, size_t length, const char *word);

/* The stops that have p->search, in the order of the lesson: those that the place sees. A number is found as
 * the pages show it, with all its digits and rounded, but before a class only where it was shown. They live in
 * the memo until another search, or in `a`. */
const Hit *search_hits(Arena *a, const Scene *scene, const Place *p, int *count);
/* Where among them the reader is: the last one that is not beyond the place, or -1. */
int search_at(const Hit *hit, int count, const Place *p);

/* The same as a list to choose from, where what reads the same in a stage has one row. */
typedef struct HitRow {
    Hit hit;          /* the first of them */
    int index;        /* among all hits    */
    int places;       /* how many there are */
    const char *text; /* "weights[x2][x2] = 0.982   weights = softmax(scores, dim=-1)" */
} HitRow;

const HitRow *search_rows(Arena *a, const Scene *scene, const Place *p, int *count);

/* How many cells of a tensor that may be seen have p->search in their number, as it is shown or in full, and
 * the first `room` of them. None where that is no part of a number. */
int64_t search_cells(const Scene *scene, const Place *p, const QkvTensor *t, int64_t *cell,
                     int room);
/* "weights[x1][x2] = 0.4683, in 5.1": of the whole lesson the number of a named result, not too large, that is
 * nearest to the one that was looked for, and its stop and cell; NULL if that is none with a point, or more than a
 * hundredth away. */
const char *search_nearest(Arena *a, const Run *run, const Place *p, const Stop **stop,
                           int64_t *cell);

#endif
