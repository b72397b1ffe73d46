/* Writes in place against a plain model: memory as an array of numbers, and for each tensor the
 * places that its cells have there, found by applying the same moves to a tensor of addresses. */
#include <stdlib.h>

#include "sample.h"
#include "suites.h"

enum { PLACES = 4096, HANDLES = 12 };

typedef struct Handle {
    const QkvTensor *t;       /* in `q`, where memory is written to          */
    const QkvTensor *address; /* in `p`, where it never is: places in memory */
} Handle;

static Qkv *q, *p;
static int64_t memory[PLACES];
static int64_t used;
static Handle handle[HANDLES];

static void setup(void)
{
    q = qkv_new();
    p = qkv_new();
    used = 0;
}

static void teardown(void)
{
    qkv_free(q);
    qkv_free(p);
}

/* A tensor with memory of its own, filled from the model's numbers. */
static Handle new_handle(int rank, const int64_t *size, const int64_t *cell)
{
    int64_t address[720], count = 1;
    for (int d = 0; d < rank; d++)
        count *= size[d];
    for (int64_t i = 0; i < count; i++) {
        address[i] = used;
        memory[used++] = cell[i];
    }
    return (Handle){qkv_ints(q, rank, size, cell), qkv_ints(p, rank, size, address)};
}

static Handle fresh(uint32_t *stream)
{
    int64_t size[3], cell[720];
    int rank = 1 + sample_below(stream, 3);
    for (int d = 0; d < rank; d++)
        size[d] = 1 + sample_below(stream, 4);
    for (int i = 0; i < 64; i++)
        cell[i] = sample_below(stream, 100);
    return new_handle(rank, size, cell);
}

static const QkvTensor *move(Qkv *c, const QkvTensor *t, int kind, uint32_t stream)
{
    QkvSubscript s[QKV_MAX_RANK];
    int axis = sample_below(&stream, t->rank), other = sample_below(&stream, t->rank);
    for (int d = 0; d < t->rank; d++)
        s[d] = (QkvSubscript)ALL;
    switch (kind) {
    case 0:
        return qkv_transpose(c, t, axis, other);
    case 1:
        s[axis] = (QkvSubscript)AT(sample_below(&stream, (int)t->size[axis]));
        return t->rank > 1 ? qkv_index(c, t, t->rank, s) : t;
    case 2:
        s[axis] = (QkvSubscript)STEP(sample_below(&stream, 2), 1 + sample_below(&stream, 2));
        return qkv_index(c, t, t->rank, s);
    case 3:
        return t->rank < 4 ? qkv_unsqueeze(c, t, axis) : t;
    case 4:
        return qkv_squeeze(c, t);
    case 5:
        return qkv_clone(c, t); /* memory has the axes in the same order */
    case 6:
        return t->rank > 1 && axis != other ? qkv_diagonal(c, t, 0, axis, other) : t;
    default:
        return qkv_reshape(c, t, 1, (const int64_t[]){-1});
    }
}

/* A move of a tensor: a view, or (reshape) a copy, which has memory of its own. */
static Handle moved(const Handle *from, uint32_t *stream)
{
    int kind = sample_below(stream, 8);
    uint32_t same = sample_word(stream);
    Handle h = {move(q, from->t, kind, same), move(p, from->address, kind, same)};
    if (!h.t || h.t->rank == 0 || h.t->count == 0)
        return *from;
    if (qkv_shares_memory(h.t, from->t))
        return h;
    int64_t cell[720];
    for (int64_t i = 0; i < h.t->count; i++)
        cell[i] = memory[h.address->data.i[i]];
    int64_t address[720];
    for (int64_t i = 0; i < h.t->count; i++) {
        address[i] = used;
        memory[used++] = cell[i];
    }
    h.address = qkv_ints(p, h.t->rank, h.t->size, address);
    return h;
}

static void write_whole(const Handle *h, uint32_t *stream)
{
    int64_t cell[720];
    for (int64_t i = 0; i < h->t->count; i++) {
        cell[i] = sample_below(stream, 100);
        memory[h->address->data.i[i]] = cell[i];
    }
    ck_assert_ptr_nonnull(qkv_write(q, h->t, qkv_ints(q, h->t->rank, h->t->size, cell)));
}

static void write_row(const Handle *h, uint32_t *stream)
{
    int64_t row = sample_below(stream, (int)h->t->size[0]), number = sample_below(stream, 100);
    QkvSubscript s = AT(row);
    const QkvTensor *address = qkv_index(p, h->address, 1, &s);
    for (int64_t i = 0; i < address->count; i++)
        memory[address->data.i[i]] = number;
    ck_assert_ptr_nonnull(qkv_write_at(q, h->t, 1, &s, qkv_integer(q, number)));
}

