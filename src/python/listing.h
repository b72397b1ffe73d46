/* The list of all names that lessons know. */
#ifndef PYTHON_LISTING_H
#define PYTHON_LISTING_H

#include "python/names.h"

/* Writes the names that contain a word, all of them when it is NULL, or the one with a dotted path:
 * grouped by where they are found, each with its signature and its formula. False, with what might
 * have been meant, when there is none. */
bool names_list(Buf *out, const Package *const *packages, const char *word);

#endif
