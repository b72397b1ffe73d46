/* The inspect page: every number has one, its tabs are what they say, and one of them word for word. */
#include <string.h>

#include "base/utf8.h"
#include "made.h"
#include "shown.h"
#include "suites.h"
#include "tell/tell.h"

static void expect_number(const Lens *l, int step, int64_t cell)
{
    Arena a = {0};
    NumberAs as = {.step = step,
                   .cell = cell,
                   .from = {.stage = made_random(l->run->lesson->stages)},
                   .as = {.width = 20 + made_random(100), .height = 24}};
    Tab tab[TABS];
    int tabs = tell_tabs(l, &as, tab), terms = tell_terms(l, step, cell, TAB_MADE);
    as.pick = tell_first_term(l, step, cell, TAB_MADE);
    ck_assert(as.pick == 0 || as.pick < terms);
    for (int i = 0; i < tabs; i++) {
        as.tab = tab[i];
        const Doc *d = tell_number(&a, l, &as);
        ck_assert_int_eq(d->tabs, tabs);
        ck_assert_int_eq(d->tab, i);
        ck_assert_str_eq(d->tab_name[i], tell_tab_name(tab[i]));
        ck_assert(d->pieces > 0);
        for (int r = 0; r < doc_rows(d); r++) {
            const Target *t = &doc_row_at(d, r)->target;
            if (t->kind == TARGET_NUMBER)
                ck_assert(t->of >= 0 && t->of < l->run->tape->count && t->cell >= 0 &&
                          t->cell < l->run->tape->step[t->of].call.out->count);
        }
    }
    for (int pick = tell_terms(l, step, cell, TAB_GRADIENT) - 1; pick >= 0; pick--) {
        int to_step;
        int64_t to_cell;
        ck_assert(tell_term(l, step, cell, TAB_GRADIENT, pick, &to_step, &to_cell));
        ck_assert(to_step > step && to_cell >= 0 &&
                  to_cell < l->run->tape->step[to_step].call.out->count);
    }
    for (int pick = 0; pick < terms && pick < 8; pick++) {
        int to_step;
        int64_t to_cell;
        if (tell_term(l, step, cell, TAB_MADE, pick, &to_step, &to_cell))
            ck_assert(to_step < step && to_cell >= 0 &&
                      to_cell < l->run->tape->step[to_step].call.out->count);
    }
    arena_release(&a);
}

static void expect_numbers(const Run *run)
{
    Memo *memo = memo_new();
    const Lens l = {.run = run, .decimals = 4, .memo = memo};
    for (int s = 0; s < run->tape->count; s++) {
        int64_t count = run->tape->step[s].call.out->count;
        for (int i = 0; i < 2 && count > 0; i++)
            expect_number(&l, s, i ? made_random((int)count) : count - 1);
    }
    memo_free(memo);
}

START_TEST(every_number_has_a_page)
{
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        ck_assert(library_load(&library->entry[i]));
        expect_numbers(library->entry[i].run);
    }
    library_free(library);
    library = made_library(made_odd);
    expect_numbers(made_run(library));
    made_free(library);
    library = made_library(made_trained);
    expect_numbers(made_run(library));
    made_free(library);
}
END_TEST

static const char words[] =
    "#| rows: x1 x2\n#| cols: k1 k2\nscores = torch.tensor([[4., 16.], [2., 1.]])\n"
    "weights = torch.softmax(scores, dim=-1)\ny = weights * 2\n";

START_TEST(word_for_word)
{
    static const char expected[] = "weights[x1, k2] = 0.9999938011169434\n"
                                   "[made of] tree inputs leads to attention sums results \n";
    static const char terms[] =
        "max = 16, the largest of the row, is subtracted first (-1)\n"
        "  exp( 4 - 16) = 0.000006144        scores[x1, k1] (0)\n"
        "> exp(16 - 16) = 1                  scores[x1, k2]   this cell (1)\n"
        "  sum            1.000006 (-1)\n"
        "  1 / 1.000006 = 0.99999 (-1)\n";
    Library *library = made_library(words);
    Arena a = {0};
    Buf out = {0};
    const Lens l = {.run = made_run(library), .decimals = 4};
    NumberAs as = {.step = made_tensor(library, 1)->step,
                   .cell = 1,
                   .from = {.stage = 1, .stop = 2},
                   .as = {80, 24}};
    as.pick = tell_first_term(&l, as.step, as.cell, TAB_MADE);
    ck_assert_int_eq(as.pick, 1);
    made_doc(&out, tell_number(&a, &l, &as));
    ck_assert_msg(strstr(buf_text(&out), expected) != NULL, "%s", buf_text(&out));
    ck_assert_msg(strstr(buf_text(&out), terms) != NULL, "%s", buf_text(&out));
    arena_release(&a);
    buf_release(&out);
    made_free(library);
}
END_TEST

