/* Signals at random moments, while the program steps through a lesson in a terminal. It ends or goes on,
 * as the signal says, and the terminal is as it was.
 *
 *     signals PROGRAM [TIMES [SEED]]      so many times for each signal (25) */
#define _GNU_SOURCE
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/common.h"
#include "faults/job.h"

enum { LITTLE = 50000 /* microseconds */, SLOW = 10 /* so many fewer times */ };

static const struct Signal {
    const char *name;
    int number;
    int after_stop; /* so many after Ctrl-S was typed: nothing is written any more. The second ends it at
                       once, and where there is none it ends some seconds later */
} signals[] = {
    {"TERM", SIGTERM},
    {"HUP", SIGHUP},
    {"INT", SIGINT},
    {"QUIT", SIGQUIT},
    {"SEGV", SIGSEGV},
    {"ABRT", SIGABRT},
    {"PIPE", SIGPIPE},
    {"TSTP", SIGTSTP},
    {"CONT", SIGCONT},
    {"WINCH", SIGWINCH},
    {"TERM after Ctrl-S", SIGTERM, 2},
    {"HUP after Ctrl-S", SIGHUP, 2},
    {"INT after Ctrl-S", SIGINT, 2},
    {"one after Ctrl-S", SIGHUP, 1},
};

static Job job;
static const struct Signal *sent;
static long whole; /* microseconds that a run takes which nothing interferes with */
static unsigned state;

static int below(int n)
{
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (unsigned)n);
}

static void interfere(pid_t program, int terminal)
{
    struct winsize size = {.ws_row = (unsigned short)(1 + below(80)),
                           .ws_col = (unsigned short)(1 + below(200))};
    if (sent->number == SIGWINCH)
        ioctl(terminal, TIOCSWINSZ, &size);
    if (sent->after_stop > 0 && write(terminal, "\023", 1) != 1)
        return;
    if (sent->after_stop > 1) {
        kill(program, sent->number);
        usleep(LITTLE);
    }
    kill(program, sent->number);
}

/* Before the program has its handlers, and after it gave the terminal back, the system ends it as it
 * ends any other; in between the terminal would tell. */
static const char *verdict(void)
{
    if (job.is_late)
        return "it does not end";
    if (job_spoilt(&job))
        return job_spoilt(&job);
    if (WIFSIGNALED(job.status) && WTERMSIG(job.status) != sent->number)
        return "another signal ends it";
    if (WIFEXITED(job.status) && WEXITSTATUS(job.status) != 0 &&
        !(sent->number == SIGINT && WEXITSTATUS(job.status) == 130))
        return "another status";
    return NULL;
}

/* Counts those that came before the end: ended by it, or alive until the last key. */
static int try(int times, int *killed)
{
    int wrong = 0;
    *killed = 0;
    for (int i = 0; i < times; i++) {
        job.interfere = interfere;
        job.when = below((int)whole);
        job_run(&job);
        *killed += WIFSIGNALED(job.status) || WEXITSTATUS(job.status) == 130;
        const char *what = verdict();
        if (!what)
            continue;
        printf("%s after %ld us: %s, status %x\n", sent->name, job.when, what,
               (unsigned)job.status);
        wrong++;
    }
    return wrong;
}

/* The quickest of some: later than that most signals would come too late. */
static void measure(void)
{
    for (int i = 0; i < 5; i++) {
        long began = job_microseconds();
        job_run(&job);
        began = job_microseconds() - began;
        whole = i == 0 || began < whole ? began : whole;
    }
}

int main(int argc, char **argv)
{
    static char keys[1024], program[PATH_MAX];
    const char *arguments[] = {program, "1", "--no-resume", NULL};
    int times = argc > 2 ? atoi(argv[2]) : 25, wrong = 0;
    state = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
    if (argc < 2 || !realpath(argv[1], program) || chdir("tests/tui") != 0) {
        fputs("usage: signals PROGRAM [TIMES [SEED]], from the project's folder\n", stderr);
        return 2;
    }
    setenv("TERM", "xterm-256color", 1);
    for (int i = 0; i < 20; i++)
        strcat(keys, "n  \r\t\rqq g1\033 s t\rq  \rii q ?\033 n n  ");
    strcat(keys, "q Q");
    job.argv = arguments;
    job.input = keys;
    job.has_terminal = true;
    measure();
    for (sent = signals; sent < signals + COUNT(signals); sent++) {
        int tried = sent->after_stop == 1 ? 1 + times / SLOW : times;
        int killed, failed = try(tried, &killed);
        printf("%-17s %5d times in %ld ms: %d ended by it, %d not as they should be\n", sent->name,
               tried, whole / 1000, killed, failed);
        fflush(stdout);
        wrong += failed;
    }
    return wrong > 0;
}
