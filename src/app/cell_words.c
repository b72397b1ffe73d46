#include "app/cell_words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/code.h"
#include "lesson/result.h"
#include "view/explain.h"
#include "view/matrix.h"

CellHere cell_here(const Run *run, const Place *place)
{
    CellHere here = {.run = run, .is_asked = place->page == PAGE_CELL};
    if (here.is_asked) {
        here.step = &run->tape->step[place->asked.step];
        here.cell = place->asked.cell;
    } else if (place->page == PAGE_STAGE && (here.step = place_step(run, place))) {
        const QkvTensor *t = here.step->call.out;
        int64_t item = place->view.item < matrix_items(t) ? place->view.item : 0;
        here.cell = item * matrix_rows(t) * matrix_cols(t);
    }
    return here;
}

/* --- words ---------------------------------------------------------------------------------------- */

enum { MOST_WORDS = 3 * QKV_MAX_RANK }; /* "head 1 query [PAD] 3", of each axis three */

/* A word is about the axis that is named before it, or else about the one that its place means. */
typedef struct Words {
    int count; /* MOST_WORDS: that many, or more */
    const char *word[MOST_WORDS];
    int axis[MOST_WORDS]; /* -1: by its place */
    uint32_t named;       /* a bit for each axis that is named in words */
    bool is_exact;        /* nothing is guessed */
} Words;

static void add_word(Arena *a, Words *w, const char *text, size_t length)
{
    while (length > 0 && *text == ' ')
        text++, length--;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    bool is_quoted = length > 1 && (*text == '"' || *text == '\'') && text[length - 1] == *text;
    if (w->count >= MOST_WORDS || length == 0)
        return;
    w->axis[w->count] = -1;
    w->word[w->count++] = arena_text(a, text + is_quoted, length - 2 * is_quoted);
}

/* "x2 x3" or "x2, x3"; in brackets, where a label may have blanks and brackets in it, "[x2][[PAD]]" or
 * "[x2, [PAD]]". */
static Words read_words(Arena *a, const char *text, bool has_brackets)
{
    Words w = {0};
    int depth = 0;
    for (const char *at = text;; at++) {
        bool opens = *at == '[' && depth++ == 0;
        bool closes = *at == ']' && (depth == 0 || --depth == 0);
        bool ends = has_brackets ? opens || closes || (*at == ',' && depth == 1)
                                 : *at == ' ' || *at == ',';
        if (!ends && *at)
            continue;
        add_word(a, &w, text, (size_t)(at - text));
        text = at + 1;
        if (!*at)
            return w;
    }
}

static void remove_word(Words *w, int i)
{
    w->count--;
    for (; i < w->count; i++) {
        w->word[i] = w->word[i + 1];
        w->axis[i] = w->axis[i + 1];
    }
}

/* --- indices -------------------------------------------------------------------------------------- */

/* "[PAD]" is a label that nobody puts into brackets once more: "PAD" means it, too. */
static bool is_label(const char *label, const char *word)
{
    size_t length = strlen(word);
    return label && (strcmp(label, word) == 0 ||
                     (label[0] == '[' && length > 0 && strncmp(label + 1, word, length) == 0 &&
                      strcmp(label + 1 + length, "]") == 0));
}

/* "[PAD] 3": one of several that are called so. -1 where that is none. */
static int64_t own_index(const QkvTensor *t, int axis, const char *word, int64_t cell)
{
    Arena arena = {0};
    const char *last = strrchr(word, ' ');
    int64_t index = last && is_digits(last + 1) ? atoi(last) : -1;
    bool is_it = index >= 0 && index < t->size[axis] &&
                 is_label(qkv_tensor_label(t, axis, index, cell),
                          arena_text(&arena, word, (size_t)(last - word)));
    arena_release(&arena);
    return is_it ? index : -1;
}

static int64_t index_along(const QkvTensor *t, int axis, const char *word, int64_t cell)
{
    enum { MOST_DIGITS = 9 };
    int64_t own = own_index(t, axis, word, cell);
    if (own >= 0)
        return own;
    for (int64_t i = 0; i < t->size[axis]; i++)
        if (is_label(qkv_tensor_label(t, axis, i, cell), word))
            return i;
    const char *digits = word + (*word == '-');
    if (!is_digits(digits) || strlen(digits) > MOST_DIGITS)
        return -1;
    int64_t index = atoll(word) + (*word == '-' ? t->size[axis] : 0); /* -1: the last */
    return index < t->size[axis] ? index : -1;
}

