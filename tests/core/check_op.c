/* What must hold for every operation: random programs of all of them, on tensors of every type and
 * shape, nan and inf among the numbers. */
#include <math.h>
#include <string.h>

#include "sample.h"
#include "suites.h"

enum { LEAVES = 14, CALLS = 160, MOST_CELLS = 300 };

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
    for (int d = 0; d < rank; d++)
        size[d] = below(p, 12) ? 1 + below(p, rank < 3 ? 9 : 3) : 0;
    return sample(p->q, "FSHIB"[below(p, 5)], sample_word(&p->stream), rank, size);
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

/* An operand that often fits the other one. */
static const QkvTensor *partner(Program *p, const QkvTensor *a)
{
    switch (below(p, 4)) {
    case 0:
        return plain(p);
    case 1:
        return a;
    default:
        return any(p);
    }
}

static const QkvTensor *product(Program *p)
{
    const QkvTensor *a = any(p), *b = any(p);
    if (below(p, 3))
        b = qkv_transpose(p->q, a, -1, a->rank > 1 ? -2 : -1);
    return qkv_matmul(p->q, a, b);
}

/* Operands of one kind alone, cut out of others. */
static const QkvTensor *product_of_kind(Program *p)
{
    const QkvTensor *a = any(p), *matrix = qkv_flatten(p->q, qkv_unsqueeze(p->q, a, 0), 1, -1);
    const QkvTensor *turned = qkv_transpose(p->q, matrix, 0, 1),
                    *vector = qkv_flatten(p->q, a, 0, -1);
    switch (below(p, 5)) {
    case 0:
        return qkv_mm(p->q, turned, matrix);
    case 1:
        return qkv_bmm(p->q, qkv_unsqueeze(p->q, turned, 0), qkv_unsqueeze(p->q, matrix, 0));
    case 2:
        return qkv_mv(p->q, qkv_expand(p->q, matrix, 2, (int64_t[]){3, -1}), vector);
    case 3:
        return qkv_dot(p->q, vector, vector);
    default:
        return qkv_outer(p->q, vector, qkv_flatten(p->q, any(p), 0, -1));
    }
}

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

static const QkvTensor *sum(Program *p)
{
    const QkvTensor *a = any(p);
    int64_t axes[QKV_MAX_RANK];
    int count = 0;
    for (int d = 0; d < a->rank; d++)
        if (below(p, 2))
            axes[count++] = below(p, 2) ? d : d - a->rank;
    return qkv_sum(p->q, a, count, axes, below(p, 2));
}

static const QkvTensor *softmax(Program *p)
{
    const QkvTensor *a = any(p);
    int64_t axis = below(p, a->rank + 1) - 1;
    return below(p, 2) ? qkv_softmax(p->q, a, axis) : qkv_log_softmax(p->q, a, axis);
}

static const QkvTensor *chosen(Program *p)
{
    static const QkvTensor *(*const apply[])(Qkv *, const QkvTensor *, const int64_t *, bool) = {
        qkv_max, qkv_min, qkv_argmax, qkv_argmin, qkv_any, qkv_all};
    const QkvTensor *a = any(p);
    int64_t axis = below(p, a->rank + 1) - 1;
    return apply[below(p, COUNT(apply))](p->q, a, below(p, 4) ? &axis : NULL, below(p, 2));
}

static const QkvTensor *folded(Program *p)
{
    static const double powers[] = {2, 1, 0, 3, HUGE_VAL, -HUGE_VAL};
    const QkvTensor *a = qkv_to(p->q, any(p), QKV_FLOAT32);
    int64_t axis = below(p, a->rank + 1) - 1;
    int count = below(p, 4) > 0;
    switch (below(p, 5)) {
    case 0:
        return qkv_var(p->q, a, count, &axis, below(p, 3), below(p, 2));
    case 1:
        return qkv_std(p->q, a, count, &axis, below(p, 3), below(p, 2));
    case 2:
        return qkv_norm(p->q, a, powers[below(p, COUNT(powers))], count, &axis, below(p, 2));
    case 3:
        return qkv_mean(p->q, a, count, &axis, below(p, 2));
    default:
        return qkv_cumsum(p->q, any(p), axis);
    }
}

