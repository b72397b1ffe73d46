/* The equations of einsum: "bid,bjd->bij". Private to core.
 *
 * A letter is kept as a number: an axis that '...' covers first (0 to 5, the last of them 5), then
 * A to Z, then a to z. In this order PyTorch takes the letters that are summed. */
#ifndef CORE_EQUATION_H
#define CORE_EQUATION_H

#include "core/context.h"

enum { EQUATION_OPERANDS = 8, EQUATION_LETTERS = QKV_MAX_RANK + 2 * 26 };

/* The letters of a tensor's axes. */
typedef struct Letters {
    int count;
    int64_t at[QKV_MAX_RANK];
} Letters;

typedef struct Equation {
    int operands;
    Letters in[EQUATION_OPERANDS];
    Letters out;
} Equation;

/* Reads an equation for the operands that it is about. Without '->' the result has the axes of
 * '...' and then the letters that stand once, in order. False after an error. */
bool equation_read(Qkv *q, const char *text, int operands, const QkvTensor *const *in, Equation *e);

/* Tells whether the letters have this one. */
bool letters_have(const Letters *l, int64_t letter);
bool letters_equal(const Letters *a, const Letters *b);

/* The formula with its letters: "out[b, i, j] = sum over d of a[b, i, d] * b[b, j, d]". `summed`
 * are those of the operands that the result has not. Memory from `a`. */
const char *equation_formula(Arena *a, const Equation *e, const Letters *summed);

#endif
