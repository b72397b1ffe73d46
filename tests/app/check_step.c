/* Stepping through one's own code: into it, along it, over it and out again; and that a lesson that is
 * read again is gone on with at the same line. */
#include <stdio.h>
#include <string.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

static const char head[] = "## s\n\n```python\nimport torch, torch.nn as nn\n";
static const char code[] =
    "class Head(nn.Module):\n    def __init__(self, n):\n"
    "        super().__init__()\n        self.q = nn.Linear(n, 2)\n\n    def scale(self, s):\n"
    "        return s / s.shape[-1] ** 0.5\n\n    def forward(self, x):\n        q = self.q(x)\n"
    "        s = self.scale(q @ q.T)\n        if s.shape[0] > 5:\n            s = s * 0\n"
    "        else:\n            s = s + 1\n        return s.softmax(-1) @ x\n\n\n"
    "class Heads(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n"
    "        self.heads = nn.ModuleList([Head(4) for _ in range(n)])\n\n    def forward(self, x):\n"
    "        out = []\n        for head in self.heads:\n            out.append(head(x))\n"
    "        return torch.cat(out, dim=-1)\n\n\ndef fact(n):\n    if n <= 1:\n        return 1\n"
    "    return n * fact(n - 1)\n\n\nx = torch.ones(3, 4)\nnet = Heads(3)\ny = net(x)\n"
    "f = fact(4)\nx[0] = 2\nfor i in range(3):\n    if i == 1:\n        y = y + 1\n"
    "    else:\n        y = y * 2\n```\n";

/* The lesson with some lines more before it. */
static void write_code(const char *before)
{
    Buf text = {0};
    buf_printf(&text, "%s%s%s", head, before, code);
    folder_write("lessons/1.md", buf_text(&text));
    buf_release(&text);
}

static Library *library;
static App *app;

static void open_code(void)
{
    folder_enter();
    write_code("");
    library = library_open();
    app = app_new(library, false);
    ck_assert_msg(!library->entry[0].err.set, "%s", library->entry[0].err.message);
    app_open(app, 0);
}

static void close_code(void)
{
    app_free(app);
    library_free(library);
    folder_leave();
}

static const Run *run_here(void)
{
    return library->entry[0].run;
}

/* Goes to what the statement with this result shows. */
static void go_to(const char *name)
{
    Place p = *app_place(app);
    for (int b = 1; b <= run_stops(run_here(), 1); b++) {
        const Stop *stop = run_stop(run_here(), 1, b);
        if (stop->detail == DETAIL_BRIEF && stop->name && strcmp(stop->name, name) == 0) {
            p = place_at(p, run_here(), 1, b);
            app_put(app, &p);
            return;
        }
    }
    ck_abort_msg("nothing is called %s", name);
}

static const struct {
    const char *from, *keys, *shows;
} walks[] = {
    {"y", "d", "> 28 def forward(self, x):"},
    {"y", "d", "y = net(x) > Heads.forward"},
    {"y", "d Space", "> 29     out = []"},
    {"y", "d Space Space", "head 1 of 3, head = Head"},
    {"y", "d Space Space y", "head 2 of 3, head = Head"},
    {"y", "d Space Space y y y", "There is no other pass."},
    {"y", "d Space Space Y", "> 32     return torch.cat(out, dim=-1)"},
    {"y", "d o", "> 32     return torch.cat(out, dim=-1)"},
    {"y", "d o o", "This is the end of it"},
    {"y", "d o Space", ">>> y = net(x)"},
    {"y", "d Space Space Space", "> 31         out.append(head(x))"},
    {"y", "d Space Space Space d", "> head 1 of 3 > Head.forward"},
    {"y", "d Space Space Space d Space",
     "q[i, j] = (input @ weight.T)[i, j] + net.heads.0.q.bias[j]"},
    {"y", "d Space Space Space d Space d", ">>> weight.T"},
    {"y", "d Space Space Space d Space Space", "> 15     s = self.scale(q @ q.T)"},
    {"y", "d Space Space Space d Space Space d", "> Head.forward > Head.scale"},
    {"y", "d Space Space Space d Space Space Space",
     "> 16     if s.shape[0] > 5:        false: skipped"},
    {"y", "d Space Space Space d Space Space Space", "- 17         s = s * 0"},
    {"y", "d Space Space Space d u", "> 31         out.append(head(x))"},
    {"y", "d Space Space Space d u u", ">>> y = net(x)"},
    {"net", "d", "net = Heads(3) > Heads.__init__"},
    {"f", "d", "f = fact(4) > fact"},
    {"f", "d o", "return 24"},
    {"f", "d o d o d o d", "f = fact(4) > fact > fact > fact > fact"},
    {"f", "d o d o d o d o", "return 1"},
    {"f", "d o d o d o d o u u u u", ">>> f = fact(4)"},
};

