/* The walk is over the code and not over what it would do: a body is looked at once for each object that it
 * is a method of, and all names inside of bodies stand for everything that any of them was given. */
#include "python/effect.h"

#include <string.h>

#include "base/common.h"
#include "python/generator.h"
#include "python/meaning.h"
#include "python/outside.h"

enum { MOST_BODIES = 2000, NODES_PER_STEP = 8 };

/* A function that may be called, with its first argument or (absent) any. */
typedef struct EffectBody {
    const Closure *function;
    Value self;
} EffectBody;

typedef struct Finder {
    Eval *e;
    StatementEffect effect;
    bool is_known; /* see effect_of                                             */
    Heap given;    /* what a name inside may stand for                             */
    Heap returned; /* from any of the bodies: what an unknown caller then has          */
    Heap any;      /* the same with all that hangs on it: what may be called there */
    EffectBody *body;
    int bodies, at;
    Meaning here; /* of the function at hand, or the statement */
    Value *made;  /* objects that do not exist yet, one for each class        */
    int mades;
    bool local;    /* something is changed that only such a name stands for    */
    bool calls;    /* and called                                               */
    bool reaches;  /* what is changed may lie in something that is in doubt itself   */
    bool iterates; /* an iterator may be moved on that is only known while the code runs */
    bool enters;   /* a `with` is begun                                        */
    bool gets;     /* a method is got by a name that is computed               */
    bool unknown;  /* something was called of which nothing is known           */
    int nodes;     /* looked at and not yet paid for                           */
} Finder;

/* --- what is changed -------------------------------------------------------------------------- */

/* A function that is not there may be one that binds names of the lesson. */
static void add_globals(Finder *f, const Node *n)
{
    for (int i = 0; i < n->kids; i++) {
        if (n->kind == NODE_GLOBAL)
            arena_push(f->e->arena, f->effect.name, f->effect.names,
                       (EffectName){f->e->scope, n->kid[i]->text});
        else if (n->kid[i])
            add_globals(f, n->kid[i]);
    }
}

static void add_lost(Finder *f, Heap *to, const Lost *lost)
{
    if (lost->made_by)
        add_globals(f, lost->made_by);
    for (int64_t i = 0; i < lost->kept.count; i++)
        heap_add(f->e, to, &lost->kept.item[i]);
}

/* An object that does not exist: what was given to it is not known by its attributes. */
static bool is_made(const Value *v)
{
    return v->kind == VALUE_OBJECT && !v->object->eval;
}

/* Everything that the names in an expression stand for is changed. */
static void touch_names(Finder *f, const Node *n)
{
    Eval *e = f->e;
    f->reaches = true;
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            touch_names(f, n->kid[i]);
    if (n->kind != NODE_NAME)
        return;
    const Value *v = meaning_is_self(&f->here, n) ? &f->here.self : meaning_outer(&f->here, n);
    const Lost *lost = v ? NULL : doubt_lost(e, n->text);
    f->local = f->local || meaning_is_inner(&f->here, n) || (v && is_made(v));
    if (v)
        heap_add(e, &f->effect.deep, v);
    else if (lost)
        add_lost(f, &f->effect.deep, lost);
}

/* The value of an expression is changed: `deep` with all that hangs on it. */
static void touch(Finder *f, const Node *n, bool deep)
{
    Value v;
    bool is_local = n->kind == NODE_NAME && meaning_is_inner(&f->here, n) &&
                    !meaning_is_self(&f->here, n);
    if (is_local || !meaning_of(&f->here, n, &v))
        touch_names(f, n);
    else if (deep)
        heap_add(f->e, &f->effect.deep, &v);
    else
        heap_add(f->e, &f->effect.only, &v);
}

static void push(Finder *f, const Closure *function, const Value *self)
{
    const Value any = {.kind = VALUE_ABSENT};
    self = self ? self : &any;
    for (int i = 0; i < f->bodies; i++)
        if (f->body[i].function == function && f->body[i].self.kind == self->kind &&
            (self->kind == VALUE_ABSENT || f->body[i].self.object == self->object))
            return;
    if (f->bodies >= MOST_BODIES)
        f->local = f->calls = f->unknown = true;
    else if (budget_spend(&f->e->budget, f->bodies / NODES_PER_STEP))
        arena_push(f->e->arena, f->body, f->bodies, (EffectBody){function, *self});
}

