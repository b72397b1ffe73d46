/* In a class nothing is told before it is shown: every step of every lesson, with each key of each page. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app_internal.h"
#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"
#include "view/code.h"
#include "view/explain.h"

/* What stands openly: numbers of the code and the prose, and of results that are written as they are. */
typedef struct Open {
    Arena arena;
    int count;
    double *value;
} Open;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A number with three decimals or more; how many it has, and its length, or 0. */
static size_t number_at(const char *text, int *decimals)
{
    size_t whole = strspn(text, "0123456789");
    size_t after = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") : 0;
    *decimals = (int)after;
    bool is_cut = text[whole + 1 + after] == '~';
    return after >= 3 && !is_cut ? whole + 1 + after : 0;
}

static void open_text(Open *o, const char *text)
{
    for (size_t length; *text; text += length) {
        length = strspn(text, "0123456789.");
        if (length > 0) {
            arena_push(&o->arena, o->value, o->count, fabs((double)(float)atof(text)));
            arena_push(&o->arena, o->value, o->count, fabs(atof(text)));
        }
        length += length == 0;
    }
}

static void open_blocks(Open *o, const Stage *stage)
{
    for (int i = 0; i < stage->parts; i++) {
        const Part *part = &stage->part[i];
        for (int k = 0; k < part->block.spans; k++)
            open_text(o, part->block.span[k].text ? part->block.span[k].text : "");
        for (int k = 0; k < part->block.spans; k++)
            open_text(o, part->block.span[k].address ? part->block.span[k].address : "");
        open_text(o, part->block.text ? part->block.text : "");
        if (part->kind == PART_CODE || part->kind == PART_NOTE)
            open_text(o, part->text);
    }
}

/* The cells of all results that a class sees which nothing was shown to. */
static void add_results(Open *o, const Run *run, int lesson)
{
    const Shown none = {0};
    const Place class = {.teach = {.on = true}, .where.lesson = lesson};
    for (int i = 0; i < run->tape->count; i++) {
        const QkvTensor *t = run->tape->step[i].call.out;
        bool is_seen = !place_unseen(&none, run, &class, i, false, NULL);
        for (int64_t k = 0; k < t->count && is_seen; k++)
            if (isfinite(qkv_tensor_at(t, k)))
                arena_push(&o->arena, o->value, o->count, fabs(qkv_tensor_at(t, k)));
    }
}

static void add_words(Open *o, const Run *run)
{
    for (int i = 0; i < run->lesson->stages; i++)
        open_blocks(o, &run->lesson->stage[i]);
    for (int i = 2; i <= 64; i++) { /* divisors */
        arena_push(&o->arena, o->value, o->count, sqrt(i));
        arena_push(&o->arena, o->value, o->count, 1 / sqrt(i));
    }
}

/* `is_cut`: the edge of a box lies over its last digits, so that nothing is rounded. */
static bool is_open(const Open *o, double value, int decimals, bool is_cut)
{
    double near = (is_cut ? 1.01 : 0.51) * pow(10, -decimals);
    int low = 0, high = o->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (o->value[middle] < value - near)
            low = middle + 1;
        else
            high = middle;
    }
    return low < o->count && o->value[low] <= value + near;
}

/* One that teaches, and what it may tell; or two whose lessons have other numbers, where nobody may see which. */
typedef struct Class {
    App *app, *twin;
    Open open;
} Class;

static void look_at_numbers(App *app, const Open *o, const char *keys)
{
    Buf text = {0};
    const Frame *f = app_frame(app);
    frame_text(&text, f, false);
    int decimals;
    for (const char *at = buf_text(&text); *at;) {
        size_t length = number_at(at, &decimals);
        if (length > 0 && !is_open(o, atof(at), decimals, at[length] == '|')) {
            const Place *p = app_place(app);
            const char *start = at;
            while (start > buf_text(&text) && start[-1] != '\n')
                start--;
            ck_abort_msg("%s %d, stop %d, after '%s': %.*s in: %.*s",
                         app->library->entry[p->where.lesson].name, p->where.stage, p->where.stop,
                         keys, (int)length, at, (int)strcspn(start, "\n"), start);
        }
        at += length > 0 ? length : strspn(at, "0123456789");
        at += strcspn(at, "0123456789");
    }
    buf_release(&text);
}

