/* Memory of what a hidden line computes in many operations is given back, and no number changes by that. */
#include <string.h>

#include "lesson/hidden.h"
#include "lesson/run.h"
#include "made.h"
#include "suites.h"

#define TRAIN                                                                                      \
    "w = torch.tensor([1., -2.], requires_grad=True)\nx = torch.tensor([[1., 2.], [3., 4.], "      \
    "[0., 1.]])\nopt = torch.optim.Adam([w], lr=0.01)\ndef learn(n):\n    for i in range(n):\n"    \
    "        opt.zero_grad()\n        loss = ((x @ w - 1) ** 2).mean()\n        loss.backward()\n" \
    "        opt.step()\n    return loss\n"

/* "HIDE" is where the directive stands, in one of two runs. */
static const struct {
    const char *what, *code;
    bool is_cut;
} programs[] = {
    {"a training",
     TRAIN "HIDElast = learn(60).item()\nprint(last, w, w.grad, x @ w)\nprint(learn(3), w)\n",
     true},
    {"its state, and on from there",
     TRAIN "HIDElast = learn(60).detach()\nHIDElast = learn(60).detach()\nprint(last, w)\n"
           "print([s for s in opt.state_dict()['state'].values()])\n",
     true},
    {"views and what shares memory",
     "a = torch.zeros(3, 2)\nrow = a[1]\nturned = a.T\nflat = a.view(-1)\ndef f():\n    for i in "
     "range(600):\n"
     "        a[i % 3, i % 2] += i\nHIDEf()\nprint(a, row, turned, flat)\nrow[0] = -1\nprint(a, "
     "turned, flat)\n"
     "turned += 1\nprint(row, flat, a.data, a.detach())\n",
     true},
    {"in lists, objects, closures and defaults",
     "class Box:\n    kept = torch.zeros(2)\n    def __init__(self):\n        self.t = "
     "torch.ones(2)\n        "
     "self.all = {'k': [torch.ones(1)]}\nbox = Box()\ndef make():\n    inner = torch.ones(2) * 3\n "
     "   return lambda: inner\n"
     "def f():\n    global g, h\n    for i in range(500):\n        box.t = box.t + 1\n        "
     "Box.kept = box.t * 2\n"
     "        i % 100 or box.all['k'].append(box.t[:1])\n    g = make()\n    def h(a=box.t):\n     "
     "   return "
     "a\nHIDEf()\n"
     "print(box.t, Box.kept, box.all['k'][-1], g(), h())\nbox.t += 1\nprint(h(), box.t)\n",
     true},
    {"a way back that is still wanted",
     TRAIN "def f():\n    s = w.sum() * 0\n    for i in range(600):\n        s = s + (w * "
           "w).sum()\n    return s\n"
           "HIDEs = f()\ns.backward()\nprint(w.grad)\n",
     false},
    {"a way back that was gone",
     TRAIN "HIDEloss = learn(60)\nprint(loss)\ntry:\n    loss.backward()\nexcept RuntimeError as "
           "e:\n    print(e)\n",
     true},
    {"a generator that waits",
     "def numbers():\n    t = torch.ones(2)\n    while True:\n        t = t + 1\n        yield "
     "t\ng = numbers()\n"
     "HIDEm = [next(g) for i in range(1500)]\nprint(m[-1], next(g))\n",
     false},
    {"a hook, and .data",
     TRAIN "seen = []\n_ = w.register_hook(lambda grad: seen.append(grad * 2))\nHIDElast = "
           "learn(60).item()\n"
           "print(seen[0], seen[-1])\nw.data = w.data + 1\nprint(w, learn(1), seen[-1])\n",
     true},
    {"many writes to one tensor, and one before",
     "w = torch.ones(2)\nw -= 0.5\nrow = w[:1]\ndef f():\n    global w\n    for i in "
     "range(5000):\n        w -= "
     "0.001\n        w.mul_(1)\nHIDEf()\nprint(w, row)\nw += 1\nprint(w, row)\n",
     true},
    {"a gradient that is left to an older parameter",
     "p = torch.nn.Parameter(torch.ones(2))\ndef f():\n    for i in range(300):\n        p.grad = "
     "None\n        "
     "(p * p + i).sum().backward()\nHIDEf()\ny = p * 3\nprint(p.grad, y)\n",
     true},
    {"random numbers",
     "torch.manual_seed(3)\ndef f():\n    t = torch.zeros(2)\n    for i in range(700):\n        "
     "t = t + torch.randn(2)\n    return t\nHIDEt = f()\nprint(t, torch.rand(2))\n",
     true},
};

/* The program with or without its directives; all that it printed, and how many steps are on its tape. */
static int printed(Buf *out, const char *code, bool hides)
{
    Buf text = {0};
    for (const char *at = code; *at;) {
        const char *mark = strstr(at, "HIDE");
        buf_add(&text, at, mark ? (size_t)(mark - at) : strlen(at));
        buf_puts(&text, mark && hides ? "#| hide\n" : "");
        at = mark ? mark + strlen("HIDE") : at + strlen(at);
    }
    start(buf_text(&text));
    for (int i = 0; i < run->stops; i++)
        if (run->stop[i].kind == STOP_PRINT && run->stop[i].detail == DETAIL_BRIEF)
            buf_printf(out, "%s\n", run->stop[i].text);
    int steps = run->tape->count;
    for (int i = 0; i < steps; i++) {
        const QkvCall *c = &run->tape->step[i].call;
        ck_assert_int_eq(c->out->step, i);
        for (int k = 0; k < c->count; k++) {
            ck_assert_int_lt(c->in[k]->step, i);
            ck_assert(!c->in[k]->slope || c->in[k]->pass < run->tape->groups);
        }
        ck_assert(!c->out->slope || c->out->pass < run->tape->groups);
    }
    stop();
    buf_release(&text);
    return steps;
}

START_TEST(hiding_changes_no_number)
{
    Buf shown = {0}, hidden = {0};
    int all = printed(&shown, programs[_i].code, false);
    int kept = printed(&hidden, programs[_i].code, true);
    ck_assert_int_gt(all, 1000);
    ck_assert_msg(strcmp(buf_text(&shown), buf_text(&hidden)) == 0, "%s:\n%s\n%s",
                  programs[_i].what, buf_text(&shown), buf_text(&hidden));
    ck_assert_msg((kept < all / 2) == programs[_i].is_cut, "%s: %d of %d", programs[_i].what, kept,
                  all);
    buf_release(&shown);
    buf_release(&hidden);
}
END_TEST

/* Result of a hidden line, which was computed: where a line shows it, it is hidden from a class until it is shown. */
START_TEST(a_class_does_not_see_what_is_left)
{
    start(
        "w = torch.zeros(2)\ndef f():\n    global w\n    for i in range(1200):\n        w = w + 1\n"
        "#| hide\nf()\nw\n");
    const QkvTensor *left = run->stop[run->stops - 1].tensor;
    ck_assert(qkv_is_cut(&run->tape->step[left->step]));
    Hidden *h = hidden_of(run, &(Reveal){0});
    ck_assert(hidden_cell(h, left, 0));
    hidden_free(h);
    stop();
}
END_TEST

Suite *cut_suite(void)
{
    Suite *s = suite_create("cut");
    TCase *t = suite_case(s, "cut");
    tcase_add_loop_test(t, hiding_changes_no_number, 0, COUNT(programs));
    tcase_add_test(t, a_class_does_not_see_what_is_left);
    return s;
}
