/* Python's built-in functions about objects and classes, and those that take functions. */
#include <string.h>

#include "base/common.h"
#include "python/eval.h"
#include "python/library.h"
#include "python/outside.h"
#include "python/real.h"

static const char *text_of(const Value *v)
{
    return text_in(v) ? text_in(v)->bytes : "";
}

/* --- kinds ------------------------------------------------------------------------------------ */

/* The name of a value's type without that of its module. */
static const char *type_name(const Value *v)
{
    const char *dot = strrchr(value_type(v), '.'); /* of "torch.Size" */
    return dot ? dot + 1 : value_type(v);
}

bool object_stands_for(const Value *v, const char *type)
{
    const Class *c = object_in(v) ? object_in(v)->class : NULL;
    const Value *as = c && c->module ? eval_find_in(&c->names, "_stands_for") : NULL;
    return as && strcmp(text_in(as)->bytes, type) == 0;
}

/* Tells whether a value is of what stands for a type: a class, a built-in function such as int, a class of
 * a library, or a tuple of them. */
static bool is_instance(Eval *e, const Value *v, const Value *type, bool *is)
{
    *is = false;
    if (space_in(type) && strncmp(space_in(type)->path, "typing.", 7) == 0)
        return eval_refuse_name(e,
                                "isinstance with %s is not part of the lesson language: name the "
                                "classes in a tuple",
                                space_in(type)->path);
    if (space_in(type) && !space_in(type)->home)
        return true; /* a class that is not here: nothing is one */
    if (type->kind == VALUE_TUPLE || type->kind == VALUE_UNION) {
        for (int64_t i = 0; i < type->list->count && !*is; i++) {
            const Value *one = &type->list->item[i];
            if (type->kind == VALUE_UNION && one->kind == VALUE_NONE)
                *is = v->kind == VALUE_NONE;
            else if (!eval_deeper(e) || !is_instance(e, v, one, is))
                return false;
        }
        return true;
    }
    if (type->kind == VALUE_ALIAS)
        return eval_raise(e, "TypeError",
                          "isinstance() argument 2 cannot be a parameterized generic");
    if (class_in(type)) {
        *is = object_in(v) ? class_is(object_in(v)->class, class_in(type))
                           : names_is_made_by(v, class_in(type)->name);
        return true;
    }
    if (type->kind == VALUE_FUNCTION) {
        *is = (object_plain(v) != v &&
               class_is(object_in(v)->class,
                        names_class(e, IN_LIBRARY, function_in(type)->name))) ||
              (!object_in(v) && strcmp(type_name(v), function_in(type)->name) == 0) ||
              strcmp(function_in(type)->name, "object") == 0 ||
              (function_in(v) && (function_in(v)->homes & IS_TYPE) &&
               strcmp(function_in(type)->name, "type") == 0) ||
              (v->kind == VALUE_BOOL && strcmp(function_in(type)->name, "int") == 0) ||
              (v->kind == VALUE_SIZE && strcmp(function_in(type)->name, "tuple") == 0) ||
              (dict_in(v) && strcmp(function_in(type)->name, "dict") == 0) ||
              object_stands_for(v, function_in(type)->name) ||
              names_is_made_by(v, function_in(type)->name);
        return true;
    }
    return eval_raise_as(e, "TypeError",
                         "isinstance() arg 2 must be a type, a tuple of types, or a union",
                         "isinstance takes a class, but this is %s", value_kind(type));
}

static bool call_isinstance(Eval *e, Arg *args, Value *out)
{
    bool is;
    *out = value_none;
    if (!outside_allows(e, &args[0].value) || !is_instance(e, &args[0].value, &args[1].value, &is))
        return false;
    *out = value_bool(is);
    return true;
}

