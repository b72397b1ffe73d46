#include "tell/looks.h"

#include <math.h>

#include "base/common.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/forming.h"

/* --- which results -------------------------------------------------------------------------------- */

static bool is_axis(const QkvTensor *t, int axis, const char *name)
{
    return same_text(t->axis[axis].name, name);
}

bool looks_has(const Lens *l, const QkvTensor *t)
{
    if (t->rank < 2 || t->count == 0 || qkv_is_long(t->dtype) || l->differs)
        return false;
    int rows = t->rank - 2, cols = t->rank - 1;
    bool is_named = is_axis(t, rows, "query") && is_axis(t, cols, "key");
    if (is_named || (t->size[rows] == t->size[cols] && lens_shares(l, t)))
        return true;
    Role role = lens_role(l, t);
    return role == ROLE_SCORES || role == ROLE_WEIGHTS;
}

DocLooks looks_of(const Lens *l, const QkvTensor *t, int64_t cell)
{
    bool is_full = lens_shares(l, t) || lens_role(l, t) == ROLE_WEIGHTS;
    return (DocLooks){t, cell, is_full ? 1 : lens_most(l, t)};
}

/* --- a cell --------------------------------------------------------------------------------------- */

static double part_of(double x, double most)
{
    return most > 0 ? fmax(-1, fmin(x / most, 1)) : 0;
}

LookCell looks_cell(const Lens *l, const DocLooks *d, int64_t cell)
{
    double x = lens_value(l, d->t, cell), was = lens_before(l, d->t, cell);
    LookCell look = {.part = part_of(x, d->most), .was = part_of(was, d->most)};
    look.is_changed = !isnan(was) && lens_state(l, d->t, cell) == LENS_CHANGED;
    if (!lens_shows_cells(l, d->t, (Cells){cell, 1}) || d->most <= 0)
        look.kind = LOOK_UNSEEN;
    else if ((isinf(x) && x < 0) || lens_masks(l, d->t, cell))
        look.kind = LOOK_MASKED;
    else if (isnan(x))
        look.kind = LOOK_NONE;
    return look;
}

/* --- names ---------------------------------------------------------------------------------------- */

int64_t looks_first(const DocLooks *d)
{
    return matrix_item(d->t, d->cell) * matrix_cells(d->t);
}

const char *looks_name(Arena *a, const DocLooks *d, bool is_row, int64_t index)
{
    return matrix_own_name(a, d->t, d->t->rank - (is_row ? 2 : 1), index, looks_first(d));
}

/* Tells whether a row and a column are the same word. */
static bool is_itself(Arena *a, const DocLooks *d, int64_t row, int64_t col)
{
    return row == col && matrix_rows(d->t) == matrix_cols(d->t) &&
           same_text(looks_name(a, d, true, row), looks_name(a, d, false, col));
}

/* --- rows ----------------------------------------------------------------------------------------- */

/* A line of cells, a row or a column: of the run or as the other run has it. */
typedef struct LookLine {
    const Lens *l;
    const DocLooks *d;
    int64_t first, apart, count;
    bool was;
} LookLine;

static LookLine line_of(const Lens *l, const DocLooks *d, int64_t cell, bool is_row)
{
    int64_t cols = matrix_cols(d->t), at = cell - looks_first(d);
    if (is_row)
        return (LookLine){l, d, cell - at % cols, 1, cols, false};
    return (LookLine){l, d, looks_first(d) + at % cols, cols, matrix_rows(d->t), false};
}

static bool is_seen(const LookLine *n)
{
    for (int64_t i = 0; i < n->count; i++)
        if (!lens_shows_cells(n->l, n->d->t, (Cells){n->first + i * n->apart, 1}))
            return false;
    return true;
}

static double number_at(const LookLine *n, int64_t i)
{
    int64_t cell = n->first + i * n->apart;
    return n->was ? lens_before(n->l, n->d->t, cell) : lens_value(n->l, n->d->t, cell);
}

/* The largest number of a line; NaN: there is none. */
static double largest(const LookLine *n)
{
    double most = (double)NAN;
    for (int64_t i = 0; i < n->count; i++)
        most = fmax(most, number_at(n, i));
    return most;
}

/* Tells whether a number is as good as the largest: sums are rounded. */
static bool is_alike(double x, double most)
{
    static const double close = 1e-6;
    return x >= most - close * fabs(most);
}

static const char *mostly(Arena *a, const LookLine *n)
{
    enum { NAMED = 3 };
    Buf text = {.arena = a};
    double most = largest(n);
    int64_t alike = 0, row = (n->first - looks_first(n->d)) / n->count;
    for (int64_t i = 0; i < n->count; i++)
        alike += is_alike(number_at(n, i), most);
    if (isnan(most) || (isinf(most) && most < 0))
        return "nothing";
    if (alike > NAMED || (alike == n->count && alike > 1))
        return arena_format(a, alike == n->count ? "all alike" : "%lld alike", (long long)alike);
    for (int64_t i = 0; i < n->count; i++)
        if (is_alike(number_at(n, i), most))
            buf_printf(&text, "%s%s", text.length > 0 ? ", " : "",
                       is_itself(a, n->d, row, i) ? "itself" : looks_name(a, n->d, false, i));
    return buf_text(&text);
}

const char *looks_mostly(Arena *a, const Lens *l, const DocLooks *d, int64_t cell)
{
    const LookLine n = line_of(l, d, cell, true);
    return is_seen(&n) ? mostly(a, &n) : LENS_LATER;
}

