#include "lesson/hidden.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/die.h"

/* --- stops and their homes ------------------------------------------------------------------------ */

/* Tells whether a value stands at the end of the code that made it, "n = 3": it tells nothing new. */
static bool is_written(const Run *run, const Stop *stop)
{
    if (stop->kind != STOP_VALUE || stop->line >= 0)
        return false;
    const char *code = lesson_code_line(run->lesson, run->statement[stop->statement].last);
    size_t length = strcspn(code, "\n"), value = strlen(stop->text);
    while (length > 0 && is_blank(code[length - 1]))
        length--;
    return value > 0 && value < length && strncmp(code + length - value, stop->text, value) == 0 &&
           is_blank(code[length - value - 1]);
}

static bool names_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; length > 0 && (at = strstr(at, word)); at += length)
        if ((at == text || !(is_letter(at[-1]) || is_digit(at[-1]))) &&
            !(is_letter(at[length]) || is_digit(at[length])))
            return true;
    return false;
}

/* Tells whether the expression of a step reads numbers from a result, or names a value that was computed before: what it
 * makes does not stand in the code. Whole numbers are counts and places, which are always told. */
static bool reads_result(const Run *run, const QkvStep *s)
{
    bool reads = s->text && (strstr(s->text, ".item()") || strstr(s->text, ".tolist()"));
    for (int i = 0; s->text && i < run->statement[s->tag].first_stop && !reads; i++) {
        const Stop *stop = &run->stop[i];
        reads = stop->kind == STOP_VALUE && stop->name && strchr(stop->text, '.') &&
                !is_written(run, stop) && names_word(s->text, stop->name);
    }
    return reads;
}

/* Tells whether a result stands in the code as it is, or is drawn; also by way of another type or shape. */
static bool is_given_in_code(const Run *run, int step)
{
    const QkvStep *s = &run->tape->step[step];
    int tag = s->tag;
    while (s->call.op->how == QKV_HOW_COPY && s->call.count == 1 && s->call.in[0]->step >= 0 &&
           run->tape->step[s->call.in[0]->step].tag == tag)
        s = &run->tape->step[s->call.in[0]->step];
    return s->call.op->how == QKV_HOW_GIVEN && !qkv_is_cut(s) && !reads_result(run, s);
}

static bool shows_step(const Stop *stop)
{
    return stop->kind == STOP_TENSOR && stop->step >= 0;
}

/* Tells whether a stop shows the result of a step of its own statement, and that is what the statement is about. */
static bool is_brief_home(const Run *run, const Stop *stop)
{
    return stop->detail == DETAIL_BRIEF && run->tape->step[stop->step].tag == stop->statement;
}

/* The index of the stop that is the home of a step; -1 for none. No stop before its statement shows it. */
static int home_of_step(const Run *run, int step)
{
    const RunStatement *x = &run->statement[run->tape->step[step].tag];
    int home = -1;
    for (int i = x->first_stop; i < run->stops && (home < 0 || i < x[1].first_stop); i++) {
        const Stop *stop = &run->stop[i];
        if (!shows_step(stop) || stop->step != step)
            continue;
        if (is_brief_home(run, stop))
            return i;
        home = home < 0 ? i : home;
    }
    return home;
}

static int *all_homes(Arena *a, const Run *run)
{
    int *home = arena_many(a, (size_t)run->tape->count + 1, int);
    for (int i = 0; i < run->tape->count; i++)
        home[i] = -1;
    for (int i = run->stops - 1; i >= 0; i--)
        if (shows_step(&run->stop[i]))
            home[run->stop[i].step] = i;
    for (int i = run->stops - 1; i >= 0; i--)
        if (shows_step(&run->stop[i]) && is_brief_home(run, &run->stop[i]))
            home[run->stop[i].step] = i;
    return home;
}

/* --- what was shown ------------------------------------------------------------------------------- */

void reveal_release(Reveal *r)
{
    int64_t edition = r->edition + 1;
    arena_release(&r->arena);
    *r = (Reveal){.edition = edition};
}

