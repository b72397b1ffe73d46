/* Computed by PyTorch 2.14.1+cu130 of PyPI (x86-64, ATEN_CPU_CAPABILITY=avx2), one thread.
 * Written by golden.py. The table that a row belongs to says how its operands are made:
 * seed 1 for the first row, then 2, and so on. */
#ifndef TESTS_CORE_GOLDEN_SOFTMAX_H
#define TESTS_CORE_GOLDEN_SOFTMAX_H

#include <math.h>
#include <stdint.h>

/* clang-format off */
/* The softmax of sample 'F' 1 (3, 4) over axis 0. */
static const float golden_softmax_axis0[] = {
    0x1.6e377p-1F, 0x1.7fd44ap-4F, 0x1.a05152p-4F, 0x1.6b7488p-1F,
    0x1.4b08f6p-3F, 0x1.809734p-4F, 0x1.c520bep-1F, 0x1.ba7a9cp-3F,
    0x1.f8328cp-4F, 0x1.9ff292p-1F, 0x1.b54674p-7F, 0x1.2f668cp-4F,
};

/* The softmax of sample 'F' 1 (3, 4) over axis 1. */
static const float golden_softmax_axis1[] = {
    0x1.2ad8ap-6F, 0x1.b0610ep-5F, 0x1.3e3b4cp-3F, 0x1.8c1458p-1F,
    0x1.48578cp-9F, 0x1.074ad2p-5F, 0x1.a4fffep-1F, 0x1.250bf4p-3F,
    0x1.6e285cp-8F, 0x1.a0fcc6p-1F, 0x1.297632p-5F, 0x1.263e1ap-3F,
};

static const struct {
    char kind;
    int rank;
    int64_t size[4];
    int axis;
    uint32_t bits;
} golden_softmaxes[] = {
    {'F', 1, {1}, 0, 0xD58C5D1FU},
    {'F', 1, {2}, 0, 0xC55844A4U},
    {'F', 1, {3}, 0, 0xD04E15A6U},
    {'F', 1, {7}, 0, 0xE4CA3E58U},
    {'F', 1, {8}, 0, 0x783893EFU},
    {'F', 1, {9}, 0, 0x4B0125AEU},
    {'F', 1, {16}, 0, 0x09C3DF79U},
    {'F', 1, {21}, 0, 0x2744479DU},
    {'F', 1, {64}, 0, 0x0298825AU},
    {'F', 1, {70}, 0, 0x9FA3B35EU},
    {'H', 2, {4, 2}, 1, 0xE6049DF8U},
    {'H', 2, {4, 5}, 1, 0xC904D5E6U},
    {'H', 2, {4, 8}, 1, 0x2D4B02EEU},
    {'H', 2, {4, 13}, 1, 0x308535DFU},
    {'S', 2, {5, 6}, 1, 0x440399A9U},
    {'S', 2, {5, 6}, 0, 0xC7203582U},
    {'F', 2, {2, 1}, 0, 0x1D4F0279U},
    {'F', 2, {9, 1}, 0, 0x5B0861E9U},
    {'H', 2, {2, 4}, 0, 0x55B7D3C6U},
    {'H', 2, {4, 4}, 0, 0x9DB9309EU},
    {'H', 2, {8, 4}, 0, 0xF3FA81BDU},
    {'H', 2, {40, 4}, 0, 0x41A173B5U},
    {'F', 2, {3, 8}, 0, 0x156CE521U},
    {'F', 2, {9, 8}, 0, 0x6C8725A9U},
    {'F', 2, {6, 19}, 0, 0x417E5C12U},
    {'F', 3, {2, 5, 3}, 1, 0x91AAB5C7U},
    {'H', 3, {3, 4, 10}, 1, 0xB2E6E28FU},
    {'F', 4, {2, 2, 4, 4}, 2, 0x78A971C6U},
    {'F', 4, {2, 2, 4, 4}, 3, 0xB147E527U},
    {'F', 4, {3, 2, 2, 9}, 0, 0xA476E28BU},
};
/* clang-format on */

#endif
