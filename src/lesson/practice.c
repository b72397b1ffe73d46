/* Answers to an exercise: each is judged by running, and the lesson with blanks is run with it. */
#include "lesson/practice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/code.h"
#include "lesson/compare.h"
#include "lesson/phrase.h"
#include "python/eval.h"

/* --- the lesson with blanks ------------------------------------------------------------------------- */

static void forget_own(Practice *p)
{
    run_free(p->own);
    lesson_free(p->masked);
    p->own = NULL;
    p->masked = NULL;
    p->computed = NULL;
}

/* Finds the wrong result of a verdict in the run that is looked at. */
static const QkvTensor *find_computed(const Practice *p, Arena *a)
{
    const Verdict *v = p->verdict;
    bool is_there = v && v->own && v->own->tensor && v->kind != VERDICT_ELSEWHERE && p->own;
    Results results = is_there ? results_of(a, p->own) : (Results){0};
    for (int i = results.count - 1; i >= 0; i--) {
        const Result *r = &results.item[i];
        if (r->tensor && r->step >= 0 && r->line == v->own->line &&
            strcmp(r->name, v->own->name) == 0)
            return r->tensor;
    }
    return NULL;
}

/* Runs the lesson with what was answered so far. Where that cannot be, as it waits. */
static void run_own(Practice *p)
{
    Err err = {0};
    Arena scratch = {0};
    forget_own(p);
    const Verdict *v = p->verdict;
    if (p->x->kind != EXERCISE_FILL && p->x->kind != EXERCISE_PREDICT && v && v->lesson &&
        v->kind != VERDICT_ELSEWHERE)
        p->masked = exercise_tried(v->lesson, p->run, p->x, &err);
    if (!p->masked)
        p->masked = exercise_lesson(&p->arena, p->run, p->x, p->answer, &err);
    if (!p->masked) /* an answer that cannot be read */
        p->masked = exercise_lesson(&p->arena, p->run, p->x, NULL, &err);
    p->own = p->masked ? run_beside(p->run, p->masked) : NULL;
    p->computed = find_computed(p, &scratch);
    arena_release(&scratch);
}

static void forget_verdict(Practice *p)
{
    verdict_free(p->verdict);
    p->verdict = NULL;
}

/* --- help ------------------------------------------------------------------------------------------- */

static void add_help(Practice *p, const char *text)
{
    for (int i = 0; i < p->helps; i++)
        if (strcmp(p->help[i], text) == 0)
            return;
    if (p->helps < PRACTICE_STEPS)
        p->help[p->helps++] = text;
}

/* Adds the names that a tree reads in the pieces that are blank, but for those that an answer has. */
static void add_names(Buf *out, const Asked *b, const Node *n, const char *answer)
{
    bool is_in = false;
    for (int i = 0; i < b->cuts; i++)
        is_in = is_in || (n->start >= b->cut[i].start && n->end <= b->cut[i].end);
    if (n->kind == NODE_NAME && is_in && !is_namespace(n) && !strstr(buf_text(out), n->text) &&
        !(answer && strstr(answer, n->text)))
        buf_printf(out, "%s%s", out->length ? ", " : "", n->text);
    for (int i = 0; i < n->kids; i++) {
        bool is_called = i == 0 && n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME;
        if (n->kid[i] && !is_called)
            add_names(out, b, n->kid[i], answer);
    }
}

/* Adds what can be said of a blank before anybody tries it: what its line is made of, and by which rule. Each once. */
static void add_clues(Practice *p)
{
    const Asked *b = &p->x->blank[p->blank];
    const Node *n = b->node, *value = n->kids > 0 ? n->kid[n->kids - 1] : n;
    const char *clue[2];
    int clues = 0;
    Buf names = {.arena = &p->arena};
    add_names(&names, b, value, p->answer[p->blank]);
    if (names.length)
        clue[clues++] = arena_format(&p->arena, "What is missing uses %s.", buf_text(&names));
    clue[clues++] = arena_format(&p->arena, "%s: %s",
                                 b->has_several ? "Its last operation" : "Its rule",
                                 qkv_formula(&p->run->tape->step[b->step].call));
    p->first_clue = p->helps;
    for (int i = p->clues; i < clues; i++)
        add_help(p, clue[i]);
    p->last_clue = p->helps;
}

