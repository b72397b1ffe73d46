/* The line mode: what if? Changes of the lesson, and what they come to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/change_text.h"
#include "app/keys.h"
#include "app/plain_internal.h"
#include "app/update.h"
#include "base/common.h"
#include "base/utf8.h"
#include "view/changed.h"
#include "view/explain.h"
#include "view/report.h"

static const char none[] = "Nothing is changed. Such as: whatif x[0, 0] = 2";

/* --- one change ------------------------------------------------------------------------------- */

/* What is wrong with a line, and from where on: a mark under it tells a listener nothing. */
static void say_wrong(Plain *p, const Err *err, const char *line)
{
    const char *at = line;
    unsigned code;
    for (int i = 1; i < err->at.col && *at; i++)
        at += utf8_next(at, strlen(at), &code);
    bool is_in_it = at > line && *at;
    buf_shown(&p->out, err->message, strlen(err->message));
    buf_puts(&p->out, is_in_it ? ", at: " : "");
    buf_shown(&p->out, at, is_in_it ? strlen(at) : 0);
    plain_say(p, "");
}

/* "[x2, x3] = 5" with the name of what it is about; another line as it is. NULL after saying why not. */
static const char *with_name(Arena *a, Plain *p, const char *line)
{
    NamedPart part;
    NamedHere here = plain_here(p);
    const char *sign = strchr(line, '=');
    if (*line != '[' || !sign)
        return line;
    const char *end = sign;
    while (end > line && end[-1] == ' ')
        end--;
    if (!named_read(&here, arena_text(a, line, (size_t)(end - line)), &part, &p->out))
        return NULL;
    const char *place = change_of_place(a, here.run, part.t, part.index);
    if (!place)
        plain_say(p, "This has no name to change it by.");
    return place ? arena_format(a, "%s %s", place, sign) : NULL;
}

/* These lines instead of those that there are; what they come to. */
static void change(Plain *p, const ChangeLine *line, int lines, const char *typed)
{
    Err err = {0};
    if (!app_change(p->app, line, lines, &err)) {
        say_wrong(p, &err, typed);
        return;
    }
    p->has_landed = false;
    plain_message(p);
    plain_tell(p);
}

/* The changes that there are, with room for one more. */
static int lines_of(const Plain *p, ChangeLine line[WHATIF_LINES + 1])
{
    const WhatIf *w = app_what_if(p->app);
    for (int i = 0; w && i < w->lines; i++)
        line[i] = w->line[i];
    return w ? w->lines : 0;
}

/* What the screens begin to type is told, to be typed here; the reader stays where that was asked. */
static void tell_proposal(Plain *p)
{
    Arena arena = {0};
    NamedHere here = plain_here(p);
    Place before = *app_place(p->app);
    const char *text = p->told_in_run && here.step
                           ? change_of_cell(&arena, here.run, here.step->call.out, here.cell)
                           : NULL;
    if (!text) {
        app_key(p->app, '=');
        plain_message(p);
        text = arena_string(&arena, app_place(p->app)->typing.text);
        app_put(p->app, &before);
    }
    if (*text)
        buf_printf(&p->out, "Type it with another right side: whatif %s\n", text);
    arena_release(&arena);
}

void plain_whatif(Plain *p)
{
    Arena arena = {0};
    ChangeLine line[WHATIF_LINES + 1];
    int lines = lines_of(p, line);
    const char *text = *p->rest ? with_name(&arena, p, p->rest) : NULL;
    if (!*p->rest)
        tell_proposal(p);
    else if (text) {
        line[lines] = (ChangeLine){text, false};
        change(p, line, lines + 1, text);
    }
    arena_release(&arena);
}

/* --- the list --------------------------------------------------------------------------------- */

/* The results that differ, as rows after those of the changes. */
static void tell_different(Plain *p, const WhatIf *w)
{
    Arena arena = {0};
    const Run *run = plain_run_of(p);
    const Comparison *c = align_comparison(w->variant[0].align);
    int told = 0;
    for (int i = 0; i < c->rows; i++) {
        const CompareRow *row = &c->row[i];
        const Stop *stop = NULL;
        for (int s = 0; s < run->stops && row->b && !stop; s++)
            stop = row->b->tensor && run->stop[s].tensor == row->b->tensor ? &run->stop[s] : NULL;
        if (row->state == ROW_SAME || !row->b)
            continue;
        told++;
        if (!stop) { /* what is printed is no result that can be gone to */
            buf_printf(&p->out, "%s: ", row->b->name);
            report_state(&p->out, row);
            plain_say(p, "");
            continue;
        }
        Row to = {.kind = ROW_STEP,
                  .stage = run_stage_of_stop(run, stop),
                  .stop = run_number_of_stop(run, stop),
                  .step = -1};
        buf_printf(&p->out, "%s %s: ", plain_add_row(p, to), row->b->name);
        report_state(&p->out, row);
        buf_printf(&p->out, ", %s\n", plain_step_name(&arena, p, to.stage, to.stop));
    }
    buf_printf(&p->out, "%d of %d results differ; a row is opened by its number.\n", told, c->rows);
    arena_release(&arena);
}

