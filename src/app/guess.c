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

GuessWords guess_words(Arena *a, const char *text)
{
    GuessWords g = {0};
    for (const char *at = text; g.count < GUESS_WORDS && *(at += strspn(at, " ,;"));) {
        int depth = 0;
        const char *end = at;
        for (; *end && (depth > 0 || !strchr(" ,;", *end)); end++)
            depth += (strchr("([", *end) != NULL) - (strchr(")]", *end) != NULL);
        g.word[g.count++] = arena_text(a, at, (size_t)(end - at));
        at = end;
    }
    return g;
}

GuessWords guess_numbers(Arena *a, const char *text, double number[GUESS_WORDS])
{
    GuessWords g = guess_words(a, text);
    int read = 0;
    while (read < g.count && guess_read(g.word[read], &number[read]))
        read++;
    if (read == g.count)
        return g;
    return guess_read(text, number) ? (GuessWords){1, {text}} : (GuessWords){0};
}
