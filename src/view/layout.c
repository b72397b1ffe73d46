#include "view/layout.h"

#include "base/common.h"

/* Where the name of a tensor stands if its matrices say which they are: in the heading of the only one,
 * in a row above them, before them in the row of their headings, or above a pile of them. */
typedef enum Naming { NAME_IN_HEAD, NAME_ABOVE, NAME_BEFORE, NAME_PILE } Naming;

/* A place for the next matrix, and what holds for all of them. */
typedef struct Cursor {
    int row, col, tallest; /* of the band: its first row, the first free column, its rows */
    int gap;               /* rows between bands                                          */
    int width;
    Naming single, several; /* how one matrix of several is named, and more of one tensor  */
} Cursor;

/* The columns of a heading. They are measured once: many arrangements are tried. */
static int heading_of(Spot *s, Head head)
{
    int *columns = &s->heading[head][s->matrix.terse];
    if (*columns == 0) {
        Matrix m = s->matrix;
        m.head = head;
        *columns = matrix_heading(&m) + 1;
    }
    return *columns - 1;
}

static int width_of(Spot *s)
{
    return matrix_width_under(&s->matrix, heading_of(s, s->matrix.head));
}

static void next_band(Cursor *c)
{
    c->row += c->tallest + c->gap;
    c->col = c->tallest = 0;
}

/* Puts a matrix so many rows below the first of the band. */
static void put_spot(Cursor *c, Spot *s, int below, int width)
{
    s->row = c->row + below;
    s->col = c->col;
    s->width = width;
    s->height = matrix_height(&s->matrix);
    s->is_shown = true;
    c->col += width + LAYOUT_GAP;
    c->tallest = max_int(c->tallest, below + s->height);
}

/* The headings of the matrices of a tensor; returns the columns of its name where that stands apart. */
static int name_tensor(Spot *spot, int count, Naming naming)
{
    int title = naming == NAME_IN_HEAD ? 0 : heading_of(spot, HEAD_TENSOR);
    for (int i = 0; i < count; i++) {
        spot[i].matrix.head = naming == NAME_IN_HEAD ? HEAD_ALL : HEAD_BLOCK;
        spot[i].matrix.pile = PILE_NONE;
        spot[i].title_width = i == 0 ? title : 0;
    }
    return title;
}

/* Puts the matrices of one tensor below each other. False when that cannot be, or is too wide. */
static bool pack_pile(Cursor *c, Spot *spot, int count)
{
    Matrix *m[LAYOUT_MOST];
    for (int i = 0; i < count; i++)
        m[i] = &spot[i].matrix;
    if (!matrix_pile(m, count))
        return false;
    int width = matrix_width_under(m[0], heading_of(spot, HEAD_PILE)), below = 0;
    m[0]->head = HEAD_PILE;
    spot->title_width = 0;
    if (width > c->width)
        return false;
    if (c->col > 0 && c->col + width > c->width)
        next_band(c);
    int col = c->col;
    for (int i = 0; i < count; i++) {
        c->col = col;
        put_spot(c, &spot[i], below, width);
        below += spot[i].height;
    }
    return true;
}

/* Puts the matrices of one tensor from left to right, each as wide as the widest of them. A name stands
 * before them only where they all fit beside it; where they go on in the next band they begin at the left
 * of theirs, so that they never stand under the name of another. False when one is too wide. */
static bool pack_tensor(Cursor *c, Spot *spot, int count)
{
    Naming naming = count > 1 ? c->several : c->single;
    if (!matrix_is_block(&spot->matrix))
        naming = NAME_IN_HEAD;
    int title = name_tensor(spot, count, naming), widest = 0;
    if (naming == NAME_PILE)
        return pack_pile(c, spot, count);
    for (int i = 0; i < count; i++)
        widest = max_int(widest, width_of(&spot[i]));
    if (naming == NAME_BEFORE && title + count * (LAYOUT_GAP + widest) > c->width)
        naming = NAME_ABOVE;
    int before = naming == NAME_BEFORE ? title + LAYOUT_GAP : 0, above = naming == NAME_ABOVE;
    if (before + widest > c->width || title > c->width)
        return false;
    int all = before + count * (widest + LAYOUT_GAP) - LAYOUT_GAP;
    if (c->col > 0 && c->col + max_int(all, title) > c->width)
        next_band(c);
    spot->title_row = c->row;
    spot->title_col = c->col;
    c->col += before;
    for (int i = 0; i < count; i++) {
        if (i > 0 && c->col + widest > c->width) {
            next_band(c);
            above = 0;
        }
        put_spot(c, &spot[i], above, widest);
    }
    if (spot->title_row == c->row)
        c->col = max_int(c->col, spot->title_col + title + LAYOUT_GAP);
    return true;
}

