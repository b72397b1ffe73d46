/* The whole program in a real pty. What the screen should show is asked of the app itself, which
 * runs here without a terminal under the same keys; the two must never differ. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/key.h"
#include "lesson/library.h"
#include "suites.h"
#include "tui/pty.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

enum { WIDTH = 80, HEIGHT = 24, TIMEOUT = 60, QUIET = 40 /* ms */ };

/* --- the program and its model -------------------------------------------------------------- */

typedef struct Pair {
    Pty *pty;
    Library *library;
    App *app;
} Pair;

static Pty *start_program(int width, int height, const char *const *arguments,
                          const char *const *changes)
{
    const char *argv[8] = {pty_program()};
    for (int i = 0; arguments && arguments[i] && i < 6; i++)
        argv[i + 1] = arguments[i];
    return pty_start(width, height, argv, changes);
}

static Pair start_pair(int width, int height, const char *const *arguments, int lesson)
{
    Pair pair = {.pty = start_program(width, height, arguments, NULL), .library = library_open()};
    pair.app = app_new(pair.library, false);
    app_resize(pair.app, width, height);
    app_colors(pair.app, true); /* as the terminal has: then a scale tells the shades */
    app_mouse(pair.app, true);
    if (lesson >= 0)
        app_open(pair.app, lesson);
    return pair;
}

static void end_pair(Pair *pair)
{
    pty_end(pair->pty);
    app_free(pair->app);
    library_free(pair->library);
}

/* Tells whether the terminal shows exactly the frame, row by row. */
static bool is_same(Pty *p, const void *data)
{
    const char *line = data;
    for (int row = 0; *line; row++, line += strcspn(line, "\n") + 1) {
        const char *shown = pty_row(p, row);
        if (strlen(shown) != strcspn(line, "\n") || strncmp(shown, line, strlen(shown)) != 0)
            return false;
    }
    return true;
}

static void expect_same(Pair *pair)
{
    Buf text = {0};
    frame_text(&text, app_frame(pair->app), false);
    pty_until(pair->pty, is_same, buf_text(&text), "the screen that the app has");
    buf_release(&text);
}

/* Sends what the terminal sends for a key. */
static void send_key(Pair *pair, int key, const char *bytes)
{
    pty_send(pair->pty, bytes);
    app_key(pair->app, key);
    expect_same(pair);
}

static void quit(Pty *p)
{
    pty_send(p, "Q");
    pty_expect_exit(p, 0);
    pty_end(p);
}

/* --- walking -------------------------------------------------------------------------------- */

START_TEST(starts_on_the_menu)
{
    Pair pair = start_pair(WIDTH, HEIGHT, NULL, -1);
    expect_same(&pair);
    pty_expect(pair.pty, "qkv: self-attention, one step at a time");
    pty_expect(pair.pty, "? keys");
    ck_assert(pty_alternate(pair.pty));
    ck_assert(pty_mouse(pair.pty));
    pty_send(pair.pty, "q");
    pty_expect_exit(pair.pty, 0);
    end_pair(&pair);
}
END_TEST

/* All steps of the first lesson, and back again through the very same places. */
START_TEST(r5_space_and_backspace_walk_the_same_way)
{
    enum { MOST = 300 };
    static Page pages[MOST];
    int count = 0;
    Pair pair = start_pair(WIDTH, _i, (const char *const[]){"1", "--no-resume", NULL}, 0);
    expect_same(&pair);
    while (model_spot(app_model(pair.app)).lesson == 0) { /* then it is the next lesson */
        ck_assert_int_lt(count, MOST);
        pages[count++] = *model_page(app_model(pair.app));
        send_key(&pair, ' ', " ");
    }
    ck_assert_int_gt(count, library_run(app_world(pair.app)->library, 0)->lesson->stages);
    for (count--; count >= 0; count--) {
        send_key(&pair, K_BACKSPACE, "\177");
        const Page *page = model_page(app_model(pair.app));
        ck_assert(spot_is_same(&page->spot, &pages[count].spot));
        ck_assert_int_eq(page->scroll, pages[count].scroll);
    }
    pty_send(pair.pty, "Q");
    pty_expect_exit(pair.pty, 0);
    end_pair(&pair);
}
END_TEST

