/* Examples that cannot show a mistake: which are found, and which are accepted. */
#include <string.h>

#include "lesson/blind.h"
#include "made.h"
#include "suites.h"

#define X "x = torch.tensor([[1., 2.], [3., 5.], [5., 7.]])\n"
#define SQUARE "k = torch.tensor([[1., 2.], [3., 5.]])\n"

static const struct {
    const char *code, *words;
} rows[] = {
    {X "s = x @ x.T", ""},
    {X SQUARE "s = x @ k.T", "square:7"},
    {X SQUARE "s = x @ k", ""},
    {X SQUARE "s = x @ k.transpose(-2, -1)\nt = s @ k.T", "square:7"},
    {X "w = torch.softmax(x @ (x * 2).T, dim=-1)", "symmetric:6"},
    {X "w = torch.softmax(x @ (x * 2).T, dim=0)", ""},
    {X "w = torch.softmax(x @ (x + 1).T, dim=-1)", ""},
    {X "w = torch.softmax((x @ x.T / 2).masked_fill(x @ x.T > 70, 0), dim=-1)", ""},
    {X "s = torch.einsum('i d, j d -> i j', x, x * 2)", "symmetric:6"},
    {X "s = torch.einsum('i d, j d -> i j', x, x + torch.tensor([1., 2.]))", ""},
    {X "s = torch.einsum('i d, j d -> i j', x, x)", ""},
    {X "#| accept: symmetric\ns = torch.einsum('i d, j d -> i j', x, x * 2)", ""},
    {"s = torch.rand(1, 1, 2, 3)\nw = torch.softmax(s, dim=-1)", "one-head:6"},
    {"s = torch.rand(1, 2, 2, 3)\nw = torch.softmax(s, dim=-1)", ""},
    {X "y = x.masked_fill(x > 9, 0)", "mask:6"},
    {X "y = x.masked_fill(x > 6, 0)", ""},
    /* From a directive on it is accepted. */
    {X "#| accept: mask\ny = x.masked_fill(x > 9, 0)", ""},
    {X "#| accept: square mask\nz = x\ny = x.masked_fill(x > 9, 0)", ""},
    {X "#| accept: square\ny = x.masked_fill(x > 9, 0)", "mask:7"},
    {X "y = x.masked_fill(x > 9, 0)\n#| accept: mask\nz = x.masked_fill(x > 9, 0)", "mask:6"},
};

START_TEST(what_cannot_show_a_mistake_is_found)
{
    Blind blind[BLIND_KINDS];
    Buf got = {0};
    start(arena_format(&arena, "import torch\n%s", rows[_i].code));
    int count = blind_find(run, blind);
    for (int i = 0; i < count; i++)
        buf_printf(&got, "%s%s:%d", i ? " " : "", blind[i].word, blind[i].line);
    ck_assert_msg(strcmp(buf_text(&got), rows[_i].words) == 0, "%s: expected %s, got %s",
                  rows[_i].code, rows[_i].words, buf_text(&got));
    buf_release(&got);
    stop();
}
END_TEST

Suite *blind_suite(void)
{
    Suite *s = suite_create("blind");
    TCase *t = suite_case(s, "blind");
    tcase_add_loop_test(t, what_cannot_show_a_mistake_is_found, 0, COUNT(rows));
    return s;
}
