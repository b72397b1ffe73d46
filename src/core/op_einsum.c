/* einsum: sums of products, or of cells, that an equation of letters names.
 *
 * What PyTorch does in several calls is several steps here: a letter that stands twice in one
 * operand is brought to its diagonal; a letter that only one operand has and the result has not is
 * summed there; what is left is one product, or one move. */

#include <string.h>

#include "base/common.h"
#include "core/elementwise.h"
#include "core/equation.h"
#include "core/gradient.h"
#include "core/integer.h"
#include "core/label.h"
#include "core/rows.h"
#include "core/storage.h"
#include "core/walk.h"

static const int64_t *letters_in(const QkvCall *c, int operand)
{
    return c->params.letters.in[operand];
}

/* How far one step along a letter goes in an operand: 0 where it has not the letter, or has it once
 * for all. Along two axes with one letter it goes down the diagonal. */
static int64_t letter_step(const QkvCall *c, int operand, int64_t letter, int64_t *size)
{
    const QkvTensor *t = c->in[operand];
    int64_t step = 0;
    for (int d = 0; d < t->rank; d++)
        if (letters_in(c, operand)[d] == letter && t->size[d] != 1) {
            step += qkv_tensor_pitch(t, d);
            *size = t->size[d];
        }
    return step;
}

/* The label rule: a letter keeps the name and the labels of its axis. */
static void label_letters(Qkv *q, QkvCall *c)
{
    (void)q;
    for (int d = 0; d < c->out->rank; d++) {
        int64_t letter = c->params.letters.out[d];
        for (int i = 0; i < c->count; i++)
            for (int from = 0; from < c->in[i]->rank; from++)
                if (letters_in(c, i)[from] == letter)
                    label_pass(c->out, d, c->in[i], from,
                               letters_in(c, i)[0] == c->params.letters.out[0]);
    }
}

/* The sizes of the result, and how a product walks over its operands. */
typedef struct Sides {
    int64_t size[QKV_MAX_RANK];
    int64_t along[EQUATION_OPERANDS][QKV_MAX_RANK]; /* the axes of the result     */
    int64_t rows, cols; /* sizes that only one operand has, multiplied */
    QkvTensor inner;    /* sizes are the summed letters'               */
    int64_t inside[EQUATION_OPERANDS][QKV_MAX_RANK];
} Sides;

static void add_inner(const QkvCall *c, int64_t letter, Sides *s)
{
    int64_t size = 1, first = letter_step(c, 0, letter, &size),
            second = letter_step(c, 1, letter, &size);
    if (first == 0 || second == 0)
        return;
    int d = s->inner.rank++;
    s->inside[0][d] = first;
    s->inside[1][d] = second;
    s->inner.size[d] = size;
    s->inner.count *= size;
}

static Sides sides_of(const QkvCall *c)
{
    Sides s = {.rows = 1, .cols = 1, .inner = {.count = 1}};
    bool kept[EQUATION_LETTERS] = {false};
    for (int d = 0; d < c->params.letters.rank; d++) {
        int64_t letter = c->params.letters.out[d];
        kept[letter] = true;
        s.size[d] = 1;
        for (int i = 0; i < c->count; i++)
            s.along[i][d] = letter_step(c, i, letter, &s.size[d]);
        bool is_both = c->count > 1 && s.along[0][d] != 0 && s.along[1][d] != 0;
        s.rows *= s.along[0][d] != 0 && !is_both ? s.size[d] : 1;
        s.cols *= s.along[0][d] == 0 ? s.size[d] : 1;
    }
    for (int64_t letter = 0; c->count > 1 && letter < EQUATION_LETTERS; letter++)
        if (!kept[letter])
            add_inner(c, letter, &s);
    return s;
}

/* --- gradients: see QkvOp.back -------------------------------------------------------------------- */

/* The letters of the axes of an operand; operand c->count is the result. */
static Letters letters_of(const QkvCall *c, int operand)
{
    bool is_result = operand == c->count;
    Letters l = {.count = is_result ? c->out->rank : c->in[operand]->rank};
    const int64_t *from = is_result ? c->params.letters.out : letters_in(c, operand);
    memcpy(l.at, from, (size_t)l.count * sizeof *from);
    return l;
}

