/* Expectations: comparing a text that an author expects with the one that was computed. */
#ifndef LESSON_EXPECT_H
#define LESSON_EXPECT_H

#include "base/buf.h"

/* True when both texts are the same line by line; blanks at the ends of lines and empty lines at
 * the end do not count. */
bool expect_equal(const char *expected, const char *computed);

/* "2 of 9 numbers differ, by at most 0.0003", or what else is different, in one line. */
void expect_summary(Buf *out, const char *expected, const char *computed);

/* Both texts under their headings, the first line that differs marked with '>'. */
void expect_detail(Buf *out, const char *expected, const char *computed);

#endif
