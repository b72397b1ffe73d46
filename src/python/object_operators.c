/* The methods of a class that are behind operators, len(), subscripts and the like. */
#include <string.h>

#include "base/common.h"
#include "python/dataclass.h"
#include "python/real.h"

static bool object_truth(Eval *e, const Value *v, bool *out)
{
    Value result;
    bool found;
    *out = true;
    if (!object_method(e, v, "__bool__", 0, NULL, &result, &found) ||
        (!found && !object_method(e, v, "__len__", 0, NULL, &result, &found)))
        return false;
    int64_t length = 1;
    if (!found && value_items(object_plain(v)))
        length = value_items(object_plain(v))->count;
    *out = length != 0;
    return !found || eval_truth(e, &result, out);
}

/* True where the class of b is made from that of a, and has another method of this name. */
static bool goes_first(const Value *a, const Value *b, const char *name)
{
    if (!object_in(a) || !object_in(b) || a->object->class == b->object->class)
        return false;
    const Value *own = class_find(b->object->class, NULL, name);
    return own && class_is(b->object->class, a->object->class) &&
           own != class_find(a->object->class, NULL, name);
}

/* Calls the method of one side and, where that is not for this, of the other: in Python's order. Of two objects
 * of one class the right one is not asked, but to compare. */
static bool call_sides(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                       bool *found)
{
    const char *left = operator_method(op), *right = operator_method_of_right(op);
    bool is_turned = goes_first(a, b, right);
    bool is_one_class = object_in(a) && object_in(b) && a->object->class == b->object->class &&
                        (op < OP_EQ || op > OP_GE);
    if (!(is_turned ? object_method(e, b, right, 1, a, out, found)
                    : object_method(e, a, left, 1, b, out, found)))
        return false;
    *found = *found && out->kind != VALUE_NOT_IMPLEMENTED;
    if (!*found && !is_one_class &&
        !(is_turned ? object_method(e, a, left, 1, b, out, found)
                    : object_method(e, b, right, 1, a, out, found)))
        return false;
    *found = *found && out->kind != VALUE_NOT_IMPLEMENTED;
    return true;
}

static bool has_fields_order(const Value *v)
{
    return object_in(v) && v->object->class->dataclass && v->object->class->dataclass->has_order;
}

/* Tells whether != is what == is not. */
static bool is_unlike(const Value *v)
{
    return class_has(v, "__eq__") && !class_has(v, "__ne__");
}

/* Answer of == for two values, one of which is an object: it calls a method, whose error is then set. */
static bool object_equal(const Value *x, const Value *y);

static bool object_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                          bool *done)
{
    bool found = false, same = false, compares = op == OP_EQ || op == OP_NE;
    *done = true;
    bool has_methods = operator_method_of_right(op);
    if (has_methods && !call_sides(e, op, a, b, out, &found))
        return false;
    if (!found && op == OP_NE && (is_unlike(a) || is_unlike(b))) {
        *out = value_bool(!object_equal(a, b));
        return !e->err->set;
    }
    if (found)
        return true;
    if (object_plain(a) != a || object_plain(b) != b)
        return op >= OP_EQ && op <= OP_GE
                   ? eval_compare(e, op, object_plain(a), object_plain(b), out)
                   : eval_binary(e, op, object_plain(a), object_plain(b), out);
    bool same_class = a->kind == b->kind && a->object->class == b->object->class;
    if (!compares && op >= OP_LT && op <= OP_GE && same_class && has_fields_order(a)) {
        Value x = dataclass_tuple(e, a), y = dataclass_tuple(e, b);
        return eval_compare(e, op, &x, &y, out);
    }
    *done = op >= OP_EQ && op <= OP_GE;
    if (!compares)
        return !*done || eval_refuse(e, op, a, b, "");
    if (object_in(a) && a->object->class->dataclass && a->object->class->dataclass->has_eq) {
        if (!dataclass_same(e, a, b, &same))
            return false;
    } else {
        same = a->kind == b->kind && a->object == b->object;
    }
    *out = value_bool(same == (op == OP_EQ));
    return true;
}

static bool object_equal(const Value *x, const Value *y)
{
    if (x->kind != y->kind && object_plain(x) == x && object_plain(y) == y &&
        !class_has(x, "__eq__") && !class_has(y, "__eq__"))
        return false;
    Eval *e = object_in(x) ? x->object->eval : y->object->eval;
    Value answer;
    if (!eval_spend(e, 1) || !eval_deeper(e))
        return false;
    bool done, same = x->kind == y->kind && x->object == y->object;
    return same ||
           (object_binary(e, OP_EQ, x, y, &answer, &done) && eval_truth(e, &answer, &same) && same);
}

