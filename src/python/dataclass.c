/* Dataclasses: classes whose fields are the annotated names of their bodies. */
#include "python/dataclass.h"

#include <stdio.h>
#include <string.h>

/* A field that a base has already keeps its place. */
void dataclass_add_field(Eval *e, List *fields, Value name)
{
    for (int64_t i = 0; i < fields->count; i++)
        if (strcmp(text_in(&fields->item[i])->bytes, text_in(&name)->bytes) == 0)
            return;
    list_add(e->arena, fields, name);
}

/* Setting that field(...) gave a field of a dataclass, or NULL. */
static const Value *field_setting(const Class *class, const char *name, const char *setting)
{
    const Value *v = class_find(class, NULL, name);
    bool is_field = v && object_in(v) && strcmp(v->object->class->name, "Field") == 0;
    return is_field ? eval_find_in(&v->object->names, setting) : NULL;
}

static bool field_is(const Class *class, const char *name, const char *setting)
{
    const Value *v = field_setting(class, name, setting);
    return !v || v->kind != VALUE_BOOL || v->truth;
}

/* A default stands in the class: as it is, or inside of what field(...) gave. */
static bool field_default(Eval *e, const Class *class, const char *name, Value *out)
{
    const Value *v = class_find(class, NULL, name);
    const Value *value = field_setting(class, name, "default");
    const Value *factory = field_setting(class, name, "default_factory");
    Given none = {0};
    *out = value ? *value : (Value){.kind = VALUE_ABSENT};
    if (factory)
        return eval_invoke(e, factory, &none, out);
    if (!value && v && !field_setting(class, name, "init"))
        *out = *v;
    return true;
}

/* The field that a keyword is for; as many as there are where it is for none. */
static int64_t find_field(const Class *class, const char *name)
{
    int64_t f = 0;
    while (f < class->fields.count && strcmp(text_in(&class->fields.item[f])->bytes, name) != 0)
        f++;
    return field_is(class, name, "init") ? f : class->fields.count;
}

/* Puts the arguments of a call where the fields are that they are for. */
static bool place_fields(Eval *e, const Class *class, const Given *given, Value *value)
{
    const List *fields = &class->fields;
    int count = 0, least = 0, most = 0;
    int64_t at = 0;
    for (int64_t f = 0; f < fields->count; f++) {
        const char *name = text_in(&fields->item[f])->bytes;
        bool has = field_setting(class, name, "default") ||
                   field_setting(class, name, "default_factory") ||
                   (class_find(class, NULL, name) && !field_setting(class, name, "init"));
        most += field_is(class, name, "init");
        least += field_is(class, name, "init") && !has;
    }
    for (int i = 0; i < given->count; i++) {
        const Argument *a = &given->item[i];
        while (!a->name && at < fields->count && !class->dataclass->is_by_keyword &&
               !field_is(class, text_in(&fields->item[at])->bytes, "init"))
            at++;
        count += !a->name;
        int64_t f = a->name                           ? find_field(class, a->name)
                    : class->dataclass->is_by_keyword ? fields->count
                                                      : at++;
        if (f < fields->count && value[f].kind != VALUE_ABSENT)
            return eval_raise(e, "TypeError", "%s.__init__() got multiple values for argument '%s'",
                              class->qualname, a->name);
        if (f < fields->count)
            value[f] = a->value;
        else if (a->name)
            return eval_raise(e, "TypeError",
                              "%s.__init__() got an unexpected keyword argument '%s'",
                              class->qualname, a->name);
    }
    char from[32] = "";
    if (class->dataclass->is_by_keyword)
        least = most = 0;
    if (least < most)
        snprintf(from, sizeof from, "from %d to ", least + 1);
    return count <= most ||
           eval_raise(e, "TypeError",
                      "%s.__init__() takes %s%d positional argument%s but %d were given",
                      class->qualname, from, most + 1, most ? "s" : "", count + 1);
}

