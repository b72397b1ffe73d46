/* NumPy for lessons. An array is a tensor that is marked so (QkvTensor.is_array): the same rows compute with it, and
 * the same tape explains it; what differs is here: its names, its types, its subscripts. What is made of other
 * functions is in numpy.py, the names of its methods in numpy.ndarray.py. */
#include <string.h>

#include "core/print.h"
#include "python/doubt.h"
#include "python/library.h"
#include "python/outside.h"
#include "torch/torch.h"

/* --- arguments --------------------------------------------------------------------------------------------- */

/* A plain number has a place beside arrays, where it is none of PyTorch's. */
static const QkvTensor *array_number(Eval *e, const Value *v)
{
    const QkvTensor *t = NULL;
    torch_operand(e, v, "", &t);
    return qkv_as_array(t, true);
}

/* Refuses what belongs to a way back to NumPy, which would not go on with it. */
static bool may_be_array(Eval *e, const Value *v)
{
    return !qkv_wants_grad(v->tensor) || !qkv_has_gradients(e->q) || v->is_data ||
           eval_raise(e, "RuntimeError",
                      "Can't call numpy() on Tensor that requires grad. Use "
                      "tensor.detach().numpy() instead.");
}

/* NumPy makes an array of anything: of texts, of objects. */
static bool lack_array(Eval *e, const Value *v, const char *param)
{
    eval_blame(e, v);
    return outside_allows(e, v) &&
           eval_refuse_name(e,
                            "'%s' must be an array, a list of numbers or a number, but this is %s",
                            param, value_kind(v));
}

bool torch_array(Eval *e, const Value *v, const char *param, const QkvTensor **out)
{
    if (v->kind == VALUE_TENSOR && !may_be_array(e, v))
        return false;
    if (v->kind == VALUE_TENSOR)
        *out = v->tensor;
    else if (value_is_number(v))
        *out = array_number(e, v);
    else if (value_is_row(v) || v->kind == VALUE_RANGE)
        return torch_nested(e, v, &(Arg){.has = false}, true, out);
    else
        return lack_array(e, v, param);
    return *out || torch_fail(e);
}

const QkvTensor *torch_of_kind(Eval *e, const QkvTensor *t, bool is_array)
{
    const QkvSubscript all = {.kind = QKV_SUBSCRIPT_REST};
    if (t && is_array && qkv_is_half(t->dtype)) {
        qkv_lack(e->q, "arrays of %s are not here: use .float()", qkv_dtype_name(t->dtype));
        return NULL;
    }
    return !t || t->is_array == is_array ? t : qkv_as_array(qkv_index(e->q, t, 1, &all), is_array);
}

/* Where NumPy makes an array of a number, and so of float64 or int64. */
static const QkvTensor *as_operand(Eval *e, const QkvTensor *t)
{
    if (!t->is_number)
        return t;
    const QkvTensor *a = qkv_is_float(t->dtype) ? qkv_full(e->q, QKV_FLOAT64, 0, NULL, t->number)
                         : qkv_is_long(t->dtype)
                             ? qkv_full_integer(e->q, t->dtype, 0, NULL, t->data.i[0])
                             : qkv_full(e->q, t->dtype, 0, NULL, qkv_tensor_at(t, 0));
    return qkv_as_array(a, true);
}

/* The operand of a product: both get the type that holds both. */
static void same_types(Eval *e, const QkvTensor **a, const QkvTensor **b)
{
    QkvDType type = qkv_promoted(2, (const QkvTensor *[]){*a, *b});
    *a = qkv_to(e->q, *a, type);
    *b = qkv_to(e->q, *b, type);
}

/* _together([a, b]): the same arrays, all of the type that holds them. */
static bool call_together(Eval *e, Arg *args, Value *out)
{
    const Value *arrays = &args[0].value;
    if (!list_in(arrays))
        return arg_wrong(e, arrays, "arrays", "a list of arrays");
    int64_t n = row_in(arrays)->count;
    const QkvTensor **in = arena_many(e->arena, (size_t)n + 1, const QkvTensor *);
    *out = value_list(e->arena, VALUE_LIST);
    for (int64_t i = 0; i < n; i++)
        if (!torch_array(e, &row_in(arrays)->item[i], "arrays", &in[i]) ||
            !(in[i] = as_operand(e, in[i])))
            return false;
    QkvDType type = n > 0 ? qkv_promoted((int)n, in) : QKV_FLOAT64;
    for (int64_t i = 0; i < n; i++) {
        Value v = {0};
        if (!torch_result(e, qkv_to(e->q, in[i], type), &v) || !eval_append(e, row_in(out), v))
            return false;
    }
    return true;
}

