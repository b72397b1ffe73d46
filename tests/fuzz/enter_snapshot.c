/* Bytes that lie where a snapshot should. */
#include "fuzz/told.h"

#include "show/snapshot.h"

static void check(const Library *library)
{
    Buf report = {0};
    Err err = {0};
    snapshot_compare(&report, &library->entry[0], &err);
    snapshot_orphans(&report, library, &err);
    fuzz_told(&report);
}

void fuzz_enter(const uint8_t *bytes, size_t length)
{
    static Library *library;
    Buf path = {0};
    if (!library) {
        library = told_library(1);
        fuzz_write("snapshots/other.txt", "", 0);
    }
    if (!library_snapshot(&library->entry[0], &path))
        fuzz_found("no folder of snapshots");
    fuzz_write(buf_text(&path), bytes, length);
    buf_release(&path);
    check(library);
}
