/* What differs between two texts: a snapshot that is stored and the text that the program prints
 * now, or what an author expects and what was computed.
 *
 *     DiffText stored = {"snapshots/x.txt", old, old_length};
 *     DiffText printed = {"lessons/x.md", now, now_length};
 *     DiffLook look = {.context = DIFF_CONTEXT, .is_heading = is_stage_title};
 *     if (diff_write(&out, stored, printed, &look))
 *         diff_numbers(&out, stored, printed);
 *
 * Snapshots are compared byte for byte; what explains a difference does not forgive it. */
#ifndef LESSON_DIFF_H
#define LESSON_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum {
    DIFF_CONTEXT = 3,
    DIFF_EVERYTHING = -1, /* all lines in one hunk */
};

/* NULL for bytes is an empty text; otherwise a NUL follows them. */
typedef struct DiffText {
    const char *name; /* as the user knows it: a path          */
    const char *bytes;
    size_t length;
} DiffText;

typedef struct DiffLook {
    int context; /* equal lines around a change, or DIFF_EVERYTHING                           */
    bool ascii;  /* marks of blanks in ASCII                                                  */
    /* Whether a stored line, given without its newline, is a title: a hunk's header ends with the
     * last one above it. NULL: there are none. */
    bool (*is_heading)(const char *line, size_t length);
} DiffLook;

/* Writes a unified diff, `-` for stored lines and `+` for printed ones, and nothing when the texts
 * are equal. Returns whether they differ. In lines that went or came, blanks at the end are shown as
 * · (ascii: .) and tabs as → (>). A carriage return is always shown as \r, other control characters and bytes that are not UTF-8 as '?'. The diff is
 * the shortest, unless thousands of lines differ. */
bool diff_write(Buf *out, DiffText stored, DiffText printed, const DiffLook *look);

/* When the texts differ in the digits of numbers, and in blanks and line breaks around them, and in
 * nothing else, adds
 *
 *     numbers only: 2 cells differ, largest 0.0001, first at line 41
 *
 * (a line of the stored text) and returns true. */
bool diff_numbers(Buf *out, DiffText stored, DiffText printed);

/* --- expectations --------------------------------------------------------------------------- */

/* Equal line by line; blanks at the ends of lines and empty lines at the end are passed over. */
bool expect_equal(const char *expected, const char *computed);

/* "2 of 12 numbers differ, by at most 0.0003": what differs, in one line. */
void expect_summary(Buf *out, const char *expected, const char *computed);

/* Both texts, indented, with a mark before the first line that differs. */
void expect_detail(Buf *out, const char *expected, const char *computed);

#endif
