/* Directives: the ones that label share the reading of words. */
#include "lesson/directive.h"

#include <stdarg.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "lesson/blind.h"
#include "python/names.h"

static bool fail_at(Eval *e, const Directive *d, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail_at(Eval *e, const Directive *d, const char *format, ...)
{
    Loc at = {e->path, d->line, d->col, (int)strlen(d->key)};
    Buf message = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&message, format, args);
    va_end(args);
    err_set(e->err, at, "%s: %s", d->key, buf_text(&message));
    buf_release(&message);
    return false;
}

/* Labels: words between blanks, or in double quotes, in groups between bars. */
typedef struct Labels {
    int64_t groups;
    int64_t in_group; /* of the group being read */
    List words;       /* all groups, one after the other */
    int64_t first;    /* how many the first group has; -1 before it ends */
} Labels;

static bool end_group(Eval *e, const Directive *d, Labels *l)
{
    if (l->first >= 0 && l->in_group != l->first)
        return fail_at(e, d, "%lld label%s for batch item %lld, but the first has %lld",
                       (long long)l->in_group, plural(l->in_group), (long long)l->groups + 1,
                       (long long)l->first);
    l->first = l->in_group;
    l->in_group = 0;
    l->groups++;
    return true;
}

/* "= words": the texts of a list or a tuple of the lesson, which may say other words with each change. */
static bool take_labels(Eval *e, const Directive *d, Labels *l)
{
    const char *name = d->text + 1 + strspn(d->text + 1, " \t");
    const Value *v = eval_lookup(e, name);
    const List *list = v ? row_in(v) : NULL;
    if (!list)
        return fail_at(e, d, "%.*s is not the name of a list of texts",
                       (int)utf8_fit(name, strlen(name), 40), name);
    for (int64_t i = 0; i < list->count; i++) {
        Buf shown = {.arena = e->arena};
        if (list->item[i].kind != VALUE_STR)
            return fail_at(e, d, "%s is a list, but item %lld is no text", name, (long long)i);
        const Text *text = text_in(&list->item[i]);
        buf_shown(&shown, text->bytes, strlen(text->bytes));
        list_add(e->arena, &l->words, value_text(e->arena, buf_text(&shown), shown.length));
    }
    l->in_group = l->words.count;
    return end_group(e, d, l);
}

static bool read_labels(Eval *e, const Directive *d, Labels *l)
{
    *l = (Labels){.first = -1};
    const char *at = d->text;
    if (*at == '=')
        return take_labels(e, d, l);
    while (*(at += strspn(at, " \t"))) {
        if (*at == '|') {
            if (!end_group(e, d, l))
                return false;
            at++;
            continue;
        }
        bool quoted = *at == '"';
        at += quoted;
        size_t n = strcspn(at, quoted ? "\"" : " \t|");
        if (quoted && at[n] != '"')
            return fail_at(e, d, "a label in double quotes does not end");
        list_add(e->arena, &l->words, value_text(e->arena, at, n));
        l->in_group++;
        at += n + quoted;
    }
    return end_group(e, d, l);
}

/* The words of the groups, those of each that are a text which was edited replaced by the words of the new one. */
static void follow_texts(Eval *e, Labels *l)
{
    const Lesson *lesson = e->labelled;
    List words = {0};
    int64_t per_group = l->groups > 0 ? l->words.count / l->groups : 0;
    for (int64_t g = 0; g < l->groups; g++) {
        const Value *word = l->words.item + g * per_group;
        Buf old = {.arena = e->arena};
        for (int64_t i = 0; i < per_group; i++)
            buf_printf(&old, "%s ", text_in(&word[i])->bytes);
        const char *new = NULL;
        for (int i = 0; i < lesson->rewordeds; i++)
            if (strcmp(lesson->reworded[i].old, buf_text(&old)) == 0)
                new = lesson->reworded[i].new;
        for (int64_t i = 0; !new &&i < per_group; i++)
            list_add(e->arena, &words, word[i]);
        for (; new &&*new; new += strcspn(new, " ") + 1)
            list_add(e->arena, &words, value_text(e->arena, new, strcspn(new, " ")));
        if (g == 0)
            l->first = words.count;
        else if (words.count != (g + 1) * l->first)
            l->first = -1; /* no axis has so many */
    }
    l->words = words;
}

static const char **label_texts(Eval *e, const Labels *l)
{
    const char **texts = arena_many(e->arena, (size_t)l->words.count, const char *);
    for (int64_t i = 0; i < l->words.count; i++)
        texts[i] = text_in(&l->words.item[i])->bytes;
    return texts;
}

