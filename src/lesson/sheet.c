/* Sheets: the marks between parts are comments of Python, so a sheet is a file of it. */
#include "lesson/sheet.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/code.h"
#include "lesson/compare.h"
#include "lesson/sheet_task.h"
#include "python/eval.h"

#define MARK "#:"
#define WAITS "# ???"

static void add_part(Worksheet *s, const Exercise *x)
{
    int unit[EXERCISE_LINES][2];
    int units = exercise_units(s->run->lesson, x, unit, EXERCISE_LINES);
    if (units == 0)
        return;
    WorksheetPart part = {.x = x, .first = unit[0][0], .last = unit[units - 1][1]};
    arena_push(&s->arena, s->part, s->parts, part);
}

Worksheet *sheet_of(const Run *run)
{
    Arena arena = {0};
    Worksheet *s = arena_new(&arena, Worksheet);
    *s = (Worksheet){.arena = arena, .run = run};
    Exercises all = exercises_of(&s->arena, run);
    const Exercise *whole = NULL; /* the last that is written from nothing */
    for (int i = 0; i < all.count; i++)
        whole = all.item[i].kind == EXERCISE_WRITE ? &all.item[i] : whole;
    for (int i = 0; i < all.count; i++) {
        const Exercise *x = &all.item[i];
        bool is_largest = x->kind == EXERCISE_FILL &&
                          (i + 1 == all.count || all.item[i + 1].kind != EXERCISE_FILL);
        bool is_in_whole = whole && x != whole && x->first >= whole->first &&
                           x->last <= whole->last;
        if ((is_largest || x == whole) && !is_in_whole)
            add_part(s, x);
    }
    return s;
}

static void forget_verdicts(Worksheet *s)
{
    for (int i = 0; i < s->parts; i++) {
        verdict_free(s->part[i].verdict);
        s->part[i].verdict = NULL;
    }
}

void sheet_free(Worksheet *s)
{
    if (!s)
        return;
    forget_verdicts(s);
    for (int i = 0; i < s->parts; i++)
        judge_free(s->part[i].judge);
    Arena arena = s->arena;
    arena_release(&arena);
}

/* --- writing ---------------------------------------------------------------------------------------- */

/* The head of a function, and a blank for its body. */
static void write_head(Buf *out, const Lesson *lesson, const Node *def, int indent)
{
    Arena a = {0};
    const char *head = exercise_code(&a, lesson, def->line,
                                     def->kid[2]->kid[0]->statement->line - 1);
    for (const char *at = head; *at; at += strcspn(at, "\n"), at += *at == '\n')
        buf_printf(out, "%*s%.*s\n", indent, "", (int)strcspn(at, "\n"), at);
    buf_printf(out, "%*s" BLANK "\n", indent + 4, "");
    arena_release(&a);
}

/* A function, or a class with the heads of its methods alone. */
static void write_heads(Buf *out, const Lesson *lesson, const WorksheetPart *part)
{
    const Node *n = exercise_statement(lesson, part->first);
    if (n->kind == NODE_DEF) {
        write_head(out, lesson, n, 0);
        return;
    }
    Arena a = {0};
    buf_printf(out, "%s\n", exercise_code(&a, lesson, part->first, part->first));
    for (int i = 0; n->kind == NODE_CLASS && i < n->kid[1]->kids; i++)
        if (n->kid[1]->kid[i]->kind == NODE_DEF)
            write_head(out, lesson, n->kid[1]->kid[i], 4);
    arena_release(&a);
}

/* The part whose lines begin at a line inside of another one: they are asked for there, not here. */
static const WorksheetPart *part_inside(const Worksheet *s, const WorksheetPart *around, int line)
{
    for (int i = 0; i < s->parts; i++) {
        const WorksheetPart *part = &s->part[i];
        const Node *n = part->x->function ? part->x->function
                                          : exercise_statement(s->run->lesson, part->first);
        if (part != around && n->statement->line == line &&
            n->statement->last_line <= around->last && part->first > around->first)
            return part;
    }
    return NULL;
}

