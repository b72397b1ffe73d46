/* Names and what they are bound to. A comprehension has a scope of its own around its loop, a call of
 * a function one inside the scope that the function was defined in. */
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "python/names.h"

enum { FIRST_CAPACITY = 4 };

/* Stack of C that calls and iterators inside each other may take, of all that the process has: what
 * runs between two looks at it needs far less than the rest. 5 of the usual 8 MiB. In a browser there is another one
 * beside it, of a megabyte or less, that nobody can look at; such calls take up to three times as much of it. */
static ptrdiff_t stack_limit(void)
{
#ifdef __EMSCRIPTEN__
    enum { IN_BROWSER = 1 << 18 };
    return IN_BROWSER;
#else
    enum { MOST = 64 << 20 };
    struct rlimit all;
    if (getrlimit(RLIMIT_STACK, &all) != 0 || all.rlim_cur > MOST)
        return MOST / 8 * 5;
    return (ptrdiff_t)all.rlim_cur / 8 * 5;
#endif
}

Eval eval_begin(Qkv *q, const char *path, const char *source, const Package *const *packages,
                Err *err)
{
    Arena *arena = qkv_arena(q);
    Eval e = {.q = q,
              .arena = arena,
              .path = path,
              .source = source,
              .err = err,
              .scope = arena_new(arena, Scope),
              .budget = {.left = LIMIT_EVALUATIONS, .memory = LIMIT_MEMORY},
              .print = print_default,
              .began = clock_used(),
              .look = clock_seconds() + LIMIT_SECONDS,
              .stack = __builtin_frame_address(0),
              .stack_limit = stack_limit()};
    names_begin(&e, packages);
    return e;
}

/* Names are handed on with their hash. */
typedef struct Name {
    const char *text;
    uint64_t hash;
} Name;

static Name name_of(const char *text)
{
    return (Name){text, names_hash(text)};
}

static Name name_of_node(const Node *n)
{
    return (Name){n->text, n->hash};
}

static bool is_name(Name name, const char *text, uint64_t hash)
{
    return hash == name.hash && (text == name.text || strcmp(text, name.text) == 0);
}

/* The slot of a name, or the empty one where it belongs. Names can be chosen so that they all fall into
 * one place: `passed` counts those that are in the way. */
static int *find_slot(const Scope *scope, Name name, int64_t *passed)
{
    uint64_t mask = (uint64_t)scope->capacity * 2 - 1;
    for (uint64_t at = name.hash;; at++, ++*passed) {
        int *slot = &scope->slot[at & mask];
        const Binding *b = *slot ? &scope->binding[*slot - 1] : NULL;
        if (!b || is_name(name, b->name, b->hash))
            return slot;
    }
}

/* Pays for names that were passed over. Only who binds does: then no place can have many. */
static bool spend_passed(Eval *e, int64_t passed)
{
    enum { NAMES_PER_STEP = 8 };
    return budget_spend(&e->budget, passed / NAMES_PER_STEP);
}

static int own_names(const Scope *scope)
{
    return scope->locals ? scope->locals->count : 0;
}

/* The place of a name among a function's own, or -1. */
static int local_place(const Locals *l, Name name, int64_t *passed)
{
    for (uint64_t at = name.hash;; at++, ++*passed) {
        int place = l->slot[at & l->mask] - 1;
        if (place < 0 || is_name(name, l->local[place].name, l->local[place].hash))
            return place;
    }
}

static void grow(Eval *e, Scope *scope)
{
    int capacity = scope->is_inner ? 1 : FIRST_CAPACITY;
    while (capacity <= scope->count)
        capacity *= 2;
    scope->binding = arena_grow(e->arena, scope->binding, (size_t)scope->count, (size_t)capacity,
                                sizeof *scope->binding);
    scope->slot = arena_many(e->arena, (size_t)capacity * 2, int);
    scope->capacity = capacity;
    int64_t passed = 0;
    for (int i = own_names(scope); i < scope->count; i++)
        *find_slot(scope, (Name){scope->binding[i].name, scope->binding[i].hash}, &passed) = i + 1;
    spend_passed(e, passed);
}

/* Where a name is bound in a scope, or -1. */
static int find_place(const Scope *scope, Name name)
{
    int64_t passed = 0;
    int place = scope->locals ? local_place(scope->locals, name, &passed) : -1;
    return place < 0 && scope->slot ? *find_slot(scope, name, &passed) - 1 : place;
}