/* Applies a row to the gradient of the result, and to the other operand where there is one; the result has the
 * letters `to`. Letters that are summed come in the order in which the gradient has them. */
static const QkvTensor *apply_back(Qkv *q, const QkvOp *op, const QkvCall *c, int operand,
                                   const QkvTensor *g, const Letters *from, const Letters *to)
{
    Equation e = {.operands = c->count, .in = {*from}, .out = *to};
    Letters summed = {0};
    int64_t number[EQUATION_LETTERS], numbers = 0;
    const QkvTensor *in[] = {g, c->count > 1 ? c->in[1 - operand] : NULL};
    if (e.operands > 1)
        e.in[1] = letters_of(c, 1 - operand);
    QkvParams p = {.letters.rank = to->count};
    for (int i = 0; i < EQUATION_LETTERS; i++)
        number[i] = -1;
    const Letters *const all[] = {from, to, &e.in[1]};
    for (int i = 0; i < COUNT(all); i++)
        for (int d = 0; d < all[i]->count; d++)
            if (number[all[i]->at[d]] < 0)
                number[all[i]->at[d]] = numbers++;
    for (int d = 0; d < from->count; d++)
        if (!letters_have(to, from->at[d]))
            summed.at[summed.count++] = from->at[d];
    for (int i = 0; i < e.operands; i++)
        for (int d = 0; d < e.in[i].count; d++)
            p.letters.in[i][d] = number[e.in[i].at[d]];
    for (int d = 0; d < to->count; d++)
        p.letters.out[d] = number[to->at[d]];
    p.text = equation_formula(qkv_arena(q), &e, &summed);
    return qkv_apply(q, op, e.operands, in, &p);
}

BACK(products)
{
    Letters from = letters_of(c, c->count), to = letters_of(c, operand);
    return apply_back(q, &op_einsum, c, operand, g, &from, &to);
}

/* The axes of t, which have the letters `from`, in the order of `to`; those that are missing have the size 1. */
static const QkvTensor *reordered(Qkv *q, const QkvTensor *t, const Letters *from,
                                  const Letters *to)
{
    QkvCall one = {.count = 1};
    return t && !letters_equal(from, to) ? apply_back(q, &op_einsum_copy, &one, 0, t, from, to) : t;
}

/* Sums what an operand has not, or had only once: nothing was summed on the way. */
BACK(each)
{
    Letters all = letters_of(c, c->count), own = letters_of(c, operand), left = {0};
    int64_t axes[QKV_MAX_RANK];
    int count = 0;
    for (int d = 0; d < all.count; d++) {
        bool has = false;
        for (int k = 0; k < own.count; k++)
            has = has || (own.at[k] == all.at[d] &&
                          (c->in[operand]->size[k] != 1 || c->out->size[d] == 1));
        if (has)
            left.at[left.count++] = all.at[d];
        else
            axes[count++] = d;
    }
    const QkvTensor *h = apply_back(q, &op_einsum_each, c, operand, g, &all, &all);
    h = count > 0 ? qkv_sum(q, h, count, axes, false) : h;
    return reordered(q, h, &left, &own);
}

static bool is_diagonal(const QkvCall *c)
{
    for (int d = 0; d < c->in[0]->rank; d++)
        for (int k = 0; k < d; k++)
            if (letters_in(c, 0)[k] == letters_in(c, 0)[d])
                return true;
    return false;
}

BACK(moved)
{
    Letters from = letters_of(c, c->count), to = letters_of(c, operand);
    return is_diagonal(c) ? back_copy(q, c, operand, g) : reordered(q, g, &from, &to);
}

/* --- moves: one operand -------------------------------------------------------------------------- */

static bool plan_copy(Qkv *q, QkvCall *c)
{
    Sides s = sides_of(c);
    for (int d = 0; d < c->params.letters.rank; d++)
        c->stride[d] = s.along[0][d];
    return qkv_shape(q, c->out, c->in[0]->dtype, c->params.letters.rank, s.size) &&
           qkv_spend(q, c->out->count);
}

