/* Changes, what a class is shown, and taking either back. */
#include <stdio.h>
#include <string.h>

#include "app/app_internal.h"
#include "app/command.h"
#include "base/common.h"
#include "base/file.h"

/* --- what is shown -------------------------------------------------------------------------------- */

void app_add_shown(Reveal *to, const Reveal *from, const Run *run)
{
    for (int i = 0; i < from->count; i++)
        for (int k = 0; k < from->item[i].spans; k++)
            reveal_show(to, run, from->item[i].stage, from->item[i].stop, from->item[i].span[k]);
}

/* All of the lesson is shown to a reader alone but for what is hidden now. */
static void begin_alone(App *app, const Run *run)
{
    Kept *k = &app->kept[app->lesson];
    reveal_release(&k->alone);
    k->is_alone = true;
    for (int stage = 0; stage < run->lesson->stages; stage++)
        for (int stop = 0; stop <= run_stops(run, stage); stop++)
            reveal_show(&k->alone, run, stage, stop, (Cells){0, reveal_cells(run, stage, stop)});
}

/* True for a reader alone while anything is hidden. */
static bool hides_any(const Run *run, const Reveal *alone)
{
    Hidden *hidden = hidden_of(run, alone);
    bool hides = false;
    for (int stage = 0; stage < run->lesson->stages; stage++)
        for (int stop = 0; stop <= run_stops(run, stage) && !hides; stop++)
            hides = hidden_at(hidden, stage, stop) > 0;
    hidden_free(hidden);
    return hides;
}

/* A result that is hidden with changes is hidden without them, too, and the other way. */
static void hide_beside(App *app, const Run *run, const EffectShown *shown)
{
    Kept *k = &app->kept[app->lesson];
    const WhatIf *w = k->whatif;
    const Stop *stop = run_stop(run, shown->stage, shown->stop);
    const Run *own = app_own_run(app, app->lesson);
    if (!w || !stop)
        return;
    int at = (int)(stop - run->stop);
    if (run != own) {
        at = align_stop(app_align_of(app, app->lesson, app->model.side), run, at);
        if (at >= 0)
            reveal_hide(&k->own, own, run_stage_of_stop(own, &own->stop[at]),
                        run_number_of_stop(own, &own->stop[at]), shown->cells);
    }
    for (int v = 0; v < w->variants && at >= 0; v++) {
        const Run *its = w->variant[v].run;
        int there = align_stop(w->variant[v].align, own, at);
        if (there >= 0 && its != run)
            reveal_hide(&k->with[v], its, run_stage_of_stop(its, &its->stop[there]),
                        run_number_of_stop(its, &its->stop[there]), shown->cells);
    }
}

void app_reveal(App *app, const Effect *e)
{
    const Run *run = app->world.lens.run;
    if (!run)
        return;
    Kept *k = &app->kept[app->lesson];
    const bool is_alone = !app->model.class.on;
    if (is_alone && !k->is_alone && e->hides)
        begin_alone(app, run);
    Reveal *r = is_alone ? &k->alone : app_reveal_of(app, app->lesson, app->model.side);
    for (int i = 0; i < e->count; i++) {
        const EffectShown *s = &e->shown[i];
        if (!e->hides)
            reveal_show(r, run, s->stage, s->stop, s->cells);
        else if (reveal_hide(r, run, s->stage, s->stop, s->cells) && !is_alone)
            hide_beside(app, run, s);
    }
    if (is_alone && !hides_any(run, &k->alone))
        k->is_alone = false;
}

/* Shows in either of two runs what was shown in the other and is the same there. */
static void show_beside(App *app, int from, int to)
{
    const int lesson = app->lesson;
    const Run *own = app_own_run(app, lesson);
    const Run *run = app_run_of(app, lesson, from), *now = app_run_of(app, lesson, to);
    Reveal same = {0}, there = {0};
    if (run != own) {
        reveal_beside(&same, app_reveal_of(app, lesson, from), app_align_of(app, lesson, from),
                      run);
        app_add_shown(&app->kept[lesson].own, &same, own);
    }
    if (now != own) {
        reveal_beside(&there, &app->kept[lesson].own, app_align_of(app, lesson, to), own);
        app_add_shown(app_reveal_of(app, lesson, to), &there, now);
    }
    reveal_release(&same);
    reveal_release(&there);
}

void app_turn(App *app, int from, int to)
{
    const int lesson = app->lesson;
    const Run *own = app_own_run(app, lesson);
    const Run *before = app_run_of(app, lesson, from), *now = app_run_of(app, lesson, to);
    app->kept[lesson].is_alone = false;
    if (before == now)
        return;
    show_beside(app, from, to);
    if (before != own)
        model_beside(&app->model, app_align_of(app, lesson, from), before);
    if (now != own)
        model_beside(&app->model, app_align_of(app, lesson, to), own);
}

