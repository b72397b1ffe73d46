/* Places: each name of a number that is printed means that number, and each way to write a place one part. */
#include <stdlib.h>
#include <string.h>

#include "app/named.h"
#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"
#include "tell/explain.h"

/* Every name of a cell that is printed anywhere means that cell, wherever it is typed. */
START_TEST(printed_cells_are_understood)
{
    Library *library = library_open();
    library_load(&library->entry[0]);
    const Run *run = library->entry[0].run;
    const QkvTape *tape = run->tape;
    for (int i = 0; i < tape->count; i++) {
        const QkvTensor *t = tape->step[i].call.out;
        for (int from = -1; from < tape->count; from++) {
            NamedHere here = {.run = run, .step = from < 0 ? NULL : &tape->step[from]};
            Arena arena = {0};
            Buf said = {.arena = &arena};
            int64_t cell = t->count - 1, found = -1;
            const char *name = t->count ? explain_cell(&arena, run, t, cell) : NULL;
            const QkvTensor *its = name ? named_number(&here, name, &found, &said) : t;
            ck_assert_msg(its, "%s: %s", name, buf_text(&said));
            if (here.step && here.step->call.out == t && name) /* of several the one at hand */
                ck_assert_msg(its == t && found == cell, "%s, not %s", name,
                              explain_cell(&arena, run, its, found));
            arena_release(&arena);
        }
    }
    library_free(library);
}
END_TEST

/* Reads places of one lesson, one after the other, each at the result of the one before: what each of them names, or why
 * it names nothing. */
static void expect_read(const char *lesson, const char *const (*line)[2], int lines)
{
    folder_write("lessons/04-own.md", lesson);
    Library *library = library_open();
    const Run *run = library_run(library, 3);
    ck_assert_ptr_nonnull(run);
    NamedHere here = {.run = run};
    for (int i = 0; i < lines; i++) {
        Arena arena = {0};
        Buf said = {.arena = &arena};
        NamedPart part;
        int64_t cell = 0;
        bool ok = named_read(&here, line[i][0], &part, &said) &&
                  named_cell(&here, &part, &cell, &said);
        if (ok)
            buf_puts(&said, explain_cell(&arena, run, part.t, cell));
        ck_assert_msg(strstr(buf_text(&said), line[i][1]) != NULL, "%s: %s, not %s", line[i][0],
                      buf_text(&said), line[i][1]);
        if (ok) {
            here.step = &run->tape->step[part.t->step];
            here.cell = cell;
        }
        arena_release(&arena);
    }
    library_free(library);
    folder_remove("lessons/04-own.md");
}

/* Refuses to guess which of several is meant, unless the number is there, as pages print it. */
START_TEST(labels_that_are_the_same)
{
    static const char *const lines[][2] = {
        {"[0, 0]", "No result was shown yet"},
        {"w[[PAD], 0]", "2 are called [PAD]: write the number, 1, 2."},
        {"w[[PAD] 2][0]", "w[[PAD] 2, 0]"},
        {"[1, 1]", "w[[PAD] 1, 1]"},
        {"[\"[PAD] 2\", 1]", "w[[PAD] 2, 1]"},
        {"[2]", "These are 2 numbers: name one, such as w[[PAD] 2, 0]."},
        {"[held]", "There is no item held: 0 to 2, or helo, [PAD] 1, [PAD] 2."},
        {"['helo', 0]", "w[helo, 0]"},
        {"v", "No result is called v"},
        {"w[0, 0, 0]", "Too many indices"},
        {"w[-1, -1]", "w[[PAD] 2, 1]"},
    };
    expect_read("# Pads\n\n## Stage\n\n```python\nimport torch\n#| rows: helo [PAD] [PAD]\n"
                "w = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])\n```\n",
                lines, COUNT(lines));
}
END_TEST

