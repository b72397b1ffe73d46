/* Cells that torch.empty makes and nobody has written: no road leads to their number. */
#include "python/doctest.h"
#include "suites.h"
#include "torch/torch.h"

static const Package *const packages[] = {&torch_package, &einops_package, NULL};

/* Uses of x, torch.empty(2, 3) of which row 0 was written. */
static const char *const roads[] = {
    "x",
    "print(x)",
    "print([x])",
    "print(1, x[1], sep='')",
    "str(x)",
    "repr(x)",
    "f'{x}'",
    "f'{x[1, 0]:.2f}'",
    "f'{x[1, 0]!r}'",
    "'%s' % x",
    "'%.2f' % x[1, 0]",
    "'{}'.format(x[1])",
    "'{:.1f}'.format(x[1, 0])",
    "x[1, 0].item()",
    "x.tolist()",
    "x[1].tolist()",
    "float(x[1, 0])",
    "int(x[1, 0])",
    "bool(x[1, 0])",
    "round(x[1, 0].item())",
    "math.sqrt(x[1, 0])",
    "not x[1, 0]",
    "if x[1, 0]:\n    pass",
    "while x[1, 0]:\n    break",
    "1 if x[1, 0] else 2",
    "x[1, 0] and 1",
    "assert x[1, 0]",
    "[1, 2][x[1, 0].long()]",
    "x[x > 0]",
    "x[:, 0][x[1].long()]",
    "x[0][x[1].long()] = 1",
    "range(x[1, 0].long())",
    "x == x",
    "x[1, 0] == 0",
    "0 < x[1, 0]",
    "x.eq(0)",
    "torch.equal(x, x)",
    "torch.allclose(x, x)",
    "x.isnan()",
    "0 in x",
    "x in [x + 1]",
    "max(x[1, 0], 2)",
    "sum(x[1])",
    "x + 1",
    "-x",
    "x * 0",
    "x.sum()",
    "x.max()",
    "x.argmax()",
    "x.softmax(-1)",
    "x.sort()",
    "x @ x.T",
    "torch.relu(x)",
    "torch.where(x > 0, 1., 2.)",
    "x.masked_fill(x == 0, 1)",
    "x += 1",
    "x[1] += 1",
    "x.add_(1)",
    "x.round_()",
    "x.long()",
    "x.bool()",
    "x.to(torch.int64)",
    "for row in x:\n    print(row)",
    "for row in x:\n    for cell in row:\n        float(cell)",
    "[c.item() for c in x.flatten()]",
    "print(x.view(3, 2))",
    "print(x.t())",
    "print(x.clone())",
    "print(x.reshape(-1)[3:])",
    "print(torch.cat([x, x]))",
    "print(torch.stack([x[1], x[0]]))",
    "print(x.flip(0)[0])",
    "print(x.repeat(2, 1))",
    "print(x.expand(2, 2, 3))",
    "print(x.gather(0, torch.ones(1, 3).long()))",
    "print(torch.where(torch.tensor(True), x, torch.zeros(3)))",
    "print(F.pad(x, (1, 1)))",
    "y = torch.zeros(2, 3)\ny.copy_(x)\nprint(y)",
    "y = torch.zeros(2, 3)\ny[0] = x[1]\nprint(y)",
    "y = torch.zeros(3)\ny[0] = x[1, 0]\ny[0].item()",
    "p = nn.Parameter(x)\nprint(p)",
    "m = nn.Linear(3, 2)\nm.weight.data = x\nprint(m(torch.ones(3)))",
    "m = nn.Linear(3, 2)\nm.load_state_dict({'weight': x, 'bias': x[0, :2]})\nprint(m.weight)",
    "m = nn.Module()\nm.register_buffer('b', x)\nprint(m.state_dict())",
    "print({'a': x}, (x,))",
    "F.linear(torch.ones(3), x)",
    "F.embedding(torch.tensor([1]), x) + 1",
    "F.layer_norm(x, (3,))",
    "einops.rearrange(x, 'a b -> b a') + 1",
    "torch.empty_like(x)[0, 0].item()",
    "torch.empty(2, dtype=torch.long).tolist()",
    "torch.empty(1, dtype=torch.bool).item()",
    "print(torch.Tensor(2))",
    "print(x.new_empty(2))",
    "torch.tensor(x[1, 0])",
    "torch.tensor([x[1, 0], 2.]) + 1",
    "torch.full((2,), x[1, 0])",
    "torch.arange(x[1, 0])",
    "torch.manual_seed(x[1, 0].item())",
};

/* Tells whether a program fails because of a cell that was never written; what else it says does not
 * matter. */
static bool is_refused(const char *before, const char *road, Buf *out)
{
    Buf code = {0};
    buf_printf(
        &code,
        "import math, torch, einops\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
        "torch.manual_seed(0)\nx = torch.empty(2, 3)\nx[0] = torch.tensor([1., 2., 3.])\n%s%s\n",
        before, road);
    bool fine = show(buf_text(&code), packages, out);
    buf_release(&code);
    return !fine && strstr(buf_text(out), "never written");
}

START_TEST(no_road_leads_to_an_unwritten_cell)
{
    Buf out = {0};
    ck_assert_msg(is_refused("", roads[_i], &out), "%s: %s", roads[_i], buf_text(&out));
    buf_release(&out);
}
END_TEST

START_TEST(all_roads_are_open_once_it_is_written)
{
    Buf out = {0};
    bool makes_more = strstr(roads[_i], "empty") || strstr(roads[_i], "torch.Tensor");
    ck_assert_msg(is_refused("x[1] = torch.tensor([1., 0., 2.])\n", roads[_i], &out) == makes_more,
                  "%s: %s", roads[_i], buf_text(&out));
    buf_release(&out);
}
END_TEST

START_TEST(what_was_written_can_be_read)
{
    static const char *const fine[] = {
        "print(x[0], x.shape, x.dtype, len(x), x[0, 1].item(), x.t()[0, 0])",
        "y = x.clone().view(6)\ny[3:] = 0\nprint(y)",
        "x.fill_(2)\nprint(x)",
        "x[1] = x[0]\nprint(x.sum())",
        "for i in range(3):\n    x[1, i] = i\nprint(x)",
    };
    Buf out = {0};
    ck_assert_msg(!is_refused("", fine[_i], &out) && strchr(buf_text(&out), '('), "%s: %s",
                  fine[_i], buf_text(&out));
    buf_release(&out);
}
END_TEST

Suite *empty_suite(void)
{
    Suite *s = suite_create("empty");
    TCase *t = suite_case(s, "empty");
    tcase_add_loop_test(t, no_road_leads_to_an_unwritten_cell, 0, sizeof roads / sizeof roads[0]);
    tcase_add_loop_test(t, all_roads_are_open_once_it_is_written, 0,
                        sizeof roads / sizeof roads[0]);
    tcase_add_loop_test(t, what_was_written_can_be_read, 0, 5);
    return s;
}
