/* Uses of a number: all cells of later steps that it takes part in, and by how much each moves when
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

/* Cells that a number reaches of the result of one step. */
typedef struct Reached {
    const bool *cell;       /* of each: whether the number takes part in it; NULL: in none   */
    int64_t cells;          /* in so many                                                    */
    const QkvTensor *moved; /* result when the number is another; NULL: not known */
} Reached;

typedef struct Reach {
    Arena arena;
    const Run *run;
    const QkvTensor *from;
    int64_t cell;
    Reached *step; /* for each step of the tape                                      */
    bool is_cut;   /* there were too many terms to go through: later steps are empty */
} Reach;

/* Never NULL; the tensor is the result of a step of the run, which must live as long. */
Reach *reach_of(const Run *run, const QkvTensor *t, int64_t cell);
void reach_free(Reach *r);

/* Finds which cells of the result of one step a cell of an operand takes part in, in `a`; none where they are too many
 * to find out. */
Reached reach_next(Arena *a, const Run *run, int step, const QkvTensor *t, int64_t cell);

/* A change that moves a cell a little: by 0.1 or a hundredth, an integer by 1, a truth to the other one. NULL for
 * a result without a name. It is a line for change_parse, which may still refuse it. */
const char *reach_change(Arena *a, const Run *run, const QkvTensor *t, int64_t cell);

/* The same to a number as it is written. */
const char *reach_put(Arena *a, const Run *run, const QkvTensor *t, int64_t cell,
                      const char *number);

/* A cell that is made another, and what the sum of a result's cells comes to then, each times its weight. */
typedef struct ReachTry {
    const QkvTensor *t;
    int64_t cell;
    const char *number;     /* as it is written in the change               */
    const QkvTensor *given; /* the weights; NULL: 1 each                     */
    double to, value;       /* the cell, and the sum                         */
} ReachTry;

/* Runs the lesson so. False where it has no such cell or result then, or the cell has no name. */
bool reach_try(const Run *run, ReachTry *try, const QkvTensor *from);
/* Weighted sum of a result as it is. */
double reach_weigh(const QkvTensor *t, const QkvTensor *weights);

/* Takes from two runs what the results become; the first is that of the reach. The second run must live
 * as long as the reach. */
void reach_move(Reach *r, const Comparison *c);

/* How far a cell of a step's result moves; 0 where it stays or that is not known. */
double reach_distance(const Reach *r, int step, int64_t cell);

#endif
