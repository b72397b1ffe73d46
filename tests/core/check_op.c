/* Laws of every operation: random programs of all rows of the table, on tensors of every
 * type and shape, nan and inf among the numbers. Operands and parameters are drawn from the
 * signatures, so that a new row is in the programs from the moment it is in the table. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "core/context.h"
#include "core/rows.h"
#include "sample.h"
#include "suites.h"

enum { LEAVES = 14, CALLS = 450, MOST_CELLS = 300, TRIES = 12 };

/* The values of a random program: those that were made so far. */
typedef struct Program {
    Qkv *q;
    uint32_t stream;
    int count;
    const QkvTensor *value[LEAVES + CALLS];
} Program;

static int below(Program *p, int n)
{
    return sample_below(&p->stream, n);
}

static const QkvTensor *any(Program *p)
{
    return p->value[below(p, p->count)];
}

static const QkvTensor *leaf(Program *p)
{
    int64_t size[4];
    int rank = below(p, 5);
    if (below(p, 30) == 0)
        return qkv_array_draw(p->q, NULL, (QkvArrayDraw)below(p, 3), 1,
                              (int64_t[]){1 + below(p, 9)}, 0, 1, 0, 9);
    for (int d = 0; d < rank; d++)
        size[d] = below(p, 12) ? 1 + below(p, rank < 3 ? 9 : 3) : 0;
    const QkvTensor *t = sample(p->q, "FSHIB"[below(p, 5)], sample_word(&p->stream), rank, size);
    t = t && t->dtype == QKV_FLOAT32 && below(p, 5) == 0 ? qkv_to(p->q, t, QKV_FLOAT64) : t;
    t = t && t->dtype == QKV_INT64 && below(p, 4) == 0 ? qkv_to(p->q, t, QKV_INT32) : t;
    if (t && t->dtype == QKV_FLOAT32 && below(p, 4) == 0)
        t = qkv_to(p->q, t, below(p, 2) ? QKV_BFLOAT16 : QKV_FLOAT16);
    t = qkv_as_array(t, below(p, 6) == 0 && t && !qkv_is_half(t->dtype));
    bool is_part = rank > 0 && below(p, 4) == 0; /* does not fill its block of memory */
    return is_part ? qkv_index(p->q, t, 1, (QkvSubscript[]){STEP(0, 2)}) : t;
}

static const QkvTensor *plain(Program *p)
{
    static const double values[] = {0.5, -1, 2, 3, 0.1, -0.5, HUGE_VAL, (double)NAN};
    double value = values[below(p, COUNT(values))];
    switch (below(p, 3)) {
    case 0:
        return qkv_integer(p->q, below(p, 5) - 1);
    case 1:
        return qkv_truth(p->q, below(p, 2));
    default:
        return qkv_number(p->q, value);
    }
}

/* --- calls drawn from a signature ------------------------------------------------------------------ */

/* A tensor made of another, for an operand that fits it: factors of products, masks, positions. */
static const QkvTensor *related(Program *p, const QkvTensor *a)
{
    const QkvTensor *other = any(p);
    switch (below(p, 11)) {
    case 0:
        return a;
    case 9: /* places along an axis of two or more, of fewer items */
        return a->rank == 0 || a->size[0] < 2
                   ? other
                   : qkv_to(p->q,
                            qkv_gt(p->q, qkv_narrow(p->q, a, 0, 0, a->size[0] / 2),
                                   qkv_number(p->q, 0.5)),
                            QKV_INT64);
    case 1:
        return qkv_transpose(p->q, a, -1, a->rank > 1 ? -2 : -1);
    case 2:
        return qkv_flatten(p->q, a, 0, -1);
    case 3:
        return qkv_index(p->q, a, 1, (QkvSubscript[]){AT(0)});
    case 4:
        return qkv_gt(p->q, a, qkv_number(p->q, 0.5));
    case 5:
        return qkv_to(p->q, qkv_lt(p->q, other, qkv_number(p->q, 0)), QKV_INT64);
    case 6:
        return qkv_unsqueeze(p->q, a, 0);
    case 7:
        return qkv_index(p->q, a, 1, (QkvSubscript[]){STEP(0, 2)});
    case 8:
        return qkv_to(p->q, a, QKV_UINT8);
    default:
        return other;
    }
}

/* An axis, a size, a number of times: what fits the tensor, and now and then does not. */
static int64_t integer(Program *p, const QkvTensor *a)
{
    int d = below(p, a->rank + 1);
    return below(p, 3) ? d - below(p, a->rank + 1) : below(p, 5) - 1;
}

