/* The cell page: one number, the cells that made it, and the arithmetic between them. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/layout.h"
#include "view/page_names.h"
#include "view/page_text.h"

enum { TOP = 3, FOOT = 2, LEFT = 1 };

/* What the page is about: a cell, what made it, and which of that is picked. */
typedef struct Question {
    Arena *a;
    const Scene *scene;
    const Place *place;
    const QkvCall *call;
    QkvTerms terms;
    QkvSource picked;
    int decimals;
} Question;

static Spot spot_of(const Question *q, const QkvTensor *t, int64_t item)
{
    Matrix m = page_matrix(q->a, q->scene, q->place, t, item);
    m.blocks = matrix_items(t) > 1;
    m.name = page_panel(q->a, q->scene->run, q->call, t, m.name);
    return (Spot){.matrix = m};
}

/* What it was made of that the class has not seen yet; NULL: nothing. */
static const QkvTensor *unseen_part(const Question *q)
{
    const QkvCall *c = q->call;
    for (int i = 0; i < c->count; i++) {
        Sight sight = page_sight(q->scene, q->place, c->in[i]);
        for (int64_t k = 0; k < q->terms.count && sight.hidden > 0 && !q->place->teach.follows;
             k++) {
            QkvTerm t = qkv_term(&q->terms, k);
            if ((t.a.operand == i && matrix_conceals(&sight, t.a.cell)) ||
                (t.b.operand == i && matrix_conceals(&sight, t.b.cell)))
                return c->in[i];
        }
    }
    return NULL;
}

/* Whether Enter would lead to a number that the class has not seen: there is no way to it. */
static bool is_hidden_picked(const Question *q)
{
    QkvSource s = q->picked;
    Sight sight = s.operand >= 0 ? page_sight(q->scene, q->place, q->call->in[s.operand])
                                 : (Sight){0};
    return s.operand >= 0 && matrix_conceals(&sight, s.cell) && !q->place->teach.follows;
}

/* The arithmetic would tell the numbers that it is made of. */
static Explanation veiled(const Question *q, Explanation e, const QkvTensor *unseen)
{
    const char *said = arena_format(q->a, "%s is still hidden: press v to see it.",
                                    explain_name(q->a, q->scene->run, unseen));
    e.line = arena_many(q->a, 1, const char *);
    e.line[0] = said;
    e.lines = 1;
    e.first = e.last = 0;
    e.before = e.after = e.sides = 0;
    e.picked = e.own = -1;
    return e;
}

static bool takes_part(QkvSource s, int operand, int64_t *cell)
{
    if (s.operand == operand)
        *cell = s.cell;
    return s.operand == operand;
}

/* The spot of an operand shows the item that the picked cell, or else the first one that takes part, lies in.
 * One of which no cell takes part is seen all the same: it does in other cells of the result. */
static bool add_operand(Layout *l, const Question *q, int operand)
{
    const QkvTensor *t = q->call->in[operand];
    int64_t shown = -1;
    if (t->step < 0 || t->count == 0)
        return false;
    if (!takes_part(q->picked, operand, &shown))
        for (int64_t i = 0; i < q->terms.count && shown < 0; i++)
            if (!takes_part(qkv_term(&q->terms, i).a, operand, &shown))
                takes_part(qkv_term(&q->terms, i).b, operand, &shown);
    int64_t item = shown >= 0 ? matrix_item(t, shown)
                              : page_operand_item(q->call, operand,
                                                  matrix_item(q->call->out, q->place->asked.cell));
    l->spot[l->operands] = spot_of(q, t, item);
    l->spot[l->operands++].matrix.most = 0; /* there marks move: shades only where the answer is */
    return true;
}

