/* The attention pipeline: its variants against PyTorch, its tape, its labels and its refusals. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "golden_attention.h"
#include "sample.h"
#include "suites.h"

static Qkv *q;

static void setup(void)
{
    q = qkv_new();
}

static void teardown(void)
{
    qkv_free(q);
}

/* --- the variants --------------------------------------------------------------------------- */

/* A variant of these sizes, 0 for what it has itself. */
static QkvModule *made(const char *name, int64_t model, int64_t heads, int64_t head, int64_t words)
{
    const QkvVariant *v = qkv_attention_variant(name);
    ck_assert_msg(v, "%s", name);
    QkvAttentionSwitches s = v->switches;
    s.model = model;
    s.heads = heads ? heads : s.heads;
    s.head = head;
    s.words = words;
    return qkv_attention_new(q, v, &s);
}

static const QkvTensor *golden_mask(int row)
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

/* Calls a module, and gives all that it computed. */
static QkvAttentionRun called(const QkvModule *net, const QkvTensor *x, const QkvTensor *mask)
{
    QkvAttentionRun run;
    QkvAttentionInput in = {.query = x, .mask = mask};
    ck_assert_msg(qkv_attention_call(q, net, &in, &run), "%s", qkv_error(q));
    return run;
}

/* The call of a row of golden_attention. */
static QkvAttentionRun golden_call(int row)
{
    int64_t model = golden_attention[row].model, words = golden_attention[row].words;
    qkv_seed(q, row + 1);
    QkvModule *net = made(golden_attention[row].variant, model, golden_attention[row].heads,
                          golden_attention[row].head, words);
    ck_assert_msg(net, "%s", qkv_error(q));
    qkv_module_train(net, golden_attention[row].is_training);
    const QkvTensor *x = sample(
        q, 'F', (uint32_t)row + 1001,
        SHAPE(golden_attention[row].batch, golden_attention[row].tokens, words ? words : model));
    return called(net, x, golden_attention[row].is_masked ? golden_mask(row) : NULL);
}

START_TEST(stages_are_those_of_pytorch)
{
    QkvAttentionRun run = golden_call(_i);
    for (int s = 0; s < QKV_STAGES; s++) {
        uint32_t bits = run.stage[s] ? sample_bits(run.stage[s]) : 0;
        ck_assert_msg(bits == golden_attention[_i].bits[s], "%s: %s", golden_attention[_i].variant,
                      qkv_attention_stage_name((QkvAttentionStage)s));
    }
}
END_TEST

/* With a tape the bits are the same, each stage is a step of the group, in order, under its name,
 * and each cell of each step comes out of its terms. */
START_TEST(a_tape_changes_nothing)
{
    QkvAttentionRun plain = golden_call(_i);
    Qkv *other = q;
    q = qkv_new();
    qkv_record(q);
    QkvAttentionRun run = golden_call(_i);
    const QkvTape *tape = qkv_tape(q);
    int last = tape->count - 1, group = tape->step[last].group, at = 0;
    while (tape->group[group].parent >= 0)
        group = tape->group[group].parent;
    ck_assert_str_eq(tape->group[group].name, golden_attention[_i].variant);
    for (int s = 0; s < QKV_STAGES; s++) {
        ck_assert_int_eq(run.stage[s] != NULL, plain.stage[s] != NULL);
        if (!run.stage[s])
            continue;
        must_equal(run.stage[s], plain.stage[s]);
        const QkvStep *step = &tape->step[run.stage[s]->step];
        ck_assert_str_eq(step->name, qkv_attention_stage_name((QkvAttentionStage)s));
        ck_assert_ptr_nonnull(step->text);
        if (s == QKV_STAGE_SCALED) /* which some do to the weights */
            continue;
        ck_assert_msg(run.stage[s]->step > at, "%s", step->name);
        at = run.stage[s]->step;
    }
    ck_assert_int_eq(run.result->step, last);
    for (int i = tape->group[group].first; i <= last; i++)
        must_recompute(&tape->step[i].call);
    qkv_free(other);
}
END_TEST

