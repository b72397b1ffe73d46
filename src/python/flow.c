/* Statements that decide which others run: blocks, branches, loops, try and with; and those that only
 * make sense inside: return, break, raise. */
#include <string.h>

#include "python/dataclass.h"
#include "python/doubt.h"
#include "python/generator.h"
#include "python/outside.h"

/* --- lines, for whoever watches --------------------------------------------------------------- */

/* The library's code runs because the lesson called a function of a package or an object of its classes: not to
 * make one, nor for what Python does itself. */
static bool is_called(const Eval *e)
{
    const Closure *outermost = NULL;
    bool is_hidden = e->loading != NULL;
    for (const CallFrame *f = e->frame; f && eval_is_librarys(f->function); f = f->outer) {
        outermost = f->function;
        is_hidden = is_hidden || outermost->library->is_own ||
                    strncmp(outermost->name, "__", 2) == 0;
    }
    return !is_hidden && outermost &&
           (outermost->owner ? strcmp(outermost->name, "forward") == 0 : *outermost->name != '_');
}

/* The body of a class makes functions and runs none of them. */
int eval_line_begins(Eval *e, LineKind kind, const Node *n, int kid)
{
    const Module *module = eval_module(e);
    bool is_seen = !module || (e->watch && e->watch->sees_library && !e->loading &&
                               (module->is_helper || is_called(e)));
    bool is_watched = e->watch && !e->scope->is_class && is_seen;
    return is_watched ? e->watch->begins(e, kind, n, kid) : -1;
}

void eval_line_shows(Eval *e, int line, const Value *value, bool truth)
{
    if (line >= 0)
        e->watch->shows(e, line, value, truth);
}

void eval_line_ends(Eval *e, int line)
{
    if (line >= 0)
        e->watch->ends(e, line);
}

/* --- blocks and branches ---------------------------------------------------------------------- */

static bool run_line(Eval *e, const Node *n)
{
    Value value;
    const Statement *s = n->statement;
    bool is_directed = e->watch && !eval_module(e) && s && s->directives > 0;
    int begin = is_directed ? e->watch->enters(e, s) : 0;
    if (begin < 0)
        return false;
    int line = eval_line_begins(e, LINE_STATEMENT, n, 0);
    bool ok = eval_spend(e, 1) && eval_statement(e, n, &value);
    if (is_directed)
        ok = e->watch->leaves(e, s, begin, ok ? &value : NULL) && ok;
    if (ok)
        eval_line_shows(e, line, &value, true);
    eval_line_ends(e, line);
    return ok;
}

bool eval_block(Eval *e, const Node *n)
{
    ResumePoint mark = {0};
    generator_back(e, &mark);
    for (int i = mark.at; i < n->kids && e->flow == FLOW_ON; i++) {
        if (!run_line(e, n->kid[i]))
            return false;
        if (e->flow == FLOW_YIELD)
            generator_leave(e, (ResumePoint){.at = i});
    }
    return true;
}

/* A block of a statement that, when it yields, will go on from this mark. */
static bool run_part(Eval *e, const Node *block, ResumePoint mark)
{
    bool ok = eval_block(e, block);
    if (e->flow == FLOW_YIELD)
        generator_leave(e, mark);
    return ok;
}

static bool condition(Eval *e, const Node *n, bool *truth)
{
    Value v = {0};
    if (!eval_expression(e, n, &v))
        return false;
    e->at = n;
    return eval_truth(e, &v, truth);
}

static bool run_if(Eval *e, const Node *n)
{
    ResumePoint mark;
    if (generator_back(e, &mark))
        return run_part(e, n->kid[mark.at], mark);
    for (int i = 0; i + 1 < n->kids; i += 2) {
        bool truth = false;
        int line = eval_line_begins(e, LINE_TEST, n, i);
        bool ok = condition(e, n->kid[i], &truth);
        if (ok)
            eval_line_shows(e, line, NULL, truth);
        eval_line_ends(e, line);
        if (!ok)
            return false;
        if (truth)
            return run_part(e, n->kid[i + 1], (ResumePoint){.at = i + 1});
    }
    return n->kids % 2 == 0 || run_part(e, n->kid[n->kids - 1], (ResumePoint){.at = n->kids - 1});
}

