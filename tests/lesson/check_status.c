/* Answer of the program to bad lessons: its exit status, and on which of its two outputs it
 * speaks. $QKV_BIN is the program; without it there is nothing to check here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/common.h"
#include "base/utf8.h"
#include "folder.h"
#include "suites.h"

static char program[4096];

/* Runs `qkv ARGS`, but not for ever; the outputs go to the files out and err. */
static int run(const char *args)
{
    char command[5000];
    snprintf(command, sizeof command, "exec timeout 100 '%s' </dev/null >out 2>err %s", program,
             args);
    int status = system(command); /* NOLINT(cert-env33-c): a test runs the program */
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void check_clean(const char *path)
{
    const char *text = folder_read(path);
    size_t length = strlen(text);
    for (size_t i = 0; i < length;) {
        uint32_t c;
        size_t n = utf8_next(text + i, length - i, &c);
        ck_assert_msg(c == '\n' || (c != UTF8_BAD && !utf8_is_control(c)),
                      "U+%04X at byte %zu of %s:\n%s", (unsigned)c, i, path, text);
        i += n;
    }
}

static const struct {
    const char *text; /* of x.md; NULL: there is no such file    */
    const char *args;
    int status;
    const char *out, *err; /* a part of each; "" for nothing at all    */
} rows[] = {
    {"## s\n\n```python\nx = 1\n```\n", "check x.md", 0, "1 lesson, 0 expectations: 0 failed", ""},
    {"## s\n\n```python\nx = 1\n```\n", "print x.md", 0, "x\nlesson: x.md\n", ""},
    {"## s\n\n```python\nx = 1\n```\n\n```expect x\n1\n```\n", "check x.md", 0,
     "1 lesson, 1 expectation: 0 failed", ""},
    {"## s\n\n```python\nx = 1\n```\n\n```expect x\n2\n```\n", "check x.md", 1,
     "x.md:7: expect x: 1 of 1 number differs, by at most 1\n", ""},
    {"## s\n\n```python\nx = 1\n```\n\n```expect x\n2\n```\n", "print x.md", 0, "x\n", ""},
    {"# T\n## s\n```python\nx = y\n```\n", "check x.md", 2, "", "x.md:4:5: unknown name 'y'"},
    {"## s\n\n```python\nx = 1\nx = y\n```\n", "print x.md", 2, "NameError: unknown name 'y'",
     "x.md:5:5: unknown name 'y'"},
    {"# T\n\n## s\n\n<!-- stages: none 1 -->\n", "check x.md", 2, "",
     "x.md:3: stages: there is no lesson none here\n    3 | ## s\n"},
    {"# T\n## s\n```python\nx = (\n```\n", "check x.md", 2, "",
     "x.md:4:5: '(' opened on line 4 is never closed\n    4 | x = (\n      |     ^\n"},
    {"## s\n\n```python\nx = (\n```\n", "print x.md", 2, "SyntaxError: '('", "x.md:4:5: "},
    {"## s\n\n```python\nx = 1\n```\n", "new --from x.md out.md", 0, "out.md: written\nqkv out.md ",
     ""},
    {"## s\n\n```python\nx = 1\n```\n", "new --from x.md out", 0,
     "lessons/out.md: written\nqkv out ", ""},
    {"## s\n\n```python\nx = 1\n```\n", "new --from x.md", 0, "lessons/x.md: written\n", ""},
    {"## s\n\n```python\nx = 1\n```\n", "new --from x.md x.md", 2, "",
     "qkv: x.md is there already: nothing was written\n"},
    {"## s\n\n```python\nx = 1\n```\n", "new --from x.md out.py", 2, "",
     "qkv: out.py: a lesson is written to a file that ends in .md\n"},
    {NULL, "new --from none.ipynb out", 2, "", "none.ipynb: No such file or directory\n"},
    {"words\n", "print x.md", 2, "", "x.md: no stage"},
    {"", "print x.md", 2, "", "x.md: this file is empty\n"},
    {"## s\n\xff\n", "check x.md", 2, "", "x.md:2:1: byte 0xFF is not valid UTF-8\n    2 | ?\n"},
    {NULL, "print none.md", 2, "", "none.md: No such file or directory\n"},
    {NULL, "check none.md", 2, "", "none.md: No such file or directory\n"},
    {NULL, "print none", 2, "", "qkv: no lesson 'none'"},
    {NULL, "print .", 2, "", ".: this is a directory"},
    {NULL, "print ./fifo", 2, "", "./fifo: this is a FIFO"},
    {NULL, "check ./fifo", 2, "", "./fifo: this is a FIFO"},
    {NULL, "print -", 2, "", "-: this file is empty\n"},
    {"## s\n\n```python\nx = y\n```\n", "print - <x.md", 2,
     "NameError: ", "-:4:5: unknown name 'y'"},
    {"## s\n\n```python\nx = (\n```\n", "print - <x.md", 2,
     "SyntaxError: ", "-:4:5: '(' opened on line 4"},
};

static void check_output(const char *path, const char *part)
{
    const char *text = folder_read(path);
    if (*part ? strstr(text, part) == NULL : *text != '\0')
        ck_abort_msg("std%s is\n%s\nand not\n%s", path, text, part);
}

START_TEST(status_and_outputs)
{
    if (rows[_i].text)
        folder_write("x.md", rows[_i].text);
    ck_assert_int_eq(mkfifo("fifo", 0600), 0);
    ck_assert_int_eq(run(rows[_i].args), rows[_i].status);
    check_output("out", rows[_i].out);
    check_output("err", rows[_i].err);
}
END_TEST

/* Lessons with %s wherever a text can stand. In code most control characters are refused. */
static const char *const hostile[] = {
    "# t%s\n\nintro %s `%s` *%s*\n\n## stage %s\n\n- item %s\n\n> quote %s\n\n```\nplain "
    "%s\n```\n\n"
    "```python\n#| rows: \"a%s\" b\n#| cols: c%s d\nx = torch.tensor([[1., 2.], [3., 4.]]) # %s\n"
    "s = '%s'\ns\nprint(s, '%s')\n{s: [s]}\n```\n\n```expect s\n%s\n```\n\n<!-- note: %s -->\n",
    "# t%s\n\nintro %s `%s` *%s* [%s](%s)\n\n## stage %s\n\n- item %s\n\n> quote %s\n\n```\nplain "
    "%s\n"
    "```\n\n```python\nprint('x')\n```\n\n```expect\n%s\n```\n\n<!-- note: %s -->\n",
    "# t%s\n\n## stage %s\n\n```python\ns = '%s'\nx = s @ '%s' # %s\n```\n",
};

START_TEST(no_control_character_comes_out)
{
    static const char *const controls[] = {"\x1b[31m",     "\x1b]0;a\x07", "\x7f",
                                           "\xc2\x9b",     "\t",           "\x08",
                                           "\xe2\x80\xae", "\\x1b[31m",    "\\x07"};
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        Buf text = {0};
        for (const char *c = hostile[_i]; *c; c++) {
            bool here = c[0] == '%' && c[1] == 's';
            buf_add(&text, here ? controls[i] : c, here ? strlen(controls[i]) : 1);
            c += here;
        }
        folder_write("x.md", text.text);
        buf_release(&text);
        run("print x.md");
        check_clean("out");
        check_clean("err");
        run("check x.md");
        check_clean("out");
        check_clean("err");
    }
}
END_TEST

