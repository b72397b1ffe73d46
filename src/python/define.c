/* Classes that a lesson makes: the statement `class`, and type(name, bases, names). */
#include <string.h>

#include "base/common.h"
#include "python/dataclass.h"
#include "python/eval.h"

enum { COST_OF_CLASS = 10 };

/* Generic, Protocol, Hashable: bases that only say something to tools. */
static bool says_to_tools(const char *path)
{
    static const char *const of[] = {"typing.", "typing_extensions.", "collections.abc.", "abc."};
    bool found = false;
    for (int i = 0; i < COUNT(of); i++)
        found = found || strncmp(path, of[i], strlen(of[i])) == 0;
    return found;
}

/* The bases of a class; `object` is that of all. */
static bool read_bases(Eval *e, const Node *n, int *count, Class ***bases)
{
    Given given = {0};
    if (n && !eval_given(e, n, 0, &given))
        return false;
    *bases = arena_many(e->arena, (size_t)given.count + 1, Class *);
    *count = 0;
    for (int i = 0; i < given.count; i++) {
        const Value *v = &given.item[i].value;
        bool is_object = function_in(v) && strcmp(function_in(v)->name, "object") == 0;
        e->at = given.item[i].node;
        if (is_object || given.item[i].name) /* metaclass=...: means nothing here */
            continue;
        if (space_in(v) && !says_to_tools(space_in(v)->path))
            return names_refuse(e, space_in(v)); /* IntEnum, LightningModule */
        if (v->kind == VALUE_NAMESPACE)
            continue;
        Class *native = function_in(v) ? names_class(e, IN_LIBRARY, function_in(v)->name) : NULL;
        if (native) {
            (*bases)[(*count)++] = native;
            continue;
        }
        if (v->kind != VALUE_CLASS)
            return eval_refuse_name(e,
                                    "classes that are made from %s are not part of the lesson "
                                    "language",
                                    value_kind(v));
        (*bases)[(*count)++] = class_in(v);
    }
    return true;
}

/* A class made from another one is shown to that one's __init_subclass__. */
static bool init_subclass(Eval *e, Class *class, const Value *v)
{
    const Value *hook = class_find(class, class, "__init_subclass__");
    Value unused;
    if (!hook)
        return true;
    return eval_apply(e, hook->kind == VALUE_WRAPPED ? &hook->wrapped->get : hook, v, &unused);
}

/* type(name, bases, names) */
bool object_new_class(Eval *e, const char *name, const List *bases, const Dict *names, Value *out)
{
    Class **base = arena_many(e->arena, (size_t)bases->count + 1, Class *);
    int count = 0;
    for (int64_t i = 0; i < bases->count; i++)
        if (bases->item[i].kind == VALUE_CLASS)
            base[count++] = class_in(&bases->item[i]);
    Class *class = class_new(e, name, count, base);
    if (!class)
        return false;
    for (int64_t i = 0; i < names->key.count; i++)
        if (text_in(&names->key.item[i]))
            eval_bind_in(e, &class->names, text_in(&names->key.item[i])->bytes,
                         names->item.item[i]);
    *out = (Value){.kind = VALUE_CLASS, .class = class};
    return init_subclass(e, class, out);
}

bool object_class(Eval *e, const Node *n, Value *out)
{
    int count;
    Class **bases;
    if (!read_bases(e, n->kid[0], &count, &bases))
        return false;
    e->at = n;
    if (!eval_spend(e, COST_OF_CLASS))
        return false;
    Class *class = class_new(e, n->text, count, bases);
    if (!class)
        return false;
    class->qualname = object_qualname(e, n->text);
    class->body = n->kid[1];
    class->module = e->loading ? e->loading->name : NULL;
    for (int i = 0; i < count; i++)
        class->is_abstract = class->is_abstract || bases[i]->is_abstract ||
                             strcmp(bases[i]->name, "ABC") == 0;
    for (int i = 0; i < count; i++) /* a dataclass has the fields of its bases first */
        for (int64_t k = 0; k < bases[i]->fields.count; k++)
            dataclass_add_field(e, &class->fields, bases[i]->fields.item[k]);

    Scope *outer = e->scope, *names = &class->names;
    Class *making = e->making;
    *names = (Scope){.outer = outer, .is_class = true};
    e->scope = names;
    e->making = class;
    List *fields = e->fields;
    e->fields = &class->fields;
    bool ok = eval_block(e, n->kid[1]);
    e->scope = outer;
    e->making = making;
    e->fields = fields;
    *out = (Value){.kind = VALUE_CLASS, .class = class};
    return ok && init_subclass(e, class, out);
}
