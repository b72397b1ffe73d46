/* Directives that an author wrote for exercises: wrong numbers that are foreseen, and other inputs; and what is wrong
 * with them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/change_place.h"
#include "lesson/code.h"
#include "lesson/exercise.h"
#include "lesson/result.h"

/* --- wrong numbers ---------------------------------------------------------------------------------- */

/* "0.571: That is ..". False for anything else. */
static bool read_number(const char *text, ExerciseWrong *out)
{
    char *end;
    out->number = strtod(text, &end);
    if (end == text || *end != ':')
        return false;
    out->sentence = end + 1 + strspn(end + 1, " \t");
    return *out->sentence != '\0';
}

/* The same behind a place: "dropped[w1] = 0.571: That is ..". A label may have a colon. */
static bool read_wrong(Arena *a, const char *text, ExerciseWrong *out)
{
    *out = (ExerciseWrong){0};
    const char *sign = strstr(text, " = ");
    if (read_number(text, out))
        return true;
    if (!sign || !read_number(sign + strlen(" = "), out))
        return false;
    out->place = arena_text(a, text, (size_t)(sign - text));
    return true;
}

int exercise_wrongs(Arena *a, const Asked *asked, ExerciseWrong *wrong)
{
    const Statement *s = asked->node->statement;
    int count = 0;
    for (int i = 0; i < s->directives && count < EXERCISE_WRONGS; i++)
        count += s->directive[i].kind == DIRECTIVE_WRONG &&
                 read_wrong(a, s->directive[i].text, &wrong[count]);
    return count;
}

bool exercise_is_near(double x, double y)
{
    return isinf(y) ? x == y : fabs(x - y) <= 0.005 * fmax(0.1, fabs(y));
}

/* Labels as they are printed, in quotes where the language needs them: scores[2nd, a:b] is scores['2nd', 'a:b']. */
static const char *with_quotes(Arena *a, const char *place)
{
    Buf out = {.arena = a};
    size_t before = strcspn(place, "[");
    buf_add(&out, place, before);
    for (const char *at = place + before; *at;) {
        size_t mark = strspn(at, "[], "), label = strcspn(at + mark, "[],");
        const char *text = at + mark;
        bool is_plain = label == 0 || strspn(text, "0123456789-") == label || *text == '\'' ||
                        *text == '"' || (label == 1 && *text == ':');
        buf_add(&out, at, mark);
        buf_printf(&out, is_plain ? "%.*s" : "'%.*s'", (int)label, text);
        at = text + label;
    }
    return buf_text(&out);
}

/* The cell of a place, in the tensor of its name. False after *err. */
static bool find_cell(Arena *a, const Run *run, const Exercise *x, const char *place,
                      const QkvTensor **t, int64_t *cell, Err *err)
{
    PlacePart part;
    if (!place_part_of(a, run, with_quotes(a, place), exercise_made(a, run->lesson, x->blank),
                       run->tape->step[x->step].call.out, &part, err))
        return false;
    *cell = 0;
    for (int d = 0; d < part.t->rank; d++)
        *cell = *cell * part.t->size[d] + max_int64(part.index[d], 0);
    *t = part.t;
    return true;
}

const QkvTensor *exercise_number(Arena *a, const Run *run, const Exercise *x, int64_t *cell)
{
    ExerciseWrong wrong[EXERCISE_WRONGS];
    Err err = {0};
    int wrongs = exercise_wrongs(a, &x->blank[0], wrong);
    const QkvTensor *t = run->tape->step[x->step].call.out;
    *cell = wrongs > 0 && t->count > 0 ? 0 : -1;
    if (wrongs > 0 && wrong[0].place)
        find_cell(a, run, x, wrong[0].place, &t, cell, &err);
    return t;
}

/* --- other inputs ----------------------------------------------------------------------------------- */

typedef struct Others {
    const Lesson *lesson;
    int number, edits, room;
    Edit *edit;
} Others;

/* The texts that an author gives in the place of the value of a statement; returns how many. */
static int others_of(const Node *n, const Directive **given)
{
    int count = 0;
    for (int i = 0; i < n->statement->directives && count < EXERCISE_WRONGS; i++)
        if (n->statement->directive[i].kind == DIRECTIVE_OR && code_value(n))
            given[count++] = &n->statement->directive[i];
    return count;
}

static void put_other(void *context, const Node *n, const Node *function)
{
    Others *o = context;
    const Directive *given[EXERCISE_WRONGS];
    int count = others_of(n, given), kept = 0;
    (void)function;
    if (count == 0)
        return;
    for (int i = 0; i < o->edits; i++)
        if (o->edit[i].end <= n->start || o->edit[i].start >= n->end)
            o->edit[kept++] = o->edit[i];
    o->edits = kept;
    if (kept < o->room)
        o->edit[o->edits++] = (Edit){.start = exercise_value_start(o->lesson, n),
                                     .end = n->end,
                                     .text = given[(o->number - 1) % count]->text};
}

int exercise_others(const Lesson *lesson, int number, Edit *edit, int edits, int room)
{
    Others o = {lesson, number, edits, room, edit};
    code_each(lesson, put_other, &o);
    return o.edits;
}

