/* The two older ways to put values into a text: "%d of %s" % (n, word), which is in of-str.py, and
 * "{} of {}".format(n, word). Each field becomes a format specification as f-strings have it. */
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "python/dispatch.h"
#include "python/text.h"

static bool fits(Eval *e, const Buf *text)
{
    return text->length <= LIMIT_ITEMS ||
           eval_refuse_name(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
}

/* --- .format ------------------------------------------------------------------------------------ */

typedef struct Braces {
    Eval *e;
    const List *positions; /* or NULL */
    const Dict *names;     /* or NULL */
    int64_t next;          /* the number of the next field without one; -1 once one had one */
} Braces;

static bool put_template(Braces *b, const char *text, size_t length, int depth, Buf *out);

/* The value of "0", "name" or "". */
static bool first_value(Braces *b, const char *name, size_t length, Value *out)
{
    Eval *e = b->e;
    int64_t i = b->next;
    bool is_number = length > 0;
    for (size_t k = 0; k < length; k++)
        is_number = is_number && is_digit(name[k]);
    if ((length == 0 && i < 0) || (is_number && i > 0))
        return eval_raise(e, "ValueError", "cannot switch from %s field %s to %s field %s",
                          i < 0 ? "manual" : "automatic", i < 0 ? "specification" : "numbering",
                          i < 0 ? "automatic" : "manual", i < 0 ? "numbering" : "specification");
    if (is_number || length == 0) {
        i = is_number ? strtoll(name, NULL, 10) : i;
        b->next = is_number ? -1 : i + 1;
        if (!b->positions || i >= b->positions->count)
            return eval_raise(e, "IndexError",
                              "Replacement index %lld out of range for positional args tuple",
                              (long long)i);
        *out = b->positions->item[i];
        return true;
    }
    Value key = value_text(e->arena, name, length);
    const Value *found = b->names ? dict_find(&e->budget, b->names, &key) : NULL;
    if (!found) {
        eval_raise(e, "KeyError", "format: there is no argument '%s'", text_in(&key)->bytes);
        e->said = key;
        return false;
    }
    *out = *found;
    return true;
}

/* .name and [index] after the first part of a field. */
static bool follow(Eval *e, const char *path, const char *end, Value *v)
{
    while (path < end) {
        Value inner, key;
        bool is_index = *path == '[';
        const char *start = path + 1;
        path = start;
        while (path < end && (is_index ? *path != ']' : *path != '.' && *path != '['))
            path++;
        if (path == start || (is_index && path == end))
            return eval_raise(e, "ValueError", "Empty attribute in format string");
        key = value_text(e->arena, start, (size_t)(path - start));
        if (is_index && is_digit(*start))
            key = value_int(strtoll(start, NULL, 10));
        if (is_index ? !eval_item(e, NULL, v, &key, &inner)
                     : !eval_member_named(e, v, text_in(&key)->bytes, &inner))
            return false;
        *v = inner;
        path += is_index;
    }
    return true;
}

/* Writes what stands between { and }: name!conversion:spec. */
static bool put_replacement(Braces *b, const char *text, size_t length, int depth, Buf *out)
{
    Eval *e = b->e;
    size_t name = 0, first;
    for (int inside = 0; name < length && (inside || !strchr("!:", text[name])); name++)
        inside += (text[name] == '[') - (text[name] == ']');
    first = 0;
    while (first < name && text[first] != '.' && text[first] != '[')
        first++;
    Value v = {0};
    char conversion = 0;
    size_t at = name;
    if (!first_value(b, text, first, &v) || !follow(e, text + first, text + name, &v))
        return false;
    if (at < length && text[at] == '!') {
        conversion = at + 1 < length ? text[at + 1] : '\0';
        at += 2;
        if (!conversion || !strchr("rsa", conversion))
            return eval_raise(e, "ValueError", "Unknown conversion specifier %c",
                              conversion ? conversion : '?');
        if (at < length && text[at] != ':')
            return eval_raise(e, "ValueError", "expected ':' after conversion specifier");
    }
    Buf spec = {0};
    bool ok = at >= length || put_template(b, text + at + 1, length - at - 1, depth + 1, &spec);
    ok = ok && (!conversion || eval_str(e, &v, conversion, &v)) &&
         eval_format(e, &v, buf_text(&spec), out);
    buf_release(&spec);
    return ok;
}

static bool put_template(Braces *b, const char *text, size_t length, int depth, Buf *out)
{
    Eval *e = b->e;
    if (depth > 2)
        return eval_raise(e, "ValueError", "Max string recursion exceeded");
    for (size_t at = 0; at < length;) {
        char c = text[at++];
        bool twice = at < length && text[at] == c;
        if ((c == '{' || c == '}') && twice && depth == 1) {
            buf_putc(out, c);
            at++;
        } else if (c == '}') {
            return eval_raise(e, "ValueError", "Single '}' encountered in format string");
        } else if (c != '{') {
            buf_putc(out, c);
        } else {
            size_t end = at;
            for (int open = 1; end < length; end++) {
                open += (text[end] == '{') - (text[end] == '}');
                if (open == 0)
                    break;
            }
            if (at == length)
                return eval_raise(e, "ValueError", "Single '{' encountered in format string");
            if (end == length)
                return eval_raise(e, "ValueError", "expected '}' before end of string");
            if (!eval_spend(e, 1) || !put_replacement(b, text + at, end - at, depth, out) ||
                !fits(e, out))
                return false;
            at = end + 1;
        }
    }
    return true;
}

static bool call_format(Eval *e, Arg *args, Value *out)
{
    const Text *text = text_in(&args[0].value);
    const Value *positions = &args[1].value, *names = &args[2].value;
    Braces b = {.e = e,
                .positions = positions->kind == VALUE_ABSENT ? NULL : row_in(positions),
                .names = names->kind == VALUE_ABSENT ? NULL : dict_in(names)};
    Buf made = {0};
    if (eval_scan(e, text->length) && put_template(&b, text->bytes, text->length, 1, &made))
        return eval_text(e, &made, out);
    buf_release(&made);
    return false;
}

const Function names_str_format[] = {
    {"format", OF_STR, "self / *args= **values", call_format},
    {"format_map", OF_STR, "self mapping /", native_in_python, .data = "of-str"},
    {0},
};
