/* The evaluator: one small function for each kind of node, found through a table. */
#include "python/eval.h"
#include "base/clock.h"

#include <stdarg.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/doubt.h"
#include "python/outside.h"
#include "python/real.h"

bool eval_has_text(const Eval *e, const Node *n)
{
    return strnlen(e->source, n->end) == n->end;
}

/* Operators are marked with their operands, where all of it is on one line. */
static Loc place_of(const Eval *e, const Node *n)
{
    const char *source = e->source;
    Loc at = {e->path, n->line, n->col, n->width};
    bool is_operation = n->kind == NODE_BINARY || n->kind == NODE_COMPARE || n->kind == NODE_UNARY;
    if (!is_operation || !eval_has_text(e, n) || memchr(source + n->start, '\n', n->end - n->start))
        return at;
    size_t line = n->start;
    while (line > 0 && source[line - 1] != '\n')
        line--;
    at.col = 1;
    at.width = 0;
    for (size_t i = line; i < n->end;) {
        uint32_t c;
        *(i < n->start ? &at.col : &at.width) += 1;
        i += utf8_next(source + i, n->end - i, &c);
    }
    return at;
}

const char *eval_source(const Eval *e)
{
    const Module *module = eval_module(e);
    return module ? module->source : e->source;
}

const Module *eval_module(const Eval *e)
{
    return e->frame ? e->frame->function->library : e->loading; /* which began without a frame */
}

bool eval_in_library(const Eval *e)
{
    const Module *module = eval_module(e);
    return module && !module->is_helper;
}

bool eval_is_librarys(const Closure *f)
{
    return f->library && !f->library->is_helper;
}

const Node *eval_caller(const Eval *e)
{
    const Node *node = e->at;
    for (const CallFrame *f = e->frame; f && f->function->library; f = f->outer)
        node = f->call;
    return e->loading ? e->loading->asked : node;
}

/* Where the code of a helper goes wrong, of which the library's is a part that it called; 0 in other code. */
static int line_of_helper(const Eval *e, const Module **module)
{
    const Node *node = e->at;
    const CallFrame *f = e->frame;
    for (; f && eval_is_librarys(f->function); f = f->outer)
        node = f->call;
    *module = f ? f->function->library : e->loading;
    return *module && (*module)->is_helper && node ? node->line : 0;
}

/* What goes wrong where the library works with a value of another kind than it takes says nothing about the original,
 * whose code is another. */
static bool is_inner(const Eval *e, const char *class)
{
    static const char *const classes[] = {"TypeError", "AttributeError", "NameError",
                                          "UnboundLocalError"};
    bool found = false;
    for (size_t i = 0; i < COUNT(classes); i++)
        found = found || strcmp(class, classes[i]) == 0;
    return found && eval_in_library(e);
}

bool eval_is_known(Eval *e)
{
    e->is_inner = false;
    return false;
}

static bool fail(Eval *e, const char *class, const char *format, va_list args)
{
    Buf message = {0};
    const Module *module = NULL;
    if (!e->err->set)
        e->helper_line = line_of_helper(e, &module);
    if (module && e->loading && e->helper_line > 0)
        buf_printf(&message, "%s.py:%d: ", module->name, e->helper_line);
    buf_vprintf(&message, format, args);
    const Node *node = eval_caller(e);
    Loc at = node ? place_of(e, node) : (Loc){.file = e->path};
    if (!e->err->set) {
        if (e->doubts && qkv_missed_generator(e->q))
            doubt_missed(e);
        e->error_class = class;
        e->is_inner = is_inner(e, class);
        e->raised = (Value){.kind = VALUE_ABSENT};
        e->said = (Value){.kind = VALUE_ABSENT};
    }
    err_set(e->err, at, "%s", buf_text(&message));
    buf_release(&message);
    return false;
}

bool eval_fail(Eval *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(e, "RuntimeError", format, args);
    va_end(args);
    return false;
}

bool eval_raise(Eval *e, const char *class, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(e, class, format, args);
    va_end(args);
    return false;
}

bool eval_raise_as(Eval *e, const char *class, const char *said, const char *format, ...)
{
    va_list args;
    bool is_first = !e->err->set;
    va_start(args, format);
    fail(e, class, format, args);
    va_end(args);
    if (is_first)
        e->said = value_string(e->arena, said);
    return false;
}

