#include "reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/number.h"

const char *const fault_names[FAULTS] = {"none",   "heading", "label",  "columns", "rows",
                                         "blocks", "number",  "uneven", "stray"};

enum { FIRST_ROW = 2 /* above are the bars */, HEADS_MOST = 256, COLUMNS_MOST = 128 };

/* A run of columns in the style of a heading: the name of a tensor, or of one of its matrices below that. */
typedef struct Heading {
    int row, col, end;
    const char *text;
    bool is_title;         /* begins with the name of a tensor                       */
    bool names_blocks;     /* blocks have headings of their own below it             */
    const QkvTensor *read; /* tensor that it was found to be a heading of            */
    int blocks;            /* of that were read below it                             */
    int columns, from[2];  /* of the first of them: how many; where the first two end */
    int label;             /* ... and where the labels of rows begin                 */
} Heading;

/* The cell that a number on the page was read as. */
typedef struct Claim {
    const QkvTensor *t;
    int64_t cell;
} Claim;

typedef struct Reader {
    Arena *a;
    const Frame *f;
    const Lens *lens;
    const Named *named;
    int names;
    int heads;
    Heading head[HEADS_MOST];
    Claim *claim; /* of each column of each row of the frame */
    Reading out;
} Reader;

/* A matrix, and where it stands: the row of its column labels, its first row of numbers, and its columns. */
typedef struct Table {
    const QkvTensor *t;
    int64_t item;
    int labels, first, col, limit, heading;
    int64_t row, col_first; /* the first ones that are shown */
    int columns, end[COLUMNS_MOST];
    int label; /* where the labels of rows begin; -1: there are none */
} Table;

static Fault fault(Reader *r, Fault kind, const char *said)
{
    if (r->out.fault == FAULT_NONE) {
        r->out.fault = kind;
        r->out.said = said;
    }
    return kind;
}

/* --- the frame ------------------------------------------------------------------------------ */

static const Glyph *at(const Reader *r, int row, int col)
{
    return &r->f->glyph[row * r->f->width + col];
}

static bool is_void(const Glyph *g)
{
    return strcmp(g->bytes, " ") == 0;
}

static bool is_heading(const Glyph *g)
{
    return g->style == STYLE_HEADING;
}

static bool is_label(const Glyph *g)
{
    return g->style == STYLE_LABEL;
}

static bool is_faint(const Glyph *g)
{
    return g->style == STYLE_FAINT;
}

static bool is_number(const Glyph *g)
{
    return !is_heading(g) && !is_label(g);
}

/* The text of those columns that are in a style, without blanks around it. */
static const char *text_between(const Reader *r, int row, int from, int to,
                                bool (*is_it)(const Glyph *))
{
    Buf text = {.arena = r->a};
    for (int col = from; col < to; col++)
        if (is_it(at(r, row, col)) && (text.length > 0 || !is_void(at(r, row, col))))
            buf_puts(&text, at(r, row, col)->bytes);
    char *all = arena_string(r->a, buf_text(&text));
    size_t length = strlen(all);
    while (length > 0 && all[length - 1] == ' ')
        all[--length] = '\0';
    return all;
}

/* The next run of columns in a style from `from` on, blanks at its ends left out; false: there is none. */
static bool next_run(const Reader *r, int row, int limit, bool (*is_it)(const Glyph *), int *from,
                     int *to)
{
    while (*from < limit && (!is_it(at(r, row, *from)) || is_void(at(r, row, *from))))
        ++*from;
    int end = *from;
    while (end < limit && is_it(at(r, row, end)))
        end++;
    while (end > *from && is_void(at(r, row, end - 1)))
        end--;
    *to = end;
    return end > *from;
}

/* Tells whether a text says the whole of another, or is cut and says its beginning: "atten~". */
static bool says(const char *seen, const char *whole)
{
    size_t length = strlen(seen);
    bool is_cut = length > 0 && seen[length - 1] == '~';
    return strcmp(seen, whole) == 0 || (is_cut && strncmp(seen, whole, length - 1) == 0);
}

/* --- names ---------------------------------------------------------------------------------- */

static int64_t rows_of(const QkvTensor *t)
{
    return t->rank > 1 ? t->size[t->rank - 2] : 1;
}

static int64_t cols_of(const QkvTensor *t)
{
    return t->rank > 0 ? t->size[t->rank - 1] : 1;
}

