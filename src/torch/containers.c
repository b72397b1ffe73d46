/* The containers of torch.nn: modules whose children, or parameters, are items in an order. A list
 * names them "0", "1", ... */
#include <string.h>

#include "torch/torch.h"

/* What a container holds: its children, or its parameters. */
typedef struct Items {
    QkvModule *module;
    QkvMember *member;
    int count;
    bool parameters;
} Items;

static Items items_of(const Value *v, bool parameters)
{
    QkvModule *m = torch_module_of(v);
    return parameters ? (Items){m, m->parameter, m->parameters, true}
                      : (Items){m, m->child, m->children, false};
}

static bool holds_parameters(const Value *v)
{
    const Kind *kind = class_native(v->object->class)->items;
    return kind == &items_parameter_list || kind == &items_parameter_dict;
}

static Items all(const Value *v)
{
    return items_of(v, holds_parameters(v));
}

static Value item_value(const QkvMember *m)
{
    return m->child       ? torch_module_value(m->child)
           : m->parameter ? value_parameter(m->parameter)
                          : value_none;
}

/* A module, or a parameter: a plain tensor becomes one. */
static bool as_member(Eval *e, const Value *v, bool parameter, QkvMember *out)
{
    *out = (QkvMember){0};
    if (!parameter && !torch_is_module(v))
        return eval_raise(e, "TypeError", "this holds modules, and this is %s", value_kind(v));
    if (parameter && v->kind != VALUE_TENSOR)
        return eval_raise(e, "TypeError", "this holds parameters, and this is %s", value_kind(v));
    if (!parameter) {
        out->child = torch_module_of(v);
        return true;
    }
    out->parameter = v->parameter && !v->is_data ? v->parameter : arena_new(e->arena, QkvParameter);
    if (out->parameter != v->parameter)
        out->parameter->value = value_now(v);
    return true;
}

static bool put(Eval *e, const Value *self, const char *name, const Value *v)
{
    QkvMember member;
    return as_member(e, v, holds_parameters(self), &member) &&
           torch_module_put(e, torch_module_of(self), name, member);
}

static bool add(Eval *e, void *context, Value v)
{
    const Value *self = context;
    return put(e, self, arena_format(e->arena, "%d", all(self).count), &v);
}

/* Everything that a list, a tuple or another container holds. */
static bool extend(Eval *e, const Value *self, const Value *from)
{
    Value items;
    if (from->kind == VALUE_ABSENT || from->kind == VALUE_NONE)
        return true;
    if (!eval_gather(e, from, VALUE_LIST, &items)) /* it may be the container itself */
        return false;
    for (int64_t i = 0; i < items.list->count; i++)
        if (!add(e, (void *)(uintptr_t)self, items.list->item[i]))
            return false;
    return true;
}

static void number(Eval *e, Items items)
{
    for (int i = 0; i < items.count; i++)
        items.member[i].name = arena_format(e->arena, "%d", i);
}

static void take_out(Items *items, int i)
{
    memmove(&items->member[i], &items->member[i + 1],
            (size_t)(items->count - i - 1) * sizeof *items->member);
    *(items->parameters ? &items->module->parameters : &items->module->children) = --items->count;
}

/* A new container of the class that `like` is of. */
static bool make_like(Eval *e, const Value *like, Value *out)
{
    Given none = {0};
    return object_make(e, like->object->class, &none, out);
}

/* --- lists -------------------------------------------------------------------------------------- */

static bool list_measure(Eval *e, const Value *v, int64_t *out)
{
    (void)e;
    *out = all(v).count;
    return true;
}

static bool list_item(Eval *e, const Value *v, int64_t i, Value *out)
{
    (void)e;
    if (i >= all(v).count)
        return false;
    *out = item_value(&all(v).member[i]);
    return true;
}

