#include "tell/curve.h"

#include <math.h>

#include "base/common.h"
#include "core/tensor.h"
#include "lesson/placed.h"
#include "tell/axes.h"
#include "tell/roles.h"

/* --- numbers -------------------------------------------------------------------------------------- */

double curve_number(const Lens *l, const DocCurve *c, int point)
{
    const DocPoint *p = &c->point[point];
    const QkvTensor *shown = p->t ? lens_exact(l, p->t, p->cell) : NULL;
    return shown ? lens_value(l, shown, p->cell) : (double)NAN;
}

double curve_was(const Lens *l, const DocCurve *c, int point)
{
    const DocPoint *p = &c->point[point];
    if (!p->was || !l->align || l->differs)
        return (double)NAN;
    const Lens without = lens_other(l);
    return lens_value(&without, p->was, p->was_cell);
}

CurveState curve_state(const Lens *l, const DocCurve *c, int point)
{
    const DocPoint *p = &c->point[point];
    const Lens class = lens_of_class(l);
    const Cells cell = {p->cell, 1};
    if (!p->t)
        return CURVE_PLAIN;
    return !lens_shows_cells(l, p->t, cell)               ? CURVE_WAITS
           : !lens_shows_cells(&class, p->t, cell)        ? CURVE_PEEKED
           : lens_state(l, p->t, p->cell) == LENS_CHANGED ? CURVE_CHANGED
                                                          : CURVE_PLAIN;
}

/* --- the axis ------------------------------------------------------------------------------------- */

typedef struct CurveRange {
    double low, high, least; /* the smallest above 0 */
} CurveRange;

static void widen(CurveRange *r, double number)
{
    if (!isfinite(number))
        return;
    r->low = fmin(r->low, number);
    r->high = fmax(r->high, number);
    r->least = number > 0 ? fmin(r->least, number) : r->least;
}

/* An axis has 0 on it, unless it is one of logarithms; that of shares ends at 1, so that two of them can be compared. */
CurveScale curve_scale(const Lens *l, const DocCurve *c)
{
    enum { WIDE = 1000 };
    CurveRange r = {HUGE_VAL, -HUGE_VAL, HUGE_VAL};
    for (int i = 0; i < c->points; i++) {
        widen(&r, curve_number(l, c, i));
        widen(&r, curve_was(l, c, i));
    }
    CurveScale s = {.any = r.low <= r.high};
    s.is_log = s.any && !c->is_shares && r.low >= 0 && r.high / WIDE > r.least;
    s.low = s.is_log ? r.least : fmin(0, r.low);
    s.high = c->is_shares && r.high <= 1 ? 1 : s.is_log ? r.high : fmax(0, r.high);
    return s;
}

/* Halves, since the distance of two large numbers may be none. */
double curve_height(const CurveScale *s, double number)
{
    if (!isfinite(number))
        return (double)NAN;
    if (s->is_log)
        return number <= s->low ? 0 : log(number / s->low) / log(s->high / s->low);
    double all = s->high / 2 - s->low / 2;
    return all > 0 ? (number / 2 - s->low / 2) / all : 0;
}

const char *curve_label(Arena *a, const Lens *l, double number)
{
    Buf text = {.arena = a};
    number_short(&text, number, l->decimals);
    return buf_text(&text);
}

/* --- words ---------------------------------------------------------------------------------------- */

static const char *number_of(Arena *a, const Lens *l, const DocCurve *c, int point)
{
    Buf text = {.arena = a};
    const DocPoint *p = &c->point[point];
    lens_marked(&text, l, p->t, p->cell, NULL);
    return buf_text(&text);
}

const char *curve_title(Arena *a, const Lens *l, const DocCurve *c)
{
    const CurveScale s = curve_scale(l, c);
    return s.is_log ? arena_format(a, "%s (logarithm)", c->name) : c->name;
}

const char *curve_point_told(Arena *a, const Lens *l, const DocCurve *c, int point)
{
    const DocPoint *p = &c->point[point];
    Buf text = {.arena = a};
    buf_printf(&text, "%s: %s", p->label, p->t ? number_of(a, l, c, point) : "no number");
    if (p->was && !l->differs && curve_state(l, c, point) == CURVE_CHANGED) {
        const Lens without = lens_other(l);
        buf_puts(&text, ", was ");
        lens_cell(&text, &without, p->was, p->was_cell, NULL);
    }
    return buf_text(&text);
}