/* The screen; the numbers of the twins come from the seeds 1 and 2. */
static Buf twin_screen(App *app)
{
    static const char seed[] = "manual_seed(";
    Buf text = made_screen(app);
    for (char *at = strstr(buf_text(&text), seed); at; at = strstr(at + 1, seed))
        at[strlen(seed)] = at[strlen(seed)] == '2' ? '1' : at[strlen(seed)];
    return text;
}

/* Most screens of twins are equal to the byte; the text is made of those that are not. */
static bool are_equal(const Frame *a, const Frame *b)
{
    return a->width == b->width && a->height == b->height &&
           memcmp(a->glyph, b->glyph, (size_t)a->width * (size_t)a->height * sizeof *a->glyph) == 0;
}

static void look(const Class *c, const char *keys)
{
    if (!c->twin) {
        look_at_numbers(c->app, &c->open, keys);
        return;
    }
    if (are_equal(app_frame(c->app), app_frame(c->twin)))
        return;
    const Place *p = app_place(c->app);
    Buf one = twin_screen(c->app), other = twin_screen(c->twin), what = {0};
    buf_printf(&what, "stage %d, stop %d, after '%s'", p->where.stage, p->where.stop, keys);
    made_expect_equal(&one, &other, buf_text(&what));
    buf_release(&one);
    buf_release(&other);
    buf_release(&what);
}

static void put(const Class *c, const Place *p)
{
    app_put(c->app, p);
    if (c->twin)
        app_put(c->twin, p);
}

static void press(const Class *c, int key)
{
    app_key(c->app, key);
    if (c->twin)
        app_key(c->twin, key);
}

/* What shows more, leaves the lesson or the program, or makes other changes: those of the test stay. */
static bool is_left_out(const KeyRow *row, const Place *p)
{
    static KeyAct *const acts[] = {do_reveal, do_quit,    do_wish, do_write_changes, do_unit,
                                   do_judge,  do_restart, do_sums, do_typed,         do_chosen};
    for (int i = 0; i < COUNT(acts); i++)
        if (row->act == acts[i])
            return true;
    bool shows = (row->act == do_step && row->by > 0 && p->page == PAGE_STAGE) ||
                 (row->act == do_hide && row->by == 0) ||
                 (row->act == do_up && p->page == PAGE_STAGE);
    return shows;
}

static void try_keys(const Class *c, int depth, const char *before)
{
    int rows;
    const KeyRow *row = keys_table(&rows);
    const Place here = *app_place(c->app);
    KeyContext where = update_context(&here);
    for (int i = 0; i < rows; i++) {
        if (!(row[i].where & where) || is_left_out(&row[i], &here))
            continue;
        Buf keys = {0};
        buf_printf(&keys, "%s ", before);
        keys_name(&keys, row[i].code[0]);
        put(c, &here);
        press(c, row[i].code[0]);
        look(c, buf_text(&keys));
        if (depth > 1 && update_context(app_place(c->app)) != where &&
            app_place(c->app)->page != PAGE_MENU)
            try_keys(c, depth - 1, buf_text(&keys));
        buf_release(&keys);
    }
    put(c, &here);
}

/* Every step, with each key, and each key of what that opens. Only what a guess comes to differs between twins. */
static void walk(const Class *c, Detail detail)
{
    static const char *const more[] = {"a 7 7 Enter", "/ 0 . Tab",   "/ 0 . 0 Enter",
                                       "/ - Tab",     "/ 1 . Enter", "i i i i i i"};
    for (int s = 0; s < app_run(c->app)->lesson->stages; s++)
        for (int b = 0; b <= run_stops(app_run(c->app), s); b++) {
            const Run *run = app_run(c->app);
            Place at = *app_place(c->app);
            at.where.detail = detail;
            at.where.stage = s;
            if (b > 0 && !place_sees(run, &at, b))
                continue;
            at = teach_hide(place_at(at, run, s, b), run, &c->app->shown);
            put(c, &at);
            look(c, "");
            try_keys(c, 2, "");
            for (int i = c->twin ? 1 : 0; i < COUNT(more); i++) {
                put(c, &at);
                made_press(c->app, more[i]);
                if (c->twin)
                    made_press(c->twin, more[i]);
                look(c, more[i]);
            }
            put(c, &at);
        }
}