static bool is_subclass(Eval *e, const Value *class, const Value *of, bool *is)
{
    *is = false;
    if (of->kind == VALUE_TUPLE) {
        for (int64_t i = 0; i < row_in(of)->count && !*is; i++)
            if (!eval_deeper(e) || !is_subclass(e, class, &row_in(of)->item[i], is))
                return false;
        return true;
    }
    bool is_object = function_in(of) && strcmp(function_in(of)->name, "object") == 0;
    if (class->kind == VALUE_CLASS && (of->kind == VALUE_CLASS || of->kind == VALUE_FUNCTION)) {
        const Class *base = class_in(of) ? class_in(of)
                                         : names_class(e, IN_LIBRARY, function_in(of)->name);
        *is = is_object || (base && class_is(class_in(class), base));
        return true;
    }
    if (class->kind != VALUE_FUNCTION || of->kind != VALUE_FUNCTION)
        return eval_raise(e, "TypeError", "issubclass() arg 1 must be a class");
    *is = is_object || function_in(class) == function_in(of) ||
          (strcmp(function_in(class)->name, "bool") == 0 &&
           strcmp(function_in(of)->name, "int") == 0);
    return true;
}

static bool call_issubclass(Eval *e, Arg *args, Value *out)
{
    bool is;
    if (!is_subclass(e, &args[0].value, &args[1].value, &is))
        return false;
    *out = value_bool(is);
    return true;
}

/* type(name, bases, dict): a class. */
static bool make_class(Eval *e, const Value *name, const Value *bases, const Value *names,
                       Value *out)
{
    static const char *const wanted[] = {"str", "tuple", "dict"};
    const Value *const given[] = {name, bases, names};
    int wrong = !text_in(name) ? 0 : bases->kind != VALUE_TUPLE ? 1 : !dict_in(names) ? 2 : -1;
    if (names->kind == VALUE_ABSENT)
        return eval_raise(e, "TypeError", "type() takes 1 or 3 arguments");
    if (wrong >= 0)
        return eval_raise(e, "TypeError", "type.__new__() argument %d must be %s, not %s",
                          wrong + 1, wanted[wrong], value_type(given[wrong]));
    return object_new_class(e, text_in(name)->bytes, row_in(bases), dict_in(names), out);
}

static bool call_type(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    if (args[1].value.kind != VALUE_ABSENT || args[2].value.kind != VALUE_ABSENT)
        return make_class(e, v, &args[1].value, &args[2].value, out);
    const Function *f = names_find(e, IS_TYPE, type_name(v));
    if (v->kind == VALUE_CLASS || (function_in(v) && (function_in(v)->homes & IS_TYPE)))
        f = names_find(e, IS_TYPE, "type");
    if (object_in(v))
        *out = (Value){.kind = VALUE_CLASS, .class = object_in(v)->class};
    else if (f)
        *out = (Value){.kind = VALUE_FUNCTION, .function = f};
    else
        return names_type(e, v, out);
    return true;
}

static bool call_callable(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    const Kind *kind = kind_of(v);
    bool is = v->kind == VALUE_FUNCTION || v->kind == VALUE_METHOD || v->kind == VALUE_CLOSURE ||
              v->kind == VALUE_BOUND || v->kind == VALUE_CLASS || kind->callee;
    if (object_in(v))
        is = class_find(object_in(v)->class, NULL, "__call__") ||
             (class_native(object_in(v)->class) && class_native(object_in(v)->class)->call);
    *out = value_bool(is);
    return outside_allows(e, v);
}

/* --- attributes by name ----------------------------------------------------------------------- */

static bool is_attribute_name(Eval *e, const Value *v)
{
    return text_in(v) ||
           eval_raise(e, "TypeError", "attribute name must be string, not '%s'", type_name(v));
}

/* Looks for an attribute by its name, as x.name does: an AttributeError means that there is none, and false
 * that nobody knows. */
static bool find_by_name(Eval *e, const Arg *args, Value *out, bool *found)
{
    if (!is_attribute_name(e, &args[1].value))
        return false;
    *found = eval_member_named(e, &args[0].value, text_of(&args[1].value), out);
    return *found || error_is(e, "AttributeError");
}

/* An object has no such attribute, which is found out without the error that would say so. */
static bool lacks(Eval *e, const Arg *args)
{
    const Value *v = &args[0].value;
    const char *name = text_of(&args[1].value);
    Value unused;
    bool found = true;
    return object_in(v) && text_in(&args[1].value) && real_attribute(e, v, name) == REAL_LACKS &&
           !class_find(object_in(v)->class, NULL, name) &&
           !class_find(object_in(v)->class, NULL, "__getattr__") &&
           eval_find_member(e, v, name, &unused, &found) && !found;
}