/* The lines of a part as they are handed out. */
static int part_lines(Arena *a, const Worksheet *s, const WorksheetPart *part, ExerciseLine *line)
{
    int lines = exercise_lines(a, s->run->lesson, part->x, NULL, line, EXERCISE_LINES), kept = 0;
    for (int i = 0; i < lines; i++) {
        const WorksheetPart *inside = part_inside(s, part, line[i].line);
        const Node *n = inside ? exercise_statement(s->run->lesson, line[i].line) : NULL;
        line[kept++] = n ? (ExerciseLine){"???", line[i].line, -1} : line[i];
        while (n && i + 1 < lines && line[i + 1].line <= n->statement->last_line)
            i++;
    }
    return kept;
}

/* --- answers in the place of blanks ------------------------------------------------------------------- */

void sheet_answer(Worksheet *s, ExerciseAnswer answer)
{
    answer.text = arena_string(&s->arena, answer.text);
    arena_push(&s->arena, s->answer, s->answers, answer);
}

/* Tells whether an answer stands for all statements of a part. */
static bool is_whole(const WorksheetPart *part, const ExerciseAnswer *answer)
{
    return answer->first >= part->x->first && answer->first <= part->first &&
           answer->last >= part->last && answer->last <= part->x->last;
}

/* The answer to all of a part, the last one; NULL. */
static const char *answer_to(const Worksheet *s, const WorksheetPart *part)
{
    for (int i = s->answers - 1; i >= 0; i--)
        if (is_whole(part, &s->answer[i]))
            return s->answer[i].text;
    return NULL;
}

static bool has_wait(const ExerciseLine *line)
{
    return strcmp(line->text + strspn(line->text, " "), "???") == 0;
}

/* The longest answer that begins at one of the lines of a part; NULL. It takes all lines that wait away or none: what waits is
 * found by its number among them. */
static const ExerciseAnswer *answer_at(const Worksheet *s, const ExerciseLine *line, int lines,
                                       int at)
{
    const ExerciseAnswer *found = NULL;
    for (int i = s->answers - 1; i >= 0; i--) {
        const ExerciseAnswer *answer = &s->answer[i];
        int waits = 0, taken = 0;
        for (int k = 0; k < lines; k++) {
            waits += has_wait(&line[k]);
            taken += has_wait(&line[k]) && line[k].line >= answer->first &&
                     line[k].line <= answer->last;
        }
        if (answer->first == line[at].line && answer->last <= line[lines - 1].line &&
            (taken == 0 || taken == waits) && (!found || answer->last > found->last))
            found = answer;
    }
    return found;
}

static void put_indented(Buf *out, int indent, const char *text)
{
    for (bool is_last = false; !is_last; text += !is_last) {
        const size_t length = strcspn(text, "\n");
        buf_printf(out, "%*s%.*s\n", length > 0 ? indent : 0, "", (int)length, text);
        text += length;
        is_last = !*text || !text[1];
    }
}

/* The lines of a part as they are handed out, with what was answered. */
static void write_lines(Buf *out, const Worksheet *s, const WorksheetPart *part)
{
    Arena a = {0};
    ExerciseLine line[EXERCISE_LINES];
    const int lines = part_lines(&a, s, part, line);
    for (int i = 0; i < lines; i++) {
        const int indent = (int)strspn(line[i].text, " ");
        const ExerciseAnswer *answer = answer_at(s, line, lines, i);
        put_indented(out, indent,
                     answer               ? answer->text
                     : has_wait(&line[i]) ? WAITS
                                          : line[i].text + indent);
        while (answer && i + 1 < lines && line[i + 1].line <= answer->last)
            i++;
    }
    arena_release(&a);
}

static void write_part(Buf *out, const Worksheet *s, int at, bool is_solved)
{
    const WorksheetPart *part = &s->part[at];
    const Lesson *lesson = s->run->lesson;
    Arena a = {0};
    const Exercise *before = at > 0 ? s->part[at - 1].x : NULL;
    buf_printf(out, "\n" MARK " %d %s\n", at + 1, part->x->name);
    if (!is_solved)
        sheet_task(out, s->run, part->x, part->first, part->last,
                   before && before->stage == part->x->stage ? before->part : -1);
    const char *answer = is_solved ? exercise_code(&a, lesson, part->first, part->last)
                                   : answer_to(s, part);
    if (answer)
        put_indented(out, 0, answer);
    else if (part->x->kind == EXERCISE_WRITE)
        write_heads(out, lesson, part);
    else
        write_lines(out, s, part);
    arena_release(&a);
}

