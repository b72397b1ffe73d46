/* The evaluator: one small function for each kind of node, found through a table. */
#include "lesson/eval.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lesson/names.h"

bool eval_fail(Eval *e, const char *format, ...)
{
    char message[ERR_MESSAGE];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    Loc at = {.file = e->lesson->path};
    if (e->at) {
        at.line = e->at->line;
        at.col = e->at->col;
        at.width = e->at->width;
    }
    return err_set(e->err, at, "%s", message);
}

bool eval_tick(Eval *e)
{
    if (++e->evaluations > LIMIT_EVALUATIONS)
        return eval_fail(e, "the lesson does not come to an end: more than %d expressions evaluated",
                         LIMIT_EVALUATIONS);
    return true;
}

const Value *eval_lookup(const Eval *e, const char *name)
{
    for (int i = 0; i < e->bindings; i++)
        if (strcmp(e->binding[i].name, name) == 0)
            return &e->binding[i].value;
    return NULL;
}

void eval_bind(Eval *e, const char *name, Value v)
{
    for (int i = 0; i < e->bindings; i++)
        if (strcmp(e->binding[i].name, name) == 0) {
            e->binding[i].value = v;
            return;
        }
    if (e->bindings == e->room) {
        int room = e->room ? e->room * 2 : 32;
        e->binding = arena_grow(e->arena, e->binding, (size_t)e->bindings, (size_t)room,
                                sizeof *e->binding);
        e->room = room;
    }
    e->binding[e->bindings++] = (Binding){name, v};
}

bool eval_result(Eval *e, const Tensor *t, Value *out)
{
    if (!t) {
        const char *message = qkv_error(e->q);
        return eval_fail(e, "%s", message ? message : "no result");
    }
    if (e->at)
        qkv_caption(e->q, t, e->lesson->source + e->at->start, e->at->end - e->at->start);
    *out = value_tensor(t);
    return true;
}

bool eval_truth(Eval *e, const Value *v, bool *out)
{
    if (v->kind == VALUE_TENSOR && v->tensor->count != 1)
        return eval_fail(e, "a tensor with %lld cells is neither true nor false: use .any() or .all()",
                         (long long)v->tensor->count);
    *out = value_truth(v);
    return true;
}

/* --- walking over things ------------------------------------------------------------------------ */

static bool each_character(Eval *e, const Text *text, EachItem each, void *context)
{
    for (size_t i = 0; i < text->length;) {
        size_t n = 1;
        while (i + n < text->length && ((unsigned char)text->bytes[i + n] & 0xC0) == 0x80)
            n++;
        if (!eval_tick(e) || !each(e, context, value_text(e->arena, text->bytes + i, n)))
            return false;
        i += n;
    }
    return true;
}

static bool each_row(Eval *e, const Tensor *t, EachItem each, void *context)
{
    if (t->rank == 0)
        return eval_fail(e, "a tensor with a single number cannot be walked over");
    for (int64_t i = 0; i < t->size[0]; i++) {
        Value row = {0};
        Subscript at = {.kind = SUBSCRIPT_AT, .start = i};
        if (!eval_tick(e) || !eval_result(e, qkv_index(e->q, t, 1, &at), &row) ||
            !each(e, context, row))
            return false;
    }
    return true;
}

bool eval_each(Eval *e, const Value *v, EachItem each, void *context)
{
    const List *list = NULL;
    switch (v->kind) {
    case VALUE_STR:
        return each_character(e, v->text, each, context);
    case VALUE_TENSOR:
        return each_row(e, v->tensor, each, context);
    case VALUE_RANGE: {
        int64_t n = range_count(&v->range);
        for (int64_t i = 0; i < n; i++)
            if (!eval_tick(e) ||
                !each(e, context, value_int(v->range.start + i * v->range.step)))
                return false;
        return true;
    }
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SIZE:
    case VALUE_SET:
        list = v->list;
        break;
    case VALUE_DICT:
        list = &v->dict->key;
        break;
    default:
        return eval_fail(e, "a %s cannot be walked over", value_type(v));
    }
    for (int64_t i = 0; i < list->count; i++) /* the list may grow while it is walked */
        if (!eval_tick(e) || !each(e, context, list->item[i]))
            return false;
    return true;
}

