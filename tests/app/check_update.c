/* Properties of places and keys, tried on random walks: a screen depends on the place alone, what a
 * key does its opposite undoes, and no keys lead out of range. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/keys.h"
#include "base/utf8.h"
#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"
#include "view/explain.h"
#include "view/matrix.h"

/* --- random keys ---------------------------------------------------------------------------- */

/* Mostly keys that mean something in the present context. Rarely those that leave it. */
static int random_key(const App *app)
{
    static const int others[] = {'1',     '2',  '9',      '0',  'z',
                                 K_OTHER, K_F5, K_DELETE, 0xE9, K_CONTROL('U')};
    KeyContext where = update_context(app_place(app));
    int rows;
    const KeyRow *table = keys_table(&rows);
    for (;;) {
        if (made_random(8) == 0)
            return others[made_random(COUNT(others))];
        const KeyRow *row = &table[made_random(rows)];
        if (!(row->where & where) || row->act == do_quit)
            continue;
        if ((row->act == do_up || row->act == do_close || row->act == do_lesson) && made_random(3))
            continue;
        int codes = 0;
        while (codes < KEY_CODES && row->code[codes])
            codes++;
        return row->code[made_random(codes)];
    }
}

static void random_size(App *app)
{
    if (made_random(4) == 0)
        app_resize(app, 1 + made_random(200), 1 + made_random(60));
    else
        app_resize(app, 40 + made_random(60), 10 + made_random(30));
}

/* Another change, or none any more. Some cannot be made in the lesson that is open. */
static void random_change(App *app)
{
    static const char *const texts[] = {
        "x[0, 0] = 7",
        "x[日本, b] = -1",
        "w = w * 2",
        "q[1] = 0",
        "scores = q @ q.T / 2",
        "weights = softmax(scores, dim=0)",
        "weights = hold",
        "n = 5",
        "blocks = blocks[0]",
        "long = long[:30]",
        "table[3, 3] = 1e9",
        "bad[0] = 1",
        "x[0, 1] = 1, 2, float('nan')",
        "nowhere = 1",
    };
    const WhatIf *w = app_what_if(app);
    ChangeLine line[WHATIF_LINES] = {0};
    Err err = {0};
    int lines = w && w->lines < 3 ? w->lines : 0;
    for (int i = 0; i < lines; i++)
        line[i] = (ChangeLine){w->line[i].text, made_random(3) == 0};
    line[lines++] = (ChangeLine){texts[made_random(COUNT(texts))], false};
    bool made = app_change(app, line, lines, &err);
    ck_assert(made || err.set || app_place(app)->page == PAGE_MENU);
}

/* Anywhere in the lessons that run: walks alone seldom come far. */
static void jump(App *app)
{
    int lesson = made_random(2) ? MADE_FIRST : MADE_SECOND;
    Place p = place_start(*app_place(app), lesson);
    app_put(app, &p);
    const Run *run = app_run(app);
    int stage = made_random(run->lesson->stages);
    p = place_at(p, run, stage, made_random(run_stops(run, stage) + 1));
    const Stop *stop = place_stop(run, &p);
    if (stop && stop->tensor && stop->tensor->count > 0 && made_random(2)) {
        p.page = PAGE_CELL;
        p.asked.step = stop->step;
        p.asked.cell = made_random((int)stop->tensor->count);
        p.asked.pick = 0;
    }
    app_put(app, &p);
}

/* --- a screen depends on the place alone ---------------------------------------------------- */

static void expect_same_screen(App *a, App *b)
{
    Buf one = made_screen(a), other = made_screen(b);
    made_expect_equal(&one, &other, "walked and jumped to");
    buf_release(&one);
    buf_release(&other);
}

/* The screen depends on them as well. */
static void take_changes(App *to, const App *from)
{
    Err err = {0};
    const WhatIf *w = app_what_if(from);
    if (w)
        ck_assert_msg(app_change(to, w->line, w->lines, &err), "%s", err.message);
}

START_TEST(r4_walking_there_is_jumping_there)
{
    Library *library = library_open(), *again = library_open();
    App *walker = app_new(library, true);
    for (int round = 0; round < 1500; round++) {
        if (round % 5 == 4)
            jump(walker);
        for (int i = made_random(6); i >= 0; i--)
            app_key(walker, random_key(walker));
        if (made_random(6) == 0)
            random_size(walker);
        if (made_random(20) == 0)
            random_change(walker);
        app_save(walker); /* the menu also tells what was saved */
        Place place = *app_place(walker), there = place;
        App *jumper = app_new(again, true);
        there.teach.on = false; /* a class sees of earlier results what it was shown on the way */
        app_put(jumper, &there);
        take_changes(jumper, walker);
        app_put(jumper, &there);
        app_put(walker, &there); /* nothing more to say about the last key */
        expect_same_screen(walker, jumper);
        app_put(walker, &place);
        app_free(jumper);
    }
    app_free(walker);
    library_free(library);
    library_free(again);
}
END_TEST

/* --- what one key does, another undoes ------------------------------------------------------ */

