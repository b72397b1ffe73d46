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
    const Closure *in;    /* the function whose code is walked, or NULL              */
    Places code;          /* functions, failures and definitions that were walked    */
    Scope named;          /* names in the code */
    Scope called;         /* methods by their names                                  */
    Scope quiet;          /* names for plots                                         */
    const Node **defined; /* functions that the statement defines: they run when they are named */
    int defines;
    bool is_failure;        /* the code is that of a failure: what it defines may run now */
    bool calls_objects;     /* forward, __call__                                      */
    bool calls_all;         /* all methods: getattr with a name that is computed      */
    bool moves, has_module; /* torch.nn.Module.to writes            */
    bool writes_if_called, draws_if_called; /* Dropout                            */
} Walk;

static void walk(Walk *w, const Node *n);

/* --- what names do ------------------------------------------------------------------------------ */

static void draw(Walk *w, bool does)
{
    w->r->unseen[UNSEEN_GENERATOR] |= does;
    w->r->unseen[UNSEEN_ARRAYS] |= does;
}

/* Code that is not known may do anything with what it gets. */
static void be_unknown(Walk *w)
{
    w->r->writes = w->r->unseen[UNSEEN_GRADIENTS] = w->calls_objects = w->calls_all = true;
    draw(w, true);
}

static void reach_all(Walk *w)
{
    be_unknown(w);
    w->r->everything = w->r->sets = w->r->has_kinds = true;
    w->r->unseen[UNSEEN_SETTINGS] = true;
}

/* What a function, method or class of a library does, by its name. */
static void use(Walk *w, const char *name)
{
    Reach *r = w->r;
    w->r->writes |= outside_changes(name);
    r->sets |= outside_says("setting", name);
    draw(w, outside_draws(name) || strstr(name, "Loader") || strstr(name, "Sampler") ||
                strstr(name, "Dropout"));
    w->r->unseen[UNSEEN_GRADIENTS] |= outside_says("gradient", name);
    r->unseen[UNSEEN_SETTINGS] |= outside_says("settings", name);
    r->has_kinds |= outside_says("kind", name);
    w->calls_objects |= outside_says("calling", name);
    w->moves |= outside_says("moving", name);
    if (outside_says("computed", name))
        be_unknown(w);
    if (outside_says("texts", name))
        reach_all(w);
}

/* A name stands in the code: for itself, and for methods that it may be of. */
static void mention(Walk *w, const char *name)
{
    if (eval_find_in(&w->named, name))
        return;
    eval_bind_in(w->e, &w->named, name, value_none);
    use(w, name);
}

static void use_path(Walk *w, const char *path)
{
    Outside kind = outside_kind(path);
    if (kind == OUTSIDE_UNKNOWN)
        be_unknown(w);
    if (kind == OUTSIDE_ANYTHING)
        reach_all(w);
    w->r->writes |= kind == OUTSIDE_WRITES;
    draw(w, kind == OUTSIDE_DRAWS);
    w->r->unseen[UNSEEN_GRADIENTS] |= kind == OUTSIDE_GRADIENTS;
    w->r->unseen[UNSEEN_SETTINGS] |= kind == OUTSIDE_SETS;
}

/* --- values ------------------------------------------------------------------------------------- */

