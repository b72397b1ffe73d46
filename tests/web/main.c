#include "suites.h"

int main(void)
{
    static const SuiteMaker web[] = {place_suite, web_suite, front_suite, frame_json_suite, NULL};
    return run_suites(web);
}
