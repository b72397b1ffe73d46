/* Runs the suites of a room. Check counts a filter that matches nothing as a success, and a suite
 * without tests too; here something must have run. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/die.h"

#include "suites.h"

/* Check is not built with the memory sanitizer, which takes all that it writes for bytes that nobody
 * has set. `make msan` links with --wrap=fwrite. */
#if defined __has_feature
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
size_t __real_fwrite(const void *from, size_t size, size_t count, FILE *to);
size_t __wrap_fwrite(const void *from, size_t size, size_t count, FILE *to);
size_t __wrap_fwrite(const void *from, size_t size, size_t count, FILE *to)
{
    __msan_unpoison(from, size * count);
    return __real_fwrite(from, size, count, to);
}
#endif
#endif

long used_microseconds(void)
{
    struct timespec t;
    ck_assert_int_eq(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t), 0);
    return (long)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

bool is_timed(void)
{
    return IS_MEASURED && getenv("QKV_TIMED") != NULL;
}

TCase *suite_case(Suite *s, const char *name)
{
    TCase *t = tcase_create(name);
    suite_add_tcase(s, t);
    return t;
}

int run_suites(const SuiteMaker *makers)
{
    /* Check looks at the clock on the wall. That is to end a test that hangs, not one that waits
     * for a busy machine; what must be quick is measured by used_microseconds. */
    setenv("CK_TIMEOUT_MULTIPLIER", "10", 0);
    base_say_no_memory();
    SRunner *runner = srunner_create(NULL);
    for (; *makers; makers++)
        srunner_add_suite(runner, (*makers)());
    /* CK_ENV: as $CK_VERBOSITY says. $CK_RUN_SUITE, $CK_RUN_CASE and $CK_FORK are Check's own. */
    srunner_run_all(runner, CK_ENV);
    int ran = srunner_ntests_run(runner);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (ran == 0)
        fputs("no check ran\n", stderr);
    return ran > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
