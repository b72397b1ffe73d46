/* Text for HTML and SVG. */
#ifndef SHOW_MARKUP_H
#define SHOW_MARKUP_H

#include "base/buf.h"

/* Adds a text that is no markup, whatever is in it. */
void markup_text(Buf *out, const char *text);
/* The same for the address of a link: what does not belong in one is written as %20 and so on. */
void markup_address(Buf *out, const char *address);

#endif
