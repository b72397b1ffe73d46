/* One rule by names and by what hangs on them; nothing is run, and nothing is proved of values.
 *
 * Before: a statement, and the names as they are bound now. The walk takes the value of each name in its code,
 * all that is reached from it (heap_each, and the memory of a tensor's gradient), and the code of what is
 * reached and could run: functions and generators as they are met; of a class the methods with two underscores and
 * those whose names stand anywhere in the code, `__init__` only where the class itself is a value, `forward` and
 * `__call__` only where some call may be of an object. What is in doubt already stands for the statement that left it
 * so, whose code is walked again; what it defines may run now.
 * After: `writes` says whether any of that code names something that writes, is in a place where one does, or is not
 * known at all; then all that was reached is in doubt, without it the iterators alone. Names that the code binds are
 * not there; gradients, generators and settings are uncertain by names, too; exec of a text that is not known,
 * globals() and the like reach everything.
 * It ends: each value, function, name and failure is walked once, and there are as many as the lesson has. */
#include "python/doubt.h"

#include <string.h>

#include "base/common.h"
#include "python/generator.h"
#include "python/outside.h"
#include "python/real.h"
#include "python/text.h"

typedef struct Walk {
    Eval *e;
    Reach *r;
    const Closure *in;    /* the function whose code is walked, or NULL                    */
    Places code;          /* functions, failures and definitions that were walked          */
    Scope named, called;  /* names in the code, and methods by their names                 */
    const Node **defined; /* functions that the statement defines: they run when they are named */
    int defines;
    const Undone **failed; /* failures that are reached, and not walked yet */
    int failures;
    bool is_failure;    /* the code is that of a failure: what it defines may run now */
    unsigned if_called; /* what objects do that are called: Dropout                   */
    unsigned if_moved;  /* .. and modules that are moved                              */
} Walk;

static void walk(Walk *w, const Node *n);

static void reach_failure(Walk *w, int number);

/* --- values ------------------------------------------------------------------------------------- */

/* A module is taken by its path; a file beside the lesson with all its names. */
static void take_space(Walk *w, const Namespace *s)
{
    if (!s->home && !s->helper)
        w->r->does |= outside_does_path(s->path);
    if (s->helper)
        heap_add_scope(w->e, &w->r->values, &s->helper->names);
}

static void take(Eval *e, void *context, const Value *v)
{
    Walk *w = context;
    heap_add(e, &w->r->values, v);
    if (v->kind == VALUE_CLASS)
        places_add(e->arena, &w->r->named, v->class);
    if (v->kind == VALUE_NAMESPACE)
        take_space(w, v->space);
}

/* Each function, failure and definition is walked once. */
static bool is_new(Walk *w, const void *code)
{
    bool is_known = places_find(&w->code, code) != NULL;
    places_add(w->e->arena, &w->code, code);
    return !is_known;
}

static void walk_function(Walk *w, const Closure *f)
{
    const Closure *in = w->in;
    if (eval_is_librarys(f) && !f->library->is_helper) {
        w->r->does |= outside_does(f->name);
        return;
    }
    if (!is_new(w, f->node) || !function_read(w->e, f))
        return;
    w->in = f;
    walk(w, f->node->kid[f->node->kind == NODE_DEF ? 2 : 1]);
    w->in = in;
}

static bool runs(const Walk *w, const char *name, bool is_made)
{
    if (outside_is_one_of("__init__ __new__ __post_init__ __init_subclass__", name))
        return is_made;
    if (w->r->does & DOES_CALL_ALL || eval_find_in(&w->named, name))
        return true;
    return outside_is_one_of("forward __call__", name) ? w->r->does & DOES_CALL
                                                       : strncmp(name, "__", 2) == 0;
}

