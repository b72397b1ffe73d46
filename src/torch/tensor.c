/* Tensors as values of the language: arguments and results, operators, attributes, and
 * the methods that give no tensor. */
#include <stdarg.h>
#include <string.h>

#include "python/library.h"
#include "python/outside.h"
#include "torch/torch.h"

/* --- between values and core ---------------------------------------------------------------- */

/* The tensor is called by what it is assigned to: "layer.weight". */
static void name_by(Eval *e, const Node *target, const QkvTensor *t)
{
    const char *source = eval_source(e) + target->start;
    qkv_name(e->q, t, arena_text(e->arena, source, target->end - target->start));
}

/* A tensor that comes back as it went in, from x.float() for one, is still the same parameter. */
bool torch_result(Eval *e, const QkvTensor *t, Value *out)
{
    if (!t)
        return torch_fail(e);
    if (e->at)
        qkv_caption(e->q, t, eval_source(e) + e->at->start, e->at->end - e->at->start);
    *out = value_tensor(t);
    for (int i = 0; e->call && i < e->call->params->count; i++) {
        const Value *given = &e->call->args[i].value;
        if (given->kind == VALUE_TENSOR && given->tensor == t) {
            *out = *given;
            break;
        }
    }
    return true;
}

/* Blames an argument: with an error that a lesson can catch, or with a refusal. */
static bool blame(Eval *e, const Arg *arg, bool is_lack, const char *format, va_list list)
{
    Buf message = {0};
    buf_vprintf(&message, format, list);
    eval_blame(e, &arg->value);
    if (is_lack)
        eval_refuse_name(e, "%s", buf_text(&message));
    else
        eval_fail(e, "%s", buf_text(&message));
    buf_release(&message);
    return false;
}

bool torch_refuse(Eval *e, const Arg *arg, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    bool never = blame(e, arg, false, format, list);
    va_end(list);
    return never;
}

bool torch_lack(Eval *e, const Arg *arg, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    bool never = blame(e, arg, true, format, list);
    va_end(list);
    return never;
}

QkvDType torch_type(const Arg *arg, QkvDType otherwise)
{
    return arg->has ? arg->dtype : otherwise;
}

/* --- operators ------------------------------------------------------------------------------- */

static TensorOperator *const tensor_operators[] = {
    [OP_ADD] = qkv_add,       [OP_SUB] = qkv_sub,
    [OP_MUL] = qkv_mul,       [OP_DIV] = qkv_div,
    [OP_POW] = qkv_pow,       [OP_EQ] = qkv_eq,
    [OP_NE] = qkv_ne,         [OP_LT] = qkv_lt,
    [OP_LE] = qkv_le,         [OP_GT] = qkv_gt,
    [OP_MATMUL] = qkv_matmul, [OP_GE] = qkv_ge,
    [OP_MOD] = qkv_remainder, [OP_FLOORDIV] = qkv_floor_divide,
    [OP_BITAND] = qkv_and,    [OP_BITOR] = qkv_or,
    [OP_BITXOR] = qkv_xor,
};

TensorOperator *torch_operator(Operator op)
{
    bool known = (size_t)op < sizeof tensor_operators / sizeof tensor_operators[0];
    return known ? tensor_operators[op] : NULL;
}

static bool is_operand(const Value *v)
{
    return v->kind == VALUE_TENSOR || value_is_number(v);
}

/* == with what is no number is plainly False, unless it is an object: that is asked. */
static bool tensor_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                          bool *done)
{
    const QkvTensor *left, *right;
    bool has_list = list_in(a) || list_in(b);
    *done = !object_in(a) && !object_in(b); /* the class of an object may know of tensors */
    if (!*done)
        return true;
    if ((!is_operand(a) || !is_operand(b)) && (op == OP_EQ || op == OP_NE)) {
        *out = value_bool(op == OP_NE);
        return true;
    }
    if (!is_operand(a) || !is_operand(b))
        return eval_refuse(e, op, a, b,
                           has_list ? ": torch.tensor(...) makes a tensor of a list" : "");
    if (!torch_operator(op))
        return eval_refuse_name(e, "'%s' is not part of the lesson language for tensors",
                                operator_text(op));
    if (op == OP_MATMUL && (value_is_number(a) || value_is_number(b)))
        return eval_refuse(e, op, a, b, ": use * instead");
    return torch_operand(e, a, "left side", &left) && torch_operand(e, b, "right side", &right) &&
           torch_result(e, torch_operator(op)(e->q, left, right), out);
}