/* --- loops ------------------------------------------------------------------------------------ */

/* After one pass: whether there is a next one. */
static bool goes_on(Eval *e)
{
    if (e->flow == FLOW_CONTINUE)
        e->flow = FLOW_ON;
    return e->flow == FLOW_ON;
}

/* Runs what stands after `else:`, at this kid, unless the loop was left. */
static bool end_loop(Eval *e, const Node *n, int otherwise)
{
    if (e->flow == FLOW_ON)
        return otherwise >= n->kids ||
               run_part(e, n->kid[otherwise], (ResumePoint){.at = otherwise});
    if (e->flow == FLOW_BREAK)
        e->flow = FLOW_ON;
    return true;
}

static LoopBegin begin_loop(const Eval *e)
{
    const QkvTape *tape = qkv_tape(e->q);
    return tape ? (LoopBegin){tape->count, tape->groups, qkv_cells(e->q)} : (LoopBegin){0};
}

/* Between two passes. Who draws on a generator holds what it gave before. */
static void turn(Eval *e, const Node *n, const LoopBegin *begin, const Value *item, Iterator *it)
{
    const Module *module = eval_module(e);
    if (e->watch && (!module || module->is_helper) && !(e->frame && e->frame->generator))
        e->watch->turns(e, n, begin, item, it);
}

static bool pass_while(Eval *e, const Node *n, ResumePoint mark, bool is_back, bool *truth)
{
    int line = eval_line_begins(e, LINE_PASS, n, 0);
    bool ok = eval_spend(e, 1) && (is_back || condition(e, n->kid[0], truth));
    if (ok)
        eval_line_shows(e, line, NULL, *truth);
    ok = ok && (!*truth || run_part(e, n->kid[1], mark));
    eval_line_ends(e, line);
    return ok;
}

static bool run_while(Eval *e, const Node *n)
{
    ResumePoint mark = {.at = 1};
    bool is_back = generator_back(e, &mark);
    bool goes = mark.at == 1;
    const LoopBegin begin = begin_loop(e);
    while (goes) {
        if (!pass_while(e, n, mark, is_back, &goes))
            return false;
        goes = goes && goes_on(e);
        is_back = false;
        if (goes)
            turn(e, n, &begin, NULL, NULL);
    }
    return end_loop(e, n, 2);
}

static bool begin_for(Eval *e, const Node *n, ResumePoint *mark)
{
    Value over = {0};
    if (!eval_expression(e, n->kid[1], &over))
        return false;
    e->at = n->kid[1];
    return eval_iter(e, &over, &mark->it);
}

/* A pass over an item; NULL: the generator is back in it. */
static bool pass_for(Eval *e, const Node *n, ResumePoint mark, const Value *item)
{
    int line = eval_line_begins(e, LINE_PASS, n, 0);
    bool ok = !item || eval_target(e, n->kid[0], item);
    if (ok)
        eval_line_shows(e, line, NULL, true);
    ok = ok && run_part(e, n->kid[2], mark);
    eval_line_ends(e, line);
    return ok;
}

static bool run_for(Eval *e, const Node *n)
{
    ResumePoint mark = {.at = 2};
    Value item = {0};
    bool is_back = generator_back(e, &mark);
    if (!is_back && !begin_for(e, n, &mark))
        return false;
    const LoopBegin begin = begin_loop(e);
    for (bool goes = mark.at == 2, again = false; goes;
         goes = goes_on(e), is_back = false, again = true) {
        if (!is_back && !eval_next(e, mark.it, &item)) {
            if (e->err->set)
                return false;
            break;
        }
        if (again)
            turn(e, n, &begin, &item, mark.it);
        if (!pass_for(e, n, mark, is_back ? NULL : &item))
            return false;
    }
    return end_loop(e, n, 3);
}

