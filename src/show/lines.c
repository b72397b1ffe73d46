#include "show/lines.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/explain.h"

enum { COLUMN_GAP = 2, COLUMNS_MOST = 8, DEPTH = 2, ROW_MARK = 2 /* columns before a row */ };

static ShowLine *push_line(ShowLines *l, ShowLine line)
{
    arena_push(l->a, l->line, l->count, line);
    return &l->line[l->count - 1];
}

static void add_prose(ShowLines *l, const Prose *p, int indent, bool is_known)
{
    for (int i = 0; i < p->lines; i++)
        push_line(l, (ShowLine){.prose = &p->line[i], .indent = indent, .is_known = is_known});
}

void lines_words(ShowLines *l, const char *text, int width)
{
    Span span = {SPAN_TEXT, text, NULL};
    Block block = {.kind = BLOCK_PARAGRAPH, .spans = 1, .span = &span};
    Prose laid = prose_layout(l->a, &block, 1, width, PROSE_STYLED);
    add_prose(l, &laid, 0, false);
}

static void add_styled(ShowLines *l, Style style, int column, const char *text)
{
    ProseLine *line = arena_new(l->a, ProseLine);
    ProsePiece *piece = arena_new(l->a, ProsePiece);
    *piece = (ProsePiece){style, column, text};
    *line = (ProseLine){*text ? 1 : 0, piece};
    push_line(l, (ShowLine){.prose = line});
}

/* A text as it is, in lines. */
static Prose plain(Arena *a, const char *text, int width)
{
    Block block = {.kind = BLOCK_CODE, .text = text};
    return prose_layout(a, &block, 1, width, PROSE_STYLED);
}

static void add_plain(ShowLines *l, const Piece *p, const char *text, int width, bool at_left)
{
    enum {
        MOST = 1 << 16 /* columns that anybody scrolls through: a print-out can be megabytes */
    };
    size_t length = strlen(text);
    int indent = at_left ? PROSE_CODE_INDENT : 0;
    if (p->is_peeked)
        add_styled(l, STYLE_STRONG, PROSE_CODE_INDENT - indent, "? hidden:");
    if (length > MOST) {
        size_t shown = utf8_fit(text, length, MOST);
        text = arena_format(l->a, "%.*s\n(%zu bytes more)", (int)shown, text, length - shown);
    }
    Prose laid = plain(l->a, text, width + indent);
    for (int i = 0; i < laid.lines && l->is_error; i++)
        for (int k = 0; k < laid.line[i].pieces; k++)
            laid.line[i].piece[k].style = STYLE_ERROR;
    add_prose(l, &laid, -indent, false);
}

/* Code after its prompt, the same where it is pointed at a call of it. */
static void lines_add_code(ShowLines *l, const Piece *p, int width)
{
    int first = l->count;
    if (p->lines.lines > 0)
        add_prose(l, &p->lines, 0, false);
    else
        add_plain(l, p, p->text ? p->text : "", width, false);
    l->listing = p->lines.lines > 0 ? l->count : l->listing;
    int at = p->lines.lines > 0 ? first + max_int(p->at, 0) : first;
    if (at >= l->count)
        return;
    if (p->lines.lines == 0) {
        const ProseLine *old = l->line[at].prose;
        ProseLine *line = arena_new(l->a, ProseLine);
        line->piece = arena_many(l->a, (size_t)old->pieces + 1, ProsePiece);
        line->piece[0] = (ProsePiece){p->call >= 0 ? STYLE_RESULT : STYLE_CODE, 0, ">>>"};
        if (old->pieces > 0) /* a line of code may be empty */
            memcpy(line->piece + 1, old->piece, (size_t)old->pieces * sizeof *old->piece);
        line->pieces = old->pieces + 1;
        l->line[at].prose = line;
    }
    l->line[at].points = p->call >= 0;
    if (p->calls > 0)
        l->line[at].link = (Link){TARGET_CALL, max_int(p->call, 0), 0};
}

static void add_formula(ShowLines *l, const char *text, int left)
{
    int indent = left;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        add_styled(l, STYLE_EMPHASIS, indent, arena_text(l->a, text, length));
        indent = left + EXPLAIN_INDENT;
    }
}

/* --- lists ---------------------------------------------------------------------------------------- */

/* The columns before a row's text: its depth, and the sign of what is folded. */
static int before_text(const DocRow *r)
{
    return r->depth * DEPTH + (r->fold || r->depth > 0 ? DEPTH : 0);
}