/* Keys as terminals send them, a cell and where it comes from. */
START_TEST(asks_a_number_where_it_comes_from)
{
    static const struct {
        int key;
        const char *bytes;
    } keys[] = {
        {'4', "4"},
        {K_ENTER, "\r"},
        {' ', " "},
        {K_RIGHT, "\033[C"},
        {K_DOWN, "\033OB"},
        {K_ENTER, "\r"},
        {K_TAB, "\t"},
        {K_BACK_TAB, "\033[Z"},
        {K_TAB, "\t"},
        {K_ENTER, "\r"},
        {K_ENTER, "\r"},
        {'q', "q"},
        {'i', "i"},
        {'q', "q"},
        {'q', "q"},
        {K_END, "\033[F"},
        {K_HOME, "\033[H"},
        {K_PAGE_DOWN, "\033[6~"},
        {K_PAGE_UP, "\033[5~"},
        {K_F1, "\033OP"},
        {'r', "r"},
        {K_ESCAPE, "\033"},
        {'t', "t"},
        {'j', "j"},
        {K_ENTER, "\r"},
        {'q', "q"},
        {'/', "/"},
        {'a', "a"},
        {0xE9, "é"},
        {K_BACKSPACE, "\177"},
        {K_ENTER, "\n"},
    };
    Pair pair = start_pair(WIDTH, HEIGHT, (const char *const[]){"1", "--no-resume", NULL}, 0);
    expect_same(&pair);
    for (int i = 0; i < COUNT(keys); i++)
        send_key(&pair, keys[i].key, keys[i].bytes);
    pty_send(pair.pty, "Q");
    pty_expect_exit(pair.pty, 0);
    end_pair(&pair);
}
END_TEST

/* --- leaving and coming back ---------------------------------------------------------------- */

/* Runs the program twice in the same home: what was left is taken up. */
START_TEST(r1_takes_up_where_it_was_left)
{
    static const char twice[] = "\"$0\" 1; echo between; read line; \"$0\"";
    const char *const argv[] = {"/bin/sh", "-c", twice, pty_program(), NULL};
    Pty *p = pty_start(WIDTH, HEIGHT, argv, NULL);
    pty_expect(p, "introduction");
    pty_send(p, "3\r  ");
    pty_expect(p, "stage 3/9  step 2/3");
    pty_send(p, "q");
    pty_expect(p, " at 3");
    pty_send(p, "q");
    pty_expect(p, "between");
    ck_assert_str_eq(pty_file(p, "qkv/places"),
                     "in 01-hand-crafted-weights\n3 2 3 01-hand-crafted-weights\n");
    pty_send(p, "\n");
    pty_expect(p, " at 3");
    pty_send(p, "\r");
    pty_expect(p, "stage 3/9  step 2/3");
    pty_expect(p, "You were here. 0 Enter goes to the start.");
    pty_send(p, "Q");
    pty_expect_exit(p, 0);
    pty_end(p);
}
END_TEST

static Pty *start_at_stage_2(const char *option)
{
    Pty *p = start_program(WIDTH, HEIGHT, (const char *const[]){"1", option, NULL}, NULL);
    pty_expect(p, "introduction");
    pty_send(p, "2\r ");
    pty_expect(p, "stage 2/9  step 1/3");
    return p;
}

static const char left_at[] = "in 01-hand-crafted-weights\n2 1 2 01-hand-crafted-weights\n";

