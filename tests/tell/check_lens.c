/* Hidden numbers never come out of a lens, by no way; and how two runs differ. */
#include <math.h>
#include <string.h>

#include "lesson/change.h"
#include "made.h"
#include "shown.h"
#include "suites.h"
#include "tell/changed.h"
#include "tell/formula.h"
#include "tell/report.h"
#include "tell/story.h"
#include "tell/tell.h"

/* --- random reveals ------------------------------------------------------------------------------- */

static void reveal_some(Reveal *r, const Run *run)
{
    for (int s = 0; s < run->lesson->stages; s++)
        for (int n = 0; n <= run_stops(run, s); n++) {
            int64_t cells = reveal_cells(run, s, n);
            if (cells > 0 && made_random(3))
                reveal_show(r, run, s, n,
                            (Cells){made_random(2) ? 0 : made_random((int)cells),
                                    made_random(2) ? cells : 1 + made_random(6)});
        }
}

/* The numbers of a run as they were. */
typedef struct Kept {
    Arena arena;
    void **data;       /* of each step                            */
    const char **text; /* of each stop                            */
    double *number;    /* of each step: the plain number in its call */
} Kept;

/* The plain number in a step's call; NULL: none, or no float. */
static QkvTensor *plain_of(const Run *run, int step)
{
    const QkvCall *c = &run->tape->step[step].call;
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->step < 0 && c->in[i]->dtype == QKV_FLOAT32)
            return (QkvTensor *)c->in[i];
    return NULL;
}

static void keep(const Run *run, Kept *kept)
{
    kept->data = arena_many(&kept->arena, (size_t)run->tape->count + 1, void *);
    for (int s = 0; s < run->tape->count; s++) {
        const QkvTensor *t = run->tape->step[s].call.out;
        size_t size = (size_t)t->count * qkv_dtype_size(t->dtype);
        kept->data[s] = arena_array(&kept->arena, size + 1, 1);
        memcpy(kept->data[s], t->data.raw, size);
    }
    kept->text = arena_many(&kept->arena, (size_t)run->stops + 1, const char *);
    for (int i = 0; i < run->stops; i++)
        kept->text[i] = run->stop[i].text;
    kept->number = arena_many(&kept->arena, (size_t)run->tape->count + 1, double);
    for (int s = 0; s < run->tape->count; s++)
        kept->number[s] = plain_of(run, s) ? (double)plain_of(run, s)->data.f[0] : 0;
}

/* Values that are hidden become others, and so do the numbers that were computed from them. */
static void change_values(const Run *run, const Hidden *h, const Kept *kept)
{
    const Lens lens = {.run = run, .hidden = h, .decimals = 4};
    for (int i = 0; i < run->stops; i++) {
        Stop *stop = &run->stop[i];
        int stage = run_stage_of_stop(run, stop), number = run_number_of_stop(run, stop);
        bool is_text = stop->kind == STOP_VALUE || stop->kind == STOP_PRINT;
        stop->text = is_text && hidden_at(h, stage, number) > 0 ? "another value" : kept->text[i];
    }
    for (int s = 0; s < run->tape->count; s++) {
        QkvTensor *plain = plain_of(run, s);
        if (plain && lens_hides_number(&lens, s, plain))
            plain->data.f[0] = 0.6789F + (float)s;
    }
}

/* Puts other numbers in the place of the hidden ones. Whole numbers stay: some are places of others. Tensors share memory:
 * what is seen of another one stays, too. */
static void change_hidden(const Run *run, const Hidden *h, const Kept *kept)
{
    for (int s = 0; s < run->tape->count; s++) {
        const QkvTensor *t = run->tape->step[s].call.out;
        for (int64_t i = 0; i < t->count; i++)
            if (hidden_cell(h, t, i) && t->dtype == QKV_FLOAT32)
                t->data.f[i] = (float)(made_random(2000001) - 1000000) /
                               (float)(1 + made_random(9999));
            else if (hidden_cell(h, t, i) && t->dtype == QKV_BOOL)
                t->data.b[i] = (unsigned char)made_random(2);
    }
    for (int s = 0; s < run->tape->count; s++) {
        const QkvTensor *t = run->tape->step[s].call.out;
        size_t size = qkv_dtype_size(t->dtype);
        for (int64_t i = 0; i < t->count; i++)
            if (!hidden_cell(h, t, i))
                memcpy((char *)t->data.raw + (size_t)i * size,
                       (const char *)kept->data[s] + (size_t)i * size, size);
    }
}

