/* The rows look at one node at a time. What they put in its place is text, made of the texts of its
 * parts, so that a mistake reads as it would be written. */
#include "lesson/mutation.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/code.h"
#include "lesson/mutator.h"

enum { MOST = 4000 };

/* --- parts of the tree ---------------------------------------------------------------------------- */

const char *source_of(const Mutator *m, const Node *n)
{
    return arena_text(m->a, m->lesson->source + n->start, n->end - n->start);
}

const char *operand_of(const Mutator *m, const Node *n)
{
    bool simple = n->kind == NODE_NAME || n->kind == NODE_CALL || n->kind == NODE_ATTRIBUTE ||
                  n->kind == NODE_INDEX;
    return simple ? source_of(m, n) : arena_format(m->a, "(%s)", source_of(m, n));
}

const Node *value_named(const Mutator *m, const Node *n)
{
    const Node *maker = n->kind == NODE_NAME ? code_maker(m->lesson, m->function, n->text) : NULL;
    bool alone = maker && (maker->kind == NODE_ASSIGN ? maker->kids == 2 : false) &&
                 maker->kid[0]->kind == NODE_NAME && maker->start < n->start;
    return alone ? code_value(maker) : NULL;
}

/* --- adding --------------------------------------------------------------------------------------- */

/* New code for a place: in brackets where something is taken of what it makes. */
static const char *fit_in(const Mutator *m, const Node *n, const char *new)
{
    char after = m->lesson->source[n->end];
    bool is_taken_of = after == '.' || after == '[' || after == '(';
    return is_taken_of && code_is_open(new) ? arena_format(m->a, "(%s)", new) : new;
}

Mutation *mutation_add(Mutator *m, const Node *n, const char *new, const char *format, ...)
{
    static Mutation none;
    Buf sentence = {0};
    const char *old = source_of(m, n);
    va_list args;
    if (m->out.count >= MOST || strcmp(old, new) == 0)
        return &none;
    va_start(args, format);
    buf_vprintf(&sentence, format, args);
    va_end(args);
    Mutation x = {.rank = m->row,
                  .line = n->line,
                  .edits = 1,
                  .edit = {{.start = n->start, .end = n->end, .text = fit_in(m, n, new)}},
                  .old = old,
                  .new = new,
                  .sentence = arena_keep(m->a, &sentence)};
    arena_push(m->a, m->out.item, m->out.count, x);
    return &m->out.item[m->out.count - 1];
}

void mutation_also(Mutation *x, const Node *n, const char *new)
{
    if (x->edits > 0 && x->edits < MUTATION_EDITS)
        x->edit[x->edits++] = (Edit){.start = n->start, .end = n->end, .text = new};
}

/* --- softmax -------------------------------------------------------------------------------------- */

/* The integer that says along which axis a call works. */
static const Node *dim_of(const Node *n)
{
    CallView v = view_call(n);
    for (int i = v.first; i < n->kids; i++) {
        const Node *kid = n->kid[i], *value = kid->kind == NODE_KEYWORD ? kid->kid[0] : kid;
        bool is_dim = kid->kind != NODE_KEYWORD || strcmp(kid->text, "dim") == 0 ||
                      strcmp(kid->text, "axis") == 0;
        const Node *digits = value->kind == NODE_UNARY ? value->kid[0] : value;
        if (is_dim && digits->kind == NODE_INT)
            return value;
    }
    return NULL;
}

static const char *const other_dims[] = {"-2", "-1", "0", "1", "2", "-3"};

static void softmax_over_queries(Mutator *m, const Node *n)
{
    const Node *dim = is_softmax(n) ? dim_of(n) : NULL;
    if (dim && strcmp(source_of(m, dim), "-1") == 0)
        mutation_add(m, dim, "-2", "softmax runs over the queries, so the columns add up to 1");
}

static void softmax_over_another(Mutator *m, const Node *n)
{
    const Node *dim = is_softmax(n) ? dim_of(n) : NULL;
    for (int i = 0; dim && i < COUNT(other_dims); i++)
        mutation_add(m, dim, other_dims[i],
                     "softmax runs over another axis: dim=%s in place of dim=%s", other_dims[i],
                     source_of(m, dim));
}

const char *softmax_of(const Mutator *m, const Node *n, const char *what)
{
    const Node *self = view_call(n).self;
    const char *source = m->lesson->source;
    return arena_format(m->a, "%.*s%s%.*s", (int)(self->start - n->start), source + n->start, what,
                        (int)(n->end - self->end), source + self->end);
}

/* --- masks ---------------------------------------------------------------------------------------- */

static const char *inverse_of(const Mutator *m, const Node *n)
{
    if (n->kind == NODE_COMPARE && n->kids == 2 && (n->ops[0] == OP_EQ || n->ops[0] == OP_NE))
        return arena_format(m->a, "%s %s %s", source_of(m, n->kid[0]),
                            n->ops[0] == OP_EQ ? "!=" : "==", source_of(m, n->kid[1]));
    if (n->kind == NODE_UNARY && n->op == OP_INVERT)
        return source_of(m, n->kid[0]);
    return arena_format(m->a, "~%s", operand_of(m, n));
}

const Node *step_inside(const Mutator *m, const Node *n, bool (*is_step)(const Node *), int depth)
{
    enum { DEEPEST = 6 };
    if (!n || depth > DEEPEST || is_step(n))
        return depth > DEEPEST ? NULL : n;
    const Node *next = subject_of(n) ? subject_of(n) : value_named(m, n);
    return step_inside(m, next, is_step, depth + 1);
}

