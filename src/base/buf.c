/* The capacity doubles when it is used up, and always includes the final NUL. */
#include "base/buf.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

static bool grow(Buf *b, size_t more)
{
    bool fits = more <= SIZE_MAX / 4 && b->length <= SIZE_MAX / 4;
    size_t needed = fits ? b->length + more + 1 : SIZE_MAX;
    size_t capacity = b->capacity > 0 ? b->capacity : FIRST_CAPACITY;
    while (capacity < needed)
        capacity = fits ? 2 * capacity : needed;
    char *text = b->arena ? arena_grow(b->arena, b->text, b->capacity, capacity, 1)
                 : fits   ? realloc(b->text, capacity)
                          : NULL;
    if (!text && b->arena) {
        b->cut = true;
        return false;
    }
    if (!text)
        arena_die((double)capacity);
    b->text = text;
    b->capacity = capacity;
    return true;
}

/* Makes space for `more` bytes and the NUL; false when an arena has none. */
static inline bool reserve(Buf *b, size_t more)
{
    return more < b->capacity - b->length || grow(b, more);
}

void buf_add(Buf *b, const char *bytes, size_t length)
{
    if (!reserve(b, length))
        return;
    if (length > 0)
        memcpy(b->text + b->length, bytes, length);
    b->length += length;
    b->text[b->length] = '\0';
}

void buf_puts(Buf *b, const char *text)
{
    buf_add(b, text, strlen(text));
}

void buf_putc(Buf *b, char c)
{
    if (!reserve(b, 1))
        return;
    b->text[b->length++] = c;
    b->text[b->length] = '\0';
}

void buf_fill(Buf *b, char c, int times)
{
    if (times <= 0 || !reserve(b, (size_t)times))
        return;
    memset(b->text + b->length, c, (size_t)times);
    b->length += (size_t)times;
    b->text[b->length] = '\0';
}

/* How many bytes at the front are ASCII that can be shown. */
static size_t plain_bytes(const char *bytes, size_t length)
{
    size_t count = 0;
    while (count < length && bytes[count] >= ' ' && bytes[count] <= '~')
        count++;
    return count;
}

void buf_shown(Buf *b, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        uint32_t c;
        size_t plain = plain_bytes(bytes + at, length - at);
        if (plain > 0) {
            buf_add(b, bytes + at, plain);
            at += plain;
            continue;
        }
        size_t size = utf8_next(bytes + at, length - at, &c);
        bool hidden = utf8_is_control(c) || (c == UTF8_BAD && size == 1);
        if (hidden)
            buf_putc(b, '?');
        else
            buf_add(b, bytes + at, size);
        at += size;
    }
}

void buf_shown_lines(Buf *b, const char *bytes, size_t length, int tab)
{
    int column = 0;
    for (size_t at = 0; at < length;) {
        uint32_t c;
        size_t plain = plain_bytes(bytes + at, length - at);
        if (plain > 0) {
            buf_add(b, bytes + at, plain);
            column += (int)plain;
            at += plain;
            continue;
        }
        size_t size = utf8_next(bytes + at, length - at, &c);
        int width = c == '\t' && tab > 0 ? tab - column % tab : utf8_width(c);
        if (c == '\n' || (c == '\t' && tab == 0))
            buf_putc(b, (char)c);
        else if (c == '\t')
            buf_fill(b, ' ', width);
        else
            buf_shown(b, bytes + at, size);
        column = c == '\n' ? 0 : column + width;
        at += size;
    }
}

void buf_printf(Buf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(b, format, args);
    va_end(args);
}

void buf_vprintf(Buf *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t left = b->capacity - b->length;
    int length = vsnprintf(left > 0 ? b->text + b->length : NULL, left, format, args);
    /* Negative: it would have more characters than an int can count. */
    bool fits = length >= 0 && (size_t)length < left;
    if (!fits && reserve(b, length < 0 ? SIZE_MAX : (size_t)length))
        fits = vsnprintf(b->text + b->length, (size_t)length + 1, format, again) == length;
    if (fits)
        b->length += (size_t)length;
    else if (left > 0)
        b->text[b->length] = '\0';
    va_end(again);
}

void buf_base64(Buf *b, const void *data, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *bytes = data;
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        unsigned n = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                     (left > 2 ? bytes[i + 2] : 0);
        buf_putc(b, digits[n >> 18]);
        buf_putc(b, digits[n >> 12 & 63]);
        buf_putc(b, left > 1 ? digits[n >> 6 & 63] : '=');
        buf_putc(b, left > 2 ? digits[n & 63] : '=');
    }
}

const char *buf_text(const Buf *b)
{
    return b->text ? b->text : "";
}

void buf_cut(Buf *b, size_t length)
{
    if (length >= b->length)
        return;
    b->length = length;
    b->text[length] = '\0';
}

void buf_clear(Buf *b)
{
    buf_cut(b, 0);
}

void buf_release(Buf *b)
{
    if (!b->arena)
        free(b->text);
    *b = (Buf){.arena = b->arena};
}
