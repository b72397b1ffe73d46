/* A what-if of a lesson as text: its changes, and what they make of the results that it is about. */
#ifndef TELL_PREPARED_H
#define TELL_PREPARED_H

#include "lesson/compare.h"
#include "tell/lens.h"

/* Old and new side by side where they fit into `width` columns, above each other where not. Nothing for a
 * stage that is no what-if; its changes alone where they cannot be made, or while its results are hidden. Width 0 is for
 * the ear: above each other, and no line is broken. */
void prepared_text(Buf *out, const Lens *l, int stage, int width);
/* A result of two runs in the same way, under two titles, and how it differs. */
void prepared_row(Buf *out, const CompareRow *row, const char *const title[2], int width);

#endif