/* The text of what softmax gets without that step. */
static const char *without(const Mutator *m, const Node *n, const Node *step)
{
    const Node *subject = subject_of(n);
    if (n == step)
        return operand_of(m, subject);
    if (!subject)
        return without(m, value_named(m, n), step);
    const char *source = m->lesson->source;
    return arena_format(m->a, "%.*s(%s)%.*s", (int)(subject->start - n->start), source + n->start,
                        without(m, subject, step), (int)(n->end - subject->end),
                        source + subject->end);
}

/* Tells whether a name on the way to a step is made of itself, s = s / 2: then it stands for two values. */
static bool is_rebound(const Mutator *m, const Node *n, const Node *step)
{
    if (n == step)
        return false;
    const Node *value = subject_of(n) ? NULL : value_named(m, n);
    return value ? code_mentions(value, n->text) || is_rebound(m, value, step)
                 : is_rebound(m, subject_of(n), step);
}

/* Softmax without a step on the way to it; where that stands in a line of its own which cannot be
 * passed by, *line is the step: it goes there. */
static const char *softmax_without(const Mutator *m, const Node *n, const Node *step,
                                   const Node **line)
{
    const Node *self = view_call(n).self;
    *line = is_rebound(m, self, step) ? step : NULL;
    return *line ? source_of(m, n) : softmax_of(m, n, without(m, self, step));
}

/* ... put into a mutation. */
static void leave_out(const Mutator *m, Mutation *x, const Node *line)
{
    if (line)
        mutation_also(x, line, operand_of(m, subject_of(line)));
}

static void divided_late(Mutator *m, const Node *n)
{
    const Node *line, *self = is_softmax(n) ? view_call(n).self : NULL;
    const Node *inner = self ? step_inside(m, self, is_scaled, 0) : NULL;
    if (!inner)
        return;
    const char *softmax = softmax_without(m, n, inner, &line);
    leave_out(m,
              mutation_add(m, n,
                           arena_format(m->a, "%s %s %s", softmax, operator_text(inner->op),
                                        operand_of(m, inner->kid[1])),
                           "the weights are divided after softmax, not the scores before it"),
              line);
}

static bool is_masked(const Node *n)
{
    return phrase_mask(n, &(Parts){0});
}

/* softmax(x.masked_fill(c, -inf)) -> softmax(x).masked_fill(c, 0); NULL for no such thing. */
static const char *masked_late(const Mutator *m, const Node *n, const Node **line)
{
    const Node *self = is_softmax(n) ? view_call(n).self : NULL;
    const Node *mask = self ? step_inside(m, self, is_masked, 0) : NULL;
    Parts p = {0};
    if (!mask || !phrase_mask(mask, &p))
        return NULL;
    return arena_format(m->a, "%s.masked_fill(%s, 0)", softmax_without(m, n, mask, line),
                        source_of(m, p.y));
}

static void mask_late(Mutator *m, const Node *n)
{
    const Node *line;
    const char *late = masked_late(m, n, &line);
    if (late)
        leave_out(m,
                  mutation_add(m, n, late,
                               "the mask is applied after softmax: rows no longer add up to 1"),
                  line);
}

static void mask_late_shared(Mutator *m, const Node *n)
{
    const Node *line;
    const char *late = masked_late(m, n, &line);
    if (late)
        leave_out(m,
                  mutation_add(
                      m, n, arena_format(m->a, "(%s / %s.sum(dim=-1, keepdim=True))", late, late),
                      "the mask is applied after softmax, and the rows made to add up to 1 again"),
                  line);
}

static void triangle(Mutator *m, const Node *n)
{
    static const char *const offsets[] = {"-1", "0", "1", "2"};
    CallView v = view_call(n);
    if (!IS_CALL(n, "tril", "triu"))
        return;
    const char *x = source_of(m, v.self), *other = IS_CALL(n, "tril") ? "triu" : "tril";
    for (int i = 0; i < COUNT(offsets); i++)
        mutation_add(m, n, arena_format(m->a, "torch.%s(%s, %s)", v.name, x, offsets[i]),
                     "the triangle is off by one: it begins at diagonal %s", offsets[i]);
    mutation_add(m, n, arena_format(m->a, "torch.%s(%s)", other, x), "%s in place of %s", other,
                 v.name);
    mutation_add(m, n, arena_format(m->a, "torch.%s(%s, 1)", other, x), "%s in place of %s", other,
                 v.name);
}

/* --- heads and columns ---------------------------------------------------------------------------- */

/* x.view(b, n, heads, size).transpose(1, 2) -> x.view(b, heads, n, size) */
static void heads_cut(Mutator *m, const Node *n)
{
    const Node *self = IS_CALL(n, "transpose", "permute") ? view_call(n).self : NULL;
    if (!self || !IS_CALL(self, "view", "reshape") || self->kids < 4)
        return;
    int b = self->kids - 3; /* the axis of words: the third from the end */
    mutation_add(m, n,
                 arena_format(m->a, "%.*s%s, %s, %s)", (int)(self->kid[b]->start - self->start),
                              m->lesson->source + self->start, source_of(m, self->kid[b + 1]),
                              source_of(m, self->kid[b]), source_of(m, self->kid[b + 2])),
                 "heads are cut without transposing: words and heads are mixed up");
}