/* All sizes or all axes of the tensor, some of them in another way; or anything. */
static int integers(Program *p, const QkvTensor *a, int64_t *at)
{
    int kind = below(p, 5), count = kind < 4 ? a->rank : below(p, 5), more = below(p, 4) == 0;
    int64_t turn = below(p, 3);
    for (int d = 0; d < count; d++)
        switch (kind) {
        case 0: /* the axes in another order */
            at[d] = (d + turn) % count - (turn == 2 ? count : 0);
            break;
        case 1: /* sizes that axes of size 1 can be repeated to */
            at[d] = a->size[d] == 1 ? 1 + below(p, 2) : below(p, 2) ? -1 : a->size[d];
            break;
        case 2: /* the sizes from the last to the first */
            at[d] = a->size[count - 1 - d];
            break;
        default:
            at[d] = integer(p, a);
        }
    if (more && kind > 0 && count > 0) {
        memmove(at + 1, at, (size_t)count++ * sizeof *at);
        at[0] = kind == 2 ? 1 : 2;
    }
    return more && kind == 0 && count > 0 ? count - 1 : count;
}

static double number(Program *p)
{
    static const double values[] = {2, 1, 0, 3, -1.5, HUGE_VAL, -HUGE_VAL};
    return values[below(p, COUNT(values))];
}

/* Draws a parameter by its letter; `first` is the first operand. */
static void draw(Program *p, char letter, int place, const QkvTensor *first, const QkvTensor *in[],
                 int *operands, QkvParams *params)
{
    switch (letter) {
    case 'L':
        for (int n = 1 + below(p, 4); n > 0; n--)
            in[(*operands)++] = below(p, 4) ? first : related(p, first);
        break;
    case 'T':
    case 'O':
        in[place] = *operands == 0 ? first : related(p, first);
        if (letter == 'O' && below(p, 4) == 0)
            in[place] = plain(p);
        ++*operands;
        break;
    case 'i':
        params->at[params->count++] = integer(p, first);
        break;
    case 'I':
        params->count += integers(p, first, params->at + params->count);
        break;
    case 'b':
        params->keepdim = below(p, 2);
        break;
    case 'x':
        params->value = number(p);
        break;
    case 'd':
        in[0] = qkv_to(p->q, in[0], (QkvDType)below(p, 3));
    }
}

static const QkvTensor *plain_call(Program *p, const QkvOp *op)
{
    const QkvTensor *in[5] = {0}, *first = below(p, 2) ? any(p) : related(p, any(p));
    QkvParams params = {0};
    int operands = 0;
    for (const char *at = op->signature; first && (at = strchr(at, ':'));) {
        char letter = at[1];
        int place = at[2] >= '0' && at[2] <= '9' ? at[2] - '0' : operands;
        at += strcspn(at, " =");
        bool is_optional = *at == '=' && (at[1] == ' ' || !at[1] || strncmp(at, "=None", 5) == 0);
        bool is_left_out = is_optional && below(p, 2);
        if (!is_left_out)
            draw(p, letter, place, first, in, &operands, &params);
    }
    return first ? qkv_apply(p->q, op, operands, in, &params) : NULL;
}

/* --- calls of rows that have no signature ---------------------------------------------------------- */

/* Any letters for the axes of any operands: those that do not fit are refused. */
static const QkvTensor *einsum(Program *p)
{
    char text[2 * QKV_MAX_RANK + 2 + 4 + QKV_MAX_RANK], *at = text;
    const QkvTensor *in[2] = {any(p), any(p)};
    int count = 1 + below(p, 2), letters = 1 + below(p, 6);
    if (below(p, 2))
        in[1] = in[0];
    for (int i = 0; i < count; i++) {
        if (i > 0)
            *at++ = ',';
        for (int d = 0; d < in[i]->rank; d++)
            *at++ = (char)('a' + (below(p, 4) ? d : below(p, letters)));
    }
    int rank = (int)(at - text);
    *at = '\0';
    if (below(p, 4) && rank > 0) {
        strcpy(at, "->");
        at += 2;
        for (int d = 0; d < letters; d++)
            if (below(p, 2) && memchr(text, 'a' + d, (size_t)rank))
                *at++ = (char)('a' + d);
        *at = '\0';
    }
    return qkv_einsum(p->q, text, count, in);
}

static const QkvTensor *pick(Program *p)
{
    const QkvTensor *a = any(p);
    QkvSubscript s[QKV_MAX_RANK];
    int count = below(p, a->rank + 1);
    for (int i = 0; i < count; i++)
        s[i] = (QkvSubscript){.kind = (QkvSubscriptKind)below(p, 4),
                              .start = below(p, 7) - 3,
                              .stop = below(p, 9) - 3,
                              .step = 1 + below(p, 3),
                              .has_start = below(p, 2),
                              .has_stop = below(p, 2)};
    return qkv_index(p->q, a, count, s);
}