bool eval_raise_object(Eval *e, const Value *v, const char *method, const char *said,
                       const char *message)
{
    said = arena_format(e->arena, "'%s' object %s", value_type(v), said);
    return outside_allows(e, v) && real_allows(e, v, method) &&
           eval_raise_as(e, "TypeError", said, "%s %s", value_kind(v), message);
}

bool eval_refuse_name(Eval *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    e->is_final = true;
    fail(e, "RuntimeError", format, args);
    va_end(args);
    return false;
}

bool eval_overspend(Eval *e, int64_t amount)
{
    if (e->err->set) /* a method that a comparison called failed */
        return false;
    budget_spend(&e->budget, amount);
    if (e->budget.refused)
        return eval_refuse_name(e, "%s", e->budget.refused);
    if (e->budget.left < 0)
        return eval_refuse_name(
            e,
            "the lesson computes too much, or without end: more than %d values made or "
            "compared",
            LIMIT_EVALUATIONS);
    if (e->arena->used > LIMIT_MEMORY - e->beside)
        return eval_refuse_name(e, "the lesson needs too much memory: more than %d MiB",
                                LIMIT_MEMORY >> 20);
    return true;
}

#define NUMERAL_(x) #x
#define NUMERAL(x) NUMERAL_(x)

/* What is wrong when there is no time left, or NULL. What the processor spent cannot be more than what
 * has passed, and that is quickly read. */
static const char *too_late(Eval *e)
{
    double now = clock_seconds();
    e->unlooked = 0;
    if (now < e->look)
        return NULL;
    double left = LIMIT_SECONDS - (clock_used() - e->began);
    e->look = now + left;
    return left > 0 ? NULL
                    : "the lesson takes too long: more than " NUMERAL(LIMIT_SECONDS) " seconds";
}

static bool is_in_time(Eval *e)
{
    const char *why = too_late(e);
    return !why || eval_refuse_name(e, "%s", why);
}

/* For an operation that is not done yet. Its error cannot be caught, either. */
static const char *too_late_within(void *data)
{
    Eval *e = data;
    const char *why = too_late(e);
    e->is_final = e->is_final || why;
    return why;
}

void eval_beside(Eval *e, double seconds, size_t bytes)
{
    e->began -= seconds;
    e->look = 0;
    e->beside = bytes < LIMIT_MEMORY ? bytes : LIMIT_MEMORY;
    e->budget.memory = e->beside < LIMIT_MEMORY ? LIMIT_MEMORY - e->beside : 1;
}

void eval_hurry(Eval *e)
{
    qkv_ask(e->q, too_late_within, e);
}

void eval_stay(Eval *e)
{
    qkv_ask(e->q, NULL, NULL);
}

enum { MOST_UNLOOKED = 64 };

bool eval_walks(Eval *e)
{
    const char *why = ++e->unlooked < MOST_UNLOOKED ? NULL : too_late(e);
    if (why) {
        e->budget.left = -1;
        e->budget.refused = why;
    }
    return budget_spend(&e->budget, 1);
}

/* What can take long is looked at each time, all else now and then. */
static bool eval_look(Eval *e, const Node *n, const Value *v)
{
    bool is_long = n->kind == NODE_CALL || tensor_in(v);
    return (!is_long && ++e->unlooked < MOST_UNLOOKED) || is_in_time(e);
}

bool eval_recover(Eval *e)
{
    while (e->scope->outer)
        e->scope = e->scope->outer;
    e->at = NULL;
    e->call = NULL;
    e->called = NULL;
    e->frame = NULL;
    e->making = NULL;
    if (e->doubts)
        e->doubts->why = (Doubt){0};
    e->ended_calls = 0;
    e->flow = FLOW_ON;
    e->raised = e->said = e->handled = (Value){.kind = VALUE_ABSENT};
    e->is_final = false;
    *e->err = (Err){0};
    qkv_clear_error(e->q);
    if (e->budget.is_lack)
        e->budget.refused = NULL;
    e->budget.is_lack = false;
    return !e->budget.refused && e->budget.left >= 0 && e->arena->used <= LIMIT_MEMORY - e->beside;
}

bool eval_scan(Eval *e, size_t bytes)
{
    budget_scan(&e->budget, bytes);
    return eval_spend(e, 0);
}

