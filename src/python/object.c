/* Classes and objects: how a class is made, where attributes are found, which methods stand behind
 * operators, and errors as objects. */
#include "python/object.h"

#include <string.h>

/* --- classes ---------------------------------------------------------------------------------- */

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

static Class *new_class(Eval *e, const char *name, int bases, Class **base)
{
    Class *class = arena_new(e->arena, Class);
    *class = (Class){.name = name};
    for (int i = 0; i < bases; i++)
        class->is_dataclass = class->is_dataclass || base[i]->is_dataclass;
    return linearize(e, class, bases, base) ? class : NULL;
}

Class *object_from_row(Eval *e, const NativeClass *row, Class *base)
{
    Class *class = new_class(e, row->name, base ? 1 : 0, &base);
    class->native = row;
    return class;
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
        if (v->kind == VALUE_NAMESPACE) /* ABC, Generic, Protocol: only say something to tools */
            continue;
        if (v->kind != VALUE_CLASS)
            return eval_refuse_name(e,
                                    "classes that are made from %s are not part of the lesson "
                                    "language",
                                    value_kind(v));
        (*bases)[(*count)++] = v->class;
    }
    return true;
}

bool object_class(Eval *e, const Node *n, Value *out)
{
    int count;
    Class **bases;
    if (!read_bases(e, n->kid[0], &count, &bases))
        return false;
    e->at = n;
    Class *class = new_class(e, n->text, count, bases);
    if (!class)
        return eval_raise(e, "TypeError", "the bases of %s cannot be put into one order", n->text);
    for (int i = 0; i < count; i++) /* a dataclass has the fields of its bases first */
        for (int64_t k = 0; k < bases[i]->fields.count; k++)
            list_add(e->arena, &class->fields, bases[i]->fields.item[k]);

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
    return ok;
}

/* --- new objects ------------------------------------------------------------------------------ */

/* What a dataclass's own __init__ does: its fields in order, with what its body says as defaults. */
static bool fill_fields(Eval *e, const Value *object, const Given *given)
{
    Class *class = object->object->class;
    const List *fields = &class->fields;
    int position = 0;
    for (int i = 0; i < given->count; i++)
        position += !given->item[i].name;
    if (position > fields->count)
        return eval_raise(e, "TypeError", "%s() takes %lld arguments but %d were given",
                          class->name, (long long)fields->count, position);
    for (int64_t f = 0; f < fields->count; f++) {
        const char *name = fields->item[f].text->bytes;
        const Value *v = class_find(class, NULL, name);
        for (int i = 0, at = 0; i < given->count; i++) {
            bool is_this = given->item[i].name ? strcmp(given->item[i].name, name) == 0 : at == f;
            at += !given->item[i].name;
            v = is_this ? &given->item[i].value : v;
        }
        if (!v)
            return eval_raise(e, "TypeError", "%s() is missing the argument '%s'", class->name,
                              name);
        if (!object_set(e, object, name, v))
            return false;
    }
    Value unused;
    bool found;
    return object_method(e, object, "__post_init__", 0, NULL, &unused, &found);
}

static bool begin_native(Eval *e, const Value *object, const Given *given)
{
    const NativeClass *native = class_native(object->object->class);
    return !native || !native->begin || native->begin(e, object, given);
}

/* What makes objects of a class where no lesson's __init__ does; or NULL. */
static const Function *native_init(const Class *class)
{
    for (int i = 0; i < class->count; i++)
        if (class->order[i]->native && class->order[i]->native->init)
            return class->order[i]->native->init;
    return NULL;
}

static Value method_of(Eval *e, const Function *f, const Value *self)
{
    ValueMethod *method = arena_new(e->arena, ValueMethod);
    *method = (ValueMethod){f, *self};
    return (Value){.kind = VALUE_METHOD, .method = method};
}

