/* The command that takes lessons along: as a page of HTML, and as pictures of screens. */
#ifndef APP_EXPORT_H
#define APP_EXPORT_H

#include "lesson/library.h"

/* Arguments of the command; texts may be NULL. */
typedef struct Export {
    Library *library;
    const int *entry; /* the lessons: each is run, written and forgotten                */
    int entries;
    const char *html; /* a file, a folder, "-" for standard output; NULL with svg: none. With a
                         "/" at its end the folder is made if need be                       */
    const char *svg;  /* a folder, made if need be                                       */
    const char *go;   /* pictures: of the screen there, "4.2" ...                        */
    const char *keys; /* ... after these keys; without both: of every stage              */
    const char *size; /* of that screen, "80x24"                                         */
    bool notes;       /* pages have the speaker's notes                                  */
} Export;

/* Writes all of it; adds to `out` what goes to standard output. False after *err. */
bool export_write(const Export *e, Buf *out, Err *err);

#endif
