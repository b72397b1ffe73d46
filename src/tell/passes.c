/* The passes of a loop: a list of them, each with its loss, and their losses as a curve.
 *
 * The loss of a pass is what backward began at in it. Where nothing was gone back, it is the last single number of
 * floats that the pass gave a name. Of a training in hidden lines these numbers alone are there. */
#include "tell/passes.h"

#include <string.h>

#include "base/common.h"
#include "tell/code.h"
#include "tell/curve.h"
#include "tell/tell.h"

enum { PASSES_MOST = 2000 };

/* A pass that a row tells of. */
typedef struct LoopPass {
    int line; /* the RunLine of the pass                             */
    const QkvTensor *loss;
    bool is_bound; /* ... which nothing went back from: it has a name  */
    int64_t cell;  /* of the loss                                     */
} LoopPass;

typedef struct Passes {
    Arena *a;
    const Lens *l;
    int count;
    LoopPass *pass;
} Passes;

/* --- a loop ------------------------------------------------------------------------------------------- */

/* Where some of the passes went back from a number, it is that of these alone. */
static void find_losses(Passes *p)
{
    bool goes_back, any = false;
    for (int i = 0; i < p->count; i++) {
        p->pass[i].loss = run_loss_of_pass(p->l->run, p->pass[i].line, &goes_back);
        p->pass[i].is_bound = !goes_back;
        any = any || (goes_back && p->pass[i].loss);
    }
    for (int i = 0; i < p->count && any; i++)
        if (p->pass[i].is_bound)
            p->pass[i].loss = NULL;
}

/* The passes of the loop that a line is a pass of. */
static void find_passes(Passes *p, int first)
{
    const Run *run = p->l->run;
    int passes = min_int(run_passes(run, first), PASSES_MOST);
    p->pass = arena_many(p->a, (size_t)passes + 1, LoopPass);
    for (int i = first; p->count < passes && i >= 0; i = run_next_pass(run, i))
        if (run->line[i].truth)
            p->pass[p->count++].line = i;
    if (run->is_cut && p->count > 1 && run->line[p->pass[p->count - 1].line].end_line == run->lines)
        p->count--; /* unknown how it went on */
}

/* The line that is the pass around a step, the outer ones after `inner` of them; -1 for none. */
static int pass_around(const Run *run, int step, int inner)
{
    int line = run_line_of_step(run, step);
    for (; line >= 0; line = run->line[line].outer)
        if (run->line[line].kind == LINE_PASS && inner-- == 0)
            return line;
    return -1;
}

/* The loss of the pass with the same number in the other run; NULL where there is none. */
static const QkvTensor *loss_beside(const Passes *p, const LoopPass *pass)
{
    const Lens without = lens_other(p->l);
    const QkvTensor *other = lens_partner(p->l, pass->loss);
    int inner = 0;
    while (pass_around(p->l->run, pass->loss->step, inner) > pass->line)
        inner++;
    int line = other && other->step >= 0 ? pass_around(without.run, other->step, inner) : -1;
    bool is_same = line >= 0 &&
                   without.run->line[line].number == p->l->run->line[pass->line].number;
    return is_same ? other : NULL;
}

/* Names a pass: "i 3"; and tells where its number begins in that. */
static const char *label_of(const Passes *p, int i, int *brief)
{
    const RunLine *line = p->pass[i].line >= 0 ? &p->l->run->line[p->pass[i].line] : NULL;
    const char *name = line ? code_loop_name(line) : "pass";
    *brief = (int)strlen(name) + 1;
    return arena_format(p->a, "%s %d", name, line ? line->number : i + 1);
}

static DocCurve *curve_of(const Passes *p, const char *name)
{
    DocCurve *c = arena_new(p->a, DocCurve);
    *c = (DocCurve){.name = name, .all = "passes", .at = -1};
    c->points = p->count;
    c->point = arena_many(p->a, (size_t)p->count + 1, DocPoint);
    for (int i = 0; i < p->count; i++) {
        const LoopPass *pass = &p->pass[i];
        DocPoint *to = &c->point[i];
        *to = (DocPoint){.t = pass->loss, .cell = pass->cell};
        to->label = label_of(p, i, &to->brief);
        if (pass->loss && pass->line >= 0 && p->l->align && !p->l->differs)
            to->was = loss_beside(p, pass);
    }
    return c;
}

/* Names the losses of a loop after the first of them. */
static const char *losses_name(const Passes *p)
{
    const QkvTensor *t = NULL;
    for (int i = 0; i < p->count && !t; i++)
        t = p->pass[i].loss;
    const char *name = t ? run_name_of_step(p->l->run, t->step, false) : NULL;
    return arena_format(p->a, "%s of each pass", name ? name : "number");
}

static bool find_loop(Passes *p, const Spot *here)
{
    int first = spot_loop(p->l->run, here);
    if (first >= 0) {
        find_passes(p, first);
        find_losses(p);
    }
    return first >= 0;
}

/* --- a training in hidden lines ----------------------------------------------------------------------- */

