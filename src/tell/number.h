/* Numbers on the pages: one format per matrix, chosen for reading. (The transcript has PyTorch's
 * own format, core/print.h.) */
#ifndef TELL_NUMBER_H
#define TELL_NUMBER_H

#include "base/buf.h"
#include "core/tensor.h"

enum { NUMBER_DECIMALS = 4, NUMBER_MOST_DECIMALS = 9 };

typedef enum NumberKind { NUMBER_TRUTH, NUMBER_WHOLE, NUMBER_FIXED, NUMBER_SCIENTIFIC } NumberKind;

typedef struct NumberFormat {
    NumberKind kind;
    int decimals;
    int width;   /* of the longest cell, inf and nan included                      */
    double fill; /* is written briefly among others that are not: -1e20; 0: none is */
    bool shares; /* all are from 0 to 1: one that is not 1 never looks as if it were */
} NumberFormat;

/* The range decides the format of a tensor: it is found by one walk over its cells. */
typedef struct NumberRange {
    double low, high; /* of the finite numbers                     */
    double least;     /* the smallest distance from 0 but 0 itself */
    double middle;    /* of numbers from 0 to 1 the largest distance from both */
    bool shares;      /* all are from 0 to 1 */
    bool any, whole, has_zero, has_nan, has_inf, has_minus_inf;
    int needs;   /* so many decimals tell all of every number; more than NUMBER_DECIMALS: none do */
    double fill; /* a number far below zero, as masks fill in, which `low` leaves out; or 0 */
} NumberRange;
NumberRange number_range(const QkvTensor *t);
/* The range of the numbers of two tensors: a format for both. */
NumberRange number_range_of_both(const NumberRange *a, const NumberRange *b);

/* The format of a tensor: whole numbers without a point, otherwise fixed with `decimals`; no more than
 * needed, unless more are asked for than pages show by themselves; scientific only beyond a million. */
NumberFormat number_format(const QkvTensor *t, int decimals);
/* The format of a tensor whose range is known already. */
NumberFormat number_format_of(const NumberRange *r, QkvDType dtype, int decimals);

/* Meaning of "~0" and "~1". */
#define NUMBER_NEAR "not exactly 0 or 1, but it rounds to that at these decimals"

/* Writes a cell, not padded. Never "-0.0000"; "~0" when it is not 0 but would be written as 0, and "~1" for
 * a share that is not 1 but would be written as 1. */
void number_cell(Buf *out, const NumberFormat *format, const QkvTensor *t, int64_t cell);

/* A number in running text, with the digits that it has in a matrix: as many as `decimals` after the
 * point, none that are not needed. Where a matrix has "~0" or "~1" it tells what that is. */
void number_short(Buf *out, double x, int decimals);
/* Writes a cell for the ear: as in a matrix, but what that is where it would have "~0" or "~1". */
void number_spoken(Buf *out, const NumberFormat *format, const QkvTensor *t, int64_t cell);
/* All the digits of a float32, as Python's repr of the double it converts to. */
void number_full(Buf *out, const QkvTensor *t, int64_t cell);

/* All the digits that the cell's own type needs to read back, and no more: 0.9820078 of a float32. Truth values are 1 and
 * 0. */
void number_exact(Buf *out, const QkvTensor *t, int64_t cell);

#endif
