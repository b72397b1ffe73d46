/* An operation that the library does not have, as qkv_trace.h shows it: applied, recorded, explained. */
#include <math.h>
#include <qkv_trace.h>
#include <stdio.h>

static float softsign(float x)
{
    return x / (1 + fabsf(x));
}

static bool plan(Qkv *q, QkvCall *c)
{
    const QkvTensor *x = c->in[0];
    if (x->dtype != QKV_FLOAT32)
        return qkv_fail(q, "softsign: of float32 only, not %s", qkv_dtype_name(x->dtype));
    return qkv_shape(q, c->out, x->dtype, x->rank, x->size) && qkv_spend(q, x->count);
}

static void kernel(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count; i++)
        c->out->data.f[i] = softsign(c->in[0]->data.f[i]);
}

static void terms(const QkvCall *c, int64_t cell, QkvArena *memory, QkvTerms *t)
{
    (void)c;
    qkv_terms_new(memory, t, 1, &(QkvTerm){.a = {0, cell}, .b = {-1, 0}});
}

static const QkvOp op_softsign = {.name = "softsign",
                                  .formula = "out[..] = a[..] / (1 + |a[..]|)",
                                  .how = QKV_HOW_APPLY,
                                  .plan = plan,
                                  .kernel = kernel,
                                  .terms = terms,
                                  .f1 = softsign};

int main(void)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    const QkvTensor *x = qkv_floats(q, 1, (int64_t[]){3}, (const float[]){-3, 0, 1});
    const QkvTensor *y = qkv_apply(q, &op_softsign, 1, &x, NULL);
    const QkvCall *made = &qkv_tape(q)->step[y->step].call;
    QkvTerms t = qkv_terms(made, 0, qkv_arena(q));
    printf("%s\n%s\n", qkv_print(q, y), qkv_formula(made));
    printf("%s(%g) = %g, ", made->op->name, qkv_term_value(made, qkv_term(&t, 0)),
           qkv_tensor_at(y, 0));
    printf("again %g\n", qkv_recompute(made, 0, &t, qkv_arena(q)));
    const QkvTensor *integers = qkv_arange_integers(q, 0, 3, 1);
    if (!qkv_apply(q, &op_softsign, 1, &integers, NULL))
        puts(qkv_error(q));
    qkv_free(q);
    return 0;
}