/* --- what is wrong with them ------------------------------------------------------------------------ */

typedef struct Checker {
    Arena *a;
    const Run *run;
    const Exercises *all;
    Err *err;
} Checker;

static bool fail(const Checker *c, const Directive *d, const char *message)
{
    const Loc at = {c->run->lesson->path, d->line, d->col, (int)strlen(d->key)};
    return c->err->set || err_set(c->err, at, "%s: %s", d->key, message);
}

static const Exercise *prediction_of(const Checker *c, const Node *n)
{
    for (int i = 0; i < c->all->count; i++)
        if (c->all->item[i].kind == EXERCISE_PREDICT && c->all->item[i].blank[0].node == n)
            return &c->all->item[i];
    return NULL;
}

/* Number that a prediction is about; `number` NULL: it has not been looked for. */
typedef struct Predicted {
    const Exercise *exercise;
    const QkvTensor *number;
    int64_t cell;
} Predicted;

/* A wrong number must not be the right one, and the number that is asked for is one of the first place. */
static void check_wrong(const Checker *c, Predicted *p, const Directive *d)
{
    ExerciseWrong wrong;
    Err err = {0};
    int64_t cell;
    const QkvTensor *t;
    const Exercise *x = p->exercise;
    bool is_first = !p->number;
    if (!read_wrong(c->a, d->text, &wrong))
        fail(c, d,
             "expected a number, a colon and a sentence: wrong 0.571: That is the weight before "
             "dropout.");
    else if (!x)
        fail(c, d, "this line makes no number that is asked for");
    else if (wrong.place && !find_cell(c->a, c->run, x, wrong.place, &t, &cell, &err))
        fail(c, d, arena_format(c->a, "%s: %s", wrong.place, err.message));
    else if (wrong.place && !is_first)
        fail(c, d, "one place is asked for, that of the first: the others have none");
    else if (is_first)
        p->number = exercise_number(c->a, c->run, x, &p->cell);
    if (!c->err->set && p->cell >= 0 &&
        exercise_is_near(wrong.number, qkv_tensor_at(p->number, p->cell)))
        fail(c, d, arena_format(c->a, "%g is the right number", wrong.number));
}

/* Tells whether the tensor that a statement names has a number below 0 in a run. */
static bool has_negative(const Checker *c, const Run *run, const Node *n)
{
    const Results all = results_of(c->a, run);
    const Result *r = n->kid[0]->kind == NODE_NAME ? results_find(&all, n->kid[0]->text) : NULL;
    for (int64_t i = 0; r && i < r->tensor->count; i++)
        if (qkv_tensor_at(r->tensor, i) < 0)
            return true;
    return !r || !qkv_is_float(r->tensor->dtype);
}

/* The same with another input. Where the text has a sign it is not run, and no code that comes after it ever is. */
static bool has_negative_other(const Checker *c, const Node *n, const Directive *d)
{
    Err err = {0};
    const Edit edit = {
        .start = exercise_value_start(c->run->lesson, n), .end = n->end, .text = d->text};
    Lesson *other = strchr(d->text, '-') ? NULL : lesson_edit(c->run->lesson, &edit, 1, &err);
    Lesson *begun = other ? lesson_until(other, n->statement->last_line) : NULL;
    Run *run = begun ? run_tried(c->run, begun) : NULL;
    bool has = !run || has_negative(c, run, n);
    run_free(run);
    lesson_free(begun);
    lesson_free(other);
    return has;
}

/* Where no number is below 0, |x| is x: an answer with it passes. */
static void check_others(const Checker *c, const Node *n)
{
    const Directive *given[EXERCISE_WRONGS];
    int count = others_of(n, given);
    bool has = count == 0 || has_negative(c, c->run, n);
    for (int i = 0; i < count && !has; i++)
        has = has_negative_other(c, n, given[i]);
    if (!has)
        fail(c, given[0], "no input has a number below 0, so an answer with abs or relu is right");
}

static void check_statement(void *context, const Node *n, const Node *function)
{
    const Checker *c = context;
    const Statement *s = n->statement;
    Asked asked = {.node = n};
    Predicted predicted = {.exercise = prediction_of(c, n)};
    (void)function;
    for (int i = 0; i < s->directives && !c->err->set; i++) {
        const Directive *d = &s->directive[i];
        if (exercise_is_never(n))
            continue;
        if (d->kind == DIRECTIVE_BLANK && !code_is_simple(n)) {
            fail(c, d, "a statement with lines inside cannot be asked for");
        } else if (d->kind == DIRECTIVE_BLANK) {
            exercise_cut(c->run->lesson, &asked, c->err);
        } else if (d->kind == DIRECTIVE_WRONG) {
            check_wrong(c, &predicted, d);
        }
    }
    if (!c->err->set)
        check_others(c, n);
}

bool exercises_check(const Run *run, Err *err)
{
    Arena a = {0};
    Exercises all = exercises_of(&a, run);
    Checker c = {&a, run, &all, err};
    code_each(run->lesson, check_statement, &c);
    arena_release(&a);
    return !err->set;
}
