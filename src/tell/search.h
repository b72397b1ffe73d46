/* Finding a text in a lesson: in prose and code, and in all that pages show of results. The list of what is found is
 * tell_found. */
#ifndef TELL_SEARCH_H
#define TELL_SEARCH_H

#include "tell/lens.h"

/* How many cells of a tensor have a word in their number, as it is shown, in full or rounded, and the first `room` of
 * them: where there is room for one, it is one that has it as it is shown. Hidden ones have none, nor is there one where the
 * word is no part of a number. */
int64_t search_cells(const Lens *l, const QkvTensor *t, const char *word, int64_t *cell, int room);

#endif
