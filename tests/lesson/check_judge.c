/* Answers in the place of lines of lessons: what is right in another form, and what is wrong. */
#include <stdio.h>
#include <string.h>

#include "lesson/code.h"
#include "lesson/directive.h"
#include "lesson/judge.h"
#include "lesson/judge_compare.h"
#include "lesson/reseed.h"
#include "made.h"
#include "suites.h"

/* So many lines of code, directives between them aside. */
static Judge *judge_of(const char *code, int lines)
{
    Err err = {0};
    int first = made_line(code), last = first;
    ck_assert_msg(first > 0, "%s has no line %s", lesson->file, code);
    while (lines > 1)
        lines -= !directive_line(lesson_code_line(lesson, ++last));
    Judge *j = judge_begin(run, first, last, &err);
    ck_assert_msg(j != NULL, "%s: %s", code, err.message);
    return j;
}

#define HEADS "lessons/13-many-heads.md"
#define WEIGHTS "lessons/01-hand-crafted-weights.md"
#define ONE_STEP "lessons/05-one-step-of-learning.md"
#define SOFTMAX "lessons/06-the-gradient-of-softmax.md"
#define LOOK_BACK "lessons/10-looking-back-only.md"
#define TURNING "lessons/12-turning-rope.md"
#define BLOCK "lessons/15-a-transformer-block.md"
#define FEWER "lessons/17-fewer-keys.md"
#define PIECES "lessons/18-a-softmax-in-pieces.md"
#define ONE_MATRIX "lessons/26-one-matrix.md"
#define DROPOUT "lessons/27-mask-dropout-output.md"
#define INTERVIEW "lessons/28-the-interview-version.md"
#define EINSUM "lessons/29-columns-and-einsum.md"
#define IN_CODE "lessons/30-many-heads-in-code.md"

