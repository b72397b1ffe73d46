/* A document on a screen. From the top: title, heading, tabs, the body, the message, the keys. The body is lines that
 * are scrolled, or where there are matrices: text, code, formula, matrices, and what is said after them, in a wide window
 * with the text at the left. What there is no room for is scrolled to, or, of what a wide window has besides, not shown. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "show/curve.h"
#include "show/layout.h"
#include "show/lines.h"
#include "show/show.h"
#include "tell/text.h"

enum { LEFT = 1, GAP = 3, TEXT_WIDEST = 96 };

/* The columns that text may use: not all of a wide window. */
static int text_width(int width)
{
    return min_int(width - 1, TEXT_WIDEST);
}

/* The rows of a window. */
typedef struct Rows {
    int head, tabs, body, rows, message, keys; /* -1: there is no room for it */
} Rows;

static Rows rows_of(const Doc *d, int height)
{
    enum { LOW = 5, TABBED = 8, AIRY = 14 };
    Rows r = {.head = height >= LOW ? 1 : -1, .tabs = -1, .message = -1, .keys = -1};
    r.body = r.head + 1 > 1 ? 2 : height > 1;
    if (d->tabs > 0 && height >= TABBED)
        r.tabs = r.body++;
    r.body += height >= AIRY;
    r.keys = height > 2 ? height - 1 : -1;
    r.message = height > 3 ? height - 2 : -1;
    r.rows = max_int((r.message >= 0 ? r.message : r.keys >= 0 ? r.keys : height) - r.body, 0);
    return r;
}

/* A page while it is laid out. */
typedef struct Sheet {
    Arena *a;
    Frame *f;
    const Doc *d;
    const ShowAs *as;
    Rows at;
    int width;        /* between the margins                                            */
    Shown shown;      /* ... of it                                                      */
    int more;         /* lines that are still out of sight                              */
    const char *note; /* of matrices that are not shown                             */
} Sheet;

/* --- bars ----------------------------------------------------------------------------------------- */

static void draw_progress(Buf *out, int at, int count)
{
    enum { WIDEST = 24 };
    int most = min_int(count, WIDEST), done = count > 1 ? at * (most - 1) / (count - 1) : 0;
    buf_putc(out, '[');
    buf_fill(out, '=', done);
    buf_putc(out, '>');
    buf_fill(out, '.', most - done - 1);
    buf_puts(out, "]  ");
}

/* As much of a text as fits, cut where two blanks part what it says; NULL: nothing. */
static const char *first_parts(const Sheet *s, const char *text, int columns)
{
    size_t length = text && columns > 0 ? utf8_fit(text, strlen(text), columns) : 0;
    while (length > 0 && text[length] && strncmp(text + length, "  ", 2) != 0)
        length--;
    return length > 0 ? arena_text(s->a, text, length) : NULL;
}

/* A text at the left, and one at the right that it makes room for. */
static void draw_both(const Sheet *s, int row, Style style, const char *left, const char *right)
{
    enum { LEAST = 8 };
    Frame *f = s->f;
    int room = f->width - 2 * LEFT;
    right = first_parts(s, right, room - GAP - min_int(LEAST, utf8_columns(left)));
    if (right) {
        const Style how = style == STYLE_TITLE ? style : STYLE_STRONG;
        frame_put(f, row, f->width - LEFT - utf8_columns(right), how, right);
        room -= utf8_columns(right) + GAP;
    }
    room += !right; /* the last column, where nothing is at the right */
    frame_fit(f, row, f->width > 2 ? LEFT : 0, max_int(room, 1), style, left);
}

static void draw_heads(Sheet *s)
{
    const Doc *d = s->d;
    Frame *f = s->f;
    frame_fill(f, 0, 0, f->width, STYLE_TITLE);
    draw_both(s, 0, STYLE_TITLE, d->title, d->state);
    if (s->at.head < 0 || !d->head)
        return;
    Buf bar = {.arena = s->a};
    if (d->of > 0)
        draw_progress(&bar, d->at, d->of);
    bool has_bar = bar.length + (size_t)utf8_columns(d->head) <= (size_t)s->width;
    const char *head = has_bar ? arena_format(s->a, "%s%s", buf_text(&bar), d->head) : d->head;
    draw_both(s, s->at.head, STYLE_HEADING, head, d->state2);
    if (has_bar)
        frame_style(f, s->at.head, LEFT, (int)bar.length, STYLE_FAINT);
}

