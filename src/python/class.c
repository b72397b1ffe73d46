/* Classes: how one is made, from which others, and in which order attributes are looked for. */
#include "base/common.h"
#include "python/dataclass.h"

#include <string.h>

const NativeClass *class_native(const Class *class)
{
    for (int i = 0; i < class->count; i++)
        if (class->order[i]->native)
            return class->order[i]->native;
    return NULL;
}

bool class_is(const Class *class, const Class *base)
{
    for (int i = 0; i < class->count; i++)
        if (class->order[i] == base)
            return true;
    return false;
}

const Value *class_find(const Class *class, const Class *after, const char *name)
{
    bool passed = !after;
    for (int i = 0; i < class->count; i++) {
        const Value *v = passed ? eval_find_in(&class->order[i]->names, name) : NULL;
        if (v)
            return v;
        passed = passed || class->order[i] == after;
    }
    return NULL;
}

/* enum.py keeps them under this name. */
const List *class_members(const Class *class)
{
    const Value *members = class_find(class, NULL, "_member_list_");
    return members && list_in(members) ? members->list : NULL;
}

/* Whether `c` stands after the first place in one of the lists that are still to be merged. */
static bool waits(Class *c, Class **const *list, const int *left, int lists)
{
    for (int i = 0; i < lists; i++)
        for (int k = 1; k < left[i]; k++)
            if (list[i][k] == c)
                return true;
    return false;
}

/* C3 (Barrett et al. 1996), as Python does: every class before its bases, and bases in the order in
 * which they are written. False when there is no such order. */
static bool linearize(Eval *e, Class *class, int bases, Class **base)
{
    int lists = bases + 1, most = 1 + bases;
    Class ***list = arena_many(e->arena, (size_t)lists, Class **);
    int *left = arena_many(e->arena, (size_t)lists, int);
    for (int i = 0; i < bases; i++) {
        list[i] = base[i]->order;
        left[i] = base[i]->count;
        most += left[i];
    }
    list[bases] = base;
    left[bases] = bases;
    class->order = arena_many(e->arena, (size_t)most, Class *);
    class->order[class->count++] = class;
    for (;;) {
        Class *next = NULL;
        bool any = false;
        for (int i = 0; i < lists && !next; i++) {
            any = any || left[i] > 0;
            if (left[i] > 0 && !waits(list[i][0], list, left, lists))
                next = list[i][0];
        }
        if (!next)
            return !any;
        class->order[class->count++] = next;
        for (int i = 0; i < lists; i++)
            if (left[i] > 0 && list[i][0] == next) {
                list[i]++;
                left[i]--;
            }
    }
}

/* The class of a library that decides what the memory of objects is: the last in the order. */
static const NativeClass *layout_of(const Class *class)
{
    const NativeClass *native = NULL;
    for (int i = 0; i < class->count; i++)
        native = class->order[i]->native ? class->order[i]->native : native;
    return native;
}

/* An object is one thing for its library: methods of all its classes read the same memory. */
static bool check_layout(Eval *e, int bases, Class *const *base)
{
    const NativeClass *first = NULL;
    for (int i = 0; i < bases; i++) {
        const NativeClass *other = layout_of(base[i]);
        if (first && other && other != first)
            return eval_raise_as(e, "TypeError", "multiple bases have instance lay-out conflict",
                                 "a class cannot be made from both %s and %s", first->name,
                                 other->name);
        first = first ? first : other;
    }
    return true;
}

static Class *new_class(Eval *e, const char *name, int bases, Class **base)
{
    if (!check_layout(e, bases, base))
        return NULL;
    Class *class = arena_new(e->arena, Class);
    *class = (Class){.name = name, .qualname = name, .base = base, .bases = bases};
    for (int i = 0; i < bases; i++)
        class->dataclass = class->dataclass ? class->dataclass : base[i]->dataclass;
    if (!linearize(e, class, bases, base)) {
        eval_raise(e, "TypeError",
                   "Cannot create a consistent method resolution order (MRO) for bases of %s",
                   name);
        return NULL;
    }
    if (class->count > LIMIT_DEPTH)
        eval_refuse_name(e, "classes are made from each other more than %d deep", LIMIT_DEPTH);
    return e->err->set ? NULL : class;
}

const char *object_qualname(Eval *e, const char *name)
{
    if (e->scope->is_class && e->making)
        return arena_format(e->arena, "%s.%s", e->making->qualname, name);
    if (e->frame && e->scope->outer)
        return arena_format(e->arena, "%s.<locals>.%s", e->frame->function->qualname, name);
    return name;
}

Class *object_from_row(Eval *e, const NativeClass *row, Class *base, Class *also)
{
    Class **bases = arena_many(e->arena, 2, Class *);
    bases[0] = base;
    bases[1] = also;
    Class *class = new_class(e, row->name, !base ? 0 : also ? 2 : 1, bases);
    class->native = row;
    return class;
}

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
        bool is_object = v->kind == VALUE_FUNCTION && strcmp(v->function->name, "object") == 0;
        e->at = given.item[i].node;
        if (is_object || given.item[i].name) /* metaclass=...: means nothing here */
            continue;
        if (v->kind == VALUE_NAMESPACE && !says_to_tools(v->space->path))
            return names_refuse(e, v->space); /* IntEnum, LightningModule */
        if (v->kind == VALUE_NAMESPACE)
            continue;
        Class *native = v->kind == VALUE_FUNCTION ? names_class(e, IN_LIBRARY, v->function->name)
                                                  : NULL;
        if (native) {
            (*bases)[(*count)++] = native;
            continue;
        }
        if (v->kind != VALUE_CLASS)
            return eval_refuse_name(e,
                                    "classes that are made from %s are not part of the lesson "
                                    "language",
                                    value_kind(v));
        (*bases)[(*count)++] = v->class;
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
            base[count++] = bases->item[i].class;
    Class *class = new_class(e, name, count, base);
    if (!class)
        return false;
    for (int64_t i = 0; i < names->key.count; i++)
        if (text_in(&names->key.item[i]))
            eval_bind_in(e, &class->names, names->key.item[i].text->bytes, names->item.item[i]);
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
    Class *class = new_class(e, n->text, count, bases);
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
