#include "suites.h"

int main(void)
{
    static const SuiteMaker view[] = {
        diff_suite,
        frame_suite,
        prose_suite,
        NULL,
    };
    return run_suites(view);
}