/* How many spots from one on, before `last`, are matrices of its tensor. */
static int spots_of_tensor(const Layout *l, int first, int last)
{
    int count = 1;
    while (first + count < last && l->spot[first + count].is_more)
        count++;
    return count;
}

/* Puts spots first .. last-1 from left to right, going to a new band of matrices where one would pass
 * the width. */
static bool pack(Layout *l, int first, int last, Cursor *c)
{
    for (int i = first, count; i < last; i += count) {
        count = spots_of_tensor(l, i, last);
        if (!pack_tensor(c, &l->spot[i], count))
            return false;
    }
    return true;
}

static bool in_one_band(Layout *l, Cursor c, int height)
{
    if (!pack(l, 0, l->operands + l->results, &c) || c.row > 0)
        return false;
    l->height = c.tallest;
    return l->height <= height;
}

static bool in_two_bands(Layout *l, Cursor c, int height)
{
    if (!pack(l, 0, l->operands, &c))
        return false;
    if (l->operands > 0 && l->results > 0)
        next_band(&c);
    if (!pack(l, l->operands, l->operands + l->results, &c))
        return false;
    l->height = c.row + c.tallest;
    return l->height <= height;
}

/* Whether the numbers and one row each for a heading and for labels above those of a tensor need more than
 * all of the space. */
static bool is_too_much(const Layout *l, int height, int width)
{
    int64_t space = (int64_t)height * width;
    for (int i = 0; i < l->operands + l->results; i++) {
        const Matrix *m = &l->spot[i].matrix;
        int rows = matrix_height(m) - (l->spot[i].is_more ? MATRIX_HEAD : 0);
        space -= (int64_t)rows * matrix_width_under(m, 0);
    }
    return space < 0;
}

static void set_terse(Layout *l, Terse operands, Terse results)
{
    for (int i = 0; i < l->operands + l->results; i++)
        l->spot[i].matrix.terse = i < l->operands ? operands : results;
}

static bool widen_spots(Layout *l, int first, int count)
{
    bool is_longer = false;
    for (int i = first; i < first + count; i++)
        is_longer |= matrix_widen_labels(&l->spot[i].matrix);
    return is_longer;
}

/* Long labels are written out where that changes nothing else: all, or those of single tensors. */
static void widen_labels(Layout *l, Cursor c, int height,
                         bool (*arrange)(Layout *l, Cursor c, int height))
{
    int all = l->operands + l->results, rows = l->height;
    Layout narrow = *l;
    if (!widen_spots(l, 0, all) || (arrange(l, c, height) && l->height == rows))
        return;
    *l = narrow;
    for (int i = 0, count; i < all; i += count) {
        count = spots_of_tensor(l, i, all);
        narrow = *l;
        if (widen_spots(l, i, count) && !(arrange(l, c, height) && l->height == rows))
            *l = narrow;
    }
}

/* How terse the headings of operands and results are. The names of the result's axes are the last to
 * go: its rows and columns are what the words are about, and those of operands were results before. */
typedef struct Headings {
    Terse operands, results;
} Headings;

static bool fits_named(Layout *l, Cursor c, int height, bool is_one)
{
    static const Headings terse[] = {
        {TERSE_NOT, TERSE_NOT},     {TERSE_TOLD, TERSE_NOT},   {TERSE_AXES, TERSE_NOT},
        {TERSE_SHAPE, TERSE_NOT},   {TERSE_TOLD, TERSE_TOLD},  {TERSE_AXES, TERSE_TOLD},
        {TERSE_SHAPE, TERSE_TOLD},  {TERSE_BLOCK, TERSE_TOLD}, {TERSE_COUNT, TERSE_TOLD},
        {TERSE_AXES, TERSE_AXES},   {TERSE_SHAPE, TERSE_AXES}, {TERSE_SHAPE, TERSE_SHAPE},
        {TERSE_BLOCK, TERSE_BLOCK}, {TERSE_COUNT, TERSE_COUNT}};
    enum { ONE = 10 /* the first so many are worth one band */ };
    bool (*arrange)(Layout *, Cursor, int) = is_one ? in_one_band : in_two_bands;
    int count = is_one && c.several != NAME_PILE ? ONE : COUNT(terse);
    set_terse(l, terse[count - 1].operands, terse[count - 1].results);
    if (!arrange(l, c, height)) /* with longer headings it would neither */
        return false;
    for (int i = 0; i < count; i++) {
        set_terse(l, terse[i].operands, terse[i].results);
        if (!arrange(l, c, height))
            continue;
        widen_labels(l, c, height, arrange);
        return true;
    }
    return false;
}

