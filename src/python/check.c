/* A walk over the tree that knows what it is inside of. */
#include "python/check.h"

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