/* --- functions that are rows ------------------------------------------------------------------------------- */

/* The row that a function applies: data is its name. */
static const QkvOp *array_row(const Eval *e)
{
    int count;
    const QkvOp *const *ops = qkv_ops(&count);
    for (int i = 0; i < count; i++)
        if (ops[i]->signature && strcmp(ops[i]->name, e->call->function->data) == 0)
            return ops[i];
    return NULL;
}

/* np.exp(x), np.add(x, y). */
static bool call_row(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *in[] = {args[0].tensor, args[1].tensor};
    bool of_two = e->call->params->count > 1;
    return torch_result(e, qkv_apply(e->q, array_row(e), 1 + of_two, in, NULL), out);
}

/* Sums of uint8 are uint64 in NumPy: a type that is not here. */
static bool can_sum(Eval *e, const QkvTensor *a, bool has_type)
{
    return a->dtype != QKV_UINT8 || has_type ||
           eval_refuse_name(e,
                            "%s: of uint8 NumPy makes uint64, which is not here: use "
                            ".astype(int)",
                            e->call->function->name);
}

/* np.sum(x, axis, ..), np.prod. */
static bool call_over(Eval *e, Arg *args, Value *out)
{
    enum { A, AXIS, TYPE, KEEP };
    QkvParams p = {.count = args[AXIS].count, .keepdim = args[KEEP].truth};
    if (args[A].value.kind == VALUE_TENSOR && !args[A].tensor->is_array)
        return torch_lack(e, &args[A], "%s: the tensor is no array: write x.numpy()",
                          e->call->function->name);
    if (!can_sum(e, args[A].tensor, args[TYPE].has))
        return false;
    const QkvTensor *a = qkv_to(e->q, args[A].tensor,
                                torch_type(&args[TYPE], args[A].tensor->dtype));
    for (int i = 0; i < args[AXIS].count; i++)
        p.at[i] = args[AXIS].at[i];
    return torch_result(e, qkv_apply(e->q, array_row(e), 1, &a, &p), out);
}

/* np.max, np.min: the numbers alone, over some axes or over all; np.any and np.all. */
static bool call_array_extreme(Eval *e, Arg *args, Value *out)
{
    enum { A, AXIS, KEEP };
    QkvParams p = {.count = args[AXIS].count, .keepdim = args[KEEP].truth};
    for (int i = 0; i < args[AXIS].count; i++)
        p.at[i] = args[AXIS].at[i];
    return torch_result(e, qkv_apply(e->q, array_row(e), 1, &args[A].tensor, &p), out);
}

/* np.argmax, np.argmin, of truths too. */
static bool call_place(Eval *e, Arg *args, Value *out)
{
    enum { A, AXIS, KEEP };
    const QkvTensor *a = args[A].tensor;
    QkvParams p = {
        .count = args[AXIS].has, .at = {args[AXIS].integer}, .keepdim = args[KEEP].truth};
    a = a->dtype == QKV_BOOL ? qkv_to(e->q, a, QKV_INT64) : a;
    return torch_result(e, qkv_apply(e->q, array_row(e), 1, &a, &p), out);
}

/* np.cumsum, np.cumprod: without an axis of all cells in a row. */
static bool call_running(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    QkvParams p = {.count = 1, .at = {args[1].has ? args[1].integer : 0}};
    if (!can_sum(e, a, false))
        return false;
    a = args[1].has ? a : qkv_reshape(e->q, a, 1, (int64_t[]){-1});
    return torch_result(e, qkv_apply(e->q, array_row(e), 1, &a, &p), out);
}

static bool call_matmul(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor, *b = args[1].tensor;
    same_types(e, &a, &b);
    return torch_result(e, qkv_matmul(e->q, a, b), out);
}