/* Positions that often lie in range, or a mask of the first axes that often fits. */
static const QkvTensor *picked(Program *p)
{
    const QkvTensor *a = any(p);
    QkvSubscript s[] = {{.kind = QKV_SUBSCRIPT_TENSOR}, NEW, ALL, {.kind = QKV_SUBSCRIPT_TENSOR}};
    int64_t rows[] = {below(p, 3) - 1, below(p, 2), below(p, 3) - 1, 0};
    if (below(p, 3) == 0)
        s[0].tensor = qkv_gt(p->q, a, qkv_number(p->q, 0.5));
    else
        s[0].tensor = qkv_ints(p->q, 2, (int64_t[]){2, 2}, rows);
    s[3].tensor = qkv_ints(p->q, 1, (int64_t[]){2}, rows);
    static const int counts[] = {1, 1, 3, 4};
    QkvSubscript later[] = {ALL, s[0]};
    if (below(p, 4) == 0)
        return qkv_index(p->q, a, 2, later);
    return qkv_index(p->q, a, counts[below(p, COUNT(counts))], s);
}

static const QkvTensor *convert(Program *p)
{
    return qkv_to(p->q, any(p), (QkvDType)below(p, 3));
}

/* Over the last axes, with weight and bias or without. */
static const QkvTensor *normed(Program *p)
{
    const QkvTensor *a = any(p);
    int rank = a->rank ? 1 + below(p, a->rank) : 0;
    const int64_t *size = a->size + a->rank - rank;
    const QkvTensor *weight = below(p, 2) ? sample(p->q, 'F', sample_word(&p->stream), rank, size)
                                          : NULL;
    const QkvTensor *bias = below(p, 2) ? sample(p->q, 'S', sample_word(&p->stream), rank, size)
                                        : NULL;
    return qkv_layer_norm(p->q, a, rank, size, weight, bias, 0.5);
}

/* Leaves: made by a rule, or drawn. */
static const QkvTensor *made(Program *p)
{
    int64_t size[] = {1 + below(p, 4), 1 + below(p, 4)};
    QkvDType dtype = (QkvDType)below(p, 3);
    const QkvTensor *shares = qkv_rand(p->q, 2, size);
    switch (below(p, 15)) {
    case 14:
        return qkv_write(p->q, qkv_empty(p->q, dtype, 2, size), plain(p));
    case 10:
        return qkv_normal(p->q, 2, size, 0.5, 2);
    case 11:
        return qkv_bernoulli(p->q, shares);
    case 12:
        return qkv_multinomial(p->q, shares, 1 + below(p, 3), below(p, 2));
    case 13:
        return qkv_triangle_places(p->q, size[0], size[1], below(p, 3) - 1, below(p, 2));
    case 0:
        return qkv_full(p->q, dtype, 2, size, number(p));
    case 1:
        return qkv_eye(p->q, dtype, size[0], size[1]);
    case 2:
        return qkv_arange(p->q, dtype, -1, 3, 0.5 * (double)size[0]);
    case 3:
        return qkv_linspace(p->q, dtype, -1, 3, size[0]);
    case 4:
        return qkv_rand(p->q, 2, size);
    case 5:
        return qkv_uniform(p->q, 2, size, -1, 2);
    case 6:
        return qkv_randn(p->q, 2, size);
    case 7:
        return qkv_randint(p->q, -2, 3, 2, size);
    case 8:
        return qkv_randperm(p->q, size[0]);
    default:
        return qkv_dropout_mask(p->q, 2, size, 0.5);
    }
}

/* Written to through a view, and read through another. */
static const QkvTensor *written(Program *p)
{
    const QkvTensor *a = any(p), *view = pick(p);
    qkv_write(p->q, view, below(p, 2) ? qkv_number(p->q, 0.5) : any(p));
    qkv_write_at(p->q, a, 1, (QkvSubscript[]){AT(0)}, qkv_integer(p->q, below(p, 9)));
    return qkv_now(p->q, below(p, 2) ? view : any(p));
}

static const QkvTensor *odd_call(Program *p)
{
    static const QkvTensor *(*const makers[])(Program *) = {
        einsum, einsum, einsum, pick, picked, picked, convert, normed, normed, made, made, written};
    return makers[below(p, COUNT(makers))](p);
}

/* Gives each axis of a leaf labels that no other has: "leaf.axis.index", each batch item of every
 * other axis its own. */
static void label_leaf(Program *p, const QkvTensor *t)
{
    for (int d = 0; d < t->rank && t->count > 0; d++) {
        int64_t groups = d > 0 && t->rank > 2 && (p->count + d) % 2 ? t->size[0] : 1;
        char text[MOST_CELLS][48];
        const char *labels[MOST_CELLS];
        for (int64_t i = 0; i < groups * t->size[d]; i++) {
            snprintf(text[i], sizeof text[i], "%d.%d.%lld", p->count, d, (long long)i);
            labels[i] = text[i];
        }
        char name[32];
        snprintf(name, sizeof name, "%d.%d", p->count, d);
        ck_assert(qkv_label(p->q, t, d, name, groups, groups * t->size[d], labels));
    }
}

