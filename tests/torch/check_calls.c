/* Every function of every table is called with values of every kind: as what stands before the dot, and as
 * each argument. What would be read of a value of another kind is a sanitizer's find, or ends the test. */
#include "fuzz/calls.h"
#include "python/names.h"
#include "suites.h"

enum { RENEWED = 400 };

static void renew(Calls *c, int *made)
{
    if (++*made % RENEWED != 0 && !c->is_over)
        return;
    calls_end(c);
    calls_begin(c);
}

/* Calls with one value of the kind in question, the others those that fit most often. */
static void call_with(Calls *c, int f, int count, int place, int v, int *made)
{
    int given[4];
    for (int i = 0; i < count; i++)
        given[i] = i == place ? v : (f + v + i) % c->values;
    const char *wrong = calls_make(c, c->function[f], count, given);
    ck_assert_msg(!wrong, "%s, value %d in place %d: %s", c->function[f]->name, v, place, wrong);
    renew(c, made);
}

START_TEST(functions_look_at_what_they_are_given)
{
    static Calls c;
    int made = 0;
    calls_begin(&c);
    const int functions = c.functions, values = c.values;
    for (int f = 0; f < functions; f++) {
        int most = calls_arguments(&c, c.function[f]);
        for (int count = 1; count <= most; count++)
            for (int place = 0; place < count; place++)
                for (int v = 0; v < values; v++)
                    call_with(&c, f, count, place, v, &made);
    }
    calls_end(&c);
}
END_TEST

START_TEST(syntax_looks_at_what_it_is_given)
{
    static Calls c;
    int made = 0;
    calls_begin(&c);
    for (int form = 0; calls_forms[form]; form++)
        for (int a = 0; a < c.values; a++)
            for (int b = 0; b < c.values; b++) {
                int given[] = {a, b, (a + b + form) % c.values};
                const char *wrong = calls_statement(&c, calls_forms[form], given);
                ck_assert_msg(!wrong, "%s of %d, %d, %d: %s", calls_forms[form], a, b, given[2],
                              wrong);
                renew(&c, &made);
            }
    calls_end(&c);
}
END_TEST

Suite *calls_suite(void)
{
    Suite *s = suite_create("calls");
    TCase *t = suite_case(s, "calls");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, functions_look_at_what_they_are_given);
    tcase_add_test(t, syntax_looks_at_what_it_is_given);
    return s;
}