/* Marks the cells of an operand that take part. */
static void mark_operand(Matrix *m, const Question *q, int operand)
{
    int64_t cell;
    for (int64_t i = 0; i < q->terms.count; i++) {
        QkvTerm t = qkv_term(&q->terms, i);
        if (takes_part(t.a, operand, &cell))
            matrix_mark(m, q->a, cell, MARK_OPERAND);
        if (takes_part(t.b, operand, &cell))
            matrix_mark(m, q->a, cell, MARK_OPERAND);
    }
    if (takes_part(q->picked, operand, &cell))
        matrix_mark(m, q->a, cell, MARK_PICKED);
}

/* A window on the matrix of a spot, with as much of its heading as there are columns for. */
static void set_window(Spot *s, int row, int col, int height, int width)
{
    s->height = min_int(matrix_height(&s->matrix), height);
    matrix_fit_heading(&s->matrix, width - matrix_heading_note(&s->matrix, s->height));
    s->row = row;
    s->col = col;
    s->width = width;
    s->is_shown = true;
}

/* The picked operand and the result, each in a window: beside each other or one over the other.
 * False when there is no room for two. */
static bool share(Layout *l, Spot *from, Spot *to, int height, int width)
{
    enum { LEAST_WIDTH = 40, LEAST_HEIGHT = MATRIX_HEAD + 1 };
    int half = (width - LAYOUT_GAP) / 2, lower = (height - 1) / 2;
    bool are_wide = matrix_width(&from->matrix) + LAYOUT_GAP + matrix_width(&to->matrix) > width;
    bool are_low = matrix_height(&from->matrix) + 1 + matrix_height(&to->matrix) <= height;
    if (half >= LEAST_WIDTH && height > MATRIX_HEAD && !(are_wide && are_low)) {
        int left = min_int(matrix_width(&from->matrix), half);
        if (matrix_width(&to->matrix) < half) /* what one does not need the other may have */
            left = min_int(matrix_width(&from->matrix),
                           width - LAYOUT_GAP - matrix_width(&to->matrix));
        set_window(from, 0, 0, height, left);
        set_window(to, 0, left + LAYOUT_GAP, height, width - left - LAYOUT_GAP);
        l->height = from->height > to->height ? from->height : to->height;
    } else if (lower >= LEAST_HEIGHT) {
        int upper = height - 1 - min_int(matrix_height(&to->matrix), lower);
        set_window(from, 0, 0, upper, width);
        set_window(to, from->height + 1, 0, height - 1 - from->height, width);
        l->height = from->height + 1 + to->height;
    } else {
        return false;
    }
    return true;
}

enum { MOST_MARKED = 1 << 16 }; /* of more terms only the picked one is marked */

/* The height of a window in which all rows that take part are seen. */
static int height_of_marked(const Spot *s)
{
    const Matrix *m = &s->matrix;
    int64_t rows = matrix_rows(m->t), cols = matrix_cols(m->t);
    int64_t more_marked = m->marks ? m->last_marked / cols - m->first_marked / cols : 0;
    int64_t others = 1 + more_marked < rows; /* a row counts them */
    return (int)min_int64(MATRIX_HEAD + 1 + more_marked + others, matrix_height(m));
}

/* The columns of a matrix below the shortest of its headings that have the names of axes. */
static int narrowest(const Spot *s)
{
    Matrix m = s->matrix;
    m.terse = TERSE_COUNT;
    return matrix_width(&m);
}

/* Two factors beside each other, and below them the result, each in a window: a row and the column that
 * it meets, and of the result as much as there is room for. False when there is none. */
