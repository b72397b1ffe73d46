/* Methods of texts. Those that are rare are in of-str.py. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/dispatch.h"
#include "python/outside.h"
#include "python/text.h"

static bool add_piece(Eval *e, Value *list, const Text *text, size_t from, size_t to)
{
    return eval_append(e, row_in(list), value_text(e->arena, text->bytes + from, to - from));
}

/* The next character that is a blank, or is not, at `at` or after it. */
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
        bool is_last = row_in(out)->count == most; /* keeps its blanks, also those at the end */
        size_t end = is_last ? text->length : find_blank(text, at, true);
        if (!eval_spend(e, 1) || !add_piece(e, out, text, at, end))
            return false;
        at = find_blank(text, end, false);
    }
    return true;
}

static bool call_split(Eval *e, Arg *args, Value *out)
{
    const Text *text = text_in(&args[0].value), *sep = args[1].has ? args[1].text : NULL;
    int64_t most = args[2].integer;
    *out = value_list(e->arena, VALUE_LIST);
    if (!sep)
        return split_blanks(e, text, most, out);
    if (sep->length == 0)
        return eval_raise_as(e, "ValueError", "empty separator", "split: the separator is empty");
    size_t at = 0, next;
    for (; row_in(out)->count != most && text_find(&e->budget, text, sep, at, &next);
         at = next + sep->length)
        if (!eval_spend(e, 1) || !add_piece(e, out, text, at, next))
            return false;
    return add_piece(e, out, text, at, text->length);
}

typedef struct Join {
    Buf text;
    const Text *separator;
    int64_t count;
} Join;

