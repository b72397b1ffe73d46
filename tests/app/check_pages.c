/* Every page of the table, also one that is written tomorrow: in a class, in a narrow window, in the line mode. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checked.h"
#include "made.h"
#include "suites.h"

/* --- a page, as it can be opened --------------------------------------------------------------------- */

/* The first lesson in the middle of a class: of the scores a row is shown, what follows is hidden. */
static App *new_class(Library *library)
{
    App *app = app_new(library, false);
    app_open(app, MADE_FIRST);
    app_teach(app);
    made_go(app, "2.1");
    made_press(app, "Space Space Space Space Space");
    ck_assert_ptr_nonnull(app_world(app)->lens.hidden);
    return app;
}

/* Lays the nth page of a name over the lesson: that of a number for each step and tab, that of a stage for each step.
 * False after the last. */
static bool lay_page(Model *m, const World *w, PageName name, int n)
{
    const Run *run = w->lens.run;
    Page page = {.name = name, .spot = model_spot(m), .pointer = {.thing = POINT_NOTHING}};
    snprintf(page.text, sizeof page.text, "%s", name == PAGE_FOUND ? "1" : "");
    if (page_kind(&page) == DOC_STAGE) {
        int stage = 0;
        for (; stage < run->lesson->stages && n > run_stops(run, stage); stage++)
            n -= run_stops(run, stage) + 1;
        if (stage == run->lesson->stages)
            return false;
        page.spot = spot_at(page.spot, run, stage, n);
        page.pointer = tell_pointer(&w->lens, &page.spot, NULL, NULL);
        page.is_jump = true;
    } else if (page_asks(&page)) {
        page.step = n / TABS;
        page.tab = (Tab)(n % TABS);
        if (page.step >= run->tape->count)
            return false;
        page.cell = run->tape->step[page.step].call.out->count - 1;
        if (page.cell < 0)
            return lay_page(m, w, name, (page.step + 1) * TABS);
    } else if (n > 0) {
        return false;
    }
    m->page[m->pages++] = page;
    return true;
}

/* Adds a page's screens, wide and narrow, and what the line mode tells of it. */
static void add_page(Buf *out, Model m, const World *w)
{
    Arena a = {0};
    static const int size[][2] = {{80, 24}, {40, 12}};
    for (int i = 0; i < COUNT(size); i++) {
        m.width = size[i][0];
        m.height = size[i][1];
        Frame *f = frame_new(m.width, m.height);
        pages_draw(f, &m, w);
        frame_text(out, f, false);
        frame_free(f);
    }
    show_speech(out, pages_tell(&a, &m, w), 100);
    arena_release(&a);
}

/* --- in a class --------------------------------------------------------------------------------------- */

/* Puts other numbers in the place of hidden ones, where these are no places in other tensors; of tensors that share
 * memory what one of them shows stays. Called again with the bytes that it kept, it puts all back. */
static void **swap_hidden(const World *w, Arena *a, void **kept)
{
    const QkvTape *tape = w->lens.run->tape;
    void **was = arena_many(a, (size_t)tape->count, void *);
    for (int s = 0; s < tape->count; s++) {
        const QkvTensor *t = tape->step[s].call.out;
        size_t size = (size_t)t->count * qkv_dtype_size(t->dtype);
        was[s] = arena_array(a, size + 1, 1);
        memcpy(was[s], t->data.raw, size);
        for (int64_t i = 0; !kept && i < t->count && t->dtype == QKV_FLOAT32; i++)
            if (hidden_cell(w->lens.hidden, t, i))
                t->data.f[i] = (float)(made_random(2000001) - 1000000) / 997;
    }
    for (int s = 0; s < tape->count; s++) {
        const QkvTensor *t = tape->step[s].call.out;
        size_t size = qkv_dtype_size(t->dtype);
        for (int64_t i = 0; i < t->count; i++)
            if (kept || !hidden_cell(w->lens.hidden, t, i))
                memcpy((char *)t->data.raw + (size_t)i * size,
                       (char *)(kept ? kept : was)[s] + (size_t)i * size, size);
    }
    return was;
}

/* All pages of a name, told anew: nothing is remembered. */
static void add_pages(Buf *out, const Model *m, World w, PageName name, bool is_class)
{
    w.lens.memo = memo_new();
    w.lens.hidden = is_class ? w.lens.hidden : NULL;
    for (int n = 0;; n++) {
        Model over = *m;
        if (!lay_page(&over, &w, name, n))
            break;
        add_page(out, over, &w);
    }
    memo_free(w.lens.memo);
}

/* Pages do not tell a class which numbers are hidden: with any others they are the same. Without a class they are not,
 * for pages that have numbers. */