static bool share_product(Layout *l, Spot *left, Spot *right, Spot *to, int height, int width)
{
    enum { LEAST_WIDTH = 18, LEAST = MATRIX_HEAD + 1 };
    int all = width - LAYOUT_GAP, half = all / 2;
    int first = matrix_width(&left->matrix), second = narrowest(right);
    int tallest = max_int(matrix_height(&left->matrix), matrix_height(&right->matrix));
    if (half < LEAST_WIDTH || height < 2 * LEAST + 1)
        return false;
    if (first + second > all)
        first = second <= half ? all - second : min_int(narrowest(left), half);
    int upper = max_int(height_of_marked(left), height_of_marked(right));
    upper = max_int(upper, min_int(tallest, height - 1 - matrix_height(&to->matrix)));
    upper = min_int(upper, height - 1 - LEAST);
    set_window(left, 0, 0, upper, first);
    set_window(right, 0, first + LAYOUT_GAP, upper, all - first);
    set_window(to, upper + 1, 0, height - 1 - upper, width);
    l->height = upper + 1 + to->height;
    return true;
}

/* What the picked cell is taken together with; its operand is -1 where that is alone. */
static QkvSource partner_of(const Question *q)
{
    for (int64_t i = 0; i < min_int64(q->terms.count, MOST_MARKED); i++) {
        QkvTerm t = qkv_term(&q->terms, i);
        if (t.a.operand == q->picked.operand && t.a.cell == q->picked.cell)
            return t.b;
        if (t.b.operand == q->picked.operand && t.b.cell == q->picked.cell)
            return t.a;
    }
    return (QkvSource){.operand = -1};
}

static Spot *spot_of_operand(Layout *l, const int *operand, int wanted)
{
    for (int i = 0; i < l->operands; i++)
        if (operand[i] == wanted)
            return &l->spot[i];
    return NULL;
}

static void mark_source(const Question *q, Spot *s, QkvSource source, Mark mark)
{
    if (q->terms.count <= MOST_MARKED)
        mark_operand(&s->matrix, q, source.operand);
    if (source.operand >= 0)
        matrix_mark(&s->matrix, q->a, source.cell, mark);
}

/* To the cell that takes part; where none does, to the one in the place of that in question. */
static void scroll_to_source(const Question *q, Spot *s, QkvSource source)
{
    const QkvTensor *out = q->call->out;
    bool is_alike = qkv_tensor_same_shape(s->matrix.t, out);
    if (source.operand >= 0 || is_alike)
        matrix_scroll_to(&s->matrix, source.operand >= 0 ? source.cell : q->place->asked.cell,
                         s->height, s->width);
}

/* Not all fits: the picked operand, what it is taken together with, and the result are shown as far as there
 * is room, the result alone if need be, each scrolled to the cell that it is about. Of two operands both are
 * seen with every cell, also with one that was not made of both. */
static void lay_windows(Layout *l, const Question *q, const int *operand, int height, int width)
{
    static const QkvSource nothing = {.operand = -1};
    Spot *result = &l->spot[l->operands];
    QkvSource picked = q->picked, partner = partner_of(q);
    Spot *from = spot_of_operand(l, operand, picked.operand);
    Spot *with = spot_of_operand(l, operand, partner.operand);
    if (from)
        mark_source(q, from, picked, MARK_PICKED);
    else
        picked = nothing;
    if (with)
        mark_source(q, with, partner, MARK_OPERAND);
    else
        partner = nothing;
    if (!from && l->operands > 0)
        from = with == &l->spot[0] ? &l->spot[l->operands - 1] : &l->spot[0];
    if (!with && l->operands == 2)
        with = from == &l->spot[0] ? &l->spot[1] : &l->spot[0];
    if (from == with && picked.operand < 0)
        picked = partner;
    bool are_two = from && with && from != with &&
                   share_product(l, from < with ? from : with, from < with ? with : from, result,
                                 height, width);
    if (are_two)
        scroll_to_source(q, with, partner);
    if (are_two || (from && share(l, from, result, height, width)))
        scroll_to_source(q, from, picked);
    matrix_scroll_to(&result->matrix, q->place->asked.cell, result->height, result->width);
}

