/* A node is seen as an operation with operands, in whichever way it was written. */
#include "lesson/judge_tree.h"

#include <string.h>

#include "base/common.h"
#include "lesson/phrase.h"

enum { MOST_OPERANDS = 10 };

/* "@" of x @ y, "softmax" of softmax(x, dim=-1); of a leaf its text. */
typedef struct TreeForm {
    const char *does;
    bool is_leaf;
    int count;
    const Node *operand[MOST_OPERANDS];
    const char *key[MOST_OPERANDS]; /* of a keyword; NULL */
    bool is_axis[MOST_OPERANDS];
} TreeForm;

static void add_operand(TreeForm *f, const Node *n)
{
    bool is_keyword = n->kind == NODE_KEYWORD;
    if (f->count == MOST_OPERANDS)
        return;
    bool is_axis = is_keyword && (strcmp(n->text, "dim") == 0 || strcmp(n->text, "axis") == 0);
    f->key[f->count] = is_keyword && !is_axis ? n->text : NULL;
    f->is_axis[f->count] = is_axis;
    f->operand[f->count++] = is_keyword ? n->kid[0] : n;
}

static TreeForm form_of_call(const Node *n, CallView v)
{
    static const char *const others[][2] = {
        {"matmul", "@"}, {"mm", "@"}, {"bmm", "@"}, {"view", "reshape"}, {"t", "T"}};
    TreeForm f = {.does = v.name};
    if (v.self)
        add_operand(&f, v.self);
    for (int i = v.first; i < n->kids; i++)
        add_operand(&f, n->kid[i]);
    for (int i = 0; i < COUNT(others); i++)
        if (strcmp(v.name, others[i][0]) == 0)
            f.does = others[i][1];
    return f;
}

/* Tells whether a tree is a number below 0, which is a number like any other. */
static bool is_negative(const Node *n)
{
    return n->kind == NODE_UNARY && n->op == OP_NEG &&
           (n->kid[0]->kind == NODE_INT || n->kid[0]->kind == NODE_FLOAT);
}

static TreeForm form_of(const Node *n)
{
    CallView v = view_call(n);
    TreeForm f = {.does = operator_text(n->op), .is_leaf = is_negative(n)};
    if (v.name)
        return form_of_call(n, v);
    if (f.is_leaf)
        return f;
    switch (n->kind) {
    case NODE_BINARY:
        if (n->op == OP_POW && n->kid[1]->kind == NODE_FLOAT && n->kid[1]->number == 0.5) {
            f.does = "sqrt";
            add_operand(&f, n->kid[0]);
            return f;
        }
        break;
    case NODE_NAME:
    case NODE_INT:
    case NODE_FLOAT:
    case NODE_STRING:
        f.is_leaf = true;
        f.does = n->text;
        return f;
    case NODE_ATTRIBUTE:
        f.does = n->text;
        break;
    default:
        f.does = n->kind == NODE_COMPARE && n->kids == 2 ? operator_text(n->ops[0]) : f.does;
        break;
    }
    f.is_leaf = n->kids == 0;
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            add_operand(&f, n->kid[i]);
    return f;
}

static double number_of(const Node *n)
{
    if (is_negative(n))
        return -number_of(n->kid[0]);
    return n->kind == NODE_INT ? (double)n->integer : n->number;
}

static bool is_number(const Node *n)
{
    return n->kind == NODE_INT || n->kind == NODE_FLOAT || is_negative(n);
}

static bool is_same_leaf(const Node *a, const Node *b)
{
    if (is_number(a) && is_number(b))
        return !(number_of(a) < number_of(b)) && !(number_of(a) > number_of(b));
    bool is_text = a->kind == b->kind && a->text && b->text && a->length == b->length;
    return a->kind == b->kind && (is_text ? strcmp(a->text, b->text) == 0 : !a->text && !b->text);
}

static bool is_same_op(const Node *a, const TreeForm *x, const Node *b, const TreeForm *y)
{
    bool is_call = (a->kind == NODE_CALL || a->kind == NODE_BINARY) &&
                   (b->kind == NODE_CALL || b->kind == NODE_BINARY);
    return (is_call || a->kind == b->kind) && x->count == y->count && same_text(x->does, y->does);
}