void app_forget_with(Kept *k)
{
    for (int v = 0; v < WHATIF_VARIANTS; v++)
        reveal_release(&k->with[v]);
}

void app_new_class(App *app)
{
    for (int i = 0; i < app->keeps; i++) {
        Kept *k = &app->kept[i];
        reveal_release(&k->own);
        app_forget_with(k);
    }
    for (int i = 0; i < app->saved.count; i++)
        saved_put_lines(&app->saved, app->saved.place[i].name, SAVED_SEEN, NULL, 0);
}

/* --- changes -------------------------------------------------------------------------------------- */

bool app_set_changes(App *app, ChangeList list, Err *err)
{
    Kept *k = &app->kept[app->lesson];
    WhatIf *was = k->whatif;
    WhatIf *next = experiment_make(was, app_own_run(app, app->lesson), list, err);
    if (err->set)
        return false;
    app_turn(app, app->model.side, SIDE_WITHOUT); /* first back to the lesson as it is */
    k->whatif = next;
    app_forget_with(k);
    app->model.side = 0;
    app_turn(app, SIDE_WITHOUT, 0);
    app_forget_runs(app);
    whatif_free(was);
    return true;
}

bool app_change(App *app, const ChangeLine *line, int lines, Err *err)
{
    ChangeLine copy[WHATIF_LINES + 1];
    ChangeList list = {min_int(lines, WHATIF_LINES), copy};
    if (app->lesson < 0 || !app->world.lens.run)
        return false;
    if (list.lines > 0)
        memcpy(copy, line, (size_t)list.lines * sizeof *line);
    for (int i = 0; i < list.lines; i++)
        app_log(app, "%s %s", i > 0 ? "more" : "change", copy[i].text);
    bool ok = app_set_changes(app, list, err);
    app_refresh(app, -1);
    return ok;
}

/* Says how much the changes change, and how to get there. In a class how many differ would tell whether a guess was
 * right. */
static void say_changes(App *app, const char *before)
{
    const WhatIf *w = app->kept[app->lesson].whatif;
    const int side = max_int(app->model.side, 0); /* the value in view, or the first */
    const Variant *v = w ? &w->variant[min_int(side, w->variants - 1)] : NULL;
    const Comparison *c = v ? align_comparison(v->align) : NULL;
    const char *list = app_way(app, "c", "changes"), *without = app_way(app, "w", "with off");
    const char *undo = app_way(app, "u", "undo");
    if (!c)
        app_say(app, "%sAll changes are gone: this is the lesson as it is.", before);
    else if (app->model.class.on)
        app_say(app, "%sResults that differ are hidden. %s lists them, %s takes the change back.",
                before, list, undo);
    else if (w->several)
        app_say(app, "%sWith %s, value %d of %d, %d of %d results differ. %s: the next value.",
                before, v->value, (int)(v - w->variant) + 1, w->variants, c->rows - c->same,
                c->rows, app_way(app, "w", "with"));
    else if (c->first < 0)
        app_say(app, "%sAll %d results are the same, digit for digit.", before, c->rows);
    else
        app_say(app, "%s%d of %d results differ. %s lists them, %s: without, %s takes it back.",
                before, c->rows - c->same, c->rows, list, without, undo);
}

/* Says under a change why it is wrong, to be mended. */
static void refuse_change(App *app, const Err *err, const Prompt *typed)
{
    if (typed->kind != PROMPT_CHANGE) {
        app_say(app, "%s", err->message);
        return;
    }
    app->model.prompt = *typed;
    app_say(app, "%s", err->message);
    memcpy(app->model.prompt.said, app->model.said, SAID_BYTES);
    app->model.said[0] = '\0';
}

void app_do_change(App *app, const Effect *e, const Prompt *typed)
{
    Arena arena = {0};
    Err err = {0};
    if (app->lesson < 0)
        return;
    ChangeList list = experiment_list(&arena, app->kept[app->lesson].whatif);
    int at = e->index;
    bool is_there = at >= 0 && at < list.lines;
    const char *text = e->text ? arena_string(&arena, e->text) : "";
    if (e->kind == EFFECT_SWITCH && is_there)
        list.line[at].is_off = !list.line[at].is_off;
    else if (e->kind == EFFECT_CHANGE && *text)
        list.line[is_there ? at : list.lines++] = (ChangeLine){text, false};
    else if (e->kind == EFFECT_CHANGE && is_there)
        memmove(&list.line[at], &list.line[at + 1],
                (size_t)(--list.lines - at) * sizeof *list.line);
    if (list.lines > WHATIF_LINES)
        err_set(&err, (Loc){0}, "there are %d changes already, and no more are possible",
                WHATIF_LINES);
    if (!err.set && app_set_changes(app, list, &err))
        say_changes(app, "");
    else
        refuse_change(app, &err, typed);
    arena_release(&arena);
}