/* PyTorch's is a view: an axis goes through all of the operand's that have its letter. */
static void stride_copied(QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    for (int d = 0; d < c->out->rank; d++) {
        int64_t stride = 0;
        for (int axis = 0; axis < a->rank; axis++)
            stride += c->params.letters.in[0][axis] == c->params.letters.out[d] ? a->stride[axis]
                                                                                : 0;
        c->out->stride[d] = stride;
    }
    storage_share(c);
}

const QkvOp op_einsum_copy = {.name = "einsum",
                              .formula = "the axes in the order of their letters",
                              .how = QKV_HOW_COPY,
                              .plan = plan_copy,
                              .kernel = move_kernel,
                              .label = label_letters,
                              .stride = stride_copied,
                              .terms = move_terms,
                              .back = back_moved,
                              .grad_fn = "PermuteBackward0"};

/* --- cell times cell: no letter is summed -------------------------------------------------------- */

static Walk walk_both(const QkvCall *c, const Sides *s)
{
    Walk w = walk_begin(c->out);
    for (int i = 0; i < c->count; i++)
        walk_strided(&w, i, 0, s->along[i]);
    return w;
}

static bool plan_each(Qkv *q, QkvCall *c)
{
    Sides s = sides_of(c);
    return qkv_shape(q, c->out, promoted(c), c->params.letters.rank, s.size) &&
           qkv_spend(q, c->out->count);
}

static void kernel_each(const QkvCall *c)
{
    Sides s = sides_of(c);
    kernel_binary_along(c, walk_both(c, &s));
}

static void terms_each(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    Sides s = sides_of(c);
    Walk w = walk_both(c, &s);
    walk_to(&w, cell);
    qkv_terms_new(a, t, 1, &(QkvTerm){.a = {0, w.cell[0]}, .b = {1, w.cell[1]}});
}

static double cell_product(double a, double b)
{
    return a * b;
}

#define CELL_TIMES_CELL                                                                            \
    .symbol = "*", .how = QKV_HOW_APPLY, .kernel = kernel_each, .label = label_letters,            \
    .terms = terms_each, .d2 = cell_product, .i2 = wrap_mul, .back = back_each,                    \
    .grad_fn = "MulBackward0"

static bool plan_pairs(Qkv *q, QkvCall *c)
{
    if (are_arrays(c->count, c->in))
        c->op = &op_einsum_from_zero;
    return plan_each(q, c);
}

const QkvOp op_einsum_each = {.name = "einsum",
                              .formula = "the product of each pair that the letters name",
                              .plan = plan_pairs,
                              CELL_TIMES_CELL};

/* NumPy adds each product to a cell that was 0: so none of them is -0. */
static float times_from_zero(float a, float b)
{
    return a * b + 0.0f;
}

static double times_from_zero_d(double a, double b)
{
    return a * b + 0.0;
}

const QkvOp op_einsum_from_zero = {.name = "einsum",
                                   .formula = "the product of each pair that the letters name",
                                   .plan = plan_each,
                                   .symbol = "*",
                                   .how = QKV_HOW_APPLY,
                                   .kernel = kernel_each,
                                   .label = label_letters,
                                   .terms = terms_each,
                                   .f2 = times_from_zero,
                                   .d2 = times_from_zero_d,
                                   .i2 = wrap_mul,
                                   .back = back_each,
                                   .grad_fn = "MulBackward0"};

static bool plan_outer(Qkv *q, QkvCall *c)
{
    enum { I, J };
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->rank != 1)
            return qkv_fail(q, "outer: the %s operand has %d axes, and outer takes two vectors",
                            i ? "second" : "first", c->in[i]->rank);
    c->params.letters = (QkvLetters){.rank = 2, .in = {{I}, {J}}, .out = {I, J}};
    return plan_each(q, c);
}

const QkvOp op_outer = {.name = "outer",
                        .signature = "input:T vec2:T",
                        .homes = QKV_IN_BOTH,
                        .formula = "out[i, j] = a[i] * b[j]",
                        .plan = plan_outer,
                        CELL_TIMES_CELL};