/* Nothing is known of a call: it changes all that it gets, and may draw. */
static void call_unknown(Finder *f, const Node *n)
{
    if (f->is_known)
        return;
    touch_names(f, n);
    f->unknown = true;
    f->effect.unseen[UNSEEN_GENERATOR] = f->effect.unseen[UNSEEN_GRADIENTS] = true;
}

/* --- calls ------------------------------------------------------------------------------------ */

/* A function of a package that is written in Python: it does what its name says, as one in C does. */
static bool is_packages(const Closure *f)
{
    return eval_is_librarys(f) && !f->library->is_own;
}

/* A method that a class of the lesson, or of Python's library, defines; NULL when it has none. */
static const Closure *own_method(const Class *class, const char *name)
{
    const Value *found = class_find(class, NULL, name);
    bool is_own = found && found->kind == VALUE_CLOSURE && !is_packages(found->closure);
    return is_own ? found->closure : NULL;
}

static void push_method(Finder *f, const Value *object, const char *name)
{
    const Closure *method = own_method(object->object->class, name);
    if (method)
        push(f, method, object);
}

/* An object of a package's class is called: it leaves out cells while it is trained, or becomes what it will
 * be. */
static void call_layer(Finder *f, const Value *v)
{
    const Value *training = eval_find_in(&v->object->names, "training");
    for (int i = 0; i < v->object->class->count; i++) {
        const Class *c = v->object->class->order[i];
        bool is_lazy = c->module && strstr(c->name, "Lazy");
        bool leaves_out = c->module && (strstr(c->name, "ropout") || strstr(c->name, "ttention"));
        if (is_lazy)
            heap_add(f->e, &f->effect.deep, v);
        if (is_lazy || (leaves_out && (!training || value_truth(training))))
            f->effect.unseen[UNSEEN_GENERATOR] = true;
    }
}

static void call_native(Finder *f, const Node *n, const char *name, const Value *self);

/* The methods behind operators, loops and indices. */
static void push_operators(Finder *f, const Value *v)
{
    static const char *const not_theirs = "__init__ __new__ __call__ __enter__ "
                                          "__exit__ __post_init__";
    for (int i = 0; i < v->object->class->count; i++) {
        const Class *c = v->object->class->order[i];
        for (int k = 0; meaning_is_lesson_class(c) && k < c->names.count; k++) {
            const Binding *b = &c->names.binding[k];
            if (strncmp(b->name, "__", 2) == 0 && b->value.kind == VALUE_CLOSURE &&
                !outside_is_one_of(not_theirs, b->name))
                push(f, b->value.closure, v);
        }
    }
}

static Value make(Finder *f, Class *class)
{
    for (int i = 0; i < f->mades; i++)
        if (f->made[i].object->class == class)
            return f->made[i];
    Object *made = arena_new(f->e->arena, Object);
    *made = (Object){.class = class};
    const Value v = {.kind = VALUE_OBJECT, .object = made};
    arena_push(f->e->arena, f->made, f->mades, v);
    return v;
}

/* A new object, that nobody has yet: one that a library begins may draw its numbers. */
static void make_object(Finder *f, Class *class)
{
    for (int i = 0; i < class->count; i++)
        f->effect.unseen[UNSEEN_GENERATOR] |= !meaning_is_lesson_class(class->order[i]) &&
                                              outside_draws(class->order[i]->name);
    if (!meaning_is_lesson_class(class))
        return;
    const Value object = make(f, class);
    push_method(f, &object, "__init__");
    push_method(f, &object, "__new__");
    push_method(f, &object, "__post_init__");
    push_method(f, &object, "__enter__");
    push_method(f, &object, "__exit__");
    push_operators(f, &object);
}

/* Calls a value from where its arguments are not known. Methods of the lesson are pushed where they are
 * read; classes are not called, since every object leads to its own. */
static void call_any(Finder *f, const Value *v)
{
    if (v->kind == VALUE_FUNCTION)
        call_native(f, NULL, v->function->name, NULL);
    if (v->kind == VALUE_METHOD)
        call_native(f, NULL, v->method->function->name, &v->method->self);
    if (v->kind == VALUE_CLOSURE && is_packages(v->closure))
        call_native(f, NULL, v->closure->name, NULL);
    else if (v->kind == VALUE_CLOSURE && !v->closure->owner)
        push(f, v->closure, NULL);
    if (v->kind == VALUE_ITERATOR && generator_function(v->iterator))
        push(f, generator_function(v->iterator), NULL);
    if (v->kind == VALUE_FUNCTION)
        f->effect.unseen[UNSEEN_GENERATOR] |= outside_draws(v->function->name);
    if (v->kind == VALUE_CLASS)
        make_object(f, v->class);
    if (v->kind != VALUE_OBJECT)
        return;
    const Value *inplace = eval_find_in(&v->object->names, "inplace");
    f->local = f->local || (inplace && value_truth(inplace)); /* it writes into what it gets */
    push_method(f, v, "__call__");
    push_method(f, v, "forward");
    call_layer(f, v);
}

