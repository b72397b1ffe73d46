/* Several values of one change: a run for each, and one result of all of them side by side.
 *
 *     Trials *t = trials_of(run, change, changes, &err);
 *     if (trials_part(t, "weights[she]", &part, &err)) {
 *         TrialTable table = trials_table(t, &part);
 *         ... table.t: a row for each cell of weights[she], a column for each value ...
 *     }
 *     trials_free(t);
 *
 * The first column is what is there without the change. */
#ifndef LESSON_TRIAL_H
#define LESSON_TRIAL_H

#include "lesson/change.h"
#include "lesson/change_place.h"

typedef struct Trial {
    const char *value; /* "-2"; "now" for the first                   */
    const Run *run;
    Lesson *lesson; /* lesson that it is of, and the run, where they are its own; or NULL */
    Run *own;
} Trial;

typedef struct Trials {
    Arena arena;
    const Change *change; /* the one that is tried */
    int count;
    Trial *trial;
} Trials;

/* The runs of the change with several values, or else of the last; all others hold in each of them. NULL
 * after setting *err. `run` and the changes must live as long. */
Trials *trials_of(const Run *run, const Change *change, int changes, Err *err);
void trials_free(Trials *t);

/* The part of a result that is named; NULL: the whole last result that is not the same in all runs. False
 * after setting *err. */
bool trials_part(Trials *t, const char *text, PlacePart *out, Err *err);

typedef struct TrialTable {
    QkvTensor *t;   /* (cells, runs), of the result's type, with labels on both axes      */
    int64_t *cell;  /* of the result, for each row                                        */
    bool *moves;    /* ... and whether it is not the same in all runs                     */
    int64_t moving; /* rows that are not                                                  */
    const QkvTensor *
        *result; /* for each run; NULL: it has none of this shape, its column is empty */
} TrialTable;

/* Lives as long as the trials. */
TrialTable trials_table(Trials *t, const PlacePart *part);

/* Where the largest number of the row is that a cell of the result lies in, in one of the runs: a place
 * along its last axis; -1: it is not there, none is larger than all others, or nan is among them. */
int64_t trials_largest(const TrialTable *table, int trial, int64_t cell);

#endif
