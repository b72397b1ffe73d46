/* Asking numbers, from page to page: what Enter goes to, how one comes back, and what is kept on the way. */
#include <string.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"
#include "view/arithmetic.h"
#include "view/number.h"
#include "view/report.h"

static Library *library;

static App *start_at(const char *where)
{
    Err err = {0};
    library = library_open();
    App *app = app_new(library, false);
    app_open(app, MADE_FIRST);
    ck_assert_msg(app_goto(app, where, &err), "%s", err.message);
    return app;
}

static void end(App *app)
{
    app_free(app);
    library_free(library);
}

/* --- what is asked -------------------------------------------------------------------------------- */

START_TEST(enter_asks_in_the_matrix_that_tab_chose)
{
    App *app = start_at("3.3");
    app_resize(app, 80, 16);
    made_press(app, "Tab ]");
    made_expect(app, "blocks: item x2 (2 of 3). Enter asks in it.");
    made_press(app, "Enter");
    made_expect(app, "blocks[x2][0][a] = 0");
    made_press(app, "q");
    made_expect(app, "stage 3/4  step 3/5");
    made_press(app, "S-Tab [ Enter");
    made_expect(app, "total[0][a] = ");
    end(app);
}
END_TEST

/* What stands over a number can be typed where something is looked for, or changed. */
static const struct {
    const char *keys, *shows;
} typed[] = {
    {"/ q [ x 2 ] [ 0 ] Enter", "q[x2][0] = 10"},
    {"/ x Space x 2 Space b Enter", "x[x2][b] = 2"},
    {": x Space x 2 Space b Enter", "x[x2][b] = 2"},
    {": x 1 Space x 2 Enter", "scores[x1][x2] = "},
    {": x 1 Space f 2 Enter", "expected an operator"},
};

START_TEST(a_number_is_named_at_the_prompts)
{
    App *app = start_at("2.2");
    made_press(app, typed[_i].keys);
    made_expect(app, typed[_i].shows);
    end(app);
}
END_TEST

/* A class has not seen it. */
START_TEST(a_hidden_number_is_not_named)
{
    App *app = start_at("2.1");
    made_press(app, "T Space / s c o r e s Space 0 Space 1 Enter");
    made_expect(app, "scores is still hidden");
    made_expect_gone(app, "CELL");
    end(app);
}
END_TEST

/* The first cell of a block may have been filled by the mask. */
START_TEST(an_operand_shows_the_block_of_the_result)
{
    folder_write("lessons/00-filled.md",
                 "# Filled\n\n## One\n\n```python\nimport torch\n"
                 "x = torch.arange(36.).view(4, 3, 3)\n"
                 "y = x.masked_fill(torch.tensor([True, False, False]), -9.)\n```\n");
    App *app = start_at("1.2");
    app_resize(app, 80, 14);
    made_press(app, "] ]");
    made_expect(app, "0: 18   19   20");
    made_expect(app, "0: -9   19   20");
    end(app);
    folder_remove("lessons/00-filled.md");
}
END_TEST

/* Beside a number stand the way to it and the place in the code, as far as there is room for both; the way before the
 * place, and nothing in half. */
START_TEST(the_way_stands_before_the_place)
{
    static const struct {
        int width;
        const char *shows, *shows_not;
    } cases[] = {
        {100, "in result = attend(x) > scores, operation 2 of 3                result > scores\n",
         "~"},
        {70, "in result = attend(x) > scores    result > scores\n", "operation"},
        {60, " result > scores\n", "in result"},
        {50, " result > scores\n", "attend"},
    };
    folder_write("lessons/00-call.md", "# Call\n\n## One\n\n```python\nimport torch\n"
                                       "def attend(x):\n"
                                       "    scores = x @ x.T\n"
                                       "    return scores * 2\n"
                                       "x = torch.arange(4.).view(2, 2)\n"
                                       "result = attend(x)\n```\n");
    App *app = start_at("1.3");
    made_press(app, "Enter Enter");
    for (int i = 0; i < COUNT(cases); i++) {
        app_resize(app, cases[i].width, 24);
        made_expect(app, cases[i].shows);
        made_expect_gone(app, cases[i].shows_not);
    }
    end(app);
    folder_remove("lessons/00-call.md");
}
END_TEST

