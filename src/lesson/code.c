/* Looking for statements: all of it is one walk over the blocks of a lesson. */
#include "lesson/code.h"

#include <string.h>

#include "python/names.h"

/* --- the walk ----------------------------------------------------------------------------------- */

static void walk(CodeVisit *visit, void *context, const Node *n, const Node *function)
{
    if (n->statement)
        visit(context, n, function);
    if (n->kind == NODE_DEF)
        function = n;
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        if (kid && (kid->statement || kid->kind == NODE_BLOCK || kid->kind == NODE_EXCEPT))
            walk(visit, context, kid, function);
    }
}

void code_each_in(const Program *program, CodeVisit *visit, void *context)
{
    for (int i = 0; i < program->count; i++)
        walk(visit, context, program->statement[i].node, NULL);
}

void code_each(const Lesson *lesson, CodeVisit *visit, void *context)
{
    for (int s = 0; s < lesson->stages; s++)
        for (int p = 0; p < lesson->stage[s].parts; p++)
            if (lesson->stage[s].part[p].kind == PART_CODE)
                code_each_in(&lesson->stage[s].part[p].program, visit, context);
}

/* --- one statement ------------------------------------------------------------------------------ */

bool code_is_simple(const Node *statement)
{
    return statement->kind < NODE_IF;
}

const Node *code_value(const Node *n)
{
    if (n->kind == NODE_ASSIGN)
        return n->kid[n->kids - 1];
    if (n->kind == NODE_ANNOTATED && n->kids > 2)
        return n->kid[2];
    return n->kind == NODE_AUGMENTED ? n->kid[1] : NULL;
}

const Node *code_root(const Node *n)
{
    while (n->kind == NODE_INDEX || n->kind == NODE_ATTRIBUTE)
        n = n->kid[0];
    return n->kind == NODE_NAME ? n : NULL;
}

static bool target_binds(const Node *target, const char *name, bool writes)
{
    if (target->kind == NODE_NAME)
        return strcmp(target->text, name) == 0;
    if (target->kind == NODE_INDEX && writes)
        return code_root(target) && strcmp(code_root(target)->text, name) == 0;
    bool several = target->kind == NODE_TUPLE || target->kind == NODE_LIST ||
                   target->kind == NODE_STAR;
    for (int i = 0; several && i < target->kids; i++)
        if (target_binds(target->kid[i], name, writes))
            return true;
    return false;
}

bool code_binds(const Node *n, const char *name, bool writes)
{
    int targets = n->kind == NODE_ASSIGN ? n->kids - 1 : code_value(n) ? 1 : 0;
    for (int i = 0; i < targets; i++)
        if (target_binds(n->kid[i], name, writes))
            return true;
    return false;
}

bool code_mentions(const Node *n, const char *name)
{
    if (n->kind == NODE_NAME && strcmp(n->text, name) == 0)
        return true;
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i] && code_mentions(n->kid[i], name))
            return true;
    return false;
}

/* --- searches ----------------------------------------------------------------------------------- */

typedef struct NameSearch {
    const Node *function;
    const char *name;
    int line;
    const Node *found;
    size_t end;
    const char *nearest;
} NameSearch;

static void find_maker(void *context, const Node *n, const Node *function)
{
    NameSearch *s = context;
    if (function == s->function && code_binds(n, s->name, false))
        s->found = n;
}

const Node *code_maker(const Lesson *lesson, const Node *function, const char *name)
{
    NameSearch s = {.function = function, .name = name};
    code_each(lesson, find_maker, &s);
    return s.found;
}

static void find_maker_before(void *context, const Node *n, const Node *function)
{
    if (n->end <= ((NameSearch *)context)->end)
        find_maker(context, n, function);
}

const Node *code_maker_before(const Lesson *lesson, const Node *function, const char *name,
                              size_t place)
{
    NameSearch s = {.function = function, .name = name, .end = place};
    code_each(lesson, find_maker_before, &s);
    return s.found;
}

static void find_creator(void *context, const Node *n, const Node *function)
{
    if (n->kind != NODE_AUGMENTED)
        find_maker(context, n, function);
}

const Node *code_creator(const Lesson *lesson, const char *name)
{
    NameSearch s = {.name = name};
    code_each(lesson, find_creator, &s);
    return s.found;
}

