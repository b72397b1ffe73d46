/* Reading a pattern, one character after the other, and finding the sizes of its names. Names in
 * brackets are one axis of the tensor; "1" and "()" are an axis of size 1, which has no name. */
#include "core/pattern.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/common.h"
#include "core/context.h"

bool pattern_fail(Qkv *q, const Pattern *p, int at, const char *format, ...)
{
    Buf text = {.arena = qkv_arena(q)};
    int character = 1;
    for (int i = 0; i < at; i++)
        character += ((unsigned char)p->text[i + 1] & 0xc0) != 0x80;
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    return qkv_fail(q, "%s: '%s': character %d: %s", p->who, p->text, character, buf_text(&text));
}

/* --- reading ------------------------------------------------------------------------------------ */

typedef struct PatternReader {
    Qkv *q;
    Pattern *p;
    int at;
    int side;
    int open; /* where the bracket begins that it is in, or -1 */
    bool has_dots;
} PatternReader;

static bool fail_many(Qkv *q, const Pattern *p)
{
    return qkv_lack(q, "%s: the pattern has more than %d names", p->who, PATTERN_MOST);
}

/* Letters beyond ASCII are taken as they come. */
static bool is_of_axis_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c) ||
           ((unsigned char)c & 0x80);
}

static int find_axis(const Pattern *p, const char *text, int length)
{
    for (int i = 0; i < p->axes; i++)
        if (!p->axis[i].is_number && p->axis[i].length == length &&
            memcmp(p->axis[i].text, text, (size_t)length) == 0)
            return i;
    return -1;
}

static bool add_pattern_place(PatternReader *r, int axis)
{
    PatternSide *s = &r->p->side[r->side];
    if (s->places == PATTERN_MOST)
        return fail_many(r->q, r->p);
    s->axis[s->places] = axis;
    s->group[s->places++] = s->groups;
    s->groups += r->open < 0;
    return true;
}

/* A name or a number that stands here: one that this side has not yet. */
static bool add_axis(PatternReader *r, PatternAxis new)
{
    Pattern *p = r->p;
    int i = new.is_number ? -1 : find_axis(p, new.text, new.length);
    if (i >= 0 && p->axis[i].on[r->side])
        return pattern_fail(r->q, p, r->at, "'%.*s' occurs twice on the %s side", new.length,
                            new.text, r->side == PATTERN_LEFT ? "left" : "right");
    if (i < 0 && p->axes == PATTERN_MOST)
        return fail_many(r->q, p);
    if (i < 0) {
        i = p->axes++;
        p->axis[i] = new;
    }
    p->axis[i].on[r->side] = true;
    return add_pattern_place(r, i);
}

static bool read_dots(PatternReader *r)
{
    Pattern *p = r->p;
    if (strncmp(p->text + r->at, "...", 3) != 0)
        return pattern_fail(r->q, p, r->at, "a dot is part of '...' only");
    if (r->has_dots)
        return pattern_fail(r->q, p, r->at, "'...' occurs twice on this side");
    if (r->open >= 0 && r->side == PATTERN_LEFT)
        return pattern_fail(r->q, p, r->at, "'...' cannot be in brackets on the left side");
    r->has_dots = true;
    if (!add_axis(r, (PatternAxis){.text = p->text + r->at, .length = 3, .at = r->at, .size = -1}))
        return false;
    p->dots = find_axis(p, "...", 3);
    p->side[r->side].dots_in_brackets = r->open >= 0;
    r->at += 3;
    return true;
}

/* An axis without a name: those of size 1 are no places. */
static bool read_pattern_number(PatternReader *r, int length)
{
    const char *text = r->p->text + r->at;
    char *end;
    long long size = strtoll(text, &end, 10);
    bool ok = true;
    if (end != text + length)
        return pattern_fail(r->q, r->p, r->at, "'%.*s' is neither a name nor a number", length,
                            text);
    if (size < 1)
        return pattern_fail(r->q, r->p, r->at, "the size of an axis is 1 or more");
    if (size == 1)
        r->p->side[r->side].groups += r->open < 0;
    else
        ok = add_axis(
            r, (PatternAxis){
                   .text = text, .length = length, .at = r->at, .size = size, .is_number = true});
    r->at += length;
    return ok;
}

static bool read_pattern_name(PatternReader *r)
{
    const char *text = r->p->text + r->at;
    int length = 0;
    while (is_of_axis_name(text[length]))
        length++;
    if (is_digit(*text))
        return read_pattern_number(r, length);
    if (*text == '_' || text[length - 1] == '_')
        return pattern_fail(r->q, r->p, r->at, "'%.*s': a name neither begins nor ends with '_'",
                            length, text);
    if (!add_axis(r, (PatternAxis){.text = text, .length = length, .at = r->at, .size = -1}))
        return false;
    r->at += length;
    return true;
}

static bool read_bracket(PatternReader *r)
{
    if (r->p->text[r->at] == '(' && r->open >= 0)
        return pattern_fail(r->q, r->p, r->at, "brackets cannot be inside brackets");
    if (r->p->text[r->at] == ')' && r->open < 0)
        return pattern_fail(r->q, r->p, r->at, "there is no '(' for this ')'");
    r->p->side[r->side].groups += r->open >= 0;
    r->open = r->open < 0 ? r->at : -1;
    r->at++;
    return true;
}

static bool read_one(PatternReader *r)
{
    char c = r->p->text[r->at];
    if (c == ' ') {
        r->at++;
        return true;
    }
    if (c == '(' || c == ')')
        return read_bracket(r);
    if (c == '.')
        return read_dots(r);
    if (is_of_axis_name(c))
        return read_pattern_name(r);
    return pattern_fail(r->q, r->p, r->at,
                        "'%c' has no meaning here: expected names, numbers, brackets or '...'", c);
}

