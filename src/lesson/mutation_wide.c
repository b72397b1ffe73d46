/* Rows for the lines that somebody was asked for: there are few of those, so whatever can be done to a node is tried.
 * What they say is said of what was written, and does not tell what is right. */
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/code.h"
#include "lesson/mutator.h"

static const char *put(Mutator *m, const Node *at, const char *new, const char *said)
{
    mutation_add(m, at, new, "%s", said);
    return new;
}
#define TEXT(...) arena_format(m->a, __VA_ARGS__)

static bool is_number(const Node *n)
{
    bool is_sign = n->kind == NODE_UNARY && n->op == OP_NEG;
    return n->kind == NODE_INT || n->kind == NODE_FLOAT || (is_sign && is_number(n->kid[0]));
}

static bool is_named_so(const Node *n, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (n->text && strcmp(n->text, names[i]) == 0)
            return true;
    return false;
}

static bool is_module(const Node *n)
{
    static const char *const modules[] = {"torch", "math", "np", "nn", "F", "einops"};
    return n->kind == NODE_NAME && is_named_so(n, modules, COUNT(modules));
}

/* --- names ---------------------------------------------------------------------------------------- */

enum { MOST_NAMES = 48 };

typedef struct ReachNames {
    const Mutator *m;
    const char *name[MOST_NAMES];
    int count;
} ReachNames;

/* The latest come to stand at the end: where there are too many the first are forgotten. */
static void note(ReachNames *x, const Node *n)
{
    for (int i = 0; i < n->kids && (n->kind == NODE_TUPLE || n->kind == NODE_LIST); i++)
        note(x, n->kid[i]);
    if (n->kind != NODE_NAME)
        return;
    for (int i = 0; i < x->count; i++)
        if (strcmp(x->name[i], n->text) == 0)
            return;
    if (x->count == MOST_NAMES)
        memmove(x->name, x->name + 1, (size_t)--x->count * sizeof *x->name);
    x->name[x->count++] = n->text;
}

static void note_bound(void *context, const Node *n, const Node *function)
{
    ReachNames *x = context;
    const Mutator *m = x->m;
    bool is_reached = function == m->function || !function;
    int targets = n->kind == NODE_ASSIGN ? n->kids - 1 : n->kind == NODE_FOR ? 1 : 0;
    for (int i = 0; is_reached && n->start < m->statement->start && i < targets; i++)
        if (function || !m->function ||
            tensor_named(m->run, n->kid[i]->text ? n->kid[i]->text : ""))
            note(x, n->kid[i]);
}

static void names_in_reach(Mutator *m, ReachNames *x)
{
    *x = (ReachNames){.m = m};
    code_each(m->lesson, note_bound, x);
    const Node *given = m->function && m->function->kind == NODE_DEF ? m->function->kid[0] : NULL;
    for (int i = 0; given && i < given->kids && x->count < MOST_NAMES; i++)
        if (strcmp(given->kid[i]->text, "self") != 0)
            x->name[x->count++] = given->kid[i]->text;
}

static void wide_name(Mutator *m, const Node *n)
{
    ReachNames names;
    if (n->kind != NODE_NAME || is_module(n) || n->start == m->statement->start)
        return;
    names_in_reach(m, &names);
    for (int i = names.count - 1; i >= 0; i--)
        put(m, n, names.name[i], TEXT("%s is used where something else belongs", names.name[i]));
}

static void note_attribute(void *context, const Node *n, const Node *function)
{
    ReachNames *x = context;
    (void)function;
    const Node *to = n->kind == NODE_ASSIGN ? n->kid[0] : NULL;
    if (to && to->kind == NODE_ATTRIBUTE && to->kid[0]->kind == NODE_NAME &&
        strcmp(to->kid[0]->text, "self") == 0 && x->count < MOST_NAMES)
        x->name[x->count++] = to->text;
}

static void wide_attribute(Mutator *m, const Node *n)
{
    ReachNames names = {.m = m};
    if (n->kind != NODE_ATTRIBUTE || n->kid[0]->kind != NODE_NAME ||
        strcmp(n->kid[0]->text, "self") != 0)
        return;
    code_each(m->lesson, note_attribute, &names);
    for (int i = 0; i < names.count; i++)
        put(m, n, TEXT("self.%s", names.name[i]),
            TEXT("self.%s is used where something else belongs", names.name[i]));
}

/* --- steps left out, and taken in addition ----------------------------------------------------------- */

static const char *left_out(const Node *n)
{
    if (is_softmax(n))
        return "softmax is left out";
    if (phrase_mask(n, &(Parts){0}))
        return "nothing is hidden: the mask is left out";
    if (is_transposed(n))
        return "something is not transposed";
    if (n->kind == NODE_INDEX)
        return "all of it is taken, not a part";
    if (n->kind == NODE_CALL)
        return IS_CALL(n, "sqrt") ? "the root is left out" : "a step is left out";
    if (n->kind != NODE_BINARY)
        return n->op == OP_NEG ? "a sign is left out" : "a step is left out";
    return n->op == OP_ADD   ? "something that is added is left out"
           : n->op == OP_SUB ? "something that is subtracted is left out"
           : n->op == OP_MUL ? "a factor is left out"
           : n->op == OP_DIV ? "a division is left out"
           : n->op == OP_POW ? "a power is left out"
                             : "a product is left out";
}

