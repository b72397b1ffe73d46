/* The lessons that can be found, and how they fared when they were run. */
#ifndef LESSON_LIBRARY_H
#define LESSON_LIBRARY_H

#include "lesson/run.h"

/* Stamp that tells a file from the one that lies at the same path later: many editors put a new file in
 * the place of the old one. All zero when there is none. */
typedef struct Stamp {
    int64_t device, inode, size, seconds, nanoseconds;
} Stamp;

typedef struct Entry {
    const char *path;
    const char *name; /* file name without folder and .md                                */
    bool is_odd;      /* name cannot be shown, and `path` is another: nobody can ask for it */
    bool ships;       /* came with the program: its file is not for the reader to change */
    const char
        *original; /* the path of the lesson that this file of the reader's is a copy of, or NULL */
    Lesson *
        outline; /* outline of it for the list while it is not read, once that was asked for; or NULL */
    Lesson *lesson; /* NULL until loaded, and when it could not be read                */
    Run *run;       /* NULL until loaded, and when there is no lesson                  */
    Err err;        /* mistake in it, as far as is known: err.set tells                */
    int stale;      /* the file is newer, and broken in this line, -1: in none; 0: it is not */
    bool is_ascii;  /* words are to be in ASCII                                        */
    Stamp stamp;    /* of the file when it was read                                    */
    Buf source;     /* the text that could not be read as a lesson: err.at is a place in it */
    Buf mistakes;   /* of a run that was given back: all that it had to say                 */
} Entry;

typedef struct Library {
    const char *folder; /* where the first lessons were found; NULL when nowhere         */
    const char
        *shipped; /* where those that came with the program were; it may be the same, or NULL */
    int own;      /* how many come from the first folder                           */
    int count;
    Entry *
        entry; /* lessons of the first folder by name, then those that came with the program, by name, then files */
    bool is_ascii; /* the words of its lessons are, and what is told of them is to be            */
    Err err;       /* of a folder that is there and cannot be read                        */
    Arena arena;
} Library;

/* Finds the lessons in the first of ./lessons and $QKV_LESSONS that has any; and those that came with the program, but for
 * names that are taken: in the first of the folder beside that of the program and the installed one, or in
 * the program itself (base/file.h). They are files that end in .md, but README.md, and are not read yet. Never NULL; may be
 * empty. */
Library *library_open(void);
void library_free(Library *library);
/* The words of all its lessons in ASCII: before the first of them is read. */
void library_to_ascii(Library *library);

/* The lesson meant by "3", "03", a name, the beginning of a single name, the same with another number or
 * none ("one" and "17-one" mean 01-one), a path, or "-" for standard input; one that lies elsewhere joins the library. -1 after setting *err. */
int library_find(Library *library, const char *wanted, Err *err);

/* Outline of a lesson, which is read so far where it has not been: see lesson_outline. The lesson itself once it
 * is read, and where nothing less will do. NULL when it is none: entry->err says why. */
const Lesson *library_outline(Entry *entry);
/* Reads a lesson unless that has been done: its title and its track are known then. False when it
 * is none: entry->err says why. */
bool library_read(Entry *entry);
/* Reads and runs a lesson unless that has been done. False when it is broken: entry->err says how;
 * when there is a run, it shows what works. */
bool library_load(Entry *entry);
/* The same in the memory that another run, which is kept, has left. */
bool library_load_next(Entry *entry, const Run *kept);
/* Runs a lesson once more, now so that these passes are kept (run_way_to_pass). Returns the run that there was, which
 * the caller frees, and which the lesson still belongs to; NULL, with nothing changed, where a bound does not let it. */
Run *library_run_again(Entry *entry, int count, const KeptPass kept[]);
/* The run of a lesson, which is loaded if need be; NULL of one that cannot be read. */
Run *library_run(Library *library, int index);
/* Frees the run of a lesson, which may be run again. What was wrong with it stays known. */
void library_unload(Entry *entry);
/* And the lesson, where nothing is wrong with it, and it can be read again. */
void library_forget(Entry *entry);

/* The lessons in the order to read them in: paths (path.h); track by track, in each by their places; then those that
 * are on none, by name; then glossaries (glossary.h). `count` indices. */
int *library_order(Arena *a, const Library *library);
/* The lesson whose number, or name, a word is; a word that begins one name alone will do. -1 for none. */
int library_named(const Library *library, const char *name);
/* Tells whether it leads through stages of other lessons (path.h). */
bool library_is_path(Entry *entry);
/* Counts lessons without such paths. */
int library_lessons(const Library *library);
/* The track that a lesson is on, or NULL. */
const char *library_track(const Library *library, int index);

/* "broken, line 7" of a lesson with an error, the first; "broken" when that has no line. */
void library_broken(Buf *out, const Entry *entry);

/* The file of a lesson as it lies there now; that of standard input never changes. */
Stamp library_stamp(const Entry *entry);
bool stamp_is(const Stamp *a, const Stamp *b);

/* Reads and runs a lesson once more. Where the new one takes the place of the old, *before receives
 * what the entry was, for library_release, and the result is true. A broken file sets *err, whose place
 * is a line of the new text; it leaves a lesson that was fine as it is, *before empty. Where
 * its run is gone to make room (library_unload), what works of a broken one is taken. */
bool library_renew(Entry *entry, bool is_gone, Entry *before, Err *err);
/* From here on the entry is about a copy of its lesson, which the reader may change; NULL: about the
 * lesson itself again. The next library_renew reads it. */
void library_copied(Library *library, Entry *entry, const char *path);
/* Frees what is in an entry. */
void library_release(Entry *entry);

/* Where the transcript of a lesson is kept: ../snapshots/NAME.txt beside the folder it lies in,
 * if that folder of snapshots exists. False when it does not. */
bool library_snapshot(const Entry *entry, Buf *path);

#endif