/* Every row has its turn. Calls that do not fit fail, and are drawn again a few times. */
static void run(Program *p, Qkv *q, uint32_t seed, bool labelled)
{
    int rows;
    const QkvOp *const *table = qkv_ops(&rows);
    *p = (Program){.q = q, .stream = seed};
    for (; p->count < LEAVES; p->count++) {
        p->value[p->count] = leaf(p);
        if (labelled)
            label_leaf(p, p->value[p->count]);
    }
    for (int i = 0; i < CALLS; i++) {
        const QkvOp *op = table[below(p, rows)];
        const QkvTensor *t = NULL;
        for (int n = 0; !t && n < TRIES; n++) {
            qkv_clear_error(q);
            t = op->signature ? plain_call(p, op) : odd_call(p);
        }
        if (t && t->count <= MOST_CELLS)
            p->value[p->count++] = t;
        qkv_clear_error(q);
    }
}

enum { PROGRAMS = 60 };

/* --- the cell that decided ------------------------------------------------------------------------- */

/* A tensor with one cell changed: another truth, or the integer next to it. */
static const QkvTensor *with_other_cell(Qkv *q, const QkvTensor *t, int64_t cell, int64_t by)
{
    size_t size = qkv_dtype_size(t->dtype);
    char *data = malloc((size_t)t->count * size + 1);
    memcpy(data, t->data.raw, (size_t)t->count * size);
    if (qkv_is_long(t->dtype))
        ((int64_t *)(void *)data)[cell] += by;
    else
        ((unsigned char *)data)[cell] = !t->data.b[cell];
    const QkvTensor *other = qkv_given(q, t->dtype, t->rank, t->size, data);
    free(data);
    return other;
}

/* The term of a choice for `cell` with one cell of an operand changed; a.operand is -1 where the change leaves no
 * such cell, and -2 where it cannot be made. */
static QkvTerm chosen_with(const QkvCall *c, int64_t cell, QkvSource changed, int64_t by)
{
    Qkv *q = qkv_new();
    const QkvTensor *in[5];
    QkvTerm term = {{-2, 0}, {-1, 0}};
    double old = qkv_tensor_at(c->in[changed.operand], changed.cell);
    bool turns = qkv_is_long(c->in[changed.operand]->dtype) && (old < 0) != (old + (double)by < 0);
    qkv_record(q);
    for (int i = 0; i < c->count; i++)
        in[i] = i == changed.operand  ? with_other_cell(q, c->in[i], changed.cell, by)
                : c->in[i]->is_number ? c->in[i]
                                      : qkv_given(q, c->in[i]->dtype, c->in[i]->rank,
                                                  c->in[i]->size, c->in[i]->data.raw);
    /* -1 and 0 can be the same place, counted from either end. */
    const QkvTensor *out = turns ? NULL : qkv_apply(q, c->op, c->count, in, &c->params);
    if (out && !qkv_tensor_same_shape(out, c->out)) {
        term.a.operand = -1;
    } else if (out) {
        QkvTerms t = qkv_terms(&qkv_tape(q)->step[out->step].call, cell, qkv_arena(q));
        term = qkv_term(&t, 0);
    }
    qkv_free(q);
    return term;
}

/* Where a term says that a cell decided, the choice is another as soon as that cell is. */
static void must_be_decided(const QkvCall *c, int64_t cell)
{
    Arena a = {0};
    QkvTerms t = qkv_terms(c, cell, &a);
    QkvTerm term = qkv_term(&t, 0);
    bool tried = t.how != QKV_HOW_CHOICE || term.b.operand < 0, other = tried;
    for (int64_t by = -1; by <= 1 && !other; by += 2) {
        QkvTerm now = chosen_with(c, cell, term.b, by);
        bool is_same = now.a.operand == term.a.operand && now.a.cell == term.a.cell &&
                       now.b.cell == term.b.cell;
        tried = tried || now.a.operand != -2;
        other = now.a.operand != -2 && !is_same;
    }
    ck_assert_msg(other || !tried, "%s: cell %lld is not decided by cell %lld of operand %d",
                  c->op->name, (long long)cell, (long long)term.b.cell, term.b.operand);
    arena_release(&a);
}

START_TEST(a_choice_names_the_cell_that_decided)
{
    enum { CELLS = 3 };
    Qkv *q = qkv_new();
    qkv_record(q);
    Program p;
    run(&p, q, 500 + (uint32_t)_i, false);
    const QkvTape *tape = qkv_tape(q);
    for (int i = 0; i < tape->count; i++) {
        const QkvCall *c = &tape->step[i].call;
        for (int n = 0; c->out->count > 0 && n < CELLS; n++)
            must_be_decided(c, below(&p, (int)c->out->count));
    }
    qkv_free(q);
}
END_TEST

