/* The signs that pages write beside and instead of numbers: the legend of the help and of the man page
 * is made from one table. */
#ifndef APP_SIGNS_H
#define APP_SIGNS_H

#include "app/keys.h"

typedef struct SignRow {
    unsigned where; /* the pages that have it */
    const char *sign, *words;
} SignRow;

/* All signs, in the order of the help page; *count receives how many. */
const SignRow *signs_table(int *count);

#endif
