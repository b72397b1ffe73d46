/* What can be said about a difference in one sentence.
 *
 * For numbers both texts are read token by token: a number is one token, any other character that
 * is not a blank is one, too. So neither a column that became wider nor a line that broke elsewhere
 * hides that only digits changed. */
#include "view/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 63 };

/* ---- numbers ---- */

typedef struct Token {
    const char *start;
    size_t length; /* 0 at the end of the text */
    bool is_number;
} Token;

typedef struct Reader {
    const char *at, *end;
    const char *begin;
    int line; /* of `at` */
} Reader;

static Reader read_from(DiffText text)
{
    const char *bytes = text.bytes ? text.bytes : "";
    return (Reader){bytes, bytes + text.length, bytes, 1};
}

/* The characters of <ctype.h>, but the same in every locale. */
static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(const Reader *r, const char *p)
{
    return p < r->end && *p >= '0' && *p <= '9';
}

static bool is_word(const Reader *r, const char *p)
{
    if (p == r->end)
        return false;
    bool is_letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
    return is_letter || is_digit(r, p);
}

static const char *skip_digits(const Reader *r, const char *p)
{
    while (is_digit(r, p))
        p++;
    return p;
}

/* "nan" or "inf" at p, as a word of its own. */
static bool is_special(const Reader *r, const char *p)
{
    if (r->end - p < 3 || is_word(r, p + 3))
        return false;
    return memcmp(p, "nan", 3) == 0 || memcmp(p, "inf", 3) == 0;
}

/* Where the number that begins at r->at ends; r->at when there is none. A digit inside a name, as
 * in q2, begins none. */
static const char *number_end(const Reader *r)
{
    if (r->at > r->begin && is_word(r, r->at - 1))
        return r->at;
    const char *p = r->at + (*r->at == '-');
    if (p < r->end && is_special(r, p))
        return p + 3;
    if (!is_digit(r, p))
        return r->at;
    p = skip_digits(r, p);
    if (p < r->end && *p == '.')
        p = skip_digits(r, p + 1);
    if (p + 2 < r->end && *p == 'e' && (p[1] == '-' || p[1] == '+') && is_digit(r, p + 2))
        p = skip_digits(r, p + 2);
    return is_word(r, p) ? r->at : p;
}

static Token next_token(Reader *r)
{
    while (r->at < r->end && is_space(*r->at))
        r->line += *r->at++ == '\n';
    Token t = {r->at, 0, false};
    if (r->at == r->end)
        return t;
    const char *end = number_end(r);
    t.is_number = end > r->at && end - r->at <= LONGEST_NUMBER;
    t.length = t.is_number ? (size_t)(end - r->at) : 1;
    r->at += t.length;
    return t;
}

static double value_of(Token t)
{
    char text[LONGEST_NUMBER + 1] = "";
    memcpy(text, t.start, t.length);
    return strtod(text, NULL);
}

/* Infinite where one is infinite or not a number and the other is not the same. */
static double distance(Token a, Token b)
{
    double d = fabs(value_of(a) - value_of(b));
    return isfinite(d) ? d : (double)INFINITY;
}

static bool same(Token a, Token b)
{
    return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

bool diff_numbers(Buf *out, DiffText stored, DiffText printed)
{
    Reader left = read_from(stored), right = read_from(printed);
    int count = 0, first = 0;
    double largest = 0;
    for (;;) {
        Token a = next_token(&left), b = next_token(&right);
        if (a.length == 0 && b.length == 0)
            break;
        if (same(a, b))
            continue;
        if (!a.is_number || !b.is_number)
            return false;
        largest = fmax(largest, distance(a, b));
        if (count++ == 0)
            first = left.line;
    }
    if (count == 0)
        return false;
    buf_printf(out, "numbers only: %d cell%s, largest %.4g, first at line %d\n", count,
               count == 1 ? " differs" : "s differ", largest, first);
    return true;
}

/* ---- line ends and merges ---- */

static size_t skip_returns(DiffText t, size_t at)
{
    while (at < t.length && t.bytes[at] == '\r')
        at++;
    return at;
}

bool diff_only_returns(DiffText stored, DiffText printed)
{
    bool equal = stored.length == printed.length;
    size_t a = 0, b = 0;
    for (;;) {
        a = skip_returns(stored, a);
        b = skip_returns(printed, b);
        equal = equal && a == b;
        if (a == stored.length || b == printed.length)
            return !equal && a == stored.length && b == printed.length;
        if (stored.bytes[a++] != printed.bytes[b++])
            return false;
    }
}

int diff_conflict(DiffText text)
{
    static const char *const marks[] = {"<<<<<<< ", "||||||| ", ">>>>>>> "};
    enum { MARK = 8 };
    int line = 1;
    for (size_t at = 0; at < text.length; at++) {
        bool begins = at == 0 || text.bytes[at - 1] == '\n';
        for (size_t i = 0; begins && i < sizeof marks / sizeof *marks; i++)
            if (text.length - at >= MARK && memcmp(text.bytes + at, marks[i], MARK) == 0)
                return line;
        line += text.bytes[at] == '\n';
    }
    return 0;
}