/* Methods that run without being named, and those that are. */
static void walk_class(Walk *w, const Class *c)
{
    bool is_made = w->r->does & DOES_KIND || places_find(&w->r->named, c);
    for (int i = 1; is_made && i < c->count; i++) /* super().__init__() */
        places_add(w->e->arena, &w->r->named, c->order[i]);
    if (!c->body || c->module) {
        if (is_made)
            w->r->does |= outside_does(c->name);
        return;
    }
    for (int i = 0; i < c->names.count; i++) {
        const Value *v = &c->names.binding[i].value;
        if (!runs(w, c->names.binding[i].name, is_made))
            continue;
        take(w->e, w, v);
        if (v->kind == VALUE_WRAPPED && v->wrapped->how == WRAPPED_CLASS)
            w->r->does |= DOES_KIND;
    }
}

/* Layers that leave cells out while they are trained, that become what they will be when they are called; what
 * draws as it is gone through, or gets a key by being asked for it. */
static void look_at_object(Walk *w, const Object *o)
{
    const Value *training = eval_find_in(&o->names, "training");
    const Value *inplace = eval_find_in(&o->names, "inplace");
    const Value *words = eval_find_in(&o->names, "_words");
    if (training)
        w->if_moved = DOES_WRITE;
    if (inplace && value_truth(inplace))
        w->if_called |= DOES_WRITE;
    for (int i = 0; i < o->class->count; i++) {
        const Class *c = o->class->order[i];
        if (!c->module)
            continue;
        if (strstr(c->name, "Loader") || strstr(c->name, "Sampler"))
            w->r->does |= DOES_DRAW;
        if (strcmp(c->name, "defaultdict") == 0)
            w->r->does |= DOES_WRITE;
        if (strstr(c->name, "Lazy"))
            w->if_called |= DOES_WRITE;
        if ((strstr(c->name, "ropout") || strstr(c->name, "ttention")) &&
            (!training || value_truth(training)))
            w->if_called |= DOES_DRAW;
        if (words) /* random.Random */
            heap_add(w->e, &w->r->sure, words);
    }
}

static void add_gradient(Eval *e, Heap *h, const Value *v)
{
    const QkvTensor *t = v->kind == VALUE_TENSOR && !v->is_data ? value_now(v) : NULL;
    if (t && qkv_origin(t)->grad)
        heap_add(e, h, &(Value){.kind = VALUE_TENSOR, .tensor = qkv_origin(t)->grad});
}

/* Takes what a value holds. Of an object and a class that is not what they are of: an attribute may be a class. */
static void take_held(Walk *w, const Value *v)
{
    bool is_object = v->kind == VALUE_OBJECT;
    const Class *c = is_object ? v->object->class : v->kind == VALUE_CLASS ? v->class : NULL;
    const Scope *names = is_object ? &v->object->names : c ? &c->names : NULL;
    if (!c)
        heap_each(w->e, v, take, w);
    if (is_object)
        take(w->e, w, &v->object->inner);
    for (int i = 0; c && i < names->count; i++) {
        const Value *held = &names->binding[i].value;
        if (is_object || (held->kind != VALUE_CLOSURE && held->kind != VALUE_WRAPPED))
            take(w->e, w, held);
    }
    for (int i = 0; c && i < c->count; i++)
        heap_add(w->e, &w->r->values, &(Value){.kind = VALUE_CLASS, .class = c->order[i]});
}

static void open(Walk *w, const Value *v)
{
    const Doubts *d = w->e->doubts;
    const HeapPlace *p = doubt_place(w->e, v);
    take_held(w, v);
    add_gradient(w->e, &w->r->values, v);
    if (v->kind == VALUE_CLOSURE)
        walk_function(w, v->closure);
    else if (v->kind == VALUE_FUNCTION)
        w->r->does |= outside_does(v->function->name);
    else if (v->kind == VALUE_METHOD)
        w->r->does |= outside_does(v->method->function->name);
    else if (v->kind == VALUE_OBJECT)
        look_at_object(w, v->object);
    else if (v->kind == VALUE_ITERATOR && generator_function(v->iterator))
        walk_function(w, generator_function(v->iterator));
    for (int i = 0; p && i < d->failures; i++)
        if (d->failure[i].line == p->line)
            reach_failure(w, i);
}