static void write_masked(const Handle *h, uint32_t *stream)
{
    const QkvTensor *now = qkv_now(q, h->t), *limit = qkv_integer(q, sample_below(stream, 100));
    QkvSubscript s = {.kind = QKV_SUBSCRIPT_TENSOR, .tensor = qkv_lt(q, now, limit)};
    int64_t number = sample_below(stream, 100);
    for (int64_t i = 0; i < now->count; i++)
        if (s.tensor->data.b[i])
            memory[h->address->data.i[i]] = number;
    ck_assert_ptr_nonnull(qkv_write_at(q, h->t, 1, &s, qkv_integer(q, number)));
}

static void must_be_as_modelled(const Handle *h)
{
    const QkvTensor *now = qkv_now(q, h->t);
    ck_assert_ptr_nonnull(now);
    ck_assert(qkv_tensor_same_shape(now, h->t));
    for (int64_t i = 0; i < now->count; i++)
        ck_assert_int_eq(now->data.i[i], memory[h->address->data.i[i]]);
}

/* Chains of views of views, written to through any of them: all see it, and no other memory does. */
START_TEST(random_views_and_writes)
{
    uint32_t stream = 1000 + (uint32_t)_i;
    qkv_record(q);
    for (int i = 0; i < HANDLES; i++)
        handle[i] = fresh(&stream);
    for (int n = 0; n < 60 && used < PLACES - 800; n++) {
        Handle *h = &handle[sample_below(&stream, HANDLES)];
        switch (sample_below(&stream, 5)) {
        case 0:
            write_whole(h, &stream);
            break;
        case 1:
            write_row(h, &stream);
            break;
        case 2:
            write_masked(h, &stream);
            break;
        default:
            handle[sample_below(&stream, HANDLES)] = moved(h, &stream);
        }
        for (int i = 0; i < HANDLES; i++)
            if (sample_below(&stream, 3) == 0)
                must_be_as_modelled(&handle[i]);
    }
    for (int i = 0; i < HANDLES; i++)
        must_be_as_modelled(&handle[i]);
    const QkvTape *tape = qkv_tape(q);
    for (int i = 0; i < tape->count; i++)
        must_recompute(&tape->step[i].call);
}
END_TEST

/* --- which views there are -------------------------------------------------------------------- */

/* Where the cells lie in memory, in their order. */
static void list_places(const QkvTensor *t, int64_t *place)
{
    for (int64_t i = 0; i < t->count; i++) {
        int64_t at[QKV_MAX_RANK];
        qkv_tensor_index(t, i, at);
        place[i] = t->start;
        for (int d = 0; d < t->rank; d++)
            place[i] += at[d] * t->stride[d];
    }
}

/* Tells whether a tensor of this shape has strides with which its cells lie at these places; they are given. */
static bool has_strides(const QkvTensor *shape, const int64_t *place, int64_t *stride)
{
    for (int d = 0; d < shape->rank; d++)
        stride[d] = shape->size[d] > 1 ? place[qkv_tensor_pitch(shape, d)] - place[0] : 0;
    for (int64_t i = 0; i < shape->count; i++) {
        int64_t at[QKV_MAX_RANK], there = place[0];
        qkv_tensor_index(shape, i, at);
        for (int d = 0; d < shape->rank; d++)
            there += at[d] * stride[d];
        if (there != place[i])
            return false;
    }
    return true;
}

/* Any shape with so many cells, axes of size 1 in it. */
static QkvTensor any_shape(int64_t count, uint32_t *stream)
{
    QkvTensor shape = {.rank = 1 + sample_below(stream, 4), .count = count};
    for (int d = 0; d < shape.rank; d++)
        shape.size[d] = 1;
    for (int64_t left = count, factor = 2; left > 1; factor++)
        for (; left % factor == 0; left /= factor)
            shape.size[sample_below(stream, shape.rank)] *= factor;
    return shape;
}

static const QkvTensor *any_view(uint32_t *stream)
{
    int64_t size[4];
    int rank = 1 + sample_below(stream, 4);
    for (int d = 0; d < rank; d++)
        size[d] = 1 + sample_below(stream, 4);
    const QkvTensor *t = sample(q, 'I', 1, rank, size);
    for (int n = sample_below(stream, 4); n > 0 && t->count > 0; n--) {
        int kind = sample_below(stream, 8);
        const QkvTensor *next = move(q, t, kind, sample_word(stream));
        t = next && next->rank > 0 ? next : t;
        for (int d = 0; d < t->rank; d++)
            size[d] = t->size[d] == 1 && sample_below(stream, 4) == 0 ? 3 : t->size[d];
        t = sample_below(stream, 5) ? t : qkv_expand(q, t, t->rank, size);
        t = t->rank > 3 || sample_below(stream, 5) ? t
                                                   : qkv_unfold(q, t, 0, (t->size[0] + 1) / 2, 1);
    }
    return t;
}

