/* The line mode: a line comes in, a command of the table; what it leads to is told as text. It drives the same app as the
 * full screens, and has no state but what it told last. */
#include "app/plain.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/command.h"
#include "base/ascii.h"
#include "base/common.h"
#include "show/speech.h"
#include "tell/explain.h"

enum { PLAIN_BYTES = 4096 };

typedef struct Plain {
    App *app;
    Library *library;
    Buf out;    /* of the line at hand            */
    Buf told;   /* the page as it was told last   */
    int lesson; /* ... and its lesson; -1: none   */
    bool quit;
} Plain;

static void plain_say(Plain *p, const char *text)
{
    if (text && *text)
        buf_printf(&p->out, "%s\n", text);
}

/* --- telling -------------------------------------------------------------------------------------- */

/* Tells the page if it is another one than was told; `again`: in any case, `instead`: in none. */
static void tell_page(Plain *p, bool again, bool instead)
{
    Buf now = {0};
    const Run *run = app_world(p->app)->lens.run;
    const int lesson = run ? model_spot(app_model(p->app)).lesson : -1;
    app_told(p->app, &now);
    if (!instead && (again || strcmp(buf_text(&now), buf_text(&p->told)) != 0)) {
        if (run && lesson != p->lesson) /* pages tell their stage */
            buf_printf(&p->out, "%s\n\n", run->lesson->title);
        buf_add(&p->out, buf_text(&now), now.length);
        p->lesson = lesson;
    }
    buf_release(&p->told);
    p->told = now;
}

/* "made of scores and values" for a result; "" for what is made of nothing that has a name. */
static const char *made_of(Arena *a, const Lens *l, const Spot *spot)
{
    Buf text = {.arena = a};
    int things = l->run ? spot_tensors(l->run, spot) : 0;
    for (int i = 1; i < things; i++) {
        const char *name = explain_name(a, l->run, spot_tensor(l->run, spot, i));
        buf_printf(&text, "%s%s", i == 1 ? ", made of " : i + 1 < things ? ", " : " and ", name);
    }
    return buf_text(&text);
}

/* Where one is: "5.1, made of scores", "weights[x2, x2]", "12 rows". */
static void put_place(Plain *p, Arena *a, Buf *out)
{
    const Model *m = app_model(p->app);
    const World *w = app_world(p->app);
    const Page *page = model_page(m);
    const Run *run = w->lens.run;
    const Doc *d = pages_tell(a, m, w);
    if (page_kind(page) == DOC_STAGE && run)
        buf_printf(out, "%s%s", spot_number(a, run, &page->spot),
                   made_of(a, &w->lens, &page->spot));
    else if (page_asks(page) && run && page->step < run->tape->count)
        buf_printf(out, "%s, %s",
                   explain_cell(a, run, run->tape->step[page->step].call.out, page->cell),
                   tell_tab_name(page->tab));
    else if (d->kind == DOC_LIST)
        buf_printf(out, "%s, %d row%s", m->pages == 1 ? "lessons" : d->title, doc_rows(d),
                   plural(doc_rows(d)));
    else
        buf_puts(out, d->title);
}

/* On a page of words opening is going on. */
static bool points_nowhere(const Model *m)
{
    const Page *page = model_page(m);
    return page_kind(page) == DOC_STAGE && page->pointer.thing == POINT_NOTHING;
}

/* Names the commands that a reader is likeliest to want, as far as they do something here. */
static void put_words(Plain *p, Arena *a, Buf *out)
{
    static const char *const likely[] = {"next", "show", "answer", "back",
                                         "open", "up",   "with",   "help"};
    enum { MOST = 5 };
    const char *word[MOST];
    int words = 0;
    Model m = *app_model(p->app);
    const Act act = {.m = &m, .w = app_world(p->app), .a = a};
    for (int i = 0; i < COUNT(likely) && words < MOST; i++) {
        const Command *c = command_find(likely[i], strlen(likely[i]));
        bool is_last = i + 1 == COUNT(likely);
        if (strcmp(likely[i], "open") == 0 && points_nowhere(&m))
            continue;
        if (c && (is_last || words + 1 < MOST) && !(c->why_not && c->why_not(&act)))
            word[words++] = likely[i];
    }
    for (int i = 0; i < words; i++)
        buf_printf(out, "%s%s", i ? ", " : " ", word[i]);
}

/* "-- 5.1, made of scores. next, back, open, help --" ends every answer. */
static void put_status(Plain *p)
{
    Arena arena = {0};
    buf_puts(&p->out, "-- ");
    put_place(p, &arena, &p->out);
    buf_putc(&p->out, '.');
    put_words(p, &arena, &p->out);
    buf_puts(&p->out, " --\n");
    arena_release(&arena);
}