static bool list_slice(Eval *e, const Value *v, const Value *key, Value *out)
{
    Value range = {0};
    Items items = all(v);
    bool keeps = class_native(v->object->class)->forward != NULL; /* Sequential keeps the names */
    if (!eval_range(e, key->slice, items.count, &range) || !make_like(e, v, out))
        return false;
    for (int64_t k = 0; k < range_count(&range.range); k++) {
        const QkvMember *m = &items.member[range.range.start + k * range.range.step];
        Value item = item_value(m);
        if (!(keeps ? put(e, out, m->name, &item) : add(e, out, item)))
            return false;
    }
    return true;
}

static bool list_position(Eval *e, const Value *v, const Value *key, int64_t *i)
{
    if (!value_integer(key, i))
        return eval_raise(e, "TypeError", "the index of a %s is an integer, and this is %s",
                          v->object->class->name, value_kind(key));
    int count = all(v).count;
    if (*i < -count || *i >= count)
        return eval_raise(e, "IndexError", "index %lld is out of range: there are %d",
                          (long long)*i, count);
    *i += *i < 0 ? count : 0;
    return true;
}

static bool list_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    int64_t i = 0;
    (void)n;
    if (key->kind == VALUE_SLICE)
        return list_slice(e, v, key, out);
    if (!list_position(e, v, key, &i))
        return false;
    *out = item_value(&all(v).member[i]);
    return true;
}

static bool list_set_item(Eval *e, const Value *v, const Value *key, const Node *n,
                          const Value *value)
{
    int64_t i = 0;
    (void)n;
    return list_position(e, v, key, &i) && put(e, v, all(v).member[i].name, value);
}

static bool list_inplace(Eval *e, Operator op, const Value *v, const Value *other, Value *out,
                         bool *done)
{
    *done = op == OP_ADD;
    *out = *v;
    return op != OP_ADD || extend(e, v, other);
}

static bool list_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    if (op != OP_ADD || a->kind != VALUE_OBJECT || !a->object->own)
        return eval_refuse(e, op, a, b, "");
    return make_like(e, a, out) && extend(e, out, a) && extend(e, out, b);
}

const Kind items_module_list = {.measure = list_measure,
                                .item = list_item,
                                .index = list_index,
                                .set_item = list_set_item,
                                .binary = list_binary,
                                .inplace = list_inplace};
const Kind items_parameter_list = {.measure = list_measure,
                                   .item = list_item,
                                   .index = list_index,
                                   .set_item = list_set_item,
                                   .inplace = list_inplace};

static bool call_list(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return extend(e, &args[0].value, &args[1].value);
}

static bool call_append(Eval *e, Arg *args, Value *out)
{
    *out = args[0].value;
    return add(e, &args[0].value, args[1].value);
}

static bool call_extend(Eval *e, Arg *args, Value *out)
{
    *out = args[0].value;
    return extend(e, &args[0].value, &args[1].value);
}

static bool call_insert(Eval *e, Arg *args, Value *out)
{
    int64_t at = args[1].integer, count = all(&args[0].value).count;
    *out = class_native(args[0].value.object->class)->forward ? args[0].value : value_none;
    if (!add(e, &args[0].value, args[2].value))
        return false;
    at += at < 0 ? count : 0;
    at = at < 0 ? 0 : at > count ? count : at;
    Items items = all(&args[0].value);
    QkvMember last = items.member[count];
    memmove(&items.member[at + 1], &items.member[at], (size_t)(count - at) * sizeof last);
    items.member[at] = last;
    number(e, items);
    return true;
}

static bool call_pop(Eval *e, Arg *args, Value *out)
{
    int64_t i = 0;
    if (!list_position(e, &args[0].value, &args[1].value, &i))
        return false;
    Items items = all(&args[0].value);
    *out = item_value(&items.member[i]);
    take_out(&items, (int)i);
    number(e, items);
    return true;
}

/* Modules one after the other, or an OrderedDict of them. */
static bool call_sequential(Eval *e, Arg *args, Value *out)
{
    const List *given = args[1].value.kind == VALUE_ABSENT ? NULL : args[1].value.list;
    *out = value_none;
    if (!given)
        return true;
    const Value *first = given->count == 1 ? &given->item[0] : NULL;
    if (!first || first->kind != VALUE_DICT)
        return extend(e, &args[0].value, &args[1].value);
    for (int64_t i = 0; i < first->dict->key.count; i++) {
        const Value *name = &first->dict->key.item[i];
        if (name->kind != VALUE_STR)
            return eval_raise(e, "TypeError", "module name should be a string");
        if (!put(e, &args[0].value, name->text->bytes, &first->dict->item.item[i]))
            return false;
    }
    return true;
}

