/* A run for each set of inputs, beside the author's with the same inputs: results are paired statement by statement. */
#include "lesson/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/common.h"
#include "lesson/code.h"
#include "lesson/directive.h"
#include "lesson/exercise.h"
#include "lesson/judge_compare.h"
#include "lesson/judge_explain.h"
#include "lesson/judge_signs.h"
#include "lesson/reseed.h"
#include "python/limits.h"

enum { MOST_SETS = 1 + RESEED_SETS }; /* the lesson's own inputs, and others */

static const double least_seconds = 0.1;  /* time that an answer may take */
static const double most_for_sets = 0.05; /* time for the author's runs with other inputs */
static const char answer_file[] = "answer";

/* The author's program with some inputs, and its run. */
typedef struct InputSet {
    Edit edit[RESEED_EDITS];
    int edits;
    Lesson *lesson; /* NULL: the lesson's own */
    Run *made;      /* likewise */
    const Run *run;
    Results results;
} InputSet;

struct Judge {
    Arena arena;
    const Run *run;
    Lesson *code; /* the lesson's code alone: nothing is expected of it */
    JudgeBlock block;
    const char **bound;
    size_t start, end; /* of the statements, in the source */
    int line, last;    /* where they stand */
    const char *indent, *solution;
    int sets;
    InputSet set[MOST_SETS];
    MistakeFinder explainer;
    bool is_unseen;                 /* lines of a function of which the lesson shows nothing */
    const Lesson *tried[MOST_SETS]; /* as far as explaining needs them */
};

/* --- the lines ------------------------------------------------------------------------------------ */

/* The outermost statements of the lines. */
typedef struct JudgeRange {
    const Lesson *lesson;
    int first, last;
    const Node *node[JUDGE_STATEMENTS];
    const Node *function;
    int count;
    bool is_broken; /* begins or ends outside, or in several blocks */
} JudgeRange;

static size_t column_of(const Lesson *lesson, const Node *n)
{
    size_t at = n->start;
    while (at > 0 && lesson->source[at - 1] != '\n')
        at--;
    return n->start - at;
}

static void collect(void *context, const Node *n, const Node *function)
{
    JudgeRange *r = context;
    const Statement *s = n->statement;
    const Node *before = r->count > 0 ? r->node[r->count - 1] : NULL;
    if (before && n->start >= before->start && n->end <= before->end)
        return;
    if (s->line > r->last || s->last_line < r->first)
        return;
    bool is_around = s->line < r->first && s->last_line >= r->last && !code_is_simple(n);
    if (is_around)
        return;
    bool is_beside = !before || (function == r->function && s->line == before->statement->line) ||
                     column_of(r->lesson, n) == column_of(r->lesson, r->node[0]);
    r->is_broken |= s->line < r->first || s->last_line > r->last || !is_beside ||
                    r->count == JUDGE_STATEMENTS;
    r->function = r->count == 0 ? function : r->function;
    if (!r->is_broken)
        r->node[r->count++] = n;
}

static const char *indent_of(Arena *a, const Lesson *lesson, const Node *n)
{
    size_t column = column_of(lesson, n);
    char *indent = arena_text(a, lesson->source + n->start - column, column);
    for (char *c = indent; *c; c++)
        *c = *c == '\t' ? '\t' : ' ';
    return indent;
}

static void note_target(Judge *j, const Node *n)
{
    for (int i = 0; i < n->kids && (n->kind == NODE_TUPLE || n->kind == NODE_LIST); i++)
        note_target(j, n->kid[i]);
    JudgeBlock *b = &j->block;
    if (n->kind != NODE_NAME)
        return;
    for (int i = 0; i < b->names; i++)
        if (strcmp(b->name[i], n->text) == 0)
            return;
    arena_push(&j->arena, j->bound, b->names, n->text);
    b->name = j->bound;
}

/* The names that the lines bind, also inside of loops and branches. */
static void note_bound(void *context, const Node *n, const Node *function)
{
    Judge *j = context;
    if (n->start < j->start || n->end > j->end || (function && function->start >= j->start))
        return;
    int targets = n->kind == NODE_ASSIGN ? n->kids - 1 : code_value(n) || n->kind == NODE_FOR;
    for (int i = 0; i < targets; i++)
        note_target(j, code_root(n->kid[i]) ? code_root(n->kid[i]) : n->kid[i]);
}

