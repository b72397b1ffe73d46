/* Two walks over the tree: one with a table of what is refused, one that knows what it is inside
 * of. */
#include "python/check.h"

#include <string.h>

#include "base/buf.h"

/* --- what the evaluator does not run ---------------------------------------------------------- */

typedef struct Refusal {
    const char *phrase, *instead;
} Refusal;

static const Refusal refusals[NODE_BLOCK + 1] = {
    [NODE_SETCOMP] = {"set comprehensions are", "write set(... for ... in ...)"},
    [NODE_DICTCOMP] = {"dict comprehensions are"},
    [NODE_WALRUS] = {"the walrus operator ':=' is", "write '=' on a line before"},
    [NODE_LAMBDA] = {"lambda expressions are"},
    [NODE_ANNOTATED] = {"type annotations are", "leave out the ':' and the type"},
    [NODE_RETURN] = {"return statements are"},
    [NODE_RAISE] = {"raise statements are"},
    [NODE_DEL] = {"del statements are"},
    [NODE_GLOBAL] = {"global statements are"},
    [NODE_NONLOCAL] = {"nonlocal statements are"},
    [NODE_PASS] = {"pass statements are"},
    [NODE_BREAK] = {"break statements are"},
    [NODE_CONTINUE] = {"continue statements are"},
    [NODE_IF] = {"if statements are", "write x = a if condition else b"},
    [NODE_WHILE] = {"while loops are"},
    [NODE_FOR] = {"for loops are", "write [value for name in items]"},
    [NODE_TRY] = {"try statements are"},
    [NODE_WITH] = {"with statements are"},
    [NODE_DEF] = {"function definitions ('def') are"},
    [NODE_CLASS] = {"class definitions are"},
    [NODE_DECORATOR] = {"decorators are"},
};

/* What depends on more than the kind: a phrase, or NULL. */
static Refusal refusal_of(const Node *n, const Node *parent)
{
    bool call = parent && parent->kind == NODE_CALL;
    bool second = parent && parent->kids > 2 && parent->kid[1] != n && parent->kid[2] != n;
    switch (n->kind) {
    case NODE_STAR:
        return call ? (Refusal){0}
                    : (Refusal){"starred items and starred assignment are",
                                "'*' stands before an argument of a call or between two numbers"};
    case NODE_DOUBLE_STAR:
        return call ? (Refusal){"star-star arguments ('**') are", "write the keyword arguments out"}
                    : (Refusal){"'**' items in a dict are", "write the items out"};
    case NODE_EACH:
        return parent->kid[1] == n ? (Refusal){0}
                                   : (Refusal){"comprehensions with a second 'for' are"};
    case NODE_WHEN:
        return second ? (Refusal){"comprehensions with a second 'if' are",
                                  "join the conditions with 'and'"}
                      : (Refusal){0};
    case NODE_GENERATOR:
        return call ? (Refusal){0}
                    : (Refusal){"generators outside a call are", "write [... for ... in ...]"};
    case NODE_FORMAT:
        return n->integer == 'a' ? (Refusal){"'!a' conversions are"}
               : n->kids > 1     ? (Refusal){"fields inside a format are"}
                                 : (Refusal){0};
    case NODE_BINARY:
        return n->op == OP_LSHIFT   ? (Refusal){"shifts ('<<') are"}
               : n->op == OP_RSHIFT ? (Refusal){"shifts ('>>') are"}
                                    : (Refusal){0};
    case NODE_FROM:
        return *n->text == '.' ? (Refusal){"relative imports are"} : (Refusal){0};
    case NODE_ALIAS:
        return n->kids == 0 ? (Refusal){"imports of '*' are", "write the names out"} : (Refusal){0};
    default:
        return refusals[n->kind];
    }
}

/* x += 1 is refused with how to write it. */
static void write_augmented(const char *source, const Node *n, Buf *out)
{
    enum { SHOWN_TARGET = 30 };
    const Node *target = n->kid[0];
    size_t size = target->end - target->start;
    const char *shown = source + target->start;
    if (size > SHOWN_TARGET || memchr(shown, '\n', size)) {
        shown = "x";
        size = 1;
    }
    buf_printf(out,
               "augmented assignments are not part of the lesson language: "
               "write %.*s = %.*s %s ...",
               (int)size, shown, (int)size, shown, operator_text(n->op));
}

/* Where a refused node is marked: a comprehension at its `for`. */
static const Node *mark_of(const Node *n)
{
    return n->kind == NODE_DICTCOMP                               ? n->kid[2]
           : n->kind == NODE_SETCOMP || n->kind == NODE_GENERATOR ? n->kid[1]
                                                                  : n;
}

/* The first in the source wins, which a walk from the root does not come by first. */
static void refuse(const Code *code, const Node *n, const Node *parent, Err *first)
{
    const Node *mark = mark_of(n);
    Refusal r = refusal_of(n, parent);
    bool later = first->set && (first->at.line < mark->line ||
                                (first->at.line == mark->line && first->at.col <= mark->col));
    Buf message = {0};
    if (n->kind == NODE_AUGMENTED)
        write_augmented(code->source, n, &message);
    else if (r.phrase)
        buf_printf(&message, "%s not part of the lesson language%s%s", r.phrase,
                   r.instead ? ": " : "", r.instead ? r.instead : "");
    if (message.length > 0 && !later) {
        *first = (Err){0};
        err_set(first, (Loc){code->file, mark->line, mark->col, mark->width}, "%s", message.text);
    }
    buf_release(&message);
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            refuse(code, n->kid[i], n, first);
}

bool check_supported(const Code *code, const Program *program, Err *err)
{
    Err first = {0};
    for (int i = 0; i < program->count && !first.set; i++)
        refuse(code, program->statement[i].node, NULL, &first);
    return !first.set || err_set(err, first.at, "%s", first.message);
}

/* --- where statements may stand --------------------------------------------------------------- */

typedef struct Around {
    bool function, loop;
} Around;

static const char *misplaced(NodeKind kind, Around around)
{
    return kind == NODE_RETURN && !around.function     ? "'return' outside a function"
           : kind == NODE_NONLOCAL && !around.function ? "'nonlocal' outside a function"
           : kind == NODE_BREAK && !around.loop        ? "'break' outside a loop"
           : kind == NODE_CONTINUE && !around.loop     ? "'continue' outside a loop"
                                                       : NULL;
}

static bool check(const Code *code, const Node *n, Around around, Err *err)
{
    const char *message = misplaced(n->kind, around);
    if (message)
        return err_set(err, (Loc){code->file, n->line, n->col, n->width}, "%s", message);
    int body = n->kind == NODE_FOR ? 2 : n->kind == NODE_WHILE ? 1 : -1;
    if (n->kind == NODE_DEF || n->kind == NODE_CLASS)
        around = (Around){.function = n->kind == NODE_DEF};
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        Around inside = {around.function, around.loop || i == body};
        bool holds = kid &&
                     (kid->kind == NODE_BLOCK || kid->kind == NODE_EXCEPT || n->kind == NODE_BLOCK);
        if (holds && !check(code, kid, inside, err))
            return false;
    }
    return true;
}

bool check_places(const Code *code, const Program *program, Err *err)
{
    for (int i = 0; i < program->count; i++)
        if (!check(code, program->statement[i].node, (Around){0}, err))
            return false;
    return true;
}
