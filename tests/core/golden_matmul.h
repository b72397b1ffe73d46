/* Computed by PyTorch 1.13.0a0 (Debian's python3-torch 1.13.1+dfsg-4, x86-64, CPU capability AVX2,
 * without MKL), one thread. Its BLAS was OpenBLAS
 * 0.3.21 with AVX2 kernels; the sizes are those where these take the terms in order: fewer than 8
 * terms, or fewer than 4 rows, or fewer than 8 columns; with a vector, 2 or 3 terms.
 * Written by golden.py. The table that a row belongs to says how its operands are made:
 * seed 1 for the first row, then 2, and so on. */
#ifndef TESTS_CORE_GOLDEN_MATMUL_H
#define TESTS_CORE_GOLDEN_MATMUL_H

#include <math.h>
#include <stdint.h>

/* clang-format off */
/* Sample 'F' 1 (2, 3) @ sample 'F' 2 (3, 2). */
static const float golden_product[] = {
    0x1.c6665ap+2F, -0x1.73e4bap+0F, 0x1.d79f34p+1F, -0x1.1258eap+2F,
};

/* The right side has a seed that is larger by 1000. */
static const struct {
    char kind;
    int a_rank;
    int64_t a[5];
    int b_rank;
    int64_t b[5];
    uint32_t bits;
} golden_products[] = {
    {'F', 1, {1}, 1, {1}, 0x5CC123C6U},
    {'F', 1, {2}, 1, {2}, 0x72C9B077U},
    {'F', 2, {4, 3}, 1, {3}, 0x54FD47F3U},
    {'F', 3, {2, 3, 2}, 1, {2}, 0x9C69E1A0U},
    {'F', 1, {3}, 3, {2, 3, 4}, 0xC405CC29U},
    {'F', 1, {5}, 2, {5, 9}, 0x31F58630U},
    {'F', 1, {40}, 2, {40, 3}, 0x78E3CE4CU},
    {'F', 2, {2, 7}, 2, {7, 5}, 0x1105CF70U},
    {'F', 2, {6, 4}, 2, {4, 8}, 0xEEFEFD82U},
    {'F', 2, {3, 64}, 2, {64, 9}, 0xA219A1C2U},
    {'F', 2, {20, 30}, 2, {30, 7}, 0x1DDB7DBAU},
    {'F', 3, {2, 3, 7}, 2, {7, 9}, 0x60FB94EFU},
    {'F', 3, {1, 3, 40}, 2, {40, 20}, 0x76224B85U},
    {'F', 2, {5, 6}, 3, {2, 6, 3}, 0xB7CCC248U},
    {'F', 3, {2, 3, 4}, 3, {2, 4, 3}, 0xA5569DD1U},
    {'F', 3, {2, 8, 7}, 3, {2, 7, 7}, 0xFEB67DCAU},
    {'F', 3, {2, 10, 5}, 3, {2, 5, 8}, 0xE61F08F3U},
    {'F', 3, {2, 3, 66}, 3, {2, 66, 2}, 0x5F7943B9U},
    {'F', 3, {2, 3, 67}, 3, {2, 67, 2}, 0xD1B1E531U},
    {'F', 4, {2, 2, 4, 2}, 4, {2, 2, 2, 4}, 0xB4AF31E5U},
    {'F', 4, {2, 1, 3, 30}, 3, {3, 30, 7}, 0x2140E836U},
    {'F', 3, {1, 4, 5}, 3, {3, 5, 2}, 0x4D38FED6U},
    {'F', 4, {3, 1, 2, 4}, 4, {1, 2, 4, 3}, 0x69841830U},
    {'F', 5, {2, 1, 1, 3, 2}, 4, {3, 1, 2, 5}, 0x35747E78U},
    {'F', 3, {3, 1, 9}, 3, {1, 9, 1}, 0xA51ECA0BU},
    {'I', 2, {3, 12}, 2, {12, 4}, 0x0B4FB5E0U},
    {'I', 3, {2, 3, 4}, 1, {4}, 0xE4A5B7D5U},
};
/* clang-format on */

#endif