static void change_back(const Run *run, Kept *kept)
{
    for (int s = 0; s < run->tape->count; s++) {
        const QkvTensor *t = run->tape->step[s].call.out;
        memcpy(t->data.raw, kept->data[s], (size_t)t->count * qkv_dtype_size(t->dtype));
        if (plain_of(run, s))
            plain_of(run, s)->data.f[0] = (float)kept->number[s];
    }
    for (int i = 0; i < run->stops; i++)
        run->stop[i].text = kept->text[i];
    arena_release(&kept->arena);
}

/* All that is said of some stops, chosen by a seed, and the lists. */
static void tell_pages(Buf *out, const Lens *l, int seed)
{
    enum { PAGES = 8 };
    Arena a = {0};
    const Run *run = l->run;
    const int64_t mix[] = {11, 17, 23, 37, 41, 43, 47, 53};
    for (int i = 0; i < PAGES; i++) {
        StageAs as = {.answers = seed % 2, .as = {80, 24}};
        int stage = (int)((seed * mix[i] + i) % run->lesson->stages), stops = run_stops(run, stage);
        as.spot = spot_at((Spot){.detail = (Detail)(seed % 3)}, run, stage,
                          (int)(seed * (i + 5) % (stops + 1)));
        as.pointer = tell_pointer(l, &as.spot, NULL, NULL);
        made_doc(out, tell_stage(&a, l, &as));
    }
    Spot here = {0};
    made_doc(out, tell_whole_stage(&a, l, seed % run->lesson->stages, DETAIL_NORMAL));
    made_doc(out, tell_contents(&a, l, &here, NULL));
    here.stage = seed % run->lesson->stages;
    made_doc(out, tell_passes(&a, l, &here));
    made_doc(out, tell_changes(&a, l, NULL, NULL, false));
    made_doc(out, tell_answers(&a, l, seed % run->lesson->stages));
    arena_release(&a);
}

/* All that is said of some numbers, chosen by a seed. */
static void tell_some(Buf *out, const Run *run, const Hidden *h, int seed)
{
    enum { NUMBERS = 6 };
    Memo *memo = memo_new();
    const Lens lens = {.run = run, .hidden = h, .decimals = 4, .memo = memo};
    const int64_t mix[] = {7, 13, 29, 31, 57, 91};
    for (int i = 0; i < NUMBERS && run->tape->count > 0; i++) {
        Arena a = {0};
        int step = (int)((seed * mix[i] + i) % run->tape->count);
        const QkvTensor *t = run->tape->step[step].call.out;
        NumberAs as = {.step = step,
                       .cell = t->count > 0 ? seed * (i + 3) % t->count : 0,
                       .from = {.stage = run->lesson->stages - 1},
                       .as = {80, 24}};
        if (t->count > 0)
            as.pick = tell_first_term(&lens, step, as.cell, as.tab);
        for (int tab = 0; tab < TABS; tab++) {
            as.tab = (Tab)tab;
            made_doc(out, tell_number(&a, &lens, &as));
        }
        for (int strength = 1; strength < 4 && t->count > 0; strength++) {
            const char *hint = tell_hint(&a, &lens, step, as.cell, strength);
            buf_printf(out, "hint %s\n", hint ? hint : "none");
        }
        if (t->count > 0) {
            for (Tab tab = TAB_TREE; tab <= TAB_LEADS; tab++) {
                Fact *facts = fact_new(&a);
                made_doc(out, made_tab(&a, &lens, t, as.cell, tab, facts));
                made_facts(out, facts);
            }
        }
        arena_release(&a);
    }
    Arena a = {0};
    made_doc(out, tell_found(&a, &lens, &(Spot){0}, seed % 2 ? "0.5" : "1"));
    arena_release(&a);
    tell_pages(out, &lens, seed);
    memo_free(memo);
}

static void expect_same(const Buf *a, const Buf *b, const char *name)
{
    const char *x = buf_text(a), *y = buf_text(b), *line = x;
    while (*x && *x == *y) {
        line = *x == '\n' ? x + 1 : line;
        x++;
        y++;
    }
    if (*x == *y)
        return;
    enum { BEFORE = 400 };
    const char *other = buf_text(b) + (line - buf_text(a));
    int before = (int)(line - buf_text(a)) < BEFORE ? (int)(line - buf_text(a)) : BEFORE;
    ck_abort_msg("%s: a hidden number shows:\n%.*s%.*s\n%.*s", name, before, line - before,
                 (int)strcspn(line, "\n"), line, (int)strcspn(other, "\n"), other);
}