START_TEST(every_cell_comes_out_of_its_terms_again)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    Program p;
    run(&p, q, (uint32_t)_i, false);
    ck_assert_int_gt(p.count, LEAVES + CALLS / 8);
    const QkvTape *tape = qkv_tape(q);
    for (int i = 0; i < tape->count; i++)
        must_recompute(&tape->step[i].call);
    qkv_free(q);
}
END_TEST

/* --- labels ----------------------------------------------------------------------------------------- */

static bool has_label(const QkvTensor *t, int64_t cell, const char *wanted)
{
    int64_t at[QKV_MAX_RANK];
    bool has = false;
    qkv_tensor_index(t, cell, at);
    for (int d = 0; d < t->rank && !has; d++) {
        const char *label = qkv_tensor_label(t, d, at[d], cell);
        has = label && strcmp(label, wanted) == 0;
    }
    return has;
}

/* Tells whether an operand takes part, and all its cells that do have the label. */
static bool gives_label(const QkvCall *c, const QkvTerms *t, int operand, const char *label)
{
    int sources = 0;
    bool all = true;
    for (int64_t k = 0; k < t->count; k++)
        for (int side = 0; side < 2; side++) {
            QkvSource s = side ? qkv_term(t, k).b : qkv_term(t, k).a;
            if (s.operand == operand) {
                sources++;
                all = all && has_label(c->in[operand], s.cell, label);
            }
        }
    return sources > 0 && all;
}

static bool has_name(const QkvCall *c, const char *name)
{
    for (int i = 0; i < c->count; i++)
        for (int d = 0; d < c->in[i]->rank; d++)
            if (c->in[i]->axis[d].name && strcmp(c->in[i]->axis[d].name, name) == 0)
                return true;
    return false;
}

/* Tells whether the cells of the first operand stay in their places: along an axis that cumsum or softmax runs over,
 * and where some are written. */
static bool has_own_place(const QkvCall *c)
{
    bool moves = c->op->how == QKV_HOW_COPY || c->op->how == QKV_HOW_CHOICE || c->op->place;
    bool writes = strcmp(c->op->name, "write") == 0 || strcmp(c->op->name, "scatter") == 0;
    return qkv_tensor_same_shape(c->in[0], c->out) && (!moves || writes);
}

static void check_cell(const QkvCall *c, int64_t cell, Arena *a)
{
    QkvTerms t = qkv_terms(c, cell, a);
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(c->out, cell, at);
    for (int d = 0; d < c->out->rank && t.count > 0; d++) {
        const char *label = qkv_tensor_label(c->out, d, at[d], cell);
        bool given = !label || (has_own_place(c) && has_label(c->in[0], cell, label));
        for (int i = 0; i < c->count && !given; i++)
            given = gives_label(c, &t, i, label);
        ck_assert_msg(given, "%s: cell %lld is called '%s' along axis %d, and no source of it is",
                      c->op->name, (long long)cell, label, d);
    }
}

/* Checks labels: what a choice leaves aside, and each part of what is joined, can give the names as well. */
static void check_labels(const QkvCall *c)
{
    if (strcmp(c->op->name, "read") == 0) /* called as the tensor was that is read again */
        return;
    bool is_one_of_many = (c->op->how == QKV_HOW_CHOICE && c->count > 2) || c->ends;
    for (int d = 0; d < c->out->rank && c->count > 0; d++)
        ck_assert_msg(!c->out->axis[d].name || has_name(c, c->out->axis[d].name),
                      "%s: nothing is called '%s'", c->op->name, c->out->axis[d].name);
    for (int64_t cell = 0; cell < c->out->count && cell < MOST_CELLS && !is_one_of_many; cell++) {
        Arena a = {0};
        check_cell(c, cell, &a);
        arena_release(&a);
    }
}

/* A cell is called what the cells that made it are called; and labels change no number. */
START_TEST(labels_are_those_of_the_sources)
{
    Qkv *q = qkv_new(), *bare = qkv_new();
    qkv_record(q);
    Program p, same;
    run(&p, q, (uint32_t)_i, true);
    run(&same, bare, (uint32_t)_i, false);
    const QkvTape *tape = qkv_tape(q);
    for (int i = p.value[LEAVES - 1]->step + 1; i < tape->count; i++)
        check_labels(&tape->step[i].call);
    ck_assert_int_eq(p.count, same.count);
    for (int i = 0; i < p.count; i++)
        must_equal(p.value[i], same.value[i]);
    qkv_free(q);
    qkv_free(bare);
}
END_TEST