/* Three values for a number of the first result that is written. */
static void change(App *app)
{
    const Run *run = app_run(app);
    for (int i = 0; i < run->stops; i++) {
        const Stop *stop = &run->stop[i];
        bool fits = stop->kind == STOP_TENSOR && stop->name && stop->detail == DETAIL_BRIEF &&
                    stop->tensor->rank > 0 && stop->tensor->dtype == QKV_FLOAT32;
        if (!fits)
            continue;
        Buf text = {0};
        buf_printf(&text, ":%s[0", stop->name);
        for (int d = 1; d < stop->tensor->rank; d++)
            buf_puts(&text, ",0");
        buf_puts(&text, "] = 1, 2, 3");
        for (const char *c = buf_text(&text); *c; c++)
            app_key(app, (unsigned char)*c);
        app_key(app, K_ENTER);
        buf_release(&text);
        break;
    }
    made_expect(app, "WHAT IF");
}

static const struct {
    const char *lesson;
    bool changes;
} classes[] = {{"05", false}, {"05", true}, {"11", false}, {"03", true}};

static App *begin(Library *all, int lesson)
{
    App *app = app_new(all, false);
    app_open(app, lesson);
    app_teach(app);
    app_resize(app, 150, 45);
    return app;
}

START_TEST(nothing_is_told_before_it_is_shown)
{
    Err err = {0};
    Library *all = library_open();
    int lesson = library_find(all, classes[_i].lesson, &err);
    ck_assert_msg(lesson >= 0, "%s", err.message);
    Class c = {.app = begin(all, lesson)};
    Open *o = &c.open;
    add_words(o, app_run(c.app));
    add_results(o, app_run(c.app), lesson);
    if (classes[_i].changes) {
        change(c.app);
        add_results(o, app_run(c.app), lesson);
    }
    qsort(o->value, (size_t)o->count, sizeof *o->value, by_value);
    walk(&c, DETAIL_BRIEF);
    arena_release(&o->arena);
    app_free(c.app);
    library_free(all);
}
END_TEST

/* All of it is drawn or made of what is, so that nothing of it may be seen. */
static const char twin_lesson[] =
    "# Twins\n\nTwo of them.\n\n## Inputs\n\nWords.\n\n```python\nimport math\nimport torch\n"
    "import torch.nn as nn\ntorch.manual_seed(%d)\n#| rows: a b c\n#| cols: f g\n#| axes: query "
    "number\n"
    "x = torch.randint(1, 9, (3, 2))\n#| rows: a b c\n#| cols: f g\ny = torch.rand(3, 2)\n"
    "n = int(x.sum()) %% 7\nprint(x[0])\n```\n\n## Products\n\n"
    "<details><summary>Which number of `q` is the largest?</summary>\n\nThis one.\n\n</details>\n\n"
    "```python\n#| axes: query key\nq = y @ y.T\nwhole = x @ x.T\nmask = x > 4\n"
    "masked = y.masked_fill(mask, float('-inf'))\n#| axes: query key\n"
    "w = torch.softmax(q / math.sqrt(2), dim=-1)\nbest = w.argmax(dim=-1)\n```\n\n"
    "## A loop\n\n```python\nparts = []\nfor i in range(2):\n    part = w * (i + 1)\n"
    "    parts.append(part @ y)\nboth = torch.cat(parts, dim=1)\nfour = torch.stack(parts)[None] * "
    "2\n"
    "```\n\n## A class\n\n```python\nclass Net(nn.Module):\n    def __init__(self):\n"
    "        super().__init__()\n        self.inner = nn.Linear(2, 2)\n    def split(self, t):\n"
    "        rows = t.reshape(-1, 2)\n        return rows\n    def forward(self, x):\n"
    "        scores = self.split(self.inner(x))\n        scaled = scores / 2\n        return "
    "scaled\n"
    "net = Net()\nout = net(y)\nsmall = out.abs().max() < 3\n```\n\n## Written\n\n```python\n"
    "k = torch.tensor([[1., 2.], [3., 4.]])\nz = y @ k\n```\n";