/* --- errors ----------------------------------------------------------------------------------- */

static bool run_raise(Eval *e, const Node *n)
{
    Value v = e->handled, cause = {0};
    if ((n->kids > 0 && !eval_expression(e, n->kid[0], &v)) ||
        (n->kids > 1 && !eval_expression(e, n->kid[1], &cause)))
        return false;
    e->at = n;
    if (v.kind == VALUE_ABSENT)
        return eval_raise_as(e, "RuntimeError", "No active exception to reraise",
                             "there is no error here to raise again");
    object_raise(e, &v);
    if (object_in(&e->raised) && cause.kind != VALUE_ABSENT)
        eval_bind_in(e, &object_in(&e->raised)->names, "__cause__", cause);
    return false;
}

/* State that an error or an early end leaves while other code runs. */
typedef struct Pending {
    bool ok;
    Flow flow;
    Value returned, raised, said;
    Err err;
    const char *error_class;
} Pending;

static Pending put_aside(Eval *e, bool ok)
{
    Pending p = {ok, e->flow, e->returned, e->raised, e->said, *e->err, e->error_class};
    *e->err = (Err){0};
    e->flow = FLOW_ON;
    return p;
}

static bool take_up(Eval *e, const Pending *p)
{
    e->flow = p->flow;
    e->returned = p->returned;
    e->raised = p->raised;
    e->said = p->said;
    e->error_class = p->error_class;
    *e->err = p->err;
    return p->ok;
}

/* Tells whether an `except` is for the error in hand; looking at its class must not add to that. */
static bool is_for(Eval *e, const Node *except, bool *caught)
{
    Value wanted = {0};
    *caught = true;
    if (!except->kid[0])
        return true;
    Pending p = put_aside(e, false);
    if (!eval_expression(e, except->kid[0], &wanted))
        return false;
    take_up(e, &p);
    return object_catches(e, &wanted, caught);
}

/* The first `except` that is for the error in hand: false when none is. */
static bool find_handler(Eval *e, const Node *n, int *at)
{
    for (*at = 3; *at < n->kids && !e->is_final; ++*at) {
        bool caught;
        if (!is_for(e, n->kid[*at], &caught))
            return false;
        if (caught)
            return true;
    }
    return false;
}

/* Makes the error in hand the object that a handler would get: its context is what is handled now. */
static void make_raised(Eval *e)
{
    const Err err = *e->err;
    int ended = e->ended_calls;
    e->raised = object_caught(e);
    *e->err = err;
    e->ended_calls = ended;
}

/* Runs the block of an `except` for an error, which its name has until then. */
static bool handle(Eval *e, const Node *n, int at, Value error)
{
    const Node *handler = n->kid[at];
    Value outer = e->handled;
    e->handled = error;
    bool ok = run_part(e, handler->kid[1], (ResumePoint){.at = at, .value = error});
    if (!ok && !e->is_final)
        make_raised(e);
    e->handled = outer;
    if (handler->kids > 2 && e->flow != FLOW_YIELD)
        eval_bind(e, handler->kid[2]->text, (Value){0});
    return ok;
}

/* Runs `finally`, and then goes on with what it interrupted. */
static bool run_finally(Eval *e, const Node *block, const Pending *p)
{
    Value outer = e->handled;
    if (object_in(&p->raised)) /* the context of an error in there */
        e->handled = p->raised;
    bool ok = eval_block(e, block);
    if (!ok && !e->is_final)
        make_raised(e);
    e->handled = outer;
    if (!ok)
        return false;
    if (e->flow == FLOW_YIELD) {
        Pending *kept = arena_new(e->arena, Pending);
        *kept = *p;
        generator_leave(e, (ResumePoint){.at = 2, .pending = kept});
    }
    /* A `finally` that returns itself is what counts. */
    return e->flow != FLOW_ON || take_up(e, p);
}