/* q, k, v = ...: every other order. */
static void unpacked_otherwise(Mutator *m, const Node *n)
{
    static const int orders[][3] = {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    if (n->kind != NODE_ASSIGN || n->kids != 2 || n->kid[0]->kind != NODE_TUPLE)
        return;
    const Node *t = n->kid[0];
    for (int i = 0; t->kids == 3 && i < COUNT(orders); i++)
        mutation_add(m, t,
                     arena_format(m->a, "%s, %s, %s", source_of(m, t->kid[orders[i][0]]),
                                  source_of(m, t->kid[orders[i][1]]),
                                  source_of(m, t->kid[orders[i][2]])),
                     "they are cut in another order");
    if (t->kids == 2)
        mutation_add(m, t,
                     arena_format(m->a, "%s, %s", source_of(m, t->kid[1]), source_of(m, t->kid[0])),
                     "they are cut in another order");
}

/* --- templates ------------------------------------------------------------------------------------ */

/* Puts a template: $x is a part as an operand, in brackets where it needs them, &x its text, &n that of
 * all, &i the condition y the other way round, &o the operator of n, and # a size. */
static const char *fill(const Mutator *m, const Node *n, const Parts *p, const char *form, int size)
{
    Buf out = {.arena = m->a};
    for (; *form; form++) {
        if (*form == '#')
            buf_printf(&out, "%d", size);
        if (*form == '#')
            continue;
        if (*form != '$' && *form != '&') {
            buf_putc(&out, *form);
            continue;
        }
        bool is_operand = *form++ == '$';
        const Node *part = *form == 'x' ? p->x : *form == 'y' ? p->y : *form == 'z' ? p->z : n;
        if (*form == 'o')
            buf_puts(&out, operator_text(n->op));
        else if (*form == 'i')
            buf_puts(&out, inverse_of(m, p->y));
        else
            buf_puts(&out, is_operand ? operand_of(m, part) : source_of(m, part));
    }
    return buf_text(&out);
}

/* --- operands ------------------------------------------------------------------------------------- */

static void note_name(UnusedNames *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->seen[i], name) == 0)
            return;
    if (names->count < COUNT(names->seen))
        names->seen[names->count++] = name;
}

const QkvTensor *tensor_named(const Run *run, const char *name)
{
    for (int i = run->tape->count - 1; i >= 0; i--) {
        const char *own = run->tape->step[i].group < 0 ? run->tape->step[i].name : NULL;
        if (own && strcmp(own, name) == 0)
            return run->tape->step[i].call.out;
    }
    return NULL;
}

bool may_replace(const Mutator *m, const char *name, const char *other)
{
    const QkvTensor *x = m->function ? NULL : tensor_named(m->run, name);
    const QkvTensor *y = m->function ? NULL : tensor_named(m->run, other);
    return m->function || (x && y && x->rank == y->rank);
}

static void collect_names(void *context, const Node *n, const Node *function)
{
    UnusedNames *names = context;
    int targets = n->kind == NODE_ASSIGN ? n->kids - 1 : 0;
    for (int i = 0; function == names->m->function && n->start < names->at->start && i < targets;
         i++) {
        const Node *t = n->kid[i];
        for (int k = 0; t->kind == NODE_TUPLE && k < t->kids; k++)
            if (t->kid[k]->kind == NODE_NAME)
                note_name(names, t->kid[k]->text);
        if (t->kind == NODE_NAME)
            note_name(names, t->text);
    }
}

void names_before(UnusedNames *names)
{
    code_each(names->m->lesson, collect_names, names);
}

/* A name in a product, in a call of a layer, or under a .T: another one in its place. */
static void another_name(Mutator *m, const Node *n)
{
    Parts p = {0};
    bool turned = phrase_product(n, &p) && is_transposed(p.y);
    const Node *place[] = {p.x, turned ? transposed_of(p.y) : p.y,
                           n->kind == NODE_CALL && n->kids == 2 ? n->kid[1] : NULL};
    for (int i = 0; i < COUNT(place); i++) {
        const Node *at = place[i];
        UnusedNames names = {.m = m, .at = n};
        if (!at || at->kind != NODE_NAME)
            continue;
        names_before(&names);
        for (int k = 0; k < names.count; k++)
            if (may_replace(m, at->text, names.seen[k]))
                mutation_add(m, at, names.seen[k], "%s in place of %s", names.seen[k], at->text);
    }
}

static void collect_layers(void *context, const Node *n, const Node *function)
{
    UnusedNames *names = context;
    (void)function;
    if (n->kind == NODE_ASSIGN && n->kid[0]->kind == NODE_ATTRIBUTE &&
        n->kid[0]->kid[0]->kind == NODE_NAME && strcmp(n->kid[0]->kid[0]->text, "self") == 0 &&
        n->kid[n->kids - 1]->kind == NODE_CALL)
        note_name(names, n->kid[0]->text);
}

/* self.W_key(x): another layer of the same object. */
static void another_layer(Mutator *m, const Node *n)
{
    Parts layer = {0};
    if (!phrase_layer(n, &layer))
        return;
    const Node *callee = layer.y;
    UnusedNames names = {.m = m, .at = n};
    code_each(m->lesson, collect_layers, &names);
    const char *self = callee->kid[0]->text;
    for (int i = 0; i < names.count; i++)
        mutation_add(m, callee, arena_format(m->a, "%s.%s", self, names.seen[i]),
                     "the layer %s is used in place of %s", names.seen[i], callee->text);
}

/* Arguments that are not handed on: net(x, mask) -> net(x). */
static void argument_lost(Mutator *m, const Node *n)
{
    if (n->kind != NODE_CALL || n->kids < 3 || is_namespace(n->kid[0]))
        return;
    const Node *last = n->kid[n->kids - 1];
    mutation_add(m, n,
                 arena_format(m->a, "%.*s)", (int)(n->kid[n->kids - 2]->end - n->start),
                              m->lesson->source + n->start),
                 "%s is not passed on", source_of(m, last));
}

