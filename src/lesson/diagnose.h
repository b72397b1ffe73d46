/* Search for the small mistake in the code of a lesson that makes these numbers. Every mutation is tried: put into
 * the lesson, run, and compared with what was printed, to the last printed digit; then pairs of them,
 * until one fits or the time is over.
 *
 *     Diagnosis *d = diagnose(run, NULL, &printout, (DiagnoseBounds){.seconds = 5}, &err);
 *     for (int i = 0; i < d->fits; i++)
 *         puts(d->fit[i].mutation[0]->sentence);
 */
#ifndef LESSON_DIAGNOSE_H
#define LESSON_DIAGNOSE_H

#include "lesson/mutation.h"
#include "lesson/printout.h"
#include "lesson/result.h"

/* Signs that can be seen in the numbers alone. */
typedef struct Signs {
    bool has_nan, has_inf;
    bool ones;                      /* all of them are 1                                          */
    bool rows, columns, all;        /* add up to 1                                              */
    bool right_rows, right_columns; /* the same of the numbers that the lesson computes  */
    bool permuted;                  /* the right numbers in another order                        */
    double ratio;                   /* to the right numbers, the same for all; 0: there is none  */
} Signs;

typedef struct Fit {
    int mutations; /* 1 or 2 */
    const Mutation *mutation[2];
    int64_t differ;     /* how many numbers it does not make: 0 for one that fits */
    const char *change; /* words of a change to the same end, or NULL          */
    int kind;           /* fits of one kind make the same numbers of other inputs, too */
} Fit;

typedef struct Diagnosis {
    Arena arena;
    const Lesson *lesson;
    const char *name;           /* of the result that the numbers should be; "" for none    */
    int line;                   /* ... then it is what this line of the code makes and prints */
    const PrintoutBlock *block; /* the numbers                              */
    const QkvTensor *right;     /* result of the lesson                     */
    bool is_right;              /* no mistake in them                       */
    Signs signs;
    int fits; /* mistakes that make the numbers, all with as few changes: they cannot be told apart */
    Fit *fit;
    int kinds;   /* of fits; 0: there is one fit, or no other inputs were there to try */
    Fit nearest; /* where none fits: .mutations is 0 when all are farther than the right numbers */
    int singles, tried, pairs; /* mutations there are, and how many of them and of their pairs were
                                  run; another number for the same axis that fits, too, is not counted */
    bool is_cut;               /* the time was over, or somebody stopped it */
} Diagnosis;

/* How long a search may take. */
typedef struct DiagnoseBounds {
    double seconds;
    bool (*is_stopped)(void); /* asked between two runs; may be NULL */
    int first, last;          /* lines of the source in which the mistake is; 0: anywhere */
} DiagnoseBounds;

/* `name` is the result that the numbers should be; NULL: the first block is taken that is not what stands in
 * its place in what the lesson prints, or what its name says, or a result of its shape.
 * NULL after setting *err: no result fits them. */
Diagnosis *diagnose(const Run *run, const char *name, const Printout *printed,
                    DiagnoseBounds bounds, Err *err);
void diagnosis_free(Diagnosis *d);

#endif