static bool is_less(Eval *e, const Value *x, const Value *y, bool *is)
{
    Value answer;
    return eval_compare(e, OP_LT, x, y, &answer) && eval_truth(e, &answer, is);
}

/* By `<`, a method of a class; false when there is no order. */
static bool object_order(const Value *x, const Value *y, int *order)
{
    Eval *e = object_in(x) ? x->object->eval : y->object->eval;
    bool less = false, more = false;
    if (object_plain(x) != x || object_plain(y) != y)
        return value_order(&e->budget, object_plain(x), object_plain(y), order);
    bool has_order = class_has(x, "__lt__") || class_has(y, "__gt__") || has_fields_order(x);
    if (!has_order || !eval_spend(e, 1) || !eval_deeper(e) || !is_less(e, x, y, &less) ||
        (!less && !is_less(e, y, x, &more)))
        return false;
    *order = less ? -1 : more;
    return true;
}

static bool fields_are_keys(const Value *v)
{
    Eval *e = v->object->eval;
    Value fields = dataclass_tuple(e, v);
    return eval_deeper(e) && value_is_key(&e->budget, &fields);
}

/* Tells whether its hash is that of its fields: no class before the dataclass has one of its own. */
static bool is_hashed_by_fields(const Value *v)
{
    const Class *class = v->object->class;
    for (int i = 0; i < class->count; i++) {
        const Dataclass *own = class->order[i]->dataclass;
        if (eval_find_in(&class->order[i]->names, "__hash__"))
            return false;
        if (own && own->class == class->order[i])
            return own->has_hash;
    }
    return false;
}

static const List *object_hashed(Eval *e, const Value *v)
{
    return is_hashed_by_fields(v) ? dataclass_tuple(e, v).list : NULL;
}

/* As in Python, a class with an __eq__ of its own has a hash only if it says so. */
static bool object_key(Budget *b, const Value *v, int depth)
{
    (void)b, (void)depth;
    const Value *plain = object_plain(v);
    if (dict_in(plain) || list_in(plain))
        return false;
    const Class *class = v->object->class;
    for (int i = 0; i < class->count; i++) {
        const Scope *names = &class->order[i]->names;
        const Value *hash = eval_find_in(names, "__hash__");
        if (hash)
            return hash->kind != VALUE_NONE;
        const Dataclass *own = class->order[i]->dataclass;
        own = own && own->class == class->order[i] ? own : NULL;
        if (own && own->has_hash)
            return fields_are_keys(v);
        if (eval_find_in(names, "__eq__") || (own && own->has_eq))
            return false;
    }
    return true;
}

static uint64_t object_hash(const Value *v)
{
    Eval *e = v->object->eval;
    Value hash;
    bool found;
    int64_t number = 0;
    if (object_plain(v) != v)
        return value_hash(object_plain(v));
    if (is_hashed_by_fields(v)) {
        Value fields = dataclass_tuple(e, v);
        return value_hash(&fields);
    }
    if (!object_method(e, v, "__hash__", 0, NULL, &hash, &found))
        return 0;
    if (!found)
        return (uint64_t)eval_identity(e, v);
    if (!value_integer(&hash, &number))
        eval_raise(e, "TypeError", "__hash__ method should return an integer");
    return value_hash(&(Value){.kind = VALUE_INT, .integer = number});
}

static bool object_has_fixed_hash(const Value *v)
{
    if (object_plain(v) != v)
        return value_has_fixed_hash(object_plain(v));
    if (is_hashed_by_fields(v)) {
        Value fields = dataclass_tuple(v->object->eval, v);
        return value_has_fixed_hash(&fields);
    }
    return class_has(v, "__hash__") &&
           !class_members(v->object->class); /* members have that of a text */
}

static bool object_unary(Eval *e, Operator op, const Value *v, Value *out)
{
    bool found = false;
    if (!object_method(e, v, operator_method(op), 0, NULL, out, &found))
        return false;
    return found || (real_allows(e, v, operator_method(op)) &&
                     eval_raise_as(e, "TypeError",
                                   arena_format(e->arena, "bad operand type for unary %s: '%s'",
                                                operator_text(op), value_type(v)),
                                   "'%s' does not work on %s", operator_text(op), value_kind(v)));
}