static void refuse_index(Buf *said, const QkvTensor *t, int axis, const char *word, int64_t cell)
{
    enum { MOST_LABELS = 24 };
    Arena arena = {0};
    buf_printf(said, "There is no %s ", matrix_axis_name(t, axis));
    buf_shown(said, word, strlen(word));
    buf_printf(said, ": 0 to %lld", (long long)t->size[axis] - 1);
    for (int64_t i = 0; i < t->size[axis] && i < MOST_LABELS; i++) {
        if (qkv_tensor_label(t, axis, i, cell))
            buf_printf(said, "%s%s", i ? ", " : ", or ", matrix_own_name(&arena, t, axis, i, cell));
    }
    arena_release(&arena);
    buf_puts(said, t->axis[axis].labels && t->size[axis] > MOST_LABELS ? " and more.\n" : ".\n");
}

static bool is_any_index(const QkvTensor *t, const char *word, int64_t cell)
{
    bool is_it = t->count == 0 || word[strspn(word, "-0123456789")] == '\0';
    for (int d = 0; d < t->rank && !is_it; d++)
        is_it = index_along(t, d, word, cell) >= 0;
    return is_it;
}

/* The axis that begins a text by its name, as it is said in titles, or as "row" or "column"; -1 for none, or
 * for one that was named before. */
static int axis_named(const QkvTensor *t, const char *text, const bool *is_taken)
{
    size_t length = strcspn(text, " ");
    const char *const sides[] = {"column", "row"};
    for (int d = 0; d < t->rank; d++) {
        const char *name = matrix_axis_name(t, d);
        if (!is_taken[d] && strlen(name) == length && strncmp(name, text, length) == 0)
            return d;
    }
    for (int i = 0; i < COUNT(sides) && i < t->rank; i++)
        if (!is_taken[t->rank - 1 - i] && strlen(sides[i]) == length &&
            strncmp(sides[i], text, length) == 0)
            return t->rank - 1 - i;
    return -1;
}

/* "head 1" is one word in brackets, and two outside of them: the name of an axis goes to the index after it. */
static void tie_names(Words *w, const QkvTensor *t)
{
    bool is_taken[QKV_MAX_RANK] = {0};
    for (int i = 0; i < w->count; i++) {
        const char *word = w->word[i], *inner = word + strcspn(word, " ");
        bool is_last = i + 1 == w->count && !*inner;
        int axis = is_last || is_any_index(t, word, 0) ? -1 : axis_named(t, word, is_taken);
        if (axis < 0)
            continue;
        if (*inner)
            w->word[i] = inner + 1;
        else
            remove_word(w, i);
        w->axis[i] = axis;
        w->named |= 1U << axis;
        is_taken[axis] = true;
    }
}

/* Whether `both` is a number and a label that several places of an axis have, in any batch item: they differ in
 * their labels. */
static bool is_numbered(const QkvTensor *t, int axis, const char *both, const char *label)
{
    int64_t items = axis > 0 ? t->size[0] : 1;
    for (int64_t item = 0; item < items; item++) {
        int64_t cell = item * qkv_tensor_pitch(t, 0);
        int found = 0;
        for (int64_t i = 0; i < t->size[axis] && found < 2; i++)
            found += is_label(qkv_tensor_label(t, axis, i, cell), label);
        if (found > 1 && own_index(t, axis, both, cell) >= 0)
            return true;
    }
    return false;
}

/* Whether that is so along some axis, and the words as they are do not begin with an index of the first one. */
static bool is_one_word(const Words *w, const QkvTensor *t, const char *both, const char *label)
{
    bool is_it = false;
    for (int d = 0; d < t->rank && !is_it; d++)
        is_it = is_numbered(t, d, both, label);
    return is_it && w->count == t->rank && w->axis[0] < 0 && index_along(t, 0, w->word[0], 0) < 0;
}

/* "[PAD] 3" is one word in brackets, and two outside of them: they are joined where the axis is named, until there
 * are few enough, or where the first of them means nothing otherwise. */
static void join_words(Arena *a, Words *w, const QkvTensor *t)
{
    for (int i = 0; i + 1 < w->count; i++) {
        const char *label = w->word[i], *number = w->word[i + 1];
        if (!is_digits(number) || !label[strspn(label, "0123456789-")] || w->axis[i + 1] >= 0)
            continue;
        const char *both = arena_format(a, "%s %s", label, number);
        bool is_one = w->axis[i] >= 0 ? is_numbered(t, w->axis[i], both, label)
                                      : w->count > t->rank || is_one_word(w, t, both, label);
        if (!is_one)
            continue;
        w->word[i] = both;
        remove_word(w, i + 1);
    }
}