static bool join_item(Eval *e, void *context, Value item)
{
    Join *j = context;
    if (!text_in(&item))
        return outside_allows(e, &item) &&
               eval_raise_as(e, "TypeError",
                             arena_format(e->arena,
                                          "sequence item %lld: expected str instance, %s found",
                                          (long long)j->count, value_type(&item)),
                             "join: each item must be a str, but one is %s: str(...) converts it",
                             value_kind(&item));
    if (j->count++ > 0)
        buf_add(&j->text, j->separator->bytes, j->separator->length);
    buf_add(&j->text, item.text->bytes, item.text->length);
    return j->text.length <= LIMIT_ITEMS ||
           eval_refuse_name(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
}

static bool call_join(Eval *e, Arg *args, Value *out)
{
    Join j = {.separator = text_in(&args[0].value)};
    if (eval_each(e, &args[1].value, join_item, &j))
        return eval_text(e, &j.text, out);
    buf_release(&j.text);
    return false;
}

static bool call_case(Eval *e, Arg *args, Value *out)
{
    const Function *f = e->call->function;
    const Text *text = text_in(&args[0].value);
    Buf changed = {0};
    uint32_t c;
    char bytes[4];
    enum { EACH = 4 }; /* a character is looked up, which costs more than passing it */
    if (!eval_scan(e, EACH * text->length))
        return false;
    if (text_change(&changed, text, (TextCase)f->which, &c))
        return eval_text(e, &changed, out);
    buf_release(&changed);
    return eval_refuse_name(e, "%s: letters like '%.*s' are not part of the lesson language",
                            f->name, (int)utf8_put(bytes, c), bytes);
}

/* Tells whether strip takes away the character of `n` bytes at `at`. */
static bool is_stripped(Eval *e, const Text *text, size_t at, size_t n, const Text *chars)
{
    uint32_t c;
    size_t unused;
    if (chars)
        return text_find(&e->budget, chars, &(Text){text->bytes + at, n}, 0, &unused);
    utf8_next(text->bytes + at, n, &c);
    return budget_scan(&e->budget, n + 1) && text_is_blank(c);
}

enum { AT_START = 1, AT_END = 2 };

static bool strip(Eval *e, Arg *args, int where, Value *out)
{
    const Text *text = text_in(&args[0].value), *chars = args[1].has ? args[1].text : NULL;
    size_t start = 0, end = text->length, n = 0;
    for (; (where & AT_START) && start < end; start += n) {
        n = text_step(text, start);
        if (!is_stripped(e, text, start, n, chars))
            break;
    }
    for (; (where & AT_END) && end > start; end -= n) {
        for (n = 1; ((unsigned char)text->bytes[end - n] & 0xC0) == 0x80; n++)
            ;
        if (!is_stripped(e, text, end - n, n, chars))
            break;
    }
    *out = value_text(e->arena, text->bytes + start, end - start);
    return true;
}

static bool call_strip(Eval *e, Arg *args, Value *out)
{
    return strip(e, args, e->call->function->which, out);
}

/* "abc".replace("", "-"): before every character and at the end. */
static bool replace_between(Eval *e, const Text *text, const Text *with, int64_t most, Value *out)
{
    Buf result = {0};
    size_t at = 0;
    while (result.length <= LIMIT_ITEMS && eval_spend(e, 1)) {
        if (most != 0)
            buf_add(&result, with->bytes, with->length);
        most -= most > 0;
        if (at == text->length)
            break;
        size_t n = text_step(text, at);
        buf_add(&result, text->bytes + at, n);
        at += n;
    }
    return eval_text(e, &result, out);
}

static bool call_replace(Eval *e, Arg *args, Value *out)
{
    const Text *text = text_in(&args[0].value), *old = args[1].text, *new = args[2].text;
    int64_t most = args[3].integer;
    if (old->length == 0)
        return replace_between(e, text, new, most, out);
    Buf result = {0};
    size_t at = 0, next;
    for (; most != 0 && result.length <= LIMIT_ITEMS && text_find(&e->budget, text, old, at, &next);
         at = next + old->length, most -= most > 0) {
        buf_add(&result, text->bytes + at, next - at);
        buf_add(&result, new->bytes, new->length);
    }
    buf_add(&result, text->bytes + at, text->length - at);
    return eval_text(e, &result, out);
}

/* --- finding -------------------------------------------------------------------------------- */

/* The part of args[0] from character args[2] to before args[3], counted as in a slice; false after an
 * error. *from is its first character; *is_past says that it begins after its own end, where not even
 * "" is found. */
static bool cut(Eval *e, const Arg *args, Text *part, int64_t *from, bool *is_past)
{
    const Text *text = text_in(&args[0].value);
    *part = *text;
    *from = 0;
    *is_past = false;
    if (!args[2].has && !args[3].has)
        return eval_spend(e, 1);
    if (!eval_scan(e, text->length))
        return false;
    int64_t size = text_characters(text);
    int64_t ends[2] = {args[2].has ? args[2].integer : 0, args[3].has ? args[3].integer : size};
    for (int i = 0; i < 2; i++)
        ends[i] = position_within(ends[i], size, 0, INT64_MAX);
    ends[1] = min_int64(ends[1], size);
    *is_past = ends[0] > ends[1];
    ends[0] = min_int64(ends[0], size);
    size_t at = 0, first;
    for (int64_t i = 0; i < ends[0]; i++)
        at += text_step(text, at);
    first = at;
    for (int64_t i = ends[0]; i < ends[1]; i++)
        at += text_step(text, at);
    *part = (Text){text->bytes + first, at - first};
    *from = ends[0];
    return true;
}

/* -1 when there is none. args: self, sub, start, end. */
static bool call_find(Eval *e, Arg *args, Value *out)
{
    const Text *sub = args[1].text;
    Text part;
    int64_t from;
    size_t at = 0;
    bool is_past;
    if (!cut(e, args, &part, &from, &is_past))
        return false;
    bool found = !is_past && text_find(&e->budget, &part, sub, 0, &at);
    *out = value_int(found ? from + text_characters(&(Text){part.bytes, at}) : -1);
    return eval_scan(e, at);
}

static bool call_index(Eval *e, Arg *args, Value *out)
{
    if (!call_find(e, args, out))
        return false;
    return out->integer >= 0 ||
           eval_raise_as(e, "ValueError", "substring not found",
                         "index: the text does not hold '%s'", args[1].text->bytes);
}

static bool call_count(Eval *e, Arg *args, Value *out)
{
    const Text *sub = args[1].text;
    Text text;
    int64_t count = 0, from;
    bool is_past;
    if (!cut(e, args, &text, &from, &is_past) || (sub->length == 0 && !eval_scan(e, text.length)))
        return false;
    if (sub->length == 0)
        count = is_past ? 0 : text_characters(&text) + 1;
    else
        for (size_t at = 0; text_find(&e->budget, &text, sub, at, &at); at += sub->length)
            count++;
    *out = value_int(count);
    return true;
}

static bool has_end(const Text *text, const Text *what, int where)
{
    size_t from = where == AT_START ? 0 : text->length - what->length;
    return what->length <= text->length &&
           memcmp(text->bytes + from, what->bytes, what->length) == 0;
}

/* startswith and endswith: of one text or any of a tuple. */
static bool call_has_end(Eval *e, Arg *args, Value *out)
{
    Text part;
    int64_t from;
    bool is_past;
    const List one = {.item = &args[1].value, .count = 1};
    const List *wanted = args[1].value.kind == VALUE_TUPLE ? row_in(&args[1].value) : &one;
    if (!cut(e, args, &part, &from, &is_past))
        return false;
    *out = value_bool(false);
    for (int64_t i = 0; i < wanted->count; i++) {
        if (!text_in(&wanted->item[i]))
            return eval_raise_as(e, "TypeError",
                                 arena_format(e->arena,
                                              "%s first arg must be str or a tuple of str, not %s",
                                              e->call->function->name, value_type(&args[1].value)),
                                 "%s takes a str or a tuple of them, but this is %s",
                                 e->call->function->name, value_kind(&wanted->item[i]));
        if (!eval_spend(e, 1) || !eval_scan(e, text_in(&wanted->item[i])->length))
            return false;
        out->truth = out->truth || (!is_past && has_end(&part, text_in(&wanted->item[i]),
                                                        e->call->function->which));
    }
    return true;
}

/* How many bytes end a line at `at`: 0 for none. */
static size_t line_end(const Text *text, size_t at)
{
    uint32_t c;
    size_t n = utf8_next(text->bytes + at, text->length - at, &c);
    if (c == '\r' && at + 1 < text->length && text->bytes[at + 1] == '\n')
        return 2;
    bool ends = (c >= 10 && c <= 13) || (c >= 28 && c <= 30) || c == 0x85 || c == 0x2028 ||
                c == 0x2029;
    return ends ? n : 0;
}

static bool call_splitlines(Eval *e, Arg *args, Value *out)
{
    const Text *text = text_in(&args[0].value);
    bool keep = args[1].truth;
    if (!eval_scan(e, text->length))
        return false;
    *out = value_list(e->arena, VALUE_LIST);
    size_t start = 0, at = 0;
    while (at < text->length) {
        size_t n = line_end(text, at);
        if (n > 0) {
            if (!eval_spend(e, 1) || !add_piece(e, out, text, start, at + (keep ? n : 0)))
                return false;
            start = at + n;
        }
        at += n > 0 ? n : text_step(text, at);
    }
    return start == text->length || add_piece(e, out, text, start, text->length);
}

/* --- what a text consists of -------------------------------------------------------------------- */

/* Tells whether all characters are of some classes, and there is one; *out false after the first that is
 * not. Characters that text_class does not know are refused. */
static bool consists_of(Eval *e, const Text *text, unsigned classes, Value *out)
{
    *out = value_bool(text->length > 0);
    if (!eval_scan(e, text->length))
        return false;
    for (size_t i = 0; i < text->length && out->truth;) {
        uint32_t c;
        size_t n = utf8_next(text->bytes + i, text->length - i, &c);
        unsigned class = text_class(c);
        if (class == 0 || ((classes & TEXT_NUMBER) && c >= 0x80 && !(class & TEXT_BLANK)))
            return eval_refuse_name(e, "letters like '%.*s' are not part of the lesson language",
                                    (int)n, text->bytes + i);
        out->truth = (class & classes) != 0;
        i += n;
    }
    return true;
}

static bool call_consists_of(Eval *e, Arg *args, Value *out)
{
    return consists_of(e, text_in(&args[0].value), (unsigned)e->call->function->which, out);
}

static bool call_isprintable(Eval *e, Arg *args, Value *out)
{
    const Text *text = text_in(&args[0].value);
    uint32_t c;
    *out = value_bool(true);
    for (size_t i = 0; i < text->length; i += utf8_next(text->bytes + i, text->length - i, &c)) {
        utf8_next(text->bytes + i, text->length - i, &c);
        out->truth = out->truth && !value_is_escaped(c);
    }
    return eval_scan(e, text->length);
}

/* isupper, islower: there is a letter that has both forms, and all of them have this one. */
static bool has_case(Eval *e, const Text *text, unsigned wanted, Value *out)
{
    *out = value_bool(false);
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        i += utf8_next(text->bytes + i, text->length - i, &c);
        unsigned class = text_class(c) & (TEXT_UPPER | TEXT_LOWER);
        if (!text_class(c) && !text_has_one_form(c))
            return eval_refuse_name(e, "whether U+%04X is a small letter is not known here", c);
        if (class && !(class & wanted)) {
            out->truth = false;
            break;
        }
        out->truth = out->truth || class;
    }
    return eval_scan(e, text->length);
}

