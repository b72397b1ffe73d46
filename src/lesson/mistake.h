/* Mistakes: one statement that fails does not hide the others. What it would have bound is not there
 * from then on; statements that need it are passed over with a word, and the rest runs. */
#ifndef LESSON_MISTAKE_H
#define LESSON_MISTAKE_H

#include "lesson/run.h"
#include "python/eval.h"

/* Something that is not there: a name, or the code between two bytes of the source, which could not be
 * read and might have bound anything that it mentions. */
typedef struct Lack {
    const char *name; /* NULL: the code */
    size_t start, end;
    int line; /* of the mistake */
} Lack;

typedef struct Lacks {
    int count;
    Lack *lack;
} Lacks;

/* Why the error in hand is none of this statement's: it is about a name that is not there because of
 * another mistake. NULL otherwise. */
const Lack *lacks_find(const Lacks *lacks, const Eval *e, const char *name);

/* From here on what a statement binds is not there; the same for the bytes of a part that were not
 * read. */
void lacks_statement(Lacks *lacks, Eval *e, const Node *statement, int line);
void lacks_code(Lacks *lacks, Eval *e, size_t start, size_t end, int line);

/* The error in hand as Python tells it: the way there and the place. `line` is that of the statement
 * of the lesson. */
const char *mistake_traceback(const Eval *e, const Lesson *lesson, int line);

/* The calls that led to it, one a line; "" without any. */
const char *mistake_calls(const Eval *e, const Lesson *lesson, int line);

#endif
