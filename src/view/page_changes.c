/* Changes: what the title says of them, their list, and the line in which one is typed. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/page.h"
#include "view/page_text.h"

/* --- the title ------------------------------------------------------------------------------------ */

const char *page_what_if(Arena *a, const Scene *s, const Place *p, const char *right)
{
    static const char *const sides[] = {[SIDE_NOW] = "",
                                        [SIDE_BEFORE] = ": BEFORE",
                                        [SIDE_DIFFERENCE] = ": DIFFERENCE",
                                        [SIDE_BOTH] = ": BOTH"};
    enum { LEAST_LEFT = 12 }; /* columns that the other part of the title needs */
    const WhatIf *w = s->whatif;
    const Entry *entry = &s->library->entry[p->where.lesson];
    if (entry->original)
        right = arena_format(a, "COPY  %s", right);
    if (entry->stale != 0)
        right = entry->stale > 0
                    ? arena_format(a, "OLD: line %d is broken  %s", entry->stale, right)
                    : arena_format(a, "OLD: the file is broken  %s", right);
    if (!w && s->align) {
        bool is_first = s->run == align_before(s->align);
        const char *which = s->is_renewed ? (is_first ? "AS IT WAS" : "READ AGAIN")
                            : is_first    ? "FIRST"
                                          : "SECOND";
        return arena_format(a, "%s%s  %s", which,
                            p->look.side == SIDE_DIFFERENCE ? ": DIFFERENCE" : "", right);
    }
    if (!w)
        return right;
    const char *side = s->align ? sides[p->look.side] : "";
    const char *head, *brief;
    if (w->several)
        head = brief = arena_format(a, "WHAT IF (= %s)", w->variant[0].value);
    else if (w->on < w->lines) {
        head = arena_format(a, "WHAT IF (%d of %d change%s)", w->on, w->lines, plural(w->lines));
        brief = arena_format(a, "WHAT IF (%d/%d)", w->on, w->lines);
    } else {
        head = arena_format(a, "WHAT IF (%d change%s)", w->on, plural(w->on));
        brief = "WHAT IF";
    }
    const char *stage = strstr(right, "stage "); /* without its step */
    stage = stage ? arena_text(a, stage, strcspn(stage + 6, " ") + 6) : right;
    const char *const forms[][2] = {{head, right}, {brief, right}, {brief, stage}};
    for (int i = 0; i < COUNT(forms); i++) {
        const char *all = arena_format(a, "%s%s  %s", forms[i][0], side, forms[i][1]);
        if (utf8_columns(all) + LEAST_LEFT <= p->width)
            return all;
    }
    return arena_format(a, "%s%s", brief, side);
}

/* --- the list ------------------------------------------------------------------------------------- */

void page_changes(Frame *f, const Scene *s, const Place *p)
{
    enum { WIDEST = 76, MARK = 6 };
    const WhatIf *w = s->whatif;
    int lines = w ? w->lines : 0, width = min_int(f->width - 2, WIDEST);
    int rows = min_int(f->height - 6, max_int(lines, 1)), left = (f->width - width) / 2, top = 2;
    int first = clamp_int(p->choice - rows / 2, 0, max_int(lines - rows, 0));
    page_box_edge(f, top, left, width, " changes of this lesson: its file stays as it is ");
    for (int i = 0; i < rows; i++) {
        const ChangeLine *line = first + i < lines ? &w->line[first + i] : NULL;
        bool chosen = line && first + i == p->choice;
        Style style = chosen ? STYLE_SELECTED : STYLE_TEXT;
        frame_put(f, top + 1 + i, left, STYLE_FAINT, "|");
        frame_put(f, top + 1 + i, left + width - 1, STYLE_FAINT, "|");
        frame_fill(f, top + 1 + i, left + 1, width - 2, style);
        frame_put(f, top + 1 + i, left + 2, style, chosen ? ">" : " ");
        frame_put(f, top + 1 + i, left + 4, style, !line ? "" : line->is_off ? "off" : "on");
        frame_fit(f, top + 1 + i, left + 4 + MARK, width - MARK - 6, style,
                  line ? line->text : "none yet: = changes what is on the page, : anything");
        if (line)
            frame_link(f, top + 1 + i, left + 1, width - 2,
                       (Link){.kind = LINK_ROW, .of = first + i});
    }
    page_box_edge(f, top + 1 + rows, left, width,
                  lines ? " Space on/off   Enter edit   d delete   W write out   Esc close "
                        : " Esc close ");
}

/* --- typing --------------------------------------------------------------------------------------- */

/* The part of a long line that is seen: from which byte on. */
static size_t window_of(const Typing *t, int columns)
{
    size_t start = 0;
    while (utf8_columns_n(t->text + start, (size_t)t->at - start) >= columns)
        start += utf8_fit(t->text + start, strlen(t->text + start), 2);
    return start;
}

static int columns_before(const Typing *t, size_t start, int characters)
{
    const char *at = t->text;
    uint32_t c;
    for (int i = 1; i < characters && *at; i++)
        at += utf8_next(at, strlen(at), &c);
    size_t bytes = (size_t)(at - t->text);
    return bytes <= start ? 0 : utf8_columns_n(t->text + start, bytes - start);
}

void page_typing(Frame *f, const Scene *s, const Place *p)
{
    enum { MOST_ROWS = 4 };
    const Typing *t = &p->typing;
    const char *asks = t->kind == TYPED_TITLE ? "title: " : "what if ";
    Arena arena = {0};
    Prose said = page_words(&arena, SPAN_STRONG, t->said, f->width - 2);
    int rows = t->said[0] ? clamp_int(said.lines, 1, MOST_ROWS) : 0;
    int row = f->height - 2 - (rows > 0) - rows, col = 1 + (int)strlen(asks);
    int columns = f->width - col - 2;
    size_t start = window_of(t, columns);
    (void)s;
    for (int r = row; r < f->height - 1; r++)
        frame_fill(f, r, 0, f->width, STYLE_TEXT);
    frame_put(f, row, 1, STYLE_STRONG, asks);
    frame_put(f, row, col - 1, STYLE_FAINT, start > 0 ? "<" : " ");
    frame_fit(f, row, col, columns, STYLE_CODE, t->text + start);
    f->cursor_row = row;
    f->cursor_col = col + utf8_columns_n(t->text + start, (size_t)t->at - start);
    int marked = utf8_columns_n(t->text + t->at - t->marked, (size_t)t->marked);
    frame_style(f, row, max_int(f->cursor_col - marked, col), min_int(marked, f->cursor_col - col),
                STYLE_SELECTED);
    int from = columns_before(t, start, t->fault);
    int to = columns_before(t, start, t->fault + max_int(t->faults, 1));
    for (int c = from; rows > 0 && t->fault > 0 && c < max_int(to, from + 1) && c < columns; c++)
        frame_put(f, row + 1, col + c, STYLE_ERROR, "^");
    prose_draw(f, row + 2, 1, &said, 0, rows);
    for (int i = 0; i < rows; i++)
        frame_style(f, row + 2 + i, 1, f->width - 2, STYLE_ERROR);
    arena_release(&arena);
}
