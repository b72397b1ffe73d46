/* A run: what a lesson computes. A value: once made it never changes, and every screen and
 * transcript is drawn from one.
 *
 * Its beats are the results that statements show. The reader walks along its stops: the beats, and
 * between them the operations that made them, as far as they are asked for. */
#ifndef LESSON_RUN_H
#define LESSON_RUN_H

#include "core/qkv_trace.h"
#include "lesson/lesson.h"

typedef enum BeatKind {
    BEAT_TENSOR, /* a tensor                                     */
    BEAT_VALUE,  /* another value that is worth showing          */
    BEAT_PRINT,  /* what print wrote                             */
} BeatKind;

/* How closely one looks at a run: what each statement shows; also the named results inside a call,
 * "weights" for one; every single operation. A stop is seen from its own detail on. */
typedef enum Detail { DETAIL_BRIEF = -1, DETAIL_NORMAL = 0, DETAIL_EVERY = 1 } Detail;

typedef struct Beat {
    BeatKind kind;
    Detail detail;
    int statement;
    const char *name; /* what the statement calls it; NULL for a bare expression             */
    const QkvTensor
        *tensor;       /* BEAT_TENSOR                                                         */
    int step;          /* BEAT_TENSOR: the step of the tape that made it                      */
    bool is_parameter; /* BEAT_TENSOR: it prints as nn.Parameter                              */
    const char *text;  /* BEAT_VALUE: as repr writes it; BEAT_PRINT: without the last newline  */
} Beat;

/* Where a statement stands in the lesson, and which of the steps and beats are its own. */
typedef struct Line {
    int stage, part;
    int first, last;                        /* lines of the source, from 1                        */
    int first_step, first_beat, first_stop; /* up to those of the next statement     */
    bool hidden;                            /* #| hide                                */
} Line;

/* An expectation that does not hold. */
typedef struct Failure {
    Loc at;
    int stage;
    const char *message; /* one line: what, and by how much           */
    const char *detail;  /* both texts, the first difference marked   */
} Failure;

typedef struct Run {
    const Lesson *lesson;
    Qkv *q;
    const QkvTape *tape;
    int lines;
    Line *line; /* lines + 1 of them: the last holds the totals            */
    int beats;
    Beat *beat;
    int *stage_beat; /* stage s shows beats stage_beat[s] .. stage_beat[s + 1] - 1      */
    int stops;
    Beat *stop;       /* the beats, and before each the operations that were applied for it */
    int *stage_stop;  /* as stage_beat                                                   */
    int expectations; /* how many were checked                                          */
    int failures;
    Failure *failure;
    Err err; /* what stopped it, if anything did: then what came before is there        */
} Run;

/* Runs a lesson from its beginning. Never NULL; look at err and failures. The caller frees it; the
 * lesson must live as long. */
Run *run_lesson(const Lesson *lesson);
void run_free(Run *run);

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
