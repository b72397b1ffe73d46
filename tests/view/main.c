#include "suites.h"

int main(void)
{
    static const SuiteMaker view[] = {
        frame_suite,       prose_suite,      number_suite,   matrix_suite,  layout_suite,
        explain_suite,     transcript_suite, snapshot_suite, page_suite,    contents_suite,
        place_suite,       story_suite,      report_suite,   handout_suite, picture_suite,
        index_names_suite, stage_suite,      truth_suite,    NULL,
    };
    return run_suites(view);
}