/* A lesson for each resource that a stranger could spend. Each ends within the bounds, also inside of one
 * operation. */
static const struct {
    const char *code, *says;
} greedy[] = {
    {"s = 'a' * 1000000\nx = [s.replace('a', '') for i in range(300000)]", "computes too much"},
    {"x = ('a' * 1000000).strip('b' * 999999 + 'a')", "computes too much"},
    {"s = ' ' * 1000000\nx = [len(s.split()) for i in range(100000)]", "computes too much"},
    {"s = 'a' * 1000000\nx = [len(s) for i in range(1000000)]", "computes too much"},
    {"s = 'a' * 1000000\nx = ['b' in s for i in range(1000000)]", "computes too much"},
    {"s = 'a' * 1000000\nx = [s.count('a') for i in range(100000)]", "computes too much"},
    {"s = 'a' * 1000000 + 'b'\nx = [s.index('b') for i in range(1000000)]", "computes too much"},
    {"e = 'i' + ' ' * 1000000 + '->'\nx = [torch.einsum(e, torch.ones(1)) for i in range(20000)]",
     "computes too much"},
    {"x = torch.zeros(4194304, dtype=torch.int64)\ny = [x + i for i in range(9)]\n"
     "z = sorted(range(900000))",
     "too much memory"},
    {"x = torch.zeros(4194304, dtype=torch.int64)\ny = [x + i for i in range(9)]\n"
     "z = set(range(900000))",
     "too much memory"},
    {"x = torch.zeros(4194304, dtype=torch.int64)\ny = [x + i for i in range(9)]\n"
     "z = list(zip(range(900000), range(900000)))",
     "too much memory"},
    {"x = torch.zeros(4194304, dtype=torch.int64)\ny = [x + i for i in range(9)]\n"
     "z = list(enumerate(range(900000)))",
     "too much memory"},
    {"x = 'a' * 1000000\nfor i in range(9): print(x)", "prints and shows more than 4194304 bytes"},
    {"x = ['a' * 1000000 + str(i) for i in range(1000)]", "too much"},
    {"x = torch.rand(8, 8, 8, 8, 8, 8)\nwhile True:\n"
     "    y = torch.einsum('abcdef,fedcba->', x, x)",
     ""}, /* multiplications or seconds are at an end: how fast the machine is decides */
    {"x = torch.rand(1448, 2896)\ny = torch.rand(16, 16, 16, 16, 64)\nwhile True:\n" /* strided */
     "    z = x.var(0), y.sum((0, 2, 4)), x.max(0), x.argmax(0), x.norm(dim=0), torch.any(x, 0)",
     ""},
    {"x = torch.full((1000, 1000), 3e38)\nz = torch.full((500, 500), 1e-22)\nwhile True:\n"
     "    for i in range(4): y = x // 1e-38\n    y = z @ z", /* denormals */
     "the lesson takes too long: more than 2 seconds"},
    {"s = '1' * 100000\nwhile True:\n    x = float(s)", "computes too much"},
    {"x = torch.zeros(4000000)\ny = [x + i for i in range(12)]\n```\n\n"
     "## A\n\n```what-if One\nx = x + 1\n```\n\n## B\n\n```what-if Two\nx = x + 2",
     "too much memory"}, /* memory of all what-ifs together */
};

