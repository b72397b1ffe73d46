/* Memory between two times: it comes back as it was, damage is forgiven, and nothing that is
 * wrong with the home disturbs a lesson. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/saved.h"
#include "folder.h"
#include "made.h"
#include "suites.h"

static const char path[] = ".local/state/qkv/places";

static void set_up(void)
{
    folder_clear();
    setenv("HOME", folder_path(), 1);
    unsetenv("XDG_STATE_HOME");
}

static void expect_place(const Saved *s, const char *name, int stage, int stop, int furthest)
{
    const SavedPlace *p = saved_find(s, name);
    ck_assert_msg(p != NULL, "nothing is saved for '%s'", name);
    ck_assert_int_eq(p->stage, stage);
    ck_assert_int_eq(p->stop, stop);
    ck_assert_int_eq(p->furthest, furthest);
}

static const char *const names[] = {
    "01-hand", "with blanks in it", " leading", "日本語", "a/path", "%s%n", "9 8 7"};

START_TEST(round_trip)
{
    Saved s;
    saved_load(&s, false);
    ck_assert_int_eq(s.count, 0);
    for (int i = 0; i < COUNT(names); i++) {
        saved_put(&s, names[i], i + 2, i);
        saved_put(&s, names[i], i + 1, i);
    }
    saved_store(&s);
    saved_release(&s);
    saved_load(&s, false);
    ck_assert_int_eq(s.count, COUNT(names));
    for (int i = 0; i < COUNT(names); i++)
        if (*names[i] != ' ') /* a blank before a name is not kept */
            expect_place(&s, names[i], i + 1, i, i + 2);
    ck_assert_ptr_null(saved_find(&s, "01"));
    saved_release(&s);
    ck_assert_str_eq(folder_list(".local/state/qkv"), "places");
}
END_TEST

START_TEST(exact_file)
{
    Saved s;
    saved_load(&s, false);
    saved_put(&s, "01-hand", 4, 2);
    saved_put(&s, "b", 0, 0);
    saved_put(&s, "01-hand", 3, 0);
    s.facts.last = "b";
    saved_store(&s);
    saved_release(&s);
    ck_assert_str_eq(folder_read(path), "in b\n3 0 4 01-hand\n0 0 0 b\n");
}
END_TEST

START_TEST(changes_and_what_a_class_saw)
{
    static const char *const change[] = {"x[0] = 5", "w = w * 2"}, *const seen[] = {"2 1 9 0+3"},
                             *const lines[] = {"two\nlines"};
    Saved s;
    saved_load(&s, false);
    saved_put(&s, "01-hand", 4, 2);
    saved_put(&s, "b", 1, 0);
    saved_put_lines(&s, "01-hand", SAVED_CHANGES, change, 2);
    saved_put_lines(&s, "b", SAVED_CHANGES, lines, 1);
    saved_put_lines(&s, "01-hand", SAVED_SEEN, seen, 1);
    s.facts.decimals = 6;
    s.facts.shades = 3;
    s.facts.teaches = true;
    saved_store(&s);
    saved_release(&s);
    ck_assert_str_eq(folder_read(path), "teaches 1\ndecimals 6\nshades 3\n4 2 4 01-hand\n"
                                        "if x[0] = 5\nif w = w * 2\nclass 2 1 9 0+3\n1 0 1 b\n");
    saved_load(&s, false);
    const SavedPlace *p = saved_find(&s, "01-hand");
    ck_assert_int_eq(s.facts.decimals, 6);
    ck_assert_int_eq(s.facts.shades, 3);
    ck_assert(s.facts.teaches);
    ck_assert_int_eq(p->changes.count, 2);
    ck_assert_str_eq(p->changes.line[1], "w = w * 2");
    ck_assert_int_eq(p->seen.count, 1);
    saved_put_lines(&s, "01-hand", SAVED_CHANGES, NULL, 0);
    saved_put_lines(&s, "01-hand", SAVED_SEEN, NULL, 0);
    s.facts.teaches = false;
    saved_store(&s);
    saved_release(&s);
    ck_assert_str_eq(folder_read(path), "decimals 6\nshades 3\n4 2 4 01-hand\n1 0 1 b\n");
}
END_TEST