static bool tensor_unary(Eval *e, Operator op, const Value *v, Value *out)
{
    if (op == OP_NEG)
        return torch_result(e, qkv_neg(e->q, v->tensor), out);
    if (op == OP_INVERT)
        return torch_result(e, qkv_not(e->q, v->tensor), out);
    if (v->tensor->dtype == QKV_BOOL)
        return eval_fail(e, "'+' does not work on a bool tensor: use .long() first");
    *out = *v;
    return true;
}

static bool tensor_truth(Eval *e, const Value *v, bool *out)
{
    if (v->tensor->count != 1)
        return eval_raise_as(
            e, "RuntimeError",
            v->tensor->count == 0 ? "Boolean value of Tensor with no values is ambiguous"
                                  : "Boolean value of Tensor with more than one value is ambiguous",
            "a tensor with %lld numbers is neither true nor false: use .any() or .all()",
            (long long)v->tensor->count);
    *out = value_truth(v);
    return eval_written(e, v);
}

/* A number among the cells; PyTorch's `in` is (tensor == number).any(): between whole numbers as
 * they are, else in float32. */
bool torch_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    const QkvTensor *t = v->tensor;
    double x;
    int64_t whole = 0;
    if (!eval_written(e, v) || !eval_written(e, item))
        return false;
    if (!value_number(item, &x))
        return eval_refuse_name(e, "'in' looks for a number in a tensor, but this is %s",
                                value_kind(item));
    bool as_integers = !qkv_is_float(t->dtype) && value_integer(item, &whole);
    *found = false;
    for (int64_t i = 0; i < t->count && !*found; i++)
        *found = t->dtype == QKV_FLOAT64 ? t->data.d[i] == x
                 : !as_integers          ? (float)qkv_tensor_at(t, i) == (float)x
                 : qkv_is_long(t->dtype)
                     ? t->data.i[i] == whole
                     : t->data.b[i] == whole; /* a number that does not fit is not there */
    return eval_spend(e, t->count);
}

/* --- writing in place ------------------------------------------------------------------------ */

/* Tells whether a name means a tensor, and not a list of them. */
static bool is_tensor(const Eval *e, const Node *n)
{
    const Value *v = n->kind == NODE_NAME ? eval_lookup(e, n->text) : NULL;
    return v && v->kind == VALUE_TENSOR;
}

/* In the library's code the tensor keeps the name that it has in the lesson: that of a parameter, for one. */
static void name_as_before(Eval *e, const QkvTensor *owner)
{
    const QkvTape *tape = qkv_tape(e->q);
    const QkvStep *step = tape && owner->step >= 0 ? &tape->step[owner->step] : NULL;
    const QkvTensor *before = step && step->call.count > 0 ? step->call.in[0] : NULL;
    if (e->frame && eval_is_librarys(e->frame->function) && before && before->step >= 0 &&
        tape->step[before->step].name)
        qkv_name(e->q, owner, tape->step[before->step].name);
}

/* A write is a step that is called by what was written to: "x", also after x[0][1] = 2. */
static bool wrote_to(Eval *e, const QkvTensor *owner, const Node *n)
{
    if (!owner)
        return torch_fail(e);
    const Node *base = n && n->kind == NODE_INDEX ? n->kid[0] : n, *root = base;
    while (root && root->kind == NODE_INDEX)
        root = root->kid[0];
    if (base && (base->kind == NODE_NAME || base->kind == NODE_ATTRIBUTE))
        name_by(e, base, owner);
    else if (root && is_tensor(e, root))
        name_by(e, root, owner);
    else
        name_as_before(e, owner);
    if (e->at)
        qkv_caption(e->q, owner, eval_source(e) + e->at->start, e->at->end - e->at->start);
    return true;
}

static bool tensor_set_item(Eval *e, const Value *v, const Value *key, const Node *n,
                            const Value *value)
{
    QkvSubscript subscripts[MOST_SUBSCRIPTS];
    const QkvTensor *written = NULL;
    int count = torch_subscripts(e, v, key, n->kid[1], subscripts);
    if (count < 0)
        return false;
    if (value->kind != VALUE_TENSOR && !value_is_number(value))
        return eval_raise(e, "TypeError", "the cells of a tensor are numbers, but this is %s",
                          value_kind(value));
    return torch_operand(e, value, "value", &written) &&
           wrote_to(e, qkv_write_at(e->q, v->tensor, count, subscripts, written), n);
}

