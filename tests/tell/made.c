#include "made.h"

#include <stdlib.h>
#include <string.h>

#include "checked.h"
#include "shown.h"
#include "tell/axes.h"

const char made_trained[] = "#| rows: a b\n#| cols: k1 k2\n"
                            "w = torch.nn.Parameter(torch.tensor([[1., 2.], [3., 4.]]))\n"
                            "b = torch.tensor([0.5, -1.], requires_grad=True)\n"
                            "x = torch.tensor([[1., 0.], [-1., 2.]])\n"
                            "y = x * w + b\n"
                            "loss = (y - x) * y\n"
                            "loss.backward(torch.ones(2, 2))\n"
                            "v = torch.tensor(2., requires_grad=True)\n"
                            "for step in range(3):\n"
                            "    f = v * v\n"
                            "    f.backward()\n"
                            "    with torch.no_grad():\n"
                            "        v -= 0.25 * v.grad\n"
                            "    v.grad = None\n"
                            "g = w * 3\n"
                            "g.backward(torch.ones(2, 2) * 0.5)\n"
                            "print(w.grad)\n";

const char made_odd[] =
    "# Odd tensors: 日本\n"
    "\n"
    "The introduction is long enough to be broken into several lines, however wide the window may "
    "be:\n"
    "it goes on and on, and when it seems to have come to its end it goes on a little more.\n"
    "\n"
    "## No results here\n"
    "\n"
    "Only *words*.\n"
    "\n"
    "<details><summary>Is this a question?</summary>\n"
    "\n"
    "    print('yes')\n"
    "\n"
    "</details>\n"
    "\n"
    "## 広い labels\n"
    "\n"
    "```python\n"
    "import torch\n"
    "from torch.nn.functional import softmax\n"
    "#| rows: 日本語の文 a_long_label é\n"
    "#| cols: 1 長い longer\n"
    "#| axes: 問い key\n"
    "bad = torch.tensor([[1., float('nan'), 2.], [float('-inf')] * 3, [1., float('inf'), -1.]])\n"
    "shares = softmax(bad, dim=-1)\n"
    "columns = softmax(bad, dim=0)\n"
    "product = bad @ bad.T\n"
    "print(shares)\n"
    "words = 'a value' * 12\n"
    "```\n"
    "\n"
    "Words between.\n"
    "\n"
    "## Empty, small and deep\n"
    "\n"
    "```python\n"
    "empty = torch.tensor([])\n"
    "rows = torch.tensor([[], []])\n"
    "hollow = torch.tensor([[[1., 2.]]])[0:0]\n"
    "nothing = empty.sum()\n"
    "columns_of_rows = rows.sum(dim=1)\n"
    "scalar = torch.tensor(-0.0)\n"
    "negative = scalar * 3 - 2\n"
    "deep = torch.tensor([[[[[[1., -2.]]], [[[3., 4.]]]]]])\n"
    "turned = deep.transpose(2, 5) + 0.5\n"
    "five = deep[0]\n"
    "ints = torch.tensor([1, -2, 9007199254740993])\n"
    "truth = ints > 0\n"
    "count = truth.sum()\n"
    "same = truth == torch.tensor([True, True, True])\n"
    "floats = ints.float()\n"
    "```\n"
    "\n"
    "## Large\n"
    "\n"
    "```python\n"
    "long = torch.tensor([float(i) for i in range(1024)])\n"
    "total = long.sum()\n"
    "weights = softmax(long / 100, dim=0)\n"
    "dot = long @ long\n"
    "table = long[:40][:, None] * long[:30][None] / 7\n"
    "tiny = table * 1e-30\n"
    "items = torch.tensor([[[float(i * 6 + j * 3 + k) for k in range(3)] for j in range(2)] for i "
    "in range(20)])\n"
    "halves = items[:, :, None] * 0.5\n"
    "```\n"
    "\n"
    "The end.\n";

Library *made_library(const char *text)
{
    Library *library = calloc(1, sizeof *library);
    Buf all = {0};
    if (!strstr(text, "```"))
        buf_printf(&all, "# Made\n\n## Stage\n\n```python\nimport torch\n%s\n```\n", text);
    else
        buf_puts(&all, text);
    library->count = 1;
    library->entry = calloc(1, sizeof *library->entry);
    Entry *entry = library->entry;
    *entry = (Entry){.path = "made.md", .name = "made"};
    entry->lesson = lesson_parse("made.md", all.text, all.length, &entry->err);
    buf_release(&all);
    ck_assert_msg(entry->lesson != NULL, "line %d: %s", entry->err.at.line, entry->err.message);
    entry->run = run_lesson(entry->lesson);
    ck_assert_msg(!entry->run->err.set, "line %d: %s", entry->run->err.at.line,
                  entry->run->err.message);
    return library;
}

void made_free(Library *library)
{
    run_free(library->entry->run);
    lesson_free(library->entry->lesson);
    free(library->entry);
    free(library);
}

const Run *made_run(const Library *library)
{
    return library->entry->run;
}

