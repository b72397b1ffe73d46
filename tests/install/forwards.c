/* A hundred thousand calls in one context, and what happens when memory ends. */
#define _XOPEN_SOURCE 700
#include <qkv.h>
#include <stdio.h>
#include <sys/resource.h>

int main(void)
{
    enum { CALLS = 100000, MOST_KIB = 16 * 1024, SPACE = 256 << 20 };
    Qkv *q = qkv_new();
    const QkvTensor *x = qkv_randn(q, 2, (int64_t[]){3, 4});
    const QkvTensor *weight = qkv_randn(q, 2, (int64_t[]){4, 4});
    for (int i = 0; i < CALLS; i++) {
        QkvMark *mark = qkv_mark(q);
        const QkvTensor *k = qkv_linear(q, x, weight, NULL);
        if (!qkv_attention(q, x, k, k, NULL))
            return 1;
        qkv_release(q, mark);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("%d forwards: %s\n", CALLS, used.ru_maxrss < MOST_KIB ? "below 16 MiB" : "too much");

    setrlimit(RLIMIT_AS, &(struct rlimit){SPACE, SPACE});
    puts(qkv_rand(q, 1, (int64_t[]){1 << 30}) ? "it fits" : qkv_error(q));
    qkv_clear_error(q);
    puts(qkv_attention(q, x, x, x, NULL) ? "and on it goes" : qkv_error(q));
    while (qkv_new())
        ;
    qkv_free(q);
    return 0;
}