static App *begin_twin(Library **all, int seed)
{
    Err err = {0};
    char text[4000];
    snprintf(text, sizeof text, twin_lesson, seed);
    folder_write("lessons/twins.md", text);
    *all = library_open();
    return begin(*all, library_find(*all, "twins", &err));
}

START_TEST(twins_look_the_same_before_anything_is_shown)
{
    Library *all, *others;
    Class c = {.app = begin_twin(&all, 1)};
    c.twin = begin_twin(&others, 2);
    walk(&c, (Detail)_i);
    app_free(c.app);
    app_free(c.twin);
    library_free(all);
    library_free(others);
}
END_TEST

START_TEST(near_inf_is_nothing)
{
    Library *all;
    App *app = begin_twin(&all, 1);
    made_press(app, "2 . 4 Enter a 7 7 Enter");
    made_expect(app, "masked[a][f]: 77 is not it.");
    made_press(app, "a - i n f Enter");
    made_expect(app, "Right: masked[a][f] = -inf");
    app_free(app);
    library_free(all);
}
END_TEST

static void walk_on(const Run *run, int lesson)
{
    Arena arena = {0};
    Shown shown = {0};
    Place p = {.teach.on = true, .where.lesson = lesson};
    for (; p.where.stage < run->lesson->stages; p.where.stage++, p.where.stop = 0)
        while ((p.where.stop = place_next(run, &p, p.where.stop, 1)) <=
               run_stops(run, p.where.stage)) {
            for (int i = 1; i < place_matrices(run, &p); i++) {
                Sight sight = place_sight(&shown, run, &p, place_tensor(run, &p, i));
                ck_assert_msg(sight.hidden == 0, "lesson %d, stage %d, stop %d hides operand %d",
                              lesson, p.where.stage, p.where.stop, i);
            }
            struct ShownResult r = {lesson, p.where.stage, p.where.stop, place_cells(run, &p), {0}};
            arena_push(&arena, shown.item, shown.count, r);
        }
    ck_assert_int_gt(shown.count, 0);
    arena_release(&arena);
}

/* Who goes from step to step and has all of each shown sees what the next is made of: hidden is only what a class
 * comes to. */
START_TEST(step_by_step_no_operand_is_hidden)
{
    Library *all = library_open();
    for (int i = 0; i < all->count; i++) {
        ck_assert(library_run(all, i));
        walk_on(library_run(all, i), i);
    }
    ck_assert_int_gt(all->count, 20);
    library_free(all);
}
END_TEST

/* Straight to a step, or back from there: what was never shown is hidden, result and operands. */
static const struct {
    const char *lesson, *keys, *hidden, *gone;
} straight[] = {
    {"09", "9 . 3 Enter Left", "cats  ??   ??", "cats   20"},
    {"01", ": x [ 0 , 0 ] = 2 Enter t", " changed |", " 9 changed"},
    {"01", "4 . 2 Enter Bksp", "[3 key]", "  2    4    4"},
    {"09", "1 8 . 1 Enter p p p Left", " old   ??   ??\n", " old    4    0"},
    {"09", "1 8 . 1 Enter", " old      ???     ???     ???     ???    old      ???", "1.0994"},
    {"09", "1 8 . 1 Enter S", " old      ???     ???     ???     ???", "2.0000"},
    {"09", "D 1 8 . 3 Enter Left", " old      ???     ???", "0.8494"},
    {"09", "+ - 1 8 . 1 Enter", " old      ???     ???", "1.0994"},
    {"09", "1 4 . 5 Enter", " 0: ??   ??", " 0:  4    0"},
    {"09", "1 4 . 4 Enter 1 4 . 5 Enter", " 0: ??   ??", " 0:  4    0"},
    {"09", "1 4 . 9 Enter", " 0: ??   ??", " 20 "},
    /* What comes with the shares are the scores, and not what these were made of: v on their own page. */
    {"01", "5 . 1 Enter v 4 . 2 Enter", "k1 ??   ??   ??", "k1  0    4"},
    {"01", "5 Enter v 4 . 2 Enter", "k1 ??   ??   ??", "k1  0    4"},
};