bool object_make(Eval *e, Class *class, const Given *given, Value *out)
{
    Object *o = arena_new(e->arena, Object);
    o->class = class;
    o->eval = e;
    *out = (Value){.kind = VALUE_OBJECT, .object = o};
    const Value *init = class_find(class, NULL, "__init__");
    const NativeClass *native = class_native(class);
    Value unused, object = *out;
    if (!eval_spend(e, 1) || !begin_native(e, out, given))
        return false;
    if (init && init->kind == VALUE_CLOSURE)
        return function_call(e, init->closure, &object, given, &unused);
    if (class->is_dataclass)
        return fill_fields(e, out, given);
    if (native_init(class)) {
        Value method = method_of(e, native_init(class), &object);
        return eval_invoke(e, &method, given, &unused);
    }
    if (native && native->begin)
        return true;
    return given->count == 0 || eval_raise(e, "TypeError", "%s() takes no arguments", class->name);
}

/* --- attributes ------------------------------------------------------------------------------- */

static Value bound(Eval *e, const Value *function, const Value *self)
{
    ValueBound *b = arena_new(e->arena, ValueBound);
    *b = (ValueBound){*function, *self};
    return (Value){.kind = VALUE_BOUND, .bound = b};
}

/* What an attribute of a class is when it is asked of an object, or (`self` NULL) of the class. */
static bool take(Eval *e, const Value *v, Class *class, const Value *self, Value *out)
{
    const Value of_class = {.kind = VALUE_CLASS, .class = class};
    Given none = {0};
    *out = *v;
    if (v->kind == VALUE_CLOSURE && self)
        *out = bound(e, v, self);
    if (v->kind != VALUE_WRAPPED)
        return true;
    *out = v->wrapped->get;
    if (v->wrapped->how == WRAPPED_CLASS)
        *out = bound(e, &v->wrapped->get, &of_class);
    if (v->wrapped->how != WRAPPED_PROPERTY || !self)
        return true;
    given_add(e, &none, NULL, *self, NULL);
    return eval_invoke(e, &v->wrapped->get, &none, out);
}

static const Function *find_native(const Eval *e, const NativeClass *native, const char *name)
{
    if (strcmp(name, "__init__") == 0 && native->init)
        return native->init;
    if (strcmp(name, "forward") == 0 && native->forward)
        return native->forward;
    for (const Function *f = native->table; f && f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return native->methods ? names_find(e, native->methods, name) : NULL;
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
        *out = self ? method_of(e, f, self) : (Value){.kind = VALUE_FUNCTION, .function = f};
        return true;
    }
    return false;
}

static bool of_object(Eval *e, const Value *v, const char *name, Value *out)
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
    if (in_class)
        return take(e, in_class, o->class, v, out);
    if (native_method(e, o->class, v, name, out))
        return true;
    if (strcmp(name, "__class__") == 0) {
        *out = (Value){.kind = VALUE_CLASS, .class = o->class};
        return true;
    }
    const Value *other = strcmp(name, "__getattr__") == 0
                             ? NULL
                             : class_find(o->class, NULL, "__getattr__");
    if (!other || other->kind != VALUE_CLOSURE)
        return false;
    Given given = {0};
    given_add(e, &given, NULL, value_string(e->arena, name), NULL);
    return function_call(e, other->closure, v, &given, out);
}

static Value doc_of(Eval *e, const Node *body)
{
    const Node *first = body && body->kids > 0 ? body->kid[0] : NULL;
    if (first && first->kind == NODE_EXPRESSION && first->kid[0]->kind == NODE_STRING)
        return value_text(e->arena, first->kid[0]->text, first->kid[0]->length);
    return value_none;
}

static bool of_class(Eval *e, const Value *v, const char *name, Value *out)
{
    const Value *found = class_find(v->class, NULL, name);
    if (found)
        return take(e, found, v->class, NULL, out);
    if (strcmp(name, "__name__") == 0 || strcmp(name, "__qualname__") == 0) {
        *out = value_string(e->arena, v->class->name);
        return true;
    }
    return native_method(e, v->class, NULL, name, out);
}

static bool call_nothing(Eval *e, Arg *args, Value *out)
{
    (void)e;
    (void)args;
    *out = value_none;
    return true;
}

/* What every object has without saying so, for super() at the end of the line. */
static const Function names_nothing = {"__init__", 0, "*args=", call_nothing};