static int64_t items_of(const QkvTensor *t)
{
    return t->count > 0 ? t->count / (rows_of(t) * cols_of(t)) : 0;
}

/* The label of a row or column, or its number with a colon; a single one has none. */
static const char *label_of(const Reader *r, const QkvTensor *t, int axis, int64_t index,
                            int64_t cell)
{
    bool is_shared = t->rank == 2 && t->axis[axis].groups > 1; /* no word heads all of a column */
    const char *label = is_shared ? NULL : qkv_tensor_label(t, axis, index, cell);
    return label ? label : t->size[axis] == 1 ? "" : arena_format(r->a, "%lld:", (long long)index);
}

/* Text of a heading behind the name of the tensor, or of what is seen of it, if it may be this one; or NULL. */
static const char *rest_of(const Named *n, const char *text)
{
    size_t same = 0;
    while (text[same] && text[same] == n->name[same])
        same++;
    const char *rest = !n->name[same]                  ? text + same
                       : same > 0 && text[same] == '~' ? text + same + 1
                                                       : NULL;
    bool is_end = rest && (*rest == '\0' || strncmp(rest, " [", 2) == 0 ||
                           strncmp(rest, "  ", 2) == 0 || strncmp(rest, ", ", 2) == 0);
    return is_end ? rest : NULL;
}

/* Goes on behind "[3 query x 4 key] int64" where that are the sizes of a tensor; NULL: they are others. */
static const char *after_sizes(const QkvTensor *t, const char *rest)
{
    if (strncmp(rest, " [", 2) != 0)
        return rest;
    const char *end = strchr(rest, ']');
    const char *at = rest + 2;
    for (int d = 0; d < t->rank; d++) {
        char *behind;
        if (strtoll(at, &behind, 10) != t->size[d] && end)
            return NULL;
        at = strstr(behind, " x ");
        if ((!at || at > end) != (d == t->rank - 1) && end)
            return NULL;
        at = at ? at + 3 : "";
    }
    if (!end)
        return strchr(rest, '~');
    end++;
    if (*end == ' ' && isalpha((unsigned char)end[1]))
        end += strcspn(end + 1, " ,") + 1;
    return end;
}

/* Tells whether another index of an axis has the same label. */
static bool is_shared(const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    const char *label = qkv_tensor_label(t, axis, index, cell);
    int64_t same = 0;
    for (int64_t i = 0; label && i < t->size[axis]; i++)
        same += strcmp(label, qkv_tensor_label(t, axis, i, cell)) == 0;
    return same > 1;
}

/* Name of a matrix among several: "batch 0 of 2  head b (2 of 8)", or shortly "[0][b]"; "[0][b 1]" where more of
 * them have that label. */
static const char *item_name(const Reader *r, const QkvTensor *t, int64_t item, bool is_index)
{
    int64_t index[QKV_MAX_RANK], cell = item * rows_of(t) * cols_of(t);
    Buf out = {.arena = r->a};
    qkv_tensor_index(t, cell, index);
    for (int d = 0; d < t->rank - 2; d++) {
        const char *label = qkv_tensor_label(t, d, index[d], cell);
        const char *name = label ? label : arena_format(r->a, "%lld", (long long)index[d]);
        if (is_index) {
            bool is_one = !is_shared(t, d, index[d], cell);
            buf_printf(&out, is_one ? "[%s]" : "[%s %lld]", name, (long long)index[d]);
            continue;
        }
        buf_printf(&out, "%s%s %s", d > 0 ? "  " : "", t->axis[d].name ? t->axis[d].name : "block",
                   name);
        if (t->size[d] > 1 && label)
            buf_printf(&out, " (%lld of %lld)", (long long)index[d] + 1, (long long)t->size[d]);
        else if (t->size[d] > 1)
            buf_printf(&out, " of %lld", (long long)t->size[d]);
    }
    return buf_text(&out);
}

/* --- one matrix ----------------------------------------------------------------------------- */

static const char *place_of_block(const Reader *r, const Table *b)
{
    const Heading *h = &r->head[b->heading];
    return arena_format(r->a, "\"%s\", row %d, column %d, matrix %lld", h->text, h->row, h->col,
                        (long long)b->item);
}

