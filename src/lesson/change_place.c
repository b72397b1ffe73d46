/* A label stands for its index along the axis that its place in the brackets means. Brackets may follow
 * each other, as pages write a cell: E[she][f1]. */
#include "lesson/change_place.h"

#include <string.h>

#include "base/common.h"
#include "lesson/code.h"
#include "lesson/result.h"
#include "python/names.h"
#include "python/parser.h"

typedef struct Resolver {
    const char *file; /* name of the text in errors */
    Arena *a;
    const Run *run;
    const char *text;
    const QkvTensor *t;
    int axis[QKV_MAX_RANK]; /* of `t`, that the next subscripts are about */
    int axes;
    int64_t index[QKV_MAX_RANK]; /* along each axis of `t` where one is named, else -1 */
    int64_t
        first; /* the index along axis 0, which says whose labels an axis has; -1: all of them */
    bool only_places;  /* no slices but ":", and no names of the lesson's own */
    const char *guard; /* a name that is False where the place need not be there, or NULL */
    Buf out;
    size_t done; /* of the text */
    Err *err;
} Resolver;

static bool fail_at(Resolver *r, const Node *n, const char *message)
{
    return err_set(r->err, (Loc){r->file, n->line, n->col, n->width}, "%s", message);
}

/* --- labels --------------------------------------------------------------------------------------- */

static const char *label_at(const Resolver *r, int axis, int64_t i)
{
    const QkvAxis *x = &r->t->axis[axis];
    if (!x->labels || (x->groups > 1 && r->first < 0))
        return NULL;
    int64_t cell = r->first > 0 ? r->first * qkv_tensor_pitch(r->t, 0) : 0;
    return r->t->count > 0 ? qkv_tensor_label(r->t, axis, i, cell) : NULL;
}

static bool fail_label(Resolver *r, const Node *n, int axis)
{
    const char *nearest = NULL, *name = r->t->axis[axis].name;
    for (int64_t i = 0; i < r->t->size[axis]; i++)
        if (label_at(r, axis, i))
            nearest = names_closer(n->text, label_at(r, axis, i), nearest);
    const char *what = name ? name : axis == r->t->rank - 1 ? "column" : "row";
    if (nearest)
        return fail_at(r, n,
                       arena_format(r->a, "no %s is labelled '%s': did you mean '%s'?", what,
                                    n->text, nearest));
    if (r->t->axis[axis].groups > 1 && r->first < 0)
        return fail_at(r, n, "labels that differ from item to item: begin with the item's number");
    return fail_at(r, n,
                   arena_format(r->a, "no %s is labelled '%s': write its number, 0 to %lld", what,
                                n->text, (long long)r->t->size[axis] - 1));
}

/* A name in brackets is a label, or one of the lesson's own. */
static bool read_label(Resolver *r, const Node *n, int axis, int64_t *index)
{
    int64_t found = -1, count = 0;
    for (int64_t i = 0; i < r->t->size[axis]; i++) {
        const char *label = label_at(r, axis, i);
        if (label && strcmp(label, n->text) == 0) {
            found = found < 0 ? i : found;
            count++;
        }
    }
    *index = found;
    if (count > 1)
        return fail_at(r, n,
                       arena_format(r->a,
                                    "%lld are labelled '%s': write the number, the first "
                                    "is %lld",
                                    (long long)count, n->text, (long long)found));
    bool is_own = n->kind == NODE_NAME && !r->only_places &&
                  code_maker(r->run->lesson, NULL, n->text);
    return count == 1 || is_own || fail_label(r, n, axis);
}

/* --- subscripts ----------------------------------------------------------------------------------- */

/* The text up to a node, and a number in the place of the node. */
static void put_resolved_index(Resolver *r, const Node *n, int64_t index)
{
    buf_add(&r->out, r->text + r->done, n->start - r->done);
    buf_printf(&r->out, "%lld", (long long)index);
    if (r->guard && index > 0)
        buf_printf(&r->out, " if %s else 0", r->guard);
    r->done = n->end;
}

/* A label or a number along an axis; *index is -1 for what only the run will tell. */
static bool read_index(Resolver *r, const Node *n, int axis, int64_t *index)
{
    int64_t size = r->t->size[axis];
    bool is_minus = n->kind == NODE_UNARY && n->op == OP_NEG && n->kid[0]->kind == NODE_INT;
    *index = -1;
    if (n->kind == NODE_NAME || n->kind == NODE_STRING) {
        if (!read_label(r, n, axis, index))
            return false;
        if (*index >= 0)
            put_resolved_index(r, n, *index);
    } else if (n->kind == NODE_INT || is_minus) {
        int64_t i = is_minus ? -n->kid[0]->integer : n->integer;
        *index = i < 0 ? i + size : i;
        if (*index < 0 || *index >= size)
            return fail_at(r, n,
                           arena_format(r->a,
                                        "index %lld is out of bounds: the axis has %lld, "
                                        "0 to %lld",
                                        (long long)i, (long long)size, (long long)size - 1));
        if (r->guard)
            put_resolved_index(r, n, *index);
    }
    return true;
}

