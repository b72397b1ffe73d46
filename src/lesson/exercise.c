/* Lines of a lesson that may be asked for, and the lesson with blanks in their place. */
#include "lesson/exercise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "lesson/code.h"
#include "lesson/directive.h"
#include "lesson/phrase.h"
#include "python/eval.h"

#define WAITS "???"

static const char *const words[EXERCISE_KINDS] = {"fill", "order", "mend", "predict", "write"};

const char *exercise_word(ExerciseKind kind)
{
    return words[kind];
}

ExerciseKind exercise_kind(const char *word, size_t length)
{
    for (int i = 0; i < EXERCISE_KINDS; i++)
        if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0)
            return (ExerciseKind)i;
    return EXERCISE_KINDS;
}

/* --- text of code ----------------------------------------------------------------------------------- */

static const char *text_between(Arena *a, const Lesson *lesson, size_t start, size_t end)
{
    return arena_text(a, lesson->source + start, end - start);
}

/* The same without any white space: how code is told to be the same. */
static const char *squeezed(Arena *a, const char *text, size_t length)
{
    char *out = arena_alloc(a, length + 1);
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        if (!is_blank(text[i]))
            out[count++] = text[i];
    out[count] = '\0';
    return out;
}

static size_t line_start(const Lesson *lesson, size_t at)
{
    while (at > 0 && lesson->source[at - 1] != '\n')
        at--;
    return at;
}

/* True if nothing else stands on the lines of a statement. */
static bool is_alone(const Lesson *lesson, const Node *n)
{
    const char *after = lesson->source + n->end;
    for (size_t at = line_start(lesson, n->start); at < n->start; at++)
        if (!is_blank(lesson->source[at]))
            return false;
    after += strspn(after, " \t");
    return *after == '\n' || *after == '#' || *after == '\0';
}

static const Node *value_of(const Node *n)
{
    return n->kind == NODE_RETURN && n->kids > 0 ? n->kid[0] : code_value(n);
}

size_t exercise_value_start(const Lesson *lesson, const Node *n)
{
    const char *source = lesson->source;
    size_t at = n->kind == NODE_RETURN ? n->start + strlen("return") : n->start;
    const Node *value = value_of(n);
    if (!value)
        return n->start;
    for (size_t i = n->start; n->kind != NODE_RETURN && i < value->start; i++)
        at = source[i] == '=' ? i + 1 : at;
    while (at < value->start && (is_blank(source[at]) || source[at] == '\n'))
        at++;
    return at;
}

const char *exercise_code(Arena *a, const Lesson *lesson, int first, int last)
{
    Buf text = {.arena = a};
    size_t indent = strspn(lesson_code_line(lesson, first), " ");
    for (int line = first; line <= last; line++) {
        const char *at = lesson_code_line(lesson, line);
        size_t skip = strspn(at, " ");
        at += skip < indent ? skip : indent;
        if (!directive_line(at))
            buf_printf(&text, "%s%.*s", text.length ? "\n" : "", (int)strcspn(at, "\n"), at);
    }
    return buf_text(&text);
}

/* --- what may be asked for -------------------------------------------------------------------------- */

/* Lines that belong together: the body of a function, or the code of a block outside of functions. */
typedef struct Passage {
    int stage, part;
    const Node *function, *class;
    int asked, foretold;
    Asked *ask, *foretell; /* asked for their number alone */
    bool is_marked;        /* by the author */
} Passage;

typedef struct Finder {
    Arena *a;
    const Run *run;
    const Lesson *lesson;
    const char *squeezed; /* the lesson without white space */
    const int *place;     /* in it, of each byte of the lesson */
    int stage, part;
    bool is_marked; /* the stage has blanks of its author */
    int passages;
    Passage *passage;
} Finder;

bool exercise_is_never(const Node *n)
{
    const Statement *s = n->statement;
    for (int i = 0; s && i < s->directives; i++)
        if (s->directive[i].kind == DIRECTIVE_BLANK)
            return strcmp(s->directive[i].text, "none") == 0; /* the first decides */
    return false;
}

/* Tells whether nobody sees a statement. */
static bool is_unseen(const Node *n)
{
    return n->statement && directive_is(n->statement, DIRECTIVE_HIDE);
}

