/* Who uses a number: all cells of later steps that it takes part in, and by how much each moves when
 * it does.
 *
 *     Reach *r = reach_of(run, x, cell);
 *     const char *line = reach_change(&arena, run, x, cell);   "x[1, 0] = 2.1"
 *     ... other = the run with that change ...
 *     reach_move(r, compare_runs(run, other));
 *     for (int i = x->step; i < run->tape->count; i++)
 *         ... r->step[i].cells, reach_distance(r, i, k) ...
 *     reach_free(r);
 *
 * What a number takes part in is read from the terms of the tape: where another decided (a mask, a
 * larger one), that one does, too. By how much a cell moves is what a run with a change says. */
#ifndef LESSON_REACH_H
#define LESSON_REACH_H

#include "lesson/compare.h"

/* What it reaches of the result of one step. */
typedef struct Reached {
    const bool *cell;       /* of each: whether the number takes part in it; NULL: in none   */
    int64_t cells;          /* in so many                                                    */
    const QkvTensor *moved; /* what the result is when the number is another; NULL: not known */
} Reached;

typedef struct Reach {
    Arena arena;
    const Run *run;
    const QkvTensor *from;
    int64_t cell;
    Reached *step; /* one for each step of the tape                                  */
    bool is_cut;   /* there were too many terms to go through: later steps are empty */
} Reach;

/* Never NULL; the tensor is the result of a step of the run, which must live as long. */
Reach *reach_of(const Run *run, const QkvTensor *t, int64_t cell);
void reach_free(Reach *r);

/* A change that moves a cell a little: by 0.1 or a hundredth, an integer by 1, a truth to the other one. NULL for
 * a result without a name. It is a line for change_parse, which may still refuse it. */
const char *reach_change(Arena *a, const Run *run, const QkvTensor *t, int64_t cell);

/* Takes from two runs what the results become; the first is that of the reach. The second run must live
 * as long as the reach. */
void reach_move(Reach *r, const Comparison *c);

/* How far a cell of a step's result moves; 0 where it stays or that is not known. */
double reach_distance(const Reach *r, int step, int64_t cell);

#endif
