/* The places that a search found, in a box over the page. */
#include "base/common.h"
#include "base/utf8.h"
#include "view/page.h"
#include "view/page_text.h"
#include "view/search.h"

/* "5.1  weights[x2][x2] = 0.982   weights = softmax(scores, dim=-1)", and of how many places the row is. */
static void draw_row(Frame *f, int row, int left, int width, Style style, const Scene *s,
                     const Place *p, const HitRow *hit)
{
    enum { NUMBER = 6 };
    Arena arena = {0};
    Place at = *p;
    at.where.stage = hit->hit.stage;
    const char *places = hit->places > 1 ? arena_format(&arena, " x%d", hit->places) : "";
    int columns = utf8_columns(places);
    frame_printf(f, row, left, style, "%2d.%-2d", hit->hit.stage,
                 place_count(s->run, &at, hit->hit.stop));
    frame_fit(f, row, left + NUMBER, width - NUMBER - columns, style, hit->text);
    frame_put(f, row, left + width - columns, style, places);
    arena_release(&arena);
}

void page_hits(Frame *f, const Scene *s, const Place *p)
{
    enum { WIDEST = 100 };
    Arena arena = {0};
    int count, places = 0;
    const HitRow *hit = search_rows(&arena, s, p, &count);
    for (int i = 0; i < count; i++)
        places += hit[i].places;
    int width = min_int(f->width, WIDEST), left = f->width - width;
    int rows = min_int(f->height - 6, count), top = 2;
    int at = min_int(p->choice, count - 1), first = clamp_int(at - rows / 2, 0, count - rows);
    page_box_edge(f, top, left, width,
                  arena_format(&arena, " %s: %d place%s ", p->search, places, plural(places)));
    for (int i = 0; i < rows; i++) {
        Style style = first + i == at ? STYLE_SELECTED : STYLE_TEXT;
        frame_put(f, top + 1 + i, left, STYLE_FAINT, "|");
        frame_put(f, top + 1 + i, left + width - 1, STYLE_FAINT, "|");
        frame_fill(f, top + 1 + i, left + 1, width - 2, style);
        draw_row(f, top + 1 + i, left + 2, width - 4, style, s, p, &hit[first + i]);
        frame_link(f, top + 1 + i, left + 1, width - 2, (Link){.kind = LINK_ROW, .of = first + i});
    }
    page_box_edge(f, top + 1 + rows, left, width,
                  first + rows < count ? arena_format(&arena, " v %d more   Enter go   Esc close ",
                                                      count - first - rows)
                                       : " Enter go   Esc close ");
    arena_release(&arena);
}
