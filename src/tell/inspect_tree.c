/* The tab "tree": where a number comes from, all the way back: a row for each cell, its sources indented under it.
 * What was told once is not told again. Copies (a transposed or cut tensor without a name) are passed through; the cell
 * that was asked for is told if it has another name. */
#include <string.h>

#include "base/common.h"
#include "tell/arithmetic.h"
#include "tell/explain_name.h"
#include "tell/facts.h"
#include "tell/inspect.h"

enum { LEVELS = 24 };

/* A cell that has its row. */
typedef struct ToldCell {
    const QkvTensor *t;
    int64_t cell;
} ToldCell;

typedef struct TreeWriter {
    Arena *a;
    Doc *d;
    const Lens *l;
    int rows, most; /* rows that are left to the branch in hand */
    int depth;
    int64_t left_out; /* cells that no row was left for */
    int told;
    ToldCell *tell;
    Fact *list;          /* of the rows' values */
    int64_t facts_terms; /* so many more terms may be told there */
} TreeWriter;

static const QkvCall *call_of(const TreeWriter *w, const QkvTensor *t)
{
    return &w->l->run->tape->step[t->step].call;
}

/* --- values --------------------------------------------------------------------------------------- */

/* How the terms of a cell make it: see QkvHow. */
static const char *const hows[] = {
    [QKV_HOW_GIVEN] = "given",     [QKV_HOW_COPY] = "copy",       [QKV_HOW_CHOICE] = "choice",
    [QKV_HOW_APPLY] = "apply",     [QKV_HOW_SUM] = "sum",         [QKV_HOW_PRODUCTS] = "products",
    [QKV_HOW_SOFTMAX] = "softmax", [QKV_HOW_EXTREME] = "extreme", [QKV_HOW_FOLD] = "fold"};

static void put_source(const TreeWriter *w, Fact *of, const char *key, const QkvCall *c,
                       QkvSource s)
{
    if (s.operand >= 0)
        facts_cell(of, key, w->l, c->in[s.operand], s.cell);
}

/* The cells that made a cell, in the order in which they are taken; none where they are not to be told. */
static void put_terms(TreeWriter *w, Fact *of, const QkvTensor *t, int64_t cell,
                      const QkvTerms *terms)
{
    enum { MOST = 1000 };
    int64_t count = lens_tells(w->l, t->step, cell) ? min_int64(terms->count, MOST) : 0;
    count = min_int64(count, w->facts_terms);
    w->facts_terms -= count;
    Fact *list = fact_list(of, "terms");
    for (int64_t i = 0; i < count; i++) {
        const QkvTerm term = qkv_term(terms, i);
        Fact *one = fact_map(list, NULL);
        put_source(w, one, "a", call_of(w, t), term.a);
        put_source(w, one, "b", call_of(w, t), term.b);
    }
    if (count < terms->count)
        fact_whole(of, "terms_left_out", terms->count - count);
    if (count > 0 && terms->how == QKV_HOW_SOFTMAX)
        fact_whole(of, "own_term", terms->self);
    if (count > 0 && terms->how == QKV_HOW_EXTREME)
        fact_whole(of, "chosen_term", terms->self);
}

/* --- rows ----------------------------------------------------------------------------------------- */

/* Adds the row of a cell; without terms (NULL) it was told above, and what lies under it. */
static void add_row(TreeWriter *w, const QkvTensor *t, int64_t cell, const QkvTerms *terms)
{
    enum { MOST_TERMS = 8 };
    Buf number = {.arena = w->a}, text = {.arena = w->a};
    Arithmetic told = {.a = w->a, .l = w->l, .most = MOST_TERMS, .to = &text};
    lens_marked(&number, w->l, t, cell, NULL);
    if (terms)
        arithmetic(&told, t, cell, terms);
    else
        buf_puts(&text, "(see above)");
    DocRow *row = doc_row(w->d, (Target){.kind = TARGET_NUMBER, .of = t->step, .cell = cell},
                          "%s = %s\t%s", explain_cell(w->a, w->l->run, t, cell), buf_text(&number),
                          buf_text(&text));
    row->depth = w->depth;
    row->line = w->rows++;
    Fact *f = fact_map(w->list, NULL);
    fact_whole(f, "depth", w->depth);
    facts_cell(f, "cell", w->l, t, cell);
    fact_text(f, "how", hows[call_of(w, t)->op->how]);
    if (!terms) {
        fact_truth(f, "is_above", true);
    } else if (f) {
        fact_text(f, "arithmetic", buf_text(&text));
        put_terms(w, f, t, cell, terms);
    }
}

