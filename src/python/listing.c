/* All names that lessons know, for a reader: where each is found, its signature as Python's
 * documentation writes it, and what it computes. */
#include "python/listing.h"

#include <stdlib.h>
#include <string.h>

#include "python/eval.h"
#include "python/library.h"

typedef struct Listing {
    Buf *out;
    Eval *e;
    const Package *const *packages; /* with Python's */
    const Function **function;      /* sorted by name */
    int functions;
    const char *word; /* word asked for, or NULL for all */
    int found;
    bool has_heading;
} Listing;

/* A place is a namespace, "torch.", or an object of a kind, "a Tensor". */
typedef struct ListedName {
    unsigned home;
    const char *title, *prefix;
    const Kind *kind;   /* of the methods, or NULL                      */
    const char *module; /* of the library, with more of its names; or NULL */
} ListedName;

static int by_name(const void *a, const void *b)
{
    const Function *const *f = a, *const *g = b;
    return strcmp((*f)->name, (*g)->name);
}

/* Tells whether the first `length` bytes of a path are those of a place: "F." or "torch.nn.functional.". */
static bool is_path(const ListedName *s, const char *path, size_t length)
{
    return (strlen(s->prefix) == length && strncmp(path, s->prefix, length) == 0) ||
           (strlen(s->title) + 1 == length && strncmp(path, s->title, length - 1) == 0);
}

/* Tells whether a name is asked for, by its namespace, its path, or a part of it: "softmax" finds log_softmax, too. */
static bool is_wanted(const Listing *l, const ListedName *s, const char *name)
{
    const char *dot = l->word ? strrchr(l->word, '.') : NULL;
    if (l->word && !s->kind && strcmp(l->word, s->title) == 0)
        return true;
    if (!dot)
        return !l->word || strstr(name, l->word) != NULL;
    return is_path(s, l->word, (size_t)(dot + 1 - l->word)) && strcmp(dot + 1, name) == 0;
}

static void add_heading(Listing *l, const ListedName *s)
{
    if (!l->has_heading)
        buf_printf(l->out, "%s%s\n", l->found ? "\n" : "", s->title);
    l->has_heading = true;
    l->found++;
}

static const char *formula_of(const Listing *l, const Function *f)
{
    for (const Package *const *lib = l->packages; *lib; lib++) {
        const char *formula = (*lib)->formula ? (*lib)->formula(f) : NULL;
        if (formula)
            return formula;
    }
    return NULL;
}

static void add_function(Listing *l, const ListedName *s, const Function *f)
{
    /* Tells once what it computes: the homes of a function have their bits in this order. */
    const char *formula = f->homes & (s->home - 1) ? NULL : formula_of(l, f);
    add_heading(l, s);
    buf_printf(l->out, "  %s", s->prefix);
    args_write(l->out, f, s->kind != NULL);
    buf_putc(l->out, '\n');
    for (const char *line = formula; line && *line; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n");
        buf_printf(l->out, "      %.*s\n", (int)length, line);
        line += length;
    }
}

/* A class is listed by what makes an object of it. */
static void add_class(Listing *l, const ListedName *s, const NativeClass *c)
{
    add_heading(l, s);
    buf_printf(l->out, "  %s", s->prefix);
    if (c->init) {
        Function f = *c->init;
        f.name = c->name;
        args_write(l->out, &f, true);
    } else {
        buf_puts(l->out, c->name);
    }
    buf_putc(l->out, '\n');
}

/* "iterable, key=None": as the module has them, for a method without the object. */
static void add_parameters(Buf *out, const Closure *f, bool is_method)
{
    const Node *list = f->node->kid[0];
    bool has_star = false;
    buf_putc(out, '(');
    for (int i = is_method; i < list->kids; i++) {
        const Node *p = list->kid[i];
        bool is_star = p->integer == PARAMETER_STAR, are_stars = p->integer == PARAMETER_STARS;
        bool begins_names = p->integer == PARAMETER_NAME && !has_star;
        buf_printf(out, "%s%s%s", i > is_method ? ", " : "", begins_names ? "*, " : "",
                   is_star     ? "*"
                   : are_stars ? "**"
                               : "");
        has_star = has_star || is_star || begins_names;
        buf_add(out, f->library->source + p->start, p->end - p->start);
    }
    buf_putc(out, ')');
}

/* A name of a module, which lists what it defines itself: names from another are listed there. */
static void add_name(Listing *l, const ListedName *s, const char *module, const Binding *b)
{
    if (!b->name || !library_defines(l->e, module, b->name))
        return;
    const Closure *f = closure_in(&b->value);
    const Class *class = class_in(&b->value);
    const Value *init = class ? class_find(class, NULL, "__init__") : NULL;
    const Function *native = function_in(&b->value);
    const char *home = f ? f->library->name : class && class->module ? class->module : module;
    bool is_own = s->kind || strcmp(home, module) == 0;
    if (!is_own || !is_wanted(l, s, b->name))
        return;
    add_heading(l, s);
    buf_printf(l->out, "  %s%s", s->prefix, native ? "" : b->name);
    if (native) {
        Function named = *native;
        named.name = b->name;
        args_write(l->out, &named, s->kind != NULL);
    }
    if (f || (init && closure_in(init)))
        add_parameters(l->out, f ? f : closure_in(init), !f || s->kind);
    buf_putc(l->out, '\n');
}

