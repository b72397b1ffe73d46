/* One number: all that it is made of, its inputs, what it leads to. */
#include "base/common.h"
#include "tell/facts.h"

/* How the terms of a cell make it: see QkvHow. */
static const char *const hows[] = {
    [QKV_HOW_GIVEN] = "given",     [QKV_HOW_COPY] = "copy",       [QKV_HOW_CHOICE] = "choice",
    [QKV_HOW_APPLY] = "apply",     [QKV_HOW_SUM] = "sum",         [QKV_HOW_PRODUCTS] = "products",
    [QKV_HOW_SOFTMAX] = "softmax", [QKV_HOW_EXTREME] = "extreme", [QKV_HOW_FOLD] = "fold"};

static void put_source(Facts *f, Fact *of, const char *key, const QkvCall *c, QkvSource s)
{
    if (s.operand >= 0)
        facts_cell(f, of, key, c->in[s.operand], s.cell);
}

/* The cells that made a cell, in the order in which they are taken; none where they are not to be told. */
static void put_terms(Facts *f, Fact *of, int step, int64_t cell)
{
    enum { MOST = 1000 };
    Arena scratch = {0};
    const QkvCall *c = &f->l->run->tape->step[step].call;
    const QkvTerms terms = lens_terms(f->l, step, cell, &scratch);
    int64_t count = lens_tells(f->l, step, cell) ? min_int64(terms.count, MOST) : 0;
    count = min_int64(count, f->budget);
    f->budget -= count;
    Fact *list = fact_list(of, "terms");
    for (int64_t i = 0; i < count; i++) {
        const QkvTerm term = qkv_term(&terms, i);
        Fact *t = fact_map(list, NULL);
        put_source(f, t, "a", c, term.a);
        put_source(f, t, "b", c, term.b);
    }
    if (count < terms.count)
        fact_whole(of, "terms_left_out", terms.count - count);
    if (count > 0 && terms.how == QKV_HOW_SOFTMAX)
        fact_whole(of, "own_term", terms.self);
    if (count > 0 && terms.how == QKV_HOW_EXTREME)
        fact_whole(of, "chosen_term", terms.self);
    arena_release(&scratch);
}

static void put_line(Facts *f, Fact *of, const WhyLine *line)
{
    const QkvCall *c = &f->l->run->tape->step[line->step].call;
    Fact *one = fact_map(of, NULL);
    fact_whole(one, "depth", line->depth);
    facts_cell(f, one, "cell", c->out, line->cell);
    fact_text(one, "how", hows[c->op->how]);
    if (line->is_above) {
        fact_truth(one, "is_above", true);
        return;
    }
    fact_text(one, "arithmetic", line->text);
    put_terms(f, one, line->step, line->cell);
}

void facts_why(Fact *all, const Lens *l, const QkvTensor *t, int64_t cell)
{
    enum { LINES = 1000 };
    Facts f = facts_begin(all, l);
    const WhyTree tree = report_why(all->a, l, t, cell, LINES);
    facts_cell(&f, all, "cell", t, cell);
    Fact *lines = fact_list(all, "made_of");
    for (int i = 0; i < tree.lines; i++)
        put_line(&f, lines, &tree.line[i]);
    fact_whole(all, "left_out", tree.left_out);
    facts_end(&f);
}

/* A count that is larger than integers are exact is told as far as it is. */
static void put_times(Fact *of, double times)
{
    if (times < 1e15)
        fact_whole(of, "times", (int64_t)times);
    else
        fact_real(of, "times", times);
}

void facts_inputs(Fact *all, const Lens *l, const QkvTensor *t, int64_t cell)
{
    enum { MOST = 10000 };
    Facts f = facts_begin(all, l);
    const Inputs in = report_inputs_of(all->a, l, t, cell);
    facts_cell(&f, all, "cell", t, cell);
    Fact *list = fact_list(all, "inputs");
    int64_t told = 0;
    for (int step = 0; step < in.steps; step++) {
        const QkvTensor *of = l->run->tape->step[step].call.out;
        for (int64_t i = 0; in.is_input[step] && i < of->count && told < MOST; i++) {
            if (in.times[step][i] == 0)
                continue;
            Fact *one = fact_map(list, NULL);
            facts_cell(&f, one, "cell", of, i);
            put_times(one, in.times[step][i]);
            told++;
        }
    }
    fact_whole(all, "left_out", in.cells - told);
    fact_truth(all, "is_complete", !in.is_cut);
    facts_end(&f);
}

void facts_leads(Fact *all, const Lens *l, const QkvTensor *t, int64_t cell)
{
    enum { MOST = 10000 };
    Facts f = facts_begin(all, l);
    const Leads leads = report_leads_of(all->a, l, t, cell);
    facts_cell(&f, all, "cell", t, cell);
    fact_whole(all, "later_results", leads.later);
    Fact *list = fact_list(all, "leads_to");
    for (int i = 0; i < leads.leads && i < MOST; i++) {
        const Lead *lead = &leads.lead[i];
        Fact *one = fact_map(list, NULL);
        fact_text(one, "name", lead->name);
        fact_whole(one, "step", lead->result->step);
        if (lead->cells >= 0)
            fact_whole(one, "cells", lead->cells);
        f.is_told[lead->result->step] = true;
    }
    fact_whole(all, "left_out", max_int(leads.leads - MOST, 0));
    fact_truth(all, "is_complete", !leads.is_cut && !leads.left);
    facts_end(&f);
}
