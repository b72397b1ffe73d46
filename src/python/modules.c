/* Modules as values: what importing one gives, and its names. */
#include <string.h>

#include "python/eval.h"
#include "python/library.h"
#include "python/outside.h"
#include "python/real.h"

/* --- importing ----------------------------------------------------------------------------- */

/* The lesson's own folder, as a package. */
static const Namespace own_folder = {.path = ""};

/* The package that the code which runs lies in: "pack" of pack/inner.py and pack/__init__.py, "" of the lesson. */
static const char *package_of(Eval *e)
{
    const Module *m = eval_module(e);
    return m && m->is_helper ? library_package(e, m) : "";
}

/* "pack.deep" of ..deep in pack/inner/x.py; NULL after an error. */
static const char *absolute(Eval *e, const char *path)
{
    const char *package = package_of(e), *name = path + strspn(path, ".");
    size_t length = strlen(package);
    for (ptrdiff_t i = name - path; i > 1; i--) {
        if (length == 0) {
            eval_refuse_name(e,
                             "%s leads out of the folder of the lesson, which reads no others: "
                             "a lesson beside the package can import it",
                             path);
            return NULL;
        }
        while (length > 0 && package[length - 1] != '.')
            length--;
        length -= length > 0;
    }
    return arena_format(e->arena, "%.*s%s%s", (int)length, package, length && *name ? "." : "",
                        name);
}

static bool fail_missing(Eval *e, const char *name)
{
    const char *file = library_file(e, name, "");
    return eval_raise_as(
        e, "ModuleNotFoundError", arena_format(e->arena, "No module named '%s'", name),
        "there is neither a file %s.py nor %s/__init__.py beside the lesson", file, file);
}

/* Tells whether a dotted path begins with something of the lesson's own: a file or a package. */
static bool begins_beside(Eval *e, const char *path)
{
    const char *first = arena_text(e->arena, path, strcspn(path, "."));
    return strchr(path, '.') && !names_find_space(e, first) && library_helper(e, first);
}

const Namespace *names_imported(Eval *e, const char *path)
{
    bool is_relative = *path == '.';
    const Namespace *space = is_relative ? NULL : names_find_space(e, path);
    const char *name = is_relative ? absolute(e, path) : path;
    if (name && !*name)
        return &own_folder;
    const Module *helper = space || !name ? NULL : library_helper(e, name);
    if (helper || e->err->set)
        return e->err->set ? NULL : helper->space;
    if (!space && (is_relative || begins_beside(e, name)))
        fail_missing(e, name);
    return e->err->set ? NULL : space ? space : names_stand_in(e, path);
}

const Namespace *names_bound(Eval *e, const char *name)
{
    const Namespace *space = names_find_space(e, name);
    const Module *helper = space ? NULL : library_helper(e, name);
    return helper ? helper->space : names_space(e, name);
}

/* A name of a file beside the lesson; false where it has none. */
static bool helper_member(const Namespace *space, const char *name, Value *out)
{
    const Value *v = space->helper ? eval_find_in(&space->helper->names, name) : NULL;
    if (v)
        *out = *v;
    return v != NULL;
}

/* A name that a file beside the lesson has not: an error of this class with these words. */
static bool fail_member(Eval *e, const Namespace *space, const char *name, const char *class,
                        const char *said)
{
    const Scope *names = &space->helper->names;
    const char *nearest = NULL;
    for (int i = 0; i < names->count; i++)
        nearest = names_closer(name, names->binding[i].name, nearest);
    return eval_raise_as(e, class, said, "%s%s", said, names_did_you_mean(e, nearest));
}

/* Finds what a module that is no file of the lesson has of this name; false when that is nothing, or an error. */
static bool find_member(Eval *e, const Namespace *space, const char *name, Value *out)
{
    if (names_row(e, space->home, name, out))
        return true;
    const char *path = arena_format(e->arena, "%s.%s", space->path, name);
    const Namespace *inner = names_find_space(e, path);
    *out = (Value){.kind = VALUE_NAMESPACE, .space = inner};
    if (inner)
        return true;
    const Value *own = library_value(e, space->path, name);
    if (own) {
        *out = *own;
        return true;
    }
    const Module *file = e->err->set || space->home ? NULL : library_helper(e, path);
    if (file)
        out->space = file->space;
    return file != NULL;
}

