/* Lessons, errors, and the numbers of a run. Digits of a run come from the lens. */
#include "tell/facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "tell/explain_name.h"
#include "tell/formula.h"

enum { MOST_LABELS = 1000, WHOLE_FORMULA = 500 /* columns */ };

/* --- lessons and errors --------------------------------------------------------------------------- */

void facts_place(Fact *of, const Lesson *lesson, int line)
{
    const LessonPlace at = lesson_where(lesson, line);
    fact_text(of, "file", lesson->path);
    if (at.cell > 0)
        fact_whole(of, "notebook_cell", at.cell);
    fact_whole(of, "line", at.line);
}

static void put_source(Fact *of, int line, const char *source, size_t length)
{
    enum { MOST = 500 };
    size_t start, end;
    if (!source || line < 1 || !err_line(source, length, line, &start, &end) || end - start > MOST)
        return;
    fact_text(of, "source", arena_text(of->a, source + start, end - start));
}

Fact *facts_error(Fact *of, const char *key, const Err *err, const Lesson *lesson,
                  const char *source, size_t length)
{
    Fact *f = fact_map(of, key);
    fact_text(f, "message", err->message);
    if (lesson && err->at.line > 0)
        facts_place(f, lesson, err->at.line);
    else if (err->at.file)
        fact_text(f, "file", err->at.file);
    if (!lesson && err->at.line > 0)
        fact_whole(f, "line", err->at.line);
    if (err->at.line > 0 && err->at.col > 0) {
        fact_whole(f, "column", err->at.col);
        fact_whole(f, "width", max_int(err->at.width, 1));
    }
    put_source(f, err->at.line, source, length);
    return f;
}

Fact *facts_mistakes(Fact *of, const char *key, const Run *run)
{
    Fact *list = fact_list(of, key);
    for (int i = 0; i < run->mistakes; i++) {
        const Mistake *m = &run->mistake[i];
        Fact *f = facts_error(list, NULL, &m->err, run->lesson, run->lesson->source,
                              run->lesson->length);
        fact_text(f, "calls", *m->calls ? m->calls : NULL);
    }
    return list;
}

void facts_mistakes_of(Fact *of, const char *key, const Entry *entry)
{
    Fact *list = entry->run ? facts_mistakes(of, key, entry->run) : fact_list(of, key);
    if (entry->err.set && list->items == 0)
        facts_error(list, NULL, &entry->err, entry->lesson, buf_text(&entry->source),
                    entry->source.length);
}

void facts_lesson(Fact *of, const char *key, const Library *library, int index)
{
    Entry *entry = &library->entry[index];
    const Lesson *lesson = library_outline(entry);
    Fact *f = fact_map(of, key);
    fact_text(f, "name", entry->name);
    fact_text(f, "file", entry->path);
    fact_text(f, "title", lesson ? lesson->title : NULL);
    fact_truth(f, "is_shipped", entry->ships);
    if (!lesson)
        return;
    fact_whole(f, "stages", lesson->stages - 1);
    fact_text(f, "track", library_track(library, index));
    if (lesson->track)
        fact_whole(f, "place", lesson->place);
    if (lesson->minutes > 0)
        fact_whole(f, "minutes", lesson->minutes);
    fact_text(f, "needs", lesson->needs);
}

/* --- numbers ---------------------------------------------------------------------------------------- */

void facts_value(Fact *of, const char *key, const QkvTensor *t, int64_t cell)
{
    if (!of)
        return;
    Buf written = {.arena = of->a};
    number_exact(&written, t, cell);
    const char *digits = buf_text(&written);
    if (t->dtype == QKV_BOOL)
        fact_truth(of, key, *digits != '0');
    else if (strpbrk(digits, "nf")) /* nan, inf */
        fact_text(of, key, digits);
    else
        fact_number(of, key, digits);
}

void facts_index(Fact *of, const QkvTensor *t, int64_t cell)
{
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, cell, at);
    Fact *index = fact_list(of, "index"), *labels = fact_list(of, "labels");
    for (int d = 0; d < t->rank; d++) {
        fact_whole(index, NULL, at[d]);
        fact_text(labels, NULL, qkv_tensor_label(t, d, at[d], cell));
    }
}

