/* Cells that a class was shown, and those that are hidden for it. */
#include <stdlib.h>
#include <string.h>

#include "lesson/change.h"
#include "lesson/hidden.h"
#include "made.h"
#include "suites.h"

static const char words[] = "import torch\n"
                            "x = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])\n"
                            "scores = x @ x.T\n"
                            "weights = torch.softmax(scores / 2, dim=-1)\n"
                            "y = weights @ x\n"
                            "print(scores[0, 1].item())\n"
                            "first = scores[0]\n"
                            "#| hide\n"
                            "twice = scores * 2\n"
                            "z = twice + 1\n";

static const Stop *stop_named(const char *name)
{
    for (int i = 0; i < run->stops; i++)
        if (run->stop[i].detail == DETAIL_BRIEF && run->stop[i].name &&
            strcmp(run->stop[i].name, name) == 0)
            return &run->stop[i];
    ck_abort_msg("nothing is called %s", name);
}

static int number_of(const char *name)
{
    return run_number_of_stop(run, stop_named(name));
}

static int stage_of(const char *name)
{
    return run_stage_of_stop(run, stop_named(name));
}

static void reveal_name(Reveal *r, const char *name, int64_t from, int64_t count)
{
    reveal_show(r, run, stage_of(name), number_of(name), (Cells){from, count});
}

static int64_t hidden_of_name(const Reveal *r, const char *name)
{
    Hidden *h = hidden_of(run, r);
    int64_t count = hidden_at(h, stage_of(name), number_of(name));
    ck_assert_int_eq(count, stop_named(name)->kind == STOP_TENSOR
                                ? hidden_count(h, stop_named(name)->tensor)
                                : count);
    hidden_free(h);
    return count;
}

START_TEST(results_are_hidden_until_they_are_shown)
{
    start(words);
    Reveal r = {0};
    ck_assert_int_eq(hidden_of_name(&r, "x"), 0); /* stands in the code */
    ck_assert_int_eq(hidden_of_name(&r, "scores"), 9);
    ck_assert_int_eq(hidden_of_name(&r, "weights"), 9);
    reveal_name(&r, "scores", 3, 3);
    ck_assert_int_eq(hidden_of_name(&r, "scores"), 6);
    ck_assert_int_eq(hidden_of_name(&r, "first"), 3); /* has a place of its own */
    reveal_name(&r, "scores", 0, 100);
    ck_assert_int_eq(hidden_of_name(&r, "scores"), 0);
    ck_assert_int_eq(hidden_of_name(&r, "weights"), 9);
    ck_assert(reveal_hide(&r, run, stage_of("scores"), number_of("scores"), (Cells){4, 1}));
    ck_assert_int_eq(hidden_of_name(&r, "scores"), 1);
    reveal_release(&r);
    stop();
}
END_TEST

/* A result that is made on the way is seen with the result; what only moves cells, where these are; what no statement shows, where
 * all that it was computed from is. */
START_TEST(what_is_made_on_the_way)
{
    start(words);
    Reveal r = {0};
    Hidden *h = hidden_of(run, &r);
    const QkvCall *scores = &run->tape->step[stop_named("scores")->step].call;
    const QkvTensor *turned = scores->in[1];
    const QkvTensor *halves = run->tape->step[stop_named("weights")->step].call.in[0];
    const QkvTensor *twice = run->tape->step[stop_named("z")->step].call.in[0];
    ck_assert_int_eq(hidden_count(h, turned), 0);
    ck_assert_int_eq(hidden_count(h, halves), 9);
    ck_assert_int_eq(hidden_count(h, twice), 9);
    hidden_free(h);
    reveal_name(&r, "scores", 0, 3);
    reveal_name(&r, "weights", 0, 9);
    h = hidden_of(run, &r);
    ck_assert_int_eq(hidden_count(h, halves), 6);
    ck_assert_int_eq(hidden_count(h, twice), 6);
    ck_assert(!hidden_cell(h, twice, 2) && hidden_cell(h, twice, 3));
    hidden_free(h);
    reveal_name(&r, "scores", 0, 9);
    h = hidden_of(run, &r);
    ck_assert_int_eq(hidden_count(h, halves), 0);
    ck_assert_int_eq(hidden_count(h, twice), 0);
    hidden_free(h);
    reveal_release(&r);
    stop();
}
END_TEST

static bool is_revealed(const Reveal *r, const Hidden *h, int step, int64_t cell)
{
    int stage, number;
    bool is_it = false;
    for (int i = 0; hidden_home(h, step, &stage, &number) && i < r->count; i++)
        for (int k = 0;
             r->item[i].stage == stage && r->item[i].stop == number && k < r->item[i].spans; k++)
            is_it = is_it || (cell >= r->item[i].span[k].from &&
                              cell < r->item[i].span[k].from + r->item[i].span[k].count);
    return is_it;
}

static bool is_source_seen(const Hidden *h, const QkvCall *c, QkvSource s)
{
    return s.operand < 0 || !hidden_cell(h, c->in[s.operand], s.cell);
}

