/* The transcript: prose as it is written, code behind >>>, results in PyTorch's print format. */
#include "view/transcript.h"

#include <string.h>

#include "base/utf8.h"
#include "core/print.h"
#include "lesson/text.h"
#include "view/prose.h"

/* --- code ----------------------------------------------------------------------------------- */

/* A line of the source. */
typedef struct Cursor {
    const char *at;
    int line;
} Cursor;

static void next_line(Cursor *c)
{
    size_t n = strcspn(c->at, "\n");
    c->at += n + (c->at[n] == '\n');
    c->line++;
}

/* The lines first .. last of the source, less the fence's indentation: ">>> " before the first,
 * "... " before the others. The cursor goes to the first of them, which may be the last of those
 * before. */
static void write_code(Buf *out, Cursor *c, int first, int last, int column)
{
    while (*c->at && c->line < first)
        next_line(c);
    Cursor line = *c;
    for (; *line.at && line.line <= last; next_line(&line)) {
        size_t n = strcspn(line.at, "\n"), skip = 0;
        while (skip < n && skip < (size_t)column && line.at[skip] == ' ')
            skip++;
        buf_puts(out, line.line == first ? ">>> " : "... ");
        text_show(out, line.at + skip, n - skip);
        while (out->length > 0 && out->text[out->length - 1] == ' ')
            buf_cut(out, out->length - 1);
        buf_putc(out, '\n');
    }
}

/* --- results -------------------------------------------------------------------------------- */

static void write_tensor(Buf *out, const Beat *beat)
{
    if (beat->name) {
        buf_printf(out, "%s ", beat->name);
        tensor_shape(out, beat->tensor);
        buf_putc(out, '\n');
    }
    print_tensor(out, beat->tensor);
    buf_putc(out, '\n');
}

static void write_beat(Buf *out, const Beat *beat)
{
    if (beat->kind == BEAT_TENSOR) {
        write_tensor(out, beat);
        return;
    }
    if (beat->kind == BEAT_VALUE && beat->name)
        buf_printf(out, "%s = ", beat->name);
    buf_printf(out, "%s\n", beat->text);
}

/* --- stages --------------------------------------------------------------------------------- */

static void write_prose(Buf *out, const Stage *stage, int first, int last)
{
    Arena arena = {0};
    Block *blocks = arena_many(&arena, (size_t)(last - first), Block);
    int count = 0;
    for (int p = first; p < last; p++)
        if (stage->part[p].kind == PART_PROSE)
            blocks[count++] = stage->part[p].block;
    Prose prose = prose_layout(&arena, blocks, count, TRANSCRIPT_WIDTH, PROSE_MARKED);
    if (prose.lines > 0) {
        prose_text(out, &prose);
        buf_putc(out, '\n');
    }
    arena_release(&arena);
}

/* The first statement that is not before a part: they come in its order. */
static int first_line(const Run *run, int stage, int part)
{
    int low = 0, high = run->lines;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const Line *line = &run->line[middle];
        if (line->stage < stage || (line->stage == stage && line->part < part))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Where the text of each step of a stage ends; NULL where nobody asks. */
typedef struct Cuts {
    size_t *end; /* of step 0, which is the text before the first result, and of each beat */
    int steps;   /* begun so far */
} Cuts;

/* What was written so far belongs to the steps up to this one, and what follows to the next. */
static void cut(Cuts *cuts, const Buf *out)
{
    if (cuts)
        cuts->end[cuts->steps] = out->length;
}

static void write_statements(Buf *out, const Run *run, int stage, int part, Cuts *cuts)
{
    const Part *code = &run->lesson->stage[stage].part[part];
    Cursor cursor = {run->lesson->source + code->start, code->line};
    for (int i = first_line(run, stage, part); i < run->lines; i++) {
        const Line *line = &run->line[i];
        if (line->stage != stage || line->part != part)
            break;
        if (line->hidden)
            continue;
        write_code(out, &cursor, line->first, line->last, code->column);
        for (int b = line->first_beat; b < run->line[i + 1].first_beat; b++) {
            write_beat(out, &run->beat[b]);
            if (cuts)
                cuts->steps++;
            cut(cuts, out);
        }
        if (run->line[i + 1].first_beat > line->first_beat) {
            buf_putc(out, '\n');
            cut(cuts, out);
        }
    }
    /* One empty line after the block, whether its last statement showed something or not. */
    if (out->length >= 2 && out->text[out->length - 2] != '\n')
        buf_putc(out, '\n');
}

static void write_stage(Buf *out, const Run *run, int s, Cuts *cuts)
{
    const Stage *stage = &run->lesson->stage[s];
    if (s > 0)
        buf_printf(out, "== %d. %s ==\n\n", s, stage->title);
    for (int p = 0; p < stage->parts; p++) {
        int first = p;
        while (p < stage->parts && stage->part[p].kind != PART_CODE)
            p++;
        write_prose(out, stage, first, p);
        cut(cuts, out);
        if (p < stage->parts)
            write_statements(out, run, s, p, cuts);
    }
    cut(cuts, out);
}

void transcript_stage(Buf *out, const Run *run, int stage)
{
    write_stage(out, run, stage, NULL);
}

void transcript_step(Buf *out, const Run *run, int stage, int step)
{
    Arena arena = {0};
    Buf whole = {0};
    int steps = run->stage_beat[stage + 1] - run->stage_beat[stage];
    Cuts cuts = {.end = arena_many(&arena, (size_t)steps + 1, size_t)};
    write_stage(&whole, run, stage, &cuts);
    size_t start = step > 0 ? cuts.end[step - 1] : 0;
    buf_add(out, buf_text(&whole) + start, cuts.end[step] - start);
    buf_release(&whole);
    arena_release(&arena);
}

void transcript(Buf *out, const Run *run)
{
    const Lesson *lesson = run->lesson;
    buf_printf(out, "%s\nlesson: %s.md\nformat: %d\n\n", lesson->title, lesson->name,
               TRANSCRIPT_FORMAT);
    for (int s = 0; s < lesson->stages; s++)
        transcript_stage(out, run, s);
    while (out->length >= 2 && out->text[out->length - 1] == '\n' &&
           out->text[out->length - 2] == '\n')
        buf_cut(out, out->length - 1);
}

bool transcript_is_heading(const char *line, size_t length)
{
    return length > 6 && strncmp(line, "== ", 3) == 0 && strncmp(line + length - 3, " ==", 3) == 0;
}
