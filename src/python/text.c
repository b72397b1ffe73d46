/* Characters of texts: counting and finding them, and which are letters, small or capital. */
#include "python/text.h"

#include <string.h>

#include "base/common.h"
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

int text_digit(uint32_t c)
{
    static const uint32_t zeros[] = {
        0x30,    0x660,   0x6F0,   0x7C0,   0x966,   0x9E6,   0xA66,   0xAE6,   0xB66,   0xBE6,
        0xC66,   0xCE6,   0xD66,   0xDE6,   0xE50,   0xED0,   0xF20,   0x1040,  0x1090,  0x17E0,
        0x1810,  0x1946,  0x19D0,  0x1A80,  0x1A90,  0x1B50,  0x1BB0,  0x1C40,  0x1C50,  0xA620,
        0xA8D0,  0xA900,  0xA9D0,  0xA9F0,  0xAA50,  0xABF0,  0xFF10,  0x104A0, 0x10D30, 0x11066,
        0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0,
        0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8,
        0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E950, 0x1FBF0};
    for (int i = 0; i < COUNT(zeros) && zeros[i] <= c; i++)
        if (c - zeros[i] < 10)
            return (int)(c - zeros[i]);
    return -1;
}

/* --- small and capital letters -------------------------------------------------------------- */

/* Characters without a small and a capital form: East Asian scripts, marks, signs, emoji. */
bool text_has_one_form(uint32_t c)
{
    bool is_small = c == 0x2071 || c == 0x207F ||
                    (c >= 0x2090 && c <= 0x209C); /* raised, lowered */
    return (c >= 0xB2 && c <= 0xBE) || (c >= 0x2000 && c <= 0x20FF && !is_small) ||
           (c >= 0x2190 && c <= 0x24B5) || (c >= 0x2500 && c <= 0x2BFF) ||
           (c >= 0x2E80 && c <= 0xA63F) || (c >= 0xAC00 && c <= 0xD7A3) ||
           (c >= 0x5D0 && c <= 0x109F) || (c >= 0x1F300 && c <= 0x1FAFF);
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

static bool is_latin_or_cyrillic(uint32_t c)
{
    return c < 0x100 || (c >= 0x400 && c <= 0x45F);
}

/* Digits above a line, in circles, and fractions: numbers of a kind that has no class here. */
static bool is_raised_number(uint32_t c)
{
    return c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0xBC && c <= 0xBE) ||
           (c >= 0x2776 && c <= 0x2793);
}

unsigned text_class(uint32_t c)
{
    if (is_raised_number(c))
        return 0;
    if (c >= '0' && c <= '9')
        return TEXT_DIGIT;
    if (text_is_blank(c))
        return TEXT_BLANK;
    if (is_latin_or_cyrillic(c))
        return lower(c) != c                                          ? TEXT_UPPER
               : upper(c) != c || c == 0xDF || c == 0xAA || c == 0xBA ? TEXT_LOWER
                                                                      : TEXT_SIGN;
    if ((c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FA) ||
        (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
        (c >= 0xAC00 && c <= 0xD7A3))
        return TEXT_CASELESS;
    bool is_sign = (c >= 0x2010 && c <= 0x206F) || (c >= 0x20A0 && c <= 0x20CF) ||
                   (c >= 0x2190 && c <= 0x245F) || (c >= 0x2500 && c <= 0x2BFF) ||
                   (c >= 0x3001 && c <= 0x3004) || (c >= 0x1F300 && c <= 0x1FAFF);
    return is_sign ? TEXT_SIGN : 0;
}

/* Writes a letter; `inside` a word. */
static void put_case(Buf *out, uint32_t c, TextCase to, bool inside, bool first)
{
    bool up = to == TEXT_TO_UPPER || (to == TEXT_TO_TITLE && !inside) ||
              (to == TEXT_TO_CAPITAL && first) || (to == TEXT_TO_SWAPPED && lower(c) == c);
    char bytes[4];
    if (c == 0xDF && up) /* there is no capital sharp s in common use */
        buf_puts(out, to == TEXT_TO_UPPER || to == TEXT_TO_SWAPPED ? "SS" : "Ss");
    else if (c == 0xDF && to == TEXT_TO_FOLDED)
        buf_puts(out, "ss");
    else
        buf_add(out, bytes, utf8_put(bytes, up ? upper(c) : lower(c)));
}

bool text_change(Buf *out, const Text *text, TextCase to, uint32_t *stranger)
{
    bool inside = false;
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        bool first = i == 0;
        i += utf8_next(text->bytes + i, text->length - i, &c);
        if (!is_latin_or_cyrillic(c) && !text_has_one_form(c)) {
            *stranger = c;
            return false;
        }
        put_case(out, c, to, inside, first);
        inside = (text_class(c) & (TEXT_UPPER | TEXT_LOWER)) != 0;
    }
    return true;
}
