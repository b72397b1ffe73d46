/* Names and labels of axes. They are carried along, never computed with. */
#include "core/label.h"

#include <string.h>

static bool is_bare(const QkvAxis *a)
{
    return !a->name && !a->labels;
}

void label_pass(const QkvTensor *out, int to, const QkvTensor *in, int from, bool same_items)
{
    if (out->size[to] != in->size[from] || !is_bare(&out->axis[to]))
        return;
    out->axis[to] = in->axis[from];
    if (in->axis[from].groups > 1 && !(same_items && out->size[0] == in->size[0])) {
        out->axis[to].groups = 0;
        out->axis[to].labels = NULL;
    }
}

void label_broadcast(Qkv *q, QkvCall *c)
{
    (void)q;
    for (int i = 0; i < c->count; i++) {
        const QkvTensor *in = c->in[i];
        int shift = c->out->rank - in->rank;
        for (int d = 0; d < in->rank; d++)
            label_pass(c->out, d + shift, in, d, shift == 0);
    }
}

/* Label of a cell's source cell along its axis `from`; PADDING for a cell that has no
 * source, NULL when the source has no labels. */
static const char PADDING[] = "pad";

static const char *source_label(const QkvCall *c, int64_t cell, int from)
{
    int64_t at[QKV_MAX_RANK];
    QkvTerms t = qkv_terms(c, cell, c->memory);
    if (t.count == 0)
        return PADDING;
    QkvSource s = qkv_term(&t, 0).a;
    qkv_tensor_index(c->in[s.operand], s.cell, at);
    return qkv_tensor_label(c->in[s.operand], from, at[from], s.cell);
}

/* The labels of axis `to`, item by item; false when a source has none. */
static bool find_labels(const QkvCall *c, int to, int from, int64_t groups, const char **labels)
{
    int64_t first = 0, size = c->out->size[to], at[QKV_MAX_RANK];
    bool found = true;
    while (c->map && first + 1 < c->out->count && c->map[first] < 0)
        first++; /* along the axes from a cell that has a source, not through padding */
    qkv_tensor_index(c->out, first, at);
    for (int64_t i = 0; found && i < groups * size; i++) {
        at[0] = groups > 1 ? i / size : at[0];
        at[to] = i % size;
        ArenaMark mark = arena_mark(c->memory); /* there can be millions */
        labels[i] = source_label(c, qkv_tensor_cell(c->out, at), from);
        found = labels[i] != NULL;
        arena_back(c->memory, mark);
    }
    return found;
}

/* Tells whether each batch item has the labels of the first. */
static bool all_alike(const char *const *labels, int64_t groups, int64_t size)
{
    for (int64_t i = size; i < groups * size; i++)
        if (strcmp(labels[i], labels[i - size]) != 0)
            return false;
    return true;
}

void label_moved(Qkv *q, QkvCall *c, int to, int from, int items, bool per_item)
{
    QkvAxis *axis = &c->out->axis[to];
    bool labelled = c->out->count > 0;
    int sources = c->map ? 1 : c->count; /* the others of a map say what is picked */
    for (int i = 0; i < sources && from < c->in[i]->rank; i++) {
        const QkvAxis *source = &c->in[i]->axis[from];
        axis->name = axis->name ? axis->name : source->name;
        labelled = labelled && !(source->groups > 1 && items > 0);
        per_item = per_item || (source->groups > 1 && items == 0);
    }
    int64_t size = c->out->size[to], groups = per_item && to > 0 ? c->out->size[0] : 1;
    if (!labelled || !c->in[0]->axis[from].labels)
        return;
    const char **labels = arena_many(qkv_arena(q), (size_t)(groups * size), const char *);
    if (!labels || !find_labels(c, to, from, groups, labels))
        return;
    axis->labels = labels;
    axis->groups = all_alike(labels, groups, size) ? 1 : groups;
}

void label_like(const QkvTensor *t, const QkvTensor *like)
{
    for (int d = 1; t && like && d <= t->rank && d <= like->rank; d++)
        label_pass(t, t->rank - d, like, like->rank - d, t->rank == like->rank);
}

bool qkv_label(Qkv *q, const QkvTensor *t, int axis, const char *name, int64_t groups,
               int64_t count, const char *const *labels)
{
    int d;
    if (!q || !t || !qkv_axis(q, "label", t->rank, axis, &d))
        return false;
    if (t->rank == 0)
        return qkv_fail(q, "a single number has no axis to label");
    if (labels && groups > 1 && (t->rank < 3 || d == 0))
        return qkv_fail(q, "labels for %lld batch items, and %s", (long long)groups,
                        d == 0 ? "the first axis is the batch itself"
                               : "a tensor with 2 axes has no batch");
    if (labels && groups != 1 && groups != t->size[0])
        return qkv_fail(q, "labels for %lld batch items, and there are %lld", (long long)groups,
                        (long long)t->size[0]);
    if (labels && count != groups * t->size[d])
        return qkv_fail(q, "%lld labels, but the axis has %lld%s", (long long)count,
                        (long long)t->size[d], groups == 1 ? "" : " for each batch item");
    for (int64_t i = 0; labels && i < count; i++)
        if (!labels[i])
            return qkv_fail(q, "label %lld of %lld is none", (long long)i, (long long)count);
    QkvAxis *old = &t->axis[d], new = *old;
    if (name && !(new.name = arena_string(qkv_arena(q), name)))
        return false;
    const char **copy = labels ? arena_many(qkv_arena(q), (size_t)count, const char *) : NULL;
    for (int64_t i = 0; labels && i < count; i++)
        if (!copy || !(copy[i] = arena_string(qkv_arena(q), labels[i])))
            return false;
    if (labels)
        new = (QkvAxis){new.name, groups, copy};
    *old = new;
    return true;
}
