#include "base/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

/* In a browser nothing measures a program's own time: there is the time on the wall alone. */
double clock_used(void)
{
#ifdef __EMSCRIPTEN__
    return clock_seconds();
#else
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
#endif
}