static bool find_lines(Judge *j, int first, int last, Err *err)
{
    const Lesson *lesson = j->run->lesson;
    JudgeRange r = {.lesson = lesson, .first = first, .last = last};
    code_each(lesson, collect, &r);
    if (r.count == 0 || r.is_broken)
        return err_set(err, (Loc){lesson->path, first, 1, 0},
                       r.count == 0 ? "there is no statement here to ask for"
                                    : "these lines are no whole statements of one block");
    j->start = r.node[0]->start;
    j->end = r.node[r.count - 1]->end;
    j->line = r.node[0]->statement->line;
    j->last = r.node[r.count - 1]->statement->last_line;
    j->indent = indent_of(&j->arena, lesson, r.node[0]);
    j->block = (JudgeBlock){.lesson = lesson,
                            .first_line = j->line,
                            .last_line = j->last,
                            .function = r.function,
                            .first = run_statement_at(j->run, j->line),
                            .count = r.count};
    code_each(lesson, note_bound, j);
    const RunStatement *x = &j->run->statement[j->block.first];
    if (j->block.first >= j->run->statements)
        return err_set(err, (Loc){lesson->path, first, 1, 0}, "this statement is never reached");
    if (x->first < j->line) /* the statement around them */
        j->block.count = 1;
    return true;
}

/* --- text of answers ------------------------------------------------------------------------------- */

static size_t common_indent(const char *text)
{
    size_t common = SIZE_MAX;
    for (const char *at = text; *at;) {
        size_t blanks = strspn(at, " \t"), length = strcspn(at, "\n");
        if (blanks < length)
            common = blanks < common ? blanks : common;
        at += length + (at[length] == '\n');
    }
    return common == SIZE_MAX ? 0 : common;
}

/* How many empty lines a text begins with; *begins receives what is after them. */
static int empty_lines(const char *text, const char **begins)
{
    int lines = 0;
    for (; text[strspn(text, " \t\r")] == '\n'; lines++)
        text += strcspn(text, "\n") + 1;
    *begins = text;
    return lines;
}

/* The lines with another indentation in the place of what all of them have; the first has none. */
static const char *indented(Arena *a, const char *text, const char *indent)
{
    Buf out = {.arena = a};
    size_t common = common_indent(text);
    empty_lines(text, &text);
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        length--;
    const char *end = text + length;
    for (const char *at = text; at < end;) {
        size_t line = strcspn(at, "\n"), skip = common < line ? common : line;
        if (at + line > end)
            line = (size_t)(end - at);
        if (at > text)
            buf_printf(&out, "\n%s", indent);
        buf_add(&out, at + skip, line - skip);
        at += line + (at[line] == '\n');
    }
    return buf_text(&out);
}

const char *judge_solution(const Judge *j)
{
    return j->solution;
}

/* The author's lines, without directives between them: what those foresee is asked elsewhere. */
static const char *solution_of(Judge *j)
{
    const char *lines = arena_text(&j->arena, j->run->lesson->source + j->start, j->end - j->start);
    Buf code = {.arena = &j->arena};
    for (const char *at = lines; *at;) {
        size_t length = strcspn(at, "\n");
        length += at[length] == '\n';
        if (!directive_line(at))
            buf_add(&code, at, length);
        at += length;
    }
    return indented(&j->arena, arena_format(&j->arena, "%s%s", j->indent, buf_text(&code)), "");
}

/* --- inputs --------------------------------------------------------------------------------------- */

static int part_statements(const Lesson *lesson, size_t at)
{
    for (int s = 0; s < lesson->stages; s++)
        for (int i = 0; i < lesson->stage[s].parts; i++) {
            const Part *part = &lesson->stage[s].part[i];
            bool is_there = part->is_edited ? part->file_start <= at && at <= part->file_end
                                            : part->start <= at && at <= part->end;
            if (part->kind == PART_CODE && is_there)
                return part->program.count;
        }
    return 0;
}

