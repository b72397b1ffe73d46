/* Exercises on the screens and in the line mode: one command, `practice`, and what its words do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/act.h"
#include "app/app_internal.h"
#include "app/guess.h"
#include "app/practice_answers.h"
#include "app/practice_due.h"
#include "base/common.h"
#include "base/utf8.h"
#include "tell/explain_name.h"

/* --- the command and the rows: what is to be done --------------------------------------------------- */

static const Practice *open_now(const Act *act)
{
    return act->w->practice;
}

const char *practice_no(const Act *act)
{
    return !act_run(act)      ? act_no_lesson(act)
           : act->m->class.on ? "a class is on: it does exercises alone"
                              : NULL;
}

/* Tells whether a run is that of a lesson as it is written: no exercise is open, and no change is looked at. */
static bool is_as_written(const Act *act, const Run *run)
{
    bool is_own = false;
    for (int i = 0; i < act->w->library->count; i++)
        is_own = is_own || act->w->library->entry[i].run == run;
    return is_own && !act->w->practice && !act->w->whatif;
}

bool practice_is_next(const Act *act)
{
    const Run *run = act_run(act);
    const Spot *spot = run ? &model_page(act->m)->spot : NULL;
    if (!run || !is_as_written(act, run) || practice_no(act) || spot_depth(run, spot) > 0 ||
        spot->stop == 0 || spot->stop < run_stops(run, spot->stage))
        return false;
    const Exercises all = exercises_of(act->a, run);
    return practice_find(&all, spot->stage, 0, EXERCISE_KINDS) >= 0;
}

bool practice_is_offered(const Act *act)
{
    const Spot spot = model_spot(act->m);
    const Exercises all = spot.stage == 0 ? exercises_of(act->a, act_run(act)) : (Exercises){0};
    return spot.stage > 0 || practice_find(&all, 0, 0, EXERCISE_KINDS) >= 0;
}

void practice_run(Act *act, const char *words)
{
    act_do(act, EFFECT_PRACTICE, -1, arena_string(act->a, words));
}

/* Puts a line into the prompt, the caret in the place of its first blank. */
static void put_line(Prompt *p, const char *line)
{
    const char *blank = strstr(line, BLANK);
    prompt_put(p, line);
    if (blank) {
        char *at = p->line + (blank - line);
        p->caret = (int)(blank - line);
        memmove(at, at + strlen(BLANK), strlen(at + strlen(BLANK)) + 1);
    }
}

/* Opens the prompt with the line of a row. */
static void type_line(Act *act, int of)
{
    Practice copy = *open_now(act);
    copy.blank = of;
    if (act->m->is_plain) {
        act_do(act, EFFECT_PRACTICE, of, "take");
        return;
    }
    prompt_open(act, PROMPT_PRACTICE, "");
    put_line(&act->m->prompt, practice_line(act->a, &copy));
    act->m->prompt.change = of;
}

void practice_row(Act *act, Target target)
{
    const Practice *p = open_now(act);
    if (!p)
        return;
    bool is_line = target.cell == PRACTICE_LINE;
    if (is_line && p->x->kind != EXERCISE_ORDER)
        type_line(act, target.of);
    else if (is_line)
        act_do(act, EFFECT_PRACTICE, target.of, "take");
    else if (target.cell == PRACTICE_HELP)
        act_do(act, EFFECT_PRACTICE, -1, "hint");
    else if (target.cell == PRACTICE_ALL)
        act_push(act, PAGE_EXERCISES);
    else
        act_do(act, EFFECT_PRACTICE, target.of, target.cell == PRACTICE_RULE ? "rule" : "other");
}

const char *practice_row_hint(const Act *act, Target target)
{
    static const char *const rows[] = {[PRACTICE_RULE] = "choose",
                                       [PRACTICE_HELP] = "help",
                                       [PRACTICE_OTHER] = "open",
                                       [PRACTICE_ALL] = "open"};
    static const char *const lines[EXERCISE_KINDS] = {
        [EXERCISE_FILL] = "fill in", [EXERCISE_MEND] = "mend", [EXERCISE_PREDICT] = "predict"};
    const Practice *p = open_now(act);
    return target.cell != PRACTICE_LINE || !p ? rows[target.cell]
           : p->x->kind != EXERCISE_ORDER     ? lines[p->x->kind]
           : p->blank >= 0                    ? "put down"
                                              : "take up";
}

static bool has_line(const Act *act)
{
    const Practice *p = open_now(act);
    return p && act_is_on(act, PAGE_PRACTICE) && p->x->kind == EXERCISE_ORDER && p->blank >= 0;
}

