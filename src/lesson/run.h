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
 * without a step of the statement.
 *
 * What the reader's own code does inside of a statement is told by its lines. With
 *
 *     RunLine       a line of a function, loop or branch as it was run: once for each time
 *     RunBound      a name that a line bound, with its value
 *
 * a line lies inside of another one (a pass inside of its loop, the first line of a function inside
 * of the call) or of the statement, and is a stop itself, or several: each tensor that it made, or
 * what else it shows. So what stops lie in is a tree, and each branch of it can be opened: see
 * Inside. */
#ifndef LESSON_RUN_H
#define LESSON_RUN_H

#include "core/qkv_trace.h"
#include "lesson/lesson.h"
#include "python/eval.h"

typedef enum StopKind {
    STOP_TENSOR, /* a tensor                                     */
    STOP_VALUE,  /* another value that is worth showing          */
    STOP_PRINT,  /* text that print wrote                        */
    STOP_ERROR,  /* why the statement went no further            */
    STOP_LINE,   /* a line of code alone, with what it bound     */
} StopKind;

/* How closely one looks at a run: what each statement shows; also the named results inside a call,
 * "weights" for one; every single operation. A stop is seen from its own detail on. */
typedef enum Detail { DETAIL_BRIEF = -1, DETAIL_NORMAL = 0, DETAIL_EVERY = 1 } Detail;

/* Places that a stop lies in, and that can be opened. */
typedef enum InsideKind {
    INSIDE_NOTHING,        /* a statement shows it                                          */
    INSIDE_STATEMENT,      /* the operations of a statement, and the results of its calls   */
    INSIDE_GROUP,          /* the same of a group of the tape                               */
    INSIDE_LINE,           /* the same of a line                                            */
    INSIDE_STATEMENT_CODE, /* the lines that a statement ran: of functions, or its own body */
    INSIDE_LINE_CODE,      /* the lines of the functions that a line called                 */
} InsideKind;

typedef struct Inside {
    InsideKind kind;
    int of; /* the number of the statement, group or line */
} Inside;

typedef struct Stop {
    StopKind kind;
    Detail detail;
    int statement;
    int line; /* line that it is, or belongs to; -1 outside of the reader's own code          */
    Inside in;
    const char *name;        /* name in the statement; NULL for a bare expression                 */
    const QkvTensor *tensor; /* STOP_TENSOR                                                       */
    int step;                /* STOP_TENSOR: the step of the tape that made it                    */
    bool is_parameter;       /* STOP_TENSOR: it prints as nn.Parameter                            */
    int result; /* the stop of its statement that it leads to: the next one at DETAIL_BRIEF, or the last */
    const char *text; /* STOP_VALUE: as repr writes it; the others: without the last newline */
} Stop;

/* A name that a line bound, or the word `return`. */
typedef struct RunBound {
    const char *name;
    const QkvTensor *tensor; /* NULL: it is another value                                     */
    const char *text;        /* ... shortly: "4", "'a'", "list of 3"                          */
} RunBound;

typedef struct RunLine {
    LineKind kind;
    bool
        is_heading; /* of a loop, branch, with or try: what is in it are lines, and it is no stop */
    bool truth;     /* LINE_TEST, and LINE_PASS of `while`: how it came out                  */
    const Node *node;
    const Module *library; /* module that its lines and node are of; NULL: the lesson's        */
    const char *name; /* LINE_CALL: of the function, "SelfAttention.forward"                   */
    int statement;
    int outer;       /* the line that it ran inside of; -1: the statement itself              */
    int call;        /* the LINE_CALL whose body it lies in: itself for one; -1: none         */
    int end_line;    /* the lines after it, up to this one, ran inside of it                  */
    int first, last; /* lines of the source; for a function, loop or branch of its head       */
    int first_step, end_step;
    int group;       /* in which its own operations lie on the tape                           */
    int first_group; /* the next one when it began                                */
    int number; /* LINE_PASS: which one of its loop, from 1; LINE_TEST: which kid of the node it is */
    int first_bound, bounds;
    bool is_left;          /* LINE_PASS: what it did was given back (turns.c), but for its loss */
    bool goes_back;        /* ... which a way back began at */
    const QkvTensor *loss; /* ... or NULL */
} RunLine;

typedef struct RunStatement {
    int stage, part;
    int first, last; /* lines of the source, from 1 */
    int first_step, first_stop;
    bool hidden;       /* #| hide                     */
    bool folded;       /* #| fold: shows its results, and what led to them to those who go in */
    const char *point; /* #| point: the number of its result to look at first; or NULL */
    bool is_block; /* a loop, branch, with or try: its lines come first, then all that it shows */
    /* Of a hidden line that trained: the single numbers that it went back from (backward), in their order, RUN_LOSSES of
     * them at most; or NULL. Its own steps may be given back. */
    const QkvTensor *losses;
} RunStatement;

enum { RUN_LOSSES = 2000 };

/* An expectation that does not hold. */
typedef struct Failure {
    Loc at;
    int stage, stop;     /* the last one before it, of the run; -1: none  */
    const char *message; /* a line: what, and by how much             */
    const char *detail;  /* the texts, the first difference marked    */
} Failure;