/* --- order of statements -------------------------------------------------------------------------- */

typedef struct Draws {
    Mutator *m;
    const Node *found[16];
    int count;
} Draws;

/* Statements that make something of random numbers: a layer, rand, randn. */
static void collect_draws(void *context, const Node *n, const Node *function)
{
    static const char *const makers[] = {"Linear",    "Parameter", "rand",  "randn",
                                         "Embedding", "randint",   "normal"};
    Draws *d = context;
    const Node *value = n->kind == NODE_ASSIGN && n->kids == 2 ? n->kid[1] : NULL;
    CallView v = value ? view_call(value) : (CallView){0};
    for (int i = 0; v.name && function == d->m->function && i < COUNT(makers); i++)
        if (strcmp(v.name, makers[i]) == 0 && d->count < COUNT(d->found))
            d->found[d->count++] = n;
}

/* The statement in hand after a later one of its kind. */
static void drawn_otherwise(Mutator *m, const Node *n)
{
    Draws d = {.m = m};
    if (n->kind != NODE_ASSIGN)
        return;
    code_each(m->lesson, collect_draws, &d);
    int own = 0;
    while (own < d.count && d.found[own] != n)
        own++;
    for (int i = own + 1; i < d.count; i++) {
        const Node *other = d.found[i];
        const char *mine = source_of(m, n);
        Mutation *x = mutation_add(
            m, n, source_of(m, other),
            "%s is made before %s: random numbers are drawn in another order",
            source_of(m, other->kid[0]), source_of(m, n->kid[0]));
        mutation_also(x, other, mine);
    }
}

/* --- repeated heads, turned pairs, caches ----------------------------------------------------------- */

/* x.repeat_interleave(n, dim=d) of grouped queries: repeat gives the heads in another order. */
static void repeated_whole(Mutator *m, const Node *n)
{
    CallView v = view_call(n);
    if (!IS_CALL(n, "repeat_interleave") || !v.self || n->kids < v.first + 2)
        return;
    const Node *times = n->kid[v.first], *dim = n->kid[v.first + 1];
    dim = dim->kind == NODE_KEYWORD ? dim->kid[0] : dim;
    if (times->kind != NODE_KEYWORD)
        mutation_add(
            m, n,
            arena_format(m->a, "torch.cat([%s] * (%s), dim=%s)", source_of(m, v.self),
                         source_of(m, times), source_of(m, dim)),
            "repeat in place of repeat_interleave: heads are in the order 0 1 0 1, not 0 0 1 1");
}

/* torch.cat((f, f), dim=-1) of the angles of a rotary embedding. */
static void repeated_each(Mutator *m, const Node *n)
{
    CallView v = view_call(n);
    bool is_pair = IS_CALL(n, "cat") && v.self && v.self->kids == 2 &&
                   (v.self->kind == NODE_TUPLE || v.self->kind == NODE_LIST);
    if (!is_pair || strcmp(source_of(m, v.self->kid[0]), source_of(m, v.self->kid[1])) != 0)
        return;
    mutation_add(
        m, n, arena_format(m->a, "%s.repeat_interleave(2, dim=-1)", source_of(m, v.self->kid[0])),
        "each number is repeated side by side (repeat_interleave), not the whole row (cat)");
}

/* mask[S - T:S] and mask[-T:], the last rows: those of the newest queries. */
static void cut_from_front(Mutator *m, const Node *n)
{
    const Node *from = n->kind == NODE_SLICE ? n->kid[0] : NULL, *to = from ? n->kid[1] : NULL;
    bool is_last = from && !to && from->kind == NODE_UNARY && from->op == OP_NEG;
    bool is_end = from && to && from->kind == NODE_BINARY && from->op == OP_SUB &&
                  strcmp(source_of(m, from->kid[0]), source_of(m, to)) == 0;
    const Node *count = is_last ? from->kid[0] : is_end ? from->kid[1] : NULL;
    if (count)
        mutation_add(m, n, arena_format(m->a, ":%s", source_of(m, count)),
                     "the first are taken instead of the last: mask rows that belong to earlier "
                     "queries");
}

/* dropout(weights) @ values */
static void dropped_values(Mutator *m, const Node *n)
{
    Parts p = {0};
    const Node *call = phrase_product(n, &p) ? p.x : NULL;
    if (!call || call->kind != NODE_CALL || call->kids != 2 ||
        !strstr(source_of(m, call->kid[0]), "drop"))
        return;
    mutation_add(m, n,
                 arena_format(m->a, "%s @ %s(%s)", source_of(m, call->kid[1]),
                              source_of(m, call->kid[0]), source_of(m, p.y)),
                 "dropout falls on the values, not on the weights");
}

/* nn.Linear(.., bias=False) */
static void bias_left_in(Mutator *m, const Node *n)
{
    if (n->kind == NODE_KEYWORD && strcmp(n->text, "bias") == 0 && n->kid[0]->kind == NODE_FALSE)
        mutation_add(m, n, "bias=True", "the layer has a bias");
}