/* The tabs; where they are too long from the one on that lets the chosen one be seen. */
static void draw_tabs(Sheet *s)
{
    const Doc *d = s->d;
    int start[TABS_MOST + 1] = {0};
    for (int i = 0; i < d->tabs; i++)
        start[i + 1] = start[i] + utf8_columns(d->tab_name[i]) + 2 + 2 * (i == d->tab);
    int first = 0;
    while (first < d->tab && start[d->tab + 1] - start[first] > s->width)
        first++;
    for (int i = first, col = LEFT; i < d->tabs && s->at.tabs >= 0; i++) {
        bool is_chosen = i == d->tab;
        const char *name = arena_format(s->a, is_chosen ? "[%s]" : "%s", d->tab_name[i]);
        int columns = frame_fit(s->f, s->at.tabs, col, s->width + LEFT - col,
                                is_chosen ? STYLE_SELECTED : STYLE_LABEL, name);
        frame_link(s->f, s->at.tabs, col, columns, (Link){TARGET_TAB, i, 0});
        col += columns + 2;
    }
}

/* The message, and at its right how much more there is to read. */
static void draw_foot(Sheet *s)
{
    enum { MORE = 11 };
    Frame *f = s->f;
    const char *message = s->as->message;
    if (s->at.keys >= 0)
        lines_keys(f, s->at.keys, s->as->keys ? s->as->keys : "");
    int row = s->at.message >= 0 ? s->at.message : s->at.keys;
    if (row < 0)
        return;
    int used = message ? utf8_columns(message) + GAP : 0;
    bool has_room = s->note && used + utf8_columns(s->note) <= s->width;
    const char *more = has_room ? s->note : NULL; /* the number pointed at is worth more */
    if (s->more > 0)
        more = arena_format(s->a, used + MORE > s->width ? "v %d" : "v %d more", s->more);
    if (message && row == s->at.keys)
        frame_fill(f, row, 0, f->width, STYLE_TEXT);
    if (message || row == s->at.message)
        draw_both(s, row, STYLE_TEXT, message ? message : "", more);
}

/* --- text that is scrolled ------------------------------------------------------------------------ */

static int rows_after_one(int rows)
{
    return max_int(rows - 1, 1); /* a line is seen twice */
}

/* Notes the window of a text of which only some lines are seen. */
static void note_window(Sheet *s, int lines, int rows)
{
    int *window = &s->shown.window;
    if (rows > 0 && lines > rows)
        *window = *window > 0 ? min_int(*window, rows) : rows;
}

/* Draws lines in some rows from a scroll on, and marks that there are others. */
static void draw_scrolled(Sheet *s, const ShowLines *l, int row, int rows, int col, int width,
                          int from)
{
    lines_draw(s->f, row, col, width, l, from, rows, s->as->row);
    if (from > 0 && rows > 0)
        frame_put(s->f, row, min_int(col + width, s->f->width - 1), STYLE_STRONG, "^");
    s->more = max_int(s->more, l->count - from - rows);
    if (l->count - from > rows && rows > 0 && s->at.message < 0)
        frame_put(s->f, row + rows - 1, min_int(col + width, s->f->width - 1), STYLE_STRONG, "v");
}

static ShowLines no_lines(const Sheet *s)
{
    return (ShowLines){.a = s->a, .is_error = s->d->is_error};
}

static ShowLines sheet_lines(Sheet *s, int first, int last, int width, bool is_page)
{
    ShowLines l = no_lines(s);
    for (int i = first; i < last; i++)
        lines_add(&l, &s->d->piece[i], width, is_page);
    return l;
}

/* A curve before the rows of a list stays over them: half of the page at most. */
static void draw_curve_of_list(Sheet *s)
{
    const Piece *first = s->d->pieces > 0 ? &s->d->piece[0] : NULL;
    int rows = first && first->kind == PIECE_CURVE ? curve_rows(s->at.rows / 2 - 1) : 0;
    if (rows == 0)
        return;
    curve_draw(s->f, s->at.body, LEFT, rows, text_width(s->width), s->d->lens, first, s->as->row);
    s->at.body += rows + 1;
    s->at.rows -= rows + 1;
}

