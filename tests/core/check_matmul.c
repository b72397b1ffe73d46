/* The matrix product, against PyTorch; its shapes and its refusals. */
#include "case.h"
#include "golden_matmul.h"
#include "sample.h"
#include "suites.h"

START_TEST(product_spelled_out)
{
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(2, 3)), *b = sample(q, 'F', 2, SHAPE(3, 2));
    must_be(qkv_matmul(q, a, b), golden_product, COUNT(golden_product));
}
END_TEST

START_TEST(product_is_that_of_pytorch)
{
    uint32_t seed = (uint32_t)_i + 1;
    char kind = golden_products[_i].kind;
    const QkvTensor *a = sample(q, kind, seed, golden_products[_i].a_rank, golden_products[_i].a);
    const QkvTensor *b = sample(q, kind, seed + 1000, golden_products[_i].b_rank,
                                golden_products[_i].b);
    const QkvTensor *product = qkv_matmul(q, a, b);
    ck_assert_ptr_nonnull(product);
    ck_assert_uint_eq(sample_bits(product), golden_products[_i].bits);
}
END_TEST

/* The items of a batch are fused only from 400 multiplications on; then they are equal to the same
 * product taken alone. */
START_TEST(small_items_of_a_batch_are_not_fused)
{
    const float left[] = {-0x1.002p0F, 0x1.001p0F}, right[] = {1.0F, 0x1.001p0F};
    const QkvTensor *small = qkv_matmul(q, qkv_floats(q, SHAPE(1, 1, 2), left),
                                        qkv_floats(q, SHAPE(1, 2, 1), right));
    ck_assert(small->data.f[0] == 0.0F);
    const QkvTensor *a = sample(q, 'F', 1, SHAPE(1, 10, 8)), *b = sample(q, 'F', 2, SHAPE(1, 8, 5));
    const QkvTensor *alone = qkv_matmul(q, sample(q, 'F', 1, SHAPE(10, 8)),
                                        sample(q, 'F', 2, SHAPE(8, 5)));
    ck_assert_uint_eq(sample_bits(qkv_matmul(q, a, b)), sample_bits(alone));
}
END_TEST

/* However the kernel goes about it, each cell is the chain of its terms: odd numbers, large sizes,
 * batches, vectors. */
START_TEST(kernel_is_the_plain_chain)
{
    static const struct {
        int a_rank;
        int64_t a[3];
        int b_rank;
        int64_t b[3];
    } sizes[] = {{2, {33, 65}, 2, {65, 47}},     {3, {3, 17, 9}, 3, {3, 9, 21}},
                 {1, {40}, 2, {40, 30}},         {3, {4, 5, 30}, 1, {30}},
                 {3, {1, 7, 30}, 3, {5, 30, 2}}, {2, {20, 300}, 2, {300, 1}}};
    for (int i = 0; i < COUNT(sizes); i++)
        for (const char *kind = "FSI"; *kind; kind++) {
            const QkvTensor *a = sample(q, *kind, 1, sizes[i].a_rank, sizes[i].a);
            const QkvTensor *b = sample(q, *kind, 2, sizes[i].b_rank, sizes[i].b);
            qkv_record(q);
            const QkvTensor *product = qkv_matmul(q, a, b);
            must_recompute(&qkv_tape(q)->step[product->step].call);
        }
}
END_TEST

/* 0 terms make 0, and an empty axis stays empty. */
START_TEST(products_of_nothing)
{
    const float none[] = {0}, zeros[6] = {0};
    const QkvTensor *a = qkv_floats(q, SHAPE(2, 0), none), *b = qkv_floats(q, SHAPE(0, 3), none);
    must_be(qkv_matmul(q, a, b), zeros, 6);
    must_have_shape(qkv_matmul(q, b, sample(q, 'F', 1, SHAPE(3, 2))), "(0, 2)");
    must_be(qkv_matmul(q, qkv_floats(q, SHAPE(0), none), qkv_floats(q, SHAPE(0), none)), zeros, 1);
}
END_TEST

