/* Every page with numbers of every lesson in windows of eight sizes, read as a reader does: each number is that of the cell which
 * its labels name, no matrix is cut without a word, and nothing lies over one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/library.h"
#include "made.h"
#include "reader.h"
#include "show/show.h"
#include "suites.h"

/* In the first every operation is a step, and each matrix is scrolled. */
static const struct {
    int width, height;
    Detail detail;
    bool sums;
} sizes[] = {
    {80, 24, DETAIL_EVERY, false}, {100, 30, DETAIL_BRIEF, true},  {120, 40, DETAIL_BRIEF, false},
    {132, 43, DETAIL_BRIEF, true}, {160, 50, DETAIL_BRIEF, false}, {200, 60, DETAIL_BRIEF, false},
    {80, 50, DETAIL_BRIEF, false}, {120, 24, DETAIL_BRIEF, false},
};

enum { SAID_MOST = 12, DECIMALS = 4 };

typedef struct Walk {
    Arena a;
    Frame *f;
    Library *library;
    int lesson, size;
    Lens lens;
    StageAs as;
    long pages, numbers, faults[FAULTS], said;
    long slowest, slow; /* in microseconds, and how many pages took too long */
} Walk;

/* All faults with QKV_TEST_FAULTS in the environment. */
static void tell(Walk *w, const Reading *read)
{
    const char *full = getenv("QKV_TEST_FAULTS");
    const Spot *s = &w->as.spot;
    w->faults[read->fault]++;
    if (read->fault == FAULT_NONE || (w->said++ >= SAID_MOST && !full))
        return;
    printf("%s %d.%d at %dx%d: %s: %s\n", w->library->entry[w->lesson].name, s->stage,
           spot_count(w->lens.run, s, s->stop), sizes[w->size].width, sizes[w->size].height,
           fault_names[read->fault], read->said);
    fflush(stdout);
}

static ShowAs show_as(const Walk *w, int scroll)
{
    return (ShowAs){.width = sizes[w->size].width,
                    .height = sizes[w->size].height,
                    .row = -1,
                    .scroll = scroll,
                    .shade = true,
                    .sums = sizes[w->size].sums,
                    .message = "weights[x1, x1]",
                    .keys = " Space next"};
}

/* Names all that stands on the page: the result, operands and pinned results. */
static int names_of(Walk *w, const Doc *d, Named **named)
{
    int count = 0;
    *named = arena_many(&w->a, 128, Named);
    for (int i = 0; i < d->pieces; i++)
        for (int k = 0; k < d->piece[i].matrices; k++)
            (*named)[count++] = (Named){d->piece[i].matrix[k].name, d->piece[i].matrix[k].t};
    return count;
}

/* Reads a document; of one that has words first, the page with its numbers. Returns how many there are. */
static int64_t read_doc(Walk *w, const Doc *d)
{
    Named *named;
    long before = used_microseconds();
    ShowAs as = show_as(w, 0);
    Shown shown = show_page(w->f, d, &as);
    long took = used_microseconds() - before;
    w->slowest = took > w->slowest ? took : w->slowest;
    w->slow += took > 5000;
    int names = names_of(w, d, &named);
    Reading out;
    for (;;) {
        out = read_page(&w->a, w->f, &w->lens, named, names);
        w->pages++;
        tell(w, &out);
        if (out.numbers > 0 || shown.scroll >= shown.scroll_most)
            break;
        as.scroll = shown.scroll + shown.page;
        shown = show_page(w->f, d, &as);
    }
    w->numbers += out.numbers;
    return out.numbers;
}

/* The page with the pointer where it is. */
static void read_here(Walk *w)
{
    const char *pins[] = {"X", "x"};
    w->as.pins.count = w->size % 3 == 2 ? COUNT(pins) : 0;
    for (int i = 0; i < w->as.pins.count; i++)
        strcpy(w->as.pins.name[i], pins[i]);
    w->as.as = (DocAs){sizes[w->size].width, sizes[w->size].height};
    int64_t numbers = read_doc(w, tell_stage(&w->a, &w->lens, &w->as));
    if (w->as.pointer.thing >= 0 && (numbers == 0 || w->f->cursor_row < 0)) {
        Reading out = {.fault = FAULT_ROWS, .said = "the number pointed at is not seen"};
        tell(w, &out);
    }
    arena_release(&w->a);
}

