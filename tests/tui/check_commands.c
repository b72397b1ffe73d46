/* The program without a screen: commands, options, what they print and with which status they end.
 * Each case is a line for the shell, in a folder of its own, with the program in $qkv. */
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "folder.h"
#include "suites.h"
#include "tui/pty.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

enum { MOST_OUTPUT = 1 << 16 };

static const char lesson_a[] =
    "# Anna's lesson\n\nSome words.\n\n## Weights\n\n```python\nimport torch\n"
    "x = torch.tensor([1., 2., 3.])\n```\n\n```expect x\ntensor([1., 2., 3.])\n```\n\n"
    "## Words — and more\n\nOnly words.\n";
static const char stages_a[] =
    "Some words.\n\n== 1. Weights ==\n\n>>> import torch\n"
    ">>> x = torch.tensor([1., 2., 3.])\nx (3,)\ntensor([1., 2., 3.])\n\n"
    "== 2. Words — and more ==\n\nOnly words.\n";
static const char head_a[] = "Anna's lesson\nlesson: 01-anna.md\nformat: 1\n\n";
static const char lesson_b[] = "# B\n\n## Stage\n\nWords.\n";

static void go_there(void)
{
    char program[PATH_MAX], home[PATH_MAX];
    if (!realpath(pty_program(), program) || !getcwd(home, sizeof home)) {
        perror(pty_program());
        exit(EXIT_FAILURE);
    }
    setenv("qkv", program, 1);
    setenv("home", home, 1);
    static const char *const unset[] = {"QKV_LESSONS", "XDG_STATE_HOME", "NO_COLOR", "COLUMNS",
                                        "LINES"};
    for (int i = 0; i < COUNT(unset); i++)
        unsetenv(unset[i]);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "xterm-256color", 1);
    folder_enter();
    setenv("HOME", folder_path(), 1);
}

static void set_up(void)
{
    char text[1000];
    folder_clear();
    folder_write("lessons/01-anna.md", lesson_a);
    folder_write("lessons/02-b.md", lesson_b);
    snprintf(text, sizeof text, "%s%s", head_a, stages_a);
    folder_write("snapshots/01-anna.txt", text);
    folder_write("snapshots/02-b.txt",
                 "B\nlesson: 02-b.md\nformat: 1\n\n== 1. Stage ==\n\nWords.\n");
}

/* Runs a line; returns the status. Its output and its errors come in these. */
static char output[MOST_OUTPUT], errors[MOST_OUTPUT];

static int run(const char *line)
{
    char command[1000];
    snprintf(command, sizeof command, "exec </dev/null >.out 2>.err\n%s\n", line);
    int status = system(command);
    const char *text = folder_read(".out");
    snprintf(output, sizeof output, "%s", text ? text : "");
    text = folder_read(".err");
    snprintf(errors, sizeof errors, "%s", text ? text : "");
    ck_assert_msg(WIFEXITED(status), "%s: died: %d", line, status);
    return WEXITSTATUS(status);
}

static void expect_run(const char *line, int status, const char *out, const char *err)
{
    int got = run(line);
    ck_assert_msg(got == status, "%s: status %d, not %d: %s", line, got, status, errors);
    ck_assert_str_eq(output, out);
    ck_assert_str_eq(errors, err);
}

/* --- wrong usage ---------------------------------------------------------------------------- */

#define USAGE "\nSee qkv --help.\n"

#define NAMES                                                                                      \
    "qkv: a lesson's name has up to 64 letters, digits, '-', '_' and '.', and begins with a "      \
    "letter or a digit, like 04-two-heads\n"

