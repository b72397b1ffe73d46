/* The terms of a cell in words: of each side which row, column or single number they are. */
#include "tell/arithmetic.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/number.h"
#include "tell/tell.h"

enum { TERMS_MOST = 1 << 16 }; /* of so many it is said which they are */

typedef struct Hint {
    Arena *a;
    const Lens *l;
    const Run *run;
    const QkvCall *call;
    const QkvTerms *terms;
} Hint;

static QkvSource side_of(const Hint *h, int64_t i, bool is_b)
{
    QkvTerm t = qkv_term(h->terms, i);
    return is_b ? t.b : t.a;
}

/* A number by its name; one that no step made as it is. */
static const char *cell_words(const Hint *h, QkvSource s)
{
    int64_t cell;
    const QkvTensor *t = arithmetic_origin(h->a, h->run, h->call, s, &cell);
    return t ? explain_cell(h->a, h->run, t, cell)
             : lens_number(h->a, h->l, h->call->out->step, h->call->in[s.operand]);
}

/* The axis along which the terms of a side go on: -1 for none, one number; the rank for more than one. */
static int axis_of(const Hint *h, const QkvTensor *t, bool is_b, int64_t count)
{
    int found = -1;
    int64_t first[QKV_MAX_RANK], at[QKV_MAX_RANK];
    qkv_tensor_index(t, side_of(h, 0, is_b).cell, first);
    for (int64_t i = 1; i < count && found < t->rank; i++) {
        if (side_of(h, i, is_b).operand != side_of(h, 0, is_b).operand)
            return t->rank;
        qkv_tensor_index(t, side_of(h, i, is_b).cell, at);
        for (int d = 0; d < t->rank; d++)
            if (at[d] != first[d] && d != found)
                found = found < 0 ? d : t->rank;
    }
    return found;
}

/* "row x1 of q[s0]", "column k2 of w", "x" as a whole. */
static const char *line_words(const Hint *h, const QkvTensor *t, int64_t cell, int axis)
{
    const char *name = explain_name(h->a, h->run, t);
    int other = axis == t->rank - 1 ? t->rank - 2 : t->rank - 1;
    int64_t at[QKV_MAX_RANK];
    if (t->rank < 2)
        return name;
    Buf text = {.arena = h->a};
    qkv_tensor_index(t, cell, at);
    buf_printf(&text, "%s %s of %s", other == t->rank - 2 ? "row" : "column",
               matrix_own_name(h->a, t, other, at[other], cell), name);
    for (int d = 0; d < t->rank - 2; d++)
        buf_printf(&text, "%s%s", d ? ", " : "[", matrix_own_name(h->a, t, d, at[d], cell));
    buf_puts(&text, t->rank > 2 ? "]" : "");
    return buf_text(&text);
}

/* Names what one side of the first `count` terms is. */
static const char *side_words(const Hint *h, bool is_b, int64_t count)
{
    QkvSource first = side_of(h, 0, is_b);
    const QkvTensor *t = h->call->in[first.operand];
    int axis = count > TERMS_MOST ? t->rank : axis_of(h, t, is_b, count);
    if (axis < 0)
        return cell_words(h, first);
    if (axis == t->rank || axis < t->rank - 2)
        return arena_format(h->a, "%lld numbers of %s", (long long)count,
                            explain_name(h->a, h->run, t));
    const char *line = line_words(h, t, first.cell, axis);
    return count == t->size[axis]
               ? line
               : arena_format(h->a, "%lld numbers of %s", (long long)count, line);
}

/* The terms of a cell in words, "matmul of row x1 of q and column x2 of k.T": it tells none of them, nor which was chosen. */
static const char *hint_words(Arena *a, const Lens *l, int step, const QkvTerms *terms)
{
    const QkvCall *call = &l->run->tape->step[step].call;
    const Hint h = {.a = a, .l = l, .run = l->run, .call = call, .terms = terms};
    if (terms->how == QKV_HOW_CHOICE)
        return "one of several: which one is not shown yet";
    if (terms->count == 0)
        return "this number is made of no other";
    bool is_pair = side_of(&h, 0, true).operand >= 0;
    bool ends_alone = is_pair && side_of(&h, terms->count - 1, true).operand < 0; /* a * b + c */
    int64_t count = terms->count - ends_alone;
    Buf text = {.arena = a};
    buf_printf(&text, "%s of %s", qkv_written(call->op), side_words(&h, false, count));
    if (is_pair)
        buf_printf(&text, " and %s", side_words(&h, true, count));
    if (ends_alone)
        buf_printf(&text, ", and then plus %s", cell_words(&h, side_of(&h, count, false)));
    return buf_text(&text);
}

/* "exp(4 - 16) / (exp(4 - 16) + exp(16 - 16)) = ?"; NULL where that would tell the number itself. */
static const char *hint_arithmetic(Arena *a, const Lens *l, int step, int64_t cell,
                                   const QkvTerms *terms)
{
    enum { MOST = 6 };
    Buf text = {.arena = a};
    Arithmetic told = {.a = a, .l = l, .most = MOST, .asks = true, .to = &text};
    bool is_it = terms->how == QKV_HOW_COPY || terms->how == QKV_HOW_CHOICE ||
                 terms->how == QKV_HOW_GIVEN || terms->count == 0;
    if (is_it || !lens_shows_terms(l, step, cell))
        return NULL;
    arithmetic(&told, l->run->tape->step[step].call.out, cell, terms);
    buf_puts(&text, " = ?");
    return buf_text(&text);
}

const char *tell_hint(Arena *a, const Lens *l, int step, int64_t cell, int strength)
{
    QkvTerms terms = lens_terms(l, step, cell, a);
    if (strength == 1)
        return hint_words(a, l, step, &terms);
    return strength == 2 ? hint_arithmetic(a, l, step, cell, &terms) : NULL;
}
