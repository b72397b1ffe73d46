/* The kinds of modules that torch.nn has, each a row at its end: how it is called and what it was
 * made with. Their parameters are drawn in PyTorch's order. */
#include <math.h>

#include "core/context.h"
#include "core/qkv_attention.h"

static const QkvTensor *value_of(const QkvModule *m, const char *name)
{
    const QkvParameter *p = qkv_module_parameter(m, name);
    return p ? p->value : NULL;
}

/* The weight, which a layer can have lost since it was made. */
static const QkvTensor *weight_of(Qkv *q, const QkvModule *m)
{
    const QkvTensor *weight = value_of(m, "weight");
    if (!weight)
        qkv_fail(q, "%s: its weight is None", m->kind->name);
    return weight;
}

static QkvSetting integer(const char *name, int64_t value)
{
    return (QkvSetting){.name = name, .kind = QKV_SETTING_INTEGER, .integer = value};
}

static QkvSetting truth(const char *name, bool value)
{
    return (QkvSetting){.name = name, .kind = QKV_SETTING_TRUTH, .integer = value};
}

static QkvSetting number(const char *name, double value)
{
    return (QkvSetting){.name = name, .kind = QKV_SETTING_NUMBER, .number = value};
}

/* Setting i of `count` that a kind has made. */
static bool choose(const QkvSetting *settings, int count, int i, QkvSetting *out)
{
    if (i < count)
        *out = settings[i];
    return i < count;
}

/* What a constructor has made, if nothing went wrong. */
static QkvModule *finished(Qkv *q, QkvModule *m)
{
    return qkv_error(q) ? NULL : m;
}

/* --- Linear --------------------------------------------------------------------------------- */

static const QkvTensor *call_linear(Qkv *q, const QkvModule *m, const QkvTensor *const in[],
                                    const QkvTensor **left)
{
    (void)left;
    return qkv_linear(q, in[0], weight_of(q, m), value_of(m, "bias"));
}

/* `own` is the shape of the weight. */
static bool linear_setting(const QkvModule *m, int i, QkvSetting *out)
{
    const int64_t *size = m->own;
    const QkvSetting settings[] = {integer("in_features", size[1]),
                                   integer("out_features", size[0]),
                                   truth("bias", qkv_module_parameter(m, "bias"))};
    return choose(settings, 3, i, out);
}

static const QkvModuleKind linear = {
    .name = "Linear", .inputs = "input", .call = call_linear, .setting = linear_setting};

QkvModule *qkv_linear_new(Qkv *q, int64_t in, int64_t out, bool bias)
{
    const int64_t size[] = {out, in};
    double bound = in > 0 ? 1 / sqrt((double)in) : 0;
    QkvModule *m = qkv_module_new(q, &linear, size, sizeof size);
    qkv_add_parameter(q, m, "weight", qkv_uniform(q, 2, size, -bound, bound));
    qkv_add_parameter(q, m, "bias", bias ? qkv_uniform(q, 1, size, -bound, bound) : NULL);
    return finished(q, m);
}

/* --- Embedding ------------------------------------------------------------------------------ */

static const QkvTensor *call_embedding(Qkv *q, const QkvModule *m, const QkvTensor *const in[],
                                       const QkvTensor **left)
{
    (void)left;
    return qkv_embedding(q, in[0], weight_of(q, m));
}

/* `own` is the shape of the weight and the padding row, negative for none. */
static bool embedding_setting(const QkvModule *m, int i, QkvSetting *out)
{
    const int64_t *size = m->own, padding = size[2];
    QkvSetting settings[] = {integer("num_embeddings", size[0]), integer("embedding_dim", size[1]),
                             integer("padding_idx", padding)};
    settings[0].is_unnamed = settings[1].is_unnamed = true;
    if (padding < 0)
        settings[2] = (QkvSetting){.name = "padding_idx", .is_silent = true};
    return choose(settings, 3, i, out);
}

static const QkvModuleKind embedding = {
    .name = "Embedding", .inputs = "input", .call = call_embedding, .setting = embedding_setting};

/* The table with zeros in row `padding`. */
static const QkvTensor *without_row(Qkv *q, const QkvTensor *table, int64_t padding)
{
    if (!table || padding < 0)
        return table;
    if (padding >= table->size[0]) {
        qkv_fail(q, "Embedding: the padding row is %lld, and there are %lld rows, from 0",
                 (long long)padding, (long long)table->size[0]);
        return NULL;
    }
    const int64_t column[] = {table->size[0], 1};
    bool *hidden = arena_many(qkv_arena(q), (size_t)column[0], bool);
    if (hidden)
        hidden[padding] = true;
    return qkv_masked_fill(q, table, qkv_bools(q, 2, column, hidden), qkv_integer(q, 0));
}

QkvModule *qkv_embedding_new(Qkv *q, int64_t rows, int64_t d, int64_t padding)
{
    const int64_t size[] = {rows, d, padding};
    QkvModule *m = qkv_module_new(q, &embedding, size, sizeof size);
    qkv_add_parameter(q, m, "weight", without_row(q, qkv_randn(q, 2, size), padding));
    return finished(q, m);
}

/* --- Dropout -------------------------------------------------------------------------------- */

