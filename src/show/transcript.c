/* The transcript: prose as it is written, code after >>>, results in PyTorch's print format. */
#include "show/transcript.h"

#include <string.h>

#include "core/print.h"
#include "lesson/path.h"
#include "tell/code.h"
#include "tell/explain.h"
#include "tell/prepared.h"
#include "tell/prose.h"
#include "tell/question.h"
#include "tell/spot.h"

/* --- code ----------------------------------------------------------------------------------- */

/* ">>> " before the first line of a statement, "... " before the others. Those up to `written` are there already:
 * statements can share a line. */
static void write_code(Buf *out, const Run *run, int statement, int written)
{
    Arena arena = {0};
    bool begins = run->statement[statement].first > written;
    for (const char *at = explain_statement_after(&arena, run, statement, written); *at;) {
        size_t n = strcspn(at, "\n");
        buf_puts(out, begins ? ">>> " : "... ");
        begins = false;
        buf_shown_lines(out, at, n, CODE_TAB);
        while (out->text[out->length - 1] == ' ')
            buf_cut(out, out->length - 1);
        buf_putc(out, '\n');
        at += n + (at[n] == '\n');
    }
    arena_release(&arena);
}

/* Lines that the author hides leave a trace where they are missing. */
static void write_not_shown(Buf *out, int *lines)
{
    Arena arena = {0};
    if (*lines > 0)
        buf_printf(out, "%s\n", code_not_shown(&arena, *lines));
    *lines = 0;
    arena_release(&arena);
}

/* --- results -------------------------------------------------------------------------------- */

const char *transcript_name(Arena *a, const Run *run, int i)
{
    const Stop *stop = &run->stop[i];
    if (stop->detail != DETAIL_NORMAL)
        return stop->name;
    const Stop *result = &run->stop[stop->result];
    int call = run_call_of_step(run, stop->step);
    bool is_of_result = result->detail == DETAIL_BRIEF && result->name && result->step >= 0 &&
                        run_call_of_step(run, result->step) == call;
    return arena_format(a, "%s.%s", is_of_result ? result->name : run->tape->group[call].name,
                        stop->name);
}

/* A line of one's own code, before what it shows. */
static void write_stop_line(Buf *out, const Run *run, const Stop *stop)
{
    Arena arena = {0};
    const RunLine *line = &run->line[stop->line];
    const Lens lens = {.run = run, .decimals = NUMBER_DECIMALS};
    const char *said = code_said(&arena, &lens, stop->line);
    lesson_line(out, run->lesson, line->first);
    buf_printf(out, ": %s\n", code_line(&arena, run, stop->line));
    if (stop->kind == STOP_LINE && *said)
        buf_printf(out, "%s\n", said);
    arena_release(&arena);
}

/* A stop of a statement; those of calls come before the result that they belong to. `opened`: the
 * code that it lies in is stepped through. */
static void write_stop(Buf *out, const Run *run, int i, bool opened)
{
    const Stop *stop = &run->stop[i];
    opened = opened && stop->in.kind >= INSIDE_STATEMENT_CODE;
    if (opened)
        write_stop_line(out, run, stop);
    if (stop->kind == STOP_LINE) {
        buf_puts(out, opened ? "\n" : "");
        return;
    }
    if (stop->kind != STOP_TENSOR) {
        if (stop->kind == STOP_VALUE && stop->name)
            buf_printf(out, "%s = ", stop->name);
        buf_printf(out, "%s\n", stop->text);
        return;
    }
    bool is_own = opened && stop->name;
    Arena arena = {0};
    if (stop->detail == DETAIL_EVERY && !opened)
        buf_printf(out, "%s ", run->tape->step[stop->step].call.op->name);
    else if (stop->name)
        buf_printf(out, "%s ", is_own ? stop->name : transcript_name(&arena, run, i));
    arena_release(&arena);
    if (stop->name || stop->detail != DETAIL_BRIEF)
        buf_printf(out, "%s\n", SIZES(stop->tensor));
    QkvTensor shown = *stop->tensor; /* how a result was made is in the step, and not said again */
    shown.wants_grad = shown.wants_grad && !shown.grad_fn;
    (stop->is_parameter ? print_parameter : print_tensor)(out, &shown, &print_default);
    buf_putc(out, '\n');
    if (stop->detail != DETAIL_BRIEF)
        buf_putc(out, '\n');
}

