/* A what-if of a lesson as text: its changes, and what they make of the results that it is about. */
#ifndef VIEW_PREPARED_H
#define VIEW_PREPARED_H

#include "lesson/prepared.h"
#include "view/matrix.h"

/* Old and new side by side where they fit into `width` columns, above each other where not. Nothing for a
 * stage that is no what-if; its changes alone where they cannot be made. Width 0 is for the ear: above each other,
 * and no line is broken. */
void prepared_text(Buf *out, const Run *run, int stage, int width);
/* The same as far as a class sees it: of each result first the old one, then the new; the speaker, who `peeks`, sees
 * all, with a ? at what is hidden. And how many these are. */
void prepared_seen(Buf *out, const Run *run, int stage, int width, const Sight *sight, bool peeks);
int64_t prepared_cells(const Run *run, int stage);

#endif
