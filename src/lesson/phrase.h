/* Phrases of code for attention, in whichever way people write them: softmax(x), x / y, x @ y.T,
 * x.masked_fill(y, z). Private to the mutations.
 *
 *     Parts p = {0};
 *     if (phrase_keys(n, &p))
 *         ... n is a product of p.x with p.y, which is transposed ...
 */
#ifndef LESSON_PHRASE_H
#define LESSON_PHRASE_H

#include "base/common.h"
#include "python/tree.h"

/* A call of a function of PyTorch's or of a method: softmax(x, dim=0), torch.softmax(x, 0), x.softmax(0)
 * all have the name softmax and the operand x. */
typedef struct CallView {
    const char *name; /* NULL: no such call */
    const Node *self; /* x, or NULL         */
    int first;        /* of the other arguments, in the kids */
} CallView;

CallView view_call(const Node *n);
/* Tells whether it has one of these names. */
bool is_call(const Node *n, const char *const *names, int count);
#define IS_CALL(n, ...)                                                                            \
    is_call((n), (const char *const[]){__VA_ARGS__}, COUNT(((const char *const[]){__VA_ARGS__})))

/* torch.nn.functional, F: what functions are called through. */
bool is_namespace(const Node *n);

bool is_softmax(const Node *n);
/* x / s, or x * d ** -0.5. */
bool is_scaled(const Node *n);
/* x.T, x.transpose(..): and x. */
bool is_transposed(const Node *n);
const Node *transposed_of(const Node *n);
/* Operand that a step on the way to softmax works on: x of x / s and of x.masked_fill(...). */
const Node *subject_of(const Node *n);

/* Parts of a node, by the letters that templates have for it. */
typedef struct Parts {
    const Node *x, *y, *z;
} Parts;

/* Tells whether a node is of a kind, and its parts. */
typedef bool View(const Node *n, Parts *p);

View phrase_softmax;
View phrase_scaled; /* x / y, x * y ** -0.5 */
View phrase_divided;
View phrase_transposed; /* x.T */
View phrase_product;    /* x @ y, matmul(x, y) */
View phrase_keys;       /* x @ y.T, where z is y.T */
View phrase_left;
View phrase_right;
View phrase_mask;      /* x.masked_fill(y, z) */
View phrase_condition; /* x.masked_fill(y, z), or where(y, .., ..) */
View phrase_merged;    /* x.reshape(..), where x is y.transpose(..) */
View phrase_cut;       /* x.chunk(3), x.split(..) */
View phrase_layer;     /* y(x), where y is self.W_key */
View phrase_plus;
View phrase_minus;
View phrase_times;
View phrase_over;
View phrase_power;
View phrase_method;      /* x.y(..) */
View phrase_function;    /* y(x) */
View phrase_choice;      /* if x: .., .. if x else .. */
View phrase_linear;      /* F.linear(x, y) */
View phrase_linear_bias; /* F.linear(x, y, z) */
View phrase_sigmoid;
View phrase_exp;
View phrase_einsum;
View phrase_dropout;
View phrase_ones;     /* ones(..), ones_like(..) */
View phrase_reshaped; /* x @ y.view(..), where z is y.view(..) */
View phrase_joined;   /* x.reshape(.., .., ..), three sizes */
View phrase_loss;     /* cross_entropy(x, ..) */
View phrase_embedded; /* embedding(..), table[x] */

#endif