/* A list, a text, or a stage that shows no numbers: all of it is lines. */
static void draw_flow(Sheet *s)
{
    bool is_list = s->d->kind == DOC_LIST;
    if (is_list)
        draw_curve_of_list(s);
    int width = is_list ? s->width : text_width(s->width), rows = s->at.rows;
    ShowLines l = sheet_lines(s, 0, s->d->pieces, width, s->d->kind != DOC_STAGE);
    int most = max_int(l.count - rows, 0), marked = lines_of_row(&l, s->as->row);
    int scroll = s->as->scroll;
    if (marked >= 0) {
        scroll = clamp_int(scroll, marked - rows + 1, marked);
        if (s->as->row == 0 && marked < rows)
            scroll = 0; /* with what stands above the first row */
    }
    s->shown = (Shown){clamp_int(scroll, 0, most), most, rows_after_one(rows), 0};
    note_window(s, l.count, rows);
    draw_scrolled(s, &l, s->at.body, rows, LEFT, l.rows > 0 ? s->width : width, s->shown.scroll);
}

/* --- numbers -------------------------------------------------------------------------------------- */

/* The parts of a page with numbers: the pieces before `code`, from there on up to `after`, and those after. */
typedef struct PageParts {
    int code, matrices, after;    /* indices of pieces; `matrices` -1: a value or a print-out */
    int pinned, curve;            /* -1: none                                                  */
    ShowLines before, head, said; /* texts; code and formula; what comes after                 */
    int known;                    /* lines of `before` that were on the page before            */
} PageParts;

/* How the rows are shared out. */
typedef struct PagePlan {
    int before, head, after; /* rows of them                                                     */
    bool gap[3];             /* empty rows: before code, before matrices, before what comes after */
    bool reads, closes;      /* the text before has the page first, that after has it at the end */
    Layout layout;
} PagePlan;

/* Tells whether a piece takes all the width and height that it can have. */
static bool is_picture(const Piece *p)
{
    return p->kind == PIECE_MATRICES || p->kind == PIECE_LOOKS || p->kind == PIECE_TABLE;
}

static PageParts parts_of(const Sheet *s)
{
    const Doc *d = s->d;
    PageParts p = {
        .code = d->pieces, .matrices = -1, .after = d->pieces, .pinned = -1, .curve = -1};
    for (int i = d->pieces - 1; i >= 0; i--) {
        const Piece *piece = &d->piece[i];
        if (piece->kind == PIECE_CURVE)
            p.curve = i;
        if (piece->kind == PIECE_MATRICES && piece->heading)
            p.pinned = i;
        else if (is_picture(piece))
            p.matrices = i;
        if (piece->kind == PIECE_CODE || piece->kind == PIECE_FORMULA || i == p.matrices)
            p.code = i;
    }
    p.after = p.matrices >= 0 ? p.matrices + 1 : p.code;
    while (p.matrices < 0 && p.after < d->pieces && d->piece[p.after].kind == PIECE_CODE)
        p.after++;
    return p;
}

/* Counts the first lines of a text that were on the page before. */
static int known_of(const ShowLines *l)
{
    int known = 0;
    while (known < l->count && (l->line[known].is_known || (known > 0 && !l->line[known].prose)))
        known++;
    return known;
}

/* Text of a stage stands at the left in a wide window, with the question: there is room for it only there. */
static void lay_parts(Sheet *s, PageParts *p, int width, bool is_wide)
{
    int prose = text_width(width), last = p->matrices >= 0 ? p->matrices : p->after;
    p->before = p->said = no_lines(s);
    for (int i = 0; i < s->d->pieces && !is_wide; i++) {
        const Piece *piece = &s->d->piece[i];
        bool is_before = i < p->code,
             asks = piece->kind == PIECE_QUESTION && p->code < s->d->pieces;
        if ((is_before || i >= p->after) && !asks)
            lines_add(is_before ? &p->before : &p->said, piece, prose, s->d->kind == DOC_NUMBER);
    }
    p->head = sheet_lines(s, p->code, last, width, s->d->kind == DOC_NUMBER);
    p->known = known_of(&p->before);
}

static Layout lay_matrices(const Sheet *s, int piece, int height, int width)
{
    LayoutAs as = {.height = height,
                   .width = width,
                   .shade = s->as->shade,
                   .bars = s->as->bars,
                   .sums = s->as->sums};
    if (piece < 0)
        return (Layout){.is_whole = true, .is_full = true};
    return layout_of(s->a, s->d->lens, &s->d->piece[piece], &as);
}

