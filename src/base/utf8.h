/* UTF-8 and the width of characters in terminal columns, from our own table: the same in every
 * locale, so that a transcript does not depend on one. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_BAD = 0xFFFD, UTF8_MOST = 4 /* bytes of a character */ };

/* utf8_next and utf8_width of what is not ASCII. */
size_t utf8_next_beyond(const char *text, size_t length, uint32_t *c);
int utf8_width_beyond(uint32_t c);

/* Decodes the character at `text` (`length` > 0 bytes) and stores it in *c. Returns how many bytes
 * it takes. A byte that does not begin a valid character gives UTF8_BAD and 1. Overlong forms,
 * surrogates and values beyond U+10FFFF are not valid. */
static inline size_t utf8_next(const char *text, size_t length, uint32_t *c)
{
    *c = (unsigned char)*text;
    return *c < 0x80 ? 1 : utf8_next_beyond(text, length, c);
}

/* Writes `c` as 1 to 4 bytes, without a NUL; returns how many. */
size_t utf8_put(char out[4], uint32_t c);

/* Where the first invalid byte is, or `length` when all is valid. */
size_t utf8_check(const char *text, size_t length);

/* Columns of one character: 0 for combining marks, 2 for wide ones (CJK, emoji), 1 otherwise.
 * Control characters count 1: they are shown as '?'. */
static inline int utf8_width(uint32_t c)
{
    return c < 0x80 ? 1 : utf8_width_beyond(c);
}

/* Columns of a NUL-terminated text, and of the first `length` bytes of one. */
int utf8_columns(const char *text);
int utf8_columns_n(const char *text, size_t length);

/* How many bytes of `text` fit in `columns` without splitting a character or leaving off the
 * combining marks of the last. */
size_t utf8_fit(const char *text, size_t length, int columns);
/* The same in whole words, at least one of them. */
size_t utf8_fit_words(const char *text, size_t length, int columns);

/* Tells whether the first `length` bytes of a text have another text in them, ASCII capitals or not. */
bool utf8_contains(const char *text, size_t length, const char *part);

/* True for C0, DEL, C1 and the bidirectional and other invisible controls that must not reach a
 * terminal. Newline and tab count as controls too. */
bool utf8_is_control(uint32_t c);

#endif
