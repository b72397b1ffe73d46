#include "app/cell_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/change_place.h"
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

/* "x2 x3" or "x2, x3"; in brackets, where a label may have blanks in it, "[x2][x3]" or "[x2, x3]". */
static Words read_words(Arena *a, const char *text)
{
    Words w = {0};
    bool has_brackets = *text == '[';
    for (const char *end = has_brackets ? ",[]" : " ,"; *text; text += *text != '\0') {
        size_t length = strcspn(text, end);
        add_word(a, &w, text, length);
        text += length;
    }
    return w;
}

int64_t cell_index(const QkvTensor *t, int axis, const char *word, int64_t cell)
{
    enum { MOST_DIGITS = 9 };
    for (int64_t i = 0; i < t->size[axis]; i++) {
        const char *label = qkv_tensor_label(t, axis, i, cell);
        if (label && strcmp(label, word) == 0)
            return i;
    }
    size_t length = strlen(word);
    if (length < 1 || length > MOST_DIGITS || strspn(word, "0123456789") < length)
        return -1;
    int64_t index = atoll(word);
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

/* How many indices there must be, and what along each axis. */
static void refuse_count(Buf *said, const CellHere *here, const QkvTensor *t)
{
    Arena arena = {0};
    buf_printf(said, "%s has %d axes: give ", explain_name(&arena, here->run, t), t->rank);
    for (int d = 0; d < t->rank; d++)
        buf_printf(said, "%s%s 0 to %lld", d ? ", then " : "", matrix_axis_name(t, d),
                   (long long)t->size[d] - 1);
    buf_puts(said, ", or labels.\n");
    arena_release(&arena);
}

static bool find_cell(const CellHere *here, const QkvTensor *t, const Words *w, int64_t *cell,
                      Buf *said)
{
    int64_t at[QKV_MAX_RANK] = {0};
    bool is_here = here->step && here->step->call.out == t;
    if (t->count == 0) {
        buf_puts(said, "This tensor has no cells.\n");
        return false;
    }
    if (w->count > t->rank || (w->count > 0 && w->count < min_int(t->rank, 2))) {
        refuse_count(said, here, t);
        return false;
    }
    if (is_here)
        qkv_tensor_index(t, here->cell, at);
    for (int i = 0, axis = t->rank - w->count; axis < t->rank; axis++, i++) {
        int64_t batch = axis > 0 ? at[0] * qkv_tensor_pitch(t, 0) : 0;
        at[axis] = cell_index(t, axis, w->word[i], batch);
        if (at[axis] >= 0)
            continue;
        cell_refuse_index(said, t, axis, w->word[i], batch);
        return false;
    }
    *cell = qkv_tensor_cell(t, at);
    return true;
}

/* --- names ---------------------------------------------------------------------------------------- */

/* The bracket that opens the indices: those at the end, since a name may have brackets, too. */
static const char *indices_of(const char *words)
{
    const char *at = words + strlen(words);
    while (at > words && at[-1] == ']') {
        const char *open = at - 1;
        while (open > words && *open != '[')
            open--;
        if (*open != '[')
            break;
        at = open;
    }
    return at;
}

/* The step's result, or an operand of it, that is printed with this name. */
static const QkvTensor *tensor_named(const CellHere *here, const char *name, size_t length)
{
    Arena arena = {0};
    const QkvTensor *found = NULL;
    for (int i = -1; here->step && i < here->step->call.count && !found; i++) {
        const QkvTensor *t = i < 0 ? here->step->call.out : here->step->call.in[i];
        const char *its = explain_name(&arena, here->run, t);
        found = strlen(its) == length && strncmp(its, name, length) == 0 && t->step >= 0 ? t : NULL;
    }
    arena_release(&arena);
    return found;
}

const QkvTensor *cell_of_words(const CellHere *here, const char *words, int64_t *cell, Buf *said)
{
    Arena arena = {0};
    Err err = {0};
    const char *indices = indices_of(words);
    bool is_named = *indices && indices > words;
    const QkvTensor *t = is_named     ? tensor_named(here, words, (size_t)(indices - words))
                         : here->step ? here->step->call.out
                                      : NULL;
    if (t) {
        Words w = read_words(&arena, is_named ? indices : words);
        t = find_cell(here, t, &w, cell, said) ? t : NULL;
    } else if (is_named) {
        t = place_cell(&arena, here->run, words, cell, &err);
        if (!t)
            err_write(said, &err, words, strlen(words));
    } else {
        buf_puts(said, "There are no numbers here to ask; name one, such as weights[0, 1].\n");
    }
    arena_release(&arena);
    return t;
}
