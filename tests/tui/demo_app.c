/* A program of the terminal room alone: an app with no lesson, which shows what the room did with
 * keys, sizes and styles, and crashes when asked to. check_terminal.c runs it in a pty. */
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/key.h"
#include "base/die.h"
#include "base/err.h"
#include "base/utf8.h"
#include "tui/tui.h"

enum { KEYS_SHOWN = 60, EXIT_PLAIN = 3 };

struct App {
    Frame *frame;
    Buf keys;  /* the last keys, as they are shown   */
    int count; /* keys so far                        */
    int drawn; /* pictures so far                    */
    int at;    /* the highlight                      */
    bool cursor;
};

static void put(Frame *f, int row, int col, Style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

static void put(Frame *f, int row, int col, Style style, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    frame_put(f, row, col, style, text);
}

static const char *const names[] = {
    "K_SPECIAL", "UP",  "DOWN", "LEFT", "RIGHT", "HOME", "END", "PGUP",  "PGDN",  "ENTER",
    "BKSP",      "DEL", "ESC",  "TAB",  "BTAB",  "F1",   "F5",  "OTHER", "PASTE", "PASTED",
};

static void write_key(Buf *out, int key)
{
    char bytes[4];
    if (key > K_SPECIAL)
        buf_printf(out, "%s ", names[key - K_SPECIAL]);
    else if (key < ' ')
        buf_printf(out, "^%c ", key + '@');
    else {
        buf_add(out, bytes, utf8_put(bytes, (uint32_t)key));
        buf_putc(out, ' ');
    }
}

static void crash_badly(void)
{
    volatile uintptr_t nowhere = 16;
    *(volatile int *)nowhere = 1;
}

/* Uses up the stack: the handler must find another. Endless for any depth above zero. */
static int sink(int depth)
{
    volatile char room[4096];
    room[0] = (char)depth;
    return depth == 0 ? 0 : sink(depth | 1) + room[0];
}

static void misbehave(int key)
{
    switch (key) {
    case 'S':
        crash_badly();
        break;
    case 'O':
        sink(1);
        break;
    case 'A':
        abort();
    case 'D':
        base_die("the demo was told to die");
    default:
        break;
    }
}

static AppWish wish(int key)
{
    switch (key) {
    case 'q':
        return APP_QUIT;
    case 'm':
        return APP_MOUSE;
    case 'z':
        return APP_SUSPEND;
    case 'y':
        return APP_COPY;
    case 'L' - '@':
        return APP_REDRAW;
    default:
        return APP_GO_ON;
    }
}

AppWish app_key(App *app, int key)
{
    app->count++;
    write_key(&app->keys, key);
    if (key == K_RIGHT)
        app->at = (app->at + 1) % 4;
    if (key == 'c')
        app->cursor = !app->cursor;
    misbehave(key);
    return wish(key);
}

AppWish app_click(App *app, int row, int col)
{
    buf_printf(&app->keys, "CLICK-%d-%d ", row, col);
    return APP_GO_ON;
}

AppWish app_wheel(App *app, int by)
{
    buf_puts(&app->keys, by < 0 ? "WHEEL-UP " : "WHEEL-DOWN ");
    return APP_GO_ON;
}

AppWish app_paste(App *app, const char *text)
{
    buf_printf(&app->keys, "PASTE-%s ", text);
    return APP_GO_ON;
}

const char *app_copied(const App *app)
{
    (void)app;
    return "copied";
}

void app_say(App *app, const char *format, ...)
{
    char said[200];
    va_list args;
    va_start(args, format);
    vsnprintf(said, sizeof said, format, args);
    va_end(args);
    buf_printf(&app->keys, "NO-COPY %s ", said);
}

void app_mouse(App *app, bool is_taken)
{
    (void)app;
    (void)is_taken;
}

bool app_copy_lesson(App *app)
{
    (void)app;
    return true;
}

const char *app_source(const App *app, int *line)
{
    (void)app;
    *line = 1;
    return "a lesson";
}

void app_edited(App *app, bool ran)
{
    (void)app;
    (void)ran;
}

void app_colors(App *app, bool has_colors)
{
    (void)app;
    (void)has_colors;
}

int app_patience(const App *app)
{
    (void)app;
    return -1;
}

bool app_tick(App *app, int64_t now)
{
    (void)app;
    (void)now;
    return false;
}

void app_resize(App *app, int width, int height)
{
    frame_resize(app->frame, width, height);
}

/* Draws a row for each style, at the right; its name is its number. */
static void draw_styles(Frame *f)
{
    for (int style = 0; style < STYLE_COUNT; style++)
        put(f, style + 3, 60, (Style)style, "style %d", style);
}

/* All shades in one row, the farthest below 0 first. */
static void draw_shades(Frame *f)
{
    for (int shade = -SHADES; shade <= SHADES; shade++) {
        frame_put(f, 18, 60 + SHADES + shade, STYLE_TEXT, "s");
        frame_shade(f, 18, 60 + SHADES + shade, 1, shade);
    }
}

static void draw_text(const App *app, Frame *f)
{
    size_t skip = app->keys.length > KEYS_SHOWN ? app->keys.length - KEYS_SHOWN : 0;
    put(f, 0, 0, STYLE_TITLE, "demo %dx%d", f->width, f->height);
    put(f, 1, 0, STYLE_TEXT, "count %d drawn %d", app->count, app->drawn);
    put(f, 2, 0, STYLE_TEXT, "keys %s", buf_text(&app->keys) + skip);
    frame_put(f, 4, 0, STYLE_TEXT, "wide \xe6\xb3\xa8\xe6\x84\x8f|");
    frame_put(f, 5, 0, STYLE_TEXT, "mark e\xcc\x81|");
    frame_put(f, 6, 0, STYLE_TEXT, "signs \xc3\x97\xe2\x88\x9a|");
    /* A hexagram that the C library takes for wide, and a character that is not assigned. */
    frame_put(f, 7, 0, STYLE_TEXT, "odd \xe4\xb7\x8c\xcd\xb8|");
}

static void draw_highlight(const App *app, Frame *f)
{
    for (int i = 0; i < 4; i++)
        put(f, 8 + i, 2, i == app->at ? STYLE_RESULT : STYLE_TEXT, "[%6.3f]", i * 0.125);
}

const Frame *app_frame(App *app)
{
    Frame *f = app->frame;
    app->drawn++;
    frame_clear(f);
    draw_styles(f);
    draw_shades(f);
    draw_text(app, f);
    draw_highlight(app, f);
    frame_put(f, f->height - 2, f->width - 2, STYLE_TEXT, "\xe6\xb3\xa8");
    frame_put(f, f->height - 1, f->width - 1, STYLE_TEXT, "#");
    f->cursor_row = app->cursor ? 5 : -1;
    f->cursor_col = app->cursor ? 7 : -1;
    return f;
}

/* The tests look for this file to know that the place was saved. */
void app_end(App *app)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/saved", getenv("HOME"));
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return;
    fprintf(file, "%d\n", app->count);
    fclose(file);
}

