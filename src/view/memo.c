#include "view/memo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"

#include "view/page_text.h"

/* The last thing of a kind that was asked for: what it was of, and the memory that it lies in. */
typedef struct Slot {
    const void *of; /* a tensor or a stop; NULL: nothing is kept */
    int64_t cell;
    int width;
    Arena arena;
} Slot;

/* Texts of a stage at the same time: a page needs three, and a window beside it as many. */
enum { TEXTS = 8 };

struct Memo {
    const Run *run;
    Arena kept; /* what `range` and `sums` point to                                    */
    const NumberRange **range; /* per step; NULL until asked for                       */
    const Sums **sums;         /* the same                                             */
    const Beside **beside;     /* the same                                             */
    Slot of_terms, of_tree, of_said, of_text[TEXTS];
    QkvTerms terms;
    WhyTree tree;
    Prose said, text[TEXTS];
    int64_t texts, text_used[TEXTS]; /* how often one was asked for; the count when each was last */
    Report report;
    Found found;
};

Memo *memo_new(void)
{
    Memo *m = calloc(1, sizeof *m);
    if (!m)
        base_die("out of memory: a memo");
    return m;
}

static void empty(Slot *s)
{
    arena_release(&s->arena);
    *s = (Slot){0};
}

static bool is_of(const Slot *s, const void *of, int64_t cell, int width)
{
    return s->of == of && s->cell == cell && s->width == width;
}

/* Whether a slot has what is asked for; if not, it is empty then, and what is put there counts as that. */
static bool has(Slot *s, const void *of, int64_t cell, int width)
{
    if (is_of(s, of, cell, width))
        return true;
    empty(s);
    s->of = of;
    s->cell = cell;
    s->width = width;
    return false;
}

static void forget(Memo *m)
{
    arena_release(&m->kept);
    empty(&m->of_terms);
    empty(&m->of_tree);
    empty(&m->of_said);
    for (int i = 0; i < TEXTS; i++)
        empty(&m->of_text[i]);
    frame_free(m->report.frame);
    m->report = (Report){0};
    arena_release(&m->found.arena);
    m->found = (Found){0};
    m->range = NULL;
    m->sums = NULL;
    m->beside = NULL;
}

void memo_free(Memo *m)
{
    if (m)
        forget(m);
    free(m);
}

static void turn_to(Memo *m, const Run *run)
{
    if (m->run == run)
        return;
    forget(m);
    m->run = run;
    m->range = arena_many(&m->kept, (size_t)run->tape->count, const NumberRange *);
    m->sums = arena_many(&m->kept, (size_t)run->tape->count, const Sums *);
    m->beside = arena_many(&m->kept, (size_t)run->tape->count, const Beside *);
}

static NumberRange range_of(Memo *m, const Run *run, const QkvTensor *t)
{
    if (t->dtype == QKV_BOOL)
        return (NumberRange){.high = 1, .any = true, .whole = true};
    if (!m || t->step < 0)
        return number_range(t);
    turn_to(m, run);
    if (!m->range[t->step]) {
        NumberRange *range = arena_new(&m->kept, NumberRange);
        *range = number_range(t);
        m->range[t->step] = range;
    }
    return *m->range[t->step];
}

NumberFormat memo_format(Memo *m, const Run *run, const QkvTensor *t, int decimals)
{
    NumberRange range = range_of(m, run, t);
    return number_format_of(&range, t->dtype, decimals);
}

double memo_most(Memo *m, const Run *run, const QkvTensor *t)
{
    NumberRange range = range_of(m, run, t);
    return fmax(fabs(range.low), fabs(range.high));
}

NumberRange memo_range(Memo *m, const Run *run, const QkvTensor *t)
{
    return range_of(m, run, t);
}

/* --- sums ----------------------------------------------------------------------------------- */

/* The same numbers in another arena. */
static const QkvTensor *kept(Arena *a, const QkvTensor *t)
{
    if (!t)
        return NULL;
    QkvTensor *copy = arena_new(a, QkvTensor);
    size_t size = qkv_dtype_size(t->dtype);
    *copy = *t;
    copy->axis = arena_many(a, (size_t)t->rank, QkvAxis);
    copy->data.raw = arena_array(a, (size_t)t->count, size);
    memcpy(copy->data.raw, t->data.raw, (size_t)t->count * size);
    return copy;
}

/* The sum over an axis in a context of its own: a run does not change. */
static const QkvTensor *sum_over(const QkvTensor *t, int64_t axis, Arena *a)
{
    if (t->rank + axis < 0)
        return NULL;
    Qkv *q = qkv_new();
    if (!q)
        base_die("out of memory: a sum");
    const QkvTensor *sum = kept(a, qkv_sum(q, t, 1, &axis, false));
    qkv_free(q);
    return sum;
}

Sums memo_sums(Memo *m, const Run *run, const QkvTensor *t, Arena *a)
{
    bool is_kept = m && t->step >= 0;
    if (is_kept)
        turn_to(m, run);
    if (is_kept && m->sums[t->step])
        return *m->sums[t->step];
    Sums *sums = arena_new(is_kept ? &m->kept : a, Sums);
    sums->across = sum_over(t, -1, is_kept ? &m->kept : a);
    sums->down = sum_over(t, -2, is_kept ? &m->kept : a);
    if (sums->across)
        sums->across_range = number_range(sums->across);
    if (sums->down)
        sums->down_range = number_range(sums->down);
    if (is_kept)
        m->sums[t->step] = sums;
    return *sums;
}

