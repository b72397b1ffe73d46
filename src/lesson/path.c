#include "lesson/path.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"

enum { MOST_DIGITS = 4 };

/* Reads "3" or "3-5" and goes on behind it; false where neither stands there. */
static bool take_range(const char **at, int *from, int *to)
{
    const char *text = *at + strspn(*at, " ");
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > MOST_DIGITS)
        return false;
    *from = *to = atoi(text);
    text += digits;
    if (*text == '-') {
        digits = strspn(++text, "0123456789");
        if (digits == 0 || digits > MOST_DIGITS)
            return false;
        *to = atoi(text);
        text += digits;
    }
    *at = text;
    return *text == '\0' || *text == ' ';
}

/* The ranges stand behind the lesson's name. */
static const char *ranges_of(const char *leads)
{
    return leads + strcspn(leads, " ");
}

bool path_is_leads(const char *text)
{
    const char *at = ranges_of(text);
    int from, to, before = -1, ranges = 0;
    for (; *(at + strspn(at, " ")); before = to, ranges++)
        if (!take_range(&at, &from, &to) || from <= before || to < from)
            return false;
    return *text && *text != ' ' && ranges > 0;
}

bool path_is(const Lesson *lesson)
{
    for (int i = 0; i < lesson->stages; i++)
        if (lesson->stage[i].leads)
            return true;
    return false;
}

const char *path_lesson(Arena *a, const char *leads)
{
    return arena_text(a, leads, strcspn(leads, " "));
}

int path_beside(const char *leads, int stage, int by)
{
    const char *at = ranges_of(leads);
    int from, to, found = -1;
    while (take_range(&at, &from, &to)) {
        if (by > 0 && to > stage)
            return max_int(from, stage + 1);
        if (by < 0 && from < stage)
            found = min_int(to, stage - 1);
    }
    return found;
}

/* Adds "3", "3 and 4" or "3 to 5" to a list, which ends with it or goes on. */
static void put_range(Buf *out, int from, int to, bool is_first, bool is_last)
{
    const char *joint = is_first ? "" : is_last ? " and " : ", ";
    if (to == from)
        buf_printf(out, "%s%d", joint, from);
    else if (to == from + 1)
        buf_printf(out, "%s%d%s%d", is_first ? "" : ", ", from, is_last ? " and " : ", ", to);
    else
        buf_printf(out, "%s%d to %d", joint, from, to);
}

const char *path_text(Arena *a, const char *leads)
{
    Buf text = {.arena = a};
    const char *at = ranges_of(leads);
    const bool is_one = path_beside(leads, path_beside(leads, 0, 1), 1) < 0;
    int from, to, ranges = 0;
    buf_printf(&text, "lesson %s", path_lesson(a, leads));
    while (take_range(&at, &from, &to)) {
        if (from == 0)
            buf_puts(&text, ", introduction");
        from = max_int(from, 1);
        if (to < from)
            continue;
        if (ranges == 0)
            buf_puts(&text, is_one ? ", stage " : ", stages ");
        put_range(&text, from, to, ranges++ == 0, !at[strspn(at, " ")]);
    }
    return buf_text(&text);
}

/* The last of the stages. */
static int last_of(const char *leads)
{
    int last = -1;
    for (int next; (next = path_beside(leads, last, 1)) >= 0;)
        last = next;
    return last;
}

static bool check_stage(Library *library, const Lesson *lesson, const Stage *stage, Err *err)
{
    Arena arena = {0};
    Err none = {0};
    const Loc at = {.file = lesson->path, .line = stage->line};
    const char *name = path_lesson(&arena, stage->leads);
    const int found = library_find(library, name, &none), last = last_of(stage->leads);
    const Lesson *other = found >= 0 ? library_outline(&library->entry[found]) : NULL;
    if (!other)
        err_set(err, at, "stages: there is no lesson %s here", name);
    else if (path_is(other))
        err_set(err, at, "stages: %s is a path, too", name);
    else if (last >= other->stages)
        err_set(err, at, "stages: lesson %s has stages 0 to %d, and no stage %d", name,
                other->stages - 1, last);
    arena_release(&arena);
    return !err->set;
}

bool path_check(Library *library, const Lesson *lesson, Err *err)
{
    bool ok = true;
    for (int i = 0; i < lesson->stages && ok; i++)
        ok = !lesson->stage[i].leads || check_stage(library, lesson, &lesson->stage[i], err);
    return ok;
}