static const struct {
    const char *line, *says;
} misuses[] = {
    {"$qkv --nope", "qkv: there is no option --nope" USAGE},
    {"$qkv -x", "qkv: there is no option -x" USAGE},
    {"$qkv --pla 01", "qkv: there is no option --pla" USAGE},
    {"$qkv --size", "qkv: --size needs a value" USAGE},
    {"$qkv --plain=1", "qkv: --plain takes no value" USAGE},
    {"$qkv 01 02", "qkv: one lesson at a time: 02 is one too many" USAGE},
    {"$qkv prnt 01",
     "qkv: there is no command or lesson of this name: did you mean qkv print?" USAGE},
    {"$qkv diagnos",
     "qkv: there is no command or lesson of this name: did you mean qkv diagnose?" USAGE},
    {"$qkv zzzzz 01", "qkv: there is no command or lesson zzzzz" USAGE},
    {"$qkv help", "qkv: --help lists the commands, and qkv COMMAND --help tells of one" USAGE},
    {"$qkv ana", "qkv: no lesson 'ana': did you mean 'anna'?\n"},
    {"$qkv nosuch.py", "qkv: there is no file nosuch.py here\n"},
    {"$qkv diagnose nosuch.ipynb", "qkv: there is no file nosuch.ipynb here\n"},
    {"$qkv diagnose 1 nosuch.txt", "nosuch.txt: No such file or directory\n"},
    {"$qkv print", "qkv: print: name a lesson" USAGE},
    {"$qkv --color blue --script q", "qkv: --color blue: expected auto, always or never" USAGE},
    {"$qkv 01 --color blue", "qkv: --color blue: expected auto, always or never" USAGE},
    {"$qkv 01 --esc-delay abc", "qkv: --esc-delay abc: expected milliseconds, 1 to 10000" USAGE},
    {"$qkv 01 --esc-delay -5", "qkv: --esc-delay -5: expected milliseconds, 1 to 10000" USAGE},
    {"$qkv 01 --esc-delay 99999999999",
     "qkv: --esc-delay 99999999999: expected milliseconds, 1 to 10000" USAGE},
    {"$qkv 01 --goto nonsense",
     "qkv: --goto nonsense: expected a stage, a step or a line, like 4, 4.2 or 'line 9'" USAGE},
    {"$qkv $(printf -- '--a\\033b')", "qkv: there is no option --a?b" USAGE},
    {"$qkv compare 1 $(printf 'a\\033[31m\\302\\233b')", "a?[31m?b: No such file or directory\n"},
    {"$qkv nope", "qkv: no lesson 'nope' in lessons: see qkv list\n"},
    {"$qkv print 03", "qkv: no lesson '03' in lessons: see qkv list\n"},
    {"$qkv check 0", "qkv: no lesson '0' in lessons: see qkv list\n"},
    {"$qkv ''", "qkv: no lesson '' in lessons: see qkv list\n"},
    {"$qkv print no/such.md", "no/such.md: No such file or directory\n"},
    {"$qkv print lessons/", "lessons/: this is a directory, not a lesson file\n"},
    {"$qkv 01 --goto 9 --script q", "qkv: --goto 9: the lesson has stages 0 to 2\n"},
    {"$qkv --goto 1 --script q", "qkv: --goto 1: name a lesson, too\n"},
    {"$qkv 01 --size 3 --script q", "qkv: --size 3: expected columns and rows, like 80x24\n"},
    {"$qkv -- --plain", "qkv: no lesson '--plain' in lessons: see qkv list\n"},
    {"$qkv new ''", NAMES},
    {"$qkv new ../x", NAMES},
    {"$qkv new .x", NAMES},
    {"$qkv new -- -x", NAMES},
    {"$qkv new a/b", NAMES},
    {"$qkv new 'a b'", NAMES},
    {"$qkv new ReadMe", NAMES},
    {"$qkv new $(printf '%065d' 0)", NAMES},
    {"$qkv new $(printf 'a\\033b')", NAMES},
    {"$qkv new é", NAMES},
    {"$qkv 1 --autoplay x --script q", "qkv: --autoplay x: expected seconds, 1 to 120" USAGE},
    {"$qkv new", "qkv: new: name the lesson" USAGE},
    {"$qkv new a b", "qkv: one lesson at a time: b is one too many" USAGE},
    {"$qkv new 02-b", "qkv: lessons/02-b.md is there already: nothing was written\n"},
    {"ln -s /nowhere lessons/x.md; $qkv new x",
     "qkv: lessons/x.md is there already: nothing was written\n"},
    {"mkdir f; cd f; touch lessons; $qkv new x",
     "qkv: lessons/x.md: cannot be written: Not a directory\n"},
    {"mkdir e e/b; cp $qkv e/b; cd e; b/qkv print 1",
     "qkv: no lesson '1', and no lessons folder: there is none here, "
     "$QKV_LESSONS names none, and none is installed\n"},
};

START_TEST(wrong_usage_is_status_2)
{
    expect_run(misuses[_i].line, 2, "", misuses[_i].says);
}
END_TEST

/* --- what commands print -------------------------------------------------------------------- */

