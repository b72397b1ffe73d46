/* Words joined to words: each query of a matrix to the keys that it looks at, by lines as thick as the
 * numbers, all of them or those of one query with its numbers and a bar for each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/page.h"
#include "view/page_text.h"

enum { LEVELS = 4, WORDS_MOST = 64, BAR = 20, TOP = 4, FOOT = 2, LEFT = 1 };

/* A line is so thick from this part of the scale on. */
static const struct {
    double from;
    const char *sign;
    Style style;
} levels[LEVELS + 1] = {{0, " ", STYLE_TEXT},
                        {0.1, ".", STYLE_FAINT},
                        {0.3, "-", STYLE_TEXT},
                        {0.6, "=", STYLE_STRONG},
                        {0.9, "#", STYLE_STRONG}};

typedef struct Links {
    const QkvTensor *t;
    int64_t first; /* the first cell of the matrix */
    Sight sight;
    int item, queries, keys;
    bool
        shares; /* all numbers lie between 0 and 1: their mean says how much a key is looked at   */
    double
        scale; /* 1 for shares, otherwise the largest number; 0: none is above 0                 */
} Links;

/* --- the numbers ------------------------------------------------------------------------------- */

/* The tensor that the page is about, and the matrix of it. */
static const QkvTensor *tensor_of(const Run *run, const Place *p, int64_t *item)
{
    const QkvTensor *t = p->page == PAGE_CELL ? run->tape->step[p->asked.step].call.out
                                              : place_tensor(run, p, p->view.focus);
    *item = 0;
    if (t && t->count > 0)
        *item = p->page == PAGE_CELL ? matrix_item(t, p->asked.cell)
                                     : clamp_int64(p->view.item, 0, matrix_items(t) - 1);
    return t;
}

static bool is_axis(const QkvTensor *t, int axis, const char *name)
{
    return t->axis[axis].name && strcmp(t->axis[axis].name, name) == 0;
}

/* Queries by keys; where nobody says so, as many rows as columns. */
static bool has_links(const QkvTensor *t)
{
    if (!t || t->rank < 2 || t->count == 0 || t->dtype == QKV_INT64)
        return false;
    int rows = t->rank - 2, cols = t->rank - 1;
    bool is_named = t->axis[rows].name && t->axis[cols].name;
    return (is_axis(t, rows, "query") && is_axis(t, cols, "key")) ||
           (t->size[rows] == t->size[cols] && t->size[rows] > 1 &&
            (!is_named || strcmp(t->axis[rows].name, t->axis[cols].name) == 0));
}

const char *page_links_missing(const Run *run, const Place *p)
{
    int64_t item;
    const QkvTensor *t = tensor_of(run, p, &item);
    if (p->page == PAGE_STAGE && !place_stop(run, p))
        return "Nothing has been computed yet in this stage.";
    if (!has_links(t))
        return "No queries and keys here: lines join those of scores, masks and weights.";
    return matrix_rows(t) > WORDS_MOST || matrix_cols(t) > WORDS_MOST
               ? "More than 64 words: lines would be too many."
               : NULL;
}

/* Whether the class may see a cell, counted from the first of the matrix. */
static bool sees(const Links *l, int cell)
{
    return !matrix_conceals(&l->sight, l->first + cell);
}

/* How many of some cells it may see. */
static int count_seen(const Links *l, int first, int cells)
{
    int count = 0;
    for (int i = first; i < first + cells; i++)
        count += sees(l, i);
    return count;
}

/* Whether a query has a ? for its lines: those of it are drawn, but not all. */
static bool is_asking(const Links *l, int query, int chosen)
{
    return (chosen < 0 || chosen == query) && count_seen(l, query * l->keys, l->keys) < l->keys;
}

static double number_at(const Links *l, int cell)
{
    double x = qkv_tensor_at(l->t, l->first + cell);
    return isfinite(x) && sees(l, cell) ? x : (double)-INFINITY;
}

static Links links_of(const Scene *s, const Place *p)
{
    int64_t item;
    const QkvTensor *t = tensor_of(s->run, p, &item);
    int rows = (int)matrix_rows(t), cols = (int)matrix_cols(t);
    Links l = {.t = t,
               .first = item * rows * cols,
               .sight = p->teach.follows ? (Sight){0} : page_sight(s, p, t),
               .item = (int)item,
               .queries = rows,
               .keys = cols,
               .shares = true};
    for (int64_t i = 0; i < t->count; i++) {
        double x = qkv_tensor_at(t, i);
        bool is_seen = !matrix_conceals(&l.sight, i); /* the legend tells it */
        l.shares = l.shares && (!is_seen || (x >= 0 && x <= 1));
        if (isfinite(x) && is_seen)
            l.scale = fmax(l.scale, x);
    }
    l.scale = l.shares ? 1 : l.scale;
    return l;
}