static bool object_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    Value out, items;
    if (!object_method(e, v, "__contains__", 1, item, &out, found))
        return false;
    if (*found)
        return eval_truth(e, &out, found);
    if (object_plain(v) != v) {
        if (!eval_compare(e, OP_IN, item, object_plain(v), &out))
            return false;
        *found = out.truth;
        return true;
    }
    if (!class_has(v, "__iter__") && !class_has(v, "__getitem__"))
        return eval_raise_as(
            e, "TypeError",
            arena_format(e->arena, "argument of type '%s' is not iterable", value_type(v)),
            "%s has no items to go through", value_kind(v));
    if (!eval_gather(e, v, VALUE_LIST, &items))
        return false;
    for (int64_t i = 0; i < row_in(&items)->count && !*found; i++)
        *found = value_equal(&e->budget, item, &row_in(&items)->item[i]);
    return true;
}

static bool object_length(Eval *e, const Value *v, int64_t *out)
{
    Value length;
    bool found;
    if (!object_method(e, v, "__len__", 0, NULL, &length, &found))
        return false;
    if (!found && value_items(object_plain(v))) {
        *out = value_items(object_plain(v))->count;
        return true;
    }
    if (found && value_integer(&length, out))
        return *out >= 0 || eval_raise(e, "ValueError", "__len__() should return >= 0");
    return real_allows(e, v, "__len__") &&
           eval_raise_as(e, "TypeError",
                         arena_format(e->arena, "object of type '%s' has no len()", value_type(v)),
                         "len: %s has no length", value_kind(v));
}

/* d[key] of a class made from dict: __missing__ says what a key is that is not there. */
static bool index_plain(Eval *e, const Value *v, const Value *key, Value *out)
{
    const Value *plain = object_plain(v);
    bool found;
    if (dict_in(plain) && class_has(v, "__missing__")) {
        if (!eval_is_key(e, key))
            return false;
        const Value *item = dict_find(&e->budget, dict_in(plain), key);
        if (!item)
            return object_method(e, v, "__missing__", 1, key, out, &found);
        *out = *item;
        return true;
    }
    return eval_item(e, NULL, plain, key, out);
}

static bool object_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    bool found;
    (void)n;
    if (!object_method(e, v, "__getitem__", 1, key, out, &found))
        return false;
    if (!found && object_plain(v) != v)
        return index_plain(e, v, key, out);
    return (found ||
            eval_raise_object(e, v, "__getitem__", "is not subscriptable", "cannot be indexed"));
}

static bool object_set_item(Eval *e, const Value *v, const Value *key, const Node *n,
                            const Value *value)
{
    bool found;
    Value unused;
    const Value args[] = {*key, *value};
    if (!object_method(e, v, "__setitem__", 2, args, &unused, &found))
        return false;
    if (!found && object_plain(v) != v)
        return eval_set_item(e, n, object_plain(v), key, value);
    if (!found && class_has(v, "__delitem__")) /* the other half of what Python asks for */
        return eval_raise_as(e, "AttributeError", "__setitem__", "the items of %s cannot be set",
                             value_kind(v));
    return (found ||
            eval_raise_as(e, "TypeError",
                          arena_format(e->arena, "'%s' object does not support item assignment",
                                       value_type(v)),
                          "the items of %s cannot be set", value_kind(v)));
}

/* x += y by the method of its own, `__iadd__`. */
static bool object_inplace(Eval *e, Operator op, const Value *v, const Value *other, Value *out,
                           bool *done)
{
    const char *name = operator_method(op);
    *done = false;
    if (!name)
        return true;
    return object_method(e, v, arena_format(e->arena, "__i%s", name + 2), 1, other, out, done);
}

static const char *nearest_in(const Scope *scope, const char *name, const char *best)
{
    for (int i = 0; i < scope->count; i++)
        if (scope->binding[i].value.kind != VALUE_ABSENT)
            best = names_closer(name, scope->binding[i].name, best);
    return best;
}

const char *object_nearest(const Value *v, const char *name, const char *best)
{
    const Class *class = object_in(v) ? v->object->class : class_in(v);
    if (object_in(v))
        best = nearest_in(&v->object->names, name, best);
    for (int i = 0; i < class->count; i++)
        best = nearest_in(&class->order[i]->names, name, best);
    const NativeClass *native = object_in(v) ? class_native(class) : NULL;
    if (native && native->nearest)
        best = native->nearest(v, name, best);
    return best;
}

const char *object_type(const Value *v)
{
    return object_in(v) ? v->object->class->name : class_in(v)->name;
}

bool object_store(Eval *e, const Node *n, const Value *v, const Value *value, bool *known)
{
    *known = true;
    if (tensor_in(value) && !eval_in_library(e))
        qkv_name(e->q, value->tensor, n->text);
    return object_set(e, v, n->text, value);
}

static void object_bound(Eval *e, const Value *v, const char *name)
{
    const NativeClass *native = class_native(v->object->class);
    if (native && native->bound)
        native->bound(e, v, name);
}

