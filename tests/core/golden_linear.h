/* Computed by PyTorch 1.13.0a0 (Debian's python3-torch 1.13.1+dfsg-4, x86-64, CPU capability AVX2,
 * without MKL), one thread. Its BLAS was OpenBLAS
 * 0.3.21 with AVX2 kernels; the sizes are those where these take the terms in order: fewer than 8
 * terms, or fewer than 4 rows, or fewer than 8 columns; with a vector, 2 or 3 terms.
 * Written by golden.py. The table that a row belongs to says how its operands are made:
 * seed 1 for the first row, then 2, and so on. */
#ifndef TESTS_CORE_GOLDEN_LINEAR_H
#define TESTS_CORE_GOLDEN_LINEAR_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* clang-format off */
/* The weight (out, in) has a seed that is larger by 1000, the bias (out,) by 2000. */
static const struct {
    int rank;
    int64_t x[4];
    int64_t out;
    bool has_bias;
    uint32_t bits;
} golden_linear[] = {
    {1, {3}, 2, true, 0x2E3AED6AU},
    {2, {4, 3}, 2, true, 0x81D4A830U},
    {2, {4, 3}, 2, false, 0xFA37DFCEU},
    {3, {2, 4, 3}, 3, true, 0x709769E6U},
    {3, {2, 4, 3}, 3, false, 0x6468D854U},
    {2, {1, 7}, 5, true, 0x5B8F7050U},
    {2, {3, 64}, 7, true, 0x18BAD853U},
    {3, {3, 1, 64}, 9, true, 0x96D8ACADU},
    {4, {2, 2, 3, 5}, 4, true, 0xC483177BU},
    {4, {2, 2, 3, 5}, 4, false, 0x688E1BF4U},
    {2, {0, 3}, 2, true, 0x811C9DC5U},
};
/* clang-format on */

#endif