/* Another module with the same parameters, set one by one by their names, does the same. */
START_TEST(parameters_are_set_by_name)
{
    const int64_t words = golden_attention[_i].words, model = golden_attention[_i].model;
    const QkvTensor *x = sample(q, 'F', 7, SHAPE(2, 3, words ? words : model));
    const QkvTensor *mask = words ? sample(q, 'B', 8, SHAPE(2, 3)) : NULL;
    QkvModule *net[2];
    for (int i = 0; i < 2; i++) {
        net[i] = made(golden_attention[_i].variant, model, golden_attention[_i].heads,
                      golden_attention[_i].head, words);
        qkv_module_train(net[i], false);
    }
    const char *path;
    for (int i = 0; qkv_module_parameter_at(q, net[0], i, &path); i++)
        ck_assert(qkv_set_parameter(q, net[1], path, qkv_module_parameter(net[0], path)->value));
    QkvAttentionRun first = called(net[0], x, mask), second = called(net[1], x, mask);
    for (int s = 0; s < QKV_STAGES; s++)
        if (first.stage[s])
            must_equal(second.stage[s], first.stage[s]);
}
END_TEST

START_TEST(weights_left_behind)
{
    static const struct {
        const char *variant;
        QkvAttentionStage stage;
    } cases[] = {{"SelfAttentionV1", QKV_STAGE_WEIGHTS},
                 {"SelfAttentionV2", QKV_STAGE_SCALED},
                 {"SelfAttentionInterView", QKV_STAGE_DROPPED}};
    for (int i = 0; i < COUNT(cases); i++) {
        QkvModule *net = made(cases[i].variant, 4, 0, 0, 0);
        const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3, 4)), *left = x;
        qkv_seed(q, 3);
        ck_assert_ptr_null(qkv_call(q, net, 1, (const QkvTensor *[]){NULL}, &left));
        ck_assert_ptr_null(left);
        qkv_clear_error(q);
        ck_assert_ptr_nonnull(qkv_call(q, net, 1, &x, &left));
        qkv_seed(q, 3);
        must_equal(left, called(net, x, NULL).stage[cases[i].stage]);
    }
    QkvAttentionRun none;
    ck_assert_ptr_null(
        qkv_attention_call(q, qkv_linear_new(q, 2, 2, true), &(QkvAttentionInput){0}, &none));
    ck_assert_ptr_null(none.weights);
}
END_TEST

/* --- switches that no variant has ----------------------------------------------------------- */

/* Attention without projections: x is q, k and v. */
static QkvAttentionSwitches bare(void)
{
    QkvAttentionSwitches s = qkv_attention_variant("Attention")->switches;
    s.projections = QKV_PROJECTIONS_NONE;
    return s;
}

static const QkvTensor *attend(const QkvAttentionSwitches *s, const QkvAttentionInput *input,
                               QkvAttentionRun *run)
{
    static const QkvAttentionParameters none;
    return qkv_attention(q, "attention", s, &none, input, run);
}

/* The formula, written out. */
START_TEST(bare_attention_is_the_formula)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 4)), *key = sample(q, 'F', 2, SHAPE(3, 4)),
                    *value = sample(q, 'F', 3, SHAPE(3, 5));
    QkvAttentionSwitches s = bare();
    QkvAttentionInput in = {.query = x, .key = key, .value = value};
    QkvAttentionRun run;
    const QkvTensor *scores = qkv_matmul(q, x, qkv_transpose(q, key, 0, 1));
    const QkvTensor *weights = qkv_softmax(q, qkv_div(q, scores, qkv_number(q, 2)), -1);
    must_equal(attend(&s, &in, &run), qkv_matmul(q, weights, value));
    must_equal(run.weights, weights);
    ck_assert_ptr_null(run.stage[QKV_STAGE_Q]);
    s.scale = QKV_SCALE_NONE;
    s.softmax = QKV_SOFTMAX_QUERIES;
    must_equal(attend(&s, &in, NULL), qkv_matmul(q, qkv_softmax(q, scores, 0), value));
    s.scale = QKV_SCALE_GIVEN;
    s.scale_value = 0.25;
    attend(&s, &in, &run);
    must_equal(run.stage[QKV_STAGE_SCALED], qkv_mul(q, scores, qkv_number(q, 0.25)));
}
END_TEST

