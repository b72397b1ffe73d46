/* Objects: how one is made, where its attributes are found, and how it is written. */
#include "python/object.h"

#include <string.h>

#include "base/common.h"
#include "python/dataclass.h"
#include "python/real.h"

/* --- new objects ------------------------------------------------------------------------------ */

static bool begin_native(Eval *e, const Value *object, const Given *given)
{
    const NativeClass *native = class_native(object->object->class);
    if (native && native->inner)
        object->object->inner = native->inner == VALUE_DICT ? value_dict(e->arena)
                                                            : value_list(e->arena, native->inner);
    return !native || !native->begin || native->begin(e, object, given);
}

/* Function that makes objects of a class where no lesson's __init__ does; or NULL. */
static const Function *native_init(const Class *class)
{
    for (int i = 0; i < class->count; i++)
        if (class->order[i]->native && class->order[i]->native->init)
            return class->order[i]->native->init;
    return NULL;
}

static bool is_abstract(Eval *e, const Value *v)
{
    Value key = value_string(e->arena, "__isabstractmethod__");
    if (v->kind == VALUE_WRAPPED)
        v = &v->wrapped->get;
    return closure_in(v) && closure_in(v)->attributes &&
           dict_find(&e->budget, closure_in(v)->attributes, &key);
}

/* The names of methods that no class has written yet, in order. */
static bool refuse_abstract(Eval *e, const Class *class)
{
    Value names = value_list(e->arena, VALUE_LIST);
    Buf text = {0};
    for (int i = 0; i < class->count; i++)
        for (int k = 0; k < class->order[i]->names.count; k++) {
            const char *name = class->order[i]->names.binding[k].name;
            const Value *v = class_find(class, NULL, name);
            if (v && is_abstract(e, v) && v == &class->order[i]->names.binding[k].value)
                list_add(e->arena, row_in(&names), value_string(e->arena, name));
        }
    if (row_in(&names)->count == 0)
        return true;
    list_sort(e->arena, &e->budget, row_in(&names));
    for (int64_t i = 0; i < row_in(&names)->count; i++)
        buf_printf(&text, "%s'%s'", i ? ", " : "", text_in(&row_in(&names)->item[i])->bytes);
    eval_raise(
        e, "TypeError",
        "Can't instantiate abstract class %s without an implementation for abstract method%s %s",
        class->name, row_in(&names)->count == 1 ? "" : "s", buf_text(&text));
    buf_release(&text);
    return false;
}

static Value bare_object(Eval *e, Class *class)
{
    Object *o = arena_new(e->arena, Object);
    o->class = class;
    o->eval = e;
    return (Value){.kind = VALUE_OBJECT, .object = o};
}

/* Begins a new object by its __init__, a lesson's or a library's. */
static bool begin_object(Eval *e, Value *v, const Given *given)
{
    Class *class = v->object->class;
    const Value *init = class_find(class, NULL, "__init__");
    const NativeClass *native = class_native(class);
    Value unused;
    if (init && init->kind == VALUE_CLOSURE)
        return eval_invoke_on(e, init, v, given, &unused) &&
               (unused.kind == VALUE_NONE ||
                eval_raise(e, "TypeError", "__init__() should return None, not '%s'",
                           value_type(&unused)));
    if (class->dataclass)
        return dataclass_fill(e, v, given);
    if (native_init(class)) {
        Value method = value_method(e->arena, native_init(class), object_plain(v));
        return eval_invoke(e, &method, given, &unused);
    }
    if ((native && native->begin) || class_find(class, NULL, "__new__"))
        return true;
    return given->count == 0 || eval_raise(e, "TypeError", "%s() takes no arguments", class->name);
}

/* Asks the class's own __new__; what it gives is begun when it is an object of the class. */
static bool make_anew(Eval *e, Class *class, const Value *new, const Given *given, Value *out)
{
    const Value v = {.kind = VALUE_CLASS, .class = class};
    if (new->kind == VALUE_WRAPPED)
        new = &new->wrapped->get;
    if (class_native(class) || new->kind != VALUE_CLOSURE)
        return eval_refuse_name(e, "__new__ of such a class is not part of the lesson language");
    if (!eval_invoke_on(e, new, &v, given, out))
        return false;
    bool is_of_class = object_in(out) && class_is(out->object->class, class);
    bool is_member = class_members(class) != NULL; /* of an enumeration: it was begun long ago */
    return !is_of_class || is_member || begin_object(e, out, given);
}

