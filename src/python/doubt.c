/* Before: the statement, and what it reaches (reach.c). After: each of its names is not there, and each value that it may
 * have changed is marked by its addresses, with the line; so is what holds a marked value, as one that has a part in
 * doubt, and an object whose class is. All reading of values asks for the marks (doubt_allows). It ends: a walk goes
 * over the heap once for each turn in which a mark is new, and a mark is set twice at most. */
#include "python/doubt.h"

#include <string.h>

#include "base/common.h"
#include "python/object.h"
#include "python/outside.h"
#include "python/reach.h"
#include "python/text.h"

static Doubts *doubts_of(Eval *e)
{
    if (!e->doubts)
        e->doubts = arena_new(e->arena, Doubts);
    return e->doubts;
}

/* --- names that are not there ------------------------------------------------------------------- */

static bool is_of_name(char c)
{
    return is_letter(c) || is_digit(c) || (unsigned char)c >= 0x80;
}

/* True when a name stands somewhere in these bytes. */
static bool mentions(const char *source, size_t start, size_t end, const char *name)
{
    size_t length = strlen(name);
    for (size_t at = start; at + length <= end; at++)
        if (memcmp(source + at, name, length) == 0 &&
            (at == start || !is_of_name(source[at - 1])) &&
            (at + length == end || !is_of_name(source[at + length])))
            return true;
    return false;
}

/* The latest that tells of a name; code that could not be read is searched only when that is wanted. */
static const Lost *find_lost(Eval *e, const char *name, bool in_code)
{
    const Doubts *d = e->doubts;
    const Value *last = d ? eval_find_in(&d->latest, name) : NULL;
    int64_t named = -1;
    if (last)
        value_integer(last, &named);
    for (int i = d && in_code ? d->unreads - 1 : -1; i >= 0 && d->unread[i] > named; i--) {
        const Lost *lost = &d->lost[d->unread[i]];
        budget_scan(&e->budget, lost->end - lost->start);
        if (lost->end == 0 || mentions(e->source, lost->start, lost->end, name))
            return lost;
    }
    return named < 0 ? NULL : &d->lost[named];
}

const Lost *doubt_lost(Eval *e, const char *name)
{
    return find_lost(e, name, true);
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

/* --- marks ------------------------------------------------------------------------------------ */

/* Code of the lesson: what it reads is looked at as it runs. */
static bool is_code(const Value *v)
{
    return v->kind == VALUE_CLOSURE || v->kind == VALUE_CLASS || v->kind == VALUE_BOUND ||
           v->kind == VALUE_SUPER || v->kind == VALUE_WRAPPED;
}

/* Values that never change themselves: what they hold is marked. */
static bool is_fixed(const Value *v)
{
    return is_code(v) || v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE ||
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

const HeapPlace *doubt_place(const Eval *e, const Value *v)
{
    const void *at[2];
    for (int i = 0, count = e->doubts ? heap_addresses(v, at) : 0; i < count; i++) {
        const HeapPlace *p = places_find(&e->doubts->places, at[i]);
        if (p)
            return p;
    }
    return NULL;
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
        const Class *own = v->kind == VALUE_CLASS ? v->class
                           : object_in(v)         ? v->object->class
                                                  : NULL;
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
            if (is_code(v) || doubt_place(e, v))
                continue;
            heap_each(e, v, find_marked, &held);
            if (held)
                goes = mark(e, v, held->line, true) || goes;
        }
    }
}

static void mark_unseen(Eval *e, const Touched *r, int line)
{
    static const unsigned does[UNSEEN_KINDS] = {DOES_DRAW, DOES_DRAW, DOES_GRADIENTS,
                                                DOES_SETTINGS};
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
            mark_heirs(e, r->values.item[i].class, line);
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
            !mentions(code->source, code->start, code->end, b->name))
            continue;
        heap_add(e, &r.values, &b->value);
        arena_push(e->arena, r.lost, r.losts, ((Lost){.name = b->name, .scope = e->scope}));
    }
    reach_find(e, NULL, &r);
    apply(e, &r, line);
}

/* --- reading ------------------------------------------------------------------------------------ */

/* A node as it is written in the lesson, on one line and not too long. */
static const char *written(Eval *e, const Node *n)
{
    enum { LONGEST = 40 };
    bool is_library = eval_source(e) != e->source;
    const Node *at = is_library ? eval_caller(e) : n;
    if (!at || at->end <= at->start || !eval_has_text(e, at))
        return "a value";
    const char *text = e->source + at->start;
    size_t length = at->end - at->start;
    if (memchr(text, '\n', length) || length > LONGEST)
        return "a value";
    return arena_text(e->arena, text, length);
}

static bool refuse(Eval *e, Doubt why)
{
    bool is_first = !e->err->set;
    if (is_first)
        e->doubts->why = why;
    return eval_refuse_name(e, "%s is in doubt since line %d", why.what, why.line);
}

bool doubt_allows(Eval *e, const Node *n, const Value *v, bool is_whole)
{
    const HeapPlace *p = doubt_place(e, v);
    if (!p && v->kind == VALUE_METHOD) { /* looks into its receiver unseen */
        p = doubt_place(e, &v->method->self);
        is_whole = true;
    }
    if (p && (is_whole || !p->is_part))
        return refuse(e, (Doubt){written(e, n), p->line, false});
    int line = e->doubts->unseen[UNSEEN_SETTINGS];
    const char *name = v->kind == VALUE_FUNCTION  ? v->function->name
                       : v->kind == VALUE_CLOSURE ? v->closure->name
                                                  : "";
    const void *at[2]; /* a list, a dict, an object may hold tensors */
    bool may_hold = is_whole && !is_code(v) && v->kind != VALUE_FUNCTION &&
                    v->kind != VALUE_METHOD && heap_addresses(v, at) > 0;
    if (line && (may_hold || tensor_in(v) || outside_says("settled", name)))
        return refuse(e, (Doubt){"the settings of PyTorch", line, false});
    return true;
}

bool doubt_allows_name(Eval *e, const Node *n, bool is_given)
{
    const Lost *lost = eval_is_local(e, n->text) ? NULL : find_lost(e, n->text, !is_given);
    return !lost || refuse(e, (Doubt){n->text, lost->line, true});
}

bool doubt_allows_unseen(Eval *e, Unseen which, const char *what)
{
    int line = e->doubts->unseen[which];
    return !line || refuse(e, (Doubt){what, line, false});
}

void doubt_seeded(Eval *e, Unseen which)
{
    if (e->doubts)
        e->doubts->unseen[which] = 0;
}

void doubt_missed(Eval *e)
{
    e->is_final = true;
    e->doubts->why = (Doubt){.line = e->doubts->unseen[UNSEEN_GENERATOR]};
}

const Doubt *doubt_why(const Eval *e)
{
    return e->doubts && e->err->set && e->doubts->why.line ? &e->doubts->why : NULL;
}
