/* Rows of the table that move something, put in what is missing, or change two places that belong together:
 * what somebody forgot is found from the right numbers as well as from the wrong ones, so most of them
 * stand here with their inverse. */
#include <string.h>

#include "base/common.h"
#include "lesson/code.h"
#include "lesson/mutator.h"

/* --- parts of the tree ---------------------------------------------------------------------------- */

static bool is_same_text(const Mutator *m, const Node *a, const Node *b)
{
    return strcmp(source_of(m, a), source_of(m, b)) == 0;
}

/* The text of a node with other text in the place of one inside of it. */
static const char *text_with(const Mutator *m, const Node *n, const Node *part, const char *text)
{
    const char *source = m->lesson->source;
    return arena_format(m->a, "%.*s%s%.*s", (int)(part->start - n->start), source + n->start, text,
                        (int)(n->end - part->end), source + part->end);
}

static bool is_inside(const Node *part, const Node *n)
{
    return part->start >= n->start && part->end <= n->end;
}

/* A node itself, or what the name that it is stands for. */
static const Node *seen_through(const Mutator *m, const Node *n)
{
    const Node *value = n ? value_named(m, n) : NULL;
    return value ? value : n;
}

/* Tells whether a call's function is named with one of these words in it: self.norm1, nn.Embedding. */
static bool is_named(const Mutator *m, const Node *call, const char *const *words, int count)
{
    if (call->kind != NODE_CALL)
        return false;
    const char *callee = source_of(m, call->kid[0]);
    for (int i = 0; i < count; i++)
        if (strstr(callee, words[i]))
            return true;
    return false;
}
#define IS_NAMED(m, n, ...)                                                                        \
    is_named((m), (n), (const char *const[]){__VA_ARGS__},                                         \
             COUNT(((const char *const[]){__VA_ARGS__})))

static bool has_kids(const Node *n)
{
    return !n->statement && n->kind != NODE_BLOCK && n->kind != NODE_EXCEPT &&
           n->kind != NODE_BASES;
}

/* Puts a text in the place of all that read the same inside of a node. */
static void put_replaced(const Mutator *m, Buf *out, const Node *n, const char *old,
                         const char *new)
{
    const char *source = m->lesson->source;
    if (strcmp(source_of(m, n), old) == 0) {
        buf_puts(out, new);
        return;
    }
    size_t at = n->start;
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        if (!kid || kid->start < at || kid->end > n->end)
            continue;
        buf_printf(out, "%.*s", (int)(kid->start - at), source + at);
        put_replaced(m, out, kid, old, new);
        at = kid->end;
    }
    buf_printf(out, "%.*s", (int)(n->end - at), source + at);
}

static const char *text_replaced(const Mutator *m, const Node *n, const char *old, const char *new)
{
    Buf out = {.arena = m->a};
    put_replaced(m, &out, n, old, new);
    return buf_text(&out);
}

/* The last axis of an index: 1: of x[:, 1:]. */
static const Node *last_of_index(const Node *n)
{
    const Node *index = n->kind == NODE_INDEX ? n->kid[1] : NULL;
    return index && index->kind == NODE_TUPLE ? index->kid[index->kids - 1] : index;
}

static bool is_slice_to(const Node *n)
{
    return n && n->kind == NODE_SLICE && !n->kid[0] && n->kid[1] && (n->kids < 3 || !n->kid[2]);
}

static bool is_slice_from(const Node *n)
{
    return n && n->kind == NODE_SLICE && n->kid[0] && !n->kid[1] && (n->kids < 3 || !n->kid[2]);
}

/* --- what was left out ---------------------------------------------------------------------------- */

/* net = Net(..) outside of functions. */
void eval_put_in(Mutator *m, const Node *n)
{
    const Node *value = n->kind == NODE_ASSIGN && n->kids == 2 && !m->function ? n->kid[1] : NULL;
    CallView v = value ? view_call(value) : (CallView){0};
    if (v.name && v.name[0] >= 'A' && v.name[0] <= 'Z')
        mutation_add(m, value, arena_format(m->a, "%s.eval()", source_of(m, value)),
                     "%s is set to evaluation (eval)", source_of(m, n->kid[0]));
}

/* x.masked_fill(..) alone on its line: what it gives is thrown away. */
void result_kept(Mutator *m, const Node *n)
{
    const Node *call = n->kind == NODE_EXPRESSION ? n->kid[0] : NULL;
    CallView v = call ? view_call(call) : (CallView){0};
    size_t length = v.name ? strlen(v.name) : 0;
    if (length > 0 && v.first == 1 && v.self->kind == NODE_NAME && v.name[length - 1] != '_')
        mutation_add(m, n, arena_format(m->a, "%s = %s", v.self->text, source_of(m, n)),
                     "what %s gives is kept: %s = ..", v.name, v.self->text);
}

static bool is_masked(const Node *n)
{
    return phrase_mask(n, &(Parts){0});
}

/* c * tanh(x / c): and x / c. */
static const Node *capped_of(const Node *n)
{
    for (int i = 0; n->kind == NODE_BINARY && n->op == OP_MUL && i < 2; i++) {
        const Node *self = IS_CALL(n->kid[i], "tanh") ? view_call(n->kid[i]).self : NULL;
        if (self && self->kind == NODE_BINARY && self->op == OP_DIV)
            return self;
    }
    return NULL;
}