static const Value *find_in(const Scope *scope, Name name)
{
    int place = find_place(scope, name);
    const Value *v = place >= 0 ? &scope->binding[place].value : NULL;
    return v && v->kind != VALUE_ABSENT ? v : NULL;
}

const Value *eval_find_in(const Scope *scope, const char *name)
{
    return scope->count ? find_in(scope, name_of(name)) : NULL;
}

static bool local_kind(const Scope *scope, Name name, LocalKind *kind)
{
    int64_t passed = 0;
    int place = scope->locals ? local_place(scope->locals, name, &passed) : -1;
    if (place >= 0)
        *kind = scope->locals->local[place].kind;
    return place >= 0;
}

/* The scope that a name belongs to by what the functions around say: where it is assigned. */
static Scope *home_of(const Eval *e, Name name)
{
    LocalKind kind;
    Scope *scope = e->scope;
    if (!local_kind(scope, name, &kind) || kind == LOCAL_OWN)
        return scope;
    while (scope->outer) {
        scope = scope->outer;
        if (kind == LOCAL_OUTER && local_kind(scope, name, &kind) && kind == LOCAL_OWN)
            return scope;
    }
    return scope;
}

bool eval_is_local(const Eval *e, const char *name)
{
    LocalKind kind;
    return local_kind(e->scope, name_of(name), &kind) && kind == LOCAL_OWN;
}

/* A name that a function assigns to is its own, also before it does: then it has no value. */
static const Value *lookup(const Eval *e, Name name)
{
    LocalKind kind;
    for (const Scope *scope = e->scope, *next; scope; scope = next) {
        const Value *v = find_in(scope, name);
        if (v)
            return v;
        next = scope->outer;
        if (!local_kind(scope, name, &kind))
            continue;
        if (kind == LOCAL_OWN)
            return NULL;
        while (kind == LOCAL_GLOBAL && next && next->outer)
            next = next->outer;
    }
    return NULL;
}

const Value *eval_lookup(const Eval *e, const char *name)
{
    return lookup(e, name_of(name));
}

const Value *eval_lookup_node(const Eval *e, const Node *name)
{
    return lookup(e, name_of_node(name));
}

static void bind_in(Eval *e, Scope *scope, Name name, Value v)
{
    int64_t passed = 0;
    int place = scope->locals ? local_place(scope->locals, name, &passed) : -1;
    if (place >= 0) {
        spend_passed(e, passed);
        scope->binding[place].value = v;
        return;
    }
    if (scope->count == scope->capacity)
        grow(e, scope);
    int *slot = find_slot(scope, name, &passed);
    spend_passed(e, passed);
    if (*slot == 0)
        *slot = ++scope->count;
    scope->binding[*slot - 1] = (Binding){name.text, name.hash, v};
}

void eval_bind_in(Eval *e, Scope *scope, const char *name, Value v)
{
    bind_in(e, scope, name_of(name), v);
}

void eval_bind_node_in(Eval *e, Scope *scope, const Node *name, Value v)
{
    bind_in(e, scope, name_of_node(name), v);
}

static void bind(Eval *e, Name name, Value v)
{
    bind_in(e, home_of(e, name), name, v);
}

void eval_bind(Eval *e, const char *name, Value v)
{
    bind(e, name_of(name), v);
}

void eval_bind_node(Eval *e, const Node *name, Value v)
{
    bind(e, name_of_node(name), v);
}

/* --- the names of a function -------------------------------------------------------------------- */

/* Adds a name unless it is there; they are looked through one by one. */
static void add_local(Eval *e, Locals *l, const Node *n, LocalKind kind)
{
    if (!spend_passed(e, l->count))
        return;
    for (int i = 0; i < l->count; i++)
        if (is_name(name_of_node(n), l->local[i].name, l->local[i].hash))
            return;
    arena_push(e->arena, l->local, l->count, (Local){n->text, n->hash, kind});
}

static void add_targets(Eval *e, Locals *l, const Node *n)
{
    if (n->kind == NODE_NAME)
        add_local(e, l, n, LOCAL_OWN);
    if (n->kind == NODE_TUPLE || n->kind == NODE_LIST || n->kind == NODE_STAR)
        for (int i = 0; i < n->kids; i++)
            add_targets(e, l, n->kid[i]);
}

