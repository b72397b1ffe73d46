/* Every line is read against the lesson's own run, and they are applied one after the other. */
#include "lesson/whatif.h"

#include <string.h>

#include "base/utf8.h"

/* --- mistakes ------------------------------------------------------------------------------------- */

static bool had_mistake(const Run *run, const Mistake *m)
{
    for (int i = 0; i < run->mistakes; i++)
        if (run->mistake[i].err.at.line == m->err.at.line)
            return true;
    return false;
}

/* The first mistake that the changes make; an assertion that does not hold any more is a difference. */
static const Mistake *new_mistake(const Run *before, const Run *now)
{
    for (int i = 0; i < now->mistakes; i++)
        if (!now->mistake[i].is_assertion && !had_mistake(before, &now->mistake[i]))
            return &now->mistake[i];
    return NULL;
}

/* Tells whether the code begins with a text, blanks aside: code is written in a form of its own. */
static bool code_begins_with(const char *code, const char *text)
{
    while (*text) {
        text += strspn(text, " ");
        code += strspn(code, " ");
        if (*text && *text++ != *code++)
            return false;
    }
    return true;
}

/* Where the change is typed no line has a number: a statement is named by its code, but not that of the
 * change, whose remark is none of the reader's either. */
static bool fail_later(Err *err, const Lesson *lesson, const Mistake *m, const char *text)
{
    enum { MOST = 40 };
    const char *code = lesson_code_line(lesson, m->err.at.line), *next;
    while (strncmp(code, "#|", 2) == 0 && (next = strchr(code, '\n')) != NULL)
        code = next + 1; /* directives are about the statement below */
    code += strspn(code, " ");
    size_t length = strcspn(code, "\n");
    Loc at = {"change", 1, 1, (int)strlen(text)};
    if (code_begins_with(code, text))
        return err_set(err, at, "%s", m->err.message);
    size_t shown = utf8_fit(code, length, MOST);
    return err_set(err, at, "then `%.*s%s` fails: %s", (int)shown, code, shown < length ? "~" : "",
                   m->err.message);
}

/* --- variants ------------------------------------------------------------------------------------- */

/* The changes that are on. */
typedef struct Changes {
    int count, several; /* several: which of them has several values; -1: none */
    int line[WHATIF_LINES];
    Change change[WHATIF_LINES];
} Changes;

static bool read_change_lines(WhatIf *w, Changes *c, Err *err)
{
    c->several = -1;
    for (int at = 0; at < w->lines; at++) {
        if (w->line[at].is_off)
            continue;
        Change *change = &c->change[c->count];
        Loc all = {"change", 1, 1, (int)strlen(w->line[at].text)};
        if (!change_parse(&w->arena, w->before, w->line[at].text, change, err))
            return false;
        if (change->values > WHATIF_VARIANTS)
            return err_set(err, all, "%d values are too many: at most %d", change->values,
                           WHATIF_VARIANTS);
        if (change->values > 1 && c->several >= 0)
            return err_set(err, all, "only one change can have several values");
        if (change->values > 1)
            c->several = c->count;
        c->line[c->count++] = at;
    }
    w->on = c->count;
    return true;
}

static bool run_variant(WhatIf *w, Changes *c, Variant *v, const Run *kept, Err *err)
{
    v->lesson = lesson_changed(w->before->lesson, c->change, c->count, err);
    if (!v->lesson)
        return false;
    v->run = run_next(kept, v->lesson);
    const Mistake *mistake = new_mistake(w->before, v->run);
    if (mistake)
        return fail_later(err, v->lesson, mistake,
                          w->line[c->count > 0 ? c->line[c->count - 1] : 0].text);
    v->align = align_runs(w->before, v->run);
    return true;
}

static WhatIf *begin_whatif(const Run *before, const ChangeLine *line, int lines)
{
    Arena arena = {0};
    WhatIf *w = arena_new(&arena, WhatIf);
    *w = (WhatIf){.arena = arena, .before = before, .lines = lines};
    w->line = arena_many(&w->arena, (size_t)lines + 1, ChangeLine);
    for (int i = 0; i < lines; i++)
        w->line[i] = (ChangeLine){arena_string(&w->arena, line[i].text), line[i].is_off};
    return w;
}

WhatIf *whatif_run(const Run *before, const ChangeLine *line, int lines, Err *err)
{
    if (lines > WHATIF_LINES) {
        err_set(err, (Loc){0}, "at most %d changes", WHATIF_LINES);
        return NULL;
    }
    WhatIf *w = begin_whatif(before, line, lines);
    Changes *c = arena_new(&w->arena, Changes);
    bool ok = read_change_lines(w, c, err);
    Change *several = ok && c->several >= 0 ? &c->change[c->several] : NULL;
    w->variants = several ? several->values : 1;
    w->variant = arena_many(&w->arena, (size_t)w->variants, Variant);
    for (int i = 0; ok && i < w->variants; i++) {
        if (several) {
            several->value = i;
            w->variant[i].value = several->each[i].shown;
        }
        ok = run_variant(w, c, &w->variant[i], i > 0 ? w->variant[i - 1].run : before, err);
    }
    w->several = several;
    if (ok)
        return w;
    whatif_free(w);
    return NULL;
}

void whatif_forget(WhatIf *w)
{
    for (int i = 0; w && w->variant && i < w->variants; i++) {
        align_free(w->variant[i].align);
        run_free(w->variant[i].run);
        lesson_free(w->variant[i].lesson);
    }
    if (w)
        w->variants = 0;
}

void whatif_free(WhatIf *w)
{
    if (!w)
        return;
    whatif_forget(w);
    Arena arena = w->arena;
    arena_release(&arena);
}
