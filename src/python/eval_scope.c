/* Names and what they are bound to. A comprehension has a scope of its own around its loop; the
 * scope of a function call would be the same thing. */
#include <string.h>

#include "python/eval.h"
#include "python/names.h"

enum { FIRST_ROOM = 8 };

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
              .budget = {.left = LIMIT_EVALUATIONS}};
    names_begin(&e, packages);
    return e;
}

/* Where a name stands, or the free place where it belongs. */
static Binding *find_place(const Scope *scope, const char *name)
{
    uint64_t mask = (uint64_t)scope->room - 1;
    for (uint64_t at = names_hash(name);; at++) {
        Binding *b = &scope->binding[at & mask];
        if (!b->name || strcmp(b->name, name) == 0)
            return b;
    }
}

static void grow(Eval *e, Scope *scope)
{
    Scope bigger = {.room = scope->room ? scope->room * 2 : FIRST_ROOM};
    bigger.binding = arena_many(e->arena, (size_t)bigger.room, Binding);
    for (int i = 0; i < scope->room; i++)
        if (scope->binding[i].name)
            *find_place(&bigger, scope->binding[i].name) = scope->binding[i];
    scope->binding = bigger.binding;
    scope->room = bigger.room;
}

const Value *eval_lookup(const Eval *e, const char *name)
{
    for (const Scope *scope = e->scope; scope; scope = scope->outer) {
        const Binding *b = scope->room ? find_place(scope, name) : NULL;
        if (b && b->name)
            return &b->value;
    }
    return NULL;
}

void eval_bind(Eval *e, const char *name, Value v)
{
    Scope *scope = e->scope;
    if (scope->count * 2 >= scope->room)
        grow(e, scope);
    Binding *b = find_place(scope, name);
    scope->count += !b->name;
    *b = (Binding){name, v};
}

const char *eval_nearest(const Eval *e, const char *name)
{
    const char *nearest = names_nearest(e, IN_BUILTIN, name);
    for (const Scope *scope = e->scope; scope; scope = scope->outer)
        for (int i = 0; i < scope->room; i++)
            if (scope->binding[i].name)
                nearest = names_closer(name, scope->binding[i].name, nearest);
    return nearest;
}
