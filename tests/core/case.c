#include "case.h"

Qkv *q;

static void begin(void)
{
    q = qkv_new();
}

static void end(void)
{
    qkv_free(q);
}

TCase *case_with_context(Suite *s, const char *name)
{
    TCase *t = suite_case(s, name);
    tcase_add_checked_fixture(t, begin, end);
    return t;
}
