/* The lesson is cut off after the result that is asked for and freed of its expectations, so that a run
 * costs as little as can be; what is tried first is what says most. */
#include "lesson/diagnose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/common.h"
#include "lesson/code.h"
#include "lesson/reseed.h"

/* A block of the printout, and the result that it should be: of this name, or what a line prints. */
typedef struct DiagnoseTarget {
    const PrintoutBlock *block;
    const char *name; /* "" for what a line prints */
    int line;
} DiagnoseTarget;

typedef struct Diagnoser {
    Diagnosis *d;
    const Run *run;
    Lesson *lesson; /* as far as the last target */
    int targets;
    DiagnoseTarget *target;
    Mutations all;
    bool *changes; /* of each: it runs, and the numbers become others */
    DiagnoseBounds bounds;
    double end; /* of the time */
} Diagnoser;

/* --- what the numbers should be ------------------------------------------------------------------- */

/* The last tensor that a statement makes: what it prints where it prints no name. */
static const QkvTensor *made_last(const Run *run, int line)
{
    int s = run_statement_at(run, line);
    bool is_there = s < run->statements && run->statement[s].first <= line;
    int end = is_there ? run->statement[s + 1].first_step : 0;
    return end > 0 && end > run->statement[s].first_step ? run->tape->step[end - 1].call.out : NULL;
}

/* The numbers that a target has in a run; NULL: there are none of its shape. */
static const QkvTensor *target_tensor(const DiagnoseTarget *x, const Run *run,
                                      const Results *results)
{
    const Result *r = *x->name ? results_find(results, x->name) : NULL;
    const QkvTensor *t = *x->name ? (r ? r->tensor : NULL) : made_last(run, x->line);
    return t && printout_fits(x->block, t) ? t : NULL;
}

static DiagnoseTarget diagnose_target(const Run *run, const PrintoutBlock *b, const Result *r)
{
    return (DiagnoseTarget){b, r->name, run->statement[r->statement].last};
}

static const Result *result_for(const Results *results, const PrintoutBlock *b, const char *name)
{
    const Result *found = NULL;
    if (name || b->name)
        found = results_find(results, name ? name : b->name);
    if (found && printout_fits(b, found->tensor))
        return found;
    for (int i = results->count - 1; i >= 0 && !name; i--) {
        const Result *r = &results->item[i];
        if (r->kind != RESULT_TENSOR || r->step < 0 || !printout_fits(b, r->tensor))
            continue;
        if (printout_differ(b, r->tensor) == 0)
            return r;
        found = found ? found : r;
    }
    return found;
}

