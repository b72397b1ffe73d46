/* Names in the lists of the originals' names: one text a package, of sections.
 *
 *     torch.nn
 *      AdaptiveAvgPool1d AdaptiveAvgPool2d ..
 *     Linear < Module
 *      bias in_features ..
 */
#include "python/real.h"

#include <string.h>

#include "base/common.h"
#include "python/class.h"
#include "python/outside.h"

enum { MOST_BASES = 64 }; /* of a class, one inside the other */

typedef struct RealSection {
    uint64_t hash;     /* of its title               */
    const char *title; /* "Linear < Module", and on  */
} RealSection;

/* Where the sections of all lists are. */
struct RealNames {
    RealSection *section;
    int count;
    Scope asked; /* by real_anywhere: whether there is one of this name */
};

static uint64_t hash_of(const char *title, size_t length)
{
    uint64_t hash = length;
    for (size_t i = 0; i < length; i++)
        hash = hash * 31 + (unsigned char)title[i];
    return hash;
}

static void add_sections(Eval *e, struct RealNames *to, const char *text)
{
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        if (!strchr(" #\n", *at))
            arena_push(e->arena, to->section, to->count,
                       ((RealSection){hash_of(at, strcspn(at, " \n")), at}));
}

/* Made when the first name is asked for. */
static struct RealNames *names_of(Eval *e)
{
    const Package *const *package;
    int unused;
    if (e->real)
        return e->real;
    e->real = arena_new(e->arena, struct RealNames);
    for (names_all(e, &package, &unused); *package; package++)
        if ((*package)->real)
            add_sections(e, e->real, (*package)->real);
    return e->real;
}

/* A name among those of the section that begins here: lines that begin with a blank. */
static bool section_has(const char *at, const char *name)
{
    size_t length = strlen(name);
    while (*at == ' ' || (at[0] == '\n' && at[1] == ' ')) {
        at += strspn(at, " \n");
        size_t word = strcspn(at, " \n");
        if (word == length && memcmp(at, name, length) == 0)
            return true;
        at += word;
    }
    return false;
}

static Real better(Real a, Real b)
{
    return a > b ? a : b;
}

static Real look_up(Eval *e, const char *section, const char *name, int depth);

/* " < Module Generic": the classes that a class is made from. */
static Real look_up_bases(Eval *e, const char *at, const char *name, int depth)
{
    Real found = REAL_LACKS;
    for (at += strspn(at, " <"); *at != '\n' && found != REAL_HAS; at += strspn(at, " ")) {
        size_t length = strcspn(at, " \n");
        found = better(found, look_up(e, arena_text(e->arena, at, length), name, depth));
        at += length;
    }
    return found;
}

static Real look_up(Eval *e, const char *title, const char *name, int depth)
{
    const struct RealNames *names = names_of(e);
    size_t length = strlen(title);
    uint64_t hash = hash_of(title, length);
    Real found = REAL_LACKS;
    bool is_there = depth == MOST_BASES;
    for (int i = 0; i < names->count && depth < MOST_BASES && found != REAL_HAS; i++) {
        const char *at = names->section[i].title;
        if (names->section[i].hash != hash || memcmp(at, title, length) != 0 ||
            (at[length] != ' ' && at[length] != '\n'))
            continue;
        is_there = true;
        found = section_has(at + strcspn(at, "\n"), name)
                    ? REAL_HAS
                    : better(found, look_up_bases(e, at + length, name, depth + 1));
    }
    return is_there ? found : REAL_UNKNOWN;
}

Real real_of_module(Eval *e, const char *path, const char *name)
{
    bool is_private = name[0] == '_' && name[1] != '_' && strcmp(path, "builtins") != 0;
    Real found = look_up(e, path, name, 0);
    return found == REAL_LACKS && is_private ? REAL_UNKNOWN : found;
}

/* --- attributes ------------------------------------------------------------------------------------ */