static void wide_left_out(Mutator *m, const Node *n)
{
    CallView v = view_call(n);
    if (n->kind == NODE_BINARY || (n->kind == NODE_UNARY && !is_number(n)))
        for (int i = 0; i < n->kids; i++)
            put(m, n, operand_of(m, n->kid[i]),
                i == 1 && n->op == OP_SUB   ? "it is not subtracted from anything"
                : i == 1 && n->op == OP_DIV ? "nothing is divided by it"
                                            : left_out(n));
    if (v.self && !is_module(v.self))
        put(m, n, operand_of(m, v.self), left_out(n));
    for (int i = v.first; n->kind == NODE_CALL && !v.self && i < n->kids; i++)
        if (n->kid[i]->kind != NODE_KEYWORD)
            put(m, n, operand_of(m, n->kid[i]), left_out(n));
    if (n->kind == NODE_INDEX || (is_transposed(n) && n->kind == NODE_ATTRIBUTE))
        put(m, n, operand_of(m, n->kid[0]), left_out(n));
}

/* Forms around something: $ stands for it, # for a size. */
static const struct {
    const char *form, *said;
} around[] = {
    {"$.transpose(-2, -1)", "something is transposed that should not be"},
    {"$.softmax(-1)", "softmax is taken where it does not belong"},
    {"$.softmax(-2)", "softmax is taken where it does not belong, along columns"},
    {"($ / $.sum(-1, keepdim=True))", "it is divided by the sum of its row, which does not belong"},
    {"($ / $.sum(-2, keepdim=True))",
     "it is divided by the sum of its column, which does not belong"},
    {"($ / $.sum())", "it is divided by the sum of all, which does not belong"},
    {"$.exp()", "exp is taken where it does not belong"},
    {"$.log()", "log is taken where it does not belong"},
    {"$.log_softmax(-1)", "log_softmax is taken where it does not belong"},
    {"$.sigmoid()", "sigmoid is taken where it does not belong"},
    {"$.relu()", "relu is taken where it does not belong"},
    {"$.tanh()", "tanh is taken where it does not belong"},
    {"$.abs()", "the sign is taken away"},
    {"$ ** 2", "a square is taken that does not belong"},
    {"$ ** 0.5", "a root is taken that does not belong"},
    {"math.sqrt($)", "a root is taken that does not belong"},
    {"-$", "the sign is the other way round"},
    {"(1 - $)", "it is taken away from 1, which does not belong"},
    {"1 / $", "it is the other way round: 1 divided by it"},
    {"$ / #", "it is divided by #, which does not belong"},
    {"$ / # ** 0.5", "it is divided by the root of #, which does not belong"},
    {"$ * #", "it is multiplied by #, which does not belong"},
    {"$ * # ** 0.5", "it is multiplied by the root of #, which does not belong"},
    {"$ / 2", "it is divided by 2, which does not belong"},
    {"$ * 2", "it is multiplied by 2, which does not belong"},
    {"($ + 1)", "1 is added, which does not belong"},
    {"($ - 1)", "1 is subtracted, which does not belong"},
    {"$.sum(-1)", "a sum is taken that does not belong"},
    {"$.sum(0)", "a sum is taken that does not belong"},
    {"$.sum()", "a sum is taken that does not belong"},
    {"$.sum(-1, keepdim=True)", "a sum is taken that does not belong"},
    {"$.mean(-1)", "a mean is taken that does not belong"},
    {"$.mean(0)", "a mean is taken that does not belong"},
    {"$.mean()", "a mean is taken that does not belong"},
    {"$.flip(-1)", "the order is turned around"},
    {"$.flip(0)", "the order is turned around"},
    {"$.tril()", "it is cut to a triangle"},
    {"$.triu()", "it is cut to a triangle"},
    {"$.cumsum(-1)", "sums are carried on along the row"},
    {"($ - $.mean(-1, keepdim=True))", "the mean of its row is subtracted, which does not belong"},
    {"($ - $.max(-1, keepdim=True).values)", "the largest of its row is subtracted"},
    {"($ / $.std(-1, keepdim=True))", "it is divided by the deviation of its row"},
    {"($ / $.norm(dim=-1, keepdim=True))", "it is divided by the length of its row"},
    {"($ / $.norm())", "it is divided by one length for all"},
    {"($ / $.max())", "it is divided by the largest number"},
    {"($ == $.max(-1, keepdim=True).values).float()", "only the largest of each row remains"},
    {"~$", "what it says is the other way round"},
    {"$.reshape($.shape[:-2] + ($.shape[-1], $.shape[-2]))",
     "something is reshaped where its axes should be exchanged or left"},
};

static const char *with_form(Mutator *m, const char *form, const char *what, int64_t size)
{
    Buf out = {.arena = m->a};
    for (; *form; form++) {
        if (*form == '$')
            buf_puts(&out, what);
        else if (*form == '#')
            buf_printf(&out, "%lld", (long long)size);
        else
            buf_putc(&out, *form);
    }
    return buf_text(&out);
}

static void put_around(Mutator *m, const Node *n)
{
    if (!n || is_module(n) || n->kind == NODE_STRING || n->kind == NODE_TUPLE)
        return;
    const char *what = operand_of(m, n);
    for (int i = 0; i < COUNT(around); i++) {
        bool is_sized = strchr(around[i].form, '#') != NULL;
        for (int s = 0; s < (is_sized ? m->sizes : 1); s++)
            put(m, n, with_form(m, around[i].form, what, m->size[s]),
                with_form(m, around[i].said, "it", m->size[s]));
    }
}

/* Puts operations around what a statement computes, both sides of operators, and what calls work on. */
static void wide_around(Mutator *m, const Node *n)
{
    if (n->statement)
        put_around(m, code_value(n)                                          ? code_value(n)
                      : n->kind == NODE_RETURN || n->kind == NODE_EXPRESSION ? n->kid[0]
                                                                             : NULL);
    if (n->kind == NODE_BINARY)
        for (int i = 0; i < n->kids; i++)
            if (!is_number(n->kid[i]))
                put_around(m, n->kid[i]);
    if (view_call(n).self && !is_number(view_call(n).self))
        put_around(m, view_call(n).self);
    if (n->kind == NODE_INDEX || is_transposed(n))
        put_around(m, n->kind == NODE_CALL ? NULL : n->kid[0]);
}