static bool fail_result_name(const Results *results, const char *name, Err *err)
{
    const char *nearest = results_nearest(results, name);
    return err_set(err, (Loc){0}, "no result is called '%s'%s%s%s", name,
                   nearest ? ": did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

/* The block that has the most to say: of the name that is asked for, or else the first with more than
 * one number. */
static const PrintoutBlock *main_block(const Printout *p, const char *name)
{
    const PrintoutBlock *best = NULL;
    for (int i = 0; i < p->count; i++) {
        const PrintoutBlock *b = &p->block[i];
        if (name && b->name && strcmp(b->name, name) == 0 && !b->is_cut)
            return b;
        if (!b->is_cut && (!best || (best->count == 1 && b->count > 1)))
            best = b;
    }
    return best;
}

/* --- a whole printout beside what the lesson prints ----------------------------------------------- */

/* Output of a lesson, as blocks, and the line of the code that each comes from. */
typedef struct OwnPrint {
    Printout printed;
    int *line;
} OwnPrint;

static OwnPrint own_print(Arena *a, const Run *run)
{
    OwnPrint own = {0};
    Buf text = {.arena = a};
    int lines = 0, *from = NULL; /* of the text: each with a line of the code */
    for (int i = 0; i < run->stops; i++) {
        const Stop *x = &run->stop[i];
        if (x->kind != STOP_PRINT || x->detail > DETAIL_NORMAL)
            continue;
        buf_printf(&text, "%s\n", x->text);
        for (const char *at = x->text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
            arena_push(a, from, lines, run->statement[x->statement].last);
    }
    Err none = {0};
    if (!printout_read(a, buf_text(&text), text.length, &own.printed, &none))
        return (OwnPrint){0};
    own.line = arena_many(a, (size_t)own.printed.count + 1, int);
    for (int i = 0; i < own.printed.count; i++)
        own.line[i] = from[clamp_int(own.printed.block[i].line - 1, 0, lines - 1)];
    return own;
}

static bool is_same_size(const PrintoutBlock *a, const PrintoutBlock *b)
{
    return a->rank == b->rank && a->is_cut == b->is_cut && a->count == b->count &&
           memcmp(a->size, b->size, (size_t)a->rank * sizeof *a->size) == 0;
}

/* Where the blocks of a printout begin among those that the lesson prints; -1 where that is not sure. */
static int own_begin(const OwnPrint *own, const Printout *p)
{
    int found = -1;
    for (int first = 0; first + p->count <= own->printed.count; first++) {
        bool is_same = true;
        for (int i = 0; is_same && i < p->count; i++)
            is_same = is_same_size(&own->printed.block[first + i], &p->block[i]);
        if (is_same && found >= 0)
            return -1;
        found = is_same ? first : found;
    }
    return found;
}

/* The name or the line whose numbers the lesson prints there. */
static bool find_printed(const Run *run, const Results *results, const PrintoutBlock *own, int line,
                         DiagnoseTarget *out)
{
    out->name = "";
    for (int i = results->count - 1; i >= 0; i--) {
        const Result *r = &results->item[i];
        if (r->kind != RESULT_TENSOR || r->step < 0 || !*r->name ||
            run->statement[r->statement].last > line || !printout_fits(own, r->tensor) ||
            printout_differ(own, r->tensor) > 0 || results_find(results, r->name) != r)
            continue;
        *out = diagnose_target(run, out->block, r);
        return true;
    }
    const QkvTensor *t = made_last(run, line);
    out->line = line;
    return t && printout_fits(own, t) && printout_differ(own, t) == 0;
}

/* --- what is asked about -------------------------------------------------------------------------- */

/* Finds what a block should be: what stands in its place where the lesson prints as many, what its name says, or a
 * result of its shape. */
static bool find_target(const Diagnoser *s, const Results *results, const OwnPrint *own, int begin,
                        const Printout *p, int i, DiagnoseTarget *out)
{
    const PrintoutBlock *b = &p->block[i];
    *out = (DiagnoseTarget){.block = b};
    const Result *r = b->name ? results_find(results, b->name) : NULL;
    bool is_named = r && r->step >= 0 && printout_fits(b, r->tensor);
    if (!is_named && begin >= 0 &&
        find_printed(s->run, results, &own->printed.block[begin + i], own->line[begin + i], out))
        return true;
    r = is_named ? r : result_for(results, b, NULL);
    if (!r || r->step < 0)
        return false;
    *out = diagnose_target(s->run, b, r);
    return is_named || begin < 0;
}

static bool is_target_made(const DiagnoseTarget *x, const Run *run, const Results *results)
{
    const QkvTensor *t = target_tensor(x, run, results);
    return t && printout_differ(x->block, t) == 0;
}

/* The first block that is not what it should be, or, where all are, the first; one that is sure before
 * one that only has the size of a result, and one of several numbers before a single one. */
static bool choose_block(Diagnoser *s, const Results *results, const Printout *p)
{
    Diagnosis *d = s->d;
    OwnPrint own = own_print(&d->arena, s->run);
    int begin = own_begin(&own, p), best = -1;
    DiagnoseTarget first = {0};
    for (int i = 0; i < p->count; i++) {
        DiagnoseTarget x;
        if (p->block[i].is_cut)
            continue;
        bool is_sure = find_target(s, results, &own, begin, p, i, &x);
        if (x.line == 0)
            continue;
        int worth = (is_sure ? 1 : 0) + (x.block->count > 1 ? 1 : 0) +
                    (is_target_made(&x, s->run, results) ? 0 : 4);
        if (worth > best) {
            first = x;
            best = worth;
        }
        if (is_sure && (begin >= 0 || x.block->name)) /* the others must come out, too */
            arena_push(&d->arena, s->target, s->targets, x);
    }
    if (best < 0)
        return false;
    int at = 0;
    while (at < s->targets && s->target[at].block != first.block)
        at++;
    if (at == s->targets)
        arena_push(&d->arena, s->target, s->targets, first);
    s->target[at] = s->target[0];
    s->target[0] = first;
    return true;
}

static bool choose_named(Diagnoser *s, const Results *results, const Printout *p, const char *name)
{
    const PrintoutBlock *main = main_block(p, name);
    const Result *right = result_for(results, main, name);
    if (!right || right->step < 0)
        return false;
    arena_push(&s->d->arena, s->target, s->targets, diagnose_target(s->run, main, right));
    for (int i = 0; i < p->count; i++) { /* the others must come out, too, where they have a name */
        const PrintoutBlock *b = &p->block[i];
        const Result *r = b->name ? results_find(results, b->name) : NULL;
        if (b != main && !b->is_cut && r && printout_fits(b, r->tensor))
            arena_push(&s->d->arena, s->target, s->targets, diagnose_target(s->run, b, r));
    }
    return true;
}

static bool choose_targets(Diagnoser *s, const Printout *p, const char *name, Err *err)
{
    Diagnosis *d = s->d;
    Results results = results_of(&d->arena, s->run);
    if (name && !results_find(&results, name))
        return fail_result_name(&results, name, err);
    if (!main_block(p, name))
        return err_set(err, (Loc){0}, "only some of these numbers were printed (...): print all");
    if (!(name ? choose_named(s, &results, p, name) : choose_block(s, &results, p)))
        return err_set(err, (Loc){0},
                       "no result of %s has this number of rows and columns: name the one "
                       "that it should be",
                       s->run->lesson->file);
    const Result *r = results_find(&results, s->target[0].name);
    d->block = s->target[0].block;
    d->name = s->target[0].name;
    d->line = *d->name ? 0 : s->target[0].line;
    d->right = *d->name ? r->tensor : made_last(s->run, d->line);
    return d->right || err_set(err, (Loc){0}, "line %d of %s prints numbers that no operation made",
                               d->line, s->run->lesson->file);
}

/* --- signs ---------------------------------------------------------------------------------------- */

typedef double CellOf(const void *from, int64_t cell);

static double printed_cell(const void *from, int64_t cell)
{
    return ((const PrintoutBlock *)from)->value[cell];
}

static double computed_cell(const void *from, int64_t cell)
{
    return qkv_tensor_at(from, cell);
}

/* Tells whether all sums along an axis are 1: `count` numbers, `step` apart. */
static bool sum_to_one(CellOf *cell, const void *from, int64_t all, int64_t count, int64_t step,
                       double half)
{
    if (count < 2 || all % (count * step) != 0)
        return false;
    for (int64_t block = 0; block < all; block += count * step)
        for (int64_t i = 0; i < step; i++) {
            double sum = 0;
            for (int64_t k = 0; k < count; k++)
                sum += cell(from, block + i + k * step);
            if (!(fabs(sum - 1) <= (double)count * half + 1e-5))
                return false;
        }
    return true;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool is_permuted(const PrintoutBlock *b, const QkvTensor *t)
{
    bool same = b->count == t->count;
    double *x = malloc((size_t)b->count * sizeof *x), *y = malloc((size_t)b->count * sizeof *y);
    for (int64_t i = 0; same && x && y && i < b->count; i++) {
        x[i] = b->value[i];
        y[i] = qkv_tensor_at(t, i);
        same = !isnan(x[i]) && !isnan(y[i]);
    }
    if (same && x && y) {
        qsort(x, (size_t)b->count, sizeof *x, compare_doubles);
        qsort(y, (size_t)b->count, sizeof *y, compare_doubles);
        for (int64_t i = 0; same && i < b->count; i++)
            same = fabs(x[i] - y[i]) <= b->half[0] * 1.01 + fabs(y[i]) * 1e-6;
    }
    same = same && x && y;
    free(x);
    free(y);
    return same;
}

/* Factor from the right numbers to these; 0 when it is not one for all. */
static double ratio_of(const PrintoutBlock *b, const QkvTensor *t)
{
    double ratio = 0, largest = 0;
    for (int64_t i = 0; i < b->count; i++) {
        double right = qkv_tensor_at(t, i);
        if (fabs(right) > largest) {
            largest = fabs(right);
            ratio = b->value[i] / right;
        }
    }
    for (int64_t i = 0; i < b->count; i++)
        if (!(fabs(b->value[i] - ratio * qkv_tensor_at(t, i)) <=
              b->half[i] * (1.01 + fabs(ratio)) + 1e-6))
            return 0;
    return isfinite(ratio) && b->count > 1 ? ratio : 0;
}

static void find_signs(Diagnosis *d)
{
    const PrintoutBlock *b = d->block;
    const QkvTensor *t = d->right;
    Signs *s = &d->signs;
    int64_t columns = b->rank > 0 ? b->size[b->rank - 1] : 1;
    int64_t rows = b->rank > 1 ? b->size[b->rank - 2] : 1;
    double half = b->count > 0 ? b->half[0] : 0;
    s->ones = b->count > 1;
    for (int64_t i = 0; i < b->count; i++) {
        s->ones = s->ones && b->value[i] == 1;
        s->has_nan = s->has_nan || isnan(b->value[i]);
        s->has_inf = s->has_inf || isinf(b->value[i]);
    }
    s->rows = sum_to_one(printed_cell, b, b->count, columns, 1, half);
    s->columns = sum_to_one(printed_cell, b, b->count, rows, columns, half);
    s->all = sum_to_one(printed_cell, b, b->count, rows * columns, 1, half);
    if (!printout_fits(b, t))
        return;
    s->right_rows = sum_to_one(computed_cell, t, t->count, columns, 1, 1e-6);
    s->right_columns = sum_to_one(computed_cell, t, t->count, rows, columns, 1e-6);
    s->permuted = is_permuted(b, t);
    s->ratio = ratio_of(b, t);
}

/* --- trying --------------------------------------------------------------------------------------- */

/* Tells whether a result has other numbers than the right one. */
static bool is_other(const QkvTensor *t, const QkvTensor *right)
{
    return !qkv_tensor_same_shape(t, right) || t->dtype != right->dtype ||
           memcmp(t->data.raw, right->data.raw, (size_t)t->count * qkv_dtype_size(t->dtype)) != 0;
}

/* How many of the printed numbers a run does not make; -1 when they have another shape, or are not
 * there. *other tells whether its numbers are not the right ones. */
static int64_t misses(const Diagnoser *s, const Run *run, bool *other)
{
    Arena scratch = {0};
    Results results = results_of(&scratch, run);
    int64_t differ = 0;
    *other = false;
    for (int i = 0; i < s->targets && differ >= 0; i++) {
        const QkvTensor *t = target_tensor(&s->target[i], run, &results);
        differ = t ? differ + printout_differ(s->target[i].block, t) : -1;
        *other = *other || (t && i == 0 && is_other(t, s->d->right));
    }
    arena_release(&scratch);
    return differ;
}

/* The lesson with the edits of one mutation or two, and others; NULL where they overlap. */
static Lesson *mutated(const Diagnoser *s, const Mutation *a, const Mutation *b, const Edit *more,
                       int mores)
{
    Edit edit[2 * MUTATION_EDITS + RESEED_EDITS];
    Err err = {0};
    int edits = 0;
    for (int i = 0; i < a->edits; i++)
        edit[edits++] = a->edit[i];
    for (int i = 0; b && i < b->edits; i++)
        edit[edits++] = b->edit[i];
    for (int i = 0; i < mores; i++)
        edit[edits++] = more[i];
    return lesson_edit(s->lesson, edit, edits, &err);
}

static int64_t try(const Diagnoser *s, const Mutation *a, const Mutation *b, bool *other)
{
    *other = false;
    Lesson *lesson = mutated(s, a, b, NULL, 0);
    if (!lesson)
        return -1;
    Run *run = run_tried(s->run, lesson);
    int64_t differ = misses(s, run, other);
    run_free(run);
    lesson_free(lesson);
    return differ;
}

static bool is_integer(const char *text)
{
    text += *text == '-';
    return *text && text[strspn(text, "0123456789")] == '\0';
}

/* Two numbers for one axis are one mistake: dim=0 and dim=-2 of a matrix. */
static bool is_mutation_told(const Diagnosis *d, const Mutation *a)
{
    for (int i = 0; i < d->fits; i++) {
        const Mutation *m = d->fit[i].mutation[0];
        if (d->fit[i].mutations == 1 && m->edit[0].start == a->edit[0].start &&
            is_integer(m->new) && is_integer(a->new))
            return true;
    }
    return false;
}

static void add_fit(Diagnoser *s, const Mutation *a, const Mutation *b)
{
    if (!b && is_mutation_told(s->d, a)) {
        s->d->tried--;
        return;
    }
    Fit fit = {.mutations = b ? 2 : 1, .mutation = {a, b}};
    arena_push(&s->d->arena, s->d->fit, s->d->fits, fit);
}

static bool is_over(Diagnoser *s)
{
    s->d->is_cut = s->d->is_cut || clock_seconds() >= s->end ||
                   (s->bounds.is_stopped && s->bounds.is_stopped());
    return s->d->is_cut;
}

static void try_singles(Diagnoser *s)
{
    Diagnosis *d = s->d;
    for (int i = 0; i < s->all.count && !is_over(s); i++) {
        const Mutation *m = &s->all.item[i];
        int64_t differ = try(s, m, NULL, &s->changes[i]);
        d->tried++;
        if (differ == 0)
            add_fit(s, m, NULL);
        if (differ > 0 && differ < d->nearest.differ)
            d->nearest = (Fit){.mutations = 1, .mutation = {m}, .differ = differ};
    }
}

/* Tries pairs, those that say most first, one of each pair as far down the list as need be. */
static void try_pairs(Diagnoser *s)
{
    bool other;
    Diagnosis *d = s->d;
    for (int last = 1; last < s->all.count && d->fits == 0; last++)
        for (int i = 0; s->changes[last] && i < last; i++) {
            if (!s->changes[i])
                continue;
            if (is_over(s))
                return;
            d->pairs++;
            if (try(s, &s->all.item[i], &s->all.item[last], &other) == 0)
                add_fit(s, &s->all.item[i], &s->all.item[last]);
        }
}

/* --- other inputs --------------------------------------------------------------------------------- */

/* Tells whether two results would be printed alike. */
static bool is_printed_alike(const QkvTensor *x, const QkvTensor *y)
{
    bool is_same_shape = x && y && x->count == y->count; /* axes of size 1 do not count */
    for (int64_t i = 0; is_same_shape && i < x->count; i++) {
        double a = qkv_tensor_at(x, i), b = qkv_tensor_at(y, i);
        bool is_same = (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-5 * fmax(1, fabs(a));
        if (!is_same && !(isinf(a) && isinf(b) && (a > 0) == (b > 0)))
            return false;
    }
    return is_same_shape;
}

/* Finds the first target after a fit with other inputs; NULL: there is none. */
static const QkvTensor *elsewhere(const Diagnoser *s, const Fit *fit, const Edit *inputs, int edits,
                                  Lesson **lesson, Run **run)
{
    *lesson = mutated(s, fit->mutation[0], fit->mutation[1], inputs, edits);
    *run = *lesson ? run_tried(s->run, *lesson) : NULL;
    if (!*run)
        return NULL;
    Results results = results_of(&s->d->arena, *run);
    return target_tensor(&s->target[0], *run, &results);
}

static int compare_kinds(const void *a, const void *b)
{
    const Fit *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind - y->kind;
    return (x->mutation[0] > y->mutation[0]) - (x->mutation[0] < y->mutation[0]);
}

/* Fits that make the same numbers of these inputs, and of others, too, are one change in other words. */
static void tell_apart(Diagnoser *s)
{
    enum { MOST_FITS = 16 };
    Diagnosis *d = s->d;
    Edit inputs[RESEED_EDITS];
    Lesson *lesson[MOST_FITS] = {0};
    Run *run[MOST_FITS] = {0};
    const QkvTensor *made[MOST_FITS] = {0};
    int edits = reseed_edits(&d->arena, s->lesson, s->run, 2, inputs);
    if (d->fits < 2 || d->fits > MOST_FITS || edits == 0)
        return;
    bool is_known = true;
    for (int i = 0; i < d->fits; i++) {
        int k = 0;
        made[i] = elsewhere(s, &d->fit[i], inputs, edits, &lesson[i], &run[i]);
        is_known = is_known && made[i];
        while (k < i && !is_printed_alike(made[k], made[i]))
            k++;
        d->fit[i].kind = k < i ? d->fit[k].kind : d->kinds++;
    }
    d->kinds = is_known ? d->kinds : 0;
    if (is_known)
        qsort(d->fit, (size_t)d->fits, sizeof *d->fit, compare_kinds);
    for (int i = 0; i < d->fits; i++) {
        run_free(run[i]);
        lesson_free(lesson[i]);
    }
}

/* --- the lesson as far as it matters -------------------------------------------------------------- */

static int last_line(const Diagnoser *s)
{
    int line = 0;
    for (int i = 0; i < s->targets; i++)
        line = max_int(line, s->target[i].line);
    return line;
}

/* The statement with the mistake in it, as a change says it. */
static void say_change(Diagnoser *s, Fit *fit)
{
    const Mutation *m = fit->mutation[0];
    Err err = {0};
    Lesson *wrong = m->edits == 1 ? lesson_edit(s->lesson, m->edit, 1, &err) : NULL;
    const Node *n = wrong ? code_at(wrong, m->line) : NULL;
    if (n && fit->mutations == 1)
        fit->change = arena_format(&s->d->arena, "%s: %.*s",
                                   lesson_line_text(&s->d->arena, s->lesson, m->line),
                                   (int)(n->end - n->start), wrong->source + n->start);
    if (fit->change && strchr(fit->change, '\n'))
        fit->change = NULL;
    lesson_free(wrong);
}

/* --- the whole ------------------------------------------------------------------------------------ */

/* Forgets the mutations that change something outside of the lines that the mistake is in. */
static void keep_lines(Diagnoser *s)
{
    int kept = 0;
    size_t start, end, last_start, last_end;
    const Lesson *lesson = s->run->lesson;
    if (s->bounds.last == 0)
        return;
    bool is_there = err_line(lesson->source, lesson->length, s->bounds.first, &start, &end) &&
                    err_line(lesson->source, lesson->length, s->bounds.last, &last_start,
                             &last_end);
    for (int i = 0; i < s->all.count && is_there; i++) {
        const Mutation *m = &s->all.item[i];
        bool is_inside = true;
        for (int e = 0; e < m->edits; e++)
            is_inside = is_inside && m->edit[e].start >= start && m->edit[e].end <= last_end;
        if (is_inside)
            s->all.item[kept++] = *m;
    }
    s->all.count = kept;
}

static void search(Diagnoser *s)
{
    Diagnosis *d = s->d;
    s->end = clock_seconds() + s->bounds.seconds;
    s->lesson = lesson_until(s->run->lesson, last_line(s));
    s->all = mutations_of(&d->arena, s->run->lesson, s->run, d->right->step);
    keep_lines(s);
    d->singles = s->all.count;
    s->changes = arena_many(&d->arena, (size_t)s->all.count + 1, bool);
    bool other;
    d->nearest.differ = misses(s, s->run, &other);
    d->is_right = d->nearest.differ == 0;
    if (d->nearest.differ < 0)
        d->nearest.differ = d->block->count;
    if (!d->is_right)
        try_singles(s);
    if (!d->is_right && d->fits == 0)
        try_pairs(s);
    tell_apart(s);
    for (int i = 0; i < d->fits; i++)
        say_change(s, &d->fit[i]);
    lesson_free(s->lesson);
}

Diagnosis *diagnose(const Run *run, const char *name, const Printout *printed,
                    DiagnoseBounds bounds, Err *err)
{
    Arena arena = {0};
    Diagnosis *d = arena_new(&arena, Diagnosis);
    d->arena = arena;
    d->lesson = run->lesson;
    Diagnoser s = {.d = d, .run = run, .bounds = bounds};
    if (!choose_targets(&s, printed, name, err)) {
        diagnosis_free(d);
        return NULL;
    }
    find_signs(d);
    search(&s);
    return d;
}

void diagnosis_free(Diagnosis *d)
{
    if (!d)
        return;
    Arena arena = d->arena;
    arena_release(&arena);
}