static const struct {
    KeyContext where;
    int key, opposite;
} opposites[] = {
    {ON_STAGE, ' ', K_BACKSPACE},
    {ON_STAGE, K_BACKSPACE, ' '},
    {ON_STAGE, K_RIGHT, K_LEFT},
    {ON_STAGE, 'l', 'h'},
    {ON_STAGE, K_PAGE_DOWN, K_PAGE_UP},
    {ON_STAGE, K_TAB, K_BACK_TAB},
    {ON_STAGE, K_BACK_TAB, K_TAB},
    {ON_STAGE, 'j', 'k'},
    {ON_STAGE, 'L', 'H'},
    {ON_STAGE, 'J', 'K'},
    {ON_STAGE, ']', '['},
    {ON_STAGE, '}', '{'},
    {ON_STAGE, '+', '-'},
    {ON_STAGE, '-', '+'},
    {ON_STAGE, 'x', 'x'},
    {ON_STAGE, 'd', 'u'},
    {ON_STAGE, 'D', 'U'},
    {ON_STAGE, '/', K_ESCAPE},
    {ON_STAGE, 'g', '\''},
    {ON_STAGE, 'G', '\''},
    {ON_STAGE, 'R', '\''},
    {ON_STAGE, 't', K_ESCAPE},
    {ON_STAGE, '?', K_ESCAPE},
    {ON_STAGE, K_ENTER, K_ESCAPE},
    {ON_STAGE, 'c', 'q'},
    {ON_CELL, K_RIGHT, K_LEFT},
    {ON_CELL, K_LEFT, K_RIGHT},
    {ON_CELL, K_UP, K_DOWN},
    {ON_CELL, K_DOWN, K_UP},
    {ON_CELL, ' ', K_BACKSPACE},
    {ON_CELL, K_BACKSPACE, ' '},
    {ON_CELL, K_TAB, K_BACK_TAB},
    {ON_CELL, K_BACK_TAB, K_TAB},
    {ON_CELL, K_ENTER, '\''},
    {ON_CELL, ']', '['},
    {ON_CELL, '[', ']'},
    {ON_CELL, '}', '{'},
    {ON_CELL, '{', '}'},
    {ON_CELL, '?', K_ESCAPE},
    {ON_CELL, 'x', 'x'},
};

/* A step forgets how the last page was scrolled, and a move what was picked: by design. */
static Place settled(Place p)
{
    p.view = (View){0};
    p.number = p.decimal = -1;
    p.teach = (Teach){0};
    p.look.full = false;
    p.where.opens = 0;
    p.once_more = K_NONE;
    p.retries = false;
    p.search[0] = '\0';
    if (p.page == PAGE_CELL)
        p.asked.pick = 0;
    return p;
}

static int64_t open_cells(const App *app, const Place *p)
{
    return app_run(app)->tape->step[p->asked.step].call.out->count;
}

START_TEST(r5_opposite_keys_undo_each_other)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    int undone[COUNT(opposites)] = {0};
    for (int round = 0; round < 1500; round++) {
        if (round % 2)
            jump(app);
        if (made_random(20) == 0)
            random_change(app);
        app_key(app, random_key(app));
        if (made_random(20) == 0)
            random_size(app);
        Place place = settled(*app_place(app));
        if (place.page == PAGE_STAGE) /* what was opened is closed: at a stop that is seen */
            place = place_settle(place, app_run(app));
        if (place.page == PAGE_CELL)
            place.asked = place_ask(app_run(app), place.asked.step,
                                    made_random((int)open_cells(app, &place)));
        app_put(app, &place);
        Buf before = made_screen(app);
        for (int i = 0; i < COUNT(opposites); i++) {
            if (update_context(&place) != opposites[i].where)
                continue;
            app_put(app, &place);
            app_key(app, opposites[i].key);
            Place there = *app_place(app);
            there.once_more = K_NONE;
            bool moved = memcmp(&there, &place, sizeof place) != 0;
            bool left = opposites[i].where == ON_CELL &&
                        there.page != PAGE_CELL; /* behind the last cell */
            bool bumped = opposites[i].where == ON_CELL && there.page == PAGE_CELL &&
                          there.asked.cell == place.asked.cell &&
                          there.asked.step == place.asked.step &&
                          there.asked.pick == place.asked.pick && there.overlay == place.overlay &&
                          there.look.full == place.look.full;
            bool scrolls = opposites[i].opposite == K_UP || opposites[i].opposite == K_DOWN ||
                           opposites[i].opposite == 'j' || opposites[i].opposite == 'k';
            if (opposites[i].where == ON_STAGE && there.page == PAGE_CELL && scrolls)
                left = true; /* there was nothing to scroll: it entered the numbers */
            if (moved && !left && !bumped) {
                app_key(app, opposites[i].opposite);
                Place back = *app_place(app);
                app_put(app, &back);
                Buf after = made_screen(app);
                Buf name = {0};
                keys_name(&name, opposites[i].key);
                made_expect_equal(&before, &after, buf_text(&name));
                undone[i]++;
                buf_release(&after);
                buf_release(&name);
            }
        }
        buf_release(&before);
        app_put(app, &place);
    }
    for (int i = 0; i < COUNT(opposites); i++)
        ck_assert_msg(undone[i] > 0, "pair %d was never tried", i);
    app_free(app);
    library_free(library);
}
END_TEST

