/* Names that lessons have not are refused, and nothing catches it: every name of the originals, where it is found, and
 * calls that they can (lacks.txt). Names that they have not either are errors of Python's, which `except` catches. */
#include <stdio.h>
#include <string.h>

#include "core/qkv_trace.h"
#include "python/eval.h"
#include "python/parser.h"
#include "python/real.h"
#include "suites.h"
#include "torch/torch.h"

enum { RENEWED = 200 }; /* programs of one evaluator: its time is bounded */

static const Package *const packages[] = {&torch_package, &einops_package, NULL};
static const char *const lists[] = {python_real_names, torch_real_names};

/* A lesson that goes on after each error. */
typedef struct Tried {
    Qkv *q;
    Eval e;
    Err err;
    int count; /* of programs */
} Tried;

static const char beginning[] =
    "import abc, argparse, collections, contextlib, copy, dataclasses, enum, functools, inspect, "
    "io, itertools\n"
    "import json, math, operator, os, random, re, string, sys, time, typing\n"
    "import numpy as np, numpy.linalg, numpy.random, numpy.testing\n"
    "import torch, torch.nn as nn, torch.nn.functional as F, torch.optim as optim\n"
    "import torch.utils.data, torch.nn.utils.rnn, einops, einops.layers.torch, importlib.metadata\n"
    "torch.manual_seed(0)\n"
    "x, y, i = torch.ones(2, 3), torch.ones(3), torch.tensor([0, 1])\n"
    "w = torch.ones(3, 3, requires_grad=True)\n"
    "a, s, d = np.ones((2, 3)), 'text', {'a': 1}\n"
    "class Own(nn.Module):\n    pass\n"
    "own, function, layer = Own(), lambda v: v, nn.Linear(2, 2)\n"
    "sgd = optim.SGD([w], lr=0.1)\n"
    "answer = 0\n";

/* Runs a program up to its first error; false then. */
static bool run_code(Tried *t, const char *text)
{
    Program program = {0};
    Value unused;
    text = arena_string(t->e.arena, text);
    const Code code = {"x.py", text, 0, strlen(text), 1, 0};
    t->e.source = text;
    bool ok = parse(t->e.arena, &code, &program, &t->err);
    t->e.is_final = !ok; /* text that cannot be read */
    for (int i = 0; ok && i < program.count; i++)
        ok = eval_statement(&t->e, program.statement[i].node, &unused);
    return ok;
}

static void begin(Tried *t)
{
    *t = (Tried){.q = qkv_new()};
    qkv_record(t->q);
    t->e = eval_begin(t->q, "x.py", beginning, packages, &t->err);
}

static void end(Tried *t)
{
    buf_release(&t->e.printed);
    qkv_free(t->q);
}

static void start(Tried *t)
{
    bool ok = run_code(t, beginning);
    ck_assert_msg(ok, "%s", t->err.message);
}

/* Notes what is wrong, as much of it as Check can tell. */
static void tell(Buf *wrong, const char *format, const char *what)
{
    if (wrong->length < 1500)
        buf_printf(wrong, format, what);
}

typedef enum Outcome { ENDS, REFUSED, FAILS } Outcome;

/* Outcome of a program, and what `answer` is after it. */
static Outcome outcome_of(Tried *t, const char *text, int64_t *answer)
{
    if (++t->count % RENEWED == 0) {
        end(t);
        begin(t);
        t->count = 1;
        start(t);
    }
    eval_bind(&t->e, "answer", value_int(0));
    bool ok = run_code(t, text);
    Outcome outcome = ok ? ENDS : t->e.is_final ? REFUSED : FAILS;
    eval_recover(&t->e);
    qkv_gradients(t->q, true); /* still inside the torch.no_grad() that it stood in */
    const Value *v = eval_lookup(&t->e, "answer");
    *answer = v->kind == VALUE_INT ? v->integer : 0;
    return outcome;
}

/* The ways in which a lesson may try a statement; answer is 1 where it was run, and another where it was
 * given up. A `finally` that returns takes the place of what could be caught. */
static const char *const ways[] = {
    "try:\n    %s\n    answer = 1\nexcept BaseException:\n    answer = 2\n",
    "try:\n    try:\n        %s\n        answer = 1\n    finally:\n        pass\nexcept:\n    "
    "answer = 2\n",
    "try:\n    with torch.no_grad():\n        %s\n    answer = 1\nexcept Exception as e:\n    "
    "answer = 2\n",
    "with contextlib.suppress(BaseException):\n    %s\n    answer = 1\n",
    "def f():\n    try:\n        %s\n        return 1\n    finally:\n        return 2\nanswer = "
    "f()\n",
};
enum { WAYS = 5, OF_FINALLY = 4 };