/* Each head is attention on its share of the columns. */
START_TEST(a_head_is_attention_by_itself)
{
    QkvAttentionSwitches s = bare(), alone = bare();
    s.heads = 3;
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(1, 5, 6));
    const QkvTensor *all = attend(&s, &(QkvAttentionInput){.query = x}, NULL);
    for (int h = 0; h < 3; h++) {
        const QkvSubscript columns[] = {ALL, ALL, SLICE(2 * h, 2 * h + 2, 1)};
        QkvAttentionInput share = {.query = qkv_index(q, x, 3, columns)};
        must_equal(qkv_index(q, all, 3, columns), attend(&alone, &share, NULL));
    }
}
END_TEST

/* Reading (T, H d) as (H, T, d) at once: a head gets half of the tokens, each cut in two. */
START_TEST(the_split_by_reshape_mixes_tokens)
{
    QkvAttentionSwitches s = bare();
    s.heads = 2;
    s.split = QKV_SPLIT_RESHAPE;
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(4, 6));
    QkvAttentionRun run;
    const QkvTensor *all = attend(&s, &(QkvAttentionInput){.query = x}, &run);
    must_equal(run.stage[QKV_STAGE_Q], qkv_reshape(q, x, SHAPE(2, 4, 3)));
    must_equal(all, qkv_reshape(q, run.stage[QKV_STAGE_CONTEXT], SHAPE(4, 6)));
    s.heads = 1; /* then both ways are the same */
    const QkvTensor *mixed = attend(&s, &(QkvAttentionInput){.query = x}, NULL);
    s.split = QKV_SPLIT_TRANSPOSE;
    must_equal(mixed, attend(&s, &(QkvAttentionInput){.query = x}, NULL));
}
END_TEST

static const QkvTensor *bools(const char *cells, int rank, const int64_t *size)
{
    bool data[16];
    for (int i = 0; cells[i]; i++)
        data[i] = cells[i] == '1';
    return qkv_bools(q, rank, size, data);
}

START_TEST(causal_attention_looks_back)
{
    QkvAttentionSwitches s = bare();
    s.causal = true;
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 4)), *key = sample(q, 'F', 2, SHAPE(4, 4));
    QkvAttentionRun run, other;
    QkvAttentionInput in = {.query = x, .key = key};
    attend(&s, &in, &run);
    must_equal(run.stage[QKV_STAGE_MASK], bools("100011001110", SHAPE(3, 4)));

    /* the same as that mask given, which is no stage then */
    QkvAttentionSwitches plain = bare();
    in.mask = run.stage[QKV_STAGE_MASK];
    must_equal(attend(&plain, &in, &other), run.result);
    ck_assert_ptr_null(other.stage[QKV_STAGE_MASK]);

    /* together with a mask, whatever that one means */
    in.mask = bools("1011", SHAPE(4));
    attend(&s, &in, &run);
    must_equal(run.stage[QKV_STAGE_MASK], bools("100010001010", SHAPE(3, 4)));
    s.mask_meaning = QKV_MASK_HIDE;
    in.mask = bools("0100", SHAPE(4));
    must_equal(attend(&s, &in, &other), run.result);
    must_equal(other.stage[QKV_STAGE_MASK], bools("011101110101", SHAPE(3, 4)));
}
END_TEST

/* A row that is masked everywhere: nan with -inf, the same weight for all with -1e20, and what the
 * mask says when it is added. */
START_TEST(rows_masked_everywhere)
{
    QkvAttentionSwitches s = bare();
    QkvAttentionRun run;
    QkvAttentionInput in = {.query = sample(q, 'F', 1, SHAPE(2, 4)),
                            .mask = bools("1100", SHAPE(2, 2))};
    attend(&s, &in, &run);
    ck_assert(isnan(run.weights->data.f[2]) && isnan(run.result->data.f[4]));
    s.mask_fill = -1e20;
    attend(&s, &in, &run);
    ck_assert(run.weights->data.f[2] == 0.5F && run.weights->data.f[3] == 0.5F);
    s.mask_action = QKV_MASK_MULTIPLY;
    attend(&s, &in, &run);
    ck_assert(isinf(run.stage[QKV_STAGE_PREPARED]->data.f[2]) && isnan(run.weights->data.f[2]));
    s.mask_action = QKV_MASK_ADD;
    in.mask = sample(q, 'F', 2, SHAPE(2, 2));
    attend(&s, &in, &run);
    must_equal(run.stage[QKV_STAGE_MASKED], qkv_add(q, run.stage[QKV_STAGE_SCALED], in.mask));
}
END_TEST

