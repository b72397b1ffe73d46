/* A second terminal that shows where the first one is: qkv --follow. The first writes its place to
 * $XDG_STATE_HOME/qkv/now whenever it moves, the second reads it. Four lines of text:
 *
 *     qkv place 5
 *     PAGE STAGE BEAT STEP CELL ITEM HIDDEN UNIT BLANK DETAIL OPENS OPENED ...     as in Place
 *     NAME                                                                         of the lesson
 *     PATH                                         of the copy of it that is shown; empty: itself
 *
 * The file is replaced as a whole, so a reader never sees half of it. What is read is not trusted:
 * nothing else than this is taken, and every number is brought into its range. */
#ifndef APP_FOLLOW_H
#define APP_FOLLOW_H

#include "lesson/library.h"
#include "view/page.h"

/* The file's path; NULL without a home. In `a`. */
const char *follow_path(Arena *a);
/* Writes a place; failing is silent. `library` holds the name of its lesson. */
void follow_write(const char *path, const Library *library, const Place *p);

/* The lesson that the file is about, -1 for none that is here, and the path of the copy of it that the
 * other one shows, empty for none. */
int follow_copy(const char *path, const Library *library, Buf *copy);
/* Reads it into *p, which keeps what is not in the file. False when there is none, it is damaged, or its
 * lesson is not in the library or is broken. */
bool follow_read(const char *path, Library *library, Place *p);

#endif
