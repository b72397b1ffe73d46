/* The modules that are written in Python: of its standard library and of packages. The program holds
 * their files as texts; each is run when a name of it is asked for first. What cannot be written so is
 * in the tables of builtins*.c. */
#include "python/library.h"

#include <string.h>

#include "python/eval.h"
#include "python/parser.h"

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

/* Runs a module in a scope of its own, as if nothing was running. `program` NULL is an error. */
static void run(Eval *e, const Module *m, Scope *scope, const Program *program)
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
        if (!m->is_helper && strcmp(m->name, name) == 0)
            return true;
    return false;
}

static const Scope *read_module(Eval *e, const LibraryModule *source)
{
    for (const Module *m = e->modules; m; m = m->next)
        if (!m->is_helper && strcmp(m->name, source->name) == 0)
            return &m->names;
    bool is_own = false;
    for (const LibraryModule *m = python_modules; m->name; m++)
        is_own = is_own || m == source;
    Module *m = arena_new(e->arena, Module);
    *m = (Module){.name = source->name,
                  .source = source->source,
                  .file = arena_format(e->arena, "%s.py", source->name),
                  .asked = eval_caller(e),
                  .is_own = is_own,
                  .next = e->modules};
    e->modules = m;
    run(e, m, &m->names, tree_of(m, e->err));
    return &m->names;
}

/* --- files beside the lesson ------------------------------------------------------------------------ */

static const char *helper_source(Eval *e, const char *name, const char **file)
{
    const Package *const *packages;
    const char *source = NULL;
    int unused;
    for (names_all(e, &packages, &unused); *packages && !source && !e->err->set; packages++)
        source = (*packages)->helper ? (*packages)->helper(e, name, file) : NULL;
    return source;
}

/* The whole text is read now, into the run's own memory: it is gone with the run. */
static const Program *read_helper(Eval *e, const Module *m)
{
    Program *program = arena_new(e->arena, Program);
    Code code = {m->file, m->source, 0, strlen(m->source), 1, 0};
    Err err = {0};
    if (parse(e->arena, &code, program, &err))
        return program;
    eval_raise(e, "SyntaxError", "%s:%d:%d: %s", m->file, err.at.line, err.at.col, err.message);
    return NULL;
}

const char *library_file(Eval *e, const char *name, const char *ending)
{
    char *file = arena_format(e->arena, "%s%s", name, ending);
    for (char *c = file; c < file + strlen(name); c++)
        *c = *c == '.' ? '/' : *c;
    return file;
}

static Module *find_helper(const Eval *e, const char *name)
{
    Module *m = e->modules;
    while (m && !(m->is_helper && strcmp(m->name, name) == 0))
        m = m->next;
    return m;
}

static Module *run_helper(Eval *e, const char *name, const char *source, const char *file)
{
    Module *m = arena_new(e->arena, Module);
    Namespace *space = arena_new(e->arena, Namespace);
    *m = (Module){.name = arena_string(e->arena, name),
                  .source = source,
                  .file = file,
                  .asked = eval_caller(e),
                  .is_helper = true,
                  .is_package = strcmp(file + strlen(name), "/__init__.py") == 0,
                  .space = space,
                  .next = e->modules};
    *space = (Namespace){.path = m->name, .helper = m};
    e->modules = m;
    eval_bind_in(e, &m->names, "__name__", value_string(e->arena, m->name));
    eval_bind_in(e, &m->names, "__file__", value_string(e->arena, m->file));
    run(e, m, &m->names, read_helper(e, m));
    return m;
}

/* A package runs before what is in it, and may import that itself. */
static Module *load_helper(Eval *e, const char *name)
{
    const char *dot = strrchr(name, '.'), *file = NULL;
    Module *m = find_helper(e, name), *outer = NULL;
    if (m || library_row(e, name, NULL) || names_find_space(e, name))
        return m;
    if (dot) {
        outer = load_helper(e, arena_text(e->arena, name, (size_t)(dot - name)));
        m = find_helper(e, name);
    }
    const char *source = m || e->err->set ? NULL : helper_source(e, name, &file);
    if (source)
        m = run_helper(e, name, source, file);
    if (m && outer && !e->err->set)
        eval_bind_in(e, &outer->names, arena_string(e->arena, dot + 1),
                     (Value){.kind = VALUE_NAMESPACE, .space = m->space});
    return m;
}

const Module *library_helper(Eval *e, const char *name)
{
    int depth = 0;
    for (const char *dot = name; (dot = strchr(dot, '.')) && depth <= LIMIT_NESTING; dot++)
        depth++;
    return e->err->set || depth > LIMIT_NESTING ? NULL : load_helper(e, name);
}

const Scope *library_module(Eval *e, const char *name)
{
    const LibraryModule *m = e->err->set ? NULL : library_row(e, name, NULL);
    return m ? read_module(e, m) : NULL;
}

const Value *library_value(Eval *e, const char *module, const char *name)
{
    const LibraryModule *m = e->err->set ? NULL : library_row(e, module, name);
    const Scope *names = m ? read_module(e, m) : NULL;
    return names ? eval_find_in(names, name) : NULL;
}

/* --- rows of tables --------------------------------------------------------------------------------- */

/* What the letter of its parameter made of an argument. */
static Value read_value(const Parameter *p, const Arg *a)
{
    if (!a->has)
        return a->value.kind == VALUE_ABSENT ? value_none : a->value;
    return p->letter == 'i'   ? value_int(a->integer)
           : p->letter == 'x' ? value_float(a->number)
           : p->letter == 'b' ? value_bool(a->truth)
                              : a->value;
}

bool native_in_python(Eval *e, Arg *args, Value *out)
{
    const Signature *s = e->call->params;
    const Value *body = library_value(e, e->call->function->data, e->call->function->name);
    /* "".maketrans(x): what stands before the dot is nothing to it. */
    int first = e->call->is_method && !s->parameter[0].is_self, count = s->count;
    Given given = {0};
    for (; count > 0 && args[count - 1].value.kind == VALUE_ABSENT && !args[count - 1].has; count--)
        ; /* Python's own defaults */
    for (int i = first; i < count; i++)
        given_add(e, &given, NULL, read_value(&s->parameter[i], &args[i]), NULL);
    return body && eval_invoke(e, body, &given, out);
}

bool text_percent(Eval *e, const Text *text, const Value *from, Value *out)
{
    const Value *percent = library_value(e, "of-str", "percent");
    Given given = {0};
    given_add(e, &given, NULL, (Value){.kind = VALUE_STR, .text = text}, NULL);
    given_add(e, &given, NULL, *from, NULL);
    return percent && eval_invoke(e, percent, &given, out);
}