/* Which keys count in each sentence: the same for each query, and for each head. */
START_TEST(a_mask_of_keys_is_repeated)
{
    QkvAttentionSwitches s = bare(), plain = bare();
    s.mask_shape = QKV_MASK_OF_KEYS;
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3, 4)), *mask = bools("110100", SHAPE(2, 3));
    QkvAttentionInput in = {.query = x, .mask = mask}, ready = {.query = x};
    for (int heads = 0; heads <= 2; heads += 2) {
        s.heads = plain.heads = heads;
        QkvAttentionRun run;
        attend(&s, &in, &run);
        ready.mask = qkv_unsqueeze(q, mask, 1);
        must_have_shape(run.stage[QKV_STAGE_MASK], heads ? "(2, 1, 3, 3)" : "(2, 3, 3)");
        if (heads)
            ready.mask = qkv_unsqueeze(q, ready.mask, 1);
        must_equal(attend(&plain, &ready, NULL), run.result);
    }
}
END_TEST

/* A recorded mask for dropout acts in training only; what it keeps is larger by 1 / (1 - p). */
START_TEST(dropout_with_a_recorded_mask)
{
    QkvAttentionSwitches s = bare();
    s.dropout = 0.75;
    const QkvTensor *keep = bools("10011011", SHAPE(2, 2, 2));
    QkvAttentionInput in = {.query = sample(q, 'F', 1, SHAPE(2, 2, 3)), .keep = keep};
    QkvAttentionRun run;
    attend(&s, &in, &run);
    ck_assert_ptr_null(run.stage[QKV_STAGE_DROPPED]);
    ck_assert_ptr_eq(run.weights, run.stage[QKV_STAGE_WEIGHTS]);
    in.training = true;
    attend(&s, &in, &run);
    for (int i = 0; i < 8; i++)
        ck_assert(run.stage[QKV_STAGE_DROPPED]->data.f[i] ==
                  (keep->data.b[i] ? 4 * run.stage[QKV_STAGE_WEIGHTS]->data.f[i] : 0));
}
END_TEST

/* Both flavours draw their own mask. */
START_TEST(dropout_draws_in_both_flavours)
{
    QkvAttentionSwitches s = bare();
    s.dropout = 0.5;
    QkvAttentionInput in = {.query = sample(q, 'F', 1, SHAPE(4, 5, 3)), .training = true};
    QkvAttentionRun run;
    for (int flavour = QKV_DROPOUT_TORCH; flavour <= QKV_DROPOUT_TORCH_MKL; flavour++) {
        qkv_dropout_flavour(q, (QkvDropoutFlavour)flavour);
        qkv_seed(q, 7);
        const QkvTensor *mask = qkv_dropout_mask(q, SHAPE(4, 5, 5), 0.5);
        qkv_seed(q, 7);
        attend(&s, &in, &run);
        must_equal(run.stage[QKV_STAGE_DROPPED], qkv_mul(q, run.stage[QKV_STAGE_WEIGHTS], mask));
    }
}
END_TEST

/* --- labels --------------------------------------------------------------------------------- */

START_TEST(tokens_stand_on_both_sides)
{
    static const char *const words[] = {"a", "b", "c", "d", "e", "f"};
    static const char *const axes[] = {"head", "query", "key"};
    QkvModule *net = made("MultiHeadAttention", 4, 2, 0, 0);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3, 4));
    ck_assert(qkv_label(q, x, -2, "token", 2, 6, words));
    QkvAttentionRun run = called(net, x, NULL);
    for (int s = QKV_STAGE_Q; s <= QKV_STAGE_V; s++) {
        ck_assert_str_eq(run.stage[s]->axis[1].name, "head");
        ck_assert_str_eq(run.stage[s]->axis[2].name, s == QKV_STAGE_Q ? "query" : "key");
        ck_assert_str_eq(run.stage[s]->axis[3].name, "feature");
    }
    for (int s = QKV_STAGE_SCORES; s <= QKV_STAGE_DROPPED; s++) {
        const QkvTensor *t = run.stage[s];
        for (int d = 1; t && d < 4; d++)
            ck_assert_str_eq(t->axis[d].name, axes[d - 1]);
        for (int d = 2; t && d < 4; d++)
            ck_assert_str_eq(qkv_tensor_label(t, d, 1, 20), "e");
    }
    ck_assert_str_eq(x->axis[1].name, "token");
    ck_assert_str_eq(qkv_tensor_label(run.stage[QKV_STAGE_CONTEXT], 2, 2, 0), "c");
    ck_assert_str_eq(qkv_tensor_label(run.result, 1, 0, 12), "d");
}
END_TEST