/* The labels above the numbers, and what is said of columns that are not shown. */
static Fault read_columns(Reader *r, Table *b)
{
    int64_t cols = cols_of(b->t), cell = b->item * rows_of(b->t) * cols, more = 0, before = -1;
    const char *label[COLUMNS_MOST];
    for (int from = b->col, to; next_run(r, b->labels, b->limit, is_label, &from, &to); from = to) {
        if (b->columns == COLUMNS_MOST)
            return fault(r, FAULT_COLUMNS, "too many to read");
        label[b->columns] = text_between(r, b->labels, from, to, is_label);
        b->end[b->columns++] = to - 1;
    }
    if (b->columns > 0 && strcmp(label[b->columns - 1], "sum") == 0)
        b->columns--; /* of each row, beside the numbers */
    const char *faint = text_between(r, b->labels, b->col, b->limit, is_faint);
    const char *plus = strchr(faint, '+');
    bool is_scrolled = *faint == '<';
    if (is_scrolled && isdigit((unsigned char)faint[1]) && !strchr(faint, '~'))
        before = strtoll(faint + 1, NULL, 10);
    more = plus ? strtoll(plus + 1, NULL, 10) : 0;
    if (b->columns == 0 && cols == 1 && more == 0) { /* the only one has no label */
        b->end[b->columns++] = b->limit - 1;
        return FAULT_NONE;
    }
    b->col_first = is_scrolled ? cols - more - b->columns : 0;
    if (b->col_first + b->columns + more != cols || (before >= 0 && before != b->col_first))
        return fault(r, FAULT_COLUMNS,
                     arena_format(r->a, "%s: %d of %lld columns, \"%s\"", place_of_block(r, b),
                                  b->columns, (long long)cols, faint));
    for (int k = 0; k < b->columns; k++) {
        const char *due = label_of(r, b->t, b->t->rank - 1, b->col_first + k, cell);
        if (!says(label[k], due))
            return fault(r, FAULT_LABEL,
                         arena_format(r->a, "%s: column \"%s\", not \"%s\"", place_of_block(r, b),
                                      label[k], due));
    }
    return FAULT_NONE;
}

/* "+3 more rows, 2 above", "2 rows above", or shortly "<2 +3"; false: something else, as numbers that are pale. */
static bool read_count(const char *note, long long *below, long long *above)
{
    char *end = NULL;
    bool is_short = *note == '<' || *note == '+';
    *below = *above = 0;
    if (*note == '<') {
        *above = strtoll(note + 1, &end, 10);
        note = end + (*end == ' ');
    }
    if (*note == '+')
        *below = strtoll(note, &end, 10);
    else if (!end)
        *above = strtoll(note, &end, 10);
    bool is_count = end > note || *above > 0;
    if (*note == '+' && strncmp(end, " more row", 9) == 0)
        end += end[9] == 's' ? 10 : 9;
    if (*note == '+' && *end == ',')
        *above = strtoll(end + 1, &end, 10);
    return is_count && ((is_short && *end == '\0') || strcmp(end, " above") == 0 ||
                        strcmp(end, " row above") == 0 || strcmp(end, " rows above") == 0);
}

/* How many rows are shown, and from which on: by what is said of the others. */
static int64_t read_rows(const Reader *r, Table *b, bool *is_told)
{
    int64_t rows = rows_of(b->t);
    long long row = 0, of = 0, below, above;
    const char *note = text_between(r, r->head[b->heading].row, b->col, b->limit, is_faint);
    *is_told = true;
    if (sscanf(note, "row %lld of %lld", &row, &of) == 2 ||
        sscanf(note, "%lld/%lld", &row, &of) == 2) {
        b->row = row - 1;
        *is_told = of == rows;
        return 1;
    }
    for (int i = 0; i <= rows && b->first + i < r->f->height - 1; i++) {
        if (!read_count(text_between(r, b->first + i, b->col, b->limit, is_faint), &below, &above))
            continue;
        b->row = above;
        *is_told = above + below < rows && rows - above - below <= i;
        return rows - above - below;
    }
    return rows;
}

/* The number that stands before the end of a column, without its marks. */
static const char *number_in(const Reader *r, int row, int from, int to)
{
    char *text = arena_string(r->a, text_between(r, row, from, to + 1, is_number));
    text += strspn(text, "]}<>[{* ");
    text[strcspn(text, "]}<>* ")] = '\0';
    return text;
}

