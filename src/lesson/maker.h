/* A run while it is being made: what running statements and checking expectations share. Private to
 * them. */
#ifndef LESSON_MAKER_H
#define LESSON_MAKER_H

#include "lesson/mistake.h"
#include "lesson/watch.h"

typedef struct Maker {
    Run *run;
    const char *line; /* of the source, where the last expectation stands */
    int line_number;
    Eval eval;
    Err err;           /* of the statement at hand */
    int most_mistakes; /* the last of so many ends the run */
    bool is_over;      /* no more can run */
    bool has_ended;    /* by sys.exit(0): what follows of the code is not run */
    bool is_cut;       /* not everything was printed by the block at hand   */
    bool was_cut;      /* nor by those before, since the last expectation   */
    Value last;        /* of the last line of a block, when it is an expression */
    size_t taken;      /* of what was printed, by expectations so far */
    size_t begun;      /* of the same, before the block at hand */
    int stage, part;
    bool told_seed;     /* said that none is set */
    bool told_arrays;   /* the same of NumPy's */
    bool told_clock;    /* said that it stands still */
    bool told_cut;      /* said that not all lines are there to be stepped through */
    int shows;          /* stops that the statement at hand shows */
    bool had_gradients; /* true if there were any before it: see qkv_gradients */
    Stop *shown;
    const bool *shows_step; /* true for each step that it shows, when it is over */
    Recorder lines;
    int first_group; /* of the statement at hand, on the tape */
} Maker;

/* A mistake more; `calls` is the way there, as in Mistake. */
void maker_mistake(Maker *m, const Err *err, const char *calls);

/* Compares what is expected with what there is, and adds a failure, or a mistake. */
void maker_expect(Maker *m, const Part *part);

#endif
