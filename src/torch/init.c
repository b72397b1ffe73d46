/* torch.nn.init: numbers are drawn, or set, in the memory of a tensor. The bounds are computed in
 * double, as Python does, and rounded where PyTorch's kernels round. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "torch/torch.h"

enum { NORMAL, UNIFORM };

static bool write_into(Eval *e, const Arg *to, const QkvTensor *numbers, Value *out)
{
    Value v = to->value;
    v.tensor = value_now(&to->value);
    if (!torch_write(e, &v, numbers, out))
        return false;
    *out = to->value;
    return true;
}

static bool draw_uniform(Eval *e, const Arg *to, double low, double high, Value *out)
{
    const QkvTensor *t = value_now(&to->value);
    return write_into(e, to, qkv_uniform_like(e->q, t, low, high), out);
}

static bool draw_normal(Eval *e, const Arg *to, double mean, double deviation, Value *out)
{
    const QkvTensor *t = value_now(&to->value);
    return write_into(e, to, qkv_normal_like(e->q, t, mean, deviation), out);
}

static bool call_uniform(Eval *e, Arg *args, Value *out)
{
    return draw_uniform(e, &args[0], args[1].number, args[2].number, out);
}

static bool call_normal(Eval *e, Arg *args, Value *out)
{
    return draw_normal(e, &args[0], args[1].number, args[2].number, out);
}

/* What is drawn without bounds: of this deviation, from one distribution or the other. */
static bool draw(Eval *e, const Arg *to, double deviation, Value *out)
{
    double bound = sqrt(3.0) * deviation;
    return e->call->function->which == UNIFORM ? draw_uniform(e, to, -bound, bound, out)
                                               : draw_normal(e, to, 0, deviation, out);
}

static bool call_constant(Eval *e, Arg *args, Value *out)
{
    return write_into(e, &args[0], qkv_number(e->q, args[1].number), out);
}

/* zeros_ and ones_ */
static bool call_filled(Eval *e, Arg *args, Value *out)
{
    return write_into(e, &args[0], qkv_number(e->q, e->call->function->which), out);
}

static bool call_eye(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = value_now(&args[0].value);
    if (t->rank != 2)
        return eval_raise(e, "ValueError", "Only tensors with 2 dimensions are supported");
    return write_into(e, &args[0], qkv_eye(e->q, QKV_FLOAT32, t->size[0], t->size[1]), out);
}

/* --- by the numbers of inputs and outputs --------------------------------------------------------- */

/* A weight (OUT, IN, ...): further axes are the field that each number sees. */
static bool fans(Eval *e, const Arg *to, double *in, double *out)
{
    const QkvTensor *t = value_now(&to->value);
    double field = 1;
    if (t->rank < 2)
        return eval_raise(e, "ValueError",
                          "Fan in and fan out can not be computed for tensor with fewer than 2 "
                          "dimensions");
    for (int d = 2; d < t->rank; d++)
        field *= (double)t->size[d];
    *in = (double)t->size[1] * field;
    *out = (double)t->size[0] * field;
    return true;
}

static bool call_xavier(Eval *e, Arg *args, Value *out)
{
    double in, outputs;
    return fans(e, &args[0], &in, &outputs) &&
           draw(e, &args[0], args[1].number * sqrt(2.0 / (in + outputs)), out);
}

/* What a nonlinearity is made up for by; 0: that depends on the slope. */
static bool gain_of(Eval *e, const char *name, double slope, double *gain)
{
    static const struct {
        const char *name;
        double squared;
    } gains[] = {
        {"linear", 1},      {"conv1d", 1}, {"conv2d", 1},      {"conv3d", 1},     {"sigmoid", 1},
        {"tanh", 25.0 / 9}, {"relu", 2},   {"selu", 9.0 / 16}, {"leaky_relu", 0},
    };
    for (int i = 0; i < COUNT(gains); i++)
        if (strcmp(name, gains[i].name) == 0) {
            *gain = sqrt(gains[i].squared > 0 ? gains[i].squared : 2.0 / (1 + slope * slope));
            return true;
        }
    return eval_raise(e, "ValueError", "Unsupported nonlinearity %s", name);
}

