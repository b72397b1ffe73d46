#include "show/layout.h"

#include "base/common.h"
#include "base/utf8.h"

/* A place for the next matrix. */
typedef struct Packing {
    int row, col, tallest; /* of the band: its first row, the first free column, its rows */
    int gap, width;
} Packing;

static void next_band(Packing *c)
{
    c->row += c->tallest + c->gap;
    c->col = c->tallest = 0;
}

/* Counts the panels from one on, before `last`, that are blocks of its tensor. */
static int blocks_from(const Layout *l, int first, int last)
{
    int count = 1;
    while (first + count < last && l->panel[first + count].is_more)
        count++;
    return count;
}

/* Puts the blocks of one tensor from left to right, each as wide as the widest of them, below the name that they
 * share. Where they go on in the next band they begin at the left of it. False when one is too wide. */
static bool pack_tensor(Packing *c, Panel *panel, int count)
{
    int widest = 0, above = count > 1, name = 0;
    for (int i = 0; i < count; i++) {
        Matrix *m = &panel[i].matrix;
        m->head = HEAD_TENSOR;
        name = above ? matrix_heading(m) : 0;
        m->head = above ? HEAD_BLOCK : HEAD_ALL;
        widest = max_int(widest, matrix_width(m));
    }
    if (max_int(widest, name) > c->width)
        return false;
    int all = max_int(count * (widest + LAYOUT_GAP) - LAYOUT_GAP, name);
    if (c->col > 0 && c->col + all > c->width)
        next_band(c);
    int left = c->col;
    for (int i = 0; i < count; i++) {
        Panel *p = &panel[i];
        if (i > 0 && c->col + widest > c->width) {
            next_band(c);
            left = above = 0;
        }
        p->is_named = above && i == 0;
        p->name_width = name;
        p->row = c->row + above;
        p->col = c->col;
        p->width = widest;
        p->height = matrix_height(&p->matrix);
        c->col += widest + LAYOUT_GAP;
        c->tallest = max_int(c->tallest, above + p->height);
    }
    c->col = max_int(c->col, left + (above ? name + LAYOUT_GAP : 0));
    return true;
}

static bool pack(Layout *l, int first, int last, Packing *c)
{
    for (int i = first, count; i < last; i += count) {
        count = blocks_from(l, i, last);
        if (!pack_tensor(c, &l->panel[i], count))
            return false;
    }
    return true;
}

/* In one band, or operands over results in several. */
static bool arrange(Layout *l, const LayoutAs *as, bool is_one)
{
    Packing c = {.gap = !l->is_tight, .width = as->width};
    int all = l->operands + l->results;
    if (!pack(l, 0, is_one ? all : l->operands, &c))
        return false;
    if (is_one && c.row > 0)
        return false;
    if (!is_one && l->operands > 0 && l->results > 0)
        next_band(&c);
    if (!is_one && !pack(l, l->operands, all, &c))
        return false;
    l->height = c.row + c.tallest;
    return l->height <= as->height;
}

static void set_terse(Layout *l, Terse operands, Terse results)
{
    for (int i = 0; i < l->operands + l->results; i++)
        l->panel[i].matrix.terse = i < l->operands ? operands : results;
}

/* A single band is easiest to read, and worth headings without the names of the axes; several are worth headings
 * without shapes. The names of the result's axes are the last to go: its rows and columns are what the words are
 * about. */
static bool layout_fits(Layout *l, const LayoutAs *as)
{
    static const struct {
        bool is_one;
        Terse operands, results;
    } tries[] = {
        {true, TERSE_NOT, TERSE_NOT},     {true, TERSE_AXES, TERSE_NOT},
        {true, TERSE_SHAPE, TERSE_NOT},   {true, TERSE_AXES, TERSE_AXES},
        {false, TERSE_NOT, TERSE_NOT},    {false, TERSE_AXES, TERSE_NOT},
        {true, TERSE_SHAPE, TERSE_SHAPE}, {false, TERSE_SHAPE, TERSE_AXES},
        {true, TERSE_INDEX, TERSE_INDEX}, {false, TERSE_INDEX, TERSE_INDEX},
    };
    for (int tight = 0; tight < 2; tight++)
        for (int i = 0; i < COUNT(tries); i++) {
            l->is_tight = tight;
            set_terse(l, tries[i].operands, tries[i].results);
            if (arrange(l, as, tries[i].is_one))
                return true;
        }
    return false;
}

/* --- which matrices are tried --------------------------------------------------------------------- */

enum { BLOCKS_MOST = 8 /* of one tensor beside each other */ };