static bool of_super(Eval *e, const Value *v, const char *name, Value *out)
{
    const Super *s = v->super;
    const Class *class = s->self.kind == VALUE_OBJECT ? s->self.object->class : s->self.class;
    const Value *found = class_find(class, s->class, name);
    if (found)
        return take(e, found, (Class *)(uintptr_t) class, &s->self, out);
    if (native_method(e, class, &s->self, name, out))
        return true;
    if (strcmp(name, "__init__") != 0 && strcmp(name, "__post_init__") != 0)
        return false;
    *out = (Value){.kind = VALUE_FUNCTION, .function = &names_nothing};
    return true;
}

static bool of_function(Eval *e, const Value *v, const char *name, Value *out)
{
    if (v->kind == VALUE_BOUND && strcmp(name, "__self__") == 0) {
        *out = v->bound->self;
        return true;
    }
    if (v->kind == VALUE_BOUND)
        v = &v->bound->function;
    if (v->kind != VALUE_CLOSURE)
        return false;
    if (strcmp(name, "__name__") == 0 || strcmp(name, "__qualname__") == 0)
        *out = value_string(e->arena, v->closure->name);
    else if (strcmp(name, "__doc__") == 0)
        *out = doc_of(e, v->closure->node->kind == NODE_DEF ? v->closure->node->kid[2] : NULL);
    else
        return false;
    return true;
}

/* @x.setter */
static bool of_wrapped(Eval *e, const Value *v, const char *name, Value *out)
{
    const Function *f = strcmp(name, "setter") == 0 ? names_find(e, OF_PROPERTY, name) : NULL;
    ValueMethod *method = arena_new(e->arena, ValueMethod);
    *method = (ValueMethod){f, *v};
    *out = (Value){.kind = VALUE_METHOD, .method = method};
    return f != NULL;
}

bool object_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    switch (v->kind) {
    case VALUE_OBJECT:
        return of_object(e, v, name, out);
    case VALUE_CLASS:
        return of_class(e, v, name, out);
    case VALUE_SUPER:
        return of_super(e, v, name, out);
    case VALUE_WRAPPED:
        return of_wrapped(e, v, name, out);
    default:
        return of_function(e, v, name, out);
    }
}

/* `value` NULL deletes. */
bool object_set(Eval *e, const Value *v, const char *name, const Value *value)
{
    const Value none = {0};
    bool done = false;
    if (v->kind == VALUE_CLASS) {
        eval_bind_in(e, &v->class->names, name, value ? *value : none);
        return true;
    }
    if (v->kind != VALUE_OBJECT)
        return eval_raise(e, "AttributeError", "'%s' of %s cannot be set", name, value_kind(v));
    const Value *found = class_find(v->object->class, NULL, name);
    const NativeClass *native = class_native(v->object->class);
    if (value && found && found->kind == VALUE_WRAPPED && found->wrapped->how == WRAPPED_PROPERTY) {
        Value unused;
        Given given = {0};
        if (found->wrapped->set.kind == VALUE_ABSENT)
            return eval_raise(e, "AttributeError", "property '%s' of '%s' object has no setter",
                              name, v->object->class->name);
        given_add(e, &given, NULL, *v, NULL);
        given_add(e, &given, NULL, *value, NULL);
        return eval_invoke(e, &found->wrapped->set, &given, &unused);
    }
    if (native && native->set && !native->set(e, v, name, value, &done))
        return false;
    if (done)
        return true;
    if (!value && !eval_find_in(&v->object->names, name))
        return eval_raise_as(e, "AttributeError", eval_said_no_attribute(e, v, name),
                             "%s has no '%s'", v->object->class->name, name);
    eval_bind_in(e, &v->object->names, name, value ? *value : none);
    return true;
}

bool object_method(Eval *e, const Value *object, const char *name, int count, const Value *args,
                   Value *out, bool *found)
{
    Value method;
    Given given = {0};
    const Value *f = object->kind == VALUE_OBJECT ? class_find(object->object->class, NULL, name)
                                                  : NULL;
    *found = f != NULL;
    if (!f)
        return true;
    for (int i = 0; i < count; i++)
        given_add(e, &given, NULL, args[i], NULL);
    return take(e, f, object->object->class, object, &method) &&
           eval_invoke(e, &method, &given, out);
}

/* --- operators -------------------------------------------------------------------------------- */

