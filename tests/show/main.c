#include "suites.h"

int main(void)
{
    static const SuiteMaker show[] = {
        frame_suite,   matrix_suite,   layout_suite,  transcript_suite, snapshot_suite, page_suite,
        handout_suite, elements_suite, picture_suite, truth_suite,      json_suite,     curve_suite,
        looks_suite,   NULL,
    };
    return run_suites(show);
}