/* Lists the names that are written in Python. */
static void add_module(Listing *l, const ListedName *s)
{
    for (const Package *const *lib = l->packages; s->module && *lib; lib++)
        for (const LibraryModule *m = (*lib)->modules; m && m->name; m++) {
            const Scope *names = library_is_of(m, s->module) ? library_module(l->e, m->name) : NULL;
            for (int i = 0; names && i < names->count; i++)
                add_name(l, s, m->name, &names->binding[i]);
        }
}

static void add_spot(Listing *l, const ListedName *s)
{
    l->has_heading = false;
    for (const Package *const *lib = l->packages; *lib; lib++)
        for (const Constant *c = (*lib)->constants; c && c->name; c++)
            if (!s->kind && (c->homes & s->home) && is_wanted(l, s, c->name)) {
                add_heading(l, s);
                buf_printf(l->out, "  %s%s\n", s->prefix, c->name);
            }
    for (const Package *const *lib = l->packages; *lib; lib++)
        for (const NativeClass *c = (*lib)->classes; c && c->name; c++)
            if (!s->kind && (c->homes & s->home) && is_wanted(l, s, c->name))
                add_class(l, s, c);
    for (const char *const *a = s->kind ? s->kind->attributes : NULL; a && *a; a++)
        if (is_wanted(l, s, *a)) {
            add_heading(l, s);
            buf_printf(l->out, "  %s%s\n", s->prefix, *a);
        }
    for (int i = 0; i < l->functions; i++)
        if ((l->function[i]->homes & s->home) && is_wanted(l, s, l->function[i]->name))
            add_function(l, s, l->function[i]);
    add_module(l, s);
}

static bool is_space(const Listing *l, const char *path)
{
    for (const Package *const *lib = l->packages; *lib; lib++)
        for (const Namespace *s = (*lib)->spaces; s->path; s++)
            if (strcmp(s->path, path) == 0)
                return true;
    for (const Package *const *lib = l->packages; *lib; lib++)
        for (const Kind *const *k = (*lib)->kinds; k && *k; k++)
            if ((*k)->library && strcmp((*k)->library, path) == 0)
                return true;
    return false;
}

/* The modules that are written in Python alone. */
static void add_modules(Listing *l)
{
    for (const Package *const *lib = l->packages; *lib; lib++)
        for (const LibraryModule *m = (*lib)->modules; m && m->name; m++)
            if (!is_space(l, m->name) && !strpbrk(m->name, "-") && !strstr(m->name, ".modules."))
                add_spot(l, &(ListedName){0, m->name, arena_format(l->e->arena, "%s.", m->name),
                                          NULL, m->name});
}

bool names_list(Buf *out, const Package *const *packages, const char *word)
{
    Qkv *q = qkv_new();
    Err err = {0};
    Eval e = eval_begin(q, "", "", packages, &err);
    Listing l = {.out = out, .e = &e, .word = word};
    const Function *const *all = names_all(&e, &l.packages, &l.functions);
    l.function = arena_many(e.arena, (size_t)l.functions, const Function *);
    memcpy(l.function, all, (size_t)l.functions * sizeof *all);
    qsort(l.function, (size_t)l.functions, sizeof *l.function, by_name);
    add_spot(&l, &(ListedName){IN_BUILTIN, "built in", "", NULL, NULL});
    for (const Package *const *lib = l.packages; *lib; lib++)
        for (const Namespace *s = (*lib)->spaces; s->path; s++)
            if (!strstr(s->path, "._")) /* leaves out what modules build on */
                add_spot(&l,
                         &(ListedName){s->home, s->path,
                                       arena_format(e.arena, "%s.", s->given ? s->given : s->path),
                                       NULL, s->path});
    add_modules(&l);
    for (const Package *const *lib = l.packages; *lib; lib++)
        for (const Kind *const *k = (*lib)->kinds; k && *k; k++)
            if ((*k)->letter) {
                const Value v = {.kind = *k};
                add_spot(&l, &(ListedName){(*k)->methods, value_kind(&v),
                                           arena_format(e.arena, "%c.", (*k)->letter), *k,
                                           (*k)->library});
            }
    if (l.found == 0) {
        const char *nearest = NULL;
        for (int i = 0; i < l.functions; i++)
            nearest = names_closer(word, l.function[i]->name, nearest);
        buf_printf(out, "lessons know no '%s'", word);
        if (nearest)
            buf_printf(out, ": did you mean '%s'?", nearest);
        buf_putc(out, '\n');
    }
    qkv_free(q);
    return l.found > 0;
}