/* A lesson, the first of the lines that are asked for and how many, an answer, and what it is. */
static const struct {
    const char *file, *code;
    int lines;
    const char *answer;
    VerdictKind kind;
} answers[] = {
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = (keys @ queries.T).T", VERDICT_RIGHT},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = torch.einsum('id,jd->ij', queries, keys)",
     VERDICT_RIGHT},
    {WEIGHTS, "scores = queries @ keys.T", 1,
     "k = keys.transpose(0, 1)\nif True:\n    scores = queries @ k\n", VERDICT_RIGHT},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = queries @ keys", VERDICT_DIFFERS},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = keys @ queries.T", VERDICT_ELSEWHERE},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = scores_1", VERDICT_SHAPE},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = queries @ keys.T(", VERDICT_ERROR},
    {WEIGHTS, "scores = queries @ keys.T", 1, "products = queries @ keys.T", VERDICT_ERROR},
    {WEIGHTS, "scores = queries @ keys.T", 1, "while True: pass", VERDICT_ERROR},
    {WEIGHTS, "scores = queries @ keys.T", 1, "", VERDICT_ERROR},
    {WEIGHTS, "weights = softmax(scores, dim=-1)", 1,
     "e = scores.exp()\nweights = e / e.sum(-1, keepdim=True)", VERDICT_RIGHT},
    {WEIGHTS, "weights = softmax(scores, dim=-1)", 1, "weights = softmax(scores.T, dim=-1)",
     VERDICT_ELSEWHERE},
    {HEADS, "scaled = scores / math.sqrt(2)", 2, "weights = torch.softmax(scores * 2 ** -0.5, -1)",
     VERDICT_RIGHT},
    {HEADS, "scaled = scores / math.sqrt(2)", 2, "w = torch.softmax(scores * 2 ** -0.5, -1)",
     VERDICT_ERROR},
    {HEADS, "merged = context.transpose(0, 1).reshape(4, 4)", 1,
     "merged = torch.cat([context[0], context[1]], dim=1)", VERDICT_RIGHT},
    {HEADS, "merged = context.transpose(0, 1).reshape(4, 4)", 1, "merged = context.reshape(4, 4)",
     VERDICT_DIFFERS},
    {ONE_STEP, "scores = queries @ keys.T", 1, "scores = queries @ keys", VERDICT_ELSEWHERE},
    {ONE_STEP, "error = outputs[0] - target", 1, "error = target - outputs[0]", VERDICT_DIFFERS},
    {ONE_STEP, "w_query -= rate * w_query.grad", 1, "w_query.sub_(rate * w_query.grad)",
     VERDICT_RIGHT},
    {ONE_STEP, "loss.backward()", 1, "((outputs[0] - target) ** 2).sum().backward()",
     VERDICT_RIGHT},
    {ONE_STEP, "loss.backward()", 1, "error.sum().backward()", VERDICT_DIFFERS},
    {ONE_STEP, "loss.backward()", 1, "(2 * loss).backward()", VERDICT_DIFFERS},
    {ONE_STEP, "loss.backward()", 1, "loss", VERDICT_ERROR},
    {SOFTMAX, "diagonal_64 = p_64 * (1 - p_64)", 1, "diagonal_64 = p_64 - p_64 ** 2",
     VERDICT_RIGHT}, /* rounded as p_64 is */
    {SOFTMAX, "jacobian = torch.diag(p) - torch.outer(p, p)", 1,
     "jacobian = torch.eye(3) * p - p[:, None] @ p[None, :]", VERDICT_RIGHT},
    {LOOK_BACK, "look = position[:, None] >= position", 1,
     "look = torch.tril(torch.ones(4, 4)).bool()", VERDICT_RIGHT},
    {LOOK_BACK, "look = position[:, None] >= position", 1, "look = torch.tril(torch.ones(4, 4))",
     VERDICT_SHAPE}, /* numbers, not True and False */
    {BLOCK, "variance = squares.mean(dim=-1, keepdim=True)", 1,
     "variance = summed.var(dim=-1, keepdim=True, unbiased=False)", VERDICT_RIGHT},
    {PIECES, "max_2 = torch.maximum(max_1, scores[2:].max())", 1, "max_2 = scores[2:].max()",
     VERDICT_ELSEWHERE}, /* where the largest is not in the second block */
    {ONE_MATRIX, "Q, K, V = torch.split(QKV, 4, dim=-1)", 1,
     "Q, K, V = QKV[..., :4], QKV[..., 4:8], QKV[..., 8:]", VERDICT_RIGHT},
    {DROPOUT, "dropped = weights * keep / (1 - 0.8)", 1, "dropped = weights * keep * 5",
     VERDICT_RIGHT},
    {INTERVIEW, "scores = Q @ K.mT / math.sqrt(2)", 4,
     "hide = mask == 0\nweights = torch.softmax((Q @ K.mT / 2 ** .5)"
     ".masked_fill(hide, float('-inf')), -1)",
     VERDICT_RIGHT}, /* names that only lead from line to line are others, or none */
    {"lessons/22-the-next-word.md", "x = words[numbers(text)] + places[:6]", 1,
     "x = words[numbers(text)] * 2 + places[:6]", VERDICT_DIFFERS}, /* shows nothing of it */
    {"lessons/02-padded-sentences.md",
     "score = torch.matmul(Q, K.transpose(1, 2)) / math.sqrt(self.d)", 1,
     "score = torch.matmul(K, Q.transpose(1, 2)) / math.sqrt(self.d)",
     VERDICT_ELSEWHERE}, /* the layers have the same weights */
    {EINSUM, "parts = triples.permute(3, 0, 1, 2)", 1, "parts = triples.movedim(-1, 0)",
     VERDICT_RIGHT},
    {IN_CODE, "rows = t.reshape(batch, words, -1, self.head_dim)", 2,
     "heads = numbers // self.head_dim\n"
     "return t.view(batch, words, heads, self.head_dim).transpose(1, 2)",
     VERDICT_RIGHT},
    {IN_CODE, "by_head = place.reshape(4, 2, 2).transpose(0, 1)", 1,
     "by_head = torch.stack(place.chunk(2, dim=1))", VERDICT_RIGHT}, /* others lie in memory */
    {IN_CODE, "scores = Q @ K.permute(0, 1, 3, 2)", 1, "scores = Q @ K.permute(0, 1, 2, 3)",
     VERDICT_ERROR},
};

