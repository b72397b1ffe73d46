/* Findings of `qkv check` about lessons: expectations that do not hold, what their authors may not have meant, and
 * snapshots that are not what they print. */
#ifndef APP_CHECK_H
#define APP_CHECK_H

#include "base/buf.h"
#include "lesson/run.h"

/* Adds the warning of weights that do not add up to 1 over what is summed with them, if there is one. */
void check_astray(Buf *out, const Run *run);

#endif