START_TEST(a_class_is_told_no_hidden_number)
{
    Arena a = {0};
    Library *library = library_open();
    App *app = new_class(library);
    const World *w = app_world(app);
    Buf one = {0}, other = {0}, open = {0}, else_open = {0};
    add_pages(&one, app_model(app), *w, (PageName)_i, true);
    add_pages(&open, app_model(app), *w, (PageName)_i, false);
    void **kept = swap_hidden(w, &a, NULL);
    add_pages(&other, app_model(app), *w, (PageName)_i, true);
    add_pages(&else_open, app_model(app), *w, (PageName)_i, false);
    swap_hidden(w, &a, kept);
    made_expect_equal(&one, &other, "a hidden number shows");
    if (_i == PAGE_STAGE || _i == PAGE_NUMBER)
        ck_assert_str_ne(buf_text(&open), buf_text(&else_open));
    buf_release(&one);
    buf_release(&other);
    buf_release(&open);
    buf_release(&else_open);
    app_free(app);
    library_free(library);
    arena_release(&a);
}
END_TEST

/* --- in any window, and in none ----------------------------------------------------------------------- */

/* False for a tab that the number in question has not: nobody gets there. */
static bool has_tab(const World *w, const Page *page)
{
    Tab tabs[TABS];
    NumberAs as = {.step = page->step, .cell = page->cell, .from = page->spot};
    int count = page_asks(page) ? tell_tabs(&w->lens, &as, tabs) : 0;
    for (int i = 0; i < count; i++)
        if (tabs[i] == page->tab)
            return true;
    return !page_asks(page);
}

/* Pages are by their document what they are by their row, and something stands on them. */
START_TEST(a_page_is_of_the_kind_of_its_row)
{
    Arena a = {0};
    Library *library = library_open();
    App *app = new_class(library);
    for (int n = 0;; n++) {
        Model m = *app_model(app);
        if (!lay_page(&m, app_world(app), (PageName)_i, n))
            break;
        if (!has_tab(app_world(app), model_page(&m)))
            continue;
        for (m.width = 80; m.width >= 40; m.width -= 40) {
            const Doc *d = pages_tell(&a, &m, app_world(app));
            const Shown shown = pages_show(NULL, &m, d, NULL, NULL);
            ck_assert_int_eq(d->kind, page_kind(model_page(&m)));
            ck_assert_int_gt((int)strlen(d->title), 0);
            ck_assert_int_gt(shown.page, 0);
        }
    }
    app_free(app);
    library_free(library);
    arena_release(&a);
}
END_TEST

/* q comes back from it, as `up` does in the line mode, which says where one is. */
START_TEST(a_page_is_left_as_it_was_opened)
{
    Library *library = library_open();
    App *app = new_class(library);
    Model m = *app_model(app);
    const int pages = m.pages;
    ck_assert(lay_page(&m, app_world(app), (PageName)_i, 0));
    app_put(app, &m);
    made_press(app, "q");
    ck_assert_int_eq(app_model(app)->pages, pages);
    app_put(app, &m);
    char *text = made_talk(app, library, "again\nup\n");
    ck_assert_msg(strstr(text, "\n-- ") != NULL, "%s", text);
    ck_assert_int_eq(app_model(app)->pages, pages);
    free(text);
    app_free(app);
    library_free(library);
}
END_TEST

/* A place that was opened from a list says so in the last line: what n goes to, and where q comes back to. */
START_TEST(a_place_names_the_list_that_it_lies_on)
{
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, MADE_FIRST);
    Err err = {0};
    const ChangeLine line = {"x[0, 0] = 9", false};
    ck_assert(app_change(app, &line, 1, &err));
    made_go(app, "2.1");
    Model m = *app_model(app);
    ck_assert(lay_page(&m, app_world(app), (PageName)_i, 0));
    const PageRow *row = page_row(model_page(&m));
    app_put(app, &m);
    if (row->place)
        made_press(app, "Down Enter");
    if (row->place && model_page(app_model(app))->is_jump) {
        char words[64];
        snprintf(words, sizeof words, "n next %s", row->place);
        made_expect(app, words);
        snprintf(words, sizeof words, "q %s", row->places);
        made_expect(app, words);
    }
    app_free(app);
    library_free(library);
}
END_TEST

Suite *pages_suite(void)
{
    Suite *s = suite_create("pages");
    TCase *t = suite_case(s, "each page");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_loop_test(t, a_class_is_told_no_hidden_number, 0, PAGE_NAMES);
    tcase_add_loop_test(t, a_page_is_of_the_kind_of_its_row, 0, PAGE_NAMES);
    tcase_add_loop_test(t, a_page_is_left_as_it_was_opened, 0, PAGE_NAMES);
    tcase_add_loop_test(t, a_place_names_the_list_that_it_lies_on, 0, PAGE_NAMES);
    return s;
}
