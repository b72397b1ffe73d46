/* The loop: sleep until there is a key or a signal, let the app change, show its frame once.
 * Keys that wait together are handled together, which keeps a slow link and a held key in step;
 * nothing is drawn while nothing happens. */
#include <signal.h>

#include "app/editor.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "tui/screen.h"
#include "tui/terminal.h"
#include "tui/tui.h"

enum {
    STATUS_QUIT = 0,
    STATUS_NO_TERMINAL = 2,
    STATUS_INTERRUPTED = 130,
    BURST = 256, /* keys handled before the next picture and the next look at signals */
};

typedef struct Loop {
    App *app;
    bool anew; /* paint every cell          */
    bool more; /* keys may still be waiting */
    bool away; /* suspended, and not yet `resumed` */
    bool quit;
    bool pastes; /* keys come from a paste */
    Buf paste;
} Loop;

static void take_size(Loop *loop)
{
    int width, height;
    terminal_size(&width, &height);
    screen_resize(width, height);
    app_resize(loop->app, width, height);
}

static void renew(Loop *loop, bool resumed)
{
    if (resumed) {
        terminal_retake();
        loop->away = false;
    }
    take_size(loop);
    loop->anew = true;
}

static void edit(Loop *loop)
{
    Arena arena = {0};
    int line;
    if (!app_copy_lesson(loop->app))
        return;
    const char *path = app_source(loop->app, &line);
    bool ran = terminal_lend(editor_command(&arena, path, line));
    arena_release(&arena);
    renew(loop, true);
    app_edited(loop->app, ran);
}

static void copy(Loop *loop)
{
    const char *why = terminal_copy(app_copied(loop->app));
    if (why)
        app_say(loop->app, "%s", why);
}

/* APP_GO_ON asks nothing of the terminal. */
static void grant(Loop *loop, AppWish wish)
{
    if (wish == APP_REDRAW)
        loop->anew = true;
    else if (wish == APP_MOUSE)
        app_mouse(loop->app, screen_toggle_mouse());
    else if (wish == APP_SUSPEND)
        loop->away = terminal_suspend(true);
    else if (wish == APP_EDIT)
        edit(loop);
    else if (wish == APP_COPY)
        copy(loop);
    else if (wish == APP_QUIT)
        loop->quit = true;
}

static AppWish press(App *app, int key)
{
    int row, col;
    if (key == K_WHEEL_UP || key == K_WHEEL_DOWN)
        return app_wheel(app, key == K_WHEEL_UP ? -1 : 1);
    if (key != K_CLICK)
        return app_key(app, key);
    screen_click(&row, &col);
    return app_click(app, row, col);
}

/* Pasted text is no keys: it comes as one text, when it is whole. True if a key belongs to that. */
static bool collect(Loop *loop, int key)
{
    enum { MOST = 1 << 16 };
    char bytes[UTF8_MOST];
    if (key == K_PASTE)
        buf_clear(&loop->paste);
    if (key == K_PASTE || key == K_PASTED) {
        bool ends = loop->pastes && key == K_PASTED;
        loop->pastes = key == K_PASTE;
        if (ends)
            grant(loop, app_paste(loop->app, buf_text(&loop->paste)));
        return true;
    }
    if (key == K_ESCAPE) /* the end of the paste was lost */
        loop->pastes = false;
    if (!loop->pastes)
        return false;
    if (key == K_ENTER || key == K_TAB)
        buf_putc(&loop->paste, key == K_ENTER ? '\n' : '\t');
    else if (key > 0 && key < K_SPECIAL && loop->paste.length < MOST)
        buf_add(&loop->paste, bytes, utf8_put(bytes, (uint32_t)key));
    return true;
}

static void type_keys(Loop *loop)
{
    int key = K_NONE;
    for (int i = 0; i < BURST && !loop->quit && !loop->away; i++) {
        key = screen_key();
        if (key == K_NONE)
            break;
        if (!collect(loop, key))
            grant(loop, press(loop->app, key));
    }
    loop->more = key != K_NONE;
}

static void show(Loop *loop)
{
    screen_show(app_frame(loop->app), loop->anew);
    loop->anew = false;
}

/* Until the reader leaves or something ends us: returns the last event. */
static Happening run(Loop *loop)
{
    for (;;) {
        Happening event = terminal_wait(loop->more ? 0 : app_patience(loop->app));
        if (event.end || event.closed)
            return event;
        bool happened = loop->more || event.keys || event.resized || event.resumed;
        if (event.suspend)
            loop->away = terminal_suspend(false);
        else if (event.resized || event.resumed)
            renew(loop, event.resumed);
        if (!loop->away && (event.keys || loop->more))
            type_keys(loop);
        if (loop->quit)
            return event;
        bool has_news = app_tick(loop->app, (int64_t)(1000 * clock_seconds()));
        if (!loop->away && (happened || has_news))
            show(loop);
    }
}

int tui_run(App *app, const TuiOptions *options, Err *err)
{
    if (!terminal_open(options, err))
        return STATUS_NO_TERMINAL;
    screen_open(options);
    app_colors(app, screen_has_colors());
    app_mouse(app, options->mouse && !terminal_is_console());
    Loop loop = {.app = app};
    take_size(&loop);
    show(&loop);
    Happening last = run(&loop);
    app_end(app); /* first of all: what follows may block on a terminal that has gone */
    screen_close();
    terminal_close();
    buf_release(&loop.paste);
    if (last.end == SIGINT)
        return STATUS_INTERRUPTED;
    if (last.end)
        terminal_end_by(last.end);
    return STATUS_QUIT;
}