bool eval_truth(Eval *e, const Value *v, bool *out)
{
    const Kind *kind = kind_of(v);
    *out = value_truth(v);
    if (!outside_allows(e, v))
        return false;
    return !kind->truth || kind->truth(e, v, out);
}

/* --- expressions ---------------------------------------------------------------------------- */

typedef bool EvalNode(Eval *e, const Node *n, Value *out);

static bool eval_constant(Eval *e, const Node *n, Value *out)
{
    (void)e;
    *out = n->kind == NODE_NONE       ? value_none
           : n->kind == NODE_ELLIPSIS ? (Value){.kind = VALUE_ELLIPSIS}
           : n->kind == NODE_INT      ? value_int(n->integer)
           : n->kind == NODE_FLOAT    ? value_float(n->number)
           : n->kind == NODE_STRING   ? value_text(e->arena, n->text, n->length)
                                      : value_bool(n->kind == NODE_TRUE);
    return true;
}

bool eval_refuse_blank(Eval *e, const Node *n)
{
    return eval_refuse_name(e, "line %d is still blank: write what belongs in the place of " BLANK,
                            n->line);
}

bool eval_fail_name(Eval *e, const Node *n, const char *nearest)
{
    if (strcmp(n->text, BLANK) == 0)
        return eval_refuse_blank(e, n);
    bool is_own = eval_is_local(e, n->text);
    const char *class = is_own ? "UnboundLocalError" : "NameError";
    const char *said = arena_format(
        e->arena,
        is_own ? "cannot access local variable '%s' where it is not associated "
                 "with a value"
               : "name '%s' is not defined",
        n->text);
    const Namespace *offered = is_own ? NULL : names_offered(e, n->text);
    if (offered)
        return eval_raise_as(e, class, said,
                             "'%s' is not defined: define the class, or take the built-in one: "
                             "from %s import %s",
                             n->text, offered->path, n->text);
    if (nearest)
        return eval_raise_as(e, class, said, "unknown name '%s': did you mean '%s'?", n->text,
                             nearest);
    return eval_raise_as(e, class, said,
                         "unknown name '%s': nothing was assigned to it before this line", n->text);
}

/* __class__ in a method: the class in whose body the method stands. */
static bool class_cell(const Eval *e, const char *name, Value *out)
{
    Class *owner = e->frame ? e->frame->function->owner : NULL;
    *out = (Value){.kind = VALUE_CLASS, .class = owner};
    return owner && strcmp(name, "__class__") == 0;
}

/* What modules of the library alone can name. */
static bool name_of_library(const Eval *e, const char *name, Value *out)
{
    const Function *f = eval_in_library(e) ? names_find(e, IN_LIBRARY, name) : NULL;
    *out = (Value){.kind = VALUE_FUNCTION, .function = f};
    return f != NULL;
}

/* __file__ of a script: its name alone, for a lesson prints the same wherever it lies. Notebooks have none. */
static bool name_of_script(const Eval *e, const char *name, Value *out)
{
    const char *slash = strrchr(e->path, '/'), *file = slash ? slash + 1 : e->path;
    const char *end = strrchr(file, '.');
    if (strcmp(name, "__file__") != 0 || !end || strcmp(end, ".py") != 0)
        return false;
    *out = value_string(e->arena, file);
    return true;
}

static bool eval_name(Eval *e, const Node *n, Value *out)
{
    const Value *v = eval_lookup_node(e, n);
    if (v) {
        *out = *v;
        return true;
    }
    if (e->doubts && !doubt_allows_name(e, n, names_given(e, n->text, out)))
        return false;
    if (names_given(e, n->text, out) || class_cell(e, n->text, out) ||
        name_of_script(e, n->text, out) || name_of_library(e, n->text, out))
        return true;
    if (real_of_module(e, "builtins", n->text) == REAL_HAS)
        return eval_refuse_name(e, "'%s' is not part of the lesson language", n->text);
    const char *nearest = eval_nearest(e, n->text);
    return eval_fail_name(e, n, nearest);
}

static bool eval_items(Eval *e, const Node *n, List *list)
{
    list_reserve(e->arena, list, n->kids);
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        Value v = {0};
        if (!eval_expression(e, kid->kind == NODE_STAR ? kid->kid[0] : kid, &v))
            return false;
        if (kid->kind != NODE_STAR)
            list_add(e->arena, list, v);
        else if (!eval_extend(e, list, &v))
            return false;
    }
    return true;
}

