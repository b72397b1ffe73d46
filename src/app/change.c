/* Changes that are typed, "what if": proposals, the ways to look at them, and the list of them. */
#include "app/act.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/change_text.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/code.h"
#include "lesson/prepared.h"
#include "tell/axes.h"

static int change_lines(const Act *act)
{
    return act->w->whatif ? act->w->whatif->lines : 0;
}

const char *change_no_changes(const Act *act)
{
    return !act_run(act) ? act_no_lesson(act)
           : change_lines(act) > 0
               ? NULL
               : arena_format(act->a, "needs a change: %s makes one", act_way(act, "=", "whatif"));
}

const char *change_no_whatif(const Act *act)
{
    return act->w->practice
               ? arena_format(act->a, "an exercise is open: %s closes it", act_way(act, "q", "up"))
               : act_no_lesson(act);
}

/* Two lessons that are compared have a list, too. */
const char *change_no_list(const Act *act)
{
    return act->w->compared ? NULL : change_no_changes(act);
}

/* --- proposals -------------------------------------------------------------------------------------- */

/* The text of a node with its white space folded: a change is one line. */
static const char *one_line(Arena *a, const Lesson *lesson, const Node *n)
{
    Buf text = {.arena = a};
    for (size_t i = n->start; i < n->end; i++) {
        char c = lesson->source[i];
        bool is_again = is_blank(c) && text.length > 0 && text.text[text.length - 1] == ' ';
        if (!is_again)
            buf_putc(&text, is_blank(c) ? ' ' : c);
    }
    return buf_text(&text);
}

/* A proposal that `=` makes for the thing at hand. */
typedef struct Proposal {
    const char *text; /* all of it, "scores[x2, x2] = 16"               */
    const char *line; /* as the prompt begins with it: "scores[x2, x2] = " */
    const char *help;
} Proposal;

enum { PROPOSALS = 8 };

/* Of what a statement makes its right side; of what a call makes inside, its name. */
static const char *change_of_stop(Arena *a, const World *w, const Stop *stop, const char **name)
{
    const Run *run = w->lens.run;
    const Lesson *lesson = w->whatif ? w->whatif->before->lesson : run->lesson;
    *name = NULL;
    if (!stop || !stop->name)
        return NULL;
    const Result *r = stop->kind == STOP_TENSOR ? change_result(a, run, stop->step) : NULL;
    *name = r ? r->name : stop->name;
    const char *dot = strrchr(*name, '.');
    if (dot)
        return arena_format(a, "%s = %s", *name, dot + 1);
    const Node *maker = change_maker(run, lesson, *name);
    const Node *value = maker ? code_value(maker) : NULL;
    bool alone = value && maker->kids == 2 && maker->kid[0]->kind == NODE_NAME;
    return alone ? arena_format(a, "%s = %s", *name, one_line(a, lesson, value)) : NULL;
}

/* On a stage that is a what-if: the first of its changes that is not made yet. */
static const char *change_of_stage(const World *w, const Spot *s)
{
    const Run *run = w->whatif ? w->whatif->before : w->lens.run;
    const Prepared *p = prepared_find(run, s->stage);
    for (int i = 0; p && i < p->changes; i++) {
        bool made = false;
        for (int k = 0; w->whatif && k < w->whatif->lines; k++)
            made = made || strcmp(w->whatif->line[k].text, p->change[i].text) == 0;
        if (!made)
            return p->change[i].text;
    }
    return NULL;
}

static const char *up_to_sign(Arena *a, const char *text)
{
    const char *sign = strstr(text, " = ");
    return sign ? arena_text(a, text, (size_t)(sign - text) + 3) : text;
}

/* "scores[x2, :] = torch.tensor([4., 16., 12.])"; NULL where it has hidden numbers or too many. */
static const char *change_of_row(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell)
{
    enum { MOST = 12 };
    int64_t at[QKV_MAX_RANK], cols = matrix_cols(t), first = cell - cell % max_int64(cols, 1);
    if (t->rank < 1 || cols < 2 || cols > MOST || t->dtype == QKV_BOOL)
        return NULL;
    qkv_tensor_index(t, cell, at);
    at[t->rank - 1] = -1;
    const char *place = change_of_place(a, l->run, t, at);
    Buf text = {.arena = a};
    buf_printf(&text, "%s = torch.tensor([", place ? place : "");
    for (int64_t i = 0; place && i < cols; i++) {
        const char *one = change_of_cell(a, l, t, first + i);
        const char *value = one ? strstr(one, " = ") : NULL;
        if (!value)
            return NULL;
        buf_printf(&text, "%s%s%s", i ? ", " : "", value + 3,
                   strpbrk(value + 3, ".e(") || qkv_is_long(t->dtype) ? "" : ".");
    }
    buf_puts(&text, "])");
    return place ? buf_text(&text) : NULL;
}

