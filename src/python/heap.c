/* Walks that call no code of the lesson: what they pass is read, and never asked. */
#include "python/heap.h"

#include <string.h>

/* --- addresses -------------------------------------------------------------------------------- */

static int *find_slot(const Places *p, const void *at)
{
    uint64_t mask = (uint64_t)p->capacity * 2 - 1;
    uint64_t hash = ((uint64_t)(uintptr_t)at >> 4) * UINT64_C(0x9E3779B97F4A7C15);
    for (uint64_t i = hash >> 32;; i++) {
        int *slot = &p->slot[i & mask];
        if (*slot == 0 || p->item[*slot - 1].at == at)
            return slot;
    }
}

HeapPlace *places_find(const Places *p, const void *at)
{
    int slot = p->count ? *find_slot(p, at) : 0;
    return slot ? &p->item[slot - 1] : NULL;
}

HeapPlace *places_add(Arena *a, Places *p, const void *at)
{
    if (!p->item || p->count == p->capacity) {
        int capacity = p->capacity ? p->capacity * 2 : 16;
        p->item = arena_grow(a, p->item, (size_t)p->count, (size_t)capacity, sizeof *p->item);
        p->slot = arena_many(a, (size_t)capacity * 2, int);
        p->capacity = capacity;
        for (int i = 0; i < p->count; i++)
            *find_slot(p, p->item[i].at) = i + 1;
    }
    int *slot = find_slot(p, at);
    if (*slot == 0) {
        p->item[p->count] = (HeapPlace){.at = at};
        *slot = ++p->count;
    }
    return &p->item[*slot - 1];
}

int heap_addresses(const Value *v, const void *at[2])
{
    int count = 0;
    if (!tensor_in(v)) {
        at[0] = type_of(v)->place ? type_of(v)->place(v) : NULL;
        return at[0] != NULL;
    }
    if (v->parameter)
        at[count++] = v->parameter;
    const QkvTensor *t = value_now(v);
    while (t && t->turned) /* x.data = y */
        t = t->turned;
    if (t && t->storage)
        at[count++] = t->storage;
    return count;
}

/* --- what a value holds ----------------------------------------------------------------------- */

void each_item(Eval *e, const List *list, HeapEach *each, void *context)
{
    enum { ITEMS_PER_STEP = 16 };
    budget_spend(&e->budget, list->count / ITEMS_PER_STEP);
    for (int64_t i = 0; i < list->count && e->budget.left >= 0; i++)
        each(e, context, &list->item[i]);
}

void each_name(Eval *e, const Scope *scope, HeapEach *each, void *context)
{
    for (int i = 0; i < scope->count; i++)
        each(e, context, &scope->binding[i].value);
}

/* The names of the functions around one; those of the lesson are walked from on their own. */
void each_around(Eval *e, const Scope *scope, HeapEach *each, void *context)
{
    for (; scope && scope->outer; scope = scope->outer)
        each_name(e, scope, each, context);
}

void heap_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    const List *items = value_items(v);
    if (items)
        each_item(e, items, each, context);
    if (mapping_in(v))
        each_item(e, &mapping_in(v)->item, each, context);
    if (type_of(v)->each)
        type_of(v)->each(e, v, each, context);
}

/* --- the walk --------------------------------------------------------------------------------- */

void heap_add(Eval *e, Heap *h, const Value *v)
{
    const void *at[2];
    bool is_new = false;
    for (int i = 0, count = heap_addresses(v, at); i < count; i++) {
        is_new = is_new || !places_find(&h->seen, at[i]);
        places_add(e->arena, &h->seen, at[i]);
    }
    if (!is_new)
        return;
    if (h->count == h->capacity) {
        int capacity = h->capacity ? h->capacity * 2 : 16;
        h->item = arena_grow(e->arena, h->item, (size_t)h->count, (size_t)capacity,
                             sizeof *h->item);
        h->capacity = capacity;
    }
    h->item[h->count++] = *v;
}

