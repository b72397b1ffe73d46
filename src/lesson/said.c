#include "lesson/said.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"

static bool is_of_said_name(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '.';
}

/* Measures the digits before the point, with commas at the thousands: "160,000". */
static size_t whole_length(const char *at, const char *end)
{
    enum { GROUP = 3 };
    size_t n = 0;
    while (at + n < end && is_digit(at[n]))
        n++;
    while (n > 0 && at + n + GROUP < end && at[n] == ',' && is_digit(at[n + 1]) &&
           is_digit(at[n + 2]) && is_digit(at[n + 3]) &&
           !(at + n + GROUP + 1 < end && is_digit(at[n + GROUP + 1])))
        n += GROUP + 1;
    return n;
}

/* Tells whether a text ends in a word that numbers something: "lesson ", "stages ". */
static bool ends_in_counter(const char *text, const char *end)
{
    static const char *const words[] = {"esson", "essons", "tage", "tages", "step", "line"};
    while (end > text && (end[-1] == ' ' || end[-1] == '\n'))
        end--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(end - text) >= n && strncmp(end - n, words[i], n) == 0)
            return true;
    }
    return false;
}

/* A sign that stands before a number and after nothing that it could be taken from: "-1", "(−1", but "4 - 1" and "x-1"
 * have none. */
static bool is_negative(const char *text, const char *at)
{
    static const char minus[] = "\xe2\x88\x92";
    size_t n = at > text && at[-1] == '-'                                    ? 1
               : at - text >= 3 && memcmp(at - 3, minus, strlen(minus)) == 0 ? strlen(minus)
                                                                             : 0;
    const char *sign = at - n;
    return n > 0 && (sign == text || !(is_of_said_name(sign[-1]) || sign[-1] == ')'));
}

bool said_next(const char **from, const char *end, Said *out)
{
    enum { DIGITS = 40, MOST = 9 };
    const char *text = *from, *at = text;
    while (at < end) {
        size_t whole = whole_length(at, end), decimals = 0;
        bool is_inside = at > text && is_of_said_name(at[-1]);
        if (whole > 0 && at + whole + 1 < end && at[whole] == '.')
            while (at + whole + 1 + decimals < end && is_digit(at[whole + 1 + decimals]))
                decimals++;
        size_t length = whole + (decimals > 0 ? decimals + 1 : 0);
        bool goes_on = at + length < end && (is_letter(at[length]) || at[length] == '_');
        bool is_number = whole > 0 && !is_inside && !goes_on && length < DIGITS &&
                         decimals < MOST && !ends_in_counter(text, at);
        if (is_number) {
            char digits[DIGITS];
            size_t n = 0;
            for (size_t i = 0; i < length; i++)
                if (at[i] != ',')
                    digits[n++] = at[i];
            digits[n] = '\0';
            bool is_percent = at + length < end && at[length] == '%';
            double number = strtod(digits, NULL) / (is_percent ? 100 : 1);
            decimals += is_percent ? 2 : 0;
            *out = (Said){is_negative(text, at) ? -number : number, (int)decimals, at, length};
            *from = at + length;
            return true;
        }
        at += length > 0 ? length : 1;
    }
    *from = end;
    return false;
}

static double scale_of(const Said *s)
{
    return pow(10, s->decimals);
}

static bool is_scaled(const Said *s, double scale, double cell)
{
    static const double close = 1e-3; /* of a whole number: 16 may be 15.9999 */
    if (s->decimals == 0)
        return fabs(cell - s->number) < close;
    return nearbyint(cell * scale) == nearbyint(s->number * scale);
}

bool said_is_cell(const Said *s, double cell)
{
    return is_scaled(s, scale_of(s), cell);
}

bool said_in_tensor(const Said *s, const QkvTensor *t)
{
    const double scale = scale_of(s);
    for (int64_t i = 0; i < t->count; i++)
        if (is_scaled(s, scale, qkv_tensor_at(t, i)))
            return true;
    return false;
}

bool said_in_text(const Said *s, const char *text)
{
    Said told;
    const char *end = text + strlen(text);
    while (said_next(&text, end, &told))
        if (said_is_cell(s, told.number))
            return true;
    return false;
}
