/* The page of a spot as a document: what it says, in which order, and where the pointer is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"
#include "suites.h"
#include "tell/tell.h"

static const char text[] =
    "# Made\n\nIntroduction.\n\n## One\n\nBefore x.\n\n```python\nimport torch\n#| rows: a b\n#| "
    "cols: u v\n"
    "x = torch.tensor([[1., 2.], [3., 4.]])\n```\n\nBefore y.\n\n```python\ny = x @ x\nz = y + "
    "1\n```\n\n"
    "After z.\n\n<details><summary>Which?</summary>\n\nThe last.\n\n</details>\n\n## "
    "Two\n\nWords.\n\n"
    "<!-- note: slowly -->\n\n```python\nprint('said')\nfive = 5\nfive\nw = z.sum()\n"
    "def double(t):\n    a = t * 2\n    return a\nd = double(y)\n```\n";

typedef struct Set {
    Arena a;
    Library *library;
    Lens lens;
    StageAs as;
} Set;

static Set set_up(void)
{
    Set s = {.library = made_library(text)};
    s.lens = (Lens){.run = made_run(s.library), .decimals = 4};
    s.as = (StageAs){.spot = {.detail = DETAIL_BRIEF}, .as = {80, 24}};
    return s;
}

static void tear_down(Set *s)
{
    arena_release(&s->a);
    made_free(s->library);
}

/* The page of the nth stop that is seen of a stage. */
static Doc *page(Set *s, int stage, int nth)
{
    s->as.spot.stage = stage;
    s->as.spot.stop = 0;
    for (int i = 0; i < nth; i++)
        s->as.spot.stop = spot_next(s->lens.run, &s->as.spot, s->as.spot.stop, 1);
    s->as.pointer = tell_pointer(&s->lens, &s->as.spot, NULL, NULL);
    return tell_stage(&s->a, &s->lens, &s->as);
}

/* The kinds of the pieces, a letter each. */
static const char *kinds(Arena *a, const Doc *d)
{
    static const char letter[] = "PQACSFMTRN";
    Buf out = {.arena = a};
    for (int i = 0; i < d->pieces; i++)
        buf_putc(&out, letter[d->piece[i].kind]);
    return buf_text(&out);
}

static const char *words(const Piece *p)
{
    return p->blocks > 0 && p->block[0].spans > 0 ? p->block[0].span[0].text : "";
}

START_TEST(in_order)
{
    Set s = set_up();
    Doc *d = page(&s, 0, 0);
    ck_assert_str_eq(kinds(&s.a, d), "P");
    ck_assert_str_eq(d->state, "introduction");
    d = page(&s, 1, 0);
    ck_assert_str_eq(kinds(&s.a, d), "PQ"); /* questions come before their results */
    s.as.answers = true;
    ck_assert_str_eq(kinds(&s.a, page(&s, 1, 0)), "PQA");
    s.as.answers = false;
    d = page(&s, 1, 1);
    ck_assert_str_eq(kinds(&s.a, d), "PQCM"); /* given results have no formula */
    ck_assert(!d->piece[1].guesses);
    ck_assert(d->piece[0].is_known);
    d = page(&s, 1, 2);
    ck_assert_str_eq(kinds(&s.a, d), "PQCFM");
    ck_assert(d->piece[1].guesses);
    ck_assert(!d->piece[0].is_known);
    ck_assert_str_eq(words(&d->piece[0]), "Before y.");
    ck_assert_str_eq(d->state, "stage 1/2  step 2/3");
    d = page(&s, 1, 3);
    ck_assert_str_eq(kinds(&s.a, d), "PQCFMP");
    ck_assert(d->piece[0].is_known);
    ck_assert_str_eq(words(&d->piece[0]), "Before y.");
    ck_assert_str_eq(words(&d->piece[5]), "After z.");
    d = page(&s, 2, 1);
    ck_assert_str_eq(kinds(&s.a, d), "PCS");
    ck_assert_str_eq(d->piece[2].text, "said");
    ck_assert_ptr_nonnull(strstr(page(&s, 2, 2)->piece[2].text, "5"));
    tear_down(&s);
}
END_TEST