static void expect_hidden(const Run *run, const char *name)
{
    enum { ROUNDS = 6 };
    for (int round = 0; round < ROUNDS; round++) {
        Reveal r = {0};
        Kept kept = {0};
        Buf one = {0}, other = {0};
        int seed = made_random(100000);
        if (round > 0)
            reveal_some(&r, run);
        Hidden *h = hidden_of(run, &r);
        tell_some(&one, run, h, seed);
        keep(run, &kept);
        change_hidden(run, h, &kept);
        change_values(run, h, &kept);
        tell_some(&other, run, h, seed);
        change_back(run, &kept);
        expect_same(&one, &other, name);
        buf_release(&one);
        buf_release(&other);
        hidden_free(h);
        reveal_release(&r);
    }
}

/* Numbers that are computed from results and go on into others. */
static const char read_back[] =
    "x = torch.tensor([[1., 2.], [3., 4.]])\ny = x * 2\nn = y.sum().item()\nz = x * n\n"
    "k = 1.5 + 2\nw = x + k\nprint(w[0, 0].item())\nu = w / (y.max().item() + 0.25) - k\n"
    "def f(a):\n    m = a.mean().item()\n    b = a - m\n    print(m)\n    return b * 3\n"
    "v = f(z)\nfor i in range(2):\n    s = v.sum().item() + i\n    t = v + s\n"
    "r = [q.item() * 2 for q in v[0]]\nlast = x * r[1]\n";

START_TEST(no_hidden_number_is_told)
{
    Library *library = library_open();
    ck_assert_int_gt(library->count, 0);
    for (int i = 0; i < library->count; i++) {
        ck_assert(library_load(&library->entry[i]));
        expect_hidden(library->entry[i].run, library->entry[i].name);
    }
    library_free(library);
    library = made_library(made_odd);
    expect_hidden(made_run(library), "odd");
    made_free(library);
    library = made_library(made_trained);
    expect_hidden(made_run(library), "trained");
    made_free(library);
    library = made_library(read_back);
    expect_hidden(made_run(library), "read back");
    made_free(library);
}
END_TEST

/* --- states --------------------------------------------------------------------------------------- */

static const char made[] = "x = torch.tensor([[1., 2.], [3., 4.]])\ny = x * 10\nz = y + 0.25\n";

START_TEST(what_a_cell_is)
{
    Library *library = made_library(made);
    const Run *run = made_run(library);
    const QkvTensor *x = made_tensor(library, 0), *y = made_tensor(library, 1);
    Reveal r = {0};
    ck_assert(reveal_show(&r, run, 1, 2, (Cells){2, 1}));
    Hidden *h = hidden_of(run, &r);
    Lens l = {.run = run, .hidden = h, .decimals = 4};
    Buf out = {0};
    NumberFormat format = lens_format(&l, y);
    for (int64_t i = 0; i < 4; i++) {
        lens_cell(&out, &l, x, i, NULL);
        lens_cell(&out, &l, y, i, &format);
        lens_full(&out, &l, y, i);
        buf_putc(&out, ' ');
    }
    ck_assert_str_eq(buf_text(&out), "1?????? 2?????? 33030.0 4?????? ");
    for (int64_t i = 0; i < 4; i++) {
        ck_assert_double_eq(lens_value(&l, x, i), (double)(i + 1));
        ck_assert(i == 2 ? lens_value(&l, y, i) == 30 : isnan(lens_value(&l, y, i)));
    }
    ck_assert(lens_shows(&l, x) && !lens_shows(&l, y));
    ck_assert_int_eq(lens_hides(&l, y), 3);
    ck_assert_int_eq(lens_first_hidden(&l, y, 2), 3);
    ck_assert_int_eq(lens_first_hidden(&l, x, 0), -1);
    ck_assert(lens_tells(&l, y->step, 2) && !lens_tells(&l, y->step, 3));
    ck_assert(!lens_tells(&l, y->step + 1, 2));
    Spot first;
    ck_assert(lens_withholds_text(&l, 1, 2, &first) && first.stop == 2);
    ck_assert(!lens_withholds_text(&l, 1, 1, &first));
    l.peeks = true;
    buf_clear(&out);
    ck_assert_int_eq(lens_cell(&out, &l, y, 0, NULL), LENS_PEEKED);
    ck_assert_str_eq(buf_text(&out), "10");
    ck_assert_double_eq(lens_value(&l, y, 0), 10);
    ck_assert(lens_shows(&l, y));
    ck_assert(!lens_withholds_text(&l, 1, 2, &first));
    buf_release(&out);
    hidden_free(h);
    reveal_release(&r);
    made_free(library);
}
END_TEST

