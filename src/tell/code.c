/* Stepping through code. Nothing is kept for it: what the names are bound to is found in the lines of
 * the same call that were run before. */
#include "tell/code.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "lesson/directive.h"
#include "tell/axes.h"
#include "tell/explain_name.h"

/* --- what a line says --------------------------------------------------------------------------- */

/* Tells whether numbers that a line bound are not to be told: all of its statement's results were not shown yet. Counts and
 * places are: a point makes a number a result. */
static bool hides_bound(const Lens *l, int line, const RunBound *bound)
{
    const char *point = bound->tensor ? NULL : strchr(bound->text, '.');
    const RunStatement *x = &l->run->statement[l->run->line[line].statement];
    bool hides = false;
    for (int i = x->first_stop; i < x[1].first_stop && point && !hides; i++)
        hides = l->run->stop[i].detail == DETAIL_BRIEF &&
                !lens_shows_stop(l, x->stage, run_number_of_stop(l->run, &l->run->stop[i]));
    return hides;
}

/* "Q [3 sentence x 2 word]", or in short "Q [3 x 2]". */
static const char *bound_text(Arena *a, const Lens *l, int line, const RunBound *bound,
                              bool is_short)
{
    if (bound->tensor)
        return arena_format(a, "%s%s%s", bound->name, *bound->name ? " " : "",
                            (is_short ? matrix_sizes : matrix_shape)(a, bound->tensor));
    bool is_return = strcmp(bound->name, "return") == 0 || !*bound->name;
    return arena_format(a, "%s%s%s", bound->name, is_return ? " " : " = ",
                        hides_bound(l, line, bound) ? LENS_UNKNOWN : bound->text);
}

const char *code_loop_name(const RunLine *pass)
{
    const Node *n = pass->node;
    bool is_name = n->kind == NODE_FOR && n->kid[0]->kind == NODE_NAME;
    return is_name && n->kid[0]->text[0] != '_' ? n->kid[0]->text : "pass";
}

static const char *pass_text(Arena *a, const Run *run, int line)
{
    const RunLine *pass = &run->line[line];
    if (!pass->truth)
        return "false: the loop is over";
    return arena_format(a, "%s %d of %d", code_loop_name(pass), pass->number,
                        run_passes(run, line));
}

static const char *said_text(Arena *a, const Lens *lens, int line, bool is_short)
{
    const Run *run = lens->run;
    const RunLine *l = &run->line[line];
    int first, last;
    Buf text = {0};
    if (l->kind == LINE_TEST)
        return l->truth ? "true" : run_skips(l, &first, &last) ? "false: skipped" : "false";
    if (l->kind == LINE_PASS)
        buf_puts(&text, pass_text(a, run, line));
    for (int b = 0; b < l->bounds; b++)
        buf_printf(&text, "%s%s", text.length ? ", " : "",
                   bound_text(a, lens, line, &run->bound[l->first_bound + b], is_short));
    return arena_keep(a, &text);
}

const char *code_said(Arena *a, const Lens *l, int line)
{
    return said_text(a, l, line, false);
}

/* --- the source --------------------------------------------------------------------------------- */

static const char *next_line(const char *at)
{
    size_t length = strcspn(at, "\n");
    return at + length + (at[length] == '\n');
}

static const char *source_line(const Run *run, int line)
{
    return lesson_code_line(run->lesson, line);
}

/* A line without so many blanks at its beginning. */
static const char *shown_line(Arena *a, const char *at, size_t indent)
{
    Buf text = {0};
    size_t skip = 0, length = strcspn(at, "\n");
    while (skip < indent && skip < length && at[skip] == ' ')
        skip++;
    buf_shown_lines(&text, at + skip, length - skip, CODE_TAB);
    return arena_keep(a, &text);
}

const char *code_line(Arena *a, const Run *run, int line)
{
    const char *at = source_line(run, run->line[line].first);
    return shown_line(a, at, strlen(at));
}

/* --- what is not shown -------------------------------------------------------------------------- */

const char *code_not_shown(Arena *a, int lines)
{
    return arena_format(a, "# %d line%s not shown", lines, plural(lines));
}

int code_hidden_lines(const Run *run, int statement)
{
    const RunStatement *x = &run->statement[statement];
    int lines = 0;
    const char *at = x->hidden ? source_line(run, x->first) : "";
    for (int n = x->first; x->hidden && n <= x->last; n++, at = next_line(at))
        lines += !directive_line(at) && *at != '\n';
    return lines;
}