/* However long a line is; what cannot be kept is not taken for a change each time. */
START_TEST(long_lines)
{
    enum { LENGTH = 5000 };
    char *longer = calloc(LENGTH + 1, 1);
    memset(longer, '7', LENGTH);
    const char *const lines[] = {longer, "", "two\nlines", "2 1 9 0+3"};
    Saved s;
    for (int i = 0; i < 2; i++) {
        saved_load(&s, false);
        saved_put(&s, "a", 1, 0);
        saved_put_lines(&s, "a", SAVED_SEEN, lines, COUNT(lines));
        const SavedPlace *p = saved_find(&s, "a");
        ck_assert_int_eq(p->is_changed, i == 0);
        ck_assert_int_eq(p->seen.count, 2);
        ck_assert_str_eq(p->seen.line[0], longer);
        ck_assert_str_eq(p->seen.line[1], lines[3]);
        saved_store(&s);
        saved_release(&s);
    }
    free(longer);
}
END_TEST

/* Two windows: each writes the lessons that it was in, and the other's places stay. */
START_TEST(two_windows)
{
    Saved one, other;
    saved_load(&one, false);
    saved_put(&one, "a", 1, 0);
    saved_put(&one, "b", 5, 1);
    saved_store(&one);
    saved_load(&other, false);
    saved_put(&other, "b", 2, 3);
    saved_store(&other);
    saved_put(&one, "a", 4, 4);
    one.facts.last = "a";
    saved_store(&one);
    saved_put(&other, "c", 1, 1);
    saved_store(&other); /* gone nowhere else */
    ck_assert_str_eq(folder_read(path), "in a\n4 4 4 a\n2 3 5 b\n1 1 1 c\n");
    saved_release(&one);
    saved_release(&other);
}
END_TEST

/* How far a lesson was read counts for all windows, also for one that has not heard of it. */
START_TEST(the_furthest_of_two_windows)
{
    Saved one, other;
    saved_load(&one, false);
    saved_load(&other, false);
    saved_put(&one, "a", 7, 0);
    saved_put(&one, "b", 1, 0);
    saved_store(&one);
    saved_put(&other, "a", 2, 1);
    saved_put(&other, "b", 3, 0);
    saved_store(&other);
    ck_assert_str_eq(folder_read(path), "2 1 7 a\n3 0 3 b\n");
    saved_release(&one);
    saved_release(&other);
}
END_TEST

/* Writing happens when there is something new, and once. */
START_TEST(writes_only_changes)
{
    Saved s;
    saved_load(&s, false);
    saved_store(&s);
    ck_assert(!folder_has(".local"));
    saved_put(&s, "a", 1, 0);
    saved_store(&s);
    folder_remove(path);
    saved_put(&s, "a", 1, 0);
    saved_store(&s);
    ck_assert(!folder_has(path));
    saved_put(&s, "a", 1, 1);
    saved_store(&s);
    ck_assert_str_eq(folder_read(path), "1 1 1 a\n");
    saved_release(&s);
}
END_TEST

START_TEST(off_reads_and_writes_nothing)
{
    Saved s;
    folder_write(path, "1 1 1 a\n");
    saved_load(&s, true);
    ck_assert_ptr_null(saved_find(&s, "a"));
    saved_put(&s, "a", 2, 2);
    expect_place(&s, "a", 2, 2, 2); /* in this run it is known all the same */
    saved_store(&s);
    saved_release(&s);
    ck_assert_str_eq(folder_read(path), "1 1 1 a\n");
}
END_TEST