bool object_make(Eval *e, Class *class, const Given *given, Value *out)
{
    if (class->is_abstract && !refuse_abstract(e, class))
        return false;
    const Value *new = class_find(class, NULL, "__new__");
    if (!eval_spend(e, 1))
        return false;
    if (new)
        return make_anew(e, class, new, given, out);
    *out = bare_object(e, class);
    return begin_native(e, out, given) && begin_object(e, out, given);
}

/* --- attributes ------------------------------------------------------------------------------- */

static const Function *find_native(const Eval *e, const NativeClass *native, const char *name)
{
    if (strcmp(name, "__init__") == 0 && native->init)
        return native->init;
    const Value inner = {.kind = native->inner};
    bool is_there = native->methods && eval_has_method(&inner, name);
    return is_there ? names_find(e, native->methods, name) : NULL;
}

/* A method that a library has for objects of a class, bound to `self` if there is one. */
static bool native_method(Eval *e, const Class *class, const Value *self, const char *name,
                          Value *out)
{
    for (int i = 0; i < class->count; i++) {
        const NativeClass *native = class->order[i]->native;
        const Function *f = native ? find_native(e, native, name) : NULL;
        if (!f)
            continue;
        const Value *plain = self ? object_plain(self) : NULL;
        *out = self ? value_method(e->arena, f, native->homes & IN_LIBRARY ? plain : self)
                    : (Value){.kind = VALUE_FUNCTION, .function = f};
        return true;
    }
    return false;
}

Value object_doc(Eval *e, const Node *body)
{
    const Node *first = body && body->kids > 0 ? body->kid[0] : NULL;
    if (first && first->kind == NODE_EXPRESSION && first->kid[0]->kind == NODE_STRING)
        return value_text(e->arena, first->kid[0]->text, first->kid[0]->length);
    return value_none;
}

static Value class_value(Class *class)
{
    return (Value){.kind = VALUE_CLASS, .class = class};
}

/* Classes as a tuple; `object`, which is the base of all, at the end of an order. */
static Value class_tuple(Eval *e, Class *const *class, int count, bool is_order)
{
    Value tuple = value_list(e->arena, VALUE_TUPLE);
    for (int i = 0; i < count; i++)
        list_add(e->arena, row_in(&tuple), class_value(class[i]));
    if (is_order || count == 0)
        list_add(e->arena, row_in(&tuple),
                 (Value){.kind = VALUE_FUNCTION, .function = names_find(e, IN_BUILTIN, "object")});
    return tuple;
}

/* The names of a scope and their values; setting an item sets the attribute of the object. */
static Value names_dict(Eval *e, const Scope *names, Object *of)
{
    Value dict = value_dict(e->arena);
    for (int i = 0; i < names->count; i++) {
        const Binding *b = &names->binding[i];
        if (b->value.kind != VALUE_ABSENT)
            dict_put(e->arena, &e->budget, dict_in(&dict), value_string(e->arena, b->name),
                     b->value);
    }
    dict_in(&dict)->of = of;
    return dict;
}

/* The annotated names of a class as keys. */
static Value fields_dict(Eval *e, const Class *class)
{
    Value dict = value_dict(e->arena);
    for (int64_t i = 0; i < class->fields.count; i++)
        dict_put(e->arena, &e->budget, dict_in(&dict), class->fields.item[i], value_none);
    return dict;
}

/* Finds what every class says of itself. */
static bool class_dunder(Eval *e, const Class *class, const char *name, Value *out)
{
    const char *module = class->module   ? class->module
                         : class->native ? class->native->module
                                         : "__main__";
    if (strcmp(name, "__name__") == 0)
        *out = value_string(e->arena, class->name);
    else if (strcmp(name, "__qualname__") == 0)
        *out = value_string(e->arena, class->qualname);
    else if (strcmp(name, "__module__") == 0)
        *out = value_string(e->arena, module ? module : "builtins");
    else if (strcmp(name, "__doc__") == 0)
        *out = object_doc(e, class->body);
    else if (strcmp(name, "__bases__") == 0)
        *out = class_tuple(e, class->base, class->bases, false);
    else if (strcmp(name, "__base__") == 0)
        *out = class_tuple(e, class->base, class->bases, false).list->item[0];
    else if (strcmp(name, "__mro__") == 0)
        *out = class_tuple(e, class->order, class->count, true);
    else if (strcmp(name, "__dict__") == 0)
        *out = names_dict(e, &class->names, NULL);
    else if (strcmp(name, "__annotations__") == 0 ||
             (strcmp(name, "__dataclass_fields__") == 0 && class->dataclass))
        *out = fields_dict(e, class);
    else
        return false;
    return true;
}

static bool object_find(Eval *e, const Value *v, const char *name, Value *out);
static void object_write_plainly(const Value *object, bool repr, Buf *out, size_t limit);

