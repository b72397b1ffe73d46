/* A parser by descent: sums of products of signed powers of numbers. The text is short, so it cannot
 * nest deeply. */
#include "app/guess.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/common.h"

typedef struct Guess {
    const char *at;
    bool ok;
} Guess;

static double sum(Guess *g);

static bool takes(Guess *g, const char *sign)
{
    g->at += strspn(g->at, " ");
    bool is_there = strncmp(g->at, sign, strlen(sign)) == 0;
    g->at += is_there ? strlen(sign) : 0;
    return is_there;
}

static double truth(double x)
{
    return x;
}

/* Words that stand for a number, or for a function of what follows in brackets. */
static const struct {
    const char *name;
    double value;
    double (*of)(double);
} words[] = {
    {"exp", 0, exp},
    {"sqrt", 0, sqrt},
    {"log", 0, log},
    {"tanh", 0, tanh},
    {"abs", 0, fabs},
    {"e", M_E, truth},
    {"pi", M_PI, truth},
    {"inf", (double)INFINITY, truth},
    {"true", 1, truth},
    {"false", 0, truth},
    {"nan", (double)NAN, truth},
};

static double word(Guess *g)
{
    size_t length = strspn(g->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    for (int i = 0; i < COUNT(words); i++) {
        if (strlen(words[i].name) != length || strncasecmp(words[i].name, g->at, length) != 0)
            continue;
        g->at += length;
        if (words[i].of == truth)
            return words[i].value;
        g->ok = g->ok && takes(g, "(");
        double x = sum(g);
        g->ok = g->ok && takes(g, ")");
        return words[i].of(x);
    }
    g->ok = false;
    return 0;
}

static double number(Guess *g)
{
    char *end;
    double x = strtod(g->at, &end);
    g->ok = g->ok && end != g->at;
    g->at = end;
    return takes(g, "%") ? x / 100 : x;
}

static double atom(Guess *g)
{
    g->at += strspn(g->at, " ");
    if (takes(g, "(")) {
        double x = sum(g);
        g->ok = g->ok && takes(g, ")");
        return x;
    }
    return (*g->at >= '0' && *g->at <= '9') || *g->at == '.' ? number(g) : word(g);
}

static double power(Guess *g)
{
    if (takes(g, "-"))
        return -power(g);
    double x = takes(g, "+") ? power(g) : atom(g);
    return takes(g, "**") || takes(g, "^") ? pow(x, power(g)) : x;
}

static double product(Guess *g)
{
    double x = power(g);
    for (;;)
        if (takes(g, "*"))
            x *= power(g);
        else if (takes(g, "/"))
            x /= power(g);
        else
            return x;
}

static double sum(Guess *g)
{
    double x = product(g);
    for (;;)
        if (takes(g, "+"))
            x += product(g);
        else if (takes(g, "-"))
            x -= product(g);
        else
            return x;
}

bool guess_read(const char *text, double *value)
{
    Guess g = {text, true};
    *value = sum(&g);
    g.at += strspn(g.at, " ");
    return g.ok && *g.at == '\0';
}

/* Many write 0.468 as 0,468. So a comma between two whole numbers separates them only where another comma
 * stands beside them, as in "4,4,5". */
static bool is_decimal_comma(const char *from, const char *at)
{
    static const char digits[] = "0123456789";
    const char *first = at, *after = at + 1;
    while (first > from && first[-1] >= '0' && first[-1] <= '9')
        first--;
    after += strspn(after, digits);
    return *at == ',' && first < at && after > at + 1 && !strspn(after, ".,") &&
           (first == from || !strchr(".,", first[-1]));
}

/* Of the word at `at` in a text. */
static size_t word_length(const char *text, const char *at)
{
    int depth = 0;
    const char *end = at;
    for (; *end && (depth > 0 || !strchr(" ,;", *end) || is_decimal_comma(text, end)); end++)
        depth += (strchr("([", *end) != NULL) - (strchr(")]", *end) != NULL);
    return (size_t)(end - at);
}

GuessWords guess_words(Arena *a, const char *text)
{
    GuessWords g = {0};
    const char *at = text + strspn(text, " ,;");
    for (; *at && g.count < GUESS_WORDS; at += strspn(at, " ,;")) {
        size_t length = word_length(text, at);
        g.word[g.count++] = arena_text(a, at, length);
        at += length;
    }
    return g;
}

/* The same words with points; how many had a comma. */
static int with_points(Arena *a, GuessWords *g)
{
    int commas = 0;
    for (int i = 0; i < g->count; i++) {
        const char *word = g->word[i], *comma = strchr(word, ',');
        if (!comma || !is_decimal_comma(word, comma))
            continue;
        g->word[i] = arena_format(a, "%.*s.%s", (int)(comma - word), word, comma + 1);
        commas++;
    }
    return commas;
}

GuessWords guess_numbers(Arena *a, const char *text, bool has_decimals)
{
    GuessWords several = guess_words(a, text), points = several, one = {1, {text}};
    if (several.count == 0 || guess_are_numbers(&several, 0))
        return several;
    int commas = with_points(a, &points);
    bool are_decimals = has_decimals || strchr(text, ';') || (commas > 1 && commas == points.count);
    return commas > 0 && are_decimals && guess_are_numbers(&points, 0) ? points : one;
}

bool guess_are_numbers(const GuessWords *g, int first)
{
    double value;
    for (int i = first; i < g->count; i++)
        if (!guess_read(g->word[i], &value))
            return false;
    return g->count > first;
}

void guess_refuse(Buf *out, const char *text)
{
    Arena arena = {0};
    GuessWords g = guess_words(&arena, text);
    for (int i = 0; i < g.count; i++) {
        const char *word = g.word[i], *comma = strchr(word, ',');
        int before = comma ? (int)(comma - word) : 0;
        if (comma && is_decimal_comma(word, comma)) {
            buf_printf(out, "%s can be one number or two: write %.*s.%s or %.*s %s", word, before,
                       word, comma + 1, before, word, comma + 1);
            arena_release(&arena);
            return;
        }
    }
    buf_puts(out, "That is no number, nor arithmetic like 1/3 or exp(-2)");
    arena_release(&arena);
}