/* What a library has for the items and operators of an object. */
const Kind *object_items(const Value *v)
{
    static const Kind none = {0};
    for (int i = 0; v->kind == VALUE_OBJECT && i < v->object->class->count; i++) {
        const NativeClass *native = v->object->class->order[i]->native;
        if (native && native->items)
            return native->items;
    }
    return &none;
}

static bool object_truth(Eval *e, const Value *v, bool *out)
{
    Value result;
    bool found;
    *out = true;
    if (!object_method(e, v, "__bool__", 0, NULL, &result, &found) ||
        (!found && !object_method(e, v, "__len__", 0, NULL, &result, &found)))
        return false;
    int64_t length = 1;
    if (!found && object_items(v)->measure && !object_items(v)->measure(e, v, &length))
        return false;
    *out = length != 0;
    return !found || eval_truth(e, &result, out);
}

/* The methods behind operators: of the left side, and of the right. */
static const struct {
    const char *left, *right;
} methods[] = {
    [OP_ADD] = {"__add__", "__radd__"},
    [OP_SUB] = {"__sub__", "__rsub__"},
    [OP_MUL] = {"__mul__", "__rmul__"},
    [OP_DIV] = {"__truediv__", "__rtruediv__"},
    [OP_FLOORDIV] = {"__floordiv__", "__rfloordiv__"},
    [OP_MOD] = {"__mod__", "__rmod__"},
    [OP_MATMUL] = {"__matmul__", "__rmatmul__"},
    [OP_POW] = {"__pow__", "__rpow__"},
    [OP_BITAND] = {"__and__", "__rand__"},
    [OP_BITOR] = {"__or__", "__ror__"},
    [OP_BITXOR] = {"__xor__", "__rxor__"},
    [OP_EQ] = {"__eq__", "__eq__"},
    [OP_NE] = {"__ne__", "__ne__"},
    [OP_LT] = {"__lt__", "__gt__"},
    [OP_LE] = {"__le__", "__ge__"},
    [OP_GT] = {"__gt__", "__lt__"},
    [OP_GE] = {"__ge__", "__le__"},
    [OP_NEG] = {"__neg__", NULL},
    [OP_POS] = {"__pos__", NULL},
    [OP_INVERT] = {"__invert__", NULL},
};

static bool same_fields(Eval *e, const Value *a, const Value *b, bool *same)
{
    const Class *class = a->object->class;
    *same = b->kind == VALUE_OBJECT && b->object->class == class;
    for (int64_t i = 0; *same && i < class->fields.count; i++) {
        const char *name = class->fields.item[i].text->bytes;
        const Value *x = eval_find_in(&a->object->names, name);
        const Value *y = eval_find_in(&b->object->names, name);
        *same = x && y && value_equal(&e->budget, x, y);
    }
    return eval_spend(e, 1);
}

static bool object_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    bool found = false, same = false, compares = op == OP_EQ || op == OP_NE;
    const char *left = (size_t)op < sizeof methods / sizeof methods[0] ? methods[op].left : NULL;
    if (left && !object_method(e, a, left, 1, b, out, &found))
        return false;
    if (!found && left && !object_method(e, b, methods[op].right, 1, a, out, &found))
        return false;
    if (!found && op == OP_NE) {
        if (!object_method(e, a, "__eq__", 1, b, out, &found) ||
            (found && !eval_truth(e, out, &same)))
            return false;
        if (found)
            *out = value_bool(!same);
    }
    if (found)
        return true;
    if (!compares && object_items(a)->binary)
        return object_items(a)->binary(e, op, a, b, out);
    if (!compares)
        return eval_refuse(e, op, a, b, "");
    if (a->kind == VALUE_OBJECT && a->object->class->is_dataclass) {
        if (!same_fields(e, a, b, &same))
            return false;
    } else {
        same = a->kind == b->kind && a->object == b->object;
    }
    *out = value_bool(same == (op == OP_EQ));
    return true;
}

static bool object_unary(Eval *e, Operator op, const Value *v, Value *out)
{
    bool found = false;
    if (!object_method(e, v, methods[op].left, 0, NULL, out, &found))
        return false;
    return found ||
           eval_raise(e, "TypeError", "'%s' does not work on %s", operator_text(op), value_kind(v));
}