int code_hidden_before(const Run *run, int statement)
{
    int lines = 0;
    const RunStatement *x = &run->statement[statement];
    for (int i = statement - 1; i >= 0; i--) {
        const RunStatement *y = &run->statement[i];
        if (y->stage != x->stage || y->part != x->part || y->first_stop < y[1].first_stop)
            break;
        lines += code_hidden_lines(run, i);
    }
    return lines;
}

/* --- what was run ------------------------------------------------------------------------------- */

/* A line of the source as the lines of this call up to a stop leave it. */
typedef struct Row {
    bool is_skipped;
    int said; /* the RunLine that was it last; -1: none */
} Row;

typedef struct Body {
    const Lens *l;
    const Run *run;
    int first, last; /* lines of the source */
    Row *row;
} Body;

static void clear_rows(Body *b, int first, int last, bool is_skipped)
{
    for (int i = max_int(first, b->first); i <= min_int(last, b->last); i++)
        b->row[i - b->first] = (Row){is_skipped, -1};
}

static void note_line(Body *b, int i)
{
    const RunLine *line = &b->run->line[i];
    int first, last;
    if (line->kind == LINE_PASS) {
        run_loop_body(line, &first, &last);
        clear_rows(b, first, last, false);
    }
    if (line->first >= b->first && line->first <= b->last)
        b->row[line->first - b->first] = (Row){false, i};
    if (run_skips(line, &first, &last))
        clear_rows(b, first, last, true);
}

/* The first line of the call, or of the statement, that a line belongs to. */
static int first_of_call(const Run *run, int line)
{
    int first = run->line[line].call;
    if (first >= 0)
        return first;
    for (first = line; first > 0 && run->line[first - 1].statement == run->line[line].statement;)
        first--;
    return first;
}

/* The next line of the same call; those of calls inside are passed over. */
static int next_of_call(const Run *run, int line, int call)
{
    int next = line + 1;
    while (next < run->lines && run->line[next].call != call && run->line[next].kind == LINE_CALL)
        next = run->line[next].end_line;
    return next;
}

static Body body_of(Arena *a, const Lens *lens, int line)
{
    const Run *run = lens->run;
    Body b = {.l = lens, .run = run};
    run_body_of_line(run, line, &b.first, &b.last);
    b.row = arena_many(a, (size_t)(b.last - b.first + 1), Row);
    clear_rows(&b, b.first, b.last, false);
    int call = run->line[line].call;
    for (int i = first_of_call(run, line); i <= line; i = next_of_call(run, i, call))
        note_line(&b, i);
    return b;
}

/* --- the window --------------------------------------------------------------------------------- */

enum { NUMBER = 5 /* ">123 " */, GAP = 2, LEAST_SAID = 10 };

static void add_piece(Arena *a, ProseLine *line, Style style, int column, const char *text)
{
    if (*text)
        arena_push(a, line->piece, line->pieces, (ProsePiece){style, column, text});
}

static const char *fit(Arena *a, const char *text, int columns)
{
    size_t length = strlen(text);
    if (utf8_fit(text, length, columns) == length)
        return text;
    return arena_format(a, "%.*s~", (int)utf8_fit(text, length, max_int(columns - 1, 0)), text);
}

/* A row of the window: a line of the source, or what of it did not fit, further in; or only what the line
 * said, which has no room beside it. */
typedef struct CodeRow {
    int line, column;
    bool begins, ends; /* the line */
    const char *text;
} CodeRow;

static int add_rows(Arena *a, CodeRow **rows, int count, int line, const char *text, int width)
{
    bool fits = utf8_columns(text) <= width;
    Block block = {.kind = BLOCK_CODE, .text = text};
    Prose folded = fits ? (Prose){.lines = 1}
                        : prose_layout(a, &block, 1, width + PROSE_CODE_INDENT, PROSE_STYLED);
    for (int i = 0; i < folded.lines; i++) {
        const ProsePiece *piece = fits ? NULL : folded.line[i].piece;
        arena_push(a, *rows, count,
                   (CodeRow){.line = line,
                             .column = piece ? piece->column - PROSE_CODE_INDENT : 0,
                             .begins = i == 0,
                             .ends = i == folded.lines - 1,
                             .text = piece ? piece->text : text});
    }
    return count;
}

static bool is_of_line(const Stop *stop)
{
    return stop->in.kind >= INSIDE_STATEMENT_CODE;
}

/* The RunLine whose bindings stand beside a line of the source, -1 for none: of the line in hand not
 * before all of it has been run. */
