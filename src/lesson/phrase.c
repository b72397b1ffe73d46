/* A phrase is told by one node and what lies directly in it; names are not followed. */
#include "lesson/phrase.h"

#include <string.h>

#include "lesson/code.h"

/* --- calls ---------------------------------------------------------------------------------------- */

bool is_namespace(const Node *n)
{
    static const char *const names[] = {"torch", "F", "nn", "math", "np", "numpy", "functional"};
    const Node *root = code_root(n);
    for (int i = 0; root && i < COUNT(names); i++)
        if (strcmp(root->text, names[i]) == 0)
            return true;
    return false;
}

CallView view_call(const Node *n)
{
    if (n->kind != NODE_CALL)
        return (CallView){0};
    const Node *callee = n->kid[0];
    const Node *first = n->kids > 1 ? n->kid[1] : NULL;
    bool is_alone = first && first->kind != NODE_KEYWORD && first->kind != NODE_STAR &&
                    first->kind != NODE_DOUBLE_STAR;
    const Node *argument = is_alone ? first : NULL;
    if (callee->kind == NODE_NAME)
        return (CallView){callee->text, argument, 2};
    if (callee->kind == NODE_ATTRIBUTE && is_namespace(callee))
        return (CallView){callee->text, argument, 2};
    if (callee->kind == NODE_ATTRIBUTE)
        return (CallView){callee->text, callee->kid[0], 1};
    return (CallView){0};
}

bool is_call(const Node *n, const char *const *names, int count)
{
    CallView v = view_call(n);
    for (int i = 0; v.name && v.self && i < count; i++)
        if (strcmp(v.name, names[i]) == 0)
            return true;
    return false;
}

/* --- steps on the way to the weights -------------------------------------------------------------- */

bool is_transposed(const Node *n)
{
    if (IS_CALL(n, "transpose", "permute", "t", "swapaxes"))
        return true;
    return n && n->kind == NODE_ATTRIBUTE &&
           (strcmp(n->text, "T") == 0 || strcmp(n->text, "mT") == 0);
}

const Node *transposed_of(const Node *n)
{
    return n->kind == NODE_ATTRIBUTE ? n->kid[0] : view_call(n).self;
}

bool is_softmax(const Node *n)
{
    return IS_CALL(n, "softmax");
}

/* d ** -0.5 */
static bool is_power(const Node *n)
{
    return n->kind == NODE_BINARY && n->op == OP_POW && n->kid[1]->kind == NODE_UNARY &&
           n->kid[1]->op == OP_NEG;
}

bool is_scaled(const Node *n)
{
    return n->kind == NODE_BINARY && (n->op == OP_DIV || (n->op == OP_MUL && is_power(n->kid[1])));
}

const Node *subject_of(const Node *n)
{
    Parts p = {0};
    return phrase_mask(n, &p) || phrase_scaled(n, &p) ? p.x : NULL;
}

/* --- phrases and their parts ---------------------------------------------------------------------- */

bool phrase_softmax(const Node *n, Parts *p)
{
    p->x = is_softmax(n) ? view_call(n).self : NULL;
    return p->x;
}

/* x / y, x * y ** -0.5 */
bool phrase_scaled(const Node *n, Parts *p)
{
    if (is_scaled(n))
        *p = (Parts){n->kid[0], n->kid[1], NULL};
    return p->x;
}

bool phrase_divided(const Node *n, Parts *p)
{
    return phrase_scaled(n, p) && n->op == OP_DIV;
}

/* x.T */
bool phrase_transposed(const Node *n, Parts *p)
{
    p->x = is_transposed(n) ? transposed_of(n) : NULL;
    return p->x;
}

/* x @ y, matmul(x, y) */
bool phrase_product(const Node *n, Parts *p)
{
    CallView v = view_call(n);
    if (n->kind == NODE_BINARY && n->op == OP_MATMUL)
        *p = (Parts){n->kid[0], n->kid[1], NULL};
    else if (IS_CALL(n, "matmul", "bmm", "mm") && v.first < n->kids)
        *p = (Parts){v.self, n->kid[v.first], NULL};
    return p->y;
}

/* x @ y.T, where z is y.T */
bool phrase_keys(const Node *n, Parts *p)
{
    if (!phrase_product(n, p) || !is_transposed(p->y))
        return false;
    *p = (Parts){p->x, transposed_of(p->y), p->y};
    return true;
}

bool phrase_left(const Node *n, Parts *p)
{
    return phrase_product(n, p) && !is_transposed(p->x);
}

bool phrase_right(const Node *n, Parts *p)
{
    return phrase_product(n, p) && !is_transposed(p->y);
}

/* x.masked_fill(y, z) */
bool phrase_mask(const Node *n, Parts *p)
{
    CallView v = view_call(n);
    if (IS_CALL(n, "masked_fill", "masked_fill_") && n->kids >= v.first + 2)
        *p = (Parts){v.self, n->kid[v.first], n->kid[v.first + 1]};
    return p->x;
}

/* x.masked_fill(y, z), or where(y, .., ..) */
bool phrase_condition(const Node *n, Parts *p)
{
    if (IS_CALL(n, "where") && n->kids == 4)
        p->y = n->kid[1];
    return p->y || phrase_mask(n, p);
}

/* x.reshape(..), where x is y.transpose(..) */
bool phrase_merged(const Node *n, Parts *p)
{
    const Node *self = IS_CALL(n, "view", "reshape", "flatten") ? view_call(n).self : NULL;
    p->x = self && IS_CALL(self, "contiguous") ? view_call(self).self : self;
    p->y = p->x && is_transposed(p->x) ? transposed_of(p->x) : NULL;
    return p->y;
}

