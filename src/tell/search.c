/* Of each stage its words are searched through, stop by stop, and of each result what pages show: name, labels, formula,
 * numbers. Cells are written out one by one, and only where nothing else has the text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/formula.h"
#include "tell/prose.h"
#include "tell/tell.h"

enum { CELLS_MOST = 20000 /* of larger tensors no more are looked at */, WIDE = 400 };

typedef struct TextSearch {
    const Lens *l;
    const Spot *here;
    const char *word;
    bool is_number; /* the word could be a part of one */
} TextSearch;

/* Tells whether a number goes on at a place of a text: it has a digit before it, or one and the point. */
static bool is_inside_number(const char *text, size_t at)
{
    static const char digits[] = "0123456789";
    size_t before = at > 1 && text[at - 1] == '.' ? at - 1 : at;
    return before > 0 && memchr(digits, text[before - 1], sizeof digits - 1);
}

/* Tells whether the first `length` bytes of a text have a word, ASCII capitals or not; digits are found from where a
 * number begins: 16 is in 162 and -16, not in 0.316. */
static bool finds(const char *text, size_t length, const char *word)
{
    size_t n = strlen(word);
    bool is_number = *word >= '0' && *word <= '9';
    for (size_t i = 0; i + n <= length; i++)
        if (utf8_contains(text + i, n, word) && !(is_number && is_inside_number(text, i)))
            return true;
    return false;
}

static bool search_has(const TextSearch *s, const char *text)
{
    return finds(text, strlen(text), s->word);
}

/* "0.98", "e-05", "inf" or "~0"; also what begins with these. */
static bool is_part_of_number(const char *word)
{
    return word[strspn(word, "0123456789.+-e~")] == '\0' ||
           strspn(word, "-infatrueslTF") == strlen(word);
}

/* The first label of an axis that has it; NULL for none. */
static const char *label_with(const TextSearch *s, Arena *a, const QkvTensor *t, int axis)
{
    int64_t size = matrix_rows(t) * matrix_cols(t), items = matrix_items(t);
    for (int64_t item = 0; item < items && t->axis[axis].labels; item++)
        for (int64_t i = 0; i < t->size[axis]; i++) {
            const char *label = matrix_index_name(a, t, axis, i, item * size);
            if (search_has(s, label))
                return label;
        }
    return NULL;
}

/* Tells whether a number begins with the word: who looks for more digits than are shown knows it so far. */
static bool search_begins(const TextSearch *s, const char *number)
{
    number += *number == '-' && s->word[0] != '-';
    number += s->word[0] == '.' ? strcspn(number, ".") : 0;
    return strncmp(number, s->word, strlen(s->word)) == 0;
}

/* Tells whether a number is the word once it is written with as many decimals, as books do: 0.9 would be
 * too many of them, 0.98 or 6e-06 is not. */
static bool rounds_to(const TextSearch *s, double x)
{
    enum { LEAST = 2, MOST = 9 };
    const char *point = strchr(s->word, '.'), *e = strchr(s->word, 'e');
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0;
    if ((decimals < LEAST && !e) || decimals > MOST || !isfinite(x))
        return false;
    Buf text = {0};
    buf_printf(&text, e ? "%.*e" : "%.*f", decimals, x);
    bool is_it = search_begins(s, buf_text(&text));
    buf_release(&text);
    return is_it;
}

/* Tells whether a number can have a word with digits on both sides of a point, "0.88": only one nearly as large can. Where numbers
 * may be written with an exponent, that is not known. */
static bool may_have(const TextSearch *s, double x)
{
    static const double least = 1e-3, most = 1e6;
    const char *point = strchr(s->word, '.');
    double size = fabs(x), word = strtod(s->word, NULL);
    if (!point || !is_digit(s->word[0]) || !is_digit(point[1]) || strpbrk(s->word, "e~+-") ||
        !(size > least && size < most))
        return true;
    double apart = 1.5 * pow(10, -(double)min_int((int)strlen(point + 1), s->l->decimals));
    return size > word - apart && size < word + apart;
}

/* Tells whether a cell that may be seen has it: as it is shown, in digits that are not, or rounded. */
static bool cell_has(const TextSearch *s, const NumberFormat *format, const QkvTensor *t,
                     int64_t cell)
{
    Buf text = {0};
    bool is_float = qkv_is_float(t->dtype) && format->kind != NUMBER_WHOLE;
    if ((!s->l->differs && !may_have(s, lens_value(s->l, t, cell))) ||
        !lens_shows_cells(s->l, t, (Cells){cell, 1}))
        return false;
    lens_cell(&text, s->l, t, cell, format);
    bool it_has = search_has(s, buf_text(&text));
    if (!it_has && is_float) {
        buf_clear(&text);
        lens_full(&text, s->l, t, cell);
        it_has = search_begins(s, buf_text(&text)) ||
                 (!s->l->differs && rounds_to(s, lens_value(s->l, t, cell)));
    }
    buf_release(&text);
    return it_has;
}

