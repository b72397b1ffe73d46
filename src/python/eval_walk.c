/* Collecting items into lists, sets and dicts, and writing values out: all of it within limits. */
#include "core/tensor.h"
#include "python/dispatch.h"
#include "python/outside.h"
#include "python/text.h"

bool eval_append(Eval *e, List *list, Value v)
{
    if (list->count >= LIMIT_ITEMS)
        return eval_refuse_name(e, "a list with more than %d items: too long", LIMIT_ITEMS);
    list_add(e->arena, list, v);
    return true;
}

static bool gather_item(Eval *e, void *context, Value item)
{
    return eval_append(e, context, item);
}

bool eval_extend(Eval *e, List *list, const Value *v)
{
    return eval_each(e, v, gather_item, list);
}

bool eval_gather(Eval *e, const Value *v, ValueKind kind, Value *out)
{
    Value items = value_list(e->arena, kind);
    const List *known = value_items(v);
    if (known || text_in(v))
        list_reserve(e->arena, row_in(&items), known ? known->count : text_characters(text_in(v)));
    if (v->kind != VALUE_ABSENT && !eval_extend(e, row_in(&items), v))
        return false;
    *out = items;
    return true;
}

bool eval_put(Eval *e, Dict *dict, const Value *key, const Value *item)
{
    if (!eval_is_key(e, key))
        return false;
    if (dict->key.count >= LIMIT_ITEMS)
        return eval_refuse_name(e, "a dict with more than %d items: too long", LIMIT_ITEMS);
    if (dict->of && text_in(key))
        eval_bind_in(e, &dict->of->names, text_in(key)->bytes, *item);
    dict_put(e->arena, &e->budget, dict, *key, *item);
    return !e->err->set;
}

/* Part of a tuple, or of the fields of a dataclass, that cannot be a key; or the value itself. */
static const Value *unhashable(Eval *e, const Value *v)
{
    const List *items = type_of(v)->hashed ? type_of(v)->hashed(e, v) : NULL;
    for (int64_t i = 0; items && i < items->count && eval_deeper(e); i++)
        if (!value_is_key(&e->budget, &items->item[i]))
            return unhashable(e, &items->item[i]);
    return v;
}

bool eval_is_key(Eval *e, const Value *v)
{
    if (value_is_key(&e->budget, v))
        return true;
    if (!eval_spend(e, 0))
        return false;
    const Value *inner = unhashable(e, v);
    if (v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE)
        return eval_raise_as(e, "TypeError",
                             arena_format(e->arena, "unhashable type: '%s'", value_type(inner)),
                             "a tuple can only be a key or in a set when nothing in it can change");
    return eval_raise_as(e, "TypeError",
                         arena_format(e->arena, "unhashable type: '%s'", value_type(inner)),
                         "%s cannot be a key or in a set: it can change", value_kind(v));
}

bool eval_fail_order(Eval *e, const char *name, const List *items)
{
    int order;
    for (int64_t i = 0; i + 1 < items->count && eval_spend(e, 1); i++) {
        const Value *a = &items->item[i], *b = &items->item[i + 1];
        if (!eval_written(e, a) || !eval_written(e, b))
            return false;
        if (value_order(&e->budget, a, b, &order))
            continue;
        double x;
        bool is_nan = value_number(a, &x) && value_number(b, &x);
        if (set_in(a) && set_in(b))
            return eval_refuse_name(e, "%s: the order of sets is not part of the lesson language",
                                    name);
        return is_nan ? eval_refuse_name(e, "%s: nan is neither smaller nor larger than a number",
                                         name)
                      : eval_raise_as(
                            e, "TypeError",
                            arena_format(e->arena,
                                         "'<' not supported between instances of '%s' and '%s'",
                                         value_type(b), value_type(a)),
                            "%s: there is no order between %s and %s", name, value_kind(a),
                            value_kind(b));
    }
    return eval_raise(e, "TypeError", "%s: the items have no order between them", name);
}

bool eval_make_set(Eval *e, const List *items, Value *out)
{
    for (int64_t i = 0; i < items->count; i++)
        if (!eval_is_key(e, &items->item[i]))
            return false;
    return value_set(e->arena, &e->budget, items, out) || eval_spend(e, 0);
}

/* Tensors in lists and dicts that were written to since they were put there, or never were. */
static bool refresh(Eval *e, Value *v, int depth)
{
    const List *lists[] = {value_items(v), mapping_in(v) ? &mapping_in(v)->item : NULL};
    if (tensor_in(v))
        return eval_refresh(e, v) && eval_written(e, v);
    for (int l = 0; l < 2; l++)
        for (int64_t i = 0; lists[l] && depth < LIMIT_DEPTH && i < lists[l]->count; i++)
            if (!eval_spend(e, 1) || !refresh(e, &lists[l]->item[i], depth + 1))
                return false;
    return true;
}

