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

static Module *find_helper(const Eval *e, const char *name, const char *file)
{
    Module *m = e->modules;
    while (m && !(m->is_helper && strcmp(name ? m->name : m->file, name ? name : file) == 0))
        m = m->next;
    return m;
}

const char *library_package(Eval *e, const Module *m)
{
    const char *slash = strrchr(m->file, '/');
    char *name = arena_text(e->arena, m->file, slash ? (size_t)(slash - m->file) : 0);
    for (char *c = name; *c; c++)
        *c = *c == '/' ? '.' : *c;
    return name;
}

static Module *run_helper(Eval *e, const Module *found)
{
    Module *m = arena_new(e->arena, Module);
    Namespace *space = arena_new(e->arena, Namespace);
    *m = *found;
    m->asked = eval_caller(e);
    m->space = space;
    m->next = e->modules;
    *space = (Namespace){.path = m->name, .helper = m};
    e->modules = m;
    eval_bind_in(e, &m->names, "__name__", value_string(e->arena, m->name));
    eval_bind_in(e, &m->names, "__file__", value_string(e->arena, m->file));
    run(e, m, &m->names, read_helper(e, m));
    return m;
}

static Module *load_helper(Eval *e, const char *name);

/* The package that a module lies in runs before it, and may import it itself. */
static Module *load_outer(Eval *e, const Module *m)
{
    const char *package = library_package(e, m), *dot = strrchr(package, '.');
    if (m->is_package)
        package = dot ? arena_text(e->arena, package, (size_t)(dot - package)) : "";
    return *package ? load_helper(e, package) : NULL;
}

static Module *load_helper(Eval *e, const char *name)
{
    static const char init[] = "/__init__.py";
    Module *known = find_helper(e, name, NULL);
    Module m = {.name = arena_string(e->arena, name), .is_helper = true};
    if (known || library_row(e, name, NULL) || names_find_space(e, name))
        return known;
    m.source = helper_source(e, name, &m.file);
    if (!m.source || (known = find_helper(e, NULL, m.file)))
        return known;
    size_t length = strlen(m.file), end = sizeof init - 1;
    m.is_package = length > end && strcmp(m.file + length - end, init) == 0;
    Module *outer = load_outer(e, &m), *inner = find_helper(e, NULL, m.file);
    if (!inner && !e->err->set)
        inner = run_helper(e, &m);
    if (inner && outer && !e->err->set) {
        const char *dot = strrchr(inner->name, '.');
        eval_bind_in(e, &outer->names, dot ? dot + 1 : inner->name,
                     (Value){.kind = VALUE_NAMESPACE, .space = inner->space});
    }
    return inner;
}

bool library_exec(Eval *e, const Text *source)
{
    const Module *outer = eval_module(e);
    Module *m = arena_new(e->arena, Module);
    if (e->frame || (outer && !outer->is_helper) || e->making || e->scope->outer)
        return eval_refuse_name(
            e, "exec within a function or a class is not part of the lesson language");
    if (strlen(source->bytes) != source->length)
        return eval_raise(e, "SyntaxError", "source code string cannot contain null bytes");
    *m = (Module){.name = "<string>",
                  .source = source->bytes,
                  .file = "<string>",
                  .asked = eval_caller(e),
                  .is_helper = true};
    run(e, m, e->scope, read_helper(e, m));
    return !e->err->set;
}

const Module *library_helper(Eval *e, const char *name)
{
    int depth = 0;
    for (const char *dot = name; (dot = strchr(dot, '.')) && depth <= LIMIT_NESTING; dot++)
        depth++;
    if (depth > LIMIT_NESTING)
        eval_refuse_name(e, "a package more than %d levels deep is not part of the lesson language",
                         LIMIT_NESTING);
    return e->err->set ? NULL : load_helper(e, name);
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

/* Value that the letter of its parameter made of an argument. */
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
