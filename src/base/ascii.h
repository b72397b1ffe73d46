/* Mathematics in ASCII, as one types it: sqrt(3), inf, K^T, 1/2, x^2. What has no such form is left
 * as it is: on the screen a character of its own width stands in for it (view/frame_ascii.c). */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include "base/buf.h"

/* Adds a text with its signs written out. */
void ascii_mathematics(Buf *out, const char *text);

#endif