START_TEST(a_greedy_lesson_ends_within_the_bounds)
{
    enum { MOST_SECONDS = 4, MOST_MEMORY = 448 << 10 /* KiB */ };
    struct rusage used;
    Buf text = {0};
    buf_printf(&text, "# T\n\n## S\n\n```python\nimport torch\n%s\n```\n", greedy[_i].code);
    folder_write("x.md", buf_text(&text));
    buf_release(&text);
    if (!IS_MEASURED)
        return;
    ck_assert_int_eq(run("print x.md"), 2);
    /* On a slow machine the seconds are at an end before the values. */
    bool is_slow = strcmp(greedy[_i].says, "computes too much") == 0 &&
                   strstr(folder_read("err"), "takes too long");
    ck_assert_msg(is_slow || strstr(folder_read("err"), greedy[_i].says) != NULL, "%s",
                  folder_read("err"));
    ck_assert_msg(strncmp(folder_read("err"), "x.md:", 5) == 0 && is_digit(folder_read("err")[5]),
                  "no line: %s", folder_read("err"));
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &used), 0);
    if (is_timed())
        ck_assert_int_lt(used.ru_utime.tv_sec + used.ru_stime.tv_sec, MOST_SECONDS);
    ck_assert_int_le(used.ru_maxrss, MOST_MEMORY);
}
END_TEST