/* Statements come in the order of the file: those that change the name on the same line follow each
 * other. */
static void find_end(void *context, const Node *n, const Node *function)
{
    NameSearch *s = context;
    (void)function;
    bool follows = s->end > 0 && s->line == n->line && n->start > s->end;
    if (n == s->found || (follows && code_binds(n, s->name, true)))
        s->end = n->end;
    else if (s->end > 0)
        s->line = 0;
}

size_t code_end(const Lesson *lesson, const Node *statement, const char *name)
{
    NameSearch s = {.name = name, .line = statement->statement->last_line, .found = statement};
    code_each(lesson, find_end, &s);
    return s.end;
}

static void find_line(void *context, const Node *n, const Node *function)
{
    NameSearch *s = context;
    (void)function;
    if (!s->found && code_is_simple(n) && n->statement->line <= s->line &&
        s->line <= n->statement->last_line)
        s->found = n;
}

const Node *code_at(const Lesson *lesson, int line)
{
    NameSearch s = {.line = line};
    code_each(lesson, find_line, &s);
    return s.found;
}

/* --- functions ---------------------------------------------------------------------------------- */

static void find_definition(void *context, const Node *n, const Node *function)
{
    NameSearch *s = context;
    (void)function;
    bool is_after = s->line > 0 && n->line >= s->line;
    if ((n->kind == NODE_DEF || n->kind == NODE_CLASS) && strcmp(n->text, s->name) == 0 &&
        (!is_after || !s->found))
        s->found = n;
}

/* The last before a line, or the only one; 0: the last of all. */
static const Node *definition(const Lesson *lesson, const char *name, int line)
{
    NameSearch s = {.name = name, .line = line};
    code_each(lesson, find_definition, &s);
    return s.found;
}

/* The method of a class, or of the first of its bases that has it. */
static const Node *find_method(const Lesson *lesson, const Node *class, const char *name, int depth)
{
    enum { MOST_BASES = 20 };
    const Node *body = class->kid[1], *bases = class->kid[0];
    for (int i = 0; i < body->kids; i++)
        if (body->kid[i]->kind == NODE_DEF && strcmp(body->kid[i]->text, name) == 0)
            return body->kid[i];
    for (int i = 0; depth < MOST_BASES && bases && i < bases->kids; i++) {
        const Node *base = bases->kid[i];
        const Node *found = base->kind == NODE_NAME ? definition(lesson, base->text, class->line)
                                                    : NULL;
        if (found && found->kind == NODE_CLASS &&
            (found = find_method(lesson, found, name, depth + 1)))
            return found;
    }
    return NULL;
}

const Node *code_function(const Lesson *lesson, const char *called, int line)
{
    const Node *found = definition(lesson, called, line);
    if (!found || found->kind == NODE_DEF)
        return found;
    const Node *method = find_method(lesson, found, "forward", 0);
    return method ? method : find_method(lesson, found, "__call__", 0);
}

/* --- names that are like another ---------------------------------------------------------------- */

static void compare_target(NameSearch *s, const Node *target)
{
    if (target->kind == NODE_NAME)
        s->nearest = names_closer(s->name, target->text, s->nearest);
    else if (target->kind == NODE_TUPLE || target->kind == NODE_LIST)
        for (int i = 0; i < target->kids; i++)
            compare_target(s, target->kid[i]);
}

static void compare_names(void *context, const Node *n, const Node *function)
{
    int targets = n->kind == NODE_ASSIGN ? n->kids - 1 : code_value(n) ? 1 : 0;
    for (int i = 0; !function && i < targets; i++)
        compare_target(context, n->kid[i]);
}

const char *code_nearest(const Lesson *lesson, const char *name)
{
    NameSearch s = {.name = name};
    code_each(lesson, compare_names, &s);
    return s.nearest;
}

bool code_is_open(const char *code)
{
    int depth = 0;
    char quote = '\0';
    for (const char *at = code; *at; at++) {
        if (quote) {
            quote = *at == quote ? '\0' : quote;
        } else if (*at == '\'' || *at == '"') {
            quote = *at;
        } else if (strchr("([{", *at)) {
            depth++;
        } else if (strchr(")]}", *at)) {
            depth--;
        } else if (depth == 0 && strchr("+-*/@%<>=!~ ", *at)) {
            return true;
        }
    }
    return false;
}
