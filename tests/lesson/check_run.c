/* Runs: what a lesson shows and where, and that a run is a value. */
#include <stdio.h>
#include <string.h>

#include "lesson/run.h"
#include "made.h"
#include "shown.h"
#include "suites.h"

/* Stops as "x:tensor y=4 5 'printed' ...". */
static void write_stops(Buf *out)
{
    for (int i = 0; i < shown_count(run); i++) {
        const Stop *b = shown(run, i);
        buf_puts(out, i ? " " : "");
        if (b->kind == STOP_TENSOR)
            buf_printf(out, "%s:tensor", b->name ? b->name : "");
        else if (b->kind == STOP_PRINT)
            buf_printf(out, "'%s'", b->text);
        else
            buf_printf(out, "%s%s%s", b->name ? b->name : "", b->name ? "=" : "", b->text);
    }
}

static const struct {
    const char *code, *stops;
} showings[] = {
    {"", ""},
    {"x = 5", ""}, /* written out: showing it would repeat it */
    {"x = -5", ""},
    {"x = [1, (2, 'a'), None, True]", ""},
    {"x = {'a': 1}", ""},
    {"x = 5\ny = x", ""},
    {"x = 2 + 3", "x=5"},
    {"x = [1, 2 + 3]", "x=[1, 5]"},
    {"x = 'a' + 'b'", "x='ab'"},
    {"x = f'a'", ""},
    {"2 + 3", "5"},
    {"'a'", "'a'"},
    {"5", "5"},
    {"None", ""},
    {"x = None", ""},
    {"x = {}.get(1)", "x=None"},
    {"x = [1]\nx.append(2)\nx", "[1, 2]"},
    {"x, y = 1 + 1, 3", "x=2 y=3"},
    {"x = y = 1 + 1", "x=2 y=2"},
    {"x, (y, z) = 1, (2, 3)", ""},
    {"(x, y) = [z, w] = 'a', 'b'", ""},
    {"x = torch.tensor([1.])", "x:tensor"},
    {"x = torch.tensor([1.])\ny = x", "x:tensor y:tensor"},
    {"x = torch.tensor([1.])\nx\nx + 1", "x:tensor :tensor :tensor"},
    {"x = torch.tensor([[1.], [2.]])\na, b = x", "x:tensor a:tensor b:tensor"},
    {"x = [torch.tensor([1.])]", "x=[tensor([1.])]"},
    {"print(1)", "'1'"},
    {"print(1, end='')\nprint(2)", "'1' '2'"},
    {"print('a\\nb')", "'a\nb'"},
    {"print()", "''"},
    {"print('', end='')", ""},
    {"x = [print(i) for i in range(2)]", "'0\n1' x=[None, None]"},
    {"print('a\\tb\\x1bc')", "'a       b?c'"},
    {"#| hide\nx = 2 + 3\nx + 1", "6"},
    {"#| hide\nprint(1)", ""},
    {"#| hide\nx = torch.tensor([1.])\ny = x + 1", "y:tensor"},
    {"import torch\nfrom torch import nn\nassert True", ""},
    {"x = {}\nx['a'] = 1 + 1", ""},
};

START_TEST(statements_show_their_results)
{
    Buf stops = {0};
    start(showings[_i].code);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    write_stops(&stops);
    ck_assert_msg(strcmp(buf_text(&stops), showings[_i].stops) == 0, "%s\nshows    %s\nexpected %s",
                  showings[_i].code, buf_text(&stops), showings[_i].stops);
    buf_release(&stops);
    stop();
}
END_TEST

static const char long_text[] =
    "# T\n\nIntro.\n\n```python\na = 1 + 1\n```\n\n## One\n\n```python\nimport torch\n\n"
    "#| cols: u v\nx = torch.tensor([1.,\n                  2.])\n#| hide\nh = x * 2\ny = x + h; z "
    "= y - 1\n"
    "```\n\nWords.\n\n```expect y\ntensor([3., 6.])\n```\n\n```python\nprint(y)\n```\n\n"
    "```expect\ntensor([3., 6.])\n```\n\n## Two\n\nNothing here.\n\n## Three\n\n```python\n"
    "rows = [r * 2 for r in torch.tensor([[1.], [2.]])]\nx @ y\n```\n";