const QkvTensor *qkv_dropout(Qkv *q, const QkvTensor *x, double p, bool training)
{
    if (!x)
        return NULL;
    if (!(p >= 0 && p <= 1)) {
        qkv_fail(q, "dropout: p is the probability that a cell becomes 0: from 0 to 1, and not %g",
                 p);
        return NULL;
    }
    if (!training || p == 0 || x->count == 0)
        return x;
    if (x->dtype != QKV_FLOAT32) {
        qkv_fail(q, "dropout: the cells that stay become larger, and this is %s: use .float()",
                 qkv_dtype_name(x->dtype));
        return NULL;
    }
    qkv_enter(q, "dropout");
    const QkvTensor *out = qkv_mul(q, x, qkv_dropout_mask(q, x->rank, x->size, p));
    qkv_leave(q);
    return out;
}

typedef struct Dropout {
    QkvSetting p;
    bool in_place;
} Dropout;

static const QkvTensor *call_dropout(Qkv *q, const QkvModule *m, const QkvTensor *const in[],
                                     const QkvTensor **left)
{
    (void)left;
    const Dropout *own = m->own;
    const QkvTensor *out = qkv_dropout(q, in[0], own->p.number, m->training);
    if (!own->in_place || !out || out == in[0])
        return out;
    return qkv_write(q, in[0], out) ? qkv_now(q, in[0]) : NULL;
}

static bool dropout_setting(const QkvModule *m, int i, QkvSetting *out)
{
    const Dropout *own = m->own;
    const QkvSetting settings[] = {own->p, truth("inplace", own->in_place)};
    return choose(settings, 2, i, out);
}

static const QkvModuleKind dropout = {
    .name = "Dropout", .inputs = "input", .call = call_dropout, .setting = dropout_setting};

static QkvModule *dropout_new(Qkv *q, QkvSetting p)
{
    const Dropout own = {.p = p};
    if (!(p.number >= 0 && p.number <= 1)) {
        qkv_fail(q, "Dropout: p is the probability that a cell becomes 0: from 0 to 1, and not %g",
                 p.number);
        return NULL;
    }
    return finished(q, qkv_module_new(q, &dropout, &own, sizeof own));
}

void qkv_dropout_in_place(QkvModule *m)
{
    if (m && m->kind == &dropout)
        ((Dropout *)(uintptr_t)m->own)->in_place = true;
}

QkvModule *qkv_dropout_new(Qkv *q, double p)
{
    return dropout_new(q, number("p", p));
}

QkvModule *qkv_dropout_new_integer(Qkv *q, int64_t p)
{
    QkvSetting setting = integer("p", p);
    setting.number = (double)p;
    return dropout_new(q, setting);
}

/* --- Softmax -------------------------------------------------------------------------------- */

/* `own` is the axis. */
static const QkvTensor *call_softmax(Qkv *q, const QkvModule *m, const QkvTensor *const in[],
                                     const QkvTensor **left)
{
    (void)left;
    return qkv_softmax(q, in[0], *(const int64_t *)m->own);
}

static bool softmax_setting(const QkvModule *m, int i, QkvSetting *out)
{
    const QkvSetting settings[] = {integer("dim", *(const int64_t *)m->own)};
    return choose(settings, 1, i, out);
}

static const QkvModuleKind softmax = {
    .name = "Softmax", .inputs = "input", .call = call_softmax, .setting = softmax_setting};

QkvModule *qkv_softmax_new(Qkv *q, int64_t axis)
{
    return finished(q, qkv_module_new(q, &softmax, &axis, sizeof axis));
}

/* --- LayerNorm ------------------------------------------------------------------------------ */

typedef struct LayerNorm {
    int rank;
    int64_t size[QKV_MAX_RANK];
    double eps;
    bool affine;
} LayerNorm;

static const QkvTensor *call_layer_norm(Qkv *q, const QkvModule *m, const QkvTensor *const in[],
                                        const QkvTensor **left)
{
    (void)left;
    const LayerNorm *own = m->own;
    return qkv_layer_norm(q, in[0], own->rank, own->size, value_of(m, "weight"),
                          value_of(m, "bias"), own->eps);
}

static bool layer_norm_setting(const QkvModule *m, int i, QkvSetting *out)
{
    const LayerNorm *own = m->own;
    const QkvSetting settings[] = {{.name = "normalized_shape",
                                    .kind = QKV_SETTING_SIZES,
                                    .is_unnamed = true,
                                    .integer = own->rank,
                                    .sizes = own->size},
                                   number("eps", own->eps),
                                   truth("elementwise_affine", own->affine)};
    return choose(settings, 3, i, out);
}

static const QkvModuleKind layer_norm = {
    .name = "LayerNorm", .inputs = "input", .call = call_layer_norm, .setting = layer_norm_setting};

QkvModule *qkv_layer_norm_new(Qkv *q, int rank, const int64_t *size, double eps, bool affine)
{
    if (rank < 1 || rank > QKV_MAX_RANK) {
        qkv_fail(q, "LayerNorm: it runs over 1 to %d axes, and not %d", QKV_MAX_RANK, rank);
        return NULL;
    }
    LayerNorm own = {.rank = rank, .eps = eps, .affine = affine};
    for (int d = 0; d < rank; d++)
        own.size[d] = size[d];
    QkvModule *m = qkv_module_new(q, &layer_norm, &own, sizeof own);
    qkv_add_parameter(q, m, "weight", affine ? qkv_full(q, QKV_FLOAT32, rank, size, 1) : NULL);
    qkv_add_parameter(q, m, "bias", affine ? qkv_full(q, QKV_FLOAT32, rank, size, 0) : NULL);
    return finished(q, m);
}
