/* What a lesson notes for the speaker: <!-- note: ... -->. */
#ifndef VIEW_NOTES_H
#define VIEW_NOTES_H

#include "base/buf.h"
#include "lesson/lesson.h"

/* Adds the notes of a stage, each ending in a newline; nothing when it has none. Control characters
 * are shown as '?'. Returns how many there are. */
int notes_write(Buf *out, const Stage *stage);

#endif
