/* PyTorch's names as PyTorch 1.13 has them. */
#include "core/print.h"
#include "python/answers.h"
#include "python/listing.h"
#include "python/real.h"
#include "suites.h"
#include "torch/torch.h"

static const Package *const packages[] = {&torch_package, &einops_package, NULL};
static const char *const files[] = {"tensors",
                                    "modules",
                                    "mixed",
                                    "layers",
                                    "einops",
                                    "memory",
                                    "types",
                                    "bytes",
                                    "further",
                                    "newer",
                                    "numpy",
                                    "numpy-errors",
                                    "numpy-newer",
                                    "gradients-cells",
                                    "gradients-views",
                                    "gradients-edges",
                                    "gradients-moves",
                                    "gradients-sums",
                                    "gradients-training",
                                    "gradients-functions",
                                    "gradients-optimizers"};

START_TEST(same_as_pytorch)
{
    char path[64];
    snprintf(path, sizeof path, "tests/torch/%s.txt", files[_i]);
    check_examples(path, packages);
}
END_TEST

/* Functions and methods, with tensors of every type, shape and order in memory. */
START_TEST(answers_are_those_of_pytorch)
{
    check_answers("tests/torch/answers.txt", "import torch\nimport torch.nn.functional as F\n",
                  packages);
}
END_TEST

/* Every row of core that says where it is called can be called there. */
START_TEST(rows_are_names)
{
    static const unsigned homes[] = {IN_TORCH, IN_FUNCTIONAL, OF_TENSOR};
    Err err = {0};
    int count, found = 0;
    Qkv *q = qkv_new();
    Eval e = eval_begin(q, "x.md", "", packages, &err);
    const QkvOp *const *ops = qkv_ops(&count);
    for (int i = 0; i < count; i++)
        for (int h = 0; h < 3; h++)
            if ((unsigned)ops[i]->homes << HOMES_OF_OPS & homes[h]) {
                ck_assert_msg(names_find(&e, homes[h], ops[i]->name), "%s", ops[i]->name);
                found++;
            }
    ck_assert_int_gt(found, 0);
    qkv_free(q);
}
END_TEST

static void must_list(const char *word, bool known, const char *text)
{
    Buf out = {0};
    ck_assert_int_eq(names_list(&out, packages, word), known);
    ck_assert_msg(strstr(buf_text(&out), text), "%s: %s", word ? word : "all", buf_text(&out));
    buf_release(&out);
}

/* A row of core is listed with what it computes; what is asked for can be a part of a name or a whole
 * path. */
START_TEST(names_are_listed)
{
    must_list(NULL, true, "  torch.softmax(input, dim, dtype=None)\n      out[..] = exp(");
    must_list(NULL, true, "  x.permute(*dims)\n");
    must_list(NULL, true, "  torch.permute(input, dims)\n");
    must_list(NULL, true, "  enumerate(iterable, start=0)\n");
    must_list(NULL, true, "qkv\n  qkv.SelfAttentionV1(");
    must_list("SelfAttentionV2", true, "qkv\n  qkv.SelfAttentionV2(dim, scale=\"after\")\n");
    must_list("shape", true, "a Tensor\n  x.shape\n");
    must_list(
        "nn.Linear", true,
        "torch.nn\n  nn.Linear(in_features, out_features, bias=True, device=None, dtype=None)\n");
    must_list("x.softmax", true, "a Tensor\n  x.softmax(dim, dtype=None)\n");
    must_list("torch.nn.functional.pad", true, "  F.pad(input, pad, mode=None, value=None)\n");
    must_list("functools.reduce", true,
              "functools\n  functools.reduce(function, iterable, initial=");
    must_list("itertools", true, "  itertools.chain(*iterables)\n");
    must_list("x.unfold", true, "a Tensor\n  x.unfold(dimension, size, step)\n");
    must_list("nn.Conv1d", true, "torch.nn\n  nn.Conv1d(in_channels, out_channels, kernel_size, ");
    must_list("orch.sum", false, "lessons know no 'orch.sum'");
    must_list("expm1", true, "torch.expm1(input)");
    must_list("sys.rearrange", false, "lessons know no 'sys.rearrange'");
    must_list("layers.torch.dict", false, "lessons know no 'layers.torch.dict'");
    must_list("torch.special.erf", true, "torch.special\n  torch.special.erf(input)\n");
    must_list("torch.nn.utils.rnn.pad_sequence", true,
              "torch.nn.utils.rnn.pad_sequence(sequences, batch_first=");
    must_list("tranpose", false, "lessons know no 'tranpose': did you mean 'transpose'?\n");
}
END_TEST

