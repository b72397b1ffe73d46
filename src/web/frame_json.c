#include "web/frame_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"

static const char *const style_words[STYLE_COUNT] = {
    [STYLE_TEXT] = "text",         [STYLE_TITLE] = "title",   [STYLE_BAR] = "bar",
    [STYLE_HEADING] = "heading",   [STYLE_STRONG] = "strong", [STYLE_EMPHASIS] = "emphasis",
    [STYLE_CODE] = "code",         [STYLE_LABEL] = "label",   [STYLE_FAINT] = "faint",
    [STYLE_OPERAND] = "operand",   [STYLE_OTHER] = "other",   [STYLE_RESULT] = "result",
    [STYLE_SELECTED] = "selected", [STYLE_ERROR] = "error",
};

/* NULL: a click means nothing. */
static const char *const link_words[] = {
    [TARGET_SPOT] = "spot",         [TARGET_NUMBER] = "number",   [TARGET_TERM] = "term",
    [TARGET_CALL] = "call",         [TARGET_LESSON] = "lesson",   [TARGET_CHANGE] = "change",
    [TARGET_SETTING] = "setting",   [TARGET_COMMAND] = "command", [TARGET_FOLD] = "fold",
    [TARGET_PRACTICE] = "practice", [TARGET_TAB] = "tab",         [TARGET_ROW] = "row",
    [TARGET_KEY] = "key",           [TARGET_WORD] = "word",
};

static bool is_alike(const Glyph *a, const Glyph *b)
{
    return a->width == 1 && b->width == 1 && a->style == b->style && a->shade == b->shade &&
           a->link == b->link && a->link_of == b->link_of && a->link_cell == b->link_cell;
}

static json_t *run_json(const Glyph *g, int glyphs)
{
    Buf text = {0};
    json_t *run = json_object();
    for (int i = 0; i < glyphs; i++)
        buf_puts(&text, g[i].bytes);
    json_object_set_new(run, "t", json_string(buf_text(&text)));
    json_object_set_new(run, "s", json_string(style_words[g->style]));
    json_object_set_new(run, "h", json_integer(g->shade));
    if (g->link < COUNT(link_words) && link_words[g->link])
        json_object_set_new(run, "l", json_string(link_words[g->link]));
    if (g->width != 1)
        json_object_set_new(run, "w", json_integer(g->width));
    buf_release(&text);
    return run;
}

static json_t *row_json(const Glyph *g, int width)
{
    json_t *row = json_array();
    for (int at = 0, end; at < width; at = end) {
        end = at + 1;
        if (g[at].width == 0) /* the right half of the character before it */
            continue;
        while (end < width && is_alike(&g[at], &g[end]))
            end++;
        json_array_append_new(row, run_json(&g[at], end - at));
    }
    return row;
}

void frame_json(Buf *out, const Frame *f)
{
    json_t *frame = json_object(), *rows = json_array(), *cursor = json_null();
    for (int r = 0; r < f->height; r++)
        json_array_append_new(rows, row_json(f->glyph + (ptrdiff_t)r * f->width, f->width));
    if (f->cursor_row >= 0 && f->cursor_col >= 0) {
        cursor = json_array();
        json_array_append_new(cursor, json_integer(f->cursor_row));
        json_array_append_new(cursor, json_integer(f->cursor_col));
    }
    json_object_set_new(frame, "width", json_integer(f->width));
    json_object_set_new(frame, "height", json_integer(f->height));
    json_object_set_new(frame, "cursor", cursor);
    json_object_set_new(frame, "rows", rows);
    char *text = json_dumps(frame, JSON_COMPACT);
    buf_puts(out, text ? text : "{}");
    free(text);
    json_decref(frame);
}
