/* Moves and the moves that undo them; their labels and PyTorch's strides. */
#include "case.h"
#include "sample.h"
#include "suites.h"

/* Shapes to move: sizes of 0 and 1 among them. */
static const struct {
    int rank;
    int64_t size[4];
} shapes[] = {{1, {5}},       {2, {3, 4}},    {2, {1, 6}},
              {3, {2, 3, 5}}, {3, {2, 0, 3}}, {4, {2, 1, 3, 4}}};

static const char kinds[] = "FSIB";

/* Calls a test with tensors of all kinds and shapes, and with each of their axes. */
static void for_all(void (*test)(const QkvTensor *x, int axis))
{
    for (int s = 0; s < COUNT(shapes); s++)
        for (const char *kind = kinds; *kind; kind++) {
            const QkvTensor *x = sample(q, *kind, (uint32_t)s + 1, shapes[s].rank, shapes[s].size);
            for (int axis = 0; axis < x->rank; axis++)
                test(x, axis);
        }
}

static const QkvTensor *at(const QkvTensor *t, int axis, const QkvSubscript *s)
{
    static const QkvSubscript whole = ALL;
    QkvSubscript all[QKV_MAX_RANK];
    for (int d = 0; d < axis; d++)
        all[d] = whole;
    all[axis] = *s;
    return qkv_index(q, t, axis + 1, all);
}

static const QkvTensor *part(const QkvTensor *t, int axis, int64_t from, int64_t to)
{
    const QkvSubscript s = {QKV_SUBSCRIPT_SLICE, from, to, 1, true, true, NULL};
    return at(t, axis, &s);
}

static const QkvTensor *one(const QkvTensor *t, int axis, int64_t i)
{
    const QkvSubscript s = AT(i);
    return at(t, axis, &s);
}

static const QkvTensor *listed(const QkvTensor *t, int axis, const QkvTensor *positions)
{
    const QkvSubscript s = {.kind = QKV_SUBSCRIPT_TENSOR, .tensor = positions};
    return at(t, axis, &s);
}

/* --- there and back ------------------------------------------------------------------------- */

static void cut_and_join(const QkvTensor *x, int axis)
{
    int64_t size = x->size[axis];
    for (int64_t cut = 0; cut <= size; cut++) {
        const QkvTensor *pieces[] = {qkv_narrow(q, x, axis, 0, cut),
                                     qkv_narrow(q, x, axis, cut, size - cut)};
        must_equal(pieces[1], part(x, axis, cut, size));
        const QkvTensor *whole = qkv_cat(q, 2, pieces, axis - x->rank);
        must_equal(whole, x);
        ck_assert(qkv_tensor_is_contiguous(whole));
    }
}

START_TEST(pieces_joined_are_the_whole)
{
    for_all(cut_and_join);
}
END_TEST

static void pad_and_cut(const QkvTensor *x, int axis)
{
    int64_t ends[2 * QKV_MAX_RANK] = {0}, back[2 * QKV_MAX_RANK] = {0};
    int last = 2 * (x->rank - 1 - axis), count = last + 2;
    ends[last] = 2;
    ends[last + 1] = 1;
    back[last] = -2;
    back[last + 1] = -1;
    const QkvTensor *padded = qkv_pad(q, x, count, ends, 7);
    must_equal(part(padded, axis, 2, 2 + x->size[axis]), x);
    must_equal(qkv_pad(q, padded, count, back, 7), x);
    const QkvTensor *constant = qkv_full(q, x->dtype, 0, NULL, 7);
    for (int64_t i = 0; i < padded->size[axis]; i++)
        if (i < 2 || i == padded->size[axis] - 1) {
            const QkvTensor *slice = one(padded, axis, i);
            must_equal(slice, qkv_expand(q, constant, slice->rank, slice->size));
        }
}

START_TEST(padding_cut_off_leaves_the_cells)
{
    for_all(pad_and_cut);
}
END_TEST

static void turn_twice(const QkvTensor *x, int axis)
{
    const int64_t axes[] = {axis};
    const QkvTensor *turned = qkv_flip(q, x, 1, axes);
    for (int64_t i = 0; i < x->size[axis]; i++)
        must_equal(one(turned, axis, i), one(x, axis, -1 - i));
    must_equal(qkv_flip(q, turned, 1, axes), x);
}

START_TEST(turned_twice_is_as_before)
{
    for_all(turn_twice);
}
END_TEST

static void stack_and_take(const QkvTensor *x, int axis)
{
    const QkvTensor *other = qkv_flip(q, x, 1, (const int64_t[]){axis}), *both[] = {x, other, x};
    const QkvTensor *t = qkv_stack(q, 3, both, axis);
    for (int i = 0; i < 3; i++)
        must_equal(one(t, axis, i), both[i]);
    must_equal(qkv_cat(q, 3, both, axis), qkv_flatten(q, t, axis, axis + 1));
}

START_TEST(stacked_tensors_are_taken_out_again)
{
    for_all(stack_and_take);
}
END_TEST

