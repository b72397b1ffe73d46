/* Aligning is finding the best of all ways to pair two lists in order, by a table; why a pair differs
 * is found by the kernels of the steps, run on other operands. */
#include "lesson/compare.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "core/print.h"
#include "lesson/placed.h"

/* --- two tensors ---------------------------------------------------------------------------------- */

static bool same_bits(const QkvTensor *a, const QkvTensor *b)
{
    size_t size = (size_t)a->count * qkv_dtype_size(a->dtype);
    return a->dtype == b->dtype && qkv_tensor_same_shape(a, b) &&
           (size == 0 || memcmp(a->data.raw, b->data.raw, size) == 0);
}

/* The formats of both tensors, and room for a cell of each in one of them. */
typedef struct NumberText {
    PrintStyle style[2];
    Buf text[2];
} NumberText;

/* A float times 10 to the 4th is exact in a double, and so is what it is rounded to. */
static bool rounded_differ(double x, double y, double unit)
{
    return rint(x * unit) != rint(y * unit) || !signbit(x) != !signbit(y);
}

static bool written_differ(NumberText *d, PrintStyle style, int decimals, const QkvTensor *a,
                           const QkvTensor *b, int64_t cell)
{
    buf_clear(&d->text[0]);
    buf_clear(&d->text[1]);
    print_cell(&d->text[0], style, decimals, a, cell);
    print_cell(&d->text[1], style, decimals, b, cell);
    return strcmp(buf_text(&d->text[0]), buf_text(&d->text[1])) != 0;
}

/* Tells whether two cells are printed with other digits, in the format of either tensor. They are only written
 * where that is not seen without. */
static bool digits_differ(NumberText *d, const QkvTensor *a, const QkvTensor *b, int64_t cell)
{
    enum { DECIMALS = 4 };
    static const double powers = 1e4, unit = 1.001e-4; /* the last digit's, and a little */
    double x = qkv_tensor_at(a, cell), y = qkv_tensor_at(b, cell);
    if (x == y || (isnan(x) && isnan(y)))
        return false;
    for (int i = 0; i < 2; i++) {
        PrintMode mode = d->style[i].mode;
        if (mode == PRINT_FIXED || mode == PRINT_POINT
                ? rounded_differ(x, y, mode == PRINT_FIXED ? powers : 1)
                : fabs(x - y) > unit * fmax(fabs(x), fabs(y)) ||
                      written_differ(d, d->style[i], DECIMALS, a, b, cell))
            return true;
    }
    return false;
}

double compare_distance(const QkvTensor *a, const QkvTensor *b, int64_t cell)
{
    double x = qkv_tensor_at(a, cell), y = qkv_tensor_at(b, cell), d = fabs(x - y);
    if (x == y || (isnan(x) && isnan(y)))
        return 0;
    return isnan(d) ? (double)INFINITY : d;
}

CompareRow compare_tensors(Arena *arena, const QkvTensor *a, const QkvTensor *b,
                           const QkvTensor **placed)
{
    const QkvTensor *at = tensor_placed(arena, a, b);
    CompareRow row = compare_cells(at, b, NULL);
    if (at != a && row.state <= ROW_BITS && !same_bits(a, b))
        row.state = ROW_MOVED;
    if (placed)
        *placed = at;
    return row;
}

CompareRow compare_cells(const QkvTensor *a, const QkvTensor *b, unsigned char *differs)
{
    CompareRow row = {.state = ROW_SAME};
    if (!qkv_tensor_same_shape(a, b) || a->dtype != b->dtype)
        return (CompareRow){.state = ROW_SHAPE};
    if (same_bits(a, b))
        return row;
    NumberText d = {.style = {print_style(a, &print_default), print_style(b, &print_default)}};
    for (int64_t i = 0; i < a->count; i++) {
        if (!digits_differ(&d, a, b, i))
            continue;
        if (differs)
            differs[i] = 1;
        if (row.differ++ == 0 || compare_distance(a, b, i) > compare_distance(a, b, row.cell))
            row.cell = i;
    }
    buf_release(&d.text[0]);
    buf_release(&d.text[1]);
    row.state = row.differ > 0 ? ROW_CELLS : ROW_BITS;
    return row;
}

/* --- aligning ------------------------------------------------------------------------------------- */

/* "w_query" and "W_query", "WQuery". */
static bool names_alike(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, "_");
        b += strspn(b, "_");
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (!*a)
            return true;
    }
}

