/* The modules that are written in Python: of its standard library and of packages. The program holds
 * their files as texts; each is run when a name of it is asked for first. What cannot be written so is
 * in the tables of builtins*.c. */
#include "python/library.h"

#include <string.h>

#include "python/parser.h"

bool library_is_of(const LibraryModule *m, const char *path)
{
    static const char parts[] = ".modules.";
    size_t length = strlen(path);
    return strncmp(m->name, path, length) == 0 &&
           (!m->name[length] || strncmp(m->name + length, parts, sizeof parts - 1) == 0);
}

static bool defines(const LibraryModule *m, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(m->names, name); at && length > 0; at = strstr(at + 1, name))
        if (at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

/* The module of this name, or (`name` is not NULL) the one of `path` that defines it; NULL for none. */
static const LibraryModule *find_module(const Eval *e, const char *path, const char *name)
{
    const Package *const *packages;
    int unused;
    for (names_all(e, &packages, &unused); *packages; packages++)
        for (const LibraryModule *m = (*packages)->modules; m && m->name; m++)
            if (name ? library_is_of(m, path) && defines(m, name) : strcmp(m->name, path) == 0)
                return m;
    return NULL;
}

bool library_defines(const Eval *e, const char *module, const char *name)
{
    return *name != '_' && find_module(e, module, name) != NULL;
}

const char *library_nearest(Eval *e, const char *path, const char *name, const char *best)
{
    const Package *const *packages;
    int unused;
    for (names_all(e, &packages, &unused); *packages; packages++)
        for (const LibraryModule *m = (*packages)->modules; m && m->name; m++)
            for (const char *at = m->names + 1; library_is_of(m, path) && *at;) {
                size_t length = strcspn(at, " ");
                if (*at != '_')
                    best = names_closer(name, arena_text(e->arena, at, length), best);
                at += length + 1;
            }
    return best;
}

/* The trees of the modules that were read so far, by whichever lesson: code that never changes is read
 * once. They are the same for all, and what a lesson does to its classes and functions is its own. */
typedef struct ParsedModule {
    const char *source;
    Program program;
    struct ParsedModule *next;
} ParsedModule;

static ParsedModule *trees;
static Arena tree_arena;

/* NULL after an error. */
static const Program *tree_of(const Module *m, Err *err)
{
    for (const ParsedModule *t = trees; t; t = t->next)
        if (t->source == m->source)
            return &t->program;
    ParsedModule *t = arena_new(&tree_arena, ParsedModule);
    Code code = {m->name, m->source, 0, strlen(m->source), 1, 0, .is_lazy = true};
    if (!parse(&tree_arena, &code, &t->program, err))
        return NULL;
    t->source = m->source;
    t->next = trees;
    trees = t;
    return &t->program;
}

bool library_read_body(const Module *m, Node *body, Err *err)
{
    Program program;
    Code code = {m->name, m->source, body->start, body->end, body->line, body->col};
    if (!parse(&tree_arena, &code, &program, err))
        return false;
    body->kids = program.count;
    body->kid = arena_many(&tree_arena, (size_t)program.count + 1, Node *);
    for (int i = 0; i < program.count; i++)
        body->kid[i] = program.statement[i].node;
    body->kind = NODE_BLOCK;
    return true;
}

/* Runs a module in a scope of its own, as if nothing was running. */
static void run(Eval *e, const Module *m, Scope *scope)
{
    struct {
        Scope *scope;
        CallFrame *frame;
        const Call *call;
        Class *making;
        Value handled;
        const Module *loading;
        const Node *at;
    } outer = {e->scope, e->frame, e->call, e->making, e->handled, e->loading, e->at};
    Value unused;
    e->scope = scope;
    e->frame = NULL;
    e->call = NULL;
    e->making = NULL;
    e->handled = (Value){0};
    e->loading = m;
    const Program *program = tree_of(m, e->err);
    bool ok = program != NULL;
    for (int i = 0; ok && i < program->count; i++)
        ok = eval_statement(e, program->statement[i].node, &unused);
    e->scope = outer.scope;
    e->frame = outer.frame;
    e->call = outer.call;
    e->making = outer.making;
    e->handled = outer.handled;
    e->loading = outer.loading;
    e->at = outer.at;
}

bool library_was_read(const Eval *e, const char *name)
{
    for (const Module *m = e->modules; m; m = m->next)
        if (strcmp(m->name, name) == 0)
            return true;
    return false;
}

static const Scope *read_module(Eval *e, const LibraryModule *source)
{
    for (const Module *m = e->modules; m; m = m->next)
        if (strcmp(m->name, source->name) == 0)
            return &m->names;
    bool is_own = false;
    for (const LibraryModule *m = python_modules; m->name; m++)
        is_own = is_own || m == source;
    Module *m = arena_new(e->arena, Module);
    *m = (Module){.name = source->name,
                  .source = source->source,
                  .asked = eval_caller(e),
                  .is_own = is_own,
                  .next = e->modules};
    e->modules = m;
    run(e, m, &m->names);
    return &m->names;
}

const Scope *library_module(Eval *e, const char *name)
{
    const LibraryModule *m = e->err->set ? NULL : find_module(e, name, NULL);
    return m ? read_module(e, m) : NULL;
}

const Value *library_value(Eval *e, const char *module, const char *name)
{
    const LibraryModule *m = e->err->set ? NULL : find_module(e, module, name);
    const Scope *names = m ? read_module(e, m) : NULL;
    return names ? eval_find_in(names, name) : NULL;
}