void sheet_write(Buf *out, const Worksheet *s, bool is_solved)
{
    buf_printf(out, "# %s\n# %s. The lines that begin with #: stay.\n", s->run->lesson->title,
               is_solved ? "The solution" : "Write what belongs in the place of each " BLANK);
    sheet_imports(out, s->run);
    for (int i = 0; i < s->parts; i++)
        write_part(out, s, i, is_solved);
    buf_printf(out, "\n" MARK " end\n");
}

/* --- judging ---------------------------------------------------------------------------------------- */

/* Puts the author's lines in the place of those that wait, in their order. */
static const char *with_waiting(Worksheet *s, const WorksheetPart *part, const char *text)
{
    Buf out = {.arena = &s->arena};
    ExerciseLine line[EXERCISE_LINES];
    int lines = part_lines(&s->arena, s, part, line);
    int at = 0;
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        size_t indent = strspn(text, " "), length = strcspn(text, "\n");
        bool waits = length - indent == strlen(WAITS) &&
                     strncmp(text + indent, WAITS, strlen(WAITS)) == 0;
        while (waits && at < lines && !has_wait(&line[at]))
            at++;
        const Node *n = waits && at < lines ? exercise_statement(s->run->lesson, line[at++].line)
                                            : NULL;
        if (n)
            buf_printf(&out, "%.*s%.*s\n", (int)indent, text, (int)(n->end - n->start),
                       s->run->lesson->source + n->start);
        else
            buf_printf(&out, "%.*s\n", (int)length, text);
    }
    return buf_text(&out);
}

enum { PART_NONE = -1, PART_END = -2 };

/* The part that a line begins: by its number and name, or one of these. PART_NONE: it is a line of code. Of another lesson's
 * sheet it is no part of this one. */
static int part_named(const Worksheet *s, const char *line)
{
    char *name = NULL;
    size_t mark = strlen(MARK);
    line += strspn(line, " \t");
    long number = strncmp(line, MARK, mark) == 0 ? strtol(line + mark, &name, 10) : 0;
    if (!name)
        return PART_NONE;
    bool has_number = name > line + mark;
    name += strspn(name, " \t");
    size_t length = strcspn(name, "\r\n");
    for (int i = 0; i < s->parts; i++) {
        const char *own = s->part[i].x->name;
        bool is_own = strlen(own) == length && strncmp(name, own, length) == 0;
        if (has_number ? i == number - 1 && (is_own || length == 0) : is_own)
            return i;
    }
    return PART_END;
}

/* Finds each part's text, and where it begins. The last need not end with a line. Of two with one number the first counts: a
 * solution that is still below the sheet is not what was filled in. */
static void read_parts(Worksheet *s, const char *text)
{
    int line = 0, part = -1;
    const char *begins = text;
    for (int i = 0; i < s->parts; i++)
        s->part[i].text = NULL;
    for (const char *at = text;; at += strcspn(at, "\n") + 1) {
        line++;
        const bool is_end = !at[strcspn(at, "\n")];
        const int begun = part_named(s, at);
        if (begun == PART_NONE && !is_end)
            continue;
        const char *ends = begun != PART_NONE ? at : at + strlen(at);
        if (part >= 0)
            s->part[part].text = arena_text(&s->arena, begins, (size_t)(ends - begins));
        if (is_end)
            return;
        part = begun >= 0 && s->part[begun].text ? PART_END : begun;
        begins = at + strcspn(at, "\n") + 1;
        if (part >= 0)
            s->part[part].line = line + 1;
    }
}

/* The line of the sheet in which a part is still blank; 0 for none. */
static int blank_line(const WorksheetPart *part)
{
    const char *blank = strstr(part->text, BLANK);
    int line = blank ? part->line : 0;
    for (const char *at = part->text; blank && at < blank; at++)
        line += *at == '\n';
    return line;
}