/* Operands and result, whole if that can be. */
static Layout lay_matrices(const Question *q, int height, int width)
{
    Layout l = {0};
    int operand[LAYOUT_MOST] = {0}; /* of each spot */
    for (int i = 0; i < q->call->count && l.operands < LAYOUT_MOST - 1; i++)
        if (add_operand(&l, q, i))
            operand[l.operands - 1] = i;
    Spot *result = &l.spot[l.operands];
    *result = spot_of(q, q->call->out, matrix_item(q->call->out, q->place->asked.cell));
    matrix_mark(&result->matrix, q->a, q->place->asked.cell, MARK_RESULT);
    l.results = 1;
    layout_arrange(&l, height, width, l.operands);
    for (int i = 0; i < l.operands && l.is_whole; i++)
        mark_operand(&l.spot[i].matrix, q, operand[i]);
    if (!l.is_whole)
        lay_windows(&l, q, operand, height, width);
    return l;
}

/* The full value, and the remark on rounding where it does not cut a line of so many columns: the next cell has
 * it in the same place. */
static const char *full_value(Arena *a, const Explanation *e, int width)
{
    enum { VALUE = 34 };
    size_t value = strcspn(e->full, "(");
    const char *remark = e->full + value;
    const char *all = arena_format(a, "%-*.*s%s", *remark ? VALUE : 0, (int)value, e->full, remark);
    return utf8_columns(all) <= width ? all : arena_text(a, e->full, value);
}

/* Where Enter would go: the picked cell, and the stage that made it, with its title where there is room
 * in so many columns. */
static const char *way_back(Arena *a, const Run *run, const QkvCall *c, QkvSource picked, int width)
{
    if (picked.operand < 0)
        return NULL;
    const QkvTensor *t = c->in[picked.operand];
    if (t->step < 0)
        return arena_format(a, "%s is a plain number, written in the code",
                            explain_name(a, run, t));
    int stage = run_stage_of_step(run, t->step);
    const char *cell = explain_cell(a, run, t, picked.cell);
    const char *all = arena_format(a, "Enter goes to {%s}, made in %s", cell,
                                   page_stage_name(a, run->lesson, stage));
    if (utf8_columns(all) <= width || stage == 0)
        return all;
    all = arena_format(a, "Enter goes to {%s}, made in stage %d", cell, stage);
    return utf8_columns(all) <= width ? all : arena_format(a, "Enter: {%s}, stage %d", cell, stage);
}

static void draw_title(Frame *f, Arena *a, const Scene *s, const Place *p)
{
    const Lesson *lesson = s->run->lesson;
    int stage = run_stage_of_step(s->run, p->asked.step);
    const char *right = stage == 0
                            ? "introduction  CELL"
                            : arena_format(a, "stage %d/%d  CELL", stage, lesson->stages - 1);
    page_title(f, arena_format(a, "%s%s", page_lesson_number(a, lesson), lesson->title),
               page_what_if(a, s, p, right));
}

/* The way from number to number that led here, the nearest of it where there is not room for all. */
static const char *chain_of(Arena *a, const Run *run, const Place *p, int width)
{
    enum { NAME = 20 };
    const Trail *from = &p->trail[p->trails];
    const char *chain = NULL;
    for (int i = 0; i <= place_chain(p); i++) {
        int step = i == 0 ? p->asked.step : from[-i].asked.step;
        const char *name = explain_name(a, run, run->tape->step[step].call.out);
        size_t length = utf8_fit(name, strlen(name), NAME);
        name = name[length] ? arena_format(a, "%.*s~", (int)length, name) : name;
        const char *more = chain ? arena_format(a, "%s > %s", name, chain) : name;
        if (utf8_columns(more) > width)
            return i > 1 ? arena_format(a, "... > %s", chain) : NULL;
        chain = more;
    }
    return chain;
}

/* Where a step lies, in so many columns: the number of the operation is left out first, then the statement is cut,
 * unless it must be whole; NULL where that is still too much. */
