/* Values as text, as Python's str and repr write them. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "core/print.h"
#include "python/limits.h"
#include "python/names.h"
#include "python/object.h"

/* A list or dict that is being written, and those around it. */
typedef struct Writing {
    const void *object;
    const struct Writing *around;
    int depth;
} Writing;

typedef struct Writer {
    Buf *out;
    size_t limit;
    const PrintOptions *options;
    bool is_repr; /* of what is written, not str() of it */
    bool cut;     /* too long, or too deep */
} Writer;

static void write_value(Writer *w, const Value *v, const Writing *around);

/* --- texts ---------------------------------------------------------------------------------- */

/* What Python's repr writes as an escape: controls, the private ranges, and all blanks but ' '. */
bool value_is_escaped(uint32_t c)
{
    return utf8_is_control(c) || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200F) ||
           c == 0x202F || c == 0x205F || c == 0x3000 || (c >= 0xE000 && c <= 0xF8FF) ||
           c >= 0xE0000;
}

static void write_escape(Buf *out, uint32_t c)
{
    static const char short_from[] = "\n\t\r", short_to[] = "ntr";
    const char *found = c < 0x80 && c ? strchr(short_from, (int)c) : NULL;
    if (found)
        buf_printf(out, "\\%c", short_to[found - short_from]);
    else
        buf_printf(out, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", (unsigned)c);
}

static void write_text(Buf *out, const Text *text)
{
    bool has_single = memchr(text->bytes, '\'', text->length) != NULL;
    char quote = has_single && !memchr(text->bytes, '"', text->length) ? '"' : '\'';
    buf_putc(out, quote);
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        size_t n = utf8_next(text->bytes + i, text->length - i, &c);
        if (c == (uint32_t)quote || c == '\\')
            buf_printf(out, "\\%c", (char)c);
        else if (value_is_escaped(c))
            write_escape(out, c);
        else
            buf_add(out, text->bytes + i, n);
        i += n;
    }
    buf_putc(out, quote);
}

void value_to_ascii(Buf *text)
{
    Buf plain = {0};
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        size_t n = utf8_next(text->text + i, text->length - i, &c);
        if (c < 0x80)
            buf_add(&plain, text->text + i, n);
        else
            write_escape(&plain, c);
        i += n;
    }
    buf_release(text);
    *text = plain;
}

/* --- lists and dicts ------------------------------------------------------------------------ */

/* False when the object is being written already, or lies too deep: then `instead` was written. */
static bool begin(Writer *w, Writing *own, const char *instead)
{
    for (const Writing *outer = own->around; outer; outer = outer->around)
        if (outer->object == own->object) {
            buf_puts(w->out, instead);
            return false;
        }
    int outside = own->around ? own->around->depth : 0;
    own->depth = outside + 1;
    w->cut = w->cut || own->depth > LIMIT_DEPTH;
    return !w->cut;
}

static void write_items(Writer *w, const List *list, const char *open, const char *close,
                        const Writing *around)
{
    char instead[32];
    Writing own = {.object = list, .around = around};
    snprintf(instead, sizeof instead, "%s...%s", open, *close == ',' ? ")" : close);
    if (!begin(w, &own, instead))
        return;
    buf_puts(w->out, open);
    for (int64_t i = 0; i < list->count && !w->cut; i++) {
        buf_puts(w->out, i ? ", " : "");
        write_value(w, &list->item[i], &own);
    }
    buf_puts(w->out, close);
}

/* {'a': 1}, OrderedDict({'a': 1}), and with nothing in it OrderedDict(). */
static void write_dict(Writer *w, const Dict *dict, const Writing *around)
{
    bool is_ordered = dict->key.is_ordered, has_braces = !is_ordered || dict->key.count > 0;
    Writing own = {.object = dict, .around = around};
    if (!begin(w, &own, is_ordered ? "..." : "{...}"))
        return;
    buf_puts(w->out, is_ordered ? "OrderedDict(" : "");
    buf_puts(w->out, has_braces ? "{" : "");
    for (int64_t i = 0; i < dict->key.count && !w->cut; i++) {
        buf_puts(w->out, i ? ", " : "");
        write_value(w, &dict->key.item[i], &own);
        buf_puts(w->out, ": ");
        write_value(w, &dict->item.item[i], &own);
    }
    buf_puts(w->out, has_braces ? "}" : "");
    buf_puts(w->out, is_ordered ? ")" : "");
}