/* Of what was written from nothing: how many of the results that come after it hold; "" for other parts. */
static const char *counted(Arena *a, const Worksheet *s, const WorksheetPart *part)
{
    const Verdict *v = part->verdict;
    bool counts = part->x->kind == EXERCISE_WRITE && v->run && v->kind != VERDICT_ELSEWHERE;
    Comparison *c = counts ? compare_runs(s->run, v->run) : NULL;
    int holds = 0, all = 0;
    for (int i = 0; c && i < c->rows; i++) {
        const CompareRow *row = &c->row[i];
        bool is_after = row->a && row->a->kind == RESULT_TENSOR && row->a->line > part->last;
        all += is_after;
        holds += is_after && (row->state == ROW_SAME || row->state == ROW_BITS);
    }
    compare_free(c);
    return all > 0 ? arena_format(a, "%d of %d results hold. ", holds, all) : "";
}

/* Tells what is wrong first, with the sheet's lines. */
static const char *told_first(Arena *a, const WorksheetPart *part)
{
    const Verdict *v = part->verdict;
    return v->err.set && !v->own ? judge_renumbered(a, v->err.message, part->line - 1)
           : v->steps > 0        ? v->step[0].text
                                 : "";
}

const char *sheet_told(Arena *a, const WorksheetPart *part, int step)
{
    enum { TRIES = 3 }; /* before the solution */
    const Verdict *v = part->verdict;
    int at = 0, told = -1;
    for (int i = 0; v && !part->holds && i < v->steps; i++) {
        bool is_told = v->step[i].kind != STEP_LINE &&
                       (v->step[i].kind != STEP_SOLUTION || step >= TRIES);
        told = is_told && at++ <= step ? i : told;
    }
    return told < 0    ? part->said
           : told == 0 ? told_first(a, part)
           : v->step[told].kind == STEP_SOLUTION
               ? arena_format(a, "the solution:\n%s", v->step[told].text)
               : v->step[told].text;
}

/* The most that is known of what is wrong without the solution: the kind of mistake before what differs. */
static const char *told(Arena *a, const WorksheetPart *part)
{
    const char *sentence = part->verdict->sentence, *first = told_first(a, part);
    return sentence ? arena_format(a, "%s. %s", sentence, first) : first;
}

static bool was_right(const WorksheetPart *part, const char *text)
{
    for (int i = 0; i < part->rights; i++)
        if (strcmp(part->right[i], text) == 0)
            return true;
    return false;
}

/* Judges what stands in a part, which is not blank. */
static void judge_text(Worksheet *s, WorksheetPart *part, const char *text, bool explains)
{
    part->verdict = explains ? judge_answer(part->judge, text) : NULL;
    part->holds = explains ? part->verdict->kind == VERDICT_RIGHT
                           : judge_is_right(part->judge, text);
    part->said = part->holds ? "right" : "wrong";
    if (part->holds)
        arena_push(&s->arena, part->right, part->rights, text);
    if (part->holds || !explains)
        return;
    part->said = arena_format(&s->arena, "%s%s", counted(&s->arena, s, part),
                              told(&s->arena, part));
    int line = part->verdict->err.at.line > 0 ? part->verdict->err.at.line : part->verdict->line;
    part->at = part->line + max_int(line, 1) - 1;
}

static void judge_part(Worksheet *s, WorksheetPart *part, bool explains)
{
    Err err = {0};
    const char *text = part->text ? with_waiting(s, part, part->text) : NULL;
    part->holds = text && was_right(part, text);
    part->at = part->text ? blank_line(part) : 0;
    part->said = part->holds  ? "right"
                 : part->text ? "still blank"
                              : arena_format(&s->arena, "the line " MARK " %d %s before it is gone",
                                             (int)(part - s->part) + 1, part->x->name);
    if (!text || part->at > 0 || part->holds)
        return;
    part->judge = part->judge ? part->judge : judge_begin(s->run, part->first, part->last, &err);
    if (part->judge)
        judge_text(s, part, text, explains);
    else
        part->said = arena_string(&s->arena, err.message);
}

void sheet_judge(Worksheet *s, const char *text, size_t length, bool explains_all)
{
    forget_verdicts(s);
    read_parts(s, arena_text(&s->arena, text, length));
    s->held = 0;
    for (int i = 0; i < s->parts; i++) {
        judge_part(s, &s->part[i], explains_all || s->held == i);
        s->held += s->part[i].holds;
    }
}

const WorksheetPart *sheet_first(const Worksheet *s)
{
    for (int i = 0; i < s->parts; i++)
        if (!s->part[i].holds)
            return &s->part[i];
    return NULL;
}