bool practice_carries(Act *act, int by)
{
    bool carries = has_line(act);
    if (carries)
        act_do(act, EFFECT_PRACTICE, by, "move");
    return carries;
}

bool practice_puts_back(Act *act)
{
    bool has = has_line(act);
    if (has)
        act_do(act, EFFECT_PRACTICE, -1, "put back");
    return has;
}

const char *practice_no_beside(const Act *act)
{
    return act_is_on(act, PAGE_PRACTICE) ? NULL : act_no_stage(act);
}

bool practice_beside(Act *act, int by)
{
    bool is_on = act_is_on(act, PAGE_PRACTICE);
    if (is_on)
        act_do(act, EFFECT_PRACTICE, -1, by > 0 ? "next" : "previous");
    return is_on;
}

void practice_typed(Act *act)
{
    Prompt *p = &act->m->prompt;
    if (!p->line[strspn(p->line, " ")])
        *p = (Prompt){0};
    else
        act_do(act, EFFECT_PRACTICE, p->change, arena_string(act->a, p->line));
    act->effect.fresh = true;
}

void practice_help(Act *act)
{
    act_do(act, EFFECT_PRACTICE, -1, "hint");
}

/* --- doing it --------------------------------------------------------------------------------------- */

static void close_pages(App *app)
{
    for (int i = 1; i < app->model.pages; i++)
        if (app->model.page[i].name == PAGE_PRACTICE) {
            app->model.pages = i;
            app->model.prompt = (Prompt){0};
        }
}

void app_forget_practice(App *app, int lesson)
{
    if (!app->practice || app->practiced != lesson)
        return;
    if (lesson == app->lesson)
        close_pages(app);
    app_forget_runs(app);
    practice_free(app->practice);
    app->practice = NULL;
}

bool app_practice_bars(App *app, const Effect *e)
{
    static const EffectKind barred[] = {EFFECT_REVEAL, EFFECT_NEW_CLASS, EFFECT_CHANGE,
                                        EFFECT_SWITCH, EFFECT_UNDO,      EFFECT_WRITE};
    bool is_barred = false;
    for (int i = 0; i < COUNT(barred) && app_practice(app); i++)
        is_barred = is_barred || e->kind == barred[i];
    if (is_barred)
        app_say(app, "An exercise is open: %s closes it.", app_way(app, "q", "up"));
    return is_barred;
}

/* Says in the prompt what the page says without one; line by line it is said, too. */
static void say(App *app, const char *text)
{
    Prompt *p = &app->model.prompt;
    if (p->kind != PROMPT_NONE)
        snprintf(p->said, sizeof p->said, "%.*s",
                 (int)utf8_fit(text, strlen(text), (int)sizeof p->said - 1), text);
}

/* Puts the cursor on the line in hand, or on another first row of its kind. */
static void mark_row(App *app, PracticeRow what, int of)
{
    Arena a = {0};
    Page *page = &app->model.page[app->model.pages - 1];
    app_refresh(app, -1);
    const Doc *d = pages_tell(&a, &app->model, &app->world);
    for (int i = 0; i < doc_rows(d) && page->name == PAGE_PRACTICE; i++) {
        Target t = doc_row_at(d, i)->target;
        if (t.kind == TARGET_PRACTICE && t.cell == what && t.of == of)
            page->row = i;
    }
    arena_release(&a);
}

/* Marks those that were done: before in this session, or as the file tells. */
static void mark_done(App *app, Practice *next)
{
    Arena a = {0};
    Due *due;
    int count = due_read(&a, app->saved.path ? due_path(&a) : NULL, &due);
    const char *lesson = app_entry(app)->name;
    const bool *was = app->practice && app->practiced == app->lesson ? app->practice->done : NULL;
    for (int i = 0; i < next->all.count; i++) {
        const char *name = due_name(&a, &next->all.item[i]);
        next->done[i] = (was && was[i]) || due_find(due, count, lesson, name);
    }
    arena_release(&a);
}

/* Puts the page of an exercise on top. */
static void show_practice(App *app, Practice *next)
{
    const Spot spot = model_spot(&app->model);
    bool is_open = app_practice(app) != NULL;
    if (app->practice != next) {
        if (app->practice)
            app_forget_runs(app);
        practice_free(app->practice);
    }
    app->practice = next;
    app->practiced = app->lesson;
    close_pages(app);
    if (is_open && app->model.pages < 2)
        return;
    model_push(&app->model, (Page){.name = PAGE_PRACTICE, .spot = spot});
    mark_row(app, PRACTICE_LINE, next->x->kind == EXERCISE_ORDER ? -1 : 0);
}