static void another_comparison(Mutator *m, const Node *n)
{
    static const struct {
        Operator op;
        const char *sign, *other;
    } signs[] = {{OP_LT, "<", "<="}, {OP_LE, "<=", "<"}, {OP_GT, ">", ">="}, {OP_GE, ">=", ">"}};
    for (int i = 0; n->kind == NODE_COMPARE && n->kids == 2 && i < COUNT(signs); i++)
        if (n->ops[0] == signs[i].op)
            mutation_add(m, n,
                         arena_format(m->a, "%s %s %s", source_of(m, n->kid[0]), signs[i].other,
                                      source_of(m, n->kid[1])),
                         "%s in place of %s", signs[i].other, signs[i].sign);
}

/* --- what is general ------------------------------------------------------------------------------ */

static void another_dim(Mutator *m, const Node *n)
{
    const Node *dim = n->kind == NODE_CALL && !is_softmax(n) && view_call(n).self ? dim_of(n)
                                                                                  : NULL;
    if (!IS_CALL(n, "sum", "mean", "max", "min", "argmax", "cat", "stack", "unsqueeze", "squeeze",
                 "split", "chunk", "var", "std", "norm", "cumsum", "size", "flatten"))
        dim = NULL;
    for (int i = 0; dim && i < COUNT(other_dims); i++)
        mutation_add(m, dim, other_dims[i], "%s works along another axis: %s in place of %s",
                     view_call(n).name, other_dims[i], source_of(m, dim));
}

static void another_size(Mutator *m, const Node *n)
{
    bool is_shape = n->kind == NODE_INDEX && n->kid[0]->kind == NODE_ATTRIBUTE &&
                    strcmp(n->kid[0]->text, "shape") == 0;
    for (int i = 0; is_shape && i < COUNT(other_dims); i++)
        mutation_add(m, n->kid[1], other_dims[i], "the size of another axis is taken");
}

static void another_constant(Mutator *m, const Node *n)
{
    if (n->kind == NODE_INT && n->integer >= 0 && n->integer < 1 << 20) {
        long long x = n->integer;
        mutation_add(m, n, arena_format(m->a, "%lld", x + 1), "%lld in place of %lld", x + 1, x);
        if (x > 0)
            mutation_add(m, n, arena_format(m->a, "%lld", x - 1), "%lld in place of %lld", x - 1,
                         x);
    }
    if (n->kind == NODE_TRUE || n->kind == NODE_FALSE)
        mutation_add(m, n, n->kind == NODE_TRUE ? "False" : "True", "%s in place of %s",
                     n->kind == NODE_TRUE ? "False" : "True",
                     n->kind == NODE_TRUE ? "True" : "False");
}

static void another_function(Mutator *m, const Node *n)
{
    static const char *const pairs[][2] = {{"sum", "mean"},
                                           {"mean", "sum"},
                                           {"max", "min"},
                                           {"zeros", "ones"},
                                           {"ones", "zeros"},
                                           {"softmax", "log_softmax"},
                                           {"softmax", "sigmoid"},
                                           {"relu", "tanh"},
                                           {"rand", "randn"},
                                           {"randn", "rand"},
                                           {"zeros", "randn"},
                                           {"randn", "zeros"},
                                           {"rms_norm", "layer_norm"},
                                           {"layer_norm", "rms_norm"},
                                           {"RMSNorm", "LayerNorm"},
                                           {"LayerNorm", "RMSNorm"}};
    const Node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
    for (int i = 0; callee && i < COUNT(pairs); i++) {
        size_t length = strlen(pairs[i][0]);
        if ((callee->kind != NODE_ATTRIBUTE && callee->kind != NODE_NAME) ||
            strcmp(callee->text, pairs[i][0]) != 0)
            continue;
        mutation_add(m, callee,
                     arena_format(m->a, "%.*s%s", (int)(callee->end - callee->start - length),
                                  m->lesson->source + callee->start, pairs[i][1]),
                     "%s in place of %s", pairs[i][1], pairs[i][0]);
    }
}

/* Tells whether a name is a function or an object of the lesson's own. */
static bool is_own(const Mutator *m, const char *name)
{
    return code_maker(m->lesson, NULL, name) || code_function(m->lesson, name, 0);
}

static void batch_first(Mutator *m, const Node *n)
{
    if (n->kind == NODE_CALL && n->kids >= 2 && n->kid[1]->kind == NODE_NAME && !m->function &&
        n->kid[0]->kind == NODE_NAME && is_own(m, n->kid[0]->text))
        mutation_add(m, n,
                     arena_format(m->a, "%.*s%s.transpose(0, 1)%.*s.transpose(0, 1)",
                                  (int)(n->kid[1]->start - n->start), m->lesson->source + n->start,
                                  n->kid[1]->text, (int)(n->end - n->kid[1]->end),
                                  m->lesson->source + n->kid[1]->end),
                     "batch and words are exchanged: words attend to other sentences");
}

static void statement_left_out(Mutator *m, const Node *n)
{
    if (n->kind == NODE_EXPRESSION && n->kid[0]->kind == NODE_CALL) {
        CallView v = view_call(n->kid[0]);
        bool eval = v.name && strcmp(v.name, "eval") == 0;
        mutation_add(m, n, "pass", "%s is left out%s", source_of(m, n),
                     eval ? ": dropout was left on" : "");
    }
    if (n->kind == NODE_AUGMENTED)
        mutation_add(m, n, "pass", "%s is left out", source_of(m, n));
    if (n->kind == NODE_ASSIGN && n->kids == 2 && n->kid[0]->kind == NODE_NAME &&
        n->kid[1]->kind != NODE_NAME && code_mentions(n->kid[1], n->kid[0]->text))
        mutation_add(m, n->kid[1], n->kid[0]->text, "this line is left out");
}

/* --- the table ------------------------------------------------------------------------------------ */

