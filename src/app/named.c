#include "app/named.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/code.h"
#include "lesson/result.h"
#include "show/matrix.h"
#include "tell/explain.h"

NamedHere named_here(const Lens *l, const Spot *spot, int step, int64_t cell)
{
    NamedHere here = {.run = l->run, .cell = cell};
    if (step >= 0 && step < l->run->tape->count)
        here.step = &l->run->tape->step[step];
    else if (spot)
        here.step = spot_step(l->run, spot);
    if (here.step && (cell < 0 || cell >= here.step->call.out->count))
        here.cell = 0;
    return here;
}

/* --- names ---------------------------------------------------------------------------------------- */

/* Looking for the tensor of a name: the last that was made by now, or else the last of all. */
typedef struct Lookup {
    const char *name;
    size_t length;
    int now;
    const QkvTensor *found;
} Lookup;

static void offer(Lookup *n, const char *its, const QkvTensor *t)
{
    bool is_it = strlen(its) == n->length && strncmp(its, n->name, n->length) == 0;
    if (is_it && (!n->found || n->found->step > n->now || t->step <= n->now))
        n->found = t;
}

static void offer_printed(Lookup *n, const Run *run, const QkvTensor *t)
{
    Arena arena = {0};
    if (t && t->step >= 0)
        offer(n, explain_name(&arena, run, t), t);
    arena_release(&arena);
}

static void offer_at_hand(Lookup *n, const NamedHere *here)
{
    if (!here->step)
        return;
    for (int i = here->step->call.count - 1; i >= 0; i--)
        offer_printed(n, here->run, here->step->call.in[i]);
    offer_printed(n, here->run, here->step->call.out);
}

static void offer_results(Lookup *n, const Run *run)
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

/* "net.kept", a member of an object as code writes it: what the code of its class put into itself, "self.kept", where a
 * statement is about the object. */
static void offer_dotted(Lookup *n, const Run *run)
{
    Arena arena = {0};
    const char *dot = memchr(n->name, '.', n->length);
    const char *object = dot ? arena_text(&arena, n->name, (size_t)(dot - n->name)) : "";
    const char *rest = dot ? arena_text(&arena, dot, n->length - strlen(object)) : "";
    const char *own = arena_format(&arena, "self%s", rest);
    Lookup kept = {own, strlen(own), n->now, NULL};
    for (int i = 0; i < run->lines && *object; i++)
        for (int b = 0; b < run->line[i].bounds; b++) {
            const RunBound *bound = &run->bound[run->line[i].first_bound + b];
            if (bound->tensor && strcmp(bound->name, own) == 0 &&
                is_about(run, run->line[i].statement, object))
                offer(&kept, own, bound->tensor);
        }
    Lookup named = {rest + (*rest == '.'), strlen(rest) - (*rest == '.'), n->now, NULL};
    for (int s = 0; s < run->statements && !kept.found && *object; s++)
        for (int i = run->statement[s].first_step; i < run->statement[s + 1].first_step; i++) {
            const char *name = run_name_of_step(run, i, false);
            if (name && strcmp(name, named.name) == 0 && is_about(run, s, object))
                offer(&named, name, run->tape->step[i].call.out);
        }
    const QkvTensor *found = kept.found ? kept.found : named.found;
    if (found && (!n->found || (found->step > n->found->step && found->step <= n->now)))
        n->found = found;
    arena_release(&arena);
}