static bool is_cap(const Node *n)
{
    return capped_of(n) != NULL;
}

/* Finds such a step in what another one works on, also where both make the same name: s = f(s), s = g(s). */
static const Node *step_before(const Mutator *m, const Node *n, bool (*is_step)(const Node *))
{
    const Node *step = step_inside(m, n, is_step, 0);
    const Node *maker = !step && n->kind == NODE_NAME
                            ? code_maker_before(m->lesson, m->function, n->text, n->start)
                            : NULL;
    return maker && maker->kind == NODE_ASSIGN ? step_inside(m, code_value(maker), is_step, 0)
                                               : step;
}

/* Of two steps on the way to softmax, each with what it works on, the outer one is done first. */
static void steps_swapped(Mutator *m, const Node *outer, const Node *inner, const Node *subject,
                          const char *sentence)
{
    const char *own = source_of(m, subject);
    Parts p = {0};
    const Node *of = phrase_mask(outer, &p) ? p.x : capped_of(outer)->kid[0];
    if (is_inside(inner, of))
        mutation_add(
            m, outer,
            text_with(m, inner, subject, arena_format(m->a, "(%s)", text_with(m, outer, of, own))),
            "%s", sentence);
    else
        mutation_also(
            mutation_add(m, inner, own, "%s", sentence), outer,
            text_with(m, inner, subject, arena_format(m->a, "(%s)", source_of(m, outer))));
}

/* A soft cap, c * tanh(x / c), and the mask: of what is hidden before it, it makes -c. */
void cap_moved(Mutator *m, const Node *n)
{
    const Node *self = is_softmax(n) ? view_call(n).self : NULL;
    const Node *mask = self ? step_inside(m, self, is_masked, 0) : NULL;
    const Node *cap = self && !mask ? step_inside(m, self, is_cap, 0) : NULL;
    Parts p = {0};
    if (mask && phrase_mask(mask, &p)) {
        const Node *inner = step_before(m, p.x, is_cap);
        if (inner)
            steps_swapped(m, mask, inner, capped_of(inner)->kid[0],
                          "the cap comes after the mask: what is hidden becomes as low as the "
                          "cap, and gets a weight");
    } else if (cap) {
        const Node *inner = step_before(m, capped_of(cap)->kid[0], is_masked);
        if (inner && phrase_mask(inner, &p))
            steps_swapped(m, cap, inner, p.x, "the cap comes before the mask, not after it");
    }
}

static bool is_mask_tensor(const QkvTensor *t)
{
    if (!t || t->rank < 1 || t->count < 2 || t->count > 1 << 16)
        return false;
    for (int64_t i = 0; i < t->count; i++) {
        double x = qkv_tensor_at(t, i);
        if (!(x >= 0 && x <= 0) && !(x >= 1 && x <= 1))
            return false;
    }
    return true;
}

/* Names of masks that can be had at a node: of zeros and ones outside of functions, inside those that are
 * called so. */
static int masks_before(Mutator *m, const Node *n, const char **out, int most)
{
    UnusedNames names = {.m = m, .at = n};
    int count = 0;
    names_before(&names);
    const Node *given = m->function && m->function->kind == NODE_DEF ? m->function->kid[0] : NULL;
    for (int i = 0; given && i < given->kids && count < most; i++)
        if (strstr(given->kid[i]->text, "mask"))
            out[count++] = given->kid[i]->text;
    for (int i = 0; i < names.count && count < most; i++)
        if (m->function ? strstr(names.seen[i], "mask") != NULL
                        : is_mask_tensor(tensor_named(m->run, names.seen[i])))
            out[count++] = names.seen[i];
    return count;
}

enum { MOST_MASKS = 3 };

/* softmax(x) of what nothing was hidden in. */
void mask_put_in(Mutator *m, const Node *n)
{
    const char *mask[MOST_MASKS];
    const Node *self = is_softmax(n) ? view_call(n).self : NULL;
    if (!self || step_inside(m, self, is_masked, 0))
        return;
    const char *x = operand_of(m, self);
    mutation_add(
        m, n,
        softmax_of(m, n,
                   arena_format(m->a, "%s.masked_fill(torch.ones_like(%s).triu(1) > 0, -1e30)", x,
                                source_of(m, self))),
        "scores right of the diagonal are hidden: no word sees those after it");
    int masks = masks_before(m, n, mask, MOST_MASKS);
    for (int i = 0; i < masks; i++) {
        mutation_add(
            m, n,
            softmax_of(m, n, arena_format(m->a, "%s.masked_fill(%s == 0, -1e30)", x, mask[i])),
            "scores are hidden where %s is 0", mask[i]);
        mutation_add(
            m, n,
            softmax_of(m, n, arena_format(m->a, "%s.masked_fill(%s != 0, -1e30)", x, mask[i])),
            "scores are hidden where %s is not 0", mask[i]);
    }
}

/* --- from after softmax to before it, and back ---------------------------------------------------- */

