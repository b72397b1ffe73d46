/* Finding names in the tables of the packages: by hash, and the nearest one for a mistyped one. */
#include "python/names.h"

#include <string.h>

/* The functions of all packages in the order of their tables, and where each stands by the hash of
 * its name: 1 + its number, or 0. Rows of one name follow each other. */
struct Names {
    const Package **package; /* a NULL at the end */
    const Kind *kind[VALUE_KINDS];
    const Function **function;
    int functions;
    short *slot;
    uint64_t mask;
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

void names_begin(Eval *e, const Package *const *packages)
{
    Names *n = arena_new(e->arena, Names);
    size_t given = 0, count = 0, slots = 2;
    while (packages[given])
        given++;
    n->package = arena_many(e->arena, given + 2, const Package *);
    const Function *const **tables = arena_many(e->arena, given + 1, const Function *const *);
    for (size_t i = 0; i <= given; i++) {
        const Package *l = n->package[i] = i < given ? packages[i] : &python_package;
        for (const Kind *const *k = l->kinds; *k; k++)
            n->kind[(*k)->kind] = *k;
        tables[i] = l->functions(e->arena);
        for (const Function *const *t = tables[i]; *t; t++)
            for (const Function *f = *t; f->name; f++)
                count++;
    }
    while (slots < 2 * count)
        slots *= 2;
    n->mask = slots - 1;
    n->slot = arena_many(e->arena, slots, short);
    n->function = arena_many(e->arena, count, const Function *);
    for (size_t i = 0; i <= given; i++)
        for (const Function *const *t = tables[i]; *t; t++)
            for (const Function *f = *t; f->name; f++)
                add_function(n, f);
    e->names = n;
}

/* --- finding -------------------------------------------------------------------------------- */

const Kind *names_kind(const Eval *e, const Value *v)
{
    static const Kind plain;
    const Kind *kind = e->names->kind[v->kind];
    return kind ? kind : &plain;
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

static const Constant *find_constant(const Eval *e, unsigned home, const char *name)
{
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Constant *c = (*l)->constants; c->name; c++)
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

bool names_is_python(const char *name)
{
    static const char *const others[] = {
        "bin",          "breakpoint", "bytes",      "callable", "chr",       "classmethod",
        "compile",      "complex",    "delattr",    "dir",      "divmod",    "eval",
        "exec",         "exit",       "filter",     "format",   "frozenset", "getattr",
        "globals",      "hasattr",    "hash",       "help",     "hex",       "id",
        "input",        "isinstance", "issubclass", "iter",     "locals",    "map",
        "next",         "object",     "oct",        "open",     "ord",       "pow",
        "property",     "quit",       "repr",       "reversed", "setattr",   "slice",
        "staticmethod", "super",      "type",       "vars",     "__name__",  "__import__",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i], name) == 0)
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

/* "torch, torch.nn, torch.nn.functional and math": those with a name of their own. */
static void list_spaces(const Eval *e, Buf *out)
{
    const char *last = NULL;
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Namespace *s = (*l)->spaces; s->path; s++) {
            if (!s->given)
                continue;
            if (last)
                buf_printf(out, "%s%s", out->length ? ", " : "", last);
            last = s->path;
        }
    if (last)
        buf_printf(out, "%s%s", out->length ? " and " : "", last);
}

const Namespace *names_space(Eval *e, const char *path)
{
    const Namespace *space = find_space(e, path);
    if (!space) {
        Buf known = {0};
        list_spaces(e, &known);
        eval_fail(e, "there is no module '%s' here: lessons can import %s", path, buf_text(&known));
        buf_release(&known);
    }
    return space;
}

bool names_given(const Eval *e, const char *name, Value *out)
{
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Namespace *s = (*l)->spaces; s->path; s++)
            if (s->given && strcmp(s->given, name) == 0) {
                *out = (Value){.kind = VALUE_NAMESPACE, .space = s};
                return true;
            }
    const Function *f = names_find(e, IN_BUILTIN, name);
    *out = (Value){.kind = VALUE_FUNCTION, .function = f};
    return f != NULL;
}

bool names_member(Eval *e, const Namespace *space, const char *name, Value *out)
{
    const Constant *c = find_constant(e, space->home, name);
    const Function *f = names_find(e, space->home, name);
    if (c || f) {
        *out = c ? c->value : (Value){.kind = VALUE_FUNCTION, .function = f};
        return true;
    }
    const char *path = arena_format(e->arena, "%s.%s", space->path, name);
    const Namespace *inner = find_space(e, path);
    *out = (Value){.kind = VALUE_NAMESPACE, .space = inner};
    if (inner)
        return true;
    const char *nearest = names_nearest(e, space->home, name);
    if (nearest)
        return eval_fail(e, "%s has no '%s' here: did you mean '%s'?", space->path, name, nearest);
    return eval_fail(e, "%s is not part of the lesson language", path);
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
    for (const Package *const *l = e->names->package; *l; l++)
        for (const Constant *c = (*l)->constants; c->name; c++)
            if (c->homes & home)
                best = names_closer(name, c->name, best);
    return best;
}