static bool fail_aligned(Eval *e, const QkvTensor *a, const QkvTensor *b, int place)
{
    QkvFault f = {.kind = TORCH_FAULT_DOT,
                  .is_of_arrays = true,
                  .number = {a->size[a->rank - 1], a->rank - 1, b->size[place], place},
                  .shapes = 2,
                  .rank = {a->rank, b->rank}};
    memcpy(f.size[0], a->size, sizeof f.size[0]);
    memcpy(f.size[1], b->size, sizeof f.size[1]);
    return torch_raise(e, &f, "dot: sizes do not fit: %lld numbers meet %lld",
                       (long long)f.number[0], (long long)f.number[2]);
}

/* np.dot: with a number it is a product cell by cell. */
static bool call_dot(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = as_operand(e, args[0].tensor), *b = as_operand(e, args[1].tensor);
    if (!a || !b)
        return torch_fail(e);
    if (a->rank == 0 || b->rank == 0)
        return torch_result(e, qkv_mul(e->q, a, b), out);
    if (b->rank > 2)
        return eval_refuse_name(
            e, "dot: of an array with %d axes on the right: use np.matmul, or @", b->rank);
    int place = b->rank > 1 ? b->rank - 2 : 0;
    if (a->size[a->rank - 1] != b->size[place])
        return fail_aligned(e, a, b, place);
    return call_matmul(e, args, out);
}

static bool call_where(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *condition = qkv_to(e->q, args[0].tensor, QKV_BOOL);
    return torch_result(e, qkv_held(qkv_where(e->q, condition, args[1].tensor, args[2].tensor)),
                        out);
}

/* --- making: more of it is in make.c ------------------------------------------------------------------------ */

/* Cells of its own, of a type. */
static const QkvTensor *copy_as(Eval *e, const QkvTensor *t, QkvDType type)
{
    return type == t->dtype ? qkv_clone(e->q, t) : qkv_to(e->q, t, type);
}

/* np.array and np.asarray. */
static bool call_array(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    const QkvTensor *t = NULL;
    if (v->kind == VALUE_TENSOR)
        t = copy_as(e, v->tensor, torch_type(&args[1], v->tensor->dtype));
    else if (!torch_nested(e, v, &args[1], true, &t))
        return false;
    return torch_result(e, qkv_held(torch_of_kind(e, t, true)), out);
}

static bool call_asarray(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    bool is_it = v->kind == VALUE_TENSOR &&
                 torch_type(&args[1], v->tensor->dtype) == v->tensor->dtype;
    is_it = is_it && (v->tensor->rank > 0 || v->tensor->is_held);
    return is_it ? torch_result(e, torch_of_kind(e, v->tensor, true), out)
                 : call_array(e, args, out);
}

/* Without axes a plain number: x[()]. */
static const QkvTensor *as_number(Eval *e, const QkvTensor *t)
{
    return t && t->is_held ? qkv_index(e->q, t, 0, NULL) : t;
}

/* np.float32(x), np.int64(x): also what a type is called by. */
static bool call_array_type(Eval *e, Arg *args, Value *out)
{
    QkvDType type = (QkvDType)e->call->function->which;
    const QkvTensor *t = NULL;
    if (!args[0].has)
        return torch_result(e, qkv_as_array(qkv_full(e->q, type, 0, NULL, 0), true), out);
    const Value *v = &args[0].value;
    if (value_is_number(v) && type != QKV_BOOL)
        return torch_nested(e, v, &(Arg){.has = true, .dtype = type}, true, &t) &&
               torch_result(e, t, out);
    return torch_result(e, as_number(e, torch_of_kind(e, qkv_to(e->q, args[0].tensor, type), true)),
                        out);
}

/* --- between arrays and tensors ------------------------------------------------------------------------------ */

static bool call_numpy(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = args[0].tensor;
    bool is_forced = args[1].value.kind != VALUE_ABSENT && value_truth(&args[1].value);
    if (t->wants_grad && (is_forced || !qkv_has_gradients(e->q)))
        t = qkv_detach(e->q, t);
    else if (!may_be_array(e, &args[0].value))
        return false;
    return torch_result(e, qkv_held(torch_of_kind(e, t, true)), out);
}

/* The same memory: torch.from_numpy(a). */
static bool call_other(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    args[0].tensor = v->tensor;
    if (v->kind != VALUE_TENSOR || !v->tensor->is_array)
        return outside_allows(e, v) &&
               eval_raise(e, "TypeError", "expected np.ndarray (got %s)", value_type(v));
    return torch_result(e, torch_of_kind(e, args[0].tensor, e->call->function->which), out);
}

