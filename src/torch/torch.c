/* The package: its namespaces and constants, the letters of its signatures, and the functions that
 * are rows of core. */
#include "torch/torch.h"
#include "python/outside.h"

#include <math.h>
#include <string.h>

static const Namespace spaces[] = {
    {"torch", IN_TORCH, "torch"},
    {"torch.nn", IN_NN, "nn"},
    {"torch.nn.functional", IN_FUNCTIONAL, "F"},
    {"torch.nn.init", IN_INIT, NULL},
    {"copy", IN_COPY, NULL},
    {"torch.cuda", IN_SPACES, NULL},
    {"torch.cuda.amp", IN_SPACES, NULL},
    {"torch.amp", IN_SPACES, NULL},
    {"torch._complex", IN_SPACES, NULL},
    {"torch.backends.mps", IN_SPACES, NULL},
    {"torch.backends.mha", IN_SPACES, NULL},
    {"torch.backends", IN_SPACES, NULL},
    {"torch.nn.utils", IN_SPACES, NULL},
    {"torch.nn.utils.rnn", IN_SPACES, NULL},
    {"numpy", IN_NUMPY, NULL},
    {"numpy.random", IN_SPACES, NULL},
    {"numpy.linalg", IN_SPACES, NULL},
    {"numpy.testing", IN_SPACES, NULL},
    {"numpy.exceptions", IN_SPACES, NULL},
    {"qkv", IN_QKV, .is_offered = true},
    {"torch.linalg", IN_SPACES, NULL},
    {"torch.special", IN_SPACES, NULL},
    {"torch.autograd", IN_SPACES, NULL},
    {"torch.autograd.function", IN_SPACES, NULL},
    {"torch.utils.hooks", IN_SPACES, NULL},
    {"torch.optim", IN_SPACES, NULL},
    {"torch.optim.lr_scheduler", IN_SPACES, NULL},
    {"torch.optim.optimizer", IN_SPACES, NULL},
    {"torch._C", IN_HIDDEN, NULL},
    {"importlib.metadata", IN_SPACES, NULL},
    {0},
};

/* clang-format off */
#define TYPE(x) {.kind = VALUE_DTYPE, .dtype = (x)}
/* clang-format on */

static const Constant constants[] = {
    {"pi", IN_TORCH | IN_NUMPY, NUMBER(3.141592653589793)},
    {"e", IN_TORCH | IN_NUMPY, NUMBER(2.718281828459045)},
    {"inf", IN_TORCH | IN_NUMPY, NUMBER((double)INFINITY)},
    {"nan", IN_TORCH | IN_NUMPY, NUMBER((double)NAN)},
    {"newaxis", IN_NUMPY, {.kind = VALUE_NONE}},
    {"float32", IN_TORCH, TYPE(QKV_FLOAT32)},
    {"float", IN_TORCH, TYPE(QKV_FLOAT32)},
    {"float64", IN_TORCH, TYPE(QKV_FLOAT64)},
    {"double", IN_TORCH, TYPE(QKV_FLOAT64)},
    {"bfloat16", IN_TORCH, TYPE(QKV_BFLOAT16)},
    {"float16", IN_TORCH, TYPE(QKV_FLOAT16)},
    {"half", IN_TORCH, TYPE(QKV_FLOAT16)},
    {"int32", IN_TORCH, TYPE(QKV_INT32)},
    {"int", IN_TORCH, TYPE(QKV_INT32)},
    {"int64", IN_TORCH, TYPE(QKV_INT64)},
    {"long", IN_TORCH, TYPE(QKV_INT64)},
    {"uint8", IN_TORCH, TYPE(QKV_UINT8)},
    {"bool", IN_TORCH, TYPE(QKV_BOOL)},
    {"__version__", IN_TORCH, {.kind = VALUE_STR, .text = &torch_version}},
    {"__name__", IN_TORCH, {.kind = VALUE_STR, .text = &torch_name_text}},
    {0},
};

static const Kind *const kinds[] = {&torch_tensor, &torch_numpy, &torch_dtype, NULL};

/* --- reading arguments ------------------------------------------------------------------------ */

