/* A fresh folder as the current one, for tests that need files. One at a time.
 *
 *     tcase_add_unchecked_fixture(t, folder_enter, folder_leave);
 *     tcase_add_checked_fixture(t, folder_clear, NULL);
 *
 * makes one for a case and empties it for each test; it goes even when a test fails. */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Makes a folder and goes there; goes back and removes it with all that is in it. */
void folder_enter(void);
void folder_leave(void);
void folder_clear(void);

/* Removes a file, or a folder with all that is in it. */
void folder_remove(const char *path);

/* The folder's own path. */
const char *folder_path(void);

/* Writes a file and makes the folders on the way to it. */
void folder_write(const char *path, const char *text);
void folder_write_bytes(const char *path, const char *bytes, size_t length);
/* The text of a file, or NULL; good until the next call. */
const char *folder_read(const char *path);
bool folder_has(const char *path);
/* The names of what is in a folder, sorted, with a blank between them; good until the next call. */
const char *folder_list(const char *path);

#endif