/* Tells whether a name is one that all objects, classes and functions have. */
static bool is_of_all(const char *name)
{
    return outside_is_one_of("__module__ __dict__ __weakref__ __doc__ __annotations__", name);
}

/* A class of the lesson, or one of this program's own, is none of the originals'. */
static bool is_original(Eval *e, const Class *class)
{
    return class->native ? *class->name != '_'
                         : class->module && strcmp(class->module, "qkv") != 0 &&
                               library_defines(e, class->module, class->name);
}

static Real of_class(Eval *e, const Class *class, const char *name)
{
    bool is_dunder = strncmp(name, "__", 2) == 0; /* as all names of `object` */
    Real found = !is_dunder        ? REAL_LACKS
                 : is_of_all(name) ? REAL_HAS
                                   : look_up(e, "object", name, 0);
    for (int i = 0; i < class->count && found != REAL_HAS; i++)
        if (is_original(e, class->order[i]))
            found = better(found, look_up(e, class->order[i]->name, name, 0));
    return found;
}

/* itertools.islice is a function here, and a class there. */
static Real of_stood_for(Eval *e, const char *class, const char *name, Real found)
{
    return look_up(e, class, name, 0) == REAL_HAS ? REAL_HAS : found;
}

static Real of_function(Eval *e, const Value *v, const char *name)
{
    const Function *f = method_in(v) ? method_in(v)->function : function_in(v);
    if (f->homes & IS_TYPE)
        return better(look_up(e, f->name, name, 0), look_up(e, "type", name, 0));
    Real found = better(look_up(e, "builtin_function_or_method", name, 0),
                        look_up(e, "function", name, 0));
    if (f->homes & IN_NUMPY)
        found = better(found, look_up(e, "ufunc", name, 0));
    return of_stood_for(e, f->name, name, found);
}

static Real of_closure(Eval *e, const Closure *f, const char *name)
{
    Real found = look_up(e, "function", name, 0);
    return eval_is_librarys(f) ? of_stood_for(e, f->name, name, found) : found;
}

/* "torch.dtype": the class has one word. */
static Real of_type(Eval *e, const char *type, const char *name)
{
    const char *dot = strrchr(type, '.');
    return look_up(e, dot ? dot + 1 : type, name, 0);
}

Real real_attribute(Eval *e, const Value *v, const char *name)
{
    if (eval_in_library(e)) /* asks only for what is here, or may be */
        return REAL_LACKS;
    if (object_in(v))
        return of_class(e, object_in(v)->class, name);
    if (class_in(v))
        return better(of_class(e, class_in(v), name), look_up(e, "type", name, 0));
    if (v->kind == VALUE_SUPER)
        return object_in(&v->super->self) ? of_class(e, object_in(&v->super->self)->class, name)
                                          : of_class(e, v->super->class, name);
    if (closure_in(v))
        return of_closure(e, closure_in(v), name);
    if (v->kind == VALUE_BOUND)
        return better(look_up(e, "method", name, 0), look_up(e, "function", name, 0));
    if (v->kind == VALUE_FUNCTION || v->kind == VALUE_METHOD)
        return of_function(e, v, name);
    return of_type(e, value_type(v), name);
}

bool real_allows(Eval *e, const Value *v, const char *method)
{
    return real_attribute(e, v, method) != REAL_HAS ||
           eval_refuse_name(e, "%s of %s is not part of the lesson language", method,
                            value_kind(v));
}

bool real_keyword(Eval *e, const char *name)
{
    return look_up(e, "keywords", name, 0) == REAL_HAS;
}

static bool find_anywhere(const struct RealNames *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (section_has(names->section[i].title + strcspn(names->section[i].title, "\n"), name))
            return true;
    return false;
}

bool real_anywhere(Eval *e, const char *name)
{
    struct RealNames *names = names_of(e);
    const Value *known = eval_find_in(&names->asked, name);
    if (known)
        return value_truth(known);
    bool found = find_anywhere(names, name);
    eval_bind_in(e, &names->asked, name, value_int(found));
    return found;
}
