/* The line mode: what is known of a result or of a number. */
#include <stdio.h>
#include <string.h>

#include "app/keys.h"
#include "app/plain_internal.h"
#include "app/update.h"
#include "base/common.h"
#include "core/print.h"
#include "view/arithmetic.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/number.h"
#include "view/page.h"
#include "view/page_names.h"
#include "view/report.h"
#include "view/spoken.h"

/* --- read ------------------------------------------------------------------------------------- */

enum { MOST_ROWS = 100 };

static void tell_number(Plain *p, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0};
    buf_printf(&p->out, "%s = ", explain_cell(&arena, plain_run_of(p), t, cell));
    number_full(&p->out, t, cell);
    plain_say(p, "");
    arena_release(&arena);
}

/* Of the matrix that a cell lies in what a place names: all of it, a row, a column or a number. */
static void tell_part(Plain *p, const NamedPart *part, int64_t cell)
{
    const QkvTensor *t = part->t;
    const Run *run = plain_run_of(p);
    const Place *place = app_place(p->app);
    int64_t row = t->rank > 1 ? part->index[t->rank - 2] : -1;
    int64_t column = t->rank > 0 ? part->index[t->rank - 1] : 0;
    bool has_row = t->rank < 2 || row >= 0;
    if (has_row && column >= 0)
        tell_number(p, t, cell);
    else if (row >= 0)
        spoken_row(&p->out, run, place, t, cell);
    else if (column >= 0)
        spoken_column(&p->out, run, place, t, cell);
    else
        spoken_matrix(&p->out, run, place, t, matrix_item(t, cell), MOST_ROWS);
}

/* True when a matrix is among those that a place names. */
static bool has_block(const NamedPart *part, const int64_t *at)
{
    for (int d = 0; d < part->t->rank - 2; d++)
        if (part->index[d] >= 0 && part->index[d] != at[d])
            return false;
    return true;
}

/* As many matrices as are heard at once. */
static void tell_all(Plain *p, const NamedPart *part)
{
    const QkvTensor *t = part->t;
    int64_t size = matrix_rows(t) * matrix_cols(t), in_it = named_first(part) % max_int64(size, 1);
    int64_t most = max_int64(MOST_ROWS / max_int64(matrix_rows(t), 1), 1), told = 0, left = 0;
    for (int64_t i = 0; i < matrix_items(t); i++) {
        int64_t at[QKV_MAX_RANK];
        qkv_tensor_index(t, i * size, at);
        if (!has_block(part, at))
            continue;
        if (told++ < most)
            tell_part(p, part, i * size + in_it);
        else
            left++;
    }
    if (left > 0)
        buf_printf(&p->out, "and %lld more matrices: block LABEL tells one\n", (long long)left);
    plain_keep_told(p, t, named_first(part));
}

/* Reads what the rest of the line names, or takes the matrix in question; false after saying why not. */
static bool read_part(Plain *p, NamedPart *part)
{
    NamedHere here = plain_here(p);
    if (*p->rest)
        return plain_place(p, p->rest, part);
    if (!here.step || here.step->call.out->count == 0) {
        plain_say(p, "There are no numbers here.");
        return false;
    }
    part->t = here.step->call.out;
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(part->t, here.cell, at);
    for (int d = 0; d < part->t->rank; d++)
        part->index[d] = d < part->t->rank - 2 ? at[d] : -1;
    return true;
}

void plain_read(Plain *p)
{
    NamedPart part;
    if (read_part(p, &part))
        tell_all(p, &part);
}

void plain_copy(Plain *p)
{
    NamedPart part;
    if (!read_part(p, &part))
        return;
    bool is_one = true;
    for (int d = 0; d < part.t->rank; d++)
        is_one = is_one && part.index[d] >= 0;
    if (is_one)
        number_full(&p->out, part.t, named_first(&part));
    else
        print_tensor(&p->out, part.t, &print_default);
    plain_say(p, "");
}

/* --- what a number is made of ----------------------------------------------------------------- */