/* --- stages --------------------------------------------------------------------------------- */

static void write_blocks(Buf *out, Arena *a, const Block *blocks, int count)
{
    Prose prose = prose_layout(a, blocks, count, TRANSCRIPT_WIDTH, PROSE_MARKED);
    if (prose.lines > 0) {
        prose_text(out, &prose);
        buf_putc(out, '\n');
    }
}

static void write_prose(Buf *out, const Stage *stage, int first, int last)
{
    Arena arena = {0};
    Block *blocks = arena_many(&arena, (size_t)(last - first), Block);
    int count = 0;
    for (int p = first; p < last; p++)
        if (stage->part[p].kind == PART_PROSE)
            blocks[count++] = stage->part[p].block;
        else if (stage->part[p].kind == PART_QUESTION)
            blocks[count++] = question_block(&arena, stage, p);
    write_blocks(out, &arena, blocks, count);
    arena_release(&arena);
}

static void write_statements(Buf *out, const Run *run, const Spot *seen, int part)
{
    int stage = seen->stage;
    const Part *code = &run->lesson->stage[stage].part[part];
    int hidden = 0, written = 0;
    for (int i = run_statement_at(run, code->line); i < run->statements; i++) {
        const RunStatement *x = &run->statement[i];
        if (x->stage != stage || x->part != part)
            break;
        hidden += code_hidden_lines(run, i);
        if (x->hidden)
            continue;
        write_not_shown(out, &hidden);
        write_code(out, run, i, written);
        written = x->last;
        bool shows = false;
        for (int b = x->first_stop; b < x[1].first_stop; b++) {
            int stop = b - run->stage_stop[stage] + 1;
            if (!spot_sees(run, seen, stop))
                continue;
            write_stop(out, run, b, spot_opens(run, seen, stop));
            shows = shows ||
                    (run->stop[b].detail == DETAIL_BRIEF && run->stop[b].kind != STOP_LINE);
        }
        if (shows)
            buf_putc(out, '\n');
    }
    write_not_shown(out, &hidden);
    /* A single empty line after the block, whether its last statement showed something or not. */
    if (out->length >= 2 && out->text[out->length - 2] != '\n')
        buf_putc(out, '\n');
}

static void write_what_if(Buf *out, const Run *run, int stage)
{
    size_t start = out->length;
    Lens all = {.run = run, .decimals = NUMBER_DECIMALS};
    prepared_text(out, &all, stage, TRANSCRIPT_WIDTH);
    if (out->length > start && out->text[out->length - 2] != '\n')
        buf_putc(out, '\n');
}

/* The answers to what the stage asks. */
static void write_answers(Buf *out, const Stage *stage)
{
    Arena arena = {0};
    int count;
    const Block *blocks = question_blocks(&arena, stage, QUESTION_ANSWERS, &count);
    write_blocks(out, &arena, blocks, count);
    arena_release(&arena);
}

/* Writes what a path goes on with. */
static void write_leads(Buf *out, const char *leads)
{
    Arena arena = {0};
    buf_printf(out, "Next: %s.\n\n", path_text(&arena, leads));
    arena_release(&arena);
}

void transcript_stage(Buf *out, const Run *run, int s, Detail detail)
{
    const Stage *stage = &run->lesson->stage[s];
    const Spot seen = {.stage = s, .detail = detail};
    if (s > 0)
        buf_printf(out, "== %d. %s ==\n\n", s, stage->title);
    write_what_if(out, run, s);
    for (int p = 0; p < stage->parts; p++) {
        int first = p;
        while (p < stage->parts && stage->part[p].kind != PART_CODE)
            p++;
        write_prose(out, stage, first, p);
        if (p < stage->parts)
            write_statements(out, run, &seen, p);
    }
    if (stage->leads)
        write_leads(out, stage->leads);
    write_answers(out, stage);
}

void transcript(Buf *out, const Run *run, Detail detail)
{
    const Lesson *lesson = run->lesson;
    buf_printf(out, "%s\nlesson: %s\nformat: %d\n\n", lesson->title, lesson->file,
               TRANSCRIPT_FORMAT);
    for (int s = 0; s < lesson->stages; s++)
        transcript_stage(out, run, s, detail);
    while (out->length >= 2 && out->text[out->length - 1] == '\n' &&
           out->text[out->length - 2] == '\n')
        buf_cut(out, out->length - 1);
}
