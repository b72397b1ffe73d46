/* Computed by PyTorch 2.14.1+cu130 of PyPI (x86-64, ATEN_CPU_CAPABILITY=avx2), one thread.
 * Written by golden.py. The table that a row belongs to says how its operands are made:
 * seed 1 for the first row, then 2, and so on. */
#ifndef TESTS_CORE_GOLDEN_EXP_H
#define TESTS_CORE_GOLDEN_EXP_H

#include <math.h>
#include <stdint.h>

/* clang-format off */
static const struct {
    float x, power;
} golden_exp[] = {
    {0x0p+0F, 0x1p+0F},
    {-0x0p+0F, 0x1p+0F},
    {0x1p+0F, 0x1.5bf0a8p+1F},
    {-0x1p+0F, 0x1.78b564p-2F},
    {0x1.99999ap-4F, 0x1.1aec7cp+0F},
    {-0x1.99999ap-4F, 0x1.cf46dap-1F},
    {0x1p-1F, 0x1.a61298p+0F},
    {0x1.5798eep-27F, 0x1p+0F},
    {-0x1.4484cp-100F, 0x1p+0F},
    {0x1.4p+1F, 0x1.85d6fep+3F},
    {-0x1.ap+1F, 0x1.3da368p-5F},
    {0x1.4p+3F, 0x1.5829dcp+14F},
    {-0x1.4p+3F, 0x1.7cd79cp-15F},
    {0x1.44ccccp+4F, 0x1.384856p+29F},
    {-0x1.55999ap+5F, 0x1.5112e4p-62F},
    {0x1.6p+6F, 0x1.f1056ep+126F},
    {0x1.62e148p+6F, 0x1.fe8c9p+127F},
    {0x1.62eb86p+6F, INFINITY},
    {0x1.8cp+6F, INFINITY},
    {0x1.94p+6F, INFINITY},
    {-0x1.5ap+6F, 0x1.2778e8p-125F},
    {-0x1.5ep+6F, 0x1.b2cafp-127F},
    {-0x1.7cp+6F, 0x1.ec8p-138F},
    {-0x1.9cp+6F, 0x1p-149F},
    {-0x1.9f999ap+6F, 0x1p-149F},
    {-0x1.ap+6F, 0x0p+0F},
    {-0x1.a4p+6F, 0x0p+0F},
    {0x1p-149F, 0x1p+0F},
    {INFINITY, INFINITY},
    {-INFINITY, 0x0p+0F},
    {NAN, NAN},
};

/* Share that softmax over the first axis gives to the second of 0 and x. */
static const struct {
    float x, share;
} golden_share[] = {
    {0x0p+0F, 0x1p-1F},
    {-0x1.5798eep-27F, 0x1p-1F},
    {-0x1.99999ap-4F, 0x1.e66bdcp-2F},
    {-0x1.333334p-2F, 0x1.b3c556p-2F},
    {-0x1.666666p-1F, 0x1.53c694p-2F},
    {-0x1p+0F, 0x1.136562p-2F},
    {-0x1.e66666p+0F, 0x1.0a765p-3F},
    {-0x1.4p+1F, 0x1.36b71p-4F},
    {-0x1.d33334p+2F, 0x1.61f00ep-11F},
    {-0x1.4b3334p+4F, 0x1.195912p-30F},
    {-0x1.926666p+5F, 0x1.5979cap-73F},
    {-0x1.5d999ap+6F, 0x1.e085p-127F},
    {-0x1.7c6666p+6F, 0x1.bdap-138F},
    {-0x1.9ep+6F, 0x1p-149F},
};
/* clang-format on */

#endif
