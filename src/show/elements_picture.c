/* Pictures: who looks at whom as a table of bars, whose numbers are there to be heard; how a row forms; a curve, as the
 * handout has it. */
#include <math.h>

#include "base/common.h"
#include "show/curve.h"
#include "show/elements_internal.h"
#include "show/html.h"
#include "show/markup.h"
#include "show/matrix.h"
#include "tell/explain_name.h"

enum { BAR = 32, MOST_CELLS = 1600, MOST_SIDE = 48 };

static void put_look(const Elements *e, const DocLooks *d, int64_t cell, int number)
{
    static const char *const kinds[] = {
        [LOOK_BAR] = "", [LOOK_MASKED] = " masked", [LOOK_UNSEEN] = " hid", [LOOK_NONE] = ""};
    const LookCell k = looks_cell(e->d->lens, d, cell);
    const bool is_at = cell == d->cell;
    Buf text = {0};
    buf_printf(e->out, "<td data-n=\"%d\" tabindex=\"%d\" class=\"c", number, is_at ? 0 : -1);
    if (k.kind == LOOK_BAR)
        buf_printf(e->out, " b%d%s", clamp_int((int)lround(fabs(k.part) * BAR), 0, BAR),
                   k.part < 0 ? " neg" : "");
    buf_printf(e->out, "%s%s%s\">", kinds[k.kind], k.is_changed ? " changed" : "",
               is_at ? " at" : "");
    lens_cell(&text, e->d->lens, d->t, cell, NULL);
    html_element(e->out, "span", k.kind == LOOK_NONE ? NULL : "vh", buf_text(&text));
    buf_puts(e->out, k.kind == LOOK_UNSEEN ? "?</td>" : "</td>");
    buf_release(&text);
}

static void put_name(const Elements *e, const DocLooks *d, bool is_row, int64_t index, bool is_own)
{
    buf_printf(e->out, "<th scope=\"%s\" class=\"%s%s\">", is_row ? "row" : "col",
               is_row ? "q" : "k", is_own ? " lit" : "");
    html_element(e->out, "span", NULL, looks_name(e->a, d, is_row, index));
    buf_puts(e->out, "</th>");
}

/* Says at what a row mostly looks, and at what it did in the other run. */
static void put_mostly(const Elements *e, const DocLooks *d, int64_t cell)
{
    const char *was = looks_mostly_was(e->a, e->d->lens, d, cell);
    const char *now = looks_mostly(e->a, e->d->lens, d, cell);
    html_element(e->out, "td", was ? "mostly changed" : "mostly", now);
    if (was)
        html_element(e->out, "td", "vh", arena_format(e->a, ", was %s", was));
}

static void put_matrix(const Elements *e, const DocLooks *d, int64_t item)
{
    const int64_t rows = min_int64(matrix_rows(d->t), MOST_SIDE), cols = matrix_cols(d->t);
    const int64_t seen = min_int64(cols, MOST_SIDE), first = item * matrix_cells(d->t);
    const int64_t own = d->cell >= first && d->cell < first + matrix_cells(d->t) ? d->cell - first
                                                                                 : -1;
    DocLooks here = *d;
    here.cell = own >= 0 ? d->cell : first;
    buf_puts(e->out,
             "<div class=\"scroll\"><table class=\"mx who\" role=\"grid\"><thead><tr><td></td>");
    for (int64_t c = 0; c < seen; c++)
        put_name(e, &here, false, c, own >= 0 && c == own % cols);
    buf_puts(e->out, "</tr></thead><tbody>\n");
    for (int64_t r = 0; r < rows; r++) {
        const Target target = {TARGET_NUMBER, d->t->step, first + r * cols, {0}};
        const Deed deed = {.page = e->as->page, .target = target};
        const int number = e->as->deeds ? deeds_add(e->as->deeds, (int)seen, deed) : 0;
        buf_puts(e->out, "<tr>");
        put_name(e, &here, true, r, own >= 0 && r == own / cols);
        for (int64_t c = 0; c < seen; c++)
            put_look(e, d, first + r * cols + c, number + (int)c);
        put_mostly(e, &here, first + r * cols);
        buf_puts(e->out, "</tr>\n");
    }
    buf_puts(e->out, "</tbody></table></div>\n");
}

void elements_looks(const Elements *e, const Piece *p)
{
    const DocLooks *d = &p->looks;
    const bool all = d->t->count <= MOST_CELLS;
    buf_puts(e->out, "<div class=\"besides\">\n");
    for (int64_t i = 0; i < matrix_items(d->t); i++) {
        Matrix m = matrix_of(e->d->lens, d->t, explain_name(e->a, e->d->lens->run, d->t), i);
        m.head = all && i > 0 ? HEAD_BLOCK : HEAD_ALL;
        if (!all && i != matrix_item(d->t, d->cell))
            continue;
        buf_puts(e->out, "<figure>");
        html_element(e->out, "figcaption", NULL, matrix_title(e->a, &m));
        put_matrix(e, d, i);
        buf_puts(e->out, "</figure>\n");
    }
    buf_puts(e->out, "</div>\n");
}

/* --- a table of numbers that are made of each other -------------------------------------------------- */

static void put_entry(const Elements *e, const DocCell *c)
{
    static const char *const marks[] = {"", " part", " picked", " own"};
    const bool can = c->t && c->t->step >= 0 && e->as->deeds;
    buf_printf(e->out, "<td class=\"num%s\">", marks[c->mark]);
    if (can) {
        buf_puts(e->out, "<button type=\"button\" class=\"lnk\"");
        elements_deed(e, 1, (Target){TARGET_NUMBER, c->t->step, c->cell, {0}});
        buf_puts(e->out, ">");
    }
    markup_text(e->out, c->text ? c->text : "");
    buf_puts(e->out, can ? "</button>" : "");
    if (c->part > 0)
        buf_printf(e->out, "<i class=\"bar b%d\"></i>",
                   clamp_int((int)lround(c->part * BAR), 1, BAR));
    buf_puts(e->out, "</td>");
}

void elements_table(const Elements *e, const Piece *p)
{
    const DocTable *t = &p->table;
    buf_puts(e->out, "<div class=\"scroll\"><table class=\"terms row-forms\"><thead><tr><td></td>");
    for (int c = 0; c < t->columns; c++) {
        buf_puts(e->out, "<th scope=\"col\">");
        markup_text(e->out, t->column[c]);
        buf_puts(e->out, "</th>");
    }
    buf_puts(e->out, "</tr></thead><tbody>\n");
    for (int r = 0; r < t->rows; r++) {
        buf_printf(e->out, "<tr%s><th scope=\"row\">", r == t->at ? " class=\"own\"" : "");
        markup_text(e->out, t->row[r]);
        buf_puts(e->out, "</th>");
        for (int c = 0; c < t->columns; c++)
            put_entry(e, &t->cell[r * t->columns + c]);
        buf_puts(e->out, "</tr>\n");
    }
    buf_puts(e->out, "</tbody></table></div>\n");
}

/* --- a curve ---------------------------------------------------------------------------------------- */

void elements_curve(const Elements *e, const Piece *p)
{
    if (!curve_is_seen(e->d->lens, p->curve))
        return;
    buf_puts(e->out, "<figure class=\"of-curve\">");
    html_element(e->out, "figcaption", NULL, curve_title(e->a, e->d->lens, p->curve));
    curve_svg(e->out, e->d->lens, p->curve);
    buf_puts(e->out, "</figure>\n");
}
