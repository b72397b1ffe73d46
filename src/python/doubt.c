/* Questions to a name and a value before they are read: whether they are in doubt, and since which line. The marks
 * are set in doubt_mark.c. */
#include "python/doubt.h"

#include <string.h>

#include "base/common.h"
#include "python/outside.h"

/* --- names that are not there ------------------------------------------------------------------- */

static bool is_of_name(char c)
{
    return is_letter(c) || is_digit(c) || (unsigned char)c >= 0x80;
}

/* True when a name stands somewhere in these bytes. */
bool doubt_mentions(const char *source, size_t start, size_t end, const char *name)
{
    size_t length = strlen(name);
    for (size_t at = start; at + length <= end; at++)
        if (memcmp(source + at, name, length) == 0 &&
            (at == start || !is_of_name(source[at - 1])) &&
            (at + length == end || !is_of_name(source[at + length])))
            return true;
    return false;
}

/* The latest that tells of a name; code that could not be read is searched only when that is wanted. */
static const Lost *find_lost(Eval *e, const char *name, bool in_code)
{
    const Doubts *d = e->doubts;
    const Value *last = d ? eval_find_in(&d->latest, name) : NULL;
    int64_t named = -1;
    if (last)
        value_integer(last, &named);
    for (int i = d && in_code ? d->unreads - 1 : -1; i >= 0 && d->unread[i] > named; i--) {
        const Lost *lost = &d->lost[d->unread[i]];
        budget_scan(&e->budget, lost->end - lost->start);
        if (lost->end == 0 || doubt_mentions(e->source, lost->start, lost->end, name))
            return lost;
    }
    return named < 0 ? NULL : &d->lost[named];
}

const Lost *doubt_lost(Eval *e, const char *name)
{
    return find_lost(e, name, true);
}

/* --- marks ------------------------------------------------------------------------------------ */

/* Code of the lesson: what it reads is looked at as it runs. */
bool doubt_is_code(const Value *v)
{
    return v->kind == VALUE_CLOSURE || v->kind == VALUE_CLASS || v->kind == VALUE_BOUND ||
           v->kind == VALUE_SUPER || v->kind == VALUE_WRAPPED;
}

const HeapPlace *doubt_place(const Eval *e, const Value *v)
{
    const void *at[2];
    for (int i = 0, count = e->doubts ? heap_addresses(v, at) : 0; i < count; i++) {
        const HeapPlace *p = places_find(&e->doubts->places, at[i]);
        if (p)
            return p;
    }
    return NULL;
}

/* --- reading ------------------------------------------------------------------------------------ */

/* A node as it is written in the lesson, on one line and not too long. */
static const char *written(Eval *e, const Node *n)
{
    enum { LONGEST = 40 };
    bool is_library = eval_source(e) != e->source;
    const Node *at = is_library ? eval_caller(e) : n;
    if (!at || at->end <= at->start || !eval_has_text(e, at))
        return "a value";
    const char *text = e->source + at->start;
    size_t length = at->end - at->start;
    if (memchr(text, '\n', length) || length > LONGEST)
        return "a value";
    return arena_text(e->arena, text, length);
}

static bool refuse(Eval *e, Doubt why)
{
    bool is_first = !e->err->set;
    if (is_first)
        e->doubts->why = why;
    return eval_refuse_name(e, "%s is in doubt since line %d", why.what, why.line);
}

bool doubt_allows(Eval *e, const Node *n, const Value *v, bool is_whole)
{
    const HeapPlace *p = doubt_place(e, v);
    if (!p && method_in(v)) { /* looks into its receiver unseen */
        p = doubt_place(e, &method_in(v)->self);
        is_whole = true;
    }
    if (p && (is_whole || !p->is_part))
        return refuse(e, (Doubt){written(e, n), p->line, false});
    int line = e->doubts->unseen[UNSEEN_SETTINGS];
    const char *name = function_in(v)  ? function_in(v)->name
                       : closure_in(v) ? closure_in(v)->name
                                       : "";
    const void *at[2]; /* a list, a dict, an object may hold tensors */
    bool may_hold = is_whole && !doubt_is_code(v) && v->kind != VALUE_FUNCTION &&
                    v->kind != VALUE_METHOD && heap_addresses(v, at) > 0;
    if (line && (may_hold || tensor_in(v) || outside_says("settled", name)))
        return refuse(e, (Doubt){"the settings of PyTorch", line, false});
    return true;
}

bool doubt_allows_name(Eval *e, const Node *n, bool is_given)
{
    const Lost *lost = eval_is_local(e, n->text) ? NULL : find_lost(e, n->text, !is_given);
    return !lost || refuse(e, (Doubt){n->text, lost->line, true});
}

bool doubt_allows_unseen(Eval *e, Unseen which, const char *what)
{
    int line = e->doubts->unseen[which];
    return !line || refuse(e, (Doubt){what, line, false});
}

void doubt_seeded(Eval *e, Unseen which)
{
    if (e->doubts)
        e->doubts->unseen[which] = 0;
}

void doubt_missed(Eval *e)
{
    e->is_final = true;
    e->doubts->why = (Doubt){.line = e->doubts->unseen[UNSEEN_GENERATOR]};
}

const Doubt *doubt_why(const Eval *e)
{
    return e->doubts && e->err->set && e->doubts->why.line ? &e->doubts->why : NULL;
}
