/* Finding names in the tables of the packages: by hash, and the nearest one for a mistyped one. */
#include "base/common.h"
#include "python/args.h"
#include "python/library.h"
#include "python/object.h"
#include "python/outside.h"
#include "python/real.h"
#include "python/type.h"

#include <string.h>

/* The functions of all packages in the order of their tables, and where each stands by the hash of
 * its name: 1 + its number, or 0. Rows of one name follow each other. */
struct Names {
    const Package **package; /* a NULL at the end */
    const NativeClass **row; /* of the classes, and what they are */
    Class **class;
    int classes;
    const Function **function;
    const Signature *(
        *signature)[2]; /* of each, as a function and as a method; NULL: not read yet */
    int functions;
    short *slot;
    uint64_t mask;
    Scope met; /* of the given names, those that were looked up before */
};

/* --- making the tables ---------------------------------------------------------------------- */

uint64_t names_hash(const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(1099511628211);
    return hash;
}

static void add_function(Names *n, const Function *f)
{
    uint64_t at = names_hash(f->name);
    while (n->slot[at & n->mask])
        at++;
    n->function[n->functions++] = f;
    n->slot[at & n->mask] = (short)n->functions;
}

static Class *find_class(const Names *n, const char *name)
{
    for (int i = 0; i < n->classes; i++)
        if (strcmp(n->row[i]->name, name) == 0)
            return n->class[i];
    return NULL;
}

/* A class after those that it is made from: so the tables have them. */
static void add_classes(Eval *e, Names *n, const NativeClass *c)
{
    for (; c && c->name; c++) {
        n->class[n->classes] = object_from_row(e, c, c->base ? find_class(n, c->base) : NULL,
                                               c->also ? find_class(n, c->also) : NULL);
        n->row[n->classes++] = c;
    }
}

/* Python's own come first: those of the packages may be made from them. */
static void make_classes(Eval *e, Names *n)
{
    size_t count = 0;
    for (const Package **l = n->package; *l; l++)
        for (const NativeClass *c = (*l)->classes; c && c->name; c++)
            count++;
    n->row = arena_many(e->arena, count, const NativeClass *);
    n->class = arena_many(e->arena, count, Class *);
    add_classes(e, n, python_package.classes);
    for (const Package **l = n->package; *l; l++)
        if (*l != &python_package)
            add_classes(e, n, (*l)->classes);
}

/* What the rows of kinds of a package bring. */
static const Function *const *functions_of_kinds(Arena *a, const Kind *const *kinds)
{
    size_t rows = 0, lists = 0;
    while (kinds && kinds[rows])
        rows++;
    const Function **list = arena_many(a, rows + 1, const Function *);
    for (size_t i = 0; i < rows; i++)
        if (kinds[i]->functions)
            list[lists++] = kinds[i]->functions;
    return list;
}

void names_begin(Eval *e, const Package *const *packages)
{
    Names *n = arena_new(e->arena, Names);
    size_t given = 0, lists = 0, count = 0, slots = 2;
    while (packages[given])
        given++;
    n->package = arena_many(e->arena, given + 2, const Package *);
    const Function *const **list = arena_many(e->arena, 3 * (given + 1), const Function *const *);
    for (size_t i = 0; i <= given; i++) {
        const Package *l = n->package[i] = i < given ? packages[i] : &python_package;
        list[lists++] = l->functions;
        list[lists++] = functions_of_kinds(e->arena, l->kinds);
        if (l->made)
            list[lists++] = l->made(e->arena);
    }
    for (size_t i = 0; i < lists; i++)
        for (const Function *const *t = list[i]; *t; t++)
            for (const Function *f = *t; f->name; f++)
                count++;
    while (slots < 2 * count)
        slots *= 2;
    n->mask = slots - 1;
    n->slot = arena_many(e->arena, slots, short);
    n->function = arena_many(e->arena, count, const Function *);
    n->signature = arena_array(e->arena, count, sizeof *n->signature);
    for (size_t i = 0; i < lists; i++)
        for (const Function *const *t = list[i]; *t; t++)
            for (const Function *f = *t; f->name; f++)
                add_function(n, f);
    e->names = n;
    make_classes(e, n);
}

/* --- finding -------------------------------------------------------------------------------- */

const Kind *names_kind_with(const Eval *e, unsigned methods)
{
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Kind *const *row = (*l)->kinds; row && *row; row++)
            if ((*row)->methods & methods)
                return *row;
    return NULL;
}

const Function *names_find(const Eval *e, unsigned home, const char *name)
{
    const Names *n = e->names;
    for (uint64_t at = names_hash(name); n->slot[at & n->mask]; at++) {
        const Function *f = n->function[n->slot[at & n->mask] - 1];
        if ((f->homes & home) && strcmp(f->name, name) == 0)
            return f;
    }
    return NULL;
}

