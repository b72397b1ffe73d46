/* Two runs: the list of their results, and a page of each at the same place, side by side where the
 * window is wide and above each other where it is not. */
#include <string.h>

#include "base/common.h"
#include "view/page.h"
#include "view/report.h"

/* --- the list ------------------------------------------------------------------------------------- */

/* The lines of the report, one for each row. */
static const char *row_line(Arena *a, const Comparison *c, int row, int name, int columns)
{
    enum { MARK = 2 /* of the first that differs */ };
    Buf text = {.arena = a};
    report_row(&text, c, &c->row[row], name, columns);
    return arena_text(a, buf_text(&text) + MARK, strcspn(buf_text(&text), "\n") - MARK);
}

void page_compare(Frame *f, const Scene *s, const Place *p)
{
    enum { TOP = 3, WIDEST = 110, WIDEST_NAME = 20 };
    Arena arena = {0};
    const Comparison *c = align_comparison(s->align);
    const Lesson *before = c->a->lesson, *now = c->b->lesson;
    bool is_changed = s->whatif != NULL;
    page_title(f,
               is_changed ? "compare  before : with the changes"
                          : arena_format(&arena, "compare  %s : %s", before->file, now->file),
               is_changed ? page_what_if(&arena, s, p, "Esc closes") : "Esc closes");
    if (c->first >= 0)
        frame_printf(f, 1, 1, STYLE_HEADING, "%d of %d results differ; the first is number %d.",
                     c->rows - c->same, c->rows, c->first + 1);
    else
        frame_printf(f, 1, 1, STYLE_HEADING, "The results are the same, all %d.", c->rows);
    int names = report_name_columns(c->row, c->rows, WIDEST_NAME),
        rows = max_int(f->height - TOP - 2, 1), choice = clamp_int(p->choice, 0, c->rows - 1);
    int first = clamp_int(choice - rows / 2, 0, max_int(c->rows - rows, 0));
    for (int i = 0; i < rows && first + i < c->rows; i++) {
        frame_fit(
            f, TOP + i, 1, f->width - 2, first + i == choice ? STYLE_SELECTED : STYLE_TEXT,
            arena_format(&arena, "%s%s", first + i == choice ? "> " : "  ",
                         row_line(&arena, c, first + i, names, min_int(f->width - 2, WIDEST))));
        frame_link(f, TOP + i, 1, f->width - 2, (Link){.kind = LINK_ROW, .of = first + i});
    }
    page_foot(f, s, p);
    arena_release(&arena);
}

/* --- both pages ----------------------------------------------------------------------------------- */

static void copy(Frame *to, const Frame *from, int row, int col)
{
    for (int r = 0; r < from->height && row + r < to->height; r++)
        for (int c = 0; c < from->width && col + c < to->width; c++)
            to->glyph[(row + r) * to->width + col + c] = from->glyph[r * from->width + c];
}

/* A page in a part of the window. */
static void draw_part(Frame *f, int row, int col, const Scene *s, const Place *p)
{
    static void (*const pages[])(Frame *, const Scene *, const Place *) = {
        [PAGE_MENU] = page_menu, [PAGE_STAGE] = page_stage, [PAGE_CELL] = page_cell};
    Frame *part = frame_new(p->width, p->height);
    pages[p->page](part, s, p);
    copy(f, part, row, col);
    frame_free(part);
}

bool page_halves(const Scene *s, const Place *p, PageHalf *before, PageHalf *now)
{
    bool beside = p->width >= PAGE_BESIDE;
    int upper = p->height / 2; /* its last line, without keys, lies below the other page */
    *now = (PageHalf){*s, *p};
    now->place.look.side = SIDE_NOW;
    now->place.width = beside ? (p->width - 1) / 2 : p->width;
    now->place.height = beside ? p->height : p->height - upper;
    *before = *now;
    before->place.height = beside ? p->height : upper + 1;
    page_turn(&before->scene, &before->place);
    before->place.look.side = SIDE_BEFORE;
    before->scene.is_first = true;
    before->scene.hints = "";
    now->scene.hints = beside ? "" : s->hints;
    if (!beside)
        before->scene.message = NULL; /* it stands below the other one */
    return now->place.height >= PAGE_BOTH_HEIGHT;
}

void page_both(Frame *f, const Scene *s, const Place *p)
{
    bool beside = p->width >= PAGE_BESIDE;
    PageHalf before, now;
    if (!page_halves(s, p, &before, &now)) {
        draw_part(f, 0, 0, s, p);
        frame_fill(f, p->height - 2, 0, f->width, STYLE_TEXT);
        frame_fit(f, p->height - 2, 1, f->width - 2, STYLE_STRONG,
                  "There are too few rows for both: this is the second.");
        return;
    }
    int width = now.place.width;
    draw_part(f, 0, 0, &before.scene, &before.place);
    draw_part(f, beside ? 0 : p->height / 2, beside ? p->width - width : 0, &now.scene, &now.place);
    for (int r = 0; beside && r < p->height; r++)
        frame_put(f, r, width, STYLE_FAINT, "|");
    page_foot(f, s, p);
}
