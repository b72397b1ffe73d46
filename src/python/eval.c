/* The evaluator: one small function for each kind of node, found through a table. */
#include "python/eval.h"

#include <string.h>

#include "base/common.h"
#include "python/doubt.h"
#include "python/real.h"

/* --- expressions ---------------------------------------------------------------------------- */

typedef bool EvalNode(Eval *e, const Node *n, Value *out);

static bool eval_constant(Eval *e, const Node *n, Value *out)
{
    (void)e;
    *out = n->kind == NODE_NONE       ? value_none
           : n->kind == NODE_ELLIPSIS ? (Value){.kind = VALUE_ELLIPSIS}
           : n->kind == NODE_INT      ? value_int(n->integer)
           : n->kind == NODE_FLOAT    ? value_float(n->number)
           : n->kind == NODE_STRING   ? (Value){.kind = VALUE_STR, .text = &n->string}
                                      : value_bool(n->kind == NODE_TRUE);
    return true;
}

/* __class__ in a method: the class in whose body the method stands. */
static bool class_cell(const Eval *e, const char *name, Value *out)
{
    Class *owner = e->frame ? e->frame->function->owner : NULL;
    *out = (Value){.kind = VALUE_CLASS, .class = owner};
    return owner && strcmp(name, "__class__") == 0;
}

/* Finds what modules of the library alone can name. */
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
    return eval_items(e, n, row_in(out));
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
                  ? add_all(e, dict_in(out), n->kid[i])
                  : add_pair(e, dict_in(out), n->kid[i], n->kid[i + 1])))
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

/* Checks the result of a node: paid for before and looked at now, since a comparison that was given up has none. */
static bool is_made(Eval *e, const Node *n, Value *out)
{
    bool is_tensor = tensor_in(out) != NULL;
    return eval_spend(e, 0) && eval_look(e, is_tensor || n->kind == NODE_CALL) &&
           (!is_tensor || eval_refresh(e, out)) && (!e->doubts || doubt_allows(e, n, out, false));
}

/* a + b + c .. from its first operand on, so many operators at a time: with a frame for each, a long line would take
 * all the stack that a browser has. */
