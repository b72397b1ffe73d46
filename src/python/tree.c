/* How the operators of the tree are written, and the methods behind them; the hash of a name. */
#include "python/tree.h"

#include "base/common.h"

const char *operator_text(Operator op)
{
    static const char *const text[] = {
        [OP_NONE] = "",     [OP_ADD] = "+",         [OP_SUB] = "-",   [OP_MUL] = "*",
        [OP_DIV] = "/",     [OP_FLOORDIV] = "//",   [OP_MOD] = "%",   [OP_MATMUL] = "@",
        [OP_POW] = "**",    [OP_BITAND] = "&",      [OP_BITOR] = "|", [OP_BITXOR] = "^",
        [OP_LSHIFT] = "<<", [OP_RSHIFT] = ">>",     [OP_NEG] = "-",   [OP_POS] = "+",
        [OP_INVERT] = "~",  [OP_NOT] = "not",       [OP_AND] = "and", [OP_OR] = "or",
        [OP_EQ] = "==",     [OP_NE] = "!=",         [OP_LT] = "<",    [OP_LE] = "<=",
        [OP_GT] = ">",      [OP_GE] = ">=",         [OP_IN] = "in",   [OP_NOT_IN] = "not in",
        [OP_IS] = "is",     [OP_IS_NOT] = "is not",
    };
    return text[op];
}

/* The methods behind operators: of the left side, and of the right. */
static const struct {
    const char *left, *right;
} methods[] = {
    [OP_ADD] = {"__add__", "__radd__"},
    [OP_SUB] = {"__sub__", "__rsub__"},
    [OP_MUL] = {"__mul__", "__rmul__"},
    [OP_DIV] = {"__truediv__", "__rtruediv__"},
    [OP_FLOORDIV] = {"__floordiv__", "__rfloordiv__"},
    [OP_MOD] = {"__mod__", "__rmod__"},
    [OP_MATMUL] = {"__matmul__", "__rmatmul__"},
    [OP_POW] = {"__pow__", "__rpow__"},
    [OP_BITAND] = {"__and__", "__rand__"},
    [OP_BITOR] = {"__or__", "__ror__"},
    [OP_BITXOR] = {"__xor__", "__rxor__"},
    [OP_EQ] = {"__eq__", "__eq__"},
    [OP_NE] = {"__ne__", "__ne__"},
    [OP_LT] = {"__lt__", "__gt__"},
    [OP_LE] = {"__le__", "__ge__"},
    [OP_GT] = {"__gt__", "__lt__"},
    [OP_GE] = {"__ge__", "__le__"},
    [OP_NEG] = {"__neg__", NULL},
    [OP_POS] = {"__pos__", NULL},
    [OP_INVERT] = {"__invert__", NULL},
};

const char *operator_method(Operator op)
{
    return (size_t)op < COUNT(methods) ? methods[op].left : NULL;
}

const char *operator_method_of_right(Operator op)
{
    return (size_t)op < COUNT(methods) ? methods[op].right : NULL;
}

uint64_t names_hash(const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(1099511628211);
    return hash;
}