/* "of x2 to x3": words between names, which are none in any batch item. */
static void drop_fillers(Words *w, const QkvTensor *t)
{
    static const char *const fillers[] = {"of", "to", "in", "from", "and", "for", "at"};
    const bool is_taken[QKV_MAX_RANK] = {0};
    int64_t items = t->rank > 0 ? t->size[0] : 1;
    for (int i = w->count - 1; i >= 0; i--) {
        bool is_filler = false, is_axis = axis_named(t, w->word[i], is_taken) >= 0;
        for (int k = 0; k < COUNT(fillers) && !is_axis; k++)
            is_filler = is_filler || strcmp(w->word[i], fillers[k]) == 0;
        for (int64_t item = 0; item < items && is_filler; item++)
            is_filler = !is_any_index(t, w->word[i], item * qkv_tensor_pitch(t, 0));
        if (is_filler)
            remove_word(w, i);
    }
}

/* The words for indices of a tensor. */
static Words words_of(Arena *a, const QkvTensor *t, const char *text, bool has_brackets)
{
    Words w = read_words(a, text, has_brackets);
    if (t->count > 0) {
        if (!has_brackets)
            drop_fillers(&w, t);
        tie_names(&w, t);
        if (!has_brackets)
            join_words(a, &w, t);
    }
    return w;
}

/* "weights[1]" is a part of a tensor, as in code: its first cell. */
static void fill_from_left(Words *w, const QkvTensor *t)
{
    for (int i = 0; i < w->count; i++)
        if (w->axis[i] >= 0)
            return;
    for (int d = 0; d < t->rank; d++) {
        w->word[d] = d < w->count ? w->word[d] : "0";
        w->axis[d] = d;
    }
    w->count = t->rank;
}

/* Ties the words without a name to the last of the first `axes` axes that are left; false when there are too many,
 * or one axis is named twice. */
static bool tie_places(Words *w, int axes)
{
    bool is_taken[QKV_MAX_RANK] = {0};
    for (int i = 0; i < w->count; i++)
        if (w->axis[i] >= 0)
            is_taken[w->axis[i]] = true;
    for (int i = w->count - 1, d = axes - 1; i >= 0; i--) {
        if (w->axis[i] >= 0)
            continue;
        while (d >= 0 && is_taken[d])
            d--;
        if (d < 0)
            return false;
        w->axis[i] = d--;
    }
    return true;
}

static const char *word_of_axis(const Words *w, int axis)
{
    for (int i = 0; i < w->count; i++)
        if (w->axis[i] == axis)
            return w->word[i];
    return NULL;
}

static bool has_names(const Words *w)
{
    for (int i = 0; i < w->count; i++)
        if (w->axis[i] >= 0)
            return true;
    return false;
}

/* What there is along the first axes: "head 0 to 1, then query 0 to 3". */
static void put_ranges(Buf *said, const QkvTensor *t, int axes)
{
    for (int d = 0; d < axes; d++)
        buf_printf(said, "%s%s 0 to %lld", d ? ", then " : "", matrix_axis_name(t, d),
                   (long long)t->size[d] - 1);
}

/* How many indices there must be, and what along each axis. */
static void refuse_count(Buf *said, const CellHere *here, const QkvTensor *t)
{
    Arena arena = {0};
    const char *name = explain_name(&arena, here->run, t);
    if (t->rank == 0) {
        buf_printf(said, "%s is one number, without axes.\n", name);
    } else {
        buf_printf(said, "%s has %d %s: give ", name, t->rank, plural_axes(t->rank));
        put_ranges(said, t, t->rank);
        buf_printf(said, ", or labels: %s\n", explain_cell(&arena, here->run, t, 0));
    }
    arena_release(&arena);
}

/* A label that several places of an axis have means the first of them, which is said. */
static void tell_same(Buf *said, const QkvTensor *t, int axis, const char *word, int64_t batch)
{
    enum { MOST_TOLD = 8 };
    int64_t found = 0, other = 0, first = index_along(t, axis, word, batch);
    for (int64_t i = first; i < t->size[axis]; i++) { /* none where the word has a number, too */
        if (!is_label(qkv_tensor_label(t, axis, i, batch), word))
            continue;
        other = i;
        if (found++ == 1)
            buf_printf(said, "Several are called %s, %s %lld", word, matrix_axis_name(t, axis),
                       (long long)first);
        if (found > 1 && found <= MOST_TOLD)
            buf_printf(said, ", %lld", (long long)i);
    }
    if (found > 1)
        buf_printf(said, "%s: this is %lld. %s %lld means another.\n",
                   found > MOST_TOLD ? " and more" : "", (long long)first, word, (long long)other);
}

static bool is_at_step(const CellHere *here, const QkvTensor *t)
{
    return here->step && here->step->call.out == t;
}

