/* The language without any package: the evaluator knows Python's names alone. */
#include "base/common.h"
#include "python/doctest.h"
#include "python/heap.h"
#include "suites.h"

static const Package *const none[] = {NULL};

START_TEST(numbers_as_in_python)
{
    check_examples("tests/python/numbers.txt", none);
}
END_TEST

START_TEST(sequences_as_in_python)
{
    check_examples("tests/python/sequences.txt", none);
}
END_TEST

START_TEST(texts_as_in_python)
{
    check_examples("tests/python/texts.txt", none);
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

/* Believes what a walk says of the tensors that are left only where it came to its end: not where the time was over. */
START_TEST(a_walk_cut_short_is_not_the_whole)
{
    static const struct {
        const char *code;
        int64_t budget;
        bool is_whole;
    } walks[] = {
        {"x = [[1, 2], {'a': [3]}]\n", 1000, true},
        {"x = [[1, 2], {'a': [3]}]\n", 0, true},
        {"x = [[1, 2], {'a': [3]}]\n", -1, false},
        {"def f():\n    yield 1\n    yield 2\ng = f()\nnext(g)\n", 1000, true},
    };
    for (int i = 0; i < COUNT(walks); i++) {
        Err err = {0};
        Program program = {0};
        Value v;
        Heap heap = {0};
        const QkvTensor **tensor;
        int count;
        Qkv *q = qkv_new();
        Code block = {"x.py", walks[i].code, 0, strlen(walks[i].code), 1, 0};
        Eval e = eval_begin(q, block.file, walks[i].code, none, &err);
        ck_assert(parse(qkv_arena(q), &block, &program, &err));
        for (int k = 0; k < program.count; k++)
            ck_assert(eval_statement(&e, program.statement[k].node, &v));
        e.budget.left = walks[i].budget;
        ck_assert_msg(heap_tensors(&e, &heap, &tensor, &count) == walks[i].is_whole, "%s with %d",
                      walks[i].code, (int)walks[i].budget);
        ck_assert_int_eq(count, 0);
        buf_release(&e.printed);
        qkv_free(q);
    }
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
    tcase_add_test(t, a_walk_cut_short_is_not_the_whole);
    return s;
}
