/* Statements: assigning, importing, asserting. */
#include <string.h>

#include "python/eval.h"
#include "python/names.h"

/* --- targets -------------------------------------------------------------------------------- */

static bool bind_items(Eval *e, const Node *target, const Value *v)
{
    Value items;
    int64_t length;
    const Kind *kind = names_kind(e, v);
    bool has_items = value_items(v) || v->kind == VALUE_STR || v->kind == VALUE_RANGE ||
                     v->kind == VALUE_ITERATOR || (kind->length && !kind->length(v, &length));
    e->at = target;
    if (!has_items)
        return eval_fail(e, "%d name%s on the left, and %s on the right", target->kids,
                         target->kids == 1 ? "" : "s", value_kind(v));
    if (!eval_gather(e, v, VALUE_LIST, &items))
        return false;
    if (items.list->count != target->kids)
        return eval_fail(e, "%d name%s on the left, and %lld value%s on the right", target->kids,
                         target->kids == 1 ? "" : "s", (long long)items.list->count,
                         items.list->count == 1 ? "" : "s");
    for (int i = 0; i < target->kids; i++)
        if (!eval_target(e, target->kid[i], &items.list->item[i]))
            return false;
    return true;
}

static bool store_item(Eval *e, const Node *target, const Value *v)
{
    Value object = {0}, key = {0};
    int64_t i;
    if (!eval_expression(e, target->kid[0], &object) || !eval_subscript(e, target->kid[1], &key))
        return false;
    e->at = target;
    const Kind *kind = names_kind(e, &object);
    if (kind->fixed)
        return eval_fail(e, "%s", kind->fixed);
    if (object.kind == VALUE_DICT)
        return eval_put(e, object.dict, &key, v);
    if (object.kind != VALUE_LIST)
        return eval_fail(e, "the items of %s cannot be set: make a new one, or use a list",
                         value_kind(&object));
    if (key.kind == VALUE_SLICE)
        return eval_fail(e, "assigning to a slice is not part of the lesson language");
    if (!eval_position(e, &key, object.list->count, "list", &i))
        return false;
    object.list->item[i] = *v;
    return true;
}

static bool store_attribute(Eval *e, const Node *target, const Value *v)
{
    Value object = {0};
    if (!eval_expression(e, target->kid[0], &object))
        return false;
    e->at = target;
    const Kind *kind = names_kind(e, &object);
    bool known = kind->store;
    if (known && kind->store(e, target, &object, v, &known))
        return true;
    return !known && eval_fail(e, "'%s' of %s cannot be set", target->text, value_kind(&object));
}

bool eval_target(Eval *e, const Node *target, const Value *v)
{
    const Kind *kind = names_kind(e, v);
    switch (target->kind) {
    case NODE_NAME:
        if (kind->bound)
            kind->bound(e, v, target->text);
        eval_bind(e, target->text, *v);
        return true;
    case NODE_TUPLE:
    case NODE_LIST:
        return bind_items(e, target, v);
    case NODE_INDEX:
        return store_item(e, target, v);
    case NODE_ATTRIBUTE:
        return store_attribute(e, target, v);
    default:
        e->at = target;
        return eval_fail(e, "nothing can be assigned to this");
    }
}

/* --- statements ----------------------------------------------------------------------------- */

static bool run_assign(Eval *e, const Node *n)
{
    Value v = {0};
    if (!eval_expression(e, n->kid[n->kids - 1], &v))
        return false;
    for (int i = 0; i + 1 < n->kids; i++)
        if (!eval_target(e, n->kid[i], &v))
            return false;
    return true;
}

static bool run_import(Eval *e, const Node *n)
{
    const Namespace *space = names_space(e, n->text);
    if (!space)
        return false;
    /* `import torch.nn` binds torch, `import torch.nn as nn` binds nn. */
    const char *bound = n->kid[0]->text;
    size_t length = strlen(bound);
    bool is_whole = strncmp(bound, n->text, length) == 0 && n->text[length] == '.';
    eval_bind(e, bound,
              (Value){.kind = VALUE_NAMESPACE, .space = is_whole ? names_space(e, bound) : space});
    return true;
}

static bool run_from(Eval *e, const Node *n)
{
    const Namespace *space = names_space(e, n->text);
    for (int i = 0; space && i < n->kids; i++) {
        const Node *alias = n->kid[i];
        Value v = {0};
        e->at = alias;
        if (!names_member(e, space, alias->text, &v))
            return false;
        eval_bind(e, alias->kid[0]->text, v);
    }
    return space != NULL;
}

/* A text on one line: each newline with the blanks around it becomes one blank. */
static void join_lines(Buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text != '\n') {
            buf_putc(out, *text);
            continue;
        }
        while (out->length > 0 && out->text[out->length - 1] == ' ')
            buf_cut(out, out->length - 1);
        buf_putc(out, ' ');
        text += strspn(text, "\n ") - 1;
    }
}

/* Both sides of a comparison that did not hold, when they are short. */
static void write_sides(const Eval *e, const Node *n, Buf *out)
{
    enum { SHORT = 80 };
    Buf left = {0}, right = {0};
    if (e->compared == n && n->kids == 2 && value_repr(&left, &e->left, SHORT) &&
        value_repr(&right, &e->right, SHORT))
        buf_printf(out, "%s %s %s", left.text, operator_text(n->ops[0]), right.text);
    buf_release(&left);
    buf_release(&right);
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
    if (n->kids > 1 && !eval_expression(e, n->kid[1], &message))
        return false;
    Buf text = {0}, line = {0};
    if (n->kids > 1)
        value_str(&text, &message, ERR_MESSAGE);
    else
        write_sides(e, n->kid[0], &text);
    join_lines(&line, buf_text(&text));
    e->at = n->kid[0];
    eval_fail(e, "the assertion does not hold%s%s", line.length ? ": " : "", buf_text(&line));
    buf_release(&text);
    buf_release(&line);
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
