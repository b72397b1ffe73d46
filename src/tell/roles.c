/* Roles are found in two walks: over the tape, which tells of each step from which product its cells come one by one; then
 * from each step that makes shares of rows, back to that product and on to the product with the values. */
#include "tell/roles.h"

#include <math.h>
#include <string.h>

#include "base/common.h"
#include "tell/axes.h"

enum { NOWHERE = -1, ROLE_SEVERAL = ROLE_WEIGHTS + 1 };

/* A use of a step's result by a later step. */
typedef struct Use {
    int by, next; /* the step, and the next use of the same result; NOWHERE: the last */
} Use;

typedef struct Finding {
    Arena *a;
    const QkvTape *tape;
    Role *role;
    int *of, *product_of;
    int *first_use, *last_use; /* of each step */
    Use *use;
    int *found; /* the weights of the attention that is being found */
    int uses, founds, count;
    Attention *attention;
    Arena scratch;
} Finding;

/* --- the tape ------------------------------------------------------------------------------------- */

static const QkvCall *call_of(const Finding *f, int step)
{
    return &f->tape->step[step].call;
}

/* Tells whether an operand has a cell for each of the result's, which can be a number. */
static bool is_alike(const QkvTensor *in, const QkvTensor *out)
{
    return in->step >= 0 && in->dtype != QKV_BOOL && in->count == out->count && in->rank > 0 &&
           out->rank > 0 && out->count > 0;
}

static const QkvTensor *before(const int *product_of, const QkvCall *c)
{
    for (int i = 0; i < c->count && c->op->how != QKV_HOW_PRODUCTS; i++)
        if (is_alike(c->in[i], c->out) && product_of[c->in[i]->step] >= 0)
            return c->in[i];
    return NULL;
}

const QkvTensor *role_before(const Roles *r, const Run *run, int step)
{
    return before(r->product_of, &run->tape->step[step].call);
}

static int find_product(const Finding *f, int step)
{
    const QkvTensor *in = before(f->product_of, call_of(f, step));
    if (call_of(f, step)->op->how == QKV_HOW_PRODUCTS)
        return step;
    return in ? f->product_of[in->step] : NOWHERE;
}

static void add_use(Finding *f, int of, int by)
{
    int use = f->uses;
    arena_push(&f->scratch, f->use, f->uses, ((Use){by, NOWHERE}));
    *(f->first_use[of] < 0 ? &f->first_use[of] : &f->use[f->last_use[of]].next) = use;
    f->last_use[of] = use;
}

static void walk_tape(Finding *f)
{
    for (int i = 0; i < f->tape->count; i++) {
        const QkvCall *c = call_of(f, i);
        f->of[i] = f->first_use[i] = NOWHERE;
        f->product_of[i] = find_product(f, i);
        for (int k = 0; k < c->count; k++)
            if (c->in[k]->step >= 0)
                add_use(f, c->in[k]->step, i);
    }
}

/* --- shares --------------------------------------------------------------------------------------- */

/* The operand that a step makes shares of the rows of: softmax(x) over the last axis, x / x.sum(-1). NULL: none. */
static const QkvTensor *shared_by(const QkvTape *tape, const QkvCall *c)
{
    int last = c->out->rank - 1;
    if (last < 0)
        return NULL;
    if (c->op->how == QKV_HOW_SOFTMAX && !c->op->is_log && c->reduced[last])
        return c->in[0];
    const QkvTensor *sum = c->op->scales && c->count == 2 ? c->in[1] : NULL;
    const QkvCall *made = sum && sum->step >= 0 ? &tape->step[sum->step].call : NULL;
    bool is_sum = made && made->op->how == QKV_HOW_SUM && made->count == 1 &&
                  made->in[0]->step == c->in[0]->step && made->reduced[last] &&
                  sum->count * c->out->size[last] == c->out->count;
    return is_sum ? c->in[0] : NULL;
}

/* --- one attention -------------------------------------------------------------------------------- */

static void set_role(Finding *f, const QkvTensor *t, Role role)
{
    if (!t || t->step < 0)
        return;
    Role *is = &f->role[t->step];
    *is = *is == ROLE_NONE || *is == role ? role : (Role)ROLE_SEVERAL;
}

/* An operand of a product with what it was copied from, cell by cell, or scaled by one number. */
static void set_operand(Finding *f, const QkvTensor *t, Role role)
{
    while (t && t->step >= 0) {
        const QkvCall *c = call_of(f, t->step);
        bool is_scaled = c->op->scales && c->count == 2 && c->in[1]->count == 1;
        bool goes_on = (c->op->how == QKV_HOW_COPY || is_scaled) && is_alike(c->in[0], t);
        set_role(f, t, role);
        t = goes_on ? c->in[0] : NULL;
    }
}

