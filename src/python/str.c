/* Methods of texts. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/args.h"
#include "python/outside.h"
#include "python/text.h"

static bool add_piece(Eval *e, Value *list, const Text *text, size_t from, size_t to)
{
    return eval_append(e, list->list, value_text(e->arena, text->bytes + from, to - from));
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
        return eval_raise_as(e, "ValueError", "empty separator", "split: the separator is empty");
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
    int64_t count;
} Join;

static bool join_item(Eval *e, void *context, Value item)
{
    Join *j = context;
    if (item.kind != VALUE_STR)
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
    Join j = {.separator = args[0].value.text};
    if (eval_each(e, &args[1].value, join_item, &j))
        return eval_text(e, &j.text, out);
    buf_release(&j.text);
    return false;
}

static bool change_case(Eval *e, const char *name, const Text *text, TextCase to, Value *out)
{
    Buf changed = {0};
    uint32_t c;
    char bytes[4];
    enum { EACH = 4 }; /* a character is looked up, which costs more than passing it */
    if (!eval_scan(e, EACH * text->length))
        return false;
    if (text_change(&changed, text, to, &c))
        return eval_text(e, &changed, out);
    buf_release(&changed);
    return eval_refuse_name(e, "%s: letters like '%.*s' are not part of the lesson language", name,
                            (int)utf8_put(bytes, c), bytes);
}