static const struct {
    const char *text;
    int count;
} damaged[] = {
    {"", 0},
    {"\n\n\n", 0},
    {"nonsense\n", 0},
    {"1 2 a\n", 0},
    {"1 2 3\n", 0},
    {"1 2 3 \n", 0},
    {"-1 2 3 a\n", 0},
    {"1 -2 3 a\n", 0},
    {"1 2 3 a", 1},
    {"1 2 3:4 a", 1},
    {"1 2 3 a\n4 5", 1},
    {"x\n1 2 3 a\n\377\376\n7 0 7 b\n", 2},
    {"1 2 3 a\n1 2 4 a\n", 1},
    {"1 2 3 a\r\n", 1},
    {"99999999999999999999 1 1 a\n1 1 1 b\n", -1},
};

/* Reading a file, whatever it says, gives places that can be used, and the next writing mends
 * it. */
START_TEST(damage_is_forgiven)
{
    Saved s;
    folder_write(path, damaged[_i].text);
    saved_load(&s, false);
    if (damaged[_i].count >= 0)
        ck_assert_int_eq(s.count, damaged[_i].count);
    for (int i = 0; i < s.count; i++)
        ck_assert(s.place[i].stage >= 0 && s.place[i].stop >= 0 && s.place[i].furthest >= 0 &&
                  *s.place[i].name);
    saved_put(&s, "new", 1, 2);
    saved_store(&s);
    saved_release(&s);
    saved_load(&s, false);
    expect_place(&s, "new", 1, 2, 1);
    saved_release(&s);
}
END_TEST

START_TEST(very_long_lines)
{
    Buf text = {0};
    Saved s;
    buf_puts(&text, "1 2 3 ");
    buf_fill(&text, 'x', 100000);
    buf_puts(&text, "\n4 5 6 after\n");
    folder_write(path, buf_text(&text));
    saved_load(&s, false);
    expect_place(&s, "after", 4, 5, 6);
    buf_clear(&text);
    buf_fill(&text, 'y', 400);
    saved_put(&s, buf_text(&text), 1, 1); /* too long to be kept */
    saved_put(&s, "two\nlines", 1, 1);
    ck_assert_ptr_null(saved_find(&s, buf_text(&text)));
    ck_assert_ptr_null(saved_find(&s, "two\nlines"));
    saved_release(&s);
    buf_release(&text);
}
END_TEST

/* Where the file is: an absolute XDG_STATE_HOME, else the home, else nowhere. */
static const struct {
    const char *state, *home, *file; /* below the folder; @ is the folder itself */
} homes[] = {
    {"@/state", "@", "state/qkv/places"},
    {"relative", "@", ".local/state/qkv/places"},
    {"", "@", ".local/state/qkv/places"},
    {NULL, "@/home", "home/.local/state/qkv/places"},
    {NULL, "relative", NULL},
    {NULL, "", NULL},
    {NULL, NULL, NULL},
    {"relative", NULL, NULL},
    {"@/a b/日", NULL, "a b/日/qkv/places"},
};

static void set_home(const char *name, const char *value)
{
    char text[200];
    snprintf(text, sizeof text, "%s%s", value && *value == '@' ? folder_path() : "",
             value && *value == '@' ? value + 1
             : value                ? value
                                    : "");
    if (value)
        setenv(name, text, 1);
    else
        unsetenv(name);
}

START_TEST(where_the_file_is)
{
    Saved s;
    set_home("XDG_STATE_HOME", homes[_i].state);
    set_home("HOME", homes[_i].home);
    saved_load(&s, false);
    saved_put(&s, "a", 1, 1);
    saved_store(&s);
    saved_release(&s);
    if (homes[_i].file)
        ck_assert_ptr_nonnull(folder_read(homes[_i].file));
    else
        ck_assert_str_eq(folder_list("."), "");
    ck_assert(!folder_has("relative"));
}
END_TEST

/* --- homes that do not work ----------------------------------------------------------------- */

static void store_one(void)
{
    Saved s;
    saved_load(&s, false);
    saved_put(&s, "a", 1, 1);
    saved_store(&s);
    saved_release(&s);
}

