/* The styles of a frame as a second grid: a letter for each. */
#ifndef TESTS_STYLES_H
#define TESTS_STYLES_H

#include "show/frame.h"

/* In their order .TBHSECLFOPRX! (P is the other operand, X the selection). Lines are not cut. */
static inline void frame_styles(Buf *out, const Frame *f)
{
    static const char letters[] = ".TBHSECLFOPRX!";
    _Static_assert(sizeof letters == STYLE_COUNT + 1, "a letter for each style");
    for (int i = 0; i < f->width * f->height; i++) {
        buf_putc(out, letters[f->glyph[i].style]);
        if (i % f->width == f->width - 1)
            buf_putc(out, '\n');
    }
}

#endif