static bool call_getattr(Eval *e, Arg *args, Value *out)
{
    bool found = false, is_lacking = args[2].value.kind != VALUE_ABSENT && lacks(e, args);
    if (!is_lacking && (!find_by_name(e, args, out, &found) || found))
        return !e->err->set;
    if (args[2].value.kind == VALUE_ABSENT)
        return false;
    if (!is_lacking)
        object_caught(e);
    *out = args[2].value;
    return true;
}

static bool call_hasattr(Eval *e, Arg *args, Value *out)
{
    bool found = false;
    Value unused;
    if (!lacks(e, args)) {
        if (!find_by_name(e, args, &unused, &found) || (found && !outside_allows(e, &unused)))
            return false;
        if (!found)
            object_caught(e);
    }
    *out = value_bool(found);
    return true;
}

static bool call_setattr(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return is_attribute_name(e, &args[1].value) &&
           object_set(e, &args[0].value, text_of(&args[1].value), &args[2].value);
}

static bool call_delattr(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return is_attribute_name(e, &args[1].value) &&
           object_set(e, &args[0].value, text_of(&args[1].value), NULL);
}

static bool call_vars(Eval *e, Arg *args, Value *out)
{
    bool found;
    return eval_find_member(e, &args[0].value, "__dict__", out, &found) &&
           (found || (real_allows(e, &args[0].value, "__dict__") &&
                      eval_raise(e, "TypeError", "vars() argument must have __dict__ attribute")));
}

/* The function of Python that a call of a value runs, and whether an object stands before its arguments; NULL: none. */
static const Closure *called_closure(const Value *v, bool *is_bound)
{
    const Value *init = class_in(v) ? class_find(class_in(v), NULL, "__init__") : NULL;
    const Value *called = v->kind == VALUE_BOUND ? &v->bound->function : init;
    *is_bound = called != NULL;
    return closure_in(called ? called : v);
}

/* parameters_of(f): whether it is the lesson's own, and of each parameter (name, kind), with its default where it has
 * one. */
static bool call_parameters(Eval *e, Arg *args, Value *out)
{
    bool is_bound;
    const Closure *f = called_closure(&args[0].value, &is_bound);
    if (!f)
        return eval_refuse_name(e, "inspect.signature of %s is not part of the lesson language",
                                value_kind(&args[0].value));
    const Node *parameters = f->node->kid[0];
    Value rows = value_list(e->arena, VALUE_LIST);
    for (int i = is_bound; i < parameters->kids; i++) {
        const Node *p = parameters->kid[i];
        Value row = value_pair(e->arena, value_string(e->arena, p->text),
                               value_int(p->integer - PARAMETER_POSITION));
        if (f->defaults[i].kind != VALUE_ABSENT)
            list_add(e->arena, row_in(&row), f->defaults[i]);
        list_add(e->arena, row_in(&rows), row);
    }
    *out = value_pair(e->arena, value_bool(!eval_is_librarys(f)), rows);
    return eval_spend(e, parameters->kids);
}

static bool call_hash(Eval *e, Arg *args, Value *out)
{
    if (!eval_is_key(e, &args[0].value))
        return false;
    *out = value_int((int64_t)value_hash(&args[0].value));
    return !e->err->set && eval_spend(e, 1);
}

/* --- classes ---------------------------------------------------------------------------------- */

/* super(), also with its two arguments: the class it is written in, and the object. */
static bool call_super(Eval *e, Arg *args, Value *out)
{
    Super *s = arena_new(e->arena, Super);
    const CallFrame *frame = e->frame;
    if (args[0].value.kind == VALUE_CLASS)
        *s = (Super){class_in(&args[0].value), args[1].value};
    else if (frame && frame->function->owner)
        *s = (Super){frame->function->owner, frame->self};
    *out = (Value){.kind = VALUE_SUPER, .super = s};
    const Class *class = object_in(&s->self) ? object_in(&s->self)->class : class_in(&s->self);
    if (!s->class || (!class && args[0].value.kind != VALUE_CLASS))
        return eval_raise(e, "RuntimeError", "super() means something only in a method");
    bool is_type = s->self.kind == VALUE_CLASS;
    return (class && class_is(class, s->class)) ||
           eval_raise(e, "TypeError",
                      "super(type, obj): obj (%s %s) is not an instance or subtype of type (%s).",
                      is_type ? "type" : "instance of",
                      is_type ? class->name : value_type(&s->self), s->class->name);
}

