/* Products of matrices of floats: private to core. */
#ifndef CORE_PRODUCT_H
#define CORE_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/qkv_trace.h"
#include "core/vector.h"

/* A matrix as it is read: cell (i, j) is at[i * row + j * col]. */
typedef struct MatrixView {
    const float *at;
    int64_t row, col;
} MatrixView;

/* out[i, j] = sum over k of a[i, k] * b[k, j], each cell of the result a chain from 0 over k in order:
 * s = fma(a, b, s), or with each product rounded first. `out` lies row after row. Every processor
 * gives the same bits. It ends early when `call` does not go on; NULL always does. */
void product32(const QkvCall *call, float *out, int64_t rows, int64_t inner, int64_t cols,
               MatrixView a, MatrixView b, bool fused);

/* The same with a set of vectors, or in plain loops for NULL: those are what the others are held
 * against. */
void product32_with(const VectorSet *set, const QkvCall *call, float *out, int64_t rows,
                    int64_t inner, int64_t cols, MatrixView a, MatrixView b, bool fused);

#endif