static bool call_astype(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, copy_as(e, args[0].tensor, args[1].dtype), out);
}

static bool call_array_round(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    bool is_whole = !qkv_is_float(a->dtype);
    return torch_result(e,
                        is_whole ? as_number(e, a)
                        : args[1].integer == 0
                            ? qkv_round(e->q, a)
                            : qkv_round_to(e->q, a, qkv_integer(e->q, args[1].integer)),
                        out);
}

/* --- random numbers -------------------------------------------------------------------------------------------- */

/* A generator is held in a value that only this file can make. */
static const char generator_type[] = "bit_generator";

static bool call_generator(Eval *e, Arg *args, Value *out)
{
    *out = value_iterator(e->arena, generator_type);
    iterator_in(out)->own = qkv_array_generator(e->q, (uint64_t)args[0].integer);
    return iterator_in(out)->own || torch_fail(e);
}

static bool call_seed(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    if (args[0].integer < 0 || args[0].integer > UINT32_MAX)
        return eval_raise(e, "ValueError", "Seed must be between 0 and 2**32 - 1");
    qkv_seed_arrays(e->q, args[0].integer);
    doubt_seeded(e, UNSEEN_ARRAYS);
    return true;
}

/* _draw(generator or None, kind, size, a, b): size None is a single number. */
static bool call_draw(Eval *e, Arg *args, Value *out)
{
    enum { OF, KIND, SIZE, FROM, TO, FIRST, LAST };
    static const char *const kinds[] = {"uniform", "normal", "integers", "order", NULL};
    const Value *of = &args[OF].value;
    bool is_own = iterator_in(of) && iterator_in(of)->type == generator_type;
    int kind = torch_choose(e, &args[KIND], "kind", kinds);
    if (kind < 0 || (!is_own && of->kind != VALUE_NONE))
        return kind >= 0 && arg_wrong(e, of, "generator", "one of default_rng");
    if (!is_own && e->doubts && !doubt_allows_unseen(e, UNSEEN_ARRAYS, "numpy.random"))
        return false;
    return torch_result(e,
                        qkv_array_draw(e->q, is_own ? iterator_in(of)->own : NULL,
                                       (QkvArrayDraw)kind, args[SIZE].count, args[SIZE].at,
                                       args[FROM].number, args[TO].number, args[FIRST].integer,
                                       args[LAST].integer),
                        out);
}

/* --- printing ---------------------------------------------------------------------------------------------------- */

static bool call_set_printoptions(Eval *e, Arg *args, Value *out)
{
    enum { PRECISION, THRESHOLD, EDGE, WIDTH, SUPPRESS, FORMATTER };
    ArrayOptions *o = &e->print.array;
    *out = value_none;
    if (args[FORMATTER].value.kind != VALUE_ABSENT && args[FORMATTER].value.kind != VALUE_NONE)
        return eval_refuse_name(e, "set_printoptions: formatter is not part of the lesson "
                                   "language: use precision=, or an f-string");
    for (int i = PRECISION; i <= WIDTH; i++)
        if (args[i].has && i != THRESHOLD && (args[i].integer < 0 || args[i].integer > 1 << 20))
            return torch_lack(e, &args[i], "set_printoptions: a number from 0 to %d", 1 << 20);
    o->decimals = args[PRECISION].has ? (int)args[PRECISION].integer : o->decimals;
    o->decimals = o->decimals < PRINT_MOST_DECIMALS ? o->decimals : PRINT_MOST_DECIMALS;
    if (args[THRESHOLD].has)
        o->most_cells = args[THRESHOLD].number < 9e18 ? (int64_t)args[THRESHOLD].number : INT64_MAX;
    o->edge = args[EDGE].has && args[EDGE].integer > 0 ? args[EDGE].integer : o->edge;
    o->width = args[WIDTH].has ? (int)args[WIDTH].integer : o->width;
    o->suppress = args[SUPPRESS].has ? args[SUPPRESS].truth : o->suppress;
    return true;
}

/* --- arrays as values ---------------------------------------------------------------------------------------------- */

