/* A screen as a picture: SVG made of text, sharp at any size, that can be searched and copied. */
#ifndef SHOW_PICTURE_H
#define SHOW_PICTURE_H

#include "show/frame.h"

/* Adds the picture of a frame. Every character has a place of its own, so that it stands where it
 * does in the terminal whatever font there is; light or dark is what the reader's system asks for.
 * `title` is what it shows, for those who cannot see it. */
void picture_svg(Buf *out, const Frame *f, const char *title);

#endif
