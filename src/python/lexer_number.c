/* Numbers: whole ones in base 10, 16, 8 and 2, floats, and what looks like one and is not. */
#include <stdlib.h>

#include "base/common.h"
#include "python/lexer_internal.h"

enum { SHOWN_DIGITS = 40 };

static unsigned digit_value(char c)
{
    if (lexer_is_digit(c))
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return 99;
}

typedef struct Digits {
    int count;
    uint64_t value;
    bool overflow; /* beyond 2^63 - 1 */
} Digits;

/* Digits with single underscores between them. */
static bool take_digits(Lexer *l, unsigned base, Digits *d)
{
    while (digit_value(lexer_peek(l, 0)) < base) {
        unsigned digit = digit_value(lexer_peek(l, 0));
        d->overflow = d->overflow || d->value > ((uint64_t)INT64_MAX - digit) / base;
        if (!d->overflow)
            d->value = d->value * base + digit;
        d->count++;
        lexer_skip(l, 1);
        if (lexer_peek(l, 0) != '_')
            continue;
        Cursor underscore = l->here;
        lexer_skip(l, 1);
        if (digit_value(lexer_peek(l, 0)) >= base)
            return err_set(l->err, lexer_since(l, underscore),
                           "an underscore in a number stands between two digits");
    }
    return true;
}

/* 0x1f, 0o17, 0b11 */
static bool take_based(Lexer *l, const Token *t, unsigned base, Digits *d)
{
    lexer_skip(l, 2);
    if (lexer_peek(l, 0) == '_')
        lexer_skip(l, 1);
    if (!take_digits(l, base, d))
        return false;
    if (d->count == 0)
        return err_set(l->err, lexer_since(l, t->from),
                       "expected the digits of a base %u number after '%.2s'", base,
                       l->code->source + t->from.at);
    return true;
}

/* Behind the digits before a point: the point, the digits behind it, the exponent. */
static bool take_fraction(Lexer *l, Token *t)
{
    Digits ignored = {0};
    if (lexer_peek(l, 0) == '.') {
        t->kind = TOKEN_FLOAT;
        lexer_skip(l, 1);
        if (!take_digits(l, 10, &ignored))
            return false;
    }
    size_t sign = lexer_peek(l, 1) == '+' || lexer_peek(l, 1) == '-' ? 1 : 0;
    bool exponent = lexer_peek(l, 0) == 'e' || lexer_peek(l, 0) == 'E';
    if (exponent && lexer_is_digit(lexer_peek(l, 1 + sign))) {
        t->kind = TOKEN_FLOAT;
        lexer_skip(l, 1 + sign);
        return take_digits(l, 10, &ignored);
    }
    return true;
}

/* The digits without underscores, read as C reads them: numbers are never read in a locale that
 * writes its point otherwise, since only LC_CTYPE is ever set. */
static double float_value(const Lexer *l, Cursor from)
{
    const char *source = l->code->source;
    char *digits = arena_alloc(l->arena, l->here.at - from.at + 1);
    size_t length = 0;
    for (size_t i = from.at; i < l->here.at; i++)
        if (source[i] != '_')
            digits[length++] = source[i];
    return strtod(digits, NULL);
}

static bool check_number(Lexer *l, const Token *t, const Digits *d, bool decimal)
{
    size_t length = l->here.at - t->from.at;
    int size = length > SHOWN_DIGITS ? SHOWN_DIGITS : (int)length;
    const char *shown = l->code->source + t->from.at;
    char after = lexer_peek(l, 0);
    if (lexer_is_letter(after) || lexer_is_digit(after)) {
        lexer_skip(l, 1);
        if (after == 'j' || after == 'J')
            return err_set(l->err, lexer_since(l, t->from),
                           "complex numbers are not part of the lesson language");
        return err_set(l->err, lexer_since(l, t->from), "the number '%.*s' runs into '%c'", size,
                       shown, after);
    }
    if (t->kind == TOKEN_FLOAT)
        return true;
    if (decimal && d->count > 1 && *shown == '0' && (d->value != 0 || d->overflow))
        return err_set(l->err, lexer_since(l, t->from),
                       "the whole number '%.*s' begins with 0: leave the zeros out, or write 0o "
                       "for octal",
                       size, shown);
    if (d->overflow)
        return err_set(l->err, lexer_since(l, t->from),
                       "the whole number %.*s%s does not fit in 64 bits", size, shown,
                       length > SHOWN_DIGITS ? "..." : "");
    return true;
}

bool lexer_number(Lexer *l, Token *t)
{
    static const struct {
        char letter;
        unsigned base;
    } bases[] = {{'x', 16}, {'o', 8}, {'b', 2}};
    unsigned base = 10;
    Digits d = {0};
    for (int i = 0; i < COUNT(bases) && lexer_peek(l, 0) == '0'; i++)
        if ((lexer_peek(l, 1) | 0x20) == bases[i].letter)
            base = bases[i].base;
    t->kind = TOKEN_INT;
    if (base != 10 ? !take_based(l, t, base, &d) : !take_digits(l, 10, &d) || !take_fraction(l, t))
        return false;
    if (!check_number(l, t, &d, base == 10))
        return false;
    if (t->kind == TOKEN_INT)
        t->integer = (int64_t)d.value;
    else
        t->number = float_value(l, t->from);
    return true;
}
