/* Links in text for a terminal (OSC 8): a name or a place of a lesson leads to its file. */
#ifndef APP_LINKS_H
#define APP_LINKS_H

#include "lesson/library.h"

/* Tells whether what is written to a file may have links: a terminal that is known to take them, or $QKV_LINKS is 1;
 * never where that is 0, nor into a pipe. */
bool links_wanted(int file);

typedef enum LinkKind {
    LINK_NONE,
    LINK_PLACES, /* "lessons/01-x.md:12:5" at the beginning of a line */
    LINK_NAMES   /* "01-x " there                                      */
} LinkKind;

/* Makes links of them, in a text that is safe already. */
void links_add(Buf *text, const Library *library, LinkKind kind);

#endif