void plain_changes(Plain *p)
{
    const WhatIf *w = app_what_if(p->app);
    if (!w) {
        plain_say(p, none);
        return;
    }
    p->rows.count = 0;
    for (int i = 0; i < w->lines; i++)
        buf_printf(&p->out, "change %d: %s%s\n", i + 1, w->line[i].text,
                   w->line[i].is_off ? ", off" : "");
    if (w->on > 0)
        tell_different(p, w);
}

/* Which change the rest of the line begins with, from 0; -1 after saying that there is none. What follows its number
 * is left. */
static int change_named(Plain *p, int lines)
{
    char *end;
    long number = strtol(p->rest, &end, 10);
    if (end == p->rest || (*end && *end != ' ') || number < 1 || number > lines) {
        plain_say(p, lines > 0 ? "Which change? changes lists them with their numbers." : none);
        return -1;
    }
    p->rest = end + strspn(end, " ");
    return (int)number - 1;
}

void plain_switch(Plain *p)
{
    ChangeLine line[WHATIF_LINES + 1];
    int lines = lines_of(p, line), which = change_named(p, lines);
    if (which < 0)
        return;
    line[which].is_off = !line[which].is_off;
    change(p, line, lines, line[which].text);
}

void plain_edit_change(Plain *p)
{
    Arena arena = {0};
    ChangeLine line[WHATIF_LINES + 1];
    int lines = lines_of(p, line), which = change_named(p, lines);
    const char *text = which >= 0 && *p->rest ? with_name(&arena, p, p->rest) : NULL;
    if (which >= 0 && !*p->rest)
        buf_printf(&p->out, "What instead? edit-change %d %s\n", which + 1, line[which].text);
    if (text) {
        line[which] = (ChangeLine){text, false};
        change(p, line, lines, text);
    }
    arena_release(&arena);
}

void plain_remove(Plain *p)
{
    ChangeLine line[WHATIF_LINES + 1];
    int lines = lines_of(p, line), which = change_named(p, lines);
    if (which < 0)
        return;
    for (int i = which; i + 1 < lines; i++)
        line[i] = line[i + 1];
    change(p, line, lines - 1, "");
}

void plain_undo(Plain *p)
{
    const WhatIf *before = app_what_if(p->app);
    app_key(p->app, 'Z');
    plain_message(p);
    if (app_what_if(p->app) != before)
        plain_tell(p);
}

/* The title is typed as on the screens. */
void plain_write(Plain *p)
{
    app_key(p->app, 'W');
    Place place = *app_place(p->app);
    if (place.overlay == OVERLAY_TYPE) {
        snprintf(place.typing.text, sizeof place.typing.text, "%s", p->rest);
        app_put(p->app, &place);
        app_key(p->app, K_ENTER);
    }
    plain_message(p);
}

/* --- two runs --------------------------------------------------------------------------------- */

static void switch_all(Plain *p, bool is_off)
{
    ChangeLine line[WHATIF_LINES + 1];
    int lines = lines_of(p, line);
    for (int i = 0; i < lines; i++)
        line[i].is_off = is_off;
    plain_say(p, is_off ? "Without the changes; with on brings them back." : "With the changes.");
    change(p, line, lines, "");
}

void plain_with(Plain *p)
{
    const WhatIf *w = app_what_if(p->app);
    const Stop *stop = place_stop(plain_run_of(p), app_place(p->app));
    if (!w)
        plain_say(p, none);
    else if (!*p->rest || same_text(p->rest, "on") || same_text(p->rest, "off"))
        switch_all(p, *p->rest ? same_text(p->rest, "off") : w->on > 0);
    else if (!same_text(p->rest, "difference"))
        plain_say(p, "with takes on, off or difference; several values: inspect values.");
    else if (w->on == 0)
        plain_say(p, "The changes are off: with on brings them back.");
    else if (stop)
        plain_tell_changed(p, stop);
    else
        plain_say(p, "No result is shown here: next goes on to one.");
}