/* A 0.9 of the lesson is a float32, a little below the 0.9 of the table. */
static int level_of(const Links *l, double x)
{
    const double slack = 1e-6;
    int level = 0;
    while (l->scale > 0 && level < LEVELS && x / l->scale >= levels[level + 1].from - slack)
        level++;
    return level;
}

/* What a key gets: from one query, or from all of them on the average. */
static double given_to(const Links *l, int query, int key)
{
    double sum = 0;
    if (query >= 0)
        return number_at(l, query * l->keys + key);
    for (int q = 0; q < l->queries; q++)
        sum += fmax(number_at(l, q * l->keys + key), 0);
    return l->shares && l->sight.hidden == 0 ? sum / l->queries : (double)-INFINITY;
}

static const char *word_of(Arena *a, const Links *l, bool is_key, int index)
{
    int axis = l->t->rank - (is_key ? 1 : 2);
    return matrix_index_name(a, l->t, axis, index, l->first);
}

/* --- drawing ----------------------------------------------------------------------------------- */

/* Where words and lines stand. What is taller than the window is scrolled to the query in question. */
typedef struct Sheet {
    Frame *f;
    int top, rows, first;   /* the rows of the window, and which of the sheet is its first */
    int last;               /* row of the sheet                                            */
    int from, to;           /* the columns of the lines                                    */
    int gap, queries, keys; /* rows from one word to the next, and of the first of each    */
} Sheet;

static void put(const Sheet *x, int row, int col, Style style, const char *text)
{
    row -= x->first;
    if (row >= 0 && row < x->rows)
        frame_put(x->f, x->top + row, col, style, text);
}

static int widest_word(const Links *l, bool is_key)
{
    Arena a = {0};
    int width = 0;
    for (int i = 0; i < (is_key ? l->keys : l->queries); i++)
        width = max_int(width, utf8_columns(word_of(&a, l, is_key, i)));
    arena_release(&a);
    return min_int(width, MATRIX_WIDE_LABEL);
}

/* The key that a query looks at most: 0 where none is chosen. */
static int most_looked_at(const Links *l, int query)
{
    int most = 0;
    for (int key = 1; key < l->keys && query >= 0; key++)
        if (number_at(l, query * l->keys + key) > number_at(l, query * l->keys + most))
            most = key;
    return most;
}

/* How many rows of the sheet are not seen. */
static void draw_out_of_sight(Frame *f, Arena *a, const Sheet *x)
{
    int below = x->last + 1 - x->rows - x->first;
    if (x->first > 0 || below > 0)
        frame_fit(f, f->height - 2, LEFT, f->width - 2 * LEFT, STYLE_FAINT,
                  arena_format(a, "%d rows above, %d below", x->first, max_int(below, 0)));
}

static Sheet lay_sheet(Frame *f, const Links *l, int chosen, int numbers)
{
    enum { LINES_MOST = 60, GAP_MOST = 5 };
    int most = max_int(l->queries, l->keys), words = widest_word(l, false);
    Sheet x = {.f = f, .top = TOP, .rows = max_int(f->height - TOP - FOOT, 0)};
    x.gap = most > 1 ? clamp_int((x.rows - 1) / (most - 1), 1, GAP_MOST) : 1;
    x.queries = (most - l->queries) * x.gap / 2;
    x.keys = (most - l->keys) * x.gap / 2;
    x.from = LEFT + words + 1;
    x.to = f->width - 2 * LEFT - widest_word(l, true) - numbers - BAR - 3;
    x.to = clamp_int(x.to, x.from + 2, x.from + LINES_MOST);
    int last = (most - 1) * x.gap, at = x.queries + max_int(chosen, 0) * x.gap;
    int key = x.keys + most_looked_at(l, chosen) * x.gap, both = abs(key - at) < x.rows;
    x.first = clamp_int((both ? (at + key) / 2 : at) - x.rows / 2, 0,
                        max_int(last + 1 - x.rows, 0));
    x.last = last;
    return x;
}

static int row_of_query(const Sheet *x, int query)
{
    return x->queries + query * x->gap;
}

static int row_of_key(const Sheet *x, int key)
{
    return x->keys + key * x->gap;
}

