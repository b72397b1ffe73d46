/* Stories are told of the numbers that have them, and of no others. */
#include <check.h>
#include <string.h>

#include "made.h"
#include "shown.h"
#include "suites.h"
#include "tell/story.h"

static const char lesson[] = "# Made\n\n## Stage\n\n```python\nimport torch\n"
                             "inf = float('inf')\n"
                             "#| rows: a b\n"
                             "#| cols: a b\n"
                             "x = torch.tensor([[1., 2.], [3., 4.]])\n"
                             "plain = x.softmax(dim=-1)\n"
                             "hide = torch.tensor([[False, True], [True, True]])\n"
                             "gone = x.masked_fill(hide, -inf).softmax(dim=-1)\n"
                             "columns = x.masked_fill(hide, -inf).softmax(dim=0)\n"
                             "even = x.masked_fill(hide, -1e20).softmax(dim=-1)\n"
                             "same = torch.full((2, 2), -1e20).softmax(dim=-1)\n"
                             "deep = x.masked_fill(hide, -inf)[None].softmax(dim=-1)\n"
                             "dropped = plain * torch.tensor([[2., 0.], [2., 0.]])\n"
                             "kept = plain * 1.0\n"
                             "nearly = plain * 1.0008\n"
                             "hardly = plain / 1.0008\n"
                             "more = plain * 1.0012\n"
                             "less = plain / 1.0012\n"
                             "#| axes: batch head query key\n"
                             "heads = x.expand(1, 3, 2, 2) * 1.0\n"
                             "shared = heads.masked_fill(hide, 0.0)\n"
                             "own = heads.masked_fill(heads > 1, 0.0)\n"
                             "#| rows: cat [PAD]\n"
                             "words = torch.tensor([[1., 2.], [3., 4.]])\n"
                             "padded = words.softmax(dim=-1)\n"
                             "from torch import nn\n"
                             "made = nn.TransformerEncoderLayer(2, 2, 4, batch_first=True)\n"
                             "layer, enc = made.eval(), nn.TransformerEncoder(made, 1).eval()\n"
                             "pad, all = hide[:1], hide[1:]\n"
                             "slow = enc(x[None], src_key_padding_mask=pad)\n"
                             "with torch.no_grad():\n"
                             "    packed = enc(x[None], src_key_padding_mask=pad)\n"
                             "    full = enc(x[None], src_key_padding_mask=pad & False)\n"
                             "    nothing = layer(x[None], src_key_padding_mask=all)\n"
                             "    truths = layer(x[None], src_mask=x)\n"
                             "    alike = layer(x[None], src_mask=torch.zeros(2, 2))\n"
                             "```\n";

static const struct {
    const char *name, *story;
} told[] = {
    {"x", NULL},
    {"plain", NULL},
    {"gone", "Row \"b\" is masked everywhere: softmax of nothing but -inf is nan."},
    {"columns", NULL},
    {"even",
     "Row \"b\" is masked everywhere: all its scores are the same, and so are its weights."},
    {"same", NULL},
    {"deep", "Row [0, b] is masked everywhere: softmax of nothing but -inf is nan."},
    {"dropped", "Not all rows add up to 1 any more: the tab sums shows the sums."},
    {"kept", NULL},
    {"nearly", NULL},
    {"hardly", NULL},
    {"more", "Not all rows add up to 1 any more: the tab sums shows the sums."},
    {"less", "Not all rows add up to 1 any more: the tab sums shows the sums."},
    {"shared", "All 3 heads share this one mask."},
    {"own", NULL},
    {"words", NULL},
    {"padded", "[PAD] has a row, too: it is a query like any other."},
    {"slow", NULL},
    {"packed",
     "PyTorch's fast way, as no gradient is wanted: padding goes through no layer, and comes "
     "back as 0."},
    {"full", NULL},
    {"nothing",
     "PyTorch's fast way, as no gradient is wanted: a query that has no key left is nan. "
     "Otherwise it would be 0 here."},
    {"truths", "PyTorch's fast way, as no gradient is wanted: each number of a mask but 0 hides. "
               "Otherwise it would be added."},
    {"alike", NULL},
};

START_TEST(stories)
{
    Library *library = made_library(lesson);
    const Run *run = made_run(library);
    Arena a = {0};
    const Stop *stop = NULL;
    for (int i = 0; i < shown_count(run); i++)
        if (shown(run, i)->name && strcmp(shown(run, i)->name, told[_i].name) == 0)
            stop = shown(run, i);
    ck_assert_ptr_nonnull(stop);
    const Lens lens = {.run = run, .decimals = 4};
    const char *story = story_of(&a, &lens, &run->tape->step[stop->step]);
    ck_assert_str_eq(story ? story : "none", told[_i].story ? told[_i].story : "none");
    arena_release(&a);
    made_free(library);
}
END_TEST

Suite *story_suite(void)
{
    Suite *s = suite_create("story");
    TCase *t = tcase_create("story");
    tcase_add_loop_test(t, stories, 0, COUNT(told));
    suite_add_tcase(s, t);
    return s;
}
