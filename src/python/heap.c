/* Nothing here calls code of the lesson: what is walked through is read, and never asked. */
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

static const void *address_of(const Value *v)
{
    if (value_items(v) && v->kind != VALUE_DICT)
        return v->list;
    switch (v->kind) {
    case VALUE_DICT: /* that of an object's attributes is the object */
        return v->dict->of ? (const void *)v->dict->of : v->dict;
    case VALUE_ITERATOR:
        return v->iterator;
    case VALUE_FUNCTION:
        return v->function;
    case VALUE_METHOD:
        return v->method;
    case VALUE_CLOSURE:
        return v->closure;
    case VALUE_BOUND:
        return v->bound;
    case VALUE_CLASS:
        return v->class;
    case VALUE_OBJECT:
        return v->object;
    case VALUE_SUPER:
        return v->super;
    case VALUE_WRAPPED:
        return v->wrapped;
    default:
        return NULL;
    }
}

int heap_addresses(const Value *v, const void *at[2])
{
    int count = 0;
    if (v->kind != VALUE_TENSOR) {
        at[0] = address_of(v);
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

static void each_item(Eval *e, const List *list, HeapEach *each, void *context)
{
    enum { ITEMS_PER_STEP = 16 };
    budget_spend(&e->budget, list->count / ITEMS_PER_STEP);
    for (int64_t i = 0; i < list->count && e->budget.left >= 0; i++)
        each(e, context, &list->item[i]);
}

static void each_name(Eval *e, const Scope *scope, HeapEach *each, void *context)
{
    for (int i = 0; i < scope->count; i++)
        each(e, context, &scope->binding[i].value);
}

/* The names of the functions around one; those of the lesson are walked from on their own. */
static void each_around(Eval *e, const Scope *scope, HeapEach *each, void *context)
{
    for (; scope && scope->outer; scope = scope->outer)
        each_name(e, scope, each, context);
}

static void each_of_closure(Eval *e, const Closure *f, HeapEach *each, void *context)
{
    const Node *parameters = f->node->kid[0];
    each_around(e, f->scope, each, context);
    each(e, context, &f->wrapped);
    for (int i = 0; i < parameters->kids; i++)
        each(e, context, &f->defaults[i]);
    if (f->attributes)
        each_item(e, &f->attributes->item, each, context);
}

static void each_of_object(Eval *e, const Object *o, HeapEach *each, void *context)
{
    const Value class = {.kind = VALUE_CLASS, .class = o->class};
    each_name(e, &o->names, each, context);
    each(e, context, &o->inner);
    each(e, context, &class);
}

static void each_of_class(Eval *e, const Class *c, HeapEach *each, void *context)
{
    each_name(e, &c->names, each, context);
    for (int i = 1; i < c->count; i++) {
        const Value base = {.kind = VALUE_CLASS, .class = c->order[i]};
        each(e, context, &base);
    }
}

static void each_of_iterator(Eval *e, const Iterator *it, HeapEach *each, void *context)
{
    each_item(e, &it->list, each, context);
    each(e, context, &it->over);
    each_around(e, it->scope, each, context);
}

void heap_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    const List *items = value_items(v);
    if (items)
        each_item(e, items, each, context);
    switch (v->kind) {
    case VALUE_DICT:
        each_item(e, &v->dict->item, each, context);
        break;
    case VALUE_ITERATOR:
        each_of_iterator(e, v->iterator, each, context);
        break;
    case VALUE_METHOD:
        each(e, context, &v->method->self);
        break;
    case VALUE_BOUND:
        each(e, context, &v->bound->function);
        each(e, context, &v->bound->self);
        break;
    case VALUE_CLOSURE:
        each_of_closure(e, v->closure, each, context);
        break;
    case VALUE_CLASS:
        each_of_class(e, v->class, each, context);
        break;
    case VALUE_OBJECT:
        each_of_object(e, v->object, each, context);
        break;
    case VALUE_SUPER:
        each(e, context, &v->super->self);
        break;
    case VALUE_WRAPPED:
        each(e, context, &v->wrapped->get);
        each(e, context, &v->wrapped->set);
        break;
    default:
        break;
    }
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
    bool is_whole; /* no others are there */
} Tensors;

/* A heap has one value of those that share memory: here each of them counts. */
static void add_tensor(Eval *e, void *context, const Value *v)
{
    Tensors *t = context;
    if (v->kind == VALUE_ITERATOR && v->iterator->own)
        t->is_whole = false;
    if (v->kind != VALUE_TENSOR)
        return;
    arena_push(e->arena, t->item, t->count, v->tensor);
    if (v->parameter)
        arena_push(e->arena, t->item, t->count, v->parameter->value);
}

bool heap_tensors(Eval *e, Heap *h, const QkvTensor ***tensor, int *count)
{
    Tensors t = {.is_whole = true};
    const Value *const held[] = {&e->left,   &e->right,   &e->returned, &e->said,
                                 &e->raised, &e->handled, &e->stored,   &e->identity};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        heap_add(e, h, held[i]);
        add_tensor(e, &t, held[i]);
    }
    each_item(e, &e->hooked, add_held, h);
    each_item(e, &e->hooked, add_tensor, &t);
    heap_reach(e, h);
    each_name(e, e->scope, add_tensor, &t);
    for (const Module *m = e->modules; m; m = m->next)
        each_name(e, &m->names, add_tensor, &t);
    for (int i = 0; i < h->count && e->budget.left >= 0; i++)
        heap_each(e, &h->item[i], add_tensor, &t);
    *tensor = t.item;
    *count = t.count;
    return t.is_whole && e->budget.left >= 0;
}