/* A module calls those inside of it, unless its code says which. */
static void call_module(Finder *f, const Value *v)
{
    Heap all = {0};
    const Class *class = v->kind == VALUE_OBJECT ? v->object->class : NULL;
    if (class && (own_method(class, "forward") || own_method(class, "__call__"))) {
        call_any(f, v);
        return;
    }
    heap_add(f->e, &all, v);
    heap_open(f->e, &all);
    for (int i = 0; i < all.count; i++)
        if (all.item[i].kind == VALUE_OBJECT)
            call_any(f, &all.item[i]);
}

static const Node *argument_of(const Node *n, int i)
{
    const Node *arg = n->kid[i];
    bool is_plain = arg->kind != NODE_KEYWORD && arg->kind != NODE_STAR &&
                    arg->kind != NODE_DOUBLE_STAR;
    return is_plain ? arg : arg->kid[0];
}

/* All methods of an object may be called. */
static void push_methods(Finder *f, const Value *v)
{
    for (int i = 0; v->kind == VALUE_OBJECT && i < v->object->class->count; i++) {
        const Class *c = v->object->class->order[i];
        for (int k = 0; meaning_is_lesson_class(c) && k < c->names.count; k++)
            if (c->names.binding[k].value.kind == VALUE_CLOSURE)
                push(f, c->names.binding[k].value.closure, v);
    }
}

static void call_class(Finder *f, const Node *n, Class *class);

/* A function of a library calls those that it is given. */
static void call_arguments(Finder *f, const Node *n)
{
    f->calls = f->calls || !n;
    for (int i = 1; n && i < n->kids; i++) {
        const Node *arg = argument_of(n, i);
        Value v;
        f->calls = f->calls || n->kid[i]->kind == NODE_DOUBLE_STAR;
        if (arg->kind == NODE_NAME && meaning_is_inner(&f->here, arg) &&
            !meaning_is_self(&f->here, arg))
            f->calls = true;
        else if (meaning_of(&f->here, arg, &v) && v.kind == VALUE_CLASS)
            call_class(f, NULL, v.class);
        else if (meaning_of(&f->here, arg, &v))
            call_any(f, &v);
    }
}

static void touch_arguments(Finder *f, const Node *n)
{
    f->local = f->local || !n;
    for (int i = 1; n && i < n->kids; i++)
        touch(f, argument_of(n, i), true);
}

static bool has_lost(Finder *f, const Node *n, bool *draws);

/* Looks at what is gone through: an iterator, which that moves on, or a name that is not there, which may draw random
 * numbers. */
static void iterate(Finder *f, const Node *over)
{
    Value v;
    bool draws = false;
    if (has_lost(f, over, &draws))
        f->effect.unseen[UNSEEN_GENERATOR] |= draws;
    f->iterates = f->iterates || !meaning_of(&f->here, over, &v) || v.kind == VALUE_OBJECT;
}

static bool is_about_gradients(const char *name)
{
    return outside_is_one_of("backward zero_grad retain_grad register_hook "
                             "register_post_accumulate_grad_hook clip_grad_norm_ clip_grad_value_ "
                             "clip_grads_with_norm_",
                             name);
}

/* Gradients may be others, and who waits for them may have been told. */
static void change_gradients(Finder *f)
{
    f->effect.unseen[UNSEEN_GRADIENTS] = true;
    for (int64_t i = 0; i < f->e->hooked.count; i++) {
        const List *hooks = value_items(&f->e->hooked.item[i].list->item[1]);
        for (int64_t k = 0; hooks && k < hooks->count; k++) {
            const List *pair = value_items(&hooks->item[k]);
            if (pair && pair->count > 1)
                call_any(f, &pair->item[1]);
        }
    }
}

/* f(x, out=y), relu(x, inplace=True) */
static bool writes_by_keyword(const Node *n)
{
    for (int i = 1; n && i < n->kids; i++)
        if (n->kid[i]->kind == NODE_DOUBLE_STAR ||
            (n->kid[i]->kind == NODE_KEYWORD && outside_is_one_of("out inplace", n->kid[i]->text)))
            return true;
    return false;
}

