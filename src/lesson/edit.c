/* The new text of a block is put after the end of the source, and the block is parsed there, with the
 * lines that it had: so every place in every other block stays what it is. */
#include "lesson/edit.h"

#include <stdlib.h>
#include <string.h>

/* --- one block ---------------------------------------------------------------------------------- */

/* The edits of a block, in order, and where the text of each begins and ends in the block's new text. */
typedef struct Patch {
    const Lesson *old;
    const Part *part;
    const Edit *const *edit;
    int edits;
    size_t *at, *end;
    Buf text;
} Patch;

static int count_patch_lines(const char *text, size_t length)
{
    int lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    return lines;
}

/* Tells whether nothing but a comment follows on the line. */
static bool ends_line(const char *text)
{
    text += strspn(text, " \t");
    return *text == '\n' || *text == '#' || *text == '\0';
}

/* The lines that an edit takes away stay as empty ones. */
static void keep_lines(Patch *p, const Edit *e)
{
    const char *source = p->old->source;
    int lost = count_patch_lines(source + e->start, e->end - e->start) -
               count_patch_lines(e->text, strlen(e->text));
    for (; lost > 0; lost--)
        buf_puts(&p->text, ends_line(source + e->end) ? "\n" : "\\\n");
}

static void write_block(Patch *p)
{
    size_t from = p->part->start;
    for (int i = 0; i < p->edits; i++) {
        const Edit *e = p->edit[i];
        buf_add(&p->text, p->old->source + from, e->start - from);
        p->at[i] = p->text.length;
        buf_puts(&p->text, e->text);
        keep_lines(p, e);
        p->end[i] = p->text.length;
        from = e->end;
    }
    buf_add(&p->text, p->old->source + from, p->part->end - from);
}

/* Where a byte of the old block that no edit replaces lies in the new one. */
static size_t moved(const Patch *p, size_t at)
{
    size_t from = p->part->start, to = 0; /* equal text from there on */
    for (int i = 0; i < p->edits && p->edit[i]->end <= at; i++) {
        from = p->edit[i]->end;
        to = p->end[i];
    }
    return to + (at - from);
}

static bool is_replaced(const Patch *p, const Remark *r)
{
    for (int i = 0; i < p->edits; i++)
        if (p->edit[i]->start < r->end && r->start < p->edit[i]->end)
            return true;
    return false;
}

/* Adds what was said before, where it lies now, and what these edits say. */
static void add_remarks(Lesson *copy, Part *part, const Patch *p)
{
    part->remarks = 0;
    part->remark = arena_many(&copy->arena, (size_t)(p->part->remarks + p->edits), Remark);
    for (int i = 0; i < p->part->remarks; i++) {
        const Remark *r = &p->part->remark[i];
        size_t start = part->start + moved(p, r->start);
        if (!is_replaced(p, r))
            part->remark[part->remarks++] = (Remark){start, start + (r->end - r->start), r->text};
    }
    for (int i = 0; i < p->edits; i++) {
        const Edit *e = p->edit[i];
        size_t start = part->start + p->at[i], end = start + strlen(e->text);
        if (e->is_added || e->remark)
            part->remark[part->remarks++] = (Remark){
                e->is_added ? start : end, end,
                e->remark ? arena_string(&copy->arena, e->remark) : NULL};
    }
}

static bool is_seen(const Part *part, size_t at)
{
    for (int i = 0; i < part->remarks; i++)
        if (part->remark[i].start <= at && at < part->remark[i].end)
            return false;
    return true;
}

/* The remarks of the line that goes from `line` to `end`. */
static void put_remarks(Buf *out, const Part *part, size_t line, size_t end)
{
    const char *before = "  # ";
    for (int i = 0; i < part->remarks; i++)
        if (part->remark[i].text && line <= part->remark[i].end && part->remark[i].end <= end) {
            buf_printf(out, "%s%s", before, part->remark[i].text);
            before = "; ";
        }
}

/* The code as its author wrote it, what was done to it told at the ends of the lines. */
static void put_seen(Buf *out, const Part *part, const char *source)
{
    size_t line = part->start;
    for (size_t i = part->start; i < part->end; i++) {
        if (source[i] == '\n') {
            put_remarks(out, part, line, i);
            line = i + 1;
        }
        if (is_seen(part, i))
            buf_putc(out, source[i]);
    }
}

