#include "python/text.h"

#include <string.h>

#include "base/utf8.h"

size_t text_step(const Text *text, size_t at)
{
    size_t n = 1;
    while (at + n < text->length && ((unsigned char)text->bytes[at + n] & 0xC0) == 0x80)
        n++;
    return n;
}

int64_t text_characters(const Text *text)
{
    int64_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += ((unsigned char)text->bytes[i] & 0xC0) != 0x80;
    return count;
}

bool text_find(Budget *b, const Text *text, const Text *what, size_t from, size_t *at)
{
    enum { CALLS = 8 }; /* to call memchr and memcmp takes as long as to read some bytes */
    *at = from;
    while (what->length > 0 && text->length >= from + what->length) {
        size_t places = text->length - from - what->length + 1;
        const char *first = memchr(text->bytes + from, what->bytes[0], places);
        *at = first ? (size_t)(first - text->bytes) : from + places;
        if (!budget_scan(b, *at - from + what->length + CALLS) || !first)
            return false;
        if (memcmp(first, what->bytes, what->length) == 0)
            return true;
        from = *at + 1;
    }
    return what->length == 0;
}

bool text_is_blank(uint32_t c)
{
    return (c >= 9 && c <= 13) || (c >= 28 && c <= 32) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

/* --- small and capital letters -------------------------------------------------------------- */

/* Characters without a small and a capital form: East Asian scripts, marks, signs, emoji. */
static bool has_one_form(uint32_t c)
{
    return (c >= 0x2000 && c <= 0x20FF) || (c >= 0x2190 && c <= 0x24B5) ||
           (c >= 0x2500 && c <= 0x2BFF) || (c >= 0x2E80 && c <= 0xA63F) ||
           (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x5D0 && c <= 0x109F) ||
           (c >= 0x1F300 && c <= 0x1FAFF);
}

static bool is_sign(uint32_t c)
{
    return c == 0xD7 || c == 0xF7;
}

static uint32_t lower(uint32_t c)
{
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && !is_sign(c)) ||
        (c >= 0x410 && c <= 0x42F))
        return c + 0x20;
    return c >= 0x400 && c <= 0x40F ? c + 0x50 : c;
}

static uint32_t upper(uint32_t c)
{
    if (c == 0xB5)
        return 0x39C;
    if (c == 0xFF)
        return 0x178;
    if ((c >= 'a' && c <= 'z') || (c >= 0xE0 && c <= 0xFE && !is_sign(c)) ||
        (c >= 0x430 && c <= 0x44F))
        return c - 0x20;
    return c >= 0x450 && c <= 0x45F ? c - 0x50 : c;
}

static bool change(Buf *out, const Text *text, uint32_t (*to)(uint32_t c), uint32_t *stranger)
{
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        i += utf8_next(text->bytes + i, text->length - i, &c);
        if (c >= 0x100 && !(c >= 0x400 && c <= 0x45F) && !has_one_form(c)) {
            *stranger = c;
            return false;
        }
        char bytes[4];
        if (c == 0xDF && to == upper)
            buf_puts(out, "SS"); /* there is no capital sharp s in common use */
        else
            buf_add(out, bytes, utf8_put(bytes, to(c)));
    }
    return true;
}

bool text_lower(Buf *out, const Text *text, uint32_t *stranger)
{
    return change(out, text, lower, stranger);
}

bool text_upper(Buf *out, const Text *text, uint32_t *stranger)
{
    return change(out, text, upper, stranger);
}

/* --- showing -------------------------------------------------------------------------------- */