/* Counts, and numbers that stand in the code, are no results. */
START_TEST(filled_with_a_value)
{
    Library *library = made_library("x = torch.tensor([[1., 2.], [3., 4.]])\nn = x.sum().item()\n"
                                    "a = torch.full((2, 2), n)\nb = torch.full((2, 2), 0.5)\n"
                                    "d = x.shape[0]\nc = torch.zeros(d, d)\nk = 2.5\n"
                                    "e = torch.full((2, 2), k)\n");
    const Run *run = made_run(library);
    Reveal r = {0};
    Hidden *h = hidden_of(run, &r);
    for (int n = 1; n <= run_stops(run, 1); n++) {
        const Stop *stop = run_stop(run, 1, n);
        bool is_filled = stop->name && strcmp(stop->name, "a") == 0;
        if (stop->kind == STOP_TENSOR && stop->detail == DETAIL_BRIEF)
            ck_assert_int_eq(hidden_at(h, 1, n), is_filled ? 4 : 0);
    }
    hidden_free(h);
    made_free(library);
}
END_TEST

/* A number that was computed from what is hidden is none of the formula's, but one that stands in the code is. */
START_TEST(numbers_in_formulas)
{
    Library *library = made_library(
        "x = torch.tensor([[1., 2.], [3., 4.]])\ny = x * 2\n"
        "import math\nn = y.sum().item()\nz = x * n\nk = 1 + 2\nw = x + k\n"
        "v = x * 2 - k\nu = y / 3 ** 0.5\n"
        "t = y * math.sqrt(y.sum()) + math.sqrt(16)\ns = y + math.sqrt(25)");
    const Run *run = made_run(library);
    Reveal r = {0}; /* of all but the values */
    Arena a = {0};
    Lens l = {.run = run, .decimals = 4};
    Buf out[3] = {{0}, {0}, {0}};
    for (int n = 1; n <= run_stops(run, 1); n++) {
        if (run_stop(run, 1, n)->kind != STOP_VALUE)
            reveal_show(&r, run, 1, n, (Cells){0, 99});
    }
    for (int i = 0; i < COUNT(out); i++) {
        Hidden *h = i < 2 ? hidden_of(run, i == 1 ? &r : NULL) : NULL;
        l.hidden = h;
        for (int s = 0; s < run->tape->count; s++) {
            buf_printf(&out[i], "%s\n", explain_formula(&a, &l, s, 80));
            buf_printf(&out[i], "%s\n", tell_hint(&a, &l, s, 0, 1));
        }
        hidden_free(h);
    }
    for (int i = 0; i < COUNT(out); i++) {
        ck_assert_ptr_nonnull(strstr(buf_text(&out[i]), "y[i, j] = x[i, j] * 2\n"));
        ck_assert_ptr_nonnull(strstr(buf_text(&out[i]), i < 2 ? "z[i, j] = x[i, j] * ???\n"
                                                              : "z[i, j] = x[i, j] * 20\n"));
        ck_assert_ptr_nonnull(strstr(buf_text(&out[i]), i < 2 ? "w[i, j] = x[i, j] + ???\n"
                                                              : "w[i, j] = x[i, j] + 3\n"));
        ck_assert_int_eq(strstr(buf_text(&out[i]), "20") != NULL, i == 2);
        ck_assert_ptr_nonnull(strstr(buf_text(&out[i]), "u[i, j] = y[i, j] / 1.7321\n"));
        ck_assert_ptr_nonnull(strstr(buf_text(&out[i]), "s[i, j] = y[i, j] + 5\n"));
        ck_assert_int_eq(strstr(buf_text(&out[i]), "4.4721") != NULL, i == 2);
        buf_release(&out[i]);
    }
    arena_release(&a);
    reveal_release(&r);
    made_free(library);
}
END_TEST

