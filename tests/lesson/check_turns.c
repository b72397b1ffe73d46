/* Passes of long loops that are given back: what is left of them, and that one which is run again has the same bits. */
#include <stdlib.h>
#include <string.h>

#include "base/arena_chunk.h"
#include "lesson/turns.h"
#include "made.h"
#include "suites.h"

/* --- random trainings ------------------------------------------------------------------------------- */

typedef struct Training {
    unsigned seed;
    int d, inner, batch; /* sizes */
    int passes, at;      /* at: the pass that is looked at, not among the first or the last */
    int optimizer, loop;
} Training;

static int chance(Training *t, int low, int high)
{
    t->seed = t->seed * 1103515245u + 12345u;
    return low + (int)(t->seed >> 16) % (high - low + 1);
}

static Training made_training(unsigned seed)
{
    Training t = {.seed = seed * 2654435761u + 1};
    t.d = chance(&t, 1, 5);
    t.inner = chance(&t, 1, 6);
    t.batch = chance(&t, 1, 4);
    t.optimizer = chance(&t, 0, 3);
    t.loop = chance(&t, 0, 4);
    t.passes = 500;
    t.at = chance(&t, 5, 120);
    return t;
}

/* The loops that go over `step`: in the script, in a function, as `while`, over what a generator makes, over a list. */
static const char *const heads[] = {"for step in range(N):\n",
                                    "def train():\n  for step in range(N):\n",
                                    "step = -1\nwhile step < N - 1:\n",
                                    "def steps():\n    k = 0\n    while k < N:\n        "
                                    "drawn.append(torch.rand(1))\n        yield k\n"
                                    "        k += 1\nfor step in steps():\n",
                                    "for step, _ in enumerate([0] * N):\n"};
static const char *const bodies[] = {"", "", "    step += 1\n", "", ""};
static const char *const tails[] = {"", "train()\n", "", "", ""};
static const char *const optimizers[] = {"SGD(p, lr=0.05, momentum=0.9)", "AdamW(p, lr=0.01)",
                                         "Adam(p, lr=0.02)", "SGD(p, lr=0.1)"};

/* The training with so many passes. */
static void write_training(Buf *out, const Training *t, int passes)
{
    const char *in = t->loop == 1 ? "  " : "";
    buf_printf(
        out,
        "import torch\nimport torch.nn as nn\ntorch.manual_seed(%u)\nN = %d\ndrawn = []\nclass "
        "Net(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(%d, %d)\n"
        "        self.n = nn.LayerNorm(%d)\n        self.b = nn.Linear(%d, 1)\n"
        "    def forward(self, x):\n        h = self.n(torch.tanh(self.a(x)))\n"
        "        w = torch.softmax(h @ h.T, dim=-1)\n        return self.b(w @ h)\n"
        "net = Net()\np = list(net.parameters())\nopt = torch.optim.%s\n"
        "data = torch.randn(40, %d)\nkept = []\n%s",
        t->seed % 1000, passes, t->d, t->inner, t->inner, t->inner, optimizers[t->optimizer], t->d,
        heads[t->loop]);
    if (*bodies[t->loop])
        buf_printf(out, "%s%s", in, bodies[t->loop]);
    buf_printf(
        out,
        "%s    rows = torch.randint(0, 40, (%d,))\n%s    x = data[rows]\n"
        "%s    loss = ((net(x) - x.sum(1, keepdim=True)) ** 2).mean()\n%s    opt.zero_grad()\n"
        "%s    loss.backward()\n%s    opt.step()\n%s    if step %% 50 == 0:\n"
        "%s        kept.append(loss.item())\n%s",
        in, t->batch, in, in, in, in, in, in, in, tails[t->loop]);
    buf_puts(out, "print(kept[-1], p[0], [q.grad for q in p][1])\n");
}

/* The line of a pass of the loop over steps; -1 for none. */
static int line_of_pass(const Run *of, int number)
{
    for (int i = 0; i < of->lines; i++) {
        const RunLine *line = &of->line[i];
        const char *head = line->kind == LINE_PASS && line->truth && line->number == number
                               ? of->lesson->source + line->node->start
                               : "";
        if (strncmp(head, "for step", 8) == 0 || strncmp(head, "while step", 10) == 0)
            return i;
    }
    return -1;
}

