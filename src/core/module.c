/* The tree of modules. Finding a member walks down a dotted path, one name at a time. */
#include <string.h>

#include "base/common.h"
#include "core/context.h"
#include "core/module.h"
#include "core/print.h"
#include "core/qkv_attention.h"

/* --- making one ----------------------------------------------------------------------------- */

QkvModule *qkv_module_new(Qkv *q, const QkvModuleKind *kind, const void *own, size_t size)
{
    if (!q)
        return NULL;
    QkvModule *m = arena_new(qkv_arena(q), QkvModule);
    void *copy = arena_alloc(qkv_arena(q), size);
    if (!m || !copy)
        return NULL;
    if (size > 0)
        memcpy(copy, own, size);
    *m = (QkvModule){.kind = kind, .training = true, .own = copy};
    return m;
}

/* Modules have few members, so that they move to a larger place each time. */
static void add_member(Qkv *q, QkvMember **list, int *count, const char *name, QkvMember member)
{
    Arena *a = qkv_arena(q);
    QkvMember *grown = arena_grow(a, *list, (size_t)*count, (size_t)*count + 1, sizeof **list);
    member.name = arena_string(a, name);
    if (!grown || !member.name)
        return;
    *list = grown;
    grown[(*count)++] = member;
}

void qkv_add_parameter(Qkv *q, QkvModule *m, const char *name, const QkvTensor *value)
{
    if (!m)
        return;
    QkvMember member = {0};
    if (value) {
        member.parameter = arena_new(qkv_arena(q), QkvParameter);
        if (!member.parameter)
            return;
        member.parameter->value = value;
    }
    add_member(q, &m->parameter, &m->parameters, name, member);
}

void qkv_add_child(Qkv *q, QkvModule *m, const char *name, QkvModule *child)
{
    if (m && child)
        add_member(q, &m->child, &m->children, name, (QkvMember){.child = child});
}

/* --- finding -------------------------------------------------------------------------------- */

static const QkvMember *member(const QkvMember *list, int count, const char *name, size_t length)
{
    for (int i = 0; i < count; i++)
        if (strncmp(list[i].name, name, length) == 0 && !list[i].name[length])
            return &list[i];
    return NULL;
}

/* The module that the last name of a path belongs to, which *last is set to; NULL for none. */
static const QkvModule *owner(const QkvModule *m, const char *path, const char **last)
{
    *last = path;
    for (const char *dot = strchr(path, '.'); m && dot; dot = strchr(*last, '.')) {
        const QkvMember *child = member(m->child, m->children, *last, (size_t)(dot - *last));
        m = child ? child->child : NULL;
        *last = dot + 1;
    }
    return m;
}

QkvParameter *qkv_module_parameter(const QkvModule *m, const char *path)
{
    const char *name;
    m = owner(m, path, &name);
    const QkvMember *found = m ? member(m->parameter, m->parameters, name, strlen(name)) : NULL;
    return found ? found->parameter : NULL;
}

QkvModule *qkv_module_child(const QkvModule *m, const char *path)
{
    const char *name;
    m = owner(m, path, &name);
    const QkvMember *found = m ? member(m->child, m->children, name, strlen(name)) : NULL;
    return found ? found->child : NULL;
}

/* The member that *i counts down to, in the subtree of `m`: parameters alone, or buffers, too. */
static QkvMember *count_down(const QkvModule *m, bool buffers, int *i, Buf *path)
{
    for (int kind = 0; kind <= buffers; kind++)
        for (int p = 0; p < m->parameters; p++) {
            QkvMember *own = &m->parameter[p];
            if (!own->parameter || own->is_buffer != (kind == 1) || (*i)-- != 0)
                continue;
            if (path)
                buf_puts(path, own->name);
            return own;
        }
    for (int c = 0; c < m->children; c++) {
        size_t before = path ? path->length : 0;
        if (path)
            buf_printf(path, "%s.", m->child[c].name);
        QkvMember *found = count_down(m->child[c].child, buffers, i, path);
        if (found)
            return found;
        if (path)
            buf_cut(path, before);
    }
    return NULL;
}