/* --- expressions -------------------------------------------------------------------------------- */

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

static bool eval_name(Eval *e, const Node *n, Value *out)
{
    const Value *v = eval_lookup(e, n->text);
    if (v) {
        *out = *v;
        return true;
    }
    const Namespace *space = names_given(n->text);
    if (space) {
        *out = (Value){.kind = VALUE_NAMESPACE, .space = space};
        return true;
    }
    const Function *f = names_find(IN_BUILTIN, n->text);
    if (f) {
        *out = (Value){.kind = VALUE_FUNCTION, .function = f};
        return true;
    }
    const char *nearest = names_nearest(IN_BUILTIN, n->text);
    for (int i = 0; i < e->bindings; i++)
        nearest = names_closer(n->text, e->binding[i].name, nearest);
    if (nearest)
        return eval_fail(e, "unknown name '%s': did you mean '%s'?", n->text, nearest);
    return eval_fail(e, "unknown name '%s': nothing was assigned to it before this line", n->text);
}

static bool eval_items(Eval *e, const Node *n, List *list)
{
    for (int i = 0; i < n->kids; i++) {
        Value v = {0};
        if (!eval_expression(e, n->kid[i], &v))
            return false;
        list_add(e->arena, list, v);
    }
    return true;
}

static bool eval_sequence(Eval *e, const Node *n, Value *out)
{
    *out = value_list(e->arena, n->kind == NODE_TUPLE ? VALUE_TUPLE : VALUE_LIST);
    return eval_items(e, n, out->list);
}

static bool eval_set(Eval *e, const Node *n, Value *out)
{
    List items = {0};
    *out = value_list(e->arena, VALUE_SET);
    if (!eval_items(e, n, &items))
        return false;
    for (int64_t i = 0; i < items.count; i++)
        if (!set_add(e->arena, out->list, items.item[i]))
            return eval_fail(e, "a set holds things that can be sorted, and a %s is not one here",
                             value_type(&items.item[i]));
    return true;
}

/* What can be a key: all but what can change. */
static bool is_key(const Value *v)
{
    return v->kind != VALUE_LIST && v->kind != VALUE_DICT && v->kind != VALUE_SET;
}

