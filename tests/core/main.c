#include "suites.h"

int main(void)
{
    static const SuiteMaker core[] = {
        print_suite,
        NULL,
    };
    return run_suites(core);
}