/* Lists what helps now. What is on the page already is no help, nor which line it is, where there is one. */
static void list_help(Practice *p)
{
    const Verdict *v = p->verdict;
    const bool is_fill = p->x->kind == EXERCISE_FILL;
    p->helps = p->told = 0;
    for (int i = 0; v && i < v->steps; i++) {
        VerdictStepKind kind = v->step[i].kind;
        if (kind == STEP_SOLUTION && is_fill)
            add_clues(p);
        if (!(kind == STEP_NUMBER && p->computed) && !(kind == STEP_LINE && is_fill))
            add_help(p, v->step[i].text);
    }
    if (!v && is_fill)
        add_clues(p);
}

int practice_left(const Practice *p)
{
    return p->helps - p->told;
}

bool practice_hint(Practice *p)
{
    if (practice_left(p) <= 0)
        return false;
    p->clues += p->told >= p->first_clue && p->told < p->last_clue;
    p->said = p->help[p->told++];
    return true;
}

/* --- opening ---------------------------------------------------------------------------------------- */

static unsigned next_number(Practice *p)
{
    p->seed = p->seed * 1103515245u + 12345u;
    return (p->seed >> 16) & 0x7fff;
}

static void take_units(Practice *p)
{
    int unit[EXERCISE_LINES][2];
    p->units = exercise_units(p->run->lesson, p->x, unit, EXERCISE_LINES);
    for (int i = 0; i < p->units; i++) {
        p->unit[i].text = exercise_code(&p->arena, p->run->lesson, unit[i][0], unit[i][1]);
        p->unit[i].line = unit[i][0];
    }
    p->used = p->needed = p->units;
}

/* The lines that stand now, as one answer. */
static const char *answer_of_units(Arena *a, const Practice *p)
{
    Buf text = {.arena = a};
    for (int i = 0; i < p->used; i++)
        buf_printf(&text, "%s%s", i ? "\n" : "", p->unit[i].text);
    return buf_text(&text);
}

/* Gets ready to judge lines; false after saying why that cannot be. */
static bool has_judge(Practice *p, int first, int last)
{
    Err err = {0};
    if (!p->judge || p->judged_first != first) {
        judge_free(p->judge);
        p->judge = judge_begin(p->run, first, last, &err);
        p->judged_first = first;
    }
    if (!p->judge)
        p->said = arena_string(&p->arena, err.message);
    return p->judge != NULL;
}

static Verdict *judged(Practice *p, int first, int last, const char *text)
{
    return has_judge(p, first, last) ? judge_answer(p->judge, text) : NULL;
}

/* Tells whether a wrong line changes what the lines come to in the end: what their last one makes, and where they
 * return it, what the lesson shows of it. */
static bool changes_end(const Practice *p, const Verdict *v)
{
    Arena a = {0};
    const char *made = exercise_made(&a, p->run->lesson, p->x->end);
    const bool returns = p->x->end->node->kind == NODE_RETURN;
    Results right = results_of(&a, v->right), own = results_of(&a, v->run);
    bool changes = false;
    for (int i = 0; i < right.count && !changes; i++) {
        const Result *r = &right.item[i];
        const char *dot = strrchr(r->name, '.');
        bool is_in = r->line >= p->x->first && r->line <= p->x->last;
        bool is_end = returns ? !is_in : strcmp(dot ? dot + 1 : r->name, made) == 0;
        const Result *now = is_end && r->tensor ? results_find(&own, r->name) : NULL;
        const Result *was = now ? results_find(&right, r->name) : NULL;
        if (is_end && r->tensor && !now)
            changes = true;
        else if (was)
            changes = !qkv_tensor_same_shape(was->tensor, now->tensor) ||
                      compare_cells(was->tensor, now->tensor, NULL).differ > 0;
    }
    arena_release(&a);
    return changes;
}