/* Statements over the largest tensors that there can be. */
static const char *const large[] = {
    "x += 1",
    "x[0] = 1",
    "x[::2] = 1",
    "x[x == 0] = 1",
    "x[i] = 1",
    "x.masked_fill_(x == 0, 1.0)",
    "x.scatter_(0, i, 1.0)",
    "x.view(2048, 2048).T.add_(1)",
    "x.view(2048, 2048)[torch.arange(2048)[:, None], torch.arange(2048)] = 1",
    "y = x.view(2048, 2048).T\nx += 1\nz = y + 1",
    "y = torch.empty(4194304)\ny[0] = 1",
    "y = x[torch.randint(0, 4194304, (4194304,))]",
    "y = x[x == 0]",
    "y = x.gather(0, i)",
    "y = i.topk(4194304)",
    "y = (x == 0).nonzero()",
    "y = x.softmax(0)",
    "y = F.layer_norm(x, (4194304,))",
    "y = torch.stack([i[:2097152], i[2097152:]])",
    "y = torch.where(i > 3, i, -i)",
    "y = x[:1000000].tolist()",
};

/* Where half of the memory is taken already, each is done within the rest or refused. */
START_TEST(large_tensors_stay_within_the_memory)
{
    enum { MOST_MEMORY = 448 << 10 /* KiB */ };
    static const char begin[] = "# T\n\n## S\n\n```python\nimport torch\n"
                                "import torch.nn.functional as F\n"
                                "x = torch.zeros(4194304)\n"
                                "i = torch.arange(4194304)\nz = [i + k for k in range(3)]\n```\n";
    struct rusage used;
    Buf text = {0};
    buf_printf(&text, "%s\n## T\n\n```python\n%s\n```\n", begin, large[_i]);
    folder_write("x.md", buf_text(&text));
    buf_release(&text);
    if (!IS_MEASURED)
        return;
    ck_assert_int_ne(run("print x.md"), 127);
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &used), 0);
    ck_assert_msg(used.ru_maxrss <= MOST_MEMORY, "%s: %ld KiB", large[_i], used.ru_maxrss);
}
END_TEST

/* A folder costs no more than its heaviest lesson, and to open one of them no more than that one. */
START_TEST(lessons_are_run_one_by_one)
{
    enum { LESSONS = 3, MOST_OF_ONE = 64 << 10, MOST_MEMORY = 448 << 10 /* KiB */ };
    struct rusage used;
    char name[32];
    for (int i = 1; i <= LESSONS; i++) {
        snprintf(name, sizeof name, "lessons/0%d.md", i);
        folder_write(name, "# T\n\n## S\n\n```python\nimport torch\nx = torch.zeros(4000000)\n"
                           "y = [x + i for i in range(6)]\nz = y[6]\n```\n");
    }
    folder_write("lessons/99.md", "# T\n\n## S\n\n```python\nx = 1\n```\n");
    if (!IS_MEASURED)
        return;
    ck_assert_int_eq(run("99 --script 'n Space'"), 0);
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &used), 0);
    ck_assert_int_le(used.ru_maxrss, MOST_OF_ONE);
    ck_assert_int_eq(run("check"), 2);
    check_output("err", "lessons/01.md:9:");
    check_output("err", "lessons/03.md:9:");
    ck_assert_int_eq(run("snapshot"), 2);
    check_output("err", "lessons/02.md:9:");
    ck_assert_int_eq(run("export 1 2 3 99 --html pages/"), 2);
    check_output("err", "lessons/03.md:9:");
    check_output("out", "99.html: written\n");
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &used), 0);
    ck_assert_int_le(used.ru_maxrss, MOST_MEMORY);
}
END_TEST

/* Two runs and more are kept in the memory of one. */
static const char *const several[] = {
    "compare x.md --change 'x[0] = 1'", "compare x.md y.md", "compare x.md y.md --script Space",
    "try x.md 'x[0] = 1, 2, 3' z", "x.md --script ': x [ 0 ] Space = Space 1 Enter'"};

