/* What a person answers when asked for a number: the number, or arithmetic that comes to it. */
#ifndef APP_GUESS_H
#define APP_GUESS_H

#include <stdbool.h>

/* Reads "0.98", "98%", "1/3", "2 * (3 - 1)", "4^2", "exp(-2)", "sqrt(3)/2", "-inf" or "true", which
 * is 1. False when that is none. */
bool guess_read(const char *text, double *value);

#endif
