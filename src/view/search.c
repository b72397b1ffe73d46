/* What is searched through of a stop is first its transcript; then what only the screen has of its
 * tensors: formula, names, labels, numbers. Cells are written out one by one, and only while nothing
 * else has the text. */
#include "view/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/number.h"
#include "view/page.h"
#include "view/page_names.h"
#include "view/page_text.h"
#include "view/transcript.h"

typedef struct Search {
    const Scene *scene;
    const Place *place; /* of the reader */
    const Run *run;
    const char *word;
    int decimals;
    bool is_number; /* the word could be a part of one        */
    bool rounds;    /* where nothing begins with it, what rounds to it counts */
    bool thorough;  /* operands are looked at, too            */
    bool has_class; /* which has not seen all results yet     */
    bool hides;     /* ... nor their numbers                  */
} Search;

/* Whether a number goes on at a place of a text: it has a digit before it, or one and the point. */
static bool is_inside_number(const char *text, size_t at)
{
    static const char digits[] = "0123456789";
    size_t before = at > 1 && text[at - 1] == '.' ? at - 1 : at;
    return before > 0 && memchr(digits, text[before - 1], sizeof digits - 1);
}

bool search_finds(const char *text, size_t length, const char *word)
{
    size_t n = strlen(word);
    bool is_number = *word >= '0' && *word <= '9';
    for (size_t i = 0; i + n <= length; i++)
        if (utf8_contains(text + i, n, word) && !(is_number && is_inside_number(text, i)))
            return true;
    return false;
}

static bool has(const Search *s, const char *text)
{
    return search_finds(text, strlen(text), s->word);
}

/* "0.98", "e-05", "inf" or "~0"; also what begins with these. */
static bool is_part_of_number(const char *word)
{
    return word[strspn(word, "0123456789.+-e~")] == '\0' ||
           strspn(word, "-infatrueslTF") == strlen(word);
}

/* The first label of an axis that has it; NULL for none. */
static const char *label_with(const Search *s, Arena *a, const QkvTensor *t, int axis)
{
    int64_t size = matrix_rows(t) * matrix_cols(t), items = matrix_items(t);
    for (int64_t item = 0; item < items && t->axis[axis].labels; item++)
        for (int64_t i = 0; i < t->size[axis]; i++) {
            const char *label = matrix_index_name(a, t, axis, i, item * size);
            if (has(s, label))
                return label;
        }
    return NULL;
}

/* Whether a number begins with the word: who looks for more digits than are shown knows it so far. */
static bool begins(const Search *s, const char *number)
{
    number += *number == '-' && s->word[0] != '-';
    number += s->word[0] == '.' ? strcspn(number, ".") : 0;
    return strncmp(number, s->word, strlen(s->word)) == 0;
}

/* Whether a number is the word once it is written with as many decimals, as books do: 0.9 would be
 * too many of them, 0.98 or 6e-06 is not. */
static bool rounds_to(const Search *s, double x)
{
    enum { LEAST = 2, MOST = 9 };
    const char *point = strchr(s->word, '.'), *e = strchr(s->word, 'e');
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0;
    if ((decimals < LEAST && !e) || decimals > MOST || !isfinite(x))
        return false;
    Buf text = {0};
    buf_printf(&text, e ? "%.*e" : "%.*f", decimals, x);
    bool is_it = begins(s, buf_text(&text));
    buf_release(&text);
    return is_it;
}

/* How a cell has it. */
typedef enum Having { HAS_NOT, HAS_ROUNDED, HAS_IN_FULL, HAS_SHOWN } Having;

static Having cell_having(const Search *s, const NumberFormat *format, const QkvTensor *t,
                          int64_t cell)
{
    Buf text = {0};
    bool is_float = t->dtype == QKV_FLOAT32;
    Having having = HAS_NOT;
    number_cell(&text, format, t, cell);
    if (has(s, buf_text(&text)))
        having = HAS_SHOWN;
    else if (is_float && format->kind != NUMBER_WHOLE) {
        buf_clear(&text);
        number_full(&text, t, cell);
        having = begins(s, buf_text(&text)) ? HAS_IN_FULL : HAS_NOT;
    }
    if (having == HAS_NOT && is_float && s->rounds && rounds_to(s, qkv_tensor_at(t, cell)))
        having = HAS_ROUNDED;
    buf_release(&text);
    return having;
}

/* How many cells that may be seen have it, at most so many, and the first `room` of them: where there is room
 * for one, it is one that has it as it is shown, not in digits that are not. Those that only round to it
 * count where no other has it. */
