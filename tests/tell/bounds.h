/* Printed arithmetic computed again: what a text can be worth, where each of its numbers is rounded as pages round it. */
#ifndef TESTS_TELL_BOUNDS_H
#define TESTS_TELL_BOUNDS_H

#include <stdbool.h>

/* All values from low to high. */
typedef struct Bounds {
    double low, high;
} Bounds;

/* Reads the number that a text begins with, as pages write it with so many decimals, "~0" too: the values that are written
 * so. *end is what comes after it, or the text itself where it begins with no number. */
Bounds bounds_number(const char *text, int decimals, const char **end);
/* Computes sums, products, powers and functions of numbers, "2*(-1) + exp(3 - 4)". False for what is no arithmetic, and for
 * numbers that are not finite. */
bool bounds_computed(const char *text, int decimals, Bounds *out);
/* Tells whether a value can be in it, but for what float32 rounds. */
bool bounds_has(Bounds s, double value);
/* Tells whether two can be the same number. */
bool bounds_meet(Bounds a, Bounds b);
Bounds bounds_sum(Bounds a, Bounds b);

#endif
