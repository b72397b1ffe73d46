/* The outline of a lesson, line by line. Only what every reader of Markdown takes for the same is taken here: headings, fences,
 * comments and questions that begin in the first column. Whatever else could begin a heading, hide one, or be a mistake, leaves
 * the lesson to the whole of the grammar (markdown.c). So there is no second grammar to keep, and what stands in a list of lessons
 * is what stands in the lesson. */
#include "lesson/outline.h"

#include <string.h>

#include "base/common.h"
#include "lesson/comment.h"
#include "lesson/source.h"
#include "lesson/spans.h"
#include "python/limits.h"

typedef struct Outliner {
    Lesson *lesson;
    const char *next; /* the line that is to be read            */
    const char *line; /* the one that was read: its bytes       */
    size_t length;
    size_t begin;     /* of its text, after blanks and marks    */
    int column;       /* where it begins                        */
    size_t paragraph; /* bytes since an empty line              */
    int parts;        /* parts begun, at most                   */
    bool has_title;   /* a # heading was read                   */
    bool is_answer;   /* of a question that is open             */
    bool is_changed;  /* in the stage of a what-if              */
} Outliner;

/* --- lines --------------------------------------------------------------------------------------------- */

/* Takes a line; false after the last one, and of one that source_check would refuse. */
static bool take_line(Outliner *o)
{
    const char *line = o->next, *end = strchr(line, '\n');
    o->line = line;
    o->length = end ? (size_t)(end - line) : strlen(line);
    o->next = line + o->length + (end != NULL);
    o->begin = source_text(line, o->length);
    o->paragraph = o->begin < o->length ? o->paragraph + o->length + 1 : 0;
    o->column = source_column(line, o->begin);
    return *line && o->paragraph <= LIMIT_PARAGRAPH && o->column <= LIMIT_PREFIX;
}

static bool is_blank_line(const char *text, size_t length)
{
    return source_skip(text, length, 0) == length;
}

/* Tells whether a line has nothing that begins code or a comment, or could become the beginning of one: &excl;,
 * !\--. */
static bool is_prose(const char *text, size_t length)
{
    const char *end = text + length;
    for (const char *at = text; (at += strcspn(at, "`~!&\n")) < end; at++)
        switch (*at) {
        case '`':
        case '~':
            if (at[1] == *at && at[2] == *at)
                return false;
            break;
        case '!':
            if (strchr("-\\&![<", at[1]))
                return false;
            break;
        case '&':
            if (at[1] == '#' || at[1] == 'e')
                return false;
            break;
        default:
            break;
        }
    return true;
}

static void add_stage(Outliner *o)
{
    arena_push(&o->lesson->arena, o->lesson->stage, o->lesson->stages, (Stage){.title = ""});
}

/* Tells whether a text has a letter, a digit or a sign beyond ASCII, and none of the marks. */
static bool has_words(const char *text, const char *marks)
{
    bool has = false;
    for (; *text; text++) {
        has = has || is_digit(*text) || is_letter(*text) || (unsigned char)*text >= 0x80;
        if (strchr(marks, *text))
            return false;
    }
    return has;
}

static bool set_title(Outliner *o, const char *text)
{
    Spans p;
    if (o->has_title || o->lesson->stages > 1)
        return false;
    o->has_title = true;
    spans_begin(&p, &o->lesson->arena);
    spans_put(&p, SPAN_TEXT, text);
    spans_finish(&p);
    o->lesson->title = arena_text(&o->lesson->arena, buf_text(&p.plain), p.plain.length);
    spans_end(&p);
    return true;
}

/* A heading of another level, or what only looks like one, is a paragraph. */
static bool read_heading(Outliner *o)
{
    const size_t level = strspn(o->line, "#");
    if (level > 2 || (level < o->length && !is_blank(o->line[level])))
        return is_prose(o->line, o->length);
    const char *text = arena_text(&o->lesson->arena, o->line + level, o->length - level);
    if (o->is_answer || !has_words(text, level == 1 ? "#\\*_[]<&`" : "#\\[<&"))
        return false;
    if (level == 1)
        return set_title(o, text);
    o->is_changed = false;
    add_stage(o);
    return o->lesson->stages <= LIMIT_STAGES;
}

static bool read_what_if(Outliner *o, bool has_title)
{
    if (o->lesson->stages == 1 || !has_title)
        return false;
    o->is_changed = true;
    add_stage(o);
    return o->lesson->stages <= LIMIT_STAGES;
}

/* Goes on behind the line that closes a fence; false where none does. */
static bool close_fence(Outliner *o, const char *sign, size_t run)
{
    while (take_line(o)) {
        const size_t blanks = source_skip(o->line, o->length, 0);
        const char *at = o->line + blanks;
        const size_t closing = strspn(at, sign);
        if (closing >= run && is_blank_line(at + closing, o->length - blanks - closing))
            return blanks == 0;
    }
    return false;
}

