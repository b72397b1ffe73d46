/* The classes of attention and the layers that are written in Python, to the bit: the stages of their calls
 * and the parameters that they draw, as PyTorch has them. */
#include <stdio.h>
#include <string.h>

#include "core/golden_attention.h"
#include "core/golden_layers.h"
#include "core/sample.h"
#include "python/eval.h"
#include "python/parser.h"
#include "suites.h"
#include "torch/torch.h"

static const Package *const packages[] = {&torch_package, &einops_package, NULL};

static Qkv *q;
static Eval e;
static Err err;

static void setup(void)
{
    q = qkv_new();
    qkv_record(q);
}

static void teardown(void)
{
    buf_release(&e.printed);
    qkv_free(q);
}

/* Runs code, with x and mask (NULL for none) bound; fails the test after an error. */
static void run(const char *code, const QkvTensor *x, const QkvTensor *mask)
{
    Program program = {0};
    Value unused;
    code = arena_string(qkv_arena(q), code);
    Code block = {"x.md", code, 0, strlen(code), 1, 0};
    err = (Err){0};
    e = eval_begin(q, "x.md", code, packages, &err);
    eval_bind(&e, "x", value_tensor(x));
    if (mask)
        eval_bind(&e, "mask", value_tensor(mask));
    bool ok = parse(qkv_arena(q), &block, &program, &err);
    for (int i = 0; ok && i < program.count; i++)
        ok = eval_statement(&e, program.statement[i].node, &unused);
    ck_assert_msg(ok, "%s: %s", code, err.message);
}

static const QkvTensor *mask_of(int row)
{
    const char *name = golden_attention[row].variant;
    int64_t batch = golden_attention[row].batch, tokens = golden_attention[row].tokens;
    uint32_t seed = (uint32_t)row + 2001;
    if (strcmp(name, "MultiHeadAttention") == 0)
        return sample(q, 'B', seed, SHAPE(batch, 1, tokens, tokens));
    if (strcmp(name, "Atten") == 0)
        return sample(q, 'B', seed, SHAPE(batch, tokens));
    if (strstr(name, "AISummer"))
        return sample(q, 'B', seed, SHAPE(tokens, tokens));
    return sample(q, 'B', seed, SHAPE(batch, tokens, tokens));
}

/* "6, 2": the sizes that a class is made with, none where the row has 0. */
static void write_sizes(Buf *out, int row)
{
    int64_t words = golden_attention[row].words, model = golden_attention[row].model;
    const int64_t sizes[] = {words ? words : model, words ? model : golden_attention[row].heads,
                             golden_attention[row].head};
    for (int i = 0; i < 3; i++)
        if (sizes[i])
            buf_printf(out, "%s%lld", i ? ", " : "", (long long)sizes[i]);
}

/* The outermost group of the last step. */
static int group_of_call(void)
{
    const QkvTape *tape = qkv_tape(q);
    int group = tape->step[tape->count - 1].group;
    while (tape->group[group].parent >= 0)
        group = tape->group[group].parent;
    return group;
}

/* Stages have the bits of PyTorch's classes; each stage is a step of the call's own group. */
START_TEST(stages_are_those_of_pytorch)
{
    static const char *const stages[] = {"embedded", "qkv",     "q",       "k",      "v",
                                         "scores",   "scaled",  "mask",    "masked", "prepared",
                                         "weights",  "dropped", "context", "merged", "output"};
    const char *name = golden_attention[_i].variant;
    int64_t words = golden_attention[_i].words, model = golden_attention[_i].model;
    Buf code = {0};
    buf_printf(&code, "import qkv\ntorch.manual_seed(%d)\nnet = qkv.%s(", _i + 1, name);
    write_sizes(&code, _i);
    buf_printf(&code, ").train(%s)\ny = net(x%s)\n",
               golden_attention[_i].is_training ? "True" : "False",
               golden_attention[_i].is_masked ? ", mask" : "");
    const QkvTensor *x = sample(
        q, 'F', (uint32_t)_i + 1001,
        SHAPE(golden_attention[_i].batch, golden_attention[_i].tokens, words ? words : model));
    run(buf_text(&code), x, golden_attention[_i].is_masked ? mask_of(_i) : NULL);
    buf_release(&code);
    int group = group_of_call();
    ck_assert_str_eq(qkv_tape(q)->group[group].name, name);
    for (int s = 0; s < COUNT(stages); s++) {
        const QkvTensor *t = qkv_tape_stage(qkv_tape(q), group, stages[s]);
        ck_assert_msg((t ? sample_bits(t) : 0) == golden_attention[_i].bits[s], "%s: %s", name,
                      stages[s]);
    }
}
END_TEST

/* A single generator for all: what is made later depends on how much was drawn before. */
START_TEST(layers_draw_as_in_pytorch)
{
    static const char *const code = "linear = nn.Linear(7, 5)\n"
                                    "a, b = linear.weight, linear.bias\n"
                                    "c = nn.Embedding(5, 4).weight\n"
                                    "d = nn.Embedding(6, 3, padding_idx=2).weight\n"
                                    "e = nn.Linear(4, 3, bias=False).weight\n"
                                    "f = nn.LayerNorm(3).weight\n"
                                    "g = nn.Dropout(0.4)(x)\n";
    uint32_t seed = (uint32_t)_i + 1;
    qkv_seed(q, seed);
    run(code, sample(q, 'F', seed, SHAPE(4, 5)), NULL);
    for (int i = 0; i < COUNT(golden_drawn[0]); i++) {
        const char name[] = {(char)('a' + i), '\0'};
        const Value *v = eval_lookup(&e, name);
        ck_assert_msg(sample_bits(qkv_now(q, value_now(v))) == golden_drawn[_i][i], "%s", name);
    }
}
END_TEST

Suite *classes_suite(void)
{
    Suite *s = suite_create("classes");
    TCase *c = tcase_create("classes");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, stages_are_those_of_pytorch, 0, COUNT(golden_attention));
    tcase_add_loop_test(c, layers_draw_as_in_pytorch, 0, COUNT(golden_drawn));
    suite_add_tcase(s, c);
    return s;
}