START_TEST(a_tape_changes_nothing)
{
    Qkv *with = qkv_new(), *without = qkv_new();
    qkv_record(with);
    Program a, b;
    run(&a, with, (uint32_t)_i, false);
    run(&b, without, (uint32_t)_i, false);
    ck_assert_int_eq(a.count, b.count);
    for (int i = 0; i < a.count; i++)
        must_equal(a.value[i], b.value[i]);
    qkv_free(with);
    qkv_free(without);
}
END_TEST

/* The parameters of a signature: a name, a letter that is known, and perhaps a digit and a default. */
static bool is_signature(const char *at)
{
    while (*at) {
        at += strspn(at, "*");
        size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789");
        bool means_nothing = at[name] == '='; /* taken, and changes nothing */
        if (name == 0 || (!means_nothing &&
                          (at[name] != ':' || !at[name + 1] || !strchr("TOLiIbxd", at[name + 1]))))
            return false;
        at += means_nothing ? name : name + 2;
        at += strspn(at, "012");
        at += *at == '=' ? strcspn(at, " ") : 0;
        if (*at && *at != ' ')
            return false;
        at += strspn(at, " |");
    }
    return true;
}

/* Words for what a row lacks for square matrices of a type, where its own plan lets it make something of them. */
static const char *missing_for(const QkvOp *op, char type)
{
    Qkv *q = qkv_new();
    const QkvTensor *in[QKV_MAX_RANK];
    QkvTensor result = {0};
    QkvCall c = {.op = op, .in = in, .out = &result, .memory = qkv_arena(q), .asker = q};
    for (const char *at = op->signature; at && (at = strchr(at, ':')) != NULL; at++)
        if (at[1] == 'T' || at[1] == 'O')
            in[c.count++] = sample(q, type, 1, SHAPE(2, 2));
        else if (at[1] == 'i' || at[1] == 'I')
            c.params.count = 1;
    const char *lacked = NULL;
    const int64_t before = q->work;
    if (c.count > 0 && op->plan(q, &c)) {
        lacked = op_call_lacks(&c);
        lacked = !lacked && q->work - before < result.count ? "the work that its plan charges"
                                                            : lacked;
    } else if (qkv_error(q) && strstr(qkv_error(q), "lacks its")) {
        static char said[ERR_MESSAGE];
        snprintf(said, sizeof said, "%s", strstr(qkv_error(q), "lacks its"));
        lacked = said;
    }
    qkv_free(q);
    return lacked;
}

/* The first thing that a row does not say, NULL when it is complete. */
static const char *missing(const QkvOp *op)
{
    const char *lacked = op_row_lacks(op);
    if (!op->formula || !*op->formula)
        return "formula";
    if (!op->label && op->how != QKV_HOW_GIVEN)
        return "label";
    if (op->homes && !op->signature)
        return "signature";
    if (op->signature && !is_signature(op->signature))
        return "a signature that can be read";
    for (const char *type = "FIB"; *type && !lacked; type++)
        lacked = missing_for(op, *type);
    return lacked;
}

/* The programs above are worth something only if they get everywhere. */
START_TEST(programs_reach_every_operation)
{
    enum { MOST_ROWS = 200, ENOUGH = 100 };
    int64_t cells[MOST_ROWS] = {0};
    int rows;
    const QkvOp *const *table = qkv_ops(&rows);
    ck_assert_int_le(rows, MOST_ROWS);
    for (uint32_t seed = 0; seed < 6 * PROGRAMS; seed++) {
        Qkv *q = qkv_new();
        qkv_record(q);
        Program p;
        run(&p, q, seed, false);
        for (int i = 0; i < qkv_tape(q)->count; i++)
            for (int n = 0; n < rows; n++)
                if (qkv_tape(q)->step[i].call.op == table[n])
                    cells[n] += qkv_tape(q)->step[i].call.out->count;
        qkv_free(q);
    }
    for (int n = 0; n < rows; n++)
        ck_assert_msg(cells[n] > ENOUGH || missing(table[n]), "row %d, %s: %lld cells", n,
                      table[n]->name, (long long)cells[n]);
}
END_TEST

/* A row says enough to explain a cell, to be called and to be found. */
START_TEST(rows_are_complete)
{
    int count;
    const QkvOp *const *table = qkv_ops(&count);
    ck_assert_int_gt(count, 0);
    for (int i = 0; i < count; i++)
        ck_assert_msg(!missing(table[i]), "row %d, %s: %s is missing", i, table[i]->name,
                      missing(table[i]));
}
END_TEST

/* clang-format off */
#define FIELD(name) {#name, offsetof(QkvOp, name)}
/* clang-format on */

/* Every row without each of its fields in turn: what is called of it computes cells that come out of their
 * terms again, or is an error. Nothing that is not there is called. */
