#include "view/page_text.h"

#include <string.h>

#include "base/common.h"

#include "lesson/directive.h"
#include "view/code.h"
#include "view/explain.h"
#include "view/prepared.h"

enum { TEXT_LEFT = 1, TEXT_WIDEST = 96 };

int page_left_columns(int window)
{
    enum { FROM = 110, LEAST = 44, MOST = 76 };
    return window < FROM ? 0 : clamp_int(window * 2 / 5, LEAST, MOST);
}

int page_text_width(int window)
{
    int width = window - 2 * TEXT_LEFT - 1;
    return width > TEXT_WIDEST ? TEXT_WIDEST : width;
}

/* Whether a line of the source belongs to a statement that the author hides. */
static bool is_hidden(const Run *run, int line)
{
    int i = run ? run_statement_at(run, line) : 0;
    return run && i < run->statements && run->statement[i].first <= line &&
           run->statement[i].hidden;
}

static void put_not_shown(Buf *out, Arena *a, int *lines)
{
    if (*lines > 0)
        buf_printf(out, "%s: # opens the code\n", code_not_shown(a, *lines));
    *lines = 0;
}

/* The code of a part without the comments that direct the display: they are for authors. */
static const char *shown_code(Arena *a, const Run *run, const Part *part)
{
    Buf out = {0};
    int line = part->line, hidden = 0;
    for (const char *code = part->text; *code; line++) {
        size_t n = strcspn(code, "\n"), all = n + (code[n] == '\n');
        if (is_hidden(run, line) && !directive_line(code)) {
            hidden += n > 0;
        } else if (!directive_line(code)) {
            put_not_shown(&out, a, &hidden);
            buf_add(&out, code, all);
        }
        code += all;
    }
    put_not_shown(&out, a, &hidden);
    return arena_keep(a, &out);
}

static const char *what_if(Arena *a, const Run *run, int stage, int width)
{
    enum { INDENT = 4 }; /* of code in prose */
    Buf out = {.arena = a};
    prepared_text(&out, run, stage, width - INDENT);
    if (out.length > 0)
        buf_puts(&out, "\n(= Enter makes it on all pages; F and f then go to what it changes.)\n");
    return buf_text(&out);
}

Prose page_parts(Arena *a, const Lesson *lesson, const Run *run, int stage, int first, int last,
                 int width)
{
    const Stage *s = &lesson->stage[stage];
    Block *blocks = arena_many(a, (size_t)(last > first ? last - first : 0), Block);
    int count = 0;
    for (int p = first; p < last; p++) {
        const Part *part = &s->part[p];
        const char *code = "";
        if (part->kind == PART_CODE)
            code = shown_code(a, run, part);
        else if (part->kind == PART_WHAT_IF && run)
            code = what_if(a, run, stage, width);
        if (part->kind == PART_PROSE)
            blocks[count++] = part->block;
        else if (*code)
            blocks[count++] = (Block){.kind = BLOCK_CODE, .text = code};
    }
    return prose_layout(a, blocks, count, width, PROSE_STYLED);
}

Prose page_questions(Arena *a, const Stage *stage, QuestionWhat what, int width)
{
    int count;
    const Block *blocks = question_blocks(a, stage, what, &count);
    return prose_layout(a, blocks, count, width, PROSE_STYLED);
}

static Prose stack(Arena *a, Prose first, int gap, Prose second)
{
    if (first.lines == 0 || second.lines == 0)
        return first.lines == 0 ? second : first;
    Prose both = {.lines = first.lines + gap + second.lines};
    both.line = arena_many(a, (size_t)both.lines, ProseLine);
    memcpy(both.line, first.line, (size_t)first.lines * sizeof *both.line);
    memcpy(both.line + first.lines + gap, second.line, (size_t)second.lines * sizeof *both.line);
    return both;
}

Prose page_join(Arena *a, Prose first, Prose second)
{
    return stack(a, first, 1, second);
}