/* Reads one side, up to the arrow or the end. */
static bool read_side(PatternReader *r)
{
    r->open = -1;
    r->has_dots = false;
    while (r->p->text[r->at] && strncmp(r->p->text + r->at, "->", 2) != 0)
        if (!read_one(r))
            return false;
    return r->open < 0 || pattern_fail(r->q, r->p, r->open, "there is no ')' for this '('");
}

bool pattern_read(Qkv *q, const char *who, const char *text, Pattern *p)
{
    *p = (Pattern){.who = who, .text = text, .dots = -1};
    PatternReader r = {.q = q, .p = p};
    if (!read_side(&r))
        return false;
    if (!text[r.at])
        return qkv_fail(q, "%s: '%s': there is no '->' between two sides", who, text);
    r.at += 2;
    r.side = PATTERN_RIGHT;
    return read_side(&r) && (!text[r.at] || pattern_fail(q, p, r.at, "a second '->'"));
}

/* --- sizes ---------------------------------------------------------------------------------------- */

/* "..." on one side becomes `count` places, each an axis of its own unless it is in brackets. */
static void widen(const Pattern *p, PatternSide *s, int count)
{
    PatternSide wide = {0};
    int step = s->dots_in_brackets ? 0 : 1, shift = 0;
    for (int i = 0; i < s->places; i++) {
        bool is_dots = s->axis[i] == p->dots;
        for (int k = 0; k < (is_dots ? count : 1); k++) {
            wide.axis[wide.places] = is_dots ? p->axes + k : s->axis[i];
            wide.group[wide.places++] = s->group[i] + shift + k * step;
        }
        shift += is_dots ? (count - 1) * step : 0;
    }
    wide.groups = s->groups + shift;
    *s = wide;
}

/* Gives "..." the axes of the tensor that it stands for. */
static bool spread_dots(Qkv *q, Pattern *p, const QkvTensor *t)
{
    int count = t->rank - p->side[PATTERN_LEFT].groups + 1;
    if (p->axes + count > PATTERN_MOST || p->side[PATTERN_RIGHT].places + count > PATTERN_MOST)
        return fail_many(q, p);
    widen(p, &p->side[PATTERN_LEFT], count);
    widen(p, &p->side[PATTERN_RIGHT], count);
    for (int k = 0; k < count; k++) {
        p->axis[p->axes] = p->axis[p->dots];
        p->axis[p->axes++].is_number = true;
    }
    return true;
}

static bool set_lengths(Qkv *q, Pattern *p, int count, const QkvLength *lengths)
{
    for (int i = 0; i < count; i++) {
        int axis = find_axis(p, lengths[i].name, (int)strlen(lengths[i].name));
        if (axis < 0 || axis == p->dots)
            return qkv_fail(q, "%s: '%s' has no name '%s', but its size is given", p->who, p->text,
                            lengths[i].name);
        if (lengths[i].size < 1)
            return qkv_fail(q, "%s: the size of '%s' is %lld, and must be 1 or more", p->who,
                            lengths[i].name, (long long)lengths[i].size);
        p->axis[axis].size = lengths[i].size;
    }
    return true;
}

/* The names of one axis of the tensor: the size of one of them can be found out. */
static bool measure_group(Qkv *q, Pattern *p, const QkvTensor *t, int group)
{
    const PatternSide *left = &p->side[PATTERN_LEFT];
    int64_t known = 1, size = t->size[group];
    PatternAxis *open = NULL;
    for (int i = 0; i < left->places; i++) {
        PatternAxis *a = &p->axis[left->axis[i]];
        if (left->group[i] != group)
            continue;
        if (a->size < 0 && open)
            return pattern_fail(q, p, a->at,
                                "the sizes of '%.*s' and '%.*s' are both open: give "
                                "one of them, %.*s=...",
                                open->length, open->text, a->length, a->text, open->length,
                                open->text);
        if (a->size < 0)
            open = a;
        else if (__builtin_mul_overflow(known, a->size, &known))
            return qkv_lack(q, "%s: the sizes are too large", p->who);
    }
    if (open && size % known == 0)
        open->size = size / known;
    else if (open)
        return pattern_fail(q, p, open->at,
                            "axis %d of %s has size %lld, which is not divisible by %lld", group,
                            SIZES(t), (long long)size, (long long)known);
    return open || known == size ||
           qkv_fail(q,
                    "%s: '%s': axis %d of %s has size %lld, but its part of the pattern has %lld",
                    p->who, p->text, group, SIZES(t), (long long)size, (long long)known);
}

bool pattern_measure(Qkv *q, Pattern *p, const QkvTensor *t, int count, const QkvLength *lengths)
{
    const PatternSide *left = &p->side[PATTERN_LEFT];
    bool has_dots = p->dots >= 0 && p->axis[p->dots].on[PATTERN_LEFT];
    int axes = left->groups - has_dots;
    if (has_dots ? t->rank < axes : t->rank != axes)
        return qkv_fail(q, "%s: '%s' is for tensors with %s%d %s, but this one is %s", p->who,
                        p->text, has_dots ? "at least " : "", axes, plural_axes(axes), SIZES(t));
    if (!set_lengths(q, p, count, lengths) || (has_dots && !spread_dots(q, p, t)))
        return false;
    for (int group = 0; group < left->groups; group++)
        if (!measure_group(q, p, t, group))
            return false;
    return true;
}
