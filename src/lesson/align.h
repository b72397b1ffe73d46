/* Partners of the steps and stops of one run in another, for two runs side by side, or one over the other.
 *
 *     Align *pair = align_runs(before, now);
 *     int step = align_step(pair, now, 12);        in `before`; -1 for none
 *     const CompareRow *row = align_compare(pair, 12);
 *     align_free(pair);
 *
 * Results are aligned as compare_runs does it; what lies between two of them, in its order, by what it
 * does. How two tensors compare is found out when it is asked for. */
#ifndef LESSON_ALIGN_H
#define LESSON_ALIGN_H

#include "lesson/compare.h"

typedef struct Align Align;

/* Never NULL. Both runs must live as long. */
Align *align_runs(const Run *before, const Run *now);
void align_free(Align *k);

const Run *align_before(const Align *k);
const Run *align_now(const Align *k);
const Comparison *align_comparison(const Align *k);

/* The partner in the other run of what is one of `of`, which is either of the two: of a step, and of a
 * stop, counted through all stages. -1 for none. */
int align_step(const Align *k, const Run *of, int step);
int align_stop(const Align *k, const Run *of, int stop);
/* The same of the result of a step; NULL for none, and for a plain number. */
const QkvTensor *align_tensor(const Align *k, const Run *of, const QkvTensor *t);

/* How the result of a step of `now` compares with that of its partner: ROW_RIGHT where it has none. */
const CompareRow *align_compare(Align *k, int step);
/* How what a stop of `now` shows compares with what its partner does: two names may have one step. Of a
 * tensor the whole row. */
RowState align_state(Align *k, int stop);
const CompareRow *align_shown(Align *k, int stop);
/* Tensor that the partner of a stop, in the run of `of`, shows; NULL for none, and for what is no tensor. */
const QkvTensor *align_shown_tensor(const Align *k, const Run *of, int stop);
/* Tells whether it is, as far as it is printed, another one. */
bool align_differs(Align *k, int stop);
/* Tells whether a step of `now` has operands that are others than those of its partner. */
bool align_is_reached(Align *k, int step);

#endif
