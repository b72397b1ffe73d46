/* Snapshots in folders of their own. Tests that are named after a requirement hold the tool to it:
 * checking never writes, nothing is forgiven, nothing is lost, and every line names its file. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "folder.h"
#include "made.h"
#include "show/snapshot.h"
#include "suites.h"

/* Two lessons; "a" computes a number that can be changed. */
static void write_lesson(const char *path, const char *number)
{
    char text[400];
    snprintf(text, sizeof text,
             "# A lesson\n\nSome words.\n\n## Weights\n\n```python\nimport torch\n"
             "x = torch.tensor([1., %s, 3.])\n```\n",
             number);
    folder_write(path, text);
}

static const char good_b[] = "B\nlesson: b.md\nformat: 1\n\n== 1. Words ==\n\nOnly words.\n";

/* Outcome of a command. */
typedef struct Done {
    Buf report;
    Err err;
    int wrong; /* of a check */
    bool ok;   /* of writing */
} Done;

static Done result; /* of the last command */

typedef struct Chosen {
    Library *library;
    int entry[8];
    int count;
    bool whole;
} Chosen;

/* `only`: one lesson instead of all. */
static Chosen choose(const char *only)
{
    Err err = {0};
    Chosen c = {.library = library_open(), .whole = !only};
    if (only)
        c.entry[c.count++] = library_find(c.library, only, &err);
    for (int i = 0; !only && i < c.library->count; i++)
        c.entry[c.count++] = i;
    for (int i = 0; i < c.count; i++)
        ck_assert(c.entry[i] >= 0 && library_load(&c.library->entry[c.entry[i]]));
    buf_release(&result.report);
    result = (Done){0};
    return c;
}

static int check_one(const char *only)
{
    Chosen c = choose(only);
    for (int i = 0; i < c.count && result.wrong >= 0; i++) {
        int wrong = snapshot_compare(&result.report, &c.library->entry[c.entry[i]], &result.err);
        result.wrong = wrong < 0 ? -1 : result.wrong + wrong;
    }
    if (c.whole && result.wrong >= 0) {
        int found = snapshot_orphans(&result.report, c.library, &result.err);
        result.wrong = found < 0 ? -1 : result.wrong + found;
    }
    library_free(c.library);
    return result.wrong;
}

static int check(void)
{
    return check_one(NULL);
}

static bool write_with(const char *only, bool prunes)
{
    Chosen c = choose(only);
    result.ok = snapshot_write(&result.report, c.library, c.entry, c.count, c.whole, prunes,
                               &result.err);
    library_free(c.library);
    return result.ok;
}

static const char *report(void)
{
    return buf_text(&result.report);
}

static void expect_report(const char *text)
{
    ck_assert_str_eq(report(), text);
}

static void expect_said(const char *text)
{
    ck_assert_msg(strstr(report(), text) != NULL, "'%s' is not in:\n%s", text, report());
}

/* Two lessons and their snapshots, all well. */
static void set_up(void)
{
    folder_clear();
    unsetenv("QKV_LESSONS");
    write_lesson("lessons/a.md", "2.");
    folder_write("lessons/b.md", "# B\n\n## Words\n\nOnly words.\n");
    folder_write("snapshots/b.txt", good_b);
    mkdir("snapshots", 0777);
    ck_assert(write_with(NULL, false));
    expect_report("snapshots/a.txt: written\n1 written, 1 unchanged, 0 removed\n");
}

static void tear_down(void)
{
    buf_release(&result.report);
}

static struct stat state_of(const char *path)
{
    struct stat st;
    ck_assert_int_eq(stat(path, &st), 0);
    return st;
}

/* --- checking ------------------------------------------------------------------------------- */

START_TEST(equal)
{
    ck_assert_int_eq(check(), 0);
    expect_report("");
}
END_TEST