/* The text of a block as cmark gives it: the indentation of its fence taken off each line. */
static const char *without_indent(Arena *a, const char *text, int column)
{
    Buf out = {0};
    while (*text) {
        for (int i = 0; i < column && *text == ' '; i++)
            text++;
        size_t length = strcspn(text, "\n");
        length += text[length] == '\n';
        buf_add(&out, text, length);
        text += length;
    }
    return arena_keep(a, &out);
}

/* --- texts ------------------------------------------------------------------------------------- */

/* Adds the words of the next text in quotes, each with a blank after it, and moves behind it; false for none. */
static bool take_text(const char **at, const char *end, Buf *words)
{
    const char *text = *at;
    while (text < end && *text != '"' && *text != '\'')
        text++;
    const char *last = text < end ? memchr(text + 1, *text, (size_t)(end - text - 1)) : NULL;
    if (!last)
        return false;
    bool is_inside = false;
    for (const char *c = text + 1; c < last; c++) {
        bool is_blank = *c == ' ' || *c == '\t' || *c == '\n';
        if (!is_blank)
            buf_putc(words, *c);
        else if (is_inside)
            buf_putc(words, ' ');
        is_inside = !is_blank;
    }
    if (is_inside)
        buf_putc(words, ' ');
    *at = last + 1;
    return true;
}

static void add_reworded(Lesson *copy, const char *old, const char *new)
{
    if (*old && *new &&strcmp(old, new) != 0)
        arena_push(&copy->arena, copy->reworded, copy->rewordeds, ((Reworded){old, new}));
}

/* Notes which texts an edit replaces by others: each by the one in its place, and all of them together, as in a list. */
static void note_texts(Lesson *copy, const Lesson *old, const Edit *e)
{
    const char *from = old->source + e->start, *from_end = old->source + e->end;
    const char *to = e->text, *to_end = to + strlen(to);
    Buf all_old = {.arena = &copy->arena}, all_new = {.arena = &copy->arena};
    for (bool goes_on = !e->is_added; goes_on;) {
        Buf a = {.arena = &copy->arena}, b = {.arena = &copy->arena};
        bool has_old = take_text(&from, from_end, &a), has_new = take_text(&to, to_end, &b);
        if (has_old && has_new)
            add_reworded(copy, buf_text(&a), buf_text(&b));
        buf_puts(&all_old, buf_text(&a));
        buf_puts(&all_new, buf_text(&b));
        goes_on = has_old || has_new;
    }
    add_reworded(copy, buf_text(&all_old), buf_text(&all_new));
}

/* --- the lesson --------------------------------------------------------------------------------- */

static int compare_edits(const void *a, const void *b)
{
    const Edit *x = *(const Edit *const *)a, *y = *(const Edit *const *)b;
    if (x->start != y->start)
        return x->start > y->start ? 1 : -1;
    if (x->end != y->end)
        return x->end > y->end ? 1 : -1;
    return (x > y) - (x < y);
}

/* The block that an edit lies in; NULL when there is none. */
static Part *find_part(Lesson *lesson, const Edit *e)
{
    for (int s = 0; s < lesson->stages; s++)
        for (int i = 0; i < lesson->stage[s].parts; i++) {
            Part *part = &lesson->stage[s].part[i];
            if (part->kind == PART_CODE && part->start <= e->start && e->end <= part->end)
                return part;
        }
    return NULL;
}

static void copy_stages(Lesson *copy)
{
    Stage *stage = arena_many(&copy->arena, (size_t)copy->stages + 1, Stage);
    for (int s = 0; s < copy->stages; s++) {
        const Stage *old = &copy->stage[s];
        stage[s] = *old;
        stage[s].part = arena_many(&copy->arena, (size_t)old->parts + 1, Part);
        if (old->parts > 0)
            memcpy(stage[s].part, old->part, (size_t)old->parts * sizeof *old->part);
    }
    copy->stage = stage;
}

