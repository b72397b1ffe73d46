/* The places that a search found, in a box over the page. */
#include "base/common.h"
#include "view/page.h"
#include "view/page_text.h"
#include "view/search.h"

void page_hits(Frame *f, const Scene *s, const Place *p)
{
    enum { WIDEST = 76 };
    Arena arena = {0};
    int count;
    Hit *hit = search_hits(&arena, s->memo, s->run, p, &count);
    int width = min_int(f->width, WIDEST), left = f->width - width;
    int rows = min_int(f->height - 6, count), top = 2;
    int at = min_int(p->choice, count - 1), first = clamp_int(at - rows / 2, 0, count - rows);
    page_box_edge(f, top, left, width,
                  arena_format(&arena, " %s: %d place%s ", p->search, count, plural(count)));
    for (int i = 0; i < rows; i++) {
        Style style = first + i == at ? STYLE_SELECTED : STYLE_TEXT;
        frame_put(f, top + 1 + i, left, STYLE_FAINT, "|");
        frame_put(f, top + 1 + i, left + width - 1, STYLE_FAINT, "|");
        frame_fill(f, top + 1 + i, left + 1, width - 2, style);
        frame_fit(f, top + 1 + i, left + 2, width - 4, style,
                  search_line(&arena, s->run, p, hit[first + i]));
        frame_link(f, top + 1 + i, left + 1, width - 2, (Link){.kind = LINK_ROW, .of = first + i});
    }
    page_box_edge(f, top + 1 + rows, left, width,
                  first + rows < count ? arena_format(&arena, " v %d more   Enter go   Esc close ",
                                                      count - first - rows)
                                       : " Enter go   Esc close ");
    arena_release(&arena);
}