static bool object_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    Value out, items;
    if (!object_method(e, v, "__contains__", 1, item, &out, found))
        return false;
    if (*found)
        return eval_truth(e, &out, found);
    if (object_items(v)->contains)
        return object_items(v)->contains(e, v, item, found);
    if (!eval_gather(e, v, VALUE_LIST, &items))
        return false;
    for (int64_t i = 0; i < items.list->count && !*found; i++)
        *found = value_equal(&e->budget, item, &items.list->item[i]);
    return true;
}

static bool object_length(Eval *e, const Value *v, int64_t *out)
{
    Value length;
    bool found;
    if (!object_method(e, v, "__len__", 0, NULL, &length, &found))
        return false;
    if (!found && object_items(v)->measure)
        return object_items(v)->measure(e, v, out);
    return (found && value_integer(&length, out)) ||
           eval_raise(e, "TypeError", "len: %s has no length", value_kind(v));
}

static bool object_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    bool found;
    if (!object_method(e, v, "__getitem__", 1, key, out, &found))
        return false;
    if (!found && object_items(v)->index)
        return object_items(v)->index(e, v, key, n, out);
    return (found || eval_raise(e, "TypeError", "%s cannot be indexed", value_kind(v)));
}

static bool object_set_item(Eval *e, const Value *v, const Value *key, const Node *n,
                            const Value *value)
{
    bool found;
    Value unused;
    const Value args[] = {*key, *value};
    if (!object_method(e, v, "__setitem__", 2, args, &unused, &found))
        return false;
    if (!found && object_items(v)->set_item)
        return object_items(v)->set_item(e, v, key, n, value);
    return (found || eval_raise(e, "TypeError", "the items of %s cannot be set", value_kind(v)));
}

/* x += y by the method of its own, `__iadd__`. */
static bool object_inplace(Eval *e, Operator op, const Value *v, const Value *other, Value *out,
                           bool *done)
{
    const char *name = (size_t)op < sizeof methods / sizeof methods[0] ? methods[op].left : NULL;
    *done = false;
    if (!name)
        return true;
    if (!object_method(e, v, arena_format(e->arena, "__i%s", name + 2), 1, other, out, done))
        return false;
    return *done || !object_items(v)->inplace ||
           object_items(v)->inplace(e, op, v, other, out, done);
}

static const char *nearest_in(const Scope *scope, const char *name, const char *best)
{
    for (int i = 0; i < scope->capacity; i++)
        if (scope->binding[i].name && scope->binding[i].value.kind != VALUE_ABSENT)
            best = names_closer(name, scope->binding[i].name, best);
    return best;
}

static const char *object_nearest(const Value *v, const char *name, const char *best)
{
    const Class *class = v->kind == VALUE_OBJECT ? v->object->class : v->class;
    if (v->kind == VALUE_OBJECT)
        best = nearest_in(&v->object->names, name, best);
    for (int i = 0; i < class->count; i++)
        best = nearest_in(&class->order[i]->names, name, best);
    const NativeClass *native = v->kind == VALUE_OBJECT ? class_native(class) : NULL;
    if (native && native->nearest)
        best = native->nearest(v, name, best);
    return best;
}

static const char *object_type(const Value *v)
{
    return v->kind == VALUE_OBJECT ? v->object->class->name : v->class->name;
}

static bool object_store(Eval *e, const Node *n, const Value *v, const Value *value, bool *known)
{
    *known = true;
    if (value->kind == VALUE_TENSOR)
        qkv_name(e->q, value->tensor, n->text);
    return object_set(e, v, n->text, value);
}

static void object_bound(Eval *e, const Value *v, const char *name)
{
    const NativeClass *native = class_native(v->object->class);
    if (native && native->bound)
        native->bound(e, v, name);
}

static const Kind object_kind = {
    .bound = object_bound,
    .kind = VALUE_OBJECT,
    .truth = object_truth,
    .binary = object_binary,
    .unary = object_unary,
    .contains = object_contains,
    .measure = object_length,
    .index = object_index,
    .set_item = object_set_item,
    .inplace = object_inplace,
    .attribute = object_attribute,
    .nearest = object_nearest,
    .type = object_type,
    .store = object_store,
};
static const Kind class_kind = {.kind = VALUE_CLASS,
                                .attribute = object_attribute,
                                .nearest = object_nearest,
                                .type = object_type,
                                .store = object_store};