/* --- names -------------------------------------------------------------------------------------- */

static bool is_own(const Walk *w, const char *name)
{
    for (int i = 0; w->in && i < w->in->locals->count; i++)
        if (w->in->locals->local[i].kind == LOCAL_OWN &&
            strcmp(w->in->locals->local[i].name, name) == 0)
            return true;
    return false;
}

/* The value of a name in the code at hand; NULL for a function's own, and when there is none. */
static const Value *look_up(const Walk *w, const Node *n)
{
    const Value *v = NULL;
    if (n->kind != NODE_NAME || is_own(w, n->text))
        return NULL;
    for (const Scope *s = w->in ? w->in->scope : w->e->scope; s && !v; s = s->outer)
        v = eval_find_in(s, n->text);
    return v && v->kind != VALUE_ABSENT ? v : NULL;
}

/* True for a name that Python gives and the lesson has not bound. */
static bool is_given(const Walk *w, const Node *n, Value *out)
{
    return n->kind == NODE_NAME && !is_own(w, n->text) && !look_up(w, n) &&
           !doubt_lost(w->e, n->text) && names_given(w->e, n->text, out);
}

/* A name stands in the code: for itself, and for methods that it may be of. */
static void mention(Walk *w, const char *name)
{
    if (eval_find_in(&w->named, name))
        return;
    eval_bind_in(w->e, &w->named, name, value_none);
    w->r->does |= outside_does(name);
}

static void take_name(Walk *w, const Node *n)
{
    Value given;
    const Value *v = look_up(w, n);
    const Lost *lost = v ? NULL : doubt_lost(w->e, n->text);
    if (v)
        take(w->e, w, v);
    if (v || is_own(w, n->text))
        return;
    if (lost)
        reach_failure(w, lost->failure);
    if (is_given(w, n, &given))
        take(w->e, w, &given);
    mention(w, n->text); /* type, getattr; a function that is defined in the statement */
    if (outside_says("texts", n->text))
        w->r->does |= DOES_ANYTHING;
}

/* torch.special.i0: true for a path that a module begins. */
static bool find_path(Walk *w, const Node *n, const char **path)
{
    Value given;
    const Value *v = look_up(w, n);
    if (is_given(w, n, &given))
        v = &given;
    if (v && v->kind == VALUE_NAMESPACE) {
        *path = v->space->path;
        return !v->space->helper;
    }
    if (n->kind != NODE_ATTRIBUTE || !find_path(w, n->kid[0], path))
        return false;
    *path = arena_format(w->e->arena, "%s.%s", *path, n->text);
    return true;
}

/* --- plots -------------------------------------------------------------------------------------- */

/* A plot, or what is made from one: by call, index, attribute or loop, also where that failed. */
static bool is_quiet(Walk *w, const Node *n)
{
    const char *path;
    for (; n->kind == NODE_ATTRIBUTE || n->kind == NODE_CALL || n->kind == NODE_INDEX;
         n = n->kid[0])
        if (n->kind == NODE_ATTRIBUTE && find_path(w, n, &path) &&
            outside_does_path(path) == DOES_QUIET)
            return true;
    const Value *v = look_up(w, n);
    if (v || n->kind != NODE_NAME || is_own(w, n->text))
        return v ? outside_is_quiet(v)
                 : n->kind == NODE_NAME && eval_find_in(&w->r->quiet, n->text);
    const Lost *lost = doubt_lost(w->e, n->text);
    return eval_find_in(&w->r->quiet, n->text) || (lost && lost->is_quiet);
}