/* Finds the operands of a product: the cells of the key are others in the next column, those of the query in the next row. */
static void find_operands(Finding *f, Attention *at)
{
    const QkvCall *c = call_of(f, at->product);
    int64_t cols = matrix_cols(c->out), rows = matrix_rows(c->out);
    bool is_across = cols > 1 || rows < 2;
    int64_t next = cols > 1 ? 1 : rows > 1 ? cols : 0;
    QkvTerm here = {{NOWHERE, 0}, {NOWHERE, 0}}, there = here;
    QkvTerms terms = qkv_terms(c, 0, &f->scratch), others = qkv_terms(c, next, &f->scratch);
    if (terms.count > 0 && others.count > 0) {
        here = qkv_term(&terms, 0);
        there = qkv_term(&others, 0);
    }
    if (here.a.operand < 0 || here.b.operand < 0)
        return;
    bool a_moves = here.a.cell != there.a.cell;
    const QkvTensor *a = c->in[here.a.operand], *b = c->in[here.b.operand];
    at->key = a_moves == is_across && next > 0 ? a : b;
    at->query = at->key == a ? b : a;
}

static void set_scores(Finding *f, const Attention *at)
{
    const QkvTensor *t = shared_by(f->tape, call_of(f, at->shares));
    for (; t && t->step > at->product; t = before(f->product_of, call_of(f, t->step)))
        set_role(f, t, ROLE_SCORES);
    set_role(f, call_of(f, at->product)->out, ROLE_SCORES);
}

/* The other operand of an operation that multiplies or divides a tensor by it; NULL: it is none. */
static const QkvTensor *scaled_by(const QkvCall *c, const QkvTensor *t)
{
    if (!c->op->scales || c->count != 2)
        return NULL;
    return c->in[0]->step == t->step ? c->in[1] : c->in[0];
}

/* Tells whether a step only passes weights on: copied, hidden, scaled by what comes from no product. */
static bool passes_on(const Finding *f, const QkvCall *c, const QkvTensor *weights)
{
    const QkvTensor *scale = scaled_by(c, weights);
    if (!is_alike(weights, c->out) || c->out->dtype == QKV_BOOL)
        return false;
    return c->op->how == QKV_HOW_COPY || c->op->how == QKV_HOW_CHOICE ||
           (scale && (scale->step < 0 || f->product_of[scale->step] < 0));
}

static const QkvTensor *weights_in(const Finding *f, const QkvCall *c)
{
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->step >= 0 && f->of[c->in[i]->step] == f->count)
            return c->in[i];
    return NULL;
}

/* The cell of what made shares that a cell of the weights passes on: only copies put it elsewhere. */
static int64_t shared_cell(Finding *f, const QkvTensor *weights, int64_t cell)
{
    while (weights && weights->step != f->found[0]) {
        const QkvCall *c = call_of(f, weights->step);
        QkvTerms terms = {0};
        if (c->op->how == QKV_HOW_COPY)
            terms = qkv_terms(c, cell, &f->scratch);
        weights = weights_in(f, c);
        QkvSource from = terms.count > 0 ? qkv_term(&terms, 0).a : (QkvSource){NOWHERE, 0};
        bool is_own = from.operand >= 0 &&
                      c->in[from.operand] == weights; /* or it was written there */
        cell = is_own ? from.cell : cell;
    }
    return cell;
}

/* The other operand of a product that runs over the keys, the columns of the weights; NULL: it does not, or is none. */
static const QkvTensor *mixed_by(Finding *f, const QkvCall *c, const QkvTensor *weights)
{
    QkvTerms terms = {0};
    if (c->op->how == QKV_HOW_PRODUCTS && c->out->count > 0)
        terms = qkv_terms(c, 0, &f->scratch);
    if (terms.count < 1)
        return NULL;
    QkvTerm first = qkv_term(&terms, 0), last = qkv_term(&terms, terms.count - 1);
    if (first.b.operand < 0 || last.b.operand < 0)
        return NULL;
    bool is_a = c->in[first.a.operand]->step == weights->step;
    QkvSource from = is_a ? first.a : first.b, to = is_a ? last.a : last.b;
    bool is_row = c->in[from.operand]->step == weights->step &&
                  shared_cell(f, weights, to.cell) - shared_cell(f, weights, from.cell) ==
                      terms.count - 1;
    return is_row ? c->in[is_a ? first.b.operand : first.a.operand] : NULL;
}