/* Names that PyTorch has and lessons have not are no misspelt ones. */
START_TEST(names_of_pytorch_are_known)
{
    Err err = {0};
    Qkv *q = qkv_new();
    Eval e = eval_begin(q, "x.md", "", packages, &err);
    const Value t = {.kind = VALUE_TENSOR};
    ck_assert(real_of_module(&e, "torch", "cov") == REAL_HAS);
    ck_assert(real_attribute(&e, &t, "cov") == REAL_HAS);
    ck_assert(real_of_module(&e, "torch.nn", "ZeroPad2d") == REAL_HAS);
    ck_assert(real_of_module(&e, "torch.nn.functional", "glu") == REAL_HAS);
    ck_assert(real_of_module(&e, "torch", "co") == REAL_LACKS);
    ck_assert(real_of_module(&e, "torch", "ZeroPad2d") == REAL_LACKS);
    ck_assert(real_of_module(&e, "torch.nn", "Conv2") == REAL_LACKS);
    ck_assert(real_of_module(&e, "torch", "cov det") == REAL_LACKS);
    ck_assert(real_of_module(&e, "torch", "_private") == REAL_UNKNOWN);
    ck_assert(real_of_module(&e, "torch.no_module", "cov") == REAL_UNKNOWN);
    ck_assert(real_of_module(&e, "builtins", "bytearray") == REAL_HAS);
    ck_assert(real_keyword(&e, "create_graph") && !real_keyword(&e, "create_graf"));
    ck_assert_ptr_nonnull(strstr(torch_why(OF_TENSOR, "short"), "int64, int32, uint8 and bool"));
    ck_assert_ptr_null(torch_why(IN_TORCH, "shor"));
    qkv_free(q);
}
END_TEST

/* A module of the library runs when a lesson first needs it, and may find no budget left: that is said of the
 * lesson's line, the first, and of a place that it has. */
START_TEST(a_library_that_cannot_be_loaded_is_asked_for_somewhere)
{
    static const char code[] = "import torch.nn as n; x = n.SmoothL1Loss()";
    enum { ENOUGH = 3000, STEP = 3 };
    int failures = 0;
    for (int left = 0; left < ENOUGH; left += STEP) {
        Err err = {0};
        Program program = {0};
        Value unused;
        Qkv *q = qkv_new();
        Code block = {"x.md", code, 0, strlen(code), 1, 0};
        Eval e = eval_begin(q, "x.md", code, packages, &err);
        bool ok = parse(qkv_arena(q), &block, &program, &err);
        e.budget.left = left;
        for (int i = 0; ok && i < program.count; i++)
            ok = eval_statement(&e, program.statement[i].node, &unused);
        ck_assert_msg(ok || (err.at.line == 1 && err.at.col + err.at.width <= (int)sizeof code),
                      "%d left: %d:%d %s", left, err.at.line, err.at.col, err.message);
        failures += !ok;
        buf_release(&e.printed);
        qkv_free(q);
    }
    ck_assert_int_gt(failures, 5);
    ck_assert_int_lt(failures, ENOUGH / STEP);
}
END_TEST

Suite *torch_suite(void)
{
    Suite *s = suite_create("torch");
    TCase *t = suite_case(s, "torch");
    tcase_add_loop_test(t, same_as_pytorch, 0, sizeof files / sizeof files[0]);
    tcase_add_test(t, answers_are_those_of_pytorch);
    tcase_add_test(t, rows_are_names);
    tcase_add_test(t, names_are_listed);
    tcase_add_test(t, names_of_pytorch_are_known);
    tcase_add_test(t, a_library_that_cannot_be_loaded_is_asked_for_somewhere);
    return s;
}