/* --- operators ------------------------------------------------------------------------------------- */

static void wide_operator(Mutator *m, const Node *n)
{
    static const char *const signs[] = {"+", "-", "*", "/", "@", "**", "//"};
    if (n->kind == NODE_AUGMENTED)
        for (int i = 0; i < COUNT(signs); i++)
            put(m, n, TEXT("%s %s= %s", source_of(m, n->kid[0]), signs[i], source_of(m, n->kid[1])),
                TEXT("%s= is not the operation here", signs[i]));
    if (n->kind != NODE_BINARY)
        return;
    const char *x = operand_of(m, n->kid[0]), *y = operand_of(m, n->kid[1]);
    for (int i = 0; i < COUNT(signs); i++)
        put(m, n, TEXT("(%s %s %s)", x, signs[i], y),
            TEXT("%s is not the operation here", signs[i]));
    put(m, n, TEXT("(%s %s %s)", y, operator_text(n->op), x), "the two sides are exchanged");
    put(m, n, TEXT("(%s @ %s.transpose(-2, -1))", x, y),
        "a matrix product with something transposed is not the operation here");
}

/* x * (y - z) and x * y - z; exp(x - y) and exp(x) - exp(y). */
static void wide_grouping(Mutator *m, const Node *n)
{
    static const char said[] = "the operations are grouped in another way";
    if (n->kind == NODE_BINARY) {
        const Node *a = n->kid[0], *b = n->kid[1];
        const char *sign = operator_text(n->op);
        if (n->op == OP_SUB)
            put(m, n, TEXT("-%s", operand_of(m, b)), "what it is subtracted from is left out");
        if (b->kind == NODE_BINARY)
            put(m, n,
                TEXT("((%s %s %s) %s %s)", operand_of(m, a), sign, operand_of(m, b->kid[0]),
                     operator_text(b->op), operand_of(m, b->kid[1])),
                said);
        if (a->kind == NODE_BINARY) {
            const char *x = operand_of(m, a->kid[0]), *y = operand_of(m, a->kid[1]);
            const char *z = operand_of(m, b), *inner = operator_text(a->op);
            put(m, n, TEXT("(%s %s (%s %s %s))", x, inner, y, sign, z), said);
            put(m, n, TEXT("((%s %s %s) %s %s)", x, sign, z, inner, y), said);
            put(m, n, TEXT("((%s %s %s) %s (%s %s %s))", x, sign, z, inner, y, sign, z), said);
        }
        if (a->kind == NODE_CALL && b->kind == NODE_CALL && view_call(a).self &&
            view_call(b).self && same_text(view_call(a).name, view_call(b).name))
            put(m, n,
                softmax_of(m, a,
                           TEXT("%s %s %s", operand_of(m, view_call(a).self), sign,
                                operand_of(m, view_call(b).self))),
                "the function is taken of both together");
    }
    const Node *self = n->kind == NODE_CALL ? view_call(n).self : NULL;
    static const char *const signs[] = {"+", "-", "*", "/"};
    for (int i = 0; self && self->kind == NODE_BINARY && i < COUNT(signs); i++)
        put(m, n,
            TEXT("(%s %s %s)", softmax_of(m, n, operand_of(m, self->kid[0])), signs[i],
                 softmax_of(m, n, operand_of(m, self->kid[1]))),
            "the function is taken of both apart");
}

static void wide_comparison(Mutator *m, const Node *n)
{
    static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">="};
    if (n->kind != NODE_COMPARE || n->kids != 2)
        return;
    const char *x = source_of(m, n->kid[0]), *y = source_of(m, n->kid[1]);
    for (int i = 0; i < COUNT(signs); i++) {
        put(m, n, TEXT("%s %s %s", x, signs[i], y),
            TEXT("%s is not the comparison here", signs[i]));
        put(m, n, TEXT("%s %s %s", y, signs[i], x), "the comparison looks the other way");
    }
    const char *sign = operator_text(n->ops[0]);
    put(m, n, TEXT("%s %s %s + 1", x, sign, y), "the comparison is off by one");
    put(m, n, TEXT("%s + 1 %s %s", x, sign, y), "the comparison is off by one");
    put(m, n, TEXT("%s %s %s + 1", y, sign, x),
        "the comparison looks the other way, and is off by one");
    put(m, n, TEXT("%s + 1 %s %s", y, sign, x),
        "the comparison looks the other way, and is off by one");
    put(m, n, TEXT("(%s) | True", source_of(m, n)), "it holds everywhere");
    put(m, n, TEXT("(%s) & False", source_of(m, n)), "it holds nowhere");
    put(m, n, TEXT("~(%s)", source_of(m, n)), "the condition is the other way round");
}

static void wide_logic(Mutator *m, const Node *n)
{
    static const char *const signs[] = {"&", "|", "^"};
    bool is_bits = n->kind == NODE_BINARY &&
                   (n->op == OP_BITAND || n->op == OP_BITOR || n->op == OP_BITXOR);
    for (int i = 0; is_bits && i < COUNT(signs); i++)
        put(m, n, TEXT("(%s %s %s)", operand_of(m, n->kid[0]), signs[i], operand_of(m, n->kid[1])),
            TEXT("%s is not how the conditions go together", signs[i]));
    if (n->kind == NODE_LOGIC)
        put(m, n,
            TEXT("%s %s %s", source_of(m, n->kid[0]), n->op == OP_AND ? "or" : "and",
                 source_of(m, n->kid[1])),
            "the conditions go together in another way");
}

