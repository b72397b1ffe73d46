/* Meaning of code by its names alone: nothing is run.
 *
 * Before: a statement or the body of a function, and the names as they are bound now (in the function, around it, in
 * the lesson). Each name hands on its value; each attribute, call, target and text that is code adds what it does.
 * After: a name that the code loses is in `lost`, a method that it calls in `called`; what is for plots does nothing.
 * Names that are not there stand for the statement that lost them, whose code is walked in turn.
 * It ends: trees of code end, and each function and failure is walked once. */
#include "python/reach.h"

#include <string.h>

#include "base/common.h"
#include "python/outside.h"

/* --- names -------------------------------------------------------------------------------------- */

static bool is_own(const ReachWalk *w, const char *name)
{
    for (int i = 0; w->in && i < w->in->locals->count; i++)
        if (w->in->locals->local[i].kind == LOCAL_OWN &&
            strcmp(w->in->locals->local[i].name, name) == 0)
            return true;
    return false;
}

/* The value of a name in the code at hand; NULL for a function's own, and when there is none. */
static const Value *look_up(const ReachWalk *w, const Node *n)
{
    const Value *v = NULL;
    if (n->kind != NODE_NAME || is_own(w, n->text))
        return NULL;
    for (const Scope *s = w->in ? w->in->scope : w->e->scope; s && !v; s = s->outer)
        v = eval_find_in(s, n->text);
    return v && v->kind != VALUE_ABSENT ? v : NULL;
}

/* True for a name that Python gives and the lesson has not bound. */
static bool is_given(const ReachWalk *w, const Node *n, Value *out)
{
    return n->kind == NODE_NAME && !is_own(w, n->text) && !look_up(w, n) &&
           !doubt_lost(w->e, n->text) && names_given(w->e, n->text, out);
}

/* A name stands in the code: for itself, and for methods that it may be of. */
static void mention(ReachWalk *w, const char *name)
{
    if (eval_find_in(&w->named, name))
        return;
    eval_bind_in(w->e, &w->named, name, value_none);
    w->r->does |= outside_does(name);
}

static void take_name(ReachWalk *w, const Node *n)
{
    Value given;
    const Value *v = look_up(w, n);
    const Lost *lost = v ? NULL : doubt_lost(w->e, n->text);
    if (v) {
        reach_take(w->e, w, v);
        eval_bind_in(w->e, &w->taken, n->text, value_none);
    }
    if (v || is_own(w, n->text))
        return;
    if (lost)
        reach_failure(w, lost->failure);
    if (is_given(w, n, &given))
        reach_take(w->e, w, &given);
    mention(w, n->text); /* type, getattr; a function that is defined in the statement */
    if (outside_says("texts", n->text))
        w->r->does |= DOES_ANYTHING;
}

/* torch.special.i0: true for a path that a module begins. */
static bool find_path(ReachWalk *w, const Node *n, const char **path)
{
    Value given;
    const Value *v = look_up(w, n);
    if (is_given(w, n, &given))
        v = &given;
    if (v && space_in(v)) {
        *path = space_in(v)->path;
        return !space_in(v)->helper;
    }
    if (n->kind != NODE_ATTRIBUTE || !find_path(w, n->kid[0], path))
        return false;
    *path = arena_format(w->e->arena, "%s.%s", *path, n->text);
    return true;
}

/* --- plots -------------------------------------------------------------------------------------- */

/* A plot, or what is made from one: by call, index, attribute or loop, also where that failed. */
static bool is_quiet(ReachWalk *w, const Node *n)
{
    const char *path;
    for (; n->kind == NODE_ATTRIBUTE || n->kind == NODE_CALL || n->kind == NODE_INDEX;
         n = n->kid[0])
        if (n->kind == NODE_ATTRIBUTE && find_path(w, n, &path) &&
            outside_does_path(path) == DOES_QUIET)
            return true;
    const Value *v = look_up(w, n);
    if (v || n->kind != NODE_NAME)
        return v && outside_is_quiet(v);
    const Lost *lost = is_own(w, n->text) ? NULL : doubt_lost(w->e, n->text);
    return eval_find_in(&w->r->quiet, n->text) || (lost && lost->is_quiet);
}

static bool mentions_quiet(ReachWalk *w, const Node *n)
{
    bool found = is_quiet(w, n);
    for (int i = 0; i < n->kids && !found; i++)
        found = n->kid[i] && mentions_quiet(w, n->kid[i]);
    return found;
}

static void be_quiet(ReachWalk *w, const Node *target)
{
    if (target->kind == NODE_NAME && !look_up(w, target))
        eval_bind_in(w->e, &w->r->quiet, target->text, value_none);
    for (int i = 0; target->kind == NODE_TUPLE && i < target->kids; i++)
        be_quiet(w, target->kid[i]);
}