static const Kind super_kind = {.kind = VALUE_SUPER, .attribute = object_attribute};
static const Kind closure_kind = {.kind = VALUE_CLOSURE, .attribute = object_attribute};
static const Kind bound_kind = {.kind = VALUE_BOUND, .attribute = object_attribute};
static const Kind wrapped_kind = {.kind = VALUE_WRAPPED, .attribute = object_attribute};

const Kind *const object_kinds[] = {&object_kind, &class_kind,   &super_kind, &closure_kind,
                                    &bound_kind,  &wrapped_kind, NULL};

/* --- errors ----------------------------------------------------------------------------------- */

static bool error_begin(Eval *e, const Value *object, const Given *given)
{
    Value args = value_list(e->arena, VALUE_TUPLE);
    for (int i = 0; i < given->count; i++)
        list_add(e->arena, args.list, given->item[i].value);
    eval_bind_in(e, &object->object->names, "args", args);
    if (class_is(object->object->class, names_class(e, IN_BUILTIN, "StopIteration")))
        eval_bind_in(e, &object->object->names, "value",
                     given->count > 0 ? given->item[0].value : value_none);
    return true;
}

static void error_write(const Value *object, Buf *out)
{
    const Value *args = eval_find_in(&object->object->names, "args");
    buf_puts(out, object->object->class->name);
    buf_putc(out, '(');
    for (int64_t i = 0; args && i < args->list->count; i++) {
        buf_puts(out, i ? ", " : "");
        value_repr(out, &args->list->item[i], LIMIT_OUTPUT);
    }
    buf_putc(out, ')');
}

/* What str() of it is: its argument, or all of them. */
void object_message(const Value *object, Buf *out)
{
    const Value *args = eval_find_in(&object->object->names, "args");
    bool is_key = strcmp(object->object->class->name, "KeyError") == 0;
    if (!args || args->list->count == 0)
        return;
    if (args->list->count > 1)
        value_repr(out, args, LIMIT_OUTPUT);
    else
        (is_key ? value_repr : value_str)(out, &args->list->item[0], LIMIT_OUTPUT);
}

#define ERROR(n, b)                                                                                \
    {                                                                                              \
        .name = (n), .homes = IN_BUILTIN, .base = (b), .begin = error_begin, .write = error_write  \
    }

const NativeClass native_exceptions[] = {
    ERROR("BaseException", NULL),
    ERROR("Exception", "BaseException"),
    ERROR("ArithmeticError", "Exception"),
    ERROR("ZeroDivisionError", "ArithmeticError"),
    ERROR("OverflowError", "ArithmeticError"),
    ERROR("FloatingPointError", "ArithmeticError"),
    ERROR("AssertionError", "Exception"),
    ERROR("AttributeError", "Exception"),
    ERROR("ImportError", "Exception"),
    ERROR("ModuleNotFoundError", "ImportError"),
    ERROR("LookupError", "Exception"),
    ERROR("IndexError", "LookupError"),
    ERROR("KeyError", "LookupError"),
    ERROR("NameError", "Exception"),
    ERROR("UnboundLocalError", "NameError"),
    ERROR("OSError", "Exception"),
    ERROR("IOError", "OSError"),
    ERROR("FileNotFoundError", "OSError"),
    ERROR("EOFError", "Exception"),
    ERROR("MemoryError", "Exception"),
    ERROR("GeneratorExit", "BaseException"),
    ERROR("KeyboardInterrupt", "BaseException"),
    ERROR("SystemExit", "BaseException"),
    ERROR("RuntimeError", "Exception"),
    ERROR("NotImplementedError", "RuntimeError"),
    ERROR("RecursionError", "RuntimeError"),
    ERROR("StopIteration", "Exception"),
    ERROR("SyntaxError", "Exception"),
    ERROR("TypeError", "Exception"),
    ERROR("ValueError", "Exception"),
    ERROR("Warning", "Exception"),
    ERROR("UserWarning", "Warning"),
    ERROR("RuntimeWarning", "Warning"),
    ERROR("FutureWarning", "Warning"),
    ERROR("DeprecationWarning", "Warning"),
    {0},
};