/* Finds what is wrong with how a statement is told, "" for nothing. */
static void try_statement(Tried *t, const char *statement, int most, Buf *wrong)
{
    for (int i = 0; i < most; i++) {
        Buf text = {0};
        int64_t answer;
        buf_printf(&text, ways[i], statement);
        Outcome outcome = outcome_of(t, buf_text(&text), &answer);
        bool is_there = outcome == ENDS && (answer == 1 || (i == OF_FINALLY && answer == 2));
        if (i == OF_FINALLY && outcome == ENDS) /* may be there, which the first way has told */
            is_there = true;
        if (outcome != REFUSED && !is_there)
            tell(wrong, "%s: caught\n", statement);
        buf_release(&text);
        if (outcome != REFUSED)
            return;
    }
}

/* --- names ----------------------------------------------------------------------------------------- */

/* Values by the section of the list that tells of them. */
static const struct {
    const char *section, *code;
} values[] = {
    {"builtins", ""},
    {"Tensor", "x"},
    {"TensorBase", "x"},
    {"Parameter", "layer.weight"},
    {"ndarray", "a"},
    {"float64", "np.float64(1)"},
    {"dtype", "x.dtype"},
    {"dtype", "a.dtype"},
    {"Size", "x.shape"},
    {"Module", "own"},
    {"Module", "layer"},
    {"Linear", "layer"},
    {"Optimizer", "sgd"},
    {"SGD", "sgd"},
    {"ufunc", "np.add"},
    {"str", "s"},
    {"list", "[]"},
    {"dict", "d"},
    {"set", "{1}"},
    {"frozenset", "frozenset()"},
    {"tuple", "()"},
    {"int", "(5)"},
    {"float", "(1.5)"},
    {"bool", "True"},
    {"NoneType", "None"},
    {"range", "range(3)"},
    {"slice", "slice(1)"},
    {"function", "function"},
    {"method", "own.forward"},
    {"builtin_function_or_method", "len"},
    {"type", "Own"},
    {"type", "int"},
    {"object", "Own"},
    {"enumerate", "enumerate([])"},
    {"generator", "(v for v in [])"},
    {"list_iterator", "iter([])"},
    {"deque", "collections.deque()"},
    {"defaultdict", "collections.defaultdict(int)"},
    {"Counter", "collections.Counter()"},
    {"OrderedDict", "collections.OrderedDict()"},
    {"KeyError", "KeyError(1)"},
    {"Random", "random.Random(0)"},
    {"Generator", "np.random.default_rng(0)"},
};

/* Modules whose classes are looked into, too. */
static const char *const homes[] = {"",
                                    "collections",
                                    "functools",
                                    "itertools",
                                    "enum",
                                    "torch",
                                    "torch.nn",
                                    "torch.optim",
                                    "torch.optim.lr_scheduler",
                                    "torch.utils.data",
                                    "torch.autograd",
                                    "numpy",
                                    "numpy.random"};

static void try_name(Tried *t, const char *of, const char *name, Buf *wrong)
{
    Buf text = {0};
    buf_printf(&text, "%s%s%s", of, *of ? "." : "", name);
    try_statement(t, buf_text(&text), 1, wrong);
    int64_t answer;
    buf_clear(&text);
    buf_printf(&text, "answer = 1 if hasattr(%s, '%s') else 2\n", of, name);
    if (*of && (outcome_of(t, buf_text(&text), &answer) == FAILS || answer == 2))
        tell(wrong, "%s: hasattr says False\n", buf_text(&text));
    buf_release(&text);
}

/* No place has this name: that is Python's error, and is caught. A class that is not here is refused itself. */
static void try_absent(Tried *t, const char *of, bool may_be_refused, Buf *wrong)
{
    static const char *const tries[] = {
        "try:\n    %s%szzq\nexcept (AttributeError, NameError):\n    answer = 2\n",
        "answer = 1 if hasattr(%s%s'zzq') else 2\n",
        "answer = getattr(%s%s'zzq', 2)\n",
    };
    for (int i = 0; i < (*of ? 3 : 1); i++) {
        Buf text = {0};
        int64_t answer;
        buf_printf(&text, tries[i], of, !*of ? "" : i ? ", " : ".");
        Outcome outcome = outcome_of(t, buf_text(&text), &answer);
        if (may_be_refused ? outcome == FAILS : answer != 2)
            tell(wrong, "%s: not the AttributeError of Python\n", buf_text(&text));
        buf_release(&text);
    }
}