/* Where a part of a statement's code begins, as a whole word from `from` on; SIZE_MAX: nowhere. */
static size_t find_part(const Lesson *lesson, size_t from, size_t end, const char *part)
{
    size_t length = strlen(part);
    const char *source = lesson->source;
    bool begins = is_letter(*part) || is_digit(*part);
    bool ends = length > 0 && (is_letter(part[length - 1]) || is_digit(part[length - 1]));
    for (size_t at = from; length > 0 && at + length <= end; at++) {
        char before = at > 0 ? source[at - 1] : ' ', after = source[at + length];
        if (strncmp(source + at, part, length) == 0 &&
            !(begins && (is_letter(before) || is_digit(before))) &&
            !(ends && (is_letter(after) || is_digit(after))))
            return at;
    }
    return SIZE_MAX;
}

bool exercise_cut(const Lesson *lesson, Asked *asked, Err *err)
{
    const Node *n = asked->node;
    const Statement *s = n->statement;
    size_t from = n->start;
    for (int i = 0; i < s->directives; i++) {
        const Directive *d = &s->directive[i];
        if (d->kind != DIRECTIVE_BLANK || !*d->text || asked->cuts == COUNT(asked->cut))
            continue;
        size_t at = find_part(lesson, from, n->end, d->text);
        if (at == SIZE_MAX)
            return err && err_set(err, (Loc){lesson->path, d->line, d->col, (int)strlen(d->key)},
                                  "blank: '%.*s' is not in the statement below, or not after the "
                                  "part before it",
                                  (int)utf8_fit(d->text, strlen(d->text), 40), d->text);
        from = at + strlen(d->text);
        asked->cut[asked->cuts].start = at;
        asked->cut[asked->cuts++].end = from;
    }
    if (asked->cuts == 0) {
        asked->cut[0].start = exercise_value_start(lesson, n);
        asked->cut[0].end = n->end;
        asked->cuts = 1;
    }
    return true;
}

/* Tells whether a tree reads a name that is no module: what it makes hangs on something. */
static bool reads_names(const Node *n)
{
    if (n->kind == NODE_NAME)
        return !is_namespace(n) && strcmp(n->text, "math") != 0;
    for (int i = 0; i < n->kids; i++) {
        bool is_called = i == 0 && n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME;
        if (n->kid[i] && !is_called && reads_names(n->kid[i]))
            return true;
    }
    return false;
}

static bool is_worth_it(const Node *value)
{
    return value && value->kind != NODE_NAME && value->kind != NODE_INDEX &&
           !IS_CALL(value, "clone", "detach", "tensor", "print") && reads_names(value);
}

static bool is_made(const Run *run, int step)
{
    return step >= 0 && run->tape->step[step].call.op->how != QKV_HOW_GIVEN;
}

static bool has_several(const Run *run, int first, int last)
{
    int made = 0;
    for (int i = first; i <= last; i++)
        made += is_made(run, i);
    return made > 1;
}

/* Where a statement outside of functions shows what it made, and calls no code of the lesson; -1. */
static int step_outside(const Finder *f, const Node *n, Asked *asked)
{
    const Run *run = f->run;
    int statement = run_statement_at(run, n->statement->line), step = -1;
    const RunStatement *x = &run->statement[statement];
    asked->at_statement = statement;
    if (statement >= run->statements || x->first != n->statement->line || x->hidden || x->folded)
        return -1;
    for (int i = x->first_stop; i < x[1].first_stop; i++) {
        const Stop *stop = &run->stop[i];
        bool is_own = stop->kind == STOP_TENSOR && stop->step >= x->first_step &&
                      stop->step < x[1].first_step;
        if (stop->kind == STOP_ERROR || stop->line >= 0)
            return -1;
        step = stop->detail == DETAIL_BRIEF && is_own ? stop->step : step;
    }
    asked->has_several = has_several(run, x->first_step, step);
    return step;
}

/* The same of a statement in a function, the first time that it ran. */
static int step_inside(const Finder *f, const Node *n, Asked *asked)
{
    const Run *run = f->run;
    for (int i = 0; i < run->lines; i++) {
        const RunLine *l = &run->line[i];
        if (l->node != n || l->kind != LINE_STATEMENT || l->library)
            continue;
        asked->at_statement = l->statement;
        asked->has_several = has_several(run, l->first_step, l->end_step - 1);
        bool calls = i + 1 < run->lines && run->line[i + 1].outer == i;
        return calls || l->end_step == l->first_step ? -1 : l->end_step - 1;
    }
    return -1;
}

static const int *places_in_squeezed(Arena *a, const Lesson *lesson)
{
    int *place = arena_many(a, lesson->length + 1, int), count = 0;
    for (size_t i = 0; i <= lesson->length; i++) {
        place[i] = count;
        count += !is_blank(lesson->source[i]);
    }
    return place;
}

