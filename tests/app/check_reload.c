/* A lesson that changes while it is read: noticed, read, and the place found again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/editor.h"
#include "base/clock.h"
#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

static const char path[] = "lessons/01-first.md";

typedef struct Reader {
    Library *library;
    App *app;
    char *source; /* of the lesson at the start */
    int64_t now;
} Reader;

static Reader open_reader(void)
{
    Reader r = {.library = library_open(), .now = 1000};
    r.app = app_new(r.library, false);
    app_open(r.app, MADE_FIRST);
    r.source = strdup(folder_read(path));
    return r;
}

static void close_reader(Reader *r)
{
    folder_write(path, r->source);
    free(r->source);
    app_free(r->app);
    library_free(r->library);
}

/* The time of a look or two goes by. */
static bool wait_a_little(Reader *r)
{
    bool news = false;
    for (int i = 0; i < 3; i++) {
        r->now += app_patience(r->app);
        news = app_tick(r->app, r->now) || news;
    }
    return news;
}

/* The first lesson with one text put in the place of another. */
static void rewrite(const Reader *r, const char *from, const char *to)
{
    Buf text = {0};
    const char *at = strstr(r->source, from);
    ck_assert_msg(at != NULL, "'%s' is not in the lesson", from);
    buf_add(&text, r->source, (size_t)(at - r->source));
    buf_printf(&text, "%s%s", to, at + strlen(from));
    folder_write("lessons/new", buf_text(&text)); /* as editors do: a new file takes the place */
    ck_assert_int_eq(rename("lessons/new", path), 0);
    buf_release(&text);
}

static Spot spot_of(const Reader *r)
{
    return model_spot(app_model(r->app));
}

START_TEST(a_change_is_read_and_the_place_kept)
{
    Reader r = open_reader();
    made_go(r.app, "2.2");
    const Spot before = spot_of(&r);
    ck_assert(!wait_a_little(&r));
    rewrite(&r, "0., 2., 0., 2.", "0., 3., 0., 2.");
    ck_assert(wait_a_little(&r));
    made_expect(r.app, "Reloaded: ");
    made_expect(r.app, "results differ.");
    const Spot now = spot_of(&r);
    ck_assert(spot_is_same(&now, &before));
    ck_assert(!wait_a_little(&r));
    close_reader(&r);
}
END_TEST

START_TEST(a_file_is_let_rest)
{
    Reader r = open_reader();
    for (int i = 0; i < 5; i++) { /* grows at every look */
        char text[1000];
        snprintf(text, sizeof text, "# First: by hand\n\nHalf written %.*s", i * 10,
                 "..........................................................");
        folder_write(path, text);
        r.now += app_patience(r.app);
        ck_assert(!app_tick(r.app, r.now));
    }
    unlink(path);
    ck_assert(!wait_a_little(&r)); /* gone for a moment: nothing to say */
    made_expect_gone(r.app, "Half");
    rewrite(&r, "The introduction.", "Another introduction.");
    ck_assert(wait_a_little(&r));
    made_expect(r.app, "Another introduction.");
    close_reader(&r);
}
END_TEST

static const struct {
    const char *where, *from, *to;
    int stage;
    const char *name; /* of what is shown then; NULL: not asked */
} moves[] = {
    /* A stage before ours. */
    {"2.1", "## Inputs\n", "## New\n\nWords.\n\n## Inputs\n", 3, "q"},
    {"2.1", "## Products\n", "## Renamed\n", 2, "q"},
    /* Cut off behind us. */
    {"4", "## Words only\n\nNothing.\n", "", 3, NULL},
    /* A stop before ours. */
    {"2.2", "q = x @ w\n", "new = x + 1\nq = x @ w\n", 2, "scores"},
    {"2.2", "# First: by hand", "# Other title", 2, "scores"},
};

START_TEST(places_after_an_edit)
{
    Reader r = open_reader();
    made_go(r.app, moves[_i].where);
    rewrite(&r, moves[_i].from, moves[_i].to);
    ck_assert(wait_a_little(&r));
    const Spot now = spot_of(&r);
    const Stop *stop = spot_stop(app_world(r.app)->lens.run, &now);
    ck_assert_int_eq(now.stage, moves[_i].stage);
    if (moves[_i].name)
        ck_assert_str_eq(stop ? stop->name : "nothing", moves[_i].name);
    made_press(r.app, "Space Bksp p n q");
    app_frame(r.app);
    close_reader(&r);
}
END_TEST