/* Tells whether a cell has a row; from now on it has. */
static bool is_told(TreeWriter *w, const QkvTensor *t, int64_t cell)
{
    for (int i = 0; i < w->told; i++)
        if (w->tell[i].t == t && w->tell[i].cell == cell)
            return true;
    arena_push(w->a, w->tell, w->told, ((ToldCell){t, cell}));
    return false;
}

static void tell(TreeWriter *w, const QkvTensor *t, int64_t cell);

/* The rows end at `most`, and `left` branches come after this one: one row is kept for each. */
static void tell_source(TreeWriter *w, const QkvCall *c, QkvSource s, int64_t left, int most)
{
    int64_t cell;
    const QkvTensor *t = arithmetic_origin(w->a, w->l->run, c, s, &cell);
    w->most = (int)clamp_int64(most - left, min_int(w->rows + 1, most), most);
    if (t)
        tell(w, t, cell);
    w->most = most;
}

/* How many sides of a term were made, and are no plain numbers of the code. */
static int sides_made(const QkvCall *c, QkvTerm t)
{
    return (t.a.operand >= 0 && c->in[t.a.operand]->step >= 0) +
           (t.b.operand >= 0 && c->in[t.b.operand]->step >= 0);
}

static void tell(TreeWriter *w, const QkvTensor *t, int64_t cell)
{
    if (w->rows >= w->most || w->depth > LEVELS) {
        w->left_out++;
        return;
    }
    QkvTerms terms = lens_terms(w->l, t->step, cell, w->a);
    bool is_above = is_told(w, t, cell) && terms.count > 0;
    add_row(w, t, cell, is_above ? NULL : &terms);
    if (is_above)
        return;
    bool has_two = arithmetic_has_two(call_of(w, t), &terms);
    bool is_pair = has_two && terms.count > 0 && qkv_term(&terms, 0).b.operand >= 0;
    int64_t left = terms.count * (1 + is_pair) - 1;
    int most = w->most;
    w->depth++;
    for (int64_t i = 0; i < terms.count; i++, left -= 1 + is_pair) {
        if (w->rows >= most && !terms.term) { /* on a walk all terms are of the same operands */
            w->left_out += (terms.count - i) * sides_made(call_of(w, t), qkv_term(&terms, i));
            break;
        }
        tell_source(w, call_of(w, t), qkv_term(&terms, i).a, left, most);
        if (has_two)
            tell_source(w, call_of(w, t), qkv_term(&terms, i).b, left - is_pair, most);
    }
    w->depth--;
}

/* --- folding -------------------------------------------------------------------------------------- */

/* Tells whether a row is unfolded: the first levels are, until a reader turns it round. */
static bool is_open(const NumberAs *as, const DocRow *row)
{
    enum { OPEN = 2 };
    bool open = row->depth < OPEN || as->is_unfolded;
    for (int i = 0; i < as->folds; i++)
        open = as->fold[i] == row->line ? !open : open;
    return open;
}

/* Takes the rows away that lie under a folded one: those that follow it and are deeper. */
static void fold(const NumberAs *as, Piece *p)
{
    int folded = LEVELS + 1, shown = 0; /* deeper rows than this are not shown */
    for (int i = 0; i < p->rows; i++) {
        DocRow row = p->row[i];
        bool has_more = i + 1 < p->rows && p->row[i + 1].depth > row.depth;
        bool open = is_open(as, &row);
        if (row.depth > folded)
            continue;
        folded = has_more && !open ? row.depth : LEVELS + 1;
        if (has_more)
            row.fold = open ? '-' : '+';
        p->row[shown++] = row;
    }
    p->rows = shown;
}

void inspect_tree(const Inspect *x)
{
    enum { PAGE = 200, ALL = 1000, TERMS = 20000 };
    TreeWriter w = {.a = x->a, .d = x->d, .l = x->l, .facts_terms = TERMS};
    w.most = x->d->facts ? ALL : PAGE;
    w.list = fact_list(x->d->facts, "made_of");
    int64_t from = x->cell;
    const QkvTensor *copied = arithmetic_copied(x->a, x->l->run, x->t, &from);
    bool is_same = strcmp(explain_cell(x->a, x->l->run, x->t, x->cell),
                          explain_cell(x->a, x->l->run, copied, from)) == 0;
    tell(&w, is_same ? copied : x->t, is_same ? from : x->cell);
    fold(x->as, &x->d->piece[x->d->pieces - 1]);
    if (w.left_out > 0)
        doc_note(x->d, "%lld more branches are left out: Enter on a row shows what it is made of.",
                 (long long)w.left_out);
    fact_whole(x->d->facts, "left_out", w.left_out);
}
