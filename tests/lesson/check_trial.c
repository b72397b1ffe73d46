/* A result with each of several values: what moves with them, and where a row's largest goes. */
#include "lesson/trial.h"

#include "made.h"
#include "suites.h"

/* The table of a result; the caller frees the trials. */
static Trials *tried(const char *text, const char *part, TrialTable *table)
{
    Err err = {0};
    Change change;
    PlacePart where;
    ck_assert_msg(change_parse(&arena, run, text, &change, &err), "%s", err.message);
    Trials *t = trials_of(run, &change, 1, &err);
    ck_assert_msg(t && trials_part(t, part, &where, &err), "%s", err.message);
    *table = trials_table(t, &where);
    return t;
}

/* A cell counts once, however many of the values move it. */
START_TEST(cells_that_move_are_counted)
{
    TrialTable table;
    start("x = torch.arange(12.).view(3, 4)\ny = x * 2");
    Trials *t = tried("x[1, 2] = 9, 9.5, 6", "y", &table);
    ck_assert_int_eq((int)table.t->size[0], 12);
    ck_assert_int_eq((int)table.moving, 1);
    for (int i = 0; i < 12; i++)
        ck_assert_int_eq(table.moves[i], i == 6);
    ck_assert_int_eq((int)trials_largest(&table, 0, 5), 3);
    ck_assert_int_eq((int)trials_largest(&table, 1, 5), 2);
    trials_free(t);
    t = tried("x[1, 2] = 7, 8", "y", &table); /* of equals none is the largest */
    ck_assert_int_eq((int)trials_largest(&table, 1, 5), -1);
    ck_assert_int_eq((int)trials_largest(&table, 2, 5), 2);
    trials_free(t);
    t = tried("x[1, 2] = 6, 6.0", "y", &table);
    ck_assert_int_eq((int)table.moving, 0);
    trials_free(t);
    stop();
}
END_TEST

Suite *trial_suite(void)
{
    Suite *s = suite_create("trial");
    TCase *t = suite_case(s, "trial");
    tcase_add_test(t, cells_that_move_are_counted);
    return s;
}
