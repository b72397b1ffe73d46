/* The tab "leads to": the results that a number leads to, and which part of each. */
#include "base/common.h"
#include "lesson/reach.h"
#include "lesson/result.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/facts.h"
#include "tell/inspect.h"

/* A result that a number leads to. */
typedef struct Lead {
    const Result *result;
    int64_t cells;    /* of the result, that the number takes part in; -1: not told */
    const char *name; /* of the result, or of the part that the cells are: "y[b, :]" */
    int64_t first;    /* cell of that part                                          */
} Lead;

typedef struct Leads {
    int later; /* results that come after the number's, and those of them that it leads to */
    int leads;
    Lead *lead;
    /* The place of a later line whose operations are not kept, and so not followed; or NULL. */
    const char *left;
    bool is_seen, is_cut; /* all leads may be told; there may be more                      */
} Leads;

bool inspect_has_leads(const Lens *l, const QkvTensor *t)
{
    const QkvTape *tape = l->run->tape;
    for (int i = t->step + 1; i < tape->count; i++)
        for (int k = 0; k < tape->step[i].call.count; k++)
            if (tape->step[i].call.in[k]->step == t->step)
                return true;
    return false;
}

/* --- finding them --------------------------------------------------------------------------------- */

/* Of each later step whether it takes part of the result, by way of others. Which cells reach which may depend on what is
 * hidden: while something is, this is all that is told. */
static bool *steps_reached(Arena *a, const Lens *l, const QkvTensor *t, bool *is_seen)
{
    const QkvTape *tape = l->run->tape;
    bool *reached = arena_many(a, (size_t)tape->count + 1, bool);
    *is_seen = true;
    reached[t->step] = true;
    for (int i = t->step + 1; i < tape->count; i++) {
        const QkvCall *c = &tape->step[i].call;
        for (int k = 0; k < c->count && !reached[i]; k++)
            reached[i] = c->in[k]->step >= 0 && reached[c->in[k]->step];
        *is_seen = *is_seen && (!reached[i] || lens_shows(l, c->out));
        for (int k = 0; k < c->count && reached[i]; k++) /* a mask decides, too */
            *is_seen = *is_seen && (c->in[k]->step < 0 || lens_shows(l, c->in[k]));
    }
    return reached;
}

/* The indices along an axis that reached cells have: how many, and the last of them. */
typedef struct AxisReach {
    int64_t count, index;
} AxisReach;

static AxisReach along_axis(Arena *a, const Reached *r, const QkvTensor *t, int axis)
{
    bool *seen = arena_many(a, (size_t)t->size[axis], bool);
    AxisReach along = {0};
    for (int64_t i = 0; i < t->count; i++) {
        int64_t at[QKV_MAX_RANK];
        qkv_tensor_index(t, i, at);
        if (!r->cell[i] || seen[at[axis]])
            continue;
        seen[at[axis]] = true;
        along = (AxisReach){along.count + 1, at[axis]};
    }
    return along;
}

/* "scores" for all cells, "scores[:, x2]" for all along some axes at one place of the others. */
const char *inspect_part(Arena *a, const Reached *r, const QkvTensor *t, const char *name,
                         int64_t *first)
{
    Buf out = {.arena = a};
    int64_t cells = 1;
    bool is_part = true;
    *first = 0;
    if (r->cells == t->count)
        return name;
    while (!r->cell[*first])
        ++*first;
    buf_printf(&out, "%s[", name);
    for (int d = 0; d < t->rank; d++) {
        AxisReach along = along_axis(a, r, t, d);
        bool is_all = along.count == t->size[d] && along.count > 1;
        cells *= along.count;
        is_part = is_part && (is_all || along.count == 1);
        buf_printf(&out, "%s%s", d ? ", " : "",
                   is_all ? ":" : matrix_index_name(a, t, d, along.index, *first));
    }
    buf_putc(&out, ']');
    return is_part && cells == r->cells ? buf_text(&out) : name;
}

