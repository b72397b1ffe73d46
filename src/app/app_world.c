/* The world of the app: the runs that are looked at, what of them is hidden, and what is known of them. */
#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include "app/app_internal.h"
#include "base/common.h"
#include "base/utf8.h"

void app_say(App *app, const char *format, ...)
{
    Buf text = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    size_t most = sizeof app->model.said - 1;
    size_t length = text.length <= most ? text.length : utf8_fit(buf_text(&text), most, INT_MAX);
    memcpy(app->model.said, buf_text(&text), length);
    app->model.said[length] = '\0';
    buf_release(&text);
}

const char *app_way(const App *app, const char *key, const char *word)
{
    return app->model.is_plain ? word : key;
}

/* --- runs ------------------------------------------------------------------------------------------ */

Entry *app_entry(const App *app)
{
    return app->lesson >= 0 ? &app->library->entry[app->lesson] : NULL;
}

const Run *app_own_run(const App *app, int lesson)
{
    return lesson >= 0 && lesson < app->library->count ? library_run(app->library, lesson) : NULL;
}

/* The what-if's variant that a side looks at; -1 for the lesson as it is. */
static int variant_at(const App *app, int lesson, int side)
{
    const WhatIf *w = lesson >= 0 ? app->kept[lesson].whatif : NULL;
    if (!w || side == SIDE_WITHOUT)
        return -1;
    return side < 0 ? 0 : min_int(side, w->variants - 1);
}

static const Variant *variant_of(const App *app, int lesson, int side)
{
    const WhatIf *w = lesson >= 0 ? app->kept[lesson].whatif : NULL;
    int at = variant_at(app, lesson, side);
    return w && at >= 0 ? &w->variant[at] : NULL;
}

const Run *app_run_of(const App *app, int lesson, int side)
{
    const Variant *v = variant_of(app, lesson, side);
    return v ? v->run : app_own_run(app, lesson);
}

Align *app_align_of(const App *app, int lesson, int side)
{
    const Variant *v = variant_of(app, lesson, side);
    return v ? v->align : NULL;
}

Reveal *app_reveal_of(App *app, int lesson, int side)
{
    int at = variant_at(app, lesson, side);
    return at >= 0 ? &app->kept[lesson].with[at] : &app->kept[lesson].own;
}

static void forget_view(View *v)
{
    memo_free(v->memo);
    hidden_free(v->hidden);
    *v = (View){0};
}

/* Forgets all that is kept: it knows a run by its address, and the next may lie there. */
void app_forget_runs(App *app)
{
    for (int i = 0; i < COUNT(app->view); i++)
        forget_view(&app->view[i]);
}

static void turn_view(View *v, const Run *run)
{
    if (v->run != run)
        hidden_free(v->hidden);
    v->hidden = v->run == run ? v->hidden : NULL;
    v->memo = v->memo ? v->memo : memo_new();
    v->run = run;
}

/* Keeps the knowledge of two runs side by side; of a run that is seen no more it goes. */
static void turn_views(App *app, const Run *run, const Run *other)
{
    View *v = app->view;
    if (run == v[1].run || other == v[0].run) {
        const View first = v[0];
        v[0] = v[1];
        v[1] = first;
    }
    turn_view(&v[0], run);
    turn_view(&v[1], other);
}

/* Finds the hidden cells of a run: of a class what it was not shown there. */
static const Hidden *hidden_now(View *v, const Reveal *by)
{
    if (!v->hidden || v->by != by || v->edition != by->edition) {
        hidden_free(v->hidden);
        v->hidden = hidden_of(v->run, by);
        v->by = by;
        v->edition = by->edition;
    }
    return v->hidden;
}

/* Finds the part that the class was shown of the run that the one that is seen is compared with; of a reader alone who
 * guesses nothing may be told of it. */
static const Reveal *other_reveal(App *app, bool sees_own)
{
    const int side = app->model.side;
    if (!app->model.class.on)
        return &app->nothing;
    if (!app->kept[app->lesson].whatif)
        return &app->kept[app->compared_with].own;
    return app_reveal_of(app, app->lesson, sees_own ? max_int(side, 0) : SIDE_WITHOUT);
}

static Lens lens_of(App *app, const Run *own)
{
    const Model *m = &app->model;
    Kept *k = &app->kept[app->lesson];
    const WhatIf *w = k->whatif;
    const bool is_compared = !w && app->compared && app->compared_to == app->lesson;
    Align *align = w ? app_align_of(app, app->lesson, max_int(m->side, 0)) : NULL;
    Lens l = {.run = app_run_of(app, app->lesson, m->side),
              .align = is_compared ? app->compared : align,
              .whatif = w,
              .differs = w && m->side == SIDE_DIFFERENCE,
              .peeks = m->follows,
              .decimals = m->look.full ? NUMBER_MOST_DECIMALS : m->look.decimals};
    const Run *other = !l.align            ? NULL
                       : l.run == own && w ? align_now(l.align)
                                           : align_before(l.align);
    const bool is_class = m->class.on;
    turn_views(app, l.run, other);
    if (is_class || k->is_alone)
        l.hidden = hidden_now(&app->view[0],
                              is_class ? app_reveal_of(app, app->lesson, m->side) : &k->alone);
    if (l.hidden && other)
        l.other_hidden = hidden_now(&app->view[1], other_reveal(app, l.run == own));
    l.memo = app->view[0].memo;
    l.other_memo = app->view[1].memo;
    return l;
}

const Practice *app_practice(const App *app)
{
    for (int i = 1; i < app->model.pages && app->practice; i++)
        if (app->model.page[i].name == PAGE_PRACTICE && app->practiced == app->lesson)
            return app->practice;
    return NULL;
}

static const char *compared_title(const App *app)
{
    const Entry *other = &app->library->entry[app->compared_with];
    return other->lesson ? other->lesson->title : other->name;
}

void app_refresh(App *app, int lesson)
{
    const Page *page = model_lesson(&app->model);
    app->lesson = lesson >= 0 ? lesson : page ? page->spot.lesson : -1;
    const Run *own = app_own_run(app, app->lesson);
    const Entry *entry = app_entry(app);
    World w = {.library = app->library,
               .seen = app->seen,
               .earliers = app->earliers,
               .earlier = app->earlier,
               .is_followed = app->is_heard,
               .is_away = app->is_away,
               .is_old = entry && (entry->stale != 0 || app->gone < 0)};
    w.practice = app_practice(app);
    if (own && w.practice && w.practice->own) {
        turn_views(app, w.practice->own, NULL);
        w.lens = (Lens){.run = w.practice->own,
                        .decimals = app->model.look.full ? NUMBER_MOST_DECIMALS
                                                         : app->model.look.decimals,
                        .memo = app->view[0].memo};
    } else if (own) {
        w.lens = lens_of(app, own);
        w.whatif = app->kept[app->lesson].whatif;
        w.reveal = app_reveal_of(app, app->lesson, app->model.side);
        if (!w.whatif && app->compared && app->compared_to == app->lesson)
            w.compared = compared_title(app);
    }
    app->world = w;
}
