/* Two walks over the tree: one with a table of what is refused, one that knows what it is inside
 * of. */
#include "python/check.h"

#include <string.h>

#include "base/buf.h"

/* --- what the evaluator does not run ---------------------------------------------------------- */

typedef struct Refusal {
    const char *phrase, *instead;
} Refusal;

/* What depends on more than the kind: a phrase, or NULL. */
static Refusal refusal_of(const Node *n)
{
    switch (n->kind) {
    case NODE_FROM:
        return n->text[0] == '.' && (!n->text[1] || strchr(n->text + 1, '.'))
                   ? (Refusal){"relative imports of folders are"}
                   : (Refusal){0};
    default:
        return (Refusal){0};
    }
}

/* Where a refused node is marked: a comprehension at its `for`. */
static const Node *mark_of(const Node *n)
{
    return n->kind == NODE_DICTCOMP                               ? n->kid[2]
           : n->kind == NODE_SETCOMP || n->kind == NODE_GENERATOR ? n->kid[1]
                                                                  : n;
}

/* The first in the source wins, which a walk from the root does not come by first. */
static void refuse(const Code *code, const Node *n, Err *first)
{
    const Node *mark = mark_of(n);
    Refusal r = refusal_of(n);
    bool later = first->set && (first->at.line < mark->line ||
                                (first->at.line == mark->line && first->at.col <= mark->col));
    Buf message = {0};
    if (r.phrase)
        buf_printf(&message, "%s not part of the lesson language%s%s", r.phrase,
                   r.instead ? ": " : "", r.instead ? r.instead : "");
    if (message.length > 0 && !later) {
        *first = (Err){0};
        err_set(first, (Loc){code->file, mark->line, mark->col, mark->width}, "%s", message.text);
    }
    buf_release(&message);
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            refuse(code, n->kid[i], first);
}

bool check_supported(const Code *code, const Program *program, Err *err)
{
    Err first = {0};
    for (int i = 0; i < program->count && !first.set; i++)
        refuse(code, program->statement[i].node, &first);
    return !first.set || err_set(err, first.at, "%s", first.message);
}

/* --- where statements may stand --------------------------------------------------------------- */

typedef struct Surroundings {
    bool function, loop;
} Surroundings;

static const char *misplaced(NodeKind kind, Surroundings around)
{
    return kind == NODE_RETURN && !around.function     ? "'return' outside a function"
           : kind == NODE_YIELD && !around.function    ? "'yield' outside a function"
           : kind == NODE_NONLOCAL && !around.function ? "'nonlocal' outside a function"
           : kind == NODE_BREAK && !around.loop        ? "'break' outside a loop"
           : kind == NODE_CONTINUE && !around.loop     ? "'continue' outside a loop"
                                                       : NULL;
}

/* A statement, or the yield that is all of its value. */
static const Node *placed(const Node *n)
{
    const Node *last = n->kids > 0 ? n->kid[n->kids - 1] : NULL;
    return last && last->kind == NODE_YIELD ? last : n;
}

static bool check(const Code *code, const Node *n, Surroundings around, Err *err)
{
    const Node *at = placed(n);
    const char *message = misplaced(at->kind, around);
    if (message)
        return err_set(err, (Loc){code->file, at->line, at->col, at->width}, "%s", message);
    int body = n->kind == NODE_FOR ? 2 : n->kind == NODE_WHILE ? 1 : -1;
    if (n->kind == NODE_DEF || n->kind == NODE_CLASS)
        around = (Surroundings){.function = n->kind == NODE_DEF};
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        Surroundings inside = {around.function, around.loop || i == body};
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
        if (!check(code, program->statement[i].node, (Surroundings){0}, err))
            return false;
    return true;
}