/* tensor, a, mode, nonlinearity */
static bool call_kaiming(Eval *e, Arg *args, Value *out)
{
    double in = 1, outputs = 1, gain = 1;
    const char *mode = args[2].has ? args[2].text->bytes : "fan_in";
    const char *nonlinearity = args[3].has ? args[3].text->bytes : "leaky_relu";
    if (!fans(e, &args[0], &in, &outputs) || !gain_of(e, nonlinearity, args[1].number, &gain))
        return false;
    if (strcmp(mode, "fan_in") != 0 && strcmp(mode, "fan_out") != 0)
        return eval_raise(e, "ValueError",
                          "Mode %s not supported, please use one of ['fan_in', 'fan_out']", mode);
    return draw(e, &args[0], gain / sqrt(strcmp(mode, "fan_in") == 0 ? in : outputs), out);
}

static bool call_gain(Eval *e, Arg *args, Value *out)
{
    double gain, slope = args[1].has ? args[1].number : 0.01;
    if (!gain_of(e, args[0].text->bytes, slope, &gain))
        return false;
    *out = value_float(gain);
    return true;
}

/* Normal numbers between a and b: those of a uniform distribution of their probabilities. */
static bool call_trunc_normal(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = value_now(&args[0].value);
    double mean = args[1].number, deviation = args[2].number, a = args[3].number,
           b = args[4].number;
    double low = (1 + erf((a - mean) / deviation / sqrt(2.0))) / 2;
    double high = (1 + erf((b - mean) / deviation / sqrt(2.0))) / 2;
    Qkv *q = e->q;
    t = qkv_erfinv(q, qkv_uniform(q, t->rank, t->size, 2 * low - 1, 2 * high - 1));
    t = qkv_mul(q, t, qkv_number(q, deviation * sqrt(2.0)));
    t = qkv_add(q, t, qkv_number(q, mean));
    return write_into(e, &args[0], qkv_clamp(q, t, qkv_number(q, a), qkv_number(q, b)), out);
}

static bool call_fans(Eval *e, Arg *args, Value *out)
{
    double in = 0, outputs = 0;
    if (!fans(e, &args[0], &in, &outputs))
        return false;
    *out = value_pair(e->arena, value_int((int64_t)in), value_int((int64_t)outputs));
    return true;
}

/* clang-format off: one row, one line */
const Function torch_init[] = {
    {"uniform_", IN_INIT, "tensor:T a:x=0.0 b:x=1.0", call_uniform},
    {"normal_", IN_INIT, "tensor:T mean:x=0.0 std:x=1.0", call_normal},
    {"constant_", IN_INIT, "tensor:T val:x", call_constant},
    {"zeros_", IN_INIT, "tensor:T", call_filled, .which = 0},
    {"ones_", IN_INIT, "tensor:T", call_filled, .which = 1},
    {"eye_", IN_INIT, "tensor:T", call_eye},
    {"xavier_uniform_", IN_INIT, "tensor:T gain:x=1.0", call_xavier, .which = UNIFORM},
    {"xavier_normal_", IN_INIT, "tensor:T gain:x=1.0", call_xavier, .which = NORMAL},
    {"kaiming_uniform_", IN_INIT, "tensor:T a:x=0 mode:s= nonlinearity:s=", call_kaiming,
     .which = UNIFORM},
    {"kaiming_normal_", IN_INIT, "tensor:T a:x=0 mode:s= nonlinearity:s=", call_kaiming,
     .which = NORMAL},
    {"trunc_normal_", IN_INIT, "tensor:T mean:x=0.0 std:x=1.0 a:x=-2.0 b:x=2.0", call_trunc_normal},
    {"_calculate_fan_in_and_fan_out", IN_INIT, "tensor:T", call_fans},
    {"calculate_gain", IN_INIT, "nonlinearity:s param:x=None", call_gain},

    {"uniform_", OF_TENSOR, "self:T from:x=0.0 to:x=1.0", call_uniform},
    {"normal_", OF_TENSOR, "self:T mean:x=0.0 std:x=1.0", call_normal},
    {0},
};
/* clang-format on */