const Signature *names_signature(Eval *e, const Function *f, bool is_method)
{
    const Names *n = e->names;
    uint64_t at = names_hash(f->name);
    while (n->slot[at & n->mask] && n->function[n->slot[at & n->mask] - 1] != f)
        at++;
    int number = n->slot[at & n->mask]; /* 0: a row that is in no table */
    const Signature *read = number ? n->signature[number - 1][is_method] : NULL;
    if (read)
        return read;
    Signature *s = arena_new(e->arena, Signature);
    *s = signature_of(f, is_method);
    if (number)
        n->signature[number - 1][is_method] = s;
    return s;
}

Class *names_class(const Eval *e, unsigned home, const char *name)
{
    const Names *n = e->names;
    for (int i = 0; i < n->classes; i++)
        if ((n->row[i]->homes & home) && strcmp(n->row[i]->name, name) == 0)
            return n->class[i];
    return NULL;
}

const char *names_row_of(const Eval *e, const Function *f)
{
    for (int i = 0; i < e->names->classes; i++)
        if (e->names->row[i]->init == f)
            return e->names->row[i]->name;
    return NULL;
}

const Function *names_of_type(const Eval *e, const Function *type, const char *name)
{
    const Function *f = strcmp(type->name, "dict") == 0 ? names_find(e, IN_DICT, name) : NULL;
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Kind *const *row = (*l)->kinds; row && *row && !f; row++) {
            const Value any = {.kind = *row};
            if ((*row)->methods && *row != VALUE_OBJECT && *row != VALUE_ITERATOR &&
                strcmp(value_type(&any), type->name) == 0 && eval_has_method(&any, name))
                f = names_find(e, (*row)->methods, name);
        }
    return f;
}

bool names_is_made_by(const Value *v, const char *name)
{
    return type_of(v)->is_made_by && type_of(v)->is_made_by(v, name);
}

bool names_type(Eval *e, const Value *v, Value *out)
{
    const char *name = value_type(v);
    Class *class = names_class(e, ~0u, name);
    *out = (Value){.kind = VALUE_CLASS, .class = class};
    if (class)
        return true;
    for (int i = 0; i < e->names->functions; i++)
        if (strcmp(e->names->function[i]->name, name) == 0) {
            *out = (Value){.kind = VALUE_FUNCTION, .function = e->names->function[i]};
            return true;
        }
    return eval_refuse_name(e, "the type of %s has no name in the lesson language", value_kind(v));
}

static const Constant *find_constant(const Eval *e, unsigned home, const char *name)
{
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Constant *c = (*l)->constants; c && c->name; c++)
            if ((c->homes & home) && strcmp(c->name, name) == 0)
                return c;
    return NULL;
}

bool names_read(Eval *e, const Parameter *p, Arg *a, bool *ok)
{
    for (const Package *const *l = e->names->package; *l; l++)
        if ((*l)->read && (*l)->read(e, p, a, ok))
            return true;
    return false;
}

static const Namespace *find_space(const Eval *e, const char *path)
{
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Namespace *s = (*l)->spaces; s->path; s++)
            if (strcmp(s->path, path) == 0)
                return s;
    return NULL;
}

/* A module or a name in one that is not here: to import it is no error, to use it is. */
static const Namespace *stand_in(Eval *e, const char *path)
{
    Namespace *space = arena_new(e->arena, Namespace);
    *space = (Namespace){.path = arena_string(e->arena, path), .is_absent = !library_has(e, path)};
    return space;
}

const Namespace *names_space(Eval *e, const char *path)
{
    const Namespace *space = find_space(e, path);
    return space ? space : stand_in(e, path);
}

/* The file that `from .name import x` means: in a folder of files, one of the same folder. */
static const char *beside(Eval *e, const char *name)
{
    const Module *asks = eval_module(e);
    const char *dot = asks && asks->is_helper ? strrchr(asks->name, '.') : NULL;
    return dot ? arena_format(e->arena, "%.*s.%s", (int)(dot - asks->name), asks->name, name)
               : name;
}

const Namespace *names_imported(Eval *e, const char *path)
{
    const Namespace *space = *path == '.' ? NULL : find_space(e, path);
    const char *name = *path == '.' ? beside(e, path + 1) : path;
    const Module *helper = space ? NULL : library_helper(e, name);
    if (helper || e->err->set)
        return e->err->set ? NULL : helper->space;
    if (*path == '.')
        eval_raise(e, "ModuleNotFoundError", "there is no file %s.py beside the lesson", name);
    return e->err->set ? NULL : space ? space : stand_in(e, path);
}