/* The names of typing only say something to tools, and what is this program's own has no original. */
static Real real_member(Eval *e, const Namespace *space, const char *name)
{
    return space->is_offered                    ? REAL_LACKS
           : strcmp(space->path, "typing") == 0 ? REAL_UNKNOWN
                                                : real_of_module(e, space->path, name);
}

/* Lets what is not here stand for itself until it is used; what the original has not, either, is its error, of a class
 * and with these words. */
static bool leave_out(Eval *e, const Namespace *space, const char *name, const char *class,
                      const char *said, Value *out)
{
    const char *path = arena_format(e->arena, "%s.%s", space->path, name);
    *out = (Value){.kind = VALUE_NAMESPACE, .space = names_stand_in(e, path)};
    if (real_member(e, space, name) != REAL_LACKS)
        return true;
    return eval_raise_as(e, class, said, "%s has no '%s'%s", space->path, name,
                         names_did_you_mean(e, names_nearest_in(e, space, name)));
}

/* A file of a package, or of the lesson's own folder; false when there is none, and after an error. */
static bool import_file(Eval *e, const Namespace *space, const char *name, Value *out)
{
    bool is_own = space == &own_folder;
    if (!is_own && !(space->helper && space->helper->is_package))
        return false;
    const char *path = is_own ? name : arena_format(e->arena, "%s.%s", space->path, name);
    const Module *file = library_helper(e, path);
    if (file)
        *out = (Value){.kind = VALUE_NAMESPACE, .space = file->space};
    else if (is_own && !e->err->set)
        fail_missing(e, path);
    return file && !e->err->set;
}

bool names_import(Eval *e, const Namespace *space, const char *name, Value *out)
{
    if (helper_member(space, name, out))
        return true;
    if (import_file(e, space, name, out) || e->err->set)
        return !e->err->set;
    const char *said = arena_format(e->arena, "cannot import name '%s' from '%s'", name,
                                    space->path);
    if (space->helper)
        return fail_member(e, space, name, "ImportError", said);
    if (find_member(e, space, name, out) || e->err->set)
        return !e->err->set;
    return leave_out(e, space, name, "ImportError", said, out);
}

/* The names of modules of `path` that are written in Python. */
static bool each_of_modules(Eval *e, const LibraryModule *m, const char *path, EachName *each)
{
    for (; m && m->name; m++)
        for (const char *at = m->names + 1; library_is_of(m, path) && *at;) {
            size_t length = strcspn(at, " ");
            const char *name = arena_text(e->arena, at, length);
            const Value *v = *name == '_' ? NULL : library_value(e, path, name);
            if (e->err->set)
                return false;
            if (v)
                each(e, name, v);
            at += length + 1;
        }
    return true;
}

bool names_each(Eval *e, const Namespace *space, EachName *each)
{
    const Package *const *l;
    int count;
    const Function *const *function = names_all(e, &l, &count);
    for (; *l; l++) {
        for (const Constant *c = (*l)->constants; c && c->name; c++)
            if ((c->homes & space->home) && *c->name != '_')
                each(e, c->name, &c->value);
        if (!each_of_modules(e, (*l)->modules, space->path, each))
            return false;
    }
    for (int i = count - 1; i >= 0; i--) { /* the first of a name counts */
        const Function *f = function[i];
        Value v = {0};
        if ((f->homes & space->home) && *f->name != '_' && names_row(e, space->home, f->name, &v))
            each(e, f->name, &v);
    }
    names_each_class(e, space->home, each);
    return eval_spend(e, count);
}

/* A member that was found stays what it is. */
static bool find_member_once(Eval *e, const Namespace *space, const char *name, Value *out)
{
    Scope *met = names_met(e, space);
    const Value *before = eval_find_in(met, name);
    if (before)
        *out = *before;
    else if (find_member(e, space, name, out))
        eval_bind_in(e, met, name, *out);
    else
        return false;
    return true;
}

