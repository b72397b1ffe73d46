/* Where a number comes from: the terms of a cell, and the cell again. */
#include <qkv.h>
#include <qkv_trace.h>
#include <stdio.h>

int main(void)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    const QkvTensor *x = qkv_floats(q, 2, (int64_t[]){2, 3}, (const float[]){1, 0, 2, 3, 1, 1});
    const QkvTensor *in[] = {x, x};
    const QkvTensor *scores = qkv_einsum(q, "id,jd->ij", 2, in);
    const QkvCall *made = &qkv_tape(q)->step[scores->step].call;
    QkvTerms t = qkv_terms(made, 1, qkv_arena(q));
    printf("%s\n%g =", qkv_formula(made), qkv_tensor_at(scores, 1));
    for (int64_t k = 0; k < t.count; k++)
        printf("%s %g * %g", k ? " +" : "", qkv_tensor_at(x, qkv_term(&t, k).a.cell),
               qkv_tensor_at(x, qkv_term(&t, k).b.cell));
    printf("\nagain: %g\n", qkv_recompute(made, 1, &t, qkv_arena(q)));
    if (!qkv_matmul(q, x, x))
        puts(qkv_error(q));
    puts(qkv_print(q, scores));
    qkv_free(q);
    return 0;
}