static Fault read_row(Reader *r, Table *b, int64_t index, int row)
{
    const QkvTensor *t = b->t;
    int64_t first = b->item * rows_of(t) * cols_of(t);
    int from = b->col, to, end = b->columns > 0 ? b->end[0] : b->limit - 1;
    const char *due = t->rank > 1 ? label_of(r, t, t->rank - 2, index, first) : "";
    int number = b->col; /* text behind it is no label: a sum of the row */
    next_run(r, row, end + 1, is_number, &number, &to);
    bool has_label = next_run(r, row, number, is_label, &from, &to);
    const char *label = has_label ? text_between(r, row, from, to, is_label) : "";
    if (!says(label, due))
        return fault(
            r, FAULT_LABEL,
            arena_format(r->a, "%s: row \"%s\", not \"%s\"", place_of_block(r, b), label, due));
    if (has_label && b->label >= 0 && b->label != from)
        return fault(
            r, FAULT_UNEVEN,
            arena_format(r->a, "%s: row \"%s\" begins elsewhere", place_of_block(r, b), label));
    b->label = has_label ? from : b->label;
    NumberFormat format = lens_format(r->lens, t);
    for (int k = 0; k < b->columns; k++) {
        int64_t cell = first + index * cols_of(t) + b->col_first + k;
        int start = k > 0 ? b->end[k - 1] + 1 : b->col;
        Buf text = {.arena = r->a};
        lens_cell(&text, r->lens, t, cell, &format);
        const char *seen = number_in(r, row, start, b->end[k]);
        if (strcmp(seen, buf_text(&text)) != 0)
            return fault(r, FAULT_NUMBER,
                         arena_format(r->a, "%s: row \"%s\", column %d: \"%s\", not \"%s\"",
                                      place_of_block(r, b), label, k, seen, buf_text(&text)));
        for (int col = start; col <= b->end[k]; col++)
            r->claim[row * r->f->width + col] = (Claim){t, cell};
        r->out.numbers++;
    }
    int behind = b->columns > 0 ? b->end[b->columns - 1] + 2 : b->limit;
    const char *other = behind < b->limit ? text_between(r, row, behind, b->limit, is_number) : "";
    return *other ? fault(r, FAULT_STRAY,
                          arena_format(r->a, "%s: row \"%s\": \"%s\" behind it",
                                       place_of_block(r, b), label, other))
                  : FAULT_NONE;
}

/* All matrices of a tensor have the same columns. */
static Fault compare_columns(Reader *r, const Table *b)
{
    Heading *h = &r->head[b->heading];
    int from[] = {b->end[0] - b->col, b->columns > 1 ? b->end[1] - b->col : 0};
    int label = b->label >= 0 ? b->label - b->col : -1;
    bool is_alone = b->columns == 1 && cols_of(b->t) == 1;
    if (h->blocks > 0 && h->columns == b->columns && !is_alone &&
        (h->from[0] != from[0] || h->from[1] != from[1] || h->label != label))
        return fault(
            r, FAULT_UNEVEN,
            arena_format(r->a, "%s: numbers end in %d, %d, not %d, %d; labels begin in %d, not %d",
                         place_of_block(r, b), from[0], from[1], h->from[0], h->from[1], label,
                         h->label));
    h->columns = b->columns;
    h->from[0] = from[0];
    h->from[1] = from[1];
    h->label = label;
    h->blocks++;
    h->read = b->t;
    return FAULT_NONE;
}

static Fault read_block(Reader *r, Table *b)
{
    bool is_told;
    b->label = -1;
    if (b->t->count == 0)
        return FAULT_NONE;
    if (b->first > r->f->height)
        return fault(r, FAULT_ROWS, place_of_block(r, b));
    Fault wrong = read_columns(r, b);
    if (wrong)
        return wrong;
    int64_t rows = read_rows(r, b, &is_told);
    if (!is_told || b->first + rows > r->f->height)
        return fault(r, FAULT_ROWS,
                     arena_format(r->a, "%s: %lld of %lld rows", place_of_block(r, b),
                                  (long long)rows, (long long)rows_of(b->t)));
    for (int64_t i = 0; i < rows && !wrong; i++)
        wrong = read_row(r, b, b->row + i, b->first + (int)i);
    if (!wrong)
        wrong = compare_columns(r, b);
    r->out.blocks++;
    return wrong;
}