START_TEST(a_broken_edit_keeps_the_last_good_lesson)
{
    Reader r = open_reader();
    made_go(r.app, "2.1");
    rewrite(&r, "q = x @ w\n", "q = x @ w +\n");
    ck_assert(wait_a_little(&r));
    made_expect(r.app, "Not reloaded: line 28: ");
    made_press(r.app, "Space Bksp");
    made_expect(r.app, ">>> q = x @ w");
    made_expect(r.app, "OLD  stage 2");
    ck_assert(!wait_a_little(&r)); /* said once */
    rewrite(&r, "q = x @ w\n", "q = x @ w + nothing\n");
    ck_assert(wait_a_little(&r));
    made_expect(r.app, "Not reloaded: line 28: ");
    rewrite(&r, "q = x @ w\n", "q = x @ w + 1\n");
    ck_assert(wait_a_little(&r));
    made_expect(r.app, ">>> q = x @ w + 1");
    made_expect(r.app, "Reloaded");
    made_expect_gone(r.app, "OLD");
    close_reader(&r);
}
END_TEST

START_TEST(a_file_that_is_gone_is_said)
{
    Reader r = open_reader();
    ck_assert(!wait_a_little(&r));
    ck_assert_int_eq(rename(path, "lessons/away"), 0);
    ck_assert(!wait_a_little(&r));
    ck_assert(wait_a_little(&r));
    made_expect(r.app, "lessons/01-first.md is gone: this is the version that was read last.");
    made_expect(r.app, "OLD");
    ck_assert(!wait_a_little(&r)); /* said once */
    ck_assert_int_eq(rename("lessons/away", path), 0);
    wait_a_little(&r);
    made_expect_gone(r.app, "OLD");
    close_reader(&r);
}
END_TEST

/* A lesson that takes much is not kept beside what it becomes: the place is kept all the same, and the
 * changes; after a mistake there is what works. */
#define ALONE "y = [x + i for i in range(6)]; t = x[:800000].tolist()"
#define CHANGED "y = [x + i for i in range(4)]"
static const struct {
    const char *code, *change, *to, *shows;
} large[] = {
    {ALONE, "", "n = 2", "Reloaded"},
    {ALONE, "", "n = (", "Reloaded: line 9: '(' opened on line 9 is never closed"},
    {CHANGED, "whatif s[0] = 5", "n = 2", "Reloaded"},
    {CHANGED, "whatif s[0] = 5", "n = no", "Reloaded: line 9: unknown name 'no'"},
};

START_TEST(a_large_lesson_gives_way_to_its_next_run)
{
    enum { MOST_MEMORY = 448 << 10 /* KiB */ };
    struct rusage used;
    Reader r = open_reader();
    free(r.source);
    Buf text = {0};
    buf_printf(
        &text,
        "# Large\n\n## First\n\n```python\nimport torch\nx = torch.zeros(4194304)\n%s\nn = 1\n```\n"
        "\n## Second\n\n```python\ns = torch.tensor([7.])\nz = s + n\n```\n",
        large[_i].code);
    r.source = strdup(buf_text(&text));
    buf_release(&text);
    folder_write(path, r.source);
    ck_assert(wait_a_little(&r));
    made_go(r.app, "2.2");
    if (*large[_i].change)
        app_line(r.app, large[_i].change);
    const bool is_changed = *large[_i].change != '\0';
    ck_assert_int_eq(app_world(r.app)->whatif != NULL, is_changed);
    rewrite(&r, "n = 1", large[_i].to);
    ck_assert(wait_a_little(&r));
    made_expect(r.app, large[_i].shows);
    made_expect(r.app, "Second");
    ck_assert_int_eq(app_world(r.app)->whatif != NULL, is_changed);
    made_press(r.app, "Bksp Space Enter q c q");
    ck_assert_int_eq(getrusage(RUSAGE_SELF, &used), 0);
    if (IS_MEASURED)
        ck_assert_int_le(used.ru_maxrss, MOST_MEMORY);
    close_reader(&r);
}
END_TEST

