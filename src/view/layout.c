#include "view/layout.h"

#include "base/common.h"

/* The width of a matrix. Its headings are measured once: many arrangements are tried. */
static int width_of(Spot *s)
{
    int *heading = &s->heading[s->matrix.terse];
    if (*heading == 0)
        *heading = matrix_heading(&s->matrix) + 1;
    return matrix_width_under(&s->matrix, *heading - 1);
}

/* Puts spots first .. last-1 from left to right, going to a new row of matrices where one would
 * pass the width. Returns the rows used; 0 when one matrix alone is too wide. */
static int pack(Layout *l, int first, int last, int top, int width)
{
    int row = top, col = 0, tallest = 0;
    for (int i = first; i < last; i++) {
        Spot *s = &l->spot[i];
        s->width = width_of(s);
        s->height = matrix_height(&s->matrix);
        if (s->width > width)
            return 0;
        if (col > 0 && col + s->width > width) {
            row += tallest + !l->is_tight;
            col = 0;
            tallest = 0;
        }
        s->row = row;
        s->col = col;
        s->is_shown = true;
        col += s->width + LAYOUT_GAP;
        tallest = s->height > tallest ? s->height : tallest;
    }
    return row + tallest - top;
}

static bool in_one_band(Layout *l, int height, int width)
{
    int count = l->operands + l->results, rows = pack(l, 0, count, 0, width);
    for (int i = 0; i < count; i++)
        if (l->spot[i].row > 0)
            return false;
    l->height = rows;
    return rows > 0 && rows <= height;
}

static bool in_two_bands(Layout *l, int height, int width)
{
    int over = pack(l, 0, l->operands, 0, width);
    if (over == 0 && l->operands > 0)
        return false;
    int top = over > 0 ? over + !l->is_tight : 0;
    int under = pack(l, l->operands, l->operands + l->results, top, width);
    l->height = top + under;
    return under > 0 && l->height <= height;
}

/* Whether the numbers alone, without a heading, need more than all of the space. */
static bool is_too_much(const Layout *l, int height, int width)
{
    int64_t space = (int64_t)height * width;
    for (int i = 0; i < l->operands + l->results; i++) {
        const Matrix *m = &l->spot[i].matrix;
        space -= (int64_t)matrix_height(m) * matrix_width_under(m, 0);
    }
    return space < 0;
}

static void set_terse(Layout *l, int operands, int results)
{
    for (int i = 0; i < l->operands + l->results; i++)
        l->spot[i].matrix.terse = i < l->operands ? operands : results;
}

/* One band is easiest to read, and worth headings without the names of the axes; two bands are
 * worth headings without shapes, and without a count of blocks, before a matrix is left out. The
 * names of the result's axes are the last to go: its rows and columns are what the words are about,
 * and those of operands were results before. */
static bool fits(Layout *l, int height, int width)
{
    static const struct {
        bool (*arrange)(Layout *l, int height, int width);
        int operands, results; /* how terse their headings are */
    } tries[] = {{in_one_band, 0, 0},  {in_one_band, 1, 0},  {in_one_band, 2, 0},
                 {in_one_band, 1, 1},  {in_two_bands, 0, 0}, {in_two_bands, 1, 0},
                 {in_two_bands, 2, 0}, {in_two_bands, 1, 1}, {in_two_bands, 2, 2},
                 {in_two_bands, 3, 3}};
    if (is_too_much(l, height, width))
        return false;
    for (int i = 0; i < COUNT(tries); i++) {
        set_terse(l, tries[i].operands, tries[i].results);
        if (!tries[i].arrange(l, height, width))
            continue;
        /* Long labels are written out where that changes nothing else. */
        Layout narrow = *l;
        for (int m = 0; m < l->operands + l->results; m++)
            matrix_widen_labels(&l->spot[m].matrix);
        if (!tries[i].arrange(l, height, width))
            *l = narrow;
        return true;
    }
    return false;
}

void layout_arrange(Layout *l, int height, int width, int focus)
{
    int count = l->operands + l->results;
    l->is_whole = count > 0 && fits(l, height, width);
    if (l->is_whole || count == 0)
        return;
    for (int i = 0; i < count; i++)
        l->spot[i].is_shown = i == focus;
    set_terse(l, 0, 0);
    Spot *s = &l->spot[focus];
    int whole = matrix_height(&s->matrix);
    s->row = s->col = 0;
    s->width = width;
    s->height = whole < height ? whole : height < 0 ? 0 : height;
    l->height = s->height;
}

void layout_draw(Frame *f, int row, int col, const Layout *l)
{
    for (int i = 0; i < l->operands + l->results; i++) {
        const Spot *s = &l->spot[i];
        if (s->is_shown)
            matrix_draw(f, row + s->row, col + s->col, s->height, s->width, &s->matrix);
    }
}