/* A view is there where its cells lie at equal distances along each of its axes, which is PyTorch's rule, and
 * nowhere else. */
START_TEST(views_are_those_that_memory_allows)
{
    enum { EACH = 60, MOST = 4096 };
    uint32_t stream = 7000 + (uint32_t)_i;
    int64_t place[MOST], stride[QKV_MAX_RANK];
    for (int n = 0; n < EACH; n++) {
        const QkvTensor *t = any_view(&stream);
        if (t->count == 0 || t->count > MOST)
            continue;
        QkvTensor shape = any_shape(t->count, &stream);
        list_places(t, place);
        bool allowed = has_strides(&shape, place, stride);
        const QkvTensor *view = qkv_view(q, t, shape.rank, shape.size);
        ck_assert_msg((view != NULL) == allowed, "%s as %s is %s", SIZES(t), SIZES(&shape),
                      view ? "a view" : qkv_error(q));
        qkv_clear_error(q);
        for (int d = 0; view && d < view->rank; d++)
            ck_assert(view->size[d] == 1 || view->stride[d] == stride[d]);
        if (view)
            must_equal(qkv_reshape(q, view, t->rank, t->size), qkv_clone(q, t));
    }
}
END_TEST

/* Results from before a write stay what they were. */
START_TEST(results_stay)
{
    const QkvTensor *x = qkv_floats(q, SHAPE(2), (const float[]){1, 2});
    const QkvTensor *twice = qkv_add(q, x, x);
    qkv_write(q, x, qkv_number(q, 9));
    must_be(twice, (const float[]){2, 4}, 2);
    must_be(qkv_add(q, x, x), (const float[]){18, 18}, 2);
}
END_TEST

START_TEST(refused_writes)
{
    const QkvTensor *x = qkv_floats(q, SHAPE(2, 1), (const float[]){1, 2});
    const QkvTensor *wide = qkv_expand(q, x, 2, (const int64_t[]){2, 3});
    const QkvTensor *square = qkv_floats(q, SHAPE(2, 2), (const float[]){1, 2, 3, 4});
    must_fail(q, qkv_write(q, wide, qkv_floats(q, SHAPE(1), (const float[]){0})),
              "several cells of an expanded tensor, or of its windows, are one position in memory: "
              "write to a .clone() of "
              "it");
    must_fail(q, qkv_write(q, x, qkv_floats(q, SHAPE(3), (const float[]){1, 2, 3})),
              "write: (3,) does not fit into (2, 1)");
    must_fail(q, qkv_write(q, square, qkv_transpose(q, square, 0, 1)),
              "what is read overlaps what is written, in the same memory: read a .clone()");
    must_fail(q, qkv_write(q, qkv_number(q, 1), x), "a plain number has no memory to write to");
}
END_TEST

/* A name that is written to again and again, and a view of it: the last write takes no longer than the first. */
START_TEST(many_writes_take_as_long_as_they_are_many)
{
    enum {
        WRITES = 60000,
        MOST = 1000000 /* microseconds; by the square it were ten times that */
    };
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(8)),
                    *view = qkv_index(q, x, 1, (QkvSubscript[]){STEP(0, 2)});
    long began = used_microseconds();
    for (int i = 0; i < WRITES; i++) {
        ck_assert_ptr_nonnull(
            qkv_write_at(q, x, 1, (QkvSubscript[]){AT(i % 8)}, qkv_integer(q, i)));
        ck_assert_ptr_nonnull(qkv_now(q, x));
        ck_assert(i % 100 != 0 || qkv_now(q, view) != NULL);
    }
    if (is_timed())
        ck_assert_int_lt(used_microseconds() - began, MOST);
    ck_assert(qkv_tensor_at(qkv_now(q, x), 7) == WRITES - 1);
    ck_assert(qkv_tensor_at(qkv_now(q, view), 3) == WRITES - 2);
}
END_TEST

Suite *storage_suite(void)
{
    Suite *s = suite_create("storage");
    TCase *t = suite_case(s, "writes");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, random_views_and_writes, 0, 200);
    tcase_add_loop_test(t, views_are_those_that_memory_allows, 0, 40);
    tcase_add_test(t, results_stay);
    tcase_add_test(t, refused_writes);
    tcase_add_test(t, many_writes_take_as_long_as_they_are_many);
    return s;
}
