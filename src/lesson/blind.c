/* Table of what to look for in the steps of a run. */
#include "lesson/blind.h"

#include <string.h>

/* --- what a step is like -------------------------------------------------------------------------- */

/* The rows of a matrix are its columns in memory: x.T, x.transpose(-2, -1). */
static bool is_turned(const QkvTensor *t)
{
    return t->rank >= 2 && t->stride[t->rank - 1] > t->stride[t->rank - 2];
}

/* queries @ keys.T with as many keys as numbers in each, x @ w.T with a square w. */
static bool is_square(const Run *run, const QkvCall *c)
{
    (void)run;
    const QkvTensor *keys = c->count == 2 ? c->in[1] : NULL;
    return c->op->how == QKV_HOW_PRODUCTS && keys && is_turned(keys) &&
           keys->size[keys->rank - 1] == keys->size[keys->rank - 2] &&
           keys->size[keys->rank - 1] > 1;
}

static bool is_softmax_of_rows(const QkvCall *c)
{
    return c->op->how == QKV_HOW_SOFTMAX && c->out->rank >= 2 && c->reduced[c->out->rank - 1];
}

static const QkvCall *blind_maker(const Run *run, const QkvTensor *t)
{
    return t->step >= 0 ? &run->tape->step[t->step].call : NULL;
}

/* Finds what a tensor is a copy of, turned or cut or not. */
static const QkvTensor *origin_of(const Run *run, const QkvTensor *t)
{
    const QkvCall *c = blind_maker(run, t);
    while (c && c->op->how == QKV_HOW_COPY && c->count == 1) {
        t = c->in[0];
        c = blind_maker(run, t);
    }
    return t;
}

/* The operand that a result of the same shape was made of, the last of several: what a mask is put
 * on comes after it. */
static const QkvTensor *subject_of(const QkvCall *c)
{
    for (int i = c->count - 1; i >= 0; i--)
        if (qkv_tensor_same_shape(c->in[i], c->out))
            return c->in[i];
    return NULL;
}

/* x @ x.T, and what is made of it: symmetric whatever the numbers. */
static bool is_of_itself(const Run *run, const QkvTensor *t)
{
    const QkvCall *c = blind_maker(run, t);
    while (c && c->op->how != QKV_HOW_PRODUCTS) {
        t = subject_of(c);
        c = t ? blind_maker(run, t) : NULL;
    }
    return c && c->count == 2 && origin_of(run, c->in[0]) == origin_of(run, c->in[1]);
}

/* Tells whether the last two axes of a tensor may be swapped: each matrix is its own transpose. */
static bool is_own_transpose(const QkvTensor *t)
{
    int64_t n = t->rank >= 2 ? t->size[t->rank - 1] : 0;
    if (n < 2 || t->size[t->rank - 2] != n)
        return false;
    for (int64_t i = 0; i < t->count; i++) {
        int64_t row = i / n % n, column = i % n, first = i - row * n - column;
        if (qkv_tensor_at(t, i) != qkv_tensor_at(t, first + column * n + row))
            return false;
    }
    return true;
}

static bool is_symmetric(const Run *run, const QkvCall *c)
{
    const QkvTensor *t = is_softmax_of_rows(c) ? c->in[0] : NULL;
    return t && is_own_transpose(t) && !is_of_itself(run, t);
}

/* 'i d, j d -> i j' of operands for which -> j i gives the same. */
static bool is_symmetric_einsum(const Run *run, const QkvCall *c)
{
    return c->op->by_letters && c->count == 2 && is_own_transpose(c->out) &&
           origin_of(run, c->in[0]) != origin_of(run, c->in[1]);
}

static bool has_one_head(const Run *run, const QkvCall *c)
{
    (void)run;
    return is_softmax_of_rows(c) && c->out->rank >= 4 && c->out->size[c->out->rank - 3] == 1;
}

/* Tells whether what is masked comes out as it was. */
static bool hides_nothing(const Run *run, const QkvCall *c)
{
    (void)run;
    for (int i = 1; c->op->masks && i < c->count; i++) {
        const QkvTensor *t = c->in[i];
        size_t size = (size_t)t->count * qkv_dtype_size(t->dtype);
        if (t->count > 1 && t->dtype == c->out->dtype && qkv_tensor_same_shape(t, c->out) &&
            memcmp(t->data.raw, c->out->data.raw, size) == 0)
            return true;
    }
    return false;
}

/* --- the table ------------------------------------------------------------------------------------ */

static const struct {
    const char *word;
    bool (*is)(const Run *run, const QkvCall *c);
    const char *what;
} table[BLIND_KINDS] = {
    {"square", is_square,
     "the matrix that is transposed here is square: without the transpose the sizes fit, too"},
    {"symmetric", is_symmetric,
     "these scores are symmetric: with queries and keys swapped they are the same"},
    {"symmetric", is_symmetric_einsum,
     "this result is symmetric: with the two letters behind the arrow swapped it is the same"},
    {"one-head", has_one_head,
     "there is one head: splitting or merging heads without a transpose gives the same"},
    {"mask", hides_nothing, "this mask hides nothing: without it the result is the same"},
};

bool blind_is_word(const char *word, size_t length)
{
    for (int i = 0; i < BLIND_KINDS; i++)
        if (strlen(table[i].word) == length && strncmp(table[i].word, word, length) == 0)
            return true;
    return false;
}

const char *blind_words(void)
{
    return "square, symmetric, one-head or mask";
}

/* --- the search ----------------------------------------------------------------------------------- */

static bool blind_has_word(const char *text, const char *word)
{
    while (*(text += strspn(text, " \t"))) {
        size_t length = strcspn(text, " \t");
        if (length == strlen(word) && strncmp(text, word, length) == 0)
            return true;
        text += length;
    }
    return false;
}

static bool accepts(const Statement *s, const char *word)
{
    for (int i = 0; i < s->directives; i++)
        if (s->directive[i].kind == DIRECTIVE_ACCEPT && blind_has_word(s->directive[i].text, word))
            return true;
    return false;
}

/* Tells whether a statement up to this line accepts it. */
static bool is_accepted(const Lesson *lesson, int line, const char *word)
{
    for (int s = 0; s < lesson->stages; s++)
        for (int p = 0; p < lesson->stage[s].parts; p++) {
            const Part *part = &lesson->stage[s].part[p];
            for (int i = 0; part->kind == PART_CODE && i < part->program.count; i++)
                if (part->program.statement[i].line <= line &&
                    accepts(&part->program.statement[i], word))
                    return true;
        }
    return false;
}

int blind_find(const Run *run, Blind out[BLIND_KINDS])
{
    int count = 0;
    for (int k = 0; k < BLIND_KINDS; k++)
        for (int i = 0; i < run->tape->count; i++) {
            const QkvStep *step = &run->tape->step[i];
            int line = run->statement[step->tag].first;
            if (!table[k].is(run, &step->call))
                continue;
            if (!is_accepted(run->lesson, line, table[k].word))
                out[count++] = (Blind){line, table[k].word, table[k].what};
            break; /* accepted once, accepted from there on */
        }
    return count;
}
