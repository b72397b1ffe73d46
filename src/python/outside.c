/* Lists of words, searched as texts: nothing is made of them before it is asked for.
 * Before: a name or a path as code has it. After: what it does, or DOES_UNKNOWN for a path that no section has a part
 * of. It ends: a path has as many parts as dots, and each is looked for in each section once. */
#include "python/outside.h"

#include <string.h>

#include "base/common.h"

static const char *section_of(const char *name)
{
    const Words *w = outside_words;
    while (strcmp(w->section, name) != 0)
        w++;
    return w->words;
}

/* getattr(x, ""), type("", (), {}): an empty name is none of them. */
static bool has_word(const char *words, const char *name, size_t length)
{
    for (const char *at = words; length > 0 && (at = strstr(at, name)) != NULL; at++)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

bool outside_is_one_of(const char *words, const char *name)
{
    return has_word(words, name, strlen(name));
}

bool outside_says(const char *section, const char *name)
{
    return outside_is_one_of(section_of(section), name);
}

/* --- what names do ------------------------------------------------------------------------------ */

const char *outside_last(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* Finds what the sections say that have these words; false without one. */
static bool find_does(const char *words, unsigned *does)
{
    static const struct {
        const char *section;
        unsigned does;
    } sections[] = {{"quiet", DOES_QUIET},       {"reads", 0},
                    {"writes", DOES_WRITE},      {"draws", DOES_DRAW},
                    {"settings", DOES_SETTINGS}, {"gradients", DOES_GRADIENTS},
                    {"sets", DOES_SET},          {"files", DOES_FILES},
                    {"kinds", DOES_KIND},        {"calls", DOES_CALL},
                    {"moves", DOES_MOVE},        {"anything", DOES_ANYTHING},
                    {"unknown", DOES_UNKNOWN}};
    bool found = false;
    for (int i = 0; i < COUNT(sections); i++)
        if (outside_says(sections[i].section, words)) {
            *does |= sections[i].does;
            found = true;
        }
    return found;
}

unsigned outside_does(const char *name)
{
    static const char *const drawing[] = {"Attention", "Dropout", "Loader", "Sampler"};
    unsigned does = 0;
    size_t length = strlen(name);
    find_does(name, &does);
    for (int i = 0; i < COUNT(drawing); i++)
        does |= strstr(name, drawing[i]) ? DOES_DRAW : 0;
    /* x.add_(1), but x.__add__(1) gives something new; StepLR(optimizer, 3) sets a rate */
    if (length > 1 && ((name[length - 1] == '_' && name[length - 2] != '_') ||
                       strcmp(name + length - 2, "LR") == 0))
        does |= DOES_WRITE;
    return does & ~(unsigned)DOES_QUIET;
}

/* The longest part of the path that some section has, and its last name. */
unsigned outside_does_path(const char *path)
{
    char part[128];
    unsigned does = 0;
    size_t length = strlen(path);
    if (length >= sizeof part)
        length = sizeof part - 1;
    memcpy(part, path, length);
    for (; length > 0; length--) {
        part[length] = '\0';
        if ((length == strlen(path) || strchr(".([", path[length])) && find_does(part, &does))
            return does & DOES_QUIET ? does : does | outside_does(outside_last(path));
    }
    return DOES_UNKNOWN;
}

bool outside_leads_on(const char *path)
{
    size_t length = strlen(path);
    const char *words = section_of("quiet");
    for (const char *at = words; (at = strstr(at, path)) != NULL; at++)
        if ((at == words || at[-1] == ' ') && at[length] == '.')
            return true;
    return outside_does_path(path) == DOES_QUIET;
}

bool outside_is_there(const char *path)
{
    char first[64] = "";
    size_t length = strcspn(path, ".");
    if (length == 0 || length >= sizeof first) /* a relative one lies beside the lesson */
        return true;
    memcpy(first, path, length);
    first[length] = '\0';
    return outside_says("there", first) || outside_does_path(first) != DOES_UNKNOWN;
}

/* --- what is quiet ------------------------------------------------------------------------------ */

bool outside_is_quiet(const Value *v)
{
    return space_in(v) && !space_in(v)->home && outside_does_path(space_in(v)->path) == DOES_QUIET;
}

bool outside_allows(Eval *e, const Value *v)
{
    return value_is_here(v) || names_refuse(e, space_in(v));
}

Value outside_result(Eval *e, const Namespace *space, const char *brackets)
{
    const char *path = arena_format(e->arena, "%s%s", space->path, brackets);
    return (Value){.kind = VALUE_NAMESPACE, .space = names_space(e, path)};
}