typedef struct Making {
    Arena *a;
    const Lens *lens;
    const Piece *piece;
    const LayoutAs *as;
    int pointed; /* the matrix that has the number pointed at, and its cell */
    int64_t cell;
    int matrices;
    Layout base; /* a block of each: they are made once, and tried together in many ways */
} Making;

static void add_panel(Layout *l, const Making *k, int of, int64_t item, bool is_more)
{
    const DocMatrix *d = &k->piece->matrix[of];
    if (l->operands + l->results == LAYOUT_MOST)
        return;
    Matrix m = matrix_of(k->lens, d->t, d->name, item);
    for (int i = 0; i < k->piece->marks; i++)
        if (k->piece->mark[i].t == d->t)
            matrix_mark(&m, k->a, k->piece->mark[i].cell, k->piece->mark[i].mark);
    if (k->as->sums)
        matrix_sum(&m, k->a);
    if (matrix_is_heat(k->as->shade, d->t, d->role, d->shares))
        matrix_shaded(&m);
    m.bars = k->as->bars;
    l->panel[l->operands + l->results] = (Panel){.matrix = m, .of = of, .is_more = is_more};
    l->operands += d->thing > 0;
    l->results += d->thing <= 0;
}

/* A panel for each matrix, or one for each of its blocks; operands come before the result. */
static void make_panels(Layout *l, const Making *k, bool all_blocks)
{
    for (int operands = 1; operands >= 0; operands--)
        for (int i = 0; i < k->matrices; i++) {
            const DocMatrix *d = &k->piece->matrix[i];
            int64_t items = matrix_items(d->t);
            bool all = all_blocks && d->t->rank > 2 && items > 1;
            int64_t item = clamp_int64(d->item, 0, max_int64(items - 1, 0));
            for (int64_t n = 0; (d->thing > 0) == operands && n < (all ? items : 1); n++)
                add_panel(l, k, i, all ? n : item, n > 0);
        }
}

/* Lays out those of the matrices that `mask` has a bit of. */
static Layout panels_of(const Making *k, unsigned mask)
{
    Layout l = {0};
    for (int i = 0; i < k->base.operands + k->base.results; i++) {
        const Panel *p = &k->base.panel[i];
        if (!(mask >> p->of & 1))
            continue;
        l.panel[l.operands + l.results] = *p;
        l.operands += i < k->base.operands;
        l.results += i >= k->base.operands;
    }
    return l;
}

/* All blocks are few enough to be worth a try, and there are several. */
static bool has_few_blocks(const Making *k)
{
    int64_t most = 0;
    for (int i = 0; i < k->matrices; i++)
        if (k->piece->matrix[i].t->rank > 2)
            most = max_int64(most, matrix_items(k->piece->matrix[i].t));
    return most > 1 && most <= BLOCKS_MOST;
}

static bool is_hopeless(const Making *k, int i)
{
    const QkvTensor *t = k->piece->matrix[i].t;
    return matrix_rows(t) + (t->rank > 0 ? MATRIX_HEAD : 1) > max_int(k->as->height, 1) ||
           matrix_cols(t) * 3 > k->as->width;
}

/* Lays out one matrix with all of the space, scrolled to its number. */
static Layout alone(const Making *k)
{
    Layout l = panels_of(k, 1U << k->pointed);
    Panel *p = &l.panel[0];
    Matrix *m = &p->matrix;
    while (m->terse < TERSES - 1 && matrix_heading(m) > k->as->width)
        m->terse++; /* number of its block stands last, and is worth the most */
    p->width = k->as->width;
    p->height = clamp_int(matrix_height(m), 0, max_int(k->as->height, 0));
    l.height = p->height;
    matrix_scroll_to(m, k->cell, p->height, p->width);
    return l;
}

/* The number pointed at: the first that is marked as a result, in a matrix of the piece. */
static void find_pointed(Making *k)
{
    const Piece *p = k->piece;
    for (int i = 0; i < k->matrices; i++)
        for (int n = 0; n < p->marks; n++)
            if (p->mark[n].t == p->matrix[i].t && p->mark[n].mark == MARK_RESULT) {
                k->pointed = i;
                k->cell = p->mark[n].cell;
                return;
            }
    while (k->pointed + 1 < k->matrices && p->matrix[k->pointed].thing != 0)
        k->pointed++;
    k->cell = p->matrix[k->pointed].item * matrix_cells(p->matrix[k->pointed].t);
}