START_TEST(no_resume_writes_nothing)
{
    Pty *p = start_at_stage_2("--no-resume");
    pty_send(p, "q");
    pty_expect(p, "qkv: self-attention");
    pty_send(p, "q");
    pty_expect_exit(p, 0);
    ck_assert_ptr_null(pty_file(p, "qkv/places"));
    pty_end(p);
}
END_TEST

START_TEST(saves_when_it_is_ended)
{
    Pty *p = start_at_stage_2(NULL);
    if (_i == 0) {
        pty_send(p, "\003");
        pty_expect_exit(p, 130);
    } else if (_i == 1) {
        pty_signal(p, SIGTERM);
        pty_expect_killed(p, SIGTERM);
    } else if (_i == 2) {
        pty_signal(p, SIGHUP);
        pty_expect_killed(p, SIGHUP);
    } else {
        pty_send(p, "Q");
        pty_expect_exit(p, 0);
    }
    ck_assert_str_eq(pty_file(p, "qkv/places"), left_at);
    pty_end(p);
}
END_TEST

START_TEST(r13_suspends_and_comes_back)
{
    Pair pair = start_pair(WIDTH, HEIGHT, (const char *const[]){"1", "--no-resume", NULL}, 0);
    expect_same(&pair);
    send_key(&pair, 'n', "n");
    pty_send(pair.pty, "\032");
    pty_expect_stopped(pair.pty);
    pty_expect_restored(pair.pty);
    pty_scribble(pair.pty, "\033[2J\033[Hthe shell");
    pty_resize(pair.pty, 100, 30);
    app_resize(pair.app, 100, 30);
    pty_continue(pair.pty);
    expect_same(&pair);
    send_key(&pair, ' ', " ");
    pty_send(pair.pty, "Q");
    pty_expect_exit(pair.pty, 0);
    end_pair(&pair);
}
END_TEST

/* --- windows and terminals ------------------------------------------------------------------ */

START_TEST(r11_follows_the_window)
{
    static const int sizes[][2] = {{1, 1},    {WIDTH, HEIGHT}, {40, 12}, {39, 12},
                                   {200, 60}, {2, 40},         {120, 9}, {WIDTH, 23}};
    Pair pair = start_pair(WIDTH, HEIGHT,
                           (const char *const[]){"1", "--goto", "5.1", "--no-resume", NULL}, 0);
    Err err = {0};
    ck_assert(app_goto(pair.app, "5.1", &err));
    expect_same(&pair);
    for (int i = 0; i < COUNT(sizes); i++) {
        pty_resize(pair.pty, sizes[i][0], sizes[i][1]);
        app_resize(pair.app, sizes[i][0], sizes[i][1]);
        expect_same(&pair);
        send_key(&pair, i % 2 ? K_ESCAPE : K_ENTER, i % 2 ? "\033" : "\r");
    }
    pty_send(pair.pty, "Q");
    pty_expect_exit(pair.pty, 0);
    end_pair(&pair);
}
END_TEST

/* Moving by a cell is little to send, on a slow line too. */
START_TEST(r17_a_cell_move_takes_few_bytes)
{
    enum { MOST_BYTES = 500 };
    static const char *const keys[] = {"l", "j", "h", "k", "l", "\t"};
    Pty *p = start_program(WIDTH, HEIGHT,
                           (const char *const[]){"1", "--goto", "4.1", "--no-resume", NULL}, NULL);
    pty_expect(p, "step 1/1");
    pty_send(p, "\r");
    pty_expect(p, "[made of]");
    pty_expect(p, "q back");
    size_t before = pty_bytes(p, QUIET);
    for (int i = 0; i < COUNT(keys); i++) {
        pty_send(p, keys[i]);
        size_t after = pty_more_bytes(p, before, QUIET);
        ck_assert_msg(after > before && after - before <= MOST_BYTES, "key %d takes %zu bytes", i,
                      after - before);
        before = after;
    }
    quit(p);
}
END_TEST