/* How many cells have it, and the first of them. */
static int64_t cells_with(const TextSearch *s, const QkvTensor *t, int64_t *first)
{
    int64_t found = 0;
    NumberFormat format = lens_format(s->l, t);
    for (int64_t i = 0; i < t->count && i < CELLS_MOST; i++)
        if (cell_has(s, &format, t, i) && found++ == 0)
            *first = i;
    return found;
}

/* --- what is found -------------------------------------------------------------------------------- */

/* A place: a spot, and a cell of its result where that is what was found. */
typedef struct FoundPlace {
    Spot spot;
    int64_t cell;
    bool is_cell;
    int times;        /* so many of the stage read the same */
    const char *text; /* "weights[x2, x2] = 0.982\tweights = softmax(scores, dim=-1)" */
} FoundPlace;

typedef struct FoundPlaces {
    Arena *a;
    int count;
    FoundPlace *place;
} FoundPlaces;

static void add_place(FoundPlaces *p, FoundPlace new)
{
    for (int i = p->count - 1; i >= 0 && p->place[i].spot.stage == new.spot.stage; i--)
        if (strcmp(p->place[i].text, new.text) == 0) {
            p->place[i].times++;
            return;
        }
    new.times = 1;
    arena_push(p->a, p->place, p->count, new);
}

static Spot spot_of(const TextSearch *s, int stage, int stop)
{
    return spot_at(*s->here, s->l->run, stage, stop);
}

/* "weights[x2, x2] = 0.982 +3": the first number that has it, and how many others do. */
static const char *cell_text(const TextSearch *s, Arena *a, const QkvTensor *t, int64_t first,
                             int64_t cells)
{
    Buf text = {.arena = a};
    NumberFormat format = lens_format(s->l, t);
    buf_printf(&text, "%s = ", explain_cell(a, s->l->run, t, first));
    size_t start = text.length;
    lens_cell(&text, s->l, t, first, &format);
    if (!search_has(s, buf_text(&text) + start)) {
        buf_cut(&text, start);
        lens_full(&text, s->l, t, first);
    }
    if (cells > 1)
        buf_printf(&text, " +%lld", (long long)(cells - 1));
    return buf_text(&text);
}

/* "scores: query she". */
static const char *label_text(const TextSearch *s, Arena *a, const QkvTensor *t)
{
    const char *label = NULL;
    for (int d = 0; d < t->rank && !label; d++) {
        label = label_with(s, a, t, d);
        if (label)
            return arena_format(a, "%s: %s %s", explain_name(a, s->l->run, t),
                                matrix_axis_name(t, d), label);
    }
    return NULL;
}

/* Looks for it in what a stop shows, and says what has it; NULL: nothing. */
static const char *found_at(const TextSearch *s, Arena *a, int stage, int number, FoundPlace *place)
{
    const Run *run = s->l->run;
    const Stop *stop = run_stop(run, stage, number);
    bool is_tensor = stop->kind == STOP_TENSOR && stop->step >= 0;
    const QkvTensor *t = is_tensor ? stop->tensor : NULL;
    int64_t cells = t && s->is_number ? cells_with(s, t, &place->cell) : 0;
    if (cells > 0) {
        place->is_cell = true;
        return cell_text(s, a, t, place->cell, cells);
    }
    if (t) {
        const char *shape = arena_format(a, "%s %s", explain_name(a, run, t), matrix_shape(a, t));
        const char *label = label_text(s, a, t);
        bool is_formula = run->tape->step[stop->step].call.count > 0 &&
                          search_has(s, explain_formula(a, s->l, stop->step, WIDE));
        if (label)
            return label;
        return search_has(s, shape) || is_formula ? explain_name(a, run, t) : NULL;
    }
    bool is_text = stop->text && stop->kind != STOP_TENSOR && lens_shows_stop(s->l, stage, number);
    if (!is_text || !search_has(s, stop->text))
        return NULL;
    return stop->name ? stop->name : "what is printed";
}

static void search_stops(const TextSearch *s, FoundPlaces *p, int stage)
{
    enum { CODE = 60 };
    const Run *run = s->l->run;
    for (int i = 1; i <= run_stops(run, stage); i++) {
        const Stop *stop = run_stop(run, stage, i);
        FoundPlace place = {0};
        if (stop->detail > DETAIL_BRIEF && stop->detail > s->here->detail)
            continue;
        const char *code = explain_code(p->a, run, stop->statement, CODE);
        const char *found = found_at(s, p->a, stage, i, &place);
        if (!found && stop->detail == DETAIL_BRIEF && search_has(s, code))
            found = stop->name ? stop->name : "";
        if (!found)
            continue;
        place.spot = spot_of(s, stage, i);
        place.text = arena_format(p->a, "%s\t%s", found, code);
        add_place(p, place);
    }
}

/* The stop that a part of a stage leads to; 0 for what comes before all of them. */
static int stop_after(const Run *run, int stage, int part)
{
    int last = 0;
    for (int i = 1; i <= run_stops(run, stage); i++) {
        const Stop *stop = run_stop(run, stage, i);
        if (stop->detail > DETAIL_BRIEF)
            continue;
        if (run->statement[stop->statement].part > part)
            return last == 0 ? 0 : i;
        last = i;
    }
    return last;
}