/* "mean [one number] = 2" */
static Fault read_one(Reader *r, const Heading *h, const QkvTensor *t, int limit)
{
    enum { AFTER = 2 /* " =" */ };
    const char *text = text_between(r, h->row, h->end, limit, is_number);
    NumberFormat format = lens_format(r->lens, t);
    Buf due = {.arena = r->a};
    lens_cell(&due, r->lens, t, 0, &format);
    bool has_number = *text == '=' && h->end + AFTER < limit;
    const char *seen = has_number ? number_in(r, h->row, h->end + AFTER, limit - 1) : "";
    if (strcmp(seen, buf_text(&due)) != 0)
        return fault(
            r, FAULT_NUMBER,
            arena_format(r->a, "\"%s\": \"%s\", not \"%s\"", h->text, seen, buf_text(&due)));
    for (int col = h->end; col < limit; col++)
        r->claim[h->row * r->f->width + col] = (Claim){t, 0};
    r->out.numbers++;
    r->out.blocks++;
    return FAULT_NONE;
}

/* --- headings ------------------------------------------------------------------------------- */

static void find_headings(Reader *r)
{
    for (int row = FIRST_ROW; row < r->f->height - 1; row++)
        for (int from = 0, to; next_run(r, row, r->f->width, is_heading, &from, &to); from = to) {
            bool is_in_list = at(r, row, 0)->style == STYLE_SELECTED && from <= 1;
            if (is_in_list || r->heads == HEADS_MOST)
                continue;
            Heading *h = &r->head[r->heads++];
            *h = (Heading){.row = row, .col = from, .end = to};
            h->text = text_between(r, row, from, to, is_heading);
            for (int n = 0; n < r->names && !h->is_title; n++)
                h->is_title = rest_of(&r->named[n], h->text) != NULL;
        }
}

/* Where what stands below a heading ends: before the next one beside it, or beside the name above it. */
static int limit_of(const Reader *r, const Heading *h)
{
    int limit = r->f->width;
    for (int i = 0; i < r->heads; i++) {
        const Heading *o = &r->head[i];
        bool is_beside = o->row == h->row || (o->row == h->row - 1 && o->is_title && !h->is_title);
        if (is_beside && o->col > h->col) /* the column before it may have a mark of its own */
            limit = min_int(limit, o->col - 1);
    }
    return limit;
}

/* The name of the tensor whose matrix a heading tells: the nearest above it, or left of it; -1: none. */
static int title_of(const Reader *r, const Heading *h)
{
    int title = -1;
    for (int i = 0; i < r->heads; i++) {
        const Heading *o = &r->head[i];
        bool is_one = o->is_title && o->col <= h->col && o->row <= h->row && o != h;
        if (is_one && (title < 0 || o->row > r->head[title].row || o->col > r->head[title].col))
            title = i;
    }
    return title;
}

/* Tries to read what stands below a heading as one that could be meant. */
typedef struct Attempt {
    Reading before;
    Reading failed; /* the first that went wrong */
    bool is_read;
    bool is_named; /* a tensor whose matrices have names of their own: they are read later */
} Attempt;

static void settle(Reader *r, Attempt *x, Fault wrong)
{
    x->is_read = wrong == FAULT_NONE;
    if (x->is_read)
        return;
    if (x->failed.fault == FAULT_NONE)
        x->failed = r->out;
    r->out = x->before;
}

/* Tries what a title heads itself: a tensor of one matrix, or the one that it names. */
static void try_title(Reader *r, Attempt *x, int heading, const QkvTensor *t, const char *rest)
{
    Heading *h = &r->head[heading];
    int64_t items = items_of(t);
    int limit = limit_of(r, h);
    const char *name = rest + strspn(rest, " ");
    if (t->rank == 0) {
        settle(r, x, read_one(r, h, t, limit));
        return;
    }
    bool names_blocks = items > 1 && *name == '\0';
    if (names_blocks) {
        h->read = h->read ? h->read : t;
        h->names_blocks = true;
        x->is_named = true;
        return;
    }
    for (int64_t i = 0; i < max_int64(items, 1) && !x->is_read; i++) {
        bool is_it = items <= 1 || says(name, item_name(r, t, i, false)) ||
                     says(name, item_name(r, t, i, true));
        Table b = {.t = t,
                   .item = i,
                   .labels = h->row + 1,
                   .first = h->row + 2,
                   .col = h->col,
                   .limit = limit,
                   .heading = heading};
        if (is_it)
            settle(r, x, read_block(r, &b));
    }
}

