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

/* Numbers that a line bound are told with all of its statement's results. Counts and places always are: a point makes a
 * number a result. */
static const char *bound_number(const Lens *l, int line, const RunBound *bound)
{
    const char *point = bound->tensor ? NULL : strchr(bound->text, '.');
    const RunStatement *x = &l->run->statement[l->run->line[line].statement];
    const char *text = bound->text;
    for (int i = x->first_stop; i < x[1].first_stop && point; i++)
        if (l->run->stop[i].detail == DETAIL_BRIEF)
            text = lens_text(l, x->stage, run_number_of_stop(l->run, &l->run->stop[i]), text, NULL);
    return text;
}

/* "Q [3 x 2]", "n = 2". */
static const char *bound_text(Arena *a, const Lens *l, int line, const RunBound *bound)
{
    if (bound->tensor)
        return arena_format(a, "%s%s%s", bound->name, *bound->name ? " " : "",
                            matrix_sizes(a, bound->tensor));
    bool is_return = strcmp(bound->name, "return") == 0 || !*bound->name;
    return arena_format(a, "%s%s%s", bound->name, is_return ? " " : " = ",
                        bound_number(l, line, bound));
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

const char *code_said(Arena *a, const Lens *lens, int line)
{
    const Run *run = lens->run;
    const RunLine *l = &run->line[line];
    int first, last;
    Buf text = {0};
    if (l->kind == LINE_TEST && l->truth)
        return "true";
    if (l->kind == LINE_TEST)
        return run_skips(l, &first, &last) ? "false: skipped" : "false";
    if (l->kind == LINE_PASS)
        buf_puts(&text, pass_text(a, run, line));
    for (int b = 0; b < l->bounds; b++)
        buf_printf(&text, "%s%s", text.length ? ", " : "",
                   bound_text(a, lens, line, &run->bound[l->first_bound + b]));
    return arena_keep(a, &text);
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
typedef struct CodeRow {
    bool is_skipped;
    int said; /* the RunLine that was it last; -1: none */
} CodeRow;

typedef struct CodeRows {
    const Run *run;
    int first, last; /* lines of the source */
    CodeRow *row;
} CodeRows;

static void clear_rows(CodeRows *b, int first, int last, bool is_skipped)
{
    for (int i = max_int(first, b->first); i <= min_int(last, b->last); i++)
        b->row[i - b->first] = (CodeRow){is_skipped, -1};
}

static void note_line(CodeRows *b, int i)
{
    const RunLine *line = &b->run->line[i];
    int first, last;
    if (line->kind == LINE_PASS) {
        run_loop_body(line, &first, &last);
        clear_rows(b, first, last, false);
    }
    if (line->first >= b->first && line->first <= b->last)
        b->row[line->first - b->first] = (CodeRow){false, i};
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

static CodeRows body_of(Arena *a, const Run *run, int line)
{
    CodeRows b = {.run = run};
    run_body_of_line(run, line, &b.first, &b.last);
    b.row = arena_many(a, (size_t)(b.last - b.first + 1), CodeRow);
    clear_rows(&b, b.first, b.last, false);
    int call = run->line[line].call;
    for (int i = first_of_call(run, line); i <= line; i = next_of_call(run, i, call))
        note_line(&b, i);
    return b;
}

/* --- the window --------------------------------------------------------------------------------- */

enum { NUMBER = 5 /* ">123 " */, GAP = 2 };

static void add_piece(Arena *a, ProseLine *line, Style style, int column, const char *text)
{
    if (*text)
        arena_push(a, line->piece, line->pieces, (ProsePiece){style, column, text});
}

typedef struct CodeWriter {
    Arena *a;
    const CodeRows *body;
    const RunLine *now; /* the line in hand */
    int width, column;  /* column where what lines said stands if it can */
    Prose out;
} CodeWriter;

static ProseLine *code_add_line(CodeWriter *w)
{
    arena_push(w->a, w->out.line, w->out.lines, (ProseLine){0});
    return &w->out.line[w->out.lines - 1];
}

/* A line of the source; what does not fit goes on below, further in. How many columns the last row has. */
static int code_add_text(CodeWriter *w, int n, const char *text)
{
    const CodeRow *row = &w->body->row[n - w->body->first];
    bool is_now = n >= w->now->first && n <= w->now->last;
    Style style = row->is_skipped ? STYLE_FAINT : STYLE_CODE;
    char mark = row->is_skipped ? '-' : ' ';
    if (is_now)
        style = STYLE_STRONG;
    if (n == w->now->first)
        mark = '>';
    Block block = {.kind = BLOCK_CODE, .text = text};
    Prose folded = prose_layout(w->a, &block, 1, w->width - NUMBER + PROSE_CODE_INDENT,
                                PROSE_STYLED);
    int used = 0;
    add_piece(w->a, code_add_line(w), is_now ? STYLE_STRONG : STYLE_FAINT, 0,
              arena_format(w->a, "%c%3d", mark, lesson_where(w->body->run->lesson, n).line));
    for (int i = 0; i < folded.lines && folded.line[i].pieces > 0; i++) {
        const ProsePiece *piece = folded.line[i].piece;
        int at = NUMBER + piece->column - PROSE_CODE_INDENT;
        ProseLine *line = i > 0 ? code_add_line(w) : &w->out.line[w->out.lines - 1];
        add_piece(w->a, line, style, at, explain_cut(w->a, piece->text, w->width - at));
        used = at + utf8_columns(piece->text);
    }
    return used;
}

/* Adds what a line said: beside it, or below where there is no room. */
static void add_said(CodeWriter *w, int used, const char *said)
{
    int columns = utf8_columns(said);
    int at = max_int(used + GAP, min_int(w->column, w->width - columns));
    bool fits = at + columns <= w->width;
    ProseLine *line = fits ? &w->out.line[w->out.lines - 1] : code_add_line(w);
    at = fits ? at : max_int(NUMBER, w->width - columns);
    add_piece(w->a, line, STYLE_LABEL, at, explain_cut(w->a, said, w->width - at));
}

/* The RunLine whose bindings stand beside a line of the source, -1 for none: of the line in hand not
 * before all of it has been run. */
static int told_beside(const CodeRows *b, const Stop *stop, int n, bool tells)
{
    bool is_now = n == b->run->line[stop->line].first;
    bool is_run = tells && stop->in.kind >= INSIDE_STATEMENT_CODE;
    return is_now && !is_run ? -1 : b->row[n - b->first].said;
}

Prose code_window(Arena *a, const Lens *l, const Stop *stop, int width, bool tells)
{
    const Run *run = l->run;
    CodeRows b = body_of(a, run, stop->line);
    CodeWriter w = {.a = a, .body = &b, .now = &run->line[stop->line], .width = width};
    const char *first = source_line(run, b.first), *at = first;
    size_t indent = strspn(first, " ");
    for (int n = b.first; n <= b.last; n++, at = next_line(at)) {
        int columns = NUMBER + utf8_columns(shown_line(a, at, indent)) + GAP;
        w.column = columns <= width * 3 / 4 ? max_int(w.column, columns) : w.column;
    }
    at = first;
    for (int n = b.first; n <= b.last; n++, at = next_line(at)) {
        if (directive_line(at))
            continue;
        int used = code_add_text(&w, n, shown_line(a, at, indent));
        int told = told_beside(&b, stop, n, tells);
        if (told >= 0)
            add_said(&w, used, code_said(a, l, told));
    }
    return w.out;
}

/* --- the way there ------------------------------------------------------------------------------ */

const char *code_way(Arena *a, const Run *run, const Stop *stop, int root, int width)
{
    enum { MOST = 256, CODE = 32, LEAST = 16 };
    const char *part[MOST];
    int parts = 0;
    if (stop->in.kind == INSIDE_GROUP)
        part[parts++] = run->tape->group[stop->in.of].name;
    for (int i = stop->line; i >= 0 && i != root && parts < MOST; i = run->line[i].outer)
        if (run->line[i].kind == LINE_CALL)
            part[parts++] = run->line[i].name;
        else if (run->line[i].kind == LINE_PASS && run->line[i].truth)
            part[parts++] = pass_text(a, run, i);
    const char *way = ""; /* the innermost parts, as many as fit */
    int shown = 0;
    for (; shown < parts; shown++) {
        const char *longer = arena_format(a, " > %s%s", part[shown], way);
        if (shown > 0 && utf8_columns(longer) + LEAST + (int)strlen(" > ..") > width)
            break;
        way = longer;
    }
    way = arena_format(a, "%s%s", shown < parts ? " > .." : "", way);
    int code = clamp_int(width - utf8_columns(way), LEAST, CODE);
    bool is_inside = root >= 0 && root != stop->line;
    return arena_format(a, "%s%s",
                        is_inside ? explain_cut(a, code_line(a, run, root), code)
                                  : explain_code(a, run, stop->statement, code),
                        way);
}