/* PyTorch fills an expanded tensor, and warns: here cells are written only where each has a place of its own. */
static bool fills_expanded(const Eval *e, const QkvTensor *t)
{
    bool is_expanded = false;
    for (int d = 0; d < t->rank; d++)
        is_expanded = is_expanded || (t->size[d] > 1 && t->stride[d] == 0);
    return is_expanded && e->call &&
           outside_is_one_of("masked_fill_ index_fill_", e->call->function->name);
}

/* Puts a result into the memory of the tensor that it was computed from. */
bool torch_write(Eval *e, const Value *v, const QkvTensor *result, Value *out)
{
    const QkvTensor *t = v->tensor;
    if (!result)
        return torch_fail(e);
    *out = *v;
    const QkvTensor *written = qkv_write_over(e->q, t, result);
    if (!written && fills_expanded(e, t))
        return eval_refuse_name(e, "%s", qkv_error(e->q));
    return wrote_to(e, written, NULL);
}

static bool tensor_inplace(Eval *e, Operator op, const Value *v, const Value *other, Value *out,
                           bool *done)
{
    Value result = {0};
    *done = op != OP_MATMUL; /* tensors have no __imatmul__: the name means another one then */
    if (!*done)
        return true;
    if (other->kind == VALUE_TENSOR && !qkv_can_read(e->q, v->tensor, other->tensor))
        return torch_fail(e);
    return tensor_binary(e, op, v, other, &result, done) && torch_write(e, v, result.tensor, out);
}

/* x.add_(1): what x.add(1) gives, written into x. */
static bool call_inplace(Eval *e, Arg *args, Value *out)
{
    Value result = {0};
    static const char *const apart[] = {"index_add_", "index_copy_", "scatter_", "scatter_add_"};
    bool has_other = e->call->params->count > 1 && args[1].value.kind == VALUE_TENSOR;
    for (size_t n = 0; n < sizeof apart / sizeof *apart; n++)
        for (int i = 1;
             i < e->call->params->count && strcmp(e->call->function->name, apart[n]) == 0; i++)
            if (args[i].value.kind == VALUE_TENSOR &&
                !qkv_are_apart(e->q, args[0].tensor, args[i].value.tensor))
                return torch_fail(e);
    if (has_other && !qkv_can_read(e->q, args[0].tensor, args[1].value.tensor))
        return torch_fail(e);
    if (!e->call->function->plain->call(e, args, &result))
        return false;
    return torch_write(e, &args[0].value, value_now(&result), out);
}

/* The methods that have a form in place in PyTorch, and those whose form changes the shape instead. */
static const char *const in_place =
    " abs absolute acos acosh add addbmm addcdiv addcmul addmm addmv addr arccos arccosh "
    "arcsin arcsinh arctan arctan2 arctanh as_strided asin asinh atan atan2 atanh baddbmm "
    "bernoulli bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift "
    "bitwise_xor ceil clamp clamp_max clamp_min clip copysign cos cosh cumprod cumsum deg2rad "
    "digamma div divide eq erf erfc erfinv exp exp2 expm1 fix float_power floor floor_divide "
    "fmod frac gcd ge greater greater_equal gt heaviside hypot i0 igamma igammac index_add "
    "index_copy index_fill index_put index_reduce lcm ldexp le lerp less less_equal lgamma "
    "log log10 log1p log2 logical_and logical_not logical_or logical_xor logit lt masked_fill "
    "bernoulli masked_scatter mul multiply mvlgamma nan_to_num ne neg negative nextafter not_equal "
    "polygamma pow put rad2deg reciprocal relu remainder renorm round rsqrt scatter "
    "scatter_add scatter_reduce sgn sigmoid sign sin sinc sinh sqrt square sub subtract tan "
    "tanh tril triu true_divide trunc xlogy ";
static const char *const in_shape = " squeeze swapaxes swapdims t transpose unsqueeze ";