/* Finds the values that weights are multiplied by cell by cell, to be summed in the next step; NULL: there are none. */
static const QkvTensor *mixed_in_two(const Finding *f, const QkvCall *c, const QkvTensor *weights,
                                     int *sum)
{
    const QkvTensor *value = c->out->count > weights->count ? scaled_by(c, weights) : NULL;
    int use = value ? f->first_use[c->out->step] : NOWHERE;
    const QkvCall *next = use >= 0 ? call_of(f, f->use[use].by) : NULL;
    if (!next || next->op->how != QKV_HOW_SUM || next->count != 1)
        return NULL;
    *sum = f->use[use].by;
    return value;
}

/* Takes a step as one of the weights of the attention that is found. */
static void add_weights(Finding *f, int step)
{
    f->of[step] = f->count;
    arena_push(&f->scratch, f->found, f->founds, step);
}

/* The weights that a copy of them was made of whose rows are no more rows of keys. */
static int uncopied(Finding *f, int step)
{
    for (const QkvTensor *t = call_of(f, step)->out; t && step != f->found[0];
         t = call_of(f, step)->out) {
        int64_t last = matrix_cols(t) - 1;
        bool is_row = matrix_cols(t) == matrix_cols(call_of(f, f->found[0])->out) &&
                      shared_cell(f, t, last) - shared_cell(f, t, 0) == last;
        if (is_row || call_of(f, step)->op->how != QKV_HOW_COPY)
            break;
        step = weights_in(f, call_of(f, step))->step;
    }
    return step;
}

/* Goes on from what made shares: all that passes them on are weights, up to the first product with values. */
static void find_use(Finding *f, Attention *at)
{
    f->founds = 0;
    add_weights(f, at->shares);
    for (int i = 0; i < f->founds; i++) {
        int step = f->found[i];
        const QkvTensor *weights = call_of(f, step)->out;
        for (int u = f->first_use[step]; u >= 0; u = f->use[u].next) {
            int by = f->use[u].by, use = by;
            const QkvCall *c = call_of(f, by);
            const QkvTensor *value = mixed_by(f, c, weights);
            if (!value)
                value = mixed_in_two(f, c, weights, &use);
            if (value && at->use < 0) {
                at->value = value;
                at->use = use;
                at->weights = uncopied(f, step);
            } else if (!value && f->of[by] < 0 && passes_on(f, c, weights)) {
                add_weights(f, by);
            }
        }
    }
}

static bool is_named(const QkvTensor *t)
{
    int last = t->rank - 1;
    return last >= 0 && same_text(t->axis[last].name, "key") &&
           (last == 0 || same_text(t->axis[last - 1].name, "query"));
}

/* Tells whether a step that makes shares is one of attention: it leads to values, or its axes say so. Then what plays which
 * part is set. */
static void find_attention(Finding *f, int step)
{
    const QkvTensor *scores = shared_by(f->tape, call_of(f, step));
    if (!scores || scores->step < 0 || f->product_of[scores->step] < 0 || f->of[step] >= 0)
        return;
    Attention at = {f->product_of[scores->step], step, step, NOWHERE, NULL, NULL, NULL};
    find_use(f, &at);
    if (at.use < 0 && !is_named(call_of(f, step)->out)) {
        for (int i = 0; i < f->founds; i++)
            f->of[f->found[i]] = NOWHERE;
        return;
    }
    for (int i = 0; i < f->founds; i++)
        set_role(f, call_of(f, f->found[i])->out, ROLE_WEIGHTS);
    find_operands(f, &at);
    set_scores(f, &at);
    set_operand(f, at.query, ROLE_QUERY);
    set_operand(f, at.key, ROLE_KEY);
    set_operand(f, at.value, ROLE_VALUE);
    arena_push(f->a, f->attention, f->count, at);
}

static Roles *find_roles(Arena *a, const QkvTape *tape)
{
    size_t steps = (size_t)tape->count;
    Finding f = {.a = a, .tape = tape};
    f.role = arena_many(a, steps, Role);
    f.of = arena_many(a, steps, int);
    f.product_of = arena_many(a, steps, int);
    f.first_use = arena_many(&f.scratch, steps, int);
    f.last_use = arena_many(&f.scratch, steps, int);
    walk_tape(&f);
    for (int i = 0; i < tape->count; i++)
        find_attention(&f, i);
    for (int i = 0; i < tape->count; i++)
        f.role[i] = f.role[i] == (Role)ROLE_SEVERAL ? ROLE_NONE : f.role[i];
    arena_release(&f.scratch);
    Roles *r = arena_new(a, Roles);
    *r = (Roles){f.role, f.of, f.product_of, f.count, f.attention};
    return r;
}