/* A line with a mistake in it that changes what the lines come to; false where it does not fit. */
static bool plant(Practice *p, const Mutations *all, int first, size_t longer)
{
    const Mutation *m = &all->item[first];
    for (int i = 0; i < p->units; i++) {
        int last = i + 1 < p->units ? p->unit[i + 1].line - 1 : p->x->last;
        const char *right = p->unit[i].text;
        const char *line = strchr(right, '\n') ? NULL
                                               : exercise_mistaken(&p->arena, p->run->lesson, m,
                                                                   p->unit[i].line, last);
        if (!line || strcmp(line, right) == 0 || strlen(line) > strlen(right) + longer)
            continue;
        p->unit[i].text = line;
        Verdict *v = judged(p, p->unit[0].line, p->x->last, answer_of_units(&p->arena, p));
        bool is_wrong = v && (v->kind == VERDICT_DIFFERS || v->kind == VERDICT_SHAPE) &&
                        changes_end(p, v);
        p->verdict = is_wrong ? v : NULL; /* shows from the beginning what it makes */
        if (is_wrong)
            return true;
        verdict_free(v);
        p->unit[i].text = right;
    }
    return false;
}

static bool open_mend(Practice *p, Err *err)
{
    enum { TRIES = 48, LONGER = 8, ANY = 1000 }; /* first those that look like the line */
    Mutations all = exercise_mistakes(&p->arena, p->run, p->x);
    take_units(p);
    for (int i = 0; i < TRIES && all.count > 0; i++)
        if (plant(p, &all, (int)(next_number(p) % (unsigned)all.count),
                  i < TRIES / 2 ? LONGER : ANY))
            return true;
    return err_set(err, (Loc){0}, "no mistake fits into these lines");
}

/* A line that does not belong: one with a mistake. */
static void add_stranger(Practice *p, const Mutations *all)
{
    const Mutation *m = &all->item[next_number(p) % (unsigned)all->count];
    for (int i = 0; i < p->used && p->units < EXERCISE_LINES; i++) {
        bool is_one = p->unit[i].line <= m->line &&
                      (i + 1 == p->used || m->line < p->unit[i + 1].line) &&
                      !strchr(p->unit[i].text, '\n');
        const char *line = !is_one ? NULL
                                   : exercise_mistaken(&p->arena, p->run->lesson, m,
                                                       p->unit[i].line, m->line);
        for (int k = 0; k < p->units && line; k++)
            line = strcmp(p->unit[k].text, line) == 0 ? NULL : line;
        if (line) {
            p->unit[p->units].text = line;
            p->unit[p->units++].line = m->line;
            return;
        }
    }
}

static bool open_order(Practice *p, Err *err)
{
    enum { STRANGERS = 2, TRIES = 8 };
    (void)err;
    take_units(p);
    Mutations all = exercise_mistakes(&p->arena, p->run, p->x);
    const int own = p->units;
    for (int i = 0; i < TRIES && all.count > 0 && p->units < own + STRANGERS; i++)
        add_stranger(p, &all);
    for (int i = p->units - 1; i > 0; i--) {
        int other = (int)(next_number(p) % (unsigned)(i + 1));
        struct PracticeUnit was = p->unit[i];
        p->unit[i] = p->unit[other];
        p->unit[other] = was;
    }
    p->used = 0; /* all are put aside at first */
    p->blank = -1;
    return true;
}

/* The number that is asked for: the one that the author's wrong answers are about, or one that chance takes. */
static bool open_predict(Practice *p, Err *err)
{
    p->t = exercise_number(&p->arena, p->run, p->x, &p->cell);
    if (p->cell >= 0)
        return true;
    p->cell = (int64_t)(next_number(p) % (unsigned)clamp_int64(p->t->count, 1, 0x7fff));
    for (int64_t i = 0; i < p->t->count && fabs(qkv_tensor_at(p->t, p->cell)) < 1e-4; i++)
        p->cell = (p->cell + 1) % p->t->count; /* a number that takes some thought */
    return p->t->count > 0 || err_set(err, (Loc){0}, "there is no number to predict");
}

static bool open_kind(Practice *p, Err *err)
{
    static bool (*const open[EXERCISE_KINDS])(Practice *,
                                              Err *) = {[EXERCISE_ORDER] = open_order,
                                                        [EXERCISE_MEND] = open_mend,
                                                        [EXERCISE_PREDICT] = open_predict};
    return !open[p->x->kind] || open[p->x->kind](p, err);
}