START_TEST(enter_goes_to_the_cells_own_first)
{
    App *app = start_at("2.3");
    made_press(app, "Enter Right");
    made_expect(app, "Enter goes to {scores[x1][x2]}");
    made_press(app, "Space");
    made_expect(app, "Enter goes to {scores[x1][日本]}");
    made_press(app, "Enter ' g Tab");
    made_expect(app, "Enter goes to {scores[x1][x2]}");
    end(app);
}
END_TEST

/* In the lowest of windows, too, there are the terms and the row of the matrix. */
START_TEST(a_low_window_has_terms_and_a_matrix)
{
    App *app = start_at("2.3");
    app_resize(app, 40, 12);
    made_press(app, "Enter");
    made_expect(app, "weights [3 x 3]");
    made_expect(app, "x1  >0.0497<");
    made_expect(app, "> exp(4.25 - 7) = 0.0639  this cell's~");
    made_expect(app, "  exp(5.5 - 7) = 0.2231   scores[x1]");
    made_expect(app, "  exp(7 - 7) = 1          scores[x1]");
    made_expect(app, "Enter: {scores[x1][x1]}, stage 2");
    end(app);
}
END_TEST

/* --- and back ------------------------------------------------------------------------------------- */

START_TEST(leaving_a_number_of_another_stage_says_where_one_is)
{
    App *app = start_at("2.1");
    made_press(app, "Enter q");
    made_expect_gone(app, "where the question began");
    made_press(app, "Enter Enter Enter");
    made_expect(app, "stage 1/4  CELL");
    made_expect(app, "q stage 2\n");
    made_press(app, "q");
    made_expect(app, "stage 2/4  step 1/5");
    made_expect(app, "Back in stage 2, where the question began: the number was made in stage 1.");
    end(app);
}
END_TEST

START_TEST(coming_back_from_a_jump_keeps_the_block)
{
    App *app = start_at("3.1");
    made_press(app, "] g ' Enter");
    made_expect(app, "blocks[x2][0][a]");
    end(app);
}
END_TEST

/* A key that would do nothing is not offered. */
START_TEST(there_is_nothing_to_unfold_under_an_input)
{
    App *app = start_at("2.2");
    made_press(app, "Enter D");
    made_expect(app, "+ unfold all");
    made_press(app, "Esc Esc 1 . 1 Enter Enter D");
    made_expect(app, "stage 1, line ");
    made_expect_gone(app, "unfold");
    end(app);
}
END_TEST

/* Nothing under a page is lost while that is read. */
START_TEST(the_inputs_of_a_tree_close_to_the_tree)
{
    App *app = start_at("2.2");
    made_press(app, "Enter D Down Enter");
    Buf before = made_screen(app);
    made_press(app, "I");
    made_expect(app, "the inputs that this number is made of");
    made_press(app, "Enter");
    made_expect_gone(app, "does nothing here");
    made_press(app, "q");
    Buf after = made_screen(app);
    made_expect_equal(&before, &after, "the tree after its inputs");
    made_press(app, "q I q");
    made_expect(app, " CELL");
    buf_release(&before);
    buf_release(&after);
    end(app);
}
END_TEST

/* --- from every page ------------------------------------------------------------------------------ */

/* What lies over a number of stage 2: all that can. */
static const struct {
    const char *keys, *title, *help;
} over[] = {
    {"", " CELL", "keys: cell"},
    {"D", "all that this number is made of", "keys: derivation"},
    {"U", "who uses this number?", "keys: report"},
    {"I", "the inputs that this number is made of", "keys: report"},
    {"&", "who looks at whom", "keys: lines"},
    {"*", "names so far", "keys: names"},
    {"w", "changes of this lesson", "keys: changes"},
    {"Esc t", "+- contents -", "keys: contents"},
};

