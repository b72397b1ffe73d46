#include "tell/text.h"

#include <string.h>

#include "base/common.h"
#include "lesson/directive.h"
#include "lesson/prepared.h"
#include "tell/code.h"
#include "tell/prepared.h"
#include "tell/question.h"
#include "tell/tell.h"

enum { LEFT = 1, GAP = 3 };

int text_left_columns(int window)
{
    enum { FROM = 110, LEAST = 44, MOST = 76 };
    return window < FROM ? 0 : clamp_int(window * 2 / 5 - 1, LEAST, MOST);
}

int text_right_columns(int window)
{
    int left = text_left_columns(window);
    return window - 2 * LEFT - (left > 0 ? left + GAP : 0);
}

/* --- blocks --------------------------------------------------------------------------------------- */

/* Looks a line of the source up among the statements that the author hides. */
static bool is_hidden(const Run *run, int line)
{
    int i = run_statement_at(run, line);
    return i < run->statements && run->statement[i].first <= line && run->statement[i].hidden;
}

static void put_not_shown(Buf *out, Arena *a, int *lines)
{
    if (*lines > 0)
        buf_printf(out, "%s\n", code_not_shown(a, *lines));
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

static const char *what_if(Arena *a, const Lens *l, int stage)
{
    enum { WIDTH = 72 };
    Buf out = {.arena = a};
    prepared_text(&out, l, stage, WIDTH);
    return buf_text(&out);
}

const Block *text_blocks(Arena *a, const Lens *l, const Stage *stage, int first, int last,
                         int *count)
{
    Block *blocks = arena_many(a, (size_t)max_int(last - first, 0), Block);
    *count = 0;
    for (int p = first; p < last; p++) {
        const Part *part = &stage->part[p];
        const char *code = "";
        if (part->kind == PART_CODE)
            code = shown_code(a, l->run, part);
        else if (part->kind == PART_WHAT_IF)
            code = what_if(a, l, (int)(stage - l->run->lesson->stage));
        if (part->kind == PART_PROSE)
            blocks[(*count)++] = part->block;
        else if (*code)
            blocks[(*count)++] = (Block){.kind = BLOCK_CODE, .text = code};
    }
    return blocks;
}

/* --- names ---------------------------------------------------------------------------------------- */

static bool is_script(const Lesson *lesson)
{
    size_t length = strlen(lesson->file);
    return length > 3 && strcmp(lesson->file + length - 3, ".py") == 0;
}

const char *text_title(Arena *a, const Lesson *lesson)
{
    size_t n = strspn(lesson->name, "0123456789");
    if (is_script(lesson))
        return lesson->file;
    return n > 0 ? arena_format(a, "%.*s %s", (int)n, lesson->name, lesson->title) : lesson->title;
}

const char *text_changes(const Lens *l)
{
    if (!l->align)
        return "";
    if (l->differs)
        return "DIFFERENCE  ";
    if (!l->whatif)
        return "";
    if (l->run == align_before(l->align))
        return "WITHOUT  ";
    return l->whatif->on > 0 ? "WHAT IF  " : "";
}

const char *text_where(Arena *a, const Run *run, const Spot *s)
{
    const Lesson *lesson = run->lesson;
    const Stop *stop = spot_stop(run, s);
    int steps = spot_count(run, s, run_stops(run, s->stage));
    if (s->stage == 0 && steps == 0)
        return "introduction";
    if (stop && is_script(lesson)) {
        int line = stop->line >= 0 ? run->line[stop->line].first
                                   : run->statement[stop->statement].first;
        const char *call = spot_program(a, run, s);
        const char *at = call ? call
                              : arena_format(a, "step %d/%d", spot_count(run, s, s->stop), steps);
        return arena_format(a, "%s  %s", at, lesson_line_text(a, lesson, line));
    }
    const char *stage = arena_format(a, "stage %d/%d", s->stage, lesson->stages - 1);
    if (steps == 0)
        return stage;
    return arena_format(a, "%s  step %d/%d", stage, spot_count(run, s, s->stop), steps);
}

const char *text_result_name(Arena *a, const Run *run, const Spot *s)
{
    const Stop *stop = spot_stop(run, s);
    if (stop && stop->name)
        return stop->name;
    return arena_format(a, "the result of %s", spot_number(a, run, s));
}

const char *text_notes(Arena *a, const Stage *stage)
{
    Buf out = {0};
    lesson_notes(&out, stage);
    return arena_keep(a, &out);
}

/* --- pages of text -------------------------------------------------------------------------------- */

static const Stage *stage_of(const Lens *l, int stage)
{
    const Lesson *lesson = l->run->lesson;
    return &lesson->stage[clamp_int(stage, 0, lesson->stages - 1)];
}

static Doc *text_of_stage(Arena *a, const Lens *l, int stage, const char *what)
{
    Doc *d = doc_new(a, DOC_TEXT, l, text_title(a, l->run->lesson));
    const Stage *s = stage_of(l, stage);
    d->state = arena_format(a, "stage %d/%d", stage, l->run->lesson->stages - 1);
    d->head = arena_format(a, "%s: %s", what, stage == 0 ? "Introduction" : s->title);
    return d;
}

Doc *tell_answers(Arena *a, const Lens *l, int stage)
{
    Doc *d = text_of_stage(a, l, stage, "Answer");
    Piece *p = doc_add(d, PIECE_ANSWER);
    p->block = question_blocks(a, stage_of(l, stage), QUESTION_BOTH, &p->blocks);
    if (p->blocks == 0)
        doc_note(d, "This stage has no question.");
    return d;
}

Doc *tell_notes(Arena *a, const Lens *l, int stage)
{
    Doc *d = text_of_stage(a, l, stage, "Notes for the speaker");
    const char *notes = text_notes(a, stage_of(l, stage));
    if (*notes)
        doc_said(d, notes);
    else
        doc_note(d, "There are no notes for the speaker here.");
    return d;
}

Doc *tell_text(Arena *a, const char *title, const char *text)
{
    Doc *d = doc_new(a, DOC_TEXT, NULL, title);
    doc_said(d, text);
    return d;
}

Doc *tell_signs(Arena *a)
{
    static const char *const signs[][2] = {
        {"~0  ~1", NUMBER_NEAR},
        {">x<", "the number pointed at, or in question"},
        {"[x]", "goes into the number in question"},
        {"{x}", "goes into it, and Enter goes there: Tab marks another one"},
        {"*x", "different because of the changes"},
        {"+x -x =", "the difference from the other run; = where there is none"},
        {"???", "hidden from the class: Space shows it"},
        {"?x", "hidden from the class, shown to the speaker only"},
        {"inf -inf nan", "infinite, or no number"},
        {"<3 +5", "3 columns are out of sight before, and 5 after"},
        {"~ at the end", "cut: there is no room for the rest"},
        {"x1: 0:", "a label of a row or column; a number with a colon counts from 0"},
        {">>>", "code that is run here"},
        {"> 12  - 13", "the current line, and one that was not run"},
    };
    Doc *d = doc_new(a, DOC_TEXT, NULL, "Signs");
    for (int i = 0; i < COUNT(signs); i++)
        doc_row(d, (Target){0}, "%s\t%s", signs[i][0], signs[i][1]);
    return d;
}