/* A row is a template, or a function where it takes more than that: what it looks for, which part of it
 * is replaced ('n' is all of it) and by what, and the sentence that says so. */
typedef struct MutationRow {
    View *view;
    char at;
    const char *new, *sentence;
    MutationMake *make;
    bool is_habit; /* made in one place, made in all that are alike */
} MutationRow;

/* clang-format off */
#define MADE(function) {.make = (function)}
/* clang-format on */
#define HABIT .is_habit = true

/* From those that say most to those that say least. */
static const MutationRow table[] = {
    MADE(softmax_over_queries),
    {phrase_scaled, 'n', "$x", "nothing is divided by &y"},
    MADE(divided_late),
    {phrase_mask, 'n', "$x", "the mask is not applied"},
    {phrase_condition, 'y', "&i",
     "the mask is inverted: it hides what it showed, and shows what it hid"},
    MADE(mask_late),
    {phrase_merged, 'x', "$y",
     "heads are merged without transposing back: words and heads are mixed up"},
    {phrase_transposed, 'n', "$x", "&x is not transposed"},
    {phrase_keys, 'z', "$y.reshape($y.shape[:-2] + ($y.shape[-1], $y.shape[-2]))",
     "&y is reshaped, not transposed: its numbers are in another order"},
    {.make = heads_cut, HABIT},
    {.make = heads_transposed, HABIT},
    {phrase_joined, 'x', "$x.transpose(1, 2).contiguous()",
     "words and heads are transposed back before heads are merged"},
    MADE(divided_early),
    MADE(mask_moved_early),
    MADE(result_kept),
    MADE(eval_put_in),
    MADE(labels_in_place),
    MADE(labels_shifted),
    MADE(dropout_moved),
    MADE(dropped_hidden),
    MADE(sink_moved),
    MADE(cap_moved),
    {.make = norm_moved, HABIT},
    {.make = pairs_or_halves, HABIT},
    MADE(colon_moved),
    MADE(positions_of_batch),
    MADE(positions_down),
    MADE(positions_of_mask),
    MADE(positions_in_turn),
    MADE(counted_by_one),
    MADE(last_taken),
    MADE(axis_of_sum),

    {phrase_softmax, 'n', "$x.flatten().softmax(0).reshape($x.shape)",
     "softmax runs over all numbers together"},
    {phrase_softmax, 'n', "$x.flatten(-2).softmax(-1).reshape($x.shape)",
     "softmax runs over queries and keys together"},
    {phrase_softmax, 'x', "&n", "softmax is taken twice"},
    {phrase_softmax, 'n', "$x", "this softmax is left out"},
    {phrase_scaled, 'n', "&n &o $y", "it is divided by &y twice"},
    {phrase_mask, 'z', "0", "hidden scores become 0, not -inf: softmax still gives them a weight"},
    {phrase_mask, 'z', "1e-9",
     "hidden scores become 1e-9, not -inf: softmax still gives them a weight"},
    {phrase_mask, 'z', "float('-inf')", "hidden scores become -inf"},
    {phrase_mask, 'z', "-1e9", "hidden scores become -1e9, not -inf"},
    {phrase_mask, 'z', "-1e4", "hidden scores become -10000, not -inf"},
    {phrase_mask, 'z', "-1e5", "hidden scores become -100000, not -inf"},
    {phrase_mask, 'z', "float('inf')", "hidden scores become +inf: the sign is missing"},
    {phrase_mask, 'z', "-1", "hidden scores become -1: not low enough"},
    {phrase_mask, 'z', "-10", "hidden scores become -10: not low enough"},
    MADE(mask_late_shared),
    {phrase_mask, 'n', "($x + (&i))", "the mask is added as 0 and 1, and hides nothing"},
    {phrase_mask, 'n', "($x + (&y))", "the mask is added as 0 and 1, and hides nothing"},
    {phrase_mask, 'n', "($x * (&i))",
     "the scores are multiplied by the mask: hidden ones become 0, not -inf"},
    {phrase_mask, 'y', "$y.transpose(-2, -1)", "the mask hides queries (rows), not keys (columns)"},
    MADE(triangle),
    {phrase_cut, 'n', "($x[..., 0::3], $x[..., 1::3], $x[..., 2::3])",
     "the columns of q, k and v are interleaved, not in blocks"},
    MADE(unpacked_otherwise),
    MADE(statement_left_out),
    {phrase_layer, 'n', "$x", "&y is not applied"},
    {phrase_layer, 'n', "($x @ &y.weight)",
     "the weight of &y is used the wrong way round: x @ W, not x @ W.T", HABIT},
    {phrase_layer, 'n', "($x @ &y.weight.T)", "&y has no bias", HABIT},
    {phrase_linear, 'n', "($x @ $y)",
     "the weight &y is used the wrong way round: x @ W, not x @ W.T", HABIT},
    {phrase_linear_bias, 'n', "($x @ $y + $z)",
     "the weight &y is used the wrong way round: x @ W, not x @ W.T", HABIT},
    {phrase_linear_bias, 'n', "($x @ $y.T)", "there is no bias &z", HABIT},
    {phrase_reshaped, 'z', "$y.transpose(-2, -1)", "&y is transposed, not reshaped"},
    MADE(projected_apart),
    {.make = columns_in_turn, HABIT},
    MADE(letters_exchanged),
    MADE(weights_untied),
    MADE(name_in_exp),
    MADE(mask_put_in),
    MADE(another_layer),
    MADE(another_name),
    MADE(repeated_whole),
    MADE(repeated_each),
    MADE(cut_from_front),
    MADE(dropped_values),
    {.make = bias_left_in, HABIT},
    MADE(drawn_otherwise),
    MADE(argument_lost),
    MADE(batch_first),
    MADE(softmax_over_another),
    {phrase_scaled, 'n', "$x / # ** 0.5", "it is divided by the root of #, not by &y"},
    {phrase_scaled, 'n', "$x / #", "it is divided by #, not by &y"},
    {phrase_divided, 'n', "$x * $y", "it is multiplied by &y, not divided"},
    {phrase_keys, 'n', "(&n) / # ** 0.5", "the product is divided by the root of #"},
    {phrase_einsum, 'n', "(&n) / # ** 0.5", "the product is divided by the root of #"},
    {phrase_softmax, 'x', "$x / # ** 0.5", "the scores are divided by the root of #"},
    {phrase_embedded, 'n', "(&n) * # ** 0.5", "&n is multiplied by the root of #"},
    {phrase_softmax, 'n', "$x.sigmoid()", "sigmoid in place of softmax"},
    {phrase_sigmoid, 'n', "$x.softmax(-1)", "softmax in place of sigmoid"},
    {phrase_softmax, 'n', "$x.exp()", "exp alone: not divided by the sum of the row"},
    {phrase_exp, 'x', "$x - $x.amax(-1, keepdim=True)",
     "the largest number of a row is subtracted before exp alone"},
    {phrase_exp, 'n', "$x.softmax(-1)", "softmax in place of exp: divided by the sum of the row"},
    {phrase_loss, 'x', "$x.softmax(-1)",
     "the loss gets weights of softmax, not scores: it takes "
     "softmax itself"},
    {phrase_dropout, 'n', "$x", "there is no dropout"},
    {phrase_ones, 'n', "&n.tril()", "the ones are cut to a triangle"},
    MADE(counted_from),
    {phrase_keys, 'n', "$y @ $x.transpose(-2, -1)", "&x and &y are swapped"},
    {phrase_right, 'n', "$y @ $x", "&x and &y are swapped"},
    {phrase_right, 'y', "$y.transpose(-2, -1)", "&y is transposed", HABIT},
    {phrase_left, 'x', "$x.transpose(-2, -1)", "&x is transposed"},
    {phrase_product, 'n', "$x * $y", "* multiplies cell by cell, in place of the matrix product"},
    {phrase_choice, 'x', "not (&x)", "the condition is inverted"},
    {phrase_choice, 'x', "True", "the condition always holds"},
    {phrase_choice, 'x', "False", "the condition never holds"},
    MADE(another_dim),
    MADE(another_size),
    MADE(another_function),
    {phrase_plus, 'n', "$x", "+ &y is left out"},
    {phrase_plus, 'n', "$y", "&x is left out"},
    {phrase_minus, 'n', "$x", "- &y is left out"},
    {phrase_times, 'n', "$x", "* &y is left out"},
    {phrase_times, 'n', "$y", "&x is left out"},
    {phrase_plus, 'n', "$x - $y", "- in place of +"},
    {phrase_minus, 'n', "$x + $y", "+ in place of -"},
    {phrase_times, 'n', "$x + $y", "+ in place of *"},
    {phrase_times, 'n', "$x @ $y", "the matrix product in place of *, cell by cell"},
    {phrase_times, 'n', "$x / $y", "/ in place of *"},
    {phrase_over, 'n', "$x * $y", "* in place of /"},
    {phrase_power, 'n', "$x * $y", "* in place of **"},
    {phrase_method, 'n', "$x", "&y is left out"},
    {phrase_function, 'n', "$x", "&y is left out"},
    MADE(another_comparison),
    MADE(another_constant),
};

