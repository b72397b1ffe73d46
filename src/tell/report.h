/* Reports: what two runs differ in, where a number comes from, what makes printed numbers. The pages and the command line
 * (app/shell_runs.c) are made of them. */
#ifndef TELL_REPORT_H
#define TELL_REPORT_H

#include "lesson/compare.h"
#include "lesson/diagnose.h"
#include "lesson/reach.h"
#include "lesson/tensor_file.h"
#include "lesson/trial.h"
#include "tell/doc.h"

enum { REPORT_WIDTH = 80, REPORT_WHOLE = 500 /* nothing is cut, nor broken here */ };

/* --- two runs ------------------------------------------------------------------------------------- */

/* Tells how the results of a row differ: "3 of 9 differ, most at [she, f1]: 1 -> 2"; as transcripts print it, "[she][f1]". */
void report_state(Buf *out, const CompareRow *row, bool is_printed);
/* "its own", "inherited", "also its own", or "". */
const char *report_cause(const CompareRow *row);

/* Tells whether what a row is about may be told: all of it is seen, in both runs. */
bool report_is_seen(const Lens *l, const CompareRow *row);

/* A text broken between words, each line indented; ends in a newline. */
void report_wrapped(Buf *out, int indent, const char *text, int width);

/* --- one number ----------------------------------------------------------------------------------- */

/* The whole derivation of a cell as a tree, down to the numbers as they are written: at most `lines` lines, and
 * what was told once is not told again. What lies under a line are the deeper ones that follow it, and each of
 * those has one while there are lines for all. */
typedef struct WhyLine {
    int depth; /* 0: the cell itself                                          */
    int step;  /* that made the cell                                          */
    int64_t cell;
    const char *name; /* "scores[x1, x1] = 2"                                         */
    const char *text; /* "2*1 + 1*0", "(see above)"                                   */
    bool is_above;    /* it was told before, and what lies under it                   */
} WhyLine;

typedef struct WhyTree {
    int lines;
    WhyLine *line;
    int64_t left_out; /* cells that no line was left for */
} WhyTree;

enum { WHY_ALL = 24 /* levels at most */ };

WhyTree report_why(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell, int lines);

/* The numbers that a cell is made of in the end, written in the lesson or drawn, and how often each goes in. */
typedef struct Inputs {
    int steps; /* up to the one that made the cell                         */
    double *
        *times; /* of each step the cells of its result: how often each goes in; NULL: none does */
    bool *is_input; /* of each step: some of its cells are inputs               */
    int64_t cells;  /* that are                                                 */
    bool is_cut;    /* there were too many terms to go through: there are more  */
} Inputs;
Inputs report_inputs_of(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell);
/* The same as a note and rows. */
void report_inputs(Doc *d, const Lens *l, const QkvTensor *t, int64_t cell);

/* A name, or which part of the result it is called by is reached: "y[b, :]"; and the first cell of that. */
const char *report_part(Arena *a, const Reached *r, const QkvTensor *t, const char *name,
                        int64_t *first);
/* The results that a cell leads to. */
typedef struct Lead {
    const Result *result;
    int64_t cells;    /* of it that the number takes part in; -1: that is not told  */
    const char *name; /* the result's, or which part of it they are: "y[b, :]"      */
    int64_t first;    /* the first of that part                                     */
} Lead;

typedef struct Leads {
    int later; /* results that come after the number's, and those of them that it leads to */
    int leads;
    const char *
        left; /* the place of a later line whose operations are not kept, and so not followed; or NULL */
    Lead *lead;
    bool is_seen, is_cut; /* all of it may be told; there may be more                      */
} Leads;
Leads report_leads_of(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell);

/* A part of a result in all the runs: a line for each cell, a column for each run. */
void report_trials(Buf *out, Trials *t, const PlacePart *part);

/* --- printed numbers and files -------------------------------------------------------------------- */

/* Reports what makes the printed numbers; `lesson` is what a user calls it, `printout` what the numbers are. */
void report_diagnosis(Buf *out, const Diagnosis *d, const char *lesson, const char *printout);

/* The first mistake of a diagnosis that has one, under an expectation that does not hold. */
void report_mistake(Buf *out, const Diagnosis *d);

/* A line for each tensor of a file: name, type, shape, smallest, largest and mean. */
void report_tensors(Buf *out, const TensorFile *f);

#endif