static void check_lines(void)
{
    for (int i = 0; i < run->statements; i++) {
        const RunStatement *x = &run->statement[i];
        const Part *part = &lesson->stage[x->stage].part[x->part];
        ck_assert_int_eq(part->kind, PART_CODE);
        ck_assert_int_ge(x->first, part->line);
        ck_assert_int_ge(x->last, x->first);
        ck_assert_int_le(x->first_step, x[1].first_step);
        ck_assert_int_le(x->first_stop, x[1].first_stop);
        for (int s = x->first_step; s < x[1].first_step; s++) {
            ck_assert_int_eq(run->tape->step[s].tag, i);
            ck_assert_int_eq(run_stage_of_step(run, s), x->stage);
        }
        for (int b = x->first_stop; b < x[1].first_stop; b++) {
            ck_assert_int_eq(run->stop[b].statement, i);
            ck_assert(!x->hidden);
        }
    }
    ck_assert_int_eq(run->statement[run->statements].first_step, run->tape->count);
    ck_assert_int_eq(run->statement[run->statements].first_stop, run->stops);
}

static void check_stages(void)
{
    ck_assert_int_eq(shown_before(run, 0), 0);
    ck_assert_int_eq(shown_before(run, lesson->stages), shown_count(run));
    for (int s = 0; s < lesson->stages; s++)
        for (int b = shown_before(run, s); b < shown_before(run, s + 1); b++)
            ck_assert_int_eq(run->statement[shown(run, b)->statement].stage, s);
}

static void check_everything(void)
{
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    check_lines();
    check_stages();
}

START_TEST(lines_steps_and_beats_belong_together)
{
    start_text("x.md", long_text);
    check_everything();
    ck_assert_int_eq(run->expectations, 2);
    ck_assert_int_eq(run->failures, 0);
    ck_assert_int_eq(run->statements, 9);
    ck_assert_int_eq(run->statement[2].first, 15);
    ck_assert_int_eq(run->statement[2].last, 16);
    ck_assert(run->statement[3].hidden);
    ck_assert_int_eq(run->statement[4].first, run->statement[5].first);
    ck_assert_int_eq(shown_before(run, 2), shown_before(run, 3));
    stop();
}
END_TEST

START_TEST(the_built_in_lesson_too)
{
    Err err = {0};
    lesson = lesson_read("lessons/01-hand-crafted-weights.md", &err);
    ck_assert_msg(lesson != NULL, "%s: run this from the project's folder", err.message);
    run = run_lesson(lesson);
    check_everything();
    ck_assert_int_eq(run->failures, 0);
    ck_assert_int_gt(shown_count(run), 10);
    stop();
}
END_TEST

static void check_same_step(const QkvStep *a, const QkvStep *b)
{
    const QkvTensor *t = a->call.out, *u = b->call.out;
    ck_assert_ptr_eq(a->call.op, b->call.op);
    ck_assert_int_eq(a->tag, b->tag);
    ck_assert_int_eq(a->group, b->group);
    ck_assert((a->name == NULL) == (b->name == NULL) &&
              (!a->name || strcmp(a->name, b->name) == 0));
    ck_assert((a->text == NULL) == (b->text == NULL) &&
              (!a->text || strcmp(a->text, b->text) == 0));
    ck_assert_int_eq(t->dtype, u->dtype);
    ck_assert_int_eq(t->rank, u->rank);
    ck_assert_mem_eq(t->size, u->size, sizeof t->size[0] * (size_t)t->rank);
    ck_assert_mem_eq(t->data.raw, u->data.raw, (size_t)t->count * qkv_dtype_size(t->dtype));
}

START_TEST(a_run_can_be_had_again)
{
    start_text("x.md", long_text);
    Run *again = run_lesson(lesson);
    ck_assert_int_eq(again->tape->count, run->tape->count);
    for (int i = 0; i < run->tape->count; i++)
        check_same_step(&run->tape->step[i], &again->tape->step[i]);
    ck_assert_int_eq(shown_count(again), shown_count(run));
    for (int i = 0; i < shown_count(run); i++)
        ck_assert(shown(run, i)->kind == shown(again, i)->kind &&
                  shown(run, i)->step == shown(again, i)->step);
    run_free(again);
    run_free(NULL);
    stop();
}
END_TEST

/* Steps carry the name that the author gave and the expression as it is written. */
START_TEST(steps_say_where_they_come_from)
{
    static const struct {
        const char *name, *text;
    } expected[] = {{"x", "torch.tensor([[1., 2.]])"},
                    {NULL, "x @ x.T"},
                    {"y", "x @ x.T * 2"},
                    {NULL, "y + 1"}};
    int found = 0;
    start("x = torch.tensor([[1., 2.]])\ny = x @ x.T * 2\nz = (y + 1).sum()");
    for (int i = 0; i < run->tape->count; i++)
        for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
            const QkvStep *s = &run->tape->step[i];
            if (!s->text || strcmp(s->text, expected[k].text) != 0)
                continue;
            found++;
            ck_assert_int_eq(s->name == NULL, expected[k].name == NULL);
            ck_assert(!s->name || strcmp(s->name, expected[k].name) == 0);
        }
    ck_assert_int_eq(found, (int)(sizeof expected / sizeof expected[0]));
    stop();
}
END_TEST