static bool is_listed(const char *words, const char *word, size_t length)
{
    for (const char *at = words; (at = strstr(at, word)) != NULL; at++)
        if (at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

/* In place the ways back have numbers of their own: TBackward1, SqueezeBackward4. */
static const char *turned_name(Eval *e, const char *name)
{
    int length = name ? (int)strlen(name) - 1 : 0;
    bool squeezes = name && strncmp(name, "Squeeze", 7) == 0;
    return name ? arena_format(e->arena, "%.*s%d", length, name,
                               name[length] - '0' + (squeezes ? 3 : 1))
                : NULL;
}

/* x.unsqueeze_(0): x is from now on what x.unsqueeze(0) gives. */
static bool call_in_shape(Eval *e, Arg *args, Value *out)
{
    Value result = {0};
    const QkvTensor *t = args[0].tensor;
    if (!qkv_may_turn(e->q, t))
        return torch_fail(e);
    if (!e->call->function->plain->call(e, args, &result))
        return false;
    bool stays = qkv_tensor_same_shape(t, result.tensor) &&
                 memcmp(t->stride, result.tensor->stride, (size_t)t->rank * sizeof *t->stride) == 0;
    if (qkv_wants_grad(t) && !qkv_has_gradients(e->q)) {
        *out = args[0].value;
        return stays ||
               eval_refuse_name(e, "what wants a gradient cannot change its shape in place under "
                                   "torch.no_grad() here: make it anew");
    }
    if (t != result.tensor)
        qkv_grad_fn(result.tensor, NULL, turned_name(e, result.tensor->grad_fn));
    *out = args[0].value;
    return (qkv_turn(e->q, args[0].tensor, result.tensor) || torch_fail(e)) && eval_refresh(e, out);
}

/* The method `name_` where there is a method `name`. */
static bool inplace_method(Eval *e, const Value *v, const char *name, Value *out)
{
    size_t length = strlen(name);
    if (length < 2 || name[length - 1] != '_' || name[length - 2] == '_')
        return false;
    const char *word = arena_text(e->arena, name, length - 1);
    const Function *plain = names_find(e, OF_TENSOR, word);
    bool turns = is_listed(in_shape, word, length - 1);
    if (!plain || !(turns || is_listed(in_place, word, length - 1)))
        return false;
    Function *f = arena_new(e->arena, Function);
    *f = *plain;
    f->name = name;
    f->call = turns ? call_in_shape : call_inplace;
    f->plain = plain;
    *out = value_method(e->arena, f, v);
    return true;
}

/* Writes what is no result of the tensor: the way back has a name of its own. */
static bool fill_tensor(Eval *e, Arg *args, const QkvTensor *value, const char *grad_fn, Value *out)
{
    const QkvTensor *owner = qkv_write(e->q, args[0].tensor, value);
    *out = args[0].value;
    if (owner && owner->grad_fn && strncmp(owner->grad_fn, "Fill", 4) == 0)
        qkv_grad_fn(owner, NULL, grad_fn);
    return wrote_to(e, owner, NULL);
}

static bool call_fill(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *value = args[1].tensor;
    if (value->rank > 0 && strcmp(e->call->function->name, "fill_") == 0)
        return eval_raise(e, "RuntimeError",
                          "fill_ only supports 0-dimension value tensor but got tensor with %d "
                          "dimensions.",
                          value->rank);
    const char *name = strcmp(e->call->function->name, "copy_") == 0 ? "CopyBackwards"
                       : value->is_number                            ? "FillBackward2"
                                                                     : "FillBackward3";
    return fill_tensor(e, args, value, name, out);
}

/* x.fill_diagonal_(1) */
static bool call_fill_diagonal(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = args[0].tensor;
    if (t->rank != 2)
        return eval_fail(e, "fill_diagonal_: needs a matrix, but this tensor has %d axes", t->rank);
    *out = args[0].value;
    return wrote_to(e, qkv_write(e->q, qkv_diagonal(e->q, t, 0, 0, 1), args[1].tensor), NULL);
}

static bool call_zero(Eval *e, Arg *args, Value *out)
{
    return fill_tensor(e, args, qkv_integer(e->q, 0), "ZeroBackward0", out);
}

/* --- walks ----------------------------------------------------------------------------------- */

static const char *tensor_length(const Value *v, int64_t *out)
{
    *out = v->tensor->rank > 0 ? v->tensor->size[0] : 0;
    return v->tensor->rank > 0 ? NULL : "a tensor with a single number has no length";
}

bool torch_item_at(Eval *e, const Value *v, int64_t i, Value *out)
{
    const QkvTensor *t = v->tensor;
    QkvSubscript index = {.kind = QKV_SUBSCRIPT_AT, .start = i};
    if (t->rank == 0)
        return torch_raise(e, &(QkvFault){.kind = TORCH_FAULT_ITEMS, .is_of_arrays = t->is_array},
                           "a tensor with a single number has no items to go through");
    return i < t->size[0] &&
           torch_result(e, qkv_of_several(qkv_index(e->q, t, 1, &index), t, i, "UnbindBackward0"),
                        out);
}

/* --- numbers of a tensor ----------------------------------------------------------------------- */

bool torch_number(Eval *e, const Value *v, const char *what, Value *out)
{
    const QkvTensor *t = v->tensor;
    if (t->count != 1)
        return torch_raise(
            e, &(QkvFault){.kind = TORCH_FAULT_SCALAR, .is_of_arrays = t->is_array},
            "%s: the tensor has %lld numbers, but only a single one can be taken out", what,
            (long long)t->count);
    if (!eval_written(e, v))
        return false;
    tensor_item(t, 0, out);
    return true;
}

static bool call_item(Eval *e, Arg *args, Value *out)
{
    int64_t count = args[0].tensor->count;
    if (count != 1)
        return torch_raise(e,
                           &(QkvFault){.kind = TORCH_FAULT_ITEM,
                                       .is_of_arrays = args[0].tensor->is_array,
                                       .number = {count}},
                           "a Tensor with %lld elements cannot be converted to Scalar",
                           (long long)count);
    return torch_number(e, &args[0].value, "item", out);
}

/* Lists cost as cells do: there can be many of them without a cell. */
static bool nest(Eval *e, const QkvTensor *t, int axis, int64_t *cell, Value *out)
{
    if (!eval_spend(e, 1))
        return false;
    if (axis == t->rank) {
        tensor_item(t, (*cell)++, out);
        return true;
    }
    *out = value_list(e->arena, VALUE_LIST);
    for (int64_t i = 0; i < t->size[axis]; i++) {
        Value v;
        if (!nest(e, t, axis + 1, cell, &v))
            return false;
        list_add(e->arena, row_in(out), v);
    }
    return true;
}

static bool call_tolist(Eval *e, Arg *args, Value *out)
{
    int64_t cell = 0;
    return eval_written(e, &args[0].value) && nest(e, args[0].tensor, 0, &cell, out);
}

/* --- sizes ---------------------------------------------------------------------------------- */

void torch_shape_of(Eval *e, const QkvTensor *t, Value *out)
{
    *out = value_list(e->arena, t->is_array ? VALUE_TUPLE : VALUE_SIZE);
    for (int d = 0; d < t->rank; d++)
        list_add(e->arena, row_in(out), value_int(t->size[d]));
}

/* x.size() and x.stride(): one number for each axis, or that of a single one. */
static bool of_axes(Eval *e, Arg *args, const int64_t *numbers, ValueKind kind, Value *out)
{
    const QkvTensor *t = args[0].tensor;
    const char *name = e->call->function->name;
    int axis;
    if (!args[1].has) {
        *out = value_list(e->arena, kind);
        for (int d = 0; d < t->rank; d++)
            list_add(e->arena, row_in(out), value_int(numbers[d]));
        return true;
    }
    if (t->rank == 0)
        return eval_raise_as(
            e, "IndexError",
            arena_format(e->arena, "Dimension specified as %lld but tensor has no dimensions",
                         (long long)args[1].integer),
            "%s: a single number has no axes", name);
    if (!qkv_axis(e->q, name, t->rank, args[1].integer, &axis))
        return torch_fail(e);
    *out = value_int(numbers[axis]);
    return true;
}

static bool call_size(Eval *e, Arg *args, Value *out)
{
    return of_axes(e, args, args[0].tensor->size, VALUE_SIZE, out);
}

/* How far apart in memory neighbours along each axis lie. */
static bool call_stride(Eval *e, Arg *args, Value *out)
{
    return of_axes(e, args, args[0].tensor->stride, VALUE_TUPLE, out);
}

static bool call_is_contiguous(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = value_bool(qkv_tensor_is_contiguous(args[0].tensor));
    return true;
}

static bool call_dim(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = value_int(args[0].tensor->rank);
    return true;
}

static bool call_numel(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = value_int(args[0].tensor->count);
    return true;
}

/* --- the same cells -------------------------------------------------------------------------- */

static bool call_type_as(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_to(e->q, args[0].tensor, args[1].tensor->dtype), out);
}

/* x.type() names the type, x.type(dtype) converts. */
static bool call_type_of(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    if (args[1].has)
        return torch_result(e, qkv_to(e->q, a, args[1].dtype), out);
    *out = value_string(e->arena, type_class(a->dtype));
    return true;
}

/* x.float(), x.long(), x.bool(). */
static bool call_tensor_type(Eval *e, Arg *args, Value *out)
{
    QkvDType type = (QkvDType)e->call->function->which;
    return torch_result(e, qkv_to(e->q, args[0].tensor, type), out);
}

/* The cells of a tensor, and no way back from there. */
static bool call_detach(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = qkv_detach(e->q, args[0].tensor);
    *out = value_tensor(t);
    return t || torch_fail(e);
}

/* Not the parameter that it may be a copy of. */
static bool call_clone(Eval *e, Arg *args, Value *out)
{
    bool ok = torch_result(e, qkv_clone(e->q, args[0].tensor), out);
    *out = ok ? value_tensor(out->tensor) : *out;
    return ok;
}

/* --- properties ----------------------------------------------------------------------------- */

static bool get_shape(Eval *e, const QkvTensor *t, Value *out)
{
    torch_shape_of(e, t, out);
    return true;
}

static bool get_dtype(Eval *e, const QkvTensor *t, Value *out)
{
    (void)e;
    *out = (Value){.kind = VALUE_DTYPE, .dtype = t->dtype, .is_numpy = t->is_array};
    return true;
}

static bool get_ndim(Eval *e, const QkvTensor *t, Value *out)
{
    (void)e;
    *out = value_int(t->rank);
    return true;
}

/* The number of cells, of an array: x.size() of a tensor are its sizes. */
static bool get_size(Eval *e, const QkvTensor *t, Value *out)
{
    (void)e;
    *out = value_int(t->count);
    return true;
}

int64_t torch_cell_bytes(const QkvTensor *t)
{
    return (int64_t)type_bytes(t->dtype);
}

static bool get_itemsize(Eval *e, const QkvTensor *t, Value *out)
{
    (void)e;
    *out = value_int(torch_cell_bytes(t));
    return true;
}

static bool get_nbytes(Eval *e, const QkvTensor *t, Value *out)
{
    (void)e;
    *out = value_int(t->count * torch_cell_bytes(t));
    return true;
}

static bool get_is_cuda(Eval *e, const QkvTensor *t, Value *out)
{
    (void)e;
    (void)t;
    *out = value_bool(false);
    return true;
}

static bool get_transposed(Eval *e, const QkvTensor *t, Value *out)
{
    if (t->rank != 2)
        return eval_refuse_name(
            e, "T exchanges the two axes of a matrix, but this has %d: use transpose or .mT",
            t->rank);
    return torch_result(e, qkv_grad_fn(qkv_transpose(e->q, t, 0, 1), t, "PermuteBackward0"), out);
}

/* All axes of an array from the last to the first. */
static bool get_reversed(Eval *e, const QkvTensor *t, Value *out)
{
    int64_t order[QKV_MAX_RANK];
    for (int d = 0; d < t->rank; d++)
        order[d] = t->rank - 1 - d;
    return torch_result(
        e, t->rank == 2 ? qkv_transpose(e->q, t, 0, 1) : qkv_permute(e->q, t, t->rank, order), out);
}

static bool get_matrix_transposed(Eval *e, const QkvTensor *t, Value *out)
{
    if (t->rank < 2)
        return eval_fail(e, "mT needs at least two axes, but this has %d", t->rank);
    return torch_result(e, qkv_transpose(e->q, t, -2, -1), out);
}

/* clang-format off: one row, one line */
static const struct {
    const char *name;
    bool of_tensors, of_arrays;
    TensorProperty *get;
} properties[] = {
    {"shape", true, true, get_shape},
    {"dtype", true, true, get_dtype},
    {"ndim", true, true, get_ndim},
    {"nbytes", true, true, get_nbytes},
    {"itemsize", true, true, get_itemsize},
    {"size", false, true, get_size},
    {"T", false, true, get_reversed},
    {"T", true, false, get_transposed},
    {"mT", true, false, get_matrix_transposed},
    {"device", true, false, torch_device},
    {"is_cuda", true, false, get_is_cuda},
};
/* clang-format on */

TensorProperty *torch_property(const QkvTensor *t, const char *name)
{
    for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++)
        if ((t->is_array ? properties[i].of_arrays : properties[i].of_tensors) &&
            *properties[i].name == *name && strcmp(properties[i].name, name) == 0)
            return properties[i].get;
    return NULL;
}