static void write_tensor(Writer *w, const Value *v, const Writing *around)
{
    if (v->tensor->is_array)
        print_array(w->out, v->tensor, &w->options->array, w->is_repr || around);
    else if (v->parameter && !v->is_data)
        print_parameter(w->out, value_now(v), w->options);
    else {
        bool wants = qkv_wants_grad(value_now(v)) && !v->is_data;
        QkvTensor t = *value_now(v);
        t.wants_grad = wants;
        print_tensor(w->out, &t, w->options);
    }
}

static void write_range(Buf *out, const Range *r)
{
    buf_printf(out, "range(%lld, %lld", (long long)r->start, (long long)r->stop);
    if (r->step != 1)
        buf_printf(out, ", %lld", (long long)r->step);
    buf_putc(out, ')');
}

/* --- all ------------------------------------------------------------------------------------ */

/* What max and min along an axis give prints both names. */
static void write_pair(Writer *w, const List *pair, const Writing *around)
{
    Writing own = {.object = pair, .around = around};
    if (!begin(w, &own, "(...)"))
        return;
    buf_printf(w->out, "torch.return_types.%s(\nvalues=", pair->named);
    write_value(w, &pair->item[0], &own);
    buf_puts(w->out, ",\nindices=");
    write_value(w, &pair->item[1], &own);
    buf_putc(w->out, ')');
}

/* What load_state_dict gives: the keys that did not match. */
static void write_keys(Writer *w, const List *pair, const Writing *around)
{
    const char *const *names = value_pair_names(pair);
    if (pair->item[0].list->count == 0 && pair->item[1].list->count == 0) {
        buf_puts(w->out, "<All keys matched successfully>");
        return;
    }
    buf_printf(w->out, "%s(%s=", pair->named, names[0]);
    write_value(w, &pair->item[0], around);
    buf_printf(w->out, ", %s=", names[1]);
    write_value(w, &pair->item[1], around);
    buf_putc(w->out, ')');
}

static void write_list(Writer *w, const Value *v, const Writing *around)
{
    static const struct {
        const char *open, *close;
    } brackets[VALUE_KINDS] = {
        [VALUE_LIST] = {"[", "]"},
        [VALUE_TUPLE] = {"(", ")"},
        [VALUE_SIZE] = {"torch.Size([", "])"},
        [VALUE_SET] = {"{", "}"},
        [VALUE_KEYS] = {"dict_keys([", "])"},
        [VALUE_VALUES] = {"dict_values([", "])"},
        [VALUE_ITEMS] = {"dict_items([", "])"},
    };
    const char *open = brackets[v->kind].open, *close = brackets[v->kind].close;
    assert(open && close);
    if (v->kind == VALUE_TUPLE && v->list->count == 1)
        close = ",)";
    if (v->list->is_ordered)
        buf_puts(w->out, "o"); /* odict_keys */
    if (v->kind == VALUE_SET && v->list->is_frozen) {
        open = v->list->count ? "frozenset({" : "frozenset(";
        close = v->list->count ? "})" : ")";
    }
    if (v->kind == VALUE_TUPLE && v->list->named && *v->list->named == '_')
        write_keys(w, v->list, around);
    else if (v->kind == VALUE_TUPLE && v->list->named)
        write_pair(w, v->list, around);
    else if (v->kind == VALUE_SET && v->list->count == 0 && !v->list->is_frozen)
        buf_puts(w->out, "set()");
    else
        write_items(w, v->list, open, close, around);
}

/* <class 'torch.nn.modules.linear.Linear'>; one of the lesson's is of __main__. */
static void write_class(Buf *out, const Class *class)
{
    const char *module = class->module   ? class->module
                         : class->native ? class->native->module
                                         : "__main__";
    buf_printf(out, "<class '%s%s%s'>", module ? module : "", module ? "." : "", class->qualname);
}

/* With what it is inside of; what functools.wraps says that it stands for gives its name. */
static const char *name_of(const Closure *f)
{
    for (int depth = 0; f->wrapped.kind == VALUE_CLOSURE && depth < LIMIT_DEPTH; depth++)
        f = f->wrapped.closure;
    return f->qualname;
}

static void write_function(Buf *out, const Function *f)
{
    if (f->homes & IS_TYPE)
        buf_printf(out, "<class '%s%s%s'>", f->module ? f->module : "", f->module ? "." : "",
                   f->name);
    else
        buf_printf(out, "<built-in function %s>", f->name);
}