START_TEST(answers_are_judged_by_what_they_compute)
{
    const char *file = "";
    for (int i = 0; i < COUNT(answers); i++) {
        if (strcmp(file, answers[i].file) != 0) {
            if (*file)
                stop();
            start_file(answers[i].file);
            file = answers[i].file;
        }
        Judge *j = judge_of(answers[i].code, answers[i].lines);
        Verdict *v = judge_answer(j, answers[i].answer);
        ck_assert_msg(v->kind == answers[i].kind, "%s: %s: it is %d: %s", answers[i].file,
                      answers[i].answer, v->kind, v->steps > 0 ? v->step[0].text : "");
        ck_assert_int_eq(v->steps == 0, v->kind == VERDICT_RIGHT);
        for (int k = 0; k < v->steps;
             k++) /* a number of other inputs is not taken for one of the lesson */
            if (v->step[k].kind == STEP_NUMBER)
                ck_assert_msg(!strstr(v->step[k].text, "other inputs") ==
                                  (v->kind != VERDICT_ELSEWHERE),
                              "%s: %s", answers[i].answer, v->step[k].text);
        verdict_free(v);
        judge_free(j);
    }
    stop();
}
END_TEST

/* Words that are in the sentence on a wrong answer. */
static const struct {
    const char *file, *code, *answer, *words;
} said[] = {
    {WEIGHTS, "scores = queries @ keys.T", "scores = queries @ keys", "not transposed"},
    {"lessons/16-one-token-at-a-time.md", "keys_2 = torch.cat([keys, x_cat @ w_key])",
     "keys_2 = torch.cat([x_cat @ w_key, keys])", "x_cat @ w_key and keys are swapped"},
    {WEIGHTS, "scores = queries @ keys.T", "scores = keys @ queries.T", "swapped"},
    {WEIGHTS, "scores = queries @ keys.T", "scores = queries @ values.T", "values is not"},
    {WEIGHTS, "weights = softmax(scores, dim=-1)", "weights = softmax(scores, dim=0)", "dim=0"},
    {WEIGHTS, "weights = softmax(scores, dim=-1)",
     "weights = scores / scores.sum(-1, keepdim=True)", "without exp"},
    {WEIGHTS, "weights = softmax(scores, dim=-1)", "weights = scores.exp() / scores.exp().sum()",
     "the sum of all"},
    {WEIGHTS, "weights = softmax(scores, dim=-1)", "weights = scores.exp()", "exp alone"},
    {ONE_STEP, "error = outputs[0] - target", "error = target - outputs[0]", "exchanged"},
    {ONE_STEP, "w_query -= rate * w_query.grad", "w_query += rate * w_query.grad", "+="},
    {SOFTMAX, "short_way = p * (g - average)", "short_way = p * g - average", "grouped"},
    {SOFTMAX, "short_way = p * (g - average)", "short_way = p * g", "subtracted is left out"},
    {LOOK_BACK, "look = position[:, None] >= position", "look = position[:, None] > position",
     "> is not"},
    {LOOK_BACK, "look = position[:, None] >= position", "look = torch.ones(4, 4) == 1",
     "everywhere"},
    {LOOK_BACK, "hidden = scores.masked_fill(~look, float(\"-inf\"))",
     "hidden = scores.masked_fill(look, float('-inf'))", "inverted"},
    {LOOK_BACK, "hidden = scores.masked_fill(~look, float(\"-inf\"))", "hidden = scores * look",
     "multiplied by the mask"},
    {LOOK_BACK, "total = kept.sum(dim=-1, keepdim=True)", "total = kept.sum(dim=-1)",
     "an argument is missing"},
    {TURNING, "radians = degrees * math.pi / 180", "radians = degrees * math.pi / 360", "360"},
    {TURNING, "n1 = queries[:, 0] * cos - queries[:, 1] * sin",
     "n1 = queries[:, 0] * cos + queries[:, 1] * sin", "+ is not"},
    {BLOCK, "variance = squares.mean(dim=-1, keepdim=True)",
     "variance = summed.var(dim=-1, keepdim=True)", "1.333 times"},
    {FEWER, "keys = k.repeat_interleave(2, dim=0)", "keys = k.repeat(2, 1, 1)",
     "the order 0 1 0 1"},
    {FEWER, "weights = torch.softmax(scores / math.sqrt(2), dim=-1)",
     "weights = torch.softmax(scores / 2, dim=-1)", "divided by 2"},
    {PIECES, "rescale = torch.exp(max_1 - max_2)", "rescale = torch.exp(max_2 - max_1)",
     "exchanged"},
    {ONE_MATRIX, "Q, K, V = torch.split(QKV, 4, dim=-1)",
     "Q, K, V = QKV[..., 0::3], QKV[..., 1::3], QKV[..., 2::3]", "interleaved"},
    {DROPOUT, "dropped = weights * keep / (1 - 0.8)", "dropped = weights * keep", "division"},
    {DROPOUT, "dropped = weights * keep / (1 - 0.8)", "dropped = weights * keep / 0.8",
     "not subtracted"},
    {INTERVIEW, "scores = scores.masked_fill(mask == 0, float(\"-inf\"))",
     "scores.masked_fill(mask == 0, float('-inf'))", "thrown away"},
    {EINSUM, "context = torch.einsum('b i j, b j d -> b i d', weights, v)",
     "context = torch.einsum('b j i, b j d -> b i d', weights, v)", "i and j are exchanged"},
    {IN_CODE, "merged = context.permute(0, 2, 1, 3).reshape(X.shape)",
     "merged = context.reshape(X.shape)", "merged without transposing back"},
    {IN_CODE, "return rows.permute(0, 2, 1, 3)", "return rows.permute(0, 2, 3, 1)", "axes"},
    {"lessons/09-who-is-she.md", "best = fits.argmax(dim=-1)", "best = fits.argmax(dim=0)",
     "another axis"},
    {"lessons/19-reading-backwards.md", "x = letters[word] + places", "x = letters[word] * places",
     "* is not"},
    {"lessons/24-what-it-learns-from.md", "given, target = text[:-1], text[1:]",
     "given, target = text[1:], text[:-1]", "another order"},
    {IN_CODE, "masked = scaled.masked_fill(mask == 0, float(\"-1e20\"))",
     "masked = scaled.masked_fill(mask.mT == 0, float('-1e20'))", "transposed"},
    {"lessons/03-applying-a-mask.md", "repaired = torch.where(torch.isnan(context), 0.0, context)",
     "repaired = context * 0", "some numbers are 0"},
    {"lessons/03-applying-a-mask.md", "repaired = torch.where(torch.isnan(context), 0.0, context)",
     "repaired = torch.where(torch.isnan(context), context, 0.)", "arguments are exchanged"},
    {LOOK_BACK, "look = position[:, None] >= position", "look = torch.ones(4, 4).triu() == 1",
     "rows and columns"},
    {"lessons/23-temperature-and-sampling.md", "renormalised = late / late.sum()",
     "renormalised = torch.softmax(late, dim=-1)", "softmax is taken where"},
    {INTERVIEW, "V = self.value_proj(X)", "V = self.key_proj(X)", "the layer key_proj is not"},
};