static int with_gap(int lines, bool gap)
{
    return lines > 0 ? lines + gap : 0;
}

static PagePlan plan_rows(int before, int head, int after, bool gaps)
{
    return (PagePlan){.before = before, .head = head, .after = after, .gap = {gaps, gaps, gaps}};
}

/* The rows that a plan leaves to matrices. */
static int rows_left(const Sheet *s, const PagePlan *p)
{
    return s->at.rows - with_gap(p->before, p->gap[0]) - with_gap(p->head, p->gap[1]) -
           with_gap(p->after, p->gap[2]);
}

/* Lays the matrices out: true where all are seen so, or at least the one pointed at. */
static bool try(const Sheet *s, const PageParts *parts, PagePlan *plan, int width, bool whole)
{
    plan->layout = lay_matrices(s, parts->matrices, rows_left(s, plan), width);
    return (whole ? plan->layout.is_whole : plan->layout.is_full) && rows_left(s, plan) >= 0;
}

/* Code that is nothing but numbers, which the matrix shows, too. */
static const Piece *data_of(const Sheet *s, const PageParts *parts)
{
    const Piece *code = parts->code < s->d->pieces ? &s->d->piece[parts->code] : NULL;
    return code && code->is_data ? code : NULL;
}

/* Lines that a window of text has at least where there are more of them: of fewer nobody can read a sentence. */
static int least_of(const Sheet *s, int lines)
{
    return min_int(lines, max_int((s->at.rows + 1) / 4, 1));
}

/* The rows of a part of which all `lines` are seen, or no fewer than `least`: as many more than it has as are free. */
static int rows_with(int has, int free, int lines, int least)
{
    int rows = clamp_int(has + max_int(free, 0), has, lines);
    return rows < least ? has : rows;
}

/* Gives rows that are left to the texts, the first of them first, and then to the code. Of a text that has some and
 * could be seen as a whole no window shows more. */
static void share_rest(const Sheet *s, const PageParts *parts, PagePlan *p)
{
    enum { NOTE = 2 /* rows for what is not shown */ };
    int b = parts->before.count, a = parts->said.count, all = parts->head.count;
    bool is_new = parts->known < b && p->before >= b - parts->known;
    struct {
        int *rows, gap, all, least, spare;
    } share[] = {
        {&p->before, p->gap[0], b, is_new ? b : least_of(s, b), 0},
        {&p->after, p->gap[2], a, least_of(s, a), 0},
        {&p->head, p->gap[1], all, data_of(s, parts) ? all : 0, p->layout.note ? NOTE : 0}};
    for (int i = 0; i < COUNT(share); i++) {
        int gap = *share[i].rows == 0 ? share[i].gap : 0;
        int left = rows_left(s, p) - p->layout.height - share[i].spare - gap;
        *share[i].rows = rows_with(*share[i].rows, left, share[i].all, share[i].least);
    }
}

/* Of a number: the most of the texts beside which all matrices fit; where none does, those that can be shown beside a
 * little. Of own code a few lines are enough. */
static PagePlan plan_of_number(const Sheet *s, const PageParts *parts, int width)
{
    enum { SOME = 3, LITTLE = 2, CODE = 4, LEAST = MATRIX_HEAD + 2 };
    int b = parts->before.count, a = parts->said.count, few = 4;
    int head = min_int(parts->head.count, max_int(CODE, s->at.rows * 2 / 5));
    const PagePlan plans[] = {
        plan_rows(b, head, a, true),
        plan_rows(min_int(b, SOME), head, min_int(a, few), true),
        plan_rows(min_int(b, LITTLE), min_int(head, CODE), min_int(a, few), true),
        plan_rows(min_int(b, LITTLE), min_int(head, CODE), min_int(a, few), false),
        plan_rows(0, min_int(head, CODE), min_int(a, few), false),
        plan_rows(0, min_int(head, LITTLE), min_int(a, few / 2), false),
    };
    for (int whole = 1; whole >= 0; whole--)
        for (int i = 0; i < COUNT(plans); i++) {
            PagePlan p = plans[i];
            if (try(s, parts, &p, width, whole)) {
                share_rest(s, parts, &p);
                return p;
            }
        }
    PagePlan p = rows_left(s, &plans[2]) < LEAST ? plans[COUNT(plans) - 1] : plans[2];
    while (p.head > 0 && rows_left(s, &p) < LEAST)
        p.head--;
    while (p.after > 0 && rows_left(s, &p) < LEAST)
        p.after--;
    try(s, parts, &p, width, false);
    share_rest(s, parts, &p);
    return p;
}

