/* Every page of every lesson in windows of eight sizes, read as a reader does: each number is that of the cell
 * which its labels name, no matrix is cut without a word, and nothing lies over one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/library.h"
#include "made.h"
#include "reader.h"
#include "suites.h"
#include "view/explain.h"
#include "view/page.h"

/* In the first every operation is a step, and each matrix is scrolled. */
static const struct {
    int width, height;
    Detail detail;
    bool sums, no_colors;
} sizes[] = {
    {80, 24, DETAIL_EVERY, false, false},  {100, 30, DETAIL_BRIEF, true, false},
    {120, 40, DETAIL_BRIEF, false, false}, {132, 43, DETAIL_BRIEF, true, true},
    {160, 50, DETAIL_BRIEF, false, false}, {200, 60, DETAIL_BRIEF, false, true},
    {80, 50, DETAIL_BRIEF, false, true},   {120, 24, DETAIL_BRIEF, false, false},
};

enum { SAID_MOST = 12, DECIMALS = 4 };

typedef struct Walk {
    Arena a;
    Frame *f;
    Memo *memo;
    Library *library;
    int lesson, size;
    const Run *run;
    long pages, numbers, faults[FAULTS], said;
} Walk;

static Scene scene_of(const Walk *w)
{
    return (Scene){.library = w->library,
                   .run = w->run,
                   .memo = w->memo,
                   .has_colors = !sizes[w->size].no_colors,
                   .hints = "Space next  ? help"};
}

/* The results before a stop of the run, the latest of each name. */
static int names_before(Walk *w, int end, Named *named)
{
    int count = 0;
    for (int i = end - 1; i >= 0; i--) {
        const Stop *stop = &w->run->stop[i];
        bool is_new = stop->detail == DETAIL_BRIEF && stop->kind == STOP_TENSOR && stop->name;
        for (int k = 0; k < count && is_new; k++)
            is_new = strcmp(named[k].name, stop->name) != 0;
        if (is_new)
            named[count++] = (Named){stop->name, stop->tensor};
    }
    return count;
}

/* What stands on a page can be called: the result and operands of a step, and the results so far. */
static int names_of(Walk *w, const Place *p, Named **named)
{
    const Stop *stop = place_stop(w->run, p);
    const QkvStep *step = p->page == PAGE_CELL ? &w->run->tape->step[p->asked.step]
                                               : place_step(w->run, p);
    int line = p->page == PAGE_CELL || !stop ? -1 : stop->line;
    int end = stop ? (int)(stop - w->run->stop) : w->run->stage_stop[p->where.stage];
    int count = 0, inputs = step ? step->call.count : 0;
    *named = arena_many(&w->a, (size_t)(end + inputs + 2), Named);
    for (int i = -1; step && p->overlay == OVERLAY_NONE && i < inputs; i++) {
        const QkvTensor *t = i < 0 ? step->call.out : step->call.in[i];
        const char *name = explain_name_in(&w->a, w->run, line, t);
        (*named)[count++] = (Named){page_panel(&w->a, w->run, &step->call, t, name), t};
    }
    return count + names_before(w, end + (p->overlay == OVERLAY_NAMES && stop), *named + count);
}

/* All faults with QKV_TEST_FAULTS in the environment. */
static void tell(Walk *w, const Place *p, const Reading *read)
{
    const char *full = getenv("QKV_TEST_FAULTS");
    w->faults[read->fault]++;
    if (read->fault == FAULT_NONE || (w->said++ >= SAID_MOST && !full))
        return;
    printf("%s %d.%d at %dx%d, %s%s: %s: %s\n", w->library->entry[w->lesson].name, p->where.stage,
           place_count(w->run, p, p->where.stop), p->width, p->height,
           p->page == PAGE_CELL ? "number" : "stage", p->overlay == OVERLAY_NAMES ? ", names" : "",
           fault_names[read->fault], read->said);
    fflush(stdout);
}

