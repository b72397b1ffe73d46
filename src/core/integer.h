/* int64 arithmetic that wraps around, as PyTorch's does, instead of being undefined. Private to
 * core. */
#ifndef CORE_INTEGER_H
#define CORE_INTEGER_H

#include <stdbool.h>
#include <stdint.h>

static inline int64_t wrap_add(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static inline int64_t wrap_sub(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static inline int64_t wrap_mul(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static inline bool integer_fits(double x)
{
    return x >= -9223372036854775808.0 && x < 9223372036854775808.0;
}

/* Towards zero; what does not fit gives the smallest integer, as on x86. */
static inline int64_t integer_from(double x)
{
    return integer_fits(x) ? (int64_t)x : INT64_MIN;
}

#endif