/* --- numbers ---------------------------------------------------------------------------------------- */

static void put_number(Mutator *m, const Node *n, double x)
{
    put(m, n, TEXT("%.9g", x), TEXT("%.9g is not the number here", x));
}

static void wide_number(Mutator *m, const Node *n)
{
    if (!is_number(n))
        return;
    const Node *digits = n->kind == NODE_UNARY ? n->kid[0] : n;
    double x = digits->kind == NODE_INT ? (double)digits->integer : digits->number;
    x = n == digits ? x : -x;
    const double other[] = {x + 1, x - 1, 2 * x, x / 2, -x,     x * x,  1 - x, 0,     1,
                            2,     -1,    3,     -2,    10 * x, x / 10, x + 2, x - 2, 0.5};
    for (int i = 0; i < COUNT(other); i++)
        put_number(m, n, other[i]);
    for (int i = 0; i < m->sizes; i++)
        put_number(m, n, (double)m->size[i]);
    if (x > 0)
        put(m, n, TEXT("%.9g ** 0.5", x), TEXT("the root of %.9g is not the number here", x));
    if (x < 0 || x > 0)
        put(m, n, TEXT("1 / %.9g", x), TEXT("1 / %.9g is not the number here", x));
}

/* Sizes that are asked for by their axis: q.shape[-1], len(q). */
static void wide_size(Mutator *m, const Node *n)
{
    bool is_shape = n->kind == NODE_INDEX && n->kid[0]->kind == NODE_ATTRIBUTE &&
                    strcmp(n->kid[0]->text, "shape") == 0;
    if (!is_shape && !IS_CALL(n, "size", "len", "sqrt"))
        return;
    for (int i = 0; i < m->sizes; i++) {
        const char *size = TEXT("%lld", (long long)m->size[i]);
        put(m, n, size, TEXT("%s is not the number here", size));
        put(m, n, TEXT("%s ** 0.5", size), TEXT("the root of %s is not the number here", size));
    }
}

/* --- axes ------------------------------------------------------------------------------------------- */

static bool is_axis(const Node *kid)
{
    if (kid->kind == NODE_KEYWORD)
        return (strcmp(kid->text, "dim") == 0 || strcmp(kid->text, "axis") == 0) &&
               is_number(kid->kid[0]);
    const Node *digits = kid->kind == NODE_UNARY ? kid->kid[0] : kid;
    return digits->kind == NODE_INT && digits->integer < 6;
}

static void wide_axis(Mutator *m, const Node *n)
{
    CallView v = view_call(n);
    for (int i = v.first; v.name && i < n->kids; i++) {
        const Node *kid = n->kid[i], *value = kid->kind == NODE_KEYWORD ? kid->kid[0] : kid;
        for (int axis = -4; axis < 4 && is_axis(kid); axis++)
            put(m, value, TEXT("%d", axis),
                TEXT("%s works along another axis than it should", v.name));
    }
}

enum { MOST_ORDERED = 5 };

/* All orders of the arguments, or of a tuple of them. */
static void put_orders(Mutator *m, const Node *const *arg, int count, const char *said)
{
    int order[MOST_ORDERED] = {0};
    for (bool is_over = false; !is_over;) {
        unsigned seen = 0;
        Buf text = {.arena = m->a};
        for (int i = 0; i < count; i++) {
            seen |= 1u << order[i];
            buf_printf(&text, "%s%s", i ? ", " : "", source_of(m, arg[order[i]]));
        }
        Node all = {.start = arg[0]->start, .end = arg[count - 1]->end, .line = arg[0]->line};
        if (seen == (1u << count) - 1)
            put(m, &all, buf_text(&text), said);
        int at = count - 1;
        while (at >= 0 && ++order[at] == count)
            order[at--] = 0;
        is_over = at < 0;
    }
}

static void wide_order(Mutator *m, const Node *n)
{
    CallView v = view_call(n);
    bool is_axes = IS_CALL(n, "permute");
    if (!is_axes && !IS_CALL(n, "reshape", "view", "expand", "repeat"))
        return;
    const char *said = is_axes ? "the axes come in another order than they should"
                               : "it is cut into another shape than it should be";
    const Node *first = v.first < n->kids ? n->kid[v.first] : NULL;
    bool is_tuple = first && (first->kind == NODE_TUPLE || first->kind == NODE_LIST);
    int count = is_tuple ? first->kids : n->kids - v.first;
    if (first && count >= 2 && count <= MOST_ORDERED)
        put_orders(m, (const Node *const *)(is_tuple ? first->kid : n->kid + v.first), count, said);
}

static void wide_transposed(Mutator *m, const Node *n)
{
    CallView v = view_call(n);
    const Node *of = is_transposed(n) ? transposed_of(n) : NULL;
    const char *what = of ? operand_of(m, of) : NULL;
    for (int i = -4; of && !IS_CALL(n, "permute") && i < 4; i++)
        for (int k = i + 1; k < 4; k++)
            put(m, n, TEXT("%s.transpose(%d, %d)", what, i, k),
                "other axes are exchanged than should be");
    if (!v.self || !IS_CALL(n, "reshape", "view", "flatten", "permute"))
        return;
    what = operand_of(m, v.self);
    const char *rest = TEXT("%.*s", (int)(n->end - v.self->end), m->lesson->source + v.self->end);
    for (int i = 0; i < 4 && v.first == 1; i++)
        for (int k = i + 1; k < 4; k++) {
            put(m, n, TEXT("%s.transpose(%d, %d)%s", what, i, k, rest),
                "axes are exchanged before it is cut, but not as they should be");
            put(m, n, TEXT("%s.transpose(%d, %d)", source_of(m, n), i, k),
                "axes are exchanged after it was cut, but not as they should be");
        }
    if (v.first == 1 && is_transposed(v.self)) /* .transpose(..).reshape(..) */
        put(m, n, TEXT("%s%s", operand_of(m, transposed_of(v.self)), rest),
            "it is cut without exchanging axes first");
}

