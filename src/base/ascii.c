/* Signs one after the other: most have a word of their own; a root takes what comes after it into
 * brackets, and small digits in a row are one power or one index. */
#include "base/ascii.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"

typedef struct AsciiForm {
    uint32_t c;
    const char *ascii;
} AsciiForm;

static const AsciiForm signs[] = {
    {0x00B1, "+/-"},   {0x00B7, "*"},     {0x00BC, "1/4"},    {0x00BD, "1/2"},   {0x00BE, "3/4"},
    {0x03A3, "Sigma"}, {0x03B1, "alpha"}, {0x03B2, "beta"},   {0x03B3, "gamma"}, {0x03B4, "delta"},
    {0x03B5, "eps"},   {0x03B8, "theta"}, {0x03BB, "lambda"}, {0x03BC, "mu"},    {0x03C0, "pi"},
    {0x03C3, "sigma"}, {0x2026, "..."},   {0x2190, "<-"},     {0x2192, "->"},    {0x21D2, "=>"},
    {0x2208, "in"},    {0x2211, "sum"},   {0x2212, "-"},      {0x221E, "inf"},   {0x2248, "~"},
    {0x2260, "!="},    {0x2264, "<="},    {0x2265, ">="},     {0x22C5, "*"},
};

/* Small ones above the line, and below it. */
static const AsciiForm raised[] = {
    {0x00B2, "2"}, {0x00B3, "3"}, {0x00B9, "1"}, {0x1D40, "T"}, {0x1D48, "d"}, {0x1D4F, "k"},
    {0x2070, "0"}, {0x2071, "i"}, {0x2074, "4"}, {0x2075, "5"}, {0x2076, "6"}, {0x2077, "7"},
    {0x2078, "8"}, {0x2079, "9"}, {0x207A, "+"}, {0x207B, "-"}, {0x207F, "n"},
};

static const AsciiForm lowered[] = {
    {0x1D62, "i"}, {0x2080, "0"}, {0x2081, "1"}, {0x2082, "2"}, {0x2083, "3"},
    {0x2084, "4"}, {0x2085, "5"}, {0x2086, "6"}, {0x2087, "7"}, {0x2088, "8"},
    {0x2089, "9"}, {0x2090, "a"}, {0x2091, "e"}, {0x2095, "h"}, {0x2096, "k"},
    {0x2097, "l"}, {0x2098, "m"}, {0x2099, "n"}, {0x2C7C, "j"},
};

enum { ROOT = 0x221A };

static const char *find_ascii_form(const AsciiForm *table, int count, uint32_t c)
{
    for (int i = 0; i < count; i++)
        if (table[i].c == c)
            return table[i].ascii;
    return NULL;
}

static bool is_ascii_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.';
}

/* The word that a root is taken of: "√d_k", but not the full stop after it. */
static size_t rooted(const char *text)
{
    size_t length = 0;
    while (is_ascii_word(text[length]))
        length++;
    return length > 0 && text[length - 1] == '.' ? length - 1 : length;
}

/* Writes the sign at `text`; returns how many bytes it takes. `kind` is '^' or '_' inside of a power or an
 * index, and 0 elsewhere. */
static size_t put_sign(Buf *out, const char *text, char *kind)
{
    uint32_t c;
    size_t taken = utf8_next(text, strnlen(text, UTF8_MOST), &c);
    const char *up = find_ascii_form(raised, COUNT(raised), c),
               *down = find_ascii_form(lowered, COUNT(lowered), c);
    char wanted = up ? '^' : down ? '_' : '\0';
    if (wanted && *kind != wanted)
        buf_putc(out, wanted);
    *kind = wanted;
    const char *ascii = up ? up : down ? down : find_ascii_form(signs, COUNT(signs), c);
    char last = out->length > 0 ? out->text[out->length - 1] : ' ';
    bool is_fraction = c >= 0x00BC && c <= 0x00BE;
    if (c == ROOT) {
        size_t word = rooted(text + taken);
        buf_puts(out, word > 0 ? "sqrt(" : "sqrt");
        buf_add(out, text + taken, word);
        buf_puts(out, word > 0 ? ")" : "");
        return taken + word;
    }
    if (is_fraction && last >= '0' && last <= '9') /* 2½ is no 21/2 */
        buf_putc(out, ' ');
    if (ascii)
        buf_puts(out, ascii);
    else
        buf_add(out, text, taken);
    return taken;
}

void ascii_mathematics(Buf *out, const char *text)
{
    char kind = '\0';
    while (*text)
        text += put_sign(out, text, &kind);
}
