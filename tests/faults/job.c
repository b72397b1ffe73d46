/* In a terminal there are two processes: a stand-in for the shell, which leads the session, sees its job
 * stop and lets it go on, and the job. Without the first one nothing would stop. */
#define _GNU_SOURCE
#include "faults/job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

enum { PATIENCE = 60 * 1000 * 1000, LATE = 50 /* ms: what was written comes a little later */ };

static _Noreturn void fail(const char *what)
{
    perror(what);
    exit(2);
}

long job_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static _Noreturn void start(const Job *job)
{
    signal(SIGPIPE, SIG_DFL);
    execv(job->argv[0], (char **)(size_t)job->argv);
    _exit(127);
}

/* Tells the id of the job, lets it go on whenever it stops, and ends as it ends. */
static _Noreturn void be_shell(const Job *job, int tell)
{
    int status;
    signal(SIGTTOU, SIG_IGN);
    signal(SIGINT, SIG_DFL); /* jobs in the background ignore these two, */
    signal(SIGQUIT, SIG_DFL);
    signal(SIGHUP, SIG_DFL); /* and with nohup this one */
    pid_t program = fork();
    if (program == 0) {
        setpgid(0, 0);
        tcsetpgrp(STDIN_FILENO, getpid());
        signal(SIGTTOU, SIG_DFL);
        close(tell);
        start(job);
    }
    signal(SIGHUP, SIG_IGN); /* not before: the job would ignore it at first */
    setpgid(program, program);
    if (write(tell, &program, sizeof program) != (ssize_t)sizeof program)
        _exit(126);
    while (waitpid(program, &status, WUNTRACED) == program && WIFSTOPPED(status))
        kill(program, SIGCONT);
    if (write(tell, &status, sizeof status) != (ssize_t)sizeof status)
        _exit(126);
    _exit(0);
}

/* Takes what has come; false at the end. */
static bool take(int file, char *text, size_t *length)
{
    char block[65536];
    ssize_t n = read(file, block, sizeof block);
    size_t size = n > 0 ? (size_t)n : 0;
    if (size > JOB_BYTES - 1 - *length)
        size = JOB_BYTES - 1 - *length;
    memcpy(text + *length, block, size);
    *length += size;
    text[*length] = '\0';
    return n > 0;
}

/* Kills what takes longer than anything should. */
static void lose_patience(Job *job, long began, pid_t program)
{
    if (job_microseconds() - began < PATIENCE || job->is_late)
        return;
    job->is_late = true;
    kill(program, SIGKILL);
}

static void read_pipes(Job *job, int out, int err, pid_t program)
{
    for (long began = job_microseconds(); out >= 0 || err >= 0;) {
        struct pollfd from[] = {{.fd = out, .events = POLLIN}, {.fd = err, .events = POLLIN}};
        lose_patience(job, began, program);
        if (poll(from, 2, 1000) <= 0)
            continue;
        if (from[0].revents && !take(out, job->output, &job->outputs))
            out = -1;
        if (from[1].revents && !take(err, job->error, &job->errors))
            err = -1;
    }
}

/* Until the pipe `told` has the status. The terminal itself has no end: it is kept open, so that it can
 * be asked how it was left. */
static void read_terminal(Job *job, int terminal, int told, pid_t program)
{
    bool waits = job->interfere != NULL;
    for (long began = job_microseconds();;) {
        struct pollfd from[] = {{.fd = terminal, .events = POLLIN}, {.fd = told, .events = POLLIN}};
        long rest = waits ? began + job->when - job_microseconds() : 100000;
        rest = rest < 0 ? 0 : rest > 100000 ? 100000 : rest;
        struct timespec pause = {.tv_nsec = rest * 1000};
        lose_patience(job, began, program);
        if (waits && rest == 0) {
            job->interfere(program, terminal);
            waits = false;
        } else if (ppoll(from, 2, &pause, NULL) > 0) {
            if (from[0].revents & POLLIN)
                take(terminal, job->output, &job->outputs);
            else if (from[1].revents && poll(from, 1, LATE) == 0)
                return;
        }
    }
}

static bool same_settings(const struct termios *a, const struct termios *b)
{
    return a->c_lflag == b->c_lflag && a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag &&
           a->c_cflag == b->c_cflag && memcmp(a->c_cc, b->c_cc, sizeof a->c_cc) == 0;
}

static void run_in_terminal(Job *job)
{
    int tell[2], master, slave;
    pid_t program = 0;
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    struct termios before, after;
    if (pipe(tell) != 0 || openpty(&master, &slave, NULL, NULL, &size) != 0)
        fail("pty");
    tcgetattr(slave, &before);
    pid_t shell = fork();
    if (shell == 0) {
        close(tell[0]);
        close(master);
        login_tty(slave);
        be_shell(job, tell[1]);
    }
    close(tell[1]);
    if (read(tell[0], &program, sizeof program) != (ssize_t)sizeof program)
        fail("no program");
    if (write(master, job->input, strlen(job->input)) < 0)
        fail("keys");
    read_terminal(job, master, tell[0], program);
    if (read(tell[0], &job->status, sizeof job->status) != (ssize_t)sizeof job->status)
        fail("no status");
    tcgetattr(slave, &after);
    job->is_spoilt = !same_settings(&before, &after);
    waitpid(shell, NULL, 0);
    close(tell[0]);
    close(master);
    close(slave);
}

static void run_in_pipes(Job *job)
{
    int in[2], out[2], err[2];
    if (pipe(in) != 0 || pipe(out) != 0 || pipe(err) != 0)
        fail("pipe");
    pid_t program = fork();
    if (program == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        for (int i = 0; i < 2; i++) {
            close(in[i]);
            close(out[i]);
            close(err[i]);
        }
        start(job);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    if (write(in[1], job->input, strlen(job->input)) < 0 && errno != EPIPE)
        fail("input");
    close(in[1]);
    read_pipes(job, out[0], err[0], program);
    close(out[0]);
    close(err[0]);
    waitpid(program, &job->status, 0);
}

void job_run(Job *job)
{
    signal(SIGPIPE, SIG_IGN);
    job->status = 0;
    job->is_late = job->is_spoilt = false;
    job->outputs = job->errors = 0;
    job->output[0] = job->error[0] = '\0';
    if (job->has_terminal)
        run_in_terminal(job);
    else
        run_in_pipes(job);
}

/* Where a text comes last; -1 for nowhere. */
static long last(const char *text, const char *part)
{
    long found = -1;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        found = at - text;
    return found;
}

const char *job_spoilt(const Job *job)
{
    static const struct {
        const char *on, *off, *what;
    } modes[] = {
        {"\033[?1049h", "\033[?1049l", "the second screen is left on"},
        {"\033[?25l", "\033[?25h", "the cursor is left hidden"},
        {"\033[?2004h", "\033[?2004l", "pastes are left marked"},
        {"\033[?1000h", "\033[?1000l", "the mouse is left on"},
    };
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (last(job->output, modes[i].on) > last(job->output, modes[i].off))
            return modes[i].what;
    return job->is_spoilt ? "the settings of the terminal are not what they were" : NULL;
}