/* A straight line without gaps. Where it crosses others they end before it, so that the eye can follow. */
static void draw_line(const Sheet *x, int query, int key, int level)
{
    int from = row_of_query(x, query), to = row_of_key(x, key);
    int across = x->to - x->from, steps = max_int(across, abs(to - from));
    for (int i = 0; i <= steps; i++) {
        double part = steps > 0 ? (double)i / steps : 0;
        int row = from + (int)lround((to - from) * part);
        int col = x->from + (int)lround(across * part);
        bool is_end = row == from || row == to;
        put(x, row, col, levels[level].style, levels[level].sign);
        if (!is_end && col + 1 < x->to)
            put(x, row, col + 1, STYLE_TEXT, " ");
    }
    for (int i = 1, before = from; i <= steps; i++) { /* and where a row of it begins */
        double part = (double)i / steps;
        int row = from + (int)lround((to - from) * part);
        int col = x->from + (int)lround(across * part);
        if (row != before && row != to && col - 1 > x->from)
            put(x, row, col - 1, STYLE_TEXT, " ");
        before = row;
    }
    put(x, to, x->to, levels[level].style, ">");
}

/* Level ones first, which would hide all that cross them; the thicker ones over the others. */
static void draw_lines(const Sheet *x, const Links *l, int chosen)
{
    for (int pass = 0; pass < 2; pass++)
        for (int level = 1; level <= LEVELS; level++)
            for (int i = 0; i < l->queries * l->keys; i++) {
                int query = i / l->keys, key = i % l->keys;
                bool is_level = row_of_query(x, query) == row_of_key(x, key);
                if ((chosen < 0 || query == chosen) && is_level == (pass == 0) &&
                    level_of(l, number_at(l, i)) == level)
                    draw_line(x, query, key, level);
            }
}

static void draw_words(const Sheet *x, const Links *l, int chosen)
{
    Arena a = {0};
    for (int i = 0; i < l->queries; i++) {
        int row = x->queries + i * x->gap - x->first;
        if (is_asking(l, i, chosen)) /* a word without lines is another thing */
            put(x, row_of_query(x, i), x->from, STYLE_FAINT, "?");
        if (row >= 0 && row < x->rows)
            frame_fit(x->f, x->top + row, LEFT, x->from - LEFT - 1,
                      i == chosen ? STYLE_SELECTED : STYLE_LABEL, word_of(&a, l, false, i));
    }
    for (int i = 0; i < l->keys; i++) {
        int row = x->keys + i * x->gap - x->first;
        if (row >= 0 && row < x->rows)
            frame_fit(x->f, x->top + row, x->to + 2, MATRIX_WIDE_LABEL, STYLE_LABEL,
                      word_of(&a, l, true, i));
    }
    arena_release(&a);
}

/* What a key gets, as a number and a bar beside its word. */
static void draw_bars(const Sheet *x, const Links *l, const NumberFormat *format, int chosen)
{
    int col = x->to + 3 + widest_word(l, true);
    for (int key = 0; key < l->keys; key++) {
        double given = given_to(l, chosen, key);
        Buf text = {0}, bar = {0};
        bool is_seen = chosen < 0 || sees(l, chosen * l->keys + key);
        if (!is_seen)
            buf_puts(&text, "???");
        else if (chosen >= 0)
            number_cell(&text, format, l->t, l->first + chosen * l->keys + key);
        else if (given >= 0)
            buf_printf(&text, "%.*f", min_int(format->decimals, 4), given);
        if (l->scale > 0 && given > 0)
            buf_fill(&bar, '#', (int)lround(given / l->scale * (double)BAR));
        int blanks = max_int(format->width - (int)text.length, 0);
        put(x, x->keys + key * x->gap, col + blanks, STYLE_TEXT, buf_text(&text));
        put(x, x->keys + key * x->gap, col + format->width + 1, STYLE_STRONG, buf_text(&bar));
        buf_release(&text);
        buf_release(&bar);
    }
}

/* --- the words about it ------------------------------------------------------------------------ */

/* "Lines:  . from 0.1  - from 0.3": at which number each thickness begins. */
static const char *legend(Arena *a, const Links *l, int chosen, int width)
{
    static const char *const heads[][2] = {{"Lines:", "from "}, {"Lines from:", ""}};
    bool asks = false;
    for (int query = 0; query < l->queries && !asks; query++)
        asks = is_asking(l, query, chosen);
    const char *found = l->sight.hidden > 0 ? "Nothing above 0 is shown yet: there are no lines."
                                            : "No number is above 0: there are no lines.";
    if (count_seen(l, 0, l->queries * l->keys) == 0)
        return "It is still hidden: Esc, then v shows more.";
    for (int way = 0; way < COUNT(heads) && l->scale > 0; way++) {
        Buf text = {0};
        buf_puts(&text, heads[way][0]);
        for (int i = 1; i <= LEVELS; i++) {
            buf_printf(&text, "  %s %s", levels[i].sign, heads[way][1]);
            number_short(&text, levels[i].from * l->scale, NUMBER_DECIMALS);
        }
        buf_puts(&text, asks ? "  ? hidden" : "");
        found = arena_keep(a, &text);
        if (utf8_columns(found) <= width)
            break;
    }
    return found;
}

