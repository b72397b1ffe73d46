#include "suites.h"

int main(void)
{
    static const SuiteMaker app[] = {
        NULL,
    };
    return run_suites(app);
}
