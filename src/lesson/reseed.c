/* A walk over the tree: seeds are the argument of a call, inputs are lists in one, or tensors that a call fills. */
#include "lesson/reseed.h"

#include <math.h>
#include <string.h>

#include "lesson/code.h"
#include "lesson/phrase.h"

typedef struct Reseeder {
    Arena *a;
    const Lesson *lesson;
    const Run *run;
    const Node *statement;
    bool is_inside; /* of a function */
    int set;
    uint32_t state; /* of the numbers put in so far */
    bool is_seeded;
    const Node *import; /* of torch: where none is seeded a seed is set after it */
    Edit *out;
    int edits;
} Reseeder;

static void put_edit(Reseeder *r, size_t start, size_t end, const char *text)
{
    if (r->edits < RESEED_EDITS)
        r->out[r->edits++] = (Edit){.start = start, .end = end, .text = text};
}

/* --- numbers -------------------------------------------------------------------------------------- */

static double literal_value(const Node *n)
{
    double x = n->kind == NODE_INT ? (double)n->integer : n->number;
    return n->kind == NODE_UNARY ? -literal_value(n->kid[0]) : x;
}

static bool is_literal_number(const Node *n)
{
    bool is_sign = n->kind == NODE_UNARY && n->op == OP_NEG;
    return n->kind == NODE_INT || n->kind == NODE_FLOAT ||
           (is_sign && is_literal_number(n->kid[0]));
}

/* Facts about a list of numbers. */
typedef struct Numbers {
    int64_t count;
    double squares, least;
    bool has_point, has_other; /* than 0 and 1 */
} Numbers;

static bool look_at_list(const Node *n, Numbers *all)
{
    if (is_literal_number(n)) {
        double x = literal_value(n);
        const Node *digits = n->kind == NODE_UNARY ? n->kid[0] : n;
        all->has_point |= digits->kind == NODE_FLOAT;
        all->has_other |= !((x >= 0 && x <= 0) || (x >= 1 && x <= 1));
        all->least = all->count == 0 ? x : fmin(all->least, x);
        all->squares += x * x;
        all->count++;
        return true;
    }
    bool is_row = n->kind == NODE_LIST || n->kind == NODE_TUPLE;
    for (int i = 0; is_row && i < n->kids; i++)
        if (!look_at_list(n->kid[i], all))
            return false;
    return is_row && n->kids > 0;
}

/* Between -1 and 1. */
static double next_draw(Reseeder *r)
{
    r->state = r->state * 1664525u + 1013904223u;
    return (double)(r->state >> 8) / (double)(1 << 23) - 1;
}

/* Another number for x: near it in the first set, and in those after the second of the same size with any sign; what is all
 * above 0 remains so. The last set has the other sign of the one before it: what is positive by chance is not in both. */
static double other_number(Reseeder *r, const Numbers *all, double x)
{
    static const double kept[] = {1, 0.9, 0.6, 0, 0, 0}, moved[] = {0, 0.3, 0.7, 1.3, 1, 1.6};
    double size = sqrt(all->squares / (double)(all->count > 0 ? all->count : 1));
    size = size > 0 ? size : 1;
    double draw = r->set == RESEED_SETS ? -next_draw(r) : next_draw(r);
    if (all->least > 0)
        return x * kept[r->set] + size * (1 - kept[r->set]) * (0.1 + 1.6 * fabs(draw));
    double y = x * kept[r->set] + size * moved[r->set] * draw;
    return fabs(y) < 0.01 * size ? copysign(0.04 * size * (1 + fabs(draw)), draw) : y;
}

static void put_other_number(Reseeder *r, Buf *out, const Numbers *all, double x)
{
    double y = other_number(r, all, x);
    buf_printf(out, fabs(y) < 0.01 || fabs(y) >= 1e6 ? "%.6e" : "%.4f", y);
}

