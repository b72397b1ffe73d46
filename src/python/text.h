/* Texts as Python sees them: by characters, with Unicode's blanks and letters. The same in every
 * locale. */
#ifndef PYTHON_TEXT_H
#define PYTHON_TEXT_H

#include "python/value.h"

/* The bytes of the character that begins at `at`. */
size_t text_step(const Text *text, size_t at);
int64_t text_characters(const Text *text);

/* Finds `what` at byte `from` or after it: *at receives where. False when there is none, or too
 * little is left to look for it. */
bool text_find(Budget *b, const Text *text, const Text *what, size_t from, size_t *at);

/* Tells whether str.split and str.strip take the character for a blank. */
bool text_is_blank(uint32_t c);

/* Classes of a character, as far as these tables know: those of Latin, Greek, Cyrillic and the East Asian
 * scripts; 0 for letters of others. */
enum {
    TEXT_UPPER = 1 << 0,
    TEXT_LOWER = 1 << 1,
    TEXT_CASELESS = 1 << 2, /* a letter that has one form */
    TEXT_LETTER = TEXT_UPPER | TEXT_LOWER | TEXT_CASELESS,
    TEXT_DIGIT = 1 << 3,
    TEXT_BLANK = 1 << 4,
    TEXT_SIGN = 1 << 5,
    TEXT_NUMBER =
        1
        << 6, /* asked for, not told: also what is no digit, as the letters for 1 and 2 of Chinese */
};
unsigned text_class(uint32_t c);
/* Tells whether it surely has no small and no capital form, though it has no class. */
bool text_has_one_form(uint32_t c);
/* The value of a digit of any script, or -1. */
int text_digit(uint32_t c);

/* Writes the text in small or in capital letters: those of Latin-1 and of Cyrillic. False for a
 * text with letters of other alphabets that have both; *stranger is the first of them. */
typedef enum TextCase {
    TEXT_TO_LOWER,
    TEXT_TO_FOLDED, /* for comparing: a sharp s is ss          */
    TEXT_TO_UPPER,
    TEXT_TO_TITLE,   /* the first letter of each word is large  */
    TEXT_TO_CAPITAL, /* the first letter of all                 */
    TEXT_TO_SWAPPED,
} TextCase;
bool text_change(Buf *out, const Text *text, TextCase to, uint32_t *stranger);

#endif
