/* Diagnoses: printouts that PyTorch made with a mistake in the code, which was written by hand
 * (tests/oracle/mistakes.py), and the mistake that is named. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "core/print.h"
#include "lesson/change.h"
#include "lesson/diagnose.h"
#include "made.h"
#include "suites.h"

static Printout read_file(const char *path)
{
    Buf text = {0};
    Printout printed;
    Err err = {0};
    ck_assert_msg(file_read(&text, path, PRINTOUT_BYTES), "%s is missing", path);
    ck_assert_msg(printout_read(&arena, buf_text(&text), text.length, &printed, &err), "%s",
                  err.message);
    buf_release(&text);
    return printed;
}

#define FOR(time) ((DiagnoseBounds){.seconds = (time)})

/* The printout, the program that is right, the result, and words of the sentence. */
static const struct {
    const char *out, *program, *name, *words;
} mistakes[] = {
    {"01-not-divided", "one_head", "weights", "nothing is divided"},
    {"02-root-of-model", "one_head", "weights", "the root of 6"},
    {"02-root-of-model-heads", "heads", "y", "the root of 6"},
    {"03-divided-twice", "one_head", "weights", "divided by keys.shape[-1] ** 0.5 twice"},
    {"04-divided-late", "one_head", "weights", "divided after softmax"},
    {"06-keys-not-transposed", "square", "weights", "keys is not transposed"},
    {"07-keys-reshaped", "square", "weights", "reshaped, not transposed"},
    {"08-over-queries", "one_head", "weights", "softmax runs over the queries"},
    {"09-over-heads", "heads", "y", "softmax runs over another axis"},
    {"09-over-the-batch-too", "batch", "y.weights", "softmax runs over another axis"},
    {"10-over-everything", "one_head", "weights", "over all numbers together"},
    {"11-softmax-twice", "one_head", "weights", "softmax is taken twice"},
    {"12-over-a-single-one", "single", "weights", "dim=-1 in place of dim=0"},
    {"12-over-a-single-one-mixed", "single", "context", "dim=-1 in place of dim=0"},
    {"13-mask-late", "one_head", "weights", "applied after softmax"},
    {"14-mask-filled-with-0", "one_head", "weights", "hidden scores become 0"},
    {"14-mask-filled-with-tiny", "one_head", "weights", "hidden scores become 1e-9"},
    {"15-mask-inverted", "one_head", "weights", "the mask is inverted"},
    {"15-mask-inverted-padding", "fused", "y", "the mask is inverted"},
    {"16-mask-added", "one_head", "weights", "added as 0 and 1"},
    {"17-mask-thrown-away", "one_head", "weights", "the mask is not applied"},
    {"18-mask-forgotten", "one_head", "context", "the mask is not applied"},
    {"19-hides-itself", "one_head", "weights", "off by one"},
    {"19-sees-one-ahead", "one_head", "weights", "off by one"},
    {"20-hides-rows", "one_head", "weights", "hides queries (rows)"},
    {"20-hides-rows-of-padding", "fused", "y", "hides queries (rows)"},
    {"21-not-low-enough", "one_head", "weights", "not low enough"},
    {"21-plus-inf", "one_head", "weights", "+inf"},
    {"22-hidden-everywhere", "hidden", "weights", "hidden scores become -inf"},
    {"23-heads-cut-by-view", "heads", "y", "heads are cut without transposing"},
    {"23-queries-cut-by-view", "heads", "y", "heads are cut without transposing"},
    {"24-merged-without-permute", "heads", "y", "merged without transposing back"},
    {"25-drawn-in-another-order", "square", "context", "drawn in another order"},
    {"25-key-first", "fused", "y", "another order"},
    {"25-value-first", "fused", "y", "another order"},
    {"25-columns-interleaved", "fused", "y", "interleaved"},
    {"26-weight-transposed", "square", "weights", "W_query is transposed"},
    {"27-values-from-keys", "one_head", "context", "keys in place of values"},
    {"27-query-from-values", "one_head", "weights", "values in place of queries"},
    {"28-one-layer-for-keys", "heads", "y", "W_query is used in place of W_key"},
    {"28-keys-for-values", "batch", "y", "k in place of v"},
    {"29-no-output", "heads", "y", "self.out_proj is not applied"},
    {"29-no-bias", "heads", "y", "self.out_proj has no bias"},
    {"30-batch-and-words", "batch", "y", "batch and words are exchanged"},
    {"31-dropout-left-on", "heads", "y", "dropout was left on"},
    {"32-repeat", "grouped", "y", "repeat in place of repeat_interleave"},
    {"33-angles-side-by-side", "grouped", "y", "repeated side by side"},
    {"34-mask-of-first-queries", "grouped", "weights", "the first are taken instead of the last"},
    {"35-bias-left-in", "layers", "y", "the layer has a bias; and so in"},
    {"36-dropout-on-values", "layers", "y", "dropout falls on the values"},
    {"37-sees-not-itself", "layers", "y", "> in place of >="},
};

