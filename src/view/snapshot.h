/* Snapshots: the transcripts that are kept beside the lessons. Checking never writes; writing is
 * all or nothing. */
#ifndef VIEW_SNAPSHOT_H
#define VIEW_SNAPSHOT_H

#include "lesson/library.h"

typedef struct SnapshotOptions {
    const char *out; /* write there instead, a full set; NULL: into the folder of snapshots  */
    bool prune;      /* remove files that no lesson makes; never from `out`                  */
    bool full;       /* differences with all their lines around                              */
    bool ascii;
} SnapshotOptions;

/* Compares the snapshots of lessons that are loaded and not broken. One line for each that is
 * not equal, its path first, then the difference. `whole` says that the entries are all of the
 * library, so that files without a lesson can be told. Returns how many files are different,
 * missing or orphans; -1 after *err. */
int snapshot_check(Buf *report, const Library *library, const int *entry, int count, bool whole,
                   const SnapshotOptions *options, Err *err);

/* Renders all of them, and only then writes those that changed. Reports how many were written, left
 * and removed. False after *err. */
bool snapshot_write(Buf *report, const Library *library, const int *entry, int count, bool whole,
                    const SnapshotOptions *options, Err *err);

/* Lists the printed digits that lie so near to a rounding boundary that another machine might round
 * them the other way: what an author can nudge. Returns how many. */
int snapshot_margins(Buf *report, const Run *run);

#endif