/* The matrix pointed at with as many of the others as there is room for, the nearest first. */
static bool some(Layout *l, const Making *k)
{
    unsigned mask = 0;
    bool fit = false;
    for (int round = 0; round < 3; round++)
        for (int i = k->matrices - 1; i >= 0; i--) {
            bool is_result = k->piece->matrix[i].thing == 0;
            int turn = i == k->pointed ? 0 : is_result ? 1 : 2;
            if (turn != round || is_hopeless(k, i))
                continue;
            Layout more = panels_of(k, mask | 1U << i);
            if (!layout_fits(&more, k->as))
                continue;
            *l = more;
            mask |= 1U << i;
            fit = true;
        }
    return fit && mask >> k->pointed & 1;
}

static bool has_operands(const Piece *p)
{
    for (int i = 0; i < p->matrices; i++)
        if (p->matrix[i].thing > 0)
            return true;
    return false;
}

static const char *note_of(const Making *k, const Layout *l)
{
    const DocMatrix *d = &k->piece->matrix[k->pointed];
    int64_t items = d->t->rank > 2 ? matrix_items(d->t) : 1;
    int blocks = 0;
    for (int i = 0; i < l->operands + l->results; i++)
        blocks += l->panel[i].is_more;
    if (l->operands + l->results - blocks < k->piece->matrices)
        return d->thing > 0             ? "Tab shows the result and its other inputs."
               : has_operands(k->piece) ? "Tab shows its inputs."
                                        : "There is no room for the other matrix.";
    if (items < 2 || blocks > 0)
        return NULL;
    bool is_last = d->item + 1 == items;
    const Matrix beside = {
        .t = d->t, .head = HEAD_BLOCK, .item = is_last ? d->item - 1 : d->item + 1};
    return arena_format(k->a, "%s shows %s", is_last ? "[" : "]", matrix_title(k->a, &beside));
}

/* All blocks of all matrices, or one of each. */
static bool whole(Layout *l, const Making *k)
{
    for (int i = 0; i < k->matrices; i++)
        if (is_hopeless(k, i))
            return false;
    if (has_few_blocks(k)) {
        *l = (Layout){0};
        make_panels(l, k, true);
        if (l->operands + l->results < LAYOUT_MOST && layout_fits(l, k->as))
            return true;
    }
    *l = k->base;
    return k->matrices == k->piece->matrices && layout_fits(l, k->as);
}

enum { SOME_ROWS = 5 /* of bars or a table: then what is said of them is worth more */ };

static Layout lay_looks(const Lens *lens, const Piece *piece, const LayoutAs *as)
{
    Layout l = {.looks = looks_view(lens, &piece->looks, as->height, as->width)};
    l.height = l.looks.height;
    l.is_whole = l.looks.is_whole;
    l.is_full = l.is_whole || l.looks.rows >= SOME_ROWS;
    return l;
}

static Layout lay_table(const Piece *piece, const LayoutAs *as)
{
    Layout l = {.table = table_view(&piece->table, as->height, as->width)};
    l.height = l.table.height;
    l.is_whole = l.table.is_whole;
    l.is_full = l.is_whole || l.table.rows >= SOME_ROWS;
    return l;
}

Layout layout_of(Arena *a, const Lens *lens, const Piece *piece, const LayoutAs *as)
{
    if (piece->kind == PIECE_LOOKS)
        return lay_looks(lens, piece, as);
    if (piece->kind == PIECE_TABLE)
        return lay_table(piece, as);
    Making *k = arena_new(a, Making); /* large */
    *k = (Making){.a = a, .lens = lens, .piece = piece, .as = as};
    k->matrices = min_int(piece->matrices, LAYOUT_MOST);
    Layout l = {0};
    if (piece->matrices == 0)
        return l;
    find_pointed(k);
    make_panels(&k->base, k, false);
    bool is_whole = whole(&l, k), is_full = is_whole || some(&l, k);
    if (!is_full)
        l = alone(k);
    l.is_whole = is_whole;
    l.is_full = is_full;
    l.note = piece->step ? note_of(k, &l) : NULL;
    return l;
}

static void draw_name(Frame *f, int row, int col, const Panel *p)
{
    Arena scratch = {0};
    Matrix m = p->matrix;
    m.head = HEAD_TENSOR;
    frame_fit(f, row, col, p->name_width, STYLE_HEADING, matrix_title(&scratch, &m));
    arena_release(&scratch);
}

void layout_draw(Frame *f, int row, int col, const Layout *l)
{
    if (l->looks.d)
        looks_draw(f, row, col, &l->looks);
    if (l->table.table)
        table_draw(f, row, col, &l->table);
    for (int i = 0; i < l->operands + l->results; i++) {
        const Panel *p = &l->panel[i];
        if (p->is_named)
            draw_name(f, row + p->row - 1, col + p->col, p);
        matrix_draw(f, row + p->row, col + p->col, p->height, p->width, &p->matrix);
    }
}