/* A class sees again what came out the same, and guesses what did not. */
START_TEST(what_changed_is_hidden_from_a_class)
{
    Reader r = open_reader();
    app_teach(r.app);
    made_go(r.app, "2.1");
    app_line(r.app, "show");
    ck_assert_int_eq(lens_hides_stop(&app_world(r.app)->lens, 2, 1), 0);
    rewrite(&r, "0., 2., 0., 2.", "0., 3., 0., 2."); /* the second row */
    ck_assert(wait_a_little(&r));
    const Spot now = spot_of(&r);
    ck_assert_int_eq(lens_hides_stop(&app_world(r.app)->lens, now.stage, now.stop), 3);
    close_reader(&r);
}
END_TEST

START_TEST(a_broken_lesson_is_mended_under_the_menu)
{
    Reader r = open_reader();
    char *broken = strdup(folder_read("lessons/02-broken.md"));
    app_open(r.app, MADE_BROKEN);
    made_expect(r.app, "line 7");
    folder_write("lessons/02-broken.md", "# Mended\n\n## Stage\n\n```python\nx = 1\n```\n");
    app_open(r.app, MADE_BROKEN);
    made_expect(r.app, "Mended");
    folder_write("lessons/02-broken.md", broken);
    free(broken);
    close_reader(&r);
}
END_TEST

START_TEST(expectations_are_told)
{
    Reader r = open_reader();
    rewrite(&r, "\n\n## Products", "\n\n```expect w\ntensor([1.])\n```\n\n## Products");
    ck_assert(wait_a_little(&r));
    made_expect(r.app, "Not as expected: line ");
    made_expect(r.app, ": expect w: ");
    close_reader(&r);
}
END_TEST

/* A class hears that something is not as expected, but no numbers that it has not seen. */
START_TEST(expectations_tell_a_class_nothing)
{
    Reader r = open_reader();
    app_teach(r.app);
    rewrite(&r, "n = len(x) + 1\n```",
            "n = len(x) + 1\n```\n\n```expect weights\ntensor([1.])\n```");
    ck_assert(wait_a_little(&r));
    made_expect(r.app, "Not as expected: line ");
    made_expect(r.app, ", not shown yet.");
    made_expect_gone(r.app, "expect weights");
    close_reader(&r);
}
END_TEST

/* A notebook that is saved over the one that is open is read while the screen waits. */
START_TEST(a_hostile_notebook_does_not_hang_the_screen)
{
    enum { MARKS = 400000 };
    static const char head[] = "{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"markdown\", "
                               "\"source\": \"",
                      tail[] = "\"}, {\"cell_type\": \"code\", \"source\": \"x = 42\"}]}";
    Err err = {0};
    Buf text = {0};
    Reader r = open_reader();
    buf_printf(&text, "%swords%s", head, tail);
    folder_write("a.ipynb", buf_text(&text));
    app_free(r.app);
    int lesson = library_find(r.library, "./a.ipynb", &err);
    r.app = app_new(r.library, false);
    app_open(r.app, lesson);
    wait_a_little(&r);
    buf_clear(&text);
    buf_puts(&text, head);
    for (int i = 0; i < MARKS; i++)
        buf_puts(&text, "<!--\\n");
    buf_printf(&text, "-->%s", tail);
    folder_write("a.ipynb", buf_text(&text));
    double began = clock_used();
    ck_assert(wait_a_little(&r));
    if (is_timed())
        ck_assert_msg(clock_used() - began < 1, "%g seconds", clock_used() - began);
    unlink("a.ipynb");
    buf_release(&text);
    close_reader(&r);
}
END_TEST

/* No step was ever made of a lesson without tensors: the way back from a what-if in it asks for none. */
START_TEST(what_if_without_tensors)
{
    Reader r = open_reader();
    folder_write(path, "# T\n\n## A\n\n```python\nx = 5\nprint(x)\n```\n\n## B\n\n```python\n"
                       "y = x + 1\nprint(y)\n```\n");
    ck_assert(wait_a_little(&r));
    made_go(r.app, "2");
    app_line(r.app, "whatif x = 6");
    ck_assert_ptr_nonnull(app_world(r.app)->whatif);
    made_press(r.app, "p u n p c q");
    app_frame(r.app);
    close_reader(&r);
}
END_TEST