typedef struct Mistake {
    Err err;
    const char *calls; /* the way there: a line for each function, or ""    */
    bool is_assertion; /* a statement `assert` does not hold: nothing is missing after it */
} Mistake;

typedef struct Prepared Prepared; /* prepared.h */

typedef struct RunCost {
    double seconds; /* of the processor's time */
    size_t bytes;
} RunCost;

typedef struct Run {
    const Lesson *lesson;
    Qkv *q;
    const QkvTape *tape;
    int statements;
    RunStatement *statement; /* statements + 1 of them: the last holds the totals            */
    int stops;
    Stop *stop;
    int lines;
    RunLine *line; /* in the order in which they began                                   */
    int bounds;
    RunBound *bound;
    bool is_cut;      /* there were more lines than LIMIT_LINES: they are not told          */
    int *stage_stop;  /* stage s has the stops stage_stop[s] .. stage_stop[s + 1] - 1        */
    int expectations; /* how many were checked                                          */
    int failures;
    Failure *failure;
    int mistakes;
    Mistake *mistake;
    Err err; /* the first mistake, if there is one */
    RunCost cost;
    int prepareds;
    Prepared *prepared; /* once they were asked for */
} Run;

/* Runs a lesson from its beginning. Never NULL; look at err and failures. The caller frees it; the
 * lesson must live as long. */
Run *run_lesson(const Lesson *lesson);
/* The same within what another run has left, which is kept beside it: its cost is that of both. */
Run *run_beside(const Run *run, const Lesson *lesson);
/* The same in the memory that it has left, for as long as any lesson may take. */
Run *run_next(const Run *run, const Lesson *lesson);
/* The same for one of many tries: where the run has no mistake, the first one ends it that is no assertion. */
Run *run_tried(const Run *run, const Lesson *lesson);
/* The same as run_next, in which a probe tries code (probe.h). */
struct Probing;
Run *run_probed(const Run *run, const Lesson *lesson, struct Probing *probe);
void run_free(Run *run);

/* The beginning of a run without mistakes, as the run of a lesson that is the same up to a line and has
 * no code after it. It is the run's: nobody frees it. */
const Run *run_until(const Run *run, const Lesson *before, int line);

/* Adds each mistake: its place, what is wrong, and the way there. */
void run_write_mistakes(Buf *out, const Run *run);
/* The same for the expectations that do not hold. */
void run_write_failures(Buf *out, const Run *run);

/* A stop of a stage, counted from 1; NULL for none, as 0 is. And how many there are. */
const Stop *run_stop(const Run *run, int stage, int number);
int run_stops(const Run *run, int stage);
/* The same the other way: the stage of a stop, and its number there. */
int run_stage_of_stop(const Run *run, const Stop *stop);
int run_number_of_stop(const Run *run, const Stop *stop);

/* The first statement that does not end before a line of the source; run->statements for none. */
int run_statement_at(const Run *run, int line);
/* Where a step was made. */
int run_stage_of_step(const Run *run, int step);
/* Tells whether a statement shows the result of a step. */
bool run_shows(const Run *run, int step);
/* The group outside of any other that a step belongs to; -1 for none. */
int run_call_of_step(const Run *run, int step);
/* Name of a step's result: by whoever called the groups in which it comes last, the
 * outermost first; with `inside` only by code inside of the call that it belongs to. NULL for no
 * name. */
const char *run_name_of_step(const Run *run, int step, bool inside);
/* The step whose result is that of a group; -1 when the group has no steps. */
int run_group_result(const Run *run, int group);

/* --- lines ------------------------------------------------------------------------------------ */

/* The innermost line that a step was made in; -1 for none. */
int run_line_of_step(const Run *run, int step);
/* Place that a line or a step lies in, and the one that this lies in: INSIDE_NOTHING at last. */
Inside run_inside_of_line(const Run *run, int line);
Inside run_inside_of_step(const Run *run, int step);
Inside run_around(const Run *run, Inside in);
bool run_is_same(Inside a, Inside b);
/* The pass after a LINE_PASS, between which may lie what made its item; -1 for none. */
int run_next_pass(const Run *run, int pass);
/* The innermost pass around a line that was given back; -1 for none. And the way to a pass: itself, and those around it,
 * up to LIMIT_KEPT_PASSES of them, as a run keeps them that is made for it; and back, in another run of the lesson. */
int run_left_pass(const Run *run, int line);
int run_way_to_pass(const Run *run, int pass, KeptPass way[]);
int run_find_pass(const Run *run, int count, const KeptPass way[]);
/* How many passes the loop of a LINE_PASS made in all. */
int run_passes(const Run *run, int line);
/* The number that a pass is told by: what a way back began at in it, or the last one of floats that it gave a name. NULL
 * for none. *goes_back: it is the former. */
const QkvTensor *run_loss_of_pass(const Run *run, int line, bool *goes_back);
/* The source lines that are not run after a test came out as it did: of the branch, or of those that
 * follow it. False when there are none. */
bool run_skips(const RunLine *test, int *first, int *last);
/* The source lines that each pass of a loop runs. */
void run_loop_body(const RunLine *pass, int *first, int *last);
/* The source lines of the function that a line belongs to, or of its statement. */
void run_body_of_line(const Run *run, int line, int *first, int *last);

#endif