/* As Python's own messages call it. */
static const char *array_type(const Value *v)
{
    static const char *const scalars[] = {
        [QKV_BOOL] = "numpy.bool",       [QKV_UINT8] = "numpy.uint8",
        [QKV_INT32] = "numpy.int32",     [QKV_INT64] = "numpy.int64",
        [QKV_FLOAT32] = "numpy.float32", [QKV_FLOAT64] = "numpy.float64"};
    return v->tensor->rank > 0 || v->tensor->is_held ? "numpy.ndarray" : scalars[v->tensor->dtype];
}

static bool is_operand(const Value *v)
{
    return v->kind == VALUE_TENSOR || value_is_number(v) || value_is_row(v);
}

/* An array and a tensor, both with axes: PyTorch refuses them, too. */
static bool mixes(const Value *a, const Value *b)
{
    return a->kind == VALUE_TENSOR && b->kind == VALUE_TENSOR &&
           a->tensor->is_array != b->tensor->is_array &&
           (a->tensor->is_array ? a : b)->tensor->rank > 0;
}

/* The result of an operator, or NULL with an error of core's in hand; false after any other. */
static bool apply_operator(Eval *e, Operator op, const Value *a, const Value *b,
                           const QkvTensor **out)
{
    const QkvTensor *left, *right;
    TensorOperator *apply = torch_operator(op);
    if (!apply || a->kind == VALUE_RANGE || b->kind == VALUE_RANGE)
        return eval_refuse_name(e, "'%s' between %s and %s is not part of the lesson language",
                                operator_text(op), value_kind(a), value_kind(b));
    if (!is_operand(a) || !is_operand(b))
        return eval_refuse(e, op, a, b, "");
    if (mixes(a, b))
        return eval_refuse_name(e, "an array of NumPy and a tensor: make both of one kind with "
                                   "torch.from_numpy(a) or t.numpy()");
    if (!torch_array(e, a, "left side", &left) || !torch_array(e, b, "right side", &right))
        return false;
    if (op == OP_MATMUL)
        same_types(e, &left, &right);
    *out = apply(e->q, left, right);
    return true;
}

/* == with None or a text, which each cell differs from; a single number says so of itself. */
static bool differs(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    const Value *array = a->kind == VALUE_TENSOR ? a : b, *other = array == a ? b : a;
    const QkvTensor *t = array->tensor;
    if (other->kind != VALUE_NONE && !text_in(other))
        return eval_refuse_name(e,
                                "an array that is compared with %s is not part of the lesson "
                                "language",
                                value_kind(other));
    *out = value_bool(op == OP_NE);
    if (t->rank == 0 && !t->is_held && other->kind == VALUE_NONE)
        return true;
    t = qkv_full_like(e->q, t, QKV_BOOL, op == OP_NE);
    return torch_result(e, qkv_as_array(t, true), out);
}

static bool array_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                         bool *done)
{
    const QkvTensor *result = NULL;
    *done = true;
    if ((!is_operand(a) || !is_operand(b)) && (op == OP_EQ || op == OP_NE))
        return differs(e, op, a, b, out);
    return apply_operator(e, op, a, b, &result) && torch_result(e, result, out);
}

static bool array_unary(Eval *e, Operator op, const Value *v, Value *out)
{
    if (op == OP_NEG)
        return torch_result(e, qkv_neg(e->q, v->tensor), out);
    if (op == OP_INVERT)
        return torch_result(e, qkv_not(e->q, v->tensor), out);
    *out = *v;
    return true;
}

static bool array_truth(Eval *e, const Value *v, bool *out)
{
    if (v->tensor->count != 1)
        return eval_raise(e, "ValueError",
                          "The truth value of an array with more than one element is ambiguous. "
                          "Use a.any() or a.all()");
    *out = value_truth(v);
    return eval_written(e, v);
}

static bool array_set_item(Eval *e, const Value *v, const Value *key, const Node *n,
                           const Value *value)
{
    const QkvTensor *t;
    if (v->tensor->rank == 0 && !v->tensor->is_held)
        return eval_raise(e, "TypeError", "'%s' object does not support item assignment",
                          array_type(v));
    if (!torch_array(e, value, "value", &t))
        return false;
    t = t->is_number ? t : qkv_to(e->q, t, v->tensor->dtype);
    return (t || torch_fail(e)) &&
           torch_tensor.set_item(e, v, key, n, &(Value){.kind = VALUE_TENSOR, .tensor = t});
}