/* Edits of one block that touch the same bytes; two that only add at a place come in their order. */
static bool overlap(const Patch *p)
{
    for (int i = 1; i < p->edits; i++)
        if (p->edit[i]->start < p->edit[i - 1]->end)
            return true;
    return false;
}

static bool parse_block(Lesson *copy, Part *part, const Patch *p, Err *err)
{
    part->err = NULL;
    lesson_parse_part(copy, part);
    return !part->err || p->part->err || err_set(err, part->err->at, "%s", part->err->message);
}

/* The block in which the first of these edits lies gets its new text and tree. Returns how many
 * edits that were; 0 after an error. */
static int edit_block(Lesson *copy, const Lesson *old, const Edit *const *edit, int edits, Err *err)
{
    Part *part = find_part(copy, edit[0]);
    Loc at = {.file = old->path};
    if (!part)
        return err_set(err, at, "an edit that lies in no block of code");
    const Part before = *part;
    Patch p = {.old = old, .part = &before, .edit = edit};
    while (p.edits < edits && edit[p.edits]->end <= part->end)
        p.edits++;
    if (overlap(&p))
        return err_set(err, at, "two changes of the same piece of code");
    p.at = arena_many(&copy->arena, (size_t)p.edits, size_t);
    p.end = arena_many(&copy->arena, (size_t)p.edits, size_t);
    write_block(&p);
    Buf source = {0}, seen = {0};
    if (!part->is_edited) {
        part->file_start = part->start;
        part->file_end = part->end;
    }
    part->is_edited = true;
    buf_puts(&source, copy->source);
    part->start = source.length;
    buf_add(&source, buf_text(&p.text), p.text.length);
    part->end = source.length;
    copy->source = arena_keep(&copy->arena, &source);
    add_remarks(copy, part, &p);
    put_seen(&seen, part, copy->source);
    part->text = without_indent(&copy->arena, buf_text(&seen), part->column);
    buf_release(&seen);
    buf_release(&p.text);
    return parse_block(copy, part, &p, err) ? p.edits : 0;
}

static Lesson *copy_lesson(const Lesson *lesson)
{
    Arena arena = {0};
    Lesson *copy = arena_new(&arena, Lesson);
    *copy = *lesson;
    copy->seconds = 0; /* not read again */
    copy->arena = arena;
    copy->adopted = NULL;
    copy_stages(copy);
    return copy;
}

Lesson *lesson_until(const Lesson *lesson, int line)
{
    Lesson *copy = copy_lesson(lesson);
    for (int s = 0; s < copy->stages; s++) {
        Stage *stage = &copy->stage[s];
        int kept = 0;
        for (int i = 0; i < stage->parts; i++)
            if (stage->part[i].kind == PART_CODE && stage->part[i].line <= line)
                stage->part[kept++] = stage->part[i];
        stage->parts = kept;
    }
    return copy;
}

Lesson *lesson_edit(const Lesson *lesson, const Edit *edit, int edits, Err *err)
{
    Lesson *copy = copy_lesson(lesson);
    copy->is_changed |= edits > 0;
    const Edit **sorted = arena_many(&copy->arena, (size_t)edits + 1, const Edit *);
    for (int i = 0; i < edits; i++) {
        sorted[i] = &edit[i];
        note_texts(copy, lesson, &edit[i]);
    }
    qsort(sorted, (size_t)edits, sizeof *sorted, compare_edits);
    for (int i = 0, done; i < edits; i += done) {
        done = edit_block(copy, lesson, sorted + i, edits - i, err);
        if (done > 0)
            continue;
        lesson_free(copy);
        return NULL;
    }
    return copy;
}

/* --- as text ------------------------------------------------------------------------------------ */

void lesson_text(Buf *out, const Lesson *lesson)
{
    size_t at = 0;
    for (int s = 0; s < lesson->stages; s++)
        for (int i = 0; i < lesson->stage[s].parts; i++) {
            const Part *part = &lesson->stage[s].part[i];
            if (!part->is_edited)
                continue;
            buf_add(out, lesson->source + at, part->file_start - at);
            buf_add(out, lesson->source + part->start, part->end - part->start);
            at = part->file_end;
        }
    buf_add(out, lesson->source + at, lesson->length - at);
}