/* Code opened in a run that has gone says nothing of the next one. */
START_TEST(a_large_lesson_with_opened_code_gets_smaller)
{
    Reader r = open_reader();
    folder_write(path, "# T\n\n## A\n\n```python\nimport torch\nx = torch.zeros(4194304)\n"
                       "t = x[:800000].tolist()\n"
                       "def g(v):\n    w = v + 1\n    return w * 2\n"
                       "def f(v):\n    for i in range(40):\n        v = g(v)\n    return v\n"
                       "s = f(torch.ones(2))\n```\n");
    ck_assert(wait_a_little(&r));
    made_go(r.app, "1.3");
    made_press(r.app, "Enter Enter Space Enter");
    folder_write(path, "# T\n\n## A\n\n```python\ns = 1\nprint(s)\n```\n");
    ck_assert(wait_a_little(&r));
    ck_assert_int_eq(spot_depth(app_world(r.app)->lens.run, &(Spot){.stage = 1}), 0);
    app_frame(r.app);
    made_press(r.app, "Space Bksp q");
    close_reader(&r);
}
END_TEST

static const char *const parts[] = {"# T\n\n",
                                    "## Inputs\n\n",
                                    "## Products\n\n",
                                    "## Third\n\n",
                                    "```python\nimport torch\nx = torch.ones(2, 3)\n```\n\n",
                                    "```python\nq = x + x\n```\n\n",
                                    "```python\nq = x @ x.T\nn = 1\nprint(n)\n```\n\n",
                                    "Words.\n\n",
                                    "```python\nq = x.sum()\n```\n\n",
                                    ("```python\ndef f(v):\n    w = v * 2\n    return w + n\n"
                                     "n = 2\nfor i in range(3):\n    y = f(i)\n```\n\n"),
                                    "```python\nbroken(\n```\n"};
static const char *const any_keys[] = {
    "Space", "Bksp", "n", "p", "Enter", "Tab", "Right", "Down", "End", "q", "t",
    "]",     "Esc",  "g", "s", "v",     "i",   "c",     "w",    "u",   "T", "= Enter"};
static const char *const any_commands[] = {
    "whatif n = 4", "whatif x = 1", "whatif x[0] = 2", "goto 2", "class on", "with off", "find x"};

/* Any keys and commands, and their screens. */
static void press_any(Reader *r)
{
    for (int k = 0; k < 15; k++) {
        if (made_random(6) == 0)
            app_line(r->app, any_commands[made_random(COUNT(any_commands))]);
        else
            made_press(r->app, any_keys[made_random(COUNT(any_keys))]);
        if (!model_lesson(app_model(r->app)))
            app_open(r->app, MADE_FIRST);
        Buf screen = made_screen(r->app);
        buf_release(&screen);
    }
}

/* Any edit at any place, and any keys after it. */
START_TEST(random_edits)
{
    Reader r = open_reader();
    int read = 0;
    for (int i = 0; i < 300; i++) {
        Buf text = {0};
        buf_puts(&text, made_random(4) ? "# T\n\n## One\n\n```python\nimport torch\n"
                                         "x = torch.ones(3, 2)\n```\n\n"
                                       : "# T\n\n## One\n\n```python\nx = 2\n```\n\n");
        for (int n = made_random(12); n > 0; n--)
            buf_puts(&text, parts[made_random(COUNT(parts) - (made_random(4) > 0))]);
        folder_write(path, buf_text(&text));
        buf_release(&text);
        read += wait_a_little(&r);
        press_any(&r);
    }
    ck_assert_int_gt(read, 200);
    close_reader(&r);
}
END_TEST

/* --- the editor ----------------------------------------------------------------------------- */

