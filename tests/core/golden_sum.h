/* Computed by PyTorch 2.14.1+cu130 of PyPI (x86-64, ATEN_CPU_CAPABILITY=avx2), one thread.
 * Written by golden.py. The table that a row belongs to says how its operands are made:
 * seed 1 for the first row, then 2, and so on. */
#ifndef TESTS_CORE_GOLDEN_SUM_H
#define TESTS_CORE_GOLDEN_SUM_H

#include <math.h>
#include <stdint.h>

/* clang-format off */
/* The sum of sample 'F' 1 (3, 5) over axis 0. */
static const float golden_sum_axis0[] = {
    -0x1.4982acp+2F, 0x1.10055p-1F, 0x1.357ec8p+0F, 0x1.ddadp-2F,
    -0x1.267808p+2F,
};

/* The sum of sample 'F' 1 (3, 5) over axis 1. */
static const float golden_sum_axis1[] = {
    -0x1.44eaf4p+2F, -0x1.267be8p+0F, -0x1.50d668p+0F,
};

/* Sample 'F', summed over the axes whose bits are set. */
static const struct {
    int rank;
    int64_t size[5];
    unsigned axes;
    uint32_t bits;
} golden_sums[] = {
    {1, {1}, 1, 0x07A250D1U},
    {1, {2}, 1, 0xDA0CA6A1U},
    {1, {3}, 1, 0x6BAECAD7U},
    {1, {4}, 1, 0xB5EEF3EFU},
    {1, {5}, 1, 0x19413149U},
    {1, {7}, 1, 0xD101F282U},
    {1, {8}, 1, 0x0C81C0DFU},
    {1, {9}, 1, 0xD45200ECU},
    {1, {15}, 1, 0x2C0D21FDU},
    {1, {16}, 1, 0xF5329041U},
    {1, {31}, 1, 0x2554BA55U},
    {1, {33}, 1, 0xF67606ACU},
    {1, {64}, 1, 0xCF4ED4D5U},
    {1, {70}, 1, 0x1B59C496U},
    {1, {600}, 1, 0xFA29B4ACU},
    {2, {3, 4}, 2, 0x4B1D4376U},
    {2, {3, 7}, 2, 0x40851A71U},
    {2, {3, 8}, 2, 0xA1308363U},
    {2, {3, 17}, 2, 0x74CD082FU},
    {2, {3, 70}, 2, 0x0B5E50BCU},
    {2, {2, 3}, 1, 0xFB2BC565U},
    {2, {5, 3}, 1, 0x25A0E4CBU},
    {2, {16, 3}, 1, 0xA54E1622U},
    {2, {70, 3}, 1, 0xF1835A79U},
    {2, {9, 7}, 1, 0x12E3FE42U},
    {2, {17, 7}, 1, 0x45D458C9U},
    {2, {3, 8}, 1, 0xDDB31E8DU},
    {2, {33, 8}, 1, 0x1283D506U},
    {2, {6, 35}, 1, 0x271A29B4U},
    {2, {6, 20}, 1, 0xC041675BU},
    {2, {6, 50}, 1, 0x4A898E48U},
    {2, {20, 70}, 1, 0x3BA1F5F2U},
    {2, {600, 40}, 1, 0x4203D06EU},
    {3, {2, 5, 9}, 2, 0x1FFEA06CU},
    {3, {4, 3, 40}, 2, 0x36FCB220U},
    {3, {2, 3, 4}, 7, 0x90029F5DU},
    {3, {5, 1, 9}, 3, 0x0E2DAF27U},
    {3, {2, 3, 4}, 6, 0x2E62DB7DU},
    {3, {2, 9, 3}, 3, 0xC7C528C8U},
    {3, {5, 1, 9}, 5, 0x5D44C16BU},
    {3, {3, 4, 5}, 5, 0x322F6942U},
    {3, {5, 3, 9}, 5, 0xBD799A4AU},
    {4, {2, 3, 4, 5}, 10, 0x468486DDU},
    {4, {3, 2, 5, 9}, 5, 0x51BF6E30U},
    {4, {4, 1, 3, 17}, 9, 0xD452C700U},
    {5, {2, 3, 2, 3, 11}, 21, 0xA8BB5AD5U},
    {5, {2, 3, 4, 2, 3}, 10, 0xAF3E2611U},
};
/* clang-format on */

#endif