QkvMember *module_member_at(const QkvModule *m, int i, Buf *path)
{
    return count_down(m, true, &i, path);
}

QkvParameter *module_parameter_at(const QkvModule *m, int i, Buf *path)
{
    QkvMember *found = count_down(m, false, &i, path);
    return found ? found->parameter : NULL;
}

bool module_remove(QkvModule *m, const char *name)
{
    for (int is_child = 0; is_child < 2; is_child++) {
        QkvMember *list = is_child ? m->child : m->parameter;
        int *count = is_child ? &m->children : &m->parameters;
        for (int i = 0; i < *count; i++)
            if (strcmp(list[i].name, name) == 0) {
                memmove(&list[i], &list[i + 1], (size_t)(--*count - i) * sizeof *list);
                return true;
            }
    }
    return false;
}

bool module_put(Qkv *q, QkvModule *m, const char *name, QkvMember member)
{
    QkvMember *list = member.child ? m->child : m->parameter;
    int count = member.child ? m->children : m->parameters;
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0) {
            member.name = list[i].name;
            list[i] = member;
            return true;
        }
    module_remove(m, name);
    add_member(q, member.child ? &m->child : &m->parameter,
               member.child ? &m->children : &m->parameters, name, member);
    return !qkv_error(q);
}

QkvParameter *qkv_module_parameter_at(Qkv *q, const QkvModule *m, int i, const char **path)
{
    Buf text = {.arena = qkv_arena(q)};
    QkvMember *found = m ? count_down(m, false, &i, path ? &text : NULL) : NULL;
    if (path)
        *path = found ? text_of(&text) : NULL;
    return found ? found->parameter : NULL;
}

bool qkv_module_setting(const QkvModule *m, const char *name, QkvSetting *out)
{
    for (int i = 0; m->kind->setting && m->kind->setting(m, i, out); i++)
        if (strcmp(out->name, name) == 0)
            return true;
    return false;
}

/* --- using ---------------------------------------------------------------------------------- */

static bool check_shape(Qkv *q, const char *path, const QkvTensor *old, const QkvTensor *value)
{
    return qkv_tensor_same_shape(old, value) ||
           qkv_fail(q, "the shape of '%s' is %s, and this is %s", path, SIZES(old), SIZES(value));
}

bool qkv_set_value(Qkv *q, QkvParameter *p, const char *name, const QkvTensor *value)
{
    if (!value || !check_shape(q, name, p->value, value))
        return false;
    value = qkv_to(q, value, p->value->dtype);
    if (value)
        p->value = value;
    return value != NULL;
}

bool qkv_set_parameter(Qkv *q, QkvModule *m, const char *path, const QkvTensor *value)
{
    QkvParameter *p = m ? qkv_module_parameter(m, path) : NULL;
    if (m && !p)
        return qkv_fail(q, "%s has no parameter '%s'", m->kind->name, path);
    return p && qkv_set_value(q, p, path, value);
}

bool qkv_share_parameter(Qkv *q, QkvModule *m, const char *name, QkvParameter *p)
{
    for (int i = 0; m && p && i < m->parameters; i++) {
        QkvMember *own = &m->parameter[i];
        if (strcmp(own->name, name) != 0)
            continue;
        if (own->parameter && !check_shape(q, name, own->parameter->value, p->value))
            return false;
        own->parameter = p;
        return true;
    }
    return m && p && qkv_fail(q, "%s has no parameter '%s'", m->kind->name, name);
}

void qkv_module_train(QkvModule *m, bool training)
{
    if (!m)
        return;
    m->training = training;
    for (int i = 0; i < m->children; i++)
        qkv_module_train(m->child[i].child, training);
}