static const QkvTensor *transpose(Program *p)
{
    const QkvTensor *a = any(p);
    return qkv_transpose(p->q, a, below(p, a->rank + 1) - 1, below(p, a->rank + 1) - 1);
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

/* Other shapes: most of what is asked for does not fit and is refused. */
static const QkvTensor *shape(Program *p)
{
    const QkvTensor *a = any(p);
    int64_t sizes[] = {-1, 1 + below(p, 3), 1 + below(p, 3)}, order[QKV_MAX_RANK];
    for (int d = 0; d < a->rank; d++)
        order[d] = (d + 1) % a->rank;
    switch (below(p, 6)) {
    case 0:
        return qkv_reshape(p->q, a, 1 + below(p, 3), sizes);
    case 1:
        return qkv_permute(p->q, a, a->rank, order);
    case 2:
        return qkv_unsqueeze(p->q, a, below(p, a->rank + 1));
    case 3:
        return qkv_squeeze(p->q, a);
    case 4:
        return qkv_flatten(p->q, a, 0, -1);
    default:
        return qkv_expand(p->q, qkv_unsqueeze(p->q, a, 0), a->rank + 1,
                          (int64_t[]){2, -1, -1, -1, -1, -1});
    }
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
    return qkv_index(p->q, a, counts[below(p, COUNT(counts))], s);
}

static const QkvTensor *moved(Program *p)
{
    const QkvTensor *a = any(p);
    int64_t ends[2 * QKV_MAX_RANK], times[QKV_MAX_RANK + 1];
    for (int i = 0; i < COUNT(ends); i++)
        ends[i] = below(p, 4) - 1;
    for (int i = 0; i < COUNT(times); i++)
        times[i] = 1 + !below(p, 3);
    int64_t axis = below(p, a->rank + 1) - 1;
    switch (below(p, 9)) {
    case 0:
        return qkv_repeat(p->q, a, a->rank + below(p, 2), times);
    case 1:
        return qkv_pad(p->q, a, 2 * below(p, a->rank + 1), ends, below(p, 5) - 0.5);
    case 2:
        return qkv_tril(p->q, a, ends[0]);
    case 3:
        return qkv_triu(p->q, a, ends[0]);
    case 4:
        return qkv_flip(p->q, a, 1, &axis);
    case 5:
        return qkv_narrow(p->q, a, axis, below(p, 2), below(p, 3));
    case 6:
        return qkv_view(p->q, a, 2, (int64_t[]){-1, times[0]});
    case 7:
        return qkv_contiguous(p->q, qkv_transpose(p->q, a, 0, -1));
    default:
        return qkv_clone(p->q, qkv_expand(p->q, qkv_unsqueeze(p->q, a, 0), a->rank + 1,
                                          (int64_t[]){2, -1, -1, -1, -1, -1}));
    }
}

static const QkvTensor *joined(Program *p)
{
    const QkvTensor *a = any(p), *in[] = {a, qkv_neg(p->q, a), a, any(p)};
    int64_t axis = below(p, a->rank + 1) - 1;
    int count = 2 + below(p, 2) + !below(p, 8);
    qkv_clear_error(p->q);
    in[1] = in[1] ? in[1] : a;
    switch (below(p, 4)) {
    case 0:
        return qkv_stack(p->q, count, in, axis);
    case 1:
        return qkv_one_hot(p->q, qkv_to(p->q, qkv_to(p->q, a, QKV_BOOL), QKV_INT64),
                           below(p, 4) - 1);
    case 2:
        in[1] = qkv_narrow(p->q, a, 0, 0, a->size[0] / 2);
        return qkv_pad_sequence(p->q, 2, in, below(p, 2), below(p, 3) - 1);
    default:
        return qkv_cat(p->q, count, in, axis);
    }
}

static const QkvTensor *choice(Program *p)
{
    const QkvTensor *a = any(p), *b = partner(p, a), *condition = qkv_gt(p->q, a, b);
    return below(p, 2) ? qkv_where(p->q, condition, a, b)
                       : qkv_masked_fill(p->q, a, condition, qkv_integer(p->q, below(p, 5)));
}

static const QkvTensor *bits(Program *p)
{
    static const QkvTensor *(*const apply[])(Qkv *, const QkvTensor *,
                                             const QkvTensor *) = {qkv_and, qkv_or, qkv_xor};
    const QkvTensor *a = any(p), *b = partner(p, a);
    if (a->dtype == QKV_FLOAT32 || b->dtype == QKV_FLOAT32) {
        const QkvTensor *less = qkv_lt(p->q, a, b);
        b = qkv_ne(p->q, a, b);
        a = less;
    }
    return apply[below(p, COUNT(apply))](p->q, a, b);
}

/* Rows by number: most integers are no row of most tables. */
static const QkvTensor *rows_of(Program *p)
{
    const QkvTensor *rows = qkv_to(p->q, qkv_lt(p->q, any(p), any(p)), QKV_INT64);
    return qkv_embedding(p->q, below(p, 2) ? rows : any(p), any(p));
}

static const QkvTensor *convert(Program *p)
{
    return qkv_to(p->q, any(p), (QkvDType)below(p, 3));
}

static const QkvTensor *unary(Program *p)
{
    static const QkvTensor *(*const apply[])(Qkv *, const QkvTensor *) = {
        qkv_neg, qkv_exp, qkv_log,  qkv_sqrt, qkv_tanh,  qkv_sigmoid, qkv_sin,
        qkv_cos, qkv_abs, qkv_relu, qkv_not,  qkv_isnan, qkv_isinf,   qkv_isfinite,
    };
    return apply[below(p, COUNT(apply))](p->q, any(p));
}

static const QkvTensor *binary(Program *p)
{
    static const QkvTensor *(*const apply[])(Qkv *, const QkvTensor *, const QkvTensor *) = {
        qkv_add, qkv_sub, qkv_mul,     qkv_div,     qkv_pow,       qkv_eq,
        qkv_ne,  qkv_lt,  qkv_le,      qkv_gt,      qkv_ge,        qkv_and,
        qkv_or,  qkv_xor, qkv_maximum, qkv_minimum, qkv_remainder, qkv_floor_divide,
    };
    const QkvTensor *a = any(p), *b = partner(p, a);
    int op = below(p, COUNT(apply));
    return below(p, 2) ? apply[op](p->q, a, b) : apply[op](p->q, b, a);
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

static const QkvTensor *(*const makers[])(Program *p) = {
    product_of_kind, einsum,    einsum, product, product, sum,    sum,    softmax,
    softmax,         transpose, pick,   convert, unary,   binary, binary, binary,
    shape,           shape,     choice, bits,    rows_of, chosen, chosen, folded,
    folded,          moved,     moved,  joined,  joined,  picked, picked, normed,
};

/* Calls that do not fit fail and are left out. */
static void run(Program *p, Qkv *q, uint32_t seed)
{
    *p = (Program){.q = q, .stream = seed};
    while (p->count < LEAVES)
        p->value[p->count++] = leaf(p);
    for (int i = 0; i < CALLS; i++) {
        const QkvTensor *t = makers[below(p, COUNT(makers))](p);
        if (t && t->count <= MOST_CELLS)
            p->value[p->count++] = t;
        qkv_clear_error(q);
    }
}

enum { PROGRAMS = 60 };

START_TEST(every_cell_comes_out_of_its_terms_again)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    Program p;
    run(&p, q, (uint32_t)_i);
    ck_assert_int_gt(p.count, LEAVES + CALLS / 8);
    const QkvTape *tape = qkv_tape(q);
    for (int i = 0; i < tape->count; i++)
        must_recompute(&tape->step[i].call);
    qkv_free(q);
}
END_TEST

START_TEST(a_tape_changes_nothing)
{
    Qkv *with = qkv_new(), *without = qkv_new();
    qkv_record(with);
    Program a, b;
    run(&a, with, (uint32_t)_i);
    run(&b, without, (uint32_t)_i);
    ck_assert_int_eq(a.count, b.count);
    for (int i = 0; i < a.count; i++)
        must_equal(a.value[i], b.value[i]);
    qkv_free(with);
    qkv_free(without);
}
END_TEST

/* The programs above are worth something only if they get everywhere. */
START_TEST(programs_reach_every_operation)
{
    static const char *const names[] = {
        "add",       "sub",         "mul",         "div",         "pow",         "neg",
        "exp",       "eq",          "ne",          "lt",          "le",          "gt",
        "ge",        "matmul",      "sum",         "softmax",     "transpose",   "index",
        "to",        "log",         "sqrt",        "tanh",        "sigmoid",     "sin",
        "cos",       "abs",         "relu",        "maximum",     "minimum",     "floor_divide",
        "remainder", "bitwise_and", "bitwise_or",  "bitwise_xor", "bitwise_not", "isnan",
        "isinf",     "isfinite",    "permute",     "reshape",     "unsqueeze",   "squeeze",
        "flatten",   "expand",      "where",       "masked_fill", "mm",          "bmm",
        "mv",        "dot",         "outer",       "einsum",      "embedding",   "max",
        "min",       "argmax",      "argmin",      "any",         "all",         "var",
        "std",       "norm",        "log_softmax", "cumsum",      "view",        "contiguous",
        "clone",     "repeat",      "pad",         "tril",        "triu",        "flip",
        "narrow",    "cat",         "stack",       "layer_mean",  "layer_var",   "multiply_add"};
    int64_t cells[COUNT(names)] = {0};
    for (uint32_t seed = 0; seed < 4 * PROGRAMS; seed++) {
        Qkv *q = qkv_new();
        qkv_record(q);
        Program p;
        run(&p, q, seed);
        for (int i = 0; i < qkv_tape(q)->count; i++)
            for (int n = 0; n < COUNT(names); n++)
                if (strcmp(qkv_tape(q)->step[i].call.op->name, names[n]) == 0)
                    cells[n] += qkv_tape(q)->step[i].call.out->count;
        qkv_free(q);
    }
    for (int n = 0; n < COUNT(names); n++)
        ck_assert_msg(cells[n] > 100, "%s: %lld cells", names[n], (long long)cells[n]);
}
END_TEST

/* The parameters of a signature: a name, a letter that is known, and perhaps a digit and a default. */
static bool is_signature(const char *at)
{
    while (*at) {
        at += strspn(at, "*");
        size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789");
        if (name == 0 || at[name] != ':' || !at[name + 1] || !strchr("TOLiIbxd", at[name + 1]))
            return false;
        at += name + 2;
        at += strspn(at, "012");
        at += *at == '=' ? strcspn(at, " ") : 0;
        if (*at && *at != ' ')
            return false;
        at += strspn(at, " |");
    }
    return true;
}

/* What a row of its kind needs besides what all rows need. */
static const char *missing_of_kind(const QkvOp *op)
{
    switch (op->how) {
    case QKV_HOW_APPLY:
        if (op->compare_f || op->test)
            return op->compare_f && !op->compare_i ? "compare_i" : NULL;
        return op->f1 || op->f2 || op->i1 || op->i2 ? NULL : "arithmetic";
    case QKV_HOW_SUM:
        return op->sum_row ? NULL : "sum_row";
    case QKV_HOW_FOLD:
        return !op->sum_row ? "sum_row" : !op->told ? "told" : NULL;
    case QKV_HOW_EXTREME:
        return !op->compare_f || !op->compare_i ? "comparisons" : !op->told ? "told" : NULL;
    default:
        return NULL;
    }
}

/* The first thing that a row does not say, NULL when it is complete. */
static const char *missing(const QkvOp *op)
{
    if (!op->name || !*op->name)
        return "name";
    if (!op->formula || !*op->formula)
        return "formula";
    if (!op->plan || !op->kernel)
        return "plan and kernel";
    if ((op->terms != NULL) != (op->how != QKV_HOW_GIVEN))
        return "terms";
    if (!op->label && op->how != QKV_HOW_GIVEN)
        return "label";
    if (op->homes && !op->signature)
        return "signature";
    if (op->signature && !is_signature(op->signature))
        return "a signature that can be read";
    return missing_of_kind(op);
}

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

START_TEST(terms_of_a_product)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 3)), *b = sample(q, 'F', 2, SHAPE(3, 4));
    const QkvTensor *out = qkv_matmul(q, a, b);
    const QkvCall *c = &qkv_tape(q)->step[out->step].call;
    Arena arena = {0};
    QkvTerms t = op_terms(c, 6, &arena); /* row 1, column 2 */
    ck_assert_int_eq(t.how, QKV_HOW_PRODUCTS);
    ck_assert_int_eq(t.count, 3);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(t.term[k].a.operand, 0);
        ck_assert_int_eq(t.term[k].a.cell, 3 + k);
        ck_assert_int_eq(t.term[k].b.operand, 1);
        ck_assert_int_eq(t.term[k].b.cell, 4 * k + 2);
        float value = a->data.f[3 + k] * b->data.f[4 * k + 2];
        ck_assert(qkv_term_value(c, &t.term[k]) == (double)value);
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
    ck_assert_int_eq(op_terms(&step[0].call, 5, &arena).count, 0);
    QkvTerms sum = op_terms(&step[1].call, 1, &arena);
    ck_assert_int_eq(sum.count, 3);
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(sum.term[k].a.cell, 3 + k);
        ck_assert_int_eq(sum.term[k].b.operand, -1);
        ck_assert(qkv_term_value(&step[1].call, &sum.term[k]) == (double)a->data.f[3 + k]);
    }
    QkvTerms twice = op_terms(&step[2].call, 4, &arena);
    ck_assert_int_eq(twice.count, 1);
    ck_assert_int_eq(twice.term[0].a.cell, 4);
    ck_assert_int_eq(twice.term[0].b.cell, 0);
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
            QkvTerms t = op_terms(c, i, &arena);
            QkvSoftmaxParts parts = op_softmax_parts(c, &t, &arena);
            ck_assert_int_eq(t.term[t.self].a.cell, i);
            for (int64_t k = 0; k < t.count; k++)
                ck_assert(qkv_term_value(c, &t.term[k]) <= parts.max);
            float sum = (float)parts.sum, own = parts.power[t.self];
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
    TCase *programs = tcase_create("random programs");
    tcase_add_loop_test(programs, every_cell_comes_out_of_its_terms_again, 0, PROGRAMS);
    tcase_add_loop_test(programs, a_tape_changes_nothing, 0, PROGRAMS);
    tcase_add_test(programs, programs_reach_every_operation);
    suite_add_tcase(s, programs);
    TCase *rows = tcase_create("rows and terms");
    tcase_add_test(rows, rows_are_complete);
    tcase_add_test(rows, terms_of_a_product);
    tcase_add_test(rows, terms_of_other_kinds);
    tcase_add_test(rows, parts_of_a_softmax);
    suite_add_tcase(s, rows);
    return s;
}