/* A class that is not here can be named: nothing is an instance of it. */
static bool space_member(Eval *e, const Value *v, const char *name, Value *out)
{
    const Namespace *space = v->space;
    if (helper_member(space, name, out))
        return true;
    if (!space->helper && (find_member_once(e, space, name, out) || e->err->set))
        return !e->err->set;
    const char *said = arena_format(e->arena, "module '%s' has no attribute '%s'", space->path,
                                    name);
    if (space->helper)
        return fail_member(e, space, name, "AttributeError", said);
    if (!leave_out(e, space, name, "AttributeError", said, out))
        return false;
    bool is_class = *name >= 'A' && *name <= 'Z' && real_member(e, space, name) == REAL_HAS;
    return !space->home || is_class || outside_leads_on(out->space->path) ||
           library_module(e, out->space->path) || names_refuse(e, out->space);
}

/* --- what is quiet ------------------------------------------------------------------------- */

/* The first argument, or that of this name; NULL when neither is given. */
static const Value *first_of(const Given *given, const char *name)
{
    for (int i = 0; i < given->count; i++)
        if (given->item[i].name ? strcmp(given->item[i].name, name) == 0 : i == 0)
            return &given->item[i].value;
    return NULL;
}

/* tqdm(items) goes through the items, trange(n) through a range. */
static bool call_progress(Eval *e, const Namespace *space, const Given *given, Value *out)
{
    const char *name = outside_last(space->path);
    const Value *items = first_of(given, "iterable");
    Given first = {0};
    if (!items)
        return false;
    *out = *items;
    if (strcmp(name, "trange") != 0)
        return strcmp(name, "tqdm") == 0 || strcmp(name, "tqdm_notebook") == 0;
    const Value range = {.kind = VALUE_FUNCTION, .function = names_find(e, IN_BUILTIN, "range")};
    for (int i = 0; i < given->count && !given->item[i].name; i++)
        given_add(e, &first, NULL, given->item[i].value, given->item[i].node);
    return eval_invoke(e, &range, &first, out);
}

static bool lies_in(const char *path, const char *outer)
{
    size_t length = strlen(outer);
    return strncmp(path, outer, length) == 0 && (!path[length] || strchr(".([", path[length]));
}

static bool call_quiet(Eval *e, const Namespace *space, const Given *given, Value *out)
{
    if (lies_in(space->path, "tqdm") && call_progress(e, space, given, out))
        return true;
    if (!e->err->set)
        *out = outside_result(e, space, "()");
    return !e->err->set;
}

/* Calls a quiet function, or one that sets the generator; all others are refused. */
static bool space_invoke(Eval *e, const Value *v, const Given *given, Value *out)
{
    const Namespace *space = v->space;
    const char *name = outside_last(space->path);
    bool seeds = strcmp(name, "seed_everything") == 0 || strcmp(name, "set_seed") == 0;
    const Value *number = seeds ? first_of(given, "seed") : NULL;
    if (!space->home && outside_does_path(space->path) == DOES_QUIET)
        return call_quiet(e, space, given, out);
    const Function *f = number ? names_find(e, ~0u, "manual_seed") : NULL;
    if (!f)
        return names_refuse(e, space);
    const Value seed = {.kind = VALUE_FUNCTION, .function = f};
    bool ok = eval_apply(e, &seed, number, out);
    if (strcmp(name, "seed_everything") == 0)
        *out = *number;
    return ok;
}

/* --- the row ------------------------------------------------------------------------------- */

static void space_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    w->cut = w->cut || v->space->is_absent;
    buf_printf(w->out, "<module '%s'>", v->space->path);
}

static bool space_is_here(const Value *v)
{
    return !v->space->is_absent;
}

static bool space_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    (void)b, (void)depth;
    return x->space == y->space;
}

const Kind space_kind = {.name = "module",
                         .phrase = "a module",
                         .equal = space_equal, /* no place: what is doubted walks through places */
                         .write = space_write,
                         .call = space_invoke,
                         .member = space_member,
                         .is_here = space_is_here};