/* The plan of a stage while it is looked for. */
typedef struct Planning {
    const Sheet *s;
    const PageParts *parts;
    int width, head;
    int too_few[2]; /* rows in which not all that is pointed at fits, and not all of the matrices */
    PagePlan plan;
} Planning;

/* True where matrices fit beside so much text, with empty rows between the parts or without. */
static bool plan_beside(Planning *g, int before, int after, bool whole)
{
    for (int tight = 0; tight < 2; tight++) {
        g->plan = plan_rows(before, g->head, after, !tight);
        int rows = rows_left(g->s, &g->plan);
        if (g->parts->matrices >= 0 && rows <= g->too_few[whole])
            continue;
        if (try(g->s, g->parts, &g->plan, g->width, whole))
            return true;
        g->too_few[whole] = max_int(g->too_few[whole], rows);
    }
    return false;
}

/* Texts are whole, or have a window in which they can be read, or a page of their own. So what has been read goes first,
 * and then all matrices are worth more than new words beside them; but beside an answer the result is enough, as the
 * others stood on the page before. */
static bool plan_with_head(Planning *g)
{
    const Sheet *s = g->s;
    int b = g->parts->before.count, a = g->parts->said.count, fresh = b - g->parts->known;
    int few = least_of(s, fresh), end = least_of(s, a);
    const struct {
        int before, after;
    } texts[] = {{b, a},     {fresh, a}, {few, a}, {fresh, end}, {few, end},
                 {fresh, 0}, {few, 0},   {0, a},   {0, end},     {0, 0}};
    enum { READ = 2 /* texts that are seen as a whole */ };
    const struct {
        int from, to;
        bool whole;
    } turns[] = {{0, READ, true},
                 {0, doc_piece(s->d, PIECE_ANSWER) ? READ : 0, false},
                 {READ, COUNT(texts), true},
                 {0, COUNT(texts), false}};
    for (int i = 0; i < COUNT(turns); i++)
        for (int k = turns[i].from; k < turns[i].to; k++)
            if (plan_beside(g, texts[k].before, texts[k].after, turns[i].whole))
                return true;
    return false;
}

/* The matrix pointed at in a window of its own. */
static PagePlan plan_of_large(Planning *g)
{
    enum { LEAST = MATRIX_HEAD + 2, AIRY = 10 };
    const Sheet *s = g->s;
    int b = g->parts->before.count, a = g->parts->said.count, fresh = b - g->parts->known;
    const struct {
        int before, after;
    } texts[] = {{b, a}, {fresh, a}, {least_of(s, fresh), least_of(s, a)}, {0, 0}};
    for (int i = 0; i < COUNT(texts); i++) {
        bool is_last = i + 1 == COUNT(texts);
        g->plan = plan_rows(texts[i].before, g->head, texts[i].after,
                            !is_last && s->at.rows >= AIRY);
        if (is_last || rows_left(s, &g->plan) >= max_int(s->at.rows / 2, LEAST))
            break;
    }
    while (g->plan.head > 0 && rows_left(s, &g->plan) < LEAST)
        g->plan.head--;
    try(s, g->parts, &g->plan, g->width, false);
    return g->plan;
}

/* Puts empty rows between the parts where there is room for some. */
static void part_parts(const Sheet *s, PagePlan *p)
{
    static const int order[] = {0, 2, 1};
    for (int i = 0; i < COUNT(order); i++)
        p->gap[order[i]] |= rows_left(s, p) > p->layout.height;
}

/* Rows for code and formula, from what is best to what will do. A function that is stepped through has a window. */
static void set_heads(const Sheet *s, const PageParts *parts, int heads[3])
{
    enum { CODE = 4, LITTLE = 2 };
    const Piece *data = data_of(s, parts);
    int all = parts->head.count, listing = parts->head.listing;
    int window = least_of(s, listing) + all - listing;
    heads[0] = listing > 0 ? min_int(all, max_int(window, s->at.rows * 2 / 5)) : all;
    heads[1] = listing > 0 ? window : min_int(all, CODE);
    heads[2] = min_int(all, LITTLE + (data && data->heading));
    if (data)
        heads[0] = heads[2];
}