/* Tells whether the same code stands earlier in the lesson: then it needs no thought. */
static bool stands_before(const Finder *f, const Node *value)
{
    enum { SHORT = 8 };
    const char *own = squeezed(f->a, f->lesson->source + value->start, value->end - value->start);
    const char *found = strlen(own) < SHORT ? NULL : strstr(f->squeezed, own);
    return found && found - f->squeezed < f->place[value->start];
}

/* w.grad, or loss.backward(): a line that shows gradients, or makes them. */
static bool is_of_gradients(const Node *n)
{
    const Node *call = n->kind == NODE_EXPRESSION ? n->kid[0] : NULL;
    const Node *name = call && call->kind == NODE_CALL ? call->kid[0] : call;
    return name && name->kind == NODE_ATTRIBUTE &&
           strcmp(name->text, name == call ? "grad" : "backward") == 0;
}

static bool takes_gradients(const Node *n)
{
    if (n->kind == NODE_ATTRIBUTE &&
        (strcmp(n->text, "grad") == 0 || strcmp(n->text, "backward") == 0))
        return true;
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i] && takes_gradients(n->kid[i]))
            return true;
    return false;
}

typedef struct GoingBack {
    int before; /* a line: does a function take gradients before it? Without them all numbers would be others */
    bool is_inside;
} GoingBack;

static void find_going_back(void *context, const Node *n, const Node *function)
{
    GoingBack *g = context;
    g->is_inside |= function && n->line < g->before && code_is_simple(n) && takes_gradients(n);
}

/* The step of what a line shows or makes, whichever line did; -1. */
static int step_of_gradients(const Run *run, int statement, bool is_made)
{
    const RunStatement *x = &run->statement[statement];
    if (is_made)
        return x[1].first_step > x->first_step ? x[1].first_step - 1 : -1;
    for (int i = x->first_stop; i < x[1].first_stop; i++)
        if (run->stop[i].kind == STOP_TENSOR)
            return run->stop[i].step;
    return -1;
}

/* Lines of gradients are asked for where their author says so: the number of one that shows some, the code of one that makes
 * them. */
static void look_at_gradients(Finder *f, Passage *p, const Node *n)
{
    const bool is_made = n->kid[0]->kind == NODE_CALL;
    Asked asked = {.node = n, .first = n->statement->line, .last = n->statement->last_line};
    GoingBack back = {.before = asked.first};
    asked.at_statement = run_statement_at(f->run, asked.first);
    if (!directive_is(n->statement, is_made ? DIRECTIVE_BLANK : DIRECTIVE_WRONG) ||
        !is_alone(f->lesson, n) || asked.at_statement >= f->run->statements ||
        p->asked == EXERCISE_BLANKS)
        return;
    code_each(f->lesson, find_going_back, &back);
    asked.step = step_of_gradients(f->run, asked.at_statement, is_made);
    asked.value = n->start;
    if (back.is_inside || asked.step < 0 || !exercise_cut(f->lesson, &asked, NULL))
        return;
    if (is_made)
        arena_push(f->a, p->ask, p->asked, asked);
    else
        arena_push(f->a, p->foretell, p->foretold, asked);
}

static void look_at(Finder *f, Passage *p, const Node *n)
{
    Asked asked = {.node = n, .first = n->statement->line, .last = n->statement->last_line};
    const bool is_marked = directive_is(n->statement, DIRECTIVE_BLANK);
    bool is_simple = (n->kind == NODE_ASSIGN && n->kids == 2) || n->kind == NODE_AUGMENTED ||
                     n->kind == NODE_RETURN;
    if (!code_is_simple(n) || !is_alone(f->lesson, n) || p->asked == EXERCISE_BLANKS ||
        (f->is_marked ? !is_marked : !is_simple || !is_worth_it(value_of(n))))
        return;
    asked.step = p->function ? step_inside(f, n, &asked) : step_outside(f, n, &asked);
    asked.value = exercise_value_start(f->lesson, n);
    bool is_shown = is_made(f->run, asked.step) &&
                    f->run->tape->step[asked.step].call.out->count > 0;
    if (!is_shown || (!is_marked && stands_before(f, value_of(n))) ||
        !exercise_cut(f->lesson, &asked, NULL))
        return;
    p->is_marked |= is_marked;
    arena_push(f->a, p->ask, p->asked, asked);
}