/* An attribute of a library is another one: all that is computed may be. */
static void patch(Finder *f, const Value *library)
{
    f->effect.unseen[UNSEEN_SETTINGS] |=
        (library->kind == VALUE_NAMESPACE && !outside_is_quiet(library) &&
         (strncmp(library->space->path, "torch", 5) == 0 || library->space->home)) ||
        library->kind == VALUE_FUNCTION ||
        (library->kind == VALUE_CLASS && !meaning_is_lesson_class(library->class));
}

/* setattr(x, 'a', 1); where it is handed on, of anything. */
static void set_attribute(Finder *f, const Node *n)
{
    Value v;
    f->effect.classes = true;
    f->effect.unseen[UNSEEN_SETTINGS] |= !n;
    f->local = f->local || !n;
    if (!n || n->kids < 2)
        return;
    touch(f, argument_of(n, 1), false);
    if (meaning_of(&f->here, argument_of(n, 1), &v))
        patch(f, &v);
}

/* Functions that go through what they get. */
static const char iterating[] =
    "iter next list tuple set dict sorted reversed enumerate zip map filter sum "
    "min max any all reduce join extend stack cat";

/* A function of a library by its name, with the value before the dot or NULL; at a call, or (NULL) where its
 * arguments are not known. */
static void call_native(Finder *f, const Node *n, const char *name, const Value *self)
{
    bool is_object = self && self->kind == VALUE_OBJECT;
    f->effect.unseen[UNSEEN_GENERATOR] |= outside_draws(name);
    if (is_about_gradients(name))
        change_gradients(f);
    if (strcmp(name, "getattr") == 0) {
        Value of;
        bool is_of_lesson = n && n->kids > 1 && meaning_of(&f->here, argument_of(n, 1), &of) &&
                            of.kind != VALUE_NAMESPACE;
        f->gets = true;
        f->effect.unseen[UNSEEN_GENERATOR] |= !is_of_lesson; /* getattr(torch, "rand") */
    }
    f->effect.unseen[UNSEEN_SETTINGS] |= outside_is_one_of(
        "set_default_dtype set_default_tensor_type set_printoptions", name);
    if (outside_is_one_of("setattr delattr", name))
        set_attribute(f, n);
    if (self && (self->kind == VALUE_TENSOR ? outside_writes(name) : outside_changes(name)))
        heap_add(f->e, is_object ? &f->effect.deep : &f->effect.only, self);
    bool writes = !self && outside_writes(name) && !is_about_gradients(name);
    if (writes_by_keyword(n) || writes)
        touch_arguments(f, n);
    if (outside_is_one_of("map filter sorted min max sort apply reduce partial step register_hook",
                          name))
        call_arguments(f, n);
    bool iterates = outside_is_one_of(iterating, name);
    f->iterates = f->iterates || (iterates && !n);
    for (int i = 1; iterates && n && i < n->kids; i++)
        iterate(f, argument_of(n, i));
}

static void call_outside(Finder *f, const Node *n, const Namespace *space)
{
    switch (outside_kind(space->path)) {
    case OUTSIDE_UNKNOWN:
        call_unknown(f, n);
        break;
    case OUTSIDE_WRITES:
        touch_arguments(f, n);
        break;
    case OUTSIDE_DRAWS:
        f->effect.unseen[UNSEEN_GENERATOR] = true;
        break;
    case OUTSIDE_SETS:
        f->effect.unseen[UNSEEN_SETTINGS] = true;
        break;
    case OUTSIDE_GRADIENTS:
        change_gradients(f);
        break;
    case OUTSIDE_QUIET:
        return;
    case OUTSIDE_READS:
        break;
    }
    if (writes_by_keyword(n))
        touch_arguments(f, n);
    call_arguments(f, n);
}

static void call_class(Finder *f, const Node *n, Class *class)
{
    make_object(f, class);
    if (!meaning_is_lesson_class(class))
        call_native(f, n, class->name, NULL);
}

/* A method of list, dict or set, which writes into its first argument: list.append. */
static bool is_of_container(const Eval *e, const Function *function)
{
    static const ValueKind kinds[] = {VALUE_LIST, VALUE_DICT, VALUE_SET};
    bool found = false;
    for (int i = 0; i < COUNT(kinds); i++)
        found = found ||
                (names_kind(e, &(Value){.kind = kinds[i]})->methods & function->homes) != 0;
    return found;
}