static const char *heading_of_bars(Arena *a, const Links *l, int chosen)
{
    Buf text = {0};
    if (l->scale <= 0 || (chosen < 0 && given_to(l, chosen, 0) < 0))
        return "";
    buf_puts(&text, chosen < 0 ? "mean, each # " : "each # ");
    number_short(&text, l->scale / (double)BAR, NUMBER_DECIMALS);
    return arena_keep(a, &text);
}

static int chosen_of(const Links *l, const Place *p)
{
    return p->choice >= 1 && p->choice <= l->queries ? p->choice - 1 : -1;
}

int page_links_most(const Run *run, const Place *p)
{
    int64_t item;
    return (int)matrix_rows(tensor_of(run, p, &item));
}

void page_links(Frame *f, const Scene *s, const Place *p)
{
    Arena a = {0};
    const Lesson *lesson = s->run->lesson;
    Links l = links_of(s, p);
    int chosen = chosen_of(&l, p);
    NumberFormat format = memo_format(s->memo, s->run, l.t, place_decimals(p));
    if (l.shares)
        format.width = max_int(format.width, NUMBER_DECIMALS + 2);
    Sheet x = lay_sheet(f, &l, chosen, format.width);
    Matrix m = {.t = l.t, .item = l.item, .name = explain_name(&a, s->run, l.t), .blocks = 1};
    page_title(f, arena_format(&a, "%s%s", page_lesson_number(&a, lesson), lesson->title),
               page_what_if(&a, s, p, "who looks at whom"));
    matrix_fit_heading(&m, f->width - 2 * LEFT);
    frame_fit(f, 1, LEFT, f->width - 2 * LEFT, STYLE_HEADING, matrix_title(&a, &m));
    frame_fit(f, 2, LEFT, f->width - 2 * LEFT, STYLE_TEXT,
              legend(&a, &l, chosen, f->width - 2 * LEFT));
    frame_fit(f, 3, LEFT, x.from - LEFT + 3, STYLE_FAINT, "query");
    frame_put(f, 3, x.to + 2, STYLE_FAINT, "key");
    int bars = x.to + 3 + max_int(widest_word(&l, true), 3);
    frame_fit(f, 3, bars + 1, f->width - bars - 2, STYLE_FAINT, heading_of_bars(&a, &l, chosen));
    draw_lines(&x, &l, chosen);
    draw_words(&x, &l, chosen);
    draw_bars(&x, &l, &format, chosen);
    draw_out_of_sight(f, &a, &x);
    page_foot(f, s, p);
    arena_release(&a);
}

/* --- in words ---------------------------------------------------------------------------------- */

/* The keys from the one that gets most on: `key` has room for all of them. */
static void by_size(const Links *l, int query, int *key)
{
    for (int i = 0; i < l->keys; i++) {
        int at = i;
        double x = number_at(l, query * l->keys + i);
        for (; at > 0 && number_at(l, query * l->keys + key[at - 1]) < x; at--)
            key[at] = key[at - 1];
        key[at] = i;
    }
}

void page_links_text(Buf *out, Arena *a, const Scene *s, const Place *p)
{
    Links l = links_of(s, p);
    NumberFormat format = memo_format(s->memo, s->run, l.t, place_decimals(p));
    Matrix m = {.t = l.t, .item = l.item, .name = explain_name(a, s->run, l.t), .blocks = 1};
    int key[WORDS_MOST];
    buf_printf(out, "%s\n", matrix_title(a, &m));
    for (int q = 0; q < l.queries; q++) {
        int told = 0;
        by_size(&l, q, key);
        buf_printf(out, "%s looks at", word_of(a, &l, false, q));
        for (; told < l.keys && level_of(&l, number_at(&l, q * l.keys + key[told])) > 0; told++) {
            buf_printf(out, "%s %s ", told ? "," : "", word_of(a, &l, true, key[told]));
            number_cell(out, &format, l.t, l.first + q * l.keys + key[told]);
        }
        buf_puts(out, is_asking(&l, q, -1) ? told > 0 ? ", ???" : " ???"
                      : told == 0          ? " nothing"
                                           : "");
        buf_puts(out, "\n");
    }
    if (l.scale > 0) {
        buf_puts(out, "What is smaller than ");
        number_short(out, levels[1].from * l.scale, NUMBER_DECIMALS);
        buf_puts(out, " is left out.\n");
    }
}
