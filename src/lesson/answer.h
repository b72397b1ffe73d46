/* When the answers to a stage's questions may be opened: not before the reader has seen what they tell. */
#ifndef LESSON_ANSWER_H
#define LESSON_ANSWER_H

#include "lesson/run.h"

/* The stop of a stage, from 1, after which its answers come: the last result that they name or whose numbers they say. Where
 * they say no number that the stage computes, or only such as the question has or as any result could have (0, 1, 2), they
 * come after its last result. Stops inside of calls count as far as DETAIL_NORMAL shows them. 0: it has no results. */
int answer_stop(const Run *run, int stage);

#endif