/* A method that is written in Python: see library.c. */
static bool library_method(Eval *e, const Value *v, const char *name, Value *out)
{
    if (*name == '_' || names_find(e, torch_tensor.methods, name))
        return false;
    const Value *function = library_value(e, torch_tensor.library, name);
    if (!function || function->kind != VALUE_CLOSURE)
        return false;
    ValueBound *bound = arena_new(e->arena, ValueBound);
    *bound = (ValueBound){*function, *v};
    *out = (Value){.kind = VALUE_BOUND, .bound = bound};
    return true;
}

/* .data is the plain tensor of a parameter. */
static bool tensor_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    TensorProperty *get = torch_property(v->tensor, name);
    if (get)
        return get(e, v->tensor, out);
    if (inplace_method(e, v, name, out) || torch_gradient_attribute(e, v, name, out))
        return true;
    if (strcmp(name, "data") != 0)
        return library_method(e, v, name, out);
    *out = value_tensor(qkv_data(e->q, v->tensor));
    return out->tensor || torch_fail(e);
}

/* x.data = y: the cells of y, of its type, in its memory; x is the same tensor, and the same leaf. */
static bool set_data(Eval *e, const Node *n, const Value *v, const Value *value)
{
    const QkvTensor *old = value_now(v), *now = NULL;
    if (value->kind != VALUE_TENSOR)
        return eval_fail(e, "'data' must be a tensor, but this is %s", value_kind(value));
    if (qkv_wants_grad(old) && !qkv_is_float(value_now(value)->dtype))
        return eval_raise(
            e, "RuntimeError",
            "data set to a tensor that requires gradients must be floating point or complex dtype");
    if (!(now = qkv_replace(e->q, value_now(value), old)))
        return torch_fail(e);
    if (v->parameter)
        v->parameter->value = now;
    else if (!qkv_turn(e->q, v->tensor, now))
        return torch_fail(e);
    name_by(e, n, now);
    return true;
}