/* "head 2" of two heads: people count from 1. Of rows and columns that are not called so it could be a slip. */
static bool is_last_from_one(const QkvTensor *t, int axis, const char *word, const Words *w)
{
    bool is_named = w->named >> axis & 1;
    return !w->is_exact && (is_named || axis < t->rank - 2) && t->size[axis] > 0 &&
           is_digits(word) && strlen(word) < 6 && atoi(word) == t->size[axis];
}

static int64_t take_last(Buf *said, const QkvTensor *t, int axis, const char *word, int64_t batch)
{
    Arena arena = {0};
    int64_t last = t->size[axis] - 1;
    buf_printf(said, "Counted from 0 there is no %s %s: this is the last, %s.\n",
               matrix_axis_name(t, axis), word, matrix_own_name(&arena, t, axis, last, batch));
    arena_release(&arena);
    return last;
}

/* What words mean along the axes of a tensor, to be found in `at`, where what they leave out is already. */
static bool find_indices(const QkvTensor *t, const Words *w, int64_t *at, Buf *said)
{
    for (int d = 0; d < t->rank; d++) {
        int64_t batch = d > 0 ? at[0] * qkv_tensor_pitch(t, 0) : 0;
        const char *word = word_of_axis(w, d);
        if (!word)
            continue;
        at[d] = index_along(t, d, word, batch);
        if (at[d] < 0 && is_last_from_one(t, d, word, w))
            at[d] = take_last(said, t, d, word, batch);
        if (at[d] < 0) {
            refuse_index(said, t, d, word, batch);
            return false;
        }
        tell_same(said, t, d, word, batch);
    }
    return true;
}

/* Of another result than that at hand, the first indices are as here along axes that are called as here, "head", and
 * as long: to be found in `at`, which is said. Returns how many axes from the first on are given by this or by words.
 */
static int take_from_here(const CellHere *here, const QkvTensor *t, const Words *w, int64_t *at,
                          Buf *said)
{
    Arena arena = {0};
    const QkvTensor *own = here->step->call.out;
    int64_t of[QKV_MAX_RANK];
    Buf taken = {.arena = &arena};
    qkv_tensor_index(own, here->cell, of);
    int d = 0;
    for (; d < t->rank - 2; d++) {
        int same = own->rank - 3;
        while (same >= 0 && (!own->axis[same].name || !t->axis[d].name ||
                             strcmp(own->axis[same].name, t->axis[d].name) != 0 ||
                             own->size[same] != t->size[d]))
            same--;
        if (word_of_axis(w, d))
            continue;
        if (same < 0)
            break;
        at[d] = of[same];
        buf_printf(&taken, "%s%s", taken.length > 0 ? ", " : "",
                   matrix_index_title(&arena, t, d, at[d], 0));
    }
    if (taken.length > 0 && d == max_int(t->rank - 2, 0))
        buf_printf(said, "Of %s, as here.\n", buf_text(&taken));
    arena_release(&arena);
    return d;
}

/* Of the tensor at hand, the first indices may be left out, and where a cell is asked already any but those that
 * are named. */
static bool find_cell(const CellHere *here, const QkvTensor *t, Words *w, bool is_named,
                      int64_t *cell, Buf *said)
{
    int64_t at[QKV_MAX_RANK] = {0};
    bool is_here = is_at_step(here, t);
    bool is_free = is_here && ((here->is_asked && has_names(w)) || (w->count == 0 && !is_named));
    bool is_whole = is_named && (!is_here || w->count == 0);
    int first = is_free ? t->rank : is_whole ? 0 : max_int(t->rank - 2, 0);
    if (t->count == 0) {
        buf_puts(said, "This tensor has no cells.\n");
        return false;
    }
    bool ok = tie_places(w, t->rank);
    w->is_exact = here->is_exact;
    if (ok && is_whole && !is_here && !here->is_exact && w->count > 0 && here->step &&
        here->step->call.out->count > 0)
        first = take_from_here(here, t, w, at, said);
    for (int d = first; d < t->rank; d++) /* the only one need not be named */
        ok = ok && (word_of_axis(w, d) || (t->size[d] == 1 && w->count > 0));
    if (!ok) {
        refuse_count(said, here, t);
        return false;
    }
    if (is_here)
        qkv_tensor_index(t, here->cell, at);
    if (!find_indices(t, w, at, said))
        return false;
    *cell = qkv_tensor_cell(t, at);
    return true;
}

/* --- names ---------------------------------------------------------------------------------------- */

/* Looking for the tensor of a name: the last that was made by now, or else the last of all. */
typedef struct Named {
    const char *name;
    size_t length;
    int now;
    const QkvTensor *found;
} Named;