/* --- functions --------------------------------------------------------------------------------------- */

/* A function, and those that are taken for it. */
static const char *const families[][12] = {
    {"sum", "mean", "amax", "amin", "prod", "std", "var", "norm", "median", "logsumexp", "cumsum"},
    {"max", "min", "argmax", "argmin", "amax", "amin", "sum", "mean"},
    {"argmax", "argmin", "argsort", "max"},
    {"any", "all"},
    {"std", "var", "mean", "norm"},
    {"norm", "sum", "mean", "std", "amax"},
    {"var", "std", "mean"},
    {"softmax", "log_softmax", "sigmoid", "softmin", "exp", "relu"},
    {"log_softmax", "softmax", "logsumexp", "log"},
    {"logsumexp", "sum", "amax"},
    {"sigmoid", "softmax", "tanh", "relu"},
    {"relu", "tanh", "sigmoid", "abs", "gelu"},
    {"tanh", "sigmoid", "relu"},
    {"exp", "log", "sigmoid", "exp2"},
    {"log", "exp", "log2", "log10"},
    {"log2", "log", "log10", "exp"},
    {"sqrt", "square", "log", "exp", "rsqrt"},
    {"rsqrt", "sqrt"},
    {"sin", "cos", "tan"},
    {"cos", "sin", "tan"},
    {"tril", "triu"},
    {"triu", "tril"},
    {"zeros", "ones"},
    {"ones", "zeros"},
    {"zeros_like", "ones_like"},
    {"ones_like", "zeros_like"},
    {"cat", "stack"},
    {"stack", "cat"},
    {"repeat", "repeat_interleave"},
    {"repeat_interleave", "repeat"},
    {"minimum", "maximum"},
    {"maximum", "minimum"},
    {"cumsum", "sum", "cumprod"},
    {"cross_entropy", "nll_loss", "mse_loss"},
    {"matmul", "mul", "add"},
    {"outer", "mul"},
    {"floor", "ceil", "round"},
    {"view", "transpose", "permute"},
    {"reshape", "transpose", "permute"},
    {"squeeze", "unsqueeze"},
    {"unsqueeze", "squeeze"},
};

static void wide_function(Mutator *m, const Node *n)
{
    static const char *const picked[] = {"max", "min", "median"};
    CallView v = view_call(n);
    const Node *callee = v.name ? n->kid[0] : NULL;
    for (int f = 0; callee && f < COUNT(families); f++) {
        if (strcmp(v.name, families[f][0]) != 0)
            continue;
        size_t length = strlen(v.name);
        for (int i = 1; i < COUNT(families[f]) && families[f][i]; i++) {
            const char *said = TEXT("%s is not the function here", families[f][i]);
            const Node name = {.start = callee->end - length, .end = callee->end, .line = n->line};
            put(m, &name, families[f][i], said);
            if (v.self) {
                put(m, n, TEXT("%s.%s()", operand_of(m, v.self), families[f][i]), said);
                put(m, n, TEXT("%s.%s(-1, keepdim=True)", operand_of(m, v.self), families[f][i]),
                    said);
                put(m, n, TEXT("%s.%s(dim=-1).values", operand_of(m, v.self), families[f][i]),
                    said);
            }
        }
    }
    if (IS_CALL(n, "sum", "mean", "amax", "max"))
        for (int i = 0; i < COUNT(picked); i++)
            put(m, n, TEXT("%s.%s(-1, keepdim=True).values", operand_of(m, v.self), picked[i]),
                TEXT("%s is not the function here", picked[i]));
    if (IS_CALL(n, "sqrt"))
        put(m, n, TEXT("%s ** 2", operand_of(m, v.self)),
            "a square is taken, which does not belong");
    if (IS_CALL(n, "std", "var"))
        for (int i = 0; i < 2; i++)
            put(m, n,
                TEXT("%.*s, unbiased=%s)", (int)(n->end - 1 - n->start),
                     m->lesson->source + n->start, i ? "True" : "False"),
                i ? "it is divided by one less than the count"
                  : "it is divided by the count, not by one less");
}

static void wide_argument(Mutator *m, const Node *n)
{
    CallView v = view_call(n);
    const char *source = m->lesson->source;
    if (n->kind != NODE_CALL)
        return;
    for (int i = 1; i < n->kids; i++) {
        size_t from = i > 1 ? n->kid[i - 1]->end : n->kid[i]->start;
        size_t to = i > 1 || i + 1 == n->kids ? n->kid[i]->end : n->kid[i + 1]->start;
        put(m, n,
            TEXT("%.*s%.*s", (int)(from - n->start), source + n->start, (int)(n->end - to),
                 source + to),
            v.name ? TEXT("an argument of %s is missing", v.name) : "an argument is missing");
    }
    for (int i = 1; i + 1 < n->kids; i++) {
        const Node *x = n->kid[i], *y = n->kid[i + 1];
        if (x->kind != NODE_KEYWORD && y->kind != NODE_KEYWORD)
            put(m, n,
                TEXT("%.*s%s, %s%.*s", (int)(x->start - n->start), source + n->start,
                     source_of(m, y), source_of(m, x), (int)(n->end - y->end), source + y->end),
                "two arguments are exchanged");
    }
    if (IS_CALL(n, "sum", "mean", "max", "amax", "norm", "var", "std", "prod")) {
        put(m, n, TEXT("%s.%s()", operand_of(m, v.self), v.name),
            TEXT("%s is taken of all numbers at once", v.name));
        put(m, n, TEXT("%.*s, keepdim=True)", (int)(n->end - 1 - n->start), source + n->start),
            "the axis is kept where it should go");
        for (int axis = -3; axis < 3; axis++)
            put(m, n, TEXT("%s.%s(%d)", operand_of(m, v.self), v.name, axis),
                TEXT("%s works along another axis, which is not kept", v.name));
        for (int axis = -3; axis < 3; axis++)
            put(m, n, TEXT("%s.%s(%d, keepdim=True)", operand_of(m, v.self), v.name, axis),
                TEXT("%s works along another axis than it should", v.name));
    }
}

