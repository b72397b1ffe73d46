/* Python scripts as lessons. A line `# %%` begins a stage, as in the editors that call it a cell, and
 * what follows on it is the title; comments at the beginning of a stage, and after an empty line between
 * two statements, are its prose, and so is the text that the file begins with. A script without such
 * lines is one stage. The text stays where it is, so that places in errors are those of
 * the file. */
#include "lesson/script.h"

#include <string.h>

#include "lesson/source.h"
#include "python/parser.h"

typedef struct Cell {
    size_t start, end; /* bytes of its lines                       */
    int line;          /* the first of them                        */
    const char *title; /* "" when it has none                      */
} Cell;

static size_t line_end(const Lesson *lesson, size_t at)
{
    const char *found = memchr(lesson->source + at, '\n', lesson->length - at);
    return found ? (size_t)(found - lesson->source) + 1 : lesson->length;
}

/* Text after `# %%` without the marks of notebook editors ("[markdown]"); NULL: no such
 * line. */
static const char *cell_title(Lesson *lesson, size_t at, size_t end)
{
    const char *text = lesson->source + at;
    size_t length = end - at;
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        length--;
    size_t mark = length >= 4 && memcmp(text, "# %%", 4) == 0  ? 4
                  : length >= 3 && memcmp(text, "#%%", 3) == 0 ? 3
                                                               : 0;
    if (mark == 0)
        return NULL;
    while (mark < length && text[mark] == ' ')
        mark++;
    return arena_text(&lesson->arena, text + mark, length - mark);
}

static int find_cells(Lesson *lesson, Cell **cells)
{
    int count = 1, capacity = 16, line = 1;
    *cells = arena_many(&lesson->arena, (size_t)capacity, Cell);
    (*cells)[0] = (Cell){.line = 1, .title = ""};
    for (size_t at = 0, end; at < lesson->length; at = end, line++) {
        end = line_end(lesson, at);
        const char *title = cell_title(lesson, at, end);
        (*cells)[count - 1].end = title ? at : end;
        if (!title)
            continue;
        if (count == capacity) {
            *cells = arena_grow(&lesson->arena, *cells, (size_t)count, 2 * (size_t)count,
                                sizeof **cells);
            capacity *= 2;
        }
        (*cells)[count++] = (Cell){end, end, line + 1, title};
    }
    return count;
}

static bool is_empty(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\n", text[i]))
            return false;
    return true;
}

/* A paragraph of prose. */
static void add_paragraph(Lesson *lesson, Stage *stage, const char *text, size_t length, int line)
{
    if (length == 0)
        return;
    Buf shown = {0};
    buf_shown_lines(&shown, text, length, CODE_TAB);
    Span *span = arena_new(&lesson->arena, Span);
    *span = (Span){.style = SPAN_TEXT, .text = arena_keep(&lesson->arena, &shown)};
    Part part = {.kind = PART_PROSE,
                 .line = line,
                 .block = {.kind = BLOCK_PARAGRAPH, .spans = 1, .span = span}};
    arena_push(&lesson->arena, stage->part, stage->parts, part);
}

/* Lines that begin with `#`: blank ones separate paragraphs. `cell` then begins after them. */
static void read_prose(Lesson *lesson, Stage *stage, Cell *cell)
{
    Buf text = {0};
    while (cell->start < cell->end) {
        size_t end = line_end(lesson, cell->start);
        const char *line = lesson->source + cell->start;
        bool blank = is_empty(line, end - cell->start), comment = *line == '#' && line[1] != '|';
        if (!blank && !comment)
            break;
        size_t skip = comment ? strspn(line, "# ") : 0, length = end - cell->start - skip;
        if (blank || length <= 1) {
            add_paragraph(lesson, stage, buf_text(&text), text.length, cell->line);
            buf_clear(&text);
        } else {
            buf_puts(&text, text.length ? " " : "");
            buf_add(&text, line + skip, length - (line[skip + length - 1] == '\n'));
        }
        cell->start = end;
        cell->line++;
    }
    add_paragraph(lesson, stage, buf_text(&text), text.length, cell->line);
    buf_release(&text);
}