/* x.chunk(3), x.split(..) */
bool phrase_cut(const Node *n, Parts *p)
{
    p->x = IS_CALL(n, "chunk", "split") ? view_call(n).self : NULL;
    return p->x;
}

/* y(x), where y is self.W_key */
bool phrase_layer(const Node *n, Parts *p)
{
    const Node *callee = n->kind == NODE_CALL && n->kids == 2 ? n->kid[0] : NULL;
    if (!callee || callee->kind != NODE_ATTRIBUTE || callee->kid[0]->kind != NODE_NAME ||
        is_namespace(callee) || (n->kid[1]->kind == NODE_KEYWORD || n->kid[1]->kind == NODE_STAR))
        return false;
    *p = (Parts){n->kid[1], callee, NULL};
    return true;
}

static bool view_operation(const Node *n, Operator op, Parts *p)
{
    if (n->kind == NODE_BINARY && n->op == op)
        *p = (Parts){n->kid[0], n->kid[1], NULL};
    return p->x;
}

bool phrase_plus(const Node *n, Parts *p)
{
    return view_operation(n, OP_ADD, p);
}

bool phrase_minus(const Node *n, Parts *p)
{
    return view_operation(n, OP_SUB, p);
}

bool phrase_times(const Node *n, Parts *p)
{
    return view_operation(n, OP_MUL, p);
}

bool phrase_over(const Node *n, Parts *p)
{
    return view_operation(n, OP_DIV, p);
}

bool phrase_power(const Node *n, Parts *p)
{
    return view_operation(n, OP_POW, p);
}

/* x.y(..) */
bool phrase_method(const Node *n, Parts *p)
{
    CallView v = view_call(n);
    bool is_method = v.self && n->kid[0]->kind == NODE_ATTRIBUTE && !is_namespace(n->kid[0]);
    if (is_method && v.first == 1 && !is_transposed(n) &&
        !IS_CALL(n, "masked_fill", "masked_fill_"))
        *p = (Parts){v.self, n->kid[0], NULL};
    return p->x;
}

/* y(x) */
bool phrase_function(const Node *n, Parts *p)
{
    CallView v = view_call(n);
    if (v.self && v.first == 2 && n->kids == 2)
        *p = (Parts){v.self, n->kid[0], NULL};
    return p->x;
}

/* if x: .., .. if x else .. */
bool phrase_choice(const Node *n, Parts *p)
{
    p->x = n->kind == NODE_IF || n->kind == NODE_CHOICE ? n->kid[0] : NULL;
    return p->x;
}

/* F.linear(x, y) */
bool phrase_linear(const Node *n, Parts *p)
{
    CallView v = view_call(n);
    if (IS_CALL(n, "linear") && v.first == 2 && n->kids == 3)
        *p = (Parts){v.self, n->kid[2], NULL};
    return p->y;
}

/* F.linear(x, y, z) */
bool phrase_linear_bias(const Node *n, Parts *p)
{
    CallView v = view_call(n);
    if (IS_CALL(n, "linear") && v.first == 2 && n->kids == 4 && n->kid[3]->kind != NODE_KEYWORD)
        *p = (Parts){v.self, n->kid[2], n->kid[3]};
    return p->z;
}

static bool view_named(const Node *n, const char *name, Parts *p)
{
    CallView v = view_call(n);
    p->x = v.self && strcmp(v.name, name) == 0 ? v.self : NULL;
    return p->x;
}

bool phrase_sigmoid(const Node *n, Parts *p)
{
    return view_named(n, "sigmoid", p);
}

bool phrase_exp(const Node *n, Parts *p)
{
    return view_named(n, "exp", p);
}

bool phrase_einsum(const Node *n, Parts *p)
{
    return view_named(n, "einsum", p);
}

/* F.dropout(x, ..) */
bool phrase_dropout(const Node *n, Parts *p)
{
    return view_named(n, "dropout", p);
}

/* ones(..), ones_like(..) */
bool phrase_ones(const Node *n, Parts *p)
{
    return view_named(n, "ones", p) || view_named(n, "ones_like", p);
}

/* x @ y.view(..), where z is y.view(..) */
bool phrase_reshaped(const Node *n, Parts *p)
{
    if (!phrase_product(n, p) || !IS_CALL(p->y, "view", "reshape") || view_call(p->y).first != 1)
        return false;
    *p = (Parts){p->x, view_call(p->y).self, p->y};
    return true;
}

/* x.reshape(.., .., ..), three sizes */
bool phrase_joined(const Node *n, Parts *p)
{
    CallView v = view_call(n);
    if (IS_CALL(n, "view", "reshape") && v.first == 1 && n->kids == 4)
        p->x = v.self;
    return p->x;
}

/* cross_entropy(x, ..) */
bool phrase_loss(const Node *n, Parts *p)
{
    return view_named(n, "cross_entropy", p) && n->kids > 2;
}

/* embedding(..), table[x] */
bool phrase_embedded(const Node *n, Parts *p)
{
    const Node *callee = n->kind == NODE_CALL && n->kids > 1 ? n->kid[0] : NULL;
    bool is_layer = callee && (callee->kind == NODE_NAME || callee->kind == NODE_ATTRIBUTE) &&
                    strstr(callee->text, "emb");
    bool is_row = n->kind == NODE_INDEX && n->kid[0]->kind == NODE_NAME &&
                  n->kid[1]->kind == NODE_NAME;
    p->x = is_layer || is_row ? n->kid[1] : NULL;
    return p->x;
}
