/* Computed by PyTorch 2.14.1+cu130 of PyPI (x86-64, ATEN_CPU_CAPABILITY=avx2), one thread. The products
 * are too small for a BLAS: PyTorch has its own loop.
 * Written by golden.py. The table that a row belongs to says how its operands are made:
 * seed 1 for the first row, then 2, and so on. */
#ifndef TESTS_CORE_GOLDEN_EINSUM_H
#define TESTS_CORE_GOLDEN_EINSUM_H

#include <math.h>
#include <stdint.h>

/* clang-format off */
/* The second operand has a seed that is larger by 1000; with rank -1 there is none. */
static const struct {
    const char *equation;
    int a_rank;
    int64_t a[4];
    int b_rank;
    int64_t b[4];
    uint32_t bits;
} golden_einsum[] = {
    {"ij->ji", 2, {2, 3}, -1, {0}, 0xCEC147D5U},
    {"ij->", 2, {3, 4}, -1, {0}, 0x583CA0ADU},
    {"ii->i", 2, {4, 4}, -1, {0}, 0xF1B8F077U},
    {"ii", 2, {3, 3}, -1, {0}, 0x4B7ED175U},
    {"...ij->...ji", 3, {2, 3, 4}, -1, {0}, 0x19F1D69BU},
    {"ijk->k", 3, {2, 3, 4}, -1, {0}, 0x05BB7BFDU},
    {"ij,jk->ik", 2, {3, 5}, 2, {5, 4}, 0xC72E5B69U},
    {"ij,jk", 2, {2, 3}, 2, {3, 2}, 0x8AAEB6E6U},
    {"i,j->ij", 1, {3}, 1, {4}, 0x73CA763DU},
    {"bqd,bkd->bqk", 3, {2, 3, 4}, 3, {2, 5, 4}, 0xE1CA001BU},
    {"bhqd,bhkd->bhqk", 4, {2, 2, 3, 4}, 4, {2, 2, 3, 4}, 0x125089EFU},
    {"ij,ij->ij", 2, {3, 4}, 2, {3, 4}, 0xD9ACE022U},
    {"ij,ij->i", 2, {3, 4}, 2, {3, 4}, 0xC6418A0AU},
    {"i,i->", 1, {3}, 1, {3}, 0x86794F9BU},
    {"...d,ed->...e", 3, {2, 3, 4}, 2, {5, 4}, 0xF13BD74AU},
    {"ijk,jil->kl", 3, {2, 3, 4}, 3, {3, 2, 5}, 0x8D3310A3U},
    {"ij,kl->il", 2, {2, 3}, 2, {4, 2}, 0xB1ACAA7BU},
    {"bii,bij->bj", 3, {2, 3, 3}, 3, {2, 3, 4}, 0xF85D96A2U},
    {"b i d, b j d -> b i j", 3, {2, 3, 4}, 3, {2, 3, 4}, 0x19CBE993U},
    {"ij,j->i", 2, {1, 3}, 1, {3}, 0x0390F633U},
};
/* clang-format on */

#endif