/* A method of a package's class. */
static void call_method(Finder *f, const Node *n, const char *name, const Value *self)
{
    if (strcmp(name, "forward") == 0)
        call_module(f, self);
    call_native(f, n, name, self);
}

static void call_value(Finder *f, const Node *n, const Value *v)
{
    switch (v->kind) {
    case VALUE_FUNCTION:
        if (is_of_container(f->e, v->function) && outside_changes(v->function->name))
            touch_arguments(f, n);
        call_native(f, n, v->function->name, NULL);
        break;
    case VALUE_METHOD:
        call_native(f, n, v->method->function->name, &v->method->self);
        break;
    case VALUE_CLOSURE:
        if (is_packages(v->closure))
            call_native(f, n, v->closure->name, NULL);
        else
            push(f, v->closure, NULL);
        break;
    case VALUE_BOUND:
        if (v->bound->function.kind == VALUE_CLOSURE && is_packages(v->bound->function.closure) &&
            v->bound->self.kind == VALUE_OBJECT)
            call_method(f, n, v->bound->function.closure->name, &v->bound->self);
        else if (v->bound->function.kind == VALUE_CLOSURE &&
                 is_packages(v->bound->function.closure))
            call_native(f, n, v->bound->function.closure->name, &v->bound->self);
        else if (v->bound->function.kind == VALUE_CLOSURE)
            push(f, v->bound->function.closure, &v->bound->self);
        else
            call_value(f, n, &v->bound->function);
        break;
    case VALUE_CLASS:
        call_class(f, n, v->class);
        break;
    case VALUE_OBJECT:
        call_module(f, v);
        break;
    case VALUE_NAMESPACE:
        call_outside(f, n, v->space);
        break;
    default: /* it cannot be called */
        break;
    }
}

/* The classes of the lesson that have a method of this name may be meant. */
static bool push_named(Finder *f, const char *name)
{
    const Scope *scope = f->e->scope;
    bool any = false;
    for (int i = 0; i < scope->count; i++) {
        const Value *v = &scope->binding[i].value;
        const Value *found = v->kind == VALUE_CLASS && meaning_is_lesson_class(v->class)
                                 ? eval_find_in(&v->class->names, name)
                                 : NULL;
        const Value *set = found && found->kind == VALUE_WRAPPED ? &found->wrapped->set : NULL;
        any = any || found;
        if (set)
            found = &found->wrapped->get;
        if (found && found->kind == VALUE_CLOSURE)
            push(f, found->closure, NULL);
        if (set && set->kind == VALUE_CLOSURE)
            push(f, set->closure, NULL);
    }
    return any;
}

static bool has_lost(Finder *f, const Node *n, bool *draws)
{
    bool found = false;
    const Lost *lost = n->kind == NODE_NAME && !meaning_is_inner(&f->here, n) &&
                               !meaning_outer(&f->here, n)
                           ? doubt_lost(f->e, n->text)
                           : NULL;
    for (int i = 0; i < n->kids; i++)
        found = (n->kid[i] && has_lost(f, n->kid[i], draws)) || found;
    *draws = *draws || (lost && (lost->draws || !lost->name));
    return found || lost;
}

/* super().name() of a class of a library. */
static void call_base(Finder *f, const Node *n, const char *name)
{
    const NativeClass *native = class_native(f->here.in->owner);
    bool is_init = native && strcmp(name, "__init__") == 0;
    call_native(f, n, is_init ? native->name : name,
                f->here.self.kind == VALUE_ABSENT || is_init ? NULL : &f->here.self);
}

/* A method of what is only known while the code runs. */
static void call_named(Finder *f, const Node *n)
{
    const Node *receiver = n->kid[0]->kid[0];
    const char *name = n->kid[0]->text;
    Value v;
    bool draws = false, is_lost = has_lost(f, receiver, &draws);
    if (meaning_is_super(&f->here, receiver)) {
        call_base(f, n, name);
        return;
    }
    bool is_lessons = push_named(f, name) && !is_lost;
    bool is_known = names_find(f->e, ~0u, name) || names_known(f->e, ~0u, name);
    f->effect.unseen[UNSEEN_GENERATOR] |= outside_draws(name) || draws;
    if (is_about_gradients(name)) {
        change_gradients(f);
        call_arguments(f, n);
        return;
    }
    if (outside_changes(name) || is_lost)
        touch_names(f, receiver);
    bool is_class = meaning_of(&f->here, receiver, &v) &&
                    (v.kind == VALUE_CLASS || v.kind == VALUE_FUNCTION); /* list.append(x, 1) */
    if (is_lost || writes_by_keyword(n) || (is_class && outside_changes(name)))
        touch_arguments(f, n);
    if (!meaning_is_quiet(&f->here, receiver) && !is_lost && !is_known && !is_lessons &&
        !outside_changes(name))
        call_unknown(f, n);
    call_arguments(f, n);
}