void facts_cell(Fact *of, const char *key, const Lens *l, const QkvTensor *t, int64_t cell)
{
    if (!of)
        return;
    Fact *c = fact_map(of, key);
    const QkvTensor *shown = lens_exact(l, t, cell);
    fact_text(c, "name", explain_cell(of->a, l->run, t, cell));
    if (t->step >= 0) {
        fact_whole(c, "step", t->step);
        facts_index(c, t, cell);
    }
    if (shown)
        facts_value(c, "value", shown, cell);
    else
        fact_null(c, "value");
}

/* --- steps ------------------------------------------------------------------------------------------ */

void facts_shape(Fact *of, const QkvTensor *t)
{
    Fact *shape = fact_list(of, "shape");
    for (int d = 0; d < t->rank; d++)
        fact_whole(shape, NULL, t->size[d]);
    fact_text(of, "dtype", qkv_dtype_name(t->dtype));
}

/* The labels of an axis are a list where all matrices of a batch share them. */
static void put_axes(Fact *of, const QkvTensor *t)
{
    Fact *axes = fact_list(of, "axes");
    for (int d = 0; d < t->rank; d++) {
        const QkvAxis *axis = &t->axis[d];
        Fact *f = fact_map(axes, NULL);
        fact_text(f, "name", axis->name);
        bool has_labels = axis->labels && axis->groups == 1 && t->size[d] <= MOST_LABELS;
        Fact *labels = has_labels ? fact_list(f, "labels") : NULL;
        for (int64_t i = 0; has_labels && i < t->size[d]; i++)
            fact_text(labels, NULL, axis->labels[i]);
        if (!has_labels)
            fact_null(f, "labels");
    }
}

/* The numbers from a cell on along an axis and those after it. Returns the cell behind them. */
static int64_t put_numbers(Fact *of, const char *key, const QkvTensor *t, int axis, int64_t cell)
{
    if (axis == t->rank) {
        facts_value(of, key, t, cell);
        return cell + 1;
    }
    Fact *list = fact_list(of, key);
    for (int64_t i = 0; i < t->size[axis]; i++)
        cell = put_numbers(list, NULL, t, axis + 1, cell);
    return cell;
}

void facts_tensor(Fact *of, const QkvTensor *t)
{
    enum { MOST_NUMBERS = 1 << 16 };
    if (!of)
        return;
    facts_shape(of, t);
    put_axes(of, t);
    if (t->count <= MOST_NUMBERS)
        put_numbers(of, "numbers", t, 0, 0);
    else
        fact_null(of, "numbers");
}

static void put_operands(Fact *of, const Lens *l, int step)
{
    enum { MOST = 64 };
    const QkvCall *c = &l->run->tape->step[step].call;
    Fact *operands = fact_list(of, "operands");
    for (int i = 0; i < c->count && i < MOST; i++) {
        const QkvTensor *t = c->in[i];
        Fact *f = fact_map(operands, NULL);
        fact_text(f, "name",
                  t->step < 0 ? lens_number(of->a, l, step, t) : explain_name(of->a, l->run, t));
        if (t->step >= 0)
            fact_whole(f, "step", t->step);
    }
}

static void put_step(Fact *of, const Lens *l, int step)
{
    const Run *run = l->run;
    const QkvStep *s = &run->tape->step[step];
    const RunStatement *x = &run->statement[s->tag];
    Fact *f = fact_map(of, NULL);
    fact_whole(f, "step", step);
    fact_text(f, "name", explain_name(of->a, run, s->call.out));
    fact_text(f, "operation", s->call.op->name);
    fact_text(f, "formula", explain_formula(of->a, l, step, WHOLE_FORMULA));
    facts_shape(f, s->call.out);
    put_axes(f, s->call.out);
    put_operands(f, l, step);
    fact_whole(f, "stage", x->stage);
    facts_place(f, run->lesson, x->first);
    fact_text(f, "code", explain_code(of->a, run, s->tag, WHOLE_FORMULA));
}

/* Marks each step that a fact, or one in it, has under "step". */
static void find_steps(const Fact *of, bool *is_told)
{
    for (int i = 0; i < of->items; i++)
        if (same_text(of->item[i]->key, "step"))
            is_told[atoi(of->item[i]->text)] = true;
        else
            find_steps(of->item[i], is_told);
}

void facts_steps(Fact *all, const Lens *l)
{
    if (!all)
        return;
    const int count = l->run->tape->count;
    bool *is_told = arena_many(all->a, (size_t)count + 1, bool);
    find_steps(all, is_told);
    Fact *steps = fact_list(all, "steps");
    for (int i = 0; i < count; i++)
        if (is_told[i])
            put_step(steps, l, i);
}