static bool is_same(const Node *a, const Node *b)
{
    TreeForm x = form_of(a), y = form_of(b);
    if (x.is_leaf || y.is_leaf)
        return x.is_leaf && y.is_leaf && is_same_leaf(a, b);
    bool same = is_same_op(a, &x, b, &y);
    for (int i = 0; same && i < x.count; i++)
        same = same_text(x.key[i], y.key[i]) && is_same(x.operand[i], y.operand[i]);
    return same;
}

/* --- what is said of a difference --------------------------------------------------------------------- */

typedef struct TreeFinder {
    Arena *a;
    const TreeCode *now;
    TreePair *pair;
    int pairs;
    bool is_over; /* there are too many */
} TreeFinder;

static const char *quoted(const TreeFinder *f, const Node *n)
{
    enum { MOST = 40 };
    size_t length = n->end - n->start;
    return length > MOST ? "this part" : arena_text(f->a, f->now->text + n->start, length);
}

static const char *said_of(const TreeFinder *f, const Node *a, const TreeForm *x, const Node *b,
                           const TreeForm *y)
{
    for (int i = 0; i < y->count && !y->is_leaf; i++)
        if (is_same(a, y->operand[i]) && (b->kind == NODE_COMPARE || b->op == OP_INVERT))
            return "the condition is another one";
        else if (is_same(a, y->operand[i]) && is_transposed(b))
            return "something is transposed that should not be";
        else if (is_same(a, y->operand[i]) && *y->does)
            return arena_format(f->a, "%s is taken in addition, and does not belong", y->does);
    for (int i = 0; i < x->count && !x->is_leaf; i++)
        if (is_same(x->operand[i], b))
            return "a step is left out";
    if (is_number(a) && is_number(b))
        return arena_format(f->a, "%s is not the number here", quoted(f, b));
    if (b->kind == NODE_NAME)
        return arena_format(f->a, "%s is used where something else belongs", quoted(f, b));
    bool same = x->count == y->count && x->count > 0;
    for (int i = 0; same && i < x->count; i++)
        same = is_same(x->operand[i], y->operand[i]);
    if (same && *y->does)
        return arena_format(f->a, "%s is not what is to be done here", y->does);
    return NULL;
}

static void add_pair(TreeFinder *f, const Node *a, const TreeForm *x, const Node *b,
                     const TreeForm *y, bool is_all)
{
    const char *said = said_of(f, a, x, b, y);
    bool is_plain = !said;
    if (is_plain && !is_all)
        said = arena_format(f->a, "%s is not right", quoted(f, b));
    if (f->pairs == TREE_PAIRS || !said)
        f->is_over = true;
    else
        f->pair[f->pairs++] = (TreePair){a, b, said, is_plain};
}

/* Of calls that take several axes or sizes, and not the same: what they do. NULL for others. */
static const char *said_of_axes(const TreeForm *x, const TreeForm *y)
{
    static const char *const calls[][2] = {
        {"permute", "the axes come in another order than they should"},
        {"transpose", "other axes are exchanged than should be"},
        {"swapaxes", "other axes are exchanged than should be"},
        {"reshape", "it is cut into another shape than it should be"},
        {"repeat", "it is repeated along another axis, or another number of times"},
        {"expand", "it is repeated along another axis, or another number of times"}};
    for (int i = 0; x->count > 2 && i < COUNT(calls); i++)
        if (same_text(y->does, calls[i][0]))
            for (int k = 1; k < x->count; k++)
                if (!is_same(x->operand[k], y->operand[k]))
                    return calls[i][1];
    return NULL;
}

