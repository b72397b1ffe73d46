/* Check's assertions. Its own tell the parent of every one that holds, by a write to a file, so that a test that
 * crashes can be said to have got so far: that was five million writes in the tests of core, and half of their time.
 * These are silent until one fails; ck_assert_int_eq and its like are made of them. */
#ifndef TESTS_CHECKED_H
#define TESTS_CHECKED_H

#include <check.h>

#undef ck_assert_msg
#define ck_assert_msg(holds, ...) ((holds) ? (void)0 : ck_abort_msg(__VA_ARGS__))
#undef ck_assert
#define ck_assert(holds) ck_assert_msg((holds), "Assertion '%s' failed", #holds)

#endif
