/* Documents as elements, piece by piece in the order in which they are read. */
#include "show/elements.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "show/elements_internal.h"
#include "show/html.h"
#include "show/markup.h"
#include "tell/axes.h"
#include "tell/number.h"

/* --- texts ---------------------------------------------------------------------------------------- */

static void put_heading(const Elements *e, const Piece *p)
{
    if (p->heading)
        html_element(e->out, "h3", NULL, p->heading);
}

static void put_peeked(const Elements *e, const Piece *p)
{
    if (p->is_peeked)
        html_element(e->out, "p", "small peeked", "? hidden from the class:");
}

/* Text in which the first of each word of the field can be pressed. */
static void put_text(const void *context, const char *text)
{
    const Elements *e = context;
    const GlossaryWord *w;
    size_t at = 0, length;
    while ((w = glossary_next(e->as->words, text, &at, &length))) {
        bool *is_said = &e->is_said[w - e->as->words->word];
        markup_text(e->out, arena_text(e->a, text, *is_said ? at + length : at));
        if (!*is_said) {
            buf_puts(e->out, "<button type=\"button\" class=\"gloss\" tabindex=\"-1\"");
            elements_deed(e, 1, (Target){.kind = TARGET_WORD, .of = w->lesson, .cell = w->stage});
            buf_puts(e->out, ">");
            markup_text(e->out, arena_text(e->a, text + at, length));
            buf_puts(e->out, "</button>");
        }
        *is_said = true;
        text += at + length;
        at = 0;
    }
    markup_text(e->out, text);
}

static void put_blocks(const Elements *e, const Piece *p)
{
    const HtmlText words = {put_text, e};
    html_blocks(e->out, p->block, p->blocks, e->is_said ? &words : NULL);
}

static void put_prose(const Elements *e, const Piece *p)
{
    buf_printf(e->out, "<div class=\"prose%s\">\n", p->is_known ? " known" : "");
    put_blocks(e, p);
    buf_puts(e->out, "</div>\n");
}

/* A question, and under it its answer, where that is open. */
static void put_question(const Elements *e, const Piece *p, const Piece *answer)
{
    buf_puts(e->out, "<div class=\"question\">\n");
    put_blocks(e, p);
    if (!answer && e->as->deeds) {
        buf_puts(e->out, "<p class=\"act\"><button type=\"button\" aria-expanded=\"false\"");
        elements_key(e, "a");
        buf_puts(e->out, ">Answer</button>");
        if (p->guesses) {
            buf_puts(e->out, "<button type=\"button\"");
            elements_key(e, "g");
            buf_puts(e->out, ">Guess</button>");
        }
        buf_puts(e->out, "</p>\n");
    }
    buf_puts(e->out, "</div>\n");
}

static void put_answer(const Elements *e, const Piece *p)
{
    buf_puts(e->out, "<div class=\"answer\">\n");
    put_blocks(e, p);
    buf_puts(e->out, "</div>\n");
}

/* A print-out is as it is; nobody scrolls through megabytes. */
static void put_said(const Elements *e, const Piece *p)
{
    enum { MOST = 1 << 16 };
    const char *text = p->text ? p->text : "";
    size_t length = strlen(text), shown = utf8_fit(text, length, MOST);
    put_peeked(e, p);
    html_element(e->out, "pre", e->d->is_error ? "said error" : "said",
                 arena_text(e->a, text, shown));
    if (shown < length)
        html_element(e->out, "p", "small", arena_format(e->a, "(%zu bytes more)", length - shown));
}

static void put_note(const Elements *e, const Piece *p)
{
    if (p->is_keys)
        return;
    if (p->is_peeked)
        html_element(e->out, "p", "note peeked", arena_format(e->a, "? %s", p->text));
    else
        html_element(e->out, "p", "note", p->text);
    buf_putc(e->out, '\n');
}

/* --- code ----------------------------------------------------------------------------------------- */

