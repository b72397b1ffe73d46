/* The examples at the head of qkv.h and qkv_trace.h and between their declarations, as they stand there. */
#include <qkv.h>
#include <qkv_trace.h>
#include <stdio.h>

static const float numbers[] = {1, 0, 2, 2, 2, 2, 2, 1, 3, 0, 1, 1};

static void attend(void)
{
    Qkv *q = qkv_new();
    const QkvTensor *x = qkv_floats(q, 2, (int64_t[]){3, 4}, numbers);
    const QkvTensor *scores = qkv_matmul(q, x, qkv_transpose(q, x, 0, 1));
    const QkvTensor *weights = qkv_softmax(q, scores, -1);
    puts(weights ? qkv_print(q, weights) : qkv_error(q));
    qkv_free(q);
}

static void call_often(Qkv *q, const QkvTensor *x, const QkvTensor *weight)
{
    for (int i = 0; i < 3; i++) {
        QkvMark *mark = qkv_mark(q);
        const QkvTensor *y = qkv_linear(q, x, weight, NULL);
        puts(y ? qkv_print(q, y) : qkv_error(q));
        qkv_release(q, mark);
    }
}

static void go_back(Qkv *q, const QkvTensor *x, const QkvTensor *w, const QkvTensor *y)
{
    qkv_want_grad(w, true);
    const QkvTensor *loss = qkv_mse_loss(q, qkv_matmul(q, x, w), y, QKV_REDUCE_MEAN);
    if (qkv_backward(q, loss, NULL, false))
        puts(qkv_print(q, w->grad));
}

static void ask(Qkv *q, const QkvTensor *x, const QkvTensor *y)
{
    qkv_record(q);
    const QkvTensor *scores = qkv_matmul(q, x, y);
    const QkvCall *made = &qkv_tape(q)->step[scores->step].call;
    QkvTerms t = qkv_terms(made, 0, qkv_arena(q));
    for (int64_t k = 0; k < t.count; k++)
        printf("+ %g * %g ", qkv_tensor_at(x, qkv_term(&t, k).a.cell),
               qkv_tensor_at(y, qkv_term(&t, k).b.cell));
    puts("");
}

int main(void)
{
    attend();
    Qkv *q = qkv_new();
    const QkvTensor *x = qkv_floats(q, 2, (int64_t[]){2, 2}, numbers);
    const QkvTensor *y = qkv_floats(q, 2, (int64_t[]){2, 2}, numbers + 2);
    call_often(q, x, y);
    ask(q, x, y);
    go_back(q, x, qkv_floats(q, 2, (int64_t[]){2, 2}, numbers + 4), y);
    puts(qkv_error(q) ? qkv_error(q) : "no error");
    qkv_free(q);
    return 0;
}
