/* The kinds of values. */
#include "python/eval.h"

#define ROW(kind) &kind##_kind,
const Kind *const python_kinds[] = {KINDS(ROW) NULL};