static bool has_new_mistake(const Run *run, const Run *before, const Mistake **found)
{
    for (int i = 0; i < run->mistakes; i++) {
        const Mistake *m = &run->mistake[i];
        bool is_old = m->is_assertion;
        for (int k = 0; k < before->mistakes && !is_old; k++)
            is_old = strcmp(before->mistake[k].err.message, m->err.message) == 0;
        *found = m;
        if (!is_old)
            return true;
    }
    *found = NULL;
    return false;
}

/* Without what would change the lines themselves. */
static int keep_outside(const Judge *j, Edit *edit, int edits)
{
    int kept = 0;
    for (int i = 0; i < edits; i++)
        if (edit[i].end <= j->start || edit[i].start >= j->end)
            edit[kept++] = edit[i];
    return kept;
}

/* Adds a set, if the lesson is fine with it. Returns how long it took to run. */
static double add_set(Judge *j, int number)
{
    InputSet *set = &j->set[j->sets];
    Err err = {0};
    const Mistake *mistake;
    *set = (InputSet){0};
    int edits = reseed_edits(&j->arena, j->run->lesson, j->run, number, set->edit);
    edits = exercise_others(j->run->lesson, number, set->edit, edits, RESEED_EDITS);
    set->edits = keep_outside(j, set->edit, edits);
    if (set->edits == 0)
        return 0;
    set->lesson = lesson_edit(j->code, set->edit, set->edits, &err);
    set->made = set->lesson ? run_next(j->run, set->lesson) : NULL;
    if (set->made && !has_new_mistake(set->made, j->run, &mistake)) {
        set->run = set->made;
        set->results = results_of(&j->arena, set->run);
        j->sets++;
        return set->run->cost.seconds;
    }
    run_free(set->made);
    lesson_free(set->lesson);
    return 0;
}

/* Lines outside of functions are run once: what comes after them is not needed to know what they make. */
static void begin_explaining(Judge *j)
{
    for (int i = 0; i < j->sets; i++) {
        const Lesson *whole = i == 0 ? j->code : j->set[i].lesson;
        j->tried[i] = j->block.function ? whole : lesson_until(whole, j->last);
    }
    j->explainer = (MistakeFinder){.a = &j->arena,
                                   .run = j->run,
                                   .lesson = j->run->lesson,
                                   .start = j->start,
                                   .end = j->end,
                                   .line = j->line,
                                   .last_line = j->last,
                                   .indent = j->indent,
                                   .block = &j->block,
                                   .sets = j->sets,
                                   .set = j->tried};
}

Judge *judge_begin(const Run *run, int first, int last, Err *err)
{
    Arena arena = {0};
    Judge *j = arena_new(&arena, Judge);
    *j = (Judge){.arena = arena, .run = run};
    if (!find_lines(j, first, last, err)) {
        judge_free(j);
        return NULL;
    }
    j->solution = solution_of(j);
    j->code = lesson_until(run->lesson, INT32_MAX);
    j->set[0].run = run;
    j->set[0].results = results_of(&j->arena, run);
    j->sets = 1;
    double seconds = 0;
    for (int number = 1; number < MOST_SETS && seconds < most_for_sets; number++)
        seconds += add_set(j, number);
    JudgeBlock own = j->block;
    own.run = run;
    j->is_unseen = own.function && !judge_sees_bound(&j->arena, &own);
    begin_explaining(j);
    return j;
}

void judge_free(Judge *j)
{
    if (!j)
        return;
    for (int i = 0; i < j->sets && !j->block.function; i++)
        lesson_free((Lesson *)(uintptr_t)j->tried[i]);
    for (int i = 1; i < j->sets; i++) {
        run_free(j->set[i].made);
        lesson_free(j->set[i].lesson);
    }
    lesson_free(j->code);
    Arena arena = j->arena;
    arena_release(&arena);
}

/* --- one answer with some inputs ------------------------------------------------------------------- */