/* Returns how many numbers stand on the page. */
static int64_t read_place(Walk *w, const Place *p)
{
    const Scene s = scene_of(w);
    Named *named;
    frame_resize(w->f, p->width, p->height);
    page_draw(w->f, &s, p);
    int names = names_of(w, p, &named);
    Reading out = read_page(&w->a, w->f, w->memo, w->run, named, names, DECIMALS);
    w->pages++;
    w->numbers += out.numbers;
    tell(w, p, &out);
    arena_release(&w->a);
    return out.numbers;
}

/* The page of a stop; where words come first also that of its numbers, and the last of its matrices. */
static void read_stop(Walk *w, Place p)
{
    const Scene s = scene_of(w);
    const QkvTensor *t = place_items(w->run, &p);
    int next;
    while (read_place(w, &p) == 0 && t && (next = page_scroll_step(&s, &p, 1)) > p.view.scroll)
        p.view.scroll = next;
    if (t && matrix_items(t) > 1) {
        p.view.item = matrix_items(t) - 1;
        read_place(w, &p);
    }
}

/* Each matrix with the keys on it, scrolled as far as its middle. */
static void read_scrolled(Walk *w, Place p)
{
    for (int i = 0; i < place_matrices(w->run, &p); i++) {
        const QkvTensor *t = place_tensor(w->run, &p, i);
        p.view.focus = i;
        p.view.row = matrix_rows(t) / 2;
        p.view.col = matrix_cols(t) / 2;
        read_place(w, &p);
    }
}

static void read_number(Walk *w, Place p)
{
    const Stop *stop = place_stop(w->run, &p);
    if (!stop || stop->step < 0 || stop->kind != STOP_TENSOR || stop->tensor->count == 0)
        return;
    p.page = PAGE_CELL;
    p.asked = (Asked){.step = stop->step, .cell = made_random((int)stop->tensor->count)};
    read_place(w, &p);
}

static void read_lesson(Walk *w)
{
    Place p = {.width = sizes[w->size].width,
               .height = sizes[w->size].height,
               .page = PAGE_STAGE,
               .where.detail = sizes[w->size].detail,
               .number = -1,
               .look = {.decimals = DECIMALS, .shade = true, .sums = sizes[w->size].sums}};
    p.where.lesson = w->lesson;
    for (int stage = 0; stage < w->run->lesson->stages; stage++) {
        p.where.stage = stage;
        for (int stop = 0; stop <= run_stops(w->run, stage);
             stop = place_next(w->run, &p, stop, 1)) {
            p.where.stop = stop;
            read_stop(w, p);
            if (w->size == 0)
                read_scrolled(w, p);
            read_number(w, p);
        }
        Place names = p;
        names.overlay = OVERLAY_NAMES;
        names.choice = made_random(8);
        read_place(w, &names);
    }
}

START_TEST(every_number_is_that_of_its_labels)
{
    Walk w = {.f = frame_new(1, 1), .library = library_open()};
    ck_assert_int_gt(w.library->count, 20);
    long before = used_microseconds();
    for (w.lesson = 0; w.lesson < w.library->count; w.lesson++) {
        w.run = library_run(w.library, w.lesson);
        ck_assert_ptr_nonnull(w.run);
        w.memo = memo_new();
        for (w.size = 0; w.size < COUNT(sizes); w.size++)
            read_lesson(&w);
        memo_free(w.memo);
        library_unload(&w.library->entry[w.lesson]);
    }
    printf("%ld pages, %ld numbers read in %ld ms", w.pages, w.numbers,
           (used_microseconds() - before) / 1000);
    long faults = 0;
    for (int i = FAULT_NONE + 1; i < FAULTS; i++) {
        faults += w.faults[i];
        if (w.faults[i] > 0)
            printf(", %ld x %s", w.faults[i], fault_names[i]);
    }
    printf("\n");
    fflush(stdout);
    ck_assert_int_gt(w.numbers, 100000);
    ck_assert_int_eq(faults, 0);
    frame_free(w.f);
    library_free(w.library);
}
END_TEST

Suite *truth_suite(void)
{
    Suite *s = suite_create("truth");
    TCase *t = tcase_create("lessons");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, every_number_is_that_of_its_labels);
    suite_add_tcase(s, t);
    return s;
}