/* Expects that nothing is seen that was made of what is hidden, but what was shown itself. */
static void expect_no_way_in(const Reveal *r, const Hidden *h)
{
    enum { CELLS = 60 };
    for (int step = 0; step < run->tape->count; step++) {
        const QkvCall *c = &run->tape->step[step].call;
        int64_t count = 0;
        for (int64_t i = 0; i < c->out->count; i++)
            count += hidden_cell(h, c->out, i);
        ck_assert_int_eq(count, hidden_count(h, c->out));
        for (int64_t i = 0; i < c->out->count && i < CELLS; i++) {
            Arena a = {0};
            bool is_seen = !hidden_cell(h, c->out, i) && !is_revealed(r, h, step, i);
            QkvTerms t = is_seen ? qkv_terms(c, i, &a) : (QkvTerms){0};
            for (int64_t k = 0; k < t.count; k++)
                if (!is_source_seen(h, c, qkv_term(&t, k).a) ||
                    !is_source_seen(h, c, qkv_term(&t, k).b))
                    ck_abort_msg("%s: cell %d of step %d is made of a hidden one", lesson->name,
                                 (int)i, step);
            arena_release(&a);
        }
    }
}

/* Some cells of some stops; all of all: nothing is hidden then. */
static void reveal_some(Reveal *r, bool all)
{
    for (int s = 0; s < run->lesson->stages; s++)
        for (int n = 0; n <= run_stops(run, s); n++) {
            int64_t cells = reveal_cells(run, s, n);
            int64_t from = all || cells == 0 ? 0 : made_random((int)cells);
            if (cells > 0 && (all || made_random(2)))
                reveal_show(r, run, s, n, (Cells){from, all ? cells : 1 + made_random(12)});
        }
}

START_TEST(every_lesson)
{
    start_file(made_lessons[_i]);
    for (int round = 0; round < 3; round++) {
        Reveal r = {0};
        reveal_some(&r, round == 2);
        Hidden *h = hidden_of(run, &r);
        expect_no_way_in(&r, h);
        for (int s = 0; s < run->lesson->stages && round == 2; s++)
            for (int n = 0; n <= run_stops(run, s); n++)
                ck_assert_msg(hidden_at(h, s, n) == 0, "%s: stop %d.%d", lesson->name, s, n);
        hidden_free(h);
        reveal_release(&r);
    }
    stop();
}
END_TEST

/* Beside a plain array of truths. */
START_TEST(spans_are_as_a_set)
{
    enum { CELLS = 9, TIMES = 3000 };
    bool seen[CELLS] = {0};
    start(words);
    Reveal r = {0};
    int stage = stage_of("scores"), number = number_of("scores");
    for (int i = 0; i < TIMES; i++) {
        Cells c = {made_random(CELLS + 3) - 1, made_random(CELLS)};
        bool shows = made_random(2), changes = false;
        for (int64_t k = c.from; k < c.from + c.count; k++)
            if (k >= 0 && k < CELLS) {
                changes = changes || seen[k] != shows;
                seen[k] = shows;
            }
        int64_t edition = r.edition;
        ck_assert((shows ? reveal_show : reveal_hide)(&r, run, stage, number, c) == changes);
        ck_assert((r.edition != edition) == changes);
        Hidden *h = hidden_of(run, &r);
        for (int k = 0; k < CELLS; k++)
            ck_assert(hidden_cell(h, stop_named("scores")->tensor, k) == !seen[k]);
        for (int k = 1; r.count > 0 && k < r.item[0].spans; k++)
            ck_assert(r.item[0].span[k - 1].from + r.item[0].span[k - 1].count <
                      r.item[0].span[k].from);
        hidden_free(h);
    }
    reveal_release(&r);
    stop();
}
END_TEST

/* A change in every second cell of a large result: memory grows with the spans, not with their square. */
START_TEST(very_many_spans)
{
    enum { CELLS = 40000, MOST = 4 << 20 };
    start("import torch\nx = torch.ones(200, 200)\ny = x * 2\n");
    Reveal r = {0};
    int stage = stage_of("y"), number = number_of("y");
    for (int i = 0; i < CELLS; i += 2)
        ck_assert(reveal_show(&r, run, stage, number, (Cells){i, 1}));
    ck_assert_int_eq(r.item[0].spans, CELLS / 2);
    ck_assert_uint_lt(r.arena.used, MOST);
    for (int i = 0; i < CELLS; i += 4)
        ck_assert(reveal_hide(&r, run, stage, number, (Cells){i, 1}));
    ck_assert_int_eq(hidden_of_name(&r, "y"), CELLS * 3 / 4);
    ck_assert_uint_lt(r.arena.used, MOST);
    reveal_release(&r);
    stop();
}
END_TEST