/* Sentences of one batch have labels of their own; a name has its indices from the first axis on. */
START_TEST(labels_of_a_batch)
{
    static const char *const lines[][2] = {
        {"w[s1, 1, stop]", "w[s1, [PAD] 1, stop]"},
        {"w[s0, the, cat]", "w[s0, the, cat]"},
        {"w[s1, the, 0]", "There is no item the: 0 to 2, or stop, [PAD] 1, [PAD] 2."},
        {"w[the, 0]", "There is no item the: 0 to 1, or s0, s1."},
        {"w[the, 0]", "w has 3 axes"},
        {"w[s1, [PAD] 2, 0]", "w[s1, [PAD] 2, stop]"},
        {"[2, 1]", "w[s1, [PAD] 2, [PAD] 1]"}, /* in the matrix at hand */
    };
    expect_read("# Pads\n\n## Stage\n\n```python\nimport torch\n#| items: s0 s1\n"
                "#| rows: the cat sat | stop [PAD] [PAD]\n#| cols: the cat sat | stop [PAD] [PAD]\n"
                "w = torch.tensor([[[0., 0.5, 0.], [1., 0., 0.], [2., 0., 0.]],\n"
                "                  [[6., 0., 0.], [7., 0., 0.], [8., 8.5, 0.]]])\n```\n",
                lines, COUNT(lines));
}
END_TEST

/* Members of an object as code writes them, of this object and as they were last. */
START_TEST(members_are_understood)
{
    static const char *const lines[][2] = {
        {"one.result[0, 1]", "result[0, 1]"},
        {"two.result[0][1]", "result[0, 1]"},
        {"one.layer.weight[1, 1]", "layer.weight[1, 1]"},
        {"one.none[0, 0]", "No result is called one.none."},
    };
    expect_read("# Names\n\n## Stage\n\n```python\nimport torch\nfrom torch import nn\n"
                "class Net(nn.Module):\n"
                "    def __init__(self, by):\n"
                "        super().__init__()\n"
                "        self.by = by\n"
                "        self.layer = nn.Linear(2, 2, bias=False)\n"
                "    def forward(self, x):\n"
                "        kept = x * self.by\n"
                "        self.result = kept + 0.5\n"
                "        return self.layer(self.result)\n"
                "one, two = Net(1), Net(2)\n"
                "one.load_state_dict({'layer.weight': torch.eye(2)})\n"
                "x = torch.tensor([[4., 8.]])\n"
                "y = one(x)\n"
                "#| hide\n"
                "z = two(x)\n"
                "result = x * 2\n"
                "part = two.result[0]\n```\n",
                lines, COUNT(lines));
}
END_TEST

/* A number in question is what brackets alone are about, or the result of the spot. */
START_TEST(here_is_a_number_or_a_spot)
{
    Library *library = library_open();
    const Run *run = library_run(library, 0);
    const Lens lens = {.run = run, .decimals = NUMBER_DECIMALS};
    Spot spot = {0};
    ck_assert_ptr_null(named_here(&lens, NULL, -1, 0).step);
    while (!spot_step(run, &spot))
        ck_assert(spot_step_on(&spot, run));
    ck_assert_ptr_eq(named_here(&lens, &spot, -1, 0).step, spot_step(run, &spot));
    ck_assert_ptr_eq(named_here(&lens, &spot, 2, 1).step, &run->tape->step[2]);
    ck_assert_int_eq(named_here(&lens, &spot, 2, 1).cell, 1);
    ck_assert_int_eq(named_here(&lens, &spot, 2, INT64_MAX).cell, 0);
    library_free(library);
}
END_TEST

START_TEST(words_are_places)
{
    static const struct {
        const char *words, *place;
    } rows[] = {{"x x1 b", "x[x1, b]"},
                {"x1  b", "[x1, b]"},
                {"scores", "scores"},
                {"x[x1, b]", "x[x1, b]"},
                {"x  x1 ", "x[x1]"}};
    Library *library = library_open();
    library_load(&library->entry[0]);
    NamedHere here = {.run = library->entry[0].run};
    for (int i = 0; i < COUNT(rows); i++) {
        Arena arena = {0};
        ck_assert_str_eq(named_of_words(&arena, &here, rows[i].words), rows[i].place);
        arena_release(&arena);
    }
    library_free(library);
}
END_TEST

Suite *named_suite(void)
{
    Suite *s = suite_create("named");
    TCase *t = tcase_create("named");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_test(t, printed_cells_are_understood);
    tcase_add_test(t, labels_that_are_the_same);
    tcase_add_test(t, labels_of_a_batch);
    tcase_add_test(t, members_are_understood);
    tcase_add_test(t, here_is_a_number_or_a_spot);
    tcase_add_test(t, words_are_places);
    suite_add_tcase(s, t);
    return s;
}
