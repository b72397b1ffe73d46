#include "fuzz/calls.h"

#include <string.h>

#include "base/common.h"
#include "base/die.h"
#include "python/object.h"
#include "python/parser.h"
#include "python/signature.h"
#include "torch/torch.h"

static const char prelude[] =
    "import torch\n"
    "import torch.nn as nn\n"
    "import math, copy, functools, itertools, collections, einops, numpy as np\n"
    "from einops.layers.torch import Rearrange\n"
    "from dataclasses import dataclass, field\n"
    "class Plain:\n"
    "    x = 1\n"
    "    def __init__(self, *given):\n"
    "        self.given = given\n"
    "    def m(self, *given):\n"
    "        return given\n"
    "    @classmethod\n"
    "    def k(cls):\n"
    "        return super()\n"
    "    def s(self):\n"
    "        return super()\n"
    "    @property\n"
    "    def p(self):\n"
    "        return 2\n"
    "class Keys(dict):\n"
    "    pass\n"
    "class Row(list):\n"
    "    pass\n"
    "class Net(nn.Module):\n"
    "    def __init__(self):\n"
    "        super().__init__()\n"
    "        self.a = nn.Linear(2, 2)\n"
    "    def forward(self, x):\n"
    "        return self.a(x)\n"
    "class Bare(nn.Linear):\n"
    "    def __init__(self):\n"
    "        pass\n"
    "class Fault(ValueError):\n"
    "    pass\n"
    "@dataclass(frozen=True)\n"
    "class Data:\n"
    "    a: int = 1\n"
    "    b: list = field(default_factory=list)\n"
    "def count():\n"
    "    yield 1\n"
    "    yield 2\n";

/* A value of every kind, and of a kind what differs inside. */
static const char *const samples[] = {
    "None",
    "True",
    "0",
    "0x414141414141",
    "-9223372036854775807 - 1",
    "1.5",
    "float('nan')",
    "''",
    "'upper'",
    "[1, 'a']",
    "[]",
    "(1, 2)",
    "('append', None, [])",
    "torch.Size([2, 3])",
    "{'a': 1}",
    "{1: 2, None: []}",
    "collections.OrderedDict(a=1)",
    "{'a': 1}.keys()",
    "{'a': 1}.items()",
    "{'a': 1}.values()",
    "{1, 2}",
    "frozenset({1})",
    "iter([1, 2])",
    "count()",
    "zip([1], [2])",
    "range(3)",
    "slice(1, None, 2)",
    "...",
    "NotImplemented",
    "torch.ones(2, 2)",
    "torch.tensor([0, 1])",
    "torch.tensor(1.5)",
    "torch.tensor([True, False])",
    "torch.empty(2)",
    "torch.ones(2, 2).double()",
    "np.ones((2, 2))",
    "np.arange(3)[::-1]",
    "np.float64(0.5)",
    "np.ones(2, dtype=bool)",
    "np.float32",
    "np.ones(1).dtype",
    "np.random.default_rng(1)",
    "nn.Parameter(torch.ones(2, 2))",
    "torch.ones(2, 2).max(0)",
    "torch.float32",
    "torch",
    "len",
    "str.upper",
    "'a'.upper",
    "int",
    "lambda *x: x",
    "Plain",
    "Plain()",
    "Plain().m",
    "Plain().s()",
    "Plain.k()",
    "Plain.__dict__['p']",
    "staticmethod(len)",
    "Keys(a=1)",
    "Row([1])",
    "Net()",
    "Bare()",
    "nn.Linear(2, 2)",
    "nn.ModuleList([nn.Linear(2, 2)])",
    "nn.ModuleDict({'a': nn.Linear(1, 1)})",
    "nn.MultiheadAttention(2, 1)",
    "nn.LazyLinear(2)",
    "Rearrange('a b -> b a')",
    "Fault('a')",
    "Exception",
    "Data()",
    "torch.no_grad()",
};
_Static_assert(sizeof samples / sizeof *samples <= CALLS_VALUES, "there is room for all");

