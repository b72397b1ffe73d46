/* Files are written whole, and never through what somebody laid in the way. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#include "base/common.h"
#include "base/file.h"
#include "folder.h"
#include "suites.h"

/* The text waits beside the file under a name that can be guessed. */
START_TEST(a_link_in_the_way_is_not_followed)
{
    char beside[64];
    Buf text = {0};
    buf_puts(&text, "new\n");
    snprintf(beside, sizeof beside, "file.tmp.%ld", (long)getpid());
    folder_write("elsewhere", "precious\n");
    folder_write("file", "old\n");
    ck_assert_int_eq(symlink("elsewhere", beside), 0);
    ck_assert(file_replace("file", &text));
    ck_assert_str_eq(folder_read("elsewhere"), "precious\n");
    ck_assert_str_eq(folder_read("file"), "new\n");
    ck_assert(!folder_has(beside));
    buf_release(&text);
}
END_TEST

/* Takes away what a program that was killed left; not what is being written, or is called almost alike. */
START_TEST(what_was_left_beside_is_taken_away)
{
    static const struct {
        const char *name;
        int age; /* seconds */
        bool stays;
    } left[] = {
        {"folder/file.tmp.1", 3600, false}, {"folder/file.tmp.99999999", 120, false},
        {"folder/file.tmp.2", 0, true},     {"folder/file.tmp.2x", 3600, true},
        {"folder/file.tmp.", 3600, true},   {"folder/file2.tmp.3", 3600, true},
        {"folder/file", 3600, true},        {"folder/my file.tmp.4", 3600, true},
    };
    Buf text = {0};
    for (int i = 0; i < COUNT(left); i++) {
        time_t when = time(NULL) - left[i].age;
        folder_write(left[i].name, "half");
        ck_assert_int_eq(utime(left[i].name, &(struct utimbuf){when, when}), 0);
    }
    buf_puts(&text, "new\n");
    ck_assert(file_replace("folder/file", &text));
    for (int i = 0; i < COUNT(left); i++)
        ck_assert_msg(folder_has(left[i].name) == left[i].stays, "%s", left[i].name);
    ck_assert_str_eq(folder_read("folder/file"), "new\n");
    buf_release(&text);
}
END_TEST

START_TEST(the_old_file_stays_where_the_new_one_cannot_be)
{
    Buf text = {0};
    buf_puts(&text, "new\n");
    ck_assert(!file_replace("nowhere/file", &text));
    folder_write("folder/file", "old\n");
    ck_assert(!file_replace("folder", &text));
    ck_assert_str_eq(folder_read("folder/file"), "old\n");
    buf_release(&text);
}
END_TEST

/* A pipe that nobody reads from is not waited for. */
START_TEST(what_is_no_file_is_not_replaced)
{
    struct stat st;
    Buf text = {0};
    buf_puts(&text, "new\n");
    ck_assert_int_eq(mkfifo("pipe", 0666), 0);
    ck_assert_int_eq(symlink("pipe", "link"), 0);
    ck_assert(!file_replace("pipe", &text) && errno == EINVAL);
    ck_assert(!file_replace("link", &text) && errno == EINVAL);
    ck_assert(stat("pipe", &st) == 0 && S_ISFIFO(st.st_mode));
    ck_assert(lstat("link", &st) == 0 && S_ISLNK(st.st_mode));
    buf_release(&text);
}
END_TEST

Suite *file_suite(void)
{
    Suite *s = suite_create("file");
    TCase *t = tcase_create("file");
    tcase_add_unchecked_fixture(t, folder_enter, folder_leave);
    tcase_add_checked_fixture(t, folder_clear, NULL);
    tcase_add_test(t, a_link_in_the_way_is_not_followed);
    tcase_add_test(t, what_is_no_file_is_not_replaced);
    tcase_add_test(t, what_was_left_beside_is_taken_away);
    tcase_add_test(t, the_old_file_stays_where_the_new_one_cannot_be);
    suite_add_tcase(s, t);
    return s;
}