static int64_t cells_with(const Search *s, const QkvTensor *t, const Sight *sight, int64_t most,
                          int64_t *cell, int room)
{
    enum { MOST_CELLS = 20000 };
    int64_t found = 0;
    Having best = HAS_NOT;
    NumberFormat format = memo_format(s->scene->memo, s->run, t, s->decimals);
    for (int64_t i = 0; i < t->count && i < MOST_CELLS && found < most; i++) {
        Having having = matrix_conceals(sight, i) ? HAS_NOT : cell_having(s, &format, t, i);
        if (having == HAS_NOT || (having == HAS_ROUNDED && best > HAS_ROUNDED))
            continue;
        if (best == HAS_ROUNDED && having > best)
            found = 0;
        if (found++ < room)
            cell[found - 1] = i;
        if (room == 1 && having == HAS_SHOWN && best < HAS_SHOWN)
            cell[0] = i;
        best = having > best ? having : best;
    }
    return found;
}

static bool tensor_has(const Search *s, const QkvTensor *t, const Sight *sight)
{
    Arena a = {0};
    bool found = has(s,
                     arena_format(&a, "%s %s", explain_name(&a, s->run, t), matrix_shape(&a, t)));
    int64_t first;
    for (int d = 0; d < t->rank && !found; d++)
        found = label_with(s, &a, t, d) != NULL;
    found = found || (s->is_number && cells_with(s, t, sight, 1, &first, 1) > 0);
    arena_release(&a);
    return found;
}

/* Words are told from what is printed alone: a class may guess it. */
static Sight sight_of(const Search *s, const Stop *stop)
{
    bool hides = s->hides || (s->has_class && stop->kind != STOP_TENSOR);
    return hides ? place_stop_sight(s->scene->shown, s->run, s->place, stop) : (Sight){0};
}

static bool stop_has(const Search *s, const Stop *stop)
{
    enum { WIDE = 400 };
    if (!stop || stop->kind != STOP_TENSOR || stop->step < 0)
        return false;
    Arena a = {0};
    const QkvCall *call = &s->run->tape->step[stop->step].call;
    Sight sight = sight_of(s, stop);
    bool found = tensor_has(s, stop->tensor, &sight) ||
                 (call->count > 0 && has(s, explain_formula(&a, s->run, stop->step, WIDE)));
    for (int i = 0; s->thorough && i < call->count && !found; i++) {
        sight = s->hides ? page_sight(s->scene, s->place, call->in[i]) : (Sight){0};
        found = call->in[i]->step >= 0 && tensor_has(s, call->in[i], &sight);
    }
    arena_release(&a);
    return found;
}

/* Whether the words before a stop tell of what a class came past: pages do not say them either. */
static bool passes_over(const Search *s, const Place *at)
{
    Place there = *s->place;
    if (there.where.stage != at->where.stage)
        there.where.stop = 0; /* what is seen on the page is of another stage */
    there.where.stage = at->where.stage;
    return s->hides && place_unseen_before(s->scene->shown, s->run, &there,
                                           place_next(s->run, at, at->where.stop, -1));
}

/* The text of a stop; of one that is not seen yet the code alone. */
static bool text_has(const Search *s, const Place *at, const Stop *stop, const char *text,
                     size_t length)
{
    Arena arena = {0};
    Sight sight = stop ? sight_of(s, stop) : (Sight){0};
    if (stop && (sight.hidden > 0 || passes_over(s, at))) {
        text = stop->detail == DETAIL_BRIEF
                   ? place_code(&arena, s->scene->shown, s->run, s->place, stop->statement, 0)
                   : "";
        length = strlen(text);
    }
    bool found = search_finds(text, length, s->word);
    arena_release(&arena);
    return found;
}

/* Whether a class has not been asked the question of a stage yet, or not seen what comes out of a what-if. */
static bool withholds(const Search *s, const Place *p)
{
    Place at = *p;
    const Stop *unseen;
    at.page = PAGE_STAGE;
    at.where.stop = 0;
    const struct ShownResult *r = place_shown(s->scene->shown, &at);
    bool is_what_if = stage_what_if(&s->run->lesson->stage[at.where.stage]);
    return s->has_class && ((is_what_if && (r ? r->view.hidden > 0 : at.teach.on)) ||
                            place_asks_early(s->scene->shown, s->run, &at, &unseen));
}