/* The numbers that the hidden lines of the stage before the step went back from. */
static void find_trained(Passes *p, const Spot *here)
{
    const Run *run = p->l->run;
    const Stop *stop = spot_stop(run, here);
    for (int i = 0; stop && i <= stop->statement; i++) {
        const QkvTensor *t = run->statement[i].stage == here->stage ? run->statement[i].losses
                                                                    : NULL;
        for (int64_t cell = 0; t && cell < t->count; cell++)
            arena_push(p->a, p->pass, p->count, ((LoopPass){.line = -1, .loss = t, .cell = cell}));
    }
}

static DocCurve *curve_of_trained(Passes *p, const Spot *here)
{
    find_trained(p, here);
    return curve_of(p, "number that each pass went back from");
}

/* --- what a statement shows --------------------------------------------------------------------------- */

static int passes_of_loop(const Run *run, const Stop *stop, const Spot *here)
{
    int loop = spot_loop(run, here);
    return loop >= 0 && run->line[loop].statement == stop->statement ? run_passes(run, loop) : 0;
}

/* Of the first result after hidden lines. */
static int passes_hidden(const Run *run, const Stop *stop, const Spot *here)
{
    int before = stop->statement - 1;
    bool is_first = before >= 0 && run->statement[before].losses &&
                    run->statement[before].stage == here->stage;
    return is_first ? spot_trained(run, here) : 0;
}

int passes_before(const Lens *l, const Spot *here, bool *is_hidden)
{
    const Stop *stop = spot_stop(l->run, here);
    bool is_shown = stop && stop->line < 0 && stop->detail == DETAIL_BRIEF;
    int passes = is_shown ? passes_of_loop(l->run, stop, here) : 0;
    *is_hidden = is_shown && passes < 2;
    if (*is_hidden)
        passes = passes_hidden(l->run, stop, here);
    return passes > 1 ? passes : 0;
}

DocCurve *passes_curve(Arena *a, const Lens *l, const Spot *here)
{
    Passes p = {.a = a, .l = l};
    Spot first;
    bool is_hidden;
    if (passes_before(l, here, &is_hidden) == 0)
        return NULL;
    if (!is_hidden)
        return find_loop(&p, here) ? curve_of(&p, losses_name(&p)) : NULL;
    bool may = !lens_withholds_text(l, here->stage, here->stop, &first);
    return may ? curve_of_trained(&p, here) : NULL;
}

/* --- the list ----------------------------------------------------------------------------------------- */

static const char *loss_text(const Passes *p, const DocPoint *point)
{
    Buf text = {.arena = p->a};
    lens_marked(&text, p->l, point->t, point->cell, NULL);
    if (point->was) {
        const Lens without = lens_other(p->l);
        buf_puts(&text, " (was ");
        lens_cell(&text, &without, point->was, point->was_cell, NULL);
        buf_putc(&text, ')');
    }
    return buf_text(&text);
}

static void add_pass(Doc *d, const Passes *p, const DocCurve *c, int i, Spot to)
{
    const DocPoint *point = &c->point[i];
    doc_row(d, (Target){.kind = TARGET_SPOT, .spot = to}, "%s\t%s", point->label,
            point->t ? loss_text(p, point) : code_said(p->a, p->l, p->pass[i].line));
}

static Doc *tell_trained(Doc *d, Passes *p, const Spot *here)
{
    Spot first;
    if (spot_trained(p->l->run, here) == 0)
        return d;
    if (lens_withholds_text(p->l, here->stage, here->stop, &first)) {
        doc_note(d, "What the hidden lines of this stage went back from may tell a result that was "
                    "not shown yet.");
        return d;
    }
    d->head = "training in hidden lines";
    DocCurve *c = curve_of_trained(p, here);
    c->is_rows = true;
    curve_add(d, c);
    for (int i = 0; i < p->count; i++)
        add_pass(d, p, c, i, *here);
    doc_note(d, "The lines are hidden: of what they computed these numbers are told.");
    d->row = max_int(p->count - 1, 0);
    return d;
}

Doc *tell_passes(Arena *a, const Lens *l, const Spot *here)
{
    const Run *run = l->run;
    Doc *d = doc_new(a, DOC_LIST, l, run->lesson->title);
    Passes p = {.a = a, .l = l};
    int first = spot_loop(run, here), now = spot_pass_line(run, here);
    if (!find_loop(&p, here))
        return tell_trained(d, &p, here);
    DocCurve *c = curve_of(&p, losses_name(&p));
    d->head = code_line(a, run, first);
    c->is_rows = true;
    curve_add(d, c);
    for (int i = 0; i < p.count; i++) {
        add_pass(d, &p, c, i, spot_in_line(*here, run, p.pass[i].line));
        if (p.pass[i].line <= now)
            d->row = i;
    }
    if (run->is_cut)
        doc_note(d, "The lesson runs more lines than can be followed: there may be more passes.");
    else if (run_passes(run, first) > p.count)
        doc_note(d, "These are the first %d of %d passes.", p.count, run_passes(run, first));
    return d;
}
