/* The one reader that turns the arguments of a call into what the letters of a signature ask for. */
#include "python/dispatch.h"

#include <string.h>

#include "python/outside.h"

/* --- reading -------------------------------------------------------------------------------- */

bool arg_wrong(Eval *e, const Value *v, const char *param, const char *wanted)
{
    eval_blame(e, v);
    if (!outside_allows(e, v))
        return false;
    const char *what = arena_format(e->arena, "'%s' must be %s, but this is %s", param, wanted,
                                    value_kind(v));
    return e->call && !call_is_pythons(e->call) ? eval_refuse_name(e, "%s", what)
                                                : eval_raise(e, "TypeError", "%s", what);
}

bool arg_integers(Eval *e, const Value *v, const char *param, int most, Arg *out)
{
    int64_t *at = arena_many(e->arena, (size_t)most, int64_t);
    out->at = at;
    out->count = 0;
    if (v->kind == VALUE_ABSENT || v->kind == VALUE_NONE)
        return true;
    if (!value_is_row(v)) {
        out->count = 1;
        return value_integer(v, &at[0]) ||
               arg_wrong(e, v, param, "an integer or a tuple of integers");
    }
    if (row_in(v)->count > most)
        return eval_refuse_name(e, "'%s' has %lld numbers, but at most %d are possible", param,
                                (long long)row_in(v)->count, most);
    for (int64_t i = 0; i < row_in(v)->count; i++)
        if (!value_integer(&row_in(v)->item[i], &at[out->count++]))
            return arg_wrong(e, &row_in(v)->item[i], param, "a tuple of integers");
    return true;
}

static void take_preset(const Parameter *p, Arg *out)
{
    out->has = p->has_preset;
    if (p->letter == 'i')
        out->integer = p->integer;
    else if (p->letter == 'x')
        out->number = p->number;
    else if (p->letter == 'b')
        out->truth = p->truth;
}

static bool takes_none(const Parameter *p)
{
    return p->is_none;
}

static bool read_argument(Eval *e, const Parameter *p, Arg *a)
{
    const Value *v = &a->value;
    bool ok = true;
    if (p->letter == 'I' && p->wants_tuple && !value_is_row(v))
        return arg_wrong(e, v, p->name, "a list or tuple of integers");
    if (p->letter == 'I' && v->kind == VALUE_NONE && !p->is_optional)
        return arg_wrong(e, v, p->name, "an integer or a tuple of integers");
    if (p->letter == 'I' && (v->kind == VALUE_ABSENT || v->kind == VALUE_NONE))
        return arg_integers(e, v, p->name, 1, a);
    if (p->letter == 0)
        return true;
    if (v->kind == VALUE_ABSENT || (v->kind == VALUE_NONE && takes_none(p))) {
        take_preset(p, a);
        return true;
    }
    a->has = true;
    if (strchr("ixbI", p->letter) && !eval_written(e, v))
        return false;
    if (names_read(e, p, a, &ok))
        return ok;
    switch (p->letter) {
    case 'i':
        return value_integer(v, &a->integer) || arg_wrong(e, v, p->name, "an integer");
    case 'I':
        return arg_integers(e, v, p->name, QKV_MAX_RANK, a);
    case 'x':
        return value_number(v, &a->number) || arg_wrong(e, v, p->name, "a number");
    case 'b':
        a->truth = v->kind == VALUE_BOOL && v->truth; /* of another kind it has any bits */
        return v->kind == VALUE_BOOL || arg_wrong(e, v, p->name, "True or False");
    case 's': /* read by whoever asks for a text */
        a->text = text_in(v);
        return text_in(v) ? eval_scan(e, text_in(v)->length) : arg_wrong(e, v, p->name, "a str");
    default:
        return true;
    }
}

bool args_read(Eval *e, const Function *f, const Signature *s, Arg *args)
{
    for (int i = 0; i < s->count; i++)
        if (args[i].value.kind == VALUE_ABSENT && !s->parameter[i].is_optional)
            return eval_raise(e, "TypeError", "%s: the argument '%s' is missing", f->name,
                              s->parameter[i].name);
    for (int i = 0; i < s->count; i++)
        if (s->parameter[i].is_self ? !receiver_read(e, f, &args[i].value)
                                    : !read_argument(e, &s->parameter[i], &args[i]))
            return false;
    return true;
}
