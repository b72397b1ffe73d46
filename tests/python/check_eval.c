/* The language without any package: the evaluator knows Python's names alone. */
#include "python/doctest.h"
#include "suites.h"

static const Package *const none[] = {NULL};

START_TEST(numbers_as_in_python)
{
    check_examples("tests/python/numbers.txt", 476, none);
}
END_TEST

START_TEST(sequences_as_in_python)
{
    check_examples("tests/python/sequences.txt", 289, none);
}
END_TEST

START_TEST(texts_as_in_python)
{
    check_examples("tests/python/texts.txt", 258, none);
}
END_TEST

/* No name of torch is built into the evaluator: it can be imported, and then nothing is in it. */
START_TEST(torch_is_handed_in)
{
    static const char *const names[] = {"torch\n", "nn.Linear\n", "Attention\n",
                                        "import torch\ntorch.zeros(2)\n"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        Buf out = {0};
        ck_assert_msg(!show(names[i], none, &out), "%s", names[i]);
        buf_release(&out);
    }
    Buf out = {0};
    show("import torch\ntorch.zeros(2)\n", none, &out);
    ck_assert_str_eq(buf_text(&out), "torch.zeros is not part of the lesson language");
    buf_release(&out);
}
END_TEST

Suite *eval_suite(void)
{
    Suite *s = suite_create("eval");
    TCase *t = suite_case(s, "python");
    tcase_add_test(t, numbers_as_in_python);
    tcase_add_test(t, sequences_as_in_python);
    tcase_add_test(t, texts_as_in_python);
    tcase_add_test(t, torch_is_handed_in);
    return s;
}
