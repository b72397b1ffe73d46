/* A text that grows at its end.
 *
 *     Buf b = {0};
 *     buf_printf(&b, "%d cells", n);
 *     fwrite(b.text, 1, b.length, stdout);
 *     buf_release(&b);
 *
 * A zeroed Buf is empty and ready; `text` is then NULL (buf_text gives "" instead). Once something
 * was added, `text` ends in a NUL that `length` does not count. Out of memory ends the program (base/die.h).
 *
 *     Buf b = {.arena = a};
 *
 * keeps its text in an arena, as long as that lives. Where that is full, nothing is added. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Buf {
    char *text;
    size_t length;
    size_t capacity;
    struct QkvArena *arena; /* NULL: memory of its own     */
    bool cut;               /* not all was added           */
} Buf;

void buf_add(Buf *b, const char *bytes, size_t length);
void buf_puts(Buf *b, const char *text);
void buf_putc(Buf *b, char c);
void buf_fill(Buf *b, char c, int times); /* adds none when times < 0    */
/* The same as text to be shown: control characters and invalid UTF-8 become '?'. */
void buf_shown(Buf *b, const char *bytes, size_t length);
/* The same for lines: newlines stay, and tabs become blanks up to the next multiple of `tab` columns; 0
 * leaves them. */
void buf_shown_lines(Buf *b, const char *bytes, size_t length, int tab);

void buf_printf(Buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(Buf *b, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* Any bytes, in base64. */
void buf_base64(Buf *b, const void *data, size_t length);

/* The text so far, never NULL; good until the next change. */
const char *buf_text(const Buf *b);

/* Shortens to `length` bytes; `clear` keeps the memory, `release` gives it back. */
void buf_cut(Buf *b, size_t length);
void buf_clear(Buf *b);
void buf_release(Buf *b);

#endif
