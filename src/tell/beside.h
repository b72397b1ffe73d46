/* A result of two runs as one table: its rows with their labels, both runs' numbers, and a * before each that differs. */
#ifndef TELL_BESIDE_H
#define TELL_BESIDE_H

#include "lesson/compare.h"

/* Adds it: the two beside each other where they fit into `width` columns, else one line under the other for each row; of
 * more than a few rows only those that differ. Width 0 is for the ear: under each other, in lines of any length. False,
 * and nothing is added, where the two are no numbers of one shape, or a row would not fit. */
bool beside_table(Buf *out, const CompareRow *row, const char *const title[2], int width);

#endif
