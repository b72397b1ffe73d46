/* Reports: what two runs differ in, what makes printed numbers. The pages and the command line (app/shell_runs.c) are
 * made of them. */
#ifndef TELL_REPORT_H
#define TELL_REPORT_H

#include "lesson/compare.h"
#include "lesson/diagnose.h"
#include "lesson/reach.h"
#include "lesson/tensor_file.h"
#include "lesson/trial.h"
#include "tell/doc.h"

enum { REPORT_WIDTH = 80, REPORT_WHOLE = 500 /* not cut, nor broken here */ };

/* --- two runs ------------------------------------------------------------------------------------- */

/* Tells how the results of a row differ: "3 of 9 differ, most at [she, f1]: 1 -> 2"; as transcripts print it, "[she][f1]". */
void report_state(Buf *out, const CompareRow *row, bool is_printed);
/* A text broken between words, each line indented; ends in a newline. */
void report_wrapped(Buf *out, int indent, const char *text, int width);

/* --- several runs, printed numbers, files ---------------------------------------------------------- */

/* A part of a result in all the runs: a line for each cell, a column for each run. */
void report_trials(Buf *out, Trials *t, const PlacePart *part);

/* Reports what makes the printed numbers; `lesson` is what a user calls it, `printout` what the numbers are. With
 * `facts` all that fits is told there, else that is NULL. */
void report_diagnosis(Buf *out, Fact *facts, const Diagnosis *d, const char *lesson,
                      const char *printout);

/* The first mistake of a diagnosis that has one, under an expectation that does not hold; "fit" of `facts`, or NULL. */
void report_mistake(Buf *out, Fact *facts, const Diagnosis *d);

/* A line for each tensor of a file: name, type, shape, smallest, largest and mean. */
void report_tensors(Buf *out, const TensorFile *f);

#endif
