/* Spots: a step back undoes a step forward, whatever is open; who goes in comes out where it was; passes of loops. */
#include <string.h>

#include "made.h"
#include "suites.h"

#include "tell/spot.h"

static const char heads[] = "import torch\n"
                            "import torch.nn as nn\n\n\n"
                            "class Head(nn.Module):\n"
                            "    def __init__(self, d):\n"
                            "        super().__init__()\n"
                            "        self.q = nn.Linear(d, 2, bias=False)\n"
                            "        self.k = nn.Linear(d, 2, bias=False)\n\n"
                            "    def scale(self, s):\n"
                            "        return s / 2\n\n"
                            "    def forward(self, x):\n"
                            "        q, k = self.q(x), self.k(x)\n"
                            "        scores = self.scale(q @ k.T) + self.scale(k @ q.T)\n"
                            "        return torch.softmax(scores, dim=-1) @ x\n\n\n"
                            "def run(x):\n"
                            "    heads = [Head(4), Head(4)]\n"
                            "    results = []\n"
                            "    for head in heads:\n"
                            "        y = head(x)\n"
                            "        results.append(y)\n"
                            "    z = torch.cat(results, dim=-1)\n"
                            "    return z * 2\n\n\n"
                            "def main():\n"
                            "    torch.manual_seed(1)\n"
                            "    x = torch.rand(3, 4)\n"
                            "    y = run(x)\n"
                            "    print(y)\n\n\n";

static const char last_line[][80] = {
    "main()\n",
    "if __name__ == \"__main__\":\n    main()\n",
    "torch.manual_seed(1)\nout = run(torch.rand(3, 4))\n",
    "torch.manual_seed(1)\nfor i in range(3):\n    out = run(torch.rand(3, 4))\n",
};

/* A script of these functions, ending in one of the lines. */
typedef struct Script {
    Lesson *lesson;
    Run *run;
} Script;

static Script script_of(int last)
{
    Buf text = {0};
    Err err = {0};
    buf_printf(&text, "%s%s", heads, last_line[last]);
    Script s = {.lesson = lesson_parse("made.py", text.text, text.length, &err)};
    ck_assert_msg(s.lesson != NULL, "%s", err.message);
    s.run = run_lesson(s.lesson);
    ck_assert_msg(!s.run->err.set, "%s", s.run->err.message);
    buf_release(&text);
    return s;
}

static void script_free(Script *s)
{
    run_free(s->run);
    lesson_free(s->lesson);
}

/* Walks from a spot to the end, and each step back again. */
static int walk(const Run *run, Spot s)
{
    int steps = 0;
    for (Spot was = s; spot_step_on(&s, run); was = s, steps++) {
        Spot back = s;
        ck_assert(s.stop == 0 || spot_sees(run, &s, s.stop));
        ck_assert(spot_step_back(&back, run));
        ck_assert(spot_is_same(&back, &was));
    }
    return steps;
}

/* From inside of a call Space comes to its result, from where a step back leads in again. */
static void expect_return(const Run *run, Spot in, const Spot *call)
{
    while (in.stage == call->stage && in.stop < call->stop && spot_step_on(&in, run))
        ;
    ck_assert_int_eq(in.stop, call->stop);
    ck_assert(spot_is_return(run, &in));
    ck_assert(spot_step_back(&in, run));
    ck_assert_int_gt(spot_depth(run, &in), spot_depth(run, call));
}

static void expect_in_and_out(const Run *run, Spot s, int deepest)
{
    for (int i = 0; i < spot_calls(run, &s); i++) {
        Spot in = s;
        ck_assert(spot_enter(&in, run, i));
        ck_assert(spot_sees(run, &in, in.stop));
        ck_assert(spot_opens(run, &in, in.stop));
        ck_assert_int_gt(spot_depth(run, &in), spot_depth(run, &s));
        Spot out = in;
        ck_assert(spot_leave(&out, run));
        const Stop *from = spot_stop(run, &s), *to = spot_stop(run, &out);
        ck_assert_int_eq(from->statement, to->statement);
        ck_assert_int_eq(from->line, to->line);
        if (out.stop == s.stop)
            expect_return(run, in, &out);
        walk(run, in);
        if (deepest > 0)
            expect_in_and_out(run, in, deepest - 1);
    }
}

static void expect_spots(const Run *run)
{
    for (int detail = DETAIL_BRIEF; detail <= DETAIL_EVERY; detail++) {
        Spot s = {.detail = (Detail)detail};
        int seen = 0;
        for (s.stage = 0; s.stage < run->lesson->stages; s.stage++)
            seen += spot_count(run, &s, run_stops(run, s.stage)) + 1;
        s.stage = 0;
        ck_assert_int_eq(walk(run, s) + 1, seen);
        if (detail == DETAIL_EVERY)
            continue;
        do
            expect_in_and_out(run, s, 2);
        while (spot_step_on(&s, run));
    }
}

START_TEST(steps_are_undone_in_lessons)
{
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        ck_assert(library_load(&library->entry[i]));
        expect_spots(library->entry[i].run);
    }
    library_free(library);
}
END_TEST

START_TEST(steps_are_undone_in_scripts)
{
    Script s = script_of(_i);
    expect_spots(s.run);
    script_free(&s);
}
END_TEST