/* The lines of a notebook are counted in its cell, whose number stands beside the way there. */
START_TEST(walking_through_a_notebook)
{
    folder_enter();
    folder_write("a.ipynb", "{\"cells\": [{\"cell_type\": \"code\", \"execution_count\": 2,"
                            "\"source\": \"import torch\\n\"}, {\"cell_type\": \"code\","
                            "\"execution_count\": 5, \"source\": \"def f(x):\\n    y = x + 1\\n"
                            "    return y\\n\\nz = f(torch.ones(2))\"}]}");
    library = library_open();
    Err err = {0};
    int lesson = library_find(library, "./a.ipynb", &err);
    app = app_new(library, false);
    app_open(app, lesson);
    made_press(app, "G Space d Space");
    made_expect(app, ">  2     y = x + 1");
    made_expect(app, "cell 5");
    close_code();
}
END_TEST

START_TEST(walking_through_code)
{
    open_code();
    go_to(walks[_i].from);
    made_press(app, walks[_i].keys);
    made_expect(app, walks[_i].shows);
    close_code();
}
END_TEST

/* A statement that changes something shows it; a loop shows what it leaves, and can be opened. */
START_TEST(changes_are_shown)
{
    open_code();
    Place p = place_at(*app_place(app), run_here(), 1, run_stops(run_here(), 1));
    app_put(app, &p);
    made_expect(app, ">>> for i in range(3):");
    made_expect(app, "y after [3 x 12]");
    made_press(app, "d");
    made_expect(app, "i 1 of 3, i = 0");
    made_press(app, "y Space Space");
    made_expect(app, "y = y + 1");
    made_press(app, "Y"); /* after it comes nothing of its own code, but its result */
    made_expect(app, "There is nothing after the loop");
    close_code();
}
END_TEST

/* Whatever the keys: a step back undoes a step, and out of it undoes into it. */
START_TEST(random_keys_in_code)
{
    static const char *const keys[] = {"Space", "Space", "Bksp", "d", "d", "u", "o",
                                       "y",     "Y",     "D",    "U", "n", "p", "Enter"};
    open_code();
    for (int i = 0; i < 3000; i++) {
        made_press(app, keys[made_random(COUNT(keys))]);
        if (app_place(app)->page == PAGE_CELL)
            made_press(app, "Esc");
        Place before = *app_place(app);
        made_press(app, "Space");
        const Place *now = app_place(app);
        if (now->where.stop != before.where.stop || now->where.stage != before.where.stage) {
            made_press(app, "Bksp");
            ck_assert_int_eq(app_place(app)->where.stop, before.where.stop);
            ck_assert_int_eq(app_place(app)->where.stage, before.where.stage);
        }
        made_press(app, "d");
        if (app_place(app)->where.stop != before.where.stop) {
            made_press(app, "u");
            ck_assert_int_eq(app_place(app)->where.stop, before.where.stop);
        }
        app_frame(app);
        if (made_random(100) == 0)
            made_press(app, "r");
    }
    close_code();
}
END_TEST

/* Lines before ours: the same line in hand, at another number. */
START_TEST(an_edit_keeps_the_line)
{
    open_code();
    go_to("y");
    made_press(app, "d Space Space y Space d Space Space");
    made_expect(app, "> 15     s = self.scale(q @ q.T)");
    made_expect(app, "head 2 of 3 > Head.forward");
    write_code("a = 1\nb = a + 1\n");
    made_press(app, "r");
    made_expect(app, "> 17     s = self.scale(q @ q.T)");
    made_press(app, "Space");
    made_expect(app, "> 18     if s.shape[0] > 5:");
    made_press(app, "u u");
    made_expect(app, ">>> y = net(x)");
    close_code();
}
END_TEST

Suite *step_suite(void)
{
    Suite *s = suite_create("step");
    TCase *t = tcase_create("step");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, walking_through_a_notebook);
    tcase_add_loop_test(t, walking_through_code, 0, COUNT(walks));
    tcase_add_test(t, changes_are_shown);
    tcase_add_test(t, random_keys_in_code);
    tcase_add_test(t, an_edit_keeps_the_line);
    suite_add_tcase(s, t);
    return s;
}
