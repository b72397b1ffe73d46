/* The screen: the page of the place, and below it the keys that do something there, by what they do now. */
#include "app/app_internal.h"

#include <string.h>

#include "app/update.h"
#include "base/utf8.h"

/* What keys_hints asks about a row. */
typedef struct Now {
    const Place *place;
    const Scene *scene;
    KeyRow shows;  /* the row of the next step while that shows more of a hidden result */
    KeyRow reads;  /* ... while more of the text comes first */
    KeyRow covers; /* the row of the step back while that hides what was shown */
    KeyRow leaves; /* the row of the way out of a number that was made in another stage */
    KeyRow turns;  /* the row of ~ with what it turns to next                           */
    KeyRow ends;   /* the row of the end of help that has no signs */
    KeyRow unpins; /* the row of * in the list of names at one that is pinned */
} Now;

static bool has_signs(const Scene *s)
{
    bool has = false;
    for (int i = 0; i < s->help_rows && !has; i++)
        has = s->help[i].keys == NULL;
    return has;
}

static const KeyRow *row_now(const KeyRow *row, const void *now)
{
    const Now *n = now;
    const Place *p = n->place;
    bool steps = row->code[0] == n->shows.code[0] && n->place->page == PAGE_STAGE &&
                 n->place->overlay == OVERLAY_NONE;
    const Stop *unseen;
    bool asks = steps && place_asks_early(n->scene->shown, n->scene->run, p, &unseen);
    bool shows = asks || (steps && p->view.hidden > 0 && !p->teach.follows);
    bool reads = steps && !asks && (!shows || p->where.stop == 0) &&
                 page_scroll_last(n->scene, n->place) > n->place->view.scroll;
    bool covers = row->code[0] == n->covers.code[0] && teach_covers(n->place, n->scene);
    bool closes = row->act == do_report && n->place->overlay == (Overlay)row->by;
    /* One step back from the beginning of a lesson only says so. */
    bool is_first = p->page == PAGE_STAGE && p->overlay == OVERLAY_NONE && p->where.stage == 0 &&
                    p->where.stop == 0 && p->view.scroll == 0 && row->code[0] == n->covers.code[0];
    bool has_no_signs = row->code[0] == n->ends.code[0] && p->overlay == OVERLAY_HELP &&
                        !has_signs(n->scene);
    bool is_stage = p->page == PAGE_STAGE && p->overlay == OVERLAY_NONE;
    bool is_far = is_stage && ((row->act == do_answer && p->where.stop > 0) || /* they lead there */
                               (row->act == do_enter && !place_step(n->scene->run, p)));
    return closes || is_first || is_far || !update_can(row, n->place, n->scene) ? NULL
           : reads                                                              ? &n->reads
           : shows                                                              ? &n->shows
           : has_no_signs                                                       ? &n->ends
           : covers                                                             ? &n->covers
           : row->act == do_up && *n->leaves.hint                               ? &n->leaves
           : row->act == do_side                                                ? &n->turns
           : row->act == do_pin && names_is_pinned(n->scene->run, n->place)     ? &n->unpins
                                                                                : row;
}

/* From a number that was made elsewhere q does not lead to its stage, but to where the question began: "stage 5". */
static const char *leads_out(Arena *a, const Scene *s, const Place *p)
{
    bool is_elsewhere = p->page == PAGE_CELL &&
                        run_stage_of_step(s->run, p->asked.step) != p->where.stage;
    return !is_elsewhere         ? ""
           : p->where.stage == 0 ? "introduction"
                                 : arena_format(a, "stage %d", p->where.stage);
}

/* What the next step shows: the question that waits, or of a result whose operands nobody has seen these. */
static const char *shown_next(Arena *a, const Scene *s, const Place *p)
{
    enum { MOST = 12 };
    const Stop *waits;
    if (s->run && place_asks_early(s->shown, s->run, p, &waits))
        return "ask";
    const QkvStep *step = p->page == PAGE_STAGE && p->view.hidden > 0 ? place_step(s->run, p)
                                                                      : NULL;
    const Stop *first = NULL;
    bool are_more = false;
    for (int i = 0; step && i < step->call.count; i++) {
        const Stop *stop = place_unseen(s->shown, s->run, p, step->call.in[i]->step, false, NULL);
        are_more = are_more || (first && stop && stop != first);
        first = first ? first : stop;
    }
    bool is_named = first && !are_more && first->name && *first->name &&
                    utf8_columns(first->name) <= MOST;
    const QkvTensor *t = step ? step->call.out : NULL;
    bool has_begun = t && p->teach.unit == UNIT_ROW && p->view.hidden < t->count &&
                     !place_hides(&p->view, place_chosen(&p->view, t).from);
    return !first     ? has_begun ? "show rest" : "show"
           : is_named ? arena_format(a, "show %s", first->name)
                      : "show operands";
}

const Frame *app_frame(App *app)
{
    Arena arena = {0};
    Buf hints = {0};
    Scene scene = app_scene(app, &arena);
    static const char *const next[SIDES] = {"before", "difference", "both", "after"};
    static const char there[] = "There:"; /* who follows sees the keys of the screen that leads */
    Place place = app->place;
    bool is_there = place.teach.follows && place.teach.following == FOLLOWING_SPEAKER;
    place.teach.follows = place.teach.follows && !is_there;
    int width = place.width - 2 - (is_there ? (int)strlen(there) + 2 : 0);
    Now now = {&place,
               &scene,
               *keys_find(ON_STAGE, ' '),
               *keys_find(ON_STAGE, ' '),
               *keys_find(ON_STAGE, K_BACKSPACE),
               *keys_find(ON_CELL, 'q'),
               *keys_find(ON_STAGE, '~'),
               *keys_find(ON_HELP, K_END),
               *keys_find(ON_NAMES, ' ')};
    now.unpins.hint = "unpin";
    now.shows.hint = shown_next(&arena, &scene, &place);
    now.reads.hint = "more";
    now.ends.hint = "end";
    now.covers.hint = "hide";
    now.covers.kind = KIND_TEACHING;
    now.leaves.hint = leads_out(&arena, &scene, &place);
    now.turns.hint = next[place.look.side];
    buf_puts(&hints, is_there ? there : "");
    if (is_there && place.teach.blank)
        buf_puts(&hints, "  any key returns");
    else
        keys_hints(&hints, update_context(&place), width, row_now, &now);
    scene.hints = buf_text(&hints);
    page_draw(app->frame, &scene, &app->place);
    buf_release(&hints);
    arena_release(&arena);
    return app->frame;
}
