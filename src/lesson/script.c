/* Python scripts as lessons. A line `# %%` begins a stage, as in the editors that call it a cell, and
 * what follows on it is the title; comments at the beginning of a stage are its prose. A script
 * without such lines is one stage. The text stays where it is, so that places in errors are those of
 * the file. */
#include "lesson/script.h"

#include <string.h>

#include "python/text.h"

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

/* What stands after `# %%` without the marks of notebook editors ("[markdown]"); NULL: no such
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

static bool is_blank(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\n", text[i]))
            return false;
    return true;
}

/* A paragraph of prose from lines that begin with `#`: blank ones separate paragraphs. */
static void add_paragraph(Lesson *lesson, Stage *stage, const Buf *text, int line)
{
    if (text->length == 0)
        return;
    Buf shown = {0};
    buf_shown_lines(&shown, text->text, text->length, 8);
    Span *span = arena_new(&lesson->arena, Span);
    *span = (Span){.style = SPAN_TEXT,
                   .text = arena_text(&lesson->arena, shown.text, shown.length)};
    buf_release(&shown);
    stage->part[stage->parts++] = (Part){
        .kind = PART_PROSE,
        .line = line,
        .block = {.kind = BLOCK_PARAGRAPH, .spans = 1, .span = span}};
}

/* The comments that a cell begins with; `cell` then begins after them. */
static void read_prose(Lesson *lesson, Stage *stage, Cell *cell)
{
    Buf text = {0};
    while (cell->start < cell->end && stage->parts < LIMIT_PROSE_OF_CELL) {
        size_t end = line_end(lesson, cell->start);
        const char *line = lesson->source + cell->start;
        bool blank = is_blank(line, end - cell->start), comment = *line == '#' && line[1] != '|';
        if (!blank && !comment)
            break;
        size_t skip = comment ? strspn(line, "# ") : 0, length = end - cell->start - skip;
        if (blank || length <= 1) {
            add_paragraph(lesson, stage, &text, cell->line);
            buf_clear(&text);
        } else {
            buf_puts(&text, text.length ? " " : "");
            buf_add(&text, line + skip, length - (line[skip + length - 1] == '\n'));
        }
        cell->start = end;
        cell->line++;
    }
    add_paragraph(lesson, stage, &text, cell->line);
    buf_release(&text);
}

static void read_cell(Lesson *lesson, Cell *cell, Stage *stage)
{
    stage->title = *cell->title ? cell->title : lesson->name;
    stage->line = cell->line;
    stage->part = arena_many(&lesson->arena, LIMIT_PROSE_OF_CELL + 2, Part);
    read_prose(lesson, stage, cell);
    if (is_blank(lesson->source + cell->start, cell->end - cell->start))
        return;
    stage->part[stage->parts++] = (Part){
        .kind = PART_CODE,
        .line = cell->line,
        .start = cell->start,
        .end = cell->end,
        .text = arena_text(&lesson->arena, lesson->source + cell->start, cell->end - cell->start)};
}

bool script_read(Lesson *lesson, Err *err)
{
    Cell *cells;
    int count = find_cells(lesson, &cells);
    if (count > LIMIT_STAGES)
        return err_set(err, (Loc){.file = lesson->path}, "more than %d cells: too many",
                       LIMIT_STAGES);
    bool has_intro = !is_blank(lesson->source, cells[0].end);
    lesson->title = lesson->name;
    lesson->stage = arena_many(&lesson->arena, (size_t)count + 1, Stage);
    lesson->stage[0] = (Stage){.title = lesson->name, .line = 1};
    lesson->stages = 1;
    for (int i = has_intro ? 0 : 1; i < count; i++)
        read_cell(lesson, &cells[i], &lesson->stage[lesson->stages++]);
    return lesson->stages > 1 ||
           err_set(err, (Loc){.file = lesson->path}, "there is no code in this script");
}