static void look_into(Finder *f, Passage *p, const Node *n, const Node *class)
{
    if (exercise_is_never(n) || is_unseen(n))
        return;
    if (n->kind == NODE_DEF || n->kind == NODE_CLASS) {
        if (n->kind == NODE_DEF && p->function)
            return; /* a function in a function belongs to nobody */
        Passage own = {.stage = f->stage, .part = f->part, .class = class};
        own.function = n->kind == NODE_DEF ? n : NULL;
        const Node *body = n->kind == NODE_DEF ? n->kid[2] : n->kid[1];
        for (int i = 0; i < body->kids; i++)
            if (n->kind == NODE_DEF || body->kid[i]->kind == NODE_DEF)
                look_into(f, &own, body->kid[i], n->kind == NODE_CLASS ? n : class);
        if (own.asked > 0)
            arena_push(f->a, f->passage, f->passages, own);
        return;
    }
    if (n->statement && !p->function && is_of_gradients(n))
        look_at_gradients(f, p, n);
    else if (n->statement)
        look_at(f, p, n);
    for (int i = 0; p->function && i < n->kids; i++) {
        const Node *kid = n->kid[i];
        if (kid && (kid->statement || kid->kind == NODE_BLOCK))
            look_into(f, p, kid, class);
    }
}

static void find_mark(void *context, const Node *n, const Node *function)
{
    bool *is_marked = context;
    (void)function;
    *is_marked |= directive_is(n->statement, DIRECTIVE_BLANK) && !exercise_is_never(n);
}

static bool is_stage_marked(const Stage *stage)
{
    bool is_marked = false;
    for (int i = 0; i < stage->parts; i++)
        if (stage->part[i].kind == PART_CODE)
            code_each_in(&stage->part[i].program, find_mark, &is_marked);
    return is_marked;
}

static void find_passages(Finder *f)
{
    for (f->stage = 0; f->stage < f->lesson->stages; f->stage++) {
        const Stage *stage = &f->lesson->stage[f->stage];
        f->is_marked = is_stage_marked(stage);
        for (f->part = 0; f->part < stage->parts; f->part++) {
            const Part *part = &stage->part[f->part];
            Passage outside = {.stage = f->stage, .part = f->part};
            if (part->kind != PART_CODE)
                continue;
            for (int i = 0; i < part->program.count; i++)
                look_into(f, &outside, part->program.statement[i].node, NULL);
            if (outside.asked + outside.foretold > 0)
                arena_push(f->a, f->passage, f->passages, outside);
        }
    }
}

/* --- exercises -------------------------------------------------------------------------------------- */

const char *exercise_made(Arena *a, const Lesson *lesson, const Asked *asked)
{
    const Node *n = asked->node;
    if (is_of_gradients(n))
        return n->kid[0]->kind == NODE_CALL ? "the gradients"
                                            : text_between(a, lesson, n->start, n->end);
    return n->kind == NODE_RETURN ? "return"
           : code_value(n)        ? text_between(a, lesson, n->kid[0]->start, n->kid[0]->end)
                                  : "code";
}

static const char *name_of_function(Arena *a, const Passage *p)
{
    return !p->function ? NULL
           : p->class   ? arena_format(a, "%s.%s", p->class->text, p->function->text)
                        : p->function->text;
}

static void add(Finder *f, Exercises *all, const Passage *p, Exercise x)
{
    const Asked *last = p->asked > 0 ? &p->ask[p->asked - 1] : NULL;
    x.stage = p->stage;
    x.part = p->part;
    x.function = p->function;
    x.end = x.blanks ? &x.blank[x.blanks - 1] : last;
    x.step = x.end->step;
    if (!x.name)
        x.name = name_of_function(f->a, p);
    if (!x.name)
        x.name = exercise_made(f->a, f->lesson, x.end);
    arena_push(f->a, all->item, all->count, x);
}

/* Backward fading: the last line first, then two, then all. */
static void add_fills(Finder *f, Exercises *all, const Passage *p, int first, int last)
{
    const int level[] = {1, 2, p->asked};
    for (int i = 0; i < COUNT(level); i++)
        if (level[i] <= p->asked && (i == 0 || level[i] > level[i - 1]))
            add(f, all, p,
                (Exercise){.kind = EXERCISE_FILL,
                           .first = first,
                           .last = last,
                           .blanks = level[i],
                           .blank = p->ask + (p->asked - level[i])});
}

static void add_prediction(Finder *f, Exercises *all, const Passage *p, Asked *asked)
{
    add(f, all, p,
        (Exercise){.kind = EXERCISE_PREDICT,
                   .first = asked->first,
                   .last = asked->last,
                   .blanks = 1,
                   .blank = asked});
}