/* Of very many operands the page has the result first, and the one that the term picked lies in. */
START_TEST(very_many_operands)
{
    enum { MOST = 32 };
    Library *library = made_library("x = [torch.ones(2) * i for i in range(40)]\n"
                                    "y = torch.stack([*x])\nz = torch.cat(x)\n");
    const Run *run = made_run(library);
    const Lens l = {.run = run, .decimals = 4};
    int seen = 0;
    for (int step = 0; step < run->tape->count; step++) {
        const QkvCall *c = &run->tape->step[step].call;
        for (int64_t cell = 0; c->count == 40 && cell < c->out->count; cell++) {
            Arena a = {0};
            NumberAs as = {.step = step, .cell = cell, .as = {80, 24}};
            const Piece *p = doc_piece(tell_number(&a, &l, &as), PIECE_MATRICES);
            int is_there = 0;
            for (int i = 0; i < p->matrices && i < MOST; i++)
                is_there += p->matrix[i].t == c->in[cell / 2];
            ck_assert(p->matrix[0].t == c->out);
            ck_assert_int_eq(p->matrices, MOST);
            ck_assert_int_eq(is_there, 1);
            arena_release(&a);
        }
        seen += c->count == 40;
    }
    ck_assert_int_ge(seen, 2);
    made_free(library);
}
END_TEST

START_TEST(a_tree_folds)
{
    Library *library = made_library(words);
    Arena a = {0};
    const Lens l = {.run = made_run(library), .decimals = 4};
    NumberAs as = {.step = made_tensor(library, 2)->step, .tab = TAB_TREE, .as = {80, 24}};
    int open = doc_rows(tell_number(&a, &l, &as));
    as.folds = 1;
    as.fold[0] = 0;
    const Doc *d = tell_number(&a, &l, &as);
    ck_assert_int_eq(open, 4); /* y, weights, two scores */
    ck_assert_int_eq(doc_rows(d), 1);
    ck_assert_int_eq(doc_row_at(d, 0)->fold, '+');
    as.tab = TAB_LEADS;
    d = tell_number(&a, &l, &as);
    as.step = 0;
    as.tab = TAB_MADE; /* an input: nothing made it */
    d = tell_number(&a, &l, &as);
    ck_assert_int_eq(d->tab, -1);
    ck_assert_int_eq(d->kind, DOC_NUMBER);
    arena_release(&a);
    made_free(library);
}
END_TEST

START_TEST(hints_grow)
{
    Library *library = made_library(words);
    Arena a = {0};
    const Lens l = {.run = made_run(library), .decimals = 4};
    int step = made_tensor(library, 1)->step;
    ck_assert_str_eq(tell_hint(&a, &l, step, 1, 1), "softmax of row x1 of scores");
    ck_assert_str_eq(tell_hint(&a, &l, step, 1, 2),
                     "exp(16 - 16) / (exp(4 - 16) + exp(16 - 16)) = ?");
    ck_assert_ptr_null(tell_hint(&a, &l, step, 1, 3));
    arena_release(&a);
    made_free(library);
}
END_TEST

START_TEST(texts_are_found)
{
    static const struct {
        const char *text;
        int rows;
        bool is_cell;
        int64_t cell;
    } cases[] = {
        {"softmax", 1, false, 0}, {"0.9999", 1, true, 1},   {"x2 k1", 3, true, 2},
        {"16", 1, true, 1},       {"nowhere", 0, false, 0},
    };
    Library *library = made_library(words);
    const Lens l = {.run = made_run(library), .decimals = 4};
    for (int i = 0; i < COUNT(cases); i++) {
        Arena a = {0};
        const Doc *d = tell_found(&a, &l, &(Spot){0}, cases[i].text);
        ck_assert_msg(doc_rows(d) == cases[i].rows, "%s: %d", cases[i].text, doc_rows(d));
        const DocRow *first = doc_row_at(d, 0);
        if (first && cases[i].is_cell)
            ck_assert(first->target.of == 1 && first->target.cell == cases[i].cell);
        arena_release(&a);
    }
    made_free(library);
}
END_TEST