static const struct {
    const char *line, *out;
} prints[] = {
    {"$qkv list", "01-anna                          Anna's lesson\n"
                  "02-b                             B\n"},
    {"$qkv", "01-anna                          Anna's lesson\n" /* without a terminal: no menu */
             "02-b                             B\n"},
    {"$qkv print 2", "B\nlesson: 02-b.md\nformat: 1\n\n== 1. Stage ==\n\nWords.\n"},
    {"$qkv print 02-b lessons/02-b.md",
     "B\nlesson: 02-b.md\nformat: 1\n\n== 1. Stage ==\n\nWords.\n\n"
     "B\nlesson: 02-b.md\nformat: 1\n\n== 1. Stage ==\n\nWords.\n"},
    {"$qkv print - <lessons/02-b.md",
     "B\nlesson: standard input.md\nformat: 1\n\n== 1. Stage ==\n\nWords.\n"},
    {"cd /; QKV_LESSONS=$OLDPWD/lessons $qkv list",
     "01-anna                          Anna's lesson\n"
     "02-b                             B\n"},
    {"$qkv check", "2 lessons, 1 expectation: 0 failed; snapshots: 0 wrong\n"},
    {"$qkv check 01",
     "orphans: not checked (partial run)\n1 lesson, 1 expectation: 0 failed; snapshots: 0 wrong\n"},
    {"$qkv snapshot", "0 written, 2 unchanged, 0 removed\n"},
    {"mkdir b e; cp $qkv b; cd e; ../b/qkv print 2 | head -n 1", "B\n"}, /* where it was built */
    {"$qkv 2 | cat", "B\n\n== 1. Stage ==\n\nWords.\n\n"},
    {"$qkv --plain 2 | tail -n 4", "Stage, stage 1/1\n\nWords.\n\n"},
    {"$qkv --plain 1 --goto 1 | grep -A2 '>>> x'", ">>> x = torch.tensor([1., 2., 3.])\n\nx [3]\n"},
    {"$qkv --plain 1 --goto 2", "Anna's lesson\n\nWords — and more, stage 2/2\n\nOnly words.\n\n"},
    {"LC_ALL=C $qkv --plain 1 --goto 2",
     "Anna's lesson\n\nWords - and more, stage 2/2\n\nOnly words.\n\n"},
    {"$qkv --ascii print 1 | grep more", "== 2. Words - and more ==\n"},
    {"sed -i '1s/$/ √2/' lessons/02-b.md; $qkv --ascii list | tail -n 1; $qkv list | tail -n 1",
     "02-b                             B sqrt(2)\n02-b                             B √2\n"},
    {"$qkv - <lessons/02-b.md | cat", "B\n\n== 1. Stage ==\n\nWords.\n\n"},
    /* Numbers in a file, with and without the result's name. */
    {"printf 'tensor([1., 2., 3.])' >seen; $qkv diagnose 1 seen x; cat seen | $qkv diagnose 1 x",
     "seen: 3 numbers: what 1 computes for x.\n"
     "standard input: 3 numbers: what 1 computes for x.\n"},
    /* Weights that are not those of what is summed. */
    {"printf 'import torch\\ntorch.manual_seed(0)\\nx = torch.randn(4, 3)\\nw = torch.softmax(x @ "
     "x.T, 0)\\ny = w @ x\\n' >w.py; $qkv print w.py 2>&1 >print; $qkv check w.py | head -n 1; "
     "echo quit | $qkv --plain w.py | "
     "head -n 1; sed -i 's/T, 0/T, -1/' w.py; $qkv print w.py 2>&1 >print; $qkv check w.py | grep "
     "-c "
     "warn; true",
     "w.py:4: warning: weights add up to 1 down columns, not along rows (line 5): dim=-1?\nw.py:4: "
     "warning: weights add up to 1 down columns, not along rows (line 5): dim=-1?\nline 4: weights "
     "add up to 1 down columns, not along rows (line 5): dim=-1?\n0\n"},
    {"$qkv diagnose --help | head -n 5 | tail -n 1",
     "  qkv diagnose right.py wrong.txt      your numbers are wrong: what was done instead\n"},
    /* The lessons of qkv beside one's own. */
    {"mkdir b e e/lessons; cp $qkv b; cp lessons/02-b.md e/lessons/03-mine.md; cd e; ../b/qkv "
     "list; "
     "../b/qkv print 01 | head -n 1; ../b/qkv check",
     "03-mine                          B\n01-anna                          Anna's lesson\n"
     "02-b                             B\nAnna's lesson\n"
     "snapshots: not compared (there is no snapshots folder beside the lessons)\n"
     "1 lesson, 0 expectations: 0 failed; snapshots: 0 wrong\n"},
    {"printf '\\n\\n' | $qkv --plain 2 | grep -v '^$'",
     "B\nIntroduction\nThis lesson has no introduction: Space goes to its first stage.\n"
     "-- 0. next, back, up, help --\nStage, stage 1/1\nWords.\n-- 1. next, back, up, help --\n"
     "This was the last step of the last lesson.\n-- 1. next, back, up, help --\n"},
    {"touch heard; { for i in $(seq 100); do grep 'help --' heard && break; sleep 0.05; done "
     ">first; "
     "echo quit; } | $qkv --plain 2 >heard; cat first", /* the first page, before anything is typed */
     "-- 0. next, back, up, help --\n"},
    {"printf 'quit\\n' | $qkv 2; printf 'quit\\n' | $qkv 2 | wc -l", /* a pipe of others */
     "B\n\n== 1. Stage ==\n\nWords.\n\n6\n"},
    {"$qkv -- 2", "B\n\n== 1. Stage ==\n\nWords.\n\n"},
    {"sed -i '/^x =/s/$/ \\/ 7/' lessons/01-anna.md; "
     "$qkv 1 --teacher --script 'n Space' | grep -o '0 of 3 numbers shown' | tail -n 1",
     "0 of 3 numbers shown\n"},
    {"$qkv new 03-two_heads | head -n 2 && head -n 1 lessons/03-two_heads.md && $qkv check",
     "snapshots/03-two_heads.txt: written\n1 written, 0 unchanged, 0 removed\n# Two heads\n"
     "3 lessons, 2 expectations: 0 failed; snapshots: 0 wrong\n"},
    {"mkdir n; cd n; $qkv new Mine.md && $qkv check && $qkv list",
     "lessons/Mine.md: written\n"
     "qkv Mine steps through it, and shows every change as soon as it is saved;\n"
     "qkv check Mine verifies it\n"
     "snapshots: not compared (there is no snapshots folder beside the lessons)\n"
     "1 lesson, 1 expectation: 0 failed; snapshots: 0 wrong\n"
     "Mine                             Mine\n"},
    {"$qkv --version | grep -cx 'qkv [0-9]*\\.[0-9]*\\.[0-9]*'", "1\n"},
};