/* Draws nothing while nothing happens. */
START_TEST(r18_is_silent_when_nothing_happens)
{
    Pty *p = start_program(WIDTH, HEIGHT, (const char *const[]){"1", "--no-resume", NULL}, NULL);
    pty_expect(p, "introduction");
    pty_expect(p, "q menu");
    size_t before = pty_bytes(p, QUIET);
    ck_assert_uint_eq(pty_bytes(p, 300), before);
    pty_send(p, "z"); /* does nothing here, and that is said once */
    ck_assert_uint_le(pty_bytes(p, 300) - before, 100);
    before = pty_bytes(p, QUIET);
    pty_send(p, "z");
    ck_assert_uint_le(pty_bytes(p, 300) - before, 20);
    quit(p);
}
END_TEST

static void look_for(Pty *p, bool *wide, bool *ink)
{
    *wide = *ink = false;
    for (int r = 0; r < HEIGHT; r++)
        for (int c = 0; c < WIDTH; c++) {
            PtyCell cell = pty_cell(p, r, c);
            *wide = *wide || cell.character > 127;
            *ink = *ink || cell.ink >= 0 || cell.paper >= 0;
        }
}

/* Characters beyond ASCII and colours, as the surroundings and the options want them. In the C locale
 * curses repeats characters with REP where the terminal has it, which libvterm 0.1.4 gets wrong in the
 * last column: so that case takes a terminal without. */
static const struct {
    const char *changes[3], *option;
    bool wide, ink;
} looks[] = {
    {{NULL}, NULL, true, true},
    {{"LC_ALL=C", "TERM=screen-256color"}, NULL, false, true},
    {{NULL}, "--ascii", false, true},
    {{"NO_COLOR=1"}, NULL, true, false},
    {{"NO_COLOR="}, NULL, true, true},
    {{NULL}, "--color=never", true, false},
    {{"NO_COLOR=1"}, "--color=always", true, true},
    {{"TERM=vt100"}, NULL, true, false},
};

START_TEST(r22_characters_and_colours)
{
    bool wide, ink;
    Pty *p = start_program(
        WIDTH, HEIGHT,
        (const char *const[]){"1", "--goto", "9.3", "--no-resume", looks[_i].option, NULL},
        looks[_i].changes);
    pty_expect(p, "stage 9/9  step 3/5");
    pty_expect(p, "Space next");
    look_for(p, &wide, &ink);
    bool cell_ink;
    pty_send(p, "\r");
    pty_expect(p, "[made of]");
    pty_bytes(p, QUIET);
    bool cell_wide;
    look_for(p, &cell_wide, &cell_ink);
    ck_assert_int_eq(wide, looks[_i].wide); /* the text has a root sign */
    ck_assert_int_eq(ink || cell_ink, looks[_i].ink);
    quit(p);
}
END_TEST

/* Plain text has the ink and paper of the terminal, light or dark. Only shades have a paper of their
 * own, and then an ink that can be read on it. */
START_TEST(r21_text_has_the_colours_of_the_terminal)
{
    static const char *const keys[] = {"", "4\r", " ", "\r", "?", "\033", "t", "\033"};
    Pty *p = start_program(WIDTH, HEIGHT, (const char *const[]){"1", "--no-resume", NULL}, NULL);
    pty_expect(p, "introduction");
    for (int i = 0; i < COUNT(keys); i++) {
        int own = 0;
        pty_send(p, keys[i]);
        pty_bytes(p, QUIET);
        for (int r = 0; r < HEIGHT; r++)
            for (int c = 0; c < WIDTH; c++) {
                PtyCell cell = pty_cell(p, r, c);
                ck_assert(cell.paper == -1 || cell.ink >= 0);
                own += cell.ink == -1 && cell.character > ' ' && !cell.reverse;
            }
        ck_assert_int_gt(own, 100);
    }
    quit(p);
}
END_TEST

