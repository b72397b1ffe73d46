/* The results of a lesson with an answer in it, beside those of the author's: which is the first that is not right?
 * Private to the judge. */
#ifndef LESSON_JUDGE_COMPARE_H
#define LESSON_JUDGE_COMPARE_H

#include "lesson/result.h"

enum { JUDGE_STATEMENTS = 64 };

/* Where the lines that are asked for lie: in the author's run, and in that of an answer. */
typedef struct JudgeBlock {
    const Lesson *lesson;
    const Run *run; /* of the right results */
    int first_line, last_line, now_last_line;
    const Node *function;    /* function that they are in, or NULL                         */
    int first;               /* statement of both runs                                     */
    int count, now_count;    /* statements: more or fewer than the author's                */
    const char *const *name; /* names that they bind                                     */
    int names;
} JudgeBlock;

typedef enum JudgeState { JUDGE_SAME, JUDGE_CELLS, JUDGE_SHAPE, JUDGE_LACKS } JudgeState;

typedef struct JudgeRow {
    JudgeState state;
    const Result *right, *now; /* NULL for JUDGE_SAME; JUDGE_LACKS: there is no `now` */
    int64_t differ, cell;
} JudgeRow;

/* The first row that is not the same; it lives in the results. */
/* Tells whether the run of the right results tells what lines of a function bind. */
bool judge_sees_bound(Arena *a, const JudgeBlock *block);
JudgeRow judge_compare_bound(Arena *a, const JudgeBlock *block,
                             const Run *now); /* lines of a function */
JudgeRow judge_compare(const JudgeBlock *block, const Results *right, const Results *now);

/* Tells whether a name is read after the lines. */
bool judge_is_read_later(const JudgeBlock *block, const char *name);

/* Tells whether two results are equal within rounding, of one shape, and of one kind for a reader. The run
 * of the first one tells what it was made of; NULL: that does not count. */
JudgeRow judge_row(const Run *run, const Result *right, const Result *now);
/* Counts the cells of two tensors of one shape that have not the same numbers within rounding, of numbers of this size
 * at least, and finds the first of them. */
int64_t judge_differ(const QkvTensor *right, const QkvTensor *now, double scale, int64_t *cell);

/* Tells whether two texts say the same, but for how their numbers are rounded and written. */
bool judge_texts_alike(const char *x, const char *y);

/* A sentence for what is wrong, and one for the first number. */
const char *judge_told(Arena *a, const char *name, const Result *now, const Result *right,
                       int64_t differ, bool is_elsewhere);
/* Why nothing of a name that is wanted comes out of an answer: it is never given, or is no tensor. *line: where, 0: nowhere.
 * NULL: that cannot be told from its code. */
const char *judge_told_missing(Arena *a, const char *name, const Result *right,
                               const Program *answer, const char *text, int *line);
/* The last outermost statement of an answer that binds a name; NULL: none does. */
const Node *judge_maker(const Program *answer, const char *name);
const char *judge_told_cell(Arena *a, const Result *now, const Result *right, int64_t cell,
                            bool is_elsewhere);

#endif