/* --- sums of products ---------------------------------------------------------------------------- */

/* Where the terms of a product lie, counted from its first: the same for every cell. */
static int64_t *inner_cells(const Sides *s, int operand, Arena *a)
{
    int64_t *cells = arena_many(a, (size_t)s->inner.count, int64_t);
    Walk w = walk_begin(&s->inner);
    walk_strided(&w, 0, 0, s->inside[operand]);
    for (int64_t k = 0; cells && k < s->inner.count; k++, walk_next(&w))
        cells[k] = w.cell[0];
    return cells;
}

/* Each product is fetched by itself from wherever it lies: that takes as long as many in a row. */
enum { APART = 16 };

/* PyTorch multiplies a batch of matrices, and small ones without fused steps: see matmul. */
static bool plan_products(Qkv *q, QkvCall *c)
{
    Sides s = sides_of(c);
    if (!product_types(q, c) ||
        !qkv_shape(q, c->out, c->in[0]->dtype, c->params.letters.rank, s.size))
        return false;
    c->fused = product_is_fused(s.rows, s.inner.count, s.cols);
    bool countable = s.inner.count == 0 || c->out->count <= INT64_MAX / APART / s.inner.count;
    return qkv_spend(q, countable ? APART * c->out->count * s.inner.count : INT64_MAX);
}

/* The next n of a cell's products, added to the sum of those before. */
static float sum_floats(const float *a, const int64_t *at_a, const float *b, const int64_t *at_b,
                        int64_t n, bool fused, float sum)
{
    for (int64_t k = 0; k < n; k++) {
        float product = a[at_a[k]] * b[at_b[k]];
        sum = fused ? fused32(a[at_a[k]], b[at_b[k]], sum) : sum + product;
    }
    return sum;
}

static int64_t sum_integers(const int64_t *a, const int64_t *at_a, const int64_t *b,
                            const int64_t *at_b, int64_t n, int64_t sum)
{
    for (int64_t k = 0; k < n; k++)
        sum = wrap_add(sum, wrap_mul(a[at_a[k]], b[at_b[k]]));
    return sum;
}

/* A cell may be the sum of millions of products: whoever waits is asked after every so many. */
static void kernel_products(const QkvCall *c)
{
    enum { PIECE = 1 << 14 };
    const QkvTensor *a = c->in[0], *b = c->in[1];
    Sides s = sides_of(c);
    const int64_t *at_a = inner_cells(&s, 0, c->memory), *at_b = inner_cells(&s, 1, c->memory);
    Walk w = walk_both(c, &s);
    bool goes_on = at_a && at_b;
    for (int64_t i = 0; i < c->out->count && goes_on; i++, walk_next(&w)) {
        float sum = 0;
        int64_t whole = 0;
        for (int64_t k = 0; k < s.inner.count && goes_on; k += PIECE) {
            int64_t n = min_int64(PIECE, s.inner.count - k);
            goes_on = qkv_goes_on(c, APART * n);
            if (c->out->dtype == QKV_FLOAT32)
                sum = sum_floats(a->data.f + w.cell[0], at_a + k, b->data.f + w.cell[1], at_b + k,
                                 n, c->fused, sum);
            else
                whole = sum_integers(a->data.i + w.cell[0], at_a + k, b->data.i + w.cell[1],
                                     at_b + k, n, whole);
        }
        if (c->out->dtype == QKV_FLOAT32)
            c->out->data.f[i] = sum;
        else
            put_integer(c->out, i, whole);
    }
}

static void terms_products(const QkvCall *c, int64_t cell, Arena *arena, QkvTerms *t)
{
    Sides s = sides_of(c);
    Walk w = walk_both(c, &s);
    walk_to(&w, cell);
    (void)arena;
    qkv_terms_along(t, (QkvTerm){.a = {0, w.cell[0]}, .b = {1, w.cell[1]}}, s.inner.rank,
                    s.inner.size, s.inside[0], s.inside[1]);
}