START_TEST(r24_takes_the_mouse_unless_told_not_to)
{
    Pty *p = start_program(WIDTH, HEIGHT,
                           (const char *const[]){"1", _i ? "--no-mouse" : NULL, NULL}, NULL);
    pty_expect(p, "introduction");
    ck_assert_int_eq(pty_mouse(p), !_i);
    quit(p);
}
END_TEST

/* Pasting gives a change to be tried, and no keys. */
START_TEST(a_paste_is_no_keys)
{
    Pty *p = start_program(WIDTH, HEIGHT,
                           (const char *const[]){"1", "--no-resume", "--goto", "4.1", NULL}, NULL);
    pty_expect(p, "step 1/1");
    pty_send(p, "\033[200~QQq scores = 2\033[201~");
    pty_expect(p, "what if QQq scores = 2");
    pty_send(p, "\033");
    quit(p);
}
END_TEST

static Pty *start_shell(const char *command)
{
    const char *const argv[] = {"/bin/sh", "-c", command, pty_program(), NULL};
    return pty_start(WIDTH, HEIGHT, argv, NULL);
}

/* The clipboard takes a result as PyTorch prints it; where it is known not to, nothing is sent, and the page says so. */
static const struct {
    const char *variable, *text, *says, *sent;
} clipboards[] = {
    {NULL, "torch.tensor([2.5])", "Copied: x, as PyTorch prints it.", "dGVuc29yKFsyLjUwMDBdKQ=="},
    {"TMUX=/tmp/tmux,1,0", "torch.tensor([2.5])", "Copied, if tmux passes it on",
     "dGVuc29yKFsyLjUwMDBdKQ=="},
    {"STY=1.pts", "torch.tensor([2.5])", "GNU screen passes nothing on", NULL},
    {"TERM=linux", "torch.tensor([2.5])", "no clipboard for programs", NULL},
    {NULL, "'long ' * 12000", "This is too long for the clipboard", NULL},
};

START_TEST(copies_a_result)
{
    char command[300];
    snprintf(
        command, sizeof command,
        "printf '# A\\n\\n## S\\n\\n```python\\nimport torch\\nx = %%s\\nprint(x)\\n```\\n' \"%s\" "
        ">\"$HOME/x.md\"; \"$0\" \"$HOME/x.md\" --no-resume --goto 1.1",
        clipboards[_i].text);
    const char *const argv[] = {"/bin/sh", "-c", command, pty_program(), NULL};
    const char *const changes[] = {clipboards[_i].variable, NULL};
    Pty *p = pty_start(WIDTH, HEIGHT, argv, changes);
    pty_expect(p, "step 1/");
    pty_send(p, "y");
    pty_expect(p, clipboards[_i].says);
    ck_assert_int_eq(pty_sent(p, "\033]52;"), clipboards[_i].sent != NULL);
    ck_assert(!clipboards[_i].sent || pty_sent(p, clipboards[_i].sent));
    quit(p);
}
END_TEST

/* The list and errors have links in a terminal that has them. */
START_TEST(lists_and_errors_have_links)
{
    const char *const changes[] = {_i ? "VTE_VERSION=7000" : "QKV_LINKS=0", NULL};
    const char *const argv[] = {
        "/bin/sh", "-c",
        "printf '# A\\n\\n## S\\n\\n```python\\nx = (\\n```\\n' >\"$HOME/x.md\"; "
        "\"$0\" list; \"$0\" check \"$HOME/x.md\"; echo ended",
        pty_program(), NULL};
    Pty *p = pty_start(WIDTH, HEIGHT, argv, changes);
    pty_expect(p, "ended");
    ck_assert_int_eq(pty_sent(p, "-hand-crafted-weights.md\033\\01-hand"), _i);
    ck_assert_int_eq(pty_sent(p, "/x.md#6\033\\"), _i);
    ck_assert_int_eq(pty_sent(p, "\033]8;"), _i);
    pty_end(p);
}
END_TEST

/* --- authors ------------------------------------------------------------------------------- */