static int told_beside(const Body *b, const Stop *stop, int n)
{
    bool is_now = n == b->run->line[stop->line].first;
    return is_now && !is_of_line(stop) ? -1 : b->row[n - b->first].said;
}

/* Beside a row whose columns are used up to there, as short as it can be said. */
static bool has_room_beside(Arena *a, const Lens *lens, int line, int used, int width)
{
    const Run *run = lens->run;
    const RunLine *l = &run->line[line];
    const QkvTensor *only = l->bounds == 1 ? run->bound[l->first_bound].tensor : NULL;
    const char *said = only ? matrix_sizes(a, only) : said_text(a, lens, line, true);
    return used + GAP + utf8_columns(said) <= width;
}

/* The rows of some lines, as `width` columns have room for them, numbers included. */
static int lay_rows(Arena *a, CodeRow **rows, const Stop *stop, const Body *b, int first, int last,
                    int width)
{
    const Run *run = b->run;
    int count = 0;
    size_t indent = strspn(source_line(run, b->first), " ");
    const char *at = source_line(run, first);
    for (int n = first; n <= last; n++, at = next_line(at)) {
        if (directive_line(at))
            continue;
        count = add_rows(a, rows, count, n, shown_line(a, at, indent), width - NUMBER);
        int told = told_beside(b, stop, n);
        CodeRow *end = &(*rows)[count - 1];
        int used = NUMBER + end->column + utf8_columns(end->text);
        if (told < 0 || has_room_beside(a, b->l, told, used, width))
            continue;
        end->ends = false;
        arena_push(a, *rows, count, (CodeRow){.line = n, .ends = true, .text = ""});
    }
    return count;
}

/* Beside a line stands what it said, in one column with the others where that can be. Where
 * there is no room for the names of axes, sizes alone say it, and of a tensor, whose name begins the
 * line, nothing else. */
static void add_said(Arena *a, ProseLine *line, int used, int column, int width, const Lens *lens,
                     int of)
{
    const Run *run = lens->run;
    const RunLine *l = &run->line[of];
    const char *said = code_said(a, lens, of);
    const QkvTensor *only = l->bounds == 1 ? run->bound[l->first_bound].tensor : NULL;
    if (used + GAP + utf8_columns(said) > width)
        said = said_text(a, lens, of, true);
    if (only && used + GAP + utf8_columns(said) > width)
        said = matrix_sizes(a, only);
    int at = max_int(used + GAP, min_int(column, width - utf8_columns(said)));
    if (width - at >= min_int(LEAST_SAID, utf8_columns(said)))
        add_piece(a, line, STYLE_LABEL, at, fit(a, said, width - at));
}

static void add_row(Arena *a, ProseLine *line, const Body *b, const CodeRow *row,
                    const RunLine *now)
{
    const Row *at = &b->row[row->line - b->first];
    bool is_now = row->line >= now->first && row->line <= now->last;
    char mark = row->line == now->first ? '>' : at->is_skipped ? '-' : ' ';
    if (row->begins)
        add_piece(a, line, is_now ? STYLE_STRONG : STYLE_FAINT, 0,
                  arena_format(a, "%c%3d", mark, lesson_where(b->run->lesson, row->line).line));
    add_piece(a, line,
              is_now           ? STYLE_STRONG
              : at->is_skipped ? STYLE_FAINT
                               : STYLE_CODE,
              NUMBER + row->column, row->text);
}

Prose code_window(Arena *a, const Lens *l, const Stop *stop, int width, bool tells)
{
    const RunLine *now = &l->run->line[stop->line];
    Body b = body_of(a, l, stop->line);
    CodeRow *row = NULL;
    Prose window = {.lines = lay_rows(a, &row, stop, &b, b.first, b.last, width)};
    window.line = arena_many(a, (size_t)window.lines + 1, ProseLine);
    int column = 0;
    for (int i = 0; i < window.lines; i++) {
        int columns = NUMBER + row[i].column + utf8_columns(row[i].text) + GAP;
        column = columns <= width * 3 / 4 ? max_int(column, columns) : column;
    }
    for (int i = 0; i < window.lines; i++) {
        int n = row[i].line, used = NUMBER + row[i].column + utf8_columns(row[i].text);
        row[i].text = fit(a, row[i].text, width - NUMBER - row[i].column);
        add_row(a, &window.line[i], &b, &row[i], now);
        int told = tells || n != now->first ? told_beside(&b, stop, n) : -1;
        if (told >= 0 && row[i].ends)
            add_said(a, &window.line[i], *row[i].text ? min_int(used, width) : -GAP, column, width,
                     l, told);
    }
    return window;
}