static bool wrap(Eval *e, Arg *args, WrappedHow how, Value *out)
{
    Wrapped *w = arena_new(e->arena, Wrapped);
    *w = (Wrapped){.how = how, .get = args[0].value};
    if (how == WRAPPED_PROPERTY)
        w->set = args[1].value;
    *out = (Value){.kind = VALUE_WRAPPED, .wrapped = w};
    return true;
}

/* property, staticmethod, classmethod; and functools.cached_property: found once, then an attribute
 * of the object. */
static bool call_wrap(Eval *e, Arg *args, Value *out)
{
    return wrap(e, args, (WrappedHow)e->call->function->which, out);
}

static bool call_setter(Eval *e, Arg *args, Value *out)
{
    Arg both[] = {{.value = args[0].value.wrapped->get}, args[1]};
    return wrap(e, both, WRAPPED_PROPERTY, out);
}

/* A list as the default of a field would be the same one in all objects. */
static bool check_defaults(Eval *e, const Class *class)
{
    for (int64_t i = 0; i < class->fields.count; i++) {
        const char *name = text_in(&class->fields.item[i])->bytes;
        const Value *v = eval_find_in(&class->names, name);
        if (v && (list_in(v) || dict_in(v) || v->kind == VALUE_SET))
            return eval_raise(e, "ValueError",
                              "mutable default <class '%s'> for field %s is not allowed: use "
                              "default_factory",
                              value_type(v), name);
    }
    return true;
}

/* Reads what @dataclass(...) says; false, after an error, for what it can say in Python and not here. */
static bool read_options(Eval *e, const Arg *args, Dataclass *d)
{
    enum { EQ = 1, FROZEN, ORDER, REPR, INIT, UNSAFE_HASH, SLOTS, KW_ONLY };
    static const char *const refused[] = {[INIT] = "init=False"};
    bool has[KW_ONLY + 1];
    for (int i = EQ; i <= KW_ONLY; i++) {
        bool usual = i == EQ || i == REPR || i == INIT;
        has[i] = usual;
        if (args[i].value.kind != VALUE_ABSENT && !eval_truth(e, &args[i].value, &has[i]))
            return false;
    }
    if (!has[INIT])
        return eval_refuse_name(e, "dataclass: %s is not part of the lesson language",
                                refused[INIT]);
    if (has[ORDER] && !has[EQ])
        return eval_raise(e, "ValueError", "eq must be true if order is true");
    *d = (Dataclass){.has_eq = has[EQ],
                     .has_repr = has[REPR],
                     .has_hash = has[UNSAFE_HASH] || (has[EQ] && has[FROZEN]),
                     .has_order = has[ORDER],
                     .is_frozen = has[FROZEN],
                     .is_by_keyword = has[KW_ONLY]};
    return true;
}

/* @dataclass, and @dataclass(...), which gives what takes the class then. */
static bool call_dataclass(Eval *e, Arg *args, Value *out)
{
    static const Function decorator = {"dataclass", 0, "settings cls", call_dataclass};
    bool is_later = e->call->is_method;
    const Value *class = &args[is_later].value;
    Dataclass said = {.has_eq = true, .has_repr = true}, *own;
    if (!is_later && !read_options(e, args, &said))
        return false;
    if (class->kind != VALUE_CLASS && class->kind != VALUE_ABSENT && class->kind != VALUE_NONE)
        return eval_raise(e, "AttributeError", "dataclass is for a class, but this is not one");
    own = arena_new(e->arena, Dataclass);
    *own = said;
    if (class->kind != VALUE_CLASS) {
        Value settings = value_pair(e->arena, value_none, value_none);
        row_in(&settings)->item[0] = (Value){.kind = VALUE_ABSENT, .own = own};
        *out = value_method(e->arena, &decorator, &settings);
        return true;
    }
    *out = *class;
    if (is_later)
        *own = *(const Dataclass *)row_in(&args[0].value)->item[0].own;
    const Dataclass *base = class_in(class)->dataclass;
    if (own->is_by_keyword && base)
        return eval_refuse_name(e, "dataclass: kw_only=True of a class that is made from a "
                                   "dataclass is not part of the lesson language");
    if (base && base->is_frozen != own->is_frozen)
        return eval_raise(e, "TypeError", "cannot inherit %sfrozen dataclass from a %sfrozen one",
                          own->is_frozen ? "" : "non-", base->is_frozen ? "" : "non-");
    if (!check_defaults(e, class_in(class)))
        return false;
    own->class = class_in(class);
    class_in(class)->dataclass = own;
    return true;
}

