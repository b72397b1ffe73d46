/* A row is found from the last weights backwards: what each of its cells was made of, cell by cell, until the product. */
#include "tell/forming.h"

#include "base/common.h"
#include "tell/arithmetic.h"
#include "tell/axes.h"

enum { STAGES_MOST = 24, CELLS_MOST = 1 << 14 };

static const QkvCall *call_of(const Run *run, int step)
{
    return &run->tape->step[step].call;
}

/* The step before, and its cell that became a cell: only a copy puts it elsewhere. */
static const QkvTensor *back(Arena *a, const Run *run, const Roles *r, const QkvTensor *t,
                             int64_t *cell)
{
    const QkvTensor *in = role_before(r, run, t->step);
    if (in && call_of(run, t->step)->op->how == QKV_HOW_COPY) {
        QkvTerms terms = qkv_terms(call_of(run, t->step), *cell, a);
        if (terms.count != 1)
            return NULL;
        QkvSource from = qkv_term(&terms, 0).a;
        if (call_of(run, t->step)->in[from.operand] == in) /* or it was written there */
            *cell = from.cell;
    }
    return in;
}

/* The stages of an attention, the product first. */
static void find_stages(Arena *a, const Run *run, const Roles *r, const Attention *at, Forming *f)
{
    const QkvTensor *found[STAGES_MOST];
    int count = 0;
    for (const QkvTensor *t = call_of(run, at->weights)->out;
         t && count<STAGES_MOST; t = t->step> at->product ? role_before(r, run, t->step) : NULL)
        found[count++] = t;
    f->at = at;
    f->stages = count;
    f->stage = arena_many(a, (size_t)count, const QkvTensor *);
    for (int i = 0; i < count; i++) {
        f->stage[i] = found[count - 1 - i];
        f->shares = f->stage[i]->step == at->shares ? i : f->shares;
    }
}

static int stage_of(const Forming *f, const QkvTensor *t)
{
    for (int i = 0; i < f->stages; i++)
        if (f->stage[i]->step == t->step)
            return i;
    return -1;
}

/* Fills in the cells of the row of the last weights that begins at `first`; false: a copy left one out. */
static bool find_cells(Arena *a, const Run *run, const Roles *r, Forming *f, int64_t first)
{
    for (int64_t k = 0; k < f->keys; k++) {
        const QkvTensor *t = f->stage[f->stages - 1];
        int64_t cell = first + k;
        for (int s = f->stages - 1; s >= 0; s--) {
            f->cell[s * f->keys + k] = cell;
            t = s > 0 ? back(a, run, r, t, &cell) : t;
            if (!t)
                return false;
        }
    }
    return true;
}

static bool find_row(Arena *a, const Run *run, const Roles *r, Forming *f, int stage, int64_t cell)
{
    const QkvTensor *last = f->stage[f->stages - 1];
    f->keys = matrix_cols(last);
    f->cell = arena_many(a, (size_t)(f->keys * f->stages), int64_t);
    int64_t rows = last->count / f->keys, guess = cell / f->keys;
    for (int64_t i = 0; i < rows; i++) {
        if (!find_cells(a, run, r, f, (guess + i) % rows * f->keys))
            return false;
        for (int64_t k = 0; k < f->keys; k++)
            if (f->cell[stage * f->keys + k] == cell) {
                f->key = k;
                return true;
            }
    }
    return false;
}

/* --- values --------------------------------------------------------------------------------------- */

/* The cell of the weights behind an operand: through copies, and the products that are summed in the next step. The other
 * operand of the product is the value. */
static bool finds_weight(Arena *a, const Run *run, const Forming *f, const QkvTensor *t,
                         int64_t *cell)
{
    while (t->step > f->at->weights && call_of(run, t->step)->op->how == QKV_HOW_COPY) {
        const QkvCall *c = call_of(run, t->step);
        QkvTerms terms = qkv_terms(c, *cell, a);
        if (terms.count != 1)
            return false;
        *cell = qkv_term(&terms, 0).a.cell;
        t = c->in[qkv_term(&terms, 0).a.operand];
    }
    return t->step == f->at->weights;
}

/* The weight and the value that term `i` of a cell of the context is the product of. */
static const QkvTensor *term_of(Arena *a, const Run *run, const Forming *f, int64_t context,
                                int64_t i, int64_t *weight, int64_t *value)
{
    const QkvCall *c = call_of(run, f->at->use);
    QkvTerms terms = qkv_terms(c, context, a);
    if (i >= terms.count)
        return NULL;
    QkvTerm term = qkv_term(&terms, i);
    if (terms.how == QKV_HOW_SUM) {
        c = call_of(run, c->in[term.a.operand]->step);
        terms = qkv_terms(c, term.a.cell, a);
        term = qkv_term(&terms, 0);
    }
    if (term.a.operand < 0 || term.b.operand < 0)
        return NULL;
    *weight = term.a.cell;
    bool is_a = finds_weight(a, run, f, c->in[term.a.operand], weight);
    QkvSource of = is_a ? term.b : term.a;
    if (!is_a) {
        *weight = term.b.cell;
        if (!finds_weight(a, run, f, c->in[term.b.operand], weight))
            return NULL;
    }
    return arithmetic_origin(a, run, c, of, value);
}

static void find_context(Arena *a, const Run *run, Forming *f)
{
    const QkvTensor *out = forming_context(run, f);
    int64_t first = f->cell[(f->stages - 1) * f->keys], weight, value;
    f->context = out ? arena_many(a, (size_t)out->count, int64_t) : NULL;
    for (int64_t c = 0; out && c < out->count && out->count <= CELLS_MOST; c++) {
        ArenaMark mark = arena_mark(a);
        bool is_own = term_of(a, run, f, c, 0, &weight, &value) && weight == first;
        arena_back(a, mark);
        if (is_own)
            f->context[f->values++] = c;
    }
}

const QkvTensor *forming_context(const Run *run, const Forming *f)
{
    return f->at->use >= 0 ? call_of(run, f->at->use)->out : NULL;
}

const QkvTensor *forming_value(Arena *a, const Run *run, const Forming *f, int64_t key,
                               int64_t column, int64_t *cell)
{
    int64_t weight;
    const QkvTensor *t = term_of(a, run, f, f->context[column], key, &weight, cell);
    return t && weight == f->cell[(f->stages - 1) * f->keys + key] ? t : NULL;
}

/* The first attention that a result is a stage of, its stages filled in; -1: it is one of none. */
static int find_attention(Arena *a, const Lens *l, const QkvTensor *t, Forming *f)
{
    const Roles *r = t->step >= 0 && t->rank > 0 && t->count <= CELLS_MOST ? roles_of(a, l) : NULL;
    int product = r ? r->product_of[t->step] : -1, stage = -1;
    for (int i = 0; product >= 0 && i < r->count && stage < 0; i++) {
        if (r->attention[i].product != product)
            continue;
        *f = (Forming){0};
        find_stages(a, l->run, r, &r->attention[i], f);
        stage = stage_of(f, t);
    }
    return stage;
}

bool forming_has(const Lens *l, const QkvTensor *t)
{
    Arena a = {0};
    Forming f;
    bool has = find_attention(&a, l, t, &f) >= 0;
    arena_release(&a);
    return has;
}

bool forming_of(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell, Forming *f)
{
    int stage = find_attention(a, l, t, f);
    if (stage < 0 || !find_row(a, l->run, roles_of(a, l), f, stage, cell))
        return false;
    find_context(a, l->run, f);
    return true;
}