/* Where the columns of a list begin, as wide as the widest of each; where that is too much for all of them the widest is
 * cut down. */
static const int *columns_of(Arena *a, const Piece *p, int width)
{
    enum { LEAST = 16 };
    int *column = arena_many(a, COLUMNS_MOST + 1, int), size[COLUMNS_MOST] = {0}, right = 0;
    for (int i = 0; i < p->rows; i++) {
        const char *text = p->row[i].is_heading ? "" : p->row[i].text;
        right = max_int(right, p->row[i].right ? utf8_columns(p->row[i].right) + COLUMN_GAP : 0);
        for (int c = 0, before = before_text(&p->row[i]); c < COLUMNS_MOST && *text; c++) {
            size_t length = strcspn(text, "\t");
            int columns = utf8_columns_n(text, length) + before + COLUMN_GAP;
            size[c] = max_int(size[c], columns);
            text += length + (text[length] == '\t');
            before = 0;
        }
    }
    for (int total = width + 1; total > width - right;) {
        int widest = 0;
        total = 0;
        for (int c = 0; c < COLUMNS_MOST; c++) {
            total += size[c];
            widest = size[c] > size[widest] ? c : widest;
        }
        if (size[widest] <= LEAST)
            break;
        size[widest] -= clamp_int(total - width + right, 0, size[widest] - LEAST);
    }
    for (int c = 0; c < COLUMNS_MOST; c++)
        column[c + 1] = column[c] + size[c];
    return column;
}

static void add_rows(ShowLines *l, const Piece *p, int width)
{
    const int *column = columns_of(l->a, p, width - ROW_MARK);
    for (int i = 0; i < p->rows; i++) {
        bool is_heading = p->row[i].is_heading;
        int number = is_heading ? -1 : l->rows++;
        Link link = {TARGET_ROW, number, 0};
        push_line(l, (ShowLine){.row = &p->row[i],
                                .number = number,
                                .column = column,
                                .link = is_heading ? (Link){0} : link});
    }
}

/* The texts of a row in their columns. One that is longer than its column pushes the others on, as far as there is room
 * for all of them. */
static void draw_columns(Frame *f, int row, int col, int room, Style style, const ShowLine *line)
{
    Arena scratch = {0};
    const char *text = line->row->text;
    for (int c = 0, at = before_text(line->row); *text; c++) {
        size_t length = c < COLUMNS_MOST ? strcspn(text, "\t") : strlen(text);
        const char *rest = text + length + (text[length] != '\0');
        int next = line->column[min_int(c + 1, COLUMNS_MOST)];
        int end = *rest ? max_int(next, room - utf8_columns(rest)) - COLUMN_GAP : room;
        at += frame_fit(f, row, col + at, min_int(end, room) - at, style,
                        arena_text(&scratch, text, length));
        at = max_int(at + COLUMN_GAP, next);
        text = rest;
    }
    arena_release(&scratch);
}

/* Rows have a mark before them, headings do not. */
static void draw_row(Frame *f, int row, int col, int width, const ShowLine *line, bool is_marked)
{
    const DocRow *r = line->row;
    Style style = is_marked ? STYLE_SELECTED : r->is_heading ? STYLE_HEADING : r->style;
    int right = r->right ? utf8_columns(r->right) : 0;
    if (is_marked) {
        frame_fill(f, row, col, width, STYLE_SELECTED);
        frame_put(f, row, col, STYLE_SELECTED, ">");
    }
    if (!r->is_heading) {
        col += ROW_MARK;
        width = max_int(width - ROW_MARK, 1);
    }
    bool has_right = right > 0 && right + COLUMN_GAP < width;
    int room = has_right ? width - right - COLUMN_GAP : width;
    if (r->fold)
        frame_put(f, row, col + before_text(r) - DEPTH, style, (const char[]){r->fold, '\0'});
    draw_columns(f, row, col, room, style, line);
    if (has_right)
        frame_put(f, row, col + width - right, is_marked ? style : STYLE_FAINT, r->right);
    frame_link(f, row, 0, f->width, line->link);
    if (r->fold)
        frame_link(f, row, col, before_text(r), (Link){TARGET_FOLD, line->number, 0});
}

int lines_of_row(const ShowLines *l, int number)
{
    for (int i = 0; i < l->count; i++)
        if (l->line[i].row && l->line[i].number == number && number >= 0)
            return i;
    return -1;
}