/* --- nothing leads out of range ------------------------------------------------------------- */

static void expect_cell_in_range(const Run *run, const Place *p)
{
    Arena a = {0};
    ck_assert(p->asked.step >= 0 && p->asked.step < run->tape->count);
    const QkvCall *c = &run->tape->step[p->asked.step].call;
    ck_assert(p->asked.cell >= 0 && p->asked.cell < c->out->count);
    QkvTerms t = qkv_terms(c, p->asked.cell, &a);
    int picks = explain_picks(&t);
    ck_assert_msg(p->asked.pick >= 0 && p->asked.pick < (picks > 0 ? picks : 1),
                  "pick %d of %d, step %d cell %d", p->asked.pick, picks, p->asked.step,
                  (int)p->asked.cell);
    arena_release(&a);
}

static void expect_in_range(const Library *library, const App *app)
{
    const Place *p = app_place(app);
    ck_assert(p->where.lesson >= 0 && p->where.lesson < library->count);
    ck_assert(p->number >= -1 && p->number <= 9999);
    ck_assert(p->look.decimals >= 0 && p->look.decimals <= NUMBER_MOST_DECIMALS);
    ck_assert(p->trails >= 0 && p->trails <= TRAIL_DEPTH);
    ck_assert_uint_eq(utf8_check(p->filter, strlen(p->filter)), strlen(p->filter));
    ck_assert(p->view.scroll >= 0 && p->view.row >= 0 && p->view.col >= 0 && p->view.item >= 0 &&
              p->view.focus >= 0);
    ck_assert(!p->resumed);
    if (p->page == PAGE_MENU)
        return;
    const Run *run = app_run(app);
    ck_assert(run && !library->entry[p->where.lesson].err.set);
    ck_assert(p->where.stage >= 0 && p->where.stage < run->lesson->stages);
    ck_assert(p->where.stop >= 0 && p->where.stop <= run_stops(run, p->where.stage));
    ck_assert(p->overlay != OVERLAY_CONTENTS ||
              (p->choice >= 0 && p->choice < run->lesson->stages));
    ck_assert_int_le(p->view.focus, place_matrices(run, p));
    ck_assert(p->view.hidden >= 0 && p->view.hidden <= place_cells(run, p));
    const QkvTensor *t = place_items(run, p), *focused = place_tensor(run, p, p->view.focus);
    ck_assert(!t || t->count == 0 || p->view.item < matrix_items(t));
    ck_assert(!focused || p->view.row == 0 || p->view.row < matrix_rows(focused));
    ck_assert(!focused || p->view.col == 0 || p->view.col < matrix_cols(focused));
    if (p->page == PAGE_CELL)
        expect_cell_in_range(run, p);
}

static void expect_full(const Frame *f, const Place *p)
{
    ck_assert(f->width == p->width && f->height == p->height);
    for (int i = 0; i < f->width * f->height; i++) {
        const Glyph *g = &f->glyph[i];
        bool is_right = g->width == 0;
        if (is_right != (i % f->width > 0 && g[-1].width == 2) || (!is_right && !g->bytes[0]) ||
            g->style >= STYLE_COUNT)
            ck_abort_msg("a broken glyph at %d, %d of %dx%d", i / f->width, i % f->width, f->width,
                         f->height);
    }
}

START_TEST(ten_thousand_random_keys)
{
    Library *library = library_open();
    App *app = app_new(library, true);
    for (int i = 0; i < 10000; i++) {
        if (i % 50 == 49)
            jump(app);
        ck_assert_int_ne(app_key(app, random_key(app)), APP_QUIT);
        expect_in_range(library, app);
        if (made_random(100) == 0)
            random_change(app);
        if (made_random(10) == 0)
            random_size(app);
        if (i % 4 == 0)
            expect_full(app_frame(app), app_place(app));
    }
    app_free(app);
    library_free(library);
}
END_TEST

/* --- what single keys do -------------------------------------------------------------------- */

