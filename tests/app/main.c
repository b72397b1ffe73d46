#include "suites.h"

int main(void)
{
    static const SuiteMaker app[] = {
        manual_suite, saved_suite, script_suite,         named_suite, guess_suite,
        app_suite,    due_suite,   practice_pages_suite, plain_suite, reload_suite,
        follow_suite, hour_suite,  grammar_suite,        model_suite, links_suite,
        pages_suite,  walk_suite,  windows_suite,        NULL,
    };
    return run_suites(app);
}
