/* The evaluator: one small function for each kind of node, found through a table. */
#include "python/eval.h"

#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"
#include "python/names.h"

/* Operators are marked with their operands, where all of it is on one line. */
static Loc place_of(const Eval *e, const Node *n)
{
    const char *source = e->source;
    Loc at = {e->path, n->line, n->col, n->width};
    bool is_operation = n->kind == NODE_BINARY || n->kind == NODE_COMPARE || n->kind == NODE_UNARY;
    if (!is_operation || memchr(source + n->start, '\n', n->end - n->start))
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

bool eval_fail(Eval *e, const char *format, ...)
{
    Buf message = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&message, format, args);
    va_end(args);
    Loc at = e->at ? place_of(e, e->at) : (Loc){.file = e->path};
    err_set(e->err, at, "%s", buf_text(&message));
    buf_release(&message);
    return false;
}

bool eval_spend(Eval *e, int64_t amount)
{
    budget_spend(&e->budget, amount);
    if (e->budget.refused)
        return eval_fail(e, "%s", e->budget.refused);
    if (e->budget.left < 0)
        return eval_fail(
            e,
            "the lesson computes too much, or without end: more than %d values made or "
            "compared",
            LIMIT_EVALUATIONS);
    if (e->arena->used > LIMIT_MEMORY)
        return eval_fail(e, "the lesson needs too much memory: more than %d MiB",
                         LIMIT_MEMORY >> 20);
    return true;
}

bool eval_scan(Eval *e, size_t bytes)
{
    budget_scan(&e->budget, bytes);
    return eval_spend(e, 0);
}

bool eval_truth(Eval *e, const Value *v, bool *out)
{
    const Kind *kind = names_kind(e, v);
    *out = value_truth(v);
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

static bool eval_name(Eval *e, const Node *n, Value *out)
{
    const Value *v = eval_lookup(e, n->text);
    if (v) {
        *out = *v;
        return true;
    }
    if (names_given(e, n->text, out))
        return true;
    if (names_is_python(n->text))
        return eval_fail(e, "'%s' is not part of the lesson language", n->text);
    const char *nearest = eval_nearest(e, n->text);
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
    if (!eval_items(e, n, &items))
        return false;
    e->at = n;
    return eval_make_set(e, &items, out);
}

static bool eval_dict(Eval *e, const Node *n, Value *out)
{
    *out = value_dict(e->arena);
    for (int i = 0; i + 1 < n->kids; i += 2) {
        Value key = {0}, item = {0};
        if (!eval_expression(e, n->kid[i], &key) || !eval_expression(e, n->kid[i + 1], &item))
            return false;
        e->at = n->kid[i];
        if (!eval_put(e, out->dict, &key, &item))
            return false;
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
        e->compared = n;
        e->left = a;
        e->right = b;
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
    Value v = {0};
    if (!eval_expression(e, field->kid[0], &v))
        return false;
    e->at = field;
    if (field->integer == 0)
        return eval_format(e, &v, field->text, text);
    Buf written = {0};
    if (!eval_write(e, &v, field->integer == 'r', LIMIT_ITEMS, &written)) {
        buf_release(&written);
        return false;
    }
    return eval_text(e, &written, &v) && eval_format(e, &v, field->text, text);
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

/* --- comprehensions ------------------------------------------------------------------------- */

typedef struct Comprehension {
    const Node *node;
    List *list;
} Comprehension;

static bool comprehend(Eval *e, void *context, Value item)
{
    const Comprehension *c = context;
    const Node *n = c->node;
    Value v = {0};
    bool wanted = true;
    if (!eval_target(e, n->kid[1], &item))
        return false;
    if (n->kids > 3) {
        if (!eval_expression(e, n->kid[3], &v))
            return false;
        e->at = n->kid[3];
        if (!eval_truth(e, &v, &wanted))
            return false;
    }
    return !wanted || (eval_expression(e, n->kid[0], &v) && eval_append(e, c->list, v));
}

/* The names of a comprehension are its own. */
static bool eval_comprehension(Eval *e, const Node *n, Value *out)
{
    Value over;
    if (!eval_expression(e, n->kid[2], &over))
        return false;
    Scope scope = {.outer = e->scope};
    *out = value_list(e->arena, VALUE_LIST);
    Comprehension c = {n, out->list};
    e->at = n->kid[2];
    e->scope = &scope;
    bool ok = eval_each(e, &over, comprehend, &c);
    e->scope = scope.outer;
    return ok;
}

/* --- the table ------------------------------------------------------------------------------ */

static EvalNode *const evaluators[] = {
    [NODE_NONE] = eval_constant,       [NODE_TRUE] = eval_constant,
    [NODE_FALSE] = eval_constant,      [NODE_ELLIPSIS] = eval_constant,
    [NODE_INT] = eval_constant,        [NODE_FLOAT] = eval_constant,
    [NODE_STRING] = eval_constant,     [NODE_FSTRING] = eval_fstring,
    [NODE_NAME] = eval_name,           [NODE_TUPLE] = eval_sequence,
    [NODE_LIST] = eval_sequence,       [NODE_SET] = eval_set,
    [NODE_DICT] = eval_dict,           [NODE_COMPREHENSION] = eval_comprehension,
    [NODE_UNARY] = eval_unary_node,    [NODE_BINARY] = eval_binary_node,
    [NODE_LOGIC] = eval_logic,         [NODE_COMPARE] = eval_chain,
    [NODE_CHOICE] = eval_choice,       [NODE_CALL] = eval_call,
    [NODE_ATTRIBUTE] = eval_attribute, [NODE_INDEX] = eval_index,
};

bool eval_expression(Eval *e, const Node *n, Value *out)
{
    e->at = n;
    size_t kinds = sizeof evaluators / sizeof evaluators[0];
    if ((size_t)n->kind >= kinds || !evaluators[n->kind])
        return eval_fail(e, "this cannot stand here");
    /* Paid for before and looked at afterwards: a comparison that was given up has no result. */
    if (!eval_spend(e, 1) || !evaluators[n->kind](e, n, out) || !eval_spend(e, 0))
        return false;
    if (out->kind == VALUE_TENSOR)
        out->tensor = value_now(out);
    return true;
}