/* How many words there are, and how many of them do not end in "=". */
static int words(const char *text, int *needed)
{
    int count = 0;
    *needed = 0;
    for (const char *at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        count++;
        *needed += at[length - 1] != '=';
        at += length;
    }
    return count;
}

const QkvTensor *qkv_call(Qkv *q, const QkvModule *m, int count, const QkvTensor *const in[],
                          const QkvTensor **left)
{
    const QkvTensor *all[QKV_MAX_INPUTS] = {0}, *unwanted;
    left = left ? left : &unwanted;
    *left = NULL;
    int needed, most = m ? words(m->kind->inputs, &needed) : 0;
    if (!m || qkv_error(q))
        return NULL;
    if (!m->kind->call) {
        qkv_fail(q, "%s computes nothing when it is called", m->kind->name);
        return NULL;
    }
    if (count > most) {
        qkv_fail(q, "%s is called with at most %d tensor%s, and here are %d", m->kind->name, most,
                 plural(most), count);
        return NULL;
    }
    for (int i = 0; i < count; i++)
        all[i] = in[i];
    for (int i = 0; i < needed; i++)
        if (!all[i]) {
            qkv_fail(q, "%s is called without its input %d", m->kind->name, i);
            return NULL;
        }
    return m->kind->call(q, m, all, left);
}

const QkvTensor *qkv_forward(Qkv *q, const QkvModule *m, const QkvTensor *x)
{
    return qkv_call(q, m, 1, &x, NULL);
}

/* --- printing ------------------------------------------------------------------------------- */

static void print_setting(Buf *out, const QkvSetting *s)
{
    if (!s->is_unnamed)
        buf_printf(out, "%s=", s->name);
    switch (s->kind) {
    case QKV_SETTING_NONE:
        buf_puts(out, "None");
        break;
    case QKV_SETTING_TRUTH:
        buf_puts(out, s->integer ? "True" : "False");
        break;
    case QKV_SETTING_INTEGER:
        buf_printf(out, "%lld", (long long)s->integer);
        break;
    case QKV_SETTING_NUMBER:
        print_float(out, s->number);
        break;
    case QKV_SETTING_SIZES:
        buf_puts(out, sizes_text(SIZES_TEXT, (int)s->integer, s->sizes));
        break;
    case QKV_SETTING_TEXT:
        buf_puts(out, s->text);
        break;
    }
}

static void new_line(Buf *out, int indent)
{
    buf_putc(out, '\n');
    buf_fill(out, ' ', indent);
}

void module_print_settings(Buf *out, const QkvModule *m)
{
    QkvSetting s = {0};
    int shown = 0;
    for (int i = 0; m->kind->setting && m->kind->setting(m, i, &s); i++) {
        if (s.is_silent)
            continue;
        buf_puts(out, shown++ ? ", " : "");
        print_setting(out, &s);
    }
}

/* Settings and children are on lines of their own as soon as there are children. */
static void print_at(Buf *out, const QkvModule *m, int indent)
{
    enum { INDENT = 2 };
    Buf settings = {.arena = out->arena};
    module_print_settings(&settings, m);
    out->cut = out->cut || settings.cut;
    buf_printf(out, "%s(", m->kind->name);
    if (m->children > 0 && settings.length > 0)
        new_line(out, indent + INDENT);
    buf_add(out, buf_text(&settings), settings.length);
    buf_release(&settings);
    for (int i = 0; i < m->children; i++) {
        new_line(out, indent + INDENT);
        buf_printf(out, "(%s): ", m->child[i].name);
        print_at(out, m->child[i].child, indent + INDENT);
    }
    if (m->children > 0)
        new_line(out, indent);
    buf_putc(out, ')');
}

void module_print(Buf *out, const QkvModule *m)
{
    print_at(out, m, 0);
}

const char *qkv_print_module(Qkv *q, const QkvModule *m)
{
    Buf out = {.arena = qkv_arena(q)};
    if (m)
        module_print(&out, m);
    return m ? text_of(&out) : NULL;
}