static void put_list(Reseeder *r, Buf *out, const Node *n, const Numbers *all)
{
    if (is_literal_number(n)) {
        put_other_number(r, out, all, literal_value(n));
        return;
    }
    bool is_tuple = n->kind == NODE_TUPLE;
    buf_putc(out, is_tuple ? '(' : '[');
    for (int i = 0; i < n->kids; i++) {
        buf_puts(out, i ? ", " : "");
        put_list(r, out, n->kid[i], all);
    }
    buf_puts(out, is_tuple ? ",)" : "]");
}

/* --- what hides ----------------------------------------------------------------------------------- */

/* Tells whether a tensor that the statement at hand gives is compared with something: what comes of it
 * hides cells, or chooses them. */
static bool is_hiding(const Reseeder *r)
{
    const Run *run = r->run;
    int s = run_statement_at(run, r->statement->statement->line);
    if (s >= run->statements)
        return false;
    for (int i = run->statement[s].first_step; i < run->tape->count; i++) {
        const QkvCall *c = &run->tape->step[i].call;
        for (int k = 0; k < c->count; k++) {
            int from = c->in[k]->step;
            bool is_own = from >= run->statement[s].first_step &&
                          from < run->statement[s + 1].first_step;
            if (is_own && c->out->dtype == QKV_BOOL)
                return true;
        }
    }
    return false;
}

static bool is_called_mask(const Reseeder *r)
{
    static const char *const words[] = {"mask", "look", "pad", "keep", "hid",
                                        "may",  "see",  "hot", "given"};
    const Node *n = r->statement, *name = n->kind == NODE_ASSIGN ? n->kid[0] : NULL;
    for (int i = 0; name && name->kind == NODE_NAME && i < COUNT(words); i++)
        if (strstr(name->text, words[i]))
            return true;
    return false;
}

/* --- inputs --------------------------------------------------------------------------------------- */

/* Tells whether a call makes floats whatever is typed in. */
static bool is_float_call(const Node *n, const char *source)
{
    for (int i = 1; n->kind == NODE_CALL && i < n->kids; i++) {
        const Node *kid = n->kid[i];
        bool is_type = kid->kind == NODE_KEYWORD && strcmp(kid->text, "dtype") == 0;
        for (size_t at = kid->start; is_type && at + 5 <= kid->end; at++)
            if (strncmp(source + at, "float", 5) == 0)
                return true;
    }
    return IS_CALL(n, "Tensor", "FloatTensor");
}

static bool put_typed(Reseeder *r, const Node *call, const Node *list)
{
    enum { MOST_NUMBERS = 4096 };
    Numbers all = {0};
    if (!look_at_list(list, &all) || all.count > MOST_NUMBERS)
        return false;
    if (!all.has_point && !is_float_call(call, r->lesson->source))
        return false;
    if (!all.has_other && (r->is_inside || all.count < 2 || is_called_mask(r) || is_hiding(r)))
        return false;
    Buf text = {.arena = r->a};
    put_list(r, &text, list, &all);
    put_edit(r, list->start, list->end, buf_text(&text));
    return true;
}

/* torch.eye(2), torch.zeros(2, 2, requires_grad=True): the tensor that it is, with other numbers. */
static void put_filled(Reseeder *r, const Node *call)
{
    enum { MOST_CELLS = 256 };
    const Run *run = r->run;
    int s = run_statement_at(run, r->statement->statement->line);
    const Node *last = call->kid[call->kids - 1];
    bool is_trained = last->kind == NODE_KEYWORD && strcmp(last->text, "requires_grad") == 0;
    bool has_other = last->kind == NODE_KEYWORD && !is_trained;
    if (s >= run->statements || has_other || is_called_mask(r) || is_hiding(r) ||
        !(IS_CALL(call, "eye") || is_trained))
        return;
    int step = run->statement[s].first_step;
    const QkvTensor *t = step < run->statement[s + 1].first_step ? run->tape->step[step].call.out
                                                                 : NULL;
    if (!t || t->dtype != QKV_FLOAT32 || t->count < 2 || t->count > MOST_CELLS || t->rank > 2)
        return;
    Numbers all = {.count = t->count};
    Buf text = {.arena = r->a};
    for (int64_t i = 0; i < t->count; i++)
        all.squares += qkv_tensor_at(t, i) * qkv_tensor_at(t, i);
    int64_t columns = t->size[t->rank - 1];
    buf_puts(&text, t->rank == 2 ? "torch.tensor([[" : "torch.tensor([");
    for (int64_t i = 0; i < t->count; i++) {
        buf_puts(&text, i == 0 ? "" : i % columns == 0 && t->rank == 2 ? "], [" : ", ");
        put_other_number(r, &text, &all, qkv_tensor_at(t, i));
    }
    buf_puts(&text, t->rank == 2 ? "]]" : "]");
    buf_puts(&text, is_trained ? ", requires_grad=True)" : ")");
    put_edit(r, call->start, call->end, buf_text(&text));
}

