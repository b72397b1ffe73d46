/* Speech is made piece by piece, in the order in which a document is read. What is hidden is "hidden", what only the
 * speaker sees and what a change made another is said to be. */
#include "show/speech.h"

#include <string.h>
#include <strings.h>

#include "base/common.h"
#include "base/utf8.h"
#include "show/matrix.h"
#include "show/show.h"
#include "tell/curve.h"
#include "tell/explain.h"

enum { MOST_COLUMNS = 100, LINE = 80 };

/* --- numbers -------------------------------------------------------------------------------------- */

/* "row x2: ", or without labels "sentence 2: ", for a tensor that has rows. */
static void put_row_name(Buf *out, const QkvTensor *t, int64_t row, int64_t first)
{
    Arena arena = {0};
    int axis = t->rank - 2;
    if (t->rank > 1 && t->axis[axis].name && !t->axis[axis].labels)
        buf_printf(out, "%s: ", matrix_index_title(&arena, t, axis, row, first));
    else if (t->rank > 1)
        buf_printf(out, "row %s: ", matrix_own_name(&arena, t, axis, row, first));
    arena_release(&arena);
}

/* Puts before a number its label, "x1 ", or where that is a number, too, "1 is ". A column alone needs
 * none. */
static void put_column_name(Buf *out, const QkvTensor *t, int64_t column, int64_t first)
{
    Arena arena = {0};
    int axis = t->rank - 1;
    const char *name = axis < 0 ? "" : matrix_own_name(&arena, t, axis, column, first);
    const char *last = strrchr(name, ' ');
    bool is_number = name[strspn(name, "0123456789.-")] == '\0';
    bool is_apart = is_number || (last && last[1 + strspn(last + 1, "0123456789.-")] == '\0');
    if (axis >= 0 && !(t->size[axis] == 1 && is_number))
        buf_printf(out, is_apart ? "%s is " : "%s ", name);
    arena_release(&arena);
}

/* The numbers of a row, each after its label: "x1 0.5, x2 0.25". */
static void speak_row(Buf *out, const Lens *l, const QkvTensor *t, const NumberFormat *format,
                      int64_t start)
{
    int64_t cols = matrix_cols(t);
    for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
        buf_puts(out, c ? ", " : "");
        put_column_name(out, t, c, start);
        lens_spoken(out, l, t, start + c, format);
    }
    if (cols > MOST_COLUMNS)
        buf_printf(out, ", and %lld more", (long long)(cols - MOST_COLUMNS));
}

static void put_rows(Buf *out, const Lens *l, const QkvTensor *t, int64_t item, int64_t rows)
{
    NumberFormat format = lens_format(l, t);
    int64_t all = matrix_rows(t), cols = matrix_cols(t), first = item * all * cols;
    for (int64_t r = 0; r < all && r < rows; r++) {
        put_row_name(out, t, r, first);
        speak_row(out, l, t, &format, first + r * cols);
        buf_putc(out, '\n');
    }
    if (all > rows)
        buf_printf(out, "and %lld more row%s: read prints all\n", (long long)(all - rows),
                   plural(all - rows));
}

/* Says the blocks of a tensor one after the other as long as there are rows for them; the first one told is `item`. */
static void put_tensor(Buf *out, const Lens *l, const QkvTensor *t, const char *name, int64_t item,
                       int64_t rows)
{
    Arena arena = {0};
    Matrix m = {.lens = l, .t = t, .name = name, .item = item, .head = HEAD_ALL};
    int64_t items = matrix_items(t), each = max_int64(matrix_rows(t), 1);
    bool all = items * each <= rows;
    if (t->count == 0)
        buf_printf(out, "%s %s: no cells\n", name, matrix_shape(&arena, t));
    for (m.item = all ? 0 : clamp_int64(item, 0, max_int64(items - 1, 0)); m.item < items;
         m.item++) {
        buf_printf(out, "%s\n", matrix_title(&arena, &m));
        put_rows(out, l, t, m.item, rows);
        m.head = HEAD_BLOCK;
        if (!all)
            break;
    }
    if (!all && items > 1)
        buf_printf(out, "and %lld more block%s: block shows another one\n", (long long)items - 1,
                   plural(items - 1));
    arena_release(&arena);
}

