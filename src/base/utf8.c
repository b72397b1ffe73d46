/* UTF-8 by the definition of well-formed text: a lead byte fixes how many bytes follow and the
 * smallest value they may spell. Widths come from ranges found by bisection. */
#include "base/utf8.h"

#include "base/common.h"
#include "base/utf8_table.h"

#include <string.h>
#include <strings.h>

/* The lead bytes whose bits under `mask` equal `lead`, how long their characters are, and the
 * smallest value that needs that length. */
typedef struct Utf8Form {
    unsigned char mask, lead;
    size_t length;
    uint32_t smallest;
} Utf8Form;

static const Utf8Form forms[] = {
    {0x80, 0x00, 1, 0},
    {0xE0, 0xC0, 2, 0x80},
    {0xF0, 0xE0, 3, 0x800},
    {0xF8, 0xF0, 4, 0x10000},
};

static const Utf8Form *find_form(unsigned char lead)
{
    for (int i = 0; i < COUNT(forms); i++)
        if ((lead & forms[i].mask) == forms[i].lead)
            return &forms[i];
    return NULL;
}

static bool is_character(uint32_t c, uint32_t smallest)
{
    return c >= smallest && c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
}

/* As utf8_next, but gives 0 for a byte that does not begin a character. */
static size_t decode(const char *text, size_t length, uint32_t *c)
{
    const unsigned char *byte = (const unsigned char *)text;
    const Utf8Form *form = find_form(byte[0]);
    if (!form || form->length > length)
        return 0;
    uint32_t value = byte[0] & (unsigned char)~form->mask;
    for (size_t i = 1; i < form->length; i++) {
        if ((byte[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (byte[i] & 0x3F);
    }
    *c = value;
    return is_character(value, form->smallest) ? form->length : 0;
}

size_t utf8_next_beyond(const char *text, size_t length, uint32_t *c)
{
    size_t size = decode(text, length, c);
    if (size > 0)
        return size;
    *c = UTF8_BAD;
    return 1;
}

size_t utf8_put(char out[4], uint32_t c)
{
    if (!is_character(c, 0))
        c = UTF8_BAD;
    size_t form = COUNT(forms) - 1;
    while (c < forms[form].smallest)
        form--;
    size_t length = forms[form].length;
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (c & 0x3F));
        c >>= 6;
    }
    out[0] = (char)(forms[form].lead | c);
    return length;
}

/* How many bytes at the front are ASCII, by the word: short of some at its end. */
static size_t ascii_words(const char *text, size_t length)
{
    static const uint64_t beyond = UINT64_C(0x8080808080808080);
    size_t at = 0;
    for (uint64_t word; length - at >= sizeof word; at += sizeof word) {
        memcpy(&word, text + at, sizeof word);
        if (word & beyond)
            break;
    }
    return at;
}

size_t utf8_check(const char *text, size_t length)
{
    uint32_t c;
    size_t at = 0;
    while (at < length) {
        at += ascii_words(text + at, length - at);
        size_t size = at < length ? decode(text + at, length - at, &c) : 0;
        if (size == 0)
            return at;
        at += size;
    }
    return length;
}

static bool is_in_ranges(uint32_t c, const Utf8Range *range, size_t count)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c > range[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && c >= range[low].first;
}

int utf8_width_beyond(uint32_t c)
{
    if (is_in_ranges(c, utf8_none, COUNT(utf8_none)))
        return 0;
    return is_in_ranges(c, utf8_wide, COUNT(utf8_wide)) ? 2 : 1;
}

int utf8_columns_n(const char *text, size_t length)
{
    size_t at = ascii_words(text, length);
    int columns = (int)at;
    for (uint32_t c; at < length;) {
        at += utf8_next(text + at, length - at, &c);
        columns += utf8_width(c);
    }
    return columns;
}

int utf8_columns(const char *text)
{
    return utf8_columns_n(text, strlen(text));
}

size_t utf8_fit(const char *text, size_t length, int columns)
{
    uint32_t c;
    size_t at = 0;
    while (at < length) {
        size_t size = utf8_next(text + at, length - at, &c);
        columns -= utf8_width(c);
        if (columns < 0)
            break;
        at += size;
    }
    return at;
}

size_t utf8_fit_words(const char *text, size_t length, int columns)
{
    size_t fits = utf8_fit(text, length, columns), end = fits;
    if (fits == length)
        return length;
    while (end > 0 && text[end] != ' ')
        end--;
    size_t first = strspn(text, " ");
    const char *blank = first < length ? memchr(text + first, ' ', length - first) : NULL;
    return end > first ? end : blank ? (size_t)(blank - text) : length;
}

bool utf8_contains(const char *text, size_t length, const char *part)
{
    size_t n = strlen(part);
    for (size_t i = 0; i + n <= length; i++)
        if (strncasecmp(text + i, part, n) == 0)
            return true;
    return false;
}

bool utf8_is_control(uint32_t c)
{
    if (c > utf8_controls[0].last && c < utf8_controls[1].first)
        return false;
    return is_in_ranges(c, utf8_controls, COUNT(utf8_controls));
}
