/* Classes: how one is made, from which others, and in which order attributes are looked for. Nothing is called here. */
#include "python/class.h"

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
    return members ? list_in(members) : NULL;
}

/* Tells whether `c` stands after the first place in one of the lists that are still to be merged. */
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

Class *class_new(Eval *e, const char *name, int bases, Class **base)
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
    Class *class = class_new(e, row->name, !base ? 0 : also ? 2 : 1, bases);
    class->native = row;
    return class;
}

const Value *object_plain(const Value *v)
{
    return object_in(v) && v->object->inner.kind != VALUE_ABSENT ? &v->object->inner : v;
}

bool class_has(const Value *v, const char *name)
{
    return object_in(v) && class_find(v->object->class, NULL, name);
}