/* Of all stops that show one result the home keeps what was shown of it. */
static void to_home(const Run *run, int *stage, int *stop)
{
    const Stop *s = *stop > 0 ? run_stop(run, *stage, *stop) : NULL;
    int home = s && shows_step(s) ? home_of_step(run, s->step) : -1;
    if (home < 0)
        return;
    *stage = run_stage_of_stop(run, &run->stop[home]);
    *stop = run_number_of_stop(run, &run->stop[home]);
}

int64_t reveal_cells(const Run *run, int stage, int stop)
{
    if (stage < 0 || stage >= run->lesson->stages)
        return 0;
    if (stop == 0)
        return stage_what_if(&run->lesson->stage[stage]) != NULL;
    const Stop *s = run_stop(run, stage, stop);
    if (!s || s->kind == STOP_LINE)
        return 0;
    return s->kind != STOP_TENSOR ? 1 : s->step >= 0 ? s->tensor->count : 0;
}

/* Where the item of a stop stands among those of a Reveal, which are in order, or would stand. */
static int item_at(const Reveal *r, int stage, int stop, bool *is_there)
{
    int low = 0, high = r->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const Revealed *item = &r->item[middle];
        if (item->stage < stage || (item->stage == stage && item->stop < stop))
            low = middle + 1;
        else
            high = middle;
    }
    *is_there = low < r->count && r->item[low].stage == stage && r->item[low].stop == stop;
    return low;
}

static const Revealed *item_of(const Reveal *r, int stage, int stop, int64_t cells)
{
    bool is_there;
    int i = r ? item_at(r, stage, stop, &is_there) : 0;
    return r && is_there && r->item[i].of == cells ? &r->item[i] : NULL;
}