static const struct {
    const char *name;
    size_t at;
} fields[] = {
    FIELD(name),    FIELD(told),  FIELD(idle),     FIELD(plan), FIELD(kernel),    FIELD(label),
    FIELD(stride),  FIELD(terms), FIELD(f1),       FIELD(f2),   FIELD(f1_run),    FIELD(f2_run),
    FIELD(i1),      FIELD(i2),    FIELD(test),     FIELD(next), FIELD(compare_f), FIELD(compare_i),
    FIELD(sum_row), FIELD(way),   FIELD(sum_rows), FIELD(d1),   FIELD(d2),        FIELD(fold),
#undef FIELD
};

/* Returns how many errors said that the field is lacking. */
static int call_without(const QkvOp *op, int field)
{
    enum { CALLS_OF_EACH = 30 };
    QkvOp row = *op;
    Qkv *q = qkv_new();
    Program p = {.q = q, .stream = (uint32_t)field};
    char said[64];
    int lacks = 0;
    memset((char *)&row + fields[field].at, 0, sizeof row.name);
    /* A run of cells is that function, many at a time: without it the cells would come of two. */
    row.f1_run = row.f1 ? row.f1_run : NULL;
    row.f2_run = row.f2 ? row.f2_run : NULL;
    snprintf(said, sizeof said, "lacks its '%s'", fields[field].name);
    qkv_record(q);
    while (p.count < LEAVES)
        p.value[p.count++] = leaf(&p);
    for (int i = 0; i < CALLS_OF_EACH; i++) {
        const QkvTensor *t = plain_call(&p, &row);
        if (t && t->step >= 0 && qkv_tape(q)->step[t->step].call.op == &row)
            must_recompute(&qkv_tape(q)->step[t->step].call);
        lacks += qkv_error(q) && strstr(qkv_error(q), said);
        qkv_clear_error(q);
    }
    qkv_free(q);
    return lacks;
}

START_TEST(a_row_that_lacks_something_is_an_error)
{
    int count, lacks = 0;
    const QkvOp *const *table = qkv_ops(&count);
    for (int i = 0; i < count; i++)
        if (table[i]->signature && table[i]->how != QKV_HOW_GIVEN)
            lacks += call_without(table[i], _i) > 0;
    static const char never[] = " idle label stride f1_run f2_run sum_rows f1 f2 fold ";
    char word[32];
    snprintf(word, sizeof word, " %s ", fields[_i].name);
    ck_assert_msg((lacks > 0) == !strstr(never, word), "%d rows without %s are refused", lacks,
                  fields[_i].name);
}
END_TEST

/* Of calls that no square matrix makes: each is charged for the cells that it writes, so that a lesson ends. */
START_TEST(calls_are_charged_for_their_cells)
{
    Qkv *q = qkv_new();
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 3)),
                    *ones = qkv_full(q, QKV_INT64, SHAPE(3, 3), 1),
                    *one = qkv_full(q, QKV_FLOAT32, 0, NULL, 1), *truth = qkv_eq(q, x, x);
    const QkvTensor *const two[] = {x, x};
    int64_t before = q->work;
    const QkvTensor *made;
#define CHARGED(call)                                                                              \
    made = call;                                                                                   \
    ck_assert_ptr_nonnull(made);                                                                   \
    ck_assert_msg(q->work - before >= made->count, "%s", #call);                                   \
    before = q->work
    CHARGED(qkv_masked_fill(q, x, truth, one));
    CHARGED(qkv_where(q, truth, x, one));
    CHARGED(qkv_cat(q, 2, two, 0));
    CHARGED(qkv_stack(q, 2, two, 0));
    CHARGED(qkv_gather(q, x, 0, ones));
    CHARGED(qkv_scatter(q, x, 0, ones, x));
    CHARGED(qkv_embedding(q, ones, x));
    CHARGED(qkv_pad(q, x, 2, (int64_t[]){1, 1}, 0));
#undef CHARGED
    qkv_free(q);
}
END_TEST

/* Integers that begin with a number which is none of theirs begin with the smallest. */
START_TEST(integers_begin_at_the_smallest_for_minus_infinity)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    const int64_t numbers[] = {3, -5, 7, -9}, last = 1;
    QkvOp largest = op_sum;
    largest.i2 = op_maximum.i2;
    largest.of_nothing = -(double)INFINITY;
    const QkvTensor *x = qkv_ints(q, 2, (int64_t[]){2, 2}, numbers);
    QkvParams p = {.count = 1, .at = {last}};
    const QkvTensor *t = qkv_apply(q, &largest, 1, &x, &p);
    ck_assert_ptr_nonnull(t);
    ck_assert_int_eq(t->data.i[0], 3);
    ck_assert_int_eq(t->data.i[1], 7);
    must_recompute(&qkv_tape(q)->step[t->step].call);
    qkv_free(q);
}
END_TEST

