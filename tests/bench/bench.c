/* A side of `make bench`: does what it is told with libqkv, and says how long it took.
 *
 *     matmul BATCH M K N      a @ b
 *     turned BATCH M K N      a @ b.transpose(-2, -1)
 *     mlp BATCH M K N         linear(x, weight, bias)
 *     attention H T D         softmax(q @ k.mT / sqrt(D)) @ v
 *     causal H T D            the same with a mask
 *     taped H T D             the same with a tape
 *     softmax ROWS COLS
 *     columns ROWS COLS       softmax(dim=-2)
 *     norm ROWS COLS          layer_norm
 *     exp ROWS COLS
 *     add ROWS COLS           a + row
 *     sum ROWS COLS           over the last axis
 *
 * Each line is answered by one with the seconds that a call took: so that whoever asks can take
 * turns with another program. A call is repeated until it can be measured.
 *
 * With arguments it runs these as a program, and says what that took: a small one measures it, since a
 * process begins as a copy of whoever starts it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/qkv_trace.h"

static Qkv *q;
static const QkvTensor *a, *b, *c, *hidden; /* the operands of the case in hand */
static int64_t size[4];

static const QkvTensor *turn(const QkvTensor *t)
{
    return qkv_transpose(q, t, -2, -1);
}

static const QkvTensor *drawn(int64_t batch, int64_t rows, int64_t cols)
{
    const int64_t sizes[] = {batch, rows, cols};
    return batch > 1 ? qkv_randn(q, 3, sizes) : qkv_randn(q, 2, sizes + 1);
}

static void matmul_operands(void)
{
    a = drawn(size[0], size[1], size[2]);
    b = drawn(size[0], size[2], size[3]);
}

static void turned_operands(void)
{
    a = drawn(size[0], size[1], size[2]);
    b = drawn(size[0], size[3], size[2]);
}

static void mlp_operands(void)
{
    a = drawn(size[0], size[1], size[2]);
    b = drawn(1, size[3], size[2]);
    c = qkv_randn(q, 1, &size[3]);
}

static void attention_operands(void)
{
    a = drawn(size[0], size[1], size[2]);
    b = drawn(size[0], size[1], size[2]);
    c = drawn(size[0], size[1], size[2]);
}

/* Each query looks at the keys up to its own. */
static void causal_operands(void)
{
    const QkvTensor *token = qkv_arange_integers(q, 0, size[1], 1);
    attention_operands();
    hidden = qkv_gt(q, token, qkv_unsqueeze(q, token, -1));
}

static void row_operands(void)
{
    a = drawn(1, size[0], size[1]);
    b = qkv_randn(q, 1, &size[1]);
    c = qkv_randn(q, 1, &size[1]);
}

static void call_matmul(void)
{
    qkv_matmul(q, a, b);
}

static void call_turned(void)
{
    qkv_matmul(q, a, turn(b));
}

static void call_mlp(void)
{
    qkv_linear(q, a, b, c);
}

static const QkvTensor *scaled_scores(void)
{
    return qkv_div(q, qkv_matmul(q, a, turn(b)), qkv_number(q, sqrt((double)size[2])));
}

static void call_attention(void)
{
    qkv_matmul(q, qkv_softmax(q, scaled_scores(), -1), c);
}

static void call_causal(void)
{
    const QkvTensor *masked = qkv_masked_fill(q, scaled_scores(), hidden, qkv_number(q, -HUGE_VAL));
    qkv_matmul(q, qkv_softmax(q, masked, -1), c);
}

static void call_taped(void)
{
    qkv_record(q);
    call_attention();
}

static void call_softmax(void)
{
    qkv_softmax(q, a, -1);
}

static void call_columns(void)
{
    qkv_softmax(q, a, -2);
}

static void call_norm(void)
{
    qkv_layer_norm(q, a, 1, &size[1], b, c, 1e-5);
}

static void call_exp(void)
{
    qkv_exp(q, a);
}

static void call_add(void)
{
    qkv_add(q, a, b);
}

static void call_sum(void)
{
    const int64_t axis = -1;
    qkv_sum(q, a, 1, &axis, false);
}

static const struct {
    const char *name;
    int sizes;
    void (*operands)(void);
    void (*call)(void);
} cases[] = {
    {"matmul", 4, matmul_operands, call_matmul},
    {"turned", 4, turned_operands, call_turned},
    {"mlp", 4, mlp_operands, call_mlp},
    {"attention", 3, attention_operands, call_attention},
    {"causal", 3, causal_operands, call_causal},
    {"taped", 3, attention_operands, call_taped},
    {"softmax", 2, row_operands, call_softmax},
    {"columns", 2, row_operands, call_columns},
    {"norm", 2, row_operands, call_norm},
    {"exp", 2, row_operands, call_exp},
    {"add", 2, row_operands, call_add},
    {"sum", 2, row_operands, call_sum},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The seconds of one call out of `count`, each of which gives back its memory. */
static double timed(void (*call)(void), long count)
{
    double start = now();
    for (long i = 0; i < count; i++) {
        QkvMark *mark = qkv_mark(q);
        call();
        qkv_release(q, mark);
    }
    return (now() - start) / (double)count;
}

static double measured(void (*call)(void))
{
    static const double enough = 0.005;
    double once = timed(call, 1);
    return once > enough ? timed(call, 1) : timed(call, (long)(enough / once) + 1);
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* Runs a program without its output, and says the seconds of the processor that it took and the KiB that it
 * had at its peak. */
static int run(char **command)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout))
            execv(command[0], command);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
        fprintf(stderr, "bench: %s failed\n", command[0]);
        return EXIT_FAILURE;
    }
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    printf("%.6f %ld\n", seconds_of(used.ru_utime) + seconds_of(used.ru_stime), used.ru_maxrss);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    enum { COUNT_OF_CASES = sizeof cases / sizeof *cases };
    char line[160], name[40];
    if (argc > 1)
        return run(argv + 1);
    while (fgets(line, sizeof line, stdin)) {
        int count = sscanf(line, "%39s %lld %lld %lld %lld", name, (long long *)&size[0],
                           (long long *)&size[1], (long long *)&size[2], (long long *)&size[3]);
        int i = 0;
        while (i < COUNT_OF_CASES && strcmp(cases[i].name, name) != 0)
            i++;
        if (i == COUNT_OF_CASES || count != 1 + cases[i].sizes) {
            fprintf(stderr, "bench: what is this? %s", line);
            return EXIT_FAILURE;
        }
        q = qkv_new();
        cases[i].operands();
        double seconds = measured(cases[i].call);
        if (qkv_error(q)) {
            fprintf(stderr, "bench: %s: %s\n", name, qkv_error(q));
            return EXIT_FAILURE;
        }
        qkv_free(q);
        printf("%.9f\n", seconds);
        fflush(stdout);
    }
    return EXIT_SUCCESS;
}
