/* Snapshots: the transcripts that are kept beside the lessons. Checking never writes; writing is
 * all or nothing. */
#ifndef SHOW_SNAPSHOT_H
#define SHOW_SNAPSHOT_H

#include "lesson/library.h"

/* Compares the snapshot of a lesson that is loaded and not broken. When it is not equal, the first line
 * that differs, and how many more do. 0 when it is as it should be, 1 when it is different or
 * missing; -1 after *err. */
int snapshot_compare(Buf *report, const Entry *entry, Err *err);
/* A line for each file among the snapshots that no lesson of the library makes. How many; -1 after
 * *err. */
int snapshot_orphans(Buf *report, const Library *library, Err *err);

/* Runs the lessons one by one, and only then writes the snapshots that changed. `whole` says that the
 * entries are all of the library; with `prunes` files that no lesson makes are removed. Reports how many were
 * written, left and removed. False when a lesson is broken, and after *err: nothing was written. */
bool snapshot_write(Buf *report, Library *library, const int *entry, int count, bool whole,
                    bool prunes, Err *err);

#endif