/* `is_all`: it is all that a statement computes, and to say that it is wrong says nothing. */
static void find(TreeFinder *f, const Node *a, const Node *b, bool is_all)
{
    if (is_same(a, b))
        return;
    TreeForm x = form_of(a), y = form_of(b);
    bool is_like = !x.is_leaf && !y.is_leaf && is_same_op(a, &x, b, &y);
    for (int i = 0; is_like && i < x.count; i++)
        is_like = same_text(x.key[i], y.key[i]);
    bool is_data = a->kind == NODE_LIST && a->kids > 0 && is_number(a->kid[0]);
    if (!is_like || is_data) {
        add_pair(f, a, &x, b, &y, is_all);
        return;
    }
    const char *axes = said_of_axes(&x, &y);
    if (axes && f->pairs < TREE_PAIRS) {
        f->pair[f->pairs++] = (TreePair){a, b, axes, false};
        find(f, x.operand[0], y.operand[0], false);
        return;
    }
    for (int i = 0; i < x.count; i++) {
        int before = f->pairs;
        find(f, x.operand[i], y.operand[i], false);
        if (f->pairs > before && (x.is_axis[i] || y.is_axis[i]) && *y.does)
            f->pair[before].said = arena_format(f->a, "%s works along another axis than it should",
                                                y.does);
    }
}

int tree_differences(Arena *a, const TreeCode *right, const TreeCode *now, TreePair *pair)
{
    TreeFinder f = {.a = a, .now = now, .pair = pair};
    if (right->program.count != now->program.count)
        return -1;
    for (int i = 0; i < right->program.count && !f.is_over; i++) {
        const Node *x = right->program.statement[i].node, *y = now->program.statement[i].node;
        if (x->kind != y->kind || x->kids != y->kids)
            return -1;
        if (x->op != y->op && f.pairs < TREE_PAIRS) /* x += y */
            pair[f.pairs++] = (TreePair){
                x, y, arena_format(a, "%s= is not the operation here", operator_text(y->op)),
                false};
        for (int k = 0; k < x->kids; k++)
            if (x->kid[k] && y->kid[k])
                find(&f, x->kid[k], y->kid[k], k == x->kids - 1);
    }
    return f.is_over ? -1 : f.pairs;
}

/* --- texts ---------------------------------------------------------------------------------------------- */

enum { MOST_WORDS = 160 };

typedef struct TextWords {
    int count;
    const char *at[MOST_WORDS];
    int length[MOST_WORDS];
} TextWords;

static TextWords words_of(const char *text)
{
    TextWords w = {0};
    while (*text && w.count < MOST_WORDS) {
        size_t length = 0;
        if (*text == '#') { /* words for a reader, and for the display */
            text += strcspn(text, "\n");
            continue;
        }
        while (is_letter(text[length]) || is_digit(text[length]) || text[length] == '_')
            length++;
        bool is_sign = length == 0 && !strchr(" \t\n()", *text);
        length = is_sign ? 1 : length;
        if (length > 0) {
            w.at[w.count] = text;
            w.length[w.count++] = (int)length;
        }
        text += length > 0 ? length : 1;
    }
    return w;
}

static bool is_same_word(const TextWords *a, int i, const TextWords *b, int k)
{
    return a->length[i] == b->length[k] && memcmp(a->at[i], b->at[k], (size_t)a->length[i]) == 0;
}

int text_distance(const char *x, const char *y)
{
    TextWords a = words_of(x), b = words_of(y);
    int row[MOST_WORDS + 1], from = 0, end = a.count, to = b.count;
    while (from < end && from < to && is_same_word(&a, from, &b, from))
        from++;
    while (end > from && to > from && is_same_word(&a, end - 1, &b, to - 1)) {
        end--;
        to--;
    }
    for (int k = from; k <= to; k++)
        row[k] = k - from;
    for (int i = from; i < end; i++) {
        int corner = row[from];
        row[from] = i + 1 - from;
        for (int k = from; k < to; k++) {
            bool same = is_same_word(&a, i, &b, k);
            int best = min_int(corner + !same, min_int(row[k], row[k + 1]) + 1);
            corner = row[k + 1];
            row[k + 1] = best;
        }
    }
    return row[to];
}

static bool has_word(const TextWords *w, const char *at, int length)
{
    for (int i = 0; i < w->count; i++)
        if (w->length[i] == length && memcmp(w->at[i], at, (size_t)length) == 0)
            return true;
    return false;
}

bool text_has_words(const char *text, const char *x, const char *y)
{
    TextWords all = words_of(text), a = words_of(x), b = words_of(y);
    for (int i = 0; i < all.count; i++)
        if (!has_word(&a, all.at[i], all.length[i]) && !has_word(&b, all.at[i], all.length[i]))
            return false;
    return true;
}