const QkvTensor *made_tensor(const Library *library, int stop)
{
    const Run *run = made_run(library);
    ck_assert_int_lt(stop, shown_count(run));
    ck_assert_ptr_nonnull(shown(run, stop)->tensor);
    return shown(run, stop)->tensor;
}

int made_random(int below)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (int)((uint64_t)(state >> 1) * (uint64_t)below >> 31);
}

static void put_text(Buf *out, const char *text)
{
    if (text)
        buf_printf(out, "%s\n", text);
}

const char *made_role(Role role)
{
    static const char *const name[] = {"", "query", "key", "value", "scores", "weights"};
    return name[role];
}

static void put_matrix(Buf *out, const Lens *l, const DocMatrix *m)
{
    enum { CELLS = 400 };
    NumberFormat format = lens_format(l, m->t);
    buf_printf(out, "%s %d %d %s%s:", m->name, (int)m->item, format.width, made_role(m->role),
               m->shares ? " shares" : "");
    for (int64_t i = 0; i < m->t->count && i < CELLS; i++) {
        buf_puts(out, lens_masks(l, m->t, i) ? " ." : " ");
        lens_cell(out, l, m->t, i, &format);
        buf_puts(out, l->align ? " was " : "");
        lens_was(out, l, m->t, i, &format);
    }
    buf_putc(out, '\n');
}

static void put_looks(Buf *out, const Lens *l, const DocLooks *looks)
{
    enum { CELLS = 400 };
    Arena a = {0};
    buf_printf(out, "bars of %g:", looks->most);
    for (int64_t i = 0; i < looks->t->count && i < CELLS; i++) {
        const LookCell cell = looks_cell(l, looks, i);
        buf_printf(out, " %d %g", (int)cell.kind, cell.kind == LOOK_BAR ? cell.part : 0);
        if (i % matrix_cols(looks->t) == 0)
            buf_printf(out, "\n%s", looks_mostly(&a, l, looks, i));
    }
    buf_putc(out, '\n');
    arena_release(&a);
}

static void put_piece(Buf *out, const Doc *d, const Piece *p)
{
    buf_printf(out, "-- %d before %d after %d\n", (int)p->kind, (int)p->before, (int)p->after);
    put_text(out, p->heading);
    put_text(out, p->text);
    for (int i = 0; i < p->matrices; i++)
        put_matrix(out, d->lens, &p->matrix[i]);
    for (int i = 0; i < p->marks; i++)
        buf_printf(out, "mark %d %d of %d\n", (int)p->mark[i].mark, (int)p->mark[i].cell,
                   p->mark[i].t->step);
    for (int i = 0; i < p->table.rows * p->table.columns; i++)
        buf_printf(out, "%s %s %s mark %d bar %g of %d\n", p->table.row[i / p->table.columns],
                   p->table.column[i % p->table.columns], p->table.cell[i].text,
                   (int)p->table.cell[i].mark, p->table.cell[i].part, p->table.at);
    if (p->kind == PIECE_LOOKS)
        put_looks(out, d->lens, &p->looks);
    for (int i = 0; i < p->terms; i++)
        buf_printf(out, "%s (%d)\n", p->term[i].text, p->term[i].pick);
    for (int i = 0; i < p->rows; i++)
        buf_printf(out, "%c%d %s | %s -> %d %d %d\n", p->row[i].fold ? p->row[i].fold : ' ',
                   p->row[i].depth, p->row[i].text, p->row[i].right ? p->row[i].right : "",
                   (int)p->row[i].target.kind, p->row[i].target.of, (int)p->row[i].target.cell);
}

void made_doc(Buf *out, const Doc *d)
{
    put_text(out, d->title);
    put_text(out, d->state);
    put_text(out, d->head);
    for (int i = 0; i < d->tabs; i++)
        buf_printf(out, i == d->tab ? "[%s] " : "%s ", d->tab_name[i]);
    buf_putc(out, '\n');
    for (int i = 0; i < d->pieces; i++)
        put_piece(out, d, &d->piece[i]);
}

static void put_facts(Buf *out, const char *path, const Fact *fact)
{
    Buf own = {0};
    buf_printf(&own, "%s%s%s", path, *path && fact->key ? "." : "", fact->key ? fact->key : "");
    if (fact->kind < FACT_LIST)
        buf_printf(out, "%s %s\n", buf_text(&own), fact->text ? fact->text : "null");
    for (int i = 0; i < fact->items; i++) {
        size_t length = own.length;
        if (fact->kind == FACT_LIST)
            buf_printf(&own, "[%d]", i);
        put_facts(out, buf_text(&own), fact->item[i]);
        buf_cut(&own, length);
    }
    buf_release(&own);
}

void made_facts(Buf *out, const Fact *fact)
{
    put_facts(out, "", fact);
}

Doc *made_tab(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell, Tab tab, Fact *facts)
{
    const NumberAs as = {.step = t->step,
                         .cell = cell,
                         .tab = tab,
                         .is_unfolded = true,
                         .as = {.width = 80, .facts = facts}};
    return tell_number(a, l, &as);
}
