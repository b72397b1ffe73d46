/* Tells whether a sanitizer looks on: it takes most of the time, and has memory of its own. gcc says it with
 * macros, clang with features; that valgrind does, the Makefile says. */
#ifndef BASE_SANITIZED_H
#define BASE_SANITIZED_H

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define IS_SANITIZED
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif

#if defined __SANITIZE_THREAD__
#define IS_THREAD_SANITIZED
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define IS_THREAD_SANITIZED
#endif
#endif

#endif