START_TEST(terms_of_a_product)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 3)), *b = sample(q, 'F', 2, SHAPE(3, 4));
    const QkvTensor *out = qkv_matmul(q, a, b);
    const QkvCall *c = &qkv_tape(q)->step[out->step].call;
    Arena arena = {0};
    QkvTerms t = qkv_terms(c, 6, &arena); /* row 1, column 2 */
    ck_assert_int_eq(t.how, QKV_HOW_PRODUCTS);
    ck_assert_int_eq(t.count, 3);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(qkv_term(&t, k).a.operand, 0);
        ck_assert_int_eq(qkv_term(&t, k).a.cell, 3 + k);
        ck_assert_int_eq(qkv_term(&t, k).b.operand, 1);
        ck_assert_int_eq(qkv_term(&t, k).b.cell, 4 * k + 2);
        float value = a->data.f[3 + k] * b->data.f[4 * k + 2];
        ck_assert(qkv_term_value(c, qkv_term(&t, k)) == (double)value);
    }
    arena_release(&arena);
    qkv_free(q);
}
END_TEST

/* A given cell has no terms; one of a sum has those of its row, in order. */
START_TEST(terms_of_other_kinds)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 3));
    const int64_t last = 1;
    qkv_sum(q, a, 1, &last, false);
    qkv_mul(q, a, qkv_number(q, 2));
    const QkvStep *step = qkv_tape(q)->step;
    Arena arena = {0};
    ck_assert_int_eq(qkv_terms(&step[0].call, 5, &arena).count, 0);
    QkvTerms sum = qkv_terms(&step[1].call, 1, &arena);
    ck_assert_int_eq(sum.count, 3);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(qkv_term(&sum, k).a.cell, 3 + k);
        ck_assert_int_eq(qkv_term(&sum, k).b.operand, -1);
        ck_assert(qkv_term_value(&step[1].call, qkv_term(&sum, k)) == (double)a->data.f[3 + k]);
    }
    QkvTerms twice = qkv_terms(&step[2].call, 4, &arena);
    ck_assert_int_eq(twice.count, 1);
    ck_assert_int_eq(qkv_term(&twice, 0).a.cell, 4);
    ck_assert_int_eq(qkv_term(&twice, 0).b.cell, 0);
    arena_release(&arena);
    qkv_free(q);
}
END_TEST

/* The cell is its own power's share: over the last axis by the reciprocal, else by division. */
START_TEST(parts_of_a_softmax)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(3, 9));
    for (int axis = 0; axis < 2; axis++) {
        const QkvTensor *out = qkv_softmax(q, a, axis);
        const QkvCall *c = &qkv_tape(q)->step[out->step].call;
        for (int64_t i = 0; i < out->count; i++) {
            Arena arena = {0};
            QkvTerms t = qkv_terms(c, i, &arena);
            QkvSoftmaxParts parts = qkv_softmax_parts(c, &t, &arena);
            double max = qkv_softmax_max(c, &t, &arena);
            ck_assert(max == parts.max || (isnan(max) && isnan(parts.max)));
            ck_assert_int_eq(qkv_term(&t, t.self).a.cell, i);
            for (int64_t k = 0; k < t.count; k++)
                ck_assert(qkv_term_value(c, qkv_term(&t, k)) <= parts.max);
            float sum = (float)parts.sum;
            float own = (float)qkv_softmax_power(c, &t, parts.max, t.self);
            ck_assert(out->data.f[i] == (axis == 1 ? own * (1.0F / sum) : own / sum));
            arena_release(&arena);
        }
    }
    qkv_free(q);
}
END_TEST

Suite *op_suite(void)
{
    Suite *s = suite_create("op");
    TCase *programs = suite_case(s, "random programs");
    tcase_add_loop_test(programs, every_cell_comes_out_of_its_terms_again, 0, PROGRAMS);
    tcase_add_loop_test(programs, labels_are_those_of_the_sources, 0, PROGRAMS);
    tcase_add_loop_test(programs, a_tape_changes_nothing, 0, PROGRAMS);
    tcase_add_loop_test(programs, a_choice_names_the_cell_that_decided, 0, PROGRAMS);
    tcase_add_test(programs, programs_reach_every_operation);
    TCase *rows = suite_case(s, "rows and terms");
    tcase_add_test(rows, rows_are_complete);
    tcase_add_loop_test(rows, a_row_that_lacks_something_is_an_error, 0, COUNT(fields));
    tcase_add_test(rows, calls_are_charged_for_their_cells);
    tcase_add_test(rows, integers_begin_at_the_smallest_for_minus_infinity);
    tcase_add_test(rows, terms_of_a_product);
    tcase_add_test(rows, terms_of_other_kinds);
    tcase_add_test(rows, parts_of_a_softmax);
    return s;
}
