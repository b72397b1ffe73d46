/* Computed by PyTorch 2.14.1+cu130 of PyPI (x86-64, ATEN_CPU_CAPABILITY=avx2), one thread.
 * Written by golden.py. The table that a row belongs to says how its operands are made:
 * seed 1 for the first row, then 2, and so on. */
#ifndef TESTS_CORE_GOLDEN_LAYERS_H
#define TESTS_CORE_GOLDEN_LAYERS_H

#include <math.h>
#include <stdint.h>

/* clang-format off */
/* Seed 123, Linear(3, 2). */
static const float golden_weight[] = {
    -0x1.e228fp-3F, 0x1.3955dep-6F, -0x1.25a0bap-2F, 0x1.bde774p-3F,
    -0x1.f7bd9ap-2F, 0x1.b16164p-2F,
};

static const float golden_bias[] = {
    -0x1.adb67ap-2F, -0x1.d608bap-2F,
};

/* Each row in one go after its seed, 1 to 5: Linear(7, 5), its weight and bias; Embedding(5, 4);
 * Embedding(6, 3, padding_idx=2); Linear(4, 3, bias=False); LayerNorm(3); dropout with p = 0.4
 * of a sample (4, 5). */
static const uint32_t golden_drawn[][7] = {
    {0x038C462BU, 0x3A3E6804U, 0x4E21514BU, 0x87EEACE6U, 0x085E4AF3U, 0xCE30F7B7U, 0xB96214E4U},
    {0xF84425F4U, 0xFAAF8DE6U, 0x1626B5BEU, 0x561B28E4U, 0x3C745EADU, 0xCE30F7B7U, 0x228299A3U},
    {0x3222BCBEU, 0xA7A41DDBU, 0xDEF70E52U, 0xFAFD2C7BU, 0xA9968FD1U, 0xCE30F7B7U, 0x6EC1E369U},
    {0xA00F4F83U, 0xA11F6D00U, 0x621E35DBU, 0xB1DF058BU, 0x3A5BCF83U, 0xCE30F7B7U, 0xD6FA6C54U},
    {0xBB844049U, 0x13C7876BU, 0x7982E9DDU, 0xD0EEFBE4U, 0x592817ADU, 0xCE30F7B7U, 0x0AA65E74U},
};
/* clang-format on */

#endif