static void wide_truth(Mutator *m, const Node *n)
{
    if (n->kind == NODE_TRUE || n->kind == NODE_FALSE)
        put(m, n, n->kind == NODE_TRUE ? "False" : "True",
            n->kind == NODE_TRUE ? "False is not what belongs here"
                                 : "True is not what belongs here");
}

/* --- softmax, masks, shares ---------------------------------------------------------------------------- */

static const struct {
    const char *form, *said;
} weighed[] = {
    {"($ / $.sum(-1, keepdim=True))", "shares of the scores themselves, without exp"},
    {"($ / $.sum())", "shares of the scores themselves, without exp, of all together"},
    {"($ / $.sum(0))", "shares of the scores themselves, without exp, along columns"},
    {"($.exp() / $.exp().sum())", "exp is divided by the sum of all numbers, not of the row"},
    {"($.exp() / $.exp().sum(0))", "exp is divided by the sums of the columns"},
    {"($.exp() / $.exp().sum(-1))", "the sums lose their axis, so they divide columns"},
    {"($.exp() / $.exp().max(-1, keepdim=True).values)",
     "exp is divided by the largest of the row"},
    {"$.exp()", "exp alone: not divided by the sum of the row"},
    {"$.sigmoid()", "sigmoid in place of softmax: the rows do not add up to 1"},
    {"($.sigmoid() / $.sigmoid().sum(-1, keepdim=True))", "shares of sigmoid, not of exp"},
    {"(-$).softmax(-1)", "softmax of the scores with the other sign"},
    {"$.softmax(-1).softmax(-1)", "softmax is taken twice"},
    {"$.softmax(-1).log()", "the logarithm of softmax"},
    {"$.softmax(0)", "softmax runs along the first axis"},
    {"$.softmax(1)", "softmax runs along the second axis"},
    {"$.softmax(-2)", "softmax runs over the queries, so the columns add up to 1"},
    {"$.softmax(-3)", "softmax runs along the third axis from the end"},
    {"$.softmax(-1).transpose(-2, -1)", "the weights are transposed"},
    {"$.transpose(-2, -1).softmax(-1)", "the scores are transposed before softmax"},
    {"$.flatten().softmax(0).reshape($.shape)", "softmax runs over all numbers together"},
    {"($ - $.max()).exp()", "exp alone: not divided by the sum of the row"},
    {"($ == $.max(-1, keepdim=True).values).float()", "all weight is given to the largest score"},
    {"$.relu()", "negative scores are cut off: that is no softmax"},
    {"($.relu() / $.relu().sum(-1, keepdim=True))", "shares of the positive scores"},
    {"($.abs() / $.abs().sum(-1, keepdim=True))", "shares of the scores without their signs"},
    {"(2. ** $ / (2. ** $).sum(-1, keepdim=True))", "powers of 2 in place of exp"},
    {"($ ** 2 / ($ ** 2).sum(-1, keepdim=True))", "shares of the squares, without exp"},
    {"$.tanh()", "tanh is no softmax"},
};

static void wide_weights(Mutator *m, const Node *n)
{
    const Node *self = is_softmax(n) ? view_call(n).self : NULL;
    for (int i = 0; self && i < COUNT(weighed); i++)
        put(m, n, with_form(m, weighed[i].form, operand_of(m, self), 0), weighed[i].said);
}

