/* The passes of a loop as a list: each with its loss as a number and as a bar, and all of them as a line of bars.
 *
 * The loss of a pass is what backward began at in it. Where nothing was gone back, it is the last single number of
 * floats that the pass gave a name. Of a training in hidden lines these numbers alone are there. */
#include <math.h>

#include "base/common.h"
#include "tell/code.h"
#include "tell/tell.h"

enum { PASSES_MOST = 2000, BAR_COLUMNS = 16, LINE_COLUMNS = 36 };

/* A pass that a row tells of. */
typedef struct LoopPass {
    int line; /* the RunLine of the pass                             */
    const QkvTensor *loss;
    int64_t cell; /* of the loss                                     */
    double
        number; /* of the loss as it is shown; NaN where a class does not see it, and without one */
} LoopPass;

typedef struct Passes {
    Doc *d;
    const Lens *l;
    int count;
    LoopPass *pass;
    bool has_numbers; /* some are seen and finite                             */
    double low, high; /* how far these lie from 0, but for those that are 0   */
    bool is_log;      /* lengths are those of logarithms         */
} Passes;

/* --- the loss of a pass ------------------------------------------------------------------------------- */

/* The tensor that the last backward in a stretch of the tape began at; *group is the first one that may lie there, and
 * goes on. */
static const QkvTensor *gone_back_from(const Run *run, const RunLine *pass, int *group)
{
    const QkvTape *tape = run->tape;
    const QkvTensor *from = NULL;
    while (*group < tape->groups && tape->group[*group].first < pass->first_step)
        ++*group;
    for (; *group < tape->groups && tape->group[*group].first < pass->end_step; ++*group)
        if (tape->group[*group].from && tape->group[*group].from->count == 1)
            from = tape->group[*group].from;
    return from;
}

static const QkvTensor *last_number_bound(const Run *run, int pass)
{
    const QkvTensor *last = NULL;
    for (int i = pass; i < run->line[pass].end_line; i++)
        for (int b = 0; b < run->line[i].bounds; b++) {
            const QkvTensor *t = run->bound[run->line[i].first_bound + b].tensor;
            if (t && t->count == 1 && t->step >= 0 && qkv_is_float(t->dtype))
                last = t;
        }
    return last;
}

static void find_number(const Passes *p, LoopPass *pass)
{
    const QkvTensor *exact = pass->loss ? lens_exact(p->l, pass->loss, pass->cell) : NULL;
    pass->number = exact ? lens_value(p->l, exact, pass->cell) : (double)NAN;
}

static void find_losses(Passes *p)
{
    const Run *run = p->l->run;
    bool goes_back = false;
    int group = 0;
    for (int i = 0; i < p->count; i++) {
        p->pass[i].loss = gone_back_from(run, &run->line[p->pass[i].line], &group);
        goes_back = goes_back || p->pass[i].loss;
    }
    for (int i = 0; i < p->count; i++) {
        LoopPass *pass = &p->pass[i];
        if (!goes_back)
            pass->loss = last_number_bound(run, pass->line);
        find_number(p, pass);
    }
}

/* --- bars ------------------------------------------------------------------------------------------- */

/* Bars are as long as numbers lie away from 0, unless they do so more than a thousandfold differently: then as their
 * logarithms, and none for 0. */
static void find_range(Passes *p)
{
    enum { WIDE = 1000 };
    p->low = HUGE_VAL;
    p->high = 0;
    for (int i = 0; i < p->count; i++) {
        double far = fabs(p->pass[i].number);
        if (!isfinite(far))
            continue;
        p->has_numbers = true;
        p->low = far > 0 ? fmin(p->low, far) : p->low;
        p->high = fmax(p->high, far);
    }
    p->is_log = p->high / WIDE > p->low;
}

/* The length of a bar, from 0 to 1; NaN for none. */
static double length_of(const Passes *p, double number)
{
    double far = fabs(number);
    if (!isfinite(far))
        return (double)NAN;
    if (far == 0)
        return 0;
    return p->is_log ? (log(far) - log(p->low)) / (log(p->high) - log(p->low)) : far / p->high;
}