static const char *class_of(Style style)
{
    static const char *const classes[STYLE_COUNT] = {
        [STYLE_HEADING] = "heading", [STYLE_STRONG] = "strong", [STYLE_EMPHASIS] = "emphasis",
        [STYLE_LABEL] = "label",     [STYLE_FAINT] = "faint",   [STYLE_OPERAND] = "part",
        [STYLE_OTHER] = "picked",    [STYLE_RESULT] = "hand",   [STYLE_SELECTED] = "hand",
        [STYLE_ERROR] = "error"};
    return classes[style];
}

/* A line of a function that is stepped through: code, what it bound at its right. */
static void put_code_line(const Elements *e, const ProseLine *line, bool is_at)
{
    int at = 0;
    buf_printf(e->out, "<span class=\"line%s\">", is_at ? " at" : "");
    for (int i = 0; i < line->pieces; i++) {
        const ProsePiece *piece = &line->piece[i];
        buf_fill(e->out, ' ', piece->column - at);
        if (class_of(piece->style))
            html_element(e->out, "span", class_of(piece->style), piece->text);
        else
            markup_text(e->out, piece->text);
        at = max_int(at, piece->column) + utf8_columns(piece->text);
    }
    buf_puts(e->out, "</span>\n");
}

static void put_calls(const Elements *e, const Piece *p)
{
    if (p->calls == 0 || !e->as->deeds)
        return;
    buf_puts(e->out, "<p class=\"act\">");
    for (int i = 0; i < p->calls; i++) {
        buf_printf(e->out, "<button type=\"button\" class=\"call%s\"", i == p->call ? " at" : "");
        elements_deed(e, 1, (Target){.kind = TARGET_CALL, .of = i});
        buf_puts(e->out, ">");
        markup_text(e->out, arena_format(e->a, "Into %s", p->call_name[i]));
        buf_puts(e->out, "</button>");
    }
    buf_puts(e->out, "</p>\n");
}

static void put_code(const Elements *e, const Piece *p)
{
    if (p->heading)
        html_element(e->out, "p", "small", p->heading);
    if (p->lines.lines > 0) {
        buf_puts(e->out, "<pre class=\"listing\" tabindex=\"0\">");
        for (int i = 0; i < p->lines.lines; i++)
            put_code_line(e, &p->lines.line[i], i == p->at);
        buf_puts(e->out, "</pre>\n");
    } else {
        html_element(e->out, "pre", "codeline", p->text ? p->text : "");
    }
    put_calls(e, p);
}

/* --- arithmetic ----------------------------------------------------------------------------------- */

static void put_term_button(const Elements *e, const DocLine *line, int which)
{
    buf_printf(e->out, "<button type=\"button\" class=\"lnk%s\"", which ? " second" : "");
    elements_deed(
        e, 1, (Target){.kind = TARGET_TERM, .of = line->pick - line->pick % line->picks + which});
    buf_puts(e->out, ">");
    markup_text(e->out, line->term.name[which]);
    buf_puts(e->out, "</button>");
}

/* Blanks that bring numbers of a terminal under each other are left out. */
static void put_told(const Elements *e, const char *told)
{
    Buf text = {.arena = e->a};
    for (const char *at = told; *at; at++)
        if (*at != ' ' || (at > told && at[-1] != ' ' && at[-1] != '('))
            buf_putc(&text, *at);
    html_element(e->out, "td", "told", buf_text(&text));
}

/* A term: its place, the arithmetic, the numbers that go in, each of which can be pressed. */
static void put_term(const Elements *e, const DocLine *line)
{
    const DocTerm *t = &line->term;
    buf_printf(e->out, "<tr%s>", line->style == STYLE_STRONG ? " class=\"own\"" : "");
    if (t->at)
        html_element(e->out, "td", "of", t->at);
    put_told(e, t->told);
    buf_puts(e->out, "<td>");
    for (int i = 0; i < COUNT(t->name) && t->name[i]; i++) {
        buf_puts(e->out, i ? " * " : "");
        if (line->pick >= 0 && e->as->deeds)
            put_term_button(e, line, i);
        else
            markup_text(e->out, t->name[i]);
    }
    buf_puts(e->out, "</td>");
    if (t->mark)
        html_element(e->out, "td", "mark", t->mark);
    buf_puts(e->out, "</tr>\n");
}