bool object_raise(Eval *e, const Value *v)
{
    Value error = *v;
    Given none = {0};
    if (v->kind == VALUE_CLASS && !object_make(e, v->class, &none, &error))
        return false;
    const Class *base = names_class(e, IN_BUILTIN, "BaseException");
    if (error.kind != VALUE_OBJECT || !class_is(error.object->class, base))
        return eval_raise(e, "TypeError", "only errors can be raised, and this is %s",
                          value_kind(&error));
    Buf text = {0};
    object_message(&error, &text);
    eval_raise(e, error.object->class->name, "%s%s%s", error.object->class->name,
               text.length ? ": " : "", buf_text(&text));
    buf_release(&text);
    e->raised = error;
    return false;
}

/* --- as text ---------------------------------------------------------------------------------- */

/* What a method of its own says: false when it fails, which is an error of the run. */
static bool own_text(const Value *object, const char *name, Buf *out, bool *found)
{
    Eval *e = object->object->eval;
    Value text;
    if (!object_method(e, object, name, 0, NULL, &text, found))
        return false;
    if (!*found)
        return true;
    if (text.kind != VALUE_STR)
        return eval_raise(e, "TypeError", "%s must return a str, and this is %s", name,
                          value_kind(&text));
    buf_add(out, text.text->bytes, text.text->length);
    return true;
}

static void write_fields(const Value *object, Buf *out, size_t limit)
{
    const Class *class = object->object->class;
    buf_printf(out, "%s(", class->name);
    for (int64_t i = 0; i < class->fields.count; i++) {
        const char *name = class->fields.item[i].text->bytes;
        const Value *v = eval_find_in(&object->object->names, name);
        buf_printf(out, "%s%s=", i ? ", " : "", name);
        if (v && out->length < limit)
            value_repr(out, v, limit);
    }
    buf_putc(out, ')');
}

static void write_object(const Value *object, bool repr, Buf *out, size_t limit)
{
    const Class *class = object->object->class;
    const NativeClass *native = class_native(class);
    bool found = false;
    if (!repr && (!own_text(object, "__str__", out, &found) || found))
        return;
    if (!own_text(object, "__repr__", out, &found) || found)
        return;
    if (native && native->begin == error_begin && !repr)
        object_message(object, out);
    else if (native && native->write)
        native->write(object, out);
    else if (class->is_dataclass)
        write_fields(object, out, limit);
    else
        buf_printf(out, "<%s object>", class->name);
}

void object_text(const Value *object, bool repr, Buf *out, size_t limit)
{
    Object *o = object->object;
    if (o->is_written)
        buf_puts(out, "...");
    bool outer = !o->is_written;
    o->is_written = true;
    if (outer)
        write_object(object, repr, out, limit);
    o->is_written = !outer;
}

static const Class *error_in_hand(const Eval *e)
{
    return e->raised.kind == VALUE_OBJECT
               ? e->raised.object->class
               : names_class(e, IN_BUILTIN, e->error_class ? e->error_class : "RuntimeError");
}

bool object_catches(Eval *e, const Value *class, bool *caught)
{
    *caught = false;
    if (e->is_final)
        return true;
    if (class->kind == VALUE_TUPLE) {
        for (int64_t i = 0; i < class->list->count && !*caught; i++)
            if (!object_catches(e, &class->list->item[i], caught))
                return false;
        return true;
    }
    if (class->kind == VALUE_CLASS)
        *caught = class_is(error_in_hand(e), class->class);
    return true;
}

Value object_caught(Eval *e)
{
    Value error = e->raised;
    if (error.kind == VALUE_ABSENT) {
        Given given = {0};
        Err err = *e->err;
        Class *class = (Class *)(uintptr_t)error_in_hand(e);
        *e->err = (Err){0};
        if (e->said.kind != VALUE_NONE)
            given_add(e, &given, NULL,
                      e->said.kind == VALUE_ABSENT ? value_string(e->arena, err.message) : e->said,
                      NULL);
        object_make(e, class, &given, &error);
    }
    *e->err = (Err){0};
    qkv_clear_error(e->q);
    e->raised = (Value){0};
    e->ended_calls = 0;
    return error;
}
