/* Weights that do not add up to 1 over what is summed with them, and right programs, in which none do so. */
#include <string.h>

#include "lesson/astray.h"
#include "made.h"
#include "suites.h"

#define QKV                                                                                        \
    "torch.manual_seed(0)\nq, k, v = torch.randn(4, 3), torch.randn(4, 3), torch.randn(4, 3)\n"    \
    "s = q @ k.T\n"

#define AT(where, line) "weights add up to 1 " where ", not along rows" line ": dim=-1?"

static const struct {
    const char *code, *text; /* NULL: nothing is wrong */
} programs[] = {
    {QKV "w = torch.softmax(s, dim=0)\ny = w @ v\n", AT("down columns", " (line 8)")},
    {QKV "y = torch.softmax(s, dim=0) @ v\n", AT("down columns", "")},
    {QKV "w = torch.softmax(s.reshape(1, 1, 4, 4), dim=1)\ny = w @ v\n", NULL}, /* all are 1 */
    {QKV "w = torch.softmax(torch.stack((s, s * 2)), dim=0)\ny = w @ v\n",
     AT("on another axis", " (line 8)")},
    {QKV "w = torch.softmax(s, dim=0)\nw = torch.nn.functional.dropout(w, 0.1)\ny = w @ v\n",
     AT("down columns", " (line 9)")},
    {QKV "w = torch.softmax(s.flatten(), dim=0).reshape(4, 4)\ny = w @ v\n", NULL}, /* not told */
    {QKV "e = s.exp()\nw = e / e.sum()\ny = w @ v\n", AT("all together", " (line 9)")},
    {QKV "e = s.exp()\nw = e / e.sum(0)\ny = w @ v\n", AT("down columns", " (line 9)")},
    /* right ones */
    {QKV "w = torch.softmax(s, dim=-1)\ny = w @ v\n", NULL},
    {QKV "w = torch.softmax(s, dim=-1)\nw = torch.nn.functional.dropout(w, 0.5)\ny = w @ v\n",
     NULL},
    {QKV "e = s.exp()\nw = e / e.sum(-1, keepdim=True)\ny = w @ v\n", NULL},
    {QKV "w = torch.softmax(s.T, dim=0)\ny = w.T @ v\n", NULL},
    {QKV "w = torch.softmax(s.T, dim=0)\ny = torch.einsum('kq,kd->qd', w, v)\n", NULL},
    {QKV "w = torch.softmax(s, dim=-1) * torch.ones(4, 4).tril()\ny = w @ v\n", NULL},
    {QKV "b = torch.cat((s, torch.ones(4, 1)), -1)\nw = torch.softmax(b, -1)[:, :-1]\ny = w @ v\n",
     NULL}, /* a sink */
    {QKV "c = torch.softmax(k, dim=0).T @ v\ny = torch.softmax(q, dim=-1) @ c\n",
     NULL}, /* efficient attention */
    {QKV "w = torch.softmax(s, dim=0)\nw = w / w.sum(-1, keepdim=True)\ny = w @ v\n",
     NULL}, /* slot attention: divided again */
    {QKV "w = torch.softmax(q @ torch.ones(3, 1), dim=0)\ny = w.T @ v\nz = (w * v).sum(0)\n",
     NULL}, /* pooling */
    {QKV "e = torch.exp(s - s.max())\nt = e.sum(-1, keepdim=True)\n"
         "y = (e[:, :2] / t) @ v[:2] + (e[:, 2:] / t) @ v[2:]\n",
     NULL}, /* in blocks */
    {QKV "p = v.clone().requires_grad_()\ny = torch.softmax(s, dim=-1) @ p\ny.sum().backward()\n"
         "g = p.grad\n",
     NULL},
    {QKV "f = torch.softmax(k, dim=-1)\ny = torch.einsum('nd,ne->de', f, v)\n",
     NULL},                                     /* features */
    {QKV "y = s / s.sum()\nz = y * 2\n", NULL}, /* no weights */
    {QKV "w = torch.softmax(s, dim=0)\nz = w.sum(0)\n", NULL},
};

START_TEST(weights_that_are_astray_are_found)
{
    Astray found;
    start(programs[_i].code);
    bool is_found = astray_find(&arena, run, &found);
    ck_assert_msg(is_found == (programs[_i].text != NULL), "%s: %s", programs[_i].code,
                  is_found ? found.text : "nothing");
    if (is_found)
        ck_assert_str_eq(found.text, programs[_i].text);
    stop();
}
END_TEST

/* In a lesson every warning would be on purpose, or false. */
START_TEST(no_lesson_has_weights_astray)
{
    Astray found;
    start_file(made_lessons[_i]);
    bool is_found = astray_find(&arena, run, &found);
    ck_assert_msg(!is_found, "%s: line %d: %s", made_lessons[_i], found.line, found.text);
    stop();
}
END_TEST

Suite *astray_suite(void)
{
    Suite *s = suite_create("astray");
    TCase *t = suite_case(s, "astray");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, weights_that_are_astray_are_found, 0, (int)COUNT(programs));
    tcase_add_loop_test(t, no_lesson_has_weights_astray, 0, MADE_LESSONS);
    return s;
}