/* A line that is no term: columns of a terminal are parted by two blanks. */
static void put_line(const Elements *e, const DocLine *line)
{
    const char *text = line->text + (strncmp(line->text, "> ", 2) == 0 ? 2 : 0);
    buf_printf(e->out, "<tr class=\"line%s\"><td colspan=\"4\">",
               line->style == STYLE_STRONG ? " own" : "");
    bool can = line->pick >= 0 && e->as->deeds;
    if (can) {
        buf_puts(e->out, "<button type=\"button\" class=\"lnk\"");
        elements_deed(e, 1, (Target){.kind = TARGET_TERM, .of = line->pick});
        buf_puts(e->out, ">");
    }
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        const char *end = strstr(text, "  ");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        html_element(e->out, "span", NULL, arena_text(e->a, text, length));
        buf_putc(e->out, ' ');
        text += length;
    }
    buf_puts(e->out, can ? "</button></td></tr>\n" : "</td></tr>\n");
}

static void put_terms(const Elements *e, const Piece *p)
{
    put_heading(e, p);
    put_peeked(e, p);
    if (p->before > 0)
        html_element(e->out, "p", "small", arena_format(e->a, "%lld before", (long long)p->before));
    buf_puts(e->out, "<div class=\"scroll\"><table class=\"terms\"><tbody>\n");
    for (int i = 0; i < p->terms; i++)
        if (p->term[i].term.told)
            put_term(e, &p->term[i]);
        else
            put_line(e, &p->term[i]);
    buf_puts(e->out, "</tbody></table></div>\n");
    if (p->after > 0)
        html_element(e->out, "p", "small", arena_format(e->a, "%lld more", (long long)p->after));
}

/* --- rows ----------------------------------------------------------------------------------------- */

enum { COLUMNS_MOST = 8 };

static int columns_of(const Piece *p)
{
    int most = 1;
    for (int i = 0; i < p->rows; i++) {
        int columns = 1;
        for (const char *at = p->row[i].text; *at && !p->row[i].is_heading; at++)
            columns += *at == '\t';
        most = max_int(most, columns);
    }
    return min_int(most, COLUMNS_MOST);
}

static void put_columns(const Elements *e, const DocRow *r)
{
    const char *text = r->text;
    for (int c = 0; c < COLUMNS_MOST; c++) {
        size_t length = c < COLUMNS_MOST - 1 ? strcspn(text, "\t") : strlen(text);
        html_element(e->out, r->is_code ? "code" : "span", NULL, arena_text(e->a, text, length));
        text += length;
        if (!*text++)
            break;
    }
    if (r->right)
        html_element(e->out, "small", NULL, r->right);
}

static void put_row(const Elements *e, const DocRow *r, int number)
{
    const bool is_marked = number == e->as->row;
    buf_printf(e->out, "<li class=\"d%d%s%s%s\">", min_int(r->depth, HTML_DEPTH),
               is_marked ? " hand" : "", r->style == STYLE_STRONG ? " strong" : "",
               r->is_code ? " code" : "");
    if (r->fold) {
        buf_printf(e->out, "<button type=\"button\" class=\"fold\" aria-expanded=\"%s\"",
                   r->fold == '-' ? "true" : "false");
        elements_deed(e, 1, (Target){.kind = TARGET_FOLD, .of = number});
        buf_printf(e->out, ">%c</button>", r->fold);
    }
    buf_printf(e->out, "<button type=\"button\" class=\"row\"%s",
               is_marked ? " aria-current=\"true\"" : "");
    elements_deed(e, 1, (Target){.kind = TARGET_ROW, .of = number});
    buf_puts(e->out, ">");
    put_columns(e, r);
    buf_puts(e->out, "</button></li>\n");
}