const QkvTensor *named_tensor(const NamedHere *here, const char *name, size_t length)
{
    bool has_brackets = length > 1 && name[0] == '(' && name[length - 1] == ')';
    const QkvStep *by = here->by ? here->by : here->step;
    Lookup n = {.name = name + has_brackets,
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

/* --- indices -------------------------------------------------------------------------------------- */

/* The texts between the brackets: "x2", "x3" of "[x2, x3]" and of "[x2][x3]". One too many: there are more. */
typedef struct Indices {
    int count;
    const char *text[QKV_MAX_RANK + 1];
} Indices;

static void add_index(Arena *a, Indices *x, const char *text, size_t length)
{
    while (length > 0 && *text == ' ')
        text++, length--;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    bool is_quoted = length > 1 && (*text == '"' || *text == '\'') && text[length - 1] == *text;
    if (length > 0 && x->count <= QKV_MAX_RANK)
        x->text[x->count++] = arena_text(a, text + is_quoted, length - 2 * is_quoted);
}

/* A label may have brackets in it, "[[PAD], 0]", and between quotes a comma, too. */
static Indices read_indices(Arena *a, const char *text)
{
    Indices x = {0};
    int depth = 0;
    char quote = '\0';
    for (const char *at = text;; at++) {
        bool is_first = depth == 1 && at == text + strspn(text, " ");
        if (*at && *at == quote)
            quote = '\0';
        else if (!quote && is_first && (*at == '"' || *at == '\''))
            quote = *at;
        bool opens = !quote && *at == '[' && depth++ == 0;
        bool closes = !quote && *at == ']' && (depth == 0 || --depth == 0);
        if (!opens && !closes && (quote || *at != ',' || depth != 1) && *at)
            continue;
        add_index(a, &x, text, (size_t)(at - text));
        text = at + 1;
        if (!*at)
            return x;
    }
}

/* "[PAD] 3", as pages write one of several rows that are called so; -1 where that is none. */
static int64_t numbered_index(const QkvTensor *t, int axis, const char *word, int64_t cell)
{
    const char *last = strrchr(word, ' ');
    int64_t index = last && is_digits(last + 1) && strlen(last) < 9 ? atoi(last) : -1;
    const char *label = index >= 0 && index < t->size[axis] ? qkv_tensor_label(t, axis, index, cell)
                                                            : NULL;
    size_t length = last ? (size_t)(last - word) : 0;
    return label && strlen(label) == length && strncmp(label, word, length) == 0 ? index : -1;
}

static bool has_label(const QkvTensor *t, int axis, int64_t index, const char *word, int64_t cell)
{
    const char *label = qkv_tensor_label(t, axis, index, cell);
    return label && strcmp(label, word) == 0;
}

int64_t named_index(const QkvTensor *t, int axis, const char *word, int64_t cell)
{
    enum { MOST_DIGITS = 9 };
    int64_t index = numbered_index(t, axis, word, cell);
    for (int64_t i = 0; index < 0 && i < t->size[axis]; i++)
        index = has_label(t, axis, i, word, cell) ? i : -1;
    const char *digits = word + (*word == '-');
    if (index >= 0 || !is_digits(digits) || strlen(digits) > MOST_DIGITS)
        return index;
    index = atoll(word) + (*word == '-' ? t->size[axis] : 0); /* -1: the last */
    return index < t->size[axis] ? index : -1;
}

static void refuse_index(Buf *said, const QkvTensor *t, int axis, const char *word, int64_t cell)
{
    enum { MOST_LABELS = 24 };
    Arena arena = {0};
    buf_printf(said, "There is no %s ", matrix_axis_name(t, axis));
    buf_shown(said, word, strlen(word));
    buf_printf(said, ": 0 to %lld", (long long)t->size[axis] - 1);
    for (int64_t i = 0; i < t->size[axis] && i < MOST_LABELS; i++)
        if (qkv_tensor_label(t, axis, i, cell))
            buf_printf(said, "%s%s", i ? ", " : ", or ", matrix_own_name(&arena, t, axis, i, cell));
    arena_release(&arena);
    buf_puts(said, t->axis[axis].labels && t->size[axis] > MOST_LABELS ? " and more." : ".");
}

/* False after saying that several places of an axis have a label: nobody can know which of them is meant. */
static bool is_single(const QkvTensor *t, int axis, const char *word, int64_t cell, Buf *said)
{
    enum { MOST_TOLD = 8 };
    int64_t found = 0;
    for (int64_t i = 0; i < t->size[axis]; i++)
        found += has_label(t, axis, i, word, cell);
    if (found < 2)
        return true;
    buf_printf(said, "%lld are called %s: write the number,", (long long)found, word);
    int64_t told = 0;
    for (int64_t i = 0; i < t->size[axis] && told < MOST_TOLD; i++)
        if (has_label(t, axis, i, word, cell))
            buf_printf(said, "%s %lld", told++ ? "," : "", (long long)i);
    buf_puts(said, found > MOST_TOLD ? " and so on." : ".");
    return false;
}

/* --- places --------------------------------------------------------------------------------------- */

/* "scores has 2 axes, query 0 to 2, then key 0 to 2: scores[x1, x1] is a number of it." */
static void put_axes(Buf *said, const NamedHere *here, const QkvTensor *t)
{
    Arena arena = {0};
    const char *name = explain_name(&arena, here->run, t);
    if (t->rank == 0) {
        buf_printf(said, "%s is one number, without axes.", name);
    } else {
        buf_printf(said, "%s has %d %s", name, t->rank, plural_axes(t->rank));
        for (int d = 0; d < t->rank; d++)
            buf_printf(said, "%s%s 0 to %lld", d ? ", then " : ", ", matrix_axis_name(t, d),
                       (long long)t->size[d] - 1);
        buf_printf(said, ": %s is one of its numbers.", explain_cell(&arena, here->run, t, 0));
    }
    arena_release(&arena);
}

static void refuse_name(Buf *said, const Run *run, const char *name, size_t length)
{
    Arena arena = {0};
    Results results = results_of(&arena, run);
    const char *nearest = results_nearest(&results, arena_text(&arena, name, length));
    buf_puts(said, "No result is called ");
    buf_shown(said, name, length);
    buf_printf(said, nearest ? ": did you mean %s?" : ".", nearest);
    arena_release(&arena);
}

/* The axis that the first of some indices is about: with a name the first, as in code; without one the matrix stays
 * that of the place, where they do not name it. */
static int first_axis(const NamedHere *here, NamedPart *part, int count, bool is_named)
{
    const QkvTensor *t = part->t;
    for (int d = 0; d < QKV_MAX_RANK; d++)
        part->index[d] = -1;
    if (is_named || count >= t->rank || t->rank < 2)
        return 0;
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, here->cell, at);
    for (int d = 0; d < t->rank - 2; d++)
        part->index[d] = at[d];
    return t->rank - 2;
}

static bool find_indices(const NamedHere *here, NamedPart *part, const Indices *x, bool is_named,
                         Buf *said)
{
    const QkvTensor *t = part->t;
    int first = first_axis(here, part, x->count, is_named);
    if (first + x->count > t->rank) {
        buf_puts(said, "Too many indices: ");
        put_axes(said, here, t);
        return false;
    }
    for (int i = 0, d = first; i < x->count; i++, d++) {
        int64_t batch = d > 0 && part->index[0] > 0 ? part->index[0] * qkv_tensor_pitch(t, 0) : 0;
        if (strcmp(x->text[i], ":") == 0)
            continue;
        if (!is_single(t, d, x->text[i], batch, said))
            return false;
        part->index[d] = named_index(t, d, x->text[i], batch);
        if (part->index[d] < 0) {
            refuse_index(said, t, d, x->text[i], batch);
            if (x->count < t->rank && t->rank > 2)
                put_axes(said, here, t);
            return false;
        }
    }
    return true;
}

static bool is_at_hand(const NamedHere *here, const QkvTensor *t)
{
    bool is_it = here->step && here->step->call.out == t;
    for (int i = 0; here->step && i < here->step->call.count; i++)
        is_it = is_it || here->step->call.in[i] == t;
    return is_it;
}

/* Finds the name that brackets at the end of a text are the indices of: a name may end in brackets, too, so the shortest
 * name that has all of its indices after it, unless a longer one is at hand. NULL for none; `length` is that of the name. */
static const QkvTensor *named_before(const NamedHere *here, const char *text, size_t *length)
{
    const char *end = text + strlen(text);
    const QkvTensor *found = NULL;
    bool has_all = false;
    for (const char *at = last_brackets(text, end); at && at > text; at = last_brackets(text, at)) {
        Arena arena = {0};
        const QkvTensor *t = named_tensor(here, text, (size_t)(at - text));
        bool is_whole = t && read_indices(&arena, at).count == t->rank;
        arena_release(&arena);
        if ((t && (is_whole || !has_all)) || !found)
            *length = (size_t)(at - text);
        found = t && (is_whole || !has_all) ? t : found;
        has_all = has_all || is_whole;
        if (is_whole && is_at_hand(here, t))
            break;
    }
    return found;
}

/* A name alone, or with indices; or indices alone. */
static bool find_tensor(const NamedHere *here, const char *text, NamedPart *out, size_t *length)
{
    *length = strlen(text);
    out->t = *text == '[' ? (here->step ? here->step->call.out : NULL)
                          : named_tensor(here, text, *length);
    if (*text == '[')
        *length = 0;
    const QkvTensor *t = *text == '[' || !strchr(text, '[') ? NULL
                                                            : named_before(here, text, length);
    out->t = t ? t : out->t;
    if (!t && out->t && *text != '[')
        *length = strlen(text);
    return out->t != NULL;
}

bool named_read(const NamedHere *here, const char *text, NamedPart *out, Buf *said)
{
    Arena arena = {0};
    size_t length;
    bool ok = find_tensor(here, text, out, &length);
    if (!ok && (*text == '[' || !*text)) {
        buf_puts(said, "No result was shown yet that this could be about: write its name first.");
    } else if (!ok) {
        refuse_name(said, here->run, text, length);
    } else if (out->t->count == 0) {
        buf_puts(said, "This tensor has no cells.");
        ok = false;
    } else {
        Indices x = read_indices(&arena, text + length);
        ok = find_indices(here, out, &x, length > 0, said);
    }
    arena_release(&arena);
    return ok;
}

int64_t named_first(const NamedPart *part)
{
    int64_t at[QKV_MAX_RANK] = {0};
    for (int d = 0; d < part->t->rank; d++)
        at[d] = part->index[d] < 0 ? 0 : part->index[d];
    return qkv_tensor_cell(part->t, at);
}

bool named_cell(const NamedHere *here, const NamedPart *part, int64_t *cell, Buf *said)
{
    int64_t several = 1;
    for (int d = 0; d < part->t->rank; d++)
        several *= part->index[d] < 0 ? part->t->size[d] : 1;
    *cell = named_first(part);
    if (several == 1)
        return true;
    Arena arena = {0};
    buf_printf(said, "These are %lld numbers: name one, such as %s.", (long long)several,
               explain_cell(&arena, here->run, part->t, *cell));
    arena_release(&arena);
    return false;
}

const QkvTensor *named_number(const NamedHere *here, const char *text, int64_t *cell, Buf *said)
{
    NamedPart part;
    return named_read(here, text, &part, said) && named_cell(here, &part, cell, said) ? part.t
                                                                                      : NULL;
}

const char *named_of_words(Arena *a, const NamedHere *here, const char *words)
{
    size_t length = strcspn(words, " ");
    if (!words[length] || strchr(words, '['))
        return words;
    bool is_named = named_tensor(here, words, length) != NULL;
    Buf text = {.arena = a};
    if (is_named)
        buf_add(&text, words, length);
    buf_putc(&text, '[');
    for (const char *at = words + (is_named ? length : 0); *at; at++)
        if (*at != ' ')
            buf_putc(&text, *at);
        else if (at[1] && at[1] != ' ' && buf_text(&text)[text.length - 1] != '[')
            buf_puts(&text, ", ");
    buf_putc(&text, ']');
    return buf_text(&text);
}