/* Tells whether a reader with a pencil would compute a number of it. */
static bool is_by_hand(const Finder *f, const Asked *asked)
{
    enum { MOST = 32 };
    const QkvCall *made = &f->run->tape->step[asked->step].call;
    return made->out->count == 0 || qkv_terms(made, 0, f->a).count <= MOST;
}

static void add_predictions(Finder *f, Exercises *all, const Passage *p)
{
    bool has_wrongs = p->foretold > 0;
    for (int i = 0; i < p->asked; i++)
        has_wrongs |= directive_is(p->ask[i].node->statement, DIRECTIVE_WRONG);
    for (int i = 0; i < p->asked && !p->function; i++) {
        Asked *asked = &p->ask[i];
        bool is_asked = has_wrongs ? directive_is(asked->node->statement, DIRECTIVE_WRONG)
                                   : i == p->asked - 1 && is_by_hand(f, asked);
        if (is_asked && !is_of_gradients(asked->node))
            add_prediction(f, all, p, asked);
    }
    for (int i = 0; i < p->foretold; i++)
        add_prediction(f, all, p, &p->foretell[i]);
}

/* How many of the lines use what one before them makes: without any, every order is right. */
static int count_uses(const Passage *p)
{
    int uses = 0;
    for (int i = 1; i < p->asked; i++) {
        bool is_used = false;
        for (int k = 0; k < i && !is_used; k++) {
            const Node *n = p->ask[k].node;
            const Node *target = code_value(n) ? n->kid[0] : NULL;
            is_used = target && target->kind == NODE_NAME &&
                      code_mentions(p->ask[i].node, target->text);
        }
        uses += is_used;
    }
    return uses;
}

static void add_passage(Finder *f, Exercises *all, const Passage *p)
{
    enum { LEAST_UNITS = 3, LEAST_USES = 2 };
    const Node *body = p->function ? p->function->kid[2] : NULL;
    if (p->asked == 0) {
        add_predictions(f, all, p);
        return;
    }
    int first = body ? p->function->statement->line : p->ask[0].first;
    int last = body ? p->function->statement->last_line : p->ask[p->asked - 1].last;
    if (last - first >= EXERCISE_LINES)
        return;
    add_fills(f, all, p, first, last);
    Exercise x = {.first = body ? body->kid[0]->statement->line : first, .last = last};
    int unit[EXERCISE_LINES][2], units = 0;
    x.stage = p->stage;
    x.part = p->part;
    x.function = p->function;
    units = exercise_units(f->lesson, &x, unit, EXERCISE_LINES);
    for (int kind = EXERCISE_ORDER; kind <= EXERCISE_MEND && units >= LEAST_UNITS; kind++) {
        x.kind = (ExerciseKind)kind;
        if (kind == EXERCISE_MEND || count_uses(p) >= LEAST_USES)
            add(f, all, p, x);
    }
    add_predictions(f, all, p);
}

/* A class once, at the last of its methods that is asked for; a function outside of classes. */
static void add_write(Finder *f, Exercises *all, int at)
{
    const Passage *p = &f->passage[at];
    const Node *whole = p->class ? p->class : p->function;
    bool is_last = !p->class || at + 1 == f->passages || f->passage[at + 1].class != p->class;
    if (whole && is_last)
        add(f, all, p,
            (Exercise){.kind = EXERCISE_WRITE,
                       .name = whole->text,
                       .first = whole->statement->line,
                       .last = whole->statement->last_line});
}

Exercises exercises_of(Arena *a, const Run *run)
{
    Exercises all = {0};
    const Lesson *lesson = run->lesson;
    Finder f = {.a = a, .run = run, .lesson = lesson};
    f.squeezed = squeezed(a, lesson->source, lesson->length);
    f.place = places_in_squeezed(a, lesson);
    find_passages(&f);
    for (int i = 0; i < f.passages; i++) {
        add_passage(&f, &all, &f.passage[i]);
        add_write(&f, &all, i);
    }
    return all;
}

/* --- what waits ------------------------------------------------------------------------------------- */

typedef struct Waiting {
    Arena *a;
    const Lesson *lesson; /* the author's */
    const Exercise *x;
    int open, last_open; /* lines of the first and last blank without an answer; 0: none */
    bool is_back;        /* about gradients: all that is made of any waits, before it, too */
    int names;
    const char **name; /* names that hang on the blanks */
    const char *quoted[EXERCISE_BLANKS];
    int quotes;
} Waiting;

