/* Directives: a table of keys; the ones that label share the reading of words. */
#include "lesson/directive.h"

#include <string.h>

#include "lesson/names.h"

static bool fail_at(Eval *e, const Directive *d, const char *message)
{
    Loc at = {e->lesson->path, d->line, d->col, (int)strlen(d->key)};
    return err_set(e->err, at, "%s: %s", d->key, message);
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
        return fail_at(e, d, "every batch item needs as many labels as the first");
    l->first = l->in_group;
    l->in_group = 0;
    l->groups++;
    return true;
}

static bool read_labels(Eval *e, const Directive *d, Labels *l)
{
    *l = (Labels){.first = -1};
    const char *at = d->text;
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

static const char **label_texts(Eval *e, const Labels *l)
{
    const char **texts = arena_many(e->arena, (size_t)l->words.count, const char *);
    for (int64_t i = 0; i < l->words.count; i++)
        texts[i] = l->words.item[i].text->bytes;
    return texts;
}

/* Puts what core says against a directive at the directive's place. */
static bool report(Eval *e, const Directive *d, bool ok)
{
    return ok || fail_at(e, d, qkv_error(e->q));
}

static bool label_axis(Eval *e, const Directive *d, const Tensor *t, int from_end)
{
    Labels l;
    Buf message = {0};
    bool ok = read_labels(e, d, &l);
    if (ok && t->rank < from_end) {
        buf_printf(&message, "the tensor has %d ax%cs, and this labels the %s", t->rank,
                   t->rank == 1 ? 'i' : 'e', from_end == 1 ? "last" : "second-last");
        ok = fail_at(e, d, buf_text(&message));
    } else if (ok && l.first != t->size[t->rank - from_end]) {
        buf_printf(&message, "%lld label%s, and the axis has %lld", (long long)l.first,
                   l.first == 1 ? "" : "s", (long long)t->size[t->rank - from_end]);
        ok = fail_at(e, d, buf_text(&message));
    }
    buf_release(&message);
    return ok && report(e, d, qkv_label(e->q, t, -from_end, NULL, l.groups, l.words.count,
                                        label_texts(e, &l)));
}

static bool label_rows(Eval *e, const Directive *d, const Tensor *t)
{
    return label_axis(e, d, t, 2);
}

static bool label_cols(Eval *e, const Directive *d, const Tensor *t)
{
    return label_axis(e, d, t, 1);
}

static bool name_axes(Eval *e, const Directive *d, const Tensor *t)
{
    Labels l;
    if (!read_labels(e, d, &l))
        return false;
    if (l.groups != 1 || l.words.count != t->rank) {
        Buf message = {0};
        buf_printf(&message, "%lld name%s, and the tensor has %d ax%cs", (long long)l.words.count,
                   l.words.count == 1 ? "" : "s", t->rank, t->rank == 1 ? 'i' : 'e');
        fail_at(e, d, buf_text(&message));
        buf_release(&message);
        return false;
    }
    for (int i = 0; i < t->rank; i++)
        if (!report(e, d, qkv_label(e->q, t, i, l.words.item[i].text->bytes, 0, 0, NULL)))
            return false;
    return true;
}

static const struct {
    const char *key;
    bool (*label)(Eval *e, const Directive *d, const Tensor *t); /* NULL: says nothing of tensors */
} table[] = {
    {"rows", label_rows},
    {"cols", label_cols},
    {"axes", name_axes},
    {"hide", NULL},
};

enum { KEYS = sizeof table / sizeof table[0] };

static int key_of(const Directive *d)
{
    for (int i = 0; i < KEYS; i++)
        if (strcmp(table[i].key, d->key) == 0)
            return i;
    return -1;
}

static bool fail_unknown(Eval *e, const Directive *d)
{
    const char *nearest = NULL;
    for (int i = 0; i < KEYS; i++)
        nearest = names_closer(d->key, table[i].key, nearest);
    Loc at = {e->lesson->path, d->line, d->col, (int)strlen(d->key)};
    if (nearest)
        return err_set(e->err, at, "unknown directive '%s': did you mean '%s'?", d->key, nearest);
    return err_set(e->err, at, "unknown directive '%s': there are rows, cols, axes and hide", d->key);
}

bool directive_check(Eval *e, const Statement *s, bool *hidden)
{
    *hidden = false;
    for (int i = 0; i < s->directives; i++) {
        if (key_of(&s->directive[i]) < 0)
            return fail_unknown(e, &s->directive[i]);
        *hidden = *hidden || strcmp(s->directive[i].key, "hide") == 0;
    }
    return true;
}

bool directive_label(Eval *e, const Statement *s, const Tensor *t, int first_step)
{
    for (int i = 0; i < s->directives; i++) {
        const Directive *d = &s->directive[i];
        int key = key_of(d);
        if (!table[key].label)
            continue;
        if (!t || t->step < first_step)
            return fail_at(e, d, "the statement makes no new tensor that could be labelled");
        if (!table[key].label(e, d, t))
            return false;
    }
    return true;
}