START_TEST(commands_print)
{
    expect_run(prints[_i].line, 0, prints[_i].out, "");
}
END_TEST

START_TEST(print_is_the_header_and_the_stages)
{
    char text[1000];
    snprintf(text, sizeof text, "%s%s", head_a, stages_a);
    expect_run("$qkv print 1", 0, text, "");
    snprintf(text, sizeof text, "Anna's lesson\n\n%s\n", stages_a);
    expect_run("$qkv 1", 0, text, "");
}
END_TEST

START_TEST(help_names_every_option_and_command)
{
    static const char *const words[] = {"--plain",
                                        "--ascii",
                                        "--color WHEN",
                                        "--no-mouse",
                                        "--goto PLACE",
                                        "--no-resume",
                                        "--teacher",
                                        "--follow",
                                        "--autoplay SECONDS",
                                        "--script KEYS",
                                        "--size WxH",
                                        "--esc-delay MS",
                                        "--prune",
                                        "--keys",
                                        "--limits",
                                        "--man",
                                        "--completion SHELL",
                                        "--help",
                                        "--version",
                                        "qkv LESSON",
                                        "qkv list",
                                        "qkv print LESSON...",
                                        "qkv check [LESSON...]",
                                        "qkv snapshot [LESSON...]",
                                        "qkv new NAME",
                                        "Exit status: 0 success; 1 something differs; 2 "};
    ck_assert_int_eq(run("$qkv --help"), 0);
    for (int i = 0; i < COUNT(words); i++)
        ck_assert_msg(strstr(output, words[i]) != NULL, "--help does not say %s", words[i]);
    /* Every option in the help is one that is known. */
    for (const char *at = output; (at = strstr(at, "\n  --")) != NULL; at++) {
        char line[100];
        snprintf(line, sizeof line, "$qkv %.*s", (int)strcspn(at + 3, " \n"), at + 3);
        run(line);
        ck_assert_ptr_null(strstr(errors, "there is no option"));
    }
    ck_assert_int_eq(run("$qkv --help >one; $qkv -h >two; cmp one two && cat one"), 0);
    for (const char *line = output; *line; line += strcspn(line, "\n") + 1)
        ck_assert_uint_le(strcspn(line, "\n"), 80);
}
END_TEST

START_TEST(keys_prints_the_table)
{
    ck_assert_int_eq(run("$qkv --keys"), 0);
    ck_assert_int_eq(strncmp(output, "On a stage\n  Space, PgDn ", 25), 0);
    static const char *const kinds[] = {"\nOn a number, ", "\nOn a list, ", "\nOn a text, ",
                                        "\nOn a prompt, ", "\nWords, "};
    for (int i = 0; i < COUNT(kinds); i++)
        ck_assert_ptr_nonnull(strstr(output, kinds[i]));
}
END_TEST

START_TEST(limits_prints_each_bound)
{
    ck_assert_int_eq(run("$qkv --limits"), 0);
    static const char *const rows[] = {"\n    1,048,576  bytes of a lesson file\n",
                                       "\n          500  stages of a lesson\n",
                                       "\n      100,000  million multiplications",
                                       "  seconds of the processor's time in one run\n"};
    for (int i = 1; i < COUNT(rows); i++)
        ck_assert_ptr_nonnull(strstr(output, rows[i]));
    ck_assert_int_eq(strncmp(output, rows[0] + 1, strlen(rows[0] + 1)), 0);
}
END_TEST

START_TEST(other_texts_about_the_program)
{
    ck_assert_int_eq(run("$qkv --man"), 0);
    ck_assert_int_eq(strncmp(output, ".TH QKV 1 ", 10), 0);
    ck_assert_int_eq(run("$qkv --completion zsh"), 0);
    ck_assert_int_eq(strncmp(output, "#compdef qkv\n", 13), 0);
    ck_assert_int_eq(run("$qkv --completion tcsh"), 2);
    ck_assert_str_eq(errors, "qkv: --completion tcsh: expected bash, zsh or fish" USAGE);
}
END_TEST

/* --- statuses of checking and writing ------------------------------------------------------- */

/* The program with the parts of a page beside it. */
#define PARTS                                                                                      \
    "mkdir -p p/page; cp $qkv p/qkv; echo '<i>{{lessons}}</i>{{x.js}}!' >p/page/one.html; "        \
    "touch p/page/index.html p/page/other; echo 'x = {{}}' >p/page/x.js; p/qkv "