static bool tensor_store(Eval *e, const Node *n, const Value *v, const Value *value, bool *known)
{
    if (!torch_gradient_store(e, v, n->text, value, known) || *known)
        return *known && !e->err->set;
    *known = strcmp(n->text, "data") == 0;
    return *known && set_data(e, n, v, value);
}

void torch_bound(Eval *e, const Value *v, const char *name)
{
    qkv_name(e->q, v->tensor, name);
}

static const char *const attributes[] = {"shape",  "dtype",   "ndim",   "T",        "mT", "data",
                                         "device", "is_cuda", "nbytes", "itemsize", NULL};

Value value_tensor(const QkvTensor *t)
{
    return (Value){.kind = VALUE_TENSOR, .tensor = t};
}

Value value_parameter(ValueParameter *p)
{
    return (Value){.kind = VALUE_TENSOR, .tensor = p->value, .parameter = p};
}

/* An array is asked for in torch_numpy. A tensor may become one after a value was made of it. */
static ValueKind tensor_kind(const Value *v)
{
    return v->tensor && v->tensor->is_array ? &torch_numpy : &torch_tensor;
}

static const char *tensor_named(const Value *v)
{
    if (v->tensor && v->tensor->is_array)
        return v->tensor->rank > 0 || v->tensor->is_held ? "ndarray"
                                                         : qkv_dtype_name(v->tensor->dtype);
    return v->tensor && v->parameter && !v->is_data ? "Parameter" : "Tensor";
}