const QkvOp op_einsum = {.name = "einsum",
                         .formula = "the sum of products over the letters not in the result",
                         .how = QKV_HOW_PRODUCTS,
                         .by_letters = true,
                         .plan = plan_products,
                         .kernel = kernel_products,
                         .label = label_letters,
                         .terms = terms_products,
                         .back = back_products,
                         .grad_fn = "ViewBackward0"};

/* --- the steps of an equation --------------------------------------------------------------------- */

/* Applies a row to the operands of `e`, with the formula of the equation. */
static const QkvTensor *apply_equation(Qkv *q, const QkvOp *op, const Equation *e,
                                       const Letters *summed, const QkvTensor *const *in)
{
    QkvParams p = {.letters.rank = e->out.count, .text = equation_formula(qkv_arena(q), e, summed)};
    for (int i = 0; i < e->operands; i++)
        for (int d = 0; d < e->in[i].count; d++)
            p.letters.in[i][d] = e->in[i].at[d];
    for (int d = 0; d < e->out.count; d++)
        p.letters.out[d] = e->out.at[d];
    return qkv_apply(q, op, e->operands, in, &p);
}

static void add_letter(Letters *l, int64_t letter)
{
    l->at[l->count++] = letter;
}

static const Letters none = {0};

/* Each letter once: those that stand twice along their diagonal. */
static const QkvTensor *diagonal(Qkv *q, Letters *l, const QkvTensor *t)
{
    Equation e = {.operands = 1, .in = {*l}};
    for (int d = 0; d < l->count; d++)
        if (!letters_have(&e.out, l->at[d]))
            add_letter(&e.out, l->at[d]);
    if (e.out.count == l->count)
        return t;
    *l = e.out;
    return apply_equation(q, &op_einsum_copy, &e, &none, &t);
}

/* Tells whether an operand varies along a letter. */
static bool varies_along(const Letters *l, const QkvTensor *t, int64_t letter)
{
    for (int d = 0; d < l->count; d++)
        if (l->at[d] == letter && t->size[d] != 1)
            return true;
    return false;
}

/* The operand summed over its letters `own`. */
static const QkvTensor *sum_letters(Qkv *q, Letters *l, const QkvTensor *t, const Letters *own)
{
    Equation e = {.operands = 1, .in = {*l}};
    QkvParams p = {0};
    for (int d = 0; d < l->count; d++)
        if (letters_have(own, l->at[d]))
            p.at[p.count++] = d;
        else
            add_letter(&e.out, l->at[d]);
    if (p.count == 0)
        return t;
    *l = e.out;
    p.text = equation_formula(qkv_arena(q), &e, own);
    return qkv_apply(q, &op_sum, 1, &t, &p);
}

static const QkvTensor *sum_all(Qkv *q, Equation *e, const QkvTensor *t)
{
    Letters own = {0};
    for (int d = 0; d < e->in[0].count; d++)
        if (!letters_have(&e->out, e->in[0].at[d]))
            add_letter(&own, e->in[0].at[d]);
    return sum_letters(q, &e->in[0], t, &own);
}

/* Of two operands, the one numbered `i` without what the result and the other one have not. */
static const QkvTensor *sum_own(Qkv *q, Equation *e, int i, const QkvTensor *t,
                                const QkvTensor *other)
{
    Letters own = {0};
    for (int d = 0; d < e->in[i].count; d++) {
        int64_t letter = e->in[i].at[d];
        if (t->size[d] != 1 && !varies_along(&e->in[1 - i], other, letter) &&
            !letters_have(&e->out, letter))
            add_letter(&own, letter);
    }
    return sum_letters(q, &e->in[i], t, &own);
}

/* The letters along which both operands vary, and which the result has not. */
static Letters shared_letters(const Equation *e, const QkvTensor *a, const QkvTensor *b)
{
    Letters shared = {0};
    for (int64_t letter = 0; letter < EQUATION_LETTERS; letter++)
        if (varies_along(&e->in[0], a, letter) && varies_along(&e->in[1], b, letter) &&
            !letters_have(&e->out, letter))
            add_letter(&shared, letter);
    return shared;
}

