#include "suites.h"

int main(void)
{
    static const SuiteMaker tell[] = {
        prose_suite,  number_suite, explain_suite, story_suite, report_suite,
        spot_suite,   lens_suite,   inspect_suite, stage_suite, facts_suite,
        passes_suite, tabs_suite,   judge_suite,   roles_suite, NULL,
    };
    return run_suites(tell);
}
