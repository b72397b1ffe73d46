/* Methods of texts, lists and dicts. */
#include <ctype.h>
#include <string.h>

#include "lesson/names.h"

/* --- texts ------------------------------------------------------------------------------------------ */

static void add_piece(Eval *e, List *list, const char *bytes, size_t length)
{
    list_add(e->arena, list, value_text(e->arena, bytes, length));
}

static void split_blanks(Eval *e, const Text *text, List *list)
{
    static const char blanks[] = " \t\n\r\f\v";
    const char *at = text->bytes;
    for (at += strspn(at, blanks); *at; at += strspn(at, blanks)) {
        size_t n = strcspn(at, blanks);
        add_piece(e, list, at, n);
        at += n;
    }
}

static bool call_split(Eval *e, Value *args, Value *out)
{
    const Text *text = args[0].text, *sep = NULL;
    *out = value_list(e->arena, VALUE_LIST);
    if (args[1].kind != VALUE_NONE && !arg_text(e, &args[1], "sep", &sep))
        return false;
    if (!sep) {
        split_blanks(e, text, out->list);
        return true;
    }
    if (sep->length == 0)
        return eval_fail(e, "split: the separator is empty");
    const char *at = text->bytes, *next;
    while ((next = strstr(at, sep->bytes)) != NULL) {
        add_piece(e, out->list, at, (size_t)(next - at));
        at = next + sep->length;
    }
    add_piece(e, out->list, at, strlen(at));
    return true;
}

typedef struct Join {
    Buf text;
    const Text *separator;
    bool any;
} Join;

static bool join_item(Eval *e, void *context, Value item)
{
    Join *j = context;
    if (item.kind != VALUE_STR)
        return eval_fail(e, "join puts texts together, and this is a %s", value_type(&item));
    if (j->any)
        buf_add(&j->text, j->separator->bytes, j->separator->length);
    buf_add(&j->text, item.text->bytes, item.text->length);
    j->any = true;
    return j->text.length <= LIMIT_ITEMS ||
           eval_fail(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
}

static bool call_join(Eval *e, Value *args, Value *out)
{
    Join j = {.separator = args[0].text};
    bool ok = eval_each(e, &args[1], join_item, &j);
    if (ok)
        *out = value_text(e->arena, buf_text(&j.text), j.text.length);
    buf_release(&j.text);
    return ok;
}

static bool change_case(Eval *e, const Text *text, int (*to)(int), Value *out)
{
    char *copy = arena_text(e->arena, text->bytes, text->length);
    for (size_t i = 0; i < text->length; i++)
        if ((unsigned char)copy[i] < 0x80)
            copy[i] = (char)to((unsigned char)copy[i]);
    *out = value_text(e->arena, copy, text->length);
    return true;
}

static bool call_lower(Eval *e, Value *args, Value *out)
{
    return change_case(e, args[0].text, tolower, out);
}

static bool call_upper(Eval *e, Value *args, Value *out)
{
    return change_case(e, args[0].text, toupper, out);
}

static bool call_strip(Eval *e, Value *args, Value *out)
{
    const Text *text = args[0].text;
    size_t start = 0, end = text->length;
    while (start < end && isspace((unsigned char)text->bytes[start]))
        start++;
    while (end > start && isspace((unsigned char)text->bytes[end - 1]))
        end--;
    *out = value_text(e->arena, text->bytes + start, end - start);
    return true;
}

static bool call_replace(Eval *e, Value *args, Value *out)
{
    const Text *text = args[0].text, *old = NULL, *new = NULL;
    if (!arg_text(e, &args[1], "old", &old) || !arg_text(e, &args[2], "new", &new))
        return false;
    if (old->length == 0)
        return eval_fail(e, "replace: the text to replace is empty");
    Buf result = {0};
    const char *at = text->bytes, *next;
    while ((next = strstr(at, old->bytes)) != NULL && result.length <= LIMIT_ITEMS) {
        buf_add(&result, at, (size_t)(next - at));
        buf_add(&result, new->bytes, new->length);
        at = next + old->length;
    }
    buf_puts(&result, at);
    bool ok = result.length <= LIMIT_ITEMS ||
              eval_fail(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
    if (ok)
        *out = value_text(e->arena, buf_text(&result), result.length);
    buf_release(&result);
    return ok;
}

/* --- lists ------------------------------------------------------------------------------------------ */

static bool call_append(Eval *e, Value *args, Value *out)
{
    if (args[0].kind != VALUE_LIST)
        return eval_fail(e, "a %s cannot grow: use a list", value_type(&args[0]));
    if (args[0].list->count >= LIMIT_ITEMS)
        return eval_fail(e, "a list with more than %d items: too long", LIMIT_ITEMS);
    list_add(e->arena, args[0].list, args[1]);
    *out = value_none;
    return true;
}

static bool call_index(Eval *e, Value *args, Value *out)
{
    const List *list = args[0].list;
    for (int64_t i = 0; i < list->count; i++)
        if (value_equal(&list->item[i], &args[1])) {
            *out = value_int(i);
            return true;
        }
    Buf text = {0};
    value_repr(&text, &args[1], 80);
    eval_fail(e, "index: %s is not in the list", buf_text(&text));
    buf_release(&text);
    return false;
}

static bool call_count(Eval *e, Value *args, Value *out)
{
    (void)e;
    const List *list = args[0].list;
    int64_t count = 0;
    for (int64_t i = 0; i < list->count; i++)
        count += value_equal(&list->item[i], &args[1]);
    *out = value_int(count);
    return true;
}

/* --- dicts ------------------------------------------------------------------------------------------ */

static bool copy_items(Eval *e, const List *from, Value *out)
{
    *out = value_list(e->arena, VALUE_LIST);
    for (int64_t i = 0; i < from->count; i++)
        list_add(e->arena, out->list, from->item[i]);
    return true;
}

static bool call_keys(Eval *e, Value *args, Value *out)
{
    return copy_items(e, &args[0].dict->key, out);
}

static bool call_values(Eval *e, Value *args, Value *out)
{
    return copy_items(e, &args[0].dict->item, out);
}

static bool call_items(Eval *e, Value *args, Value *out)
{
    const Dict *dict = args[0].dict;
    *out = value_list(e->arena, VALUE_LIST);
    for (int64_t i = 0; i < dict->key.count; i++) {
        Value pair = value_list(e->arena, VALUE_TUPLE);
        list_add(e->arena, pair.list, dict->key.item[i]);
        list_add(e->arena, pair.list, dict->item.item[i]);
        list_add(e->arena, out->list, pair);
    }
    return true;
}

static bool call_get(Eval *e, Value *args, Value *out)
{
    (void)e;
    const Value *item = dict_find(args[0].dict, &args[1]);
    *out = item ? *item : args[2].kind == VALUE_ABSENT ? value_none : args[2];
    return true;
}

const Function names_objects[] = {
    {"split", OF_STR, "self sep=", call_split},
    {"join", OF_STR, "self iterable", call_join},
    {"lower", OF_STR, "self", call_lower},
    {"upper", OF_STR, "self", call_upper},
    {"strip", OF_STR, "self", call_strip},
    {"replace", OF_STR, "self old new", call_replace},
    {"append", OF_LIST, "self object", call_append},
    {"index", OF_LIST, "self value", call_index},
    {"count", OF_LIST, "self value", call_count},
    {"keys", OF_DICT, "self", call_keys},
    {"values", OF_DICT, "self", call_values},
    {"items", OF_DICT, "self", call_items},
    {"get", OF_DICT, "self key default=", call_get},
    {0},
};