START_TEST(several_runs_stay_within_the_memory)
{
    enum { MOST_MEMORY = 448 << 10 /* KiB */ };
    static const char lesson[] = "# T\n\n## S\n\n```python\nimport torch\n"
                                 "x = torch.zeros(4000000)\ny = [x + i for i in range(12)]\n"
                                 "t = x[:500000].tolist()\nz = y[5][0]\n```\n";
    struct rusage used;
    folder_write("x.md", lesson);
    folder_write("y.md", lesson);
    if (!IS_MEASURED)
        return;
    ck_assert_int_ne(run(several[_i]), 127);
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &used), 0);
    ck_assert_msg(used.ru_maxrss <= MOST_MEMORY, "%s: %ld KiB", several[_i], used.ru_maxrss);
}
END_TEST

START_TEST(a_folder_may_have_thousands_of_files)
{
    enum { FILES = 3000, MOST_MEMORY = 64 << 10 /* KiB */ };
    struct rusage used;
    char name[32];
    folder_write("one.md", "# T\n\n## S\n\n```python\nx = 1\n```\n");
    folder_write("lessons/0.md", "# T\n\n## S\n");
    for (int i = 1; i <= FILES; i++) {
        snprintf(name, sizeof name, "lessons/%d-x.md", i);
        ck_assert_int_eq(link("one.md", name), 0);
    }
    if (!IS_MEASURED)
        return;
    ck_assert_int_eq(run("print 7-x"), 0);
    ck_assert_int_eq(run("list"), 0);
    ck_assert_int_eq(getrusage(RUSAGE_CHILDREN, &used), 0);
    ck_assert_int_le(used.ru_maxrss, MOST_MEMORY);
}
END_TEST

/* A name of a file is written in many places. */
START_TEST(no_control_character_of_a_name_comes_out)
{
    static const char *const commands[] = {"list",     "print 50", "check",
                                           "snapshot", "--plain",  "export 50"};
    static const char lesson[] = "# t\n\n## s\n\n```python\nx = 1\n```\n";
    folder_write("lessons/50-\x1b[31mE\x1b]0;t\a\xc2\x9b\xe2\x80\xae\xff.md", lesson);
    folder_write("lessons/51.md", lesson);
    folder_write("snapshots/50-\x1b[31m.txt", "");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        run(commands[i]);
        check_clean("out");
        check_clean("err");
    }
}
END_TEST

/* Nor is a folder passed over in silence. */
START_TEST(a_folder_that_cannot_be_read_is_told)
{
    ck_assert_int_eq(symlink("lessons", "lessons"), 0);
    ck_assert_int_eq(run("list"), 2);
    check_output("err", "qkv: lessons: this folder cannot be read: ");
    folder_write("x.md", "# t\n\n## s\n\n```python\nx = 1\n```\n");
    ck_assert_int_eq(run("print x.md"), 0);
}
END_TEST

Suite *status_suite(void)
{
    Suite *s = suite_create("status");
    const char *name = getenv("QKV_BIN");
    if (!name || !realpath(name, program))
        return s;
    TCase *t = suite_case(s, "program");
    tcase_add_unchecked_fixture(t, folder_enter, folder_leave);
    tcase_add_checked_fixture(t, folder_clear, NULL);
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, status_and_outputs, 0, sizeof rows / sizeof rows[0]);
    tcase_add_loop_test(t, no_control_character_comes_out, 0, sizeof hostile / sizeof hostile[0]);
    tcase_add_loop_test(t, a_greedy_lesson_ends_within_the_bounds, 0,
                        sizeof greedy / sizeof *greedy);
    tcase_add_loop_test(t, large_tensors_stay_within_the_memory, 0, sizeof large / sizeof *large);
    tcase_add_test(t, lessons_are_run_one_by_one);
    tcase_add_loop_test(t, several_runs_stay_within_the_memory, 0,
                        sizeof several / sizeof *several);
    tcase_add_test(t, a_folder_may_have_thousands_of_files);
    tcase_add_test(t, no_control_character_of_a_name_comes_out);
    tcase_add_test(t, a_folder_that_cannot_be_read_is_told);
    return s;
}
