/* Every allocation, every open, read, write and so on fails once, in everything that the program is used
 * for. Each time it must end by itself: either as if nothing had been, or with a message and status 2;
 * what it should replace is the old file or the new one; a terminal is as it was; and but where memory
 * ended, no more memory is left lying about than without a fault.
 *
 *     faults PROGRAM FAULT.SO [MOST]      at most so many faults for each use and kind
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/common.h"
#include "base/file.h"
#include "faults/job.h"
#include "folder.h"

static const char lesson[] =
    "# Faults\n\nSome *words*.\n\n## One\n\n```python\nimport torch\n"
    "x = torch.tensor([[1., 2.], [3., 4.]])\ny = (x @ x).softmax(dim=-1)\nprint(y)\n"
    "w = (torch.rand(257, 8) @ torch.rand(8, 8)).sum()\n```\n\n" /* a copy of what is multiplied by */
    "```expect y\ntensor([[...]])\n```\n\n## Two\n\n```python\n"
    "def f(a):\n    return a + 1\n\nz = f(x)\n```\n";

static const struct Use {
    const char *name;
    const char *argv[6];
    const char *input;
    bool has_terminal;
    const char *file, *old; /* file that is replaced, and its text before; or NULL */
} uses[] = {
    {"print", {"print", "1"}, "", false, NULL, NULL},
    {"check", {"check"}, "", false, "snapshots/1.txt", "old\n"},
    {"snapshot", {"snapshot"}, "", false, "snapshots/1.txt", "old\n"},
    {"new", {"new", "n"}, "", false, "lessons/n.md", NULL},
    {"export", {"export", "1", "--html", "page.html"}, "", false, "page.html", "old\n"},
    {"plain",
     {"1", "--plain"},
     "\n\n\nopen [0, 1]\n\n2\n\nclass on\nshow\nwhatif x[0, 0] = 2\nundo\nup\nquit\n",
     false,
     NULL,
     NULL},
    {"screen",
     {"1"},
     "   \r\t\rq iii=2\rqc  q u T\rq s  ?\r Q",
     true,
     ".local/state/qkv/places",
     "qkv places 1\n"},
};

/* The first one ends the program where it is. */
static const struct Kind {
    const char *name;
    int error[3]; /* up to a 0 */
} kinds[] = {
    {"allocate", {ENOMEM}},   {"open", {EACCES, EMFILE}}, {"read", {EIO, EAGAIN}},
    {"write", {ENOSPC, EIO}}, {"flush", {ENOSPC}},        {"close", {EIO}},
    {"rename", {EACCES}},     {"folder", {EIO}},          {"look", {ESTALE}},
};

static Job job;
static char program[PATH_MAX], fault[PATH_MAX];
static int wrong, faults;

static void prepare(const struct Use *use)
{
    folder_remove("lessons/n.md");
    folder_remove("snapshots/n.txt");
    folder_remove(".local");
    Buf text = {0};
    buf_puts(&text, use->old ? use->old : "");
    if (use->has_terminal)
        (void)!system("mkdir -p .local/state/qkv");
    if (use->old)
        file_replace(use->file, &text);
    buf_release(&text);
}

static void run(const struct Use *use)
{
    const char *argv[COUNT(use->argv) + 2] = {program};
    for (int i = 0; i < COUNT(use->argv); i++)
        argv[i + 1] = use->argv[i];
    job.argv = argv;
    job.input = use->input;
    job.has_terminal = use->has_terminal;
    prepare(use);
    setenv("LD_PRELOAD", fault, 1);
    setenv("FAULT_COUNTS", "counts", 1);
    remove("counts");
    job_run(&job);
    unsetenv("FAULT_COUNTS");
    unsetenv("LD_PRELOAD");
}

/* Reads the file that a use replaces into an empty text. */
static void look(const struct Use *use, Buf *text)
{
    buf_clear(text);
    if (use->file)
        file_read(text, use->file, SIZE_MAX);
}

/* Of the last run; 0 when it did not come to its end. */
static long count_of(const char *kind)
{
    char name[32];
    long count = 0, found = 0;
    FILE *file = fopen("counts", "r");
    while (file && fscanf(file, "%31s %ld", name, &count) == 2)
        found = strcmp(name, kind) == 0 ? count : found;
    if (file)
        fclose(file);
    return found;
}

typedef struct Whole {
    int status;
    long live; /* blocks of memory at the end */
    Buf output, file;
} Whole;

/* Curses gives a program up by itself where memory ends, or reads at NULL: no more can be asked than that
 * the terminal is as it was. */
static bool is_ended_by_curses(const struct Use *use)
{
    return use->has_terminal && (WIFSIGNALED(job.status) ? WTERMSIG(job.status) == SIGSEGV
                                                         : WEXITSTATUS(job.status) == 1 &&
                                                               strstr(job.output, "Out of memory"));
}

