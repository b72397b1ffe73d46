/* A block is first flattened: one text with all its spans and marks, and beside it the style of
 * every byte. Lines are then cut from the text without a thought for styles, and each line falls
 * into pieces where the style changes.
 *
 * Blocks only say how deep they lie. Which columns that means depends on the items and quotes
 * before them, so a stack remembers for every depth where its text begins. */
#include "tell/prose.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "python/limits.h"

enum {
    QUOTE_INDENT = 2,
    TAB = 4,
    LEAST_TEXT = 20, /* columns that indentation leaves for text, if there are twice as many */
    NO_QUOTE = -1,
};

/* Tells what one depth of lists and quotes does to the blocks inside. */
typedef struct Level {
    int column; /* where its text begins             */
    int quote;  /* where its > stands, or NO_QUOTE   */
} Level;

typedef struct ProseLayout {
    Arena *arena;
    Prose prose;
    int width;
    ProseMarks marks;
    int depth; /* of the block at hand                                      */
    Level level[LIMIT_PROSE_DEPTH + 1]; /* level[0] is outside all lists and quotes */
} ProseLayout;

/* A block in one text: styles.text[i] is the style of text.text[i]. */
typedef struct Flat {
    Buf text, styles;
} Flat;

/* ---- lines and pieces ---- */

static void add_piece(ProseLayout *l, Style style, int column, const char *text, size_t length)
{
    ProseLine *line = &l->prose.line[l->prose.lines - 1];
    const char *copy = arena_text(l->arena, text, length);
    arena_push(l->arena, line->piece, line->pieces, (ProsePiece){style, column, copy});
}

static void prose_add_line(ProseLayout *l)
{
    arena_push(l->arena, l->prose.line, l->prose.lines, (ProseLine){0});
}

/* A line with the > of every quote that the block lies in, for what goes on at `column`. Where
 * indentation has reached its limit they fall together. */
static void begin_line(ProseLayout *l, int column)
{
    Buf quotes = {0};
    for (int d = 1; d <= l->depth; d++) {
        int blanks = l->level[d].quote - (int)quotes.length;
        if (blanks < 0 || l->level[d].quote >= column)
            continue;
        buf_fill(&quotes, ' ', blanks);
        buf_putc(&quotes, '>');
    }
    prose_add_line(l);
    if (quotes.length > 0) {
        size_t first = strspn(quotes.text, " ");
        add_piece(l, STYLE_FAINT, (int)first, quotes.text + first, quotes.length - first);
    }
    buf_release(&quotes);
}

/* The rest of the line: flat[start .. end) from `column` on. */
static void add_pieces(ProseLayout *l, const Flat *flat, size_t start, size_t end, int column)
{
    const char *styles = flat->styles.text;
    while (start < end) {
        size_t stop = start + 1;
        while (stop < end && styles[stop] == styles[start])
            stop++;
        const char *text = flat->text.text + start;
        add_piece(l, (Style)styles[start], column, text, stop - start);
        column += utf8_columns_n(text, stop - start);
        start = stop;
    }
}

/* ---- flattening ---- */

static void add_flat(Flat *flat, Style style, const char *text, size_t length)
{
    buf_add(&flat->text, text, length);
    buf_fill(&flat->styles, (char)style, (int)length);
}

static void add_mark(Flat *flat, Style style, const char *mark)
{
    add_flat(flat, style, mark, strlen(mark));
}

/* Stretches of blanks, tabs and newlines become one blank, but for the blanks in code. */
static void add_words(Flat *flat, Style style, const char *text)
{
    for (const char *p = text; *p;) {
        size_t word = strcspn(p, " \t\n");
        bool has_blank = word > 0 && p[word] == ' ';
        add_flat(flat, style, p, word + has_blank);
        p += word + has_blank;
        if (has_blank)
            continue;
        size_t length = flat->text.length;
        bool after_blank = length > 0 && flat->text.text[length - 1] == ' ';
        if (*p && (style == STYLE_CODE || !after_blank))
            add_flat(flat, style, " ", 1);
        p += *p != '\0';
    }
}

static void flatten_span(Flat *flat, const Span *span, Style plain, ProseMarks marks)
{
    static const struct {
        Style style;         /* STYLE_TEXT: that of the block */
        const char *mark[2]; /* before and after the text: of PROSE_STYLED, of PROSE_MARKED */
    } looks[] = {
        [SPAN_TEXT] = {STYLE_TEXT, {"", ""}},       [SPAN_EMPHASIS] = {STYLE_EMPHASIS, {"", "*"}},
        [SPAN_STRONG] = {STYLE_STRONG, {"", "**"}}, [SPAN_CODE] = {STYLE_CODE, {"`", "`"}},
        [SPAN_LINK] = {STYLE_TEXT, {"", ""}},
    };
    if (span->style == SPAN_BREAK) {
        add_mark(flat, plain, "\n");
        return;
    }
    if (!span->text || !span->text[0])
        return;
    Style style = looks[span->style].style == STYLE_TEXT ? plain : looks[span->style].style;
    const char *mark = looks[span->style].mark[marks];
    add_mark(flat, style, mark);
    add_words(flat, style, span->text);
    add_mark(flat, style, mark);
}

