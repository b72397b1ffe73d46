/* Is an answer right, and if it is not, what is true of it? An answer is text in the place of lines of a lesson's
 * code. It is judged by running: the lesson with it beside the lesson as it is, on the lesson's own inputs and on
 * others of the same shapes (reseed.h). Whatever computes the right numbers is right.
 *
 *     Judge *j = judge_begin(run, 88, 88, &err);             what stands at line 88 is asked for
 *     Verdict *v = judge_answer(j, "scores = queries @ keys");
 *     if (v->kind != VERDICT_RIGHT)
 *         for (int i = 0; i < v->steps; i++)
 *             puts(v->step[i].text);                          the caller shows one more each time it is asked
 *     verdict_free(v);
 *     judge_free(j);
 *
 * Right is: all results from these lines on that the lesson shows, and what the lines bind, are equal within rounding, of
 * the same shape and of the same kind for a reader; 1. for 1 is fine. Of several lines what only leads from one to the
 * next may have other names. What the author asserts, labels, prints and expects is not asked. */
#ifndef LESSON_JUDGE_H
#define LESSON_JUDGE_H

#include "lesson/mutation.h"
#include "lesson/result.h"

enum { JUDGE_ANSWER = 1 << 14 }; /* bytes of an answer, at most */

typedef struct Judge Judge;

typedef enum VerdictKind {
    VERDICT_RIGHT,
    VERDICT_ERROR,     /* cannot be read, or fails, or lacks a name: .err               */
    VERDICT_SHAPE,     /* the first result that is wrong has another shape or kind      */
    VERDICT_DIFFERS,   /* ... other numbers                                             */
    VERDICT_ELSEWHERE, /* the lesson's own numbers come out, but those of other inputs do not */
} VerdictKind;

typedef enum VerdictStepKind {
    STEP_FIRST,    /* the mistake: the error, the shape, which numbers; or on which inputs */
    STEP_NUMBER,   /* the first number: what came out, and what is right                */
    STEP_MISTAKE,  /* the kind of mistake, said of their line                           */
    STEP_LINE,     /* where it is                                                       */
    STEP_SOLUTION, /* the author's lines                                                */
} VerdictStepKind;

typedef struct VerdictStep {
    VerdictStepKind kind;
    const char *text; /* a sentence or two; STEP_SOLUTION: lines of code */
} VerdictStep;

/* An input that was changed for another try: `old` stands in the lesson's code at that line, `new` stood there. */
typedef struct VerdictInput {
    int line;
    const char *old, *new;
} VerdictInput;

typedef struct Verdict {
    Arena arena;
    VerdictKind kind;
    Err err; /* VERDICT_ERROR: its place is one in the answer, file "answer"; line 0: in code after it */
    /* The lesson with the answer, and its run; the author's beside it. Both of the other inputs where the kind is
     * VERDICT_ELSEWHERE. The answer's are NULL where it cannot be read. */
    Lesson *lesson;
    Run *run;
    const Run *right;
    /* The first result that is wrong by itself, SHAPE, DIFFERS and ELSEWHERE: of `run`, and of `right`. What follows from it
     * is no second mistake. Tensors of one shape have cells: */
    const Result *own, *wanted;
    int64_t differ, cell; /* how many, and the first of them */
    int inputs;           /* VERDICT_ELSEWHERE: what they are */
    const VerdictInput *input;
    /* The kind of mistake: a sentence that is true of the answer, on all inputs that were tried, or NULL; and the line
     * of the answer, from 1. It does not say what is right. */
    const char *sentence;
    int line;
    int mistakes; /* 0, 1 or 2: small changes of the author's lines that make what the answer makes */
    const Mutation *mistake[2];
    int tried; /* how many were tried */
    int steps;
    VerdictStep step[5];
} Verdict;

/* Gets ready to judge answers in the place of the lines first .. last of the code of the run's lesson: whole statements
 * of one block. NULL after setting *err. The run must live as long, and be one of whole lesson. */
Judge *judge_begin(const Run *run, int first, int last, Err *err);
void judge_free(Judge *j);

/* The author's lines, without the indentation that all of them have. */
const char *judge_solution(const Judge *j);

/* Judges an answer: one line or several, indented among themselves as code is. Never NULL; the caller frees it, before the
 * judge. */
Verdict *judge_answer(Judge *j, const char *text);
void verdict_free(Verdict *v);
/* The message of an error in an answer, where the line that it names has another number: '(' opened on line 2 is .. */
const char *judge_renumbered(Arena *a, const char *message, int by);
/* The same in a tenth of the time, where nobody asks why. */
bool judge_is_right(Judge *j, const char *text);

#endif
