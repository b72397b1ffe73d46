/* Texts as Python sees them: by characters, with Unicode's blanks and letters. The same in every
 * locale. */
#ifndef PYTHON_TEXT_H
#define PYTHON_TEXT_H

#include "python/value.h"

/* The bytes of the character that begins at `at`. */
size_t text_step(const Text *text, size_t at);
int64_t text_characters(const Text *text);

/* What begins at byte `from` or after it: *at receives where. False when there is none, or too
 * little is left to look for it. */
bool text_find(Budget *b, const Text *text, const Text *what, size_t from, size_t *at);

/* Whether str.split and str.strip take the character for a blank. */
bool text_is_blank(uint32_t c);

/* Writes the text in small or in capital letters: those of Latin-1 and of Cyrillic. False for a
 * text with letters of other alphabets that have both; *stranger is the first of them. */
bool text_lower(Buf *out, const Text *text, uint32_t *stranger);
bool text_upper(Buf *out, const Text *text, uint32_t *stranger);

#endif