/* Does to scores what is done to weights: `new` is what softmax gets, `done` stood around the weights. */
static void move_early(Mutator *m, const Node *n, const Node *weights, const char *new,
                       const char *sentence)
{
    const Node *softmax = seen_through(m, weights);
    const char *early = softmax_of(m, softmax, new);
    if (softmax == weights)
        mutation_add(m, n, early, "%s", sentence);
    else
        mutation_also(mutation_add(m, n, source_of(m, weights), "%s", sentence), softmax, early);
}

static bool is_weights(const Mutator *m, const Node *n)
{
    const Node *made = n ? seen_through(m, n) : NULL;
    return made && is_softmax(made);
}

/* softmax(x) / s */
void divided_early(Mutator *m, const Node *n)
{
    if (n->kind != NODE_BINARY || n->op != OP_DIV || !is_weights(m, n->kid[0]))
        return;
    const Node *self = view_call(seen_through(m, n->kid[0])).self;
    move_early(m, n, n->kid[0],
               arena_format(m->a, "%s / %s", operand_of(m, self), operand_of(m, n->kid[1])),
               "the scores are divided before softmax, not the weights after it");
}

/* softmax(x) * mask, softmax(x).masked_fill(c, 0) */
void mask_moved_early(Mutator *m, const Node *n)
{
    Parts p = {0};
    bool is_product = n->kind == NODE_BINARY && n->op == OP_MUL;
    const Node *weights = is_product ? n->kid[0] : phrase_mask(n, &p) ? p.x : NULL;
    if (!is_weights(m, weights))
        return;
    const char *self = operand_of(m, view_call(seen_through(m, weights)).self);
    move_early(
        m, n, weights,
        is_product
            ? arena_format(m->a, "%s.masked_fill(%s == 0, -1e30)", self, operand_of(m, n->kid[1]))
            : arena_format(m->a, "%s.masked_fill(%s, -1e30)", self, source_of(m, p.y)),
        "the mask is applied to the scores, before softmax");
}

static bool is_drop(const Node *n)
{
    const Node *callee = n->kind == NODE_CALL && n->kids > 1 ? n->kid[0] : NULL;
    return callee && (callee->kind == NODE_NAME || callee->kind == NODE_ATTRIBUTE) &&
           strstr(callee->text, "drop") && n->kid[1]->kind != NODE_KEYWORD;
}

/* softmax(dropout(x)) <-> dropout(softmax(x)) */
void dropout_moved(Mutator *m, const Node *n)
{
    static const char late[] = "dropout falls on the weights, after softmax";
    static const char early[] = "dropout falls on the scores, before softmax";
    const Node *self = is_softmax(n) ? view_call(n).self : NULL;
    const Node *drop = self ? step_inside(m, self, is_drop, 0) : NULL;
    if (drop && is_inside(drop, n))
        mutation_add(
            m, n,
            text_with(m, drop, drop->kid[1], text_with(m, n, drop, source_of(m, drop->kid[1]))),
            "%s", late);
    else if (drop)
        mutation_also(
            mutation_add(m, n, text_with(m, drop, drop->kid[1], source_of(m, n)), "%s", late), drop,
            source_of(m, drop->kid[1]));
    if (is_drop(n) && is_weights(m, n->kid[1]))
        move_early(
            m, n, n->kid[1],
            text_with(m, n, n->kid[1], source_of(m, view_call(seen_through(m, n->kid[1])).self)),
            early);
}

/* The same, and softmax gives nothing to what it dropped. */
void dropped_hidden(Mutator *m, const Node *n)
{
    if (!is_drop(n) || !is_weights(m, n->kid[1]))
        return;
    const Node *self = view_call(seen_through(m, n->kid[1])).self;
    move_early(m, n, n->kid[1],
               arena_format(m->a, "(dropped := %s).masked_fill(dropped == 0, -1e30)",
                            text_with(m, n, n->kid[1], source_of(m, self))),
               "dropout falls on the scores, and what it drops is hidden from softmax");
}

/* softmax(x)[..., :-1] <-> softmax(x[..., :-1]): the column of a sink is cut off. */
void sink_moved(Mutator *m, const Node *n)
{
    const Node *last = last_of_index(n), *self = is_softmax(n) ? view_call(n).self : NULL;
    const Node *cut = self ? seen_through(m, self) : NULL, *end = cut ? last_of_index(cut) : NULL;
    if (is_slice_to(last) && is_weights(m, n->kid[0]))
        move_early(
            m, n, n->kid[0],
            text_with(m, n, n->kid[0], operand_of(m, view_call(seen_through(m, n->kid[0])).self)),
            "the last column is cut off before softmax, not after it");
    if (!is_slice_to(end))
        return;
    const char *late = text_with(m, cut, cut->kid[0],
                                 text_with(m, n, self, source_of(m, cut->kid[0])));
    mutation_add(m, n, late, "the last column is cut off after softmax, not before it");
}

/* --- heads ---------------------------------------------------------------------------------------- */

/* x.view(b, heads, n, size) -> x.view(b, n, heads, size).transpose(1, 2) */
void heads_transposed(Mutator *m, const Node *n)
{
    if (!IS_CALL(n, "view", "reshape") || view_call(n).first != 1 || n->kids != 5)
        return;
    mutation_add(
        m, n,
        arena_format(m->a, "%.*s%s, %s, %s).transpose(1, 2)", (int)(n->kid[2]->start - n->start),
                     m->lesson->source + n->start, source_of(m, n->kid[3]), source_of(m, n->kid[2]),
                     source_of(m, n->kid[4])),
        "numbers are cut into heads within each word, and words and heads transposed then");
}

