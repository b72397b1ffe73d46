/* How the operators of the tree are written. */
#include "python/tree.h"

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