static bool call_has_case(Eval *e, Arg *args, Value *out)
{
    return has_case(e, text_in(&args[0].value), (unsigned)e->call->function->which, out);
}

/* --- characters by number ----------------------------------------------------------------------- */

static bool call_ord(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].text;
    uint32_t c = 0;
    long long count = text_characters(text);
    if (count != 1)
        return eval_raise_as(
            e, "TypeError",
            arena_format(e->arena, "ord() expected a character, but string of length %lld found",
                         count),
            "ord takes one character, but this text has %lld", count);
    utf8_next(text->bytes, text->length, &c);
    *out = value_int(c);
    return eval_scan(e, text->length);
}

static bool call_chr(Eval *e, Arg *args, Value *out)
{
    const int64_t i = args[0].integer;
    char bytes[4];
    if (i < 0 || i > 0x10FFFF)
        return eval_raise_as(e, "ValueError", "chr() arg not in range(0x110000)",
                             "chr: there is no character %lld", (long long)i);
    if (i >= 0xD800 && i < 0xE000)
        return eval_refuse_name(e, "chr: %lld is half a character", (long long)i);
    *out = value_text(e->arena, bytes, utf8_put(bytes, (uint32_t)i));
    return true;
}

#define IN_PYTHON(name, params)                                                                    \
    {                                                                                              \
        name, OF_STR, params, native_in_python, .data = "of-str"                                   \
    }