static void make_row(Mutator *m, const Node *n)
{
    Parts p = {0};
    if (m->row >= COUNT(table)) {
        mutation_wide[m->row - COUNT(table)](m, n);
        return;
    }
    const MutationRow *row = &table[m->row];
    if (row->make)
        row->make(m, n);
    if (!row->view || !row->view(n, &p))
        return;
    const Node *at = row->at == 'x' ? p.x : row->at == 'y' ? p.y : row->at == 'z' ? p.z : n;
    bool has_size = strchr(row->new, '#') != NULL;
    for (int i = 0; i < (has_size ? m->sizes : 1); i++) {
        int size = has_size ? (int)m->size[i] : 0;
        mutation_add(m, at, fill(m, n, &p, row->new, size), "%s",
                     fill(m, n, &p, row->sentence, size));
    }
}

/* All that the row in hand has found, from the first on, as one mistake. */
static void add_everywhere(Mutator *m, int first)
{
    int count = m->out.count - first;
    if (m->row >= COUNT(table) || !table[m->row].is_habit || count < 2 || count > MUTATION_EDITS)
        return;
    Mutation all = m->out.item[first];
    Buf sentence = {.arena = m->a};
    buf_puts(&sentence, all.sentence);
    for (int i = 1, line = all.line, told = 0; i < count; i++) {
        const Mutation *other = &m->out.item[first + i];
        all.edit[i] = other->edit[0];
        if (other->line != line)
            buf_printf(&sentence, "%s %s", told++ ? " and" : "; and so in",
                       lesson_line_text(m->a, m->lesson, other->line));
        line = other->line;
    }
    all.edits = count;
    all.sentence = buf_text(&sentence);
    arena_push(m->a, m->out.item, m->out.count, all);
}

/* --- the walk ------------------------------------------------------------------------------------- */

