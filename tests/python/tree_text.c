/* Most nodes are a word and their kids; the table has the word. The others show text, numbers or
 * operators of their own. */
#include "python/tree_text.h"

#include <inttypes.h>
#include <string.h>

static const char *const words[] = {
    [NODE_NONE] = "None",         [NODE_TRUE] = "True",         [NODE_FALSE] = "False",
    [NODE_ELLIPSIS] = "...",      [NODE_FSTRING] = "f",         [NODE_FORMAT] = "field",
    [NODE_TUPLE] = "tuple",       [NODE_LIST] = "list",         [NODE_SET] = "set",
    [NODE_DICT] = "dict",         [NODE_LISTCOMP] = "listcomp", [NODE_SETCOMP] = "setcomp",
    [NODE_DICTCOMP] = "dictcomp", [NODE_GENERATOR] = "gen",     [NODE_EACH] = "each",
    [NODE_WHEN] = "when",         [NODE_CHOICE] = "if",         [NODE_WALRUS] = ":=",
    [NODE_LAMBDA] = "lambda",     [NODE_CALL] = "call",         [NODE_KEYWORD] = "keyword",
    [NODE_STAR] = "star",         [NODE_DOUBLE_STAR] = "stars", [NODE_ATTRIBUTE] = ".",
    [NODE_INDEX] = "index",       [NODE_SLICE] = "slice",       [NODE_PARAMETERS] = "parameters",
    [NODE_ASSIGN] = "=",          [NODE_ANNOTATED] = ":",       [NODE_IMPORT] = "import",
    [NODE_FROM] = "from",         [NODE_ALIAS] = "alias",       [NODE_ASSERT] = "assert",
    [NODE_RETURN] = "return",     [NODE_RAISE] = "raise",       [NODE_DEL] = "del",
    [NODE_GLOBAL] = "global",     [NODE_NONLOCAL] = "nonlocal", [NODE_PASS] = "pass",
    [NODE_BREAK] = "break",       [NODE_CONTINUE] = "continue", [NODE_IF] = "if",
    [NODE_WHILE] = "while",       [NODE_FOR] = "for",           [NODE_TRY] = "try",
    [NODE_EXCEPT] = "except",     [NODE_WITH] = "with",         [NODE_ITEM] = "item",
    [NODE_DEF] = "def",           [NODE_CLASS] = "class",       [NODE_BASES] = "bases",
    [NODE_DECORATOR] = "@",       [NODE_BLOCK] = "block",
};

static const char *const parameter_words[] = {
    [PARAMETER_POSITION] = "position", [PARAMETER_ANY] = "any",  [PARAMETER_STAR] = "*",
    [PARAMETER_NAME] = "name",         [PARAMETER_STARS] = "**",
};

/* Quoted; what is not a printable ASCII character becomes \hh. */
static void add_string(Buf *out, const char *text, size_t length)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ' || c > '~' || c == '"' || c == '\\')
            buf_printf(out, "\\%02x", c);
        else
            buf_putc(out, (char)c);
    }
    buf_putc(out, '"');
}

static void add_number(Buf *out, double number)
{
    size_t mark = out->length;
    buf_printf(out, "%.17g", number);
    if (!strpbrk(out->text + mark, ".en"))
        buf_puts(out, ".0");
}

static void add_head(Buf *out, const Node *n)
{
    if (n->kind == NODE_COMPARE)
        for (int i = 0; i + 1 < n->kids; i++)
            buf_printf(out, "%s%s", i ? "," : "", operator_text(n->ops[i]));
    else
        buf_printf(out, "%s%s",
                   n->kind == NODE_PARAMETER ? parameter_words[n->integer]
                   : n->op != OP_NONE        ? operator_text(n->op)
                                             : words[n->kind],
                   n->kind == NODE_AUGMENTED ? "=" : "");
    if (n->kind == NODE_FORMAT) {
        if (n->integer)
            buf_printf(out, " !%c", (char)n->integer);
        if (n->length)
            buf_printf(out, " :%s", n->text);
    } else if (n->text) {
        buf_printf(out, " %s", n->text);
    }
}

static void add_directives(Buf *out, const Statement *s)
{
    for (int d = 0; s && d < s->directives; d++)
        buf_printf(out, "#%s %s| ", s->directive[d].key, s->directive[d].text);
}

