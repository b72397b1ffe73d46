/* Help: the keys of a page, made from the key table. */
#include "base/utf8.h"
#include "view/page.h"
#include "view/page_text.h"

enum { TOP = 2, FOOT = 2, KEYS = 22, LEFT = 2 };

void page_help(Frame *f, const Scene *s, const Place *p)
{
    page_title(f, s->help_title ? s->help_title : "keys", "Esc or ? closes");
    int rows = f->height - TOP - FOOT;
    int most = page_scroll_most(s, p), first = p->scroll < most ? p->scroll : most;
    for (int i = 0; i < rows && first + i < s->help_rows; i++) {
        const HelpRow *row = &s->help[first + i];
        if (!row->keys) {
            frame_fit(f, TOP + i, LEFT, f->width - LEFT, STYLE_HEADING, row->words);
            continue;
        }
        frame_fit(f, TOP + i, LEFT + 2, KEYS - 1, STYLE_STRONG, row->keys);
        frame_fit(f, TOP + i, LEFT + 2 + KEYS, f->width - LEFT - 3 - KEYS, STYLE_TEXT, row->words);
    }
    if (first < most)
        frame_printf(f, f->height - 2, f->width - 12, STYLE_STRONG, " v %3d more", most - first);
    page_foot(f, s);
}