/* A file that does not lie among lessons has a snapshot or not. */
START_TEST(elsewhere_no_snapshot_is_missed)
{
    mkdir("mine", 0777);
    write_lesson("mine/soup.md", "2.");
    ck_assert_int_eq(check_one("mine/soup.md"), 0);
    expect_report("");
    folder_write("snapshots/soup.txt", "x\n");
    ck_assert_int_eq(check_one("mine/soup.md"), 1);
    unlink("snapshots/soup.txt");
    unlink("mine/soup.md");
    rmdir("mine");
}
END_TEST

START_TEST(test_R1_missing_is_a_failure_and_nothing_is_written)
{
    unlink("snapshots/a.txt");
    ck_assert_int_eq(check(), 1);
    expect_report("snapshots/a.txt: missing (make snapshots writes it)\n");
    ck_assert_str_eq(folder_list("snapshots"), "b.txt");
}
END_TEST

/* A folder like this cannot be written in; root could, and there the list of files must do. */
START_TEST(test_R1_checking_opens_nothing_for_writing)
{
    write_lesson("lessons/a.md", "2.5");
    folder_write("snapshots/old.txt", "old\n");
    struct stat a = state_of("snapshots/a.txt"), folder = state_of("snapshots");
    chmod("snapshots", 0555);
    ck_assert_int_eq(check(), 2);
    chmod("snapshots", 0777);
    struct stat after = state_of("snapshots/a.txt"), later = state_of("snapshots");
    ck_assert_int_eq(a.st_mtim.tv_sec, after.st_mtim.tv_sec);
    ck_assert_int_eq(a.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    ck_assert_int_eq(folder.st_mtim.tv_nsec, later.st_mtim.tv_nsec);
    ck_assert_str_eq(folder_list("snapshots"), "a.txt b.txt old.txt");
}
END_TEST

START_TEST(test_R2_orphans_fail)
{
    folder_write("snapshots/zz.txt", "x\n");
    folder_write("snapshots/c", "");
    mkdir("snapshots/folder", 0777);
    ck_assert_int_eq(check(), 2);
    expect_report("snapshots/c: orphan (no lesson makes it)\n"
                  "snapshots/zz.txt: orphan (no lesson makes it; make snapshots removes it)\n");
}
END_TEST

START_TEST(test_R3_rename_gives_missing_and_orphan)
{
    rename("lessons/a.md", "lessons/aa.md");
    ck_assert_int_eq(check(), 2);
    expect_report("snapshots/aa.txt: missing (make snapshots writes it)\n"
                  "snapshots/a.txt: orphan (no lesson makes it; make snapshots removes it)\n");
}
END_TEST

/* The name decides, not how it begins. */
START_TEST(test_R3_names_are_compared_whole)
{
    folder_write("snapshots/a.txt.txt", "");
    folder_write("snapshots/ab.txt", "");
    folder_write("snapshots/a.tx", "");
    folder_write("snapshots/A.txt", "");
    ck_assert_int_eq(check(), 4);
}
END_TEST

/* Path first, in the same words for all, in the order of their names. */
START_TEST(test_R5_one_line_for_each_file)
{
    write_lesson("lessons/c.md", "2.");
    folder_write("snapshots/b.txt", "");
    folder_write("snapshots/d.txt", "");
    ck_assert_int_eq(check(), 3);
    int lines = 0;
    for (const char *at = report(); (at = strstr(at, "snapshots/")) != NULL; at++)
        if (at == report() || at[-1] == '\n')
            lines++;
    ck_assert_int_eq(lines, 3);
    const char *b = strstr(report(), "snapshots/b.txt:1:1: different");
    const char *c = strstr(report(), "snapshots/c.txt: missing (");
    const char *d = strstr(report(), "snapshots/d.txt: orphan (");
    ck_assert(b && c && d && b < c && c < d);
    ck_assert_ptr_null(strchr(report(), '\033'));
}
END_TEST

#define WORDS "the numbers are equal, but the text around them differs\n"
#define BLANKS "blanks at the end of the line, or how it ends\n"

/* The first line that differs, as it is stored and as it is printed, with a mark at its first character that does; and
 * how many more there are. */
static const struct {
    const char *stored, *report;
} differences[] = {
    {"B\r\nlesson: b.md\r\nformat: 1\r\n\r\n== 1. Words ==\r\n\r\nOnly words.\r\n",
     "snapshots/b.txt:1:2: different, and 6 more lines: " BLANKS
     "    1 | B\n      |  ^\nlessons/b.md prints\n    1 | B\n      |  ^\n"},
    {"B\nlesson: b.md\nformat: 1\n\n== 2. Words ==\n\nOnly words.\n",
     "snapshots/b.txt:5:4: different: 1 of 2 numbers differs, by at most 1\n"
     "    5 | == 2. Words ==\n      |    ^\nlessons/b.md prints\n    5 | == 1. Words ==\n      |   "
     " ^\n"},
    {"B\nlesson: b.md\nformat: 1\n\n== 1. Words ==\n\nOnly words. \n",
     "snapshots/b.txt:7:12: different: " BLANKS "    7 | Only words. \n      |            ^\n"
     "lessons/b.md prints\n    7 | Only words.\n      |            ^\n"},
    {"B\nlesson: b.md\nformat: 1\n\n== 1. Words ==\n\nOnly words.",
     "snapshots/b.txt:7:12: different: " BLANKS "    7 | Only words.\n      |            ^\n"
     "lessons/b.md prints\n    7 | Only words.\n      |            ^\n"},
    {"B\nlesson: b.md\nformat: 1\n\nmore\nlines\n\n== 1. Words ==\n\nOnly words.\n",
     "snapshots/b.txt:5:1: different, and 2 more lines: " WORDS
     "    5 | more\n      | ^\nlessons/b.md prints\n    5 | == 1. Words ==\n      | ^\n"},
    {"B\nlesson: b.md\nformat: 1\n\n== 1. W\xc3\xb6rter \x1b[2J\n\nOnly words.\n",
     "snapshots/b.txt:5:8: different: " WORDS "    5 | == 1. W\xc3\xb6rter ?[2J\n      |        ^\n"
     "lessons/b.md prints\n    5 | == 1. Words ==\n      |        ^\n"},
    {"B\nlesson: b.md\nformat: 1\n\n== 1. Words ==\n",
     "snapshots/b.txt:6:1: different, and 1 more line: " WORDS
     "      | (nothing more)\nlessons/b.md prints\n    6 |\n      | ^\n"},
    {"", "snapshots/b.txt:1:1: different, and 6 more lines: 0 numbers expected, and 2 computed\n"
         "      | (nothing more)\nlessons/b.md prints\n    1 | B\n      | ^\n"},
};

START_TEST(the_first_difference_is_shown)
{
    folder_write("snapshots/b.txt", differences[_i].stored);
    ck_assert_int_eq(check(), 1);
    expect_report(differences[_i].report);
}
END_TEST

/* Of random texts: the texts are equal up to the place that is named and part there. */
START_TEST(the_place_is_where_the_texts_part)
{
    srand(5);
    for (int round = 0; round < 300; round++) {
        char text[sizeof good_b];
        size_t first = sizeof text;
        int line, column;
        memcpy(text, good_b, sizeof text);
        for (int i = 1 + rand() % 3; i > 0; i--) {
            size_t at = (size_t)rand() % (sizeof text - 1);
            text[at] = "x \n1"[rand() % 4];
        }
        for (size_t i = sizeof text - 1; i-- > 0;)
            first = text[i] != good_b[i] ? i : first;
        folder_write("snapshots/b.txt", text);
        ck_assert_int_eq(check(), first < sizeof text);
        if (first == sizeof text)
            continue;
        ck_assert_int_eq(sscanf(report(), "snapshots/b.txt:%d:%d:", &line, &column), 2);
        const char *at = good_b;
        for (int i = 1; i < line; i++)
            at = strchr(at, '\n') + 1;
        ck_assert_int_eq(at + column - 1 - good_b, (int)first);
    }
}
END_TEST

START_TEST(test_R12_header_is_three_stable_lines)
{
    static const char head[] = "A lesson\nlesson: a.md\nformat: 1\n\nSome words.\n";
    ck_assert_int_eq(strncmp(folder_read("snapshots/a.txt"), head, strlen(head)), 0);
}
END_TEST

START_TEST(test_R13_leftovers_are_orphans)
{
    static const char *const names[] = {"a.txt.tmp.123", "a.txt.orig", "a.txt.rej", "a.txt.new",
                                        ".a.txt.swp"};
    for (int i = 0; i < COUNT(names); i++) {
        char path[64];
        snprintf(path, sizeof path, "snapshots/%s", names[i]);
        folder_write(path, "x");
        ck_assert_int_eq(check(), 1);
        expect_said(names[i]);
        unlink(path);
    }
}
END_TEST

/* Of what is far too large only as much is read as it takes to know that. */
START_TEST(a_snapshot_of_any_size_is_not_read_whole)
{
    enum { SPARSE = 1 << 30 };
    ck_assert_int_eq(truncate("snapshots/a.txt", SPARSE), 0);
    ck_assert_int_eq(check(), 1);
    expect_report("snapshots/a.txt: different: 8 MiB larger than what is printed, or more\n");
    ck_assert(write_with(NULL, false));
    expect_report("snapshots/a.txt: written\n1 written, 1 unchanged, 0 removed\n");
}
END_TEST

/* Reading can fail in ways that are no difference. */
START_TEST(what_cannot_be_read_is_an_error)
{
    unlink("snapshots/b.txt");
    mkdir("snapshots/b.txt", 0777);
    ck_assert_int_eq(check(), -1);
    ck_assert(result.err.set);
    ck_assert_str_eq(result.err.message, "snapshots/b.txt: cannot be read: Is a directory");
}
END_TEST

/* A folder may be read no more when its files can. */
START_TEST(a_folder_that_cannot_be_read_is_an_error)
{
    struct rlimit all, none;
    Chosen c = choose(NULL);
    getrlimit(RLIMIT_NOFILE, &all);
    none = (struct rlimit){.rlim_cur = 0, .rlim_max = all.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    int found = snapshot_orphans(&result.report, c.library, &result.err);
    setrlimit(RLIMIT_NOFILE, &all);
    ck_assert_int_eq(found, -1);
    ck_assert_str_eq(result.err.message,
                     "snapshots: this folder cannot be read: Too many open files");
    library_free(c.library);
}
END_TEST

START_TEST(lessons_without_a_folder_of_snapshots_have_none)
{
    unlink("snapshots/a.txt");
    unlink("snapshots/b.txt");
    rmdir("snapshots");
    ck_assert_int_eq(check(), 0);
}
END_TEST

/* --- writing -------------------------------------------------------------------------------- */

START_TEST(test_R15_writes_only_what_changed)
{
    struct stat before = state_of("snapshots/b.txt");
    write_lesson("lessons/a.md", "2.5");
    ck_assert(write_with(NULL, false));
    expect_report("snapshots/a.txt: written\n1 written, 1 unchanged, 0 removed\n");
    struct stat after = state_of("snapshots/b.txt");
    ck_assert_int_eq(before.st_mtim.tv_sec, after.st_mtim.tv_sec);
    ck_assert_int_eq(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    ck_assert_int_eq((long)before.st_ino, (long)after.st_ino);
    ck_assert_int_eq(check(), 0);
    ck_assert_str_eq(folder_list("snapshots"), "a.txt b.txt");
}
END_TEST

START_TEST(test_R15_orphans_stay_without_prune)
{
    folder_write("snapshots/zz.txt", "x\n");
    ck_assert(write_with(NULL, false));
    ck_assert(folder_has("snapshots/zz.txt"));
    ck_assert(write_with("a", true));
    ck_assert(folder_has("snapshots/zz.txt")); /* a part of the lessons does not tell orphans */
    ck_assert(write_with(NULL, true));
    expect_report("snapshots/zz.txt: removed\n0 written, 2 unchanged, 1 removed\n");
    ck_assert(!folder_has("snapshots/zz.txt"));
}
END_TEST

/* Root may write everywhere: a folder of that name can be replaced by nobody. */
START_TEST(what_cannot_be_written_is_an_error_and_leaves_nothing)
{
    write_lesson("lessons/a.md", "2.5");
    if (_i == 0) {
        unlink("snapshots/a.txt");
        mkdir("snapshots/a.txt", 0777);
    } else {
        chmod("snapshots", 0555);
        if (access("snapshots", W_OK) == 0)
            return;
    }
    ck_assert(!write_with(NULL, false));
    chmod("snapshots", 0777);
    ck_assert(result.err.set);
    ck_assert_int_eq(strncmp(result.err.message, "snapshots/a.txt: cannot be ", 27), 0);
    ck_assert_ptr_null(strstr(result.err.message, "Success"));
    ck_assert_str_eq(folder_list("snapshots"), "a.txt b.txt");
}
END_TEST

/* A full disk: half a file is never left, nor the file that it was written to. */
START_TEST(a_write_that_fails_half_way_leaves_the_old_file)
{
    char before[400];
    snprintf(before, sizeof before, "%s", folder_read("snapshots/a.txt"));
    write_lesson("lessons/a.md", "2.5");
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){20, RLIM_INFINITY});
    bool ok = write_with(NULL, false);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    ck_assert(!ok);
    ck_assert_str_eq(result.err.message, "snapshots/a.txt: cannot be written: File too large");
    ck_assert_str_eq(folder_read("snapshots/a.txt"), before);
    ck_assert_str_eq(folder_list("snapshots"), "a.txt b.txt");
}
END_TEST

Suite *snapshot_suite(void)
{
    Suite *s = suite_create("snapshot");
    TCase *t = tcase_create("checking");
    tcase_add_unchecked_fixture(t, folder_enter, folder_leave);
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, equal);
    tcase_add_test(t, elsewhere_no_snapshot_is_missed);
    tcase_add_test(t, test_R1_missing_is_a_failure_and_nothing_is_written);
    tcase_add_test(t, test_R1_checking_opens_nothing_for_writing);
    tcase_add_test(t, test_R2_orphans_fail);
    tcase_add_test(t, test_R3_rename_gives_missing_and_orphan);
    tcase_add_test(t, test_R3_names_are_compared_whole);
    tcase_add_test(t, test_R5_one_line_for_each_file);
    tcase_add_loop_test(t, the_first_difference_is_shown, 0, COUNT(differences));
    tcase_add_test(t, the_place_is_where_the_texts_part);
    tcase_add_test(t, test_R12_header_is_three_stable_lines);
    tcase_add_test(t, test_R13_leftovers_are_orphans);
    tcase_add_test(t, a_snapshot_of_any_size_is_not_read_whole);
    tcase_add_test(t, what_cannot_be_read_is_an_error);
    tcase_add_test(t, a_folder_that_cannot_be_read_is_an_error);
    tcase_add_test(t, lessons_without_a_folder_of_snapshots_have_none);
    suite_add_tcase(s, t);
    t = tcase_create("writing");
    tcase_add_unchecked_fixture(t, folder_enter, folder_leave);
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, test_R15_writes_only_what_changed);
    tcase_add_test(t, test_R15_orphans_stay_without_prune);
    tcase_add_loop_test(t, what_cannot_be_written_is_an_error_and_leaves_nothing, 0, 2);
    tcase_add_test(t, a_write_that_fails_half_way_leaves_the_old_file);
    suite_add_tcase(s, t);
    return s;
}