static bool call_case(Eval *e, Arg *args, Value *out)
{
    const Function *f = e->call->function;
    return change_case(e, f->name, args[0].value.text, (TextCase)f->which, out);
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

enum { AT_START = 1, AT_END = 2 };

static bool strip(Eval *e, Arg *args, int where, Value *out)
{
    const Text *text = args[0].value.text, *chars = args[1].has ? args[1].text : NULL;
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
    const Text *text = args[0].value.text, *old = args[1].text, *new = args[2].text;
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
    const Text *text = args[0].value.text;
    *part = *text;
    *from = 0;
    *is_past = false;
    if (!args[2].has && !args[3].has)
        return eval_spend(e, 1);
    if (!eval_scan(e, text->length))
        return false;
    int64_t size = text_characters(text);
    int64_t ends[2] = {args[2].has ? args[2].integer : 0, args[3].has ? args[3].integer : size};
    for (int i = 0; i < 2; i++) {
        ends[i] += ends[i] < 0 ? size : 0;
        ends[i] = ends[i] < 0 ? 0 : ends[i];
    }
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

/* The last place of `what`, as text_find finds the first. */
static bool find_last(Budget *b, const Text *text, const Text *what, size_t *at)
{
    size_t from = text->length - what->length;
    if (what->length > text->length)
        return false;
    for (;; from--) {
        if (!budget_scan(b, what->length + 1))
            return false;
        if (memcmp(text->bytes + from, what->bytes, what->length) == 0) {
            *at = from;
            return true;
        }
        if (from == 0)
            return false;
    }
}

/* str.find and rfind: -1 when there is none. args: self, sub, start, end. */
static bool call_find(Eval *e, Arg *args, Value *out)
{
    const bool last = e->call->function->which == AT_END;
    const Text *sub = args[1].text;
    Text part;
    int64_t from;
    size_t at = 0;
    bool is_past;
    if (!cut(e, args, &part, &from, &is_past))
        return false;
    bool found = !is_past && (last ? find_last(&e->budget, &part, sub, &at)
                                   : text_find(&e->budget, &part, sub, 0, &at));
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
    const List *wanted = args[1].value.kind == VALUE_TUPLE ? args[1].value.list : &one;
    if (!cut(e, args, &part, &from, &is_past))
        return false;
    *out = value_bool(false);
    for (int64_t i = 0; i < wanted->count; i++) {
        if (wanted->item[i].kind != VALUE_STR)
            return eval_raise_as(e, "TypeError",
                                 arena_format(e->arena,
                                              "%s first arg must be str or a tuple of str, not %s",
                                              e->call->function->name, value_type(&args[1].value)),
                                 "%s takes a str or a tuple of them, but this is %s",
                                 e->call->function->name, value_kind(&wanted->item[i]));
        if (!eval_spend(e, 1) || !eval_scan(e, wanted->item[i].text->length))
            return false;
        out->truth = out->truth ||
                     (!is_past && has_end(&part, wanted->item[i].text, e->call->function->which));
    }
    return true;
}

static bool call_remove_end(Eval *e, Arg *args, Value *out)
{
    const int where = e->call->function->which;
    const Text *text = args[0].value.text, *what = args[1].text;
    if (!eval_scan(e, text->length))
        return false;
    size_t n = has_end(text, what, where) ? what->length : 0;
    *out = value_text(e->arena, text->bytes + (where == AT_START ? n : 0), text->length - n);
    return true;
}

/* --- cutting into parts ----------------------------------------------------------------------- */

/* (before, separator, after); where it is not found all stands before it, or after the last. */
static bool call_partition(Eval *e, Arg *args, Value *out)
{
    const bool last = e->call->function->which == AT_END;
    const Text *text = args[0].value.text, *sep = args[1].text;
    size_t at = 0;
    if (sep->length == 0)
        return eval_raise(e, "ValueError", "empty separator");
    bool found = last ? find_last(&e->budget, text, sep, &at)
                      : text_find(&e->budget, text, sep, 0, &at);
    if (!eval_scan(e, text->length))
        return false;
    size_t head = found ? at : last ? 0 : text->length;
    size_t tail = found ? at + sep->length : head;
    *out = value_list(e->arena, VALUE_TUPLE);
    return add_piece(e, out, text, 0, head) && add_piece(e, out, text, head, tail) &&
           add_piece(e, out, text, tail, text->length);
}

/* The place before `at` where the character before it is a blank, or is not; 0 where there is none. */
static size_t find_blank_before(const Text *text, size_t at, bool wanted)
{
    while (at > 0) {
        size_t start = at - 1;
        uint32_t c;
        while (start > 0 && ((unsigned char)text->bytes[start] & 0xC0) == 0x80)
            start--;
        utf8_next(text->bytes + start, at - start, &c);
        if (text_is_blank(c) == wanted)
            break;
        at = start;
    }
    return at;
}

static bool rsplit_blanks(Eval *e, const Text *text, int64_t most, Value *out)
{
    if (!eval_scan(e, text->length))
        return false;
    size_t end = find_blank_before(text, text->length, false);
    while (end > 0) {
        bool is_last = out->list->count == most; /* it keeps its blanks, also those at the start */
        size_t start = is_last ? 0 : find_blank_before(text, end, true);
        if (!eval_spend(e, 1) || !add_piece(e, out, text, start, end))
            return false;
        end = find_blank_before(text, start, false);
    }
    return true;
}

static bool rsplit_text(Eval *e, const Text *text, const Text *sep, int64_t most, Value *out)
{
    Text rest = *text;
    size_t at;
    if (sep->length == 0)
        return eval_raise_as(e, "ValueError", "empty separator", "rsplit: the separator is empty");
    for (; out->list->count != most && find_last(&e->budget, &rest, sep, &at); rest.length = at)
        if (!eval_spend(e, 1) || !add_piece(e, out, text, at + sep->length, rest.length))
            return false;
    return add_piece(e, out, text, 0, rest.length);
}

/* As split, from the end on. */
static bool call_rsplit(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text;
    int64_t most = args[2].integer;
    *out = value_list(e->arena, VALUE_LIST);
    if (args[1].has ? !rsplit_text(e, text, args[1].text, most, out)
                    : !rsplit_blanks(e, text, most, out))
        return false;
    for (int64_t i = 0, k = out->list->count - 1; i < k; i++, k--) {
        Value piece = out->list->item[i];
        out->list->item[i] = out->list->item[k];
        out->list->item[k] = piece;
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
    const Text *text = args[0].value.text;
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

/* --- in a width ------------------------------------------------------------------------------- */

/* Blanks before and after, so that it has `width` characters. */
static bool pad(Eval *e, Arg *args, char align, Value *out)
{
    const Text blank = {" ", 1}, *fill = args[2].has ? args[2].text : &blank,
               *text = args[0].value.text;
    int64_t width = args[1].integer;
    if (!eval_scan(e, text->length))
        return false;
    if (text_characters(fill) != 1)
        return eval_raise(e, "TypeError", "The fill character must be exactly one character long");
    int64_t missing = width > 0 ? width - text_characters(text) : 0;
    missing = missing < 0 ? 0 : missing;
    if (missing > LIMIT_ITEMS)
        return eval_refuse_name(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
    int64_t before = align == '>'   ? missing
                     : align == '^' ? missing / 2 + (missing & width & 1)
                                    : 0;
    Buf padded = {0};
    for (int64_t i = 0; i < before; i++)
        buf_add(&padded, fill->bytes, fill->length);
    buf_add(&padded, text->bytes, text->length);
    for (int64_t i = before; i < missing; i++)
        buf_add(&padded, fill->bytes, fill->length);
    return eval_text(e, &padded, out);
}

static bool call_pad(Eval *e, Arg *args, Value *out)
{
    return pad(e, args, (char)e->call->function->which, out);
}

static bool call_zfill(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text, zero = {"0", 1};
    const size_t sign = text->length > 0 && (*text->bytes == '-' || *text->bytes == '+');
    int64_t width = args[1].integer > 0 ? args[1].integer - (int64_t)sign : 0;
    Arg padded[] = {{.value = value_text(e->arena, text->bytes + sign, text->length - sign)},
                    {.integer = width},
                    {.has = true, .text = &zero}};
    Buf made = {0};
    if (!pad(e, padded, '>', out))
        return false;
    buf_add(&made, text->bytes, sign);
    buf_add(&made, out->text->bytes, out->text->length);
    return eval_text(e, &made, out);
}

static bool call_expandtabs(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text;
    int64_t size = args[1].integer, column = 0;
    Buf spread = {0};
    if (!eval_scan(e, text->length))
        return false;
    if (size > LIMIT_PREFIX)
        return eval_refuse_name(e, "expandtabs: tabs wider than %d columns", LIMIT_PREFIX);
    for (size_t i = 0, n; i < text->length && spread.length <= LIMIT_ITEMS; i += n) {
        n = text_step(text, i);
        bool ends = text->bytes[i] == '\n' || text->bytes[i] == '\r';
        int64_t blanks = size > 0 ? size - column % size : 0;
        if (text->bytes[i] == '\t')
            buf_fill(&spread, ' ', (int)blanks);
        else
            buf_add(&spread, text->bytes + i, n);
        column = ends ? 0 : column + (text->bytes[i] == '\t' ? blanks : 1);
    }
    return eval_text(e, &spread, out);
}

/* --- what a text consists of -------------------------------------------------------------------- */

/* Whether all characters are of some classes, and there is one; *out false after the first that is
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
    return consists_of(e, args[0].value.text, (unsigned)e->call->function->which, out);
}

static bool call_isascii(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text;
    *out = value_bool(true);
    for (size_t i = 0; i < text->length; i++)
        out->truth = out->truth && (unsigned char)text->bytes[i] < 0x80;
    return eval_scan(e, text->length);
}

static bool call_isprintable(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text;
    uint32_t c;
    *out = value_bool(true);
    for (size_t i = 0; i < text->length; i += utf8_next(text->bytes + i, text->length - i, &c)) {
        utf8_next(text->bytes + i, text->length - i, &c);
        out->truth = out->truth && !value_is_escaped(c);
    }
    return eval_scan(e, text->length);
}

static bool call_isidentifier(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text;
    Value rest;
    Buf letters = {0}; /* _ counts as a letter, and digits not at the start */
    for (size_t i = 0; i < text->length; i++)
        buf_putc(&letters, text->bytes[i] == '_' ? 'x' : text->bytes[i]);
    bool digit = text->length > 0 && *text->bytes >= '0' && *text->bytes <= '9';
    if (!eval_text(e, &letters, &rest) || !consists_of(e, rest.text, TEXT_LETTER | TEXT_DIGIT, out))
        return false;
    out->truth = out->truth && !digit;
    return true;
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
    return has_case(e, args[0].value.text, (unsigned)e->call->function->which, out);
}

static bool call_istitle(Eval *e, Arg *args, Value *out)
{
    Value title;
    if (!change_case(e, "title", args[0].value.text, TEXT_TO_TITLE, &title) ||
        !has_case(e, args[0].value.text, TEXT_UPPER | TEXT_LOWER, out))
        return false;
    out->truth = out->truth && value_equal(&e->budget, &title, &args[0].value);
    return true;
}

/* --- characters by number ----------------------------------------------------------------------- */

static bool code_of(Eval *e, const Text *text, Value *out)
{
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
    return true;
}

static bool call_ord(Eval *e, Arg *args, Value *out)
{
    return eval_scan(e, args[0].text->length) && code_of(e, args[0].text, out);
}

static bool character_of(Eval *e, int64_t i, Value *out)
{
    char bytes[4];
    if (i < 0 || i > 0x10FFFF)
        return eval_raise_as(e, "ValueError", "chr() arg not in range(0x110000)",
                             "chr: there is no character %lld", (long long)i);
    if (i >= 0xD800 && i < 0xE000)
        return eval_refuse_name(e, "chr: %lld is half a character", (long long)i);
    *out = value_text(e->arena, bytes, utf8_put(bytes, (uint32_t)i));
    return true;
}

static bool call_chr(Eval *e, Arg *args, Value *out)
{
    return character_of(e, args[0].integer, out);
}

/* Each character of `from` becomes that of `to`, or nothing when `to` is NULL. */
static bool map_characters(Eval *e, Dict *table, const Text *from, const Text *to)
{
    uint32_t a, b = 0;
    for (size_t i = 0, k = 0; i < from->length;) {
        i += utf8_next(from->bytes + i, from->length - i, &a);
        k += to ? utf8_next(to->bytes + k, to->length - k, &b) : 0;
        Value key = value_int(a), item = to ? value_int(b) : value_none;
        if (!eval_spend(e, 1) || !eval_put(e, table, &key, &item))
            return false;
    }
    return true;
}

/* str.maketrans(from, to, without), or of a dict: a dict from numbers to what they become. */
static bool call_maketrans(Eval *e, Arg *args, Value *out)
{
    if (e->call->is_method) /* "".maketrans(x, y): the text before the dot is nothing to it */
        args++;
    const Value *x = &args[0].value;
    *out = value_dict(e->arena);
    for (int64_t i = 0; x->kind == VALUE_DICT && i < x->dict->key.count; i++) {
        Value key = x->dict->key.item[i];
        if (!eval_spend(e, 1) || (key.kind == VALUE_STR && !code_of(e, key.text, &key)) ||
            !eval_put(e, out->dict, &key, &x->dict->item.item[i]))
            return false;
    }
    if (x->kind == VALUE_DICT)
        return true;
    if (x->kind != VALUE_STR || !args[1].has ||
        text_characters(x->text) != text_characters(args[1].text))
        return eval_raise_as(e, "ValueError",
                             "the first two maketrans arguments must have equal length",
                             "maketrans takes two texts of the same length");
    return map_characters(e, out->dict, x->text, args[1].text) &&
           (!args[2].has || map_characters(e, out->dict, args[2].text, NULL));
}

static bool call_translate(Eval *e, Arg *args, Value *out)
{
    const Text *text = args[0].value.text;
    Buf made = {0};
    if (args[1].value.kind != VALUE_DICT)
        return arg_wrong(e, &args[1].value, "table", "a dict");
    for (size_t i = 0, n; i < text->length && made.length <= LIMIT_ITEMS && eval_spend(e, 1);
         i += n) {
        uint32_t c;
        n = utf8_next(text->bytes + i, text->length - i, &c);
        Value key = value_int(c), to = {0};
        const Value *item = dict_find(&e->budget, args[1].value.dict, &key);
        to = item ? *item : to;
        if (to.kind == VALUE_INT && !character_of(e, to.integer, &to))
            break;
        if (!item)
            buf_add(&made, text->bytes + i, n);
        else if (to.kind == VALUE_STR)
            buf_add(&made, to.text->bytes, to.text->length);
    }
    if (!e->err->set)
        return eval_text(e, &made, out);
    buf_release(&made);
    return false;
}

const Function names_str[] = {
    {"split", OF_STR, "self / sep:s=None maxsplit:i=-1", call_split},
    {"rsplit", OF_STR, "self / sep:s=None maxsplit:i=-1", call_rsplit},
    {"splitlines", OF_STR, "self / keepends:b=False", call_splitlines},
    {"partition", OF_STR, "self sep:s /", call_partition, .which = AT_START},
    {"rpartition", OF_STR, "self sep:s /", call_partition, .which = AT_END},
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
    {"find", OF_STR, "self sub:s start:i=None end:i=None /", call_find, .which = AT_START},
    {"rfind", OF_STR, "self sub:s start:i=None end:i=None /", call_find, .which = AT_END},
    {"index", OF_STR, "self sub:s start:i=None end:i=None /", call_index, .which = AT_START},
    {"rindex", OF_STR, "self sub:s start:i=None end:i=None /", call_index, .which = AT_END},
    {"count", OF_STR, "self sub:s start:i=None end:i=None /", call_count},
    {"startswith", OF_STR, "self prefix start:i=None end:i=None /", call_has_end,
     .which = AT_START},
    {"endswith", OF_STR, "self suffix start:i=None end:i=None /", call_has_end, .which = AT_END},
    {"removeprefix", OF_STR, "self prefix:s /", call_remove_end, .which = AT_START},
    {"removesuffix", OF_STR, "self suffix:s /", call_remove_end, .which = AT_END},
    {"ljust", OF_STR, "self width:i fillchar:s= /", call_pad, .which = '<'},
    {"rjust", OF_STR, "self width:i fillchar:s= /", call_pad, .which = '>'},
    {"center", OF_STR, "self width:i fillchar:s= /", call_pad, .which = '^'},
    {"zfill", OF_STR, "self width:i /", call_zfill},
    {"expandtabs", OF_STR, "self tabsize:i=8", call_expandtabs},
    {"isalpha", OF_STR, "self /", call_consists_of, .which = TEXT_LETTER},
    {"isdigit", OF_STR, "self /", call_consists_of, .which = TEXT_DIGIT},
    {"isdecimal", OF_STR, "self /", call_consists_of, .which = TEXT_DIGIT},
    {"isnumeric", OF_STR, "self /", call_consists_of, .which = TEXT_DIGIT | TEXT_NUMBER},
    {"isalnum", OF_STR, "self /", call_consists_of, .which = TEXT_LETTER | TEXT_DIGIT},
    {"isspace", OF_STR, "self /", call_consists_of, .which = TEXT_BLANK},
    {"isupper", OF_STR, "self /", call_has_case, .which = TEXT_UPPER},
    {"islower", OF_STR, "self /", call_has_case, .which = TEXT_LOWER},
    {"istitle", OF_STR, "self /", call_istitle},
    {"isascii", OF_STR, "self /", call_isascii},
    {"isidentifier", OF_STR, "self /", call_isidentifier},
    {"isprintable", OF_STR, "self /", call_isprintable},
    {"ord", IN_BUILTIN, "c:s /", call_ord},
    {"chr", IN_BUILTIN, "i:i /", call_chr},
    {"maketrans", OF_STR, "x y:s= z:s= /", call_maketrans},
    {"translate", OF_STR, "self table /", call_translate},
    {0},
};
