#include "app/cell_words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/result.h"
#include "view/explain.h"
#include "view/matrix.h"

/* --- indices -------------------------------------------------------------------------------------- */

enum { MOST_WORDS = QKV_MAX_RANK + 1 };

typedef struct Words {
    int count; /* MOST_WORDS: that many, or more */
    const char *word[MOST_WORDS];
} Words;

static void add_word(Arena *a, Words *w, const char *text, size_t length)
{
    while (length > 0 && *text == ' ')
        text++, length--;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    bool is_quoted = length > 1 && (*text == '"' || *text == '\'') && text[length - 1] == *text;
    if (w->count < MOST_WORDS && length > 0)
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
    int64_t index = last && strspn(last + 1, "0123456789") == strlen(last + 1) ? atoi(last) : -1;
    bool is_it = index >= 0 && index < t->size[axis] &&
                 is_label(qkv_tensor_label(t, axis, index, cell),
                          arena_text(&arena, word, (size_t)(last - word)));
    arena_release(&arena);
    return is_it ? index : -1;
}

int64_t cell_index(const QkvTensor *t, int axis, const char *word, int64_t cell)
{
    enum { MOST_DIGITS = 9 };
    int64_t own = own_index(t, axis, word, cell);
    if (own >= 0)
        return own;
    for (int64_t i = 0; i < t->size[axis]; i++)
        if (is_label(qkv_tensor_label(t, axis, i, cell), word))
            return i;
    const char *digits = word + (*word == '-');
    size_t length = strlen(digits);
    if (length < 1 || length > MOST_DIGITS || strspn(digits, "0123456789") < length)
        return -1;
    int64_t index = atoll(word) + (*word == '-' ? t->size[axis] : 0); /* -1: the last */
    return index < t->size[axis] ? index : -1;
}

void cell_refuse_index(Buf *said, const QkvTensor *t, int axis, const char *word, int64_t cell)
{
    enum { MOST_LABELS = 24 };
    buf_printf(said, "There is no %s ", matrix_axis_name(t, axis));
    buf_shown(said, word, strlen(word));
    buf_printf(said, ": 0 to %lld", (long long)t->size[axis] - 1);
    for (int64_t i = 0; i < t->size[axis] && i < MOST_LABELS; i++) {
        const char *label = qkv_tensor_label(t, axis, i, cell);
        if (label)
            buf_printf(said, "%s%s", i ? ", " : ", or ", label);
    }
    buf_puts(said, t->axis[axis].labels && t->size[axis] > MOST_LABELS ? " and more.\n" : ".\n");
}

/* "[PAD] 3" is one word in brackets, and two outside of them: they are joined until there are few enough. */
static void join_words(Arena *a, Words *w, int most)
{
    for (int i = 0; i + 1 < w->count && w->count > most; i++) {
        const char *number = w->word[i + 1];
        if (number[strspn(number, "0123456789")] || !w->word[i][strspn(w->word[i], "0123456789-")])
            continue;
        w->word[i] = arena_format(a, "%s %s", w->word[i], number);
        for (int k = i + 1; k + 1 < w->count; k++)
            w->word[k] = w->word[k + 1];
        w->count--;
    }
}

/* How many indices there must be, and what along each axis. */
static void refuse_count(Buf *said, const CellHere *here, const QkvTensor *t)
{
    Arena arena = {0};
    if (t->rank == 0)
        buf_printf(said, "%s is one number, without axes.\n", explain_name(&arena, here->run, t));
    for (int d = 0; d < t->rank; d++) {
        if (d == 0)
            buf_printf(said, "%s has %d %s: give ", explain_name(&arena, here->run, t), t->rank,
                       t->rank == 1 ? "axis" : "axes");
        buf_printf(said, "%s%s 0 to %lld", d ? ", then " : "", matrix_axis_name(t, d),
                   (long long)t->size[d] - 1);
    }
    if (t->rank > 0)
        buf_printf(said, ", or labels: %s\n", explain_cell(&arena, here->run, t, 0));
    arena_release(&arena);
}