/* (.., n, ..) -> (.., times, n, ..) -> (.., times n, ..) */
static void repeat_in_two_ways(const QkvTensor *x, int axis)
{
    for (int64_t times = 0; times <= 3; times++) {
        int64_t repeats[QKV_MAX_RANK], size[QKV_MAX_RANK];
        for (int d = 0; d < x->rank; d++)
            repeats[d] = d == axis ? times : 1;
        for (int d = 0; d <= x->rank; d++)
            size[d] = d == axis ? times : -1;
        const QkvTensor *wide = qkv_expand(q, qkv_unsqueeze(q, x, axis), x->rank + 1, size);
        must_equal(qkv_repeat(q, x, x->rank, repeats), qkv_flatten(q, wide, axis, axis + 1));
    }
}

START_TEST(repeated_is_expanded_and_flattened)
{
    for_all(repeat_in_two_ways);
}
END_TEST

/* A permutation, and the one that undoes it. */
static void pick_and_unpick(const QkvTensor *x, int axis)
{
    int64_t size = x->size[axis], inverse[8];
    const QkvTensor *order = qkv_randperm(q, size);
    for (int64_t i = 0; i < size; i++)
        inverse[order->data.i[i]] = i;
    const QkvTensor *picked = listed(x, axis, order);
    for (int64_t i = 0; i < size; i++)
        must_equal(one(picked, axis, i), one(x, axis, order->data.i[i]));
    must_equal(listed(picked, axis, qkv_ints(q, SHAPE(size), inverse)), x);
}

START_TEST(a_permutation_is_undone)
{
    qkv_seed(q, 1);
    for_all(pick_and_unpick);
}
END_TEST

/* A mask picks the positions where it is True. */
static void pick_by_mask(const QkvTensor *x, int axis)
{
    const QkvTensor *mask = sample(q, 'B', 3, SHAPE(x->size[axis]));
    int64_t position[8], count = 0;
    for (int64_t i = 0; i < mask->count; i++)
        if (mask->data.b[i])
            position[count++] = i;
    must_equal(listed(x, axis, mask), listed(x, axis, qkv_ints(q, SHAPE(count), position)));
}

START_TEST(a_mask_is_a_list_of_positions)
{
    for_all(pick_by_mask);
}
END_TEST

START_TEST(two_triangles_are_the_whole)
{
    for (int64_t diagonal = -5; diagonal <= 5; diagonal++) {
        const QkvTensor *x = sample(q, 'I', 1, SHAPE(2, 3, 4));
        must_equal(qkv_add(q, qkv_tril(q, x, diagonal), qkv_triu(q, x, diagonal + 1)), x);
    }
}
END_TEST

START_TEST(the_largest_of_one_hot_is_the_class)
{
    const int64_t class[] = {3, 0, 2, 2, 1, 0}, last = -1;
    const QkvTensor *x = qkv_ints(q, SHAPE(2, 3), class), *hot = qkv_one_hot(q, x, 5);
    must_have_shape(hot, "(2, 3, 5)");
    must_equal(qkv_argmax(q, hot, &last, false), x);
    must_equal(qkv_sum(q, hot, 1, &last, false), qkv_full_integer(q, QKV_INT64, SHAPE(2, 3), 1));
    const QkvTensor *table = sample(q, 'F', 1, SHAPE(5, 4));
    must_equal(qkv_matmul(q, qkv_to(q, hot, QKV_FLOAT32), table), qkv_embedding(q, x, table));
}
END_TEST

START_TEST(sequences_of_a_batch_are_cut_out_again)
{
    const QkvTensor *in[] = {sample(q, 'F', 1, SHAPE(2, 3)), sample(q, 'F', 2, SHAPE(4, 3)),
                             sample(q, 'F', 3, SHAPE(0, 3))};
    for (int first = 0; first <= 1; first++) {
        const QkvTensor *batch = qkv_pad_sequence(q, 3, in, first, -1);
        must_have_shape(batch, first ? "(3, 4, 3)" : "(4, 3, 3)");
        for (int i = 0; i < 3; i++) {
            const QkvTensor *item = one(batch, first ? 0 : 1, i);
            must_equal(part(item, 0, 0, in[i]->size[0]), in[i]);
            const QkvTensor *rest = part(item, 0, in[i]->size[0], 4);
            must_equal(rest, qkv_full(q, QKV_FLOAT32, 2, rest->size, -1));
        }
    }
}
END_TEST

/* --- in PyTorch's memory -------------------------------------------------------------------- */

typedef const QkvTensor *Move(const QkvTensor *x);

static const QkvTensor *joined(const QkvTensor *x)
{
    return qkv_cat(q, 2, (const QkvTensor *[]){x, x}, 0);
}

static const QkvTensor *stacked(const QkvTensor *x)
{
    return qkv_stack(q, 2, (const QkvTensor *[]){x, x}, -1);
}

static const QkvTensor *padded(const QkvTensor *x)
{
    return qkv_pad(q, x, 2, (const int64_t[]){1, 1}, 0);
}

static const QkvTensor *cut(const QkvTensor *x)
{
    return qkv_pad(q, x, 2, (const int64_t[]){-1, 0}, 0);
}

