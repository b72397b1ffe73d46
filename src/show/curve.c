#include "show/curve.h"

#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "show/markup.h"

int curve_rows(int free)
{
    return free < CURVE_LEAST ? 0 : min_int(free, CURVE_MOST);
}

/* A curve in a window. */
typedef struct Plot {
    Arena *a;
    Frame *f;
    const Lens *l;
    const DocCurve *c;
    CurveScale scale;
    int row, col;     /* the corner of the blocks                                */
    int rows, width;  /* of them                                                 */
    int columns;      /* as many numbers are side by side                        */
    int pitch, thick; /* screen columns from one to the next, and of its block   */
    int at;           /* the point pointed at, -1: none                          */
    int widest;       /* of the names below                                      */
} Plot;

/* --- columns -------------------------------------------------------------------------------------- */

static int first_point(const Plot *p, int column)
{
    return (int)((int64_t)column * p->c->points / p->columns);
}

/* A column shows the mean of its points that are seen, in either run. */
typedef struct Column {
    double height, was; /* NaN: none */
    bool is_zero, waits, is_changed, is_at;
} Column;

static double mean(double sum, int count)
{
    return count > 0 ? sum / count : (double)NAN;
}

static Column column_of(const Plot *p, int column)
{
    int first = first_point(p, column), end = first_point(p, column + 1), seen = 0, others = 0;
    double sum = 0, before = 0;
    Column col = {.is_zero = true, .is_at = p->at >= first && p->at < end};
    for (int i = first; i < end; i++) {
        const CurveState state = curve_state(p->l, p->c, i);
        double x = curve_number(p->l, p->c, i), height = curve_height(&p->scale, x);
        double was = curve_height(&p->scale, curve_was(p->l, p->c, i));
        col.waits = col.waits || state == CURVE_WAITS;
        col.is_changed = col.is_changed || state == CURVE_CHANGED;
        col.is_zero = col.is_zero && x == 0 && height == 0;
        sum += isnan(height) ? 0 : height;
        seen += !isnan(height);
        before += isnan(was) ? 0 : was;
        others += !isnan(was);
    }
    col.height = mean(sum, seen);
    col.was = mean(before, others);
    return col;
}

/* Every number that is not at the axis is seen at least as an eighth: a blank is nothing. */
static int eighths_of(const Plot *p, const Column *of)
{
    int eighths = (int)lround(of->height * p->rows * 8);
    return of->is_zero ? 0 : max_int(eighths, 1);
}

static void fill_row(const Plot *p, int row, int column, Style style, const char *text)
{
    for (int i = 0; i < p->thick; i++)
        frame_put(p->f, row, p->col + column * p->pitch + i, style, text);
}

/* The line that tells how high a column was: in the blank above it, or through its blocks. */
static void draw_was(const Plot *p, int column, const Column *of, int eighths)
{
    int up = clamp_int((int)ceil(of->was * p->rows) - 1, 0, p->rows - 1);
    bool is_full = eighths >= 8 * (up + 1), is_part = eighths > 8 * up && !is_full;
    if (of->is_changed && !isnan(of->was) && !is_part)
        fill_row(p, p->row + p->rows - 1 - up, column, is_full ? STYLE_SELECTED : STYLE_OTHER, "─");
}

