/* cmark keeps the text of a code block, but neither where it lies in the source nor whether its
 * fence was closed. Both follow from the opening line and the number of lines inside. */
#include "lesson/fence.h"

#include <string.h>

enum { SHORTEST_FENCE = 3 };

static size_t count_run(const char *text, size_t length, size_t at)
{
    size_t end = at;
    while (end < length && text[end] == text[at])
        end++;
    return end - at;
}

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* True when the literal's first line is what `line` holds from byte `at` on. */
static bool begins_with(const Source *s, const char *literal, int line, size_t at)
{
    size_t length, first = strcspn(literal, "\n");
    const char *text = source_line(s, line, &length);
    return at + first == length && memcmp(text + at, literal, first) == 0;
}

/* True when the literal's lines end those from `line` on. */
static bool ends_lines(const Source *s, const char *literal, int line)
{
    for (; *literal; line++) {
        size_t length, size = strcspn(literal, "\n");
        const char *text = source_line(s, line, &length);
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
    const char *text = source_line(s, line, &length);
    if (at >= length || !strchr("`~", text[at]))
        return false;
    size_t run = count_run(text, length, at);
    if (run < SHORTEST_FENCE)
        return false;
    if (begins_with(s, literal, line, at) && !ends_lines(s, literal, line + 1))
        return false;
    size_t info = source_skip(text, length, at + run);
    *fence = (Fence){line, at, info, text, length, count_lines(literal)};
    return true;
}

/* Code ends at a fence of its own kind. Without one it ends with the file, or where the list item
 * or quote around it ends; a fence in that line then opens the next block. */
bool fence_is_closed(const Source *s, const Fence *fence, int next_line)
{
    size_t length, at = 0;
    int line = fence->line + fence->content + 1;
    const char *text = source_line(s, line, &length);
    while (at < length && strchr(" \t>", text[at]))
        at++;
    return at < length && text[at] == fence->text[fence->at] && next_line != line;
}

size_t fence_word_end(const Fence *fence, size_t at)
{
    while (at < fence->length && fence->text[at] != ' ' && fence->text[at] != '\t')
        at++;
    return at;
}

bool fence_is(const Fence *fence, const char *word)
{
    size_t length = fence_word_end(fence, fence->info) - fence->info;
    return length == strlen(word) && memcmp(fence->text + fence->info, word, length) == 0;
}