static bool finish_try(Eval *e, const Node *block, bool ok)
{
    if (!block || e->is_final || e->flow == FLOW_YIELD)
        return ok;
    if (!ok)
        make_raised(e);
    Pending p = put_aside(e, ok);
    qkv_clear_error(e->q);
    return run_finally(e, block, &p);
}

static bool names_import_error(const Node *n)
{
    bool found = n->text &&
                 (strcmp(n->text, "ImportError") == 0 ||
                  strcmp(n->text, "ModuleNotFoundError") == 0 ||
                  strcmp(n->text, "PackageNotFoundError") == 0 ||
                  strcmp(n->text, "Exception") == 0 || strcmp(n->text, "BaseException") == 0);
    for (int i = 0; i < n->kids && !found; i++)
        found = n->kid[i] && names_import_error(n->kid[i]);
    return found;
}

/* The block of `try`: one that waits for ImportError tries whether packages are there. */
static bool run_tried(Eval *e, const Node *n, ResumePoint mark)
{
    bool waits = false;
    for (int i = 3; i < n->kids && !waits; i++)
        waits = !n->kid[i]->kid[0] || names_import_error(n->kid[i]->kid[0]);
    e->import_tries += waits;
    bool ok = run_part(e, n->kid[0], mark);
    e->import_tries -= waits;
    return ok;
}

static bool run_try(Eval *e, const Node *n)
{
    Scope *scope = e->scope;
    CallFrame *frame = e->frame;
    ResumePoint mark = {0};
    int at;
    generator_back(e, &mark);
    if (mark.at == 2)
        return run_finally(e, n->kid[2], mark.pending);
    bool ok = mark.at != 0 || run_tried(e, n, mark);
    if (mark.at > 2) {
        ok = handle(e, n, mark.at, mark.value);
    } else if (ok && e->flow == FLOW_ON && n->kid[1]) {
        ok = run_part(e, n->kid[1], (ResumePoint){.at = 1});
    } else if (!ok && find_handler(e, n, &at)) {
        e->scope = scope;
        e->frame = frame;
        e->call = NULL;
        Value error = object_caught(e);
        if (n->kid[at]->kids > 2)
            eval_bind(e, n->kid[at]->kid[2]->text, error);
        ok = handle(e, n, at, error);
    }
    return finish_try(e, n->kid[2], ok);
}

/* --- with ------------------------------------------------------------------------------------- */

/* An object says what entering gives; what a library has for `with` (torch.no_grad()) gives itself. */
static bool enter(Eval *e, const Node *item, Value *manager)
{
    Value v;
    bool found = false;
    if (!eval_expression(e, item->kid[0], manager))
        return false;
    e->at = item->kid[0];
    v = *manager;
    if (outside_is_quiet(manager))
        return item->kids < 2 || eval_target(e, item->kid[1], &v);
    if (!object_method(e, manager, "__enter__", 0, NULL, &v, &found))
        return false;
    bool native = object_in(manager) && class_native(object_in(manager)->class);
    if (!found && !native)
        return eval_raise_object(e, manager, "__enter__",
                                 "does not support the context manager protocol",
                                 "cannot be used in 'with'");
    return item->kids < 2 || eval_target(e, item->kid[1], &v);
}

/* Calls __exit__ with the error that ends the block, or with None: when it gives something true, the
 * error is over. */
static bool leave(Eval *e, const Value *manager, bool ok)
{
    Value args[] = {value_none, value_none, value_none}, answer = value_none;
    bool found, swallows = false;
    int ended = 0;
    if (e->is_final)
        return false;
    if (!ok) {
        Err err = *e->err;
        ended = e->ended_calls;
        args[1] = object_caught(e);
        args[0] = (Value){.kind = VALUE_CLASS, .class = object_in(&args[1])->class};
        *e->err = err;
        e->raised = args[1];
    }
    Pending p = put_aside(e, ok);
    if (!object_method(e, manager, "__exit__", 3, args, &answer, &found) ||
        (found && !ok && !eval_truth(e, &answer, &swallows)))
        return false;
    take_up(e, &p);
    e->ended_calls = swallows ? 0 : ended;
    if (swallows) {
        *e->err = (Err){0};
        e->raised = (Value){0};
    }
    return ok || swallows;
}

