/* Answers to what programs ask PyTorch about itself and its types: torch.finfo, is_tensor, element_size, versions. */
#include <float.h>
#include <string.h>

#include "base/common.h"
#include "torch/torch.h"

static void set(Eval *e, const Value *object, const char *name, Value v)
{
    eval_bind_in(e, &object_in(object)->names, name, v);
}

static bool call_finfo(Eval *e, Arg *args, Value *out)
{
    const Value *self = &args[0].value;
    *out = value_none;
    QkvDType type = torch_type(&args[1], QKV_FLOAT32);
    if (!qkv_is_float(type))
        return eval_raise(e, "TypeError", "finfo is about types of floats: use torch.iinfo");
    static const struct {
        double resolution, eps, least;
    } rows[QKV_DTYPES] = {[QKV_FLOAT64] = {1e-15, DBL_EPSILON, DBL_MIN},
                          [QKV_FLOAT32] = {1e-6, (double)FLT_EPSILON, (double)FLT_MIN},
                          [QKV_BFLOAT16] = {0.01, 0x1p-7, (double)FLT_MIN},
                          [QKV_FLOAT16] = {0.001, 0x1p-10, 0x1p-14}};
    set(e, self, "resolution", value_float(rows[type].resolution));
    set(e, self, "min", value_float(-type_most(type)));
    set(e, self, "max", value_float(type_most(type)));
    set(e, self, "eps", value_float(rows[type].eps));
    set(e, self, "smallest_normal", value_float(rows[type].least));
    set(e, self, "tiny", value_float(rows[type].least));
    set(e, self, "bits", value_int(8 * (int64_t)type_bytes(type)));
    set(e, self, "dtype", value_string(e->arena, qkv_dtype_name(type)));
    return true;
}

static bool call_iinfo(Eval *e, Arg *args, Value *out)
{
    const Value *self = &args[0].value;
    *out = value_none;
    bool is_byte = args[1].dtype == QKV_UINT8;
    bool is_short = args[1].dtype == QKV_INT32;
    if (!qkv_is_long(args[1].dtype) && !is_byte)
        return eval_raise(e, "TypeError", "iinfo is about types of integers: use torch.finfo");
    set(e, self, "min", value_int(is_byte ? 0 : is_short ? INT32_MIN : INT64_MIN));
    set(e, self, "max", value_int(is_byte ? UINT8_MAX : is_short ? INT32_MAX : INT64_MAX));
    set(e, self, "bits", value_int(is_byte ? 8 : is_short ? 32 : 64));
    set(e, self, "dtype", value_string(e->arena, qkv_dtype_name(args[1].dtype)));
    return true;
}

static void write_info(const Value *object, Buf *out)
{
    static const char *const names[] = {"resolution",      "min",  "max",  "eps",
                                        "smallest_normal", "tiny", "dtype"};
    const char *between = "";
    buf_printf(out, "%s(", object_in(object)->class->name);
    for (int i = 0; i < COUNT(names); i++) {
        const Value *v = eval_find_in(&object_in(object)->names, names[i]);
        double x;
        if (!v)
            continue;
        buf_printf(out, "%s%s=", between, names[i]);
        if (value_number(v, &x))
            buf_printf(out, "%g", x);
        else
            value_str(out, v, LIMIT_OUTPUT);
        between = ", ";
    }
    buf_putc(out, ')');
}

static const Function init_finfo = {"finfo", 0, "self type:d=", call_finfo};
static const Function init_iinfo = {"iinfo", 0, "self type:d", call_iinfo};

static bool call_is_tensor(Eval *e, Arg *args, Value *out)
{
    (void)e;
    const Value *v = &args[0].value;
    *out = value_bool(v->kind == VALUE_TENSOR || (object_in(v) && names_is_made_by(v, "Tensor")));
    return true;
}

static bool call_default_type(Eval *e, Arg *args, Value *out)
{
    (void)e;
    (void)args;
    *out = (Value){.kind = VALUE_DTYPE, .dtype = QKV_FLOAT32};
    return true;
}

static bool call_set_default_type(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return args[0].dtype == QKV_FLOAT32 ||
           torch_lack(e, &args[0], "set_default_dtype: lessons draw and compute in float32");
}

static bool call_element_size(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = value_int(torch_cell_bytes(args[0].tensor));
    return true;
}

static bool call_is_float(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = value_bool(qkv_is_float(args[0].tensor->dtype));
    return true;
}

static bool call_is_half(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = value_bool(qkv_is_half(args[0].tensor->dtype));
    return true;
}

static bool call_is_complex(Eval *e, Arg *args, Value *out)
{
    (void)e;
    (void)args;
    *out = value_bool(false);
    return true;
}

/* --- how tensors are printed ------------------------------------------------------------------ */

static bool read_profile(Eval *e, const Arg *arg, PrintOptions *o)
{
    enum { DEFAULT, SHORT, FULL };
    static const char *const profiles[] = {"default", "short", "full", NULL};
    int profile = torch_choose(e, arg, "profile", profiles);
    if (profile < 0)
        return false;
    *o = print_default;
    o->decimals = profile == SHORT ? 2 : o->decimals;
    o->edge = profile == SHORT ? 2 : o->edge;
    o->most_cells = profile == FULL ? INT64_MAX : o->most_cells;
    return true;
}