static PagePlan plan_of_stage(const Sheet *s, const PageParts *parts, int width)
{
    int heads[3];
    set_heads(s, parts, heads);
    bool has_window = parts->head.listing > 0;
    Planning g = {.s = s,
                  .parts = parts,
                  .width = width,
                  .head = has_window ? heads[0] : parts->head.count,
                  .too_few = {-1, -1}};
    bool fits = plan_beside(&g, parts->before.count, parts->said.count, true);
    for (int i = 0; i < 3 && !fits; i++) {
        g.head = heads[i];
        fits = plan_with_head(&g);
    }
    g.head = fits ? g.head : heads[0];
    PagePlan p = fits ? g.plan : plan_of_large(&g);
    share_rest(s, parts, &p);
    part_parts(s, &p);
    return p;
}

static PagePlan plan_of(const Sheet *s, const PageParts *parts, int width)
{
    return s->d->kind == DOC_NUMBER ? plan_of_number(s, parts, width)
                                    : plan_of_stage(s, parts, width);
}

/* So many scrolls show `lines` lines page by page, each a whole page further. */
static int pages(int lines, int rows)
{
    int page = rows_after_one(rows);
    return (max_int(lines - rows, 0) + page - 1) / page * page;
}

/* How far the text before the numbers is scrolled, and that after them: the scroll goes through both. */
typedef struct Scroll {
    int first, second; /* how far they go                                             */
    int idle;          /* the first, where it has been read: it can be scrolled for all that */
    int at, after;
} Scroll;

static Scroll scroll_of(const Sheet *s, const PageParts *parts, const PagePlan *p)
{
    int rows = s->at.rows, fresh = parts->before.count - parts->known;
    Scroll c = {.first = p->reads ? pages(fresh, rows) + rows_after_one(rows)
                                  : max_int(fresh - p->before, 0)};
    c.second = p->closes ? pages(parts->said.count, rows) + rows_after_one(rows)
                         : max_int(parts->said.count - p->after, 0);
    bool is_read = c.first + c.second == 0 && p->before > 0;
    c.idle = is_read ? max_int(parts->before.count - p->before, 0) : 0;
    int scroll = clamp_int(s->as->scroll, 0, c.first + c.second + c.idle);
    c.at = min_int(scroll, c.first + c.idle);
    c.after = scroll - c.at;
    return c;
}

static void set_shown(Sheet *s, const PagePlan *p, const Scroll *c)
{
    bool is_first = c->at < c->first;
    int rows = is_first ? (p->reads ? s->at.rows : p->before) : p->closes ? s->at.rows : p->after;
    int page = rows_after_one(rows);
    if (is_first)
        page = min_int(page, c->first - c->at);
    s->shown = (Shown){c->at + c->after, c->first + c->second, max_int(page, 1), 0};
}

/* Code and formula. Of a function the line in hand is seen, with some before it and after it, and what follows it. */
static void draw_head(Sheet *s, const PageParts *parts, int rows, int row, int col, int width)
{
    const ShowLines *head = &parts->head;
    int listing = head->listing, tail = listing > 0 ? head->count - listing : 0;
    int all = head->count - tail, shown = clamp_int(rows - tail, min_int(rows, 1), all);
    int here = listing > 0 ? s->d->piece[parts->code].at : 0;
    if (data_of(s, parts) && rows > 0 && rows < head->count) {
        lines_draw(s->f, row, col, width, head, 0, rows - 1, -1);
        frame_fit(s->f, row + rows - 1, col + PROSE_CODE_INDENT, width - PROSE_CODE_INDENT,
                  STYLE_FAINT,
                  arena_format(s->a, "# %d lines not shown: their numbers are below",
                               head->count - rows + 1));
        return;
    }
    int after = min_int(shown / 3, all - 1 - here);
    int from = clamp_int(here - shown + 1 + after, 0, max_int(all - shown, 0));
    lines_draw(s->f, row, col, width, head, from, shown, -1);
    lines_draw(s->f, row + shown, col, width, head, all, min_int(tail, rows - shown), -1);
    if (shown > 0 && from + shown < all)
        frame_put(s->f, row + shown - 1, min_int(col + width, s->f->width - 1), STYLE_STRONG, "~");
}

