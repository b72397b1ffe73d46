/* The few inner loops that take nearly all of the time, once for each kind of vectors that a
 * processor can have. Their results are the same to the bit as those of the plain loops. Private to
 * core. */
#ifndef CORE_VECTOR_H
#define CORE_VECTOR_H

#include <stdbool.h>
#include <stdint.h>

/* A part of a product of matrices, so small that its sums stay in registers. */
typedef struct VectorTile {
    int rows;    /* the set's `rows`, or that halved again and again, down to 1 */
    int vectors; /* across: 1 or 2                                              */
    bool begins; /* the sums are 0 so far: otherwise they go on from `out`      */
    int64_t inner;
    const float *a; /* a[r * a_row + k * a_col]                                 */
    int64_t a_row, a_col;
    const float *b; /* b[k * b_row + column]                                    */
    int64_t b_row;
    float *out; /* out[r * out_row + column]                                    */
    int64_t out_row;
} VectorTile;

typedef struct VectorSet {
    const char *name;
    int lanes; /* floats in a vector                     */
    int rows;  /* of the largest tile                    */
    void (*tile)(const VectorTile *t);
    /* As powers_run. */
    void (*powers)(float *out, const float *x, float less, int64_t n, float *lane);
    /* Of n > 0 numbers; a NaN is larger than all others. Of 0 and -0 it may be either. */
    float (*largest)(const float *x, int64_t n);
    /* As multiply_add_run. */
    void (*multiply_add)(float *out, const float *const in[3], const bool is_one[3], int64_t n);
    /* As normalize_run. */
    void (*normalize)(float *out, const float *x, const float by[2], const float *const in[2],
                      const bool is_one[2], int64_t n);
    /* x[i] *= by */
    void (*scale)(float *x, float by, int64_t n);
} VectorSet;

/* The best that this processor has; NULL when it has none with fused steps, or when the environment
 * says QKV_VECTORS=none. QKV_VECTORS=avx2 takes that one, if the processor has it. */
const VectorSet *vector_set(void);

/* All that this processor has, for tests: number i, NULL after the last. */
const VectorSet *vector_set_at(int i);

#endif