static const QkvTensor *repeated(const QkvTensor *x)
{
    return qkv_repeat(q, x, 3, (const int64_t[]){1, 1, 2});
}

static const QkvTensor *lower(const QkvTensor *x)
{
    return qkv_tril(q, x, 0);
}

static const QkvTensor *turned(const QkvTensor *x)
{
    return qkv_flip(q, x, 1, (const int64_t[]){0});
}

static const QkvTensor *picked(const QkvTensor *x)
{
    return listed(x, 0, qkv_ints(q, SHAPE(2), (const int64_t[]){1, 0}));
}

static const QkvTensor *picked_inside(const QkvTensor *x)
{
    return listed(x, 1, qkv_ints(q, SHAPE(2), (const int64_t[]){1, 0}));
}

static const QkvTensor *half(const QkvTensor *x)
{
    const QkvSubscript s = STEP(0, 2);
    return at(x, 1, &s);
}

static const QkvTensor *filled(const QkvTensor *x)
{
    const QkvTensor *t = qkv_full_like(q, x, QKV_BOOL, 1);
    must_equal(t, qkv_full(q, QKV_BOOL, x->rank, x->size, 1));
    return t;
}

static const QkvTensor *filled_large(const QkvTensor *x)
{
    const QkvTensor *t = qkv_full_like_integer(q, half(x), QKV_INT64, INT64_MAX);
    ck_assert_int_eq(t->data.i[t->count - 1], INT64_MAX);
    return t;
}

static const QkvTensor *filled_repeated(const QkvTensor *x)
{
    return qkv_full_like(q, qkv_expand(q, x, 4, (const int64_t[]){2, 2, 4, 3}), QKV_FLOAT32, 0);
}

/* Strides in PyTorch 1.13 when x is torch.zeros(2, 3, 4).transpose(1, 2). */
static const struct {
    Move *move;
    int64_t stride[4];
} strides[] = {
    {joined, {12, 3, 1}},
    {stacked, {24, 6, 2, 1}},
    {padded, {20, 5, 1}},
    {cut, {8, 1, 4}},
    {repeated, {24, 6, 1}},
    {lower, {12, 3, 1}},
    {turned, {12, 1, 4}},
    {picked, {12, 1, 4}},
    {picked_inside, {6, 3, 1}},
    {half, {12, 2, 4}},
    {filled, {12, 1, 4}},
    {filled_large, {6, 1, 2}},
    {filled_repeated, {24, 12, 1, 4}},
};

START_TEST(strides_are_those_of_pytorch)
{
    const QkvTensor *x = qkv_transpose(q, sample(q, 'F', 1, SHAPE(2, 3, 4)), 1, 2);
    const QkvTensor *t = strides[_i].move(x);
    ck_assert_ptr_nonnull(t);
    for (int d = 0; d < t->rank; d++)
        ck_assert_int_eq(t->stride[d], strides[_i].stride[d]);
    const int64_t flat[] = {-1};
    if (qkv_tensor_is_contiguous(t))
        must_equal(qkv_view(q, t, 1, flat), qkv_reshape(q, t, 1, flat));
    else
        ck_assert_ptr_null(qkv_view(q, t, 1, flat));
}
END_TEST

/* --- labels --------------------------------------------------------------------------------- */

/* The work for the labels of a join grows with the operands, not with their square. */
START_TEST(many_labelled_operands)
{
    enum { MANY = 300000 };
    const char *const name[] = {"token"};
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(1, 1));
    ck_assert(qkv_label(q, x, 0, NULL, 1, 1, name));
    const QkvTensor **in = arena_many(qkv_arena(q), MANY, const QkvTensor *);
    for (int i = 0; i < MANY; i++)
        in[i] = x;
    const QkvTensor *t = qkv_cat(q, MANY, in, 0);
    ck_assert_str_eq(qkv_tensor_label(t, 0, MANY - 1, MANY - 1), "token");
    const QkvTensor *s = qkv_stack(q, MANY, in, 0);
    ck_assert_str_eq(qkv_tensor_label(s, 1, 0, MANY - 1), "token");
}
END_TEST

Suite *moves_suite(void)
{
    Suite *s = suite_create("moves");
    TCase *c = case_with_context(s, "there and back");
    tcase_add_test(c, pieces_joined_are_the_whole);
    tcase_add_test(c, padding_cut_off_leaves_the_cells);
    tcase_add_test(c, turned_twice_is_as_before);
    tcase_add_test(c, stacked_tensors_are_taken_out_again);
    tcase_add_test(c, repeated_is_expanded_and_flattened);
    tcase_add_test(c, a_permutation_is_undone);
    tcase_add_test(c, a_mask_is_a_list_of_positions);
    tcase_add_test(c, two_triangles_are_the_whole);
    tcase_add_test(c, the_largest_of_one_hot_is_the_class);
    tcase_add_test(c, sequences_of_a_batch_are_cut_out_again);
    tcase_add_loop_test(c, strides_are_those_of_pytorch, 0, COUNT(strides));
    tcase_add_test(c, many_labelled_operands);
    return s;
}