static int add_proposal(Proposal *p, int count, const char *text, const char *line,
                        const char *help)
{
    if (text && strlen(text) < LINE_BYTES && count < PROPOSALS)
        p[count++] = (Proposal){text, line, help};
    return count;
}

/* The likeliest first, and last an empty line. A call's line comes before its number: the pointer is on the call. */
static int proposals_of(Arena *a, const Model *m, const World *w, Proposal p[PROPOSALS])
{
    const Act act = {.m = (Model *)m, .w = w, .a = a};
    const Page *page = model_page(m);
    const Spot s = model_spot(m);
    int64_t cell;
    int count = 0;
    const char *name = NULL;
    bool is_stage = page_kind(page) == DOC_STAGE;
    if (act_run(&act) && (is_stage || page_asks(page))) {
        const Run *run = w->lens.run;
        const QkvTensor *t = act_tensor(&act, &cell);
        int step = t ? t->step : -1;
        if (step >= 0 && page_asks(page)) {
            tell_in_hand(&w->lens, page->tab, page->pick, &step, &cell);
            t = run->tape->step[step].call.out;
        }
        bool is_call = is_stage && page->pointer.thing <= POINT_CALL;
        const char *prepared = is_stage && !s.stop ? change_of_stage(w, &s) : NULL;
        const char *line = change_of_stop(a, w, spot_stop(run, &s), &name);
        const char *number = t ? change_of_cell(a, &w->lens, t, cell) : NULL;
        const char *row = t ? change_of_row(a, &w->lens, t, cell) : NULL;
        const char *hold = name ? arena_format(a, "%s = hold", name) : NULL;
        count = add_proposal(p, count, prepared, prepared, "a change that this stage suggests");
        count = add_proposal(p, count, is_call ? line : NULL, line, "this line of code");
        count = add_proposal(p, count, number, number ? up_to_sign(a, number) : NULL,
                             "this number (0, 8, 16: three runs)");
        count = add_proposal(p, count, row, row, "its row");
        count = add_proposal(p, count, is_call ? NULL : line, line, "this line of code");
        count = add_proposal(p, count, hold, hold, "keep it, whatever else changes");
    }
    return add_proposal(p, count, "line N: ...", "", "any line, any name");
}

Doc *change_tell(Arena *a, const Model *m, const World *w)
{
    enum { ROOM = 38 };
    Proposal p[PROPOSALS];
    if (m->prompt.change >= 0)
        return NULL;
    Doc *d = doc_new(a, DOC_LIST, NULL, "");
    d->head = "what if: Tab takes the next line";
    int count = proposals_of(a, m, w, p);
    for (int i = 0; i < count; i++)
        doc_row(d, (Target){.kind = TARGET_COMMAND, .of = i}, "%.*s%s\t%s",
                (int)utf8_fit(p[i].text, strlen(p[i].text), ROOM), p[i].text,
                utf8_columns(p[i].text) > ROOM ? "~" : "", p[i].help);
    return d;
}

/* --- typing ----------------------------------------------------------------------------------------- */

void change_next_proposal(Act *act, int by)
{
    Proposal p[PROPOSALS];
    Prompt *prompt = &act->m->prompt;
    if (prompt->change >= 0)
        return;
    int count = proposals_of(act->a, act->m, act->w, p);
    prompt->hints = (prompt->hints + by + count) % count;
    prompt->marked = prompt->hints;
    prompt_put(prompt, p[prompt->hints].line);
    prompt->said[0] = '\0';
}

static int change_marked(Act *act)
{
    const DocRow *row = act_is_on(act, PAGE_CHANGES) ? list_row(act) : NULL;
    return row && row->target.kind == TARGET_CHANGE && row->target.of < change_lines(act)
               ? row->target.of
               : -1;
}