static bool mentions_quiet(Walk *w, const Node *n)
{
    bool found = is_quiet(w, n);
    for (int i = 0; i < n->kids && !found; i++)
        found = n->kid[i] && mentions_quiet(w, n->kid[i]);
    return found;
}

static void be_quiet(Walk *w, const Node *target)
{
    if (target->kind == NODE_NAME && !look_up(w, target))
        eval_bind_in(w->e, &w->r->quiet, target->text, value_none);
    for (int i = 0; target->kind == NODE_TUPLE && i < target->kids; i++)
        be_quiet(w, target->kid[i]);
}

/* --- code --------------------------------------------------------------------------------------- */

static void lose_name(Walk *w, Scope *scope, const char *name)
{
    arena_push(w->e->arena, w->r->name, w->r->names, (LostName){scope, name});
}

/* A text that is code: read, and walked. False when it is none. */
static bool walk_text(Walk *w, const Node *n)
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
        walk(w, program.statement[i].node);
    }
    return true;
}

/* getattr(x, "name"), exec("code"), vars(x): what is told by the text that is given. */
static bool is_told(Walk *w, const Node *n)
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

/* True for a function of NumPy, also by another name. */
static bool is_of_arrays(Walk *w, const Node *f, const Value *v, const char **name)
{
    const char *path = "";
    *name = f->kind == NODE_ATTRIBUTE ? f->text : "";
    if (find_path(w, f, &path) || !v)
        return strncmp(path, "numpy", 5) == 0;
    *name = v->kind == VALUE_FUNCTION ? v->function->name : *name;
    return v->kind == VALUE_FUNCTION ? v->function->homes & IN_NUMPY
                                     : v->kind == VALUE_CLOSURE && v->closure->library &&
                                           strncmp(v->closure->library->name, "numpy", 5) == 0;
}

/* np.add(a, b, out), np.exp(a, out), F.relu(x, True) */
static bool writes_by_position(Walk *w, const Node *n)
{
    const char *name;
    const Value *v = look_up(w, n->kid[0]);
    bool is_true = false, is_array = is_of_arrays(w, n->kid[0], v, &name);
    bool is_lessons = v && ((v->kind == VALUE_CLOSURE && !eval_is_librarys(v->closure)) ||
                            (v->kind == VALUE_CLASS && !v->class->module));
    int plain = 0;
    for (int i = 1; i < n->kids; i++) {
        plain += n->kid[i]->kind != NODE_KEYWORD;
        is_true |= n->kid[i]->kind == NODE_TRUE;
    }
    return (is_true && !is_lessons) || (is_array && plain > 1 + !outside_says("unary", name));
}

static void walk_call(Walk *w, const Node *n)
{
    const Node *f = n->kid[0];
    const char *path;
    Value given;
    const Value *v = look_up(w, f);
    if (is_quiet(w, f))
        return;
    if (writes_by_position(w, n))
        w->r->does |= DOES_WRITE;
    if (f->kind == NODE_ATTRIBUTE) {
        if (!find_path(w, f, &path))
            eval_bind_in(w->e, &w->called, f->text, value_none);
        return;
    }
    bool is_function = v ? v->kind != VALUE_OBJECT && v->kind != VALUE_BOUND
                         : is_given(w, f, &given);
    if (!is_function)
        w->r->does |= DOES_CALL;
}

/* A target: x.a = .., x[0] = .. */
static void write_to(Walk *w, const Node *target)
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
    bool is_librarys = v &&
                       (v->kind == VALUE_FUNCTION || (v->kind == VALUE_CLASS && v->class->module));
    w->r->does |= DOES_WRITE;
    if (target->kind == NODE_INDEX)
        return;
    if (is_librarys || find_path(w, of, &path)) /* torch.Tensor.add = f */
        w->r->does |= DOES_SETTINGS;
    if (!is_self && (!v || v->kind == VALUE_CLASS || v->kind == VALUE_CLOSURE))
        w->r->does |= DOES_SET;
    if (v && v->kind == VALUE_CLOSURE)
        places_add(w->e->arena, &w->r->named, v->closure);
}