static bool read_fence(Outliner *o)
{
    Fence fence = {.text = o->line, .length = o->length};
    size_t from, to;
    const char sign[] = {*fence.text, '\0'};
    const size_t run = strspn(fence.text, sign);
    fence.info = source_skip(fence.text, fence.length, run);
    fence_words(&fence, &from, &to);
    if (memchr(fence.text + run, '`', fence.length - run) || !close_fence(o, sign, run))
        return false;
    if (fence_is(&fence, "python"))
        return !o->is_answer && !o->is_changed;
    if (fence_is(&fence, "expect"))
        return !o->is_answer && (!o->is_changed || from < to);
    return !fence_is(&fence, "what-if") || (!o->is_answer && read_what_if(o, from < to));
}

/* --- HTML ---------------------------------------------------------------------------------------------- */

/* A line that is part of a paragraph, whatever stands before it. */
static bool goes_on(const char *text, size_t length)
{
    return length > 0 && source_text(text, length) == 0 && !strchr("#<>=-+*_|[~", *text) &&
           is_prose(text, length);
}

/* Goes on behind `end`, which lies in the line at hand or a later one; nothing may follow it in its line. */
static bool skip_to(Outliner *o, const char *end)
{
    while (o->next <= end && *o->next)
        if (!take_line(o))
            return false;
    return is_blank_line(end, (size_t)(o->line + o->length - end));
}

static bool read_comment(Outliner *o)
{
    const char *begin = o->line + 4, *end = strstr(begin, "-->"), *other = strstr(begin, "<!--"),
               *note;
    const Source none = {0};
    Err err = {0};
    int line = 0;
    if (!end || *begin == '>' || strncmp(begin, "->", 2) == 0 || (other && other < end))
        return false;
    return comment_read(o->lesson, &none, begin, (size_t)(end - begin), &line, &note, &err) &&
           skip_to(o, end + 3);
}

/* HTML ends with an empty line. */
static bool ends_html(Outliner *o)
{
    return is_blank_line(o->next, strcspn(o->next, "\n"));
}

/* <details><summary>A paragraph</summary> */
static bool read_question(Outliner *o)
{
    const char *asked = o->line + strlen("<details>");
    asked += source_skip(asked, strlen(asked), 0);
    const char *end = strstr(asked, "</summary>");
    if (o->is_answer || !end || strncmp(asked, "<summary>", 9) != 0)
        return false;
    asked += strlen("<summary>");
    for (const char *line = asked, *next; line <= end; line = next + 1) {
        next = line + strcspn(line, "\n");
        next = next < end ? next : end;
        if (!goes_on(line, (size_t)(next - line)))
            return false;
    }
    o->is_answer = true;
    return skip_to(o, end + strlen("</summary>")) && ends_html(o);
}

static bool read_html(Outliner *o)
{
    const bool is_answer = o->is_answer;
    if (strncmp(o->line, "<!--", 4) == 0)
        return read_comment(o);
    if (strncmp(o->line, "<details>", 9) == 0)
        return read_question(o);
    o->is_answer = false;
    return is_answer && strncmp(o->line, "</details>", 10) == 0 &&
           skip_to(o, o->line + strlen("</details>")) && ends_html(o);
}

/* --- the whole ----------------------------------------------------------------------------------------- */

/* Text, in lists and quotes or not. A line of dashes could make a heading of the one before. */
static bool read_text(Outliner *o)
{
    const char *text = o->line + o->begin, first = o->line[source_skip(o->line, o->length, 0)];
    if ((first == '-' || first == '=') && strspn(o->line, "=- \t") >= o->length)
        return false;
    o->parts += (int)o->begin; /* each mark may begin one */
    return o->column <= LIMIT_PROSE_DEPTH && (o->begin == 0 || !strchr("#<`~", *text)) &&
           is_prose(text, o->length - o->begin);
}

static bool read_line(Outliner *o)
{
    switch (*o->line) {
    case '#':
        return read_heading(o);
    case '<':
        return read_html(o);
    case '`':
    case '~':
        return o->line[1] == *o->line && o->line[2] == *o->line ? read_fence(o) : read_text(o);
    default:
        return read_text(o);
    }
}

bool outline_read(Lesson *lesson)
{
    Outliner o = {.lesson = lesson, .next = lesson->source};
    lesson->title = lesson->name;
    add_stage(&o);
    while (*o.next)
        if (!take_line(&o) || !read_line(&o) || ++o.parts > LIMIT_PARTS)
            return false;
    return !o.is_answer && lesson->stages > 1;
}
