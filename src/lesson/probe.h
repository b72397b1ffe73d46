/* A run in which other code is tried in the place of a block of it, each time that the block is reached: what it would
 * make there. Nothing of that is left in the run. One run is enough for hundreds of tries. Private to the judge.
 *
 *     Probing p = {.line = 12, .last_line = 12, .answer = &program, .tries = n, .item = tries, .seconds = 0.1};
 *     run_free(run_probed(run, lesson, &p));
 *     ... tries[i].is_alive: it made the same as the answer, whenever the block was reached ...
 */
#ifndef LESSON_PROBE_H
#define LESSON_PROBE_H

#include "lesson/run.h"
#include "python/value.h"

typedef struct ProbeTry {
    const char *text; /* source, which its tree has places in */
    const Program *program;
    bool is_alive; /* in: to be tried; out: nothing told it apart from the answer */
    bool has_run;  /* ran without an error                                      */
} ProbeTry;

typedef struct Probing {
    int line, last_line;     /* of the first statement of the block, and of its last */
    const char *const *name; /* names that count: those that the block binds, and what it returns */
    int names;
    ProbeTry answer;
    int tries;
    ProbeTry *item;
    double end;     /* of the time, by clock_used            */
    int visits;     /* out: how often the block was reached, and the answer ran there */
    bool is_cut;    /* out: the time was over before all had been tried */
    bool is_inside; /* of a try */
} Probing;

/* A statement begins: where it is the first of the block all is tried. */
void probe_reach(Probing *p, Eval *e, const Node *statement);

#endif
