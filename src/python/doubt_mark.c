/* Before: the statement, and what it reaches (reach.c). After: each of its names is not there, and each value that it may
 * have changed is marked by its addresses, with the line; so is what holds a marked value, as one that has a part in
 * doubt, and an object whose class is. All reading of values asks for the marks (doubt_allows). It ends: a walk goes
 * over the heap once for each turn in which a mark is new, and a mark is set twice at most. */
#include "python/outside.h"
#include "python/reach.h"

static Doubts *doubts_of(Eval *e)
{
    if (!e->doubts)
        e->doubts = arena_new(e->arena, Doubts);
    return e->doubts;
}

/* A name of a scope is not there from now on. */
static void lose(Eval *e, Lost n, int line)
{
    Doubts *d = e->doubts;
    n.line = line;
    n.failure = d->failures - 1;
    if (n.name && eval_find_in(n.scope, n.name))
        eval_bind_in(e, n.scope, n.name, (Value){.kind = VALUE_ABSENT});
    if (n.name)
        eval_bind_in(e, &d->latest, n.name, value_int(d->losts));
    else
        arena_push(e->arena, d->unread, d->unreads, d->losts);
    arena_push(e->arena, d->lost, d->losts, n);
}

/* No name is, but those of modules. */
static void lose_all(Eval *e, int line)
{
    for (int i = 0; i < e->scope->count; i++) {
        const Value *v = &e->scope->binding[i].value;
        if (v->kind != VALUE_NAMESPACE && v->kind != VALUE_ABSENT)
            lose(e, (Lost){.name = e->scope->binding[i].name, .scope = e->scope}, line);
    }
    lose(e, (Lost){0}, line);
}

/* --- marks --------------------------------------------------------------------------------- */

/* Values that never change themselves: what they hold is marked. */
static bool is_fixed(const Value *v)
{
    return doubt_is_code(v) || v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE ||
           v->kind == VALUE_FUNCTION || v->kind == VALUE_METHOD;
}

/* Marks a value, `is_part` for something inside of it; true when that is new. */
static bool mark(Eval *e, const Value *v, int line, bool is_part)
{
    const void *at[2];
    bool is_new = false;
    for (int i = 0, count = heap_addresses(v, at); i < count; i++) {
        HeapPlace *p = places_add(e->arena, &e->doubts->places, at[i]);
        bool changes = p->line == 0 || (p->is_part && !is_part);
        if (changes)
            *p = (HeapPlace){.at = at[i], .line = line, .is_part = is_part};
        is_new = is_new || changes;
    }
    return is_new;
}

static void find_marked(Eval *e, void *context, const Value *held)
{
    const HeapPlace **found = context;
    const HeapPlace *p = *found ? NULL : doubt_place(e, held);
    *found = p ? p : *found;
}

/* Gives everything that the lesson can reach; it is good until the next call. */
static const Heap *find_all(Eval *e)
{
    Heap *all = &e->doubts->all;
    heap_clear(all);
    heap_reach(e, all);
    return all;
}

/* Marks the objects of a class and the classes made from it, too. */
static void mark_heirs(Eval *e, const Class *class, int line)
{
    const Heap *all = find_all(e);
    for (int i = 0; i < all->count && budget_spend(&e->budget, i % 4 == 0); i++) {
        const Value *v = &all->item[i];
        const Class *own = class_in(v) ? class_in(v) : object_in(v) ? object_in(v)->class : NULL;
        if (own && class_is(own, class))
            mark(e, v, line, false);
    }
}

/* Marks all values that hold something marked: those that hold come after those that are held, but for rings,
 * which take more than one turn. */
static void mark_holders(Eval *e)
{
    const Heap *all = find_all(e);
    for (bool goes = true; goes && e->budget.left >= 0;) {
        goes = false;
        for (int i = all->count - 1; i >= 0 && budget_spend(&e->budget, i % 4 == 0); i--) {
            const Value *v = &all->item[i];
            const HeapPlace *held = NULL;
            if (doubt_is_code(v) || doubt_place(e, v))
                continue;
            heap_each(e, v, find_marked, &held);
            if (held)
                goes = mark(e, v, held->line, true) || goes;
        }
    }
}

static void mark_unseen(Eval *e, const Touched *r, int line)
{
    static const unsigned does[UNSEEN_KINDS] = {DOES_DRAW, DOES_DRAW, DOES_GRADIENTS, DOES_SETTINGS,
                                                DOES_FILES};
    for (int i = 0; i < UNSEEN_KINDS; i++)
        if (r->does & does[i])
            e->doubts->unseen[i] = line;
    if (r->does & DOES_DRAW)
        qkv_lose_generator(e->q);
}

static void apply(Eval *e, const Touched *r, int line)
{
    bool is_new = false, writes = r->does & DOES_WRITE;
    for (int i = 0; i < r->sure.count; i++)
        is_new = mark(e, &r->sure.item[i], line, false) || is_new;
    for (int i = 0; i < r->losts; i++) {
        Lost n = r->lost[i];
        n.is_quiet = n.name && eval_find_in(&r->quiet, n.name);
        lose(e, n, line);
    }
    for (int i = 0; i < r->values.count; i++) {
        const Value *v = &r->values.item[i];
        bool changes = !is_fixed(v) || reach_sets(r, v);
        if (v->kind == VALUE_ITERATOR || (writes && changes))
            is_new = mark(e, v, line, false) || is_new;
    }
    for (int i = 0; i < r->values.count && writes; i++)
        if (r->values.item[i].kind == VALUE_CLASS && reach_sets(r, &r->values.item[i]))
            mark_heirs(e, class_in(&r->values.item[i]), line);
    mark_unseen(e, r, line);
    if (r->does & DOES_REACH_ALL)
        lose_all(e, line);
    if (is_new)
        mark_holders(e);
}

void doubt_statement(Eval *e, const Node *statement, int line, bool is_pythons)
{
    Touched r = {0};
    Doubts *d = doubts_of(e);
    const Locals *bound = eval_bound(e, statement);
    arena_push(e->arena, d->failure, d->failures, (Undone){statement, line});
    if (!is_pythons)
        reach_find(e, statement, &r);
    for (int i = 0; i < bound->count; i++)
        if (!is_pythons || !eval_find_in(e->scope, bound->local[i].name))
            arena_push(e->arena, r.lost, r.losts,
                       ((Lost){.name = bound->local[i].name, .scope = e->scope}));
    apply(e, &r, line);
}

/* Each name in code that could not be read may be bound there, and be of use. */
void doubt_code(Eval *e, const Code *code, int line)
{
    Touched r = {.does = DOES_UNKNOWN | DOES_SET | DOES_KIND};
    Doubts *d = doubts_of(e);
    arena_push(e->arena, d->failure, d->failures, (Undone){.line = line});
    arena_push(e->arena, r.lost, r.losts, ((Lost){.start = code->start, .end = code->end}));
    for (int i = 0; i < e->scope->count; i++) {
        const Binding *b = &e->scope->binding[i];
        if (b->value.kind == VALUE_NAMESPACE || b->value.kind == VALUE_ABSENT ||
            !doubt_mentions(code->source, code->start, code->end, b->name))
            continue;
        heap_add(e, &r.values, &b->value);
        arena_push(e->arena, r.lost, r.losts, ((Lost){.name = b->name, .scope = e->scope}));
    }
    reach_find(e, NULL, &r);
    apply(e, &r, line);
}