bool torch_operand(Eval *e, const Value *v, const char *param, const QkvTensor **out)
{
    if (v->kind != VALUE_TENSOR && !value_is_number(v))
        return arg_wrong(e, v, param, "a tensor or a number");
    *out = v->kind == VALUE_TENSOR ? v->tensor
           : v->kind == VALUE_INT  ? qkv_integer(e->q, v->integer)
           : v->kind == VALUE_BOOL ? qkv_truth(e->q, v->truth)
                                   : qkv_number(e->q, v->number);
    return true;
}

static bool is_of_arrays(const Call *c)
{
    const Value *self = &c->args[0].value;
    return (c->function->homes & IN_NUMPY) ||
           (c->is_method && self->kind == VALUE_TENSOR && self->tensor->is_array);
}

/* An array where PyTorch wants a tensor; its own library, where it stands for NumPy's, hands arrays on. */
static bool is_foreign(const Eval *e, const Value *v)
{
    const Module *module = eval_module(e);
    bool is_numpys = eval_in_library(e) && strncmp(module->name, "torch", 5) != 0;
    return v->kind == VALUE_TENSOR && v->tensor->is_array && e->call && !is_numpys &&
           !is_of_arrays(e->call);
}

bool torch_tensors(Eval *e, const char *param, Arg *a)
{
    const Value *v = &a->value;
    if (!value_is_row(v))
        return arg_wrong(e, v, param, "a list or tuple of tensors");
    const QkvTensor **in = arena_many(e->arena, (size_t)row_in(v)->count + 1, const QkvTensor *);
    for (int64_t i = 0; i < row_in(v)->count; i++) {
        const Value *item = &row_in(v)->item[i];
        if (item->kind != VALUE_TENSOR || is_foreign(e, item))
            return torch_lack(e, a, "'%s' must be a list or tuple of tensors, but item %lld is %s",
                              param, (long long)i, value_kind(item));
        in[i] = item->tensor;
    }
    a->tensors = in;
    a->count = (int)row_in(v)->count;
    return true;
}

/* The same where each is an argument of its own. */
static bool read_each(Eval *e, const char *param, Arg *a)
{
    for (int64_t i = 0; i < row_in(&a->value)->count; i++)
        if (row_in(&a->value)->item[i].kind != VALUE_TENSOR ||
            is_foreign(e, &row_in(&a->value)->item[i]))
            return arg_wrong(e, &row_in(&a->value)->item[i], param, "a tensor");
    return torch_tensors(e, param, a);
}

