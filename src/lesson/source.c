/* cmark's time can grow with the square of a paragraph's size, and with lines times nesting. An
 * empty line ends every paragraph, whatever it lies in, and a list or quote takes at least one
 * column of the line that opens it, so two plain bounds on lines hold both. */
#include "lesson/source.h"

#include "base/common.h"
#include "base/utf8.h"
#include "python/limits.h"

#include <string.h>

enum { TAB_COLUMNS = 4, ITEM_DIGITS = 9 };

/* After the newline. */
static size_t end_of_line(const char *text, size_t length, size_t at)
{
    const char *newline = memchr(text + at, '\n', length - at);
    return newline ? (size_t)(newline - text) + 1 : length;
}

Source source_index(Arena *a, const char *path, const char *text, size_t length)
{
    Source s = {.path = path, .text = text};
    size_t lines = 0;
    for (size_t at = 0; at < length; at = end_of_line(text, length, at))
        lines++;
    s.start = arena_many(a, lines + 1, size_t);
    for (size_t at = 0, n = 0; at < length;)
        s.start[++n] = at = end_of_line(text, length, at);
    s.lines = (int)lines;
    return s;
}

/* The bytes of a line, its newline left off; "" and 0 for a line that is not there. */
static const char *line_of(const Source *s, int line, size_t *length)
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
    const char *text = line_of(s, line, &length);
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

size_t source_text(const char *text, size_t length)
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
        const char *text = line_of(s, line, &length);
        if (source_skip(text, length, 0) == length) {
            paragraph = 0;
            continue;
        }
        paragraph += length + 1;
        if (paragraph > LIMIT_PARAGRAPH)
            return err_set(err, source_locate(s, line, 0, 0),
                           "more than %d bytes without an empty line between them",
                           LIMIT_PARAGRAPH);
        size_t at = source_text(text, length);
        if (source_column(text, at) > LIMIT_PREFIX)
            return err_set(err, source_locate(s, line, at, at),
                           "the text of this line begins more than %d columns from the left",
                           LIMIT_PREFIX);
    }
    return true;
}

/* --- fences ---------------------------------------------------------------------------------- */

/* cmark keeps the text of a code block, but neither where it lies in the source nor whether its
 * fence was closed. Both follow from the opening line and the number of lines inside. */
enum { SHORTEST_FENCE = 3 };

static size_t count_run(const char *text, size_t length, size_t at)
{
    size_t end = at;
    while (end < length && text[end] == text[at])
        end++;
    return end - at;
}

static int count_source_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* True when the literal's first line is what `line` holds from byte `at` on. */
static bool line_begins_with(const Source *s, const char *literal, int line, size_t at)
{
    size_t length, first = strcspn(literal, "\n");
    const char *text = line_of(s, line, &length);
    return at + first == length && memcmp(text + at, literal, first) == 0;
}

/* True when the literal's lines end those from `line` on. */
static bool ends_lines(const Source *s, const char *literal, int line)
{
    for (; *literal; line++) {
        size_t length, size = strcspn(literal, "\n");
        const char *text = line_of(s, line, &length);
        if (size > length || memcmp(text + length - size, literal, size) != 0)
            return false;
        literal += size + (literal[size] == '\n');
    }
    return true;
}

/* Indented code may look like a fence, too. But then the first line is part of what was read, where
 * that of a fence is not, unless it is there once more. */
bool fence_find(const Source *s, int line, size_t at, const char *literal, Fence *fence)
{
    size_t length;
    const char *text = line_of(s, line, &length);
    if (at >= length || !strchr("`~", text[at]))
        return false;
    size_t run = count_run(text, length, at);
    if (run < SHORTEST_FENCE)
        return false;
    if (line_begins_with(s, literal, line, at) && !ends_lines(s, literal, line + 1))
        return false;
    size_t info = source_skip(text, length, at + run);
    *fence = (Fence){line, at, info, text, length, count_source_lines(literal)};
    return true;
}

/* Code ends at a fence of its own kind. Without one it ends with the file, or where the list item
 * or quote around it ends; a fence in that line then opens the next block. */
bool fence_is_closed(const Source *s, const Fence *fence, int next_line)
{
    size_t length, at = 0;
    int line = fence->line + fence->content + 1;
    const char *text = line_of(s, line, &length);
    while (at < length && strchr(" \t>", text[at]))
        at++;
    return at < length && text[at] == fence->text[fence->at] && next_line != line;
}

void fence_write(Buf *out, const char *info, const char *text)
{
    int longest = SHORTEST_FENCE - 1, run = 0;
    for (const char *at = text; *at; at++) {
        run = *at == '`' ? run + 1 : 0;
        longest = max_int(longest, run);
    }
    buf_putc(out, '\n');
    buf_fill(out, '`', longest + 1);
    buf_printf(out, "%s\n%s", info, text);
    if (out->text[out->length - 1] != '\n')
        buf_putc(out, '\n');
    buf_fill(out, '`', longest + 1);
    buf_putc(out, '\n');
}

/* The end of the word that begins at byte `at` of its line. */
static size_t word_end(const Fence *fence, size_t at)
{
    while (at < fence->length && fence->text[at] != ' ' && fence->text[at] != '\t')
        at++;
    return at;
}

void fence_words(const Fence *fence, size_t *from, size_t *to)
{
    *from = source_skip(fence->text, fence->length, word_end(fence, fence->info));
    *to = fence->length;
    while (*to > *from && is_blank(fence->text[*to - 1]))
        --*to;
}

bool fence_is(const Fence *fence, const char *word)
{
    size_t length = word_end(fence, fence->info) - fence->info;
    return length == strlen(word) && memcmp(fence->text + fence->info, word, length) == 0;
}

int fence_number(const Fence *fence)
{
    enum { MOST_DIGITS = 6 };
    size_t at = source_skip(fence->text, fence->length, word_end(fence, fence->info));
    int number = 0, digits = 0;
    if (at == fence->length || fence->text[at++] != '[')
        return 0;
    for (; at < fence->length && is_digit(fence->text[at]) && digits < MOST_DIGITS; at++, digits++)
        number = number * 10 + (fence->text[at] - '0');
    return at < fence->length && fence->text[at] == ']' ? number : 0;
}