static const char *place_in_code(Arena *a, const Run *run, int step, int width, bool is_whole)
{
    enum { WIDE = 1000 };
    const char *path = NULL;
    int columns = WIDE; /* at first for the whole statement, then for as much as fits */
    for (int tries = 0; tries < (is_whole ? 1 : 2) && (!path || utf8_columns(path) > width);
         tries++) {
        path = arena_format(a, "in %s", explain_path(a, run, step, columns));
        const char *operation = strrchr(path, ',');
        columns = width - (int)strlen("in ") + (operation ? utf8_columns(operation) : 0);
        if (utf8_columns(path) > width && operation)
            path = arena_text(a, path, (size_t)(operation - path));
    }
    return utf8_columns(path) > width ? NULL : path;
}

/* Beside the number the way that led to it, and before that where it lies, if no step shows it. */
static void draw_ways(Frame *f, Arena *a, const Run *run, const Place *p, int used)
{
    enum { GAP = 3, CUT = 6 };
    int width = f->width - 2 - used - GAP;
    const char *chain = place_chain(p) > 0 ? chain_of(a, run, p, width - CUT) : NULL;
    if (chain) {
        frame_put(f, 1, f->width - 1 - utf8_columns(chain), STYLE_FAINT, chain);
        width -= utf8_columns(chain) + GAP;
    }
    bool is_inside = !run_shows(run, p->asked.step);
    const char *place = is_inside ? place_in_code(a, run, p->asked.step, width, chain) : NULL;
    if (place)
        frame_put(f, 1, LEFT + used + GAP, STYLE_TEXT, place);
}

/* What the operation computes, in as many rows as its names need and the window has. */
static const char *formula_of(const Question *q, int height, int width)
{
    enum { LOW = 18, EACH = 3, MOST = 4 };
    int rows = height > LOW ? min_int(2 + (height - LOW) / EACH, MOST) : 1;
    const QkvStep *step = &q->scene->run->tape->step[q->place->asked.step];
    return step->call.count == 0
               ? NULL
               : explain_formula_rows(q->a, q->scene->run, -1, q->place->asked.step, rows, width);
}

static void draw_heads(Frame *f, Arena *a, const Scene *s, const Place *p, const Explanation *e)
{
    const Run *run = s->run;
    draw_title(f, a, s, p);
    int used = frame_fit(f, 1, LEFT, f->width - 2, STYLE_STRONG, e->what);
    draw_ways(f, a, run, p, used);
}

/* --- the arithmetic ------------------------------------------------------------------------- */

/* What is shown of an explanation where there is not room for all of it. */
typedef struct Lines {
    Arena *a;
    const Explanation *e;
    int rows, width;   /* that there is room for                    */
    bool *keep;        /* of each line of the explanation           */
    int count, picked; /* what comes of it                          */
    int used;          /* rows: what does not fit goes on in the next */
    const char **text;
    int64_t *term; /* of each line that of it which it shows, or -1 */
} Lines;

static bool is_term(const Explanation *e, int line)
{
    return line >= e->first && line < e->last;
}

static void add_missing(Lines *l, int64_t missing)
{
    enum { ROWS_LEAST = 4 }; /* below that every row is worth more than a count */
    if (missing <= 0 || l->rows < ROWS_LEAST)
        return;
    l->term[l->count] = -1;
    l->text[l->count++] = arena_format(l->a, "  ... %lld more term%s", (long long)missing,
                                       plural(missing));
    l->used++;
}

/* The lines that are kept; between them it says how many terms are not. */
static void collect(Lines *l)
{
    const Explanation *e = l->e;
    int64_t missing = 0;
    l->count = l->used = 0;
    l->picked = -1;
    for (int i = 0; i <= e->lines; i++) {
        missing += (i == e->first ? e->before : 0) + (i == e->last ? e->after : 0);
        if (i < e->lines && is_term(e, i) && !l->keep[i]) {
            missing++;
            continue;
        }
        add_missing(l, missing);
        missing = 0;
        if (i == e->lines || !l->keep[i])
            continue;
        l->picked = i == e->picked ? l->count : l->picked;
        l->term[l->count] = is_term(e, i) ? e->before + i - e->first : -1;
        l->text[l->count++] = e->line[i];
        l->used += 1 + (utf8_columns(e->line[i]) > l->width);
    }
}