const char *names_why(const Eval *e, unsigned home, const char *name)
{
    const char *why = NULL;
    for (const Package *const *l = e->names->package; *l && !why; l++)
        why = (*l)->why ? (*l)->why(home, name) : NULL;
    return why;
}

/* The same for a dotted path, or for a part of it that is known: "torch.optim.Adam". */
static const char *why_not(Eval *e, const char *path)
{
    const char *why = NULL;
    for (const char *dot = strchr(path, '.'); dot && !why; dot = strchr(dot + 1, '.')) {
        const Namespace *space = find_space(e, arena_text(e->arena, path, (size_t)(dot - path)));
        const char *name = arena_text(e->arena, dot + 1, strcspn(dot + 1, "."));
        why = space ? names_why(e, space->home, name) : NULL;
    }
    return why;
}

/* The name of a module that is most like this one, or NULL. */
static const char *nearest_in(Eval *e, const Namespace *space, const char *name)
{
    const char *nearest = space->home ? names_nearest(e, space->home, name) : NULL;
    return library_nearest(e, space->path, name, nearest);
}

const char *names_did_you_mean(Eval *e, const char *nearest)
{
    return nearest ? arena_format(e->arena, ": did you mean '%s'?", nearest) : "";
}

bool names_refuse(Eval *e, const Namespace *space)
{
    if (space->home)
        return eval_raise(e, "TypeError", "a module cannot be called as a function");
    const char *why = why_not(e, space->path), *dot = strrchr(space->path, '.');
    if (why)
        return eval_refuse_name(e, "%s: %s", space->path, why);
    const Namespace *in = dot ? names_space(e, arena_text(e->arena, space->path,
                                                          (size_t)(dot - space->path)))
                              : NULL;
    const char *nearest = in ? nearest_in(e, in, dot + 1) : NULL;
    return eval_refuse_name(e, "%s is not part of the lesson language%s", space->path,
                            names_did_you_mean(e, nearest));
}

/* What a name is in the tables, with one of these homes. */
static bool find_row(const Eval *e, unsigned home, const char *name, Value *out)
{
    const Constant *c = find_constant(e, home, name);
    Class *class = c ? NULL : names_class(e, home, name);
    const Function *f = c || class ? NULL : names_find(e, home, name);
    *out = c       ? c->value
           : class ? (Value){.kind = VALUE_CLASS, .class = class}
                   : (Value){.kind = VALUE_FUNCTION, .function = f};
    return c || class || f;
}

static bool find_given(const Eval *e, const char *name, Value *out)
{
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Namespace *s = (*l)->spaces; s->path; s++)
            if (s->given && strcmp(s->given, name) == 0) {
                *out = (Value){.kind = VALUE_NAMESPACE, .space = s};
                return true;
            }
    return find_row(e, IN_BUILTIN, name, out);
}

bool names_given(Eval *e, const char *name, Value *out)
{
    const Value *met = eval_find_in(&e->names->met, name);
    if (met)
        *out = *met;
    else if (find_given(e, name, out))
        eval_bind_in(e, &e->names->met, name, *out);
    else
        return false;
    return true;
}

/* A name of a file beside the lesson. */
static bool import_from_helper(Eval *e, const Namespace *space, const char *name, Value *out)
{
    const Value *v = eval_find_in(&space->helper->names, name);
    if (v) {
        *out = *v;
        return true;
    }
    const char *nearest = NULL;
    const Scope *names = &space->helper->names;
    for (int i = 0; i < names->count; i++)
        nearest = names_closer(name, names->binding[i].name, nearest);
    return eval_raise(e, "ImportError", "cannot import name '%s' from '%s'%s%s%s", name,
                      space->path, nearest ? ": did you mean '" : "", nearest ? nearest : "",
                      nearest ? "'?" : "");
}

