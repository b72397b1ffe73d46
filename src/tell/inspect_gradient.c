/* The tab about the gradient of a number: what it says, how it is computed, by which ways it came back, and whether the
 * result grows so when the number does. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/axes.h"
#include "tell/explain.h"
#include "tell/inspect.h"
#include "tell/report.h"

/* A later result that the number goes into: a way by which a part of the gradient comes back. */
typedef struct Way {
    int step;
    const QkvTensor *t, *gradient;
    const char *name;     /* "y[b, :]"                                                     */
    int64_t cells, first; /* the number goes into so many cells, 0: not told; one of them  */
} Way;

typedef struct Ways {
    Arena *a;
    const Lens *l;
    const QkvTensor *t;        /* the tensor of the number                                   */
    const QkvTensor *gradient; /* NULL: none                                                 */
    const QkvTensor *from;     /* the result that the pass goes back from; NULL: several     */
    const QkvTensor *given;    /* the gradient that it begins with; NULL: 1 everywhere       */
    int pass, count;
    Way *way;
} Ways;

/* --- what there is --------------------------------------------------------------------------------- */

/* The tensor as the way back knows it: that of the step, or a parameter of the same numbers. NULL: none came. */
static const QkvTensor *as_used(const Run *run, const QkvTensor *t)
{
    const QkvTape *tape = run->tape;
    if (t->slope)
        return t;
    for (int i = t->step + 1; i < tape->count; i++)
        for (int k = 0; k < tape->step[i].call.count; k++) {
            const QkvTensor *in = tape->step[i].call.in[k];
            if (in->step == t->step && in->slope)
                return in;
        }
    return NULL;
}

bool inspect_has_gradient(const Lens *l, const QkvTensor *t)
{
    const QkvTensor *used = as_used(l->run, t);
    return used && used->slope->step >= 0;
}

static bool is_all_1(const Lens *l, const QkvTensor *t)
{
    for (int64_t i = 0; i < t->count; i++)
        if (lens_value(l, t, i) != 1)
            return false;
    return true;
}

static bool takes(const QkvCall *c, const Ways *w)
{
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->step == w->t->step && c->in[i]->slope)
            return true;
    return false;
}

/* Tells which cells of a later result the number goes into: that may depend on what is hidden. */
static void add_way(Ways *w, int step, int64_t cell)
{
    const QkvCall *c = &w->l->run->tape->step[step].call;
    Way way = {.step = step,
               .t = c->out,
               .gradient = c->out->slope,
               .name = explain_name(w->a, w->l->run, c->out)};
    bool is_seen = lens_shows(w->l, c->out);
    for (int i = 0; i < c->count; i++)
        is_seen = is_seen && (c->in[i]->step < 0 || lens_shows(w->l, c->in[i]));
    Reached r = is_seen ? reach_next(w->a, w->l->run, step, w->t, cell) : (Reached){0};
    if (r.cells > 0) {
        const char *name = explain_is_expression(way.name) && c->out->rank > 0
                               ? arena_format(w->a, "(%s)", way.name)
                               : way.name;
        way.name = inspect_part(w->a, &r, c->out, name, &way.first);
        way.cells = r.cells;
        while (!r.cell[way.first])
            way.first++;
    }
    arena_push(w->a, w->way, w->count, way);
}

static Ways ways_of(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell)
{
    enum { MOST = 30 };
    const QkvTape *tape = l->run->tape;
    const QkvTensor *used = as_used(l->run, t);
    Ways w = {.a = a, .l = l, .t = t};
    if (!used)
        return w;
    w.pass = used->pass;
    w.gradient = tape->step[used->slope->step].call.out;
    w.from = tape->group[w.pass].from;
    const QkvTensor *first = w.from ? w.from->slope : NULL;
    w.given = first && !is_all_1(l, first) ? first : NULL;
    for (int i = t->step + 1; i < tape->group[w.pass].first && w.count < MOST; i++) {
        const QkvCall *c = &tape->step[i].call;
        bool is_way = c->out->slope && c->out->slope->step >= 0 && c->out->pass == w.pass;
        if (is_way && takes(c, &w))
            add_way(&w, i, cell);
    }
    return w;
}

int inspect_ways(const Lens *l, int step, int64_t cell)
{
    Arena a = {0};
    Ways w = ways_of(&a, l, l->run->tape->step[step].call.out, cell);
    arena_release(&a);
    return w.gradient ? 1 + w.count : 0;
}