/* Reads one matrix below the name of its tensor, under a name of its own; false: there is none. */
static bool read_part(Reader *r, int heading)
{
    Heading *h = &r->head[heading];
    int title = title_of(r, h);
    if (title < 0)
        return false; /* heads no matrix, or its numbers will be found to be strays */
    Heading *name = &r->head[title];
    Attempt x = {.before = r->out};
    for (int n = 0; n < r->names && !x.is_read; n++) {
        const QkvTensor *t = r->named[n].t;
        const char *rest = rest_of(&r->named[n], name->text);
        bool is_it = rest && after_sizes(t, rest) && t->rank > 2;
        for (int64_t i = 0; is_it && i < items_of(t) && !x.is_read; i++) {
            Table b = {.t = t,
                       .item = i,
                       .labels = h->row + 1,
                       .first = h->row + 2,
                       .col = h->col,
                       .limit = limit_of(r, h),
                       .heading = title};
            if (says(h->text, item_name(r, t, i, false)) || says(h->text, item_name(r, t, i, true)))
                settle(r, &x, read_block(r, &b));
        }
    }
    if (!x.is_read && x.failed.fault && !h->is_title)
        r->out = x.failed;
    return x.is_read;
}

static void read_title(Reader *r, int heading)
{
    Attempt x = {.before = r->out};
    Heading *h = &r->head[heading];
    for (int n = 0; n < r->names && !x.is_read; n++) {
        const char *rest = rest_of(&r->named[n], h->text);
        rest = rest ? after_sizes(r->named[n].t, rest) : NULL;
        if (rest)
            try_title(r, &x, heading, r->named[n].t, rest);
    }
    bool is_known = x.is_read || x.is_named;
    h->is_title = is_known || !read_part(r, heading); /* a matrix of a pile may be called so, too */
    if (!h->is_title || is_known)
        return;
    r->out = x.failed.fault ? x.failed : r->out;
    fault(r, FAULT_HEADING,
          arena_format(r->a, "\"%s\" heads no tensor that is known here", h->text));
}

/* --- the page ------------------------------------------------------------------------------- */

static void count_blocks(Reader *r)
{
    for (int i = 0; i < r->heads; i++) {
        const Heading *h = &r->head[i];
        bool has_parts = h->read && items_of(h->read) > 1 && h->names_blocks;
        if (has_parts && h->blocks < items_of(h->read))
            fault(r, FAULT_BLOCKS,
                  arena_format(r->a, "\"%s\", row %d: %d of %lld matrices", h->text, h->row,
                               h->blocks, (long long)items_of(h->read)));
    }
}

static const char *number_text(const Reader *r, const QkvTensor *t, int64_t cell)
{
    Buf text = {.arena = r->a};
    NumberFormat format = lens_format(r->lens, t);
    lens_cell(&text, r->lens, t, cell, &format);
    return buf_text(&text);
}

/* Two tensors of one name, as before and after a write, may have numbers that are written alike. */
static bool is_claimed(const Reader *r, const Claim *c, const Glyph *g)
{
    const QkvTensor *t = r->lens->run->tape->step[g->link_of].call.out;
    return c->t && c->cell == g->link_cell &&
           (c->t == t || (c->t->count == t->count &&
                          strcmp(number_text(r, c->t, c->cell), number_text(r, t, c->cell)) == 0));
}

/* A click on a number leads to its cell: so each number that stands for a cell is found, and was read as that. */
static void find_strays(Reader *r)
{
    for (int i = 0; i < r->f->width * r->f->height; i++) {
        const Glyph *g = &r->f->glyph[i];
        const Claim *c = &r->claim[i];
        bool is_digit = g->link == TARGET_NUMBER && isalnum((unsigned char)g->bytes[0]);
        if (is_digit && !is_claimed(r, c, g))
            fault(r, FAULT_STRAY,
                  arena_format(r->a, "row %d, column %d: \"%s\" of a number that %s",
                               i / r->f->width, i % r->f->width, g->bytes,
                               c->t ? "is another" : "no labels lead to"));
    }
}

Reading read_page(Arena *a, const Frame *f, const Lens *lens, const Named *named, int names)
{
    Reader r = {.a = a, .f = f, .lens = lens, .named = named, .names = names};
    r.claim = arena_many(a, (size_t)f->width * (size_t)f->height, Claim);
    find_headings(&r);
    for (int i = 0; i < r.heads; i++)
        if (r.head[i].is_title)
            read_title(&r, i);
    for (int i = 0; i < r.heads; i++)
        if (!r.head[i].is_title)
            read_part(&r, i);
    count_blocks(&r);
    find_strays(&r);
    return r.out;
}