/* A module is taken by its path; a file beside the lesson with all its names. */
static void take_space(Walk *w, const Namespace *s)
{
    if (!s->home && !s->helper)
        use_path(w, s->path);
    if (!s->helper || places_find(&w->code, s))
        return;
    places_add(w->e->arena, &w->code, s);
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

static void take_kind(Walk *w, const Class *c)
{
    heap_add(w->e, &w->r->values, &(Value){.kind = VALUE_CLASS, .class = (Class *)(uintptr_t)c});
}

static void walk_function(Walk *w, const Closure *f)
{
    const Closure *in = w->in;
    if (eval_is_librarys(f) && !f->library->is_helper) {
        use(w, f->name);
        return;
    }
    if (places_find(&w->code, f->node) || !function_read(w->e, f))
        return;
    places_add(w->e->arena, &w->code, f->node);
    w->in = f;
    walk(w, f->node->kid[f->node->kind == NODE_DEF ? 2 : 1]);
    w->in = in;
}

static bool runs(const Walk *w, const char *name, bool is_made)
{
    if (outside_is_one_of("__init__ __new__ __post_init__ __init_subclass__", name))
        return is_made;
    bool is_named = w->calls_all || eval_find_in(&w->named, name);
    if (outside_is_one_of("forward __call__", name))
        return w->calls_objects || is_named;
    return is_named || strncmp(name, "__", 2) == 0;
}

/* Methods that run without being named, and those that are. */
static void walk_class(Walk *w, const Class *c)
{
    bool is_made = w->r->has_kinds || places_find(&w->r->named, c);
    for (int i = 1; is_made && i < c->count; i++) /* super().__init__() */
        places_add(w->e->arena, &w->r->named, c->order[i]);
    if (!c->body || c->module) {
        if (is_made)
            use(w, c->name);
        return;
    }
    for (int i = 0; i < c->names.count; i++) {
        const Binding *b = &c->names.binding[i];
        const Wrapped *wrapped = b->value.kind == VALUE_WRAPPED ? b->value.wrapped : NULL;
        const Value *both[] = {wrapped ? &wrapped->get : &b->value, wrapped ? &wrapped->set : NULL};
        bool is_method = both[0]->kind == VALUE_CLOSURE;
        for (int k = 0; k < COUNT(both); k++)
            if (is_method && both[k] && runs(w, b->name, is_made))
                take(w->e, w, both[k]);
        w->r->has_kinds |= wrapped && wrapped->how == WRAPPED_CLASS && runs(w, b->name, is_made);
    }
}

/* Layers that leave cells out while they are trained, that become what they will be when they are called; what
 * draws as it is gone through. */
static void look_at_object(Walk *w, const Object *o)
{
    const Value *training = eval_find_in(&o->names, "training");
    const Value *inplace = eval_find_in(&o->names, "inplace");
    const Value *words = eval_find_in(&o->names, "_words");
    w->has_module |= training != NULL;
    w->writes_if_called |= inplace && value_truth(inplace);
    for (int i = 0; i < o->class->count; i++) {
        const Class *c = o->class->order[i];
        bool leaves_out = c->module && (strstr(c->name, "ropout") || strstr(c->name, "ttention"));
        draw(w, c->module && (strstr(c->name, "Loader") || strstr(c->name, "Sampler")));
        w->draws_if_called |= leaves_out && (!training || value_truth(training));
        w->writes_if_called |= c->module && strstr(c->name, "Lazy");
        if (c->module && words) /* random.Random */
            heap_add(w->e, &w->r->drawn, words);
    }
}

static void add_gradient(Eval *e, Heap *h, const Value *v)
{
    const QkvTensor *t = v->kind == VALUE_TENSOR && !v->is_data ? value_now(v) : NULL;
    if (t && qkv_origin(t)->grad)
        heap_add(e, h, &(Value){.kind = VALUE_TENSOR, .tensor = qkv_origin(t)->grad});
}

static void reach_failure(Walk *w, int number);

/* Takes what a value holds. Of an object and a class that is not what they are of: an attribute may be a class. */
static void take_held(Walk *w, const Value *v)
{
    const Scope *names = v->kind == VALUE_OBJECT  ? &v->object->names
                         : v->kind == VALUE_CLASS ? &v->class->names
                                                  : NULL;
    if (!names)
        heap_each(w->e, v, take, w);
    for (int i = 0; names && i < names->count; i++) {
        const Value *held = &names->binding[i].value;
        if (v->kind == VALUE_OBJECT || (held->kind != VALUE_CLOSURE && held->kind != VALUE_WRAPPED))
            take(w->e, w, held);
    }
    const Class *c = v->kind == VALUE_CLASS ? v->class : names ? v->object->class : NULL;
    if (v->kind == VALUE_OBJECT)
        take(w->e, w, &v->object->inner);
    for (int i = 0; c && i < c->count; i++)
        take_kind(w, c->order[i]);
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
        use(w, v->function->name);
    else if (v->kind == VALUE_METHOD)
        use(w, v->method->function->name);
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

static const Lost *find_lost(const Walk *w, const Node *n)
{
    bool is_name = n->kind == NODE_NAME && !is_own(w, n->text) && !look_up(w, n);
    return is_name ? doubt_lost(w->e, n->text) : NULL;
}

static void take_name(Walk *w, const Node *n)
{
    Value given;
    const Value *v = look_up(w, n);
    const Lost *lost = find_lost(w, n);
    if (v)
        take(w->e, w, v);
    if (v || is_own(w, n->text))
        return;
    if (lost)
        reach_failure(w, lost->failure);
    else if (names_given(w->e, n->text, &given))
        take(w->e, w, &given);
    mention(w, n->text); /* type, getattr; a function that is defined in the statement */
    if (outside_says("text", n->text))
        reach_all(w);
}

/* torch.special.i0: true for a path that a module begins. */
static bool find_path(Walk *w, const Node *n, const char **path)
{
    Value given;
    const Value *v = look_up(w, n);
    if (n->kind == NODE_NAME && !v && !is_own(w, n->text) && !find_lost(w, n) &&
        names_given(w->e, n->text, &given))
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

/* A plot, or what is made from one: by call, index, attribute or loop, also where that failed, as one of the
 * first `failures` that there were. */
static bool is_quiet_since(Walk *w, const Node *n, int failures)
{
    const char *path;
    while (n->kind == NODE_ATTRIBUTE || n->kind == NODE_CALL || n->kind == NODE_INDEX) {
        if (n->kind == NODE_ATTRIBUTE && find_path(w, n, &path) &&
            outside_kind(path) == OUTSIDE_QUIET)
            return true;
        n = n->kid[0];
    }
    const Value *v = look_up(w, n);
    const Lost *lost = find_lost(w, n);
    const Node *made = lost && lost->failure < failures ? w->e->doubts->failure[lost->failure].node
                                                        : NULL;
    if (v || n->kind != NODE_NAME)
        return v && outside_is_quiet(v);
    return eval_find_in(&w->quiet, n->text) ||
           (made && made->kind == NODE_ASSIGN &&
            is_quiet_since(w, made->kid[made->kids - 1], lost->failure));
}

static bool is_quiet(Walk *w, const Node *n)
{
    return is_quiet_since(w, n, w->e->doubts->failures);
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
        eval_bind_in(w->e, &w->quiet, target->text, value_none);
    for (int i = 0; target->kind == NODE_TUPLE && i < target->kids; i++)
        be_quiet(w, target->kid[i]);
}

/* --- code --------------------------------------------------------------------------------------- */

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
            arena_push(w->e->arena, w->r->name, w->r->names,
                       (LostName){w->e->scope, bound->local[k].name});
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
        w->r->writes |= n->kids > 2; /* the names of a dict */
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
    w->r->writes |= writes_by_position(w, n);
    if (f->kind == NODE_ATTRIBUTE) {
        if (!find_path(w, f, &path))
            eval_bind_in(w->e, &w->called, f->text, value_none);
        return;
    }
    bool is_function = v ? v->kind != VALUE_OBJECT && v->kind != VALUE_BOUND
                         : f->kind == NODE_NAME && !is_own(w, f->text) &&
                               names_given(w->e, f->text, &given);
    w->calls_objects |= !is_function;
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
    w->r->writes |= true;
    if (target->kind == NODE_INDEX)
        return;
    if (is_librarys || find_path(w, of, &path)) /* torch.Tensor.add = f */
        w->r->unseen[UNSEEN_SETTINGS] = true;
    w->r->sets |= !is_self && (!v || v->kind == VALUE_CLASS || v->kind == VALUE_CLOSURE);
    if (v && v->kind == VALUE_CLOSURE)
        places_add(w->e->arena, &w->r->named, v->closure);
}

/* x += y writes to what x stands for, unless that is a plain number or text. */
static void augment(Walk *w, const Node *target)
{
    const void *at[2];
    const Value *v = look_up(w, target);
    w->r->writes |= target->kind != NODE_NAME || !v || heap_addresses(v, at) > 0;
}

static void lose_names(Walk *w, const Node *n)
{
    for (int i = 0; i < n->kids; i++) {
        Scope *scope = w->in ? w->in->scope : w->e->scope;
        while (scope->outer && (n->kind == NODE_GLOBAL || !eval_find_in(scope, n->kid[i]->text)))
            scope = scope->outer;
        arena_push(w->e->arena, w->r->name, w->r->names, (LostName){scope, n->kid[i]->text});
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
            use_path(w, path);
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
        w->r->writes |= outside_is_one_of("out inplace copy", n->text);
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
    if (!budget_spend(&w->e->budget, 1) || n->kind == NODE_IMPORT || n->kind == NODE_FROM)
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

static void reach_failure(Walk *w, int number)
{
    const Undone *f = &w->e->doubts->failure[number];
    const Closure *in = w->in;
    bool is_failure = w->is_failure;
    if (places_find(&w->code, f))
        return;
    places_add(w->e->arena, &w->code, f);
    w->in = NULL;
    w->is_failure = true;
    if (f->node)
        walk(w, f->node);
    else
        be_unknown(w);
    w->is_failure = is_failure;
    w->in = in;
}

/* --- all ---------------------------------------------------------------------------------------- */

/* Functions that the statement defines, and names. */
static void walk_defined(Walk *w)
{
    for (int i = 0; i < w->defines; i++) {
        const Node *n = w->defined[i];
        if (places_find(&w->code, n) || !(w->calls_all || eval_find_in(&w->named, n->text)))
            continue;
        places_add(w->e->arena, &w->code, n);
        walk(w, n->kid[2]);
    }
}

/* A method that was called is one of an object that was reached, or may be an object that it has, or one that a
 * library has; or it is not known. */
static void find_method(Walk *w, const char *name)
{
    bool is_known = names_find(w->e, ~0u, name) || real_anywhere(w->e, name) ||
                    real_anywhere(w->e, name);
    for (int i = 0; i < w->r->values.count; i++) {
        const Value *v = &w->r->values.item[i];
        const Scope *s = v->kind == VALUE_OBJECT  ? &v->object->names
                         : v->kind == VALUE_CLASS ? &v->class->names
                                                  : NULL;
        const Value *found = s ? eval_find_in(s, name) : NULL;
        w->calls_objects |= found && found->kind != VALUE_CLOSURE && found->kind != VALUE_WRAPPED;
        is_known = is_known || found;
    }
    if (!is_known)
        be_unknown(w);
}

static int size_of(const Walk *w)
{
    return w->r->values.count + w->named.count + w->called.count + w->code.count +
           w->r->named.count + w->calls_all + w->calls_objects + w->r->has_kinds +
           w->r->everything + w->r->unseen[UNSEEN_GRADIENTS];
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

static void find_gradients(Eval *e, Reach *r)
{
    Heap every = {0};
    heap_reach(e, &every);
    for (int i = 0; i < every.count; i++)
        add_gradient(e, &r->gradients, &every.item[i]);
}

static void find_drawn(Walk *w)
{
    for (const Module *m = w->e->modules; m; m = m->next)
        for (int i = 0; i < m->names.count && !m->is_helper; i++) {
            const Value *v = &m->names.binding[i].value;
            const Value *words = v->kind == VALUE_OBJECT ? eval_find_in(&v->object->names, "_words")
                                                         : NULL;
            if (words)
                heap_add(w->e, &w->r->drawn, words);
        }
}

void reach_find(Eval *e, const Node *n, Reach *r)
{
    Walk w = {.e = e, .r = r};
    int before;
    if (n)
        walk(&w, n);
    else
        be_unknown(&w);
    do {
        before = size_of(&w);
        for (int64_t i = 0; r->unseen[UNSEEN_GRADIENTS] && i < e->hooked.count; i++)
            heap_each(e, &e->hooked.item[i], take, &w);
        for (int64_t i = 0; r->unseen[UNSEEN_GRADIENTS] && i < e->ways.count; i++)
            take(e, &w, &e->ways.item[i]);
        if (r->everything)
            heap_reach(e, &r->values);
        walk_values(&w);
        walk_defined(&w);
        for (int i = 0; i < w.called.count; i++)
            find_method(&w, w.called.binding[i].name);
    } while (size_of(&w) > before && e->budget.left >= 0);
    bool called = w.calls_objects || w.calls_all;
    r->writes |= (w.moves && w.has_module) || (w.writes_if_called && called);
    draw(&w, w.draws_if_called && called);
    if (r->unseen[UNSEEN_GENERATOR])
        find_drawn(&w);
    if (r->unseen[UNSEEN_GRADIENTS])
        find_gradients(e, r);
}

bool reach_sets(const Reach *r, const Value *v)
{
    if (!r->sets)
        return false;
    if (v->kind == VALUE_CLOSURE)
        return v->closure->attributes || places_find(&r->named, v->closure);
    return v->kind == VALUE_CLASS && !v->class->module &&
           (r->everything || r->has_kinds || places_find(&r->named, v->class));
}
