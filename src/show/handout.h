/* The handout: a whole run as one HTML page, for paper, for a phone, for those who have no terminal.
 * Prose, code, and every result as a table; under each table how its numbers were made, every number
 * in there a link to where that one was made. It needs no network and no script, and depends on
 * nothing but the lesson: the same bytes each time. */
#ifndef SHOW_HANDOUT_H
#define SHOW_HANDOUT_H

#include "lesson/run.h"

/* Adds the page of a run. `notes`: with what the lesson notes for the speaker. No text of the lesson
 * becomes markup. */
void handout(Buf *out, const Run *run, bool notes);

#endif