/* getattr(x, name)() */
static bool is_by_name(const Node *callee)
{
    return callee->kind == NODE_CALL && callee->kid[0]->kind == NODE_NAME &&
           strcmp(callee->kid[0]->text, "getattr") == 0;
}

static void call(Finder *f, const Node *n)
{
    Value v;
    bool draws = false;
    if (meaning_of(&f->here, n->kid[0], &v))
        call_value(f, n, &v);
    else if (n->kid[0]->kind == NODE_ATTRIBUTE)
        call_named(f, n);
    else if (has_lost(f, n->kid[0], &draws) || is_by_name(n->kid[0]))
        call_unknown(f, n);
    else
        f->calls = true;
}

/* --- the walk --------------------------------------------------------------------------------- */

/* A name is mentioned: what it stands for can be what others inside stand for. */
static void mention(Finder *f, const Node *n)
{
    const Value *v = meaning_outer(&f->here, n);
    const Lost *lost = v ? NULL : doubt_lost(f->e, n->text);
    Value named;
    if (lost)
        add_lost(f, &f->given, lost);
    else if (!v && meaning_of(&f->here, n, &named)) /* of Python or a library */
        heap_add(f->e, &f->given, &named);
    if (!v)
        return;
    heap_add(f->e, &f->given, v);
    if (v->kind == VALUE_ITERATOR) { /* any use moves it on */
        heap_add(f->e, &f->effect.only, v);
        call_any(f, v);
    }
}

static void bind(Finder *f, const Node *target)
{
    Value v;
    bool sets = target->kind == NODE_ATTRIBUTE;
    if (sets && !meaning_of(&f->here, target->kid[0], &v))
        f->effect.classes = true;
    else if (sets)
        patch(f, &v);
    if (sets)
        push_named(f, target->text); /* a property's */
    if (target->kind == NODE_INDEX || target->kind == NODE_ATTRIBUTE)
        touch(f, target->kid[0], false);
    if (target->kind == NODE_TUPLE || target->kind == NODE_LIST || target->kind == NODE_STAR)
        for (int i = 0; i < target->kids; i++)
            bind(f, target->kid[i]);
}

static void bind_first(Finder *f, const Node *n, int targets)
{
    for (int i = 0; i < targets; i++)
        bind(f, n->kid[i]);
}

/* x += y changes what x stands for, where that can be changed. */
static void augment(Finder *f, const Node *target)
{
    Value v;
    if (target->kind != NODE_NAME)
        bind(f, target);
    else if (meaning_is_inner(&f->here, target))
        f->local = true;
    else if (meaning_of(&f->here, target, &v))
        heap_add(f->e, &f->effect.only, &v);
    else
        touch_names(f, target);
}

/* Getting an attribute may run a property; and a method that is got may be called. */
static void read_attribute(Finder *f, const Node *n)
{
    Value base, got;
    if (!meaning_of(&f->here, n->kid[0], &base)) {
        push_named(f, n->text);
        return;
    }
    const Value *found = base.kind == VALUE_OBJECT ? class_find(base.object->class, NULL, n->text)
                                                   : NULL;
    if (found && found->kind == VALUE_WRAPPED && found->wrapped->get.kind == VALUE_CLOSURE)
        push(f, found->wrapped->get.closure, &base);
    else if (!meaning_member(&f->here, &base, n->text, &got))
        return;
    else if (got.kind == VALUE_BOUND && got.bound->function.kind == VALUE_CLOSURE &&
             !is_packages(got.bound->function.closure))
        push(f, got.bound->function.closure, &got.bound->self);
    else if (got.kind == VALUE_FUNCTION || got.kind == VALUE_METHOD || got.kind == VALUE_CLASS)
        heap_add(f->e, &f->given, &got);
}

static void keep_names(Finder *f, Heap *kept, const Node *n)
{
    const Value *v = n->kind == NODE_NAME ? meaning_outer(&f->here, n) : NULL;
    const Lost *lost = n->kind == NODE_NAME && !v ? doubt_lost(f->e, n->text) : NULL;
    if (v)
        heap_add(f->e, kept, v);
    if (lost)
        add_lost(f, kept, lost);
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            keep_names(f, kept, n->kid[i]);
}

