#include "app/process.h"

#include <locale.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/common.h"
#include "python/limits.h"

/* A lesson runs again for each change: what one run gives back is kept for the next, where the system
 * would take it and hand it out anew, page by page, which takes a fourth of the time of a run. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    enum { KEPT = 16 << 20 };
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, KEPT);
#endif
}

/* A write beyond `ulimit -f` says so. Not SIG_IGN, which an editor would inherit. */
static void pass(int number)
{
    (void)number;
}

/* Room that C needs for a lesson's calls inside each other and the screens around them: rather a word at the
 * beginning than an end in the middle. A limit that may be raised is. */
static bool has_stack(void)
{
    struct rlimit all;
    if (getrlimit(RLIMIT_STACK, &all) != 0 || all.rlim_cur >= LIMIT_LEAST_STACK)
        return true;
    all.rlim_cur = all.rlim_max < LIMIT_LEAST_STACK ? all.rlim_max : LIMIT_LEAST_STACK;
    if (setrlimit(RLIMIT_STACK, &all) == 0 && all.rlim_cur == LIMIT_LEAST_STACK)
        return true;
    fprintf(stderr, "qkv: a stack of %ld KiB is too small (ulimit -s): %d are needed\n",
            (long)(all.rlim_cur >> 10), LIMIT_LEAST_STACK >> 10);
    return false;
}

/* The locale is for the screen alone: numbers stay in the "C" locale. One of UTF-8 that this machine does not have is as
 * good as C.UTF-8. */
static void take_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    if (setlocale(LC_CTYPE, ""))
        return;
    const char *name = NULL;
    for (int i = 0; i < COUNT(names) && !(name && *name); i++)
        name = getenv(names[i]);
    if (name && (strstr(name, "UTF-8") || strstr(name, "utf8")))
        setlocale(LC_CTYPE, "C.UTF-8");
}

bool process_begin(void)
{
    const struct sigaction passed = {.sa_handler = pass};
    if (!has_stack())
        return false;
    sigaction(SIGXFSZ, &passed, NULL);
    keep_memory();
    take_locale();
    return true;
}
