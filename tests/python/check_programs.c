/* Whole programs: programs/NAME.py prints here what NAME.out says, which is what Python printed:
 *
 *     cd tests/python/programs; for f in *.py; do python3 $f > ${f%.py}.out; done
 */
#include <dirent.h>

#include "python/doctest.h"
#include "suites.h"

static const char folder[] = "tests/python/programs";

static void read_file(const char *name, size_t length, const char *ending, Buf *out)
{
    Buf path = {0};
    char part[4096];
    buf_printf(&path, "%s/%.*s%s", folder, (int)length, name, ending);
    FILE *file = fopen(path.text, "r");
    ck_assert_msg(file != NULL, "%s: not there", path.text);
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
        buf_add(out, part, n);
    fclose(file);
    buf_release(&path);
}

/* The first line in which two texts differ. */
static int first_difference(const char **a, const char **b)
{
    for (int line = 1;; line++) {
        size_t n = strcspn(*a, "\n");
        if (strncmp(*a, *b, n + 1) != 0 || (*a)[n] == '\0')
            return line;
        *a += n + 1;
        *b += n + 1;
    }
}

static void check_program(const char *name)
{
    Buf code = {0}, wanted = {0}, got = {0};
    size_t length = strlen(name) - strlen(".py");
    read_file(name, length, ".py", &code);
    read_file(name, length, ".out", &wanted);
    print_program(buf_text(&code), &got);
    const char *here = buf_text(&got), *there = buf_text(&wanted);
    bool same = strcmp(here, there) == 0;
    int line = first_difference(&here, &there);
    ck_assert_msg(same, "%s prints in line %d\n%.*s\nand in Python\n%.*s", name, line,
                  (int)strcspn(here, "\n"), here, (int)strcspn(there, "\n"), there);
    buf_release(&code);
    buf_release(&wanted);
    buf_release(&got);
}

START_TEST(programs_print_what_they_do_in_python)
{
    int count = 0, answers = 0;
    DIR *dir = opendir(folder);
    ck_assert_msg(dir != NULL, "%s: run this from the project's folder", folder);
    for (const struct dirent *d; (d = readdir(dir));) {
        size_t length = strlen(d->d_name);
        answers += length > 4 && strcmp(d->d_name + length - 4, ".out") == 0;
        if (length <= 3 || strcmp(d->d_name + length - 3, ".py") != 0)
            continue;
        check_program(d->d_name);
        count++;
    }
    closedir(dir);
    ck_assert_int_gt(count, 0);
    ck_assert_int_eq(count, answers);
}
END_TEST

Suite *programs_suite(void)
{
    Suite *s = suite_create("programs");
    TCase *t = suite_case(s, "python");
    tcase_add_test(t, programs_print_what_they_do_in_python);
    return s;
}