/* --- code --------------------------------------------------------------------------------------- */

static void lose_name(ReachWalk *w, Scope *scope, const char *name)
{
    arena_push(w->e->arena, w->r->lost, w->r->losts, ((Lost){.name = name, .scope = scope}));
}

/* A text that is code: read, and walked. False when it is none. */
static bool walk_text(ReachWalk *w, const Node *n)
{
    Program program = {0};
    Err err = {0};
    const char *text = arena_text(w->e->arena, n->text, (size_t)n->length);
    const Code code = {.file = "", .source = text, .end = (size_t)n->length, .line = 1};
    if (!parse(w->e->arena, &code, &program, &err))
        return false;
    for (int i = 0; i < program.count; i++) {
        const Locals *bound = eval_bound(w->e, program.statement[i].node);
        for (int k = 0; k < bound->count; k++)
            lose_name(w, w->e->scope, bound->local[k].name);
        reach_code(w, program.statement[i].node);
    }
    return true;
}

/* getattr(x, "name"), exec("code"), vars(x): what is told by the text that is given. */
static bool is_told(ReachWalk *w, const Node *n)
{
    const Node *f = n->kid[0], *last = n->kids > 1 ? n->kid[n->kids - 1] : NULL;
    if (f->kind != NODE_NAME || look_up(w, f) || is_own(w, f->text) || !last)
        return false;
    if (outside_is_one_of("exec eval", f->text) && n->kid[1]->kind == NODE_STRING) {
        w->r->does |= n->kids > 2 ? DOES_WRITE : 0; /* the names of a dict */
        return walk_text(w, n->kid[1]);
    }
    if (outside_is_one_of("getattr hasattr", f->text) && n->kids > 2 &&
        n->kid[2]->kind == NODE_STRING) {
        mention(w, n->kid[2]->text);
        return true;
    }
    return strcmp(f->text, "vars") == 0;
}

/* np.add(a, b, out), np.exp(a, out), F.relu(x, True); also by other names. */
static bool writes_by_position(ReachWalk *w, const Node *n, const Value *v)
{
    const Node *f = n->kid[0];
    const Closure *c = v ? closure_in(v) : NULL;
    const char *name = f->kind == NODE_ATTRIBUTE ? f->text : "", *path = "";
    bool is_lessons = v && ((c && !eval_is_librarys(c)) || (class_in(v) && !class_in(v)->module));
    if (!find_path(w, f, &path) && c && c->library)
        path = c->library->name;
    bool is_true = false, is_array = strncmp(path, "numpy", 5) == 0;
    if (v && function_in(v)) {
        name = function_in(v)->name;
        is_array = function_in(v)->homes & IN_NUMPY;
    }
    int plain = 0;
    for (int i = 1; i < n->kids; i++) {
        plain += n->kid[i]->kind != NODE_KEYWORD;
        is_true |= n->kid[i]->kind == NODE_TRUE;
    }
    return (is_true && !is_lessons) || (is_array && plain > 1 + !outside_says("unary", name));
}

/* open(name, "w"), path.open(mode="a"); any second argument that is no plain "r". */
static bool opens_to_write(const Node *n)
{
    const Node *f = n->kid[0];
    if ((f->kind != NODE_NAME && f->kind != NODE_ATTRIBUTE) || strcmp(f->text, "open") != 0)
        return false;
    for (int i = 1; i < n->kids; i++) {
        const Node *k = n->kid[i];
        bool is_mode = k->kind == NODE_KEYWORD ? strcmp(k->text, "mode") == 0
                                               : i > (f->kind == NODE_NAME);
        const Node *mode = k->kind == NODE_KEYWORD ? k->kid[0] : k;
        if (is_mode && !(mode->kind == NODE_STRING && outside_is_one_of("r rt rb", mode->text)))
            return true;
    }
    return false;
}

static void walk_call(ReachWalk *w, const Node *n)
{
    const Node *f = n->kid[0];
    const char *path;
    Value given;
    const Value *v = look_up(w, f);
    if (is_quiet(w, f))
        return;
    if (writes_by_position(w, n, v))
        w->r->does |= DOES_WRITE;
    if (opens_to_write(n))
        w->r->does |= DOES_FILES;
    if (f->kind == NODE_ATTRIBUTE) {
        if (!find_path(w, f, &path))
            eval_bind_in(w->e, &w->called, f->text, value_none);
        return;
    }
    bool is_function = v ? !object_in(v) && v->kind != VALUE_BOUND : is_given(w, f, &given);
    if (!is_function)
        w->r->does |= DOES_CALL;
}