int torch_choose(Eval *e, const Arg *arg, const char *param, const char *const words[])
{
    for (int i = 0; arg->has && words[i]; i++)
        if (strcmp(words[i], arg->text->bytes) == 0)
            return i;
    if (!arg->has)
        return 0;
    Buf list = {0};
    for (int i = 0; words[i]; i++)
        buf_printf(&list, "%s'%s'", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    torch_refuse(e, arg, "%s: '%s' is %s", e->call->function->name, param, buf_text(&list));
    buf_release(&list);
    return -1;
}

/* Finds a type by what else stands for it: torch.FloatTensor, "torch.FloatTensor". */
static bool type_named(const char *name, QkvDType *type)
{
    for (int i = 0; i < QKV_DTYPES; i++)
        if (strcmp(type_class((QkvDType)i) + TORCH_DOT, name) == 0) {
            *type = (QkvDType)i;
            return true;
        }
    return false;
}

/* np.float32 */
static bool is_array_type(const Value *v)
{
    return function_in(v) && (function_in(v)->homes & IN_NUMPY) &&
           (function_in(v)->homes & IS_TYPE || strcmp(function_in(v)->name, "bool") == 0) &&
           strcmp(function_in(v)->name, "ndarray") != 0;
}

static bool stands_for_type(const Value *v, QkvDType *type)
{
    if (is_array_type(v)) {
        *type = (QkvDType)function_in(v)->which;
        return true;
    }
    if (text_in(v) && strncmp(text_in(v)->bytes, "torch.", TORCH_DOT) == 0)
        return type_named(text_in(v)->bytes + TORCH_DOT, type);
    return function_in(v) && (function_in(v)->homes & IN_TORCH) &&
           type_named(function_in(v)->name, type);
}

/* NumPy's functions take names of types. */
static bool takes_words(const Eval *e)
{
    const Function *f = e->call ? e->call->function : NULL;
    return f && (f->homes & (IN_NUMPY | IN_HIDDEN));
}

static bool is_type_word(const Value *v, QkvDType *type)
{
    static const char *const words[] = {"bool",    "uint8",   "int32", "int64",
                                        "float32", "float64", "float", "int"};
    static const QkvDType types[] = {QKV_BOOL,    QKV_UINT8,   QKV_INT32,   QKV_INT64,
                                     QKV_FLOAT32, QKV_FLOAT64, QKV_FLOAT64, QKV_INT64};
    for (size_t i = 0; text_in(v) && i < sizeof types / sizeof *types; i++)
        if (strcmp(words[i], text_in(v)->bytes) == 0) {
            *type = types[i];
            return true;
        }
    return false;
}

/* dtype=torch.float32, or Python's float, int or bool. */
bool torch_read_type(Eval *e, Arg *a)
{
    static const char *const names[] = {"float", "int", "bool"};
    static const QkvDType types[] = {QKV_FLOAT64, QKV_INT64, QKV_BOOL};
    const Value *v = &a->value;
    a->has = v->kind != VALUE_NONE;
    if (v->kind == VALUE_DTYPE || v->kind == VALUE_NONE) {
        a->dtype = v->dtype;
        return true;
    }
    for (int i = 0; i < 3 && function_in(v) && (function_in(v)->homes & IN_BUILTIN); i++)
        if (strcmp(function_in(v)->name, names[i]) == 0) {
            a->dtype = types[i];
            return true;
        }
    if (stands_for_type(v, &a->dtype) || (takes_words(e) && is_type_word(v, &a->dtype)))
        return true;
    return outside_allows(e, v) &&
           torch_lack(
               e, a,
               "'dtype' must be torch.float32, float64, bfloat16, float16, int64, int32, uint8 or "
               "bool, "
               "but this is %s",
               value_kind(v));
}

/* A function whose arguments PyTorch reads by a signature, before it does anything: functions of F are
 * written in Python there, and some of torch. */
static bool is_parsed(const Eval *e)
{
    unsigned homes = e->call->function->homes;
    bool is_written = (homes & (IN_FUNCTIONAL | IN_NN)) ||
                      outside_is_one_of("split norm tensordot einsum meshgrid unique manual_seed",
                                        e->call->function->name);
    return (homes & IN_BOTH) && !is_written && !eval_in_library(e) && !is_of_arrays(e->call);
}

/* Says in PyTorch's words, too, that an argument is no tensor. */
static bool fail_tensor(Eval *e, const Value *v, const char *param)
{
    const Call *c = e->call;
    if (!is_parsed(e) || names_is_made_by(v, "Tensor")) /* a stand-in for one is one there */
        return arg_wrong(e, v, param, "a tensor");
    eval_blame(e, v);
    bool ok = outside_allows(e, v) &&
              eval_raise(e, "TypeError", "'%s' must be a tensor, but this is %s", param,
                         value_kind(v));
    for (int i = 0; i < c->params->count && v->kind != VALUE_NAMESPACE; i++)
        if (v == &c->args[i].value)
            e->said = value_string(
                e->arena,
                arena_format(e->arena, "%s(): argument '%s' (position %d) must be Tensor, not %s",
                             c->function->name, param, i + 1 - c->is_method, value_type(v)));
    return ok;
}

static bool is_truth(const Value *v)
{
    return v->kind == VALUE_BOOL || (v->kind == VALUE_TENSOR && v->tensor->dtype == QKV_BOOL);
}

/* Tells whether no signature of PyTorch takes a value for a number or a truth; a tensor or a tuple might be taken. */
static bool is_no_number(const Parameter *p, const Value *v)
{
    bool is_other = text_in(v) || dict_in(v) || v->kind == VALUE_CLOSURE;
    return p->letter == 'b' ? is_other || v->kind == VALUE_FLOAT || value_is_row(v)
                            : strchr("ixI", p->letter) && is_other;
}

/* PyTorch takes no truth for a whole number, nor does NumPy for an axis. */
static bool read(Eval *e, const Parameter *p, Arg *a, bool *ok)
{
    bool is_truth_of_it = a->value.kind == VALUE_BOOL || !is_of_arrays(e->call);
    if (strchr("iI", p->letter) && is_truth(&a->value) && is_truth_of_it) {
        *ok = arg_wrong(e, &a->value, p->name, "an integer");
        return true;
    }
    if (strchr("ixIb", p->letter) && is_no_number(p, &a->value) && is_parsed(e)) {
        eval_blame(e, &a->value);
        *ok = eval_raise(e, "TypeError", "'%s' must be %s, but this is %s", p->name,
                         p->letter == 'b'   ? "True or False"
                         : p->letter == 'x' ? "a number"
                                            : "an integer",
                         value_kind(&a->value));
        return true;
    }
    switch (p->letter) {
    case 'T':
        a->tensor = a->value.tensor;
        *ok = (a->value.kind == VALUE_TENSOR && !is_foreign(e, &a->value)) ||
              fail_tensor(e, &a->value, p->name);
        return true;
    case 'A':
        *ok = torch_array(e, &a->value, p->name, &a->tensor);
        return true;
    case 'O':
        *ok = is_foreign(e, &a->value) && a->value.tensor->rank > 0
                  ? fail_tensor(e, &a->value, p->name)
                  : torch_operand(e, &a->value, p->name, &a->tensor);
        return true;
    case 'L':
        *ok = torch_tensors(e, p->name, a);
        return true;
    case 'E':
        *ok = read_each(e, p->name, a);
        return true;
    case 'd':
        *ok = torch_read_type(e, a);
        return true;
    default:
        return false;
    }
}

/* PyTorch takes NumPy's names, too; and a gradient may be asked for everywhere, which is only printed. */
static const char *keyword(const Function *f, const char *name)
{
    if (strcmp(name, "requires_grad") == 0)
        return "";
    if (!(f->homes & IN_BOTH))
        return NULL;
    if (strcmp(name, "device") == 0) /* there is one: the CPU */
        return "";
    if (strcmp(name, "out") == 0 && f->homes & IN_TORCH)
        return "";
    return strcmp(name, "axis") == 0 ? "dim" : strcmp(name, "keepdims") == 0 ? "keepdim" : NULL;
}

/* requires_grad=True, and out=x: the result is written there. */
static bool finish(Eval *e, const Function *f, const Given *given, Value *out)
{
    for (int i = 0; i < given->count; i++) {
        const Argument *a = &given->item[i];
        bool is_tensor = a->name && out->kind == VALUE_TENSOR;
        if (is_tensor && strcmp(a->name, "requires_grad") == 0 && !out->parameter &&
            !torch_want_gradient(e, out, value_truth(&a->value)))
            return false;
        if (!a->name || strcmp(a->name, "out") != 0 || a->value.kind == VALUE_NONE)
            continue;
        if (a->value.kind != VALUE_TENSOR || out->kind != VALUE_TENSOR)
            return arg_wrong(e, &a->value, "out", "a tensor that the result is written into");
        if (qkv_has_gradients(e->q) &&
            (qkv_wants_grad(out->tensor) || qkv_wants_grad(value_now(&a->value))))
            return eval_raise(e, "RuntimeError",
                              "%s(): functions with out=... arguments don't support automatic "
                              "differentiation, but one of the arguments requires grad.",
                              f->name);
        for (int k = 0; k < given->count; k++)
            if (given->item[k].value.kind == VALUE_TENSOR && k != i &&
                !qkv_can_read(e->q, a->value.tensor, given->item[k].value.tensor))
                return torch_fail(e);
        if (!qkv_tensor_same_shape(a->value.tensor, out->tensor))
            return eval_fail(e, "out: its sizes are not those of the result");
        if (!torch_write(e, &a->value, out->tensor, out))
            return false;
    }
    return true;
}

/* --- operations ----------------------------------------------------------------------------- */

/* The operands and parameters of a row, by the letters of its signature: see QkvOp. */
typedef struct Applied {
    const QkvTensor *own[4];
    const QkvTensor *const *in;
    int count;
    QkvParams params;
} Applied;

static bool add_argument(Eval *e, Applied *x, const Parameter *p, const Arg *a)
{
    switch (p->letter) {
    case 'T':
    case 'O':
        x->own[p->operand >= 0 ? p->operand : x->count] = a->tensor;
        x->count++;
        break;
    case 'L':
        x->in = a->tensors;
        x->count = a->count;
        break;
    case 'i':
        if (a->has)
            x->params.at[x->params.count++] = a->integer;
        break;
    case 'I':
        for (int i = 0; i < a->count; i++)
            x->params.at[x->params.count++] = a->at[i];
        break;
    case 'b':
        x->params.keepdim = a->truth;
        break;
    case 'x':
        x->params.value = a->number;
        break;
    case 'd':
        if (a->has)
            x->own[0] = qkv_to(e->q, x->own[0], a->dtype);
        break;
    default:
        break;
    }
    return true;
}

/* Applies the row of core that the function in hand is. */
static bool apply_row(Eval *e, Arg *args, Value *out)
{
    const Function *f = e->call->function;
    const QkvOp *op = f->data;
    const Signature *s = e->call->params;
    const Arg *axis = NULL, *type = NULL;
    Applied x = {.in = NULL};
    for (int i = 0; i < s->count; i++) {
        const Parameter *p = &s->parameter[i];
        bool is_axis = p->is_optional && (p->letter == 'i' || p->letter == 'I');
        if (is_axis && p->preset_length == 0)
            axis = &args[i];
        if (p->letter == 'b' && axis &&
            !torch_wants_axis(e, axis->value.kind != VALUE_ABSENT, &args[i]))
            return false;
        if (p->letter == 'I' && p->preset_length > 0 && args[i].has && args[i].count == 0)
            return torch_lack(e, &args[i],
                              "%s: '%s' names no axis: leave it out to take all of them", f->name,
                              p->name);
        type = p->letter == 'd' && args[i].has ? &args[i] : type;
        add_argument(e, &x, p, &args[i]);
    }
    const QkvTensor *t = qkv_apply(e->q, op, x.count, x.in ? x.in : x.own, &x.params);
    if (t && type && t->dtype != type->dtype) /* sums of small integers are int64 otherwise */
        t = qkv_to(e->q, t, type->dtype);
    return torch_result(e, t, out);
}

/* The rows that say where they are called, as functions. */
static const Function *operations(Arena *a)
{
    int count, made = 0;
    const QkvOp *const *ops = qkv_ops(&count);
    Function *table = arena_many(a, (size_t)count + 1, Function);
    for (int i = 0; i < count; i++)
        if (ops[i]->homes && ops[i]->signature)
            table[made++] = (Function){ops[i]->name, (unsigned)ops[i]->homes << HOMES_OF_OPS,
                                       ops[i]->signature, apply_row, ops[i]};
    return table;
}

/* Also of a function that does more than the row of its name. */
static const char *formula(const Function *f)
{
    int count;
    const QkvOp *const *ops = qkv_ops(&count);
    for (int i = 0; i < count; i++)
        if ((((unsigned)ops[i]->homes << HOMES_OF_OPS & f->homes) || (f->homes & IN_FUNCTIONAL)) &&
            ops[i]->name && strcmp(ops[i]->name, f->name) == 0)
            return ops[i]->formula;
    return NULL;
}

static const Function *const functions[] = {
    torch_making,    torch_math,       torch_reducing,  torch_shaping,
    torch_random,    torch_functional, torch_moving,    torch_layers,
    torch_types,     torch_of_tensor,  torch_of_module, torch_copy,
    torch_gradients, torch_devices,    torch_arrays,    NULL};

static const Function *const *made(Arena *a)
{
    const Function **tables = arena_many(a, 2, const Function *);
    tables[0] = operations(a);
    return tables;
}

const Package torch_package = {.spaces = spaces,
                               .functions = functions,
                               .made = made,
                               .constants = constants,
                               .kinds = kinds,
                               .classes = torch_classes,
                               .modules = torch_modules,
                               .keyword = keyword,
                               .finish = finish,
                               .read = read,
                               .formula = formula,
                               .why = torch_why,
                               .real = torch_real_names};