/* Tells whether an exercise, -1: any, was left before it was done: it is gone on with. */
static bool was_left(const App *app, int at)
{
    const Practice *p = app->practice;
    return p && app->practiced == app->lesson && (at < 0 || p->at == at) && !p->is_done;
}

/* Opens an exercise; where that cannot be, since no mistake fits into its lines, the one beside it. */
static void open_at(App *app, int at, int by)
{
    Err err = {0};
    const Run *run = app_own_run(app, app->lesson);
    Arena a = {0};
    if (was_left(app, at)) {
        show_practice(app, app->practice);
        return;
    }
    Exercises all = exercises_of(&a, run);
    bool is_there = at >= 0 && at < all.count;
    int level = is_there && app->saved.path
                    ? due_level(due_path(&a), app_entry(app)->name, due_name(&a, &all.item[at]))
                    : 0;
    Practice *next = practice_open(run, at, (unsigned)(at + 1 + 1000 * level), &err);
    arena_release(&a);
    if (!next && is_there && by != 0) {
        open_at(app, at + by, by);
        return;
    }
    if (!next) {
        app_say(app, "%s.", err.message);
        return;
    }
    if (next->x->kind == EXERCISE_PREDICT)
        tell_practice_help(next);
    mark_done(app, next);
    show_practice(app, next);
}

/* The exercise of the line at hand, or the first of a kind in the stage, or after it, or from the beginning. */
static void open_kind(App *app, ExerciseKind kind)
{
    Arena a = {0};
    const Run *run = app_own_run(app, app->lesson);
    const Spot spot = model_spot(&app->model);
    const bool is_on = model_page(&app->model)->name == PAGE_PRACTICE;
    const Stop *stop = app_practice(app) ? NULL : spot_stop(run, &spot);
    const int stages = run->lesson->stages, stage = is_on ? app->practice->x->stage : spot.stage;
    int line = !stop             ? 0
               : stop->line >= 0 ? run->line[stop->line].first
                                 : run->statement[stop->statement].first;
    Exercises all = exercises_of(&a, run);
    const Practice *left = was_left(app, -1) ? app->practice : NULL;
    int at = kind == EXERCISE_KINDS && left && left->x->stage == stage
                 ? left->at
                 : practice_find(&all, stage, line, kind);
    for (int i = 1; at < 0 && i < stages; i++)
        at = practice_find(&all, (stage + i) % stages, 0, kind);
    arena_release(&a);
    if (at >= 0)
        open_at(app, at, 0);
    else
        app_say(app, "There is no such exercise in this lesson.");
}

static void help(App *app)
{
    Practice *p = app->practice;
    bool is_last = p->helps > 0 && (p->verdict || p->x->kind == EXERCISE_PREDICT);
    if (!practice_hint(p) && !is_last) /* the last step stays */
        p->said = p->is_done ? "It is right." : "Try it: an answer tells what other help it needs.";
    say(app, p->said);
}

/* Goes on after a right answer: to the next blank, to the question of the rule, to the next exercise. */
static void go_on(App *app)
{
    const Practice *p = app->practice;
    if (!p->is_done)
        mark_row(app, PRACTICE_LINE, p->blank);
    else if (p->rules > 0 && p->rule_chosen != p->rule_right)
        mark_row(app, PRACTICE_RULE, 0);
    else
        mark_row(app, PRACTICE_OTHER, p->at + 1);
}

/* Judges a prediction as a guess is judged. */
static bool predict(App *app, const char *text)
{
    Practice *p = app->practice;
    double number;
    const Lens l = {.run = p->run, .decimals = NUMBER_DECIMALS};
    if (guess_read(text, &number))
        return practice_predict(p, text, number, tell_judge(&l, p->t, p->cell, text, number));
    p->said = "That is not a number, nor arithmetic like 1/3 or exp(-2).";
    return false;
}

/* ORDER in the line mode: the numbers of the lines in their order, as they are listed. */
static bool put_in_order(Practice *p, const char *text)
{
    struct PracticeUnit unit[EXERCISE_LINES];
    bool is_taken[EXERCISE_LINES] = {false};
    int used = 0, rest;
    for (char *end; *text; text = end + strspn(end, " ,")) {
        long n = strtol(text, &end, 10);
        if (end == text || n < 1 || n > p->units || is_taken[n - 1]) {
            p->said = "Expected the numbers of the lines in their order, each once: practice 3 1 2";
            return false;
        }
        is_taken[n - 1] = true;
        unit[used++] = p->unit[n - 1];
    }
    rest = used;
    for (int i = 0; i < p->units; i++)
        if (!is_taken[i])
            unit[rest++] = p->unit[i];
    memcpy(p->unit, unit, sizeof *unit * (size_t)p->units);
    p->used = used;
    p->blank = -1;
    return practice_judge(p);
}