bool inspect_way(const Lens *l, int step, int64_t cell, int pick, int *to_step, int64_t *to_cell)
{
    Arena a = {0};
    Ways w = ways_of(&a, l, l->run->tape->step[step].call.out, cell);
    bool is_own = w.gradient && pick == 0, is_way = pick > 0 && pick <= w.count;
    if (is_own || is_way) {
        *to_step = is_own ? w.gradient->step : w.way[pick - 1].gradient->step;
        *to_cell = is_own ? cell : w.way[pick - 1].first;
    }
    arena_release(&a);
    return is_own || is_way;
}

/* --- what it says ------------------------------------------------------------------------------------ */

/* Tells whether the gradient is called by the number's own tensor: "w.grad". */
static bool is_called(const Inspect *x, const QkvTensor *gradient)
{
    const char *name = explain_name(x->a, x->l->run, gradient);
    const char *own = explain_name(x->a, x->l->run, x->t);
    size_t length = strlen(own);
    return strncmp(name, own, length) == 0 && strcmp(name + length, ".grad") == 0;
}

/* "w.grad" or "gradient of (y - x)". */
static const char *gradient_name(const Inspect *x, const QkvTensor *gradient)
{
    const char *own = explain_name(x->a, x->l->run, x->t);
    return is_called(x, gradient) ? arena_format(x->a, "%s.grad", own)
                                  : arena_format(x->a, "gradient of %s", own);
}

/* Name of what the pass went back from. A reader who is told an expression is told in which stage it stands, if not in
 * that of the number: several passes may come to it. */
static const char *from_name(const Inspect *x, const Ways *w)
{
    const Run *run = x->l->run;
    const char *name = explain_name(x->a, run, w->from);
    int stage = run->statement[run->tape->step[w->from->step].tag].stage;
    bool is_here = stage == run->statement[run->tape->step[x->t->step].tag].stage;
    return is_here || run_name_of_step(run, w->from->step, false)
               ? name
               : arena_format(x->a, "%s of stage %d", name, stage);
}

/* Name of what grows: "loss", "the sum of loss". */
static const char *grown_name(const Inspect *x, const Ways *w)
{
    if (!w->from)
        return "what the pass began with";
    const char *name = from_name(x, w);
    if (w->given)
        return arena_format(x->a, "the sum of %s * %s", name,
                            explain_name(x->a, x->l->run, w->given));
    return w->from->count == 1 ? name : arena_format(x->a, "the sum of %s", name);
}

/* ": when w[a, y] grows by a little, loss grows by 24 times as much". */
static void put_meaning(Buf *out, const Inspect *x, const Ways *w, const char *number)
{
    const double slope = lens_value(x->l, w->gradient, x->cell);
    const char *own = explain_cell(x->a, x->l->run, x->t, x->cell);
    const char *grown = grown_name(x, w), *size = number + (*number == '-');
    if (w->from && w->from->step == x->t->step)
        buf_puts(out, ": the way back begins here");
    else if (slope == 0)
        buf_printf(out, ": when %s grows by a little, %s stays as it is, or nearly so", own, grown);
    else if (strcmp(size, "1") == 0)
        buf_printf(out, ": when %s grows by a little, %s %s by as much", own, grown,
                   slope > 0 ? "grows" : "falls");
    else if (isfinite(slope))
        buf_printf(out, ": when %s grows by a little, %s %s by %s times as much", own, grown,
                   slope > 0 ? "grows" : "falls", size);
}

/* The sum that a leaf keeps, where earlier passes had given it something. */
static const QkvTensor *sum_of_passes(const Inspect *x, const Ways *w)
{
    const QkvTape *tape = x->l->run->tape;
    const QkvGroup *pass = &tape->group[w->pass];
    for (int i = w->gradient->step + 1; i < pass->first + pass->count; i++) {
        const QkvCall *c = &tape->step[i].call;
        if (c->count == 2 && c->in[1]->step == w->gradient->step && is_called(x, c->out))
            return c->out;
    }
    return NULL;
}

/* "w.grad[a, y] = ", but where that is the sum of several passes. */
static void put_subject(Buf *out, const Inspect *x, const Ways *w, bool is_sum)
{
    const char *own = explain_cell(x->a, x->l->run, x->t, x->cell);
    if (is_sum)
        buf_printf(out, "The last pass gives %s the gradient ", own);
    else if (is_called(x, w->gradient))
        buf_printf(out, "%s.grad%s = ", explain_name(x->a, x->l->run, x->t),
                   matrix_place(x->a, x->t, x->cell));
    else
        buf_printf(out, "The gradient of %s is ", own);
}