static bool is_made_by(const Value *v, const char *name)
{
    if (v->tensor->is_array)
        return strcmp(name, tensor_named(v)) == 0;
    return strcmp(name, "Tensor") == 0 ||
           strcmp(name, type_class(v->tensor->dtype) + TORCH_DOT) == 0 ||
           (v->parameter && !v->is_data && strcmp(name, "Parameter") == 0);
}

static bool tensor_is_true(const Value *v)
{
    return v->tensor->count == 1 && qkv_tensor_at(v->tensor, 0) != 0;
}

static bool as_number(const Value *v, double *x)
{
    if (v->tensor->count != 1 || v->tensor->hole)
        return false;
    *x = qkv_tensor_at(v->tensor, 0);
    return true;
}

static bool as_integer(const Value *v, int64_t *x)
{
    if (v->tensor->count != 1 || qkv_is_float(v->tensor->dtype) || v->tensor->hole)
        return false;
    *x = qkv_is_long(v->tensor->dtype) ? v->tensor->data.i[0] : v->tensor->data.b[0];
    return true;
}

static bool tensor_is(const Value *a, const Value *b)
{
    return a->tensor == b->tensor && a->parameter == b->parameter &&
           (!a->parameter || a->is_data == b->is_data);
}

static void tensor_write(Writer *w, const Value *v, const Writing *around)
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