Practice *practice_open(const Run *run, int at, unsigned seed, Err *err)
{
    Arena arena = {0};
    Practice *p = arena_new(&arena, Practice);
    *p = (Practice){.arena = arena, .run = run, .at = at, .seed = seed, .rule_chosen = -1};
    p->all = exercises_of(&p->arena, run);
    p->done = arena_many(&p->arena, (size_t)p->all.count + 1, bool);
    if (at < 0 || at >= p->all.count) {
        err_set(err, (Loc){0}, "there is no such exercise");
        practice_free(p);
        return NULL;
    }
    p->x = &p->all.item[at];
    next_number(p);
    if (!open_kind(p, err)) {
        practice_free(p);
        return NULL;
    }
    run_own(p);
    list_help(p);
    return p;
}

void practice_free(Practice *p)
{
    if (!p)
        return;
    forget_own(p);
    verdict_free(p->verdict);
    judge_free(p->judge);
    Arena arena = p->arena;
    arena_release(&arena);
}

int practice_find(const Exercises *all, int stage, int line, ExerciseKind kind)
{
    int found = -1;
    for (int i = 0; i < all->count && found < 0; i++) {
        const Exercise *x = &all->item[i];
        bool is_there = x->stage == stage && (line == 0 || (x->first <= line && line <= x->last));
        if ((kind == EXERCISE_KINDS || x->kind == kind) && is_there)
            found = i;
    }
    return found < 0 && line > 0 ? practice_find(all, stage, 0, kind) : found;
}

/* --- the question after a right answer -------------------------------------------------------------- */

static const QkvStep *step_of(const Practice *p)
{
    int step = p->x->kind == EXERCISE_FILL ? p->x->blank[p->blank].step : p->x->end->step;
    return &p->run->tape->step[step];
}

/* Tells whether a rule is asked about already, or another one of the same statement. */
static bool has_rule(const Practice *p, const QkvStep *s, const char *rule)
{
    const QkvTape *tape = p->run->tape;
    bool has = false;
    for (int i = 0; i < p->rules; i++)
        has = has || strcmp(p->rule[i], rule) == 0;
    for (int i = 0; i < tape->count && !has; i++)
        has = tape->step[i].tag == step_of(p)->tag && tape->step[i].call.op == s->call.op;
    return has;
}

/* Three formulas of the tape, one of which made the result; none where there are no three. Of a line with several
 * operations the last is meant. */
static void ask_rule(Practice *p)
{
    enum { TRIES = 60 };
    const QkvTape *tape = p->run->tape;
    const Asked *asked = p->x->kind == EXERCISE_FILL ? &p->x->blank[p->blank] : p->x->end;
    const char *made = exercise_made(&p->arena, p->run->lesson, asked);
    p->rule_asks = arena_format(&p->arena, "Which rule made %s%s?",
                                strcmp(made, "return") == 0 ? "what is returned" : made,
                                asked->has_several ? ", by the last operation of its line" : "");
    const char *right = arena_string(&p->arena, qkv_formula(&step_of(p)->call));
    p->rule[0] = right;
    p->rules = 1;
    for (int i = 0; i < TRIES && p->rules < PRACTICE_RULES; i++) {
        const QkvStep *s = &tape->step[next_number(p) % (unsigned)tape->count];
        const char *rule = qkv_formula(&s->call);
        if (s->call.op->how != QKV_HOW_GIVEN && !has_rule(p, s, rule))
            p->rule[p->rules++] = arena_string(&p->arena, rule);
    }
    if (p->rules < PRACTICE_RULES) {
        p->rules = 0;
        return;
    }
    p->rule_right = (int)(next_number(p) % PRACTICE_RULES);
    p->rule[0] = p->rule[p->rule_right];
    p->rule[p->rule_right] = right;
    p->rule_chosen = -1;
}

/* --- answers ---------------------------------------------------------------------------------------- */

static bool is_all_right(const Practice *p)
{
    for (int i = 0; i < p->x->blanks && p->x->kind == EXERCISE_FILL; i++)
        if (!p->is_right[i])
            return false;
    return true;
}