static void look_at(Finder *f, const Node *n)
{
    switch (n->kind) {
    case NODE_RETURN:
    case NODE_YIELD:
        keep_names(f, &f->returned, n);
        break;
    case NODE_NAME:
        mention(f, n);
        break;
    case NODE_CALL:
        call(f, n);
        break;
    case NODE_ATTRIBUTE:
        read_attribute(f, n);
        break;
    case NODE_ASSIGN:
        bind_first(f, n, n->kids - 1);
        break;
    case NODE_ANNOTATED:
        bind_first(f, n, 1);
        break;
    case NODE_AUGMENTED:
        augment(f, n->kid[0]);
        break;
    case NODE_DEL:
        bind_first(f, n, n->kids);
        break;
    case NODE_FOR:
    case NODE_EACH:
        bind(f, n->kid[0]);
        iterate(f, n->kid[1]);
        break;
    case NODE_STAR:
        iterate(f, n->kid[0]);
        break;
    case NODE_ITEM:
        f->enters = true;
        push_named(f, "__enter__");
        push_named(f, "__exit__");
        if (n->kids > 1)
            bind(f, n->kid[1]);
        break;
    default:
        break;
    }
}

/* Decorators and defaults run when a function is defined. */
static void walk(Finder *f, const Node *n);
static void walk_definition(Finder *f, const Node *n)
{
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i] && i != 2)
            walk(f, n->kid[i]);
}

static void walk_class(Finder *f, const Node *n)
{
    const Node *body = n->kid[1];
    for (int i = 0; i < n->kids; i++)
        if (i != 1 && n->kid[i])
            walk(f, n->kid[i]);
    for (int i = 0; i < body->kids; i++)
        if (body->kid[i]->kind == NODE_DEF)
            walk_definition(f, body->kid[i]);
        else
            walk(f, body->kid[i]);
}

/* torch.set_grad_enabled(x), unless in a `with`, after which it is as it was. */
static bool sets_mode(const Node *n)
{
    const Node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
    return callee && (callee->kind == NODE_NAME || callee->kind == NODE_ATTRIBUTE) &&
           strcmp(callee->text, "set_grad_enabled") == 0;
}

static void walk(Finder *f, const Node *n)
{
    f->nodes++;
    if (f->nodes >= NODES_PER_STEP) {
        budget_spend(&f->e->budget, 1);
        f->nodes = 0;
    }
    if (f->e->budget.left < 0)
        return;
    look_at(f, n);
    if (n->kind == NODE_EXPRESSION && sets_mode(n->kid[0]))
        f->effect.unseen[UNSEEN_SETTINGS] = true;
    if (n->kind == NODE_CLASS &&
        !f->here.in) { /* one inside of a function is made and used there */
        walk_class(f, n);
        return;
    }
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            walk(f, n->kid[i]);
}

/* --- all -------------------------------------------------------------------------------------- */

/* Names of the functions around it that a function binds. */
static void find_names(Finder *f, const Closure *function)
{
    const Locals *l = function->locals;
    for (int i = 0; i < l->count; i++) {
        Scope *scope = function->scope;
        const char *name = l->local[i].name;
        if (l->local[i].kind == LOCAL_OWN)
            continue;
        while (scope->outer && (l->local[i].kind == LOCAL_GLOBAL || !eval_find_in(scope, name)))
            scope = scope->outer;
        arena_push(f->e->arena, f->effect.name, f->effect.names, (EffectName){scope, name});
    }
}

static void walk_body(Finder *f, EffectBody body)
{
    const Closure *function = body.function;
    if (!function_read(f->e, function))
        return;
    f->here = meaning_begin(f->e, function, &body.self);
    find_names(f, function);
    if (body.self.kind != VALUE_ABSENT)
        heap_add(f->e, &f->given, &body.self);
    for (int i = 0; i < function->node->kid[0]->kids; i++)
        heap_add(f->e, &f->given, &function->defaults[i]);
    meaning_read(&f->here, function->node);
    bool is_lambda = function->node->kind != NODE_DEF;
    const Node *code = function->node->kid[is_lambda ? 1 : 2];
    if (is_lambda)
        keep_names(f, &f->returned, code);
    walk(f, code);
}

