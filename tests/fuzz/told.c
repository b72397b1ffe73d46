#include "fuzz/told.h"

#include <string.h>

#include "lesson/blind.h"
#include "show/handout.h"
#include "show/transcript.h"

/* Tells what the terminal is given for a column: of a wide character in its first. */
static void tell_glyph(const Glyph *g, bool is_last)
{
    char ascii[3];
    if (g->width > 2 || (g->width == 2 && (is_last || g[1].width != 0)))
        fuzz_found("a character without its columns");
    if (g->bytes[0] >= ' ' && g->bytes[0] <= '~' && !g->bytes[1])
        return; /* most are */
    fuzz_shown(g->bytes, strlen(g->bytes));
    frame_ascii(g, ascii);
    fuzz_shown(ascii, strlen(ascii));
}

void told_screen(App *app, int width, int height)
{
    const Frame *f = app_frame(app);
    if (f->width != width || f->height != height)
        fuzz_found("a frame of another size");
    if (f->cursor_row >= height || f->cursor_col >= width)
        fuzz_found("a cursor outside of its frame");
    for (int i = 0; i < width * height; i++)
        tell_glyph(&f->glyph[i], i % width == width - 1);
}

Library *told_library(int most)
{
    fuzz_copy_lessons(most);
    Library *library = library_open();
    for (int i = 0; i < library->count; i++)
        library_run(library, i);
    return library;
}

static void tell_texts(const Run *run)
{
    Buf text = {0};
    Blind blind[BLIND_KINDS];
    transcript(&text, run, run->statements % 2 ? DETAIL_NORMAL : DETAIL_EVERY);
    fuzz_told(&text);
    handout(&text, run, true);
    fuzz_told(&text);
    run_write_mistakes(&text, run);
    run_write_failures(&text, run);
    fuzz_told(&text);
    blind_find(run, blind);
}

/* To the end of the lesson, with a look at a cell of each result and where it comes from. */
static void walk(Library *library, int lesson)
{
    enum { WIDTH = 72, HEIGHT = 20, STOPS = 6 };
    static const int looks[] = {' ', K_ENTER, K_RIGHT, K_TAB, K_ENTER, 'q', 'q', K_ENTER};
    App *app = app_new(library, false);
    app_resize(app, WIDTH, HEIGHT);
    app_open(app, lesson);
    for (int i = 0; i < STOPS; i++)
        for (size_t k = 0; k < sizeof looks / sizeof *looks; k++) {
            app_key(app, looks[k]);
            told_screen(app, WIDTH, HEIGHT);
        }
    app_free(app);
}

void told_lesson(const char *path)
{
    Library *library = library_open();
    Err err = {0};
    int lesson = library_find(library, path, &err);
    if (lesson < 0)
        fuzz_found("the lesson is not there");
    const Entry *entry = &library->entry[lesson];
    library_load(&library->entry[lesson]);
    if (entry->run) {
        tell_texts(entry->run);
        walk(library, lesson);
    } else {
        Buf text = {0};
        err_write(&text, &entry->err, entry->source.text, entry->source.length);
        fuzz_told(&text);
    }
    library_free(library);
}