/* From the menu, keys and what is on the screen then. */
static const struct {
    const char *keys, *shows;
} cases[] = {
    {"Enter Bksp", "This is the beginning. q goes to the menu."},
    {"Enter Bksp Bksp", "This is the beginning. q goes to the menu."},
    {"Enter ) Bksp", "This is the beginning. Once more goes to the end of the lesson before."},
    {"Enter ) Bksp x Bksp",
     "This is the beginning. Once more goes to the end of the lesson before."},
    {"Enter ) Bksp Bksp", "stage 4/4"},
    {"Enter G Space", "This was the last step. ) goes to the next lesson, q to the menu."},
    {"Enter G n", "This is the last stage."},
    {"Enter (", "This is the first lesson."},
    {"Enter ) )", "This is the last lesson."},
    {"Enter )", "Zweite Lektion"},
    {"Enter 2 Enter", "stage 2/4  step 0/5"},
    {"Enter 2 . 2 Enter Enter Down Right q Enter", "scores[x2][x2] = "},
    {"Enter 2 . 2 Enter Enter Down Right Enter Enter q Enter", "scores[x2][x2] = "},
    {"Enter 3 . 1 Enter Enter Down q ] Enter", "blocks[x2][0][a] = "},
    {"Enter / 1 2 0 . 2 5 Enter", "Enter asks scores[x2][x2]."},
    {"Enter / 1 2 0 . 2 5 Enter Enter", "scores[x2][x2] = 120.25"},
    {"Enter 3 G", "stage 3/4  step 0/5"},
    {"Enter 9 Enter", "There is no stage with this number: t lists them."},
    {"Enter 4 0 Enter", "There is no stage with this number: t lists them."},
    {"Enter 2 z Enter", "There are no numbers in this stage."},
    {"Enter 0 Enter", "introduction"},
    {"Enter n n", "Question: Which number of `q` is the largest?"},
    {"Enter n n A", "Answer: `6`, the first of the second row."},
    {"Enter n n A", "Question: Which number"},
    {"Enter n n A A", "     q = x @ w"},
    {"Enter n n A Space", ">>> q = x @ w"},
    {"Enter n n Space A", "Answer: "},
    {"Enter n n Space A", "A answer  t contents  ' return"},
    {"Enter n n Space A", "x @ w"}, /* the text that it is about stays */
    {"Enter n n Space A '", "step 1/"},
    {"Enter n A", "This stage asks no question."},
    {"Enter t 3 Enter", "stage 3/4  step 0/5"},
    {"Enter t j j Enter", "stage 2/4  step 0/5"},
    {"Enter t G Enter", "stage 4/4"},
    {"Enter n Space Space p", "stage 1/4  step 0/2"},
    {"Enter n Space p p", "introduction"},
    {"Enter n Enter", "x[x1][a] = 1"},
    {"Enter n Enter", "These are the numbers of step 1.1."},
    {"Enter n Enter q", "stage 1/4  step 0/2"},
    {"Enter Enter", "There are no numbers in this stage."},
    {"Enter 2 Enter Space Space Space Space Enter",
     "That was no tensor: these are the numbers of step 2.3."},
    {"Enter 2 Enter Space Space Space Space T Enter",
     "This is not a tensor: it has no cells to ask."},
    {"Enter 2 Enter T Enter",
     "Nothing has been computed yet in this stage: Space shows the first result."},
    {"Enter n Space Enter", "x[x1][a] = 1"},
    {"Enter n Space Enter G", "x[日本][d] = 1"},
    {"Enter n Space Enter j End", "x[x2][d] = 2"},
    {"Enter n Space Enter j Home", "x[x2][a] = 0"},
    {"Enter n Space Enter G g", "x[x1][a] = 1"},
    {"Enter n Space Enter Space Space Space Space", "x[x2][a] = 0"},
    {"Enter n Space Enter G Space", "stage 1/4  step 1/2"},
    {"Enter n Space Enter Bksp", "stage 1/4  step 1/2"},
    {"Enter n Space Enter Right q Enter", "x[x1][b] = 0"},
    {"Enter n Space Enter Right q Enter",
     "The number that was asked or found last: g goes to the first."},
    /* A number that is looked for by its name is asked where it was made. */
    {"Enter / q [ x 2 ] [ 0 ] Enter", "q[x2][0] = 10"},
    {"Enter / q [ x 2 ] [ 0 ] Enter q", "stage 2/4  step 1/5"},
    {"Enter / q [ x 2 ] [ 0 ] Enter q '", "introduction"},
    {"Enter 2 Enter Space Enter Enter / q [ x 2 ] [ 0 ] Enter q", "stage 2/4  step 1/5"},
    {"G Enter Space Space Space Space Enter I End", "... and 100 more"},
    {"G Enter Space Space Space Space Enter I End g", "long[0]"},
    {"Enter n Space Enter Tab", "Nothing made this number: it is written in the lesson, or drawn."},
    {"Enter n Space Enter Enter",
     "Nothing made this number: it is written in the lesson, or drawn."},
    {"Enter 2 Enter Space Enter Enter", "x[x1][a] = 1"},
    {"Enter 2 Enter Space Enter Enter '", "q[x1][0] = 1"},
    {"Enter 2 Enter Space Enter Enter Esc", "stage 2/4  step 1/5"},
    {"Enter 3 Enter Space Space Space Space Enter Tab",
     "Enter goes to {blocks[x1][0][b]}, made in stage 3: Blocks"},
    {"Enter 2 Enter Space Enter Tab Enter '", "Enter goes to {w[0][0]}, made in stage 1: Inputs"},
    {"Enter 3 Enter Space ] Enter", "blocks[x2][0][a] = 0"},
    {"Enter 3 Enter Space Enter ]", "blocks[x2][0][a] = 0"},
    {"Enter 3 Enter Space Enter ] ] ] ]", "blocks[日本][0][a] = 1"},
    {"Enter 3 Enter Space Space Enter }", "four[0][x1][0][a] = 2"},
    {"Enter 2 Enter Space ) (", "stage 2/4  step 1/5"},
    {"Enter 2 Enter Space ]", "q is a single matrix: there is no other to go to."},
    {"Enter 2 Enter Space }", "q is a single matrix: there is no other to go to."},
    /* The way from number to number is seen, and ' goes back on it and no farther. */
    {"Enter 2 Enter Space Space Enter Enter", "scores > q"},
    {"Enter 2 Enter Space Space Enter Enter Enter", "scores > q > x"},
    {"Enter 2 Enter Space Space Enter Enter Enter '", "scores > q"},
    {"Enter 2 Enter Space Space Enter Enter", "' back one"},
    {"Enter 2 Enter Space Space Enter '",
     "No way back from number to number is kept here: q goes to the stage."},
    {"Enter 2 Enter Space Space Enter Enter ' '", "No way back from number to number"},
    {"Enter 2 Enter ]", "There is no matrix here: step 2.1 has the next."},
    {"Enter 2 Enter Space Space Space Space ]", "There is no matrix here: step 2.3 has one."},
    {"Enter 3 Enter Space ]", "blocks: item x2 (2 of 3). Enter asks in it."},
    {"Enter 3 Enter Space ] Enter", "blocks[x2]["},
    {"Enter 3 Enter Space ] [", "blocks: item x1 (1 of 3). Enter asks in it."},
    {"Enter 3 Enter Space [", "This is the first matrix of blocks: item x1 (1 of 3)."},
    {"Enter 3 Enter Space ] ] ]", "This is the last matrix of blocks: item"},
    {"Enter 3 Enter Space Space }", "There is only one batch item"},
    {"Enter 3 Enter Space Space Space ]", "All 3 matrices of blocks are seen."},
    {"Enter 2 Enter Space d", "There is nothing more to see inside of this."},
    {"Enter 2 Enter Space Space d", "scores = q @ q.T > transpose, operation 1 of 2"},
    {"Enter 2 Enter Space Space d", "stage 2/4  step 2/6"},
    {"Enter 2 Enter Space Space d u", "stage 2/4  step 2/5"},
    {"Enter 2 Enter Space Space u",
     "This is not inside of anything: d goes into what made a result."},
    {"Enter 2 Enter D", "Shown: every single operation."},
    {"Enter 2 Enter D Space Space", "scores = q @ q.T > transpose, operation 1 of 2"},
    {"Enter 2 Enter D Space Space U", "stage 2/4  step 2/5"},
    {"Enter 2 Enter U", "Shown: the result of each statement."},
    {"Enter 2 Enter d", "Nothing has been computed yet in this stage"},
    {"Enter 1", "Go to stage 1_"},
    {"Enter / z w", "find: zw_"},
    {"Enter / q q q q Enter", "Not found: it is in no text"},
    {"Enter / x x Bksp x Esc ;", "Nothing to find yet: / asks for a text."},
    {"Enter / Q Space = Enter", "stage 2/4  step 1/5"},
    {"Enter / q Space = Enter '", "introduction"},
    {"Enter / b l o c k s Enter", "1 of 5: keys ; and , go on and back."},
    {"Enter / b l o c k s Enter ,", "5 of 5, from the end"},
    {"Enter G / i n t r o d u c Enter", "This is the only place."},
    {"Enter / 日 本 Enter", "stage 1/4  step 1/2"},           /* a label */
    {"Enter / q [ i Enter", "stage 2/4  step 1/5"},           /* a formula */
    {"Enter / 4 . 2 5 Enter", "stage 2/4  step 2/5"},         /* a number as it is shown */
    {"Enter / . 0 4 9 6 6 9 7 Enter", "stage 2/4  step 3/5"}, /* ... and with all its digits */
    {"Enter / s c o r e s Tab", "+- scores: "},
    {"Enter / s c o r e s Tab", "2.2  scores                      scores = q @ q.T"},
    {"Enter / s c o r e s Tab Down Enter", "2 of "},
    {"Enter / s c o r e s Tab Esc", "introduction"},
    {"Enter / q q q q Tab", "Not found: it is in no text"},
    {"Enter / Tab", "Nothing to find yet: "},
    {"Enter 2 Enter #", "all code of stage 2: Products"},
    {"Enter X", "X does nothing here: ? lists the keys."},
    {"Enter 2 Enter Space Enter Right a", "q[x1][1] = -1\n"}, /* refused: it is not left */
    {"Enter 2 Enter Space Enter Right a",
     "\n Nothing of this result is hidden: z hides it, Space goes on.\n"},
    {"Enter 2 Enter Space Enter U C", "Columns are for changes with several values"},
    {"Enter 2 Enter Space Enter U U", "stage 2/4  CELL"},
    {"Enter 2 Enter Space Enter D ?", "keys: derivation"},
    {"Enter 2 Enter Space Enter D I ? Esc Esc", "all that this number is made of"},
    {"Enter 2 Enter Space Enter D I / Esc Esc", "all that this number is made of"},
    {"Enter 2 Enter Space Enter D I / F1 Esc Esc Esc",
     "stage 2/4  CELL"},                          /* two are kept, not three */
    {"Enter 2 Enter Space Down", "q[x1][0] = 1"}, /* an arrow enters the numbers */
    {"Enter 2 Enter Space Tab Tab x",
     "Numbers with 9 decimals at most: the page of a number has all its digits."},
    {"Enter 2 Enter Space Enter x",
     "Numbers with 9 decimals at most; the full value stands here, too."},
    {"Enter 4 Enter Down", "That changes nothing here."},
    {"3 Enter", "Zweite Lektion"},
    {"1 Enter", "The introduction."},
    {"0 3 Enter", "Zweite Lektion"},
    {"9 Enter", "There is no lesson with this number."},
    {"2 Enter", "This lesson is broken"},
    {"3", "Open lesson 3_"},
    {"3 .", "Open lesson 3, stage _"},
    {"3 . 1", "Open lesson 3, stage 1_"},
    {"3 . 0 Enter", "introduction"},
    {"1 . 2 Enter", "stage 2/4  step 0/5"},
    {"1 . 9 Enter", "Lesson 1 has stages 0 to 4."},
    {"Down Down / F i r s t Esc", "\n > 03"},
    {"3 . 1 Enter", "03 Zweite Lektion"},
    {"3 . 1 Enter 1", "Go to stage 1_"},
    {"3 X", "Open lesson 3_  X does nothing here"},
    {"3 Enter / n a n Enter", "No other result has it; here 2 numbers do. Enter asks bad[0]."},
    {"3 Enter / 0 . 1 4 2 8 5 Tab", "table[1][1] = 0.1428571492433548"},
    {"3 Enter / 0 . 1 4 3 Enter Enter", "table[1][1] = 0.1429"}, /* ... and as books round it */
    {"Enter / x 2 Enter", "and , go on and back. Enter asks x[x2][a]."}, /* a label */
    {"Enter 2 X Enter", "stage 2/4"},
    {"3 1 Bksp Enter", "Zweite Lektion"},
    {"Enter 2 . 2 Enter", "stage 2/4  step 2/5"},
    {"Enter 2 .", "Go to stage 2, step _"},
    {"Enter 2 . 1 Bksp 3", "Go to stage 2, step 3_"},
    {"Enter 2 . 9 Enter", "This stage has fewer steps than that."},
    {"Enter t 2 . 2 Enter", "stage 2/4  step 2/5"},
    {"Enter '", "There was no jump to come back from."},
    {"Enter n Space G '", "stage 1/4  step 1/2"},
    {"Enter n Space R '", "stage 1/4  step 1/2"},
    {"Enter n Space q", "qkv: self-attention"},
    {"Enter n Space ? Esc", "stage 1/4  step 1/2"},
    {"Enter n Space Enter q", "stage 1/4  step 1/2"},
    {"Enter n Space Enter n", "stage 2/4  step 0/5"}, /* a key of the stage goes up to it first */
    {"Enter n Space n Space Enter Enter n",
     "\n\n Space next"}, /* without a word of the way there */
    {"Enter n Space Enter T", "Teacher mode: results come hidden."},
    {"Enter n Space Enter a", "Nothing of this result is hidden: z hides it, Space goes on."},
    {"Enter n Space Enter z a 1 Enter", "Right: "},
    {"Enter n Space Enter R", "introduction"},
    {"Enter n Space Enter t", ">  1  Inputs"},
    {"Enter n Space Enter t Esc", "x[x1][a] = 1"},
    {"Enter n Space Enter t Down Enter", "stage 2/4  step 0/5"},
    {"Enter n Space Enter X", "X does nothing here: ? lists the keys."},
    {"j Enter", "This lesson is broken: it says why below its title."},
    {"Enter n Space ? Space Space Space Space",
     "~0                    a number near 0 that is not 0"},
    {"Enter 3 . 1 Enter Tab", "Enter asks in x[:, None]; ] and [ go through blocks."},
    {"Enter / 1 2 0 . 3 Enter",
     "Not found. The nearest is scores[x2][x2] = 120.2500, in 2.2: Enter asks it."},
    {"Enter / 1 2 9 . 3 Enter", "Not found: it is in no text, name, label or number"},
    {"/ z w e i Enter", "03 Zweite Lektion"},
    {"/ q q Enter", "No lesson is chosen: Esc shows all of them."},
    {"/ q q Bksp Bksp F Tab", "filter: F"},
    {"/ q q Esc Esc", "01  First: by hand"},
    {"Enter + + n Space", "stage 1/4  step 1/2"},
    {"Enter n Space m", " x1   1   0   1   0    |: : |"},
    {"Enter n Space m m", "Not shaded."},
    {"Enter n Space S", " sum  2   3   2   3"},
    {"Enter n Space S Enter", " x1  >1<  0   1   0     2"},
    {"Enter n Space S S", "No sums."},
};