/* --- another run ---------------------------------------------------------------------------- */

static double difference_at(const QkvTensor *t, const QkvTensor *other, int64_t cell)
{
    double x = qkv_tensor_at(t, cell), y = qkv_tensor_at(other, cell);
    return x == y || (isnan(x) && isnan(y)) ? 0 : x - y;
}

static const QkvTensor *difference_of(const QkvTensor *t, const QkvTensor *other, Arena *a)
{
    if (t->dtype == QKV_BOOL)
        return NULL;
    QkvTensor *d = arena_new(a, QkvTensor);
    *d = *t;
    d->data.raw = arena_array(a, (size_t)t->count + 1, qkv_dtype_size(t->dtype));
    for (int64_t i = 0; i < t->count; i++)
        if (t->dtype == QKV_INT64)
            d->data.i[i] = (int64_t)difference_at(t, other, i);
        else
            d->data.f[i] = (float)difference_at(t, other, i);
    return d;
}

Beside memo_beside(Memo *m, const Run *run, const QkvTensor *t, const QkvTensor *other, Arena *a)
{
    if (!other || other->dtype != t->dtype || t->step < 0 || !qkv_tensor_same_shape(t, other))
        return (Beside){0};
    if (m)
        turn_to(m, run);
    if (m && m->beside[t->step] && m->beside[t->step]->other == other)
        return *m->beside[t->step];
    Arena *home = m ? &m->kept : a;
    Beside *b = arena_new(home, Beside);
    NumberRange now = range_of(m, run, t), before = range_of(NULL, run, other);
    unsigned char *differs = arena_many(home, (size_t)t->count + 1, unsigned char);
    compare_cells(t, other, differs);
    *b = (Beside){other, difference_of(t, other, home), differs,
                  number_range_of_both(&now, &before)};
    NumberRange off = b->difference ? number_range(b->difference) : now;
    off.high = fmax(fabs(off.low), fabs(off.high)); /* with a sign, and the same for both runs */
    off.low = -off.high;
    b->range = number_range_of_both(&b->range, &off);
    if (m)
        m->beside[t->step] = b;
    return *b;
}

/* --- terms ---------------------------------------------------------------------------------- */

QkvTerms memo_terms(Memo *m, const Run *run, int step, int64_t cell, Arena *a)
{
    const QkvCall *call = &run->tape->step[step].call;
    if (!m)
        return qkv_terms(call, cell, a);
    turn_to(m, run);
    if (!has(&m->of_terms, call->out, cell, 0))
        m->terms = qkv_terms(call, cell, &m->of_terms.arena);
    return m->terms;
}

/* --- trees and reports ---------------------------------------------------------------------- */

const WhyTree *memo_tree(Memo *m, const Run *run, const Place *p, Arena *a)
{
    const QkvTensor *t = run->tape->step[p->asked.step].call.out;
    int64_t cell = p->asked.cell;
    WhyAs as = {WHY_ALL, TREE_LINES, p->width, place_decimals(p)};
    if (!m) {
        WhyTree *tree = arena_new(a, WhyTree);
        *tree = report_why_tree(a, run, t, cell, as);
        return tree;
    }
    turn_to(m, run);
    if (!has(&m->of_tree, t, cell, as.width * (NUMBER_MOST_DECIMALS + 1) + as.decimals))
        m->tree = report_why_tree(&m->of_tree.arena, run, t, cell, as);
    return &m->tree;
}

static Prose lay_said(const Stop *stop, int width, Arena *a)
{
    bool has_name = stop->kind == STOP_VALUE && stop->name;
    return page_plain(a, has_name ? arena_format(a, "%s = %s", stop->name, stop->text) : stop->text,
                      width);
}

Prose memo_said(Memo *m, const Run *run, const Stop *stop, int width, Arena *a)
{
    if (!m)
        return lay_said(stop, width, a);
    turn_to(m, run);
    if (!has(&m->of_said, stop, 0, width))
        m->said = lay_said(stop, width, &m->of_said.arena);
    return m->said;
}

/* The slot of a text, or of the one that was not asked for the longest: the others may be on the page that is
 * being laid out. */
static int text_slot(const Memo *m, const Part *part, int last, int width)
{
    int oldest = 0;
    for (int i = 0; i < TEXTS; i++) {
        if (is_of(&m->of_text[i], part, last, width))
            return i;
        oldest = m->text_used[i] < m->text_used[oldest] ? i : oldest;
    }
    return oldest;
}

Prose memo_text(Memo *m, const Run *run, int stage, int first, int last, int width, Arena *a)
{
    bool is_prepared = stage_what_if(&run->lesson->stage[stage]); /* it tells of other runs, too */
    if (!m || first >= last || is_prepared)
        return page_parts(a, run->lesson, run, stage, first, last, width);
    turn_to(m, run);
    const Part *part = &run->lesson->stage[stage].part[first];
    int at = text_slot(m, part, last, width);
    m->text_used[at] = ++m->texts;
    if (!has(&m->of_text[at], part, last, width))
        m->text[at] = page_parts(&m->of_text[at].arena, run->lesson, run, stage, first, last,
                                 width);
    return m->text[at];
}

Report *memo_report(Memo *m, const Run *run)
{
    turn_to(m, run);
    return &m->report;
}

Found *memo_found(Memo *m, const Run *run)
{
    turn_to(m, run);
    return &m->found;
}