static const struct {
    const char *line;
    int status;
    const char *says; /* in the output or the errors */
} statuses[] = {
    {"sed -i 's/^tensor.*/tensor([1., 2., 4.])/' lessons/01-anna.md; $qkv check", 1, "expect x: "},
    {"$qkv compare 1 1", 0, "The results are the same, all "},
    {"$qkv compare 1 2", 1, "only in the first: (3,) float32"},
    {"$qkv compare 1 --change 'x[0] = 9'", 1, "1 of 3 differ, most at [0]: 1 -> 9"},
    {"$qkv compare 1 --change 'y = 9'", 2, "change:1:1: no statement makes 'y'"},
    {"$qkv compare 1 --change 'x[0] = 1, 2'", 2, "choose one of the 2 values"},
    {"$qkv try 1 'x[0] = 1, 2, 7'", 0, "[0]    1    1   *2   *7\n"},
    {"$qkv try 1 'x[0] = 7, 8' 'x[1]' --change 'x[1] = 6'", 0, "6    6    6\n"},
    {"$qkv try 1 'x[0] = 7'", 0, "now  x[0] = 7\n"},
    {"$qkv try 1 'x[0] = 1, 2' z", 2, "no result is called 'z'"},
    {"$qkv try 1 'x[0] = 1, 2' --change 'x[1] = 1, 2'", 2, "only one change can have several"},
    {"$qkv try 1 'x[0] = 1, 1'", 2, "no result differs with any of these values"},
    {"$qkv names $(printf 'a\\033[31m\\302\\233b')", 1, "lessons know no 'a?[31m?b'"},
    {"f=$(printf 'b\\033[31m'); $qkv print 1 >\"$f\"; $qkv compare 1 \"$f\"", 0, "b?[31m"},
    {"$qkv compare 1", 2, "compare: with what?"},
    {"$qkv compare", 2, "compare: name two lessons"},
    {"$qkv print 1 >p; $qkv compare 1 p", 0, "The results are the same, all "},
    {"$qkv compare 1 nope.txt", 2, "nope.txt: No such file"},
    {"echo 'tensor([1., 2., 3., 4., 5., 6., 7.])' >p; $qkv compare 1 p", 1, "only in the second"},
    {"$qkv why 1 'x[2]'", 0, "x[2] = 3"},
    {"$qkv why 1 x 2", 0, "x[2] = 3"},
    {"$qkv why 1 'x'", 2, "These are 3 numbers: name one, such as x[0]."},
    {"$qkv why 1 'y[0]'", 2, "No result is called y."},
    {"printf '# L\n\n## S\n\n```python\nimport torch\na = torch.arange(8.) / 7\nb = a @ a\n"
     "c = b * 2\n```\n' >l.md; $qkv why l.md c | grep -c '~$'",
     1, "0\n"}, /* no cut in a pipe */
    {"$qkv compare l.md --change 'a = a * 1.2345678' | grep -c '~ '", 1, "0\n"},
    {"$qkv try 1 'x[0] = 1, 2' 'x 0'", 0, "  now    1    2\n"},
    {"$qkv compare 1 --change 'x[0] = 3'", 1, "1 of 3 differ"},
    {"$qkv inputs 1 'x[2]'", 0, "An input: stage 1, line"},
    {"$qkv uses 1 'x[2]'", 0, "x[2] = 3.0\n\nNo later result uses it."},
    {"$qkv uses 1", 2, "uses: name a lesson and a cell"},
    /* An option is never passed over. */
    {"$qkv --plain --follow", 2, "--follow is for the full screens, but this is text"},
    {"$qkv 1 --autoplay 3", 2, "--autoplay is for the full screens"},
    {"$qkv print 1 --teacher", 2, "--teacher is not for print"},
    {"$qkv 1 --prune", 2, "--prune is not for the pages of a lesson"},
    {"$qkv why 1 'x[2]' --change 'x[0] = 2'", 2, "--change is not for why"},
    {"echo 'x = tensor([1., 2., 3.])' | $qkv diagnose 1", 0,
     "standard input: 3 numbers: what 1 computes for x"},
    {"echo 'tensor([[1., 2., 5.], [1., 2., 5.]])' | $qkv diagnose 1 x", 1,
     "standard input: 2 x 3 numbers: not what 1 computes for x, which is (3,).\n"},
    {"echo 'x = tensor([1., 2., 5.])' | $qkv diagnose 1", 1, "None of "},
    {"echo nothing | $qkv diagnose 1", 2, "there are no numbers in this printout"},
    {"sed -i '1a\\\n<!-- track: Write it 2 -->\\n<!-- minutes: 5 -->' lessons/01-anna.md; $qkv "
     "list",
     0, "Anna's lesson (Write it: 5 minutes, 2 stages)\n"},
    {"$qkv export", 2, "export: name a lesson"},
    {"$qkv export 1", 0, "<title>Anna&#39;s lesson</title>"},
    {"$qkv export 1 --html a.html; cat a.html", 0, "<title>Anna&#39;s lesson</title>"},
    {"mkdir there; $qkv export 1 2 --html there; ls there", 0, "01-anna.html\n02-b.html\n"},
    {"$qkv export 1 2 --html a.html", 2, "several lessons need a folder"},
    {"$qkv export 1 2 --html new/; ls new", 0, "new/02-b.html: written\n01-anna.html\n02-b.html\n"},
    {"touch a; $qkv export 1 --html a/", 2, "--html a/: "},
    {"$qkv export 1 --html ''", 2, ": No such file"},
    {"$qkv export 1 --html no/a.html", 2, "no/a.html: No such file"},
    {"$qkv export 2 --svg there; ls there", 0, "02-b-0.svg\n02-b-1.svg\n"},
    {"$qkv export 1 --svg there --script Space; ls there", 0, "written\n01-anna.svg\n"},
    {"$qkv export 1 --svg there --goto 1; cat there/01-anna.svg", 0, ">Weights</tspan>"},
    {"$qkv export 1 --svg there --goto 9", 2, "the lesson has stages 0 to 2"},
    {"$qkv export 1 --svg there --size 3", 2, "--size 3: expected columns and rows"},
    {"$qkv export 1 --svg no/there", 2, "--svg no/there: No such file"},
    {"sed -i 's/3.]/oops]/' lessons/01-anna.md; $qkv export 1; test $? = 2", 0, "<!DOCTYPE"},
    {"$qkv export 1 --page a.html", 2, "make web in the source of qkv makes it"},
    {PARTS "export 2 --page a.html; cat a.html", 0,
     "<i>{\"lessons\": [{\"file\": \"02-b.md\"}], \"files\": {\"02-b.md\": \"# B\\n"},
    {PARTS "export 2 --page -", 0, "}}</i>x = {{}}\n!\n"},
    {"printf 'print(open(\"t.txt\").read())\n' >s.py; echo '</script>é' >t.txt; " PARTS
     "export s.py --page -",
     0, "\"t.txt\": \"\\u003c/script>\\u00E9\\n\", \"s.py\": "},
    {PARTS "export 1 2 --page out/; ls out out/lessons", 0,
     "index.html\nlessons\nx.js\n\nout/lessons:\n01-anna.md.js\n02-b.md.js\nlist.js\n"},
    {PARTS "export 2 --page out/; cat out/lessons/list.js", 0,
     "qkvHere({\"lessons\": [{\"file\": \"02-b.md\", \"headings\": \"# B\\n"},
    {PARTS "export 2 --page no/a.html", 2, "no/a.html: No such file"},
    {"mkdir o; cp lessons/02-b.md o/a.py; echo 'open(\"a.txt\")' | tee o/a.py >b.py; echo 1 "
     ">a.txt; "
     "echo 2 >o/a.txt; " PARTS "export b.py o/a.py --page a.html",
     2, "a.txt: two lessons read different files of this name"},
    {"$qkv diagnose 1 x --lines a", 2, "expected lines"},
    {"$qkv diagnose 1 x --seconds 0", 2, "expected a number of seconds"},
    {"echo more >>lessons/02-b.md; $qkv check", 1, "snapshots/02-b.txt:7:7: different"},
    {"echo more >>lessons/02-b.md; $qkv check 1", 0, "orphans: not checked (partial run)"},
    {"rm snapshots/02-b.txt; $qkv check", 1,
     "snapshots/02-b.txt: missing (make snapshots writes it)\n"},
    {"mv lessons/02-b.md lessons/03-b.md; $qkv check", 1, "snapshots: 2 wrong\n"},
    {"sed -i 's/^x = .*/x = torch.ones(3); x = x.masked_fill(x > 1, 0)/; s/^tensor.*/tensor([1., "
     "1., "
     "1.])/' lessons/01-anna.md; $qkv check 1 | grep warning",
     0, "01-anna.md:9: warning: this mask hides nothing"},
    {"sed -i \"s/^x = .*/x = torch.tensor([1., 2., 3.])  # $(printf %060d 1)/\" "
     "lessons/01-anna.md; "
     "$qkv check 1 | grep warning",
     0, "01-anna.md:9: warning: this line has 94 columns: a screen of 80 breaks it after 74"},
    {"sed -i 's/^x = .*/#| hide\\nx = torch.tensor([1., 2., 3.])/' lessons/01-anna.md; $qkv check "
     "1 | "
     "grep -c warning",
     1, "0\n"},
    {"for i in $(seq 45); do printf 'Words.\\n\\n'; done >>lessons/02-b.md; $qkv check 2 | grep "
     "warning",
     0, "02-b.md:3: warning: before the first result "},
    {"QKV_LESSONS=$home/lessons $qkv check | grep -c warning", 1, "0\n"},
    {"touch snapshots/x.orig; $qkv check", 1, "snapshots/x.orig: orphan ("},
    {"rm snapshots/02-b.txt; mkdir snapshots/02-b.txt; $qkv check", 2,
     "qkv: snapshots/02-b.txt: cannot be read: Is a directory\n"},
    {"echo '```' >>lessons/02-b.md; $qkv check", 2, "lessons/02-b.md:6"},
    {"echo '```' >>lessons/02-b.md; $qkv list", 2, "  broken, line 6"},
    {"echo '```' >>lessons/02-b.md; $qkv 2", 2, "lessons/02-b.md:6"},
    {"echo '```' >>lessons/02-b.md; $qkv 1", 0, "Anna's lesson\n"},
    {"touch snapshots/x.txt; $qkv snapshot --prune", 0,
     "snapshots/x.txt: removed\n0 written, 2 unchanged, 1 removed\n"},
    {"touch snapshots/x.txt; $qkv snapshot; test -e snapshots/x.txt", 0, "0 written"},
};

