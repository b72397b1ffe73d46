/* The kinds of values. */
#include "python/type.h"

#define ROW(kind) &kind##_kind,
const Kind *const type_rows[] = {KINDS(ROW) NULL};