/* Keeps a line if there is room for it; whether it is kept. */
static bool keep(Lines *l, int line)
{
    if (line < 0 || line >= l->e->lines || l->keep[line])
        return line >= 0 && line < l->e->lines;
    l->keep[line] = true;
    collect(l);
    l->keep[line] = l->used <= l->rows;
    return l->keep[line];
}

/* The result first, then the cell's own term and the picked one, then what is said about all of
 * them, then the terms around the picked one. */
static Lines choose_lines(Arena *a, const Explanation *e, int rows, int width)
{
    Lines l = {.a = a, .e = e, .rows = rows, .width = width};
    l.keep = arena_many(a, (size_t)e->lines, bool);
    l.text = arena_many(a, (size_t)e->lines * 2 + 2, const char *);
    l.term = arena_many(a, (size_t)e->lines * 2 + 2, int64_t);
    keep(&l, e->lines - 1);
    keep(&l, e->own);
    keep(&l, e->picked);
    for (int i = 0; i < e->lines; i++)
        if (!is_term(e, i))
            keep(&l, i);
    int around = e->picked >= 0 ? e->picked : 0;
    for (int distance = 1, kept = 1; distance < e->lines && kept > 0; distance++) {
        kept = keep(&l, around + distance);
        kept += keep(&l, around - distance);
    }
    collect(&l);
    return l;
}

/* --- the same rows for all cells of a result ------------------------------------------------- */

/* The columns that a number of an operand takes in running text at most. */
static int number_columns(const Question *q, const QkvTensor *t)
{
    enum { EXPONENT = 6 }; /* "6.0337e-06" beside "0.0000": where a matrix has "~0" */
    const Scene *s = q->scene;
    NumberRange range = memo_range(s->memo, s->run, t);
    int width = memo_format(s->memo, s->run, t, q->decimals).width;
    bool vanishes = range.any && !range.whole && range.least < 0.5 * pow(10, -q->decimals);
    return max_int(width, vanishes ? q->decimals + EXPONENT : 0) + (range.low < 0);
}

/* The terms of the cell that has the most of them: in a running sum that is the last. */
static int64_t most_terms(const Question *q)
{
    if (q->terms.count > q->place->height) /* more make no difference */
        return q->terms.count;
    QkvTerms last = qkv_terms(q->call, q->call->out->count - 1, q->a);
    return max_int64(q->terms.count, last.count);
}

/* Whether sums have a line for each term: where one line for all would be too long for some cell of the
 * result, so that nothing moves from one cell to the next. */
static bool lists_sums(const Question *q, int width)
{
    enum { BRACKETS = 2, SIGN = 3 /* " + " */ };
    QkvTerm t = qkv_term(&q->terms, 0);
    if ((q->terms.how != QKV_HOW_SUM && q->terms.how != QKV_HOW_PRODUCTS) || t.a.operand < 0)
        return false;
    int term = number_columns(q, q->call->in[t.a.operand]) + BRACKETS + SIGN;
    if (t.b.operand >= 0)
        term += number_columns(q, q->call->in[t.b.operand]) + BRACKETS + SIGN;
    return most_terms(q) * term + number_columns(q, q->call->out) > width;
}

/* The lines of an explanation of the cell of the result that needs the most. */
static int most_lines(const Question *q, const Explanation *e)
{
    enum { AROUND_POWERS = 2 }; /* of a row that is not spoilt: the largest, and the sum */
    bool is_list = e->last > e->first;
    int64_t more = is_list ? most_terms(q) - q->terms.count : 0;
    if (q->terms.how == QKV_HOW_SOFTMAX && !is_list)
        more = q->terms.count + AROUND_POWERS - e->lines;
    return e->lines + (int)clamp_int64(more, 0, q->place->height);
}