Prose page_stack(Arena *a, Prose first, Prose second)
{
    return stack(a, first, 0, second);
}

Prose page_plain(Arena *a, const char *text, int width)
{
    Block block = {.kind = BLOCK_CODE, .text = text};
    return prose_layout(a, &block, 1, width, PROSE_STYLED);
}

Prose page_words(Arena *a, SpanStyle style, const char *text, int width)
{
    Span span = {style, text};
    Block block = {.kind = BLOCK_PARAGRAPH, .spans = 1, .span = &span};
    return prose_layout(a, &block, 1, width, PROSE_STYLED);
}

int page_text_most(const Prose *text, int rows)
{
    return text->lines > rows ? text->lines - rows : 0;
}

void page_draw_text(Frame *f, int row, int rows, int right, const Prose *text, int scroll)
{
    page_draw_text_above(f, row, rows, row + rows, right, text, scroll);
}

void page_draw_text_above(Frame *f, int row, int rows, int more, int right, const Prose *text,
                          int scroll)
{
    int most = page_text_most(text, rows);
    scroll = scroll > most ? most : scroll;
    prose_draw(f, row, TEXT_LEFT, text, scroll, rows);
    if (rows < 1 || most == 0)
        return;
    if (scroll > 0)
        frame_put(f, row, right - 1, STYLE_STRONG, "^");
    if (scroll == most)
        return;
    page_draw_more(f, more, right, most - scroll, more != row + rows);
    if (more != row + rows) /* elsewhere: where the text breaks off it is marked, too */
        frame_put(f, row + rows - 1, right - 1, STYLE_STRONG, "v");
}

void page_draw_more(Frame *f, int row, int right, int lines, bool has_words)
{
    enum { COLUMNS = 24, NARROW = 60 };
    if (f->width < NARROW && has_words)
        frame_put(f, row, right - 3, STYLE_STRONG, " v");
    else
        frame_printf(f, row, right - COLUMNS, STYLE_STRONG, " v %3d more line%s: j k%s", lines,
                     plural(lines), lines == 1 ? " " : "");
}

void page_progress(Buf *out, int at, int count, int width)
{
    int most = count < width ? count : width;
    int done = count > 1 ? at * (most - 1) / (count - 1) : 0;
    buf_putc(out, '[');
    buf_fill(out, '=', done);
    buf_putc(out, '>');
    buf_fill(out, '.', most - done - 1);
    buf_putc(out, ']');
}

const char *page_lesson_number(Arena *a, const Lesson *lesson)
{
    size_t n = strspn(lesson->name, "0123456789");
    return n > 0 ? arena_format(a, "%.*s ", (int)n, lesson->name) : "";
}

const char *page_stage_title(const Lesson *lesson, int stage)
{
    return stage == 0 ? "Introduction" : lesson->stage[stage].title;
}

const char *page_stage_name(Arena *a, const Lesson *lesson, int stage)
{
    return stage == 0 ? "the introduction"
                      : arena_format(a, "stage %d: %s", stage, lesson->stage[stage].title);
}

int page_formula(Frame *f, int row, int col, const char *formula)
{
    Arena a = {0};
    int rows = 0;
    for (size_t length; *formula; formula += length + (formula[length] == '\n'), rows++) {
        int left = col + (rows > 0 ? EXPLAIN_INDENT : 0);
        length = strcspn(formula, "\n");
        frame_fit(f, row + rows, left, f->width - left - 1, STYLE_EMPHASIS,
                  arena_text(&a, formula, length));
    }
    arena_release(&a);
    return rows;
}

void page_box_edge(Frame *f, int row, int col, int width, const char *text)
{
    frame_put(f, row, col, STYLE_FAINT, "+");
    for (int i = 1; i < width - 1; i++)
        frame_put(f, row, col + i, STYLE_FAINT, "-");
    frame_put(f, row, col + width - 1, STYLE_FAINT, "+");
    frame_fit(f, row, col + 2, width - 4, STYLE_HEADING, text);
}