static const struct {
    const char *visual, *editor, *path;
    int line;
    const char *words;
} editors[] = {
    {NULL, NULL, "lessons/x.md", 12, "vi|+12|lessons/x.md"},
    {NULL, "nano", "lessons/x.md", 0, "nano|+1|lessons/x.md"},
    {"", " \t", "x.md", 3, "vi|+3|x.md"},
    {"code  -w ", "nano", "my lesson; rm -rf $HOME.md", 3, "code|-w|+3|my lesson; rm -rf $HOME.md"},
    {NULL, "vim", "-x.md", 3, "vim|+3|./-x.md"},
};

START_TEST(the_command_of_the_editor)
{
    Arena arena = {0};
    Buf text = {0};
    unsetenv("VISUAL");
    unsetenv("EDITOR");
    if (editors[_i].visual)
        setenv("VISUAL", editors[_i].visual, 1);
    if (editors[_i].editor)
        setenv("EDITOR", editors[_i].editor, 1);
    char **command = editor_command(&arena, editors[_i].path, editors[_i].line);
    for (int i = 0; command[i]; i++)
        buf_printf(&text, "%s%s", i ? "|" : "", command[i]);
    ck_assert_str_eq(buf_text(&text), editors[_i].words);
    buf_release(&text);
    arena_release(&arena);
}
END_TEST

static const struct {
    const char *where, *key, *line;
} lines[] = {
    {"0", "", "# First: by hand"},
    {"2", "", "## Products"},
    {"2.2", "", "scores = q @ q.T"},
    {"2.1", "Enter", "q = x @ w"},
    {"1.1", "", "x = torch.tensor([[1., 0., 1., 0.]"},
};

START_TEST(the_editor_opens_at_the_line)
{
    Reader r = open_reader();
    made_go(r.app, lines[_i].where);
    made_press(r.app, lines[_i].key);
    int line = 0;
    const char *text = folder_read(app_source(r.app, &line));
    while (--line > 0)
        text += strcspn(text, "\n") + 1;
    ck_assert_int_eq(strncmp(text, lines[_i].line, strlen(lines[_i].line)), 0);
    close_reader(&r);
}
END_TEST

START_TEST(an_editor_that_is_not_there)
{
    Reader r = open_reader();
    ck_assert(!editor_run((char *[]){(char *)"no-such-editor", NULL}));
    ck_assert(editor_run((char *[]){(char *)"true", NULL}));
    ck_assert(editor_run((char *[]){(char *)"false", NULL}));
    app_edited(r.app, false);
    made_expect(r.app, "The editor did not start");
    close_reader(&r);
}
END_TEST

/* --- copies --------------------------------------------------------------------------------- */

static const char copy[] = "01-hand-crafted-weights-copy.md";

static Reader open_shipped(void)
{
    Reader r = {.library = library_open(), .now = 1000};
    r.app = app_new(r.library, false);
    app_open(r.app, MADE_FIRST);
    r.source = strdup(folder_read(made_shipped));
    return r;
}

static void close_shipped(Reader *r)
{
    ck_assert_str_eq(folder_read(made_shipped), r->source);
    free(r->source);
    app_free(r->app);
    library_free(r->library);
}

/* As an editor would. */
static void edit_copy(const Reader *r, const char *from, const char *to)
{
    Buf text = {0};
    const char *at = strstr(r->source, from);
    buf_add(&text, r->source, (size_t)(at - r->source));
    buf_printf(&text, "%s%s", to, at + strlen(from));
    folder_write(copy, buf_text(&text));
    buf_release(&text);
}

START_TEST(a_lesson_of_the_program_is_edited_in_a_copy)
{
    Reader r = open_shipped();
    int line;
    made_go(r.app, "2.2");
    made_press(r.app, "Enter Down");
    ck_assert(app_copy_lesson(r.app));
    ck_assert_str_eq(app_source(r.app, &line), copy);
    ck_assert_str_eq(folder_read(copy), r.source);
    edit_copy(&r, "0., 2., 0., 2.", "0., 3., 0., 2.");
    app_edited(r.app, true);
    made_expect(r.app, "scores[x2, x1]"); /* the place and the cell stay */
    made_expect(r.app, "01-hand-crafted-weights-copy.md");
    ck_assert(app_copy_lesson(r.app)); /* the same one again */
    ck_assert_str_eq(app_source(r.app, &line), copy);
    edit_copy(&r, "0., 2., 0., 2.", "0., 4., 0., 2.");
    ck_assert(wait_a_little(&r)); /* watched as any other */
    close_shipped(&r);
}
END_TEST