/* The page of one number of the result, and of its gradient. */
static void read_number(Walk *w)
{
    const QkvTensor *t = spot_tensor(w->lens.run, &w->as.spot, 0);
    if (!t || t->count == 0)
        return;
    NumberAs as = {.step = t->step,
                   .cell = made_random((int)t->count),
                   .from = w->as.spot,
                   .as = {sizes[w->size].width, sizes[w->size].height}};
    Tab tab[TABS];
    int tabs = tell_tabs(&w->lens, &as, tab);
    as.pick = tell_first_term(&w->lens, as.step, as.cell, TAB_MADE);
    read_doc(w, tell_number(&w->a, &w->lens, &as));
    as.tab = TAB_GRADIENT;
    as.pick = 0;
    for (int i = 0; i < tabs; i++)
        if (tab[i] == TAB_GRADIENT)
            read_doc(w, tell_number(&w->a, &w->lens, &as));
    arena_release(&w->a);
}

/* The page of a stop as one comes to it, and with the pointer in the middle and at the end of each matrix. */
static void read_stop(Walk *w)
{
    int thing[64];
    w->as.pointer = tell_pointer(&w->lens, &w->as.spot, NULL, NULL);
    read_here(w);
    if (w->size > 0 && w->size != 4)
        return;
    int things = tell_things(&w->lens, &w->as.spot, thing, COUNT(thing));
    for (int i = 0; i < things; i++) {
        const QkvTensor *t = thing[i] >= 0 ? spot_tensor(w->lens.run, &w->as.spot, thing[i]) : NULL;
        if (!t)
            continue;
        w->as.pointer = (Pointer){thing[i], t->count / 2};
        read_here(w);
        w->as.pointer = (Pointer){thing[i], t->count - 1};
        read_here(w);
    }
}

static void read_lesson(Walk *w)
{
    w->as = (StageAs){.spot = {.lesson = w->lesson, .detail = sizes[w->size].detail}};
    for (int stage = 0; stage < w->lens.run->lesson->stages; stage++) {
        w->as.spot.stage = stage;
        w->as.spot.stop = 0;
        for (int stop = 0; stop <= run_stops(w->lens.run, stage);
             stop = spot_next(w->lens.run, &w->as.spot, stop, 1)) {
            w->as.spot.stop = stop;
            read_stop(w);
            read_number(w);
        }
    }
}

/* Reads all lessons of a library; returns how many faults there are. */
static long read_library(Walk *w)
{
    long before = used_microseconds();
    for (w->lesson = 0; w->lesson < w->library->count; w->lesson++) {
        w->lens = (Lens){.run = library_run(w->library, w->lesson), .decimals = DECIMALS};
        ck_assert_ptr_nonnull(w->lens.run);
        long numbers = w->numbers;
        w->lens.memo = memo_new();
        for (w->size = 0; w->size < COUNT(sizes); w->size++)
            read_lesson(w);
        ck_assert(w->numbers > numbers || library_is_path(&w->library->entry[w->lesson]));
        memo_free(w->lens.memo);
        library_unload(&w->library->entry[w->lesson]);
    }
    printf("%ld pages, %ld numbers read in %ld ms, slowest page %ld us, %ld over 5 ms", w->pages,
           w->numbers, (used_microseconds() - before) / 1000, w->slowest, w->slow);
    long faults = 0;
    for (int i = FAULT_NONE + 1; i < FAULTS; i++) {
        faults += w->faults[i];
        if (w->faults[i] > 0)
            printf(", %ld x %s", w->faults[i], fault_names[i]);
    }
    printf("\n");
    fflush(stdout);
    return faults;
}

START_TEST(every_number_is_that_of_its_labels)
{
    Walk w = {.f = frame_new(1, 1), .library = library_open()};
    ck_assert_int_gt(w.library->count, 0);
    ck_assert_int_eq(read_library(&w), 0);
    frame_free(w.f);
    library_free(w.library);
}
END_TEST

/* A single number without a label beside its sum, and matrices of a stack that share a label and all numbers. */
static const char rare[] = "# Rare\n\n## One\n\n```python\nimport torch\n"
                           "#| axes: word\n"
                           "weights = torch.softmax(torch.tensor([0.5]), dim=-1)\n"
                           "#| items: a b\n"
                           "k = torch.arange(12.).reshape(1, 2, 3, 2)\n"
                           "#| items: a0 a1 b0 b1\n"
                           "q = torch.ones(1, 4, 1, 2)\n"
                           "y = F.scaled_dot_product_attention(q, k, k, enable_gqa=True)\n```\n";

START_TEST(rare_pages_are_read)
{
    Walk w = {.f = frame_new(1, 1), .library = made_library(rare)};
    ck_assert_int_eq(read_library(&w), 0);
    frame_free(w.f);
    made_free(w.library);
}
END_TEST

Suite *truth_suite(void)
{
    Suite *s = suite_create("truth");
    TCase *t = tcase_create("lessons");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, every_number_is_that_of_its_labels);
    tcase_add_test(t, rare_pages_are_read);
    suite_add_tcase(s, t);
    return s;
}
