/* --json: each command prints one value that jansson reads, errors, too, and ends as it does without; the man page has
 * every key. */
#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "folder.h"
#include "suites.h"
#include "tui/pty.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const char lesson[] =
    "# A\n\n<!-- track: T 1 -->\n<!-- minutes: 5 -->\n\n## S\n\nIt says 0.982 "
    "early.\n\n```python\nimport torch\n"
    "#| rows: a b\nx = torch.tensor([[1., 2.], [3., 0.]])\nscores = x @ x.T\n"
    "weights = torch.softmax(scores, dim=-1)\ny = weights.max()\nprint(\"said\")\nz = y + "
    "0\n```\n\n"
    "```expect y\ntensor(0.5)\n```\n\n"
    "```expect weights\ntensor([[0.8808, 0.0025],\n        [0.1192, 0.9975]])\n```\n";
static const char broken[] = "# B\n\n## S\n\n```python\nimport torch\ndef f(a):\n    return a @ a\n"
                             "x = torch.zeros(2, 3)\ny = f(x)\nz = x + 1\n```\n";
static const char *const printed =
    "weights = tensor([[0.5000, 0.5000],\\n        [0.9526, 0.0474]])\\n";

static void go_there(void)
{
    char program[4096];
    if (!realpath(pty_program(), program))
        exit(EXIT_FAILURE);
    setenv("qkv", program, 1);
    unsetenv("QKV_LESSONS");
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("printed", printed, 1);
    folder_enter();
    setenv("HOME", folder_path(), 1);
}

static void set_up(void)
{
    folder_clear();
    folder_write("lessons/01-a.md", lesson);
    folder_write("lessons/02-b.md", broken);
    folder_write("other/lessons/01-a.md", lesson);
    folder_write("two.py",
                 "import torch\nx = torch.tensor([[1., 2.], [3., 1.]])\nscores = x @ x.T\n");
    folder_write("nan.py", "import torch\nx = torch.tensor([float('nan'), 0.1])\ny = x * 2\n");
    folder_write("no.md", "# \033]52;c;eA==\007\n\n## S\n\n```python\nx = (\n```\n");
}

/* Runs a line; returns the status. */
static int run(const char *line)
{
    char command[1000];
    snprintf(command, sizeof command, "exec </dev/null >.out 2>.err\n%s\n", line);
    int status = system(command);
    ck_assert_msg(WIFEXITED(status), "%s: died: %d", line, status);
    return WEXITSTATUS(status);
}

/* Runs a line with --json, which must print one value of one line, and nothing else. */
static json_t *run_json(const char *line, int *status)
{
    json_error_t error;
    Buf command = {0};
    buf_printf(&command, "%s --json", line);
    *status = run(buf_text(&command));
    const char *text = folder_read(".out");
    json_t *value = json_loads(text, 0, &error);
    ck_assert_msg(value != NULL, "%s: %s: %s", line, error.text, text);
    for (const char *c = text; *c; c++)
        ck_assert_msg((*c >= ' ' && *c < 0x7f) || (*c == '\n' && !c[1]), "%s: byte %d", line, *c);
    ck_assert_str_eq(folder_read(".err"), "");
    ck_assert_int_eq((int)json_integer_value(json_object_get(value, "version")), 1);
    ck_assert_int_eq((int)json_integer_value(json_object_get(value, "status")), *status);
    buf_release(&command);
    return value;
}

/* Value that a path of keys and numbers leads to, "lessons.0.name". */
static const json_t *at(const json_t *value, const char *path)
{
    char part[64];
    while (*path && value) {
        size_t length = strcspn(path, ".");
        snprintf(part, sizeof part, "%.*s", (int)length, path);
        value = json_is_array(value) ? json_array_get(value, (size_t)atoi(part))
                                     : json_object_get(value, part);
        path += length + (path[length] == '.');
    }
    return value;
}