/* --- what `object` does for all --- */

/* Sets, deletes or reads an attribute of an object, past the methods of its class. */
static bool call_set_plainly(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return object_set_plainly(e, &args[0].value, args[1].text->bytes, &args[2].value);
}

static bool call_delete_plainly(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return object_set_plainly(e, &args[0].value, args[1].text->bytes, NULL);
}

static bool call_get_plainly(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    const char *name = args[1].text->bytes;
    return object_find(e, v, name, out) || e->err->set || eval_no_attribute(e, v, name);
}

static bool call_text_plainly(Eval *e, Arg *args, Value *out)
{
    Buf text = {0};
    object_write_plainly(&args[0].value, e->call->function->which, &text, LIMIT_ITEMS);
    return eval_text(e, &text, out);
}

static bool call_same_plainly(Eval *e, Arg *args, Value *out)
{
    (void)e;
    bool same = args[0].value.kind == args[1].value.kind &&
                args[0].value.object == args[1].value.object;
    *out = same ? value_bool(true) : (Value){.kind = VALUE_NOT_IMPLEMENTED};
    return true;
}

static bool call_hash_plainly(Eval *e, Arg *args, Value *out)
{
    *out = value_int(eval_identity(e, &args[0].value));
    return true;
}

bool native_none(Eval *e, Arg *args, Value *out)
{
    (void)e;
    (void)args;
    *out = value_none;
    return true;
}

bool native_self(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = args[0].value;
    return true;
}

static bool call_new_plainly(Eval *e, Arg *args, Value *out)
{
    if (class_native(class_in(&args[0].value)))
        return eval_refuse_name(e, "__new__ of such a class is not part of the lesson language");
    *out = bare_object(e, class_in(&args[0].value));
    return true;
}

static bool call_init_plainly(Eval *e, Arg *args, Value *out)
{
    bool has_more = args[1].value.kind == VALUE_TUPLE && row_in(&args[1].value)->count > 0;
    *out = value_none;
    return !has_more ||
           eval_raise(e, "TypeError",
                      "object.__init__() takes exactly one argument (the instance to initialize)");
}

const Function object_methods[] = {
    {"__setattr__", 0, "self name:s value /", call_set_plainly},
    {"__delattr__", 0, "self name:s /", call_delete_plainly},
    {"__getattribute__", 0, "self name:s /", call_get_plainly},
    {"__repr__", 0, "self /", call_text_plainly, .which = true},
    {"__str__", 0, "self /", call_text_plainly, .which = false},
    {"__eq__", 0, "self other /", call_same_plainly},
    {"__hash__", 0, "self /", call_hash_plainly},
    {"__init__", 0, "self *args=", call_init_plainly},
    {"__new__", 0, "cls *args= **values", call_new_plainly},
    {"__post_init__", 0, "self *args=", native_none},
    {"__init_subclass__", 0, "self *args=", native_none},
    {0},
};

/* The method that every object has, at the end of the line of its classes. */
static bool object_base_method(Eval *e, const Value *self, const char *name, Value *out)
{
    const Function *f = object_own_method(name);
    if (f)
        *out = self ? value_method(e->arena, f, self)
                    : (Value){.kind = VALUE_FUNCTION, .function = f};
    return f != NULL;
}

static bool object_find(Eval *e, const Value *v, const char *name, Value *out)
{
    Object *o = v->object;
    const Value *in_class = class_find(o->class, NULL, name), *own = eval_find_in(&o->names, name);
    const NativeClass *native = class_native(o->class);
    bool is_property = in_class && in_class->kind == VALUE_WRAPPED &&
                       in_class->wrapped->how == WRAPPED_PROPERTY;
    if (own && !is_property) {
        *out = *own;
        return true;
    }
    if (!is_property && native && native->attribute && native->attribute(e, v, name, out))
        return true;
    if (e->err->set)
        return false;
    if (in_class && !class_take(e, in_class, o->class, v, out))
        return false;
    if (in_class && in_class->kind == VALUE_WRAPPED && in_class->wrapped->how == WRAPPED_CACHED)
        eval_bind_in(e, &o->names, name, *out);
    if (in_class)
        return true;
    if (native_method(e, o->class, v, name, out))
        return true;
    if (strcmp(name, "__class__") == 0) {
        *out = class_value(o->class);
        return true;
    }
    if (strcmp(name, "__dict__") == 0) {
        *out = names_dict(e, &o->names, o);
        return true;
    }
    if (strcmp(name, "__doc__") == 0 || strcmp(name, "__module__") == 0 ||
        (strcmp(name, "__dataclass_fields__") == 0 && o->class->dataclass))
        return class_dunder(e, o->class, name, out);
    if (object_base_method(e, v, name, out))
        return true;
    return false;
}