const char *const calls_forms[] = {
    "{0} + {1}",
    "{0} - {1}",
    "{0} * {1}",
    "{0} / {1}",
    "{0} // {1}",
    "{0} % {1}",
    "{0} ** {1}",
    "{0} @ {1}",
    "{0} & {1}",
    "{0} | {1}",
    "{0} ^ {1}",
    "{0} << {1}",
    "{0} == {1}",
    "{0} < {1}",
    "{0} <= {1}",
    "{0} is {1}",
    "{0} in {1}",
    "{0} and {1}",
    "-{0}",
    "~{0}",
    "not {0}",
    "{0}[{1}]",
    "{0}[{1}:{2}]",
    "{0}[{1}, {2}]",
    "{0}[{1}] = {2}",
    "{0}[{1}:] = {2}",
    "del {0}[{1}]",
    "w = {0}\nw += {1}",
    "w = {0}\nw *= {1}",
    "w = {0}\nw |= {1}",
    "w = {0}\nw[{1}] += {2}",
    "{0}({1}, {2})",
    "{0}(*{1}, **{2})",
    "{0}(a={1})",
    "f'{{{0}:{{{1}}}}}'",
    "f'{{{0}!r:>5}}'",
    "for w in {0}:\n    {1}",
    "a, *b = {0}",
    "(a, b), c = {0}",
    "[w for w in {0} if {1}]",
    "with {0} as w:\n    {1}",
    "raise {0} from {1}",
    "try:\n    raise {0}\nexcept {1}:\n    pass",
    "class W({0}, {1}):\n    pass\nW({2})",
    "class W(Plain, metaclass={0}):\n    pass",
    "@{0}\ndef w(x):\n    return x\nw({1})",
    "@{0}\nclass W:\n    a: int = {1}\nW({2})",
    "super({0}, {1}).__init__({2})",
    "super({0}, {1}).x",
    "type('W', {0}, {1})({2})",
    "isinstance({0}, {1})",
    "setattr({0}, 'args', {1})\nprint({0})",
    "setattr({0}, {1}, {2})",
    "{0}.args = {1}\nrepr({0})",
    "{0}.axes_lengths = {1}\n{0}({2})",
    "{0}.out_features = {1}\n{0}({2})",
    "{0}.weight = {1}\n{0}({2})",
    "{0}.__dict__['args'] = {1}\nstr({0})",
    "{0}.x = {1}\n{0}.x",
    "{0}.value = {1}\nnext({0})",
    "copy.deepcopy({0})\ncopy.copy({0})",
    "sorted([{0}, {1}], key={2})",
    "list(map({0}, [{1}, {2}]))",
    "functools.reduce({0}, [{1}, {2}])",
    "functools.partial({0}, {1})({2})",
    "'%s %d' % {0}",
    "'{{0[a]}} {{0.a}}'.format({0})",
    "'%(a)s' % {0}",
    "torch.tensor({0})",
    "torch.tensor([{0}, {1}])",
    "{{{0}: {1}}}",
    "{{{0}, {1}}}",
    "hash({0})\nid({0})",
    "assert {0}, {1}",
    "lambda a={0}: a",
    "{0} if {1} else {2}",
    "next({0}, {1})",
    "print({0}, sep={1}, end={2})",
    "Fault.__init__({0}, {1})",
    "object.__setattr__({0}, {1}, {2})",
    "object.__eq__({0}, {1})",
    "{0}.forward({1})",
    "{0}.__class__\n{0}.__name__",
    "{0}.real\n{0}.shape",
    "vars({0})",
    NULL,
};

/* Adds what `object` has for all, which is reached through an object. */
static int add_base(Calls *c, const Function **all, int count)
{
    static const char *const names[] = {"__setattr__", "__delattr__", "__getattribute__",
                                        "__repr__",    "__str__",     "__eq__",
                                        "__hash__"};
    for (int i = 0; i < COUNT(names); i++)
        for (int v = 0; v < c->values; v++) {
            Value method;
            bool found = c->value[v].kind == VALUE_OBJECT &&
                         object_attribute(&c->e, &c->value[v], names[i], &method);
            if (!found || method.kind != VALUE_METHOD)
                continue;
            all[count++] = method.method->function;
            break;
        }
    return count;
}

static void find_functions(Calls *c)
{
    const Package *const *packages;
    int count, rows = 0;
    const Function *const *tables = names_all(&c->e, &packages, &count);
    for (int i = 0; packages[i]; i++)
        for (const NativeClass *k = packages[i]->classes; k && k->name; k++)
            rows++;
    const Function **all = arena_many(c->e.arena, (size_t)(count + rows) + 16, const Function *);
    memcpy(all, tables, (size_t)count * sizeof *all);
    for (int i = 0; packages[i]; i++)
        for (const NativeClass *k = packages[i]->classes; k && k->name; k++)
            if (k->init) /* no home: found by its class alone */
                all[count++] = k->init;
    c->functions = add_base(c, all, count);
    c->function = all;
}

