/* Judges guesses at numbers. The word for a wrong one never tells how far off it is: that would be the
 * answer. */
#ifndef APP_JUDGE_H
#define APP_JUDGE_H

#include "app/guess.h"
#include "tell/number.h"

/* As the page shows it, or rounded to two digits or more, or half a percent off. */
bool judge_is_right(const char *guess, const QkvTensor *t, int64_t cell, int decimals);
/* "too small", "too large", "close, right to two digits", "not it". */
const char *judge_wrong(const char *guess, const QkvTensor *t, int64_t cell);

#endif
