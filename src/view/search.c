/* What is searched through of a stop is first its transcript; then what only the screen has of its
 * tensors: formula, names, labels, numbers. Cells are written out one by one, and only while nothing
 * else has the text. */
#include "view/search.h"

#include <string.h>

#include "base/utf8.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/page_text.h"
#include "view/transcript.h"

typedef struct Search {
    Memo *memo;
    const Run *run;
    const char *word;
    int decimals;
    bool is_number; /* the word could be a part of one        */
    bool thorough;  /* operands are looked at, too            */
} Search;

static bool has(const Search *s, const char *text)
{
    return utf8_contains(text, strlen(text), s->word);
}

/* "0.98", "e-05", "inf" or "~0"; also what begins with these. */
static bool is_part_of_number(const char *word)
{
    return word[strspn(word, "0123456789.+-e~")] == '\0' ||
           strspn(word, "-infatrueslTF") == strlen(word);
}

static bool labels_have(const Search *s, const QkvTensor *t, int axis)
{
    Arena a = {0};
    bool found = false;
    int64_t size = matrix_rows(t) * matrix_cols(t), items = matrix_items(t);
    if (!t->axis[axis].labels)
        return false;
    for (int64_t item = 0; item < items && !found; item++)
        for (int64_t i = 0; i < t->size[axis] && !found; i++)
            found = has(s, matrix_index_name(&a, t, axis, i, item * size));
    arena_release(&a);
    return found;
}

static bool numbers_have(const Search *s, const QkvTensor *t)
{
    enum { MOST_CELLS = 20000 };
    Buf text = {0};
    bool found = false;
    NumberFormat format = memo_format(s->memo, s->run, t, s->decimals);
    for (int64_t i = 0; i < t->count && i < MOST_CELLS && !found; i++) {
        buf_clear(&text);
        number_cell(&text, &format, t, i);
        found = has(s, buf_text(&text));
        if (found || t->dtype != QKV_FLOAT32 || format.kind == NUMBER_WHOLE)
            continue;
        buf_clear(&text);
        number_full(&text, t, i);
        found = has(s, buf_text(&text));
    }
    buf_release(&text);
    return found;
}

static bool tensor_has(const Search *s, const QkvTensor *t)
{
    Arena a = {0};
    bool found = has(s,
                     arena_format(&a, "%s %s", explain_name(&a, s->run, t), matrix_shape(&a, t)));
    for (int d = 0; d < t->rank && !found; d++)
        found = labels_have(s, t, d);
    found = found || (s->is_number && numbers_have(s, t));
    arena_release(&a);
    return found;
}

static bool stop_has(const Search *s, const Stop *stop)
{
    enum { WIDE = 400 };
    if (!stop || stop->kind != STOP_TENSOR || stop->step < 0)
        return false;
    Arena a = {0};
    const QkvCall *call = &s->run->tape->step[stop->step].call;
    bool found = tensor_has(s, stop->tensor) ||
                 (call->count > 0 && has(s, explain_formula(&a, s->run, stop->step, WIDE)));
    for (int i = 0; s->thorough && i < call->count && !found; i++)
        found = call->in[i]->step >= 0 && tensor_has(s, call->in[i]);
    arena_release(&a);
    return found;
}

static void add_stage(const Search *s, const Place *p, Hit *hit, int *hits)
{
    Arena arena = {0};
    Buf text = {0};
    Place at = *p;
    const Run *run = s->run;
    int stops = run_stops(run, p->where.stage);
    size_t *end = arena_many(&arena, (size_t)stops + 1, size_t), start = 0;
    transcript_ends(&text, run, p, end);
    for (at.where.stop = 0; at.where.stop <= stops;
         at.where.stop = place_next(run, &at, at.where.stop, 1)) {
        if (utf8_contains(buf_text(&text) + start, end[at.where.stop] - start, p->search) ||
            stop_has(s, place_stop(run, &at)))
            hit[(*hits)++] = (Hit){p->where.stage, at.where.stop};
        start = end[at.where.stop];
    }
    buf_release(&text);
    arena_release(&arena);
}

Hit *search_hits(Arena *a, Memo *memo, const Run *run, const Place *p, int *count)
{
    Place at = *p;
    int stages = run->lesson->stages;
    Search s = {.memo = memo,
                .run = run,
                .word = p->search,
                .decimals = place_decimals(p),
                .is_number = is_part_of_number(p->search)};
    Hit *hit = arena_many(a, (size_t)(run->stops + stages), Hit);
    *count = 0;
    for (int pass = 0; pass < 2 && *count == 0 && *p->search; pass++) {
        s.thorough = pass > 0;
        for (at.where.stage = 0; at.where.stage < stages; at.where.stage++)
            add_stage(&s, &at, hit, count);
    }
    return hit;
}

int search_at(const Hit *hit, int count, const Place *p)
{
    int at = -1;
    for (int i = 0; i < count; i++)
        if (hit[i].stage < p->where.stage ||
            (hit[i].stage == p->where.stage && hit[i].stop <= p->where.stop))
            at = i;
    return at;
}

const char *search_line(Arena *a, const Run *run, const Place *p, Hit hit)
{
    enum { CODE = 60 };
    Place at = *p;
    at.where.stage = hit.stage;
    const Stop *stop = run_stop(run, hit.stage, hit.stop);
    return arena_format(a, "%2d.%-2d %s", hit.stage, place_count(run, &at, hit.stop),
                        stop ? explain_code(a, run, stop->statement, CODE)
                             : page_stage_title(run->lesson, hit.stage));
}