const Roles *roles_of(Arena *a, const Lens *l)
{
    MemoSlot *slot = memo_slot(l->memo, l->run, MEMO_ROLES, "");
    if (!slot)
        return find_roles(a, l->run->tape);
    if (!slot->made)
        slot->made = find_roles(&slot->arena, l->run->tape);
    return slot->made;
}

Role lens_role(const Lens *l, const QkvTensor *t)
{
    Arena a = {0};
    Role role = t->step >= 0 ? roles_of(&a, l)->role[t->step] : ROLE_NONE;
    arena_release(&a);
    return role;
}

/* --- shares --------------------------------------------------------------------------------------- */

/* Tells whether a row has shares; *splits: of more than one of its cells. */
static bool row_shares(const Lens *l, const QkvTensor *t, int64_t first, bool *splits)
{
    static const double close = 1e-4;
    double sum = 0;
    for (int64_t c = 0; c < matrix_cols(t); c++) {
        double x = lens_value(l, t, first + c);
        if (!(x >= 0 && x <= 1))
            return false;
        *splits = *splits || (x > 0 && x < 1);
        sum += x;
    }
    return fabs(sum - 1) < close;
}

/* Rows of one 1 each are no shares: they choose. */
bool lens_shares(const Lens *l, const QkvTensor *t)
{
    if (l->differs || !qkv_is_float(t->dtype) || t->rank == 0 || t->count == 0)
        return false;
    if (t->step >= 0 && shared_by(l->run->tape, &l->run->tape->step[t->step].call))
        return true;
    bool splits = false, shares = matrix_cols(t) > 1 && lens_shows(l, t);
    for (int64_t first = 0; first < t->count && shares; first += matrix_cols(t))
        shares = row_shares(l, t, first, &splits);
    return shares && splits;
}

/* --- masks ---------------------------------------------------------------------------------------- */

enum {
    STEPS_MOST = 40,  /* from a mask to a cell                            */
    CELLS_MOST = 1000 /* cells looked at: ways part, and meet again */
};

typedef struct MaskSearch {
    const Lens *l;
    Arena a;
    int cells; /* looked at */
} MaskSearch;

/* Tells whether a sum is -inf because one of its sides is infinite: however that was made, it hides the other. */
static bool puts_infinity(const Lens *l, const QkvCall *c, QkvTerm term, double x)
{
    double a = lens_value(l, c->in[term.a.operand], term.a.cell);
    double b = lens_value(l, c->in[term.b.operand], term.b.cell);
    return isinf(x) && ((isinf(a) && isfinite(b)) || (isfinite(a) && isinf(b)));
}

/* Follows a cell back to the mask that hid it. */
static bool is_masked(MaskSearch *m, const QkvTensor *t, int64_t cell, int steps)
{
    const Lens *l = m->l;
    static const double far_below = -1e4;
    double x = lens_value(l, t, cell); /* nan: hidden */
    const QkvStep *step = t->step >= 0 ? &l->run->tape->step[t->step] : NULL;
    if (!(x == 0 || x <= far_below) || steps == 0 || m->cells++ >= CELLS_MOST ||
        !qkv_is_float(t->dtype))
        return false;
    if (!step || step->call.op->how == QKV_HOW_GIVEN)
        return x < 0;
    const QkvCall *c = &step->call;
    QkvTerms terms = lens_terms(l, step->call.out->step, cell, &m->a); /* none of a hidden choice */
    QkvHow how = terms.how;
    if (terms.count == 0)
        return how == QKV_HOW_COPY && x < 0;
    QkvTerm term = qkv_term(&terms, how == QKV_HOW_SOFTMAX ? terms.self : 0);
    bool one = how == QKV_HOW_COPY || how == QKV_HOW_CHOICE || how == QKV_HOW_SOFTMAX ||
               how == QKV_HOW_APPLY;
    if (!one)
        return false;
    if (how == QKV_HOW_CHOICE && c->in[term.a.operand]->count == 1)
        return true;
    bool both = how == QKV_HOW_APPLY && term.b.operand >= 0;
    return is_masked(m, c->in[term.a.operand], term.a.cell, steps - 1) ||
           (both && is_masked(m, c->in[term.b.operand], term.b.cell, steps - 1)) ||
           (both && !c->op->scales && puts_infinity(l, c, term, x));
}

bool lens_masks(const Lens *l, const QkvTensor *t, int64_t cell)
{
    MaskSearch m = {.l = l};
    bool masked = is_masked(&m, t, cell, STEPS_MOST);
    arena_release(&m.a);
    return masked;
}
