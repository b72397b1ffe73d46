/* Numbers that somebody printed: tensors, arrays and lists as PyTorch, NumPy and Python write them,
 * rows of numbers, single ones; with any number of digits, words around them, and other line breaks.
 *
 *     Printout p;
 *     if (printout_read(&arena, text, length, &p, &err))
 *         for (int i = 0; i < p.count; i++)
 *             ... p.block[i].value ...
 *
 * A block is what stands in one pair of brackets, or lines of nothing but numbers. */
#ifndef LESSON_PRINTOUT_H
#define LESSON_PRINTOUT_H

#include "base/arena.h"
#include "base/err.h"
#include "core/qkv.h"

enum { PRINTOUT_BYTES = 1 << 21 }; /* of a printout */

typedef struct PrintoutBlock {
    const char *name; /* "weights" of "weights = tensor(...)" and "weights:"; or NULL     */
    int line;
    int rank; /* rows of equal length in brackets; 1 where they are not            */
    int64_t size[QKV_MAX_RANK];
    int64_t count;
    double *value;
    double *half;       /* of each: half of its last digit, that it may be off by               */
    double largest;     /* number of all, without its sign                                */
    bool is_scientific; /* 1.5e-05                                                        */
    int decimals;       /* the most digits after a point                                        */
    bool is_cut;        /* "..." stands for some of it                                          */
} PrintoutBlock;

typedef struct Printout {
    int count;
    PrintoutBlock *block;
} Printout;

/* False after setting *err: there are no numbers, too many, or they are written with commas. */
bool printout_read(Arena *a, const char *text, size_t length, Printout *out, Err *err);

/* Tells whether a computed number would be printed like cell `i`: to the last digit, but for what adding in
 * another order changes. */
bool printout_is(const PrintoutBlock *b, int64_t i, double computed);
/* Tells whether a tensor has the shape of a block; sizes of 1 do not count. */
bool printout_fits(const PrintoutBlock *b, const QkvTensor *t);
/* How many cells of a tensor that fits would be printed otherwise. */
int64_t printout_differ(const PrintoutBlock *b, const QkvTensor *t);

#endif