void app_write_changes(App *app, const char *title)
{
    Buf text = {0}, path = {0};
    enum { MOST_BYTES = 1 << 20 };
    if (app->lesson < 0 || !app->kept[app->lesson].whatif) {
        app_say(app, "There are no changes to write.");
        return;
    }
    buf_printf(&path, "%s-what-if.md", app_entry(app)->name);
    file_read(&text, buf_text(&path), MOST_BYTES);
    buf_puts(&text, text.length ? "\n" : "");
    experiment_write(&text, app->kept[app->lesson].whatif, title ? title : "");
    bool ok = file_replace(buf_text(&path), &text);
    app_say(app, ok ? "Written to %s, for a lesson." : "%s cannot be written.", buf_text(&path));
    buf_release(&text);
    buf_release(&path);
}

/* --- taking back ---------------------------------------------------------------------------------- */

/* Space and Backspace show and hide row by row, and take each other back. */
static bool is_stride(const Event *e)
{
    int row = e->kind == EVENT_KEY ? key_row(e->key) : -1;
    if (e->kind == EVENT_LINE && e->text && *e->text) {
        const Command *c = command_find(e->text, strcspn(e->text, " "));
        row = c ? key_row(key_named(c->key, strlen(c->key))) : -1;
    }
    bool is_empty = e->kind == EVENT_LINE && (!e->text || !*e->text);
    return is_empty || e->kind == EVENT_STEP ||
           (row >= 0 && (row == key_row(' ') || row == key_row(K_BACKSPACE)));
}

/* True if a class is shown, or hidden, what can be taken back. */
static bool is_shown_at_once(const Event *event, const Effect *e, const Model *now)
{
    return e->kind == EFFECT_REVEAL && now->class.on && !is_stride(event);
}

static void keep_reveal(Undo *u, const Reveal *r, int lesson, int side)
{
    for (int i = 0; i < r->count; i++) {
        Buf line = {.arena = &u->arena};
        reveal_write(&line, &r->item[i]);
        u->line = arena_more(&u->arena, u->line, (size_t)u->shown, sizeof *u->line);
        u->line[u->shown].lesson = lesson;
        u->line[u->shown].side = side;
        u->line[u->shown++].line = buf_text(&line);
    }
}

/* Keeps what a class was shown of the lesson, or before a new class of all of them. */
static void keep_shown(App *app, Undo *u, bool of_all)
{
    for (int i = 0; i < app->keeps; i++) {
        const WhatIf *w = app->kept[i].whatif;
        if (i != app->lesson && !of_all)
            continue;
        keep_reveal(u, &app->kept[i].own, i, SIDE_WITHOUT);
        for (int v = 0; w && v < w->variants; v++)
            keep_reveal(u, &app->kept[i].with[v], i, v);
    }
}

Undo app_before(App *app, const Event *event, const Effect *e, const Model *now)
{
    const Model *m = &app->model;
    Undo u = {.lesson = app->lesson, .look = m->look, .pins = m->pins, .class = m->class};
    bool changes = e->kind == EFFECT_CHANGE || e->kind == EFFECT_SWITCH;
    if (changes || e->kind == EFFECT_NEW_CLASS || is_shown_at_once(event, e, now))
        keep_shown(app, &u, e->kind == EFFECT_NEW_CLASS);
    if (changes && app->lesson >= 0)
        u.list = experiment_list(&u.arena, app->kept[app->lesson].whatif);
    return u;
}

void app_forget_undo(Undo *u)
{
    arena_release(&u->arena);
    *u = (Undo){0};
}

/* The change that a list has and another one has not, or not so. */
static const char *changed_line(Arena *a, ChangeList was, ChangeList now)
{
    for (int i = 0; i < now.lines || i < was.lines; i++) {
        const ChangeLine *x = i < was.lines ? &was.line[i] : NULL;
        const ChangeLine *y = i < now.lines ? &now.line[i] : NULL;
        bool is_same = x && y && strcmp(x->text, y->text) == 0;
        if (is_same && x->is_off == y->is_off)
            continue;
        if (is_same)
            return arena_format(a, "switching %s %s", y->text, y->is_off ? "off" : "on");
        if (x && was.lines > now.lines)
            return arena_format(a, "deleting %s", x->text);
        return y ? arena_format(a, "the change %s", y->text) : NULL;
    }
    return NULL;
}