static TuiOptions read_options(int argc, char **argv)
{
    TuiOptions options = {0};
    for (int i = 1; i < argc; i++) {
        options.ascii |= strcmp(argv[i], "--ascii") == 0;
        options.mouse |= strcmp(argv[i], "--mouse") == 0;
        if (strcmp(argv[i], "--color=always") == 0)
            options.color = TUI_COLOR_ALWAYS;
        if (strcmp(argv[i], "--color=never") == 0)
            options.color = TUI_COLOR_NEVER;
        if (strncmp(argv[i], "--esc-delay=", 12) == 0)
            options.esc_delay = atoi(argv[i] + 12);
    }
    return options;
}

static void forget(int number)
{
    (void)number;
}

static int run(App *app, const TuiOptions *options)
{
    Err err = {0};
    if (!tui_usable(&err) && tui_plain_instead()) {
        printf("plain: %s\n", err.message);
        return EXIT_PLAIN;
    }
    err = (Err){0};
    int status = tui_run(app, options, &err);
    if (err.set)
        fprintf(stderr, "demo: %s\n", err.message);
    return status;
}

int main(int argc, char **argv)
{
    base_say_no_memory();
    TuiOptions options = read_options(argc, argv);
    App app = {.frame = frame_new(80, 24)};
    signal(SIGTERM, forget); /* to see afterwards that the handlers are the old ones again */
    int status = run(&app, &options);
    struct sigaction now;
    sigaction(SIGTERM, NULL, &now);
    printf("left with %d, handlers %s, point %.1f\n", status,
           now.sa_handler == forget ? "restored" : "lost", 0.5);
    frame_free(app.frame);
    buf_release(&app.keys);
    return status;
}