/* Writes down what is right, for the sheet that is handed in, and that it was done, for another day. */
static void note_done(App *app, bool was_done)
{
    const Practice *p = app->practice;
    Arena a = {0};
    p->done[p->at] |= p->is_done;
    if (app->saved.path && !app->replays)
        answers_note(answers_path(&a), app_entry(app)->name, p);
    if (p->is_done && !was_done && app->saved.path && !app->replays)
        due_note(due_path(&a), app_entry(app)->name, due_name(&a, p->x),
                 p->tries <= max_int(p->x->blanks, 1), due_today());
    arena_release(&a);
}

static void answer(App *app, int of, const char *text)
{
    Practice *p = app->practice;
    const bool was_done = p->is_done;
    if (of >= 0)
        p->blank = of;
    if (p->x->kind == EXERCISE_MEND && p->blank < 0)
        p->blank = 0;
    app_forget_runs(app); /* runs anew what was looked at */
    const bool is_file = p->x->kind == EXERCISE_WRITE && !strchr(text, '\n'); /* a line is none */
    bool is_right = p->x->kind == EXERCISE_PREDICT ? predict(app, text)
                    : p->x->kind == EXERCISE_ORDER ? put_in_order(p, text)
                    : is_file                      ? false
                                                   : practice_answer(p, text);
    if (is_file)
        p->said = "It is written in a file: qkv practice LESSON in the shell makes it.";
    note_done(app, was_done);
    if (is_right) {
        app->model.prompt = (Prompt){0};
        go_on(app);
    } else {
        const char *line = practice_line(&p->arena, p);
        if (app->model.prompt.kind != PROMPT_NONE && (!*line || strstr(line, BLANK)))
            put_line(&app->model.prompt, line);
        say(app, p->said);
    }
}

/* ORDER: takes up the line, or puts it down; once as many are placed as belong, they are judged. */
static void take(App *app, int of)
{
    Practice *p = app->practice;
    const bool is_order = p->x->kind == EXERCISE_ORDER, was_done = p->is_done;
    if (is_order && p->blank >= 0) {
        p->blank = -1;
        app_forget_runs(app);
        if (p->used >= p->needed && practice_judge(p))
            go_on(app);
        note_done(app, was_done);
    } else {
        if (is_order)
            practice_take(p, of);
        else
            p->blank = of;
        if (!is_order && app->model.is_plain) {
            Arena a = {0};
            app_say(app, "Type practice and the line, as: practice %s", practice_line(&a, p));
            arena_release(&a);
        }
    }
}

static void choose_rule(App *app, int rule)
{
    Practice *p = app->practice;
    p->rule_chosen = rule;
    if (rule == p->rule_right)
        go_on(app);
}

static bool is_word(const Effect *e, const char *word)
{
    return !e->fresh && strcmp(e->text, word) == 0;
}

void app_do_practice(App *app, const Effect *e)
{
    Practice *p = app_practice(app) ? app->practice : NULL;
    ExerciseKind kind = e->fresh ? EXERCISE_KINDS : exercise_kind(e->text, strlen(e->text));
    if (app->lesson < 0)
        return;
    const bool is_on = p && model_page(&app->model)->name == PAGE_PRACTICE;
    if (kind != EXERCISE_KINDS || (!is_on && !*e->text))
        open_kind(app, kind);
    else if (!p)
        app_say(app, "practice: which kind? practice fill, order, mend, predict or write");
    else if (is_word(e, "next") || is_word(e, "previous"))
        open_at(app, p->at + (is_word(e, "next") ? 1 : -1), is_word(e, "next") ? 1 : -1);
    else if (is_word(e, "other"))
        open_at(app, e->index, e->index < p->at ? -1 : 1);
    else if (is_word(e, "hint"))
        help(app);
    else if (is_word(e, "take"))
        take(app, e->index);
    else if (is_word(e, "put back"))
        practice_put_back(p);
    else if (is_word(e, "move")) {
        practice_move(p, e->index > 0 ? 1 : -1);
        mark_row(app, PRACTICE_LINE, p->blank);
    } else if (is_word(e, "rule"))
        choose_rule(app, e->index);
    else if (*e->text)
        answer(app, e->index, e->text);
}