static bool eval_sequence(Eval *e, const Node *n, Value *out)
{
    *out = value_list(e->arena, n->kind == NODE_TUPLE ? VALUE_TUPLE : VALUE_LIST);
    return eval_items(e, n, out->list);
}

/* {**a} */
static bool add_all(Eval *e, Dict *dict, const Node *n)
{
    Value from = {0};
    if (!eval_expression(e, n->kid[0], &from))
        return false;
    e->at = n->kid[0];
    from = *object_plain(&from);
    return mapping_in(&from)
               ? eval_put_all(e, dict, &from)
               : eval_raise(e, "TypeError", "'**' takes a dict, but this is %s", value_kind(&from));
}

static bool add_pair(Eval *e, Dict *dict, const Node *key_node, const Node *item_node)
{
    Value key = {0}, item = {0};
    if (!eval_expression(e, key_node, &key) || !eval_expression(e, item_node, &item))
        return false;
    e->at = key_node;
    return eval_put(e, dict, &key, &item);
}

static bool eval_dict(Eval *e, const Node *n, Value *out)
{
    *out = value_dict(e->arena);
    for (int i = 0; i + 1 < n->kids; i += 2)
        if (!(n->kid[i]->kind == NODE_DOUBLE_STAR
                  ? add_all(e, out->dict, n->kid[i])
                  : add_pair(e, out->dict, n->kid[i], n->kid[i + 1])))
            return false;
    return true;
}

static bool eval_unary_node(Eval *e, const Node *n, Value *out)
{
    Value v = {0};
    if (!eval_expression(e, n->kid[0], &v))
        return false;
    e->at = n;
    return eval_unary(e, n->op, &v, out);
}

static bool eval_binary_node(Eval *e, const Node *n, Value *out)
{
    Value a, b;
    if (!eval_expression(e, n->kid[0], &a) || !eval_expression(e, n->kid[1], &b))
        return false;
    e->at = n;
    return eval_binary(e, n->op, &a, &b, out);
}

static bool eval_logic(Eval *e, const Node *n, Value *out)
{
    bool truth = false;
    if (!eval_expression(e, n->kid[0], out))
        return false;
    e->at = n;
    if (!eval_truth(e, out, &truth))
        return false;
    return truth == (n->op == OP_AND) ? eval_expression(e, n->kid[1], out) : true;
}

/* (1, 2) is (1, 2): CPython makes one thing of equal constants, or does not. */
static bool is_by_chance(Operator op, const Node *a, const Node *b)
{
    return (op == OP_IS || op == OP_IS_NOT) && a->kind == NODE_TUPLE && b->kind == NODE_TUPLE;
}

static bool eval_chain(Eval *e, const Node *n, Value *out)
{
    Value a, b;
    if (!eval_expression(e, n->kid[0], &a))
        return false;
    for (int i = 1; i < n->kids; i++) {
        if (!eval_expression(e, n->kid[i], &b))
            return false;
        e->at = n;
        e->compared = n;
        e->left = a;
        e->right = b;
        if (is_by_chance(n->ops[i - 1], n->kid[i - 1], n->kid[i]))
            return eval_refuse_name(e, "'is' between two tuples that are written is not part of "
                                       "the lesson language: use '=='");
        if (!eval_compare(e, n->ops[i - 1], &a, &b, out))
            return false;
        bool truth = true;
        if (i + 1 < n->kids && !eval_truth(e, out, &truth))
            return false;
        if (!truth)
            return true;
        a = b;
    }
    return true;
}

static bool eval_choice(Eval *e, const Node *n, Value *out)
{
    bool truth = false;
    if (!eval_expression(e, n->kid[0], out))
        return false;
    e->at = n->kid[0];
    return eval_truth(e, out, &truth) && eval_expression(e, n->kid[truth ? 1 : 2], out);
}

static bool add_field(Eval *e, const Node *field, Buf *text)
{
    Value v = {0}, format = {0};
    const char *spec = field->text;
    if (!eval_expression(e, field->kid[0], &v))
        return false;
    if (field->kids > 1) {
        if (!eval_expression(e, field->kid[1], &format))
            return false;
        spec = format.text->bytes;
    }
    e->at = field;
    return (field->integer == 0 || eval_str(e, &v, (char)field->integer, &v)) &&
           eval_format(e, &v, spec, text);
}