static void note_targets(Waiting *w, const Node *target)
{
    bool several = target->kind == NODE_TUPLE || target->kind == NODE_LIST;
    if (target->kind == NODE_NAME)
        arena_push(w->a, w->name, w->names, target->text);
    for (int i = 0; several && i < target->kids; i++)
        note_targets(w, target->kid[i]);
}

static void note_bound(Waiting *w, const Node *n)
{
    for (int i = 0; i < n->kids - 1 && code_value(n); i++)
        note_targets(w, n->kid[i]);
}

static Waiting waiting_of(Arena *a, const Lesson *lesson, const Exercise *x,
                          const char *const *answer)
{
    enum { SHORT = 5 };
    Waiting w = {.a = a, .lesson = lesson, .x = x};
    for (int i = 0; i < x->blanks; i++) {
        const Node *n = x->blank[i].node, *value = value_of(n);
        w.is_back = w.is_back || is_of_gradients(n);
        if (!answer || !answer[i] || strstr(answer[i], BLANK)) {
            w.open = w.open ? w.open : x->blank[i].first;
            w.last_open = x->blank[i].first;
            if (!x->function)
                note_bound(&w, n);
        }
        value = value ? value : n;
        const char *own = squeezed(a, lesson->source + value->start, value->end - value->start);
        if (strlen(own) >= SHORT)
            w.quoted[w.quotes++] = own;
    }
    return w;
}

/* Tells whether code has the same as a blank. */
static bool has_same(const Waiting *w, const char *text, size_t length)
{
    const char *own = squeezed(w->a, text, length);
    for (int i = 0; i < w->quotes; i++)
        if (strstr(own, w->quoted[i]))
            return true;
    return false;
}

static bool is_blank_of(const Exercise *x, const Node *n)
{
    for (int i = 0; i < x->blanks; i++)
        if (x->blank[i].first == n->statement->line)
            return true;
    return false;
}

/* Tells whether a statement after the first blank waits for it: it has the same code, checks a result, or outside of
 * functions uses one, or comes after all blanks. What it binds then hangs on the blank, too. */
static bool waits(Waiting *w, const Node *n, const char *source)
{
    const Exercise *x = w->x;
    const int line = n->statement->line;
    if (is_blank_of(x, n) || !code_is_simple(n))
        return false;
    bool is_later = w->open > 0 && (w->is_back || line > w->open);
    bool uses = w->is_back && is_later && takes_gradients(n);
    bool is_in_function = x->function && line <= x->last;
    for (int i = 0; i < w->names && is_later && !is_in_function; i++)
        uses = uses || code_mentions(n, w->name[i]);
    uses = uses || (!x->function && w->last_open > 0 && line > w->last_open) ||
           (n->kind == NODE_ASSERT && is_later) ||
           has_same(w, source + n->start, n->end - n->start);
    if (uses)
        note_bound(w, n);
    return uses;
}

/* --- lines as they are shown ------------------------------------------------------------------------ */

const char *exercise_blank(Arena *a, const Lesson *lesson, const Asked *b)
{
    Buf text = {.arena = a};
    size_t from = b->node->start;
    for (int i = 0; i < b->cuts; i++) {
        buf_add(&text, lesson->source + from, b->cut[i].start - from);
        buf_puts(&text, BLANK);
        from = b->cut[i].end;
    }
    buf_add(&text, lesson->source + from, b->node->end - from);
    return buf_text(&text);
}

static void find_at(void *context, const Node *n, const Node *function)
{
    const Node **found = context;
    (void)function;
    if (!found[0] && n->statement->line == found[1]->line)
        found[0] = n;
}

const Node *exercise_statement(const Lesson *lesson, int line)
{
    const Node key = {.line = line}, *found[2] = {NULL, &key};
    code_each(lesson, find_at, found);
    return found[0];
}

static int put_lines(Arena *a, const char *text, int first, int blank, ExerciseLine *line, int room)
{
    int count = 0;
    for (const char *at = text; count < room; at += strcspn(at, "\n") + 1) {
        size_t length = strcspn(at, "\n");
        line[count] = (ExerciseLine){arena_text(a, at, length), first + count, blank};
        count++;
        if (!at[length])
            break;
    }
    return count;
}