START_TEST(matrices_are_those_of_the_step)
{
    Set s = set_up();
    const Piece *m = doc_piece(page(&s, 1, 2), PIECE_MATRICES);
    ck_assert_int_eq(m->matrices, 2); /* x @ x has one operand */
    ck_assert_ptr_eq(m->matrix[0].t, spot_tensor(s.lens.run, &s.as.spot, 0));
    ck_assert(m->marks == 1 && m->mark->t == m->matrix[0].t && m->mark->cell == 0);
    strcpy(s.as.pins.name[0], "x");
    strcpy(s.as.pins.name[1], "y");
    strcpy(s.as.pins.name[2], "unheard of");
    s.as.pins.count = 3;
    Doc *d = page(&s, 1, 3); /* of which y is an operand */
    const Piece *last = &d->piece[d->pieces - 1];
    ck_assert_str_eq(last->heading, "pinned");
    ck_assert(last->matrices == 1 && strcmp(last->matrix[0].name, "x") == 0);
    tear_down(&s);
}
END_TEST

START_TEST(the_pointer)
{
    Set s = set_up();
    int thing[8];
    page(&s, 1, 2);
    Spot was = s.as.spot;
    Pointer at = {0, 3};
    ck_assert_str_eq(tell_pointed(&s.a, &s.lens, &was, at), "y[b, v]");
    page(&s, 1, 3);
    Pointer next = tell_pointer(&s.lens, &s.as.spot, &at, &was);
    ck_assert_int_eq(next.thing, 0);
    ck_assert_int_eq(next.cell, 3);
    ck_assert_int_eq(tell_things(&s.lens, &s.as.spot, thing, COUNT(thing)), 2);
    page(&s, 2, 1);
    ck_assert_int_eq(s.as.pointer.thing, POINT_NOTHING);
    ck_assert_int_eq(tell_things(&s.lens, &s.as.spot, NULL, 0), 0);
    page(&s, 2, 3);
    next = tell_pointer(&s.lens, &s.as.spot, &at, &was); /* no axis has such labels */
    ck_assert(next.thing == 0 && next.cell == 0);
    Doc *d = page(&s, 2, 4); /* a call of the reader's own */
    ck_assert_int_eq(s.as.pointer.thing, POINT_CALL);
    ck_assert_str_eq(tell_pointed(&s.a, &s.lens, &s.as.spot, s.as.pointer), "call double");
    const Piece *code = doc_piece(d, PIECE_CODE);
    ck_assert(code->calls == 1 && code->call == 0);
    ck_assert_int_eq(tell_things(&s.lens, &s.as.spot, thing, COUNT(thing)), 3);
    ck_assert_int_eq(thing[2], POINT_CALL);
    ck_assert(spot_enter(&s.as.spot, s.lens.run, -1));
    d = tell_stage(&s.a, &s.lens, &s.as);
    ck_assert_int_eq(d->of, 0);
    ck_assert_ptr_nonnull(strstr(d->head, "double"));
    ck_assert_int_gt(doc_piece(d, PIECE_CODE)->lines.lines, 2);
    tear_down(&s);
}
END_TEST

/* The number that the author means is pointed at first, wherever the pointer was before: also where the line has a call. */
START_TEST(the_pointer_that_the_author_chose)
{
    static const char chosen[] =
        "# P\n\n## One\n\n```python\n#| point: b u\n#| rows: a b\n#| cols: u v\n"
        "x = torch.ones(2, 2)\ndef f(t):\n    u = t * 2\n    return u\n#| point: 0 1\n"
        "y = f(x)\n#| point: 1 b v\nz = torch.stack([x, x])\nw = z * 2\n```\n";
    static const int64_t cells[] = {2, 1, 7,
                                    3 /* of the first item, whose label is the same: none */};
    Set s = {.library = made_library(chosen)};
    s.lens = (Lens){.run = made_run(s.library), .decimals = 4};
    s.as = (StageAs){.spot = {.detail = DETAIL_BRIEF}, .as = {80, 24}};
    ck_assert_msg(!s.lens.run->err.set, "%s", s.lens.run->err.message);
    Pointer before = {0, 0};
    Spot was = {0};
    for (int i = 0, stop = 0; i < COUNT(cells); i++) {
        do
            stop = spot_next(s.lens.run, &s.as.spot, stop, 1);
        while (!run_stop(s.lens.run, 1, stop)->name || run_stop(s.lens.run, 1, stop)->line >= 0);
        s.as.spot = (Spot){.stage = 1, .stop = stop, .detail = DETAIL_BRIEF};
        before = tell_pointer(&s.lens, &s.as.spot, i > 0 ? &before : NULL, i > 0 ? &was : NULL);
        ck_assert_int_eq(before.thing, 0);
        ck_assert_int_eq(before.cell, cells[i]);
        was = s.as.spot;
    }
    tear_down(&s);
}
END_TEST