START_TEST(a_mistake_is_named)
{
    char path[200];
    Err err = {0};
    bool named = false;
    Buf said = {0};
    snprintf(path, sizeof path, "tests/mistakes/%s.py", mistakes[_i].program);
    start_file(path);
    snprintf(path, sizeof path, "tests/mistakes/%s.out", mistakes[_i].out);
    Printout printed = read_file(path);
    Diagnosis *d = diagnose(run, mistakes[_i].name, &printed, FOR(60), &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    for (int i = 0; i < d->fits; i++) {
        const Mutation *m = d->fit[i].mutation[0];
        buf_printf(&said, "  %s: %s -> %s\n", m->sentence, m->old, m->new);
        named = named || (d->fit[i].mutations == 1 && strstr(m->sentence, mistakes[_i].words));
    }
    ck_assert_msg(named, "%s: expected '%s' among %d of %d\n%s", mistakes[_i].out,
                  mistakes[_i].words, d->fits, d->singles, buf_text(&said));
    buf_release(&said);
    diagnosis_free(d);
    stop();
}
END_TEST

START_TEST(what_is_no_mistake_is_none)
{
    Err err = {0};
    start_file("tests/mistakes/one_head.py");
    Printout printed = read_file("tests/mistakes/05-scaled-queries.out");
    Diagnosis *d = diagnose(run, "weights", &printed, FOR(60), &err);
    ck_assert(d != NULL && d->is_right && d->fits == 0);
    diagnosis_free(d);
    stop();
}
END_TEST

/* An assertion of a lesson on its own numbers does not hold with a mistake, and is no reason not to name it. */
START_TEST(an_assertion_hides_no_mistake)
{
    Err err = {0};
    static const char text[] = "[0, 1, 2]";
    Printout printed;
    bool named = false;
    ck_assert(printout_read(&arena, text, strlen(text), &printed, &err));
    start("import torch\nx = torch.arange(3.)\ny = x * 2\nassert y[2] == 4\nz = y + 0");
    Diagnosis *d = diagnose(run, "z", &printed, FOR(60), &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    for (int i = 0; i < d->fits; i++)
        named = named || strstr(d->fit[i].mutation[0]->sentence, "* 2 is left out");
    ck_assert(named);
    diagnosis_free(d);
    stop();
}
END_TEST

/* Of two lines with the same mistake that of the lines that are asked about is named. */
START_TEST(a_search_is_kept_to_lines)
{
    Err err = {0};
    static const char text[] = "[[0, 2], [4, 6]]"; /* a factor of the two is missing */
    Printout printed;
    ck_assert(printout_read(&arena, text, strlen(text), &printed, &err));
    start("import torch\nx = torch.arange(4.).view(2, 2)\ny = x * 2\nz = y * 2");
    DiagnoseBounds bounds = {.seconds = 60, .first = 7, .last = 7};
    Diagnosis *d = diagnose(run, "z", &printed, bounds, &err);
    ck_assert_msg(d && d->singles > 0, "%s", err.message);
    for (int i = 0; i < d->fits; i++)
        ck_assert_int_eq(d->fit[i].mutation[0]->line, 7);
    int fits = d->fits;
    diagnosis_free(d);
    d = diagnose(run, "z", &printed, FOR(60), &err);
    ck_assert_int_gt(fits, 0);
    ck_assert_int_gt(d->fits, fits);
    diagnosis_free(d);
    stop();
}
END_TEST

/* --- both ways -------------------------------------------------------------------------------------- */

/* Programs of tests/mistakes/pairs, each right, with what somebody wrote in its place below (#!), and what both
 * print in PyTorch. Who has the right program and the wrong numbers is told the mistake; who has the
 * wrong program and the right numbers, as those who ask do, the repair. */
static const struct {
    const char *name, *words[2]; /* of the mistake, of the repair */
} pairs[] = {
    {"alibi-sign", {"- in place of +", "+ in place of -"}},
    {"alibi-slopes", {"counted from one less", "counted from one more"}},
    {"block-maximum", {"here in place of top", "top in place of here"}},
    {"cap-after-mask",
     {"the cap comes after the mask", "the cap comes before the mask, not after it"}},
    {"cap-around-mask",
     {"the cap comes after the mask", "the cap comes before the mask, not after it"}},
    {"cap-in-its-line",
     {"the cap comes after the mask", "the cap comes before the mask, not after it"}},
    {"cell-by-cell", {"* multiplies cell by cell", "the matrix product in place of *"}},
    {"decoder-of-zeros", {"zeros in place of randn", "randn in place of zeros"}},
    {"divided-late", {"divided after softmax", "divided before softmax"}},
    {"dropout-before-softmax",
     {"what it drops is hidden from softmax", "dropout falls on the weights, after softmax"}},
    {"dropout-on-scores",
     {"dropout falls on the scores, before softmax",
      "dropout falls on the weights, after softmax"}},
    {"einsum-letters", {"the axes ji in the place of ij", "the axes ij in the place of ji"}},
    {"eval", {"drop.eval() is left out", "drop is set to evaluation"}},
    {"eval-of-class", {"head.eval() is left out", "head is set to evaluation"}},
    {"heads-by-view",
     {"cut without transposing: words and heads are mixed up; and so in",
      "words and heads transposed then; and so in"}},
    {"keys-reshaped", {"k is reshaped, not transposed", "k is transposed, not reshaped"}},
    {"labels-not-shifted",
     {"logits and labels are not shifted", "logits and labels are shifted by one"}},
    {"labels-shifted-twice",
     {"logits and labels are shifted by one", "logits and labels are not shifted"}},
    {"linear-transposed",
     {"w_q is used the wrong way round: x @ W, not x @ W.T; and so in",
      "w_q is transposed; and so in"}},
    {"mask-after-softmax",
     {"the mask is applied after softmax", "the mask is applied to the scores, before softmax"}},
    {"mask-of-first-rows",
     {"the first are taken instead of the last", "the last rows are taken, not the first"}},
    {"mask-of-ones", {"tril is left out", "the ones are cut to a triangle"}},
    {"mask-under-if", {"the condition never holds", "the condition always holds"}},
    {"mask-with-cache", {"it begins at diagonal 0", "the triangle ends in the last corner"}},
    {"masked-copy-thrown-away", {"the mask is not applied", "what masked_fill gives is kept"}},
    {"merged-by-view",
     {"heads are merged without transposing back", "transposed back before heads are merged"}},
    {"no-mask", {"the mask is not applied", "scores right of the diagonal are hidden"}},
    {"norm-after",
     {"the norm comes after the sum, not before the layer; and so in",
      "the norm comes before the layer, not after the sum; and so in"}},
    {"norm-of-mean", {"layer_norm in place of rms_norm", "rms_norm in place of layer_norm"}},
    {"not-divided", {"nothing is divided by math.sqrt(3)", "divided by the root of 3"}},
    {"one-below-the-line",
     {"the largest number of a row is subtracted before exp alone",
      "- s.amax(dim=-1, keepdim=True) is left out"}},
    {"one-projection-for-all-heads",
     {"each head is projected by itself", "all heads are projected together"}},
    {"positions-batch-axis",
     {"rows are taken by x.size(0), not by x.size(1)",
      "rows are taken by x.size(1), not by x.size(0)"}},
    {"positions-down-the-batch", {"counted down the batch", "counted along the words"}},
    {"positions-left-padding",
     {"counted from the left, padding too", "counted by mask, without padding"}},
    {"positions-one-row", {"one row is taken", "the first n are taken"}},
    {"positions-with-cache", {"counting begins at 0, not at n", "counting begins at 3, not at 0"}},
    {"rearranged-columns",
     {"columns are cut as (d h), not as (h d)", "columns are cut as (h d), not as (d h)"}},
    {"root-before-method",
     {"the scores are divided by the root of 3", "nothing is divided by 3 ** 0.5"}},
    {"rope-pairs",
     {"numbers side by side belong together", "numbers half a row apart belong together"}},
    {"rope-rotate-half",
     {"numbers side by side belong together", "numbers half a row apart belong together"}},
    {"sigmoid", {"sigmoid in place of softmax", "softmax in place of sigmoid"}},
    {"sink-cut-early",
     {"the last column is cut off before softmax", "the last column is cut off after softmax"}},
    {"softmax-before-loss", {"the loss gets weights of softmax", "this softmax is left out"}},
    {"sum-without-axis",
     {"sum is of all numbers, not along one axis", "sum is of each row, not of all numbers"}},
    {"sum-without-keepdim", {"keepdim=True is not passed on", "sum keeps its axis"}},
    {"tied-by-clone", {"the weights are a copy, not tied", "the weights are tied, not copied"}},
    {"tied-scale", {"* 4 ** 0.5 is left out", "multiplied by the root of 4"}},
    {"triangle-not-transposed",
     {"triu(torch.ones(4, 4)) is not transposed", "tril in place of triu"}},
};

/* The lines after #! in the place of those above them. */
static char *mistaken(const char *right)
{
    Buf out = {.arena = &arena};
    for (const char *at = right; *at;) {
        const char *next = at + strcspn(at, "\n"), *below = *next ? next + 1 : next;
        size_t blanks = strspn(below, " ");
        bool is_other = strncmp(below + blanks, "#! ", 3) == 0;
        if (is_other)
            buf_printf(&out, "%*s%.*s", (int)blanks, "", (int)strcspn(below + blanks + 3, "\n"),
                       below + blanks + 3);
        else
            buf_add(&out, at, (size_t)(next - at));
        buf_puts(&out, *next ? "\n" : "");
        at = below;
    }
    return arena_keep(&arena, &out);
}

START_TEST(a_mistake_is_named_both_ways)
{
    const char *name = pairs[_i / 2].name, *words = pairs[_i / 2].words[_i % 2];
    char path[200];
    Err err = {0};
    Buf program = {.arena = &arena}, out = {.arena = &arena}, said = {.arena = &arena};
    Printout printed;
    bool named = false;
    snprintf(path, sizeof path, "tests/mistakes/pairs/%s.py", name);
    ck_assert_msg(file_read(&program, path, 1 << 16), "%s is missing", path);
    snprintf(path, sizeof path, "tests/mistakes/pairs/%s.out", name);
    ck_assert_msg(file_read(&out, path, 1 << 16), "%s is missing", path);
    char *right = arena_keep(&arena, &out), *wrong = strstr(right, "----\n");
    ck_assert(wrong != NULL);
    *wrong = '\0';
    const char *numbers = _i % 2 ? right : wrong + strlen("----\n");
    start_text("x.py", _i % 2 ? mistaken(buf_text(&program)) : buf_text(&program));
    ck_assert_msg(printout_read(&arena, numbers, strlen(numbers), &printed, &err), "%s",
                  err.message);
    Diagnosis *d = diagnose(run, NULL, &printed, FOR(60), &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    for (int i = 0; i < d->fits; i++) {
        const Mutation *m = d->fit[i].mutation[0];
        buf_printf(&said, "  %s: %s -> %s\n", m->sentence, m->old, m->new);
        named = named || (d->fit[i].mutations == 1 && strstr(m->sentence, words));
    }
    ck_assert_msg(named, "%s: expected '%s' among %d of %d\n%s", name, words, d->fits, d->singles,
                  buf_text(&said));
    diagnosis_free(d);
    stop();
}
END_TEST

/* --- the search ------------------------------------------------------------------------------------- */

/* Prints what a result becomes when these lines of the program at hand are changed. */
static Printout print_changed(const char *name, const char *first, const char *second)
{
    Change change[2];
    Err err = {0};
    Buf text = {0};
    Printout printed;
    ck_assert(change_parse(&arena, run, first, &change[0], &err));
    ck_assert(!second || change_parse(&arena, run, second, &change[1], &err));
    Lesson *other = lesson_changed(lesson, change, second ? 2 : 1, &err);
    Run *changed = run_lesson(other);
    Results results = results_of(&arena, changed);
    const Result *r = results_find(&results, name);
    ck_assert(r != NULL);
    print_tensor(&text, r->tensor, &print_default);
    ck_assert(printout_read(&arena, buf_text(&text), text.length, &printed, &err));
    run_free(changed);
    lesson_free(other);
    buf_release(&text);
    return printed;
}

START_TEST(two_mistakes_are_found_when_one_is_not_enough)
{
    Err err = {0};
    start_file("tests/mistakes/square.py");
    Printout printed = print_changed("weights", "queries = x @ W_query.T",
                                     "weights = torch.softmax(queries @ keys.T / 2, dim=-2)");
    Diagnosis *d = diagnose(run, "weights", &printed, FOR(30), &err);
    ck_assert_int_gt(d->fits, 0);
    ck_assert_int_eq(d->fit[0].mutations, 2);
    diagnosis_free(d);
    stop();
}
END_TEST

START_TEST(the_time_is_kept)
{
    Err err = {0};
    start_file("tests/mistakes/heads.py");
    Printout printed = print_changed("y", "y = y * 1.2345", NULL);
    long before = used_microseconds();
    Diagnosis *d = diagnose(run, "y", &printed, FOR(0.2), &err);
    ck_assert(!is_timed() || used_microseconds() - before < 500000);
    ck_assert(d->is_cut);
    ck_assert_int_eq(d->fits, 0);
    ck_assert(fabs(d->signs.ratio - 1.2345) < 1e-3);
    diagnosis_free(d);
    stop();
}
END_TEST

/* A single number that all are multiplied with is a sign, also where the largest are negative. */
START_TEST(a_ratio_is_that_of_all_numbers)
{
    static const struct {
        const char *numbers;
        double ratio;
    } cases[] = {{"[4., 2., 1.]", 0.5},
                 {"[-4., -2., -1.]", 0.5},
                 {"[-4., 0., 1.]", 3},
                 {"[1., -8., 2.]", -2},
                 {"[0., 0., 5.]", 0.25}};
    char code[100], wrong[100];
    Err err = {0};
    snprintf(code, sizeof code, "y = torch.tensor(%s)\n", cases[_i].numbers);
    snprintf(wrong, sizeof wrong, "y = y * %g", cases[_i].ratio);
    start(code);
    Printout printed = print_changed("y", wrong, NULL);
    Diagnosis *d = diagnose(run, "y", &printed, FOR(1), &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    ck_assert_msg(fabs(d->signs.ratio - cases[_i].ratio) < 1e-3, "%s: %g", cases[_i].numbers,
                  d->signs.ratio);
    diagnosis_free(d);
    stop();
}
END_TEST

static int asked;

static bool stops_at_ten(void)
{
    return ++asked >= 10;
}

START_TEST(the_search_can_be_stopped)
{
    Err err = {0};
    start_file("tests/mistakes/heads.py");
    Printout printed = print_changed("y", "y = y * 1.2345", NULL);
    Diagnosis *d = diagnose(run, "y", &printed, (DiagnoseBounds){60, stops_at_ten}, &err);
    ck_assert(d->is_cut && d->tried < 10);
    diagnosis_free(d);
    stop();
}
END_TEST

START_TEST(the_right_numbers_are_no_mistake)
{
    Err err = {0};
    start_file("tests/mistakes/one_head.py");
    Printout printed = print_changed("weights", "line 5: W_query = torch.randn(6, 4)", NULL);
    Diagnosis *d = diagnose(run, NULL, &printed, FOR(5), &err);
    ck_assert(d->is_right && d->fits == 0 && d->tried == 0);
    ck_assert_str_eq(d->name, "weights");
    diagnosis_free(d);
    stop();
}
END_TEST

START_TEST(numbers_of_no_result_are_refused)
{
    Err err = {0};
    Printout printed;
    static const char text[] = "tensor([[1., 2., 3.], [4., 5., 6.]])";
    start_file("tests/mistakes/one_head.py");
    ck_assert(printout_read(&arena, text, strlen(text), &printed, &err));
    ck_assert(!diagnose(run, NULL, &printed, FOR(5), &err) && err.set);
    err = (Err){0};
    ck_assert(!diagnose(run, "weight", &printed, FOR(5), &err));
    ck_assert_str_eq(err.message, "no result is called 'weight': did you mean 'weights'?");
    stop();
}
END_TEST

/* Of a whole printout that block is asked about which is not what the program prints in its place. */
static const struct {
    const char *printed;
    int block, line; /* line asked about; 0: results with a name */
    bool is_right;
    const char *words; /* of a fit; NULL: there is none */
} blocks[] = {
    {"tensor([[1., 2.], [3., 4.]])\ntensor([[4., 6.], [8., 10.]])\ntensor(10.)\n", 0, 0, true,
     NULL},
    {"tensor([[1., 2.], [3., 4.]])\ntensor([[6., 8.], [10., 12.]])\ntensor(10.)\n", 1, 4, false,
     "2 in place of 1"},
    {"x: tensor([[1., 2.], [3., 4.]])\nthen tensor([[6., 8.], [10., 12.]])\nsum tensor(10.)\n", 1,
     4, false, "2 in place of 1"},
    {"tensor([[1., 2.], [3., 4.]])\ntensor([[4., 6.], [8., 10.]])\ntensor(2.5000)\n", 2, 5, false,
     "mean in place of sum"},
    {"tensor([[1., 2.], [3., 4.]])\ntensor([[6., 8.], [10., 12.]])\ntensor(2.5)\n", 1, 4, false,
     NULL}, /* no change alone makes both */
    {"tensor(5.)\n", 0, 5, false, NULL},
    {"tensor(2.5000)\n", 0, 5, false, "mean in place of sum"},
    {"y = tensor([[3., 4.], [5., 6.]])\n", 0, 0, false, "2 in place of 1"},
    {"tensor([[1., 2.], [3., 4.]])\ny = tensor([[3., 4.], [5., 6.]])\n", 1, 0, false,
     "2 in place of 1"},
};

START_TEST(the_block_that_differs_is_asked_about)
{
    Printout printed;
    Err err = {0};
    const char *text = blocks[_i].printed, *words = blocks[_i].words;
    bool named = false;
    start_text("x.py", "import torch; x = torch.tensor([[1., 2.], [3., 4.]])\ny = x + 1\nprint(x)\n"
                       "print(y * 2)\nprint(x.sum())\n");
    ck_assert(printout_read(&arena, text, strlen(text), &printed, &err));
    Diagnosis *d = diagnose(run, NULL, &printed, FOR(30), &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    ck_assert_int_eq(d->block - printed.block, blocks[_i].block);
    ck_assert_int_eq(d->line, blocks[_i].line);
    ck_assert_int_eq(d->is_right, blocks[_i].is_right);
    for (int i = 0; i < d->fits; i++)
        named = named || (d->fit[i].mutations == 1 && words &&
                          strstr(d->fit[i].mutation[0]->sentence, words));
    ck_assert_int_eq(named, words != NULL);
    diagnosis_free(d);
    stop();
}
END_TEST

/* Fits are held against other inputs: those that part there are of two kinds. */
static const struct {
    const char *code, *printed;
    int kinds;
} kinds[] = {
    {"x = torch.tensor([1.5, 1.5])\ny = x * 3\n", "[4.5, 4.5]", 0},
    {"x = torch.tensor([2., 2.])\ny = x * 3 + 1\n", "[6., 6.]", 2},
    {"x = torch.tensor([2, 2])\ny = x * 3 + 1\n", "[6, 6]", 0}, /* whole numbers are no inputs */
    {"x = torch.tensor([[1., 2.], [3., 5.]])\ny = x.transpose(0, 1)\n", "[[1., 2.], [3., 5.]]", 1},
};

START_TEST(fits_are_told_apart_by_other_inputs)
{
    Printout printed;
    Err err = {0};
    const char *text = kinds[_i].printed;
    start(kinds[_i].code);
    ck_assert(printout_read(&arena, text, strlen(text), &printed, &err));
    Diagnosis *d = diagnose(run, "y", &printed, FOR(30), &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    ck_assert_int_eq(d->kinds, kinds[_i].kinds);
    ck_assert(d->kinds == 0 || d->fits > 1);
    for (int i = 1; i < d->fits; i++)
        ck_assert_int_ge(d->fit[i].kind, d->fit[i - 1].kind);
    diagnosis_free(d);
    stop();
}
END_TEST

static bool is_same_mutation(const Mutation *x, const Mutation *y)
{
    return x->edits == y->edits && x->edit[0].start == y->edit[0].start &&
           x->edit[0].end == y->edit[0].end && strcmp(x->new, y->new) == 0;
}

/* Mutations leave a program as they say, whatever the program. */
START_TEST(any_mutation_is_refused_or_runs)
{
    static const char *const paths[] = {"lessons/03-applying-a-mask.md",
                                        "lessons/29-columns-and-einsum.md",
                                        "tests/real/multi_head.py", "tests/real/transformer.py",
                                        "tests/real/attention_by_loops.py"};
    int tried = 0, ran = 0;
    start_file(paths[_i]);
    Mutations all = mutations_of(&arena, lesson, run, run->tape->count - 1);
    bool again = false; /* two rows may say the same: it is tried once */
    for (int i = 0; i < all.count; i++)
        for (int k = 0; k < i; k++)
            again = again || is_same_mutation(&all.item[i], &all.item[k]);
    ck_assert(!again);
    for (int i = 0; i < all.count; i += 1 + all.count / 100) {
        Err err = {0};
        Lesson *wrong = lesson_edit(lesson, all.item[i].edit, all.item[i].edits, &err);
        ck_assert_msg(wrong != NULL, "%s: %s -> %s: %s", all.item[i].sentence, all.item[i].old,
                      all.item[i].new, err.message); /* rows write code */
        Run *other = run_lesson(wrong);
        tried++;
        ran += !other->err.set;
        run_free(other);
        lesson_free(wrong);
    }
    ck_assert_int_gt(tried, 20);
    ck_assert_int_gt(ran, 0);
    stop();
}
END_TEST

Suite *diagnose_suite(void)
{
    Suite *s = suite_create("diagnose");
    TCase *t = suite_case(s, "diagnose");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, a_mistake_is_named, 0, sizeof mistakes / sizeof *mistakes);
    tcase_add_loop_test(t, a_mistake_is_named_both_ways, 0, 2 * (int)COUNT(pairs));
    tcase_add_test(t, two_mistakes_are_found_when_one_is_not_enough);
    tcase_add_test(t, what_is_no_mistake_is_none);
    tcase_add_test(t, an_assertion_hides_no_mistake);
    tcase_add_test(t, the_time_is_kept);
    tcase_add_test(t, a_search_is_kept_to_lines);
    tcase_add_loop_test(t, a_ratio_is_that_of_all_numbers, 0, 5);
    tcase_add_test(t, the_search_can_be_stopped);
    tcase_add_test(t, the_right_numbers_are_no_mistake);
    tcase_add_test(t, numbers_of_no_result_are_refused);
    tcase_add_loop_test(t, the_block_that_differs_is_asked_about, 0, (int)COUNT(blocks));
    tcase_add_loop_test(t, fits_are_told_apart_by_other_inputs, 0, (int)COUNT(kinds));
    tcase_add_loop_test(t, any_mutation_is_refused_or_runs, 0, 5);
    return s;
}