static bool of_object(Eval *e, const Value *v, const char *name, Value *out)
{
    const Class *class = v->object->class;
    if (object_find(e, v, name, out))
        return true;
    bool is_missing = !e->err->set || error_is(e, "AttributeError");
    const Value *other = is_missing ? class_find(class, NULL, "__getattr__") : NULL;
    if (!other || other->kind != VALUE_CLOSURE || strncmp(name, "__", 2) == 0 ||
        (!e->err->set && real_attribute(e, v, name) != REAL_LACKS))
        return false;
    if (e->err->set)
        object_caught(e);
    Given given = {0};
    given_add(e, &given, NULL, value_string(e->arena, name), NULL);
    return eval_invoke_on(e, other, v, &given, out);
}

static bool of_class(Eval *e, const Value *v, const char *name, Value *out)
{
    const Value *found = class_find(class_in(v), NULL, name);
    if (found)
        return class_take(e, found, class_in(v), NULL, out);
    return class_dunder(e, class_in(v), name, out) ||
           native_method(e, class_in(v), NULL, name, out);
}

static bool of_super(Eval *e, const Value *v, const char *name, Value *out)
{
    const Super *s = v->super;
    const bool is_object = object_in(&s->self);
    const Class *of = is_object ? s->self.object->class : class_in(&s->self);
    const Value *self = is_object ? &s->self : NULL, *found = class_find(of, s->class, name);
    if (found)
        return class_take(e, found, (Class *)(uintptr_t)of, self, out);
    if (native_method(e, of, self, name, out))
        return true;
    /* of what is left one alone is about the class, and one is handed it */
    if (strcmp(name, "__new__") == 0)
        self = NULL;
    return object_base_method(e, strcmp(name, "__init_subclass__") == 0 ? &s->self : self, name,
                              out);
}

bool object_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    if (object_in(v))
        return of_object(e, v, name, out);
    if (v->kind == VALUE_CLASS)
        return of_class(e, v, name, out);
    return of_super(e, v, name, out);
}

static bool set_of_class(Eval *e, Class *class, const char *name, const Value *value)
{
    eval_bind_in(e, &class->names, name, value ? *value : (Value){0});
    return true;
}

/* f.calls = 0; f.__wrapped__ = g says that f goes by the name of g. */
static bool set_of_function(Eval *e, Closure *f, const char *name, const Value *value)
{
    Value key = value_string(e->arena, name);
    if (!value)
        return f->attributes && eval_delete(e, f->attributes, &key);
    if (!f->attributes)
        f->attributes = arena_new(e->arena, Dict);
    if (strcmp(name, "__wrapped__") == 0)
        f->wrapped = *value;
    return eval_put(e, f->attributes, &key, value);
}

static bool call_setter(Eval *e, const Value *v, const char *name, const Wrapped *w,
                        const Value *value)
{
    Value unused;
    Given given = {0};
    if (w->set.kind == VALUE_ABSENT)
        return eval_raise(e, "AttributeError", "property '%s' of '%s' object has no setter", name,
                          v->object->class->name);
    given_add(e, &given, NULL, *v, NULL);
    given_add(e, &given, NULL, *value, NULL);
    return eval_invoke(e, &w->set, &given, &unused);
}

/* An object becomes one of another class, whose methods find what they need in it. */
static bool set_class(Eval *e, Object *o, const Value *class)
{
    if (class->kind != VALUE_CLASS)
        return eval_raise(e, "TypeError", "__class__ must be set to a class, but this is %s",
                          value_kind(class));
    if (class_native(o->class) != class_native(class_in(class)))
        return eval_raise(e, "TypeError",
                          "__class__ assignment: '%s' object layout differs from '%s'",
                          class_in(class)->name, o->class->name);
    o->class = class_in(class);
    return true;
}

static bool is_slot(const Value *slots, const char *name)
{
    if (text_in(slots))
        return strcmp(text_in(slots)->bytes, name) == 0;
    for (int64_t i = 0; value_is_row(slots) && i < row_in(slots)->count; i++)
        if (text_in(&row_in(slots)->item[i]) &&
            strcmp(text_in(&row_in(slots)->item[i])->bytes, name) == 0)
            return true;
    return !value_is_row(slots);
}

