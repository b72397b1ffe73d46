/* Reports for the command line, 80 columns wide: what two runs differ in, where a number comes from. */
#ifndef VIEW_REPORT_H
#define VIEW_REPORT_H

#include "lesson/compare.h"
#include "lesson/diagnose.h"

enum { REPORT_WIDTH = 80 };

/* A line for each result, the first difference opened. `left` and `right` are what the runs are
 * called. */
void report_compare(Buf *out, const Comparison *c, const char *left, const char *right);

/* One row of it, in so many columns: its name in `name` columns, what there is to say, its cause. */
void report_row(Buf *out, const Comparison *c, const CompareRow *row, int name, int columns);

/* The whole derivation of a cell as a tree, down to the numbers as they are written: at most `lines`
 * lines, and what was told once is not told again. */
void report_why(Buf *out, const Run *run, const QkvTensor *t, int64_t cell, int lines);

/* What makes the printed numbers; `lesson` is what a user calls it, `printout` what the numbers are. */
void report_diagnosis(Buf *out, const Diagnosis *d, const char *lesson, const char *printout);

/* The first mistake of a diagnosis that has one, under an expectation that does not hold. */
void report_mistake(Buf *out, const Diagnosis *d);

#endif
