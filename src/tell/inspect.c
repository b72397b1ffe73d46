/* The inspect page: a number, what it is made of, and the tabs that tell more. */
#include "tell/inspect.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/arithmetic.h"
#include "tell/axes.h"
#include "tell/explain.h"
#include "tell/facts.h"
#include "tell/forming.h"
#include "tell/report.h"
#include "tell/text.h"

enum { LEFT = 1 };

/* --- sums ----------------------------------------------------------------------------------------- */

/* The sums along one axis of the matrix that the number lies in; those near its own where there are many. */
static void add_sums(const Inspect *x, const QkvTensor *sums, bool is_across)
{
    enum { AROUND = 100 };
    int64_t cols = matrix_cols(x->t), rows = matrix_rows(x->t), item = matrix_item(x->t, x->cell);
    int64_t at = x->cell - item * matrix_cells(x->t), own = is_across ? at / cols : at % cols;
    int64_t count = is_across ? rows : cols;
    int axis = x->t->rank - (is_across ? 1 : 2), other = x->t->rank - (is_across ? 2 : 1);
    int64_t first = max_int64(0, own - AROUND), end = min_int64(count, own + AROUND);
    const char *over = x->t->axis[axis].name;
    if (!over)
        over = is_across ? "its columns" : "its rows";
    Piece *p = doc_add(x->d, PIECE_TERMS);
    p->heading = arena_format(x->a, "sum of each %s, over %s", is_across ? "row" : "column", over);
    p->before = first;
    p->after = count - end;
    for (int64_t i = first; i < end; i++) {
        Buf text = {.arena = x->a};
        int64_t from = item * matrix_cells(x->t) + (is_across ? i * cols : i);
        const char *name = other >= 0 ? matrix_own_name(x->a, x->t, other, i, from) : "";
        buf_printf(&text, "%c %s", i == own ? '>' : ' ', name);
        buf_fill(&text, ' ', max_int(2, 14 - utf8_columns(buf_text(&text))));
        lens_sum(&text, x->l, x->t, (Cells){from, is_across ? cols : rows}, is_across ? 1 : cols,
                 sums, item * count + i);
        arena_push(x->a, p->term, p->terms,
                   ((DocLine){.text = buf_text(&text),
                              .style = i == own ? STYLE_STRONG : STYLE_TEXT,
                              .pick = -1}));
    }
}

static void inspect_sums(const Inspect *x)
{
    Sums sums = memo_sums(x->l->memo, x->l->run, x->t, x->a);
    if (sums.across)
        add_sums(x, sums.across, true);
    if (sums.down)
        add_sums(x, sums.down, false);
}

/* --- values --------------------------------------------------------------------------------------- */

/* The last result of its name in the lesson as it is, which has the place of the number's; NULL: none, or there are not
 * several values. */
static const Result *valued(Arena *a, const Lens *l, const QkvTensor *t)
{
    const WhatIf *w = l->whatif;
    if (!w || !w->several || w->variants < 2)
        return NULL;
    const QkvTensor *before = l->run == w->before ? t : lens_partner(l, t);
    const char *name = before ? run_name_of_step(w->before, before->step, false) : NULL;
    Results results = results_of(a, w->before);
    const Result *r = name ? results_find(&results, name) : NULL;
    return r && r->tensor == before ? r : NULL;
}

static bool has_values(const Lens *l, const QkvTensor *t)
{
    Arena a = {0};
    bool has = valued(&a, l, t) != NULL;
    arena_release(&a);
    return has;
}

/* "weights[x2, :]": the row of the number. */
static const char *row_text(const Inspect *x, const char *name)
{
    Buf text = {.arena = x->a};
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(x->t, x->cell, at);
    buf_puts(&text, name);
    for (int d = 0; d + 1 < x->t->rank; d++)
        buf_printf(&text, "%s%s", d ? ", " : "[", matrix_own_name(x->a, x->t, d, at[d], x->cell));
    buf_puts(&text, x->t->rank > 1 ? ", :]" : "");
    return buf_text(&text);
}

/* The row of the number in the lesson as it is and with each of the values: the table that `qkv try` prints. */
static void inspect_values(const Inspect *x)
{
    const WhatIf *w = x->l->whatif;
    const Result *r = valued(x->a, x->l, x->t);
    const QkvTensor *t = r->tensor;
    const Lens without = x->l->run == w->before ? *x->l : lens_other(x->l);
    /* of a third run nobody knows here what a class has seen */
    bool is_seen = (w->variants == 1 || lens_shows_all(x->l)) && lens_shows(x->l, x->t) &&
                   lens_shows(&without, t);
    if (!is_seen) {
        doc_note(x->d, "Some of %s has not been shown yet.", explain_name(x->a, x->l->run, x->t));
        return;
    }
    Trials trials = {.change = w->several, .count = w->variants + 1};
    trials.trial = arena_many(x->a, (size_t)trials.count, Trial);
    trials.trial[0] = (Trial){.value = "now", .run = w->before};
    for (int i = 0; i < w->variants; i++)
        trials.trial[i + 1] = (Trial){.value = w->variant[i].value, .run = w->variant[i].run};
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(x->t, x->cell, at);
    PlacePart part = {row_text(x, r->name), r->name, t, {0}};
    for (int d = 0; d < t->rank; d++)
        part.index[d] = d + 1 < t->rank ? at[d] : -1;
    Buf text = {.arena = x->a};
    report_trials(&text, &trials, &part);
    arena_release(&trials.arena);
    doc_said(x->d, buf_text(&text));
}