/* Tells whether objects of a class can have the attribute: any, where not all classes on the way name __slots__. */
static bool has_slot(const Class *class, const char *name)
{
    for (int i = 0; i < class->count; i++) {
        const Value *slots = eval_find_in(&class->order[i]->names, "__slots__");
        if (!slots || is_slot(slots, name))
            return true;
    }
    return false;
}

/* `value` NULL deletes. */
bool object_set_plainly(Eval *e, const Value *v, const char *name, const Value *value)
{
    bool done = false;
    if (class_in(v))
        return set_of_class(e, class_in(v), name, value);
    if (closure_in(v))
        return set_of_function(e, (Closure *)(uintptr_t)closure_in(v), name, value);
    if (!object_in(v))
        return eval_cannot_set(e, v, name);
    if (value && strcmp(name, "__class__") == 0)
        return set_class(e, v->object, value);
    const Value *found = class_find(v->object->class, NULL, name);
    const NativeClass *native = class_native(v->object->class);
    if (value && found && found->kind == VALUE_WRAPPED && found->wrapped->how == WRAPPED_PROPERTY)
        return call_setter(e, v, name, found->wrapped, value);
    if (native && native->set && !native->set(e, v, name, value, &done))
        return false;
    if (done)
        return true;
    if (!value && !eval_find_in(&v->object->names, name))
        return eval_raise_as(e, "AttributeError", eval_said_no_attribute(e, v, name),
                             "%s has no '%s'", v->object->class->name, name);
    if (value && !has_slot(v->object->class, name))
        return eval_raise(
            e, "AttributeError",
            "'%s' object has no attribute '%s' and no __dict__ for setting new attributes",
            v->object->class->name, name);
    eval_bind_in(e, &v->object->names, name, value ? *value : (Value){0});
    return true;
}

/* Of a frozen dataclass all attributes, of a class that is made from one its fields. */
static bool is_fixed(const Class *class, const char *name)
{
    if (!class->dataclass || !class->dataclass->is_frozen || class->dataclass->class == class)
        return class->dataclass && class->dataclass->is_frozen;
    const List *fields = &class->dataclass->class->fields;
    for (int64_t i = 0; i < fields->count; i++)
        if (strcmp(text_in(&fields->item[i])->bytes, name) == 0)
            return true;
    return false;
}

/* The same by the class's own __setattr__ or __delattr__, if it has one. */
bool object_set(Eval *e, const Value *v, const char *name, const Value *value)
{
    Value unused, args[] = {value_string(e->arena, name), value ? *value : value_none};
    bool found = false;
    if (object_in(v) && !object_method(e, v, value ? "__setattr__" : "__delattr__", value ? 2 : 1,
                                       args, &unused, &found))
        return false;
    if (!found && object_in(v) && is_fixed(v->object->class, name))
        return eval_raise(e, "FrozenInstanceError", "cannot %s field '%s'",
                          value ? "assign to" : "delete", name);
    return found || object_set_plainly(e, v, name, value);
}

/* --- as text ---------------------------------------------------------------------------------- */

/* Writes what a method of its own says; false when it fails, which is an error of the run. */
static bool own_text(const Value *object, const char *name, Buf *out, bool *found)
{
    Eval *e = object->object->eval;
    Value text;
    if (!object_method(e, object, name, 0, NULL, &text, found))
        return false;
    if (!*found)
        return true;
    if (!text_in(&text))
        return eval_raise(e, "TypeError", "%s must return a str, but this is %s", name,
                          value_kind(&text));
    buf_add(out, text_in(&text)->bytes, text_in(&text)->length);
    return true;
}

static void object_write_plainly(const Value *object, bool repr, Buf *out, size_t limit)
{
    const Class *class = object->object->class;
    const NativeClass *native = class_native(class);
    if (object_is_error(object) && !repr)
        object_message(object, out);
    else if (native && native->write)
        native->write(object, out);
    else if (class->dataclass && class->dataclass->has_repr)
        dataclass_write(object, out, limit);
    else
        buf_printf(out, "<%s object>", class->name);
}

static void write_object(const Value *object, bool repr, Buf *out, size_t limit)
{
    bool found = false;
    if (!repr && (!own_text(object, "__str__", out, &found) || found))
        return;
    if (own_text(object, "__repr__", out, &found) && !found)
        object_write_plainly(object, repr, out, limit);
}

void object_text(const Value *object, bool repr, Buf *out, size_t limit)
{
    Object *o = object->object;
    if (!eval_spend(o->eval, 1) || !eval_deeper(o->eval))
        return;
    if (o->is_written)
        buf_puts(out, "...");
    bool outer = !o->is_written;
    o->is_written = true;
    if (outer)
        write_object(object, repr, out, limit);
    o->is_written = !outer;
}
