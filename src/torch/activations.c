/* Layers without parameters that stand for a function: nn.GELU(approximate="tanh") is F.gelu with an
 * argument. What they are made with are their attributes, as in PyTorch. */
#include <string.h>

#include "base/common.h"
#include "torch/torch.h"

enum { MOST = 3 };

typedef struct Setting {
    const char *name;
    Value value;       /* when it is not given; VALUE_ABSENT: it must be                    */
    bool is_silent;    /* printed only when it is true: inplace                             */
    const char *taken; /* as the function calls it, where that differs                      */
} Setting;

typedef struct Activation {
    const char *name;
    unsigned home;
    const char *function; /* NULL: what comes in goes out                                     */
    Setting setting[MOST];
} Activation;

/* clang-format off */
#define INTEGER(x) {.kind = VALUE_INT, .integer = (x)}
#define NONE {.kind = VALUE_NONE}
#define FALSE {.kind = VALUE_BOOL}
#define INPLACE {"inplace", FALSE, true, NULL}
/* clang-format on */

static const Text none_text = {"none", 4};

/* clang-format off: one row, one layer */
static const Activation activations[] = {
    {"ReLU", IN_FUNCTIONAL, "relu", {INPLACE}},
    {"ReLU6", IN_FUNCTIONAL, "relu6", {INPLACE}},
    {"GELU",
     IN_FUNCTIONAL,
     "gelu",
     {{"approximate", {.kind = VALUE_STR, .text = &none_text}, false, NULL}}},
    {"SiLU", IN_FUNCTIONAL, "silu", {INPLACE}},
    {"Mish", IN_FUNCTIONAL, "mish", {INPLACE}},
    {"Tanh", IN_FUNCTIONAL, "tanh", {{0}}},
    {"Sigmoid", IN_FUNCTIONAL, "sigmoid", {{0}}},
    {"LogSigmoid", IN_FUNCTIONAL, "logsigmoid", {{0}}},
    {"Softsign", IN_FUNCTIONAL, "softsign", {{0}}},
    {"Hardsigmoid", IN_FUNCTIONAL, "hardsigmoid", {INPLACE}},
    {"Hardswish", IN_FUNCTIONAL, "hardswish", {INPLACE}},
    {"Softmax", IN_FUNCTIONAL, "softmax", {{"dim", NONE, false, NULL}}},
    {"LogSoftmax", IN_FUNCTIONAL, "log_softmax", {{"dim", NONE, false, NULL}}},
    {"LeakyReLU",
     IN_FUNCTIONAL,
     "leaky_relu",
     {{"negative_slope", NUMBER(0.01), false, NULL}, INPLACE}},
    {"ELU", IN_FUNCTIONAL, "elu", {{"alpha", NUMBER(1.0), false, NULL}, INPLACE}},
    {"Softplus",
     IN_FUNCTIONAL,
     "softplus",
     {{"beta", INTEGER(1), false, NULL}, {"threshold", INTEGER(20), false, NULL}}},
    {"Identity", 0, NULL, {{0}}},
    {"Flatten",
     IN_TORCH,
     "flatten",
     {{"start_dim", INTEGER(1), false, NULL}, {"end_dim", INTEGER(-1), false, NULL}}},
};
/* clang-format on */

static const Activation *find(const char *name)
{
    for (int i = 0; i < COUNT(activations); i++)
        if (strcmp(activations[i].name, name) == 0)
            return &activations[i];
    return NULL;
}

/* What an object is, whatever class a lesson made from it. */
static const Activation *activation_of(const Value *self)
{
    const Activation *found = NULL;
    const Class *class = self->object->class;
    for (int i = 0; i < class->count && !found; i++)
        found = class->order[i]->native ? find(class->order[i]->name) : NULL;
    return found;
}

static bool call_init(Eval *e, Arg *args, Value *out)
{
    const Activation *a = activation_of(&args[0].value);
    *out = value_none;
    for (int i = 0; a && a->function && i < MOST && a->setting[i].name; i++) {
        const Setting *s = &a->setting[i];
        bool given = args[i + 1].value.kind != VALUE_ABSENT;
        eval_bind_in(e, &args[0].value.object->names, s->name,
                     given ? args[i + 1].value : s->value);
    }
    return true;
}

/* Writes the result where the input was. */
static bool in_place(Eval *e, const Value *input, Value *out)
{
    return torch_write(e, input, value_now(out), out);
}

static bool call_forward(Eval *e, Arg *args, Value *out)
{
    const Activation *a = activation_of(&args[0].value);
    Given given = {0};
    bool writes = false;
    *out = args[1].value;
    if (!a || !a->function)
        return true;
    Value function = {.kind = VALUE_FUNCTION, .function = names_find(e, a->home, a->function)};
    if (!function.function)
        return eval_refuse_name(e, "nn.%s is not part of the lesson language", a->name);
    given_add(e, &given, NULL, args[1].value, NULL);
    for (int i = 0; i < MOST && a->setting[i].name; i++) {
        const Setting *s = &a->setting[i];
        const Value *v = eval_find_in(&args[0].value.object->names, s->name);
        if (s->is_silent)
            writes = v && value_truth(v);
        else if (v)
            given_add(e, &given, s->name, *v, NULL);
    }
    return eval_invoke(e, &function, &given, out) && (!writes || in_place(e, &args[1].value, out));
}

/* "negative_slope=0.01, inplace=True" */
void write_activation(const Value *object, Buf *out)
{
    const Activation *a = activation_of(object);
    const char *between = "";
    for (int i = 0; a && a->function && i < MOST && a->setting[i].name; i++) {
        const Value *v = eval_find_in(&object->object->names, a->setting[i].name);
        if (!v || (a->setting[i].is_silent && !value_truth(v)))
            continue;
        buf_printf(out, "%s%s=", between, a->setting[i].name);
        value_repr(out, v, LIMIT_OUTPUT);
        between = ", ";
    }
}

/* clang-format off */
const Function forward_activation = {"forward", 0, "self input", call_forward};
const Function init_inplace = {"__init__", 0, "self inplace=", call_init};
const Function init_plain = {"__init__", 0, "self", call_init};
const Function init_identity = {"Identity", IN_BUILTIN, "self *args= **kwargs", call_init};
const Function init_gelu = {"GELU", 0, "self approximate=", call_init};
const Function init_softmax = {"Softmax", 0, "self dim=", call_init};
const Function init_leaky_relu = {"LeakyReLU", 0, "self negative_slope= inplace=", call_init};
const Function init_elu = {"ELU", 0, "self alpha= inplace=", call_init};
const Function init_softplus = {"Softplus", 0, "self beta= threshold=", call_init};
const Function init_flatten = {"Flatten", 0, "self start_dim= end_dim=", call_init};
/* clang-format on */
