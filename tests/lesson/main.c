#include "suites.h"

int main(void)
{
    static const SuiteMaker lesson[] = {
        lesson_suite,   script_suite,   markdown_suite,    expect_suite,   library_suite,
        run_suite,      mistake_suite,  directive_suite,   errors_suite,   status_suite,
        change_suite,   compare_suite,  diagnose_suite,    astray_suite,   lines_suite,
        reach_suite,    prepared_suite, tensor_file_suite, blind_suite,    align_suite,
        trial_suite,    hidden_suite,   slips_suite,       cut_suite,      turns_suite,
        answer_suite,   placed_suite,   judge_suite,       exercise_suite, learners_suite,
        practice_suite, sheet_suite,    outline_suite,     path_suite,     glossary_suite,
        NULL,
    };
    return run_suites(lesson);
}