static const struct {
    const char *line;
    int status;
    const char *path[4], *is[4];
} answers[] = {
    {"$qkv list",
     0,
     {"lessons.0.name", "lessons.0.track", "lessons.1.title", "lessons.2"},
     {"01-a", "T", "B", NULL}},
    {"$qkv why 1 'scores[a, b]'",
     0,
     {"cell.value", "made_of.0.how", "made_of.0.terms.1.b.value", "steps.0.file"},
     {"3", "products", "0", "lessons/01-a.md"}},
    {"$qkv why nan.py 'y[0]'",
     0,
     {"cell.value", "made_of.0.terms.0.a.value", "made_of.0.terms.0.b.name"},
     {"nan", "nan", "2"}},
    {"$qkv why nan.py 'y[1]'", 0, {"cell.value", "steps.0.line"}, {"0.2", "2"}},
    {"$qkv inputs 1 'scores[0, 0]'",
     0,
     {"inputs.0.times", "inputs.1.cell.name", "is_complete"},
     {"2", "x[a, 1]", "true"}},
    {"$qkv uses 1 'x[0, 0]'",
     0,
     {"leads_to.0.name", "leads_to.0.cells", "moved.results.0.most.left"},
     {"scores", "3", "1"}},
    {"$qkv export 1 --worksheet | sed '/The solution/,$d' >blank.py; $qkv mark 1 blank.py",
     1,
     {"files.0.held", "files.0.share", "files.0.line", "files.0.said"},
     {"0", "0", "9", "z: still blank"}},
    {"$qkv mark 1 nowhere.py",
     2,
     {"files.0.file", "files.0.error", "files.0.held", "error.message"},
     {"nowhere.py", "No such file or directory", NULL, "nowhere.py: No such file or directory"}},
    {"$qkv value 1 scores",
     0,
     {"name", "shape.1", "numbers.0.1", "axes.0.labels.1"},
     {"scores", "2", "3", "b"}},
    {"$qkv value 1 score",
     2,
     {"error.message"},
     {"no result is called 'score': did you mean 'scores'?"}},
    {"$qkv uses 1 'z'", 0, {"later_results", "leads_to.0"}, {"0", NULL}},
    {"$qkv compare 1 two.py",
     1,
     {"results.0.state", "results.0.most.index.1", "results.0.most.right", "results.2.state"},
     {"numbers", "1", "1", "only in left"}},
    {"$qkv compare 1 other/lessons/01-a.md", 0, {"first", "results.0.state"}, {"null", "same"}},
    {"$qkv compare 1 --change 'scores = x'",
     1,
     {"changes.0", "results.1.cause"},
     {"scores = x", "its own"}},
    {"printf \"$printed\" | $qkv compare 1 -",
     1,
     {"results.0.name", "results.0.differ"},
     {"weights", "4"}},
    {"printf \"$printed\" | $qkv diagnose 1 weights",
     1,
     {"is_right", "numbers.decimals"},
     {"false", "4"}},
    {"printf 'tensor([[0.8808, 0.0025],\\n [0.1192, 0.9975]])' | $qkv diagnose 1 weights",
     1,
     {"fits.0.mistakes.0.line", "fits.0.mistakes.0.file"},
     {"15", "lessons/01-a.md"}},
    {"$qkv check 1",
     1,
     {"failed", "lessons.0.failures.0.line", "lessons.0.explanations.0.fit.mistakes.0.line",
      "lessons.0.warnings.0.line"},
     {"2", "21", "15", "14"}},
    {"$qkv check 2",
     2,
     {"lessons.0.mistakes.0.line", "lessons.0.mistakes.0.column", "error"},
     {"8", "12", NULL}},
    {"$qkv compare 2 1",
     2,
     {"mistakes.0.line", "mistakes.0.source", "results.0.name"},
     {"8", "    return a @ a", "x"}},
    /* no answer */
    {"$qkv why 9 x",
     2,
     {"error.message", "error.file"},
     {"no lesson '9' in lessons: see qkv list", NULL}},
    {"$qkv why no.md x",
     2,
     {"mistakes.0.file", "mistakes.0.line", "lesson.title"},
     {"no.md", "6", "?]52;c;eA==?"}},
    {"$qkv why 1 nothing", 2, {"error.line", "lesson.name"}, {NULL, "01-a"}},
    {"$qkv why 1",
     2,
     {"error.message"},
     {"why: name a lesson and a cell, such as 'weights[0, 1]'"}},
    {"$qkv print 1", 2, {"error.message"}, {"--json is not for print"}},
    {"$qkv why --nope", 2, {"error.message"}, {"there is no option --nope"}},
    {"$qkv compare 1 --change 'x = '", 2, {"error.column", "error.source"}, {"5", "x = "}},
    {"$qkv compare 1 nowhere.txt",
     2,
     {"error.message", "error.file"},
     {"No such file or directory", "nowhere.txt"}},
    {"$qkv diagnose 1 --seconds x",
     2,
     {"error.message"},
     {"--seconds x: expected a number of seconds, 1 to 3600"}},
};