/* --- the page ------------------------------------------------------------------------------- */

/* A low window has no row to spare: none for messages, which lie over the last one, for what can be seen with x,
 * and for a formula that is cut. */
static bool is_low(const Place *p)
{
    enum { LOW = 16 };
    return p->height < LOW;
}

/* The arithmetic is what was asked for: it gets the rows that it needs, as long as the cell and
 * what is picked are seen. Where it is cut anyhow, whole matrices are worth a few terms. */
static int rows_for_lines(const Question *q, int lines, int rows, int width)
{
    enum { ONE = MATRIX_HEAD + 1, TWO = 2 * ONE + 1, LEAST = 4, SOME = 6 };
    if (is_low(q->place)) /* the row of the cell, and all else for the arithmetic */
        return min_int(lines + 1, max_int(rows - ONE, LEAST));
    int most = rows - TWO, least = min_int(lines, LEAST);
    if (lines <= most || lines <= LEAST || rows - least < ONE)
        return lines;
    if (rows - SOME >= TWO && lay_matrices(q, rows - SOME, width).is_whole)
        return SOME;
    return most > least ? most : least;
}

/* A line; what of it does not fit goes on in the next row while there are some to spare. Returns how
 * many it took. */
static int draw_line(Frame *f, int row, int *spare, Style style, const char *text)
{
    enum { INDENT = 4 };
    Arena a = {0};
    int width = f->width - 2;
    size_t length = strlen(text), first = utf8_fit(text, length, width);
    while (first > 0 && first < length && text[first] != ' ')
        first--;
    if (first == 0 || first == length || *spare < 1) {
        frame_fit(f, row, LEFT, width, style, text);
        return 1;
    }
    --*spare;
    frame_put(f, row, LEFT, style, arena_text(&a, text, first));
    frame_fit(f, row + 1, LEFT + INDENT, width - INDENT, style, text + first + 1);
    arena_release(&a);
    return 2;
}

/* Marked is the arithmetic of the picked term, not the names that stand beside it. */
static void style_beside(Frame *f, int row, int sides, const char *text)
{
    int end = sides;
    while (end > 0 && text[end - 1] == ' ')
        end--;
    if (sides > 0)
        frame_style(f, row, LEFT + end, f->width - 2, STYLE_TEXT);
}

/* A click on a term goes to its cell: to that which is picked, or to the first of the two. Returns the
 * rows used. */
static int draw_lines(Frame *f, int row, int *spare, const Question *q, const Lines *lines)
{
    int top = row, per_term = explain_picks(&q->terms) > q->terms.count ? 2 : 1;
    for (int i = 0; i < lines->count; i++) {
        bool is_picked = i == lines->picked;
        int used = draw_line(f, row, spare, is_picked ? STYLE_OTHER : STYLE_TEXT, lines->text[i]);
        if (is_picked)
            style_beside(f, row, lines->e->sides, lines->text[i]);
        int pick = is_picked ? q->place->asked.pick : (int)lines->term[i] * per_term;
        for (int k = 0; k < used && lines->term[i] >= 0; k++)
            frame_link(f, row + k, LEFT, f->width - 2, (Link){.kind = LINK_PICK, .of = pick});
        row += used;
    }
    return row - top;
}

