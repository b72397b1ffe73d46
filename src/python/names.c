/* Finding names in the tables of the packages: by hash, and the nearest one for a mistyped one. */
#include <string.h>

#include "python/class.h"
#include "python/outside.h"
#include "python/signature.h"

/* Members of a namespace when they were looked up before: they stay the same. */
typedef struct MetMembers {
    const Namespace *space;
    Scope names;
    struct MetMembers *next;
} MetMembers;

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
    Scope met;          /* of the given names, those that were looked up before */
    MetMembers *spaces; /* the same of namespaces, the one that was met first at last */
};

/* --- making the tables ---------------------------------------------------------------------- */

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

/* Functions that the rows of kinds of a package bring. */
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

const Namespace *names_find_space(const Eval *e, const char *path)
{
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Namespace *s = (*l)->spaces; s->path; s++)
            if (strcmp(s->path, path) == 0)
                return s;
    return NULL;
}

/* A module or a name in one that is not here: to import it is no error, to use it is. */
const Namespace *names_stand_in(Eval *e, const char *path)
{
    Namespace *space = arena_new(e->arena, Namespace);
    *space = (Namespace){.path = arena_string(e->arena, path),
                         .is_absent = !library_row(e, path, NULL)};
    return space;
}

const Namespace *names_space(Eval *e, const char *path)
{
    const Namespace *space = names_find_space(e, path);
    return space ? space : names_stand_in(e, path);
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
        const Namespace *space = names_find_space(e,
                                                  arena_text(e->arena, path, (size_t)(dot - path)));
        const char *name = arena_text(e->arena, dot + 1, strcspn(dot + 1, "."));
        why = space ? names_why(e, space->home, name) : NULL;
    }
    return why;
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
    const char *nearest = in ? names_nearest_in(e, in, dot + 1) : NULL;
    const char *more = outside_is_there(space->path)
                           ? names_did_you_mean(e, nearest)
                           : ", and there is no such file beside the lesson";
    return eval_refuse_name(e, "%s is not part of the lesson language%s", space->path, more);
}

/* Looks a name up in the tables, with one of these homes. */
bool names_row(const Eval *e, unsigned home, const char *name, Value *out)
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
    return names_row(e, IN_BUILTIN, name, out);
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

Scope *names_met(Eval *e, const Namespace *space)
{
    MetMembers *met = e->names->spaces;
    while (met && met->space != space)
        met = met->next;
    if (!met) {
        met = arena_new(e->arena, MetMembers);
        *met = (MetMembers){.space = space, .next = e->names->spaces};
        e->names->spaces = met;
    }
    return &met->names;
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

void names_each_class(Eval *e, unsigned home, EachName *each)
{
    const Names *n = e->names;
    for (int i = 0; i < n->classes; i++)
        if ((n->row[i]->homes & home) && *n->row[i]->name != '_')
            each(e, n->row[i]->name, &(Value){.kind = VALUE_CLASS, .class = n->class[i]});
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

/* --- modules in Python --------------------------------------------------------------------- */

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
const LibraryModule *library_row(const Eval *e, const char *path, const char *name)
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
    return *name != '_' && library_row(e, module, name) != NULL;
}

/* Chooses of the names that `path` offers and `best` the one that is more like `name`. */
static const char *nearest_of_library(Eval *e, const char *path, const char *name, const char *best)
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

const char *names_nearest_in(Eval *e, const Namespace *space, const char *name)
{
    const char *nearest = space->home ? names_nearest(e, space->home, name) : NULL;
    return nearest_of_library(e, space->path, name, nearest);
}