/* --- the page ------------------------------------------------------------------------------------- */

/* A tab, and the numbers that it goes on to: how many, and each; NULL: the terms of the number. */
typedef struct TabOf {
    const char *name, *help;
    DocKind kind;
    void (*tell)(const Inspect *x);
    bool is_turned; /* the tensor's last axis runs down, and a change is of the number marked */
    int (*ways)(const Lens *l, int step, int64_t cell);
    bool (*way)(const Lens *l, int step, int64_t cell, int pick, int *to_step, int64_t *to_cell);
    int (*first)(const Lens *l, int step, int64_t cell); /* NULL: the first                     */
} TabOf;

/* The number itself. */
static int one_way(const Lens *l, int step, int64_t cell)
{
    (void)l, (void)step, (void)cell;
    return 1;
}

static bool way_to_itself(const Lens *l, int step, int64_t cell, int pick, int *to_step,
                          int64_t *to_cell)
{
    (void)l, (void)pick;
    *to_step = step;
    *to_cell = cell;
    return true;
}

static const TabOf tabs[TABS] = {
    [TAB_MADE] = {"made of", "where the number comes from", DOC_NUMBER, inspect_made},
    [TAB_TREE] = {"tree", "all that it is made of, as a tree", DOC_LIST, inspect_tree},
    [TAB_INPUTS] = {"inputs", "the inputs that it is made of", DOC_LIST, inspect_inputs},
    [TAB_LEADS] = {"leads to", "the later results that use it", DOC_LIST, inspect_leads},
    [TAB_GRADIENT] = {"gradient", "how much the loss grows with it", DOC_NUMBER, inspect_gradient,
                      false, inspect_ways, inspect_way},
    [TAB_ATTENTION] = {"attention", "who looks at whom", DOC_NUMBER, inspect_attention, false,
                       one_way, way_to_itself},
    [TAB_ROW] = {"row", "how a row of weights forms, key by key", DOC_NUMBER, inspect_row, true,
                 inspect_row_ways, inspect_row_way, inspect_row_first},
    [TAB_SUMS] = {"sums", "the sums of rows and columns", DOC_NUMBER, inspect_sums},
    [TAB_RESULTS] = {"results", "the results so far, names and shapes", DOC_LIST, inspect_results},
    [TAB_VALUES] = {"values", "a result with each of several values", DOC_NUMBER, inspect_values},
};

const char *tell_tab_name(Tab tab)
{
    return tabs[tab].name;
}

const char *tell_tab_help(Tab tab)
{
    return tabs[tab].help;
}

bool tell_goes_on(Tab tab)
{
    return tabs[tab].ways != NULL;
}

bool tell_turns(Tab tab)
{
    return tabs[tab].is_turned;
}

void tell_in_hand(const Lens *l, Tab tab, int pick, int *step, int64_t *cell)
{
    int from = *step;
    int64_t at = *cell;
    if (tabs[tab].is_turned && !tell_term(l, from, at, tab, pick, step, cell)) {
        *step = from;
        *cell = at;
    }
}

int tell_terms(const Lens *l, int step, int64_t cell, Tab tab)
{
    if (tabs[tab].ways)
        return tabs[tab].ways(l, step, cell);
    Arena a = {0};
    QkvTerms terms = lens_terms(l, step, cell, &a);
    int picks = explain_picks(&terms);
    arena_release(&a);
    return picks;
}

bool tell_term(const Lens *l, int step, int64_t cell, Tab tab, int pick, int *to_step,
               int64_t *to_cell)
{
    if (tabs[tab].way)
        return tabs[tab].way(l, step, cell, pick, to_step, to_cell);
    Arena a = {0};
    QkvTerms terms = lens_terms(l, step, cell, &a);
    QkvSource s = explain_source(&terms, pick);
    const QkvTensor *t = arithmetic_origin(&a, l->run, &l->run->tape->step[step].call, s, to_cell);
    if (t)
        *to_step = t->step;
    arena_release(&a);
    return t != NULL;
}