static void draw_page(Frame *f, const Scene *s, const Place *p)
{
    bool low = is_low(p);
    int bottom = f->height - (low ? 1 : FOOT), tail = low ? 1 : 2; /* way back and full value */
    Arena arena = {0};
    const Run *run = s->run;
    Question q = {.a = &arena,
                  .scene = s,
                  .place = p,
                  .call = &run->tape->step[p->asked.step].call,
                  .terms = memo_terms(s->memo, run, p->asked.step, p->asked.cell, &arena),
                  .decimals = place_decimals(p)};
    q.picked = explain_source(&q.terms, p->asked.pick);
    ExplainAs as = {p->asked.pick, f->width - 2, q.decimals, lists_sums(&q, f->width - 2)};
    Explanation e = explain(&arena, run, p->asked.step, p->asked.cell, &q.terms, as);
    const QkvTensor *unseen = unseen_part(&q);
    e = unseen ? veiled(&q, e, unseen) : e;
    const char *formula = formula_of(&q, f->height, f->width - 2);
    if (low && formula && utf8_columns(formula) > f->width - 2)
        formula = NULL;
    int top = TOP - (low && !formula);
    for (const char *at = formula ? strchr(formula, '\n') : NULL; at; at = strchr(at + 1, '\n'))
        top++;
    int rows = bottom - top - tail;
    int lines = rows_for_lines(&q, most_lines(&q, &e), rows - (low ? 0 : 2), f->width - 2);
    /* Empty rows around the matrices, unless these need them. */
    int gap = !low && rows - lines - 2 > MATRIX_HEAD ? 1 : 0;
    Layout l = lay_matrices(&q, rows - lines - 2 * gap, f->width - 2);
    draw_heads(f, &arena, s, p, &e);
    if (formula)
        page_formula(f, TOP - 1, LEFT, formula);
    if (l.height > MATRIX_HEAD || l.is_whole)
        layout_draw(f, top + gap, LEFT, &l);
    else
        l.height = 0; /* no number of it would be seen */

    int row = top + gap + l.height + gap, end = row + lines + tail + 1;
    Lines shown = choose_lines(&arena, &e, bottom - tail - row, f->width - 2);
    int spare = bottom - tail - row - shown.count;
    row += draw_lines(f, row, &spare, &q, &shown);
    int two = 2 * f->width - 4 * EXPLAIN_INDENT;
    if (!low || spare-- > 0)
        row += draw_line(f, row, &spare, STYLE_FAINT,
                         full_value(&arena, &e, spare > 0 ? two : f->width - 2));
    const char *back = is_hidden_picked(&q) ? NULL
                                            : way_back(&arena, run, q.call, q.picked,
                                                       (f->width - 2) * (1 + (spare > 0)));
    int used = back ? draw_line(f, row, &spare, STYLE_TEXT, back) : 0;
    for (int k = 0; k < used; k++)
        frame_link(f, row + k, LEFT, f->width - 2, (Link){.kind = LINK_ENTER});
    if (!s->message &&
        row + used <= f->height - 2) { /* in a low window other lines may stand there */
        matrix_scale(f, f->height - 2, f->width - 1, f->width - 2, &l.spot[l.operands].matrix);
        bottom = min_int(bottom, f->height - 2);
    }
    row = max_int(row + used, end) + 1;
    page_earlier(f, s, p, &l, (Box){row, LEFT, bottom - row, f->width - 2 * LEFT});
    page_foot(f, s, p);
    arena_release(&arena);
}

int page_cell_columns(int window)
{
    enum { FROM = 140, GAP = 2 };
    return window < FROM ? window : window - page_left_columns(window) - GAP;
}

void page_cell(Frame *f, const Scene *s, const Place *p)
{
    int columns = page_cell_columns(f->width), left = f->width - columns;
    if (left == 0) {
        draw_page(f, s, p);
        return;
    }
    Arena arena = {0};
    Frame *right = frame_new(columns, f->height);
    draw_page(right, s, p);
    page_left(f, s, p);
    for (int row = 1; row < f->height - 1; row++)
        memcpy(&f->glyph[row * f->width + left], &right->glyph[row * columns],
               (size_t)columns * sizeof *right->glyph);
    draw_title(f, &arena, s, p);
    page_foot(f, s, p);
    frame_free(right);
    arena_release(&arena);
}