/* ---- breaking ---- */

/* Characters beside which a CJK text is not broken: closing ones may not begin a line, opening ones
 * may not end it. */
static bool is_among(uint32_t c, const char *characters)
{
    char bytes[5] = "";
    utf8_put(bytes, c);
    return strstr(characters, bytes) != NULL;
}

static bool may_break_between(uint32_t a, uint32_t b)
{
    static const char closing[] = "，。、；：？！）」』】》〉〕…—～·ー,.;:?!)]}'\"`*”’%";
    static const char opening[] = "（「『【《〈〔([{'\"`*“‘";
    if (utf8_width(a) != 2 && utf8_width(b) != 2)
        return false;
    return !is_among(b, closing) && !is_among(a, opening);
}

/* A line of a flat text: what is shown ends at `end`, the next line begins at `next`. */
typedef struct Cut {
    size_t end, next;
} Cut;

static size_t skip_blanks(const char *text, size_t at, size_t length)
{
    while (at < length && text[at] == ' ')
        at++;
    return at;
}

/* Where text[start .. end) ends without the blanks at its end. */
static size_t without_blanks(const char *text, size_t start, size_t end)
{
    while (end > start && text[end - 1] == ' ')
        end--;
    return end;
}

/* Where a word that is too long for the line is cut: after a sign that joins its parts, if one stands in the
 * second half of what fits. */
static Cut cut_word(const char *text, size_t start, size_t end)
{
    for (size_t at = end; at > start + (end - start) / 2; at--)
        if (strchr("._/-,(", text[at - 1]))
            return (Cut){at, at};
    return (Cut){end, end};
}

/* Where the line that begins at `start`, not with a blank, is cut to fit `columns`. */
static Cut cut_line(const char *text, size_t length, size_t start, int columns)
{
    Cut best = {start, start}; /* the last place where the line may end; none while it is empty */
    int used = 0;
    uint32_t before = 0;
    size_t at = start;
    while (at < length && text[at] != '\n') {
        uint32_t c;
        size_t size = utf8_next(text + at, length - at, &c);
        int width = utf8_width(c);
        if (c == ' ' && before != ' ')
            best = (Cut){at, skip_blanks(text, at, length)};
        else if (at > start && width > 0 && before != ' ' && may_break_between(before, c))
            best = (Cut){at, at};
        if (used + width > columns)
            return best.end > start ? best : cut_word(text, start, at);
        used += width;
        if (width > 0)
            before = c;
        at += size;
    }
    return (Cut){without_blanks(text, start, at), at < length ? at + 1 : at};
}

static void add_paragraph(ProseLayout *l, const Flat *flat)
{
    const char *text = buf_text(&flat->text);
    size_t length = flat->text.length;
    int column = l->level[l->depth].column;
    size_t at = skip_blanks(text, 0, length);
    while (at < length) {
        Cut cut = cut_line(text, length, at, l->width - column);
        add_pieces(l, flat, at, cut.end, column);
        at = skip_blanks(text, cut.next, length);
        if (at < length)
            begin_line(l, column);
    }
}

/* ---- blocks ---- */

/* Deep levels are not indented for ever: text keeps some room. A mark that is itself longer still
 * stands before its text. */
static int limit_column(const ProseLayout *l, int column, int mark)
{
    int most = l->width > 2 * LEAST_TEXT ? l->width - LEAST_TEXT : l->width / 2;
    if (most < mark)
        most = mark;
    return column < most ? column : most;
}

/* Goes to the depth of a block. Levels that no item or quote has opened are indented like a
 * bullet. */
static void prose_enter(ProseLayout *l, int depth)
{
    if (depth > LIMIT_PROSE_DEPTH)
        depth = LIMIT_PROSE_DEPTH;
    while (l->depth < depth) {
        int column = limit_column(l, l->level[l->depth].column + 2, 0);
        l->level[++l->depth] = (Level){column, NO_QUOTE};
    }
    l->depth = depth < 0 ? 0 : depth;
}

/* Opens the level of an item or quote anew, below the one that it lies in: its mark is `mark`
 * columns wide. */
static Level *open_level(ProseLayout *l, int depth, int mark)
{
    prose_enter(l, depth - 1 < LIMIT_PROSE_DEPTH ? depth - 1 : LIMIT_PROSE_DEPTH - 1);
    int column = limit_column(l, l->level[l->depth].column + mark, mark);
    l->level[++l->depth] = (Level){column, NO_QUOTE};
    return &l->level[l->depth];
}

