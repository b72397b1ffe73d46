/* Every screen that Space leads to, of every lesson, in the smallest window that lessons are written for: its text can be
 * read, its code is not cut, and among many numbers something says which are meant. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lesson/library.h"
#include "made.h"
#include "suites.h"

enum {
    LINES = 5,      /* of a text of which not all is seen      */
    NUMBERS = 60,   /* of matrices, among which nothing stands out */
    WRONG_MOST = 40 /* are told */
};

typedef struct Walk {
    App *app;
    Library *library;
    int lesson, screens, wrong;
    Buf told;
} Walk;

static void __attribute__((format(printf, 2, 3))) tell(Walk *w, const char *format, ...)
{
    const Spot at = model_spot(app_model(w->app));
    va_list args;
    if (w->wrong++ >= WRONG_MOST)
        return;
    buf_printf(&w->told, "%s, stage %d, stop %d: ", w->library->entry[w->lesson].name, at.stage,
               at.stop);
    va_start(args, format);
    buf_vprintf(&w->told, format, args);
    va_end(args);
    buf_putc(&w->told, '\n');
}

/* The row of a frame behind which code goes on out of sight, as the last column says; -1: none. */
static int row_of_cut(const Frame *f)
{
    for (int r = 0; r < f->height; r++)
        if (strcmp(f->glyph[(r + 1) * f->width - 1].bytes, "~") == 0)
            return r;
    return -1;
}

/* A function that is stepped through has a window, too, which moves with the line in hand. */
static void look_at_code(Walk *w, const Doc *d, const Frame *f)
{
    enum { BODY = 3 /* the first row below title, heading and an empty one */ };
    const Piece *code = doc_piece(d, PIECE_CODE);
    bool is_stepped = code && code->lines.lines > 0;
    int row = row_of_cut(f), in_hand = 0;
    for (int r = BODY; r <= row; r++)
        in_hand += strcmp(f->glyph[r * f->width + 1].bytes, ">") == 0;
    if (row >= 0 && !is_stepped)
        tell(w, "code is cut");
    else if (row >= 0 && (row - BODY + 1 < LINES || in_hand != 1))
        tell(w, "code in a window of %d lines, %d of them in hand", row - BODY + 1, in_hand);
}

/* The numbers of matrices and tables: stretches of columns with a link to one, and with digits or letters in them. The
 * columns of a curve have neither. */
static int count_numbers(const Frame *f)
{
    int numbers = 0;
    bool is_counted = false;
    for (int i = 0; i < f->width * f->height; i++) {
        const Glyph *g = &f->glyph[i], *before = i % f->width > 0 ? g - 1 : NULL;
        bool goes_on = before && before->link == g->link && before->link_of == g->link_of &&
                       before->link_cell == g->link_cell;
        is_counted = goes_on && is_counted;
        bool counts = g->link == TARGET_NUMBER && isalnum((unsigned char)g->bytes[0]);
        numbers += counts && !is_counted;
        is_counted = is_counted || counts;
    }
    return numbers;
}

/* Tells whether the screen says what to look at: the author put the pointer there, a change marked what differs, or
 * weights are a heat map, in which what is large stands out. */
static bool has_mark(const Walk *w, const Frame *f)
{
    const Spot at = model_spot(app_model(w->app));
    const Run *run = app_world(w->app)->lens.run;
    const Stop *stop = spot_stop(run, &at);
    bool is_marked = stop && run->statement[stop->statement].point && f->cursor_row >= 0;
    for (int i = 0; i < f->width * f->height && !is_marked; i++)
        is_marked = f->glyph[i].shade == SHADES ||
                    (f->glyph[i].link == TARGET_NUMBER && strcmp(f->glyph[i].bytes, "*") == 0);
    return is_marked;
}

static void look_at_numbers(Walk *w, const Frame *f)
{
    int numbers = count_numbers(f);
    if (numbers > NUMBERS && !has_mark(w, f))
        tell(w, "%d numbers, and nothing says what to look at, as #| point does", numbers);
}

static void look(Walk *w)
{
    Arena a = {0};
    const Model *m = app_model(w->app);
    const Doc *d = pages_tell(&a, m, app_world(w->app));
    Shown shown = pages_show(NULL, m, d, NULL, NULL);
    if (shown.window > 0 && shown.window < LINES)
        tell(w, "text in a window of %d lines", shown.window);
    look_at_code(w, d, app_frame(w->app));
    look_at_numbers(w, app_frame(w->app));
    w->screens++;
    arena_release(&a);
}

static bool is_same(const Page *a, const Page *b)
{
    return spot_is_same(&a->spot, &b->spot) && a->scroll == b->scroll && a->answers == b->answers;
}

/* From the introduction to the last screen, behind which is another lesson or nothing. */
static void walk(Walk *w)
{
    app_open(w->app, w->lesson);
    Page was;
    do {
        look(w);
        was = *model_page(app_model(w->app));
        made_press(w->app, "Space");
    } while (model_spot(app_model(w->app)).lesson == w->lesson &&
             !is_same(&was, model_page(app_model(w->app))));
}

START_TEST(every_screen_can_be_read)
{
    Walk w = {.library = library_open()};
    w.app = app_new(w.library, false);
    app_colors(w.app, true);
    for (w.lesson = 0; w.lesson < w.library->count; w.lesson++)
        walk(&w);
    printf("%d screens of %d lessons\n", w.screens, w.library->count);
    fflush(stdout);
    ck_assert_int_gt(w.screens, 2000);
    ck_assert_msg(w.wrong == 0, "%d screens of 80x24:\n%s", w.wrong, buf_text(&w.told));
    buf_release(&w.told);
    app_free(w.app);
    library_free(w.library);
}
END_TEST

Suite *windows_suite(void)
{
    Suite *s = suite_create("windows");
    tcase_add_test(suite_case(s, "windows"), every_screen_can_be_read);
    return s;
}
