/* The recorder: a file of Python that writes what a PyTorch model computes as a lesson. */
#ifndef APP_RECORD_H
#define APP_RECORD_H

#include "python/names.h"

/* Writes that file, with what lessons know now, the names of `packages`, and where this program is: the path
 * `program`, or NULL when it is one to be looked for. */
void record_write(Buf *out, const Package *const *packages, const char *program);

#endif
