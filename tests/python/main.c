#include "suites.h"

int main(void)
{
    static const SuiteMaker python[] = {
        lexer_suite, parser_suite,   parser_errors_suite, parser_bounds_suite, value_suite,
        eval_suite,  programs_suite, endless_suite,       answers_suite,       NULL,
    };
    return run_suites(python);
}
