/* Slips are what an author may not have meant: a block or a comment whose first word is nearly one that lessons know, a
 * lesson without a title, and text that says a result before the code that computes it.
 *
 *     slips_write(&out, run);    "tea.md:9: warning: 'pyhton' is shown and not run: did you mean 'python'?"
 *
 * None of them is a mistake: a lesson may show a block of another kind. */
#ifndef LESSON_SLIPS_H
#define LESSON_SLIPS_H

#include "lesson/run.h"

/* Writes a line for each, in their order. */
void slips_write(Buf *out, const Run *run);

#endif