/* How well two results fit: a name says more than all that come after it. */
static int fit(const Results *left, int i, const Results *right, int j, const Run *a, const Run *b)
{
    enum { BY_NAME = 16, ALIKE = 8, BY_BITS = 3, BY_SHAPE = 1 };
    const Result *x = &left->item[i], *y = &right->item[j];
    bool unnamed = !*x->name && !*y->name;
    if (x->kind != y->kind)
        return *x->name && strcmp(x->name, y->name) == 0 ? ALIKE : 0;
    if (!unnamed && strcmp(x->name, y->name) == 0)
        return BY_NAME;
    if (!unnamed && names_alike(x->name, y->name))
        return ALIKE;
    if (x->kind != RESULT_TENSOR)
        return unnamed ? BY_SHAPE : 0;
    if (x->tensor->count > 1 && same_bits(x->tensor, y->tensor))
        return BY_BITS;
    bool same_op = x->step >= 0 && y->step >= 0 &&
                   a->tape->step[x->step].call.op == b->tape->step[y->step].call.op;
    return (same_op || unnamed) && qkv_tensor_same_shape(x->tensor, y->tensor) ? BY_SHAPE : 0;
}

/* The same result with another tensor. */
static const Result *result_of(Arena *arena, const Result *a, const QkvTensor *t)
{
    Result *r = arena_new(arena, Result);
    *r = *a;
    r->tensor = t;
    return t == a->tensor ? a : r;
}

static void add_compare_row(Comparison *c, const Result *a, const Result *b)
{
    CompareRow row = {.a = a, .b = b, .state = !a ? ROW_RIGHT : ROW_LEFT};
    const QkvTensor *placed = NULL;
    if (a && b && a->kind != b->kind)
        row.state = ROW_KIND;
    else if (a && b && a->kind == RESULT_TEXT)
        row.state = strcmp(a->text, b->text) == 0 ? ROW_SAME : ROW_TEXT;
    else if (a && b)
        row = compare_tensors(&c->arena, a->tensor, b->tensor, &placed);
    if (placed)
        a = result_of(&c->arena, a, placed);
    row.a = a;
    row.b = b;
    arena_push(&c->arena, c->row, c->rows, row);
}

/* best[i * (m + 1) + j] is how well the lists from i and from j on fit in the best way. */
static void align_by_table(Comparison *c, const Results *a, const Results *b)
{
    Arena scratch = {0};
    size_t width = (size_t)b->count + 1;
    int *best = arena_many(&scratch, ((size_t)a->count + 1) * width, int);
    for (int i = a->count - 1; i >= 0; i--)
        for (int j = b->count - 1; j >= 0; j--) {
            int *at = &best[(size_t)i * width + (size_t)j], pair = fit(a, i, b, j, c->a, c->b);
            *at = max_int(at[width], at[1]);
            if (pair > 0)
                *at = max_int(*at, at[width + 1] + pair);
        }
    for (int i = 0, j = 0; i < a->count || j < b->count;) {
        const int *at = &best[(size_t)i * width + (size_t)j];
        int pair = i < a->count && j < b->count ? fit(a, i, b, j, c->a, c->b) : 0;
        if (pair > 0 && *at == at[width + 1] + pair)
            add_compare_row(c, &a->item[i++], &b->item[j++]);
        else if (j == b->count || (i < a->count && *at == at[width]))
            add_compare_row(c, &a->item[i++], NULL);
        else
            add_compare_row(c, NULL, &b->item[j++]);
    }
    arena_release(&scratch);
}

/* Lists too long for a table are paired in their order. */
static void align_in_order(Comparison *c, const Results *a, const Results *b)
{
    for (int i = 0; i < a->count || i < b->count; i++) {
        bool pair = i < a->count && i < b->count && strcmp(a->item[i].name, b->item[i].name) == 0;
        if (i < a->count)
            add_compare_row(c, &a->item[i], pair ? &b->item[i] : NULL);
        if (i < b->count && !pair)
            add_compare_row(c, NULL, &b->item[i]);
    }
}

/* --- why a row differs ---------------------------------------------------------------------------- */

/* Results that the steps of the second run make of the results of the first. */
typedef struct Asker {
    Arena *a;
    const Run *run;            /* the second                                              */
    const QkvTensor **value;   /* of each of its steps: what it would be; NULL: not known */
    const QkvTensor **partner; /* the first run's result that it is aligned with, or NULL */
    bool *is_used;             /* by a later step                                         */
} Asker;

