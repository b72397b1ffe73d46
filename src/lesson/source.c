/* cmark's time can grow with the square of a paragraph's size, and with lines times nesting. An
 * empty line ends every paragraph, whatever it lies in, and a list or quote takes at least one
 * column of the line that opens it, so two plain bounds on lines hold both. */
#include "lesson/source.h"

#include "base/common.h"
#include "base/utf8.h"
#include "python/limits.h"

#include <string.h>

enum { TAB_COLUMNS = 4, ITEM_DIGITS = 9 };

Source source_index(Arena *a, const char *path, const char *text, size_t length)
{
    Source s = {.path = path, .text = text};
    size_t lines = 0;
    for (size_t at = 0; at < length; at++)
        lines += text[at] == '\n' || at + 1 == length;
    s.start = arena_many(a, lines + 1, size_t);
    for (size_t at = 0, n = 0; at < length; at++)
        if (text[at] == '\n' || at + 1 == length)
            s.start[++n] = at + 1;
    s.lines = (int)lines;
    return s;
}

const char *source_line(const Source *s, int line, size_t *length)
{
    *length = 0;
    if (line < 1 || line > s->lines)
        return "";
    const char *text = s->text + s->start[line - 1];
    *length = s->start[line] - s->start[line - 1];
    if (text[*length - 1] == '\n')
        --*length;
    return text;
}

Loc source_locate(const Source *s, int line, size_t from, size_t to)
{
    size_t length;
    const char *text = source_line(s, line, &length);
    Loc at = {.file = s->path, .line = line, .col = 1};
    for (size_t i = 0; i < to && i < length;) {
        uint32_t c;
        if (i < from)
            at.col++;
        else
            at.width++;
        i += utf8_next(text + i, length - i, &c);
    }
    return at;
}

size_t source_skip(const char *text, size_t length, size_t at)
{
    while (at < length && is_blank(text[at]))
        at++;
    return at;
}

int source_column(const char *line, size_t at)
{
    int column = 0;
    for (size_t i = 0; i < at; i++)
        column += line[i] == '\t' ? TAB_COLUMNS - column % TAB_COLUMNS : 1;
    return column;
}

/* How many bytes the mark of a quote or list item at `at` has; 0 when there is none. */
static size_t measure_mark(const char *text, size_t length, size_t at)
{
    if (text[at] == '>')
        return 1;
    size_t end = at;
    while (end < length && end - at < ITEM_DIGITS && text[end] >= '0' && text[end] <= '9')
        end++;
    if (end == length || !strchr(end > at ? ".)" : "-+*", text[end]))
        return 0;
    end++;
    return end == length || is_blank(text[end]) ? end - at : 0;
}

/* Where a line's own text begins, behind the blanks and marks of what it lies in. */
static size_t find_text(const char *text, size_t length)
{
    size_t at = 0, mark = 1;
    while (mark > 0) {
        at = source_skip(text, length, at);
        mark = at < length ? measure_mark(text, length, at) : 0;
        at += mark;
    }
    return at;
}

bool source_check(const Source *s, Err *err)
{
    size_t paragraph = 0;
    for (int line = 1; line <= s->lines; line++) {
        size_t length;
        const char *text = source_line(s, line, &length);
        if (source_skip(text, length, 0) == length) {
            paragraph = 0;
            continue;
        }
        paragraph += length + 1;
        if (paragraph > LIMIT_PARAGRAPH)
            return err_set(err, source_locate(s, line, 0, 0),
                           "more than %d bytes without an empty line between them",
                           LIMIT_PARAGRAPH);
        size_t at = find_text(text, length);
        if (source_column(text, at) > LIMIT_PREFIX)
            return err_set(err, source_locate(s, line, at, at),
                           "the text of this line begins more than %d columns from the left",
                           LIMIT_PREFIX);
    }
    return true;
}