static const Value *find_absent(const Value *v, int depth)
{
    const List *lists[] = {value_items(v), mapping_in(v) ? &mapping_in(v)->item : NULL};
    const Value *found = value_is_here(v) ? NULL : v;
    for (int l = 0; l < 2; l++)
        for (int64_t i = 0; lists[l] && depth < LIMIT_DEPTH && i < lists[l]->count && !found; i++)
            found = find_absent(&lists[l]->item[i], depth + 1);
    return found;
}

bool eval_holds_absent(const Value *v)
{
    return find_absent(v, 0) != NULL;
}

static bool allows_parts(Eval *e, const Value *v)
{
    const Value *absent = find_absent(v, 0);
    return !absent || outside_allows(e, absent);
}

bool eval_write_part(Eval *e, const Value *v, size_t limit, Buf *out)
{
    return value_repr(out, v, limit) || allows_parts(e, v);
}

bool eval_write(Eval *e, const Value *v, bool repr, size_t limit, Buf *out)
{
    Value now = *v;
    if (!outside_allows(e, v))
        return false;
    if (qkv_writes(e->q) && !refresh(e, &now, 0))
        return false;
    v = &now;
    size_t start = out->length;
    bool ok = value_write(out, v, repr, &e->print, start + limit);
    if (ok && !e->err->set)
        return true;
    if (e->err->set) { /* a method that it called failed */
        buf_cut(out, start);
        return false;
    }
    bool is_long = out->length > start + limit;
    buf_cut(out, start);
    if (!is_long && !allows_parts(e, v))
        return false;
    if (is_long)
        return eval_refuse_name(e, "written out, this %s is longer than %zu bytes: too long",
                                value_type(v), limit);
    return eval_refuse_name(e, "lists are nested more than %d deep: too deep to be written out",
                            LIMIT_DEPTH);
}

bool eval_wrote(Eval *e, size_t bytes)
{
    e->written += bytes;
    return e->written <= LIMIT_OUTPUT ||
           eval_refuse_name(e, "the lesson prints and shows more than %d bytes: too much",
                            LIMIT_OUTPUT);
}

bool eval_text(Eval *e, Buf *text, Value *out)
{
    bool fits = text->length <= LIMIT_ITEMS && eval_scan(e, text->length);
    if (fits)
        *out = value_text(e->arena, buf_text(text), text->length);
    else
        eval_refuse_name(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
    buf_release(text);
    return fits;
}

bool eval_str(Eval *e, const Value *v, char how, Value *out)
{
    Buf text = {0};
    if (!eval_write(e, v, how != 's', LIMIT_ITEMS, &text)) {
        buf_release(&text);
        return false;
    }
    if (how == 'a')
        value_to_ascii(&text);
    return eval_text(e, &text, out);
}

bool eval_formatted(Eval *e, const Value *v, const char *spec, Value *out)
{
    Buf text = {0};
    if (eval_format(e, v, spec, &text))
        return eval_text(e, &text, out);
    buf_release(&text);
    return false;
}

/* A tensor as it is after the newest write to its memory; a parameter as it was set last. */
bool eval_refresh(Eval *e, Value *v)
{
    if (!v->parameter && tensor_is_current(v->tensor))
        return true;
    v->tensor = qkv_now(e->q, value_now(v));
    if (v->parameter && v->tensor)
        v->parameter->value = v->tensor;
    return v->tensor || eval_fail(e, "%s", qkv_error(e->q) ? qkv_error(e->q) : "no result");
}

bool eval_put_all(Eval *e, Dict *dict, const Value *from)
{
    Value pairs;
    if (from->kind == VALUE_ABSENT)
        return true;
    from = object_plain(from);
    const Dict *mapping = mapping_in(from);
    if (mapping) {
        for (int64_t i = 0; i < mapping->key.count; i++)
            if (!eval_put(e, dict, &mapping->key.item[i], &mapping->item.item[i]))
                return false;
        return eval_spend(e, mapping->key.count);
    }
    if (!eval_gather(e, from, VALUE_LIST, &pairs))
        return false;
    for (int64_t i = 0; i < row_in(&pairs)->count; i++) {
        Value pair = row_in(&pairs)->item[i];
        if (pair.kind != VALUE_TUPLE && !list_in(&pair) &&
            !eval_gather(e, &row_in(&pairs)->item[i], VALUE_LIST, &pair))
            return false;
        if (row_in(&pair)->count != 2)
            return eval_raise(
                e, "ValueError",
                "dictionary update sequence element #%lld has length %lld; 2 is required",
                (long long)i, (long long)row_in(&pair)->count);
        if (!eval_put(e, dict, &row_in(&pair)->item[0], &row_in(&pair)->item[1]))
            return false;
    }
    return true;
}
