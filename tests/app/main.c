#include "suites.h"

int main(void)
{
    static const SuiteMaker app[] = {
        keys_suite,  manual_suite, update_suite,  step_suite,   saved_suite,  script_suite,
        app_suite,   plain_suite,  named_suite,   reload_suite, teach_suite,  seen_suite,
        guess_suite, follow_suite, readers_suite, hour_suite,   whatif_suite, click_suite,
        links_suite, ask_suite,    class_suite,   NULL,
    };
    return run_suites(app);
}