void heap_clear(Heap *h)
{
    if (h->seen.slot)
        memset(h->seen.slot, 0, (size_t)h->seen.capacity * 2 * sizeof *h->seen.slot);
    h->seen.count = h->count = h->opened = 0;
}

static void add_held(Eval *e, void *context, const Value *held)
{
    heap_add(e, context, held);
}

void heap_open(Eval *e, Heap *h)
{
    while (h->opened < h->count && e->budget.left >= 0) {
        const Value v = h->item[h->opened++];
        heap_each(e, &v, add_held, h);
    }
}

void heap_add_scope(Eval *e, Heap *h, const Scope *scope)
{
    each_name(e, scope, add_held, h);
}

void heap_reach(Eval *e, Heap *h)
{
    heap_add_scope(e, h, e->scope);
    for (const Module *m = e->modules; m; m = m->next)
        heap_add_scope(e, h, &m->names);
    heap_open(e, h);
}

typedef struct Tensors {
    const QkvTensor **item;
    int count;
} Tensors;

/* A heap has one value of those that share memory: here each of them counts. */
static void add_tensor(Eval *e, void *context, const Value *v)
{
    Tensors *t = context;
    if (!tensor_in(v))
        return;
    arena_push(e->arena, t->item, t->count, v->tensor);
    if (v->parameter)
        arena_push(e->arena, t->item, t->count, v->parameter->value);
}

/* The names that the calls see which run. */
static void each_frame(Eval *e, HeapEach *each, void *context)
{
    for (const Scope *scope = e->scope; scope; scope = scope->outer)
        each_name(e, scope, each, context);
    for (const CallFrame *f = e->frame; f; f = f->outer)
        for (const Scope *scope = f->around; scope; scope = scope->outer)
            each_name(e, scope, each, context);
}

bool heap_tensors(Eval *e, Heap *h, const QkvTensor ***tensor, int *count)
{
    Tensors t = {0};
    const Value *const held[] = {&e->left,   &e->right,   &e->returned, &e->said,
                                 &e->raised, &e->handled, &e->stored,   &e->identity};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        heap_add(e, h, held[i]);
        add_tensor(e, &t, held[i]);
    }
    each_item(e, &e->hooked, add_held, h);
    each_item(e, &e->hooked, add_tensor, &t);
    each_frame(e, add_held, h);
    each_frame(e, add_tensor, &t);
    heap_reach(e, h);
    each_name(e, e->scope, add_tensor, &t);
    for (const Module *m = e->modules; m; m = m->next)
        each_name(e, &m->names, add_tensor, &t);
    for (int i = 0; i < h->count && e->budget.left >= 0; i++)
        heap_each(e, &h->item[i], add_tensor, &t);
    *tensor = t.item;
    *count = t.count;
    return e->budget.left >= 0;
}

/* --- what tells values apart --------------------------------------------------------------- */

/* Sign that tells a value from others of its kind: where it lies, and of what has no place, its value; a nan is
 * itself. */
static Value sign_of(const Value *v)
{
    int64_t bits;
    if (type_of(v)->place)
        return value_int((int64_t)(uintptr_t)type_of(v)->place(v));
    if (v->kind != VALUE_FLOAT)
        return *v;
    memcpy(&bits, &v->number, sizeof bits);
    return value_int(bits);
}

int64_t eval_identity(Eval *e, const Value *v)
{
    if (object_in(v)) {
        if (!object_in(v)->identity)
            object_in(v)->identity = ++e->identities;
        return object_in(v)->identity;
    }
    Value key = *v;
    if (!value_is_by_place(v))
        key = value_pair(e->arena, value_int((int64_t)(uintptr_t)v->kind), sign_of(v));
    if (e->identity.kind == VALUE_ABSENT)
        e->identity = value_dict(e->arena);
    const Value *known = dict_find(&e->budget, dict_in(&e->identity), &key);
    if (known)
        return known->integer;
    dict_put(e->arena, &e->budget, dict_in(&e->identity), key, value_int(++e->identities));
    return e->identities;
}