/* Adds the rows of a list; `number` counts those that can be marked, through all pieces. */
static int put_rows(const Elements *e, const Piece *p, int number)
{
    put_heading(e, p);
    buf_printf(e->out, "<ul class=\"rows of%d\">\n", columns_of(p));
    for (int i = 0; i < p->rows; i++) {
        const DocRow *r = &p->row[i];
        if (!r->is_heading) {
            put_row(e, r, number++);
            continue;
        }
        buf_printf(e->out, "<li class=\"head%s\">", r->is_code ? " code" : "");
        put_columns(e, r);
        buf_puts(e->out, "</li>\n");
    }
    buf_puts(e->out, "</ul>\n");
    return number;
}

/* --- all of it ------------------------------------------------------------------------------------ */

static bool is_text(const Elements *e, int i)
{
    const PieceKind kind = e->d->piece[i].kind;
    return e->d->kind == DOC_STAGE &&
           (kind == PIECE_PROSE || kind == PIECE_QUESTION || kind == PIECE_ANSWER);
}

/* The first piece of the step: its code, formula or numbers; what stands before it belongs to the text. */
static int first_of_step(const Doc *d)
{
    for (int i = 0; i < d->pieces && d->kind == DOC_STAGE; i++) {
        PieceKind kind = d->piece[i].kind;
        if (kind == PIECE_CODE || kind == PIECE_FORMULA || kind == PIECE_MATRICES ||
            kind == PIECE_LOOKS || kind == PIECE_CURVE)
            return i;
    }
    return d->kind == DOC_STAGE ? d->pieces : 0;
}

bool elements_has_step(const Doc *d)
{
    return first_of_step(d) < d->pieces;
}

static void put_piece(const Elements *e, int i, int *row)
{
    const Piece *p = &e->d->piece[i], *next = i + 1 < e->d->pieces ? p + 1 : NULL;
    switch (p->kind) {
    case PIECE_PROSE:
        put_prose(e, p);
        break;
    case PIECE_QUESTION:
        put_question(e, p, doc_piece(e->d, PIECE_ANSWER));
        break;
    case PIECE_ANSWER:
        put_answer(e, p);
        break;
    case PIECE_CODE:
        put_code(e, p);
        break;
    case PIECE_SAID:
        put_said(e, p);
        break;
    case PIECE_FORMULA: /* stands in the corner of its matrices */
        if (!next || next->kind != PIECE_MATRICES)
            elements_formula(e, p);
        break;
    case PIECE_MATRICES:
        put_heading(e, p);
        elements_matrices(e, p, i > 0 && p[-1].kind == PIECE_FORMULA ? p - 1 : NULL);
        break;
    case PIECE_LOOKS:
        elements_looks(e, p);
        break;
    case PIECE_TABLE:
        elements_table(e, p);
        break;
    case PIECE_CURVE:
        elements_curve(e, p);
        break;
    case PIECE_TERMS:
        put_terms(e, p);
        break;
    case PIECE_ROWS:
        *row = put_rows(e, p, *row);
        break;
    case PIECE_NOTE:
        put_heading(e, p);
        put_note(e, p);
        break;
    }
}

static void put_pieces(Buf *out, const Doc *d, const ElementsAs *as, bool texts)
{
    Arena scratch = {0};
    const bool has_words = as->deeds && as->words && as->words->count > 0;
    bool *is_said = has_words ? arena_many(&scratch, (size_t)as->words->count, bool) : NULL;
    const Elements e = {.a = &scratch, .out = out, .d = d, .as = as, .is_said = is_said};
    const int step = first_of_step(d);
    int row = 0;
    for (int i = 0; i < d->pieces; i++)
        if ((is_text(&e, i) || i < step) == texts)
            put_piece(&e, i, &row);
    arena_release(&scratch);
}

void elements_text(Buf *out, const Doc *d, const ElementsAs *as)
{
    put_pieces(out, d, as, true);
}