static void add_stage(const Search *s, const Place *p, Hit *hit, int *hits)
{
    Arena arena = {0};
    Buf text = {0};
    Place at = *p;
    const Run *run = s->run;
    int stops = run_stops(run, p->where.stage);
    size_t *end = arena_many(&arena, (size_t)stops + 1, size_t), start = 0;
    transcript_ends(&text, run, p, !s->scene->is_plain, withholds(s, p), end);
    for (at.where.stop = 0; at.where.stop <= stops;
         at.where.stop = place_next(run, &at, at.where.stop, 1)) {
        const Stop *stop = place_stop(run, &at);
        if (text_has(s, &at, stop, buf_text(&text) + start, end[at.where.stop] - start) ||
            stop_has(s, stop))
            hit[(*hits)++] = (Hit){p->where.stage, at.where.stop};
        start = end[at.where.stop];
    }
    buf_release(&text);
    arena_release(&arena);
}

/* A class must not be told that a number is there which it has not seen. */
static Search search_of(const Scene *scene, const Place *p)
{
    bool is_number = is_part_of_number(p->search);
    bool has_class = p->teach.on || p->view.hidden > 0;
    return (Search){.scene = scene,
                    .place = p,
                    .run = scene->run,
                    .word = p->search,
                    .decimals = place_decimals(p),
                    .is_number = is_number,
                    .rounds = is_number,
                    .has_class = has_class,
                    .hides = has_class && (is_number || strpbrk(p->search, "0123456789"))};
}

int64_t search_cells(const Scene *scene, const Place *p, const QkvTensor *t, int64_t *cell,
                     int room)
{
    enum { MOST = 1000 };
    Search s = search_of(scene, p);
    Sight sight = s.hides ? page_sight(scene, p, t) : (Sight){0};
    return s.is_number ? cells_with(&s, t, &sight, MOST, cell, room) : 0;
}