static void offer(Named *n, const char *its, const QkvTensor *t)
{
    bool is_it = strlen(its) == n->length && strncmp(its, n->name, n->length) == 0;
    if (is_it && (!n->found || n->found->step > n->now || t->step <= n->now))
        n->found = t;
}

static void offer_printed(Named *n, const Run *run, const QkvTensor *t)
{
    Arena arena = {0};
    if (t && t->step >= 0)
        offer(n, explain_name(&arena, run, t), t);
    arena_release(&arena);
}

static void offer_at_hand(Named *n, const CellHere *here)
{
    if (!here->step)
        return;
    for (int i = here->step->call.count - 1; i >= 0; i--)
        offer_printed(n, here->run, here->step->call.in[i]);
    offer_printed(n, here->run, here->step->call.out);
}

static void offer_results(Named *n, const Run *run)
{
    Arena arena = {0};
    Results results = results_of(&arena, run);
    for (int i = 0; i < results.count; i++)
        if (results.item[i].kind == RESULT_TENSOR)
            offer(n, results.item[i].name, results.item[i].tensor);
    arena_release(&arena);
}

static bool is_about(const Run *run, int statement, const char *object)
{
    const Node *code = code_at(run->lesson, run->statement[statement].first);
    return strcmp(object, "self") == 0 ||
           (code && (code_mentions(code, object) || code_binds(code, object, false)));
}

/* What `object.member` was where a statement begins with it: y = net.kept[0]; NULL for none. */
static const QkvTensor *member_read(const Run *run, int statement, const char *object,
                                    const char *member)
{
    const RunStatement *s = &run->statement[statement];
    const Node *code = code_at(run->lesson, s->first), *n = code ? code_value(code) : NULL;
    const Node *around = NULL;
    while (n && (n->kind == NODE_INDEX || n->kind == NODE_ATTRIBUTE || n->kind == NODE_CALL) &&
           n->kid[0]->kind != NODE_NAME) {
        around = n;
        n = n->kid[0];
    }
    bool is_it = around && around->kind == NODE_INDEX && n->kind == NODE_ATTRIBUTE &&
                 strcmp(n->text, member) == 0 && strcmp(n->kid[0]->text, object) == 0;
    const QkvCall *call = is_it && s->first_step < s[1].first_step
                              ? &run->tape->step[s->first_step].call
                              : NULL;
    return call && call->count > 0 && call->in[0]->step >= 0 ? call->in[0] : NULL;
}

/* What the code of a class put into itself, "self.kept", and of other members those that are read alone or have
 * a name, each where a statement is about the object. */
static void offer_members(Named *n, const Run *run, const char *object, const char *own,
                          const char *member)
{
    Named kept = {own, strlen(own), n->now, NULL}, named = {member, strlen(member), n->now, NULL};
    for (int i = 0; i < run->lines; i++)
        for (int b = 0; b < run->line[i].bounds; b++) {
            const RunBound *bound = &run->bound[run->line[i].first_bound + b];
            if (bound->tensor && strcmp(bound->name, own) == 0 &&
                is_about(run, run->line[i].statement, object))
                offer(&kept, own, bound->tensor);
        }
    for (int s = 0; s < run->statements; s++) {
        const QkvTensor *read = member_read(run, s, object, member);
        if (read)
            offer(&kept, own, read);
    }
    for (int s = 0; s < run->statements && !kept.found; s++)
        for (int i = run->statement[s].first_step; i < run->statement[s + 1].first_step; i++) {
            const char *name = run_name_of_step(run, i, false);
            if (name && strcmp(name, member) == 0 && is_about(run, s, object))
                offer(&named, name, run->tape->step[i].call.out);
        }
    const QkvTensor *found = kept.found ? kept.found : named.found;
    if (found && (!n->found || (found->step > n->found->step && found->step <= n->now)))
        n->found = found;
}

/* "net.kept", a member of an object as code writes it. */
static void offer_dotted(Named *n, const Run *run)
{
    Arena arena = {0};
    const char *dot = memchr(n->name, '.', n->length);
    if (dot && dot > n->name) {
        const char *object = arena_text(&arena, n->name, (size_t)(dot - n->name));
        const char *rest = arena_text(&arena, dot, n->length - (size_t)(dot - n->name));
        offer_members(n, run, object, arena_format(&arena, "self%s", rest), rest + 1);
    }
    arena_release(&arena);
}

