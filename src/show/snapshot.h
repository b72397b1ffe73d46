/* Snapshots: the transcripts that are kept beside the lessons. Checking never writes; writing is
 * all or nothing. */
#ifndef SHOW_SNAPSHOT_H
#define SHOW_SNAPSHOT_H

#include "lesson/library.h"

typedef struct SnapshotOptions {
    bool prune; /* remove files that no lesson makes                  */
    bool full;  /* differences with all their lines around                              */
    bool ascii;
} SnapshotOptions;

/* Compares the snapshot of a lesson that is loaded and not broken. When it is not equal, a line that
 * begins with its path, then the difference. 0 when it is as it should be, 1 when it is different or
 * missing; -1 after *err. */
int snapshot_compare(Buf *report, const Entry *entry, const SnapshotOptions *options, Err *err);
/* A line for each file among the snapshots that no lesson of the library makes. How many; -1 after
 * *err. */
int snapshot_orphans(Buf *report, const Library *library, Err *err);

/* Runs the lessons one by one, and only then writes the snapshots that changed. `whole` says that the
 * entries are all of the library, so that files without a lesson can be told. Reports how many were
 * written, left and removed. False when a lesson is broken, and after *err: nothing was written. */
bool snapshot_write(Buf *report, Library *library, const int *entry, int count, bool whole,
                    const SnapshotOptions *options, Err *err);

#endif