/* Numbers stand closer together, which they can only while none is marked, or the one that a class is asked
 * for: the layout does not depend on that. */
static bool set_narrow(Layout *l, bool is_narrow)
{
    for (int i = 0; i < l->operands + l->results && is_narrow; i++)
        if (l->spot[i].matrix.marks && l->spot[i].matrix.sight.hidden == 0)
            return false;
    for (int i = 0; i < l->operands + l->results; i++)
        l->spot[i].matrix.is_narrow = is_narrow;
    return true;
}

/* One band is easiest to read, and worth headings without the names of the axes; two bands are worth
 * headings without shapes, and without a count of blocks, before a matrix is left out. Before that,
 * names of tensors go where they take the fewest rows, and numbers close together. */
static bool fits(Layout *l, int height, int width)
{
    static const Cursor namings[] = {{.single = NAME_IN_HEAD, .several = NAME_ABOVE},
                                     {.single = NAME_ABOVE, .several = NAME_ABOVE},
                                     {.single = NAME_IN_HEAD, .several = NAME_BEFORE},
                                     {.single = NAME_IN_HEAD, .several = NAME_PILE}};
    static const struct {
        bool is_one;
        int naming;
        bool is_narrow;
    } tries[] = {{true, 0, false}, {true, 1, false},  {false, 0, false}, {false, 1, false},
                 {true, 2, false}, {false, 2, false}, {true, 3, false},  {false, 3, false},
                 {true, 0, true},  {false, 0, true},  {true, 3, true},   {false, 3, true}};
    bool has_single = false, has_several = false;
    bool may_narrow = set_narrow(l, true), is_hopeless = is_too_much(l, height, width);
    set_narrow(l, false);
    for (int i = 0; i < l->operands + l->results; i++) {
        has_several |= l->spot[i].is_more;
        has_single |= matrix_is_block(&l->spot[i].matrix);
    }
    for (int i = 0; i < COUNT(tries) && !is_hopeless; i++) {
        Cursor c = namings[tries[i].naming];
        c.gap = !l->is_tight;
        c.width = width;
        if ((tries[i].naming == 1 && !has_single) || (tries[i].naming >= 2 && !has_several) ||
            (tries[i].is_narrow && !may_narrow))
            continue;
        set_narrow(l, tries[i].is_narrow);
        if (fits_named(l, c, height, tries[i].is_one))
            return true;
    }
    set_narrow(l, false);
    return false;
}

void layout_arrange(Layout *l, int height, int width, int focus)
{
    int count = l->operands + l->results;
    l->is_whole = count > 0 && fits(l, height, width);
    if (l->is_whole || count == 0)
        return;
    for (int i = 0; i < count; i++) {
        l->spot[i].is_shown = i == focus;
        name_tensor(&l->spot[i], 1, NAME_IN_HEAD);
    }
    Spot *s = &l->spot[focus];
    set_terse(l, TERSE_NOT, TERSE_NOT);
    int whole = matrix_height(&s->matrix);
    s->row = s->col = 0;
    s->width = width;
    s->height = whole < height ? whole : height < 0 ? 0 : height;
    int room = width - matrix_heading_note(&s->matrix, s->height);
    while (s->matrix.terse < TERSES - 1 && heading_of(s, HEAD_ALL) > room)
        s->matrix.terse++; /* which of its matrices it is stands last, and is worth the most */
    l->height = s->height;
}

static void draw_title(Frame *f, int row, int col, const Spot *s)
{
    Arena scratch = {0};
    Matrix m = s->matrix;
    m.head = HEAD_TENSOR;
    frame_fit(f, row, col, s->title_width, m.is_focus ? STYLE_SELECTED : STYLE_HEADING,
              matrix_title_in(&scratch, &m, s->title_width));
    arena_release(&scratch);
}

void layout_draw(Frame *f, int row, int col, const Layout *l)
{
    for (int i = 0; i < l->operands + l->results; i++) {
        const Spot *s = &l->spot[i];
        if (s->is_shown && s->title_width > 0)
            draw_title(f, row + s->title_row, col + s->title_col, s);
        if (s->is_shown)
            matrix_draw(f, row + s->row, col + s->col, s->height, s->width, &s->matrix);
    }
}
