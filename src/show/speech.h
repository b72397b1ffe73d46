/* Documents for the ear, and for lines that nothing is aligned in: each number after its label. */
#ifndef SHOW_SPEECH_H
#define SHOW_SPEECH_H

#include "base/buf.h"

/* The text in lines as wide as a terminal, which would break them inside of words. */
void speech_lines(Buf *out, const char *text);

#endif
