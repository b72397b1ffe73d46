/* The runs are made one after the other; what they have in common is found by the result's name. */
#include "lesson/trial.h"

#include <math.h>
#include <string.h>

#include "lesson/compare.h"

/* --- the runs ------------------------------------------------------------------------------------- */

/* Adds the run of the lesson with these changes; with none, `run` itself. */
static bool add_trial(Trials *t, const Run *run, const char *value, const Change *change,
                      int changes, Err *err)
{
    Trial x = {.value = value, .run = run};
    if (changes > 0) {
        x.lesson = lesson_changed(run->lesson, change, changes, err);
        if (!x.lesson)
            return false;
        x.run = x.own = run_next(t->count > 0 ? t->trial[t->count - 1].run : run, x.lesson);
    }
    arena_push(&t->arena, t->trial, t->count, x);
    return true;
}

/* The change with several values, or else the last; -1 after setting *err. */
static int find_several(const Change *change, int changes, Err *err)
{
    int found = -1;
    for (int i = 0; i < changes; i++) {
        if (change[i].values == 1)
            continue;
        if (found >= 0) {
            err_set(err, (Loc){0}, "%s: only one change can have several values", change[i].text);
            return -1;
        }
        found = i;
    }
    return found < 0 ? changes - 1 : found;
}

Trials *trials_of(const Run *run, const Change *change, int changes, Err *err)
{
    int several = find_several(change, changes, err), others = 0;
    if (several < 0)
        return NULL;
    Arena arena = {0};
    Trials *t = arena_new(&arena, Trials);
    *t = (Trials){.arena = arena, .change = &change[several]};
    Change *all = arena_many(&t->arena, (size_t)changes, Change);
    for (int i = 0; i < changes; i++)
        if (i != several)
            all[others++] = change[i];
    bool ok = add_trial(t, run, "now", all, others, err);
    memcpy(all, change, (size_t)changes * sizeof *all);
    for (int i = 0; ok && i < change[several].values; i++) {
        const Change *c = &change[several];
        all[several].value = i;
        ok = add_trial(t, run, c->values > 1 ? c->each[i].shown : c->text, all, changes, err);
    }
    if (ok)
        return t;
    trials_free(t);
    return NULL;
}

void trials_free(Trials *t)
{
    if (!t)
        return;
    for (int i = 0; i < t->count; i++) {
        run_free(t->trial[i].own);
        lesson_free(t->trial[i].lesson);
    }
    Arena arena = t->arena;
    arena_release(&arena);
}

/* --- one result of all of them -------------------------------------------------------------------- */

/* The last result of that name in one of the runs, where it has the shape and type that it has now. */
static const QkvTensor *result_in(Trials *t, int trial, const PlacePart *part)
{
    Results results = results_of(&t->arena, t->trial[trial].run);
    const Result *r = results_find(&results, part->name);
    bool fits = r && qkv_tensor_same_shape(r->tensor, part->t) &&
                r->tensor->dtype == part->t->dtype;
    return fits ? r->tensor : NULL;
}

static bool is_everywhere_the_same(Trials *t, const PlacePart *part)
{
    for (int i = 1; i < t->count; i++) {
        const QkvTensor *other = result_in(t, i, part);
        if (!other || compare_cells(part->t, other, NULL).state != ROW_SAME)
            return false;
    }
    return true;
}

bool trials_part(Trials *t, const char *text, PlacePart *out, Err *err)
{
    const Run *run = t->trial[0].run;
    if (text)
        return place_part(&t->arena, run, text, out, err);
    Results results = results_of(&t->arena, run);
    for (int i = results.count - 1; i >= 0; i--) {
        const Result *r = &results.item[i];
        if (r->kind != RESULT_TENSOR || !*r->name || results_find(&results, r->name) != r)
            continue;
        *out = (PlacePart){.text = r->name, .name = r->name, .t = r->tensor};
        for (int d = 0; d < QKV_MAX_RANK; d++)
            out->index[d] = -1;
        if (!is_everywhere_the_same(t, out))
            return true;
    }
    return err_set(err, (Loc){0}, "no result differs with any of these values");
}

