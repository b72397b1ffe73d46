/* Errors as objects: raising one, and catching what was raised. */
#include <string.h>

#include "python/object.h"
#include "python/outside.h"

/* An error of another class may be this program's alone: a bound of its own, a size that the original would take. */
static bool is_sure(const char *class)
{
    return outside_is_one_of("AttributeError NameError UnboundLocalError ZeroDivisionError "
                             "AssertionError KeyError",
                             class);
}

/* Takes down whose an error is, when it is raised first. */
static void set_origin(Object *error, bool is_pythons)
{
    if (error->origin == ORIGIN_NONE)
        error->origin = is_pythons ? ORIGIN_PYTHONS : ORIGIN_UNSURE;
}

bool error_is_pythons(const Eval *e)
{
    if (!e->err->set || e->is_final)
        return false;
    return object_in(&e->raised) ? e->raised.object->origin == ORIGIN_PYTHONS
                                 : e->error_class && is_sure(e->error_class);
}

bool object_raise(Eval *e, const Value *v)
{
    Value error = *v;
    Given none = {0};
    if (class_in(v) && !object_make(e, class_in(v), &none, &error))
        return false;
    const Class *base = names_class(e, IN_BUILTIN, "BaseException");
    if (!object_in(&error) || !class_is(error.object->class, base))
        return outside_allows(e, &error) &&
               eval_raise(e, "TypeError", "only errors can be raised, but this is %s",
                          value_kind(&error));
    Buf text = {0};
    object_message(&error, &text);
    const char *class = error.object->class->name;
    if (eval_in_library(e) && text.length > 0) /* says it as what is not written in Python does */
        eval_raise(e, class, "%s", buf_text(&text));
    else
        eval_raise(e, class, "%s%s%s", class, text.length ? ": " : "", buf_text(&text));
    buf_release(&text);
    eval_is_known(e);
    set_origin(error.object, !eval_in_library(e) || is_sure(class));
    e->raised = error;
    return false;
}

static const Class *error_in_hand(const Eval *e)
{
    return object_in(&e->raised)
               ? e->raised.object->class
               : names_class(e, ~0u, e->error_class ? e->error_class : "RuntimeError");
}

bool error_is(Eval *e, const char *class)
{
    return e->err->set && !e->is_final && class_is(error_in_hand(e), names_class(e, ~0u, class));
}

bool object_catches(Eval *e, const Value *class, bool *caught)
{
    *caught = false;
    if (e->is_final)
        return true;
    if (class->kind == VALUE_TUPLE) {
        for (int64_t i = 0; i < row_in(class)->count && !*caught; i++)
            if (!eval_deeper(e) || !object_catches(e, &row_in(class)->item[i], caught))
                return false;
        return true;
    }
    if (class_in(class))
        *caught = class_is(error_in_hand(e), class_in(class));
    return true;
}

Value object_caught(Eval *e)
{
    Value error = e->raised;
    if (error.kind == VALUE_ABSENT) {
        Given given = {0};
        Err err = *e->err;
        bool is_pythons = error_is_pythons(e);
        Class *class = (Class *)(uintptr_t)error_in_hand(e);
        *e->err = (Err){0};
        if (e->said.kind != VALUE_NONE)
            given_add(e, &given, NULL,
                      e->said.kind == VALUE_ABSENT ? value_string(e->arena, err.message) : e->said,
                      NULL);
        if (object_make(e, class, &given, &error))
            set_origin(error.object, is_pythons);
    }
    *e->err = (Err){0};
    qkv_clear_error(e->q);
    e->raised = (Value){0};
    e->ended_calls = 0;
    return error;
}
