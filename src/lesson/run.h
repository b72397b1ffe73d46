/* A run: what a lesson computes. A value: once made it never changes, and every screen and
 * transcript is drawn from one.
 *
 * The reader walks along its beats: one for each result that a statement shows. */
#ifndef LESSON_RUN_H
#define LESSON_RUN_H

#include "core/qkv.h"
#include "lesson/lesson.h"

typedef enum BeatKind {
    BEAT_TENSOR, /* a tensor                                     */
    BEAT_VALUE,  /* another value that is worth showing          */
    BEAT_PRINT,  /* what print wrote                             */
} BeatKind;

typedef struct Beat {
    BeatKind kind;
    int statement;
    const char *name;     /* what the statement calls it; NULL for a bare expression             */
    const Tensor *tensor; /* BEAT_TENSOR                                                         */
    int step;             /* BEAT_TENSOR: the step of the tape that made it                      */
    const char *text;     /* BEAT_VALUE: as repr writes it; BEAT_PRINT: without the last newline  */
} Beat;

/* Where a statement stands in the lesson, and which of the steps and beats are its own. */
typedef struct Line {
    int stage, part;
    int first, last;            /* lines of the source, from 1                        */
    int first_step, first_beat; /* up to those of the next statement                 */
    bool hidden;                /* #| hide                                            */
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
    const Tape *tape;
    int lines;
    Line *line; /* lines + 1 of them: the last holds the totals            */
    int beats;
    Beat *beat;
    int *stage_beat;  /* stage s shows beats stage_beat[s] .. stage_beat[s + 1] - 1      */
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
/* The beat that shows a step's result, or the next one after it in its stage; -1 when there is
 * none. */
int run_beat_of_step(const Run *run, int step);

#endif
