/* Words on what to make smaller where a bound is passed: how many parameters were made by then, and the sizes in sight.
 * Before: an error is about to be set, and the calls still run. After: words for its end, "" when nothing is known. */
#include <string.h>

#include "python/heap.h"

enum { MOST_TOLD = 6, LEAST_SIZE = 2, MOST_NODES = 20000 };

typedef struct SizesInSight {
    const char *name[MOST_TOLD];
    int64_t size[MOST_TOLD];
    int count, nodes;
} SizesInSight;

/* The largest are kept, in this order. */
static void add_size(SizesInSight *s, const char *name, const Value *v)
{
    int at = s->count;
    if (v->kind != VALUE_INT || v->integer < LEAST_SIZE)
        return;
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->name[i], name) == 0)
            return;
    while (at > 0 && s->size[at - 1] < v->integer)
        at--;
    if (at == MOST_TOLD)
        return;
    s->count += s->count < MOST_TOLD;
    for (int i = s->count - 1; i > at; i--) {
        s->name[i] = s->name[i - 1];
        s->size[i] = s->size[i - 1];
    }
    s->name[at] = name;
    s->size[at] = v->integer;
}

/* Adds sizes of a dict by their keys: a configuration. */
static void add_keys(SizesInSight *s, const Dict *dict)
{
    for (int64_t i = 0; i < dict->key.count; i++) {
        const Text *key = text_in(&dict->key.item[i]);
        if (key)
            add_size(s, key->bytes, &dict->item.item[i]);
    }
}

/* A configuration may be an object of a class of the lesson; a model is none. */
static void add_named(SizesInSight *s, const char *name, const Value *v)
{
    const Object *o = object_in(v);
    bool is_plain = o && !o->class->native;
    for (int i = 0; is_plain && i < o->class->count; i++)
        is_plain = !o->class->order[i]->native && !o->class->order[i]->module;
    add_size(s, name, v);
    if (dict_in(v))
        add_keys(s, dict_in(v));
    for (int i = 0; is_plain && i < o->names.count; i++)
        add_size(s, o->names.binding[i].name, &o->names.binding[i].value);
}

static const Value *find(const Scope *scope, const char *name)
{
    const Value *v = NULL;
    for (; scope && !v; scope = scope->outer)
        v = eval_find_in(scope, name);
    return v;
}

/* The names that code has, as they are where it runs. */
static void add_code(SizesInSight *s, const Node *n, const Scope *scope)
{
    const Value *v = n->kind == NODE_NAME ? find(scope, n->text) : NULL;
    if (++s->nodes > MOST_NODES)
        return;
    if (v)
        add_named(s, n->text, v);
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            add_code(s, n->kid[i], scope);
}

/* The call that made a model, and what its __init__ reads from around it. */
static void add_frame(SizesInSight *s, const CallFrame *f)
{
    const Object *o = object_in(&f->self);
    const Value *init = o ? class_find(o->class, NULL, "__init__") : NULL;
    const Closure *code = init ? closure_in(init) : NULL;
    if (f->call && (!f->outer || !eval_is_librarys(f->outer->function))) /* the lesson wrote it */
        add_code(s, f->call, f->around);
    if (code && !eval_is_librarys(code))
        add_code(s, code->node, code->scope);
}

const char *eval_sizes(Eval *e)
{
    SizesInSight s = {0};
    Buf out = {.arena = e->arena};
    for (const CallFrame *f = e->frame; f; f = f->outer)
        add_frame(&s, f);
    if (e->parameters == 0)
        return "";
    buf_printf(&out, ". So far %lld numbers of parameters were made (%lld MiB of float32)",
               (long long)e->parameters, (long long)(e->parameters * 4 >> 20));
    for (int i = 0; i < s.count; i++)
        buf_printf(&out, "%s%s=%lld", i ? ", " : ": take less than ", s.name[i],
                   (long long)s.size[i]);
    return buf_text(&out);
}