const Function names_str[] = {
    {"split", OF_STR, "self / sep:s=None maxsplit:i=-1", call_split},
    IN_PYTHON("rsplit", "self / sep:s=None maxsplit:i=-1"),
    {"splitlines", OF_STR, "self / keepends:b=False", call_splitlines},
    IN_PYTHON("partition", "self sep:s /"),
    IN_PYTHON("rpartition", "self sep:s /"),
    {"join", OF_STR, "self iterable /", call_join},
    {"lower", OF_STR, "self /", call_case, .which = TEXT_TO_LOWER},
    {"upper", OF_STR, "self /", call_case, .which = TEXT_TO_UPPER},
    {"title", OF_STR, "self /", call_case, .which = TEXT_TO_TITLE},
    {"capitalize", OF_STR, "self /", call_case, .which = TEXT_TO_CAPITAL},
    {"swapcase", OF_STR, "self /", call_case, .which = TEXT_TO_SWAPPED},
    {"casefold", OF_STR, "self /", call_case, .which = TEXT_TO_FOLDED},
    {"strip", OF_STR, "self chars:s=None /", call_strip, .which = AT_START | AT_END},
    {"lstrip", OF_STR, "self chars:s=None /", call_strip, .which = AT_START},
    {"rstrip", OF_STR, "self chars:s=None /", call_strip, .which = AT_END},
    {"replace", OF_STR, "self old:s new:s / count:i=-1", call_replace},
    {"find", OF_STR, "self sub:s start:i=None end:i=None /", call_find},
    IN_PYTHON("rfind", "self sub:s start:i=None end:i=None /"),
    {"index", OF_STR, "self sub:s start:i=None end:i=None /", call_index},
    IN_PYTHON("rindex", "self sub:s start:i=None end:i=None /"),
    {"count", OF_STR, "self sub:s start:i=None end:i=None /", call_count},
    {"startswith", OF_STR, "self prefix start:i=None end:i=None /", call_has_end,
     .which = AT_START},
    {"endswith", OF_STR, "self suffix start:i=None end:i=None /", call_has_end, .which = AT_END},
    IN_PYTHON("removeprefix", "self prefix:s /"),
    IN_PYTHON("removesuffix", "self suffix:s /"),
    IN_PYTHON("ljust", "self width:i fillchar:s= /"),
    IN_PYTHON("rjust", "self width:i fillchar:s= /"),
    IN_PYTHON("center", "self width:i fillchar:s= /"),
    IN_PYTHON("zfill", "self width:i /"),
    IN_PYTHON("expandtabs", "self tabsize:i=8"),
    {"isalpha", OF_STR, "self /", call_consists_of, .which = TEXT_LETTER},
    {"isdigit", OF_STR, "self /", call_consists_of, .which = TEXT_DIGIT},
    {"isdecimal", OF_STR, "self /", call_consists_of, .which = TEXT_DIGIT},
    {"isnumeric", OF_STR, "self /", call_consists_of, .which = TEXT_DIGIT | TEXT_NUMBER},
    {"isalnum", OF_STR, "self /", call_consists_of, .which = TEXT_LETTER | TEXT_DIGIT},
    {"isspace", OF_STR, "self /", call_consists_of, .which = TEXT_BLANK},
    {"isupper", OF_STR, "self /", call_has_case, .which = TEXT_UPPER},
    {"islower", OF_STR, "self /", call_has_case, .which = TEXT_LOWER},
    IN_PYTHON("istitle", "self /"),
    IN_PYTHON("isascii", "self /"),
    IN_PYTHON("isidentifier", "self /"),
    {"isprintable", OF_STR, "self /", call_isprintable},
    {"ord", IN_BUILTIN, "c:s /", call_ord},
    {"chr", IN_BUILTIN, "i:i /", call_chr},
    IN_PYTHON("maketrans", "x y:s= z:s= /"),
    IN_PYTHON("translate", "self table /"),
    {0},
};