static bool call_object(Eval *e, Arg *args, Value *out)
{
    (void)args;
    Given none = {0};
    Class *plain = arena_new(e->arena, Class);
    *plain = (Class){.name = "object", .qualname = "object", .count = 1};
    plain->order = arena_many(e->arena, 1, Class *);
    plain->order[0] = plain;
    return object_make(e, plain, &none, out);
}

/* --- functions of functions ------------------------------------------------------------------- */

/* repr and ascii */
static bool call_repr(Eval *e, Arg *args, Value *out)
{
    return eval_str(e, &args[0].value, (char)e->call->function->which, out);
}

static bool call_format(Eval *e, Arg *args, Value *out)
{
    return eval_formatted(e, &args[0].value, text_of(&args[1].value), out);
}

static bool call_divmod(Eval *e, Arg *args, Value *out)
{
    Value quotient, rest;
    if (!eval_binary(e, OP_FLOORDIV, &args[0].value, &args[1].value, &quotient) ||
        !eval_binary(e, OP_MOD, &args[0].value, &args[1].value, &rest))
        return false;
    *out = value_pair(e->arena, quotient, rest);
    return true;
}

static bool call_pow(Eval *e, Arg *args, Value *out)
{
    if (args[2].value.kind == VALUE_ABSENT || args[2].value.kind == VALUE_NONE)
        return eval_binary(e, OP_POW, &args[0].value, &args[1].value, out);
    int64_t base, exponent, modulus;
    if (!value_integer(&args[0].value, &base) || !value_integer(&args[1].value, &exponent) ||
        !value_integer(&args[2].value, &modulus))
        return eval_raise(e, "TypeError",
                          "pow() 3rd argument not allowed unless all arguments are "
                          "integers");
    if (modulus == 0)
        return eval_raise(e, "ValueError", "pow() 3rd argument cannot be 0");
    if (exponent < 0)
        return eval_refuse_name(e, "pow with a modulus and a negative exponent is not part of the "
                                   "lesson language");
    __extension__ typedef __int128 Wide;
    Wide result = 1, power = (Wide)base % modulus;
    for (; exponent > 0; exponent >>= 1) {
        result = exponent & 1 ? result * power % modulus : result;
        power = power * power % modulus;
    }
    result %= modulus;
    *out = value_int(
        (int64_t)(result != 0 && (result < 0) != (modulus < 0) ? result + modulus : result));
    return true;
}

static bool call_id(Eval *e, Arg *args, Value *out)
{
    *out = value_int(eval_identity(e, &args[0].value));
    return eval_spend(e, 1);
}

/* slice(stop), slice(start, stop), slice(start, stop, step). What a method or a tensor says is asked
 * now, and not while something is cut by it. */
static bool call_slice(Eval *e, Arg *args, Value *out)
{
    int64_t number;
    for (int i = 0; i < 3; i++)
        if (object_in(&args[i].value) || tensor_in(&args[i].value)) {
            if (!eval_slice_part(e, &args[i].value, &number))
                return false;
            args[i].value = value_int(number);
        }
    ValueSlice *s = arena_new(e->arena, ValueSlice);
    *s = (ValueSlice){value_none, args[0].value, value_none};
    if (args[1].value.kind != VALUE_ABSENT)
        *s = (ValueSlice){args[0].value, args[1].value, value_none};
    if (args[2].value.kind != VALUE_ABSENT)
        s->step = args[2].value;
    *out = (Value){.kind = VALUE_SLICE, .slice = s};
    return true;
}

