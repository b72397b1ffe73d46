/* Texts: what they have in common with other kinds. Their methods are in str.c. */
#include "python/dispatch.h"
#include "python/outside.h"
#include "python/text.h"

#include <string.h>

static bool text_next(Eval *e, Iterator *it, Value *item)
{
    const Text *text = it->over.text;
    if ((size_t)it->at >= text->length)
        return false;
    size_t n = text_step(text, (size_t)it->at);
    *item = value_text(e->arena, text->bytes + it->at, n);
    it->at += (int64_t)n;
    return true;
}

static bool text_equal(Budget *b, const Value *one, const Value *other, int depth)
{
    const Text *x = one->text, *y = other->text;
    (void)depth;
    if (x == y || x->length != y->length)
        return x == y;
    return budget_scan(b, x->length) && memcmp(x->bytes, y->bytes, x->length) == 0;
}

static bool text_order(Budget *b, const Value *one, const Value *other, int depth, int *order)
{
    const Text *x = one->text, *y = other->text;
    size_t n = x->length < y->length ? x->length : y->length;
    (void)depth;
    if (!budget_scan(b, n))
        return false;
    int c = x == y ? 0 : memcmp(x->bytes, y->bytes, n); /* UTF-8 sorts as its code points do */
    *order = c ? (c > 0) - (c < 0) : (x->length > y->length) - (x->length < y->length);
    return true;
}

static uint64_t text_hash(const Value *v)
{
    uint64_t hash = 1;
    for (size_t i = 0; i < v->text->length; i++)
        hash = hash_mix(hash, (unsigned char)v->text->bytes[i]);
    return hash;
}

static bool text_key(Budget *b, const Value *v, int depth)
{
    (void)depth;
    return budget_scan(b, v->text->length);
}

static bool text_true(const Value *v)
{
    return v->text->length > 0;
}

static void text_write(Writer *w, const Value *v, const Writing *around)
{
    if (writes_str(w, around))
        buf_add(w->out, v->text->bytes, v->text->length);
    else
        write_text(w->out, v->text);
}

/* A text is indexed by its characters: where one of `size` begins, and the end. */
static size_t place_of(const Text *text, int64_t i, int64_t size)
{
    size_t at = 0;
    if (size == (int64_t)text->length)
        return (size_t)i;
    for (; i > 0; i--)
        at += text_step(text, at);
    return at;
}

/* The same of all of them. */
static size_t *character_starts(Eval *e, const Text *text)
{
    size_t *start = arena_many(e->arena, text->length + 1, size_t);
    int64_t count = 0;
    for (size_t i = 0; i < text->length; i += text_step(text, i))
        start[count++] = i;
    start[count] = text->length;
    return start;
}

static bool index_character(Eval *e, const Text *text, const Value *key, Value *out)
{
    int64_t i = 0, size = text_characters(text);
    if (!eval_position(e, key, &size, "str", &i))
        return false;
    size_t at = place_of(text, i, size);
    *out = value_text(e->arena, text->bytes + at, text_step(text, at));
    return true;
}

static bool text_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    const Text *text = v->text;
    (void)n;
    Range cut = {0};
    if (!eval_scan(e, text->length))
        return false;
    int64_t size = text_characters(text);
    if (key->kind != VALUE_SLICE)
        return index_character(e, text, key, out);
    if (!slice_range(e, key->slice, size, &cut))
        return false;
    int64_t count = range_count(&cut);
    if (cut.step == 1 || count == 0) {
        size_t from = count > 0 ? place_of(text, cut.start, size) : 0;
        size_t end = count > 0 ? place_of(text, cut.start + count, size) : 0;
        *out = value_text(e->arena, text->bytes + from, end - from);
        return eval_spend(e, 0);
    }
    const size_t *start = character_starts(e, text);
    Buf part = {0};
    for (int64_t k = 0; k < count; k++) {
        int64_t i = cut.start + k * cut.step;
        buf_add(&part, text->bytes + start[i], start[i + 1] - start[i]);
    }
    return eval_text(e, &part, out);
}

static bool text_join(Eval *e, const Value *a, const Value *b, Value *out)
{
    Buf text = {0};
    buf_add(&text, a->text->bytes, a->text->length);
    buf_add(&text, b->text->bytes, b->text->length);
    return eval_text(e, &text, out);
}

static bool text_repeat(Eval *e, const Value *v, int64_t n, Value *out)
{
    Buf text = {0};
    n = v->text->length > 0 ? n : 0;
    if (!eval_repeat_fits(e, (int64_t)v->text->length, n) || !eval_spend(e, n))
        return false;
    for (int64_t i = 0; i < n; i++)
        buf_add(&text, v->text->bytes, v->text->length);
    return eval_text(e, &text, out);
}

/* text % values, whatever these are. */
static bool text_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                        bool *done)
{
    *done = op == OP_MOD && a->kind == VALUE_STR;
    return !*done || text_percent(e, a->text, b, out);
}

static bool text_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    size_t at;
    if (!text_in(item))
        return outside_allows(e, item) &&
               eval_raise_as(e, "TypeError",
                             arena_format(e->arena,
                                          "'in <string>' requires string as left operand, not %s",
                                          value_type(item)),
                             "'in' does not work between %s and a str", value_kind(item));
    *found = text_find(&e->budget, v->text, item->text, 0, &at);
    return true;
}

static bool text_measure(Eval *e, const Value *v, int64_t *out)
{
    if (!eval_scan(e, v->text->length))
        return false;
    *out = text_characters(v->text);
    return true;
}

/* clang-format off */
const Kind str_kind = {
    .name = "str", .phrase = "a str", .methods = OF_STR, .letter = 's', .is_true = text_true,
    .is_key = text_key, .equal = text_equal, .order = text_order, .hash = text_hash,
    .write = text_write, .next = text_next, .iterator = "str_iterator", .index = text_index,
    .join = text_join, .repeat = text_repeat, .binary = text_binary, .contains = text_contains,
    .measure = text_measure,
};
/* clang-format on */
