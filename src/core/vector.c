/* Kinds of vectors. The loops are written once, in vector_set.inc, in terms of vectors that
 * gcc and clang know by themselves; a kind of vectors adds a fused step and a handful of
 * instructions. The compiler is let use those in its functions alone, so that the rest of the
 * program runs everywhere. */
#include "core/vector.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/lanes.h"
#include "core/math32.h"

#define NAMED_(x) #x
#define NAMED(x) NAMED_(x)

#if defined __x86_64__ && defined __GNUC__
#include <immintrin.h>

#define SET avx2
#define TARGET __attribute__((target("avx2,fma")))
#define WIDTH 8
#define ROWS 6
#define FUSED(a, b, c) _mm256_fmadd_ps(a, b, c)
#define SPREAD(x) _mm256_set1_ps(x)
#define LARGER(a, b) _mm256_max_ps(a, b)
#define ALL(mask) (_mm256_movemask_ps((__m256)(mask)) == 0xFF)
#include "core/vector_set.inc"

#define SET avx512
#define TARGET __attribute__((target("avx512f")))
#define WIDTH 16
#define ROWS 8
#define FUSED(a, b, c) _mm512_fmadd_ps(a, b, c)
#define SPREAD(x) _mm512_set1_ps(x)
#define LARGER(a, b) _mm512_max_ps(a, b)
#define ALL(mask) (_mm512_test_epi32_mask((__m512i)(mask), (__m512i)(mask)) == 0xFFFF)
#include "core/vector_set.inc"

static const VectorSet *const sets[] = {&set_avx512, &set_avx2};

static bool has_vector_set(const VectorSet *set)
{
    return set == &set_avx512 ? __builtin_cpu_supports("avx512f")
                              : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

#elif defined __ARM_NEON && defined __ARM_FEATURE_FMA
#include <arm_neon.h>

#define SET neon
#define TARGET
#define WIDTH 4
#define ROWS 8
#define FUSED(a, b, c) vfmaq_f32(c, a, b)
#define SPREAD(x) vdupq_n_f32(x)
#define LARGER(a, b) vmaxq_f32(a, b)
#define ALL(mask) ((((uint64x2_t)(mask))[0] & ((uint64x2_t)(mask))[1]) == UINT64_MAX)
#include "core/vector_set.inc"

static const VectorSet *const sets[] = {&set_neon};

static bool has_vector_set(const VectorSet *set)
{
    (void)set;
    return true;
}

#else
static const VectorSet *const sets[] = {NULL};

static bool has_vector_set(const VectorSet *set)
{
    (void)set;
    return false;
}
#endif

enum { SETS = sizeof sets / sizeof *sets };

const VectorSet *vector_set_at(int i)
{
    for (int at = 0; at < SETS; at++)
        if (has_vector_set(sets[at]) && i-- == 0)
            return sets[at];
    return NULL;
}

static const VectorSet *choose_vector_set(void)
{
    const char *wanted = getenv("QKV_VECTORS");
    const VectorSet *set;
    for (int i = 0; (set = vector_set_at(i)) && wanted; i++)
        if (strcmp(set->name, wanted) == 0)
            break;
    return set;
}

const VectorSet *vector_set(void)
{
    static const VectorSet *_Atomic chosen;
    static atomic_bool is_chosen;
    if (!is_chosen) {
        chosen = choose_vector_set();
        is_chosen = true;
    }
    return chosen;
}
