/* Reports for the command line, 80 columns wide: what two runs differ in, where a number comes from
 * and what it leads to. */
#ifndef VIEW_REPORT_H
#define VIEW_REPORT_H

#include "lesson/compare.h"
#include "lesson/diagnose.h"
#include "lesson/reach.h"
#include "lesson/tensor_file.h"
#include "lesson/trial.h"

enum { REPORT_WIDTH = 80, REPORT_WHOLE = 2000 /* nothing is cut, nor broken here */ };

/* A line for each result, the first difference opened. `left` and `right` are what the runs are
 * called. */
void report_compare(Buf *out, const Comparison *c, const char *left, const char *right, int width);

/* One row of it, in so many columns: its name in `name` columns, what there is to say, its cause. */
void report_row(Buf *out, const Comparison *c, const CompareRow *row, int name, int columns);

/* The columns of the longest name of some rows, no more than so many. */
int report_name_columns(const CompareRow *row, int rows, int most);

/* What such a row says: "3 of 9 differ, most at [she][f1]: 1 -> 2". */
void report_state(Buf *out, const CompareRow *row);

/* A text broken between words, each line indented; ends in a newline. */
void report_wrapped(Buf *out, int indent, const char *text, int width);

/* The whole derivation of a cell as a tree, down to the numbers as they are written: at most `lines` lines, and
 * what was told once is not told again. What lies under a line are the deeper ones that follow it, and each of
 * those has one while there are lines for all; each begins with "| " for each level and a sign, '+', or '.'
 * where nothing lies under it. */
typedef struct WhyLine {
    int depth; /* 0: the cell itself, which has no sign                       */
    int above; /* the line that tells what this cell is made of; -1: this one */
    int step;  /* that made the cell                                          */
    int64_t cell;
    bool is_cut; /* no line was left for what it is made of                     */
    char *text;
} WhyLine;

typedef struct WhyTree {
    int lines;
    WhyLine *line;
    int64_t left_out; /* cells that no line was left for */
    int64_t deeper;   /* those that are farther back than the levels asked for */
} WhyTree;

enum { WHY_ALL = 24 /* levels at most */ };

typedef struct WhyAs {
    int levels, lines, width, decimals; /* of each the most */
} WhyAs;

WhyTree report_why_tree(Arena *a, const Run *run, const QkvTensor *t, int64_t cell, WhyAs as);
void report_why(Buf *out, const Run *run, const QkvTensor *t, int64_t cell, WhyAs as);
/* The bytes of a line of it for the first row of a width; what is left is indented in the next. */
enum { WHY_INDENT = 4 };
size_t report_why_break(const char *line, int width);

/* The numbers that a cell is made of in the end, written in the lesson or drawn, and how often each goes in. */
void report_inputs(Buf *out, const Run *run, const QkvTensor *t, int64_t cell, int decimals);
/* The same for the ear: a line for each tensor that has some, or with its name as the group, those of one; false:
 * none of them is called so. */
bool report_inputs_group(Buf *out, const Run *run, const QkvTensor *t, int64_t cell, int decimals,
                         const char *group);

/* The results that a number takes part in. `c` is the run compared with one in which the number was
 * changed by the line `change`; NULL: it cannot be changed, and only the places are told. */
void report_uses(Buf *out, const Reach *r, const Comparison *c, const char *change);

/* A part of a result in all the runs: a line for each cell, a column for each run; spoken, its name before
 * each number. */
void report_trials(Buf *out, Trials *t, const PlacePart *part, bool is_spoken);

/* What makes the printed numbers; `lesson` is what a user calls it, `printout` what the numbers are. */
void report_diagnosis(Buf *out, const Diagnosis *d, const char *lesson, const char *printout);

/* The first mistake of a diagnosis that has one, under an expectation that does not hold. */
void report_mistake(Buf *out, const Diagnosis *d);

/* A line for each tensor of a file: name, type, shape, smallest, largest and mean. */
void report_tensors(Buf *out, const TensorFile *f);

#endif