START_TEST(statuses_of_commands)
{
    int got = run(statuses[_i].line);
    ck_assert_msg(got == statuses[_i].status, "%s: status %d: %s%s", statuses[_i].line, got, output,
                  errors);
    ck_assert_msg(strstr(output, statuses[_i].says) || strstr(errors, statuses[_i].says),
                  "%s: %s%s", statuses[_i].line, output, errors);
}
END_TEST

START_TEST(test_R15_a_broken_lesson_and_nothing_is_written)
{
    ck_assert_int_eq(run("echo more >>lessons/01-anna.md; echo '```' >>lessons/02-b.md; ls -l "
                         "--full-time snapshots "
                         ">before; $qkv snapshot --prune"),
                     2);
    expect_run("ls -l --full-time snapshots | diff before -", 0, "", "");
}
END_TEST

START_TEST(test_R1_check_writes_nothing)
{
    run("echo more >>lessons/01-anna.md; rm snapshots/02-b.txt; touch snapshots/x.txt; mkdir "
        "state");
    run("ls -lR --full-time lessons snapshots state >before; $qkv check; $qkv check 1; $qkv list; "
        "$qkv print 1");
    expect_run("ls -lR --full-time lessons snapshots state | diff before -", 0, "", "");
    ck_assert_str_eq(folder_list("."), ".err .out before lessons snapshots state");
}
END_TEST

