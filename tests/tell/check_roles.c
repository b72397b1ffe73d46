/* The parts that tensors play in attention, in each way that a program can be written; rows that are shares, cells that a
 * mask hides, and what a cell was in the other run. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "lesson/change.h"
#include "made.h"
#include "shown.h"
#include "suites.h"
#include "tell/forming.h"
#include "tell/inspect.h"

/* --- roles ---------------------------------------------------------------------------------------- */

static const char sizes[] = "x = torch.arange(12.).reshape(3, 4) / 10\n"
                            "a, b, c = x.T @ x, x.T @ x + 1, x.T @ x * 2\n";

/* Programs with names and the part that each plays. */
static const struct {
    const char *code, *roles;
} programs[] = {
    {"q, k, v = x @ a, x @ b, x @ c\n"
     "scores = q @ k.T\n"
     "scaled = scores / 2\n"
     "hidden = scaled.masked_fill(torch.ones(3, 3).triu(1) == 1, float('-inf'))\n"
     "weights = hidden.softmax(dim=-1)\n"
     "context = weights @ v\n",
     "x none, q query, k key, v value, scores scores, scaled scores, hidden scores, weights "
     "weights, "
     "context none"},
    /* names and axes that say nothing, and a turned product */
    {"one, two = x @ a, x @ b\n"
     "turned = (two @ one.T).T\n"
     "m = torch.nn.functional.softmax(turned + torch.zeros(3, 3), dim=1)\n"
     "m = torch.nn.functional.dropout(m, 0.5, True)\n"
     "out = m @ (x @ c)\n",
     "one key, two query, turned scores, m weights, out none"},
    {"q, k, v = x @ a, x @ b, x @ c\n"
     "s = torch.einsum('ik,jk->ij', q / 2, k)\n"
     "e = (s - s.max(dim=-1, keepdim=True).values).exp()\n"
     "p = e / e.sum(dim=-1, keepdim=True)\n"
     "y = torch.einsum('ij,jd->id', p, v)\n",
     "q query, k key, v value, s scores, e scores, p weights, y none"},
    {"q, k, v = [(x @ m).reshape(3, 2, 2).transpose(0, 1) for m in (a, b, c)]\n"
     "w = (q @ k.transpose(-2, -1)).softmax(-1)\n"
     "y = w @ v\n",
     "q query, k key, v value, w weights, y none"},
    /* weights that multiply the values first */
    {"q, k, v = x @ a, x @ b, x @ c\n"
     "w = (q @ k.T).softmax(-1)\n"
     "parts = w[:, :, None] * v[None]\n"
     "y = parts.sum(dim=1)\n",
     "q query, k key, v value, w weights, parts none, y none"},
    /* words that are all three have no part of their own */
    {"w = (x @ x.T).softmax(-1)\n"
     "y = w @ x\n",
     "x none, w weights"},
    /* a row alone */
    {"q, k, v = x[0] @ a, x @ b, x @ c\n"
     "s = k @ q\n"
     "w = s.softmax(-1)\n"
     "y = w @ v\n",
     "q query, k key, v value, s scores, w weights"},
    /* a single key; and shares of keys that mix no values */
    {"q, k, v = x @ a, (x @ b)[:1], (x @ c)[:1]\n"
     "w = (q @ k.T).softmax(-1)\n"
     "y = w @ v\n",
     "q query, k key, v value, w weights"},
    {"q, k, v = x @ a, x @ b, x @ c\n"
     "w = (q @ k.T).softmax(-1)\n"
     "y = w.T @ v\n",
     "q none, k none, v none, w none"},
    /* no attention: a choice among classes, a product without shares */
    {"h = x @ a\n"
     "logits = h @ b\n"
     "p = logits.softmax(-1)\n"
     "grown = p * p\n",
     "h none, logits none, p none, grown none"},
    /* a way back leads through products, too, and gives no part another one */
    {"a.requires_grad_(True)\n"
     "q, k, v = x @ a, x @ b, x @ c\n"
     "w = (q @ k.T).softmax(-1)\n"
     "y = w @ v\n"
     "y.sum().backward()\n"
     "g = a.grad * 1\n",
     "q query, k key, v value, w weights, y none, g none"},
    /* by hand, as a lesson does it */
    {"q, k, v = x @ a, x @ b, x @ c\n"
     "w = (q @ k.T).softmax(-1)\n"
     "y = w @ v\n"
     "d_w = torch.ones(3, 4) @ v.T\n"
     "d_s = w * (d_w - (w * d_w).sum(-1, keepdim=True))\n"
     "d_q = d_s @ k\n",
     "q query, k key, v value, w weights, d_w none, d_s none, d_q none"},
};