const char *looks_mostly_was(Arena *a, const Lens *l, const DocLooks *d, int64_t cell)
{
    LookLine n = line_of(l, d, cell, true);
    if (!is_seen(&n))
        return NULL;
    const char *now = mostly(a, &n);
    n.was = true;
    for (int64_t i = 0; i < n.count; i++)
        if (isnan(number_at(&n, i)))
            return NULL;
    const char *was = mostly(a, &n);
    return same_text(now, was) ? NULL : was;
}

/* --- the row and the column pointed at ------------------------------------------------------------ */

enum {
    TOLD = 6,      /* numbers of a line, the largest first                     */
    LINE_MOST = 64 /* numbers looked at for it: a mask may hide most of them */
};

/* The place of the largest number that comes after another one, in their order; -1: there is none. */
static int64_t next_largest(const LookLine *n, int64_t after)
{
    int64_t next = -1;
    for (int64_t i = 0; i < n->count; i++) {
        double x = number_at(n, i), before = after >= 0 ? number_at(n, after) : 0;
        bool comes = after < 0 || x < before || (x <= before && i > after);
        if (comes && !isnan(x) && (next < 0 || x > number_at(n, next)))
            next = i;
    }
    return next;
}

/* "0.9997 of Anna, 0.0003 of she, ..", in a column "she 0.9997": each that is not hidden by a mask. */
static const char *tell_line(Arena *a, const LookLine *n, bool is_row)
{
    Buf text = {.arena = a};
    NumberFormat format = lens_format(n->l, n->d->t);
    if (!is_seen(n))
        return LENS_LATER;
    int told = 0, most = LINE_MOST;
    for (int64_t i = next_largest(n, -1); i >= 0 && most-- > 0; i = next_largest(n, i)) {
        int64_t cell = n->first + i * n->apart;
        if (lens_masks(n->l, n->d->t, cell))
            continue;
        buf_puts(&text, told > 0 ? ", " : "");
        if (told++ == TOLD) {
            buf_puts(&text, "..");
            break;
        }
        lens_marked(&text, n->l, n->d->t, cell, &format);
        buf_printf(&text, is_row ? " of %s" : " by %s", looks_name(a, n->d, !is_row, i));
        Buf was = {.arena = a};
        if (lens_was(&was, n->l, n->d->t, cell, &format))
            buf_printf(&text, " (was %s)", buf_text(&was));
    }
    return told > 0 ? buf_text(&text) : "nothing";
}

const char *looks_row(Arena *a, const Lens *l, const DocLooks *d)
{
    const LookLine n = line_of(l, d, d->cell, true);
    return tell_line(a, &n, true);
}

const char *looks_column(Arena *a, const Lens *l, const DocLooks *d)
{
    const LookLine n = line_of(l, d, d->cell, false);
    return tell_line(a, &n, false);
}

/* --- the context ---------------------------------------------------------------------------------- */

typedef struct Mixing {
    Arena *a;
    const Lens *l;
    Forming f;
} Mixing;

enum { VALUES = 6, TERMS = 3 };

static void put_cell(const Mixing *m, Buf *out, const QkvTensor *t, int64_t cell)
{
    NumberFormat format = lens_format(m->l, t);
    lens_marked(out, m->l, t, cell, &format);
}

/* "[-4 0 ..]": the row of the context, or the values that a key gives it. */
static void put_values(const Mixing *m, Buf *out, int64_t key)
{
    buf_putc(out, '[');
    for (int64_t c = 0; c < m->f.values && c < VALUES; c++) {
        int64_t cell = m->f.context[c];
        const QkvTensor *t = key < 0 ? forming_context(m->l->run, &m->f)
                                     : forming_value(m->a, m->l->run, &m->f, key, c, &cell);
        buf_puts(out, c ? " " : "");
        if (t)
            put_cell(m, out, t, cell);
        else
            buf_puts(out, LENS_UNKNOWN);
    }
    buf_puts(out, m->f.values > VALUES ? " ..]" : "]");
}

const char *looks_mix(Arena *a, const Lens *l, const DocLooks *d)
{
    Mixing m = {.a = a, .l = l};
    Buf text = {.arena = a};
    if (!forming_of(a, l, d->t, d->cell, &m.f) || m.f.values == 0)
        return NULL;
    const QkvTensor *weights = m.f.stage[m.f.stages - 1];
    int64_t first = m.f.cell[(m.f.stages - 1) * m.f.keys], row = d->cell - looks_first(d);
    const DocLooks last = looks_of(l, weights, first);
    const LookLine n = line_of(l, &last, first, true);
    if (!is_seen(&n) || m.f.cell[(m.f.stages - 1) * m.f.keys + m.f.keys - 1] != first + n.count - 1)
        return NULL;
    buf_printf(&text, "%s of %s ", explain_name(a, l->run, forming_context(l->run, &m.f)),
               looks_name(a, d, true, row / matrix_cols(d->t)));
    put_values(&m, &text, -1);
    int told = 0;
    for (int64_t k = next_largest(&n, -1); k >= 0; k = next_largest(&n, k)) {
        if (!(fabs(number_at(&n, k)) > 0))
            continue;
        buf_puts(&text, told > 0 ? " + " : " = ");
        if (told++ == TERMS) {
            buf_puts(&text, "..");
            break;
        }
        put_cell(&m, &text, weights, first + k);
        buf_puts(&text, " x ");
        put_values(&m, &text, k);
    }
    return told > 0 ? buf_text(&text) : NULL;
}