void plain_tell_sources(Plain *p, int most)
{
    Arena arena = {0};
    const Place *place = app_place(p->app);
    const Run *run = plain_run_of(p);
    const QkvCall *call = &plain_step(p)->call;
    QkvTerms terms = qkv_terms(call, place->asked.cell, &arena);
    int count = explain_picks(&terms), told = count <= most ? count : 0;
    for (int i = 0; i < told && i < ROWS_MOST; i++) {
        QkvSource s = explain_source(&terms, i);
        const QkvTensor *in = call->in[s.operand];
        bool is_code = in->step < 0; /* its name would be its number again */
        buf_printf(
            &p->out, "%s ",
            plain_add_row(
                p, (Row){.kind = is_code ? ROW_CODE : ROW_CELL, .step = in->step, .cell = s.cell}));
        if (!is_code)
            buf_printf(&p->out, "%s = ", explain_cell(&arena, run, in, s.cell));
        arithmetic_value(&p->out, in, s.cell, place_decimals(place));
        buf_printf(&p->out, "%s\n",
                   is_code ? ", a plain number in the code"
                           : arena_format(&arena, ", %s", plain_where_shown(&arena, p, in)));
    }
    if (count > told)
        buf_printf(&p->out, "It is made of %d numbers: inspect made lists them.\n", count);
    arena_release(&arena);
}