/* A result that is written with numbers of another one is no input. */
START_TEST(numbers_read_from_results)
{
    Reveal nothing = {0};
    start("import torch\nx = torch.ones(2, 2)\ny = x * 2\n"
          "a = torch.full((2, 2), y.sum().item())\nb = torch.tensor([y[0, 1].item(), 2.])\n"
          "c = torch.full((2, 2), 3.0)\n");
    ck_assert_int_eq(hidden_of_name(&nothing, "x"), 0);
    ck_assert_int_eq(hidden_of_name(&nothing, "a"), 4);
    ck_assert_int_eq(hidden_of_name(&nothing, "b"), 2);
    ck_assert_int_eq(hidden_of_name(&nothing, "c"), 0);
    stop();
}
END_TEST

/* Why a statement went no further may name a number: it is shown as a print-out is. */
START_TEST(an_error_is_hidden_until_it_is_shown)
{
    Reveal r = {0};
    int at = 0;
    start_text("x.py", "import torch\nx = torch.ones(2, 2)\ny = x * 2\n"
                       "raise ValueError(f'the sum is {y.sum().item()}')\n");
    while (at < run->stops && run->stop[at].kind != STOP_ERROR)
        at++;
    ck_assert_int_lt(at, run->stops);
    const int stage = run_stage_of_stop(run, &run->stop[at]);
    const int number = run_number_of_stop(run, &run->stop[at]);
    for (int shown = 0; shown < 2; shown++) {
        Hidden *h = hidden_of(run, &r);
        ck_assert_int_eq(hidden_at(h, stage, number), !shown);
        hidden_free(h);
        ck_assert_int_eq(reveal_show(&r, run, stage, number, (Cells){0, 1}), !shown);
    }
    reveal_release(&r);
    stop();
}
END_TEST

START_TEST(lines_come_back)
{
    static const char *const bad[] = {
        "",           "1",          "1 3",           "1 3 9 ",
        "1 3 9 0+",   "1 3 9 8+2",  "1 3 9 3+1 2+1", "1 3 8 0+1",
        "99 3 9 0+1", "1 99 9 0+1", "1 3 9 0+0",     "1 3 9 -1+2",
        "x",          "1 3 9 0+1x", "1 1 6",         "1 3 99999999999999999999 0+1"};
    start(words);
    Reveal r = {0}, back = {0};
    Buf line = {0}, again = {0};
    reveal_name(&r, "scores", 0, 2);
    reveal_name(&r, "scores", 4, 1);
    reveal_write(&line, &r.item[0]);
    ck_assert_str_eq(buf_text(&line), "1 3 9 0+2 4+1");
    ck_assert(reveal_read(&back, run, buf_text(&line)));
    reveal_write(&again, &back.item[0]);
    ck_assert_str_eq(buf_text(&again), buf_text(&line));
    int64_t edition = back.edition;
    for (int i = 0; i < COUNT(bad); i++)
        ck_assert_msg(!reveal_read(&back, run, bad[i]) || i == 14, "'%s'", bad[i]);
    ck_assert_int_eq(back.edition, edition);
    buf_release(&line);
    buf_release(&again);
    reveal_release(&r);
    reveal_release(&back);
    stop();
}
END_TEST

/* A change makes row 0 of the scores another: it is hidden again, and so with all that comes of it. */
START_TEST(another_run_shows_what_is_the_same)
{
    Err err = {0};
    Change change;
    start(words);
    Reveal r = {0}, there = {0};
    reveal_some(&r, true);
    ck_assert(change_parse(&arena, run, "scores[0, 0] = 9", &change, &err));
    Lesson *other = lesson_changed(lesson, &change, 1, &err);
    Run *now = run_lesson(other);
    Align *align = align_runs(run, now);
    reveal_beside(&there, &r, align, run);
    Hidden *h = hidden_of(now, &there);
    for (int i = 0; i < now->stops; i++) {
        const Stop *stop = &now->stop[i];
        bool is_weights = stop->name && strcmp(stop->name, "weights") == 0;
        bool is_x = stop->name && strcmp(stop->name, "x") == 0;
        if (stop->detail == DETAIL_BRIEF && (is_weights || is_x))
            ck_assert_int_eq(hidden_count(h, stop->tensor), is_x ? 0 : 3);
    }
    hidden_free(h);
    align_free(align);
    run_free(now);
    lesson_free(other);
    reveal_release(&r);
    reveal_release(&there);
    stop();
}
END_TEST

Suite *hidden_suite(void)
{
    Suite *s = suite_create("hidden");
    TCase *t = tcase_create("hidden");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, results_are_hidden_until_they_are_shown);
    tcase_add_test(t, what_is_made_on_the_way);
    tcase_add_loop_test(t, every_lesson, 0, MADE_LESSONS);
    tcase_add_test(t, spans_are_as_a_set);
    tcase_add_test(t, very_many_spans);
    tcase_add_test(t, numbers_read_from_results);
    tcase_add_test(t, an_error_is_hidden_until_it_is_shown);
    tcase_add_test(t, lines_come_back);
    tcase_add_test(t, another_run_shows_what_is_the_same);
    suite_add_tcase(s, t);
    return s;
}
