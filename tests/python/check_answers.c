/* Python's functions, methods and operators against CPython, with arguments of every kind. */
#include "python/answers.h"
#include "suites.h"

START_TEST(answers_are_those_of_python)
{
    static const Package *const none[] = {NULL};
    check_answers("tests/python/answers.txt", "", none);
}
END_TEST

Suite *answers_suite(void)
{
    Suite *s = suite_create("answers");
    TCase *t = suite_case(s, "python");
    tcase_add_test(t, answers_are_those_of_python);
    return s;
}
