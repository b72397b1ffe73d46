/* The classes that Python brings: its errors, and dict, list and tuple to make classes from. */
#include <string.h>

#include "python/object.h"

bool native_error_begin(Eval *e, const Value *object, const Given *given)
{
    Value args = value_list(e->arena, VALUE_TUPLE);
    for (int i = 0; i < given->count; i++)
        list_add(e->arena, row_in(&args), given->item[i].value);
    eval_bind_in(e, &object->object->names, "args", args);
    eval_bind_in(e, &object->object->names, "__cause__", value_none);
    eval_bind_in(e, &object->object->names, "__context__",
                 object_in(&e->handled) ? e->handled : value_none);
    eval_bind_in(e, &object->object->names, "__traceback__", value_none);
    if (class_is(object->object->class, names_class(e, IN_BUILTIN, "StopIteration")))
        eval_bind_in(e, &object->object->names, "value",
                     given->count > 0 ? given->item[0].value : value_none);
    return true;
}

/* Does what super().__init__(...) does: str() of an error is what it was made with there. */
static bool call_error_init(Eval *e, Arg *args, Value *out)
{
    Value empty = value_list(e->arena, VALUE_TUPLE);
    *out = value_none;
    eval_bind_in(e, &args[0].value.object->names, "args",
                 args[1].value.kind == VALUE_ABSENT ? empty : args[1].value);
    return true;
}

const Function native_error_init = {"__init__", 0, "self *args=", call_error_init};

/* error.args = values: a tuple of them. */
bool native_error_set(Eval *e, const Value *object, const char *name, const Value *value,
                      bool *done)
{
    Value items;
    *done = value && strcmp(name, "args") == 0;
    if (!*done)
        return true;
    if (!eval_gather(e, value, VALUE_TUPLE, &items))
        return false;
    eval_bind_in(e, &object->object->names, "args", items);
    return true;
}

/* Gives what an error was made with, or NULL: a lesson can take it away, or put another value into __dict__. */
static const List *error_args(const Value *object)
{
    const Value *args = eval_find_in(&object->object->names, "args");
    return args ? row_in(args) : NULL;
}

void native_error_write(const Value *object, Buf *out)
{
    const List *args = error_args(object);
    buf_puts(out, object->object->class->name);
    buf_putc(out, '(');
    for (int64_t i = 0; args && i < args->count; i++) {
        buf_puts(out, i ? ", " : "");
        eval_write_part(object->object->eval, &args->item[i], LIMIT_OUTPUT, out);
    }
    buf_putc(out, ')');
}

bool object_is_error(const Value *object)
{
    const NativeClass *native = class_native(object->object->class);
    return native && native->begin == native_error_begin;
}

/* Writes the str() of an error: its argument, or all of them. */
void object_message(const Value *object, Buf *out)
{
    const List *args = error_args(object);
    const Class *class = object->object->class, *key = NULL;
    for (int i = 0; i < class->count && !key; i++)
        key = class->order[i]->native && strcmp(class->order[i]->name, "KeyError") == 0
                  ? class->order[i]
                  : NULL;
    if (!args || args->count == 0)
        return;
    if (args->count > 1)
        value_repr(out, eval_find_in(&object->object->names, "args"), LIMIT_OUTPUT);
    else
        (key ? value_repr : value_str)(out, &args->item[0], LIMIT_OUTPUT);
}

#define ERROR(n, b) NATIVE_ERROR(n, IN_BUILTIN, b, NULL)

static bool call_list_init(Eval *e, Arg *args, Value *out)
{
    Value items;
    *out = value_none;
    if (!eval_gather(e, &args[1].value, VALUE_LIST, &items))
        return false;
    *args[0].value.list = *row_in(&items);
    return true;
}

static const Function dict_init = {"__init__", OF_DICT, "self iterable= / **values", dict_update};
static const Function list_init = {"__init__", OF_LIST, "self iterable= /", call_list_init};

static void plain_write(const Value *object, Buf *out)
{
    eval_write_part(object->object->eval, object_plain(object), LIMIT_OUTPUT, out);
}

const NativeClass native_classes[] = {
    {.name = "dict",
     .homes = IN_LIBRARY,
     .methods = OF_DICT,
     .init = &dict_init,
     .inner = VALUE_DICT,
     .write = plain_write},
    {.name = "list",
     .homes = IN_LIBRARY,
     .methods = OF_LIST,
     .init = &list_init,
     .inner = VALUE_LIST,
     .write = plain_write},
    {.name = "tuple",
     .homes = IN_LIBRARY,
     .methods = OF_LIST,
     .init = &list_init,
     .inner = VALUE_TUPLE,
     .write = plain_write},
    ERROR("BaseException", NULL),
    ERROR("Exception", "BaseException"),
    ERROR("ArithmeticError", "Exception"),
    ERROR("ZeroDivisionError", "ArithmeticError"),
    ERROR("OverflowError", "ArithmeticError"),
    ERROR("FloatingPointError", "ArithmeticError"),
    ERROR("AssertionError", "Exception"),
    ERROR("AttributeError", "Exception"),
    ERROR("FrozenInstanceError", "AttributeError"),
    ERROR("ImportError", "Exception"),
    ERROR("ModuleNotFoundError", "ImportError"),
    ERROR("LookupError", "Exception"),
    ERROR("IndexError", "LookupError"),
    ERROR("KeyError", "LookupError"),
    ERROR("NameError", "Exception"),
    ERROR("UnboundLocalError", "NameError"),
    ERROR("OSError", "Exception"),
    ERROR("IOError", "OSError"),
    ERROR("FileNotFoundError", "OSError"),
    ERROR("EOFError", "Exception"),
    ERROR("MemoryError", "Exception"),
    ERROR("GeneratorExit", "BaseException"),
    ERROR("KeyboardInterrupt", "BaseException"),
    ERROR("SystemExit", "BaseException"),
    ERROR("RuntimeError", "Exception"),
    ERROR("NotImplementedError", "RuntimeError"),
    ERROR("RecursionError", "RuntimeError"),
    ERROR("StopIteration", "Exception"),
    ERROR("SyntaxError", "Exception"),
    ERROR("TypeError", "Exception"),
    ERROR("ValueError", "Exception"),
    ERROR("UnicodeDecodeError", "ValueError"),
    ERROR("Warning", "Exception"),
    ERROR("UserWarning", "Warning"),
    ERROR("RuntimeWarning", "Warning"),
    ERROR("FutureWarning", "Warning"),
    ERROR("DeprecationWarning", "Warning"),
    {0},
};