/* Puts what core says against a directive at the directive's place. */
static bool report(Eval *e, const Directive *d, bool ok)
{
    return ok || fail_at(e, d, "%s", qkv_error(e->q));
}

static bool label_axis(Eval *e, const Directive *d, const QkvTensor *t)
{
    static const struct {
        int from_end;
        const char *name;
    } axes[] = {[DIRECTIVE_ROWS] = {2, "second-last"},
                [DIRECTIVE_COLS] = {1, "last"},
                [DIRECTIVE_ITEMS] = {3, "third-last"}};
    int from_end = axes[d->kind].from_end;
    Labels l;
    if (!read_labels(e, d, &l))
        return false;
    if (e->labelled && *d->text != '=')
        follow_texts(e, &l);
    if (t->rank < from_end)
        return fail_at(e, d, "the tensor has %d %s, but this labels the %s", t->rank,
                       plural_axes(t->rank), axes[d->kind].name);
    int64_t size = t->size[t->rank - from_end];
    if (l.first != size)
        return fail_at(e, d, "%lld label%s, but the axis has %lld", (long long)l.first,
                       plural(l.first), (long long)size);
    if (l.groups > 1 && t->rank < 3)
        return fail_at(e, d,
                       "labels for %lld batch items, but the tensor has no batch: that takes an "
                       "axis before rows and columns",
                       (long long)l.groups);
    return report(e, d,
                  qkv_label(e->q, t, -from_end, NULL, l.groups, l.words.count, label_texts(e, &l)));
}

static bool name_axes(Eval *e, const Directive *d, const QkvTensor *t)
{
    Labels l;
    if (!read_labels(e, d, &l))
        return false;
    if (l.groups != 1)
        return fail_at(e, d, "axes have one name each, and '|' separates batch items");
    if (l.words.count != t->rank)
        return fail_at(e, d, "%lld name%s, but the tensor has %d %s", (long long)l.words.count,
                       plural(l.words.count), t->rank, plural_axes(t->rank));
    for (int i = 0; i < t->rank; i++)
        if (!report(e, d, qkv_label(e->q, t, i, text_in(&l.words.item[i])->bytes, 0, 0, NULL)))
            return false;
    return true;
}

/* PyTorch draws dropout masks in two ways, by how it was built: a lesson says which it means. */
static bool choose_dropout(Eval *e, const Directive *d)
{
    bool is_mkl = strcmp(d->text, "torch-mkl") == 0;
    if (!is_mkl && strcmp(d->text, "torch") != 0)
        return fail_at(e, d, "expected torch or torch-mkl, not '%.*s'",
                       (int)utf8_fit(d->text, strlen(d->text), 40), d->text);
    qkv_dropout_flavour(e->q, is_mkl ? QKV_DROPOUT_TORCH_MKL : QKV_DROPOUT_TORCH);
    return true;
}

bool directive_line(const char *line)
{
    return strncmp(line + strspn(line, " \t"), "#|", 2) == 0;
}

const char *directive_text(const Statement *s, DirectiveKind kind)
{
    for (int i = 0; i < s->directives; i++)
        if (s->directive[i].kind == kind)
            return s->directive[i].text;
    return NULL;
}

bool directive_is(const Statement *s, DirectiveKind kind)
{
    return directive_text(s, kind) != NULL;
}

/* The index that a word means along an axis, of the matrix in which a cell lies; -1 for none. */
static int64_t index_of_word(const QkvTensor *t, int axis, int64_t cell, const char *word,
                             size_t length)
{
    int64_t number = 0;
    size_t digits = 0;
    for (int64_t i = 0; i < t->size[axis] && t->axis[axis].labels; i++) {
        const char *label = qkv_tensor_label(t, axis, i, cell);
        if (label && strlen(label) == length && strncmp(label, word, length) == 0)
            return i;
    }
    for (; digits < length && word[digits] >= '0' && word[digits] <= '9' && digits < 9; digits++)
        number = number * 10 + word[digits] - '0';
    return digits == length && number < t->size[axis] ? number : -1;
}