/* Takes in a verdict: says "Right.", or the first step of what is wrong. */
static bool conclude(Practice *p, Verdict *v)
{
    forget_verdict(p);
    p->verdict = v;
    if (!v)
        return false;
    p->tries++;
    bool is_right = v->kind == VERDICT_RIGHT;
    if (is_right && p->x->kind == EXERCISE_FILL)
        p->is_right[p->blank] = true;
    if (is_right && is_all_right(p) && !p->is_done)
        ask_rule(p);
    p->is_done = p->is_done || (is_right && is_all_right(p));
    run_own(p);
    list_help(p);
    p->said = is_right ? "Right." : "That is not it.";
    if (!is_right)
        practice_hint(p);
    for (int i = 0; i < p->x->blanks && is_right && !p->is_done; i++)
        if (!p->is_right[i]) { /* the next one */
            p->blank = i;
            p->clues = 0;
            break;
        }
    return is_right;
}

/* Tells whether a text is a statement by itself: it assigns, or returns. */
static bool is_statement(const char *text)
{
    size_t name = strspn(text,
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789., ");
    size_t sign = name + strspn(text + name, "+-*/@%&|^");
    return strncmp(text, "return ", 7) == 0 ||
           (name > 0 && text[sign] == '=' && text[sign + 1] != '=');
}

/* Tells whether an answer begins as the value of the line does before its first blank: then it is the whole value. */
static bool is_value(Practice *p, const Asked *b, const char *text)
{
    const char *source = p->run->lesson->source;
    size_t at = b->value, end = b->cut[0].start;
    for (; at < end; at++) {
        text += strspn(text, " ");
        if (source[at] != ' ' && source[at] != *text++)
            return false;
    }
    return b->value < end;
}

/* Ways to read an answer to a blank. */
typedef enum Reading { READ_LINE, READ_VALUE, READ_PIECE, READINGS } Reading;

static Reading likely_reading(Practice *p, const Asked *b, const char *text)
{
    return b->cut[0].start == b->node->start || is_statement(text) ? READ_LINE
           : is_value(p, b, text)                                  ? READ_VALUE
                                                                   : READ_PIECE;
}

/* Tells whether an answer may stand for that: a whole statement is no value, or scores = other = q would be right;
 * dim=1 is an argument. */
static bool may_be(const Asked *b, const char *text, Reading reading)
{
    const bool is_inner = reading == READ_PIECE && b->cut[0].start > b->value;
    return reading == READ_LINE || is_inner || !is_statement(text);
}

/* A line with an answer in it: the whole line, its value, or what belongs in the place of its first ___. */
static const char *read_as(Practice *p, const Asked *b, const char *text, Reading reading)
{
    const Lesson *lesson = p->run->lesson;
    const char *so_far = p->answer[p->blank], *blank = so_far ? strstr(so_far, BLANK) : NULL;
    if (reading == READ_LINE)
        return arena_string(&p->arena, text);
    if (reading == READ_VALUE)
        return arena_format(&p->arena, "%.*s%s", (int)(b->value - b->node->start),
                            lesson->source + b->node->start, text);
    if (!blank) {
        so_far = exercise_blank(&p->arena, lesson, b);
        blank = strstr(so_far, BLANK);
    }
    return arena_format(&p->arena, "%.*s%s%s", (int)(blank - so_far), so_far, text,
                        blank + strlen(BLANK));
}

/* Says how many pieces of a line are still blank; false where none is. */
static bool tell_blanks(Practice *p, const char *line)
{
    int blanks = 0;
    for (const char *at = line; (at = strstr(at, BLANK)); at += strlen(BLANK))
        blanks++;
    if (blanks > 0)
        p->said = arena_format(&p->arena, "Still blank: %d piece%s of the line.", blanks,
                               plural(blanks));
    return blanks > 0;
}

/* The first of the lines that is right; NULL. */
static const char *right_line(Practice *p, const Asked *b, const char *const *line)
{
    for (int i = 0; i < READINGS && has_judge(p, b->first, b->last); i++)
        if (line[i] && !strstr(line[i], BLANK) && judge_is_right(p->judge, line[i]))
            return line[i];
    return NULL;
}

/* An answer that is wrong as what it looks like is right if it is as something else: somebody who sees
 * scores / ___ may type the whole of another value. */
static bool fill(Practice *p, const Asked *b, const char *text)
{
    const char *line[READINGS], **answer = &p->answer[p->blank];
    text += strspn(text, " \t");
    for (int i = 0; i < READINGS; i++)
        line[i] = may_be(b, text, (Reading)i) ? read_as(p, b, text, (Reading)i) : NULL;
    p->is_right[p->blank] = false;
    *answer = line[likely_reading(p, b, text)];
    const bool is_open = tell_blanks(p, *answer);
    Verdict *v = is_open ? NULL : judged(p, b->first, b->last, *answer);
    const char *right = v && v->kind == VERDICT_RIGHT ? NULL : right_line(p, b, line);
    if (right) {
        verdict_free(v);
        *answer = right;
        v = judged(p, b->first, b->last, right);
    }
    return (right || !is_open) && conclude(p, v);
}

bool practice_answer(Practice *p, const char *text)
{
    const Exercise *x = p->x;
    if (x->kind == EXERCISE_FILL)
        return fill(p, &x->blank[p->blank], text);
    if (x->kind == EXERCISE_MEND && p->blank >= 0 && p->blank < p->units) {
        p->unit[p->blank].text = arena_string(&p->arena, text + strspn(text, " "));
        return practice_judge(p);
    }
    p->written = arena_string(&p->arena, text);
    return conclude(p, judged(p, x->first, x->last, text));
}

/* The first of the lines that ORDER and MEND ask for. */
static int first_unit(const Practice *p)
{
    int first = p->unit[0].line;
    for (int i = 0; i < p->units; i++)
        first = min_int(first, p->unit[i].line);
    return first;
}

bool practice_judge(Practice *p)
{
    if (p->used == 0) {
        p->said = "No line is placed yet.";
        return false;
    }
    const char *text = answer_of_units(&p->arena, p);
    return conclude(p, judged(p, first_unit(p), p->x->last, text));
}

int practice_answers(Arena *a, const Practice *p, ExerciseAnswer *answer)
{
    const Exercise *x = p->x;
    const bool is_right = p->verdict && p->verdict->kind == VERDICT_RIGHT;
    int count = 0;
    for (int i = 0; i < x->blanks && x->kind == EXERCISE_FILL; i++)
        if (p->is_right[i])
            answer[count++] = (ExerciseAnswer){x->blank[i].first, x->blank[i].last, p->answer[i]};
    if (is_right && x->kind == EXERCISE_WRITE)
        answer[count++] = (ExerciseAnswer){x->first, x->last, p->written};
    if (is_right && (x->kind == EXERCISE_ORDER || x->kind == EXERCISE_MEND))
        answer[count++] = (ExerciseAnswer){first_unit(p), x->last, answer_of_units(a, p)};
    return count;
}

void practice_take(Practice *p, int at)
{
    memcpy(p->taken, p->unit, sizeof p->unit);
    p->taken_used = p->used;
    p->blank = at;
}

void practice_put_back(Practice *p)
{
    memcpy(p->unit, p->taken, sizeof p->unit);
    p->used = p->taken_used;
    p->blank = -1;
}

void practice_move(Practice *p, int by)
{
    int from = p->blank, to = from + by;
    bool is_used = from < p->used;
    if (from < 0)
        return;
    if (is_used && by > 0 && to >= p->used) {
        p->used--; /* puts it aside where it stands */
        return;
    }
    if (!is_used && by < 0 && from == p->used) {
        p->used++;
        return;
    }
    if (to < 0 || to >= p->units)
        return;
    struct PracticeUnit was = p->unit[from];
    p->unit[from] = p->unit[to];
    p->unit[to] = was;
    p->blank = to;
}

/* --- predictions ------------------------------------------------------------------------------------ */

/* The same number of the lesson with a mistake in it; nan where it has none. */
static double mistaken_number(Practice *p, const Mutation *m)
{
    Err err = {0};
    Arena a = {0};
    double found = (double)NAN;
    Lesson *wrong = lesson_edit(p->run->lesson, m->edit, m->edits, &err);
    Run *run = wrong ? run_tried(p->run, wrong) : NULL;
    const char *name = p->run->tape->step[p->t->step].name;
    Results results = run ? results_of(&a, run) : (Results){0};
    const Result *r = name ? results_find(&results, name) : NULL;
    if (r && qkv_tensor_same_shape(r->tensor, p->t))
        found = qkv_tensor_at(r->tensor, p->cell);
    run_free(run);
    lesson_free(wrong);
    arena_release(&a);
    return found;
}

/* Tells whether somebody may come to a number by no mistake of the lines: 0, 1, or one that is given, or that stands
 * elsewhere in the result. */
static bool is_common(const Practice *p, double number)
{
    const QkvTape *tape = p->run->tape;
    for (int i = 0; i <= p->t->step; i++) {
        const QkvTensor *t = tape->step[i].call.out;
        bool is_seen = tape->step[i].call.op->how == QKV_HOW_GIVEN || i == p->t->step;
        for (int64_t k = 0; is_seen && !t->hole && k < t->count; k++)
            if (exercise_is_near(number, qkv_tensor_at(t, k)))
                return true;
    }
    return exercise_is_near(number, 0) || exercise_is_near(fabs(number), 1);
}

/* Words for what makes a number in the place of the right one, where few kinds of mistakes do; NULL. */
static const char *likely_mistake(Practice *p, double number)
{
    enum { MOST = 40, FEW = 2 };
    const char *found = NULL;
    int kinds = 0;
    Mutations all = exercise_mistakes(&p->arena, p->run, p->x);
    for (int i = 0; i < min_int(all.count, MOST); i++) {
        const char *sentence = all.item[i].sentence;
        if (!exercise_is_near(number, mistaken_number(p, &all.item[i])))
            continue;
        kinds += !found || strcmp(found, sentence) != 0;
        found = found ? found : sentence;
    }
    return kinds <= FEW ? found : NULL;
}

/* Why somebody comes to a number: what the author foresaw, or a single mistake that makes it; NULL. */
static const char *foreseen(Practice *p, double number)
{
    ExerciseWrong wrong[EXERCISE_WRONGS];
    int wrongs = exercise_wrongs(&p->arena, &p->x->blank[0], wrong);
    for (int i = 0; i < wrongs; i++)
        if (exercise_is_near(number, wrong[i].number))
            return wrong[i].sentence;
    const char *likely = is_common(p, number) ? NULL : likely_mistake(p, number);
    return likely ? arena_format(&p->arena, "It comes out when %s.", likely) : NULL;
}

bool practice_predict(Practice *p, const char *text, double number, const char *no)
{
    p->tries++;
    const char *why = no ? foreseen(p, number) : NULL;
    p->said = !no   ? "Right."
              : why ? arena_format(&p->arena, "%s: %s", text, why)
                    : arena_format(&p->arena, "%s: %s.", text, no);
    if (!no && !p->is_done)
        ask_rule(p);
    p->is_done = p->is_done || !no;
    p->told = no ? p->told : p->helps;
    return !no;
}

/* --- what is asked ---------------------------------------------------------------------------------- */

const char *practice_line(Arena *a, const Practice *p)
{
    const Exercise *x = p->x;
    if (x->kind == EXERCISE_MEND)
        return p->blank >= 0 && p->blank < p->units ? p->unit[p->blank].text : "";
    if (x->kind != EXERCISE_FILL)
        return "";
    return p->answer[p->blank] ? p->answer[p->blank]
                               : exercise_blank(a, p->run->lesson, &x->blank[p->blank]);
}

const char *practice_task(Arena *a, const Exercise *x)
{
    switch (x->kind) {
    case EXERCISE_FILL:
        return x->blanks == 1 ? arena_format(a, "Fill in the line: %s", x->name)
                              : arena_format(a, "Fill in %d lines: %s", x->blanks, x->name);
    case EXERCISE_ORDER:
        return arena_format(a, "Put the lines in order: %s. Some do not belong", x->name);
    case EXERCISE_MEND:
        return arena_format(a, "One line of %s is wrong: find it and mend it", x->name);
    case EXERCISE_PREDICT:
        return arena_format(a, "Predict a number of %s", x->name);
    default:
        return arena_format(a, "Write %s yourself", x->name);
    }
}
