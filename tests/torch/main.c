#include "suites.h"

int main(void)
{
    static const SuiteMaker torch[] = {torch_suite, classes_suite, empty_suite,
                                       calls_suite, names_suite,   NULL};
    return run_suites(torch);
}
