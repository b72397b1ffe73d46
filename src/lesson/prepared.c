/* The lesson as far as the block is run once more, with the changes, and compared with what was run when somebody looks. */
#include "lesson/prepared.h"

#include <string.h>

#include "python/limits.h"

typedef struct Preparer {
    Run *run;
    const Stage *stage;
    const Part *part; /* the changes */
    Prepared *made;
    int blanks; /* before the change at hand, in its line */
} Preparer;

static void add_mistake(Preparer *m, const Err *err, const char *calls)
{
    Run *run = m->run;
    Mistake mistake = {.err = *err, .calls = calls};
    if (run->mistakes == 0)
        run->err = *err;
    if (run->mistakes < LIMIT_MISTAKES)
        arena_push(qkv_arena(run->q), run->mistake, run->mistakes, mistake);
}

/* --- the changes ---------------------------------------------------------------------------------- */

/* Moves what is wrong with a line of the block to its place in the lesson. */
static void fail_line(Preparer *m, const Err *err, int line)
{
    Err there = {0};
    Loc at = {m->run->lesson->path, m->part->line + line, m->part->column + m->blanks + err->at.col,
              err->at.width};
    err_set(&there, at, "%s", err->message);
    add_mistake(m, &there, "");
}

static bool read_prepared_change(Preparer *m, const char *text, int line)
{
    Prepared *w = m->made;
    Err err = {0};
    Change change;
    if (!change_parse(qkv_arena(m->run->q), w->old, text, &change, &err)) {
        fail_line(m, &err, line);
        return false;
    }
    if (change.values > 1) {
        err_set(&err, (Loc){.col = 1, .width = (int)strlen(text)},
                "a what-if has one value: a tuple is written in brackets");
        fail_line(m, &err, line);
        return false;
    }
    arena_push(qkv_arena(m->run->q), w->change, w->changes, change);
    return true;
}

/* A line is a change; empty ones and comments are none. */
static bool read_prepared_changes(Preparer *m)
{
    bool ok = true;
    int line = 0;
    for (const char *at = m->part->text; *at; line++) {
        size_t length = strcspn(at, "\n"), blanks = strspn(at, " \t");
        m->blanks = (int)blanks;
        if (blanks < length && at[blanks] != '#')
            ok = read_prepared_change(
                     m, arena_text(qkv_arena(m->run->q), at + blanks, length - blanks), line) &&
                 ok;
        at += length + (at[length] == '\n');
    }
    m->blanks = 0;
    if (ok && m->made->changes == 0) {
        Err err = {0};
        err_set(&err, (Loc){.col = 1, .width = 1},
                "a what-if without a change: a line such as E[0, 1] = 2 or weights = scores");
        fail_line(m, &err, -1);
    }
    return ok && m->made->changes > 0;
}

/* --- the other run -------------------------------------------------------------------------------- */

/* Adds what is expected of the changed lesson, at its end. */
static void add_expectations(Preparer *m, Lesson *after)
{
    Stage *stage = &after->stage[m->made->stage];
    stage->part = arena_many(&after->arena, (size_t)m->stage->parts + 1, Part);
    stage->parts = 0;
    for (int i = 0; i < m->stage->parts; i++)
        if (m->stage->part[i].kind == PART_EXPECT)
            stage->part[stage->parts++] = m->stage->part[i];
}

static bool run_changed(Preparer *m)
{
    Prepared *w = m->made;
    Err err = {0};
    w->after = lesson_changed(w->before, w->change, w->changes, &err);
    if (!w->after) {
        fail_line(m, &err, 0);
        return false;
    }
    add_expectations(m, w->after);
    w->new = run_beside(m->run, w->after);
    m->run->cost = w->new->cost;
    return true;
}

static void take_mistakes(Preparer *m)
{
    const Run *new = m->made->new;
    for (int i = 0; i < new->mistakes; i++) {
        const Mistake *x = &new->mistake[i];
        Err err = {0};
        if (x->is_assertion)
            continue;
        if (x->err.at.line < m->part->line)
            err_set(&err, x->err.at, "with the what-if in line %d: %s", m->part->line - 1,
                    x->err.message);
        else
            err = x->err;
        add_mistake(m, &err, x->calls);
    }
}

static void take_failures(Preparer *m)
{
    Run *run = m->run;
    const Run *new = m->made->new;
    run->expectations += new->expectations;
    for (int i = 0; i < new->failures; i++)
        arena_push(qkv_arena(run->q), run->failure, run->failures, new->failure[i]);
}

/* --- what is looked at ---------------------------------------------------------------------------- */

static void show_row(Arena *a, Prepared *w, const CompareRow *row)
{
    for (int i = 0; i < w->shows; i++)
        if (w->shown[i] == row)
            return;
    arena_push(a, w->shown, w->shows, row);
}

static void choose_shown(Arena *a, Prepared *w, const Stage *stage)
{
    const Comparison *c = w->comparison;
    int last = -1;
    for (int i = 0; i < stage->parts; i++) {
        const Part *part = &stage->part[i];
        for (int k = c->rows - 1; part->kind == PART_EXPECT && k >= 0; k--) {
            const Result *r = c->row[k].b ? c->row[k].b : c->row[k].a;
            if (strcmp(r->name, part->name) == 0) {
                show_row(a, w, &c->row[k]);
                break;
            }
        }
    }
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].state == ROW_CELLS)
            last = i;
    if (w->shows > 0 || c->first < 0)
        return;
    show_row(a, w, &c->row[c->first]);
    if (last > c->first)
        show_row(a, w, &c->row[last]);
}

/* --- the whole ------------------------------------------------------------------------------------ */

static void make(Preparer *m)
{
    Prepared *w = m->made;
    w->before = lesson_until(m->run->lesson, m->part->line);
    w->old = run_until(m->run, w->before, m->part->line);
    if (!read_prepared_changes(m) || !run_changed(m))
        return;
    take_mistakes(m);
    take_failures(m);
}

void prepared_run(Run *run)
{
    const Lesson *lesson = run->lesson;
    const bool is_broken = run->err.set;
    run->prepared = arena_many(qkv_arena(run->q), LIMIT_WHAT_IFS, Prepared);
    for (int s = 0; s < lesson->stages && !is_broken; s++) {
        Preparer m = {
            .run = run, .stage = &lesson->stage[s], .part = stage_what_if(&lesson->stage[s])};
        if (!m.part)
            continue;
        if (run->prepareds == LIMIT_WHAT_IFS) {
            Err err = {0};
            err_set(&err, (Loc){.col = 1, .width = 1}, "more than %d what-ifs in one lesson",
                    LIMIT_WHAT_IFS);
            fail_line(&m, &err, -1);
            return;
        }
        m.made = &run->prepared[run->prepareds++];
        m.made->stage = s;
        make(&m);
    }
}

const Prepared *prepared_find(const Run *run, int stage)
{
    Prepared *w = NULL;
    for (int i = 0; i < run->prepareds && !w; i++)
        if (run->prepared[i].stage == stage)
            w = &run->prepared[i];
    if (w && w->new && !w->comparison) {
        w->comparison = compare_runs(w->old, w->new);
        choose_shown(qkv_arena(run->q), w, &run->lesson->stage[stage]);
    }
    return w;
}

void prepared_free(Run *run)
{
    for (int i = 0; i < run->prepareds; i++) {
        Prepared *w = &run->prepared[i];
        compare_free(w->comparison);
        run_free(w->new);
        lesson_free(w->after);
        lesson_free(w->before);
    }
}