/* An integer of so much to so much, where one is given. */
static bool read_bound(Eval *e, const Arg *arg, const char *name, int64_t least, int64_t most,
                       int64_t *to)
{
    if (!arg->has)
        return true;
    if (arg->integer < least || arg->integer > most)
        return torch_lack(e, arg, "set_printoptions: '%s' is from %lld to %lld", name,
                          (long long)least, (long long)most);
    *to = arg->integer;
    return true;
}

/* Keeps what is not given, but for sci_mode. */
static bool call_set_printoptions(Eval *e, Arg *args, Value *out)
{
    enum { PRECISION, THRESHOLD, EDGE, WIDTH, PROFILE, SCIENTIFIC };
    PrintOptions o = e->print;
    const Arg *most = &args[THRESHOLD], *scientific = &args[SCIENTIFIC];
    *out = value_none;
    if (args[PROFILE].has && !read_profile(e, &args[PROFILE], &o))
        return false;
    int64_t decimals = o.decimals, width = o.width;
    if (!read_bound(e, &args[PRECISION], "precision", 0, PRINT_MOST_DECIMALS, &decimals) ||
        !read_bound(e, &args[EDGE], "edgeitems", 1, INT32_MAX, &o.edge) ||
        !read_bound(e, &args[WIDTH], "linewidth", 1, 1 << 20, &width))
        return false;
    o.decimals = (int)decimals;
    o.width = (int)width;
    if (most->has)
        o.most_cells = most->number < 9e18 ? (int64_t)most->number : INT64_MAX;
    o.scientific = !scientific->has    ? PRINT_AS_NEEDED
                   : scientific->truth ? PRINT_ALWAYS
                                       : PRINT_NEVER;
    e->print = o;
    return true;
}

/* Makes the pair of values and their places that functions of library.c give. */
static bool call_pair(Eval *e, Arg *args, Value *out)
{
    *out = value_pair(e->arena, args[1].value, args[2].value);
    row_in(out)->named = args[0].text->bytes;
    return true;
}

const Text torch_version = {"2.14.1+cpu", 10}, torch_name_text = {"torch", 5};

const Function torch_types[] = {
    {"is_tensor", IN_TORCH, "obj", call_is_tensor},
    {"get_default_dtype", IN_TORCH, "", call_default_type},
    {"set_default_dtype", IN_TORCH, "d:d", call_set_default_type},
    {"set_printoptions", IN_TORCH,
     "precision:i=None threshold:x=None edgeitems:i=None linewidth:i=None profile:s=None "
     "sci_mode:b=None",
     call_set_printoptions},
    {"element_size", OF_TENSOR, "self:T", call_element_size},
    {"is_floating_point", IN_BOTH, "input:T", call_is_float},
    {"is_complex", IN_BOTH, "input:T", call_is_complex},
    {"_is_half", IN_HIDDEN, "input:T", call_is_half},
    {"_pair", IN_HIDDEN, "name:s values indices", call_pair},
    {0},
};

/* clang-format off */
#define INFO(n, constructor)                                                                       \
    {.name = (n), .module = "torch", .homes = IN_TORCH, .init = &(constructor), .write = write_info}
/* clang-format on */

const NativeClass torch_classes[] = {
    INFO("finfo", init_finfo),
    INFO("iinfo", init_iinfo),
    NATIVE_ERROR("AxisError", IN_HIDDEN, "ValueError", "IndexError"),
    NATIVE_ERROR("UFuncTypeError", IN_HIDDEN, "TypeError", NULL),
    NATIVE_ERROR("LinAlgError", IN_HIDDEN, "ValueError", NULL),
    {0},
};

/* --- the kind --------------------------------------------------------------------------------- */

static bool dtype_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    (void)b, (void)depth;
    return x->dtype == y->dtype;
}

static bool is_array_type(const Value *v)
{
    return v->kind == VALUE_DTYPE && v->is_numpy;
}

/* NumPy's a.dtype equals np.float32, Python's float and "float32". */
static bool is_type_named(const Value *type, const Value *v)
{
    const char *name = text_in(v) ? text_in(v)->bytes : function_in(v) ? function_in(v)->name : "";
    bool is_wide = strcmp(name, "float") == 0 || strcmp(name, "double") == 0;
    name = is_wide                      ? "float64"
           : strcmp(name, "int") == 0   ? "int64"
           : strcmp(name, "bool_") == 0 ? "bool"
                                        : name;
    return strcmp(name, qkv_dtype_name(type->dtype)) == 0;
}

static bool dtype_equal_other(Budget *b, const Value *x, const Value *y, bool *equal)
{
    bool knows = is_array_type(x) != is_array_type(y);
    (void)b;
    if (knows)
        *equal = is_array_type(x) ? is_type_named(x, y) : is_type_named(y, x);
    return knows;
}

static void dtype_write(Writer *w, const Value *v, const Writing *around)
{
    bool is_name = v->is_numpy && writes_str(w, around);
    const char *format = is_name ? "%s" : v->is_numpy ? "dtype('%s')" : "torch.%s";
    buf_printf(w->out, format, qkv_dtype_name(v->dtype));
}

/* clang-format off */
const Kind torch_dtype = {
    .name = "torch.dtype", .phrase = "a torch.dtype", .equal = dtype_equal,
    .equal_other = dtype_equal_other, .write = dtype_write,
};
/* clang-format on */