/* Not a word of what is said may be the author's code. */
START_TEST(wrong_answers_are_told_what_kind_of_mistake_they_have)
{
    start_file(said[_i].file);
    Judge *j = judge_of(said[_i].code, 1);
    Verdict *v = judge_answer(j, said[_i].answer);
    ck_assert_int_ne(v->kind, VERDICT_RIGHT);
    ck_assert_msg(v->sentence && strstr(v->sentence, said[_i].words), "%s: \"%s\", not \"%s\"",
                  said[_i].answer, v->sentence ? v->sentence : "", said[_i].words);
    const char *right = judge_solution(j);
    right = strchr(right, '=') ? strchr(right, '=') + 2 : right + strcspn(right, " ");
    ck_assert_ptr_null(strstr(v->sentence, right));
    ck_assert_int_eq(v->step[v->steps - 1].kind, STEP_SOLUTION);
    verdict_free(v);
    judge_free(j);
    stop();
}
END_TEST

/* Names the number in a class that was written anew: -2 or 1 in the place of -1 is no step that is missing. */
START_TEST(numbers_below_0_are_numbers)
{
    static const char *const dim[] = {"1", "2", "-2", "-3"};
    start_file("lessons/31-many-heads-with-einsum.md");
    Judge *j = judge_of("class MultiHead(nn.Module):", 19);
    const char *right = judge_solution(j), *at = strstr(right, "softmax(-1)");
    ck_assert_ptr_nonnull(at);
    Buf own = {0}, words = {0};
    buf_printf(&own, "%.*ssoftmax(%s)%s", (int)(at - right), right, dim[_i],
               at + strlen("softmax(-1)"));
    buf_printf(&words, "%s is not the number here", dim[_i]);
    Verdict *v = judge_answer(j, own.text);
    ck_assert_int_eq(v->kind, VERDICT_DIFFERS);
    ck_assert_str_eq(v->sentence, words.text);
    buf_release(&own);
    buf_release(&words);
    verdict_free(v);
    judge_free(j);
    stop();
}
END_TEST

