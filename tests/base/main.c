#include "suites.h"

int main(void)
{
    static const SuiteMaker base[] = {
        arena_suite, buf_suite, err_suite, file_suite, utf8_suite, ascii_suite, NULL,
    };
    return run_suites(base);
}
