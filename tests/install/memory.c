/* Memory ends at every allocation in turn: each time the library says so, or its text is whole, and the program
 * goes on. Linked with --wrap for the functions below. */
#include <qkv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static long left = -1; /* allocations that still succeed; negative: all */

static int ends(void)
{
    if (left > 0)
        left--;
    return left == 0;
}

void *__wrap_malloc(size_t size)
{
    return ends() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return ends() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return ends() ? NULL : __real_realloc(old, size);
}

/* A text of 700 words in a context that holds little, so that it grows while it is written; NULL when memory ended. */
static const char *text_of(Qkv *q, int kind)
{
    const QkvTensor *numbers = qkv_arange_integers(q, 0, 700, 1);
    const QkvTensor *x = qkv_reshape(q, numbers, 2, (int64_t[]){70, 10});
    return qkv_print(q, kind == 0 ? x : qkv_as_array(x, true));
}

int main(void)
{
    int told = 0, whole = 0;
    for (int kind = 0; kind < 2; kind++) {
        Qkv *all = qkv_new();
        const char *right = text_of(all, kind);
        for (long after = 1; after < 60; after++) {
            left = after;
            Qkv *q = qkv_new();
            const char *text = q ? text_of(q, kind) : NULL;
            left = -1;
            if (text && strcmp(text, right) != 0)
                return puts("a text that is not whole"), 1;
            if (!text && q && !qkv_error(q))
                return puts("no text, and no error"), 1;
            told += !text;
            whole += text != NULL;
            qkv_free(q);
        }
        qkv_free(all);
    }
    puts(told > 0 && whole > 0 ? "memory ended, and the program did not" : "memory did not end");
    return 0;
}
