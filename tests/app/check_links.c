/* Queries joined to keys by lines. */
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

static const char lesson[] = "# Lines\n\n## Weights\n\n```python\nimport torch\n"
                             "x = torch.tensor([[1., 2., 3.], [4., 5., 6.]])\n"
                             "#| axes: head query key\n#| rows: a b c\n#| cols: k1 k2\n"
                             "weights = torch.tensor([[[0.1, 0.9], [0.5, 0.5], [0.7, 0.3]], [[0., "
                             "1.], [1., 0.], [0., 1.]]])\n"
                             "#| axes: query key\n#| rows: a b\n#| cols: k1 k2\n"
                             "scores = torch.tensor([[20., -3.], [float('-inf'), 2.]])\n"
                             "#| axes: query key\n#| rows: a b\n#| cols: k1 k2\n"
                             "below = torch.tensor([[-1., -2.], [-3., -4.]])\n"
                             "many = torch.ones(65, 65)\n```\n\nThe end.\n";

static App *start(Library **library, const char *where)
{
    Err err = {0};
    folder_write("lessons/04-lines.md", lesson);
    *library = library_open();
    App *app = app_new(*library, false);
    app_open(app, library_find(*library, "04", &err));
    ck_assert(app_goto(app, where, &err));
    return app;
}

static void end(App *app, Library *library)
{
    app_free(app);
    library_free(library);
}

/* The drawing, with numbers and bars and without: thick lines over thin ones, which end before them. */
static const struct {
    const char *where, *keys, *text;
} drawings[] = {
    {"1.2", "&",
     " 04 Lines                                                     who looks at whom\n"
     " weights [2 head x 3 query x 2 key]  head 0 (of 0-1)\n"
     " Lines:  . from 0.1  - from 0.3  = from 0.6  # from 0.9\n"
     " query                                           key  mean, each # 0.05\n"
     " a ####.......\n"
     "       ###### ......................\n"
     "             ######                 ....-----==> k1    0.4 #########\n"
     "                   ###### ------------ ======\n"
     "           ------------- #######  =====\n"
     " b -----------              === ######\n"
     "              -------- ===== -------  ######\n"
     "                 ======             --------###> k2    0.6 ###########\n"
     "            =====        ---------------\n"
     "      ====== ------------\n"
     " c ===-----\n"},
};

/* What is seen after keys, and what is not. */
static const struct {
    const char *where, *keys, *shows, *shows_not;
} cases[] = {
    {"1.2", "&", "mean, each # 0.05", "???"},
    {"1.2", "&", "key  mean, each # 0.05", NULL},
    {"1.2", "& Down", "0.1 ##\n", "0.7 #"},
    {"1.2", "& Down", "0.9 ##################\n", NULL},
    {"1.2", "& Down Down Down", "0.7 ##############\n", "0.1 #"},
    {"1.2", "& Down Down Down Down", "mean", NULL}, /* round to all of them */
    {"1.2", "& Up", "0.7 ##############\n", NULL},
    {"1.2", "& Up g", "mean", NULL},
    {"1.2", "& ]", "head 1 (of 0-1)", "head 0"},
    {"1.2", "& q", "stage 1/1", "looks at whom"},
    {"1.2", "& Esc", "stage 1/1", "looks at whom"},
    {"1.2", "Enter Down & ", "0.5 ##########\n", "0.1 #"}, /* the cell's own row */
    {"1.3", "&", ". from 2  - from 6  = from 12  # from 18", "mean"},
    {"1.3", "& Down", "each # 1\n", NULL},
    {"1.3", "& Down Down", "-inf\n", NULL},
    {"1.4", "&", "No number is above 0: there are no lines.", NULL},
    {"1.1", "&", "No queries and keys here", "looks at whom"},
    {"1.0", "&", "Nothing has been computed yet", "looks at whom"},
    {"1.5", "&", "More than 64 words", "looks at whom"},
    {"1.2", "T z & Down", "???", "0.9 #"},
    {"1.2", "T z &", "It is still hidden: Esc, then v shows more.", "from 0.1"},
    {"1.2", "T z & Esc v &", "# from 0.9  ? hidden", "It is still hidden"},
    {"1.2", "T z & Esc v Space &", "# from 0.9", "? hidden"},
    {"1.2", "T z & ", "who looks at whom", "mean"}, /* nor what it would tell */
    {"1.2", "T z & ", "who looks at whom", "##"},
};

START_TEST(what_lines_show)
{
    Library *library;
    App *app = start(&library, cases[_i].where);
    made_press(app, cases[_i].keys);
    made_expect(app, cases[_i].shows);
    if (cases[_i].shows_not)
        made_expect_gone(app, cases[_i].shows_not);
    end(app, library);
}
END_TEST

/* Which block it is goes last where the window is narrow. */
START_TEST(the_block_is_named_in_a_narrow_window)
{
    Library *library;
    App *app = start(&library, "1.2");
    app_resize(app, 40, 24);
    made_press(app, "& ]");
    made_expect(app, "head 1");
    end(app, library);
}
END_TEST

START_TEST(thick_lines_lie_over_thin_ones)
{
    Library *library;
    App *app = start(&library, drawings[_i].where);
    Buf text = {0};
    made_press(app, drawings[_i].keys);
    frame_text(&text, app_frame(app), true);
    ck_assert_msg(strncmp(buf_text(&text), drawings[_i].text, strlen(drawings[_i].text)) == 0, "%s",
                  buf_text(&text));
    buf_release(&text);
    end(app, library);
}
END_TEST

/* In any window: nothing is drawn outside of it, and the query in question is seen. */
START_TEST(the_query_in_question_is_seen)
{
    Library *library;
    App *app = start(&library, "1.2");
    made_press(app, "& Down Down Down");
    for (int round = 0; round < 300; round++) {
        app_resize(app, 40 + made_random(100), 10 + made_random(40));
        made_expect(app, "0.7 #");
    }
    for (int round = 0; round < 300; round++) {
        app_resize(app, 1 + made_random(60), 1 + made_random(20));
        app_frame(app);
    }
    end(app, library);
}
END_TEST

Suite *links_suite(void)
{
    Suite *s = suite_create("links");
    TCase *t = tcase_create("links");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, made_clear, NULL);
    tcase_add_loop_test(t, what_lines_show, 0, COUNT(cases));
    tcase_add_loop_test(t, thick_lines_lie_over_thin_ones, 0, COUNT(drawings));
    tcase_add_test(t, the_block_is_named_in_a_narrow_window);
    tcase_add_test(t, the_query_in_question_is_seen);
    suite_add_tcase(s, t);
    return s;
}