/* The points that a way is told by: the first and the last that are seen, the lowest and the highest; -1: none is. */
typedef struct CurveWay {
    int first, last, low, high, hidden;
} CurveWay;

static CurveWay way_of(const Lens *l, const DocCurve *c)
{
    CurveWay w = {-1, -1, -1, -1, 0};
    for (int i = 0; i < c->points; i++) {
        double x = curve_number(l, c, i);
        w.hidden += curve_state(l, c, i) == CURVE_WAITS;
        if (!isfinite(x))
            continue;
        w.first = w.first < 0 ? i : w.first;
        w.last = i;
        w.low = w.low < 0 || x < curve_number(l, c, w.low) ? i : w.low;
        w.high = w.high < 0 || x > curve_number(l, c, w.high) ? i : w.high;
    }
    return w;
}

static void put_extreme(Buf *out, Arena *a, const Lens *l, const DocCurve *c, const char *word,
                        int point)
{
    buf_printf(out, "; %s at %s: %s", word, c->point[point].label, number_of(a, l, c, point));
}

/* Of shares it is told where the most is, of others how they go on from the first to the last. */
const char *curve_told(Arena *a, const Lens *l, const DocCurve *c)
{
    const CurveWay w = way_of(l, c);
    Buf text = {.arena = a};
    if (w.first < 0)
        return "";
    const double first = curve_number(l, c, w.first), last = curve_number(l, c, w.last);
    const double low = curve_number(l, c, w.low), high = curve_number(l, c, w.high);
    buf_printf(&text, "%s: ", curve_title(a, l, c));
    if (low == high)
        buf_printf(&text, "%s throughout", number_of(a, l, c, w.first));
    else if (c->is_shares)
        buf_printf(&text, "most at %s: %s; least at %s: %s", c->point[w.high].label,
                   number_of(a, l, c, w.high), c->point[w.low].label, number_of(a, l, c, w.low));
    else
        buf_printf(&text, "%s from %s to %s in %d %s",
                   last < first   ? "falls"
                   : last > first ? "rises"
                                  : "goes",
                   number_of(a, l, c, w.first), number_of(a, l, c, w.last), c->points, c->all);
    if (!c->is_shares && low < fmin(first, last))
        put_extreme(&text, a, l, c, "lowest", w.low);
    if (!c->is_shares && high > fmax(first, last))
        put_extreme(&text, a, l, c, "highest", w.high);
    if (w.hidden > 0)
        buf_printf(&text, "; %d not shown yet", w.hidden);
    buf_putc(&text, '.');
    return buf_text(&text);
}

/* --- a row of shares ------------------------------------------------------------------------------ */

DocCurve *curve_of_shares(Arena *a, const Lens *l, const QkvTensor *t, const char *name)
{
    enum { FEW = 4, MOST = 4096 };
    if (t->rank < 1 || matrix_cols(t) != t->count || t->count <= FEW || t->count > MOST ||
        !lens_shares(l, t))
        return NULL;
    const QkvTensor *other = lens_partner(l, t);
    bool is_beside = other && qkv_tensor_same_shape(other, t) &&
                     tensor_placed(a, other, t) == other;
    DocCurve *c = arena_new(a, DocCurve);
    *c = (DocCurve){.name = arena_format(a, "shares of %s", name),
                    .all = matrix_axis_name(t, t->rank - 1),
                    .at = -1};
    c->is_shares = true;
    c->points = (int)t->count;
    c->point = arena_many(a, (size_t)t->count, DocPoint);
    for (int64_t i = 0; i < t->count; i++)
        c->point[i] = (DocPoint){.label = matrix_own_name(a, t, t->rank - 1, i, i),
                                 .t = t,
                                 .cell = i,
                                 .was = is_beside ? other : NULL,
                                 .was_cell = i};
    return c;
}

/* --- a piece -------------------------------------------------------------------------------------- */

bool curve_is_seen(const Lens *l, const DocCurve *c)
{
    return c && c->points > 1 && curve_scale(l, c).any;
}

Piece *curve_add(Doc *d, DocCurve *c)
{
    if (!curve_is_seen(d->lens, c))
        return NULL;
    Piece *p = doc_add(d, PIECE_CURVE);
    p->curve = c;
    for (int i = 0; i < c->points && !p->is_peeked; i++)
        p->is_peeked = curve_state(d->lens, c, i) == CURVE_PEEKED;
    return p;
}
