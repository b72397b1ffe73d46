/* PyTorch's names as PyTorch 1.13 has them. */
#include "core/print.h"
#include "python/doctest.h"
#include "suites.h"
#include "torch/torch.h"

static const Library *const libraries[] = {&torch_library, NULL};
static const char *const files[] = {"tensors", "modules", "mixed"};
static const int at_least[] = {362, 200, 32}; /* examples */

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
    qkv_attention_variants(&variants);
    for (const Function *f = names_attention; f->name; f++) {
        const QkvVariant *v = qkv_attention_variant(f->name);
        if (!(f->homes & IN_BUILTIN))
            continue;
        ck_assert_msg(v, "%s", f->name);
        classes++;
        for (const char *at = f->params; *at;) {
            char word[40] = "";
            size_t length = strcspn(at, " =|");
            memcpy(word, at, length < sizeof word ? length : 0);
            ck_assert_msg(!*word || qkv_variant_switch(v, word), "%s(%s)", f->name, word);
            at += length ? length : 1;
        }
    }
    ck_assert_int_eq(classes, variants);
}
END_TEST

Suite *torch_suite(void)
{
    Suite *s = suite_create("torch");
    TCase *t = tcase_create("torch");
    tcase_add_loop_test(t, same_as_pytorch, 0, sizeof files / sizeof files[0]);
    tcase_add_test(t, attention_classes_are_variants);
    suite_add_tcase(s, t);
    return s;
}