/* Neither the locale nor the terminal nor the window is in what is printed. */
START_TEST(test_R16_surroundings_do_not_matter)
{
    static const char *const around[] = {
        "LC_ALL=C",           "LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8",
        "COLUMNS=40 LINES=5", "TERM=dumb",
        "env -u TERM",        "NO_COLOR=1",
        "TZ=Asia/Tokyo",      "LC_NUMERIC=de_DE.UTF-8 LC_ALL=",
        "env -u HOME"};
    /* Where there is no locale with a decimal comma, one is made, if the machine can: with nothing else, and
     * in the order of letters without which no locale is used. */
    run("printf 'LC_NUMERIC\\ncopy \"de_DE\"\\nEND LC_NUMERIC\\n' >comma; "
        "printf 'LC_COLLATE\\ncopy \"POSIX\"\\nEND LC_COLLATE\\n' >>comma; "
        "localedef -c -i ./comma -f UTF-8 ./de_DE.UTF-8");
    setenv("LOCPATH", folder_path(), 1);
    run("cp $home/lessons/*.md $home/lessons/*.npy $home/lessons/*.safetensors lessons; $qkv print "
        "lessons/*.md >plain");
    for (int i = 0; i < COUNT(around); i++) {
        char line[200];
        snprintf(line, sizeof line, "%s $qkv print lessons/*.md | cmp - plain", around[i]);
        expect_run(line, 0, "", "");
    }
}
END_TEST

/* --- standard output and input that do not work --------------------------------------------- */

static const char *const lines[] = {
    "list",      "print 1", "print lessons/long.md", "check",       "snapshot", "--keys", "--help",
    "--version", "1",       "lessons/long.md",       "1 --script q"};

START_TEST(standard_output_that_cannot_be_written_is_status_2)
{
    char line[100];
    Buf text = {0};
    buf_puts(&text, "# Long\n\n## Stage\n\n");
    for (int i = 0; i < 3000; i++)
        buf_printf(&text, "word %d\n%s", i, i % 20 ? "" : "\n");
    folder_write("lessons/long.md", buf_text(&text));
    buf_release(&text);
    run("$qkv snapshot");
    snprintf(line, sizeof line, "$qkv %s >/dev/full", lines[_i]);
    expect_run(line, 2, "", "qkv: standard output: No space left on device\n");
    snprintf(line, sizeof line, "$qkv %s >&-", lines[_i]);
    expect_run(line, 2, "", "qkv: standard output: Bad file descriptor\n");
}
END_TEST

/* A reader that has seen enough is no error, and there is nothing to say about it. */
/* Neither half a file is left nor what was to become one. The thread sanitizer writes a file of its own
 * before the program begins. */
START_TEST(a_limit_on_the_size_of_files_is_told)
{
#ifndef IS_THREAD_SANITIZED
    folder_write("page.html", "old\n");
    expect_run("(ulimit -f 0; $qkv export 01 --html page.html 2>&1; echo $?) | cat", 0,
               "qkv: page.html: File too large\n2\n", "");
    expect_run("cat page.html", 0, "old\n", "");
    expect_run("ls page*", 0, "page.html\n", "");
#endif
}
END_TEST

