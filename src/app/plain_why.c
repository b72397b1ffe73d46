/* Plain mode, of a number at hand: what it is made of, on to that, and what it leads to. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/guess.h"
#include "app/keys.h"
#include "app/plain_internal.h"
#include "app/update.h"
#include "base/common.h"
#include "view/arithmetic.h"
#include "view/explain.h"
#include "view/report.h"

/* The cells that made the one in question; memory from `a`. */
static QkvTerms terms_of(const Plain *p, Arena *a)
{
    return qkv_terms(&plain_step(p)->call, app_place(p->app)->asked.cell, a);
}

void plain_terms(Plain *p)
{
    enum { MOST = 200 };
    Arena arena = {0};
    QkvTerms t = terms_of(p, &arena);
    const QkvCall *call = &plain_step(p)->call;
    int count = explain_picks(&t);
    for (int i = 0; i < count && i < MOST; i++) {
        QkvSource s = explain_source(&t, i);
        const QkvTensor *in = call->in[s.operand];
        bool is_plain = in->step < 0; /* its name would be its number again */
        buf_printf(&p->out, "%3d ", i + 1);
        if (!is_plain)
            buf_printf(&p->out, "%s = ", explain_cell(&arena, plain_run_of(p), in, s.cell));
        arithmetic_value(&p->out, in, s.cell, place_decimals(app_place(p->app)));
        if (is_plain)
            buf_printf(&p->out, ", a plain number in the code, %s",
                       explain_where(&arena, plain_run_of(p), call->out->step));
        else
            buf_printf(&p->out, ", stage %d", run_stage_of_step(plain_run_of(p), in->step));
        plain_say(p, "");
    }
    if (count > MOST)
        buf_printf(&p->out, "and %d more\n", count - MOST);
    p->lists = count > 0;
    plain_say(p, count > 0 ? "-- follow N goes to one of them --"
                           : "Nothing made this number: it is written in the lesson.");
    arena_release(&arena);
}

bool plain_follow_value(Plain *p, double value)
{
    enum { MOST = 10000 };
    const double slack = 0.5 * pow(10, -place_decimals(app_place(p->app))); /* as shown */
    if (app_place(p->app)->page != PAGE_CELL)
        return false;
    Arena arena = {0};
    const QkvCall *call = &plain_step(p)->call;
    QkvTerms t = terms_of(p, &arena);
    int count = min_int(explain_picks(&t), MOST), at = 0;
    for (; at < count; at++) {
        QkvSource s = explain_source(&t, at);
        const QkvTensor *in = call->in[s.operand];
        double x = qkv_tensor_at(in, s.cell);
        bool is_it = x == value || (x != 0 && value != 0 && fabs(x - value) <= slack);
        if (in->step >= 0 && is_it)
            break;
    }
    arena_release(&arena);
    if (at == count)
        return false;
    Place place = *app_place(p->app);
    place.asked.pick = at;
    app_put(p->app, &place);
    plain_press(p, K_ENTER);
    return true;
}

/* Whether a cell is one of those that made another, or what one of them copies. */
static bool is_term_of(const Run *run, const Asked *cell, const Asked *of)
{
    enum { MOST = 10000 }; /* of more nobody could tell at once: it is taken for one */
    Arena arena = {0};
    const QkvCall *call = &run->tape->step[of->step].call;
    QkvTerms terms = qkv_terms(call, of->cell, &arena);
    const QkvTensor *t = run->tape->step[cell->step].call.out;
    int count = explain_picks(&terms);
    bool is_it = count > MOST;
    for (int i = 0; i < count && !is_it; i++) {
        QkvSource s = explain_source(&terms, i);
        int64_t origin;
        const QkvTensor *copied = arithmetic_origin(&arena, run, call, s, &origin);
        is_it = (call->in[s.operand] == t && s.cell == cell->cell) ||
                (copied == t && origin == cell->cell);
    }
    arena_release(&arena);
    return is_it;
}

/* After follow to a number that did not make the one in question: it is told, but no part of that. */
static void tell_stranger(Plain *p, const Place *from)
{
    const Run *run = plain_run_of(p);
    const Asked *now = &app_place(p->app)->asked;
    if (from->page != PAGE_CELL || is_term_of(run, now, &from->asked))
        return;
    Arena arena = {0};
    const QkvTensor *t = run->tape->step[now->step].call.out,
                    *of = run->tape->step[from->asked.step].call.out;
    buf_printf(&p->out, "%s is not one of the numbers that made %s.\n",
               explain_cell(&arena, run, t, now->cell),
               explain_cell(&arena, run, of, from->asked.cell));
    arena_release(&arena);
}

/* Whether the reader is at the number that why was about last. */
static bool is_at_why(const Plain *p)
{
    const Place *now = app_place(p->app);
    return now->page == PAGE_CELL && p->why_levels > 0 && now->asked.step == p->why.step &&
           now->asked.cell == p->why.cell;
}