/* Adds what a statement or an expression binds; the bodies of other functions and classes are theirs. */
static void add_bound(Eval *e, Locals *l, const Node *n)
{
    int first = 0;
    switch (n->kind) {
    case NODE_GLOBAL:
    case NODE_NONLOCAL:
        return; /* seen before */
    case NODE_DEF:
    case NODE_CLASS:
        add_local(e, l, n, LOCAL_OWN);
        return;
    case NODE_LAMBDA:
        return;
    case NODE_ASSIGN:
        for (int i = 0; i + 1 < n->kids; i++)
            add_targets(e, l, n->kid[i]);
        break;
    case NODE_AUGMENTED:
    case NODE_ANNOTATED:
    case NODE_FOR:
    case NODE_WALRUS:
        add_targets(e, l, n->kid[0]);
        break;
    case NODE_DEL:
        for (int i = 0; i < n->kids; i++)
            add_targets(e, l, n->kid[i]);
        break;
    case NODE_ITEM:
        if (n->kids > 1)
            add_targets(e, l, n->kid[1]);
        break;
    case NODE_EXCEPT:
        if (n->kids > 2)
            add_targets(e, l, n->kid[2]);
        break;
    case NODE_ALIAS:
        if (n->kids > 0)
            add_targets(e, l, n->kid[0]);
        break;
    case NODE_YIELD:
        l->yields = true;
        break;
    case NODE_EACH: /* the target is the comprehension's own */
        first = 1;
        break;
    default:
        break;
    }
    for (int i = first; i < n->kids; i++)
        if (n->kid[i])
            add_bound(e, l, n->kid[i]);
}

/* global and nonlocal count for the whole function, wherever they stand. */
static void add_declared(Eval *e, Locals *l, const Node *n)
{
    if (n->kind == NODE_GLOBAL || n->kind == NODE_NONLOCAL)
        for (int i = 0; i < n->kids; i++)
            add_local(e, l, n->kid[i], n->kind == NODE_GLOBAL ? LOCAL_GLOBAL : LOCAL_OUTER);
    if (n->kind == NODE_DEF || n->kind == NODE_CLASS || n->kind == NODE_LAMBDA)
        return;
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            add_declared(e, l, n->kid[i]);
}

/* Half of the slots stay empty, so that who looks for a name comes to an end. */
static void make_slots(Eval *e, Locals *l)
{
    uint64_t slots = 2;
    while (slots < 2 * (uint64_t)l->count)
        slots *= 2;
    l->slot = arena_many(e->arena, (size_t)slots, int);
    l->mask = slots - 1;
    for (int i = 0; i < l->count; i++) {
        uint64_t at = l->local[i].hash;
        int64_t passed = 0;
        for (; l->slot[at & l->mask]; at++)
            passed++;
        spend_passed(e, passed);
        l->slot[at & l->mask] = i + 1;
    }
}

Locals *eval_locals(Eval *e, const Node *function)
{
    Locals *l = arena_new(e->arena, Locals);
    const Node *parameters = function->kid[0],
               *body = function->kid[function->kind == NODE_DEF ? 2 : 1];
    for (int i = 0; i < parameters->kids; i++)
        add_local(e, l, parameters->kid[i], LOCAL_OWN);
    add_declared(e, l, body);
    add_bound(e, l, body);
    make_slots(e, l);
    return l;
}

Scope *eval_scope_of_call(Eval *e, Scope *outer, const Locals *locals)
{
    size_t names = (size_t)locals->count;
    Scope *scope = arena_alloc(e->arena, sizeof *scope + names * sizeof *scope->binding);
    *scope = (Scope){.outer = outer,
                     .binding = (Binding *)(scope + 1),
                     .count = locals->count,
                     .capacity = locals->count,
                     .locals = locals};
    for (size_t i = 0; i < names; i++) {
        scope->binding[i].name = locals->local[i].name;
        scope->binding[i].hash = locals->local[i].hash;
    }
    return scope;
}

Locals *eval_bound(Eval *e, const Node *statement)
{
    Locals *l = arena_new(e->arena, Locals);
    add_bound(e, l, statement);
    return l;
}

const char *eval_nearest(const Eval *e, const char *name)
{
    const char *nearest = names_nearest(e, IN_BUILTIN, name);
    for (const Scope *scope = e->scope; scope; scope = scope->outer)
        for (int i = 0; i < scope->count; i++)
            if (scope->binding[i].value.kind != VALUE_ABSENT)
                nearest = names_closer(name, scope->binding[i].name, nearest);
    return nearest;
}