/* The text that a file begins with, of which empty lines separate paragraphs. */
static void read_docstring(Lesson *lesson, Stage *stage, const char *text, int line)
{
    Buf words = {0};
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n"), blanks = strspn(at, " \t");
        if (blanks >= length) {
            add_paragraph(lesson, stage, buf_text(&words), words.length, line);
            buf_clear(&words);
        } else {
            buf_puts(&words, words.length ? " " : "");
            buf_add(&words, at + blanks, length - blanks);
        }
        at += length + (at[length] == '\n');
    }
    add_paragraph(lesson, stage, buf_text(&words), words.length, line);
    buf_release(&words);
}

/* Goes to the first byte of a line that comes later. */
static void go_to_line(const Lesson *lesson, Cell *at, int line)
{
    for (; at->line < line && at->start < at->end; at->line++)
        at->start = line_end(lesson, at->start);
}

/* Code up to where `end` begins. */
static void add_code(Lesson *lesson, Stage *stage, const Cell *cell, size_t end)
{
    if (is_empty(lesson->source + cell->start, end - cell->start))
        return;
    Part part = {
        .kind = PART_CODE,
        .line = cell->line,
        .start = cell->start,
        .end = end,
        .text = arena_text(&lesson->arena, lesson->source + cell->start, end - cell->start)};
    arena_push(&lesson->arena, stage->part, stage->parts, part);
}

/* Tells whether prose begins at the first byte of a line: a comment after an empty line. */
static bool begins_prose(const Lesson *lesson, const Cell *at)
{
    const char *text = lesson->source + at->start;
    return at->start < at->end && *text == '#' && text[1] != '|' && at->start >= 2 &&
           text[-1] == '\n' && text[-2] == '\n';
}

/* Code, cut where comments stand between two statements: only the parser knows where that is. */
static void read_script_code(Lesson *lesson, Stage *stage, Cell *cell, bool is_first)
{
    Program program;
    Err err = {0};
    Code code = {.file = lesson->path,
                 .source = lesson->source,
                 .start = cell->start,
                 .end = cell->end,
                 .line = cell->line};
    bool ok = parse(&lesson->arena, &code, &program, &err);
    Cell at = *cell;
    for (int i = 0; ok && i < program.count; i++) {
        const Statement *s = &program.statement[i];
        for (; at.line < s->line && !begins_prose(lesson, &at); at.line++)
            at.start = line_end(lesson, at.start);
        if (at.line < s->line) {
            add_code(lesson, stage, cell, at.start);
            read_prose(lesson, stage, &at);
            *cell = at;
        }
        bool is_text = s->node->kind == NODE_EXPRESSION && s->node->kid[0]->kind == NODE_STRING;
        go_to_line(lesson, &at, s->last_line + 1);
        if (is_first && i == 0 && is_text) {
            read_docstring(lesson, stage, s->node->kid[0]->text, s->line);
            *cell = at;
        }
    }
    add_code(lesson, stage, cell, cell->end);
}

static void read_script_cell(Lesson *lesson, Cell *cell, Stage *stage, bool is_first)
{
    stage->title = *cell->title ? cell->title : lesson->name;
    stage->line = cell->line;
    read_prose(lesson, stage, cell);
    read_script_code(lesson, stage, cell, is_first);
}

bool script_read(Lesson *lesson, Err *err)
{
    Cell *cells;
    int count = find_cells(lesson, &cells);
    if (count > LIMIT_STAGES)
        return err_set(err, (Loc){.file = lesson->path}, "more than %d cells: too many",
                       LIMIT_STAGES);
    bool has_intro = !is_empty(lesson->source, cells[0].end);
    lesson->title = lesson->name;
    lesson->stage = arena_many(&lesson->arena, (size_t)count + 1, Stage);
    lesson->stage[0] = (Stage){.title = lesson->name, .line = 1};
    lesson->stages = 1;
    for (int i = has_intro ? 0 : 1; i < count; i++)
        read_script_cell(lesson, &cells[i], &lesson->stage[lesson->stages++], i == 0);
    return lesson->stages > 1 ||
           err_set(err, (Loc){.file = lesson->path}, "there is no code in this script");
}

void script_markdown(Buf *out, const Lesson *lesson)
{
    buf_printf(out, "# %s\n", lesson->title);
    for (int s = 1; s < lesson->stages; s++) {
        const Stage *stage = &lesson->stage[s];
        buf_printf(out, "\n## %s\n", stage->title);
        for (int p = 0; p < stage->parts; p++) {
            const Part *part = &stage->part[p];
            if (part->kind == PART_PROSE)
                buf_printf(out, "\n%s\n", part->block.span[0].text);
            else
                fence_write(out, "python", part->text);
        }
    }
}
