/* Picture of who looks at whom as SVG: a bar for each number, whose name and number are its title. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "show/looks.h"
#include "show/markup.h"
#include "tell/axes.h"

enum { LETTER = 8, LINE = 20, CELL = 64, FULL = 56, BAR = 12, NAME_MOST = 16, MOSTLY = 20 };

typedef struct LooksSvg {
    Buf *out;
    const Lens *l;
    const DocLooks *d;
    int left; /* of the bars */
    Arena a;
} LooksSvg;

static void put_text(LooksSvg *s, int x, int y, const char *class, const char *text, int most)
{
    size_t length = strlen(text), fits = utf8_fit(text, length, most);
    buf_printf(s->out, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, y, class);
    markup_text(s->out, arena_format(&s->a, "%.*s%s", (int)fits, text, fits < length ? "~" : ""));
    buf_puts(s->out, "</text>\n");
}

static int widest_name(LooksSvg *s)
{
    int widest = 1;
    for (int64_t r = 0; r < matrix_rows(s->d->t); r++)
        widest = max_int(widest, utf8_columns(looks_name(&s->a, s->d, true, r)));
    return min_int(widest, NAME_MOST);
}

/* "she looks at Anna: 0.9997" over a bar as long as that; a dot where a mask hides it. */
static void put_cell(LooksSvg *s, int64_t row, int64_t col)
{
    int64_t cell = looks_first(s->d) + row * matrix_cols(s->d->t) + col;
    const LookCell look = looks_cell(s->l, s->d, cell);
    NumberFormat format = lens_format(s->l, s->d->t);
    int x = s->left + (int)col * CELL, y = (int)(row + 1) * LINE;
    Buf number = {.arena = &s->a};
    if (look.kind != LOOK_BAR) {
        static const char *const signs[] = {
            [LOOK_MASKED] = ".", [LOOK_UNSEEN] = LENS_UNKNOWN, [LOOK_NONE] = "nan"};
        put_text(s, x, y + BAR + 2, "sign", signs[look.kind], MOSTLY);
        return;
    }
    lens_marked(&number, s->l, s->d->t, cell, &format);
    buf_printf(s->out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" class=\"%s\"><title>",
               x, y + (LINE - BAR) / 2, fabs(look.part) * FULL, BAR,
               look.part < 0 ? "below" : "bar");
    markup_text(s->out,
                arena_format(&s->a, "%s looks at %s: %s", looks_name(&s->a, s->d, true, row),
                             looks_name(&s->a, s->d, false, col), buf_text(&number)));
    buf_puts(s->out, "</title></rect>\n");
}

static void put_told(LooksSvg *s)
{
    for (int64_t r = 0; r < matrix_rows(s->d->t); r++) {
        int64_t cell = looks_first(s->d) + r * matrix_cols(s->d->t);
        markup_text(s->out, arena_format(&s->a, "%s%s mostly looks at %s", r > 0 ? "; " : "",
                                         looks_name(&s->a, s->d, true, r),
                                         looks_mostly(&s->a, s->l, s->d, cell)));
    }
}

void looks_svg(Buf *out, const Lens *l, const DocLooks *d)
{
    LooksSvg s = {.out = out, .l = l, .d = d};
    int64_t rows = matrix_rows(d->t), cols = matrix_cols(d->t);
    s.left = (widest_name(&s) + 1) * LETTER;
    int width = s.left + (int)cols * CELL + MOSTLY * LETTER, height = (int)(rows + 1) * LINE + 4;
    buf_printf(out,
               "<svg class=\"looks\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"",
               width, height, width);
    put_told(&s);
    buf_puts(out, "\">\n");
    for (int64_t c = 0; c < cols; c++)
        put_text(&s, s.left + (int)c * CELL, LINE - 4, "name", looks_name(&s.a, d, false, c),
                 CELL / LETTER - 1);
    for (int64_t r = 0; r < rows; r++) {
        put_text(&s, 0, (int)(r + 1) * LINE + BAR + 2, "name", looks_name(&s.a, d, true, r),
                 NAME_MOST);
        for (int64_t c = 0; c < cols; c++)
            put_cell(&s, r, c);
        put_text(&s, s.left + (int)cols * CELL, (int)(r + 1) * LINE + BAR + 2, "mostly",
                 looks_mostly(&s.a, l, d, looks_first(d) + r * cols), MOSTLY - 1);
    }
    buf_puts(out, "</svg>\n");
    arena_release(&s.a);
}
