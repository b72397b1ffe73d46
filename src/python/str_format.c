/* The two older ways to put values into a text: "%d of %s" % (n, word) and "{} of {}".format(n, word).
 * Each field becomes a format specification as f-strings have it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/names.h"
#include "python/text.h"

static bool fits(Eval *e, const Buf *text)
{
    return text->length <= LIMIT_ITEMS ||
           eval_refuse_name(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
}

/* --- % ---------------------------------------------------------------------------------------- */

typedef struct Percent {
    Eval *e;
    const Text *text;
    size_t at;
    const Value *from; /* what stands after the % */
    int64_t next;      /* of a tuple              */
    bool by_name;
    Buf out;
} Percent;

/* %[flags][width][.precision]letter */
typedef struct Conversion {
    bool left, plus, blank, zero, prefix;
    int64_t width, precision; /* -1: none */
    char letter;
} Conversion;

static bool next_value(Percent *p, Value *out)
{
    bool is_tuple = p->from->kind == VALUE_TUPLE || p->from->kind == VALUE_SIZE;
    int64_t count = is_tuple ? p->from->list->count : 1;
    if (p->next >= count || p->by_name)
        return eval_raise(p->e, "TypeError", "not enough arguments for format string");
    *out = is_tuple ? p->from->list->item[p->next] : *p->from;
    p->next++;
    return true;
}

static char now(const Percent *p)
{
    return p->at < p->text->length ? p->text->bytes[p->at] : '\0';
}

/* (name): the value is that of a dict. */
static bool read_name(Percent *p, Value *v)
{
    const char *start = p->text->bytes + p->at + 1;
    const char *end = memchr(start, ')', p->text->length - p->at - 1);
    if (!end)
        return eval_raise(p->e, "ValueError", "incomplete format key");
    if (p->from->kind != VALUE_DICT)
        return eval_raise(p->e, "TypeError", "format requires a mapping");
    Value key = value_text(p->e->arena, start, (size_t)(end - start));
    p->at += (size_t)(end - start) + 2;
    p->by_name = true;
    return eval_item(p->e, NULL, p->from, &key, v);
}

/* A number in the text, or * for one of the values: what no text can be as long as is one too many. */
static bool read_count(Percent *p, int64_t *out)
{
    Value v;
    if (now(p) == '*') {
        p->at++;
        if (!next_value(p, &v))
            return false;
        if (!value_integer(&v, out))
            return eval_raise(p->e, "TypeError", "* wants int");
    } else {
        for (*out = 0; is_digit(now(p)); p->at++)
            *out = *out > LIMIT_ITEMS ? *out : *out * 10 + (now(p) - '0');
    }
    *out = clamp_int64(*out, -LIMIT_ITEMS - 1, LIMIT_ITEMS + 1);
    return true;
}

static bool read_conversion(Percent *p, Conversion *c)
{
    *c = (Conversion){.precision = -1};
    for (;; p->at++) {
        char flag = now(p);
        c->left = c->left || flag == '-';
        c->plus = c->plus || flag == '+';
        c->blank = c->blank || flag == ' ';
        c->zero = c->zero || flag == '0';
        c->prefix = c->prefix || flag == '#';
        if (flag == '\0' || !strchr("-+ 0#", flag))
            break;
    }
    if (!read_count(p, &c->width))
        return false;
    if (now(p) == '.') {
        p->at++;
        if (!read_count(p, &c->precision))
            return false;
        c->precision = max_int64(c->precision, 0);
    }
    if (c->width < 0) {
        c->left = true;
        c->width = -c->width;
    }
    while (now(p) == 'l' || now(p) == 'h' || now(p) == 'L')
        p->at++;
    c->letter = now(p);
    p->at++;
    return c->letter || eval_raise(p->e, "ValueError", "incomplete format");
}

static bool fail_letter(Percent *p, char letter)
{
    return eval_raise(p->e, "ValueError", "unsupported format character '%c' (0x%x) at index %zu",
                      letter, (unsigned)(unsigned char)letter, p->at - 1);
}

/* A text in the width; numbers that are padded with zeros have been before. */
static bool put_padded(Percent *p, const Conversion *c, const Value *v, int64_t precision)
{
    char spec[64], cut[32] = "";
    if (precision >= 0)
        snprintf(cut, sizeof cut, ".%lld", (long long)precision);
    snprintf(spec, sizeof spec, "%c%lld%ss", c->left ? '<' : '>', (long long)c->width, cut);
    if (c->width == 0)
        snprintf(spec, sizeof spec, "%ss", cut);
    return eval_format(p->e, v, spec, &p->out);
}

static bool put_string(Percent *p, const Conversion *c, const Value *v)
{
    Value written;
    return eval_str(p->e, v, c->letter, &written) && put_padded(p, c, &written, c->precision);
}

static bool put_character(Percent *p, const Conversion *c, const Value *v)
{
    int64_t i = 0;
    char bytes[4];
    Value text = *v;
    bool whole = v->kind != VALUE_STR && value_integer(v, &i);
    if (whole && (i < 0 || i > 0x10FFFF))
        return eval_raise(p->e, "OverflowError", "%%c arg not in range(0x110000)");
    if (whole)
        text = value_text(p->e->arena, bytes, utf8_put(bytes, (uint32_t)i));
    if (text.kind != VALUE_STR || text_characters(text.text) != 1)
        return eval_raise(p->e, "TypeError", "%%c requires int or char");
    return put_padded(p, c, &text, -1);
}