START_TEST(keys_and_what_they_show)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    made_press(app, cases[_i].keys);
    made_expect(app, cases[_i].shows);
    app_free(app);
    library_free(library);
}
END_TEST

static const struct {
    const char *keys;
    AppWish wish;
} wishes[] = {
    {"q", APP_QUIT},
    {"Q", APP_QUIT},
    {"Enter Q", APP_QUIT},
    {"Enter q", APP_GO_ON},
    {"Enter q q", APP_QUIT},
    {"Esc Esc Esc", APP_GO_ON},
    {"Enter Esc", APP_GO_ON},
    {"Ctrl-L", APP_REDRAW},
    {"Enter Ctrl-Z", APP_SUSPEND},
    {"M", APP_MOUSE},
    {"/ Q", APP_GO_ON},
    {"/ q", APP_GO_ON},
    {"? Q", APP_QUIT},
    {"? q", APP_GO_ON},
    {"Enter t q", APP_GO_ON},
    {"Enter t Q", APP_QUIT},
    {"Enter 2 . 1 Enter Enter I Q", APP_QUIT},
    {"Enter 2 . 1 Enter Enter D Q", APP_QUIT},
    {"Enter * Q", APP_QUIT},
    {"/ Ctrl-Z", APP_SUSPEND},
    {"Enter n Space Enter q", APP_GO_ON},
    {"e", APP_EDIT},
    {"Enter r", APP_GO_ON},
};