START_TEST(a_copy_of_before_is_gone_on_with)
{
    Reader r = open_shipped();
    edit_copy(&r, "The introduction.", "My own introduction.");
    made_expect(r.app, "The introduction.");
    ck_assert(app_copy_lesson(r.app));
    made_expect(r.app, "My own introduction.");
    ck_assert(strstr(folder_read(copy), "My own introduction.") != NULL);
    close_shipped(&r);
}
END_TEST

START_TEST(a_copy_that_cannot_be_written)
{
    Reader r = open_shipped();
    ck_assert_int_eq(symlink("nowhere/at/all", copy), 0);
    ck_assert(!app_copy_lesson(r.app));
    made_expect(r.app, "The editor opens a copy, but none can be made here:");
    close_shipped(&r);
}
END_TEST

START_TEST(a_file_that_was_named_is_edited_itself)
{
    Err err = {0};
    Reader r = {.library = library_open()};
    int lesson = library_find(r.library, made_shipped, &err), line;
    r.app = app_new(r.library, false);
    app_open(r.app, lesson);
    ck_assert(app_copy_lesson(r.app));
    ck_assert_str_eq(app_source(r.app, &line), made_shipped);
    ck_assert_int_ne(access(copy, F_OK), 0);
    app_free(r.app);
    library_free(r.library);
}
END_TEST

START_TEST(lessons_of_ones_own_are_edited_themselves)
{
    ck_assert_int_eq(rename("lessons", "mine"), 0);
    setenv("QKV_LESSONS", "mine", 1);
    Reader r = {.library = library_open()};
    r.app = app_new(r.library, false);
    app_open(r.app, MADE_FIRST);
    int line;
    ck_assert(app_copy_lesson(r.app));
    ck_assert_str_eq(app_source(r.app, &line), "mine/01-hand-crafted-weights.md");
    app_free(r.app);
    library_free(r.library);
    unsetenv("QKV_LESSONS");
    ck_assert_int_eq(rename("mine", "lessons"), 0);
}
END_TEST

Suite *reload_suite(void)
{
    Suite *s = suite_create("reload");
    TCase *t = tcase_create("reload");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_lessons, NULL);
    tcase_add_test(t, a_change_is_read_and_the_place_kept);
    tcase_add_test(t, a_file_is_let_rest);
    tcase_add_test(t, a_file_that_is_gone_is_said);
    tcase_add_loop_test(t, places_after_an_edit, 0, COUNT(moves));
    tcase_add_test(t, a_broken_edit_keeps_the_last_good_lesson);
    tcase_add_loop_test(t, a_large_lesson_gives_way_to_its_next_run, 0, COUNT(large));
    tcase_add_test(t, what_changed_is_hidden_from_a_class);
    tcase_add_test(t, a_broken_lesson_is_mended_under_the_menu);
    tcase_add_test(t, expectations_are_told);
    tcase_add_test(t, expectations_tell_a_class_nothing);
    tcase_add_test(t, a_hostile_notebook_does_not_hang_the_screen);
    tcase_add_test(t, what_if_without_tensors);
    tcase_add_test(t, a_large_lesson_with_opened_code_gets_smaller);
    tcase_add_test(t, random_edits);
    tcase_add_loop_test(t, the_command_of_the_editor, 0, COUNT(editors));
    tcase_add_loop_test(t, the_editor_opens_at_the_line, 0, COUNT(lines));
    tcase_add_test(t, an_editor_that_is_not_there);
    suite_add_tcase(s, t);
    t = tcase_create("copies");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_ship, made_ship_no_more);
    tcase_add_test(t, a_lesson_of_the_program_is_edited_in_a_copy);
    tcase_add_test(t, a_copy_of_before_is_gone_on_with);
    tcase_add_test(t, a_copy_that_cannot_be_written);
    tcase_add_test(t, a_file_that_was_named_is_edited_itself);
    tcase_add_test(t, lessons_of_ones_own_are_edited_themselves);
    suite_add_tcase(s, t);
    return s;
}