/* The name of the row that an operator applies. */
static const char *row_of_operator(Operator op)
{
    int count;
    const QkvOp *const *ops = qkv_ops(&count);
    for (int i = 0; i < count; i++)
        if (ops[i]->signature && ops[i]->symbol && strcmp(ops[i]->symbol, operator_text(op)) == 0)
            return ops[i]->name;
    return NULL;
}

static bool array_inplace(Eval *e, Operator op, const Value *v, const Value *other, Value *out,
                          bool *done)
{
    const QkvTensor *result = NULL;
    Value made = {0};
    *done = v->tensor->rank > 0 || v->tensor->is_held; /* a plain number is made anew */
    if (!*done)
        return true;
    if (!apply_operator(e, op, v, other, &result))
        return false;
    if (!result)
        qkv_fault_output(e->q, v->tensor);
    if (!torch_result(e, result, &made))
        return false;
    if (!qkv_can_cast(e->q, row_of_operator(op), result, v->tensor))
        return torch_fail(e);
    return torch_write(e, v, result, out);
}

/* --- attributes -------------------------------------------------------------------------------------------------- */

/* A method is a function of numpy.ndarray.py, or one of the table with the array as its first argument. */
static bool array_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    TensorProperty *get = torch_property(v->tensor, name);
    if (get)
        return get(e, v->tensor, out);
    if (strcmp(name, "__abs__") == 0) {
        *out = value_method(e->arena, names_find(e, IN_NUMPY, "abs"), v);
        return true;
    }
    if (eval_in_library(e) && names_find(e, OF_TENSOR, name)) {
        *out = value_method(e->arena, names_find(e, OF_TENSOR, name), v);
        return true;
    }
    const Value *f = *name == '_' ? NULL : library_value(e, torch_numpy.library, name);
    if (f && function_in(f)) {
        *out = value_method(e->arena, function_in(f), v);
        return true;
    }
    if (!f || f->kind != VALUE_CLOSURE)
        return false;
    ValueBound *bound = arena_new(e->arena, ValueBound);
    *bound = (ValueBound){*f, *v};
    *out = (Value){.kind = VALUE_BOUND, .bound = bound};
    return true;
}

static const char *array_length(const Value *v, int64_t *out)
{
    *out = v->tensor->rank > 0 ? v->tensor->size[0] : 0;
    return v->tensor->rank > 0 ? NULL : "a single number has no length";
}

static const char *const attributes[] = {"shape",  "dtype",    "ndim", "size",
                                         "nbytes", "itemsize", "T",    NULL};

/* clang-format off */
const Kind torch_numpy = {
    .name = "ndarray", .phrase = "an ndarray", .truth = array_truth, .binary = array_binary,
    .unary = array_unary, .contains = torch_contains, .number = torch_number,
    .length = array_length, .item = torch_item_at, .index = torch_index, .set_item = array_set_item,
    .inplace = array_inplace, .attribute = array_attribute, .attributes = attributes,
    .library = "numpy.ndarray", .type = array_type, .bound = torch_bound,
};
/* clang-format on */

/* --- the table --------------------------------------------------------------------------------------------------- */

/* clang-format off */
#define ONE(name, row) {#name, IN_NUMPY, "x:A", call_row, #row}
#define TWO(name, row) {#name, IN_NUMPY, "x1:A x2:A", call_row, #row}
#define OVER(name, row) {#name, IN_NUMPY, "a:A axis:I=None dtype:d=None keepdims:b=False", call_over, #row}
#define EXTREME(name, row) {#name, IN_NUMPY, "a:A axis:I=None keepdims:b=False", call_array_extreme, #row}
#define PLACE(name) {#name, IN_NUMPY, "a:A axis:i=None keepdims:b=False", call_place, #name}
#define ARRAY_TYPE(name, type) {#name, IN_NUMPY | IS_TYPE, "x:A=", call_array_type, .which = (type), .module = "numpy"}