/* The assignment to a name or to self.name. */
typedef struct MakerOf {
    const Mutator *m;
    const Node *callee, *value;
} MakerOf;

static void find_maker(void *context, const Node *n, const Node *function)
{
    MakerOf *x = context;
    (void)function;
    if (n->kind == NODE_ASSIGN && n->kids == 2 && is_same_text(x->m, n->kid[0], x->callee))
        x->value = n->kid[1];
}

static const Node *linear_of(const Mutator *m, const Node *callee)
{
    MakerOf x = {.m = m, .callee = callee};
    code_each(m->lesson, find_maker, &x);
    bool is_layer = x.value && x.value->kind == NODE_CALL && x.value->kids > 2 &&
                    IS_NAMED(m, x.value, "Linear");
    return is_layer ? x.value : NULL;
}

static bool is_reshaped(const Node *n)
{
    return n && IS_CALL(n, "view", "reshape") && view_call(n).first == 1 && n->kids > 3;
}

/* f(x).reshape(.., heads, size) <-> f(x.reshape(.., heads, size)), with the layer of that size. */
void projected_apart(Mutator *m, const Node *n)
{
    const Node *call = is_reshaped(n) ? view_call(n).self : n, *cut = is_reshaped(n) ? n : NULL;
    if (call->kind != NODE_CALL || call->kids != 2 || (!cut && !is_reshaped(call->kid[1])))
        return;
    const Node *shape = cut ? cut : call->kid[1], *layer = linear_of(m, call->kid[0]);
    if (!layer)
        return;
    const char *size = source_of(m, shape->kid[shape->kids - 1]);
    const char *heads = operand_of(m, shape->kid[shape->kids - 2]);
    const char *wide = arena_format(m->a, "%s * %s", heads, size);
    const Node *from = cut ? call->kid[1] : call;
    const Node *to =
        cut ? call : view_call(shape).self; /* puts one into the place of the other's inside */
    const char *put = cut ? text_with(m, call, from, text_with(m, cut, to, operand_of(m, from)))
                          : text_with(m, shape, to, text_with(m, call, shape, source_of(m, to)));
    Mutation *x = mutation_add(
        m, n, put, "%s",
        cut ? "each head is projected by itself, all with one small matrix"
            : "all heads are projected together, each with columns of its own");
    mutation_also(x, layer->kid[1], cut ? size : wide);
    mutation_also(x, layer->kid[2], cut ? size : wide);
}

/* --- norm, labels, weights ------------------------------------------------------------------------ */