/* "follow hide": to the number of a result called so that made this one, as far back as why has told; of several
 * they are told. False for none. */
static bool follow_named(Plain *p)
{
    enum { MOST_LINES = 200, MOST_TOLD = 8 };
    Place place = *app_place(p->app);
    if (place.page != PAGE_CELL)
        return false;
    Arena arena = {0};
    Buf names = {.arena = &arena};
    const Run *run = plain_run_of(p);
    WhyTree tree = report_why_tree(
        &arena, run, plain_step(p)->call.out, place.asked.cell,
        (WhyAs){is_at_why(p) ? p->why_levels : 1, MOST_LINES, REPORT_WHOLE, NUMBER_DECIMALS});
    const WhyLine *found = NULL;
    int count = 0;
    for (int i = 1; i < tree.lines; i++) {
        const WhyLine *line = &tree.line[i];
        const QkvTensor *t = run->tape->step[line->step].call.out;
        if (line->above >= 0 || strcmp(explain_name(&arena, run, t), p->rest) != 0)
            continue;
        found = line;
        if (count++ < MOST_TOLD)
            buf_printf(&names, "%s%s", count > 1 ? ", " : "",
                       explain_cell(&arena, run, t, line->cell));
    }
    if (count == 1) {
        ask_go(&place, run, run->tape->step[found->step].call.out, found->cell, true);
        app_put(p->app, &place);
        plain_tell(p);
    } else if (count > 1) {
        buf_printf(&p->out, "Which of them? %s%s\n", buf_text(&names),
                   count > MOST_TOLD ? " and more" : "");
    }
    arena_release(&arena);
    return count > 0;
}

/* To one of the cells that made this one, by its number in terms, by that in the answer to why, or by its name;
 * without words to the marked one. */
void plain_follow(Plain *p)
{
    static const char *const the[] = {"the ", "that "};
    double value;
    if (p->had_branches && plain_go_to_branch(p, p->rest))
        return;
    for (int i = 0; i < COUNT(the); i++) /* "follow the 4" */
        if (strncmp(p->rest, the[i], strlen(the[i])) == 0 &&
            guess_read(p->rest + strlen(the[i]), &value) && plain_follow_value(p, value))
            return;
    if (*p->rest && !plain_is_number(p->rest)) {
        if (plain_go_to_branch(p, p->rest) || follow_named(p))
            return;
        const Place from = *app_place(p->app);
        if (plain_ask(p, p->rest, true)) {
            tell_stranger(p, &from);
            plain_tell(p);
        }
        return;
    }
    if (!*p->rest && plain_ask_found(p)) {
        plain_tell(p);
        return;
    }
    if (app_place(p->app)->page != PAGE_CELL) {
        plain_which(p, "follow");
        return;
    }
    Arena arena = {0};
    QkvTerms t = terms_of(p, &arena);
    int count = explain_picks(&t),
        which = *p->rest ? atoi(p->rest) : app_place(p->app)->asked.pick + 1;
    arena_release(&arena);
    if (count > 0 && (which < 1 || which > count)) {
        buf_printf(&p->out, "follow 1 to %d: terms lists them\n", count);
        return;
    }
    Place place = *app_place(p->app);
    place.asked.pick = count > 0 ? which - 1 : 0;
    app_put(p->app, &place);
    plain_press(p, K_ENTER);
}

/* Nothing lies under a number that is written. */
static bool is_leaf(const WhyLine *line)
{
    return line->depth > 0 && line->text[2 * (line->depth - 1)] == '.';
}

/* Where a line of a tree begins to tell what its number is: after the last gap. */
static const char *branch_text(const char *line)
{
    const char *text = line;
    for (const char *at = line; (at = strstr(at, "  ")) != NULL; text = at)
        at += strspn(at, " ");
    return text;
}

/* Whether a number is written in the lesson, and where was told of another one before. */
static bool was_written_there(const WhyTree *tree, int line)
{
    const char *text = branch_text(tree->line[line].text);
    for (int i = 0; is_leaf(&tree->line[line]) && i < line; i++)
        if (is_leaf(&tree->line[i]) && strcmp(branch_text(tree->line[i].text), text) == 0)
            return true;
    return false;
}

/* "2.1", the first of what the second is made of; "" for the number in question. Memory from `a`. */
static const char *label_of(Arena *a, const WhyTree *tree, int line)
{
    int depth = tree->line[line].depth, which = 1;
    if (depth == 0)
        return "";
    int i = line - 1;
    for (; tree->line[i].depth >= depth; i--)
        which += tree->line[i].depth == depth;
    const char *of = label_of(a, tree, i);
    return arena_format(a, "%s%s%d", of, *of ? "." : "", which);
}