static void reseed_node(Reseeder *r, const Node *n)
{
    const Node *first = n->kind == NODE_CALL && n->kids > 1 ? n->kid[1] : NULL;
    if (first && first->kind == NODE_INT && IS_CALL(n, "manual_seed", "seed", "default_rng")) {
        put_edit(r, first->start, first->end,
                 arena_format(r->a, "%lld", (long long)first->integer + r->set));
        r->is_seeded = true;
    }
    if (first && IS_CALL(n, "tensor", "array", "Tensor", "FloatTensor") && put_typed(r, n, first))
        return;
    const Node *value = r->statement->kind == NODE_ASSIGN && !r->is_inside
                            ? code_value(r->statement)
                            : NULL;
    if (first && n == value && IS_CALL(n, "eye", "zeros", "ones"))
        put_filled(r, n);
    if (n == value && n->kind == NODE_LIST && put_typed(r, n, n))
        return;
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        if (kid && !kid->statement && kid->kind != NODE_BLOCK)
            reseed_node(r, kid);
    }
}

/* net.load_state_dict(..): without it a layer has the weights that were drawn, and no two layers have the same. */
static bool leave_drawn(Reseeder *r, const Node *n)
{
    enum { FIRST_DRAWN = 4 };
    const Node *call = n->kind == NODE_EXPRESSION ? n->kid[0] : NULL;
    bool is_loading = call && call->kind == NODE_CALL && call->kid[0]->kind == NODE_ATTRIBUTE &&
                      strcmp(call->kid[0]->text, "load_state_dict") == 0;
    if (is_loading && r->set >= FIRST_DRAWN)
        put_edit(r, n->start, n->end, "pass");
    return is_loading && r->set >= FIRST_DRAWN;
}

static void reseed_statement(void *context, const Node *n, const Node *function)
{
    Reseeder *r = context;
    r->statement = n;
    r->is_inside = function != NULL;
    bool is_torch = n->kind == NODE_IMPORT && n->kids == 1 && strcmp(n->kid[0]->text, "torch") == 0;
    if (is_torch && !function && !r->import)
        r->import = n;
    if (leave_drawn(r, n))
        return;
    if (n->kind != NODE_ASSERT)
        reseed_node(r, n);
}

int reseed_edits(Arena *a, const Lesson *lesson, const Run *run, int number, Edit *out)
{
    Reseeder r = {.a = a,
                  .lesson = lesson,
                  .run = run,
                  .set = number < RESEED_SETS ? number : RESEED_SETS,
                  .state = (uint32_t)(number == RESEED_SETS ? number - 1 : number) * 2654435761u,
                  .out = out};
    code_each(lesson, reseed_statement, &r);
    if (!r.is_seeded && qkv_has_assumed(run->q) && r.import && r.edits < RESEED_EDITS)
        out[r.edits++] = (Edit){.start = r.import->end,
                                .end = r.import->end,
                                .text = arena_format(a, "; torch.manual_seed(%d)", number),
                                .is_added = true};
    return r.edits;
}