START_TEST(every_page_has_its_help)
{
    App *app = start_at("2.2");
    made_press(app, "Enter");
    made_press(app, over[_i].keys);
    made_expect(app, over[_i].title);
    made_expect(app, "? help");
    made_press(app, "?");
    made_expect(app, over[_i].help);
    made_press(app, "q");
    made_expect(app, over[_i].title);
    end(app);
}
END_TEST

START_TEST(every_page_is_left_by_number)
{
    App *app = start_at("2.2");
    made_press(app, "Enter");
    made_press(app, over[_i].keys);
    made_press(app, "3 . 2");
    made_expect(app, "Go to stage 3, step 2_");
    made_press(app, "Enter");
    made_expect(app, "stage 3/4  step 2/5");
    made_press(app, "g");
    made_press(app, "? 1 Enter");
    made_expect(app, "stage 1/4");
    end(app);
}
END_TEST

/* No letter of it is taken for a key: Q would leave. */
START_TEST(every_page_is_left_by_searching)
{
    App *app = start_at("2.2");
    made_press(app, "Enter");
    made_press(app, over[_i].keys);
    made_press(app, "/ Q");
    made_expect(app, "find: Q_");
    made_press(app, "Esc");
    made_expect(app, over[_i].title);
    made_press(app, "? / b l o c k s Enter");
    made_expect(app, "stage 3/4");
    end(app);
}
END_TEST

START_TEST(coming_back_to_a_number_keeps_the_way_to_it)
{
    App *app = start_at("2.3");
    made_press(app, "Enter Enter Enter 3 Enter '");
    made_expect(app, "weights > scores > q");
    made_press(app, "'");
    made_expect(app, "scores[x1][x1] = ");
    made_press(app, "q '");
    made_expect(app, "There was no jump to come back from.");
    end(app);
}
END_TEST

START_TEST(help_of_a_report_keeps_its_line)
{
    App *app = start_at("2.1");
    app_resize(app, 60, 12);
    made_press(app, "Enter U Space");
    Buf before = made_screen(app);
    made_press(app, "? Space q");
    Buf after = made_screen(app);
    made_expect_equal(&before, &after, "before and after help");
    buf_release(&before);
    buf_release(&after);
    end(app);
}
END_TEST

/* --- what a search found -------------------------------------------------------------------------- */

START_TEST(rows_of_places_say_what_is_there)
{
    App *app = start_at("1.0");
    made_press(app, "/ 1 2 0 Tab");
    made_expect(app, "120: 1 place ");
    made_expect(app, "|  2.2  scores[x2][x2] = 120.2500   scores = q @ q.T");
    made_press(app, "Esc / x 2 Tab");
    made_expect(app, "|  1.1  x: row x2                   x = torch.tensor(");
    end(app);
}
END_TEST

/* The page that shows it: text between two results stands with the second, what is defined before the first with
 * the text. */
START_TEST(a_place_shows_what_was_found)
{
    App *app = start_at("1.0");
    made_press(app, "/ M o r e Enter");
    made_expect(app, "step 3/5");
    made_expect(app, "More words.");
    end(app);
    folder_write("lessons/00-twice.md",
                 "# Twice\n\n## One\n\n```python\nimport torch\ndef twice(batch):\n"
                 "    return batch * 2\nx = torch.ones(2)\n```\n");
    app = start_at("1.0");
    made_press(app, "/ b a t c h Enter");
    made_expect(app, "This is the only place.");
    made_expect(app, "def twice(batch):");
    end(app);
    folder_remove("lessons/00-twice.md");
}
END_TEST