/* Code, formula and matrices, and below them what is said; returns the row after them. */
static int draw_numbers(Sheet *s, const PageParts *parts, const PagePlan *p, int row, int col,
                        int width)
{
    draw_head(s, parts, p->head, row, col, width);
    row += with_gap(p->head, p->gap[1]);
    layout_draw(s->f, row, col, &p->layout);
    row += with_gap(p->layout.height, p->gap[2]);
    bool has_room = p->layout.note && row + p->after + 2 < s->at.body + s->at.rows && p->gap[2];
    if (has_room)
        row += 1 + (frame_put(s->f, row, col, STYLE_FAINT, p->layout.note) > 0);
    s->note = has_room ? NULL : p->layout.note;
    return row;
}

/* Pinned results where rows are free; returns the row after them. */
static int draw_pinned(Sheet *s, const PageParts *parts, int row, int col, int width)
{
    int height = s->at.body + s->at.rows - row - 1;
    if (parts->pinned < 0 || height <= MATRIX_HEAD)
        return row;
    Layout l = lay_matrices(s, parts->pinned, height, width);
    frame_put(s->f, row, col, STYLE_HEADING, s->d->piece[parts->pinned].heading);
    layout_draw(s->f, row + 1, col, &l);
    return row + l.height + 2;
}

/* Draws in the rows that are free pinned results, and the curve of the result, where all of it has room. */
static void draw_besides(Sheet *s, const PageParts *parts, int row, int col, int width)
{
    row = draw_pinned(s, parts, row, col, width);
    const Piece *curve = parts->curve < 0 ? NULL : &s->d->piece[parts->curve];
    int rows = curve ? curve_rows(s->at.body + s->at.rows - row) : 0;
    if (rows > 0)
        curve_draw(s->f, row, col, rows, min_int(width, TEXT_WIDEST), s->d->lens, curve,
                   curve->curve->at);
}

static void draw_alone(Sheet *s, const ShowLines *l, int from)
{
    draw_scrolled(s, l, s->at.body, s->at.rows, LEFT, text_width(s->width), from);
}

/* Text, numbers and text below each other; the texts are cut, or have the page to themselves before and after. */
static void draw_column(Sheet *s, PageParts *parts)
{
    lay_parts(s, parts, s->width, false);
    PagePlan p = plan_of(s, parts, s->width);
    int fresh = parts->before.count - parts->known, shown;
    p.reads = fresh > 0 && p.before == 0;
    p.closes = parts->said.count > 0 && p.after == 0;
    Scroll c = scroll_of(s, parts, &p);
    set_shown(s, &p, &c);
    if (p.reads && c.at < c.first) {
        draw_alone(s, &parts->before, parts->known + c.at);
        s->more = max_int(s->more, 1);
        return;
    }
    if (p.closes && c.after > 0) {
        int page = rows_after_one(s->at.rows);
        draw_alone(s, &parts->said, (c.after + page - 1) / page * page - page);
        return;
    }
    bool is_cut = p.before < parts->before.count;
    int row = s->at.body, from = is_cut && fresh > 0 ? parts->known : 0;
    shown = min_int(p.before, parts->before.count - from);
    note_window(s, parts->before.count - from, shown);
    note_window(s, parts->said.count, p.after);
    draw_scrolled(s, &parts->before, row, shown, LEFT, text_width(s->width),
                  p.reads ? from : from + c.at);
    if (fresh == 0)
        s->more = 0; /* read already */
    row = draw_numbers(s, parts, &p, row + with_gap(shown, p.gap[0]), LEFT, s->width);
    draw_scrolled(s, &parts->said, row, p.after, LEFT, text_width(s->width), c.after);
    if (p.after == parts->said.count)
        draw_besides(s, parts, row + with_gap(p.after, true), LEFT, s->width);
}

/* An unopened question says how it is answered. */
static void sheet_add_ways(ShowLines *l, int width, bool guesses)
{
    const char *ways = guesses ? "a  answer   g  guess" : "a  answer";
    ProseLine *line = arena_new(l->a, ProseLine);
    ProsePiece *piece = arena_new(l->a, ProsePiece);
    *piece = (ProsePiece){STYLE_FAINT, max_int(width / 2 - 1, 0), ways};
    *line = (ProseLine){1, piece};
    arena_push(l->a, l->line, l->count, (ShowLine){0});
    arena_push(l->a, l->line, l->count, (ShowLine){.prose = line});
}

