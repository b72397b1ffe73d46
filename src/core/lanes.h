/* Eight floats at a time, each by itself: vectors that gcc and clang make of whatever the processor
 * has. Several of PyTorch's sums run in eight lanes: there they are part of the arithmetic. Private
 * to core. */
#ifndef CORE_LANES_H
#define CORE_LANES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/sanitized.h"

enum { LANES = 8 };

/* A static function (clang loses others) that is compiled for plain processors, for those that have
 * eight lanes and a fused step, and for those with 32 registers of lanes instead of 16: a loop over several chunks
 * fits into them. The program chooses when it starts, which is too early for the thread
 * sanitizer; the results are the same. Not all clangs know the third. */
#if defined __x86_64__ && defined __GLIBC__ && !defined IS_THREAD_SANITIZED && defined __clang__
#define CLONED __attribute__((target_clones("fma", "default")))
#elif defined __x86_64__ && defined __GLIBC__ && !defined IS_THREAD_SANITIZED
#define CLONED __attribute__((target_clones("arch=x86-64-v4", "fma", "default")))
#else
#define CLONED
#endif

/* So that what such a function calls is part of it; and loops over a few vectors go away, which then
 * are in registers. */
#define INLINED static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

typedef float Lanes __attribute__((vector_size(4 * LANES)));
typedef float UnalignedLanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

#define lanes_at(x) (*(const UnalignedLanes *)(x))
#define lanes_put(to, lanes) (*(UnalignedLanes *)(to) = (lanes))

/* Adds a * b to *sum, rounded once. */
INLINED void lanes_fuse(Lanes *sum, const Lanes *a, const Lanes *b)
{
    float x[LANES], y[LANES], z[LANES];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    memcpy(z, sum, sizeof z);
    for (int i = 0; i < LANES; i++)
        z[i] = fmaf(x[i], y[i], z[i]);
    memcpy(sum, z, sizeof z);
}

#endif