static void open_all(Finder *f)
{
    Eval *e = f->e;
    if (f->calls && f->unknown)
        f->local = f->effect.unseen[UNSEEN_GENERATOR] = true;
    for (int i = 0; f->local && i < f->given.count; i++)
        heap_add(e, &f->effect.deep, &f->given.item[i]);
    for (int i = 0; f->unknown && i < f->returned.count; i++)
        heap_add(e, &f->effect.deep, &f->returned.item[i]);
    heap_open(e, &f->effect.deep);
    for (int i = 0; f->reaches && i < f->effect.deep.count && e->budget.left >= 0; i++) {
        const Value v = f->effect.deep.item[i];
        doubt_kept(e, &v, &f->effect.deep);
        heap_open(e, &f->effect.deep);
    }
    for (int i = 0; f->unknown && i < f->effect.deep.count; i++) {
        call_any(f, &f->effect.deep.item[i]);
        push_methods(f, &f->effect.deep.item[i]);
    }
    for (int i = 0; i < f->given.count; i++)
        heap_add(e, &f->any, &f->given.item[i]);
    for (int i = 0; f->calls && i < f->given.count; i++)
        if (f->given.item[i].kind == VALUE_CLASS)
            call_class(f, NULL, f->given.item[i].class);
    heap_open(e, &f->any);
    for (int i = 0; i < f->any.count; i++) {
        const Value v = f->any.item[i];
        if (v.kind == VALUE_OBJECT)
            push_operators(f, &v);
        if (f->iterates && v.kind == VALUE_ITERATOR) {
            heap_add(e, &f->effect.only, &v);
            call_any(f, &v);
        }
        if (f->enters && v.kind == VALUE_OBJECT) {
            push_method(f, &v, "__enter__");
            push_method(f, &v, "__exit__");
        }
        if (f->calls)
            call_any(f, &v);
        if (f->gets)
            push_methods(f, &v);
    }
}

/* Grows with everything that open_all goes by. */
static int size_of(const Finder *f)
{
    return f->bodies + f->given.count + f->effect.deep.count + f->local + f->calls + f->gets +
           f->unknown;
}

/* Each body can tell of more that is changed or called, and that of more bodies. */
static void find_all(Finder *f)
{
    int before;
    do {
        before = size_of(f);
        while (f->at < f->bodies && f->e->budget.left >= 0)
            walk_body(f, f->body[f->at++]);
        open_all(f);
    } while (size_of(f) > before && f->e->budget.left >= 0);
}

bool effect_is_plain_callee(Eval *e, const Node *callee)
{
    Finder f = {.e = e, .here = meaning_begin(e, NULL, NULL)};
    Value v;
    if (!meaning_of(&f.here, callee, &v))
        return false;
    const char *name = v.kind == VALUE_FUNCTION ? v.function->name
                       : v.kind == VALUE_METHOD ? v.method->function->name
                                                : NULL;
    Outside kind = v.kind == VALUE_NAMESPACE ? outside_kind(v.space->path) : OUTSIDE_UNKNOWN;
    return kind == OUTSIDE_READS || kind == OUTSIDE_QUIET ||
           (name && !outside_draws(name) && !outside_changes(name) && !is_about_gradients(name));
}

StatementEffect effect_of(Eval *e, const Node *n, bool is_known)
{
    Finder f = {.e = e, .is_known = is_known, .here = meaning_begin(e, NULL, NULL)};
    Heap kept = {0};
    bool is_definition = n->kind == NODE_DEF || n->kind == NODE_CLASS;
    bool is_plain = n->kind == NODE_ASSIGN || n->kind == NODE_AUGMENTED ||
                    n->kind == NODE_ANNOTATED;
    keep_names(&f, &kept, n);
    if (is_plain) /* the names that it binds are those of the lesson */
        for (int i = 0; i < n->kids; i++)
            meaning_read(&f.here, n->kid[i]);
    else if (!is_definition)
        meaning_read(&f.here, n);
    if (n->kind == NODE_DEF)
        walk_definition(&f, n);
    else
        walk(&f, n);
    find_all(&f);
    for (int i = 0; i < f.given.count; i++) /* of the functions that it called, too */
        heap_add(e, &kept, &f.given.item[i]);
    for (int i = 0; i < kept.count; i++)
        list_add(e->arena, &f.effect.kept, kept.item[i]);
    meaning_forget_error(e);
    f.effect.defines = is_definition ? n : NULL;
    f.effect.keeps_draws = is_definition || f.effect.unseen[UNSEEN_GENERATOR];
    return f.effect;
}