/* Refuses a call of what type() gives for values that no function makes. */
static bool call_type_only(Eval *e, Arg *args, Value *out)
{
    (void)args;
    *out = value_none;
    return eval_raise(e, "TypeError", "cannot create '%s' instances", e->call->function->name);
}

/* raise NotHere("..."): what a module of the library cannot do, and the original can. The call refuses, so that
 * nothing is left to be raised, or caught. */
static bool call_not_here(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return eval_refuse_name(e, "%s", args[0].text->bytes);
}

/* exec(open("configurator.py").read()) */
static bool call_exec(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return library_exec(e, args[0].text);
}

/* Tells whether a `try` runs that waits for packages that are not there. */
static bool call_imports_are_tried(Eval *e, Arg *args, Value *out)
{
    (void)args;
    *out = value_bool(e->import_tries > 0);
    return true;
}

const Function names_object[] = {
    {"parameters_of", IN_LIBRARY, "f", call_parameters},
    {"imports_are_tried", IN_LIBRARY, "", call_imports_are_tried},
    {"NotHere", IN_LIBRARY, "message:s", call_not_here},
    {"NoneType", IS_TYPE, "*args", call_type_only},
    {"function", IS_TYPE, "*args", call_type_only},
    {"method", IS_TYPE, "*args", call_type_only},
    {"builtin_function_or_method", IS_TYPE, "*args", call_type_only},
    {"generator", IS_TYPE, "*args", call_type_only},
    {"module", IS_TYPE, "*args", call_type_only},
    {"ellipsis", IS_TYPE, "*args", call_type_only},
    {"dict_keys", IS_TYPE, "*args", call_type_only},
    {"dict_values", IS_TYPE, "*args", call_type_only},
    {"dict_items", IS_TYPE, "*args", call_type_only},
    {"list_iterator", IS_TYPE, "*args", call_type_only},
    {"exec", IN_BUILTIN, "source:s /", call_exec},
    {"isinstance", IN_BUILTIN, "obj class_or_tuple /", call_isinstance},
    {"issubclass", IN_BUILTIN, "cls class_or_tuple /", call_issubclass},
    {"type", IN_BUILTIN | IS_TYPE, "object bases= dict= /", call_type},
    {"callable", IN_BUILTIN, "obj /", call_callable},
    {"getattr", IN_BUILTIN, "object name default= /", call_getattr},
    {"hasattr", IN_BUILTIN, "obj name /", call_hasattr},
    {"setattr", IN_BUILTIN, "obj name value /", call_setattr},
    {"delattr", IN_BUILTIN, "obj name /", call_delattr},
    {"vars", IN_BUILTIN, "object /", call_vars},
    {"hash", IN_BUILTIN, "obj /", call_hash},
    {"ascii", IN_BUILTIN, "obj /", call_repr, .which = 'a'},
    {"slice", IN_BUILTIN | IS_TYPE, "start stop= step= /", call_slice},
    {"super", IN_BUILTIN | IS_TYPE, "type= object= /", call_super},
    {"property", IN_BUILTIN | IS_TYPE, "fget fset=", call_wrap, .which = WRAPPED_PROPERTY},
    {"staticmethod", IN_BUILTIN | IS_TYPE, "function /", call_wrap, .which = WRAPPED_STATIC},
    {"classmethod", IN_BUILTIN | IS_TYPE, "function /", call_wrap, .which = WRAPPED_CLASS},
    {"cached_property", IN_FUNCTOOLS, "func", call_wrap, .which = WRAPPED_CACHED},
    {"setter", OF_PROPERTY, "self fset", call_setter},
    {"dataclass", IN_DATACLASSES,
     "cls= | eq= frozen:b=False order:b=False repr= init= unsafe_hash= slots= kw_only=",
     call_dataclass},
    {"object", IN_BUILTIN | IS_TYPE, "", call_object},
    {"repr", IN_BUILTIN, "obj /", call_repr, .which = 'r'},
    {"format", IN_BUILTIN, "value format_spec= /", call_format},
    {"divmod", IN_BUILTIN, "x y /", call_divmod},
    {"pow", IN_BUILTIN, "base exp mod=", call_pow},
    {"id", IN_BUILTIN, "obj /", call_id},
    {0},
};