const QkvTensor *cell_tensor(const CellHere *here, const char *name, size_t length)
{
    bool has_brackets = length > 1 && name[0] == '(' && name[length - 1] == ')';
    const QkvStep *by = here->by ? here->by : here->step;
    Named n = {.name = name + has_brackets,
               .length = length - 2 * has_brackets,
               .now = by ? (int)(by - here->run->tape->step) : INT_MAX};
    offer_at_hand(&n, here);
    if (n.found)
        return n.found;
    offer_results(&n, here->run);
    for (int i = 0, none = !n.found; none && i < here->run->tape->count; i++)
        offer_printed(&n, here->run, here->run->tape->step[i].call.out);
    offer_dotted(&n, here->run);
    return n.found;
}

/* Where the brackets open that a text ends in; those of a label in them are theirs. NULL for none. */
static const char *last_brackets(const char *text, const char *end)
{
    int depth = 0;
    while (end > text && (depth > 0 || end[-1] == ']')) {
        end--;
        depth += (*end == ']') - (*end == '[');
        if (depth == 0)
            return end;
    }
    return NULL;
}

/* A tensor, and the words for its indices that follow its name. */
typedef struct Said {
    const QkvTensor *t;
    bool is_named;
    size_t name; /* bytes of the text, when it is named */
    const char *indices;
} Said;

static bool is_at_hand(const CellHere *here, const QkvTensor *t)
{
    bool is_it = is_at_step(here, t);
    for (int i = 0; here->step && i < here->step->call.count; i++)
        is_it = is_it || here->step->call.in[i] == t;
    return is_it;
}

/* A name may have brackets at its end, too: the shortest that has all of its indices after it, unless a longer
 * one is at hand. */
static Said read_brackets(const CellHere *here, const char *text)
{
    Said s = {.is_named = true, .name = strlen(text), .indices = text + strlen(text)};
    for (const char *at = last_brackets(text, s.indices); at; at = last_brackets(text, at)) {
        if (at == text)
            return (Said){here->step ? here->step->call.out : NULL, false, 0, text};
        Arena arena = {0};
        const QkvTensor *t = cell_tensor(here, text, (size_t)(at - text));
        bool is_whole = t && words_of(&arena, t, at, true).count == t->rank;
        arena_release(&arena);
        if (t && (is_whole || !s.t))
            s = (Said){t, true, (size_t)(at - text), at};
        else if (!s.t)
            s.name = (size_t)(at - text);
        if (is_whole && is_at_hand(here, t))
            break;
    }
    return s;
}

/* Whether words without a name mean a cell of the tensor at hand. */
static bool is_cell_at_hand(const CellHere *here, const char *text)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    const QkvTensor *now = here->step ? here->step->call.out : NULL;
    int64_t cell;
    Words w = now ? words_of(&arena, now, text, false) : (Words){0};
    bool is_it = w.count > 0 && find_cell(here, now, &w, false, &cell, &said);
    arena_release(&arena);
    return is_it;
}

/* "x1 x2" of the tensor at hand, or "weights x1 x2". */
static Said read_plain(const CellHere *here, const char *text)
{
    const QkvTensor *now = here->step ? here->step->call.out : NULL;
    size_t length = strcspn(text, " ,");
    bool is_one = length == strlen(text);
    if (!*text || is_cell_at_hand(here, text))
        return (Said){.t = now, .indices = text};
    const QkvTensor *t = is_one ? NULL : cell_tensor(here, text, strlen(text));
    length = t ? strlen(text) : length;
    t = t ? t : cell_tensor(here, text, length);
    if (t)
        return (Said){t, true, length, text + length};
    bool is_name = is_one || memchr(text, '.', length);
    if (!now || (is_name && !is_any_index(now, text, here->cell)))
        return (Said){.is_named = true, .name = length};
    return (Said){.t = now, .indices = text};
}

void cell_refuse_name(Buf *said, const Run *run, const char *name, size_t length)
{
    Arena arena = {0};
    Results results = results_of(&arena, run);
    const char *nearest = results_nearest(&results, arena_text(&arena, name, length));
    buf_puts(said, "No result is called ");
    buf_shown(said, name, length);
    buf_printf(said, nearest ? ": did you mean %s?\n" : ".\n", nearest);
    arena_release(&arena);
}

/* The result so far in which words that mean nothing in the tensor at hand mean a cell. */
static void suggest(Buf *said, const CellHere *here, const char *words)
{
    Arena arena = {0};
    Buf none = {.arena = &arena};
    Results results = results_of(&arena, here->run);
    int now = (int)(here->step - here->run->tape->step);
    for (int i = results.count - 1; i >= 0; i--) {
        const Result *r = &results.item[i];
        int64_t cell;
        if (r->kind != RESULT_TENSOR || r->step > now || r->tensor->rank < 2 || !*r->name)
            continue;
        CellHere there = {.run = here->run};
        Words w = words_of(&arena, r->tensor, words, false);
        if (!find_cell(&there, r->tensor, &w, true, &cell, &none))
            continue;
        buf_printf(said, "%s has such a cell: %s %s\n", r->name, r->name, words);
        break;
    }
    arena_release(&arena);
}