/* Each row that a comprehension takes out is called by what it goes through, not by what is
 * done. */
START_TEST(rows_of_a_comprehension_are_called_by_their_tensor)
{
    start("x = torch.tensor([[1.], [2.], [3.]])\ny = [row * 2 for row in x]");
    ck_assert_int_eq(run->tape->count, 7);
    for (int i = 1; i < 7; i++) {
        ck_assert_str_eq(run->tape->step[i].text, i % 2 ? "x" : "row * 2");
        ck_assert_str_eq(run->tape->step[i].call.op->name, i % 2 ? "index" : "mul");
    }
    stop();
}
END_TEST

/* The same where a tensor is taken apart: not by the names that its rows get. */
START_TEST(rows_with_names_are_called_by_their_tensor)
{
    start("x = torch.tensor([[1.], [2.]])\na, b = x * 2");
    ck_assert_int_eq(run->tape->count, 4);
    for (int i = 2; i < 4; i++) {
        ck_assert_str_eq(run->tape->step[i].text, "x * 2");
        ck_assert_str_eq(run->tape->step[i].name, i == 2 ? "a" : "b");
    }
    stop();
}
END_TEST

/* Each name finds what led to it, and each step whether a name has it, without a look at all of them. */
START_TEST(many_names_of_one_statement_take_no_time)
{
    enum { NAMES = 40000, STEPS = 15000, MOST = 500000 /* microseconds */ };
    Buf code = {0};
    buf_puts(&code, "## S\n\n```python\nimport torch\nt = torch.ones(1)\n(");
    for (int i = 0; i < NAMES; i++)
        buf_printf(&code, "v%d,%s", i, i % 100 == 0 ? "\n\n" : "");
    buf_printf(&code, ") = [t + i for i in range(%d)] + [0] * %d\n```\n", STEPS, NAMES - STEPS);
    long before = used_microseconds();
    start_text("x.md", buf_text(&code));
    long took = used_microseconds() - before;
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert_int_eq(shown_count(run), NAMES + 1);
    ck_assert_msg(!is_timed() || took < MOST, "%ld us", took);
    stop();
    buf_release(&code);
}
END_TEST

START_TEST(an_error_keeps_what_worked)
{
    start_text(
        "x.md",
        "## One\n\n```python\nx = torch.tensor([1.])\ny = x + 1\n```\n\n## Two\n\n```python\n"
        "z = y * 2\nw = z @ v\nu = z\n```\n\n## Three\n\n```python\nt = z\n```\n");
    ck_assert(run->err.set);
    ck_assert_int_eq(run->err.at.line, 12);
    ck_assert_int_eq(run->mistakes, 1);
    ck_assert_int_eq(run->statements, 6);
    ck_assert_int_eq(shown_count(run), 6);
    ck_assert_int_eq(shown_before(run, 2), 2);
    ck_assert_int_eq(shown_before(run, 3), 5);
    ck_assert_int_eq(shown_before(run, 4), 6);
    for (int i = 0; i < run->tape->count; i++)
        run_stage_of_step(run, i);
    stop();
}
END_TEST

START_TEST(expectations_are_about_their_place)
{
    start_text("x.md",
               "## One\n\n```python\nx = 1\nprint('a')\nprint('b')\n```\n\n```expect x\n1\n```\n\n"
               "```expect\na\nb\n```\n\n```python\nx = 2\nprint('c')\n```\n\n## "
               "Two\n\n```expect\nc\n```\n\n"
               "```expect x\n1\n```\n\n```expect\n```\n");
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert_int_eq(run->expectations, 5);
    ck_assert_int_eq(run->failures, 1);
    ck_assert_int_eq(run->failure[0].at.line, 29);
    ck_assert_int_eq(run->failure[0].at.col, 11);
    ck_assert_int_eq(run->failure[0].at.width, 1);
    ck_assert_int_eq(run->failure[0].stage, 2);
    ck_assert_str_eq(run->failure[0].message, "expect x: 1 of 1 number differs, by at most 1");
    stop();
}
END_TEST

/* The stages of the call that made y: those of its own steps, whatever y was called since. */
START_TEST(expectations_find_the_stages_of_a_call)
{
    start_text(
        "x.md",
        "## s\n\n```python\nx = torch.tensor([[1., 2.], [3., 4.]])\n"
        "y = F.scaled_dot_product_attention(x, x, x, is_causal=True, scale=1)\nz = y\n```\n\n"
        "```expect y.mask\ntensor([[ True, False],\n        [ True,  True]])\n```\n\n"
        "```expect z.scores\ntensor([[ 5., 11.],\n        [11., 25.]])\n```\n\n"
        "```expect y.weights\ntensor([[1.0000e+00, 0.0000e+00],\n"
        "        [8.3153e-07, 1.0000e+00]])\n```\n");
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert_int_eq(run->expectations, 3);
    ck_assert_msg(run->failures == 0, "%s", run->failures ? run->failure[0].detail : "");
    stop();
}
END_TEST