typedef struct Lines {
    int line[600], last[600], count;
} Lines;

static void note_lines(void *context, const Node *n, const Node *function)
{
    Lines *x = context;
    (void)function;
    if (x->count < COUNT(x->line)) {
        x->line[x->count] = n->statement->line;
        x->last[x->count++] = n->statement->last_line;
    }
}

/* Of each statement of a lesson, in functions and classes, too. */
START_TEST(what_the_author_wrote_is_right_with_all_inputs)
{
    enum { EVERY = 4 };
    Lines lines = {0};
    start_file(made_lessons[_i]);
    code_each(lesson, note_lines, &lines);
    for (int i = _i % EVERY; i < lines.count; i += EVERY) {
        Err err = {0};
        Judge *j = judge_begin(run, lines.line[i], lines.last[i], &err);
        ck_assert_msg(j != NULL, "line %d: %s", lines.line[i], err.message);
        ck_assert_ptr_null(strstr(judge_solution(j), "#|"));
        Verdict *v = judge_answer(j, judge_solution(j));
        ck_assert_msg(v->kind == VERDICT_RIGHT, "line %d: %s", lines.line[i],
                      v->steps > 0 ? v->step[0].text : "");
        verdict_free(v);
        judge_free(j);
    }
    stop();
}
END_TEST

static void put_random(Buf *out, int depth)
{
    static const char *const leaves[] = {"queries", "keys", "values", "x",    "w_key", "scores_1",
                                         "2",       "0.5",  "-1",     "None", "(",     "'a'"};
    static const char *const between[] = {" @ ",  " + ",   " * ",        " / ",
                                          " ** ", ".T @ ", " if x else "};
    static const char *const around[] = {"%s.softmax(-1)", "%s.T",     "%s[0]",
                                         "%s.sum(0)",      "open(%s)", "torch.load(%s)",
                                         "torch.zeros(%s)"};
    int kind = depth > 3 ? 0 : made_random(3);
    if (kind == 0)
        buf_puts(out, leaves[made_random(COUNT(leaves))]);
    if (kind == 1) {
        put_random(out, depth + 1);
        buf_puts(out, between[made_random(COUNT(between))]);
        put_random(out, depth + 1);
    }
    if (kind == 2) {
        const char *form = around[made_random(COUNT(around))], *at = strstr(form, "%s");
        buf_add(out, form, (size_t)(at - form));
        put_random(out, depth + 1);
        buf_puts(out, at + 2);
    }
}