START_TEST(equal_rows_of_places_are_one)
{
    folder_write("lessons/00-twice.md",
                 "# Twice\n\n## One\n\n```python\nimport torch\nx = torch.tensor([1.5, 2.])\n"
                 "x * 4.2\nx * 4.2\nx * 4.2\ny = x * 3.15\n```\n");
    App *app = start_at("1.0");
    made_press(app, "/ 6 . 3 Tab");
    made_expect(app, "6.3: 4 places ");
    made_expect(app, " x3 |\n");
    made_press(app, "Down");
    ck_assert_int_eq(app_place(app)->choice, 1);
    made_press(app, "Down");
    ck_assert_int_eq(app_place(app)->choice, 1);
    made_press(app, "Enter");
    made_expect(app, "stage 1/1  step 5/5");
    made_expect(app, "4 of 4");
    end(app);
    folder_remove("lessons/00-twice.md");
}
END_TEST

/* --- the last line -------------------------------------------------------------------------------- */

/* What a key does here decides: common ones make room for those that this place alone has. */
static const struct {
    const char *at, *keys, *hints;
} last_lines[] = {
    {"2.3", "x", " Space next  Bksp back  Enter where from  t contents  & lines  ? help  q menu"},
    {"2.3", "1 Enter '",
     " Space next  Bksp back  Enter where from  t contents  & lines  ? help  q menu"},
    {"2.1", "2 . 3 Enter", " Space next  Enter where from  t contents  ' return  & lines  ? help"},
    {"1.1", "x", " Space next  Bksp back  Enter where from  t contents  = what if  ? help  q menu"},
    {"2.3", "Enter",
     " Space next cell  Enter go there  Tab pick  = what if  D tree  ? help  q stage"},
    {"2.3", "Enter Enter",
     " Space next cell  Enter go there  Tab pick  ' back one  D tree  ? help"},
    {"1.1", "Enter = Bksp 7 Enter q",
     " Space next  ~ before  f changed  Z undo  Enter where from  ? help"},
    {"1.1", "Enter = Bksp 7 Enter", " Space next cell  ~ before  f changed  Z undo  = what if"},
    {"1.1", "Enter = Bksp 7 Enter Z", " Space next cell  = what if  D tree"},
    {"1.1", "Enter = Bksp 7 Enter w Space Esc", " Space next cell  = what if  D tree"},
    {"1.1", "Enter = Bksp 7 Enter w",
     " Space on/off  Enter edit  d delete  w close  Z undo  ? help"},
};

START_TEST(the_last_line_has_what_this_place_has)
{
    App *app = start_at(last_lines[_i].at);
    made_press(app, last_lines[_i].keys);
    made_expect(app, last_lines[_i].hints);
    end(app);
}
END_TEST

/* --- how numbers look ----------------------------------------------------------------------------- */

START_TEST(more_decimals_are_never_fewer)
{
    static const struct {
        const char *keys;
        int decimals;
    } walk[] = {{"x", 9}, {"+", 9}, {"-", 8}, {"x", 9}, {"x", 8},
                {"+", 9}, {"x", 4}, {"+", 5}, {"x", 9}, {"x", 5}};
    App *app = start_at("2.3");
    for (int i = 0; i < COUNT(walk); i++) {
        made_press(app, walk[i].keys);
        ck_assert_int_eq(place_decimals(app_place(app)), walk[i].decimals);
    }
    made_expect(app, "Numbers with 5 decimals at most.");
    end(app);
}
END_TEST

/* --- what a number is made of --------------------------------------------------------------------- */

static int chosen_line(App *app)
{
    return app_place(app)->choice;
}

START_TEST(space_folds_one_branch_and_never_all)
{
    App *app = start_at("2.3");
    made_press(app, "Enter D Space");
    ck_assert_int_eq(chosen_line(app), 1);
    made_expect(app, "The number in question stays open: Enter folds what is below.");
    made_expect(app, "+ scores[x1][x2] = 5.5");
    made_press(app, "Space");
    made_expect(app, "- scores[x1][x1] = 4.25");
    made_expect(app, "| + q[x1][0] = 1");
    made_press(app, "Space");
    made_expect(app, "+ scores[x1][x1] = 4.25");
    made_press(app, "+ End Right");
    made_expect(app, "Nothing lies under this: it is written or drawn.");
    made_expect(app, ": the numbers as written\n");
    made_press(app, "Enter"); /* it is asked, and ' comes back */
    made_expect(app, "Nothing made it. ");
    made_press(app, "'");
    made_expect(app, " weights[x1][x1] = ");
    end(app);
}
END_TEST