/* What is made of a mask has the tokens of the scores; the mask itself is the caller's. */
START_TEST(masks_have_tokens)
{
    static const char *const words[] = {"a", "b", "c"};
    QkvAttentionSwitches s = bare();
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 4)), *mask = bools("110", SHAPE(3));
    qkv_label(q, x, 0, NULL, 1, 3, words);
    qkv_record(q);
    attend(&s, &(QkvAttentionInput){.query = x, .mask = mask}, NULL);
    const QkvTape *tape = qkv_tape(q);
    int step = 0;
    while (step < tape->count && strcmp(tape->step[step].call.op->name, "eq") != 0)
        step++;
    ck_assert_str_eq(qkv_tensor_label(tape->step[step].call.out, 0, 2, 0), "c");
    ck_assert_ptr_null(mask->axis[0].labels);
    s.causal = true;
    QkvAttentionRun run;
    attend(&s, &(QkvAttentionInput){.query = x}, &run);
    ck_assert_str_eq(run.stage[QKV_STAGE_MASK]->axis[0].name, "query");
    ck_assert_str_eq(run.stage[QKV_STAGE_MASK]->axis[1].name, "key");
    ck_assert_str_eq(qkv_tensor_label(run.stage[QKV_STAGE_MASK], 1, 1, 0), "b");
}
END_TEST

/* What is the caller's keeps its name. */
START_TEST(operands_are_left_alone)
{
    qkv_record(q);
    QkvAttentionSwitches s = bare();
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 4));
    const QkvTensor *y = attend(&s, &(QkvAttentionInput){.query = x}, NULL);
    ck_assert_ptr_null(qkv_tape(q)->step[x->step].name);
    ck_assert_ptr_null(x->axis[0].name);
    qkv_name(q, y, "y");
    ck_assert_str_eq(qkv_tape(q)->step[y->step].name, "context");
    ck_assert_str_eq(qkv_tape(q)->group[0].result, "y");
}
END_TEST

/* --- switches by name ----------------------------------------------------------------------- */

START_TEST(every_switch_can_be_read_and_set)
{
    int count;
    const QkvSwitch *w = qkv_attention_switches(&count);
    for (int i = 0; i < count; i++) {
        QkvAttentionSwitches s = {0};
        Buf before = {0}, after = {0};
        switch_text(&before, &s, &w[i]);
        int taken = qkv_switch_set_truth(&s, &w[i], true) + qkv_switch_set_count(&s, &w[i], 7) +
                    qkv_switch_set_number(&s, &w[i], -HUGE_VAL) +
                    (w[i].choice[1] && qkv_switch_set_choice(&s, &w[i], w[i].choice[1]));
        ck_assert_int_eq(taken,
                         w[i].kind == QKV_SWITCH_NUMBER ? 2 : 1); /* an integer is a number */
        switch_text(&after, &s, &w[i]);
        ck_assert_str_ne(buf_text(&before), buf_text(&after));
        ck_assert_ptr_eq(qkv_attention_switch(w[i].name), &w[i]);
        buf_release(&before);
        buf_release(&after);
    }
    ck_assert_ptr_null(qkv_attention_switch("none"));
}
END_TEST

START_TEST(switches_say_what_they_can_be)
{
    static const struct {
        const char *name, *wanted;
    } cases[] = {
        {"projections", "'none', 'separate' or 'fused'"},
        {"split", "'transpose' or 'reshape'"},
        {"heads", "a whole number from 0 to 1000000"},
        {"causal", "True or False"},
        {"mask_fill", "a number"},
    };
    QkvAttentionSwitches s = {0};
    for (int i = 0; i < COUNT(cases); i++) {
        const QkvSwitch *w = qkv_attention_switch(cases[i].name);
        ck_assert_str_eq(qkv_switch_wanted(q, w), cases[i].wanted);
        ck_assert(!qkv_switch_set_choice(&s, w, "both") && !qkv_switch_set_choice(&s, w, ""));
    }
    ck_assert(!qkv_switch_set_count(&s, qkv_attention_switch("heads"), -1));
    ck_assert(!qkv_switch_set_count(&s, qkv_attention_switch("heads"), 1000001));
}
END_TEST