/* Tells whether nothing says what a field is: one that __post_init__ sets may be so. */
static bool is_missing(const Class *class, int64_t f, const Value *value)
{
    return value[f].kind == VALUE_ABSENT &&
           field_is(class, text_in(&class->fields.item[f])->bytes, "init");
}

/* The fields that have no value, as Python names them: 'a', 'b', and 'c'. */
static bool fail_fields(Eval *e, const Class *class, const Value *value)
{
    Buf names = {0};
    int count = 0, met = 0;
    for (int64_t f = 0; f < class->fields.count; f++)
        count += is_missing(class, f, value);
    for (int64_t f = 0; f < class->fields.count; f++)
        if (is_missing(class, f, value)) {
            const char *between = count == 2 ? " and " : met + 1 < count ? ", " : ", and ";
            buf_printf(&names, "%s'%s'", met++ ? between : "",
                       text_in(&class->fields.item[f])->bytes);
        }
    eval_raise(e, "TypeError", "%s.__init__() missing %d required %s argument%s: %s",
               class->qualname, count,
               class->dataclass->is_by_keyword ? "keyword-only" : "positional",
               count == 1 ? "" : "s", buf_text(&names));
    buf_release(&names);
    return false;
}

/* Does the work of a dataclass's own __init__: its fields in order, with what its body says as defaults. */
bool dataclass_fill(Eval *e, const Value *object, const Given *given)
{
    Class *class = object->object->class;
    const List *fields = &class->fields;
    Value *value = arena_many(e->arena, (size_t)fields->count + 1, Value), unused;
    bool found, missing = false;
    if (!place_fields(e, class, given, value))
        return false;
    for (int64_t f = 0; f < fields->count; f++) {
        const char *name = text_in(&fields->item[f])->bytes;
        if (value[f].kind == VALUE_ABSENT && !field_default(e, class, name, &value[f]))
            return false;
        missing = missing || is_missing(class, f, value);
        if (value[f].kind != VALUE_ABSENT && !object_set_plainly(e, object, name, &value[f]))
            return false;
    }
    if (missing)
        return fail_fields(e, class, value);
    return object_method(e, object, "__post_init__", 0, NULL, &unused, &found);
}

bool dataclass_same(Eval *e, const Value *a, const Value *b, bool *same)
{
    const Class *class = a->object->class;
    *same = object_in(b) && b->object->class == class;
    for (int64_t i = 0; *same && i < class->fields.count; i++) {
        const char *name = text_in(&class->fields.item[i])->bytes;
        if (!field_is(class, name, "compare"))
            continue;
        const Value *x = eval_find_in(&a->object->names, name);
        const Value *y = eval_find_in(&b->object->names, name);
        *same = x && y && value_equal(&e->budget, x, y);
    }
    return eval_spend(e, 1);
}

Value dataclass_tuple(Eval *e, const Value *v)
{
    const Class *class = v->object->class;
    Value tuple = value_list(e->arena, VALUE_TUPLE);
    for (int64_t i = 0; i < class->fields.count; i++) {
        const char *name = text_in(&class->fields.item[i])->bytes;
        const Value *field = eval_find_in(&v->object->names, name);
        if (field && field_is(class, name, "compare"))
            list_add(e->arena, row_in(&tuple), *field);
    }
    return tuple;
}

void dataclass_write(const Value *object, Buf *out, size_t limit)
{
    const Class *class = object->object->class;
    int written = 0;
    buf_printf(out, "%s(", class->qualname);
    for (int64_t i = 0; i < class->fields.count; i++) {
        const char *name = text_in(&class->fields.item[i])->bytes;
        const Value *v = eval_find_in(&object->object->names, name);
        if (!field_is(class, name, "repr"))
            continue;
        buf_printf(out, "%s%s=", written++ ? ", " : "", name);
        if (v && out->length < limit)
            eval_write_part(object->object->eval, v, limit, out);
    }
    buf_putc(out, ')');
}