/* Reads one subscript. Returns whether the axis is left for the next brackets in *stays. */
static bool read_subscript(Resolver *r, const Node *n, int axis, bool *stays)
{
    int64_t index;
    *stays = n->kind == NODE_SLICE;
    if (*stays && r->only_places && (n->kid[0] || n->kid[1] || n->kid[2]))
        return fail_at(r, n, "name single positions, or all of them with ':'");
    for (int i = 0; n->kind == NODE_SLICE && i < 2; i++) {
        const Node *end = n->kid[i];
        if (end && (end->kind == NODE_NAME || end->kind == NODE_STRING) &&
            !read_index(r, end, axis, &index))
            return false;
    }
    if (n->kind == NODE_SLICE)
        return true;
    if (!read_index(r, n, axis, &index))
        return false;
    r->index[axis] = index;
    if (axis == 0)
        r->first = index;
    return true;
}

static bool read_brackets(Resolver *r, const Node *key)
{
    const Node *const *item = key->kind == NODE_TUPLE ? (const Node *const *)key->kid : &key;
    int items = key->kind == NODE_TUPLE ? key->kids : 1, named = 0;
    int left[QKV_MAX_RANK], lefts = 0, at = 0;
    for (int i = 0; i < items; i++)
        named += item[i]->kind != NODE_NONE && item[i]->kind != NODE_ELLIPSIS;
    if (named > r->axes)
        return fail_at(r, item[items - 1],
                       arena_format(r->a, "too many indices: %d, but there %s %d %s", named,
                                    r->axes == 1 ? "is" : "are", r->axes, plural_axes(r->axes)));
    for (int i = 0; i < items; i++) {
        bool stays = true;
        if (item[i]->kind == NODE_NONE)
            continue;
        for (int skip = item[i]->kind == NODE_ELLIPSIS ? r->axes - named : 0; skip > 0; skip--)
            left[lefts++] = r->axis[at++];
        if (item[i]->kind == NODE_ELLIPSIS)
            continue;
        if (!read_subscript(r, item[i], r->axis[at], &stays))
            return false;
        if (stays)
            left[lefts++] = r->axis[at];
        at++;
    }
    while (at < r->axes)
        left[lefts++] = r->axis[at++];
    memcpy(r->axis, left, (size_t)lefts * sizeof *left);
    r->axes = lefts;
    return true;
}

static bool read_chain(Resolver *r, const Node *target)
{
    return target->kind != NODE_INDEX ||
           (read_chain(r, target->kid[0]) && read_brackets(r, target->kid[1]));
}

static Resolver begin_resolver(Arena *a, const Run *run, const char *text, const QkvTensor *t,
                               Err *err)
{
    Resolver r = {
        .a = a, .run = run, .text = text, .t = t, .axes = t->rank, .first = -1, .err = err};
    for (int i = 0; i < t->rank; i++) {
        r.axis[i] = i;
        r.index[i] = -1;
    }
    return r;
}

const char *change_place(Arena *a, const Run *run, const char *text, const Node *target,
                         const QkvTensor *t, const char *guard, Err *err)
{
    Resolver r = begin_resolver(a, run, text, t, err);
    r.file = "change";
    r.guard = guard;
    r.done = target->start;
    bool ok = read_chain(&r, target);
    buf_add(&r.out, text + r.done, target->end - r.done);
    const char *place = arena_keep(a, &r.out);
    return ok ? place : NULL;
}

/* --- a cell --------------------------------------------------------------------------------------- */

static const Node *parse_place(Arena *a, const char *text, Err *err)
{
    Code code = {.file = "cell", .source = text, .end = strlen(text), .line = 1};
    Program program;
    if (!parse(a, &code, &program, err))
        return NULL;
    const Node *n = program.count == 1 ? program.statement[0].node : NULL;
    if (n && n->kind == NODE_EXPRESSION)
        return n->kid[0];
    err_set(err, (Loc){"cell", 1, 1, (int)strlen(text)},
            "this is not a cell: write one such as weights[0, 1]");
    return NULL;
}

bool place_part(Arena *a, const Run *run, const char *text, PlacePart *out, Err *err)
{
    return place_part_of(a, run, text, NULL, NULL, out, err);
}

bool place_part_of(Arena *a, const Run *run, const char *text, const char *own, const QkvTensor *t,
                   PlacePart *out, Err *err)
{
    const Node *n = parse_place(a, text, err), *base = n;
    if (!n)
        return false;
    while (base->kind == NODE_INDEX)
        base = base->kid[0];
    const char *name = arena_text(a, text + base->start, base->end - base->start);
    bool is_own = same_text(name, own);
    const Result shown = {.tensor = t};
    Results results = is_own ? (Results){0} : results_of(a, run);
    const Result *found = is_own ? &shown : results_find(&results, name);
    if (!found) {
        const char *nearest = results_nearest(&results, name);
        return err_set(err, (Loc){"cell", base->line, 1, (int)strlen(name)},
                       "no result is called '%s'%s%s%s", name, nearest ? ": did you mean '" : "",
                       nearest ? nearest : "", nearest ? "'?" : "");
    }
    Resolver r = begin_resolver(a, run, text, found->tensor, err);
    r.file = "cell";
    r.only_places = true;
    bool ok = read_chain(&r, n);
    buf_release(&r.out);
    *out = (PlacePart){.text = text, .name = name, .t = found->tensor};
    memcpy(out->index, r.index, sizeof out->index);
    return ok;
}