/* --- the table ------------------------------------------------------------------------------------ */

static bool is_in(const PlacePart *part, const int64_t *at)
{
    for (int d = 0; d < part->t->rank; d++)
        if (part->index[d] >= 0 && part->index[d] != at[d])
            return false;
    return true;
}

/* "[she, Anna]": a cell by its places along the axes that the part has all of; "" for a single one. */
static const char *cell_name(Arena *a, const PlacePart *part, int64_t cell)
{
    Buf out = {.arena = a};
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(part->t, cell, at);
    for (int d = 0; d < part->t->rank; d++) {
        const char *label = qkv_tensor_label(part->t, d, at[d], cell);
        if (part->index[d] >= 0)
            continue;
        buf_puts(&out, out.length ? ", " : "[");
        if (label)
            buf_puts(&out, label);
        else
            buf_printf(&out, "%lld", (long long)at[d]);
    }
    buf_puts(&out, out.length ? "]" : "");
    return buf_text(&out);
}

/* An empty table of the part: its rows and what they and its columns are called. */
static TrialTable begin_table(Trials *t, const PlacePart *part)
{
    Arena *a = &t->arena;
    TrialTable table = {.cell = arena_many(a, (size_t)part->t->count + 1, int64_t)};
    int64_t rows = 0;
    for (int64_t i = 0; i < part->t->count; i++) {
        int64_t at[QKV_MAX_RANK];
        qkv_tensor_index(part->t, i, at);
        if (is_in(part, at))
            table.cell[rows++] = i;
    }
    const char **row = arena_many(a, (size_t)rows + 1, const char *);
    const char **column = arena_many(a, (size_t)t->count, const char *);
    for (int64_t i = 0; i < rows; i++)
        row[i] = cell_name(a, part, table.cell[i]);
    for (int i = 0; i < t->count; i++)
        column[i] = t->trial[i].value;
    QkvTensor *x = table.t = arena_new(a, QkvTensor);
    *x = (QkvTensor){.dtype = part->t->dtype, .rank = 2, .count = rows * t->count, .step = -1};
    x->size[0] = rows;
    x->size[1] = t->count;
    x->axis = arena_many(a, 2, QkvAxis);
    x->axis[0] = (QkvAxis){.groups = 1, .labels = row};
    x->axis[1] = (QkvAxis){.groups = 1, .labels = column};
    x->data.raw = arena_array(a, (size_t)x->count + 1, qkv_dtype_size(x->dtype));
    table.moves = arena_many(a, (size_t)rows + 1, bool);
    table.result = arena_many(a, (size_t)t->count, const QkvTensor *);
    return table;
}

static void fill_column(TrialTable *table, int column, const QkvTensor *from)
{
    QkvTensor *x = table->t;
    size_t size = qkv_dtype_size(x->dtype);
    table->result[column] = from;
    for (int64_t i = 0; from && i < x->size[0]; i++) {
        char *to = (char *)x->data.raw + (size_t)(i * x->size[1] + column) * size;
        const char *first = (char *)x->data.raw + (size_t)(i * x->size[1]) * size;
        memcpy(to, (const char *)from->data.raw + (size_t)table->cell[i] * size, size);
        if (!table->moves[i] && memcmp(first, to, size) != 0) {
            table->moves[i] = true;
            table->moving++;
        }
    }
}

TrialTable trials_table(Trials *t, const PlacePart *part)
{
    TrialTable table = begin_table(t, part);
    for (int i = 0; i < t->count; i++)
        fill_column(&table, i, result_in(t, i, part));
    return table;
}

int64_t trials_largest(const TrialTable *table, int trial, int64_t cell)
{
    const QkvTensor *x = table->result[trial];
    int64_t columns = x && x->rank > 0 ? x->size[x->rank - 1] : 0, largest = -1;
    double most = 0; /* of those before i */
    for (int64_t i = 0; i < columns; i++) {
        double number = qkv_tensor_at(x, cell - cell % columns + i);
        if (isnan(number))
            return -1;
        if (i == 0 || number >= most) {
            largest = i > 0 && number == most ? -1 : i;
            most = number;
        }
    }
    return largest;
}