static bool call_forward(Eval *e, Arg *args, Value *out)
{
    Value x = args[1].value;
    qkv_enter(e->q, args[0].value.object->class->name);
    bool ok = true;
    for (int i = 0; ok && i < all(&args[0].value).count; i++) {
        Value layer = item_value(&all(&args[0].value).member[i]), y = {0};
        ok = eval_apply(e, &layer, &x, &y);
        x = y;
    }
    qkv_leave(e->q);
    *out = x;
    return ok;
}

/* --- dicts -------------------------------------------------------------------------------------- */

static const QkvMember *find(const Value *v, const Value *key)
{
    Items items = all(v);
    for (int i = 0; key->kind == VALUE_STR && i < items.count; i++)
        if (strcmp(items.member[i].name, key->text->bytes) == 0)
            return &items.member[i];
    return NULL;
}

static bool dict_item(Eval *e, const Value *v, int64_t i, Value *out)
{
    if (i >= all(v).count)
        return false;
    *out = value_string(e->arena, all(v).member[i].name);
    return true;
}

static bool dict_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    const QkvMember *m = find(v, key);
    (void)n;
    if (!m)
        return eval_raise(e, "KeyError", "%s has no '%s'", v->object->class->name,
                          key->kind == VALUE_STR ? key->text->bytes : value_kind(key));
    *out = item_value(m);
    return true;
}

static bool dict_set_item(Eval *e, const Value *v, const Value *key, const Node *n,
                          const Value *value)
{
    (void)n;
    if (key->kind != VALUE_STR)
        return eval_raise(e, "TypeError", "module name should be a string, and this is %s",
                          value_kind(key));
    return put(e, v, key->text->bytes, value);
}

static bool dict_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    (void)e;
    *found = find(v, item) != NULL;
    return true;
}

const Kind items_module_dict = {.measure = list_measure,
                                .item = dict_item,
                                .index = dict_index,
                                .set_item = dict_set_item,
                                .contains = dict_contains};
const Kind items_parameter_dict = {.measure = list_measure,
                                   .item = dict_item,
                                   .index = dict_index,
                                   .set_item = dict_set_item,
                                   .contains = dict_contains};

/* A dict, another container, or pairs of names and values. */
static bool update(Eval *e, const Value *self, const Value *from)
{
    Value items;
    if (from->kind == VALUE_ABSENT || from->kind == VALUE_NONE)
        return true;
    if (from->kind == VALUE_DICT) {
        for (int64_t i = 0; i < from->dict->key.count; i++)
            if (!dict_set_item(e, self, &from->dict->key.item[i], NULL, &from->dict->item.item[i]))
                return false;
        return true;
    }
    if (from->kind == VALUE_OBJECT && from->object->own) {
        for (int i = 0; i < all(from).count; i++) {
            Value item = item_value(&all(from).member[i]);
            if (!put(e, self, all(from).member[i].name, &item))
                return false;
        }
        return true;
    }
    if (!eval_gather(e, from, VALUE_LIST, &items))
        return false;
    for (int64_t i = 0; i < items.list->count; i++) {
        const List *pair = value_items(&items.list->item[i]);
        if (!pair || pair->count != 2)
            return eval_raise(e, "ValueError", "item %lld is no pair of a name and a value",
                              (long long)i);
        if (!dict_set_item(e, self, &pair->item[0], NULL, &pair->item[1]))
            return false;
    }
    return true;
}

static bool call_dict(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return update(e, &args[0].value, &args[1].value);
}