/* The line of prose that has it; NULL for none. */
static const char *line_with(const TextSearch *s, Arena *a, const Block *block)
{
    enum { WIDTH = 56 };
    Buf text = {.arena = a};
    Prose prose = prose_layout(a, block, 1, WIDTH, PROSE_STYLED);
    prose_text(&text, &prose);
    const char *line = NULL, *at = buf_text(&text);
    for (; *at && !line; at += *at == '\n') {
        size_t length = strcspn(at, "\n");
        if (finds(at, length, s->word))
            line = arena_text(a, at + strspn(at, " "), length - strspn(at, " "));
        at += length;
    }
    return line;
}

static void search_words(const TextSearch *s, FoundPlaces *p, int stage)
{
    const Run *run = s->l->run;
    const Stage *x = &run->lesson->stage[stage];
    const char *title = stage > 0 ? x->title : run->lesson->title;
    Spot first;
    if (search_has(s, title))
        add_place(p, (FoundPlace){.spot = spot_of(s, stage, 0), .text = title});
    for (int i = 0; i < x->parts; i++) {
        PartKind kind = x->part[i].kind;
        int stop = stop_after(run, stage, i);
        if ((kind != PART_PROSE && kind != PART_QUESTION) ||
            (stop > 0 && lens_withholds_text(s->l, stage, stop - 1, &first)))
            continue;
        const char *line = line_with(s, p->a, &x->part[i].block);
        if (line)
            add_place(p, (FoundPlace){.spot = spot_of(s, stage, stop),
                                      .text = arena_format(p->a, "\t%s", line)});
    }
}

/* "she him": the number in the row and the column that are called so, of each result that has both. */
static void search_row_column(const TextSearch *s, FoundPlaces *p, int stage)
{
    const Run *run = s->l->run;
    size_t row = strcspn(s->word, " ");
    const char *column = s->word + row + strspn(s->word + row, " ");
    for (int i = 1; i <= run_stops(run, stage) && *column; i++) {
        const Stop *stop = run_stop(run, stage, i);
        const QkvTensor *t = stop->kind == STOP_TENSOR && stop->step >= 0 ? stop->tensor : NULL;
        int64_t found = -1, cols = t ? matrix_cols(t) : 0;
        if (!t || t->rank < 2 || stop->detail > DETAIL_BRIEF)
            continue;
        for (int64_t r = 0; r < matrix_rows(t) && found < 0; r++) {
            const char *name = qkv_tensor_label(t, t->rank - 2, r, r * cols);
            if (!name || strlen(name) != row || strncmp(name, s->word, row) != 0)
                continue;
            for (int64_t c = 0; c < cols && found < 0; c++)
                if (same_text(qkv_tensor_label(t, t->rank - 1, c, r * cols), column))
                    found = r * cols + c;
        }
        if (found >= 0)
            add_place(p, (FoundPlace){.spot = spot_of(s, stage, i),
                                      .cell = found,
                                      .is_cell = true,
                                      .text = cell_text(s, p->a, t, found, 1)});
    }
}

/* --- the list ------------------------------------------------------------------------------------- */

static FoundPlaces *find_all(Arena *a, const Lens *l, const Spot *here, const char *word)
{
    FoundPlaces *p = arena_new(a, FoundPlaces);
    int stages = l->run->lesson->stages;
    p->a = a;
    const TextSearch s = {l, here, word, is_part_of_number(word)};
    for (int stage = 0; stage < stages && *word; stage++) {
        search_words(&s, p, stage);
        search_row_column(&s, p, stage);
        search_stops(&s, p, stage);
    }
    return p;
}

static const FoundPlaces *places_of(Arena *a, const Lens *l, const Spot *here, const char *word)
{
    char key[MEMO_KEY];
    snprintf(key, sizeof key, "%d %d %s %s", here->lesson, here->detail, lens_key(l).text, word);
    MemoSlot *slot = l->align ? NULL : memo_slot(l->memo, l->run, MEMO_FOUND, key);
    if (!slot)
        return find_all(a, l, here, word);
    if (!slot->made)
        slot->made = find_all(&slot->arena, l, here, word);
    return slot->made;
}

Doc *tell_found(Arena *a, const Lens *l, const Spot *here, const char *text)
{
    const FoundPlaces *p = places_of(a, l, here, text);
    Doc *d = doc_new(a, DOC_LIST, l, l->run->lesson->title);
    d->head = arena_format(a, "%d place%s with \"%s\"", p->count, plural(p->count), text);
    for (int i = 0; i < p->count; i++) {
        const FoundPlace *x = &p->place[i];
        Target target = {.kind = TARGET_SPOT, .of = x->is_cell, .cell = x->cell, .spot = x->spot};
        DocRow *r = doc_row(d, target, "%s\t%s", spot_number(a, l->run, &x->spot), x->text);
        if (x->times > 1)
            r->right = arena_format(a, "%d times", x->times);
        if (x->spot.stage < here->stage ||
            (x->spot.stage == here->stage && x->spot.stop <= here->stop))
            d->row = i;
    }
    if (p->count == 0)
        doc_note(d, "\"%s\" was not found in this lesson.", text);
    return d;
}