static bool eval_fstring(Eval *e, const Node *n, Value *out)
{
    Buf text = {0};
    for (int i = 0; i < n->kids && text.length <= LIMIT_ITEMS; i++) {
        const Node *part = n->kid[i];
        if (part->kind == NODE_STRING) {
            buf_add(&text, part->text, part->length);
        } else if (!add_field(e, part, &text)) {
            buf_release(&text);
            return false;
        }
    }
    e->at = n;
    return eval_text(e, &text, out);
}

/* The name is bound outside of comprehensions. */
static bool eval_walrus(Eval *e, const Node *n, Value *out)
{
    Scope *inner = e->scope;
    if (!eval_expression(e, n->kid[1], out))
        return false;
    while (e->scope->is_inner)
        e->scope = e->scope->outer;
    bool ok = eval_target(e, n->kid[0], out);
    e->scope = inner;
    return ok;
}

/* A statement's own yield is seen before; where another one stands, nothing could be kept. */
static bool eval_yield(Eval *e, const Node *n, Value *out)
{
    (void)n;
    (void)out;
    return eval_refuse_name(e, "a yield inside a larger expression is not part of the lesson "
                               "language: give its value a name first");
}

/* --- the table ------------------------------------------------------------------------------ */

static EvalNode *const evaluators[] = {
    [NODE_NONE] = eval_constant,
    [NODE_TRUE] = eval_constant,
    [NODE_FALSE] = eval_constant,
    [NODE_ELLIPSIS] = eval_constant,
    [NODE_INT] = eval_constant,
    [NODE_FLOAT] = eval_constant,
    [NODE_STRING] = eval_constant,
    [NODE_FSTRING] = eval_fstring,
    [NODE_NAME] = eval_name,
    [NODE_TUPLE] = eval_sequence,
    [NODE_LIST] = eval_sequence,
    [NODE_SET] = eval_set,
    [NODE_DICT] = eval_dict,
    [NODE_LISTCOMP] = eval_comprehension,
    [NODE_SETCOMP] = eval_comprehension,
    [NODE_DICTCOMP] = eval_comprehension,
    [NODE_WALRUS] = eval_walrus,
    [NODE_LAMBDA] = function_make,
    [NODE_GENERATOR] = eval_generator,
    [NODE_YIELD] = eval_yield,
    [NODE_UNARY] = eval_unary_node,
    [NODE_BINARY] = eval_binary_node,
    [NODE_LOGIC] = eval_logic,
    [NODE_COMPARE] = eval_chain,
    [NODE_CHOICE] = eval_choice,
    [NODE_CALL] = eval_call,
    [NODE_ATTRIBUTE] = eval_attribute,
    [NODE_INDEX] = eval_index,
};

/* A tensor as it is after the newest write to its memory; a parameter as it was set last. */
bool eval_refresh(Eval *e, Value *v)
{
    v->tensor = qkv_now(e->q, value_now(v));
    if (v->parameter && v->tensor)
        v->parameter->value = v->tensor;
    return v->tensor || eval_fail(e, "%s", qkv_error(e->q) ? qkv_error(e->q) : "no result");
}

bool eval_written(Eval *e, const Value *v)
{
    if (!tensor_in(v) || !v->tensor->hole)
        return outside_allows(e, v);
    return eval_refuse_name(
        e, "this tensor has cells that were never written: torch.empty makes room for "
           "them, but gives them no value");
}

bool eval_holder(Eval *e, const Node *n, Value *out)
{
    EvalNode *evaluate = n->kind < COUNT(evaluators) ? evaluators[n->kind] : NULL;
    e->at = n;
    if (!evaluate)
        return eval_refuse_name(e, "this is not allowed here");
    /* Paid for before and looked at afterwards: a comparison that was given up has no result. */
    if (!eval_spend(e, 1) || !evaluate(e, n, out) || !eval_spend(e, 0) || !eval_look(e, n, out))
        return false;
    return (!tensor_in(out) || eval_refresh(e, out)) &&
           (!e->doubts || doubt_allows(e, n, out, false));
}

bool eval_expression(Eval *e, const Node *n, Value *out)
{
    return eval_holder(e, n, out) && (!e->doubts || doubt_allows(e, n, out, true));
}
