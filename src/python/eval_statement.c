/* Statements: assigning, importing, asserting. */
#include <string.h>

#include "python/eval.h"
#include "python/library.h"
#include "python/outside.h"

/* --- targets -------------------------------------------------------------------------------- */

/* The item of a target that takes what is left over, or -1. */
static int starred(const Node *target)
{
    for (int i = 0; i < target->kids; i++)
        if (target->kid[i]->kind == NODE_STAR)
            return i;
    return -1;
}

static const char *said_unpacking(Eval *e, int names, int star, int64_t count)
{
    if (star < 0 && count > names)
        return arena_format(e->arena, "too many values to unpack (expected %d)", names);
    return arena_format(e->arena, "not enough values to unpack (expected %s%d, got %lld)",
                        star < 0 ? "" : "at least ", star < 0 ? names : names - 1,
                        (long long)count);
}

/* fig, ax = plt.subplots() */
static bool bind_quiet(Eval *e, const Node *target, const Value *v)
{
    bool ok = true;
    for (int i = 0; ok && i < target->kids; i++)
        ok = eval_target(
            e, target->kid[i]->kind == NODE_STAR ? target->kid[i]->kid[0] : target->kid[i], v);
    return ok;
}

static bool bind_items(Eval *e, const Node *target, const Value *v)
{
    Value items;
    int64_t length;
    int star = starred(target);
    const Kind *kind = kind_of(v);
    bool has_items = value_items(v) || text_in(v) || v->kind == VALUE_RANGE ||
                     v->kind == VALUE_ITERATOR || object_in(v) ||
                     (kind->length && !kind->length(v, &length));
    const Node *value = e->at;
    e->at = target;
    if (outside_is_quiet(v))
        return bind_quiet(e, target, v);
    if (!has_items)
        return outside_allows(e, v) &&
               eval_raise_as(
                   e, "TypeError",
                   arena_format(e->arena, "cannot unpack non-iterable %s object", value_type(v)),
                   "%d name%s on the left, and %s on the right", target->kids,
                   target->kids == 1 ? "" : "s", value_kind(v));
    e->at = value; /* the steps that take a tensor apart are called by what it is */
    bool is_fixed = v->kind == VALUE_TUPLE; /* fixed, whatever is bound meanwhile */
    if (is_fixed)
        items = *v;
    else if (!eval_gather(e, v, VALUE_LIST, &items))
        return false;
    e->at = target;
    int64_t count = row_in(&items)->count, rest = count - (target->kids - 1);
    if (star < 0 ? count != target->kids : rest < 0)
        return eval_raise_as(e, "ValueError", said_unpacking(e, target->kids, star, count),
                             "%d name%s on the left, and %lld value%s on the right", target->kids,
                             target->kids == 1 ? "" : "s", (long long)count, count == 1 ? "" : "s");
    const Value *next = row_in(&items)->item;
    for (int i = 0; i < target->kids; i++) {
        Value part = i == star ? value_list(e->arena, VALUE_LIST) : *next++;
        for (int64_t k = 0; i == star && k < rest; k++)
            list_add(e->arena, row_in(&part), *next++);
        const Node *to = i == star ? target->kid[i]->kid[0] : target->kid[i];
        if (!eval_target(e, to, &part) || !eval_spend(e, 0))
            return false;
    }
    return true;
}

static bool store_item(Eval *e, const Node *target, const Value *v)
{
    Value object = {0}, key = {0};
    return eval_expression(e, target->kid[0], &object) && eval_subscript(e, target->kid[1], &key) &&
           eval_set_item(e, target, &object, &key, v);
}

static bool store_attribute(Eval *e, const Node *target, const Value *v)
{
    Value object = {0};
    return eval_holder(e, target->kid[0], &object) && eval_set_member(e, target, &object, v);
}

/* True if a value is called by the name that it gets. The library's names are those of the stages that a
 * function makes itself; what it is given, and what stands in its place, keep theirs. */
static bool gives_name(const Eval *e, const char *name, const Value *v)
{
    if (!eval_in_library(e))
        return true;
    if (!e->frame || e->scope->is_inner || *name == '_' || !tensor_in(v) ||
        v->tensor->step < e->frame->first_step)
        return false;
    const Node *parameters = e->frame->function->node->kid[0];
    for (int i = 0; i < parameters->kids; i++)
        if (strcmp(parameters->kid[i]->text, name) == 0)
            return false;
    return true;
}