int64_t directive_cell(const QkvTensor *t, const char *words)
{
    int count = 0;
    int64_t cell = 0;
    for (const char *at = words; *(at += strspn(at, " \t")); at += strcspn(at, " \t"))
        count++;
    if (count == 0 || count > t->rank || t->count == 0)
        return -1;
    const char *at = words;
    for (int axis = t->rank - count; axis < t->rank; axis++) {
        at += strspn(at, " \t");
        size_t length = strcspn(at, " \t");
        int64_t index = index_of_word(t, axis, cell, at, length);
        if (index < 0)
            return -1;
        cell += index * qkv_tensor_pitch(t, axis);
        at += length;
    }
    return cell;
}

static bool check_accepted(Eval *e, const Directive *d)
{
    const char *at = d->text;
    while (*(at += strspn(at, " \t"))) {
        size_t length = strcspn(at, " \t");
        if (!blind_is_word(at, length))
            return fail_at(e, d, "expected %s, not '%.*s'", blind_words(),
                           (int)(length < 40 ? length : 40), at);
        at += length;
    }
    return true;
}

bool directive_begin(Eval *e, const Statement *s)
{
    for (int i = 0; i < s->directives; i++) {
        const Directive *d = &s->directive[i];
        if ((d->kind == DIRECTIVE_DROPOUT && !choose_dropout(e, d)) ||
            (d->kind == DIRECTIVE_ACCEPT && !check_accepted(e, d)))
            return false;
    }
    return true;
}

/* Another name for a tensor would label that under its first name, too. */
static bool fail_unlabelled(Eval *e, const Directive *d, const Value *v)
{
    if (v && tensor_in(v))
        return fail_at(e, d,
                       "a tensor made earlier cannot be labelled again: write .clone() after it");
    return fail_at(
        e, d,
        "labels are for a tensor, but this makes %s: write them above the statement that "
        "makes one",
        v ? value_kind(v) : "no new one");
}

static void forget_error(Eval *e)
{
    *e->err = (Err){0};
    qkv_clear_error(e->q);
}

static bool point(Eval *e, const Directive *d, const QkvTensor *t)
{
    return (t && directive_cell(t, d->text) >= 0) ||
           fail_at(e, d, "no number is at '%.*s': name it by its labels, as point: she Anna",
                   (int)utf8_fit(d->text, strlen(d->text), 40), d->text);
}

static bool label(Eval *e, const Statement *s, const Value *v, int first_step)
{
    /* Result of changed code, which may have another shape: it runs in PyTorch, and goes without the labels here. */
    bool leaves_out = e->is_changed;
    const QkvTensor *t = v && tensor_in(v) ? v->tensor : NULL;
    const QkvTensor *now = t && !t->hole ? qkv_known(value_now(v)) : NULL;
    t = now ? now : t;
    for (int last = 0; last < 2; last++) /* a number is named by labels */
        for (int i = 0; i < s->directives; i++) {
            const Directive *d = &s->directive[i];
            bool is_point = d->kind == DIRECTIVE_POINT;
            if (is_point != last || (!is_point && d->takes != DIRECTIVE_LABELS))
                continue;
            bool fits = is_point                     ? point(e, d, t)
                        : !t || t->step < first_step ? fail_unlabelled(e, d, v)
                        : d->kind == DIRECTIVE_AXES  ? name_axes(e, d, t)
                                                     : label_axis(e, d, t);
            if (!fits && !leaves_out)
                return false;
            if (!fits)
                forget_error(e);
        }
    return true;
}

/* Labels a target; what an attribute has become is what was stored last. */
static bool label_target(Eval *e, const Statement *s, const Node *target, int first_step)
{
    if (target->kind == NODE_NAME)
        return label(e, s, eval_lookup(e, target->text), first_step);
    if (target->kind != NODE_TUPLE && target->kind != NODE_LIST)
        return label(e, s, target->kind == NODE_ATTRIBUTE ? &e->stored : NULL, first_step);
    for (int i = 0; i < target->kids; i++)
        if (!label_target(e, s, target->kid[i], first_step))
            return false;
    return true;
}

bool directive_label(Eval *e, const Statement *s, const Value *value, int first_step)
{
    const Node *n = s->node;
    int targets = n->kind == NODE_ASSIGN                     ? n->kids - 1
                  : n->kind == NODE_AUGMENTED                ? 1
                  : n->kind == NODE_ANNOTATED && n->kids > 2 ? 1
                                                             : 0;
    for (int i = 0; i < targets; i++)
        if (!label_target(e, s, n->kid[i], first_step))
            return false;
    if (targets > 0)
        return true;
    return label(e, s, n->kind == NODE_RETURN ? &e->returned : value, first_step);
}