/* x += y writes to what x stands for, unless that is a plain number or text. */
static void augment(Walk *w, const Node *target)
{
    const void *at[2];
    const Value *v = look_up(w, target);
    if (target->kind != NODE_NAME || !v || heap_addresses(v, at) > 0)
        w->r->does |= DOES_WRITE;
}

static void lose_names(Walk *w, const Node *n)
{
    for (int i = 0; i < n->kids; i++) {
        Scope *scope = w->in ? w->in->scope : w->e->scope;
        while (scope->outer && (n->kind == NODE_GLOBAL || !eval_find_in(scope, n->kid[i]->text)))
            scope = scope->outer;
        lose_name(w, scope, n->kid[i]->text);
    }
}

/* The targets of a statement; what goes over plots, or is made of them, makes plots. */
static void look_at_targets(Walk *w, const Node *n)
{
    bool goes = n->kind == NODE_FOR || n->kind == NODE_EACH, is_set = n->kind == NODE_ASSIGN;
    bool has_one = goes || n->kind == NODE_ANNOTATED || n->kind == NODE_AUGMENTED;
    int targets = is_set ? n->kids - 1 : has_one ? 1 : n->kind == NODE_DEL ? n->kids : 0;
    if ((goes && mentions_quiet(w, n->kid[1])) || (is_set && is_quiet(w, n->kid[n->kids - 1])))
        be_quiet(w, n->kid[0]);
    for (int i = 0; i < targets; i++)
        write_to(w, n->kid[i]);
}

static void look_at(Walk *w, const Node *n)
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
    case NODE_AUGMENTED:
        augment(w, n->kid[0]);
        break;
    case NODE_ITEM:
        if (n->kids > 1)
            write_to(w, n->kid[1]);
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

/* A statement that defines a function does not run it, unless a decorator does. */
static void define(Walk *w, const Node *n)
{
    walk(w, n->kid[0]);
    arena_push(w->e->arena, w->defined, w->defines, n);
}

static void walk(Walk *w, const Node *n)
{
    const char *path;
    if (!eval_walks(w->e) || n->kind == NODE_IMPORT || n->kind == NODE_FROM)
        return;
    if (n->kind == NODE_DEF && n->kids == 3 && !w->in && !w->is_failure) {
        define(w, n);
        return;
    }
    int first = n->kind == NODE_CALL && is_told(w, n);
    look_at(w, n);
    bool is_path = n->kind == NODE_ATTRIBUTE && find_path(w, n, &path);
    for (int i = first; i < n->kids && !is_path; i++)
        if (n->kid[i])
            walk(w, n->kid[i]);
}

/* Its code is walked later: one failure may lead to another, and so on through a whole lesson. */
static void reach_failure(Walk *w, int number)
{
    const Undone *f = &w->e->doubts->failure[number];
    if (is_new(w, f))
        arena_push(w->e->arena, w->failed, w->failures, f);
}

static void walk_failures(Walk *w)
{
    w->is_failure = true;
    while (w->failures > 0 && w->e->budget.left >= 0) {
        const Undone *f = w->failed[--w->failures];
        if (f->node)
            walk(w, f->node);
        else
            w->r->does |= DOES_UNKNOWN;
    }
    w->is_failure = false;
}

/* --- all ---------------------------------------------------------------------------------------- */

/* Functions that the statement defines, and names. */
static void walk_defined(Walk *w)
{
    for (int i = 0; i < w->defines; i++) {
        const Node *n = w->defined[i];
        bool is_named = w->r->does & DOES_CALL_ALL || eval_find_in(&w->named, n->text);
        if (is_named && is_new(w, n))
            walk(w, n->kid[2]);
    }
}

/* A method that was called is one of an object that was reached, or may be an object that it has, or one that a
 * library has; or it is not known. */