static const char *sums_of(Buf *out, const Lens *l, int step)
{
    Arena a = {0};
    NumberAs as = {.step = step, .tab = TAB_SUMS, .as = {80, 24}};
    buf_clear(out);
    made_doc(out, tell_number(&a, l, &as));
    arena_release(&a);
    return buf_text(out);
}

/* A sum is hidden with one of its numbers, and has a sign for a speaker. */
START_TEST(sums_of_hidden_numbers)
{
    Library *library = made_library(made);
    const Run *run = made_run(library);
    Reveal r = {0};
    Buf out = {0};
    Memo *memo = memo_new();
    ck_assert(reveal_show(&r, run, 1, 2, (Cells){0, 2}));
    Hidden *h = hidden_of(run, &r);
    Lens l = {.run = run, .hidden = h, .decimals = 4, .memo = memo};
    int step = made_tensor(library, 1)->step;
    ck_assert_ptr_nonnull(strstr(sums_of(&out, &l, step), " 30 "));
    ck_assert_ptr_nonnull(strstr(buf_text(&out), " ??? "));
    ck_assert_ptr_null(strstr(buf_text(&out), "70"));
    l.peeks = true;
    ck_assert_ptr_nonnull(strstr(sums_of(&out, &l, step), " 30 "));
    ck_assert_ptr_nonnull(strstr(buf_text(&out), " ?70 "));
    l.differs = true;
    ck_assert_ptr_null(strstr(sums_of(&out, &l, step), "sums"));
    buf_release(&out);
    hidden_free(h);
    reveal_release(&r);
    memo_free(memo);
    made_free(library);
}
END_TEST

/* Where either of two runs is hidden no difference is told, nor that there is one. */
static void expect_unseen(Lens *l, const QkvTensor *y)
{
    Reveal nothing = {0};
    const Run *before = align_before(l->align);
    Hidden *h = hidden_of(l->run, &nothing), *other = hidden_of(before, &nothing);
    Buf out = {0};
    Arena a = {0};
    l->hidden = h;
    l->other_hidden = other;
    const Lens unseen = lens_other(l);
    for (int64_t i = 0; i < 4; i++) {
        ck_assert_int_eq(lens_cell(&out, l, y, i, NULL), LENS_HIDDEN);
        ck_assert_int_eq(lens_full(&out, &unseen, lens_partner(l, y), i), LENS_HIDDEN);
    }
    made_doc(&out, tell_changes(&a, l, NULL, NULL, false));
    ck_assert_msg(strstr(buf_text(&out), "3 results, not shown yet") != NULL, "%s", buf_text(&out));
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "x\tnot shown yet"));
    ck_assert_ptr_null(strstr(buf_text(&out), "20"));
    arena_release(&a);
    buf_release(&out);
    hidden_free(h);
    hidden_free(other);
    l->hidden = l->other_hidden = NULL;
}

/* Expects what is seen where one run was shown as a whole, and one cell of the other. */
static void expect_half_seen(Lens *l, const QkvTensor *y, bool own)
{
    Reveal all = {0}, one = {0};
    const Run *before = align_before(l->align);
    for (int i = 1; i <= run_stops(l->run, 1); i++)
        reveal_show(own ? &all : &one, l->run, 1, i, (Cells){3 * !own, own ? 4 : 1});
    for (int i = 1; i <= run_stops(before, 1); i++)
        reveal_show(own ? &one : &all, before, 1, i, (Cells){3 * own, own ? 1 : 4});
    Hidden *h = hidden_of(l->run, own ? &all : &one);
    Hidden *other = hidden_of(before, own ? &one : &all);
    Lens half = *l;
    half.hidden = h;
    half.other_hidden = other;
    Arena a = {0};
    Buf out = {0};
    for (int i = 0; i < 4; i++) {
        half.differs = false;
        ck_assert_int_eq(lens_state(&half, y, i), own || i == 3 ? LENS_PLAIN : LENS_HIDDEN);
        half.differs = true;
        ck_assert_int_eq(lens_state(&half, y, i), i == 3 ? LENS_PLAIN : LENS_HIDDEN);
    }
    ck_assert_int_eq(lens_hides(&half, y), 3);
    half.differs = false;
    made_doc(&out, tell_changes(&a, &half, NULL, NULL, false));
    ck_assert_ptr_nonnull(strstr(buf_text(&out), "not shown yet"));
    ck_assert_ptr_null(strstr(buf_text(&out), "20"));
    ck_assert_ptr_null(strstr(buf_text(&out), "50"));
    buf_clear(&out);
    StageAs as = {.spot = {.stage = 1, .stop = 2}, .as = {80, 24}};
    made_doc(&out, tell_stage(&a, &half, &as));
    ck_assert_ptr_null(strstr(buf_text(&out), "differ"));
    arena_release(&a);
    buf_release(&out);
    hidden_free(h);
    hidden_free(other);
    reveal_release(&all);
    reveal_release(&one);
}