START_TEST(wishes_of_keys)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    ck_assert_int_eq(made_press(app, wishes[_i].keys), wishes[_i].wish);
    app_free(app);
    library_free(library);
}
END_TEST

/* Keys without a meaning change nothing at all, and have nothing to say. */
START_TEST(other_keys_do_nothing)
{
    static const int keys[] = {K_OTHER, K_F5, '@', '$', 0xE9, 0x1F600, K_CONTROL('A')};
    Library *library = library_open();
    App *app = app_new(library, false);
    for (int round = 0; round < 200; round++) {
        app_key(app, random_key(app));
        Place place = *app_place(app);
        place.number = -1; /* any key ends a number, and a blank screen */
        place.teach.blank = place.retries = false;
        place.once_more = K_NONE;
        app_put(app, &place);
        int key = keys[made_random(COUNT(keys))];
        if (place.overlay >= OVERLAY_FILTER && key < K_SPECIAL && place.overlay != OVERLAY_CHANGES)
            continue;
        Buf before = made_screen(app);
        ck_assert_int_eq(app_key(app, key), APP_GO_ON);
        ck_assert_int_eq(memcmp(&place, app_place(app), sizeof place), 0);
        app_put(app, &place); /* what it says about the key aside */
        Buf after = made_screen(app);
        made_expect_equal(&before, &after, "a key without a meaning");
        buf_release(&before);
        buf_release(&after);
    }
    app_free(app);
    library_free(library);
}
END_TEST