/* x.masked_fill(y, z): $ is x, ? the condition y, ! where it does not hold. */
static const struct {
    const char *form, *said;
} hidden[] = {
    {"$ * ?", "the scores are multiplied by the mask: those that hide become 0, not -inf"},
    {"$ * !", "the scores are multiplied by the mask: hidden ones become 0, which is no -inf"},
    {"$ + ?", "the mask is added as 0 and 1, and hides nothing"},
    {"$ + !", "the mask is added as 0 and 1, and hides nothing"},
    {"$ - ?", "the mask is subtracted as 0 and 1, and hides nothing"},
    {"$ - !", "the mask is subtracted as 0 and 1, and hides nothing"},
    {"$.masked_fill(!, &)", "the mask is inverted: it hides what it should show"},
    {"$.masked_fill((?).transpose(-2, -1), &)", "the mask hides queries (rows)"},
    {"$.masked_fill((!).transpose(-2, -1), &)", "the mask is transposed and inverted"},
    {"$.masked_fill(?, 0)", "hidden scores become 0: softmax still gives them a weight"},
    {"$.masked_fill(!, 0)", "the mask is inverted, and hidden scores become 0"},
    {"$.masked_fill(?, 1)", "hidden scores become 1: softmax still gives them a weight"},
    {"$.masked_fill(?, -1)", "hidden scores become -1: not low enough"},
    {"$.masked_fill(?, -10)", "hidden scores become -10: not low enough"},
    {"$.masked_fill(?, -100)", "hidden scores become -100"},
    {"$.masked_fill(?, 1e-9)", "hidden scores become 1e-9: softmax still gives them a weight"},
    {"$.masked_fill(?, -1e-9)",
     "hidden scores become -1e-9, about 0: softmax still gives them a weight"},
    {"$.masked_fill(?, 1e9)", "hidden scores become 1e9: the sign is missing"},
    {"$.masked_fill(?, -1e9)", "hidden scores become -1e9: that is another number"},
    {"$.masked_fill(?, -1e4)", "hidden scores become -1e4: that is another number"},
    {"$.masked_fill(?, -1e20)", "hidden scores become -1e20: that is another number"},
    {"$.masked_fill(?, float('inf'))", "hidden scores become +inf: the sign is missing"},
    {"$.masked_fill(?, float('-inf'))", "hidden scores become -inf: that is another number"},
    {"$.masked_fill((?).any(-1, keepdim=True), &)", "whole rows are hidden"},
    {"$.masked_fill((?).all(-1, keepdim=True), &)", "only rows are hidden in which all is masked"},
    {"$.masked_fill((?).any(0), &)", "whole columns are hidden"},
    {"$.masked_fill((?).flip(-1), &)", "the mask lies the other way round"},
    {"$.masked_fill((?)[:, None], &)", "the mask hides queries (rows)"},
    {"$.masked_fill((?)[None, :], &)", "the mask hides keys where it should hide others"},
    {"$.masked_fill((?)[..., :, None], &)", "the mask hides queries (rows)"},
    {"$.masked_fill((?).tril(), &)", "the mask is cut to a triangle"},
    {"$.masked_fill((?).triu(), &)", "the mask is cut to a triangle"},
    {"$.masked_fill((?).triu(1), &)", "the mask is cut to a triangle"},
    {"$.masked_fill(torch.ones_like($).triu(1) > 0, &)",
     "what comes later is hidden, and nothing else"},
    {"$.masked_fill(torch.ones_like($).triu(0) > 0, &)",
     "what comes later is hidden, and each itself"},
    {"$.masked_fill(torch.ones_like($).tril(-1) > 0, &)",
     "what comes before is hidden, and nothing else"},
    {"$.masked_fill(torch.ones_like($).tril(0) > 0, &)",
     "what comes before is hidden, and each itself"},
};

static void wide_mask(Mutator *m, const Node *n)
{
    Parts p = {0};
    if (!phrase_mask(n, &p) || !p.y || !p.z)
        return;
    const char *x = operand_of(m, p.x), *y = operand_of(m, p.y), *z = source_of(m, p.z);
    for (int i = 0; i < COUNT(hidden); i++) {
        Buf out = {.arena = m->a};
        buf_putc(&out, '(');
        for (const char *at = hidden[i].form; *at; at++) {
            if (*at == '!')
                buf_putc(&out, '~');
            if (strchr("$?!&", *at))
                buf_puts(&out, *at == '$' ? x : *at == '&' ? z : y);
            else
                buf_putc(&out, *at);
        }
        buf_putc(&out, ')');
        put(m, n, buf_text(&out), hidden[i].said);
    }
}

/* --- einsum, indices ----------------------------------------------------------------------------------- */