/* A cell of the first step of a name, or a later one, and what stands on the tab. */
static const struct {
    const char *name;
    int nth; /* of the steps of that name, from 0 */
    int64_t cell;
    const char *text[4];
} gradients[] = {
    {"b",
     0,
     1,
     {"b.grad[1] = 10: when b[1] grows by a little, the sum of loss grows by 10 times as "
      "much.\n",
      "the sum of all 2 = 10 (-1)\n", "b[1] goes into\n  y[:, k2]   2 gradients (1)\n",
      "Tried out: with b[1] = -0.999, the sum of loss is 40.51"}},
    {"y",
     0,
     3,
     {"y.grad[b, k2] = 12: when y[b, k2] grows by a little, the sum of loss grows by "
      "12 times as much.\n",
      NULL}},
    {"w",
     0,
     3,
     {"The last pass gives w[b, k2] the gradient 1.5: when w[b, k2] grows by a little, the sum of "
      "g * torch.ones(2, 2) * 0.5 grows by 1.5 times as much.\n",
      "Added to what the passes before it gave: w.grad[b, k2] = 25.5.\n",
      "Tried out: with w[b, k2] = 4.001, the sum of g * torch.ones(2, 2) * 0.5 is 15.0015, "
      "0.0015 more: 1.5 for each 1.\n"}},
    {"b",
     0,
     1,
     {"Rule of +: g, where g is the gradient of y; added up over all that it goes into.\n"}},
    {"loss", 0, 0, {"The gradient of loss[a, k1] is 1: the way back begins here.\n"}},
    {"v", 0, 0, {"v.grad = 4: when v grows by a little, f grows by 4 times as much.\n"}},
    {"v", 1, 0, {"v.grad = 2: when v grows by a little, f grows by 2 times as much.\n"}},
    {"v", 2, 0, {"v.grad = 1: when v grows by a little, f grows by as much.\n"}},
    {"f", 2, 0, {": the way back begins here.\n"}},
};

static int step_named(const Run *run, const char *name, int nth)
{
    for (int i = 0; i < run->tape->count; i++) {
        const char *own = run_name_of_step(run, i, false);
        if (own && strcmp(own, name) == 0 && nth-- == 0)
            return i;
    }
    ck_abort_msg("there is no %s", name);
    return -1;
}

START_TEST(a_gradient_is_told)
{
    Library *library = made_library(made_trained);
    Arena a = {0};
    Buf out = {0};
    const Lens l = {.run = made_run(library), .decimals = 4};
    NumberAs as = {.step = step_named(l.run, gradients[_i].name, gradients[_i].nth),
                   .cell = gradients[_i].cell,
                   .tab = TAB_GRADIENT,
                   .as = {200, 24}};
    made_doc(&out, tell_number(&a, &l, &as));
    for (int i = 0; i < 4 && gradients[_i].text[i]; i++)
        ck_assert_msg(strstr(buf_text(&out), gradients[_i].text[i]) != NULL, "%s\n%s",
                      gradients[_i].text[i], buf_text(&out));
    arena_release(&a);
    buf_release(&out);
    made_free(library);
}
END_TEST

/* Tells what nobody gave a name with its stage, where that is another one. */
START_TEST(an_expression_of_another_stage_is_placed)
{
    static const char *const end[] = {"loss = (w * w).sum()\nloss.backward()",
                                      "(w * w).sum().backward()"};
    static const char *const told[] = {
        "grows by a little, loss grows by 4 times",
        "grows by a little, (w * w).sum() of stage 2 grows by 4 times"};
    for (size_t i = 0; i < COUNT(end); i++) {
        Arena a = {0};
        Buf out = {0};
        Library *library = made_library(
            arena_format(&a,
                         "# Made\n\n## One\n\n```python\nimport torch\nw = torch.tensor([2.], "
                         "requires_grad=True)\n```\n\n## Two\n\n```python\n%s\n```\n",
                         end[i]));
        const Lens l = {.run = made_run(library), .decimals = 4};
        NumberAs as = {.step = step_named(l.run, "w", 0), .tab = TAB_GRADIENT, .as = {200, 24}};
        made_doc(&out, tell_number(&a, &l, &as));
        ck_assert_msg(strstr(buf_text(&out), told[i]) != NULL, "%s", buf_text(&out));
        buf_release(&out);
        arena_release(&a);
        made_free(library);
    }
}
END_TEST