static bool put_number(Percent *p, const Conversion *c, Value *v)
{
    bool is_whole = strchr("diuxXo", c->letter) != NULL, decimal = strchr("diu", c->letter) != NULL;
    char spec[96];
    const char *sign = c->plus ? "+" : c->blank ? " " : "";
    double x;
    int64_t i;
    if (!eval_written(p->e, v))
        return false;
    if (!value_number(v, &x) || (is_whole && !decimal && !value_integer(v, &i)))
        return eval_raise(p->e, "TypeError", "%%%c format: %s is required, not %s", c->letter,
                          is_whole && !decimal ? "an integer" : "a real number", value_type(v));
    if (is_whole && !value_integer(v, &i)) {
        if (!(x >= -0x1p63 && x < 0x1p63))
            return eval_refuse_name(p->e, "'%%%c' of a number that does not fit in 64 bits",
                                    c->letter);
        *v = value_int((int64_t)x);
    } else {
        *v = is_whole ? value_int(i) : value_float(x);
    }
    char letter = decimal ? 'd' : c->letter;
    if (is_whole && c->precision >= 0) { /* so many digits at least */
        bool has_sign = *sign || v->integer < 0;
        snprintf(spec, sizeof spec, "%s%s0%lld%c", sign, c->prefix ? "#" : "",
                 (long long)c->precision + has_sign + 2 * (c->prefix && !decimal), letter);
        return eval_formatted(p->e, v, spec, v) && put_padded(p, c, v, -1);
    }
    int n = snprintf(spec, sizeof spec, "%s%s%s%s",
                     c->left   ? "<"
                     : c->zero ? ""
                               : ">",
                     sign, c->prefix ? "#" : "", c->zero && !c->left ? "0" : "");
    if (c->width > 0)
        n += snprintf(spec + n, sizeof spec - (size_t)n, "%lld", (long long)c->width);
    if (c->precision >= 0)
        n += snprintf(spec + n, sizeof spec - (size_t)n, ".%lld", (long long)c->precision);
    snprintf(spec + n, sizeof spec - (size_t)n, "%c", letter);
    return eval_format(p->e, v, spec, &p->out);
}

static bool put_field(Percent *p)
{
    Conversion c;
    Value v = {0};
    if (now(p) == '%') {
        buf_putc(&p->out, '%');
        p->at++;
        return true;
    }
    if ((now(p) == '(' && !read_name(p, &v)) || !read_conversion(p, &c))
        return false;
    if (v.kind == VALUE_ABSENT && strchr("sracdiuxXoeEfFgG", c.letter) && !next_value(p, &v))
        return false;
    if (strchr("sra", c.letter))
        return put_string(p, &c, &v);
    if (c.letter == 'c')
        return put_character(p, &c, &v);
    return strchr("diuxXoeEfFgG", c.letter) ? put_number(p, &c, &v) : fail_letter(p, c.letter);
}

bool text_percent(Eval *e, const Text *text, const Value *from, Value *out)
{
    Percent p = {.e = e, .text = text, .from = from};
    bool ok = eval_scan(e, text->length);
    while (ok && p.at < text->length) {
        const char *rest = text->bytes + p.at;
        const char *sign = memchr(rest, '%', text->length - p.at);
        size_t plain = sign ? (size_t)(sign - rest) : text->length - p.at;
        buf_add(&p.out, rest, plain);
        p.at += plain + (sign != NULL);
        ok = (!sign || put_field(&p)) && fits(e, &p.out) && eval_spend(e, 1);
    }
    bool is_tuple = from->kind == VALUE_TUPLE || from->kind == VALUE_SIZE;
    bool may_stay = from->kind == VALUE_DICT || from->kind == VALUE_LIST ||
                    from->kind == VALUE_RANGE;
    if (ok && (is_tuple ? p.next < from->list->count : !may_stay && !p.by_name && p.next == 0))
        ok = eval_raise(e, "TypeError", "not all arguments converted during string formatting");
    if (ok)
        return eval_text(e, &p.out, out);
    buf_release(&p.out);
    return false;
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
        eval_raise(e, "KeyError", "format: there is no argument '%s'", key.text->bytes);
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
                     : !eval_member_named(e, v, key.text->bytes, &inner))
            return false;
        *v = inner;
        path += is_index;
    }
    return true;
}

/* What stands between { and }: name!conversion:spec. */
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

static bool format_text(Eval *e, const Text *text, const List *positions, const Dict *names,
                        Value *out)
{
    Braces b = {.e = e, .positions = positions, .names = names};
    Buf made = {0};
    if (eval_scan(e, text->length) && put_template(&b, text->bytes, text->length, 1, &made))
        return eval_text(e, &made, out);
    buf_release(&made);
    return false;
}

static bool call_format(Eval *e, Arg *args, Value *out)
{
    const Value *positions = &args[1].value, *names = &args[2].value;
    return format_text(e, args[0].value.text,
                       positions->kind == VALUE_ABSENT ? NULL : positions->list,
                       names->kind == VALUE_ABSENT ? NULL : names->dict, out);
}

static bool call_format_map(Eval *e, Arg *args, Value *out)
{
    if (args[1].value.kind != VALUE_DICT)
        return arg_wrong(e, &args[1].value, "mapping", "a dict");
    return format_text(e, args[0].value.text, NULL, args[1].value.dict, out);
}

const Function names_str_format[] = {
    {"format", OF_STR, "self / *args= **values", call_format},
    {"format_map", OF_STR, "self mapping /", call_format_map},
    {0},
};
