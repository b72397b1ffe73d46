/* Reducer, for one event. */
#include <string.h>

#include "app/act.h"
#include "app/key.h"
#include "base/common.h"

static void step_press(Act *act, int key)
{
    if (act->m->prompt.kind != PROMPT_NONE)
        typed_key(act, key);
    else
        key_press(act, key);
}

/* The key of the word of the last line that begins at a column. */
static int key_of_hint(Act *act, int at)
{
    const Doc *d = pages_doc(act);
    Shown shown = pages_show(NULL, act->m, d, NULL, NULL);
    const char *line = hints_line(act->a, act->m, act->w, d, &shown);
    if (at < 0 || at >= (int)strlen(line))
        return K_NONE;
    size_t length = strcspn(line + at, " ,:");
    return length > 0 ? key_named(line + at, length) : K_NONE;
}

static void click(Act *act, Target target)
{
    if (target.kind == TARGET_KEY)
        act->press = key_of_hint(act, target.of);
    else if (act->m->prompt.kind == PROMPT_NONE)
        open_click(act, target);
    else if (target.kind == TARGET_ROW)
        typed_pick(act, target.of);
}

static void press(Act *act, const Event *e)
{
    bool is_suggestion = e->page < 0 && e->target.kind == TARGET_ROW;
    if (is_suggestion && act->m->prompt.kind != PROMPT_NONE)
        typed_pick(act, e->target.of);
    else if (e->page >= 0)
        open_press(act, e->target, e->page);
}

static void paste(Act *act, const char *text)
{
    if (act->m->prompt.kind == PROMPT_NONE && act_run(act))
        prompt_open(act, PROMPT_CHANGE, "");
    if (act->m->prompt.kind != PROMPT_NONE)
        typed_text(act, text);
}

static void step_take(Act *act, const Event *e)
{
    switch (e->kind) {
    case EVENT_KEY:
        step_press(act, e->key);
        break;
    case EVENT_TARGET:
        click(act, e->target);
        break;
    case EVENT_PRESS:
        press(act, e);
        break;
    case EVENT_POINT:
        open_point(act, e->target, e->page);
        break;
    case EVENT_WHEEL:
        if (act->m->prompt.kind == PROMPT_NONE)
            list_move(act, e->by);
        break;
    case EVENT_LINE:
        act->then = e->text ? e->text : "";
        break;
    case EVENT_PASTE:
        paste(act, e->text ? e->text : "");
        break;
    case EVENT_STEP:
        go_next(act, "");
        break;
    default:
        act->m->width = max_int(e->width, 1);
        act->m->height = max_int(e->height, 1);
    }
}

/* Does what a key or a click asks for besides: another key, and at last a line. */
static void follow_up(Act *act)
{
    int key = act->press;
    act->press = K_NONE;
    if (key != K_NONE)
        step_press(act, key);
    const char *line = act->then;
    act->then = NULL;
    if (line)
        command_run(act, line);
}

Outcome step(Arena *a, const Model *m, const World *w, Event e)
{
    Outcome o = {.model = *m};
    Act act = {.m = &o.model, .w = w, .a = a, .again = m->asks_again};
    bool is_silent = e.kind == EVENT_SIZE || e.kind == EVENT_POINT;
    if (m->blank && (e.kind == EVENT_KEY || e.kind == EVENT_TARGET || e.kind == EVENT_PRESS)) {
        o.model.blank = false;
        return o;
    }
    if (!is_silent) {
        o.model.said[0] = '\0';
        o.model.asks_again = false;
    }
    const Page *page = model_page(m);
    if (e.kind == EVENT_KEY && page_kind(page) == DOC_STAGE && page->pointer.thing >= 0)
        o.model.knows_arrows = true;
    step_take(&act, &e);
    for (int i = 0; i < 3 && (act.then || act.press != K_NONE); i++)
        follow_up(&act);
    o.effect = act.effect;
    return o;
}
