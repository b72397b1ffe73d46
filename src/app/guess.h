/* Reads the answer of a person who was asked for a number: the number, or arithmetic that comes to it. */
#ifndef APP_GUESS_H
#define APP_GUESS_H

#include <stdbool.h>

#include "base/arena.h"

/* Reads "0.98", "98%", "1/3", "2 * (3 - 1)", "4^2", "exp(-2)", "sqrt(3)/2", "-inf" or "true", which
 * is 1. False when that is none. */
bool guess_read(const char *text, double *value);

/* The words of a text, between blanks and commas that are not in brackets. */
enum { GUESS_WORDS = 64 };

typedef struct GuessWords {
    int count;
    const char *word[GUESS_WORDS];
} GuessWords;

GuessWords guess_words(Arena *a, const char *text);
/* The numbers of a text, "0.5 1/2" or "1, -1", and their words; or the text as one word where not all of them are:
 * "2 * 3". None where that is no number, either. */
GuessWords guess_numbers(Arena *a, const char *text, double number[GUESS_WORDS]);

#endif
