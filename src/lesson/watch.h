/* Recording the lines of the reader's own code while statements run. Private to the room. */
#ifndef LESSON_WATCH_H
#define LESSON_WATCH_H

#include "lesson/run.h"
#include "python/heap.h"

/* A stop of a line before it has its place among the steps of the statement. */
typedef struct LineStop {
    Stop stop;
    int64_t when; /* 2 * step + 1: with a step; 2 * step: before it */
} LineStop;

/* The steps first .. end-1. */
typedef struct StepSpan {
    int first, end;
} StepSpan;

/* Lengths that there were when something was given back last, or could not be: no less is gone through for the next
 * time. */
typedef struct Turned {
    int steps, lines;
    int64_t cells;
} Turned;

typedef struct Recorder {
    Run *run;
    Arena *arena;
    Watch watch;
    struct Probing *probe; /* told where statements begin, or NULL */
    int now;               /* the line that runs; -1 for none                        */
    int off;               /* in so many hidden statements                           */
    int spans, at; /* spans of those inside of the statement at hand; from `at` on not yet told */
    StepSpan *span;
    size_t printed; /* bytes, when a line began, showed something or ended    */
    int marks;      /* of the statement at hand, in order                     */
    LineStop *mark;
    int told;                   /* how many of them are stops by now                      */
    int first_step, first_line; /* of the statement                           */
    int *mark_of;               /* of each of its steps: the mark that names it; -1: none */
    bool *is_made;              /* ... and whether a line shows it as what it made        */
    const void *stack;          /* of C, above all frames of the run               */
    size_t due;  /* bytes in use from which on it is worth to look for those that nothing reaches */
    size_t wait; /* so many more than were left when that was done last */
    Turned turned;
    Heap live;  /* values that the program can come to, when last looked for */
    int losses; /* losses gone back from in hidden lines of the statement, RUN_LOSSES at most */
    double *loss;
} Recorder;

/* From here on `e` is watched. The recorder must stay where it is. */
void watch_begin(Recorder *r, Run *run, Eval *e);
/* A statement begins; it is over, and shows the results of these of its steps. */
void watch_statement(Recorder *r);
void watch_settle(Recorder *r, const bool *is_shown);
/* Adds the stops of lines before `line` that come before or with a step: `when` as that of a mark. */
void watch_tell(Recorder *r, int64_t when, int line);
/* Tells whether a step of the statement is a stop of a line, and whether a line gives it its name. */
bool watch_shows(const Recorder *r, int step);
/* Tells whether it is hidden by a directive inside of the statement. To be asked step after step. */
bool watch_hides(Recorder *r, int step);
bool watch_names(const Recorder *r, int step);

#endif
