/* The object before the dot of a method. A method reached through its class, str.upper(5), or by
 * super(), is handed a value of any kind. What its function reads of that value is decided by the rows
 * that offer the function, so the kind is checked here, once for all of them and before any reads. */
#include <string.h>

#include "python/dispatch.h"

/* The class of a library that an object was begun by, or a base of it, has the function. */
static bool is_of_class(const Class *class, const Function *f)
{
    for (int i = 0; i < class->count; i++) {
        const NativeClass *native = class->order[i]->native;
        bool is_plain = native && native->inner != VALUE_ABSENT; /* methods are its list's */
        if (native && !is_plain && (native->init == f || (native->methods & f->homes)))
            return true;
    }
    return false;
}

/* Tells whether a function is a method of `object` itself, and a value may have it called. */
static bool has_base_method(const Function *f, const Value *v)
{
    const Function *m = object_methods;
    while (f->homes == 0 && m->name && m != f)
        m++;
    bool is_base = m == f;
    bool is_of_class = is_base && (strcmp(f->name, "__init_subclass__") == 0 ||
                                   strcmp(f->name, "__new__") == 0);
    return is_base && v->kind == (is_of_class ? VALUE_CLASS : VALUE_OBJECT);
}

static bool receives(const Function *f, const Value *v)
{
    if (has_base_method(f, v))
        return true;
    if (object_in(v))
        return is_of_class(object_in(v)->class, f);
    return (kind_of(v)->methods & f->homes) != 0 && eval_has_method(v, f->name);
}

/* The type whose method it is, for Python's sentence: "str", "Linear"; NULL for one of every object. */
static const char *home_of(const Eval *e, const Function *f)
{
    const Kind *kind = names_kind_with(e, f->homes);
    const Value any = {.kind = kind};
    if (kind)
        return kind == VALUE_ITERATOR ? "generator" : value_type(&any);
    return names_row_of(e, f);
}

bool receiver_read(Eval *e, const Function *f, Value *self)
{
    if (object_in(self) && receives(f, object_plain(self)))
        *self = *object_plain(self);
    if (receives(f, self))
        return true;
    const char *home = home_of(e, f), *type = value_type(self);
    eval_blame(e, self);
    return eval_raise(e, "TypeError",
                      "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", f->name,
                      home ? home : "object", type);
}

const Function *object_own_method(const char *name)
{
    for (const Function *f = object_methods; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}