/* Of the results of that name which have as many axes as there are indices, and those, inside of calls, too, the one
 * nearest to where it is said, or the first; NULL for none. */
static const QkvTensor *find_elsewhere(const CellHere *here, const char *words, const Said *s,
                                       int64_t *cell)
{
    Arena arena = {0};
    const QkvTape *tape = here->run->tape;
    const QkvTensor *found = NULL;
    const char *name = arena_text(&arena, words, s->name);
    int now = here->step ? (int)(here->step - tape->step) : 0, least = INT_MAX;
    for (int i = 0; i < tape->count; i++) {
        const QkvTensor *t = tape->step[i].call.out;
        if (abs(i - now) >= least || strcmp(explain_name(&arena, here->run, t), name) != 0)
            continue;
        Buf said = {.arena = &arena};
        int64_t at;
        Words w = words_of(&arena, t, s->indices, true);
        if (w.count == t->rank && find_cell(here, t, &w, true, &at, &said)) {
            found = t;
            least = abs(i - now);
            *cell = at;
        }
    }
    arena_release(&arena);
    return found;
}

const QkvTensor *cell_of_words(const CellHere *here, const char *words, int64_t *cell, Buf *said)
{
    Arena arena = {0};
    Buf wrong = {.arena = &arena};
    const char *last = last_brackets(words, words + strlen(words));
    bool has_brackets = last && (last == words || last[-1] != ' ');
    Said s = has_brackets ? read_brackets(here, words) : read_plain(here, words);
    Words w = s.t ? words_of(&arena, s.t, s.indices, has_brackets) : (Words){0};
    if (has_brackets && s.t && s.is_named && w.count > 0 && w.count < s.t->rank)
        fill_from_left(&w, s.t);
    bool ok = s.t && find_cell(here, s.t, &w, s.is_named, cell, &wrong);
    const QkvTensor *other = s.t && !ok && s.is_named && has_brackets
                                 ? find_elsewhere(here, words, &s, cell)
                                 : NULL;
    if (other) {
        arena_release(&arena);
        return other;
    }
    buf_puts(said, buf_text(&wrong));
    if (!s.t && s.is_named)
        cell_refuse_name(said, here->run, words, s.name);
    else if (!s.t)
        buf_puts(said, "There are no numbers here to ask; name one, such as weights[0, 1].\n");
    if (s.t && !ok && !s.is_named && !has_brackets)
        suggest(said, here, words);
    arena_release(&arena);
    return ok ? s.t : NULL;
}

/* Words without a name are about the last axes on which they are all there. */
static void tie_items(Words *w, const QkvTensor *t)
{
    for (int axes = t->rank - 2; axes >= 1; axes--) {
        Arena arena = {0};
        Buf said = {.arena = &arena};
        int64_t at[QKV_MAX_RANK] = {0};
        Words tied = *w;
        bool ok = tie_places(&tied, axes) && find_indices(t, &tied, at, &said);
        arena_release(&arena);
        if (ok) {
            *w = tied;
            return;
        }
    }
    tie_places(w, t->rank - 2);
}

/* Whether words are about the axes before the last two alone. */
static bool are_of_items(const Words *w, const QkvTensor *t)
{
    for (int i = 0; i < w->count; i++)
        if (w->axis[i] < 0 || w->axis[i] >= t->rank - 2)
            return false;
    return w->count > 0;
}

/* Words for a matrix of the tensor at hand, or after the name of another. */
static Said read_item(const CellHere *here, const char *text)
{
    const QkvTensor *now = here->step ? here->step->call.out : NULL;
    bool is_taken[QKV_MAX_RANK] = {0};
    size_t length = strcspn(text, " [");
    bool is_axis = now && axis_named(now, text, is_taken) >= 0;
    const QkvTensor *t = is_axis || !text[length] ? NULL : cell_tensor(here, text, length);
    if (t)
        return (Said){t, true, length, text + length + strspn(text + length, " ")};
    return (Said){.t = now, .indices = text};
}

bool cell_is_item(const CellHere *here, const char *words)
{
    Arena arena = {0};
    Said s = read_item(here, words);
    Words w = s.t ? words_of(&arena, s.t, s.indices, *s.indices == '[') : (Words){0};
    if (s.is_named && w.count == s.t->rank - 2)
        tie_places(&w, w.count);
    bool is_it = s.t && are_of_items(&w, s.t);
    arena_release(&arena);
    return is_it;
}