/* The trail is as deep as it is; the oldest jumps are forgotten first. */
/* A lesson that was read again may have fewer numbers than were asked. */
START_TEST(what_is_asked_where_there_is_nothing_is_there)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    made_press(app, "Enter 1 Enter");
    Place p = *app_place(app);
    p.asked = place_ask(app_run(app), run_stop(app_run(app), 1, 1)->step, 11);
    p.asked.cell = 1000;
    app_put(app, &p);
    made_press(app, "Enter");
    made_expect(app, "x[x1][a] = 1");
    app_free(app);
    library_free(library);
}
END_TEST

START_TEST(many_jumps)
{
    enum { JUMPS = TRAIL_DEPTH + 10 };
    int stage[JUMPS];
    Library *library = library_open();
    App *app = app_new(library, false);
    made_press(app, "Enter");
    for (int i = 0; i < JUMPS; i++) {
        stage[i] = app_place(app)->where.stage;
        app_key(app, '0' + i * i % 5);
        made_press(app, "Enter");
    }
    for (int i = JUMPS - 1; i >= JUMPS - TRAIL_DEPTH; i--) {
        made_press(app, "'");
        ck_assert_int_eq(app_place(app)->where.stage, stage[i]);
    }
    made_expect_gone(app, "There was no jump");
    made_press(app, "'");
    made_expect(app, "There was no jump to come back from.");
    app_free(app);
    library_free(library);
}
END_TEST

/* Which matrix Enter asks in is seen where all of them are. */
START_TEST(the_chosen_matrix_is_marked)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    app_resize(app, 100, 40);
    made_press(app, "Enter 3 Enter Space");
    made_expect_gone(app, ">item");
    made_press(app, "]");
    made_expect(app, ">item x2");
    made_press(app, "Enter");
    made_expect(app, "blocks[x2][");
    made_press(app, "Esc [");
    made_expect_gone(app, ">item");
    app_free(app);
    library_free(library);
}
END_TEST

