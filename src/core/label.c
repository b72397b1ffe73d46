/* Names and labels of axes. They are carried along, never computed with. */
#include "core/label.h"

#include <string.h>

static bool is_bare(const Axis *a)
{
    return !a->name && !a->labels;
}

void label_pass(Tensor *out, int to, const Tensor *in, int from, bool same_items)
{
    if (out->size[to] != in->size[from] || !is_bare(&out->axis[to]))
        return;
    out->axis[to] = in->axis[from];
    if (in->axis[from].groups > 1 && !(same_items && out->size[0] == in->size[0])) {
        out->axis[to].groups = 0;
        out->axis[to].labels = NULL;
    }
}

void label_broadcast(Qkv *q, Call *c)
{
    (void)q;
    for (int i = 0; i < c->count; i++) {
        const Tensor *in = c->in[i];
        int shift = c->out->rank - in->rank;
        for (int d = 0; d < in->rank; d++)
            label_pass(c->out, d + shift, in, d, shift == 0);
    }
}

bool qkv_label(Qkv *q, const Tensor *t, int axis, const char *name, int64_t groups, int64_t count,
               const char *const *labels)
{
    int d;
    if (!t || !qkv_axis(q, "label", t->rank, axis, &d))
        return false;
    if (t->rank == 0)
        return qkv_fail(q, "a single number has no axis to label");
    if (labels && groups != 1 && groups != t->size[0])
        return qkv_fail(q, "labels for %lld batch items, and there are %lld", (long long)groups,
                        (long long)t->size[0]);
    if (labels && count != groups * t->size[d])
        return qkv_fail(q, "%lld labels, and the axis has %lld%s", (long long)count,
                        (long long)t->size[d], groups == 1 ? "" : " for each batch item");
    Axis *a = &((Tensor *)(uintptr_t)t)->axis[d]; /* labels are the one thing that is set later */
    if (name)
        a->name = arena_string(qkv_arena(q), name);
    if (!labels)
        return true;
    const char **copy = arena_many(qkv_arena(q), (size_t)count, const char *);
    for (int64_t i = 0; i < count; i++)
        copy[i] = arena_string(qkv_arena(q), labels[i]);
    a->groups = groups;
    a->labels = copy;
    return true;
}