static const char *bar_of(const Passes *p, double number)
{
    static const char *const part[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    double length = length_of(p, number);
    Buf bar = {.arena = p->d->a};
    if (!isfinite(length))
        return "";
    int eighths = (int)lround(length * BAR_COLUMNS * 8);
    for (int i = 0; i < eighths / 8; i++)
        buf_puts(&bar, "█");
    buf_puts(&bar, part[eighths % 8]);
    return buf_text(&bar);
}

/* All losses in one line of bars: each stands for the mean of as many passes. */
static const char *line_of_bars(const Passes *p)
{
    static const char *const height[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    Buf line = {.arena = p->d->a};
    int columns = min_int(p->count, LINE_COLUMNS);
    for (int c = 0; c < columns; c++) {
        int first = (int)((int64_t)c * p->count / columns), seen = 0;
        int end = (int)((int64_t)(c + 1) * p->count / columns);
        double sum = 0;
        for (int i = first; i < end; i++)
            if (isfinite(p->pass[i].number)) {
                sum += length_of(p, p->pass[i].number);
                seen++;
            }
        buf_puts(&line, seen == 0 ? " " : height[lround(sum / seen * 7)]);
    }
    return buf_text(&line);
}

/* --- the list --------------------------------------------------------------------------------------- */

/* The passes of the loop that a line is a pass of. */
static void find_passes(Passes *p, int first)
{
    const Run *run = p->l->run;
    const RunLine *loop = &run->line[first];
    int passes = min_int(run_passes(run, first), PASSES_MOST);
    p->pass = arena_many(p->d->a, (size_t)passes + 1, LoopPass);
    for (int i = first; p->count < passes && i < run->lines && run->line[i].outer == loop->outer &&
                        run->line[i].kind == LINE_PASS && run->line[i].node == loop->node;
         i = run->line[i].end_line)
        if (run->line[i].truth)
            p->pass[p->count++].line = i;
    if (run->is_cut && p->count > 1 && run->line[p->pass[p->count - 1].line].end_line == run->lines)
        p->count--; /* nobody knows how it went on */
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

static void put_loss(Buf *out, const Passes *p, const LoopPass *pass)
{
    const QkvTensor *other = p->l->align && !p->l->differs ? loss_beside(p, pass) : NULL;
    if (!other) {
        lens_cell(out, p->l, pass->loss, pass->cell, NULL);
        return;
    }
    const Lens without = lens_other(p->l);
    lens_marked(out, p->l, pass->loss, pass->cell, NULL);
    buf_puts(out, " (was ");
    lens_cell(out, &without, other, 0, NULL);
    buf_putc(out, ')');
}

static const char *words_of(const Passes *p, const LoopPass *pass)
{
    const Run *run = p->l->run;
    Buf text = {.arena = p->d->a};
    buf_printf(&text, "%s %d\t", code_loop_name(&run->line[pass->line]),
               run->line[pass->line].number);
    if (pass->loss) {
        put_loss(&text, p, pass);
        buf_printf(&text, "\t%s", bar_of(p, pass->number));
    } else {
        buf_puts(&text, code_said(p->d->a, p->l, pass->line));
    }
    return buf_text(&text);
}

/* "loss of each pass (bars: logarithm)", and under it all of them. */
static void add_line_of_bars(Passes *p)
{
    const QkvTensor *t = NULL;
    for (int i = 0; i < p->count && !t; i++)
        t = p->pass[i].loss;
    const char *name = t ? run_name_of_step(p->l->run, t->step, false) : NULL;
    if (p->count < 2 || !p->has_numbers)
        return;
    doc_heading(p->d, arena_format(p->d->a, "%s of each pass%s", name ? name : "number",
                                   p->is_log ? " (bars: logarithm)" : ""));
    doc_heading(p->d, line_of_bars(p));
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
        for (int64_t cell = 0; t && cell < t->count; cell++) {
            LoopPass pass = {.line = -1, .loss = t, .cell = cell};
            find_number(p, &pass);
            arena_push(p->d->a, p->pass, p->count, pass);
        }
    }
}

static Doc *tell_trained(Passes *p, const Spot *here)
{
    Spot first;
    if (spot_trained(p->l->run, here) == 0)
        return p->d;
    if (lens_withholds_text(p->l, here->stage, here->stop, &first)) {
        doc_note(
            p->d,
            "What the hidden lines of this stage went back from may tell a result that was not "
            "shown yet.");
        return p->d;
    }
    find_trained(p, here);
    find_range(p);
    p->d->head = "training in hidden lines";
    doc_heading(p->d, arena_format(p->d->a, "number that each pass went back from%s",
                                   p->is_log ? " (bars: logarithm)" : ""));
    if (p->has_numbers)
        doc_heading(p->d, line_of_bars(p));
    for (int i = 0; i < p->count; i++) {
        Buf text = {.arena = p->d->a};
        buf_printf(&text, "pass %d\t", i + 1);
        lens_marked(&text, p->l, p->pass[i].loss, p->pass[i].cell, NULL);
        buf_printf(&text, "\t%s", bar_of(p, p->pass[i].number));
        doc_row(p->d, (Target){.kind = TARGET_SPOT, .spot = *here}, "%s", buf_text(&text));
    }
    doc_note(p->d, "The lines are hidden: of what they computed these numbers are told.");
    p->d->row = max_int(p->count - 1, 0);
    return p->d;
}

Doc *tell_passes(Arena *a, const Lens *l, const Spot *here)
{
    const Run *run = l->run;
    Doc *d = doc_new(a, DOC_LIST, l, run->lesson->title);
    Passes p = {.d = d, .l = l};
    int first = spot_loop(run, here), now = spot_pass_line(run, here);
    if (first < 0)
        return tell_trained(&p, here);
    find_passes(&p, first);
    find_losses(&p);
    find_range(&p);
    d->head = code_line(a, run, first);
    add_line_of_bars(&p);
    for (int i = 0; i < p.count; i++) {
        Spot to = spot_in_line(*here, run, p.pass[i].line);
        doc_row(d, (Target){.kind = TARGET_SPOT, .spot = to}, "%s", words_of(&p, &p.pass[i]));
        if (p.pass[i].line <= now)
            d->row = i;
    }
    if (run->is_cut)
        doc_note(d, "The lesson runs more lines than can be followed: there may be more passes.");
    else if (run_passes(run, first) > p.count)
        doc_note(d, "These are the first %d of %d passes.", p.count, run_passes(run, first));
    return d;
}
