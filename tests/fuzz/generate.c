/* The names come from the list that `qkv names` prints: a line "  F.pad(input, pad, mode=None)" is a
 * name with its keywords, "  x.permute(*dims)" a method of what a value is. */
#include "fuzz/generate.h"

#include <string.h>

#include "base/common.h"
#include "python/listing.h"
#include "torch/torch.h"

enum { MOST_NAMES = 2000, MOST_STATEMENTS = 24, MOST_ARGUMENTS = 4, MOST_DEPTH = 2 };

typedef struct Name {
    const char *text;
    int length, call; /* of the whole line, of what stands before its bracket */
} Name;

static Name names[MOST_NAMES];
static int name_count;

static const char imports[] =
    "import torch, math, functools, itertools, collections, copy, numpy, numpy as np, einops\n"
    "from torch import nn\nimport torch.nn.functional as F\nfrom torch.nn import init\n"
    "torch.manual_seed(1)\n";

static const char *const values[] = {
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "2**31",
    "-2**63",
    "2**62",
    "10**30",
    "0.0",
    "-0.5",
    "1e-320",
    "1e308",
    "float('nan')",
    "float('inf')",
    "True",
    "None",
    "''",
    "'a'",
    "'ij,jk->ik'",
    "'b (h d) -> b h d'",
    "'日本 %s {0:>9}'",
    "'mean'",
    "[]",
    "[1, 2]",
    "[[1., 2.], [3., 4.]]",
    "(2, 3)",
    "(-1,)",
    "()",
    "{}",
    "{'a': 1, 2: [3]}",
    "{1, 2}",
    "range(5)",
    "range(10**9)",
    "iter([1, 2, 3])",
    "lambda x: x",
    "lambda *a, **k: a[0]",
    "(i for i in range(3))",
    "slice(None, None, -1)",
    "...",
    "int",
    "float",
    "torch.float32",
    "torch.int64",
    "torch.bool",
    "torch.uint8",
    "torch.float64",
    "np.float32",
    "np.arange(6.).reshape(2, 3)",
    "np.arange(5)[::-2]",
    "np.ones((3, 3), dtype=bool)",
    "np.float64(1.5)",
    "np.zeros((0, 2))",
    "np.random.default_rng(1)",
    "torch.rand(2, 3).double()",
    "torch.tensor(3)",
    "torch.tensor([])",
    "torch.tensor([0, 2, 1])",
    "torch.tensor([True, False, True])",
    "torch.tensor([float('nan'), float('-inf'), 1e-40])",
    "torch.ones(2, 3)",
    "torch.arange(6).view(2, 3)",
    "torch.rand(3, 2).T",
    "torch.rand(2, 3, 4)",
    "torch.zeros(0, 3)",
    "torch.ones(1).expand(4, 4)",
    "torch.randn(1, 2, 1, 3, 1, 2)",
    "torch.ones(3, 3).tril() == 0",
    "nn.Linear(3, 3)",
    "nn.LayerNorm(3)",
    "nn.MultiheadAttention(4, 2)",
    "nn.Sequential(nn.Linear(3, 2), nn.ReLU())",
    "nn.Parameter(torch.ones(3))",
};

static const char *const operators[] = {"+", "-",  "*", "/",  "//", "%",  "**", "@",  "&",   "|",
                                        "^", "<<", ">", "==", "<",  ">=", "in", "is", "and", "or"};

static void read_names(void)
{
    static const Package *const packages[] = {&torch_package, &einops_package, NULL};
    static Buf list;
    names_list(&list, packages, NULL);
    for (const char *line = buf_text(&list); *line && name_count < MOST_NAMES;) {
        const char *end = strchr(line, '\n');
        if (strncmp(line, "  ", 2) == 0 && is_letter(line[2])) {
            const char *bracket = memchr(line, '(', (size_t)(end - line));
            names[name_count++] = (Name){line + 2, (int)(end - line - 2),
                                         (int)((bracket ? bracket : end) - line - 2)};
        }
        line = end + 1;
    }
}

static void write_value(Buf *out, Choices *c, int made, int depth);

/* Now and then with a keyword of the signature. */
static void write_argument(Buf *out, Choices *c, const Name *name, int made, int depth)
{
    if (choose(c, 4) == 3) {
        int from = name->call + choose(c, 80);
        while (from < name->length && !is_letter(name->text[from]))
            from++;
        int length = 0;
        while (from + length < name->length && is_letter(name->text[from + length]))
            length++;
        if (length > 0)
            buf_printf(out, "%.*s=", length, name->text + from);
    }
    write_value(out, c, made, depth);
}

/* A method: of any value. */
static void write_call(Buf *out, Choices *c, int made, int depth)
{
    const Name *name = &names[(choose(c, 256) * 256 + choose(c, 256)) % name_count];
    const char *dot = memchr(name->text, '.', (size_t)name->call);
    if (dot == name->text + 1 && *name->text != 'F') {
        write_value(out, c, made, depth + 1);
        buf_printf(out, ".%.*s", name->call - 2, dot + 1);
    } else {
        buf_printf(out, "%.*s", name->call, name->text);
    }
    if (name->call == name->length)
        return;
    buf_putc(out, '(');
    for (int i = 0, count = choose(c, MOST_ARGUMENTS + 1); i < count; i++) {
        buf_puts(out, i > 0 ? ", " : "");
        write_argument(out, c, name, made, depth + 1);
    }
    buf_putc(out, ')');
}

static void write_value(Buf *out, Choices *c, int made, int depth)
{
    int kind = choose(c, 8);
    if (kind < 3 && made > 0)
        buf_printf(out, "v%d", choose(c, made));
    else if (kind < 6 || depth >= MOST_DEPTH)
        buf_puts(out, values[choose(c, COUNT(values))]);
    else
        write_call(out, c, made, depth + 1);
}

static void write_statement(Buf *out, Choices *c, int number)
{
    int kind = choose(c, 8);
    buf_printf(out, "v%d = ", number);
    if (kind == 0) {
        write_value(out, c, number, 0);
        buf_printf(out, " %s ", operators[choose(c, COUNT(operators))]);
        write_value(out, c, number, 0);
    } else if (kind == 1) {
        write_value(out, c, number, 0);
        buf_puts(out, "[");
        write_value(out, c, number, 0);
        buf_puts(out, choose(c, 2) ? "]" : ", :, None]");
    } else {
        write_call(out, c, number, 0);
        buf_puts(out, kind == 2 ? "(v0)" : "");
    }
    if (choose(c, 4) == 3)
        buf_printf(out, "\nprint(v%d)", number);
    buf_putc(out, '\n');
}

void generate(Buf *out, Choices *c)
{
    if (name_count == 0)
        read_names();
    buf_puts(out, imports);
    for (int i = 0; i < MOST_STATEMENTS && c->at < c->end; i++)
        write_statement(out, c, i);
}