/* Text that may tell a hidden number waits, and says for which; the speaker is told what the class does not see. */
START_TEST(what_is_hidden_waits)
{
    Set s = set_up();
    Reveal shown = {0};
    Hidden *hidden = hidden_of(s.lens.run, &shown);
    s.lens.hidden = hidden;
    Doc *d = page(&s, 1, 3);
    ck_assert_str_eq(d->state2, "0 of 4 numbers shown");
    bool waits = false;
    for (int i = 0; i < d->pieces; i++) {
        ck_assert_str_ne(words(&d->piece[i]), "After z.");
        waits |= d->piece[i].kind == PIECE_NOTE && strstr(d->piece[i].text, "is held back");
    }
    ck_assert(waits);
    ck_assert_str_eq(doc_piece(page(&s, 2, 1), PIECE_SAID)->text, "???");
    s.lens.peeks = true;
    d = page(&s, 1, 3);
    bool is_marked = false, is_told = false;
    for (int i = 0; i < d->pieces; i++) {
        is_marked |= d->piece[i].kind == PIECE_NOTE && d->piece[i].is_peeked;
        is_told |= strcmp(words(&d->piece[i]), "After z.") == 0;
    }
    ck_assert(is_marked && is_told);
    hidden_free(hidden);
    reveal_release(&shown);
    tear_down(&s);
}
END_TEST

START_TEST(a_whole_stage)
{
    Set s = set_up();
    for (int stage = 0; stage < 3; stage++) {
        Doc *d = tell_whole_stage(&s.a, &s.lens, stage, DETAIL_BRIEF);
        int stop = 0;
        for (int i = 0; i < d->pieces; i++) {
            ck_assert_int_ge(d->piece[i].stop, stop);
            stop = d->piece[i].stop;
        }
        int last = spot_next(s.lens.run, &(Spot){.stage = stage, .detail = DETAIL_BRIEF},
                             run_stops(s.lens.run, stage) + 1, -1);
        ck_assert_int_eq(stop, last);
    }
    s.as.notes = true;
    Doc *d = page(&s, 2, 1);
    ck_assert_str_eq(d->piece[d->pieces - 1].heading, "notes");
    ck_assert_ptr_nonnull(
        strstr(doc_piece(tell_notes(&s.a, &s.lens, 2), PIECE_SAID)->text, "slowly"));
    ck_assert_ptr_null(doc_piece(tell_notes(&s.a, &s.lens, 1), PIECE_SAID));
    ck_assert_int_gt(doc_piece(tell_answers(&s.a, &s.lens, 1), PIECE_ANSWER)->blocks, 1);
    ck_assert_int_gt(doc_rows(tell_signs(&s.a)), 5);
    tear_down(&s);
}
END_TEST

Suite *stage_suite(void)
{
    Suite *s = suite_create("stage");
    TCase *t = tcase_create("stage");
    tcase_add_test(t, in_order);
    tcase_add_test(t, matrices_are_those_of_the_step);
    tcase_add_test(t, the_pointer);
    tcase_add_test(t, the_pointer_that_the_author_chose);
    tcase_add_test(t, what_is_hidden_waits);
    tcase_add_test(t, a_whole_stage);
    suite_add_tcase(s, t);
    return s;
}