/* --- refusals ------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *variant;
    int64_t model, heads;
    int rank;
    int64_t x[4];
    int mask_rank;
    int64_t mask[4];
    const char *message;
} refusals[] = {
    {"SelfAttentionV3", 4, 0, 3, {3, 5, 4}, 2, {3, 5},
     "attention: the mask (3, 5) does not fit the scores (3, 5, 5), which are (batch, query, key): "
     "counted from the right, axes must be equal or 1, and 3 meets 5 query: mask.unsqueeze(1) "
     "gives every query of a sentence the same keys"},
    {"SelfAttentionV3", 4, 0, 3, {3, 5, 4}, 4, {1, 3, 5, 5},
     "attention: the mask (1, 3, 5, 5) does not fit the scores (3, 5, 5), which are (batch, query, "
     "key): it has too many axes"},
    {"MultiHeadAttention", 4, 2, 3, {3, 5, 4}, 3, {3, 5, 5},
     "attention: the mask (3, 5, 5) does not fit the scores (3, 2, 5, 5), which are (batch, head, "
     "query, key): counted from the right, axes must be equal or 1, and 3 meets 2 head: "
     "mask.unsqueeze(1) gives every head the same"},
    {"MultiHeadAttention", 4, 2, 2, {5, 4}, 0, {0},
     "attention: x needs the three axes (batch, token, feature), and it is (5, 4)"},
    {"SelfAttentionV4", 4, 0, 1, {4}, 0, {0},
     "attention: x needs the axes (token, feature) at its end, and it is (4,)"},
    {"SelfAttentionV4", 4, 0, 2, {5, 3}, 0, {0},
     "linear: sizes do not fit: input (5, 3), weight (4, 4): the last size of the input is 3, and "
     "the weight takes 4"},
    {"SelfAttentionAISummer", 4, 0, 3, {2, 5, 4}, 3, {2, 5, 5},
     "attention: this mask must be (query, key), one for all, and it is (2, 5, 5): the scores "
     "(2, 5, 5), which are (batch, query, key)"},
};
/* clang-format on */

START_TEST(calls_that_do_not_fit)
{
    QkvModule *net = made(refusals[_i].variant, refusals[_i].model, refusals[_i].heads, 0, 0);
    const QkvTensor *in[2] = {sample(q, 'F', 1, refusals[_i].rank, refusals[_i].x), NULL};
    if (refusals[_i].mask_rank)
        in[1] = sample(q, 'B', 2, refusals[_i].mask_rank, refusals[_i].mask);
    must_fail(q, qkv_call(q, net, 2, in, NULL), refusals[_i].message);
}
END_TEST

START_TEST(inputs_that_do_not_fit)
{
    QkvAttentionSwitches s = bare();
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 4)), *wide = sample(q, 'F', 2, SHAPE(3, 5));
    must_fail(q, attend(&s, &(QkvAttentionInput){.query = x, .key = wide}, NULL),
              "attention: queries and keys need the same number of features: (2, 4) and (3, 5)");
    must_fail(q, attend(&s, &(QkvAttentionInput){.query = x, .value = wide}, NULL),
              "attention: there must be a value for each key: (2, 4) and (3, 5)");
    s.heads = 3;
    must_fail(q, attend(&s, &(QkvAttentionInput){.query = x}, NULL),
              "attention: 4 columns do not make 3 heads of one size, and it is (2, 4)");
    s = bare();
    s.projections = QKV_PROJECTIONS_SEPARATE;
    s.model = s.head = 4;
    must_fail(q, attend(&s, &(QkvAttentionInput){.query = x}, NULL),
              "attention: query_proj has no weight");
    ck_assert_ptr_null(attend(&s, &(QkvAttentionInput){.query = NULL}, NULL));
    ck_assert_ptr_null(qkv_error(q));
}
END_TEST