/* All that a pass computed has the same bits in two runs. */
static void check_same_pass(const Run *a, int at, const Run *b, int with)
{
    const RunLine *x = &a->line[at], *y = &b->line[with];
    int steps = x->end_step - x->first_step;
    ck_assert(!x->is_left && !y->is_left);
    ck_assert_int_eq(x->number, y->number);
    ck_assert_int_gt(steps, 20);
    ck_assert_int_eq(steps, y->end_step - y->first_step);
    ck_assert_int_eq(x->end_line - at, y->end_line - with);
    for (int i = 0; i < steps; i++) {
        const QkvCall *p = &a->tape->step[x->first_step + i].call;
        const QkvCall *q = &b->tape->step[y->first_step + i].call;
        ck_assert_ptr_eq(p->op, q->op);
        ck_assert_int_eq(p->out->dtype, q->out->dtype);
        ck_assert_int_eq(p->out->count, q->out->count);
        ck_assert_int_eq(p->out->step, x->first_step + i);
        ck_assert_int_eq(memcmp(p->out->data.raw, q->out->data.raw,
                                (size_t)p->out->count * qkv_dtype_size(p->out->dtype)),
                         0);
        for (int k = 0; k < p->count; k++)
            ck_assert_int_lt(p->in[k]->step, x->first_step + i);
    }
}

static const char *last_print(const Run *of)
{
    const char *text = NULL;
    for (int i = 0; i < of->stops; i++)
        if (of->stop[i].kind == STOP_PRINT && of->stop[i].detail < DETAIL_NORMAL)
            text = of->stop[i].text;
    return text;
}

static Lesson *read_training(const Training *t, int passes)
{
    Buf text = {0};
    Err err = {0};
    write_training(&text, t, passes);
    Lesson *read = lesson_parse("t.py", buf_text(&text), text.length, &err);
    ck_assert_msg(read && !err.set, "%s", err.message);
    buf_release(&text);
    return read;
}

static Run *run_fine(const Lesson *l)
{
    Run *made = run_lesson(l);
    ck_assert_msg(!made->err.set, "line %d: %s\n%s", made->err.at.line, made->err.message,
                  l->source);
    return made;
}

/* A training; the same, where a pass that it gives back is kept; and the one that ends with this pass. */
static void check_training(unsigned seed)
{
    Training t = made_training(seed);
    Lesson *l = read_training(&t, t.passes), *less = read_training(&t, t.at);
    Run *first = run_fine(l), *ends = run_fine(less);
    int left = line_of_pass(first, t.at), last = line_of_pass(ends, t.at);
    ck_assert_msg(left >= 0, "seed %u: pass %d, %d lines\n%s", seed, t.at, first->lines, l->source);
    ck_assert(first->line[left].is_left);
    ck_assert(!first->line[line_of_pass(first, 1)].is_left);
    ck_assert(!first->line[line_of_pass(first, t.passes)].is_left);
    ck_assert_int_lt(first->tape->count, 60000);
    l->kept[l->keeps++] = (KeptPass){first->line[left].first, t.at};
    Run *again = run_fine(l);
    int there = line_of_pass(again, t.at);
    check_same_pass(again, there, ends, last);
    bool goes_back;
    const QkvTensor *a = run_loss_of_pass(first, left, &goes_back);
    const QkvTensor *b = run_loss_of_pass(again, there, &goes_back);
    ck_assert_ptr_nonnull(a);
    ck_assert(goes_back && memcmp(a->data.f, b->data.f, sizeof *a->data.f) == 0);
    ck_assert_int_eq(run_line_of_step(first, a->step), left);
    ck_assert_str_eq(last_print(first), last_print(again));
    ck_assert_int_eq(run_passes(again, line_of_pass(again, 1)), t.passes);
    run_free(first);
    run_free(again);
    run_free(ends);
    lesson_free(l);
    lesson_free(less);
}

/* QKV_TRAININGS: how many are tried. */
START_TEST(a_pass_that_is_run_again_has_the_same_bits)
{
    enum { FEW = 8 };
    const char *more = getenv("QKV_TRAININGS");
    int count = more ? atoi(more) : FEW;
    for (int i = 0; i < count; i++)
        check_training((unsigned)i);
}
END_TEST

/* Bytes that the arena of a run has of the system. */
static size_t bytes_of(const Run *of)
{
    const Arena *a = qkv_arena(of->q);
    size_t bytes = a->beside + a->spare_bytes;
    for (const ArenaChunk *c = a->chunk; c; c = c->older)
        bytes += c->size;
    return bytes;
}

/* Passes leave a line and a number, and the room between those is filled again. */
START_TEST(a_longer_training_takes_hardly_more_memory)
{
    enum { PASSES = 600, TIMES = 3, MORE = 16 << 20 };
    Training t = made_training(0);
    Lesson *l = read_training(&t, PASSES), *longer = read_training(&t, TIMES * PASSES);
    Run *first = run_fine(l), *second = run_fine(longer);
    ck_assert_uint_lt(bytes_of(second), bytes_of(first) + MORE);
    run_free(first);
    run_free(second);
    lesson_free(l);
    lesson_free(longer);
}
END_TEST

Suite *turns_suite(void)
{
    Suite *s = suite_create("turns");
    TCase *t = suite_case(s, "turns");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, a_pass_that_is_run_again_has_the_same_bits);
    tcase_add_test(t, a_longer_training_takes_hardly_more_memory);
    return s;
}
