/* Rule by names and by what hangs on them; nothing is run, and nothing is proved of values.
 *
 * Before: a statement, and the names as they are bound now. The walk takes the value of each name in its code
 * (reach_code.c), all that is reached from it (heap_each, and the memory of a tensor's gradient), and the code of what is
 * reached and could run: functions and generators as they are met; of a class the methods with two underscores and
 * those whose names stand anywhere in the code, `__init__` only where the class itself is a value, `forward` and
 * `__call__` only where some call may be of an object. What is in doubt already stands for the statement that left it
 * so, whose code is walked again; what it defines may run now.
 * After: `does` holds DOES_WRITE when any of that code names something that writes, is in a place where one does, or is
 * not known at all; then all that was reached is in doubt, without it the iterators alone. Gradients, generators and
 * settings are uncertain by names, too; exec of a text that is not known, globals() and the like reach everything.
 * It ends: each value, function, name and failure is walked once, and there are as many as the lesson has; what the
 * code does only grows. */
#include "python/reach.h"

#include <string.h>

#include "base/common.h"
#include "python/generator.h"
#include "python/outside.h"
#include "python/real.h"

/* --- values ------------------------------------------------------------------------------------- */

/* A module is taken by its path; a file beside the lesson with all its names. */
static void take_space(ReachWalk *w, const Namespace *s)
{
    if (!s->home && !s->helper)
        w->r->does |= outside_does_path(s->path);
    if (s->helper)
        heap_add_scope(w->e, &w->r->values, &s->helper->names);
}

void reach_take(Eval *e, void *walk, const Value *v)
{
    ReachWalk *w = walk;
    heap_add(e, &w->r->values, v);
    if (class_in(v))
        places_add(e->arena, &w->r->named, class_in(v));
    if (space_in(v))
        take_space(w, space_in(v));
}

bool reach_is_new(ReachWalk *w, const void *code)
{
    bool is_known = places_find(&w->code, code) != NULL;
    places_add(w->e->arena, &w->code, code);
    return !is_known;
}

static void walk_function(ReachWalk *w, const Closure *f)
{
    const Closure *in = w->in;
    if (eval_is_librarys(f) && !f->library->is_helper) {
        w->r->does |= outside_does(f->name);
        return;
    }
    if (!reach_is_new(w, f->node) || !function_read(w->e, f))
        return;
    w->in = f;
    reach_code(w, f->node->kid[f->node->kind == NODE_DEF ? 2 : 1]);
    w->in = in;
}

static bool runs(const ReachWalk *w, const char *name, bool is_made)
{
    if (outside_is_one_of("__init__ __new__ __post_init__ __init_subclass__", name))
        return is_made;
    if (w->r->does & DOES_CALL_ALL || eval_find_in(&w->named, name))
        return true;
    return outside_is_one_of("forward __call__", name) ? w->r->does & DOES_CALL
                                                       : strncmp(name, "__", 2) == 0;
}

/* Methods that run without being named, and those that are. */
static void walk_class(ReachWalk *w, const Class *c)
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
        reach_take(w->e, w, v);
        if (v->kind == VALUE_WRAPPED && v->wrapped->how == WRAPPED_CLASS)
            w->r->does |= DOES_KIND;
    }
}

/* Layers that leave cells out while they are trained, that become what they will be when they are called; what
 * draws as it is gone through, or gets a key by being asked for it. */
static void look_at_object(ReachWalk *w, const Object *o)
{
    const Value *training = eval_find_in(&o->names, "training");
    const Value *inplace = eval_find_in(&o->names, "inplace");
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
    }
}

static void add_gradient(Eval *e, Heap *h, const Value *v)
{
    const QkvTensor *t = tensor_in(v) && !v->is_data ? value_now(v) : NULL;
    if (t && qkv_origin(t)->grad)
        heap_add(e, h, &(Value){.kind = v->kind, .tensor = qkv_origin(t)->grad});
}

/* Takes what a value holds. Of an object and a class that is not what they are of: an attribute may be a class. */
static void take_held(ReachWalk *w, const Value *v)
{
    bool is_object = object_in(v);
    const Class *c = is_object ? object_in(v)->class : class_in(v);
    const Scope *names = is_object ? &object_in(v)->names : c ? &c->names : NULL;
    if (!c)
        heap_each(w->e, v, reach_take, w);
    if (is_object)
        reach_take(w->e, w, &object_in(v)->inner);
    for (int i = 0; c && i < names->count; i++) {
        const Value *held = &names->binding[i].value;
        if (is_object || (held->kind != VALUE_CLOSURE && held->kind != VALUE_WRAPPED))
            reach_take(w->e, w, held);
    }
    for (int i = 0; c && i < c->count; i++)
        heap_add(w->e, &w->r->values, &(Value){.kind = VALUE_CLASS, .class = c->order[i]});
}

