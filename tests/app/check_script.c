/* Keys as a text, screens as text. */
#include <stdlib.h>
#include <string.h>

#include "app/script.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

typedef struct Played {
    Buf text;
    Err err;
    bool ok;
} Played;

static Played play(const char *keys, const char *size, bool ascii)
{
    Played p = {0};
    Library *library = library_open();
    App *app = app_new(library, false);
    p.ok = script_run(&p.text, app, keys, size, ascii, &p.err);
    app_free(app);
    library_free(library);
    return p;
}

/* The names over the screens, with a blank behind each. */
static void expect_screens(const Played *p, const char *names)
{
    Buf found = {0};
    for (const char *line = buf_text(&p->text); *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, "-- ", 3) == 0)
            buf_printf(&found, "%.*s ", (int)strcspn(line + 3, " "), line + 3);
    ck_assert_str_eq(buf_text(&found), names);
    buf_release(&found);
}

static int lines(const Played *p)
{
    int count = 0;
    for (const char *c = buf_text(&p->text); *c; c++)
        count += *c == '\n';
    return count;
}

static const struct {
    const char *keys, *screens;
} scripts[] = {
    {"", "start "},
    {"  \n\t ", "start "},
    {"Space n 3 Enter", "start Space n 3 Enter "},
    {"Space*3", "start Space Space Space "},
    {"Enter * t*2", "start Enter * t t "},             /* * does nothing, and is a key */
    {"Enter q Space Q Space", "start Enter q Space "}, /* Q ends it: there is no screen after */
    {"日", "start 日 "},
    {"\001", "start ? "}, /* shown, not sent */
};

START_TEST(plays_keys)
{
    Played p = play(scripts[_i].keys, "60x12", false);
    ck_assert(p.ok && !p.err.set);
    expect_screens(&p, scripts[_i].screens);
    buf_release(&p.text);
}
END_TEST

static const struct {
    const char *size;
    int lines; /* of one screen; 0 for an error */
} sizes[] = {{NULL, 24}, {"80x24", 24}, {"1x1", 1},    {"200x60", 60}, {"1000x2", 2}, {"", 0},
             {"80", 0},  {"0x5", 0},    {"80x24x", 0}, {"-1x4", 0},    {"1001x3", 0}, {"axb", 0}};

START_TEST(sizes_of_screens)
{
    Played p = play("", sizes[_i].size, false);
    ck_assert_int_eq(p.ok, sizes[_i].lines > 0);
    if (p.ok)
        ck_assert_int_eq(lines(&p), 1 + sizes[_i].lines);
    else
        ck_assert_ptr_nonnull(strstr(p.err.message, ": expected columns and rows, like 80x24"));
    buf_release(&p.text);
}
END_TEST

static const char *const wrong[] = {"Spac",         "Space xx", "Space*0", "Space*-1",
                                    "Space*100001", "n*",       "Ctrl-"};

START_TEST(wrong_keys)
{
    Played p = play(wrong[_i], NULL, false);
    ck_assert(!p.ok);
    ck_assert_int_eq(strncmp(p.err.message, "--script: there is no key '", 27), 0);
    buf_release(&p.text);
}
END_TEST

START_TEST(ascii_is_ascii)
{
    Played p = play("j j Enter n Space Space", NULL, true);
    for (const char *c = buf_text(&p.text); *c; c++)
        ck_assert_int_ge(*c, 0);
    buf_release(&p.text);
    p = play("j j Enter", NULL, false);
    ck_assert_ptr_nonnull(strstr(buf_text(&p.text), "日本語"));
    buf_release(&p.text);
}
END_TEST

/* Exactly the screens that the app gives. */
START_TEST(screens_are_frames)
{
    Played p = play("Enter n", "50x14", false);
    Library *library = library_open();
    App *app = app_new(library, false);
    Buf expected = {0};
    app_resize(app, 50, 14);
    buf_puts(&expected, "-- start --\n");
    frame_text(&expected, app_frame(app), false);
    app_key(app, K_ENTER);
    buf_puts(&expected, "-- Enter --\n");
    frame_text(&expected, app_frame(app), false);
    app_key(app, 'n');
    buf_puts(&expected, "-- n --\n");
    frame_text(&expected, app_frame(app), false);
    made_expect_equal(&expected, &p.text, "script and app");
    buf_release(&expected);
    buf_release(&p.text);
    app_free(app);
    library_free(library);
}
END_TEST

Suite *script_suite(void)
{
    Suite *s = suite_create("script");
    TCase *t = tcase_create("script");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_loop_test(t, plays_keys, 0, COUNT(scripts));
    tcase_add_loop_test(t, sizes_of_screens, 0, COUNT(sizes));
    tcase_add_loop_test(t, wrong_keys, 0, COUNT(wrong));
    tcase_add_test(t, ascii_is_ascii);
    tcase_add_test(t, screens_are_frames);
    suite_add_tcase(s, t);
    return s;
}