static int stages_seen(const char *directive)
{
    char text[200];
    int seen = 0;
    snprintf(text, sizeof text,
             "x = torch.tensor([[1., 2.], [3., 4.]])\n%s\ny = F.layer_norm(x, (2,))", directive);
    start(text);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    for (int i = 0; i < run->stops; i++)
        seen += run->stop[i].detail == DETAIL_NORMAL;
    stop();
    return seen;
}

/* Folded, the stages of a call are there for those who go in. */
START_TEST(a_call_can_be_folded)
{
    ck_assert_int_gt(stages_seen(""), 0);
    ck_assert_int_eq(stages_seen("#| fold"), 0);
}
END_TEST

/* A printed NUL ends no text: what follows it still differs from what is expected. */
START_TEST(nothing_hides_behind_a_nul)
{
    start_text("x.md", "## s\n\n```python\nprint('a\\0b')\n```\n\n```expect\na\n```\n");
    ck_assert_int_eq(run->failures, 1);
    stop();
}
END_TEST

/* --- broken lessons ------------------------------------------------------------------------- */

static uint32_t random_state;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % n;
}

/* Takes a piece of the text out, doubles it, moves it, or puts a word in its place. */
static void mutate(Buf *text)
{
    static const char *const words[] = {"x",     "[",   "]",     "(",  ")",      "@",   "1",
                                        "0",     ":",   "None",  ".T", ".sum()", "'",   "\n",
                                        "```\n", "[0]", " @ x",  "-",  "f'{x}'", ",",   "torch.",
                                        "dim=",  "1e9", "= x =", "#|", "\x1b",   "\xff"};
    Buf changed = {0};
    uint32_t length = (uint32_t)text->length;
    size_t at = random_below(length), size = random_below(30), to = random_below(length);
    size = size > length - at ? length - at : size;
    const char *word = words[random_below(sizeof words / sizeof words[0])];
    switch (random_below(4)) {
    case 0:
        word = "";
        break;
    case 1:
        size = 0;
        break;
    default:
        break;
    }
    buf_add(&changed, text->text, at);
    buf_puts(&changed, word);
    buf_add(&changed, text->text + at + size, length - at - size);
    if (random_below(3) == 0 && to < changed.length)
        buf_cut(&changed, to + 1);
    buf_release(text);
    *text = changed;
}

/* A lesson, whatever becomes of it, is refused with one message that has a place, or it runs. */
START_TEST(any_mutation_is_refused_or_runs)
{
    Err err = {0};
    Buf original = {0};
    int ran = 0, times = 400;
    ck_assert(lesson_load("lessons/01-hand-crafted-weights.md", &original, &err));
    for (uint32_t i = 0; i < (uint32_t)times; i++) {
        Buf text = {0};
        err = (Err){0};
        random_state = i;
        buf_add(&text, original.text, original.length);
        for (uint32_t k = 0; k <= i % 3; k++)
            mutate(&text);
        lesson = lesson_parse("x.md", buf_text(&text), text.length, &err);
        ck_assert(lesson ? !err.set : err.set && *err.message);
        if (lesson) {
            run = run_lesson(lesson);
            check_stages();
            ck_assert(!run->err.set || run->err.at.line > 0);
            ran += !run->err.set;
            stop();
        }
        buf_release(&text);
    }
    ck_assert(ran > 0 && ran < times);
    buf_release(&original);
}
END_TEST

Suite *run_suite(void)
{
    Suite *s = suite_create("run");
    TCase *t = suite_case(s, "run");
    tcase_add_loop_test(t, statements_show_their_results, 0, sizeof showings / sizeof showings[0]);
    tcase_add_test(t, lines_steps_and_beats_belong_together);
    tcase_add_test(t, the_built_in_lesson_too);
    tcase_add_test(t, a_run_can_be_had_again);
    tcase_add_test(t, steps_say_where_they_come_from);
    tcase_add_test(t, rows_of_a_comprehension_are_called_by_their_tensor);
    tcase_add_test(t, rows_with_names_are_called_by_their_tensor);
    tcase_add_test(t, many_names_of_one_statement_take_no_time);
    tcase_add_test(t, an_error_keeps_what_worked);
    tcase_add_test(t, expectations_are_about_their_place);
    tcase_add_test(t, expectations_find_the_stages_of_a_call);
    tcase_add_test(t, nothing_hides_behind_a_nul);
    tcase_add_test(t, a_call_can_be_folded);
    tcase_add_test(t, any_mutation_is_refused_or_runs);
    return s;
}