/* --- names -------------------------------------------------------------------------------------- */

/* Adds the names of axes if there is room for them. */
static const char *named(Arena *a, const Lens *l, int line, const RunBound *bound, int width)
{
    const char *text = bound_text(a, l, line, bound, false);
    return utf8_columns(text) <= width ? text : bound_text(a, l, line, bound, true);
}

/* Below each other; what is too long goes on in the next row. */
static Prose below_each_other(Arena *a, const char *const *name, int count, int width)
{
    Prose names = {0};
    CodeRow *rows = NULL;
    for (int i = 0; i < count; i++)
        names.lines = add_rows(a, &rows, names.lines, i, name[i], width);
    names.line = arena_many(a, (size_t)names.lines, ProseLine);
    for (int i = 0; i < names.lines; i++)
        add_piece(a, &names.line[i], STYLE_TEXT, rows[i].column, rows[i].text);
    return names;
}

/* As many columns as fit, read from the top down. */
static Prose in_columns(Arena *a, const char *const *name, int count, int width)
{
    int widest = 1;
    for (int i = 0; i < count; i++)
        widest = max_int(widest, utf8_columns(name[i]) + GAP + 1);
    int columns = min_int((width + GAP) / widest, count);
    if (columns <= 1)
        return below_each_other(a, name, count, width);
    Prose names = {.lines = (count + columns - 1) / columns};
    names.line = arena_many(a, (size_t)names.lines, ProseLine);
    for (int i = 0; i < count; i++)
        add_piece(a, &names.line[i % names.lines], STYLE_TEXT, i / names.lines * widest, name[i]);
    return names;
}

Prose code_names(Arena *a, const Lens *l, const Stop *stop, int width, bool tells)
{
    const Run *run = l->run;
    int call = run->line[stop->line].call, count = 0, names = 0;
    const RunBound **bound = NULL;
    const char **name = NULL;
    for (int i = first_of_call(run, stop->line); i <= stop->line; i = next_of_call(run, i, call)) {
        const RunLine *line = &run->line[i];
        for (int b = 0; b < line->bounds && (i < stop->line || (tells && is_of_line(stop))); b++) {
            const RunBound *new = &run->bound[line->first_bound + b];
            int at = 0;
            while (at < count && strcmp(bound[at]->name, new->name) != 0)
                at++;
            if (!*new->name || strcmp(new->name, "return") == 0)
                continue;
            if (at == count) {
                arena_push(a, bound, count, new);
                arena_push(a, name, names, NULL);
            }
            bound[at] = new;
            name[at] = named(a, l, i, new, width);
        }
    }
    return in_columns(a, name, count, width);
}

/* --- the way there ------------------------------------------------------------------------------ */

static const char *way_from(Arena *a, const Run *run, const Stop *stop, int root, int code,
                            int skipped)
{
    enum { MOST = 256 };
    const char *part[MOST];
    int parts = 0;
    if (stop->in.kind == INSIDE_GROUP)
        part[parts++] = run->tape->group[stop->in.of].name;
    for (int i = stop->line; i >= 0 && i != root && parts < MOST; i = run->line[i].outer)
        if (run->line[i].kind == LINE_CALL)
            part[parts++] = run->line[i].name;
        else if (run->line[i].kind == LINE_PASS && run->line[i].truth)
            part[parts++] = pass_text(a, run, i);
    Buf text = {0};
    bool is_inside = root >= 0 && root != stop->line;
    buf_puts(&text, is_inside ? fit(a, code_line(a, run, root), code)
                              : explain_code(a, run, stop->statement, code));
    if (skipped > 0 && skipped < parts)
        buf_puts(&text, " > ..");
    int shown = parts > 0 ? clamp_int(parts - skipped, 1, parts) : 0;
    for (int i = shown - 1; i >= 0; i--)
        buf_printf(&text, " > %s", part[i]);
    return arena_keep(a, &text);
}

const char *code_way(Arena *a, const Run *run, const Stop *stop, int root, int width)
{
    enum { CODE = 32, LESS = 16, MOST_SKIPPED = 128 };
    const char *way = way_from(a, run, stop, root, CODE, 0);
    for (int skipped = 0; skipped < MOST_SKIPPED && utf8_columns(way) > width; skipped++)
        way = way_from(a, run, stop, root, LESS, skipped);
    return way;
}