static void draw_column(const Plot *p, int column)
{
    static const char *const block[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const Column of = column_of(p, column);
    const Style style = of.is_at ? STYLE_OPERAND : of.is_changed ? STYLE_OTHER : STYLE_TEXT;
    int bottom = p->row + p->rows - 1;
    if (isnan(of.height)) {
        if (of.waits)
            frame_put(p->f, bottom, p->col + column * p->pitch, STYLE_FAINT, "?");
        return;
    }
    int eighths = eighths_of(p, &of);
    for (int up = 0; up * 8 < eighths; up++)
        fill_row(p, bottom - up, column, style, block[min_int(eighths - up * 8, 8) - 1]);
    draw_was(p, column, &of, eighths);
}

/* --- axis and names ------------------------------------------------------------------------------- */

static const char *brief(const DocPoint *point)
{
    return point->label + point->brief;
}

/* Numbers have four columns at most, names as many as the widest of them and one between. */
static void measure(Plot *p, int room)
{
    enum { NAME = 10, LEAST = 3, WIDE = 4 };
    for (int i = 0; i < p->c->points; i++)
        p->widest = max_int(p->widest, utf8_columns(brief(&p->c->point[i])));
    int most = p->c->is_shares ? clamp_int(p->widest, LEAST, NAME) + 1 : WIDE;
    p->columns = min_int(p->c->points, max_int(room, 1));
    p->pitch = clamp_int(room / max_int(p->columns, 1), 1, most);
    p->thick = p->c->is_shares ? max_int(p->pitch - 1, 1) : p->pitch;
    p->width = p->columns * p->pitch;
}

static void draw_axis(const Plot *p)
{
    const double end[] = {p->scale.high, p->scale.low};
    for (int i = 0; i < 2; i++) {
        const char *text = curve_label(p->a, p->l, end[i]);
        int line = p->row + (i == 0 ? 0 : p->rows - 1), columns = utf8_columns(text);
        frame_put(p->f, line, p->col - 2 - columns, STYLE_LABEL, text);
    }
    for (int i = 0; i < p->rows; i++)
        frame_put(p->f, p->row + i, p->col - 1, STYLE_FAINT, "│");
}

/* All names where each has room below its column; else those of both ends, and the one pointed at after a sign. */
static void draw_names(const Plot *p)
{
    int line = p->row + p->rows, count = p->c->points;
    if (p->columns == count && p->pitch > p->widest) {
        for (int i = 0; i < count; i++)
            frame_put(p->f, line, p->col + i * p->pitch, i == p->at ? STYLE_RESULT : STYLE_LABEL,
                      brief(&p->c->point[i]));
        return;
    }
    const char *last = brief(&p->c->point[count - 1]);
    frame_fit(p->f, line, p->col, p->width, STYLE_LABEL, brief(&p->c->point[0]));
    frame_fit(p->f, line, p->col + max_int(p->width - utf8_columns(last), 0), p->width, STYLE_LABEL,
              last);
    if (p->at < 0 || p->at >= count)
        return;
    const char *name = arena_format(p->a, "^%s", brief(&p->c->point[p->at]));
    int columns = utf8_columns(name), at = 0;
    while (at + 1 < p->columns && first_point(p, at + 1) <= p->at)
        at++;
    bool is_left = at * p->pitch + columns > p->width; /* then the sign comes after the name */
    if (is_left)
        name = arena_format(p->a, "%s^", brief(&p->c->point[p->at]));
    int from = p->col + max_int(at * p->pitch + (is_left ? p->thick - columns : 0), 0);
    frame_fill(p->f, line, from - 1, columns + 2, STYLE_TEXT);
    frame_put(p->f, line, from, STYLE_OPERAND, name);
}

static void draw_title(const Plot *p, const Piece *piece, int row, int col, int width)
{
    const char *title = curve_title(p->a, p->l, p->c);
    title = arena_format(p->a, "%s%s", piece->is_peeked ? "? " : "", title);
    int used = frame_fit(p->f, row, col, width, STYLE_HEADING, title), n = p->c->points;
    if (n > p->columns)
        frame_fit(p->f, row, col + used, width - used, STYLE_FAINT,
                  arena_format(p->a,
                               n % p->columns ? "  a column is the mean of %d or %d"
                                              : "  a column is the mean of %d",
                               n / p->columns, n / p->columns + 1));
}

/* A click on a column opens its first number, or marks its row. */
static void link_columns(const Plot *p)
{
    for (int k = 0; k < p->columns; k++) {
        int i = first_point(p, k);
        const DocPoint *of = &p->c->point[i];
        Link link = {TARGET_ROW, i, 0};
        if (!p->c->is_rows)
            link = of->t && of->t->step >= 0 ? (Link){TARGET_NUMBER, of->t->step, of->cell}
                                             : (Link){0};
        for (int r = 0; r < p->rows; r++)
            frame_link(p->f, p->row + r, p->col + k * p->pitch, p->pitch, link);
    }
}

void curve_draw(Frame *f, int row, int col, int rows, int width, const Lens *l, const Piece *piece,
                int at)
{
    Arena scratch = {0};
    Plot p = {.a = &scratch, .f = f, .l = l, .c = piece->curve, .at = at, .row = row + 1};
    p.scale = curve_scale(l, p.c);
    p.rows = rows - 2;
    int left = max_int(utf8_columns(curve_label(&scratch, l, p.scale.high)),
                       utf8_columns(curve_label(&scratch, l, p.scale.low))) +
               2;
    if (left >= width / 2)
        left = 0; /* the columns are worth more */
    p.col = col + left;
    measure(&p, width - left);
    draw_title(&p, piece, row, col, width);
    if (left > 0)
        draw_axis(&p);
    for (int k = 0; k < p.columns; k++)
        draw_column(&p, k);
    draw_names(&p);
    link_columns(&p);
    arena_release(&scratch);
}

/* --- SVG ------------------------------------------------------------------------------------------ */

/* The picture's sizes, in its own units: the blocks lie between axis and names. */
enum { WIDTH = 640, HEIGHT = 150, AXIS = 72, TOP = 8, BASE = 126, NAMES = 144 };

typedef struct Drawing {
    Buf *out;
    Arena a;
    const Lens *l;
    const DocCurve *c;
    CurveScale scale;
    double step; /* from one point to the next */
    int every;   /* so many points have one name below: of more there is no room */
} Drawing;

static double across(const Drawing *d, int point)
{
    return AXIS + (point + 0.5) * d->step;
}

static double down(const Drawing *d, double number)
{
    return BASE - curve_height(&d->scale, number) * (BASE - TOP);
}

static void put_svg_text(Drawing *d, const char *class, double x, double y, const char *text)
{
    buf_printf(d->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    markup_text(d->out, text);
    buf_puts(d->out, "</text>\n");
}

static void put_axes(Drawing *d)
{
    enum { UNDER = 4 /* half the height of a digit */ };
    const CurveScale *s = &d->scale;
    bool has_zero = !s->is_log && s->low < 0 && s->high > 0;
    const double at[] = {s->high, s->low, 0};
    for (int i = 0; i < 2 + has_zero; i++) {
        put_svg_text(d, "axis", AXIS - 6, down(d, at[i]) + UNDER, curve_label(&d->a, d->l, at[i]));
        buf_printf(d->out, "<path class=\"axis\" d=\"M%d %.1fH%d\"/>\n", AXIS, down(d, at[i]),
                   WIDTH);
    }
    for (int i = 0; i < d->c->points; i++)
        if (i % d->every == 0 || i == d->c->at)
            put_svg_text(d, i == d->c->at ? "name at" : "name", across(d, i), NAMES,
                         brief(&d->c->point[i]));
}

/* The class of a point: what is to be seen of it besides its number. */
static const char *point_class(const Drawing *d, int point)
{
    static const char *const class[] = {[CURVE_PLAIN] = "point",
                                        [CURVE_WAITS] = "point",
                                        [CURVE_PEEKED] = "point peeked",
                                        [CURVE_CHANGED] = "point changed"};
    return point == d->c->at ? "point at" : class[curve_state(d->l, d->c, point)];
}

static double number_at(const Drawing *d, int point, bool is_before)
{
    return is_before ? curve_was(d->l, d->c, point) : curve_number(d->l, d->c, point);
}

static bool is_there(const Drawing *d, int point, bool is_before)
{
    return isfinite(number_at(d, point, is_before));
}

/* A line from point to point; a number that is not seen parts it. */
static void put_way(Drawing *d, bool is_before)
{
    bool goes_on = false, any = false;
    for (int i = 0; i < d->c->points; i++) {
        if (is_there(d, i, is_before)) {
            buf_puts(d->out, any         ? ""
                             : is_before ? "<path class=\"was\" d=\""
                                         : "<path class=\"way\" d=\"");
            buf_printf(d->out, "%c%.1f %.1f", goes_on ? 'L' : 'M', across(d, i),
                       down(d, number_at(d, i, is_before)));
            any = true;
        }
        goes_on = is_there(d, i, is_before);
    }
    buf_puts(d->out, any ? "\"/>\n" : "");
}

/* A share is a column from the axis, another number a dot of the line. */
static void put_point(Drawing *d, int i)
{
    double x = across(d, i), y = down(d, curve_number(d->l, d->c, i)), wide = d->step * 0.7;
    const char *class = point_class(d, i);
    if (!is_there(d, i, false)) {
        put_svg_text(d, "name", x, BASE - 4, "?");
        return;
    }
    if (d->c->is_shares)
        buf_printf(d->out,
                   "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
                   class, x - wide / 2, y, wide, BASE - y);
    else
        buf_printf(d->out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\">", class, x, y,
                   fmin(fmax(d->step / 3, 1), 4));
    buf_puts(d->out, "<title>");
    markup_text(d->out, curve_point_told(&d->a, d->l, d->c, i));
    buf_puts(d->out, d->c->is_shares ? "</title></rect>\n" : "</title></circle>\n");
    if (d->c->is_shares && is_there(d, i, true))
        buf_printf(d->out, "<path class=\"was\" d=\"M%.1f %.1fh%.1f\"/>\n", x - wide / 2,
                   down(d, curve_was(d->l, d->c, i)), wide);
}

void curve_svg(Buf *out, const Lens *l, const DocCurve *c)
{
    enum { LETTER = 8 /* the width of one in a name */ };
    Drawing d = {.out = out, .l = l, .c = c, .scale = curve_scale(l, c)};
    int widest = 1;
    for (int i = 0; i < c->points; i++)
        widest = max_int(widest, utf8_columns(brief(&c->point[i])));
    d.step = (double)(WIDTH - AXIS) / max_int(c->points, 1);
    d.every = (int)ceil((widest + 1) * LETTER / d.step);
    buf_printf(out, "<svg class=\"curve\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH,
               HEIGHT);
    markup_text(out, curve_told(&d.a, l, c));
    buf_puts(out, "\">\n");
    put_axes(&d);
    if (!c->is_shares) {
        put_way(&d, true);
        put_way(&d, false);
    }
    for (int i = 0; i < c->points; i++)
        put_point(&d, i);
    buf_puts(out, "</svg>\n");
    arena_release(&d.a);
}
