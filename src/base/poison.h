/* Memory that is free, for the address sanitizer: whoever reads there is told of. */
#ifndef BASE_POISON_H
#define BASE_POISON_H

#include <stddef.h>

#if defined __SANITIZE_ADDRESS__
#define POISONS
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define POISONS
#endif
#endif

#ifdef POISONS
#include <sanitizer/asan_interface.h>
static inline void poison(const void *at, size_t size)
{
    ASAN_POISON_MEMORY_REGION(at, size);
}
static inline void unpoison(const void *at, size_t size)
{
    ASAN_UNPOISON_MEMORY_REGION(at, size);
}
#else
static inline void poison(const void *at, size_t size)
{
    (void)at, (void)size;
}
static inline void unpoison(const void *at, size_t size)
{
    (void)at, (void)size;
}
#endif

#endif