static const QkvTensor *asker_value(const Asker *k, const QkvTensor *t)
{
    return t->step >= 0 ? k->value[t->step] : t;
}

static bool fits_other(const QkvTensor *now, const QkvTensor *then)
{
    return now && now->dtype == then->dtype && qkv_tensor_same_shape(now, then);
}

/* The step again, with what its operands would be; NULL when they do not fit, and for a draw from others:
 * the tape keeps no generator. */
static const QkvTensor *ask(const Asker *k, int step, bool *other_operands)
{
    const QkvCall *c = &k->run->tape->step[step].call;
    const QkvTensor **in = arena_many(k->a, (size_t)c->count + 1, const QkvTensor *);
    *other_operands = false;
    for (int i = 0; i < c->count; i++) {
        in[i] = asker_value(k, c->in[i]);
        if (!fits_other(in[i], c->in[i])) {
            *other_operands = true;
            return NULL;
        }
        *other_operands = *other_operands || !same_bits(in[i], c->in[i]);
    }
    if (!*other_operands || !c->op->kernel)
        return c->out;
    if (c->op->how == QKV_HOW_GIVEN)
        return NULL;
    QkvCall again = *c;
    again.in = in;
    again.memory = k->a;
    again.out = arena_new(k->a, QkvTensor);
    *again.out = *c->out;
    again.out->data.raw = arena_array(k->a, (size_t)c->out->count + 1,
                                      qkv_dtype_size(c->out->dtype));
    c->op->kernel(&again);
    return again.out;
}

static void answer_row(CompareRow *row, const QkvTensor *asked, bool other_operands)
{
    if (!asked)
        return;
    bool own = !same_bits(asked, row->a->tensor);
    row->cause = !own ? CAUSE_INHERITED : other_operands ? CAUSE_ALSO_OWN : CAUSE_OWN;
}

static void find_used(Asker *k, const QkvTape *tape)
{
    for (int i = 0; i < tape->count; i++)
        for (int operand = 0; operand < tape->step[i].call.count; operand++)
            if (tape->step[i].call.in[operand]->step >= 0)
                k->is_used[tape->step[i].call.in[operand]->step] = true;
}

/* A row's results with everything that it is made of, back to the row before, are asked for; what one
 * row inherits does not reach the next, which begins with the first run's result of this one. */
static void find_causes(Comparison *c)
{
    Arena scratch = {0};
    size_t steps = (size_t)c->b->tape->count + 1;
    Asker k = {.a = &scratch,
               .run = c->b,
               .value = arena_many(&scratch, steps, const QkvTensor *),
               .partner = arena_many(&scratch, steps, const QkvTensor *),
               .is_used = arena_many(&scratch, steps, bool)};
    int *row_of = arena_many(&scratch, steps, int);
    find_used(&k, c->b->tape);
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].a && c->row[i].b && c->row[i].a->kind == RESULT_TENSOR &&
            c->row[i].b->kind == RESULT_TENSOR && c->row[i].b->step >= 0) {
            k.partner[c->row[i].b->step] = c->row[i].a->tensor;
            row_of[c->row[i].b->step] = i + 1;
        }
    for (int i = 0; i < c->b->tape->count; i++) {
        bool other;
        ArenaMark before = arena_mark(&scratch);
        const QkvTensor *asked = ask(&k, i, &other);
        CompareRow *row = row_of[i] ? &c->row[row_of[i] - 1] : NULL;
        if (row && row->state == ROW_CELLS)
            answer_row(row, asked, other);
        k.value[i] = asked;
        if (k.partner[i] || !k.is_used[i]) { /* no second look at what was asked */
            k.value[i] = k.partner[i];
            arena_back(&scratch, before);
        }
    }
    arena_release(&scratch);
}

/* --- a printout ----------------------------------------------------------------------------------- */

/* The result that a block of numbers is: of its name, or, from `from` on and then anywhere, of its
 * numbers, or the next of its shape. */
static const Result *find_block(const Results *results, const PrintoutBlock *b, int from)
{
    const Result *named = b->name ? results_find(results, b->name) : NULL, *next = NULL;
    if (named && printout_fits(b, named->tensor))
        return named;
    for (int i = 0; i < results->count; i++) {
        const Result *r = &results->item[(from + i) % results->count];
        if (r->kind != RESULT_TENSOR || !printout_fits(b, r->tensor))
            continue;
        if (printout_differ(b, r->tensor) == 0)
            return r;
        next = next ? next : r;
    }
    return named ? named : next;
}