/* Of an operand the block is shown first that the result was made from: from it on the others are counted, and
 * each of them can be reached. */
START_TEST(blocks_of_an_operand_from_the_one_in_use)
{
    static const struct {
        const char *keys, *shows;
    } steps[] = {
        {"Enter n Space Space", "64   65   66   67"},
        {"}", "This is the last batch item of x: [1][1], block 5 of 6."},
        {"]", "80   81   82   83"},
        {"]", "This is the last matrix of x: [1][2], block 6 of 6."},
        {"{", "32   33   34   35"},
        {"{", "This is the first batch item of x: [0][2], block 3 of 6."},
        {"[ [", " 0    1    2    3"},
        {"[", "This is the first matrix of x: [0][0], block 1 of 6."},
        {"} ]", "64   65   66   67"},
    };
    folder_write("lessons/00-blocks.md",
                 "# Blocks\n\n## S\n\n```python\nimport torch\n"
                 "x = torch.arange(96.).reshape(2, 3, 4, 4)\ny = x[1, 1]\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    for (int i = 0; i < (int)COUNT(steps); i++) {
        made_press(app, steps[i].keys);
        made_expect(app, steps[i].shows);
    }
    app_free(app);
    library_free(library);
    folder_remove("lessons/00-blocks.md");
}
END_TEST

/* Beyond the end there is nothing to come back from. */
START_TEST(scrolling_stops_at_both_ends)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    app_resize(app, 44, 11);
    made_press(app, _i ? "?" : "Enter n");
    for (int i = 0; i < 50; i++)
        made_press(app, "j");
    const int *scroll = _i ? &app_place(app)->help_scroll : &app_place(app)->view.scroll;
    int most = *scroll;
    ck_assert(most > 0 && most < 50);
    made_expect_gone(app, "more");
    made_press(app, "k");
    ck_assert_int_eq(*scroll, most - 1);
    made_expect(app, " v   1 more");
    for (int i = 0; i < 50; i++)
        made_press(app, "k");
    ck_assert_int_eq(*scroll, 0);
    app_free(app);
    library_free(library);
}
END_TEST

/* A page of a list is what is seen of it: each press shows rows that were not seen, and none is passed over. */
START_TEST(a_page_of_a_list)
{
    enum { SEEN = 4, ALL = 5 };
    Library *library = library_open();
    App *app = app_new(library, false);
    app_resize(app, 80, SEEN + 6);
    made_press(app, "Enter t");
    made_expect_gone(app, "^ more");
    for (int page = 1; page * SEEN < ALL; page++) {
        made_press(app, "PgDn");
        ck_assert_int_eq(app_place(app)->choice, page * SEEN);
        made_expect(app, "^ more");
    }
    made_press(app, "PgDn");
    ck_assert_int_eq(app_place(app)->choice, ALL - 1);
    made_press(app, "PgUp");
    ck_assert_int_eq(app_place(app)->choice, ALL - 1 - SEEN);
    app_free(app);
    library_free(library);
}
END_TEST

/* A filter is never cut inside a character, nor longer than it may be. */
START_TEST(typing_a_filter)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    made_press(app, "/");
    for (int i = 0; i < 60; i++)
        app_key(app, i % 3 ? 0x65E5 : 'x');
    const char *filter = app_place(app)->filter;
    ck_assert_uint_lt(strlen(filter), FILTER_BYTES);
    ck_assert_uint_eq(utf8_check(filter, strlen(filter)), strlen(filter));
    for (int left = 60; *app_place(app)->filter; left--) {
        ck_assert_int_gt(left, 0);
        app_key(app, K_BACKSPACE);
        filter = app_place(app)->filter;
        ck_assert_uint_eq(utf8_check(filter, strlen(filter)), strlen(filter));
    }
    made_press(app, "a b c");
    app_key(app, K_CONTROL('U'));
    ck_assert_str_eq(app_place(app)->filter, "");
    app_free(app);
    library_free(library);
}
END_TEST

Suite *update_suite(void)
{
    Suite *s = suite_create("update");
    TCase *t = tcase_create("update");
    tcase_set_timeout(t, 30);
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_test(t, r4_walking_there_is_jumping_there);
    tcase_add_test(t, r5_opposite_keys_undo_each_other);
    tcase_add_test(t, ten_thousand_random_keys);
    tcase_add_loop_test(t, keys_and_what_they_show, 0, COUNT(cases));
    tcase_add_loop_test(t, wishes_of_keys, 0, COUNT(wishes));
    tcase_add_test(t, other_keys_do_nothing);
    tcase_add_test(t, what_is_asked_where_there_is_nothing_is_there);
    tcase_add_test(t, many_jumps);
    tcase_add_test(t, the_chosen_matrix_is_marked);
    tcase_add_test(t, blocks_of_an_operand_from_the_one_in_use);
    tcase_add_loop_test(t, scrolling_stops_at_both_ends, 0, 2);
    tcase_add_test(t, a_page_of_a_list);
    tcase_add_test(t, typing_a_filter);
    suite_add_tcase(s, t);
    return s;
}