START_TEST(a_home_that_cannot_be_written_is_no_trouble)
{
    switch (_i) {
    case 0:
        folder_write(".local", "a file where a folder should be");
        break;
    case 1:
        setenv("HOME", "/proc/self/no/such", 1);
        break;
    case 2:
        mkdir(".local", 0555); /* root may all the same */
        break;
    default:
        folder_write(".local/state/qkv/places/in/the/way", "x");
        break;
    }
    store_one();
    if (_i == 3)
        ck_assert_str_eq(folder_list(".local/state/qkv"), "places");
    if (_i == 2)
        chmod(".local", 0777);
}
END_TEST

/* A file that reads for ever is not read. */
START_TEST(a_fifo_is_not_waited_for)
{
    folder_write(".local/state/qkv/x", "");
    ck_assert_int_eq(mkfifo(path, 0666), 0);
    Saved s;
    saved_load(&s, false);
    ck_assert_int_eq(s.count, 0);
    saved_release(&s);
}
END_TEST

static int mode_of(const char *name)
{
    struct stat st;
    ck_assert_int_eq(stat(name, &st), 0);
    return (int)(st.st_mode & 0777);
}

/* Where a reader is, and what is shown to a class and what not yet, is nobody else's to read. */
START_TEST(nobody_else_reads_it)
{
    mode_t old = umask(0022);
    Saved s;
    Buf home = {0};
    buf_printf(&home, "%s/xdg", folder_path());
    ck_assert_int_eq(setenv("XDG_STATE_HOME", buf_text(&home), 1), 0);
    saved_load(&s, false);
    saved_put(&s, "a", 1, 2);
    ck_assert(saved_store(&s));
    umask(old);
    ck_assert_int_eq(mode_of("xdg/qkv/places"), 0600);
    ck_assert_int_eq(mode_of("xdg/qkv"), 0700);
    ck_assert_int_eq(mode_of("xdg"), 0700);
    ck_assert_int_eq(chmod("xdg/qkv/places", 0644), 0); /* an older one wrote it */
    saved_put(&s, "a", 1, 3);
    ck_assert(saved_store(&s));
    ck_assert_int_eq(mode_of("xdg/qkv/places"), 0600);
    saved_release(&s);
    buf_release(&home);
    unsetenv("XDG_STATE_HOME");
}
END_TEST

START_TEST(a_full_disk_leaves_the_old_file)
{
    folder_write(path, "1 2 3 a\n");
    Saved s;
    saved_load(&s, false);
    saved_put(&s, "a longer name than the disk has room for", 4, 5);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){20, RLIM_INFINITY});
    saved_store(&s);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    ck_assert_str_eq(folder_read(path), "1 2 3 a\n");
    ck_assert_str_eq(folder_list(".local/state/qkv"), "places");
    saved_store(&s); /* and it can still be written later */
    ck_assert_str_eq(folder_read(path),
                     "1 2 3 a\n4 5 4 a longer name than the disk has room for\n");
    saved_release(&s);
}
END_TEST

Suite *saved_suite(void)
{
    Suite *s = suite_create("saved");
    TCase *t = tcase_create("saved");
    tcase_add_unchecked_fixture(t, folder_enter, folder_leave);
    tcase_add_checked_fixture(t, set_up, NULL);
    tcase_add_test(t, round_trip);
    tcase_add_test(t, exact_file);
    tcase_add_test(t, changes_and_what_a_class_saw);
    tcase_add_test(t, long_lines);
    tcase_add_test(t, two_windows);
    tcase_add_test(t, the_furthest_of_two_windows);
    tcase_add_test(t, writes_only_changes);
    tcase_add_test(t, off_reads_and_writes_nothing);
    tcase_add_loop_test(t, damage_is_forgiven, 0, COUNT(damaged));
    tcase_add_test(t, very_long_lines);
    tcase_add_loop_test(t, where_the_file_is, 0, COUNT(homes));
    tcase_add_loop_test(t, a_home_that_cannot_be_written_is_no_trouble, 0, 4);
    tcase_add_test(t, a_fifo_is_not_waited_for);
    tcase_add_test(t, nobody_else_reads_it);
    tcase_add_test(t, a_full_disk_leaves_the_old_file);
    suite_add_tcase(s, t);
    return s;
}