/* In a wide window the text is at the left; false where the numbers need all of the width. */
static bool draw_wide(Sheet *s, PageParts *parts)
{
    int left = text_left_columns(s->f->width), width = text_right_columns(s->f->width);
    const Piece *code = parts->code < s->d->pieces ? &s->d->piece[parts->code] : NULL;
    if (left == 0 || s->d->kind != DOC_STAGE || !code || code->lines.lines > 0)
        return false;
    lay_parts(s, parts, width, true);
    ShowLines text = no_lines(s);
    for (int i = 0; i < s->d->pieces; i++) {
        PieceKind kind = s->d->piece[i].kind;
        bool is_text = kind == PIECE_PROSE || kind == PIECE_QUESTION || kind == PIECE_ANSWER;
        if (is_text || i < parts->code)
            lines_add(&text, &s->d->piece[i], left, false);
        else if (i >= parts->after)
            lines_add(&parts->said, &s->d->piece[i], width, false);
    }
    const Piece *question = doc_piece(s->d, PIECE_QUESTION);
    if (question && !doc_piece(s->d, PIECE_ANSWER))
        sheet_add_ways(&text, left, question->guesses);
    PagePlan p = plan_rows(0, parts->head.count, parts->said.count, true);
    if (!try(s, parts, &p, width, true))
        return false;
    int most = max_int(text.count - s->at.rows, 0), known = known_of(&text);
    int from = most > 0 && known < text.count ? min_int(known, most) : 0;
    int scroll = clamp_int(s->as->scroll, 0, most - from);
    s->shown = (Shown){scroll, known < text.count ? most - from : 0, rows_after_one(s->at.rows), 0};
    note_window(s, text.count, s->at.rows);
    draw_scrolled(s, &text, s->at.body, s->at.rows, LEFT, left, from + scroll);
    int col = LEFT + left + GAP;
    int row = draw_numbers(s, parts, &p, s->at.body, col, width);
    lines_draw(s->f, row, col, width, &parts->said, 0, p.after, -1);
    draw_besides(s, parts, row + with_gap(p.after, true), col, width);
    return true;
}

/* --- all of it ------------------------------------------------------------------------------------ */

static bool has_numbers(const Doc *d)
{
    if (d->kind == DOC_LIST || d->kind == DOC_TEXT)
        return false;
    for (int i = 0; i < d->pieces; i++)
        if (is_picture(&d->piece[i]) || d->piece[i].kind == PIECE_CODE)
            return true;
    return false;
}

/* Marks in each row the text that was looked for. */
static void mark_found(Sheet *s)
{
    size_t length = s->as->find ? strlen(s->as->find) : 0;
    for (int row = s->at.body; row < s->at.body + s->at.rows && length > 0 && s->f->glyph; row++)
        for (int col = 0; col < s->f->width; col++) {
            char text[128];
            size_t used = 0;
            int end = col;
            for (; end < s->f->width && used < length; end++) {
                const char *bytes = s->f->glyph[row * s->f->width + end].bytes;
                size_t n = strlen(bytes);
                if (used + n >= sizeof text)
                    break;
                memcpy(text + used, bytes, n);
                used += n;
            }
            text[used] = '\0';
            if (used == length && utf8_contains(text, used, s->as->find))
                frame_style(s->f, row, col, end - col, STYLE_SELECTED);
        }
}

Shown show_page(Frame *f, const Doc *d, const ShowAs *as)
{
    Arena scratch = {0};
    Frame measured = {.width = max_int(as->width, 1), .height = max_int(as->height, 1)};
    Sheet s = {.a = &scratch, .f = f ? f : &measured, .d = d, .as = as};
    if (f) {
        frame_resize(f, as->width, as->height);
        frame_clear(f);
    }
    s.width = max_int(s.f->width - 2 * LEFT, 1);
    s.at = rows_of(d, s.f->height);
    draw_heads(&s);
    if (s.at.tabs >= 0)
        draw_tabs(&s);
    PageParts parts = parts_of(&s);
    if (!has_numbers(d))
        draw_flow(&s);
    else if (!draw_wide(&s, &parts))
        draw_column(&s, &parts);
    mark_found(&s);
    if (s.shown.scroll < s.shown.scroll_most)
        s.more = max_int(s.more, 1);
    else
        s.more = 0;
    draw_foot(&s);
    arena_release(&scratch);
    return s.shown;
}

Target show_target(const Frame *f, int row, int col)
{
    Link link = frame_linked(f, row, col);
    return (Target){.kind = link.kind, .of = link.of, .cell = link.cell};
}
