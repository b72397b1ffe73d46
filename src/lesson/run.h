/* A run: what a lesson computes. A value: once made it never changes, and every screen and
 * transcript is drawn from one.
 *
 *     Lesson        stages, each with its parts: prose, code, expectations, notes (lesson.h)
 *     RunStatement  a statement of the code, as it was run: where it stands in the lesson, and
 *                   which steps and stops are its own
 *     QkvStep       an operation on the tape (core/tape.h), in the order in which they were applied
 *     Stop          what a reader stops at: a result that a statement shows, or, for those who look
 *                   more closely, a step on the way to it
 *     Failure       an expectation that does not hold
 *     Mistake       a statement that failed, or code that is none: the others run
 *
 * Statements, steps and stops are arrays in the order of the lesson, and each statement has a stretch
 * of the other two: from its own first one up to that of the next statement. One more after the last
 * holds the totals, so that there always is a next one. The same holds for stages and stops. Of
 *
 *     y = net(x)          statement 4, steps 10 .. 29
 *
 * each step is a stop: those with a name of their own inside of the call ("weights") at
 * DETAIL_NORMAL, the others at DETAIL_EVERY. But the last step is the result: a stop at DETAIL_BRIEF,
 * named y. What a hidden statement does is no stop, and a value that was there before is shown
 * without a step of the statement. */
#ifndef LESSON_RUN_H
#define LESSON_RUN_H

#include "core/qkv_trace.h"
#include "lesson/lesson.h"

typedef enum StopKind {
    STOP_TENSOR, /* a tensor                                     */
    STOP_VALUE,  /* another value that is worth showing          */
    STOP_PRINT,  /* what print wrote                             */
    STOP_ERROR,  /* why the statement went no further            */
} StopKind;

/* How closely one looks at a run: what each statement shows; also the named results inside a call,
 * "weights" for one; every single operation. A stop is seen from its own detail on. */
typedef enum Detail { DETAIL_BRIEF = -1, DETAIL_NORMAL = 0, DETAIL_EVERY = 1 } Detail;

typedef struct Stop {
    StopKind kind;
    Detail detail;
    int statement;
    const char *name;        /* what the statement calls it; NULL for a bare expression           */
    const QkvTensor *tensor; /* STOP_TENSOR                                                       */
    int step;                /* STOP_TENSOR: the step of the tape that made it                    */
    bool is_parameter;       /* STOP_TENSOR: it prints as nn.Parameter                            */
    const char *text; /* STOP_VALUE: as repr writes it; the others: without the last newline */
} Stop;

typedef struct RunStatement {
    int stage, part;
    int first, last; /* lines of the source, from 1 */
    int first_step, first_stop;
    bool hidden; /* #| hide                     */
} RunStatement;

/* An expectation that does not hold. */
typedef struct Failure {
    Loc at;
    int stage;
    const char *message; /* one line: what, and by how much           */
    const char *detail;  /* both texts, the first difference marked   */
} Failure;

typedef struct Mistake {
    Err err;
    const char *calls; /* the way there: a line for each function, or ""    */
} Mistake;

typedef struct Run {
    const Lesson *lesson;
    Qkv *q;
    const QkvTape *tape;
    int statements;
    RunStatement *statement; /* statements + 1 of them: the last holds the totals            */
    int stops;
    Stop *stop;
    int *stage_stop;  /* stage s has the stops stage_stop[s] .. stage_stop[s + 1] - 1        */
    int expectations; /* how many were checked                                          */
    int failures;
    Failure *failure;
    int mistakes;
    Mistake *mistake;
    Err err; /* the first mistake, if there is one */
} Run;

/* Runs a lesson from its beginning. Never NULL; look at err and failures. The caller frees it; the
 * lesson must live as long. */
Run *run_lesson(const Lesson *lesson);
void run_free(Run *run);

/* Adds each mistake: its place, what is wrong, and the way there. */
void run_write_mistakes(Buf *out, const Run *run);
/* The same for the expectations that do not hold. */
void run_write_failures(Buf *out, const Run *run);

/* A stop of a stage, counted from 1; NULL for none, as 0 is. And how many there are. */
const Stop *run_stop(const Run *run, int stage, int number);
int run_stops(const Run *run, int stage);

/* The first statement that does not end before a line of the source; run->statements for none. */
int run_statement_at(const Run *run, int line);
/* Where a step was made. */
int run_stage_of_step(const Run *run, int step);
/* Whether a statement shows the result of a step. */
bool run_shows(const Run *run, int step);
/* The group outside of any other that a step belongs to; -1 for none. */
int run_call_of_step(const Run *run, int step);
/* What a step's result is called: by whoever called the groups in which it comes last, the
 * outermost first; with `inside` only by code inside of the call that it belongs to. NULL for no
 * name. */
const char *run_name_of_step(const Run *run, int step, bool inside);
/* The step whose result is that of a group; -1 when the group has no steps. */
int run_group_result(const Run *run, int group);

#endif
