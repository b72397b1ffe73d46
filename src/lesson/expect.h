/* An expected text beside a computed one: of an expectation, or a snapshot. */
#ifndef LESSON_EXPECT_H
#define LESSON_EXPECT_H

#include <stdbool.h>

#include "base/buf.h"

/* Equal line by line; blanks at the ends of lines and empty lines at the end are passed over. */
bool expect_equal(const char *expected, const char *computed);

/* "2 of 12 numbers differ, by at most 0.0003": what differs, in one line. */
void expect_summary(Buf *out, const char *expected, const char *computed);

/* Writes both texts, indented, with a mark before the first line that differs. */
void expect_detail(Buf *out, const char *expected, const char *computed);

#endif