static void add_meaning(const Inspect *x, const Ways *w)
{
    Buf text = {.arena = x->a}, number = {.arena = x->a};
    const QkvTensor *sum = sum_of_passes(x, w);
    put_subject(&text, x, w, sum != NULL);
    lens_marked(&text, x->l, w->gradient, x->cell, NULL);
    lens_cell(&number, x->l, w->gradient, x->cell, NULL);
    if (!lens_shows_cells(x->l, w->gradient, (Cells){x->cell, 1}))
        buf_printf(&text, ": it has not been shown yet");
    else if (x->l->differs)
        buf_puts(&text, " (the difference)");
    else
        put_meaning(&text, x, w, buf_text(&number));
    doc_note(x->d, "%s.", buf_text(&text));
    if (!sum)
        return;
    buf_clear(&number);
    lens_marked(&number, x->l, sum, x->cell, NULL);
    doc_note(x->d, "Added to what the passes before it gave: %s.grad%s = %s.",
             explain_name(x->a, x->l->run, x->t), matrix_place(x->a, x->t, x->cell),
             buf_text(&number));
}

/* --- the number and its gradient --------------------------------------------------------------------- */

static void add_matrices(const Inspect *x, const Ways *w)
{
    const QkvTensor *g = w->gradient;
    Piece *p = doc_add(x->d, PIECE_MATRICES);
    int64_t item = matrix_item(x->t, x->cell);
    p->step = x->step;
    arena_push(x->a, p->matrix, p->matrices,
               doc_matrix(x->d, x->t, explain_name(x->a, x->l->run, x->t), 0, item));
    arena_push(x->a, p->matrix, p->matrices, doc_matrix(x->d, g, gradient_name(x, g), -1, item));
    inspect_mark(p, x->a, x->t, x->cell, MARK_RESULT);
    inspect_mark(p, x->a, g, x->cell, x->as->pick == 0 ? MARK_PICKED : MARK_OPERAND);
}

/* As on the gradient's own page, but it is picked as a whole. */
static void add_arithmetic(const Inspect *x, const Ways *w)
{
    NumberAs as = *x->as;
    Inspect own = *x;
    int before = x->d->pieces;
    as.pick = -1;
    own.as = &as;
    own.t = w->gradient;
    own.step = &x->l->run->tape->step[own.t->step];
    inspect_formula(&own);
    Piece *p = x->d->pieces > before ? &x->d->piece[x->d->pieces - 1] : NULL;
    for (int i = 0; p && p->kind == PIECE_TERMS && i < p->terms; i++) {
        p->term[i].pick = i == 0 ? 0 : -1;
        p->term[i].picks = 1;
        p->term[i].style = i == 0 && x->as->pick == 0 ? STYLE_STRONG : STYLE_TEXT;
    }
}

static const char *way_text(const Inspect *x, const Way *way)
{
    Buf text = {.arena = x->a};
    if (way->cells == 1) {
        buf_puts(&text, "gradient ");
        lens_marked(&text, x->l, way->gradient, way->first, NULL);
    } else if (way->cells > 1) {
        buf_printf(&text, "%lld gradients", (long long)way->cells);
    }
    return buf_text(&text);
}

static void add_ways_back(const Inspect *x, const Ways *w)
{
    enum { WIDEST = 40 };
    int widest = 0;
    if (w->count == 0)
        return;
    Piece *p = doc_add(x->d, PIECE_TERMS);
    p->heading = arena_format(x->a, "%s goes into", explain_cell(x->a, x->l->run, x->t, x->cell));
    for (int i = 0; i < w->count; i++)
        widest = max_int(widest, min_int(utf8_columns(w->way[i].name), WIDEST));
    for (int i = 0; i < w->count; i++) {
        const char *name = explain_cut(x->a, w->way[i].name, WIDEST);
        bool is_picked = x->as->pick == i + 1;
        Buf text = {.arena = x->a};
        buf_printf(&text, "%c %s", is_picked ? '>' : ' ', name);
        buf_fill(&text, ' ', widest - utf8_columns(name) + 3);
        buf_puts(&text, way_text(x, &w->way[i]));
        arena_push(x->a, p->term, p->terms,
                   ((DocLine){.text = buf_text(&text),
                              .style = is_picked ? STYLE_STRONG : STYLE_TEXT,
                              .pick = i + 1,
                              .picks = 1}));
    }
}

/* --- tried out ---------------------------------------------------------------------------------------- */

typedef struct Tried {
    bool is_there;
    double before;
    ReachTry to;
} Tried;