/* A limit that may be raised is; else there is a word, and no end in the middle. */
START_TEST(a_small_stack_is_raised_or_told)
{
#ifndef IS_SANITIZED
    expect_run("(ulimit -s 64; $qkv list)", 2, "",
               "qkv: a stack of 64 KiB is too small (ulimit -s): 1024 are needed\n");
    expect_run("(ulimit -S -s 64; $qkv 1 --script '> > Enter q' >/dev/null)", 0, "", "");
#endif
}
END_TEST

/* A regular file by its kind, in which a reader waits for what the kernel says next; or none that can be
 * read, or none at all. */
START_TEST(a_file_that_never_ends_is_not_waited_for)
{
    ck_assert_int_eq(run("timeout 20 $qkv print /proc/kmsg"), 2);
    ck_assert_int_eq(strncmp(errors, "/proc/kmsg: ", 12), 0);
}
END_TEST

START_TEST(a_pipe_that_closes_early)
{
    expect_run("cd $home; $qkv print 1 | head -n 1 | wc -l", 0, "1\n", "");
}
END_TEST

/* Every command ends by itself without anybody at the keyboard (R18). */
START_TEST(test_R18_nothing_prompts)
{
    expect_run("for c in list 'print 1' check snapshot '1' '--plain 1' snapshot; do "
               "timeout 60 $qkv $c <&- >/dev/null 2>&1 || echo $c $?; done",
               0, "", "");
}
END_TEST

START_TEST(a_lesson_with_escape_codes_is_harmless)
{
    run("printf '# T\\033[31mred\\n\\n## "
        "S\\033]0;x\\007\\n\\n`\\033[2J`\\n\\n```python\\nprint(\"\\\\x1b[1m\")\\n```\\n' "
        ">lessons/01-anna.md; $qkv print 1; $qkv list; $qkv 1 --script 'Space Space'; $qkv "
        "snapshot; $qkv check");
    ck_assert_ptr_null(strchr(output, '\033'));
    ck_assert_ptr_null(strchr(output, '\007'));
    ck_assert_ptr_null(strchr(errors, '\033'));
}
END_TEST

/* The text files of the house keep their line ends on every checkout (R6). */
START_TEST(test_R6_line_ends_are_pinned)
{
    expect_run("grep -q '^snapshots/\\*\\* .*eol=lf' $home/.gitattributes && grep -q "
               "'^lessons/\\*\\* .*eol=lf' "
               "$home/.gitattributes",
               0, "", "");
}
END_TEST

/* A locale that this machine does not have is as good as C.UTF-8 where its name says UTF-8. */
START_TEST(a_locale_that_is_not_there)
{
    static const struct {
        const char *locale;
        bool is_ascii;
    } locales[] = {{"xx_YY.UTF-8", false}, {"xx_YY.utf8", false}, {"xx_YY", true}, {"C", true}};
    for (int i = 0; i < COUNT(locales); i++) {
        char line[200];
        snprintf(line, sizeof line, "LC_ALL=%s $qkv 1 --plain --no-resume", locales[i].locale);
        ck_assert_int_eq(run(line), 0);
        ck_assert_msg((strstr(output, "Words \342\200\224 and more") == NULL) ==
                          locales[i].is_ascii,
                      "%s: %s", locales[i].locale, output);
    }
}
END_TEST

Suite *commands_suite(void)
{
    Suite *s = suite_create("commands");
    TCase *t = tcase_create("commands");
    tcase_set_timeout(t, 60);
    tcase_add_unchecked_fixture(t, go_there, folder_leave);
    tcase_add_test(t, a_locale_that_is_not_there);
    tcase_add_checked_fixture(t, set_up, NULL);
    tcase_add_loop_test(t, wrong_usage_is_status_2, 0, COUNT(misuses));
    tcase_add_loop_test(t, commands_print, 0, COUNT(prints));
    tcase_add_test(t, print_is_the_header_and_the_stages);
    tcase_add_test(t, help_names_every_option_and_command);
    tcase_add_test(t, keys_prints_the_table);
    tcase_add_test(t, limits_prints_each_bound);
    tcase_add_test(t, other_texts_about_the_program);
    tcase_add_loop_test(t, statuses_of_commands, 0, COUNT(statuses));
    tcase_add_test(t, test_R15_a_broken_lesson_and_nothing_is_written);
    tcase_add_test(t, test_R1_check_writes_nothing);
    tcase_add_test(t, test_R16_surroundings_do_not_matter);
    tcase_add_loop_test(t, standard_output_that_cannot_be_written_is_status_2, 0, COUNT(lines));
    tcase_add_test(t, a_limit_on_the_size_of_files_is_told);
    tcase_add_test(t, a_small_stack_is_raised_or_told);
    tcase_add_test(t, a_file_that_never_ends_is_not_waited_for);
    tcase_add_test(t, a_pipe_that_closes_early);
    tcase_add_test(t, test_R18_nothing_prompts);
    tcase_add_test(t, a_lesson_with_escape_codes_is_harmless);
    tcase_add_test(t, test_R6_line_ends_are_pinned);
    suite_add_tcase(s, t);
    return s;
}
