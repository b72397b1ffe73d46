/* A program in a pipe or in a terminal of its own, for those who interfere with it. One at a time. */
#ifndef TESTS_FAULTS_JOB_H
#define TESTS_FAULTS_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { JOB_BYTES = 1 << 22 };

typedef struct Job {
    const char *const *argv; /* a NULL at the end                                           */
    const char *input;       /* text that it reads                                          */
    bool has_terminal;       /* input, output and errors are one                            */
    /* Is called when the program has been running so many microseconds, with its id; or NULL. */
    void (*interfere)(pid_t program, int terminal);
    long when;
    /* Outcome of the job. */
    int status;     /* as waitpid gives it                       */
    bool is_late;   /* took more than a minute, and was killed */
    bool is_spoilt; /* the terminal is not as it was             */
    size_t outputs, errors;
    char output[JOB_BYTES], error[JOB_BYTES]; /* a NUL at the end; in a terminal all is output */
} Job;

void job_run(Job *job);
/* Words for what is wrong with how a terminal was left, or NULL. */
const char *job_spoilt(const Job *job);
long job_microseconds(void);

#endif
