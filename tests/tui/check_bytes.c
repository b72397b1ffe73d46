/* Bytes that a move from cell to cell sends, on the cell pages of all lessons: curses draws into a file here, so that
 * each move is measured alone. */
#define NCURSES_WIDECHAR 1
#include <check.h>
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "app/key.h"
#include "lesson/library.h"
#include "suites.h"
#include "tui/screen.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

enum {
    WIDTH = 80,
    HEIGHT = 24,
    CELLS = WIDTH * HEIGHT,
    MOST_MOVES = 20000,
    FEW = 35,        /* characters that are others, in any lesson: then the goal is kept        */
    MOST_ABOVE = 11, /* percent of the moves above the goal: at these some 200 characters change  */
};

/* In bytes. A number on a shade between brackets takes four changes of color instead of one. */
static const struct Bounds {
    bool shade;
    int goal, most, median;
} bounds[] = {{false, 400, 860, 230}, {true, 620, 1400, 300}};

typedef struct Moves {
    FILE *out, *in;
    SCREEN *screen;
    App *app;
    const struct Bounds *bounds;
    int count, bytes[MOST_MOVES], above;
} Moves;

static Moves moves;

static void open_moves(Library *library, const struct Bounds *b)
{
    setenv("COLUMNS", "80", 1);
    setenv("LINES", "24", 1);
    ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C.UTF-8"));
    moves = (Moves){.out = tmpfile(),
                    .in = fopen("/dev/null", "r"),
                    .app = app_new(library, false),
                    .bounds = b};
    ck_assert(moves.out && moves.in);
    moves.screen = newterm("xterm-256color", moves.out, moves.in);
    ck_assert_ptr_nonnull(moves.screen);
    screen_open(&(TuiOptions){.color = TUI_COLOR_ALWAYS});
    app_resize(moves.app, WIDTH, HEIGHT);
    app_colors(moves.app, b->shade);
}

static void close_moves(void)
{
    screen_close();
    endwin();
    delscreen(moves.screen);
    fclose(moves.out);
    fclose(moves.in);
    app_free(moves.app);
}

/* The bytes that showing the page as it is now sends. */
static int shown(void)
{
    off_t before = lseek(fileno(moves.out), 0, SEEK_END);
    screen_show(app_frame(moves.app), false);
    return (int)(lseek(fileno(moves.out), 0, SEEK_END) - before);
}

static int other_characters(const Glyph *before)
{
    const Frame *f = app_frame(moves.app);
    int others = 0;
    for (int i = 0; i < CELLS; i++)
        others += strcmp(f->glyph[i].bytes, before[i].bytes) != 0;
    return others;
}

/* Some moves from the cell in question; those that lead to no other cell do not count. */
static void move_around(void)
{
    static const int keys[] = {K_RIGHT, K_DOWN, K_LEFT, K_UP, K_RIGHT};
    static Glyph before[CELLS];
    app_key(moves.app, K_ENTER);
    shown();
    for (int i = 0; i < COUNT(keys); i++) {
        const Page was = *model_page(app_model(moves.app));
        memcpy(before, app_frame(moves.app)->glyph, sizeof before);
        app_key(moves.app, keys[i]);
        int bytes = shown();
        const Page *now = model_page(app_model(moves.app));
        if (now->name != PAGE_NUMBER || now->cell == was.cell)
            continue;
        ck_assert_int_lt(moves.count, MOST_MOVES);
        moves.bytes[moves.count++] = bytes;
        moves.above += bytes > moves.bounds->goal;
        ck_assert_msg(
            bytes <= (other_characters(before) < FEW ? moves.bounds->goal : moves.bounds->most),
            "lesson %d, stage %d, stop %d, move %d: %d bytes", now->spot.lesson, now->spot.stage,
            now->spot.stop, i, bytes);
    }
}

static int by_size(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

START_TEST(r17_cell_moves_of_all_lessons_take_few_bytes)
{
    int places = 0;
    Library *library = library_open();
    open_moves(library, &bounds[_i]);
    for (int i = 0; i < library->count; i++) {
        app_open(moves.app, i);
        const Run *run = library_run(library, i);
        for (int s = 0; s < run->lesson->stages; s++)
            for (int stop = 1; stop <= run_stops(run, s); stop++) {
                Model here = *app_model(moves.app);
                Spot spot = {.lesson = i};
                if (run_stop(run, s, stop)->detail > DETAIL_NORMAL ||
                    !run_stop(run, s, stop)->tensor)
                    continue;
                spot = spot_at(spot, run, s, stop);
                model_open(&here, app_world(moves.app), spot);
                app_put(moves.app, &here);
                move_around();
                places++;
            }
    }
    qsort(moves.bytes, (size_t)moves.count, sizeof *moves.bytes, by_size);
    int median = moves.bytes[moves.count / 2], worst = moves.bytes[moves.count - 1];
    printf("%d moves: median %d bytes, worst %d, above %d: %d\n", moves.count, median, worst,
           bounds[_i].goal, moves.above);
    ck_assert(places > 0 && moves.count > places);
    ck_assert_int_le(median, bounds[_i].median);
    ck_assert_int_le(100 * moves.above, MOST_ABOVE * moves.count);
    close_moves();
    library_free(library);
}
END_TEST

Suite *bytes_suite(void)
{
    Suite *s = suite_create("bytes");
    TCase *t = tcase_create("moves");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, r17_cell_moves_of_all_lessons_take_few_bytes, 0, COUNT(bounds));
    suite_add_tcase(s, t);
    return s;
}