static bool is_letter_of(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Each letter of the pattern becomes another one of it; two letters of one operand or of the result are exchanged. */
static void wide_letters(Mutator *m, const Node *n)
{
    const Node *pattern = NULL;
    for (int i = 1; n->kind == NODE_CALL && i < n->kids && !pattern; i++)
        if (n->kid[i]->kind == NODE_STRING && strstr(n->kid[i]->text, "->"))
            pattern = n->kid[i];
    if (!pattern)
        return;
    const char *old = source_of(m, pattern);
    size_t length = strlen(old);
    for (size_t i = 0; i < length; i++)
        for (size_t k = 0; k < length && is_letter_of(old[i]); k++) {
            if (!is_letter_of(old[k]) || old[i] == old[k])
                continue;
            char *new = arena_string(m->a, old);
            new[i] = old[k];
            put(m, pattern, new, TEXT("the letter %c stands where another belongs", old[k]));
            if (k < i)
                continue;
            new = arena_string(m->a, old);
            new[i] = old[k];
            new[k] = old[i];
            put(m, pattern, new, TEXT("the letters %c and %c are exchanged", old[i], old[k]));
        }
    for (size_t i = 1; i + 1 < length; i++)
        if (is_letter_of(old[i]))
            put(m, pattern, TEXT("%.*s%s", (int)i, old, old + i + 1), "a letter is missing");
}

static void wide_index(Mutator *m, const Node *n)
{
    static const struct {
        const char *form, *said;
    } parts[] = {
        {"[:, $]", "a column is taken, not a row"},
        {"[..., $]", "it is taken along the last axis"},
        {"[$, :]", "it is taken along the first axis"},
        {"[0]", "the first is taken"},
        {"[1]", "the second is taken"},
        {"[-1]", "the last is taken"},
        {"[2]", "the third is taken"},
        {"[:, 0]", "the first column is taken"},
        {"[:, 1]", "the second column is taken"},
        {"[:, -1]", "the last column is taken"},
        {"[1:]", "all but the first are taken"},
        {"[:-1]", "all but the last are taken"},
        {"[..., ::2]", "every second is taken"},
        {"[..., 0::2]", "every second is taken"},
        {"[..., 1::2]", "every second is taken, from the second on"},
        {"[::2]", "every second is taken"},
        {"[::-1]", "they are taken from the end"},
    };
    const Node *key = n->kind == NODE_INDEX ? n->kid[1] : NULL;
    if (!key || (n->kid[0]->kind == NODE_ATTRIBUTE && strcmp(n->kid[0]->text, "shape") == 0))
        return;
    const char *base = operand_of(m, n->kid[0]);
    for (int i = 0; i < COUNT(parts); i++)
        put(m, n, TEXT("%s%s", base, with_form(m, parts[i].form, source_of(m, key), 0)),
            TEXT("%s, which is another part than asked for", parts[i].said));
    if (key->kind == NODE_TUPLE && key->kids <= MOST_ORDERED)
        put_orders(m, (const Node *const *)key->kid, key->kids,
                   "the indices or new axes stand in another order than they should");
}

static void wide_slice(Mutator *m, const Node *n)
{
    if (n->kind != NODE_SLICE)
        return;
    const char *from = n->kid[0] ? source_of(m, n->kid[0]) : "",
               *to = n->kids > 1 && n->kid[1] ? source_of(m, n->kid[1]) : "";
    const char *const forms[] = {TEXT("%s:%s", to, from),
                                 TEXT("%s:", from),
                                 TEXT(":%s", to),
                                 TEXT("%s:", to),
                                 TEXT(":%s", from),
                                 TEXT("%s::2", from),
                                 TEXT("0::2"),
                                 TEXT("1::2"),
                                 TEXT(":"),
                                 *from ? TEXT("%s + 1:%s", from, to) : ":",
                                 *to ? TEXT("%s:%s + 1", from, to) : ":",
                                 *to ? TEXT("%s:%s - 1", from, to) : ":",
                                 *from ? TEXT("%s - 1:%s", from, to) : ":",
                                 *to ? TEXT("-(%s):", to) : ":",
                                 *from ? TEXT(":-(%s)", from) : ":"};
    for (int i = 0; i < COUNT(forms); i++)
        put(m, n, forms[i], "another stretch is taken than asked for");
}

/* --- lines --------------------------------------------------------------------------------------------- */

static void wide_statement(Mutator *m, const Node *n)
{
    if (n->statement && code_is_simple(n) && n->kind != NODE_RETURN)
        put(m, n, "pass", "a line is left out");
    if (n->kind == NODE_ASSIGN && n->kids == 2 && n->kid[0]->kind == NODE_NAME &&
        code_mentions(n->kid[1], n->kid[0]->text))
        put(m, n, source_of(m, n->kid[1]), "what this computes is thrown away");
    if (n->kind == NODE_ASSIGN && n->kids == 2 && n->kid[0]->kind == NODE_NAME) {
        ReachNames names;
        names_in_reach(m, &names);
        for (int i = names.count - 1; i >= 0; i--)
            put(m, n->kid[1], names.name[i],
                TEXT("an earlier result is taken as it is: %s", names.name[i]));
    }
    if (n->kind == NODE_RETURN && n->kids > 0) {
        ReachNames names;
        names_in_reach(m, &names);
        for (int i = names.count - 1; i >= 0; i--)
            put(m, n->kid[0], names.name[i],
                TEXT("an earlier result is returned as it is: %s", names.name[i]));
    }
}

MutationMake *const mutation_wide[] = {
    wide_weights,   wide_mask,     wide_order,      wide_transposed, wide_axis,     wide_left_out,
    wide_statement, wide_name,     wide_attribute,  wide_function,   wide_argument, wide_letters,
    wide_operator,  wide_grouping, wide_comparison, wide_logic,      wide_truth,    wide_size,
    wide_index,     wide_slice,    wide_around,     wide_number,
};
const int mutation_wides = COUNT(mutation_wide);

/* --- what is said ------------------------------------------------------------------------------- */

/* Words that begin or end what is said, and what is said in its place where it would tell what is right. */
static const struct {
    const char *words, *said;
} instead[] = {
    {"nothing is divided by", "a division is left out"},
    {"is not passed on", "an argument is missing"},
    {"sqrt is left out", "the root is left out"},
    {"this softmax is left out", "softmax is left out"},
    {"this line is left out", "a line is left out"},
};

static const char *left_sign(const char *said)
{
    return strncmp(said, "+ ", 2) == 0   ? "something that is added is left out"
           : strncmp(said, "- ", 2) == 0 ? "something that is subtracted is left out"
           : strncmp(said, "* ", 2) == 0 ? "a factor is left out"
                                         : "a step is left out";
}

/* Leaves out what stands behind the first of "in place of" and ", not", which names what is right. */
const char *mutation_said(Arena *a, const Mutation *x)
{
    const char *said = x->sentence, *place = strstr(said, " in place of ");
    const char *is_not = strstr(said, ", not "), *colon = strchr(said, ':');
    if (x->is_wide)
        return said;
    for (int i = 0; i < COUNT(instead); i++)
        if (strstr(said, instead[i].words))
            return instead[i].said;
    if (strncmp(said, "it is divided by ", 17) == 0 && strstr(said, " twice"))
        return "it is divided twice";
    if (place && colon && colon < place)
        return arena_text(a, said, (size_t)(place - said));
    if (place && colon && is_not && is_not > colon)
        return arena_text(a, colon + 2, (size_t)(is_not - colon - 2));
    if (place && colon)
        return arena_string(a, colon + 2);
    if (place && place > said && place[-1] == ',')
        return arena_text(a, said, (size_t)(place - said - 1));
    if (place) {
        size_t length = (size_t)(place - said), used = strlen(" is used");
        length -= length > used && strncmp(place - used, " is used", used) == 0 ? used : 0;
        return arena_format(a, "%.*s is not what belongs here", (int)length, said);
    }
    if (is_not)
        return arena_format(a, "%.*s%s", (int)(is_not - said), said,
                            colon && colon > is_not ? colon : "");
    return strstr(said, " is left out") ? left_sign(said) : said;
}