static void write_slice(Writer *w, const ValueSlice *slice, const Writing *around)
{
    const List parts = {.item = (Value[]){slice->start, slice->stop, slice->step}, .count = 3};
    write_items(w, &parts, "slice(", ")", around);
}

/* What has nothing inside that is written as a value of its own. */
static void write_plain(Buf *out, const Value *v)
{
    switch (v->kind) {
    case VALUE_NONE:
        buf_puts(out, "None");
        break;
    case VALUE_BOOL:
        buf_puts(out, v->truth ? "True" : "False");
        break;
    case VALUE_INT:
        buf_printf(out, "%lld", (long long)v->integer);
        break;
    case VALUE_FLOAT:
        print_float(out, v->number);
        break;
    case VALUE_STR:
        write_text(out, v->text);
        break;
    case VALUE_RANGE:
        write_range(out, &v->range);
        break;
    case VALUE_DTYPE:
        buf_printf(out, v->is_numpy ? "dtype('%s')" : "torch.%s", qkv_dtype_name(v->dtype));
        break;
    case VALUE_NOT_IMPLEMENTED:
        buf_puts(out, "NotImplemented");
        break;
    case VALUE_ELLIPSIS:
        buf_puts(out, "Ellipsis");
        break;
    default:
        buf_printf(out, "<%s>", value_type(v));
    }
}

/* Functions, classes and modules: what code is made of. */
static bool write_code(Buf *out, const Value *v)
{
    switch (v->kind) {
    case VALUE_FUNCTION:
        write_function(out, v->function);
        return true;
    case VALUE_METHOD:
        buf_printf(out, "<built-in method %s of %s object>", v->method->function->name,
                   value_type(&v->method->self));
        return true;
    case VALUE_NAMESPACE:
        buf_printf(out, "<module '%s'>", v->space->path);
        return true;
    case VALUE_CLOSURE:
        buf_printf(out, "<function %s>", name_of(v->closure));
        return true;
    case VALUE_CLASS:
        write_class(out, v->class);
        return true;
    default:
        return false;
    }
}

/* A method of a lesson's class, with what it is of. */
static void write_bound(Writer *w, const ValueBound *bound, const Writing *around)
{
    Writing own = {.object = bound, .around = around};
    if (bound->function.kind != VALUE_CLOSURE) {
        buf_puts(w->out, "<method>");
        return;
    }
    if (!begin(w, &own, "..."))
        return;
    buf_printf(w->out, "<bound method %s of ", name_of(bound->function.closure));
    write_value(w, &bound->self, &own);
    buf_putc(w->out, '>');
}

static void write_part(Writer *w, const Value *v, const Writing *around)
{
    switch (v->kind) {
    case VALUE_DICT:
        write_dict(w, v->dict, around);
        break;
    case VALUE_TENSOR:
        write_tensor(w, v, around);
        break;
    case VALUE_OBJECT:
        object_text(v, true, w->out, w->limit);
        break;
    case VALUE_SLICE:
        write_slice(w, v->slice, around);
        break;
    case VALUE_BOUND:
        write_bound(w, v->bound, around);
        break;
    case VALUE_NAMESPACE:
        w->cut = w->cut || v->space->is_absent;
        write_code(w->out, v);
        break;
    default:
        if (!write_code(w->out, v))
            write_plain(w->out, v);
    }
}

static void write_value(Writer *w, const Value *v, const Writing *around)
{
    if (value_items(v) && v->kind != VALUE_DICT)
        write_list(w, v, around);
    else
        write_part(w, v, around);
    w->cut = w->cut || w->out->length > w->limit;
}

bool value_write(Buf *out, const Value *v, bool repr, const PrintOptions *options, size_t limit)
{
    Writer w = {.out = out, .limit = limit, .options = options, .is_repr = repr};
    bool is_array_type = v->kind == VALUE_DTYPE && v->is_numpy;
    if (repr || (v->kind != VALUE_OBJECT && v->kind != VALUE_STR && !is_array_type)) {
        write_value(&w, v, NULL);
        return !w.cut;
    }
    if (v->kind == VALUE_OBJECT)
        object_text(v, false, out, limit);
    else if (v->kind == VALUE_DTYPE)
        buf_puts(out, qkv_dtype_name(v->dtype));
    else
        buf_add(out, v->text->bytes, v->text->length);
    return out->length <= limit;
}

bool value_repr(Buf *out, const Value *v, size_t limit)
{
    return value_write(out, v, true, &print_default, limit);
}

bool value_str(Buf *out, const Value *v, size_t limit)
{
    return value_write(out, v, false, &print_default, limit);
}
