/* Places: each name of a number that is printed means that number, and each way to write a place one part. */
#include <stdlib.h>
#include <string.h>

#include "app/named.h"
#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"
#include "view/explain.h"

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

/* What lines say in a lesson of one's own, in this order. */
static void expect_said(const char *lesson, const char *lines, const char *const *says, int count)
{
    folder_write("lessons/04-own.md", lesson);
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, 3);
    char *text = made_talk(app, library, lines);
    const char *at = text;
    for (int i = 0; i < count; i++) {
        const char *said = strstr(at, says[i]);
        ck_assert_msg(said != NULL, "'%s' is not in\n%s", says[i], at);
        at = said + 1;
    }
    free(text);
    app_free(app);
    library_free(library);
    folder_remove("lessons/04-own.md");
}

/* Nobody can know which of several is meant, unless the number is there, as pages print it. */
START_TEST(labels_that_are_the_same)
{
    static const char *const says[] = {
        "(Enter at a number: here that is open, with the place",
        "2 are called [PAD]: write the number, 1, 2.\n",
        "w[[PAD] 2][0] = 5.0\n",
        "w[[PAD] 1][1] = 4.0\n",
        "w[[PAD] 2][1] = 6.0\n",
        "row [PAD] 2: 0 is 5, 1 is 6\n",
        "There is no item held: 0 to 2, or helo, [PAD] 1, [PAD] 2.\n",
        "w[helo][0] = 1.0\n",
        "change 1: w[2, 1] = 0\n"};
    expect_said(
        "# Pads\n\nPress Enter at it.\n\n## Stage\n\n```python\nimport torch\n"
        "#| rows: helo [PAD] [PAD]\n"
        "w = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])\n```\n",
        "1.1\nread w[[PAD], 0]\nread w[[PAD] 2][0]\nread [1, 1]\nread [\"[PAD] 2\", 1]\nread [2]\n"
        "read [held]\nread ['helo', 0]\nwhatif [[PAD] 2, 1] = 0\nchanges\n",
        says, COUNT(says));
}
END_TEST

/* Sentences of one batch have labels of their own; a name has its indices from the first axis on. */
START_TEST(labels_of_a_batch)
{
    static const char *const says[] = {"w[s1][[PAD] 1][stop] = 7.0\n",
                                       "w[s0][the][cat] = 0.5\n",
                                       "There is no item the: 0 to 2, or stop, [PAD] 1, [PAD] 2.\n",
                                       "There is no item the: 0 to 1, or s0, s1.\n",
                                       "w has 3 axes",
                                       "item s1\nrow [PAD] 2: stop 8.0, ",
                                       "w[s1][[PAD] 2][[PAD] 1] = 8.5\n"};
    expect_said(
        "# Pads\n\n## Stage\n\n```python\nimport torch\n#| items: s0 s1\n"
        "#| rows: the cat sat | stop [PAD] [PAD]\n#| cols: the cat sat | stop [PAD] [PAD]\n"
        "w = torch.tensor([[[0., 0.5, 0.], [1., 0., 0.], [2., 0., 0.]],\n"
        "                  [[6., 0., 0.], [7., 0., 0.], [8., 8.5, 0.]]])\n```\n",
        "1.1\nread w[s1, 1, stop]\nread w[s0, the, cat]\nread w[s1, the, 0]\nread w[the, 0]\n"
        "read w[s1, [PAD] 2]\nblock s1\nread [2, 1]\n",
        says, COUNT(says));
}
END_TEST

/* Members of an object as code writes them, of this object and as they were last. */
START_TEST(members_are_understood)
{
    static const char *const says[] = {
        "result [1 x 2]\nrow 0: 0 is 4.5, 1 is 8.5\n", "result[0][1] = 16.5\n",
        "layer.weight [2 x 2]\nrow 0: 0 is 1, 1 is 0\n", /* not as it was made */
        "No result is called one.none."};
    expect_said(
        "# Names\n\n## Stage\n\n```python\nimport torch\nfrom torch import nn\n"
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
        "1.6\nread one.result\nread two.result[0][1]\nread one.layer.weight\nread one.none[0, 0]\n",
        says, COUNT(says));
}
END_TEST

/* A name alone in brackets of the result at hand: in the matrix that was chosen, unless all axes are named. */
START_TEST(places_without_a_name)
{
    static const char *const says[] = {"pay[a][new][p] = 2.0\n", "pay[b][new][p] = 6.0\n",
                                       "item b\nrow new: p 6, r 7\n", "pay[a][new][p] = 2.0\n",
                                       "change 1: pay[b, new, p] = 9\n"};
    expect_said(
        "# Heads\n\n## One\n\n```python\nimport torch\n"
        "#| items: a b\n#| rows: old new\n#| cols: p r\n"
        "pay = torch.arange(8.).reshape(2, 2, 2)\n```\n",
        "1.1\nread [new, p]\nblock b\nread [new, p]\nblock b\nread [new]\nread [a, new, p]\n"
        "block b\nwhatif [new, p] = 9\nchanges\n",
        says, COUNT(says));
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
    tcase_add_test(t, places_without_a_name);
    tcase_add_test(t, words_are_places);
    suite_add_tcase(s, t);
    return s;
}