START_TEST(straight_to_a_step_nothing_is_told)
{
    Err err = {0};
    Library *all = library_open();
    App *app = app_new(all, false);
    app_open(app, library_find(all, straight[_i].lesson, &err));
    app_teach(app);
    app_resize(app, 100, 30);
    made_press(app, straight[_i].keys);
    made_expect(app, straight[_i].hidden);
    made_expect_gone(app, straight[_i].gone);
    app_free(app);
    library_free(all);
}
END_TEST

/* What a change makes another is asked anew; what it puts there itself is not, and what was seen before it is seen
 * again after it. */
START_TEST(a_change_hides_what_it_makes_another)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\n"
                 "x = torch.ones(2)\nz = torch.ones(2) * 4\ny = x * 2\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, MADE_SECOND);
    made_press(app, "T 1 . 1 Enter s Space s Space s");
    made_expect(app, "y [2]");
    made_press(app, ": x [ 0 ] = 5 Enter");
    made_expect(app, "What comes out as another is hidden: f goes to the next, Z undoes.");
    made_expect(app, "0 of 2 shown");
    made_press(app, "1 . 2 Enter");
    made_expect_gone(app, "???");
    made_press(app, "1 . 1 Enter");
    made_expect(app, "*5 ");
    made_expect_gone(app, "???");
    made_press(app, "1 . 3 Enter");
    made_expect_gone(app, " 2    2");
    made_press(app,
               "~"); /* what was seen before it is seen, and nothing says what is another now */
    made_expect(app, "BEFORE");
    made_expect(app, "1       2    2\n");
    made_expect_gone(app, "*2");
    made_expect_gone(app, "10");
    made_press(app, "~ ~ ~");
    made_expect(app, "0 of 2 shown");
    made_press(app, "a 1 0 Enter");
    made_expect(app, "Right: y[0] = 10");
    made_press(app, "s w Space Esc"); /* switched off, it is as it was seen */
    made_expect(app, "WHAT IF (0 of 1 change)");
    made_expect_gone(app, "???");
    made_press(app, "w Space Esc");
    made_expect(app, "0 of 2 shown");
    made_press(app, "w d Esc");
    made_expect_gone(app, "???");
    made_expect_gone(app, "WHAT IF");
    /* What was hidden again by hand comes back with no change, and ' leads to no number that is another. */
    made_press(app, "s z : x [ 0 ] = 5 Enter Z");
    made_expect(app, "0 of 2 shown");
    made_press(app, "s Enter Enter : x [ 0 ] = 5 Enter '");
    made_expect(app, "The number is another by now, and still hidden.");
    made_expect(app, "0 of 2 shown");
    made_press(app, "Z : x [ 0 ] = 5 Enter s z : x [ 0 ] = 6 Enter Z Z");
    made_expect(app, "0 of 2 shown");
    made_press(app, ": x [ 0 ] = 5 Enter s T T"); /* a reader alone is not asked */
    made_press(app, ": x [ 0 ] = 6 Enter");
    made_expect_gone(app, "???");
    app_free(app);
    library_free(library);
    made_lessons();
}
END_TEST

/* What is written after a hidden result may be a copy of it: neither its matrix nor its code tells a number then,
 * wherever it stands. What the beginning of the stage has told is open. */