/* Finds which part of a result is reached; false where none of it is. `r` NULL: that is not told. */
static bool find_lead(Arena *a, const Run *run, const Reach *r, const Result *result, Lead *out)
{
    const char *name = *result->name ? result->name : explain_name(a, run, result->tensor);
    const Reached *of = r ? &r->step[result->step] : NULL;
    *out = (Lead){.result = result, .cells = -1, .name = name};
    if (!r)
        return true;
    if (of->cells == 0 || !of->cell)
        return false;
    out->cells = of->cells;
    out->name = inspect_part(a, of, result->tensor, name, &out->first);
    return true;
}

/* The place of the first line after a step whose operations were given back: what it left is told as an input. */
static const char *place_left(Arena *a, const Run *run, int step)
{
    for (int i = step + 1; i < run->tape->count; i++)
        if (qkv_is_cut(&run->tape->step[i]))
            return explain_where(a, run, i);
    return NULL;
}

static Leads leads_of(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell)
{
    Leads out = {0};
    const bool *reached = steps_reached(a, l, t, &out.is_seen);
    Reach *r = out.is_seen ? reach_of(l->run, t, cell) : NULL;
    Results *results = arena_new(a, Results);
    *results = results_of(a, l->run);
    for (int i = 0; i < results->count; i++) {
        const Result *result = &results->item[i];
        Lead lead;
        if (result->kind != RESULT_TENSOR || result->step <= t->step)
            continue;
        out.later++;
        if (reached[result->step] && result->tensor->count > 0 &&
            find_lead(a, l->run, r, result, &lead))
            arena_push(a, out.lead, out.leads, lead);
    }
    out.left = place_left(a, l->run, t->step);
    out.is_cut = r && r->is_cut;
    if (r)
        reach_free(r);
    return out;
}

/* --- the rows ------------------------------------------------------------------------------------- */

/* "head 2, in 4.2": where a step's result is shown, or NULL. */
static const char *made_in(const Inspect *x, int step)
{
    Spot spot = x->as->from;
    int passes;
    const char *what;
    if (!spot_of_step(&spot, x->l->run, step))
        return NULL;
    bool is_pass = spot_pass(x->a, x->l->run, &spot, &passes, &what) > 0;
    return arena_format(x->a, "%s%sin %s", is_pass ? what : "", is_pass ? ", " : "",
                        spot_number(x->a, x->l->run, &spot));
}

static void tell_lead(const Inspect *x, const Lead *lead, Fact *list)
{
    const Result *result = lead->result;
    Target target = {.kind = TARGET_NUMBER, .of = result->step, .cell = lead->first};
    DocRow *row = lead->cells < 0
                      ? doc_row(x->d, target, "%s", lead->name)
                      : doc_row(x->d, target, "%s\t%lld of %lld number%s", lead->name,
                                (long long)lead->cells, (long long)result->tensor->count,
                                plural(result->tensor->count));
    row->right = made_in(x, result->step);
    Fact *f = fact_map(list, NULL);
    fact_text(f, "name", lead->name);
    fact_whole(f, "step", result->step);
    if (lead->cells >= 0)
        fact_whole(f, "cells", lead->cells);
}

void inspect_leads(const Inspect *x)
{
    enum { ALL = 10000 };
    const Leads leads = leads_of(x->a, x->l, x->t, x->cell);
    Fact *facts = x->d->facts;
    fact_whole(facts, "later_results", leads.later);
    Fact *list = fact_list(facts, "leads_to");
    for (int i = 0; i < leads.leads; i++)
        tell_lead(x, &leads.lead[i], i < ALL ? list : NULL);
    doc_note(x->d, "%d of %d later results use%s %s.", leads.leads, leads.later,
             leads.leads == 1 ? "s" : "",
             leads.is_seen ? "it" : explain_name(x->a, x->l->run, x->t));
    if (leads.left)
        doc_note(x->d, "There may be more: the operations of %s are not kept.", leads.left);
    if (leads.is_cut)
        doc_note(x->d, "There may be more: the lesson is too large to go through all of it.");
    fact_whole(facts, "left_out", max_int(leads.leads - ALL, 0));
    fact_truth(facts, "is_complete", !leads.is_cut && !leads.left);
}
