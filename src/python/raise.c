/* Errors of the code that runs: where they are, and what is told of them. */
#include <stdarg.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/doubt.h"
#include "python/outside.h"
#include "python/real.h"

/* --- whose code it is ---------------------------------------------------------------------- */

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
    return e->frame ? e->frame->function->library : e->loading; /* begun without a frame */
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

/* --- raising ------------------------------------------------------------------------------- */

/* Tells whether an error is an inner one: what goes wrong where the library works with a value of another kind than it
 * takes says nothing about the original, whose code is another. */
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
    size_t prefix = 0;
    if (module && e->loading && e->helper_line > 0) {
        buf_printf(&message, "%s:%d: ", module->file, e->helper_line);
        prefix = message.length;
    }
    buf_vprintf(&message, format, args);
    const Node *node = eval_caller(e);
    Loc at = node ? place_of(e, node) : (Loc){.file = e->path};
    if (!e->err->set) {
        if (e->doubts && qkv_missed_generator(e->q))
            doubt_missed(e);
        e->error_class = class;
        e->is_inner = is_inner(e, class);
        e->raised = (Value){.kind = VALUE_ABSENT};
        e->said = prefix ? value_string(e->arena, buf_text(&message) + prefix)
                         : (Value){.kind = VALUE_ABSENT};
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

bool eval_written(Eval *e, const Value *v)
{
    if (!tensor_in(v) || !v->tensor->hole)
        return outside_allows(e, v);
    return eval_refuse_name(
        e, "this tensor has cells that were never written: torch.empty makes room for "
           "them, but gives them no value");
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