START_TEST(sizes_that_make_no_module)
{
    ck_assert_ptr_null(made("SelfAttentionV1", 0, 0, 0, 0));
    must_fail(q, NULL, "SelfAttentionV1: a token needs at least 1 feature");
    ck_assert_ptr_null(made("MultiHeadAttention", 6, 4, 0, 0));
    must_fail(q, NULL, "MultiHeadAttention: 6 features cannot be shared out among 4 heads");
    ck_assert_ptr_null(made("MultiHeadSelfAttentionAISummer", 4, 8, 0, 0));
    must_fail(q, NULL,
              "MultiHeadSelfAttentionAISummer: 4 features cannot be shared out among 8 heads");
}
END_TEST

/* Counts that a lesson cannot set, and a program that links the library can. */
START_TEST(counts_whose_products_cannot_be_counted)
{
    const QkvVariant *v = qkv_attention_variant("MultiHeadAttention");
    static const size_t at[] = {
        offsetof(QkvAttentionSwitches, words), offsetof(QkvAttentionSwitches, model),
        offsetof(QkvAttentionSwitches, heads), offsetof(QkvAttentionSwitches, head)};
    static const char *const name[] = {"vocab_size", "dim", "heads", "head_dim"};
    static const int64_t value[] = {INT64_MAX, INT64_MIN, -1, 1000001};
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3, 4));
    char wanted[120];
    for (int i = 0; i < COUNT(at); i++)
        for (int k = 0; k < COUNT(value); k++) {
            QkvAttentionSwitches s = v->switches;
            s.model = 4;
            memcpy((char *)&s + at[i], &value[k], sizeof value[k]);
            snprintf(wanted, sizeof wanted, "%s is %lld: from 0 to 1000000 is possible", name[i],
                     (long long)value[k]);
            ck_assert_ptr_null(qkv_attention_new(q, v, &s));
            ck_assert_msg(strstr(qkv_error(q), wanted), "%s", qkv_error(q));
            qkv_clear_error(q);
            ck_assert_ptr_null(qkv_attention(q, "a", &s, &(QkvAttentionParameters){0},
                                             &(QkvAttentionInput){.query = x}, NULL));
            ck_assert_msg(strstr(qkv_error(q), wanted), "%s", qkv_error(q));
            qkv_clear_error(q);
        }
    QkvMultiheadOptions o = {.embed = INT64_MAX, .heads = 1, .kdim = INT64_MAX, .bias_kv = true};
    ck_assert_ptr_null(qkv_multihead_new(q, &o));
    must_fail(q, NULL, "MultiheadAttention: an embed_dim of 9223372036854775807: too many");
    o.embed = INT64_MAX / 3;
    ck_assert_ptr_null(qkv_multihead_new(q, &o));
    ck_assert(strstr(qkv_error(q), "too many"));
}
END_TEST

Suite *attention_suite(void)
{
    Suite *s = suite_create("attention");
    TCase *c = tcase_create("the pipeline and its variants");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, stages_are_those_of_pytorch, 0, COUNT(golden_attention));
    tcase_add_loop_test(c, a_tape_changes_nothing, 0, COUNT(golden_attention));
    tcase_add_loop_test(c, parameters_are_set_by_name, 0, COUNT(golden_attention));
    tcase_add_test(c, weights_left_behind);
    tcase_add_test(c, bare_attention_is_the_formula);
    tcase_add_test(c, a_head_is_attention_by_itself);
    tcase_add_test(c, the_split_by_reshape_mixes_tokens);
    tcase_add_test(c, causal_attention_looks_back);
    tcase_add_test(c, rows_masked_everywhere);
    tcase_add_test(c, a_mask_of_keys_is_repeated);
    tcase_add_test(c, dropout_with_a_recorded_mask);
    tcase_add_test(c, dropout_draws_in_both_flavours);
    tcase_add_test(c, tokens_stand_on_both_sides);
    tcase_add_test(c, masks_have_tokens);
    tcase_add_test(c, operands_are_left_alone);
    tcase_add_test(c, every_switch_can_be_read_and_set);
    tcase_add_test(c, switches_say_what_they_can_be);
    tcase_add_loop_test(c, calls_that_do_not_fit, 0, COUNT(refusals));
    tcase_add_test(c, inputs_that_do_not_fit);
    tcase_add_test(c, sizes_that_make_no_module);
    tcase_add_test(c, counts_whose_products_cannot_be_counted);
    suite_add_tcase(s, c);
    return s;
}
