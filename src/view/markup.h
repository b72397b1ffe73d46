/* Text for HTML and SVG. */
#ifndef VIEW_MARKUP_H
#define VIEW_MARKUP_H

#include "base/buf.h"

/* Adds a text that is no markup, whatever is in it. */
void markup_text(Buf *out, const char *text);
void markup_text_n(Buf *out, const char *text, size_t length);

#endif