/* A target: x.a = .., x[0] = .. */
static void write_to(ReachWalk *w, const Node *target)
{
    const char *path;
    if (target->kind == NODE_TUPLE || target->kind == NODE_LIST || target->kind == NODE_STAR)
        for (int i = 0; i < target->kids; i++)
            write_to(w, target->kid[i]);
    if ((target->kind != NODE_ATTRIBUTE && target->kind != NODE_INDEX) ||
        is_quiet(w, target->kid[0]))
        return;
    const Node *of = target->kid[0];
    const Value *v = look_up(w, of);
    bool is_self = of->kind == NODE_NAME && strcmp(of->text, "self") == 0;
    bool is_librarys = v && (v->kind == VALUE_FUNCTION || (class_in(v) && class_in(v)->module));
    w->r->does |= DOES_WRITE;
    if (target->kind == NODE_INDEX)
        return;
    if (is_librarys || find_path(w, of, &path)) /* torch.Tensor.add = f */
        w->r->does |= DOES_SETTINGS;
    if (!is_self && (!v || v->kind == VALUE_CLASS || v->kind == VALUE_CLOSURE))
        w->r->does |= DOES_SET;
    if (v && closure_in(v))
        places_add(w->e->arena, &w->r->named, closure_in(v));
}

static void lose_names(ReachWalk *w, const Node *n)
{
    for (int i = 0; i < n->kids; i++) {
        Scope *scope = w->in ? w->in->scope : w->e->scope;
        while (scope->outer && (n->kind == NODE_GLOBAL || !eval_find_in(scope, n->kid[i]->text)))
            scope = scope->outer;
        lose_name(w, scope, n->kid[i]->text);
    }
}

/* The targets of a statement; what goes over plots, or is made of them, makes plots. */
static void look_at_targets(ReachWalk *w, const Node *n)
{
    const void *at[2];
    NodeKind kind = n->kind;
    bool goes = kind == NODE_FOR || kind == NODE_EACH, is_set = kind == NODE_ASSIGN;
    bool has_one = goes || kind == NODE_ANNOTATED || kind == NODE_AUGMENTED;
    int targets = is_set                                  ? n->kids - 1
                  : has_one                               ? 1
                  : kind == NODE_DEL || kind == NODE_ITEM ? n->kids
                                                          : 0;
    if ((goes && mentions_quiet(w, n->kid[1])) || (is_set && is_quiet(w, n->kid[n->kids - 1])))
        be_quiet(w, n->kid[0]);
    for (int i = kind == NODE_ITEM; i < targets; i++)
        write_to(w, n->kid[i]);
    /* x += y writes to what x stands for, unless that is a plain number or text */
    const Value *v = kind == NODE_AUGMENTED ? look_up(w, n->kid[0]) : NULL;
    if (kind == NODE_AUGMENTED && (!v || heap_addresses(v, at) > 0))
        w->r->does |= DOES_WRITE;
}

static void look_at(ReachWalk *w, const Node *n)
{
    const char *path;
    look_at_targets(w, n);
    switch (n->kind) {
    case NODE_NAME:
        take_name(w, n);
        break;
    case NODE_ATTRIBUTE:
        if (is_quiet(w, n))
            break;
        mention(w, n->text);
        if (find_path(w, n, &path))
            w->r->does |= outside_does_path(path);
        break;
    case NODE_CALL:
        walk_call(w, n);
        break;
    case NODE_KEYWORD:
        if (outside_is_one_of("out inplace copy", n->text))
            w->r->does |= DOES_WRITE;
        break;
    case NODE_GLOBAL:
    case NODE_NONLOCAL:
        lose_names(w, n);
        break;
    default:
        break;
    }
}

void reach_code(ReachWalk *w, const Node *n)
{
    const char *path;
    if (!eval_walks(w->e) || n->kind == NODE_IMPORT || n->kind == NODE_FROM)
        return;
    int first = n->kind == NODE_CALL && is_told(w, n), end = n->kids;
    look_at(w, n);
    if (n->kind == NODE_ATTRIBUTE && find_path(w, n, &path))
        end = 0;
    if (n->kind == NODE_DEF && n->kids == 3 && !w->in && !w->is_failure) {
        arena_push(w->e->arena, w->defined, w->defines,
                   n); /* code is not run, unless a decorator does */
        end = 1;
    }
    for (int i = first; i < end; i++)
        if (n->kid[i])
            reach_code(w, n->kid[i]);
}

void reach_failure(ReachWalk *w, int number)
{
    const Undone *f = &w->e->doubts->failure[number];
    if (reach_is_new(w, f))
        arena_push(w->e->arena, w->failed, w->failures, f);
}