static bool run_with_items(Eval *e, const Node *n, int i)
{
    ResumePoint mark = {0};
    if (i == n->kids - 1)
        return eval_block(e, n->kid[i]);
    if (!generator_back(e, &mark) && !enter(e, n->kid[i], &mark.value))
        return false;
    CallFrame *frame = e->frame;
    Scope *scope = e->scope;
    bool ok = run_with_items(e, n, i + 1);
    if (e->flow == FLOW_YIELD) {
        generator_leave(e, mark);
        return true;
    }
    e->frame = frame;
    e->scope = scope;
    return leave(e, &mark.value, ok);
}

/* --- names, and what a block does to them ------------------------------------------------------- */

static bool delete_item(Eval *e, const Node *target, const Value *object, const Value *key)
{
    e->at = target;
    Value unused;
    bool found;
    if (type_of(object)->remove)
        return type_of(object)->remove(e, object, key);
    if (!object_method(e, object, "__delitem__", 1, key, &unused, &found) || found)
        return found && !e->err->set;
    if (object_plain(object) != object)
        return delete_item(e, target, object_plain(object), key);
    if (object_in(object) && class_has(object, "__setitem__"))
        return eval_raise_as(e, "AttributeError", "__delitem__", "items of %s cannot be deleted",
                             value_kind(object));
    return eval_raise_as(
        e, "TypeError",
        arena_format(e->arena, "'%s' object doesn't support item deletion", value_type(object)),
        "items of %s cannot be deleted", value_kind(object));
}

static bool run_del(Eval *e, const Node *n);

static bool delete_target(Eval *e, const Node *target)
{
    Value object = {0}, key = {0};
    e->at = target;
    if (target->kind == NODE_TUPLE || target->kind == NODE_LIST)
        return run_del(e, target);
    if (target->kind == NODE_NAME) {
        if (!eval_lookup(e, target->text))
            return eval_fail_name(e, target, NULL);
        eval_bind(e, target->text, (Value){0});
        return true;
    }
    if (!eval_expression(e, target->kid[0], &object))
        return false;
    if (target->kind == NODE_ATTRIBUTE)
        return object_set(e, &object, target->text, NULL);
    return eval_subscript(e, target->kid[1], &key) && delete_item(e, target, &object, &key);
}

static bool run_del(Eval *e, const Node *n)
{
    for (int i = 0; i < n->kids; i++)
        if (!delete_target(e, n->kid[i]))
            return false;
    return true;
}

/* Finds what is left of an augmented operator, and what it is part of. */
static bool find_old(Eval *e, const Node *target, Value *object, Value *key, Value *old)
{
    if (target->kind == NODE_NAME)
        return eval_expression(e, target, old);
    if (target->kind == NODE_ATTRIBUTE)
        return eval_holder(e, target->kid[0], object) && eval_member(e, target, object, old) &&
               (!e->doubts || doubt_allows(e, target, old, true));
    return eval_expression(e, target->kid[0], object) &&
           (target->kind != NODE_INDEX ||
            (eval_subscript(e, target->kid[1], key) && eval_item(e, target, object, key, old)));
}

