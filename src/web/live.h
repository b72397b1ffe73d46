/* The page of elements: what the app shows, in parts of a page. The lesson's page stands in two parts, text and step; the
 * page that lies over it, a number's or a list, beside these. */
#ifndef WEB_LIVE_H
#define WEB_LIVE_H

#include "app/app.h"
#include "show/elements.h"

enum { LIVE_WIDTH = 100, LIVE_HEIGHT = 40 }; /* of what breaks its own lines: code, trees */

/* Writes all parts; adds the names of those that are others than the last time, parted by blanks. */
void live_write(Buf *changed, App *app);
/* A part as it was written last, "" for none. */
const char *live_part(const char *name);
/* The meaning of a number of the page; false for none. */
bool live_deed(int number, Deed *deed);
/* Adds what is said of the cell, or the term, that a number means; nothing for any other. */
void live_about(Buf *out, App *app, int number);
/* Forgets the parts, so that all are others the next time; and gives their memory back. */
void live_forget(void);

#endif
