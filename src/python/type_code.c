/* The rows of functions in C, iterators, classes and what stands in classes. Functions of the lesson are in function.c,
 * modules in modules.c. */
#include "python/heap.h"
#include "python/object.h"

void object_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    const Object *o = object_in(v);
    const Value class = {.kind = VALUE_CLASS, .class = o->class};
    each_name(e, &o->names, each, context);
    each(e, context, &o->inner);
    each(e, context, &class);
}

static void class_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    const Class *c = v->class;
    each_name(e, &c->names, each, context);
    for (int i = 1; i < c->count; i++) {
        const Value base = {.kind = VALUE_CLASS, .class = c->order[i]};
        each(e, context, &base);
    }
}

static void iterator_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    const Iterator *it = v->iterator;
    each_item(e, &it->list, each, context);
    each(e, context, &it->over);
    each_around(e, it->scope, each, context);
    if (it->each)
        it->each(e, it, each, context);
}

/* <class 'torch.nn.modules.linear.Linear'>; one of the lesson's is of __main__. */
static void write_class(Buf *out, const Class *class)
{
    const char *module = class->module   ? class->module
                         : class->native ? class->native->module
                                         : "__main__";
    buf_printf(out, "<class '%s%s%s'>", module ? module : "", module ? "." : "", class->qualname);
}

static void write_function(Buf *out, const Function *f)
{
    if (f->homes & IS_TYPE)
        buf_printf(out, "<class '%s%s%s'>", f->module ? f->module : "", f->module ? "." : "",
                   f->name);
    else
        buf_printf(out, "<built-in function %s>", f->name);
}

static const char *iterator_named(const Value *v)
{
    return v->iterator ? v->iterator->type : "iterator";
}

/* --- functions of libraries ------------------------------------------------------------------- */

static const char *function_named(const Value *v)
{
    return v->function && (v->function->homes & IS_TYPE) ? "type" : "builtin_function_or_method";
}

static bool function_invoke(Eval *e, const Value *v, const Given *given, Value *out)
{
    return call_native(e, v->function, NULL, given, out);
}

static void function_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    write_function(w->out, v->function);
}

/* clang-format off */
const Kind function_kind = {
    .phrase = "a function", .named = function_named, .place = payload_place, .write = function_write,
    .call = function_invoke, .binary = type_binary, .index = type_index,
};
/* clang-format on */

static bool method_invoke(Eval *e, const Value *v, const Given *given, Value *out)
{
    return call_native(e, v->method->function, &v->method->self, given, out);
}

/* Of one thing: l.append == l.append, but not of two that are equal. */
static bool method_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    const ValueMethod *m = x->method, *n = y->method;
    (void)depth;
    return m->function == n->function && value_is(b, &m->self, &n->self);
}

static void method_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    each(e, context, &v->method->self);
}

static void method_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    buf_printf(w->out, "<built-in method %s of %s object>", v->method->function->name,
               value_type(&v->method->self));
}

/* clang-format off */
const Kind method_kind = {
    .name = "builtin_function_or_method", .phrase = "a method", .place = payload_place,
    .equal = method_equal, .each = method_each, .write = method_write, .call = method_invoke,
};
/* clang-format on */

/* clang-format off */
const Kind iterator_kind = {
    .phrase = "an iterator", .named = iterator_named, .methods = OF_ITERATOR, .place = payload_place,
    .each = iterator_each,
};
/* clang-format on */

/* --- of the lesson ---------------------------------------------------------------------------- */

static bool always(const Value *v)
{
    (void)v;
    return true;
}

static const List *class_items(const Value *v)
{
    return class_members(v->class);
}

static uint64_t class_hash(const Value *v)
{
    return hash_mix(1, names_hash(v->class->qualname));
}

static bool class_invoke(Eval *e, const Value *v, const Given *given, Value *out)
{
    return object_make(e, v->class, given, out);
}

static void class_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    write_class(w->out, v->class);
}

/* clang-format off */
const Kind class_kind = {
    .name = "type", .phrase = "a class", .place = payload_place, .is_true = always, .items = class_items,
    .hash = class_hash, .each = class_each, .write = class_write, .call = class_invoke,
    .attribute = object_attribute, .nearest = object_nearest, .type = object_type,
    .store = object_store, .binary = type_binary,
};
/* clang-format on */

static void super_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    each(e, context, &v->super->self);
}

/* clang-format off */
const Kind super_kind = {
    .name = "super", .phrase = "a super", .place = payload_place, .each = super_each,
    .attribute = object_attribute,
};
/* clang-format on */

static void wrapped_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    each(e, context, &v->wrapped->get);
    each(e, context, &v->wrapped->set);
}

/* clang-format off */
const Kind wrapped_kind = {
    .name = "property", .phrase = "a property", .methods = OF_PROPERTY, .place = payload_place,
    .each = wrapped_each,
};
/* clang-format on */