/* Runs a text, and leaves the value of its last statement. */
static bool run(Calls *c, const char *source, Value *out)
{
    Program program = {0};
    size_t length = strlen(source), start = c->length;
    memcpy(c->source + start, source, length + 1);
    c->length += length + 1;
    Code code = {"calls.py", c->source, start, start + length, 1, 0};
    bool ok = parse(c->e.arena, &code, &program, &c->err);
    for (int i = 0; ok && i < program.count; i++) {
        c->at = program.statement[i].node;
        ok = eval_statement(&c->e, c->at, out);
    }
    return ok;
}

void calls_begin(Calls *c)
{
    static const Package *const packages[] = {&torch_package, &einops_package, NULL};
    *c = (Calls){.q = qkv_new()};
    qkv_limit(c->q, (QkvLimits){LIMIT_CELLS, LIMIT_ALL_CELLS, LIMIT_MULTIPLICATIONS, LIMIT_STEPS});
    qkv_assume_seed(c->q, 0);
    c->source = arena_many(qkv_arena(c->q), CALLS_SOURCE, char);
    c->e = eval_begin(c->q, "calls.py", c->source, packages, &c->err);
    Value unused;
    if (!run(c, prelude, &unused))
        base_die("%s", c->err.message);
    for (int i = 0; i < COUNT(samples); i++) {
        if (!run(c, samples[i], &c->value[i]))
            base_die("%s", c->err.message);
        eval_bind(&c->e, arena_format(c->e.arena, "v%d", i), c->value[i]);
        c->values++;
    }
    find_functions(c);
}

void calls_end(Calls *c)
{
    buf_release(&c->e.printed);
    qkv_free(c->q);
}

int calls_arguments(const Calls *c, const Function *f)
{
    const Signature *s = names_signature((Eval *)(uintptr_t)&c->e, f, false);
    return s->count > 4 ? 4 : s->count;
}

/* Writes a result, and goes through its items. */
static bool walk(Calls *c, const Value *v)
{
    Buf text = {0};
    Value items;
    bool ok = eval_write(&c->e, v, true, LIMIT_OUTPUT, &text) &&
              eval_write(&c->e, v, false, LIMIT_OUTPUT, &text);
    buf_release(&text);
    if (ok && (v->kind == VALUE_ITERATOR || value_items(v)))
        ok = eval_gather(&c->e, v, VALUE_LIST, &items);
    return ok;
}

static const char *judge(Calls *c, bool ok)
{
    bool is_set = c->err.set;
    c->is_over = !eval_recover(&c->e) || c->length + 4096 > CALLS_SOURCE;
    buf_clear(&c->e.printed);
    c->e.written = 0;
    c->e.flow = FLOW_ON;
    return ok == !is_set ? NULL : ok ? "an error beside a result" : "it fails without an error";
}

const char *calls_make(Calls *c, const Function *f, int count, const int *values)
{
    Given given = {0};
    const Value callee = {.kind = VALUE_FUNCTION, .function = f};
    Value out;
    c->e.at = c->at;
    for (int i = 0; i < count; i++)
        given_add(&c->e, &given, NULL, c->value[values[i]], NULL);
    bool ok = eval_invoke(&c->e, &callee, &given, &out) && walk(c, &out);
    return judge(c, ok);
}

const char *calls_statement(Calls *c, const char *form, const int *values)
{
    Buf text = {0};
    Value out = {.kind = VALUE_ABSENT};
    for (const char *at = form; *at; at++) {
        if (at[0] == '{' && at[1] >= '0' && at[1] <= '2' && at[2] == '}') {
            buf_printf(&text, "v%d", values[at[1] - '0']);
            at += 2;
        } else {
            buf_putc(&text, *at);
            at += (at[0] == '{' || at[0] == '}') && at[1] == at[0];
        }
    }
    bool ok = run(c, buf_text(&text), &out) && (out.kind == VALUE_ABSENT || walk(c, &out));
    buf_release(&text);
    return judge(c, ok);
}