/* e gives the terminal to the editor, at the line; what it saved is there when it ends. */
START_TEST(edits_and_reads_again)
{
    Pty *p = start_shell(
        "cp lessons/01* \"$HOME/x.md\"; printf 'echo \"file $2 at $1\"; read line; sed -i "
        "s/^scores.=.*/scores=2*queries@keys.T/ \"$2\"; stty -echo raw' >\"$HOME/ed\"; "
        "EDITOR=\"sh  $HOME/ed\" \"$0\" \"$HOME/x.md\" --goto 4.1 --no-resume");
    pty_expect(p, ">>> scores = queries @ keys.T");
    pty_send(p, "e");
    pty_expect(p, "/x.md at +1");
    ck_assert(!pty_alternate(p));
    pty_send(p, "\n");
    pty_expect(p, "2*queries@keys.T");
    ck_assert(pty_alternate(p));
    pty_send(p, " ");
    pty_expect(p, "stage 5/9");
    quit(p);
}
END_TEST

/* --- without full screens ------------------------------------------------------------------- */

START_TEST(r25_a_dumb_terminal_gets_text)
{
    const char *const changes[] = {_i ? NULL : "TERM=dumb", NULL};
    Pty *p = start_program(WIDTH, 60, (const char *const[]){"1", _i ? "--plain" : NULL, NULL},
                           changes);
    pty_expect(p, "Attention by hand: three inputs");
    pty_expect(p, "-- 0. next");
    ck_assert(!pty_alternate(p));
    if (_i == 0)
        pty_expect(p,
                   "qkv: TERM is \"dumb\", a terminal that cannot move its cursor: line by line");
    else
        pty_expect_gone(p, "TERM");
    pty_send(p, "\n");
    pty_expect(p, "Prepare the inputs, stage 1/9");
    pty_send(p, "\n");
    pty_expect(p, "-- 1.1");
    pty_scribble(p, "\033[2J\033[H");
    pty_send(p, "ba\n");
    pty_expect(p, "Prepare the inputs, stage 1/9");
    pty_send(p, "quit\n");
    pty_expect_exit(p, 0);
    ck_assert_ptr_nonnull(strstr(pty_file(p, "qkv/places"), "1 0 1 01-hand-crafted-weights"));
    pty_end(p);
}
END_TEST

static const struct {
    const char *change, *says;
} terminals[] = {
    {"TERM=nosuch",
     "TERM is \"nosuch\", which this machine does not know; try TERM=xterm-256color"},
    {"TERM", "TERM is not set"},
    {"TERM=", "TERM is not set"},
};

START_TEST(r15_says_what_is_wrong_with_term)
{
    Pty *p = start_program(200, 10, (const char *const[]){"1", NULL},
                           (const char *const[]){terminals[_i].change, NULL});
    pty_expect(p, terminals[_i].says);
    pty_expect(p, "--plain");
    pty_expect_exit(p, 2);
    ck_assert_ptr_null(pty_file(p, "qkv/places"));
    pty_end(p);
}
END_TEST

/* Reads the lesson from the pipe; keys come from the terminal. */
START_TEST(r16_a_lesson_from_standard_input)
{
    Pty *p = start_shell("printf '# Piped\\n\\nHere.\\n\\n## S\\n\\n```python\\nimport torch\\nx = "
                         "torch.tensor([1.5])\\n```\\n' "
                         "| \"$0\" - --no-resume");
    pty_expect(p, "Piped");
    pty_expect(p, "introduction");
    pty_send(p, "  ");
    pty_expect(p, "x [1]");
    pty_send(p, "\r");
    pty_expect(p, "x[0] = 1.5");
    quit(p);
}
END_TEST

START_TEST(r16_output_to_a_pipe_is_text)
{
    Pty *p = start_shell(
        "\"$0\" 1 | head -n 1; \"$0\" 1 --script n --size 40x12 | tail -n 1; echo done");
    pty_expect(p, "Attention by hand: three inputs");
    pty_expect(p, "? keys");
    pty_expect(p, "done");
    pty_expect_exit(p, 0);
    ck_assert(!pty_alternate(p));
    pty_end(p);
}
END_TEST