int exercise_lines(Arena *a, const Lesson *lesson, const Exercise *x, const char *const *answer,
                   ExerciseLine *line, int room)
{
    Waiting w = waiting_of(a, lesson, x, answer);
    int count = 0, indented = (int)strspn(lesson_code_line(lesson, x->first), " ");
    for (int at = x->first; at <= x->last && count < room; at++) {
        const char *text = lesson_code_line(lesson, at);
        int indent = (int)strspn(text, " "), blank = -1;
        const Node *n = exercise_statement(lesson, at);
        const char *pad = arena_format(a, "%*s", max_int(indent - indented, 0), "");
        if (directive_line(text))
            continue;
        for (int i = 0; i < x->blanks && x->kind == EXERCISE_FILL; i++)
            blank = x->blank[i].first == at ? i : blank;
        if (blank >= 0) {
            const char *own = answer && answer[blank] ? answer[blank]
                                                      : exercise_blank(a, lesson, &x->blank[blank]);
            count += put_lines(a, arena_format(a, "%s%s", pad, own), at, blank, line + count,
                               room - count);
            at = x->blank[blank].last;
        } else if (n && x->kind == EXERCISE_FILL && waits(&w, n, lesson->source)) {
            line[count++] = (ExerciseLine){arena_format(a, "%s" WAITS, pad), at, -1};
            at = n->statement->last_line;
        } else {
            text += min_int(indent, indented);
            line[count++] = (ExerciseLine){arena_text(a, text, strcspn(text, "\n")), at, -1};
        }
    }
    return count;
}

/* --- the lesson with blanks ------------------------------------------------------------------------- */

typedef struct Masker {
    Waiting w;
    int edits;
    Edit *edit;
} Masker;

static void put(Masker *m, size_t start, size_t end, const char *text)
{
    arena_push(m->w.a, m->edit, m->edits, ((Edit){.start = start, .end = end, .text = text}));
}

/* Masks what an author asks for above the statement, in words of its code. Where the lines as a whole are asked for,
 * nothing of them stays. */
static void mask_directives(Masker *m, const Node *n)
{
    const Statement *s = n->statement;
    const Exercise *x = m->w.x;
    const char *source = m->w.lesson->source;
    bool is_whole = x->blanks == 0 && s->line >= x->first && s->line <= x->last;
    for (int i = 0; i < s->directives && !is_whole; i++) {
        const Directive *d = &s->directive[i];
        size_t start = line_start(m->w.lesson, n->start);
        for (int up = s->line - d->line; up > 0 && start > 0; up--)
            start = line_start(m->w.lesson, start - 1);
        const char *at = strstr(source + start, d->text);
        if (d->kind == DIRECTIVE_BLANK && d->text[0] && !exercise_is_never(n) && at &&
            at < source + n->start)
            put(m, (size_t)(at - source), (size_t)(at - source) + strlen(d->text), "");
    }
}

/* A statement that stays in its place, and says nothing. */
static void mask(void *context, const Node *n, const Node *function)
{
    Masker *m = context;
    const Exercise *x = m->w.x;
    (void)function;
    mask_directives(m, n);
    bool is_asked = x->kind == EXERCISE_PREDICT && is_blank_of(x, n);
    if (is_asked || waits(&m->w, n, m->w.lesson->source))
        put(m, n->start, n->end, "pass");
}

/* Text of a stage that waits. */
static Part waiting_part(Lesson *copy, const Stage *stage)
{
    Span *span = arena_new(&copy->arena, Span);
    span->text = "It waits for the exercise that is open: q closes that.";
    return (Part){.kind = PART_PROSE,
                  .line = stage->line,
                  .block = {.kind = BLOCK_PARAGRAPH, .spans = 1, .span = span}};
}

/* Tells whether words have the code of a blank, or of one of its pieces: what leads to the code may quote it. */
static bool quotes_blank(const Waiting *w, const Part *part)
{
    enum { SHORT = 8 };
    Buf said = {.arena = w->a};
    const Exercise *x = w->x;
    for (int i = 0; i < part->block.spans; i++)
        buf_puts(&said, part->block.span[i].text);
    buf_puts(&said, part->block.text ? part->block.text : "");
    const char *own = squeezed(w->a, buf_text(&said), said.length);
    bool quotes = has_same(w, own, strlen(own));
    for (int i = 0; i < x->blanks; i++)
        for (int k = 0; k < x->blank[i].cuts; k++) {
            const struct AskedCut *cut = &x->blank[i].cut[k];
            const char *code = squeezed(w->a, w->lesson->source + cut->start,
                                        cut->end - cut->start);
            quotes = quotes || (strlen(code) >= SHORT && strstr(own, code));
        }
    return quotes && x->kind == EXERCISE_FILL;
}