static const char *changed_look(Arena *a, const Look *was, const Look *now)
{
    if (was->decimals != now->decimals || was->full != now->full)
        return now->full ? "all decimals" : arena_format(a, "decimals %d", now->decimals);
    return was->detail != now->detail     ? "the detail"
           : was->shade != now->shade     ? "how numbers are shaded"
           : was->sums != now->sums       ? now->sums ? "sums on" : "sums off"
           : was->answers != now->answers ? now->answers ? "answers on" : "answers off"
           : was->notes != now->notes     ? now->notes ? "notes on" : "notes off"
                                          : NULL;
}

static const char *changed_pins(Arena *a, const Pins *was, const Pins *now)
{
    if (was->count == now->count)
        return NULL;
    const Pins *more = was->count > now->count ? was : now;
    return arena_format(a, more == now ? "pinning %s" : "unpinning %s",
                        more->name[more->count - 1]);
}

static const char *changed_class(const ClassState *was, const ClassState *now)
{
    return was->on != now->on       ? now->on ? "the class" : "the end of the class"
           : was->unit != now->unit ? "how much Space shows"
                                    : NULL;
}

void app_note_undo(App *app, Undo undo, const Model *before, const Event *event, const Effect *e)
{
    const Model *m = &app->model;
    Arena *a = &undo.arena;
    bool is_open = app->lesson >= 0 && app->lesson == undo.lesson;
    bool changes = e->kind == EFFECT_CHANGE || e->kind == EFFECT_SWITCH;
    if (e->kind == EFFECT_UNDO) {
        undo.what = NULL;
    } else if (changes && is_open) {
        undo.kind = UNDO_CHANGES;
        undo.what = changed_line(a, undo.list, experiment_list(a, app->kept[app->lesson].whatif));
    } else if (e->kind == EFFECT_NEW_CLASS || is_shown_at_once(event, e, m)) {
        undo.kind = UNDO_SHOWN;
        undo.what = e->kind == EFFECT_NEW_CLASS ? "the new class"
                    : e->hides                  ? "hiding"
                                                : "what was shown";
    } else if (!(undo.what = changed_look(a, &before->look, &m->look)) &&
               !(undo.what = undo.lesson == app->lesson ? changed_pins(a, &before->pins, &m->pins)
                                                        : NULL)) {
        undo.what = changed_class(&before->class, &m->class);
    }
    if (!undo.what) {
        app_forget_undo(&undo);
        return;
    }
    if (app->undos == UNDO_MOST) {
        app_forget_undo(&app->undo[0]);
        memmove(app->undo, app->undo + 1, sizeof *app->undo * (UNDO_MOST - 1));
        app->undos--;
    }
    app->undo[app->undos++] = undo;
    app->is_touched = true;
}

/* Puts back what was shown: of the lessons that lines are about, and of the one at hand. But what the class has seen of the
 * lesson as it is since a change was made stays seen, and with the earlier changes what it saw then is added. */
static void show_as_before(App *app, const Undo *u)
{
    const bool adds = u->kind == UNDO_CHANGES;
    if (u->lesson >= 0 && !adds) {
        reveal_release(&app->kept[u->lesson].own);
        app_forget_with(&app->kept[u->lesson]);
    }
    for (int i = 0; i < u->shown; i++) {
        const Run *run = app_run_of(app, u->line[i].lesson, u->line[i].side);
        if (run && !(adds && u->line[i].side == SIDE_WITHOUT))
            reveal_read(app_reveal_of(app, u->line[i].lesson, u->line[i].side), run,
                        u->line[i].line);
    }
}

void app_take_back(App *app)
{
    Err err = {0};
    Arena arena = {0};
    if (app->undos == 0) {
        app_say(app, "There is nothing to take back.");
        return;
    }
    Undo u = app->undo[--app->undos];
    bool is_here = u.lesson == app->lesson;
    const char *what = u.what;
    if (u.kind == UNDO_CHANGES && (!is_here || !app_set_changes(app, u.list, &err))) {
        app_say(app, "%s was made in another lesson, or cannot be taken back there.", what);
    } else if (u.kind == UNDO_CHANGES) {
        say_changes(app, arena_format(&arena, "Taken back: %s. ", what));
        show_as_before(app, &u);
    } else {
        if (u.kind == UNDO_SHOWN)
            show_as_before(app, &u);
        u.look.mouse = app->model.look.mouse;
        const Detail was = app->model.look.detail;
        u.class.seconds = app->model.class.seconds;
        app->model.look = u.look;
        app->model.class = u.class;
        if (is_here)
            app->model.pins = u.pins;
        if (u.look.detail != was)
            model_detail(&app->model, app->world.lens.run, u.look.detail);
        app_say(app, "Taken back: %s.", what);
    }
    arena_release(&arena);
    app_forget_undo(&u);
}
