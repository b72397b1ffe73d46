/* Order of equal numbers, and which of them come first, as PyTorch has them from the algorithms of the C++ library that
 * it is built with: partial_sort where few are wanted, else nth_element and sort. Each is here as in libstdc++, step by
 * step: a heap, and quick select and quick sort around the median of three. */
#include "core/select.h"

enum { FEW = 64, SHORT = 16, SHORTEST = 3, WORK = 16 };

static bool comes_before(const Selection *s, int64_t a, int64_t b)
{
    return s->before(s->data, a, b);
}

static void swap(int64_t *a, int64_t *b)
{
    int64_t kept = *a;
    *a = *b;
    *b = kept;
}

static int level_of(int64_t n)
{
    int level = 0;
    while (n >>= 1)
        level++;
    return level;
}

/* --- heaps ---------------------------------------------------------------------------------------- */

/* The hole goes down to a leaf, and what belongs there up again. */
static void fill_hole(const Selection *s, int64_t *heap, int64_t hole, int64_t n, int64_t value)
{
    const int64_t top = hole;
    int64_t child = hole;
    while (child < (n - 1) / 2) {
        child = 2 * (child + 1);
        child -= comes_before(s, heap[child], heap[child - 1]);
        heap[hole] = heap[child];
        hole = child;
    }
    if (n % 2 == 0 && child == (n - 2) / 2) {
        child = 2 * child + 1;
        heap[hole] = heap[child];
        hole = child;
    }
    for (int64_t parent = (hole - 1) / 2; hole > top && comes_before(s, heap[parent], value);
         parent = (hole - 1) / 2) {
        heap[hole] = heap[parent];
        hole = parent;
    }
    heap[hole] = value;
}

/* The top of a heap of n goes to `to`, and what lies there into the heap. */
static void take_top(const Selection *s, int64_t *heap, int64_t n, int64_t *to)
{
    int64_t value = *to;
    *to = heap[0];
    fill_hole(s, heap, 0, n, value);
}

static void select_by_heap(const Selection *s, int64_t *first, const int64_t *middle, int64_t *last)
{
    int64_t n = middle - first;
    for (int64_t parent = (n - 2) / 2; n > 1 && parent >= 0; parent--)
        fill_hole(s, first, parent, n, first[parent]);
    for (int64_t *at = first + n; at < last && qkv_goes_on(s->call, WORK); at++)
        if (comes_before(s, *at, *first))
            take_top(s, first, n, at);
}

static void sort_first(const Selection *s, int64_t *first, const int64_t *middle, int64_t *last)
{
    select_by_heap(s, first, middle, last);
    for (int64_t n = middle - first; n > 1 && qkv_goes_on(s->call, WORK); n--)
        take_top(s, first, n - 1, first + n - 1);
}

/* --- short stretches ------------------------------------------------------------------------------ */

static void insert(const Selection *s, const int64_t *first, int64_t *at)
{
    int64_t value = *at;
    for (; at > first && comes_before(s, value, at[-1]); at--)
        *at = at[-1];
    *at = value;
}

static void sort_by_insertion(const Selection *s, int64_t *first, const int64_t *last)
{
    for (int64_t *at = first + 1; first < last && at < last; at++)
        insert(s, first, at);
}

/* --- parts ---------------------------------------------------------------------------------------- */

static void put_median(const Selection *s, int64_t *to, int64_t *a, int64_t *b, int64_t *c)
{
    if (comes_before(s, *a, *b))
        swap(to, comes_before(s, *b, *c) ? b : comes_before(s, *a, *c) ? c : a);
    else
        swap(to, comes_before(s, *a, *c) ? a : comes_before(s, *b, *c) ? c : b);
}

/* Where the second part begins: nothing in it comes before what is in the first. */
static int64_t *part(const Selection *s, int64_t *first, int64_t *last)
{
    put_median(s, first, first + 1, first + (last - first) / 2, last - 1);
    int64_t *low = first + 1, *high = last;
    for (;; low++) {
        while (comes_before(s, *low, *first))
            low++;
        high--;
        while (comes_before(s, *first, *high))
            high--;
        if (low >= high)
            return low;
        swap(low, high);
    }
}

static void select_nth(const Selection *s, int64_t *first, int64_t *nth, int64_t *last)
{
    int depth = 2 * level_of(last - first);
    for (; last - first > SHORTEST && qkv_goes_on(s->call, WORK * (last - first)); depth--) {
        if (depth == 0) {
            select_by_heap(s, first, nth + 1, last);
            swap(first, nth);
            return;
        }
        int64_t *cut = part(s, first, last);
        *(cut <= nth ? &first : &last) = cut;
    }
    sort_by_insertion(s, first, last);
}

static void sort_parts(const Selection *s, int64_t *first, int64_t *last, int depth)
{
    while (last - first > SHORT && qkv_goes_on(s->call, WORK * (last - first))) {
        if (depth-- == 0) {
            sort_first(s, first, last, last);
            return;
        }
        int64_t *cut = part(s, first, last);
        sort_parts(s, cut, last, depth);
        last = cut;
    }
}

/* Sorts in parts until nothing is far from its place, so that one insertion does the rest. */
static void sort(const Selection *s, int64_t *first, int64_t *last)
{
    if (last - first > 1)
        sort_parts(s, first, last, 2 * level_of(last - first));
    sort_by_insertion(s, first, last);
}

void select_first(const Selection *s, int64_t k)
{
    int64_t *first = s->place, *last = s->place + s->n;
    if (k * FEW <= s->n) {
        sort_first(s, first, first + k, last);
        return;
    }
    select_nth(s, first, first + k - 1, last);
    sort(s, first, first + k - 1);
}