START_TEST(written_copies_are_hidden_too)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\nx = torch.tensor([1.5, 1.75])\n"
                 "y = x * 2\nopen = torch.tensor([4.25, 4.5])\n```\n\nWords.\n\n"
                 "```python\nw = torch.tensor([3.25, -3.5e-2])\n```\n\n"
                 "## B\n\n```python\nv = w * x\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, MADE_SECOND);
    made_press(app, "T 1 . 3 Enter");
    made_expect(app, "open = torch.tensor([4.25, 4.5])");
    made_expect_gone(app, "???");
    made_press(app, "1 . 4 Enter");
    made_expect(app, "w = torch.tensor([?, ?])");
    made_expect(app, "0 of 2 shown");
    made_expect_gone(app, "3.25");
    made_press(app, "#");
    made_expect(app, "x = torch.tensor([1.5, 1.75])");
    made_expect(app, "w = torch.tensor([?, ?])");
    made_press(app, "+");
    made_expect(app, "Code stands as it is written.");
    made_press(app, "Esc / 3 . 2 5 Enter");
    made_expect(app, "Not found");
    made_press(app, "Esc / t o r c h Tab");
    made_expect(app, "w = torch.tensor([?, ?])");
    made_expect_gone(app, "3.25");
    made_press(app, "Esc Esc 2 . 1 Enter");
    made_expect(app, "???");
    app_resize(app, 120, 40); /* with the names so far */
    made_expect(app, "torch.tensor([?, ?])");
    made_expect_gone(app, "3.25");
    app_resize(app, 80, 24);
    made_press(app, "1 . 2 Enter v v 1 . 4 Enter"); /* it was left hidden */
    made_expect(app, "0 of 2 shown");
    made_press(app, "v v");
    made_expect(app, "w = torch.tensor([3.25, -3.5e-2])");
    made_expect_gone(app, "???");
    made_press(app, "#");
    made_expect(app, "w = torch.tensor([3.25, -3.5e-2])");
    made_press(app, "Esc z");
    made_expect(app, "w = torch.tensor([?, ?])");
    made_expect_gone(app, "3.25");
    made_press(app, "="); /* what is typed over would tell it */
    made_expect(app, "Its numbers are still hidden: v shows more.");
    made_press(app, "s T"); /* another class */
    made_expect(app, "w = torch.tensor([?, ?])");
    made_expect_gone(app, "3.25");
    made_press(app, "1 . 2 Enter T v v 1 . 4 Enter"); /* all before it was seen */
    made_expect(app, "w = torch.tensor([3.25, -3.5e-2])");
    made_expect_gone(app, "???");
    app_free(app);
    library_free(library);
    made_lessons();
}
END_TEST

/* A name that the run before a change has not, and that is hidden. */
START_TEST(what_was_not_there_before_is_named)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\nx = torch.tensor([1., -2.])\n"
                 "y = x * 2\nif x.sum() > 0:\n    extra = x * 3\nz = y + 1\n```\n");
    Library *library = library_open();
    App *app = app_new(library, false);
    app_open(app, MADE_SECOND);
    made_press(app, "T Space Space : x [ 0 ] Space = Space 5 Enter 1 . 4 Enter ~ * Up");
    made_expect(app, "extra is still hidden.");
    app_free(app);
    library_free(library);
    made_lessons();
}
END_TEST

Suite *class_suite(void)
{
    Suite *s = suite_create("class");
    TCase *twins = tcase_create("twins");
    tcase_set_timeout(twins, 120);
    tcase_add_unchecked_fixture(twins, made_enter, made_leave);
    tcase_add_test(twins, a_change_hides_what_it_makes_another);
    tcase_add_loop_test(twins, twins_look_the_same_before_anything_is_shown, DETAIL_BRIEF,
                        DETAIL_EVERY + 1);
    tcase_add_test(twins, near_inf_is_nothing);
    tcase_add_test(twins, written_copies_are_hidden_too);
    tcase_add_test(twins, what_was_not_there_before_is_named);
    suite_add_tcase(s, twins);
    TCase *t = tcase_create("class");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, nothing_is_told_before_it_is_shown, 0, COUNT(classes));
    tcase_add_loop_test(t, straight_to_a_step_nothing_is_told, 0, COUNT(straight));
    tcase_add_test(t, step_by_step_no_operand_is_hidden);
    suite_add_tcase(s, t);
    return s;
}