static void tell_made(Plain *p)
{
    p->rows.count = 0;
    plain_tell_sources(p, ROWS_MOST);
    if (p->rows.count == 0)
        plain_say(p, "Nothing made this number: it is written in the lesson.");
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

/* True when it is written in the lesson where another number of the tree is, which was told before. */
static bool was_written_there(const WhyTree *tree, int line, const char *where)
{
    const WhyLine *w = &tree->line[line];
    bool is_written = w->depth > 0 && w->text[2 * (w->depth - 1)] == '.', is_told = false;
    for (int i = 0; i < line && is_written && !is_told; i++)
        is_told = strstr(tree->line[i].text, where) != NULL;
    return is_told;
}

/* A line of a tree without the strokes that lead to it, and without the columns that it was aligned in. */
static void put_branch(Plain *p, Arena *a, const WhyTree *tree, int line)
{
    const WhyLine *w = &tree->line[line];
    const char *at = w->text + 2 * (size_t)w->depth, *gap = strstr(at, "  ");
    Row row = {.kind = ROW_CELL, .step = w->step, .cell = w->cell};
    snprintf(row.label, sizeof row.label, "%s", label_of(a, tree, line));
    if (w->depth > 0)
        buf_printf(&p->out, "%s ", plain_add_row(p, row));
    if (gap && w->above >= 0) {
        buf_printf(&p->out, "%.*s: as %s\n", (int)(gap - at), at, label_of(a, tree, w->above));
        return;
    }
    if (gap && was_written_there(tree, line, gap + strspn(gap, " "))) {
        buf_printf(&p->out, "%.*s\n", (int)(gap - at), at);
        return;
    }
    for (; (gap = strstr(at, "  ")) != NULL; at = gap + strspn(gap, " "))
        buf_printf(&p->out, "%.*s%s", (int)(gap - at), at, gap[strspn(gap, " ")] ? ": " : "");
    buf_printf(&p->out, "%s\n", at);
}

/* Two levels; again at the same number one more, as far as there are any. */
static void tell_tree(Plain *p)
{
    enum { MOST_LINES = 200 };
    Arena arena = {0};
    const Place *place = app_place(p->app);
    bool is_again = p->tree_levels > 0 && p->tree.step == place->asked.step &&
                    p->tree.cell == place->asked.cell;
    p->tree = place->asked;
    p->tree_levels = is_again ? min_int(p->tree_levels + 1, WHY_ALL) : 2;
    WhyTree tree = report_why_tree(
        &arena, plain_run_of(p), plain_step(p)->call.out, p->tree.cell,
        (WhyAs){p->tree_levels, MOST_LINES, REPORT_WHOLE, place_decimals(place)});
    p->rows.count = 0;
    for (int i = 0; i < tree.lines; i++)
        put_branch(p, &arena, &tree, i);
    if (tree.left_out > 0)
        buf_printf(&p->out, "and %lld more branches: open one of these\n",
                   (long long)tree.left_out);
    plain_say(p, tree.deeper > 0 ? "inspect tree once more goes one level farther back."
                                 : "That is all of it: nothing is farther back.");
    arena_release(&arena);
}

/* A report over the page, by its key: told at once. */
static void report(Plain *p, int key)
{
    Place before = *app_place(p->app);
    app_key(p->app, key);
    if (!plain_message(p)) {
        const WhatIf *w = app_what_if(p->app);
        Scene scene = {.library = p->library,
                       .run = plain_run_of(p),
                       .whatif = w,
                       .align = w ? w->variant[0].align : NULL,
                       .is_plain = true};
        page_report_text(&p->out, &scene, app_place(p->app));
    }
    app_put(p->app, &before);
}

static void tell_leads(Plain *p)
{
    report(p, 'U');
}

/* Where it comes from in the end; at a number, the name of one of these tensors tells its numbers. */
static void tell_inputs(Plain *p)
{
    const Place *now = app_place(p->app);
    report_inputs_group(&p->out, plain_run_of(p), plain_step(p)->call.out, now->asked.cell,
                        place_decimals(now), "");
}

static bool tell_inputs_of(Plain *p, const char *name)
{
    const Place *now = app_place(p->app);
    return now->page == PAGE_CELL && *name &&
           report_inputs_group(&p->out, plain_run_of(p), plain_step(p)->call.out, now->asked.cell,
                               place_decimals(now), name);
}

/* --- what a result is ------------------------------------------------------------------------- */

/* A report on the result in question, at the step that made it; the reader stays where that was asked. */
static void report_result(Plain *p, int key)
{
    NamedPart part;
    Place before = *app_place(p->app), at = before;
    if (!read_part(p, &part))
        return;
    const QkvStep *own = plain_step(p);
    if (!own || own->call.out != part.t)
        jump_to_result(&at, plain_run_of(p), part.t, named_first(&part));
    app_put(p->app, &at);
    report(p, key);
    app_put(p->app, &before);
}

static void tell_attention(Plain *p)
{
    report_result(p, '&');
}

static void tell_values(Plain *p)
{
    report_result(p, 'C');
}

static void tell_sums(Plain *p)
{
    NamedPart part;
    Place place = *app_place(p->app);
    place.look.sums = true;
    if (!read_part(p, &part))
        return;
    spoken_matrix(&p->out, plain_run_of(p), &place, part.t, matrix_item(part.t, named_first(&part)),
                  MOST_ROWS);
    plain_keep_told(p, part.t, named_first(&part));
}

static void tell_results(Plain *p)
{
    Arena arena = {0};
    const Run *run = plain_run_of(p);
    Names names = names_so_far(&arena, run, app_place(p->app));
    p->rows.count = 0;
    for (int i = 0; i < names.count; i++) {
        const Stop *stop = names.stop[i];
        Row row = {.kind = ROW_STEP,
                   .stage = run_stage_of_stop(run, stop),
                   .stop = run_number_of_stop(run, stop),
                   .step = -1};
        buf_printf(&p->out, "%s %s %s, ", plain_add_row(p, row), stop->name,
                   matrix_shape(&arena, stop->tensor));
        plain_say(p, plain_step_name(&arena, p, row.stage, row.stop));
    }
    if (names.count == 0)
        plain_say(p, "There are no results yet: next goes on.");
    arena_release(&arena);
}

static void tell_code(Plain *p)
{
    Place before = *app_place(p->app), at = before;
    at.page = PAGE_STAGE;
    app_put(p->app, &at);
    report(p, '#');
    app_put(p->app, &before);
}

/* --- inspect ---------------------------------------------------------------------------------- */

static const struct Tab {
    const char *name;
    bool is_of_number;
    void (*tell)(Plain *p);
} tabs[] = {
    {"made", true, tell_made},
    {"tree", true, tell_tree},
    {"inputs", true, tell_inputs},
    {"leads", true, tell_leads},
    {"attention", false, tell_attention},
    {"sums", false, tell_sums},
    {"results", false, tell_results},
    {"values", false, tell_values},
    {"code", false, tell_code},
};

void plain_inspect(Plain *p)
{
    size_t length = strcspn(p->rest, " ");
    const struct Tab *tab = *p->rest == '[' || !*p->rest ? &tabs[0] : NULL;
    for (int i = 0; i < COUNT(tabs) && !tab; i++)
        if (strlen(tabs[i].name) == length && strncmp(tabs[i].name, p->rest, length) == 0)
            tab = &tabs[i];
    if (tab && *p->rest && *p->rest != '[')
        p->rest += length + strspn(p->rest + length, " ");
    if (!tab && strchr(p->rest, '['))
        tab = &tabs[0];
    if (!tab) {
        buf_puts(&p->out, "Which tab?");
        for (int i = 0; i < COUNT(tabs); i++)
            buf_printf(&p->out, "%s %s", i ? "," : "", tabs[i].name);
        plain_say(p, ".");
        return;
    }
    if (tab->tell == tell_inputs && tell_inputs_of(p, p->rest))
        return;
    Arena arena = {0};
    const char *word = arena_format(&arena, "inspect %s", tab->name);
    if (!tab->is_of_number || plain_go_to_number(p, word, p->rest))
        tab->tell(p);
    arena_release(&arena);
}

/* --- guess ------------------------------------------------------------------------------------ */

void plain_guess(Plain *p)
{
    guess_next(&p->out, plain_run_of(p), app_place(p->app), p->rest, &p->hinted);
}

void plain_hint(Plain *p)
{
    guess_hint(&p->out, plain_run_of(p), app_place(p->app), p->rest, &p->hinted);
}
