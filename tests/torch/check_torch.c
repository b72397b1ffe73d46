/* PyTorch's names as PyTorch 1.13 has them. */
#include "core/print.h"
#include "python/doctest.h"
#include "suites.h"
#include "torch/torch.h"

static const Library *const libraries[] = {&torch_library, NULL};
static const char *const files[] = {"tensors", "modules", "mixed", "layers"};
static const int at_least[] = {362, 200, 32, 33}; /* examples */

START_TEST(same_as_pytorch)
{
    char path[64];
    snprintf(path, sizeof path, "tests/torch/%s.txt", files[_i]);
    check_examples(path, at_least[_i], libraries);
}
END_TEST

/* The class of each variant has parameters that are switches. */
START_TEST(attention_classes_are_variants)
{
    int variants, classes = 0;
    Arena arena = {0};
    qkv_attention_variants(&variants);
    for (const Function *f = torch_attention_classes(&arena); f->name; f++, classes++) {
        const QkvVariant *v = qkv_attention_variant(f->name);
        Signature s = signature_of(f, false);
        ck_assert_msg(v && f->homes == IN_BUILTIN && s.count > 0, "%s", f->name);
        for (int i = 0; i < s.count; i++)
            ck_assert_msg(qkv_variant_switch(v, s.parameter[i].name), "%s(%s)", f->name,
                          s.parameter[i].name);
    }
    ck_assert_int_eq(classes, variants);
    arena_release(&arena);
}
END_TEST

/* Every row of core that says where it is called can be called there. */
START_TEST(rows_are_names)
{
    static const unsigned homes[] = {IN_TORCH, IN_FUNCTIONAL, OF_TENSOR};
    Err err = {0};
    int count, found = 0;
    Qkv *q = qkv_new();
    Eval e = eval_begin(q, "x.md", "", libraries, &err);
    const QkvOp *const *ops = qkv_ops(&count);
    for (int i = 0; i < count; i++)
        for (int h = 0; h < 3; h++)
            if ((unsigned)ops[i]->homes << HOMES_OF_OPS & homes[h]) {
                ck_assert_msg(names_find(&e, homes[h], ops[i]->name), "%s", ops[i]->name);
                found++;
            }
    ck_assert_int_gt(found, 90);
    qkv_free(q);
}
END_TEST

Suite *torch_suite(void)
{
    Suite *s = suite_create("torch");
    TCase *t = tcase_create("torch");
    tcase_add_loop_test(t, same_as_pytorch, 0, sizeof files / sizeof files[0]);
    tcase_add_test(t, attention_classes_are_variants);
    tcase_add_test(t, rows_are_names);
    suite_add_tcase(s, t);
    return s;
}