/* clang-format off */
const Kind torch_tensor = {
    .phrase = "a Tensor", .named = tensor_named, .is_tensor = true, .form = tensor_kind,
    .is_made_by = is_made_by, .is_true = tensor_is_true, .as_number = as_number,
    .as_integer = as_integer, .is = tensor_is, .write = tensor_write, .methods = OF_TENSOR,
    .truth = tensor_truth, .binary = tensor_binary, .unary = tensor_unary,
    .contains = torch_contains, .number = torch_number, .length = tensor_length,
    .item = torch_item_at, .index = torch_index, .set_item = tensor_set_item,
    .inplace = tensor_inplace, .attribute = tensor_attribute, .attributes = attributes,
    .library = "torch.Tensor", .letter = 'x', .store = tensor_store, .bound = torch_bound,
};
/* clang-format on */

static bool call_length(Eval *e, Arg *args, Value *out)
{
    return names_find(e, IN_BUILTIN, "len")->call(e, args, out);
}

static bool call_get_item(Eval *e, Arg *args, Value *out)
{
    return torch_index(e, &args[0].value, &args[1].value, e->at, out);
}

/* clang-format off: one row, one line */
const Function torch_of_tensor[] = {
    {"__len__", OF_TENSOR, "self:T", call_length},
    {"__getitem__", OF_TENSOR, "self:T key /", call_get_item},
    {"fill_", OF_TENSOR, "self:T value:O", call_fill},
    {"copy_", OF_TENSOR, "self:T src:O non_blocking=", call_fill},
    {"fill_diagonal_", OF_TENSOR, "self:T fill_value:O wrap=", call_fill_diagonal},
    {"zero_", OF_TENSOR, "self:T", call_zero},
    {"item", OF_TENSOR | IN_HIDDEN, "self:T", call_item},
    {"tolist", OF_TENSOR | IN_HIDDEN, "self:T", call_tolist},
    {"size", OF_TENSOR, "self:T dim:i=", call_size},
    {"stride", OF_TENSOR, "self:T dim:i=", call_stride},
    {"is_contiguous", OF_TENSOR, "self:T", call_is_contiguous},
    {"dim", OF_TENSOR, "self:T", call_dim},
    {"ndimension", OF_TENSOR, "self:T", call_dim},
    {"numel", IN_BOTH, "input:T", call_numel},
    {"nelement", OF_TENSOR, "self:T", call_numel},
    {"type_as", OF_TENSOR, "self:T other:T", call_type_as},
    {"type", OF_TENSOR, "self:T dtype:d=", call_type_of},
    {"float", OF_TENSOR, "self:T", call_tensor_type, .which = QKV_FLOAT32},
    {"double", OF_TENSOR, "self:T", call_tensor_type, .which = QKV_FLOAT64},
    {"half", OF_TENSOR, "self:T", call_tensor_type, .which = QKV_FLOAT16},
    {"bfloat16", OF_TENSOR, "self:T", call_tensor_type, .which = QKV_BFLOAT16},
    {"long", OF_TENSOR, "self:T", call_tensor_type, .which = QKV_INT64},
    {"byte", OF_TENSOR, "self:T", call_tensor_type, .which = QKV_UINT8},
    {"bool", OF_TENSOR, "self:T", call_tensor_type, .which = QKV_BOOL},
    {"int", OF_TENSOR, "self:T", call_tensor_type, .which = QKV_INT32},
    {"detach", OF_TENSOR, "self:T", call_detach},
    {"clone", IN_BOTH, "input:T", call_clone},
    {0},
};