const Function torch_arrays[] = {
    ONE(exp, exp),
    ONE(exp2, exp2),
    ONE(expm1, expm1),
    ONE(log, log),
    ONE(log2, log2),
    ONE(log10, log10),
    ONE(log1p, log1p),
    ONE(sqrt, sqrt),
    ONE(square, square),
    ONE(absolute, abs), /* NumPy's name for the row itself stands first: torch_array_name */
    ONE(abs, abs),
    ONE(fabs, abs),
    ONE(negative, neg),
    ONE(reciprocal, reciprocal),
    ONE(sin, sin),
    ONE(cos, cos),
    ONE(tan, tan),
    ONE(arcsin, asin),
    ONE(arccos, acos),
    ONE(arctan, atan),
    ONE(tanh, tanh),
    ONE(floor, floor),
    ONE(ceil, ceil),
    ONE(trunc, trunc),
    ONE(isnan, isnan),
    ONE(isinf, isinf),
    ONE(isfinite, isfinite),
    ONE(logical_not, logical_not),
    ONE(invert, bitwise_not),
    ONE(bitwise_not, bitwise_not),
    TWO(add, add),
    TWO(subtract, sub),
    TWO(multiply, mul),
    TWO(divide, div),
    TWO(true_divide, div),
    TWO(power, pow),
    TWO(maximum, maximum),
    TWO(minimum, minimum),
    TWO(floor_divide, floor_divide),
    TWO(remainder, remainder),
    TWO(mod, remainder),
    TWO(fmod, fmod),
    TWO(arctan2, atan2),
    TWO(hypot, hypot),
    TWO(equal, eq),
    TWO(not_equal, ne),
    TWO(less, lt),
    TWO(less_equal, le),
    TWO(greater, gt),
    TWO(greater_equal, ge),
    TWO(logical_and, logical_and),
    TWO(logical_or, logical_or),
    TWO(logical_xor, logical_xor),
    TWO(bitwise_and, bitwise_and),
    TWO(bitwise_or, bitwise_or),
    TWO(bitwise_xor, bitwise_xor),
    OVER(sum, sum),
    OVER(prod, prod),
    EXTREME(any, any),
    EXTREME(all, all),
    EXTREME(max, max),
    EXTREME(min, min),
    EXTREME(amax, max),
    EXTREME(amin, min),
    PLACE(argmax),
    PLACE(argmin),
    {"cumsum", IN_NUMPY, "a:A axis:i=None", call_running, "cumsum"},
    {"cumprod", IN_NUMPY, "a:A axis:i=None", call_running, "cumprod"},
    {"matmul", IN_NUMPY, "x1:A x2:A", call_matmul},
    {"dot", IN_NUMPY, "a:A b:A", call_dot},
    {"_outer", IN_HIDDEN, "a:A b:A", call_row, "outer"},
    {"_where", IN_HIDDEN, "condition:A x:A y:A", call_where},
    {"_round", IN_HIDDEN, "a:A decimals:i=0", call_array_round},
    {"array", IN_NUMPY, "object dtype:d=None copy=", call_array},
    {"set_printoptions", IN_NUMPY,
     "precision:i=None threshold:x=None edgeitems:i=None linewidth:i=None suppress:b=None "
     "formatter=None",
     call_set_printoptions},
    ARRAY_TYPE(float64, QKV_FLOAT64),
    ARRAY_TYPE(double, QKV_FLOAT64),
    ARRAY_TYPE(float32, QKV_FLOAT32),
    ARRAY_TYPE(int32, QKV_INT32),
    ARRAY_TYPE(int64, QKV_INT64),
    ARRAY_TYPE(uint8, QKV_UINT8),
    ARRAY_TYPE(bool_, QKV_BOOL),
    {"bool", IN_NUMPY, "x:A=", call_array_type,
     .which = QKV_BOOL}, /* Python's is the type of that name */
    {"asarray", IN_NUMPY, "a dtype:d=None", call_asarray},
    {"_astype", IN_HIDDEN, "a:A dtype:d copy=", call_astype},
    {"numpy", OF_TENSOR, "self:T | force=", call_numpy},
    {"from_numpy", IN_TORCH, "ndarray /", call_other, .which = false},
    {"_together", IN_HIDDEN, "arrays", call_together},
    {"_seed", IN_HIDDEN, "seed:i", call_seed},
    {"_generator", IN_HIDDEN, "seed:i", call_generator},
    {"_draw", IN_HIDDEN, "generator kind:s size:I a:x=0.0 b:x=1.0 first:i=0 last:i=0", call_draw},
    {0},
};

const char *torch_array_name(const char *row)
{
    for (const Function *f = torch_arrays; row && f->name; f++)
        if (f->data && f->call != call_matmul && strcmp(f->data, row) == 0)
            return f->name;
    return row ? row : "";
}