/* The first span of an item that ends at a cell or after it; all of them: none. */
static int span_at(const Revealed *item, int64_t cell)
{
    int low = 0, high = item->spans;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (item->span[middle].from + item->span[middle].count < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Puts `count` spans in the place of those from `first` to before `end`; false: they are the same. What is added at the
 * end one by one costs no more than all of it once. */
static bool replace_spans(Arena *a, Revealed *item, int first, int end, const Cells *by, int count)
{
    int spans = item->spans - (end - first) + count;
    if (count == end - first &&
        (count == 0 || memcmp(item->span + first, by, (size_t)count * sizeof *by) == 0))
        return false;
    if (!item->span || spans > item->room) {
        Cells *more = arena_many(a, (size_t)spans * 2, Cells);
        if (item->span)
            memcpy(more, item->span, (size_t)item->spans * sizeof *more);
        item->span = more;
        item->room = spans * 2;
    }
    if (item->spans > end)
        memmove(item->span + first + count, item->span + end,
                (size_t)(item->spans - end) * sizeof *by);
    if (count > 0)
        memcpy(item->span + first, by, (size_t)count * sizeof *by);
    item->spans = spans;
    return true;
}

static bool show_cells(Arena *a, Revealed *item, Cells cells)
{
    int64_t from = cells.from, to = cells.from + cells.count;
    int first = span_at(item, from), end = first;
    for (; item->span && end < item->spans && item->span[end].from <= to; end++) {
        from = min_int64(from, item->span[end].from);
        to = max_int64(to, item->span[end].from + item->span[end].count);
    }
    return replace_spans(a, item, first, end, &(Cells){from, to - from}, 1);
}

static bool hide_cells(Arena *a, Revealed *item, Cells cells)
{
    int64_t to = cells.from + cells.count;
    int first = span_at(item, cells.from + 1), end = first, count = 0;
    Cells left[2]; /* before and after what is hidden */
    for (; item->span && end < item->spans && item->span[end].from < to; end++) {
        Cells span = item->span[end];
        int64_t stop = span.from + span.count;
        if (span.from < cells.from)
            left[count++] = (Cells){span.from, cells.from - span.from};
        if (stop > to)
            left[count++] = (Cells){to, stop - to};
    }
    return replace_spans(a, item, first, end, left, count);
}

static Cells within(Cells c, int64_t count)
{
    int64_t from = clamp_int64(c.from, 0, count), lost = from - c.from;
    return (Cells){from, clamp_int64(c.count - max_int64(lost, 0), 0, count - from)};
}

/* The item of a stop, a new one where it has none, or one of another count of cells. */
static Revealed *own_item(Reveal *r, int stage, int stop, int64_t count)
{
    bool is_there;
    int at = item_at(r, stage, stop, &is_there);
    if (!is_there) {
        r->item = arena_more(&r->arena, r->item, (size_t)r->count, sizeof *r->item);
        memmove(r->item + at + 1, r->item + at, (size_t)(r->count - at) * sizeof *r->item);
        r->count++;
        r->item[at] = (Revealed){.stage = stage, .stop = stop, .of = count};
    } else if (r->item[at].of != count) {
        r->item[at].of = count;
        r->item[at].spans = 0;
    }
    return &r->item[at];
}

static bool set_cells(Reveal *r, const Run *run, int stage, int stop, Cells cells, bool shows)
{
    int64_t count = reveal_cells(run, stage, stop);
    cells = within(cells, count);
    if (count == 0 || cells.count == 0)
        return false;
    to_home(run, &stage, &stop);
    if (!shows && !item_of(r, stage, stop, count))
        return false;
    Revealed *item = own_item(r, stage, stop, count);
    bool changes = shows ? show_cells(&r->arena, item, cells) : hide_cells(&r->arena, item, cells);
    r->edition += changes;
    return changes;
}

bool reveal_show(Reveal *r, const Run *run, int stage, int stop, Cells cells)
{
    return set_cells(r, run, stage, stop, cells, true);
}

bool reveal_hide(Reveal *r, const Run *run, int stage, int stop, Cells cells)
{
    return set_cells(r, run, stage, stop, cells, false);
}

/* --- in another run ------------------------------------------------------------------------------- */

static void show_same_cells(Reveal *to, const Revealed *item, const Run *other, int stage, int stop,
                            const QkvTensor *t, const QkvTensor *old)
{
    unsigned char *differs = calloc((size_t)t->count + 1, 1);
    if (!differs)
        base_die("out of memory: what was shown");
    compare_cells(old, t, differs);
    for (int i = 0; i < item->spans; i++) {
        int64_t from = item->span[i].from, end = from + item->span[i].count;
        while (from < end) {
            int64_t next = from;
            while (next < end && !differs[next])
                next++;
            reveal_show(to, other, stage, stop, (Cells){from, next - from});
            from = next + 1;
        }
    }
    free(differs);
}

/* Shows an item there. A value, a print-out and a what-if were shown as a whole. */
static void show_item(Reveal *to, const Revealed *item, const Align *align, const Run *of)
{
    const Run *other = of == align_now(align) ? align_before(align) : align_now(align);
    const Stop *stop = item->stop > 0 ? run_stop(of, item->stage, item->stop) : NULL;
    if (item->stop == 0 && item->spans > 0)
        reveal_show(to, other, item->stage, 0, (Cells){0, 1});
    int partner = stop ? align_stop(align, of, (int)(stop - of->stop)) : -1;
    if (partner < 0 || reveal_cells(of, item->stage, item->stop) != item->of)
        return;
    const Stop *there = &other->stop[partner];
    int stage = run_stage_of_stop(other, there), number = run_number_of_stop(other, there);
    if (there->kind != stop->kind)
        return;
    if (shows_step(stop) && shows_step(there) && stop->tensor->dtype == there->tensor->dtype &&
        qkv_tensor_same_shape(stop->tensor, there->tensor))
        show_same_cells(to, item, other, stage, number, there->tensor, stop->tensor);
    else if (stop->kind != STOP_TENSOR && item->spans > 0 && same_text(stop->text, there->text))
        reveal_show(to, other, stage, number, (Cells){0, 1});
}

void reveal_beside(Reveal *to, const Reveal *from, const Align *align, const Run *of)
{
    for (int i = 0; i < from->count; i++)
        show_item(to, &from->item[i], align, of);
}

/* --- as lines of text ----------------------------------------------------------------------------- */

void reveal_write(Buf *out, const Revealed *item)
{
    buf_printf(out, "%d %d %" PRId64, item->stage, item->stop, item->of);
    for (int i = 0; i < item->spans; i++)
        buf_printf(out, " %" PRId64 "+%" PRId64, item->span[i].from, item->span[i].count);
}

/* A number of at most 18 digits at *at, which moves on behind it. */
static bool read_saved_number(const char **at, int64_t *out)
{
    int digits = 0;
    for (*out = 0; is_digit(**at) && digits < 18; digits++)
        *out = *out * 10 + (*(*at)++ - '0');
    return digits > 0 && !is_digit(**at);
}

bool reveal_read(Reveal *r, const Run *run, const char *line)
{
    int64_t stage, stop, of, from, count, last = 0;
    if (!read_saved_number(&line, &stage) || *line++ != ' ' || !read_saved_number(&line, &stop) ||
        *line++ != ' ' || !read_saved_number(&line, &of) || stage >= run->lesson->stages ||
        stop > run_stops(run, (int)stage) || of == 0 ||
        reveal_cells(run, (int)stage, (int)stop) != of)
        return false;
    const char *spans = line;
    for (int pass = 0; pass < 2; pass++) /* first all of it is read, then it is taken */
        for (line = spans, last = 0; *line; last = from + count) {
            if (*line++ != ' ' || !read_saved_number(&line, &from) || *line++ != '+' ||
                !read_saved_number(&line, &count) || from < last || count < 1 || from + count > of)
                return false;
            if (pass > 0)
                reveal_show(r, run, (int)stage, (int)stop, (Cells){from, count});
        }
    return true;
}

/* --- what is hidden ------------------------------------------------------------------------------- */

/* Of the result of a step. */
typedef struct HiddenStep {
    int64_t count;      /* so many cells are hidden                          */
    unsigned char *map; /* each of them 1; NULL where none is hidden, or all */
} HiddenStep;

struct Hidden {
    Arena arena;
    const Run *run;
    int *home; /* of each step: the index of its home, or -1           */
    HiddenStep *step;
    bool *stop;    /* of each stop that shows no tensor: whether it is hidden  */
    bool *what_if; /* of each stage: whether its results are                   */
    bool *is_seen; /* of each statement: whether all that it shows is seen     */
    int64_t work;  /* terms that may still be looked at one by one             */
    int from;      /* the first step after something hidden                    */
    uint64_t digest;
};

static int64_t cells_of(const Hidden *h, int step)
{
    return h->run->tape->step[step].call.out->count;
}

/* Keeps a map of the cells of a step; count of them are 1. */
static void hide_map(Hidden *h, int step, unsigned char *map, int64_t count)
{
    bool is_part = count > 0 && count < cells_of(h, step);
    h->step[step] = (HiddenStep){count, is_part ? map : NULL};
}

/* Finds what was revealed at a stop; NULL: nothing. */
static const Revealed *revealed_at(const Hidden *h, const Reveal *r, int stop)
{
    const Run *run = h->run;
    int stage = run_stage_of_stop(run, &run->stop[stop]);
    int number = run_number_of_stop(run, &run->stop[stop]);
    return item_of(r, stage, number, reveal_cells(run, stage, number));
}

/* Hides all cells of a step but for those that were revealed at its home. */
static void hide_but_revealed(Hidden *h, const Reveal *r, int step)
{
    const Revealed *item = revealed_at(h, r, h->home[step]);
    int64_t count = cells_of(h, step), left = count;
    for (int i = 0; item && i < item->spans; i++)
        left -= item->span[i].count;
    unsigned char *map = left > 0 && left < count
                             ? arena_array(&h->arena, (size_t)count, sizeof *map)
                             : NULL;
    if (map)
        memset(map, 1, (size_t)count);
    for (int i = 0; map && i < item->spans; i++)
        memset(map + item->span[i].from, 0, (size_t)item->span[i].count);
    hide_map(h, step, map, left);
}

static bool is_step_hidden(const Hidden *h, const QkvTensor *t, int64_t cell)
{
    const HiddenStep *s = t->step >= 0 && t->step < h->run->tape->count ? &h->step[t->step] : NULL;
    return s && s->count > 0 && (!s->map || s->map[cell]);
}

static bool is_source_hidden(const Hidden *h, const QkvCall *c, QkvSource s)
{
    return s.operand >= 0 && s.operand < c->count && is_step_hidden(h, c->in[s.operand], s.cell);
}

/* Tells whether a cell is made of hidden ones; where there is too much to look at, it counts as that. */
static bool is_made_of_hidden(Hidden *h, const QkvCall *c, int64_t cell, Arena *scratch)
{
    ArenaMark mark = arena_mark(scratch);
    QkvTerms terms = qkv_terms(c, cell, scratch);
    bool found = false;
    h->work -= terms.count + 1;
    for (int64_t i = 0; i < terms.count && !found && h->work > 0; i++) {
        QkvTerm t = qkv_term(&terms, i);
        found = is_source_hidden(h, c, t.a) || is_source_hidden(h, c, t.b);
    }
    arena_back(scratch, mark);
    return found || h->work <= 0;
}

/* Hides what is made of hidden cells, but not what was revealed itself. */
static void hide_made(Hidden *h, const Reveal *r, int step)
{
    const QkvCall *c = &h->run->tape->step[step].call;
    int64_t hidden = 0, cells = 0;
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->step >= 0) {
            hidden += h->step[c->in[i]->step].count;
            cells += c->in[i]->count;
        }
    const Revealed *item = h->home[step] >= 0 ? revealed_at(h, r, h->home[step]) : NULL;
    if (hidden == 0 || c->out->count == 0)
        return;
    if (hidden == cells && !item) {
        hide_map(h, step, NULL, c->out->count);
        return;
    }
    Arena scratch = {0};
    unsigned char *map = arena_array(&h->arena, (size_t)c->out->count, sizeof *map);
    int64_t count = 0;
    for (int64_t cell = 0; cell < c->out->count; cell++) {
        map[cell] = is_step_hidden(h, c->out, cell) || is_made_of_hidden(h, c, cell, &scratch);
        count += map[cell];
    }
    for (int i = 0; item && i < item->spans; i++)
        for (int64_t k = 0; k < item->span[i].count; k++) {
            count -= map[item->span[i].from + k];
            map[item->span[i].from + k] = 0;
        }
    hide_map(h, step, map, count);
    arena_release(&scratch);
}

/* A step that no statement shows, or that is made on the way. */
static void hide_inner(Hidden *h, const Reveal *r, int step)
{
    const QkvStep *s = &h->run->tape->step[step];
    bool moves = s->call.op->how == QKV_HOW_COPY && s->call.count == 1;
    int home = h->home[step];
    if (is_given_in_code(h->run, step)) {
        /* "weights = hold" is written out as all numbers of a result */
        if (h->run->lesson->is_changed && !h->is_seen[s->tag])
            hide_map(h, step, NULL, s->call.out->count);
        return;
    }
    if (home >= 0 && !moves && !h->is_seen[h->run->stop[home].statement])
        hide_but_revealed(h, r, step);
    hide_made(h, r, step);
}

/* Tells whether all that a statement shows is seen. */
static bool is_all_seen(const Hidden *h, int statement)
{
    const RunStatement *x = &h->run->statement[statement];
    for (int i = x->first_stop; i < x[1].first_stop; i++) {
        const Stop *stop = &h->run->stop[i];
        if (stop->detail == DETAIL_BRIEF &&
            (shows_step(stop) ? h->step[stop->step].count > 0 : h->stop[i]))
            return false;
    }
    return true;
}

/* Hides what statements show themselves: that depends on nothing else. */
static void hide_shown(Hidden *h, const Reveal *r)
{
    const Run *run = h->run;
    for (int i = 0; i < run->tape->count; i++)
        if (h->home[i] >= 0 && run->stop[h->home[i]].detail == DETAIL_BRIEF &&
            !is_given_in_code(run, i))
            hide_but_revealed(h, r, i);
    for (int i = 0; i < run->stops; i++) {
        const Stop *stop = &run->stop[i];
        bool is_text = stop->kind != STOP_TENSOR && stop->kind != STOP_LINE;
        const Revealed *item = is_text ? revealed_at(h, r, i) : NULL;
        h->stop[i] = is_text && !is_written(run, stop) && (!item || item->spans == 0);
    }
    for (int s = 0; s < run->lesson->stages; s++) {
        const Revealed *item = item_of(r, s, 0, 1);
        h->what_if[s] = reveal_cells(run, s, 0) > 0 && (!item || item->spans == 0);
    }
}

static uint64_t digest_of(const Reveal *r)
{
    uint64_t digest = 14695981039346656037u; /* FNV-1a */
    Buf text = {0};
    for (int i = 0; r && i < r->count; i++) {
        reveal_write(&text, &r->item[i]);
        buf_putc(&text, '\n');
    }
    for (size_t i = 0; i < text.length; i++)
        digest = (digest ^ (unsigned char)text.text[i]) * 1099511628211u;
    buf_release(&text);
    return digest;
}

/* The first step that comes after a hidden one, or after a hidden value. */
static int first_after_hidden(const Hidden *h)
{
    const Run *run = h->run;
    int from = run->tape->count;
    for (int i = run->stops - 1; i >= 0; i--) {
        const Stop *stop = &run->stop[i];
        const bool is_last = stop->line < 0; /* or else a step of its own statement may follow */
        if (h->stop[i] && stop->kind == STOP_VALUE && stop->detail == DETAIL_BRIEF)
            from = min_int(from, run->statement[stop->statement + is_last].first_step);
    }
    for (int i = 0; i < from; i++)
        if (h->step[i].count > 0)
            return i + 1;
    return from;
}

Hidden *hidden_of(const Run *run, const Reveal *reveal)
{
    enum { WORK = 1 << 18 };
    Hidden *h = calloc(1, sizeof *h);
    if (!h)
        base_die("out of memory: what is hidden");
    h->run = run;
    h->work = WORK;
    h->digest = digest_of(reveal);
    h->home = all_homes(&h->arena, run);
    h->step = arena_many(&h->arena, (size_t)run->tape->count + 1, HiddenStep);
    h->stop = arena_many(&h->arena, (size_t)run->stops + 1, bool);
    h->what_if = arena_many(&h->arena, (size_t)run->lesson->stages + 1, bool);
    h->is_seen = arena_many(&h->arena, (size_t)run->statements + 1, bool);
    hide_shown(h, reveal);
    for (int s = 0; s < run->statements; s++) {
        h->is_seen[s] = is_all_seen(h, s);
        for (int i = run->statement[s].first_step; i < run->statement[s + 1].first_step; i++)
            if (h->home[i] < 0 || run->stop[h->home[i]].detail != DETAIL_BRIEF)
                hide_inner(h, reveal, i);
    }
    h->from = first_after_hidden(h);
    return h;
}

void hidden_free(Hidden *h)
{
    if (h)
        arena_release(&h->arena);
    free(h);
}

bool hidden_cell(const Hidden *h, const QkvTensor *t, int64_t cell)
{
    return is_step_hidden(h, t, cell);
}

int64_t hidden_count(const Hidden *h, const QkvTensor *t)
{
    return t->step >= 0 && t->step < h->run->tape->count ? h->step[t->step].count : 0;
}

int64_t hidden_at(const Hidden *h, int stage, int stop)
{
    if (stage < 0 || stage >= h->run->lesson->stages)
        return 0;
    if (stop == 0)
        return h->what_if[stage];
    const Stop *s = run_stop(h->run, stage, stop);
    if (!s || s->kind == STOP_LINE) /* numbers that a line bound are the lens's */
        return 0;
    return shows_step(s) ? h->step[s->step].count : h->stop[s - h->run->stop];
}

bool hidden_home(const Hidden *h, int step, int *stage, int *stop)
{
    int home = step >= 0 && step < h->run->tape->count ? h->home[step] : -1;
    if (home < 0)
        return false;
    *stage = run_stage_of_stop(h->run, &h->run->stop[home]);
    *stop = run_number_of_stop(h->run, &h->run->stop[home]);
    return true;
}

int hidden_from(const Hidden *h)
{
    return h->from;
}

uint64_t hidden_digest(const Hidden *h)
{
    return h->digest;
}