static const QkvTensor *einsum_of_one(Qkv *q, const char *equation, const QkvTensor *a)
{
    Equation e;
    if (!a || !equation_read(q, equation, 1, &a, &e))
        return NULL;
    const QkvTensor *t = diagonal(q, &e.in[0], a);
    int letters = e.in[0].count;
    t = t ? sum_all(q, &e, t) : NULL;
    if (!t || (t != a && letters_equal(&e.in[0], &e.out)))
        return t;
    t = apply_equation(q, &op_einsum_copy, &e, &none, &t);
    return e.in[0].count < letters ? gradient_named(t, "SumBackward1") : t;
}

/* An equation of two operands, whose letters stand once in each. */
static const QkvTensor *product_of_two(Qkv *q, Equation *e, const QkvTensor *a, const QkvTensor *b)
{
    a = sum_own(q, e, 0, a, b);
    b = a ? sum_own(q, e, 1, b, a) : NULL;
    if (!a || !b)
        return NULL;
    const QkvTensor *const both[] = {a, b};
    Letters shared = shared_letters(e, a, b);
    const QkvOp *op = shared.count > 0 ? &op_einsum : &op_einsum_each;
    const QkvTensor *product = apply_equation(q, op, e, &shared, both);
    bool is_kept = true;
    for (int i = 0; i < 2; i++)
        for (int d = 0; d < e->in[i].count; d++)
            is_kept = is_kept && letters_have(&e->out, e->in[i].at[d]);
    return is_kept ? product : gradient_named(product, "ViewBackward0");
}

/* The letters that are left when the product so far is taken with operand i: those that the result or an
 * operand after it still asks for. */
static bool letters_left(Qkv *q, const Equation *e, int i, const Letters *so_far, Letters *left)
{
    *left = (Letters){0};
    for (int64_t letter = 0; letter < EQUATION_LETTERS; letter++) {
        bool asked = letters_have(&e->out, letter);
        for (int later = i + 1; later < e->operands; later++)
            asked = asked || letters_have(&e->in[later], letter);
        if (!asked || !(letters_have(so_far, letter) || letters_have(&e->in[i], letter)))
            continue;
        if (left->count == QKV_MAX_RANK)
            return qkv_lack(
                q,
                "einsum: an intermediate result would have more than %d axes: a tensor has at "
                "most that many",
                QKV_MAX_RANK);
        add_letter(left, letter);
    }
    return true;
}

/* From the left to the right, two at a time, as PyTorch does it. */
static const QkvTensor *einsum_of_many(Qkv *q, const char *equation, int count,
                                       const QkvTensor *const in[])
{
    Equation e;
    for (int i = 0; i < count; i++) {
        if (!in[i])
            return NULL;
        bool is_half = qkv_is_half(in[i]->dtype) || qkv_is_half(in[0]->dtype);
        if (is_half && in[i]->dtype != in[0]->dtype) {
            qkv_lack(q, "einsum: operands of %s and %s: use .to() on one",
                     qkv_dtype_name(in[0]->dtype), qkv_dtype_name(in[i]->dtype));
            return NULL;
        }
    }
    if (!equation_read(q, equation, count, in, &e))
        return NULL;
    const QkvTensor *product = diagonal(q, &e.in[0], in[0]);
    Letters so_far = e.in[0];
    for (int i = 1; product && i < count; i++) {
        const QkvTensor *next = diagonal(q, &e.in[i], in[i]);
        Equation pair = {.operands = 2, .in = {so_far, e.in[i]}, .out = e.out};
        if (!next || (i < count - 1 && !letters_left(q, &e, i, &so_far, &pair.out)))
            return NULL;
        so_far = pair.out;
        product = product_of_two(q, &pair, product, next);
    }
    return product;
}

const QkvTensor *qkv_einsum(Qkv *q, const char *equation, int count, const QkvTensor *const in[])
{
    if (count == 1)
        return einsum_of_one(q, equation, in[0]);
    if (count >= 2 && count <= EQUATION_OPERANDS)
        return einsum_of_many(q, equation, count, in);
    qkv_lack(q, "einsum: %d operands, and here it takes one to %d", count, EQUATION_OPERANDS);
    return NULL;
}