static const QkvTensor *named(const Run *run, const char *name)
{
    for (int i = run->tape->count - 1; i >= 0; i--)
        if (same_text(run_name_of_step(run, i, false), name))
            return run->tape->step[i].call.out;
    ck_abort_msg("no result is called %s", name);
}

static void check_roles(const Run *run, const char *roles)
{
    const Lens l = {.run = run, .decimals = 4};
    char text[400];
    snprintf(text, sizeof text, "%s", roles);
    for (char *word = strtok(text, " ,"); word; word = strtok(NULL, " ,")) {
        const char *role = strtok(NULL, " ,"), *is = made_role(lens_role(&l, named(run, word)));
        ck_assert_msg(strcmp(*is ? is : "none", role) == 0, "%s is %s and not %s in %s", word, is,
                      role, roles);
    }
}

START_TEST(each_part_is_read_from_the_tape)
{
    Buf code = {0};
    buf_printf(&code, "%s%s", sizes, programs[_i].code);
    Library *library = made_library(buf_text(&code));
    check_roles(made_run(library), programs[_i].roles);
    made_free(library);
    buf_release(&code);
}
END_TEST

/* Without a name for them, by what led to them: the operands of a matrix that the page shows. */
START_TEST(a_document_says_the_parts)
{
    Library *library = made_library("q, k = torch.ones(2, 3), torch.arange(6.).reshape(2, 3)\n"
                                    "w = (q @ k.T).softmax(-1)\n"
                                    "y = w @ (k * 2)\n");
    const Run *run = made_run(library);
    const Lens l = {.run = run, .decimals = 4};
    Arena a = {0};
    NumberAs as = {.step = named(run, "y")->step, .as = {80, 24}};
    const Piece *p = doc_piece(tell_number(&a, &l, &as), PIECE_MATRICES);
    ck_assert_int_eq(p->matrices, 3);
    ck_assert_int_eq(p->matrix[0].role, ROLE_NONE);
    ck_assert_int_eq(p->matrix[1].role, ROLE_WEIGHTS);
    ck_assert(p->matrix[1].shares && !p->matrix[0].shares && !p->matrix[2].shares);
    ck_assert_int_eq(p->matrix[2].role, ROLE_VALUE);
    arena_release(&a);
    made_free(library);
}
END_TEST

/* --- a row of weights ----------------------------------------------------------------------------- */

/* Through copies that put its cells elsewhere, and values that are multiplied before they are added. */
START_TEST(a_row_is_followed_through_copies)
{
    Library *library = made_library("q = torch.tensor([[1., 2.], [3., -1.], [0.5, 4.]])\n"
                                    "k = torch.tensor([[2., 1.], [0., 5.], [1., 1.5], [7., 0.]])\n"
                                    "v = torch.arange(8.).reshape(4, 2)\n"
                                    "scores = (k @ q.T).T\n"
                                    "w = (scores / 3).softmax(-1)\n"
                                    "parts = w.T[:, :, None] * v[:, None]\n"
                                    "y = parts.sum(dim=0)\n");
    const Run *run = made_run(library);
    const Lens l = {.run = run, .decimals = 4};
    const QkvTensor *w = named(run, "w"), *scores = named(run, "scores"), *v = named(run, "v");
    for (int64_t cell = 0; cell < w->count; cell++) {
        Arena a = {0};
        Forming f;
        ck_assert(forming_of(&a, &l, w, cell, &f));
        ck_assert_int_eq(f.keys, 4);
        ck_assert_int_eq(f.key, cell % 4);
        ck_assert_int_eq(f.values, 2);
        ck_assert_ptr_eq(f.stage[f.stages - 1], w);
        ck_assert_int_eq(f.stage[0]->size[0], 4); /* the product is of keys and queries */
        for (int64_t k = 0; k < f.keys; k++) {
            int64_t value;
            ck_assert_int_eq(f.cell[(f.stages - 1) * 4 + k], cell - cell % 4 + k);
            ck_assert(qkv_tensor_at(f.stage[0], f.cell[k]) ==
                      qkv_tensor_at(scores, cell - cell % 4 + k));
            for (int64_t c = 0; c < f.values; c++) {
                ck_assert_int_eq(f.context[c], cell / 4 * 2 + c);
                ck_assert_int_eq(forming_value(&a, run, &f, k, c, &value)->step, v->step);
                ck_assert_int_eq(value, k * 2 + c);
            }
        }
        arena_release(&a);
    }
    made_free(library);
}
END_TEST