/* A number a little above x, in few digits: so much that the result grows by more than it is rounded by. */
static const char *moved_number(Arena *a, double x, double slope, double size)
{
    enum { LEAST = 3, FIRST_DIGITS = 1 };
    const double enough = 1e-4 * fmax(size, 1e-6);
    int digits = LEAST - (fabs(x) >= 1 ? (int)floor(log10(fabs(x))) : 0);
    for (int i = 0; i < 2 && slope != 0 && fabs(slope) * pow(10, -digits) < enough; i++)
        digits--;
    char text[40];
    snprintf(text, sizeof text, "%.*f", max_int(digits + 1, 0), x + pow(10, -digits));
    if (strchr(text, '.'))
        for (size_t n = strlen(text); n > 1 && text[n - 1] == '0' && text[n - 2] != '.'; n--)
            text[n - 1] = '\0';
    return arena_string(a, text);
}

static void try_out(Arena *a, Tried *tried, const Inspect *x, const Ways *w)
{
    const double slope = lens_value(x->l, w->gradient, x->cell);
    const double own = lens_value(x->l, x->t, x->cell);
    tried->before = reach_weigh(w->from, w->given);
    tried->to = (ReachTry){.t = x->t, .cell = x->cell, .given = w->given};
    if (!isfinite(slope) || !isfinite(tried->before) || !isfinite(own))
        return;
    tried->to.number = moved_number(a, own, slope, fabs(tried->before));
    tried->is_there = reach_try(x->l->run, &tried->to, w->from) && isfinite(tried->to.value);
}

/* Not of a lesson that takes long: the page is drawn again with each key. */
static const Tried *tried_of(const Inspect *x, const Ways *w)
{
    const double most_seconds = 0.3;
    if (!w->from || w->from->step == x->t->step || x->l->run->cost.seconds > most_seconds)
        return NULL;
    char key[MEMO_KEY];
    snprintf(key, sizeof key, "%d %" PRId64, x->t->step, x->cell);
    MemoSlot *slot = memo_slot(x->l->memo, x->l->run, MEMO_MOVED, key);
    Tried *tried = slot ? slot->made : NULL;
    if (!tried) {
        tried = arena_new(slot ? &slot->arena : x->a, Tried);
        try_out(slot ? &slot->arena : x->a, tried, x, w);
        if (slot)
            slot->made = tried;
    }
    return tried->is_there ? tried : NULL;
}

/* In four digits. */
static const char *rounded(Arena *a, double x)
{
    char text[40];
    Buf out = {.arena = a};
    snprintf(text, sizeof text, "%.4g", x);
    number_short(&out, strtod(text, NULL), NUMBER_MOST_DECIMALS);
    return buf_text(&out);
}

/* Tells whether all that a trial tells of is seen. */
static bool is_trial_seen(const Lens *l, const Inspect *x, const Ways *w)
{
    return lens_shows_cells(l, x->t, (Cells){x->cell, 1}) &&
           lens_shows_cells(l, w->gradient, (Cells){x->cell, 1}) && lens_shows(l, w->from) &&
           (!w->given || lens_shows(l, w->given));
}

static void add_tried(const Inspect *x, const Ways *w)
{
    const Lens class = lens_of_class(x->l);
    bool may = w->from && !x->l->differs && is_trial_seen(x->l, x, w);
    const Tried *tried = may ? tried_of(x, w) : NULL;
    if (!tried)
        return;
    double step = tried->to.to - lens_value(x->l, x->t, x->cell);
    double more = tried->to.value - tried->before;
    Buf text = {.arena = x->a};
    buf_printf(&text, "Tried out: with %s = %s, %s is ",
               explain_cell(x->a, x->l->run, x->t, x->cell), tried->to.number, grown_name(x, w));
    number_short(&text, tried->to.value, x->l->decimals);
    if (more == 0)
        buf_puts(&text, " as before.");
    else
        buf_printf(&text, ", %s %s: %s for each 1.", rounded(x->a, fabs(more)),
                   more > 0 ? "more" : "less", rounded(x->a, more / step));
    doc_note(x->d, "%s", buf_text(&text))->is_peeked = !is_trial_seen(&class, x, w);
}

void inspect_gradient(const Inspect *x)
{
    Ways w = ways_of(x->a, x->l, x->t, x->cell);
    add_meaning(x, &w);
    add_matrices(x, &w);
    add_arithmetic(x, &w);
    inspect_rule(x, w.gradient);
    add_ways_back(x, &w);
    add_tried(x, &w);
    doc_note(x->d, "Arrows: another number of %s.%s", explain_name(x->a, x->l->run, x->t),
             w.count > 0 ? "   Tab: what it goes into." : "")
        ->is_keys = true;
}