static Hit *find_hits(Arena *a, const Search *all, const Place *p, int *count)
{
    Place at = *p;
    Search s = *all;
    const Run *run = s.run;
    int stages = run->lesson->stages;
    Hit *hit = arena_many(a, (size_t)(run->stops + stages), Hit);
    *count = 0;
    for (int pass = 0; pass < 3 && *count == 0 && *p->search; pass++) {
        s.rounds = all->rounds && pass > 0;
        s.thorough = pass > 1;
        if (pass == 1 && !s.rounds)
            continue;
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

/* What there is of it in the result of a stop: "weights[x2][x2] = 0.982", "scores: query she", or the name
 * alone where others of its statement have one, too. */
static const char *what_is_found(const Search *s, Arena *a, const Stop *stop)
{
    enum { MOST = 1000 };
    const QkvTensor *t = stop->kind == STOP_TENSOR && stop->step >= 0 ? stop->tensor : NULL;
    Sight sight = sight_of(s, stop);
    int64_t first = 0, cells = t && s->is_number ? cells_with(s, t, &sight, MOST, &first, 1) : 0;
    const char *label = NULL;
    if (cells > 0) {
        Buf text = {.arena = a};
        NumberFormat format = memo_format(s->scene->memo, s->run, t, s->decimals);
        buf_printf(&text, "%s = ", explain_cell(a, s->run, t, first));
        size_t start = text.length;
        number_cell(&text, &format, t, first);
        if (!has(s, buf_text(&text) + start)) {
            buf_cut(&text, start);
            number_full(&text, t, first);
        }
        if (cells > 1)
            buf_printf(&text, " +%lld", (long long)(cells - 1));
        return buf_text(&text);
    }
    for (int d = 0; t && d < t->rank && !label; d++) {
        label = label_with(s, a, t, d);
        const char *axis = t->axis[d].name    ? t->axis[d].name
                           : d == t->rank - 1 ? "column"
                           : d == t->rank - 2 ? "row"
                                              : matrix_axis_name(t, d);
        if (label)
            return arena_format(a, "%s: %s %s", explain_name(a, s->run, t), axis, label);
    }
    return stop->name ? stop->name : "";
}

/* "weights[x2][x2] = 0.982   weights = softmax(scores, dim=-1)": what there is, and the code that made it. */
static const char *row_text(const Search *s, Arena *a, const Place *p, Hit hit)
{
    enum { WHAT = 28, CODE = 60 };
    Place at = *p;
    at.where.stage = hit.stage;
    at.where.stop = hit.stop;
    const Stop *stop = place_stop(s->run, &at);
    if (!stop)
        return page_stage_title(s->run->lesson, hit.stage);
    const char *way = place_path(a, s->run, &at, CODE);
    Buf text = {.arena = a};
    buf_puts(&text, what_is_found(s, a, stop));
    if (text.length)
        buf_fill(&text, ' ', max_int(2, WHAT - utf8_columns(buf_text(&text))));
    buf_puts(&text,
             way ? way : place_code(a, s->scene->shown, s->run, s->place, stop->statement, CODE));
    return buf_text(&text);
}

static HitRow *gather_rows(Arena *a, const Search *s, const Place *p, const Hit *hit, int hits,
                           int *count)
{
    HitRow *row = arena_many(a, (size_t)hits, HitRow);
    *count = 0;
    for (int i = 0; i < hits; i++) {
        const char *text = row_text(s, a, p, hit[i]);
        int same = *count - 1;
        while (same >= 0 && row[same].hit.stage == hit[i].stage &&
               strcmp(row[same].text, text) != 0)
            same--;
        if (same >= 0 && row[same].hit.stage == hit[i].stage)
            row[same].places++;
        else
            row[(*count)++] = (HitRow){hit[i], i, 1, text};
    }
    return row;
}

/* --- what was found --------------------------------------------------------------------------- */

/* What the places found depend on. */
static Found found_for(const Place *p)
{
    Found f = {.seen = p->where, .decimals = place_decimals(p)};
    f.seen.lesson = f.seen.stage = f.seen.stop = 0;
    memcpy(f.word, p->search, sizeof f.word);
    return f;
}

static bool is_same(const Found *a, const Found *b)
{
    return a->hit && strcmp(a->word, b->word) == 0 && a->decimals == b->decimals &&
           memcmp(&a->seen, &b->seen, sizeof a->seen) == 0;
}

/* Where they are kept; NULL: nowhere, or what can be found changes with all that is shown. */
static Found *kept_of(const Search *s)
{
    return s->scene->memo && !s->has_class ? memo_found(s->scene->memo, s->run) : NULL;
}

/* Who follows finds what the class does: the choice in a list is that of the same rows. */
const Hit *search_hits(Arena *a, const Scene *scene, const Place *place, int *count)
{
    const Place class = place_as_class(*place), *p = &class;
    Search s = search_of(scene, p);
    Found *kept = kept_of(&s), now = found_for(p);
    if (!kept)
        return find_hits(a, &s, p, count);
    if (!is_same(kept, &now)) {
        arena_release(&kept->arena);
        now.hit = find_hits(&now.arena, &s, p, &now.hits);
        *kept = now;
    }
    *count = kept->hits;
    return kept->hit;
}

const HitRow *search_rows(Arena *a, const Scene *scene, const Place *place, int *count)
{
    const Place class = place_as_class(*place), *p = &class;
    int hits;
    const Hit *hit = search_hits(a, scene, p, &hits);
    Search s = search_of(scene, p);
    Found *kept = kept_of(&s);
    if (!kept)
        return gather_rows(a, &s, p, hit, hits, count);
    if (!kept->row)
        kept->row = gather_rows(&kept->arena, &s, p, hit, hits, &kept->rows);
    *count = kept->rows;
    return kept->row;
}

const char *search_nearest(Arena *a, const Run *run, const Place *p, const Stop **stop,
                           int64_t *cell)
{
    enum { MOST_CELLS = 20000 };
    static const double near = 0.01;
    char *end;
    double value = strtod(p->search, &end), least = near * fabs(value);
    Place last = *p;
    last.where.stage = run->lesson->stages - 1;
    last.where.stop = run_stops(run, last.where.stage);
    Names names = names_so_far(a, run, &last);
    *stop = NULL;
    for (int n = 0; n < names.count && !*end && strchr(p->search, '.'); n++) {
        const QkvTensor *t = names.stop[n]->tensor;
        for (int64_t i = 0; t && t->count <= MOST_CELLS && i < t->count; i++) {
            double distance = fabs(qkv_tensor_at(t, i) - value);
            if (!(distance < least)) /* nor is nan */
                continue;
            least = distance;
            *stop = names.stop[n];
            *cell = i;
        }
    }
    if (!*stop)
        return NULL;
    Buf number = {.arena = a};
    const QkvTensor *t = (*stop)->tensor;
    NumberFormat format = number_format(t, place_decimals(p));
    number_spoken(&number, &format, t, *cell);
    last.where.stage = run_stage_of_stop(run, *stop);
    return arena_format(a, "%s = %s, in %d.%d", explain_cell(a, run, t, *cell), buf_text(&number),
                        last.where.stage, place_count(run, &last, run_number_of_stop(run, *stop)));
}