static void find_method(Walk *w, const char *name)
{
    int count = budget_spend(&w->e->budget, w->r->values.count / 8) ? w->r->values.count : 0;
    bool is_known = names_find(w->e, ~0u, name) || real_anywhere(w->e, name);
    for (int i = 0; i < count; i++) {
        const Value *v = &w->r->values.item[i];
        const Scope *s = v->kind == VALUE_OBJECT  ? &v->object->names
                         : v->kind == VALUE_CLASS ? &v->class->names
                                                  : NULL;
        const Value *found = s ? eval_find_in(s, name) : NULL;
        if (found && found->kind != VALUE_CLOSURE && found->kind != VALUE_WRAPPED)
            w->r->does |= DOES_CALL;
        is_known = is_known || found;
    }
    if (!is_known)
        w->r->does |= DOES_UNKNOWN;
}

static int size_of(const Walk *w)
{
    return w->r->values.count + w->named.count + w->called.count + w->code.count +
           w->r->named.count + (int)w->r->does;
}

static void walk_values(Walk *w)
{
    Heap *h = &w->r->values;
    while (h->opened < h->count && w->e->budget.left >= 0) {
        const Value v = h->item[h->opened++];
        open(w, &v);
    }
    for (int i = 0; i < h->count && w->e->budget.left >= 0; i++)
        if (h->item[i].kind == VALUE_CLASS)
            walk_class(w, h->item[i].class);
}

/* Changed, whatever the code writes: all gradients that there are. */
static void find_gradients(Eval *e, Heap *found)
{
    Heap every = {0};
    heap_reach(e, &every);
    for (int i = 0; i < every.count; i++)
        add_gradient(e, found, &every.item[i]);
}

/* .. and what the generator of `random` holds. */
static void find_drawn(Eval *e, Heap *found)
{
    for (const Module *m = e->modules; m; m = m->next)
        for (int i = 0; i < m->names.count && !m->is_helper; i++) {
            const Value *v = &m->names.binding[i].value;
            const Value *words = v->kind == VALUE_OBJECT ? eval_find_in(&v->object->names, "_words")
                                                         : NULL;
            if (words)
                heap_add(e, found, words);
        }
}

static void go_on(Walk *w)
{
    Eval *e = w->e;
    for (int64_t i = 0; w->r->does & DOES_GRADIENTS && i < e->hooked.count; i++)
        heap_each(e, &e->hooked.item[i], take, w);
    for (int64_t i = 0; w->r->does & DOES_GRADIENTS && i < e->ways.count; i++)
        take(e, w, &e->ways.item[i]);
    if (w->r->does & DOES_REACH_ALL)
        heap_reach(e, &w->r->values);
    walk_values(w);
    walk_failures(w);
    walk_defined(w);
    for (int i = 0; i < w->called.count; i++)
        find_method(w, w->called.binding[i].name);
}

void reach_find(Eval *e, const Node *n, Reach *r)
{
    Walk w = {.e = e, .r = r};
    int before;
    if (n)
        walk(&w, n);
    do {
        before = size_of(&w);
        go_on(&w);
    } while (size_of(&w) > before && e->budget.left >= 0);
    r->does |= r->does & DOES_MOVE ? w.if_moved : 0;
    r->does |= r->does & (DOES_CALL | DOES_CALL_ALL) ? w.if_called : 0;
    if (r->does & DOES_DRAW)
        find_drawn(e, &r->sure);
    if (r->does & DOES_GRADIENTS)
        find_gradients(e, &r->sure);
}

bool reach_sets(const Reach *r, const Value *v)
{
    if (!(r->does & DOES_SET))
        return false;
    if (v->kind == VALUE_CLOSURE)
        return v->closure->attributes || places_find(&r->named, v->closure);
    return v->kind == VALUE_CLASS && !v->class->module &&
           (r->does & DOES_KIND || places_find(&r->named, v->class));
}