static bool eval_binary_node(Eval *e, const Node *n, Value *out)
{
    enum { MOST_LINKS = 16 };
    const Node *link[MOST_LINKS];
    int links = 0;
    for (; n->kind == NODE_BINARY && links < MOST_LINKS; n = n->kid[0])
        link[links++] = n;
    if (!eval_spend(e, links - 1) || !eval_expression(e, n, out))
        return false;
    while (links-- > 0) {
        Value a = *out, b;
        n = link[links];
        if (!eval_expression(e, n->kid[1], &b))
            return false;
        e->at = n;
        if (!eval_binary(e, n->op, &a, &b, out))
            return false;
        if (links > 0 && !(is_made(e, n, out) && (!e->doubts || doubt_allows(e, n, out, true))))
            return false;
    }
    return true;
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
        spec = text_in(&format)->bytes;
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

/* --- calls, attributes, subscripts --------------------------------------------------------- */

static bool add_star(Eval *e, void *context, Value v)
{
    Given *given = context;
    if (given->count >= LIMIT_ITEMS)
        return eval_refuse_name(e, "a call with more than %d arguments", LIMIT_ITEMS);
    given_add(e, given, NULL, v, e->at);
    return true;
}

/* f(**options) */
static bool add_stars(Eval *e, Given *given, const Value *options)
{
    options = object_plain(options);
    const Dict *d = mapping_in(options);
    if (!d)
        return eval_raise(e, "TypeError", "'**' takes a dict, but this is %s", value_kind(options));
    int before = given->count;
    for (int64_t i = 0; i < d->key.count; i++) {
        if (!text_in(&d->key.item[i]))
            return eval_raise(e, "TypeError", "the names of arguments are texts, but this is %s",
                              value_kind(&d->key.item[i]));
        const char *name = text_in(&d->key.item[i])->bytes;
        for (int k = 0; k < before; k++)
            if (given->item[k].name && strcmp(given->item[k].name, name) == 0)
                return eval_raise(e, "TypeError", "got multiple values for keyword argument '%s'",
                                  name);
        given_add(e, given, name, d->item.item[i], e->at);
        if (!eval_spend(e, 1 + before / 16))
            return false;
    }
    return true;
}

bool eval_given(Eval *e, const Node *n, int first, Given *given)
{
    for (int i = first; i < n->kids; i++) {
        const Node *arg = n->kid[i];
        bool is_plain = arg->kind != NODE_KEYWORD && arg->kind != NODE_STAR &&
                        arg->kind != NODE_DOUBLE_STAR;
        Value v = {0};
        if (!eval_expression(e, is_plain ? arg : arg->kid[0], &v))
            return false;
        e->at = arg->kind == NODE_STAR || arg->kind == NODE_DOUBLE_STAR ? arg->kid[0] : arg;
        if (arg->kind == NODE_STAR ? !eval_each(e, &v, add_star, given)
                                   : arg->kind == NODE_DOUBLE_STAR && !add_stars(e, given, &v))
            return false;
        if (is_plain || arg->kind == NODE_KEYWORD)
            given_add(e, given, is_plain ? NULL : arg->text, v, arg);
    }
    return true;
}

static bool can_call(const Value *v)
{
    return (type_of(v)->call && v->kind != VALUE_NAMESPACE) || kind_of(v)->callee;
}

static bool eval_call(Eval *e, const Node *n, Value *out)
{
    Value callee = {0};
    Given given = {0};
    if (!eval_expression(e, n->kid[0], &callee) || !eval_given(e, n, 1, &given))
        return false;
    e->at = can_call(&callee) ? n : n->kid[0];
    return eval_invoke(e, &callee, &given, out);
}

static bool eval_attribute(Eval *e, const Node *n, Value *out)
{
    Value object = {0};
    bool is_gradient = e->doubts && strcmp(n->text, "grad") == 0;
    if (strcmp(n->text, BLANK) == 0)
        return eval_refuse_blank(e, n);
    return eval_holder(e, n->kid[0], &object) &&
           (!is_gradient || doubt_allows_unseen(e, UNSEEN_GRADIENTS, "grad")) &&
           eval_member(e, n, &object, out);
}

static bool slice_part(Eval *e, const Node *n, Value *out)
{
    int64_t i;
    if (!n) {
        *out = value_none;
        return true;
    }
    if (!eval_expression(e, n, out))
        return false;
    e->at = n;
    if (out->kind == VALUE_NONE)
        return true;
    if (!eval_slice_part(e, out, &i))
        return false;
    *out = value_int(i);
    return true;
}

static bool eval_part(Eval *e, const Node *n, Value *out)
{
    if (n->kind != NODE_SLICE)
        return eval_expression(e, n, out);
    ValueSlice *s = arena_new(e->arena, ValueSlice);
    if (!slice_part(e, n->kid[0], &s->start) || !slice_part(e, n->kid[1], &s->stop) ||
        !slice_part(e, n->kid[2], &s->step))
        return false;
    *out = (Value){.kind = VALUE_SLICE, .slice = s};
    return true;
}

bool eval_subscript(Eval *e, const Node *n, Value *out)
{
    if (n->kind != NODE_TUPLE)
        return eval_part(e, n, out);
    *out = value_list(e->arena, VALUE_TUPLE);
    for (int i = 0; i < n->kids; i++) {
        Value v = {0};
        if (!eval_part(e, n->kid[i], &v))
            return false;
        list_add(e->arena, row_in(out), v);
    }
    return true;
}

static bool eval_index(Eval *e, const Node *n, Value *out)
{
    Value object = {0}, key = {0};
    return eval_holder(e, n->kid[0], &object) && eval_subscript(e, n->kid[1], &key) &&
           (!e->doubts || doubt_allows(e, n->kid[0], &object, key.kind == VALUE_SLICE)) &&
           eval_item(e, n, &object, &key, out);
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

bool eval_holder(Eval *e, const Node *n, Value *out)
{
    EvalNode *evaluate = n->kind < COUNT(evaluators) ? evaluators[n->kind] : NULL;
    e->at = n;
    if (!evaluate)
        return eval_refuse_name(e, "this is not allowed here");
    return eval_spend(e, 1) && evaluate(e, n, out) && is_made(e, n, out);
}

bool eval_expression(Eval *e, const Node *n, Value *out)
{
    return eval_holder(e, n, out) && (!e->doubts || doubt_allows(e, n, out, true));
}