static void open(ReachWalk *w, const Value *v)
{
    const Doubts *d = w->e->doubts;
    const HeapPlace *p = doubt_place(w->e, v);
    take_held(w, v);
    add_gradient(w->e, &w->r->values, v);
    if (closure_in(v))
        walk_function(w, closure_in(v));
    else if (function_in(v))
        w->r->does |= outside_does(function_in(v)->name);
    else if (method_in(v))
        w->r->does |= outside_does(method_in(v)->function->name);
    else if (object_in(v))
        look_at_object(w, object_in(v));
    else if (iterator_in(v) && generator_function(iterator_in(v)))
        walk_function(w, generator_function(iterator_in(v)));
    for (int i = 0; p && i < d->failures; i++)
        if (d->failure[i].line == p->line)
            reach_failure(w, i);
}

/* --- all ---------------------------------------------------------------------------------------- */

static void walk_failures(ReachWalk *w)
{
    w->is_failure = true;
    while (w->failures > 0 && w->e->budget.left >= 0) {
        const Undone *f = w->failed[--w->failures];
        if (f->node)
            reach_code(w, f->node);
        else
            w->r->does |= DOES_UNKNOWN;
    }
    w->is_failure = false;
}

/* Functions that the statement defines, and names. */
static void walk_defined(ReachWalk *w)
{
    for (int i = 0; i < w->defines; i++) {
        const Node *n = w->defined[i];
        bool is_named = w->r->does & DOES_CALL_ALL || eval_find_in(&w->named, n->text) ||
                        eval_find_in(&w->taken, n->text);
        if (is_named && reach_is_new(w, n))
            reach_code(w, n->kid[2]);
    }
}

/* A method that was called is one of an object that was reached, or may be an object that it has, or one that a
 * library has; or it is not known. */
static void find_method(ReachWalk *w, const char *name)
{
    int count = budget_spend(&w->e->budget, w->r->values.count / 8) ? w->r->values.count : 0;
    bool is_known = names_find(w->e, ~0u, name) || real_anywhere(w->e, name);
    for (int i = 0; i < count; i++) {
        const Value *v = &w->r->values.item[i];
        const Scope *s = object_in(v)  ? &object_in(v)->names
                         : class_in(v) ? &class_in(v)->names
                                       : NULL;
        const Value *found = s ? eval_find_in(s, name) : NULL;
        if (found && found->kind != VALUE_CLOSURE && found->kind != VALUE_WRAPPED)
            w->r->does |= DOES_CALL;
        is_known = is_known || found;
    }
    if (!is_known)
        w->r->does |= DOES_UNKNOWN;
}

static int size_of(const ReachWalk *w)
{
    return w->r->values.count + w->named.count + w->called.count + w->code.count +
           w->r->named.count + (int)w->r->does;
}

static void walk_values(ReachWalk *w)
{
    Heap *h = &w->r->values;
    while (h->opened < h->count && w->e->budget.left >= 0) {
        const Value v = h->item[h->opened++];
        open(w, &v);
    }
    for (int i = 0; i < h->count && w->e->budget.left >= 0; i++)
        if (h->item[i].kind == VALUE_CLASS)
            walk_class(w, class_in(&h->item[i]));
}

/* Finds what is changed whatever the code writes: all gradients that there are, what holds where generators stand. */
static void find_sure(Eval *e, Touched *r)
{
    Heap every = {0};
    heap_reach(e, &every);
    for (int i = 0; i < every.count; i++) {
        const Value *v = &every.item[i];
        const Value *words = object_in(v) && object_in(v)->class->module
                                 ? eval_find_in(&object_in(v)->names, "_words")
                                 : NULL;
        if (r->does & DOES_GRADIENTS)
            add_gradient(e, &r->sure, v);
        if (r->does & DOES_DRAW && words) /* random.Random, and that of `random` */
            heap_add(e, &r->sure, words);
    }
}

static void go_on(ReachWalk *w)
{
    Eval *e = w->e;
    for (int64_t i = 0; w->r->does & DOES_GRADIENTS && i < e->hooked.count; i++)
        heap_each(e, &e->hooked.item[i], reach_take, w);
    for (int64_t i = 0; w->r->does & DOES_GRADIENTS && i < e->ways.count; i++)
        reach_take(e, w, &e->ways.item[i]);
    if (w->r->does & DOES_REACH_ALL)
        heap_reach(e, &w->r->values);
    walk_values(w);
    walk_failures(w);
    walk_defined(w);
    for (int i = 0; i < w->called.count; i++)
        find_method(w, w->called.binding[i].name);
}

void reach_find(Eval *e, const Node *n, Touched *r)
{
    ReachWalk w = {.e = e, .r = r};
    int before;
    if (n)
        reach_code(&w, n);
    do {
        before = size_of(&w);
        go_on(&w);
    } while (size_of(&w) > before && e->budget.left >= 0);
    r->does |= r->does & DOES_MOVE ? w.if_moved : 0;
    r->does |= r->does & (DOES_CALL | DOES_CALL_ALL) ? w.if_called : 0;
    if (r->does & (DOES_DRAW | DOES_GRADIENTS))
        find_sure(e, r);
}

bool reach_sets(const Touched *r, const Value *v)
{
    if (!(r->does & DOES_SET))
        return false;
    if (closure_in(v))
        return closure_in(v)->attributes || places_find(&r->named, closure_in(v));
    return class_in(v) && !class_in(v)->module &&
           (r->does & DOES_KIND || places_find(&r->named, class_in(v)));
}