int tell_first_term(const Lens *l, int step, int64_t cell, Tab tab)
{
    enum { MOST = 64 };
    if (tabs[tab].ways)
        return tabs[tab].first ? tabs[tab].first(l, step, cell) : 0;
    Arena a = {0};
    const QkvCall *c = &l->run->tape->step[step].call;
    QkvTerms terms = lens_terms(l, step, cell, &a);
    int picks = min_int(explain_picks(&terms), MOST), pick = 0;
    bool has_own = terms.how == QKV_HOW_SOFTMAX ||
                   (terms.how == QKV_HOW_EXTREME && lens_tells(l, step, cell));
    if (has_own && terms.count > 0)
        pick = inspect_pick_of(&terms, terms.self);
    while (!has_own && pick < picks && c->in[explain_source(&terms, pick).operand]->step < 0)
        pick++;
    arena_release(&a);
    return has_own || pick < picks ? pick : 0;
}

static bool has_tab(const Lens *l, const QkvStep *step, Tab tab)
{
    const QkvTensor *t = step->call.out;
    switch (tab) {
    case TAB_MADE:
    case TAB_TREE:
    case TAB_INPUTS:
        return step->call.op->how != QKV_HOW_GIVEN;
    case TAB_LEADS:
        return inspect_has_leads(l, t);
    case TAB_GRADIENT:
        return inspect_has_gradient(l, t);
    case TAB_ATTENTION:
        return looks_has(l, t);
    case TAB_ROW:
        return forming_has(l, t) && !l->differs;
    case TAB_SUMS:
        return t->rank > 0 && t->dtype != QKV_BOOL && !l->differs; /* sums are the run's own */
    case TAB_VALUES:
        return has_values(l, t);
    default:
        return true;
    }
}

int tell_tabs(const Lens *l, const NumberAs *as, Tab tab[TABS])
{
    int count = 0;
    for (int i = 0; i < TABS; i++)
        if (has_tab(l, &l->run->tape->step[as->step], (Tab)i))
            tab[count++] = (Tab)i;
    return count;
}

static const char *head_of(const Inspect *x)
{
    Buf text = {.arena = x->a}, number = {.arena = x->a};
    LensState state = lens_full(&number, x->l, x->t, x->cell);
    buf_printf(&text, "%s = %s%s%s", explain_cell(x->a, x->l->run, x->t, x->cell), lens_mark(state),
               buf_text(&number), x->l->differs ? " (the difference)" : "");
    return buf_text(&text);
}

/* Tabs that take long are kept: those that walk through all that a number is made of, or leads to. */
static void tell_tab(Inspect *x, Tab tab)
{
    char key[MEMO_KEY];
    snprintf(key, sizeof key, "%d %d %" PRId64 " %d %s", (int)tab, x->t->step, x->cell,
             (int)x->as->from.detail, lens_key(x->l).text);
    bool is_long = (tab == TAB_INPUTS || tab == TAB_LEADS) && !x->d->facts;
    MemoSlot *slot = is_long ? memo_slot(x->l->memo, x->l->run, MEMO_TAB, key) : NULL;
    if (!slot) {
        tabs[tab].tell(x);
        return;
    }
    if (!slot->made) {
        Inspect kept = *x;
        kept.a = &slot->arena;
        kept.d = doc_new(&slot->arena, tabs[tab].kind, x->l, "");
        tabs[tab].tell(&kept);
        slot->made = kept.d;
    }
    const Doc *made = slot->made;
    x->d->pieces = made->pieces;
    x->d->piece = made->piece;
}

Doc *tell_number(Arena *a, const Lens *l, const NumberAs *as)
{
    const Run *run = l->run;
    Tab there[TABS], tab = as->tab;
    bool is_one = run && as->step >= 0 && as->step < run->tape->count &&
                  run->tape->step[as->step].call.out->count > 0;
    if (!is_one) {
        Doc *none = doc_new(a, DOC_NUMBER, l, run ? text_title(a, run->lesson) : "");
        doc_note(none, "There is no number here.");
        return none;
    }
    const QkvStep *step = &run->tape->step[as->step];
    int count = tell_tabs(l, as, there);
    if (tab < 0 || tab >= TABS || (!as->as.facts && !has_tab(l, step, tab)))
        tab = TAB_MADE; /* a program is told that there is nothing */
    Inspect x = {.d = doc_new(a, tabs[tab].kind, l, text_title(a, run->lesson)),
                 .a = a,
                 .l = l,
                 .as = as,
                 .step = step,
                 .t = step->call.out,
                 .cell = clamp_int64(as->cell, 0, step->call.out->count - 1),
                 .width = max_int(as->as.width - 2 * LEFT, 16)};
    if (as->from.stage >= 0 && as->from.stage < run->lesson->stages)
        x.d->state = arena_format(a, "%s%s", text_changes(l), text_where(a, run, &as->from));
    x.d->head = head_of(&x);
    x.d->tab = -1;
    for (int i = 0; i < count; i++) {
        x.d->tab_name[x.d->tabs++] = tabs[there[i]].name;
        x.d->tab = there[i] == tab ? i : x.d->tab;
    }
    x.d->facts = as->as.facts;
    facts_cell(x.d->facts, "cell", l, x.t, x.cell);
    tell_tab(&x, tab);
    facts_steps(x.d->facts, l);
    return x.d;
}