void show_speech_tensor(Buf *out, const Lens *l, const QkvTensor *t, bool whole, int64_t cell)
{
    enum { ALL_ROWS = 10000 };
    Arena arena = {0};
    const char *name = explain_name(&arena, l->run, t);
    bool has_cell = cell >= 0 && cell < t->count;
    Matrix m = {.lens = l, .t = t, .name = name, .item = has_cell ? matrix_item(t, cell) : 0};
    if (whole || !has_cell || t->rank < 2) {
        put_tensor(out, l, t, name, m.item, ALL_ROWS);
    } else {
        NumberFormat format = lens_format(l, t);
        int64_t cols = matrix_cols(t);
        buf_printf(out, "%s\n", matrix_title(&arena, &m));
        put_row_name(out, t, cell / cols % matrix_rows(t), m.item * matrix_cells(t));
        speak_row(out, l, t, &format, cell - cell % cols);
        buf_putc(out, '\n');
    }
    arena_release(&arena);
}

/* --- pieces --------------------------------------------------------------------------------------- */

static void put_prose(Buf *out, Arena *a, const Block *block, int blocks)
{
    enum { WHOLE = 2000 }; /* a line is broken where it is told: speech_lines */
    Prose laid = prose_layout(a, block, blocks, WHOLE, PROSE_STYLED);
    prose_text(out, &laid);
}

static void speak_code(Buf *out, const Piece *p)
{
    if (p->lines.lines > 0 && p->at >= 0 && p->at < p->lines.lines) {
        const ProseLine *line = &p->lines.line[p->at];
        for (int i = 0; i < line->pieces; i++)
            buf_printf(out, "%s%s", i > 0 ? "  " : "", line->piece[i].text);
        buf_putc(out, '\n');
        return;
    }
    const char *head = ">>> ";
    for (const char *at = p->text ? p->text : ""; *at; head = "... ") {
        size_t length = strcspn(at, "\n");
        buf_printf(out, "%s%.*s\n", head, (int)length, at);
        at += length + (at[length] == '\n');
    }
}

/* Operands are named, the result and what is pinned are told; where one number is asked for, that alone. */
static void put_matrices(Buf *out, Arena *a, const Doc *d, const Piece *p, int rows)
{
    enum { SOME_ROWS = 12 };
    int made = 0;
    for (int i = 0; i < p->matrices; i++)
        if (p->matrix[i].thing > 0)
            buf_printf(out, "%s%s %s", made++ ? ", " : "made of ", p->matrix[i].name,
                       matrix_shape(a, p->matrix[i].t));
    buf_puts(out, made ? "\n" : "");
    for (int i = 0; i < p->matrices && d->kind != DOC_NUMBER; i++)
        if (p->matrix[i].thing <= 0)
            put_tensor(out, d->lens, p->matrix[i].t, p->matrix[i].name, p->matrix[i].item,
                       rows > 0 ? rows : SOME_ROWS);
}

static int put_rows_of_list(Buf *out, const Piece *p, int number)
{
    for (int i = 0; i < p->rows; i++) {
        const DocRow *r = &p->row[i];
        if (!r->is_heading)
            buf_printf(out, "%d. ", ++number);
        for (const char *at = r->text; *at; at++)
            if (*at != '\t')
                buf_putc(out, *at);
            else if (at[1] && at[1] != '\t') /* a column that is empty is none */
                buf_puts(out, "  ");
        buf_printf(out, r->right ? "  %s\n" : "\n", r->right);
    }
    return number;
}

/* Terms have the numbers by which they are opened: a product has two. */
static void speak_terms(Buf *out, const Piece *p)
{
    for (int i = 0; i < p->terms; i++) {
        const DocLine *line = &p->term[i];
        const char *text = line->text;
        if (line->pick >= 0) {
            int number = line->pick - line->pick % line->picks + 1;
            buf_printf(out, line->picks > 1 ? "%d, %d. " : "%d. ", number, number + 1);
            text += strspn(text, "> ");
        }
        buf_printf(out, "%s\n", text);
    }
}

/* "Anna: mostly itself": a row a line, of the matrix pointed at, around its own where there are many. */
static void speak_looks(Buf *out, Arena *a, const Doc *d, const Piece *p, int rows)
{
    enum { SOME_ROWS = 30 };
    const DocLooks *looks = &p->looks;
    int64_t all = matrix_rows(looks->t), cols = matrix_cols(looks->t);
    int64_t first = looks_first(looks);
    int64_t most = rows > 0 ? rows : SOME_ROWS, own = (looks->cell - first) / cols;
    int64_t from = clamp_int64(own - most / 2, 0, max_int64(all - most, 0));
    for (int64_t r = from; r < all && r < from + most; r++) {
        int64_t cell = first + r * cols;
        const char *was = looks_mostly_was(a, d->lens, looks, cell);
        const char *mostly = looks_mostly(a, d->lens, looks, cell);
        bool waits = strcmp(mostly, LENS_LATER) == 0;
        buf_printf(out, waits ? "%s: %s" : "%s mostly looks at %s", looks_name(a, looks, true, r),
                   mostly);
        if (was)
            buf_printf(out, " (changed, was %s)", was);
        buf_putc(out, '\n');
    }
    if (all > most)
        buf_printf(out, "and %lld more row%s\n", (long long)(all - most), plural(all - most));
}

