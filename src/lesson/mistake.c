/* How a mistake is told: the way there and the place. */
#include "lesson/mistake.h"

#include <string.h>

#include "base/common.h"
#include "python/object.h"
#include "python/text.h"

/* --- the way there ---------------------------------------------------------------------------- */

/* The text of a line of a source, without the blanks around it. */
static Text line_text(const char *source, int line)
{
    const char *at = source;
    for (int i = 1; i < line && *at; i++) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    size_t length = strcspn(at, "\n"), skip = 0;
    while (skip < length && is_blank(at[skip]))
        skip++;
    while (length > skip && is_blank(at[length - 1]))
        length--;
    return (Text){at + skip, length - skip};
}

/* A line of a lesson: of code as it was run, which an edit may have put there. */
static Text code_text(const Lesson *lesson, int line)
{
    for (int s = 0; s < lesson->stages; s++)
        for (int i = 0; i < lesson->stage[s].parts; i++) {
            const Part *part = &lesson->stage[s].part[i];
            if (part->kind == PART_CODE && part->is_edited && part->line <= line &&
                line < part->line + part->lines)
                return line_text(lesson->source + part->start, line - part->line + 1);
        }
    return line_text(lesson->source, line);
}

/* "line 12, in Net.forward", then the text of the line; one of the library's with the name of its file. */
static void add_mistake_place(Buf *out, const Lesson *lesson, const Closure *f, int line)
{
    const Module *library = f ? f->library : NULL;
    Text text = library ? line_text(library->source, line) : code_text(lesson, line);
    buf_puts(out, "  ");
    if (library)
        buf_printf(out, "%s line %d", library->file, line);
    else
        lesson_line(out, lesson, line);
    if (f)
        buf_printf(out, ", in %s%s%s", f->owner ? f->owner->name : "", f->owner ? "." : "",
                   f->name);
    buf_puts(out, "\n    ");
    buf_shown(out, text.bytes, text.length);
    buf_putc(out, '\n');
}

/* In long ways, as of functions that call themselves, only both ends are told. */
enum { MOST_TOLD = 12 };

/* The innermost call that is told: what went wrong in the library is its caller's mistake. */
static int innermost(const Eval *e)
{
    int i = 0;
    while (i < e->ended_calls && eval_is_librarys(e->ended[i].function))
        i++;
    return i;
}

/* Each call stands in the function that was called before it, the first in the statement. */
static void add_calls(Buf *out, const Eval *e, const Lesson *lesson, int line)
{
    int last = innermost(e), count = e->ended_calls - last;
    for (int i = e->ended_calls - 1; i >= last; i--) {
        const Node *call = e->ended[i].call;
        const Closure *inside = i + 1 < e->ended_calls ? e->ended[i + 1].function : NULL;
        int told = e->ended_calls - 1 - i, left = count - MOST_TOLD;
        if (left > 0 && told >= MOST_TOLD / 2 && told < MOST_TOLD / 2 + left) {
            if (told == MOST_TOLD / 2)
                buf_printf(out, "  ... %d calls more ...\n", left);
            continue;
        }
        add_mistake_place(out, lesson, inside, call ? call->line : line);
    }
}

/* Marks the place under the line that was written last, which begins `skip` columns after its own
 * blanks were cut. */
static void add_mistake_mark(Buf *out, const Lesson *lesson, const Loc *at)
{
    Text text = code_text(lesson, at->line);
    const char *start = text.bytes;
    int blanks = 0;
    while (start > lesson->source && start[-1] != '\n')
        start--, blanks++;
    if (at->col <= blanks)
        return;
    int col = at->col - 1 - blanks, width = at->width > 1 ? at->width : 1;
    int most = (int)text_characters(&text);
    buf_fill(out, ' ', 4 + col);
    buf_fill(out, '^', col + width > most ? max_int(most - col, 1) : width);
    buf_putc(out, '\n');
}

const char *mistake_traceback(const Eval *e, const Lesson *lesson, int line)
{
    Buf out = {0};
    const Loc *at = &e->err->at;
    int last = innermost(e);
    const Closure *inside = last < e->ended_calls ? e->ended[last].function : NULL;
    buf_puts(&out, "Traceback (most recent call last):\n");
    add_calls(&out, e, lesson, line);
    if (at->line > 0) {
        bool is_helpers = inside && inside->library;
        add_mistake_place(&out, lesson, inside, is_helpers ? e->helper_line : at->line);
        if (!is_helpers)
            add_mistake_mark(&out, lesson, at);
    }
    const char *class = e->is_final ? NULL : e->error_class;
    if (class && strncmp(e->err->message, class, strlen(class)) != 0) /* raise writes it itself */
        buf_printf(&out, "%s: ", class);
    buf_puts(&out, e->err->message);
    return arena_keep(e->arena, &out);
}

const char *mistake_calls(const Eval *e, const Lesson *lesson, int line)
{
    Buf out = {0}, way = {0};
    int last = innermost(e);
    if (last < e->ended_calls) {
        const Closure *inside = e->ended[last].function;
        add_calls(&way, e, lesson, line);
        if (inside->library) /* the message stands at the lesson's own line */
            add_mistake_place(&way, lesson, inside, e->helper_line);
        buf_printf(&out, "  on the way:\n%s", buf_text(&way));
    }
    buf_release(&way);
    return arena_keep(e->arena, &out);
}