START_TEST(two_runs)
{
    Err err = {0};
    ChangeLine line = {"x[0, 1] = 5", false};
    Library *library = made_library(made);
    WhatIf *w = whatif_run(made_run(library), &line, 1, &err);
    ck_assert_ptr_nonnull(w);
    const Run *now = w->variant[0].run;
    const QkvTensor *y = shown(now, 2)->tensor; /* x, its copy, y, z */
    for (int i = 0; i < shown_count(now); i++)
        if (shown(now, i)->name && strcmp(shown(now, i)->name, "y") == 0)
            y = shown(now, i)->tensor;
    Memo *memo = memo_new(), *before = memo_new();
    Lens l = {.run = now,
              .align = w->variant[0].align,
              .whatif = w,
              .decimals = 4,
              .memo = memo,
              .other_memo = before};
    Buf out = {0};
    ck_assert_int_eq(lens_cell(&out, &l, y, 1, NULL), LENS_CHANGED);
    ck_assert_int_eq(lens_cell(&out, &l, y, 0, NULL), LENS_PLAIN);
    l.differs = true;
    lens_cell(&out, &l, y, 1, NULL);
    const Lens other = lens_other(&l);
    lens_cell(&out, &other, lens_partner(&l, y), 1, NULL);
    ck_assert_str_eq(buf_text(&out), "50103020");
    expect_unseen(&l, y);
    expect_half_seen(&l, y, true);
    expect_half_seen(&l, y, false);
    buf_release(&out);
    memo_free(memo);
    memo_free(before);
    whatif_free(w);
    made_free(library);
}
END_TEST

/* A share that is not 1 looks no more like it beside another run than alone; of differences there are no shares. */
START_TEST(shares_beside_another_run)
{
    Err err = {0};
    ChangeLine line = {"w[1, 0] = 0.25", false};
    Library *library = made_library(
        "w = torch.tensor([[0.99998, 0.00002], [0.75, 0.25]])\nv = w * 1\n");
    WhatIf *w = whatif_run(made_run(library), &line, 1, &err);
    ck_assert_msg(w != NULL, "%s", err.message);
    const Run *now = w->variant[0].run;
    const QkvTensor *v = now->tape->step[now->tape->count - 1].call.out;
    Memo *memo = memo_new(), *before = memo_new();
    Lens l = {.run = now,
              .align = w->variant[0].align,
              .whatif = w,
              .decimals = 4,
              .memo = memo,
              .other_memo = before};
    const Lens other = lens_other(&l);
    const NumberFormat format = lens_format(&l, v);
    Buf out = {0};
    for (int64_t i = 0; i < 4; i++) {
        lens_cell(&out, &l, v, i, &format);
        lens_cell(&out, &other, lens_partner(&l, v), i, &format);
        buf_putc(&out, ' ');
    }
    ck_assert_str_eq(buf_text(&out), "~1~1 ~0~0 0.25000.7500 0.25000.2500 ");
    l.differs = true;
    ck_assert(!lens_format(&l, v).shares);
    buf_release(&out);
    memo_free(memo);
    memo_free(before);
    whatif_free(w);
    made_free(library);
}
END_TEST

Suite *lens_suite(void)
{
    Suite *s = suite_create("lens");
    TCase *t = tcase_create("lens");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, no_hidden_number_is_told);
    tcase_add_test(t, what_a_cell_is);
    tcase_add_test(t, filled_with_a_value);
    tcase_add_test(t, numbers_in_formulas);
    tcase_add_test(t, sums_of_hidden_numbers);
    tcase_add_test(t, two_runs);
    tcase_add_test(t, shares_beside_another_run);
    suite_add_tcase(s, t);
    return s;
}