static bool has_name(const Stop *stop, const char *name)
{
    return stop && stop->name && strcmp(stop->name, name) == 0;
}

/* The first spot from one on whose stop has a name. */
static Spot to_name(const Run *run, Spot s, const char *name)
{
    while (!has_name(spot_stop(run, &s), name))
        ck_assert_msg(spot_step_on(&s, run), "%s", name);
    return s;
}

START_TEST(the_body_of_main_is_no_level)
{
    Arena a = {0};
    Script s = script_of(_i);
    Spot at = to_name(s.run, (Spot){0}, "y");
    ck_assert_int_eq(spot_depth(s.run, &at), 0);
    ck_assert_str_eq(spot_call(s.run, &at), "run");
    Spot in = at;
    ck_assert(spot_enter(&in, s.run, -1));
    ck_assert_int_eq(spot_depth(s.run, &in), 1);
    ck_assert(!spot_is_return(s.run, &at));
    ck_assert(spot_leave(&in, s.run));
    ck_assert(spot_is_same(&in, &at));
    ck_assert(!spot_leave(&in, s.run));
    script_free(&s);
    arena_release(&a);
}
END_TEST

START_TEST(passes_are_gone_through)
{
    Arena a = {0};
    Script s = script_of(2);
    int passes = 0;
    const char *what = NULL;
    Spot at = to_name(s.run, (Spot){0}, "out");
    ck_assert_int_eq(spot_pass(&a, s.run, &at, &passes, &what), 0);
    ck_assert(spot_enter(&at, s.run, -1));
    at = to_name(s.run, at, "y");
    ck_assert_int_eq(spot_pass(&a, s.run, &at, &passes, &what), 1);
    ck_assert_int_eq(passes, 2);
    ck_assert_str_eq(what, "head 1");
    ck_assert(spot_enter(&at, s.run, -1));
    at = to_name(s.run, at, "scores");
    ck_assert_int_eq(spot_calls(s.run, &at), 2);
    ck_assert_str_eq(spot_call_name(&a, s.run, &at, 0), "Head.scale");
    ck_assert_int_eq(spot_depth(s.run, &at), 2);
    Spot other = at;
    ck_assert(!spot_to_pass(&other, s.run, 0));
    ck_assert(spot_to_pass(&other, s.run, 2));
    ck_assert_int_eq(spot_pass(&a, s.run, &other, &passes, &what), 2);
    ck_assert_str_eq(spot_stop(s.run, &other)->name, "scores");
    ck_assert_int_gt(other.stop, at.stop);
    Spot back = other;
    ck_assert(spot_to_pass(&back, s.run, 1));
    ck_assert_int_eq(back.stop, at.stop);
    ck_assert(spot_to_pass(&other, s.run, 3));
    ck_assert_str_eq(spot_stop(s.run, &other)->name, "z");
    ck_assert_int_eq(spot_depth(s.run, &other), 1);
    ck_assert(spot_leave(&other, s.run));
    ck_assert_str_eq(spot_stop(s.run, &other)->name, "out");
    script_free(&s);
    arena_release(&a);
}
END_TEST

START_TEST(numbers_name_spots)
{
    Arena a = {0};
    Library *library = made_library("x = torch.ones(2, 2)\ny = x @ x.T + 1\nz = y * 2");
    const Run *run = made_run(library);
    Spot s = {0};
    ck_assert_str_eq(spot_number(&a, run, &s), "0");
    for (int i = 0; i < 3; i++) {
        int number = spot_nth(run, &s, 1, i + 1);
        Spot at = spot_at(s, run, 1, number);
        ck_assert_str_eq(spot_number(&a, run, &at), arena_format(&a, "1.%d", i + 1));
        Spot home = s;
        ck_assert(spot_of_step(&home, run, spot_stop(run, &at)->step));
        ck_assert(spot_is_same(&home, &at));
    }
    ck_assert_int_eq(spot_nth(run, &s, 1, 4), -1);
    ck_assert_int_eq(spot_nth(run, &s, 7, 1), -1);
    made_free(library);
    arena_release(&a);
}
END_TEST

START_TEST(no_run_is_no_trouble)
{
    Spot s = {.stage = 3, .stop = 9, .anchor = 77};
    ck_assert(!spot_step_on(&s, NULL) && !spot_step_back(&s, NULL) && !spot_leave(&s, NULL));
    ck_assert(!spot_enter(&s, NULL, 0) && !spot_to_pass(&s, NULL, 1));
    ck_assert_int_eq(spot_depth(NULL, &s), 0);
    ck_assert_ptr_null(spot_tensor(NULL, &s, 0));
    ck_assert_ptr_null(spot_path(NULL, NULL, &s, 80));
}
END_TEST

Suite *spot_suite(void)
{
    Suite *suite = suite_create("spot");
    TCase *all = tcase_create("spots");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, steps_are_undone_in_lessons);
    tcase_add_loop_test(all, steps_are_undone_in_scripts, 0, COUNT(last_line));
    tcase_add_loop_test(all, the_body_of_main_is_no_level, 0, 2);
    tcase_add_test(all, passes_are_gone_through);
    tcase_add_test(all, numbers_name_spots);
    tcase_add_test(all, no_run_is_no_trouble);
    suite_add_tcase(suite, all);
    return suite;
}