/* float(v) and int(v) */
static bool object_number(Eval *e, const Value *v, const char *what, Value *out)
{
    bool found, is_float = strcmp(what, "float") == 0;
    if (!object_method(e, v, is_float ? "__float__" : "__int__", 0, NULL, out, &found) || found)
        return found && !e->err->set;
    if (!object_method(e, v, "__index__", 0, NULL, out, &found) || found)
        return found && !e->err->set;
    return eval_raise_as(
        e, "TypeError",
        arena_format(e->arena,
                     is_float ? "float() argument must be a string or a real number, not '%s'"
                              : "int() argument must be a string, a bytes-like object or a real "
                                "number, not '%s'",
                     value_type(v)),
        "%s: %s is not a number", what, value_kind(v));
}

/* The number of its __index__, or false. */
static bool object_integer(const Value *v, int64_t *x)
{
    Value index;
    bool found;
    return object_method(v->object->eval, v, "__index__", 0, NULL, &index, &found) && found &&
           index.kind == VALUE_INT && value_integer(&index, x);
}

static const char *object_named(const Value *v)
{
    return v->object ? v->object->class->name : "object";
}

static const void *object_place(const Value *v)
{
    return v->object;
}

static bool object_equal_other(Budget *b, const Value *x, const Value *y, bool *equal)
{
    (void)b;
    *equal = object_equal(x, y);
    return true;
}

static void object_write(Writer *w, const Value *v, const Writing *around)
{
    object_text(v, !writes_str(w, around), w->out, w->limit);
}

static bool object_call(Eval *e, const Value *v, const Given *given, Value *out)
{
    Value own;
    if (!object_attribute(e, v, "__call__", &own) && e->err->set)
        return false;
    if (class_find(v->object->class, NULL, "__call__"))
        return eval_invoke(e, &own, given, out);
    const NativeClass *native = class_native(v->object->class);
    if (native && native->call)
        return native->call(e, v, given, out);
    return eval_raise_object(e, v, "__call__", "is not callable", "cannot be called as a function");
}

/* --- going through one --------------------------------------------------------------------- */

/* An error of this class means that there are no more: it is over then. */
static bool ends_with(Eval *e, const char *class)
{
    if (error_is(e, class))
        object_caught(e);
    return false;
}

static bool next_by_method(Eval *e, Iterator *it, Value *item)
{
    bool found;
    return object_method(e, &it->over, "__next__", 0, NULL, item, &found) ||
           ends_with(e, "StopIteration");
}

/* x[0], x[1], ... until there is no more. */
static bool next_by_index(Eval *e, Iterator *it, Value *item)
{
    Value key = value_int(it->at++);
    bool found;
    return object_method(e, &it->over, "__getitem__", 1, &key, item, &found) ||
           ends_with(e, "IndexError");
}

/* How to go through an object; what its __iter__ gives, if that is something else, is in *over. */
static bool object_walk(Eval *e, Value *over, NextItem **next)
{
    Value given;
    bool found;
    if (!object_method(e, over, "__iter__", 0, NULL, &given, &found))
        return false;
    if (found) {
        *over = given;
        *next = next_by_method;
        bool fits = given.kind == VALUE_ITERATOR ||
                    (object_in(&given) && class_has(&given, "__next__"));
        return fits || eval_raise(e, "TypeError", "iter() returned non-iterator of type '%s'",
                                  value_type(&given));
    }
    if (object_plain(over) != over) {
        *over = *object_plain(over);
        return true;
    }
    *next = class_has(over, "__getitem__") ? next_by_index : NULL;
    return *next || eval_fail_iter(e, over);
}

/* --- the row -------------------------------------------------------------------------------- */

/* A class of the library whose objects stand for a type of a package says so. */
static bool object_is_made_by(const Value *v, const char *name)
{
    const Value *type = class_find(object_in(v)->class, NULL, "__stands_for__");
    return type && text_in(type) && strcmp(text_in(type)->bytes, name) == 0;
}

/* clang-format off */
const Kind object_kind = {
    .phrase = "an object", .named = object_named, .place = object_place,
    .as_integer = object_integer, .is_key = object_key, .hash = object_hash,
    .equal_other = object_equal_other, .order_other = object_order, .hashed = object_hashed, .walk = object_walk, .has_fixed_hash = object_has_fixed_hash, .each = object_each,
    .write = object_write, .call = object_call, .number = object_number, .bound = object_bound,
    .truth = object_truth, .binary = object_binary, .unary = object_unary,
    .contains = object_contains, .measure = object_length, .index = object_index,
    .set_item = object_set_item, .inplace = object_inplace, .attribute = object_attribute,
    .nearest = object_nearest, .type = object_type, .store = object_store, .is_made_by = object_is_made_by,
};
/* clang-format on */