static bool run_answer(Judge *j, Verdict *v, const InputSet *set, const char *text, Err *err)
{
    Edit edit[RESEED_EDITS + 1];
    memcpy(edit, set->edit, (size_t)set->edits * sizeof *edit);
    edit[set->edits] = (Edit){.start = j->start, .end = j->end, .text = text};
    v->right = set->run;
    v->lesson = lesson_edit(j->code, edit, set->edits + 1, err);
    if (v->lesson) /* no wait for what never ends */
        v->lesson->seconds = fmax(LIMIT_SECONDS - least_seconds - 20 * j->run->cost.seconds, 0);
    v->run = v->lesson ? run_next(j->run, v->lesson) : NULL;
    return v->run != NULL;
}

static void forget_run(Verdict *v)
{
    run_free(v->run);
    lesson_free(v->lesson);
    v->run = NULL;
    v->lesson = NULL;
}

static int count_lines(const char *text)
{
    int lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

const char *judge_renumbered(Arena *a, const char *message, int by)
{
    const char *words = strstr(message, " on line ");
    const char *number = words ? words + strlen(" on line ") : NULL;
    if (!number || !is_digit(*number))
        return message;
    return arena_format(a, "%.*s%d%s", (int)(number - message), message, atoi(number) + by,
                        number + strspn(number, "0123456789"));
}

/* An error with its place in the answer; one of code after it says which. */
static void place_error(const Judge *j, Verdict *v, const Err *err, const char *text)
{
    enum { MOST = 40 };
    int line = err->at.line - j->line;
    int indent = (int)strlen(j->indent);
    bool is_endless = strncmp(err->message, "the lesson takes too long", 25) == 0 ||
                      strncmp(err->message, "the lesson computes too much", 28) == 0;
    v->err = (Err){0};
    if (is_endless) {
        err_set(&v->err, (Loc){answer_file, 1, 1, 0}, "this takes too long, or never ends");
        return;
    }
    if (line >= 0 && line < count_lines(text)) {
        Loc at = {answer_file, line + 1, err->at.col - indent, err->at.width};
        err_set(&v->err, at, "%s", judge_renumbered(&v->arena, err->message, 1 - j->line));
        return;
    }
    const char *code = v->lesson && line > 0 ? lesson_code_line(v->lesson, err->at.line) : "";
    code += strspn(code, " ");
    int length = (int)strcspn(code, "\n");
    if (length > 0)
        err_set(&v->err, (Loc){answer_file, 0, 0, 0}, "then `%.*s%s` fails: %s",
                min_int(length, MOST), code, length > MOST ? "~" : "", err->message);
    else
        err_set(&v->err, (Loc){answer_file, 0, 0, 0}, "%s", err->message);
}

/* An answer without the indentation that the lines have. */
static const char *plain(Verdict *v, const Judge *j, const char *put)
{
    return indented(&v->arena, arena_format(&v->arena, "%s%s", j->indent, put), "");
}

/* An error that a name is the reason of, in the place of those that follow from it. */
static void place_missing(const Judge *j, Verdict *v, const char *name, const Result *right,
                          const char *text)
{
    Arena *a = &v->arena;
    const char *own = plain(v, j, text);
    Err err = {0};
    int line = 0;
    const Program *program = judge_parsed(a, own, &err);
    const char *why = program ? judge_told_missing(a, name, right, program, own, &line) : NULL;
    if (!why && v->err.set)
        return;
    v->err = (Err){0};
    err_set(&v->err, (Loc){answer_file, line, line > 0, 0}, "%s",
            why ? why : arena_format(a, "there is no tensor %s after these lines", name));
}

/* An error of a name that these lines bind, and the answer does not: that is the reason. */
static void place_unbound(const Judge *j, Verdict *v, const char *text)
{
    static const char unknown[] = "unknown name '";
    const char *name = strstr(v->err.message, unknown);
    for (int i = 0; name && i < j->block.names; i++) {
        const char *own = j->block.name[i], *at = name + strlen(unknown);
        size_t length = strlen(own);
        if (strncmp(at, own, length) == 0 && at[length] == '\'')
            place_missing(j, v, own, NULL, text);
    }
}

/* How many statements an answer has more than the author's lines, which have the same inputs. */
static int more_statements(const Judge *j, const Verdict *v)
{
    const Lesson *before = j->code;
    for (int i = 1; i < j->sets; i++)
        if (v->right == j->set[i].run)
            before = j->set[i].lesson;
    return part_statements(v->lesson, j->start) - part_statements(before, j->start);
}

/* Where the lines lie in the run of an answer. */
static JudgeBlock block_of(const Judge *j, const Verdict *v, const char *text)
{
    JudgeBlock block = j->block;
    block.run = v->right;
    block.now_count = block.count + more_statements(j, v);
    block.now_last_line = j->line + max_int(count_lines(text), j->last - j->line + 1) - 1;
    return block;
}

/* Finds what is wrong with the run of an answer; VERDICT_RIGHT for nothing. */
static VerdictKind look_at(Judge *j, Verdict *v, const InputSet *set, const char *text)
{
    const Mistake *mistake;
    bool has_failed = has_new_mistake(v->run, set->run, &mistake);
    if (has_failed) {
        place_error(j, v, &mistake->err, text);
        place_unbound(j, v, text);
    }
    if (has_failed && v->err.at.line > 0)
        return VERDICT_ERROR;
    Results now = results_of(&v->arena, v->run);
    JudgeBlock block = block_of(j, v, text);
    JudgeRow row = judge_compare_bound(&v->arena, &block, v->run);
    if (row.state == JUDGE_SAME)
        row = judge_compare(&block, &set->results, &now);
    v->own = row.now;
    v->wanted = row.right;
    v->differ = row.differ;
    v->cell = row.cell;
    if (row.state == JUDGE_LACKS)
        place_missing(j, v, row.right->name, row.right, text);
    if (row.state == JUDGE_SAME || row.state == JUDGE_LACKS)
        return v->err.set ? VERDICT_ERROR : VERDICT_RIGHT;
    return row.state == JUDGE_SHAPE ? VERDICT_SHAPE : VERDICT_DIFFERS;
}

static void keep_inputs(const Judge *j, Verdict *v, const InputSet *set)
{
    const char *source = j->run->lesson->source;
    VerdictInput *input = arena_many(&v->arena, (size_t)set->edits + 1, VerdictInput);
    for (int i = 0; i < set->edits; i++) {
        const Edit *e = &set->edit[i];
        int line = 1;
        for (size_t at = 0; at < e->start; at++)
            line += source[at] == '\n';
        input[i] = (VerdictInput){line, arena_text(&v->arena, source + e->start, e->end - e->start),
                                  arena_string(&v->arena, e->text)};
    }
    v->inputs = set->edits;
    v->input = input;
}

static void try_elsewhere(Judge *j, Verdict *v, const char *text)
{
    for (int i = 1; i < j->sets && v->kind == VERDICT_RIGHT; i++) {
        Verdict other = {.arena = v->arena};
        Err err = {0};
        if (!run_answer(j, &other, &j->set[i], text, &err))
            continue;
        other.kind = look_at(j, &other, &j->set[i], text);
        if (other.kind == VERDICT_RIGHT)
            forget_run(&other);
        v->arena = other.arena;
        if (other.kind == VERDICT_RIGHT)
            continue;
        forget_run(v);
        *v = other;
        v->kind = VERDICT_ELSEWHERE;
        keep_inputs(j, v, &j->set[i]);
    }
}

/* --- the kind of mistake --------------------------------------------------------------------------- */

/* An answer whose results, with all inputs, are asked for more than once. */
typedef struct Verifier {
    Judge *j;
    const char *answer;
    double end;
    Verdict made[MOST_SETS]; /* once they were asked for */
} Verifier;

/* Tells whether two runs have no mistake that a third one has not, or the same one. */
static bool fails_alike(const Run *x, const Run *y, const Run *before)
{
    const Mistake *a, *b;
    bool has_failed = has_new_mistake(x, before, &a);
    return has_new_mistake(y, before, &b) == has_failed &&
           (!has_failed || strcmp(a->err.message, b->err.message) == 0);
}

/* Tells whether another text computes the same with some inputs, to the end of the lesson. */
static bool is_same_run(Verifier *x, int set, const char *text)
{
    Judge *j = x->j;
    Verdict *now = &x->made[set], other = {0};
    Err err = {0};
    if (!now->run && !run_answer(j, now, &j->set[set], x->answer, &err))
        return false;
    bool same = run_answer(j, &other, &j->set[set], text, &err) &&
                fails_alike(now->run, other.run, j->set[set].run);
    if (same) {
        Results right = results_of(&other.arena, other.run);
        Results own = results_of(&other.arena, now->run);
        JudgeBlock block = j->block;
        block.run = other.run;
        block.now_count = block.count + more_statements(j, now);
        block.count += more_statements(j, &other);
        same = judge_compare(&block, &right, &own).state == JUDGE_SAME;
    }
    forget_run(&other);
    arena_release(&other.arena);
    return same;
}

static bool is_verified(void *context, const char *text)
{
    Verifier *x = context;
    const char *put = indented(&x->j->arena, text, x->j->indent);
    if (x->j->run->cost.seconds > most_for_sets / 4) /* tried in its place */
        return !x->j->explainer.leaves_traces;
    for (int i = 0; i < x->j->sets; i++)
        if (clock_used() > x->end || !is_same_run(x, i, put))
            return false;
    return true;
}

/* The first result that is wrong, of the answer and of the author, with each of the inputs: false where it is not the same
 * result with all of them. */
static bool pair_up(Verifier *x, const Verdict *v, Arena *a, SignPair *pair)
{
    Judge *j = x->j;
    Err err = {0};
    for (int i = 0; i < j->sets; i++) {
        Verdict *now = &x->made[i];
        if (!now->run && !run_answer(j, now, &j->set[i], x->answer, &err))
            return false;
        Results results = results_of(a, now->run);
        JudgeBlock block = block_of(j, now, x->answer);
        JudgeRow row = judge_compare_bound(a, &block, now->run);
        if (row.state == JUDGE_SAME)
            row = judge_compare(&block, &j->set[i].results, &results);
        bool is_same = row.state == JUDGE_CELLS && row.right->kind == RESULT_TENSOR &&
                       strcmp(row.right->name, v->wanted->name) == 0;
        if (!is_same)
            return false;
        pair[i] = (SignPair){row.right->tensor, row.now->tensor};
    }
    return true;
}

static void look_for_signs(Verifier *x, Verdict *v)
{
    SignPair pair[MOST_SETS];
    if (!v->sentence && v->wanted && pair_up(x, v, &v->arena, pair))
        v->sentence = judge_sign(&v->arena, pair, x->j->sets);
    v->line = v->sentence ? max_int(v->line, 1) : 0;
}

static void explain(Judge *j, Verdict *v, const char *put)
{
    Verifier x = {.j = j, .answer = put, .end = clock_used() + 0.15};
    if (v->kind == VERDICT_RIGHT || v->kind == VERDICT_ERROR)
        return;
    judge_explain(&j->explainer, v, plain(v, j, put), is_verified, &x);
    look_for_signs(&x, v);
    for (int i = 0; i < MOST_SETS; i++)
        forget_run(&x.made[i]);
}

/* --- what is told ---------------------------------------------------------------------------------- */

static void add_step(Verdict *v, VerdictStepKind kind, const char *text)
{
    if (text && v->steps < COUNT(v->step))
        v->step[v->steps++] = (VerdictStep){kind, text};
}

/* Name of a result: a line alone, as w.grad, has no other name. */
static const char *name_of(const Judge *j, Verdict *v)
{
    enum { MOST = 40 };
    const char *code = v->wanted && v->wanted->statement >= 0
                           ? lesson_code_line(j->run->lesson, v->wanted->line)
                           : "";
    size_t length = strcspn(code, "\n#");
    while (length > 0 && code[length - 1] == ' ')
        length--;
    if (v->wanted && *v->wanted->name)
        return v->wanted->name;
    return length > 0 && length < MOST && *code != ' ' ? arena_text(&v->arena, code, length)
                                                       : "the result";
}

static const char *first_told(const Judge *j, Verdict *v)
{
    Arena *a = &v->arena;
    const char *name = name_of(j, v);
    if (v->err.set && !v->own)
        return v->err.at.line > 0 ? arena_format(a, "line %d: %s", v->err.at.line, v->err.message)
                                  : v->err.message;
    if (!v->wanted)
        return "These lines compute something else.";
    return judge_told(a, name, v->own, v->wanted, v->differ, v->kind == VERDICT_ELSEWHERE);
}

static void tell(const Judge *j, Verdict *v)
{
    if (v->kind == VERDICT_RIGHT)
        return;
    add_step(v, STEP_FIRST, first_told(j, v));
    if (v->own)
        add_step(
            v, STEP_NUMBER,
            judge_told_cell(&v->arena, v->own, v->wanted, v->cell, v->kind == VERDICT_ELSEWHERE));
    add_step(v, STEP_MISTAKE, v->sentence);
    if (v->line > 0 && count_lines(judge_solution(j)) > 1)
        add_step(v, STEP_LINE, arena_format(&v->arena, "It is line %d of yours.", v->line));
    add_step(v, STEP_SOLUTION, judge_solution(j));
}

/* *put receives the text as it stands in the lesson. */
static Verdict *judge_kind(Judge *j, const char *text, const char **put)
{
    Arena arena = {0};
    Verdict *v = arena_new(&arena, Verdict);
    Err err = {0};
    *v = (Verdict){.arena = arena};
    if (strlen(text) > JUDGE_ANSWER)
        err_set(&v->err, (Loc){answer_file, 1, 1, 0}, "an answer has at most %d bytes",
                JUDGE_ANSWER);
    *put = v->err.set ? "" : indented(&v->arena, text, j->indent);
    if (!**put)
        err_set(&v->err, (Loc){answer_file, 1, 1, 0}, "there is no code");
    v->kind = VERDICT_ERROR;
    if (!v->err.set) /* an open end in it does not close in the lesson's code */
        judge_parsed(&v->arena, plain(v, j, *put), &v->err);
    if (!v->err.set && run_answer(j, v, &j->set[0], *put, &err))
        v->kind = look_at(j, v, &j->set[0], *put);
    else if (!v->err.set)
        place_error(j, v, &err, *put);
    if (v->kind == VERDICT_RIGHT)
        try_elsewhere(j, v, *put);
    if (v->kind == VERDICT_RIGHT && j->is_unseen &&
        judge_differs_in_place(&j->explainer, plain(v, j, *put)))
        v->kind = VERDICT_DIFFERS;
    return v;
}

/* The line of a verdict of which nothing else is known: what binds the result that is wrong. */
static void find_line(Judge *j, Verdict *v, const char *put)
{
    Err err = {0};
    const Program *program = v->own && v->line == 0
                                 ? judge_parsed(&v->arena, plain(v, j, put), &err)
                                 : NULL;
    const Node *maker = program ? judge_maker(program, v->own->name) : NULL;
    v->line = maker ? maker->line : v->line;
}

/* Counts the lines of a verdict as they stand in the answer, which may begin with empty ones. */
static void count_lines_of(Verdict *v, const char *text)
{
    int empty = empty_lines(text, &text);
    if (!*text)
        return;
    const Err err = v->err;
    Loc at = err.at;
    v->line += v->line > 0 ? empty : 0;
    at.line += at.line > 0 ? empty : 0;
    v->err = (Err){0};
    if (err.set)
        err_set(&v->err, at, "%s", judge_renumbered(&v->arena, err.message, empty));
}

Verdict *judge_answer(Judge *j, const char *text)
{
    const char *put;
    Verdict *v = judge_kind(j, text, &put);
    explain(j, v, put);
    find_line(j, v, put);
    count_lines_of(v, text);
    tell(j, v);
    return v;
}

bool judge_is_right(Judge *j, const char *text)
{
    const char *put;
    Verdict *v = judge_kind(j, text, &put);
    bool is_right = v->kind == VERDICT_RIGHT;
    verdict_free(v);
    return is_right;
}

void verdict_free(Verdict *v)
{
    if (!v)
        return;
    forget_run(v);
    Arena arena = v->arena;
    arena_release(&arena);
}