/* The rule by which the gradient of x came back from what was made of it; NULL: none is told. */
static const struct {
    const char *code, *told;
} rules[] = {
    {"y = torch.tanh(x)",
     "Rule of tanh: g * (1 - out * out), where g is the gradient of y, out is y."},
    {"y = x ** 3", "Rule of **: g * (b * a ** (b - 1)), where g is the gradient of y, a is x, b is "
                   "a plain number."},
    {"y = torch.softmax(x, -1)",
     "Rule of softmax: (g - sum(g * out)) * out, where g is the gradient of y, out is y."},
    {"y = x @ w", "Rule of @: g @ b.T, where g is the gradient of y, b is w."},
    {"y = w @ x", "Rule of @: a.T @ g, where g is the gradient of y, a is w."},
    {"y = x.masked_fill(w > 2, 5.)",
     "Rule of masked_fill: 0 if a else g, where g is the gradient of y, a is w > 2."},
    {"y = w * x[0]", NULL},
    {"y = x[0] @ w", NULL},
    {"y = x.T", NULL},
    {"y = F.silu(x)", "Rule of silu: s = sigmoid(a); g * s * (1 + a * (1 - s)), where g is the "
                      "gradient of y, a is x."},
    {"y = x + w\nz = x * y", NULL},
};

START_TEST(the_rule_of_a_gradient_is_told)
{
    Arena a = {0};
    Buf out = {0};
    Library *library = made_library(arena_format(
        &a,
        "# Made\n\n## One\n\n```python\nimport torch\nimport torch.nn.functional as F\n"
        "w = torch.tensor([[1., 2.], [3., 4.]])\n"
        "x = torch.tensor([[1., 0.], [-1., 2.]], "
        "requires_grad=True)\n%s\ny.backward(torch.ones_like(y))\n```\n",
        rules[_i].code));
    const Lens l = {.run = made_run(library), .decimals = 4};
    const int step = step_named(l.run, "x", 0);
    const Tab tabs[] = {TAB_GRADIENT, TAB_MADE};
    for (int i = 0; i < COUNT(tabs); i++) {
        int at = i == 0 ? step : step_named(l.run, "x.grad", 0);
        NumberAs as = {.step = at, .tab = tabs[i], .as = {200, 24}};
        made_doc(&out, tell_number(&a, &l, &as));
        const char *rule = strstr(buf_text(&out), "Rule of");
        bool is_same = rule && rules[_i].told &&
                       strncmp(rule, rules[_i].told, strlen(rules[_i].told)) == 0;
        ck_assert_msg(is_same || (!rule && !rules[_i].told), "%s\n%s", rules[_i].code,
                      buf_text(&out));
        buf_clear(&out);
    }
    buf_release(&out);
    arena_release(&a);
    made_free(library);
}
END_TEST

static void expect_no_gradient(const Lens *l, int step)
{
    Tab tab[TABS];
    NumberAs as = {.step = step};
    for (int k = tell_tabs(l, &as, tab) - 1; k >= 0; k--)
        ck_assert_msg(tab[k] != TAB_GRADIENT, "step %d", step);
}

/* Numbers that no pass came to have none: an input, a gradient, and a leaf as the last pass left it. */
START_TEST(not_all_have_a_gradient)
{
    Library *library = made_library(made_trained);
    const Lens l = {.run = made_run(library), .decimals = 4};
    int last = -1;
    for (int i = 0; i < l.run->tape->count; i++)
        last = strcmp(l.run->tape->step[i].call.op->name, "write") == 0 ? i : last;
    ck_assert_int_ge(last, 0);
    expect_no_gradient(&l, last);
    expect_no_gradient(&l, step_named(l.run, "x", 0));
    expect_no_gradient(&l, step_named(l.run, "b.grad", 0));
    made_free(library);
}
END_TEST

Suite *inspect_suite(void)
{
    Suite *s = suite_create("inspect");
    TCase *t = tcase_create("inspect");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, every_number_has_a_page);
    tcase_add_test(t, word_for_word);
    tcase_add_test(t, very_many_operands);
    tcase_add_test(t, a_tree_folds);
    tcase_add_test(t, hints_grow);
    tcase_add_loop_test(t, a_gradient_is_told, 0, COUNT(gradients));
    tcase_add_test(t, an_expression_of_another_stage_is_placed);
    tcase_add_test(t, not_all_have_a_gradient);
    tcase_add_loop_test(t, the_rule_of_a_gradient_is_told, 0, COUNT(rules));
    tcase_add_test(t, texts_are_found);
    suite_add_tcase(s, t);
    return s;
}