/* What a module that is no file of the lesson has of this name; false when that is nothing, or an error. */
static bool find_member(Eval *e, const Namespace *space, const char *name, Value *out)
{
    if (find_row(e, space->home, name, out))
        return true;
    const char *path = arena_format(e->arena, "%s.%s", space->path, name);
    const Namespace *inner = find_space(e, path);
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

/* What is not here stands for itself until it is used; what the original has not, either, is its error, of a class
 * and with these words. */
static bool leave_out(Eval *e, const Namespace *space, const char *name, const char *class,
                      const char *said, Value *out)
{
    const char *path = arena_format(e->arena, "%s.%s", space->path, name);
    *out = (Value){.kind = VALUE_NAMESPACE, .space = stand_in(e, path)};
    if (real_member(e, space, name) != REAL_LACKS)
        return true;
    return eval_raise_as(e, class, said, "%s has no '%s'%s", space->path, name,
                         names_did_you_mean(e, nearest_in(e, space, name)));
}

bool names_import(Eval *e, const Namespace *space, const char *name, Value *out)
{
    if (space->helper)
        return import_from_helper(e, space, name, out);
    if (find_member(e, space, name, out) || e->err->set)
        return !e->err->set;
    const char *said = arena_format(e->arena, "cannot import name '%s' from '%s'", name,
                                    space->path);
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
    const Names *n = e->names;
    for (const Package *const *l = n->package; *l; l++) {
        for (const Constant *c = (*l)->constants; c && c->name; c++)
            if ((c->homes & space->home) && *c->name != '_')
                each(e, c->name, &c->value);
        if (!each_of_modules(e, (*l)->modules, space->path, each))
            return false;
    }
    for (int i = n->functions - 1; i >= 0; i--) { /* the first of a name counts */
        const Function *f = n->function[i];
        Value v = {0};
        if ((f->homes & space->home) && *f->name != '_' && find_row(e, space->home, f->name, &v))
            each(e, f->name, &v);
    }
    for (int i = 0; i < n->classes; i++)
        if ((n->row[i]->homes & space->home) && *n->row[i]->name != '_')
            each(e, n->row[i]->name, &(Value){.kind = VALUE_CLASS, .class = n->class[i]});
    return eval_spend(e, n->functions);
}

/* A class that is not here can be named: nothing is an instance of it. */
bool names_member(Eval *e, const Namespace *space, const char *name, Value *out)
{
    if (space->helper)
        return import_from_helper(e, space, name, out);
    if (find_member(e, space, name, out) || e->err->set)
        return !e->err->set;
    const char *said = arena_format(e->arena, "module '%s' has no attribute '%s'", space->path,
                                    name);
    if (!leave_out(e, space, name, "AttributeError", said, out))
        return false;
    bool is_class = *name >= 'A' && *name <= 'Z' && real_member(e, space, name) == REAL_HAS;
    return !space->home || is_class || outside_leads_on(out->space->path) ||
           library_module(e, out->space->path) || names_refuse(e, out->space);
}

const Namespace *names_offered(const Eval *e, const char *name)
{
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Namespace *s = (*l)->spaces; s->path; s++)
            if (s->is_offered && library_defines(e, s->path, name))
                return s;
    return NULL;
}

const char *names_keyword(const Eval *e, const Function *f, const char *name)
{
    for (const Package *const *l = e->names->package; *l; l++) {
        const char *other = (*l)->keyword ? (*l)->keyword(f, name) : NULL;
        if (other)
            return other;
    }
    return NULL;
}

bool names_finish(Eval *e, const Function *f, const Given *given, Value *out)
{
    for (const Package *const *l = e->names->package; *l; l++)
        if ((*l)->finish && !(*l)->finish(e, f, given, out))
            return false;
    return true;
}

const Function *const *names_all(const Eval *e, const Package *const **packages, int *functions)
{
    *packages = e->names->package;
    *functions = e->names->functions;
    return e->names->function;
}

/* --- near misses ---------------------------------------------------------------------------- */

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* How many insertions, deletions, replacements and swaps of neighbours lead from a to b, capital
 * letters or not; `most` + 1 when it is more than `most`. */
static int distance(const char *a, const char *b, int most)
{
    enum { LONGEST = 40 };
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > LONGEST || m > LONGEST || n - m > most || m - n > most)
        return most + 1;
    int row[3][LONGEST + 1];
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = last[j - 1] + (small(a[i - 1]) != small(b[j - 1]));
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            now[j] = swapped && before[j - 2] + 1 < best ? before[j - 2] + 1 : best;
        }
    }
    return row[n % 3][m] <= most ? row[n % 3][m] : most + 1;
}

const char *names_closer(const char *name, const char *candidate, const char *best)
{
    size_t length = strlen(name);
    int most = length < 2 ? 0 : length < 4 ? 1 : 2;
    int of_best = best ? distance(name, best, most) : most + 1;
    return distance(name, candidate, most) < of_best ? candidate : best;
}

const char *names_nearest(const Eval *e, unsigned home, const char *name)
{
    const char *best = NULL;
    for (int i = 0; i < e->names->functions; i++)
        if (e->names->function[i]->homes & home)
            best = names_closer(name, e->names->function[i]->name, best);
    for (int i = 0; i < e->names->classes; i++)
        if (e->names->row[i]->homes & home)
            best = names_closer(name, e->names->row[i]->name, best);
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Constant *c = (*l)->constants; c && c->name; c++)
            if (c->homes & home)
                best = names_closer(name, c->name, best);
    return best;
}