static void add_item(ProseLayout *l, const Block *b, const Flat *flat)
{
    const char *mark = b->number > 0 ? arena_format(l->arena, "%d.", b->number) : "-";
    int columns = (int)strlen(mark) + 1;
    int column = open_level(l, b->depth, columns)->column - columns;
    begin_line(l, column);
    add_piece(l, STYLE_TEXT, column, mark, strlen(mark));
    add_paragraph(l, flat);
}

static void add_quote(ProseLayout *l, const Block *b, const Flat *flat)
{
    Level *level = open_level(l, b->depth, QUOTE_INDENT);
    level->quote = level->column - QUOTE_INDENT;
    begin_line(l, level->column);
    add_paragraph(l, flat);
}

static void add_rule(ProseLayout *l)
{
    Buf dashes = {0};
    int column = l->level[l->depth].column;
    buf_fill(&dashes, '-', l->width - column);
    begin_line(l, column);
    add_piece(l, STYLE_FAINT, column, dashes.text, dashes.length);
    buf_release(&dashes);
}

/* Where a line of code that begins here ends: after a blank if it has one that is not its
 * indentation, otherwise where there is no more room. */
static size_t cut_code(const char *text, size_t length, int columns)
{
    size_t fits = utf8_fit(text, length, columns), end = fits;
    size_t indent = skip_blanks(text, 0, length);
    while (end > indent && fits < length && text[end] != ' ' && text[end - 1] != ' ')
        end--;
    return end > indent ? skip_blanks(text, end, length) : fits;
}

/* Adds a line of code. Its own indentation is kept; what does not fit goes on below, further in. */
static void add_code_line(ProseLayout *l, const char *text, size_t length)
{
    enum { FURTHER = 4 };
    Buf line = {0};
    buf_shown_lines(&line, text, length, TAB);
    buf_cut(&line, without_blanks(buf_text(&line), 0, line.length));
    int column = limit_column(l, l->level[l->depth].column + PROSE_CODE_INDENT, 0);
    int indent = (int)skip_blanks(buf_text(&line), 0, line.length) + FURTHER;
    size_t at = 0;
    do {
        const char *rest = buf_text(&line) + at;
        size_t taken = cut_code(rest, line.length - at, l->width - column);
        size_t end = without_blanks(rest, 0, taken);
        begin_line(l, column);
        if (end > 0)
            add_piece(l, STYLE_CODE, column, rest, end);
        if (at == 0)
            column = limit_column(l, column + indent, 0);
        at += taken;
    } while (at < line.length);
    buf_release(&line);
}

static void prose_add_code(ProseLayout *l, const char *text)
{
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        add_code_line(l, text, length);
        text += length + (text[length] == '\n');
    }
}

static void add_block(ProseLayout *l, const Block *b)
{
    Flat flat = {0};
    Style plain = b->kind == BLOCK_HEADING ? STYLE_HEADING : STYLE_TEXT;
    if (b->kind == BLOCK_HEADING && l->marks == PROSE_MARKED)
        add_mark(&flat, plain, "### ");
    for (int i = 0; i < b->spans; i++)
        flatten_span(&flat, &b->span[i], plain, l->marks);

    switch (b->kind) {
    case BLOCK_ITEM:
        add_item(l, b, &flat);
        break;
    case BLOCK_QUOTE:
        add_quote(l, b, &flat);
        break;
    case BLOCK_CODE:
        prose_enter(l, b->depth);
        prose_add_code(l, b->text);
        break;
    case BLOCK_RULE:
        prose_enter(l, b->depth);
        add_rule(l);
        break;
    case BLOCK_PARAGRAPH:
    case BLOCK_HEADING:
        prose_enter(l, b->depth);
        begin_line(l, l->level[l->depth].column);
        add_paragraph(l, &flat);
        break;
    }
    buf_release(&flat.text);
    buf_release(&flat.styles);
}

Prose prose_layout(Arena *a, const Block *blocks, int count, int width, ProseMarks marks)
{
    ProseLayout l = {.arena = a, .width = width, .marks = marks};
    if (l.width < PROSE_LEAST_WIDTH)
        l.width = PROSE_LEAST_WIDTH;
    l.level[0].quote = NO_QUOTE;
    for (int i = 0; i < count; i++) {
        bool tight = i > 0 && blocks[i].kind == BLOCK_ITEM && blocks[i - 1].kind == BLOCK_ITEM;
        if (i > 0 && !tight)
            prose_add_line(&l);
        add_block(&l, &blocks[i]);
    }
    return l.prose;
}

/* ---- as text ---- */

void prose_text(Buf *out, const Prose *p)
{
    for (int i = 0; i < p->lines; i++) {
        int column = 0;
        for (int k = 0; k < p->line[i].pieces; k++) {
            const ProsePiece *piece = &p->line[i].piece[k];
            buf_fill(out, ' ', piece->column - column);
            buf_puts(out, piece->text);
            column = piece->column + utf8_columns(piece->text);
        }
        buf_putc(out, '\n');
    }
}
