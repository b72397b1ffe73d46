/* Stages of a lesson that are about changes of what came before: what-ifs.
 *
 *     ```what-if The scores are not divided
 *     scaled = scores
 *     ```
 *     ```expect weights
 *     ...
 *     ```
 *
 * Each line is a change (change.h) of the lesson as far as the block. It is run once more with all of
 * them, and what is expected after the block is expected of that run. */
#ifndef LESSON_PREPARED_H
#define LESSON_PREPARED_H

#include "lesson/change.h"
#include "lesson/compare.h"

struct Prepared {
    int stage;
    int changes;
    Change *change;
    Lesson *before, *after; /* the code up to there, as it is and with the changes */
    const Run *old;         /* the beginning of the lesson's own run                */
    Run *new;               /* run with the changes; NULL: they cannot be made      */
    Comparison *comparison; /* NULL until it is asked for: prepared_find */
    int shows; /* rows that the stage is about: those whose names are expected; without any, the first
                   that differs and the last                                              */
    const CompareRow **shown;
};

/* Runs the what-ifs of a lesson, and adds them to its run, with what is wrong with them: changes that
 * cannot be made, code that fails with them (but for what it asserts: that was about the lesson as it
 * is), and expectations that do not hold. */
void prepared_run(Run *run);
/* Finds the what-if of a stage, compared with what was run; NULL for none. */
const Prepared *prepared_find(const Run *run, int stage);
void prepared_free(Run *run);

#endif
