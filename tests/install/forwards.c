/* A hundred thousand calls in one context, and what happens when memory ends. */
#define _XOPEN_SOURCE 700
#include <qkv_attention.h>
#include <stdio.h>
#include <sys/resource.h>

int main(void)
{
    enum { CALLS = 100000, MOST_KIB = 16 * 1024, SPACE = 256 << 20 };
    Qkv *q = qkv_new();
    const QkvVariant *variant = qkv_attention_variant("SelfAttentionV1");
    QkvAttentionSwitches s = variant->switches;
    s.model = 4;
    const QkvModule *net = qkv_attention_new(q, variant, &s);
    const QkvTensor *x = qkv_randn(q, 2, (int64_t[]){3, 4});
    for (int i = 0; i < CALLS; i++) {
        QkvMark *mark = qkv_mark(q);
        if (!qkv_forward(q, net, x))
            return 1;
        qkv_release(q, mark);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("%d forwards: %s\n", CALLS, used.ru_maxrss < MOST_KIB ? "below 16 MiB" : "too much");

    setrlimit(RLIMIT_AS, &(struct rlimit){SPACE, SPACE});
    puts(qkv_rand(q, 1, (int64_t[]){1 << 30}) ? "it fits" : qkv_error(q));
    qkv_clear_error(q);
    puts(qkv_forward(q, net, x) ? "and on it goes" : qkv_error(q));
    while (qkv_new())
        ;
    qkv_free(q);
    return 0;
}