/* A weight that is written in the place of another one is a stage like any other. */
START_TEST(a_row_has_what_was_written_into_it)
{
    Library *library = made_library(
        "x = torch.tensor([[1., 2., 0.], [3., -1., 1.], [0.5, 4., 2.]])\n"
        "w = (x @ x.T).softmax(-1)\n"
        "w[0, 1] = 0.25\n"
        "y = w @ x\n");
    const Run *run = made_run(library);
    const Lens l = {.run = run, .decimals = 4};
    const QkvTensor *w = named(run, "w");
    Arena a = {0};
    Forming f;
    for (int64_t cell = 0; cell < w->count; cell++) {
        ck_assert(forming_of(&a, &l, w, cell, &f));
        ck_assert_int_eq(f.key, cell % 3);
        ck_assert_ptr_eq(f.stage[f.stages - 1], w);
        ck_assert_int_eq(f.cell[f.key], cell);
        ck_assert_int_eq(f.values, 3);
    }
    ck_assert(lens_role(&l, w) == ROLE_WEIGHTS);
    arena_release(&a);
    made_free(library);
}
END_TEST

/* --- shares --------------------------------------------------------------------------------------- */

START_TEST(rows_are_shares_by_how_they_were_made_and_by_value)
{
    Library *library = made_library("s = torch.tensor([[1., 2.], [float('-inf'), float('-inf')]])\n"
                                    "gone = s.softmax(-1)\n"
                                    "down = torch.tensor([[1., 2.], [3., 5.]]).softmax(0)\n"
                                    "logs = torch.tensor([[1., 2.]]).log_softmax(-1)\n"
                                    "typed = torch.tensor([[0.5, 0.5], [0., 1.]])\n"
                                    "nearly = torch.tensor([[0.5, 0.4], [0., 1.]])\n"
                                    "chosen = torch.tensor([[1., 0.], [0., 1.]])\n"
                                    "below = torch.tensor([[1.5, -0.5], [0., 1.]])\n"
                                    "row = torch.tensor([0.25, 0.75])\n"
                                    "whole = torch.tensor([[1, 0], [0, 1]])\n"
                                    "copied = typed[:, [1, 0]]\n"
                                    "one = torch.ones(3, 1)\n");
    static const char *const are[] = {"gone", "typed", "row", "copied"};
    static const char *const are_not[] = {"s",      "down",  "logs",  "nearly",
                                          "chosen", "below", "whole", "one"};
    const Run *run = made_run(library);
    Lens l = {.run = run, .decimals = 4};
    for (int i = 0; i < COUNT(are); i++)
        ck_assert_msg(lens_shares(&l, named(run, are[i])), "%s", are[i]);
    for (int i = 0; i < COUNT(are_not); i++)
        ck_assert_msg(!lens_shares(&l, named(run, are_not[i])), "%s", are_not[i]);
    made_free(library);
}
END_TEST

/* --- masks ---------------------------------------------------------------------------------------- */