/* Judges whatever stands there, and what passes computes the same numbers of inputs that the judge has not seen. */
START_TEST(any_text_is_judged)
{
    start_file(WEIGHTS);
    Judge *j = judge_of("scores = queries @ keys.T", 1);
    made_seed(_i);
    for (int i = 0; i < 60; i++) {
        Buf text = {0};
        buf_puts(&text, made_random(9) ? "scores = " : "");
        put_random(&text, 0);
        Verdict *v = judge_answer(j, buf_text(&text));
        ck_assert_int_eq(v->steps > 0, v->kind != VERDICT_RIGHT);
        if (v->kind == VERDICT_RIGHT)
            ck_assert_msg(strstr(buf_text(&text), "queries @ keys.T") != NULL, "%s passes",
                          buf_text(&text));
        verdict_free(v);
        buf_release(&text);
    }
    judge_free(j);
    stop();
}
END_TEST

/* The lesson with inputs that the judge does not try, and with other text in the place of a statement, or NULL. */
static Lesson *unseen_lesson(const Node *n, const char *text)
{
    enum { UNSEEN = RESEED_SETS + 12 };
    Err err = {0};
    Edit all[RESEED_EDITS], edit[RESEED_EDITS + 1];
    int edits = 0, found = reseed_edits(&arena, lesson, run, UNSEEN, all);
    for (int i = 0; i < found; i++)
        if (all[i].end <= n->start || all[i].start >= n->end)
            edit[edits++] = all[i];
    if (text)
        edit[edits++] = (Edit){.start = n->start, .end = n->end, .text = text};
    Lesson *code = lesson_until(lesson, INT32_MAX), *made = lesson_edit(code, edit, edits, &err);
    ck_assert_msg(made != NULL, "%s", err.message);
    lesson_adopt(made, code);
    return made;
}

/* Tells whether all that both runs show from a line on has the same numbers. */
static bool is_same_unseen(const Node *n, const char *text)
{
    Lesson *right = unseen_lesson(n, NULL), *now = unseen_lesson(n, text);
    Run *x = run_lesson(right), *y = run_lesson(now);
    Results a = results_of(&arena, x), b = results_of(&arena, y);
    bool same = x->mistakes > 0 || a.count == b.count;
    for (int i = 0; same && x->mistakes == 0 && i < a.count; i++) {
        bool is_asked = a.item[i].line >= n->line && a.item[i].kind == RESULT_TENSOR &&
                        b.item[i].kind == RESULT_TENSOR && !strchr(a.item[i].name, '.');
        same = !is_asked || judge_row(x, &a.item[i], &b.item[i]).state == JUDGE_SAME;
    }
    run_free(x);
    run_free(y);
    lesson_free(right);
    lesson_free(now);
    return same;
}

typedef struct Simple {
    const Node *node[600];
    int count;
} Simple;

static void note_simple(void *context, const Node *n, const Node *function)
{
    Simple *x = context;
    if (!function && code_is_simple(n) && code_value(n) && x->count < COUNT(x->node))
        x->node[x->count++] = n;
}

