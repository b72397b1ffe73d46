/* Methods of texts. */
#include <string.h>

#include "base/utf8.h"
#include "python/args.h"
#include "python/text.h"

static bool add_piece(Eval *e, Value *list, const Text *text, size_t from, size_t to)
{
    return eval_append(e, list->list, value_text(e->arena, text->bytes + from, to - from));
}

/* The next character that is a blank, or is not, at `at` or behind it. */
static size_t find_blank(const Text *text, size_t at, bool wanted)
{
    while (at < text->length) {
        uint32_t c;
        size_t n = utf8_next(text->bytes + at, text->length - at, &c);
        if (text_is_blank(c) == wanted)
            break;
        at += n;
    }
    return at;
}

static bool split_blanks(Eval *e, const Text *text, int64_t most, Value *out)
{
    if (!eval_scan(e, text->length))
        return false;
    size_t at = find_blank(text, 0, false);
    while (at < text->length) {
        bool is_last = out->list->count == most; /* it keeps its blanks, also those at the end */
        size_t end = is_last ? text->length : find_blank(text, at, true);
        if (!eval_spend(e, 1) || !add_piece(e, out, text, at, end))
            return false;
        at = find_blank(text, end, false);
    }
    return true;
}

static bool call_split(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text, *sep = args[1].has ? args[1].text : NULL;
    int64_t most = args[2].integer;
    *out = value_list(e->arena, VALUE_LIST);
    if (!sep)
        return split_blanks(e, text, most, out);
    if (sep->length == 0)
        return eval_fail(e, "split: the separator is empty");
    size_t at = 0, next;
    for (; out->list->count != most && text_find(&e->budget, text, sep, at, &next);
         at = next + sep->length)
        if (!eval_spend(e, 1) || !add_piece(e, out, text, at, next))
            return false;
    return add_piece(e, out, text, at, text->length);
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
        return eval_fail(
            e, "join: each item must be a str, and one is %s: str(...) makes a text of it",
            value_kind(&item));
    if (j->any)
        buf_add(&j->text, j->separator->bytes, j->separator->length);
    buf_add(&j->text, item.text->bytes, item.text->length);
    j->any = true;
    return j->text.length <= LIMIT_ITEMS ||
           eval_fail(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
}

static bool call_join(Eval *e, Arg *args, Value *out)
{
    Join j = {.separator = args[0].value.text};
    if (eval_each(e, &args[1].value, join_item, &j))
        return eval_text(e, &j.text, out);
    buf_release(&j.text);
    return false;
}

/* lower and upper. */
static bool call_case(Eval *e, Arg *args, Value *out)
{
    const Function *f = e->call->function;
    const Text *text = args[0].value.text;
    Buf changed = {0};
    uint32_t c;
    char bytes[4];
    if (!eval_scan(e, text->length))
        return false;
    if ((f->which ? text_upper : text_lower)(&changed, text, &c))
        return eval_text(e, &changed, out);
    buf_release(&changed);
    return eval_fail(e, "%s: letters like '%.*s' are not part of the lesson language", f->name,
                     (int)utf8_put(bytes, c), bytes);
}

/* Whether strip takes away the character of `n` bytes at `at`. */
static bool is_stripped(Eval *e, const Text *text, size_t at, size_t n, const Text *chars)
{
    uint32_t c;
    size_t unused;
    if (chars)
        return text_find(&e->budget, chars, &(Text){text->bytes + at, n}, 0, &unused);
    utf8_next(text->bytes + at, n, &c);
    return budget_scan(&e->budget, n + 1) && text_is_blank(c);
}

static bool call_strip(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text, *chars = args[1].has ? args[1].text : NULL;
    size_t start = 0, end = text->length, n = 0;
    for (; start < end; start += n) {
        n = text_step(text, start);
        if (!is_stripped(e, text, start, n, chars))
            break;
    }
    for (; end > start; end -= n) {
        for (n = 1; ((unsigned char)text->bytes[end - n] & 0xC0) == 0x80; n++)
            ;
        if (!is_stripped(e, text, end - n, n, chars))
            break;
    }
    *out = value_text(e->arena, text->bytes + start, end - start);
    return true;
}

static bool call_replace(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text, *old = args[1].text, *new = args[2].text;
    int64_t most = args[3].integer;
    if (old->length == 0)
        return eval_fail(e, "replace: the text to replace is empty");
    Buf result = {0};
    size_t at = 0, next;
    for (; most != 0 && result.length <= LIMIT_ITEMS && text_find(&e->budget, text, old, at, &next);
         at = next + old->length, most--) {
        buf_add(&result, text->bytes + at, next - at);
        buf_add(&result, new->bytes, new->length);
    }
    buf_add(&result, text->bytes + at, text->length - at);
    return eval_text(e, &result, out);
}

static bool call_index(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text, *sub = args[1].text;
    size_t at;
    if (!text_find(&e->budget, text, sub, 0, &at))
        return eval_spend(e, 0) && eval_fail(e, "index: the text does not hold '%s'", sub->bytes);
    *out = value_int(text_characters(&(Text){text->bytes, at}));
    return true;
}

static bool call_count(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text, *sub = args[1].text;
    int64_t count = 0;
    if (sub->length == 0 && !eval_scan(e, text->length))
        return false;
    if (sub->length == 0)
        count = text_characters(text) + 1;
    else
        for (size_t at = 0; text_find(&e->budget, text, sub, at, &at); at += sub->length)
            count++;
    *out = value_int(count);
    return true;
}

const Function names_str[] = {
    {"split", OF_STR, "self / sep:s=None maxsplit:i=-1", call_split},
    {"join", OF_STR, "self iterable /", call_join},
    {"lower", OF_STR, "self /", call_case, .which = false},
    {"upper", OF_STR, "self /", call_case, .which = true},
    {"strip", OF_STR, "self chars:s=None /", call_strip},
    {"replace", OF_STR, "self old:s new:s count:i=-1 /", call_replace},
    {"index", OF_STR, "self sub:s /", call_index},
    {"count", OF_STR, "self sub:s /", call_count},
    {0},
};
