#include "suites.h"

int main(void)
{
    static const SuiteMaker tui[] = {
        terminal_suite, screen_suite, bytes_suite,         commands_suite,
        program_suite,  robust_suite, json_commands_suite, NULL,
    };
    return run_suites(tui);
}
