/* Idioms that every room needs: counts of arrays, bounds of numbers, texts that may be missing, plural
 * forms. */
#ifndef BASE_COMMON_H
#define BASE_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The number of items of an array, not of a pointer. */
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static inline int min_int(int a, int b)
{
    return a < b ? a : b;
}

static inline int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* x within low .. high; low where there is nothing between them. */
static inline int clamp_int(int x, int low, int high)
{
    return max_int(low, min_int(x, high));
}

static inline int64_t min_int64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t max_int64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t clamp_int64(int64_t x, int64_t low, int64_t high)
{
    return max_int64(low, min_int64(x, high));
}

/* Either may be NULL, which only NULL is the same as. */
static inline bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Of digits alone, at least one. */
static inline bool is_digits(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

/* "%d stage%s": the ending of a regular plural. */
static inline const char *plural(long long n)
{
    return n == 1 ? "" : "s";
}

static inline const char *plural_axes(long long n)
{
    return n == 1 ? "axis" : "axes";
}

/* Of ASCII, whatever the locale. */
static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Tells whether c can begin a name in code. */
static inline bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

#endif