/* Takes from a lesson with blanks what is said of them: from the part of the blank on all but the code that calls the
 * function, and before it what quotes them. */
static void drop_words(Lesson *copy, const Waiting *w, int called)
{
    const Exercise *x = w->x;
    for (int s = w->is_back ? 0 : x->stage; s < copy->stages; s++) {
        Stage *stage = &copy->stage[s];
        int kept = 0;
        for (int i = 0; i < stage->parts; i++) {
            const Part *part = &stage->part[i];
            bool is_before = s == x->stage && i <= x->part;
            bool is_told = (part->kind == PART_PROSE || part->kind == PART_QUESTION) &&
                           !(s == x->stage && quotes_blank(w, part));
            bool is_called = x->function && s <= called;
            bool is_earlier = s < x->stage && part->kind != PART_EXPECT &&
                              part->kind != PART_ANSWER;
            if (is_earlier ||
                (part->kind == PART_CODE ? is_before || is_called : is_before && is_told))
                stage->part[kept++] = *part;
        }
        if (stage->parts > 0 && kept == 0)
            stage->part[kept++] = waiting_part(copy, stage);
        stage->parts = kept;
    }
}

/* The stage in which the lines of an exercise run first. */
static int called_at(const Run *run, const Exercise *x)
{
    for (int i = 0; i < run->lines && x->stage < run->lesson->stages; i++) {
        const RunLine *l = &run->line[i];
        if (l->first >= x->first && l->last <= x->last && !l->library && l->kind != LINE_PASS)
            return max_int(run->statement[l->statement].stage, x->stage);
    }
    return x->stage;
}

/* The lines as a whole are asked for: one blank in their place. */
static void put_whole(Masker *m)
{
    int unit[EXERCISE_LINES][2];
    int units = exercise_units(m->w.lesson, m->w.x, unit, EXERCISE_LINES);
    for (int i = 0; i < units; i++) {
        const Node *n = exercise_statement(m->w.lesson, unit[i][0]);
        put(m, n->start, n->end, i ? "pass" : BLANK);
    }
}

Lesson *exercise_lesson(Arena *a, const Run *run, const Exercise *x, const char *const *answer,
                        Err *err)
{
    const Lesson *lesson = run->lesson;
    Masker all = {.w = waiting_of(a, lesson, x, answer)}, *m = &all;
    for (int s = all.w.is_back ? 0 : x->stage; s < lesson->stages; s++)
        for (int i = s == x->stage && !all.w.is_back ? x->part : 0; i < lesson->stage[s].parts; i++)
            if (lesson->stage[s].part[i].kind == PART_CODE)
                code_each_in(&lesson->stage[s].part[i].program, mask, m);
    for (int i = 0; i < x->blanks && x->kind == EXERCISE_FILL; i++) {
        const Asked *b = &x->blank[i];
        const char *text = answer && answer[i] ? answer[i] : exercise_blank(a, lesson, b);
        put(m, b->node->start, b->node->end, text);
    }
    if (x->blanks == 0)
        put_whole(m);
    Lesson *copy = lesson_edit(lesson, m->edit, m->edits, err);
    if (copy)
        drop_words(copy, &m->w, called_at(run, x));
    return copy;
}

Lesson *exercise_tried(const Lesson *tried, const Run *run, const Exercise *x, Err *err)
{
    Lesson *copy = lesson_edit(tried, NULL, 0, err);
    Arena a = {0};
    const Waiting w = waiting_of(&a, run->lesson, x, NULL);
    if (copy)
        drop_words(copy, &w, called_at(run, x));
    arena_release(&a);
    return copy;
}

/* --- lines that are moved --------------------------------------------------------------------------- */

typedef struct Units {
    const Exercise *x;
    int (*unit)[2];
    int count, room;
    size_t end;
} Units;

/* The outermost statements in the lines of an exercise. */
static void add_unit(void *context, const Node *n, const Node *function)
{
    Units *u = context;
    const Statement *s = n->statement;
    (void)function;
    if (s->line < u->x->first || s->last_line > u->x->last || n->start < u->end ||
        u->count == u->room)
        return;
    u->unit[u->count][0] = s->line;
    u->unit[u->count++][1] = s->last_line;
    u->end = n->end;
}

int exercise_units(const Lesson *lesson, const Exercise *x, int (*unit)[2], int room)
{
    Units u = {.x = x, .unit = unit, .room = room};
    code_each(lesson, add_unit, &u);
    return u.count;
}