/* A label that several places of an axis have means the first of them, which is said. */
static void tell_same(Buf *said, const QkvTensor *t, int axis, const char *word, int64_t batch)
{
    enum { MOST_TOLD = 8 };
    int64_t found = 0, other = 0, first = cell_index(t, axis, word, batch);
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

/* Of the tensor at hand, the first indices may be left out. */
static bool find_cell(const CellHere *here, const QkvTensor *t, const Words *w, bool is_named,
                      int64_t *cell, Buf *said)
{
    int64_t at[QKV_MAX_RANK] = {0};
    bool is_here = here->step && here->step->call.out == t;
    int least = is_named && (!is_here || w->count == 0) ? t->rank : min_int(t->rank, 2);
    if (t->count == 0) {
        buf_puts(said, "This tensor has no cells.\n");
        return false;
    }
    if (w->count > t->rank || ((w->count > 0 || is_named) && w->count < least)) {
        refuse_count(said, here, t);
        return false;
    }
    if (is_here)
        qkv_tensor_index(t, here->cell, at);
    for (int i = 0, axis = t->rank - w->count; axis < t->rank; axis++, i++) {
        int64_t batch = axis > 0 ? at[0] * qkv_tensor_pitch(t, 0) : 0;
        at[axis] = cell_index(t, axis, w->word[i], batch);
        if (at[axis] < 0) {
            cell_refuse_index(said, t, axis, w->word[i], batch);
            return false;
        }
        tell_same(said, t, axis, w->word[i], batch);
    }
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

const QkvTensor *cell_tensor(const CellHere *here, const char *name, size_t length)
{
    bool has_brackets = length > 1 && name[0] == '(' && name[length - 1] == ')';
    Named n = {.name = name + has_brackets,
               .length = length - 2 * has_brackets,
               .now = here->step ? (int)(here->step - here->run->tape->step) : INT_MAX};
    offer_at_hand(&n, here);
    if (!n.found)
        offer_results(&n, here->run);
    for (int i = 0, none = !n.found; none && i < here->run->tape->count; i++)
        offer_printed(&n, here->run, here->run->tape->step[i].call.out);
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
    bool is_it = here->step && here->step->call.out == t;
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
        bool is_whole = t && read_words(&arena, at, true).count == t->rank;
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

static bool is_any_index(const QkvTensor *t, const char *word, int64_t cell)
{
    bool is_it = t->count == 0 || word[strspn(word, "-0123456789")] == '\0';
    for (int d = 0; d < t->rank && !is_it; d++)
        is_it = cell_index(t, d, word, cell) >= 0;
    return is_it;
}

/* "x1 x2" of the tensor at hand, or "weights x1 x2". */
static Said read_plain(const CellHere *here, const char *text)
{
    Arena arena = {0};
    Words w = read_words(&arena, text, false);
    const QkvTensor *now = here->step ? here->step->call.out : NULL;
    int axis = now ? now->rank - w.count : -1;
    bool is_index = w.count > 0 && axis >= 0 && now->count > 0 &&
                    cell_index(now, axis, w.word[0], here->cell) >= 0;
    Said s = {.t = now, .indices = text};
    size_t length = strcspn(text, " ,");
    bool is_all = length < strlen(text) && cell_tensor(here, text, strlen(text));
    length = is_all ? strlen(text) : length;
    const QkvTensor *named = w.count > 0 && !is_index ? cell_tensor(here, text, length) : NULL;
    if (named)
        s = (Said){named, true, length, text + length};
    else if (w.count > 0 && (!now || (w.count == 1 && !is_any_index(now, w.word[0], here->cell))))
        s = (Said){.is_named = true, .name = length};
    arena_release(&arena);
    return s;
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

const QkvTensor *cell_of_words(const CellHere *here, const char *words, int64_t *cell, Buf *said)
{
    Arena arena = {0};
    const char *last = last_brackets(words, words + strlen(words));
    bool has_brackets = last && (last == words || last[-1] != ' ');
    Said s = has_brackets ? read_brackets(here, words) : read_plain(here, words);
    Words w = s.t ? read_words(&arena, s.indices, has_brackets) : (Words){0};
    if (s.t)
        join_words(&arena, &w, s.t->rank);
    bool ok = s.t && find_cell(here, s.t, &w, s.is_named, cell, said);
    if (!s.t && s.is_named)
        cell_refuse_name(said, here->run, words, s.name);
    else if (!s.t)
        buf_puts(said, "There are no numbers here to ask; name one, such as weights[0, 1].\n");
    arena_release(&arena);
    return ok ? s.t : NULL;
}