/* A lesson that is broken says so where the reader can see it, and takes no screen. */
START_TEST(a_broken_lesson_is_told_before_the_screen)
{
    Pty *p = start_shell("printf '# T\\n\\n## S\\n\\nWords.\\n# U\\n' "
                         ">\"$HOME/x.md\"; \"$0\" \"$HOME/x.md\"; echo status $?");
    pty_expect(p, "x.md:6:");
    pty_expect(p, "^");
    pty_expect(p, "status 2");
    pty_expect_exit(p, 0);
    pty_end(p);
}
END_TEST

/* Keys that wait together, far more than anybody types, end in the right place. */
START_TEST(many_keys_at_once)
{
    Pair pair = start_pair(WIDTH, HEIGHT, (const char *const[]){"1", "--no-resume", NULL}, 0);
    expect_same(&pair);
    for (int i = 0; i < 40; i++) {
        pty_send(pair.pty, "  \177 \rll\tjjk\033[C\033[Dqn p");
        for (const char *key = "  \177 \rll\tjjk"; *key; key++)
            app_key(pair.app, *key == '\177' ? K_BACKSPACE
                              : *key == '\r' ? K_ENTER
                              : *key == '\t' ? K_TAB
                                             : *key);
        static const int rest[] = {K_RIGHT, K_LEFT, 'q', 'n', ' ', 'p'};
        for (int k = 0; k < COUNT(rest); k++)
            app_key(pair.app, rest[k]);
    }
    expect_same(&pair);
    pty_send(pair.pty, "Q");
    pty_expect_exit(pair.pty, 0);
    end_pair(&pair);
}
END_TEST

Suite *program_suite(void)
{
    Suite *s = suite_create("program");
    TCase *t = tcase_create("program");
    tcase_add_checked_fixture(t, pty_go_to_lessons, NULL);
    tcase_set_timeout(t, TIMEOUT);
    tcase_add_test(t, starts_on_the_menu);
    tcase_add_loop_test(t, r5_space_and_backspace_walk_the_same_way, 23, 25);
    tcase_add_test(t, asks_a_number_where_it_comes_from);
    tcase_add_test(t, r1_takes_up_where_it_was_left);
    tcase_add_test(t, no_resume_writes_nothing);
    tcase_add_loop_test(t, saves_when_it_is_ended, 0, 4);
    tcase_add_test(t, r13_suspends_and_comes_back);
    tcase_add_test(t, r11_follows_the_window);
    tcase_add_test(t, r17_a_cell_move_takes_few_bytes);
    tcase_add_test(t, r18_is_silent_when_nothing_happens);
    tcase_add_loop_test(t, r22_characters_and_colours, 0, COUNT(looks));
    tcase_add_test(t, r21_text_has_the_colours_of_the_terminal);
    tcase_add_loop_test(t, r24_takes_the_mouse_unless_told_not_to, 0, 2);
    tcase_add_test(t, a_paste_is_no_keys);
    tcase_add_loop_test(t, lists_and_errors_have_links, 0, 2);
    tcase_add_loop_test(t, copies_a_result, 0, COUNT(clipboards));
    tcase_add_test(t, edits_and_reads_again);
    tcase_add_loop_test(t, r25_a_dumb_terminal_gets_text, 0, 2);
    tcase_add_loop_test(t, r15_says_what_is_wrong_with_term, 0, COUNT(terminals));
    tcase_add_test(t, r16_a_lesson_from_standard_input);
    tcase_add_test(t, r16_output_to_a_pipe_is_text);
    tcase_add_test(t, a_broken_lesson_is_told_before_the_screen);
    tcase_add_test(t, many_keys_at_once);
    suite_add_tcase(s, t);
    return s;
}