/* A block as a tensor, so that both sides of a row are of a kind. */
static const QkvTensor *tensor_of_block(Arena *a, const PrintoutBlock *b, const QkvTensor *like)
{
    QkvTensor *t = arena_new(a, QkvTensor);
    *t = (QkvTensor){.dtype = QKV_FLOAT32, .rank = b->rank, .count = b->count, .step = -1};
    memcpy(t->size, b->size, sizeof t->size);
    if (like && printout_fits(b, like)) {
        t->rank = like->rank;
        memcpy(t->size, like->size, sizeof t->size);
    }
    t->axis = arena_many(a, QKV_MAX_RANK, QkvAxis);
    t->data.f = arena_many(a, (size_t)b->count + 1, float);
    for (int64_t i = 0; i < b->count; i++)
        t->data.f[i] = (float)b->value[i];
    return t;
}

static void compare_block(CompareRow *row, const PrintoutBlock *b)
{
    const QkvTensor *t = row->a->tensor, *other = row->b->tensor;
    row->state = printout_fits(b, t) ? ROW_SAME : ROW_SHAPE;
    for (int64_t i = 0; row->state != ROW_SHAPE && i < b->count; i++) {
        if (printout_is(b, i, qkv_tensor_at(t, i)))
            continue;
        row->state = ROW_CELLS;
        if (row->differ++ == 0 ||
            compare_distance(t, other, i) > compare_distance(t, other, row->cell))
            row->cell = i;
    }
}

/* Numbers among words are worth a row where a result has their name. */
static bool is_noise(const Results *results, const PrintoutBlock *b)
{
    const Result *named = b->name ? results_find(results, b->name) : NULL;
    return b->is_cut || (b->rank == 0 && !(named && printout_fits(b, named->tensor)));
}

static void add_block(Comparison *c, const Results *results, const PrintoutBlock *b, int *from)
{
    const Result *found = find_block(results, b, *from);
    Result *r = arena_new(&c->arena, Result);
    *r = (Result){.name = b->name ? b->name : arena_format(&c->arena, "line %d", b->line),
                  .statement = -1,
                  .step = -1,
                  .tensor = tensor_of_block(&c->arena, b, found ? found->tensor : NULL)};
    CompareRow row = {.a = found, .b = r, .state = ROW_RIGHT};
    if (!found && !b->name && b->count == 1)
        return; /* x[0], said in passing */
    if (found) {
        compare_block(&row, b);
        *from = (int)(found - results->item) + 1;
    }
    arena_push(&c->arena, c->row, c->rows, row);
}

/* --- the whole ------------------------------------------------------------------------------------ */

static Comparison *begin_comparison(const Run *a, const Run *b)
{
    Arena arena = {0};
    Comparison *c = arena_new(&arena, Comparison);
    *c = (Comparison){.arena = arena, .a = a, .b = b, .first = -1};
    return c;
}

static Comparison *count_rows(Comparison *c)
{
    for (int i = 0; i < c->rows; i++) {
        bool same = c->row[i].state <= ROW_BITS;
        c->same += same;
        c->first = !same && c->first < 0 ? i : c->first;
    }
    return c;
}

Comparison *compare_printout(const Run *a, const Printout *printed)
{
    Comparison *c = begin_comparison(a, NULL);
    Results results = results_of(&c->arena, a);
    for (int i = 0, from = 0; i < printed->count; i++)
        if (results.count > 0 && !is_noise(&results, &printed->block[i]))
            add_block(c, &results, &printed->block[i], &from);
    return count_rows(c);
}

Comparison *compare_runs(const Run *a, const Run *b)
{
    enum { MOST_CELLS = 1 << 22 }; /* of the table: 16 MiB */
    Comparison *c = begin_comparison(a, b);
    Results left = results_of(&c->arena, a), right = results_of(&c->arena, b);
    if ((int64_t)(left.count + 1) * (right.count + 1) <= MOST_CELLS)
        align_by_table(c, &left, &right);
    else
        align_in_order(c, &left, &right);
    find_causes(c);
    return count_rows(c);
}

void compare_free(Comparison *c)
{
    if (!c)
        return;
    Arena arena = c->arena;
    arena_release(&arena);
}