/* --- all of it ------------------------------------------------------------------------------------ */

static void add_terms(ShowLines *l, const Piece *p)
{
    if (p->before > 0)
        add_styled(l, STYLE_FAINT, 2, arena_format(l->a, "%lld before", (long long)p->before));
    for (int i = 0; i < p->terms; i++)
        push_line(l,
                  (ShowLine){.term = &p->term[i],
                             .link = p->term[i].pick >= 0 ? (Link){TARGET_TERM, p->term[i].pick, 0}
                                                          : (Link){0}});
    if (p->after > 0)
        add_styled(l, STYLE_FAINT, 2, arena_format(l->a, "%lld more", (long long)p->after));
}

void lines_add(ShowLines *l, const Piece *p, int width, bool is_page)
{
    if (p->kind == PIECE_MATRICES || p->kind == PIECE_LOOKS || p->kind == PIECE_TABLE ||
        p->kind == PIECE_CURVE)
        return;
    Prose laid;
    width = max_int(width, 1);
    bool joins = p->kind == PIECE_FORMULA && l->count != l->listing; /* the code that it is of */
    if (l->count > 0 && !joins)
        push_line(l, (ShowLine){0});
    if (p->heading)
        add_styled(l, STYLE_HEADING, 0, p->heading);
    switch (p->kind) {
    case PIECE_PROSE:
    case PIECE_QUESTION:
    case PIECE_ANSWER:
        laid = prose_layout(l->a, p->block, p->blocks, width, PROSE_STYLED);
        add_prose(l, &laid, 0, p->is_known);
        break;
    case PIECE_CODE:
        lines_add_code(l, p, width);
        break;
    case PIECE_SAID:
        add_plain(l, p, p->text, width, is_page);
        break;
    case PIECE_FORMULA:
        add_formula(l, p->text, is_page ? 0 : PROSE_CODE_INDENT);
        break;
    case PIECE_TERMS:
        add_terms(l, p);
        break;
    case PIECE_ROWS:
        add_rows(l, p, width);
        break;
    case PIECE_NOTE:
        lines_words(l, p->is_peeked ? arena_format(l->a, "? %s", p->text) : p->text, width);
        break;
    case PIECE_MATRICES:
    case PIECE_LOOKS:
    case PIECE_TABLE:
    case PIECE_CURVE:
        break;
    }
}

static void draw_prose(Frame *f, int row, int col, int width, const ShowLine *line)
{
    for (int k = 0; k < line->prose->pieces; k++) {
        const ProsePiece *piece = &line->prose->piece[k];
        int at = max_int(line->indent + piece->column, 0);
        frame_fit(f, row, col + at, width - at, piece->style, piece->text);
    }
}

void lines_draw(Frame *f, int row, int col, int width, const ShowLines *l, int from, int rows,
                int marked)
{
    if (!f->glyph) /* how many they are is known before */
        return;
    for (int i = max_int(from, 0); i < l->count && i - from < rows; i++) {
        const ShowLine *line = &l->line[i];
        int at = row + i - from;
        if (line->prose)
            draw_prose(f, at, col, width, line);
        if (line->term)
            frame_fit(f, at, col, width, line->term->style, line->term->text);
        if (line->row)
            draw_row(f, at, col, width, line, line->number >= 0 && line->number == marked);
        else if (line->link.kind != TARGET_NONE)
            frame_link(f, at, col, width, line->link);
        if (line->points || (line->row && line->number >= 0 && line->number == marked)) {
            f->cursor_row = at;
            f->cursor_col = min_int(col, f->width - 1);
        }
    }
}

void lines_keys(Frame *f, int row, const char *keys)
{
    frame_fill(f, row, 0, f->width, STYLE_BAR);
    frame_fit(f, row, 0, f->width, STYLE_BAR, keys);
    for (size_t at = 0, length = strlen(keys); at < length;) {
        size_t from = at + strspn(keys + at, " "), end = from;
        while (keys[end] && !(keys[end] == ' ' && (keys[end + 1] == ' ' || !keys[end + 1])))
            end++;
        if (end > from)
            frame_link(f, row, utf8_columns_n(keys, from), utf8_columns_n(keys + from, end - from),
                       (Link){TARGET_KEY, (int)from, 0});
        at = end + (end == from);
    }
}