/* Long lists of numbers are data: a mistake in them is no mistake of the code. */
static bool is_data(const Node *n)
{
    return n->kind == NODE_LIST && n->kids > 0 &&
           (n->kid[0]->kind == NODE_LIST || n->kid[0]->kind == NODE_FLOAT ||
            n->kid[0]->kind == NODE_INT || n->kid[0]->kind == NODE_UNARY);
}

static void look(Mutator *m, const Node *n)
{
    bool is_sign = n->kind == NODE_UNARY && n->kid[0]->kind == NODE_INT; /* -1 is no 1 */
    make_row(m, n);
    for (int i = 0; i < n->kids && !is_data(n) && !is_sign; i++) {
        const Node *kid = n->kid[i];
        if (kid && !kid->statement && kid->kind != NODE_BLOCK && kid->kind != NODE_EXCEPT &&
            kid->kind != NODE_BASES)
            look(m, kid);
    }
}

/* Statements outside of functions count when the result depends on them, or may: those that make no tensor,
 * of which objects and sizes come; in functions all do. */
static void look_at(void *context, const Node *n, const Node *function)
{
    Mutator *m = context;
    const Run *run = m->run;
    if (m->end > 0) {
        m->function = function;
        m->statement = n;
        if (n->start >= m->start && n->end <= m->end)
            look(m, n);
        return;
    }
    int i = run_statement_at(run, n->statement->line);
    bool is_there = i < run->statements && run->statement[i].first <= n->statement->line;
    if (n->kind == NODE_IMPORT || n->kind == NODE_FROM || n->kind == NODE_CLASS)
        return;
    bool is_silent = is_there && run->statement[i].first_step == run->statement[i + 1].first_step;
    if (!function && !(is_there && m->reached[i]) && !is_silent && n->kind != NODE_EXPRESSION)
        return;
    m->function = function;
    m->statement = n;
    look(m, n);
}

/* Finds which statements of the run a step depends on. */
static const bool *reached_from(Arena *a, const Run *run, int step)
{
    bool *needed = arena_many(a, (size_t)run->tape->count + 1, bool);
    bool *reached = arena_many(a, (size_t)run->statements + 1, bool);
    needed[step] = true;
    for (int i = step; i >= 0; i--) {
        const QkvStep *s = &run->tape->step[i];
        if (!needed[i])
            continue;
        reached[s->tag] = true;
        for (int k = 0; k < s->call.count; k++)
            if (s->call.in[k]->step >= 0)
                needed[s->call.in[k]->step] = true;
    }
    return reached;
}

static void note_size(Mutator *m, int64_t size)
{
    for (int i = 0; i < m->sizes; i++)
        if (m->size[i] == size)
            return;
    if (m->sizes < MOST_SIZES && size > 1)
        m->size[m->sizes++] = size;
}

static int compare_mutations(const void *a, const void *b)
{
    const Mutation *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->edit[0].start > y->edit[0].start) - (x->edit[0].start < y->edit[0].start);
}

static bool is_same_edit(const Edit *x, const Edit *y)
{
    return x->start == y->start && x->end == y->end && strcmp(x->text, y->text) == 0;
}

/* The same code in the same place by another row says no more. */
static void drop_repeated(Mutations *all)
{
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        const Mutation *x = &all->item[i];
        bool again = false;
        for (int k = 0; k < kept && !again; k++) {
            const Mutation *y = &all->item[k];
            again = x->edits == y->edits;
            for (int e = 0; again && e < x->edits; e++)
                again = is_same_edit(&x->edit[e], &y->edit[e]);
        }
        if (!again)
            all->item[kept++] = *x;
    }
    all->count = kept;
}

static void note_sizes(Mutator *m, int steps)
{
    for (int i = 0; i < steps; i++)
        for (int d = 0; d < m->run->tape->step[i].call.out->rank; d++)
            note_size(m, m->run->tape->step[i].call.out->size[d]);
}

static Mutations mutations_by(Mutator *m, int rows)
{
    for (m->row = 0; m->row < rows; m->row++) {
        int first = m->out.count;
        code_each(m->lesson, look_at, m);
        add_everywhere(m, first);
    }
    if (m->out.count > 0)
        qsort(m->out.item, (size_t)m->out.count, sizeof *m->out.item, compare_mutations);
    drop_repeated(&m->out);
    return m->out;
}

Mutations mutations_of(Arena *a, const Lesson *lesson, const Run *run, int step)
{
    Mutator m = {.a = a, .lesson = lesson, .run = run, .reached = reached_from(a, run, step)};
    note_sizes(&m, step + 1);
    return mutations_by(&m, COUNT(table));
}

/* --- for lines that are asked for ----------------------------------------------------------------- */

static bool is_within(const Mutation *x, size_t start, size_t end)
{
    for (int i = 0; i < x->edits; i++)
        if (x->edit[i].start < start || x->edit[i].end > end)
            return false;
    return true;
}

Mutations mutations_within(Arena *a, const Lesson *lesson, const Run *run, size_t start, size_t end)
{
    Mutator m = {.a = a, .lesson = lesson, .run = run, .start = start, .end = end};
    note_sizes(&m, run->tape->count);
    Mutations all = mutations_by(&m, COUNT(table) + mutation_wides);
    int kept = 0;
    for (int i = 0; i < all.count; i++) {
        all.item[i].is_wide = all.item[i].rank >= COUNT(table) + MUTATION_PLAIN;
        if (is_within(&all.item[i], start, end))
            all.item[kept++] = all.item[i];
    }
    all.count = kept;
    return all;
}