/* The first call of a norm inside of a node whose only argument reads so. */
static const Node *norm_inside(const Mutator *m, const Node *n, const char *argument)
{
    if (n->kids == 2 && IS_NAMED(m, n, "norm", "ln", "Norm") &&
        strcmp(source_of(m, n->kid[1]), argument) == 0)
        return n;
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        const Node *found = kid && has_kids(kid) ? norm_inside(m, kid, argument) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* x + f(norm(x)) <-> norm(x + f(x)) */
void norm_moved(Mutator *m, const Node *n)
{
    bool is_sum = n->kind == NODE_BINARY && n->op == OP_ADD;
    const char *x = is_sum ? source_of(m, n->kid[0]) : NULL;
    const Node *norm = is_sum ? norm_inside(m, n->kid[1], x) : NULL;
    if (norm)
        mutation_add(m, n,
                     text_with(m, norm, norm->kid[1],
                               arena_format(m->a, "%s + %s", x,
                                            text_replaced(m, n->kid[1], source_of(m, norm), x))),
                     "the norm comes after the sum, not before the layer");
    const Node *sum = n->kids == 2 && IS_NAMED(m, n, "norm", "ln", "Norm") ? n->kid[1] : NULL;
    if (!sum || sum->kind != NODE_BINARY || sum->op != OP_ADD)
        return;
    x = source_of(m, sum->kid[0]);
    mutation_add(
        m, n,
        arena_format(m->a, "%s + %s", x, text_replaced(m, sum->kid[1], x, text_with(m, n, sum, x))),
        "the norm comes before the layer, not after the sum");
}

static bool is_loss(const Mutator *m, const Node *n)
{
    return n->kind == NODE_CALL && n->kids >= 3 && n->kid[2]->kind != NODE_KEYWORD &&
           IS_NAMED(m, n, "cross_entropy", "nll_loss", "criterion", "loss_fn", "CrossEntropy");
}

/* Finds what a loss gets without steps that only lay it out otherwise; with `through` names are followed. */
static const Node *laid_out(const Mutator *m, const Node *n, bool through)
{
    if (IS_CALL(n, "view", "reshape", "flatten", "transpose", "permute", "float", "long",
                "contiguous"))
        return laid_out(m, view_call(n).self, through);
    const Node *value = through ? value_named(m, n) : NULL;
    return value ? laid_out(m, value, false) : n;
}

/* logits[:, :-1], ids[:, 1:] -> logits, ids */
void labels_in_place(Mutator *m, const Node *n)
{
    if (!is_loss(m, n))
        return;
    const Node *x = laid_out(m, n->kid[1], true), *y = laid_out(m, n->kid[2], true);
    const Node *index = x->kind == NODE_INDEX ? x->kid[1] : NULL;
    bool is_cut = is_slice_to(index);
    for (int i = 0; index && index->kind == NODE_TUPLE && i < index->kids; i++)
        is_cut = is_cut || is_slice_to(index->kid[i]);
    if (is_cut && is_slice_from(last_of_index(y)))
        mutation_also(
            mutation_add(
                m, x, source_of(m, x->kid[0]),
                "logits and labels are not shifted by one: a word is compared with the label in "
                "its own place"),
            y, source_of(m, y->kid[0]));
}

void labels_shifted(Mutator *m, const Node *n)
{
    static const char *const cuts[][2] = {{"[:, :-1]", "[:, 1:]"}, {"[:-1]", "[1:]"}};
    if (!is_loss(m, n))
        return;
    const Node *x = laid_out(m, n->kid[1], false), *y = laid_out(m, n->kid[2], false);
    for (int i = 0; i < COUNT(cuts); i++)
        mutation_also(
            mutation_add(
                m, x, arena_format(m->a, "%s%s", operand_of(m, x), cuts[i][0]),
                "logits and labels are shifted by one here: a word is compared with the label "
                "after it"),
            y, arena_format(m->a, "%s%s", operand_of(m, y), cuts[i][1]));
}

/* head.weight = table.weight */
void weights_untied(Mutator *m, const Node *n)
{
    bool is_weight = n->kind == NODE_ASSIGN && n->kids == 2 && n->kid[0]->kind == NODE_ATTRIBUTE &&
                     strcmp(n->kid[0]->text, "weight") == 0;
    const Node *value = is_weight ? n->kid[1] : NULL;
    if (!value)
        return;
    if (value->kind == NODE_ATTRIBUTE)
        mutation_add(
            m, value,
            arena_format(m->a, "torch.nn.Parameter(%s.detach().clone())", source_of(m, value)),
            "the weights are a copy, not tied: each gets a gradient of its own");
    const Node *copy = IS_CALL(value, "Parameter") ? view_call(value).self : NULL;
    while (copy && IS_CALL(copy, "clone", "detach"))
        copy = view_call(copy).self;
    if (copy)
        mutation_add(m, value, source_of(m, copy),
                     "the weights are tied, not copied: one gradient for both");
}

/* --- halves and pairs ----------------------------------------------------------------------------- */

static bool is_int(const Node *n, int64_t value)
{
    return n && n->kind == NODE_INT && n->integer == value;
}

/* 0 and 1 of x[..., 0::2] and x[..., 1::2]; -1 for others. */
static int turn_of(const Node *last)
{
    bool is_step = last && last->kind == NODE_SLICE && last->kids > 2 && is_int(last->kid[2], 2) &&
                   !last->kid[1];
    return !is_step                                   ? -1
           : !last->kid[0] || is_int(last->kid[0], 0) ? 0
           : is_int(last->kid[0], 1)                  ? 1
                                                      : -1;
}

/* Tells whether a node says half of a size: x.shape[-1] // 2, half. */
static bool is_half(const Mutator *m, const Node *n)
{
    const Node *value = n ? seen_through(m, n) : NULL;
    return value && value->kind == NODE_BINARY && value->op == OP_FLOORDIV &&
           is_int(value->kid[1], 2);
}

/* Numbers that turn together lie side by side, 0 1 | 2 3, or half a row apart, 0 2 | 1 3; or NULL. What cuts
 * them apart, what puts them together, and the angles, which are repeated in the same way. */
static const char *otherwise(const Mutator *m, const Node *n, bool *pairs)
{
    const Node *last = last_of_index(n), *self = view_call(n).self;
    bool is_list = self && (self->kind == NODE_TUPLE || self->kind == NODE_LIST) && self->kids == 2;
    int turn = turn_of(last);
    *pairs = true;
    if (is_slice_to(last) && is_half(m, last->kid[1]))
        return text_with(m, n, last, "0::2");
    if (is_slice_from(last) && is_half(m, last->kid[0]))
        return text_with(m, n, last, "1::2");
    if (IS_CALL(n, "chunk") && self && is_int(n->kid[view_call(n).first], 2))
        return arena_format(m->a, "(%s[..., 0::2], %s[..., 1::2])", operand_of(m, self),
                            operand_of(m, self));
    if (IS_CALL(n, "cat") && is_list)
        return arena_format(m->a, "torch.stack(%s, dim=-1).flatten(-2)", source_of(m, self));
    *pairs = false;
    const char *x = n->kind == NODE_INDEX ? operand_of(m, n->kid[0]) : NULL;
    if (turn >= 0)
        return text_with(
            m, n, last,
            arena_format(m->a, turn ? "%s.shape[-1] // 2 :" : ": %s.shape[-1] // 2", x));
    if (IS_CALL(n, "flatten") && self && IS_CALL(self, "stack"))
        return arena_format(m->a, "torch.cat(%s, dim=-1)", source_of(m, view_call(self).self));
    if (IS_CALL(n, "repeat_interleave") && self && view_call(n).first < n->kids &&
        is_int(n->kid[view_call(n).first], 2))
        return arena_format(m->a, "torch.cat((%s, %s), dim=-1)", source_of(m, self),
                            source_of(m, self));
    return NULL;
}

void pairs_or_halves(Mutator *m, const Node *n)
{
    bool pairs;
    const char *new = otherwise(m, n, &pairs);
    if (new && m->statement->kind != NODE_FROM)
        mutation_add(
            m, n, new, "%s",
            pairs ? "numbers side by side belong together (0 and 1, 2 and 3), not those half a row "
                    "apart"
                  : "numbers half a row apart belong together, not those side by side (0 and 1, 2 "
                    "and 3)");
}

/* --- positions ------------------------------------------------------------------------------------ */

/* The arange(..) that a chain of steps begins with, arange(5).unsqueeze(0), or NULL. */
static const Node *counting(const Node *n)
{
    while (n->kind == NODE_INDEX || (n->kind == NODE_CALL && view_call(n).first == 1 &&
                                     view_call(n).self && !IS_CALL(n, "arange")))
        n = n->kind == NODE_INDEX ? n->kid[0] : view_call(n).self;
    return IS_CALL(n, "arange") ? n : NULL;
}

/* arange(n) -> mask.cumsum(-1) - 1 */
void positions_of_mask(Mutator *m, const Node *n)
{
    const char *mask[MOST_MASKS];
    int masks = counting(n) ? masks_before(m, n, mask, MOST_MASKS) : 0;
    for (int i = 0; i < masks; i++) {
        static const char said[] = "positions are counted by %s, without padding";
        const char *count = arena_format(m->a, "(%s.long().cumsum(-1) - 1)", mask[i]);
        mutation_add(m, n, arena_format(m->a, "%s.clamp(min=0)", count), said, mask[i]);
        mutation_add(m, n, arena_format(m->a, "%s.masked_fill(%s == 0, 1)", count, mask[i]), said,
                     mask[i]);
    }
}

static const Node *running_sum(const Node *n)
{
    if (IS_CALL(n, "cumsum"))
        return n;
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        const Node *found = kid && has_kids(kid) ? running_sum(kid) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* pos = mask.cumsum(-1) - 1 -> arange(n) */
void positions_in_turn(Mutator *m, const Node *n)
{
    const Node *value = n->kind == NODE_ASSIGN && n->kids == 2 ? n->kid[1] : NULL;
    const Node *sum = value ? running_sum(value) : NULL;
    if (!sum)
        return;
    const char *x = operand_of(m, view_call(sum).self);
    mutation_add(m, value, arena_format(m->a, "torch.arange(%s.shape[-1]).expand(%s.shape)", x, x),
                 "positions are counted from the left, padding too");
}

/* A node from one of its parts to another with other text there. */
static const char *between(const Mutator *m, const Node *n, const Node *first, const Node *last,
                           const char *text)
{
    const char *source = m->lesson->source;
    return arena_format(m->a, "%.*s%s%.*s", (int)(first->start - n->start), source + n->start, text,
                        (int)(n->end - last->end), source + last->end);
}

/* How many there are from `from` to `to`: n of a and a + n. */
static const char *count_between(const Mutator *m, const Node *from, const Node *to)
{
    bool is_sum = to->kind == NODE_BINARY && to->op == OP_ADD;
    for (int i = 0; is_sum && i < 2; i++)
        if (is_same_text(m, to->kid[i], from))
            return source_of(m, to->kid[1 - i]);
    return arena_format(m->a, "%s - %s", operand_of(m, to), operand_of(m, from));
}

static bool is_range(const Node *n, int arguments)
{
    bool has_all = IS_CALL(n, "arange") && n->kids > arguments;
    return has_all && n->kid[arguments]->kind != NODE_KEYWORD &&
           (n->kids == arguments + 1 || n->kid[arguments + 1]->kind == NODE_KEYWORD);
}

/* arange(a, a + n) -> arange(n), p[a:a + n] -> p[:n]; and the other way, from each of the sizes. */
void counted_from(Mutator *m, const Node *n)
{
    bool is_slice = n->kind == NODE_SLICE && n->kid[1];
    const Node *from = is_range(n, 2) ? n->kid[1] : is_slice ? n->kid[0] : NULL;
    const Node *to = is_range(n, 2) ? n->kid[2] : is_slice ? n->kid[1] : NULL;
    if (from && from->kind != NODE_INT) {
        const char *count = count_between(m, from, to);
        mutation_add(m, n,
                     is_slice ? arena_format(m->a, ":%s", count) : between(m, n, from, to, count),
                     "counting begins at 0, not at %s", source_of(m, from));
    }
    if (!is_range(n, 1) && !(is_slice_to(n) && to->kind != NODE_INT && to->kind != NODE_UNARY))
        return;
    for (int i = 0; i < m->sizes; i++) {
        int first = (int)m->size[i];
        mutation_add(m, n,
                     is_slice ? arena_format(m->a, "%d:%d + %s", first, first, operand_of(m, to))
                              : arena_format(m->a, "(%d + %s)", first, source_of(m, n)),
                     "counting begins at %d, not at 0", first);
    }
}

/* A number that is more or less by one; what it says without + 1 where it has that. */
static const char *moved_by(const Mutator *m, const Node *n, int by)
{
    bool is_more = n->kind == NODE_BINARY && is_int(n->kid[1], 1) &&
                   n->op == (by < 0 ? OP_ADD : OP_SUB);
    if (n->kind == NODE_INT)
        return arena_format(m->a, "%lld", (long long)n->integer + by);
    return is_more ? source_of(m, n->kid[0])
                   : arena_format(m->a, "%s %s 1", source_of(m, n), by < 0 ? "-" : "+");
}

/* arange(0, n) <-> arange(1, n + 1) */
void counted_by_one(Mutator *m, const Node *n)
{
    if (is_range(n, 1))
        mutation_add(
            m, n,
            text_with(m, n, n->kid[1], arena_format(m->a, "1, %s", moved_by(m, n->kid[1], 1))),
            "counting begins at 1, not at 0");
    for (int by = -1; is_range(n, 2) && by <= 1; by += 2)
        mutation_add(m, n,
                     between(m, n, n->kid[1], n->kid[2],
                             arena_format(m->a, "%s, %s", moved_by(m, n->kid[1], by),
                                          moved_by(m, n->kid[2], by))),
                     "all numbers are counted from one %s", by < 0 ? "less" : "more");
}

/* --- indices -------------------------------------------------------------------------------------- */

/* p[:, :n] <-> p[:, n] */
void colon_moved(Mutator *m, const Node *n)
{
    const Node *index = n->kind == NODE_INDEX ? n->kid[1] : NULL;
    bool is_tuple = index && index->kind == NODE_TUPLE;
    for (int i = 0; index && i < (is_tuple ? index->kids : 1); i++) {
        const Node *at = is_tuple ? index->kid[i] : index;
        bool is_count = at->kind == NODE_NAME || at->kind == NODE_CALL || at->kind == NODE_INDEX;
        if (is_slice_to(at))
            mutation_add(m, at, source_of(m, at->kid[1]),
                         "one row is taken (%s), not all before it", source_of(m, at->kid[1]));
        else if (is_count)
            mutation_add(m, at, arena_format(m->a, ":%s", source_of(m, at)),
                         "the first %s are taken, not one alone", source_of(m, at));
    }
}

/* mask[:T, :S] -> mask[S - T:S, :S], tril(x) -> tril(x, S - T) */
void last_taken(Mutator *m, const Node *n)
{
    const Node *index = n->kind == NODE_INDEX ? n->kid[1] : NULL;
    int last = index && index->kind == NODE_TUPLE ? index->kids - 1 : 0;
    if (last > 0 && is_slice_to(index->kid[last]) && is_slice_to(index->kid[last - 1])) {
        const char *all = operand_of(m, index->kid[last]->kid[1]);
        const Node *rows = index->kid[last - 1];
        mutation_add(m, rows,
                     arena_format(m->a, "%s - %s:%s", all, operand_of(m, rows->kid[1]), all),
                     "the last rows are taken, not the first: those of the newest queries");
    }
    if (IS_CALL(n, "tril", "triu") && n->kids == view_call(n).first) {
        const char *x = operand_of(m, view_call(n).self);
        bool is_method = view_call(n).first == 1;
        const char *where = arena_format(m->a, "%s.shape[-1] - %s.shape[-2]", x, x);
        mutation_add(m, n,
                     arena_format(m->a, "%.*s%s%s)", (int)(n->end - 1 - n->start),
                                  m->lesson->source + n->start, is_method ? "" : ", ", where),
                     "the triangle ends in the last corner: queries are the last of the keys");
    }
}

/* The size of an axis, x.size(1) or x.shape[1]; NULL for others. */
static const Node *axis_of_size(const Node *n)
{
    if (!n)
        return NULL;
    bool is_shape = n->kind == NODE_INDEX && n->kid[0]->kind == NODE_ATTRIBUTE &&
                    strcmp(n->kid[0]->text, "shape") == 0;
    const Node *axis = is_shape ? n->kid[1] : IS_CALL(n, "size") && n->kids == 2 ? n->kid[1] : NULL;
    return is_int(axis, 0) || is_int(axis, 1) ? axis : NULL;
}

/* p[:x.size(1)].transpose(0, 1) <-> p[:x.size(0)]: positions go down the batch; and with p[:, :x.size(1)]. */
void positions_of_batch(Mutator *m, const Node *n)
{
    const Node *turned = is_transposed(n) ? transposed_of(n) : NULL, *cut = turned ? turned : n;
    const Node *index = cut->kind == NODE_INDEX ? cut->kid[1] : NULL, *last = last_of_index(cut);
    const Node *axis = is_slice_to(last) ? axis_of_size(last->kid[1]) : NULL;
    if (!axis)
        return;
    const char *size = text_with(m, last, axis, axis->integer ? "0" : "1");
    const char *table = source_of(m, cut->kid[0]);
    if (turned || index->kind == NODE_TUPLE) {
        mutation_add(m, n, arena_format(m->a, "%s[%s]", table, size),
                     "rows are taken by %s, not by %s", size + 1, source_of(m, last->kid[1]));
        return;
    }
    mutation_add(m, n, arena_format(m->a, "%s[%s].transpose(0, 1)", table, size),
                 "rows are taken by %s, not by %s", size + 1, source_of(m, last->kid[1]));
    mutation_add(m, n, arena_format(m->a, "%s[:, %s]", table, size),
                 "the second axis is cut by %s, not the first", size + 1);
}

/* arange(x.size(1)) -> arange(x.size(0))[:, None]: one position for all words of a sentence. */
void positions_down(Mutator *m, const Node *n)
{
    const Node *axis = is_range(n, 1) ? axis_of_size(n->kid[1]) : NULL;
    const Node *call = IS_CALL(n, "unsqueeze") ? view_call(n).self : NULL;
    const Node *down = call && is_range(call, 1) ? axis_of_size(call->kid[1]) : NULL;
    if (axis && axis->integer == 1)
        mutation_add(m, n, arena_format(m->a, "%s[:, None]", text_with(m, n, axis, "0")),
                     "positions are counted down the batch, not along the words");
    if (down && down->integer == 0)
        mutation_add(m, n, text_with(m, call, down, "1"),
                     "positions are counted along the words, not down the batch");
}

/* --- sums, letters, names ------------------------------------------------------------------------- */

/* e.sum(-1, keepdim=True) <-> e.sum(), e.sum(-1) */
void axis_of_sum(Mutator *m, const Node *n)
{
    CallView v = view_call(n);
    if (!IS_CALL(n, "sum", "mean", "max", "amax", "logsumexp") || v.self->kind == NODE_GENERATOR)
        return;
    const char *head = arena_format(m->a, "%.*s", (int)(n->kid[0]->end - n->start),
                                    m->lesson->source + n->start);
    const char *x = v.first == 2 ? source_of(m, v.self) : "", *comma = v.first == 2 ? ", " : "";
    bool keeps = n->kids > v.first + 1;
    if (n->kids > v.first)
        mutation_add(m, n, arena_format(m->a, "%s(%s)", head, x),
                     "%s is of all numbers, not along one axis", v.name);
    else
        mutation_add(m, n, arena_format(m->a, "%s(%s%s-1, keepdim=True)", head, x, comma),
                     "%s is of each row, not of all numbers", v.name);
    if (n->kids == v.first + 1 && !keeps)
        mutation_add(m, n,
                     arena_format(m->a, "%.*s, keepdim=True)", (int)(n->end - 1 - n->start),
                                  m->lesson->source + n->start),
                     "%s keeps its axis (keepdim)", v.name);
}

/* The string that says which axis is which. */
static const Node *pattern_of(const Node *n, const char *name)
{
    const Node *found = NULL;
    CallView v = view_call(n);
    for (int i = 1; v.name && strcmp(v.name, name) == 0 && i < n->kids && !found; i++)
        found = n->kid[i]->kind == NODE_STRING ? n->kid[i] : NULL;
    return found;
}

/* einsum("bid,bjd->bij"): two letters that stand side by side, the other way round. */
void letters_exchanged(Mutator *m, const Node *n)
{
    const Node *pattern = pattern_of(n, "einsum");
    const char *old = pattern ? source_of(m, pattern) : "";
    for (int i = 1; old[0] && old[i] && old[i + 1]; i++) {
        bool letters = strchr(",->. \"'", old[i]) == NULL && strchr(",->. \"'", old[i + 1]) == NULL;
        if (letters && old[i] != old[i + 1])
            mutation_add(m, pattern,
                         arena_format(m->a, "%.*s%c%c%s", i, old, old[i + 1], old[i], old + i + 2),
                         "einsum has the axes %c%c in the place of %c%c", old[i + 1], old[i],
                         old[i], old[i + 1]);
    }
}

/* rearrange("b n (h d) -> ..."): columns lie in blocks, one for each head; (d h): in turns. */
void columns_in_turn(Mutator *m, const Node *n)
{
    const Node *pattern = pattern_of(n, "rearrange");
    const char *old = pattern ? source_of(m, pattern) : "", *open = strchr(old, '(');
    const char *blank = open ? strchr(open, ' ') : NULL, *close = open ? strchr(open, ')') : NULL;
    if (!blank || !close || blank > close)
        return;
    const char *first = arena_text(m->a, open + 1, (size_t)(blank - open - 1));
    const char *second = arena_text(m->a, blank + 1, (size_t)(close - blank - 1));
    mutation_add(m, pattern,
                 arena_format(m->a, "%.*s(%s %s%s", (int)(open - old), old, second, first, close),
                 "columns are cut as (%s %s), not as (%s %s)", second, first, first, second);
}

/* exp(s - m): another number that is subtracted, such as the maximum of this block alone. */
void name_in_exp(Mutator *m, const Node *n)
{
    const Node *x = IS_CALL(n, "exp") ? view_call(n).self : NULL;
    const Node *at = x && x->kind == NODE_BINARY && x->op == OP_SUB ? x->kid[1] : NULL;
    UnusedNames names = {.m = m, .at = n};
    if (!at || at->kind != NODE_NAME)
        return;
    names_before(&names);
    for (int i = 0; i < names.count; i++)
        if (may_replace(m, at->text, names.seen[i]))
            mutation_add(m, at, names.seen[i], "%s in place of %s", names.seen[i], at->text);
}