/* A line of a tree without the strokes that lead to it, and without the columns that it was aligned in. */
static void put_branch(Buf *out, Arena *a, const WhyTree *tree, int line)
{
    int depth = tree->line[line].depth;
    const char *at = tree->line[line].text + 2 * (size_t)depth;
    if (depth > 0)
        buf_printf(out, "%s ", label_of(a, tree, line));
    const char *gap = strstr(at, "  ");
    if (gap && was_written_there(tree, line)) {
        buf_printf(out, "%.*s\n", (int)(gap - at), at);
        return;
    }
    if (gap && tree->line[line].above >= 0) {
        buf_printf(out, "%.*s: as %s\n", (int)(gap - at), at,
                   label_of(a, tree, tree->line[line].above));
        return;
    }
    for (size_t length; *at; at += length + strspn(at + length, " ")) {
        length = strcspn(at, " ");
        while (at[length] == ' ' && at[length + 1] != ' ' && at[length + 1])
            length += 1 + strcspn(at + length + 1, " ");
        buf_printf(out, "%.*s%s", (int)length, at,
                   at[length + strspn(at + length, " ")] ? ": " : "");
    }
    buf_putc(out, '\n');
}

static WhyTree tree_of_why(const Plain *p, Arena *a)
{
    enum { MOST_LINES = 200 };
    return report_why_tree(
        a, plain_run_of(p), plain_run_of(p)->tape->step[p->why.step].call.out, p->why.cell,
        (WhyAs){p->why_levels, MOST_LINES, REPORT_WHOLE, place_decimals(app_place(p->app))});
}

/* What stands on the full screens farther to the right has a longer number before it. */
static void tell_why(Plain *p)
{
    Arena arena = {0};
    WhyTree tree = tree_of_why(p, &arena);
    for (int i = 0; i < tree.lines; i++) {
        put_branch(&p->out, &arena, &tree, i);
        if (i == 0)
            plain_say(p, "Line 1 is made of lines 1.1, 1.2 and so on; such a number asks it.");
    }
    if (tree.left_out > 0)
        buf_printf(&p->out, "and %lld more branches: ask for one of these\n",
                   (long long)tree.left_out);
    p->why_ends = tree.deeper == 0;
    p->has_branches = true;
    plain_say(p, !p->why_ends ? "-- more goes one level farther back --" : "-- that is all --");
    arena_release(&arena);
}

bool plain_is_label(const char *text)
{
    for (size_t digits; (digits = strspn(text, "0123456789")) > 0; text += digits + 1)
        if (text[digits] != '.')
            return !text[digits];
    return false;
}

bool plain_go_to_branch(Plain *p, const char *label)
{
    Arena arena = {0};
    Place place = *app_place(p->app);
    WhyTree tree = is_at_why(p) ? tree_of_why(p, &arena) : (WhyTree){0};
    int at = 1;
    while (at < tree.lines && strcmp(label_of(&arena, &tree, at), label) != 0)
        at++;
    bool is_there = at < tree.lines;
    if (is_there) {
        const QkvTensor *t = plain_run_of(p)->tape->step[tree.line[at].step].call.out;
        ask_go(&place, plain_run_of(p), t, tree.line[at].cell, true);
        app_put(p->app, &place);
        plain_tell(p);
    }
    arena_release(&arena);
    return is_there;
}

void plain_why(Plain *p)
{
    p->why = app_place(p->app)->asked;
    p->why_levels = 2;
    tell_why(p);
}

void plain_more(Plain *p)
{
    if (!is_at_why(p)) {
        plain_say(p, "more goes on after why, while you are at that number.");
        return;
    }
    if (p->why_ends) {
        p->has_branches = true;
        plain_say(p, "That was all of it: nothing is farther back.");
        return;
    }
    p->why_levels = min_int(p->why_levels + 1, WHY_ALL);
    tell_why(p);
}

static bool tell_inputs(Plain *p, const char *group)
{
    const Place *now = app_place(p->app);
    const QkvTensor *t = plain_step(p)->call.out;
    int decimals = place_decimals(now);
    if (same_text(group, "all")) {
        report_inputs(&p->out, plain_run_of(p), t, now->asked.cell, decimals);
        return true;
    }
    return report_inputs_group(&p->out, plain_run_of(p), t, now->asked.cell, decimals, group);
}

/* At a number, words name some of its inputs before they name another number. */
void plain_inputs(Plain *p)
{
    bool is_at_one = app_place(p->app)->page == PAGE_CELL;
    if (is_at_one && *p->rest && tell_inputs(p, p->rest))
        return;
    if (plain_number(p, "inputs"))
        tell_inputs(p, "");
}

void plain_uses(Plain *p)
{
    plain_report(p, 'U');
}