bool eval_target(Eval *e, const Node *target, const Value *v)
{
    const Kind *kind = kind_of(v);
    switch (target->kind) {
    case NODE_NAME:
        if (kind->bound && gives_name(e, target->text, v))
            kind->bound(e, v, target->text);
        eval_bind_node(e, target, *v);
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
    if (!eval_value(e, n->kid[n->kids - 1], &v))
        return false;
    for (int i = 0; e->flow == FLOW_ON && i + 1 < n->kids; i++) {
        e->at = n->kid[n->kids - 1];
        if (!eval_target(e, n->kid[i], &v))
            return false;
    }
    return true;
}

/* A package that is not on every machine: where that is tried, it is not on this one. */
static bool finds_package(Eval *e, const char *path)
{
    const char *first = arena_text(e->arena, path, strcspn(path, "."));
    bool is_there = e->import_tries == 0 || *path == '.' || library_helper(e, path) ||
                    names_bound(e, first)->helper || names_space(e, path)->home ||
                    outside_is_there(path);
    if (e->err->set)
        return false;
    return is_there || eval_raise(e, "ModuleNotFoundError", "No module named '%s'", first);
}

static bool run_import(Eval *e, const Node *n)
{
    for (int i = 0; i < n->kids; i++) {
        const Node *alias = n->kid[i];
        const char *bound = alias->kid[0]->text;
        e->at = alias;
        if (!finds_package(e, alias->text))
            return false;
        const Namespace *space = names_imported(e, alias->text);
        if (!space)
            return false;
        /* `import torch.nn` binds torch, `import torch.nn as nn` binds nn. */
        if (!alias->integer && strchr(alias->text, '.'))
            space = names_bound(e, bound);
        eval_bind(e, bound, (Value){.kind = VALUE_NAMESPACE, .space = space});
    }
    return true;
}

static void bind_name(Eval *e, const char *name, const Value *v)
{
    eval_bind(e, name, *v);
}

/* All names of a module; of a file beside the lesson but those that begin with _, or those that its __all__ lists. */
static bool import_all(Eval *e, const Namespace *space)
{
    if (!space->helper && (space->home || library_module(e, space->path)))
        return names_each(e, space, bind_name);
    if (!space->helper && !outside_is_there(space->path))
        return names_refuse(e, space);
    if (!space->helper)
        return eval_refuse_name(
            e, "imports of '*' are not part of the lesson language: write the names out");
    const Scope *names = &space->helper->names;
    const Value *all = eval_find_in(names, "__all__");
    for (int i = 0; i < names->count; i++) {
        const Binding *b = &names->binding[i];
        bool is_public = b->name[0] != '_';
        if (all && value_is_row(all)) {
            const Value name = value_string(e->arena, b->name);
            is_public = false;
            for (int64_t k = 0; k < row_in(all)->count && !is_public; k++)
                is_public = value_equal(&e->budget, &row_in(all)->item[k], &name);
        }
        if (is_public && b->value.kind != VALUE_ABSENT)
            eval_bind(e, b->name, b->value);
        if (!eval_spend(e, 1))
            return false;
    }
    return true;
}

static bool run_from(Eval *e, const Node *n)
{
    const Namespace *space = finds_package(e, n->text) ? names_imported(e, n->text) : NULL;
    if (!space)
        return false;
    for (int i = 0; i < n->kids; i++) {
        const Node *alias = n->kid[i];
        Value v = {0};
        e->at = alias;
        if (strcmp(alias->text, "*") == 0)
            return import_all(e, space);
        if (!names_import(e, space, alias->text, &v))
            return false;
        eval_bind(e, alias->kid[0]->text, v);
    }
    return true;
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

/* Writes both sides of a comparison that did not hold, when they are short. */
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
    eval_raise(e, "AssertionError", "the assertion does not hold%s%s", line.length ? ": " : "",
               buf_text(&line));
    e->said = n->kids > 1 ? message : value_none;
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
        return eval_value(e, n->kid[0], out);
    case NODE_ASSIGN:
        return run_assign(e, n);
    case NODE_IMPORT:
        return run_import(e, n);
    case NODE_FROM:
        return run_from(e, n);
    case NODE_ASSERT:
        return run_assert(e, n);
    default:
        return eval_flow(e, n);
    }
}