/* Of small changes of statements, of which most are wrong: what passes is right with inputs that were not tried. */
START_TEST(what_passes_is_right_elsewhere)
{
    enum { EVERY = 9 };
    Simple all = {0};
    start_file(made_lessons[_i]);
    code_each(lesson, note_simple, &all);
    for (int i = EVERY / 2; i < all.count; i += EVERY) {
        Err err = {0};
        const Node *n = all.node[i];
        Judge *j = judge_begin(run, n->statement->line, n->statement->last_line, &err);
        Mutations m = mutations_within(&arena, lesson, run, n->start, n->end);
        for (int k = 0; j && k < m.count; k += 2) {
            const Edit *e = &m.item[k].edit[0];
            const char *text = arena_format(&arena, "%.*s%s%.*s", (int)(e->start - n->start),
                                            lesson->source + n->start, e->text,
                                            (int)(n->end - e->end), lesson->source + e->end);
            if (m.item[k].edits == 1 && judge_is_right(j, text))
                ck_assert_msg(is_same_unseen(n, text), "line %d: %s", n->line, text);
        }
        judge_free(j);
    }
    stop();
}
END_TEST

/* Where nothing sets a seed other numbers are drawn all the same. */
START_TEST(unseeded_numbers_are_other_inputs)
{
    start("import torch\nx = torch.randn(2, 2)\nx = (x + x.T)\ny = x * 2\nz = y.sum()");
    Judge *j = judge_of("y = x * 2", 1);
    Verdict *v = judge_answer(j, "y = x * 2 * (x.sum() < 1000)");
    ck_assert_int_eq(v->kind, VERDICT_RIGHT);
    verdict_free(v);
    char own[64];
    const Result *r = NULL;
    Results all = results_of(&arena, run);
    r = results_find(&all, "x");
    snprintf(own, sizeof own, "y = x * 2 if x[0, 0] < %.6f else x",
             qkv_tensor_at(r->tensor, 0) + 1e-4);
    v = judge_answer(j, own); /* right for the numbers of seed 0, or of all seeds that are tried */
    ck_assert(v->kind == VERDICT_RIGHT || v->kind == VERDICT_ELSEWHERE);
    int kinds = v->kind == VERDICT_ELSEWHERE;
    verdict_free(v);
    snprintf(own, sizeof own, "y = x * 2 if x[0, 0] > %.6f else x",
             qkv_tensor_at(r->tensor, 0) - 1e-4);
    v = judge_answer(j, own);
    kinds += v->kind == VERDICT_ELSEWHERE;
    ck_assert_int_gt(kinds, 0);
    verdict_free(v);
    judge_free(j);
    stop();
}
END_TEST

/* An answer without the name that is wanted, or with another value of it: the line and what is said. */
static const struct {
    const char *code;
    int lines;
    const char *answer;
    int line;
    const char *said;
} missing[] = {
    {"query_a = x @ columns_of_a", 1, "query_a = 5", 1,
     "query_a is 5, no tensor, and should be (4, 2)"},
    {"columns_of_a = w_query[:, :2]", 2, "columns_of_a = 5\n\nquery_a = [1, 2]", 3,
     "query_a is [1, 2], no tensor, and should be (4, 2)"},
    {"query_a = x @ columns_of_a", 1, "x @ columns_of_a", 1,
     "this value gets no name: query_a = is missing before it"},
    {"columns_of_a = w_query[:, :2]", 2, "w_query[:, :2]\nquery_a = x @ columns_of_a", 1,
     "this value gets no name: columns_of_a = is missing before it"},
    {"merged = context.transpose(0, 1).reshape(4, 4)", 1, "context.mT.reshape(4, 4)", 1,
     "this value gets no name: merged = is missing before it"},
    {"merged = context.transpose(0, 1).reshape(4, 4)", 1, "pass", 0,
     "merged is never given a value: these lines make it"},
    {"query_a = x @ columns_of_a", 1, "if x.sum() > 1e9:\n    query_a = 5", 0,
     "there is no tensor query_a after these lines"},
    {"query_a = x @ columns_of_a", 1, "for query_a in [5]: pass", 0,
     "there is no tensor query_a after these lines"},
    {"query_a = x @ columns_of_a", 1, "\n\nquery_a = (x @ columns_of_a", 3,
     "'(' opened on line 3 is never closed"},
};