START_TEST(a_command_answers)
{
    int status, without = run(answers[_i].line);
    json_t *value = run_json(answers[_i].line, &status);
    ck_assert_msg(status == answers[_i].status, "%s: status %d", answers[_i].line, status);
    ck_assert_msg(without == status || strstr(answers[_i].line, "print 1"), "%s: %d",
                  answers[_i].line, without);
    for (int i = 0; i < COUNT(answers[_i].path) && answers[_i].path[i]; i++) {
        const json_t *found = at(value, answers[_i].path[i]);
        char *got = !found ? NULL
                    : json_is_string(found)
                        ? strdup(json_string_value(found))
                        : json_dumps(found, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
        const char *is = answers[_i].is[i];
        double number = is ? strtod(is, NULL) : 0;
        bool is_same = !got || !is ? !got == !is
                                   : strcmp(got, is) == 0 || (json_is_real(found) &&
                                                              !(json_real_value(found) < number) &&
                                                              !(json_real_value(found) > number));
        ck_assert_msg(is_same, "%s: %s is %s", answers[_i].line, answers[_i].path[i],
                      got ? got : "not there");
        free(got);
    }
    json_decref(value);
}
END_TEST

/* --- the man page ----------------------------------------------------------------------------------- */

/* The words of the section, each between blanks. */
static void read_words(Buf *out)
{
    ck_assert_int_eq(run("$qkv --man | sed -n '/^.SH JSON/,/^.SH EXA/p' | tr -cs 'a-z_0-9' ' '"),
                     0);
    buf_puts(out, folder_read(".out"));
}

static int expect_keys(const json_t *value, const Buf *words)
{
    int keys = 0;
    void *at_key = json_is_object(value) ? json_object_iter((json_t *)value) : NULL;
    for (; at_key; at_key = json_object_iter_next((json_t *)value, at_key)) {
        Buf word = {0};
        buf_printf(&word, " %s ", json_object_iter_key(at_key));
        ck_assert_msg(strstr(buf_text(words), buf_text(&word)) != NULL, "the man page has no%s",
                      buf_text(&word));
        buf_release(&word);
        keys += 1 + expect_keys(json_object_iter_value(at_key), words);
    }
    for (size_t i = 0; json_is_array(value) && i < json_array_size(value); i++)
        keys += expect_keys(json_array_get(value, i), words);
    return keys;
}

START_TEST(the_man_page_has_every_key)
{
    Buf words = {0};
    int keys = 0, status;
    read_words(&words);
    for (int i = 0; i < COUNT(answers); i++) {
        json_t *value = run_json(answers[i].line, &status);
        keys += expect_keys(value, &words);
        json_decref(value);
    }
    ck_assert_int_gt(keys, 500);
    buf_release(&words);
}
END_TEST

/* --- screens ---------------------------------------------------------------------------------------- */

/* In a terminal a comparison opens pages; not with --json. */
START_TEST(no_screen_is_opened)
{
    char there[1024], command[2048];
    ck_assert_ptr_nonnull(getcwd(there, sizeof there));
    snprintf(command, sizeof command, "cd '%s' && $qkv compare 1 two.py --json; echo ended", there);
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    Pty *p = pty_start(80, 60, argv, NULL);
    pty_expect(p, "\"command\": \"compare\"");
    pty_expect(p, "ended");
    ck_assert(!pty_sent(p, "\033"));
    pty_end(p);
}
END_TEST

Suite *json_commands_suite(void)
{
    Suite *s = suite_create("json commands");
    TCase *t = suite_case(s, "answers");
    tcase_add_unchecked_fixture(t, go_there, folder_leave);
    tcase_add_checked_fixture(t, set_up, NULL);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, a_command_answers, 0, COUNT(answers));
    tcase_add_test(t, the_man_page_has_every_key);
    tcase_add_test(t, no_screen_is_opened);
    return s;
}