const QkvTensor *cell_item(const CellHere *here, const char *words, int64_t *item, Buf *said)
{
    Arena arena = {0};
    Said s = read_item(here, words);
    const QkvTensor *t = s.t && s.t->count > 0 && s.t->rank > 2 ? s.t : NULL;
    Words w = t ? words_of(&arena, t, s.indices, *s.indices == '[') : (Words){0};
    int64_t at[QKV_MAX_RANK] = {0};
    bool ok = false;
    if (!t) {
        buf_puts(said, "There is only one matrix here.\n");
    } else {
        qkv_tensor_index(t, is_at_step(here, t) ? here->cell : 0, at);
        tie_items(&w, t);
        ok = are_of_items(&w, t);
        if (!ok) {
            buf_puts(said, "A matrix is named by ");
            put_ranges(said, t, t->rank - 2);
            buf_puts(said, ".\n");
        }
        ok = ok && find_indices(t, &w, at, said);
    }
    *item = ok ? matrix_item(t, qkv_tensor_cell(t, at)) : -1;
    arena_release(&arena);
    return ok ? t : NULL;
}

/* Ties the one word that is about the rows or the columns, or says no axis, or as in code all words but the one
 * for the column; the axis, or -1. */
static int tie_side(Words *w, const QkvTensor *t)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    int64_t at[QKV_MAX_RANK] = {0};
    int word = -1, sides = 0, axis = -1;
    for (int i = 0; i < w->count; i++)
        if (w->axis[i] < 0 || w->axis[i] >= t->rank - 2) {
            word = i;
            sides++;
        }
    if (sides > 1 && sides == w->count && sides == t->rank - 1 && !word_of_axis(w, t->rank - 1) &&
        tie_places(w, sides))
        return t->rank - 2;
    if (sides == 1 && w->axis[word] >= 0)
        axis = w->axis[word];
    for (int d = t->rank - 2; sides == 1 && axis < 0 && d < t->rank; d++) {
        w->axis[word] = d;
        axis = find_indices(t, w, at, &said) ? d : -1;
    }
    arena_release(&arena);
    return axis;
}

const QkvTensor *cell_line(const CellHere *here, const char *words, int64_t *cell, bool *is_column,
                           Buf *said)
{
    Arena arena = {0};
    Buf told = {.arena = &arena};
    int64_t at[QKV_MAX_RANK] = {0};
    Said s = read_item(here, words);
    const QkvTensor *t = s.t && s.t->count > 0 && s.t->rank > 1 ? s.t : NULL;
    Words w = t ? words_of(&arena, t, s.indices, *s.indices == '[') : (Words){0};
    w.is_exact = here->is_exact;
    int axis = t ? tie_side(&w, t) : -1;
    bool ok = axis >= 0, is_here = t && is_at_step(here, t);
    if (is_here)
        qkv_tensor_index(t, here->cell, at);
    for (int d = 0; ok && d < t->rank - 2; d++)
        ok = is_here || t->size[d] == 1 || word_of_axis(&w, d);
    if (ok)
        at[t->rank - 2] = at[t->rank - 1] = 0;
    ok = ok && find_indices(t, &w, at, &told);
    if (ok && said)
        buf_puts(said, buf_text(&told));
    *cell = ok ? qkv_tensor_cell(t, at) : -1;
    *is_column = ok && axis == t->rank - 1;
    arena_release(&arena);
    return ok ? t : NULL;
}

bool cell_begins(const CellHere *here, const char *words)
{
    Arena arena = {0};
    const QkvTensor *now = here->step ? here->step->call.out : NULL;
    size_t length = strcspn(words, " [,");
    const char *first = arena_text(&arena, words, length);
    bool is_taken[QKV_MAX_RANK] = {0};
    bool does = cell_tensor(here, words, length) ||
                (now && words[length] && axis_named(now, words, is_taken) >= 0) ||
                (now && now->count > 0 && words[length] && is_any_index(now, first, here->cell));
    arena_release(&arena);
    return does;
}

bool cell_has_line(const Run *run, const Stop *stop, const char *words, int64_t *cell)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    CellHere here = {.run = run, .step = stop->step >= 0 ? &run->tape->step[stop->step] : NULL};
    int64_t item;
    bool is_column;
    const QkvTensor *own = here.step ? here.step->call.out : NULL,
                    *t = own ? cell_line(&here, words, cell, &is_column, NULL) : NULL;
    if (own && !t && cell_is_item(&here, words)) {
        t = cell_item(&here, words, &item, &said);
        *cell = t ? item * matrix_rows(t) * matrix_cols(t) : 0;
    }
    arena_release(&arena);
    return t && t == own; /* the words may name another */
}
