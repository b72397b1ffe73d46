/* The menu: the lessons, how far the reader came in each, and what is wrong with broken ones. */
#include <stdio.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/page.h"
#include "view/page_text.h"

enum { TOP = 2, ABOUT = 5 /* rows below the list */, LEFT = 1, MARK = 2, SEEN = 22 };

static const char *title_of(const Entry *entry)
{
    return entry->lesson ? entry->lesson->title : entry->name;
}

static bool has(const char *text, const char *part)
{
    return utf8_contains(text, strlen(text), part);
}

int *menu_lessons(Arena *a, const Scene *s, const Place *p, int *count, int *at)
{
    int *index = arena_many(a, (size_t)s->library->count + 1, int);
    *count = 0;
    *at = -1;
    for (int i = 0; i < s->library->count; i++) {
        const Entry *entry = &s->library->entry[i];
        if (!has(title_of(entry), p->filter) && !has(entry->name, p->filter))
            continue;
        *at = i == p->where.lesson ? *count : *at;
        index[(*count)++] = i;
    }
    return index;
}

static void draw_lesson(Frame *f, int row, const Scene *s, int index, bool chosen)
{
    const Entry *entry = &s->library->entry[index];
    Style style = chosen ? STYLE_SELECTED : STYLE_TEXT;
    frame_fill(f, row, 0, f->width, style);
    frame_put(f, row, LEFT, style, chosen ? ">" : entry->err.set ? "!" : " ");
    if (chosen && entry->err.set)
        frame_put(f, row, LEFT + 1, style, "!");
    size_t digits = strspn(entry->name, "0123456789");
    char number[8];
    snprintf(number, sizeof number, "%.*s", (int)(digits < 6 ? digits : 6), entry->name);
    frame_put(f, row, LEFT + MARK, style, number);
    int right = f->width - SEEN;
    frame_fit(f, row, LEFT + MARK + 4, right - LEFT - MARK - 5, style, title_of(entry));
    if (entry->err.set) {
        Buf text = {0};
        library_broken(&text, entry);
        frame_put(f, row, right, style, buf_text(&text));
        buf_release(&text);
    } else {
        frame_printf(f, row, right, style, "%2d stage%s  %s", entry->lesson->stages - 1,
                     entry->lesson->stages == 2 ? " " : "s",
                     s->seen && s->seen[index] ? s->seen[index] : "");
    }
}

/* What the chosen lesson is about: the beginning of its introduction, or its error. */
static void draw_about(Frame *f, int row, int rows, const Entry *entry)
{
    Arena arena = {0};
    Prose text;
    if (entry->err.set) {
        Buf message = {0};
        err_write(&message, &entry->err, NULL, 0);
        buf_cut(&message, message.length - 1); /* its newline */
        Span span = {SPAN_TEXT, arena_string(&arena, buf_text(&message))};
        Block block = {.kind = BLOCK_PARAGRAPH, .spans = 1, .span = &span};
        text = prose_layout(&arena, &block, 1, page_text_width(f->width), PROSE_STYLED);
        buf_release(&message);
    } else {
        text = page_parts(&arena, entry->lesson, NULL, 0, 0, entry->lesson->stage[0].parts,
                          page_text_width(f->width));
    }
    prose_draw(f, row, LEFT, &text, 0, rows);
    arena_release(&arena);
}

static void draw_empty(Frame *f)
{
    frame_put(f, TOP + 1, LEFT + 1, STYLE_TEXT, "There are no lessons here.");
    frame_put(
        f, TOP + 3, LEFT + 1, STYLE_TEXT,
        "Lessons are looked for in ./lessons, in $QKV_LESSONS, and where they were installed.");
    frame_put(f, TOP + 4, LEFT + 1, STYLE_TEXT, "qkv FILE.md opens one that lies elsewhere.");
}

void page_menu(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    int count, at, *index = menu_lessons(&arena, s, p, &count, &at);
    const char *folder = s->library->folder ? s->library->folder : "no folder";
    page_title(f, "qkv: self-attention, one step at a time",
               arena_format(&arena, "%s  %d lesson%s", folder, s->library->count,
                            plural(s->library->count)));
    if (s->library->count == 0)
        draw_empty(f);
    at = at < 0 ? 0 : at;
    int rows = max_int(f->height - TOP - 2 - ABOUT - 2, 1);
    int first = clamp_int(at - rows / 2, 0, count - rows);
    for (int i = 0; i < rows && first + i < count; i++)
        draw_lesson(f, TOP + i, s, index[first + i], first + i == at);
    if (count > 0) {
        int shown = count < rows ? count : rows;
        draw_about(f, TOP + shown + 1, f->height - 3 - TOP - shown - 1,
                   &s->library->entry[index[at]]);
    } else if (s->library->count > 0) {
        frame_put(f, TOP + 1, LEFT + 1, STYLE_TEXT, "No lesson has this in its title.");
    }
    if (p->overlay == OVERLAY_FILTER || p->filter[0])
        frame_printf(f, f->height - 2, LEFT, STYLE_STRONG, "filter: %s%s", p->filter,
                     p->overlay == OVERLAY_FILTER ? "_" : "");
    page_foot(f, s, p);
    arena_release(&arena);
}