/* Curses keeps what it took for a terminal that it then cannot start. */
static bool has_leaked(const struct Use *use, const Whole *whole)
{
    return count_of("live") > whole->live &&
           !(use->has_terminal && strstr(job.output, "the terminal cannot be started"));
}

static const char *verdict(const struct Use *use, const Whole *whole, bool cannot_write)
{
    Buf now = {0};
    look(use, &now);
    bool is_old = strcmp(buf_text(&now), use->old ? use->old : "") == 0;
    bool is_new = strcmp(buf_text(&now), buf_text(&whole->file)) == 0;
    /* Where places are merged into what was there, the unit may come without the place. */
    bool is_whole = is_old || is_new ||
                    (use->has_terminal && strncmp(buf_text(&now), "qkv places", 10) == 0);
    buf_release(&now);
    if (job.is_late)
        return "it does not end";
    if (is_ended_by_curses(use))
        return job_spoilt(&job);
    if (WIFSIGNALED(job.status))
        return "it is killed by a signal";
    /* Bytes that leave the second screen may be those that are not written; the settings are no text. */
    if (use->has_terminal && (cannot_write ? job.is_spoilt : job_spoilt(&job) != NULL))
        return job_spoilt(&job);
    if (!is_whole)
        return "the file is neither the old one nor the new one";
    if (WEXITSTATUS(job.status) == 2)
        return job.errors > 0 || use->has_terminal ? NULL : "status 2 without a message";
    if (WEXITSTATUS(job.status) != WEXITSTATUS(whole->status))
        return "another status";
    if (!use->has_terminal && job.errors == 0 && strcmp(job.output, buf_text(&whole->output)) != 0)
        return "another output, and nothing is said";
    return NULL;
}

static void tell(const struct Use *use, const struct Kind *kind, long at, int error,
                 const char *what)
{
    printf("%s: %s %ld fails (%s): %s, status %d\n", use->name, kind->name, at, strerror(error),
           what, WIFEXITED(job.status) ? WEXITSTATUS(job.status) : -WTERMSIG(job.status));
    if (use->has_terminal)
        printf("%s\n", job.output + (job.outputs > 400 ? job.outputs - 400 : 0));
    else
        printf("%s\n", job.error);
    wrong++;
}

static void fail_each(const struct Use *use, const struct Kind *kind, long count, long most,
                      const Whole *whole)
{
    char number[32];
    long step = count > most ? (count + most - 1) / most : 1;
    setenv("FAULT", kind->name, 1);
    for (int e = 0; kind->error[e]; e++)
        for (long at = 1; at <= count; at += step) {
            snprintf(number, sizeof number, "%ld", at);
            setenv("FAULT_AT", number, 1);
            snprintf(number, sizeof number, "%d", kind->error[e]);
            setenv("FAULT_ERROR", number, 1);
            run(use);
            faults++;
            const char *what = verdict(use, whole, strcmp(kind->name, "write") == 0);
            if (!what && kind != kinds && has_leaked(use, whole))
                what = "memory is left";
            if (what)
                tell(use, kind, at, kind->error[e], what);
        }
    unsetenv("FAULT");
    unsetenv("FAULT_AT");
}

static void try(const struct Use *use, long most)
{
    Whole whole = {0};
    long count[COUNT(kinds)];
    int before = faults;
    run(use);
    whole.live = count_of("live");
    whole.status = job.status;
    buf_add(&whole.output, job.output, job.outputs);
    look(use, &whole.file);
    for (int k = 0; k < COUNT(kinds); k++)
        count[k] = count_of(kinds[k].name);
    for (int k = 0; k < COUNT(kinds); k++)
        fail_each(use, &kinds[k], count[k], most, &whole);
    printf("%-9s %6d faults, of %ld allocations and %ld other calls; status without one: %d, %ld "
           "blocks left\n",
           use->name, faults - before, count[0],
           count[1] + count[2] + count[3] + count[4] + count[5] + count[6] + count[7] + count[8],
           WEXITSTATUS(whole.status), whole.live);
    fflush(stdout);
    buf_release(&whole.output);
    buf_release(&whole.file);
}

int main(int argc, char **argv)
{
    Buf text = {0};
    if (argc < 3 || !realpath(argv[1], program) || !realpath(argv[2], fault)) {
        fputs("usage: faults PROGRAM FAULT.SO [MOST]\n", stderr);
        return 2;
    }
    folder_enter();
    atexit(folder_leave);
    setenv("HOME", folder_path(), 1);
    setenv("TERM", "xterm-256color", 1);
    unsetenv("XDG_STATE_HOME");
    if (system("mkdir lessons snapshots") != 0)
        return 2;
    buf_puts(&text, lesson);
    file_replace("lessons/1.md", &text);
    file_replace("snapshots/orphan.txt", &text);
    for (int i = 0; i < COUNT(uses); i++)
        try(&uses[i], argc > 3 ? atol(argv[3]) : LONG_MAX);
    printf("%d faults, %d of them not as they should be\n", faults, wrong);
    return wrong > 0;
}