static bool eval_dict(Eval *e, const Node *n, Value *out)
{
    *out = value_dict(e->arena);
    for (int i = 0; i + 1 < n->kids; i += 2) {
        Value key = {0}, item = {0};
        if (!eval_expression(e, n->kid[i], &key) || !eval_expression(e, n->kid[i + 1], &item))
            return false;
        e->at = n->kid[i];
        if (!is_key(&key))
            return eval_fail(e, "a %s cannot be a key: it can change", value_type(&key));
        dict_put(e->arena, out->dict, key, item);
    }
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

static bool eval_chain(Eval *e, const Node *n, Value *out)
{
    Value a, b;
    if (!eval_expression(e, n->kid[0], &a))
        return false;
    for (int i = 1; i < n->kids; i++) {
        if (!eval_expression(e, n->kid[i], &b))
            return false;
        e->at = n;
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

static bool eval_fstring(Eval *e, const Node *n, Value *out)
{
    Buf text = {0};
    bool ok = true;
    for (int i = 0; ok && i < n->kids; i++) {
        const Node *part = n->kid[i];
        Value v = {0};
        if (part->kind == NODE_STRING) {
            buf_add(&text, part->text, part->length);
            continue;
        }
        ok = eval_expression(e, part->kid[0], &v);
        e->at = part;
        if (ok && part->integer == 'r') {
            Buf repr = {0};
            value_repr(&repr, &v, LIMIT_ITEMS);
            v = value_text(e->arena, buf_text(&repr), repr.length);
            buf_release(&repr);
        }
        ok = ok && eval_format(e, &v, part->text, &text);
        if (ok && text.length > LIMIT_ITEMS)
            ok = eval_fail(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
    }
    if (ok)
        *out = value_text(e->arena, buf_text(&text), text.length);
    buf_release(&text);
    return ok;
}

/* --- targets ------------------------------------------------------------------------------------- */

static bool bind_target(Eval *e, const Node *target, const Value *v);

static bool collect(Eval *e, void *context, Value item)
{
    list_add(e->arena, context, item);
    return true;
}

static bool bind_items(Eval *e, const Node *target, const Value *v)
{
    List items = {0};
    e->at = target;
    if (!eval_each(e, v, collect, &items))
        return false;
    if (items.count != target->kids)
        return eval_fail(e, "%d names on the left, and %lld values on the right", target->kids,
                         (long long)items.count);
    for (int i = 0; i < target->kids; i++)
        if (!bind_target(e, target->kid[i], &items.item[i]))
            return false;
    return true;
}

static bool store_item(Eval *e, const Node *target, const Value *v)
{
    Value object = {0}, key = {0};
    int64_t i;
    if (!eval_expression(e, target->kid[0], &object) || !eval_expression(e, target->kid[1], &key))
        return false;
    e->at = target;
    if (object.kind == VALUE_TENSOR)
        return eval_fail(e, "tensors are not changed in place: make a new one, for example with "
                            "torch.where or masked_fill");
    if (object.kind == VALUE_DICT) {
        if (!is_key(&key))
            return eval_fail(e, "a %s cannot be a key: it can change", value_type(&key));
        dict_put(e->arena, object.dict, key, *v);
        return true;
    }
    if (object.kind != VALUE_LIST)
        return eval_fail(e, "the items of a %s cannot be set", value_type(&object));
    if (!value_integer(&key, &i))
        return eval_fail(e, "the index of a list is an integer, and this is a %s", value_type(&key));
    if (i < -object.list->count || i >= object.list->count)
        return eval_fail(e, "index %lld is out of range: the list has %lld items", (long long)i,
                         (long long)object.list->count);
    object.list->item[i < 0 ? i + object.list->count : i] = *v;
    return true;
}

static bool store_attribute(Eval *e, const Node *target)
{
    Value object;
    if (!eval_expression(e, target->kid[0], &object))
        return false;
    e->at = target;
    return eval_fail(e, "'%s' of a %s cannot be set", target->text, value_type(&object));
}

static bool bind_target(Eval *e, const Node *target, const Value *v)
{
    switch (target->kind) {
    case NODE_NAME:
        if (v->kind == VALUE_TENSOR)
            qkv_name(e->q, v->tensor, target->text);
        eval_bind(e, target->text, *v);
        return true;
    case NODE_TUPLE:
    case NODE_LIST:
        return bind_items(e, target, v);
    case NODE_INDEX:
        return store_item(e, target, v);
    case NODE_ATTRIBUTE:
        return store_attribute(e, target);
    default:
        e->at = target;
        return eval_fail(e, "nothing can be assigned to this");
    }
}

/* --- comprehensions ------------------------------------------------------------------------------ */

typedef struct Comprehension {
    const Node *node;
    List *list;
} Comprehension;

static bool comprehend(Eval *e, void *context, Value item)
{
    Comprehension *c = context;
    const Node *n = c->node;
    Value v = {0};
    bool wanted = true;
    if (!bind_target(e, n->kid[1], &item))
        return false;
    if (n->kids > 3 && (!eval_expression(e, n->kid[3], &v) || !eval_truth(e, &v, &wanted)))
        return false;
    if (!wanted)
        return true;
    if (!eval_expression(e, n->kid[0], &v))
        return false;
    if (c->list->count >= LIMIT_ITEMS)
        return eval_fail(e, "a list with more than %d items: too long", LIMIT_ITEMS);
    list_add(e->arena, c->list, v);
    return true;
}

/* The names of a comprehension are its own: outer ones of the same name come back afterwards. */
static bool eval_comprehension(Eval *e, const Node *n, Value *out)
{
    Value over;
    if (!eval_expression(e, n->kid[2], &over))
        return false;
    int bindings = e->bindings;
    Binding *saved = arena_many(e->arena, (size_t)bindings, Binding);
    if (bindings)
        memcpy(saved, e->binding, (size_t)bindings * sizeof *saved);
    *out = value_list(e->arena, VALUE_LIST);
    Comprehension c = {n, out->list};
    e->at = n->kid[2];
    bool ok = eval_each(e, &over, comprehend, &c);
    if (bindings)
        memcpy(e->binding, saved, (size_t)bindings * sizeof *saved);
    e->bindings = bindings;
    return ok;
}

/* --- the table ------------------------------------------------------------------------------------ */

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
    [NODE_COMPREHENSION] = eval_comprehension,
    [NODE_UNARY] = eval_unary_node,
    [NODE_BINARY] = eval_binary_node,
    [NODE_LOGIC] = eval_logic,
    [NODE_COMPARE] = eval_chain,
    [NODE_CHOICE] = eval_choice,
    [NODE_CALL] = eval_call,
    [NODE_ATTRIBUTE] = eval_attribute,
    [NODE_INDEX] = eval_index,
};

bool eval_expression(Eval *e, const Node *n, Value *out)
{
    e->at = n;
    size_t kinds = sizeof evaluators / sizeof evaluators[0];
    if ((size_t)n->kind >= kinds || !evaluators[n->kind])
        return eval_fail(e, "this cannot stand here");
    return eval_tick(e) && evaluators[n->kind](e, n, out);
}

/* --- statements ----------------------------------------------------------------------------------- */

static bool run_assign(Eval *e, const Node *n)
{
    Value v = {0};
    if (!eval_expression(e, n->kid[n->kids - 1], &v))
        return false;
    for (int i = 0; i + 1 < n->kids; i++)
        if (!bind_target(e, n->kid[i], &v))
            return false;
    return true;
}

static bool run_import(Eval *e, const Node *n)
{
    const Namespace *space = names_space(n->text);
    if (!space)
        return eval_fail(e, "there is no '%s' here: lessons can import torch and math", n->text);
    /* `import torch.nn` binds torch, `import torch.nn as nn` binds nn. */
    const char *bound = n->kid[0]->text;
    bool is_whole = strncmp(bound, n->text, strlen(bound)) == 0 && n->text[strlen(bound)] == '.';
    eval_bind(e, bound, (Value){.kind = VALUE_NAMESPACE, .space = is_whole ? names_space(bound) : space});
    return true;
}

static bool run_from(Eval *e, const Node *n)
{
    const Namespace *space = names_space(n->text);
    if (!space)
        return eval_fail(e, "there is no '%s' here: lessons can import torch and math", n->text);
    for (int i = 0; i < n->kids; i++) {
        const Node *alias = n->kid[i];
        Value v = {0};
        e->at = alias;
        if (!names_member(e, space, alias->text, &v))
            return false;
        eval_bind(e, alias->kid[0]->text, v);
    }
    return true;
}

static bool run_assert(Eval *e, const Node *n)
{
    Value v = {0}, message = {0};
    bool truth = false;
    if (!eval_expression(e, n->kid[0], &v))
        return false;
    e->at = n->kid[0];
    if (!eval_truth(e, &v, &truth))
        return false;
    if (truth)
        return true;
    if (n->kids < 2)
        return eval_fail(e, "the assertion does not hold");
    if (!eval_expression(e, n->kid[1], &message))
        return false;
    Buf text = {0};
    value_str(&text, &message, ERR_MESSAGE);
    e->at = n->kid[0];
    eval_fail(e, "the assertion does not hold: %s", buf_text(&text));
    buf_release(&text);
    return false;
}

bool eval_statement(Eval *e, const Node *n, Value *out)
{
    e->at = n;
    *out = (Value){.kind = VALUE_ABSENT};
    switch (n->kind) {
    case NODE_EXPRESSION:
        return eval_expression(e, n->kid[0], out);
    case NODE_ASSIGN:
        return run_assign(e, n);
    case NODE_IMPORT:
        return run_import(e, n);
    case NODE_FROM:
        return run_from(e, n);
    case NODE_ASSERT:
        return run_assert(e, n);
    default:
        return eval_fail(e, "this is not a statement of the lesson language");
    }
}
