/* The first tab of the inspect page: what a number is made of. */
#include "base/common.h"
#include "tell/axes.h"
#include "tell/explain.h"
#include "tell/formula.h"
#include "tell/inspect.h"
#include "tell/story.h"

int inspect_pick_of(const QkvTerms *terms, int64_t term)
{
    return (int)(terms->count > 0 && qkv_term(terms, 0).b.operand >= 0 ? 2 * term : term);
}

void inspect_mark(Piece *p, Arena *a, const QkvTensor *t, int64_t cell, Mark mark)
{
    arena_push(a, p->mark, p->marks, ((DocMark){t, cell, mark}));
}

/* Marks what takes part: of very many terms those near the one picked. */
static void mark_terms(const Inspect *x, Piece *p, const QkvTerms *terms)
{
    enum { AROUND = 1024 };
    int picks = explain_picks(terms);
    int first = max_int(0, x->as->pick - AROUND), end = min_int(picks, x->as->pick + AROUND);
    for (int i = first; i < end; i++) {
        QkvSource s = explain_source(terms, i);
        if (x->step->call.in[s.operand]->step >= 0)
            inspect_mark(p, x->a, x->step->call.in[s.operand], s.cell,
                         i == x->as->pick ? MARK_PICKED : MARK_OPERAND);
    }
    inspect_mark(p, x->a, x->t, x->cell, MARK_RESULT);
}

/* The block of an operand that must be seen: with the term picked, or else the first of its terms. */
static int64_t item_seen(const Inspect *x, const QkvTerms *terms, const QkvTensor *t)
{
    enum { MOST = 64 };
    for (int i = 0; i <= min_int(explain_picks(terms), MOST); i++) {
        QkvSource s = explain_source(terms, i == 0 ? x->as->pick : i - 1);
        if (s.operand >= 0 && x->step->call.in[s.operand] == t)
            return matrix_item(t, s.cell);
    }
    return 0;
}

/* The result, then the operands: of very many those near the one of the term picked. */
static void add_matrices(const Inspect *x, const QkvTerms *terms)
{
    enum { MOST = 31 };
    const QkvCall *c = &x->step->call;
    const int picked = explain_source(terms, x->as->pick).operand;
    int first = clamp_int(picked - MOST / 2, 0, max_int(c->count - MOST, 0));
    Piece *p = doc_add(x->d, PIECE_MATRICES);
    p->step = x->step;
    arena_push(
        x->a, p->matrix, p->matrices,
        doc_matrix(x->d, x->t, explain_name(x->a, x->l->run, x->t), 0, matrix_item(x->t, x->cell)));
    for (int i = first; i < min_int(c->count, first + MOST); i++) {
        const QkvTensor *t = c->in[i];
        bool is_new = t->step >= 0;
        for (int k = first; k < i; k++)
            is_new = is_new && c->in[k] != t;
        if (is_new)
            arena_push(x->a, p->matrix, p->matrices,
                       doc_matrix(x->d, t, explain_name(x->a, x->l->run, t), i + 1,
                                  item_seen(x, terms, t)));
    }
    mark_terms(x, p, terms);
}

static void add_arithmetic(const Inspect *x, const QkvTerms *terms)
{
    ExplainAs as = {.pick = x->as->pick, .width = x->width};
    Explanation e = explain(x->a, x->l, x->t->step, x->cell, terms, as);
    if (e.lines == 0)
        return;
    Piece *p = doc_add(x->d, PIECE_TERMS);
    p->is_peeked = lens_peeks(x->l, x->t->step, x->cell);
    p->before = e.before;
    p->after = e.after;
    int picks = inspect_pick_of(terms, 1);
    for (int i = 0; i < e.lines; i++) {
        bool is_term = i >= e.first && i < e.last;
        int pick = is_term ? inspect_pick_of(terms, e.before + (i - e.first)) : -1;
        if (i == e.picked)
            pick = x->as->pick;
        arena_push(x->a, p->term, p->terms,
                   ((DocLine){.text = e.line[i],
                              .style = i == e.picked ? STYLE_STRONG : STYLE_TEXT,
                              .pick = pick,
                              .picks = picks,
                              .term = is_term ? e.term[i - e.first] : (DocTerm){0}}));
    }
}

/* The number in the other run, where it is another one. */
static void add_other(const Inspect *x)
{
    if (!x->l->align || lens_state(x->l, x->t, x->cell) != LENS_CHANGED)
        return;
    const Lens other = lens_other(x->l);
    Buf number = {.arena = x->a};
    lens_full(&number, &other, lens_partner(x->l, x->t), x->cell);
    static const char *const where[2][2] = {{"In the second", "In the first"},
                                            {"With the changes", "Without the changes"}};
    bool is_now = align_now(x->l->align) == x->l->run;
    doc_note(x->d, "%s: %s", where[x->l->whatif != NULL][is_now], buf_text(&number));
}

/* Tells what was typed or drawn, or is left of a pass that was given back. */
static void add_input(const Inspect *x)
{
    const Run *run = x->l->run;
    int step = x->t->step;
    int pass = qkv_is_cut(x->step) ? run_left_pass(run, run_line_of_step(run, step)) : -1;
    if (pass < 0) {
        doc_note(x->d, "An input: %s: %s.", explain_where(x->a, run, step),
                 qkv_formula(&x->step->call));
        return;
    }
    int number = run->line[pass].number;
    doc_note(x->d, "%s: pass %d computed it, and what it did is not kept: ? pass %d runs it again.",
             explain_where(x->a, run, step), number, number)
        ->is_keys = true;
}

static void add_notes(const Inspect *x, int picks)
{
    const char *story = story_of(x->a, x->l, x->step);
    const char *why = lens_why(x->l, x->t->step, x->cell);
    add_other(x);
    if (story)
        doc_note(x->d, "%s", story);
    if (why)
        doc_note(x->d, "%s", why);
    if (x->step->call.op->how == QKV_HOW_GIVEN && lens_shows(x->l, x->t))
        add_input(x);
    doc_note(x->d, "Arrows: another number of %s.%s", explain_name(x->a, x->l->run, x->t),
             picks > 0 ? "   Tab: the next number it is made of." : "")
        ->is_keys = true;
}

static void add_formula(const Inspect *x)
{
    Piece *p = doc_add(x->d, PIECE_FORMULA);
    p->text = explain_formula_rows(x->a, x->l, -1, x->t->step, 2, x->width);
    p->step = x->step;
}

void inspect_formula(const Inspect *x)
{
    QkvTerms terms = lens_terms(x->l, x->t->step, x->cell, x->a);
    if (x->step->call.op->how == QKV_HOW_GIVEN)
        return;
    add_formula(x);
    add_arithmetic(x, &terms);
}

void inspect_rule(const Inspect *x, const QkvTensor *gradient)
{
    const char *rule = explain_rule(x->a, x->l->run, gradient->step);
    if (rule)
        doc_note(x->d, "%s", rule);
}

void inspect_made(const Inspect *x)
{
    QkvTerms terms = lens_terms(x->l, x->t->step, x->cell, x->a);
    bool is_given = x->step->call.op->how == QKV_HOW_GIVEN;
    if (!is_given)
        add_formula(x);
    add_matrices(x, &terms);
    if (!is_given)
        add_arithmetic(x, &terms);
    inspect_rule(x, x->t);
    add_notes(x, explain_picks(&terms));
}