/* Tries all names of the section that begins at its title; gives how many there were. */
static int try_section(Tried *t, const char *title, const char *of, bool may_be_refused, Buf *wrong)
{
    int count = 0;
    const char *at = title + strcspn(title, "\n");
    while (at[0] == '\n' && at[1] == ' ')
        for (at++; *at == ' ';) {
            char name[128];
            size_t length = strcspn(++at, " \n");
            snprintf(name, sizeof name, "%.*s", (int)length, at);
            at += length;
            try_name(t, of, name, wrong);
            count++;
        }
    try_absent(t, of, may_be_refused, wrong);
    return count;
}

static bool is_title(const char *title, const char *name)
{
    size_t length = strlen(name);
    return strncmp(title, name, length) == 0 && (title[length] == '\n' || title[length] == ' ');
}

enum { LAST_OF_PYTHON = 4 }; /* of the homes; in the others a small letter is no class */

/* The modules and values that have the names of a section. */
static int try_places(Tried *t, const char *title, Buf *wrong)
{
    char name[128], of[256];
    bool is_class = strncmp(title + strcspn(title, " \n"), " <", 2) == 0;
    int count = 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(title, " \n"), title);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (is_title(title, values[i].section))
            count += try_section(t, title, values[i].code, false, wrong);
    for (size_t i = 0; is_class && i < sizeof homes / sizeof *homes; i++) {
        const char *home = *homes[i] ? homes[i] : "builtins";
        bool is_module = i > LAST_OF_PYTHON && *name >= 'a' && *name <= 'z';
        if (is_module || real_of_module(&t->e, home, name) != REAL_HAS)
            continue;
        snprintf(of, sizeof of, "%s%s%s", homes[i], *homes[i] ? "." : "", name);
        count += try_section(t, title, of, true, wrong);
    }
    bool is_module = !is_class && strcmp(name, "builtins") != 0 && strcmp(name, "keywords") != 0 &&
                     strcmp(name, "object") != 0;
    return count +
           (is_module ? try_section(t, title, name, strcmp(name, "typing") == 0, wrong) : 0);
}

static int is_of_case(const char *title, int part, int parts)
{
    unsigned sum = 0;
    for (; *title != '\n' && *title != ' '; title++)
        sum = sum * 31 + (unsigned char)*title;
    return (int)(sum % (unsigned)parts) == part;
}

enum { PARTS = 8 };

START_TEST(a_name_is_there_or_refused_or_in_no_original)
{
    Buf wrong = {0};
    Tried t;
    int count = 0;
    begin(&t);
    start(&t);
    for (int i = 0; i < 2; i++)
        for (const char *at = lists[i]; *at; at += strcspn(at, "\n"), at++)
            if (*at != ' ' && *at != '#' && *at != '\n' && is_of_case(at, _i, PARTS))
                count += try_places(&t, at, &wrong);
    end(&t);
    ck_assert_msg(wrong.length == 0, "%s", buf_text(&wrong));
    ck_assert_int_ge(count, 400);
}
END_TEST

/* --- calls ----------------------------------------------------------------------------------------- */

START_TEST(a_call_is_there_or_refused)
{
    char line[256];
    Buf wrong = {0};
    Tried t;
    int count = 0;
    FILE *file = fopen("tests/torch/lacks.txt", "r");
    ck_assert_msg(file != NULL, "lacks.txt: run this from the project's folder");
    begin(&t);
    start(&t);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (!*line || *line == '#')
            continue;
        try_statement(&t, line, WAYS, &wrong);
        count++;
    }
    fclose(file);
    end(&t);
    ck_assert_msg(wrong.length == 0, "%s", buf_text(&wrong));
    ck_assert_int_ge(count, 400);
}
END_TEST

Suite *names_suite(void)
{
    Suite *s = suite_create("names");
    TCase *t = suite_case(s, "originals");
    tcase_add_loop_test(t, a_name_is_there_or_refused_or_in_no_original, 0, PARTS);
    tcase_add_test(t, a_call_is_there_or_refused);
    return s;
}