static const char masked[] = "inf = float('inf')\n"
                             "s = torch.tensor([[1., 2.], [3., 0.]])\n"
                             "later = torch.tensor([[False, True], [False, False]])\n"
                             "filled = s.masked_fill(later, -inf)\n"
                             "w = filled.softmax(-1)\n"
                             "thinned = w * torch.tensor([[2., 2.], [0., 2.]])\n"
                             "added = s + torch.tensor([[0., -1e9], [0., 0.]])\n"
                             "u = (added / 2).softmax(-1)\n"
                             "put = s * 1\n"
                             "put[0, 1] = -inf\n"
                             "weak = s.masked_fill(later, -4.).softmax(-1)\n"
                             "low = torch.tensor([[0., -200.], [3., 4.]]).softmax(-1)\n"
                             "log = torch.tensor([[1., 0.], [1., 1.]]).log()\n"
                             "chosen = torch.where(later, torch.tensor(-inf), s)\n"
                             "by_hand = filled.exp() / filled.exp().sum(-1, keepdim=True)\n"
                             "turned = w.T[None].expand(2, 2, 2)\n"
                             "mixed = w @ torch.zeros(2, 2)\n"
                             "q = torch.ones(2, 2)\n"
                             "logs = q @ s + (1 - later.float()).log()\n"
                             "shares = logs.softmax(-1)\n"
                             "context = shares @ s\n"
                             "padded = torch.nn.functional.pad(s[:, :1], (0, 1), value=-inf)\n"
                             "doubled = torch.zeros(2, 2)\n"
                             "for i in range(40):\n"
                             "    doubled = doubled + doubled\n";

START_TEST(a_mask_is_followed_to_each_cell_that_it_hides)
{
    static const struct {
        const char *name, *cells;
    } cases[] = {
        {"s", "0000"},      {"filled", "0100"}, {"w", "0100"},       {"thinned", "0100"},
        {"added", "0100"},  {"u", "0100"},      {"put", "0100"},     {"weak", "0000"},
        {"low", "0000"},    {"log", "0000"},    {"chosen", "0100"},  {"by_hand", "0100"},
        {"turned", "0010"}, {"mixed", "0000"},  {"later", "0000"},   {"padded", "0101"},
        {"logs", "0100"},   {"shares", "0100"}, {"doubled", "0000"},
    };
    Library *library = made_library(masked);
    const Run *run = made_run(library);
    const Lens l = {.run = run, .decimals = 4};
    for (int i = 0; i < COUNT(cases); i++)
        for (int64_t c = 0; c < 4; c++)
            ck_assert_msg(lens_masks(&l, named(run, cases[i].name), c) ==
                              (cases[i].cells[c] == '1'),
                          "%s, cell %d", cases[i].name, (int)c);
    made_free(library);
}
END_TEST

/* --- the other run -------------------------------------------------------------------------------- */

START_TEST(a_cell_that_changed_tells_what_it_was)
{
    Err err = {0};
    ChangeLine line = {"x[0, 1] = 5", false};
    Library *library = made_library("x = torch.tensor([[1., 2.], [3., 4.]])\ny = x * 2.5\n");
    WhatIf *w = whatif_run(made_run(library), &line, 1, &err);
    ck_assert_ptr_nonnull(w);
    const Run *now = w->variant[0].run;
    const QkvTensor *y = named(now, "y");
    Memo *memo = memo_new();
    Lens l = {.run = now, .align = w->variant[0].align, .whatif = w, .decimals = 4};
    Buf out = {0};
    for (int kept = 0; kept < 2; kept++, l.memo = memo) {
        NumberFormat format = lens_format(&l, y);
        ck_assert(!lens_was(&out, &l, y, 0, &format));
        ck_assert(lens_was(&out, &l, y, 1, NULL));
        ck_assert(lens_was(&out, &l, y, 1, &format));
        ck_assert_str_eq(buf_text(&out), "55.0");
        buf_clear(&out);
    }
    Reveal none = {0};
    l.other_hidden = hidden_of(made_run(library), &none);
    ck_assert(!lens_was(&out, &l, y, 1, NULL));
    ck_assert_str_eq(buf_text(&out), "");
    hidden_free((Hidden *)l.other_hidden);
    memo_free(memo);
    buf_release(&out);
    whatif_free(w);
    made_free(library);
}
END_TEST

Suite *roles_suite(void)
{
    Suite *s = suite_create("roles");
    TCase *t = suite_case(s, "roles");
    tcase_add_loop_test(t, each_part_is_read_from_the_tape, 0, COUNT(programs));
    tcase_add_test(t, a_document_says_the_parts);
    tcase_add_test(t, a_row_is_followed_through_copies);
    tcase_add_test(t, a_row_has_what_was_written_into_it);
    tcase_add_test(t, rows_are_shares_by_how_they_were_made_and_by_value);
    tcase_add_test(t, a_mask_is_followed_to_each_cell_that_it_hides);
    tcase_add_test(t, a_cell_that_changed_tells_what_it_was);
    return s;
}