void change_whatif(Act *act, const char *line)
{
    Proposal p[PROPOSALS];
    int change = change_marked(act);
    if (*line) {
        act_do(act, EFFECT_CHANGE, -1, line);
        return;
    }
    int count = proposals_of(act->a, act->m, act->w, p);
    if (act->m->is_plain) { /* tells what can be typed */
        Buf text = {.arena = act->a};
        for (int i = 0; i + 1 < count; i++)
            buf_printf(&text, "%swhatif %s", i ? "; " : "", p[i].text);
        act_say(act, "%s",
                count > 1 ? buf_text(&text) : "whatif: which change? whatif NAME[i, j] = 5");
        return;
    }
    prompt_open(act, PROMPT_CHANGE, change >= 0 ? act->w->whatif->line[change].text : p[0].line);
    act->m->prompt.change = change;
    act->m->prompt.marked = change >= 0 ? -1 : 0;
}

void change_typed(Act *act)
{
    Prompt *p = &act->m->prompt;
    bool is_blank_line = p->line[strspn(p->line, " ")] == '\0';
    const char *line = arena_string(act->a, p->line);
    int change = p->change;
    *p = (Prompt){0};
    if (!is_blank_line || change >= 0)
        act_do(act, EFFECT_CHANGE, change, is_blank_line ? "" : line);
}

/* --- looking at them ---------------------------------------------------------------------------------- */

static void say_side(Act *act)
{
    const WhatIf *w = act->w->whatif;
    int side = act->m->side;
    if (side == SIDE_WITHOUT)
        act_say(act, "Without the changes; * marks each number that they change.");
    else if (side == SIDE_DIFFERENCE)
        act_say(act, "The difference: with the changes minus without them.");
    else if (w->several)
        act_say(act, "With %s, value %d of %d; * marks each number that differs without it.",
                w->variant[side].value, side + 1, w->variants);
    else
        act_say(act, "With the changes; * marks each number that they change.");
}

static void set_side(Act *act, const char *side)
{
    int variants = act->w->whatif->variants;
    int value = is_digits(side) && strlen(side) < 4 ? atoi(side) - 1 : -1;
    if (strcasecmp(side, "off") == 0)
        act->m->side = SIDE_WITHOUT;
    else if (*side && strncasecmp("difference", side, strlen(side)) == 0)
        act->m->side = SIDE_DIFFERENCE;
    else if (strcasecmp(side, "on") == 0)
        act->m->side = 0;
    else if (value >= 0 && value < variants)
        act->m->side = value;
    else {
        act_say(act, "with takes: on, off, difference, or a value from 1 to %d.", variants);
        return;
    }
    say_side(act);
}

/* With, each further value, without, the difference; on a change of the list: off or on. */
void change_with(Act *act, const char *side)
{
    Model *m = act->m;
    int change = change_marked(act);
    if (*side) {
        set_side(act, side);
    } else if (change >= 0) {
        act_do(act, EFFECT_SWITCH, change, NULL);
    } else {
        m->side = m->side == SIDE_DIFFERENCE               ? 0
                  : m->side == SIDE_WITHOUT                ? SIDE_DIFFERENCE
                  : m->side + 1 < act->w->whatif->variants ? m->side + 1
                                                           : SIDE_WITHOUT;
        say_side(act);
    }
}

/* --- changing the list ---------------------------------------------------------------------------------- */

/* The change of a number from 1, or the marked one; -1 after saying which there are. */
static int change_of(Act *act, const char *word, const char *number)
{
    int lines = change_lines(act), marked = change_marked(act);
    int at = is_digits(number) && strlen(number) < 4 ? atoi(number) - 1 : *number ? -1 : marked;
    if (at < 0 || at >= lines)
        act_say(act, "%s: which change? %s 1%s", word, word,
                lines > 1 ? arena_format(act->a, " to %s %d", word, lines) : "");
    return at < lines ? at : -1;
}

static void do_line(Act *act, const char *word, const char *number, EffectKind kind,
                    const char *line)
{
    int at = change_of(act, word, number);
    if (at >= 0)
        act_do(act, kind, at, line);
}

void change_switch(Act *act, const char *number)
{
    do_line(act, "switch", number, EFFECT_SWITCH, NULL);
}

void change_remove(Act *act, const char *number)
{
    do_line(act, "remove", number, EFFECT_CHANGE, "");
}

void change_edit(Act *act, const char *words)
{
    size_t length = strcspn(words, " ");
    const char *line = words + length + strspn(words + length, " ");
    if (*line)
        do_line(act, "edit-change", arena_text(act->a, words, length), EFFECT_CHANGE, line);
    else
        act_say(act, "edit-change: with which line? edit-change 1 x[0, 0] = 3");
}

void change_write(Act *act, const char *title)
{
    if (*title || act->m->is_plain)
        act_do(act, EFFECT_WRITE, 0, title);
    else
        prompt_open(act, PROMPT_TITLE, "");
}
