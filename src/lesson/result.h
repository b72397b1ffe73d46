/* The results of a run as a list: whatever a statement shows, hidden ones with a name too, and the
 * named results inside of calls, "y.weights". Comparing two runs is walking two such lists. */
#ifndef LESSON_RESULT_H
#define LESSON_RESULT_H

#include "lesson/run.h"

typedef enum ResultKind { RESULT_TENSOR, RESULT_TEXT } ResultKind;

typedef struct Result {
    ResultKind kind;
    const char *name; /* "weights", "y.weights"; "" for an expression, "print" for what it wrote */
    int statement;
    const QkvTensor *tensor;
    int step;         /* step that made it; -1 for none */
    int line;         /* of the source, inside of a call, too */
    const char *text; /* RESULT_TEXT               */
} Result;

typedef struct Results {
    int count;
    Result *item; /* in the order of the lesson */
} Results;

/* Results of a run: they live in `a`, what they point at in the run. A value that was copied under its own name and
 * then written counts once, as it is in the end. */
Results results_of(Arena *a, const Run *run);

/* The last tensor with a name; NULL when there is none. */
const Result *results_find(const Results *r, const char *name);
/* The name that is most like it, or NULL. */
const char *results_nearest(const Results *r, const char *name);

#endif
