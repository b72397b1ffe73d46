/* Finding names: namespaces, constants, and the nearest known name for a mistyped one. */
#include "python/names.h"

#include <math.h>
#include <string.h>

struct Namespace {
    const char *path;
    unsigned home;
    const char *given; /* the name that it has without an import, or NULL */
};

static const Namespace spaces[] = {
    {"torch", IN_TORCH, "torch"},
    {"torch.nn", IN_NN, "nn"},
    {"torch.nn.functional", IN_FUNCTIONAL, "F"},
    {"torch.nn.utils", IN_UTILS, NULL},
    {"torch.nn.utils.rnn", IN_RNN, NULL},
    {"math", IN_MATH, "math"},
};

enum { SPACES = sizeof spaces / sizeof spaces[0] };

typedef struct Constant {
    const char *name;
    unsigned homes;
    Value value;
} Constant;

#define NUMBER(x)                                                                                  \
    {                                                                                              \
        .kind = VALUE_FLOAT, .number = (x)                                                         \
    }
#define TYPE(x)                                                                                    \
    {                                                                                              \
        .kind = VALUE_DTYPE, .dtype = (x)                                                          \
    }

static const Constant constants[] = {
    {"pi", IN_MATH | IN_TORCH, NUMBER(3.141592653589793)},
    {"e", IN_MATH | IN_TORCH, NUMBER(2.718281828459045)},
    {"inf", IN_MATH | IN_TORCH, NUMBER((double)INFINITY)},
    {"nan", IN_MATH | IN_TORCH, NUMBER((double)NAN)},
    {"float32", IN_TORCH, TYPE(QKV_FLOAT32)},
    {"float", IN_TORCH, TYPE(QKV_FLOAT32)},
    {"int64", IN_TORCH, TYPE(QKV_INT64)},
    {"long", IN_TORCH, TYPE(QKV_INT64)},
    {"bool", IN_TORCH, TYPE(QKV_BOOL)},
};

enum { CONSTANTS = sizeof constants / sizeof constants[0] };

static const Function *const tables[] = {
    names_python, names_number,  names_text,   names_objects, names_torch,
    names_shape,  names_product, names_random, names_move,    names_attention,
    names_reduce, names_nn,      names_module};

enum { TABLES = sizeof tables / sizeof tables[0] };

const Function *names_find(unsigned home, const char *name)
{
    for (int t = 0; t < TABLES; t++)
        for (const Function *f = tables[t]; f->name; f++)
            if ((f->homes & home) && strcmp(f->name, name) == 0)
                return f;
    return NULL;
}

bool names_constant(unsigned home, const char *name, Value *out)
{
    for (int i = 0; i < CONSTANTS; i++)
        if ((constants[i].homes & home) && strcmp(constants[i].name, name) == 0) {
            *out = constants[i].value;
            return true;
        }
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

const Namespace *names_space(const char *path)
{
    for (int i = 0; i < SPACES; i++)
        if (strcmp(spaces[i].path, path) == 0)
            return &spaces[i];
    return NULL;
}

const Namespace *names_given(const char *name)
{
    for (int i = 0; i < SPACES; i++)
        if (spaces[i].given && strcmp(spaces[i].given, name) == 0)
            return &spaces[i];
    return NULL;
}

unsigned names_home(const Namespace *space)
{
    return space->home;
}

const char *names_of_space(const Namespace *space)
{
    return space->path;
}

const char *names_of_function(const Function *f)
{
    return f->name;
}

unsigned names_methods(const Value *v)
{
    switch (v->kind) {
    case VALUE_TENSOR:
        return OF_TENSOR;
    case VALUE_STR:
        return OF_STR;
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SIZE:
        return OF_LIST;
    case VALUE_DICT:
        return OF_DICT;
    case VALUE_MODULE:
        return OF_MODULE;
    default:
        return 0;
    }
}

bool names_member(Eval *e, const Namespace *space, const char *name, Value *out)
{
    if (names_constant(space->home, name, out))
        return true;
    const Function *f = names_find(space->home, name);
    if (f) {
        *out = (Value){.kind = VALUE_FUNCTION, .function = f};
        return true;
    }
    size_t length = strlen(space->path);
    for (int i = 0; i < SPACES; i++) {
        const char *path = spaces[i].path;
        if (strncmp(path, space->path, length) == 0 && path[length] == '.' &&
            strcmp(path + length + 1, name) == 0) {
            *out = (Value){.kind = VALUE_NAMESPACE, .space = &spaces[i]};
            return true;
        }
    }
    const char *nearest = names_nearest(space->home, name);
    if (nearest)
        return eval_fail(e, "%s has no '%s' here: did you mean '%s'?", space->path, name, nearest);
    return eval_fail(e, "%s.%s is not part of the lesson language", space->path, name);
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

const char *names_nearest(unsigned home, const char *name)
{
    const char *best = NULL;
    for (int t = 0; t < TABLES; t++)
        for (const Function *f = tables[t]; f->name; f++)
            if (f->homes & home)
                best = names_closer(name, f->name, best);
    for (int i = 0; i < CONSTANTS; i++)
        if (constants[i].homes & home)
            best = names_closer(name, constants[i].name, best);
    for (size_t i = 0; home == OF_TENSOR && names_of_property(i); i++)
        best = names_closer(name, names_of_property(i), best);
    return best;
}
