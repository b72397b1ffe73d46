/* The lines of a run, and the tree of what stops lie in. */
#include "lesson/run.h"

#include <string.h>

/* --- which line --------------------------------------------------------------------------------- */

/* Lines begin in the order of their steps, so the last one that had begun lies in the one in search
 * of, or is it. */
int run_line_of_step(const Run *run, int step)
{
    int low = 0, high = run->lines;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (run->line[middle].first_step <= step)
            low = middle + 1;
        else
            high = middle;
    }
    int i = low - 1;
    while (i >= 0 && run->line[i].end_step <= step)
        i = run->line[i].outer;
    return i;
}

int run_next_pass(const Run *run, int pass)
{
    const RunLine *now = &run->line[pass];
    for (int i = now->end_line; i < run->lines && run->line[i].outer == now->outer &&
                                run->line[i].statement == now->statement;
         i = run->line[i].end_line)
        if (run->line[i].kind == LINE_PASS && run->line[i].node == now->node)
            return i;
    return -1;
}

int run_left_pass(const Run *run, int line)
{
    while (line >= 0 && !run->line[line].is_left)
        line = run->line[line].outer;
    return line;
}

int run_way_to_pass(const Run *run, int pass, KeptPass way[])
{
    int count = 0;
    for (int i = pass; i >= 0 && count < LIMIT_KEPT_PASSES; i = run->line[i].outer)
        if (run->line[i].kind == LINE_PASS)
            way[count++] = (KeptPass){run->line[i].first, run->line[i].number};
    return count;
}

int run_find_pass(const Run *run, int count, const KeptPass way[])
{
    for (int i = 0; i < run->lines; i++) {
        KeptPass found[LIMIT_KEPT_PASSES];
        const RunLine *line = &run->line[i];
        if (line->kind == LINE_PASS && line->number == way[0].number &&
            line->first == way[0].line && run_way_to_pass(run, i, found) == count &&
            memcmp(found, way, (size_t)count * sizeof *way) == 0)
            return i;
    }
    return -1;
}

int run_passes(const Run *run, int line)
{
    const RunLine *pass = &run->line[line];
    int count = pass->number - !pass->truth; /* the last test of `while` makes no pass */
    for (int i = line; (i = run_next_pass(run, i)) >= 0;)
        count += run->line[i].truth;
    return count;
}

static void lines_of_block(const Node *block, int *first, int *last)
{
    *first = block->kid[0]->statement->line;
    *last = block->kid[block->kids - 1]->statement->last_line;
}

void run_loop_body(const RunLine *pass, int *first, int *last)
{
    lines_of_block(pass->node->kid[pass->node->kind == NODE_FOR ? 2 : 1], first, last);
}

bool run_skips(const RunLine *test, int *first, int *last)
{
    const Node *n = test->node;
    int kid = test->number;
    if (test->kind == LINE_PASS && !test->truth) {
        lines_of_block(n->kid[1], first, last);
        return true;
    }
    if (test->kind != LINE_TEST || (test->truth && kid + 2 >= n->kids))
        return false;
    lines_of_block(n->kid[kid + 1], first, last);
    if (test->truth) {
        *first = *last + 1;
        *last = n->statement->last_line;
    }
    return true;
}

void run_body_of_line(const Run *run, int line, int *first, int *last)
{
    const RunLine *l = &run->line[line];
    const RunStatement *x = &run->statement[l->statement];
    const Node *def = l->call >= 0 ? run->line[l->call].node : NULL;
    *first = def ? def->line : x->first;
    *last = def ? def->statement->last_line : x->last;
}

/* --- the loss of a pass --------------------------------------------------------------------------- */

/* The tensor that the last way back in a pass began at. */
static const QkvTensor *gone_back_from(const Run *run, const RunLine *pass)
{
    const QkvTape *tape = run->tape;
    const QkvTensor *from = NULL;
    int low = 0, high = tape->groups;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (tape->group[middle].first < pass->first_step)
            low = middle + 1;
        else
            high = middle;
    }
    for (int g = low; g < tape->groups && tape->group[g].first < pass->end_step; g++)
        if (tape->group[g].from && tape->group[g].from->count == 1)
            from = tape->group[g].from;
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

const QkvTensor *run_loss_of_pass(const Run *run, int pass, bool *goes_back)
{
    const RunLine *line = &run->line[pass];
    *goes_back = line->goes_back;
    if (line->is_left)
        return line->loss;
    const QkvTensor *from = gone_back_from(run, line);
    *goes_back = from != NULL;
    return from ? from : last_number_bound(run, pass);
}

/* --- the tree ----------------------------------------------------------------------------------- */

bool run_is_same(Inside a, Inside b)
{
    return a.kind == b.kind && a.of == b.of;
}

/* The body of a function lies in the line that called it: in the next one outside that is a stop. */
Inside run_inside_of_line(const Run *run, int line)
{
    int i = line;
    do {
        int call = run->line[i].call;
        if (call < 0)
            return (Inside){INSIDE_STATEMENT_CODE, run->line[line].statement};
        i = run->line[call].outer;
        if (i < 0)
            return (Inside){INSIDE_STATEMENT_CODE, run->line[line].statement};
    } while (run->line[i].is_heading);
    return (Inside){INSIDE_LINE_CODE, i};
}

/* A group that ends with the step lies where its result lies. */
static Inside inside_of_group(const Run *run, int group, int step)
{
    int line = run_line_of_step(run, step);
    int base = line >= 0 ? run->line[line].group : -1;
    while (group != base && group >= 0 && run_group_result(run, group) == step)
        group = run->tape->group[group].parent;
    if (group != base && group >= 0)
        return (Inside){INSIDE_GROUP, group};
    return line >= 0 ? (Inside){INSIDE_LINE, line}
                     : (Inside){INSIDE_STATEMENT, run->tape->step[step].tag};
}

Inside run_inside_of_step(const Run *run, int step)
{
    return inside_of_group(run, run->tape->step[step].group, step);
}

Inside run_around(const Run *run, Inside in)
{
    switch (in.kind) {
    case INSIDE_LINE:
    case INSIDE_LINE_CODE:
        return run_inside_of_line(run, in.of);
    case INSIDE_GROUP:
        return inside_of_group(run, run->tape->group[in.of].parent, run_group_result(run, in.of));
    default:
        return (Inside){INSIDE_NOTHING, 0};
    }
}