static const char *heard(const char *text)
{
    return strcmp(text, LENS_UNKNOWN) == 0 ? "hidden" : text;
}

/* "cats: scores 4, - max 0, exp 1, weights 0.8494, x v1 20": a row a line. */
static void speak_table(Buf *out, const DocTable *t)
{
    for (int r = 0; r < t->rows; r++) {
        buf_printf(out, "%s: ", t->row[r]);
        for (int c = 0; c < t->columns; c++)
            buf_printf(out, "%s%s %s", c ? ", " : "", t->column[c],
                       heard(t->cell[r * t->columns + c].text));
        buf_putc(out, '\n');
    }
    long long more = (long long)t->before + t->after;
    if (more > 0)
        buf_printf(out, "and %lld more\n", more);
}

static void speak_piece(Buf *out, Arena *a, const Doc *d, const Piece *p, int rows)
{
    if (p->is_peeked)
        buf_puts(out, "(the class does not see this) ");
    switch (p->kind) {
    case PIECE_PROSE:
    case PIECE_QUESTION:
    case PIECE_ANSWER:
        put_prose(out, a, p->block, p->blocks);
        break;
    case PIECE_CODE:
        speak_code(out, p);
        break;
    case PIECE_SAID:
        buf_printf(out, p->text && *p->text ? "%s\n" : "%s", p->text ? p->text : "");
        break;
    case PIECE_MATRICES:
        put_matrices(out, a, d, p, rows);
        break;
    case PIECE_LOOKS:
        speak_looks(out, a, d, p, rows);
        break;
    case PIECE_TABLE:
        speak_table(out, &p->table);
        break;
    case PIECE_TERMS:
        speak_terms(out, p);
        break;
    case PIECE_CURVE:
        buf_printf(out, "%s\n", curve_told(a, d->lens, p->curve));
        break;
    case PIECE_FORMULA:
    case PIECE_NOTE:
        buf_printf(out, "%s\n", p->text);
        break;
    case PIECE_ROWS:
        break;
    }
}

static bool has_operand(const Piece *p)
{
    for (int i = 0; i < p->matrices; i++)
        if (p->matrix[i].thing > 0)
            return true;
    return false;
}

void show_speech(Buf *out, const Doc *d, int rows)
{
    Arena arena = {0};
    int number = 0;
    bool is_said = !d->state || d->kind == DOC_NUMBER ||
                   (d->head && strcasecmp(d->head, d->state) == 0); /* "Introduction" */
    if (d->head)
        buf_printf(out, "%s%s%s\n\n", d->head, is_said ? "" : ", ", is_said ? "" : d->state);
    for (int i = 0; i < d->tabs; i++)
        buf_printf(out, i == d->tab ? "%s[%s]" : "%s%s", i ? ", " : "", d->tab_name[i]);
    buf_puts(out, d->tabs > 0 ? "\n\n" : "");
    for (int i = 0; i < d->pieces; i++) {
        const Piece *p = &d->piece[i];
        if (p->is_known || p->is_keys)
            continue; /* told before, or is of keys */
        if (p->kind == PIECE_MATRICES && d->kind == DOC_NUMBER && !has_operand(p))
            continue; /* the number is at the head */
        if (p->heading)
            buf_printf(out, "%s\n", p->heading);
        if (p->kind == PIECE_ROWS)
            number = put_rows_of_list(out, p, number);
        else
            speak_piece(out, &arena, d, p, rows);
        buf_putc(out, '\n');
    }
    arena_release(&arena);
}

/* --- lines -------------------------------------------------------------------------------- */

/* Code stays as it is: its lines begin with a prompt, or are indented. */
static bool is_code(const char *line)
{
    return *line == ' ' || strncmp(line, ">>> ", 4) == 0 || strncmp(line, "... ", 4) == 0;
}

void speech_lines(Buf *out, const char *text)
{
    for (const char *line = text; *line;) {
        const char *end = line + strcspn(line, "\n");
        bool is_whole = is_code(line);
        do {
            size_t left = (size_t)(end - line), taken = left;
            if (!is_whole)
                taken = utf8_fit_words(line, left, LINE);
            buf_add(out, line, taken);
            buf_putc(out, '\n');
            line += taken + strspn(line + taken, " ");
        } while (line < end);
        line = end + (*end == '\n');
    }
}