void tree_text(Buf *out, const Node *n)
{
    if (!n) {
        buf_putc(out, '_');
        return;
    }
    switch (n->kind) {
    case NODE_INT:
        buf_printf(out, "%" PRId64, n->integer);
        return;
    case NODE_FLOAT:
        add_number(out, n->number);
        return;
    case NODE_STRING:
        add_string(out, n->text, n->length);
        return;
    case NODE_NAME:
        buf_puts(out, n->text);
        return;
    case NODE_NONE:
    case NODE_TRUE:
    case NODE_FALSE:
    case NODE_ELLIPSIS:
        buf_puts(out, words[n->kind]);
        return;
    case NODE_EXPRESSION:
        add_directives(out, n->statement);
        tree_text(out, n->kid[0]);
        return;
    default:
        break;
    }
    add_directives(out, n->statement);
    buf_putc(out, '(');
    add_head(out, n);
    for (int i = 0; i < n->kids; i++) {
        buf_putc(out, ' ');
        tree_text(out, n->kid[i]);
    }
    buf_putc(out, ')');
}

void program_text(Buf *out, const Program *program)
{
    for (int i = 0; i < program->count; i++) {
        buf_puts(out, i ? "; " : "");
        tree_text(out, program->statement[i].node);
    }
}

Code block_of(const char *text)
{
    return (Code){"test.md", text, 0, strlen(text), 1, 0};
}

char *tree_of(Arena *a, const Code *code)
{
    Err err = {0};
    Program program = {0};
    Buf out = {0};
    if (parse(a, code, &program, &err))
        program_text(&out, &program);
    else
        buf_printf(&out, "%d:%d: %s", err.at.line, err.at.col, err.message);
    char *text = arena_string(a, buf_text(&out));
    buf_release(&out);
    return text;
}

const char sample_code[] =
    "# self-attention, é by é\n"
    "import torch\n"
    "import torch.nn.functional as F\n"
    "from torch import (nn, cat as c)\n"
    "\n"
    "#| rows: helo attention | \"a b\"\n"
    "#| hide\n"
    "x = torch.tensor([[1., 0, -1e-5],\n"
    "                  [0x1F, 0b1, 1_000]], dtype=torch.float32)  # “x”\n"
    "q, (k, v) = x @ wq, [x @ wk.T, x @ wv]\n"
    "scores = (q @ k.transpose(-2, -1)) / d ** -.5 + \\\n"
    "    ('é', -~a[:, None, ::-1, ...])[1][1:2]\n"
    "masked = scores if not mask is None and a <= b < c not in d else F.softmax(scores, dim = -1)\n"
    "y = {'a': 1, \"b\": {1, 2,}}[0]\n"
    "z = [f(i, *j, k=i) for i, j in zip(a, (b,)) if i % 2 == 0 or j]; w = sum(a | b ^ c & d for a "
    "in e)\n"
    "print(f'é{x[0]!r:>10} and {scores.shape, (1)}{{}}' \"\\u00e9\\n\" rf'\\d{a + b:.4f}', f'''\n"
    "  {a\n"
    "   * b}''')\n"
    "assert torch.allclose(y, z), 'they differ'\n"
    "m.weight = n[0] = r'\\n'\n"
    "class A(nn.Module, b=c):\n"
    "    '''é'''\n"
    "    d: int = 1; e = lambda a, *b, c=d, **e: a if b else (c := d)\n"
    "\n"
    "    @property\n"
    "    # between\n"
    "    @f.g(1)\n"
    "    def h(self, a: int | None, /, b=(1,\n"
    "2), *, c, **d) -> 'A':\n"
    "        super().__init__(**d, k=[*a])\n"
    "        #| cols: c d\n"
    "        for i, (*j, k) in a:\n"
    "        \tif i: continue\n"
    "        \telif not j << 1: x[i, ...] += {k: i for k in j for i in k if i}; break\n"
    "        \telse:\n"
    "        \t    del x, y[0]\n"
    "        \t    print(f'{x = !r:>{w}.{n}}{y=}', {**a, 'b': {c for c in d}})\n"
    "        else: return a, *b\n"
    "        while (a := b) > c: pass\n"
    "        try:\n"
    "            with torch.no_grad(), (f(a)) as b[0]: assert True\n"
    "        except (A, B) as e: raise C from e\n"
    "        except: raise\n"
    "        else:\n"
    "            global g\n"
    "        finally:\n"
    "            return (i for i in j)\n"
    "import a.b as c, d\n"
    "from .a import *\n";