/* Says what ~0 and ~1 are, where one was written. */
static void put_near(Buf *out, size_t begin)
{
    const bool has_0 = strstr(buf_text(out) + begin, ">~0<"),
               has_1 = strstr(buf_text(out) + begin, ">~1<");
    if (has_0 || has_1)
        buf_printf(out, "<p class=\"small near\">%s%s%s: " NUMBER_NEAR "</p>\n", has_0 ? "~0" : "",
                   has_0 && has_1 ? ", " : "", has_1 ? "~1" : "");
}

void elements_step(Buf *out, const Doc *d, const ElementsAs *as)
{
    const size_t begin = out->length;
    put_pieces(out, d, as, false);
    put_near(out, begin);
}

void elements_about(Buf *out, const Doc *d, const Deeds *deeds)
{
    const Piece *formula = doc_piece(d, PIECE_FORMULA), *parts = doc_piece(d, PIECE_MATRICES);
    buf_puts(out, "<span class=\"about\" data-parts=\"");
    for (int i = 0; parts && i < parts->marks; i++) {
        int number = deeds_cell(deeds, parts->mark[i].t, parts->mark[i].cell);
        if (number >= 0)
            buf_printf(out, "%d ", number);
    }
    buf_puts(out, "\"><b>");
    markup_text(out, d->title);
    buf_puts(out, " = ");
    markup_text(out, d->head);
    buf_puts(out, "</b>");
    if (formula) {
        buf_puts(out, " <span class=\"arith\">= ");
        markup_text(out, formula->text);
        buf_puts(out, "</span>");
    }
    buf_puts(out, "</span>");
}

void elements_head(Buf *out, const Doc *d)
{
    enum { BAR = 32 };
    buf_puts(out, "<span class=\"crumb\">");
    html_element(out, "b", NULL, d->title);
    if (d->state) {
        buf_putc(out, ' ');
        html_element(out, "span", NULL, d->state);
    }
    if (d->state2) {
        buf_putc(out, ' ');
        html_element(out, "span", "state2", d->state2);
    }
    buf_puts(out, "</span>");
    if (d->of > 1)
        buf_printf(out, "<span class=\"progress\"><i class=\"b%d\"></i></span>",
                   clamp_int(d->at * BAR / (d->of - 1), 0, BAR));
    buf_putc(out, '\n');
}

void elements_tabs(Buf *out, const Doc *d, const ElementsAs *as)
{
    Arena scratch = {0};
    const Elements e = {.a = &scratch, .out = out, .d = d, .as = as};
    if (d->tabs > 0)
        buf_puts(out, "<div class=\"tabs\" role=\"tablist\">");
    for (int i = 0; i < d->tabs; i++) {
        buf_printf(out, "<button type=\"button\" role=\"tab\" aria-selected=\"%s\"",
                   i == d->tab ? "true" : "false");
        elements_deed(&e, 1, (Target){.kind = TARGET_TAB, .of = i});
        buf_puts(out, ">");
        markup_text(out, d->tab_name[i]);
        buf_puts(out, "</button>");
    }
    buf_puts(out, d->tabs > 0 ? "</div>\n" : "");
    arena_release(&scratch);
}

/* --- a prompt ------------------------------------------------------------------------------------- */

void elements_prompt(Buf *out, const ShowPrompt *p, Deeds *deeds)
{
    Arena scratch = {0};
    const ElementsAs as = {.deeds = deeds, .page = DEED_PROMPT, .row = p->marked};
    buf_printf(out, "<label for=\"prompt-line\" data-caret=\"%d\" data-line=\"", p->caret);
    markup_text(out, p->line);
    buf_puts(out, "\">");
    markup_text(out, p->head);
    buf_puts(out, "</label>\n");
    if (p->said)
        html_element(out, "p", "verdict", p->said);
    if (p->suggestions && doc_rows(p->suggestions) > 0) {
        html_element(out, "p", "small", p->suggestions->head ? p->suggestions->head : "");
        put_pieces(out, p->suggestions, &as, false);
    }
    arena_release(&scratch);
}