/* Tells that the place is kept, where it is. */
static void say_good_bye(Plain *p)
{
    bool is_kept = app_save(p->app);
    const Run *run = app_world(p->app)->lens.run;
    if (!is_kept || !run)
        return;
    Arena arena = {0};
    const Spot spot = model_spot(app_model(p->app));
    buf_printf(&p->out, "Your place is kept: %s of %s.\n", spot_number(&arena, run, &spot),
               run->lesson->title);
    arena_release(&arena);
}

/* --- obeying -------------------------------------------------------------------------------------- */

static void obey_line(Plain *p, const char *line)
{
    Arena arena = {0};
    const Doc *d = pages_tell(&arena, app_model(p->app), app_world(p->app));
    bool is_row = d->kind == DOC_LIST && is_digits(line) && strlen(line) < 6 &&
                  app_model(p->app)->pages > 1;
    Buf text = {.arena = &arena};
    buf_printf(&text, "%s%s", is_row ? "open " : *line ? "" : "next", line);
    AppWish wish = app_line(p->app, buf_text(&text));
    if (wish == APP_COPY) { /* ends its own lines */
        const char *told = app_copied(p->app);
        size_t length = strlen(told);
        buf_printf(&p->out, "%s%s", told, length > 0 && told[length - 1] != '\n' ? "\n" : "");
    }
    if (wish == APP_EDIT)
        plain_say(p, "The editor needs the full screen: e opens it there.");
    p->quit = wish == APP_QUIT;
    plain_say(p, app_message(p->app));
    if (!p->quit)
        tell_page(p, wish == APP_REDRAW, wish == APP_COPY);
    arena_release(&arena);
}

/* Makes signs of bytes that are no text, once for all: a line is told again in many places. */
static void obey(Plain *p, const char *line)
{
    enum { ESCAPE = '\033' };
    Buf text = {0};
    buf_shown(&text, line, strlen(line));
    if (strchr(line, ESCAPE))
        plain_say(p, "Arrows and function keys do nothing here. With rlwrap qkv --plain, the up "
                     "arrow brings earlier lines back.");
    else
        obey_line(p, buf_text(&text));
    buf_release(&text);
}

/* --- reading and writing -------------------------------------------------------------------------- */

/* Reads a line and cuts off the blanks at both ends. What is too long for `line` is read and lost.
 * NULL at the end. */
static char *plain_read_line(FILE *in, char line[PLAIN_BYTES])
{
    if (!fgets(line, PLAIN_BYTES, in))
        return NULL;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] != '\n')
        for (int c = getc(in); c != EOF && c != '\n';)
            c = getc(in);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    return line + strspn(line, " \t");
}

static bool answer(Plain *p, FILE *out)
{
    Buf ascii = {0}, told = {0}, shown = {0};
    buf_shown_lines(&shown, buf_text(&p->out), p->out.length, 0);
    if (p->library->is_ascii)
        frame_ascii_text(&ascii, buf_text(&shown));
    speech_lines(&told, buf_text(p->library->is_ascii ? &ascii : &shown));
    bool ok = fwrite(buf_text(&told), 1, told.length, out) == told.length;
    ok = ok && fflush(out) == 0;
    buf_clear(&p->out);
    buf_release(&ascii);
    buf_release(&told);
    buf_release(&shown);
    return ok;
}

/* A lesson whose file was changed is read again, also while nobody types. */
static void look_around(Plain *p)
{
    if (!app_tick(p->app, (int64_t)time(NULL) * 1000))
        return;
    plain_say(p, app_message(p->app));
    tell_page(p, false, false);
}

bool plain_run(App *app, Library *library, FILE *in, FILE *out)
{
    Plain p = {.app = app, .library = library, .lesson = -1};
    char buffer[PLAIN_BYTES], *line;
    app_plain(app);
    plain_say(&p, app_message(app));
    tell_page(&p, true, false);
    put_status(&p);
    bool ok = answer(&p, out);
    while (ok && !p.quit && (line = plain_read_line(in, buffer)) != NULL) {
        look_around(&p);
        obey(&p, line);
        if (!p.quit)
            put_status(&p);
        app_save(app);
        ok = answer(&p, out);
    }
    if (ok) { /* Ctrl-D leaves, too */
        say_good_bye(&p);
        ok = p.out.length == 0 || answer(&p, out);
    }
    buf_release(&p.out);
    buf_release(&p.told);
    return ok;
}

bool plain_print(App *app, Library *library, FILE *out)
{
    Plain p = {.app = app, .library = library};
    const Lens *l = &app_world(app)->lens;
    const Spot at = model_spot(app_model(app));
    bool ok = true;
    if (!l->run)
        return true;
    buf_printf(&p.out, "%s\n\n", l->run->lesson->title);
    for (int s = at.stage; ok && s < l->run->lesson->stages; s++) {
        Arena arena = {0};
        show_speech(&p.out, tell_whole_stage(&arena, l, s, at.detail), 0);
        arena_release(&arena);
        ok = answer(&p, out);
    }
    buf_release(&p.out);
    return ok;
}
