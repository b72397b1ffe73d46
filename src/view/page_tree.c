/* All that a number is made of, as a tree over the page: one branch is followed, and the others folded
 * away. */
#include <limits.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/page.h"
#include "view/page_text.h"
#include "view/report.h"

/* --- what is seen --------------------------------------------------------------------------------- */

bool place_folds(const Place *p, int line)
{
    return p->folds.bit[line / 8] >> line % 8 & 1;
}

void place_fold(Place *p, int line, bool is_folded)
{
    unsigned bit = 1u << line % 8, old = p->folds.bit[line / 8];
    p->folds.bit[line / 8] = (unsigned char)(is_folded ? old | bit : old & ~bit);
}

enum { TOP = 2, FOOT = 2 };

/* What of a line stands in the next row: of the first, the arithmetic of the number in question. */
static const char *rest_of(const char *line, int width)
{
    const char *rest = line + report_why_break(line, width);
    return rest + strspn(rest, " ");
}

TreeView page_tree_view(Arena *a, const Scene *s, const Place *p)
{
    const WhyTree *tree = memo_tree(s->memo, s->run, p, a);
    size_t count = (size_t)tree->lines + 1;
    TreeView v = {.lines = tree->lines,
                  .row = arena_many(a, count, int),
                  .has_more = arena_many(a, count, bool),
                  .outer = arena_many(a, count, int),
                  .tree = tree};
    int hidden = INT_MAX; /* deeper lines than this one are folded away */
    for (int i = 0; i < v.lines; i++) {
        int depth = tree->line[i].depth;
        v.has_more[i] = i + 1 < v.lines && tree->line[i + 1].depth > depth;
        v.outer[i] = i - 1;
        while (v.outer[i] >= 0 && tree->line[v.outer[i]].depth >= depth)
            v.outer[i] = v.outer[v.outer[i]];
        if (depth > hidden)
            continue;
        hidden = v.has_more[i] && place_folds(p, i) ? depth : INT_MAX;
        v.row[v.rows++] = i;
    }
    bool goes_on = v.rows > 0 && *rest_of(tree->line[0].text, p->width);
    v.seen = max_int(p->height - TOP - FOOT - goes_on, 1);
    while (v.at + 1 < v.rows && v.row[v.at] < p->choice)
        v.at++;
    v.first = clamp_int(v.at - v.seen / 2, 0, max_int(v.rows - v.seen, 0));
    return v;
}

/* --- the page ------------------------------------------------------------------------------------- */

/* A line whose sign says whether something lies under it, and is seen. */
static const char *line_text(const TreeView *v, const Place *p, int line)
{
    const WhyLine *x = &v->tree->line[line];
    if (x->depth > 0 && v->has_more[line])
        x->text[2 * (x->depth - 1)] = place_folds(p, line) ? '+' : '-';
    else if (x->depth > 0)
        x->text[2 * (x->depth - 1)] = x->is_cut ? '+' : '.';
    return x->text;
}

/* Under the tree: where the number that the cursor stands on is made, and what the page has not. */
static void draw_below(Frame *f, Arena *a, const Scene *s, const TreeView *v)
{
    const WhyLine *here = &v->tree->line[v->row[v->at]];
    int row = f->height - 2, more = v->rows - v->first - v->seen, width = f->width - 2;
    int64_t left_out = v->tree->left_out;
    const char *right = more > 0 ? arena_format(a, " v %3d more", more)
                        : left_out > 0
                            ? arena_format(a, " %lld branches left out: Enter asks at a +",
                                           (long long)left_out)
                            : "";
    int columns = utf8_columns(right);
    frame_fit(f, row, max_int(f->width - 1 - columns, 0), columns, STYLE_STRONG, right);
    frame_fit(
        f, row, 1, max_int(width - columns, 0), STYLE_FAINT,
        arena_format(a, "made in %s",
                     page_stage_name(a, s->run->lesson, run_stage_of_step(s->run, here->step))));
}

void page_tree(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    TreeView v = page_tree_view(&arena, s, p);
    const char *rest = v.rows > 0 ? rest_of(v.tree->line[0].text, f->width) : "";
    int first = v.first, rows = v.seen;
    page_title(f, "all that this number is made of", page_what_if(&arena, s, p, "Esc closes"));
    for (int i = 0, row = TOP; i < rows && first + i < v.rows; i++, row++) {
        const char *line = line_text(&v, p, v.row[first + i]);
        Style style = first + i == v.at ? STYLE_SELECTED : STYLE_TEXT;
        bool goes_on = first + i == 0 && *rest;
        size_t length = goes_on ? report_why_break(line, f->width) : strlen(line);
        frame_link(f, row, 0, f->width, (Link){.kind = LINK_ROW, .of = v.row[first + i]});
        frame_fit(f, row, 0, f->width, style, arena_text(&arena, line, length));
        if (goes_on)
            frame_fit(f, ++row, WHY_INDENT, f->width - WHY_INDENT, style, rest);
    }
    if (v.rows > 0 && !s->message)
        draw_below(f, &arena, s, &v);
    page_foot(f, s, p);
    arena_release(&arena);
}