enum { MOST = 4 };
static const struct {
    int a_rank;
    int64_t a[MOST];
    int b_rank;
    int64_t b[MOST];
    const char *shape;
} shapes[] = {
    {1, {3}, 1, {3}, "()"},
    {2, {2, 3}, 1, {3}, "(2,)"},
    {1, {3}, 2, {3, 4}, "(4,)"},
    {2, {2, 3}, 2, {3, 4}, "(2, 4)"},
    {3, {5, 2, 3}, 1, {3}, "(5, 2)"},
    {1, {3}, 3, {5, 3, 4}, "(5, 4)"},
    {3, {5, 2, 3}, 2, {3, 4}, "(5, 2, 4)"},
    {2, {2, 3}, 3, {5, 3, 4}, "(5, 2, 4)"},
    {3, {1, 2, 3}, 3, {5, 3, 4}, "(5, 2, 4)"},
    {4, {6, 1, 2, 3}, 3, {5, 3, 4}, "(6, 5, 2, 4)"},
    {4, {6, 1, 2, 3}, 4, {1, 5, 3, 4}, "(6, 5, 2, 4)"},
    {3, {0, 2, 3}, 3, {1, 3, 4}, "(0, 2, 4)"},
};

START_TEST(shape_of_the_product)
{
    const QkvTensor *a = sample(q, 'F', 1, shapes[_i].a_rank, shapes[_i].a);
    const QkvTensor *b = sample(q, 'F', 2, shapes[_i].b_rank, shapes[_i].b);
    must_have_shape(qkv_matmul(q, a, b), shapes[_i].shape);
}
END_TEST

/* Items are products of items, whatever the batch. */
START_TEST(batches_broadcast)
{
    const QkvTensor *a = sample(q, 'I', 1, SHAPE(2, 1, 3, 4)),
                    *b = sample(q, 'I', 2, SHAPE(5, 4, 2));
    const QkvTensor *product = qkv_matmul(q, a, b);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 5; j++) {
            const QkvSubscript of_a[] = {{.start = i}, {.start = 0}}, of_b[] = {{.start = j}};
            const QkvSubscript of_product[] = {{.start = i}, {.start = j}};
            must_equal(qkv_index(q, product, 2, of_product),
                       qkv_matmul(q, qkv_index(q, a, 2, of_a), qkv_index(q, b, 1, of_b)));
        }
}
END_TEST

/* clang-format off */
static const struct {
    char a_kind, b_kind;
    int a_rank;
    int64_t a[MOST];
    int b_rank;
    int64_t b[MOST];
    const char *message;
} refusals[] = {
    {'F', 'F', 2, {3, 4}, 2, {3, 3},
     "matmul: sizes do not fit: (3, 4) @ (3, 3): the last size of the left is 4, the second-last "
     "of the right is 3"},
    {'F', 'F', 1, {3}, 1, {4},
     "matmul: sizes do not fit: (3,) @ (4,): the last size of the left is 3, the only one of the "
     "right is 4"},
    {'F', 'F', 3, {2, 3, 4}, 3, {3, 4, 5},
     "matmul: sizes do not fit: (2, 3, 4) @ (3, 4, 5): the axes before the last two must be equal "
     "or 1"},
    {'F', 'F', 0, {0}, 2, {2, 2},
     "matmul: sizes do not fit: () @ (2, 2): a single number has no rows or columns: use * "
     "instead"},
    {'F', 'I', 2, {2, 2}, 2, {2, 2},
     "matmul: float32 @ int64: both sides must have the same type: use .float() on one"},
    {'B', 'B', 2, {2, 2}, 2, {2, 2}, "matmul: bool tensors have no product: use .float() first"},
};
/* clang-format on */

START_TEST(errors)
{
    const QkvTensor *a = sample(q, refusals[_i].a_kind, 1, refusals[_i].a_rank, refusals[_i].a);
    const QkvTensor *b = sample(q, refusals[_i].b_kind, 2, refusals[_i].b_rank, refusals[_i].b);
    must_fail(q, qkv_matmul(q, a, b), refusals[_i].message);
}
END_TEST

Suite *matmul_suite(void)
{
    Suite *s = suite_create("matmul");
    TCase *c = case_with_context(s, "products");
    tcase_add_test(c, product_spelled_out);
    tcase_add_loop_test(c, product_is_that_of_pytorch, 0, COUNT(golden_products));
    tcase_add_test(c, small_items_of_a_batch_are_not_fused);
    tcase_add_test(c, kernel_is_the_plain_chain);
    tcase_add_test(c, products_of_nothing);
    tcase_add_loop_test(c, shape_of_the_product, 0, COUNT(shapes));
    tcase_add_test(c, batches_broadcast);
    tcase_add_loop_test(c, errors, 0, COUNT(refusals));
    return s;
}
