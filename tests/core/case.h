/* Cases whose tests each have a context of their own. */
#ifndef TESTS_CORE_CASE_H
#define TESTS_CORE_CASE_H

#include "core/qkv.h"
#include "suites.h"

/* The context of the test that runs. */
extern Qkv *q;

TCase *case_with_context(Suite *s, const char *name);

#endif
