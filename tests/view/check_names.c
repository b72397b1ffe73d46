/* One name for one index: what the matrices of a result are called, over all steps of all lessons. */
#include <string.h>

#include "base/buf.h"
#include "made.h"
#include "suites.h"
#include "view/explain.h"
#include "view/page.h"
#include "view/spoken.h"

/* An index of an axis that tells matrices apart, and what it is called. */
typedef struct Named {
    char axis[24], name[32];
    int64_t size, index;
} Named;

enum { NAMED_MOST = 400 };

/* What is made inside of a call, of tables that nobody has labelled, is counted; and so are the heads of a
 * class for any number of them, and what is cut out of columns: the lessons say which is which. */
static bool may_be_counted(const char *lesson, const Stop *stop, const char *axis)
{
    static const struct {
        const char *lesson, *axis;
    } counted[] = {{"08-", "owner"}, {"09-", "head"}};
    for (int i = 0; i < COUNT(counted); i++)
        if (strncmp(lesson, counted[i].lesson, strlen(counted[i].lesson)) == 0 &&
            strcmp(axis, counted[i].axis) == 0)
            return true;
    return stop->detail > DETAIL_BRIEF;
}

typedef struct Names {
    Named named[NAMED_MOST];
    int count;
} Names;

static void expect_one_name(Names *n, const char *lesson, const Stop *stop, int axis, int64_t cell)
{
    Arena a = {0};
    const QkvTensor *t = stop->tensor;
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, cell, at);
    const char *name = matrix_index_name(&a, t, axis, at[axis], cell);
    const char *axis_name = matrix_axis_name(t, axis);
    int i = 0;
    while (i < n->count && (strcmp(n->named[i].axis, axis_name) != 0 ||
                            n->named[i].size != t->size[axis] || n->named[i].index != at[axis]))
        i++;
    if (i < n->count) {
        ck_assert_msg(strcmp(n->named[i].name, name) == 0,
                      "lesson %s: %s %s is %s %s in %s of line %d", lesson, axis_name,
                      n->named[i].name, axis_name, name, stop->name ? stop->name : "?",
                      stop->statement);
    } else if (n->count < NAMED_MOST) {
        Named *new = &n->named[n->count++];
        new->size = t->size[axis];
        new->index = at[axis];
        strncpy(new->axis, axis_name, sizeof new->axis - 1);
        strncpy(new->name, name, sizeof new->name - 1);
    }
    arena_release(&a);
}

/* A sentence that is s0 in the scores is s0 in the mask. */
START_TEST(an_index_has_one_name_in_a_lesson)
{
    enum { SOME = 8 };
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        static Names names;
        names.count = 0;
        ck_assert(library_load(&library->entry[i]));
        const Run *run = library->entry[i].run;
        for (int k = 0; k < run->stops; k++) {
            const QkvTensor *t = run->stop[k].tensor;
            int64_t cells = t ? matrix_rows(t) * matrix_cols(t) : 0;
            for (int64_t m = 0; t && m < matrix_items(t) && m < SOME; m++)
                for (int d = 0; d < t->rank - 2; d++)
                    if (t->axis[d].name &&
                        (t->axis[d].labels ||
                         !may_be_counted(library->entry[i].name, &run->stop[k], t->axis[d].name)))
                        expect_one_name(&names, library->entry[i].name, &run->stop[k], d,
                                        m * cells);
        }
    }
    library_free(library);
}
END_TEST

static Buf page_text(Library *library, int lesson, const Place *p)
{
    Scene s = {.library = library, .run = library->entry[lesson].run, .hints = ""};
    Frame *f = frame_new(p->width, p->height);
    Buf text = {0};
    page_draw(f, &s, p);
    frame_text(&text, f, false);
    frame_free(f);
    return text;
}

static void expect_in(const Buf *text, const char *part, const char *where, const char *lesson)
{
    ck_assert_msg(strstr(buf_text(text), part) != NULL, "lesson %s: %s does not say %s:\n%.1500s",
                  lesson, where, part, buf_text(text));
}

/* What the last matrix of a result is called: over it on the stage page, on the page of a cell in it, in
 * the name of that cell, and by the line mode. */
static void expect_everywhere(Library *library, int lesson, const Place *at, const Stop *stop)
{
    Arena a = {0};
    const Run *run = library->entry[lesson].run;
    const QkvTensor *t = stop->tensor;
    int64_t index[QKV_MAX_RANK], cell = t->count - 1;
    Place stage = *at, asked = *at;
    stage.view.item = matrix_items(t) - 1;
    asked.page = PAGE_CELL;
    asked.asked = (Asked){.cell = cell, .step = stop->step};
    Buf stage_text = page_text(library, lesson, &stage), spoken = {0};
    Buf cell_text = page_text(library, lesson, &asked);
    spoken_matrix(&spoken, run, at, t, stage.view.item, 1);
    qkv_tensor_index(t, cell, index);
    for (int d = 0; d < t->rank - 2; d++) {
        const char *title = matrix_index_title(&a, t, d, index[d], cell);
        const char *name = arena_format(&a, "[%s]", matrix_index_name(&a, t, d, index[d], cell));
        const char *lesson_name = library->entry[lesson].name;
        expect_in(&cell_text, name, "the name of the cell", lesson_name);
        if (!t->axis[d].name)
            continue; /* where none has a name there is an index, "[0][2]" */
        expect_in(&stage_text, title, "the stage page", lesson_name);
        expect_in(&cell_text, title, "the cell page", lesson_name);
        expect_in(&spoken, title, "the line mode", lesson_name);
    }
    buf_release(&stage_text);
    buf_release(&cell_text);
    buf_release(&spoken);
    arena_release(&a);
}

START_TEST(a_matrix_has_one_name_on_all_pages)
{
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        ck_assert(library_load(&library->entry[i]));
        const Run *run = library->entry[i].run;
        Place p = place_start(place_menu(200, 60), i);
        for (int s = 0; s < run->lesson->stages; s++)
            for (int b = 1; b <= run_stops(run, s); b++) {
                Place at = place_inside(p, run, s, b);
                const Stop *stop = place_stop(run, &at);
                if (stop && stop->kind == STOP_TENSOR && stop->step >= 0 &&
                    matrix_items(stop->tensor) > 1)
                    expect_everywhere(library, i, &at, stop);
            }
    }
    library_free(library);
}
END_TEST

Suite *index_names_suite(void)
{
    enum { SECONDS = 120 };
    Suite *s = suite_create("index_names");
    TCase *t = tcase_create("lessons");
    tcase_set_timeout(t, SECONDS);
    tcase_add_test(t, an_index_has_one_name_in_a_lesson);
    tcase_add_test(t, a_matrix_has_one_name_on_all_pages);
    suite_add_tcase(s, t);
    return s;
}