/* A page with nothing under its heading would look like one that is not ready. */
START_TEST(what_no_result_uses_has_no_moves)
{
    App *app = start_at("1.1");
    made_press(app, "Enter U");
    made_expect(app, "By how much each number moves");
    made_press(app, "Esc q 3 . 5 Enter Enter U");
    made_expect(app, "no result comes after it.");
    made_expect_gone(app, "By how much");
    end(app);
}
END_TEST

/* A number that is told once only leads to where it is told, also where that is folded away. */
START_TEST(enter_goes_to_the_number_that_was_derived_above)
{
    App *app = start_at("2.3");
    made_press(app, "Enter D Space Space Down Down");
    made_expect(app, "| . q[x1][0] = 1                (see above)");
    ck_assert_int_eq(chosen_line(app), 11);
    made_expect(app, " made in stage 2: ");
    made_press(app, "Enter");
    ck_assert_int_eq(chosen_line(app), 2);
    made_expect(app, "| - q[x1][0] = 1 ");
    made_expect(app, "This is the number, where it was derived first.");
    made_press(app, "Down");
    made_expect(app, "| | . x[x1][a] = 1");
    made_expect(app, " made in stage 1: ");
    made_press(app, "- Down Down Space Down");
    made_expect(app, "| . q[x1][0] = 1                (see above)");
    made_press(app, "Right");
    ck_assert_int_eq(chosen_line(app), 2);
    made_expect(app, "- scores[x1][x1] = 4.25");
    end(app);
}
END_TEST

/* Where there is not room for all, the first of what made a number does not take it from the others. */
START_TEST(no_branch_takes_the_lines_of_those_after_it)
{
    App *app = start_at("2.3");
    Arena arena = {0};
    made_press(app, "Enter");
    const Run *run = app_run(app);
    const Asked *asked = &app_place(app)->asked;
    for (int lines = 1; lines < 40; lines++) {
        WhyTree tree = report_why_tree(&arena, run, run->tape->step[asked->step].call.out,
                                       asked->cell, (WhyAs){WHY_ALL, lines, 80, NUMBER_DECIMALS});
        int parents = 0;
        for (int i = 0; i < tree.lines; i++)
            parents += tree.line[i].depth == 1;
        ck_assert_int_eq(tree.lines, lines);
        ck_assert_int_eq(parents, lines > 3 ? 3 : lines - 1); /* a row has three scores */
        ck_assert_int_gt(tree.left_out, 0);
    }
    arena_release(&arena);
    end(app);
}
END_TEST

/* The row that follows the last one comes to the top. */
START_TEST(a_page_down_the_tree_shows_the_next_rows)
{
    App *app = start_at("2.3");
    made_press(app, "Enter D +");
    made_expect(app, " v  75 more");
    made_press(app, "PgDn");
    made_expect(app, " v  56 more");
    made_press(app, "PgUp");
    made_expect(app, "\nweights[x1][x1] = ");
    made_press(app, "PgDn PgDn PgDn PgDn PgDn PgDn");
    ck_assert_int_gt(chosen_line(app), 40);
    made_press(app, "PgUp PgUp PgUp PgUp PgUp PgUp");
    ck_assert_int_eq(chosen_line(app), 0);
    end(app);
}
END_TEST