/* x op= y: what is left of the operator is found once. */
static bool run_augmented(Eval *e, const Node *n)
{
    const Node *target = n->kid[0];
    Value object = {0}, key = {0}, old = {0}, by = {0}, v = {0};
    bool done = false;
    if (!find_old(e, target, &object, &key, &old) || !eval_expression(e, n->kid[1], &by))
        return false;
    e->at = n;
    const Kind *kind = kind_of(&old);
    if (kind->inplace && !kind->inplace(e, n->op, &old, &by, &v, &done))
        return false;
    if (!done && !eval_binary(e, n->op, &old, &by, &v))
        return false;
    if (target->kind == NODE_INDEX) /* a view was written where it lies */
        return (done && tensor_in(&old) && tensor_in(&object) &&
                qkv_shares_memory(old.tensor, object.tensor)) ||
               eval_set_item(e, target, &object, &key, &v);
    if (target->kind == NODE_ATTRIBUTE)
        return eval_set_member(e, target, &object, &v);
    return eval_target(e, target, &v);
}

/* x: ClassVar[int] is no field of a dataclass. */
static bool is_of_class(const Node *annotation)
{
    const Node *n = annotation->kind == NODE_INDEX ? annotation->kid[0] : annotation;
    if (n->kind == NODE_STRING)
        return strncmp(n->text, "ClassVar", 8) == 0 || strncmp(n->text, "typing.ClassVar", 15) == 0;
    return (n->kind == NODE_NAME || n->kind == NODE_ATTRIBUTE) && strcmp(n->text, "ClassVar") == 0;
}

static bool run_annotated(Eval *e, const Node *n)
{
    Value v = {0};
    if (e->scope->is_class && n->kid[0]->kind == NODE_NAME && !is_of_class(n->kid[1])) {
        Value name = value_string(e->arena, n->kid[0]->text);
        dataclass_add_field(e, e->fields, name);
    }
    return n->kids < 3 ||
           (eval_value(e, n->kid[2], &v) && (e->flow != FLOW_ON || eval_target(e, n->kid[0], &v)));
}

/* --- all -------------------------------------------------------------------------------------- */

static bool run_return(Eval *e, const Node *n)
{
    Value v = value_none; /* calls on the way to it set e->returned themselves */
    if (n->kids > 0 && !eval_expression(e, n->kid[0], &v))
        return false;
    e->returned = v;
    e->flow = FLOW_RETURN;
    return true;
}

static bool decorate(Eval *e, const Node *n, int first, Value *v)
{
    for (int i = n->kids - 1; i >= first; i--) {
        Value decorator = {0}, inner = *v;
        if (!eval_expression(e, n->kid[i]->kid[0], &decorator))
            return false;
        e->at = n->kid[i];
        if (!eval_apply(e, &decorator, &inner, v))
            return false;
    }
    return true;
}

static bool run_definition(Eval *e, const Node *n)
{
    Value v = {0};
    bool ok = n->kind == NODE_DEF ? function_make(e, n, &v) && decorate(e, n, 3, &v)
                                  : object_class(e, n, &v) && decorate(e, n, 2, &v);
    if (ok)
        eval_bind(e, n->text, v);
    return ok;
}

bool eval_flow(Eval *e, const Node *n)
{
    switch (n->kind) {
    case NODE_IF:
        return run_if(e, n);
    case NODE_WHILE:
        return run_while(e, n);
    case NODE_FOR:
        return run_for(e, n);
    case NODE_TRY:
        return run_try(e, n);
    case NODE_WITH:
        return run_with_items(e, n, 0);
    case NODE_RAISE:
        return run_raise(e, n);
    case NODE_RETURN:
        return run_return(e, n);
    case NODE_DEL:
        return run_del(e, n);
    case NODE_DEF:
    case NODE_CLASS:
        return run_definition(e, n);
    case NODE_AUGMENTED:
        return run_augmented(e, n);
    case NODE_ANNOTATED:
        return run_annotated(e, n);
    case NODE_BREAK:
        e->flow = FLOW_BREAK;
        return true;
    case NODE_CONTINUE:
        e->flow = FLOW_CONTINUE;
        return true;
    case NODE_PASS:
    case NODE_GLOBAL:
    case NODE_NONLOCAL:
        return true;
    case NODE_BLOCK:
        return eval_block(e, n);
    default:
        return eval_refuse_name(e, "this is not a statement of the lesson language");
    }
}