/* Keys, values or both, under the name that printing them shows. */
static bool call_view(Eval *e, Arg *args, Value *out)
{
    const ValueKind kind = (ValueKind)e->call->function->which;
    Items items = all(&args[0].value);
    *out = value_list(e->arena, kind);
    for (int i = 0; i < items.count; i++) {
        Value name = value_string(e->arena, items.member[i].name);
        Value item = item_value(&items.member[i]);
        list_add(e->arena, out->list,
                 kind == VALUE_KEYS    ? name
                 : kind == VALUE_ITEMS ? value_pair(e->arena, name, item)
                                       : item);
    }
    return eval_spend(e, items.count);
}

static bool call_dict_pop(Eval *e, Arg *args, Value *out)
{
    if (!dict_index(e, &args[0].value, &args[1].value, NULL, out))
        return false;
    Items items = all(&args[0].value);
    take_out(&items, (int)(find(&args[0].value, &args[1].value) - items.member));
    return true;
}

static bool call_get(Eval *e, Arg *args, Value *out)
{
    *out = args[2].value.kind == VALUE_ABSENT ? value_none : args[2].value;
    return !find(&args[0].value, &args[1].value) ||
           dict_index(e, &args[0].value, &args[1].value, NULL, out);
}

/* PyTorch 1.13 has two names for the type of the numbers.
 * "  (0): Parameter containing: [torch.float32 of size 2x3]", a line each */
void write_parameters(const Value *object, Buf *out)
{
    Items items = all(object);
    bool is_dict = class_native(object->object->class)->items == &items_parameter_dict;
    for (int i = 0; i < items.count; i++) {
        const QkvParameter *p = items.member[i].parameter;
        const QkvTensor *t = p ? p->value : NULL;
        buf_printf(out, "%s  (%s): ", i ? "\n" : "", items.member[i].name);
        if (!t) {
            buf_puts(out, "Object of type: NoneType");
            continue;
        }
        buf_printf(out, "Parameter containing: [torch.%s of size ",
                   is_dict ? "FloatTensor" : "float32");
        for (int d = 0; d < t->rank; d++)
            buf_printf(out, "%s%lld", d ? "x" : "", (long long)t->size[d]);
        buf_putc(out, ']');
    }
}

/* clang-format off */
const Function init_module_list = {"ModuleList", 0, "self modules=", call_list};
const Function init_sequential = {"Sequential", IN_BUILTIN, "self *args=", call_sequential};
const Function forward_sequential = {"Sequential", 0, "self input", call_forward};
const Function init_module_dict = {"ModuleDict", 0, "self modules=", call_dict};
const Function init_parameter_list = {"ParameterList", 0, "self values=", call_list};
const Function init_parameter_dict = {"ParameterDict", 0, "self parameters=", call_dict};

const Function table_module_list[] = {
    {"append", 0, "self module", call_append},
    {"extend", 0, "self modules", call_extend},
    {"insert", 0, "self index:i module", call_insert},
    {"pop", 0, "self key", call_pop},
    {0},
};
const Function table_sequential[] = {
    {"append", 0, "self module", call_append},
    {"extend", 0, "self sequential", call_extend},
    {"insert", 0, "self index:i module", call_insert},
    {"pop", 0, "self key", call_pop},
    {0},
};
const Function table_parameter_list[] = {
    {"append", 0, "self value", call_append},
    {"extend", 0, "self values", call_extend},
    {0},
};
const Function table_module_dict[] = {
    {"update", 0, "self modules", call_dict},
    {"keys", 0, "self", call_view, .which = VALUE_KEYS},
    {"values", 0, "self", call_view, .which = VALUE_VALUES},
    {"items", 0, "self", call_view, .which = VALUE_ITEMS},
    {"pop", 0, "self key", call_dict_pop},
    {0},
};
const Function table_parameter_dict[] = {
    {"update", 0, "self parameters", call_dict},
    {"keys", 0, "self", call_view, .which = VALUE_KEYS},
    {"values", 0, "self", call_view, .which = VALUE_VALUES},
    {"items", 0, "self", call_view, .which = VALUE_ITEMS},
    {"pop", 0, "self key", call_dict_pop},
    {"get", 0, "self key default=", call_get},
    {0},
};
/* clang-format on */