START_TEST(the_inputs_of_a_number_are_listed)
{
    App *app = start_at("2.2");
    made_press(app, "Enter Right I");
    made_expect(app, "scores[x1][x2] = 5.5 is made of 20 inputs; how often each goes in:");
    made_expect(app, "x: 8 of 12 numbers, 24 times, stage 1, line 15\n"
                     "   x[x1][a] = 1            3 times\n");
    made_expect(app, "w: 12 of 12 numbers, 24 times, stage 1, line 16\n"
                     "   w[0][0] = 1             2 times\n");
    made_press(app, "q D I");
    made_expect(app, "the inputs that this number is made of");
    app_resize(app, 40, 12); /* long lines go on below */
    made_expect(app, "scores[x1][x2] = 5.5 is made of 20");
    made_expect(app, "inputs; how often each goes in:");
    end(app);
}
END_TEST

/* The decimals that were chosen hold on the pages over a number, too, and x chooses them there. */
START_TEST(derivations_have_the_decimals_chosen)
{
    App *app = start_at("2.3");
    made_press(app, "Enter");
    const Asked *asked = &app_place(app)->asked;
    const QkvTensor *t = app_run(app)->tape->step[asked->step].call.out;
    static const int decimals[] = {NUMBER_DECIMALS, NUMBER_MOST_DECIMALS, NUMBER_DECIMALS};
    for (int i = 0; i < COUNT(decimals); i++) {
        Buf head = {0};
        buf_puts(&head, "weights[x1][x1] = ");
        arithmetic_value(&head, t, asked->cell, decimals[i]);
        buf_putc(&head, ' ');
        made_press(app, "D");
        made_expect(app, buf_text(&head));
        made_press(app, "D I");
        made_expect(app, buf_text(&head));
        made_press(app, "Esc D x Esc");
        buf_release(&head);
    }
    end(app);
}
END_TEST

Suite *ask_suite(void)
{
    Suite *s = suite_create("ask");
    TCase *c = tcase_create("ask");
    tcase_add_unchecked_fixture(c, made_enter, made_leave);
    tcase_add_checked_fixture(c, made_clear, NULL);
    tcase_add_test(c, enter_asks_in_the_matrix_that_tab_chose);
    tcase_add_loop_test(c, a_number_is_named_at_the_prompts, 0, COUNT(typed));
    tcase_add_test(c, a_hidden_number_is_not_named);
    tcase_add_test(c, more_decimals_are_never_fewer);
    tcase_add_test(c, leaving_a_number_of_another_stage_says_where_one_is);
    tcase_add_test(c, coming_back_from_a_jump_keeps_the_block);
    tcase_add_loop_test(c, every_page_has_its_help, 0, COUNT(over));
    tcase_add_loop_test(c, every_page_is_left_by_number, 0, COUNT(over));
    tcase_add_loop_test(c, every_page_is_left_by_searching, 0, COUNT(over));
    tcase_add_test(c, coming_back_to_a_number_keeps_the_way_to_it);
    tcase_add_test(c, help_of_a_report_keeps_its_line);
    tcase_add_test(c, space_folds_one_branch_and_never_all);
    tcase_add_test(c, what_no_result_uses_has_no_moves);
    tcase_add_test(c, enter_goes_to_the_number_that_was_derived_above);
    tcase_add_test(c, no_branch_takes_the_lines_of_those_after_it);
    tcase_add_test(c, a_page_down_the_tree_shows_the_next_rows);
    tcase_add_test(c, the_inputs_of_a_number_are_listed);
    tcase_add_test(c, derivations_have_the_decimals_chosen);
    tcase_add_test(c, the_inputs_of_a_tree_close_to_the_tree);
    tcase_add_test(c, there_is_nothing_to_unfold_under_an_input);
    tcase_add_loop_test(c, the_last_line_has_what_this_place_has, 0, COUNT(last_lines));
    tcase_add_test(c, the_way_stands_before_the_place);
    tcase_add_test(c, enter_goes_to_the_cells_own_first);
    tcase_add_test(c, rows_of_places_say_what_is_there);
    tcase_add_test(c, a_place_shows_what_was_found);
    tcase_add_test(c, equal_rows_of_places_are_one);
    tcase_add_test(c, an_operand_shows_the_block_of_the_result);
    tcase_add_test(c, a_low_window_has_terms_and_a_matrix);
    suite_add_tcase(s, c);
    return s;
}
