#include "suites.h"

int main(void)
{
    static const SuiteMaker lesson[] = {
        lexer_suite,    parser_suite,    parser_errors_suite, parser_bounds_suite, lesson_suite,
        markdown_suite, value_suite,     eval_suite,          expect_suite,        library_suite,
        run_suite,      directive_suite, errors_suite,        status_suite,        NULL,
    };
    return run_suites(lesson);
}