START_TEST(a_name_that_is_missing_is_told)
{
    start_file(HEADS);
    Judge *j = judge_of(missing[_i].code, missing[_i].lines);
    Verdict *v = judge_answer(j, missing[_i].answer);
    ck_assert_int_eq(v->kind, VERDICT_ERROR);
    ck_assert_str_eq(v->err.message, missing[_i].said);
    ck_assert_int_eq(v->err.at.line, missing[_i].line);
    verdict_free(v);
    judge_free(j);
    stop();
}
END_TEST

/* Lines are those of the answer, also where it has more or fewer than the author's. Its comments, and directives between the
 * author's lines, are no code that it is told by. */
static const struct {
    const char *code;
    int lines;
    const char *answer;
    int line;
    const char *sentence;
} placed[] = {
    {"query_rows = queries.reshape(4, 2, 2)", 7,
     "\nk = keys.reshape(4, 2, 2).transpose(0, 1)\n"
     "q = queries.reshape(4, 2, 2).transpose(0, 1)\n\n"
     "scores = k @ q.transpose(1, 2)",
     5, "q and k are swapped"},
    {"scores_1 = queries @ keys.T", 4,
     "# With a single head, drink has to ask both its questions.\n"
     "scores_1 = queries @ keys\nscaled_1 = scores_1 / math.sqrt(4)\n"
     "# mine\nweights_1 = torch.softmax(scaled_1, dim=-1)\n"
     "context_1 = weights_1 @ values\n",
     2, "keys is not transposed"},
};

START_TEST(a_wrong_line_is_the_answers)
{
    start_file(HEADS);
    Judge *j = judge_of(placed[_i].code, placed[_i].lines);
    Verdict *v = judge_answer(j, placed[_i].answer);
    ck_assert_int_eq(v->kind, VERDICT_DIFFERS);
    ck_assert_str_eq(v->sentence, placed[_i].sentence);
    ck_assert_int_eq(v->line, placed[_i].line);
    verdict_free(v);
    judge_free(j);
    stop();
}
END_TEST

START_TEST(places_of_errors_are_those_of_the_answer)
{
    start("import torch\ndef f(x):\n    y = x * 2\n    return y\nz = f(torch.ones(2))");
    Judge *j = judge_of("y = x * 2", 1);
    Verdict *v = judge_answer(j, "    a = x + 1\n    y = a * nothing\n");
    ck_assert_int_eq(v->kind, VERDICT_ERROR);
    ck_assert_int_eq(v->err.at.line, 2);
    ck_assert_int_eq(v->err.at.col, 9);
    verdict_free(v);
    v = judge_answer(j, "y = x[0, 0, 0]");
    ck_assert_int_eq(v->err.at.line, 1);
    verdict_free(v);
    judge_free(j);
    Err err = {0};
    ck_assert_ptr_null(judge_begin(run, 1, 2, &err)); /* no code */
    ck_assert(err.set);
    stop();
}
END_TEST

Suite *judge_suite(void)
{
    Suite *s = suite_create("judge");
    TCase *t = suite_case(s, "judge");
    tcase_add_test(t, answers_are_judged_by_what_they_compute);
    tcase_add_loop_test(t, wrong_answers_are_told_what_kind_of_mistake_they_have, 0, COUNT(said));
    tcase_add_loop_test(t, numbers_below_0_are_numbers, 0, 4);
    tcase_add_loop_test(t, what_the_author_wrote_is_right_with_all_inputs, 0, MADE_LESSONS);
    tcase_add_loop_test(t, any_text_is_judged, 1, 6);
    tcase_add_loop_test(t, what_passes_is_right_elsewhere, 0, 15);
    tcase_add_test(t, unseeded_numbers_are_other_inputs);
    tcase_add_loop_test(t, a_name_that_is_missing_is_told, 0, COUNT(missing));
    tcase_add_loop_test(t, a_wrong_line_is_the_answers, 0, COUNT(placed));
    tcase_add_test(t, places_of_errors_are_those_of_the_answer);
    return s;
}
