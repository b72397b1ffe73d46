/* Attention, and one of its stages by its name. */
#include <qkv.h>
#include <qkv_trace.h>
#include <stdio.h>

int main(void)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    const QkvTensor *x = qkv_floats(q, 2, (int64_t[]){2, 1}, (const float[]){0, 1});
    const QkvTensor *y = qkv_attention(q, x, x, x, &(QkvAttention){.is_causal = true});
    const QkvTape *tape = qkv_tape(q);
    const QkvTensor *weights = qkv_tape_stage(tape, qkv_tape_group(tape, y), "weights");
    puts(weights ? qkv_print(q, weights) : qkv_error(q));
    puts(y ? qkv_print(q, y) : qkv_error(q));
    qkv_free(q);
    return 0;
}
